/* Handle of a Quake III client state, as the timeline keeps it: unpacked while messages are
 * applied, packed in copies.
 *
 * A copy is packed and unpacks itself when its contents are first read; size, hash and further
 * copies work on the packed form. The hash of both forms is the same. A key frame takes 20 to
 * 100 KB (q3_state_pack.h). Not thread-safe, not even the functions with a const parameter:
 * separate states are independent. */
#ifndef ENGINE_QUAKE3_Q3_STATE_HANDLE_H
#define ENGINE_QUAKE3_Q3_STATE_HANDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_state.h"
#include "formats/base/error.h"

struct q3_state_handle;

/* Creates the state before the first message. Returns NULL if out of memory. protocol: 43..91. */
struct q3_state_handle *q3_state_handle_create(const struct q3_protocol *protocol);
void q3_state_handle_destroy(struct q3_state_handle *state);

/* Copies from to *to, which is created if NULL. Returns 0 or FORMAT_MEMORY (*to then is unchanged
 * or empty).
 */
int q3_state_handle_copy(struct q3_state_handle **to,
                         const struct q3_state_handle *from) MUST_CHECK;
size_t q3_state_handle_size(const struct q3_state_handle *state); /* bytes of a copy */
uint64_t q3_state_handle_hash(const struct q3_state_handle *state);

/* As q3_state_apply. Returns FORMAT_MEMORY if unpacking fails. */
int q3_state_handle_apply(struct q3_state_handle *state, const struct dm3_block *block,
                          bool *updated, struct format_error *err) MUST_CHECK;

/* The unpacked state; unpacks it if needed. Valid until the state changes. Returns NULL if out of
 * memory. */
const struct q3_state *q3_state_handle_open(const struct q3_state_handle *state);
const struct q3_game *q3_state_handle_game(const struct q3_state_handle *state);

#endif
