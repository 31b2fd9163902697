/* A text that a command reads: a file, or standard input as it comes. */
#ifndef ENGINE_COMMANDS_EDIT_TEXT_INPUT_H
#define ENGINE_COMMANDS_EDIT_TEXT_INPUT_H

#include "assets/platform.h"
#include "engine/edit/text/demo_text.h"

struct text_input {
    const char *name; /* for messages */
    struct disk_file file;
    uint64_t at;
};

/* name: "-" is standard input. Returns EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr; then
 * there is nothing to close. */
int text_input_open(struct text_input *input, const char *name);
void text_input_close(struct text_input *input);

/* Where its bytes come from; valid while *input is open. */
struct text_source text_input_source(struct text_input *input);

/* Prints why reading it ended with `code`: what is wrong in the text (FORMAT_BAD, err), or that it
 * could not be read, or that memory ran out. */
void text_input_tell(const struct text_input *input, int code, const struct text_error *err);

#endif
