#include "engine/viewer/overlay/panel.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"
#include "formats/base/latin_text.h"

enum { COLUMNS_MAX = 96, ROWS_MAX = 64, TEXT_MAX = 4096, LAST_LINES = 2 };

struct row {
    const char *text;
    int length;
    bool title, begins; /* a row of the title; the first row of its line */
};

struct rows {
    struct row row[ROWS_MAX];
    int count, widest;
};

/* Number of characters of a line that fit in a row, broken between words if possible. */
static int row_length(const char *text, int length, int columns)
{
    if (length <= columns) {
        return length;
    }
    int cut = columns;
    while (cut > columns / 2 && text[cut] != ' ') {
        cut--;
    }
    return text[cut] == ' ' ? cut : columns;
}

static void break_rows(struct rows *rows, const char *text, int columns)
{
    bool title = true;
    *rows = (struct rows){0};
    for (;;) {
        int left = (int)strcspn(text, "\n");
        bool begins = true;
        do {
            const int length = row_length(text, left, columns);
            if (rows->count == ROWS_MAX) {
                return;
            }
            rows->row[rows->count++] = (struct row){text, length, title, begins};
            begins = false;
            rows->widest = length > rows->widest ? length : rows->widest;
            text += length;
            left -= length;
            while (left > 0 && *text == ' ') {
                text++;
                left--;
            }
        } while (left > 0);
        if (*text == '\0') {
            return;
        }
        text++;
        title = false;
    }
}

/* Drops lines that do not fit, except the last ones, which are the advice. */
static void drop_rows(struct rows *rows, int room)
{
    int last = 0, lines = 0;
    while (last < rows->count - 1 && lines < LAST_LINES) {
        last++;
        lines += rows->row[rows->count - last].begins;
    }
    room = room > last ? room : last + 1;
    if (rows->count > room) {
        memmove(rows->row + room - last, rows->row + rows->count - last,
                (size_t)last * sizeof(rows->row[0]));
        rows->count = room;
    }
}

void panel_draw(const struct osd_canvas *canvas, const char *text, int top, int bottom)
{
    struct rows rows;
    char line[COLUMNS_MAX + 1], latin[TEXT_MAX];
    const int size = osd_text_size(canvas->width, canvas->height);
    const int pad = size, line_height = osd_line_height(size);
    int columns = (canvas->width - 3 * pad) / osd_advance(size);
    columns = columns < 1 ? 1 : columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
    latin_text(latin, sizeof(latin), text);
    break_rows(&rows, latin, columns);
    top += pad / 2;
    drop_rows(&rows, (bottom - top - 2 * pad) / line_height);
    const int width = rows.widest * osd_advance(size) + 2 * pad;
    const int height = rows.count * line_height + 2 * pad;
    const int x = (canvas->width - width) / 2;
    int y = (bottom - height) / 3;
    y = y < top ? top : y;
    osd_fill(canvas, x, y, width, height, OSD_PANEL_GROUND, OSD_PANEL_ALPHA);
    y += pad;
    for (int i = 0; i < rows.count; i++, y += line_height) {
        const struct row *row = &rows.row[i];
        snprintf(line, sizeof(line), "%.*s", row->length, row->text);
        osd_label(canvas, x + pad, y, size, row->title ? PANEL_TITLE_COLOR : PANEL_TEXT_COLOR,
                  line);
    }
}
