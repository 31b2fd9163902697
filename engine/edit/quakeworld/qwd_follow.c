#include "engine/edit/quakeworld/qwd_follow.h"

#include "engine/edit/quakeworld/qwd_shift.h"
#include "formats/quakeworld/qwd.h"

/* Clients count from here where a demo sets no numbers (Netchan_Setup). */
static const struct qwd_block first_numbers = {.type = QWD_SET, .u.set = {.outgoing = 1}};

void qwd_follow(const struct qw_demo *before, const struct qw_demo *next, struct byte_writer *out)
{
    struct qwd_shift shift = {0};
    struct qwd_block block;
    float last;
    size_t pos = 0;
    bool any = false;
    shift.sequence = qwd_shift_end(before, &last);
    while (qwd_next_block(next->data, next->size, &pos, &block, NULL) > 0) {
        if (!any) {
            struct qwd_block numbers = first_numbers;
            numbers.time = block.time;
            shift.time = (double)last - (double)block.time;
            if (block.type != QWD_SET) {
                qwd_shift_block(&shift, &numbers);
                qwd_write_block(out, &numbers);
            }
        }
        any = true;
        qwd_shift_block(&shift, &block);
        qwd_write_block(out, &block);
    }
    byte_writer_bytes(out, next->data + pos, next->size - pos);
}
