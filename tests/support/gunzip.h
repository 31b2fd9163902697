/* Files packed with gzip, for tests that compare with long lists. */
#ifndef TESTS_SUPPORT_GUNZIP_H
#define TESTS_SUPPORT_GUNZIP_H

#include <stddef.h>
#include <stdint.h>

/* The text inside, NUL-terminated, to be freed; NULL = no such file or not gzip. */
char *gunzip_file(const char *path, size_t *size);

/* The bytes of a file, to be freed; NULL = no such file. */
uint8_t *gunzip_read(const char *path, size_t *size);

#endif
