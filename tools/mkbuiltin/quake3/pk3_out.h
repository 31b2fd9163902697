/* Writes a pk3: named members, deflated if that is shorter. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_PK3_OUT_H
#define TOOLS_MKBUILTIN_QUAKE3_PK3_OUT_H

#include "tools/mkbuiltin/util.h"

enum { PK3_OUT_FILES_MAX = 256 };

/* Start from {0}. */
struct pk3_out {
    struct {
        char name[64];
        struct buf data;
    } files[PK3_OUT_FILES_MAX];
    int count;
};

/* The bytes of a new member, to be filled before pk3_out_bytes; good until pk3_out_free. */
struct buf *pk3_out_add(struct pk3_out *pk3, const char *name);
void pk3_out_add_text(struct pk3_out *pk3, const char *name, const char *text);
/* The whole archive, to be freed by the caller. */
struct buf pk3_out_bytes(const struct pk3_out *pk3);
void pk3_out_free(struct pk3_out *pk3);

#endif
