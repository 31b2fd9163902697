/* The Quake III client state as the timeline keeps it: a handle with a live form, which messages
 * are applied to, and a packed one, which copies are.
 *
 * A copy is packed always and unpacked when it is first asked for more than its size, its hash or
 * another copy. Both forms are the same state: the hash does not tell which is there. So a key
 * frame takes what q3_pack.h says, 20 to 100 KB, and no more.
 * Separate states are independent; one state belongs to one thread at a time, also for the
 * functions that take it const. */
#ifndef ENGINE_QUAKE3_QUAKE3_H
#define ENGINE_QUAKE3_QUAKE3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_client.h"
#include "formats/base/error.h"

struct quake3_state;

/* As before the first message; NULL without memory. protocol: 43 to 91. */
struct quake3_state *quake3_state_create(const struct q3_protocol *protocol);
void quake3_state_destroy(struct quake3_state *state);

/* Makes *to (NULL at first) equal to from. 0 or FORMAT_MEMORY (*to is as it was or packed empty).
 */
int quake3_state_copy(struct quake3_state **to, const struct quake3_state *from) MUST_CHECK;
size_t quake3_state_size(const struct quake3_state *state); /* bytes a copy takes */
uint64_t quake3_state_hash(const struct quake3_state *state);

/* Applies a block as q3_client_apply; FORMAT_MEMORY where the live form has no room. */
int quake3_state_apply(struct quake3_state *state, const struct dm3_block *block, bool *updated,
                       struct format_error *err) MUST_CHECK;

/* The live form, unpacked if need be: good until the state changes. NULL without memory. */
const struct q3_client *quake3_state_client(const struct quake3_state *state);
const struct q3_game *quake3_state_game(const struct quake3_state *state);

#endif
