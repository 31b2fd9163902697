/* Runs a subcommand of the program inside the test and captures its output. */
#ifndef TESTS_SUPPORT_COMMAND_H
#define TESTS_SUPPORT_COMMAND_H

#include <stddef.h>

#include "engine/commands/commands.h"

struct command_result {
    int status; /* the program's exit status */
    char *out;  /* stdout and stderr, NUL-terminated */
    char *err;
};

/* words: argv, starting with the subcommand's name, terminated by NULL. Free the result with
 * command_free. */
struct command_result command_run(int (*command)(int argc, char **argv), const char *const *words);
void command_free(struct command_result *result);

/* Assert that the text has this line, that it contains this part, or several of them. */
void command_expect_line(const char *text, const char *line);
void command_expect_lines(const char *text, const char *const *lines, size_t count);
void command_expect(const char *text, const char *part);
void command_expect_all(const char *text, const char *const *parts, size_t count);

#define COMMAND(command, ...) command_run(command, (const char *const[]){__VA_ARGS__, NULL})

/* Runs a command with a file of that name and content, which is deleted afterwards. option:
 * argument before the file, or NULL. */
struct command_result command_run_on(int (*command)(int argc, char **argv), const char *option,
                                     const char *name, const void *data, size_t size);

/* Writes a file of that name in a new temporary folder and returns its path, valid until the next
 * call. Remove it with command_remove. */
const char *command_file(const char *name, const void *data, size_t size);
void command_remove(const char *path);

#endif
