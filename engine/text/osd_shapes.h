/* Shapes of the letters: pen strokes on a grid.
 *
 * Grid: x from 0 to 8 between the centres of a letter's outermost stems, y upward from the
 * baseline: 14 capitals, 10 small letters, -4 descenders. A shape is a list of strokes separated by
 * ';', a stroke a list of points separated by blanks. A prefix of a point selects the segment that
 * ends there: nothing   straight line h, v      quarter of an ellipse that starts horizontal
 * (vertical) q x,y     parabola with that control point A stroke of one point is a dot. A stroke
 * that starts with F is filled instead of drawn. A shape that starts with T is drawn with a thin
 * pen. */
#ifndef ENGINE_TEXT_OSD_SHAPES_H
#define ENGINE_TEXT_OSD_SHAPES_H

/* NULL for characters other than 14..126. */
const char *osd_shape(unsigned char character);

#endif
