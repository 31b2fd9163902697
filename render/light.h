/* Gamma and contrast of the drawn frame: the last step of drawing, a table of 256 levels applied to
 * red, green and blue. */
#ifndef RENDER_LIGHT_H
#define RENDER_LIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "render/look.h"

struct render_light { /* zeroed: as drawn */
    double gamma;     /* an exponent: 1 = as drawn, less is brighter */
    double contrast;  /* a factor: 1 = as drawn */
};

/* The ranges that players know from today's Quake engines. */
#define RENDER_GAMMA_MIN 0.3
#define RENDER_GAMMA_MAX 3.0
#define RENDER_CONTRAST_MIN 1.0
#define RENDER_CONTRAST_MAX 3.0

/* As drawn: what comparisons, hashes and measurements want. */
struct render_light render_light_plain(void);

/* The default on screens and in films. The faithful look is as drawn. The exact one
 * has gamma 0.7: Quake's levels were lit for the tubes of their time in a dark room. Of seven demos
 * in LibreQuake's levels, five moments each, the mean brightness is 20 to 33 of 255 as drawn, and
 * 27 to 62 % of the pixels lie below 16, which look black on a flat screen by day; with
 * 0.7 it is 39 to 56, and 2 to 18 %. With 0.5, as far as the original's menu goes, black itself is
 * grey (11) and the few shades of dark textures become speckles. True colour has the same: of six
 * demos, five moments each, the mean is 19 to 32 as drawn, and 16 to 51 % lie below 16; with 0.7 it
 * is 38 to 57, and 1 to 14 %, as bright as the exact look, so that stepping from one to the other
 * changes no brightness. */
struct render_light render_light_for_watching(enum render_look look);

bool render_light_is_plain(const struct render_light *light);
/* Clamps both values to their ranges; 0 becomes 1. */
struct render_light render_light_limited(struct render_light light);

/* The level on the screen of each level drawn: times contrast, limited to 255, then the original's
 * gamma. Rising; plain light gives each level itself. light inside the limits. */
void render_light_table(const struct render_light *light, uint8_t table[256]);
/* Pixels 0x00RRGGBB through such a table. to and from may be the same. */
void render_light_row(const uint8_t table[256], uint32_t *to, const uint32_t *from, int width);

#endif
