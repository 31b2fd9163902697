/* Bytes as base64 (RFC 4648, section 4), for data: addresses. */
#ifndef FORMATS_TEXT_BASE64_H
#define FORMATS_TEXT_BASE64_H

#include "formats/base/bytes.h"

/* Appends the text, with padding, without line ends. Out of memory is the writer's. */
void base64_put(struct byte_writer *out, const uint8_t *data, size_t size);

#endif
