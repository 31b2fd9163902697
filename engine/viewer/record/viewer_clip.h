/* Parts of the open demo saved as demos, by keys: from here to here, the A-B loop, or the last
 * seconds. They are cut at once (engine/edit/edit_cut.h), in the folder of saved_name.h, and
 * replace no file. Main thread only. */
#ifndef ENGINE_VIEWER_RECORD_VIEWER_CLIP_H
#define ENGINE_VIEWER_RECORD_VIEWER_CLIP_H

#include <stdbool.h>

struct viewer_base;
struct viewer_demo;

struct viewer_clip {
    bool begun; /* a part of the open demo was started, at `begin` */
    double begin;
};

/* The clip key: starts a part at the current time, or ends it (before or after its start) and saves
 * it. Without a started part an A-B loop is saved at once. */
void viewer_save_clip(struct viewer_clip *clip, const struct viewer_demo *demo,
                      struct viewer_base *base);
/* Saves the seconds up to the current time. */
void viewer_save_last(const struct viewer_demo *demo, struct viewer_base *base, double seconds);
/* Ends a started part and saves it. Call it before another demo is opened. */
void viewer_end_clip(struct viewer_clip *clip, const struct viewer_demo *demo,
                     struct viewer_base *base);

#endif
