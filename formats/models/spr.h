/* Sprites of Quake (SPR, "IDSP" version 1), decoded and checked. Arrays are owned by the sprite. */
#ifndef FORMATS_MODELS_SPR_H
#define FORMATS_MODELS_SPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/object_id.h"

enum { SPR_VERSION = 1 };

/* Orientation of a sprite in the world. */
enum spr_orientation {
    SPR_PARALLEL_UPRIGHT = 0,
    SPR_FACING_UPRIGHT = 1,
    SPR_PARALLEL = 2,
    SPR_ORIENTED = 3,
    SPR_PARALLEL_ORIENTED = 4
};

struct spr_picture {
    int32_t left; /* left edge relative to the origin, units (right is positive) */
    int32_t up;   /* top edge relative to the origin, units (up is positive) */
    int32_t width;
    int32_t height;
    const uint8_t *pixels; /* width * height palette indices, 255 = transparent */
};

struct spr_group { /* as struct mdl_group */
    uint32_t first;
    uint32_t count;
    const float *intervals;
};

struct spr {
    struct object_id *identity; /* for caches; NULL for one made by hand, which none recognises */
    enum spr_orientation orientation;
    float radius;
    int32_t max_width;
    int32_t max_height;
    bool random_sync;
    uint32_t num_frames; /* groups, as entities number them */
    struct spr_group *frames;
    uint32_t num_pictures;
    struct spr_picture *pictures;
    uint8_t *pixels;
    float *intervals;
};

int spr_read(struct spr *spr, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
void spr_free(struct spr *spr);
uint32_t spr_group_picture(const struct spr_group *group, double time);

#endif
