#include "engine/edit/quakeworld/qwd_cut.h"

#include "engine/edit/quakeworld/qw_start.h"
#include "engine/edit/quakeworld/qwd_copy.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_state.h"

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

static void write_start_packet(void *context, enum qw_start_audience audience, uint8_t player,
                               const struct byte_writer *messages)
{
    struct qwd_copier *c = context;
    struct qwd_block block = {.time = c->time, .type = QWD_READ};
    (void)audience;
    (void)player;
    c->sequence++;
    block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED,
                                         .sequence = c->sequence,
                                         .acknowledged = c->sequence,
                                         .messages = messages->data,
                                         .size = (uint32_t)messages->size};
    qwd_copy_write(c, &block);
}

static void write_sequences(struct qwd_copier *c, uint32_t outgoing, uint32_t incoming)
{
    struct qwd_block block = {.time = c->time, .type = QWD_SET};
    block.u.set.outgoing = outgoing;
    block.u.set.incoming = incoming;
    qwd_copy_write(c, &block);
}

static float time_at(const struct qw_demo *demo, size_t at)
{
    struct qwd_block block;
    return qwd_next_block(demo->data, demo->size, &at, &block, NULL) > 0 ? block.time : 0.0f;
}

/* The start packets with the time of what follows: a command or the part's first block. */
static int write_start(struct qwd_copier *c, struct format_error *err)
{
    const struct qw_start *start = c->start;
    const struct qw_state *s = start->state;
    const struct qw_start_output output = {write_start_packet, c};
    struct qw_clock clock = s->clock;
    const uint8_t *block = NULL;
    const uint32_t first = qwd_copy_first_command(start);
    qw_clock_advance(&clock, c->demo, start->part);
    double now = clock.now;
    c->time = time_at(c->demo, start->part);
    if (first != s->outgoing && qw_start_command(start, first, &block) > 0) {
        now = s->commands[first % QW_COMMANDS].time;
        c->time = time_at(c->demo, (size_t)(block - c->demo->data));
    }
    if (qw_start_write(start, now, (double)c->time, &output) < 0) {
        return no_memory(err);
    }
    write_sequences(c, first, s->incoming);
    c->report->start_steps = c->report->steps;
    for (uint32_t sequence = first; sequence != s->outgoing; sequence++) {
        const size_t size = qw_start_command(start, sequence, &block);
        byte_writer_bytes(c->out, block, size);
        c->report->steps += size > 0;
    }
    return 0;
}

/* A later level begins in the middle of the recorder's sequence numbers. */
static int write_level_start(struct qwd_copier *c, struct format_error *err)
{
    const struct qw_start_output output = {write_start_packet, c};
    c->time = time_at(c->demo, c->start->level);
    if (qw_start_write_orders(c->start, &output) < 0) {
        return no_memory(err);
    }
    write_sequences(c, c->start->level_outgoing, c->start->level_incoming);
    c->report->start_steps = c->report->steps;
    return 0;
}

static int cut_part(struct qwd_copier *c, struct qw_walk *walk, const struct edit_range *range,
                    struct format_error *err)
{
    struct qw_start *start = c->start;
    size_t pos;
    int code = qw_start_read(start, walk, range->first, err);
    if (code < 0) {
        return code;
    }
    if (!start->entered) {
        c->protocol = start->protocol;
        code = start->first_level ? 0 : write_level_start(c, err);
        pos = start->level;
        return code < 0 ? code : qwd_copy_blocks(c, &pos, range->last, !start->first_level, err);
    }
    code = write_start(c, err);
    if (code < 0) {
        return code;
    }
    c->simulates = true;
    c->keep_deltas = range->keep_deltas;
    c->incoming = c->sequence = start->state->incoming;
    c->protocol = qw_state_protocol(start->state);
    pos = start->part;
    return qwd_copy_blocks(c, &pos, range->last, false, err);
}

static void write_end(struct qwd_copier *c)
{
    static const uint8_t text[] = "\2EndOfDemo";
    struct qwd_block block = {.time = c->time, .type = QWD_READ};
    block.u.packet =
        (struct qwd_packet){.kind = QWD_CONNECTIONLESS, .messages = text, .size = sizeof(text)};
    if (!c->ended && c->report->steps > 0) {
        qwd_copy_write(c, &block);
    }
}

int qwd_walk_cut(const struct qw_demo *demo, struct qw_walk *walk, const struct edit_range *range,
                 struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    struct qw_start start = {0};
    struct format_error own;
    struct qwd_copier c = {.demo = demo,
                           .start = &start,
                           .out = out,
                           .report = report,
                           .protocol = {.version = QW_PROTOCOL_LAST}};
    const size_t begin = out->size;
    size_t pos = 0;
    err = err ? err : &own;
    *report = (struct edit_report){0};
    int code =
        range ? cut_part(&c, walk, range, err) : qwd_copy_blocks(&c, &pos, demo->size, false, err);
    write_end(&c);
    if (report->steps == 0) {
        out->size = begin;
    }
    if (out->failed || c.packet.failed) {
        code = no_memory(err);
    }
    qw_start_free(&start);
    qwd_copy_free(&c);
    return code;
}

int qwd_cut(const struct qw_demo *demo, const struct edit_range *range, struct byte_writer *out,
            struct edit_report *report, struct format_error *err)
{
    return qw_cut_once(demo, range, qwd_walk_cut, out, report, err);
}
