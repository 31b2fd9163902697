/* AVI writer: Motion JPEG or raw video with PCM sound, of any length.
 *
 * Frames are Motion JPEG or raw (24 bits, blue first, bottom row first), sound is 16-bit stereo
 * PCM. Beyond AVI_SEGMENT_BYTES the file continues with OpenDML segments (RIFF 'AVIX', each with
 * its indexes, listed in the super indexes of the header), so readers of AVI 1.0 see the first
 * segment. Sources: Multimedia Programming Interface and Data Specifications 1.0 (1991); OpenDML
 * AVI File Format Extensions 1.02 (1996).
 *
 * Usage: avi_begin; for every frame avi_add_frame, then avi_add_sound with the frame's samples;
 * avi_end. Data goes to a sink as it is made; the writer holds one frame and the index of one
 * segment (at most 40 bytes per frame or chunk of sound).
 *
 * The bytes depend only on the format and the sequence of frames and sound: chunks that avi_reader
 * takes from the pieces of a film, added again in order, give the bytes of the complete film. */
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
    uint32_t width, height;    /* 1..65535 */
    uint32_t fps_num, fps_den; /* frames per second; neither is 0 */
    enum avi_codec codec;
    int quality;         /* quality of Motion JPEG, 1..100; 4:2:0 chroma up to 90, 4:4:4 above */
    uint32_t sound_rate; /* samples per second of each of two channels; 0 = no sound */
};

enum { AVI_VIDEO, AVI_AUDIO, AVI_STREAMS };

/* Private to the writer: state of a stream, and offsets of its fields in the header. */
struct avi_stream {
    uint64_t length;            /* frames, or samples a channel */
    uint64_t segment_began;     /* length at the segment's beginning */
    uint32_t largest;           /* bytes of the largest chunk, */
    uint32_t largest_before;    /* and of that in finished segments */
    uint32_t segments;          /* entries of the super index */
    struct byte_writer entries; /* the current segment's index */
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
    struct byte_writer index; /* idx1 entries; the first segment only */
    struct byte_writer frame; /* the picture being coded */
    struct jpeg_encoder jpeg; /* initialised with the first encoded frame */
    uint8_t *row;             /* one row; initialised with the first raw frame */
    struct avi_stream streams[AVI_STREAMS];
    uint64_t avih_frames_at, dmlh_frames_at;
    bool cut_off; /* the sink stored fewer bytes than `size` */
};

/* All return 0, FORMAT_MEMORY, FORMAT_BAD for data that exceeds the format's limits (AVI_MAX_BYTES,
 * chunks of 1 GB), or the sink's code. The sink needs `patch`. Call avi_free in any case. */
int avi_begin(struct avi_writer *avi, const struct media_sink *sink,
              const struct avi_format *format) MUST_CHECK;
/* pixels: width * height of 0x00RRGGBB. */
int avi_add_frame(struct avi_writer *avi, const uint32_t *pixels) MUST_CHECK;
/* A frame as stored in the file: a JPEG image, or rows laid out as in avi_raw_frame_size. */
int avi_add_encoded_frame(struct avi_writer *avi, const uint8_t *bytes, size_t size) MUST_CHECK;
/* samples: 2 * count, left and right side by side. No samples leave no trace. */
int avi_add_sound(struct avi_writer *avi, const int16_t *samples, size_t count) MUST_CHECK;
/* Sound as stored in the file: 4 bytes per sample. */
int avi_add_encoded_sound(struct avi_writer *avi, const uint8_t *bytes, size_t size) MUST_CHECK;
/* Finishes the segment and patches the header. After a failed write, if the sink has `cut`: drops
 * the last frames and sounds until the rest and its index fit into what was stored, so that a full
 * disk holds a playable film; streams[].length is the number left. */
int avi_end(struct avi_writer *avi) MUST_CHECK;
void avi_free(struct avi_writer *avi);

/* Bytes of a frame of AVI_RAW: rows are filled up to four bytes. */
size_t avi_raw_frame_size(const struct avi_format *format);

#endif
