#include "engine/edit/quakeworld/mvd_follow.h"

#include <math.h>
#include <string.h>

#include "engine/edit/quakeworld/mvd_copy.h"
#include "engine/edit/quakeworld/qw_changes.h"
#include "engine/edit/quakeworld/qw_joint.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_state.h"

/* Between two demos, where neither tells a time between two blocks. */
enum { STEP = 10 };

/* --- the server's time --------------------------------------------------------------------------
 */

struct server_clock {
    double time; /* seconds */
    bool any;    /* a serverdata told it */
    bool moves;  /* the first serverdata is to tell `time`, others move with it */
    double shift;
};

/* Overwrites a serverdata message with the same at another time, if that is as long. */
static void put_time(const struct qw_protocol *protocol, struct qw_message *m, double time,
                     uint8_t *bytes)
{
    struct byte_writer written = {0};
    m->u.serverdata.demo_time = (float)time;
    qw_message_encode(protocol, m, &written);
    if (!written.failed && written.size == m->size) {
        memcpy(bytes, written.data, written.size);
    }
    byte_writer_free(&written);
}

static void see_serverdata(struct server_clock *clock, const struct qw_protocol *protocol,
                           struct qw_message *m, uint8_t *bytes)
{
    const double time = isfinite(m->u.serverdata.demo_time) ? m->u.serverdata.demo_time : 0.0;
    if (clock->moves && !clock->any) {
        clock->shift = clock->time - time;
    }
    clock->any = true;
    clock->time = time + clock->shift;
    if (clock->moves) {
        put_time(protocol, m, clock->time, bytes);
    }
}

/* Follows the clock through a demo. copy: its bytes, to write the times to; or NULL. */
static void follow_clock(struct server_clock *clock, const struct qw_demo *demo, uint8_t *copy)
{
    struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
    struct mvd_block block;
    struct qw_message m;
    size_t pos = 0;
    while (mvd_next_block(demo->data, demo->size, &pos, &block, NULL) > 0) {
        size_t at = 0;
        clock->time += block.msec / 1000.0;
        while (mvd_has_messages(&block) &&
               qw_message_decode(&protocol, block.u.messages.data, block.u.messages.size, &at, &m,
                                 NULL) > 0) {
            const struct qw_protocol before = protocol;
            qw_protocol_follow(&protocol, &m);
            if (m.id == QW_SERVERDATA) {
                see_serverdata(clock, &before, &m,
                               copy ? copy + block.u.messages.offset + m.offset : NULL);
            }
        }
    }
}

static void move_times(const struct qw_demo *before, const struct qw_demo *next, uint8_t *copy)
{
    struct server_clock clock = {0};
    follow_clock(&clock, before, NULL);
    clock.any = false;
    clock.moves = true;
    follow_clock(&clock, next, copy);
}

/* --- the level goes on --------------------------------------------------------------------------
 */

static uint8_t find_step(const struct qw_demo *before, const struct qw_demo *next, size_t pos)
{
    struct mvd_block block;
    uint8_t step = STEP;
    if (mvd_next_block(next->data, next->size, &pos, &block, NULL) > 0 && block.msec > 0) {
        return block.msec;
    }
    for (pos = 0; mvd_next_block(before->data, before->size, &pos, &block, NULL) > 0;) {
        step = block.msec > 0 ? block.msec : step;
    }
    return step;
}

static void write_block(void *context, enum qw_start_audience audience, uint8_t player,
                        const struct byte_writer *messages)
{
    static const enum mvd_block_type types[] = {
        [QW_START_ALL] = MVD_ALL, [QW_START_ONE] = MVD_SINGLE, [QW_START_STATS] = MVD_STATS};
    mvd_copy_add(context, types[audience], player, messages);
}

/* Copies the blocks behind the sign-on. *pos: behind those that were copied. */
static int go_on(struct qw_joint *joint, struct byte_writer *out, size_t *pos)
{
    const struct qw_demo *next = joint->to.demo;
    struct edit_report report = {0};
    struct format_error err;
    struct mvd_copier c = {.demo = next, .start = &joint->to, .out = out, .report = &report};
    const struct qw_start_output output = {write_block, &c};
    struct qw_clock clock = joint->to.state->clock;
    *pos = joint->entry.begin;
    c.msec = find_step(joint->from.demo, next, *pos);
    qw_clock_advance(&clock, next, *pos);
    mvd_copy_state(&c);
    c.new_players = UINT32_MAX; /* the client may know others from before */
    int code = qw_changes_write(&joint->from, &joint->to, clock.now,
                                qw_server_time(joint->to.state, clock.now), &output);
    code = code < 0 ? code : mvd_copy_blocks(&c, pos, joint->entry.update, true, false, &err);
    if (code == 0) {
        mvd_copy_entities(&c);
        code = mvd_copy_blocks(&c, pos, next->size, false, false, &err);
    }
    code = c.block.failed ? FORMAT_MEMORY : code;
    mvd_copy_free(&c);
    edit_report_free(&report);
    return code == FORMAT_MEMORY ? code : 0; /* what is damaged is copied as it is */
}

static int append(const struct qw_demo *before, const struct qw_demo *next, struct edit_follow *how,
                  struct byte_writer *out)
{
    struct qw_joint joint = {0};
    size_t pos = 0;
    int code = how->smooth ? qw_joint_read(&joint, before, next, &how->anew) : 0;
    if (code == 0 && how->smooth && !how->anew) {
        code = go_on(&joint, out, &pos);
    }
    if (code == 0) {
        byte_writer_bytes(out, next->data + pos, next->size - pos);
    }
    qw_joint_free(&joint);
    return out->failed ? FORMAT_MEMORY : code;
}

int mvd_follow(const struct qw_demo *before, const struct qw_demo *next, struct edit_follow *how,
               struct byte_writer *out)
{
    struct byte_writer copy = {0};
    struct qw_demo moved = *next;
    if (!how->retime) {
        return append(before, next, how, out);
    }
    byte_writer_bytes(&copy, next->data, next->size);
    int code = copy.failed ? FORMAT_MEMORY : 0;
    if (code == 0) {
        move_times(before, next, copy.data);
        moved.data = copy.data;
        code = append(before, &moved, how, out);
    }
    byte_writer_free(&copy);
    return code;
}
