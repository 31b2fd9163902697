/* Made-up Quake III demos of any protocol: all fields with values of all kinds. */
#ifndef TESTS_SUPPORT_Q3_SAMPLES_H
#define TESTS_SUPPORT_Q3_SAMPLES_H

#include <stdlib.h>
#include <string.h>

#include "formats/quake3/q3_frames.h"
#include "formats/quake3/q3_message.h"

static const int q3_sample_protocols[] = {43, 48, 66, 68, 71, 73, 90, 91};
enum { Q3_SAMPLE_PROTOCOLS = sizeof(q3_sample_protocols) / sizeof(q3_sample_protocols[0]) };

struct q3_sample { /* see q3_sample_make */
    const struct q3_protocol *protocol;
    uint32_t seed;
    uint32_t density;  /* number of 256 entities and fields that change */
    uint32_t arrivals; /* number of 1024 absent entities that a snapshot adds */
    struct q3_frames frames;
    struct q3_gamestate gamestate;
    struct byte_writer message, demo;
};

static inline uint32_t q3_sample_random(struct q3_sample *s)
{
    s->seed = s->seed * 1664525u + 1013904223u;
    return s->seed >> 8;
}

static inline bool q3_sample_chance(struct q3_sample *s)
{
    return q3_sample_random(s) % 256 < s->density;
}

static inline int32_t q3_sample_value(struct q3_sample *s, int bits)
{
    const uint32_t r = q3_sample_random(s) << 16 ^ q3_sample_random(s);
    if (r % 8 == 0) {
        return 0;
    }
    if (bits == 0) {
        return r % 2 ? q3_float_bits((float)((int32_t)(r >> 8) % 5000)) : (int32_t)r;
    }
    if (bits < 0) {
        return q3_bits_signed(r & ((1u << -bits) - 1), (uint32_t)-bits);
    }
    return (int32_t)(bits == 32 ? r : r & ((1u << bits) - 1));
}

static inline void q3_sample_fields(struct q3_sample *s, const struct q3_field *fields,
                                    uint32_t count, int32_t *values)
{
    for (uint32_t i = 0; i < count; i++) {
        if (q3_sample_chance(s)) {
            values[fields[i].slot] = q3_sample_value(s, fields[i].bits);
        }
    }
}

static inline void q3_sample_player(struct q3_sample *s, struct q3_player_state *p)
{
    q3_sample_fields(s, s->protocol->player, s->protocol->player_count, p->fields);
    for (uint32_t i = 0; i < Q3_ARRAY; i++) {
        if (q3_sample_chance(s)) {
            p->stats[i] = q3_sample_value(s, -16);
            p->persistant[Q3_ARRAY - 1 - i] = q3_sample_value(s, -16);
        }
        if (q3_sample_chance(s)) {
            p->ammo[i] = q3_sample_value(s, 16);
            p->powerups[i] = q3_sample_value(s, 32);
        }
    }
}

/* A new state like `from`, with changes. */
static inline uint16_t q3_sample_entity(struct q3_sample *s, uint16_t from, uint32_t number)
{
    const uint16_t state = q3_frames_take(&s->frames);
    struct q3_entity_state *e = &s->frames.states[state];
    *e = s->frames.states[from];
    e->number = (int32_t)number;
    q3_sample_fields(s, s->protocol->entity, s->protocol->entity_count, e->fields);
    return state;
}

static inline void q3_sample_end(struct q3_sample *s, struct q3_bits_writer *w, int32_t sequence)
{
    q3_write_end(w);
    dm3_write_block(&s->demo, sequence, s->message.data, s->message.size);
}

static inline struct q3_bits_writer q3_sample_begin(struct q3_sample *s)
{
    s->message.size = 0;
    return q3_write_begin(&s->message, s->protocol, 7);
}

/* With a gamestate in its first message, sequence 1. */
static inline struct q3_sample *q3_sample_make(int protocol, uint32_t seed, uint32_t density)
{
    struct q3_sample *s = calloc(1, sizeof(*s));
    if (!s) {
        abort();
    }
    s->protocol = q3_protocol_get(protocol);
    s->seed = seed;
    s->density = density;
    s->arrivals = 20;
    q3_frames_reset(&s->frames);
    q3_gamestate_reset(&s->gamestate);
    s->gamestate.server_command = s->frames.server_command = 5;
    s->gamestate.client = protocol >= 66 ? 3 : -1;
    s->gamestate.checksum_feed = protocol >= 66 ? -77 : 0;
    (void)q3_gamestate_set(&s->gamestate, 0, "\\mapname\\q3dm17\\sv_hostname\\a.b");
    (void)q3_gamestate_set(&s->gamestate, 20, "baseq3-1");
    (void)q3_gamestate_set(&s->gamestate, 1023, "last");
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES - 1; i += 1 + q3_sample_random(s) % 40) {
        struct q3_entity_state e = {.number = (int32_t)i};
        q3_sample_fields(s, s->protocol->entity, s->protocol->entity_count, e.fields);
        q3_frames_set_baseline(&s->frames, &e);
    }
    struct q3_bits_writer w = q3_sample_begin(s);
    q3_write_gamestate(&w, s->protocol, &s->gamestate, &s->frames);
    q3_sample_end(s, &w, 1);
    return s;
}

static inline void q3_sample_free(struct q3_sample *s)
{
    byte_writer_free(&s->message);
    byte_writer_free(&s->demo);
    free(s);
}

static inline void q3_sample_add(struct q3_snapshot *to, uint32_t number, uint16_t state)
{
    to->numbers[to->count] = (uint16_t)number;
    to->states[to->count++] = state;
}

static inline void q3_sample_entities(struct q3_sample *s, const struct q3_snapshot *old,
                                      struct q3_snapshot *to)
{
    uint32_t k = 0;
    for (uint32_t number = 0; number < Q3_ENTITY_NONE; number++) {
        if (old && k < old->count && old->numbers[k] == number) {
            const uint16_t was = old->states[k++];
            const uint32_t choice = q3_sample_random(s) % 8;
            if (choice == 0) {
                continue; /* removed */
            }
            if (choice < 4) {
                q3_sample_add(to, number, was);
            } else {
                q3_sample_add(to, number, q3_sample_entity(s, was, number));
            }
        } else if (q3_sample_random(s) % 1024 < s->arrivals) {
            q3_sample_add(to, number, q3_sample_entity(s, s->frames.baselines[number], number));
        }
    }
}

/* A message with a command and a snapshot, against the one `delta` before if that is there. */
static inline const struct q3_snapshot *q3_sample_snapshot(struct q3_sample *s, int32_t sequence,
                                                           int32_t delta)
{
    struct q3_frames *f = &s->frames;
    const struct q3_snapshot *old = delta ? q3_frames_find(f, sequence - delta) : NULL;
    struct q3_snapshot *to = &f->snapshots[f->spare];
    static const struct q3_player_state nobody;
    q3_frames_clear(to);
    to->sequence = sequence;
    to->server_time = 1000 + sequence * 50;
    to->client_command = s->protocol->command_time ? 12 : 0;
    to->server_command = ++f->server_command;
    to->delta = (uint8_t)(old ? delta : 0);
    to->flags = (uint8_t)(sequence % 8);
    to->area_size = (uint8_t)(sequence % (Q3_MAX_AREA_BYTES + 1));
    for (uint32_t i = 0; i < Q3_MAX_AREA_BYTES; i++) {
        to->areas[i] = (uint8_t)(i < to->area_size ? q3_sample_random(s) : 0);
    }
    to->player = old ? old->player : nobody;
    q3_sample_player(s, &to->player);
    q3_sample_entities(s, old, to);
    to->entity_end = f->entity_end + to->count;
    struct q3_bits_writer w = q3_sample_begin(s);
    q3_write_command(&w, f->server_command, "print \"hello\n\"");
    q3_write_snapshot(&w, s->protocol, f, old, to);
    q3_frames_push(f);
    q3_sample_end(s, &w, sequence);
    return q3_frames_newest(f);
}

/* Writes a whole demo with that number of snapshots. */
static inline void q3_sample_demo(struct q3_sample *s, int32_t snapshots)
{
    for (int32_t i = 0; i < snapshots; i++) {
        const int32_t gap = i / 5;
        (void)q3_sample_snapshot(s, 3 + i + gap,
                                 i % 7 == 6 ? 0 : 1 + (int32_t)(q3_sample_random(s) % 4));
    }
    dm3_write_end(&s->demo);
}

#endif
