/* A pak or a zip (pk3) file as one sorted list of names.
 *
 * Names are compared in lower case, and a zip's with '/' for '\\'; of two members with one name a
 * pak's first counts, of a zip's the last, as the games have it. The archive's bytes are borrowed.
 * After archive_open nothing is written: threads may share it. */
#ifndef ASSETS_ARCHIVE_H
#define ASSETS_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/archives/pak.h"
#include "formats/archives/zip.h"
#include "formats/base/error.h"

struct archive_name {
    const char *text; /* lower case */
    size_t place;     /* a pak's index, or the offset of a zip's entry */
};

struct archive {
    bool is_zip;
    struct pak pak;
    struct zip zip;
    struct archive_name *names; /* sorted by text; of one text the one that counts is the first */
    size_t count;
    char *texts;
};

/* Told of each member that is damaged. */
typedef void (*archive_damage_fn)(void *context, const struct format_error *err);

/* 0, or negative with err. What is good of a damaged archive is there nevertheless: then 0, and
 * `damage` is told of the rest. Close it in any case. */
int archive_open(struct archive *archive, const uint8_t *data, size_t size,
                 archive_damage_fn damage, void *context, struct format_error *err) MUST_CHECK;
void archive_close(struct archive *archive);

/* The number of a member (of names) by its name in lower case; -1 when there is none. */
ptrdiff_t archive_find(const struct archive *archive, const char *name);

/* The numbers of members whose names begin so, in the order of the archive's directory; one name
 * may be there several times. To be freed; NULL without memory. */
size_t *archive_list(const struct archive *archive, const char *start, size_t *count);

/* A member's bytes by its number; otherwise as archive_load. */
int archive_load_at(const struct archive *archive, size_t member, const uint8_t **data,
                    size_t *size, uint8_t **owned, struct format_error *err) MUST_CHECK;

/* A member's bytes by its name in lower case. *owned is NULL where they are the archive's own, else
 * what the caller has to free. FORMAT_MISSING when it has no such member. */
int archive_load(const struct archive *archive, const char *name, const uint8_t **data,
                 size_t *size, uint8_t **owned, struct format_error *err) MUST_CHECK;

#endif
