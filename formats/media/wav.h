/* WAV: reads game sounds into memory, writes streams of sound.
 *
 * Source: Multimedia Programming Interface and Data Specifications 1.0 (IBM and Microsoft, 1991).
 * Where the original's reader and the specification differ, the original's behaviour counts:
 *
 * - Each chunk is searched from the beginning; the order of chunks does not matter.
 *
 * - A loop starts at the sample of the first cue point. It ends with the sound, or where a LIST
 * after the cue points marks its end ("mark"): samples after it are never played.
 *
 * - A chunk whose length is negative as a signed number ends the search. Only for data does
 * 0xffffffff mean "to the end": programs that do not know the length write it. A data chunk longer
 * than the file is truncated, and a loop that starts after the end is ignored.
 *
 * PCM with a channel mask (wave_format.h) is rejected by the original and accepted here: wav_writer
 * writes it. */
#ifndef FORMATS_MEDIA_WAV_H
#define FORMATS_MEDIA_WAV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/media/pcm.h"
#include "formats/media/sink.h"

/* Reads a whole file: PCM of 8 or 16 bits, one or two channels. Allocates two bytes per sample of
 * the file. pcm is owned; free with pcm_free. FORMAT_UNKNOWN: not a WAV, or an unsupported kind;
 * FORMAT_BAD: no samples, or an impossible rate. Nothing is owned on failure. */
int wav_read(struct pcm *wav, const uint8_t *data, size_t size, enum pcm_channels channels,
             struct format_error *err) MUST_CHECK;

/* Writes a stream of 16-bit samples incrementally.
 *
 * Usage: wav_begin; wav_add for each part; wav_end. Sizes that do not fit the header, or stay
 * unknown because the sink cannot patch, are written as 0xffffffff. */
struct wav_writer {
    struct media_sink sink;
    uint32_t rate;
    int channels;
    uint64_t promised; /* frames, or WAV_UNKNOWN_LENGTH */
    uint64_t frames;   /* written so far */
};

#define WAV_UNKNOWN_LENGTH UINT64_MAX
enum { WAV_HEADER_SIZE = 44 };

/* All return 0 or the sink's code. channels: 1 or 2. frames: how many will be added, or
 * WAV_UNKNOWN_LENGTH. */
int wav_begin(struct wav_writer *writer, const struct media_sink *sink, uint32_t rate, int channels,
              uint64_t frames) MUST_CHECK;
/* samples: frames * channels, the two of a frame side by side. */
int wav_add(struct wav_writer *writer, const int16_t *samples, size_t frames) MUST_CHECK;
/* Appends sound as stored in the file: 2 * channels bytes per frame. */
int wav_add_encoded(struct wav_writer *writer, const uint8_t *bytes, size_t frames) MUST_CHECK;
/* Patches the header if its lengths differ from what was written. FORMAT_BAD: they differ, and the
 * sink cannot patch. */
int wav_end(struct wav_writer *writer) MUST_CHECK;

#endif
