/* One pass over a QuakeWorld demo for tests and fuzz targets: counts, and the file encoded again
 * from its decoded blocks, messages, entities and nails. */
#ifndef TESTS_SUPPORT_QW_WALK_H
#define TESTS_SUPPORT_QW_WALK_H

#include <string.h>

#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_detect.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"

struct qw_walk { /* start from {0}; byte_writer_free(&out) */
    struct byte_writer out;
    struct qw_protocol protocol;
    uint64_t messages[256];
    uint64_t blocks[8]; /* by type */
    uint64_t with_messages, hidden, connectionless;
    uint64_t entities, nails;
    bool ended;    /* the demo ends with a disconnect */
    bool mismatch; /* something encoded is not what it was decoded from */
};

/* Decodes the entities of a message and encodes each again. */
static inline void qw_walk_entities(struct qw_walk *walk, const struct qw_entities *entities)
{
    struct byte_writer out = {0};
    struct qw_entity entity;
    uint32_t pos = 0, count = 0;
    while (qw_entities_next(&walk->protocol, entities, &pos, &entity)) {
        qw_entity_encode(&walk->protocol, &entity, &out);
        walk->mismatch |= entity.number >= QW_MAX_ENTITIES;
        count++;
    }
    byte_writer_u16(&out, 0);
    walk->mismatch |= count != entities->count || out.size != entities->size ||
                      memcmp(out.data, entities->data, out.size) != 0;
    walk->entities += count;
    byte_writer_free(&out);
}

static inline void qw_walk_nails(struct qw_walk *walk, const struct qw_nails *nails)
{
    struct byte_writer out = {0};
    for (uint32_t i = 0; i < nails->count; i++) {
        struct qw_nail nail = qw_nails_get(nails, i);
        qw_nail_encode(nails->numbered, &nail, &out);
    }
    walk->mismatch |= out.size != nails->count * (nails->numbered ? 7u : 6u) ||
                      (out.size > 0 && memcmp(out.data, nails->data, out.size) != 0);
    walk->nails += nails->count;
    byte_writer_free(&out);
}

static inline void qw_walk_names(struct qw_walk *walk, const struct qw_names *names)
{
    uint32_t pos = 0, count = 0;
    while (qw_names_next(names, &pos)) {
        count++;
    }
    walk->mismatch |= count != names->count || pos != names->size;
}

/* Decodes the messages of a block at a file offset and appends them, encoded again, to out. */
static inline int qw_walk_messages(struct qw_walk *walk, const uint8_t *data, uint32_t size,
                                   size_t offset, struct byte_writer *out, struct format_error *err)
{
    struct qw_message m;
    struct format_error inner = {0};
    size_t pos = 0;
    int code;
    while ((code = qw_message_decode(&walk->protocol, data, size, &pos, &m, &inner)) > 0) {
        if (m.id == QW_PACKETENTITIES || m.id == QW_DELTAPACKETENTITIES) {
            qw_walk_entities(walk, &m.u.entities);
        } else if (m.id == QW_NAILS || m.id == QW_NAILS2) {
            qw_walk_nails(walk, &m.u.nails);
        } else if (m.id == QW_MODELLIST || m.id == QW_SOUNDLIST || m.id == QW_MODELLISTSHORT) {
            qw_walk_names(walk, &m.u.names);
        }
        qw_message_encode(&walk->protocol, &m, out);
        qw_protocol_follow(&walk->protocol, &m);
        walk->messages[m.id]++;
        walk->ended |= m.id == QW_DISCONNECT;
        walk->mismatch |= m.offset + m.size != pos || pos > size;
    }
    walk->mismatch |= out->size != pos || (pos > 0 && memcmp(out->data, data, pos) != 0);
    if (code < 0) {
        walk->mismatch |= inner.offset > size;
        *err = inner;
        err->offset += offset;
    }
    return code;
}

static inline int qw_walk_qwd(struct qw_walk *walk, const uint8_t *data, size_t size,
                              struct format_error *err)
{
    struct byte_writer messages = {0};
    struct qwd_block block;
    size_t pos = 0;
    int code;
    while ((code = qwd_next_block(data, size, &pos, &block, err)) > 0) {
        struct qwd_packet *packet = &block.u.packet;
        walk->blocks[block.type]++;
        walk->ended |= qwd_is_end(&block);
        if (block.type == QWD_READ && packet->kind == QWD_CONNECTIONLESS) {
            walk->connectionless++;
        } else if (block.type == QWD_READ && packet->kind == QWD_SEQUENCED) {
            messages.size = 0;
            walk->with_messages++;
            walk->mismatch |= packet->messages != data + packet->messages_offset;
            code = qw_walk_messages(walk, packet->messages, packet->size, packet->messages_offset,
                                    &messages, err);
            if (code < 0) {
                break;
            }
            packet->messages = messages.data;
        }
        qwd_write_block(&walk->out, &block);
    }
    byte_writer_free(&messages);
    return code;
}

static inline int qw_walk_mvd(struct qw_walk *walk, const uint8_t *data, size_t size,
                              struct format_error *err)
{
    struct byte_writer messages = {0};
    struct mvd_block block;
    size_t pos = 0;
    int code;
    while ((code = mvd_next_block(data, size, &pos, &block, err)) > 0) {
        walk->blocks[block.type]++;
        walk->hidden += mvd_is_hidden(&block);
        if (mvd_has_messages(&block)) {
            messages.size = 0;
            walk->with_messages++;
            walk->mismatch |= block.u.messages.data != data + block.u.messages.offset;
            code = qw_walk_messages(walk, block.u.messages.data, block.u.messages.size,
                                    block.u.messages.offset, &messages, err);
            if (code < 0) {
                break;
            }
            block.u.messages.data = messages.data;
        }
        mvd_write_block(&walk->out, &block);
    }
    byte_writer_free(&messages);
    return code;
}

/* 0, or the first error; walk->out is then what was good up to it. */
static inline int qw_walk_demo(struct qw_walk *walk, enum qw_container container,
                               const uint8_t *data, size_t size, struct format_error *err)
{
    walk->protocol =
        (struct qw_protocol){.version = QW_PROTOCOL_LAST, .is_mvd = container == QW_CONTAINER_MVD};
    const int code = container == QW_CONTAINER_MVD ? qw_walk_mvd(walk, data, size, err)
                                                   : qw_walk_qwd(walk, data, size, err);
    walk->mismatch |= walk->out.size > size ||
                      (walk->out.size > 0 && memcmp(walk->out.data, data, walk->out.size) != 0) ||
                      (code == 0 && walk->out.size != size) || (code < 0 && err->offset > size);
    return code;
}

#endif
