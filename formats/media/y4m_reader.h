/* y4m read again, frame by frame: 4:2:0 of any siting, 4:2:2, 4:4:4 and mono of 8 bits, which is
 * what y4m.h writes and more. Source: see y4m.h.
 *
 * Usage: y4m_reader_open, y4m_reader_next until it gives 0, y4m_reader_close in any case. Takes
 * memory for one frame. */
#ifndef FORMATS_MEDIA_Y4M_READER_H
#define FORMATS_MEDIA_Y4M_READER_H

#include "formats/media/source.h"

enum { Y4M_READER_MAX_LINE = 256 };

struct y4m_reader {
    struct media_source source;
    char header[Y4M_READER_MAX_LINE]; /* the first line as it stands, with its end, */
    size_t header_size;               /* and its bytes; no NUL behind it */
    uint32_t width, height;
    uint32_t fps_num, fps_den;
    size_t frame_size; /* of the planes */
    uint64_t at;       /* the next frame */
    uint64_t frames;   /* met so far */
    uint8_t *frame;    /* the one met last: its line and its planes, */
    size_t size;       /* so many bytes; */
    size_t line_size;  /* the line's, with its end */
};

/* 0, or a negative code with err filled: FORMAT_UNKNOWN for what is no y4m or another kind of it,
 * FORMAT_BAD, FORMAT_TRUNCATED, FORMAT_MEMORY. A frame larger than the file takes no memory. */
int y4m_reader_open(struct y4m_reader *reader, const struct media_source *source,
                    struct format_error *err) MUST_CHECK;
/* 1 and the next frame, 0 at the end, or a negative code with err filled. */
int y4m_reader_next(struct y4m_reader *reader, struct format_error *err) MUST_CHECK;
void y4m_reader_close(struct y4m_reader *reader);

#endif
