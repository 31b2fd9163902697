/* y4m reader, frame by frame: 8-bit 4:2:0 of any siting, 4:2:2, 4:4:4 and mono. Source: see y4m.h.
 *
 * Usage: y4m_reader_open; y4m_reader_next until it returns 0; y4m_reader_close in any case.
 * Allocates one frame. */
#ifndef FORMATS_MEDIA_Y4M_READER_H
#define FORMATS_MEDIA_Y4M_READER_H

#include "formats/base/byte_source.h"

enum { Y4M_READER_MAX_LINE = 256 };

struct y4m_reader {
    struct byte_source source;
    char header[Y4M_READER_MAX_LINE]; /* the header line, including its end */
    size_t header_size;               /* its length; not terminated */
    uint32_t width, height;
    uint32_t fps_num, fps_den;
    size_t frame_size; /* bytes of the planes */
    uint64_t at;       /* the next frame */
    uint64_t frames;   /* frames read so far */
    uint8_t *frame;    /* the last frame read: its header line and its planes */
    size_t size;       /* bytes read so far */
    size_t line_size;  /* the line's, with its end */
};

/* Returns 0 or a negative FORMAT_ code; fills err. FORMAT_UNKNOWN: not a y4m, or an unsupported
 * kind. A frame larger than the file is rejected before it is allocated. */
int y4m_reader_open(struct y4m_reader *reader, const struct byte_source *source,
                    struct format_error *err) MUST_CHECK;
/* 1 and the next frame, 0 at the end, or a negative code with err filled. */
int y4m_reader_next(struct y4m_reader *reader, struct format_error *err) MUST_CHECK;
void y4m_reader_close(struct y4m_reader *reader);

#endif
