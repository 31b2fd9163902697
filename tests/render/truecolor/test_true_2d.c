/* The 2D layer in true colour: what is opaque as in 256 colours, what is mixed in 32 bits. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "render/palette/palette_renderer.h"
#include "render/renderer.h"
#include "render/truecolor/true_2d.h"
#include "tests/support/quake_game.h"
#include "tests/support/random_numbers.h"

enum { WIDTH = 160, HEIGHT = 100, PIXELS = WIDTH * HEIGHT, GROUND = 0x406080, SIDE = 40 };

static struct quake_data data;

static void open_data(void)
{
    const struct game_files_options options = {.builtin = true};
    cr_assert_eq(quake_game_open(&data, &options, NULL), 0);
}

static uint32_t color_of(int index)
{
    const uint8_t *color = data.palette + index * 3;
    return (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
}

static void add(struct palette_scene *scene, const struct palette_2d *item)
{
    struct palette_2d *place = palette_scene_add_2d(scene);
    cr_assert_not_null(place);
    *place = *item;
}

/* Over a ground of one colour. */
static void draw(const struct palette_scene *scene, uint32_t *frame)
{
    struct true_2d layer = {.palette = data.palette,
                            .colormap = data.colormap,
                            .width = WIDTH,
                            .height = HEIGHT,
                            .pitch = WIDTH};
    for (int i = 0; i < PIXELS; i++) {
        frame[i] = GROUND;
    }
    cr_assert_eq(true_2d_draw(&layer, scene, frame), 0);
    true_2d_free(&layer);
}

static void add_opaque_items(struct palette_scene *scene, const uint8_t *picture,
                             const uint8_t *sheet)
{
    static const uint8_t text[] = "True colour";
    uint32_t seed = 2463534242u;
    for (int i = 0; i < 40; i++) {
        const struct palette_2d item = {.kind = (enum palette_2d_kind)(i % 4),
                                        .x = (int32_t)(next_random(&seed) % 200) - 30,
                                        .y = (int32_t)(next_random(&seed) % 140) - 30,
                                        .scale = 1 + i % 3,
                                        .width = 5 + i % 30,
                                        .height = 5 + i % 25,
                                        .tile_width = 7,
                                        .tile_height = 5,
                                        .opaque = i % 8 == 0,
                                        .stride = SIDE,
                                        .pixels = picture,
                                        .color = (uint8_t)(i * 5)};
        if (item.kind != PALETTE_2D_GLYPHS) {
            add(scene, &item);
            continue;
        }
        struct palette_2d *letters =
            palette_scene_add_text(scene, item.x, item.y, item.scale, sheet, text, sizeof text - 1);
        cr_assert_not_null(letters);
        letters->outlined = i % 8 == 2;
    }
}

static void draw_look(enum render_look look, const struct scene *scene, uint32_t *frame)
{
    const struct palette_options palette = {
        .look = look, .palette = data.palette, .colormap = data.colormap};
    const struct renderer_options options = {
        .width = WIDTH, .height = HEIGHT, .threads = 1, .palette = &palette};
    struct renderer *renderer = renderer_create(&options);
    cr_assert_not_null(renderer);
    cr_assert_eq(renderer_draw(renderer, scene, frame, WIDTH), 0);
    renderer_destroy(renderer);
}

Test(true_2d, opaque_items_are_those_of_256_colours)
{
    static uint32_t frames[2][PIXELS];
    static uint8_t picture[SIDE * SIDE], sheet[128 * 128];
    struct scene scene = {0};
    uint32_t seed = 99, drawn = 0;
    open_data();
    for (int i = 0; i < SIDE * SIDE; i++) {
        picture[i] = next_random(&seed) % 3 == 0 ? 255 : (uint8_t)next_random(&seed);
    }
    for (int i = 0; i < 128 * 128; i++) {
        sheet[i] = next_random(&seed) % 2 == 0 ? 0 : (uint8_t)next_random(&seed);
    }
    struct palette_scene *part = palette_scene_begin(&scene);
    cr_assert_not_null(part);
    add_opaque_items(part, picture, sheet);
    draw_look(LOOK_EXACT, &scene, frames[0]);
    draw_look(LOOK_TRUECOLOR, &scene, frames[1]);
    for (int i = 0; i < PIXELS; i++) {
        cr_assert_eq(frames[0][i], frames[1][i], "%d, %d: %06x %06x", i % WIDTH, i / WIDTH,
                     frames[0][i], frames[1][i]);
        drawn += frames[0][i] != 0;
    }
    cr_expect_gt(drawn, PIXELS / 4);
    scene_free(&scene);
    quake_game_close(&data);
}

static uint32_t mixed(uint32_t over, uint32_t under, uint32_t share)
{
    uint32_t color = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t sum =
            (over >> shift & 255) * share + (under >> shift & 255) * (256 - share) + 128;
        color |= sum / 256 << shift;
    }
    return color;
}

/* A quarter of the ground shows through; 255 is a hole; the picture is twice as large. */
Test(true_2d, translucent_pictures)
{
    static uint32_t frame[PIXELS];
    static const uint8_t picture[4] = {100, 255, 60, 61};
    struct palette_scene scene = {0};
    open_data();
    add(&scene, &(struct palette_2d){.kind = PALETTE_2D_PICTURE,
                                     .x = -1,
                                     .y = 10,
                                     .scale = 2,
                                     .width = 2,
                                     .height = 2,
                                     .clear = 4,
                                     .pixels = picture});
    add(&scene, &(struct palette_2d){.kind = PALETTE_2D_PICTURE,
                                     .x = WIDTH - 1,
                                     .y = HEIGHT - 1,
                                     .width = 2,
                                     .height = 2,
                                     .clear = 8,
                                     .opaque = true,
                                     .pixels = picture});
    draw(&scene, frame);
    cr_expect_eq(frame[10 * WIDTH], mixed(color_of(100), GROUND, 192));
    cr_expect_eq(frame[11 * WIDTH + 1], GROUND); /* the hole */
    cr_expect_eq(frame[12 * WIDTH], mixed(color_of(60), GROUND, 192));
    cr_expect_eq(frame[13 * WIDTH + 2], mixed(color_of(61), GROUND, 192));
    cr_expect_eq(frame[14 * WIDTH], GROUND);
    cr_expect_eq(frame[12 * WIDTH + 3], GROUND);
    cr_expect_eq(frame[PIXELS - 1], mixed(color_of(100), GROUND, 128));
    cr_expect_eq(frame[PIXELS - 2], GROUND);
    palette_scene_free(&scene);
    quake_game_close(&data);
}

/* Rows 0..63 of the colormap: twice as bright to black. */
Test(true_2d, shades)
{
    static uint32_t frame[PIXELS];
    static const uint8_t rows[4] = {0, 31, 47, 63};
    struct palette_scene scene = {0};
    open_data();
    for (int i = 0; i < 4; i++) {
        add(&scene, &(struct palette_2d){.kind = PALETTE_2D_SHADE,
                                         .x = i * 10,
                                         .y = 5,
                                         .width = 10,
                                         .height = 1,
                                         .color = rows[i]});
    }
    draw(&scene, frame);
    cr_expect_eq(frame[5 * WIDTH + 9], 0x80c0ff);
    for (int i = 1; i < 4; i++) {
        for (int shift = 0; shift < 24; shift += 8) {
            const double level = (double)(GROUND >> shift & 255) * 2.0 * (63 - rows[i]) / 63.0;
            const double found = (double)(frame[5 * WIDTH + i * 10] >> shift & 255);
            cr_expect_float_eq(found, level, 1.0, "row %d: %g", rows[i], found);
        }
    }
    cr_expect_eq(frame[5 * WIDTH + 30], 0);
    cr_expect_eq(frame[5 * WIDTH + 40], GROUND);
    palette_scene_free(&scene);
    quake_game_close(&data);
}

/* As bright as the letter is: by the largest channel of its colour. */
Test(true_2d, tinted_letters)
{
    static uint32_t frame[PIXELS];
    static uint8_t sheet[128 * 128];
    static const uint8_t text[2] = {0, 1};
    struct palette_scene scene = {0};
    open_data();
    const uint8_t *color = data.palette + 40 * 3;
    uint32_t most = color[0] > color[1] ? color[0] : color[1];
    most = color[2] > most ? color[2] : most;
    cr_assert_gt(most, 20);
    sheet[8] = 40; /* the corner of letter 1 */
    struct palette_2d *letters = palette_scene_add_text(&scene, 20, 30, 2, sheet, text, 2);
    cr_assert_not_null(letters);
    letters->tinted = true;
    letters->tint[0] = 255;
    letters->tint[2] = 100;
    draw(&scene, frame);
    const uint32_t wanted = most << 16 | (100 * most + 127) / 255;
    cr_expect_eq(frame[30 * WIDTH + 36], wanted);
    cr_expect_eq(frame[31 * WIDTH + 37], wanted);
    cr_expect_eq(frame[30 * WIDTH + 38], GROUND);
    cr_expect_eq(frame[30 * WIDTH + 20], GROUND);
    palette_scene_free(&scene);
    quake_game_close(&data);
}

/* What is mixed lies over what is before it in the list, and below what is behind. */
Test(true_2d, in_the_lists_order)
{
    static uint32_t frame[PIXELS];
    static const uint8_t picture[1] = {100};
    const struct palette_2d first = {
        .kind = PALETTE_2D_FILL, .width = 30, .height = 1, .color = 80};
    const struct palette_2d last = {
        .kind = PALETTE_2D_FILL, .x = 10, .width = 5, .height = 1, .color = 90};
    const struct palette_2d glass = {.kind = PALETTE_2D_PICTURE,
                                     .scale = 20,
                                     .width = 1,
                                     .height = 1,
                                     .clear = 8,
                                     .pixels = picture};
    struct palette_scene scene = {0};
    open_data();
    add(&scene, &first);
    add(&scene, &glass);
    add(&scene, &last);
    draw(&scene, frame);
    cr_expect_eq(frame[5], mixed(color_of(100), color_of(80), 128));
    cr_expect_eq(frame[12], color_of(90));
    cr_expect_eq(frame[25], color_of(80));
    cr_expect_eq(frame[WIDTH + 5], mixed(color_of(100), GROUND, 128));
    palette_scene_free(&scene);
    quake_game_close(&data);
}
