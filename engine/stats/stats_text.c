/* Statistics as aligned text. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/stats/stats_output.h"
#include "engine/stats/stats_tables.h"

/* A table as it is printed. */
struct printed {
    FILE *out;
    const struct stats_table *table;
    const struct stats_rows *teams; /* NULL = none */
    const struct stats_rows *players;
    int widths[STATS_TABLE_COLUMNS];
    int name_width, team_width;
    bool marked;
};

/* --- a table ------------------------------------------------------------------------------------
 */

static int wider(int width, const char *text)
{
    const int length = (int)strlen(text);
    return length > width ? length : width;
}

static void widen(struct printed *p, const struct stats_rows *rows)
{
    char cell[STATS_CELL];
    for (size_t i = 0; rows && i < rows->count; i++) {
        const struct stats_row *row = &rows->items[i];
        p->name_width = wider(p->name_width, row->name);
        p->team_width = rows == p->players ? wider(p->team_width, row->team) : p->team_width;
        for (int k = 0; k < p->table->num_columns; k++) {
            p->marked |= p->table->cell(p->table, cell, row, p->table->columns[k]);
            p->widths[k] = wider(p->widths[k], cell);
        }
    }
}

/* A player's name is followed by his team's. */
static void print_rows(const struct printed *p, const struct stats_rows *rows)
{
    char cell[STATS_CELL];
    for (size_t i = 0; rows && i < rows->count; i++) {
        const struct stats_row *row = &rows->items[i];
        fprintf(p->out, "    %-*s", p->name_width, row->name[0] ? row->name : "-");
        if (p->team_width > 0) {
            fprintf(p->out, "  %-*s", p->team_width, row->team);
        }
        for (int k = 0; k < p->table->num_columns; k++) {
            (void)p->table->cell(p->table, cell, row, p->table->columns[k]);
            fprintf(p->out, "  %*s", p->widths[k], cell);
        }
        putc('\n', p->out);
    }
}

/* Returns whether a value has a mark. */
static bool print_table(struct printed *p)
{
    char cell[STATS_CELL];
    p->name_width = wider(0, p->table->title);
    for (int k = 0; k < p->table->num_columns; k++) {
        p->table->head(cell, p->table->columns[k]);
        p->widths[k] = wider(0, cell);
    }
    widen(p, p->teams);
    widen(p, p->players);
    fprintf(p->out, "    %-*s", p->name_width, p->table->title);
    if (p->team_width > 0) {
        fprintf(p->out, "  %*s", p->team_width, "");
    }
    for (int k = 0; k < p->table->num_columns; k++) {
        p->table->head(cell, p->table->columns[k]);
        fprintf(p->out, "  %*s", p->widths[k], cell);
    }
    putc('\n', p->out);
    print_rows(p, p->teams);
    print_rows(p, p->players);
    return p->marked;
}

static bool print_tables(FILE *out, const struct stats_rows *teams,
                         const struct stats_rows *players, const uint32_t *taken, bool alone)
{
    struct stats_table tables[STATS_TABLES];
    const int count = stats_tables_make(tables, players, taken, alone);
    bool marked = false;
    for (int i = 0; i < count; i++) {
        struct printed printed = {
            .out = out, .table = &tables[i], .teams = teams, .players = players};
        marked |= print_table(&printed);
    }
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
    return print_tables(out, &match->teams, &match->players, match->taken,
                        stats_match_is_alone(match));
}

bool stats_text_sums(FILE *out, const struct stats_sums *sums)
{
    fprintf(out, "  %lu demos, %lu matches\n", (unsigned long)sums->demos,
            (unsigned long)sums->matches);
    return print_tables(out, NULL, &sums->players, sums->taken, false);
}

void stats_text_marks(FILE *out)
{
    fprintf(out, "%s\n", stats_marks);
}
