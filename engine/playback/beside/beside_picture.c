#include "engine/playback/beside/beside_picture.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"

enum {
    LINE_SHARE = 360, /* of the frame's shorter side */
    NAME_LEAST = 4    /* characters of a name that stay, whatever the room */
};

static uint32_t difference_of(uint32_t a, uint32_t b, int shift, uint32_t gain, uint32_t grey)
{
    const uint32_t x = a >> shift & 255, y = b >> shift & 255;
    const uint32_t value = grey + gain * (x > y ? x - y : y - x);
    return (value < 255 ? value : 255) << shift;
}

uint32_t beside_difference(uint32_t a, uint32_t b, int gain)
{
    const uint32_t grey =
        (77 * (a >> 16 & 255) + 150 * (a >> 8 & 255) + 29 * (a & 255)) / (256 * 4);
    return difference_of(a, b, 16, (uint32_t)gain, grey) |
           difference_of(a, b, 8, (uint32_t)gain, grey) |
           difference_of(a, b, 0, (uint32_t)gain, grey);
}

void beside_draw_difference(uint32_t *first, size_t pitch, const uint32_t *second,
                            size_t second_pitch, int width, int height, int gain)
{
    for (int y = 0; y < height; y++) {
        uint32_t *row = first + (size_t)y * pitch;
        const uint32_t *other = second + (size_t)y * second_pitch;
        for (int x = 0; x < width; x++) {
            row[x] = beside_difference(row[x], other[x], gain);
        }
    }
}

void beside_dim(uint32_t *pixels, size_t pitch, struct playback_part part)
{
    for (int y = part.top; y < part.top + part.height; y++) {
        uint32_t *row = pixels + (size_t)y * pitch;
        for (int x = part.left; x < part.left + part.width; x++) {
            row[x] = row[x] >> 1 & 0x7f7f7fu;
        }
    }
}

void beside_draw_line(uint32_t *pixels, size_t pitch, int width, int height,
                      struct playback_part second)
{
    const int side = width < height ? width : height;
    const int line = side / LINE_SHARE > 1 ? side / LINE_SHARE : 1;
    const struct playback_part gap =
        second.left > 0
            ? (struct playback_part){second.left - line / 2, second.top, line, second.height}
            : (struct playback_part){second.left, second.top - line / 2, second.width, line};
    for (int y = gap.top; y < gap.top + gap.height; y++) {
        memset(pixels + (size_t)y * pitch + gap.left, 0, (size_t)gap.width * sizeof(*pixels));
    }
}

void beside_label(char label[BESIDE_LABEL], const char *name, double time, const char *state,
                  size_t most)
{
    char clock[OSD_TIME], rest[OSD_TIME + 32];
    osd_format_time(clock, time, 2);
    snprintf(rest, sizeof(rest), " %s%s%.16s", clock, state[0] ? " " : "", state);
    const size_t length = strlen(name), behind = strlen(rest);
    const size_t room = most > behind + NAME_LEAST ? most - behind : NAME_LEAST;
    if (length <= room) {
        snprintf(label, BESIDE_LABEL, "%s%s", name, rest);
    } else {
        snprintf(label, BESIDE_LABEL, "%.*s" OSD_ELLIPSIS "%s", (int)room - 1, name, rest);
    }
}

static int text_size(struct playback_part part)
{
    return osd_text_size(part.width, part.height);
}

size_t beside_label_room(struct playback_part part)
{
    const int size = text_size(part), room = (part.width - 2 * size) / osd_advance(size);
    return room < 0 ? 0 : room < BESIDE_LABEL - 1 ? (size_t)room : BESIDE_LABEL - 1;
}

int beside_label_rows(struct playback_part part)
{
    const int size = text_size(part);
    return size + 2 * (size / 3);
}

int beside_draw_label(const struct osd_canvas *canvas, struct playback_part part, int rows,
                      const char *text)
{
    const int size = text_size(part), margin = size / 3;
    const int width = osd_text_width(text, size);
    const int left = part.left + part.width - width - 2 * margin;
    const int top = rows > 0 ? part.top - rows + (rows - size) / 2 : part.top + 2 * margin;
    for (const char *c = text; *c; c++) { /* a letter that is lacking would be another picture */
        if (canvas->font && !osd_font_glyph(canvas->font, size, (unsigned char)*c)) {
            return FORMAT_MEMORY;
        }
    }
    if (rows > 0) {
        osd_fill(canvas, part.left, part.top - rows, part.width, rows, OSD_MESSAGE_GROUND, 255);
    } else {
        osd_fill(canvas, left - margin, top - margin, width + 2 * margin, size + 2 * margin,
                 OSD_MESSAGE_GROUND, OSD_MESSAGE_ALPHA);
    }
    (void)osd_label(canvas, left, top, size, MESSAGE_COLOR, text);
    return 0;
}
