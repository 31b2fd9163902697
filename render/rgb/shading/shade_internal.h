/* Shared by the files of shading/: wave functions, colour bytes, finite numbers. */
#ifndef RENDER_RGB_SHADING_SHADE_INTERNAL_H
#define RENDER_RGB_SHADING_SHADE_INTERNAL_H

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "formats/base/q3_waves.h"
#include "formats/scripts/q3_shader.h"

/* Cut to a byte; no number is 0. */
static inline uint8_t shade_byte(float value)
{
    const float above = value > 0.0f ? value : 0.0f;
    return (uint8_t)(int32_t)(above < 255.0f ? above : 255.0f);
}

static inline float shade_finite(float value)
{
    return fabsf(value) <= FLT_MAX ? value : 0.0f;
}

/* A wave at a moment, its phase moved on by `ahead`. */
static inline float shade_wave(const struct q3_waves *waves, const struct q3_wave *wave,
                               float ahead, double time)
{
    const double turns = (double)(wave->phase + ahead) + time * (double)wave->frequency;
    return wave->base + q3_wave_value(waves, wave->kind, q3_wave_index(turns)) * wave->amplitude;
}

#endif
