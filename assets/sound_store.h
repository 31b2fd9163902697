/* Sounds by name from the game data, at the rate of a mix.
 *
 * A name is that of a file ("sound/misc/talk.wav"), with or without its ending: where there is no
 * such WAV an OGG is looked for, as later engines do. What kind it is its bytes say. Stereo becomes
 * mono. A missing or damaged sound, or one too long, is one line in the log and silence.
 *
 * Lengths stay known; samples are made when they are asked for and given up, those unused the
 * longest first, when they take more than the budget: made anew they are the same. Not thread-safe.
 */
#ifndef ASSETS_SOUND_STORE_H
#define ASSETS_SOUND_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/files.h"
#include "formats/media/pcm.h"

#define SOUND_STORE_BUDGET ((size_t)64 << 20) /* bytes, enough for ten minutes at 48 kHz */
enum { SOUND_STORE_MAX_FRAMES = 1 << 24 };    /* of one sound: nearly six minutes at 48 kHz */

struct sound_store_options {
    uint32_t rate; /* RESAMPLE_MIN_RATE .. RESAMPLE_MAX_RATE */
    bool step;     /* the original's nearest sample, else windowed sinc */
    bool builtin;  /* the built-in pack's sounds stand in for missing ones */
    size_t budget; /* of samples, bytes; at least one sound is kept */
};

struct sound_store;

/* files must outlive the store. Returns NULL if out of memory. */
struct sound_store *sound_store_create(struct files *files,
                                       const struct sound_store_options *options);
void sound_store_destroy(struct sound_store *store);

/* Whether there is a file for the name, without a word in the log. */
bool sound_store_has(struct sound_store *store, const char *name);

/* What is known of a name, for as long as the store is there. */
struct sound_entry {
    uint32_t frames;    /* at the store's rate; 0 = there is no such sound */
    int32_t loop_start; /* or PCM_NO_LOOP */
};

/* Never NULL but when memory ran out, which files_note_lack has noted. */
const struct sound_entry *sound_store_find(struct sound_store *store, const char *name);

/* The sound's samples, mono, as long and looped as its entry says; good until the next ones are
 * asked for. NULL: there are none, or memory ran out, likewise noted. A file that has changed since
 * its entry was made is damaged: there are none from then on, and the entry says so. */
const struct pcm *sound_store_samples(struct sound_store *store, const struct sound_entry *entry);

/* Bytes of samples that are kept now. */
size_t sound_store_bytes(const struct sound_store *store);

#endif
