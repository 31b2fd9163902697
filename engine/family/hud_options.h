/* Options of the HUD. Zeroed = defaults. */
#ifndef ENGINE_FAMILY_HUD_OPTIONS_H
#define ENGINE_FAMILY_HUD_OPTIONS_H

#include <stdbool.h>

enum hud_style {
    HUD_OVER,    /* default: status bar over the full-size picture, as current engines draw it
                  */
    HUD_CLASSIC, /* the view ends above the bar, as in the original */
    HUD_HEADUP,  /* figures and icons without a bar: QuakeWorld's own habit */
    HUD_MODERN,  /* only what counts, in the corners, with the ammunition in the middle, */
    HUD_SIDE,    /* or at the right side */
    HUD_STYLES,
    HUD_NONE = HUD_STYLES /* nothing, as scene_options.no_hud */
};
/* Quake III has one style: the first three show all of it, the other two the essentials. */

/* Scores that are asked for: over the picture whatever happens in it. */
enum hud_scores { HUD_SCORES_NONE, HUD_SCORES_PLAYERS, HUD_SCORES_TEAMS };

/* Quake's "viewsize", in steps of 10: at 120 there is no bar, at 110 none with the inventory, below
 * 100 the view gets smaller. */
enum { HUD_VIEW_MIN = 30, HUD_VIEW_USUAL = 100, HUD_VIEW_MAX = 120, HUD_VIEW_STEP = 10 };

enum hud_corner {
    HUD_CORNER_BOTTOM_RIGHT,
    HUD_CORNER_BOTTOM_LEFT,
    HUD_CORNER_TOP_LEFT,
    HUD_CORNER_TOP_RIGHT
};

enum { HUD_CLEAR_ALL = 16, HUD_CLEAR_STEP = 4 };

enum { HUD_CROSSHAIRS = 3 /* none, a plus, eight dots */, HUD_SCALE_MAX = 16 };

struct hud_options {
    enum hud_style style;
    int view_size;      /* HUD_VIEW_*; 0 = default */
    int scale;          /* frame pixels a pixel of the layout; 0 = as fits the frame */
    int crosshair;      /* below HUD_CROSSHAIRS */
    bool own_crosshair; /* crosshair 0 hides Quake III's own crosshair, too */
    enum hud_scores scores;
    bool clock;       /* the match's or the level's, in a corner */
    bool speed;       /* how fast the player moves */
    bool frags;       /* kill feed */
    bool ghosts;      /* how far ahead of ghosts; set for frames with ghosts */
    bool view_name;   /* whom a view shows; set for frames with several views */
    bool keys;        /* the keys that the followed player holds */
    bool team;        /* how the followed player's team mates are, and where */
    bool names;       /* over players' heads, */
    bool see_through; /* also behind walls */
    bool items;       /* timers of powerups, armours and the mega health */
    bool streaks;     /* rows of kills are announced */
    bool radar;       /* the level from above */
    enum hud_corner radar_corner;
    int clear; /* transparency of the status bar's background, sixteenths, 0..HUD_CLEAR_ALL
                */
};

/* Frame pixels per layout pixel, for a frame of that size. */
int hud_options_scale(const struct hud_options *options, int width, int height);

/* Notify lines: the console's last lines at the top, 8 layout pixels apart. */
enum { HUD_NOTIFY_TOP = 4, HUD_NOTIFY_LINES = 4 };
/* Lowest bottom edge of the notify lines, frame pixels; other messages go below. */
int hud_options_notify_bottom(const struct hud_options *options, int width, int height);

/* Side of the radar for a frame of that size, frame pixels. */
int hud_options_radar_side(int width, int height);

/* view_size inside its limits. */
int hud_options_view_size(const struct hud_options *options);

/* The most that `scale` may be in a picture of that size, so that the layout of 320 x 200 fits; at
 * least 1. */
int hud_options_largest_scale(int width, int height);

/* A step of HUD_VIEW_STEP in the direction's sign. */
void hud_options_step_view(struct hud_options *options, double direction);

#endif
