/* Writes a small Quake III model: a triangle with one shader and one tag in two frames. */
#ifndef TESTS_SUPPORT_QUAKE3_MD3_BYTES_H
#define TESTS_SUPPORT_QUAKE3_MD3_BYTES_H

#include <string.h>

#include "formats/base/bytes.h"
#include "formats/models/md3.h"

static inline void md3_put_name(struct byte_writer *w, const char *name, size_t size)
{
    char padded[64] = {0};
    memcpy(padded, name, strlen(name));
    byte_writer_bytes(w, padded, size);
}

static inline void md3_put_numbers(struct byte_writer *w, int count, const uint32_t *numbers)
{
    for (int i = 0; i < count; i++) {
        byte_writer_u32(w, numbers[i]);
    }
}

static inline void md3_put_floats(struct byte_writer *w, int count, const float *numbers)
{
    for (int i = 0; i < count; i++) {
        byte_writer_f32(w, numbers[i]);
    }
}

/* A triangle with one shader, two frames. */
static inline void md3_put_surface(struct byte_writer *w)
{
    static const uint32_t head[10] = {0, 2, 1, 3, 1, 108, 120, 188, 212, 260};
    static const uint32_t triangle[3] = {0, 2, 1};
    static const float st[6] = {0, 0, 1, 0, 0, 1};
    byte_writer_bytes(w, "IDP3", 4);
    md3_put_name(w, "Head_1", 64);
    md3_put_numbers(w, 10, head);
    md3_put_numbers(w, 3, triangle);
    md3_put_name(w, "models/x/Skin.tga", 64);
    byte_writer_u32(w, 7);
    md3_put_floats(w, 6, st);
    for (uint32_t i = 0; i < 6; i++) {
        byte_writer_u16(w, i * 64);
        byte_writer_u16(w, 0xffc0); /* -1 unit */
        byte_writer_u16(w, 32);
        byte_writer_u16(w, 0x2060); /* latitude 0x20, longitude 0x60 */
    }
}

/* Two frames, one tag, one surface. */
static inline struct byte_writer md3_bytes(void)
{
    static const uint32_t head[9] = {0, 2, 1, 1, 0, 108, 220, 444, 704};
    static const float box[10] = {-1, -2, -3, 1, 2, 3, 0, 0, 0.5f, 4};
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "IDP3", 4);
    byte_writer_u32(&w, MD3_VERSION);
    md3_put_name(&w, "x", 64);
    md3_put_numbers(&w, 9, head);
    for (int i = 0; i < 2; i++) {
        md3_put_floats(&w, 10, box);
        md3_put_name(&w, "frame", 16);
    }
    for (int i = 0; i < 2; i++) {
        const float tag[12] = {
            0, 0, (float)i * 8, (float)!i, (float)i, 0, (float)-i, (float)!i, 0, 0, 0, 1};
        md3_put_name(&w, "tag_head", 64);
        md3_put_floats(&w, 12, tag);
    }
    md3_put_surface(&w);
    return w;
}

#endif
