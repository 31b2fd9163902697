/* What demos tell of their match: dates, servers, mods, results. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inspect/demo_inspect.h"
#include "engine/playback/families.h"
#include "tests/support/real_data.h"

Test(demo_told, sides_and_texts_are_limited)
{
    struct demo_told told = {.num_sides = 0};
    char text[400];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    demo_told_set(told.server, text);
    cr_expect_eq(strlen(told.server), DEMO_TOLD_TEXT - 1);
    demo_told_set(told.server, "\xe1\xe2"
                               "c");
    cr_expect_str_eq(told.server, "abc", "coloured glyphs");
    for (int i = 0; i < 20; i++) {
        demo_told_add(&told, text, i);
    }
    cr_expect_eq(told.num_sides, DEMO_TOLD_SIDES);
    cr_expect_eq(strlen(told.sides[7].name), DEMO_TOLD_NAME - 1);
    cr_expect_eq(told.sides[7].score, 7);
}

static void expect_told(const char *path, const char *date, const char *server, const char *mod,
                        const char *result)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "%s", path);
    struct demo demo;
    struct demo_stats stats;
    char sides[200] = "";
    cr_assert_eq(demo_open(&demo, data, size, strrchr(path, '/') + 1), 0);
    cr_expect_eq(demo_stats_read(&stats, &demo), 0);
    for (uint32_t i = 0; i < stats.told.num_sides; i++) {
        const size_t used = strlen(sides);
        snprintf(sides + used, sizeof sides - used, "%s%s %d", i > 0 ? ", " : "",
                 stats.told.sides[i].name, (int)stats.told.sides[i].score);
    }
    cr_expect_str_eq(stats.told.date, date, "%s: %s", path, stats.told.date);
    cr_expect_str_eq(stats.told.server, server, "%s: %s", path, stats.told.server);
    cr_expect_str_eq(stats.told.mod, mod, "%s: %s", path, stats.told.mod);
    cr_expect_str_eq(sides, result, "%s: %s", path, sides);
    demo_stats_free(&stats);
    demo_close(&demo);
    free(data);
}

Test(demo_told, real_matches)
{
    expect_told("quakeworld/corpus/1on1_tron_2024.mvd", "2024-06-16 17:19:39",
                "nl.quake.world:27501 [QW-Group]", "KTX 1.44-dev", "");
    expect_told("quakeworld/corpus/2on2_frobodm2_2022.mvd", "2022-01-04 09:15:39",
                "Dybbuk Gehenna #3", "KTX 1.39", "=SF= -5, red 20");
    expect_told("quakeworld/corpus/duel_dm3_2026.mvd", "2026-03-25 11:56:51",
                "Copenhagen KTX Server #1", "KTX 1.47-dev", "ToT_Oddjob 2, ParadokS 0");
    expect_told("quakeworld/recorded/tq_rec_mid.qwd", "", "lab std", "stdqw", "");
    expect_told("quake3/corpus/tdm_qlan2_2004.dm_67", "", "TOURNAMENT TDM4", "osp",
                "red 99, blue 113");
    expect_told("quake3/corpus/osp_duel.dm_68", "", "257 - territory.ru`cooller vs czm", "osp",
                "czm 55, territory.ruICooller 8");
    expect_told("netquake/r666_e1m1.dem", "", "", "", "");
}
