/* Samples on their way from the thread that makes them to the device's: one writes, one reads, and
 * neither ever waits for the other. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_RING_H
#define ENGINE_VIEWER_AUDIO_AUDIO_RING_H

#include <stdatomic.h>
#include <stdint.h>

enum { AUDIO_RING = 16384 }; /* samples (pairs) it holds; a power of two */

struct audio_ring {             /* start from zeros */
    atomic_uint written, taken; /* in all, modulo 2^32 */
    int16_t samples[2 * AUDIO_RING];
};

/* How many samples wait; in the writer's eyes at most that many. */
unsigned audio_ring_fill(const struct audio_ring *ring);
/* The writer: count <= AUDIO_RING - fill. */
void audio_ring_write(struct audio_ring *ring, const int16_t *samples, unsigned count);
/* The reader: takes as many as there are, at most count; their number. */
unsigned audio_ring_take(struct audio_ring *ring, int16_t *samples, unsigned count);

#endif
