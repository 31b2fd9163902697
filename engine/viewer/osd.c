#include "engine/viewer/osd.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/font.h"

#define OUTLINE 0x000b0b0cu
#define MESSAGE_GROUND 0x00101214u
#define MESSAGE_COLOR 0x00f0f0f0u
#define LONGEST_TIME 1e10 /* seconds; still a whole number of milliseconds in 64 bits */

enum { MESSAGE_ALPHA = 176, MAX_SCALE = 1000 };

static int clamp_int(int64_t value)
{
    return value > INT_MAX ? INT_MAX : value < INT_MIN ? INT_MIN : (int)value;
}

int osd_scale(int width, int height)
{
    int by_height = height <= 400 ? 1 : height <= 900 ? 2 : height / 360 + (height % 360 > 180);
    int by_width = width / 320;
    int scale = by_height < by_width ? by_height : by_width;
    return scale < 1 ? 1 : scale;
}

/* --- rectangles ------------------------------------------------------------------------------- */

/* By bytes, eight pixels at a time, because compilers make vectors of 16-bit products of that:
 * twice as fast as whole pixels. */
enum { BLEND_BYTES = 32 };

static void blend_row(uint32_t *row, int count, uint32_t color, uint32_t alpha)
{
    uint16_t weight = (uint16_t)(alpha + (alpha >> 7)); /* 255 -> 256 */
    uint16_t rest = (uint16_t)(256 - weight);
    uint16_t part[BLEND_BYTES];
    color &= 0xffffffu;
    const uint8_t *channels = (const uint8_t *)&color;
    for (int i = 0; i < BLEND_BYTES; i++) {
        part[i] = (uint16_t)(channels[i % 4] * weight);
    }
    uint8_t *restrict bytes = (uint8_t *)row;
    uint8_t *end = bytes + (size_t)count * 4;
    for (; end - bytes >= BLEND_BYTES; bytes += BLEND_BYTES) {
        for (int i = 0; i < BLEND_BYTES; i++) {
            bytes[i] = (uint8_t)((uint16_t)(bytes[i] * rest + part[i]) >> 8);
        }
    }
    for (int i = 0; bytes + i < end; i++) {
        bytes[i] = (uint8_t)((uint16_t)(bytes[i] * rest + part[i]) >> 8);
    }
}

/* From (x0, y0) up to, but without, (x1, y1). */
static void fill_box(const struct osd_canvas *canvas, int64_t x0, int64_t y0, int64_t x1,
                     int64_t y1, uint32_t color, uint32_t alpha)
{
    x0 = x0 < 0 ? 0 : x0;
    y0 = y0 < 0 ? 0 : y0;
    x1 = x1 > canvas->width ? canvas->width : x1;
    y1 = y1 > canvas->height ? canvas->height : y1;
    if (x0 >= x1 || alpha == 0) {
        return;
    }
    int count = (int)(x1 - x0);
    for (int64_t y = y0; y < y1; y++) {
        uint32_t *row = canvas->pixels + (size_t)y * canvas->pitch + (size_t)x0;
        if (alpha < 255) {
            blend_row(row, count, color, alpha);
        } else {
            for (int i = 0; i < count; i++) {
                row[i] = color & 0xffffffu;
            }
        }
    }
}

void osd_fill(const struct osd_canvas *canvas, int x, int y, int width, int height, uint32_t color,
              int alpha)
{
    alpha = alpha < 0 ? 0 : alpha > 255 ? 255 : alpha;
    if (width > 0 && height > 0) {
        fill_box(canvas, x, y, (int64_t)x + width, (int64_t)y + height, color, (uint32_t)alpha);
    }
}

/* --- text ------------------------------------------------------------------------------------- */

static const uint8_t *glyph_of(char character)
{
    int index = (unsigned char)character - FONT_FIRST;
    return font_rows[index >= 0 && index < FONT_GLYPHS ? index : '?' - FONT_FIRST];
}

/* The face has no descenders: these stand on the line. Here there is a row for them below it. */
static bool descends(char character)
{
    return character != '\0' && strchr("gjpqy,;", character) != NULL;
}

static int clamp_scale(int scale)
{
    return scale < 1 ? 1 : scale > MAX_SCALE ? MAX_SCALE : scale;
}

/* Fills the rows' runs of ink, each side of them pushed outwards by `grow`. */
static void draw_glyph(const struct osd_canvas *canvas, int64_t x, int64_t y, int scale, int grow,
                       uint32_t color, const uint8_t *rows)
{
    for (int r = 0; r < FONT_HEIGHT; r++) {
        int64_t top = y + (int64_t)r * scale;
        for (int first = 0; first < FONT_WIDTH; first++) {
            int last = first;
            while (last < FONT_WIDTH && (rows[r] >> (FONT_WIDTH - 1 - last) & 1)) {
                last++;
            }
            if (last > first) {
                fill_box(canvas, x + (int64_t)first * scale - grow, top - grow,
                         x + (int64_t)last * scale + grow, top + scale + grow, color, 255);
                first = last;
            }
        }
    }
}

static void draw_line(const struct osd_canvas *canvas, int x, int y, int scale, uint32_t color,
                      const char *text, size_t length)
{
    /* All of the outline comes first: it must not cover the letter before. */
    for (int pass = 0; pass < 2; pass++) {
        int grow = pass == 0 ? (scale + 1) / 2 : 0;
        int64_t left = x;
        for (size_t i = 0; i < length && left - grow < canvas->width; i++) {
            if (left + (int64_t)OSD_ADVANCE * scale + grow > 0) {
                draw_glyph(canvas, left, (int64_t)y + (descends(text[i]) ? scale : 0), scale, grow,
                           pass == 0 ? OUTLINE : color, glyph_of(text[i]));
            }
            left += (int64_t)OSD_ADVANCE * scale;
        }
    }
}

int osd_text_width(const char *text, int scale)
{
    size_t length = strlen(text);
    /* The gap behind the last letter does not count. */
    int64_t units = length > INT_MAX ? INT_MAX : (int64_t)length * OSD_ADVANCE - (length > 0);
    return clamp_int(units * clamp_scale(scale));
}

int osd_text(const struct osd_canvas *canvas, int x, int y, int scale, uint32_t color,
             const char *text)
{
    draw_line(canvas, x, y, clamp_scale(scale), color, text, strlen(text));
    return osd_text_width(text, scale);
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

/* How much of the text the next line takes; *next is where the one after it begins. Breaks at a
 * blank when there is one in the line's second half. */
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

void osd_message(const struct osd_canvas *canvas, const char *text)
{
    int scale = osd_scale(canvas->width, canvas->height);
    int margin = 4 * scale;
    int line_height = (OSD_GLYPH + 2) * scale;
    int room = (canvas->width - 4 * margin) / (OSD_ADVANCE * scale);
    size_t columns = room > 1 ? (size_t)room : 1;

    size_t widest = 0;
    int lines = 0;
    const char *next;
    for (const char *p = text; *p != '\0' && lines < canvas->height; p = next, lines++) {
        size_t length = cut_line(p, columns, &next);
        widest = length > widest ? length : widest;
    }
    if (lines == 0) {
        return;
    }
    osd_fill(canvas, margin, margin, (int)widest * OSD_ADVANCE * scale - scale + 2 * margin,
             lines * line_height - 3 * scale + 2 * margin, MESSAGE_GROUND, MESSAGE_ALPHA);
    int y = 2 * margin;
    for (const char *p = text; *p != '\0' && y < canvas->height; p = next, y += line_height) {
        size_t length = cut_line(p, columns, &next);
        draw_line(canvas, 2 * margin, y, scale, MESSAGE_COLOR, p, length);
    }
}
