/* Skyboxes: how they face, how they are found, and pictures that are broken. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/placeholder.h"
#include "assets/quake/quake_data.h"
#include "assets/quake/skybox.h"
#include "formats/base/bytes.h"
#include "formats/base/dmath.h"
#include "formats/pictures/image.h"
#include "formats/pictures/png.h"
#include "formats/pictures/quake_image.h"
#include "render/palette/kernels/kernels.h"
#include "render/palette/view.h"
#include "tests/support/media/picture_bytes.h"
#include "tests/support/palette_stage.h"
#include "tests/support/quake_game.h"
#include "tests/support/scarce.h"

/* ---- Facing ---- */

/* FitzQuake's mapping, from Quake 2, of s (right) and t (up) on a face, -1..1:
 * axis i of the box is s, t or 1 (numbered 1, 2, 3), or its opposite. By suffix. */
static const struct {
    const char *suffix;
    int axes[3];
    int face; /* in the box */
} table[SKYBOX_FACES] = {{"rt", {3, -1, 2}, 0},  {"lf", {-3, 1, 2}, 1},  {"bk", {1, 3, 2}, 2},
                         {"ft", {-1, -3, 2}, 3}, {"up", {-2, -1, 3}, 4}, {"dn", {2, -1, -3}, 5}};

static void direction(int which, double s, double t, double out[3])
{
    const double st1[3] = {s, t, 1};
    for (int i = 0; i < 3; i++) {
        int axis = table[which].axes[i];
        out[i] = axis > 0 ? st1[axis - 1] : -st1[-axis - 1];
    }
}

/* The colour of the pixel in the middle of a picture that looks there. */
static uint8_t look_at(const uint8_t *pixels, int side, const double at[3])
{
    struct view view;
    uint8_t color[8];
    const double flat = sqrt(at[0] * at[0] + at[1] * at[1]);
    struct scene scene = {.camera = {.fov_x = 90}};
    scene.camera.angles[0] = (float)(-atan2(at[2], flat) * 180 / DMATH_PI);
    scene.camera.angles[1] = (float)(atan2(at[1], at[0]) * 180 / DMATH_PI);
    view_setup(&view, &scene, 321, 201);
    struct span_skybox span = {.xcenter = view.xcenter,
                               .ycenter = view.ycenter,
                               .xscaleinv = view.xscaleinv,
                               .yscaleinv = view.yscaleinv,
                               .side = side,
                               .pixels = pixels};
    memcpy(span.forward, view.forward, sizeof(span.forward));
    memcpy(span.right, view.right, sizeof(span.right));
    memcpy(span.up, view.up, sizeof(span.up));
    kernels_active()->skybox(&span, color, 160, 100, 1);
    return color[0];
}

/* Each face has 6 x 6 fields of different colours. */
Test(skybox, faces_as_in_fitzquake)
{
    enum { SIDE = 60, FIELDS = 6 };
    static uint8_t pixels[6 * SIDE * SIDE + SKYBOX_PADDING];
    for (int i = 0; i < 6 * SIDE * SIDE; i++) {
        int field = i / SIDE % SIDE / (SIDE / FIELDS) * FIELDS + i % SIDE / (SIDE / FIELDS);
        pixels[i] = (uint8_t)(i / (SIDE * SIDE) * FIELDS * FIELDS + field);
    }
    for (int which = 0; which < SKYBOX_FACES; which++) {
        for (int field = 0; field < FIELDS * FIELDS; field++) {
            /* The field's middle; rows count from the top, t from the bottom. */
            double s = (field % FIELDS + 0.5) * 2 / FIELDS - 1;
            double t = 1 - (field / FIELDS + 0.5) * 2 / FIELDS;
            double at[3];
            direction(which, s, t, at);
            cr_assert_eq(look_at(pixels, SIDE, at), table[which].face * FIELDS * FIELDS + field,
                         "%s, field %d", table[which].suffix, field);
        }
    }
}

/* Every pixel shows the face its direction leaves the cube through, up to the last bit at seams. */
Test(skybox, no_gaps_at_seams)
{
    enum { SIDE = 4 };
    uint8_t pixels[6 * SIDE * SIDE + SKYBOX_PADDING] = {0}, row[640];
    for (int i = 0; i < 6 * SIDE * SIDE; i++) {
        pixels[i] = (uint8_t)(i / (SIDE * SIDE));
    }
    for (uint32_t round = 0; round < 60; round++) {
        struct view view;
        struct scene scene = {.camera = {.fov_x = 70 + 50 * dmath_unit(round, 1, 0)}};
        for (uint32_t i = 0; i < 3; i++) {
            scene.camera.angles[i] =
                round < 6 ? 45.0f * (float)(int)(round - i) : 360 * dmath_unit(round, i, 1) - 180;
        }
        view_setup(&view, &scene, 640, 400);
        struct span_skybox span = {.xcenter = view.xcenter,
                                   .ycenter = view.ycenter,
                                   .xscaleinv = view.xscaleinv,
                                   .yscaleinv = view.yscaleinv,
                                   .side = SIDE,
                                   .pixels = pixels};
        memcpy(span.forward, view.forward, sizeof(span.forward));
        memcpy(span.right, view.right, sizeof(span.right));
        memcpy(span.up, view.up, sizeof(span.up));
        for (int v = 0; v < 400; v += 7) {
            kernels_active()->skybox(&span, row, 0, v, 640);
            for (int u = 0; u < 640; u++) {
                double a[3], far = 0;
                for (int i = 0; i < 3; i++) {
                    a[i] =
                        (double)view.forward[i] +
                        (u - (double)view.xcenter) / (double)view.xscale * (double)view.right[i] +
                        ((double)view.ycenter - v) / (double)view.yscale * (double)view.up[i];
                    far = fmax(far, fabs(a[i]));
                }
                cr_assert_lt(row[u], 6);
                double mine = row[u] % 2 ? -a[row[u] / 2] : a[row[u] / 2];
                cr_assert(mine > far - 1e-5, "round %u, %d, %d", round, u, v);
            }
        }
    }
}

/* ---- Files ---- */

struct talk {
    unsigned lines;
    char last[256];
};

static void hear(void *context, const char *line)
{
    struct talk *talk = context;
    talk->lines++;
    snprintf(talk->last, sizeof(talk->last), "%s", line);
}

/* A cube of colours, so that pictures made of them need no dither; the rest is black. */
static uint8_t palette[768];

static void make_palette(void)
{
    for (int i = 0; i < 216; i++) {
        palette[i * 3] = (uint8_t)(i / 36 * 51);
        palette[i * 3 + 1] = (uint8_t)(i / 6 % 6 * 51);
        palette[i * 3 + 2] = (uint8_t)(i % 6 * 51);
    }
}

static void put_tga_head(struct byte_writer *w, unsigned type, unsigned width, unsigned height,
                         unsigned bits)
{
    const uint8_t head[12] = {0, 0, (uint8_t)type};
    byte_writer_bytes(w, head, sizeof(head));
    byte_writer_u16(w, width);
    byte_writer_u16(w, height);
    byte_writer_u8(w, bits);
    byte_writer_u8(w, 0x20); /* top row first */
}

/* Upper half of colour `top`, lower half of `bottom`, both palette indices. */
static struct byte_writer make_tga(unsigned width, unsigned height, uint8_t top, uint8_t bottom)
{
    struct byte_writer w = {0};
    put_tga_head(&w, 2, width, height, 24);
    for (unsigned i = 0; i < width * height; i++) {
        const uint8_t *rgb = palette + (i / width < height / 2 ? top : bottom) * 3;
        byte_writer_u8(&w, rgb[2]);
        byte_writer_u8(&w, rgb[1]);
        byte_writer_u8(&w, rgb[0]);
    }
    return w;
}

struct member {
    char name[56];
    struct byte_writer data;
};

static struct byte_writer make_pak(const struct member *members, uint32_t count)
{
    struct byte_writer w = {0};
    uint32_t size = 0, at = 12;
    for (uint32_t i = 0; i < count; i++) {
        size += (uint32_t)members[i].data.size;
    }
    byte_writer_bytes(&w, "PACK", 4);
    byte_writer_u32(&w, 12 + size);
    byte_writer_u32(&w, count * 64);
    for (uint32_t i = 0; i < count; i++) {
        byte_writer_bytes(&w, members[i].data.data, members[i].data.size);
    }
    for (uint32_t i = 0; i < count; i++) {
        byte_writer_bytes(&w, members[i].name, sizeof(members[i].name));
        byte_writer_u32(&w, at);
        byte_writer_u32(&w, (uint32_t)members[i].data.size);
        at += (uint32_t)members[i].data.size;
    }
    return w;
}

struct shelf {
    struct talk talk;
    struct byte_writer pak;
    struct files *files;
    struct skybox_store *store;
};

static void shelf_open(struct shelf *shelf, struct member *members, uint32_t count)
{
    memset(shelf, 0, sizeof(*shelf));
    shelf->pak = make_pak(members, count);
    shelf->files = files_create(hear, &shelf->talk);
    cr_assert_not_null(shelf->files);
    cr_assert_eq(files_add_pak(shelf->files, "pak", shelf->pak.data, shelf->pak.size), 0);
    shelf->store = skybox_store_create(shelf->files, palette);
    cr_assert_not_null(shelf->store);
    for (uint32_t i = 0; i < count; i++) {
        byte_writer_free(&members[i].data);
    }
}

static void shelf_close(struct shelf *shelf)
{
    skybox_store_destroy(shelf->store);
    files_destroy(shelf->files);
    byte_writer_free(&shelf->pak);
}

/* Files of a box with `middle` between name and suffix; face i has colours 10 i + 1 and 10 i + 5.
 */
static void name_faces(struct member members[SKYBOX_FACES], const char *middle, unsigned side)
{
    for (int i = 0; i < SKYBOX_FACES; i++) {
        members[i] = (struct member){
            .data = make_tga(side, side, (uint8_t)(10 * i + 1), (uint8_t)(10 * i + 5))};
        snprintf(members[i].name, sizeof(members[i].name), "gfx/env/Night%s%s.tga", middle,
                 table[i].suffix);
    }
}

Test(skybox, found_and_kept)
{
    static const char *const middles[] = {"", "_"};
    make_palette();
    for (int m = 0; m < 2; m++) {
        struct member members[SKYBOX_FACES];
        struct shelf shelf;
        name_faces(members, middles[m], 128);
        shelf_open(&shelf, members, SKYBOX_FACES);
        const struct skybox *box = skybox_store_get(shelf.store, "night");
        cr_assert_not_null(box);
        cr_assert_eq(skybox_store_get(shelf.store, "NIGHT"), box);
        cr_assert_eq(skybox_store_get(shelf.store, "night_") != NULL, m == 1);
        cr_assert_eq(shelf.talk.lines, m == 1 ? 0u : 1u);
        cr_assert_eq(box->side, 128);
        cr_assert_eq(box->num_mips, 3);
        for (int mip = 0; mip < box->num_mips; mip++) {
            const int side = box->side >> mip;
            for (int i = 0; i < side * side * SKYBOX_FACES; i++) {
                int face = i / (side * side), lower = i % (side * side) >= side * side / 2;
                cr_assert_eq(box->mips[mip][i], 10 * face + (lower ? 5 : 1), "mip %d, %d", mip, i);
            }
        }
        shelf_close(&shelf);
    }
}

Test(skybox, what_is_missing_is_black_and_told_once)
{
    struct member members[SKYBOX_FACES];
    struct shelf shelf;
    make_palette();
    name_faces(members, "", 32);
    byte_writer_free(&members[5].data);
    members[4].data.size = 100; /* cut off */
    shelf_open(&shelf, members, 5);
    const struct skybox *box = skybox_store_get(shelf.store, "night");
    cr_assert_not_null(box);
    cr_assert_eq(shelf.talk.lines, 2u);
    cr_assert_not_null(strstr(shelf.talk.last, "up dn missing"), "%s", shelf.talk.last);
    cr_assert_eq(files_damaged_count(shelf.files), 1u);
    cr_assert_eq(box->mips[0][0], 1);
    cr_assert_eq(box->mips[0][4 * 32 * 32], 0);
    cr_assert_eq(box->mips[0][6 * 32 * 32 - 1], 0);
    cr_assert_eq(skybox_store_get(shelf.store, "night"), box);
    cr_assert_eq(shelf.talk.lines, 2u);
    cr_assert_null(skybox_store_get(shelf.store, "day"));
    cr_assert_null(skybox_store_get(shelf.store, "day"));
    cr_assert_eq(shelf.talk.lines, 3u);
    cr_assert_null(skybox_store_get(shelf.store, ""));
    cr_assert_eq(shelf.talk.lines, 3u);
    shelf_close(&shelf);
}

Test(skybox, names_stay_in_the_folder)
{
    static const char *const bad[] = {"../night",  "/night",  "a//night", "./night", "a/../night",
                                      "a\\night",  "c:night", "night\n",  "n\x1b[m", "n\xc3\xa4ght",
                                      "a/.night/", "night*",  "%s%n"};
    struct member members[SKYBOX_FACES];
    struct shelf shelf;
    char name[300];
    make_palette();
    name_faces(members, "", 32);
    shelf_open(&shelf, members, SKYBOX_FACES);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_assert_null(skybox_store_get(shelf.store, bad[i]), "%s", bad[i]);
    }
    for (size_t length = 1; length < sizeof(name); length++) {
        memset(name, 'n', length);
        name[length] = '\0';
        cr_assert_null(skybox_store_get(shelf.store, name));
    }
    cr_assert_not_null(skybox_store_get(shelf.store, "night"));
    shelf_close(&shelf);
}

/* Sizes that are no powers of two, small and large ones. */
Test(skybox, pictures_of_any_size)
{
    static const struct {
        unsigned width, height;
        int side;
    } sizes[] = {{1, 1, 32}, {33, 5, 64}, {48, 20, 64}, {300, 300, 512}, {1500, 700, 1024}};
    make_palette();
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        struct member member = {"gfx/env/oddrt.tga", {0}};
        struct shelf shelf;
        member.data = make_tga(sizes[k].width, sizes[k].height, 77, 77);
        shelf_open(&shelf, &member, 1);
        const struct skybox *box = skybox_store_get(shelf.store, "odd");
        cr_assert_not_null(box);
        cr_assert_eq(box->side, sizes[k].side);
        for (int i = 0; i < box->side * box->side; i++) {
            cr_assert_eq(box->mips[0][i], 77);
        }
        shelf_close(&shelf);
    }
}

/* A grey between two of the palette's comes out right on average. */
Test(skybox, gradients_are_dithered)
{
    struct member member = {"gfx/env/greyrt.tga", {0}};
    struct shelf shelf;
    make_palette();
    put_tga_head(&member.data, 3, 64, 64, 8);
    for (int i = 0; i < 64 * 64; i++) {
        byte_writer_u8(&member.data, 127);
    }
    shelf_open(&shelf, &member, 1);
    const struct skybox *box = skybox_store_get(shelf.store, "grey");
    cr_assert_not_null(box);
    double sum = 0;
    int kinds[256] = {0};
    for (int i = 0; i < 64 * 64; i++) {
        sum += palette[box->mips[0][i] * 3 + 1];
        kinds[box->mips[0][i]]++;
    }
    cr_assert_lt(fabs(sum / (64 * 64) - 127), 8.0);
    cr_assert_lt(kinds[box->mips[0][0]], 64 * 64);
    shelf_close(&shelf);
}

/* ---- In true colour ---- */

Test(skybox, pictures_in_true_colour_as_they_are)
{
    for (int threads = 1; threads <= 3; threads += 2) {
        struct member members[SKYBOX_FACES] = {{{0}, {0}}};
        struct shelf shelf;
        struct skybox_pictures got;
        for (int i = 0; i < SKYBOX_FACES - 1; i++) { /* each of another kind and size */
            snprintf(members[i].name, sizeof(members[i].name), "gfx/env/far%s%s%s",
                     i == 2 ? "_" : "", table[i].suffix, quake_image_extensions[i]);
            members[i].data = picture_of_kind(i, 24 + i, 16, 0x080c10u * (uint32_t)(i + 1), 9);
        }
        memcpy(palette + 9 * 3, "\x28\x3c\x50", 3);
        shelf_open(&shelf, members, SKYBOX_FACES - 1);
        cr_assert_eq(skybox_store_read(shelf.store, "FAR", threads, &got), 0);
        for (int i = 0; i < SKYBOX_FACES - 1; i++) {
            const struct image_rgba *face = &got.faces[table[i].face];
            cr_assert(face->width == 24 + i && face->height == 16 && face->rgba, "%d", i);
            cr_assert_lt(abs(face->rgba[1] - 12 * (i + 1)), i == PICTURE_JPEG ? 4 : 1, "%d", i);
        }
        cr_assert_null(got.faces[5].rgba);
        cr_assert_eq(shelf.talk.lines, 1u);
        cr_assert_not_null(strstr(shelf.talk.last, "dn missing"), "%s", shelf.talk.last);
        skybox_pictures_free(&got);
        cr_assert_not_null(skybox_store_get(shelf.store, "far")); /* the same names */
        cr_assert_eq(shelf.talk.lines, 1u);
        cr_assert_eq(files_held_bytes(shelf.files), 0u);
        shelf_close(&shelf);
    }
}

/* The upper row comes first, whatever the order in the file. */
Test(skybox, rows_in_true_colour_from_top_to_bottom)
{
    struct member members[SKYBOX_FACES];
    struct shelf shelf;
    struct skybox_pictures got;
    make_palette();
    name_faces(members, "", 32);
    shelf_open(&shelf, members, SKYBOX_FACES);
    cr_assert_eq(skybox_store_read(shelf.store, "night", 1, &got), 0);
    for (int face = 0; face < SKYBOX_FACES; face++) {
        const uint8_t *rgba = got.faces[face].rgba;
        cr_assert_arr_eq(rgba, palette + (10 * face + 1) * 3, 3);
        cr_assert_arr_eq(rgba + 32 * 31 * 4, palette + (10 * face + 5) * 3, 3);
    }
    skybox_pictures_free(&got);
    shelf_close(&shelf);
}

Test(skybox, true_colour_without_a_box_and_with_damage)
{
    static const char *const none[] = {"", "day", "../night", "night\n"};
    struct member members[2] = {{"gfx/env/nightrt.tga", {0}}, {"gfx/env/nightup.tga", {0}}};
    struct shelf shelf;
    struct skybox_pictures got;
    make_palette();
    members[0].data = make_tga(2 * SKYBOX_TRUE_SIDE, 3, 7, 7);
    members[1].data = make_tga(8, 8, 7, 7);
    members[1].data.size = 100; /* cut off */
    shelf_open(&shelf, members, 2);
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        cr_assert_eq(skybox_store_read(shelf.store, none[i], 1, &got), FORMAT_MISSING);
        cr_assert_null(got.faces[0].rgba);
    }
    cr_assert_eq(skybox_store_read(shelf.store, "night", 2, &got), 0);
    cr_assert(got.faces[0].width == SKYBOX_TRUE_SIDE && got.faces[0].height == 1);
    cr_assert_null(got.faces[4].rgba);
    cr_assert_eq(files_damaged_count(shelf.files), 1u);
    skybox_pictures_free(&got);
    shelf_close(&shelf);
}

Test(skybox, memory_is_freed_whatever_fails)
{
    struct member members[SKYBOX_FACES];
    struct shelf shelf;
    make_palette();
    name_faces(members, "", 32);
    shelf_open(&shelf, members, SKYBOX_FACES);
    struct skybox_pictures got;
    int code = skybox_store_read(shelf.store, "night", 1, &got); /* what files cache */
    skybox_pictures_free(&got);
    cr_assert_eq(code, 0);
    code = FORMAT_MEMORY;
    for (uint64_t from = 1; code < 0; from++) {
        cr_assert_lt(from, 100);
        scarce_begin_from(from);
        code = skybox_store_read(shelf.store, "night", 2, &got);
        cr_assert_eq(files_lacked_memory(shelf.files), code < 0);
        skybox_pictures_free(&got);
        scarce_end();
        cr_assert(code == 0 || code == FORMAT_MEMORY);
        cr_assert_eq(scarce_blocks(), 0, "%d", (int)from);
    }
    shelf_close(&shelf);
}

/* ---- Broken pictures ---- */

static int read_image(const uint8_t *bytes, size_t size, int max_side)
{
    struct image image;
    struct format_error err = {0};
    uint8_t *exact = malloc(size > 0 ? size : 1); /* for AddressSanitizer */
    cr_assert_not_null(exact);
    memcpy(exact, bytes, size);
    int code = image_read(&image, exact, size, max_side, &err);
    cr_assert(code == 0 || err.what[0] != '\0');
    cr_assert_eq(image.rgb != NULL, code == 0);
    image_free(&image);
    free(exact);
    return code;
}

/* Truncation at every byte, and each bit turned. */
static void maltreat(struct byte_writer *w)
{
    cr_assert_eq(read_image(w->data, w->size, 64), 0);
    for (size_t size = 0; size < w->size; size++) {
        (void)read_image(w->data, size, 64);
    }
    for (size_t bit = 0; bit < w->size * 8; bit++) {
        w->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        (void)read_image(w->data, w->size, 64);
        w->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

Test(skybox, broken_pictures)
{
    static const uint32_t pixels[12] = {0xff0000, 0x00ff00, 0x0000ff, 0x123456};
    struct byte_writer w = {0};
    make_palette();
    w = make_tga(5, 4, 3, 4);
    maltreat(&w);
    cr_assert_eq(read_image(w.data, w.size - 1, 64), FORMAT_TRUNCATED);
    cr_assert_eq(read_image(w.data, w.size, 4), FORMAT_BAD);
    byte_writer_free(&w);

    put_tga_head(&w, 10, 7, 3, 32); /* run-length encoded: a run of 16, then 5 */
    byte_writer_bytes(&w,
                      "\x8f"
                      "abcd"
                      "\x04"
                      "efghijklmnopqrstuvwx",
                      26);
    maltreat(&w);
    byte_writer_free(&w);

    put_tga_head(&w, 1, 4, 2, 8); /* colour-mapped */
    w.data[1] = 1;
    w.data[5] = 2;
    w.data[7] = 24;
    byte_writer_bytes(&w,
                      "abcdef"
                      "\0\1\0\1\1\1\xff\0",
                      14);
    maltreat(&w);
    byte_writer_free(&w);

    cr_assert_eq(png_encode_rgb(pixels, 4, 3, &w), 0);
    maltreat(&w);
    byte_writer_free(&w);
}

Test(skybox, pictures_larger_than_their_bytes)
{
    for (unsigned type = 0; type < 16; type++) {
        for (unsigned bits = 0; bits <= 40; bits += 8) {
            struct byte_writer w = {0};
            put_tga_head(&w, type, 65535, 65535, bits);
            byte_writer_bytes(&w, "0123456789", 10);
            cr_assert_lt(read_image(w.data, w.size, IMAGE_MAX_SIDE), 0);
            byte_writer_free(&w);
        }
    }
    struct byte_writer w = {0};
    put_tga_head(&w, 2, 4096, 4096, 24);
    byte_writer_bytes(&w, "abc", 3);
    cr_assert_eq(read_image(w.data, w.size, IMAGE_MAX_SIDE), FORMAT_TRUNCATED);
    byte_writer_free(&w);
}

/* stb copies an empty first IDAT chunk to a NULL buffer, and allocates the size a chunk declares.
 */
Test(skybox, png_chunks_of_no_size_and_of_too_much)
{
    static const uint32_t pixels[12] = {0xff0000, 0x00ff00, 0x0000ff, 0x123456};
    enum { HEAD = 8 + 8 + 13 + 4, EMPTY = 8 + 4 };
    static const uint8_t empty[EMPTY] = {0, 0, 0, 0, 'I', 'D', 'A', 'T', 0x35, 0xaf, 0x06, 0x1e};
    struct byte_writer plain = {0}, w = {0};
    cr_assert_eq(png_encode_rgb(pixels, 4, 3, &plain), 0);
    byte_writer_bytes(&w, plain.data, HEAD);
    byte_writer_bytes(&w, empty, EMPTY);
    byte_writer_bytes(&w, plain.data + HEAD, plain.size - HEAD);
    cr_assert_eq(read_image(w.data, w.size, 64), FORMAT_BAD);

    for (unsigned top = 0; top < 256; top += 0x7f) {
        w.size = 0;
        byte_writer_bytes(&w, plain.data, plain.size);
        cr_assert_eq(memcmp(w.data + HEAD + 4, "IDAT", 4), 0);
        w.data[HEAD] = (uint8_t)top;
        cr_assert_eq(read_image(w.data, w.size, 64), top == 0 ? FORMAT_OK : FORMAT_TRUNCATED);
    }
    cr_assert_eq(read_image(plain.data, plain.size - 12, 64), FORMAT_TRUNCATED); /* no end */
    byte_writer_free(&plain);
    byte_writer_free(&w);
}

/* ---- Drawing ---- */

/* In a room whose walls are all sky the box hides the map's own sky. */
Test(skybox, drawn_where_the_map_has_sky)
{
    enum { WIDTH = 320, HEIGHT = 200 };
    const struct game_files_options options = {.builtin = true};
    static uint8_t pixels[6 * 32 * 32 + SKYBOX_PADDING];
    struct skybox box = {.side = 32, .num_mips = 1, .mips = {pixels}};
    struct quake_data data;
    struct bsp bsp;
    struct scene scene = {0};
    cr_assert_eq(quake_game_open(&data, &options, NULL), 0);
    cr_assert_eq(placeholder_make_bsp(&bsp), 0);
    struct model model = {.kind = MODEL_BRUSH, .bsp = &bsp};
    for (uint32_t i = 0; i < bsp.num_faces; i++) {
        bsp.faces[i].flags |= BSP_FACE_SKY;
    }
    for (int i = 0; i < 6 * 32 * 32; i++) {
        pixels[i] = (uint8_t)(100 + i / (32 * 32));
    }
    cr_assert_not_null(palette_scene_begin(&scene));
    scene.palette->world = &model;
    scene.camera.fov_x = 90;
    scene.palette->skybox = &box;
    for (int look = LOOK_EXACT; look <= LOOK_FAITHFUL; look++) {
        const struct palette_options how = {
            .look = (enum render_look)look, .palette = data.palette, .colormap = data.colormap};
        struct palette_stage *stage = palette_stage_create(WIDTH, HEIGHT, 1, &how);
        const uint8_t *frame = palette_stage_draw(stage, &scene).indices;
        for (int i = 0; i < WIDTH * HEIGHT; i++) { /* 90 degrees: one face fills the width */
            cr_assert_eq(frame[i], 100, "%d, %d", i % WIDTH, i / WIDTH);
        }
        palette_stage_destroy(stage);
    }
    scene_free(&scene);
    bsp_free(&bsp);
    quake_game_close(&data);
}
