#include "tools/plots/svg.h"

#include <math.h>
#include <string.h>

#define FONT "font-family=\"DejaVu Sans, Verdana, sans-serif\""

/* Numbers at an axis. */
enum { MOST_TICKS = 7 };

static void put_escaped(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<') {
            fputs("&lt;", out);
        } else if (*text == '>') {
            fputs("&gt;", out);
        } else if (*text == '&') {
            fputs("&amp;", out);
        } else {
            fputc(*text, out);
        }
    }
}

void svg_begin(FILE *out, int width, int height, const char *title)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\">\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n",
            width, height, width, height, width, height);
    svg_text(out, 16, 26, 16, SVG_START, SVG_INK, title);
}

void svg_end(FILE *out)
{
    fputs("</svg>\n", out);
}

void svg_text(FILE *out, double x, double y, int size, enum svg_anchor anchor, const char *colour,
              const char *text)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    fprintf(out,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" " FONT
            " text-anchor=\"%s\" stroke=\"none\" fill=\"%s\">",
            x, y, size, anchors[anchor], colour);
    put_escaped(out, text);
    fputs("</text>\n", out);
}

void svg_text_up(FILE *out, double x, double y, int size, const char *text)
{
    fprintf(out,
            "<text transform=\"translate(%.1f %.1f) rotate(-90)\" font-size=\"%d\" " FONT
            " text-anchor=\"middle\" stroke=\"none\" fill=\"" SVG_INK "\">",
            x, y, size);
    put_escaped(out, text);
    fputs("</text>\n", out);
}

void svg_line(FILE *out, double x1, double y1, double x2, double y2, const char *colour,
              double width, const char *dashes)
{
    fprintf(out,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
            "stroke-width=\"%.1f\"",
            x1, y1, x2, y2, colour, width);
    if (dashes) {
        fprintf(out, " stroke-dasharray=\"%s\"", dashes);
    }
    fputs("/>\n", out);
}

void svg_box(FILE *out, double x, double y, double width, double height, const char *colour)
{
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" stroke=\"none\" "
            "fill=\"%s\"/>\n",
            x, y, width, height, colour);
}

void svg_dot(FILE *out, double x, double y, double radius, const char *colour, double opacity)
{
    fprintf(out,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" stroke=\"none\" fill=\"%s\" "
            "fill-opacity=\"%.2f\"/>\n",
            x, y, radius, colour, opacity);
}

double svg_x(const struct svg_axes *axes, double value)
{
    return axes->left + (value - axes->x_low) / (axes->x_high - axes->x_low) * axes->width;
}

double svg_y(const struct svg_axes *axes, double value)
{
    return axes->top + axes->height -
           (value - axes->y_low) / (axes->y_high - axes->y_low) * axes->height;
}

/* 1, 2 or 5 times a power of ten, so that there are few of them between both. */
static double tick_step(double low, double high)
{
    static const double steps[] = {1.0, 2.0, 5.0, 10.0};
    const double power = pow(10.0, floor(log10((high - low) / MOST_TICKS)));
    for (int i = 0; i < 3; i++) {
        if ((high - low) / (steps[i] * power) <= MOST_TICKS) {
            return steps[i] * power;
        }
    }
    return steps[3] * power;
}

static double first_tick(double low, double step)
{
    return ceil(low / step - 1e-9) * step;
}

void svg_y_axis(FILE *out, const struct svg_axes *axes, const char *label)
{
    const double step = tick_step(axes->y_low, axes->y_high);
    for (double value = first_tick(axes->y_low, step); value <= axes->y_high + step * 1e-9;
         value += step) {
        char number[32];
        const double y = svg_y(axes, value);
        snprintf(number, sizeof(number), "%g", fabs(value) < step * 1e-6 ? 0.0 : value);
        svg_line(out, axes->left, y, axes->left + axes->width, y, SVG_FAINT, 1.0, NULL);
        svg_text(out, axes->left - 6, y + 4, 11, SVG_END, SVG_GREY, number);
    }
    svg_line(out, axes->left, axes->top + axes->height, axes->left + axes->width,
             axes->top + axes->height, SVG_GREY, 1.0, NULL);
    svg_text_up(out, axes->left - 40, axes->top + axes->height / 2, 12, label);
}

void svg_x_axis(FILE *out, const struct svg_axes *axes, const char *label)
{
    const double step = tick_step(axes->x_low, axes->x_high);
    const double bottom = axes->top + axes->height;
    for (double value = first_tick(axes->x_low, step); value <= axes->x_high + step * 1e-9;
         value += step) {
        char number[32];
        snprintf(number, sizeof(number), "%g", fabs(value) < step * 1e-6 ? 0.0 : value);
        svg_line(out, svg_x(axes, value), bottom, svg_x(axes, value), bottom + 4, SVG_GREY, 1.0,
                 NULL);
        svg_text(out, svg_x(axes, value), bottom + 17, 11, SVG_MIDDLE, SVG_GREY, number);
    }
    svg_text(out, axes->left + axes->width / 2, bottom + 36, 12, SVG_MIDDLE, SVG_INK, label);
}

void svg_x_name(FILE *out, const struct svg_axes *axes, double x, const char *name)
{
    svg_text(out, svg_x(axes, x), axes->top + axes->height + 17, 11, SVG_MIDDLE, SVG_INK, name);
}

double svg_legend(FILE *out, double x, double y, const char *colour, const char *name)
{
    double width = 0.0;
    svg_box(out, x, y - 9, 14, 10, colour);
    svg_text(out, x + 19, y, 12, SVG_START, SVG_INK, name);
    for (const char *c = name; *c != '\0';
         c++) { /* as wide as the wider of usual fonts have them */
        width += strchr(" ilj,.", *c) ? 3.8 : strchr("tfr", *c) ? 4.9 : strchr("mw", *c) ? 11 : 7.5;
    }
    return x + 19 + width + 14;
}
