#include "tools/mkbuiltin/util.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/bytes.h"
#include "formats/base/deflate.h"

void mkb_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("mkbuiltin: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(1);
}

void *mkb_alloc(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size ? size : 1);
    if (!p) {
        mkb_fail("out of memory");
    }
    return p;
}

void mkb_grow(void **items, int *capacity, int need, size_t size)
{
    size_t room = (size_t)*capacity;
    if (array_reserve(items, &room, (size_t)need, size) < 0) {
        mkb_fail("out of memory");
    }
    *capacity = (int)room;
}

void buf_free(struct buf *b)
{
    free(b->data);
    b->data = NULL;
    b->size = b->capacity = 0;
}

static uint8_t *buf_reserve(struct buf *b, size_t size)
{
    if (array_reserve(&b->data, &b->capacity, b->size + size, 1) < 0) {
        mkb_fail("out of memory");
    }
    uint8_t *at = b->data + b->size;
    b->size += size;
    return at;
}

void buf_bytes(struct buf *b, const void *data, size_t size)
{
    if (size) {
        memcpy(buf_reserve(b, size), data, size);
    }
}

void buf_zero(struct buf *b, size_t size)
{
    if (size) {
        memset(buf_reserve(b, size), 0, size);
    }
}

void buf_u8(struct buf *b, int value)
{
    *buf_reserve(b, 1) = (uint8_t)(value & 255);
}

void buf_i16(struct buf *b, int value)
{
    buf_u8(b, value);
    buf_u8(b, value >> 8);
}

void buf_i32(struct buf *b, int value)
{
    buf_i16(b, value);
    buf_i16(b, value >> 16);
}

void buf_f32(struct buf *b, double value)
{
    float f = (float)value;
    int32_t bits;
    memcpy(&bits, &f, sizeof bits);
    buf_i32(b, bits);
}

void buf_name(struct buf *b, const char *text, size_t width)
{
    size_t length = strlen(text);
    if (length >= width) {
        mkb_fail("name too long: %s", text);
    }
    buf_bytes(b, text, length);
    buf_zero(b, width - length);
}

void buf_align(struct buf *b, size_t alignment)
{
    buf_zero(b, (alignment - b->size % alignment) % alignment);
}

void buf_zlib(struct buf *b, const void *data, size_t size)
{
    struct byte_writer packed = {0};
    if (deflate_zlib(&packed, data, size, DEFLATE_BEST) < 0) {
        mkb_fail("cannot compress %zu bytes", size);
    }
    buf_bytes(b, packed.data, packed.size);
    byte_writer_free(&packed);
}

void buf_patch_i32(struct buf *b, size_t offset, int value)
{
    for (size_t i = 0; i < 4; i++) {
        b->data[offset + i] = (uint8_t)((value >> (8 * (int)i)) & 255);
    }
}

uint32_t noise_hash(int x, int y, int seed)
{
    uint32_t h =
        (uint32_t)x * 0x9e3779b1u ^ (uint32_t)y * 0x85ebca77u ^ (uint32_t)seed * 0xc2b2ae3du;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return h;
}

double noise_unit(int x, int y, int seed)
{
    return (double)(noise_hash(x, y, seed) >> 8) / 16777216.0;
}

static int wrap(int value, int period)
{
    int r = value % period;
    return r < 0 ? r + period : r;
}

double noise_smooth(double x, double y, int period_x, int period_y, int seed)
{
    double fx = mkb_floor(x);
    double fy = mkb_floor(y);
    int x0 = wrap((int)fx, period_x);
    int y0 = wrap((int)fy, period_y);
    int x1 = wrap(x0 + 1, period_x);
    int y1 = wrap(y0 + 1, period_y);
    double u = x - fx;
    double v = y - fy;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    double top = mkb_mix(noise_unit(x0, y0, seed), noise_unit(x1, y0, seed), u);
    double bottom = mkb_mix(noise_unit(x0, y1, seed), noise_unit(x1, y1, seed), u);
    return mkb_mix(top, bottom, v);
}

double noise_fractal(double x, double y, int period_x, int period_y, int octaves, int seed)
{
    double sum = 0;
    double weight = 0.5;
    double total = 0;
    for (int i = 0; i < octaves; i++) {
        sum += weight * noise_smooth(x, y, period_x, period_y, seed + i * 17);
        total += weight;
        weight *= 0.5;
        x *= 2;
        y *= 2;
        period_x *= 2;
        period_y *= 2;
    }
    return total > 0 ? sum / total : 0;
}

double mkb_floor(double x)
{
    double t = (double)(int64_t)x;
    return t > x ? t - 1 : t;
}

/* Sine on [-pi/2, pi/2] by its series; the error is below 1e-11, far under every use here. */
static double sin_core(double x)
{
    double s = x * x;
    return x *
           (1 + s * (-1.0 / 6 +
                     s * (1.0 / 120 + s * (-1.0 / 5040 +
                                           s * (1.0 / 362880 + s * (-1.0 / 39916800 +
                                                                    s * (1.0 / 6227020800.0)))))));
}

double mkb_sin(double radians)
{
    double turns = radians / (2 * MKB_PI);
    double x = (turns - mkb_floor(turns + 0.5)) * (2 * MKB_PI);
    if (x > MKB_PI / 2) {
        x = MKB_PI - x;
    } else if (x < -MKB_PI / 2) {
        x = -MKB_PI - x;
    }
    return sin_core(x);
}

double mkb_cos(double radians)
{
    return mkb_sin(radians + MKB_PI / 2);
}

/* Arc tangent of 0..1 after two half-angle reductions. */
static double atan_core(double x)
{
    int doublings = 2;
    for (int i = 0; i < doublings; i++) {
        x = x / (1 + sqrt(1 + x * x));
    }
    double s = x * x;
    double r = x * (1 + s * (-1.0 / 3 + s * (1.0 / 5 + s * (-1.0 / 7 + s * (1.0 / 9 - s / 11)))));
    return r * 4;
}

double mkb_atan2(double y, double x)
{
    double ax = mkb_abs(x);
    double ay = mkb_abs(y);
    if (ax == 0 && ay == 0) {
        return 0;
    }
    double a = ax >= ay ? atan_core(ay / ax) : MKB_PI / 2 - atan_core(ax / ay);
    if (x < 0) {
        a = MKB_PI - a;
    }
    return y < 0 ? -a : a;
}

double mkb_step(double low, double high, double x)
{
    double f = mkb_clamp((x - low) / (high - low), 0, 1);
    return f * f * (3 - 2 * f);
}
