/* Collects files and writes them as a Quake pak ("PACK"). */
#ifndef TOOLS_MKBUILTIN_PAK_OUT_H
#define TOOLS_MKBUILTIN_PAK_OUT_H

#include "tools/mkbuiltin/util.h"

enum { PAK_OUT_FILES_MAX = 128 };

struct pak_out {
    struct {
        char name[56];
        struct buf data;
    } files[PAK_OUT_FILES_MAX];
    int count;
};

/* The buffer to fill with the file's bytes; valid until pak_out_free. */
struct buf *pak_out_add(struct pak_out *pak, const char *name);
/* The whole pak, to be freed by the caller. */
struct buf pak_out_bytes(const struct pak_out *pak);
void pak_out_free(struct pak_out *pak);

/* Writes an archive as a file, and archives as C source that defines what assets/builtin/builtin.h
 * declares of those names; end the program when that fails. */
void pak_out_save(const struct buf *bytes, const char *path);
void pak_out_save_source(const char *path, const struct buf *archives, const char *const *names,
                         int count);

#endif
