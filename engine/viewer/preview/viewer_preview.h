/* The small picture over the seek bar of the moment under the mouse. */
#ifndef ENGINE_VIEWER_PREVIEW_VIEWER_PREVIEW_H
#define ENGINE_VIEWER_PREVIEW_VIEWER_PREVIEW_H

#include "engine/text/osd.h"
#include "engine/viewer/overlay/seek_bar.h"
#include "engine/viewer/preview/preview.h"

struct viewer_base;
struct viewer_demo;

struct viewer_preview {      /* start from {0} */
    struct preview *preview; /* of the open demo; NULL = not asked for yet, or it cannot be had */
    int width, height;       /* of its pictures */
    uint32_t *pixels;        /* owned; width * height */
    bool failed;             /* it could not begin: not tried again for this demo */
};

/* Draws the picture over the bar while the mouse rests on the rail, once it is there; asks for it.
 */
void viewer_draw_preview(struct viewer_preview *preview, const struct viewer_demo *demo,
                         const struct seek_bar *bar, const struct osd_canvas *canvas);
/* Has the window drawn again when a picture has come. */
void viewer_follow_preview(struct viewer_preview *preview, struct viewer_base *base);
/* Another demo is going to be open, or the window closes. */
void viewer_end_preview(struct viewer_preview *preview);

#endif
