/* Detects compression and archive formats by magic bytes. */
#ifndef FORMATS_ARCHIVES_FILE_MAGIC_H
#define FORMATS_ARCHIVES_FILE_MAGIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name of a format that is recognised but not supported ("xz", "7-Zip"); static. NULL: none. */
const char *file_magic_unsupported(const uint8_t *data, size_t size);

enum { FILE_MAGIC_ARCHIVE = 4 /* bytes that file_magic_is_archive looks at */ };

/* True if the data begins as a pak, zip or Dzip file; it may still be damaged. */
bool file_magic_is_archive(const uint8_t *data, size_t size);

#endif
