/* A map of one wall, in any version, whose lumps a test may change before it is packed. */
#ifndef TESTS_SUPPORT_MAPS_SMALL_MAP_H
#define TESTS_SUPPORT_MAPS_SMALL_MAP_H

#include <string.h>

#include "formats/base/bytes.h"
#include "formats/maps/bsp.h"
#include "tests/support/map_bytes.h"

struct small_map {
    struct byte_writer lumps[MAP_LUMPS];
    uint32_t version;
};

static inline void small_map_index(struct small_map *m, int lump, uint32_t v)
{
    if (m->version != BSP_VERSION_29) {
        byte_writer_u32(&m->lumps[lump], v);
    } else {
        byte_writer_u16(&m->lumps[lump], v);
    }
}

static inline void small_map_floats(struct small_map *m, int lump, const float *v, int count)
{
    for (int i = 0; i < count; i++) {
        byte_writer_f32(&m->lumps[lump], v[i]);
    }
}

static inline void small_map_u32(struct small_map *m, int lump, uint32_t v)
{
    byte_writer_u32(&m->lumps[lump], v);
}

static inline void small_map_box(struct small_map *m, int lump)
{
    for (int i = 0; i < 6; i++) {
        float v = i < 3 ? -64.0f : 64.0f;
        if (m->version == BSP_VERSION_2) {
            byte_writer_f32(&m->lumps[lump], v);
        } else {
            byte_writer_u16(&m->lumps[lump], (uint32_t)(int32_t)v);
        }
    }
}

/* The texture lump: 16 x 16 pictures of these names; NULL = an empty place. */
static inline void small_map_textures(struct small_map *m, const char *const *names, uint32_t count)
{
    struct byte_writer *w = &m->lumps[MAP_TEXTURES];
    uint32_t offset = 4 + count * 4;
    byte_writer_u32(w, count);
    for (uint32_t i = 0; i < count; i++) {
        byte_writer_u32(w, names[i] ? offset : UINT32_MAX);
        offset += names[i] ? 40 + 340 : 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!names[i]) {
            continue;
        }
        char name[16] = {0};
        memcpy(name, names[i], strlen(names[i]));
        byte_writer_bytes(w, name, 16);
        const uint32_t header[6] = {16, 16, 40, 40 + 256, 40 + 320, 40 + 336};
        for (int j = 0; j < 6; j++) {
            byte_writer_u32(w, header[j]);
        }
        for (int j = 0; j < 340; j++) {
            byte_writer_u8(w, (uint32_t)(j + 1 + (int)i));
        }
    }
}

static inline void small_map_node(struct small_map *m, uint32_t plane, int front, int back)
{
    small_map_u32(m, MAP_NODES, plane);
    small_map_index(m, MAP_NODES, (uint32_t)front);
    small_map_index(m, MAP_NODES, (uint32_t)back);
    small_map_box(m, MAP_NODES);
    small_map_index(m, MAP_NODES, 0);
    small_map_index(m, MAP_NODES, 1);
}

static inline void small_map_leaf(struct small_map *m, int contents, int visibility, uint32_t marks)
{
    small_map_u32(m, MAP_LEAFS, (uint32_t)contents);
    small_map_u32(m, MAP_LEAFS, (uint32_t)visibility);
    small_map_box(m, MAP_LEAFS);
    small_map_index(m, MAP_LEAFS, 0);
    small_map_index(m, MAP_LEAFS, marks);
    for (uint32_t i = 0; i < BSP_AMBIENTS; i++) { /* each another, */
        byte_writer_u8(&m->lumps[MAP_LEAFS],
                       200 + 10 * i + (uint32_t)(-contents)); /* in each leaf */
    }
}

static inline void small_map_model(struct small_map *m, int head, uint32_t vis_leafs,
                                   uint32_t faces)
{
    const float box[9] = {-64, -64, -32, 64, 64, 96, 1, 2, 3};
    small_map_floats(m, MAP_MODELS, box, 9);
    small_map_u32(m, MAP_MODELS, (uint32_t)head);
    small_map_u32(m, MAP_MODELS, 0);
    small_map_u32(m, MAP_MODELS, (uint32_t)CONTENTS_SOLID);
    small_map_u32(m, MAP_MODELS, 0);
    small_map_u32(m, MAP_MODELS, vis_leafs);
    small_map_u32(m, MAP_MODELS, 0);
    small_map_u32(m, MAP_MODELS, faces);
}

static inline void small_map_face(struct small_map *m, uint32_t texinfo, uint32_t styles,
                                  uint32_t light_offset)
{
    small_map_index(m, MAP_FACES, 0);
    small_map_index(m, MAP_FACES, 0);
    small_map_u32(m, MAP_FACES, 0);
    small_map_index(m, MAP_FACES, 4);
    small_map_index(m, MAP_FACES, texinfo);
    small_map_u32(m, MAP_FACES, styles);
    small_map_u32(m, MAP_FACES, light_offset);
}

/* One square of 64 units in the plane x = 0; leaf 1 in front of it, a liquid leaf behind it. */
static inline struct small_map small_map_make(uint32_t version)
{
    static const float plane[4] = {1, 0, 0, 0};
    static const float corners[4][3] = {{0, 0, 0}, {0, 0, 64}, {0, 64, 64}, {0, 64, 0}};
    static const float vecs[8] = {0, 1, 0, 8, 0, 0, -0.5f, 0};
    static const char *const names[] = {"wall"};
    struct small_map m = {.version = version};
    byte_writer_string(&m.lumps[MAP_ENTITIES], "{\n\"classname\" \"worldspawn\"\n}\n");
    small_map_floats(&m, MAP_PLANES, plane, 4);
    small_map_u32(&m, MAP_PLANES, 0);
    small_map_textures(&m, names, 1);
    small_map_index(&m, MAP_EDGES, 0);
    small_map_index(&m, MAP_EDGES, 0);
    for (uint32_t i = 0; i < 4; i++) {
        small_map_floats(&m, MAP_VERTICES, corners[i], 3);
        small_map_index(&m, MAP_EDGES, i);
        small_map_index(&m, MAP_EDGES, (i + 1) % 4);
        small_map_u32(&m, MAP_SURFEDGES, i + 1);
    }
    small_map_floats(&m, MAP_TEXINFO, vecs, 8);
    small_map_u32(&m, MAP_TEXINFO, 0);
    small_map_u32(&m, MAP_TEXINFO, 0);
    small_map_face(&m, 0, 0xffff0500, 2); /* styles 0 and 5 */
    for (uint32_t i = 0; i < 2 + 2 * 6 * 3; i++) {
        byte_writer_u8(&m.lumps[MAP_LIGHT], i);
    }
    small_map_index(&m, MAP_MARKS, 0);
    small_map_node(&m, 0, -2, -3);
    small_map_leaf(&m, CONTENTS_SOLID, -1, 0);
    small_map_leaf(&m, CONTENTS_EMPTY, 0, 1);
    small_map_leaf(&m, CONTENTS_WATER, 1, 1);
    byte_writer_bytes(&m.lumps[MAP_VISIBILITY], "\x01\x00\x01", 3);
    small_map_u32(&m, MAP_CLIPNODES, 0);
    small_map_index(&m, MAP_CLIPNODES, (uint32_t)CONTENTS_EMPTY);
    small_map_index(&m, MAP_CLIPNODES, (uint32_t)CONTENTS_SOLID);
    small_map_model(&m, 0, 2, 1);
    small_map_model(&m, -1, 0, 0);
    return m;
}

static inline void small_map_free(struct small_map *m)
{
    for (int i = 0; i < MAP_LUMPS; i++) {
        byte_writer_free(&m->lumps[i]);
    }
}

static inline struct byte_writer small_map_pack(struct small_map *m)
{
    struct byte_writer out = {0};
    byte_writer_u32(&out, m->version);
    uint32_t offset = 4 + MAP_LUMPS * 8;
    for (int i = 0; i < MAP_LUMPS; i++) {
        byte_writer_u32(&out, offset);
        byte_writer_u32(&out, (uint32_t)m->lumps[i].size);
        offset += (uint32_t)m->lumps[i].size;
    }
    for (int i = 0; i < MAP_LUMPS; i++) {
        byte_writer_bytes(&out, m->lumps[i].data, m->lumps[i].size);
    }
    small_map_free(m);
    return out;
}

enum { SMALL_MAP_LIT_FACES = 3, SMALL_MAP_LIT_SIZE = 600 };

/* The wall thrice, the last time as a liquid with light, and more light data than they need. */
static inline struct small_map small_map_make_lit(uint32_t version)
{
    static const float vecs[8] = {0, 1, 0, 8, 0, 0, -0.5f, 0};
    static const char *const names[] = {"wall", "*lit"};
    struct small_map m = small_map_make(version);
    m.lumps[MAP_TEXTURES].size = 0;
    small_map_textures(&m, names, 2);
    small_map_floats(&m, MAP_TEXINFO, vecs, 8);
    small_map_u32(&m, MAP_TEXINFO, 1);
    small_map_u32(&m, MAP_TEXINFO, 0);
    small_map_face(&m, 0, 0xffff0703, 38);
    small_map_face(&m, 1, 0xffffff00, 74);
    while (m.lumps[MAP_LIGHT].size < SMALL_MAP_LIT_SIZE) {
        byte_writer_u8(&m.lumps[MAP_LIGHT], (uint32_t)m.lumps[MAP_LIGHT].size * 7);
    }
    return m;
}

/* An entry of DECOUPLED_LM over the wall, `width` x `height` samples from corner to corner. */
static inline void small_map_decoupled(struct byte_writer *out, uint32_t width, uint32_t height,
                                       uint32_t offset)
{
    const float rows[8] = {[1] = (float)(width - 1) / 64, [6] = (float)(height - 1) / 64};
    byte_writer_u16(out, width);
    byte_writer_u16(out, height);
    byte_writer_u32(out, offset);
    for (int i = 0; i < 8; i++) {
        byte_writer_f32(out, rows[i]);
    }
}

/* small_map_make_lit with every BSPX lump of light: the second face has a grid in DECOUPLED_LM. */
static inline struct byte_writer small_map_pack_light(uint32_t version)
{
    static const uint8_t shifts[SMALL_MAP_LIT_FACES] = {3, 2, 5};
    static const uint8_t styles[SMALL_MAP_LIT_FACES * 2] = {0, 5, 1, 255, 3, 255};
    struct byte_writer offsets = {0}, wide = {0}, grids = {0}, colors = {0}, hdr = {0};
    for (uint32_t i = 0; i < SMALL_MAP_LIT_FACES; i++) {
        byte_writer_u32(&offsets, i * 150);
        for (uint32_t k = 0; k < 6; k++) {
            byte_writer_u16(&wide, k <= i ? 60 + 70 * k : 65535);
        }
        small_map_decoupled(&grids, i == 1 ? 9 : 0, 5, 200);
    }
    for (uint32_t i = 0; i < SMALL_MAP_LIT_SIZE; i++) {
        byte_writer_bytes(&colors, &(uint8_t[]){(uint8_t)i, 100, 50}, 3);
        byte_writer_u32(&hdr, i * 2654435761u);
    }
    const struct map_bspx_lump lumps[] = {
        {"DECOUPLED_LM", grids.data, grids.size}, {"LMSHIFT", shifts, sizeof(shifts)},
        {"LMOFFSET", offsets.data, offsets.size}, {"LMSTYLE", styles, sizeof(styles)},
        {"LMSTYLE16", wide.data, wide.size},      {"LIGHTING_E5BGR9", hdr.data, hdr.size},
        {"RGBLIGHTING", colors.data, colors.size}};
    struct small_map m = small_map_make_lit(version);
    struct byte_writer out = small_map_pack(&m);
    map_add_bspx(&out, lumps, sizeof(lumps) / sizeof(lumps[0]));
    byte_writer_free(&offsets);
    byte_writer_free(&wide);
    byte_writer_free(&grids);
    byte_writer_free(&colors);
    byte_writer_free(&hdr);
    return out;
}

#endif
