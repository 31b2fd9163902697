#include "engine/edit/quakeworld/mvd_cut.h"

#include "engine/edit/quakeworld/mvd_copy.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_state.h"

static int no_memory(struct format_error *err)
{
    return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}

/* The blocks of a part behind start blocks. */
static int copy_part(struct mvd_copier *c, const struct edit_range *range, struct format_error *err)
{
    size_t pos = c->start->part;
    mvd_copy_state(c);
    int code = mvd_copy_blocks(c, &pos, range->first, true, false, err);
    if (code < 0) {
        return code;
    }
    mvd_copy_entities(c); /* an update of players alone */
    return mvd_copy_blocks(c, &pos, range->last, false, false, err);
}

/* --- before it ----------------------------------------------------------------------------------
 */

static void write_start_block(void *context, enum qw_start_audience audience, uint8_t player,
                              const struct byte_writer *messages)
{
    static const enum mvd_block_type types[] = {
        [QW_START_ALL] = MVD_ALL, [QW_START_ONE] = MVD_SINGLE, [QW_START_STATS] = MVD_STATS};
    mvd_copy_add(context, types[audience], player, messages);
}

static int cut_part(struct mvd_copier *c, struct qw_walk *walk, const struct edit_range *range,
                    struct format_error *err)
{
    const struct qw_start_output output = {write_start_block, c};
    struct qw_start *start = c->start;
    size_t pos;
    int code = qw_start_read(start, walk, range->first, err);
    if (code < 0) {
        return code;
    }
    if (!start->entered) {
        const bool later = !start->first_level;
        code = later ? qw_start_write_orders(start, &output) : 0;
        c->report->start_steps = c->report->steps;
        c->protocol = start->protocol;
        pos = start->level;
        return code < 0 ? no_memory(err) : mvd_copy_blocks(c, &pos, range->last, later, later, err);
    }
    struct qw_clock clock = start->state->clock;
    qw_clock_advance(&clock, c->demo, start->part);
    const double time = qw_server_time(start->state, clock.now);
    if (qw_start_write(start, clock.now, time, &output) < 0) {
        return no_memory(err);
    }
    c->report->start_steps = c->report->steps;
    return copy_part(c, range, err);
}

static void write_end(struct mvd_copier *c)
{
    static const char text[] = "\2EndOfDemo";
    if (!c->ended && c->report->steps > 0) {
        c->block.size = 0;
        byte_writer_bytes(&c->block, text, sizeof(text));
        mvd_copy_add(c, MVD_ALL, 0, &c->block);
    }
}

int mvd_walk_cut(const struct qw_demo *demo, struct qw_walk *walk, const struct edit_range *range,
                 struct byte_writer *out, struct edit_report *report, struct format_error *err)
{
    struct qw_start start = {0};
    struct format_error own;
    struct mvd_copier c = {.demo = demo,
                           .start = &start,
                           .out = out,
                           .report = report,
                           .protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = true}};
    const size_t begin = out->size;
    size_t pos = 0;
    err = err ? err : &own;
    *report = (struct edit_report){0};
    int code = range ? cut_part(&c, walk, range, err)
                     : mvd_copy_blocks(&c, &pos, demo->size, false, false, err);
    write_end(&c);
    if (report->steps == 0) {
        out->size = begin;
    }
    if (out->failed || c.block.failed) {
        code = no_memory(err);
    }
    qw_start_free(&start);
    mvd_copy_free(&c);
    return code;
}

int mvd_cut(const struct qw_demo *demo, const struct edit_range *range, struct byte_writer *out,
            struct edit_report *report, struct format_error *err)
{
    return qw_cut_once(demo, range, mvd_walk_cut, out, report, err);
}
