/* Player animation state across snapshots, compared with values computed by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/q3_state.h"
#include "engine/quake3/q3_state_pack.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "tests/support/q3_demo.h"

enum { WHO = 3, CORPSE = 70, IDLE = 22, STAND = 11, RUN = 15, FLAGS_FIRING = 0x100 };

/* A server with a player, and a client that reads each snapshot as it comes. */
struct stage {
    struct q3_demo *demo;
    struct q3_state *state;
    size_t pos;
    int32_t time;
};

static void read_all(struct stage *s)
{
    struct dm3_block block;
    bool updated;
    while (s->pos < s->demo->file.size) {
        cr_assert_eq(dm3_next_block(s->demo->file.data, s->demo->file.size, &s->pos, &block, NULL),
                     1);
        cr_assert_eq(q3_state_apply(s->state, s->demo->protocol, &block, &updated, NULL), 0);
    }
}

static int32_t *player(struct stage *s, uint32_t number)
{
    int32_t *f = q3_demo_entity(s->demo, number);
    f[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    f[Q3_ES_LEGS_ANIM] = IDLE;
    f[Q3_ES_TORSO_ANIM] = STAND;
    return f;
}

static void look(struct stage *s, uint32_t number, float pitch, float yaw)
{
    int32_t *f = s->demo->entities[number].fields;
    f[Q3_ES_APOS_TR_BASE_0] = q3_float_bits(pitch);
    f[Q3_ES_APOS_TR_BASE_1] = q3_float_bits(yaw);
}

/* `ms` later. */
static void snapshot(struct stage *s, int32_t ms)
{
    s->time += ms;
    q3_demo_snapshot(s->demo, s->time, 1);
    read_all(s);
}

/* He stands and looks along yaw 0. */
static struct stage begin_at(int32_t time)
{
    struct stage s = {.demo = q3_demo_create(68), .time = time};
    s.state = calloc(1, sizeof(*s.state));
    cr_assert_not_null(s.state);
    q3_state_start(s.state);
    q3_demo_gamestate(s.demo, 0);
    player(&s, WHO);
    s.demo->player.stats[0] = 100;
    snapshot(&s, 0);
    return s;
}

static struct stage begin(void)
{
    return begin_at(1000);
}

static void end(struct stage *s)
{
    q3_demo_free(s->demo);
    free(s->state);
}

static struct q3_turn turn_at(const struct stage *s, uint32_t number, double time)
{
    struct q3_turn turn = {0};
    const struct q3_player_anim *m = q3_player_anim_of(s->state, number);
    cr_assert_not_null(m);
    q3_player_anim_turn(s->state, m, time, &turn);
    return turn;
}

#define EXPECT_TURN(s, torso, pitch, legs)                                                         \
    do {                                                                                           \
        const struct q3_turn turn_ = turn_at(s, WHO, (s)->time);                                   \
        cr_expect_float_eq(turn_.torso_yaw, torso, 0.05, "torso %g", (double)turn_.torso_yaw);     \
        cr_expect_float_eq(turn_.torso_pitch, pitch, 0.05, "%g", (double)turn_.torso_pitch);       \
        cr_expect_float_eq(turn_.legs_yaw, legs, 0.05, "legs %g", (double)turn_.legs_yaw);         \
    } while (0)

/* --- swinging --------------------------------------------------------------------------------- */

Test(q3_player_anim, parts_follow_the_view_when_it_is_far_enough)
{
    struct stage s = begin();
    EXPECT_TURN(&s, 0, 0, 0);
    look(&s, WHO, 0, 20);
    snapshot(&s, 50);
    EXPECT_TURN(&s, 0, 0, 0); /* less than 25 and 40 */
    look(&s, WHO, 0, 30);
    snapshot(&s, 50);
    EXPECT_TURN(&s, 30, 0, 0); /* 50 ms twice as fast as 0.3: there, and no farther */
    look(&s, WHO, 0, 60);
    snapshot(&s, 10);
    EXPECT_TURN(&s, 36, 0, 6);
    snapshot(&s, 10);
    EXPECT_TURN(&s, 39, 0, 12); /* 24 off: the torso slows down */
    snapshot(&s, 30);
    EXPECT_TURN(&s, 48, 0, 30);
    snapshot(&s, 10);
    EXPECT_TURN(&s, 49.5, 0, 33); /* 12 off: slower still */
    snapshot(&s, 1000);
    EXPECT_TURN(&s, 60, 0, 60);
    look(&s, WHO, 0, 80);
    snapshot(&s, 50);
    EXPECT_TURN(&s, 60, 0, 60); /* they stand again */
    end(&s);
}

/* In a gap the view turns evenly, and parts follow it every 50 ms: at 20, 40 and 60 degrees. */
Test(q3_player_anim, parts_follow_the_view_in_a_gap_between_snapshots)
{
    struct stage s = begin();
    look(&s, WHO, 0, 60);
    snapshot(&s, 150);
    EXPECT_TURN(&s, 60, 0, 30); /* torso 30 at 40, then 60; legs wait until they are 60 off */
    struct stage beyond = begin();
    look(&beyond, WHO, 0, 60);
    beyond.demo->entities[WHO].fields[Q3_ES_E_FLAGS] ^= Q3_EF_TELEPORT;
    snapshot(&beyond, 150);
    EXPECT_TURN(&beyond, 60, 0, 60);
    struct stage later = begin();
    look(&later, WHO, 0, 60);
    snapshot(&later, 2000000000); /* in one step */
    EXPECT_TURN(&later, 60, 0, 60);
    end(&s);
    end(&beyond);
    end(&later);
}

Test(q3_player_anim, parts_stay_no_farther_behind_than_the_clamp)
{
    struct stage s = begin();
    look(&s, WHO, 0, 150);
    snapshot(&s, 10);
    EXPECT_TURN(&s, 61, 0, 61); /* 89 behind */
    look(&s, WHO, 0, 300);
    snapshot(&s, 0);
    EXPECT_TURN(&s, 29, 0, 29); /* the other way round: -60 is 121 from 61 */
    end(&s);
}

Test(q3_player_anim, pitch_is_three_quarters_of_the_view)
{
    struct stage s = begin();
    look(&s, WHO, -40, 0);
    snapshot(&s, 50);
    EXPECT_TURN(&s, 0, 350, 0); /* 30 off: 10 in 50 ms */
    look(&s, WHO, 340, 0);      /* is -20 */
    snapshot(&s, 1000);
    EXPECT_TURN(&s, 0, 345, 0);
    end(&s);
}

Test(q3_player_anim, whoever_runs_is_always_turned_to_where_he_goes)
{
    struct stage s = begin();
    int32_t *f = s.demo->entities[WHO].fields;
    f[Q3_ES_LEGS_ANIM] = RUN;
    f[Q3_ES_ANGLES2_1] = q3_float_bits(2); /* half left */
    snapshot(&s, 20);
    EXPECT_TURN(&s, 3, 0, 12); /* 11.25 off: half as fast; the legs are 45 off */
    snapshot(&s, 1000);
    EXPECT_TURN(&s, 11.25, 0, 45);
    f[Q3_ES_E_FLAGS] |= 1; /* the dead go nowhere */
    snapshot(&s, 1000);
    EXPECT_TURN(&s, 0, 0, 0);
    end(&s);
}

Test(q3_player_anim, who_jumps_or_comes_anew_stands_as_he_looks)
{
    struct stage s = begin();
    look(&s, WHO, 40, 100);
    s.demo->entities[WHO].fields[Q3_ES_E_FLAGS] ^= Q3_EF_TELEPORT;
    snapshot(&s, 50);
    EXPECT_TURN(&s, 100, 40, 100);
    /* Until then the angles do not change. */
    cr_expect_float_eq(turn_at(&s, WHO, s.time - 1).legs_yaw, 0.0f, 0.01f);
    q3_demo_remove(s.demo, WHO);
    snapshot(&s, 50);
    cr_expect_not_null(q3_player_anim_of(s.state, WHO)); /* drawn until now */
    cr_expect_float_eq(turn_at(&s, WHO, s.time - 1).legs_yaw, 100.0f, 0.01f);
    snapshot(&s, 50);
    cr_expect_null(q3_player_anim_of(s.state, WHO));
    cr_expect_eq(s.state->player_anims.count, 0u);
    player(&s, WHO);
    look(&s, WHO, 0, 200);
    snapshot(&s, 50);
    EXPECT_TURN(&s, 200, 0, 200);
    end(&s);
}

Test(q3_player_anim, between_two_snapshots_parts_turn_evenly)
{
    struct stage s = begin();
    look(&s, WHO, 0, 350);
    s.demo->entities[WHO].fields[Q3_ES_LEGS_ANIM] = RUN;
    snapshot(&s, 50); /* 10 off: half speed, 7.5 in 50 ms */
    EXPECT_TURN(&s, 352.5, 0, 352.5);
    cr_expect_float_eq(turn_at(&s, WHO, s.time - 50).legs_yaw, 0.0f, 0.01f);
    const float half = turn_at(&s, WHO, s.time - 25).legs_yaw; /* the short way */
    cr_expect_float_eq(half < 0.0f ? half + 360.0f : half, 356.25f, 0.01f);
    end(&s);
}

Test(q3_player_anim, corpses_and_the_own_player_have_theirs_too)
{
    struct stage s = begin();
    player(&s, CORPSE);
    look(&s, CORPSE, 0, 77);
    s.demo->player.fields[Q3_PS_VIEWANGLES_1] = q3_float_bits(33);
    s.demo->player.fields[Q3_PS_LEGS_ANIM] = RUN;
    snapshot(&s, 1000);
    cr_expect_float_eq(turn_at(&s, CORPSE, s.time).legs_yaw, 77.0f, 0.01f);
    cr_expect_float_eq(turn_at(&s, Q3_OWN, s.time).legs_yaw, 33.0f, 0.01f);
    s.demo->player.fields[Q3_PS_CLIENT_NUM] = 5; /* another one is followed: the same body */
    s.demo->player.fields[Q3_PS_VIEWANGLES_1] = q3_float_bits(270);
    snapshot(&s, 10);
    cr_expect_float_eq(turn_at(&s, Q3_OWN, s.time).legs_yaw, 270.0f + 89.0f, 0.01f);
    s.demo->entities[CORPSE].fields[Q3_ES_E_TYPE] = Q3_ET_INVISIBLE;
    snapshot(&s, 50);
    snapshot(&s, 50);
    cr_expect_null(q3_player_anim_of(s.state, CORPSE));
    end(&s);
}

/* --- guns and pain ---------------------------------------------------------------------------- */

static void fire(struct stage *s, int32_t event, int32_t weapon)
{
    int32_t *f = s->demo->entities[WHO].fields;
    f[Q3_ES_WEAPON] = weapon;
    f[Q3_ES_EVENT] = event | (((f[Q3_ES_EVENT] & Q3_EVENT_BITS) + 0x100) & Q3_EVENT_BITS);
}

Test(q3_player_anim, who_fires_is_known_from_then_on)
{
    struct stage s = begin();
    const struct q3_player_anim *m = q3_player_anim_of(s.state, WHO);
    cr_expect_eq(q3_player_anim_flash(m, 1000), Q3_NEVER);
    fire(&s, 23, 7);
    snapshot(&s, 50);
    cr_expect_eq(q3_player_anim_flash(m, 1049), Q3_NEVER);
    cr_expect_eq(q3_player_anim_flash(m, 1050), 1050);
    cr_expect_eq(q3_player_anim_rail(m, 1050), 1050);
    fire(&s, 23, 2);
    snapshot(&s, 50);
    cr_expect_eq(q3_player_anim_flash(m, 1099), 1050);
    cr_expect_eq(q3_player_anim_flash(m, 1100), 1100);
    cr_expect_eq(q3_player_anim_rail(m, 1100), 1050);
    end(&s);
}

Test(q3_player_anim, pain_twists_to_one_side_then_the_other)
{
    struct stage s = begin();
    const struct q3_player_anim *m = q3_player_anim_of(s.state, WHO);
    fire(&s, 56, 2);
    snapshot(&s, 50);
    const float first = q3_player_anim_twitch(m, 1050);
    cr_expect_float_eq(fabsf(first), 20.0f, 1e-4f);
    cr_expect_float_eq(q3_player_anim_twitch(m, 1150), first / 2.0f, 1e-4f);
    cr_expect_eq(q3_player_anim_twitch(m, 1250), 0.0f);
    cr_expect_eq(q3_player_anim_twitch(m, 1049), 0.0f);
    fire(&s, 56, 2);
    snapshot(&s, 50); /* too soon */
    cr_expect_float_eq(q3_player_anim_twitch(m, 1100), first * 0.75f, 1e-4f);
    fire(&s, 56, 2);
    snapshot(&s, 500);
    cr_expect_float_eq(q3_player_anim_twitch(m, 1600), -first, 1e-4f);
    end(&s);
}

Test(q3_player_anim, a_barrel_spins_up_at_once_and_down_slowly)
{
    struct stage s = begin();
    const struct q3_player_anim *m = q3_player_anim_of(s.state, WHO);
    int32_t *f = s.demo->entities[WHO].fields;
    f[Q3_ES_WEAPON] = 2;
    f[Q3_ES_E_FLAGS] |= FLAGS_FIRING;
    snapshot(&s, 3000); /* a barrel that never spun has run out by then: d = 1000 */
    const double start = 450.0 - 360.0;
    cr_expect_float_eq(q3_player_anim_barrel(s.state, m, 4000), start, 0.01);
    cr_expect_float_eq(q3_player_anim_barrel(s.state, m, 4100), start + 90.0, 0.01);
    f[Q3_ES_E_FLAGS] &= ~FLAGS_FIRING;
    snapshot(&s, 100);
    cr_expect_float_eq(q3_player_anim_barrel(s.state, m, 4050), start + 45.0, 0.01);
    cr_expect_float_eq(q3_player_anim_barrel(s.state, m, 4100), start + 90.0, 0.01);
    /* 500 ms at half of 0.9 + 0.5 */
    cr_expect_float_eq(q3_player_anim_barrel(s.state, m, 4600), start + 90.0 + 350.0, 0.01);
    cr_expect_float_eq(q3_player_anim_barrel(s.state, m, 9999), start + 90.0 + 450.0, 0.01);
    end(&s);
}

Test(q3_player_anim, items_come_back_at_a_time)
{
    enum { ITEM = 100 };
    struct stage s = begin();
    int32_t *f = q3_demo_entity(s.demo, ITEM);
    f[Q3_ES_E_TYPE] = Q3_ET_ITEM;
    snapshot(&s, 50);
    cr_expect_eq(s.state->player_anims.respawned[ITEM], 0);
    f[Q3_ES_EVENT] = 40;
    snapshot(&s, 50);
    snapshot(&s, 50);
    cr_expect_eq(s.state->player_anims.respawned[ITEM], 1100);
    end(&s);
}

/* --- frames ----------------------------------------------------------------------------------- */

static struct q3_animations animations(void)
{
    struct q3_animations a = {0};
    for (int i = 0; i < Q3_ANIMS; i++) {
        a.at[i] = (struct q3_animation){.first = 900 + i, .count = 1, .frame_ms = 50};
    }
    a.at[0] = (struct q3_animation){.first = 0, .count = 3, .frame_ms = 50};
    a.at[RUN] = (struct q3_animation){.first = 100, .count = 4, .loop = 4, .frame_ms = 50};
    a.at[16] = (struct q3_animation){.first = 100, .count = 4, .loop = 4, .frame_ms = 100};
    a.at[18] = (struct q3_animation){.first = 200, .count = 9, .frame_ms = 50};
    a.at[25] = (struct q3_animation){.first = 300, .count = 3, .frame_ms = 50, .flip_flop = true};
    a.at[32] =
        (struct q3_animation){.first = 50, .count = 3, .loop = 3, .frame_ms = 50, .reversed = true};
    return a;
}

/* Legs that begin in `animation` at second 1, shown each 50 ms. */
static struct stage begin_legs(int32_t animation)
{
    struct stage s = begin_at(900);
    q3_demo_remove(s.demo, WHO);
    snapshot(&s, 50);
    player(&s, WHO)[Q3_ES_LEGS_ANIM] = animation;
    snapshot(&s, 50);
    return s;
}

static void expect_frame(const struct stage *s, double time, int32_t old, int32_t now,
                         double backlerp)
{
    const struct q3_animations a = animations();
    const struct q3_player_anim *m = q3_player_anim_of(s->state, WHO);
    struct q3_lerp_frame f;
    q3_player_anim_frame(s->state, &m->legs, &(struct q3_player_anim_models){.now = &a}, time, &f);
    cr_expect(f.frame == now && (f.old_frame == old || old < 0) &&
                  fabs((double)f.backlerp - backlerp) < 1e-6,
              "at %g: %d to %d, %g; wanted %d to %d, %g", time, f.old_frame, f.frame,
              (double)f.backlerp, old, now, backlerp);
}

Test(q3_player_anim, loops_run_by_the_clock_from_a_reset_on)
{
    struct stage s = begin_legs(RUN);
    expect_frame(&s, 1000, -1, 100, 0);
    snapshot(&s, 50);
    expect_frame(&s, 1050, 100, 100, 0); /* frame (1050 - 50) / 50 of the loop */
    snapshot(&s, 50);
    expect_frame(&s, 1075, 100, 101, 0.5);
    expect_frame(&s, 1100, 100, 101, 0);
    for (int i = 0; i < 98; i++) { /* farther than snapshots are remembered */
        snapshot(&s, 50);
    }
    expect_frame(&s, 6000, 102, 103, 0);
    expect_frame(&s, 5990, 102, 103, 0.2);
    end(&s);
}

Test(q3_player_anim, other_animations_stay_at_their_end_until_they_change)
{
    struct stage s = begin_legs(RUN);
    int32_t *f = s.demo->entities[WHO].fields;
    for (int i = 0; i < 3; i++) {
        snapshot(&s, 50);
    }
    expect_frame(&s, 1150, 101, 102, 0);
    f[Q3_ES_LEGS_ANIM] = 0x80; /* the first one, toggled */
    snapshot(&s, 50);
    expect_frame(&s, 1175, 102, 103, 0.5); /* not before its time */
    expect_frame(&s, 1200, 102, 0, 0);
    snapshot(&s, 50);
    snapshot(&s, 50);
    expect_frame(&s, 1300, 1, 2, 0);
    snapshot(&s, 50);
    expect_frame(&s, 1350, 2, 2, 0);
    f[Q3_ES_LEGS_ANIM] = 0; /* the same again */
    snapshot(&s, 50);
    expect_frame(&s, 1375, 2, 2, 0);
    expect_frame(&s, 1400, 2, 0, 0);
    end(&s);
}

Test(q3_player_anim, a_change_waits_for_the_frame_that_runs)
{
    struct stage s = begin_legs(16); /* 100 ms a frame */
    snapshot(&s, 50);
    expect_frame(&s, 1050, 100, 102, 0.5);
    snapshot(&s, 50);
    s.demo->entities[WHO].fields[Q3_ES_LEGS_ANIM] = 18;
    snapshot(&s, 50);
    expect_frame(&s, 1150, 102, 103, 0.5);
    snapshot(&s, 50);
    expect_frame(&s, 1200, 103, 200, 1);
    snapshot(&s, 50);
    expect_frame(&s, 1225, 103, 200, 0.5);
    expect_frame(&s, 1250, 200, 201, 1);
    end(&s);
}

Test(q3_player_anim, backward_and_back_again)
{
    struct stage s = begin_legs(32);
    const int32_t phase = (1050 - 50) / 50 % 3; /* the loop of three at 1050 */
    snapshot(&s, 50);
    cr_assert_eq(phase, 2);
    expect_frame(&s, 1050, 52, 50 + 2 - (1000 / 50 - 3) % 3, 0);
    s.demo->entities[WHO].fields[Q3_ES_LEGS_ANIM] = 25;
    static const int32_t frames[] = {300, 301, 302, 302, 301, 300, 300};
    for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
        snapshot(&s, 50);
        expect_frame(&s, s.time, -1, frames[i], 0);
    }
    end(&s);
}

Test(q3_player_anim, haste_makes_half_as_many_frames_more)
{
    struct stage s = begin_legs(RUN);
    int32_t *f = s.demo->entities[WHO].fields;
    f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_HASTE;
    f[Q3_ES_LEGS_ANIM] = 18;
    static const int32_t frames[] = {200, 201, 203, 204, 206, 207, 208};
    for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++) {
        snapshot(&s, 50);
        expect_frame(&s, s.time, -1, frames[i], 0);
    }
    end(&s);
}

Test(q3_player_anim, legs_turn_on_the_spot_while_they_swing)
{
    struct stage s = begin_legs(IDLE);
    snapshot(&s, 50);
    expect_frame(&s, 1050, -1, 900 + IDLE, 0);
    look(&s, WHO, 0, 80);
    snapshot(&s, 50);
    expect_frame(&s, 1100, -1, 900 + 24, 0);
    for (int i = 0; i < 5; i++) {
        snapshot(&s, 50);
    }
    expect_frame(&s, s.time, -1, 900 + IDLE, 0);
    end(&s);
}

/* Of two clients with pictures every 50 ms one lost snapshots: it has the same frames. */
Test(q3_player_anim, frames_step_on_in_the_gap_of_lost_snapshots)
{
    static const int32_t lost[] = {100, 150, 200, 350, 2050, 2500, 60000};
    for (size_t i = 0; i < sizeof(lost) / sizeof(lost[0]); i++) {
        struct stage all = begin_legs(18), some = begin_legs(18);
        struct stage *both[] = {&all, &some};
        for (int k = 0; k < 2; k++) {
            both[k]->demo->entities[WHO].fields[Q3_ES_LEGS_ANIM] = RUN;
            snapshot(both[k], 30); /* frames run beside the pictures' times from here on */
            for (int32_t ms = 50; k == 0 && ms < lost[i]; ms += 50) {
                snapshot(&all, 50);
            }
            snapshot(both[k], k == 0 ? 50 : lost[i]);
            both[k]->demo->entities[WHO].fields[Q3_ES_LEGS_ANIM] = 16;
            snapshot(both[k], 50);
        }
        const struct q3_animations a = animations();
        struct q3_lerp_frame f[2];
        for (int k = 0; k < 2; k++) {
            const struct q3_player_anim *m = q3_player_anim_of(both[k]->state, WHO);
            q3_player_anim_frame(both[k]->state, &m->legs,
                                 &(struct q3_player_anim_models){.now = &a}, both[k]->time, &f[k]);
        }
        cr_expect(f[0].frame == f[1].frame && f[0].old_frame == f[1].old_frame &&
                      f[0].backlerp == f[1].backlerp,
                  "%d ms: %d to %d, %g; %d to %d, %g", lost[i], f[0].old_frame, f[0].frame,
                  (double)f[0].backlerp, f[1].old_frame, f[1].frame, (double)f[1].backlerp);
        end(&all);
        end(&some);
    }
}

/* In a gap of 200 ms, frames of 100 ms: the pictures at 1100 and 1200 are in time for theirs. With
 * a picture at 1250 alone the frame of 1200 would be late, at 1250. */
Test(q3_player_anim, pictures_of_a_gap_are_in_time_for_their_frames)
{
    struct stage s = begin_legs(16);
    snapshot(&s, 50);
    snapshot(&s, 200);
    expect_frame(&s, 1170, 102, 103, 0.3);
    expect_frame(&s, 1250, 103, 100, 0.5);
    end(&s);
}

/* More changes than are remembered: then the phase alone is a guess. */
Test(q3_player_anim, what_is_forgotten_moves_frames_by_less_than_one)
{
    struct stage s = begin_legs(RUN);
    int32_t *f = s.demo->entities[WHO].fields;
    for (int i = 0; i < 3 * Q3_CHANGES; i++) {
        f[Q3_ES_LEGS_ANIM] = i % 2 ? RUN : 18;
        snapshot(&s, 50);
    }
    const struct q3_player_anim *m = q3_player_anim_of(s.state, WHO);
    cr_expect_eq(m->legs.count, Q3_CHANGES);
    expect_frame(&s, s.time, -1, 100, 0);
    snapshot(&s, 50);
    expect_frame(&s, s.time, 100, 101, 0);
    end(&s);
}

/* The change is longer ago than snapshots are remembered. */
Test(q3_player_anim, a_phase_lasts_longer_than_what_is_remembered_of_snapshots)
{
    struct stage s = begin_legs(0);
    enum { APART = 40 };
    for (int i = 0; i < 20; i++) {
        snapshot(&s, APART);
    }
    s.demo->entities[WHO].fields[Q3_ES_LEGS_ANIM] = 16;
    for (int i = 0; i <= 150; i++) { /* the first frame came 60 ms after the change, and so on */
        snapshot(&s, APART);
    }
    expect_frame(&s, s.time, 103, 100, 0.6);
    end(&s);
}

static const struct q3_animations *other_animations(void *context, uint32_t client)
{
    if (client != 2) {
        return NULL;
    }
    return context;
}

static void expect_own_frame(struct stage *s, uint32_t client, int32_t frame)
{
    struct q3_animations mine = animations(), others = animations();
    others.at[STAND].first = 700;
    const struct q3_player_anim_models models = {
        .now = &mine, .of_client = other_animations, .context = &others, .client = client};
    struct q3_lerp_frame f;
    q3_player_anim_frame(s->state, &q3_player_anim_of(s->state, Q3_OWN)->torso, &models, s->time,
                         &f);
    cr_expect_eq(f.frame, frame, "%d at %d", f.frame, s->time);
}

Test(q3_player_anim, the_own_body_goes_on_with_the_animation_of_who_was_followed_before)
{
    struct stage s = begin();
    s.demo->player.fields[Q3_PS_CLIENT_NUM] = 2;
    s.demo->player.fields[Q3_PS_TORSO_ANIM] = STAND | 0x80;
    snapshot(&s, 50);
    snapshot(&s, 50);
    expect_own_frame(&s, 2, 900 + STAND);
    s.demo->player.fields[Q3_PS_CLIENT_NUM] = 5; /* who is idle, too */
    snapshot(&s, 50);
    snapshot(&s, 50);
    expect_own_frame(&s, 5, 700);
    s.demo->player.fields[Q3_PS_TORSO_ANIM] = STAND;
    snapshot(&s, 50);
    snapshot(&s, 50);
    expect_own_frame(&s, 5, 900 + STAND);
    end(&s);
}

Test(q3_player_anim, no_number_of_an_animation_breaks_it)
{
    struct stage s = begin_legs(RUN);
    const struct q3_animations none = {0}, a = animations();
    const struct q3_player_anim_models models = {.now = &a}, lacks = {.now = &none};
    struct q3_lerp_frame frame;
    for (int32_t i = 0; i < 256; i += 5) {
        s.demo->entities[WHO].fields[Q3_ES_LEGS_ANIM] = i;
        snapshot(&s, i % 7 * 30);
        const struct q3_player_anim *m = q3_player_anim_of(s.state, WHO);
        q3_player_anim_frame(s.state, &m->legs, &models, s.time, &frame);
        cr_expect(frame.backlerp >= 0.0f && frame.backlerp <= 1.0f && frame.frame >= 0);
        q3_player_anim_frame(s.state, &m->legs, &lacks, s.time, &frame);
        cr_expect_eq(frame.frame, 0);
    }
    end(&s);
}

/* --- kept ------------------------------------------------------------------------------------- */

Test(q3_player_anim, a_packed_state_moves_on_as_the_live_one)
{
    struct stage s = begin_legs(RUN);
    player(&s, CORPSE);
    fire(&s, 23, 7);
    look(&s, WHO, 20, 120);
    snapshot(&s, 40);
    const size_t size = q3_state_pack_size(s.state);
    uint32_t *words = calloc(size, sizeof(*words));
    struct q3_state *copy = calloc(1, sizeof(*copy));
    cr_assert(words && copy);
    cr_expect_eq(q3_state_pack(s.state, words, size), size);
    q3_state_start(copy);
    q3_state_unpack(copy, q3_game_of(68), words);
    cr_expect_eq(memcmp(&copy->player_anims, &s.state->player_anims, sizeof(copy->player_anims)),
                 0);
    q3_demo_gamestate(s.demo, 0); /* nothing of it is left */
    read_all(&s);
    cr_expect_eq(s.state->player_anims.count, 0u);
    cr_expect_null(q3_player_anim_of(s.state, WHO));
    cr_expect_null(q3_player_anim_of(s.state, Q3_OWN));
    free(words);
    free(copy);
    end(&s);
}
