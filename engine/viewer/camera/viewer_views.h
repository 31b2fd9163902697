/* Several views in the window: how many, which is the main one, their layout. */
#ifndef ENGINE_VIEWER_VIEWER_VIEWS_H
#define ENGINE_VIEWER_VIEWER_VIEWS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/playback/views/view_layout.h"

struct osd_canvas;
struct playback_context;
struct viewer_base;
struct viewer_demo;

struct viewer_views {
    struct view_options options; /* for all demos; `others` as asked for on the command line */
    int told_asked, told_count;  /* what was told of views that are lacking; 0 = nothing */
};

/* 1, 2, 4 views. */
void viewer_cycle_views(struct viewer_views *views, struct viewer_demo *demo,
                        struct viewer_base *base);
/* Makes the view `steps` further on the main one: it is the one that keys act on, that is heard,
 * and that is large in a layout with a large one. */
void viewer_step_view(struct viewer_views *views, struct viewer_demo *demo,
                      struct viewer_base *base, double steps);
/* Makes the view at a point of the canvas the main one. False: it is that already, or there is
 * none. */
bool viewer_click_view(struct viewer_views *views, struct viewer_demo *demo,
                       struct viewer_base *base, int x, int y);
/* All of one size, or one large. */
void viewer_cycle_view_layout(struct viewer_views *views, struct viewer_demo *demo,
                              struct viewer_base *base);

/* True if the player's renderers are made for other views than these; it has these options then. */
bool viewer_changes_views(const struct viewer_views *views, struct playback_context *player);
/* Says once why there are fewer views than asked for. */
void viewer_tell_views(struct viewer_views *views, const struct viewer_demo *demo,
                       struct viewer_base *base);

/* The player whom a key has chosen for the main view is taken from the view that followed it, which
 * gets the one before. before: slot + 1. */
void viewer_exchange_views(struct viewer_demo *demo, uint32_t before);

/* A frame around the main view among views of one size. */
void viewer_draw_view_frame(const struct viewer_demo *demo, const struct osd_canvas *canvas);

#endif
