#include "tools/mkbuiltin/quake3/paint.h"

#include <stdlib.h>
#include <string.h>

#include "formats/pictures/png.h"

struct paint_point paint_plain(struct rgb c)
{
    return (struct paint_point){c, 1, 0, 0};
}

static uint8_t byte_of(double v)
{
    return (uint8_t)mkb_clamp(v + 0.5, 0, 255);
}

static void write_png(struct buf *out, const uint8_t *rgba, int width, int height)
{
    uint32_t *pixels = mkb_alloc((size_t)(width * height), sizeof *pixels);
    for (int i = 0; i < width * height; i++) {
        const uint8_t *p = rgba + (size_t)i * 4;
        pixels[i] = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
    }
    struct byte_writer png = {0};
    if (png_encode_rgb(pixels, width, height, &png) < 0) {
        mkb_fail("cannot write a picture");
    }
    buf_bytes(out, png.data, png.size);
    byte_writer_free(&png);
    free(pixels);
}

/* Rows from the bottom up: Quake III knows no other order. */
static void write_tga(struct buf *out, const uint8_t *rgba, int width, int height)
{
    buf_u8(out, 0);
    buf_u8(out, 0);
    buf_u8(out, 2);
    buf_zero(out, 9);
    buf_i16(out, width);
    buf_i16(out, height);
    buf_u8(out, 32);
    buf_u8(out, 8);
    for (int y = height - 1; y >= 0; y--) {
        for (int x = 0; x < width; x++) {
            const uint8_t *p = rgba + ((size_t)y * (size_t)width + (size_t)x) * 4;
            const uint8_t bgra[4] = {p[2], p[1], p[0], p[3]};
            buf_bytes(out, bgra, 4);
        }
    }
}

void paint_add_pixels(struct pk3_out *pk3, const char *name, const uint8_t *rgba, int width,
                      int height)
{
    struct buf *out = pk3_out_add(pk3, name);
    if (strstr(name, ".png")) {
        write_png(out, rgba, width, height);
    } else {
        write_tga(out, rgba, width, height);
    }
}

void paint_add(struct pk3_out *pk3, const struct paint_entry *e)
{
    const int w = e->width;
    const int h = e->height;
    struct paint_point *points = mkb_alloc((size_t)(w * h), sizeof *points);
    uint8_t *rgba = mkb_alloc((size_t)(w * h), 4);
    for (int i = 0; i < w * h; i++) {
        points[i] = e->paint(i % w, i / w, e->variant);
    }
    for (int i = 0; i < w * h; i++) {
        const int x = i % w;
        const int y = i / w;
        const struct paint_point *p = &points[i];
        double dx = points[y * w + (x + 1) % w].height - points[y * w + (x + w - 1) % w].height;
        double dy = points[(y + 1) % h * w + x].height - points[(y + h - 1) % h * w + x].height;
        struct vec3 n = v_unit(v_make(-dx, -dy, 2));
        const struct vec3 light = {-0.40, -0.57, 0.72};
        double lit = mkb_max(v_dot(n, light), 0) / light.z;
        double glint = mkb_step(1.0, 1.35, lit) * p->shine;
        double shade = 0.34 + 0.66 * lit;
        rgba[i * 4] = byte_of(p->c.r * shade + 150 * glint);
        rgba[i * 4 + 1] = byte_of(p->c.g * shade + 150 * glint);
        rgba[i * 4 + 2] = byte_of(p->c.b * shade + 150 * glint);
        rgba[i * 4 + 3] = byte_of(p->alpha * 255);
    }
    paint_add_pixels(pk3, e->name, rgba, w, h);
    free(rgba);
    free(points);
}
