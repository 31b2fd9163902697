/* The one way to write a file of the user: a film, a picture, a sound, a demo, marks, settings.
 *
 * A file appears under its name only when it is finished, so that a crash, a full disk or an ended
 * process never leaves half a file and never costs an earlier one:
 *
 * - OUTPUT_WHOLE: the bytes go into a file without a name in the target's folder (where the system
 *   has none, into .quakereel-HASH-N.tmp), which gets the name at the end. A process that is killed
 *   may leave that file; the next one that writes the same name removes it.
 * - OUTPUT_PART: they go into FILE.part, which is locked against other processes, stays if the work
 *   is interrupted, and is renamed at the end.
 *
 * Before it gets the name, the file is on the disk (fsync), and afterwards its folder is; of many
 * small files (`unsynced`) all together at the end, since each would wait for the disk. Without
 * `force` no existing file is replaced, also none that appeared meanwhile. With it a replaced
 * file's permissions are kept. Symbolic links are followed: the link stays.
 *
 * Pipes, devices and standard output are written directly. While such a stream accepts nothing, a
 * pending SIGINT, SIGTERM or SIGHUP (process_was_asked_to_end) ends the writing.
 *
 * Functions that take err return 0 or a negative FORMAT_ code and fill err with a message without
 * the path. Not thread-safe. */
#ifndef ASSETS_OUTPUT_FILE_H
#define ASSETS_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/error.h"
#include "formats/media/sink.h"

enum { OUTPUT_PATH = 4096 };

enum output_way { OUTPUT_WHOLE, OUTPUT_PART };

struct output_request {
    const char *path; /* "-" = standard output, which stays open */
    enum output_way way;
    bool force;        /* an existing regular file may be replaced, and a FILE.part that is left */
    bool replace_part; /* a FILE.part of an earlier run may be replaced */
    bool keep_part;    /* the bytes of that FILE.part stay */
    bool unsynced;     /* one of many files: output_file_sync_all comes after the last */
    bool only_for_owner; /* permissions 0600 */
};

struct output_file {
    int fd; /* -1 = closed */
    bool is_stream, force, unsynced;
    size_t write_max;       /* bytes a write to a stream may have without blocking */
    char path[OUTPUT_PATH]; /* links resolved; "" = standard output, or output_file_open_inside */
    char part[OUTPUT_PATH]; /* name of the bytes until the end; "" = none */
    bool keeps_part;        /* OUTPUT_PART */
    uint8_t *buffer;        /* owned; NULL = bytes are written at once */
    size_t used, room;      /* bytes in the buffer, and how many fit */
    uint64_t at;            /* offset of the buffer's first byte in the file */
    int reason;             /* errno of the first failure; 0 = none */
    bool failed;            /* writes are refused until the file is cut */
};

int output_file_open(struct output_file *file, const struct output_request *request,
                     struct format_error *err) MUST_CHECK;

/* Overwrites an existing file from byte `at`, under its name: for processes that write one
 * FILE.part together, whose lock the first of them holds. Unbuffered: written bytes are in the file
 * at once. */
int output_file_open_inside(struct output_file *file, const char *path, uint64_t at,
                            struct format_error *err) MUST_CHECK;

/* Name of the unfinished file, path with ".part". False: too long. */
bool output_file_name_part(const char *path, char part[OUTPUT_PATH]);

/* Appends bytes. Returns 0 or FORMAT_BAD. */
int output_file_append(struct output_file *file, const void *bytes, size_t size) MUST_CHECK;

/* Sink for the writers of formats/media; borrows file. Patching or cutting a pipe fails. */
struct media_sink output_file_sink(struct output_file *file);

/* A stdio stream that writes to the file, for text. Close it before output_file_close, and append
 * nothing else. A write to a pipe blocks. Returns NULL with errno set. */
FILE *output_file_stdio(const struct output_file *file);

/* Fills err with the system's reason if writing failed. */
void output_file_explain(const struct output_file *file, struct format_error *err);

/* Makes another file the content: the file at `other`, in the same folder, is renamed to FILE.part
 * (OUTPUT_PART only). For programs that write a file themselves. */
int output_file_adopt(struct output_file *file, const char *other,
                      struct format_error *err) MUST_CHECK;

enum output_end {
    OUTPUT_DONE,   /* the file gets its name */
    OUTPUT_PARTLY, /* FILE.part stays unless it is empty; OUTPUT_WHOLE: as OUTPUT_NONE */
    OUTPUT_NONE    /* nothing stays */
};

/* Ends the output and closes it. Fails if not all bytes were written or the file could not get its
 * name: then FILE.part stays, or with OUTPUT_WHOLE nothing. */
int output_file_close(struct output_file *file, enum output_end end,
                      struct format_error *err) MUST_CHECK;

/* Returns what output_file_open would, and leaves nothing behind; a stream is not opened, since its
 * reader would see an end. For commands that work long before they write. */
int output_file_check(const struct output_request *request, struct format_error *err) MUST_CHECK;

/* Opens, writes and closes. */
int output_file_write(const struct output_request *request, const void *data, size_t size,
                      struct format_error *err) MUST_CHECK;

/* Brings all files of the file system of that path to the disk, after unsynced ones. Errors are
 * ignored. */
void output_file_sync_all(const char *path);

/* Writes what the program keeps (settings, marks): replaces the file, which only its owner
 * may read. Returns 0, or -1 with errno set. */
int output_file_save(const char *path, const void *data, size_t size) MUST_CHECK;

/* Appends a line to an existing file with one write, so that lines of several processes do not mix.
 * Returns 0, or -1 with errno set. */
int output_file_append_line(const char *path, const void *line, size_t size,
                            bool unsynced) MUST_CHECK;

#endif
