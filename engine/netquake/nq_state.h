/* The members of a NetQuake client state, for the simulator's own files and its tests.
 *
 * One block of memory: this struct, then its arrays, each at an offset from the block's start.
 * Growing an array may move the block: pointers into it are good until the next call that takes a
 * struct nq_state **. No pointers and no padding inside, so copies go byte by byte; what is added
 * has its place in nq_layout, too, if its numbers are not as wide as those in front of it.
 * Coordinates in Quake units, angles in degrees, times in seconds of the server's clock. Names
 * follow WinQuake's client_state_t. */
#ifndef ENGINE_NETQUAKE_NQ_STATE_H
#define ENGINE_NETQUAKE_NQ_STATE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/netquake/netquake.h"
#include "engine/quake/console_text.h"
#include "engine/quake/effects.h"
#include "engine/quake/frag_feed.h"
#include "engine/quake/quake_orders.h"
#include "engine/quake/quake_view.h"
#include "engine/quake/state_block.h"
#include "engine/quake/stufftext.h"
#include "formats/base/dmath.h"

enum {
    NQ_MAX_STATS = 32,
    NQ_MAX_LIGHTSTYLES = 64,
    NQ_STYLE_BYTES = 64,
    NQ_NAME_BYTES = 32,
    NQ_LEVEL_NAME_BYTES = 64,
    NQ_SKYBOX_BYTES = 64,
    NQ_PRINT_LINES = 8,
    /* Entity numbers: current servers of protocol 15 use up to 8192; in 666 and 999 any number a
     * message can encode is valid. */
    NQ_MAX_ENTITIES_15 = 8192,
    NQ_MAX_ENTITIES = 65536,
    /* Far beyond any level: a state stays within some tens of megabytes. */
    NQ_MAX_STATICS = 1 << 20,
    NQ_MAX_STATIC_SOUNDS = 1 << 20,
    NQ_MAX_EVENTS = 16384,
    NQ_SIGNONS = 4
};

/* Percent of the flash for something got (V_BonusFlash_f). */
enum { NQ_BONUS_FLASH = 50 };

/* Server times beyond this are damage; it keeps ten ticks per second inside an int32. */
#define NQ_MAX_TIME 1e8

enum nq_stat {
    NQ_STAT_HEALTH = 0,
    NQ_STAT_FRAGS = 1,
    NQ_STAT_WEAPON = 2,
    NQ_STAT_AMMO = 3,
    NQ_STAT_ARMOR = 4,
    NQ_STAT_WEAPON_FRAME = 5,
    NQ_STAT_SHELLS = 6, /* nails, rockets, cells follow */
    NQ_STAT_ACTIVE_WEAPON = 10,
    NQ_STAT_TOTAL_SECRETS = 11,
    NQ_STAT_TOTAL_MONSTERS = 12,
    NQ_STAT_SECRETS = 13,
    NQ_STAT_MONSTERS = 14,
    NQ_STAT_ITEMS = 15,    /* this and what follows where statistics replace clientdata */
    NQ_STAT_VIEW_ZOOM = 21 /* 1/255 of the field of view; 0: as ever */
};

enum {
    NQ_EF_BRIGHTFIELD = 1,
    NQ_EF_MUZZLEFLASH = 2,
    NQ_EF_BRIGHTLIGHT = 4,
    NQ_EF_DIMLIGHT = 8,
    NQ_EF_NO_DRAW = 16, /* DarkPlaces, like the next three: lights that have no colour here */
    NQ_EF_BLUE_LIGHT = 64,
    NQ_EF_RED_LIGHT = 128,
    NQ_EF_FULL_BRIGHT = 512,
    /* Replacement deltas; above them MDL_* flags in bits 24 to 31. */
    NQ_EF_NO_MODEL_FLAGS = 0x800000
};

enum nq_array {
    NQ_ENTITIES,       /* struct nq_entity, by number */
    NQ_STATICS,        /* struct nq_static */
    NQ_STATIC_SOUNDS,  /* struct nq_static_sound */
    NQ_MODELS,         /* struct nq_model_name, by number (0 is no model) */
    NQ_PLAYERS,        /* struct nq_player */
    NQ_DELTA_ENTITIES, /* struct nq_delta_entity, by number; under replacement deltas only */
    NQ_LATE_SOUNDS,    /* struct nq_late_name, by number: sounds that a message 54 named */
    NQ_EFFECT_NAMES,   /* struct nq_late_name, by number: particle effects, likewise */
    NQ_EVENTS,  /* struct effect_event, ordered by start unless clocks are broken; some have ended
                   (see events_pruned) */
    NQ_STUFFED, /* char: stuffed text behind a `wait`, for later frames; kept across levels */
    NQ_ARRAYS
};

/* Looks that Nehahra, DarkPlaces and FTE added; zeroed: as ever. */
struct nq_shine {
    uint8_t tinted;      /* 1: its light has a colour, */
    uint8_t tint[3];     /* each channel in 1/32 */
    uint8_t full_bright; /* 1: its light is its skin's own */
    uint8_t glow;        /* it lights what is within 4 units times this */
    uint8_t hidden;      /* 1: it is not drawn, its lights are */
    uint8_t reserved;
};

struct nq_baseline {
    float origin[3];
    float angles[3];
    uint16_t model;
    uint16_t frame;
    uint8_t colormap;
    uint8_t skin;
    uint8_t alpha; /* NQ_ALPHA_DEFAULT..255 */
    uint8_t scale;
};

struct nq_static {
    struct nq_baseline looks;
    struct nq_shine shine;
};

/* Interpolation of an entity's model (QuakeSpasm's lerpflags). */
enum {
    NQ_LERP_STEP = 1,   /* it moves in steps: origins[1] and angles[1] are from before the last */
    NQ_LERP_FINISH = 2, /* the server sent the time of the next step or frame */
    NQ_LERP_SKIP = 4    /* the next frame shows at once, as this one did: a muzzle flash */
};

struct nq_entity {
    struct nq_baseline baseline;
    double msg_time;     /* server time of its last update; NQ_NEVER before the first */
    float origins[2][3]; /* [0] the last update's, [1] the one before */
    float angles[2][3];
    uint16_t model;
    uint16_t frame;
    uint8_t colormap;
    uint8_t skin;
    uint8_t alpha;
    uint8_t scale;
    uint8_t effects; /* NQ_EF_* */
    uint8_t snap;    /* 1: the last update's position holds at once (the original's forcelink) */
    uint16_t trail;  /* particles its trail would have by now, modulo 65536 */
    /* Start of the change from old_frame to frame, and from position [1] to [0]. Messages have
     * float times. */
    float frame_start;
    float step_start;
    uint16_t old_frame;
    uint8_t lerp_finish; /* NQ_LERP_FINISH: 1/255 s after the update it is where it goes */
    uint8_t lerp_flags;  /* NQ_LERP_* */
    struct nq_shine shine;
};

#define NQ_NEVER (-1e9)

struct nq_static_sound {
    float origin[3];
    uint16_t sound;
    uint8_t volume;
    uint8_t attenuation;
};

struct nq_model_name {
    uint32_t offset;    /* the name, in the demo file */
    uint32_t may_trail; /* 1: an alias model by its name, its flags may ask for a trail */
};

/* Fields of an entity that only replacement deltas have. */
struct nq_delta_looks {
    uint32_t effects;
    uint32_t tag_entity; /* its parent; 0 = none */
    uint16_t trail;      /* number of a named effect; 0 = none */
    uint16_t emit;
    uint8_t flags; /* NQ_DF_* */
    uint8_t tag_index;
    uint8_t reserved[2];
    struct nq_shine shine;
};

struct nq_delta_entity {
    struct nq_delta_looks base; /* of its baseline */
    struct nq_delta_looks now;
    int16_t velocity[3]; /* 1/8 unit per second; 0 if its last update had none */
    uint16_t life;       /* nq_delta_state.c: 0 = it is not there */
};

/* A name in the demo file; offset 0 = none. */
struct nq_late_name {
    uint32_t offset;
};

struct nq_player {
    char name[NQ_NAME_BYTES];
    int32_t frags;
    uint32_t colors; /* shirt << 4 | trousers */
};

/* A colour shift that fades from update to update, in whole steps as the original's (int) cuts
 * it. */
struct nq_flash {
    int32_t now;    /* percent at the last update, with its addition, not yet faded */
    int32_t before; /* percent in the picture of the update before */
};

/* Fog values: the server's, and the remaining share of the map's. */
enum {
    NQ_FOG_DENSITY,
    NQ_FOG_RED,
    NQ_FOG_GREEN,
    NQ_FOG_BLUE,
    NQ_FOG_MAP_DENSITY, /* share of the map's density to add, */
    NQ_FOG_MAP_COLOR,   /* and of its colour */
    NQ_FOG_VALUES
};

struct nq_fog {
    double start; /* it goes from one to the other from then on, */
    float fade;   /* seconds of the fade; 0 = at once */
    float from[NQ_FOG_VALUES];
    float to[NQ_FOG_VALUES];
    uint32_t reserved;
};

struct nq_state {
    struct state_block block_head;
    struct state_place arrays[NQ_ARRAYS];

    /* Kept across levels. */
    struct nq_protocol protocol;
    uint32_t keys_told;      /* with the last update: quake_keys.h; 0 = none */
    uint32_t protocol_known; /* what it holds of the whole file is decided */
    uint32_t level_count;
    uint32_t disconnected;
    uint32_t seed;               /* of effects and flicker: the bits of the last server time */
    uint32_t teamplay;           /* the server's rule, sent only when it changes; 0 = unknown */
    struct quake_orders orders;  /* console variables and the tint of air */
    struct console_ring console; /* ring of prints */
    struct console_line prints[NQ_PRINT_LINES];

    /* From here on a serverinfo clears everything. */
    struct frag_feed frags;
    double times[2];       /* mtime: [0] the last server time, [1] the one before */
    double completed_time; /* when the intermission began */
    double face_time;      /* the status bar's face hurts until then */
    double events_pruned;  /* when events that ended were dropped last; NQ_NEVER = not yet */
    double stuffed_time;   /* NQ_STUFFED goes on then; in the past = no `wait` is running */
    struct nq_fog fog;
    struct quake_damage damages[2]; /* [0] the last; [1] counts for times before the last */
    struct nq_flash damage_flash;
    struct nq_flash bonus_flash;
    double item_times[32]; /* when each item was got */
    uint32_t updates;      /* time messages so far */
    uint32_t signon;       /* NQ_SIGNONS = in the game */
    uint32_t max_clients;
    uint32_t game_type;
    uint32_t view_entity;
    uint32_t paused;
    uint32_t intermission; /* 1 intermission, 2 finale, 3 cutscene */
    uint32_t items;
    uint32_t on_ground;
    uint32_t in_water;
    uint32_t cd_track;
    uint32_t loop_track;
    uint32_t sounds_offset; /* the sound list, in the demo file, */
    uint32_t sounds_count;  /* as struct nq_names counts it */
    uint32_t weapon_alpha;
    int32_t weapon_told[2];    /* model and frame in hand at the last message 86 */
    uint32_t weapon_old_frame; /* as of an entity: the one in hand has no lerp_finish */
    uint32_t weapon_lerp_flags;
    float weapon_start;
    uint32_t skybox_named; /* the server named one: the map's own no longer counts */
    int32_t stats[NQ_MAX_STATS];
    float view_angles[2][3]; /* [0] this block's, [1] the previous one's */
    float velocity[2][3];    /* [0] this clientdata's, [1] the previous one's */
    float punch[3];
    float view_height;
    float stair_z;  /* the view's height behind a step, at times[1] (V_CalcRefdef's oldz) */
    float held_bob; /* at the last update on the ground */
    uint32_t stair_valid;
    uint32_t has_clientdata; /* one came in this level */
    uint8_t lightstyle_lengths[NQ_MAX_LIGHTSTYLES];
    char lightstyles[NQ_MAX_LIGHTSTYLES][NQ_STYLE_BYTES];
    char level_name[NQ_LEVEL_NAME_BYTES];
    char skybox[NQ_SKYBOX_BYTES];
    uint32_t reserved_end; /* 0: what follows begins at 8 bytes on every machine */
    struct console_center center;
};

extern const struct state_layout nq_layout; /* what a hash takes: nq_layout.c */

static inline struct nq_entity *nq_entities(const struct nq_state *s)
{
    return (struct nq_entity *)((uintptr_t)s + s->arrays[NQ_ENTITIES].offset);
}

static inline struct nq_static *nq_statics(const struct nq_state *s)
{
    return (struct nq_static *)((uintptr_t)s + s->arrays[NQ_STATICS].offset);
}

static inline struct nq_static_sound *nq_static_sounds(const struct nq_state *s)
{
    return (struct nq_static_sound *)((uintptr_t)s + s->arrays[NQ_STATIC_SOUNDS].offset);
}

static inline struct nq_model_name *nq_models(const struct nq_state *s)
{
    return (struct nq_model_name *)((uintptr_t)s + s->arrays[NQ_MODELS].offset);
}

static inline struct nq_delta_entity *nq_delta_entities(const struct nq_state *s)
{
    return (struct nq_delta_entity *)((uintptr_t)s + s->arrays[NQ_DELTA_ENTITIES].offset);
}

static inline struct nq_late_name *nq_late_names(const struct nq_state *s, enum nq_array array)
{
    return (struct nq_late_name *)((uintptr_t)s + s->arrays[array].offset);
}

static inline struct nq_player *nq_players(const struct nq_state *s)
{
    return (struct nq_player *)((uintptr_t)s + s->arrays[NQ_PLAYERS].offset);
}

static inline struct effect_event *nq_events(const struct nq_state *s)
{
    return (struct effect_event *)((uintptr_t)s + s->arrays[NQ_EVENTS].offset);
}

static inline char *nq_stuffed(const struct nq_state *s)
{
    return (char *)((uintptr_t)s + s->arrays[NQ_STUFFED].offset);
}

/* Entity `number`; NULL = not in the demo so far. */
static inline const struct nq_entity *nq_entity_get(const struct nq_state *s, uint32_t number)
{
    return number < s->arrays[NQ_ENTITIES].count ? &nq_entities(s)[number] : NULL;
}

/* Entity numbers in this demo are below it. */
static inline uint32_t nq_entity_limit(const struct nq_state *s)
{
    return s->protocol.version == NQ_PROTOCOL_15 ? NQ_MAX_ENTITIES_15 : NQ_MAX_ENTITIES;
}

/* A move too long to be one. */
static inline bool nq_entity_jumped(const struct nq_entity *entity)
{
    for (int i = 0; i < 3; i++) {
        float delta = entity->origins[0][i] - entity->origins[1][i];
        if (delta > 100.0f || delta < -100.0f) {
            return true;
        }
    }
    return false;
}

/* As state_block_reserve and state_block_extend. */
int nq_state_reserve(struct nq_state **state, enum nq_array array, uint32_t count) MUST_CHECK;
int nq_state_extend(struct nq_state **state, enum nq_array array, uint32_t count) MUST_CHECK;

/* A moment between the last two updates, as CL_LerpPoint sees it. */
struct nq_interp {
    double time; /* cl.time: what the picture's clock shows */
    float lerp;  /* 0..1: entities go that far from the previous update to the last */
    bool no_kicks, no_punch, air_bob; /* see scene_options */
};
struct nq_interp nq_interp_at(const struct nq_state *state, double fraction);

/* Interpolated position and angles of an entity (CL_RelinkEntities, without spinning items). */
void nq_entity_place(const struct nq_state *state, const struct nq_entity *entity, float lerp,
                     float origin[3], float angles[3]);

/* As nq_entity_place, with step moves interpolated as well (QuakeSpasm's r_lerpmove). */
void nq_entity_place_smooth(const struct nq_state *state, const struct nq_entity *entity,
                            const struct nq_interp *moment, float origin[3], float angles[3]);

/* Fraction, 0..1, of a change that began at start (frame_start or step_start); likewise for the
 * view model. Reaches 1 after 0.1 s, or at the time the server sent (QuakeSpasm's r_lerpmodels). */
float nq_entity_lerp(const struct nq_entity *entity, float start, double time);
float nq_weapon_lerp(const struct nq_state *state, double time);

/* The fog at a time; map: what the level's own is, density red green blue. */
void nq_fog_at(const struct nq_fog *fog, double time, const float map[4], float out[4]);

/* Context of a message handler. */
struct nq_apply {
    struct nq_state **state; /* may move while handling */
    const struct dem_file *dem;
    size_t offset;         /* message, in the demo file */
    uint32_t block_offset; /* message, in its block */
    struct stufftext *stuffed;
    struct demo_sounds *sounds; /* NULL = emit no sounds */
    struct format_error *err;
};

/* The seed of the message's effects: when it came and its place in the block, which a part of the
 * demo has in common with the whole. */
static inline uint32_t nq_apply_seed(const struct nq_apply *apply)
{
    return dmath_hash((*apply->state)->seed, apply->block_offset, 0);
}

/* Foreign numbers made harmless: not a number becomes 0, the others stay inside +-1e9 and +-1e6. */
static inline float nq_clean_coord(double value)
{
    if (!(fabs(value) <= 1e9)) {
        return isnan(value) ? 0.0f : value > 0.0 ? 1e9f : -1e9f;
    }
    return (float)value;
}

static inline float nq_clean_angle(float value)
{
    return fabsf(value) <= 1e6f ? value : 0.0f;
}

/* netquake.c */
/* Begins an update at that time of the server's clock. */
bool nq_inside_file(const struct dem_file *dem, const void *at);
/* The model's name from now on, a text in the file. */
int nq_name_model(const struct nq_apply *apply, uint32_t number, const char *name) MUST_CHECK;
int nq_apply_time(const struct nq_apply *apply, double time) MUST_CHECK;

/* nq_entities.c */
/* Makes sure the number is known; an error when it cannot be an entity's. */
int nq_know_entity(const struct nq_apply *apply, uint32_t number) MUST_CHECK;
int nq_add_static(const struct nq_apply *apply, const struct nq_static *looks) MUST_CHECK;
/* An entity moved: keeps the trail it may leave. */
int nq_follow_trail(const struct nq_apply *apply, uint16_t number) MUST_CHECK;
/* The original counts the first update as the last of the signon, and takes its notify lines
 * away. */
void nq_enter_game(struct nq_state *state);
int nq_apply_baseline(const struct nq_apply *apply, uint32_t number,
                      const struct nq_entity_state *from) MUST_CHECK;
int nq_apply_static(const struct nq_apply *apply, const struct nq_entity_state *from) MUST_CHECK;
int nq_apply_static_sound(const struct nq_apply *apply,
                          const struct nq_message *message) MUST_CHECK;
int nq_apply_update(const struct nq_apply *apply, const struct nq_entity_update *update) MUST_CHECK;

/* nq_events.c */
/* The nearest kin of a temporary entity among Quake's own; NQ_TE_BLOOD, NQ_TE_SPARK, or
 * NQ_TE_BEAM_BY_NAME: nothing is drawn. */
uint32_t nq_plain_temp_type(uint8_t type);
/* Drops the events that ended before `oldest` or start after `latest`. */
void nq_prune_events(struct nq_state *state, double oldest, double latest);
int nq_apply_event(const struct nq_apply *apply, const struct effect_event *event) MUST_CHECK;
int nq_apply_temp_entity(const struct nq_apply *apply,
                         const struct nq_temp_entity *from) MUST_CHECK;
/* Messages 52 and 53 of DarkPlaces. */
int nq_apply_animation(const struct nq_apply *apply,
                       const struct nq_sprite_effect *from) MUST_CHECK;
int nq_apply_particle(const struct nq_apply *apply, const struct nq_message *message) MUST_CHECK;
void nq_apply_damage(const struct nq_apply *apply, const struct nq_message *message);
/* Trail of an alias model from origins[1] to origins[0]. */
int nq_apply_trail(const struct nq_apply *apply, uint16_t number) MUST_CHECK;
int nq_apply_muzzle_flash(const struct nq_apply *apply, uint16_t number) MUST_CHECK;

/* nq_fog.c */
void nq_reset_fog(struct nq_fog *fog);
void nq_apply_fog(struct nq_state *state, const struct nq_message *message);
/* QuakeSpasm's console command "fog" with 1 to 5 numbers. */
void nq_command_fog(struct nq_state *state, const double *numbers, int count);
void nq_apply_skybox(struct nq_state *state, const char *name);

/* nq_lerp.c */
/* Time from which the last update's changes are visible: frames between two updates are drawn
 * from the second one's state, but at most 0.1 s before it (CL_LerpPoint). */
float nq_lerp_start(const struct nq_state *state);
/* An update changed an entity's frame or model, or came with a flash; forced: it was not there
 * before. */
void nq_follow_frame(struct nq_state *state, struct nq_entity *entity, uint32_t number,
                     uint16_t old_model, uint16_t old_frame, bool forced);
void nq_follow_weapon(struct nq_state *state, int32_t old_model, int32_t old_frame);

/* nq_stat_view.c */
/* True if statistics replace clientdata. */
static inline bool nq_stats_tell_all(const struct nq_state *s)
{
    return nq_protocol_stats_tell_all(&s->protocol);
}
/* Extensions may send statistics of a game's own. */
static inline bool nq_has_extensions(const struct nq_state *s)
{
    return s->protocol.fte2 != 0 || nq_protocol_is_darkplaces(&s->protocol);
}
int nq_apply_stat(const struct nq_apply *apply, uint32_t stat, int32_t value) MUST_CHECK;
/* The statistics of an update are complete. */
void nq_end_stats(struct nq_state *state);

/* nq_named.c */
/* Message 54: the name is that of a model, an effect or a sound from now on. */
int nq_apply_precache(const struct nq_apply *apply, const struct nq_precache *precache) MUST_CHECK;
/* Messages 60 to 62: particles by name, as the nearest effect that there is here. */
int nq_apply_named_particles(const struct nq_apply *apply,
                             const struct nq_named_particles *from) MUST_CHECK;
/* The trail of a named effect; EFFECT_TRAIL_BY_MODEL: 0 or no such name. */
enum effect_trail nq_named_trail(const struct nq_apply *apply, uint32_t effect);

/* nq_sounds.c */
/* Call after applying a message: appends its sound events to apply->sounds. */
int nq_listen(const struct nq_apply *apply, const struct nq_message *message) MUST_CHECK;

/* nq_text.c */
void nq_apply_print(struct nq_state *state, const char *text);
void nq_apply_center_print(struct nq_state *state, const char *text);
/* An incomplete command stays in stuffed; end: no more text follows. */
int nq_apply_stufftext(const struct nq_apply *apply, const char *text) MUST_CHECK;
int nq_end_stufftext(const struct nq_apply *apply) MUST_CHECK;
/* At an update: runs what waited for the frames up to it. */
int nq_step_stufftext(const struct nq_apply *apply) MUST_CHECK;

#endif
