/* Coverage of shapes on a raster, 0..255 a pixel, then blended with one colour. Coordinates in
 * pixels. IEEE + - * / and sqrt alone: the same on every machine. Private to this folder. */
#ifndef ENGINE_DRAWING_DRAWING_COVER_H
#define ENGINE_DRAWING_DRAWING_COVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cover_edge {
    int32_t x0, y0, x1, y1; /* 1/256 pixel; y0 < y1 */
    int turn;               /* 1: it was added downward; -1: upward */
    size_t next;            /* of those that begin in a row; COVER_NONE = the last */
};

struct cover_crossing {
    size_t edge;
    int64_t x;
};

#define COVER_NONE SIZE_MAX

struct cover {
    uint32_t *pixels; /* borrowed */
    int width, height;
    uint8_t *lines;               /* coverage by lines; zeros between two shapes */
    int32_t *row;                 /* a row's coverage by an area; zeros between two rows */
    int left, top, right, bottom; /* pixels of lines that may be covered */
    size_t *row_edges;            /* first edge that begins in a row; COVER_NONE */
    struct cover_edge *edges;
    struct cover_crossing *active;
    size_t num_edges, edge_capacity, active_capacity;
    bool failed; /* out of memory; sticky */
};

/* False: out of memory; free it nevertheless. */
bool cover_init(struct cover *cover, uint32_t *pixels, int width, int height);
void cover_free(struct cover *cover);

/* An area: its edges, in any order, then the fill: by the even-odd rule, or joined, by the nonzero
 * rule. */
void cover_edge_add(struct cover *cover, double x0, double y0, double x1, double y1);
void cover_fill(struct cover *cover, bool joined, uint32_t color, uint8_t opacity);

/* Lines with round ends: where several overlap, they cover no more than one. */
void cover_line_add(struct cover *cover, double x0, double y0, double x1, double y1, double half);
void cover_draw_lines(struct cover *cover, uint32_t color, uint8_t opacity);

/* One pixel; none outside. */
void cover_blend(struct cover *cover, int x, int y, uint32_t color, uint32_t alpha);

#endif
