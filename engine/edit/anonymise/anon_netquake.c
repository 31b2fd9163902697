/* Names in NetQuake demos. */
#include <string.h>

#include "engine/edit/anonymise/anon_walk.h"
#include "engine/edit/netquake/nq_split_block.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/nq_message.h"

enum { BLOCK_MAX = 8000 /* bytes: MAX_MSGLEN (id, quakedef.h) */ };

/* The text of a message, or NULL. */
static const char **message_text(struct nq_message *m)
{
    switch (m->id) {
    case NQ_PRINT:
    case NQ_STUFFTEXT:
    case NQ_CENTERPRINT:
    case NQ_FINALE:
    case NQ_CUTSCENE:
        return &m->u.text;
    case NQ_UPDATENAME:
        return &m->u.updatename.name;
    case NQ_UPDATESTAT_STRING:
        return &m->u.stat_string.text;
    default:
        return NULL;
    }
}

static void rewrite_text(struct anon_text *t, const struct nq_message *m, const char *text)
{
    const size_t size = strlen(text);
    if (m->id == NQ_UPDATENAME) {
        t->slot = m->u.updatename.player;
        anon_text_name(t, ANON_PLAYER, text, size);
    } else if (m->id == NQ_STUFFTEXT) {
        t->slot = -1;
        anon_text_stuffed(t, text, size);
    } else {
        anon_text_words(t, text, size);
    }
}

/* Messages that have names of files, and no texts. */
static bool names_files(uint8_t id)
{
    return id == NQ_SERVERINFO || id == NQ_LIGHTSTYLE || id == NQ_SHOWPIC || id == NQ_HIDEPIC ||
           id == NQ_SKYBOX || id == NQ_PRECACHE;
}

/* Appends the message to walk->block. Returns true if it is not as it was. */
static bool rewrite_message(struct anon_walk *walk, const struct nq_protocol *protocol,
                            const struct nq_message *message, const uint8_t *bytes)
{
    struct anon_text *t = &walk->text;
    struct nq_message m = *message;
    const char **text = message_text(&m);
    if (m.id == NQ_VOICE && protocol->fte2 != 0) {
        walk->voice++;
        return true;
    }
    if (names_files(m.id)) {
        anon_text_keep(t, bytes, m.size);
    }
    if (m.id == NQ_SERVERINFO) {
        anon_text_leave(t);
    }
    if (text) {
        const char *before = *text;
        t->out.size = 0;
        rewrite_text(t, &m, before);
        *text = anon_text_changed(t, before);
        if (*text) {
            nq_message_encode(protocol, &m, &walk->block);
            return true;
        }
    }
    byte_writer_bytes(&walk->block, bytes, m.size);
    return false;
}

/* Fills walk->block with the block's messages. */
static int rewrite_block(struct anon_walk *walk, struct nq_protocol *protocol,
                         const struct dem_block *block, bool *changed, struct format_error *err)
{
    struct nq_message m;
    size_t at = 0;
    int code;
    walk->block.size = 0;
    *changed = false;
    while ((code = nq_message_decode(protocol, block->messages, block->size, &at, &m, err)) > 0) {
        nq_protocol_follow(protocol, &m);
        *changed |= rewrite_message(walk, protocol, &m, block->messages + m.offset);
    }
    if (walk->block.size == 0 && block->size > 0) {
        byte_writer_u8(&walk->block, NQ_NOP);
    }
    if (code < 0 && err) {
        err->offset += block->offset + DEM_BLOCK_HEADER;
    }
    return code;
}

/* Writes walk->block: as several blocks if it became longer than clients take. */
static int write_block(struct anon_walk *walk, const struct nq_protocol *protocol,
                       const struct dem_block *block, struct format_error *err)
{
    const size_t limit = block->size > BLOCK_MAX ? block->size : BLOCK_MAX;
    uint32_t blocks = 0;
    size_t largest = 0;
    if (walk->block.size <= limit) {
        dem_write_block(walk->out, block->angles, walk->block.data, (uint32_t)walk->block.size);
        return 0;
    }
    const int code = nq_split_block(protocol, block->angles, walk->block.data, walk->block.size,
                                    limit, walk->out, &blocks, &largest);
    if (code < 0 || largest > limit) {
        walk->too_long = true;
        return format_fail(err, FORMAT_BAD, block->offset,
                           "with stand-ins the block is longer than %zu bytes", limit);
    }
    return 0;
}

int anon_walk_netquake(struct anon_walk *walk, const struct demo *demo, struct format_error *err)
{
    const struct nq_file *file = demo->file;
    struct nq_protocol protocol = file->protocol;
    struct dem_block block;
    size_t pos = file->dem.first_block;
    int code;
    if (!walk->text.collecting) {
        dem_copy_track(walk->out, &file->dem);
    }
    while ((code = dem_next_block(&file->dem, &pos, &block, err)) > 0) {
        const struct nq_protocol before = protocol;
        bool changed;
        code = rewrite_block(walk, &protocol, &block, &changed, err);
        if (code < 0) {
            break;
        }
        if (walk->text.collecting) {
            continue;
        }
        if (!changed) {
            byte_writer_bytes(walk->out, file->dem.data + block.offset, pos - block.offset);
        } else if ((code = write_block(walk, &before, &block, err)) < 0) {
            break;
        }
    }
    return code;
}
