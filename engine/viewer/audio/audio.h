/* Audio output: the sound device, and a thread that renders samples ahead.
 *
 * Locks are held only while a few numbers are copied: neither drawing nor the device callback waits
 * for rendering. The thread also opens and closes the device, which blocks for long in some sound
 * systems. Where there are no threads, the device is opened at once, and each of its requests
 * renders what it asks for. Main thread only. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_H
#define ENGINE_VIEWER_AUDIO_AUDIO_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/viewer/audio/audio_playback.h"
#include "formats/base/error.h"

struct audio;

enum audio_state {
    AUDIO_OPENING,
    AUDIO_OPEN,
    AUDIO_NONE, /* no device; the cause is in reason */
    AUDIO_GONE  /* the device was removed; orders are accepted and ignored */
};

/* Starts the thread, which opens the device. Returns NULL if out of memory. */
struct audio *audio_begin(void);
void audio_end(struct audio *audio);

/* reason: why there is none, for AUDIO_NONE; may be NULL. */
enum audio_state audio_get_state(struct audio *audio, char *reason, size_t reason_size);
/* Samples per second of the source it wants: 44100 or 48000. Known when it is open. */
int audio_get_rate(const struct audio *audio);
/* Number of times the device requested samples that were not rendered yet. */
unsigned audio_get_starved(const struct audio *audio);

/* Sets the source, NULL = none. The previous source is no longer used after the return; it is asked
 * once more here, for the fade-out. Blocks for at most the time one block takes. Sources are called
 * by the audio thread, or by this function while that thread waits. */
void audio_set_source(struct audio *audio, const struct audio_source *source);
void audio_set_order(struct audio *audio, const struct audio_order *order);

#endif
