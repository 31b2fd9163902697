#include "engine/quakeworld/qw_block.h"

#include "formats/quakeworld/qw_message.h"

static int next_qwd(const struct qw_demo *demo, size_t *pos, struct qw_block *block,
                    struct format_error *err)
{
    struct qwd_block *qwd = &block->u.qwd;
    const int code = qwd_next_block(demo->data, demo->size, pos, qwd, err);
    if (code <= 0) {
        return code;
    }
    const struct qwd_packet *packet = &qwd->u.packet;
    block->offset = qwd->offset;
    block->type = (int)qwd->type;
    block->listeners = QW_EVERYBODY;
    if (qwd->type == QWD_READ && packet->kind == QWD_SEQUENCED) {
        block->messages = packet->messages;
        block->size = packet->size;
        block->messages_offset = packet->messages_offset;
    } else {
        block->is_end = qwd_is_end(qwd);
    }
    return code;
}

static int next_mvd(const struct qw_demo *demo, size_t *pos, struct qw_block *block,
                    struct format_error *err)
{
    struct mvd_block *mvd = &block->u.mvd;
    const int code = mvd_next_block(demo->data, demo->size, pos, mvd, err);
    if (code <= 0) {
        return code;
    }
    block->offset = mvd->offset;
    block->type = (int)mvd->type;
    block->listeners = QW_EVERYBODY;
    if (mvd->type == MVD_SINGLE || mvd->type == MVD_STATS) {
        block->listeners = 1u << (mvd->to % MVD_PLAYERS);
    } else if (mvd->type == MVD_MULTIPLE) {
        block->listeners = mvd->mask;
    }
    if (mvd_has_messages(mvd)) {
        block->messages = mvd->u.messages.data;
        block->size = mvd->u.messages.size;
        block->messages_offset = mvd->u.messages.offset;
    }
    return code;
}

int qw_block_next(const struct qw_demo *demo, size_t *pos, struct qw_block *block,
                  struct format_error *err)
{
    block->messages = NULL;
    block->is_end = false;
    return demo->container == QW_CONTAINER_MVD ? next_mvd(demo, pos, block, err)
                                               : next_qwd(demo, pos, block, err);
}

/* Why these bytes are no demo that can be played: what the reading that went further stumbled
 * over. */
static int tell_unsupported(const uint8_t *data, size_t size, struct format_error *err)
{
    struct qw_readings readings;
    if (qw_detect(data, size, &readings) == QW_CONTAINER_NONE &&
        (readings.qwd.unsupported || readings.mvd.unsupported)) {
        const bool is_mvd = !readings.qwd.unsupported ||
                            (readings.mvd.unsupported && readings.mvd.end > readings.qwd.end);
        const struct qw_demo demo = {data, size, is_mvd ? QW_CONTAINER_MVD : QW_CONTAINER_QWD};
        struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = is_mvd};
        struct qw_message message;
        struct qw_block block;
        size_t pos = is_mvd ? readings.mvd.end : readings.qwd.end, at = 0;
        int status = 0;
        while (qw_block_next(&demo, &pos, &block, err) > 0 && block.messages == NULL) {
        }
        while (block.messages != NULL &&
               (status = qw_message_decode(&protocol, block.messages, block.size, &at, &message,
                                           err)) > 0) {
        }
        if (status < 0) {
            if (err) {
                err->offset += block.messages_offset;
            }
            return status;
        }
    }
    return format_fail(err, FORMAT_UNKNOWN, 0, "not a QuakeWorld demo");
}

int qw_demo_open(struct qw_demo *demo, const uint8_t *data, size_t size,
                 enum qw_container container, struct format_error *err)
{
    *demo = (struct qw_demo){data, size, container};
    return container == QW_CONTAINER_NONE ? tell_unsupported(data, size, err) : 0;
}
