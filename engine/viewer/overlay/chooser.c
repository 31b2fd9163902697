#include "engine/viewer/overlay/chooser.h"

#include <stdio.h>
#include <string.h>

#include "formats/base/terminal_text.h"

enum {
    GROUND = 0x101418,
    GROUND_ALPHA = 225,
    SHADE_ALPHA = 110,
    SELECTED = 0x3a4a60,
    TEXT_COLOR = 0xd8d8d8,
    SELECTED_COLOR = 0xffffff,
    CURRENT_COLOR = 0xffc850,
    DIM_COLOR = 0x9098a0,
    MOST_CELLS = 72, /* of a name, with what stands around it */
    NAME_BYTES = 1024
};

struct layout {
    int size, line, advance;
    int left, top, width, height; /* of the panel */
    int names_top;                /* of the first name */
    size_t rows, cells;
};

/* A title, the names and a line of keys, with half a line around. */
static struct layout lay_out(int width, int height, size_t count)
{
    struct layout at = {.size = osd_text_size(width, height)};
    at.line = osd_line_height(at.size);
    at.advance = osd_advance(at.size);
    const int room = height / at.line - 5, cells = width / at.advance - 4;
    at.rows = room < 1 ? 1 : (size_t)room;
    at.rows = count < at.rows ? count : at.rows;
    at.cells = cells < 8 ? 8 : cells > MOST_CELLS ? MOST_CELLS : (size_t)cells;
    at.width = ((int)at.cells + 2) * at.advance;
    at.height = ((int)at.rows + 4) * at.line;
    at.left = (width - at.width) / 2;
    at.top = (height - at.height) / 2;
    at.names_top = at.top + at.line * 2;
    return at;
}

void chooser_open(struct chooser *chooser, size_t selected)
{
    *chooser = (struct chooser){.shown = true, .selected = selected, .top = selected};
}

void chooser_move(struct chooser *chooser, const struct chooser_list *list, double lines)
{
    const double place = (double)chooser->selected + lines;
    const double last = list->count > 0 ? (double)(list->count - 1) : 0.0;
    chooser->selected = (size_t)(place < 0.0 ? 0.0 : place > last ? last : place);
}

size_t chooser_page(int width, int height, size_t count)
{
    return lay_out(width, height, count).rows;
}

/* Moves what is in sight as little as need be. */
static void follow_selected(struct chooser *chooser, size_t count, size_t rows)
{
    const size_t last_top = count > rows ? count - rows : 0;
    if (chooser->selected < chooser->top) {
        chooser->top = chooser->selected;
    } else if (chooser->selected >= chooser->top + rows) {
        chooser->top = chooser->selected - rows + 1;
    }
    chooser->top = chooser->top < last_top ? chooser->top : last_top;
}

bool chooser_at(const struct chooser *chooser, const struct chooser_list *list, int width,
                int height, int x, int y, size_t *place)
{
    const struct layout at = lay_out(width, height, list->count);
    if (x < at.left || x >= at.left + at.width || y < at.names_top ||
        y >= at.names_top + (int)at.rows * at.line) {
        return false;
    }
    *place = chooser->top + (size_t)((y - at.names_top) / at.line);
    return *place < list->count;
}

/* How many bytes all names begin with, up to a '/': a folder, an archive. */
static size_t shared_start(const struct chooser_list *list)
{
    size_t shared = list->count > 0 && list->names[0] ? strlen(list->names[0]) : 0;
    for (size_t i = 0; i < list->count && shared > 0; i++) {
        size_t same = 0;
        while (list->names[i] && same < shared && list->names[i][same] == list->names[0][same]) {
            same++;
        }
        shared = same;
    }
    while (shared > 0 && list->names[0][shared - 1] != '/') {
        shared--;
    }
    return shared;
}

/* A text of at most so many cells; of a longer one the end, which tells more. */
static void draw_cut(const struct osd_canvas *canvas, const struct layout *at, int x, int y,
                     size_t cells, uint32_t color, const char *text)
{
    char shown[NAME_BYTES];
    terminal_text(shown, sizeof(shown), text);
    const size_t length = strlen(shown);
    char *cut = shown;
    if (length > cells) {
        cut = shown + length - cells;
        *cut = OSD_ELLIPSIS[0];
    }
    osd_label(canvas, x, y, at->size, color, cut);
}

static void draw_name(const struct osd_canvas *canvas, const struct layout *at,
                      const struct chooser *chooser, const struct chooser_list *list, size_t row,
                      size_t start)
{
    const size_t place = chooser->top + row;
    const bool selected = place == chooser->selected;
    const int y = at->names_top + (int)row * at->line;
    const char *name = list->names[place] ? list->names[place] + start : "the built-in demo";
    if (selected) {
        osd_fill(canvas, at->left, y, at->width, at->line, SELECTED, 255);
    }
    const uint32_t color = place == list->current ? CURRENT_COLOR
                           : selected             ? SELECTED_COLOR
                                                  : TEXT_COLOR;
    const int text_y = y + (at->line - at->size) / 2;
    if (place == list->current) {
        osd_label(canvas, at->left + at->advance / 2, text_y, at->size, color, OSD_PLAY);
    }
    draw_cut(canvas, at, at->left + 2 * at->advance, text_y, at->cells - 1, color, name);
}

void chooser_draw(struct chooser *chooser, const struct chooser_list *list,
                  const struct osd_canvas *canvas)
{
    const struct layout at = lay_out(canvas->width, canvas->height, list->count);
    if (chooser->measured != list->names || chooser->measured_count != list->count) {
        chooser->measured = list->names;
        chooser->measured_count = list->count;
        chooser->start = shared_start(list);
    }
    const size_t start = chooser->start;
    char title[NAME_BYTES], count[64];
    follow_selected(chooser, list->count, at.rows);
    osd_fill(canvas, 0, 0, canvas->width, canvas->height, 0, SHADE_ALPHA);
    osd_fill(canvas, at.left, at.top, at.width, at.height, GROUND, GROUND_ALPHA);
    snprintf(title, sizeof(title), "%.*s", (int)(start > 1 ? start - 1 : 0),
             start > 1 ? list->names[0] : "");
    const int x = at.left + at.advance, y = at.top + at.line / 2;
    snprintf(count, sizeof(count), list->count == 1 ? "1 demo" : "%zu of %zu demos",
             chooser->selected + 1, list->count);
    const size_t taken = strlen(count) + 2;
    draw_cut(canvas, &at, x, y, at.cells > taken + 2 ? at.cells - taken : 2, CURRENT_COLOR,
             start > 1 ? title : "Playlist");
    osd_label(canvas, at.left + at.width - at.advance - osd_text_width(count, at.size), y, at.size,
              DIM_COLOR, count);
    for (size_t row = 0; row < at.rows; row++) {
        draw_name(canvas, &at, chooser, list, row, start);
    }
    osd_label(canvas, x, at.top + at.height - at.line - at.line / 4, at.size, DIM_COLOR,
              at.cells < 50 ? "Enter plays, Esc closes"
                            : OSD_UP OSD_DOWN
                  " choose   Enter plays   Esc closes   F8 opens it again");
}
