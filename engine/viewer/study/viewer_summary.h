/* The match summary over the picture: by a key at any time, or by itself at the demo's end. */
#ifndef ENGINE_VIEWER_STUDY_VIEWER_SUMMARY_H
#define ENGINE_VIEWER_STUDY_VIEWER_SUMMARY_H

#include "engine/playback/summary/match_facts.h"
#include "engine/text/osd.h"

struct viewer_base;
struct viewer_demo;

struct viewer_summary { /* start from {0}; viewer_close_summary */
    bool shown;         /* the key asked for it */
    struct match_facts facts;
};

/* Asked for, or the end is reached and the options want it there. */
bool viewer_summary_is_shown(const struct viewer_summary *summary, const struct viewer_demo *demo,
                             const struct viewer_base *base);
/* Draws it between two rows, at the play head. Nothing if memory ran out. */
void viewer_draw_summary(struct viewer_summary *summary, const struct viewer_demo *demo,
                         const struct osd_canvas *canvas, int top, int bottom);
/* The demo is left: its facts are forgotten. */
void viewer_close_summary(struct viewer_summary *summary);

#endif
