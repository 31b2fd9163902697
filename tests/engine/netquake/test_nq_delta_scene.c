/* What the scene makes of the fields that only FTE2's replacement deltas have. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_scene.h"
#include "render/palette/scene_palette.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"

static struct nq_demo demo;
static struct quake_data data;
static struct scene scene;
static struct byte_writer list;

static const struct scene_options plain = {
    .width = 640, .height = 480, .fov = 90.0f, .no_hud = true};

/* A level whose player 1 stands at x 100 with eyes 22 above, looks to y and has shirt 4 and
 * trousers 13. */
static void begin(void)
{
    static const char models[] = "maps/none.bsp\0progs/player.mdl\0";
    static uint8_t words[8];
    struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
    nq_demo_begin(&demo);
    bytes_put_u32(words, NQ_EXTENSION_FTE2);
    bytes_put_u32(words + 4, NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_PREDINFO);
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){.protocol = 666,
                                            .max_clients = 2,
                                            .num_extensions = 1,
                                            .extensions = words,
                                            .fte2 = bytes_u32(words + 4),
                                            .game_dirs = "",
                                            .level_name = "the test",
                                            .models = {models, 2},
                                            .sounds = {"\0", 0}};
    nq_demo_add(&demo, &m);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_SETVIEW, .u.setview = 1});
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_SIGNONNUM, .u.signonnum = 3});
    nq_demo_text(&demo, NQ_STUFFTEXT, "//fui 0 \"\\topcolor\\4\\bottomcolor\\13\"\n");
    m = (struct nq_message){.id = NQ_UPDATESTAT};
    m.u.updatestat.stat = 16;
    m.u.updatestat.value = 22;
    nq_demo_add(&demo, &m);
    m.u.updatestat.stat = NQ_STAT_HEALTH;
    m.u.updatestat.value = 100;
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 0);
}

static void entry(uint32_t entity, uint32_t mask, struct nq_delta delta)
{
    delta.mask = mask | NQ_D_RESET | NQ_D_MODEL | NQ_D_ORIGIN_XY;
    delta.model = 2;
    const struct nq_delta_entry e = {.entity = entity, .delta = delta};
    nq_delta_entry_write(&demo.protocol, &e, &list);
}

/* Builds the picture; the scene's entity, NULL = it is not there. Only one is expected. */
static const struct palette_entity *build(enum camera_kind camera)
{
    entry(1, 0, (struct nq_delta){.origin = {100, 0, 0}});
    struct nq_message m = {.id = NQ_DELTAS};
    m.u.deltas = (struct nq_deltas){.time = 1, .bytes = list.data, .size = (uint32_t)list.size};
    nq_demo_add(&demo, &m);
    nq_demo_block(&demo, 0, 90);
    nq_demo_open(&demo);
    nq_demo_step_good(&demo);
    nq_demo_step_good(&demo);
    struct scene_options options = plain;
    options.camera = camera_default();
    options.camera.kind = camera;
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, 1.0, &options, &data), 0);
    const size_t own = camera == CAMERA_EYE ? 0 : 1;
    cr_assert_leq(scene.palette->num_entities, 1 + own);
    return scene.palette->num_entities > own ? &scene.palette->entities[own] : NULL;
}

static void end(void)
{
    scene_free(&scene);
    memset(&scene, 0, sizeof scene);
    quake_game_close(&data);
    nq_demo_end(&demo);
    byte_writer_free(&list);
    list = (struct byte_writer){0};
}

Test(nq_delta_scene, colours_of_a_player_or_of_its_own)
{
    begin();
    entry(7, NQ_D_COLORMAP, (struct nq_delta){.colormap = 1});
    const struct palette_entity *e = build(CAMERA_EYE);
    cr_assert(e != NULL && e->translate && e->shirt == 4 && e->trousers == 13 && !e->tinted);
    end();
    begin();
    entry(7, NQ_D_COLORMAP | NQ_D_FLAGS,
          (struct nq_delta){.colormap = 0x2b, .flags = NQ_DF_COLORMAPPED});
    e = build(CAMERA_EYE);
    cr_assert(e != NULL && e->translate && e->shirt == 2 && e->trousers == 11);
    end();
}

Test(nq_delta_scene, colour_of_the_light)
{
    begin();
    entry(7, NQ_D_COLORMOD, (struct nq_delta){.colormod = {32, 16, 32}});
    const struct palette_entity *e = build(CAMERA_EYE);
    cr_assert(e != NULL && e->tinted && e->tint[0] == 32 && e->tint[1] == 16);
    end();
}

Test(nq_delta_scene, full_bright_and_glow)
{
    begin();
    entry(7, NQ_D_EFFECTS | NQ_D_EFFECTS2 | NQ_D_GLOW,
          (struct nq_delta){.effects = NQ_EF_FULL_BRIGHT, .glow = {25}});
    const struct palette_entity *e = build(CAMERA_EYE);
    cr_assert(e != NULL && e->full_bright);
    cr_assert_eq(scene.palette->num_dlights, 1);
    cr_assert_eq(scene.palette->dlights[0].radius, 100.0f);
    end();
}

Test(nq_delta_scene, looks_of_a_static_entity)
{
    begin();
    struct nq_message m = {.id = NQ_DELTA_STATIC};
    m.u.delta_static = (struct nq_delta){.mask = NQ_D_MODEL | NQ_D_COLORMOD | NQ_D_EFFECTS |
                                                 NQ_D_EFFECTS2 | NQ_D_ORIGIN_XY,
                                         .model = 2,
                                         .origin = {64, 0, 0},
                                         .colormod = {32, 8, 32},
                                         .effects = NQ_EF_FULL_BRIGHT};
    nq_demo_add(&demo, &m);
    const struct palette_entity *e = build(CAMERA_EYE);
    cr_assert(e != NULL && e->tinted && e->tint[1] == 8 && e->full_bright);
    end();
}

Test(nq_delta_scene, opacity_and_size)
{
    begin();
    entry(7, NQ_D_ALPHA | NQ_D_SCALE, (struct nq_delta){.alpha = 127, .scale = 32});
    const struct palette_entity *e = build(CAMERA_EYE);
    cr_assert(e != NULL && e->own_alpha && e->scale == 32);
    cr_assert_leq(abs(e->alpha - 127), 1);
    end();
    begin();
    entry(7, NQ_D_ALPHA, (struct nq_delta){.alpha = 0});
    cr_assert_null(build(CAMERA_EYE));
    end();
}

Test(nq_delta_scene, outside_of_the_player_alone)
{
    for (int i = 0; i < 2; i++) {
        const enum camera_kind camera = i == 0 ? CAMERA_EYE : CAMERA_CHASE;
        begin();
        entry(7, NQ_D_FLAGS, (struct nq_delta){.flags = NQ_DF_EXTERIOR});
        cr_assert_eq(build(camera) != NULL, i == 1);
        end();
        begin(); /* attached to the viewed player is the same */
        entry(7, NQ_D_TAG, (struct nq_delta){.tag_entity = 1});
        cr_assert_eq(build(camera) != NULL, i == 1);
        end();
    }
}

Test(nq_delta_scene, before_the_eyes)
{
    begin();
    entry(7, NQ_D_FLAGS | NQ_D_ANGLE_Y,
          (struct nq_delta){.flags = NQ_DF_VIEW_MODEL, .origin = {10, 0, 0}, .angles = {0, 45, 0}});
    const struct palette_entity *e = build(CAMERA_EYE);
    cr_assert_not_null(e);
    cr_assert_float_eq(e->origin[0], 100.0f, 0.1f);
    cr_assert_float_eq(e->origin[1], 10.0f, 0.1f);
    cr_assert_float_eq(e->origin[2], 22.0f, 0.1f);
    cr_assert_float_eq(e->angles[1], 135.0f, 0.1f);
    end();
    begin();
    entry(7, NQ_D_FLAGS, (struct nq_delta){.flags = NQ_DF_VIEW_MODEL});
    cr_assert_null(build(CAMERA_CHASE));
    end();
}

/* Alias models pitch the other way: what is tied to one that looks up by 45 degrees goes up. */
Test(nq_delta_scene, tied_to_another_entity)
{
    begin();
    entry(7, NQ_D_TAG, (struct nq_delta){.tag_entity = 8, .origin = {10, 0, 0}});
    entry(8, NQ_D_ANGLES_XZ | NQ_D_ALPHA,
          (struct nq_delta){.origin = {300, 0, 0}, .angles = {45, 0, 0}});
    const struct palette_entity *e = build(CAMERA_EYE);
    cr_assert_not_null(e);
    cr_assert_float_eq(e->origin[0], 307.07f, 0.1f);
    cr_assert_float_eq(e->origin[2], 7.07f, 0.1f);
    cr_assert_float_eq(e->angles[0], 45.0f, 0.1f);
    end();
}
