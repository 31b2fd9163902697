/* Entities of protocols that send differences: what is kept of several updates. */
#include <criterion/criterion.h>

#include "engine/edit/netquake/nq_known_entities.h"

static struct nq_protocol protocol;

/* Adds an update of entity 1. */
static void add(struct nq_known_entities *known, const struct nq_delta *delta)
{
    const struct nq_delta_entry entry = {.entity = 1, .delta = *delta};
    struct byte_writer bytes = {0};
    struct nq_message message = {.id = NQ_DELTAS};
    nq_delta_entry_write(&protocol, &entry, &bytes);
    message.u.deltas.bytes = bytes.data;
    message.u.deltas.size = (uint32_t)bytes.size;
    cr_assert_eq(nq_known_entities_add(known, &protocol, &message), 0);
    byte_writer_free(&bytes);
}

/* A place stays until the next one, a movement holds for its update alone. */
Test(nq_known_entities, an_update_is_added_to_those_before)
{
    const struct nq_message like = {.id = NQ_DELTAS};
    struct nq_known_entities known = {0};
    struct byte_writer out = {0};
    struct nq_delta_entry entry;
    struct nq_message message;
    size_t pos = 0;
    protocol = nq_protocol_make(NQ_PROTOCOL_666, 0);
    protocol.fte2 = NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_PREDINFO;
    add(&known,
        &(struct nq_delta){.mask = NQ_D_RESET | NQ_D_ORIGIN_XY | NQ_D_PREDICTION,
                           .origin = {8, 16, 0},
                           .prediction = {.flags = NQ_DP_VELOCITY_Z, .velocity = {0, 0, 9}}});
    add(&known, &(struct nq_delta){.mask = NQ_D_FRAME, .frame = 7});
    nq_known_entities_write(&known, &protocol, &like, &out);
    cr_assert_eq(nq_message_decode(&protocol, out.data, out.size, &pos, &message, NULL), 1);
    struct byte_reader r = byte_reader_make(message.u.deltas.bytes, message.u.deltas.size);
    cr_assert_eq(nq_delta_next(&protocol, &r, &entry, NULL), 1);
    cr_expect(entry.removed && entry.entity == 0);
    cr_assert_eq(nq_delta_next(&protocol, &r, &entry, NULL), 1);
    cr_expect(entry.entity == 1 && entry.delta.frame == 7 && entry.delta.origin[1] == 16);
    cr_expect((entry.delta.mask & NQ_D_RESET) != 0);
    cr_expect_eq(entry.delta.mask & NQ_D_PREDICTION, 0u);
    byte_writer_free(&out);
    nq_known_entities_free(&known);
}
