/* Written as a file and read back, so that what the reader promises holds for it too. */
#include "assets/quake3/level_placeholder.h"

#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/q3_bsp_internal.h"

enum {
    HALF = 8192, /* from the middle to the walls */
    BOTTOM = -4096,
    FLOOR = -512,
    TOP = 4096,
    TILES = 8,    /* per side, along each axis */
    CHECKS = 256, /* units of a picture */
    SIDES = 8,
    SURFACES = SIDES * TILES * TILES
};

/* A square of tiles across an axis: what is seen of it is on the side its normal points to. */
struct side {
    int axis, at, normal, low, high; /* low, high: of z, where that is not the axis */
    uint32_t color;                  /* a quarter of the visible brightness */
};

/* Walls, bottom and ceiling, seen from inside; and the floor between, from above and from below,
 * since players may be anywhere in the level. */
static const struct side sides[SIDES] = {
    {0, HALF, -1, BOTTOM, TOP, 0xff282420}, {0, -HALF, 1, BOTTOM, TOP, 0xff282420},
    {1, HALF, -1, BOTTOM, TOP, 0xff2c2824}, {1, -HALF, 1, BOTTOM, TOP, 0xff2c2824},
    {2, TOP, -1, 0, 0, 0xff1c1814},         {2, BOTTOM, 1, 0, 0, 0xff1c1814},
    {2, FLOOR, 1, 0, 0, 0xff403c38},        {2, FLOOR, -1, 0, 0, 0xff24201c}};

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

/* Position of corner (u, v) of a side, in tiles along the two other axes. */
static void place_corner(const struct side *side, int u, int v, float xyz[3])
{
    const int first = side->axis == 0 ? 1 : 0, second = side->axis == 2 ? 1 : 2;
    const int low = second == 2 ? side->low : -HALF, high = second == 2 ? side->high : HALF;
    xyz[side->axis] = (float)side->at;
    xyz[first] = (float)(u * (2 * HALF / TILES) - HALF);
    xyz[second] = (float)(low + v * ((high - low) / TILES));
}

static void put_vertex(struct byte_writer *w, const struct side *side, int u, int v)
{
    float numbers[10] = {0};
    place_corner(side, u, v, numbers);
    numbers[3] = numbers[side->axis == 0 ? 1 : 0] / CHECKS;
    numbers[4] = numbers[side->axis == 2 ? 1 : 2] / CHECKS;
    numbers[7 + side->axis] = (float)side->normal;
    put_floats(w, 10, numbers);
    byte_writer_u32(w, side->color);
}

/* Corners in the order that is clockwise as seen from the normal. */
static void put_tile(struct byte_writer *lumps, int number)
{
    const struct side *side = &sides[number / (TILES * TILES)];
    const int u = number % TILES, v = number / TILES % TILES;
    /* u before v is counterclockwise around +x and +z, and clockwise around +y. */
    const bool turned = (side->axis == 1) != (side->normal < 0);
    float vectors[12] = {0};
    const int32_t head[12] = {0, -1, 1, number * 4, 4, 0, 6, Q3_LIGHT_VERTEX, 0, 0, 0, 0};
    vectors[9 + side->axis] = (float)side->normal;
    put_vertex(&lumps[Q3_LUMP_VERTICES], side, u, v);
    put_vertex(&lumps[Q3_LUMP_VERTICES], side, u + turned, v + !turned);
    put_vertex(&lumps[Q3_LUMP_VERTICES], side, u + 1, v + 1);
    put_vertex(&lumps[Q3_LUMP_VERTICES], side, u + !turned, v + turned);
    put_numbers(&lumps[Q3_LUMP_SURFACES], 12, head);
    put_floats(&lumps[Q3_LUMP_SURFACES], 12, vectors);
    put_numbers(&lumps[Q3_LUMP_SURFACES], 2, (const int32_t[]){0, 0});
    byte_writer_u32(&lumps[Q3_LUMP_LEAF_SURFACES], (uint32_t)number);
}

static void put_model(struct byte_writer *w, bool world)
{
    const float reach = world ? HALF : 0;
    const float box[6] = {-reach, -reach, world ? BOTTOM : 0, reach, reach, world ? TOP : 0};
    const int32_t ranges[4] = {0, world ? SURFACES : 0, 0, 0};
    put_floats(w, 6, box);
    put_numbers(w, 4, ranges);
}

static void fill_lumps(struct byte_writer *lumps)
{
    static const char entities[] = "{\n\"classname\" \"worldspawn\"\n}\n";
    static const float planes[2][4] = {{0, 0, 1, FLOOR}, {0, 0, -1, -FLOOR}};
    static const int32_t node[9] = {0, -1, -2, -HALF, -HALF, BOTTOM, HALF, HALF, TOP};
    static const int32_t leafs[2][12] = {
        {0, 0, -HALF, -HALF, FLOOR, HALF, HALF, TOP, 0, SURFACES, 0, 0},
        {0, 0, -HALF, -HALF, BOTTOM, HALF, HALF, FLOOR, 0, SURFACES, 0, 0}};
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
    fill_lumps(lumps);
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
    const int code = failed ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                            : q3_bsp_read(bsp, out.data, out.size, err);
    byte_writer_free(&out);
    return code;
}
