#include "formats/media/ogg.h"

#include <string.h>

enum { GRANULE_AT = 6, SERIAL_AT = 14, SEQUENCE_AT = 18, SUM_AT = 22, SEGMENTS_AT = 26 };

/* CRC-32 of polynomial 0x04c11db7, highest bit first, from 0; four bits at a time. */
static uint32_t add_bytes(uint32_t sum, const uint8_t *data, size_t size)
{
    static const uint32_t table[16] = {
        0x00000000, 0x04c11db7, 0x09823b6e, 0x0d4326d9, 0x130476dc, 0x17c56b6b,
        0x1a864db2, 0x1e475005, 0x2608edb8, 0x22c9f00f, 0x2f8ad6d6, 0x2b4bcb61,
        0x350c9b64, 0x31cd86d3, 0x3c8ea00a, 0x384fbdbd,
    };
    for (size_t i = 0; i < size; i++) {
        sum = sum << 4 ^ table[(sum >> 28) ^ (data[i] >> 4)];
        sum = sum << 4 ^ table[(sum >> 28) ^ (data[i] & 15)];
    }
    return sum;
}

/* The checksum's own field counts as zeros. */
static uint32_t page_sum(const uint8_t *page, size_t size)
{
    static const uint8_t zeros[4];
    uint32_t sum = add_bytes(0, page, SUM_AT);
    sum = add_bytes(sum, zeros, sizeof(zeros));
    return add_bytes(sum, page + SEGMENTS_AT, size - SEGMENTS_AT);
}

void ogg_seal_page(uint8_t *page, size_t size)
{
    bytes_put_u32(page + SUM_AT, page_sum(page, size));
}

int ogg_read_page(struct ogg_page *page, const uint8_t *data, size_t size, size_t at,
                  struct format_error *err)
{
    struct byte_reader r = byte_reader_make(data + at, size - at);
    const uint8_t *head = byte_reader_take(&r, OGG_PAGE_HEADER);
    if (size - at < 4 || memcmp(data + at, "OggS", 4) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, at, "not an Ogg page");
    }
    if (!head) {
        return format_fail(err, FORMAT_TRUNCATED, at, "an Ogg page is truncated");
    }
    if (head[4] != 0) {
        return format_fail(err, FORMAT_UNKNOWN, at + 4, "unsupported Ogg version %u", head[4]);
    }
    *page = (struct ogg_page){.at = at,
                              .flags = head[5],
                              .granule = bytes_u64(head + GRANULE_AT),
                              .serial = bytes_u32(head + SERIAL_AT),
                              .sequence = bytes_u32(head + SEQUENCE_AT),
                              .num_segments = head[SEGMENTS_AT]};
    page->segments = byte_reader_take(&r, page->num_segments);
    size_t body = 0;
    for (size_t i = 0; page->segments && i < page->num_segments; i++) {
        body += page->segments[i];
    }
    page->body = byte_reader_take(&r, body);
    if (r.overrun) {
        return format_fail(err, FORMAT_TRUNCATED, at, "an Ogg page is truncated");
    }
    page->size = r.pos;
    page->ends_packet =
        page->num_segments == 0 || page->segments[page->num_segments - 1] < OGG_SEGMENT;
    if (bytes_u32(head + SUM_AT) != page_sum(data + at, page->size)) {
        return format_fail(err, FORMAT_BAD, at, "an Ogg page is damaged");
    }
    return FORMAT_OK;
}

int ogg_next_page(struct ogg_page *page, const uint8_t *data, size_t size, struct format_error *err)
{
    const size_t at = page->at + page->size;
    if (page->flags & OGG_LAST || at == size) {
        return 0;
    }
    struct ogg_page next;
    const int code = ogg_read_page(&next, data, size, at, err);
    if (code < 0) {
        return code;
    }
    if (next.serial != page->serial) {
        return format_fail(err, FORMAT_BAD, at, "multiplexed Ogg streams");
    }
    if (next.sequence != page->sequence + 1) {
        return format_fail(err, FORMAT_BAD, at, "an Ogg page is missing");
    }
    const bool inside = !page->ends_packet;
    if (inside != ((next.flags & OGG_CONTINUED) != 0) || (inside && next.num_segments == 0)) {
        return format_fail(err, FORMAT_BAD, at, "an Ogg page that does not continue the packet");
    }
    *page = next;
    return 1;
}

int ogg_packets_begin(struct ogg_packets *packets, const uint8_t *data, size_t size, size_t at,
                      struct format_error *err)
{
    *packets = (struct ogg_packets){0};
    return ogg_read_page(&packets->page, data, size, at, err);
}

int ogg_packets_next(struct ogg_packets *packets, const uint8_t *data, size_t size, size_t most,
                     struct format_error *err)
{
    struct ogg_page *page = &packets->page;
    packets->packet.size = 0;
    for (size_t segment = OGG_SEGMENT; segment == OGG_SEGMENT;) {
        while (packets->segment >= page->num_segments) {
            const int code = ogg_next_page(page, data, size, err);
            if (code <= 0) {
                return code < 0 ? code
                                : format_fail(err, FORMAT_TRUNCATED, page->at + page->size,
                                              "the Ogg stream is truncated");
            }
            packets->segment = packets->body = 0;
        }
        segment = page->segments[packets->segment++];
        byte_writer_bytes(&packets->packet, page->body + packets->body, segment);
        packets->body += segment;
        if (packets->packet.failed) {
            return format_fail(err, FORMAT_MEMORY, page->at, "out of memory (Ogg packet)");
        }
        if (packets->packet.size > most) {
            return format_fail(err, FORMAT_BAD, page->at, "an Ogg packet of more than %zu bytes",
                               most);
        }
    }
    return FORMAT_OK;
}

void ogg_packets_free(struct ogg_packets *packets)
{
    byte_writer_free(&packets->packet);
}

void ogg_write_packet(struct byte_writer *out, const uint8_t *packet, size_t size, uint32_t serial,
                      uint32_t *sequence, uint64_t granule, unsigned flags)
{
    size_t segments = size / OGG_SEGMENT + 1;
    for (bool first = true; segments > 0; first = false) {
        const size_t count = segments < 255 ? segments : 255;
        const size_t at = out->size;
        segments -= count;
        byte_writer_bytes(out, "OggS", 5); /* and the version, 0 */
        byte_writer_u8(out, (first ? flags & ~(unsigned)OGG_LAST : OGG_CONTINUED) |
                                (segments == 0 ? flags & OGG_LAST : 0));
        /* No packet ends here: -1. */
        const uint64_t position = segments == 0 ? granule : UINT64_MAX;
        byte_writer_u32(out, (uint32_t)position);
        byte_writer_u32(out, (uint32_t)(position >> 32));
        byte_writer_u32(out, serial);
        byte_writer_u32(out, (*sequence)++);
        byte_writer_u32(out, 0);
        byte_writer_u8(out, (uint32_t)count);
        for (size_t i = 0; i < count; i++) {
            const bool last = segments == 0 && i == count - 1;
            byte_writer_u8(out, last ? (uint32_t)(size % OGG_SEGMENT) : OGG_SEGMENT);
        }
        const size_t body =
            segments == 0 ? (count - 1) * OGG_SEGMENT + size % OGG_SEGMENT : count * OGG_SEGMENT;
        byte_writer_bytes(out, packet, body);
        packet += body;
        if (!out->failed) {
            ogg_seal_page(out->data + at, out->size - at);
        }
    }
}
