#include "engine/quake/hud/hud_text.h"

#include "engine/quake/hud/hud_overlay.h"

#define NOTIFY_SECONDS 3.0
#define PRINT_SPEED 8.0 /* characters a second of a finale's text */

/* SCR_DrawCenterString: lines of at most 40 glyphs, each in the middle. */
void hud_draw_center(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    bool is_repeated = info->time < info->center_time; /* what is shown is an earlier print of it */
    double age = info->time - (is_repeated ? info->center_since : info->center_time);
    if (info->center_length == 0 || age < 0 ||
        (info->paused && info->intermission == HUD_PLAYING) ||
        (info->intermission == HUD_PLAYING && !is_repeated && age >= QUAKE_CENTER_SECONDS)) {
        return;
    }
    size_t left = info->center_length;
    if (info->intermission != HUD_PLAYING && age * PRINT_SPEED < (double)left) {
        left = (size_t)(age * PRINT_SPEED) + 1; /* the text of a finale writes itself */
        left = left < info->center_length ? left : info->center_length;
    }
    int lines = 1;
    for (size_t i = 0; i < info->center_length; i++) {
        lines += info->center[i] == '\n';
    }
    hud_place_frame(hud);
    int32_t y = lines <= 4 ? (int32_t)((double)(hud->rows) * 0.35) : 48;
    const struct hud_runs text = {info->center, info->center_runs, info->num_center_runs};
    const uint8_t *line = info->center;
    const uint8_t *end = info->center + info->center_length;
    while (left > 0) {
        size_t length = 0;
        while (line + length < end && line[length] != '\n' && length < 40) {
            length++;
        }
        size_t shown = length < left ? length : left;
        hud_put_runs(hud, (hud->columns - (int32_t)length * HUD_GLYPH) / 2, y, &text,
                     (size_t)(line - info->center), shown);
        /* Lines are cut after 40 glyphs; the line end does not count. */
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

/* A row of the console: a part of a line. */
struct row {
    const struct hud_line *line;
    size_t first, length;
};

void hud_draw_notify(struct hud *hud)
{
    const struct hud_info *info = hud->info;
    struct row rows[HUD_NOTIFY_LINES];
    size_t count = 0;
    hud_place_frame(hud);
    const int32_t fitting = hud->columns / HUD_GLYPH - 2 - hud_corner_glyphs(info->options);
    const size_t width = fitting > 1 ? (size_t)fitting : 1;
    for (size_t i = 0; i < info->num_lines; i++) {
        const struct hud_line *line = &info->lines[i];
        const double age = info->time - line->time;
        size_t first = 0;
        if (age < 0 || age > NOTIFY_SECONDS) {
            continue;
        }
        do { /* an empty line takes a row as well */
            const size_t taken = take_row(line->text + first, line->length - first, width);
            rows[count++ % HUD_NOTIFY_LINES] = (struct row){line, first, taken};
            first += taken;
        } while (first < line->length);
    }
    const size_t first = count > HUD_NOTIFY_LINES ? count - HUD_NOTIFY_LINES : 0;
    for (size_t i = first; i < count; i++) {
        const struct row *row = &rows[i % HUD_NOTIFY_LINES];
        const struct hud_runs text = {row->line->text, row->line->runs, row->line->num_runs};
        hud_put_runs(hud, HUD_GLYPH, HUD_NOTIFY_TOP + (int32_t)(i - first) * HUD_GLYPH, &text,
                     row->first, row->length);
    }
}
