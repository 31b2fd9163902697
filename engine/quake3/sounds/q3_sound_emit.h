/* Emits sounds of a Quake III demo into a demo_sounds: position, channel and audience of each.
 *
 * An emitter lasts for one message. After out of memory it emits nothing more and status is
 * FORMAT_MEMORY. Source: the original's client game and mixer (S_StartSound, S_StartLocalSound,
 * CG_AddBufferedSound), as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SOUND_EMIT_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SOUND_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_sounds.h"
#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/q3_state.h"

enum { Q3_WORLD = Q3_ENTITY_NONE - 1 }; /* entity number of sounds without an entity */

enum q3_channel { /* rank only: a sound does not stop an earlier one of its channel */
                  Q3_CHANNEL_AUTO,
                  Q3_CHANNEL_LOCAL,
                  Q3_CHANNEL_WEAPON,
                  Q3_CHANNEL_VOICE,
                  Q3_CHANNEL_ITEM,
                  Q3_CHANNEL_BODY,
                  Q3_CHANNEL_LOCAL_SOUND,
                  Q3_CHANNEL_ANNOUNCER
};

/* Queues of announcements: each waits for the one before it. */
enum q3_queue {
    Q3_QUEUE_NONE,
    Q3_QUEUE_BUFFERED, /* 750 ms apart */
    Q3_QUEUE_REWARDS   /* 3000 ms apart: the time each reward is shown */
};

struct q3_sound_emitter {
    const struct q3_state *state;
    const struct q3_game *game;
    enum q3_mod mod;
    const struct q3_snapshot *now;    /* the message's snapshot; NULL = none */
    const struct q3_snapshot *before; /* the previous snapshot; NULL = first of its gamestate */
    int32_t own;                      /* client of the player state; -1 = none */
    struct q3_match match;
    struct demo_sounds *sounds;
    /* Attributes of the next sounds, set by the caller: */
    uint32_t seed;               /* for random choices */
    enum demo_sound_water water; /* as in demo_sound, as are depths and early */
    int8_t depths[3];
    bool early; /* see demo_sound.early */
    bool takes; /* OpenArena's client plays missiles one snapshot early: their sounds are `early` */
    int status; /* 0 or FORMAT_MEMORY */
};

/* Starts an emitter. state: after the message. before_update: state->updates before it. All
 * pointers are borrowed. */
void q3_emit_begin(struct q3_sound_emitter *emitter, const struct q3_state *state,
                   const struct q3_game *game, uint32_t before_update, struct demo_sounds *sounds);

/* True if sounds of that entity type belong to the current pass: `early` ones first, then the
 * others. */
bool q3_emit_is_turn(const struct q3_sound_emitter *emitter, int32_t e_type);

/* Pseudo-random number, [0, sides), by seed and salt. salt: distinguishes the choices of one sound.
 */
uint32_t q3_emit_random(const struct q3_sound_emitter *emitter, uint32_t salt, uint32_t sides);

/* Starts a sound at a fixed origin. name: NULL or "" = a missing sound. origin: any values, NaN
 * included. */
void q3_emit_at(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                enum q3_channel channel, const char *name);
/* Starts a sound that follows the entity. origin: the entity's at the start. */
void q3_emit_from(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                  enum q3_channel channel, const char *name);
/* Starts a sound at full volume without a position, for every view. */
void q3_emit_everywhere(struct q3_sound_emitter *emitter, enum q3_channel channel,
                        const char *name);
/* As q3_emit_everywhere, only for the view of the local player (`own`). */
void q3_emit_own(struct q3_sound_emitter *emitter, enum q3_channel channel, const char *name);
/* As q3_emit_own, when the queue is free. */
void q3_emit_queued(struct q3_sound_emitter *emitter, enum q3_queue queue, const char *name);

/* Starts a sound at the first impact of debris thrown `delay` ms after its event, if it hits the
 * level within `flight` ms. velocity: units per second. */
void q3_emit_thrown(struct q3_sound_emitter *emitter, const float origin[3],
                    const float velocity[3], int32_t delay, int32_t flight, const char *name);

/* As q3_emit_from, for a sound of the player's model: "jump1.wav". what: may begin with '*', as in
 * configstrings. */
void q3_emit_player(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                    enum q3_channel channel, const char *what);
void q3_emit_player_everywhere(struct q3_sound_emitter *emitter, int32_t entity,
                               enum q3_channel channel, const char *what);

/* Starts or replaces an entity's loop. name: NULL stops it. */
void q3_emit_loop(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                  uint8_t volume, const char *name);

/* Name of a sound by its configstring number; NULL = out of range. Borrowed from the state. */
const char *q3_emit_sound_name(const struct q3_sound_emitter *emitter, int32_t number);

/* Integer value of a serverinfo key; 0 = absent. */
int32_t q3_emit_serverinfo(const struct q3_sound_emitter *emitter, const char *key);

#endif
