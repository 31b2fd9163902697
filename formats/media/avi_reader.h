/* AVI read again, chunk by chunk: what avi.h writes, and what others write in the same way (Motion
 * JPEG or raw pictures of 24 bits, one stream; beside it PCM of 16 bits in stereo, or none).
 *
 * Chunks are taken in the order of the file; indexes are passed over. A file that was not finished
 * (sizes or numbers of frames missing from its header) and one that ends early are refused, with
 * the byte where that is seen. Sources: see avi.h.
 *
 * Usage: avi_reader_open, avi_reader_next until it gives 0, avi_reader_load for the chunks that are
 * wanted, avi_reader_close in any case. Takes memory for the header (at most
 * AVI_READER_MAX_HEADER) and for the chunk loaded last. */
#ifndef FORMATS_MEDIA_AVI_READER_H
#define FORMATS_MEDIA_AVI_READER_H

#include "formats/media/avi.h"
#include "formats/media/source.h"

enum { AVI_READER_MAX_HEADER = 1 << 20 };

struct avi_chunk {
    int stream;  /* AVI_VIDEO or AVI_AUDIO */
    uint64_t at; /* of its bytes */
    size_t size;
};

struct avi_reader {
    struct media_source source;
    struct avi_format format; /* quality is 0: no file says it */
    uint64_t frames, samples; /* the whole film has, by its header */
    uint64_t at;              /* the next chunk */
    uint64_t movi_end, riff_end;
    uint32_t segments;            /* begun so far */
    uint64_t length[AVI_STREAMS]; /* frames and samples met so far */
    uint8_t *bytes;               /* what was loaded last */
    size_t capacity;
};

/* 0, or a negative code with err filled: FORMAT_UNKNOWN for what is no AVI or another kind of it,
 * FORMAT_BAD, FORMAT_TRUNCATED, FORMAT_MEMORY. */
int avi_reader_open(struct avi_reader *reader, const struct media_source *source,
                    struct format_error *err) MUST_CHECK;
/* 1 and a chunk, 0 at the end of a whole film, or a negative code with err filled. */
int avi_reader_next(struct avi_reader *reader, struct avi_chunk *chunk,
                    struct format_error *err) MUST_CHECK;
/* A chunk's bytes into reader->bytes, good until the next call. A frame of Motion JPEG begins as
 * one, a raw frame has its size; so much is checked. */
int avi_reader_load(struct avi_reader *reader, const struct avi_chunk *chunk,
                    struct format_error *err) MUST_CHECK;
void avi_reader_close(struct avi_reader *reader);

#endif
