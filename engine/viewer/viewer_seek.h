/* Going to places of the demo: updates, events, levels, marks, shares. Amounts as enum action has
 * them. */
#ifndef ENGINE_VIEWER_VIEWER_SEEK_H
#define ENGINE_VIEWER_VIEWER_SEEK_H

#include <stdbool.h>

#include "engine/options/options.h"
#include "engine/viewer/keys/event_filter.h"

struct viewer_base;
struct viewer_demo;
struct viewer_sound;

/* How the keys for events land. */
struct viewer_landing {
    double lead;          /* seconds before the event */
    enum event_eyes eyes; /* who sees a frag */
};

/* As the options or the settings have it. */
void viewer_begin_landing(struct viewer_landing *landing, const struct viewer_base *base);
/* The next lead, or the next eyes; remembered. */
void viewer_cycle_lead(struct viewer_landing *landing, struct viewer_base *base);
void viewer_cycle_eyes(struct viewer_landing *landing, struct viewer_base *base);

void viewer_step_updates(struct viewer_demo *demo, struct viewer_sound *sound, double amount);
void viewer_step_frames(struct viewer_demo *demo, struct viewer_sound *sound, double amount);
void viewer_seek_event(struct viewer_demo *demo, struct viewer_base *base, enum event_filter filter,
                       const struct viewer_landing *landing, double amount);
void viewer_cycle_filter(enum event_filter *filter, struct viewer_base *base);
void viewer_seek_level(struct viewer_demo *demo, struct viewer_base *base, double amount);
void viewer_seek_percent(struct viewer_demo *demo, const struct viewer_base *base, double percent);

#endif
