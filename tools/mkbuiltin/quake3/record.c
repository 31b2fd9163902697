#include "tools/mkbuiltin/quake3/record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STATES_FIRST =
        20000, /* size of q3_frames.states: the entities of two snapshots in alternation */
    FEED = 0x5245454c
};

void es_place(struct q3_entity_state *e, struct vec3 base)
{
    es_float(e, Q3_ES_POS_TR_BASE_0, base.x);
    es_float(e, Q3_ES_POS_TR_BASE_1, base.y);
    es_float(e, Q3_ES_POS_TR_BASE_2, base.z);
}

void es_velocity(struct q3_entity_state *e, struct vec3 delta)
{
    es_float(e, Q3_ES_POS_TR_DELTA_0, delta.x);
    es_float(e, Q3_ES_POS_TR_DELTA_1, delta.y);
    es_float(e, Q3_ES_POS_TR_DELTA_2, delta.z);
}

void es_angles(struct q3_entity_state *e, struct vec3 angles)
{
    es_float(e, Q3_ES_APOS_TR_BASE_0, angles.x);
    es_float(e, Q3_ES_APOS_TR_BASE_1, angles.y);
    es_float(e, Q3_ES_APOS_TR_BASE_2, angles.z);
}

void record_begin(struct record *r, int32_t time)
{
    *r = (struct record){.protocol = q3_protocol_get(Q3_PROTOCOL_68), .time = time};
    r->gamestate = mkb_alloc(1, sizeof *r->gamestate);
    r->frames = mkb_alloc(1, sizeof *r->frames);
    q3_gamestate_reset(r->gamestate);
    q3_frames_reset(r->frames);
    r->gamestate->client = 0;
    r->gamestate->checksum_feed = FEED;
    for (int i = 0; i < RECORD_ENTITIES; i++) {
        r->entities[i].number = i;
    }
}

void record_configstring(struct record *r, int index, const char *text)
{
    if (!q3_gamestate_set(r->gamestate, (uint32_t)index, text)) {
        mkb_fail("no room for configstring %d", index);
    }
    if (r->sequence) {
        record_command(r, "cs %d \"%s\"", index, text);
    }
}

/* Ends a message and makes it a block of the file. */
static void end_message(struct record *r, struct q3_bits_writer *w, struct byte_writer *message)
{
    q3_write_end(w);
    dm3_write_block(&r->file, r->sequence, message->data, message->size);
    if (message->failed || r->file.failed) {
        mkb_fail("out of memory");
    }
    byte_writer_free(message);
}

void record_start(struct record *r)
{
    for (int i = 0; i < RECORD_ENTITIES; i++) {
        if (r->active[i]) {
            q3_frames_set_baseline(r->frames, &r->entities[i]);
        }
    }
    struct byte_writer message = {0};
    struct q3_bits_writer w = q3_write_begin(&message, r->protocol, 0);
    r->sequence = 1;
    q3_write_gamestate(&w, r->protocol, r->gamestate, r->frames);
    end_message(r, &w, &message);
}

void record_command(struct record *r, const char *format, ...)
{
    if (r->command_count >= RECORD_COMMANDS) {
        mkb_fail("too many commands at once");
    }
    char *text = mkb_alloc(Q3_MAX_COMMAND, 1);
    va_list args;
    va_start(args, format);
    vsnprintf(text, Q3_MAX_COMMAND, format, args);
    va_end(args);
    r->commands[r->command_count++] = text;
}

/* The world as it is, as one of the two snapshots that take turns. */
static struct q3_snapshot *take_snapshot(struct record *r)
{
    int turn = r->sequence & 1;
    struct q3_snapshot *s = &r->frames->snapshots[turn];
    memset(s, 0, sizeof *s);
    s->valid = true;
    s->sequence = r->sequence;
    s->server_time = r->time;
    s->area_size = 1;
    s->player = r->player;
    for (int i = 0; i < RECORD_ENTITIES; i++) {
        if (r->active[i]) {
            uint32_t state = STATES_FIRST + (uint32_t)turn * RECORD_ENTITIES + s->count;
            r->frames->states[state] = r->entities[i];
            s->numbers[s->count] = (uint16_t)i;
            s->states[s->count] = (uint16_t)state;
            s->count++;
        }
    }
    return s;
}

void record_snapshot(struct record *r)
{
    const bool is_first = r->sequence == 1;
    r->sequence++;
    struct q3_snapshot *snapshot = take_snapshot(r);
    const struct q3_snapshot *old = &r->frames->snapshots[(r->sequence - 1) & 1];
    struct byte_writer message = {0};
    struct q3_bits_writer w = q3_write_begin(&message, r->protocol, r->sequence);
    for (int i = 0; i < r->command_count; i++) {
        q3_write_command(&w, ++r->command_sequence, r->commands[i]);
        free(r->commands[i]);
    }
    r->command_count = 0;
    q3_write_snapshot(&w, r->protocol, r->frames, is_first ? NULL : old, snapshot);
    end_message(r, &w, &message);
    r->time += RECORD_STEP;
}

void record_end(struct record *r, struct buf *out)
{
    dm3_write_end(&r->file);
    if (r->file.failed) {
        mkb_fail("out of memory");
    }
    buf_bytes(out, r->file.data, r->file.size);
    byte_writer_free(&r->file);
    free(r->gamestate);
    free(r->frames);
}
