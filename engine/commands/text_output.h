/* The text a command prints: on standard output, or into the file of -o. The file is written in one
 * piece when the command has ended, so a failure before that leaves no file. */
#ifndef ENGINE_COMMANDS_TEXT_OUTPUT_H
#define ENGINE_COMMANDS_TEXT_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct text_output {
    FILE *stream;     /* to print to */
    const char *path; /* NULL = standard output */
    char *text;       /* owned: what was printed for the file */
    size_t size;
};

/* path: of -o; NULL or "-" = standard output. Without force an existing file is refused. Returns
 * EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr; then there is nothing to close. */
int text_output_open(struct text_output *out, const char *path, bool force);

/* Writes what was printed. status: that of the command so far; if it failed before it printed
 * anything, no file is written. Returns status, or EXIT_BAD_INPUT after a line on stderr if writing
 * failed. */
int text_output_close(struct text_output *out, int status);

#endif
