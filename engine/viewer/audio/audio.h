/* The loudspeaker: SDL's audio device, and a thread that makes what it plays a little ahead.
 *
 * Nobody waits for anybody for longer than it takes to copy a few numbers: neither drawing nor the
 * device for the making of samples. The thread opens and closes the device, too, which takes some
 * sound systems long. All functions are the main thread's. */
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
    AUDIO_NONE, /* there is no device; why is in reason */
    AUDIO_GONE  /* there was one; what is ordered goes on unheard */
};

/* The thread begins, and opens the device. NULL: no memory, or no thread. */
struct audio *audio_begin(void);
void audio_end(struct audio *audio);

/* reason (may be NULL) gets what SDL says, for AUDIO_NONE. */
enum audio_state audio_get_state(struct audio *audio, char *reason, size_t reason_size);
/* Samples a second of the source it wants: 44100 or 48000. Known when it is open. */
int audio_get_rate(const struct audio *audio);
/* How often the device wanted samples that were not made in time. */
unsigned audio_get_starved(const struct audio *audio);

/* Another source from now on; NULL = none. After it returns nobody asks the one before any more:
 * that takes as long as a block of it does. The source is asked by the audio's thread, and for the
 * last time in here, to fade out; never by both at once. */
void audio_set_source(struct audio *audio, const struct audio_source *source);
void audio_set_order(struct audio *audio, const struct audio_order *order);

#endif
