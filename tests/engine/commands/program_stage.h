/* The program as its users meet it: $QUAKEREEL_PROGRAM (build/quakereel) run without a display, in
 * a folder of the test's own. Tests of the suite "program" have that folder; names are below it. */
#ifndef TESTS_ENGINE_COMMANDS_PROGRAM_STAGE_H
#define TESTS_ENGINE_COMMANDS_PROGRAM_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct program_result {
    int status; /* exit status, or 1000 + the signal */
    char *out;
    size_t out_size;
    char *err;
};

const char *program_path(void);

/* Path of a file in the test's folder; valid for four more calls. */
const char *program_in_folder(const char *name);
void program_write(const char *name, const void *data, size_t size);
/* The file's bytes and a NUL; caller frees. NULL if there is no such file. */
char *program_read(const char *path, size_t *size);
bool program_same_files(const char *a, const char *b);
void program_remove_tree(const char *path);

/* Creates data/id1 with the built-in pack as pak file and the beginning of its first demo. Returns
 * that demo's size. */
size_t program_make_data(void);

/* words: behind the program's name, NULL after the last. For program_free. */
struct program_result program_run(const char *const *words);
/* With stdout to that path. */
struct program_result program_run_to(const char *out_path, const char *const *words);
void program_free(struct program_result *result);

/* Runs and expects an exit status; nothing more. */
void program_expect_status(int status, const char *const *words);
/* Runs what must be refused: the status, nothing on stdout, and stderr names `named` in one line.
 */
void program_expect_refused(int status, const char *named, const char *const *words);

#define RUN(...) program_run((const char *const[]){__VA_ARGS__, NULL})
#define EXPECT_STATUS(status, ...)                                                                 \
    program_expect_status(status, (const char *const[]){__VA_ARGS__, NULL})
#define EXPECT_REFUSED(status, named, ...)                                                         \
    program_expect_refused(status, named, (const char *const[]){__VA_ARGS__, NULL})

void program_expect_holds(const char *text, const char *part);
size_t program_count_lines(const char *text);
/* The picture's pixels, to be freed. */
uint32_t *program_expect_png(const char *name, int width, int height);

#endif
