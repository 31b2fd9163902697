/* The summary of Quake III's matches: what is seen of players in demos written here, and what
 * servers tell in real ones. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "engine/playback/summary/match_facts.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_game.h"
#include "tests/engine/playback/demo_stage.h"
#include "tests/support/q3_demo.h"
#include "tests/support/real_data.h"

enum { STEP = 50, OWN = 0, ANN = 1, BEN = 40, WATCHER = 5, PICKUP = 19, TOGGLE = 0x100 };
enum { ARMOR = 2, HEAVY_ARMOR = 3, MEGAHEALTH = 7, ROCKETS = 23 };

static struct q3_demo *demo;
static struct match_summary summary;
static int32_t now;

static void begin_game(const char *server)
{
    now = 1000;
    demo = q3_demo_create(68);
    q3_demo_configstring(demo, Q3_CS_SERVERINFO, server);
    q3_demo_configstring(demo, 20, "baseq3-1");
    q3_demo_configstring(demo, 544 + OWN, "n\\Own\\t\\1");
    q3_demo_configstring(demo, 544 + ANN, "n\\Ann\\t\\2");
    q3_demo_configstring(demo, 544 + BEN, "n\\Ben\\t\\2"); /* beyond what has a status */
    q3_demo_configstring(demo, 544 + WATCHER, "n\\Watcher\\t\\3");
    q3_demo_configstring(demo, 23, "00");
    q3_demo_gamestate(demo, OWN);
    demo->player.fields[Q3_PS_CLIENT_NUM] = OWN;
}

static void play(int32_t ms)
{
    for (int32_t end = now + ms; now < end; now += STEP) {
        q3_demo_snapshot(demo, now, 0);
    }
}

static void show(uint32_t slot, uint32_t powerups)
{
    int32_t *fields = q3_demo_entity(demo, slot);
    fields[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    fields[Q3_ES_CLIENT_NUM] = (int32_t)slot;
    fields[Q3_ES_POWERUPS] = (int32_t)powerups;
}

static void take(uint32_t slot, int32_t item)
{
    static int32_t toggle;
    int32_t *fields = q3_demo_entity(demo, slot);
    toggle ^= TOGGLE;
    fields[Q3_ES_EVENT] = PICKUP | toggle;
    fields[Q3_ES_EVENT_PARM] = item;
    play(STEP);
    q3_demo_entity(demo, slot)[Q3_ES_EVENT] = 0;
    play(STEP);
}

static void sum_up(void)
{
    struct match_facts facts = {0};
    q3_demo_end(demo);
    struct timeline *t = demo_stage_open_bytes(demo->file.data, demo->file.size);
    cr_assert_eq(timeline_go_time(t, timeline_length(t), false), 0);
    cr_assert_eq(match_facts_summary(&facts, t, demo->file.data, demo->file.size, &summary), 0);
    match_facts_free(&facts);
    timeline_close(t);
    q3_demo_free(demo);
}

static const struct summary_row *row_of(const char *name)
{
    for (uint32_t i = 0; i < summary.num_players; i++) {
        if (strcmp(summary.players[i].name, name) == 0) {
            return &summary.players[i];
        }
    }
    cr_assert_fail("no %s", name);
    return NULL;
}

static void expect(const char *name, enum summary_column column, int32_t value, bool least)
{
    const struct summary_row *row = row_of(name);
    cr_expect(row->known & summary_bit(column), "%s of %s", summary_column_title(column), name);
    cr_expect_eq(row->values[column], value, "%s of %s: %d", summary_column_title(column), name,
                 row->values[column]);
    cr_expect_eq((row->least & summary_bit(column)) != 0, least, "%s of %s",
                 summary_column_title(column), name);
}

Test(summary_quake3, powerups_of_players_in_sight)
{
    begin_game("\\g_gametype\\3");
    demo->player.powerups[Q3_POWERUP_QUAD] = 30000;
    demo->player.powerups[Q3_POWERUP_HASTE] = 30000;
    show(ANN, 1u << Q3_POWERUP_BATTLE_SUIT | 1u << Q3_POWERUP_REGENERATION);
    play(2000);
    demo->player.powerups[Q3_POWERUP_QUAD] = 0;
    show(ANN, 1u << Q3_POWERUP_INVISIBILITY | 1u << Q3_POWERUP_BATTLE_SUIT);
    q3_demo_entity(demo, ANN)[Q3_ES_E_FLAGS] = Q3_EF_DEAD; /* a corpse has none */
    play(1000);
    q3_demo_entity(demo, ANN)[Q3_ES_E_FLAGS] = 0;
    play(1000);
    q3_demo_remove(demo, ANN);
    play(6000);
    q3_demo_entity(demo, WATCHER);
    show(WATCHER, 1u << Q3_POWERUP_QUAD);
    play(STEP);
    sum_up();
    expect("Own", SUMMARY_SEEN, 100, false);
    expect("Own", SUMMARY_QUAD, 20, false);
    expect("Own", SUMMARY_HASTE, 100, false);
    expect("Ann", SUMMARY_SEEN, 40, false);
    expect("Ann", SUMMARY_SUIT, 30, true);
    expect("Ann", SUMMARY_REGENERATION, 20, true);
    expect("Ann", SUMMARY_RING, 10, true);
    expect("Ann", SUMMARY_QUAD, 0, true);
    cr_expect_eq(row_of("Ben")->known & summary_bit(SUMMARY_QUAD), 0u, "nothing is known of him");
    cr_expect(summary.columns & summary_bit(SUMMARY_SEEN));
    cr_expect_eq(summary.columns & summary_bit(SUMMARY_ARMED), 0u);
}

Test(summary_quake3, a_view_that_is_always_there_needs_no_share_of_sight)
{
    begin_game("\\g_gametype\\0");
    play(2000);
    demo->player.fields[Q3_PS_PM_TYPE] = Q3_PM_DEAD;
    play(2000);
    demo->player.fields[Q3_PS_PM_TYPE] = Q3_PM_INTERMISSION;
    play(2000);
    sum_up();
    expect("Own", SUMMARY_SEEN, 100, false);
    cr_expect_eq(summary.columns & summary_bit(SUMMARY_SEEN), 0u);
}

/* The holder of a flag stays known when he is out of sight, as long as the flag is taken. */
Test(summary_quake3, flags_of_players_out_of_sight)
{
    begin_game("\\g_gametype\\4");
    play(STEP);
    show(ANN, 1u << Q3_POWERUP_RED_FLAG);
    q3_demo_command(demo, "cs 23 \"10\"");
    play(1000);
    q3_demo_remove(demo, ANN);
    play(2950);
    q3_demo_command(demo, "cs 23 \"00\""); /* without a word of why */
    play(4000 + STEP);
    sum_up();
    expect("Ann", SUMMARY_FLAG, 49, true);
    expect("Ann", SUMMARY_SEEN, 13, false);
}

Test(summary_quake3, armours_seen_and_told)
{
    begin_game("\\g_gametype\\3");
    demo->player.fields[Q3_PS_CLIENT_NUM] = OWN;
    show(ANN, 0);
    play(500);
    take(ANN, ARMOR);
    take(ANN, ARMOR);
    take(ANN, HEAVY_ARMOR);
    take(ANN, MEGAHEALTH);
    take(ANN, ROCKETS);
    q3_demo_remove(demo, ANN);
    play(1000);
    q3_demo_command(demo, "xstats1 0 128 20 40 0 0 0 0 700 300 2 0 1 0");
    play(500);
    sum_up();
    expect("Ann", SUMMARY_YELLOW_ARMOR, 2, true);
    expect("Ann", SUMMARY_RED_ARMOR, 1, true);
    expect("Ann", SUMMARY_MEGAHEALTH, 1, true);
    cr_expect_eq(row_of("Ann")->known & summary_bit(SUMMARY_GREEN_ARMOR), 0u);
    expect("Own", SUMMARY_MEGAHEALTH, 2, false);
    expect("Own", SUMMARY_GIVEN, 700, false);
    expect("Own", SUMMARY_RG, 50, false);
}

/* --- real demos ------------------------------------------------------------------------------- */

static void sum_up_real(const char *path)
{
    struct playback_context player;
    struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = 1 << 20};
    struct match_facts facts = {0};
    struct format_error err = {0};
    const struct real_data_name name = real_data_path("%s", path);
    cr_assert_eq(playback_open(&player, name.text, &options, &index, &err), 0, "%s", err.what);
    cr_assert_eq(timeline_wait(player.timeline, true), 0);
    cr_assert_eq(timeline_go_time(player.timeline, timeline_length(player.timeline), false), 0);
    cr_assert_eq(match_facts_summary(&facts, player.timeline, player.source.demo.data,
                                     player.source.demo.size, &summary),
                 0);
    match_facts_free(&facts);
    playback_close(&player);
}

Test(summary_quake3, of_osp)
{
    sum_up_real("quake3/corpus/duel_nostromo_2002.dm_67");
    expect("ZeRo4", SUMMARY_RL, 23, false);
    expect("ZeRo4", SUMMARY_RG, 37, false);
    expect("ZeRo4", SUMMARY_RED_ARMOR, 19, false);
    expect("socrates", SUMMARY_LG, 16, false);
    expect("socrates", SUMMARY_GIVEN, 3490, false);
}

/* The demo prints the same table: G.Launcher 5.6, R.Launcher 34.0, LightningGun 20.4, Railgun 31.0,
 * Plasmagun 15.4. */
Test(summary_quake3, of_an_old_osp)
{
    sum_up_real("quake3/corpus/duel.dm_48");
    expect("cK-fatal1ty", SUMMARY_GL, 6, false);
    expect("cK-fatal1ty", SUMMARY_RL, 34, false);
    expect("cK-fatal1ty", SUMMARY_LG, 20, false);
    expect("cK-fatal1ty", SUMMARY_RG, 31, false);
    expect("cK-fatal1ty", SUMMARY_PG, 15, false);
    cr_expect_eq(row_of("c58|PELE [PK]")->known & summary_bit(SUMMARY_RL), 0u, "not told");
}

Test(summary_quake3, of_cpma)
{
    sum_up_real("quake3/corpus/two_gamestates.dm_68");
    expect("boT", SUMMARY_LG, 33, false);
    expect("gog", SUMMARY_RG, 36, false);
    expect("gog", SUMMARY_TAKEN, 5284, false);
    sum_up_real("quake3/corpus/cpma_ctfs_large.dm_68");
    expect("myT", SUMMARY_RL, 27, false);
    expect("/b5k/", SUMMARY_FLAG, 9, true);
    cr_expect_eq(summary.teams[0].known & summary_bit(SUMMARY_RL), 0u, "of one player only");
    cr_expect(summary.teams[0].known & summary_bit(SUMMARY_FLAG));
}

Test(summary_quake3, of_quake_live)
{
    sum_up_real("quake3/corpus/duel.dm_91");
    expect("MVPz Zorak", SUMMARY_RL, 47, false);
    expect("[MD] toxjq", SUMMARY_MEGAHEALTH, 11, false);
}
