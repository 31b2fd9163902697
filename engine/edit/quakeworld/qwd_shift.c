#include "engine/edit/quakeworld/qwd_shift.h"

enum { STEP = 256 };

#define NUMBER_BITS 0x7fffffffu

static uint32_t move(const struct qwd_shift *shift, uint32_t number)
{
    return (number + shift->numbers) & NUMBER_BITS;
}

void qwd_shift_block(struct qwd_shift *shift, struct qwd_block *block)
{
    struct qwd_packet *packet = &block->u.packet;
    if (shift->time != 0.0) {
        block->time = (float)((double)block->time + shift->time);
    }
    if (block->type == QWD_SET) {
        const uint32_t incoming = move(shift, block->u.set.incoming);
        if (incoming < shift->sequence) {
            shift->numbers += (shift->sequence - incoming + STEP - 1) / STEP * STEP;
        }
        block->u.set.outgoing = move(shift, block->u.set.outgoing);
        block->u.set.incoming = shift->sequence = move(shift, block->u.set.incoming);
    } else if (block->type == QWD_READ && packet->kind == QWD_SEQUENCED) {
        packet->sequence = move(shift, packet->sequence);
        packet->acknowledged = move(shift, packet->acknowledged);
        shift->sequence = packet->sequence > shift->sequence ? packet->sequence : shift->sequence;
    }
}

struct qwd_end qwd_shift_find_end(const struct qw_demo *demo)
{
    struct qwd_shift shift = {0};
    struct qwd_end end = {0};
    struct qwd_block block;
    for (size_t pos = 0; qwd_next_block(demo->data, demo->size, &pos, &block, NULL) > 0;) {
        const double step = (double)block.time - (double)end.time;
        if (block.type == QWD_SET) {
            shift.sequence = block.u.set.incoming & NUMBER_BITS;
        } else {
            qwd_shift_block(&shift, &block);
        }
        end.step = block.offset > 0 && step > 0.0 ? step : end.step;
        end.time = block.time;
    }
    end.sequence = shift.sequence;
    return end;
}
