/* The list of a demo's texts: written, and read back a line at a time.
 *
 *     17:0 12.25 print "You got the shotgun\n"
 *     17:1 12.25 updatename 3 player_name "Ranger"
 *
 * The block (in Quake III the message), from 0, and the text's number in it, from 0; seconds of
 * playback; the kind; the text, quoted as the text form quotes (text_writer.h). // begins a
 * comment. Lines follow the demo, some may be missing. */
#ifndef ENGINE_EDIT_STRINGS_STRINGS_LIST_H
#define ENGINE_EDIT_STRINGS_STRINGS_LIST_H

#include "engine/edit/text/text_statements.h"
#include "formats/base/bytes.h"

struct demo_string {
    uint64_t block;
    uint64_t number;  /* in the block */
    double time;      /* of the block, seconds of playback */
    const char *kind; /* of the text form: "print", "updatename 3 player_name" */
    const char *text; /* no NUL inside */
};

/* Appends the text's line. */
void strings_list_write(struct byte_writer *out, const struct demo_string *string);

struct strings_list { /* {.statements.source, .statements.line = 1, .r.err} */
    struct text_statements statements;
    struct text_reader r;
    struct text_word kind;
    const char *text; /* of the line, as kind is: until the next one is read */
    size_t size;
    uint64_t block, number;   /* its place */
    uint64_t line, text_line; /* where it stands, and where its text does */
    uint64_t column, text_column;
    bool begun; /* a line was read */
};

/* Reads the next line. 1; 0 = the end; FORMAT_BAD with the error filled, FORMAT_UNREADABLE,
 * FORMAT_MEMORY. */
int strings_list_next(struct strings_list *list) MUST_CHECK;
/* Fails at the line's place, or at its text. Returns FORMAT_BAD. */
int strings_list_fail(struct strings_list *list, bool at_text, const char *fmt, ...)
    FORMAT_PRINTF(3, 4);
void strings_list_free(struct strings_list *list);

#endif
