/* The match summary over the picture: by a key at any time, or by itself at the demo's end. */
#ifndef ENGINE_VIEWER_STUDY_VIEWER_SUMMARY_H
#define ENGINE_VIEWER_STUDY_VIEWER_SUMMARY_H

#include <stdbool.h>

struct viewer_base;
struct viewer_demo;

struct viewer_summary {
    bool shown; /* it is asked for */
};

/* Asked for, or the end is reached and the options want it there. */
bool viewer_summary_is_shown(const struct viewer_summary *summary, const struct viewer_demo *demo,
                             const struct viewer_base *base);

#endif
