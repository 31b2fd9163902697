#include "engine/text/osd.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/text/osd_colors.h"
#include "render/pixels/pixels.h"

#define LONGEST_TIME 1e10 /* seconds; still a whole number of milliseconds in 64 bits */

/* Text size at 600 lines, smallest text size, and minimum number of characters in a line. */
enum { TEXT_OF_600 = 14, TEXT_MIN = 11, TEXT_COLUMNS = 40 };

int osd_text_size(int width, int height)
{
    int by_height = (int)(((int64_t)height * TEXT_OF_600 + 300) / 600);
    int size = by_height < TEXT_MIN ? TEXT_MIN : by_height;
    while (size > OSD_SIZE_MIN && osd_advance(size) * TEXT_COLUMNS > width) {
        size--;
    }
    return size > OSD_SIZE_MAX ? OSD_SIZE_MAX : size;
}

int osd_line_height(int size)
{
    return size + (size * 2 + 3) / 7;
}

int osd_scale(int width, int height)
{
    int by_height = height <= 400 ? 1 : height <= 900 ? 2 : height / 360 + (height % 360 > 180);
    int by_width = width / 320;
    int scale = by_height < by_width ? by_height : by_width;
    return scale < 1 ? 1 : scale;
}

/* --- rectangles ------------------------------------------------------------------------------- */

/* Canvas pixels from (x0, y0) up to, but without, (x1, y1). */
struct area {
    int64_t x0, y0, x1, y1;
};

/* Clips *area to the canvas. False if nothing is left. */
static bool clip_area(const struct osd_canvas *canvas, struct area *area, struct pixel_box *box)
{
    area->x0 = area->x0 < 0 ? 0 : area->x0;
    area->y0 = area->y0 < 0 ? 0 : area->y0;
    area->x1 = area->x1 > canvas->width ? canvas->width : area->x1;
    area->y1 = area->y1 > canvas->height ? canvas->height : area->y1;
    if (area->x0 >= area->x1 || area->y0 >= area->y1) {
        return false;
    }
    *box = (struct pixel_box){
        .pixels = canvas->pixels + (size_t)area->y0 * canvas->pitch + (size_t)area->x0,
        .pitch = canvas->pitch,
        .width = (int)(area->x1 - area->x0),
        .height = (int)(area->y1 - area->y0),
    };
    return true;
}

static void fill_area(const struct osd_canvas *canvas, struct area area, uint32_t color,
                      uint32_t alpha)
{
    struct pixel_box box;
    if (alpha == 0 || !clip_area(canvas, &area, &box)) {
        return;
    }
    color &= 0xffffffu;
    if (alpha < 255) {
        pixel_kernels_active()->blend(&box, color, (int)(alpha + (alpha >> 7)));
        return;
    }
    for (int y = 0; y < box.height; y++) {
        uint32_t *row = box.pixels + (size_t)y * box.pitch;
        for (int x = 0; x < box.width; x++) {
            row[x] = color;
        }
    }
}

void osd_fill(const struct osd_canvas *canvas, int x, int y, int width, int height, uint32_t color,
              int alpha)
{
    alpha = alpha < 0 ? 0 : alpha > 255 ? 255 : alpha;
    if (width > 0 && height > 0) {
        fill_area(canvas, (struct area){x, y, (int64_t)x + width, (int64_t)y + height}, color,
                  (uint32_t)alpha);
    }
}

/* --- text ------------------------------------------------------------------------------------- */

/* One line of text. */
struct text_run {
    int x, y, size; /* top left and height, pixels */
    uint32_t color;
    bool outlined;
    const char *text;
    size_t length;
};

/* Draws a glyph of the run at x, clipped to the canvas. */
static void draw_glyph(const struct osd_canvas *canvas, const struct text_run *run, int64_t x,
                       const struct osd_glyph *glyph)
{
    const struct osd_box *of = run->outlined ? &glyph->outlined : &glyph->inked;
    const int64_t left = x + glyph->left;
    const int64_t top = (int64_t)run->y + glyph->top;
    struct area area = {left + of->left, top + of->top, left + of->right, top + of->bottom};
    struct pixel_box box;
    if (!clip_area(canvas, &area, &box)) {
        return;
    }
    const size_t at =
        4 * ((size_t)(area.y0 - top) * (size_t)glyph->width + (size_t)(area.x0 - left));
    const struct pixel_cover cover = {
        .ink = glyph->ink + at,
        .shade = (run->outlined ? glyph->shade : glyph->ink) + at,
        .pitch = (size_t)glyph->width,
    };
    pixel_kernels_active()->cover(&box, run->color & 0xffffffu, &cover);
}

static void draw_letters(const struct osd_canvas *canvas, struct osd_font *font,
                         const struct text_run *run)
{
    const int64_t advance = osd_advance(run->size);
    const int64_t margin = 2 * advance; /* no glyph reaches farther out of its place */
    int64_t left = run->x;
    for (size_t i = 0; i < run->length && left < canvas->width + margin; i++, left += advance) {
        if (left + advance + margin > 0 && run->text[i] != ' ') {
            const struct osd_glyph *glyph =
                osd_font_glyph(font, run->size, (unsigned char)run->text[i]);
            if (glyph) {
                draw_glyph(canvas, run, left, glyph);
            }
        }
    }
}

static void draw_line(const struct osd_canvas *canvas, const struct text_run *run)
{
    if (run->y > canvas->height + 2 * osd_advance(run->size) ||
        (int64_t)run->y + 2 * OSD_SIZE_MAX < 0) {
        return;
    }
    if (canvas->font) {
        draw_letters(canvas, canvas->font, run);
    } else {
        struct osd_font once = {0};
        draw_letters(canvas, &once, run);
        osd_font_free(&once);
    }
}

int osd_text_width(const char *text, int size)
{
    const size_t length = strlen(text);
    const int advance = osd_advance(size);
    return length > (size_t)(INT_MAX / advance) ? INT_MAX : (int)length * advance;
}

int osd_text(const struct osd_canvas *canvas, int x, int y, int size, uint32_t color,
             const char *text)
{
    draw_line(canvas, &(struct text_run){x, y, size, color, true, text, strlen(text)});
    return osd_text_width(text, size);
}

int osd_label(const struct osd_canvas *canvas, int x, int y, int size, uint32_t color,
              const char *text)
{
    draw_line(canvas, &(struct text_run){x, y, size, color, false, text, strlen(text)});
    return osd_text_width(text, size);
}

void osd_format_time(char text[OSD_TIME], double seconds, int decimals)
{
    static const int64_t powers[4] = {1, 10, 100, 1000};
    decimals = decimals < 0 ? 0 : decimals > 3 ? 3 : decimals;
    if (!(fabs(seconds) < LONGEST_TIME)) { /* infinite or no number at all */
        seconds = isnan(seconds) ? 0.0 : copysign(LONGEST_TIME, seconds);
    }
    /* Rounded as a whole, so that 59.96 becomes 1:00.0 and not 0:60.0. */
    int64_t parts = llround(fabs(seconds) * (double)powers[decimals]);
    const char *sign = seconds < 0.0 && parts > 0 ? "-" : "";
    int64_t whole = parts / powers[decimals];
    int used;
    if (whole >= 3600) {
        used = snprintf(text, OSD_TIME, "%s%lld:%02d:%02d", sign, (long long)(whole / 3600),
                        (int)(whole / 60 % 60), (int)(whole % 60));
    } else {
        used = snprintf(text, OSD_TIME, "%s%d:%02d", sign, (int)(whole / 60), (int)(whole % 60));
    }
    if (decimals > 0) {
        snprintf(text + used, (size_t)(OSD_TIME - used), ".%0*d", decimals,
                 (int)(parts % powers[decimals]));
    }
}

/* --- the message ------------------------------------------------------------------------------ */

/* Length of the next line of the text; *next is the start of the line after it. Breaks at a blank
 * if the second half of the line has one. */
static size_t cut_line(const char *text, size_t columns, const char **next)
{
    size_t length = strcspn(text, "\n");
    if (length <= columns) {
        *next = text + length + (text[length] == '\n');
        return length;
    }
    size_t cut = columns;
    while (cut > columns / 2 && text[cut] != ' ') {
        cut--;
    }
    bool at_blank = text[cut] == ' ' && cut > 0;
    cut = at_blank ? cut : columns;
    *next = text + cut + at_blank;
    return cut;
}

/* Sizes of a message's text. */
struct message_text {
    int size, margin;
    size_t columns, widest; /* letters a line may have, and has */
    int lines;
};

static struct message_text measure_message(const struct osd_canvas *canvas, const char *text)
{
    struct message_text measured = {.size = osd_text_size(canvas->width, canvas->height)};
    measured.margin = measured.size / 2;
    const int room = (canvas->width - 4 * measured.margin) / osd_advance(measured.size);
    measured.columns = room > 1 ? (size_t)room : 1;
    const char *next;
    for (const char *p = text; *p != '\0' && measured.lines < canvas->height;
         p = next, measured.lines++) {
        const size_t length = cut_line(p, measured.columns, &next);
        measured.widest = length > measured.widest ? length : measured.widest;
    }
    return measured;
}

static struct osd_area area_of_message(const struct message_text *m, int top)
{
    if (m->lines == 0) {
        return (struct osd_area){0, top, 0, 0};
    }
    return (struct osd_area){m->margin, top + m->margin,
                             (int)m->widest * osd_advance(m->size) + 2 * m->margin,
                             (m->lines - 1) * osd_line_height(m->size) + m->size + 2 * m->margin};
}

struct osd_area osd_message_area(const struct osd_canvas *canvas, int top, const char *text)
{
    const struct message_text measured = measure_message(canvas, text);
    return area_of_message(&measured, top);
}

int osd_message(const struct osd_canvas *canvas, int top, const char *text)
{
    const struct message_text m = measure_message(canvas, text);
    const struct osd_area box = area_of_message(&m, top);
    if (m.lines == 0) {
        return top;
    }
    osd_fill(canvas, box.x, box.y, box.width, box.height, OSD_MESSAGE_GROUND, OSD_MESSAGE_ALPHA);
    int y = top + 2 * m.margin;
    const char *next;
    for (const char *p = text; *p != '\0' && y < canvas->height;
         p = next, y += osd_line_height(m.size)) {
        size_t length = cut_line(p, m.columns, &next);
        draw_line(canvas,
                  &(struct text_run){2 * m.margin, y, m.size, MESSAGE_COLOR, false, p, length});
    }
    return box.y + box.height;
}
