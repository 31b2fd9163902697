/* The numbers box: what is played, where the play head is, how the followed player moves and is,
 * and how the pictures come. */
#ifndef ENGINE_VIEWER_OVERLAY_STATS_OVERLAY_H
#define ENGINE_VIEWER_OVERLAY_STATS_OVERLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_body.h"
#include "engine/viewer/scale/frame_stats.h"
#include "engine/viewer/scale/picture_fit.h"
#include "render/light.h"

struct stats_overlay { /* strings are borrowed */
    const char *demo, *level;
    const char *followed; /* followed player; "" if there is only one view */
    double time;          /* demo time, seconds */
    uint32_t update, block;
    double clock;          /* the server's, seconds; negative = the demo does not tell it */
    bool flies;            /* the view is a free camera, not a player's */
    float origin[3];       /* of the view, units */
    float angles[3];       /* pitch, yaw, roll, degrees */
    struct demo_body body; /* of the followed player */
    struct frame_stats_figures frame_stats;
    double refresh_rate; /* screen refreshes per second */
    struct picture_fit fit;
    bool auto_scale;
    int threads;
    struct render_light light;
    int sound_rate;      /* samples per second of the device; 0 = no device */
    unsigned sound_gaps; /* underruns: samples were late */
    unsigned key_frames;
    double key_frame_megabytes;
    uint64_t state_hash;
};

enum { STATS_OVERLAY_TEXT = 1280 };

/* Lines for osd_message, without a trailing line end. */
void stats_overlay_text(const struct stats_overlay *numbers, char text[STATS_OVERLAY_TEXT]);

#endif
