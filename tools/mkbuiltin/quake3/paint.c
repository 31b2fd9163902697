#include "tools/mkbuiltin/quake3/paint.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checksum.h"

struct paint_point paint_plain(struct rgb c)
{
    return (struct paint_point){c, 1, 0, 0};
}

static uint8_t byte_of(double v)
{
    return (uint8_t)mkb_clamp(v + 0.5, 0, 255);
}

/* PNG 1.2 section 6.6. */
static int paeth(int left, int up, int corner)
{
    int guess = left + up - corner;
    int a = abs(guess - left);
    int b = abs(guess - up);
    int c = abs(guess - corner);
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

/* A row behind the number of the filter that leaves least of it. */
static void write_row(struct buf *out, const uint8_t *row, const uint8_t *above, int width)
{
    enum { FILTERS = 5 };
    uint8_t tries[FILTERS][PAINT_SIDE_MAX * 3];
    long least = -1;
    int best = 0;
    for (int filter = 0; filter < FILTERS; filter++) {
        long sum = 0;
        for (int i = 0; i < width * 3; i++) {
            int at = i / 3 * 4 + i % 3;
            int left = i < 3 ? 0 : row[at - 4];
            int up = above ? above[at] : 0;
            int corner = above && i >= 3 ? above[at - 4] : 0;
            int guess = filter == 0   ? 0
                        : filter == 1 ? left
                        : filter == 2 ? up
                        : filter == 3 ? (left + up) / 2
                                      : paeth(left, up, corner);
            tries[filter][i] = (uint8_t)(row[at] - guess);
            sum += abs((int8_t)tries[filter][i]);
        }
        if (least < 0 || sum < least) {
            least = sum;
            best = filter;
        }
    }
    buf_u8(out, best);
    buf_bytes(out, tries[best], (size_t)width * 3);
}

/* PNG counts with the highest byte first. */
static void big_endian(struct buf *out, uint32_t v)
{
    for (int i = 24; i >= 0; i -= 8) {
        buf_u8(out, (int)(v >> i & 255));
    }
}

static void write_chunk(struct buf *out, const char *name, const struct buf *data)
{
    big_endian(out, (uint32_t)data->size);
    size_t at = out->size;
    buf_bytes(out, name, 4);
    buf_bytes(out, data->data, data->size);
    big_endian(out, checksum_crc32(0, out->data + at, out->size - at));
}

static void write_png(struct buf *out, const uint8_t *rgba, int width, int height)
{
    struct buf chunk = {0};
    struct buf rows = {0};
    buf_bytes(out, "\x89PNG\r\n\x1a\n", 8);
    big_endian(&chunk, (uint32_t)width);
    big_endian(&chunk, (uint32_t)height);
    buf_bytes(&chunk, "\10\2\0\0\0", 5);
    write_chunk(out, "IHDR", &chunk);
    for (int y = 0; y < height; y++) {
        const uint8_t *row = rgba + (size_t)y * (size_t)width * 4;
        write_row(&rows, row, y ? row - (size_t)width * 4 : NULL, width);
    }
    chunk.size = 0;
    buf_zlib(&chunk, rows.data, rows.size);
    write_chunk(out, "IDAT", &chunk);
    chunk.size = 0;
    write_chunk(out, "IEND", &chunk);
    buf_free(&chunk);
    buf_free(&rows);
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
