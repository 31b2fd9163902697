/* Sounds for the own player only, and announcements of the match for all: changes between
 * snapshots, and commands. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_game.h"
#include "tests/engine/quake3/sounds/ear.h"

enum {
    OWN = 2,
    STEPS = 24,
    HITS = 1,
    RANK = 2,
    TEAM = 3,
    EVENTS = 5,
    IMPRESSIVE = 9,
    EXCELLENT = 10,
    CAPTURES = 14
};

static struct q3_demo *d;
static const char *expected[STEPS];
static uint32_t num_steps;
static int32_t now;

static void begin_in(int protocol, const char *server)
{
    const struct q3_game *game = q3_game_of(protocol);
    memset(expected, 0, sizeof(expected));
    d = q3_demo_create(protocol);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, server);
    q3_demo_configstring(d, game->version, game->live ? "" : "baseq3-1");
    q3_demo_configstring(d, game->level_start, "1000");
    q3_demo_configstring(d, (uint32_t)game->players + OWN, "n\\a\\t\\0\\model\\keel/default");
    q3_demo_gamestate(d, OWN);
    d->player.fields[Q3_PS_CLIENT_NUM] = OWN;
    d->player.stats[0] = 100;
    d->player.stats[2] = 1 << 5;
    d->player.ammo[5] = 50;
    now = 1000;
    num_steps = 0;
    q3_demo_snapshot(d, now, 0);
}

static void begin(const char *server)
{
    begin_in(68, server);
}

/* The next snapshot is to sound so. */
static void step(int32_t ms, const char *heard)
{
    cr_assert_lt(num_steps, (uint32_t)STEPS);
    now += ms;
    expected[num_steps++] = heard;
    q3_demo_snapshot(d, now, 1);
}

static void see(uint32_t block)
{
    if (block >= 2) {
        const char *heard = ear_heard(DEMO_SOUND_START);
        cr_expect_str_eq(heard, expected[block - 2], "step %u: %s, not %s", block - 2, heard,
                         expected[block - 2]);
    }
}

#define F "sound/feedback/"
#define T "sound/teamplay/"

Test(q3_own_sounds, hits_pain_and_rewards)
{
    begin("\\g_gametype\\0");
    d->player.persistant[HITS] = 1;
    step(50, "!" F "hit.wav");
    d->player.persistant[HITS] = 0;
    step(50, "!" F "hit_teammate.wav");
    d->player.stats[0] = 45;
    step(50, "*keel/pain50_1.wav ~sound/player/gurp1.wav");
    d->player.stats[0] = 44; /* health that runs out */
    step(50, "");
    d->player.stats[0] = 20; /* too soon */
    step(50, "");
    d->player.persistant[IMPRESSIVE] = 1;
    d->player.persistant[RANK] = 0x4000; /* suppressed by a reward */
    step(50, "!2" F "impressive.wav");
    d->player.persistant[RANK] = 0;
    step(50, "!1" F "takenlead.wav");
    d->player.persistant[RANK] = 0x4000;
    step(50, "!1" F "tiedlead.wav");
    d->player.persistant[RANK] = 1;
    step(50, "!1" F "lostlead.wav");
    d->player.persistant[RANK] = 2;
    step(50, "");
    d->player.persistant[EVENTS] = 1;
    step(50, "!" F "denied.wav");
    d->player.persistant[EVENTS] = 3;
    step(50, "!" F "humiliation.wav");
    d->player.persistant[EVENTS] = 7;
    step(50, "!" F "voc_holyshit.wav");
    d->player.persistant[CAPTURES] = 1;
    step(50, "!2" T "flagcapture_yourteam.wav");
    d->player.fields[Q3_PS_CLIENT_NUM] = OWN + 1; /* another player's view: nothing is compared */
    d->player.persistant[HITS] = 50;
    step(50, "");
    d->player.persistant[TEAM] = 3;
    d->player.persistant[HITS] = 60;
    step(50, "");
    ear_follow(d, see);
}

Test(q3_own_sounds, what_runs_out)
{
    begin("\\g_gametype\\0\\timelimit\\10\\fraglimit\\20");
    d->player.ammo[5] = 4;
    step(50, "!sound/weapons/noammo.wav");
    step(50, "");
    d->player.ammo[5] = 0;
    step(50, "!sound/weapons/noammo.wav");
    d->player.ammo[5] = 10;
    step(50, "");
    d->player.powerups[Q3_POWERUP_QUAD] = now + 5600;
    step(500, "");
    step(200, "!sound/items/wearoff.wav"); /* 4.9 s */
    step(800, "");
    step(200, "!sound/items/wearoff.wav"); /* 3.9 s */
    now = 1000 + 5 * 60000;
    step(0, "");
    step(50, "!" F "5_minute.wav");
    step(50, "");
    now = 1000 + 9 * 60000;
    step(50, "!" F "1_minute.wav");
    now = 1000 + 10 * 60000 + 2000;
    step(0, "");
    step(50, "!" F "sudden_death.wav");
    q3_demo_command(d, "cs 6 17");
    step(50, "!1" F "3_frags.wav");
    q3_demo_command(d, "cs 6 19");
    step(50, "!1" F "1_frag.wav");
    q3_demo_command(d, "cs 7 18");
    step(50, "");
    ear_follow(d, see);
}

/* Who comes late is warned late, once. */
Test(q3_own_sounds, the_first_warning_is_the_one_that_is_due)
{
    begin("\\g_gametype\\0\\timelimit\\10");
    now = 1000 + 7 * 60000;
    step(50, "!" F "5_minute.wav");
    step(50, "");
    ear_follow(d, see);
}

Test(q3_own_sounds, the_match_and_its_people)
{
    begin("\\g_gametype\\0");
    q3_demo_command(d, "chat \"a: hello\"");
    step(50, "sound/player/talk.wav");
    q3_demo_command(d, "tchat \"a: hello\"");
    q3_demo_command(d, "chat \"a: hello\"");
    step(50, "sound/player/talk.wav");
    q3_demo_command(d, "print \"hello\"");
    step(50, "");
    q3_demo_command(d, "cs 8 1000");
    q3_demo_command(d, "cs 9 \"map q3dm1\"");
    step(50, "sound/player/talk.wav");
    q3_demo_command(d, "cs 8 \"\"");
    step(50, "");
    q3_demo_command(d, "cs 5 6000");
    step(50, F "prepare.wav");
    now = 6000 - 3000;
    step(0, "");
    step(50, F "three.wav");
    step(500, "");
    step(500, F "two.wav");
    step(1000, F "one.wav");
    q3_demo_command(d, "cs 5 \"\"");
    q3_demo_command(d, "map_restart");
    d->flags ^= Q3_SNAP_SERVER_COUNT;
    d->player.persistant[RANK] = 0x4000; /* compared with the snapshot before */
    step(1000, F "fight.wav !1" F "tiedlead.wav");
    ear_follow(d, see);
}

static void begin_arena(const char *server)
{
    begin(server);
    q3_demo_command(d, "cs 20 baseoa-1");
    step(50, "");
}

/* Before each round as before a match; where there are none, nothing counts. */
Test(q3_own_sounds, openarenas_rounds_are_counted_in)
{
    for (int kind = 8; kind <= 11; kind++) {
        const bool rounds = kind < 11;
        char server[64];
        snprintf(server, sizeof(server), "\\g_gametype\\%d", kind);
        begin_arena(server);
        q3_demo_command(d, "elimination 0 0 11050"); /* ten seconds on */
        step(50, "");
        now = 11050 - 3050;
        step(0, "");
        step(51, rounds ? F "three.wav" : "");
        step(49, "");
        step(950, "");
        step(1, rounds ? F "two.wav" : "");
        step(1000, rounds ? F "one.wav" : "");
        step(999, "");
        step(50, ""); /* it runs: its beginning has no word */
        q3_demo_command(d, "elimination 1 0 20000");
        step(50, "");
        q3_demo_command(d, "cs 5 19000"); /* the match waits: its own count goes first */
        now = 16001;
        step(0, F "prepare.wav " F "three.wav");
        ear_follow(d, see);
    }
}

/* Ten seconds before points score, and the last three. */
Test(q3_own_sounds, openarenas_points_are_counted)
{
    begin_arena("\\g_gametype\\11");
    q3_demo_command(d, "cs 23 12");
    q3_demo_command(d, "ddtaken 1100");
    now = 1100;
    step(0, "");
    step(50, "");
    q3_demo_command(d, "cs 23 11");
    step(50, "sound/items/cl_doubler.wav");
    step(900, "");
    now = 1100 + 7000;
    step(0, "");
    step(1, F "three.wav");
    step(1000, F "two.wav");
    q3_demo_command(d, "cs 23 12"); /* one is lost, and taken again */
    step(500, "");
    q3_demo_command(d, "cs 23 22");
    q3_demo_command(d, "ddtaken 9601");
    step(50, "sound/items/cl_doubler.wav");
    now = 9601 + 9000;
    step(1, F "one.wav");
    q3_demo_command(d, "cs 23 33");
    step(1000, "");
    ear_follow(d, see);
}

/* Its data has them, its client does not ask for them. */
Test(q3_own_sounds, what_openarena_does_not_say)
{
    begin("\\g_gametype\\4");
    q3_demo_command(d, "cs 20 missionpack-1");
    step(50, "");
    q3_demo_command(d, "cs 9 \"map q3dm1\"");
    step(50, F "vote_now.wav");
    q3_demo_command(d, "print \"vote passed\n\"");
    step(50, F "vote_passed.wav");
    q3_demo_command(d, "cs 5 90000");
    step(50, F "prepare_team.wav");
    ear_follow(d, see);
    begin_arena("\\g_gametype\\4\\g_altExcellent\\1");
    q3_demo_command(d, "cs 9 \"map q3dm1\"");
    step(50, "");
    q3_demo_command(d, "print \"vote passed\n\"");
    step(50, "");
    q3_demo_command(d, "cs 5 90000");
    step(50, F "prepare.wav");
    d->player.persistant[EXCELLENT] = 1;
    step(50, "");
    q3_demo_command(d, "cs 0 \"\\g_gametype\\4\"");
    d->player.persistant[EXCELLENT] = 2;
    step(50, "!2" F "excellent.wav");
    ear_follow(d, see);
}

/* Played once, when the regrowth starts: five seconds after the destruction. */
Test(q3_own_sounds, an_obelisk_that_grows_again)
{
    enum { OBELISK = 90, GONE = 2 };
    begin_arena("\\g_gametype\\6");
    q3_demo_place(d, OBELISK, 1, 2, 3);
    int32_t *f = q3_demo_entity(d, OBELISK);
    f[Q3_ES_E_TYPE] = Q3_ET_TEAM;
    step(50, "");
    f[Q3_ES_FRAME] = GONE;
    step(50, "");
    step(5000, "");
    step(1, "sound/items/obelisk_respawn.wav");
    step(5000, "");
    f[Q3_ES_FRAME] = 0;
    step(50, "");
    f[Q3_ES_FRAME] = GONE;
    step(50, "");
    f[Q3_ES_FRAME] = 0; /* stands again before its time */
    step(50, "");
    step(5000, "");
    q3_demo_command(d, "cs 0 \"\\g_gametype\\4\"");
    f[Q3_ES_FRAME] = GONE;
    step(50, "");
    step(5050, "");
    ear_follow(d, see);
}

/* A vote of the recorder's team, as one of all. */
Test(q3_own_sounds, teams_vote)
{
    begin("\\g_gametype\\3");
    q3_demo_command(d, "cs 546 \"n\\a\\t\\2\"");
    step(50, "");
    q3_demo_command(d, "cs 12 1000"); /* red's */
    q3_demo_command(d, "cs 16 2");
    step(50, "");
    q3_demo_command(d, "cs 13 1000");
    q3_demo_command(d, "cs 15 \"leader 3\"");
    step(50, "sound/player/talk.wav");
    q3_demo_command(d, "cs 17 1");
    step(50, "sound/player/talk.wav");
    q3_demo_command(d, "cs 19 1");
    step(50, "sound/player/talk.wav");
    step(50, "");
    q3_demo_command(d, "cs 13 \"\"");
    step(50, "");
    ear_follow(d, see);
}

/* Quake Live has four pitches of hits, and other file names of the announcer. */
Test(q3_own_sounds, hits_have_pitches)
{
    begin("\\g_gametype\\0");
    q3_demo_command(d, "cs 20 cpma-1");
    step(50, "");
    d->player.persistant[HITS] = 25;
    step(50, "!" F "hit0.wav|" F "hit.wav");
    d->player.persistant[HITS] = 25 + 26;
    step(50, "!" F "hit1.wav|" F "hit.wav");
    d->player.persistant[HITS] += 100;
    step(50, "!" F "hit3.wav|" F "hit.wav");
    q3_demo_command(d, "mm2 2 0 hello"); /* talks, too */
    step(50, "sound/player/talk.wav");
    ear_follow(d, see);
    begin_in(91, "\\g_gametype\\0\\protocol\\91");
    d->player.persistant[HITS] = 1;
    d->player.fields[Q3_PS_GENERIC1] = 2 * 64;
    step(50, "!" F "hit2.wav|" F "hit.wav");
    d->player.persistant[RANK] = 1;
    step(50, "!1sound/vo/lead_lost.ogg|" F "lostlead.wav");
    d->player.persistant[RANK] = 0;
    step(50, "!1sound/vo/lead_taken.ogg|" F "takenlead.wav");
    ear_follow(d, see);
}

static void put_team_sound(int32_t parm)
{
    static uint32_t number;
    int32_t *f;
    q3_demo_remove(d, 200 + number);
    number = (number + 1) % 8;
    f = q3_demo_entity(d, 200 + number);
    memset(f, 0, Q3_ES_COUNT * sizeof(*f));
    f[Q3_ES_E_TYPE] = 13 + 47;
    f[Q3_ES_EVENT_PARM] = parm;
}

Test(q3_own_sounds, what_is_said_to_a_team)
{
    static const char *const red[] = {
        "!1" T "flagcapture_yourteam.wav",
        "!1" T "flagcapture_opponent.wav",
        "!1" T "flagreturn_yourteam.wav !1" T "voc_blue_returned.wav",
        "!1" T "flagreturn_opponent.wav !1" T "voc_red_returned.wav",
        "!1" T "voc_team_flag.wav",
        "!1" T "voc_enemy_flag.wav",
        "!1" T "voc_base_attack.wav",
        "",
        "!1" T "voc_red_scores.wav",
        "!1" T "voc_blue_scores.wav",
        "!1" F "redleads.wav",
        "!1" F "blueleads.wav",
        "!1" F "teamstied.wav",
        "!sound/items/kam_explode_far.wav",
        "",
    };
    begin("\\g_gametype\\4");
    d->player.persistant[TEAM] = 1;
    step(50, "");
    for (int32_t i = 0; i < (int32_t)(sizeof(red) / sizeof(red[0])); i++) {
        put_team_sound(i);
        step(50, red[i]);
    }
    d->player.powerups[Q3_POWERUP_BLUE_FLAG] = INT32_MAX; /* it is he */
    put_team_sound(4);
    step(50, "!" T "voc_you_flag.wav");
    put_team_sound(-1);
    step(50, "");
    ear_follow(d, see);
}

/* OpenArena's are those of who recorded it, whomever he looks at. */
Test(q3_own_sounds, what_is_said_to_a_recorder)
{
    for (int team = 1; team <= 3; team++) {
        begin("\\g_gametype\\4");
        q3_demo_command(d, "cs 20 baseoa-1");
        q3_demo_command(d, team == 1   ? "cs 546 \"n\\a\\t\\1\""
                           : team == 2 ? "cs 546 \"n\\a\\t\\2\""
                                       : "cs 546 \"n\\a\\t\\3\"");
        d->player.persistant[TEAM] = 1;
        step(50, "");
        put_team_sound(0);
        step(50, team == 1 ? "!1" T "flagcapture_yourteam.wav" : "!1" T "flagcapture_opponent.wav");
        put_team_sound(4);
        step(50, team == 1   ? "!1" T "voc_team_flag.wav"
                 : team == 2 ? "!1" T "voc_enemy_flag.wav"
                             : "");
        ear_follow(d, see);
    }
}

Test(q3_own_sounds, a_match_of_five_minutes_has_no_five_minute_warning)
{
    begin("\\g_gametype\\0\\timelimit\\5");
    step(50, "");
    now = 1000 + 4 * 60000;
    step(0, "");
    step(1, "!" F "1_minute.wav");
    ear_follow(d, see);
}

Test(q3_own_sounds, a_frag_limit_is_no_warning_itself)
{
    begin("\\g_gametype\\0\\fraglimit\\3");
    q3_demo_command(d, "cs 6 -1");
    step(50, "");
    q3_demo_command(d, "cs 6 0");
    step(50, "");
    q3_demo_command(d, "cs 6 1");
    step(50, "!1" F "2_frags.wav");
    ear_follow(d, see);
}

/* Slot 0 is a player, slots from 64 on are none. */
Test(q3_own_sounds, are_of_clients_0_to_63)
{
    begin("\\g_gametype\\0");
    d->player.fields[Q3_PS_CLIENT_NUM] = 0;
    step(50, "");
    d->player.persistant[HITS] = 1;
    step(50, "!" F "hit.wav");
    d->player.fields[Q3_PS_CLIENT_NUM] = 64;
    step(50, "");
    d->player.persistant[HITS] = 2;
    step(50, "");
    ear_follow(d, see);
}

Test(q3_own_sounds, openarena_warns_of_ammunition_that_is_not_endless)
{
    begin_arena("\\g_gametype\\0");
    d->player.stats[2] = 1 << 1 | 1 << 5;
    d->player.stats[6] = 100; /* the original's indices */
    step(50, "");
    d->player.ammo[5] = 4;
    step(50, "!sound/weapons/noammo.wav");
    q3_demo_command(d, "cs 0 \"\\g_gametype\\0\\g_rockets\\1\"");
    d->player.ammo[5] = 0;
    step(50, "");
    ear_follow(d, see);
}

static void see_music(uint32_t block)
{
    if (block == 0) {
        cr_expect_str_eq(ear_heard(DEMO_SOUND_MUSIC), "music/intro\nmusic/the.loop/b");
    }
}

Test(q3_own_sounds, music_has_an_intro_and_a_loop)
{
    d = q3_demo_create(68);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, "\\g_gametype\\0");
    q3_demo_configstring(d, 20, "baseq3-1");
    q3_demo_configstring(d, 2, "\tmusic\\intro.wav  music/the.loop/b");
    q3_demo_gamestate(d, OWN);
    q3_demo_snapshot(d, 1000, 0);
    ear_follow(d, see_music);
}
