/* Events of real Quake III matches against UberDemoTools' lists of them: beginnings and ends, flags
 * carried, talk. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/events/events_stage.h"
#include "tests/support/real_data.h"

static struct events_stage stage;

static void read_real(const char *name, uint32_t kinds)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/%s", name);
    events_stage_read(&stage, data, size, name, kinds, 0);
    free(data);
}

/* CPMA tells the match in one configstring, its end by the view; the first match of this demo was
 * given up, and so was the second. */
Test(events_quake3_real, matches_of_cpma)
{
    read_real("two_gamestates.dm_68", KIND(LEVEL) | KIND(ROUND) | KIND(FINISH));
    events_stage_expect(&stage, "0.00 level: cpm24\n"
                                "9.90 round: the match begins\n"
                                "203.25 round: the match ends\n"
                                "225.79 round: countdown to the match\n"
                                "235.78 round: the match begins\n"
                                "456.72 round: the match ends\n"
                                "469.20 level: cpm1a\n"
                                "501.35 round: countdown to the match\n"
                                "511.35 round: the match begins\n"
                                "1111.35 finish 600.01\n"
                                "1111.35 round: the match ends\n");
}

/* A timeout is no new match. */
Test(events_quake3_real, a_timeout)
{
    read_real("tdm_qlan2_2004.dm_67", KIND(ROUND) | KIND(FINISH));
    events_stage_expect(&stage, "1.09 round: map restart\n"
                                "1.09 round: the match begins\n"
                                "199.75 round: countdown after a timeout\n"
                                "204.74 round: the match goes on\n"
                                "1255.72 finish 1200.02\n"
                                "1255.72 round: the match ends\n");
}

/* A server that has no configstring of the intermission; two matches in one level. */
Test(events_quake3_real, ends_told_by_the_view)
{
    read_real("baseq3_1_map_2_matches.dm_68", KIND(ROUND) | KIND(FINISH));
    events_stage_expect(&stage, "27.69 round: map restart\n"
                                "88.35 finish 61.05\n"
                                "88.35 round: the match ends\n"
                                "126.46 round: map restart\n"
                                "187.12 finish 61.05\n"
                                "187.12 round: the match ends\n");
}

/* Server time, ms, of each capture, and since when its player had the flag. */
Test(events_quake3_real, flags_carried_home)
{
    static const struct {
        int32_t slot, pick_up, capture;
    } udt[] = {{2, 127137, 140683}, {3, 151984, 166588}, {1, 180854, 192493}, {4, 209162, 218332},
               {5, 249083, 256216}, {3, 270113, 276775}, {5, 299257, 306508}, {7, 318470, 326308},
               {2, 352514, 353929}, {3, 365391, 373366}, {5, 404369, 404485}, {6, 426002, 429499},
               {1, 461783, 469330}, {0, 482914, 491011}, {4, 571041, 580375}, {1, 594067, 602551},
               {6, 625139, 635881}, {0, 795044, 803719}, {3, 860786, 867640}};
    read_real("cpma_ctfs_large.dm_68", KIND(CAPTURE));
    cr_assert_eq(stage.count, sizeof udt / sizeof udt[0], "%u", stage.count);
    for (uint32_t i = 0; i < stage.count; i++) {
        const struct game_event *event = &stage.events[i];
        cr_expect_eq(event->player.slot, udt[i].slot, "%u", i);
        cr_expect_float_eq(event->server_time, udt[i].capture / 1000.0, 1e-6, "%u", i);
        cr_expect_float_eq(event->value, (udt[i].capture - udt[i].pick_up) / 1000.0, 1e-6, "%u", i);
    }
}

/* Taken before the recording began. */
Test(events_quake3_real, a_flag_carried_since_when_nobody_knows)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/recorded/oa_ctf4ish_ctf_spec.dm_68");
    events_stage_read(&stage, data, size, "a.dm_68", KIND(CAPTURE), 0);
    events_stage_expect(&stage, "9.35 capture Sorceress/red: blue flag\n");
    free(data);
}

/* Quake Live puts a clan's name in front of a player's. */
Test(events_quake3_real, talk_of_clans)
{
    read_real("duel_scores.dm_73", KIND(CHAT));
    cr_assert_eq(stage.count, 51);
    cr_expect_null(strstr(stage.told, "Terifire: 345 Terifire:"));
    cr_expect_not_null(strstr(stage.told, "chat Terifire: hf"));
    cr_expect_eq(strncmp(stage.told, "1.57 chat Terifire: hf", 22), 0, "%.60s", stage.told);
}
