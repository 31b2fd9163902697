/* Effects that the state stores for events. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_effect_kinds.h"
#include "engine/quake3/effects/q3_shotgun.h"
#include "engine/quake3/q3_state_pack.h"
#include "engine/quake3/update/q3_effect_step.h"
#include "tests/engine/quake3/scene/scene_stage.h"

enum {
    EVENT = 13, /* type of an event entity */
    EV_FIRE = 23,
    EV_TELEPORT_IN = 42,
    EV_BULLET_WALL = 49,
    EV_ROCKET_WALL = 51,
    EV_RAIL = 53,
    EV_SHOTGUN = 54,
    EV_PLUM = 65,
    SHOOTER = 3
};

/* An event entity at a place, from the next snapshot on. */
static int32_t *event_at(struct scene_stage *s, uint32_t number, int32_t event, float x, float y,
                         float z)
{
    q3_demo_place(s->demo, number, x, y, z);
    int32_t *f = q3_demo_entity(s->demo, number);
    f[Q3_ES_E_TYPE] = EVENT + event;
    return f;
}

static void start(struct scene_stage *s)
{
    stage_begin(s);
    q3_demo_gamestate(s->demo, 0);
    stage_snapshot(s, 1000);
}

static const struct q3_effect *only(const struct scene_stage *s)
{
    cr_assert_eq(s->state->effects.count, 1, "%u", s->state->effects.count);
    return q3_effects_at(&s->state->effects, 0);
}

Test(q3_effect, an_event_is_kept_as_long_as_it_shows_and_no_longer)
{
    struct scene_stage s;
    start(&s);
    event_at(&s, 100, EV_TELEPORT_IN, 1.0f, 2.0f, 3.0f);
    stage_snapshot(&s, 1050);
    const struct q3_effect *effect = only(&s);
    cr_expect_eq(effect->kind, Q3_EFFECT_TELEPORT_IN);
    cr_expect_eq(effect->time, 1050);
    cr_expect_eq(effect->end, 1550);
    EXPECT_POINT(effect->origin, 1.0, 2.0, 3.0);
    const uint32_t seed = effect->seed;
    stage_snapshot(&s, 1540);
    cr_expect_eq(only(&s)->seed, seed);
    stage_snapshot(&s, 1600); /* pictures between 1540 and 1600 still show it */
    cr_expect_eq(s.state->effects.count, 1);
    stage_snapshot(&s, 1650);
    cr_expect_eq(s.state->effects.count, 0);
    stage_end(&s);
}

Test(q3_effect, equal_events_of_a_snapshot_have_seeds_of_their_own)
{
    struct scene_stage s;
    start(&s);
    for (uint32_t i = 0; i < 3; i++) {
        event_at(&s, 100 + i, EV_ROCKET_WALL, 0.0f, 0.0f, 0.0f)[Q3_ES_WEAPON] = 5;
    }
    stage_snapshot(&s, 1050);
    cr_assert_eq(s.state->effects.count, 3);
    const struct q3_effect *a = q3_effects_at(&s.state->effects, 0),
                           *b = q3_effects_at(&s.state->effects, 1);
    cr_expect_neq(a->seed, b->seed);
    cr_expect_neq(q3_effect_random(a, 1), q3_effect_random(a, 2));
    for (uint32_t salt = 0; salt < 100; salt++) {
        cr_expect(q3_effect_unit(a, salt) >= 0.0f && q3_effect_unit(a, salt) < 1.0f);
        cr_expect(q3_effect_both_ways(a, salt) >= -1.0f && q3_effect_both_ways(a, salt) < 1.0f);
    }
    stage_end(&s);
}

Test(q3_effect, a_bullet_knows_where_it_came_from)
{
    struct scene_stage s;
    start(&s);
    q3_demo_place(s.demo, SHOOTER, 10.0f, 20.0f, 30.0f);
    int32_t *shooter = q3_demo_entity(s.demo, SHOOTER);
    shooter[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    stage_set(shooter, Q3_ES_APOS_TR_BASE_1, 90.0f);
    event_at(&s, 100, EV_BULLET_WALL, 0.0f, 500.0f, 0.0f)[Q3_ES_OTHER_ENTITY_NUM] = SHOOTER;
    event_at(&s, 101, EV_BULLET_WALL, 0.0f, 500.0f, 0.0f)[Q3_ES_OTHER_ENTITY_NUM] = 0;
    event_at(&s, 102, EV_BULLET_WALL, 0.0f, 500.0f, 0.0f)[Q3_ES_OTHER_ENTITY_NUM] = 7;
    stage_snapshot(&s, 1050);
    cr_assert_eq(s.state->effects.count, 3);
    const struct q3_effect *others = q3_effects_at(&s.state->effects, 0),
                           *own = q3_effects_at(&s.state->effects, 1),
                           *nobodys = q3_effects_at(&s.state->effects, 2);
    cr_expect_eq(others->flags, Q3_EFFECT_MUZZLE);
    EXPECT_POINT(others->origin2, 10.0, 34.0, 56.0);
    cr_expect_eq(own->flags, Q3_EFFECT_MUZZLE);
    EXPECT_POINT(own->origin2, 114.0, 0.0, 76.0);
    cr_expect_eq(nobodys->flags, 0);
    stage_end(&s);
}

Test(q3_effect, a_crouching_shooters_muzzle_is_lower)
{
    static const int32_t legs[] = {13, 23, 13 | 0x80, 15};
    for (int i = 0; i < 4; i++) {
        struct scene_stage s;
        start(&s);
        q3_demo_place(s.demo, SHOOTER, 10.0f, 20.0f, 30.0f);
        int32_t *shooter = q3_demo_entity(s.demo, SHOOTER);
        shooter[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
        shooter[Q3_ES_LEGS_ANIM] = legs[i];
        event_at(&s, 100, EV_BULLET_WALL, 500.0f, 0.0f, 0.0f)[Q3_ES_OTHER_ENTITY_NUM] = SHOOTER;
        stage_snapshot(&s, 1050);
        EXPECT_POINT(only(&s)->origin2, 24.0, 20.0, i < 3 ? 42.0 : 56.0);
        stage_end(&s);
    }
}

Test(q3_effect, pellets_stop_at_who_stood_there_then)
{
    struct scene_stage s;
    float rays[Q3_PELLETS][3];
    start(&s);
    q3_demo_place(s.demo, SHOOTER, 300.0f, 0.0f, 0.0f);
    int32_t *victim = q3_demo_entity(s.demo, SHOOTER);
    victim[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    victim[Q3_ES_SOLID] = 15 | 24 << 8 | (32 + 32) << 16;
    int32_t *shot = event_at(&s, 100, EV_SHOTGUN, 0.0f, 0.0f, 0.0f);
    shot[Q3_ES_OTHER_ENTITY_NUM] = 0;
    shot[Q3_ES_EVENT_PARM] = 77;
    stage_set(shot, Q3_ES_ORIGIN2_0, 4096.0f);
    stage_snapshot(&s, 1050);
    const struct q3_effect *effect = only(&s);
    cr_assert_eq(q3_shotgun_rays(Q3_SHOTGUN_SEEDED, effect->origin2, 77, rays), 11);
    uint32_t met = 0;
    for (uint32_t i = 0; i < 11; i++) {
        /* The box is entered at x = 285, where a pellet is off by this much. */
        const float at = 285.0f / rays[i][0];
        const bool meets =
            fabsf(rays[i][1] * at) < 15.0f && rays[i][2] * at < 32.0f && rays[i][2] * at > -24.0f;
        met += meets;
        cr_expect(!meets || fabsf((float)q3_effect_reach(effect, i) - 285.0f) < 3.0f, "%u: %u", i,
                  q3_effect_reach(effect, i));
        cr_expect(meets || q3_effect_reach(effect, i) == 0 || q3_effect_reach(effect, i) > 285);
        const bool clear = fabsf(rays[i][1] * at) > 20.0f || fabsf(rays[i][2] * at) > 40.0f;
        cr_expect(!clear || q3_effect_reach(effect, i) == 0, "%u", i);
    }
    cr_expect(met > 2 && met < 11, "%u", met);
    stage_end(&s);
}

Test(q3_effect, the_pattern_is_the_games_own)
{
    const float ahead[3] = {4096.0f, 0.0f, 0.0f}, none[3] = {0};
    float rays[Q3_PELLETS][3];
    cr_assert_eq(q3_shotgun_rays(Q3_SHOTGUN_SEEDED, ahead, 0, rays), 11);
    /* The generator's first two numbers of seed 0 are 1 and 69070: 1/65536 and 3534/65536. */
    EXPECT_POINT(rays[0], 131072.0, 11200.0 * (2.0 / 65536.0 - 1.0),
                 11200.0 * (2.0 * 3534.0 / 65536.0 - 1.0));
    cr_expect_eq(q3_shotgun_rays(Q3_SHOTGUN_CPMA, ahead, 0, rays), 16);
    for (int i = 0; i < 16; i++) { /* two rings of eight */
        const double turn = atan2((double)rays[i][2], (double)rays[i][1]) * 180.0 / 3.14159265;
        const float radius = hypotf(rays[i][1], rays[i][2]) / rays[i][0];
        cr_expect_float_eq(radius, (i < 8 ? 10.0f : 26.0f) / 292.82f, 1e-5f, "%d", i);
        cr_expect_float_eq(fabs(fmod(turn + 360.0 - 22.5, 45.0) - 22.5), 22.5, 1e-3, "%d: %g", i,
                           turn);
        cr_expect(i < 1 || hypotf(rays[i][1] - rays[i - 1][1], rays[i][2] - rays[i - 1][2]) > 1.0f);
    }
    cr_expect_eq(q3_shotgun_rays(Q3_SHOTGUN_LIVE, ahead, 0, rays), 20);
    EXPECT_POINT(rays[0], 131072.0, 0.0, 131072.0 * 0.0341);
    cr_expect_eq(q3_shotgun_rays(Q3_SHOTGUN_SEEDED, none, 0, rays), 0);
}

Test(q3_effect, points_are_shown_to_who_made_them)
{
    struct scene_stage s;
    start(&s);
    int32_t *f = event_at(&s, 100, EV_PLUM, 0.0f, 0.0f, 500.0f);
    f[Q3_ES_OTHER_ENTITY_NUM] = 5;
    f[Q3_ES_TIME] = 3;
    stage_snapshot(&s, 1050);
    cr_expect_eq(s.state->effects.count, 0);
    for (uint32_t i = 0; i < 2; i++) {
        f = event_at(&s, 101 + i, EV_PLUM, 0.0f, 0.0f, 510.0f);
        f[Q3_ES_OTHER_ENTITY_NUM] = 0;
        f[Q3_ES_TIME] = 3;
    }
    stage_snapshot(&s, 1100);
    cr_assert_eq(s.state->effects.count, 2);
    cr_expect_eq(q3_effects_at(&s.state->effects, 0)->value, 3);
    cr_expect_float_eq(q3_effects_at(&s.state->effects, 0)->origin[2], 510.0f, 1e-3f);
    cr_expect_float_eq(q3_effects_at(&s.state->effects, 1)->origin[2], 490.0f, 1e-3f);
    stage_end(&s);
}

Test(q3_effect, a_gamestate_forgets_and_a_restart_wipes_away)
{
    struct scene_stage s;
    start(&s);
    event_at(&s, 100, EV_ROCKET_WALL, 0.0f, 0.0f, 0.0f)[Q3_ES_WEAPON] = 5;
    stage_snapshot(&s, 1050);
    q3_demo_command(s.demo, "map_restart");
    stage_snapshot(&s, 1100);
    const struct q3_effect *effect = only(&s);
    cr_expect(q3_state_shows_effect(s.state, effect, 1099.0));
    cr_expect_not(q3_state_shows_effect(s.state, effect, 1100.0));
    q3_demo_gamestate(s.demo, 0);
    stage_snapshot(&s, 1150);
    cr_expect_leq(s.state->effects.count, 1); /* the same entity, new to this level */
    stage_end(&s);
}

Test(q3_effect, thousands_of_events_keep_the_newest_and_survive_packing)
{
    struct scene_stage s;
    start(&s);
    for (int32_t round = 0; round < 5; round++) {
        for (uint32_t i = 64; i < 564; i++) {
            q3_demo_remove(s.demo, i);
        }
        stage_snapshot(&s, 1500 + 800 * round);
        for (uint32_t i = 64; i < 564; i++) {
            event_at(&s, i, i % 2 ? EV_ROCKET_WALL : EV_RAIL, 1.0f, 0.0f, 0.0f)[Q3_ES_WEAPON] = 5;
        }
        stage_snapshot(&s, 1550 + 800 * round);
    }
    cr_assert_eq(s.state->effects.count, Q3_EFFECTS);
    cr_expect_eq(q3_effects_at(&s.state->effects, Q3_EFFECTS - 1)->time, 1550 + 3200);
    const size_t size = q3_state_pack_size(s.state);
    uint32_t *words = malloc(size * sizeof(*words));
    struct q3_state *copy = calloc(1, sizeof(*copy));
    cr_assert(words && copy);
    cr_expect_eq(q3_state_pack(s.state, words, size), size);
    q3_state_unpack(copy, q3_game_of(68), words);
    cr_expect_eq(q3_state_pack_hash(copy), q3_state_pack_hash(s.state));
    for (uint32_t i = 0; i < Q3_EFFECTS; i++) {
        cr_assert_eq(memcmp(q3_effects_at(&copy->effects, i), q3_effects_at(&s.state->effects, i),
                            sizeof(struct q3_effect)),
                     0, "%u", i);
    }
    free(words);
    free(copy);
    stage_end(&s);
}

Test(q3_effect, only_what_leaves_something_is_kept)
{
    const struct q3_effect gauntlet = {.kind = Q3_EFFECT_FIRE, .weapon = 1},
                           machinegun = {.kind = Q3_EFFECT_FIRE, .weapon = 2},
                           miss = {.kind = Q3_EFFECT_RAIL, .parm = 255},
                           hit = {.kind = Q3_EFFECT_RAIL, .parm = 5};
    cr_expect_eq(q3_effect_life(&gauntlet), 0);
    cr_expect_eq(q3_effect_life(&machinegun), 3125);
    cr_expect_eq(q3_effect_life(&miss), 5000);
    cr_expect_eq(q3_effect_life(&hit), 10000);
    cr_expect_eq(q3_effect_kind_of(q3_game_of(43), Q3_MOD_NONE, 51), Q3_EFFECT_RAIL);
    cr_expect_eq(q3_effect_kind_of(q3_game_of(68), Q3_MOD_NONE, 51), Q3_EFFECT_MISSILE_WALL);
    cr_expect_eq(q3_effect_kind_of(q3_game_of(91), Q3_MOD_NONE, 51), Q3_EFFECT_SHOTGUN);
    cr_expect_eq(q3_effect_kind_of(q3_game_of(43), Q3_MOD_NONE, 0), Q3_EFFECT_NONE);
    cr_expect_eq(q3_effect_kind_of(q3_game_of(68), Q3_MOD_NONE, 1), Q3_EFFECT_NONE);
    cr_expect_eq(q3_effect_kind_of(q3_game_of(68), Q3_MOD_NONE, -4), Q3_EFFECT_NONE);
}
