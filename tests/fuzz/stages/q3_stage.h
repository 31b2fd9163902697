/* Fixture of the fuzz targets of Quake III demos. A byte chooses the protocol, the following ones
 * change a synthetic demo of it, so that every branch is reachable without seeds. */
#ifndef TESTS_FUZZ_STAGES_Q3_STAGE_H
#define TESTS_FUZZ_STAGES_Q3_STAGE_H

#include "tests/support/q3_samples.h"
#include "tests/support/q3_walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Decodes, encodes the undamaged part, and decodes the result. */
static inline void q3_stage_file(int protocol, const uint8_t *data, size_t size)
{
    struct format_error err = {0}, second = {0};
    struct q3_walk *walk = q3_walk_make(protocol, false, true);
    struct q3_walk *back = q3_walk_make(protocol, false, false);
    const int code = q3_walk_demo(walk, data, size, &err);
    if (walk->mismatch || (code < 0 && (err.what[0] == '\0' || err.offset > size))) {
        abort();
    }
    (void)q3_walk_demo(back, walk->out.data, walk->out.size, &second);
    if (back->mismatch) {
        abort();
    }
    q3_walk_free(walk);
    q3_walk_free(back);
}

static inline int q3_stage_protocol(uint8_t choice)
{
    return q3_sample_protocols[choice % Q3_SAMPLE_PROTOCOLS];
}

/* Uses the input as the body of a message after a valid gamestate and some snapshots; first: as the
 * very first message. prefix: a command's number that comes before it. */
static inline void q3_stage_message(const uint8_t *data, size_t size, uint32_t prefix, bool first)
{
    if (size < 1) {
        return;
    }
    struct q3_sample *s = q3_sample_make(q3_stage_protocol(data[0]), 5, 40);
    if (first) {
        s->demo.size = 0;
    } else {
        for (int32_t i = 0; i < 3; i++) {
            (void)q3_sample_snapshot(s, 2 + i, i);
        }
    }
    struct q3_bits_writer w = q3_sample_begin(s);
    q3_bits_write(&w, prefix, 8);
    q3_bits_write_align(&w);
    byte_writer_bytes(&s->message, data + 1, size - 1 < 8000 ? size - 1 : 8000);
    dm3_write_block(&s->demo, 5, s->message.data, s->message.size);
    q3_stage_file(s->protocol->number, s->demo.data, s->demo.size);
    q3_sample_free(s);
}

/* A good message of the kind, each third byte of the input changed into it: two of place, one of
 * value. */
static inline void q3_stage_changes(const uint8_t *data, size_t size, int32_t snapshots)
{
    if (size < 2) {
        return;
    }
    struct q3_sample *s = q3_sample_make(q3_stage_protocol(data[0]), data[1], 12);
    const size_t start = snapshots > 0 ? s->demo.size : 0;
    q3_sample_demo(s, snapshots);
    for (size_t at = 2; at + 3 <= size; at += 3) {
        s->demo.data[start + bytes_u16(data + at) % (s->demo.size - start)] ^= data[at + 2];
    }
    q3_stage_file(s->protocol->number, s->demo.data, s->demo.size);
    q3_sample_free(s);
}

#endif
