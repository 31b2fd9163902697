/* Plots as SVG: a page with text, lines and boxes, and axes that know where a value is.
 *
 * Everything is in pixels from the upper left corner. Colours are "#rrggbb". Text is escaped here.
 * Write errors are the stream's (ferror). */
#ifndef TOOLS_PLOTS_SVG_H
#define TOOLS_PLOTS_SVG_H

#include <stdio.h>

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

#define SVG_INK "#222222"
#define SVG_FAINT "#dddddd"
#define SVG_GREY "#666666"

/* A white page with its title above. */
void svg_begin(FILE *out, int width, int height, const char *title);
void svg_end(FILE *out);

/* y: of the line the letters stand on. */
void svg_text(FILE *out, double x, double y, int size, enum svg_anchor anchor, const char *colour,
              const char *text);
/* Upward along a vertical axis, around its middle. */
void svg_text_up(FILE *out, double x, double y, int size, const char *text);
/* dashes: as stroke-dasharray has them; NULL: none. */
void svg_line(FILE *out, double x1, double y1, double x2, double y2, const char *colour,
              double width, const char *dashes);
void svg_box(FILE *out, double x, double y, double width, double height, const char *colour);
void svg_dot(FILE *out, double x, double y, double radius, const char *colour, double opacity);

/* Values from low to high across a rectangle, the y axis upward. */
struct svg_axes {
    double left, top, width, height;
    double x_low, x_high, y_low, y_high;
};

double svg_x(const struct svg_axes *axes, double value);
double svg_y(const struct svg_axes *axes, double value);

/* The frame with round numbers at the y axis and lines across; likewise numbers at the x axis. */
void svg_y_axis(FILE *out, const struct svg_axes *axes, const char *label);
void svg_x_axis(FILE *out, const struct svg_axes *axes, const char *label);
/* A value at the x axis by name. */
void svg_x_name(FILE *out, const struct svg_axes *axes, double x, const char *name);

/* A coloured box or line and what it stands for; returns the x behind it. */
double svg_legend(FILE *out, double x, double y, const char *colour, const char *name);

#endif
