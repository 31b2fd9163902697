#include "engine/viewer/help.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define SHADE 0x00080a0cu
#define TITLE_COLOR 0x00e8a33du
#define KEYS_COLOR 0x00ffffffu
#define WHAT_COLOR 0x00c0c4c8u
#define CLOSE_COLOR 0x00909498u

enum { SHADE_ALPHA = 204, MAX_COLUMNS = 4, MAX_ROWS = 512 };

/* Measures in pixels of scale 1. */
enum {
    MARGIN = 4,
    TITLE_GAP = 4, /* between the title and the table */
    MOST_SPACING = 5,
    COLUMN_GAP = 24
};

enum { KEYS_GAP = 2 }; /* cells between keys and what they do */

struct page {
    const struct key_map *map;
    int first, rows; /* of the table */
    int pages;
    int size; /* of text */
    int columns;
    int spacing;                 /* between rows, in pixels of the picture */
    int keys_cells[MAX_COLUMNS]; /* where the columns' second parts begin, but for longer keys */
    int cells[MAX_COLUMNS];      /* the columns' widths */
};

struct row {
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
};

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

/* False when there is none: empty words then. */
static bool get_row(const struct page *page, int index, struct row *row)
{
    bool got = key_map_help(page->map, (size_t)(page->first + index), row->keys, row->what);
    if (!got) {
        row->keys[0] = row->what[0] = '\0';
    }
    return got;
}

static int rows_of_column(const struct page *page)
{
    return max_int((page->rows + page->columns - 1) / page->columns, 1);
}

/* Where a row's second part begins in its column, in cells. */
static int what_cell(const struct page *page, int column, const struct row *row)
{
    return max_int(page->keys_cells[column], (int)strlen(row->keys)) + KEYS_GAP;
}

static int unit(const struct page *page)
{
    return page->size / 7;
}

/* How wide the columns must be; keys take no more than so many cells where all are aligned. */
static void measure_columns(struct page *page, int most_keys)
{
    struct row row;
    int per_column = rows_of_column(page);
    memset(page->keys_cells, 0, sizeof(page->keys_cells));
    memset(page->cells, 0, sizeof(page->cells));
    for (int i = 0; i < page->rows; i++) {
        get_row(page, i, &row);
        int length = (int)strlen(row.keys);
        int *cells = &page->keys_cells[i / per_column];
        *cells = max_int(*cells, length < most_keys ? length : most_keys);
    }
    for (int i = 0; i < page->rows; i++) {
        int c = i / per_column;
        get_row(page, i, &row);
        page->cells[c] = max_int(page->cells[c], what_cell(page, c, &row) + (int)strlen(row.what));
    }
}

/* Widths and heights below are in pixels of the picture. */
static int column_width(const struct page *page, int column)
{
    return page->cells[column] * osd_advance(page->size);
}

static int table_width(const struct page *page)
{
    int width = (page->columns - 1) * COLUMN_GAP * unit(page);
    for (int c = 0; c < page->columns; c++) {
        width += column_width(page, c);
    }
    return width;
}

static int line_height(const struct page *page)
{
    return page->size + page->spacing;
}

static int page_height(const struct page *page)
{
    return (rows_of_column(page) + 1) * line_height(page) + TITLE_GAP * unit(page);
}

/* A row's outline must not cover the tails of the letters above it. */
static int least_spacing(const struct page *page)
{
    return page->size / 8 + 1;
}

static bool fits_width(const struct page *page, int width)
{
    return table_width(page) + 2 * MARGIN * unit(page) <= width;
}

static bool fits_height(const struct page *page, int height)
{
    return page_height(page) + 2 * MARGIN * unit(page) <= height;
}

/* The most space between rows with which so many columns are not too high. */
static bool spread_rows(struct page *page, int height)
{
    page->spacing = MOST_SPACING * unit(page);
    while (page->spacing > least_spacing(page) && !fits_height(page, height)) {
        page->spacing--;
    }
    return fits_height(page, height);
}

/* All rows on one page: the largest scale first, then the fewest columns. */
static bool find_fit(struct page *page, int width, int height)
{
    int usual = osd_text_size(width, height);
    for (page->size = usual; page->size >= OSD_SIZE_LEAST; page->size--) {
        for (page->columns = 1; page->columns <= MAX_COLUMNS; page->columns++) {
            bool fits = spread_rows(page, height);
            if (!fits) {
                continue;
            }
            measure_columns(page, KEY_HELP_TEXT);
            if (fits_width(page, width)) {
                return true;
            }
        }
    }
    return false;
}

/* Too small a picture: one column at scale 1 over several pages of nearly equal length. */
static void split(struct page *page, int width, int height, int number)
{
    int all = page->rows;
    page->size = OSD_SIZE_LEAST;
    page->columns = 1;
    page->spacing = least_spacing(page);
    int room = (height - 2 * MARGIN - TITLE_GAP) / line_height(page) - 1;
    page->pages = max_int(room > 0 ? (all + room - 1) / room : all, 1);
    page->rows = (all + page->pages - 1) / page->pages;
    page->first = number * page->rows;
    spread_rows(page, height);
    page->rows = max_int(all - page->first < page->rows ? all - page->first : page->rows, 0);

    /* Long keys may push the words beside them to the right, if that is what it takes. */
    int most_keys = KEY_HELP_TEXT;
    measure_columns(page, most_keys);
    while (!fits_width(page, width) && most_keys > 0) {
        measure_columns(page, --most_keys);
    }
}

static struct page lay_out(const struct key_map *map, int width, int height, int number)
{
    struct row row;
    struct page page = {.map = map, .pages = 1};
    while (page.rows < MAX_ROWS && get_row(&page, page.rows, &row)) {
        page.rows++;
    }
    if (!find_fit(&page, width, height)) {
        split(&page, width, height, number);
    }
    return page;
}

int help_pages(const struct key_map *map, int width, int height)
{
    return lay_out(map, width, height, 0).pages;
}

static void draw_table(const struct page *page, const struct osd_canvas *canvas, int left, int top)
{
    struct row row;
    int s = unit(page);
    int per_column = rows_of_column(page);
    int x = left;
    for (int i = 0; i < page->rows; i++) {
        int c = i / per_column;
        if (i > 0 && i % per_column == 0) {
            x += column_width(page, c - 1) + COLUMN_GAP * s;
        }
        get_row(page, i, &row);
        int y = top + i % per_column * line_height(page);
        int what_x = x + what_cell(page, c, &row) * osd_advance(page->size);
        osd_label(canvas, x, y, page->size, KEYS_COLOR, row.keys);
        osd_label(canvas, what_x, y, page->size, WHAT_COLOR, row.what);
    }
}

void help_draw(const struct key_map *map, const struct osd_canvas *canvas, int page_number)
{
    struct page page = lay_out(map, canvas->width, canvas->height, page_number);
    int s = unit(&page);
    int left = max_int((canvas->width - table_width(&page)) / 2, MARGIN);
    int top = max_int((canvas->height - page_height(&page)) / 2, MARGIN);

    osd_fill(canvas, 0, 0, canvas->width, canvas->height, SHADE, SHADE_ALPHA);
    osd_label(canvas, left, top, page.size, TITLE_COLOR, "quakereel");
    char closing[64];
    if (page_number + 1 < page.pages) {
        snprintf(closing, sizeof(closing), "? next page (%d of %d)", page_number + 1, page.pages);
    } else {
        snprintf(closing, sizeof(closing), "? closes this page");
    }
    int closing_x = left + table_width(&page) - osd_text_width(closing, page.size);
    osd_label(canvas, max_int(closing_x, left), top, page.size, CLOSE_COLOR, closing);
    draw_table(&page, canvas, left, top + line_height(&page) + TITLE_GAP * s);
}
