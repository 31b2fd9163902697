#include "formats/text/csv.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "formats/text/decimal.h"

static void begin_cell(struct csv_writer *csv)
{
    if (csv->cells++ > 0) {
        putc(',', csv->out);
    }
}

static bool is_printed(unsigned char c)
{
    return (c >= ' ' && c != 0x7f) || c == '\t' || c == '\n' || c == '\r';
}

/* Spreadsheets compute cells that begin so. text: begins with what is printed. */
static bool may_be_formula(const char *text)
{
    return text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL;
}

void csv_text(struct csv_writer *csv, const char *text)
{
    begin_cell(csv);
    if (!text) {
        return;
    }
    while (text[0] != '\0' && !is_printed((unsigned char)text[0])) {
        text++;
    }
    const bool quoted = may_be_formula(text) || strpbrk(text, ",\"\n\r\t ") != NULL;
    if (quoted) {
        putc('"', csv->out);
    }
    if (may_be_formula(text)) {
        putc('\'', csv->out);
    }
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            putc('"', csv->out);
        }
        if (is_printed((unsigned char)*text)) {
            putc(*text, csv->out);
        }
    }
    if (quoted) {
        putc('"', csv->out);
    }
}

static void put(struct csv_writer *csv, const char *text, size_t length)
{
    begin_cell(csv);
    fwrite(text, 1, length, csv->out);
}

void csv_integer(struct csv_writer *csv, int64_t value)
{
    char text[DECIMAL_MAX];
    put(csv, text, decimal_write_integer(text, value));
}

void csv_number(struct csv_writer *csv, double value, int decimals)
{
    char text[DECIMAL_MAX];
    put(csv, text, fabs(value) < 1e9 ? decimal_write_rounded(text, value, decimals) : 0);
}

void csv_end_row(struct csv_writer *csv)
{
    putc('\n', csv->out);
    csv->cells = 0;
}
