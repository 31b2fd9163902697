/* Fog of the palette renderer: a table from depth to fog level, and for each level a map of the 256
 * colours.
 *
 * A fog belongs to one palette. Its tables depend only on (density, colour, the sky's share), so
 * caching them between frames does not change pictures. */
#ifndef RENDER_PALETTE_FOG_H
#define RENDER_PALETTE_FOG_H

#include "render/palette/kernels/kernels.h"
#include "render/palette/scene_palette.h"

/* Levels from no fog to fog only. Neighbouring greys of the palette are eight levels apart. The
 * dither has the same range: with a smaller range smooth walls show bands. */
enum { FOG_LEVELS = 64 };

/* Fog tables of a frame, read while drawing. */
struct fog_look {
    struct span_fog span;
    const uint8_t *sky; /* the sky's row: it has no depth */
};

struct fog;

/* palette: PALETTE_BYTES. Takes some milliseconds. Returns NULL if out of memory. */
struct fog *fog_create(const uint8_t *palette);
void fog_destroy(struct fog *fog);

bool fog_wanted(const struct palette_scene *scene);
/* Tables for a scene for which fog_wanted is true. Valid until the next call. Not thread-safe. */
const struct fog_look *fog_look(struct fog *fog, const struct palette_scene *scene);

#endif
