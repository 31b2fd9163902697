#include "engine/quake/hud/hud_text.h"

#define NOTIFY_SECONDS 3.0
#define CENTER_SECONDS 2.0
#define PRINT_SPEED 8.0 /* characters a second of a finale's text */

/* SCR_DrawCenterString: lines of at most 40 glyphs, each in the middle. */
void hud_draw_center(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    double age = info->time - info->center_time;
    if (info->center_length == 0 || age < 0 || (info->paused && info->ending == HUD_PLAYING) ||
        (info->ending == HUD_PLAYING && age >= CENTER_SECONDS)) {
        return;
    }
    size_t left = info->center_length;
    if (info->ending != HUD_PLAYING && age * PRINT_SPEED < (double)left) {
        left = (size_t)(age * PRINT_SPEED) + 1; /* the text of a finale writes itself */
        left = left < info->center_length ? left : info->center_length;
    }
    int lines = 1;
    for (size_t i = 0; i < info->center_length; i++) {
        lines += info->center[i] == '\n';
    }
    hud_place_frame(hud);
    int32_t y = lines <= 4 ? (int32_t)((double)(hud->rows) * 0.35) : 48;
    const uint8_t *line = info->center;
    const uint8_t *end = info->center + info->center_length;
    while (left > 0) {
        size_t length = 0;
        while (line + length < end && line[length] != '\n' && length < 40) {
            length++;
        }
        size_t shown = length < left ? length : left;
        hud_put_glyphs(hud, (hud->columns - (int32_t)length * HUD_GLYPH) / 2, y, line, shown);
        /* What is longer than 40 is cut off; the line's end is not one of the text's characters. */
        while (line + length < end && line[length] != '\n') {
            length++;
        }
        left -= shown;
        line += length + (line + length < end);
        if (line >= end) {
            break;
        }
        y += HUD_GLYPH;
    }
}

/* The next row of a console line at most `width` glyphs wide: whole words, if they fit at all. */
static size_t take_row(const uint8_t *text, size_t length, size_t width)
{
    if (length <= width) {
        return length;
    }
    for (size_t i = width; i > 0; i--) {
        if ((text[i] & 127) <= ' ' || (text[i - 1] & 127) <= ' ') {
            return i;
        }
    }
    return width;
}

void hud_draw_notify(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    struct hud_line rows[HUD_NOTIFY_LINES];
    size_t count = 0;
    hud_place_frame(hud);
    size_t width = hud->columns / HUD_GLYPH > 3 ? (size_t)(hud->columns / HUD_GLYPH - 2) : 1;
    for (size_t i = 0; i < info->num_lines; i++) {
        struct hud_line line = info->lines[i];
        double age = info->time - line.time;
        if (age < 0 || age > NOTIFY_SECONDS) {
            continue;
        }
        do { /* an empty line takes a row as well */
            size_t taken = take_row(line.text, line.length, width);
            rows[count++ % HUD_NOTIFY_LINES] = (struct hud_line){line.text, taken, line.time};
            line.text += taken;
            line.length -= taken;
        } while (line.length > 0);
    }
    size_t first = count > HUD_NOTIFY_LINES ? count - HUD_NOTIFY_LINES : 0;
    for (size_t i = first; i < count; i++) {
        const struct hud_line *row = &rows[i % HUD_NOTIFY_LINES];
        hud_put_glyphs(hud, HUD_GLYPH, HUD_NOTIFY_TOP + (int32_t)(i - first) * HUD_GLYPH, row->text,
                       row->length);
    }
}
