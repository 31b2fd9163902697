/* Vector drawings: a list of shapes, written as SVG or drawn into pixels.
 *
 * User units, x to the right and y down. Coordinates are kept in hundredths of a unit, so that the
 * same shapes give the same bytes on every machine; those outside +-DRAWING_MAX_AT, and NaN, are
 * taken as the nearest (0). Later shapes cover earlier ones. Texts and titles are ASCII: other
 * bytes become '?'. They are copied, and escaped in SVG, so they may come from a demo.
 *
 * Out of memory is sticky: shapes are left out, drawing_failed is true, and no writer writes. One
 * drawing belongs to one thread. */
#ifndef ENGINE_DRAWING_DRAWING_H
#define ENGINE_DRAWING_DRAWING_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/drawing/drawing_ink.h"
#include "formats/base/bytes.h"
#include "formats/base/error.h"

#define DRAWING_MAX_AT 100000.0

struct drawing;

/* Returns NULL if out of memory. Free with drawing_free. */
struct drawing *drawing_create(double width, double height);
void drawing_free(struct drawing *drawing); /* may be NULL */
bool drawing_failed(const struct drawing *drawing);
double drawing_width(const struct drawing *drawing);
double drawing_height(const struct drawing *drawing);
/* The title of the whole, for screen readers and title bars; not drawn. */
void drawing_set_title(struct drawing *drawing, const char *title);

struct drawing_style {
    struct drawing_ink fill;
    struct drawing_ink stroke;
    double width; /* of the stroke, units; its ends and corners are round */
    double dash;  /* length of dashes and of the gaps between them; 0 = none */
    bool joined;  /* of a polygon: rings that overlap or touch are one area, if all run the same
                     way around; else they are filled where an odd number of them lies */
    const char *title; /* shown by a browser over the shape; NULL = none */
};

/* Shapes of several points: begun by one of the first two, then a point by a point. Any other
 * shape ends it. A polygon's rings are closed; a polyline is not filled. */
void drawing_polygon(struct drawing *drawing, const struct drawing_style *style);
void drawing_polyline(struct drawing *drawing, const struct drawing_style *style);
void drawing_point(struct drawing *drawing, double x, double y);
/* The next point begins another ring, or another line, of the same shape. */
void drawing_next_ring(struct drawing *drawing);

/* Shapes that are whole at once. */
void drawing_line(struct drawing *drawing, double x0, double y0, double x1, double y1,
                  const struct drawing_style *style);
void drawing_circle(struct drawing *drawing, double x, double y, double radius,
                    const struct drawing_style *style);
void drawing_rectangle(struct drawing *drawing, double x, double y, double width, double height,
                       const struct drawing_style *style);

/* Shape of a mark around (x, y), reaching `radius` far. CROSS and PLUS are drawn by the stroke
 * alone, the others filled, too. */
enum drawing_mark {
    DRAWING_SQUARE,
    DRAWING_DIAMOND,
    DRAWING_TRIANGLE,
    DRAWING_CROSS,
    DRAWING_PLUS
};
void drawing_mark(struct drawing *drawing, enum drawing_mark mark, double x, double y,
                  double radius, const struct drawing_style *style);

enum drawing_anchor { DRAWING_START, DRAWING_MIDDLE, DRAWING_END };

struct drawing_text_style {
    double size; /* height of a line's letters, from the top of capitals to below descenders */
    enum drawing_anchor anchor; /* which part of the text is at x */
    bool bold;
    bool upward;             /* turned by 90 degrees: it reads from below upward */
    struct drawing_ink ink;  /* zeros: DRAWING_TEXT */
    struct drawing_ink halo; /* around the letters; zeros: none */
    const char *title;
};

/* (x, y): on the baseline. All characters are equally wide. */
void drawing_text(struct drawing *drawing, double x, double y,
                  const struct drawing_text_style *style, const char *text);
double drawing_text_width(const char *text, double size);

enum drawing_theme { DRAWING_LIGHT, DRAWING_DARK, DRAWING_AUTO /* SVG: as the reader's system */ };

struct drawing_svg {
    enum drawing_theme theme;
    bool embedded; /* to stand in an HTML page: no XML declaration, shrinks with the page */
    const char
        *prefix; /* of class names, letters; different in each drawing of a page; NULL: "d" */
};

/* Appends an SVG picture on paper. Returns 0 or FORMAT_MEMORY. */
int drawing_write_svg(const struct drawing *drawing, const struct drawing_svg *form,
                      struct byte_writer *out) MUST_CHECK;

/* Draws on paper into width * height pixels 0x00RRGGBB, anti-aliased: as large as fits, in the
 * middle. DRAWING_AUTO is light here. Returns 0 or FORMAT_MEMORY. */
int drawing_to_pixels(const struct drawing *drawing, enum drawing_theme theme, uint32_t *pixels,
                      int width, int height) MUST_CHECK;

/* The same as a PNG file, appended. Returns 0, FORMAT_MEMORY, or FORMAT_BAD: the size is not
 * 1..PNG_MAX_SIDE. */
int drawing_write_png(const struct drawing *drawing, enum drawing_theme theme, int width,
                      int height, struct byte_writer *out) MUST_CHECK;

#endif
