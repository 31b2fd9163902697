/* A .mvd as the .qwd of one of its players. */
#include <math.h>

#include "engine/edit/quakeworld/qw_plain.h"
#include "engine/edit/quakeworld/qwd_convert.h"
#include "engine/edit/quakeworld/qwd_packets.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_state.h"

struct converter {
    const struct qw_demo *demo;
    struct qw_state *state;
    struct qw_plain plain;
    struct qwd_packets packets;
    struct byte_writer frame; /* what has to be in one packet with the entities */
    struct byte_writer nails; /* the newest */
    struct qw_protocol protocol;
    uint8_t player;
    bool started; /* the numbers are set, and the packets have commands */
    bool ended;
    float before;    /* time of the packet before */
    float angles[3]; /* the player's, then */
};

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

/* --- messages -----------------------------------------------------------------------------------
 */

static void take_message(struct converter *c, const struct qw_message *m)
{
    switch (m->id) {
    case QW_PLAYERINFO:
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
    case QW_CHOKECOUNT: /* the state has them */
        break;
    case QW_NAILS:
    case QW_NAILS2:
        c->nails.size = 0;
        qw_plain_message(&c->plain, &c->protocol, m, 0, &c->nails);
        break;
    case QW_DISCONNECT:
        c->ended = true;
        break;
    case QW_SETANGLE:
        if (m->u.setangle.player == c->player) {
            qw_plain_message(&c->plain, &c->protocol, m, 0, &c->packets.waiting);
        }
        break;
    default:
        qw_plain_message(&c->plain, &c->protocol, m, c->player, &c->packets.waiting);
        break;
    }
}

/* Messages for other players are not the player's to see. */
static int take_messages(struct converter *c, const struct qw_block *block,
                         struct format_error *err)
{
    const bool mine = (block->listeners >> c->player & 1u) != 0;
    struct qw_message m;
    size_t at = 0;
    int code = 0;
    while (block->messages && !c->ended &&
           (code = qw_message_decode(&c->protocol, block->messages, block->size, &at, &m, err)) >
               0) {
        qw_protocol_follow(&c->protocol, &m);
        if (c->protocol.version != QW_PROTOCOL_LAST) {
            return format_fail(err, FORMAT_UNKNOWN, block->messages_offset + m.offset,
                               "only demos of protocol 28 are converted");
        }
        c->plain.offset = block->messages_offset + m.offset;
        if (mine) {
            take_message(c, &m);
        }
    }
    if (code < 0) {
        err->offset += block->messages_offset;
    }
    return code < 0 ? code : 0; /* 1: the demo ends with the message */
}

/* --- players ------------------------------------------------------------------------------------
 */

static int16_t whole(float speed)
{
    return (int16_t)(speed > 32767.0f ? 32767.0f : speed < -32767.0f ? -32767.0f : rintf(speed));
}

static void add_velocity(struct qw_playerinfo *to, const struct qw_player_state *from)
{
    for (int i = 0; i < 3; i++) {
        to->velocity[i] = whole(from->velocity[i]);
        to->flags |= to->velocity[i] != 0 ? (uint32_t)QW_PF_VELOCITY1 << i : 0u;
    }
}

/* As a server tells it: to others a player's last command, which has the angles; to the player
 * itself the frame of the weapon. */
static void write_player(struct converter *c, uint8_t slot)
{
    const struct qw_player_state *from = &c->state->players[slot].states[0];
    struct qw_message m = {.id = QW_PLAYERINFO};
    struct qw_playerinfo *to = &m.u.player;
    to->player = slot;
    to->frame = from->frame;
    to->model = from->model;
    to->skin = from->skin;
    to->effects = from->effects;
    to->flags = from->flags & (QW_PF_DEAD | QW_PF_GIB);
    to->flags |= from->model != c->state->player_model ? QW_PF_MODEL : 0u;
    to->flags |= from->skin != 0 ? QW_PF_SKIN : 0u;
    to->flags |= from->effects != 0 ? QW_PF_EFFECTS : 0u;
    for (int i = 0; i < 3; i++) {
        to->origin[i] = from->origin[i];
        to->command.angles[i] = from->angles[i];
    }
    add_velocity(to, from);
    if (slot != c->player) {
        to->flags |= QW_PF_MSEC | QW_PF_COMMAND;
        to->command.bits = QW_CM_ANGLE1 | QW_CM_ANGLE2 | QW_CM_ANGLE3;
    } else if (from->weapon_frame != 0) {
        to->weapon_frame = from->weapon_frame;
        to->flags |= QW_PF_WEAPONFRAME;
    }
    qw_plain_message(&c->plain, &qw_plain_protocol, &m, 0, &c->frame);
}

static void write_players(struct converter *c)
{
    for (uint8_t i = 0; i < QW_PLAYERS; i++) {
        const struct qw_player *player = &c->state->players[i];
        if (i == c->player ? player->states[0].time > QW_NEVER : player->visible != 0) {
            write_player(c, i);
        }
    }
}

/* --- packets ------------------------------------------------------------------------------------
 */

/* The command that the next packet answers. It lasts no time: the client foretells no movement, so
 * that the view is where the player was; with the time between the updates it would be ahead. */
static void write_command(struct converter *c)
{
    struct qwd_block block = {.time = c->before, .type = QWD_CMD};
    struct qwd_cmd *cmd = &block.u.cmd;
    for (int i = 0; i < 3; i++) {
        cmd->angles[i] = cmd->view_angles[i] = c->angles[i];
    }
    qwd_write_block(c->packets.out, &block);
    c->plain.report->blocks++;
}

/* Packets without entities in front of the frame's, each with its command: the client looks for a
 * packet's players under the number of the command that the packet answers. */
static void write_packet(struct converter *c, float time)
{
    const struct qwd_block like = {.time = time, .type = QWD_CMD};
    const uint32_t next = c->packets.sequence + 1;
    if (c->started && c->packets.packet.size > 0) {
        write_command(c);
    }
    qwd_packets_write(&c->packets, &like, next, next);
}

/* Waiting messages until what is left fits beside `reserve` bytes. */
static void write_waiting(struct converter *c, float time, size_t reserve)
{
    while (c->packets.waiting.size + reserve > QW_PLAIN_PACKET) {
        const size_t before = c->packets.waiting.size;
        qwd_packets_take(&c->packets, 0);
        write_packet(c, time);
        if (c->packets.waiting.size == before) {
            break;
        }
    }
}

static void start(struct converter *c, float time)
{
    struct qwd_block block = {.time = time, .type = QWD_SET};
    write_waiting(c, time, QW_PLAIN_PACKET);
    block.u.set.outgoing = c->packets.sequence + 1;
    block.u.set.incoming = c->packets.sequence;
    qwd_write_block(c->packets.out, &block);
    c->plain.report->blocks++;
    c->started = true;
    c->before = time;
}

static void write_update(struct converter *c, float time)
{
    const struct qw_player_state *from = &c->state->players[c->player].states[0];
    if (!c->started) {
        start(c, time);
    }
    c->frame.size = 0;
    write_players(c);
    byte_writer_bytes(&c->frame, c->nails.data, c->nails.size);
    c->nails.size = 0;
    qw_plain_entities(&c->plain, c->state, from->origin,
                      c->frame.size < QW_PLAIN_PACKET ? QW_PLAIN_PACKET - c->frame.size : 0,
                      &c->frame);
    write_waiting(c, time, c->frame.size);
    qwd_packets_take(&c->packets, c->frame.size);
    byte_writer_bytes(&c->packets.packet, c->frame.data, c->frame.size);
    write_packet(c, time);
    c->before = time;
    for (int i = 0; i < 3; i++) {
        c->angles[i] = from->angles[i];
    }
}

static int convert_blocks(struct converter *c, struct format_error *err)
{
    struct qw_block block;
    size_t pos = 0;
    int code = 0;
    while (code == 0 && !c->ended) {
        size_t at = pos;
        code = qw_block_next(c->demo, &pos, &block, err);
        if (code <= 0) {
            return code;
        }
        code = qw_state_apply(&c->state, c->demo, &at, c->plain.block, err);
        code = code < 0 ? code : take_messages(c, &block, err);
        c->plain.offset = block.offset;
        if (code == 0 && c->state->update_complete) {
            write_update(c, (float)c->state->clock.now);
        }
        c->plain.block++;
    }
    return code;
}

int qwd_convert_player(const struct qw_demo *demo, uint8_t player, struct byte_writer *out,
                       struct convert_report *report, struct format_error *err)
{
    struct format_error own;
    struct converter c = {.demo = demo,
                          .player = player,
                          .plain = {.report = report},
                          .protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true}};
    int code = 0;
    err = err ? err : &own;
    *report = (struct convert_report){0};
    c.packets = (struct qwd_packets){.plain = &c.plain, .out = out};
    c.state = qw_state_create(demo);
    code = c.state ? convert_blocks(&c, err) : no_memory(err);
    if (c.started) {
        const float time = (float)c.state->clock.now;
        write_waiting(&c, time, QW_PLAIN_PACKET);
        write_command(&c);
        qwd_packets_end(&c.packets, time);
    }
    if (out->failed || c.frame.failed || c.nails.failed || c.packets.waiting.failed ||
        c.packets.packet.failed) {
        code = no_memory(err);
    }
    qw_state_destroy(c.state);
    byte_writer_free(&c.frame);
    byte_writer_free(&c.nails);
    qwd_packets_free(&c.packets);
    return code;
}
