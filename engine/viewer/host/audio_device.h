/* The device that plays sound: 16-bit samples in pairs, left and right.
 *
 * It asks for samples when it needs them, on a thread of its own or, in a host without threads, on
 * the main one between two turns of the viewer. Opening and closing may block for long. Opened,
 * started and closed by one thread, any. */
#ifndef ENGINE_VIEWER_HOST_AUDIO_DEVICE_H
#define ENGINE_VIEWER_HOST_AUDIO_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct audio_device;

/* Gives the next `count` pairs of samples, all of them. late: seconds since the device asked, where
 * the host had other work meanwhile. Must not block. */
typedef void (*audio_fill_fn)(void *context, int16_t *samples, unsigned count, double late);

struct audio_device_format {
    int rate;         /* samples per second: 44100 or 48000 */
    unsigned samples; /* pairs it asks for at once, about: those are heard that much later */
};

/* Opens the device; it asks for nothing yet. *format: what is liked, then what it is. Returns NULL
 * without a device, with the cause in reason. */
struct audio_device *audio_device_open(struct audio_device_format *format, audio_fill_fn fill,
                                       void *context, char *reason, size_t reason_size);
/* Begins to ask for samples. */
void audio_device_start(struct audio_device *device);
/* True once it was unplugged. It may go on asking. */
bool audio_device_is_gone(const struct audio_device *device);
/* Asks for nothing more after the return. NULL is allowed. */
void audio_device_close(struct audio_device *device);

#endif
