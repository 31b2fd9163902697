/* Small shared helpers of the built-in pack generator: failure, memory, byte buffers, integer
 * noise, deterministic sine and cosine, and vectors.
 *
 * Nothing here depends on the machine: noise comes from an integer hash, sine and cosine from our
 * own polynomials, and the only libm function used anywhere in the generator is sqrt (exact in IEEE
 * 754). */
#ifndef TOOLS_MKBUILTIN_UTIL_H
#define TOOLS_MKBUILTIN_UTIL_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define MKB_PI 3.14159265358979323846

/* Prints the message to stderr and ends the program with status 1. */
_Noreturn void mkb_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Zeroed memory, never NULL; ends the program when there is none. */
void *mkb_alloc(size_t count, size_t size);
/* Grows *items (element size `size`) so that it holds at least `need` elements. */
void mkb_grow(void **items, int *capacity, int need, size_t size);

/* A growing little-endian byte buffer. Start from {0}; release with buf_free. */
struct buf {
    uint8_t *data;
    size_t size, capacity;
};
void buf_free(struct buf *b);
void buf_bytes(struct buf *b, const void *data, size_t size);
void buf_zero(struct buf *b, size_t size);
void buf_u8(struct buf *b, int value);
void buf_i16(struct buf *b, int value);
void buf_i32(struct buf *b, int value);
void buf_f32(struct buf *b, double value);
void buf_name(struct buf *b, const char *text, size_t width);
void buf_align(struct buf *b, size_t alignment);
/* Appends a zlib stream of data, compressed as well as zlib can. */
void buf_zlib(struct buf *b, const void *data, size_t size);
void buf_patch_i32(struct buf *b, size_t offset, int value);

/* Integer noise: hash of three integers, and the same as a number in [0, 1). */
uint32_t noise_hash(int x, int y, int seed);
double noise_unit(int x, int y, int seed);
/* Smooth value noise in [0, 1) that tiles every `period` cells; cell size 1. */
double noise_smooth(double x, double y, int period_x, int period_y, int seed);
/* Sum of `octaves` of smooth noise, tiling, in [0, 1). */
double noise_fractal(double x, double y, int period_x, int period_y, int octaves, int seed);

double mkb_sin(double radians);
double mkb_cos(double radians);
double mkb_atan2(double y, double x);
double mkb_floor(double x);
static inline double mkb_abs(double x)
{
    return x < 0 ? -x : x;
}
static inline double mkb_min(double a, double b)
{
    return a < b ? a : b;
}
static inline double mkb_max(double a, double b)
{
    return a > b ? a : b;
}
static inline double mkb_clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}
static inline double mkb_mix(double a, double b, double f)
{
    return a + (b - a) * f;
}
/* 0 below `low`, 1 above `high`, smooth between. */
double mkb_step(double low, double high, double x);

struct vec3 {
    double x, y, z;
};
static inline struct vec3 v_make(double x, double y, double z)
{
    struct vec3 r = {x, y, z};
    return r;
}
static inline struct vec3 v_add(struct vec3 a, struct vec3 b)
{
    return v_make(a.x + b.x, a.y + b.y, a.z + b.z);
}
static inline struct vec3 v_sub(struct vec3 a, struct vec3 b)
{
    return v_make(a.x - b.x, a.y - b.y, a.z - b.z);
}
static inline struct vec3 v_scale(struct vec3 a, double s)
{
    return v_make(a.x * s, a.y * s, a.z * s);
}
static inline double v_dot(struct vec3 a, struct vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline struct vec3 v_cross(struct vec3 a, struct vec3 b)
{
    return v_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double v_length(struct vec3 a)
{
    return sqrt(v_dot(a, a));
}
static inline struct vec3 v_unit(struct vec3 a)
{
    double length = v_length(a);
    return length > 0 ? v_scale(a, 1 / length) : a;
}
static inline struct vec3 v_mix(struct vec3 a, struct vec3 b, double f)
{
    return v_add(a, v_scale(v_sub(b, a), f));
}
/* Component 0, 1 or 2. */
static inline double v_get(struct vec3 a, int axis)
{
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

#endif
