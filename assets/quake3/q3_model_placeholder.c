/* Written as a file and read back, so that what the reader promises holds for it too. */
#include "assets/quake3/q3_model_placeholder.h"

#include <string.h>

#include "formats/base/bytes.h"

enum {
    HEAD = 108,
    FRAME = 56,
    SURFACE_HEAD = 108,
    BOXES = 4, /* the middle one, and three axes */
    SIDES = 6,
    VERTICES = BOXES * SIDES * 4,
    TRIANGLES = BOXES * SIDES * 2,
    TRIANGLES_AT = SURFACE_HEAD,
    SHADER_AT = TRIANGLES_AT + TRIANGLES * 12,
    ST_AT = SHADER_AT + 68,
    VERTICES_AT = ST_AT + VERTICES * 8,
    SURFACE_END = VERTICES_AT + VERTICES * 8
};

static const float boxes[BOXES][2][3] = {{{-8, -8, -8}, {8, 8, 8}},
                                         {{8, -1, -1}, {20, 1, 1}},
                                         {{-1, 8, -1}, {1, 16, 1}},
                                         {{-1, -1, 8}, {1, 1, 16}}};

static void put_name(struct byte_writer *w, const char *name, size_t size)
{
    char padded[64] = {0};
    memcpy(padded, name, strlen(name));
    byte_writer_bytes(w, padded, size);
}

static void put_numbers(struct byte_writer *w, int count, const uint32_t *numbers)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, numbers[i]);
    }
}

/* A corner of a side of a box: side 0 to 5 is +x, -x, +y, ...; the corners go around clockwise as
 * seen from outside. */
static void put_vertex(struct byte_writer *w, int box, int side, int corner)
{
    /* Longitude and latitude bytes of those directions. */
    static const uint32_t normals[SIDES] = {0x0040, 0x8040, 0x4040, 0xc040, 0x0000, 0x0080};
    const int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    const bool far = side % 2 == 0;
    int at[3] = {0};
    const bool second = corner == 1 || corner == 2, third = corner >= 2;
    at[axis] = far;
    at[u] = far ? third : second;
    at[v] = far ? second : third;
    for (int i = 0; i < 3; i++) {
        byte_writer_u16(w, (uint32_t)(int32_t)(boxes[box][at[i]][i] * MD3_UNIT) & 0xffff);
    }
    byte_writer_u16(w, normals[side]);
}

static void put_surface(struct byte_writer *w)
{
    static const uint32_t head[10] = {
        0, 1, 1, VERTICES, TRIANGLES, TRIANGLES_AT, SHADER_AT, ST_AT, VERTICES_AT, SURFACE_END};
    byte_writer_bytes(w, "IDP3", 4);
    put_name(w, "placeholder", 64);
    put_numbers(w, 10, head);
    for (uint32_t i = 0; i < BOXES * SIDES; i++) {
        const uint32_t two[6] = {i * 4, i * 4 + 1, i * 4 + 2, i * 4, i * 4 + 2, i * 4 + 3};
        put_numbers(w, 6, two);
    }
    put_name(w, "*checks", 64);
    byte_writer_u32(w, 0);
    for (int i = 0; i < VERTICES; i++) {
        byte_writer_f32(w, i % 4 == 1 || i % 4 == 2 ? 1.0f : 0.0f);
        byte_writer_f32(w, i % 4 >= 2 ? 1.0f : 0.0f);
    }
    for (int i = 0; i < VERTICES; i++) {
        put_vertex(w, i / 4 / SIDES, i / 4 % SIDES, i % 4);
    }
}

int q3_model_placeholder_make(struct md3 *md3, struct format_error *err)
{
    static const uint32_t head[9] = {
        0, 1, 0, 1, 0, HEAD, HEAD + FRAME, HEAD + FRAME, HEAD + FRAME + SURFACE_END};
    static const float frame[10] = {-8, -8, -8, 20, 16, 16, 0, 0, 0, 28};
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "IDP3", 4);
    byte_writer_u32(&w, MD3_VERSION);
    put_name(&w, "placeholder", 64);
    put_numbers(&w, 9, head);
    for (int i = 0; i < 10; i++) {
        byte_writer_f32(&w, frame[i]);
    }
    put_name(&w, "placeholder", 16);
    put_surface(&w);
    const int code = w.failed ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                              : md3_read(md3, w.data, w.size, err);
    byte_writer_free(&w);
    return code;
}
