/* Gamma and contrast: the table's values, and pictures that are the plain ones through the table.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "render/cpu.h"
#include "render/palette/palette_renderer.h"
#include "render/renderer.h"
#include "tests/support/quake_game.h"

static void expect_levels(struct render_light light, const int (*levels)[2], size_t count)
{
    uint8_t table[256];
    render_light_table(&light, table);
    for (size_t i = 0; i < count; i++) {
        cr_expect_eq(table[levels[i][0]], levels[i][1], "gamma %g contrast %g: %d is %d, not %d",
                     light.gamma, light.contrast, levels[i][0], table[levels[i][0]], levels[i][1]);
    }
}

#define EXPECT_LEVELS(gamma, contrast, ...)                                                        \
    expect_levels((struct render_light){gamma, contrast}, (const int[][2]){__VA_ARGS__},           \
                  sizeof((const int[][2]){__VA_ARGS__}) / sizeof(int[2]))

Test(light, levels_match_the_original)
{
    EXPECT_LEVELS(0.7, 1.0, {0, 3}, {16, 37}, {64, 97}, {128, 158}, {192, 209}, {254, 254});
    EXPECT_LEVELS(0.5, 1.0, {0, 11}, {64, 128}, {128, 181}, {192, 221}, {255, 255});
    EXPECT_LEVELS(1.2, 1.0, {0, 0}, {64, 49}, {255, 255});
}

Test(light, contrast_is_applied_first_and_clamped)
{
    EXPECT_LEVELS(1.0, 2.0, {0, 0}, {1, 2}, {64, 128}, {127, 254}, {128, 255}, {255, 255});
    EXPECT_LEVELS(0.7, 2.0, {0, 3}, {8, 37}, {32, 97}, {64, 158}, {96, 209}, {200, 255});
}

Test(light, plain_light_changes_nothing)
{
    uint8_t table[256];
    const struct render_light plain = render_light_plain();
    cr_expect(render_light_is_plain(&plain));
    render_light_table(&plain, table);
    for (int i = 0; i < 256; i++) {
        cr_expect_eq(table[i], i);
    }
    const struct render_light faithful = render_light_for_watching(LOOK_FAITHFUL);
    const struct render_light exact = render_light_for_watching(LOOK_EXACT);
    cr_expect(render_light_is_plain(&faithful));
    cr_expect_not(render_light_is_plain(&exact));
    cr_expect_eq(render_light_for_watching(LOOK_TRUECOLOR).gamma, exact.gamma);
}

Test(light, levels_are_monotonic_for_all_settings)
{
    uint8_t table[256];
    for (double gamma = RENDER_GAMMA_MIN; gamma <= RENDER_GAMMA_MAX; gamma += 0.05) {
        for (double contrast = 1.0; contrast <= RENDER_CONTRAST_MAX; contrast += 0.25) {
            render_light_table(&(struct render_light){gamma, contrast}, table);
            for (int i = 1; i < 256; i++) {
                cr_assert_geq(table[i], table[i - 1], "gamma %g, contrast %g", gamma, contrast);
            }
            cr_expect_eq(table[255], 255, "white stays white");
        }
    }
}

Test(light, any_numbers_are_clamped)
{
    const double odd[] = {-1.0, 1e300, (double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        const struct render_light light =
            render_light_limited((struct render_light){odd[i], odd[i]});
        cr_expect(light.gamma >= RENDER_GAMMA_MIN && light.gamma <= RENDER_GAMMA_MAX);
        cr_expect(light.contrast >= RENDER_CONTRAST_MIN && light.contrast <= RENDER_CONTRAST_MAX);
    }
    const struct render_light zeroed = render_light_limited((struct render_light){0});
    cr_expect(render_light_is_plain(&zeroed));
}

enum { WIDTH = 173, HEIGHT = 117, PIXELS = WIDTH * HEIGHT };

/* The built-in level with a blend, liquids' warp, fog, coloured light's palette and 2D. */
static void look_around(struct scene *scene, const struct quake_data *data, int moment)
{
    struct palette_scene *part = palette_scene_begin(scene);
    cr_assert_not_null(part);
    part->world = model_store_get(data->models, "maps/reel.bsp", NULL);
    cr_assert(part->world != NULL && !part->world->missing);
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = 264;
    }
    part->underwater_warp = moment == 1;
    part->blends[0] = (struct palette_blend){{200, 30, 0}, moment * 40};
    part->fog = (struct palette_fog){.density = moment == 2 ? 0.1f : 0.0f, .color = {1, 0.5f, 0}};
    scene->time = moment;
    scene->camera.fov_x = 90;
    scene->camera.angles[1] = (float)moment * 70.0f;
    for (int i = 0; i < 3; i++) {
        scene->camera.origin[i] = (part->world->mins[i] + part->world->maxs[i]) * 0.5f;
    }
    if (moment != 0) {
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

static void expect_through_table(const uint32_t *plain, const uint32_t *lit,
                                 const uint8_t table[256])
{
    for (int i = 0; i < PIXELS; i++) {
        const uint32_t wanted = (uint32_t)table[plain[i] >> 16 & 255] << 16 |
                                (uint32_t)table[plain[i] >> 8 & 255] << 8 | table[plain[i] & 255];
        cr_assert_eq(lit[i], wanted, "pixel %d: %06x of %06x", i, lit[i], plain[i]);
    }
}

/* On any threads, with any kernels, in both looks, into a window and into memory. */
Test(light, the_frame_is_the_plain_one_mapped_by_the_table)
{
    static uint32_t plain[PIXELS], lit[PIXELS];
    static const int threads[] = {1, 2, 3, 7};
    const struct render_light light = {.gamma = 0.6, .contrast = 1.3};
    const struct game_files_options files = {.builtin = true};
    const enum cpu_level best = cpu_active_level();
    struct quake_data data;
    struct scene scene = {0};
    uint8_t table[256];
    cr_assert_eq(quake_game_open(&data, &files, NULL), 0);
    render_light_table(&light, table);
    for (int run = 0; run < 4 * 2 * ((int)best + 1); run++) {
        const struct palette_options palette = {.look = run / 4 % 2 ? LOOK_FAITHFUL : LOOK_EXACT,
                                                .colored_light = true,
                                                .palette = data.palette,
                                                .colormap = data.colormap};
        const struct renderer_options options = {
            .width = WIDTH, .height = HEIGHT, .threads = threads[run % 4], .palette = &palette};
        cpu_set_level((enum cpu_level)(run / 8));
        struct renderer *renderer = renderer_create(&options);
        cr_assert_not_null(renderer);
        for (int moment = 0; moment < 3; moment++) {
            struct render_frame frame;
            look_around(&scene, &data, moment);
            renderer_set_light(renderer, render_light_plain());
            cr_assert_eq(renderer_draw(renderer, &scene, plain, WIDTH), 0);
            const uint64_t hash = renderer_hash(renderer);
            renderer_set_light(renderer, light);
            cr_assert_eq(renderer_draw(renderer, &scene, lit, WIDTH), 0);
            cr_expect_neq(renderer_hash(renderer), hash);
            expect_through_table(plain, lit, table);
            cr_assert_eq(renderer_frame(renderer, &frame), 0);
            cr_assert_eq(frame.pitch, (size_t)WIDTH);
            expect_through_table(plain, frame.pixels, table);
        }
        renderer_destroy(renderer);
    }
    cpu_set_level(best);
    scene_free(&scene);
    quake_game_close(&data);
}
