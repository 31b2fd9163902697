/* Fog in the palette look: a table from depth to level, and for each level what becomes of the 256
 * colours.
 *
 * A fog is made for a palette. Its tables follow from (density, colour, the sky's share) alone:
 * what is kept from frame to frame does not show. */
#ifndef RENDER_PALETTE_FOG_H
#define RENDER_PALETTE_FOG_H

#include "render/palette/kernels/kernels.h"
#include "render/palette/scene_palette.h"

/* Steps from clear to fog alone. The palette's greys are eight of these steps apart, which is also
 * the dither's range: with a smaller one, smooth walls show bands. */
enum { FOG_LEVELS = 64 };

/* Fog tables of a frame, read while drawing. */
struct fog_look {
    struct span_fog span;
    const uint8_t *sky; /* the sky's row: it has no depth */
};

struct fog;

/* palette: PALETTE_BYTES. NULL when memory ran out. Takes some milliseconds. */
struct fog *fog_create(const uint8_t *palette);
void fog_destroy(struct fog *fog);

bool fog_wanted(const struct palette_scene *scene);
/* The tables for a scene that wants fog; they stay until the next call. Not thread-safe. */
const struct fog_look *fog_look(struct fog *fog, const struct palette_scene *scene);

#endif
