#include "engine/viewer/overlay/help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/text/osd_colors.h"

/* Background opacity: the picture stays faintly visible. */

enum { MAX_ROWS = 384, MAX_LINES = 512, MAX_COLUMNS = 64 };

/* In characters. */
enum { KEYS_GAP = 2, COLUMN_GAP = 4, MARGIN = 2 };

/* Mouse gestures, by group. */
static const struct {
    enum key_group group;
    const char *keys, *what;
} fixed_rows[] = {
    {KEY_GROUP_LOOK, "w a s d, mouse", "free flight"},
    {KEY_GROUP_LOOK, "Shift / Ctrl", "fly faster / slower"},
    {KEY_GROUP_MOUSE, "click, drag on the bar", "go there"},
    {KEY_GROUP_MOUSE, "rest on the bar", "what happens there"},
    {KEY_GROUP_MOUSE, "double click", "fullscreen, window"},
    {KEY_GROUP_MOUSE, "wheel, Ctrl+wheel", "5 s back / forward (Shift: 1 s), volume"},
    {KEY_GROUP_MOUSE, "wheel, chase camera", "nearer / farther"},
    {KEY_GROUP_MOUSE, "right button", "free flight: hold, free the mouse"},
    {KEY_GROUP_MOUSE, "click the picture", "pause, go on"},
    {KEY_GROUP_MOUSE, "click another view", "make it the main one"},
    {KEY_GROUP_MOUSE, "drop a file, folder", "play it, take its game data"},
};

enum { FIXED_ROWS = sizeof(fixed_rows) / sizeof(fixed_rows[0]) };

/* --- rows ---------------------------------------------------------------------------------------
 */

struct row {
    enum key_group group;
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
};

struct table {
    int count;
    struct row rows[MAX_ROWS]; /* group by group */
};

static bool contains_text(const char *text, const char *part)
{
    const size_t length = strlen(part);
    for (; strlen(text) >= length; text++) {
        size_t same = 0;
        while (same < length &&
               tolower((unsigned char)text[same]) == tolower((unsigned char)part[same])) {
            same++;
        }
        if (same == length) {
            return true;
        }
    }
    return false;
}

static void add_row(struct table *table, const char *filter, const struct key_topic *topic,
                    const char *keys, const char *what)
{
    if (table->count == MAX_ROWS || (!contains_text(keys, filter) && !contains_text(what, filter) &&
                                     !contains_text(topic->action, filter) &&
                                     !contains_text(key_group_names[topic->group], filter))) {
        return;
    }
    struct row *row = &table->rows[table->count++];
    row->group = topic->group;
    snprintf(row->keys, sizeof(row->keys), "%s", keys);
    snprintf(row->what, sizeof(row->what), "%s", what);
}

static bool shows_all(const struct help *help)
{
    return help->all || help->filter[0] != '\0';
}

/* Adds the rows of keys, sorted by group, and after each group its mouse rows. */
static void collect_rows(struct table *table, const struct help *help, const struct key_map *map)
{
    char keys[KEY_HELP_TEXT], what[KEY_HELP_TEXT];
    struct key_topic topic;
    bool more = true;
    table->count = 0;
    for (size_t line = 0, i = 0; more; line++) {
        more = key_map_help(map, line, keys, what, &topic);
        for (; shows_all(help) && i < FIXED_ROWS && (!more || fixed_rows[i].group < topic.group);
             i++) {
            const struct key_topic fixed = {fixed_rows[i].group, "", false};
            add_row(table, help->filter, &fixed, fixed_rows[i].keys, fixed_rows[i].what);
        }
        if (more && (shows_all(help) || topic.basic)) {
            add_row(table, help->filter, &topic, keys, what);
        }
    }
}

/* --- where it goes ---------------------------------------------------------------------------- */

enum line_kind { LINE_BLANK, LINE_HEADING, LINE_ROW };

struct line {
    enum line_kind kind;
    int row; /* index into the table; for a heading, its first row */
};

struct column {
    int first, count; /* lines */
    int keys_cells;   /* column of the descriptions, in characters, for shorter key names */
    int cells;        /* its width */
};

struct layout {
    struct table table;
    struct line lines[MAX_LINES];
    struct column columns[MAX_COLUMNS];
    int num_lines, num_columns;
    int size, line_height; /* pixels */
    int height;            /* lines in the highest column */
    int pages;
};

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static void add_line(struct layout *at, enum line_kind kind, int row)
{
    if (at->num_lines < MAX_LINES) {
        at->lines[at->num_lines++] = (struct line){kind, row};
        struct column *column = &at->columns[at->num_columns - 1];
        column->count++;
        at->height = max_int(at->height, column->count);
    }
}

static void begin_column(struct layout *at)
{
    if (at->num_columns < MAX_COLUMNS) {
        at->columns[at->num_columns++] = (struct column){.first = at->num_lines};
    }
}

static int used_lines(const struct layout *at)
{
    return at->columns[at->num_columns - 1].count;
}

/* Distributes rows into columns of at most `lines`. A group is split only if it is longer than a
 * column. */
static void flow_columns(struct layout *at, int most_lines)
{
    const struct table *table = &at->table;
    at->num_lines = at->num_columns = at->height = 0;
    begin_column(at);
    for (int first = 0, end; first < table->count; first = end) {
        end = first + 1;
        while (end < table->count && table->rows[end].group == table->rows[first].group) {
            end++;
        }
        const int room = most_lines - used_lines(at) - (used_lines(at) > 0);
        const int wanted = end - first + 1;
        if (used_lines(at) > 0 && room < wanted && (wanted <= most_lines || room < 4)) {
            begin_column(at);
        }
        for (int row = first; row < end; row++) {
            if (row > first && used_lines(at) >= most_lines) {
                begin_column(at);
            }
            if (used_lines(at) == 0 || row == first) {
                if (used_lines(at) > 0) {
                    add_line(at, LINE_BLANK, row);
                }
                add_line(at, LINE_HEADING, row);
            }
            add_line(at, LINE_ROW, row);
        }
    }
}

/* Column at which a row's description starts, in characters. */
static int what_cell(const struct column *column, const struct row *row)
{
    return max_int(column->keys_cells, (int)strlen(row->keys)) + KEYS_GAP;
}

/* most_keys: longer keys push what they do to the right in their line only. */
static void measure_rows(struct layout *at, int most_keys)
{
    for (int c = 0; c < at->num_columns; c++) {
        struct column *column = &at->columns[c];
        column->keys_cells = column->cells = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = column->first; i < column->first + column->count; i++) {
                const struct row *row = &at->table.rows[at->lines[i].row];
                const int keys = (int)strlen(row->keys);
                if (at->lines[i].kind != LINE_ROW) {
                    continue;
                }
                if (pass == 0 && keys <= most_keys) {
                    column->keys_cells = max_int(column->keys_cells, keys);
                } else if (pass == 1) {
                    const int cells = what_cell(column, row) + (int)strlen(row->what);
                    column->cells = max_int(column->cells, cells);
                }
            }
        }
    }
}

static int width_of(const struct layout *at, int first, int end)
{
    int cells = (end - first - 1) * COLUMN_GAP;
    for (int c = first; c < end; c++) {
        cells += at->columns[c].cells;
    }
    return cells * osd_advance(at->size);
}

/* The columns of a page that begins with that one: one at least. */
static int end_of_page(const struct layout *at, int first, int width)
{
    const int room = width - 2 * MARGIN * osd_advance(at->size);
    int end = first + 1;
    while (end < at->num_columns && width_of(at, first, end + 1) <= room) {
        end++;
    }
    return end;
}

static int count_pages(const struct layout *at, int width)
{
    int pages = 0;
    for (int first = 0; first < at->num_columns; first = end_of_page(at, first, width)) {
        pages++;
    }
    return pages;
}

/* Lines a column may have: the title, a gap, and margins take the others. */
static int lines_that_fit(const struct layout *at, int height)
{
    return max_int((height - at->size) / at->line_height - 3, 2);
}

/* At this size, with the rows as far apart as they fit. */
static void try_size(struct layout *at, int size, int width, int height)
{
    at->size = size;
    for (int tight = 0; tight < 2; tight++) {
        at->line_height = tight ? size + size / 7 + 1 : osd_line_height(size);
        const int most = lines_that_fit(at, height);
        for (int most_keys = 24; most_keys >= 12; most_keys -= 4) {
            flow_columns(at, most);
            measure_rows(at, most_keys);
            at->pages = count_pages(at, width);
            const int columns = at->num_columns;
            const int room = width - 2 * MARGIN * osd_advance(size);
            if (at->pages > 1 || width_of(at, 0, columns) > room) {
                continue;
            }
            int even = most; /* as few lines as do with these columns */
            while (even > 2 && at->num_columns == columns && at->pages == 1) {
                flow_columns(at, --even);
                measure_rows(at, most_keys);
                at->pages = count_pages(at, width);
            }
            flow_columns(at, even + (even < most));
            measure_rows(at, most_keys);
            at->pages = count_pages(at, width);
            return;
        }
    }
}

static void lay_out(struct layout *at, const struct help *help, const struct key_map *map,
                    int width, int height)
{
    const int usual = osd_text_size(width, height);
    collect_rows(&at->table, help, map);
    for (int size = usual; size >= max_int(usual * 3 / 4, OSD_SIZE_MIN); size--) {
        try_size(at, size, width, height);
        if (at->pages == 1) {
            return;
        }
    }
    try_size(at, max_int(usual * 7 / 8, OSD_SIZE_MIN), width, height);
}

int help_pages(const struct help *help, const struct key_map *map, int width, int height)
{
    struct layout at;
    lay_out(&at, help, map, width, height);
    return at.pages;
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void draw_column(const struct layout *at, const struct column *column,
                        const struct osd_canvas *canvas, int x, int top)
{
    for (int i = 0; i < column->count; i++) {
        const struct line *line = &at->lines[column->first + i];
        const struct row *row = &at->table.rows[line->row];
        const int y = top + i * at->line_height;
        if (line->kind == LINE_HEADING) {
            osd_label(canvas, x, y, at->size, HELP_TITLE_COLOR, key_group_names[row->group]);
        } else if (line->kind == LINE_ROW) {
            osd_label(canvas, x, y, at->size, HELP_KEYS_COLOR, row->keys);
            osd_label(canvas, x + what_cell(column, row) * osd_advance(at->size), y, at->size,
                      HELP_WHAT_COLOR, row->what);
        }
    }
}

/* The first line: what was typed, or that something can be, and how to get on. */
static void draw_title(const struct layout *at, const struct help *help, int page,
                       const struct osd_canvas *canvas, int left, int right, int y)
{
    char text[96];
    const int advance = osd_advance(at->size);
    if (help->filter[0] != '\0') {
        osd_label(canvas, left, y, at->size, HELP_TITLE_COLOR, "find");
        snprintf(text, sizeof(text), "%s_", help->filter);
        osd_label(canvas, left + 5 * advance, y, at->size, HELP_KEYS_COLOR, text);
    } else {
        osd_label(canvas, left, y, at->size, HELP_TITLE_COLOR, "Keys");
        osd_label(canvas, left + 6 * advance, y, at->size, HELP_DIM_COLOR, "type to find");
    }
    char where[48] = "";
    if (!shows_all(help)) {
        snprintf(where, sizeof(where), "PageDown: all keys   ");
    } else if (at->pages > 1) {
        snprintf(where, sizeof(where), "PageDown: %d of %d   ", page + 1, at->pages);
    }
    snprintf(text, sizeof(text), "%s%s", where, help->filter[0] ? "Esc shows all" : "Esc closes");
    const int x = right - osd_text_width(text, at->size);
    osd_label(canvas, max_int(x, left + 20 * advance), y, at->size, HELP_DIM_COLOR, text);
}

void help_draw(const struct help *help, const struct key_map *map, const struct osd_canvas *canvas)
{
    struct layout at;
    lay_out(&at, help, map, canvas->width, canvas->height);
    const int page = help->page < at.pages ? help->page : max_int(at.pages - 1, 0);
    int first = 0;
    for (int i = 0; i < page; i++) {
        first = end_of_page(&at, first, canvas->width);
    }
    const int end = end_of_page(&at, first, canvas->width);
    const int advance = osd_advance(at.size);
    const int table_width = width_of(&at, first, end);
    const int width = max_int(table_width, 40 * advance);
    int left = max_int((canvas->width - width) / 2, MARGIN * advance / 2);
    const int height = (at.height + 2) * at.line_height;
    const int top = max_int((canvas->height - height) / 2, at.size / 2);

    osd_fill(canvas, 0, 0, canvas->width, canvas->height, OSD_HELP_GROUND, OSD_HELP_ALPHA);
    draw_title(&at, help, page, canvas, left, left + width, top);
    if (at.table.count == 0) {
        osd_label(canvas, left, top + 2 * at.line_height, at.size, HELP_WHAT_COLOR,
                  "no key does that");
    }
    for (int c = first; c < end; c++) {
        draw_column(&at, &at.columns[c], canvas, left, top + 2 * at.line_height);
        left += (at.columns[c].cells + COLUMN_GAP) * advance;
    }
}

/* --- what is typed ---------------------------------------------------------------------------- */

void help_open(struct help *help)
{
    *help = (struct help){.shown = true};
}

void help_type(struct help *help, char character)
{
    const size_t length = strlen(help->filter);
    const bool leading_blank = character == ' ' && length == 0;
    if (character >= ' ' && character <= '~' && length < HELP_FILTER - 1 && !leading_blank) {
        help->filter[length] = character;
        help->filter[length + 1] = '\0';
        help->page = 0;
    }
}

void help_erase(struct help *help)
{
    const size_t length = strlen(help->filter);
    if (length > 0) {
        help->filter[length - 1] = '\0';
        help->page = 0;
    }
}

void help_escape(struct help *help)
{
    if (help->filter[0] != '\0') {
        help->filter[0] = '\0';
        help->page = 0;
    } else {
        help->shown = false;
    }
}

void help_turn(struct help *help, const struct key_map *map, int width, int height, int pages)
{
    const int last = help_pages(help, map, width, height) - 1;
    if (!shows_all(help) && pages > 0 && help->page >= last) {
        *help = (struct help){.shown = help->shown, .all = true};
        return;
    }
    if (help->all && pages < 0 && help->page == 0) {
        help->all = false;
        return;
    }
    const int page = (help->page < last ? help->page : last) + pages;
    help->page = page < 0 ? 0 : page > last ? last : page;
}
