/* How the program's letters are written: a pen's ways on a grid.
 *
 * Grid: x from 0 to 8 between the middles of a letter's outermost stems, y upward from the
 * baseline: 14 capitals, 10 small letters, -4 descenders. A shape is strokes parted by ';', a
 * stroke points parted by blanks. Before a point stands how the pen comes to it:
 *     nothing   in a straight line
 *     h, v      by a quarter of an ellipse that begins horizontal (vertical) and ends the other way
 *     q x,y     by a parabola towards that point first
 * A stroke of one point is a dot. One that begins with F is not drawn with a pen but filled.
 * A shape that begins with T is drawn with a thin pen. */
#ifndef ENGINE_TEXT_OSD_SHAPES_H
#define ENGINE_TEXT_OSD_SHAPES_H

/* NULL where there is none: all but 14 .. 126. */
const char *osd_shape(unsigned char character);

#endif
