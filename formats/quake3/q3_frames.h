/* Writing to q3_frames. Private to the message reader in this folder. */
#ifndef FORMATS_QUAKE3_Q3_FRAMES_H
#define FORMATS_QUAKE3_Q3_FRAMES_H

#include "formats/quake3/q3_snapshot.h"

/* Frees the states that no baseline and no snapshot has; none may be free before. */
void q3_frames_collect(struct q3_frames *frames);

/* A state to be written. There is always one: see Q3_STATES. It is in use once a baseline or a
 * snapshot has it. */
static inline uint16_t q3_frames_take(struct q3_frames *frames)
{
    if (frames->free == 0 && frames->touched >= frames->room) {
        q3_frames_collect(frames);
    }
    const uint16_t state = frames->free;
    if (state == 0) {
        return frames->touched++;
    }
    frames->free = frames->next[state];
    return state;
}

/* Gives up the entities of a snapshot. */
static inline void q3_frames_clear(struct q3_snapshot *snapshot)
{
    snapshot->count = 0;
    snapshot->valid = false;
}

/* Makes the spare snapshot the newest, in the ring under its sequence, and invalidates skipped
 * sequences. */
void q3_frames_push(struct q3_frames *frames);

#endif
