#include "engine/stats/stats_sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct stats_row *find_row(struct stats_rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (strcmp(rows->items[i].name, name) == 0) {
            return &rows->items[i];
        }
    }
    struct stats_row *row = stats_rows_add(rows);
    if (row) {
        snprintf(row->name, sizeof row->name, "%s", name);
    }
    return row;
}

static int add_match(struct stats_sums *sums, const struct stats_match *match,
                     const struct stats_aliases *aliases)
{
    for (size_t i = 0; i < match->players.count; i++) {
        const struct stats_row *from = &match->players.items[i];
        if (from->name[0] == '\0') {
            continue;
        }
        struct stats_row *row = find_row(&sums->players, stats_aliases_name(aliases, from->name));
        if (!row) {
            return FORMAT_MEMORY;
        }
        stats_row_add(row, from);
        row->demos += row->last_demo != sums->demos;
        row->last_demo = sums->demos;
    }
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        sums->taken[i] += match->taken[i];
    }
    sums->matches++;
    return 0;
}

int stats_sums_add(struct stats_sums *sums, const struct stats_demo *demo,
                   const struct stats_aliases *aliases)
{
    int code = 0;
    sums->demos++;
    for (size_t i = 0; code == 0 && i < demo->count; i++) {
        code = add_match(sums, &demo->matches[i], aliases);
    }
    return code;
}

void stats_sums_end(struct stats_sums *sums)
{
    for (size_t i = 0; i < sums->players.count; i++) {
        stats_row_conclude(&sums->players.items[i]);
    }
    stats_rows_sort(&sums->players);
}

void stats_sums_free(struct stats_sums *sums)
{
    free(sums->players.items);
    *sums = (struct stats_sums){0};
}
