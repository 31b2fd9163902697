/* The film's file: written as FILE.part in the same folder, renamed to FILE when finished.
 *
 * So FILE is always a finished film, and an older FILE survives an interrupted run. A pipe or
 * device is written directly. */
#ifndef ENGINE_CAPTURE_FILM_FILE_H
#define ENGINE_CAPTURE_FILM_FILE_H

#include <stdbool.h>

#include "engine/capture/file_sink.h"
#include "formats/base/error.h"

enum { FILM_FILE_PATH = 4096 };

struct film_file {
    struct file_sink sink;
    char path[FILM_FILE_PATH];
    char part[FILM_FILE_PATH]; /* path being written; "" = path itself, or standard output */
};

/* path: "-" is standard output, which stays open when the film is closed. force: an existing file
 * may be replaced. Returns 0 or a negative FORMAT_ code; fills err. */
int film_file_open(struct film_file *file, const char *path, bool force,
                   struct format_error *err) MUST_CHECK;

/* Writes into an existing file from byte `at`, under its name; other processes write the rest.
 * Returns as film_file_open. */
int film_file_open_inside(struct film_file *file, const char *path, uint64_t at,
                          struct format_error *err) MUST_CHECK;

/* Appends ".part" to the path. False: too long. */
bool film_file_name_part(const char *path, char part[FILM_FILE_PATH]);

/* True if earlier bytes can be overwritten: a regular file. */
bool film_file_patches(const struct film_file *file);

enum film_file_end {
    FILM_FILE_DONE,   /* FILE.part becomes FILE */
    FILM_FILE_PARTLY, /* stays FILE.part */
    FILM_FILE_NONE    /* FILE.part is deleted */
};

/* Returns 0, or FORMAT_BAD if not everything was written or the rename failed; fills err. */
int film_file_close(struct film_file *file, enum film_file_end end,
                    struct format_error *err) MUST_CHECK;

#endif
