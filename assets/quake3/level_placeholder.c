/* Written as a file and read back, so that what the reader promises holds for it too. */
#include "assets/quake3/level_placeholder.h"

#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/q3_bsp_internal.h"

enum {
    TILES = 8, /* either way */
    TILE = 2048,
    HALF = TILES * TILE / 2,
    FLOOR = -512,
    TOP = 8192,
    SURFACES = TILES * TILES,
    CHECKS = 128 /* units of a picture */
};

static void put_numbers(struct byte_writer *w, int count, const int32_t *numbers)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, (uint32_t)numbers[i]);
    }
}

static void put_floats(struct byte_writer *w, int count, const float *numbers)
{
    for (int i = 0; i < count; i++) {
        byte_writer_f32(w, numbers[i]);
    }
}

static void put_vertex(struct byte_writer *w, int x, int y)
{
    const float numbers[10] = {
        (float)x, (float)y, FLOOR, (float)x / CHECKS, (float)y / CHECKS, 0, 0, 0, 0, 1};
    put_floats(w, 10, numbers);
    byte_writer_u32(w, 0xff403c38); /* a quarter of what shows */
}

static void put_tile(struct byte_writer *lumps, int number)
{
    static const float up[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    const int x = number % TILES * TILE - HALF, y = number / TILES * TILE - HALF;
    const int32_t head[12] = {0, -1, 1, number * 4, 4, 0, 6, Q3_LIGHT_VERTEX, 0, 0, 0, 0};
    put_vertex(&lumps[Q3_LUMP_VERTICES], x, y);
    put_vertex(&lumps[Q3_LUMP_VERTICES], x, y + TILE);
    put_vertex(&lumps[Q3_LUMP_VERTICES], x + TILE, y + TILE);
    put_vertex(&lumps[Q3_LUMP_VERTICES], x + TILE, y);
    put_numbers(&lumps[Q3_LUMP_SURFACES], 12, head);
    put_floats(&lumps[Q3_LUMP_SURFACES], 12, up);
    put_numbers(&lumps[Q3_LUMP_SURFACES], 2, (const int32_t[]){0, 0});
    byte_writer_u32(&lumps[Q3_LUMP_LEAF_SURFACES], (uint32_t)number);
}

static void put_model(struct byte_writer *w, bool world)
{
    const float reach = world ? HALF : 0;
    const float box[6] = {-reach, -reach, world ? FLOOR : 0, reach, reach, world ? TOP : 0};
    const int32_t ranges[4] = {0, world ? SURFACES : 0, 0, 0};
    put_floats(w, 6, box);
    put_numbers(w, 4, ranges);
}

static void fill(struct byte_writer *lumps)
{
    static const char entities[] = "{\n\"classname\" \"worldspawn\"\n}\n";
    static const float planes[2][4] = {{0, 0, 1, FLOOR}, {0, 0, -1, -FLOOR}};
    static const int32_t node[9] = {0, -1, -2, -HALF, -HALF, -TOP, HALF, HALF, TOP};
    static const int32_t leafs[2][12] = {
        {0, 0, -HALF, -HALF, FLOOR, HALF, HALF, TOP, 0, SURFACES, 0, 0},
        {-1, -1, -HALF, -HALF, -TOP, HALF, HALF, FLOOR, 0, 0, 0, 0}};
    static const int32_t indexes[6] = {0, 1, 2, 0, 2, 3};
    char name[Q3_BSP_NAME] = "*checks";
    byte_writer_bytes(&lumps[Q3_LUMP_ENTITIES], entities, sizeof(entities) - 1);
    byte_writer_bytes(&lumps[Q3_LUMP_SHADERS], name, sizeof(name));
    put_numbers(&lumps[Q3_LUMP_SHADERS], 2, (const int32_t[]){0, Q3_CONTENTS_SOLID});
    put_floats(&lumps[Q3_LUMP_PLANES], 8, &planes[0][0]);
    put_numbers(&lumps[Q3_LUMP_NODES], 9, node);
    put_numbers(&lumps[Q3_LUMP_LEAFS], 24, &leafs[0][0]);
    put_model(&lumps[Q3_LUMP_MODELS], true);
    put_model(&lumps[Q3_LUMP_MODELS], false);
    put_numbers(&lumps[Q3_LUMP_INDEXES], 6, indexes);
    for (int i = 0; i < SURFACES; i++) {
        put_tile(lumps, i);
    }
}

int level_placeholder_make(struct q3_bsp *bsp, struct format_error *err)
{
    struct byte_writer lumps[Q3_LUMPS] = {0}, out = {0};
    uint32_t at = 8 + Q3_LUMPS * 8;
    bool failed = false;
    fill(lumps);
    byte_writer_bytes(&out, "IBSP", 4);
    byte_writer_u32(&out, Q3_BSP_VERSION);
    for (int i = 0; i < Q3_LUMPS; i++) {
        byte_writer_u32(&out, at);
        byte_writer_u32(&out, (uint32_t)lumps[i].size);
        at += (uint32_t)lumps[i].size;
    }
    for (int i = 0; i < Q3_LUMPS; i++) {
        byte_writer_bytes(&out, lumps[i].data, lumps[i].size);
        failed = failed || lumps[i].failed;
        byte_writer_free(&lumps[i]);
    }
    failed = failed || out.failed;
    const int code = failed ? format_fail(err, FORMAT_MEMORY, 0, "no memory")
                            : q3_bsp_read(bsp, out.data, out.size, err);
    byte_writer_free(&out);
    return code;
}
