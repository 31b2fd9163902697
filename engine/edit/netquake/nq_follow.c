#include "engine/edit/netquake/nq_follow.h"

#include <math.h>
#include <string.h>

#include "engine/edit/netquake/nq_start.h"
#include "formats/netquake/nq_message.h"

#define STEP_MAX 0.1 /* seconds: longer ones clients shorten to this */

struct follower {
    const struct nq_file *next;
    struct byte_writer *out;
    struct byte_writer block; /* being written */
    struct nq_protocol protocol;
    double shift; /* seconds, added to each time */
};

struct times {
    bool any;
    double first, last, step; /* step: between the last two that differ */
};

/* Where in the file a message's time is; false: it has none. */
static bool find_time(const struct nq_protocol *protocol, const struct nq_message *m, size_t *at,
                      float *time)
{
    if (m->id == NQ_TIME) {
        *at = m->offset + 1;
        *time = m->u.time;
        return true;
    }
    if (m->id == NQ_DELTAS) {
        *at = m->offset + 1 + (protocol->fte2 & NQ_FTE2_PREDINFO ? 2u : 0u);
        *time = m->u.deltas.time;
        return true;
    }
    return false;
}

static void add_time(struct times *times, float time)
{
    const double step = (double)time - times->last;
    if (!isfinite(time)) {
        return;
    }
    times->first = times->any ? times->first : (double)time;
    times->step = times->any && step > 0.0 ? step : times->step;
    times->last = (double)time;
    times->any = true;
}

static struct times find_times(const struct nq_file *file)
{
    struct nq_protocol protocol = file->protocol;
    struct times times = {0};
    struct dem_block block;
    struct nq_message m;
    for (size_t pos = file->dem.first_block; dem_next_block(&file->dem, &pos, &block, NULL) > 0;) {
        size_t at = 0, place;
        float time;
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            nq_protocol_follow(&protocol, &m);
            if (find_time(&protocol, &m, &place, &time)) {
                add_time(&times, time);
            }
        }
    }
    return times;
}

static double find_shift(const struct nq_file *before, const struct nq_file *next, bool smooth)
{
    const struct times old = find_times(before), times = find_times(next);
    const double gap = times.first - old.last;
    if (!old.any || !times.any || (smooth && gap > 0.0 && gap <= STEP_MAX)) {
        return 0.0;
    }
    return fmin(old.step, STEP_MAX) - gap;
}

/* --- states -------------------------------------------------------------------------------------
 */

/* Notes the blocks of a file before `end`. protocol: of the first, then of the next. */
static int note_blocks(const struct nq_file *file, size_t end, struct nq_protocol *protocol,
                       struct nq_start *start)
{
    struct dem_block block;
    struct nq_message m;
    size_t pos = file->dem.first_block;
    while (pos < end && dem_next_block(&file->dem, &pos, &block, NULL) > 0) {
        size_t at = 0;
        while (nq_message_decode(protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            nq_protocol_follow(protocol, &m);
            if (nq_start_note(start, protocol, block.messages, &m) < 0) {
                return FORMAT_MEMORY;
            }
        }
        nq_start_end_block(start);
    }
    return 0;
}

/* The offset of the first block with entities before the demo's end or damage; the file's size:
 * there is none. */
static size_t find_entered(const struct nq_file *file)
{
    struct nq_protocol protocol = file->protocol;
    struct dem_block block;
    struct nq_message m;
    size_t pos = file->dem.first_block;
    int code = 0;
    while (code == 0 && dem_next_block(&file->dem, &pos, &block, NULL) > 0) {
        size_t at = 0;
        while ((code = nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL)) >
               0) {
            nq_protocol_follow(&protocol, &m);
            if (m.id >= NQ_ENTITY_UPDATE || m.id == NQ_DELTAS || m.id == NQ_DP_ENTITIES) {
                return block.offset;
            }
            if (m.id == NQ_DISCONNECT) {
                return file->dem.size;
            }
        }
    }
    return file->dem.size;
}

/* Writes the differences between the states if the level can go on. *pos: where the blocks go on.
 */
static int write_changes(struct follower *f, const struct nq_file *before, struct edit_follow *how,
                         size_t *pos)
{
    struct nq_start *from = nq_start_create(), *to = nq_start_create();
    struct nq_protocol old = before->protocol, own = f->protocol;
    struct dem_block block;
    size_t entered = find_entered(f->next), at = entered;
    int code = FORMAT_MEMORY;
    if (from && to) {
        code = note_blocks(before, before->dem.size, &old, from);
        code = code == 0 ? note_blocks(f->next, entered, &own, to) : code;
    }
    if (code == 0) {
        how->anew = dem_next_block(&f->next->dem, &at, &block, NULL) <= 0
                        ? "it has no entities"
                        : nq_start_reload(from, to);
    }
    if (code == 0 && !how->anew) {
        (void)nq_start_write_changes(from, to, &own, block.angles, f->out);
        f->protocol = own;
        *pos = entered;
    }
    nq_start_free(from);
    nq_start_free(to);
    return code;
}

/* --- blocks -------------------------------------------------------------------------------------
 */

static void put_f32(uint8_t *bytes, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    bytes_put_u32(bytes, bits);
}

/* False: the block is damaged, and is written as it is from there on. */
static bool write_block(struct follower *f, const struct dem_block *block)
{
    struct nq_message m;
    size_t at = 0, place;
    float time;
    int code;
    f->block.size = 0;
    byte_writer_bytes(&f->block, block->messages, block->size);
    while ((code = nq_message_decode(&f->protocol, block->messages, block->size, &at, &m, NULL)) >
           0) {
        nq_protocol_follow(&f->protocol, &m);
        if (find_time(&f->protocol, &m, &place, &time) && !f->block.failed) {
            put_f32(f->block.data + place, (float)((double)time + f->shift));
        }
    }
    dem_write_block(f->out, block->angles, f->block.data, (uint32_t)f->block.size);
    return code == 0;
}

int nq_follow(const struct nq_file *before, const struct nq_file *next, struct edit_follow *how,
              struct byte_writer *out)
{
    struct follower f = {.next = next, .out = out, .protocol = next->protocol};
    struct dem_block block;
    size_t pos = next->dem.first_block, at = pos;
    bool good = true;
    int code = how->smooth ? write_changes(&f, before, how, &pos) : 0;
    if (code == 0 && (how->retime || (how->smooth && !how->anew))) {
        f.shift = find_shift(before, next, how->smooth && !how->anew);
    }
    at = pos;
    while (code == 0 && f.shift != 0.0 && good &&
           dem_next_block(&next->dem, &at, &block, NULL) > 0) {
        good = write_block(&f, &block);
        pos = at;
    }
    if (code == 0) {
        byte_writer_bytes(out, next->dem.data + pos, next->dem.size - pos);
    }
    code = f.block.failed || out->failed ? FORMAT_MEMORY : code;
    byte_writer_free(&f.block);
    return code;
}
