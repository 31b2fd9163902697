/* What holds for every NetQuake demo that the program writes. */
#ifndef TESTS_FUZZ_STAGES_NQ_WHOLE_H
#define TESTS_FUZZ_STAGES_NQ_WHOLE_H

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "tests/fuzz/stages/require.h"

/* Requires that every block has messages, every message is whole, and nothing is behind a
 * disconnect. True: a disconnect ends the demo. */
static inline bool nq_require_whole(const struct byte_writer *demo)
{
    struct dem_file dem;
    struct dem_block block;
    struct nq_message message = {0};
    require(dem_open(&dem, demo->data, demo->size, NULL) == 0);
    struct nq_protocol protocol = nq_detect_protocol(&dem);
    size_t pos = dem.first_block;
    int code;
    while ((code = dem_next_block(&dem, &pos, &block, NULL)) > 0) {
        size_t at = 0;
        require(block.size > 0 && message.id != NQ_DISCONNECT);
        while ((code = nq_message_decode(&protocol, block.messages, block.size, &at, &message,
                                         NULL)) > 0) {
            nq_protocol_follow(&protocol, &message);
        }
        require(code == 0);
    }
    require(code == 0);
    return message.id == NQ_DISCONNECT;
}

#endif
