/* From a letter's shape to the pieces of its picture at a size: boxes, lines of the pen's width,
 * and filled areas. Coordinates in pixels, from the left of the letter's place and down from the
 * top of capitals. */
#ifndef ENGINE_TEXT_OSD_STROKES_H
#define ENGINE_TEXT_OSD_STROKES_H

#include <stdbool.h>

struct stroke_point {
    float x, y;
};

struct stroke_box {
    float left, top, right, bottom;
};

struct stroke_line {
    struct stroke_point from, to;
    int area; /* the lines of one number, from 1, go around an area that is filled; 0 = none */
};

enum { STROKES_MAX_BOXES = 24, STROKES_MAX_LINES = 192 };

struct strokes {
    float half; /* the pen's width, halved */
    struct stroke_box boxes[STROKES_MAX_BOXES];
    struct stroke_line lines[STROKES_MAX_LINES];
    int num_boxes, num_lines, num_areas;
};

/* shape: format of osd_shapes.h. size, advance: see osd_font.h. */
void strokes_make(struct strokes *strokes, const char *shape, int size, int advance);

#endif
