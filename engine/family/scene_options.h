/* Picture options common to all demo families. */
#ifndef ENGINE_FAMILY_SCENE_OPTIONS_H
#define ENGINE_FAMILY_SCENE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/camera.h"
#include "engine/family/demo_call.h"
#include "engine/family/demo_ghost.h"
#include "engine/family/demo_items.h"
#include "engine/family/hud_options.h"

/* Tints of the screen, numbered as in palette_scene.blends. */
enum scene_blend {
    SCENE_BLEND_LIQUID,
    SCENE_BLEND_DAMAGE,
    SCENE_BLEND_PICKUP,
    SCENE_BLEND_POWERUP,
    SCENE_BLENDS,
    SCENE_BLENDS_ALL = (1 << SCENE_BLENDS) - 1 /* bits of all */
};

/* Colours of players that replace their own: Quake's, and the same in red, green and blue, for
 * pictures without its palette. */
struct scene_color {
    bool set;
    bool free;               /* any: given as rgb; shirt and trousers are the nearest ones */
    uint8_t shirt, trousers; /* 0..SCENE_COLORS - 1 */
    uint8_t shirt_rgb[3], trousers_rgb[3];
};
enum { SCENE_COLORS = 14 };

/* Numbers below SCENE_COLORS. */
struct scene_color scene_color_of_numbers(uint8_t shirt, uint8_t trousers);
/* 0xRRGGBB. */
struct scene_color scene_color_of_rgb(uint32_t shirt, uint32_t trousers);

struct scene_options {
    int width, height; /* frame size, pixels: HUD scale and field of view depend on it */
    int covered; /* rows at the bottom covered by the seek bar: the status bar is above them */
    float fov;   /* degrees across a 4:3 picture as Quake takes it; 90 */
    bool no_view_model;
    bool no_hud; /* no status bar, console lines, centre prints; the view is all of the frame */
    struct hud_options hud;
    bool no_particles;
    bool no_bob;            /* Quake III: the view does not nod at each step */
    bool no_effects;        /* Quake III: no effects of events and powerups */
    bool no_marks;          /* Quake III: of that no decals on walls */
    bool no_dlights;        /* Quake III: of that no dynamic lights */
    bool no_shadows;        /* Quake III: of that no shadows below players and no wakes */
    bool no_kicks;          /* Quake: damage does not turn the view */
    bool no_punch;          /* Quake: weapons do not turn it */
    bool true_color;        /* Quake: for a picture in true colour */
    bool air_bob;           /* NetQuake: the view bobs in the air, too */
    uint32_t hidden_blends; /* Quake: tints of the screen that are not shown, 1 << scene_blend */
    bool lerp_models;       /* frames of models run into each other */
    bool lerp_lightstyles;  /* Quake: and the letters of light styles */
    bool lerp_steps;        /* and what moves in steps moves between them */
    bool no_fog;
    bool no_skybox;       /* the map's own sky instead */
    bool no_replacements; /* Quake: the level's own textures and skins in true colour */
    bool outlines;        /* Quake: texts over the world have an outline */
    bool own_water_alpha; /* water_alpha replaces the map's value */
    float water_alpha;    /* opacity of all liquids, 0..1, in whole tenths */
    /* Of the followed player and its team; and of all others. Quake III shows the red and the
     * blue skin for Quake's red (4) and blue (13) shirts, others as a bright plain skin. */
    struct scene_color team_color, enemy_color;
    /* Player to follow: 0 = the recorder (.mvd: the first player), else slot follow - 1. A player
     * who is not in the current update cannot be followed: 0 is used. */
    uint32_t follow;
    struct camera camera;
    const char *view_name; /* of a frame's several views: whom this one shows; borrowed for one
                              frame; NULL if hud.view_name is false */
    const struct demo_ghost *ghosts; /* borrowed for one frame; NULL if num_ghosts is 0 */
    uint32_t num_ghosts;
    const struct demo_call *calls; /* borrowed for one frame; NULL if num_calls is 0 */
    uint32_t num_calls;
    const struct demo_call *flags; /* what happened to flags, oldest first; likewise */
    uint32_t num_flags;
    const struct demo_item_wait *items; /* borrowed for one frame; NULL if num_items is 0 */
    uint32_t num_items;
};

/* Degrees across the frame: the field of view is given for 4:3, other shapes keep the height of the
 * view. */
float scene_options_fov(const struct scene_options *options);

/* The colour of a player of the followed player's team, or of an enemy. */
static inline const struct scene_color *scene_options_color(const struct scene_options *options,
                                                            bool is_mate)
{
    return is_mate ? &options->team_color : &options->enemy_color;
}

/* True if any HUD element is drawn. */
bool scene_options_have_hud(const struct scene_options *options);

#endif
