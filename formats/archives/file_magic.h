/* What a file's bytes are packed or kept in, told by its first bytes. */
#ifndef FORMATS_ARCHIVES_FILE_MAGIC_H
#define FORMATS_ARCHIVES_FILE_MAGIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name of what packed the bytes, in a way that is not read here: "xz", "7-Zip". NULL: none that
 * is known. */
const char *file_magic_unsupported(const uint8_t *data, size_t size);

/* Whether the bytes begin as a pak or a zip file, which may turn out damaged. */
bool file_magic_is_archive(const uint8_t *data, size_t size);

#endif
