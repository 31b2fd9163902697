/* The NetQuake client: everything a client knows after a message, as a pure function of the
 * messages.
 *
 * A state is one contiguous block of plain memory without pointers (offsets into the demo file
 * instead), so that a key frame is a copy of it and a hash of it is a test. Nothing reads a clock
 * or a random source: what the original steps once per drawn frame (stair smoothing, decay of kicks
 * and flashes) is stepped once per server update here, or computed from the event's time. Not
 * thread-safe; separate states are independent. */
#ifndef ENGINE_NETQUAKE_NETQUAKE_H
#define ENGINE_NETQUAKE_NETQUAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

struct nq_state; /* engine/netquake/nq_state.h shows its members to the simulator's own files and
                  * the tests
                  */

struct nq_state *nq_state_create(void); /* before the first message; NULL if out of memory */
void nq_state_destroy(struct nq_state *state);
/* Makes *to equal to from, growing it when needed. 0 or FORMAT_MEMORY. */
int nq_state_copy(struct nq_state **to, const struct nq_state *from) MUST_CHECK;
size_t nq_state_size(const struct nq_state *state); /* bytes a copy takes */
uint64_t nq_state_hash(const struct nq_state *state);

/* Applies all messages of one block. *state may move (it grows). On a damaged block the messages
 * before the damage are applied and a negative code with the offset inside the file in err is
 * returned. */
int nq_state_apply_block(struct nq_state **state, const struct dem_file *dem,
                         const struct dem_block *block, struct format_error *err) MUST_CHECK;
/* As nq_state_apply; also appends the block's sound events to sounds
 * (engine/family/demo_sounds.h). */
struct demo_sounds;
int nq_state_listen_block(struct nq_state **state, const struct dem_file *dem,
                          const struct dem_block *block, struct demo_sounds *sounds,
                          struct format_error *err) MUST_CHECK;

/* Queries for playback. */
bool nq_state_in_game(const struct nq_state *state);       /* signon finished: there is a picture */
bool nq_state_disconnected(const struct nq_state *state);  /* a disconnect message was applied */
double nq_state_server_time(const struct nq_state *state); /* last svc_time, seconds */
uint32_t nq_state_level_count(const struct nq_state *state); /* serverinfos so far */

#endif
