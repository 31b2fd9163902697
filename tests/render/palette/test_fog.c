/* Fog: its tables against the formula, and fogged pictures. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/placeholder.h"
#include "assets/quake/quake_data.h"
#include "engine/playback/playback_context.h"
#include "formats/base/bytes.h"
#include "formats/base/dmath.h"
#include "formats/pictures/nearest.h"
#include "render/palette/fog.h"
#include "render/palette/kernels/kernels.h"
#include "tests/support/palette_stage.h"
#include "tests/support/quake_game.h"

enum { WIDTH = 320, HEIGHT = 200, PIXELS = WIDTH * HEIGHT };

static struct quake_data data;

static void open_data(void)
{
    const struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
}

/* ---- Tables ---- */

static struct palette_scene scene_with(float density, float red, float green, float blue)
{
    return (struct palette_scene){.fog = {density, {red, green, blue}}, .sky_fog = 0.5f};
}

/* The share of fog a level's rows have on average: 0 or 1 at the ends of the table. */
static double share_of(const struct fog_look *look, int z)
{
    int row = look->span.levels[z];
    if (row == 0) {
        return 0.0;
    }
    return row >= KERNEL_FOG_DITHER + FOG_LEVELS - 2 + KERNEL_FOG_DITHER
               ? 1.0
               : (row - KERNEL_FOG_DITHER + 1) / (double)FOG_LEVELS;
}

Test(fog, levels_follow_exp2)
{
    static const float densities[] = {0.001f, 0.02f, 0.05f, 0.1f, 0.5f, 1.0f, 20.0f};
    open_data();
    struct fog *fog = fog_create(data.palette);
    cr_assert_not_null(fog);
    for (size_t i = 0; i < sizeof(densities) / sizeof(densities[0]); i++) {
        struct palette_scene scene = scene_with(densities[i], 0.5f, 0.5f, 0.5f);
        const struct fog_look *look = fog_look(fog, &scene);
        for (int z = 0; z < 0x7fff; z++) {
            double x = (double)densities[i] / 64.0 * (0x8000 / (z + 0.5));
            double share = 1.0 - exp(-x * x);
            cr_assert(fabs(share_of(look, z) - share) <= 0.5 / FOG_LEVELS + 1e-9,
                      "density %g, z %d: %g is not %g", (double)densities[i], z, share_of(look, z),
                      share);
            cr_assert(z < look->span.clear_z || look->span.levels[z] == 0);
        }
        cr_assert_eq(look->span.levels[0x7fff], 0);
        cr_assert_eq(look->span.levels[0xffff], 0, "too near for a z");
    }
    fog_destroy(fog);
    quake_game_close(&data);
}

Test(fog, invalid_numbers_are_handled)
{
    static const float odd[] = {NAN, -INFINITY, -1.0f, 0.0f, 1e-45f, 1e-30f, 1e30f, INFINITY};
    open_data();
    struct fog *fog = fog_create(data.palette);
    cr_assert_not_null(fog);
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        struct palette_scene scene = scene_with(odd[i], odd[i], odd[7 - i], 0.5f);
        cr_assert_eq(fog_wanted(&scene), odd[i] > 0.0f);
        if (fog_wanted(&scene)) {
            const struct fog_look *look = fog_look(fog, &scene);
            for (int z = look->span.clear_z; z < 0x8000; z++) {
                cr_assert_eq(look->span.levels[z], 0);
            }
        }
    }
    fog_destroy(fog);
    quake_game_close(&data);
}

static double distance(const uint8_t *color, const double rgb[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        sum += (color[c] - rgb[c]) * (color[c] - rgb[c]);
    }
    return sqrt(sum);
}

/* Cells are 4 wide: their middles are up to 2.6 off, twice. */
static const double nearest_slack = 5.3;

static void check_nearest(const uint8_t *palette, const double rgb[3], uint8_t index)
{
    double best = INFINITY;
    for (int i = 0; i < 256; i++) {
        best = fmin(best, distance(palette + (size_t)i * 3, rgb));
    }
    cr_assert(distance(palette + (size_t)index * 3, rgb) <= best + nearest_slack);
}

Test(fog, nearest_colours)
{
    open_data();
    struct nearest *nearest = nearest_create(data.palette);
    cr_assert_not_null(nearest);
    for (uint32_t i = 0; i < 20000; i++) {
        uint32_t bits = dmath_hash(i, 1, 2);
        int rgb[3] = {(int)(bits & 255), (int)(bits >> 8 & 255), (int)(bits >> 16 & 255)};
        const double exact[3] = {rgb[0], rgb[1], rgb[2]};
        check_nearest(data.palette, exact, nearest_find(nearest, rgb[0], rgb[1], rgb[2]));
    }
    free(nearest);
    quake_game_close(&data);
}

Test(fog, rows_mix_in_rgb)
{
    open_data();
    struct fog *fog = fog_create(data.palette);
    cr_assert_not_null(fog);
    struct palette_scene scene = scene_with(0.1f, 1.0f, 0.0f, 0.2f);
    const struct fog_look *look = fog_look(fog, &scene);
    const double color[3] = {255, 0, 51};
    const int last = KERNEL_FOG_DITHER + FOG_LEVELS - 2 + KERNEL_FOG_DITHER;
    for (int row = 0; row <= last; row++) {
        double share = ((row - KERNEL_FOG_DITHER + 1) - (KERNEL_FOG_DITHER - 1) / 2.0) / FOG_LEVELS;
        share = row < KERNEL_FOG_DITHER ? 0.0 : row == last ? 1.0 : fmax(0.0, fmin(1.0, share));
        for (int i = 0; i < 256; i++) {
            double rgb[3];
            for (int c = 0; c < 3; c++) {
                rgb[c] = data.palette[i * 3 + c] * (1 - share) + color[c] * share;
            }
            uint8_t index = look->span.rows[row * 256 + i];
            if (share == 0.0) {
                cr_assert_eq(index, i);
            } else {
                check_nearest(data.palette, rgb, index);
            }
        }
    }
    fog_destroy(fog);
    quake_game_close(&data);
}

/* Tables do not depend on earlier calls. */
Test(fog, tables_do_not_depend_on_earlier_calls)
{
    open_data();
    struct fog *used = fog_create(data.palette), *fresh = NULL;
    cr_assert_not_null(used);
    for (uint32_t i = 0; i < 30; i++) {
        struct palette_scene scene =
            scene_with((float)(1 + dmath_hash(i, 0, 0) % 3) * 0.1f,
                       (float)(dmath_hash(i, 0, 1) % 3) * 0.5f, 0.3f, 0.2f);
        scene.sky_fog = (float)(dmath_hash(i, 0, 2) % 3) * 0.5f;
        fresh = fog_create(data.palette);
        cr_assert_not_null(fresh);
        const struct fog_look *a = fog_look(used, &scene), *b = fog_look(fresh, &scene);
        cr_assert_arr_eq(a->span.levels, b->span.levels, KERNEL_FOG_DEPTHS);
        cr_assert_arr_eq(a->span.rows, b->span.rows, (size_t)(a->sky - a->span.rows) + 256);
        cr_assert_eq(a->span.clear_z, b->span.clear_z);
        fog_destroy(fresh);
    }
    fog_destroy(used);
    quake_game_close(&data);
}

/* ---- Pictures ---- */

/* The room that replaces missing maps: walls 4096 units away, the upper half of one a sky. */
struct room {
    struct bsp bsp;
    struct model model;
    struct scene scene;
    struct palette_stage *stage;
    uint8_t clear[PIXELS];
};

static void room_draw(struct room *room, uint8_t out[PIXELS])
{
    memcpy(out, palette_stage_draw(room->stage, &room->scene).indices, PIXELS);
}

static void room_open(struct room *room, enum render_look look)
{
    open_data();
    memset(room, 0, sizeof(*room));
    cr_assert_eq(placeholder_make_bsp(&room->bsp), 0);
    room->model = (struct model){.kind = MODEL_BRUSH, .bsp = &room->bsp};
    cr_assert_not_null(palette_scene_begin(&room->scene));
    room->scene.palette->world = &room->model;
    room->scene.camera.fov_x = 90;
    room->scene.palette->sky_fog = 0.5f;
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        room->scene.palette->light_levels[i] = 264;
    }
    const struct palette_options options = {
        .look = look, .palette = data.palette, .colormap = data.colormap};
    room->stage = palette_stage_create(WIDTH, HEIGHT, 2, &options);
    room_draw(room, room->clear);
}

static void room_close(struct room *room)
{
    palette_stage_destroy(room->stage);
    scene_free(&room->scene);
    bsp_free(&room->bsp);
    quake_game_close(&data);
}

Test(fog, without_density_nothing_changes)
{
    static const float none[] = {0.0f, -0.0f, -1.0f, NAN};
    static uint8_t picture[PIXELS];
    struct room room;
    room_open(&room, LOOK_EXACT);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        room.scene.palette->fog = (struct palette_fog){0.2f, {1, 0, 0}};
        room_draw(&room, picture);
        cr_assert_arr_neq(picture, room.clear, PIXELS);
        room.scene.palette->fog = (struct palette_fog){none[i], {1, 0, 0}};
        room_draw(&room, picture);
        cr_assert_arr_eq(picture, room.clear, PIXELS);
    }
    room_close(&room);
}

/* The wall ahead is 4096 units away, at its sides too: distance is along the view axis. */
Test(fog, a_wall_at_a_known_distance)
{
    static uint8_t picture[PIXELS];
    struct room room;
    room_open(&room, LOOK_FAITHFUL);
    struct fog *fog = fog_create(data.palette);
    cr_assert_not_null(fog);
    for (int percent = 10; percent < 100; percent += 20) {
        double x = sqrt(-log(1.0 - percent / 100.0));
        room.scene.palette->fog =
            (struct palette_fog){(float)(x * 64.0 / 4096.0), {0.9f, 0.1f, 0.1f}};
        room_draw(&room, picture);
        const struct fog_look *look = fog_look(fog, room.scene.palette);
        /* z is 8 there: 3641 to 4096 units. */
        const int low = look->span.levels[8], high = look->span.levels[7];
        for (int v = HEIGHT / 2 - 20; v < HEIGHT / 2 + 20; v++) {
            for (int u = 20; u < WIDTH - 20; u++) {
                const uint8_t was = room.clear[v * WIDTH + u], is = picture[v * WIDTH + u];
                bool found = false;
                for (int row = low; row < high + KERNEL_FOG_DITHER; row++) {
                    found = found || look->span.rows[row * 256 + was] == is;
                }
                cr_assert(found, "%d %%, pixel %d, %d: %d became %d", percent, u, v, was, is);
            }
        }
    }
    fog_destroy(fog);
    room_close(&room);
}

static uint8_t fog_index(float red, float green, float blue)
{
    struct nearest *nearest = nearest_create(data.palette);
    cr_assert_not_null(nearest);
    uint8_t index = nearest_find(nearest, (int)(red * 255 + 0.5f), (int)(green * 255 + 0.5f),
                                 (int)(blue * 255 + 0.5f));
    free(nearest);
    return index;
}

Test(fog, the_sky_has_a_fixed_fog_fraction)
{
    static uint8_t picture[PIXELS];
    struct room room;
    room_open(&room, LOOK_EXACT);
    const uint8_t whole = fog_index(0.2f, 0.8f, 0.2f);
    for (uint32_t i = 0; i < room.bsp.num_faces; i++) {
        room.bsp.faces[i].flags |= BSP_FACE_SKY;
    }
    static uint8_t sky[PIXELS];
    room_draw(&room, sky);
    static const float densities[] = {0.001f, 5.0f};
    for (int i = 0; i < 2; i++) {
        room.scene.palette->fog = (struct palette_fog){densities[i], {0.2f, 0.8f, 0.2f}};
        room.scene.palette->sky_fog = 0.0f;
        room_draw(&room, picture);
        cr_assert_arr_eq(picture, sky, PIXELS);
        room.scene.palette->sky_fog = 1.0f;
        room_draw(&room, picture);
        for (int k = 0; k < PIXELS; k++) {
            cr_assert_eq(picture[k], whole);
        }
    }
    room_close(&room);
}

/* An entity in front of the sky is fogged by its distance, the sky around it is not. */
Test(fog, entities_in_front_of_the_sky)
{
    static uint8_t sky[PIXELS], before[PIXELS], picture[PIXELS];
    struct room room;
    room_open(&room, LOOK_EXACT);
    for (uint32_t i = 0; i < room.bsp.num_faces; i++) {
        room.bsp.faces[i].flags |= BSP_FACE_SKY;
    }
    room_draw(&room, sky);
    struct palette_entity *entity = palette_scene_add_entity(room.scene.palette);
    cr_assert_not_null(entity);
    entity->model = model_store_get(data.models, "progs/none.mdl", NULL);
    cr_assert_not_null(entity->model);
    entity->origin[0] = 30;
    entity->alpha = 255;
    entity->frame_lerp = 1;
    room_draw(&room, before);
    room.scene.palette->fog = (struct palette_fog){1000.0f, {0.2f, 0.8f, 0.2f}};
    room.scene.palette->sky_fog = 0.0f;
    room_draw(&room, picture);
    const uint8_t whole = fog_index(0.2f, 0.8f, 0.2f);
    int entities = 0;
    for (int i = 0; i < PIXELS; i++) {
        bool drawn = before[i] != sky[i];
        entities += drawn;
        if (drawn) {
            cr_assert_eq(picture[i], whole);
        }
    }
    cr_assert_gt(entities, 1000);
    cr_assert_eq(picture[0], sky[0]);

    /* A sky of the same colour as the entity does not change that: the entity is nearer. */
    const int centre = HEIGHT / 2 * WIDTH + WIDTH / 2;
    static uint8_t pixels[6 * 32 * 32 + SKYBOX_PADDING];
    const struct skybox box = {.side = 32, .num_mips = 1, .mips = {pixels}};
    memset(pixels, before[centre], sizeof(pixels));
    room.scene.palette->skybox = &box;
    room_draw(&room, picture);
    cr_assert_eq(picture[centre], whole);
    cr_assert_eq(picture[0], before[centre]);
    room_close(&room);
}

/* ---- Purity ---- */

static void make_box(struct skybox *box, int side)
{
    const size_t pixels = (size_t)side * (size_t)side * SKYBOX_FACES;
    memset(box, 0, sizeof(*box));
    box->side = side;
    box->num_mips = 1;
    box->memory = malloc(pixels + SKYBOX_PADDING);
    cr_assert_not_null(box->memory);
    for (size_t i = 0; i < pixels; i++) {
        box->memory[i] = (uint8_t)dmath_hash((uint32_t)i, 7, 7);
    }
    box->mips[0] = box->memory;
}

/* Fog and skybox on, in the built-in level: pool, sky, torches, particles, under water as well. */
static uint64_t draw_demo(struct playback_context *player, double time, const struct skybox *box,
                          bool warp)
{
    cr_assert_eq(timeline_go_time(player->timeline, time, true), 0);
    cr_assert_eq(timeline_scene(player->timeline, &player->scene, &player->scene_options,
                                &(struct scene_data){.quake = &player->source.quake}),
                 0);
    player->scene.palette->fog = (struct palette_fog){0.2f, {0.4f, 0.3f, 0.25f}};
    player->scene.palette->sky_fog = 0.5f;
    player->scene.palette->skybox = box;
    player->scene.palette->liquid_clear[LIQUID_WATER] = 4;
    player->scene.palette->underwater_warp |= warp;
    cr_assert_eq(renderer_draw(player->renderer, &player->scene, NULL, 0), 0);
    return renderer_hash(player->renderer);
}

Test(fog, same_bits_for_threads_and_kernels)
{
    static const int threads[] = {1, 2, 3, 7};
    static const double times[] = {1.5, 7.25, 17.0, 28.0};
    struct playback_options options = {.fov = 90.0f, .threads = 1};
    struct playback_context player;
    struct skybox box;
    make_box(&box, 64);
    for (int look = LOOK_EXACT; look <= LOOK_FAITHFUL; look++) {
        uint64_t want[8] = {0};
        options.look = (enum render_look)look;
        cr_assert_eq(
            playback_open(&player, "builtin:demo1", &options, &(struct timeline_options){0}, NULL),
            0);
        for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
            cpu_set_level((enum cpu_level)level);
            for (int t = 0; t < 4; t++) {
                player.options.threads = threads[t];
                cr_assert_eq(playback_set_size(&player, 427, 241), 0);
                for (int i = 0; i < 8; i++) {
                    uint64_t hash =
                        draw_demo(&player, times[i / 2], i % 4 < 2 ? &box : NULL, i & 1);
                    want[i] = want[i] == 0 ? hash : want[i];
                    cr_assert_eq(hash, want[i], "%s, %d threads, %g",
                                 cpu_level_name((enum cpu_level)level), threads[t], times[i / 2]);
                }
            }
        }
        playback_close(&player);
    }
    free(box.memory);
}
