/* Look, light and scale of the picture: keys and saved settings. */
#ifndef ENGINE_VIEWER_VIEWER_PICTURE_H
#define ENGINE_VIEWER_VIEWER_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/viewer/scale/auto_scale.h"
#include "engine/viewer/scale/frame_stats.h"
#include "engine/viewer/scale/picture_fit.h"
#include "engine/viewer/scale/picture_zoom.h"
#include "render/light.h"
#include "render/look.h"

struct viewer;
struct viewer_base;
struct viewer_demo;
struct window;

struct viewer_picture {
    enum render_look look; /* of Quake's worlds */
    struct render_light light;
    int scale; /* chosen scale, 1..PICTURE_SCALES; 0 = automatic */
    struct auto_scale auto_scale;
    int auto_width, auto_height; /* window size when auto_scale started */
    struct picture_fit
        fit; /* fit of the last picture; mouse and overlay use its canvas coordinates */
    struct frame_stats frame_stats;
    struct picture_zoom zoom;
    uint32_t hidden_blends; /* as in struct scene_options */
    bool hide_ghosts;
    bool quake3;     /* light is for Quake III */
    bool overbright; /* of demos that are opened: as in struct playback_options */
    bool moved;      /* the demo was playing when the last picture was drawn */
};

/* Sets look, light and scale from options, else from settings. */
void viewer_begin_picture(struct viewer_picture *picture, const struct viewer_base *base);
/* Selects the light settings for the open demo's renderer. */
void viewer_follow_light(struct viewer_picture *picture, const struct viewer_base *base,
                         const struct viewer_demo *demo);
/* Change the light, show the new value, save it. */
void viewer_change_gamma(struct viewer_picture *picture, struct viewer_base *base, double amount);
void viewer_change_contrast(struct viewer_picture *picture, struct viewer_base *base,
                            double amount);
void viewer_reset_light(struct viewer_picture *picture, struct viewer_base *base);
/* Exact, true colour, faithful, with the light that each had last. The next picture has it. */
void viewer_cycle_look(struct viewer *viewer);
/* Opens a Quake III demo again at its time: its level is lit for the other kind of screen. */
void viewer_toggle_overbright(struct viewer *viewer);
/* 1, 2 and so on, auto. */
void viewer_cycle_scale(struct viewer_picture *picture, struct viewer_base *base);
/* Quake's tints of the screen: all, all but one kind in turn, none. */
void viewer_cycle_tints(struct viewer_picture *picture, struct viewer_base *base);
void viewer_toggle_ghosts(struct viewer_picture *picture, const struct viewer_demo *demo,
                          struct viewer_base *base);
/* Enlarges the picture around the mouse: on and off, or, if it is on, by so many steps. */
void viewer_zoom(struct viewer_picture *picture, struct viewer_base *base, double steps);
/* The scale for a window of that size: the chosen one, or auto_scale's. */
int viewer_scale(struct viewer_picture *picture, int width, int height);
/* Adds a frame that was shown at `now`, `interval` s after the previous one. */
void viewer_follow_scale(struct viewer_picture *picture, const struct window *window, double now,
                         const struct frame_cost *cost, double interval);

#endif
