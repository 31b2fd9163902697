/* The table of a demo's text form: which messages there are, and which fields each has.
 *
 * One row tells name, kind and place of each field in the decoded message. By it a message is
 * written as a statement and read back, and the page of the grammar is made; nothing is told twice.
 * A field stands in the text if it is in the bytes: where a mask tells what is sent, the mask
 * follows from the fields that stand there. What a mask has beyond that is the field `bits`. */
#ifndef ENGINE_EDIT_TEXT_TEXT_FIELDS_H
#define ENGINE_EDIT_TEXT_TEXT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/edit/text/text_reader.h"
#include "formats/base/bytes.h"

enum text_kind {
    TEXT_U8,
    TEXT_I8,
    TEXT_U16,
    TEXT_I16,
    TEXT_U32,
    TEXT_I32,
    TEXT_FLOAT,
    TEXT_COORD,       /* a double, written as the demo codes coordinates */
    TEXT_COORD32,     /* a float, likewise */
    TEXT_ANGLE,       /* a float, likewise */
    TEXT_SHORT_ANGLE, /* a float; 65536 to the turn unless angles are floats */
    TEXT_STRING,      /* const char *, no NUL inside */
    TEXT_NAMES,       /* const char *, the first of NUL-terminated names in a row, none of them
                         empty; their uint32_t number at size_offset */
    TEXT_FLAG,        /* the name alone: its bit of a mask */
    TEXT_BITS,        /* bits of the mask that differ from those the other fields make */
    TEXT_BYTES        /* const uint8_t *, and the number of them at size_offset; size_width 0: there
                         are always `limit` of them */
};

/* A name of a value, or of a bit. */
struct text_value {
    const char *name;
    int64_t value;
};

struct text_values {
    const char *title; /* on the page of the grammar: "items" */
    const struct text_value *values;
    uint32_t count;
    bool are_flags; /* joined with '|' */
};

/* What a number names in the level: the writer puts that in a comment. */
enum text_refers { TEXT_REFERS_NOTHING, TEXT_REFERS_MODEL, TEXT_REFERS_SOUND };

enum text_need {
    TEXT_NEEDED,  /* stands always */
    TEXT_FIRST,   /* as TEXT_NEEDED, behind the message's name and without its own */
    TEXT_USUALLY, /* absent: `usual` */
    TEXT_MASKED   /* absent: its bit of the mask is 0 */
};

struct text_field {
    const char *name;
    const char *help;  /* units and meaning for the page of the grammar; may be NULL */
    uint8_t name_size; /* set by TEXT_NAME, like the name */
    uint8_t kind;      /* enum text_kind */
    uint8_t need;      /* enum text_need */
    uint8_t count;     /* numbers in a row; 0 is 1 */
    uint8_t refers;    /* enum text_refers */
    uint8_t mask;      /* TEXT_MASKED, TEXT_FLAG, TEXT_BITS: which of the row's two masks */
    uint8_t shift;     /* width > 0: bits of the number, from this one on */
    uint8_t width;
    uint8_t size_width; /* TEXT_BYTES: bytes of the count */
    uint8_t unit;       /* TEXT_BYTES: bytes that count as one; 0 is 1 */
    bool is_data;       /* TEXT_STRING: for the program alone, never shown: a file's name */
    uint16_t offset;
    uint16_t size_offset;
    uint32_t bits[3]; /* of each number; bits[1] = 0: bits[0] for all */
    uint32_t also;    /* mask bits with which it stands there too */
    uint32_t unless;  /* mask bits with which it does not: another field has it */
    uint32_t alone;   /* nor if these are all of its bits that are set */
    uint32_t wide_in; /* classes in which its full range holds; 0 = all */
    uint32_t limit;   /* the largest value elsewhere; TEXT_BYTES: the most units (0: 65535);
                         TEXT_STRING: bytes that the engines have room for (0: TEXT_STRING_MAX) */
    int32_t usual;    /* TEXT_STRING: 0 = empty, 1 = NULL */
    const struct text_values *values;
};

#define TEXT_NAME(text) .name = (text), .name_size = sizeof(text) - 1

/* TEXT_STRING_MAX: of a longer one, Quake's engines read what is left as messages (common.c). */
enum { TEXT_MASKS = 2, TEXT_FIELDS_MAX = 64, TEXT_STRING_MAX = 2046 };

struct text_row {
    const char *name;
    const char *help;
    uint8_t name_size;
    uint8_t num_fields;
    uint16_t id;      /* the message's number */
    uint32_t classes; /* protocols that have it; 0 = all */
    const struct text_field *fields;
    struct {
        uint16_t offset;
        uint8_t size; /* 1, 2 or 4 bytes; 0 = the row has no such mask */
    } masks[TEXT_MASKS];
    /* The bits of masks[0] that the values need beyond their fields' own; may be NULL. */
    uint32_t (*needs)(const void *message, uint32_t mask, uint32_t classes);
    const struct text_table
        *entries; /* what may follow in the statement, each on a line; or NULL */
};

/* Rows, in one array or several. */
struct text_table {
    const struct text_row *rows;
    uint32_t count;
    const struct text_table *more; /* or NULL */
};

/* How the demo codes places. */
enum text_coord { TEXT_COORD_8TH, TEXT_COORD_16TH, TEXT_COORD_255TH, TEXT_COORD_FLOAT };
enum text_angle { TEXT_ANGLE_BYTE, TEXT_ANGLE_SHORT, TEXT_ANGLE_FLOAT };

/* A string that a statement has. */
struct text_string {
    const char *kind; /* what stands in front of it: "print", "updatename 3 player_name" */
    const char *text;
    size_t most; /* bytes that may stand in its place */
};

/* Is told of the strings that are read, but for those that are data. */
struct text_strings {
    void *context;
    /* May put another text in the place of string->text, which is borrowed until the statement is
     * read. 0, FORMAT_MEMORY, or FORMAT_BAD. */
    int (*take)(void *context, struct text_string *string);
    struct byte_writer kind; /* scratch; owned by who has this */
};
/* Tells of a string; number: behind its name, negative = none. *text may change. strings may be
 * NULL. As take. */
int text_tell_string(struct text_strings *strings, const char *kind, int32_t number, size_t most,
                     const char **text) MUST_CHECK;

struct text_context {
    uint32_t classes;      /* of the protocol: which rows and limits hold */
    enum text_coord coord; /* for writing alone: any number can be read */
    enum text_angle angle;
    /* The name of a number of the level; NULL = none. */
    const char *(*name_of)(const void *level, enum text_refers refers, uint32_t number);
    const void *level;
    bool pretty; /* for writing: coloured letters in plain ones, too, as a comment */
    struct text_strings *strings; /* for reading alone; NULL = nobody is told */
};

/* The row of a message's number, or of a name, in a protocol; NULL = none. */
const struct text_row *text_row_of_id(const struct text_table *table, uint32_t classes,
                                      uint32_t id);
const struct text_row *text_row_of_name(const struct text_table *table, uint32_t classes,
                                        struct text_word name);

/* Writes the row's name and fields; no line end. */
void text_write_row(struct byte_writer *out, const struct text_context *context,
                    const struct text_row *row, const void *message);

/* The fields that stand in a statement, and where. */
struct text_standing {
    uint64_t fields; /* a bit for each of the row's */
    struct {
        const char *at, *line_start;
        uint64_t line;
    } places[TEXT_FIELDS_MAX]; /* of those */
};

/* Reads the fields of a row, behind its name, into *message, which is zero before. Stops at the end
 * of the statement, or in front of the name of one of the row's entries. Fills *standing, which may
 * be NULL. 0 or FORMAT_BAD. */
int text_read_row(struct text_reader *r, const struct text_context *context,
                  const struct text_row *row, void *message,
                  struct text_standing *standing) MUST_CHECK;

/* Fails at a field that stands in the statement and was lost when the message was coded: its type
 * or the protocol has no such field. message: as read; decoded: of its bytes. 0 or FORMAT_BAD. */
int text_check_standing(const struct text_reader *r, const struct text_row *row,
                        const struct text_standing *standing, const void *message,
                        const void *decoded) MUST_CHECK;

/* Fails at a word that is no row's name, and names the nearest. */
int text_fail_row(const struct text_reader *r, const struct text_table *table, uint32_t classes,
                  struct text_word word);

#endif
