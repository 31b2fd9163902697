/* From indices to pixels: blends, the 2D list, the warp, the hash. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/pictures/lmp.h"
#include "render/palette/blend.h"
#include "render/palette/screen.h"

enum { WIDTH = 50, HEIGHT = 30 };

static uint8_t plain[256]; /* each level is itself */

static void make_plain(void)
{
    for (int i = 0; i < 256; i++) {
        plain[i] = (uint8_t)i;
    }
}

TestSuite(screen, .init = make_plain);

Test(screen, palette_without_blends_is_the_palette)
{
    uint8_t palette[PALETTE_BYTES];
    for (int i = 0; i < PALETTE_BYTES; i++) {
        palette[i] = (uint8_t)(i * 7);
    }
    struct palette_blend blends[PALETTE_BLENDS] = {{{255, 1, 2}, 0}};
    uint32_t out[256];
    screen_palette(palette, blends, plain, out);
    for (int i = 0; i < 256; i++) {
        const uint8_t *p = palette + i * 3;
        cr_assert_eq(out[i], (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]);
    }
}

Test(screen, palette_blends_in_order)
{
    uint8_t palette[PALETTE_BYTES] = {100, 200, 0};
    struct palette_blend blends[PALETTE_BLENDS] = {{{255, 0, 0}, 128}, {{0, 0, 255}, 64}};
    uint32_t out[256];
    screen_palette(palette, blends, plain, out);
    /* red 100 + (128 * 155 >> 8) = 177, then 177 + (64 * -177 >> 8) = 177 - 45 = 132;
     * green 200 - 100 = 100, then 100 - 25 = 75; blue 0, then 64 * 255 >> 8 = 63. */
    cr_assert_eq(out[0], 132u << 16 | 75u << 8 | 63u);
    blends[3] = (struct palette_blend){{9, 8, 7}, 1000}; /* clamped: the colour itself */
    screen_palette(palette, blends, plain, out);
    cr_assert_eq(out[77], 9u << 16 | 8u << 8 | 7u);
    plain[8] = 200; /* the light comes last */
    screen_palette(palette, blends, plain, out);
    cr_assert_eq(out[77], 9u << 16 | 200u << 8 | 7u);
}

/* On the heap and of its exact size, for AddressSanitizer. */
static uint8_t *make_frame(void)
{
    uint8_t *frame = malloc(WIDTH * HEIGHT);
    cr_assert_not_null(frame);
    memset(frame, 1, WIDTH * HEIGHT);
    return frame;
}

/* Expected pixel of a picture. */
static uint8_t expected_pixel(const struct palette_2d *item, int u, int v, uint8_t ground,
                              uint8_t transparent, int stride)
{
    int du = u - item->x, dv = v - item->y;
    if (du < 0 || dv < 0 || du >= item->width * item->scale || dv >= item->height * item->scale) {
        return ground;
    }
    uint8_t color = item->pixels[dv / item->scale * stride + du / item->scale];
    return color == transparent ? ground : color;
}

Test(screen, pictures_are_clipped)
{
    uint8_t picture[7 * 5], colormap[COLORMAP_BYTES] = {0};
    for (int i = 0; i < 7 * 5; i++) {
        picture[i] = i % 4 == 0 ? 255 : (uint8_t)(10 + i);
    }
    for (uint32_t round = 0; round < 3000; round++) {
        struct palette_scene scene = {0};
        struct palette_2d *item = palette_scene_add_2d(&scene);
        cr_assert_not_null(item);
        *item = (struct palette_2d){.kind = PALETTE_2D_PICTURE,
                                    .x = (int)(dmath_hash(round, 1, 0) % 100) - 40,
                                    .y = (int)(dmath_hash(round, 2, 0) % 80) - 40,
                                    .scale = 1 + (int)(dmath_hash(round, 3, 0) % 9),
                                    .width = 7,
                                    .height = 5,
                                    .pixels = picture};
        uint8_t *frame = make_frame();
        screen_draw_2d(frame, NULL, WIDTH, HEIGHT, &scene, colormap, NULL);
        for (int v = 0; v < HEIGHT; v++) {
            for (int u = 0; u < WIDTH; u++) {
                cr_assert_eq(frame[v * WIDTH + u], expected_pixel(item, u, v, 1, 255, 7));
            }
        }
        free(frame);
        palette_scene_free(&scene);
    }
}

/* Runs and gaps of 0 to 40 columns, with and without transparency; the mask tells what was drawn.
 */
Test(screen, wide_pictures_are_drawn_where_they_are_opaque)
{
    enum { LONGEST = 40, ROWS = 6 };
    uint8_t picture[LONGEST * ROWS], colormap[COLORMAP_BYTES] = {0}, mask[WIDTH * HEIGHT];
    for (uint32_t round = 0; round < 3000; round++) {
        struct palette_scene scene = {0};
        struct palette_2d *item = palette_scene_add_2d(&scene);
        cr_assert_not_null(item);
        for (uint32_t i = 0; i < LONGEST * ROWS; i++) {
            const bool gap = dmath_hash(round, i / (1 + round % 23), 4) % 2 == 0;
            picture[i] = gap ? 255 : (uint8_t)(10 + i % 200);
        }
        *item = (struct palette_2d){.kind = PALETTE_2D_PICTURE,
                                    .x = (int)(dmath_hash(round, 1, 0) % 100) - 40,
                                    .y = (int)(dmath_hash(round, 2, 0) % 50) - 10,
                                    .scale = 1 + (int)(round % 4 == 0),
                                    .width = 1 + (int)(dmath_hash(round, 3, 0) % LONGEST),
                                    .height = ROWS,
                                    .stride = LONGEST,
                                    .opaque = round % 5 == 0,
                                    .pixels = picture};
        uint8_t *frame = make_frame();
        memset(mask, 0, sizeof mask);
        screen_draw_2d(frame, mask, WIDTH, HEIGHT, &scene, colormap, NULL);
        for (int at = 0; at < WIDTH * HEIGHT; at++) {
            const int u = at % WIDTH, v = at / WIDTH;
            const uint8_t transparent = item->opaque ? 1 : 255; /* no texel is 1 */
            cr_assert_eq(frame[at], expected_pixel(item, u, v, 1, transparent, LONGEST));
            cr_assert_eq(mask[at], frame[at] != 1);
        }
        free(frame);
        palette_scene_free(&scene);
    }
}

Test(screen, fills_and_shades)
{
    uint8_t colormap[COLORMAP_BYTES];
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)(i / 256 + i);
    }
    for (uint32_t round = 0; round < 2000; round++) {
        struct palette_scene scene = {0};
        struct palette_2d *item = palette_scene_add_2d(&scene);
        cr_assert_not_null(item);
        bool shade = round & 1;
        *item = (struct palette_2d){.kind = shade ? PALETTE_2D_SHADE : PALETTE_2D_FILL,
                                    .x = (int)(dmath_hash(round, 1, 1) % 100) - 40,
                                    .y = (int)(dmath_hash(round, 2, 1) % 80) - 40,
                                    .width = (int)(dmath_hash(round, 3, 1) % 90) - 5,
                                    .height = (int)(dmath_hash(round, 4, 1) % 60) - 5,
                                    .color = (uint8_t)(dmath_hash(round, 5, 1) % 80)};
        uint8_t *frame = make_frame();
        screen_draw_2d(frame, NULL, WIDTH, HEIGHT, &scene, colormap, NULL);
        int row = item->color > 63 ? 63 : item->color;
        uint8_t inside = shade ? colormap[row * 256 + 1] : item->color;
        for (int v = 0; v < HEIGHT; v++) {
            for (int u = 0; u < WIDTH; u++) {
                bool in = u >= item->x && u < item->x + item->width && v >= item->y &&
                          v < item->y + item->height;
                cr_assert_eq(frame[v * WIDTH + u], in ? inside : 1);
            }
        }
        free(frame);
        palette_scene_free(&scene);
    }
}

Test(screen, text)
{
    uint8_t *sheet = malloc(128 * 128), colormap[COLORMAP_BYTES] = {0};
    cr_assert_not_null(sheet);
    for (int i = 0; i < 128 * 128; i++) { /* glyphs filled with their number, column 0 clear */
        sheet[i] = i % 8 == 0 ? 0 : (uint8_t)(i / (128 * 8) * 16 + i % 128 / 8);
    }
    const uint8_t line[3] = {'A', ' ', 0xff};
    for (int x = -40; x < WIDTH + 10; x++) {
        for (int scale = 1; scale <= 3; scale++) {
            struct palette_scene scene = {0};
            palette_scene_add_text(&scene, 3, 3, 1, sheet, (const uint8_t *)"\1\2", 2);
            palette_scene_clear(&scene);
            palette_scene_add_text(&scene, x, x / 2, scale, sheet, line, 3);
            cr_assert_eq(scene.num_items, 1u);
            uint8_t *frame = make_frame();
            screen_draw_2d(frame, NULL, WIDTH, HEIGHT, &scene, colormap, NULL);
            for (int v = 0; v < HEIGHT; v++) {
                for (int u = 0; u < WIDTH; u++) {
                    int du = u - x, dv = v - x / 2, cell = 8 * scale;
                    uint8_t want = 1;
                    if (du >= 0 && dv >= 0 && dv < cell && du < 3 * cell && du / scale % 8 != 0 &&
                        line[du / cell] != ' ') {
                        want = line[du / cell];
                    }
                    cr_assert_eq(frame[v * WIDTH + u], want);
                }
            }
            free(frame);
            palette_scene_free(&scene);
        }
    }
    free(sheet);
}

/* Around each letter one of its pixels; never over another letter, in the same line or in one that
 * follows, nor at a blank. */
Test(screen, outlines)
{
    uint8_t *sheet = calloc(128, 128), colormap[COLORMAP_BYTES] = {0};
    cr_assert_not_null(sheet);
    for (int v = 2; v < 7; v++) { /* glyph 1: its right half, to the edge */
        memset(sheet + v * 128 + 8 + 4, 9, 4);
    }
    sheet[3 * 128 + 2 * 8] = 5; /* glyph 2: a pixel at its left edge */
    for (int x = -40; x < WIDTH + 10; x += 3) {
        for (int scale = 1; scale <= 3; scale++) {
            struct palette_scene scene = {0};
            const uint8_t line[3] = {1, 2, ' '};
            struct palette_2d *item = palette_scene_add_text(&scene, x, 20, scale, sheet, line, 3);
            cr_assert_not_null(item);
            item->outlined = true;
            uint8_t *frame = make_frame(), *mask = calloc(WIDTH * HEIGHT, 1);
            cr_assert_not_null(mask);
            screen_draw_2d(frame, mask, WIDTH, HEIGHT, &scene, colormap, NULL);
            for (int v = 0; v < HEIGHT; v++) {
                for (int u = 0; u < WIDTH; u++) {
                    const int du = u - x + 8 * scale, dv = v - 20 + 8 * scale;
                    const int column = du < 0 ? -9 : du / scale - 8;
                    const int row = dv < 0 ? -9 : dv / scale - 8;
                    const bool left = row >= 2 && row < 7 && column >= 4 && column < 8;
                    const bool right = row == 3 && column == 8;
                    const bool near_left = row >= 1 && row < 8 && column >= 3 && column < 9;
                    const bool near_right = row >= 2 && row < 5 && column >= 7 && column < 10;
                    const int want = left ? 9 : right ? 5 : near_left || near_right ? 0 : 1;
                    cr_assert_eq(frame[v * WIDTH + u], want, "%d, %d of %d at %d", u, v, scale, x);
                    cr_assert_eq(mask[v * WIDTH + u], want != 1);
                }
            }
            free(frame);
            free(mask);
            palette_scene_free(&scene);
        }
    }
    free(sheet);
}

Test(screen, invalid_items_are_skipped)
{
    static const int32_t values[] = {INT32_MIN, -1, 0, 1, 40, INT32_MAX};
    uint8_t *sheet = calloc(128, 128), colormap[COLORMAP_BYTES] = {0};
    cr_assert_not_null(sheet);
    uint8_t *frame = make_frame();
    for (uint32_t round = 0; round < 5000; round++) {
        struct palette_scene scene = {0};
        palette_scene_add_text(&scene, 0, 0, 1, sheet, (const uint8_t *)"abc", 3);
        struct palette_2d *item = palette_scene_add_2d(&scene);
        cr_assert_not_null(item);
        item->kind = (enum palette_2d_kind)(dmath_hash(round, 0, 3) % 4);
        item->x = values[dmath_hash(round, 1, 3) % 6];
        item->y = values[dmath_hash(round, 2, 3) % 6];
        item->scale = values[dmath_hash(round, 3, 3) % 6];
        item->width = values[dmath_hash(round, 4, 3) % 6];
        item->height = values[dmath_hash(round, 5, 3) % 6];
        item->color = (uint8_t)dmath_hash(round, 6, 3);
        item->text = dmath_hash(round, 7, 3) % 5;
        if (item->kind == PALETTE_2D_GLYPHS) {
            item->pixels = sheet;
        } else if (item->kind == PALETTE_2D_PICTURE && (uint32_t)item->width < 100 &&
                   (uint32_t)item->height < 100) {
            item->pixels = sheet;
        }
        screen_draw_2d(frame, NULL, WIDTH, HEIGHT, &scene, colormap, NULL);
        palette_scene_free(&scene);
    }
    free(frame);
    free(sheet);
}

Test(screen, turb_phase)
{
    cr_assert_eq(screen_turb_phase(0), 0);
    cr_assert_eq(screen_turb_phase(1.02), 20);
    cr_assert_eq(screen_turb_phase(6.4), 0);
    cr_assert_eq(screen_turb_phase(6.46), 1);
    cr_assert_eq(screen_turb_phase(-0.1), 126);
    cr_assert_eq(screen_turb_phase(NAN), 0);
    cr_assert_eq(screen_turb_phase(INFINITY), 0);
}

Test(screen, warp_stays_inside_and_does_not_depend_on_rows)
{
    static const int sizes[][4] = {{320, 200, 320, 200}, {320, 200, 640, 480}, {160, 100, 161, 333},
                                   {640, 480, 640, 480}, {1, 1, 160, 100},     {20, 300, 160, 100}};
    struct screen_warp warp = {0};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        const int sw = sizes[s][0], sh = sizes[s][1], w = sizes[s][2], h = sizes[s][3];
        uint8_t *source = malloc((size_t)(sw * sh));
        uint8_t *whole = malloc((size_t)(w * h)), *parts = malloc((size_t)(w * h));
        cr_assert(source != NULL && whole != NULL && parts != NULL);
        for (int i = 0; i < sw * sh; i++) {
            source[i] = (uint8_t)dmath_hash((uint32_t)i, 0, 4);
        }
        cr_assert_eq(screen_warp_prepare(&warp, sw, sh, w, h), 0);
        cr_assert_eq(screen_warp_prepare(&warp, sw, sh, w, h), 0);
        for (double time = 0; time < 7; time += 0.37) {
            screen_warp_rows(&warp, source, whole, (size_t)w, 0, h, time);
            screen_warp_rows(&warp, source, parts, (size_t)w, h / 3, h, time);
            screen_warp_rows(&warp, source, parts, (size_t)w, 0, h / 3, time);
            cr_assert_arr_eq(whole, parts, (size_t)(w * h));
        }
        free(source);
        free(whole);
        free(parts);
    }
    screen_warp_free(&warp);
}

/* At time 0 row 0 moves columns by sine[0] = 3, column 0 rows by 3: worked out by hand. */
Test(screen, warp_by_hand)
{
    enum { W = 320, H = 200 };
    uint8_t *source = malloc(W * H), *dest = malloc(W * H);
    cr_assert(source != NULL && dest != NULL);
    for (int i = 0; i < W * H; i++) {
        source[i] = (uint8_t)(i % W / 2 + i / W);
    }
    struct screen_warp warp = {0};
    cr_assert_eq(screen_warp_prepare(&warp, W, H, W, H), 0);
    screen_warp_rows(&warp, source, dest, W, 0, H, 0);
    /* u = 0, v = 0: column (int)(3 * 320 / 326) = 2, row (int)(3 * 200 / 206) = 2. */
    cr_assert_eq(dest[0], source[2 * W + 2]);
    /* u = 32: sine[32] = (int)(3 + 2.99...) = 5: row (int)(5 * 200 / 206) = 4;
     * column (int)(35 * 320 / 326) = 34. */
    cr_assert_eq(dest[32], source[4 * W + 34]);
    screen_warp_free(&warp);
    free(source);
    free(dest);
}

Test(screen, expand_rows)
{
    uint32_t palette[256], target[4 * 8];
    uint8_t frame[3 * 5];
    for (int i = 0; i < 256; i++) {
        palette[i] = (uint32_t)i * 0x01020304u;
    }
    for (int i = 0; i < 15; i++) {
        frame[i] = (uint8_t)(i * 17);
    }
    memset(target, 0xee, sizeof target);
    const struct screen_expansion expansion = {target, 8, frame, 5};
    screen_expand_rows(kernels_get(CPU_AVX2), &expansion, 1, 3, palette);
    for (int i = 0; i < 32; i++) {
        int row = i / 8, column = i % 8;
        bool in = row >= 1 && row < 3 && column < 5;
        cr_assert_eq(target[i], in ? palette[frame[row * 5 + column]] : 0xeeeeeeeeu);
    }
}

Test(screen, hash_depends_on_every_byte)
{
    uint8_t *indices = calloc(1, 1000);
    uint32_t palette[256] = {0};
    cr_assert_not_null(indices);
    uint64_t zero = screen_hash(indices, 1000, palette);
    cr_assert_eq(zero, 0xc3a41bc1ef3c8101u, "the hash changed: %016llx", (unsigned long long)zero);
    cr_assert_neq(screen_hash(indices, 999, palette), zero);
    for (int i = 0; i < 1000; i++) {
        indices[i] = 1;
        cr_assert_neq(screen_hash(indices, 1000, palette), zero);
        if (i >= 32) { /* the same lane, another place */
            uint64_t here = screen_hash(indices, 1000, palette);
            indices[i] = 0;
            indices[i - 32] = 1;
            cr_assert_neq(screen_hash(indices, 1000, palette), here);
            indices[i - 32] = 0;
        }
        indices[i] = 0;
    }
    for (int i = 0; i < 256; i++) {
        palette[i] = 0x800000;
        cr_assert_neq(screen_hash(indices, 1000, palette), zero);
        palette[i] = 0;
    }
    cr_assert_eq(screen_hash(indices, 1000, palette), zero);
    (void)screen_hash(indices, 0, palette);
    free(indices);
}

/* Translucent and tinted elements at any position, against the tables pixel by pixel. */
Test(screen, translucent_pictures_and_tinted_glyphs)
{
    enum { SIDE = 24, PICTURE = 5 };
    static uint8_t palette[768], colormap[64 * 256], sheet[128 * 128], picture[PICTURE * PICTURE];
    for (int i = 0; i < 768; i++) {
        palette[i] = (uint8_t)(i * 37 + i / 3 * 11);
    }
    for (int i = 0; i < 128 * 128; i++) {
        sheet[i] = (uint8_t)(i % 3 == 0 ? 0 : i % 251);
    }
    for (int i = 0; i < PICTURE * PICTURE; i++) {
        picture[i] = (uint8_t)(i == 7 ? 255 : i * 9);
    }
    struct blend *blend = blend_create(palette);
    cr_assert_not_null(blend);
    const uint8_t *table = blend_opacity_table(blend, 12);
    uint8_t tint[256];
    for (int i = 0; i < 256; i++) {
        tint[i] = blend_tint(blend, (const uint8_t[3]){255, 128, 0}, (uint8_t)i);
    }
    for (int place = -30; place < 30; place++) {
        struct palette_scene scene = {0};
        uint8_t frame[SIDE * SIDE], mask[SIDE * SIDE] = {0};
        for (int i = 0; i < SIDE * SIDE; i++) {
            frame[i] = (uint8_t)(i * 7);
        }
        struct palette_2d *item = palette_scene_add_2d(&scene);
        cr_assert_not_null(item);
        *item = (struct palette_2d){.kind = PALETTE_2D_PICTURE,
                                    .x = place,
                                    .y = -place / 2,
                                    .scale = 3,
                                    .width = PICTURE,
                                    .height = PICTURE,
                                    .pixels = picture,
                                    .opaque = place % 2 == 0,
                                    .clear = 4};
        cr_expect(screen_needs_blend(&scene));
        screen_draw_2d(frame, mask, SIDE, SIDE, &scene, colormap, blend);
        for (int i = 0; i < SIDE * SIDE; i++) {
            const int u = i % SIDE - place, v = i / SIDE + place / 2;
            const bool in = u >= 0 && v >= 0 && u < 3 * PICTURE && v < 3 * PICTURE;
            const int texel = in ? picture[v / 3 * PICTURE + u / 3] : 0;
            const bool drawn = in && (texel != 255 || place % 2 == 0);
            const uint8_t under = (uint8_t)(i * 7);
            cr_assert_eq(frame[i], drawn ? table[texel * 256 + under] : under, "%d at %d", i,
                         place);
            cr_assert_eq(mask[i], drawn);
        }
        palette_scene_clear(&scene);
        const uint8_t glyph = 'A';
        item = palette_scene_add_text(&scene, place, 3, 1, sheet, &glyph, 1);
        cr_assert_not_null(item);
        item->tinted = true;
        item->tint[0] = 255;
        item->tint[1] = 128;
        memset(frame, 1, sizeof frame);
        screen_draw_2d(frame, NULL, SIDE, SIDE, &scene, colormap, blend);
        for (int i = 0; i < SIDE * SIDE; i++) {
            const int u = i % SIDE - place, v = i / SIDE - 3;
            const bool in = u >= 0 && v >= 0 && u < 8 && v < 8;
            const int texel = in ? sheet[(('A' >> 4) * 8 + v) * 128 + ('A' & 15) * 8 + u] : 0;
            cr_assert_eq(frame[i], texel != 0 ? tint[texel] : 1, "glyph, %d at %d", i, place);
        }
        palette_scene_free(&scene);
    }
    for (int i = 0; i < 256; i++) {
        cr_expect_neq(tint[i], 0, "0 is see-through in letters");
    }
    blend_destroy(blend);
}
