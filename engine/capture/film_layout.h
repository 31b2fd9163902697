/* File offsets of frames in formats with fixed sizes: y4m, raw pictures, WAV. Several processes
 * write one file at once, each its own frames (film_format.inside).
 *
 * The file is a header, then frames of one size; for WAV a frame's samples, whose count varies by
 * one. */
#ifndef ENGINE_CAPTURE_FILM_LAYOUT_H
#define ENGINE_CAPTURE_FILM_LAYOUT_H

#include "engine/capture/film_output.h"
#include "formats/base/bytes.h"

struct film_layout {
    struct film_format format;
    struct film_piece whole; /* all frames of the film */
    struct byte_writer head; /* file header. Owned */
    size_t frame_bytes;      /* 0 = WAV */
};

bool film_layout_can(enum film_kind kind);

/* Returns 0 or a negative FORMAT_ code; fills err. Free it in any case. */
int film_layout_make(struct film_layout *layout, const struct film_format *format,
                     struct film_piece whole, struct format_error *err) MUST_CHECK;
void film_layout_free(struct film_layout *layout);

/* Byte offset of a frame; for whole.last the file's size. */
uint64_t film_layout_at(const struct film_layout *layout, uint64_t frame);

/* True if the file at path has the size and header of the whole film. */
bool film_layout_is_whole(const struct film_layout *layout, const char *path);

/* Truncates the film's file before `frame` and makes its header match; whole.first: the header
 * alone, as a film begins. All earlier frames must be written. Returns 0 or a negative FORMAT_
 * code; fills err. */
int film_layout_cut(const struct film_layout *layout, struct output_file *file, uint64_t frame,
                    struct format_error *err) MUST_CHECK;

#endif
