/* Both are written as files and read back, so that what the readers promise holds for them too. */
#include "assets/quake/placeholder.h"

#include "formats/base/bytes.h"

/* Places of Quake's palette. */
enum { COLOUR_DARK = 3, COLOUR_LIGHT = 13, COLOUR_RED = 79, COLOUR_FLOOR = 20, COLOUR_LINE = 10 };

enum { SKIN_SIDE = 32, CHECK = 8 };

static void write_texcoord(struct byte_writer *w, int s, int t)
{
    byte_writer_u32(w, 0); /* not on the seam */
    byte_writer_u32(w, (uint32_t)s);
    byte_writer_u32(w, (uint32_t)t);
}

static void write_mdl(struct byte_writer *w)
{
    /* Corners +x, -x, +y, -y, +z, -z of a cube of steps 0 to 16; light normals that point there. */
    static const uint8_t vertices[6][4] = {{16, 8, 8, 52}, {0, 8, 8, 143}, {8, 16, 8, 32},
                                           {8, 0, 8, 104}, {8, 8, 16, 5},  {8, 8, 0, 84}};
    static const uint8_t triangles[8][3] = {{0, 4, 2}, {2, 4, 1}, {1, 4, 3}, {3, 4, 0},
                                            {2, 5, 0}, {1, 5, 2}, {3, 5, 1}, {0, 5, 3}};
    byte_writer_bytes(w, "IDPO", 4);
    byte_writer_u32(w, MDL_VERSION);
    for (int i = 0; i < 6; i++) {
        byte_writer_f32(w, i < 3 ? 1.0f : -8.0f); /* scale, then origin */
    }
    byte_writer_f32(w, 8.0f);
    for (int i = 0; i < 3; i++) {
        byte_writer_f32(w, 0.0f);
    }
    const uint32_t header[8] = {1, SKIN_SIDE, SKIN_SIDE, 6, 8, 1, 0, 0};
    for (int i = 0; i < 8; i++) {
        byte_writer_u32(w, header[i]);
    }
    byte_writer_f32(w, 55.0f); /* average area of a triangle: 8 * 8 * sqrt(3) / 2 */
    byte_writer_u32(w, 0);
    for (int i = 0; i < SKIN_SIDE * SKIN_SIDE; i++) {
        int check = (i / CHECK ^ i / SKIN_SIDE / CHECK) & 1;
        byte_writer_u8(w, check ? COLOUR_RED : COLOUR_LIGHT);
    }
    write_texcoord(w, 0, 16);
    write_texcoord(w, 31, 16);
    write_texcoord(w, 16, 0);
    write_texcoord(w, 16, 31);
    write_texcoord(w, 16, 16);
    write_texcoord(w, 16, 16);
    for (int i = 0; i < 8; i++) {
        byte_writer_u32(w, 1);
        for (int j = 0; j < 3; j++) {
            byte_writer_u32(w, triangles[i][j]);
        }
    }
    byte_writer_u32(w, 0); /* a single frame: box, name, vertices */
    byte_writer_u32(w, 0);
    byte_writer_u32(w, 0x00101010);
    byte_writer_bytes(w, "placeholder\0\0\0\0\0", 16);
    byte_writer_bytes(w, vertices, sizeof(vertices));
}

int placeholder_make_mdl(struct mdl *mdl)
{
    struct byte_writer w = {0};
    *mdl = (struct mdl){0};
    write_mdl(&w);
    int code = w.failed ? FORMAT_MEMORY : mdl_read(mdl, w.data, w.size, NULL);
    byte_writer_free(&w);
    return code;
}

enum {
    HALF = 4096,
    TILES = 8,               /* along a wall's side */
    TILE = 2 * HALF / TILES, /* 1024 units */
    SAMPLES = 17,            /* light samples along a tile: 1024 units / 4 a texel / 16 + 1 */
    WALLS = 6,
    FACES = WALLS * TILES * TILES,
    TEXTURE_SIDE = 64, /* 256 units */
    MIPTEX_SIZE = 40 + TEXTURE_SIDE * TEXTURE_SIDE / 64 * 85,
    LUMPS = 15,
    HEADER_SIZE = 4 + LUMPS * 8
};

/* Wall w: axis w / 2; even ones at +HALF looking down the axis, odd ones at -HALF. Its two other
 * axes in the order that makes corners go clockwise when seen from the room. */
static void wall_axes(int wall, int *u, int *v)
{
    int axis = wall / 2;
    *u = (axis + (wall % 2 ? 2 : 1)) % 3;
    *v = (axis + (wall % 2 ? 1 : 2)) % 3;
}

static void write_planes(struct byte_writer *w)
{
    for (int wall = 0; wall < WALLS; wall++) {
        for (int j = 0; j < 3; j++) {
            byte_writer_f32(w, j == wall / 2 ? 1.0f : 0.0f);
        }
        byte_writer_f32(w, wall % 2 ? -HALF : HALF);
        byte_writer_u32(w, (uint32_t)(wall / 2));
    }
}

static void write_textures(struct byte_writer *w)
{
    static const char names[2][16] = {"missing_wall", "missing_floor"};
    byte_writer_u32(w, 2);
    byte_writer_u32(w, 12);
    byte_writer_u32(w, 12 + MIPTEX_SIZE);
    for (int t = 0; t < 2; t++) {
        byte_writer_bytes(w, names[t], 16);
        byte_writer_u32(w, TEXTURE_SIDE);
        byte_writer_u32(w, TEXTURE_SIDE);
        uint32_t offset = 40;
        for (int m = 0; m < BSP_MIPS; m++) {
            byte_writer_u32(w, offset);
            offset += (uint32_t)(TEXTURE_SIDE >> m) * (uint32_t)(TEXTURE_SIDE >> m);
        }
        for (int m = 0; m < BSP_MIPS; m++) {
            int side = TEXTURE_SIDE >> m;
            for (int y = 0; y < side; y++) {
                for (int x = 0; x < side; x++) {
                    int line = x < (4 >> m) || y < (4 >> m) || x == 0 || y == 0;
                    int base = t ? COLOUR_FLOOR : COLOUR_DARK;
                    byte_writer_u8(w, (uint32_t)(line ? COLOUR_LINE : base));
                }
            }
        }
    }
}

/* Four corners for each tile; edges and surfedges follow in the same order (edge 0 is unused, for
 * it has no negative). */
static void write_vertices(struct byte_writer *w)
{
    static const int corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int i = 0; i < FACES; i++) {
        int wall = i / (TILES * TILES);
        int tile = i % (TILES * TILES);
        int u = 0;
        int v = 0;
        wall_axes(wall, &u, &v);
        for (int c = 0; c < 4; c++) {
            int xyz[3];
            xyz[wall / 2] = wall % 2 ? -HALF : HALF;
            xyz[u] = (tile % TILES + corners[c][0]) * TILE - HALF;
            xyz[v] = (tile / TILES + corners[c][1]) * TILE - HALF;
            for (int j = 0; j < 3; j++) {
                byte_writer_f32(w, (float)xyz[j]);
            }
        }
    }
}

static void write_edges(struct byte_writer *w)
{
    byte_writer_u32(w, 0);
    for (uint32_t i = 0; i < FACES; i++) {
        for (uint32_t c = 0; c < 4; c++) {
            byte_writer_u16(w, i * 4 + c);
            byte_writer_u16(w, i * 4 + (c + 1) % 4);
        }
    }
}

static void write_texinfo(struct byte_writer *w)
{
    for (int wall = 0; wall < WALLS; wall++) {
        int axis = wall / 2;
        for (int j = 0; j < 2; j++) {
            int along = (axis + 1 + j) % 3;
            for (int k = 0; k < 3; k++) {
                byte_writer_f32(w, k == along ? 0.25f : 0.0f);
            }
            byte_writer_f32(w, 0.0f);
        }
        byte_writer_u32(w, wall == 5 ? 1 : 0); /* the floor is wall 5 */
        byte_writer_u32(w, 0);
    }
}

static void write_faces(struct byte_writer *w)
{
    for (uint32_t i = 0; i < FACES; i++) {
        uint32_t wall = i / (TILES * TILES);
        byte_writer_u16(w, wall);
        byte_writer_u16(w, wall % 2 == 0); /* the room is behind the planes at +HALF */
        byte_writer_u32(w, i * 4);
        byte_writer_u16(w, 4);
        byte_writer_u16(w, wall);
        byte_writer_u32(w, 0xffffff00); /* style 0 only */
        byte_writer_u32(w, 0);          /* all share one lightmap */
    }
}

static void write_box(struct byte_writer *w)
{
    for (int i = 0; i < 6; i++) {
        byte_writer_u16(w, (uint32_t)(i < 3 ? -HALF : HALF));
    }
}

/* A chain: at each wall the outside is leaf 0 and the inside is the next wall's node; inside the
 * last wall is leaf 1, the room. */
static void write_nodes(struct byte_writer *w)
{
    for (int wall = 0; wall < WALLS; wall++) {
        int inside = wall == WALLS - 1 ? -2 : wall + 1;
        byte_writer_u32(w, (uint32_t)wall);
        byte_writer_u16(w, (uint32_t)(wall % 2 ? inside : -1));
        byte_writer_u16(w, (uint32_t)(wall % 2 ? -1 : inside));
        write_box(w);
        byte_writer_u16(w, (uint32_t)(wall * TILES * TILES));
        byte_writer_u16(w, TILES * TILES);
    }
}

static void write_leafs(struct byte_writer *w)
{
    for (int i = 0; i < 2; i++) {
        byte_writer_u32(w, (uint32_t)(i ? CONTENTS_EMPTY : CONTENTS_SOLID));
        byte_writer_u32(w, UINT32_MAX);
        write_box(w);
        byte_writer_u16(w, 0);
        byte_writer_u16(w, i ? FACES : 0);
        byte_writer_u32(w, 0);
    }
}

static void write_models(struct byte_writer *w)
{
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 9; j++) {
            int v = j < 3 ? -HALF : j < 6 ? HALF : 0; /* mins, maxs, origin */
            byte_writer_f32(w, i == 0 ? (float)v : 0.0f);
        }
        byte_writer_u32(w, i == 0 ? 0 : UINT32_MAX); /* -1: leaf 0 */
        for (int j = 1; j < BSP_HULLS; j++) {
            byte_writer_u32(w, (uint32_t)CONTENTS_EMPTY);
        }
        byte_writer_u32(w, i == 0 ? 1 : 0);
        byte_writer_u32(w, 0);
        byte_writer_u32(w, i == 0 ? FACES : 0);
    }
}

static void write_lump(struct byte_writer *w, int lump)
{
    switch (lump) {
    case 1:
        write_planes(w);
        break;
    case 2:
        write_textures(w);
        break;
    case 3:
        write_vertices(w);
        break;
    case 5:
        write_nodes(w);
        break;
    case 6:
        write_texinfo(w);
        break;
    case 7:
        write_faces(w);
        break;
    case 8:
        for (int i = 0; i < SAMPLES * SAMPLES; i++) {
            byte_writer_u8(w, 160);
        }
        break;
    case 10:
        write_leafs(w);
        break;
    case 11:
        for (uint32_t i = 0; i < FACES; i++) {
            byte_writer_u16(w, i);
        }
        break;
    case 12:
        write_edges(w);
        break;
    case 13:
        for (uint32_t i = 0; i < FACES * 4; i++) {
            byte_writer_u32(w, i + 1);
        }
        break;
    case 14:
        write_models(w);
        break;
    default:
        break; /* entities, visibility and clipnodes stay empty */
    }
}

int placeholder_make_bsp(struct bsp *bsp)
{
    struct byte_writer head = {0};
    struct byte_writer body = {0};
    *bsp = (struct bsp){0};
    byte_writer_u32(&head, BSP_VERSION_29);
    for (int i = 0; i < LUMPS; i++) {
        size_t start = body.size;
        write_lump(&body, i);
        byte_writer_u32(&head, (uint32_t)(HEADER_SIZE + start));
        byte_writer_u32(&head, (uint32_t)(body.size - start));
    }
    byte_writer_bytes(&head, body.data, body.size);
    int code =
        head.failed || body.failed ? FORMAT_MEMORY : bsp_read(bsp, head.data, head.size, NULL);
    byte_writer_free(&head);
    byte_writer_free(&body);
    return code;
}
