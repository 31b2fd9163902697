/* Light of faces: Quake's rule, liquids, and the BSPX lumps that change it; valid and damaged. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp.h"
#include "formats/maps/bsp_light.h"
#include "tests/formats/maps/bsp_use.h"
#include "tests/support/maps/small_map.h"
#include "tests/support/scarce.h"

enum { FACES = SMALL_MAP_LIT_FACES, ENTRY = 40 };

static const uint32_t versions[] = {BSP_VERSION_29, BSP_VERSION_2PSB, BSP_VERSION_2};

/* Reads a map (taken) with these lumps. */
static void read_with(struct small_map *m, const struct map_bspx_lump *lumps, uint32_t count,
                      struct bsp *bsp)
{
    struct format_error err = {0};
    struct byte_writer file = small_map_pack(m);
    if (count > 0) {
        map_add_bspx(&file, lumps, count);
    }
    cr_assert_eq(bsp_read(bsp, file.data, file.size, &err), FORMAT_OK, "%s", err.what);
    byte_writer_free(&file);
    bsp_use(bsp);
}

static void read_lit(uint32_t version, const struct map_bspx_lump *lumps, uint32_t count,
                     struct bsp *bsp)
{
    struct small_map m = small_map_make_lit(version);
    read_with(&m, lumps, count, bsp);
}

static void expect_grid(const struct bsp *bsp, uint32_t face, uint32_t width, uint32_t height,
                        int64_t offset)
{
    struct bsp_face_light light;
    bsp_face_light(bsp, face, &light);
    cr_assert_eq(light.width, width, "face %u: %u samples across", face, light.width);
    cr_assert_eq(light.height, height, "face %u: %u samples down", face, light.height);
    cr_assert_eq(light.offset, offset, "face %u: at %d", face, (int)light.offset);
}

static void expect_styles(const struct bsp *bsp, uint32_t face, uint32_t count, int first, int last)
{
    struct bsp_face_light light;
    bsp_face_light(bsp, face, &light);
    cr_assert_eq(light.num_styles, count, "face %u: %u styles", face, light.num_styles);
    cr_assert(count == 0 || (light.styles[0] == first && light.styles[count - 1] == last));
}

/* The place of the wall's point (0, y, z) in the grid. */
static void expect_place(const struct bsp *bsp, uint32_t face, float y, float z, float column,
                         float row)
{
    struct bsp_face_light light;
    bsp_face_light(bsp, face, &light);
    const float point[3] = {0, y, z}, wanted[2] = {column, row};
    for (int j = 0; j < 2; j++) {
        const float *r = light.rows[j];
        const float at = point[0] * r[0] + point[1] * r[1] + point[2] * r[2] + r[3];
        cr_assert_float_eq(at, wanted[j], 1e-5, "face %u: %f", face, (double)at);
    }
}

/* ---- Without lumps ---- */

/* s = y + 8 from 8 to 72, t = -z / 2 from -32 to 0: a sample's middle is where s and t are a
 * multiple of 16. */
Test(bsp_light, quakes_rule)
{
    struct bsp b;
    struct small_map m = small_map_make(BSP_VERSION_29);
    read_with(&m, NULL, 0, &b);
    cr_assert_null(b.face_lights);
    expect_grid(&b, 0, 6, 3, 2);
    expect_styles(&b, 0, 2, 0, 5);
    expect_place(&b, 0, -8, 64, 0, 0);
    expect_place(&b, 0, 8, 32, 1, 1);
    expect_place(&b, 0, 72, 0, 5, 2);
    struct bsp_face_light light;
    b.texinfo[0].vecs[0][0] = 32; /* x does not matter on the wall */
    bsp_face_light(&b, 0, &light);
    cr_assert_eq(light.rows[0][0], 2);
    b.faces[0].styles[0] = 255; /* light without a style */
    expect_grid(&b, 0, 6, 3, -1);
    expect_styles(&b, 0, 0, 0, 0);
    b.faces[0].styles[0] = 0;
    b.faces[0].light_offset = -1;
    expect_grid(&b, 0, 6, 3, -1);
    b.faces[0].flags = BSP_FACE_SKY;
    expect_grid(&b, 0, 0, 0, -1);
    b.faces[0].flags = 0;
    b.faces[0].num_edges = 0;
    expect_grid(&b, 0, 0, 0, -1);
    bsp_free(&b);
}

Test(bsp_light, liquids)
{
    struct bsp b;
    for (int i = 0; i < 3; i++) {
        read_lit(versions[i], NULL, 0, &b);
        cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
        cr_assert_not_null(b.face_lights);
        expect_grid(&b, 0, 6, 3, 2);
        expect_grid(&b, 1, 6, 3, 38);
        expect_grid(&b, 2, 6, 3, 74);
        expect_styles(&b, 2, 1, 0, 0);
        expect_place(&b, 2, 8, 32, 1, 1);
        cr_assert_eq(b.faces[2].light_offset, -1);
        cr_assert_eq(b.faces[2].extents[0], 16384);
        bsp_free(&b);
    }
    /* texinfo 1 special; without light, style, or with light outside the data */
    static const struct {
        int lump;
        size_t at;
        uint32_t value;
    } dark[] = {{MAP_TEXINFO, 40 + 36, TEX_SPECIAL},
                {MAP_FACES, 40 + 16, UINT32_MAX},
                {MAP_FACES, 40 + 12, UINT32_MAX},
                {MAP_FACES, 40 + 16, SMALL_MAP_LIT_SIZE - 17}};
    for (size_t i = 0; i < sizeof(dark) / sizeof(dark[0]); i++) {
        struct small_map m = small_map_make_lit(BSP_VERSION_29);
        map_set_u32(&m.lumps[dark[i].lump], dark[i].at, dark[i].value);
        read_with(&m, NULL, 0, &b);
        cr_assert_eq(b.num_damages, 0);
        expect_grid(&b, 0, 6, 3, 2);
        expect_grid(&b, 2, 0, 0, -1);
        cr_assert_eq(b.face_lights == NULL, i < 3, "%zu", i);
        bsp_free(&b);
    }
}

/* ---- Lumps ---- */

Test(bsp_light, shifts_and_offsets)
{
    static const uint8_t shifts[FACES] = {3, 5, 0};
    static const uint8_t offsets[FACES * 4] = {100, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0};
    const struct map_bspx_lump lumps[] = {{"LMOFFSET", offsets, sizeof(offsets)},
                                          {"LMSHIFT", shifts, sizeof(shifts)}};
    for (int i = 0; i < 3; i++) {
        struct small_map m = small_map_make_lit(versions[i]);
        struct bsp b;
        while (m.lumps[MAP_LIGHT].size < 1 + 65 * 33) {
            byte_writer_u8(&m.lumps[MAP_LIGHT], 9);
        }
        read_with(&m, lumps, 2, &b);
        cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
        expect_grid(&b, 0, 9, 5, 100);
        expect_place(&b, 0, 0, 64, 0, 0);
        expect_place(&b, 0, 64, 0, 8, 4);
        expect_styles(&b, 0, 2, 0, 5);
        expect_grid(&b, 1, 6, 3, -1); /* Quake's grid, for dynamic lights */
        expect_grid(&b, 2, 65, 33, 1);
        expect_place(&b, 2, 32, 32, 32, 16);
        cr_assert_eq(b.faces[0].light_offset, 2);
        cr_assert_eq(b.faces[0].extents[0], 80);
        bsp_free(&b);
    }
    struct bsp b; /* each without the other */
    read_lit(BSP_VERSION_29, &lumps[1], 1, &b);
    expect_grid(&b, 0, 9, 5, 2);
    expect_grid(&b, 1, 4, 2, 38);
    expect_place(&b, 1, -8, 64, 0, 0);
    expect_place(&b, 1, 24, 0, 1, 1);
    bsp_free(&b);
    read_lit(BSP_VERSION_29, lumps, 1, &b);
    expect_grid(&b, 0, 6, 3, 100);
    bsp_free(&b);
}

Test(bsp_light, styles)
{
    static const uint8_t narrow[FACES * 6] = {9, 8, 7, 6, 5, 4, 3, 255, 2, 2, 2, 2, 255};
    struct byte_writer wide = {0}, most = {0};
    struct bsp b;
    for (uint32_t i = 0; i < FACES * 5; i++) {
        byte_writer_u16(&wide, i == 8 ? 65535 : 255 + i);
    }
    for (uint32_t i = 0; i < FACES * (BSP_LIGHT_STYLES + 1); i++) {
        byte_writer_u8(&most, 200);
    }
    const struct map_bspx_lump lumps[] = {{"LMSTYLE", narrow, sizeof(narrow)},
                                          {"LMSTYLE16", wide.data, wide.size}};
    read_lit(BSP_VERSION_29, lumps, 1, &b);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    expect_styles(&b, 0, 6, 9, 4);
    expect_styles(&b, 1, 1, 3, 3);
    expect_styles(&b, 2, 0, 0, 0);
    expect_grid(&b, 0, 6, 3, 2);
    expect_grid(&b, 2, 0, 0, -1);
    cr_assert_eq(b.faces[0].styles[0], 0);
    bsp_free(&b);
    read_lit(BSP_VERSION_29, lumps, 2, &b);
    expect_styles(&b, 0, 5, 255, 259);
    expect_styles(&b, 1, 3, 260, 262);
    expect_styles(&b, 2, 5, 265, 269);
    bsp_free(&b);
    struct map_bspx_lump many = {"LMSTYLE", most.data, FACES * BSP_LIGHT_STYLES};
    read_lit(BSP_VERSION_29, &many, 1, &b);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    expect_styles(&b, 0, BSP_LIGHT_STYLES, 200, 200);
    bsp_free(&b);
    many.size = most.size;
    read_lit(BSP_VERSION_29, &many, 1, &b);
    cr_assert(strstr(b.damage.what, "LMSTYLE: 51 bytes are not 1 to 16 styles"), "%s",
              b.damage.what);
    expect_styles(&b, 0, 2, 0, 5);
    bsp_free(&b);
    byte_writer_free(&wide);
    byte_writer_free(&most);
}

Test(bsp_light, grids_of_their_own)
{
    static const uint8_t shifts[FACES] = {0, 0, 0}, styles[FACES] = {1, 2, 3};
    struct byte_writer grids = {0};
    small_map_decoupled(&grids, 17, 9, 5);
    small_map_decoupled(&grids, 0, 9, 0);
    small_map_decoupled(&grids, 4, 2, UINT32_MAX);
    struct bsp flat; /* no height */
    map_set_u32(&grids, ENTRY, 9);
    const struct map_bspx_lump lump = {"DECOUPLED_LM", grids.data, grids.size};
    read_lit(BSP_VERSION_29, &lump, 1, &flat);
    cr_assert_eq(flat.num_damages, 0, "%s", flat.damage.what);
    expect_grid(&flat, 1, 6, 3, 38);
    bsp_free(&flat);
    map_set_u32(&grids, ENTRY, 9 << 16);
    const struct map_bspx_lump lumps[] = {{"DECOUPLED_LM", grids.data, grids.size},
                                          {"LMSHIFT", shifts, sizeof(shifts)},
                                          {"LMSTYLE", styles, sizeof(styles)}};
    for (int i = 0; i < 3; i++) {
        struct bsp b;
        read_lit(versions[i], lumps, 3, &b);
        cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
        expect_grid(&b, 0, 17, 9, 5);
        expect_place(&b, 0, 0, 0, 0, 0);
        expect_place(&b, 0, 64, 64, 16, 8);
        expect_place(&b, 0, 4, 8, 1, 1);
        expect_grid(&b, 1, 6, 3, 38); /* the lump has none; LMSHIFT does not count beside it */
        expect_grid(&b, 2, 6, 3, 74);
        expect_styles(&b, 2, 1, 3, 3);
        cr_assert_eq(b.faces[0].light_offset, 2);
        cr_assert_eq(b.faces[0].extents[1], 32);
        bsp_free(&b);
    }
    byte_writer_free(&grids);
}

/* A face with too few edges has no light; a wall has it whatever its texinfo says. */
Test(bsp_light, faces_without_light)
{
    static const uint8_t shifts[FACES] = {3, 3, 3};
    const struct map_bspx_lump lump = {"LMSHIFT", shifts, FACES};
    struct small_map m = small_map_make_lit(BSP_VERSION_29);
    struct bsp b;
    m.lumps[MAP_FACES].data[8] = 2;
    map_set_u32(&m.lumps[MAP_TEXINFO], 36, TEX_SPECIAL);
    map_set_u32(&m.lumps[MAP_TEXINFO], 40 + 36, TEX_SPECIAL);
    read_with(&m, &lump, 1, &b);
    cr_assert_eq(b.num_damages, 1, "%s", b.damage.what);
    expect_grid(&b, 0, 0, 0, -1);
    expect_grid(&b, 1, 9, 5, 38);
    expect_grid(&b, 2, 0, 0, -1);
    bsp_free(&b);
}

/* What struct bsp_face has, and what the 8-bit looks read, does not depend on the lumps. */
Test(bsp_light, lumps_change_no_face)
{
    for (int i = 0; i < 3; i++) {
        struct bsp plain, b;
        struct format_error err = {0};
        read_lit(versions[i], NULL, 0, &plain);
        struct byte_writer file = small_map_pack_light(versions[i]);
        cr_assert_eq(bsp_read(&b, file.data, file.size, &err), FORMAT_OK, "%s", err.what);
        cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
        bsp_use(&b);
        cr_assert_eq(memcmp(plain.faces, b.faces, FACES * sizeof(*b.faces)), 0);
        cr_assert_eq(plain.light_size, b.light_size);
        cr_assert_eq(memcmp(plain.light_data, b.light_data, b.light_size), 0);
        expect_grid(&b, 1, 9, 5, 200);
        expect_styles(&b, 1, 2, 60, 130);
        bsp_free(&plain);
        bsp_free(&b);
        byte_writer_free(&file);
    }
}

/* ---- Damage ---- */

/* One line that names the lump or face, and the map's own light. */
static void expect_own_light(const struct map_bspx_lump *lumps, uint32_t count, const char *words)
{
    struct bsp b;
    read_lit(BSP_VERSION_29, lumps, count, &b);
    cr_assert_eq(b.num_damages, 1, "%s: %u", words, b.num_damages);
    cr_assert(strstr(b.damage.what, words), "\"%s\" in \"%s\"", words, b.damage.what);
    cr_assert_gt(b.damage.offset, MAP_HEADER);
    expect_grid(&b, 0, 6, 3, 2);
    expect_styles(&b, 0, 2, 0, 5);
    expect_grid(&b, 1, 6, 3, 38);
    bsp_free(&b);
}

Test(bsp_light, lumps_of_a_wrong_size)
{
    static const uint8_t bytes[1000] = {3, 3, 3};
    static const struct {
        const char *name;
        size_t size;
    } wrong[] = {{"LMSHIFT", 2},        {"LMSHIFT", 4},       {"LMSHIFT", 0},
                 {"LMOFFSET", 11},      {"LMOFFSET", 16},     {"LMSTYLE", 0},
                 {"LMSTYLE", 4},        {"LMSTYLE16", 3},     {"LMSTYLE16", 8},
                 {"LMSTYLE", 51},       {"LMSTYLE16", 102},   {"DECOUPLED_LM", 119},
                 {"DECOUPLED_LM", 160}, {"DECOUPLED_LM", 40}, {"DECOUPLED_LM", 0}};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        const struct map_bspx_lump lumps[] = {{wrong[i].name, bytes, wrong[i].size},
                                              {"BRUSHLIST", bytes, 5}};
        expect_own_light(lumps, 2, wrong[i].name);
        /* Nor is the lump used that belongs to it. */
        const bool shift = strcmp(wrong[i].name, "LMSHIFT") == 0;
        const struct map_bspx_lump both[] = {
            {shift ? "LMOFFSET" : "LMSHIFT", bytes, shift ? 4 * FACES : FACES}, lumps[0]};
        expect_own_light(both, 2, wrong[i].name);
    }
    const struct map_bspx_lump twice[] = {{"LMSHIFT", bytes, FACES}, {"LMSHIFT", bytes, FACES}};
    expect_own_light(twice, 2, "LMSHIFT is there twice");
    const struct map_bspx_lump styles[] = {
        {"LMSTYLE16", bytes, 2 * FACES}, {"LMSTYLE", bytes, FACES}, {"LMSTYLE", bytes, FACES}};
    expect_own_light(styles, 3, "LMSTYLE is there twice");
}

Test(bsp_light, lumps_outside_the_file)
{
    static const uint8_t shifts[FACES] = {3, 3, 3};
    const struct map_bspx_lump lump = {"LMSHIFT", shifts, FACES};
    static const uint32_t places[][2] = {
        {UINT32_MAX, FACES}, {0, UINT32_MAX}, {1u << 31, 1u << 31}};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        struct small_map m = small_map_make_lit(BSP_VERSION_29);
        struct byte_writer file = small_map_pack(&m);
        struct format_error err = {0};
        struct bsp b;
        map_add_bspx(&file, &lump, 1);
        map_set_u32(&file, file.size - FACES - 8, places[i][0]);
        map_set_u32(&file, file.size - FACES - 4, places[i][1]);
        cr_assert_eq(bsp_read(&b, file.data, file.size, &err), FORMAT_OK);
        cr_assert_eq(b.num_damages, 1);
        cr_assert_str_eq(b.damage.what, "BSPX lump LMSHIFT is outside the file");
        expect_grid(&b, 0, 6, 3, 2);
        bsp_free(&b);
        byte_writer_free(&file);
    }
}

/* A number of the second face's entry of DECOUPLED_LM is another one; the third face is good. */
static void expect_bad_entry(size_t at, uint32_t value, const char *words)
{
    struct byte_writer grids = {0};
    struct bsp b;
    small_map_decoupled(&grids, 0, 0, 0);
    small_map_decoupled(&grids, 9, 5, 200);
    small_map_decoupled(&grids, 7, 4, 300);
    map_set_u32(&grids, ENTRY + at, value);
    const struct map_bspx_lump lump = {"DECOUPLED_LM", grids.data, grids.size};
    expect_own_light(&lump, 1, words);
    read_lit(BSP_VERSION_2, &lump, 1, &b);
    expect_grid(&b, 2, 7, 4, 300);
    bsp_free(&b);
    byte_writer_free(&grids);
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

Test(bsp_light, bad_grids)
{
    static const char outside[] = "face 1: its light is outside the lump";
    static const char elsewhere[] = "face 1: its light is not where the face is";
    expect_bad_entry(4, SMALL_MAP_LIT_SIZE - 2 * 9 * 5 + 1, outside);
    expect_bad_entry(4, INT32_MAX, outside);
    expect_bad_entry(0, 0xffffffff, outside);
    expect_bad_entry(0, 0x0001ffff, outside);
    expect_bad_entry(0, 0xffff0001, outside);
    for (size_t i = 0; i < 8; i++) {
        expect_bad_entry(8 + 4 * i, 0x7fc00000, elsewhere); /* NaN */
        expect_bad_entry(8 + 4 * i, 0x7f800000, elsewhere); /* infinite */
        expect_bad_entry(8 + 4 * i, 0xff7fffff, elsewhere); /* -FLT_MAX */
    }
    expect_bad_entry(8 + 12, float_bits(17), elsewhere);
    expect_bad_entry(8 + 12, float_bits(-17), elsewhere);
    expect_bad_entry(8 + 16 + 12, float_bits(16.5f), elsewhere);
    expect_bad_entry(8 + 4, float_bits(1), elsewhere); /* the grid ends in the middle of the face */
}

/* 16 samples are the margin. */
Test(bsp_light, grids_may_be_a_little_smaller_than_the_face)
{
    for (int side = -1; side <= 1; side += 2) {
        struct byte_writer grids = {0};
        struct bsp b;
        for (int i = 0; i < FACES; i++) {
            small_map_decoupled(&grids, 9, 5, 200);
        }
        map_set_u32(&grids, 8 + 12, float_bits(16.0f * (float)side));
        const struct map_bspx_lump lump = {"DECOUPLED_LM", grids.data, grids.size};
        read_lit(BSP_VERSION_29, &lump, 1, &b);
        cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
        expect_grid(&b, 0, 9, 5, 200);
        expect_place(&b, 0, 0, 0, 16.0f * (float)side, 0);
        bsp_free(&b);
        byte_writer_free(&grids);
    }
}

/* The last offset that fits, and the next one; an absurd distance of samples. */
Test(bsp_light, light_outside_the_data)
{
    uint8_t shifts[FACES] = {4, 4, 4}, offsets[FACES * 4] = {2, 0, 0, 0, 38, 0, 0, 0, 74};
    const struct map_bspx_lump lumps[] = {{"LMSHIFT", shifts, sizeof(shifts)},
                                          {"LMOFFSET", offsets, sizeof(offsets)}};
    struct bsp b;
    bytes_put_u32(offsets + 4, SMALL_MAP_LIT_SIZE - 36);
    read_lit(BSP_VERSION_29, lumps, 2, &b);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    expect_grid(&b, 1, 6, 3, SMALL_MAP_LIT_SIZE - 36);
    bsp_free(&b);
    bytes_put_u32(offsets + 4, SMALL_MAP_LIT_SIZE - 35);
    expect_own_light(lumps, 2, "face 1: its light is outside the lump");
    bytes_put_u32(offsets + 4, 38);
    shifts[0] = 15;
    read_lit(BSP_VERSION_29, lumps, 2, &b);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    expect_grid(&b, 0, 2, 2, 2);
    bsp_free(&b);
    shifts[0] = 16;
    expect_own_light(lumps, 2, "face 0: the distance of its samples is out of range");
    shifts[0] = 255;
    expect_own_light(lumps, 2, "face 0: the distance of its samples is out of range");
}

/* Faces that all have the whole light data cost more than the file. */
Test(bsp_light, faces_share_little_light)
{
    for (uint32_t faces = BSP_LIGHT_SHARED; faces <= BSP_LIGHT_SHARED + 1; faces++) {
        struct small_map m = small_map_make(BSP_VERSION_29);
        struct byte_writer grids = {0};
        struct bsp b;
        m.lumps[MAP_FACES].size = 0;
        while (m.lumps[MAP_LIGHT].size < 15 * 10) {
            byte_writer_u8(&m.lumps[MAP_LIGHT], 1);
        }
        for (uint32_t i = 0; i < faces; i++) {
            small_map_face(&m, 0, 0xffffff00, 2);
            small_map_decoupled(&grids, 15, 10, 0);
        }
        const struct map_bspx_lump lump = {"DECOUPLED_LM", grids.data, grids.size};
        read_with(&m, &lump, 1, &b);
        const bool good = faces == BSP_LIGHT_SHARED;
        cr_assert_eq(b.num_damages, good ? 0 : 1, "%s", b.damage.what);
        cr_assert(good || strstr(b.damage.what, "share their light more than 16 times"));
        for (uint32_t i = 0; i < faces; i++) {
            expect_grid(&b, i, good ? 15 : 6, good ? 10 : 3, good ? 0 : 2);
        }
        bsp_free(&b);
        byte_writer_free(&grids);
    }
}

Test(bsp_light, no_light_data)
{
    static const uint8_t shifts[FACES] = {3, 3, 3};
    const struct map_bspx_lump lump = {"LMSHIFT", shifts, FACES};
    struct small_map m = small_map_make_lit(BSP_VERSION_29);
    struct bsp b;
    m.lumps[MAP_LIGHT].size = 0;
    read_with(&m, &lump, 1, &b);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    cr_assert_null(b.face_lights);
    expect_grid(&b, 0, 6, 3, -1);
    expect_grid(&b, 2, 0, 0, -1);
    bsp_free(&b);
}

/* ---- Brighter than 255 ---- */

/* A sample of three mantissas and an exponent. */
static uint32_t pack_hdr(uint32_t red, uint32_t green, uint32_t blue, uint32_t exponent)
{
    return red | green << 9 | blue << 18 | exponent << 27;
}

Test(bsp_light, hdr_values)
{
    static const struct {
        uint32_t sample[4]; /* as pack_hdr takes them */
        uint16_t hdr[3];
        uint8_t colors[3];
    } cases[] = {
        {{256, 128, 0, 16}, {2048, 1024, 0}, {128, 64, 0}}, /* 1 is 128 */
        {{1, 511, 2, 17}, {16, 511 * 16, 32}, {1, 255, 2}}, /* 511 is more than 255 */
        {{255, 256, 3, 17}, {4080, 4096, 48}, {255, 255, 3}},
        {{511, 500, 1, 20}, {65408, 64000, 128}, {255, 255, 8}},
        {{511, 256, 255, 21}, {65535, 65535, 65280}, {255, 255, 255}},
        {{511, 1, 0, 31}, {65535, 65535, 0}, {255, 255, 0}},
        {{511, 3, 1, 14}, {1022, 6, 2}, {64, 0, 0}},  /* 63.875, 0.375, 0.125 */
        {{511, 5, 4, 14}, {1022, 10, 8}, {64, 1, 1}}, /* 0.625, 0.5 */
        {{511, 4, 3, 10}, {64, 1, 0}, {4, 0, 0}},
        {{511, 0, 1, 0}, {0, 0, 0}, {0, 0, 0}},
    };
    enum { CASES = sizeof(cases) / sizeof(cases[0]) };
    struct byte_writer samples = {0};
    struct bsp b;
    for (uint32_t i = 0; i < SMALL_MAP_LIT_SIZE; i++) {
        const uint32_t *s = cases[i % CASES].sample;
        byte_writer_u32(&samples, pack_hdr(s[0], s[1], s[2], s[3]));
    }
    const struct map_bspx_lump lump = {"LIGHTING_E5BGR9", samples.data, samples.size};
    read_lit(BSP_VERSION_29, &lump, 1, &b);
    cr_assert_eq(b.num_damages, 0, "%s", b.damage.what);
    for (size_t i = 0; i < SMALL_MAP_LIT_SIZE; i++) {
        for (size_t k = 0; k < 3; k++) {
            const size_t at = i % CASES;
            cr_assert_eq(b.hdr_data[3 * i + k], cases[at].hdr[k], "%zu %zu: %u", at, k,
                         b.hdr_data[3 * i + k]);
            cr_assert_eq(b.color_data[3 * i + k], cases[at].colors[k], "%zu %zu: %u", at, k,
                         b.color_data[3 * i + k]);
        }
    }
    /* A .lit's colours replace both. */
    uint8_t *colors = calloc(3, b.light_size);
    cr_assert_eq(bsp_set_colors(&b, colors, NULL), FORMAT_OK);
    cr_assert_null(b.hdr_data);
    cr_assert_eq(b.color_data[0], 0);
    free(colors);
    bsp_free(&b);
    byte_writer_free(&samples);
}

Test(bsp_light, rgb_wins_over_hdr)
{
    static const uint8_t hdr[SMALL_MAP_LIT_SIZE * 4 + 4] = {0}, rgb[SMALL_MAP_LIT_SIZE * 3] = {77};
    struct map_bspx_lump lumps[] = {{"LIGHTING_E5BGR9", hdr, sizeof(hdr) - 4},
                                    {"RGBLIGHTING", rgb, sizeof(rgb)}};
    struct bsp b;
    read_lit(BSP_VERSION_29, lumps, 2, &b);
    cr_assert(b.num_damages == 0 && b.color_data[0] == 77 && b.hdr_data == NULL);
    bsp_free(&b);
    lumps[1].size -= 3; /* of another map: the other one is used */
    read_lit(BSP_VERSION_29, lumps, 2, &b);
    cr_assert(b.num_damages == 1 && b.color_data[0] == 0 && b.hdr_data != NULL);
    cr_assert(strstr(b.damage.what, "RGBLIGHTING: 1797 bytes do not match 600 bytes of light"));
    bsp_free(&b);
    static const size_t wrong[] = {0, sizeof(hdr), sizeof(hdr) - 8, sizeof(hdr) - 5};
    for (int i = 0; i < 4; i++) {
        lumps[0].size = wrong[i];
        read_lit(BSP_VERSION_29, lumps, 1, &b);
        cr_assert(b.num_damages == 1 && b.color_data == NULL && b.hdr_data == NULL, "%d", i);
        cr_assert(strstr(b.damage.what, "LIGHTING_E5BGR9"), "%s", b.damage.what);
        bsp_free(&b);
    }
    const struct map_bspx_lump twice[] = {{"RGBLIGHTING", rgb, sizeof(rgb)},
                                          {"RGBLIGHTING", rgb, sizeof(rgb)},
                                          {"RGBLIGHTING", rgb, sizeof(rgb)}};
    read_lit(BSP_VERSION_29, twice, 3, &b);
    cr_assert(b.num_damages == 2 && b.color_data == NULL);
    cr_assert_str_eq(b.damage.what, "BSPX lump RGBLIGHTING is there twice");
    bsp_free(&b);
}

/* ---- Every byte ---- */

Test(bsp_light, truncation_and_bit_flips)
{
    for (int i = 0; i < 3; i++) {
        struct byte_writer file = small_map_pack_light(versions[i]);
        for (size_t size = 0; size < file.size; size++) {
            (void)!bsp_try(file.data, size);
        }
        for (size_t bit = 0; bit < file.size * 8; bit++) {
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            (void)!bsp_try(file.data, file.size);
            file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        byte_writer_free(&file);
    }
}

/* Each allocation in turn is the first that fails: an error, and nothing is kept. */
Test(bsp_light, all_memory_is_freed_on_failure)
{
    static const uint8_t shifts[FACES] = {3, 3, 3};
    static const uint8_t hdr[SMALL_MAP_LIT_SIZE * 4] = {0};
    const struct map_bspx_lump lumps[] = {{"LIGHTING_E5BGR9", hdr, sizeof(hdr)},
                                          {"LMSHIFT", shifts, sizeof(shifts)}};
    struct small_map m = small_map_make_lit(BSP_VERSION_29);
    struct byte_writer file = small_map_pack(&m);
    struct bsp b;
    map_add_bspx(&file, lumps, 2);
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(bsp_read(&b, file.data, file.size, NULL), FORMAT_OK);
    cr_assert(b.hdr_data && b.color_data && b.face_lights);
    bsp_free(&b);
    cr_assert_eq(scarce_blocks(), 0);
    scarce_end();
    const uint64_t calls = scarce_count();
    for (uint64_t from = 1; from <= calls; from++) {
        struct format_error err = {0};
        scarce_begin_from(from);
        const int code = bsp_read(&b, file.data, file.size, &err);
        cr_assert_eq(code, FORMAT_MEMORY, "%d of %d", (int)from, (int)calls);
        cr_assert(b.face_lights == NULL && b.hdr_data == NULL);
        cr_assert_eq(scarce_blocks(), 0, "%d of %d", (int)from, (int)calls);
        scarce_end();
    }
    byte_writer_free(&file);
}
