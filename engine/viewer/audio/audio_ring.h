/* Ring buffer of samples between the rendering thread and the device's thread: one writer, one
 * reader, lock-free. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_RING_H
#define ENGINE_VIEWER_AUDIO_AUDIO_RING_H

#include <stdatomic.h>
#include <stdint.h>

enum { AUDIO_RING = 16384 }; /* samples (pairs) it holds; a power of two */

struct audio_ring {             /* start from zeros */
    atomic_uint written, taken; /* in all, modulo 2^32 */
    int16_t samples[2 * AUDIO_RING];
};

/* Number of samples in the buffer; an upper bound when called by the writer. */
unsigned audio_ring_fill(const struct audio_ring *ring);
/* The writer: count <= AUDIO_RING - fill. */
void audio_ring_write(struct audio_ring *ring, const int16_t *samples, unsigned count);
/* The reader: takes as many as there are, at most count; their number. */
unsigned audio_ring_take(struct audio_ring *ring, int16_t *samples, unsigned count);

#endif
