/* Writes a film to a file, numbered PNGs, a pipe or an ffmpeg process.
 *
 * Usage: film_output_open; film_output_frame for each frame and film_output_sound in between, at
 * most film_output_lead frames ahead of the pictures; film_output_end. Call these only if .pictures
 * or .sound is set. Not thread-safe; another thread than the opener's may call them. */
#ifndef ENGINE_CAPTURE_FILM_OUTPUT_H
#define ENGINE_CAPTURE_FILM_OUTPUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/output_file.h"
#include "engine/capture/film_plan.h"
#include "formats/base/error.h"
#include "formats/media/avi.h"
#include "formats/media/y4m.h"

enum film_kind {
    FILM_AVI,
    FILM_Y4M,
    FILM_RAW,      /* RGB24 rows without a header */
    FILM_PICTURES, /* a PNG file per frame */
    FILM_WAV,
    FILM_ENCODER, /* ffmpeg chooses the format by file extension */
    FILM_KINDS
};

enum { FILM_OUTPUT_TALK = 1024 };

struct film_journal;

struct film_format {
    enum film_kind kind;
    const char *path; /* borrowed; "-" = standard output; FILM_PICTURES: with one %d or %05d */
    int width, height;
    struct film_rate fps;
    uint32_t sound_rate; /* samples per second; 0 = no sound */
    uint64_t samples;    /* total samples per channel */
    enum avi_codec codec;
    int quality; /* Motion JPEG, 1..100 */
    enum y4m_chroma chroma;
    bool force;  /* an existing file may be replaced */
    bool resume; /* the unfinished FILE.part of an earlier run may be replaced; pictures of this
                    film stay, damaged ones are replaced */
    const struct film_journal *journal; /* pictures: lists those of an earlier run; new pictures are
                                           added to it. Borrowed; NULL = none */
    const atomic_bool *damaged; /* pictures: set before one is written that was drawn with damaged
                                   game data. Borrowed; NULL = none is */
    bool is_piece; /* a separate file to be joined later: it gets its name only when it is complete
                    */
    bool inside;   /* another process holds FILE.part: write frames or samples into it at byte `at`,
                      without header */
    uint64_t at;   /* first byte (film_layout_at) */
    const char *encoder_options; /* ffmpeg arguments separated by spaces; NULL = none */
};

struct film_output;

/* Functions of an output kind. They return 0 or a negative FORMAT_ code and fill err. */
struct film_output_kind {
    bool pictures, sound, pieces;
    int (*open)(struct film_output *output, const struct film_format *format,
                struct format_error *err);
    int (*frame)(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                 struct format_error *err);
    /* NULL = false. */
    bool (*has_frame)(const struct film_output *output, uint64_t frame);
    int (*add_sound)(struct film_output *output, const int16_t *samples, size_t count,
                     struct format_error *err);
    /* Called once after a successful open; frees state. */
    int (*end)(struct film_output *output, enum output_end end, struct format_error *err);
};

struct film_output {
    const struct film_output_kind *kind;
    bool pictures, sound;        /* frames and samples it expects */
    void *state;                 /* private to the kind; owned */
    bool enough;                 /* the encoder ended the film: later frames are dropped */
    uint64_t size;               /* bytes written so far; 0 if not counted */
    uint64_t left;               /* upper bound of the frames in the film when the encoder failed */
    char talk[FILM_OUTPUT_TALK]; /* last lines of an encoder that failed */
};

/* Output kind of a format name ("avi", "y4m", "raw", "png", "wav"; NULL = by the path). False:
 * unknown; fills err. */
bool film_kind_find(const char *path, const char *format, enum film_kind *kind,
                    struct format_error *err);
bool film_kind_has_pictures(enum film_kind kind);
bool film_kind_has_sound(enum film_kind kind);
bool film_kind_has_pieces(enum film_kind kind); /* pieces can be joined to a film */

/* Checks the frame size against the kind's limits, as film_output_open does. Returns 0 or
 * FORMAT_BAD; fills err. */
int film_output_check(const struct film_format *format, struct format_error *err) MUST_CHECK;

/* Returns 0 or a negative FORMAT_ code; fills err. After a failure nothing needs ending. */
int film_output_open(struct film_output *output, const struct film_format *format,
                     struct format_error *err) MUST_CHECK;

/* Frames by which sound should, and at most may, precede the pictures. */
uint64_t film_output_lead(const struct film_output *output, const struct film_format *format);

/* True if an earlier run of this film made the frame, so that it need not be drawn. Safe while
 * another thread adds frames. */
bool film_output_has_frame(const struct film_output *output, uint64_t frame);

/* Returns 0 or a negative FORMAT_ code; fills err. After a failure call only film_output_end. */
int film_output_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                      struct format_error *err) MUST_CHECK;
int film_output_sound(struct film_output *output, const int16_t *samples, size_t count,
                      struct format_error *err) MUST_CHECK;

/* end: file is renamed, kept as FILE.part, or deleted. Returns 0 or a negative FORMAT_ code; fills
 * err. */
int film_output_end(struct film_output *output, enum output_end end,
                    struct format_error *err) MUST_CHECK;

#endif
