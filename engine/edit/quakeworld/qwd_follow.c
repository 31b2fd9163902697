#include "engine/edit/quakeworld/qwd_follow.h"

#include <math.h>
#include <string.h>

#include "engine/edit/quakeworld/qw_changes.h"
#include "engine/edit/quakeworld/qw_joint.h"
#include "engine/edit/quakeworld/qwd_copy.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_state.h"

#define STEP_MAX 0.1 /* seconds: longer ones are no step of a client or server */

/* Clients count from here where a demo sets no numbers (Netchan_Setup). */
static const struct qwd_block first_numbers = {.type = QWD_SET, .u.set = {.outgoing = 1}};

/* --- the level goes on --------------------------------------------------------------------------
 */

struct follower {
    const struct qw_joint *joint;
    struct qwd_copier *copier;
    uint32_t acknowledged; /* of packets with changes: the players of the last update stay */
    uint32_t packets;      /* of changes */
};

/* Counts the packets, and keeps the messages for the front of the next packet. */
static void keep_packet(void *context, enum qw_start_audience audience, uint8_t player,
                        const struct byte_writer *messages)
{
    struct follower *f = context;
    (void)audience;
    (void)player;
    f->packets++;
    byte_writer_bytes(&f->copier->front, messages->data, messages->size);
}

/* A packet with the next sequence number of the demo before. */
static void write_packet(void *context, enum qw_start_audience audience, uint8_t player,
                         const struct byte_writer *messages)
{
    struct follower *f = context;
    struct qwd_copier *c = f->copier;
    struct qwd_block block = {.time = (float)((double)c->time + c->shift.time), .type = QWD_READ};
    (void)audience;
    (void)player;
    c->shift.sequence++;
    block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED,
                                         .sequence = c->shift.sequence,
                                         .acknowledged = f->acknowledged,
                                         .messages = messages->data,
                                         .size = (uint32_t)messages->size};
    qwd_write_block(c->out, &block);
}

/* Whether messages of that size have room in front of the next packet, whose entities stay as they
 * are. */
static bool has_room(const struct qwd_copier *c, size_t pos, size_t size)
{
    struct qw_protocol protocol = c->protocol;
    struct qwd_block block = {.type = QWD_CMD};
    struct qw_message m;
    bool entities = false, players = false;
    size_t at = 0;
    while (block.type == QWD_CMD) {
        if (qwd_next_block(c->demo->data, c->demo->size, &pos, &block, NULL) <= 0) {
            return false;
        }
    }
    const struct qwd_packet *packet = &block.u.packet;
    if (block.type != QWD_READ || packet->kind != QWD_SEQUENCED ||
        packet->size + size > QWD_COPY_ORIGINAL) {
        return false;
    }
    while (qw_message_decode(&protocol, packet->messages, packet->size, &at, &m, NULL) > 0) {
        if (m.id == QW_DELTAPACKETENTITIES || m.id == QW_SERVERDATA) {
            return false;
        }
        entities |= m.id == QW_PACKETENTITIES;
        players |= m.id == QW_PLAYERINFO;
    }
    return entities || !players;
}

static bool is_same_command(const struct qw_sent_command *sent, uint32_t sequence,
                            const struct qwd_cmd *cmd)
{
    return sent->sequence == sequence && sent->time > QW_NEVER && sent->msec == cmd->msec &&
           sent->buttons == cmd->buttons && memcmp(sent->move, cmd->move, sizeof(cmd->move)) == 0 &&
           memcmp(sent->angles, cmd->angles, sizeof(cmd->angles)) == 0 &&
           memcmp(sent->view_angles, cmd->view_angles, sizeof(cmd->view_angles)) == 0;
}

/* Commands behind the sign-on that the demo before has as well: a part repeats those that were not
 * answered. */
static int skip_commands(struct qw_joint *joint)
{
    const struct qw_demo *next = joint->to.demo;
    const struct qw_state *from = joint->from.state;
    const size_t begin = joint->entry.begin;
    uint32_t sequence = joint->to.state->outgoing;
    struct format_error err;
    struct qwd_block block;
    size_t pos = begin;
    while (qwd_next_block(next->data, next->size, &pos, &block, NULL) > 0 &&
           block.type == QWD_CMD && (int32_t)(from->outgoing - sequence) > 0 &&
           is_same_command(&from->commands[sequence % QW_COMMANDS], sequence, &block.u.cmd)) {
        joint->entry.begin = pos;
        sequence++;
    }
    if (joint->entry.begin == begin) {
        return 0;
    }
    qw_start_free(&joint->to);
    return qw_start_read_to(&joint->to, next, joint->entry.begin, &err);
}

static bool read_command(const struct qw_start *start, uint32_t sequence, struct qwd_block *block)
{
    const uint8_t *bytes;
    size_t at = 0;
    const size_t size = qw_start_command(start, sequence, &bytes);
    return size > 0 && qwd_next_block(bytes, size, &at, block, NULL) > 0;
}

/* The client has counted to the same command, and has those from `first` on. */
static bool knows_commands(const struct follower *f, uint32_t first)
{
    const struct qw_state *from = f->joint->from.state, *to = f->joint->to.state;
    bool known = from->outgoing == to->outgoing && f->copier->shift.sequence <= to->incoming;
    for (uint32_t sequence = first; known && sequence != to->outgoing; sequence++) {
        struct qwd_block block;
        known = read_command(&f->joint->to, sequence, &block) &&
                is_same_command(&from->commands[sequence % QW_COMMANDS], sequence, &block.u.cmd);
    }
    return known;
}

/* The commands come at the time of what follows: the client's clock does not go back. */
static void write_numbers(const struct follower *f)
{
    struct qwd_copier *c = f->copier;
    const struct qw_start *to = &f->joint->to;
    const uint32_t first = qwd_copy_first_command(to);
    const float time = c->time;
    struct qwd_block block = {.time = time, .type = QWD_SET};
    if (knows_commands(f, first)) {
        return;
    }
    block.u.set.outgoing = first;
    block.u.set.incoming = to->state->incoming;
    qwd_copy_write(c, &block);
    for (uint32_t sequence = first; sequence != to->state->outgoing; sequence++) {
        if (read_command(to, sequence, &block)) {
            block.time = time;
            qwd_copy_write(c, &block);
        }
    }
}

static int write_changes(struct follower *f, size_t pos)
{
    const struct qw_start_output kept = {keep_packet, f}, written = {write_packet, f};
    const struct qw_joint *joint = f->joint;
    struct qwd_copier *c = f->copier;
    struct qw_clock clock = joint->to.state->clock;
    qw_clock_advance(&clock, c->demo, pos);
    const double time = (double)c->time;
    int code = qw_changes_write(&joint->from, &joint->to, clock.now, time, &kept);
    if (code == 0 && (f->packets > 1 || !has_room(c, pos, c->front.size))) {
        c->front.size = 0;
        code = qw_changes_write(&joint->from, &joint->to, clock.now, time, &written);
    }
    return code;
}

static double find_shift(const struct qwd_end *end, double first)
{
    const double gap = first - (double)end->time;
    return gap > 0.0 && gap <= STEP_MAX ? 0.0 : fmin(end->step, STEP_MAX) - gap;
}

/* Copies the blocks behind the sign-on. *pos: behind those that were copied. */
static int go_on(struct qw_joint *joint, const struct qwd_end *end, struct qwd_shift *shift,
                 struct byte_writer *out, size_t *pos)
{
    const struct qw_state *from = joint->from.state, *to = joint->to.state;
    struct edit_report report = {0};
    struct format_error err;
    struct qwd_block block;
    struct qwd_copier c = {.demo = joint->to.demo,
                           .start = &joint->to,
                           .out = out,
                           .report = &report,
                           .protocol = qw_state_protocol(to),
                           .simulates = true,
                           .keep_deltas = true,
                           .incoming = to->incoming,
                           .sequence = to->incoming};
    struct follower f = {.joint = joint, .copier = &c, .acknowledged = from->packet_acknowledged};
    size_t at = *pos = joint->entry.begin;
    (void)!qwd_next_block(c.demo->data, c.demo->size, &at, &block, NULL); /* it is there */
    c.time = block.time;
    c.shift.time = find_shift(end, (double)block.time);
    c.shift.sequence = end->sequence;
    int code = write_changes(&f, *pos);
    if (code == 0) {
        write_numbers(&f);
        code = qwd_copy_blocks(&c, pos, c.demo->size, false, &err);
    }
    *shift = c.shift;
    code = c.packet.failed || c.front.failed ? FORMAT_MEMORY : code;
    qwd_copy_free(&c);
    edit_report_free(&report);
    return code == FORMAT_MEMORY ? code : 0; /* what is damaged is copied as it is */
}

/* --- blocks -------------------------------------------------------------------------------------
 */

/* In front of the first block, if that does not set the numbers itself. */
static void begin(const struct qw_demo *next, const struct qwd_end *end, struct qwd_shift *shift,
                  struct byte_writer *out)
{
    struct qwd_block block, numbers = first_numbers;
    size_t pos = 0;
    if (qwd_next_block(next->data, next->size, &pos, &block, NULL) <= 0) {
        return;
    }
    shift->sequence = end->sequence;
    shift->time = (double)end->time - (double)block.time;
    if (block.type != QWD_SET) {
        numbers.time = block.time;
        qwd_shift_block(shift, &numbers);
        qwd_write_block(out, &numbers);
    }
}

int qwd_follow(const struct qw_demo *before, const struct qw_demo *next, struct edit_follow *how,
               struct byte_writer *out)
{
    const struct qwd_end end = qwd_shift_find_end(before);
    struct qwd_shift shift = {0};
    struct qw_joint joint = {0};
    struct qwd_block block;
    size_t pos = 0;
    int code = how->smooth ? qw_joint_read(&joint, before, next, &how->anew) : 0;
    const bool goes_on = code == 0 && how->smooth && !how->anew;
    code = goes_on ? skip_commands(&joint) : code;
    if (code == 0 && goes_on) {
        code = go_on(&joint, &end, &shift, out, &pos);
    } else {
        begin(next, &end, &shift, out);
    }
    while (code == 0 && qwd_next_block(next->data, next->size, &pos, &block, NULL) > 0) {
        qwd_shift_block(&shift, &block);
        qwd_write_block(out, &block);
    }
    if (code == 0) {
        byte_writer_bytes(out, next->data + pos, next->size - pos);
    }
    qw_joint_free(&joint);
    return out->failed ? FORMAT_MEMORY : code;
}
