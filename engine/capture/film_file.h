/* The file a film goes to: written beside its place under another name (FILE.part), and put in its
 * place when it is finished. So a file of that name is a film, never the beginning of one whose
 * making was cut off, and nothing is lost of what was there before. What is no regular file (a
 * pipe, a device) is written as it is. */
#ifndef ENGINE_CAPTURE_FILM_FILE_H
#define ENGINE_CAPTURE_FILM_FILE_H

#include <stdbool.h>

#include "engine/capture/file_sink.h"
#include "formats/base/error.h"

enum { FILM_FILE_PATH = 4096 };

struct film_file {
    struct file_sink sink;
    char path[FILM_FILE_PATH];
    char part[FILM_FILE_PATH]; /* what is written; "" = path itself, or standard output */
};

/* path: "-" is standard output, which stays open when the film is closed. force: what is at path
 * may be replaced. 0, or a negative code with one line in err->what. */
int film_file_open(struct film_file *file, const char *path, bool force,
                   struct format_error *err) MUST_CHECK;

/* A stretch of a file that is there, from byte `at` on: others write the rest of it, and it keeps
 * its name. As film_file_open. */
int film_file_open_inside(struct film_file *file, const char *path, uint64_t at,
                          struct format_error *err) MUST_CHECK;

/* FILE.part of a file. False: the name is too long. */
bool film_file_name_part(const char *path, char part[FILM_FILE_PATH]);

/* Whether the file can be written a second time at an earlier place. */
bool film_file_patches(const struct film_file *file);

enum film_file_end {
    FILM_FILE_DONE,   /* into its place */
    FILM_FILE_PARTLY, /* stays FILE.part */
    FILM_FILE_NONE    /* nothing of it is worth keeping */
};

/* 0, or FORMAT_BAD: not all of it was written, or it could not be put in its place. */
int film_file_close(struct film_file *file, enum film_file_end end,
                    struct format_error *err) MUST_CHECK;

#endif
