/* libFuzzer target: container, decoder, encoder and statistics of NetQuake demos.
 *
 * Besides not crashing: the blocks' messages written back are the bytes they were decoded from. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "tests/support/read_stats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_block(struct nq_protocol *protocol, const struct dem_block *block)
{
    struct byte_writer out = {0};
    struct nq_message message;
    struct format_error err;
    size_t pos = 0;
    int code;
    while ((code = nq_message_decode(protocol, block->messages, block->size, &pos, &message,
                                     &err)) > 0) {
        nq_message_encode(protocol, &message, &out);
        nq_protocol_follow(protocol, &message);
        if (message.offset + message.size != pos || pos > block->size) {
            abort();
        }
    }
    if (out.size != pos || (pos > 0 && memcmp(out.data, block->messages, pos) != 0)) {
        abort();
    }
    if (code < 0 && err.offset > block->size) {
        abort();
    }
    byte_writer_free(&out);
}

static void check_blocks(const struct dem_file *dem, struct nq_protocol protocol)
{
    struct dem_block block;
    size_t pos = dem->first_block;
    while (dem_next_block(dem, &pos, &block, NULL) > 0) {
        check_block(&protocol, &block);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct demo_stats stats;
    struct dem_file dem;
    if (read_stats(&stats, data, size, NULL) < 0 && stats.error.offset > size) {
        abort();
    }
    demo_stats_free(&stats);
    if (dem_open(&dem, data, size, NULL) < 0) {
        return 0;
    }
    check_blocks(&dem, nq_detect_protocol(&dem));
    /* A byte of the file takes another protocol for its blocks. */
    static const int32_t versions[] = {250, 10000, 10001, 10002, 3502, 3503, 3504, 15};
    const int32_t version = versions[data[size - 1] % (sizeof(versions) / sizeof(versions[0]))];
    check_blocks(&dem, nq_protocol_make(version, 0));
    return 0;
}
