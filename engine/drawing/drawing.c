#include "engine/drawing/drawing.h"

#include <stdlib.h>
#include <string.h>

#include "engine/drawing/drawing_list.h"
#include "formats/base/arrays.h"

/* As osd_advance has it: so a text is as wide in pixels as in a monospaced font of a browser. */
#define ADVANCE_OF_SIZE 0.6

/* Hundredths. NaN becomes 0. */
static int32_t to_hundredths(double units)
{
    const double most = DRAWING_MAX_AT;
    const double limited = units > most ? most : units < -most ? -most : units;
    if (!(limited >= -most)) {
        return 0;
    }
    return (int32_t)(limited * 100.0 + (limited < 0.0 ? -0.5 : 0.5));
}

static int32_t to_length(double units)
{
    const int32_t length = to_hundredths(units);
    return length > 0 ? length : 0;
}

struct drawing *drawing_create(double width, double height)
{
    struct drawing *drawing = calloc(1, sizeof(*drawing));
    if (!drawing) {
        return NULL;
    }
    drawing->width = to_length(width);
    drawing->height = to_length(height);
    drawing->width += drawing->width == 0;
    drawing->height += drawing->height == 0;
    if (array_reserve(&drawing->texts, &drawing->text_capacity, 1, 1) < 0) {
        free(drawing);
        return NULL;
    }
    drawing->texts[drawing->num_texts++] = '\0';
    return drawing;
}

void drawing_free(struct drawing *drawing)
{
    if (drawing) {
        free(drawing->shapes);
        free(drawing->points);
        free(drawing->ring_ends);
        free(drawing->texts);
        free(drawing);
    }
}

bool drawing_failed(const struct drawing *drawing)
{
    return drawing->failed;
}

double drawing_width(const struct drawing *drawing)
{
    return drawing->width / 100.0;
}

double drawing_height(const struct drawing *drawing)
{
    return drawing->height / 100.0;
}

/* Returns where the copy begins; 0: there is no text, or no memory. */
static size_t add_text(struct drawing *drawing, const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    const size_t at = drawing->num_texts;
    if (length == 0 || drawing->failed) {
        return 0;
    }
    if (length >= SIZE_MAX - at ||
        array_reserve(&drawing->texts, &drawing->text_capacity, at + length + 1, 1) < 0) {
        drawing->failed = true;
        return 0;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        drawing->texts[at + i] = c >= ' ' && c <= '~' ? c : '?';
    }
    drawing->texts[at + length] = '\0';
    drawing->num_texts += length + 1;
    return at;
}

void drawing_set_title(struct drawing *drawing, const char *title)
{
    drawing->title = add_text(drawing, title);
}

/* Returns NULL if out of memory. */
static struct drawing_shape *add_shape(struct drawing *drawing, enum drawing_kind kind)
{
    if (!drawing->failed && array_reserve(&drawing->shapes, &drawing->shape_capacity,
                                          drawing->num_shapes + 1, sizeof(*drawing->shapes)) < 0) {
        drawing->failed = true;
    }
    if (drawing->failed) {
        return NULL;
    }
    struct drawing_shape *shape = &drawing->shapes[drawing->num_shapes++];
    *shape = (struct drawing_shape){
        .kind = kind, .first = drawing->num_points, .first_ring = drawing->num_rings};
    return shape;
}

static struct drawing_shape *add_styled(struct drawing *drawing, enum drawing_kind kind,
                                        const struct drawing_style *style)
{
    struct drawing_shape *shape = add_shape(drawing, kind);
    if (shape) {
        shape->fill = style->fill;
        shape->width = to_length(style->width);
        shape->dash = to_length(style->dash);
        shape->joined = style->joined;
        shape->title = add_text(drawing, style->title);
        if (shape->width > 0) {
            shape->stroke = style->stroke;
        }
    }
    return shape;
}

void drawing_polygon(struct drawing *drawing, const struct drawing_style *style)
{
    (void)add_styled(drawing, DRAWING_KIND_POLYGON, style);
}

void drawing_polyline(struct drawing *drawing, const struct drawing_style *style)
{
    struct drawing_shape *shape = add_styled(drawing, DRAWING_KIND_POLYLINE, style);
    if (shape) {
        shape->fill.opacity = 0;
    }
}

/* False: out of memory. */
static bool begin_ring(struct drawing *drawing, struct drawing_shape *shape)
{
    if (array_reserve(&drawing->ring_ends, &drawing->ring_capacity, drawing->num_rings + 1,
                      sizeof(*drawing->ring_ends)) < 0) {
        drawing->failed = true;
        return false;
    }
    drawing->ring_ends[drawing->num_rings++] = drawing->num_points;
    shape->num_rings++;
    return true;
}

void drawing_point(struct drawing *drawing, double x, double y)
{
    if (drawing->failed || drawing->num_shapes == 0) {
        return;
    }
    struct drawing_shape *shape = &drawing->shapes[drawing->num_shapes - 1];
    if (array_reserve(&drawing->points, &drawing->point_capacity, drawing->num_points + 1,
                      sizeof(*drawing->points)) < 0) {
        drawing->failed = true;
        return;
    }
    if (shape->num_rings == 0 && !begin_ring(drawing, shape)) {
        return;
    }
    drawing->points[drawing->num_points++] =
        (struct drawing_at){to_hundredths(x), to_hundredths(y)};
    drawing->ring_ends[drawing->num_rings - 1] = drawing->num_points;
    shape->count++;
}

void drawing_next_ring(struct drawing *drawing)
{
    if (drawing->failed || drawing->num_shapes == 0) {
        return;
    }
    struct drawing_shape *shape = &drawing->shapes[drawing->num_shapes - 1];
    size_t begin;
    if (shape->num_rings > 0 &&
        drawing_ring(drawing, shape, shape->num_rings - 1, &begin) > begin) {
        (void)begin_ring(drawing, shape);
    }
}

size_t drawing_ring(const struct drawing *drawing, const struct drawing_shape *shape, size_t ring,
                    size_t *begin)
{
    *begin = ring == 0 ? shape->first : drawing->ring_ends[shape->first_ring + ring - 1];
    return drawing->ring_ends[shape->first_ring + ring];
}

void drawing_line(struct drawing *drawing, double x0, double y0, double x1, double y1,
                  const struct drawing_style *style)
{
    drawing_polyline(drawing, style);
    drawing_point(drawing, x0, y0);
    drawing_point(drawing, x1, y1);
}

void drawing_circle(struct drawing *drawing, double x, double y, double radius,
                    const struct drawing_style *style)
{
    struct drawing_shape *shape = add_styled(drawing, DRAWING_KIND_CIRCLE, style);
    if (shape) {
        shape->size = to_length(radius);
    }
    drawing_point(drawing, x, y);
}

void drawing_rectangle(struct drawing *drawing, double x, double y, double width, double height,
                       const struct drawing_style *style)
{
    (void)add_styled(drawing, DRAWING_KIND_RECTANGLE, style);
    drawing_point(drawing, width < 0.0 ? x + width : x, height < 0.0 ? y + height : y);
    drawing_point(drawing, width < 0.0 ? -width : width, height < 0.0 ? -height : height);
}

void drawing_mark(struct drawing *drawing, enum drawing_mark mark, double x, double y,
                  double radius, const struct drawing_style *style)
{
    /* Corners in parts of the radius; a cross has two lines of two. */
    static const double corners[][4][2] = {
        [DRAWING_SQUARE] = {{-0.8, -0.8}, {0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}},
        [DRAWING_DIAMOND] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}},
        [DRAWING_TRIANGLE] = {{0.0, -1.0}, {0.9, 0.7}, {-0.9, 0.7}, {0.0, -1.0}},
        [DRAWING_CROSS] = {{-0.7, -0.7}, {0.7, 0.7}, {0.7, -0.7}, {-0.7, 0.7}},
        [DRAWING_PLUS] = {{-1.0, 0.0}, {1.0, 0.0}, {0.0, -1.0}, {0.0, 1.0}},
    };
    const bool lines = mark == DRAWING_CROSS || mark == DRAWING_PLUS;
    (lines ? drawing_polyline : drawing_polygon)(drawing, style);
    for (int i = 0; i < 4 - (mark == DRAWING_TRIANGLE); i++) {
        if (lines && i == 2) {
            drawing_next_ring(drawing);
        }
        drawing_point(drawing, x + radius * corners[mark][i][0], y + radius * corners[mark][i][1]);
    }
}

void drawing_text(struct drawing *drawing, double x, double y,
                  const struct drawing_text_style *style, const char *text)
{
    if (!text || text[0] == '\0') {
        return;
    }
    struct drawing_shape *shape = add_shape(drawing, DRAWING_KIND_TEXT);
    if (shape) {
        shape->fill = style->ink.opacity > 0 ? style->ink : drawing_role(DRAWING_TEXT);
        shape->stroke = style->halo;
        shape->size = to_length(style->size);
        shape->anchor = style->anchor;
        shape->bold = style->bold;
        shape->upward = style->upward;
        shape->title = add_text(drawing, style->title);
        shape->text = add_text(drawing, text);
    }
    drawing_point(drawing, x, y);
}

double drawing_text_width(const char *text, double size)
{
    return (double)strlen(text) * ADVANCE_OF_SIZE * size;
}
