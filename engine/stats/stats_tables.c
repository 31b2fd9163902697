#include "engine/stats/stats_tables.h"

#include <stdio.h>
#include <string.h>

#define SEEN_ALWAYS 99.0 /* percent; a respawn is no absence */

const char stats_marks[] = "+ at least: the demo does not show all; * concluded from what it shows";

/* --- cells --------------------------------------------------------------------------------------
 */

static bool put_marks(char cell[STATS_CELL], bool least, bool derived)
{
    const size_t used = strlen(cell);
    snprintf(cell + used, STATS_CELL - used, "%s%s", least ? "+" : "", derived ? "*" : "");
    return least || derived;
}

static const char *no_words(int column)
{
    (void)column;
    return NULL;
}

static void head_column(char cell[STATS_CELL], int column)
{
    snprintf(cell, STATS_CELL, "%s", stats_column_title(column));
}

static bool cell_column(const struct stats_table *table, char cell[STATS_CELL],
                        const struct stats_row *row, int column)
{
    (void)table;
    if (!stats_row_knows(row, column)) {
        snprintf(cell, STATS_CELL, "-");
        return false;
    }
    snprintf(cell, STATS_CELL, "%.0f", row->columns.values[column]);
    return put_marks(cell, row->columns.least >> column & 1, row->columns.derived >> column & 1);
}

static void head_item(char cell[STATS_CELL], int kind)
{
    snprintf(cell, STATS_CELL, "%s", demo_item_name((enum demo_item_kind)kind));
}

static bool cell_item(const struct stats_table *table, char cell[STATS_CELL],
                      const struct stats_row *row, int kind)
{
    const struct stats_items *items = &row->items;
    if ((items->known >> kind & 1) == 0) {
        snprintf(cell, STATS_CELL, "-");
        return false;
    }
    snprintf(cell, STATS_CELL, "%u %.0f%%", (unsigned)items->taken[kind],
             100.0 * items->taken[kind] / table->taken[kind]);
    return put_marks(cell, items->least >> kind & 1, items->derived >> kind & 1);
}

static void head_weapon(char cell[STATS_CELL], int weapon)
{
    snprintf(cell, STATS_CELL, "%s",
             weapon == GAME_WEAPON_NONE ? "?" : game_weapon_name((enum game_weapon)weapon));
}

static bool cell_weapon(const struct stats_table *table, char cell[STATS_CELL],
                        const struct stats_row *row, int weapon)
{
    (void)table;
    snprintf(cell, STATS_CELL, "%u", (unsigned)row->frags_by[weapon]);
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

/* --- which there are ----------------------------------------------------------------------------
 */

static void list_columns(struct stats_table *table, const struct stats_rows *players,
                         enum stats_group group, bool all)
{
    for (int i = 0; i < STATS_COLUMNS; i++) {
        const bool always =
            all && (i == SUMMARY_SCORE || i == SUMMARY_KILLS || i == SUMMARY_DEATHS);
        if (stats_column_group(i) == group && (always || some_has(players, i)) &&
            (i != SUMMARY_SEEN || !all_are_seen(players))) {
            table->columns[table->num_columns++] = i;
        }
    }
}

static void list_items(struct stats_table *table)
{
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        if (table->taken[i] > 0) {
            table->columns[table->num_columns++] = i;
        }
    }
}

static void list_weapons(struct stats_table *table, const struct stats_rows *players)
{
    for (int i = 0; i < GAME_WEAPONS; i++) {
        uint32_t frags = 0;
        for (size_t k = 0; k < players->count; k++) {
            frags += players->items[k].frags_by[i];
        }
        if (frags > 0) {
            table->columns[table->num_columns++] = i;
        }
    }
}

/* all: score, frags and deaths are shown, whatever they are. */
static struct stats_table table_of_group(const struct stats_rows *players, const char *title,
                                         enum stats_group group, bool all)
{
    struct stats_table table = {
        .title = title, .head = head_column, .words = stats_column_words, .cell = cell_column};
    list_columns(&table, players, group, all);
    return table;
}

int stats_tables_make(struct stats_table tables[STATS_TABLES], const struct stats_rows *players,
                      const uint32_t *taken, bool alone)
{
    struct stats_table weapons = {
        .title = "frags by", .head = head_weapon, .words = no_words, .cell = cell_weapon};
    struct stats_table items = {
        .title = "items", .taken = taken, .head = head_item, .words = no_words, .cell = cell_item};
    list_weapons(&weapons, players);
    list_items(&items);
    const struct stats_table all[STATS_TABLES] = {
        table_of_group(players, "player", STATS_OF_FRAGS, !alone),
        weapons,
        table_of_group(players, "accuracy", STATS_OF_WEAPONS, false),
        items,
        table_of_group(players, "time with", STATS_OF_TIME, false),
        table_of_group(players, "motion", STATS_OF_MOTION, false)};
    int count = 0;
    for (int i = 0; i < STATS_TABLES; i++) {
        if (all[i].num_columns > 0) {
            tables[count++] = all[i];
        }
    }
    return count;
}
