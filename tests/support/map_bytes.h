/* Builds variants of a version 29 map and the files next to it: wide forms, BSPX, .lit and .vis
 * files, and a pak that holds them. Only for valid maps. */
#ifndef TESTS_SUPPORT_MAP_BYTES_H
#define TESTS_SUPPORT_MAP_BYTES_H

#include <stdio.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp.h"

enum {
    MAP_ENTITIES,
    MAP_PLANES,
    MAP_TEXTURES,
    MAP_VERTICES,
    MAP_VISIBILITY,
    MAP_NODES,
    MAP_TEXINFO,
    MAP_FACES,
    MAP_LIGHT,
    MAP_CLIPNODES,
    MAP_LEAFS,
    MAP_MARKS,
    MAP_EDGES,
    MAP_SURFEDGES,
    MAP_MODELS,
    MAP_LUMPS,
    MAP_HEADER = 4 + MAP_LUMPS * 8,
    MAP_NODE29 = 24,
    MAP_LEAF29 = 28,
    MAP_FACE29 = 20,
    MAP_SMALL_LIGHT = 1 << 14
};

static inline const uint8_t *map_lump(const uint8_t *map, int lump, size_t *size)
{
    *size = bytes_u32(map + 4 + lump * 8 + 4);
    return map + bytes_u32(map + 4 + lump * 8);
}

static inline void map_widen(struct byte_writer *out, struct byte_reader *r, int count)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(out, byte_reader_u16(r));
    }
}

/* Children of one of `nodes` nodes. */
static inline void map_widen_children(struct byte_writer *out, struct byte_reader *r, size_t nodes)
{
    for (int i = 0; i < 2; i++) {
        uint32_t v = byte_reader_u16(r);
        byte_writer_u32(out, v < nodes ? v : v - 65536u);
    }
}

static inline void map_widen_box(struct byte_writer *out, struct byte_reader *r, bool floats)
{
    for (int i = 0; i < 6; i++) {
        int16_t v = byte_reader_i16(r);
        if (floats) {
            byte_writer_f32(out, v);
        } else {
            byte_writer_u16(out, (uint16_t)v);
        }
    }
}

static inline void map_widen_element(struct byte_writer *out, struct byte_reader *r, int lump,
                                     size_t lump_size, bool floats)
{
    if (lump == MAP_MARKS) {
        map_widen(out, r, 1);
    } else if (lump == MAP_EDGES) {
        map_widen(out, r, 2);
    } else if (lump == MAP_FACES) {
        map_widen(out, r, 2);
        byte_writer_u32(out, byte_reader_u32(r));
        map_widen(out, r, 2);
        byte_writer_bytes(out, byte_reader_take(r, 8), 8);
    } else if (lump == MAP_CLIPNODES) {
        byte_writer_u32(out, byte_reader_u32(r));
        map_widen_children(out, r, lump_size / 8);
    } else if (lump == MAP_NODES) {
        byte_writer_u32(out, byte_reader_u32(r));
        map_widen_children(out, r, lump_size / MAP_NODE29);
        map_widen_box(out, r, floats);
        map_widen(out, r, 2);
    } else if (lump == MAP_LEAFS) {
        byte_writer_bytes(out, byte_reader_take(r, 8), 8);
        map_widen_box(out, r, floats);
        map_widen(out, r, 2);
        byte_writer_u32(out, byte_reader_u32(r));
    } else { /* the same in all versions */
        byte_writer_u8(out, byte_reader_u8(r));
    }
}

/* A version 29 map as BSP2, 2PSB or 29, without trailing data. */
static inline struct byte_writer map_convert(const uint8_t *map, uint32_t version)
{
    struct byte_writer body = {0}, out = {0};
    byte_writer_u32(&out, version);
    for (int lump = 0; lump < MAP_LUMPS; lump++) {
        size_t size, start = body.size;
        const uint8_t *data = map_lump(map, lump, &size);
        struct byte_reader r = byte_reader_make(data, size);
        while (version != BSP_VERSION_29 && byte_reader_left(&r) > 0) {
            map_widen_element(&body, &r, lump, size, version == BSP_VERSION_2);
        }
        if (version == BSP_VERSION_29) {
            byte_writer_bytes(&body, data, size);
        }
        byte_writer_u32(&out, (uint32_t)(MAP_HEADER + start));
        byte_writer_u32(&out, (uint32_t)(body.size - start));
        while (body.size % 4) {
            byte_writer_u8(&body, 0);
        }
    }
    byte_writer_bytes(&out, body.data, body.size);
    byte_writer_free(&body);
    return out;
}

/* Puts BSPX with these lumps behind a map that has no trailing data. */
struct map_bspx_lump {
    const char *name;
    const void *data;
    size_t size;
};

static inline void map_add_bspx(struct byte_writer *map, const struct map_bspx_lump *lumps,
                                uint32_t count)
{
    while (map->size % 4) {
        byte_writer_u8(map, 0);
    }
    size_t offset = map->size + 8 + (size_t)count * 32;
    byte_writer_bytes(map, "BSPX", 4);
    byte_writer_u32(map, count);
    for (uint32_t i = 0; i < count; i++) {
        char name[24] = {0};
        memcpy(name, lumps[i].name, strlen(lumps[i].name));
        byte_writer_bytes(map, name, sizeof(name));
        byte_writer_u32(map, (uint32_t)offset);
        byte_writer_u32(map, (uint32_t)lumps[i].size);
        offset += lumps[i].size;
    }
    for (uint32_t i = 0; i < count; i++) {
        byte_writer_bytes(map, lumps[i].data, lumps[i].size);
    }
}

/* Light colours for a map: its own light, whole in red and as many 256ths of it in green and
 * blue. */
static inline struct byte_writer map_colors(const uint8_t *map, uint32_t green, uint32_t blue)
{
    struct byte_writer out = {0};
    size_t size;
    const uint8_t *light = map_lump(map, MAP_LIGHT, &size);
    for (size_t i = 0; i < size; i++) {
        byte_writer_u8(&out, light[i]);
        byte_writer_u8(&out, light[i] * green / 256);
        byte_writer_u8(&out, light[i] * blue / 256);
    }
    return out;
}

/* A .lit file of such colours. */
static inline struct byte_writer map_lit(const uint8_t *map, uint32_t green, uint32_t blue)
{
    struct byte_writer out = {0}, colors = map_colors(map, green, blue);
    byte_writer_bytes(&out, "QLIT", 4);
    byte_writer_u32(&out, 1);
    byte_writer_bytes(&out, colors.data, colors.size);
    byte_writer_free(&colors);
    return out;
}

/* A record of a .vis file. */
static inline void map_add_vis(struct byte_writer *out, const char *name, const void *visibility,
                               size_t visibility_size, const void *leafs, size_t leafs_size)
{
    char padded[32] = {0};
    size_t length = strlen(name);
    memcpy(padded, name, length < 32 ? length : 32);
    byte_writer_bytes(out, padded, sizeof(padded));
    byte_writer_u32(out, (uint32_t)(8 + visibility_size + leafs_size));
    byte_writer_u32(out, (uint32_t)visibility_size);
    byte_writer_bytes(out, visibility, visibility_size);
    byte_writer_u32(out, (uint32_t)leafs_size);
    byte_writer_bytes(out, leafs, leafs_size);
}

struct pak_bytes { /* start from {0} */
    struct byte_writer members, directory;
};

static inline void pak_bytes_add(struct pak_bytes *pak, const char *name,
                                 const struct byte_writer *file)
{
    char padded[56] = {0};
    snprintf(padded, sizeof(padded), "%s", name);
    byte_writer_bytes(&pak->directory, padded, sizeof(padded));
    byte_writer_u32(&pak->directory, (uint32_t)(12 + pak->members.size));
    byte_writer_u32(&pak->directory, (uint32_t)file->size);
    byte_writer_bytes(&pak->members, file->data, file->size);
}

/* The whole pak; frees what went into it. */
static inline struct byte_writer pak_bytes_finish(struct pak_bytes *pak)
{
    struct byte_writer out = {0};
    byte_writer_bytes(&out, "PACK", 4);
    byte_writer_u32(&out, (uint32_t)(12 + pak->members.size));
    byte_writer_u32(&out, (uint32_t)pak->directory.size);
    byte_writer_bytes(&out, pak->members.data, pak->members.size);
    byte_writer_bytes(&out, pak->directory.data, pak->directory.size);
    byte_writer_free(&pak->members);
    byte_writer_free(&pak->directory);
    return out;
}

static inline void map_set_u32(struct byte_writer *w, size_t at, uint32_t v)
{
    for (int i = 0; i < 4 && !w->failed; i++) {
        w->data[at + (size_t)i] = (uint8_t)(v >> 8 * i);
    }
}

/* The textures in 16 x 16, but for skies and liquids, whose sizes matter. */
static inline void map_shrink_textures(struct byte_writer *out, const uint8_t *lump)
{
    enum { HEADER = 40, SIDE = 16, TEXELS = 340, NAME = 16 };
    const uint32_t count = bytes_u32(lump);
    const size_t start = out->size;
    byte_writer_bytes(out, lump, 4 + 4 * (size_t)count);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *texture = lump + bytes_u32(lump + 4 + 4 * i);
        const bool keep = texture[0] == '*' || memcmp(texture, "sky", 3) == 0;
        const uint32_t texels = bytes_u32(texture + NAME) * bytes_u32(texture + NAME + 4);
        map_set_u32(out, start + 4 + 4 * i, (uint32_t)(out->size - start));
        byte_writer_bytes(out, texture, NAME);
        byte_writer_bytes(out, keep ? texture + NAME : (const uint8_t[]){SIDE, 0, 0, 0}, 4);
        byte_writer_bytes(out, keep ? texture + NAME + 4 : (const uint8_t[]){SIDE, 0, 0, 0}, 4);
        uint32_t at = HEADER, size = keep ? texels : SIDE * SIDE;
        for (int k = 0; k < 4; k++, at += size, size /= 4) {
            byte_writer_u32(out, at);
        }
        byte_writer_bytes(out, texture + HEADER, keep ? texels / 64 * 85 : TEXELS);
    }
}

/* The map with small textures, and lightmaps that share MAP_SMALL_LIGHT bytes. */
static inline struct byte_writer map_shrink(const uint8_t *map)
{
    struct byte_writer out = {0};
    byte_writer_bytes(&out, map, MAP_HEADER);
    for (int lump = 0; lump < MAP_LUMPS; lump++) {
        size_t size;
        const uint8_t *data = map_lump(map, lump, &size);
        const size_t start = out.size;
        if (lump == MAP_TEXTURES) {
            map_shrink_textures(&out, data);
        } else {
            byte_writer_bytes(&out, data,
                              lump == MAP_LIGHT && size > MAP_SMALL_LIGHT ? MAP_SMALL_LIGHT : size);
        }
        for (size_t at = 0; lump == MAP_FACES && at < size; at += MAP_FACE29) {
            const uint32_t light = bytes_u32(data + at + 16);
            map_set_u32(&out, start + at + 16,
                        light == UINT32_MAX ? light : light % (MAP_SMALL_LIGHT / 2));
        }
        map_set_u32(&out, 4 + (size_t)lump * 8, (uint32_t)start);
        map_set_u32(&out, 8 + (size_t)lump * 8, (uint32_t)(out.size - start));
        while (out.size % 4 != 0) {
            byte_writer_u8(&out, 0);
        }
    }
    return out;
}

#endif
