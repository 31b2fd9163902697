/* The renderer interface: dispatch by scene kind, 32-bit frames, and scenes without a renderer. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "render/palette/palette_renderer.h"
#include "render/renderer.h"
#include "render/rgb/rgb_renderer.h"
#include "tests/support/palette_stage.h"
#include "tests/support/quake_game.h"

enum { WIDTH = 161, HEIGHT = 103, PITCH = WIDTH + 7, PIXELS = PITCH * HEIGHT };
#define UNTOUCHED 0x12345678u

static struct quake_data data;
static struct palette_options palette;

/* A corner of the built-in level from some side. */
static void look_around(struct scene *scene, int moment)
{
    struct palette_scene *part = palette_scene_begin(scene);
    cr_assert_not_null(part);
    part->world = model_store_get(data.models, "maps/reel.bsp", NULL);
    cr_assert(part->world != NULL && !part->world->missing);
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = 264;
    }
    part->underwater_warp = moment % 3 == 1;
    part->blends[1] = (struct palette_blend){{255, 128, 0}, moment * 20};
    scene->time = moment;
    scene->camera.fov_x = 90;
    scene->camera.angles[1] = (float)moment * 70.0f;
    for (int i = 0; i < 3; i++) {
        scene->camera.origin[i] = (part->world->mins[i] + part->world->maxs[i]) * 0.5f;
    }
    if (moment % 2 == 1) {
        struct palette_2d *item = palette_scene_add_2d(part);
        cr_assert_not_null(item);
        *item = (struct palette_2d){.kind = PALETTE_2D_FILL,
                                    .x = 5,
                                    .y = 6,
                                    .scale = 1,
                                    .width = 50,
                                    .height = 9,
                                    .color = 77};
    }
}

static void open_data(void)
{
    const struct game_files_options options = {.builtin = true};
    cr_assert_eq(quake_game_open(&data, &options, NULL), 0);
    /* The faithful look: its 2D has the colours of the rest. */
    palette = (struct palette_options){
        .look = LOOK_FAITHFUL, .palette = data.palette, .colormap = data.colormap};
}

static struct renderer *create(const struct palette_options *with)
{
    const struct renderer_options options = {
        .width = WIDTH, .height = HEIGHT, .threads = 2, .palette = with};
    struct renderer *renderer = renderer_create(&options);
    cr_assert_not_null(renderer);
    return renderer;
}

/* The frame that the renderer keeps has the colours of the palette indices. */
static void check_frame(struct renderer *renderer, const struct palette_frame *wanted)
{
    struct render_frame frame;
    cr_assert_eq(renderer_frame(renderer, &frame), 0);
    cr_assert(frame.width == WIDTH && frame.height == HEIGHT && frame.pitch >= WIDTH);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            cr_assert_eq(frame.pixels[(size_t)y * frame.pitch + (size_t)x],
                         wanted->colors[wanted->indices[y * WIDTH + x]], "%d, %d", x, y);
        }
    }
}

Test(renderer, target_and_renderer_frame_are_equal)
{
    static uint32_t target[PIXELS];
    struct scene scene = {0};
    open_data();
    struct renderer *renderer = create(&palette);
    struct palette_stage *stage = palette_stage_create(WIDTH, HEIGHT, 1, &palette);
    for (int moment = 0; moment < 6; moment++) {
        look_around(&scene, moment);
        const struct palette_frame wanted = palette_stage_draw(stage, &scene);
        memset(target, 0, sizeof target);
        for (int i = 0; i < PIXELS; i++) {
            target[i] = UNTOUCHED;
        }
        cr_assert_eq(renderer_draw(renderer, &scene, target, PITCH), 0);
        for (int i = 0; i < PIXELS; i++) {
            int x = i % PITCH, y = i / PITCH;
            uint32_t pixel = x < WIDTH ? wanted.colors[wanted.indices[y * WIDTH + x]] : UNTOUCHED;
            cr_assert_eq(target[i], pixel, "%d, %d", x, y);
        }
        check_frame(renderer, &wanted);
        cr_assert_eq(renderer_hash(renderer), palette_renderer_hash(stage->renderer));
        look_around(&scene, moment + 1);
        cr_assert_eq(renderer_draw(renderer, &scene, NULL, 0), 0);
        const struct palette_frame next = palette_stage_draw(stage, &scene);
        check_frame(renderer, &next);
        check_frame(renderer, &next); /* and as often as one asks */
    }
    palette_stage_destroy(stage);
    renderer_destroy(renderer);
    scene_free(&scene);
    quake_game_close(&data);
}

static void check_black(struct renderer *renderer, const struct scene *scene, int code)
{
    static uint32_t target[PIXELS];
    struct render_frame frame;
    memset(target, 0xff, sizeof target);
    cr_assert_eq(renderer_draw(renderer, scene, target, PITCH), code);
    for (int i = 0; i < PIXELS; i++) {
        cr_assert_eq(target[i], i % PITCH < WIDTH ? 0 : UINT32_MAX);
    }
    cr_assert_eq(renderer_frame(renderer, &frame), 0);
    for (size_t i = 0; i < frame.pitch * HEIGHT; i++) {
        cr_assert_eq(frame.pixels[i], 0);
    }
}

Test(renderer, an_empty_scene_is_black_after_any_frame)
{
    struct scene scene = {0};
    open_data();
    struct renderer *renderer = create(&palette);
    check_black(renderer, &scene, 0);
    const uint64_t black = renderer_hash(renderer);
    look_around(&scene, 1);
    cr_assert_eq(renderer_draw(renderer, &scene, NULL, 0), 0);
    cr_assert_neq(renderer_hash(renderer), black);
    scene_clear(&scene);
    check_black(renderer, &scene, 0);
    cr_assert_eq(renderer_hash(renderer), black);
    renderer_destroy(renderer);
    scene_free(&scene);
    quake_game_close(&data);
}

Test(renderer, needs_no_palette_for_true_colour_scenes)
{
    struct scene scene = {0};
    open_data();
    struct renderer *renderer = create(NULL);
    check_black(renderer, &scene, 0);
    look_around(&scene, 0);
    check_black(renderer, &scene, FORMAT_MISSING);
    renderer_destroy(renderer);
    scene_free(&scene);
    quake_game_close(&data);
}

Test(renderer, rejects_options_out_of_range)
{
    static const int sizes[][3] = {
        {RENDER_MIN_WIDTH - 1, RENDER_MIN_HEIGHT, 1}, {RENDER_MIN_WIDTH, RENDER_MIN_HEIGHT - 1, 1},
        {RENDER_MAX_WIDTH + 1, RENDER_MIN_HEIGHT, 1}, {RENDER_MIN_WIDTH, RENDER_MAX_HEIGHT + 1, 1},
        {RENDER_MIN_WIDTH, RENDER_MIN_HEIGHT, 0},
    };
    const struct palette_options nothing = {.look = LOOK_EXACT};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct renderer_options options = {
            .width = sizes[i][0], .height = sizes[i][1], .threads = sizes[i][2]};
        cr_assert_null(renderer_create(&options), "%zu", i);
    }
    const struct rgb_options rgb = {.filter = RGB_NEAREST};
    struct renderer_options small = {
        .width = RENDER_RGB_MIN, .height = RENDER_RGB_MIN - 1, .threads = 1, .rgb = &rgb};
    cr_assert_null(renderer_create(&small));
    small.height++;
    struct renderer *renderer = renderer_create(&small);
    cr_assert_not_null(renderer);
    renderer_destroy(renderer);
    const struct renderer_options colourless = {
        .width = WIDTH, .height = HEIGHT, .threads = 1, .palette = &nothing};
    cr_assert_null(renderer_create(&colourless));
}

Test(renderer, cleared_scenes_keep_only_their_memory)
{
    struct scene scene = {0};
    struct palette_scene *part = palette_scene_begin(&scene);
    cr_assert_not_null(part);
    cr_assert_not_null(palette_scene_add_entity(part));
    const struct palette_entity *memory = part->entities;
    scene.time = 5.0;
    scene_clear(&scene);
    cr_assert(scene.kind == SCENE_EMPTY && scene.time == 0.0);
    cr_assert_eq(palette_scene_begin(&scene), part);
    cr_assert_eq(scene.kind, SCENE_PALETTE);
    cr_assert(part->num_entities == 0 && part->entities == memory);
    scene_free(&scene);
    cr_assert(scene.kind == SCENE_EMPTY && scene.palette == NULL);
}
