/* System calls behind the functions of platform.h that are the same on every system. Return -1 with
 * errno set on failure. */
#ifndef ASSETS_SYSTEM_SYSTEM_INPUT_H
#define ASSETS_SYSTEM_SYSTEM_INPUT_H

#include <stddef.h>

#include "formats/base/error.h"

/* Reads from standard input. Returns the bytes read, 0 = its end. */
long system_read_input(void *bytes, size_t size) MUST_CHECK;

/* Calls add with each name of the folder but "." and "..", in any order. Stops at the first result
 * that is not 0, an errno, and fails with it. */
int system_visit_folder(const char *path, int (*add)(void *context, const char *name),
                        void *context) MUST_CHECK;

#endif
