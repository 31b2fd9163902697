/* Drawings into pixels: outlines as areas and lines, texts by the glyphs of engine/text. */
#include <math.h>
#include <stdlib.h>

#include "engine/drawing/drawing_cover.h"
#include "engine/drawing/drawing_list.h"
#include "engine/text/osd_font.h"
#include "formats/base/dmath.h"
#include "formats/pictures/png.h"

struct canvas {
    const struct drawing *drawing;
    struct cover cover;
    struct osd_font font;
    bool dark;
    double scale, left, top; /* pixels for a hundredth; of the drawing's corner */
};

struct spot { /* pixels */
    double x, y;
};

static struct spot to_spot(const struct canvas *canvas, struct drawing_at at)
{
    return (struct spot){canvas->left + canvas->scale * at.x, canvas->top + canvas->scale * at.y};
}

static uint32_t find_color(const struct canvas *canvas, struct drawing_ink ink)
{
    return canvas->dark ? ink.dark : ink.light;
}

/* --- outlines --------------------------------------------------------------------------------- */

/* A pen along an outline: into the area's edges, or as lines, dashed or not. */
struct pen {
    struct canvas *canvas;
    bool fills;
    double half;    /* of the line's width, pixels */
    double dash;    /* pixels; 0 = none */
    double covered; /* of the dash or gap where it is */
    bool gap;
};

static void draw_dashes(struct pen *pen, struct spot from, struct spot to)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    const double length = sqrt(dx * dx + dy * dy);
    for (double at = 0.0; at < length;) {
        const double next = fmin(at + pen->dash - pen->covered, length);
        if (!pen->gap) {
            cover_line_add(&pen->canvas->cover, from.x + dx * at / length,
                           from.y + dy * at / length, from.x + dx * next / length,
                           from.y + dy * next / length, pen->half);
        }
        pen->covered += next - at;
        if (pen->covered >= pen->dash - 1e-9) {
            pen->covered = 0.0;
            pen->gap = !pen->gap;
        }
        at = next;
    }
}

static void draw_edge(struct pen *pen, struct spot from, struct spot to)
{
    if (pen->fills) {
        cover_edge_add(&pen->canvas->cover, from.x, from.y, to.x, to.y);
    } else if (pen->dash > 0.0) {
        draw_dashes(pen, from, to);
    } else {
        cover_line_add(&pen->canvas->cover, from.x, from.y, to.x, to.y, pen->half);
    }
}

static void follow_rings(struct pen *pen, const struct drawing_shape *shape)
{
    const struct drawing *drawing = pen->canvas->drawing;
    for (size_t ring = 0; ring < shape->num_rings; ring++) {
        size_t begin;
        const size_t end = drawing_ring(drawing, shape, ring, &begin);
        for (size_t i = begin + 1; i < end; i++) {
            draw_edge(pen, to_spot(pen->canvas, drawing->points[i - 1]),
                      to_spot(pen->canvas, drawing->points[i]));
        }
        if (end > begin && (shape->kind == DRAWING_KIND_POLYGON || end - begin == 1)) {
            draw_edge(pen, to_spot(pen->canvas, drawing->points[end - 1]),
                      to_spot(pen->canvas, drawing->points[begin]));
        }
    }
}

static void follow_circle(struct pen *pen, const struct drawing_shape *shape)
{
    const struct spot middle = to_spot(pen->canvas, pen->canvas->drawing->points[shape->first]);
    const double radius = pen->canvas->scale * shape->size;
    const int sides = radius < 4.0 ? 24 : radius < 32.0 ? 96 : 240;
    struct spot last = {middle.x + radius, middle.y};
    for (int i = 1; i <= sides; i++) {
        const double angle = 2.0 * DMATH_PI * i / sides;
        const struct spot next = {middle.x + radius * dmath_cos(angle),
                                  middle.y + radius * dmath_sin(angle)};
        draw_edge(pen, last, next);
        last = next;
    }
}

static void follow_rectangle(struct pen *pen, const struct drawing_shape *shape)
{
    const struct drawing_at *points = pen->canvas->drawing->points + shape->first;
    const struct spot a = to_spot(pen->canvas, points[0]);
    const struct spot b = {a.x + pen->canvas->scale * points[1].x,
                           a.y + pen->canvas->scale * points[1].y};
    const struct spot corners[] = {a, {b.x, a.y}, b, {a.x, b.y}};
    for (int i = 0; i < 4; i++) {
        draw_edge(pen, corners[i], corners[(i + 1) % 4]);
    }
}

static void follow_outline(struct pen *pen, const struct drawing_shape *shape)
{
    if (shape->kind == DRAWING_KIND_CIRCLE) {
        follow_circle(pen, shape);
    } else if (shape->kind == DRAWING_KIND_RECTANGLE) {
        follow_rectangle(pen, shape);
    } else {
        follow_rings(pen, shape);
    }
}

static void draw_outlined(struct canvas *canvas, const struct drawing_shape *shape)
{
    struct pen pen = {.canvas = canvas, .fills = true};
    if (shape->fill.opacity > 0) {
        follow_outline(&pen, shape);
        cover_fill(&canvas->cover, shape->joined, find_color(canvas, shape->fill),
                   shape->fill.opacity);
    }
    if (shape->stroke.opacity > 0) {
        const double dash = canvas->scale * shape->dash;
        pen = (struct pen){.canvas = canvas,
                           .half = canvas->scale * shape->width * 0.5,
                           .dash = dash > 0.25 ? dash : 0.0}; /* finer ones are seen as a line */
        follow_outline(&pen, shape);
        cover_draw_lines(&canvas->cover, find_color(canvas, shape->stroke), shape->stroke.opacity);
    }
}

/* --- texts ------------------------------------------------------------------------------------ */

struct writing {
    struct canvas *canvas;
    bool upward;
    int x, y; /* where the text begins, on the baseline */
};

/* along, down: pixels from there, as if it were not turned. */
static void draw_dot(const struct writing *w, int along, int down, struct drawing_ink ink,
                     uint32_t covered)
{
    const int x = w->upward ? w->x + down : w->x + along;
    const int y = w->upward ? w->y - along - 1 : w->y + down;
    cover_blend(&w->canvas->cover, x, y, find_color(w->canvas, ink),
                (covered * ink.opacity + 127u) / 255u);
}

/* shade: letters with their outline, instead of letters. A bold letter is drawn over itself,
 * `bold` pixels further on. */
static void draw_glyph(const struct writing *w, const struct osd_glyph *glyph, int along, int down,
                       struct drawing_ink ink, bool shade, int bold)
{
    const uint8_t *coverage = shade ? glyph->shade : glyph->ink;
    for (int y = 0; y < glyph->height; y++) {
        for (int x = 0; x < glyph->width + bold; x++) {
            const uint8_t *row = coverage + (size_t)y * (size_t)glyph->width * 4;
            const uint32_t here = x < glyph->width ? row[x * 4] : 0;
            const uint32_t before = x >= bold ? row[(x - bold) * 4] : 0;
            draw_dot(w, along + glyph->left + x, down + glyph->top + y, ink,
                     here > before ? here : before);
        }
    }
}

static void draw_text(struct canvas *canvas, const struct drawing_shape *shape)
{
    const char *text = canvas->drawing->texts + shape->text;
    const struct spot spot = to_spot(canvas, canvas->drawing->points[shape->first]);
    const double wanted = canvas->scale * shape->size;
    const int size = wanted < OSD_SIZE_MIN   ? OSD_SIZE_MIN
                     : wanted > OSD_SIZE_MAX ? OSD_SIZE_MAX
                                             : (int)(wanted + 0.5);
    const double advance = size == OSD_SIZE_MIN ? osd_advance(size) : wanted * 0.6;
    const int baseline = (size * 14 + 9) / 18; /* osd_shapes: 14 of 18 are above it */
    const int bold = shape->bold && size >= 14 ? (size + 16) / 24 : 0; /* smaller ones clog */
    double start = 0.0;
    for (const char *c = text; *c != '\0'; c++) {
        start -= shape->anchor == DRAWING_END      ? advance
                 : shape->anchor == DRAWING_MIDDLE ? advance * 0.5
                                                   : 0.0;
    }
    const struct writing w = {canvas, shape->upward, (int)floor(spot.x + 0.5),
                              (int)floor(spot.y + 0.5)};
    for (int pass = shape->stroke.opacity > 0 ? 0 : 1; pass < 2; pass++) {
        double along = start;
        for (const char *c = text; *c != '\0'; c++, along += advance) {
            const struct osd_glyph *glyph = osd_font_glyph(&canvas->font, size, (unsigned char)*c);
            if (!glyph) {
                canvas->cover.failed = true;
                return;
            }
            draw_glyph(&w, glyph, (int)floor(along + 0.5), -baseline,
                       pass == 0 ? shape->stroke : shape->fill, pass == 0, bold);
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

int drawing_to_pixels(const struct drawing *drawing, enum drawing_theme theme, uint32_t *pixels,
                      int width, int height)
{
    struct canvas canvas = {.drawing = drawing, .dark = theme == DRAWING_DARK};
    if (drawing->failed || !cover_init(&canvas.cover, pixels, width, height)) {
        cover_free(&canvas.cover);
        return FORMAT_MEMORY;
    }
    canvas.scale = fmin((double)width / drawing->width, (double)height / drawing->height);
    canvas.left = (width - canvas.scale * drawing->width) * 0.5;
    canvas.top = (height - canvas.scale * drawing->height) * 0.5;
    const uint32_t paper = find_color(&canvas, drawing_role(DRAWING_PAPER));
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        pixels[i] = paper;
    }
    for (size_t i = 0; i < drawing->num_shapes && !canvas.cover.failed; i++) {
        const struct drawing_shape *shape = &drawing->shapes[i];
        if (shape->count == 0) {
            continue;
        }
        if (shape->kind == DRAWING_KIND_TEXT) {
            draw_text(&canvas, shape);
        } else {
            draw_outlined(&canvas, shape);
        }
    }
    const bool failed = canvas.cover.failed;
    cover_free(&canvas.cover);
    osd_font_free(&canvas.font);
    return failed ? FORMAT_MEMORY : 0;
}

int drawing_write_png(const struct drawing *drawing, enum drawing_theme theme, int width,
                      int height, struct byte_writer *out)
{
    if (width < 1 || height < 1 || width > PNG_MAX_SIDE || height > PNG_MAX_SIDE) {
        return FORMAT_BAD;
    }
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof(*pixels));
    int status = pixels ? drawing_to_pixels(drawing, theme, pixels, width, height) : FORMAT_MEMORY;
    if (status == 0) {
        status = png_encode_rgb(pixels, width, height, out);
    }
    free(pixels);
    return status;
}
