/* Ogg: pages of a stream, checked, and the packets in them. A view over the bytes, nothing owned.
 *
 * Source: RFC 3533. Of several streams in a file only the first is looked at. */
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

/* The next page of a stream behind `page`, which it replaces: 1; 0 where the stream has ended, by
 * its last page or with the file. FORMAT_BAD: pages are missing or do not fit each other. */
int ogg_next_page(struct ogg_page *page, const uint8_t *data, size_t size,
                  struct format_error *err) MUST_CHECK;

/* Packets of a stream, one at a time and whole. */
struct ogg_packets {
    struct ogg_page page;      /* the one being read */
    size_t segment;            /* the next one of it */
    size_t body;               /* where that is in the page's body */
    struct byte_writer packet; /* what was read last */
};

/* From the first page on, which is at `at`. */
int ogg_packets_begin(struct ogg_packets *packets, const uint8_t *data, size_t size, size_t at,
                      struct format_error *err) MUST_CHECK;
/* Reads one into packets->packet. One of more than `most` bytes is refused (FORMAT_BAD). */
int ogg_packets_next(struct ogg_packets *packets, const uint8_t *data, size_t size, size_t most,
                     struct format_error *err) MUST_CHECK;
void ogg_packets_free(struct ogg_packets *packets);

/* Pages that hold one packet of `size` bytes and nothing else, at the end of `out`. flags: OGG_ of
 * the first of them; *sequence: the number of the first, and then of the one behind. */
void ogg_write_packet(struct byte_writer *out, const uint8_t *packet, size_t size, uint32_t serial,
                      uint32_t *sequence, uint64_t granule, unsigned flags);

/* Writes the checksum of a page that is whole. */
void ogg_seal_page(uint8_t *page, size_t size);

#endif
