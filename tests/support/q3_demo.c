#include "tests/support/q3_demo.h"

#include <stdlib.h>
#include <string.h>

#include "formats/quake3/q3_frames.h"

/* Ends the test: its demo is impossible, which is an error of the test. */
static void require_valid(bool good)
{
    if (!good) {
        abort();
    }
}

struct q3_demo *q3_demo_create(int protocol)
{
    struct q3_demo *d = calloc(1, sizeof(*d));
    require_valid(d != NULL);
    d->protocol = q3_protocol_get(protocol);
    require_valid(d->protocol != NULL);
    d->sequence = 1;
    q3_demo_clear(d);
    return d;
}

void q3_demo_free(struct q3_demo *d)
{
    byte_writer_free(&d->file);
    byte_writer_free(&d->bytes);
    free(d);
}

void q3_demo_clear(struct q3_demo *d)
{
    q3_frames_reset(&d->frames);
    q3_gamestate_reset(&d->gamestate);
    d->gamestate.checksum_feed = 0x5eed;
    memset(d->there, 0, sizeof(d->there));
    memset(d->entities, 0, sizeof(d->entities));
    memset(&d->player, 0, sizeof(d->player));
    for (int32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        d->entities[i].number = i;
    }
}

/* --- messages --------------------------------------------------------------------------------- */

static struct q3_bits_writer *begin_message(struct q3_demo *d)
{
    if (!d->begun) {
        d->bytes.size = 0;
        d->bits = q3_write_begin(&d->bytes, d->protocol, 7);
        d->begun = true;
    }
    return &d->bits;
}

static void end_message(struct q3_demo *d)
{
    q3_write_end(&d->bits);
    require_valid(d->num_blocks < Q3_DEMO_BLOCKS);
    d->blocks[d->num_blocks++] = d->file.size;
    dm3_write_block(&d->file, d->sequence++, d->bytes.data, d->bytes.size);
    d->begun = false;
}

void q3_demo_configstring(struct q3_demo *d, uint32_t index, const char *text)
{
    require_valid(q3_gamestate_set(&d->gamestate, index, text));
}

void q3_demo_baseline(struct q3_demo *d, uint32_t number)
{
    q3_frames_set_baseline(&d->frames, &d->entities[number]);
}

void q3_demo_gamestate(struct q3_demo *d, int32_t client)
{
    d->gamestate.server_command = d->command;
    d->gamestate.client = client;
    q3_write_gamestate(begin_message(d), d->protocol, &d->gamestate, &d->frames);
    end_message(d);
}

void q3_demo_command(struct q3_demo *d, const char *text)
{
    q3_write_command(begin_message(d), ++d->command, text);
}

void q3_demo_repeat(struct q3_demo *d, const char *text)
{
    q3_write_command(begin_message(d), d->command, text);
}

/* --- snapshots -------------------------------------------------------------------------------- */

int32_t *q3_demo_entity(struct q3_demo *d, uint32_t number)
{
    d->there[number] = true;
    return d->entities[number].fields;
}

void q3_demo_remove(struct q3_demo *d, uint32_t number)
{
    d->there[number] = false;
}

void q3_demo_place(struct q3_demo *d, uint32_t number, float x, float y, float z)
{
    int32_t *fields = q3_demo_entity(d, number);
    fields[Q3_ES_POS_TR_BASE_0] = q3_float_bits(x);
    fields[Q3_ES_POS_TR_BASE_1] = q3_float_bits(y);
    fields[Q3_ES_POS_TR_BASE_2] = q3_float_bits(z);
}

/* The state an entity has in another snapshot, if it is the same; else a new one. */
static uint16_t state_of(struct q3_demo *d, const struct q3_snapshot *old, uint32_t number)
{
    const struct q3_entity_state *entity = &d->entities[number];
    for (uint32_t i = 0; old && i < old->count; i++) {
        if (old->numbers[i] == number &&
            memcmp(q3_frames_entity(&d->frames, old, i), entity, sizeof(*entity)) == 0) {
            return old->states[i];
        }
    }
    const uint16_t state = q3_frames_take(&d->frames);
    d->frames.states[state] = *entity;
    return state;
}

void q3_demo_snapshot(struct q3_demo *d, int32_t time, int32_t delta)
{
    struct q3_frames *f = &d->frames;
    const struct q3_snapshot *old = delta ? q3_frames_find(f, d->sequence - delta) : NULL;
    struct q3_snapshot *to = &f->snapshots[f->spare];
    q3_frames_clear(to);
    to->sequence = d->sequence;
    to->server_time = time;
    to->client_command = d->protocol->command_time ? 12 : 0;
    to->server_command = f->server_command = d->command;
    to->delta = (uint8_t)(old ? delta : 0);
    to->flags = d->flags;
    to->area_size = d->area_size;
    memcpy(to->areas, d->areas, sizeof(to->areas));
    to->player = d->player;
    for (uint32_t number = 0; number < Q3_ENTITY_NONE; number++) {
        if (d->there[number]) {
            const uint16_t state = state_of(d, old, number);
            to->numbers[to->count] = (uint16_t)number;
            to->states[to->count++] = state;
        }
    }
    to->entity_end = f->entity_end + to->count;
    q3_write_snapshot(begin_message(d), d->protocol, f, old, to);
    q3_frames_push(f);
    end_message(d);
}

void q3_demo_end(struct q3_demo *d)
{
    dm3_write_end(&d->file);
}

void q3_demo_keep(struct q3_demo *d, uint32_t blocks)
{
    require_valid(blocks < d->num_blocks);
    d->file.size = d->blocks[blocks];
    d->num_blocks = blocks;
    dm3_write_end(&d->file);
}

void q3_demo_lose(struct q3_demo *d, uint32_t block)
{
    const size_t from = d->blocks[block];
    const size_t to =
        block + 1 < d->num_blocks ? d->blocks[block + 1] : d->file.size - DM3_BLOCK_HEADER;
    memmove(d->file.data + from, d->file.data + to, d->file.size - to);
    d->file.size -= to - from;
    d->num_blocks--;
    for (uint32_t i = block; i < d->num_blocks; i++) {
        d->blocks[i] = d->blocks[i + 1] - (to - from);
    }
}
