/* Cuts a text into its statements as it is read, with memory for the longest one. */
#ifndef ENGINE_EDIT_TEXT_TEXT_STATEMENTS_H
#define ENGINE_EDIT_TEXT_TEXT_STATEMENTS_H

#include "engine/edit/text/demo_text.h"
#include "formats/base/bytes.h"

struct text_statements {
    const struct text_source *source;
    struct byte_writer bytes; /* read and not passed on yet, from `from` on */
    size_t from;
    uint64_t line; /* of bytes[from] */
    bool ended;    /* the source has no more */
    char none[1];  /* where a reader stands that has no bytes */
};

/* Reads the next statement: r is at its first byte, valid until the next call. 1; 0 = the end;
 * FORMAT_UNREADABLE, FORMAT_MEMORY; FORMAT_BAD: it is longer than any that a demo needs. err of r
 * is the caller's. */
int text_statements_next(struct text_statements *statements, struct text_reader *r) MUST_CHECK;
void text_statements_free(struct text_statements *statements);

#endif
