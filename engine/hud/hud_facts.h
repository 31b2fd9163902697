/* Input of HUD elements at a time, filled by the family that draws the frame.
 *
 * All pointers are borrowed for one frame. Texts are in the family's encoding: glyphs of
 * conchars in Quake and QuakeWorld, bytes with ^ colours in Quake III. Pictures are handles that
 * the family's drawing understands (struct hud_2d). */
#ifndef ENGINE_HUD_HUD_FACTS_H
#define ENGINE_HUD_HUD_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_call.h"
#include "engine/family/demo_ghost.h"
#include "engine/family/demo_items.h"
#include "engine/family/demo_keys.h"
#include "engine/family/hud_options.h"
#include "engine/hud/hud_lens.h"

struct hud_string {
    const char *bytes;
    uint32_t size;    /* bytes */
    uint32_t letters; /* drawn letters: size without colour codes */
};

/* One death. */
struct hud_kill {
    struct hud_string killer; /* size 0 = the world, the victim, or unknown */
    struct hud_string victim; /* size 0 = unknown */
    struct hud_string cause;  /* a word, drawn where there is no icon */
    const void *icon;         /* weapon icon; NULL = none */
    double age;               /* seconds; negative = not yet */
};

enum { HUD_MATE_POWERUPS = 15 };

struct hud_teammate {
    bool is_absent; /* the player has left: the table keeps an empty row */
    struct hud_string name;
    struct hud_string place; /* size 0 = unknown */
    int32_t health, armor;
    float color[4];                       /* colour of the figures, from health and armour */
    char armor_letter;                    /* 'g', 'y', 'r', ' ' = none or unknown */
    const char *weapon;                   /* a word of at most 3 letters */
    const void *weapon_icon;              /* NULL = none */
    char powerups[4];                     /* a letter or ' ' each, NUL-terminated */
    const void *icons[HUD_MATE_POWERUPS]; /* powerup icons, drawn from right to left */
    uint32_t num_icons;
};

enum { HUD_BODIES = 64 };

/* A living player that is in the scene, or whose eyes it is seen with. */
struct hud_body {
    uint32_t slot;
    struct hud_string name;
    float origin[3]; /* 24 units above the feet, as drawn */
    float yaw;       /* degrees, of the view */
    bool followed;   /* the player whose view or demo this is */
    bool is_mate;    /* of the followed player's team, or that player; else an enemy */
    bool hidden;     /* walls of the level are between the camera and it */
    float color[3];  /* of the team or the clothes, 0..1 */
    bool has_health; /* the demo tells */
    int32_t health, armor;
};

/* The level's picture from above, and where it is in the world (level_picture.h). */
struct hud_map {
    const void *picture; /* handle of the family */
    int32_t side;        /* frame pixels, across and down; 0 = there is none */
    float left, top;     /* x of the left edge, y of the upper one */
    float unit;          /* units a frame pixel */
};

struct hud_facts {
    const struct hud_options *options;
    double clock;     /* seconds of the match, else of the level */
    bool clock_hours; /* true: h:mm:ss from one hour on; false: minutes are not limited to 59 */
    double speed;     /* the followed player's speed over the ground, units per second; negative =
                         unknown */
    const char *speed_unit;
    struct demo_keys keys; /* the followed player's */
    uint8_t accent;        /* added to letters that stand out; 0 = the font has no second colour */

    const char *view_name; /* ASCII; whom the view shows */
    const struct demo_ghost *ghosts;
    uint32_t num_ghosts;
    const struct demo_item_wait *items; /* of the level */
    uint32_t num_items;
    const struct demo_call *calls; /* oldest first */
    uint32_t num_calls;
    const struct demo_call *flags; /* what happened to flags, oldest first */
    uint32_t num_flags;
    const struct hud_kill *kills; /* oldest first */
    size_t num_kills;
    const struct hud_teammate *mates;
    size_t num_mates;
    uint32_t place_letters;  /* letters of the level's longest place name, for the team table */
    const void *team_ground; /* picture behind the team's table; NULL = a plain rectangle */
    float team_color[4];

    bool flies;                    /* the camera is nobody's */
    const struct hud_body *bodies; /* at most HUD_BODIES */
    size_t num_bodies;
    struct hud_lens lens;
    struct hud_map map;
};

#endif
