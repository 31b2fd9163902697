/* From a client state to a scene: drawn entities, positions, 2D layer. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/netquake/nq_scene.h"
#include "engine/netquake/nq_view.h"
#include "engine/quake/hud/hud.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"

static struct nq_demo demo;
static struct quake_data data;
static struct scene scene;
static const struct scene_options plain = {
    .width = 640, .height = 480, .fov = 90.0f, .no_hud = true};
static const struct scene_options with_hud = {.width = 640, .height = 480, .fov = 90.0f};

static void begin(void)
{
    struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
    nq_demo_begin(&demo);
}

static void finish(void)
{
    scene_free(&scene);
    nq_demo_end(&demo);
    quake_game_close(&data);
}

static void build(double fraction, const struct scene_options *options)
{
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, fraction, options, &data), 0);
}

static void play(void)
{
    nq_demo_open(&demo);
    while (demo.pos < demo.dem.size) {
        nq_demo_step_good(&demo);
    }
}

Test(scene_build, before_the_game_there_is_text_only)
{
    begin();
    nq_demo_text(&demo, NQ_PRINT, "hello\n");
    nq_demo_block(&demo, 0, 0);
    play();
    build(1.0, &with_hud);
    cr_assert_null(scene.palette->world);
    cr_assert_eq(scene.palette->num_entities, 0);
    cr_assert_eq(scene.palette->num_items, 1);
    cr_assert(scene.palette->items[0].kind == PALETTE_2D_GLYPHS &&
              scene.palette->items[0].width == 5);
    cr_assert_arr_eq(scene.palette->text + scene.palette->items[0].text, "hello", 5);
    build(1.0, &plain);
    cr_assert_eq(scene.palette->num_items, 0);
    finish();
}

/* Two updates: the viewer, a coloured player, a flying missile, a removed entity, an invisible
 * one, a static. */
static void make_level(void)
{
    nq_demo_serverinfo(&demo, 4);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_UPDATECOLORS,
                                            .u.updatecolors = {.player = 1, .colors = 0x4d}});
    nq_demo_add(
        &demo, &(struct nq_message){.id = NQ_LIGHTSTYLE, .u.lightstyle = {.style = 0, .map = "m"}});
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_LIGHTSTYLE,
                                            .u.lightstyle = {.style = 5, .map = "az"}});
    struct nq_message m = {.id = NQ_SPAWNSTATIC};
    m.u.spawnstatic =
        (struct nq_entity_state){.model = 4, .scale = NQ_SCALE_DEFAULT, .origin = {8, 8, 8}};
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < 2; i++) {
        nq_demo_time(&demo, 4.0f + (float)i * 0.0625f);
        nq_demo_clientdata(&demo, NQ_SU_ONGROUND, 100, HUD_IT_SHOTGUN | HUD_IT_SHELLS);
        nq_demo_entity(&demo, 1, 3, 0, 0, 24);
        m = nq_demo_update(2, 3, 64, 0, 24);
        m.u.update.mask |= NQ_U_COLORMAP | NQ_U_EFFECTS;
        m.u.update.colormap = 2;
        m.u.update.effects = i ? NQ_EF_MUZZLEFLASH : 0;
        nq_demo_add(&demo, &m);
        nq_demo_entity(&demo, 50, 4, 32.0 * i, 16, 0);
        if (i == 0) {
            nq_demo_entity(&demo, 51, 4, 0, 0, 0);
        }
        nq_demo_entity(&demo, 52, 0, 0, 0, 0);   /* no model */
        nq_demo_entity(&demo, 53, 200, 0, 0, 0); /* beyond the list */
        nq_demo_block(&demo, 10, 350.0f + 20.0f * (float)i);
    }
}

Test(scene_build, lightstyles_run_from_letter_to_letter)
{
    struct scene_options options = plain;
    begin();
    nq_demo_serverinfo(&demo, 4);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_LIGHTSTYLE,
                                            .u.lightstyle = {.style = 0, .map = "aceg"}});
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_LIGHTSTYLE,
                                            .u.lightstyle = {.style = 1, .map = "ag"}});
    for (int i = 0; i < 2; i++) {
        nq_demo_time(&demo, 4.0f + (float)i);
        nq_demo_block(&demo, 0, 0);
    }
    play();
    build(0.125, &options);
    const int32_t *levels = scene.palette->light_levels;
    cr_assert(levels[0] == 2 * 22 && levels[1] == 6 * 22, "%d %d", levels[0], levels[1]);
    options.lerp_lightstyles = true;
    build(0.125, &options); /* a quarter of the way from c to e */
    cr_assert(levels[0] == 2 * 22 + 11 && levels[1] == 6 * 22, "%d %d", levels[0], levels[1]);
    build(0.35, &options); /* from g to a is too far */
    cr_assert_eq(levels[0], 6 * 22);
    finish();
}

Test(scene_build, who_is_drawn)
{
    begin();
    make_level();
    play();
    build(0.5, &plain);
    cr_assert_not_null(scene.palette->world);
    cr_assert_eq(scene.palette->num_entities, 3);
    const struct palette_entity *e = scene.palette->entities;
    cr_assert(e[0].translate && e[0].shirt == 4 && e[0].trousers == 13 && e[0].alpha == 255);
    cr_assert_eq(e[0].origin[0], 64.0f);
    cr_assert_eq(e[1].origin[0], 16.0f);
    cr_assert(!e[1].needs_pvs && e[2].needs_pvs && e[2].origin[1] == 8.0f);
    cr_assert(e[0].frame_lerp == 1.0f && !e[1].translate);
    cr_assert_eq(scene.time, 4.03125);
    cr_assert_float_eq(fmodf(scene.camera.angles[1], 360.0f), 0.0f, 1e-4);
    cr_assert_float_eq(scene.camera.origin[2], 24 + 22 + 0.03125f, 1e-4);
    cr_assert_not_null(scene.palette->view_model.model);
    cr_assert_eq(scene.palette->num_dlights,
                 scene.palette->entities[1].model->mdl->flags & MDL_ROCKET ? 1u : 0u);
    size_t lights = scene.palette->num_dlights;
    build(1.0, &plain);
    cr_assert_eq(scene.palette->num_dlights, lights + 1); /* the flash came with the last update */
    cr_assert_eq(scene.palette->light_levels[0], 264);
    cr_assert_eq(scene.palette->light_levels[5], 0); /* tenth 40: the first letter */
    cr_assert_eq(scene.palette->light_levels[6], 256);
    finish();
}

Test(scene_build, options)
{
    begin();
    make_level();
    play();
    struct scene_options options = plain;
    options.no_view_model = true;
    build(1.0, &options);
    cr_assert_null(scene.palette->view_model.model);
    cr_assert_eq(scene.camera.fov_x, 90.0f);
    options = plain;
    options.width = 1280;
    options.height = 720;
    build(1.0, &options);
    cr_assert_float_eq(scene.camera.fov_x, 106.26f, 0.01f); /* 2 atan(16 / 9 / (4 / 3)) */
    cr_assert_not_null(scene.palette->view_model.model);
    options.fov = 110.0f;
    build(1.0, &options);
    cr_assert_null(scene.palette->view_model.model);
    finish();
}

Test(scene_build, pure)
{
    struct nq_state *copy = NULL;
    struct scene first = {0};
    begin();
    make_level();
    play();
    build(0.3, &with_hud);
    cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
    cr_assert_eq(nq_scene_build(&first, copy, &demo.dem, 0.9, &with_hud, &data), 0);
    cr_assert_eq(nq_scene_build(&first, copy, &demo.dem, 0.3, &with_hud, &data), 0);
    cr_assert_eq(first.palette->num_entities, scene.palette->num_entities);
    cr_assert_eq(first.palette->num_particles, scene.palette->num_particles);
    cr_assert_eq(first.palette->num_items, scene.palette->num_items);
    cr_assert_eq(memcmp(&first.camera, &scene.camera, sizeof first.camera), 0);
    for (size_t i = 0; i < first.palette->num_entities; i++) {
        cr_assert_eq(memcmp(&first.palette->entities[i], &scene.palette->entities[i],
                            sizeof *first.palette->entities),
                     0);
    }
    for (size_t i = 0; i < first.palette->num_particles; i++) {
        const struct palette_particle *a = &first.palette->particles[i],
                                      *b = &scene.palette->particles[i];
        cr_assert(memcmp(a->origin, b->origin, sizeof a->origin) == 0 && a->color == b->color);
    }
    scene_free(&first);
    nq_state_destroy(copy);
    finish();
}

static size_t count_kind(enum palette_2d_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < scene.palette->num_items; i++) {
        count += scene.palette->items[i].kind == kind;
    }
    return count;
}

static bool has_text(const char *text)
{
    for (size_t i = 0; i < scene.palette->num_items; i++) {
        const struct palette_2d *item = &scene.palette->items[i];
        if (item->kind == PALETTE_2D_GLYPHS && (size_t)item->width == strlen(text) &&
            memcmp(scene.palette->text + item->text, text, strlen(text)) == 0) {
            return true;
        }
    }
    return false;
}

Test(scene_build, status_bar_and_texts)
{
    begin();
    make_level();
    nq_demo_time(&demo, 5.0f);
    nq_demo_clientdata(&demo, 0, 100, HUD_IT_SHOTGUN);
    nq_demo_entity(&demo, 1, 3, 0, 0, 24);
    nq_demo_text(&demo, NQ_PRINT, "you got the shells\n");
    nq_demo_text(&demo, NQ_CENTERPRINT, "look\nup");
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < 4; i++) { /* 1, 2, 3 and 4 seconds later */
        nq_demo_time(&demo, 6.0f + (float)i);
        nq_demo_clientdata(&demo, 0, 100, HUD_IT_SHOTGUN);
        nq_demo_entity(&demo, 1, 3, 0, 0, 24);
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    for (int i = 0; i < 4; i++) {
        nq_demo_step_good(&demo);
    }
    build(1.0, &with_hud);
    cr_assert(has_text("you got the shells") && has_text("look") && has_text("up"));
    cr_assert_gt(scene.palette->num_items, 4);
    for (size_t i = 0; i < scene.palette->num_items; i++) {
        cr_assert_eq(scene.palette->items[i].scale, 2); /* 640 pixels: each layout pixel twice */
    }
    nq_demo_step_good(&demo);
    build(1.0, &with_hud);
    cr_assert(has_text("you got the shells") && has_text("look"));
    nq_demo_step_good(&demo);
    build(1.0, &with_hud);
    cr_assert(has_text("you got the shells") && !has_text("look"));
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    build(1.0, &with_hud);
    cr_assert(!has_text("you got the shells"));
    build(1.0, &plain);
    cr_assert_eq(scene.palette->num_items, 0);
    finish();
}

/* The state holds the print of the next update: until then the text is that of the one before. */
Test(scene_build, a_centre_print_that_is_sent_again_stays)
{
    static const struct {
        float time;
        const char *text;
        bool is_shown; /* before its time */
    } prints[] = {{5.0f, "look", false},
                  {5.0625f, "look", true},
                  {5.125f, "other", false},
                  {7.0625f, "other", true},
                  {9.125f, "other", false}}; /* it has ended */
    begin();
    make_level();
    for (size_t i = 0; i < 5; i++) {
        for (int after = 0; after < 2; after++) {
            nq_demo_time(&demo, prints[i].time - 0.03125f + 0.03125f * (float)after);
            nq_demo_clientdata(&demo, 0, 100, HUD_IT_SHOTGUN);
            if (after) {
                nq_demo_text(&demo, NQ_CENTERPRINT, prints[i].text);
            }
            nq_demo_block(&demo, 0, 0);
        }
    }
    nq_demo_open(&demo);
    for (int i = 0; i < 3; i++) {
        nq_demo_step_good(&demo);
    }
    for (size_t i = 0; i < 5; i++) {
        nq_demo_step_good(&demo);
        nq_demo_step_good(&demo);
        build(0.5, &with_hud);
        cr_expect_eq(has_text(prints[i].text), prints[i].is_shown, "print %zu, before", i);
        build(1.0, &with_hud);
        cr_expect(has_text(prints[i].text), "print %zu", i);
    }
    finish();
}

Test(scene_build, a_finale_writes_itself)
{
    begin();
    nq_demo_serverinfo(&demo, 1);
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < 3; i++) {
        nq_demo_time(&demo, 4.0f + (float)i);
        nq_demo_entity(&demo, 1, 3, 0, 0, 24);
        if (i == 0) {
            nq_demo_text(&demo, NQ_FINALE, "a long story\nends here");
        }
        nq_demo_block(&demo, 0, 0);
    }
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    build(1.0, &with_hud);
    cr_assert(has_text("a"));
    nq_demo_step_good(&demo);
    build(1.0, &with_hud);
    cr_assert(has_text("a long st")); /* eight a second */
    nq_demo_step_good(&demo);
    build(1.0, &with_hud);
    cr_assert(has_text("a long story") && has_text("ends "));
    cr_assert_null(scene.palette->view_model.model);
    finish();
}

Test(scene_build, rankings_and_intermission)
{
    for (int deathmatch = 0; deathmatch < 2; deathmatch++) {
        begin();
        struct nq_message m = {.id = NQ_SERVERINFO};
        m.u.serverinfo = (struct nq_serverinfo){.protocol = 15,
                                                .max_clients = 16,
                                                .game_type = (uint8_t)deathmatch,
                                                .level_name = "arena",
                                                .models = {"maps/x.bsp\0", 1},
                                                .sounds = {"x.wav\0", 1}};
        nq_demo_add(&demo, &m);
        static const char *const names[3] = {"low", "high", "middle"};
        static const int16_t frags[3] = {-3, 25, 7};
        for (uint8_t i = 0; i < 3; i++) {
            nq_demo_add(&demo,
                        &(struct nq_message){.id = NQ_UPDATENAME, .u.updatename = {i, names[i]}});
            nq_demo_add(&demo,
                        &(struct nq_message){.id = NQ_UPDATEFRAGS, .u.updatefrags = {i, frags[i]}});
        }
        nq_demo_time(&demo, 83.0f);
        nq_demo_entity(&demo, 1, 1, 0, 0, 0);
        nq_demo_add(&demo, &(struct nq_message){.id = NQ_INTERMISSION});
        nq_demo_block(&demo, 0, 0);
        play();
        build(1.0, &with_hud);
        if (deathmatch) {
            cr_assert(has_text("high") && has_text(" 25") && has_text(" -3"));
            cr_assert_eq(count_kind(PALETTE_2D_FILL), 6);
            cr_assert_lt(strstr((const char *)scene.palette->text, "high") -
                             (const char *)scene.palette->text,
                         (ptrdiff_t)scene.palette->text_size);
        } else {
            cr_assert(!has_text("high"));
            cr_assert_gt(scene.palette->num_items, 8);
        }
        finish();
    }
}

Test(scene_build, hostile_demos_build)
{
    begin();
    nq_demo_serverinfo(&demo, 4);
    for (int i = 0; i < 300; i++) {
        nq_demo_time(&demo, (float)i * 0.02f);
        for (uint32_t n = 0; n < 20; n++) {
            struct nq_message m = {.id = NQ_TEMP_ENTITY};
            m.u.temp_entity.type = (uint8_t)(n % 14);
            m.u.temp_entity.entity = (uint16_t)n;
            m.u.temp_entity.end[0] = 4000.0 * (n & 1);
            nq_demo_add(&demo, &m);
            m = nq_demo_update((uint16_t)(n + 1), 4, (double)(i * 37 % 8000) - 4000, n, 0);
            m.u.update.mask |= NQ_U_EFFECTS | NQ_U_FRAME | NQ_U_SKIN | NQ_U_COLORMAP;
            m.u.update.effects = (uint8_t)(n * 17);
            m.u.update.frame = 255;
            m.u.update.skin = 255;
            m.u.update.colormap = (uint8_t)n;
            nq_demo_add(&demo, &m);
        }
        nq_demo_block(&demo, (float)i * 1e5f, -1e30f);
    }
    play();
    for (int i = 0; i <= 4; i++) {
        build(i * 0.25, &with_hud);
        cr_assert(scene.palette->num_particles > 1000 && scene.palette->num_particles <= 1u << 18);
        cr_assert_eq(scene.palette->num_dlights > 0, true);
    }
    finish();
}

/* Real demos with the game data of the project: pictures from a key frame equal those from play. */
Test(scene_build, real_demos_build_alike)
{
    static const char *const names[] = {"r15_e0m1_qs", "r15_e0m4_qs", "demo2_lite", "introseq"};
    const struct real_data_name base = real_data_path("librequake");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct file_bytes file;
        struct nq_state *copy = NULL;
        struct scene other = {0};
        real_data_load(&file, "netquake/%s.dem", names[i]);
        struct game_files_options options = {.search = {.basedir = base.text}};
        nq_demo_begin(&demo);
        cr_assert_eq(quake_game_open(&data, &options, &demo.err), 0, "%s", demo.err.what);
        byte_writer_free(&demo.file);
        cr_assert_eq(dem_open(&demo.dem, file.data, file.size, &demo.err), 0);
        demo.pos = demo.dem.first_block;
        size_t most = 0;
        for (int block = 0; block < 1500; block++) {
            nq_demo_step_good(&demo);
            if (block % 100 != 50 || !nq_state_in_game(demo.state)) {
                continue;
            }
            build(0.75, &with_hud);
            cr_assert_eq(nq_state_copy(&copy, demo.state), 0);
            cr_assert_eq(nq_scene_build(&other, copy, &demo.dem, 0.75, &with_hud, &data), 0);
            cr_assert(other.palette->num_entities == scene.palette->num_entities &&
                      other.palette->num_particles == scene.palette->num_particles &&
                      other.palette->num_dlights == scene.palette->num_dlights &&
                      other.palette->num_items == scene.palette->num_items);
            cr_assert_eq(memcmp(&other.camera, &scene.camera, sizeof other.camera), 0);
            most = scene.palette->num_entities > most ? scene.palette->num_entities : most;
        }
        cr_assert_gt(most, 5, "%s", names[i]);
        nq_state_destroy(copy);
        scene_free(&other);
        finish();
        platform_free_file(&file);
    }
}
