/* The shapes of a drawing, as the writers read them. Private to this folder. */
#ifndef ENGINE_DRAWING_DRAWING_LIST_H
#define ENGINE_DRAWING_DRAWING_LIST_H

#include <stddef.h>

#include "engine/drawing/drawing.h"

enum drawing_kind {
    DRAWING_KIND_POLYGON,
    DRAWING_KIND_POLYLINE,
    DRAWING_KIND_CIRCLE,    /* one point: the centre; size: the radius */
    DRAWING_KIND_RECTANGLE, /* two points: corner, and width and height */
    DRAWING_KIND_TEXT       /* one point; size: of the letters */
};

/* Hundredths of a unit. */
struct drawing_at {
    int32_t x, y;
};

struct drawing_shape {
    enum drawing_kind kind;
    struct drawing_ink fill, stroke; /* of texts: letters, and halo */
    int32_t width, dash, size;       /* hundredths */
    enum drawing_anchor anchor;
    bool bold, upward;
    bool joined;
    size_t title, text;  /* where they begin in texts; 0 = none */
    size_t first, count; /* points */
    size_t first_ring, num_rings;
};

struct drawing {
    int32_t width, height; /* hundredths */
    struct drawing_shape *shapes;
    struct drawing_at *points;
    size_t *ring_ends; /* number of the point after a ring's last */
    char *texts;       /* NUL-terminated, one after another, behind an empty one */
    size_t num_shapes, num_points, num_rings, num_texts;
    size_t shape_capacity, point_capacity, ring_capacity, text_capacity;
    size_t title; /* of the whole; 0 = none */
    bool failed;
};

/* Ring `ring` of a shape: its points are [*begin, end). Returns end. */
size_t drawing_ring(const struct drawing *drawing, const struct drawing_shape *shape, size_t ring,
                    size_t *begin);

#endif
