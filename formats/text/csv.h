/* Rows of comma-separated values, as RFC 4180 has them, for spreadsheets as well: a text that one
 * would take for a formula gets an apostrophe in front. Lines end in \n.
 *
 * Texts are ASCII or UTF-8; control characters other than tab and line ends are left out. Write
 * errors are the stream's (ferror). One writer belongs to one thread. */
#ifndef FORMATS_TEXT_CSV_H
#define FORMATS_TEXT_CSV_H

#include <stdint.h>
#include <stdio.h>

struct csv_writer {
    FILE *out;
    int cells; /* of the row so far */
};

/* NULL is an empty cell. */
void csv_text(struct csv_writer *csv, const char *text);
void csv_integer(struct csv_writer *csv, int64_t value);
/* The value to at most `decimals` (0..9) decimals; NaN, infinity and what is 1e9 or more are an
 * empty cell. */
void csv_number(struct csv_writer *csv, double value, int decimals);
void csv_end_row(struct csv_writer *csv);

#endif
