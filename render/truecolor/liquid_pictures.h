/* Liquids in true colour: pictures that are warped anew in each frame, and then mapped as other
 * textures are, 128 units of the world to a picture.
 *
 * Source: QuakeSpasm's gl_warp.c (R_UpdateWarpTextures). A grid of 8 x 8 quadrangles shows the
 * liquid's texture twice across and twice down; its points are moved by sines of an eighth of the
 * texture, a turn of which takes 2 pi seconds. */
#ifndef RENDER_TRUECOLOR_LIQUID_PICTURES_H
#define RENDER_TRUECOLOR_LIQUID_PICTURES_H

#include <stdbool.h>

#include "assets/texture.h"
#include "formats/base/error.h"
#include "render/rgb/raster/raster.h"

enum {
    LIQUID_PICTURES = 32, /* of a frame; further liquids stand still */
    LIQUID_PICTURE_MOST =
        512 /* side, texels; halved until it is no longer than the world's sides */
};

struct liquid_pictures {
    enum rgb_filter filter;
    struct thread_pool *pool; /* borrowed */
    struct raster *raster;    /* draws one picture after the other; NULL: none was needed yet */
    int side;
    struct liquid_picture {
        const struct texture *source; /* borrowed; NULL: free */
        struct texture *warped;
        bool shown; /* in this frame */
    } pictures[LIQUID_PICTURES];
};

/* For worlds of width x height pixels. The threads are borrowed. */
struct liquid_pictures liquid_pictures_of(int width, int height, enum rgb_filter filter,
                                          struct thread_pool *pool);
void liquid_pictures_free(struct liquid_pictures *pictures);

/* Forgets what the frame before has shown. */
void liquid_pictures_begin_frame(struct liquid_pictures *pictures);
/* *warped: the picture of a liquid's texture, which liquid_pictures_draw fills in; or `source`, if
 * there are too many. Valid until the next frame begins. Returns 0 or FORMAT_MEMORY. Not
 * thread-safe. */
int liquid_pictures_get(struct liquid_pictures *pictures, const struct texture *source,
                        const struct texture **warped) MUST_CHECK;
/* Warps the pictures of this frame. time: seconds. Returns 0 or FORMAT_MEMORY. */
int liquid_pictures_draw(struct liquid_pictures *pictures, double time) MUST_CHECK;

#endif
