/* Rows of the catalogue as a table, JSON, CSV, or a playlist. */
#ifndef ENGINE_COMMANDS_STUDY_LIBRARY_OUTPUT_H
#define ENGINE_COMMANDS_STUDY_LIBRARY_OUTPUT_H

#include <stdio.h>

#include "engine/library/library_find.h"

enum library_form { LIBRARY_TABLE, LIBRARY_JSON, LIBRARY_JSON_ROWS, LIBRARY_CSV };

/* Prints all rows; counts them in *count. JSON: objects by the columns' names, which are our own;
 * JSON_ROWS: arrays. CSV: RFC 4180, with a head; a text that begins with = + - @, a tab or a line
 * end gets a ' before it, since spreadsheets would run it. Returns 0 or a negative code of the
 * rows. */
int library_print(FILE *out, enum library_form form, struct library_rows *rows, uint64_t *count,
                  struct format_error *err) MUST_CHECK;

/* Writes the column "path" of all rows as a playlist, each path once in a row. *left_out: paths
 * that cannot be a line. Codes as above; FORMAT_MISSING: there is no such column. */
int library_print_playlist(FILE *out, struct library_rows *rows, uint64_t *count,
                           uint64_t *left_out, struct format_error *err) MUST_CHECK;

#endif
