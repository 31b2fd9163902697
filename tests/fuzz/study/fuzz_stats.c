/* Fuzz target: statistics of demos of all families. Their figures are numbers, shares lie in 0 to
 * 100 percent, and what is counted of a match lies inside it. The last byte chooses the name's
 * ending. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"
#include "engine/stats/stats_read.h"
#include "engine/stats/stats_sums.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_row(const struct stats_row *row, const struct stats_match *match)
{
    require(memchr(row->name, '\0', sizeof row->name) && memchr(row->team, '\0', sizeof row->team));
    for (int i = 0; i < STATS_COLUMNS; i++) {
        require(isfinite(row->columns.values[i]));
        require(stats_row_knows(row, i) || row->columns.values[i] == 0.0);
    }
    require(row->columns.values[SUMMARY_EFFICIENCY] <= 100.0);
    require(row->columns.values[SUMMARY_SEEN] <= 100.0);
    for (int i = 0; i < DEMO_ITEM_KINDS; i++) {
        require(row->items.taken[i] <= match->taken[i]);
    }
}

static void check_match(const struct stats_match *match)
{
    require(match->start >= 0.0 && match->start <= match->end);
    for (size_t i = 0; i < match->players.count; i++) {
        const struct stats_row *row = &match->players.items[i];
        check_row(row, match);
        require(row->columns.values[STATS_ALIVE] <= match->end - match->start + 1e-6);
    }
    for (size_t i = 0; i < match->teams.count; i++) {
        check_row(&match->teams.items[i], match);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {"a.dem", "a.qwd", "a.mvd", "a.dm_68"};
    static const struct stats_aliases none;
    struct stats_sums sums = {0};
    struct stats_demo stats;
    struct format_error err = {0};
    struct demo demo;
    if (demo_open(&demo, data, size, endings[size > 0 ? data[size - 1] % 4 : 0]) == 0) {
        const int code = stats_read(&stats, &demo, &err);
        require(code == 0 || (code != FORMAT_MEMORY && err.offset <= size));
        for (size_t i = 0; i < stats.count; i++) {
            check_match(&stats.matches[i]);
        }
        require(stats_sums_add(&sums, &stats, &none) == 0);
        stats_sums_end(&sums);
        stats_sums_free(&sums);
        stats_demo_free(&stats);
    }
    demo_close(&demo);
    return 0;
}
