/* Quake III's messages written: gamestates, snapshots and commands as the readers read them. */
#include "formats/quake3/q3_delta.h"
#include "formats/quake3/q3_message.h"

enum { ENTITY_BITS = 10 };

struct q3_bits_writer q3_write_begin(struct byte_writer *out, const struct q3_protocol *protocol,
                                     int32_t acknowledged)
{
    struct q3_bits_writer w = q3_bits_begin(out, protocol->masks);
    if (protocol->acknowledges) {
        q3_bits_write(&w, (uint32_t)acknowledged, 32);
    }
    return w;
}

void q3_write_end(struct q3_bits_writer *w)
{
    if (!w->plain) {
        q3_bits_write(w, Q3_EOF, 8);
    }
    q3_bits_end(w);
}

/* Before protocol 66, each command starts at a byte boundary. */
static void begin_command(struct q3_bits_writer *w, enum q3_message_id id)
{
    if (w->plain) {
        q3_bits_write_align(w);
    }
    q3_bits_write(w, (uint32_t)id, 8);
}

void q3_write_gamestate(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                        const struct q3_gamestate *gamestate, const struct q3_frames *frames)
{
    static const struct q3_entity_state nothing;
    begin_command(w, Q3_GAMESTATE);
    q3_bits_write(w, (uint32_t)gamestate->server_command, 32);
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS; i++) {
        const char *text = q3_gamestate_string(gamestate, i);
        if (*text != '\0') {
            q3_bits_write(w, Q3_CONFIGSTRING, 8);
            q3_bits_write(w, i, 16);
            q3_bits_write_string(w, text);
        }
    }
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        if (frames->baselines[i] != 0) {
            q3_bits_write(w, Q3_BASELINE, 8);
            q3_bits_write(w, i, ENTITY_BITS);
            q3_delta_write_entity(w, protocol, &nothing, q3_frames_baseline(frames, i));
        }
    }
    q3_bits_write(w, protocol->masks ? Q3_BAD : Q3_EOF, 8);
    if (!protocol->masks) {
        q3_bits_write(w, (uint32_t)gamestate->client, 32);
        q3_bits_write(w, (uint32_t)gamestate->checksum_feed, 32);
    }
}

void q3_write_command(struct q3_bits_writer *w, int32_t sequence, const char *text)
{
    begin_command(w, Q3_SERVER_COMMAND);
    q3_bits_write(w, (uint32_t)sequence, 32);
    q3_bits_write_string(w, text);
}

static void write_entities(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                           const struct q3_frames *frames, const struct q3_snapshot *old,
                           const struct q3_snapshot *snapshot)
{
    const uint32_t old_count = old ? old->count : 0;
    uint32_t i = 0, k = 0;
    while (i < old_count || k < snapshot->count) {
        const uint32_t was = i < old_count ? old->numbers[i] : Q3_ENTITY_NONE;
        const uint32_t is = k < snapshot->count ? snapshot->numbers[k] : Q3_ENTITY_NONE;
        if (was < is) {
            q3_bits_write(w, was, ENTITY_BITS);
            q3_bits_write(w, 1, 1);
            i++;
            continue;
        }
        const struct q3_entity_state *to = q3_frames_entity(frames, snapshot, k);
        const struct q3_entity_state *from =
            was == is ? q3_frames_entity(frames, old, i) : q3_frames_baseline(frames, is);
        if (was != is || (from != to && q3_delta_entity_differs(protocol, from, to))) {
            q3_bits_write(w, is, ENTITY_BITS);
            q3_delta_write_entity(w, protocol, from, to);
        }
        i += was == is;
        k++;
    }
    q3_bits_write(w, Q3_ENTITY_NONE, ENTITY_BITS);
}

void q3_write_snapshot(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                       const struct q3_frames *frames, const struct q3_snapshot *old,
                       const struct q3_snapshot *snapshot)
{
    static const struct q3_player_state nobody;
    begin_command(w, Q3_SNAPSHOT);
    if (protocol->command_time) {
        q3_bits_write(w, (uint32_t)snapshot->client_command, 32);
    }
    q3_bits_write(w, (uint32_t)snapshot->server_time, 32);
    q3_bits_write(w, old ? (uint32_t)(snapshot->sequence - old->sequence) : 0, 8);
    q3_bits_write(w, snapshot->flags, 8);
    q3_bits_write(w, snapshot->area_size, 8);
    for (uint32_t i = 0; i < snapshot->area_size; i++) {
        q3_bits_write(w, snapshot->areas[i], 8);
    }
    q3_delta_write_player(w, protocol, old ? &old->player : &nobody, &snapshot->player);
    write_entities(w, protocol, frames, old, snapshot);
}
