/* SVG 1.1. Colours are attributes, which every reader knows; the dark ones of DRAWING_AUTO come
 * over them by a style sheet, which a reader may leave out. */
#include <stdlib.h>
#include <string.h>

#include "engine/drawing/drawing_list.h"
#include "formats/base/arrays.h"
#include "formats/text/decimal.h"

struct svg {
    struct byte_writer *out;
    const struct drawing *drawing;
    const char *prefix;
    enum drawing_theme theme;
    struct drawing_ink *inks; /* DRAWING_AUTO: each pair that is drawn */
    size_t num_inks, ink_capacity;
    bool failed;
};

static void put(struct svg *svg, const char *text)
{
    byte_writer_bytes(svg->out, text, strlen(text));
}

/* The text has no control characters. */
static void put_escaped(struct svg *svg, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            put(svg, "&amp;");
            break;
        case '<':
            put(svg, "&lt;");
            break;
        case '>':
            put(svg, "&gt;");
            break;
        case '"':
            put(svg, "&quot;");
            break;
        case '\'':
            put(svg, "&#39;");
            break;
        default:
            byte_writer_u8(svg->out, (uint8_t)*text);
        }
    }
}

/* A number of hundredths, with no more decimals than it needs. */
static void put_number(struct svg *svg, int32_t hundredths)
{
    char text[DECIMAL_MAX];
    int64_t value = hundredths;
    size_t length = 0;
    if (value < 0) {
        text[length++] = '-';
        value = -value;
    }
    length += decimal_write_unsigned(text + length, (uint64_t)value / 100);
    if (value % 100 != 0) {
        text[length++] = '.';
        text[length++] = (char)('0' + value / 10 % 10);
        if (value % 10 != 0) {
            text[length++] = (char)('0' + value % 10);
        }
    }
    byte_writer_bytes(svg->out, text, length);
}

static void put_count(struct svg *svg, size_t count)
{
    char text[DECIMAL_MAX];
    byte_writer_bytes(svg->out, text, decimal_write_unsigned(text, count));
}

/*  name="number", after a blank. */
static void put_attribute(struct svg *svg, const char *name, int32_t hundredths)
{
    put(svg, " ");
    put(svg, name);
    put(svg, "=\"");
    put_number(svg, hundredths);
    put(svg, "\"");
}

static void put_color(struct svg *svg, uint32_t color)
{
    static const char digits[] = "0123456789abcdef";
    char text[7] = "#";
    for (int i = 0; i < 6; i++) {
        text[1 + i] = digits[color >> (20 - 4 * i) & 15u];
    }
    byte_writer_bytes(svg->out, text, sizeof(text));
}

/* --- inks ------------------------------------------------------------------------------------- */

/* Number of the pair among those of the style sheet; num_inks: it needs none. */
static size_t find_ink(const struct svg *svg, struct drawing_ink ink)
{
    size_t i = 0;
    while (i < svg->num_inks &&
           (svg->inks[i].light != ink.light || svg->inks[i].dark != ink.dark)) {
        i++;
    }
    return i;
}

static void add_ink(struct svg *svg, struct drawing_ink ink)
{
    if (ink.opacity == 0 || ink.light == ink.dark || find_ink(svg, ink) < svg->num_inks) {
        return;
    }
    if (array_reserve(&svg->inks, &svg->ink_capacity, svg->num_inks + 1, sizeof(*svg->inks)) < 0) {
        svg->failed = true;
        return;
    }
    svg->inks[svg->num_inks++] = ink;
}

static void put_class(struct svg *svg, const char *role, size_t number)
{
    put(svg, svg->prefix);
    put(svg, role);
    put_count(svg, number);
}

static void put_style_sheet(struct svg *svg)
{
    const struct drawing *drawing = svg->drawing;
    add_ink(svg, drawing_role(DRAWING_PAPER));
    for (size_t i = 0; i < drawing->num_shapes; i++) {
        add_ink(svg, drawing->shapes[i].fill);
        add_ink(svg, drawing->shapes[i].stroke);
    }
    put(svg, "<style>@media(prefers-color-scheme:dark){\n");
    for (size_t i = 0; i < svg->num_inks; i++) {
        put(svg, ".");
        put_class(svg, "f", i);
        put(svg, "{fill:");
        put_color(svg, svg->inks[i].dark);
        put(svg, "}.");
        put_class(svg, "s", i);
        put(svg, "{stroke:");
        put_color(svg, svg->inks[i].dark);
        put(svg, "}\n");
    }
    put(svg, "}</style>\n");
}

static void put_ink(struct svg *svg, const char *name, struct drawing_ink ink)
{
    if (ink.opacity == 0) {
        return;
    }
    put(svg, " ");
    put(svg, name);
    put(svg, "=\"");
    put_color(svg, svg->theme == DRAWING_DARK ? ink.dark : ink.light);
    put(svg, "\"");
    if (ink.opacity < 255) {
        put(svg, " ");
        put(svg, name);
        put(svg, "-opacity=\"");
        put_number(svg, (ink.opacity * 100 + 127) / 255);
        put(svg, "\"");
    }
}

/* Both colours of a shape. */
static void put_inks(struct svg *svg, struct drawing_ink fill, struct drawing_ink stroke)
{
    const size_t of_fill = fill.opacity > 0 ? find_ink(svg, fill) : svg->num_inks;
    const size_t of_stroke = stroke.opacity > 0 ? find_ink(svg, stroke) : svg->num_inks;
    put_ink(svg, "fill", fill);
    put_ink(svg, "stroke", stroke);
    if (of_fill == svg->num_inks && of_stroke == svg->num_inks) {
        return;
    }
    put(svg, " class=\"");
    if (of_fill < svg->num_inks) {
        put_class(svg, "f", of_fill);
    }
    if (of_stroke < svg->num_inks) {
        put(svg, of_fill < svg->num_inks ? " " : "");
        put_class(svg, "s", of_stroke);
    }
    put(svg, "\"");
}

/* --- shapes ----------------------------------------------------------------------------------- */

static void put_path(struct svg *svg, const struct drawing_shape *shape)
{
    const bool closed = shape->kind == DRAWING_KIND_POLYGON;
    put(svg, "<path d=\"");
    for (size_t ring = 0; ring < shape->num_rings; ring++) {
        size_t begin;
        const size_t end = drawing_ring(svg->drawing, shape, ring, &begin);
        struct drawing_at from = {0, 0};
        for (size_t i = begin; i < end; i++) { /* steps, which are shorter than places */
            const struct drawing_at at = svg->drawing->points[i];
            put(svg, i == begin       ? "M"
                     : i == begin + 1 ? "l"
                     : at.x < from.x  ? ""
                                      : " "); /* a minus parts them, too */
            put_number(svg, at.x - from.x);
            put(svg, at.y < from.y ? "" : " ");
            put_number(svg, at.y - from.y);
            from = at;
        }
        put(svg, closed ? "Z" : "");
    }
    put(svg, "\"");
}

static void put_style(struct svg *svg, const struct drawing_shape *shape)
{
    put_inks(svg, shape->fill, shape->stroke);
    put(svg, shape->joined ? " fill-rule=\"nonzero\"" : "");
    if (shape->stroke.opacity > 0) {
        put_attribute(svg, "stroke-width", shape->width);
        if (shape->dash > 0) { /* round ends reach out by half the width */
            put(svg, " stroke-linecap=\"butt\"");
            put_attribute(svg, "stroke-dasharray", shape->dash);
        }
    }
}

static void put_text_start(struct svg *svg, const struct drawing_shape *shape)
{
    const struct drawing_at at = svg->drawing->points[shape->first];
    put(svg, "<text");
    if (shape->upward) {
        put(svg, " transform=\"translate(");
        put_number(svg, at.x);
        put(svg, " ");
        put_number(svg, at.y);
        put(svg, ")rotate(-90)\"");
    } else {
        put_attribute(svg, "x", at.x);
        put_attribute(svg, "y", at.y);
    }
    put_attribute(svg, "font-size", shape->size);
    put(svg, shape->anchor == DRAWING_MIDDLE ? " text-anchor=\"middle\""
             : shape->anchor == DRAWING_END  ? " text-anchor=\"end\""
                                             : "");
    put(svg, shape->bold ? " font-weight=\"bold\"" : "");
    put_inks(svg, shape->fill, shape->stroke);
    if (shape->stroke.opacity > 0) {
        put_attribute(svg, "stroke-width", shape->size / 4);
        put(svg, " paint-order=\"stroke\"");
    }
}

/* grouped: the group around it has the colours. */
static void put_shape(struct svg *svg, const struct drawing_shape *shape, bool grouped)
{
    const struct drawing_at *points = svg->drawing->points + shape->first;
    const char *name = "path";
    switch (shape->kind) {
    case DRAWING_KIND_POLYGON:
    case DRAWING_KIND_POLYLINE:
        put_path(svg, shape);
        break;
    case DRAWING_KIND_CIRCLE:
        name = "circle";
        put(svg, "<circle");
        put_attribute(svg, "cx", points[0].x);
        put_attribute(svg, "cy", points[0].y);
        put_attribute(svg, "r", shape->size);
        break;
    case DRAWING_KIND_RECTANGLE:
        name = "rect";
        put(svg, "<rect");
        put_attribute(svg, "x", points[0].x);
        put_attribute(svg, "y", points[0].y);
        put_attribute(svg, "width", points[1].x);
        put_attribute(svg, "height", points[1].y);
        break;
    case DRAWING_KIND_TEXT:
        name = "text";
        put_text_start(svg, shape);
        break;
    }
    if (!grouped && shape->kind != DRAWING_KIND_TEXT) {
        put_style(svg, shape);
    }
    if (shape->title == 0 && shape->text == 0) {
        put(svg, "/>\n");
        return;
    }
    put(svg, ">");
    if (shape->title > 0) {
        put(svg, "<title>");
        put_escaped(svg, svg->drawing->texts + shape->title);
        put(svg, "</title>");
    }
    put_escaped(svg, svg->drawing->texts + shape->text);
    put(svg, "</");
    put(svg, name);
    put(svg, ">\n");
}

static bool equal_inks(struct drawing_ink a, struct drawing_ink b)
{
    return a.light == b.light && a.dark == b.dark && a.opacity == b.opacity;
}

static bool equal_styles(const struct drawing_shape *a, const struct drawing_shape *b)
{
    return a->kind != DRAWING_KIND_TEXT && b->kind != DRAWING_KIND_TEXT &&
           equal_inks(a->fill, b->fill) && equal_inks(a->stroke, b->stroke) &&
           a->width == b->width && a->dash == b->dash && a->joined == b->joined;
}

static bool is_empty(const struct drawing_shape *shape)
{
    return shape->count == 0 || (shape->fill.opacity == 0 && shape->stroke.opacity == 0);
}

/* Shapes that follow one another in one style are a group, which names it once. */
static void put_shapes(struct svg *svg)
{
    const struct drawing *drawing = svg->drawing;
    for (size_t i = 0; i < drawing->num_shapes;) {
        const struct drawing_shape *first = &drawing->shapes[i];
        size_t end = i + 1;
        while (end < drawing->num_shapes && equal_styles(first, &drawing->shapes[end])) {
            end++;
        }
        const bool grouped = end - i > 1 && !is_empty(first);
        if (grouped) {
            put(svg, "<g");
            put_style(svg, first);
            put(svg, ">\n");
        }
        for (; i < end; i++) {
            if (!is_empty(&drawing->shapes[i])) {
                put_shape(svg, &drawing->shapes[i], grouped);
            }
        }
        put(svg, grouped ? "</g>\n" : "");
    }
}

static bool is_name(const char *text)
{
    const char *c = text;
    while ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z')) {
        c++;
    }
    return c > text && *c == '\0';
}

static void put_head(struct svg *svg, bool embedded)
{
    const struct drawing *drawing = svg->drawing;
    if (!embedded) {
        put(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    }
    put(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    put_attribute(svg, "width", drawing->width);
    put_attribute(svg, "height", drawing->height);
    put(svg, " viewBox=\"0 0 ");
    put_number(svg, drawing->width);
    put(svg, " ");
    put_number(svg, drawing->height);
    put(svg, "\"");
    put(svg, embedded ? " style=\"max-width:100%;height:auto\"" : "");
    put(svg, ">\n");
    if (drawing->title > 0) {
        put(svg, "<title>");
        put_escaped(svg, drawing->texts + drawing->title);
        put(svg, "</title>\n");
    }
    if (svg->theme == DRAWING_AUTO) {
        put_style_sheet(svg);
    }
    put(svg, "<rect width=\"100%\" height=\"100%\"");
    put_inks(svg, drawing_role(DRAWING_PAPER), (struct drawing_ink){.opacity = 0});
    put(svg, "/>\n<g fill=\"none\" fill-rule=\"evenodd\" stroke-linecap=\"round\""
             " stroke-linejoin=\"round\" font-family=\"ui-monospace,Menlo,'DejaVu Sans Mono',"
             "monospace\" xml:space=\"preserve\">\n");
}

int drawing_write_svg(const struct drawing *drawing, const struct drawing_svg *form,
                      struct byte_writer *out)
{
    struct svg svg = {.out = out,
                      .drawing = drawing,
                      .theme = form->theme,
                      .prefix = form->prefix && is_name(form->prefix) ? form->prefix : "d"};
    if (drawing->failed) {
        return FORMAT_MEMORY;
    }
    put_head(&svg, form->embedded);
    put_shapes(&svg);
    put(&svg, "</g>\n</svg>\n");
    free(svg.inks);
    return svg.failed || out->failed ? FORMAT_MEMORY : 0;
}
