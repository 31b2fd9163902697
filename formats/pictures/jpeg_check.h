/* Validates a JPEG before stb's decoder reads it.
 *
 * stb trusts much of a file: table sizes, table numbers in scans, the number of scans. This goes
 * over the segments (ITU T.81, annex B) and rejects files that would make it read outside its
 * tables or run too long. */
#ifndef FORMATS_PICTURES_JPEG_CHECK_H
#define FORMATS_PICTURES_JPEG_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* Maximum number of scans: each covers the whole image; encoders write a dozen. */
enum { JPEG_SCANS = 64 };

bool jpeg_is(const uint8_t *data, size_t size);

/* data begins as a JPEG does. What is cut off in its last scan is no fault. */
int jpeg_check(const uint8_t *data, size_t size, struct format_error *err) MUST_CHECK;

#endif
