/* Sounds that depend on the level, and sounds that OpenArena's client plays ahead. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_gibs.h"
#include "engine/quake3/q3_game.h"
#include "tests/engine/quake3/sounds/ear.h"

enum { OWN = 2, OTHER = 3, MISSILE = 100, GENERAL = 101, CROUCHED = 13 | 0x80 };
enum { BOUNCE = 44, MISS = 51, PAIN = 56, DEATH = 57, GIB = 64, JUICED = 72 };

static struct q3_demo *begin(int protocol, const char *version)
{
    struct q3_demo *d = q3_demo_create(protocol);
    const struct q3_game *game = q3_game_of(protocol);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, "\\g_gametype\\0");
    q3_demo_configstring(d, game->version, version);
    q3_demo_configstring(d, (uint32_t)game->players + OTHER, "n\\b\\t\\0\\model\\doom/red");
    q3_demo_gamestate(d, OWN);
    d->player.fields[Q3_PS_CLIENT_NUM] = OWN;
    d->player.stats[0] = 100;
    q3_demo_entity(d, OTHER)[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    q3_demo_place(d, OTHER, 500.0f, 0.0f, 0.0f);
    q3_demo_snapshot(d, 1000, 0);
    return d;
}

/* The i-th sound that the last message starts, of those with or without a trajectory. */
static const struct demo_sound *started(size_t i, bool thrown)
{
    for (size_t k = ear.heard; k < ear.sounds.count; k++) {
        const struct demo_sound *s = &ear.sounds.items[k];
        if (s->kind == DEMO_SOUND_START && (s->flight > 0) == thrown && i-- == 0) {
            return s;
        }
    }
    return NULL;
}

/* --- water ------------------------------------------------------------------------------------ */

static int8_t expected_depths[2][3];

static void see_depths(uint32_t step)
{
    if (step < 2) {
        return;
    }
    const bool gurgles = expected_depths[0][0] != 0;
    const struct demo_sound *dry = started(0, false), *wet = started(1, false);
    cr_assert_not_null(dry);
    cr_assert_eq(wet != NULL, gurgles);
    cr_expect_eq(dry->water, gurgles ? DEMO_SOUND_IN_THE_DRY : DEMO_SOUND_ANYWHERE);
    if (gurgles) {
        cr_expect_eq(wet->water, DEMO_SOUND_UNDER_WATER);
        cr_expect_arr_eq(dry->depths, expected_depths[step - 2], 3, "%u", step);
        cr_expect_arr_eq(wet->depths, expected_depths[step - 2], 3);
        cr_expect(wet->entity == OTHER && wet->origin[0] == 500.0f);
    }
}

static void check_depths(int protocol, const char *version, const int8_t depths[2][3])
{
    struct q3_demo *d = begin(protocol, version);
    const struct q3_game *game = q3_game_of(protocol);
    const int32_t pain = game->live ? 53 : game->event_entity < 13 ? 54 : PAIN;
    memcpy(expected_depths, depths, sizeof(expected_depths));
    q3_demo_entity(d, OTHER)[Q3_ES_EVENT] = pain | 0x100;
    q3_demo_snapshot(d, 2000, 1);
    q3_demo_entity(d, OTHER)[Q3_ES_LEGS_ANIM] = CROUCHED;
    q3_demo_entity(d, OTHER)[Q3_ES_EVENT] = (pain + 1) | 0x100; /* the player dies */
    q3_demo_snapshot(d, 3000, 1);
    ear_follow(d, see_depths);
}

Test(q3_level_sounds, who_gurgles_by_the_games_rule)
{
    static const int8_t all[2][3] = {{-23, 1, 26}, {-23, -6, 12}},
                        openarena[2][3] = {{3, 3, 3}, {-11, -11, -11}}, none[2][3];
    check_depths(68, "baseq3-1", all);
    check_depths(48, "", all);
    check_depths(71, "baseoa-1", openarena);
    check_depths(68, "cpma-1", none);
    check_depths(91, "", none);
    check_depths(43, "", none);
}

/* --- gibs ------------------------------------------------------------------------------------- */

static void see_gibs(uint32_t step)
{
    const struct q3_state *c = q3_state_handle_open(ear.state);
    struct q3_gib gibs[Q3_GIBS];
    uint32_t thrown = 0;
    if (step < 2) {
        return;
    }
    const struct q3_effect *effect = q3_effects_at(&c->effects, c->effects.count - 1);
    q3_gibs_of(effect, gibs);
    cr_expect(started(0, false) && !started(1, false), "the splash is heard at once");
    for (int i = 0; i < Q3_GIBS; i++) {
        const uint32_t number = q3_gib_sound(effect, &gibs[i]);
        if (number == 0) {
            continue;
        }
        const struct demo_sound *s = started(thrown++, true);
        cr_assert_not_null(s);
        cr_expect_eq(ear_name(s)[strlen("sound/player/gibimp")], (char)('0' + number));
        cr_expect_eq(s->flight, gibs[i].life);
        cr_expect_eq(s->delay, step == 2 ? 0 : 5000);
        cr_expect_arr_eq(s->velocity, gibs[i].velocity, sizeof(s->velocity));
        cr_expect(s->origin[0] == 500.0f && s->place == DEMO_SOUND_AT_ORIGIN);
    }
    cr_expect(thrown > 0 && !started(thrown, true), "%u", thrown);
}

Test(q3_level_sounds, every_second_gib_is_heard_as_it_flies_in_the_picture)
{
    struct q3_demo *d = begin(71, "baseoa-1");
    q3_demo_entity(d, OTHER)[Q3_ES_EVENT] = GIB | 0x100;
    q3_demo_snapshot(d, 2000, 1);
    q3_demo_entity(d, OTHER)[Q3_ES_EVENT] = JUICED | 0x200;
    q3_demo_snapshot(d, 3000, 1);
    ear_follow(d, see_gibs);
}

Test(q3_level_sounds, of_many_gibs_half_are_heard_and_of_these_half_the_third)
{
    uint32_t counts[4] = {0};
    for (uint32_t seed = 0; seed < 1000; seed++) {
        const struct q3_effect effect = {.kind = Q3_EFFECT_GIB, .seed = seed * 7919};
        struct q3_gib gibs[Q3_GIBS];
        q3_gibs_of(&effect, gibs);
        for (int i = 0; i < Q3_GIBS; i++) {
            counts[q3_gib_sound(&effect, &gibs[i])]++;
            cr_expect(gibs[i].life >= 5000 && gibs[i].life <= 8000);
            cr_expect(fabsf(gibs[i].velocity[0]) <= 250.0f && gibs[i].velocity[2] >= 0.0f);
        }
    }
    cr_expect(counts[0] > 4800 && counts[0] < 5200, "%u", counts[0]);
    cr_expect(counts[3] > 2350 && counts[3] < 2650, "%u", counts[3]);
    cr_expect(counts[1] > 1150 && counts[1] < 1350, "%u", counts[1]);
}

/* --- ahead of the snapshot -------------------------------------------------------------------- */

static bool is_openarena;

/* Events that come early are first. */
static void see_early(uint32_t step)
{
    uint32_t early = 0;
    for (size_t i = ear.heard; i < ear.sounds.count; i++) {
        const struct demo_sound *s = &ear.sounds.items[i];
        cr_expect_eq(s->early,
                     is_openarena && step < 4 &&
                         (s->entity == MISSILE || s->entity == GENERAL ||
                          strstr(ear_name(s), "rocklx1a") != NULL),
                     "step %u: %s", step, ear_name(s));
        cr_expect(!s->early || i == ear.heard + early, "step %u: %s", step, ear_name(s));
        early += s->early;
    }
    static const uint32_t counts[] = {0, 0, 2, 2, 0};
    cr_assert_lt(step, 5);
    cr_expect_eq(early, is_openarena ? counts[step] : 0, "step %u: %u", step, early);
    cr_expect_str_eq(ear.loops[MISSILE], step == 2 ? "sound/weapons/rocket/rockfly.wav" : "");
}

Test(q3_level_sounds, openarena_hears_missiles_ahead)
{
    static const char *const versions[] = {"baseq3-1", "baseoa-1"};
    for (int i = 0; i < 2; i++) {
        struct q3_demo *d = begin(71, versions[i]);
        is_openarena = i == 1;
        q3_demo_entity(d, OTHER)[Q3_ES_EVENT] = 14 | 0x100; /* a jump, which is not early */
        int32_t *f = q3_demo_entity(d, MISSILE);
        f[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
        f[Q3_ES_WEAPON] = 5;
        q3_demo_entity(d, GENERAL)[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
        q3_demo_entity(d, GENERAL)[Q3_ES_WEAPON] = 4;
        q3_demo_entity(d, GENERAL)[Q3_ES_EVENT] = BOUNCE;
        q3_demo_snapshot(d, 1050, 1);
        f[Q3_ES_E_TYPE] = Q3_ET_GENERAL;
        f[Q3_ES_EVENT] = MISS;
        q3_demo_entity(d, OTHER)[Q3_ES_EVENT] = 14 | 0x200;
        q3_demo_snapshot(d, 1100, 1);
        q3_demo_command(d, "map_restart"); /* restarts: nothing is ahead of it */
        q3_demo_entity(d, GENERAL)[Q3_ES_EVENT] = BOUNCE | 0x100;
        q3_demo_snapshot(d, 1150, 1);
        ear_follow(d, see_early);
    }
}
