/* How what is heard of a Quake III demo is told: the places sounds come from, their channels, and
 * who hears them.
 *
 * A hearing lasts for one message. It goes on when memory runs out, and then has told nothing from
 * there on: status says so. Source: the original's client game and mixer (S_StartSound,
 * S_StartLocalSound, CG_AddBufferedSound), as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_SOUND_EMIT_H
#define ENGINE_QUAKE3_SOUNDS_Q3_SOUND_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/demo_sounds.h"
#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/q3_state.h"

enum { Q3_WORLD = Q3_ENTITY_NONE - 1 }; /* the entity of what is nobody's */

enum q3_channel { /* they only rank: none ends what another plays */
                  Q3_CHANNEL_AUTO,
                  Q3_CHANNEL_LOCAL,
                  Q3_CHANNEL_WEAPON,
                  Q3_CHANNEL_VOICE,
                  Q3_CHANNEL_ITEM,
                  Q3_CHANNEL_BODY,
                  Q3_CHANNEL_LOCAL_SOUND,
                  Q3_CHANNEL_ANNOUNCER
};

/* Announcements that wait for the one before them. */
enum q3_queue {
    Q3_QUEUE_NONE,
    Q3_QUEUE_BUFFERED, /* three quarters of a second apart */
    Q3_QUEUE_REWARDS   /* three seconds: as long as each is shown */
};

struct q3_sound_emitter {
    const struct q3_state *state;
    const struct q3_game *game;
    enum q3_mod mod;
    const struct q3_snapshot *now;    /* that the message brought, NULL = none */
    const struct q3_snapshot *before; /* the one before it; NULL = it is the first of its level */
    int32_t own;                      /* the player the demo shows the world to; -1 = none */
    struct q3_match match;
    struct demo_sounds *sounds;
    /* Of what is told next: who tells sets it. */
    uint32_t seed;               /* for what is left to chance */
    enum demo_sound_water water; /* as demo_sound has it; so has depths */
    int8_t depths[3];
    bool early; /* likewise */
    bool takes; /* OpenArena's client takes missiles over ahead of the snapshot they come with: what
                   is of them is early */
    int status; /* 0 or FORMAT_MEMORY */
};

/* state: behind the message. before_update: state->updates before it. */
void q3_emit_begin(struct q3_sound_emitter *emitter, const struct q3_state *state,
                   const struct q3_game *game, uint32_t before_update, struct demo_sounds *sounds);

/* Whether what is of an entity of that type is told now: first comes what is early. */
bool q3_emit_is_turn(const struct q3_sound_emitter *emitter, int32_t e_type);

/* 0 .. sides - 1: by the seed and salt, which tells apart what is drawn for one sound. */
uint32_t q3_emit_random(const struct q3_sound_emitter *emitter, uint32_t salt, uint32_t sides);

/* name: NULL or "" = a sound that does not exist. Origins of any bits. */
void q3_emit_at(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                enum q3_channel channel, const char *name);
/* origin: where the entity is when it begins. */
void q3_emit_from(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                  enum q3_channel channel, const char *name);
/* Everywhere at full volume, for whoever listens. */
void q3_emit_everywhere(struct q3_sound_emitter *emitter, enum q3_channel channel,
                        const char *name);
/* Likewise, but only for who looks through the demo's own eyes. */
void q3_emit_own(struct q3_sound_emitter *emitter, enum q3_channel channel, const char *name);
/* Likewise, when its turn comes. */
void q3_emit_queued(struct q3_sound_emitter *emitter, enum q3_queue queue, const char *name);

/* A thing that is thrown `delay` ms after its event, and heard where it first meets the level, if
 * it does so in `flight` ms. velocity: units a second. */
void q3_emit_thrown(struct q3_sound_emitter *emitter, const float origin[3],
                    const float velocity[3], int32_t delay, int32_t flight, const char *name);

/* Like q3_emit_from, a sound of the entity's player, as his model has it: "jump1.wav". what: may
 * begin with a star, as configstrings have it. */
void q3_emit_player(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                    enum q3_channel channel, const char *what);
void q3_emit_player_everywhere(struct q3_sound_emitter *emitter, int32_t entity,
                               enum q3_channel channel, const char *what);

/* A loop of an entity, from now on; name NULL: none any more. */
void q3_emit_loop(struct q3_sound_emitter *emitter, int32_t entity, const float origin[3],
                  uint8_t volume, const char *name);

/* The sound of that number of the demo's list; NULL = there is none. */
const char *q3_emit_sound_name(const struct q3_sound_emitter *emitter, int32_t number);

/* A number of the serverinfo, 0 = not said. */
int32_t q3_emit_serverinfo(const struct q3_sound_emitter *emitter, const char *key);

#endif
