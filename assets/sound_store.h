/* Loads sounds by name from the game data, at the mix rate.
 *
 * A name is that of a file ("sound/misc/talk.wav"), with or without its ending: without
 * such a WAV an OGG is looked for, as later engines do. The bytes decide the format. Stereo becomes
 * mono. A missing, damaged or too long sound gives one line in the log and silence.
 *
 * Lengths are cached for good; samples are decoded on demand and evicted, least recently used
 * first, when they exceed the budget: decoded again they are the same. Not thread-safe. */
#ifndef ASSETS_SOUND_STORE_H
#define ASSETS_SOUND_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/files.h"
#include "formats/media/pcm.h"

#define SOUND_STORE_BUDGET ((size_t)64 << 20) /* bytes, enough for ten minutes at 48 kHz */
enum { SOUND_STORE_MAX_FRAMES = 1 << 24 };    /* per sound: nearly six minutes at 48 kHz */

struct sound_store_options {
    uint32_t rate; /* RESAMPLE_MIN_RATE..RESAMPLE_MAX_RATE */
    bool step;     /* the original's nearest sample, else windowed sinc */
    bool builtin;  /* use the built-in pack's sounds for missing ones */
    size_t budget; /* bytes of samples; at least one sound stays */
};

struct sound_store;

/* files must outlive the store. Returns NULL if out of memory. */
struct sound_store *sound_store_create(struct files *files,
                                       const struct sound_store_options *options);
void sound_store_destroy(struct sound_store *store);

/* True if there is a file for the name; logs nothing. */
bool sound_store_has(struct sound_store *store, const char *name);

/* Length of a sound; valid as long as the store. */
struct sound_entry {
    uint32_t frames;    /* at the store's rate; 0 = no such sound */
    int32_t loop_start; /* or PCM_NO_LOOP */
};

/* Returns NULL if out of memory (files_note_lack). */
const struct sound_entry *sound_store_find(struct sound_store *store, const char *name);

/* Mono samples, with the entry's length and loop; valid until the next call. Returns NULL if there
 * are none or if out of memory (files_note_lack). A file that changed since its entry was made
 * counts as damaged: its entry then has 0 frames. */
const struct pcm *sound_store_samples(struct sound_store *store, const struct sound_entry *entry);

/* Bytes of cached samples. */
size_t sound_store_bytes(const struct sound_store *store);

#endif
