/* Going to places of the demo: updates, events, levels, marks, shares. Amounts as enum action has
 * them. */
#ifndef ENGINE_VIEWER_VIEWER_SEEK_H
#define ENGINE_VIEWER_VIEWER_SEEK_H

#include <stdbool.h>

#include "engine/viewer/keys/event_filter.h"

struct viewer;

void viewer_step_updates(struct viewer *viewer, double amount);
void viewer_step_frames(struct viewer *viewer, double amount);
void viewer_seek_event(struct viewer *viewer, enum event_filter filter, double amount);
void viewer_cycle_filter(struct viewer *viewer);
void viewer_seek_level(struct viewer *viewer, double amount);
void viewer_seek_percent(struct viewer *viewer, double percent);
void viewer_change_mark(struct viewer *viewer, bool add);

#endif
