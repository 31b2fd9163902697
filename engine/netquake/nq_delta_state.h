/* Entities of a client state under FTE's replacement deltas: each update starts from the entity's
 * last state or, with RESET, from its baseline; an entity lives until it is removed, mentioned or
 * not.
 *
 * Source: QuakeSpasm-Spiked CLFTE_ParseEntitiesUpdate and CL_EntitiesDeltaed. Fields that the
 * other protocols have too are in struct nq_entity; the rest is in struct nq_delta_entity, an array
 * of the state as long as that of the entities. */
#ifndef ENGINE_NETQUAKE_NQ_DELTA_STATE_H
#define ENGINE_NETQUAKE_NQ_DELTA_STATE_H

#include "engine/netquake/nq_state.h"
#include "formats/netquake/nq_delta.h"

/* One update of an entity, of message 86, or of another one converted to it. */
int nq_apply_delta(const struct nq_apply *apply, uint32_t number,
                   const struct nq_delta *delta) MUST_CHECK;
/* The entity is not there from now on. */
void nq_remove_entity(struct nq_state *state, uint32_t number);
bool nq_delta_lives(const struct nq_state *state, uint32_t number);
/* After the updates of a moment: muzzle flashes of all entities. */
int nq_apply_flashes(const struct nq_apply *apply) MUST_CHECK;

/* nq_dp_state.c. Message 57 of DarkPlaces' protocols. */
int nq_apply_dp_entities(const struct nq_apply *apply,
                         const struct nq_dp_entities *entities) MUST_CHECK;

/* Message 86: the update's time, its entities, and what the view takes from the viewed one. */
int nq_apply_deltas(const struct nq_apply *apply, const struct nq_deltas *deltas) MUST_CHECK;
/* Message 66; NULL: the entity gets a baseline of another message, which has nothing of a delta's
 * own fields. */
int nq_apply_delta_baseline(const struct nq_apply *apply, uint32_t number,
                            const struct nq_delta *delta) MUST_CHECK;
/* Message 21. */
int nq_apply_delta_static(const struct nq_apply *apply, const struct nq_delta *delta) MUST_CHECK;

/* A server time came: all living entities get it, and a place to move from. */
void nq_delta_step(struct nq_state *state);

static inline bool nq_has_deltas(const struct nq_state *s)
{
    return nq_protocol_has_deltas(&s->protocol);
}

/* The entity's fields that only deltas have; NULL = none. */
static inline const struct nq_delta_entity *nq_delta_get(const struct nq_state *s, uint32_t number)
{
    return number < s->arrays[NQ_DELTA_ENTITIES].count ? &nq_delta_entities(s)[number] : NULL;
}

/* The trail of an entity of its own: a named effect's, or that of the model flags among its
 * effects; EFFECT_TRAIL_BY_MODEL: none. */
enum effect_trail nq_delta_trail(const struct nq_apply *apply, uint32_t number);

/* The model's flags as the entity has them (CL_RelinkEntities): its effects may add some, or take
 * the model's away. */
uint32_t nq_delta_model_flags(const struct nq_state *state, uint32_t number, uint32_t flags);

/* A place relative to something: pitch as of the view, positive down. */
struct nq_attached {
    float origin[3], angles[3];
    uint32_t flags; /* NQ_DF_VIEW_MODEL and NQ_DF_EXTERIOR of the entity and of its parents */
};
/* Moves a place relative to a thing at origin, turned by angles, to the level. */
void nq_delta_turn(const float origin[3], const float angles[3], struct nq_attached *place);
/* The same with all of an entity's parents, as they are lerp between the last two updates
 * (CL_AttachEntity); sets flags. False: a parent is not there, or they go in a circle. */
bool nq_delta_attach(const struct nq_state *state, uint32_t number, float lerp,
                     struct nq_attached *place);

#endif
