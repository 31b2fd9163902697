/* Films whose frames lie at known places of the file before any of them is made: y4m, raw pictures,
 * WAV. So several processes write one file at once, each the frames it makes (film_format.inside).
 *
 * Such a file is a head and then all frames, of one size each (of WAV: the samples each is heard
 * with, which differ by one). */
#ifndef ENGINE_CAPTURE_FILM_LAYOUT_H
#define ENGINE_CAPTURE_FILM_LAYOUT_H

#include "engine/capture/film_output.h"
#include "formats/base/bytes.h"

struct film_layout {
    struct film_format format;
    struct film_piece whole; /* the film's first frame, and the one behind its last */
    struct byte_writer head; /* what the file begins with. Owned */
    size_t frame_bytes;      /* 0: samples */
};

bool film_layout_can(enum film_kind kind);

/* 0, or a negative code with one line in err->what. Free it in any case. */
int film_layout_make(struct film_layout *layout, const struct film_format *format,
                     struct film_piece whole, struct format_error *err) MUST_CHECK;
void film_layout_free(struct film_layout *layout);

/* The byte where a frame begins; of whole.last the file's size. */
uint64_t film_layout_at(const struct film_layout *layout, uint64_t frame);

/* Makes a file of the head alone, over what is there. */
int film_layout_begin(const struct film_layout *layout, const char *path,
                      struct format_error *err) MUST_CHECK;
/* Whether the file begins as such a film does. */
bool film_layout_fits(const struct film_layout *layout, const char *path);
/* The file becomes the film up to that frame (whole.first: head alone). It has all before it. */
int film_layout_cut(const struct film_layout *layout, const char *path, uint64_t frame,
                    struct format_error *err) MUST_CHECK;

#endif
