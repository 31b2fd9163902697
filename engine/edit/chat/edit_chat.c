#include "engine/edit/chat/edit_chat.h"

#include <stdbool.h>
#include <string.h>

#include "engine/edit/quake3/q3_cut.h"
#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quakeworld/quakeworld.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/netquake/nq_message.h"
#include "formats/quake3/q3_command.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"

enum { NQ_CHAT_MARK = 1 };

struct chat_filter {
    struct byte_writer *out;
    struct byte_writer block; /* messages that stay */
    uint64_t lines;           /* left out */
    struct q3_words words;    /* of a Quake III command */
};

/* --- NetQuake -----------------------------------------------------------------------------------
 */

/* Fills f->block with the block's messages that stay. */
static int filter_nq_block(struct chat_filter *f, struct nq_protocol *protocol,
                           const struct dem_block *block, struct format_error *err)
{
    struct nq_message m;
    size_t at = 0;
    int code;
    f->block.size = 0;
    while ((code = nq_message_decode(protocol, block->messages, block->size, &at, &m, err)) > 0) {
        nq_protocol_follow(protocol, &m);
        if (m.id == NQ_PRINT && m.u.text[0] == NQ_CHAT_MARK) {
            f->lines++;
        } else {
            byte_writer_bytes(&f->block, block->messages + m.offset, m.size);
        }
    }
    if (f->block.size == 0 && block->size > 0) {
        byte_writer_u8(&f->block, NQ_NOP);
    }
    if (code < 0 && err) {
        err->offset += block->offset + DEM_BLOCK_HEADER;
    }
    return code;
}

static int filter_netquake(struct chat_filter *f, const struct nq_file *file,
                           struct format_error *err)
{
    struct nq_protocol protocol = file->protocol;
    struct dem_block block;
    size_t pos = file->dem.first_block;
    int code;
    dem_copy_track(f->out, &file->dem);
    while ((code = dem_next_block(&file->dem, &pos, &block, err)) > 0) {
        code = filter_nq_block(f, &protocol, &block, err);
        if (code < 0) {
            break;
        }
        dem_write_block(f->out, block.angles, f->block.data, (uint32_t)f->block.size);
    }
    return code;
}

/* --- QuakeWorld ---------------------------------------------------------------------------------
 */

/* Fills f->block with the messages that stay; offset: that of the messages in the file. */
static int filter_qw_messages(struct chat_filter *f, struct qw_protocol *protocol,
                              const uint8_t *data, uint32_t size, size_t offset,
                              struct format_error *err)
{
    struct qw_message m;
    size_t at = 0;
    int code;
    f->block.size = 0;
    while ((code = qw_message_decode(protocol, data, size, &at, &m, err)) > 0) {
        qw_protocol_follow(protocol, &m);
        if (m.id == QW_PRINT && m.u.print.level == QW_PRINT_CHAT) {
            f->lines++;
        } else {
            byte_writer_bytes(&f->block, data + m.offset, m.size);
        }
    }
    if (f->block.size == 0 && size > 0) {
        byte_writer_u8(&f->block, QW_NOP);
    }
    if (code < 0 && err) {
        err->offset += offset;
    }
    return code;
}

static int filter_qwd(struct chat_filter *f, const struct qw_demo *demo, struct format_error *err)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST};
    struct qwd_block block;
    size_t pos = 0;
    int code;
    while ((code = qwd_next_block(demo->data, demo->size, &pos, &block, err)) > 0) {
        struct qwd_packet *packet = &block.u.packet;
        if (block.type == QWD_READ && packet->kind == QWD_SEQUENCED) {
            code = filter_qw_messages(f, &protocol, packet->messages, packet->size,
                                      packet->messages_offset, err);
            packet->messages = f->block.data;
            packet->size = (uint32_t)f->block.size;
        }
        if (code < 0) {
            break;
        }
        qwd_write_block(f->out, &block);
    }
    return code;
}

static int filter_mvd(struct chat_filter *f, const struct qw_demo *demo, struct format_error *err)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    struct mvd_block block;
    size_t pos = 0;
    int code;
    while ((code = mvd_next_block(demo->data, demo->size, &pos, &block, err)) > 0) {
        if (mvd_has_messages(&block)) {
            code = filter_qw_messages(f, &protocol, block.u.messages.data, block.u.messages.size,
                                      block.u.messages.offset, err);
            block.u.messages.data = f->block.data;
            block.u.messages.size = (uint32_t)f->block.size;
        }
        if (code < 0) {
            break;
        }
        mvd_write_block(f->out, &block);
    }
    return code;
}

/* --- Quake III ----------------------------------------------------------------------------------
 */

static const char *filter_q3_command(void *context, const char *text, int32_t sequence,
                                     bool repeated)
{
    static const char *const names[] = {"chat", "tchat", "vchat", "vtchat", "vtell", "mm2"};
    struct chat_filter *f = context;
    (void)sequence;
    q3_words_split(&f->words, text);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(q3_word(&f->words, 0), names[i]) == 0) {
            f->lines += !repeated;
            return "";
        }
    }
    return text;
}

static int filter_quake3(struct chat_filter *f, const struct q3_file *file,
                         struct format_error *err)
{
    const struct q3_rewriter rewriter = {.context = f, .command = filter_q3_command};
    const int protocol = file->protocol->number;
    struct edit_report report;
    const int code = q3_cut_rewritten(file->data, file->size, protocol, protocol, &rewriter, f->out,
                                      &report, err);
    edit_report_free(&report);
    return code;
}

int edit_chat_remove(const struct demo *demo, struct byte_writer *out, uint64_t *lines,
                     struct format_error *err)
{
    struct chat_filter f = {.out = out};
    int code;
    if (demo->family == &netquake_family) {
        code = filter_netquake(&f, demo->file, err);
    } else if (demo->family == &quake3_family) {
        code = filter_quake3(&f, demo->file, err);
    } else {
        const struct qw_demo *file = demo->file;
        code = file->container == QW_CONTAINER_MVD ? filter_mvd(&f, file, err)
                                                   : filter_qwd(&f, file, err);
    }
    if (out->failed || f.block.failed) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    byte_writer_free(&f.block);
    *lines = f.lines;
    return code;
}
