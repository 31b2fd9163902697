/* AVI reader, chunk by chunk: files of avi.h, and those of other writers with the same layout (one
 * stream of Motion JPEG or raw 24-bit video; 16-bit stereo PCM or no sound).
 *
 * Chunks come in the order of the file; indexes are skipped. Unfinished files (sizes or frame
 * counts missing from the header) and truncated ones are errors, with the byte offset. Sources: see
 * avi.h.
 *
 * Usage: avi_reader_open; avi_reader_next until it returns 0; avi_reader_load for the chunks that
 * are wanted; avi_reader_close in any case. Allocates the header (at most AVI_READER_MAX_HEADER)
 * and the chunk loaded last. */
#ifndef FORMATS_MEDIA_AVI_READER_H
#define FORMATS_MEDIA_AVI_READER_H

#include "formats/base/byte_source.h"
#include "formats/media/avi.h"

enum { AVI_READER_MAX_HEADER = 1 << 20 };

struct avi_chunk {
    int stream;  /* AVI_VIDEO or AVI_AUDIO */
    uint64_t at; /* file offset of its bytes */
    size_t size;
};

struct avi_reader {
    struct byte_source source;
    struct avi_format format; /* quality is 0: the file does not store it */
    uint64_t frames, samples; /* totals of the film, from its header */
    uint64_t at;              /* the next chunk */
    uint64_t movi_end, riff_end;
    uint32_t segments;            /* begun so far */
    uint64_t length[AVI_STREAMS]; /* frames and samples read so far */
    uint8_t *bytes;               /* what was loaded last */
    size_t capacity;
};

/* Returns 0 or a negative FORMAT_ code; fills err. FORMAT_UNKNOWN: not an AVI, or an unsupported
 * one. */
int avi_reader_open(struct avi_reader *reader, const struct byte_source *source,
                    struct format_error *err) MUST_CHECK;
/* Reads the next chunk's header. 1 = a chunk, 0 = end of a complete film, or a negative code; fills
 * err. */
int avi_reader_next(struct avi_reader *reader, struct avi_chunk *chunk,
                    struct format_error *err) MUST_CHECK;
/* Loads a chunk into reader->bytes, valid until the next call. Checks only that a Motion JPEG frame
 * starts with a JPEG marker and that a raw frame has the right size. */
int avi_reader_load(struct avi_reader *reader, const struct avi_chunk *chunk,
                    struct format_error *err) MUST_CHECK;
void avi_reader_close(struct avi_reader *reader);

#endif
