/* QuakeWorld demos written message by message, and the client state after them: for tests. */
#ifndef TESTS_SUPPORT_QW_GAME_H
#define TESTS_SUPPORT_QW_GAME_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quakeworld/qw_state.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qwd.h"

struct qw_game { /* start with qw_game_begin; qw_game_end */
    struct byte_writer file, block, entities;
    struct qw_protocol protocol;
    float time; /* .qwd */
    uint32_t sequence, acknowledged;
    struct qw_demo demo;
    struct qw_state *state;
    size_t pos;
    uint32_t index;
    struct format_error err;
};

static inline void qw_game_begin(struct qw_game *g, const struct qw_protocol *protocol)
{
    memset(g, 0, sizeof *g);
    g->protocol = *protocol;
    g->time = 100.0f;
    g->demo.container = protocol->is_mvd ? QW_CONTAINER_MVD : QW_CONTAINER_QWD;
    g->state = qw_state_create(&g->demo);
    cr_assert_not_null(g->state);
}

static inline void qw_game_end(struct qw_game *g)
{
    byte_writer_free(&g->file);
    byte_writer_free(&g->block);
    byte_writer_free(&g->entities);
    qw_state_destroy(g->state);
}

static inline void qw_game_add(struct qw_game *g, const struct qw_message *message)
{
    qw_message_encode(&g->protocol, message, &g->block);
    qw_protocol_follow(&g->protocol, message);
}

static inline void qw_game_packet(struct qw_game *g, uint32_t sequence)
{
    struct qwd_block block = {.time = g->time, .type = QWD_READ};
    block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED,
                                         .sequence = sequence,
                                         .acknowledged = g->acknowledged,
                                         .messages = g->block.data,
                                         .size = (uint32_t)g->block.size};
    g->sequence = sequence;
    qwd_write_block(&g->file, &block);
    g->block.size = 0;
}

static inline void qw_game_mvd_block(struct qw_game *g, unsigned msec, enum mvd_block_type type,
                                     uint8_t to, uint32_t mask)
{
    struct mvd_block block = {.msec = (uint8_t)msec, .type = type, .to = to, .mask = mask};
    block.u.messages.data = g->block.data;
    block.u.messages.size = (uint32_t)g->block.size;
    mvd_write_block(&g->file, &block);
    g->block.size = 0;
}

/* Writes the collected messages for all players, msec after the block before. */
static inline void qw_game_block(struct qw_game *g, unsigned msec)
{
    g->time += (float)msec / 1000.0f;
    if (g->protocol.is_mvd) {
        qw_game_mvd_block(g, msec, MVD_ALL, 0, 0);
    } else {
        qw_game_packet(g, g->sequence + 1);
    }
}

/* Applies one block; the negative code of a damaged one. */
static inline int qw_game_step(struct qw_game *g)
{
    g->demo.data = g->file.data;
    g->demo.size = g->file.size;
    const size_t before = g->pos;
    const int status = qw_state_apply(&g->state, &g->demo, &g->pos, g->index++, &g->err);
    cr_assert(status < 0 || g->pos > before);
    return status;
}

/* Applies all that was written, without an error. */
static inline void qw_game_play(struct qw_game *g)
{
    while (g->pos < g->file.size) {
        cr_assert_eq(qw_game_step(g), 0, "%s", g->err.what);
    }
}

static inline void qw_game_text(struct qw_game *g, uint8_t id, const char *text)
{
    qw_game_add(g, &(struct qw_message){.id = id, .u.text = text});
}

/* serverdata with these extension words, and the models a game has. */
static inline void qw_game_serverdata(struct qw_game *g)
{
    static const char models[] = "maps/reel.bsp\0progs/player.mdl\0progs/spike.mdl\0"
                                 "progs/missile.mdl\0*1\0progs/eyes.mdl\0progs/flag.mdl\0";
    struct qw_message m = {.id = QW_SERVERDATA};
    m.u.serverdata = (struct qw_serverdata){
        .ftex = g->protocol.ftex,
        .fte2 = g->protocol.fte2,
        .mvd1 = g->protocol.mvd1,
        .protocol = g->protocol.version,
        .server_count = 77,
        .game_dir = "/home/quake/ctf",
        .player = 3,
        .level_name = "The Reel",
        .movevars = {800, 100, 320, 500, 10, 0.7f, 10, 6, 1, 1},
    };
    qw_game_add(g, &m);
    memset(&m, 0, sizeof m);
    m.id = QW_MODELLIST;
    m.u.names = (struct qw_names){.data = models, .size = sizeof models, .count = 7};
    qw_game_add(g, &m);
}

/* A whole signon, ended by "skins". */
static inline void qw_game_signon(struct qw_game *g)
{
    qw_game_serverdata(g);
    qw_game_text(g, QW_STUFFTEXT, "skins\n");
    qw_game_block(g, 0);
}

/* packetentities (from < 0) or deltapacketentities with these entities. */
static inline void qw_game_entities(struct qw_game *g, int from, const struct qw_entity *entities,
                                    uint32_t count)
{
    struct qw_message m = {.id = from < 0 ? QW_PACKETENTITIES : QW_DELTAPACKETENTITIES};
    g->entities.size = 0;
    for (uint32_t i = 0; i < count; i++) {
        qw_entity_encode(&g->protocol, &entities[i], &g->entities);
    }
    byte_writer_u16(&g->entities, 0);
    m.u.entities = (struct qw_entities){.data = g->entities.data,
                                        .size = (uint32_t)g->entities.size,
                                        .count = count,
                                        .from = (uint8_t)from};
    qw_game_add(g, &m);
}

/* An entity at a position, for example a rocket. */
static inline struct qw_entity qw_game_entity(uint16_t number, uint8_t model, float x)
{
    return (struct qw_entity){.bits = QW_U_ORIGIN1 | (model ? QW_U_MODEL : 0u),
                              .number = number,
                              .model = model,
                              .origin = {x, 0, 0}};
}

static inline void qw_game_player(struct qw_game *g, uint8_t player, float x)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    if (g->protocol.is_mvd) {
        m.u.mvd_player.player = player;
        m.u.mvd_player.flags = QW_DF_ORIGIN1;
        m.u.mvd_player.origin[0] = x;
    } else {
        m.u.player.player = player;
        m.u.player.origin[0] = x;
    }
    qw_game_add(g, &m);
}

static inline void qw_game_stat(struct qw_game *g, uint8_t stat, int32_t value)
{
    struct qw_message m = {.id = QW_UPDATESTATLONG};
    m.u.updatestat.stat = stat;
    m.u.updatestat.value = value;
    qw_game_add(g, &m);
}

#endif
