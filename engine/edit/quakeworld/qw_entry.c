#include "engine/edit/quakeworld/qw_entry.h"

#include <string.h>

#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"
#include "formats/quakeworld/qw_message.h"

struct finder {
    const struct qw_demo *demo;
    struct qw_protocol protocol;
    struct qw_clock clock;
    int levels;
    bool signed_on; /* the text came */
    bool frame;     /* players or entities came since then; .mvd: at all */
};

struct found { /* in a block */
    bool skins, frame, goodbye;
};

/* False: it is damaged. */
static bool read_messages(struct finder *f, const struct qw_block *block, struct found *found)
{
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    while (block->messages && (code = qw_message_decode(&f->protocol, block->messages, block->size,
                                                        &at, &m, NULL)) > 0) {
        qw_protocol_follow(&f->protocol, &m);
        f->levels += m.id == QW_SERVERDATA;
        found->skins |= m.id == QW_STUFFTEXT && strncmp(m.u.text, "skins", 5) == 0;
        found->frame |=
            m.id == QW_PLAYERINFO || m.id == QW_PACKETENTITIES || m.id == QW_DELTAPACKETENTITIES;
        found->goodbye |= m.id == QW_DISCONNECT;
    }
    return code == 0;
}

/* pos: behind the block. */
static void see_block(struct finder *f, struct qw_entry *entry, const struct qw_block *block,
                      size_t pos, const struct found *found)
{
    const bool is_mvd = f->protocol.is_mvd;
    const bool numbers = !is_mvd && block->type == QWD_SET;
    if ((found->skins && !f->signed_on) || (numbers && f->signed_on && !f->frame)) {
        f->signed_on = true;
        f->frame = false;
        entry->begin = pos;
    } else if (found->frame && f->signed_on) {
        f->frame = true;
    } else if (found->frame && is_mvd && !f->frame) {
        f->frame = true;
        entry->begin = block->offset;
    }
}

bool qw_entry_find(const struct qw_demo *demo, struct qw_entry *entry)
{
    struct finder f = {
        .demo = demo,
        .protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = demo->container == QW_CONTAINER_MVD}};
    struct qw_block block;
    size_t pos = 0;
    while (qw_block_next(demo, &pos, &block, NULL) > 0) {
        struct found found = {false, false, false};
        qw_clock_advance(&f.clock, demo, block.offset);
        if (!read_messages(&f, &block, &found) || f.levels > 1 || found.goodbye || block.is_end) {
            return false;
        }
        see_block(&f, entry, &block, pos, &found);
        if (f.frame && f.levels == 1 && qw_clock_ends(&f.clock, demo, pos)) {
            entry->update = block.offset;
            return true;
        }
    }
    return false;
}
