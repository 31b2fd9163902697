/* AVI: the one moving picture every player opens, with sound beside it, as long as one likes.
 *
 * Pictures are Motion JPEG or raw (24 bits, blue first, bottom row first), sound is PCM of 16 bits
 * in stereo. Beyond a segment of AVI_SEGMENT_BYTES the file goes on as OpenDML asks (RIFF 'AVIX',
 * each segment with indexes of its own, found by the super indexes in the header), so readers of
 * AVI 1.0 still see its beginning. Sources: Multimedia Programming Interface and Data
 * Specifications 1.0 (1991); OpenDML AVI File Format Extensions 1.02 (1996).
 *
 * Usage: avi_begin; for every frame avi_add_frame, then avi_add_sound with the frame's samples;
 * avi_end. The file goes to a sink piece by piece, and the writer holds one frame and the index of
 * one segment (at most 40 bytes a frame or piece of sound).
 *
 * The bytes depend on the format and the sequence of frames and sound, on nothing else: what
 * avi_reader takes out of pieces of a film, added again in order, makes the film's own file. */
#ifndef FORMATS_MEDIA_AVI_H
#define FORMATS_MEDIA_AVI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/media/jpeg_encoder.h"
#include "formats/media/sink.h"

#define AVI_SEGMENT_BYTES ((uint64_t)1 << 30)
enum { AVI_MAX_SEGMENTS = 1024 };
/* Stop adding frames here: the super indexes have room for no more. */
#define AVI_MAX_BYTES ((uint64_t)1000 * 1000 * 1000 * 1000)

enum avi_codec { AVI_MJPEG, AVI_RAW };

struct avi_format {
    uint32_t width, height;    /* 1 .. 65535 */
    uint32_t fps_num, fps_den; /* frames a second; neither is 0 */
    enum avi_codec codec;
    int quality;         /* of Motion JPEG, 1 .. 100; above 90 colours keep their resolution */
    uint32_t sound_rate; /* samples a second of each of two channels; 0 = no sound */
};

enum { AVI_VIDEO, AVI_AUDIO, AVI_STREAMS };

/* Of the writer's own: what is known of a stream so far, and where the header says it. */
struct avi_stream {
    uint64_t length;            /* frames, or samples a channel */
    uint64_t segment_began;     /* length at the segment's beginning */
    uint32_t largest;           /* bytes of the largest chunk, */
    uint32_t largest_before;    /* and of that in finished segments */
    uint32_t segments;          /* entries of the super index */
    struct byte_writer entries; /* of the segment's index */
    uint64_t length_at, buffer_at, super_at;
};

struct avi_writer {
    struct media_sink sink;
    struct avi_format format;
    uint64_t size;            /* bytes written so far */
    uint64_t segment_bytes;   /* AVI_SEGMENT_BYTES; less for tests */
    uint64_t segment_at;      /* where the segment's RIFF begins, */
    uint64_t movi_at;         /* and "movi" in its list of chunks */
    uint32_t segments;        /* finished ones */
    uint64_t first_frames;    /* frames in the first one */
    struct byte_writer head;  /* what is about to be written; its memory is used again */
    struct byte_writer index; /* idx1 entries, of the first segment alone */
    struct byte_writer frame; /* the picture being coded */
    struct jpeg_encoder jpeg; /* begun with the first picture that is to be coded */
    uint8_t *row;             /* likewise, where pictures are raw: one of theirs */
    struct avi_stream streams[AVI_STREAMS];
    uint64_t avih_frames_at, dmlh_frames_at;
    bool cut_off; /* the sink took less than size says */
};

/* All return 0, FORMAT_MEMORY, FORMAT_BAD for what a file cannot hold (AVI_MAX_BYTES, a chunk
 * beyond 1 GB), or the sink's code. The sink has to patch. Call avi_free in any case. */
int avi_begin(struct avi_writer *avi, const struct media_sink *sink,
              const struct avi_format *format) MUST_CHECK;
/* pixels: width * height of 0x00RRGGBB. */
int avi_add_frame(struct avi_writer *avi, const uint32_t *pixels) MUST_CHECK;
/* A frame as the file holds it: a JPEG picture, or rows as avi_raw_frame_size says. */
int avi_add_encoded_frame(struct avi_writer *avi, const uint8_t *bytes, size_t size) MUST_CHECK;
/* samples: 2 * count, left and right side by side. No samples leave no trace. */
int avi_add_sound(struct avi_writer *avi, const int16_t *samples, size_t count) MUST_CHECK;
/* Sound as the file holds it: 4 bytes a sample. */
int avi_add_encoded_sound(struct avi_writer *avi, const uint8_t *bytes, size_t size) MUST_CHECK;
/* Finishes the segment and patches what the header says of the whole. After a failure of the sink
 * it drops the last frames and sounds (streams[].length tells how many are left) so that the rest
 * and its index fit into what was written, where the sink can cut: a full disk then holds a film.
 */
int avi_end(struct avi_writer *avi) MUST_CHECK;
void avi_free(struct avi_writer *avi);

/* Bytes of a frame of AVI_RAW: rows are filled up to four bytes. */
size_t avi_raw_frame_size(const struct avi_format *format);

#endif
