/* Where a film goes: a file, a row of pictures, a pipe, an encoder's process.
 *
 * Usage: film_output_open; for each frame its picture (film_output_frame), and the sound in between
 * (film_output_sound), never more than film_output_lead frames ahead of it; film_output_end. What
 * is not taken (film_output.pictures, .sound) is not given. All from one thread, which may be
 * another than the one that opened it. */
#ifndef ENGINE_CAPTURE_FILM_OUTPUT_H
#define ENGINE_CAPTURE_FILM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/capture/film_file.h"
#include "engine/capture/film_plan.h"
#include "formats/base/error.h"
#include "formats/media/avi.h"
#include "formats/media/y4m.h"

enum film_kind {
    FILM_AVI,
    FILM_Y4M,
    FILM_RAW,      /* rows of red, green, blue, nothing else */
    FILM_PICTURES, /* a PNG file a frame */
    FILM_WAV,
    FILM_ENCODER, /* whatever ffmpeg makes of a name */
    FILM_KINDS
};

enum { FILM_OUTPUT_TALK = 1024 };

struct film_format {
    enum film_kind kind;
    const char *path; /* borrowed; "-" is standard output; of pictures with one %d or %05d */
    int width, height;
    struct film_rate fps;
    uint32_t sound_rate; /* samples a second; 0 = no sound */
    uint64_t samples;    /* how many there will be */
    enum avi_codec codec;
    int quality; /* of Motion JPEG, 1 .. 100 */
    enum y4m_chroma chroma;
    bool force;                  /* what is there may be replaced */
    bool inside;                 /* of the file at path, which is there, it is the part from byte */
    uint64_t at;                 /* `at` on, frames or samples alone; where there are such places:
                                    film_layout */
    const char *encoder_options; /* words for ffmpeg, between spaces; NULL = its own choice */
};

struct film_output;

/* What a kind of output does; the codes are 0, or negative with one line in err->what. */
struct film_output_kind {
    bool pictures, sound, pieces;
    int (*open)(struct film_output *output, const struct film_format *format,
                struct format_error *err);
    int (*frame)(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                 struct format_error *err);
    int (*add_sound)(struct film_output *output, const int16_t *samples, size_t count,
                     struct format_error *err);
    /* Called after open succeeded, whatever happened since; frees state. */
    int (*end)(struct film_output *output, enum film_file_end end, struct format_error *err);
};

struct film_output {
    const struct film_output_kind *kind;
    bool pictures, sound;        /* what is to be given */
    void *state;                 /* the kind's */
    bool enough;                 /* an encoder ended its film: what else is given is dropped */
    uint64_t size;               /* bytes written so far, where they are counted */
    uint64_t left;               /* at most so many of the frames it has taken are in the film */
    char talk[FILM_OUTPUT_TALK]; /* last lines of an encoder that failed */
};

/* The kind a path, or the name of a format (NULL = none is named) asks for: "avi", "y4m", "raw",
 * "png", "wav". False with one line in err->what. */
bool film_kind_find(const char *path, const char *format, enum film_kind *kind,
                    struct format_error *err);
bool film_kind_has_pictures(enum film_kind kind);
bool film_kind_has_sound(enum film_kind kind);
bool film_kind_has_pieces(enum film_kind kind); /* a film is put together again of them */

/* Whether the kind can have pictures of that size: 0, or FORMAT_BAD with one line in err->what.
 * film_output_open asks, too. */
int film_output_check(const struct film_format *format, struct format_error *err) MUST_CHECK;

/* 0, or a negative code with one line in err->what; nothing is to be ended then. */
int film_output_open(struct film_output *output, const struct film_format *format,
                     struct format_error *err) MUST_CHECK;

/* How many frames ahead of the pictures sound may, and should, be given. */
uint64_t film_output_lead(const struct film_output *output, const struct film_format *format);

/* 0, or a negative code with one line in err->what, after which there is only film_output_end. */
int film_output_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                      struct format_error *err) MUST_CHECK;
int film_output_sound(struct film_output *output, const int16_t *samples, size_t count,
                      struct format_error *err) MUST_CHECK;

/* end: what becomes of the file, where it is one. */
int film_output_end(struct film_output *output, enum film_file_end end,
                    struct format_error *err) MUST_CHECK;

#endif
