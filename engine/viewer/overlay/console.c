#include "engine/viewer/overlay/console.h"

#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"

enum { COLUMNS_MAX = 400, TIME_COLUMNS = 9 };

void console_toggle(struct console *c)
{
    c->shown = !c->shown;
    c->scroll = 0;
}

void console_type(struct console *c, char character)
{
    const size_t length = strlen(c->filter);
    if (length + 1 < sizeof(c->filter) && character >= ' ' && character < 127) {
        c->filter[length] = character;
        c->filter[length + 1] = '\0';
        c->scroll = 0;
    }
}

void console_erase(struct console *c)
{
    const size_t length = strlen(c->filter);
    if (length > 0) {
        c->filter[length - 1] = '\0';
        c->scroll = 0;
    }
}

void console_escape(struct console *c)
{
    c->shown = c->filter[0] != '\0';
    c->filter[0] = '\0';
    c->scroll = 0;
}

/* Without the locale's help: lines are ASCII, and there are many. */
static char lower_letter(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool console_matches(const struct console *c, const char *text, size_t *at)
{
    const char first = lower_letter(c->filter[0]);
    for (size_t start = 0;; start++) {
        if (first != '\0' && lower_letter(text[start]) != first && text[start] != '\0') {
            continue;
        }
        size_t same = 0;
        while (c->filter[same] != '\0' &&
               lower_letter(c->filter[same]) == lower_letter(text[start + same])) {
            same++;
        }
        if (c->filter[same] == '\0') {
            *at = start;
            return true;
        }
        if (text[start] == '\0') {
            return false;
        }
    }
}

/* The line, if it is for this viewer and matches. */
static bool get_line(const struct console *c, const struct console_source *source, size_t index,
                     double *time, char text[CONSOLE_TEXT], size_t *at)
{
    return source->line(source->context, index, time, text) && console_matches(c, text, at);
}

size_t console_count(const struct console *c, const struct console_source *source)
{
    char text[CONSOLE_TEXT];
    double time;
    size_t count = 0, at;
    for (size_t i = 0; i < source->count; i++) {
        count += get_line(c, source, i, &time, text, &at);
    }
    return count;
}

void console_scroll(struct console *c, const struct console_source *source, long lines)
{
    if (lines < 0) {
        const size_t down = (size_t) - (lines + 1) + 1;
        c->scroll -= down < c->scroll ? down : c->scroll;
    } else if (lines > 0) {
        const size_t most = console_count(c, source);
        const size_t up = (size_t)lines;
        c->scroll = up < most - (c->scroll < most ? c->scroll : most) ? c->scroll + up
                    : most > 0                                        ? most - 1
                                                                      : 0;
    }
}

int console_rows(int width, int height)
{
    const int size = osd_text_size(width, height);
    const int rows = height * 6 / 10 / osd_line_height(size) - 1;
    return rows > 1 ? rows : 1;
}

/* Text area of a line, and its capacity in characters. */
struct page {
    int x, size, line_height;
    int columns; /* characters of text in a line, after the time */
};

/* In runs of one colour. */
static void draw_row(const struct osd_canvas *canvas, const struct page *page, int y,
                     const char *text, const uint32_t *colors, size_t length)
{
    char run[COLUMNS_MAX + 1];
    for (size_t from = 0; from < length;) {
        size_t to = from + 1;
        while (to < length && colors[to] == colors[from]) {
            to++;
        }
        snprintf(run, sizeof(run), "%.*s", (int)(to - from), text + from);
        osd_label(
            canvas, page->x + (TIME_COLUMNS + (int)from) * osd_advance(page->size), y, page->size,
            colors[from] != 0 ? osd_readable(colors[from], OSD_CONSOLE) : CONSOLE_TEXT_COLOR, run);
        from = to;
    }
}

/* Highlights the filter text in a line. */
static void mark_match(const struct console *c, const struct osd_canvas *canvas,
                       const struct page *page, int y, const char *text, size_t at)
{
    const size_t columns = (size_t)page->columns;
    for (size_t i = 0; c->filter[i] != '\0'; i++) {
        const char letter[2] = {text[at + i], '\0'};
        const size_t row = (at + i) / columns, column = (at + i) % columns;
        osd_label(canvas, page->x + (TIME_COLUMNS + (int)column) * osd_advance(page->size),
                  y + (int)row * page->line_height, page->size, CONSOLE_MATCH_COLOR, letter);
    }
}

/* A line that ends above `bottom`; returns its top. */
static int draw_line(const struct console *c, const struct osd_canvas *canvas,
                     const struct page *page, int bottom, double time, const char *text,
                     const uint32_t *colors, size_t at)
{
    const size_t length = strlen(text), columns = (size_t)page->columns;
    const int rows = length > columns ? (int)((length + columns - 1) / columns) : 1;
    const int top = bottom - rows * page->line_height;
    char when[OSD_TIME];
    for (int row = 0; row < rows; row++) {
        const size_t from = (size_t)row * columns;
        const size_t rest = length - from;
        draw_row(canvas, page, top + row * page->line_height, text + from, colors + from,
                 rest < columns ? rest : columns);
    }
    if (time >= 0.0) {
        osd_format_time(when, time, 0);
        osd_label(canvas, page->x, top, page->size, CONSOLE_TIME_COLOR, when);
    }
    if (c->filter[0] != '\0') {
        mark_match(c, canvas, page, top, text, at);
    }
    return top;
}

static void draw_prompt(const struct console *c, const struct console_source *source,
                        const struct osd_canvas *canvas, const struct page *page, int y)
{
    char prompt[CONSOLE_FILTER + 8], help[160];
    snprintf(prompt, sizeof(prompt), "] %s_", c->filter);
    osd_label(canvas, page->x, y, page->size, CONSOLE_PROMPT_COLOR, prompt);
    if (c->filter[0] != '\0') {
        const size_t count = console_count(c, source);
        snprintf(help, sizeof(help), "%zu line%s of %s", count, count == 1 ? "" : "s",
                 source->name);
    } else if (c->scroll > 0) {
        snprintf(help, sizeof(help), "%s, %zu line%s up: End goes to the newest", source->name,
                 c->scroll, c->scroll == 1 ? "" : "s");
    } else {
        snprintf(help, sizeof(help), "%s  (type to find, PgUp PgDn, Tab: %s, ~ closes)",
                 source->name, c->own ? "the demo's" : "quakereel's");
    }
    const int x = canvas->width - page->x - osd_text_width(help, page->size);
    if (x > page->x + osd_text_width(prompt, page->size)) {
        osd_label(canvas, x, y, page->size, CONSOLE_TIME_COLOR, help);
    }
}

/* Explains an empty list. */
static void draw_nothing(const struct console *c, const struct osd_canvas *canvas,
                         const struct page *page, int y)
{
    const char *text = c->filter[0] != '\0' ? "no matching line"
                       : c->own             ? "no messages yet"
                                            : "the demo has printed nothing yet";
    osd_label(canvas, page->x, y - page->line_height, page->size, CONSOLE_TIME_COLOR, text);
}

void console_draw(const struct console *c, const struct console_source *source,
                  const struct osd_canvas *canvas)
{
    const int size = osd_text_size(canvas->width, canvas->height);
    const int line_height = osd_line_height(size);
    const int rows = console_rows(canvas->width, canvas->height);
    const int columns = (canvas->width - 2 * size) / osd_advance(size) - TIME_COLUMNS;
    const struct page page = {.x = size,
                              .size = size,
                              .line_height = line_height,
                              .columns = columns < 1             ? 1
                                         : columns > COLUMNS_MAX ? COLUMNS_MAX
                                                                 : columns};
    const int height = (rows + 1) * line_height + size / 2;
    osd_fill(canvas, 0, 0, canvas->width, height, OSD_CONSOLE_GROUND, OSD_CONSOLE_ALPHA);
    osd_fill(canvas, 0, height, canvas->width, size > 14 ? size / 7 : 1, CONSOLE_EDGE_COLOR, 255);
    const int bottom = rows * line_height;
    int y = bottom;
    draw_prompt(c, source, canvas, &page, y);
    char text[CONSOLE_TEXT];
    uint32_t colors[CONSOLE_TEXT];
    double time;
    size_t skip = c->scroll, at;
    for (size_t i = source->count; i-- > 0 && y > 0;) {
        if (!get_line(c, source, i, &time, text, &at)) {
            continue;
        }
        if (skip > 0) {
            skip--;
            continue;
        }
        memset(colors, 0, sizeof(colors));
        if (source->colors != NULL) {
            source->colors(source->context, i, colors);
        }
        y = draw_line(c, canvas, &page, y, time, text, colors, at);
    }
    if (y == bottom) {
        draw_nothing(c, canvas, &page, y);
    }
}
