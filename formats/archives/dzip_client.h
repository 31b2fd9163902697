/* What Dzip keeps of a demo's clientdata (DEM 1.0.9 section 7.16): a coded message has the
 * differences to the one before. Part of dzip_demo. */
#ifndef FORMATS_ARCHIVES_DZIP_CLIENT_H
#define FORMATS_ARCHIVES_DZIP_CLIENT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

enum {
    DZIP_CLIENT_FIELDS = 22,
    DZIP_CLIENT_MAX = 64 /* bytes of a message, at most */
};

struct dzip_client {
    uint16_t field[DZIP_CLIENT_FIELDS]; /* by enum client_field */
    uint32_t items;
    uint32_t force; /* fields that are written though they have their defaults */
};

/* The values before a demo's first message. */
void dzip_client_start(struct dzip_client *client);

/* Reads a coded message, which begins with its first byte, 0x40 to 0x4f, and rebuilds message 15.
 * Returns the bytes of that. Past the end of the input in->overrun is set. */
size_t dzip_client_decode(struct dzip_client *client, struct byte_reader *in,
                          uint8_t message[DZIP_CLIENT_MAX]);

#endif
