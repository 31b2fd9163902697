/* PAK files: a directory of named members. A view over the bytes, nothing owned. */
#ifndef FORMATS_ARCHIVES_PAK_H
#define FORMATS_ARCHIVES_PAK_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct pak {
    const uint8_t *data;
    size_t size;
    uint32_t num_members;
    size_t directory;
};

struct pak_member {
    char name[57];
    const uint8_t *data;
    size_t size;
};

/* Returns 0 or a negative FORMAT_ code; fills err. FORMAT_BAD or FORMAT_TRUNCATED with num_members
 * > 0: the end of the directory is damaged or missing; those members are usable. */
int pak_open(struct pak *pak, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
/* The member at a 0-based position; a damaged entry is an error, the others stay usable. */
int pak_get(const struct pak *pak, uint32_t i, struct pak_member *member,
            struct format_error *err) MUST_CHECK;

#endif
