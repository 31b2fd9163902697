/* Vectors of three floats, as points, directions and rows of matrices.
 *
 * Sums are x + y, + z, each rounded to float: pictures and states rest on that order. */
#ifndef FORMATS_BASE_VEC_H
#define FORMATS_BASE_VEC_H

#include <math.h>

static inline float vec_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline float vec_length(const float v[3])
{
    return sqrtf(vec_dot(v, v));
}

static inline float vec_distance(const float from[3], const float to[3])
{
    const float way[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    return vec_length(way);
}

static inline void vec_cross(const float a[3], const float b[3], float out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Makes v one unit long, unless it has no length; returns how long it was. */
static inline float vec_normalize(float v[3])
{
    const float length = vec_length(v);
    if (length > 0.0f) {
        const float scale = 1.0f / length;
        for (int i = 0; i < 3; i++) {
            v[i] *= scale;
        }
    }
    return length;
}

/* A unit vector perpendicular to v (a unit vector): the axis with the smallest component of v (the
 * first of equals), minus its projection on v, normalised. */
static inline void vec_perpendicular(const float v[3], float out[3])
{
    int least = 0;
    out[0] = out[1] = out[2] = 0.0f;
    for (int i = 1; i < 3; i++) {
        least = fabsf(v[i]) < fabsf(v[least]) ? i : least;
    }
    out[least] = 1.0f;
    const float along = v[least];
    for (int i = 0; i < 3; i++) {
        out[i] -= along * v[i];
    }
    (void)vec_normalize(out);
}

/* v in the coordinates of three axes. */
static inline void vec_to_axes(const float v[3], const float x[3], const float y[3],
                               const float z[3], float out[3])
{
    out[0] = vec_dot(v, x);
    out[1] = vec_dot(v, y);
    out[2] = vec_dot(v, z);
}

#endif
