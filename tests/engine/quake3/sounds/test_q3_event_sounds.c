/* The sound of each event: its entity, its position, and its listeners. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "engine/quake3/sounds/q3_weapon_sounds.h"
#include "formats/base/dmath.h"
#include "tests/engine/quake3/sounds/ear.h"

enum { OWN = 2, OTHER = 3, TEMP = 300, PLAYER_EVENT = 16, DMFLAGS_NO_STEPS = 32 };

struct sample {
    int32_t event, parm;
    const char *heard; /* '#' is any digit */
};

static const struct sample *samples;
static uint32_t num_samples;

/* '#' of the pattern is any digit, '@' at its end whatever falls down. */
static bool fits(const char *pattern, const char *text)
{
    for (; *pattern != '\0' && *text != '\0'; pattern++, text++) {
        if (*pattern == '@') {
            return strncmp(text, " ^sound/player/gibimp", 21) == 0;
        }
        if (*pattern != *text && !(*pattern == '#' && *text >= '0' && *text <= '9')) {
            return false;
        }
    }
    return *pattern == *text;
}

static void begin(struct q3_demo *d, const char *server, const char *version)
{
    const struct q3_game *game = q3_game_of(d->protocol->number);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, server);
    q3_demo_configstring(d, game->version, version);
    q3_demo_configstring(d, (uint32_t)game->players + OWN, "n\\a\\t\\0\\model\\keel/default");
    q3_demo_configstring(d, (uint32_t)game->players + OTHER, "n\\b\\t\\0\\model\\doom/red");
    q3_demo_configstring(d, (uint32_t)game->players - 256 + 1, "sound/one.wav");
    q3_demo_configstring(d, (uint32_t)game->players - 256 + 2, "*fancy.wav");
    q3_demo_gamestate(d, OWN);
    d->player.fields[Q3_PS_CLIENT_NUM] = OWN;
    d->player.stats[0] = 100;
    q3_demo_entity(d, OTHER)[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    q3_demo_entity(d, OTHER)[Q3_ES_WEAPON] = 5;
    q3_demo_place(d, OTHER, 500.0f, 0.0f, 0.0f);
    q3_demo_snapshot(d, 1000, 0);
}

/* One event a snapshot, on the other player. */
static void put(struct q3_demo *d, const struct sample *sample, uint32_t number)
{
    int32_t *f = q3_demo_entity(d, OTHER);
    f[Q3_ES_EVENT] = sample->event | ((int32_t)(number & 3) << 8);
    f[Q3_ES_EVENT_PARM] = sample->parm;
    q3_demo_snapshot(d, 2000 + (int32_t)number * 1000, 1);
}

static void see_sample(uint32_t step)
{
    if (step >= 2) {
        const struct sample *sample = &samples[step - 2];
        const char *heard = ear_heard(DEMO_SOUND_START);
        cr_expect(fits(sample->heard, heard), "event %d: %s, not %s", sample->event, heard,
                  sample->heard);
        for (size_t i = ear.heard; i < ear.sounds.count; i++) {
            const struct demo_sound *s = &ear.sounds.items[i];
            cr_expect(s->kind != DEMO_SOUND_START || s->place == DEMO_SOUND_AT_LISTENER ||
                          s->origin[0] == 500.0f,
                      "event %d", sample->event);
        }
    }
}

static void check(int protocol, const char *server, const char *version, const struct sample *list,
                  uint32_t count)
{
    struct q3_demo *d = q3_demo_create(protocol);
    samples = list;
    num_samples = count;
    begin(d, server, version);
    for (uint32_t i = 0; i < count; i++) {
        put(d, &list[i], i);
    }
    ear_follow(d, see_sample);
}

#define CHECK(protocol, server, version, list)                                                     \
    check(protocol, server, version, list, sizeof(list) / sizeof((list)[0]))
#define FOOT "sound/player/footsteps/"
#define W "sound/weapons/"
#define GURGLE "sound/player/gurp#.wav"

Test(q3_event_sounds, of_the_original)
{
    static const struct sample list[] = {
        {1, 0, "*doom/footstep#"},
        {2, 0, FOOT "clank#.wav"},
        {3, 0, FOOT "splash#.wav"},
        {4, 0, FOOT "splash#.wav"},
        {5, 0, FOOT "splash#.wav"},
        {6, 0, ""},
        {9, 0, ""},
        {10, 0, "sound/player/land1.wav"},
        {11, 0, "*doom/pain100_1.wav"},
        {12, 0, "*doom/fall1.wav"},
        {13, 0, "sound/world/jumppad.wav *doom/jump1.wav"},
        {14, 0, "*doom/jump1.wav"},
        {15, 0, "sound/player/watr_in.wav"},
        {16, 0, "sound/player/watr_out.wav"},
        {17, 0, "sound/player/watr_un.wav"},
        {18, 0, "*doom/gasp.wav"},
        {19, 1, "sound/misc/ar1_pkup.wav"},
        {19, 3, "sound/misc/ar2_pkup.wav"},
        {19, 4, "sound/items/s_health.wav"},
        {19, 7, "sound/items/m_health.wav"},
        {19, 12, "sound/misc/w_pkup.wav"},
        {19, 23, "sound/misc/am_pkup.wav"},
        {19, 26, "sound/items/holdable.wav"},
        {19, 28, "sound/items/n_health.wav"},
        {19, 34, "sound/items/n_health.wav"},
        {19, 99, ""},
        {20, 28, "sound/items/quaddamage.wav"},
        {20, 34, ""},
        {21, 0, ""},
        {22, 0, W "change.wav"},
        {23, 0, W "rocket/rocklf1a.wav"},
        {24, 0, "sound/items/use_nothing.wav"},
        {25, 0, ""},
        {26, 0, "sound/items/use_medkit.wav"},
        {27, 0, ""},
        {28, 0, ""},
        {29, 0, "sound/items/invul_activate.wav"},
        {40, 0, "sound/items/respawn1.wav"},
        {41, 0, "sound/items/respawn1.wav"},
        {42, 0, "sound/world/telein.wav"},
        {43, 0, "sound/world/teleout.wav"},
        {44, 0, W "grenade/hgrenb#a.wav"},
        {45, 1, "sound/one.wav"},
        {45, 2, "*doom/fancy.wav"},
        {46, 1, "sound/one.wav"},
        {48, 0, ""},
        {49, 0, W "machinegun/ric#.wav"},
        {50, 0, W "rocket/rocklx1a.wav"},
        {51, 0, W "rocket/rocklx1a.wav"},
        {52, 0, W "rocket/rocklx1a.wav"},
        {53, 3, W "plasma/plasmx1a.wav"},
        {53, 255, ""},
        {54, 3, ""},
        {56, 20, "*doom/pain25_1.wav ~" GURGLE},
        {56, 24, "*doom/pain25_1.wav ~" GURGLE},
        {56, 25, "*doom/pain50_1.wav ~" GURGLE},
        {56, 49, "*doom/pain50_1.wav ~" GURGLE},
        {56, 50, "*doom/pain75_1.wav ~" GURGLE},
        {56, 74, "*doom/pain75_1.wav ~" GURGLE},
        {56, 75, "*doom/pain100_1.wav ~" GURGLE},
        {57, 0, "*doom/death1.wav ~*doom/drown.wav"},
        {58, 0, "*doom/death2.wav ~*doom/drown.wav"},
        {59, 0, "*doom/death3.wav ~*doom/drown.wav"},
        {60, 0, ""},
        {61, 0, "sound/items/damage3.wav"},
        {62, 0, "sound/items/protect3.wav"},
        {63, 0, "sound/items/regen.wav"},
        {64, 0, "sound/player/gibsplt1.wav@"},
        {65, 0, ""},
        {66, 0, W "proxmine/wstbimpd.wav"},
        {66, 0x40, W "proxmine/wstbimpl.wav"},
        {67, 0, W "proxmine/wstbactv.wav"},
        {68, 0, "sound/items/kam_explode.wav"},
        {69, 0, ""},
        {70, 0, "sound/items/kam_implode.wav sound/items/obelisk_hit_0#.wav"}, /* 2 s behind 68 */
        {71, 0, "sound/items/invul_impact_0#.wav"},
        {72, 0, "sound/items/invul_juiced.wav@"},
        {73, 0, ""},
        {75, 0, ""},
        {76, 0, "*doom/taunt.wav"},
        {77, 0, ""},
        {78, 0, ""},
        {79, 0, ""},
        {80, 0, ""},
        {81, 0, ""},
        {82, 0, ""},
        {200, 0, ""},
    };
    CHECK(68, "\\g_gametype\\0", "baseq3-1", list);
    CHECK(48, "\\g_gametype\\0", "baseq3-1", list);
}

Test(q3_event_sounds, of_other_games)
{
    static const struct sample test_game[] = {
        {48, 3, W "machinegun/ric#.wav"}, {51, 3, W "plasma/plasmx1a.wav"},
        {54, 20, "*doom/pain25_1.wav"},   {62, 0, "sound/player/gibsplt1.wav@"},
        {64, 0, "*doom/taunt.wav"},
    };
    static const struct sample live[] = {
        {8, 0, "*doom/fall1.wav"},
        {15, 5, "sound/items/s_health.wav"},
        {20, 0, W "rocket/rocklf1a.wav"},
        {57, 0, "*doom/drown.wav"},
        {62, 0, "sound/misc/ar1_pkup.wav"},
        {63, 0, "dlc_gibs/gibsplt1.ogg|sound/player/gibsplt1.wav@"},
        {81, 0, FOOT "snow#.wav|" FOOT "step#.wav"},
        {82, 0, FOOT "wood#.wav|" FOOT "step#.wav"},
        {84, 0, "sound/world/klaxon2.wav"},
        {85, 0, "sound/world/buzzer.wav"},
        {87, 0, ""},
        {88, 0, "sound/misc/tim_pump.wav"},
        {89, 0, ""},
        {92, 0, ""},
        {98, 0, ""},
    };
    static const struct sample openarena[] = {
        {14, 0, "*doom/jump1.wav"},
        {83, 0, FOOT "snow#.wav|" FOOT "step#.wav"},
        {84, 0, FOOT "wood#.wav|" FOOT "step#.wav"},
        {85, 0, FOOT "sand#.wav|" FOOT "step#.wav"},
        {86, 0, FOOT "gravel#.wav|" FOOT "step#.wav"},
        {87, 0, FOOT "foliage#.wav|" FOOT "step#.wav"},
        {88, 0, FOOT "ice#.wav|" FOOT "step#.wav"},
        {89, 0, FOOT "glass#.wav|" FOOT "step#.wav"},
        {90, 0, W "machinegun/ric#.wav"},
        {91, 0, W "machinegun/ric#.wav"},
        {92, 0, W "machinegun/ric#.wav"},
        {93, 0, W "machinegun/ric#.wav"},
    };
    static const struct sample cpma[] = {{66, 0, ""}, {76, 0, ""}, {78, 0, "*doom/taunt.wav"}};
    static const struct sample quiet[] = {{1, 0, ""}, {2, 0, ""}, {3, 0, FOOT "splash#.wav"}};
    CHECK(43, "\\g_gametype\\0", "", test_game);
    CHECK(91, "\\g_gametype\\0", "", live);
    CHECK(71, "\\g_gametype\\4", "baseoa-1", openarena);
    CHECK(68, "\\g_gametype\\0", "cpma-1", cpma);
    CHECK(68, "\\g_gametype\\0\\dmflags\\32", "baseq3-1", quiet);
}

static const char *expected[8];
static enum demo_sound_place places[8];
static int32_t entities[8];

static void see_expected(uint32_t step)
{
    if (step < 2) {
        return;
    }
    const char *heard = ear_heard(DEMO_SOUND_START);
    cr_expect(fits(expected[step - 2], heard), "%u: %s, not %s", step, heard, expected[step - 2]);
    for (size_t i = ear.heard; i < ear.sounds.count; i++) {
        const struct demo_sound *s = &ear.sounds.items[i];
        cr_expect(s->kind != DEMO_SOUND_START ||
                      (s->place == places[step - 2] && s->entity == entities[step - 2]),
                  "%u: place %d, entity %d", step, (int)s->place, s->entity);
    }
}

static int32_t *put_temp(struct q3_demo *d, uint32_t number, int32_t event)
{
    int32_t *f = q3_demo_entity(d, number);
    f[Q3_ES_E_TYPE] = 13 + event;
    q3_demo_place(d, number, 64.0f, 0.0f, 0.0f);
    return f;
}

/* Entities that are events: whose they are, and where they sound from. */
Test(q3_event_sounds, owners)
{
    struct q3_demo *d = q3_demo_create(68);
    begin(d, "\\g_gametype\\0", "baseq3-1");
    int32_t *f = put_temp(d, TEMP, 42); /* its own place */
    expected[0] = "sound/world/telein.wav";
    places[0] = DEMO_SOUND_AT_ORIGIN;
    entities[0] = TEMP;
    q3_demo_snapshot(d, 1050, 1);
    f = put_temp(d, TEMP + 1, 19); /* a player's */
    f[Q3_ES_E_FLAGS] = PLAYER_EVENT;
    f[Q3_ES_OTHER_ENTITY_NUM] = OTHER;
    f[Q3_ES_EVENT_PARM] = 5;
    expected[1] = "sound/items/n_health.wav";
    places[1] = DEMO_SOUND_AT_ENTITY;
    entities[1] = OTHER;
    q3_demo_snapshot(d, 1100, 1);
    f = put_temp(d, TEMP + 2, 57); /* OSP's and CPMA's: the model is whose it is */
    f[Q3_ES_MODELINDEX2] = 16 + OTHER;
    expected[2] = "*doom/death1.wav ~*doom/drown.wav";
    places[2] = DEMO_SOUND_AT_ENTITY;
    entities[2] = OTHER;
    q3_demo_snapshot(d, 1150, 1);
    f = put_temp(d, TEMP + 3, 57); /* unknown */
    expected[3] = "*/death1.wav ~*/drown.wav";
    places[3] = DEMO_SOUND_AT_ENTITY;
    entities[3] = DEMO_SOUND_NOBODY;
    q3_demo_snapshot(d, 1200, 1);
    d->player.fields[Q3_PS_EXTERNAL_EVENT] = 14 | 0x100; /* the own player's */
    expected[4] = "*keel/jump1.wav";
    places[4] = DEMO_SOUND_AT_ENTITY;
    entities[4] = OWN;
    q3_demo_snapshot(d, 1250, 1);
    f = put_temp(d, TEMP + 4, 57); /* player 0, without a model */
    f[Q3_ES_MODELINDEX2] = 16;
    expected[5] = "*/death1.wav ~*/drown.wav";
    places[5] = DEMO_SOUND_AT_ENTITY;
    entities[5] = 0;
    q3_demo_snapshot(d, 1300, 1);
    ear_follow(d, see_expected);
}

/* Quad sounds with a shot, lightning when it begins alone, pain half a second apart. */
Test(q3_event_sounds, what_went_before_counts)
{
    enum { FIRING = 0x100 };
    struct q3_demo *d = q3_demo_create(68);
    begin(d, "\\g_gametype\\0", "baseq3-1");
    int32_t *f = q3_demo_entity(d, OTHER);
    for (int i = 0; i < 8; i++) {
        places[i] = DEMO_SOUND_AT_ENTITY;
        entities[i] = OTHER;
    }
    f[Q3_ES_WEAPON] = 6;
    f[Q3_ES_POWERUPS] = 2;
    f[Q3_ES_E_FLAGS] = FIRING;
    f[Q3_ES_EVENT] = 23 | 0x100;
    expected[0] = "sound/items/damage3.wav sound/weapons/lightning/lg_fire.wav";
    q3_demo_snapshot(d, 1050, 1);
    f[Q3_ES_EVENT] = 23 | 0x200;
    expected[1] = "";
    q3_demo_snapshot(d, 1100, 1);
    f[Q3_ES_EVENT] = 56 | 0x100;
    f[Q3_ES_EVENT_PARM] = 60;
    expected[2] = "*doom/pain75_1.wav ~" GURGLE;
    q3_demo_snapshot(d, 1150, 1);
    int32_t *shot = put_temp(d, TEMP, 23); /* a single one restarts */
    shot[Q3_ES_E_FLAGS] = PLAYER_EVENT | FIRING;
    shot[Q3_ES_OTHER_ENTITY_NUM] = OTHER;
    shot[Q3_ES_WEAPON] = 6;
    expected[3] = "sound/items/damage3.wav sound/weapons/lightning/lg_fire.wav";
    q3_demo_snapshot(d, 1200, 1);
    q3_demo_remove(d, TEMP);
    f[Q3_ES_EVENT] = 56 | 0x200;
    expected[4] = "";
    q3_demo_snapshot(d, 1600, 1);
    f[Q3_ES_EVENT] = 56 | 0x300;
    expected[5] = "*doom/pain75_1.wav ~" GURGLE;
    q3_demo_snapshot(d, 1700, 1);
    ear_follow(d, see_expected);
}

/* The digit of a name is a hash of the sound's seed. */
static void see_digit(uint32_t step)
{
    for (size_t i = ear.heard; step >= 2 && i < ear.sounds.count; i++) {
        const struct demo_sound *s = &ear.sounds.items[i];
        char name[64];
        snprintf(name, sizeof(name), FOOT "splash%c.wav", "1234"[dmath_hash(s->seed, 0, 2) % 4]);
        cr_expect_str_eq(ear_name(s), name);
    }
}

Test(q3_event_sounds, names_are_drawn_by_the_seed)
{
    struct q3_demo *d = q3_demo_create(68);
    begin(d, "\\g_gametype\\0", "baseq3-1");
    for (uint32_t i = 0; i < 8; i++) {
        const struct sample splash = {3, 0, NULL};
        put(d, &splash, i);
    }
    ear_follow(d, see_digit);
}

Test(q3_event_sounds, impacts_by_game_and_surface)
{
    static const struct {
        enum q3_mod mod;
        int32_t weapon;
        enum q3_surface surface;
        const char *name;
    } cases[] = {
        {Q3_MOD_NONE, Q3_WEAPON_ROCKETS, Q3_SURFACE_FLESH, W "rocket/rocklx1a.wav"},
        {Q3_MOD_NONE, Q3_WEAPON_NAILGUN, Q3_SURFACE_FLESH, NULL},
        {Q3_MOD_NONE, Q3_WEAPON_NAILGUN, Q3_SURFACE_WALL, W "nailgun/wnalimpd.wav"},
        {Q3_MOD_NONE, Q3_WEAPON_CHAINGUN, Q3_SURFACE_METAL, W "vulcan/wvulimpm.wav"},
        {Q3_MOD_NONE, Q3_WEAPON_SHOTGUN, Q3_SURFACE_WALL, NULL},
        {Q3_MOD_TEAM_ARENA, Q3_WEAPON_MACHINEGUN, Q3_SURFACE_FLESH, NULL},
        {Q3_MOD_TEAM_ARENA, Q3_WEAPON_NAILGUN, Q3_SURFACE_FLESH, W "nailgun/wnalimpl.wav"},
        {Q3_MOD_TEAM_ARENA, Q3_WEAPON_CHAINGUN, Q3_SURFACE_METAL, W "machinegun/ric#.wav"},
        {Q3_MOD_OPENARENA, Q3_WEAPON_CHAINGUN, Q3_SURFACE_WALL, W "machinegun/ric#.wav"},
        {Q3_MOD_OPENARENA, Q3_WEAPON_MINES, Q3_SURFACE_FLESH, W "proxmine/wstbexpl.wav"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *name = q3_weapon_impact(cases[i].mod, cases[i].weapon, cases[i].surface).name;
        cr_expect_str_eq(name ? name : "", cases[i].name ? cases[i].name : "", "%zu: %s", i,
                         name ? name : "silent");
    }
}
