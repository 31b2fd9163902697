/* Searches the catalogue, by terms or by SQL, and returns rows one at a time.
 *
 * Values of terms are bound as parameters: no text of a user is ever part of a statement. SQL of
 * the user may only read: SELECT, without ATTACH, PRAGMA and extensions, for LIBRARY_SECONDS. */
#ifndef ENGINE_LIBRARY_LIBRARY_FIND_H
#define ENGINE_LIBRARY_LIBRARY_FIND_H

#include "engine/library/library.h"
#include "engine/library/library_terms.h"

enum { LIBRARY_SECONDS = 60 /* a query that takes longer is ended */ };

struct library_rows;

/* Demos, or events, that all terms hold for, in the order of path and time. terms are borrowed.
 * *rows: free with library_rows_free, before the catalogue is closed. */
int library_find(struct library_rows **rows, struct library *library,
                 const struct library_terms *terms, struct format_error *err) MUST_CHECK;
/* One statement. FORMAT_UNKNOWN: it is wrong, or may not be run. */
int library_sql(struct library_rows **rows, struct library *library, const char *sql,
                struct format_error *err) MUST_CHECK;

/* Goes to the next row: 1, or 0 at the end, or a negative code. */
int library_rows_next(struct library_rows *rows, struct format_error *err) MUST_CHECK;
void library_rows_free(struct library_rows *rows);

int library_rows_columns(const struct library_rows *rows);
/* Valid until the rows are freed. */
const char *library_rows_name(const struct library_rows *rows, int column);

enum library_cell_kind {
    LIBRARY_CELL_NONE,
    LIBRARY_CELL_WHOLE,
    LIBRARY_CELL_NUMBER,
    LIBRARY_CELL_TEXT
};

struct library_cell {
    enum library_cell_kind kind;
    int64_t whole;
    double number;
    const char *text; /* of every kind, "" for NONE; NUL-terminated, valid until the next row */
    size_t length;    /* the text may have NULs */
};
/* A cell of the current row. NULL in text: out of memory. */
struct library_cell library_rows_cell(struct library_rows *rows, int column);

#endif
