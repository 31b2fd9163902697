/* Private to formats/scripts/q3_shader*.c: parser state and token functions. */
#ifndef FORMATS_SCRIPTS_Q3_SHADER_INTERNAL_H
#define FORMATS_SCRIPTS_Q3_SHADER_INTERNAL_H

#include "formats/base/error.h"
#include "formats/base/q3_lexer.h"
#include "formats/scripts/q3_shader.h"

struct q3_parser {
    struct q3_lexer lexer;
    struct q3_shader *shader;
    struct q3_stage *stage; /* being read */
    bool no_mipmaps;
    bool rgb_given, tc_given, depth_write_given; /* in this stage */
    const struct q3_notes *notes;
    char keyword[32]; /* being read, for notes */
    char word[Q3_WORD_SIZE];
};

struct q3_keyword {
    const char *name;
    void (*read)(struct q3_parser *p);
};

/* A name and its value. */
struct q3_choice {
    const char *name;
    int value;
};

void q3_parser_note(struct q3_parser *p, const char *fmt, ...) FORMAT_PRINTF(2, 3);

/* Reads the next word of the line to p->word; false, with a note, if there is none. */
bool q3_parser_word(struct q3_parser *p);
/* `count` numbers; those that are missing stay as they were, and then it is false. */
bool q3_parser_numbers(struct q3_parser *p, float *out, int count);
/* Three numbers between parentheses, with or without blanks at those. */
bool q3_parser_vector(struct q3_parser *p, float out[3]);
bool q3_parser_wave(struct q3_parser *p, struct q3_wave *wave);

/* Looks p->word up in choices and sets *value; false if no name matches. */
bool q3_parser_choose(const struct q3_parser *p, const struct q3_choice *choices, size_t count,
                      int *value);
#define Q3_CHOOSE(p, choices, value)                                                               \
    q3_parser_choose(p, choices, sizeof(choices) / sizeof((choices)[0]), value)

/* Calls the reader of the keyword in p->word; false if it is none of these. */
bool q3_parser_keyword(struct q3_parser *p, const struct q3_keyword *keywords, size_t count);
/* No keyword: a note and the rest of the line. */
void q3_parser_unknown(struct q3_parser *p);

/* Parses a stage after its "{". */
void q3_parser_stage(struct q3_parser *p);

#endif
