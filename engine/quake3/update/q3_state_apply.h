/* Applies the blocks of a demo to a client state.
 *
 * The parts of the state are updated in the order of cg_snapshot.c: server commands, then events
 * with their effects, then view and HUD. Not thread-safe. */
#ifndef ENGINE_QUAKE3_UPDATE_Q3_STATE_APPLY_H
#define ENGINE_QUAKE3_UPDATE_Q3_STATE_APPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_state.h"
#include "formats/base/error.h"

/* Applies a block. *updated: a snapshot in it became current. A damaged block is applied up to the
 * damage. Returns 0 or a negative FORMAT_ code (see q3_packet_next); fills err. */
int q3_state_apply(struct q3_state *state, const struct q3_protocol *protocol,
                   const struct dm3_block *block, bool *updated,
                   struct format_error *err) MUST_CHECK;

/* As q3_state_apply; calls `see` after each message. A negative code from `see` ends it. */
typedef int q3_state_see_fn(void *context, const struct q3_state *state,
                            const struct q3_message *message);
int q3_state_apply_seen(struct q3_state *state, const struct q3_protocol *protocol,
                        const struct dm3_block *block, bool *updated, q3_state_see_fn *see,
                        void *context, struct format_error *err) MUST_CHECK;

/* Steps of q3_state_apply. */

/* Executes all commands that wait, as of `time`. */
void q3_state_execute(struct q3_state *state, const struct q3_game *game, int32_t time);
void q3_state_queue(struct q3_state *state, const struct q3_game *game, int32_t sequence,
                    const char *text);
/* Adds the events that happen in the current snapshot. */
void q3_state_fire(struct q3_state *state, const struct q3_game *game);

#endif
