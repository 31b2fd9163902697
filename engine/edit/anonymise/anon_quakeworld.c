/* Names in QuakeWorld demos: client demos and multi-view demos. */
#include <string.h>

#include "engine/edit/anonymise/anon_hidden.h"
#include "engine/edit/anonymise/anon_walk.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"

enum {
    PACKET_MAX = 1442, /* bytes of a .qwd's packet: MAX_MSGLEN without sequence numbers */
    BLOCK_MAX = 8000,  /* of a .mvd's block: MVDSV's buffer has 8192 */
    INFO_MAX = 195     /* of a userinfo: MAX_INFO_STRING; newer servers allow more */
};

/* --- messages -----------------------------------------------------------------------------------
 */

/* The text of a message, or NULL. */
static const char **message_text(struct qw_message *m)
{
    switch (m->id) {
    case QW_PRINT:
        return &m->u.print.text;
    case QW_STUFFTEXT:
    case QW_CENTERPRINT:
    case QW_FINALE:
        return &m->u.text;
    case QW_UPDATEUSERINFO:
        return &m->u.updateuserinfo.info;
    case QW_SETINFO:
    case QW_SERVERINFO:
        return &m->u.info.value;
    default:
        return NULL;
    }
}

static void rewrite_text(struct anon_text *t, const struct qw_message *m, const char *text)
{
    const size_t size = strlen(text);
    t->slot = -1;
    switch (m->id) {
    case QW_STUFFTEXT:
        anon_text_stuffed(t, text, size);
        break;
    case QW_UPDATEUSERINFO:
        t->slot = m->u.updateuserinfo.player;
        t->user = m->u.updateuserinfo.user;
        anon_text_info(t, text, size);
        break;
    case QW_SETINFO:
        t->slot = m->u.info.player;
        t->user = t->slots[t->slot].user; /* that of its userinfo */
        anon_text_value(t, m->u.info.key, strlen(m->u.info.key), text, size);
        break;
    case QW_SERVERINFO:
        anon_text_value(t, m->u.info.key, strlen(m->u.info.key), text, size);
        break;
    case QW_PRINT:
        if (m->u.print.level == QW_PRINT_CHAT) {
            anon_text_nick(t, text, size);
        }
        anon_text_words(t, text, size);
        break;
    default:
        anon_text_words(t, text, size);
        break;
    }
}

/* Messages that have names of files, or the demo's end, and no texts. */
static bool names_files(uint8_t id)
{
    return id == QW_SERVERDATA || id == QW_LIGHTSTYLE || id == QW_MODELLIST || id == QW_SOUNDLIST ||
           id == QW_MODELLISTSHORT || id == QW_DISCONNECT;
}

/* Appends the message to walk->block. Returns true if it is not as it was. */
static bool rewrite_message(struct anon_walk *walk, const struct qw_protocol *protocol,
                            const struct qw_message *message, const uint8_t *bytes)
{
    struct anon_text *t = &walk->text;
    struct qw_message m = *message;
    const char **text = message_text(&m);
    if (m.id == QW_VOICECHAT || m.id == QW_QIZMOVOICE) {
        walk->voice++;
        return true;
    }
    if (names_files(m.id)) {
        anon_text_keep(t, bytes, m.size);
    }
    if (m.id == QW_SERVERDATA) {
        anon_text_leave(t);
    }
    if (text) {
        const char *before = *text;
        t->out.size = 0;
        rewrite_text(t, &m, before);
        *text = anon_text_changed(t, before);
        if (*text) {
            walk->too_long =
                walk->too_long || (m.id == QW_UPDATEUSERINFO && t->out.size - 1 > INFO_MAX &&
                                   t->out.size - 1 > strlen(before));
            qw_message_encode(protocol, &m, &walk->block);
            return true;
        }
    }
    byte_writer_bytes(&walk->block, bytes, m.size);
    return false;
}

/* Fills walk->block with the messages, which are at `offset` of the file. */
static int rewrite_messages(struct anon_walk *walk, struct qw_protocol *protocol,
                            const uint8_t *data, uint32_t size, size_t offset, size_t limit,
                            bool *changed, struct format_error *err)
{
    struct qw_message m;
    size_t at = 0;
    int code;
    walk->block.size = 0;
    *changed = false;
    while ((code = qw_message_decode(protocol, data, size, &at, &m, err)) > 0) {
        qw_protocol_follow(protocol, &m);
        *changed |= rewrite_message(walk, protocol, &m, data + m.offset);
    }
    if (walk->block.size == 0 && size > 0) {
        byte_writer_u8(&walk->block, QW_NOP);
    }
    if (code < 0) {
        if (err) {
            err->offset += offset;
        }
        return code;
    }
    limit = size > limit ? size : limit;
    if (walk->too_long || (!walk->text.collecting && walk->block.size > limit)) {
        walk->too_long = true;
        return format_fail(err, FORMAT_BAD, offset,
                           "with stand-ins a message is longer than clients read");
    }
    return code;
}

/* --- containers ---------------------------------------------------------------------------------
 */

/* A packet without game messages: a letter and its text. */
static void rewrite_connectionless(struct anon_walk *walk, struct qwd_packet *packet, bool *changed)
{
    struct anon_text *t = &walk->text;
    t->out.size = 0;
    anon_text_words(t, packet->messages, packet->size);
    *changed = t->out.size != packet->size ||
               (t->out.size > 0 && memcmp(t->out.data, packet->messages, packet->size) != 0);
    if (!t->collecting && *changed) {
        packet->messages = t->out.data;
        packet->size = (uint32_t)t->out.size;
    }
}

static int walk_qwd(struct anon_walk *walk, const struct qw_demo *demo, struct format_error *err)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST};
    struct qwd_block block;
    size_t pos = 0;
    int code;
    while ((code = qwd_next_block(demo->data, demo->size, &pos, &block, err)) > 0) {
        struct qwd_packet *packet = &block.u.packet;
        bool changed = false;
        if (block.type == QWD_READ && packet->kind == QWD_SEQUENCED) {
            code = rewrite_messages(walk, &protocol, packet->messages, packet->size,
                                    packet->messages_offset, PACKET_MAX, &changed, err);
            if (code < 0) {
                break;
            }
            packet->messages = changed ? walk->block.data : packet->messages;
            packet->size = changed ? (uint32_t)walk->block.size : packet->size;
        } else if (qwd_is_end(&block)) {
            anon_text_keep(&walk->text, packet->messages, packet->size);
        } else if (block.type == QWD_READ) {
            rewrite_connectionless(walk, packet, &changed);
        }
        if (!walk->text.collecting && changed) {
            qwd_write_block(walk->out, &block);
        } else if (!walk->text.collecting) {
            byte_writer_bytes(walk->out, demo->data + block.offset, pos - block.offset);
        }
    }
    return code;
}

static int walk_mvd(struct anon_walk *walk, struct anon_hidden *hidden, const struct qw_demo *demo,
                    struct format_error *err)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    struct mvd_block block;
    size_t pos = 0;
    int code;
    while ((code = mvd_next_block(demo->data, demo->size, &pos, &block, err)) > 0) {
        bool changed = false;
        if (mvd_is_hidden(&block)) {
            code = anon_hidden_rewrite(hidden, &walk->text, &block, &walk->block, &changed, err);
            walk->too_long = walk->too_long || code == FORMAT_BAD;
        } else if (mvd_has_messages(&block)) {
            code = rewrite_messages(walk, &protocol, block.u.messages.data, block.u.messages.size,
                                    block.u.messages.offset, BLOCK_MAX, &changed, err);
        }
        if (code < 0) {
            break;
        }
        if (changed) {
            block.u.messages.data = walk->block.data;
            block.u.messages.size = (uint32_t)walk->block.size;
        }
        if (!walk->text.collecting && changed) {
            mvd_write_block(walk->out, &block);
        } else if (!walk->text.collecting) {
            byte_writer_bytes(walk->out, demo->data + block.offset, pos - block.offset);
        }
    }
    return code;
}

int anon_walk_quakeworld(struct anon_walk *walk, const struct demo *demo, struct format_error *err)
{
    const struct qw_demo *file = demo->file;
    struct anon_hidden hidden = {0};
    int code;
    if (file->container != QW_CONTAINER_MVD) {
        return walk_qwd(walk, file, err);
    }
    /* The texts' names come last, so that players have the first stand-ins. */
    code = walk->text.collecting ? walk_mvd(walk, &hidden, file, err) : 0;
    if (code != FORMAT_MEMORY &&
        anon_hidden_open(&hidden, &walk->text, file->data, file->size, err) < 0) {
        code = FORMAT_MEMORY;
    }
    if (code == 0 && !walk->text.collecting) {
        code = walk_mvd(walk, &hidden, file, err);
    }
    anon_hidden_free(&hidden);
    return code;
}
