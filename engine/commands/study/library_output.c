#include "engine/commands/study/library_output.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/json.h"
#include "formats/base/terminal_text.h"
#include "formats/text/decimal.h"
#include "formats/text/playlist.h"

/* --- table --------------------------------------------------------------------------------------
 */

enum { TABLE_ROWS = 200 /* by which the columns' widths are found */, CELL_MAX = 4200, WIDE = 32 };

struct table {
    FILE *out;
    int columns;
    int *widths;  /* owned */
    char **cells; /* owned: of the first rows, and of their head */
    size_t num_cells;
};

/* Characters of UTF-8. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++) {
        width += (*text & 0xc0) != 0x80;
    }
    return width;
}

static void print_cell(const struct table *table, int column, const char *text)
{
    fputs(text, table->out);
    if (column + 1 < table->columns) {
        fprintf(table->out, "%*s",
                2 + (table->widths[column] > width_of(text) ? table->widths[column] - width_of(text)
                                                            : 0),
                "");
    } else {
        putc('\n', table->out);
    }
}

/* Cuts a text behind so many characters. */
static void shorten(char *text)
{
    if (width_of(text) <= WIDE) {
        return;
    }
    int width = 0;
    for (; *text && width < WIDE - 1; width++) {
        for (text++; (*text & 0xc0) == 0x80; text++) {
        }
    }
    memcpy(text - 1, "..", 3);
}

/* A cell as people read it: three decimals, no control characters; whole in the last column only.
 */
static void show_cell(char text[CELL_MAX], const struct library_cell *cell, bool is_last)
{
    if (cell->kind == LIBRARY_CELL_NUMBER && cell->number > -1e9 && cell->number < 1e9) {
        text[decimal_write_rounded(text, cell->number, 3)] = '\0';
    } else {
        terminal_text(text, CELL_MAX, cell->text);
    }
    if (!is_last) {
        shorten(text);
    }
}

/* Keeps the cell until the widths are known. False: out of memory. */
static bool keep_cell(struct table *table, const char *text)
{
    const int column = (int)(table->num_cells % (size_t)table->columns);
    const int width = width_of(text);
    char *copy = strdup(text);
    if (!copy) {
        return false;
    }
    table->cells[table->num_cells++] = copy;
    if (width > table->widths[column]) {
        table->widths[column] = width;
    }
    return true;
}

static void print_kept(struct table *table)
{
    for (size_t i = 0; i < table->num_cells; i++) {
        print_cell(table, (int)(i % (size_t)table->columns), table->cells[i]);
        free(table->cells[i]);
    }
    table->num_cells = 0;
}

static int print_row(struct table *table, struct library_rows *rows, bool keep)
{
    char text[CELL_MAX];
    for (int i = 0; i < table->columns; i++) {
        const struct library_cell cell = library_rows_cell(rows, i);
        if (!cell.text) {
            return FORMAT_MEMORY;
        }
        show_cell(text, &cell, i + 1 == table->columns);
        if (!keep) {
            print_cell(table, i, text);
        } else if (!keep_cell(table, text)) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

static int print_table(FILE *out, struct library_rows *rows, uint64_t *count,
                       struct format_error *err)
{
    struct table table = {.out = out, .columns = library_rows_columns(rows)};
    const size_t columns = (size_t)table.columns;
    char name[CELL_MAX];
    table.widths = calloc(columns, sizeof(*table.widths));
    table.cells = calloc(columns * (TABLE_ROWS + 1), sizeof(*table.cells));
    int code = table.widths && table.cells ? 0 : FORMAT_MEMORY;
    for (int i = 0; i < table.columns && code == 0; i++) {
        terminal_text(name, sizeof(name), library_rows_name(rows, i));
        code = keep_cell(&table, name) ? 0 : FORMAT_MEMORY;
    }
    int more = code == 0 ? 1 : code;
    while (code == 0 && (more = library_rows_next(rows, err)) == 1) {
        const bool keep = *count < TABLE_ROWS;
        if (*count == TABLE_ROWS) {
            print_kept(&table);
        }
        ++*count;
        code = print_row(&table, rows, keep);
    }
    if (*count > 0 || code < 0) {
        print_kept(&table);
    }
    for (size_t i = 0; i < table.num_cells; i++) {
        free(table.cells[i]);
    }
    free(table.cells);
    free(table.widths);
    return code < 0 ? format_fail(err, code, 0, "out of memory") : more;
}

/* --- JSON ---------------------------------------------------------------------------------------
 */

static void json_cell(struct json_writer *json, const char *key, const struct library_cell *cell)
{
    switch (cell->kind) {
    case LIBRARY_CELL_NONE:
        json_null(json, key);
        break;
    case LIBRARY_CELL_WHOLE:
        json_integer(json, key, cell->whole);
        break;
    case LIBRARY_CELL_NUMBER:
        json_number(json, key, cell->number);
        break;
    default:
        json_bytes(json, key, cell->text, cell->length);
        break;
    }
}

/* named: our own columns are keys as they are; those of a user's SQL may be any text. */
static int print_json(FILE *out, bool named, struct library_rows *rows, uint64_t *count,
                      struct format_error *err)
{
    struct json_writer json = {.out = out};
    const int columns = library_rows_columns(rows);
    int more;
    if (!named) {
        json_begin_object(&json, NULL);
        json_begin_array(&json, "columns");
        for (int i = 0; i < columns; i++) {
            json_string(&json, NULL, library_rows_name(rows, i));
        }
        json_end_array(&json);
    }
    json_begin_array(&json, named ? NULL : "rows");
    while ((more = library_rows_next(rows, err)) == 1) {
        ++*count;
        (named ? json_begin_object : json_begin_array)(&json, NULL);
        for (int i = 0; i < columns; i++) {
            const struct library_cell cell = library_rows_cell(rows, i);
            if (!cell.text) {
                return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
            }
            json_cell(&json, named ? library_rows_name(rows, i) : NULL, &cell);
        }
        (named ? json_end_object : json_end_array)(&json);
        putc('\n', out);
    }
    json_end_array(&json);
    if (!named) {
        json_end_object(&json);
    }
    putc('\n', out);
    return more;
}

/* --- CSV ----------------------------------------------------------------------------------------
 */

static void csv_text(FILE *out, const char *text, size_t length)
{
    const bool formula = length > 0 && memchr("=+-@\t\r\n", text[0], 7);
    bool quoted = formula;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        quoted |= c == '"' || c == ',' || c == '\n' || c == '\r' || c == ' ';
    }
    if (quoted) {
        putc('"', out);
    }
    if (formula) {
        putc('\'', out);
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"') {
            putc('"', out);
        }
        if (text[i] != '\0') {
            putc(text[i], out);
        }
    }
    if (quoted) {
        putc('"', out);
    }
}

static int print_csv(FILE *out, struct library_rows *rows, uint64_t *count,
                     struct format_error *err)
{
    const int columns = library_rows_columns(rows);
    int more;
    for (int i = 0; i < columns; i++) {
        const char *name = library_rows_name(rows, i);
        csv_text(out, name, strlen(name));
        fputs(i + 1 < columns ? "," : "\r\n", out);
    }
    while ((more = library_rows_next(rows, err)) == 1) {
        ++*count;
        for (int i = 0; i < columns; i++) {
            const struct library_cell cell = library_rows_cell(rows, i);
            if (!cell.text) {
                return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
            }
            if (cell.kind == LIBRARY_CELL_TEXT) {
                csv_text(out, cell.text, cell.length);
            } else {
                fputs(cell.text, out);
            }
            fputs(i + 1 < columns ? "," : "\r\n", out);
        }
    }
    return more;
}

int library_print(FILE *out, enum library_form form, struct library_rows *rows, uint64_t *count,
                  struct format_error *err)
{
    *count = 0;
    switch (form) {
    case LIBRARY_CSV:
        return print_csv(out, rows, count, err);
    case LIBRARY_JSON:
        return print_json(out, true, rows, count, err);
    case LIBRARY_JSON_ROWS:
        return print_json(out, false, rows, count, err);
    default:
        return print_table(out, rows, count, err);
    }
}

/* --- playlist -----------------------------------------------------------------------------------
 */

static int find_column(const struct library_rows *rows, const char *name)
{
    int column = library_rows_columns(rows) - 1;
    while (column >= 0 && strcmp(library_rows_name(rows, column), name) != 0) {
        column--;
    }
    return column;
}

int library_print_playlist(FILE *out, struct library_rows *rows, uint64_t *count,
                           uint64_t *left_out, struct format_error *err)
{
    const int column = find_column(rows, "path");
    char *last = NULL;
    int more = 1;
    *count = *left_out = 0;
    if (column < 0) {
        return format_fail(err, FORMAT_MISSING, 0, "no column is called path");
    }
    fputs("#EXTM3U\n", out);
    while (more == 1 && (more = library_rows_next(rows, err)) == 1) {
        const struct library_cell cell = library_rows_cell(rows, column);
        if (cell.text && last && strcmp(last, cell.text) == 0) {
            continue;
        }
        free(last);
        last = cell.text ? strdup(cell.text) : NULL;
        if (!last) {
            more = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
        } else if (playlist_may_have(last)) {
            fprintf(out, "%s\n", last);
            ++*count;
        } else {
            ++*left_out;
        }
    }
    free(last);
    return more;
}
