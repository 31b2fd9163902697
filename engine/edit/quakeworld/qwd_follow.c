#include "engine/edit/quakeworld/qwd_follow.h"

#include "formats/quakeworld/qwd.h"

static float find_last_time(const struct qw_demo *demo)
{
    struct qwd_block block;
    float time = 0.0f;
    for (size_t pos = 0; qwd_next_block(demo->data, demo->size, &pos, &block, NULL) > 0;) {
        time = block.time;
    }
    return time;
}

void qwd_follow(const struct qw_demo *before, const struct qw_demo *next, struct byte_writer *out)
{
    const float last = find_last_time(before);
    struct qwd_block block;
    float shift = 0.0f;
    bool any = false, numbered = false;
    size_t pos = 0;
    while (qwd_next_block(next->data, next->size, &pos, &block, NULL) > 0) {
        shift = any ? shift : last - block.time;
        any = true;
        block.time += shift;
        if (!numbered && block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED) {
            struct qwd_block set = {.time = block.time, .type = QWD_SET};
            set.u.set.outgoing = block.u.packet.acknowledged;
            set.u.set.incoming = block.u.packet.sequence - 1;
            qwd_write_block(out, &set);
        }
        numbered |= block.type != QWD_CMD;
        qwd_write_block(out, &block);
    }
    byte_writer_bytes(out, next->data + pos, next->size - pos);
}
