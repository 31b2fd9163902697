/* What the pixels of a frame of Quake show. */
#ifndef TOOLS_COMPARE_KINDS_H
#define TOOLS_COMPARE_KINDS_H

#include <stdint.h>

#include "engine/playback/playback_context.h"
#include "tools/compare/picture.h"

enum pixel_kind {
    KIND_WORLD,
    KIND_MODEL, /* alias models and sprites; particles */
    KIND_LIQUID,
    KIND_SKY,
    KINDS
};

/* Finds the kind of each pixel of the frame that `player` drew last, which is `shown`: the frame is
 * drawn again without models, with other liquids and with another sky, and what differs is of that
 * kind. `kinds` has as many elements as `shown` has pixels. True colour only. Returns 0 or
 * FORMAT_MEMORY. */
int kinds_find(struct playback_context *player, const struct picture *shown,
               uint8_t *kinds) MUST_CHECK;

#endif
