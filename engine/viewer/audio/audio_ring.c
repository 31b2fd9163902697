#include "engine/viewer/audio/audio_ring.h"

#include <string.h>

unsigned audio_ring_fill(const struct audio_ring *ring)
{
    return atomic_load_explicit(&ring->written, memory_order_acquire) -
           atomic_load_explicit(&ring->taken, memory_order_acquire);
}

/* A stretch of the ring may go over its end. */
static unsigned until_end(unsigned at, unsigned count)
{
    const unsigned room = AUDIO_RING - at % AUDIO_RING;
    return count < room ? count : room;
}

void audio_ring_write(struct audio_ring *ring, const int16_t *samples, unsigned count)
{
    const unsigned at = atomic_load_explicit(&ring->written, memory_order_relaxed);
    const unsigned first = until_end(at, count);
    memcpy(ring->samples + 2 * (size_t)(at % AUDIO_RING), samples, first * 2 * sizeof(*samples));
    memcpy(ring->samples, samples + 2 * (size_t)first, (count - first) * 2 * sizeof(*samples));
    atomic_store_explicit(&ring->written, at + count, memory_order_release);
}

unsigned audio_ring_take(struct audio_ring *ring, int16_t *samples, unsigned count)
{
    const unsigned at = atomic_load_explicit(&ring->taken, memory_order_relaxed);
    const unsigned there = atomic_load_explicit(&ring->written, memory_order_acquire) - at;
    count = count < there ? count : there;
    const unsigned first = until_end(at, count);
    memcpy(samples, ring->samples + 2 * (size_t)(at % AUDIO_RING), first * 2 * sizeof(*samples));
    memcpy(samples + 2 * (size_t)first, ring->samples, (count - first) * 2 * sizeof(*samples));
    atomic_store_explicit(&ring->taken, at + count, memory_order_release);
    return count;
}
