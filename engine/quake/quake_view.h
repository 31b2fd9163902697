/* View effects shared by Quake and QuakeWorld: bob, roll, kicks, stair smoothing, view model,
 * colour shifts.
 *
 * Source: WinQuake's view.c, which QuakeWorld's follows. Sums are computed in its order and
 * precision, so that with equal numbers the camera is equal to the last bit. Plain values in and
 * out; the states carry what a client keeps from frame to frame. Angles in degrees, distances in
 * Quake units, times in seconds. */
#ifndef ENGINE_QUAKE_QUAKE_VIEW_H
#define ENGINE_QUAKE_QUAKE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "render/palette/scene_palette.h"

/* Colour shifts fade by this many percent per second. */
#define QUAKE_DAMAGE_FADE 150.0
#define QUAKE_BONUS_FADE 100.0

/* The player's view at a time. */
struct quake_view {
    float origin[3];
    float angles[3];
    bool has_weapon;        /* alive, in the game, not invisible */
    float weapon_origin[3]; /* position of the view model */
    float weapon_angles[3];
    /* Start of the chase camera: eye position and angles without bob, roll, kicks and punch. */
    bool is_followable; /* not at the end of a level, nor a mere camera without a model */
    float plain_origin[3];
    float plain_angles[3];
};

/* Idle swaying, by pitch, yaw and roll (v_idlescale, v_ipitch_cycle, v_ipitch_level and so on).
 * Part of client states: no padding. */
struct quake_idle {
    float scale;    /* 0 = none */
    float cycle[3]; /* radians per second */
    float level[3]; /* degrees, times scale */
};
extern const struct quake_idle quake_idle_default;

/* Being hit. Part of client states: no padding. */
struct quake_damage {
    double time; /* the kick fades from then; a time long ago = none */
    float roll;  /* the kick's roll at its start, degrees */
    float pitch;
    uint8_t color[4]; /* flash colour: red, green, blue, 0 */
    uint32_t reserved;
};

/* V_ParseDamage: kick and colour of a hit at `time`. from: origin of the damage relative to the
 * player; angles: the player's (pitch as entities have it). Returns the percent to add to the
 * flash, whose total is at most QUAKE_MAX_DAMAGE_FLASH. */
enum { QUAKE_MAX_DAMAGE_FLASH = 150 };
float quake_take_damage(struct quake_damage *damage, double time, uint32_t armor, uint32_t blood,
                        const float from[3], const float angles[3]);

/* V_CalcBob's wave. */
float quake_bob(const float velocity[3], double time);
/* V_CalcRoll: how far moving sideways leans. */
float quake_roll(const float angles[3], const float velocity[3]);
/* V_CalcViewRoll's second half: a hit turns the view for half a second. damages: [0] the last,
 * [1] counts for times before the last. */
void quake_add_kick(const struct quake_damage damages[2], double time, float angles[3]);
/* V_AddIdle: sways the view by a sine of the time. At the end of a level it sways with scale 1
 * (V_CalcIntermissionRefdef). */
void quake_add_idle(const struct quake_idle *idle, double time, float angles[3]);
void quake_add_intermission_idle(const struct quake_idle *idle, double time, float angles[3]);
/* CalcGunAngle's end: the weapon sways the other way. */
void quake_sway_weapon(const struct quake_idle *idle, double time, float angles[3]);

/* Smoothed height, `passed` seconds after it was old_z, when a step raised the origin to z: at
 * most 12 below z. Without a step: z. */
float quake_climb(float old_z, float z, double passed);
/* V_BoundOffsets: the eyes stay inside the player. */
void quake_bound_offsets(float eyes[3], const float feet[3]);
/* The way from one direction to another, by the shorter side; `part` 0..1. */
float quake_turn(float from, float to, float part);

/* V_CalcRefdef's gun: follows the view angles (before the punch) except their roll. eyes: origin
 * plus view height; angles: the player's own, forward: their direction. */
void quake_place_weapon(struct quake_view *view, const float eyes[3], const float angles[3],
                        const float forward[3], float bob);

/* Remaining percent of a flash: V_UpdatePalette truncates. */
int32_t quake_fade(int32_t percent, double speed, double passed);

/* Colour shifts of a view. */
struct quake_tints {
    int contents;        /* CONTENTS_* where the camera is */
    bool solid_is_slime; /* QuakeWorld: noclip views inside solids are green */
    const struct quake_damage *damage;
    int32_t damage_percent;
    int32_t bonus_percent;
    uint32_t items; /* IT_*: those with power colour it */
    int32_t air[4]; /* empty and solid leaves: red green blue percent, each 0..255 */
};

/* The four colour shifts in the original's order. */
void quake_blend(const struct quake_tints *tints, struct palette_blend blends[PALETTE_BLENDS]);

#endif
