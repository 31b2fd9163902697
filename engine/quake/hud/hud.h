/* The 2D layer over the picture as Quake and QuakeWorld show it: status bar, scores, console lines,
 * centre print, pause, the overlays at the end of a level. Appends to a scene's 2D list.
 *
 * Layout: sbar.c and screen.c of WinQuake, on a ground of 320 pixels enlarged by a whole number.
 * QuakeWorld's scores and its bar without a ground follow its own sbar.c. A picture the game data
 * lacks is replaced by words. */
#ifndef ENGINE_QUAKE_HUD_HUD_H
#define ENGINE_QUAKE_HUD_HUD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/quake/quake_data.h"
#include "engine/family/demo_keys.h"
#include "engine/family/hud_options.h"
#include "engine/hud/hud_facts.h"
#include "formats/base/quake_text.h"
#include "render/palette/scene_palette.h"

/* Bits of hud_info.items, the game's IT_*; mission packs have others (hud_mission.h). */
enum {
    HUD_IT_SHOTGUN = 1 << 0, /* six more weapons follow */
    HUD_IT_SHELLS = 1 << 8,
    HUD_IT_NAILS = 1 << 9,
    HUD_IT_ROCKETS = 1 << 10,
    HUD_IT_CELLS = 1 << 11,
    HUD_IT_ARMOR1 = 1 << 13,
    HUD_IT_ARMOR2 = 1 << 14,
    HUD_IT_ARMOR3 = 1 << 15,
    HUD_IT_KEY1 = 1 << 17, /* key 2, ring, pentagram, suit, quad follow */
    HUD_IT_INVISIBILITY = 1 << 19,
    HUD_IT_INVULNERABILITY = 1 << 20,
    HUD_IT_QUAD = 1 << 22,
    HUD_IT_SIGIL1 = 1 << 28 /* three more follow */
};

enum hud_intermission { HUD_PLAYING = 0, HUD_INTERMISSION = 1, HUD_FINALE = 2, HUD_CUTSCENE = 3 };

struct hud_line {
    const uint8_t *text; /* glyphs, not owned */
    size_t length;
    double time;                       /* when it came */
    const struct quake_text_run *runs; /* its colours, not owned */
    size_t num_runs;
};

struct hud_player {
    const char *name; /* "" = empty slot */
    int32_t frags;
    uint8_t shirt, trousers; /* 0..15 */
    bool self;
    /* QuakeWorld's scores have these as well. */
    bool spectator;
    const char *team;
    int32_t ping; /* 1/1000 s */
    int32_t loss; /* percent */
    int32_t minutes;
};

/* Content of the status bar. */
enum hud_numbers {
    HUD_NUMBERS,   /* what the player has */
    HUD_SPECTATOR, /* "spectator" instead of numbers */
    HUD_NO_NUMBERS /* nothing is known of it: no bar */
};

struct hud_info { /* all times in seconds on one clock */
    double time;
    const struct hud_options *options;
    const struct demo_ghost *ghosts;
    uint32_t num_ghosts;
    const struct demo_item_wait *timed; /* items and when they are back */
    uint32_t num_timed;
    const struct demo_call *calls;
    uint32_t num_calls;
    const struct demo_call *flags;
    uint32_t num_flags;
    const char *view_name;
    bool in_game;                      /* false: lines and centre print only */
    const struct scene_camera *camera; /* of the picture; NULL = none */
    const struct hud_body *bodies;     /* hud_facts.h: players in the picture */
    size_t num_bodies;
    struct hud_map map; /* side 0 = there is no radar */
    bool flies;         /* free camera: no bar, no crosshair */
    bool outside;       /* chase camera: no crosshair */
    bool paused;
    bool deathmatch;
    bool quakeworld;  /* scores with ping, packet loss and time; no monsters and secrets */
    bool teams;       /* and with teams */
    int32_t teamplay; /* the rule's number, where it is known */
    bool spectates;   /* the viewed player is not the recorder's own: its death shows no scores */
    enum hud_numbers numbers;
    const char *tracked; /* name of the viewed player; NULL = the recorder */
    enum hud_intermission intermission;
    double completed_time;
    int32_t covered; /* frame pixels at the bottom that the status bar keeps clear of */
    bool outlines;   /* texts over the world have an outline */

    int32_t health, armor, ammo;
    int32_t ammo_counts[4]; /* shells, nails, rockets, cells */
    uint32_t items;
    uint32_t active_weapon;   /* one bit of items; with a mission pack's data, the bit's number */
    const double *item_times; /* 32: when each item was got */
    double face_time;         /* the face hurts until then */
    int32_t monsters, total_monsters, secrets, total_secrets;
    const char *level_name;
    struct demo_keys keys;
    double speed;       /* units per second over the ground */
    double match_clock; /* seconds a match has lasted; counting down, its limit; negative = there
                           is none, the level's counts */

    const struct hud_line *lines; /* oldest first */
    size_t num_lines;
    const uint8_t *center;
    size_t center_length;
    const struct quake_text_run *center_runs;
    size_t num_center_runs;
    double center_time, center_since; /* of struct console_center */
    const struct hud_kill *kills;     /* oldest first */
    size_t num_kills;
    const struct hud_teammate *mates;
    size_t num_mates;
    const struct hud_player *players;
    size_t num_players;
    size_t max_players; /* above 1: frags are shown over the bar */
};

/* data is not const because pictures are loaded through it. The scene's view is the rectangle of
 * the world (hud_layout.h). */
void hud_draw(struct palette_scene *scene, struct quake_data *data, const struct hud_info *info,
              int width, int height);

#endif
