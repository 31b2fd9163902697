#include "engine/viewer/overlay/chooser.h"

#include <stdio.h>
#include <string.h>

#include "engine/playback/demo_list.h"
#include "engine/text/osd_colors.h"
#include "formats/base/latin_text.h"
#include "formats/base/terminal_text.h"

enum {
    SHADE_ALPHA = 110,
    MAX_CELLS = 72,       /* width of a name with its padding, characters */
    MAX_TOLD_CELLS = 125, /* and of what is told of it */
    TOLD_CELLS = 64,      /* of which these, */
    FEW_TOLD_CELLS = 47,  /* or where there is less room these */
    MIN_NAME_CELLS = 24,  /* where a name has less room nothing is told */
    NAME_BYTES = 1024
};

/* What lists of a kind are called. */
static const struct {
    const char *title, *thing, *keys, *few_keys;
} words[CHOOSER_KINDS] = {
    [CHOOSER_DEMOS] = {"Playlist", "demo",
                       OSD_UP OSD_DOWN
                       " choose   Enter plays   typing finds   Tab sorts   " OSD_LEFT
                       " folder above   Esc closes",
                       "Enter plays, Esc closes"},
    [CHOOSER_MARKS] = {"Marks", "mark",
                       OSD_UP OSD_DOWN " choose   Enter goes there   Delete removes   typing finds",
                       "Enter goes there, Esc closes"}};

struct layout {
    int size, line, advance;
    int left, top, width, height; /* the panel */
    int names_top;                /* top of the first name */
    size_t rows, cells;
};

/* A title, the names and a line of keys, with half a line around. */
static struct layout lay_out(int width, int height, const struct chooser_list *list)
{
    const size_t count = list->count;
    const int most = list->tell ? MAX_TOLD_CELLS : MAX_CELLS;
    struct layout at = {.size = osd_text_size(width, height)};
    at.line = osd_line_height(at.size);
    at.advance = osd_advance(at.size);
    const int room = height / at.line - 5, cells = width / at.advance - 4;
    at.rows = room < 1 ? 1 : (size_t)room;
    at.rows = count < at.rows ? count : at.rows;
    at.cells = cells < 8 ? 8 : cells > most ? (size_t)most : (size_t)cells;
    at.width = ((int)at.cells + 2) * at.advance;
    at.height = ((int)at.rows + 4) * at.line;
    at.left = (width - at.width) / 2;
    at.top = (height - at.height) / 2;
    at.names_top = at.top + at.line * 2;
    return at;
}

void chooser_open(struct chooser *chooser, size_t selected)
{
    name_filter_clear(&chooser->filter);
    *chooser = (struct chooser){
        .shown = true, .selected = selected, .top = selected, .filter = chooser->filter};
}

void chooser_free(struct chooser *chooser)
{
    name_filter_free(&chooser->filter);
    *chooser = (struct chooser){0};
}

bool chooser_has_choice(const struct chooser *chooser, const struct chooser_list *list)
{
    return name_filter_rows(&chooser->filter, list->count) > 0;
}

/* Keeps the selection if it still matches. */
static void keep_selected(struct chooser *chooser, const struct chooser_list *list)
{
    if (chooser_has_choice(chooser, list)) {
        chooser_move(chooser, list, 0.0);
    }
    chooser->top = 0; /* drawing scrolls to the selection */
}

bool chooser_type(struct chooser *chooser, const struct chooser_list *list, char character)
{
    const bool changed = name_filter_type(&chooser->filter, list->names, list->count, character);
    keep_selected(chooser, list);
    return changed;
}

bool chooser_erase(struct chooser *chooser, const struct chooser_list *list)
{
    const bool changed = name_filter_erase(&chooser->filter, list->names, list->count);
    keep_selected(chooser, list);
    return changed;
}

bool chooser_show_all(struct chooser *chooser)
{
    const bool some = chooser->filter.text[0] != '\0';
    name_filter_clear(&chooser->filter);
    return some;
}

void chooser_move(struct chooser *chooser, const struct chooser_list *list, double lines)
{
    const size_t rows = name_filter_rows(&chooser->filter, list->count);
    const double row = (double)name_filter_row(&chooser->filter, chooser->selected) + lines;
    const double last = rows > 0 ? (double)(rows - 1) : 0.0;
    const size_t to = (size_t)(row < 0.0 ? 0.0 : row > last ? last : row);
    chooser->selected = rows > 0 ? name_filter_place(&chooser->filter, to) : 0;
}

size_t chooser_page(int width, int height, size_t count)
{
    const struct chooser_list list = {.count = count};
    return lay_out(width, height, &list).rows;
}

/* Scrolls by the smallest amount. */
static void follow_selected(struct chooser *chooser, size_t count, size_t rows)
{
    const size_t last_top = count > rows ? count - rows : 0;
    const size_t row = name_filter_row(&chooser->filter, chooser->selected);
    if (row < chooser->top) {
        chooser->top = row;
    } else if (row >= chooser->top + rows) {
        chooser->top = row - rows + 1;
    }
    chooser->top = chooser->top < last_top ? chooser->top : last_top;
}

bool chooser_at(const struct chooser *chooser, const struct chooser_list *list, int width,
                int height, int x, int y, size_t *place)
{
    const struct layout at = lay_out(width, height, list);
    if (x < at.left || x >= at.left + at.width || y < at.names_top ||
        y >= at.names_top + (int)at.rows * at.line) {
        return false;
    }
    const size_t row = chooser->top + (size_t)((y - at.names_top) / at.line);
    if (row >= name_filter_rows(&chooser->filter, list->count)) {
        return false;
    }
    *place = name_filter_place(&chooser->filter, row);
    return true;
}

/* The text, cut to that many cells; long texts lose their beginning, because the file name matters
 * more. */
static void draw_cut(const struct osd_canvas *canvas, const struct layout *at, int x, int y,
                     size_t cells, uint32_t color, const char *text)
{
    char clean[NAME_BYTES], shown[NAME_BYTES];
    terminal_text(clean, sizeof(clean), text);
    latin_text(shown, sizeof(shown), clean);
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
    const size_t place = name_filter_place(&chooser->filter, chooser->top + row);
    const bool selected = place == chooser->selected;
    const int y = at->names_top + (int)row * at->line;
    const char *name = list->names[place] ? list->names[place] + start : "the built-in demo";
    if (selected) {
        osd_fill(canvas, at->left, y, at->width, at->line, OSD_CHOICE_GROUND, 255);
    }
    const uint32_t color = place == list->current ? LIST_CURRENT_COLOR
                           : selected             ? CHOICE_TEXT_COLOR
                                                  : LIST_TEXT_COLOR;
    const int text_y = y + (at->line - at->size) / 2;
    if (place == list->current) {
        osd_label(canvas, at->left + at->advance / 2, text_y, at->size, color, OSD_PLAY);
    }
    size_t cells = at->cells - 1;
    char told[CHOOSER_TOLD] = "";
    if (list->tell && cells >= FEW_TOLD_CELLS + MIN_NAME_CELLS) {
        const size_t columns = cells >= TOLD_CELLS + MIN_NAME_CELLS ? TOLD_CELLS : FEW_TOLD_CELLS;
        list->tell(list->context, list->names[place], told);
        told[columns] = '\0';
        cells -= columns;
        osd_label(canvas, at->left + (int)(cells + 3) * at->advance, text_y, at->size,
                  selected ? CHOICE_TEXT_COLOR : LIST_DIM_COLOR, told);
    }
    draw_cut(canvas, at, at->left + 2 * at->advance, text_y, cells, color, name);
}

/* Above the names: whose they are, or what was typed; and how many there are. */
static void draw_title(const struct osd_canvas *canvas, const struct layout *at,
                       const struct chooser *chooser, const struct chooser_list *list)
{
    char title[NAME_BYTES], count[64];
    const size_t rows = name_filter_rows(&chooser->filter, list->count);
    const size_t row = name_filter_row(&chooser->filter, chooser->selected);
    const size_t start = chooser->start;
    if (chooser->filter.text[0] != '\0') {
        snprintf(title, sizeof(title), "with %s_", chooser->filter.text);
    } else if (start > 1) {
        snprintf(title, sizeof(title), "%.*s", (int)(start - 1), list->names[0]);
    } else {
        snprintf(title, sizeof(title), "%s", words[list->kind].title);
    }
    if (rows == 0) {
        snprintf(count, sizeof(count), "no %s", words[list->kind].thing);
    } else if (rows == 1) {
        snprintf(count, sizeof(count), "1 %s", words[list->kind].thing);
    } else {
        snprintf(count, sizeof(count), "%zu of %zu %ss", row + 1, rows, words[list->kind].thing);
    }
    if (list->order && rows > 1) {
        snprintf(count + strlen(count), sizeof(count) - strlen(count), ", %s", list->order);
    }
    const int x = at->left + at->advance, y = at->top + at->line / 2;
    const size_t taken = strlen(count) + 2;
    draw_cut(canvas, at, x, y, at->cells > taken + 2 ? at->cells - taken : 2, LIST_CURRENT_COLOR,
             title);
    osd_label(canvas, at->left + at->width - at->advance - osd_text_width(count, at->size), y,
              at->size, LIST_DIM_COLOR, count);
}

void chooser_draw(struct chooser *chooser, const struct chooser_list *list,
                  const struct osd_canvas *canvas)
{
    const struct layout at = lay_out(canvas->width, canvas->height, list);
    const size_t names = name_filter_rows(&chooser->filter, list->count);
    if (chooser->measured != list->names || chooser->measured_count != list->count) {
        chooser->measured = list->names;
        chooser->measured_count = list->count;
        chooser->start =
            list->kind == CHOOSER_DEMOS ? demo_list_shared_folder(list->names, list->count) : 0;
    }
    follow_selected(chooser, names, at.rows);
    osd_fill(canvas, 0, 0, canvas->width, canvas->height, 0, SHADE_ALPHA);
    osd_fill(canvas, at.left, at.top, at.width, at.height, OSD_LIST_GROUND, OSD_LIST_ALPHA);
    draw_title(canvas, &at, chooser, list);
    for (size_t row = 0; row < at.rows && chooser->top + row < names; row++) {
        draw_name(canvas, &at, chooser, list, row, chooser->start);
    }
    osd_label(canvas, at.left + at.advance, at.top + at.height - at.line - at.line / 4, at.size,
              LIST_DIM_COLOR,
              at.cells < strlen(words[list->kind].keys) ? words[list->kind].few_keys
                                                        : words[list->kind].keys);
}
