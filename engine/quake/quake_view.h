/* What Quake's and QuakeWorld's eyes have in common: bob, roll, kicks, stairs, the weapon in hand,
 * and what colours the view.
 *
 * Source: WinQuake's view.c, which QuakeWorld's follows. The sums are taken in its order and
 * precision, so that a camera is the original's to the last bit where the demo's numbers are. Plain
 * values in and out: what a client carries from picture to picture is the states' affair. Angles in
 * degrees, distances in Quake units, times in seconds. */
#ifndef ENGINE_QUAKE_QUAKE_VIEW_H
#define ENGINE_QUAKE_QUAKE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "render/palette/scene_palette.h"

/* Colour shifts fade by so many percents a second. */
#define QUAKE_DAMAGE_FADE 150.0
#define QUAKE_BONUS_FADE 100.0

/* Where the player looks from at a moment. */
struct quake_view {
    float origin[3];
    float angles[3];
    bool has_weapon;        /* alive, in the game, not invisible */
    float weapon_origin[3]; /* of the model in hand */
    float weapon_angles[3];
    /* What a camera behind the player starts from: the eyes and the view angles without bob, roll,
     * kicks and punch. */
    bool is_followable; /* not at the end of a level, nor a mere camera without a model */
    float plain_origin[3];
    float plain_angles[3];
};

/* Being hit. Part of client states: no padding. */
struct quake_damage {
    double time; /* the kick fades from then; a time long ago = none */
    float roll;  /* of the kick at its start, degrees */
    float pitch;
    uint8_t color[4]; /* of the flash: red, green, blue, 0 */
    uint32_t reserved;
};

/* V_ParseDamage: kick and colour of a hit at `time`. from: where it comes from, as an offset from
 * the player; angles: how he is turned (pitch as entities have it). Returns how many percent the
 * flash grows, of at most QUAKE_MAX_DAMAGE_FLASH in all. */
enum { QUAKE_MAX_DAMAGE_FLASH = 150 };
float quake_take_damage(struct quake_damage *damage, double time, uint32_t armor, uint32_t blood,
                        const float from[3], const float angles[3]);

/* V_CalcBob's wave. */
float quake_bob(const float velocity[3], double time);
/* V_CalcRoll: how far moving sideways leans. */
float quake_roll(const float angles[3], const float velocity[3]);
/* V_CalcViewRoll's second half: being hit turns the head for half a second. damages: [0] the last,
 * [1] shows until the last one's time. */
void quake_add_kick(const struct quake_damage damages[2], double time, float angles[3]);
/* V_AddIdle, as it sways at the end of a level. */
void quake_add_idle(float angles[3], double time);

/* Where the eyes' feet are, `passed` seconds after they were at old_z, when a step took them up to
 * z: at most 12 below. z where no step did. */
float quake_climb(float old_z, float z, double passed);
/* V_BoundOffsets: the eyes stay inside the player. */
void quake_bound_offsets(float eyes[3], const float feet[3]);
/* The way from one direction to another, by the shorter side; `part` 0 .. 1. */
float quake_turn(float from, float to, float part);

/* V_CalcRefdef's gun: it leans with the head (view->angles, before the punch) but for its roll.
 * eyes: feet and view height; angles: the player's own, forward: where they look. */
void quake_place_weapon(struct quake_view *view, const float eyes[3], const float angles[3],
                        const float forward[3], float bob);

/* What is left of a flash: V_UpdatePalette cuts to whole percents. */
int32_t quake_fade(int32_t percent, double speed, double passed);

/* What colours a view besides what is drawn. */
struct quake_tints {
    int contents;        /* CONTENTS_* where the camera is */
    bool solid_is_slime; /* QuakeWorld shows who flies through walls green */
    const struct quake_damage *damage;
    int32_t damage_percent;
    int32_t bonus_percent;
    uint32_t items; /* IT_*: those with power colour it */
};

/* The four colour shifts in the original's order. */
void quake_blend(const struct quake_tints *tints, struct palette_blend blends[PALETTE_BLENDS]);

#endif
