/* Names of Quake III's fields in the text form: those of formats/quake3, with the numbers of a
 * vector behind one name ("pos.trBase 1 2 3"). */
#ifndef ENGINE_EDIT_TEXT_ROWS_Q3_TEXT_NAMES_H
#define ENGINE_EDIT_TEXT_ROWS_Q3_TEXT_NAMES_H

#include "engine/edit/text/text_reader.h"
#include "formats/quake3/q3_wire.h"

enum { Q3_TEXT_PARTS = 3, Q3_TEXT_NO_FIELD = 255, Q3_TEXT_LOOKUP = 256, Q3_TEXT_NAME = 27 };

struct q3_text_name {
    char name[Q3_TEXT_NAME]; /* pos.trBase of pos.trBase[0] */
    uint8_t size;
    uint8_t parts;                 /* 1, or the numbers of the vector */
    uint8_t fields[Q3_TEXT_PARTS]; /* of the wire; Q3_TEXT_NO_FIELD = the protocol has none */
};

struct q3_text_names {
    const struct q3_field *fields; /* of the wire */
    uint32_t count;
    uint8_t name_of[Q3_WIRE_FIELDS]; /* by field */
    struct q3_text_name names[Q3_WIRE_FIELDS];
    uint8_t lookup[Q3_TEXT_LOOKUP]; /* by hash of a name: its index + 1, or that of another */
};

/* names: q3_entity_names or q3_player_names. */
void q3_text_names_make(struct q3_text_names *names, const struct q3_field *fields, uint32_t count,
                        const char *const *of_slots);

/* As text_read_word, with '.' inside. */
struct text_word q3_text_read_name(struct text_reader *r);
/* The index of a name, -1 = none. */
int q3_text_find_name(const struct q3_text_names *names, struct text_word word);
/* Fails at a word that is no field's name, and names the nearest. of: "ent", "player". */
int q3_text_fail_name(const struct text_reader *r, const struct q3_text_names *names,
                      struct text_word word, const char *of);

/* Writes the fields, each behind a blank. */
void q3_text_write_fields(struct byte_writer *out, const struct q3_text_names *names,
                          const struct q3_wire_fields *fields);
/* Reads the numbers behind name `index` and marks them as sent. 0 or FORMAT_BAD. */
int q3_text_read_field(struct text_reader *r, const struct q3_text_names *names, uint32_t index,
                       struct q3_wire_fields *fields) MUST_CHECK;
/* A whole number of `bits` bits, negative = signed. */
int q3_text_read_whole(struct text_reader *r, const char *what, int bits,
                       int32_t *value) MUST_CHECK;

#endif
