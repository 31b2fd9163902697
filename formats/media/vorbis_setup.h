/* Validates the headers of a Vorbis stream before stb_vorbis reads them.
 *
 * stb_vorbis calculates the sizes of its tables in 32 bits and trusts a setup header that refers to
 * missing classes, codebooks or floor heights. This rejects exactly the headers that would make it
 * read or write outside its tables, or take too much memory; no encoder writes such headers.
 *
 * Source: Vorbis I specification (Xiph.Org, 2020), sections 4.2, 3.2.1, 7.2.2, 8.6.1. */
#ifndef FORMATS_MEDIA_VORBIS_SETUP_H
#define FORMATS_MEDIA_VORBIS_SETUP_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    VORBIS_HEAD_SIZE = 30,           /* bytes of the first packet */
    VORBIS_MAX_SETUP = 1 << 20,      /* bytes of the third */
    VORBIS_MAX_ENTRIES = 1 << 16,    /* entries of a codebook */
    VORBIS_MAX_BOOK_VALUES = 1 << 20 /* entries * dimensions of all of them */
};

struct vorbis_head {
    int channels;  /* 1 or 2 */
    uint32_t rate; /* PCM_MIN_RATE..PCM_MAX_RATE */
};

/* The first packet: identification. Offsets in errors count from its first byte, here and below. */
int vorbis_check_head(struct vorbis_head *head, const uint8_t *packet, size_t size,
                      struct format_error *err) MUST_CHECK;
/* The third packet: setup. */
int vorbis_check_setup(const struct vorbis_head *head, const uint8_t *packet, size_t size,
                       struct format_error *err) MUST_CHECK;

#endif
