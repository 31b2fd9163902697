/* The members of a QuakeWorld client state, for the simulator's own files, the scene and the
 * tests.
 *
 * One block of memory: this struct, then its arrays, each at an offset from the block's start.
 * Growing an array may move the block: pointers into it are good until the next call that takes a
 * struct qw_state **. No pointers and no padding inside, so copies go byte by byte; what is added
 * has its place in qw_layout, too, if its numbers are not as wide as those in front of it.
 * Coordinates in Quake units, angles in degrees, times in seconds of struct qw_clock. Names follow
 * QuakeWorld's client_state_t, frame_t and player_info_t. */
#ifndef ENGINE_QUAKEWORLD_QW_STATE_H
#define ENGINE_QUAKEWORLD_QW_STATE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/quake/console_text.h"
#include "engine/quake/effects.h"
#include "engine/quake/frag_feed.h"
#include "engine/quake/quake_orders.h"
#include "engine/quake/quake_view.h"
#include "engine/quake/state_block.h"
#include "engine/quake/stufftext.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/dmath.h"
#include "formats/quakeworld/qw_message.h"

enum {
    QW_PLAYERS = 32,
    QW_STATS = 32,
    QW_LIGHTSTYLES = 64,
    QW_STYLE_BYTES = 64,
    QW_FRAMES = 64,   /* UPDATE_BACKUP: frames a delta may refer to */
    QW_COMMANDS = 64, /* the recorder's, by sequence number */
    QW_NOBODY = 255,
    QW_PRINT_LINES = 24, /* a .mvd has separate prints for each player */
    QW_CENTERS = 4,
    QW_MAX_NAILS = 256,
    QW_MAX_SOUNDS = 256, /* numbers of one byte */
    /* Far beyond any level: a state stays within some tens of megabytes. */
    QW_MAX_STATICS = 1 << 16,
    QW_MAX_EVENTS = 16384
};

/* Percent of the flash for something got (V_BonusFlash_f). */
enum { QW_BONUS_FLASH = 50 };

#define QW_NEVER (-1e9)

enum qw_stat {
    QW_STAT_HEALTH = 0,
    QW_STAT_WEAPON = 2, /* model in hand */
    QW_STAT_AMMO = 3,
    QW_STAT_ARMOR = 4,
    QW_STAT_SHELLS = 6, /* nails, rockets, cells follow */
    QW_STAT_ACTIVE_WEAPON = 10,
    QW_STAT_TOTAL_SECRETS = 11,
    QW_STAT_TOTAL_MONSTERS = 12,
    QW_STAT_SECRETS = 13,
    QW_STAT_MONSTERS = 14,
    QW_STAT_ITEMS = 15,
    QW_STAT_VIEW_HEIGHT = 16, /* ZQuake; and so are these, 1/1000 s: */
    QW_STAT_SERVER_TIME = 17, /* the server's clock */
    QW_STAT_MATCH_START = 18  /* on that clock; 0 = no match yet */
};

/* Values of the serverinfo key "status". */
enum qw_match_status { QW_MATCH_NONE, QW_MATCH_STANDBY, QW_MATCH_COUNTDOWN, QW_MATCH_ON };

enum {
    QW_EF_BRIGHTFIELD = 1,
    QW_EF_MUZZLEFLASH = 2,
    QW_EF_BRIGHTLIGHT = 4,
    QW_EF_DIMLIGHT = 8,
    QW_EF_FLAG1 = 16, /* a flag on the player's back, skin 0 */
    QW_EF_FLAG2 = 32, /* skin 1 */
    QW_EF_BLUE = 64,
    QW_EF_RED = 128
};

enum qw_array {
    QW_FRAME_ENTITIES, /* struct qw_frame_entity: what the frames of the ring hold, by rising number
                          within each */
    QW_ENTITIES,       /* struct qw_shown: the last valid frame's, by rising number */
    QW_BASELINES,      /* struct qw_frame_entity, in order of arrival; only non-empty ones */
    QW_BASELINE_PLACES, /* uint16_t, by entity number: place in QW_BASELINES + 1; 0 = none */
    QW_STATICS,         /* struct qw_frame_entity */
    QW_STATIC_SOUNDS,   /* struct qw_static_sound */
    QW_MODELS,          /* struct qw_model_name, by number (0 is no model) */
    QW_SOUNDS,          /* uint32_t, by number (0 is no sound): where the name begins in the demo
                           file; 0 = none */
    QW_NAILS_SHOWN,     /* struct qw_shown_nail: last update's */
    QW_EVENTS,          /* struct effect_event, by rising start */
    QW_STUFFED,         /* char: stuffed text behind a `wait` of a .qwd, for later frames; kept
                           across levels */
    QW_ARRAYS
};

/* An entity as a delta refers to it: also a baseline and a static entity. 32 bytes. */
struct qw_frame_entity {
    float origin[3];
    int16_t angles[3]; /* 360 degrees in 65536 steps; the wire has 256 or 65536 */
    uint16_t number;
    uint16_t model;
    uint8_t frame;
    uint8_t colormap;
    uint8_t skin;
    uint8_t effects;
    uint8_t trans; /* 0 = not set */
    uint8_t colour_mod[3];
    uint16_t reserved;
};

/* An entity of the last valid frame, with where it comes from. */
struct qw_shown {
    struct qw_frame_entity now;
    float old_origin[3]; /* at the previous update; equal to the current one if the entity was
                            absent, changed its model or jumped (angles likewise) */
    int16_t old_angles[3];
    uint8_t old_frame;
    uint8_t is_new;    /* it was not in the frame before */
    float frame_start; /* when it began to go from old_frame to now.frame */
    uint16_t trail;    /* particles its trail would have by now, modulo 65536 */
    uint16_t moving;   /* 1: old_origin or old_angles are not now's */
};

struct qw_shown_nail {
    float origin[3];
    float pitch, yaw;
    float old_origin[3]; /* in the previous update: the same nail (nails2), else the nearest nail
                            behind it on its line of flight; else origin */
    uint32_t number;     /* nails2: the nail's number; 0 in nails */
};

struct qw_static_sound {
    float origin[3];
    uint16_t sound;
    uint8_t volume;
    uint8_t attenuation;
};

struct qw_model_name {
    uint32_t offset;    /* the name, in the demo file */
    uint32_t may_trail; /* 1: an alias model by its name, its flags may ask for a trail */
};

/* A player's position and movement at an update. */
struct qw_player_state {
    double time; /* the update that contained it; QW_NEVER = none */
    float origin[3];
    float angles[3];   /* view direction: from the command (.qwd) or playerinfo (.mvd) */
    float velocity[3]; /* units per second; .mvd: from the last places */
    uint32_t flags;    /* QW_PF_* in both containers (dead, gib, on ground, move type) */
    uint16_t model;    /* 0 = none; the demo's own progs/player.mdl where playerinfo names none */
    uint8_t frame;
    uint8_t skin;
    uint8_t effects;
    uint8_t weapon_frame;
    uint8_t trans;
    uint8_t msec; /* how old the place was when it was sent, 1/1000 s */
    uint8_t colour_mod[3];
    uint8_t view_weapon; /* ZQuake's VWEP: model index in player_models; 0 = none */
    int16_t move[3];     /* last command's forward, side, up */
    uint8_t buttons;
    uint8_t on_ground; /* without the map: from the server if sent (ZQuake), else from the vertical
                          speed */
    uint32_t reserved;
};

/* What playerinfo tells of a player; the look of a .qwd's player is not among it. now: a copy of
 * the update before. tells_ground: becomes 1 when the server tells it of any player. qw_players.c
 */
void qw_player_follow_qwd(struct qw_player_state *now, const struct qw_playerinfo *info,
                          uint16_t player_model, uint32_t *tells_ground);
/* Likewise of a .mvd, whose velocities and ground follow from places. old: of the update before;
 * now->time is that of the update; hurt: time of the player's last damage, QW_NEVER = none. */
void qw_player_follow_mvd(const struct qw_player_state *old, struct qw_player_state *now,
                          const struct qw_mvd_playerinfo *info, double hurt);

/* A player's view and stats. In a .qwd only the recorder's is filled. */
struct qw_view_state {
    struct quake_damage damages[2]; /* [0] the last; [1] counts for times before the last */
    int32_t damage_flash[2];        /* percent after the last update, and in the picture before */
    int32_t bonus_flash[2];
    double punch_time; /* the last kick, QW_NEVER = none: decays 10 degrees per second */
    float punch;       /* degrees of pitch it began with, -2 or -4 */
    float stair_z;
    float held_bob; /* in the air */
    uint32_t stair_valid;
    double bob_lag;   /* seconds by which the bob's clock lags; it stops in the air */
    double air_start; /* when the player left the ground; QW_NEVER = on the ground */
    double face_time;
    float item_times[32]; /* when each item was got; 0 = before the first picture */
    int32_t stats[QW_STATS];
    float weapon_start; /* when the weapon in hand began to go from weapon_old_frame to that of
                           states[0] */
    uint16_t weapon_old_frame;
    uint16_t weapon_changed; /* simulator's: changed since the last update */
};

enum { QW_NAME_BYTES = 32, QW_TEAM_BYTES = 16, QW_SKIN_BYTES = 32 };

struct qw_player {
    int32_t user; /* 0 = the place is free */
    int32_t frags;
    int32_t ping;      /* 1/1000 s */
    int32_t loss;      /* percent */
    double enter_time; /* clock when the player connected; the message contains the age */
    char name[QW_NAME_BYTES];
    char team[QW_TEAM_BYTES];
    char skin[QW_SKIN_BYTES];
    uint8_t top_color, bottom_color; /* 0..13 */
    uint8_t spectator;
    uint8_t visible; /* 1: in the last update (.qwd: players outside the PVS are not sent) */
    uint8_t old_frame;
    uint8_t snap; /* 1: do not interpolate the position: the player appeared, changed model, or
                     jumped */
    uint8_t snap_angles; /* 1: do not interpolate the angles either: the server set them (.mvd) */
    uint8_t reserved;
    float frame_start;   /* when the change from old_frame to states[0].frame began */
    uint32_t seen_frame; /* simulator's: last frame and update with this player */
    uint32_t seen_update;
    uint32_t reserved2;
    struct qw_player_state
        states[2]; /* [0] the last update with this player, [1] the previous one */
    struct qw_view_state view;
};

/* A command the recorder sent, for prediction and for the angles between updates. */
struct qw_sent_command {
    double time;
    uint32_t sequence; /* client's sequence number */
    float view_angles[3];
    float angles[3]; /* the command's */
    int16_t move[3];
    uint8_t msec;
    uint8_t buttons;
    uint32_t incoming; /* sequence of the last packet received before it */
};

/* A team mate's status, sent to the recorder of a .qwd (stuffed "//tinfo"). */
struct qw_mate {
    double time; /* when; QW_NEVER = it does not */
    float origin[3];
    int32_t health, armor;
    uint32_t items;
};

/* A player's last command in a hidden block of a .mvd. */
struct qw_told_command {
    double time; /* QW_NEVER = none */
    int16_t move[3];
    uint8_t buttons;
    uint8_t reserved;
};

struct qw_frame {
    uint32_t sequence;     /* server's sequence number; .mvd: counts frames */
    uint32_t valid;        /* it holds entities of that sequence */
    uint32_t first, count; /* in QW_FRAME_ENTITIES */
};

struct qw_state {
    struct state_block block_head;
    struct state_place arrays[QW_ARRAYS];

    /* Kept across levels. */
    double stuffed_time; /* QW_STUFFED goes on then; in the past = no `wait` is running */
    double demo_time;    /* .mvd: the server's time in the last serverdata, which came at */
    double demo_clock;   /* this time of the clock */
    double seeded;       /* clock of the messages that effect_messages counts */
    struct qw_clock clock;
    int32_t protocol_version; /* struct qw_protocol's members, see qw_state_protocol */
    uint32_t ftex, fte2, mvd1;
    uint32_t is_mvd;
    uint32_t level_count;
    uint32_t disconnected;
    uint32_t block;               /* number of the last block */
    uint32_t outgoing;            /* sequence number of the next command */
    uint32_t incoming;            /* last packet; .mvd: counts frames */
    uint32_t packet_acknowledged; /* the command the last packet answers */
    uint32_t effect_messages;     /* messages with effects and sounds so far at this time */
    /* Console variables and tint of air of each slot's player; of a .qwd's recorder in [0]. */
    struct quake_orders orders[QW_PLAYERS];
    struct console_ring console; /* ring of prints */
    struct console_line prints[QW_PRINT_LINES];

    /* From here on a serverdata clears everything. */
    struct frag_feed frags;
    double times[2];       /* [0] clock of the last update, [1] of the one before */
    double completed_time; /* when the intermission began */
    double events_pruned;
    double match_lasted; /* what the match's clock showed at match_since (qw_match.h) */
    double match_since;  /* when it was last set, put right or stopped */
    double match_limit;  /* seconds it lasts, with overtime; 0 = without end */
    uint32_t updates;    /* so far in this level */
    uint32_t seed;       /* of random flicker */
    uint32_t in_game;    /* there are pictures: "skins" was stuffed, or a frame came in a .mvd */
    uint32_t server_count;
    uint32_t recorder; /* slot, QW_NOBODY in a .mvd */
    uint32_t recorder_spectates;
    uint32_t acknowledged[2]; /* the command the recorder's place of states[0], [1] includes */
    uint32_t paused;
    uint32_t intermission; /* 1 intermission, 2 finale */
    float intermission_origin[3];
    float intermission_angles[3];
    uint32_t cd_track;
    uint32_t player_model; /* number of progs/player.mdl in the list; 0 = not in it */
    uint32_t spike_model, flag_model, eyes_model;
    uint32_t tells_ground; /* the server sends the ground flag */
    struct qw_movevars movevars;
    float max_speed;   /* the recorder's, from the maxspeed message; 0 = movevars */
    float ent_gravity; /* factor from the entgravity message; 0 = movevars */
    /* State of an incomplete update, between two blocks. */
    uint32_t update_complete;  /* the last block was an update: the next one begins another */
    uint32_t frame_pending;    /* something of a frame came since the last update */
    uint32_t frames_begun;     /* so far in this level */
    uint32_t entities_pending; /* 1 + place in frames[] of the last valid entities; 0 = none came */
    uint32_t newest_frame;     /* sequence of the last valid entities */
    uint32_t nails_before; /* count of QW_NAILS_SHOWN elements from the last update; between updates
                              the new ones follow them */
    uint32_t slots_seen;   /* players from this slot on were never visible */
    uint32_t reserved2;
    uint64_t frames_held;                         /* bit n: frames[n] is valid */
    struct qw_frame frames[QW_FRAMES];            /* by sequence modulo QW_FRAMES */
    struct qw_sent_command commands[QW_COMMANDS]; /* by sequence modulo QW_COMMANDS */
    struct qw_player players[QW_PLAYERS];
    struct qw_mate mates[QW_PLAYERS]; /* by slot */
    struct qw_told_command told[QW_PLAYERS];
    struct console_center centers[QW_CENTERS];
    uint8_t lightstyle_lengths[QW_LIGHTSTYLES];
    char lightstyles[QW_LIGHTSTYLES][QW_STYLE_BYTES];
    char level_name[64];
    char game_dir[64];             /* last path part of the server's gamedir */
    char sky_name[64];             /* serverinfo key "sky"; "" = the map's */
    uint32_t deathmatch, teamplay; /* serverinfo keys */
    int32_t time_limit;            /* serverinfo key "timelimit", minutes; 0 = none */
    uint32_t match_status;         /* enum qw_match_status */
    /* Other serverinfo keys that affect rendering (watervis, fpd) restrict players, not
     * spectators of a demo. */
};

extern const struct state_layout qw_layout; /* what a hash takes: qw_layout.c */

#define QW_STATE_ARRAY(name, type, array)                                                          \
    static inline type *name(const struct qw_state *s)                                             \
    {                                                                                              \
        return (type *)((uintptr_t)s + s->arrays[array].offset);                                   \
    }
QW_STATE_ARRAY(qw_frame_entities, struct qw_frame_entity, QW_FRAME_ENTITIES)
QW_STATE_ARRAY(qw_shown_entities, struct qw_shown, QW_ENTITIES)
QW_STATE_ARRAY(qw_baselines, struct qw_frame_entity, QW_BASELINES)
QW_STATE_ARRAY(qw_baseline_places, uint16_t, QW_BASELINE_PLACES)
QW_STATE_ARRAY(qw_statics, struct qw_frame_entity, QW_STATICS)
QW_STATE_ARRAY(qw_static_sounds, struct qw_static_sound, QW_STATIC_SOUNDS)
QW_STATE_ARRAY(qw_models, struct qw_model_name, QW_MODELS)
QW_STATE_ARRAY(qw_sound_names, uint32_t, QW_SOUNDS)
QW_STATE_ARRAY(qw_shown_nails, struct qw_shown_nail, QW_NAILS_SHOWN)
QW_STATE_ARRAY(qw_events, struct effect_event, QW_EVENTS)
QW_STATE_ARRAY(qw_stuffed, char, QW_STUFFED)
#undef QW_STATE_ARRAY

static inline struct qw_protocol qw_state_protocol(const struct qw_state *s)
{
    return (struct qw_protocol){s->protocol_version, s->ftex, s->fte2, s->mvd1, s->is_mvd != 0};
}

/* What the recorder's movement goes by: a message's value, else the serverdata's. */
static inline float qw_max_speed(const struct qw_state *s)
{
    return s->max_speed > 0.0f ? s->max_speed : s->movevars.max_speed;
}

static inline float qw_ent_gravity(const struct qw_state *s)
{
    return s->ent_gravity > 0.0f ? s->ent_gravity : s->movevars.ent_gravity;
}

/* The place in orders of the player in a slot. */
static inline uint32_t qw_orders_place(const struct qw_state *s, uint32_t slot)
{
    return s->is_mvd && slot < QW_PLAYERS ? slot : 0;
}

/* The player whose view is shown when the viewer asked for `follow` (scene_options): slot + 1, 0
 * = none. */
static inline uint32_t qw_followed(const struct qw_state *s, uint32_t follow)
{
    if (follow >= 1 && follow <= QW_PLAYERS && s->players[follow - 1].visible &&
        !s->players[follow - 1].spectator) {
        return follow;
    }
    if (!s->is_mvd) {
        return s->recorder < QW_PLAYERS ? s->recorder + 1 : 0;
    }
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        if (s->players[i].visible && !s->players[i].spectator) {
            return i + 1;
        }
    }
    return 0;
}

/* As state_block_reserve and state_block_extend. */
int qw_state_reserve(struct qw_state **state, enum qw_array array, uint32_t count) MUST_CHECK;
int qw_state_extend(struct qw_state **state, enum qw_array array, uint32_t count) MUST_CHECK;

/* The time that the sky, liquids, light styles, turning models and the view's bob go by, seconds:
 * the recorder's clock as a .qwd's blocks have it, the server's in a .mvd, so that a part of a demo
 * shows the same. time: on the demo's clock, near the last block's. */
double qw_server_time(const struct qw_state *state, double time);

/* The seed of what is random at the last block's time. */
uint32_t qw_time_seed(const struct qw_state *state);

/* A move too long to be one. */
static inline bool qw_jumped(const float from[3], const float to[3])
{
    for (int i = 0; i < 3; i++) {
        if (!(fabsf(to[i] - from[i]) <= 100.0f)) {
            return true;
        }
    }
    return false;
}

/* The 65536 steps of a frame entity's angle in degrees, -180..180. */
static inline float qw_angle_degrees(int16_t angle)
{
    return (float)angle * (360.0f / 65536.0f);
}

#endif
