/* Checks of QuakeWorld demos, .qwd and .mvd. Sources: those of validate_limits.h. */
#include <string.h>

#include "engine/edit/validate/qw_limits.h"
#include "engine/quakeworld/qw_block.h"
#include "formats/quakeworld/qw_message.h"

enum { SLOTS = 32 };

static bool is_id(const struct qw_limits *c)
{
    return c->check->client == CLIENT_QW_ID;
}

/* --- messages -----------------------------------------------------------------------------------
 */

static bool knows_message(const struct qw_limits *c, const struct qw_message *m)
{
    return !is_id(c) || (m->id <= QW_UPDATEPL && m->id != QW_TIME && m->id != QW_SPAWNSTATIC2);
}

static void check_text(struct qw_limits *c, size_t offset, const char *text)
{
    (void)validate_limit(c->check, RULE_TEXT_LENGTH, offset, (int64_t)strlen(text));
    (void)validate_limit(c->check, RULE_TEXT_END, offset, strchr(text, '\xff') != NULL);
}

static void check_stufftext(struct qw_limits *c, size_t offset, const char *text)
{
    static const char info[] = "fullserverinfo \"";
    check_text(c, offset, text);
    if (strncmp(text, info, sizeof(info) - 1) == 0) {
        (void)validate_limit(c->check, RULE_SERVERINFO, offset,
                             (int64_t)strcspn(text + sizeof(info) - 1, "\"\n"));
    }
}

/* A level is shown once its lists are complete and a frame of entities is valid. */
static void end_level(struct qw_limits *c)
{
    const bool valid = c->models && c->sounds && (c->entities || c->protocol.is_mvd);
    if (c->in_level && c->players) {
        const uint32_t block = c->check->block;
        c->check->block = c->level.block;
        (void)validate_limit(c->check, RULE_SIGN_ON, c->level.offset, !valid);
        c->check->block = block;
        c->shown = c->shown || valid;
    }
    c->in_level = false;
}

static void check_serverdata(struct qw_limits *c, const struct qw_serverdata *data, size_t offset)
{
    end_level(c);
    c->refused = validate_limit(c->check, RULE_EXTENSION, offset, data->extension_count > 0) ||
                 (is_id(c) && validate_limit(c->check, RULE_PROTOCOL, offset,
                                             data->protocol != QW_PROTOCOL_LAST));
    c->level = (struct qw_limits_place){c->check->block, offset};
    c->in_level = true;
    c->models = c->sounds = c->entities = c->deltas = c->players = false;
    c->statics = 0;
    check_text(c, offset, data->level_name);
}

static void check_names(struct qw_limits *c, const struct qw_names *names, enum validate_rule count,
                        enum validate_rule length, size_t offset)
{
    const char *name;
    uint32_t pos = 0;
    (void)validate_limit(c->check, count, offset, (int64_t)names->start + names->count);
    while ((name = qw_names_next(names, &pos)) != NULL) {
        (void)validate_limit(c->check, length, offset, (int64_t)strlen(name));
        check_text(c, offset, name);
    }
}

static bool is_tinted(const struct qw_limits *c, const struct qw_entity *entity)
{
    return (entity->bits & QW_U_COLOURMOD) && (c->protocol.ftex & QW_FTEX_COLOURMOD);
}

static void check_tints(struct qw_limits *c, const struct qw_entities *entities, size_t offset)
{
    struct qw_entity entity;
    uint32_t pos = 0;
    bool tinted = false;
    while (!tinted && qw_entities_next(&c->protocol, entities, &pos, &entity)) {
        tinted = is_tinted(c, &entity);
    }
    (void)validate_limit(c->check, RULE_TINT, offset, tinted);
}

static void check_entities(struct qw_limits *c, const struct qw_message *m, size_t offset)
{
    if (c->protocol.ftex & QW_FTEX_COLOURMOD) {
        check_tints(c, &m->u.entities, offset);
    }
    if (m->id == QW_PACKETENTITIES) {
        (void)validate_limit(c->check, RULE_PACKET_ENTITIES, offset, m->u.entities.count);
        c->entities = true;
    } else if (!c->entities && !c->protocol.is_mvd) {
        (void)validate_limit(c->check, RULE_DELTA_BASE, offset, 1);
    } else if (!c->deltas) {
        c->deltas = true;
        (void)validate_limit(c->check, RULE_DELTAS, offset, 1);
    }
}

static void check_slot(struct qw_limits *c, uint8_t slot, size_t offset)
{
    (void)validate_limit(c->check, RULE_SLOT, offset, slot >= SLOTS);
}

/* Messages that name a player. */
static void check_player(struct qw_limits *c, const struct qw_message *m, size_t offset)
{
    switch (m->id) {
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
        check_slot(c, m->u.player_short.player, offset);
        break;
    case QW_UPDATEPL:
        check_slot(c, m->u.updatepl.player, offset);
        break;
    case QW_UPDATEENTERTIME:
        check_slot(c, m->u.updateentertime.player, offset);
        break;
    case QW_UPDATEUSERINFO:
        check_slot(c, m->u.updateuserinfo.player, offset);
        check_text(c, offset, m->u.updateuserinfo.info);
        break;
    case QW_SETINFO:
        check_slot(c, m->u.info.player, offset);
        break;
    case QW_PLAYERINFO:
        check_slot(c, c->protocol.is_mvd ? m->u.mvd_player.player : m->u.player.player, offset);
        c->players = true;
        break;
    default:
        break;
    }
}

static void check_level(struct qw_limits *c, const struct qw_message *m, size_t offset)
{
    switch (m->id) {
    case QW_SERVERDATA:
        check_serverdata(c, &m->u.serverdata, offset);
        break;
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
        check_names(c, &m->u.names, RULE_MODELS, RULE_MODEL_NAME, offset);
        c->models = c->models || m->u.names.next == 0;
        break;
    case QW_SOUNDLIST:
        check_names(c, &m->u.names, RULE_SOUNDS, RULE_SOUND_NAME, offset);
        c->sounds = c->sounds || m->u.names.next == 0;
        break;
    case QW_SPAWNBASELINE:
        (void)validate_limit(c->check, RULE_ENTITY, offset, m->u.spawnbaseline.entity);
        break;
    case QW_SPAWNBASELINE2:
        (void)validate_limit(c->check, RULE_TINT, offset, is_tinted(c, &m->u.entity));
        break;
    case QW_SPAWNSTATIC2:
        (void)validate_limit(c->check, RULE_TINT, offset, is_tinted(c, &m->u.entity));
        (void)validate_limit(c->check, RULE_STATIC_ENTITIES, offset, ++c->statics);
        break;
    case QW_SPAWNSTATIC:
        (void)validate_limit(c->check, RULE_STATIC_ENTITIES, offset, ++c->statics);
        break;
    case QW_LIGHTSTYLE:
        (void)validate_limit(c->check, RULE_LIGHTSTYLE, offset, m->u.lightstyle.style);
        (void)validate_limit(c->check, RULE_STYLE_LENGTH, offset,
                             (int64_t)strlen(m->u.lightstyle.map));
        check_text(c, offset, m->u.lightstyle.map);
        break;
    default:
        break;
    }
}

static void check_other(struct qw_limits *c, const struct qw_message *m, size_t offset)
{
    switch (m->id) {
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        check_entities(c, m, offset);
        break;
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        (void)validate_limit(c->check, RULE_STAT, offset, m->u.updatestat.stat);
        break;
    case QW_SOUND:
        (void)validate_limit(c->check, RULE_SOUND_ENTITY, offset, m->u.sound.entity);
        break;
    case QW_STUFFTEXT:
        check_stufftext(c, offset, m->u.text);
        break;
    case QW_PRINT:
        check_text(c, offset, m->u.print.text);
        break;
    case QW_CENTERPRINT:
    case QW_FINALE:
        check_text(c, offset, m->u.text);
        break;
    default:
        break;
    }
}

void qw_limits_message(struct qw_limits *c, const struct qw_message *m, size_t offset)
{
    if (!validate_limit(c->check, RULE_UNKNOWN_MESSAGE, offset, !knows_message(c, m))) {
        check_level(c, m, offset);
        check_player(c, m, offset);
        check_other(c, m, offset);
    }
}

static void check_messages(struct qw_limits *c, const struct qw_block *block)
{
    struct qw_message message;
    size_t at = 0;
    int code = 0;
    while (!c->refused && !c->ended &&
           (code = qw_message_decode(&c->protocol, block->messages, block->size, &at, &message,
                                     NULL)) > 0) {
        const size_t offset = block->messages_offset + message.offset;
        qw_protocol_follow(&c->protocol, &message);
        c->ended = message.id == QW_DISCONNECT;
        qw_limits_message(c, &message, offset);
    }
    (void)validate_limit(c->check, RULE_BAD_MESSAGE, block->messages_offset + at, code < 0);
}

/* --- blocks -------------------------------------------------------------------------------------
 */

/* True if the client drops the packet. */
static bool check_packet(struct qw_limits *c, const struct qwd_block *block)
{
    enum { SIZE_BYTES = 4 };
    const struct qwd_packet *packet = &block->u.packet;
    const size_t begin = block->offset + QWD_BLOCK_HEADER + SIZE_BYTES;
    const size_t size = packet->messages_offset + packet->size - begin;
    (void)validate_limit(c->check, RULE_EMPTY_BLOCK, block->offset, size == 0);
    (void)validate_limit(c->check, RULE_BLOCK_SIZE, block->offset, (int64_t)size);
    c->packet = packet->kind == QWD_SEQUENCED ? packet->sequence : 0;
    if (packet->kind != QWD_SEQUENCED) {
        return false;
    }
    if (packet->sequence <= c->sequence) {
        (void)validate_limit(c->check, RULE_DROPPED, block->offset, 1);
        return true;
    }
    c->sequence = packet->sequence;
    return false;
}

/* id's client and TyrQuake look at the last packet once more behind a block that is none: where the
 * numbers fall, they take it for a new one (CL_ReadPackets). */
static void set_numbers(struct qw_limits *c, uint32_t incoming)
{
    c->sequence = is_id(c) && c->packet > incoming ? c->packet : incoming;
}

static void check_block(struct qw_limits *c, const struct qw_block *block)
{
    bool dropped = false;
    if (c->protocol.is_mvd) {
        (void)validate_limit(c->check, RULE_BLOCK_SIZE, block->offset,
                             block->messages ? block->size : 0);
    } else if (block->u.qwd.type == QWD_READ) {
        dropped = check_packet(c, &block->u.qwd);
    } else if (block->u.qwd.type == QWD_SET) {
        set_numbers(c, block->u.qwd.u.set.incoming);
    }
    c->ended = block->is_end;
    if (block->messages && !dropped) {
        check_messages(c, block);
    }
}

static void check_blocks(struct qw_limits *c, const struct qw_demo *demo)
{
    struct qw_block block;
    size_t pos = 0;
    int code = 0;
    while (!c->refused && !c->ended && (code = qw_block_next(demo, &pos, &block, NULL)) > 0) {
        check_block(c, &block);
        c->check->block++;
    }
    if (c->refused) { /* the engine has read no more */
        return;
    }
    if (code == FORMAT_TRUNCATED) {
        (void)validate_limit(c->check, RULE_TORN_BLOCK, pos, 1);
    } else if (code < 0) {
        (void)validate_limit(c->check, RULE_BAD_BLOCK, pos, 1);
    } else if (c->ended) {
        (void)validate_limit(c->check, RULE_AFTER_END, pos, pos < demo->size);
    }
    end_level(c);
    (void)validate_limit(c->check, RULE_NO_LEVEL, 0, !c->shown);
    (void)validate_limit(c->check, RULE_NO_END, demo->size, !c->ended && code == 0);
}

int validate_quakeworld(struct validate_check *check, const struct demo *demo,
                        struct format_error *err)
{
    const struct qw_demo *file = demo->file;
    const bool is_mvd = file->container == QW_CONTAINER_MVD;
    struct qw_limits c = {.check = check,
                          .protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = is_mvd}};
    (void)err;
    if (!is_mvd || !validate_limit(check, RULE_CONTAINER, 0, 1)) {
        check_blocks(&c, file);
    }
    return 0;
}
