/* Loops: weapons, missiles, speakers with intervals, music. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_game.h"
#include "tests/engine/quake3/sounds/ear.h"

enum { OWN = 2, OTHER = 3, MISSILE = 100, SPEAKER = 200, FIRING = 0x100 };

static struct q3_demo *begin(void)
{
    struct q3_demo *d = q3_demo_create(68);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, "\\g_gametype\\0");
    q3_demo_configstring(d, 2, "music/intro.wav music/loop");
    q3_demo_configstring(d, 288 + 1, "sound/one.wav");
    q3_demo_gamestate(d, OWN);
    d->player.fields[Q3_PS_CLIENT_NUM] = OWN;
    d->player.stats[0] = 100;
    return d;
}

static void see_weapons(uint32_t step)
{
    static const char *const own[] = {
        "", "sound/weapons/railgun/rg_hum.wav", "sound/weapons/melee/fsthum.wav",
        "sound/weapons/lightning/lg_hum.wav", "sound/items/flight.wav"};
    static const char *const missile[] = {"", "", "sound/weapons/rocket/rockfly.wav",
                                          "sound/weapons/plasma/lasfly.wav", ""};
    static const char *const other[] = {"", "", "sound/weapons/vulcan/wvulfire.wav", "", ""};
    cr_expect_str_eq(ear.loops[OWN], own[step], "%u: %s", step, ear.loops[OWN]);
    cr_expect_str_eq(ear.loops[MISSILE], missile[step], "%u: %s", step, ear.loops[MISSILE]);
    cr_expect_str_eq(ear.loops[OTHER], other[step], "%u: %s", step, ear.loops[OTHER]);
    if (step == 3) {
        cr_expect_str_eq(ear_heard(DEMO_SOUND_START), "sound/weapons/vulcan/wvulwind.wav");
    }
}

Test(q3_loops, weapons_and_missiles)
{
    struct q3_demo *d = begin();
    d->player.fields[Q3_PS_WEAPON] = 7;
    q3_demo_snapshot(d, 1000, 0);
    d->player.fields[Q3_PS_WEAPON] = 6;
    q3_demo_entity(d, MISSILE)[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
    q3_demo_entity(d, MISSILE)[Q3_ES_WEAPON] = 5;
    q3_demo_entity(d, OTHER)[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    q3_demo_entity(d, OTHER)[Q3_ES_WEAPON] = 13;
    q3_demo_entity(d, OTHER)[Q3_ES_E_FLAGS] = FIRING;
    q3_demo_snapshot(d, 1050, 1);
    d->player.fields[Q3_PS_E_FLAGS] = FIRING;
    q3_demo_entity(d, MISSILE)[Q3_ES_WEAPON] = 8;
    q3_demo_entity(d, OTHER)[Q3_ES_E_FLAGS] = 0;
    q3_demo_snapshot(d, 1100, 1);
    d->player.fields[Q3_PS_E_FLAGS] = 0;
    d->player.fields[Q3_PS_WEAPON] = 5;
    d->player.powerups[Q3_POWERUP_FLIGHT] = 99999;
    q3_demo_remove(d, MISSILE);
    q3_demo_snapshot(d, 1150, 1);
    ear_follow(d, see_weapons);
}

static uint32_t turns, last_turn;

static void see_speaker(uint32_t step)
{
    const char *heard = ear_heard(DEMO_SOUND_START);
    if (*heard != '\0') {
        cr_expect_str_eq(heard, "sound/one.wav");
        cr_expect(turns == 0 || (step - last_turn >= 5 && step - last_turn <= 15), "%u behind %u",
                  step, last_turn);
        turns++;
        last_turn = step;
    }
}

/* Every second, give or take half of one. */
Test(q3_loops, speakers_now_and_then)
{
    struct q3_demo *d = begin();
    int32_t *f = q3_demo_entity(d, SPEAKER);
    f[Q3_ES_E_TYPE] = Q3_ET_SPEAKER;
    f[Q3_ES_EVENT_PARM] = 1;
    f[Q3_ES_FRAME] = 10;
    f[Q3_ES_CLIENT_NUM] = 5;
    for (int32_t i = 0; i < 200; i++) {
        q3_demo_snapshot(d, 1000 + i * 100, i > 0);
    }
    turns = 0;
    ear_follow(d, see_speaker);
    cr_expect(turns >= 18 && turns <= 22, "%u", turns);
}

static void see_music(uint32_t step)
{
    static const char *const music[] = {
        "music/intro\nmusic/loop", "", "music/one", "music/one", "", ""};
    cr_expect_str_eq(ear_heard(DEMO_SOUND_MUSIC), music[step], "%u", step);
}

Test(q3_loops, music_begins_anew_with_each_match)
{
    struct q3_demo *d = begin();
    q3_demo_snapshot(d, 1000, 0);
    q3_demo_command(d, "cs 2 \"music\\one.ogg\"");
    q3_demo_snapshot(d, 1050, 1);
    q3_demo_command(d, "map_restart");
    q3_demo_snapshot(d, 1100, 1);
    q3_demo_command(d, "cs 2 \"\""); /* a name that is none: it stops */
    q3_demo_snapshot(d, 1150, 1);
    ear_follow(d, see_music);
}

static void see_hover(uint32_t step)
{
    cr_expect_str_eq(ear.loops[MISSILE], step == 1 ? "sound/weapons/weapon_hover.wav" : "", "%u",
                     step);
}

/* Weapon items hum in the games that have it; taken ones do not. */
Test(q3_loops, weapons_hum_in_openarena)
{
    enum { ROCKET_LAUNCHER = 12, SHELLS = 18, NO_DRAW = 0x80 };
    struct q3_demo *d = q3_demo_create(68);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, "\\g_gametype\\0");
    q3_demo_configstring(d, 20, "baseoa-1");
    q3_demo_gamestate(d, OWN);
    q3_demo_entity(d, MISSILE)[Q3_ES_E_TYPE] = Q3_ET_ITEM;
    q3_demo_entity(d, MISSILE)[Q3_ES_MODELINDEX] = ROCKET_LAUNCHER;
    q3_demo_snapshot(d, 1000, 0);
    q3_demo_entity(d, MISSILE)[Q3_ES_E_FLAGS] = NO_DRAW;
    q3_demo_snapshot(d, 1050, 1);
    q3_demo_entity(d, MISSILE)[Q3_ES_E_FLAGS] = 0;
    q3_demo_entity(d, MISSILE)[Q3_ES_MODELINDEX] = SHELLS;
    q3_demo_snapshot(d, 1100, 1);
    ear_follow(d, see_hover);
}
