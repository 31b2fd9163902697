/* What is done with the pixels of two frames that are shown together: the difference view, the
 * dimmed half of a demo that has ended, the line between the halves, and labels.
 *
 * Pixels are 0x00RRGGBB. Pure functions of their arguments. */
#ifndef ENGINE_PLAYBACK_BESIDE_BESIDE_PICTURE_H
#define ENGINE_PLAYBACK_BESIDE_BESIDE_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/playback/views/view_layout.h"
#include "engine/text/osd.h"
#include "formats/base/error.h"

/* The difference of two pixels a and b: each channel is
 *     min(255, grey + gain * |a - b|),   grey = (77 * a.red + 150 * a.green + 29 * a.blue) / 1024,
 * rounded down. So what is equal is a dark grey picture of the first frame (0..63), and what
 * differs is bright, in the colours by which it does. */
enum { BESIDE_GAIN = 4, BESIDE_GAIN_MAX = 64 };
uint32_t beside_difference(uint32_t a, uint32_t b, int gain);

/* Replaces the first frame by the difference. Pitches in pixels. */
void beside_draw_difference(uint32_t *first, size_t pitch, const uint32_t *second,
                            size_t second_pitch, int width, int height, int gain);

/* Halves the brightness of a rectangle. */
void beside_dim(uint32_t *pixels, size_t pitch, struct playback_part part);

/* A black line along the edge between the halves. width, height: of the frame. */
void beside_draw_line(uint32_t *pixels, size_t pitch, int width, int height,
                      struct playback_part second);

enum { BESIDE_LABEL = 160 };
/* "NAME 0:12.34": whose picture it is; NAME is cut where all of it has more than `most` characters.
 * state: a word behind it, "" = none. name: ASCII. */
void beside_label(char label[BESIDE_LABEL], const char *name, double time, const char *state,
                  size_t most);
/* The characters for which a label has room in a rectangle. */
size_t beside_label_room(struct playback_part part);
/* The rows that a label takes of a frame with such parts. */
int beside_label_rows(struct playback_part part);
/* A line at the top right of a rectangle: the games' lines begin at the left. rows: above the
 * rectangle, which are the label's alone; 0: it lies over the picture. Returns 0 or
 * FORMAT_MEMORY. */
int beside_draw_label(const struct osd_canvas *canvas, struct playback_part part, int rows,
                      const char *text) MUST_CHECK;

#endif
