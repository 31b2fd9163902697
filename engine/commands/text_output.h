/* The text a command prints: on standard output, or into the file of -o. The file gets its name
 * when the command has ended: a failure before that leaves no file, and an earlier one stays. */
#ifndef ENGINE_COMMANDS_TEXT_OUTPUT_H
#define ENGINE_COMMANDS_TEXT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "assets/output_file.h"
#include "engine/options/options.h"

struct text_output {
    FILE *stream;     /* to print to */
    const char *path; /* NULL = standard output */
    struct output_file file;
};

/* options->out: NULL or "-" = standard output; another file is checked as command_check_output
 * does. Returns EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr; then there is nothing to
 * close. */
int text_output_open(struct text_output *out, const struct options *options);

/* Writes what was printed. status: that of the command so far; if it failed before it printed
 * anything, no file is written. Returns status, or EXIT_BAD_INPUT after a line on stderr if writing
 * failed. */
int text_output_close(struct text_output *out, int status);

#endif
