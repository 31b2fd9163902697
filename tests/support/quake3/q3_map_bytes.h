/* Writes a small Quake III map: a room cut in two by a plane, one surface of each kind, a fog, two
 * clusters, a light grid. Tests change its parts before it is put together. */
#ifndef TESTS_SUPPORT_QUAKE3_Q3_MAP_BYTES_H
#define TESTS_SUPPORT_QUAKE3_Q3_MAP_BYTES_H

#include <string.h>

#include "formats/base/bytes.h"

enum { Q3_MAP_LUMPS = 17 };

/* By the names of formats/maps/q3_bsp_internal.h; lumps[i] is lump i. */
struct q3_map_bytes { /* start with q3_map_bytes_fill */
    struct byte_writer lumps[Q3_MAP_LUMPS];
    uint32_t version;
};

static inline void q3_map_numbers(struct byte_writer *w, int count, const int32_t *numbers)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, (uint32_t)numbers[i]);
    }
}

static inline void q3_map_floats(struct byte_writer *w, int count, const float *numbers)
{
    for (int i = 0; i < count; i++) {
        byte_writer_f32(w, numbers[i]);
    }
}

static inline void q3_map_name(struct byte_writer *w, const char *name)
{
    char padded[64] = {0};
    memcpy(padded, name, strlen(name));
    byte_writer_bytes(w, padded, sizeof(padded));
}

static inline void q3_map_vertex(struct byte_writer *w, float x, float y, float z)
{
    const float numbers[10] = {x, y, z, x / 64, y / 64, 0.25f, 0.75f, 0, 0, 1};
    q3_map_floats(w, 10, numbers);
    byte_writer_u32(w, 0x281e140a); /* 10, 20, 30, 40 */
}

static inline void q3_map_surface(struct byte_writer *w, const int32_t head[8], uint32_t width,
                                  uint32_t height)
{
    static const int32_t place[4] = {0, 0, 128, 128};
    static const float vectors[12] = {0, 0, 0, 0, 0, 0, 64, 64, 0, 0, 0, 1};
    q3_map_numbers(w, 8, head);
    q3_map_numbers(w, 4, place);
    q3_map_floats(w, 12, vectors);
    byte_writer_u32(w, width);
    byte_writer_u32(w, height);
}

static inline void q3_map_world(struct q3_map_bytes *map)
{
    struct byte_writer *l = map->lumps;
    static const float planes[8][4] = {{1, 0, 0, 0},    {-1, 0, 0, 0},   {-1, 0, 0, 128},
                                       {1, 0, 0, 128},  {0, -1, 0, 128}, {0, 1, 0, 128},
                                       {0, 0, -1, 128}, {0, 0, 1, -64}};
    static const int32_t node[9] = {0, -1, -2, -128, -128, -128, 128, 128, 128};
    static const int32_t leafs[2][12] = {{0, 0, 0, -128, -128, 128, 128, 128, 0, 3, 0, 1},
                                         {1, 1, -128, -128, -128, 0, 128, 128, 3, 1, 1, 1}};
    static const int32_t leaf_surfaces[4] = {0, 1, 2, 3};
    static const int32_t brush[3] = {0, 6, 1};
    static const int32_t model[4] = {0, 4, 0, 1};
    static const float box[6] = {-128, -128, -128, 128, 128, 128};
    q3_map_floats(&l[2], 32, &planes[0][0]);
    q3_map_numbers(&l[3], 9, node);
    q3_map_numbers(&l[4], 24, &leafs[0][0]);
    q3_map_numbers(&l[5], 4, leaf_surfaces);
    byte_writer_u32(&l[6], 0);
    byte_writer_u32(&l[6], 0);
    q3_map_floats(&l[7], 6, box);
    q3_map_numbers(&l[7], 4, model);
    q3_map_numbers(&l[8], 3, brush);
    for (uint32_t side = 0; side < 6; side++) {
        byte_writer_u32(&l[9], side + 2);
        byte_writer_u32(&l[9], 1);
    }
    q3_map_name(&l[12], "textures/fog");
    byte_writer_u32(&l[12], 0);
    byte_writer_u32(&l[12], 5);
    static const int32_t vis[2] = {2, 1};
    q3_map_numbers(&l[16], 2, vis);
    byte_writer_u8(&l[16], 3); /* the first cluster sees both, the second itself */
    byte_writer_u8(&l[16], 2);
}

static inline void q3_map_bytes_fill(struct q3_map_bytes *map)
{
    static const char entities[] =
        "{\n\"classname\" \"worldspawn\"\n\"gridsize\" \"128 128 256\"\n}\n"
        "{ \"gridsize\" \"1 1 1\" }\n";
    static const int32_t heads[4][8] = {{0, 0, 1, 0, 4, 0, 6, 0},    /* planar */
                                        {0, -1, 2, 4, 9, 0, 0, 0},   /* patch */
                                        {0, -1, 3, 0, 4, 0, 6, 0},   /* soup */
                                        {0, -1, 4, 0, 0, 0, 0, -1}}; /* flare */
    static const int32_t indexes[6] = {0, 1, 2, 0, 2, 3};
    struct byte_writer *l = map->lumps;
    memset(map, 0, sizeof(*map));
    map->version = 46;
    byte_writer_bytes(&l[0], entities, sizeof(entities) - 1);
    q3_map_name(&l[1], "textures/wall");
    byte_writer_u32(&l[1], 0);
    byte_writer_u32(&l[1], 1);
    q3_map_name(&l[1], "textures/fog");
    byte_writer_u32(&l[1], 0);
    byte_writer_u32(&l[1], 0x40);
    q3_map_world(map);
    q3_map_vertex(&l[10], 0, 0, 8);
    q3_map_vertex(&l[10], 0, 64, 8);
    q3_map_vertex(&l[10], 64, 64, 8);
    q3_map_vertex(&l[10], 64, 0, 8);
    for (int i = 0; i < 9; i++) { /* a quarter of a cylinder */
        const float side = (float)(i % 3);
        q3_map_vertex(&l[10], side < 2 ? 64 : 0, side > 0 ? 64 : 0, (float)(i / 3) * 32);
    }
    q3_map_numbers(&l[11], 6, indexes);
    q3_map_surface(&l[13], heads[0], 0, 0);
    q3_map_surface(&l[13], heads[1], 3, 3);
    q3_map_surface(&l[13], heads[2], 0, 0);
    q3_map_surface(&l[13], heads[3], 0, 0);
    for (int i = 0; i < 128 * 128 * 3; i++) {
        byte_writer_u8(&l[14], (uint32_t)i % 3 * 40);
    }
    for (uint32_t i = 0; i < 9; i++) { /* 3 x 3 x 1 samples at -128, 0, 128 */
        const uint8_t sample[8] = {(uint8_t)(i * 10), 0, 0, 50, 60, 70, 0, 0};
        byte_writer_bytes(&l[15], sample, sizeof(sample));
    }
}

/* The file; frees what went into it. */
static inline struct byte_writer q3_map_bytes_finish(struct q3_map_bytes *map)
{
    struct byte_writer out = {0};
    uint32_t at = 8 + Q3_MAP_LUMPS * 8;
    byte_writer_bytes(&out, "IBSP", 4);
    byte_writer_u32(&out, map->version);
    for (int i = 0; i < Q3_MAP_LUMPS; i++) {
        byte_writer_u32(&out, at);
        byte_writer_u32(&out, (uint32_t)map->lumps[i].size);
        at += (uint32_t)(map->lumps[i].size + 3) & ~UINT32_C(3);
    }
    for (int i = 0; i < Q3_MAP_LUMPS; i++) {
        byte_writer_bytes(&out, map->lumps[i].data, map->lumps[i].size);
        while (out.size % 4 != 0) {
            byte_writer_u8(&out, 0);
        }
        byte_writer_free(&map->lumps[i]);
    }
    return out;
}

#endif
