/* The QuakeWorld client: everything a client (.qwd) or a multi-view viewer (.mvd) knows after a
 * block, as a pure function of the blocks.
 *
 * A state is one contiguous block of plain memory without pointers (offsets into the demo file
 * instead), so that a key frame is a copy of it and a hash of it is a test. Nothing reads a clock,
 * a random source or a map: what needs the map (the recorder's predicted movement) happens where
 * the scene is built. Not thread-safe; separate states are independent. */
#ifndef ENGINE_QUAKEWORLD_QUAKEWORLD_H
#define ENGINE_QUAKEWORLD_QUAKEWORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/quakeworld/qw_detect.h"

/* An opened demo: a view over its bytes, which must outlive it. */
struct qw_demo {
    const uint8_t *data;
    size_t size;
    enum qw_container container;
};

/* A step of a QuakeWorld demo is a block of its container. The client's clock: seconds since the
 * first block, with hostile and overlong gaps cut; all of a state's times are on it.
 *
 * An update is the last block of those that share one time, when among them was a frame of the
 * server (playerinfo or packetentities) and the client is in the game: there the original client
 * drew a picture. */
struct qw_clock {
    double now;  /* seconds */
    double last; /* .qwd: the time of the block before, as in the file */
    uint32_t begun;
    uint32_t reserved;
};

/* Gaps between two blocks count no longer than this. */
#define QW_MAX_GAP 5.0

struct qw_state; /* engine/quakeworld/qw_state.h shows its members to the simulator's own files and
                  * the tests
                  */

/* The state before the first block. NULL if out of memory. */
struct qw_state *qw_state_create(const struct qw_demo *demo);
void qw_state_destroy(struct qw_state *state);
/* Makes *to equal to from, growing it when needed. 0 or FORMAT_MEMORY. */
int qw_state_copy(struct qw_state **to, const struct qw_state *from) MUST_CHECK;
size_t qw_state_size(const struct qw_state *state); /* bytes a copy takes */
uint64_t qw_state_hash(const struct qw_state *state);

/* Applies the block at *pos and moves *pos past it. *state may be reallocated. index: the
 * block's number from 0, the seed of its effects. Of a damaged block the messages before the
 * damage are applied; returns a negative code and sets err->offset to the offset in the file. */
int qw_state_apply(struct qw_state **state, const struct qw_demo *demo, size_t *pos, uint32_t index,
                   struct format_error *err) MUST_CHECK;
/* As qw_state_apply; also appends the block's sound events to sounds
 * (engine/family/demo_sounds.h). */
struct demo_sounds;
int qw_state_listen(struct qw_state **state, const struct qw_demo *demo, size_t *pos,
                    uint32_t index, struct demo_sounds *sounds,
                    struct format_error *err) MUST_CHECK;

#endif
