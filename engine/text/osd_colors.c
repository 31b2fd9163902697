#include "engine/text/osd_colors.h"

#include <math.h>

enum { WHITE = 0xffffff, LIGHTER_STEPS = 16 };

static const struct {
    uint32_t color, alpha;
} grounds[OSD_NUM_GROUNDS] = {
#define OSD_GROUND(name, color, alpha) {color, alpha},
    OSD_GROUNDS(OSD_GROUND)
#undef OSD_GROUND
};

static uint32_t channel_of(uint32_t color, int i)
{
    return color >> (16 - 8 * i) & 255;
}

/* part: 0 = a .. most = b */
static uint32_t mix_colors(uint32_t a, uint32_t b, uint32_t part, uint32_t most)
{
    uint32_t mixed = 0;
    for (int i = 0; i < 3; i++) {
        const uint32_t channel =
            (channel_of(a, i) * (most - part) + channel_of(b, i) * part + most / 2) / most;
        mixed = mixed << 8 | channel;
    }
    return mixed;
}

static double luminance_of(uint32_t color)
{
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double c = channel_of(color, i) / 255.0;
        sum += weights[i] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double osd_contrast(uint32_t a, uint32_t b)
{
    const double one = luminance_of(a), other = luminance_of(b);
    return (fmax(one, other) + 0.05) / (fmin(one, other) + 0.05);
}

uint32_t osd_lightest_ground(enum osd_ground ground)
{
    return mix_colors(WHITE, grounds[ground].color, grounds[ground].alpha, 255);
}

uint32_t osd_readable(uint32_t color, enum osd_ground ground)
{
    const uint32_t behind = osd_lightest_ground(ground);
    uint32_t lighter = color & WHITE;
    for (uint32_t i = 1; i <= LIGHTER_STEPS && osd_contrast(lighter, behind) < OSD_CONTRAST_LEAST;
         i++) {
        lighter = mix_colors(color, WHITE, i, LIGHTER_STEPS);
    }
    return lighter;
}
