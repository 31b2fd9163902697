/* Statistics as aligned text. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/stats/stats_output.h"

#define SEEN_ALWAYS 99.0 /* percent; a respawn is no absence */

enum { CELL = 32, TABLE_COLUMNS = STATS_COLUMNS + DEMO_ITEM_KINDS + GAME_WEAPONS };

/* A table of some rows: a first column of names, then numbers. */
struct table {
    FILE *out;
    const struct stats_rows *teams; /* NULL = none */
    const struct stats_rows *players;
    const uint32_t *taken; /* of each kind of item, by all */
    int columns[TABLE_COLUMNS];
    int widths[TABLE_COLUMNS];
    int num_columns, name_width;
    bool has_teams, marked;
    /* The text of a column's head or, of a row, its value; returns whether it has a mark. */
    void (*head)(char cell[CELL], int column);
    bool (*cell)(const struct table *table, char cell[CELL], const struct stats_row *row,
                 int column);
};

/* --- a table ------------------------------------------------------------------------------------
 */

static void widen(struct table *table, const struct stats_rows *rows)
{
    char cell[CELL];
    for (size_t i = 0; rows && i < rows->count; i++) {
        const struct stats_row *row = &rows->items[i];
        const int name = (int)strlen(row->name);
        table->name_width = name > table->name_width ? name : table->name_width;
        table->has_teams |= row->team[0] != '\0';
        for (int k = 0; k < table->num_columns; k++) {
            table->marked |= table->cell(table, cell, row, table->columns[k]);
            const int width = (int)strlen(cell);
            table->widths[k] = width > table->widths[k] ? width : table->widths[k];
        }
    }
}

static int team_width(const struct table *table)
{
    int width = 0;
    for (size_t i = 0; i < table->players->count; i++) {
        const int length = (int)strlen(table->players->items[i].team);
        width = length > width ? length : width;
    }
    return width;
}

/* What a player's name follows from his team's; marks stand behind the number, which stays in its
 * column. */
static void print_rows(const struct table *table, const struct stats_rows *rows, int teams)
{
    char cell[CELL];
    for (size_t i = 0; rows && i < rows->count; i++) {
        const struct stats_row *row = &rows->items[i];
        fprintf(table->out, "    %-*s", table->name_width, row->name[0] ? row->name : "-");
        if (table->has_teams) {
            fprintf(table->out, "  %-*s", teams, row->team);
        }
        for (int k = 0; k < table->num_columns; k++) {
            (void)table->cell(table, cell, row, table->columns[k]);
            fprintf(table->out, "  %*s", table->widths[k], cell);
        }
        putc('\n', table->out);
    }
}

/* Returns whether a value has a mark. */
static bool print_table(struct table *table, const char *title)
{
    char cell[CELL];
    if (table->num_columns == 0) {
        return false;
    }
    table->name_width = (int)strlen(title);
    for (int k = 0; k < table->num_columns; k++) {
        table->head(cell, table->columns[k]);
        table->widths[k] = (int)strlen(cell);
    }
    widen(table, table->teams);
    widen(table, table->players);
    const int teams = table->has_teams ? team_width(table) : 0;
    fprintf(table->out, "    %-*s", table->name_width, title);
    if (table->has_teams) {
        fprintf(table->out, "  %*s", teams, "");
    }
    for (int k = 0; k < table->num_columns; k++) {
        table->head(cell, table->columns[k]);
        fprintf(table->out, "  %*s", table->widths[k], cell);
    }
    putc('\n', table->out);
    print_rows(table, table->teams, teams);
    print_rows(table, table->players, teams);
    return table->marked;
}

/* --- what the tables show -----------------------------------------------------------------------
 */

static bool put_marks(char cell[CELL], bool least, bool derived)
{
    const size_t used = strlen(cell);
    snprintf(cell + used, CELL - used, "%s%s", least ? "+" : "", derived ? "*" : "");
    return least || derived;
}

static void head_column(char cell[CELL], int column)
{
    snprintf(cell, CELL, "%s", stats_column_title(column));
}

static bool cell_column(const struct table *table, char cell[CELL], const struct stats_row *row,
                        int column)
{
    (void)table;
    if (!stats_row_knows(row, column)) {
        snprintf(cell, CELL, "-");
        return false;
    }
    snprintf(cell, CELL, "%.0f", row->columns.values[column]);
    return put_marks(cell, row->columns.least >> column & 1, row->columns.derived >> column & 1);
}

static void head_item(char cell[CELL], int kind)
{
    snprintf(cell, CELL, "%s", demo_item_name((enum demo_item_kind)kind));
}

static bool cell_item(const struct table *table, char cell[CELL], const struct stats_row *row,
                      int kind)
{
    const struct stats_items *items = &row->items;
    if ((items->known >> kind & 1) == 0) {
        snprintf(cell, CELL, "-");
        return false;
    }
    snprintf(cell, CELL, "%u %.0f%%", (unsigned)items->taken[kind],
             100.0 * items->taken[kind] / table->taken[kind]);
    return put_marks(cell, items->least >> kind & 1, items->derived >> kind & 1);
}

static void head_weapon(char cell[CELL], int weapon)
{
    snprintf(cell, CELL, "%s",
             weapon == GAME_WEAPON_NONE ? "?" : game_weapon_name((enum game_weapon)weapon));
}

static bool cell_weapon(const struct table *table, char cell[CELL], const struct stats_row *row,
                        int weapon)
{
    (void)table;
    snprintf(cell, CELL, "%u", (unsigned)row->frags_by[weapon]);
    return false;
}

static bool some_has(const struct stats_rows *rows, int column)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct stats_row *row = &rows->items[i];
        if (stats_row_knows(row, column) &&
            (row->columns.values[column] > 0.0 || row->columns.values[column] < 0.0)) {
            return true;
        }
    }
    return false;
}

/* Everybody always in sight says nothing. */
static bool all_are_seen(const struct stats_rows *rows)
{
    bool all = true;
    for (size_t i = 0; i < rows->count; i++) {
        const struct stats_row *row = &rows->items[i];
        all &=
            !stats_row_knows(row, SUMMARY_SEEN) || row->columns.values[SUMMARY_SEEN] >= SEEN_ALWAYS;
    }
    return all;
}

/* all: score, frags and deaths are shown, whatever they are. */
static bool print_group(const struct table *base, enum stats_group group, const char *title,
                        bool all)
{
    struct table table = *base;
    table.head = head_column;
    table.cell = cell_column;
    for (int i = 0; i < STATS_COLUMNS; i++) {
        const bool always =
            all && (i == SUMMARY_SCORE || i == SUMMARY_KILLS || i == SUMMARY_DEATHS);
        if (stats_column_group(i) == group && (always || some_has(base->players, i)) &&
            (i != SUMMARY_SEEN || !all_are_seen(base->players))) {
            table.columns[table.num_columns++] = i;
        }
    }
    return print_table(&table, title);
}

static bool print_items(const struct table *base)
{
    struct table table = *base;
    table.head = head_item;
    table.cell = cell_item;
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        if (base->taken[i] > 0) {
            table.columns[table.num_columns++] = i;
        }
    }
    return print_table(&table, "items");
}

static bool print_weapons(const struct table *base)
{
    struct table table = *base;
    table.head = head_weapon;
    table.cell = cell_weapon;
    for (int i = 0; i < GAME_WEAPONS; i++) {
        uint32_t frags = 0;
        for (size_t k = 0; k < base->players->count; k++) {
            frags += base->players->items[k].frags_by[i];
        }
        if (frags > 0) {
            table.columns[table.num_columns++] = i;
        }
    }
    return print_table(&table, "frags by");
}

/* alone: a game of one player, of whom there are no frags. */
static bool print_tables(const struct table *base, bool alone)
{
    bool marked = false;
    marked |= print_group(base, STATS_OF_FRAGS, "player", !alone);
    marked |= print_weapons(base);
    marked |= print_group(base, STATS_OF_WEAPONS, "accuracy", false);
    marked |= print_items(base);
    marked |= print_group(base, STATS_OF_TIME, "time with", false);
    marked |= print_group(base, STATS_OF_MOTION, "motion", false);
    return marked;
}

/* --- matches and sums ---------------------------------------------------------------------------
 */

static void print_clock(FILE *out, double seconds)
{
    const unsigned long long tenths = (unsigned long long)(fmin(seconds, 1e9) * 10.0 + 0.5);
    fprintf(out, "%llu:%02llu.%llu", tenths / 600, tenths / 10 % 60, tenths % 10);
}

bool stats_text_match(FILE *out, const struct stats_match *match)
{
    const struct table base = {
        .out = out, .teams = &match->teams, .players = &match->players, .taken = match->taken};
    fprintf(out, "  %s, %s of ", match->map[0] ? match->map : "(unknown level)",
            match->in_match ? "match" : "level");
    print_clock(out, match->end - match->start);
    fprintf(out, " from ");
    print_clock(out, match->start);
    fprintf(out, match->finished ? ", finished" : ", not finished");
    if (match->finished && match->finish_time >= 0.0) {
        fprintf(out, " at ");
        print_clock(out, match->finish_time);
    }
    if (match->has_counts) {
        fprintf(out, ", kills %ld of %ld, secrets %ld of %ld", (long)match->kills,
                (long)match->total_kills, (long)match->secrets, (long)match->total_secrets);
    }
    putc('\n', out);
    return print_tables(&base, match->has_counts && match->players.count < 2);
}

bool stats_text_sums(FILE *out, const struct stats_sums *sums)
{
    const struct table base = {.out = out, .players = &sums->players, .taken = sums->taken};
    fprintf(out, "  %lu demos, %lu matches\n", (unsigned long)sums->demos,
            (unsigned long)sums->matches);
    return print_tables(&base, false);
}

void stats_text_marks(FILE *out)
{
    fprintf(out, "+ at least: the demo does not show all; * concluded from what it shows\n");
}
