/* Encodes a NetQuake demo again from its decoded messages. */
#ifndef TESTS_SUPPORT_NQ_REWRITE_H
#define TESTS_SUPPORT_NQ_REWRITE_H

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

/* Appends to out, which is the caller's to free. 0, or the first error. */
static inline int nq_rewrite(const uint8_t *data, size_t size, struct byte_writer *out,
                             struct format_error *err)
{
    struct dem_file dem;
    struct dem_block block;
    struct byte_writer messages = {0};
    int code = dem_open(&dem, data, size, err);
    if (code < 0) {
        return code;
    }
    struct nq_protocol protocol = nq_detect_protocol(&dem);
    byte_writer_bytes(out, data, dem.first_block);
    size_t pos = dem.first_block;
    while ((code = dem_next_block(&dem, &pos, &block, err)) > 0) {
        struct nq_message m;
        size_t at = 0;
        messages.size = 0;
        while ((code = nq_message_decode(&protocol, block.messages, block.size, &at, &m, err)) >
               0) {
            nq_message_encode(&protocol, &m, &messages);
            nq_protocol_follow(&protocol, &m);
        }
        if (code < 0) {
            break;
        }
        dem_write_block(out, block.angles, messages.data, (uint32_t)messages.size);
    }
    byte_writer_free(&messages);
    return code;
}

#endif
