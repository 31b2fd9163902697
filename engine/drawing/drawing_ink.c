#include "engine/drawing/drawing_ink.h"

static const uint32_t values[DRAWING_ROLES][2] = {
#define DRAWING_VALUES(NAME, light, dark) {light, dark},
    DRAWING_INKS(DRAWING_VALUES)
#undef DRAWING_VALUES
};

struct drawing_ink drawing_role(enum drawing_role role)
{
    return drawing_pair(values[role][0], values[role][1]);
}

struct drawing_ink drawing_series(uint32_t number)
{
    return drawing_role((enum drawing_role)(DRAWING_SERIES_0 + number % DRAWING_SERIES));
}

struct drawing_ink drawing_pair(uint32_t light, uint32_t dark)
{
    return (struct drawing_ink){light, dark, 255};
}

struct drawing_ink drawing_faded(struct drawing_ink ink, uint8_t opacity)
{
    ink.opacity = opacity;
    return ink;
}

static uint32_t mix_channels(uint32_t a, uint32_t b, uint32_t share)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t from = a >> shift & 255u, to = b >> shift & 255u;
        mixed |= (from * (255u - share) + to * share + 127u) / 255u << shift;
    }
    return mixed;
}

struct drawing_ink drawing_mixed(struct drawing_ink a, struct drawing_ink b, uint8_t share)
{
    return (struct drawing_ink){
        .light = mix_channels(a.light, b.light, share),
        .dark = mix_channels(a.dark, b.dark, share),
        .opacity = (uint8_t)mix_channels(a.opacity, b.opacity, share),
    };
}
