/* The tables of a match, or of sums: which there are, their columns, and the text of each cell. One
 * rule for the terminal and for pages. */
#ifndef ENGINE_STATS_STATS_TABLES_H
#define ENGINE_STATS_STATS_TABLES_H

#include "engine/stats/stats_match.h"

enum {
    STATS_TABLES = 6,
    STATS_CELL = 32,
    STATS_TABLE_COLUMNS = STATS_COLUMNS + DEMO_ITEM_KINDS + GAME_WEAPONS
};

/* A first column of names, with `title` above it, then numbers. */
struct stats_table {
    const char *title;
    const uint32_t *taken; /* of each kind of item, by all */
    int num_columns;
    int columns[STATS_TABLE_COLUMNS];
    /* The text of a column's head; of a row, its value: returns whether it has a mark. words: of
     * the head, NULL = none. All by columns[]. */
    void (*head)(char cell[STATS_CELL], int column);
    const char *(*words)(int column);
    bool (*cell)(const struct stats_table *table, char cell[STATS_CELL],
                 const struct stats_row *row, int column);
};

/* The tables with columns, in their order. taken: by all, DEMO_ITEM_KINDS. alone: a game of one
 * player, of whom there are no frags. Returns their number. */
int stats_tables_make(struct stats_table tables[STATS_TABLES], const struct stats_rows *players,
                      const uint32_t *taken, bool alone);

/* A game of one player. */
static inline bool stats_match_is_alone(const struct stats_match *match)
{
    return match->has_counts && match->players.count < 2;
}

/* What the marks of cells mean, in a line. */
extern const char stats_marks[];

#endif
