/* One pass over a Quake III demo for tests and fuzz targets: prints the state as lines of text and
 * encodes the demo again from the decoded messages. */
#ifndef TESTS_SUPPORT_Q3_WALK_H
#define TESTS_SUPPORT_Q3_WALK_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quake3/q3_detect.h"
#include "formats/quake3/q3_hash.h"
#include "formats/quake3/q3_message.h"

struct q3_walk { /* see q3_walk_make */
    const struct q3_protocol *protocol;
    bool lines, anew;            /* which of the writers below are filled */
    struct byte_writer states;   /* a line a gamestate and a snapshot */
    struct byte_writer commands; /* gamestate, sequence, text; without the repeated ones */
    struct byte_writer out;      /* the re-encoded demo */
    uint32_t cut; /* leaves out that many snapshots of the output and starts with a full one */
    uint32_t messages, same_bytes; /* messages re-encoded to the same bytes */
    uint32_t gamestates, snapshots, dropped, others, entities;
    int32_t cut_from; /* sequence of the first snapshot in out */
    bool mismatch;    /* something that must not be */
    struct q3_frames frames;
    struct q3_gamestate gamestate;
    struct q3_packet packet;
};

/* For q3_walk_free. */
static inline struct q3_walk *q3_walk_make(int protocol, bool lines, bool anew)
{
    struct q3_walk *walk = calloc(1, sizeof(*walk));
    if (!walk) {
        abort();
    }
    walk->protocol = q3_protocol_get(protocol);
    walk->lines = lines;
    walk->anew = anew;
    return walk;
}

static inline void q3_walk_free(struct q3_walk *walk)
{
    byte_writer_free(&walk->states);
    byte_writer_free(&walk->commands);
    byte_writer_free(&walk->out);
    free(walk);
}

static inline void q3_walk_state_line(struct q3_walk *walk, int32_t sequence,
                                      const struct q3_message *m)
{
    char line[256];
    const struct q3_protocol *p = walk->protocol;
    const struct q3_gamestate *g = &walk->gamestate;
    const struct q3_snapshot *s = m->u.snapshot;
    if (m->id == Q3_GAMESTATE) {
        snprintf(line, sizeof(line),
                 "G %u msg=%d cmdseq=%d client=%d feed=%d ncs=%u csfnv=%016" PRIx64
                 " nbl=%u blfnv=%016" PRIx64 "\n",
                 walk->gamestates - 1, sequence, g->server_command, g->client, g->checksum_feed,
                 g->told, q3_hash_configstrings(g), walk->frames.baseline_count,
                 q3_hash_baselines(p, &walk->frames));
    } else {
        snprintf(line, sizeof(line),
                 "S %u msg=%d time=%d delta=%u flags=%u arealen=%u nent=%u ps=%016" PRIx64
                 " es=%016" PRIx64 "\n",
                 walk->gamestates - 1, s->sequence, s->server_time, s->delta, s->flags,
                 s->area_size, s->count, q3_hash_player(p, &s->player),
                 q3_hash_entities(p, &walk->frames, s));
    }
    byte_writer_bytes(&walk->states, line, strlen(line));
}

static inline void q3_walk_command_line(struct q3_walk *walk, const struct q3_message *m)
{
    char start[64];
    snprintf(start, sizeof(start), "%u %d ", walk->gamestates - 1, m->u.command.sequence);
    byte_writer_bytes(&walk->commands, start, strlen(start));
    byte_writer_bytes(&walk->commands, m->u.command.text, strlen(m->u.command.text));
    byte_writer_bytes(&walk->commands, "\n", 1);
}

/* Checks the invariants of q3_frames. */
static inline void q3_walk_check(struct q3_walk *walk, const struct q3_snapshot *s)
{
    const struct q3_frames *f = &walk->frames;
    walk->mismatch |= !s->valid || s->count > Q3_MAX_SNAPSHOT_ENTITIES ||
                      q3_frames_newest(f) != s || q3_frames_find(f, s->sequence) != s;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct q3_entity_state *e = q3_frames_entity(f, s, i);
        walk->mismatch |= e->number != s->numbers[i] || s->states[i] >= f->touched ||
                          (i > 0 && s->numbers[i] <= s->numbers[i - 1]) ||
                          q3_frames_entity_of(f, s, s->numbers[i]) != e;
    }
}

/* No free state is in a snapshot or a baseline. */
static inline void q3_walk_check_free(struct q3_walk *walk)
{
    const struct q3_frames *f = &walk->frames;
    bool *used = calloc(Q3_STATES, sizeof(*used));
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        used[f->baselines[i]] = true;
    }
    for (uint32_t i = 0; i <= Q3_SNAPSHOTS; i++) {
        for (uint32_t k = 0; k < f->snapshots[i].count; k++) {
            used[f->snapshots[i].states[k]] = true;
        }
    }
    uint32_t free_states = 0;
    for (uint32_t i = f->free; i != 0 && free_states < Q3_STATES; i = f->next[i]) {
        walk->mismatch |= used[i] || i >= f->touched;
        free_states++;
    }
    walk->mismatch |= free_states >= Q3_STATES;
    free(used);
}

static inline void q3_walk_write(struct q3_walk *walk, struct q3_bits_writer *w,
                                 const struct q3_message *m)
{
    const struct q3_snapshot *s = m->u.snapshot;
    if (m->id == Q3_GAMESTATE) {
        q3_write_gamestate(w, walk->protocol, &walk->gamestate, &walk->frames);
    } else if (m->id == Q3_SERVER_COMMAND) {
        q3_write_command(w, m->u.command.sequence, m->u.command.text);
    } else if (m->id == Q3_SNAPSHOT && s && walk->snapshots > walk->cut) {
        if (walk->snapshots == walk->cut + 1) {
            walk->cut_from = s->sequence;
        }
        const struct q3_snapshot *old =
            s->delta && (walk->cut == 0 || s->sequence - s->delta >= walk->cut_from)
                ? q3_frames_find(&walk->frames, s->sequence - s->delta)
                : NULL;
        q3_write_snapshot(w, walk->protocol, &walk->frames, old != s ? old : NULL, s);
    }
}

static inline void q3_walk_message(struct q3_walk *walk, int32_t sequence,
                                   const struct q3_message *m)
{
    switch (m->id) {
    case Q3_GAMESTATE:
        walk->gamestates++;
        break;
    case Q3_SNAPSHOT:
        if (!m->u.snapshot) {
            walk->dropped++;
            return;
        }
        walk->snapshots++;
        walk->entities += m->u.snapshot->count;
        q3_walk_check(walk, m->u.snapshot);
        break;
    case Q3_SERVER_COMMAND:
        if (walk->lines && !m->u.command.repeated) {
            q3_walk_command_line(walk, m);
        }
        return;
    default:
        walk->others++;
        return;
    }
    if (walk->lines) {
        q3_walk_state_line(walk, sequence, m);
    }
}

/* 0, or the first error. */
static inline int q3_walk_demo(struct q3_walk *walk, const uint8_t *data, size_t size,
                               struct format_error *err)
{
    struct byte_writer bytes = {0};
    struct q3_message m;
    struct dm3_block block;
    size_t pos = 0;
    int code;
    while ((code = dm3_next_block(data, size, &pos, &block, err)) > 0) {
        bytes.size = 0;
        q3_packet_open(&walk->packet, walk->protocol, &block);
        struct q3_bits_writer w = q3_write_begin(&bytes, walk->protocol, walk->packet.acknowledged);
        while ((code = q3_packet_next(&walk->packet, &walk->frames, &walk->gamestate, &m, err)) >
               0) {
            q3_walk_message(walk, block.sequence, &m);
            if (walk->anew) {
                q3_walk_write(walk, &w, &m);
            }
        }
        if (code < 0) {
            break;
        }
        walk->messages++;
        if (walk->anew) {
            q3_write_end(&w);
            /* But for the last byte: real ones hold anything where no bit is left for it. */
            walk->same_bytes +=
                bytes.size == block.size && memcmp(bytes.data, block.data, bytes.size - 1) == 0;
            if (bytes.size > 0) {
                dm3_write_block(&walk->out, block.sequence, bytes.data, bytes.size);
            }
        }
    }
    if (walk->anew) {
        dm3_write_end(&walk->out);
    }
    if (walk->frames.started) {
        q3_walk_check_free(walk);
    }
    byte_writer_free(&bytes);
    return code;
}

#endif
