/* A view smaller than the frame: its pixels are those of a smaller picture. The 2D list around it:
 * tiles, opaque pictures, colours that blends do not tint. */
#include <criterion/criterion.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "engine/playback/playback_context.h"
#include "tests/support/palette_stage.h"

enum { FRAME_WIDTH = 331, FRAME_HEIGHT = 203 };

static struct playback_context player;
static struct palette_options options;

static void open_demo(void)
{
    const struct playback_options how = {.fov = 90.0f, .threads = 1, .no_hud = true};
    cr_assert_eq(playback_open(&player, "builtin:demo1", &how, &(struct timeline_options){0}, NULL),
                 0);
    cr_assert_eq(timeline_go_time(player.timeline, 7.25, true), 0);
    player.scene_options.width = FRAME_WIDTH;
    player.scene_options.height = FRAME_HEIGHT;
    const struct scene_data data = demo_source_data(&player.source);
    cr_assert_eq(timeline_scene(player.timeline, &player.scene, &player.scene_options, &data), 0);
    options = (struct palette_options){.palette = player.source.quake.palette,
                                       .colormap = player.source.quake.colormap};
}

static void close_demo(void)
{
    playback_close(&player);
}

TestSuite(view_place, .init = open_demo, .fini = close_demo);

static void expect_rectangle(const struct palette_frame *frame, const struct palette_view *view,
                             const uint8_t *inside)
{
    for (int v = 0; v < frame->height; v++) {
        for (int u = 0; u < frame->width; u++) {
            const int du = u - view->x, dv = v - view->y;
            const bool in = du >= 0 && dv >= 0 && du < view->width && dv < view->height;
            cr_assert_eq(frame->indices[v * frame->width + u],
                         in ? inside[dv * view->width + du] : 0, "%d %d", u, v);
        }
    }
}

Test(view_place, equals_a_smaller_picture)
{
    static const struct palette_view views[] = {
        {0, 0, 331, 120}, {16, 0, 296, 150}, {100, 60, 96, 30}, {3, 31, 160, 101}};
    for (int threads = 1; threads <= 3; threads += 2) {
        struct palette_stage *large =
            palette_stage_create(FRAME_WIDTH, FRAME_HEIGHT, threads, &options);
        const uint64_t whole = palette_stage_hash(large, &player.scene);
        for (int i = 0; i < 8; i++) {
            const struct palette_view *view = &views[i / 2];
            player.scene.palette->underwater_warp = i % 2;
            player.scene.palette->view = *view;
            const struct palette_frame frame = palette_stage_draw(large, &player.scene);
            player.scene.palette->view = (struct palette_view){0};
            struct palette_stage *small =
                palette_stage_create(view->width, view->height, 1, &options);
            expect_rectangle(&frame, view, palette_stage_draw(small, &player.scene).indices);
            palette_stage_destroy(small);
        }
        player.scene.palette->underwater_warp = false;
        cr_expect_eq(palette_stage_hash(large, &player.scene), whole, "all of it as before");
        palette_stage_destroy(large);
    }
}

Test(view_place, outside_the_frame_means_all_of_it)
{
    static const struct palette_view views[] = {
        {-1, 0, 100, 100}, {300, 0, 100, 100}, {0, 150, 100, 100},   {0, 0, 400, 100},
        {0, 0, 100, -5},   {0, 0, 0, 100},     {2147483647, 0, 8, 8}};
    struct palette_stage *stage = palette_stage_create(FRAME_WIDTH, FRAME_HEIGHT, 1, &options);
    const uint64_t whole = palette_stage_hash(stage, &player.scene);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        player.scene.palette->view = views[i];
        cr_expect_eq(palette_stage_hash(stage, &player.scene), whole, "%zu", i);
    }
    palette_stage_destroy(stage);
}

Test(view_place, tiles_begin_at_the_frames_corner)
{
    static const uint8_t tile[6] = {10, 11, 12, 20, 255, 22};
    static uint32_t target[FRAME_WIDTH * FRAME_HEIGHT];
    struct palette_scene *scene = player.scene.palette;
    struct palette_stage *stage = palette_stage_create(FRAME_WIDTH, FRAME_HEIGHT, 1, &options);
    struct palette_2d *item = palette_scene_add_2d(scene);
    cr_assert_not_null(item);
    *item = (struct palette_2d){.kind = PALETTE_2D_TILES,
                                .x = -7,
                                .y = 190,
                                .scale = 2,
                                .width = 50,
                                .height = 90,
                                .tile_width = 3,
                                .tile_height = 2,
                                .pixels = tile};
    cr_assert_eq(palette_renderer_draw(stage->renderer, &player.scene, target, FRAME_WIDTH), 0);
    const struct palette_frame frame = palette_renderer_frame(stage->renderer);
    for (int v = 190; v < FRAME_HEIGHT; v++) {
        for (int u = 0; u < 43; u++) {
            cr_assert_eq(frame.indices[v * FRAME_WIDTH + u], tile[v / 2 % 2 * 3 + u / 2 % 3]);
        }
    }
    palette_stage_destroy(stage);
}

/* In the exact look 2D keeps its colours while the view is tinted; in the faithful look it does
 * not. */
Test(view_place, blends_tint_the_view_alone)
{
    static uint32_t target[FRAME_WIDTH * FRAME_HEIGHT];
    static const uint8_t dots[2] = {255, 15};
    struct palette_scene *scene = player.scene.palette;
    memset(scene->blends, 0, sizeof scene->blends);
    for (int look = 0; look < 2; look++) {
        options.look = look ? LOOK_FAITHFUL : LOOK_EXACT;
        for (int percent = 0; percent <= 128; percent += 128) {
            scene->num_items = 0;
            scene->blends[0] = (struct palette_blend){{255, 0, 0}, percent};
            struct palette_2d *item = palette_scene_add_2d(scene);
            cr_assert_not_null(item);
            *item = (struct palette_2d){.kind = PALETTE_2D_PICTURE,
                                        .x = 40,
                                        .y = 50,
                                        .scale = 1,
                                        .width = 2,
                                        .height = 1,
                                        .opaque = true,
                                        .pixels = dots};
            struct palette_stage *stage =
                palette_stage_create(FRAME_WIDTH, FRAME_HEIGHT, 2, &options);
            cr_assert_eq(palette_renderer_draw(stage->renderer, &player.scene, target, FRAME_WIDTH),
                         0);
            const struct palette_frame frame = palette_renderer_frame(stage->renderer);
            const uint8_t *rgb = options.palette + 15 * 3;
            const uint32_t plain = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
            const uint32_t at = 50 * FRAME_WIDTH + 41;
            cr_expect_eq(target[at] == plain, !look || percent == 0);
            cr_expect_eq(frame.indices[at - 1], 255, "opaque");
            cr_expect_eq(target[at + 1], frame.colors[frame.indices[at + 1]], "the view is tinted");
            const uint64_t hash = palette_renderer_hash(stage->renderer);
            item->x = 60;
            cr_expect_neq(palette_stage_hash(stage, &player.scene), hash);
            palette_stage_destroy(stage);
        }
    }
}
