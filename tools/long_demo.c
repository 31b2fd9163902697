#include "tools/long_demo.h"
#include "engine/playback/families.h"

#include <math.h>

#include "engine/netquake/nq_family.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_scan.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "tools/qw_long_demo.h"

#define MAX_BYTES 1e9

/* The blocks to repeat. */
struct body {
    struct dem_file dem;
    struct nq_protocol protocol;
    size_t begin, end; /* offsets in the file */
    uint32_t updates;
    double first_time, last_time; /* on the server's clock */
    double play;                  /* seconds from the first update to the last */
    double gap;                   /* seconds from the last update of a repeat to the next's first */
};

/* Properties of a block that decide if it is part of a repeat. */
struct block_facts {
    bool has_time;
    double time;
    bool joins; /* a message of joining a server */
    bool ends;  /* the level is over */
    bool damaged;
};

static double played(double gap)
{
    return fmin(fmax(gap, 0.0), NQ_MAX_GAP);
}

static struct block_facts look_at(struct nq_protocol *protocol, uint32_t *signon,
                                  const struct dem_block *block)
{
    struct block_facts facts = {0};
    struct nq_message message;
    size_t pos = 0;
    int status;
    while ((status = nq_message_decode(protocol, block->messages, block->size, &pos, &message,
                                       NULL)) > 0) {
        nq_protocol_follow(protocol, &message);
        switch (message.id) {
        case NQ_TIME:
            facts.has_time = true;
            facts.time = (double)message.u.time;
            facts.damaged = facts.damaged || !isfinite(message.u.time);
            break;
        case NQ_SERVERINFO:
            *signon = 0;
            facts.joins = true;
            break;
        case NQ_SIGNONNUM:
            *signon = message.u.signonnum ? message.u.signonnum : *signon;
            facts.joins = true;
            break;
        case NQ_INTERMISSION: /* a cutscene may come in the middle of play */
        case NQ_FINALE:
        case NQ_DISCONNECT:
            facts.ends = true;
            break;
        default:
            break;
        }
    }
    facts.damaged = facts.damaged || status < 0;
    return facts;
}

static int find_body(struct body *body, struct format_error *err)
{
    struct nq_protocol protocol = body->protocol;
    struct dem_block block;
    size_t pos = body->dem.first_block;
    uint32_t signon = 0;
    while (dem_next_block(&body->dem, &pos, &block, NULL) > 0) {
        struct block_facts facts = look_at(&protocol, &signon, &block);
        bool begun = body->updates > 0;
        if (facts.damaged || facts.ends || (begun && facts.joins)) {
            break;
        }
        if (!begun && !facts.joins && facts.has_time && signon >= 3) {
            body->begin = block.offset;
            body->first_time = facts.time;
            body->protocol = protocol;
        } else if (!begun) {
            continue;
        }
        if (facts.has_time) {
            body->play += begun ? played(facts.time - body->last_time) : 0.0;
            body->last_time = facts.time;
            body->updates++;
        }
        body->end = pos;
    }
    if (body->updates == 0) {
        return format_fail(err, FORMAT_BAD, pos, "there is no picture to repeat");
    }
    body->gap = body->play > 0.0 ? body->play / (body->updates - 1) : NQ_MAX_GAP;
    return 0;
}

/* Appends the block with its clock `shift` later; *time becomes the one written. */
static void write_shifted(struct byte_writer *out, struct byte_writer *messages,
                          const struct body *body, const struct dem_block *block, double shift,
                          double *time)
{
    struct nq_message message;
    size_t pos = 0;
    messages->size = 0;
    while (nq_message_decode(&body->protocol, block->messages, block->size, &pos, &message, NULL) >
           0) {
        if (message.id == NQ_TIME) {
            message.u.time = (float)((double)message.u.time + shift);
            *time = (double)message.u.time;
            nq_message_encode(&body->protocol, &message, messages);
        } else {
            byte_writer_bytes(messages, block->messages + message.offset, message.size);
        }
    }
    dem_write_block(out, block->angles, messages->data, (uint32_t)messages->size);
}

/* Writes the body once. Returns the seconds it plays after what was written before. */
static double write_repeat(struct byte_writer *out, struct byte_writer *messages,
                           const struct body *body, double shift, double *time)
{
    struct dem_block block;
    double play = 0.0;
    for (size_t pos = body->begin; pos < body->end;) {
        double before = *time;
        if (dem_next_block(&body->dem, &pos, &block, NULL) <= 0) {
            break;
        }
        write_shifted(out, messages, body, &block, shift, time);
        play += played(*time - before);
    }
    return play;
}

static int make_netquake(struct byte_writer *out, const struct nq_file *file, double seconds,
                         struct format_error *err)
{
    struct body body = {.dem = file->dem, .protocol = file->protocol};
    struct byte_writer messages = {0};
    int status = find_body(&body, err);
    if (status < 0) {
        return status;
    }
    double period = body.last_time - body.first_time + body.gap;
    double most = MAX_BYTES / (double)(body.end - body.begin);
    double play = 0.0;
    double time = body.first_time;
    if (seconds / (body.play + body.gap) > most) {
        return format_fail(err, FORMAT_BAD, body.begin, "too little play to repeat");
    }
    byte_writer_bytes(out, file->dem.data, body.begin);
    for (double i = 0.0; i < most && (i < 1.0 || play < seconds); i++) {
        play += write_repeat(out, &messages, &body, i * period, &time);
    }
    bool failed = out->failed || messages.failed;
    byte_writer_free(&messages);
    if (failed) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (long demo)");
    }
    return play < seconds ? format_fail(err, FORMAT_BAD, 0, "the clock is too coarse") : 0;
}

int long_demo_make(struct byte_writer *out, const uint8_t *data, size_t size, double seconds,
                   struct format_error *err)
{
    struct demo demo;
    int status = demo_open(&demo, data, size, NULL);
    if (status < 0) {
        format_fail(err, status, demo.error.offset, "%s", demo.error.what);
    } else if (demo.family == &quakeworld_family) {
        status = qw_long_demo_make(out, demo.file, seconds, err);
    } else if (demo.family == &netquake_family) {
        status = make_netquake(out, demo.file, seconds, err);
    } else {
        status = format_fail(err, FORMAT_UNKNOWN, 0, "only Quake's demos can be made longer");
    }
    demo_close(&demo);
    return status;
}
