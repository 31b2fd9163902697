/* Interpolation over time: model frames, the view model, step moves. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_scene.h"
#include "engine/playback/playback_context.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"

/* Updates come a sixteenth of a second apart from 10 on: what the second brings begins at 10. */
static const double gap = 0.0625;

static struct nq_demo demo;
static struct quake_data data;
static struct scene scene;
static const struct scene_options smooth = {.width = 640,
                                            .height = 480,
                                            .fov = 90.0f,
                                            .no_hud = true,
                                            .lerp_models = true,
                                            .lerp_steps = true};

static double time_of(int update)
{
    return 10.0 + update * gap;
}

static void make_demo_of(int32_t version, int blocks, void (*fill)(int))
{
    nq_demo_begin(&demo);
    demo.protocol.version = version;
    nq_demo_serverinfo(&demo, 4);
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < blocks; i++) {
        nq_demo_time(&demo, (float)time_of(i));
        fill(i);
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
}

static void step(int blocks)
{
    for (int i = 0; i < blocks; i++) {
        nq_demo_step_good(&demo);
    }
}

static void add_posed(uint16_t number, uint8_t model, uint8_t frame, uint8_t effects, int finish)
{
    struct nq_message m = nq_demo_update(number, model, 8, 0, 0);
    m.u.update.mask |= NQ_U_FRAME | NQ_U_EFFECTS | (finish >= 0 ? (uint32_t)NQ_U_LERPFINISH : 0);
    m.u.update.frame = frame;
    m.u.update.effects = effects;
    m.u.update.lerp_finish = (uint8_t)(finish >= 0 ? finish : 0);
    nq_demo_add(&demo, &m);
}

static const struct nq_entity *entity(uint32_t number)
{
    return nq_entity_get(demo.state, number);
}

static void expect_frames(uint32_t number, uint16_t old_frame, uint16_t frame, double time,
                          float share)
{
    const struct nq_entity *e = entity(number);
    cr_expect_eq(e->old_frame, old_frame, "entity %u: from %u", number, e->old_frame);
    cr_expect_eq(e->frame, frame, "entity %u: to %u", number, e->frame);
    float got = nq_entity_lerp(e, e->frame_start, time);
    cr_expect(old_frame == frame || fabsf(got - share) < 1e-5f, "entity %u at %f: %f is not %f",
              number, time, (double)got, (double)share);
}

/* ---- Frames ---- */

static void fill_walk(int i)
{
    add_posed(20, 3, (uint8_t)(i / 2), 0, -1);
}

Test(lerp, a_new_frame_takes_a_tenth_of_a_second)
{
    make_demo_of(15, 5, fill_walk);
    step(2);
    expect_frames(20, 0, 0, time_of(1), 1.0f);
    step(1); /* the frame changes; the pictures of this update begin at the one before */
    expect_frames(20, 0, 1, time_of(1) - 1.0, 0.0f);
    expect_frames(20, 0, 1, time_of(1), 0.0f);
    expect_frames(20, 0, 1, time_of(1) + 0.05, 0.5f);
    expect_frames(20, 0, 1, time_of(2), 0.625f);
    step(1); /* it pauses, then continues */
    expect_frames(20, 0, 1, time_of(2), 0.625f);
    expect_frames(20, 0, 1, time_of(2) + 0.025, 0.875f);
    expect_frames(20, 0, 1, time_of(3), 1.0f);
    step(1);
    expect_frames(20, 1, 2, time_of(3), 0.0f);
    nq_demo_end(&demo);
}

static void fill_slow(int i)
{
    add_posed(20, 3, i > 0, 0, i > 0 ? 204 - 16 * i : -1); /* 0.8 s, counted down as servers do */
    add_posed(21, 3, i > 0, 0, i > 0 ? 0 : -1);
    add_posed(22, 3, i > 0, 0, i == 1 ? 255 : -1);
}

Test(lerp, the_server_says_when_a_frame_is_reached)
{
    make_demo_of(666, 3, fill_slow);
    step(2);
    const double finish = time_of(1) + (204 - 16) / 255.0;
    expect_frames(20, 0, 1, time_of(0), 0.0f);
    expect_frames(20, 0, 1, time_of(1), (float)(gap / (finish - time_of(0))));
    expect_frames(21, 0, 1, time_of(0) + gap / 2, 0.5f); /* with the update itself */
    expect_frames(21, 0, 1, time_of(1), 1.0f);
    expect_frames(22, 0, 1, time_of(1), (float)(gap / (gap + 1.0)));
    step(1);
    const double later = time_of(2) + (204 - 32) / 255.0;
    expect_frames(20, 0, 1, time_of(2), (float)(2 * gap / (later - time_of(0))));
    expect_frames(22, 0, 1, time_of(2), 1.0f); /* no time sent: 0.1 s */
    nq_demo_end(&demo);
}

static void fill_new_models(int i)
{
    add_posed(20, i < 2 ? 3 : 4, (uint8_t)i, 0, -1);
    if (i != 1) {
        add_posed(21, 3, (uint8_t)i, 0, -1);
    }
    add_posed(22, i == 1 ? 0 : 3, (uint8_t)i, 0, -1);
}

Test(lerp, who_comes_and_who_changes_its_model_shows_its_frame_at_once)
{
    make_demo_of(15, 4, fill_new_models);
    step(1);
    expect_frames(20, 0, 0, time_of(0), 1.0f);
    step(1);
    expect_frames(20, 0, 1, time_of(0), 0.0f);
    step(1);
    expect_frames(20, 2, 2, time_of(1), 1.0f);
    expect_frames(21, 2, 2, time_of(1), 1.0f); /* was gone */
    expect_frames(22, 2, 2, time_of(1), 1.0f); /* was nothing */
    step(1);
    expect_frames(20, 2, 3, time_of(2), 0.0f);
    expect_frames(21, 2, 3, time_of(2), 0.0f);
    nq_demo_end(&demo);
}

static void fill_shooter(int i)
{
    add_posed(20, 3, (uint8_t)i, i == 1 ? NQ_EF_MUZZLEFLASH : 0, -1);
}

Test(lerp, a_flash_and_the_frame_after_it_show_at_once)
{
    make_demo_of(15, 4, fill_shooter);
    step(2);
    expect_frames(20, 1, 1, time_of(0), 1.0f);
    step(1);
    expect_frames(20, 2, 2, time_of(1), 1.0f);
    step(1);
    expect_frames(20, 2, 3, time_of(2), 0.0f);
    nq_demo_end(&demo);
}

static void fill_gap(int i)
{
    add_posed(20, 3, (uint8_t)i, 0, -1);
    if (i == 1) {
        nq_demo_time(&demo, 20.0f);
        add_posed(20, 3, 7, 0, -1);
    }
}

/* As places do: see nq_interp_at. */
Test(lerp, after_a_gap_the_last_tenth_blends)
{
    make_demo_of(15, 2, fill_gap);
    step(2);
    expect_frames(20, 1, 7, 19.9, 0.0f);
    expect_frames(20, 1, 7, 19.95, 0.5f);
    expect_frames(20, 1, 7, 20.0, 1.0f);
    nq_demo_end(&demo);
}

/* ---- The weapon in hand ---- */

static void add_weapon(uint8_t model, uint8_t frame)
{
    struct nq_message m = {.id = NQ_CLIENTDATA};
    m.u.clientdata.mask = NQ_SU_ITEMS | NQ_SU_WEAPON | NQ_SU_WEAPONFRAME;
    m.u.clientdata.has_items = true;
    m.u.clientdata.health = 100;
    m.u.clientdata.weapon_model = model;
    m.u.clientdata.weapon_frame = frame;
    nq_demo_add(&demo, &m);
}

static void expect_weapon(uint32_t old_frame, double time, float share)
{
    const struct nq_state *s = demo.state;
    cr_expect_eq(s->weapon_old_frame, old_frame, "from %u", s->weapon_old_frame);
    bool still = old_frame == (uint32_t)s->stats[NQ_STAT_WEAPON_FRAME];
    cr_expect(still || fabsf(nq_weapon_lerp(s, time) - share) < 1e-5f, "at %f: %f", time,
              (double)nq_weapon_lerp(s, time));
}

static void fill_weapon(int i)
{
    static const uint8_t frames[] = {0, 1, 2, 3, 3, 4, 5};
    add_weapon(i < 5 ? 5 : 4, frames[i]);
    add_posed(1, 3, (uint8_t)(10 + i), i == 1 ? NQ_EF_MUZZLEFLASH : 0, -1);
}

Test(lerp, the_weapons_frames_blend_but_not_its_flash)
{
    make_demo_of(15, 7, fill_weapon);
    step(2);
    expect_weapon(1, time_of(0), 1.0f);         /* the flash */
    expect_frames(1, 10, 11, time_of(0), 0.0f); /* it is the weapon's, not the player's */
    step(1);
    expect_weapon(2, time_of(1), 1.0f);
    step(1);
    expect_weapon(2, time_of(2), 0.0f);
    expect_weapon(2, time_of(2) + 0.05, 0.5f);
    step(1);
    expect_weapon(2, time_of(4), 1.0f);
    step(1);
    expect_weapon(4, time_of(4), 1.0f); /* another weapon */
    step(1);
    expect_weapon(4, time_of(5), 0.0f);
    nq_demo_end(&demo);
}

/* ---- Steps ---- */

static void add_stepper(uint16_t number, double x, float yaw, int finish)
{
    struct nq_message m = nq_demo_update(number, 3, x, 0, 0);
    m.u.update.mask |= NQ_U_NOLERP | NQ_U_ANGLE2;
    m.u.update.mask |= finish >= 0 ? (uint32_t)NQ_U_LERPFINISH : 0;
    m.u.update.angles[1] = yaw;
    m.u.update.lerp_finish = (uint8_t)(finish >= 0 ? finish : 0);
    nq_demo_add(&demo, &m);
}

/* Expected position with interpolated step moves, and with the original's. */
static void expect_place(uint32_t number, double time, float x, float yaw, float plain_x)
{
    const struct nq_interp moment = {.time = time, .lerp = 0.5f};
    float origin[3], angles[3];
    nq_entity_place_smooth(demo.state, entity(number), &moment, origin, angles);
    cr_expect_float_eq(origin[0], x, 1e-3f, "entity %u at %f: %f is not %f", number, time,
                       (double)origin[0], (double)x);
    cr_expect_float_eq(angles[1], yaw, 1e-3f, "entity %u at %f: yaw %f", number, time,
                       (double)angles[1]);
    nq_entity_place(demo.state, entity(number), 0.5f, origin, angles);
    cr_expect_eq(origin[0], plain_x, "entity %u at %f: plain %f", number, time, (double)origin[0]);
}

static void fill_steps(int i)
{
    static const double places[] = {0, 16, 16, 48, 48, 248};
    add_stepper(20, places[i], i < 3 ? 0.0f : 45.0f, -1);
    add_stepper(21, i > 0 ? 32 : 0, 0.0f, i > 0 ? 128 - 16 * i : -1);
}

Test(lerp, steps_take_a_tenth_of_a_second_or_what_the_server_says)
{
    make_demo_of(666, 6, fill_steps);
    step(2);
    expect_place(20, time_of(0), 0, 0, 16);
    expect_place(20, time_of(0) + 0.05, 8, 0, 16);
    expect_place(20, time_of(1), 10, 0, 16);
    const double finish = time_of(1) + (128 - 16) / 255.0;
    expect_place(21, time_of(1), (float)(32 * gap / (finish - time_of(0))), 0, 32);
    step(1); /* paused, so the step continues */
    expect_place(20, time_of(1), 10, 0, 16);
    expect_place(20, time_of(1) + 0.025, 14, 0, 16);
    expect_place(20, time_of(2), 16, 0, 16);
    step(1);
    expect_place(20, time_of(2), 16, 0, 48);
    expect_place(20, time_of(2) + 0.05, 32, 22.5f, 48);
    const double later = time_of(3) + (128 - 48) / 255.0;
    expect_place(21, time_of(3), (float)(32 * 3 * gap / (later - time_of(0))), 0, 32);
    step(2); /* a jump */
    expect_place(20, time_of(4), 248, 45, 248);
    nq_demo_end(&demo);
}

static void fill_from_step_to_flight(int i)
{
    if (i < 3) {
        add_stepper(20, i < 2 ? 16.0 * i : 16.0, 0.0f, -1);
    } else {
        nq_demo_entity(&demo, 20, 3, 16.0 * i, 0, 0);
    }
    if (i < 2) {
        nq_demo_entity(&demo, 21, 3, 16.0 * i, 0, 0);
    } else {
        add_stepper(21, 16.0, 0.0f, -1);
    }
    if (i != 1) {
        add_stepper(22, 16.0 * i, 0.0f, -1);
    }
}

Test(lerp, steps_begin_and_end_where_movement_does)
{
    make_demo_of(15, 4, fill_from_step_to_flight);
    step(3);
    expect_place(21, time_of(1) + 0.01, 16, 0, 16); /* came to rest as it began to step */
    expect_place(22, time_of(1) + 0.01, 32, 0, 32); /* was gone */
    step(1);
    expect_place(20, time_of(3), 32, 0, 32); /* between 16 and 48, not from its last step */
    nq_demo_end(&demo);
}

static uint32_t count_trails(void)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < demo.state->arrays[NQ_EVENTS].count; i++) {
        count += nq_events(demo.state)[i].kind == EFFECT_TRAIL;
    }
    return count;
}

Test(lerp, who_stands_after_a_step_leaves_no_trail)
{
    make_demo_of(666, 6, fill_steps);
    step(2);
    uint32_t moved = count_trails();
    cr_assert_eq(moved, 2);
    step(1);
    cr_assert_eq(count_trails(), moved);
    nq_demo_end(&demo);
}

/* ---- The scene ---- */

static void open_data(void)
{
    struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
}

static void close_data(void)
{
    scene_free(&scene);
    memset(&scene, 0, sizeof scene);
    quake_game_close(&data);
}

static void fill_scene(int i)
{
    add_weapon(5, (uint8_t)(i / 2));
    add_posed(20, 3, (uint8_t)i, 0, -1);
    add_stepper(21, 16.0 * i, 0.0f, -1);
}

Test(lerp, the_scene_blends_only_when_asked)
{
    make_demo_of(15, 3, fill_scene);
    step(3);
    open_data();
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, 0.4, &smooth, &data), 0);
    cr_assert_eq(scene.palette->num_entities, 2);
    const struct palette_entity *e = scene.palette->entities;
    cr_assert(e[0].old_frame == 1 && e[0].frame == 2);
    cr_assert_float_eq(e[0].frame_lerp, 0.25f, 1e-5f);
    cr_assert_float_eq(e[1].origin[0], 16 + 0.25f * 16, 1e-4f);
    const struct palette_entity *weapon = &scene.palette->view_model;
    cr_assert(weapon->old_frame == 0 && weapon->frame == 1);
    cr_assert_float_eq(weapon->frame_lerp, 0.25f, 1e-5f);

    struct scene_options options = smooth;
    options.lerp_models = options.lerp_steps = false;
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, 0.4, &options, &data), 0);
    e = scene.palette->entities;
    cr_assert(e[0].old_frame == 2 && e[0].frame_lerp == 1.0f && !e[0].lerp_poses);
    cr_assert_eq(e[1].origin[0], 32.0f);
    cr_assert(scene.palette->view_model.old_frame == 1 &&
              scene.palette->view_model.frame_lerp == 1.0f);
    close_data();
    nq_demo_end(&demo);
}

Test(lerp, flames_are_not_blended)
{
    static const char models[] = "maps/none.bsp\0progs/flame.mdl\0progs/flames.mdl\0"
                                 "progs/v_saw.mdl\0";
    nq_demo_begin(&demo);
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){.protocol = 15,
                                            .max_clients = 1,
                                            .level_name = "x",
                                            .models = {models, 4},
                                            .sounds = {"x.wav\0", 1}};
    nq_demo_add(&demo, &m);
    for (int i = 0; i < 2; i++) {
        nq_demo_time(&demo, (float)time_of(i));
        for (uint8_t model = 2; model <= 4; model++) {
            add_posed((uint16_t)(20 + model), model, (uint8_t)i, 0, -1);
        }
    }
    nq_demo_block(&demo, 0, 0);
    nq_demo_open(&demo);
    step(1);
    open_data();
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, 0.4, &smooth, &data), 0);
    cr_assert_eq(scene.palette->num_entities, 3);
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(scene.palette->entities[i].frame_lerp < 1.0f, i == 1, "%s",
                     scene.palette->entities[i].model->name);
    }
    close_data();
    nq_demo_end(&demo);
}

/* The look decides what was not asked for. */
Test(lerp, options_and_looks)
{
    static const struct {
        struct playback_options options;
        bool models, steps, fog;
    } cases[] = {
        {{.look = LOOK_EXACT}, true, true, true},
        {{.look = LOOK_EXACT, .no_lerp = true}, false, false, true},
        {{.look = LOOK_EXACT, .no_lerp = true, .lerp_models = true}, true, false, true},
        {{.look = LOOK_EXACT, .no_lerp_models = true}, false, true, true},
        {{.look = LOOK_EXACT, .no_fog = true}, true, true, false},
        {{.look = LOOK_FAITHFUL}, false, false, false},
        {{.look = LOOK_FAITHFUL, .lerp_models = true}, true, false, false},
        {{.look = LOOK_EXACT, .lerp_models = true, .no_lerp_models = true}, false, true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct playback_options options = cases[i].options;
        struct playback_context player;
        options.fov = 90.0f;
        options.threads = 1;
        cr_assert_eq(
            playback_open(&player, "builtin:demo1", &options, &(struct timeline_options){0}, NULL),
            0);
        const struct scene_options *s = &player.scene_options;
        cr_expect_eq(s->lerp_models, cases[i].models, "case %zu", i);
        cr_expect_eq(s->lerp_steps, cases[i].steps, "case %zu", i);
        cr_expect_eq(!s->no_fog, cases[i].fog, "case %zu", i);
        cr_expect_eq(s->no_skybox, options.look == LOOK_FAITHFUL, "case %zu", i);
        playback_close(&player);
    }
}
