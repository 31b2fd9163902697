#include "assets/quake3/fog_density.h"

#include <math.h>

static const float HALF_TEXEL = 1.0f / 512.0f;
/* Rows of the picture: its first one inside, the range of depth, and so deep that all counts. */
static const float OUTSIDE = 1.0f / 32.0f, RANGE = 30.0f / 32.0f, DEEP = 31.0f / 32.0f;

float q3_fog_density(float s, float t)
{
    float thick = s - HALF_TEXEL;
    if (!(thick >= 0.0f && t >= OUTSIDE)) {
        return 0.0f;
    }
    if (t < DEEP) {
        thick *= (t - OUTSIDE) / RANGE;
    }
    thick *= 8.0f;
    const int step = (int)(255.0f * (thick < 1.0f ? thick : 1.0f));
    return sqrtf((float)step / 255.0f);
}
