/* The blocks of a .qwd moved so that they follow others in one file.
 *
 * Times become later by one distance. Sequence numbers become higher, by a multiple of 256, where
 * the demo sets its own that are not above those so far: id's client and TyrQuake look at the last
 * packet once more behind each block that is none, and would take it for a new one, and drop the
 * demo's own, after numbers that fall (CL_ReadPackets, Netchan_Process). What refers to a packet by
 * the low 8 bits of its number, or to a place in rings of 64, stays as it is. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_SHIFT_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_SHIFT_H

#include <stdint.h>

#include "engine/quakeworld/quakeworld.h"
#include "formats/quakeworld/qwd.h"

struct qwd_shift {     /* start from {0}: nothing moves */
    double time;       /* seconds, added to each */
    uint32_t numbers;  /* added to each; a multiple of 256 */
    uint32_t sequence; /* of the last packet that clients took, or what the numbers were set to */
};

/* Moves the block, and notes its sequence number. */
void qwd_shift_block(struct qwd_shift *shift, struct qwd_block *block);

struct qwd_end {
    float time;        /* of the last block */
    double step;       /* seconds between the last two times that rise; 0: there are none */
    uint32_t sequence; /* what clients have counted to */
};

struct qwd_end qwd_shift_find_end(const struct qw_demo *demo);

#endif
