/* Packs a q3_state into 32-bit words, about a fortieth of its size.
 *
 * The words hold everything that later messages and drawing depend on, and nothing else: no memory
 * locations. So equal states have equal words, independent of how they were reached, and a hash of
 * the words is a hash of the state. A zero field of an entity or player takes one bit.
 * The values are the same on all machines. For memory only, not for files. Caller owns the words.
 * Not thread-safe. */
#ifndef ENGINE_QUAKE3_Q3_STATE_PACK_H
#define ENGINE_QUAKE3_Q3_STATE_PACK_H

#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_state.h"

/* Words the state needs. */
size_t q3_state_pack_size(const struct q3_state *state);

/* Writes the words if they fit into `room` words; if not, what is written is of no use. Returns
 * q3_state_pack_size. */
size_t q3_state_pack(const struct q3_state *state, uint32_t *words, size_t room);

/* The hash of the words that q3_state_pack would write. */
uint64_t q3_state_pack_hash(const struct q3_state *state);
uint64_t q3_state_pack_hash_words(const uint32_t *words, size_t count);

/* Restores *state (started, or any earlier state). The words must come from q3_state_pack of the
 * same process; they are not checked. */
void q3_state_unpack(struct q3_state *state, const struct q3_game *game, const uint32_t *words);

#endif
