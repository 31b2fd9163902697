/* A pak, zip (pk3) or Dzip file as a sorted list of names.
 *
 * Names are compared in lower case. In zip and Dzip names '\\' becomes '/'. If several members have
 * the same name, the first one of a pak and the last one of a zip or Dzip file is used, as in the
 * games. The directory is in memory; members are read when they are loaded. Immutable after
 * archive_open; threads may share it. */
#ifndef ASSETS_ARCHIVE_H
#define ASSETS_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/archives/dzip.h"
#include "formats/archives/pak.h"
#include "formats/archives/zip.h"
#include "formats/base/error.h"

struct archive_name {
    const char *text; /* lower case */
    size_t place;     /* a pak's index, or the offset of another archive's entry */
};

enum archive_kind { ARCHIVE_PAK, ARCHIVE_ZIP, ARCHIVE_DZIP };

struct archive {
    enum archive_kind kind;
    struct pak pak; /* the one of that kind is used */
    struct zip zip;
    struct dzip dzip;
    struct archive_name *names; /* sorted by text; of equal texts the one to use is the first */
    size_t count;
    char *texts;
};

/* Called for each damaged member. */
typedef void (*archive_damage_fn)(void *context, const struct format_error *err);

/* Opens an archive; what source->context points to is borrowed and must outlive it. Returns 0 or a
 * negative FORMAT_ code; fills err. A partly damaged archive opens with its undamaged members, and
 * `damage` is called for the others. Close it in any case. */
int archive_open(struct archive *archive, const struct byte_source *source,
                 archive_damage_fn damage, void *context, struct format_error *err) MUST_CHECK;
void archive_close(struct archive *archive);

/* Index into names of a member, by its name in lower case; -1 = none. */
ptrdiff_t archive_find(const struct archive *archive, const char *name);

/* Indices of members whose names have a prefix, in the order of the archive's directory; a name may
 * occur several times. Caller frees; NULL if out of memory. */
size_t *archive_list(const struct archive *archive, const char *start, size_t *count);

/* As archive_load, by index. */
int archive_load_at(const struct archive *archive, size_t member, const uint8_t **data,
                    size_t *size, uint8_t **owned, struct format_error *err) MUST_CHECK;

/* Loads a member by its name in lower case. *owned: memory that the caller frees, or NULL if the
 * bytes are part of a pak in memory. Returns 0, FORMAT_MISSING, FORMAT_UNREADABLE (the archive
 * changed while it was open) or another negative FORMAT_ code; fills err. */
int archive_load(const struct archive *archive, const char *name, const uint8_t **data,
                 size_t *size, uint8_t **owned, struct format_error *err) MUST_CHECK;

#endif
