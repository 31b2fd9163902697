/* The Quake III client state as the timeline keeps it: a handle with a live form, which messages
 * are applied to, and a packed one, which copies are.
 *
 * A copy is packed always and unpacked when it is first asked for more than its size, its hash or
 * another copy. Both forms are the same state: the hash does not tell which is there. So a key
 * frame takes what q3_state_pack.h says, 20 to 100 KB, and no more.
 * Separate states are independent; one state belongs to one thread at a time, also for the
 * functions that take it const. */
#ifndef ENGINE_QUAKE3_Q3_STATE_HANDLE_H
#define ENGINE_QUAKE3_Q3_STATE_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_state.h"
#include "formats/base/error.h"

struct q3_state_handle;

/* As before the first message; NULL without memory. protocol: 43 to 91. */
struct q3_state_handle *q3_state_handle_create(const struct q3_protocol *protocol);
void q3_state_handle_destroy(struct q3_state_handle *state);

/* Makes *to (NULL at first) equal to from. 0 or FORMAT_MEMORY (*to is as it was or packed empty).
 */
int q3_state_handle_copy(struct q3_state_handle **to,
                         const struct q3_state_handle *from) MUST_CHECK;
size_t q3_state_handle_size(const struct q3_state_handle *state); /* bytes a copy takes */
uint64_t q3_state_handle_hash(const struct q3_state_handle *state);

/* Applies a block as q3_state_apply; FORMAT_MEMORY where the live form has no room. */
int q3_state_handle_apply(struct q3_state_handle *state, const struct dm3_block *block,
                          bool *updated, struct format_error *err) MUST_CHECK;

/* The live form, unpacked if need be: good until the state changes. NULL without memory. */
const struct q3_state *q3_state_handle_open(const struct q3_state_handle *state);
const struct q3_game *q3_state_handle_game(const struct q3_state_handle *state);

#endif
