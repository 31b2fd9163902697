/* A WAV's samples piece by piece, of any length, as programs that write streams leave them: PCM of
 * 16 bits, one or two channels, no loops. wav.h reads the game's sounds, by the original's rules.
 * Source: see wav.h. */
#ifndef FORMATS_MEDIA_WAV_READER_H
#define FORMATS_MEDIA_WAV_READER_H

#include "formats/media/source.h"

struct wav_reader {
    struct media_source source;
    uint32_t rate;
    int channels;
    uint64_t at;     /* of the first sample's bytes */
    uint64_t frames; /* samples a channel. A length the header does not know goes to the end */
};

/* 0, or a negative code with err filled: FORMAT_UNKNOWN for what is no WAV or another kind of it,
 * FORMAT_BAD, FORMAT_TRUNCATED where fewer samples are there than the header says. Nothing is to be
 * freed. */
int wav_reader_open(struct wav_reader *reader, const struct media_source *source,
                    struct format_error *err) MUST_CHECK;

#endif
