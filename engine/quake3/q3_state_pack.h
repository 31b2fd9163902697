/* The compact form of what a Quake III client knows: words without gaps, about a fortieth of the
 * live form.
 *
 * It holds everything that decides what later messages do and what is drawn now, and nothing else:
 * where in memory an entity's state or a configstring stands does not come into it. So two states
 * that know the same have the same words, however they came to it, and a hash of the words is a
 * hash of the state. What is zero in an entity or a player takes one bit.
 * Words are the caller's own and their values, and so the hash, the same on all machines: they are
 * for memory, not for files. No two threads may use the same state. */
#ifndef ENGINE_QUAKE3_Q3_STATE_PACK_H
#define ENGINE_QUAKE3_Q3_STATE_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_state.h"

/* Words the state needs. */
size_t q3_state_pack_size(const struct q3_state *state);

/* Writes q3_state_pack_size words. */
void q3_state_pack(const struct q3_state *state, uint32_t *words);

/* The hash of the words that q3_state_pack would write. */
uint64_t q3_state_pack_hash(const struct q3_state *state);
uint64_t q3_state_pack_hash_words(const uint32_t *words, size_t count);

/* *state (started or anything that was) becomes what was packed. The words are trusted: they come
 * from q3_state_pack in the same run of the program. */
void q3_state_unpack(struct q3_state *state, const struct q3_game *game, const uint32_t *words);

#endif
