#include "engine/stats/stats_match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

void stats_demo_free(struct stats_demo *demo)
{
    for (size_t i = 0; i < demo->count; i++) {
        free(demo->matches[i].teams.items);
        free(demo->matches[i].players.items);
    }
    free(demo->matches);
    *demo = (struct stats_demo){0};
}

struct stats_row *stats_rows_add(struct stats_rows *rows)
{
    if (array_reserve(&rows->items, &rows->room, rows->count + 1, sizeof *rows->items) < 0) {
        return NULL;
    }
    rows->items[rows->count] = (struct stats_row){.slot = GAME_NOBODY};
    return &rows->items[rows->count++];
}

static int by_score(const void *a, const void *b)
{
    const struct stats_row *one = a, *other = b;
    const double x =
        stats_row_knows(one, SUMMARY_SCORE) ? one->columns.values[SUMMARY_SCORE] : -INFINITY;
    const double y =
        stats_row_knows(other, SUMMARY_SCORE) ? other->columns.values[SUMMARY_SCORE] : -INFINITY;
    if (x < y || x > y) {
        return x < y ? 1 : -1;
    }
    const int names = strcmp(one->name, other->name);
    return names != 0 ? names : (one->slot > other->slot) - (one->slot < other->slot);
}

void stats_rows_sort(struct stats_rows *rows)
{
    if (rows->count > 1) {
        qsort(rows->items, rows->count, sizeof *rows->items, by_score);
    }
}

void stats_row_set(struct stats_row *row, int column, double value)
{
    const bool known = isfinite(value) != 0;
    row->columns.values[column] = known ? value : 0.0;
    row->columns.known =
        (row->columns.known & ~stats_bit(column)) | (known ? stats_bit(column) : 0);
}

/* --- sums ---------------------------------------------------------------------------------------
 */

static void add_column(struct stats_row *sum, const struct stats_row *more, int column)
{
    double *value = &sum->columns.values[column];
    const double added = more->columns.values[column];
    switch (stats_column_adding(column)) {
    case STATS_SUM:
        *value += added;
        break;
    case STATS_MOST:
        *value = fmax(*value, added);
        break;
    case STATS_BY_TIME: {
        const double before = stats_row_knows(sum, column) ? sum->seconds : 0.0;
        const double all = before + more->seconds;
        *value = all > 0.0 ? (*value * before + added * more->seconds) / all : added;
        break;
    }
    case STATS_FROM:
        break;
    }
}

static void add_items(struct stats_items *sum, const struct stats_items *more)
{
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        sum->taken[i] += more->taken[i];
    }
    sum->known |= more->known;
    sum->least |= more->least;
    sum->derived |= more->derived;
}

static int32_t add_limited(int32_t a, int32_t b)
{
    const int64_t sum = (int64_t)a + b;
    return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

void stats_row_add(struct stats_row *sum, const struct stats_row *more)
{
    for (int i = 0; i < STATS_COLUMNS; i++) {
        if (stats_row_knows(more, i)) {
            add_column(sum, more, i);
        }
    }
    sum->columns.known |= more->columns.known;
    sum->columns.least |= more->columns.least;
    sum->columns.derived |= more->columns.derived;
    add_items(&sum->items, &more->items);
    for (int i = 0; i < GAME_WEAPONS; i++) {
        sum->frags_by[i] += more->frags_by[i];
    }
    for (int i = 0; i < SUMMARY_WEAPONS; i++) {
        sum->attacks[i] = add_limited(sum->attacks[i], more->attacks[i]);
        sum->hits[i] = add_limited(sum->hits[i], more->hits[i]);
    }
    sum->seconds += more->seconds;
    sum->matches += more->matches;
}

static void set_share(struct stats_row *row, int column, double part, double whole)
{
    stats_row_set(row, column, whole > 0.0 && part >= 0.0 ? 100.0 * part / whole : NAN);
}

void stats_row_conclude(struct stats_row *row)
{
    const double *values = row->columns.values;
    const uint64_t marks = row->columns.least | row->columns.derived;
    set_share(row, SUMMARY_EFFICIENCY, values[SUMMARY_KILLS],
              values[SUMMARY_KILLS] + values[SUMMARY_DEATHS]);
    for (int i = 0; i < SUMMARY_WEAPONS; i++) {
        if (row->hits[i] >= 0 && row->hits[i] <= row->attacks[i]) {
            set_share(row, SUMMARY_MG + i, row->hits[i], row->attacks[i]);
        }
    }
    if (stats_row_knows(row, STATS_DISTANCE) && stats_row_knows(row, STATS_ALIVE)) {
        const double alive = values[STATS_ALIVE];
        stats_row_set(row, STATS_SPEED, alive > 0.0 ? values[STATS_DISTANCE] / alive : NAN);
    }
    if ((marks & stats_bit(STATS_DISTANCE)) != 0) {
        row->columns.derived |= stats_bit(STATS_SPEED);
    }
}
