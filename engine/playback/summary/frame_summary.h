/* The match summary as a part of frames: a table over the picture, at the timeline's time.
 *
 * What it draws depends on the demo, the time and the frame's size alone: so window, pictures and
 * films have the same. Not thread-safe. */
#ifndef ENGINE_PLAYBACK_SUMMARY_FRAME_SUMMARY_H
#define ENGINE_PLAYBACK_SUMMARY_FRAME_SUMMARY_H

#include "engine/playback/demo_source.h"
#include "engine/playback/summary/match_facts.h"
#include "engine/text/osd.h"
#include "render/renderer.h"

struct frame_summary {   /* of one demo; start from {0}, free with frame_summary_free */
    bool is_shown;       /* in the last frame */
    struct osd_area box; /* if it is: what it covers of it */
    int covered;         /* if it is: rows at the frame's bottom that it leaves free */
    struct match_facts facts;
    struct osd_font font;
    uint32_t *pixels; /* for frame_summary_frame */
    size_t num_pixels;
};

/* Draws it into a frame of that size and sets box. Returns 0 or FORMAT_MEMORY. */
int frame_summary_draw(struct frame_summary *summary, const struct demo_source *source,
                       const struct timeline *timeline, const struct osd_canvas *canvas) MUST_CHECK;
/* Replaces a frame by a copy with the summary, valid until the next call. Returns as above. */
int frame_summary_frame(struct frame_summary *summary, const struct demo_source *source,
                        const struct timeline *timeline, struct render_frame *frame) MUST_CHECK;
void frame_summary_free(struct frame_summary *summary);

#endif
