/* Textures: borders, levels, the built-in ones' values, which file a name means. */
#include <criterion/criterion.h>
#include <string.h>

#include "assets/quake3/builtin_textures.h"
#include "assets/quake3/texture_store.h"
#include "tests/assets/quake3/data_stage.h"
#include "tests/support/media/bmp_bytes.h"

static uint32_t at(const struct texture *t, int level, int u, int v)
{
    const struct texture_level *l = &t->levels[level];
    cr_assert(level < t->num_levels && u >= -1 && u <= l->width && v >= -1 && v <= l->height);
    return l->texels[v * l->stride + u];
}

Test(q3_textures, border_repeats_or_clamps)
{
    /* 2 x 2: red green / blue white */
    static const uint8_t first[16] = {255, 0, 0, 255, 0, 255, 0, 254, 0, 0, 255, 255, 9, 9, 9, 255};
    static const uint8_t second[4] = {1, 2, 3, 4};
    const uint8_t *const levels[2] = {first, second};
    for (int clamp = 0; clamp < 2; clamp++) {
        struct texture *t = texture_create("x", clamp, 2, 2, 2, levels);
        cr_assert_not_null(t);
        cr_assert(t->clamp == (clamp != 0) && !t->opaque && t->num_levels == 2);
        cr_assert_eq(at(t, 0, 0, 0), 0xffff0000u);
        cr_assert_eq(at(t, 0, 1, 0), 0xfe00ff00u);
        cr_assert_eq(at(t, 0, 0, 1), 0xff0000ffu);
        for (int v = -1; v <= 2; v++) {
            for (int u = -1; u <= 2; u++) {
                const int inside_u = clamp ? (u < 0 ? 0 : u > 1 ? 1 : u) : u & 1;
                const int inside_v = clamp ? (v < 0 ? 0 : v > 1 ? 1 : v) : v & 1;
                cr_assert_eq(at(t, 0, u, v), at(t, 0, inside_u, inside_v), "%d %d", u, v);
            }
        }
        for (int v = -1; v <= 1; v++) {
            cr_assert(at(t, 1, -1, v) == 0x04010203u && at(t, 1, 1, v) == 0x04010203u);
        }
        texture_destroy(t);
    }
}

Test(q3_textures, frames_are_what_is_like_the_first_texel)
{
    uint8_t pixels[8 * 4][4] = {{0}};
    const uint8_t *const levels[1] = {pixels[0]};
    static const struct texture_border none = {0, 0, 0, 0}, all = {0, 0, 4, 0}, some = {2, 1, 1, 2},
                                       corner = {3, 0, 0, 1};
    for (int i = 0; i < 4; i++) {
        memset(pixels, 7, sizeof pixels);
        if (i == 1) {
            pixels[1 * 8 + 2][3] = pixels[1 * 8 + 6][0] = 8;
        } else if (i == 2) {
            pixels[0 * 8 + 3][1] = pixels[2 * 8 + 7][1] = 8;
        } else if (i == 3) {
            pixels[0][2] = 8;
        }
        struct texture *t = texture_create("x", false, 1, 8, 4, levels);
        const struct texture_border *const borders[] = {&all, &some, &corner, &none};
        cr_assert_eq(memcmp(&t->border, borders[i], sizeof t->border), 0, "case %d", i);
        texture_destroy(t);
    }
}

Test(q3_textures, built_in_ones_have_the_values_of_the_formulas)
{
    static const uint8_t dlight[8][8] = {{0, 0, 0, 0, 0, 0, 0, 0},
                                         {0, 0, 0, 0, 0, 82, 89, 94},
                                         {0, 0, 0, 79, 94, 109, 123, 131},
                                         {0, 0, 79, 98, 123, 150, 177, 195},
                                         {0, 0, 94, 123, 163, 216, 255, 255},
                                         {0, 82, 109, 150, 216, 255, 255, 255},
                                         {0, 89, 123, 177, 255, 255, 255, 255},
                                         {0, 94, 131, 195, 255, 255, 255, 255}};
    static const int columns[11] = {0, 1, 2, 4, 8, 16, 24, 31, 32, 33, 64};
    static const uint8_t row31[11] = {0, 42, 61, 88, 126, 179, 220, 250, 255, 255, 255};
    static const uint8_t row16[11] = {0, 31, 45, 63, 90, 128, 158, 179, 182, 185, 255};
    struct texture *textures[Q3_TEXTURES];
    cr_assert_eq(builtin_textures_make(textures), FORMAT_OK);
    const struct texture *t = textures[Q3_TEXTURE_DLIGHT];
    cr_assert(t->clamp && t->num_levels == 1 && t->levels[0].width == 16);
    for (int v = 0; v < 16; v++) {
        for (int u = 0; u < 16; u++) {
            const uint32_t light = dlight[v < 8 ? v : 15 - v][u < 8 ? u : 15 - u];
            cr_assert_eq(at(t, 0, u, v), 0xff000000u | light * 0x10101u, "%d %d", u, v);
        }
    }
    t = textures[Q3_TEXTURE_FOG];
    cr_assert(t->clamp && t->num_levels == 1 && !t->opaque);
    cr_assert(t->levels[0].width == 256 && t->levels[0].height == 32);
    for (int i = 0; i < 11; i++) {
        cr_assert_eq(at(t, 0, columns[i], 31), (uint32_t)row31[i] << 24 | 0xffffff);
        cr_assert_eq(at(t, 0, columns[i], 16), (uint32_t)row16[i] << 24 | 0xffffff);
        cr_assert_eq(at(t, 0, columns[i], 0) >> 24, 0);
    }
    t = textures[Q3_TEXTURE_DEFAULT];
    cr_assert(!t->clamp && t->num_levels == 5 && t->levels[0].width == 16);
    cr_assert(at(t, 0, 0, 5) == 0xffffffffu && at(t, 0, 1, 1) == 0x20202020u &&
              at(t, 0, 15, 15) == 0xffffffffu);
    cr_assert_eq(builtin_textures_find("*WHITE"), Q3_TEXTURE_WHITE);
    cr_assert_eq(builtin_textures_find("*identitylight"), Q3_TEXTURE_WHITE);
    cr_assert_eq(builtin_textures_find("*letters"), Q3_TEXTURE_LETTERS);
    cr_assert_eq(builtin_textures_find("*lightmap0"), Q3_TEXTURES);
    builtin_textures_free(textures);
}

static const struct texture *get(struct texture_store *store, const char *name, unsigned flags)
{
    const struct texture *t;
    const int code = texture_store_get(store, name, flags, &t);
    cr_assert((code == FORMAT_OK && t) || ((code == FORMAT_MISSING || code == FORMAT_BAD) && !t),
              "%s", name);
    return t;
}

Test(q3_textures, which_file_a_name_means)
{
    struct data_stage stage = {0};
    stage_tga(&stage, "a.tga", 4, 2, 0x80112233);
    stage_text(&stage, "b.tga", "no picture at all");
    stage_tga(&stage, "b.jpg", 5, 3, 0xff445566); /* by its bytes */
    stage_tga(&stage, "c.d/e", 1, 1, 0xff000000);
    stage_tga(&stage, "f.jpeg", 2, 2, 0xff010203);
    stage_tga(&stage, "g.tga", 2, 2, 0xff0a0b0c);
    stage_tga(&stage, "g.png", 8, 8, 0xff0d0e0f);
    static const uint8_t blue[4] = {255, 0, 0, 255};
    struct byte_writer bmp = bmp_bytes(1, 1, 32, blue);
    zip_bytes_add(&stage.zip, "h.bmp", bmp.data, bmp.size);
    byte_writer_free(&bmp);
    stage_open(&stage);
    struct texture_store *store = texture_store_create(stage.game.files, 1);
    cr_assert_not_null(store);
    const struct texture *a = get(store, "a", 0);
    cr_assert(a && !a->clamp && !a->opaque && a->num_levels == 3);
    cr_assert(at(a, 0, 0, 1) == 0xff000000u && at(a, 0, 0, 0) == 0x80112233u, "lowest row last");
    cr_assert_eq(get(store, "/A.TGA", 0)->levels[0].width, 4);
    cr_assert_eq(get(store, "a.jpg", 0)->levels[0].width, 4);
    cr_assert_eq(get(store, "\\a", 0), a);
    const struct texture *clamped = get(store, "a", PICTURE_CLAMP | PICTURE_NO_MIPMAPS);
    cr_assert(clamped != a && clamped->clamp && clamped->num_levels == 1);
    cr_assert_eq(stage.talk.lines, 0, "%s", stage.talk.all);
    const struct texture *b = get(store, "b.tga", 0);
    cr_assert(b && b->levels[0].width == 4 && b->levels[0].height == 2, "rounded down");
    cr_assert(stage.talk.lines == 1 && strstr(stage.talk.last, "b.tga: "), "%s", stage.talk.all);
    cr_assert_null(get(store, "c.d/e", 0), "it has no ending");
    cr_assert_not_null(get(store, "f.tga", 0));
    cr_assert_eq(get(store, "g", 0)->levels[0].width, 2);
    cr_assert_eq(get(store, "g.png", 0)->levels[0].width, 8);
    cr_assert_eq(get(store, "g.foo", 0), NULL);
    cr_assert_eq(at(get(store, "h.tga", 0), 0, 0, 0), 0xff0000ffu);
    cr_assert_null(get(store, "", 0));
    cr_assert_null(get(store, "../a", 0));
    cr_assert_null(
        get(store, "a2345678901234567890123456789012345678901234567890123456789012345", 0));
    cr_assert(texture_store_has(store, "b") && !texture_store_has(store, "x") &&
              texture_store_has(store, "*fog") && !texture_store_has(store, "*none"));
    texture_store_destroy(store);
    stage_close(&stage);
}

Test(q3_textures, threads_change_nothing)
{
    struct data_stage stage = {0};
    char names[40][24];
    for (int i = 0; i < 40; i++) {
        snprintf(names[i], sizeof(names[i]), "p%d.tga", i);
        if (i % 7 == 3) {
            stage_text(&stage, names[i], "damaged");
        } else {
            stage_tga(&stage, names[i], 1 + i, 3 + i, 0xff000000u + (uint32_t)i * 999);
        }
    }
    stage_open(&stage);
    struct texture_store *alone = texture_store_create(stage.game.files, 1);
    struct texture_store *many = texture_store_create(stage.game.files, 5);
    struct texture_requests requests = {0};
    for (int i = 0; i < 80; i++) {
        cr_assert_eq(texture_requests_add(&requests, names[i % 40], i % 3 ? PICTURE_CLAMP : 0), 0);
    }
    cr_assert_eq(texture_requests_add(&requests, "nowhere", 0), 0);
    cr_assert_eq(texture_store_load(many, &requests), FORMAT_OK);
    cr_assert_eq(stage.talk.lines, 0, "damage is told when it is asked for");
    const size_t bytes = texture_store_bytes(many);
    for (int i = 0; i < 80; i++) {
        const unsigned flags = i % 3 ? PICTURE_CLAMP : 0;
        const struct texture *x = get(alone, names[i % 40], flags);
        const struct texture *y = get(many, names[i % 40], flags);
        cr_assert_eq(!x, !y, "%d", i);
        if (x) {
            cr_assert(texture_bytes(x) == texture_bytes(y) && x->num_levels == y->num_levels);
            cr_assert_eq(at(x, 0, 0, x->levels[0].height), at(y, 0, 0, y->levels[0].height));
            cr_assert_eq(memcmp(x->levels[0].texels - x->levels[0].stride - 1,
                                y->levels[0].texels - y->levels[0].stride - 1,
                                texture_bytes(x) - sizeof(*x)),
                         0);
        }
    }
    cr_assert_eq(texture_store_bytes(many), bytes, "all were loaded before");
    cr_assert_eq(texture_store_bytes(alone), bytes);
    cr_assert_eq(stage.talk.lines, 6, "%s", stage.talk.all);
    texture_requests_free(&requests);
    texture_store_destroy(alone);
    texture_store_destroy(many);
    stage_close(&stage);
}
