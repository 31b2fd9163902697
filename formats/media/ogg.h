/* Ogg: checked pages of a stream, and the packets in them. A view over the bytes; owns nothing.
 *
 * Source: RFC 3533. Reads only the first stream of a file. */
#ifndef FORMATS_MEDIA_OGG_H
#define FORMATS_MEDIA_OGG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

enum { OGG_CONTINUED = 1, OGG_FIRST = 2, OGG_LAST = 4, OGG_PAGE_HEADER = 27, OGG_SEGMENT = 255 };

struct ogg_page {
    size_t at;               /* offset of its first byte */
    size_t size;             /* all of it */
    unsigned flags;          /* OGG_ */
    uint64_t granule;        /* sound: frames up to the end of the last packet that ends here */
    uint32_t serial;         /* serial number of the stream */
    uint32_t sequence;       /* its number in the stream */
    const uint8_t *segments; /* their sizes; one below OGG_SEGMENT ends a packet */
    size_t num_segments;
    const uint8_t *body;
    bool ends_packet; /* the last segment does, or there is none */
};

/* The page at `at`, which is below size, with its checksum verified. FORMAT_UNKNOWN: no page. */
int ogg_read_page(struct ogg_page *page, const uint8_t *data, size_t size, size_t at,
                  struct format_error *err) MUST_CHECK;

/* Replaces `page` by the stream's next page. 1 = a page; 0 = the stream has ended, by its last page
 * or with the file. FORMAT_BAD: pages are missing or do not match. */
int ogg_next_page(struct ogg_page *page, const uint8_t *data, size_t size,
                  struct format_error *err) MUST_CHECK;

/* Reads the complete packets of a stream, one at a time. */
struct ogg_packets {
    struct ogg_page page;      /* the one being read */
    size_t segment;            /* the next one of it */
    size_t body;               /* where that is in the page's body */
    struct byte_writer packet; /* what was read last */
};

/* From the first page on, which is at `at`. */
int ogg_packets_begin(struct ogg_packets *packets, const uint8_t *data, size_t size, size_t at,
                      struct format_error *err) MUST_CHECK;
/* Reads one into packets->packet. FORMAT_BAD if it has more than `most` bytes. */
int ogg_packets_next(struct ogg_packets *packets, const uint8_t *data, size_t size, size_t most,
                     struct format_error *err) MUST_CHECK;
void ogg_packets_free(struct ogg_packets *packets);

/* Appends pages with one packet of `size` bytes to out. flags: OGG_ of the first page; *sequence:
 * number of the first page; advanced past the last one. */
void ogg_write_packet(struct byte_writer *out, const uint8_t *packet, size_t size, uint32_t serial,
                      uint32_t *sequence, uint64_t granule, unsigned flags);

/* Writes the checksum of a complete page. */
void ogg_seal_page(uint8_t *page, size_t size);

#endif
