/* A WAV's samples piece by piece, of any length, as programs that write streams leave them: PCM of
 * 16 bits, one or two channels, no loops. wav.h reads the game's sounds, by the original's rules.
 * Source: see wav.h. */
#ifndef FORMATS_MEDIA_WAV_READER_H
#define FORMATS_MEDIA_WAV_READER_H

#include "formats/base/byte_source.h"

struct wav_reader {
    struct byte_source source;
    uint32_t rate;
    int channels;
    uint64_t at; /* file offset of the first sample */
    uint64_t
        frames; /* samples per channel; if the header has no length, up to the end of the file */
};

/* Returns 0 or a negative FORMAT_ code; fills err. FORMAT_UNKNOWN: not a WAV, or an unsupported
 * kind; FORMAT_TRUNCATED: fewer samples than in the header. Allocates nothing. */
int wav_reader_open(struct wav_reader *reader, const struct byte_source *source,
                    struct format_error *err) MUST_CHECK;

#endif
