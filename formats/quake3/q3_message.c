#include "formats/quake3/q3_message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "formats/quake3/q3_delta.h"
#include "formats/quake3/q3_frames.h"

enum {
    ENTITY_BITS = 10,
    /* Maximum age of a delta's base, counted in entities of snapshots: ioquake3's limit; the
     * original's is a quarter of it. */
    OLDEST_ENTITY = Q3_SNAPSHOTS * 256 - 256
};

static int fail_packet(const struct q3_packet *packet, struct format_error *err, const char *fmt,
                       ...) FORMAT_PRINTF(3, 4);

static int fail_packet(const struct q3_packet *packet, struct format_error *err, const char *fmt,
                       ...)
{
    char what[sizeof(err->what)];
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof(what), fmt, args);
    va_end(args);
    return format_fail(err, FORMAT_BAD, packet->offset, "message %ld: %s", (long)packet->sequence,
                       what);
}

static int fail_overrun(const struct q3_packet *packet, struct format_error *err)
{
    return fail_packet(packet, err, "the message exceeds its block");
}

void q3_packet_open(struct q3_packet *packet, const struct q3_protocol *protocol,
                    const struct dm3_block *block)
{
    packet->protocol = protocol;
    packet->bits = q3_bits_make(block->data, block->size, protocol->masks);
    packet->sequence = block->sequence;
    packet->offset = block->offset;
    packet->acknowledged = protocol->acknowledges ? (int32_t)q3_bits_read(&packet->bits, 32) : 0;
}

static int read_configstring(struct q3_packet *packet, struct q3_gamestate *gamestate,
                             struct format_error *err)
{
    char text[Q3_MAX_CONFIGSTRING];
    const uint32_t index = q3_bits_read(&packet->bits, 16);
    if (index >= Q3_MAX_CONFIGSTRINGS) {
        return fail_packet(packet, err, "configstring %lu is out of range (below %d)",
                           (unsigned long)index, Q3_MAX_CONFIGSTRINGS);
    }
    (void)q3_bits_string(&packet->bits, text, sizeof(text), packet->protocol->utf8);
    gamestate->told++;
    if (!q3_gamestate_set(gamestate, index, text)) {
        return fail_packet(packet, err, "configstrings of more than %d bytes",
                           Q3_CONFIGSTRING_BYTES);
    }
    return 0;
}

static int read_baseline(struct q3_packet *packet, struct q3_frames *frames,
                         struct format_error *err)
{
    struct q3_entity_state state = {0};
    struct format_error inner;
    struct q3_bits *b = &packet->bits;
    state.number = (int32_t)q3_bits_read(b, ENTITY_BITS);
    q3_bits_refill(b);
    switch (q3_delta_change(b)) {
    case Q3_CHANGE_REMOVED: /* no server sends it; the original decodes an entity of zeros */
        state.number = 0;
        return 0;
    case Q3_CHANGE_FIELDS:
        if (q3_delta_read_entity(b, packet->protocol, &state, &inner) < 0) {
            return fail_packet(packet, err, "baseline: %s", inner.what);
        }
        break;
    case Q3_CHANGE_NONE:
        break;
    }
    q3_frames_set_baseline(frames, &state);
    return 0;
}

static int read_gamestate(struct q3_packet *packet, struct q3_frames *frames,
                          struct q3_gamestate *gamestate, struct format_error *err)
{
    struct q3_bits *b = &packet->bits;
    q3_frames_reset(frames);
    q3_gamestate_reset(gamestate);
    gamestate->server_command = frames->server_command = (int32_t)q3_bits_read(b, 32);
    for (;;) {
        const uint32_t id = q3_bits_read(b, 8);
        int code = 0;
        if (q3_bits_overrun(b)) {
            return fail_overrun(packet, err);
        }
        if (id == Q3_EOF || (id == Q3_BAD && packet->protocol->masks)) {
            break;
        } else if (id == Q3_CONFIGSTRING) {
            code = read_configstring(packet, gamestate, err);
        } else if (id == Q3_BASELINE) {
            code = read_baseline(packet, frames, err);
        } else {
            code =
                fail_packet(packet, err, "unknown command %lu in a gamestate", (unsigned long)id);
        }
        if (code < 0) {
            return code;
        }
    }
    if (!packet->protocol->masks) {
        gamestate->client = (int32_t)q3_bits_read(b, 32);
        gamestate->checksum_feed = (int32_t)q3_bits_read(b, 32);
    }
    return 0;
}

static void read_command(struct q3_packet *packet, struct q3_frames *frames,
                         struct q3_message *message)
{
    const int32_t sequence = (int32_t)q3_bits_read(&packet->bits, 32);
    const bool utf8 = packet->protocol->utf8;
    (void)q3_bits_string(&packet->bits, packet->text, utf8 ? Q3_COMMAND_BYTES : Q3_MAX_COMMAND,
                         utf8);
    message->u.command.sequence = sequence;
    message->u.command.repeated = sequence <= frames->server_command;
    message->u.command.text = packet->text;
    if (!message->u.command.repeated) {
        frames->server_command = sequence;
    }
}

/* The base of a delta snapshot; NULL if the snapshot is sent in full, or *missing is set. */
static const struct q3_snapshot *find_base(const struct q3_frames *frames,
                                           const struct q3_snapshot *snapshot, bool *missing)
{
    const int64_t base = (int64_t)snapshot->sequence - snapshot->delta;
    *missing = false;
    if (snapshot->delta == 0 || base <= 0) {
        return NULL;
    }
    const struct q3_snapshot *old = q3_frames_find(frames, (int32_t)base);
    *missing = old == NULL || frames->entity_end - (old->entity_end - old->count) > OLDEST_ENTITY;
    return *missing ? NULL : old;
}

struct merge { /* Merge of a base's entities with the deltas against them. */
    struct q3_frames *frames;
    struct q3_snapshot *to;
    const uint16_t *numbers, *states; /* the base's, from where the merge is */
    uint32_t left;                    /* entities left */
};

/* Copies the base's entities below `number` unchanged, four at a time. May write past the end of a
 * list, where values have no meaning. */
static inline void keep_until(struct merge *m, uint32_t number)
{
    enum { AT_ONCE = 4 };
    const uint64_t each = UINT64_C(0x0001000100010001), tops = each << 15;
    uint16_t *numbers = m->to->numbers + m->to->count, *states = m->to->states + m->to->count;
    uint32_t n = 0;
    while (n < m->left) {
        const uint64_t four = q3_four(m->numbers + n);
        memcpy(numbers + n, m->numbers + n, AT_ONCE * sizeof(numbers[0]));
        memcpy(states + n, m->states + n, AT_ONCE * sizeof(states[0]));
        /* The top bit of each that is not below: numbers have ten bits. */
        const uint64_t reached = ((four | tops) - number * each) & tops;
        if (reached != 0) {
            n += (uint32_t)__builtin_ctzll(reached) / 16;
            break;
        }
        n += AT_ONCE;
    }
    n = n < m->left ? n : m->left;
    m->to->count += n;
    m->numbers += n;
    m->states += n;
    m->left -= n;
}

static inline void append_entity(struct merge *m, uint32_t number, uint16_t state)
{
    m->to->numbers[m->to->count] = (uint16_t)number;
    m->to->states[m->to->count++] = state;
}

/* Reads the delta of entity `number`, against the base's entity or, if it is new, its baseline. */
static int merge_entity(struct q3_packet *packet, struct merge *m, uint32_t number,
                        struct format_error *err)
{
    struct q3_frames *frames = m->frames;
    uint16_t from = frames->baselines[number];
    if (m->left > 0 && m->numbers[0] == number) {
        from = m->states[0];
        m->numbers++;
        m->states++;
        m->left--;
    }
    const enum q3_change change = q3_delta_change(&packet->bits);
    if (change == Q3_CHANGE_REMOVED) {
        return 0;
    }
    if (change == Q3_CHANGE_NONE && from != 0) {
        append_entity(m, number, from);
        return 0;
    }
    const uint16_t state = q3_frames_take(frames);
    struct q3_entity_state *to = &frames->states[state];
    *to = frames->states[from];
    to->number = (int32_t)number;
    append_entity(m, number, state);
    return change == Q3_CHANGE_NONE
               ? 0
               : q3_delta_read_entity(&packet->bits, packet->protocol, to, err);
}

static int read_entities(struct q3_packet *packet, struct q3_frames *frames,
                         const struct q3_snapshot *old, struct q3_snapshot *to,
                         struct format_error *err)
{
    struct q3_bits *b = &packet->bits;
    struct merge m = {frames, to, to->numbers, to->states, 0};
    struct format_error inner;
    int64_t last = -1;
    if (old) {
        m.numbers = old->numbers;
        m.states = old->states;
        m.left = old->count;
    }
    for (;;) {
        q3_bits_refill(b);
        const uint32_t number =
            b->plain ? q3_bits_ready(b, ENTITY_BITS) : q3_bits_number(b, ENTITY_BITS);
        if (number == Q3_ENTITY_NONE) {
            break;
        }
        if (q3_bits_overrun(b)) {
            return fail_overrun(packet, err);
        }
        if (number <= last) {
            return fail_packet(packet, err, "entity %lu after entity %ld", (unsigned long)number,
                               (long)last);
        }
        last = number;
        keep_until(&m, number);
        if (merge_entity(packet, &m, number, &inner) < 0) {
            return fail_packet(packet, err, "%s", inner.what);
        }
    }
    keep_until(&m, Q3_ENTITY_NONE);
    return 0;
}

/* In parts, for which compilers find better than a slow instruction for long copies. */
static inline void copy_player(struct q3_player_state *to, const struct q3_player_state *from)
{
    memcpy(to->fields, from->fields, sizeof(to->fields));
    memcpy(to->stats, from->stats, sizeof(to->stats));
    memcpy(to->persistant, from->persistant, sizeof(to->persistant));
    memcpy(to->ammo, from->ammo, sizeof(to->ammo));
    memcpy(to->powerups, from->powerups, sizeof(to->powerups));
}

static int read_snapshot(struct q3_packet *packet, struct q3_frames *frames,
                         struct q3_message *message, struct format_error *err)
{
    static const struct q3_player_state nobody;
    struct q3_bits *b = &packet->bits;
    struct q3_snapshot *to = &frames->snapshots[frames->spare];
    struct format_error inner;
    bool missing;
    if (!frames->started) {
        return fail_packet(packet, err, "a snapshot before the first gamestate");
    }
    q3_frames_clear(to);
    to->sequence = packet->sequence;
    to->client_command = packet->protocol->command_time ? (int32_t)q3_bits_read(b, 32) : 0;
    to->server_time = (int32_t)q3_bits_read(b, 32);
    to->server_command = frames->server_command;
    to->delta = (uint8_t)q3_bits_read(b, 8);
    to->flags = (uint8_t)q3_bits_read(b, 8);
    const uint32_t areas = q3_bits_read(b, 8);
    if (areas > Q3_MAX_AREA_BYTES) {
        return fail_packet(packet, err, "an area mask of %lu bytes (at most %d)",
                           (unsigned long)areas, Q3_MAX_AREA_BYTES);
    }
    to->area_size = (uint8_t)areas;
    memset(to->areas, 0, sizeof(to->areas));
    for (uint32_t i = 0; i < areas; i++) {
        to->areas[i] = (uint8_t)q3_bits_read(b, 8);
    }
    const struct q3_snapshot *old = find_base(frames, to, &missing);
    copy_player(&to->player, old ? &old->player : &nobody);
    if (q3_delta_read_player(b, packet->protocol, &to->player, &inner) < 0) {
        return fail_packet(packet, err, "%s", inner.what);
    }
    const int code = read_entities(packet, frames, old, to, err);
    if (code < 0) {
        return code;
    }
    if (q3_bits_overrun(b)) {
        return fail_overrun(packet, err);
    }
    message->u.snapshot = NULL;
    if (!missing) {
        to->entity_end = frames->entity_end + to->count;
        q3_frames_push(frames);
        message->u.snapshot = q3_frames_newest(frames);
    }
    return 0;
}

static int skip_bytes(struct q3_packet *packet, int32_t size, struct format_error *err)
{
    for (int32_t i = 0; i < size; i++) {
        (void)q3_bits_read(&packet->bits, 8);
        if (q3_bits_overrun(&packet->bits)) {
            return fail_overrun(packet, err);
        }
    }
    return 0;
}

/* Reads a download block; rare in demos. Block 0 has the file's size. */
static int read_download(struct q3_packet *packet, struct q3_message *message,
                         struct format_error *err)
{
    struct q3_bits *b = &packet->bits;
    message->u.download.block = (int32_t)q3_bits_read(b, 16);
    message->u.download.size = 0;
    if (message->u.download.block == 0) {
        const int32_t file_size = (int32_t)q3_bits_read(b, 32);
        if (file_size < 0) { /* refused: followed by a text with the reason */
            (void)q3_bits_string(b, packet->text, Q3_MAX_COMMAND, false);
            return 0;
        }
    }
    message->u.download.size = (int32_t)q3_bits_read(b, 16);
    return skip_bytes(packet, message->u.download.size, err);
}

static int read_voip(struct q3_packet *packet, struct q3_message *message, struct format_error *err)
{
    struct q3_bits *b = &packet->bits;
    message->u.voip.sender = (int32_t)q3_bits_read(b, 16);
    (void)q3_bits_read(b, 8);  /* generation */
    (void)q3_bits_read(b, 32); /* sequence */
    (void)q3_bits_read(b, 8);  /* frames */
    message->u.voip.size = (int32_t)q3_bits_read(b, 16);
    (void)q3_bits_read(b, 2); /* flags */
    return skip_bytes(packet, message->u.voip.size, err);
}

/* The number of the next command; in plain protocols Q3_EOF also where the data ends, and for
 * Q3_BAD, with which their messages end. */
static uint32_t read_id(struct q3_packet *packet)
{
    struct q3_bits *b = &packet->bits;
    if (b->plain) {
        q3_bits_align(b);
        if (q3_bits_taken(b) >= b->size * 8) {
            return Q3_EOF;
        }
        const uint32_t id = q3_bits_read(b, 8);
        return id == Q3_BAD ? Q3_EOF : id;
    }
    return q3_bits_read(b, 8);
}

int q3_packet_next(struct q3_packet *packet, struct q3_frames *frames,
                   struct q3_gamestate *gamestate, struct q3_message *message,
                   struct format_error *err)
{
    const uint32_t id = read_id(packet);
    int code = 0;
    if (q3_bits_overrun(&packet->bits)) {
        return fail_overrun(packet, err);
    }
    message->id = (enum q3_message_id)id;
    /* By how common they are, and no switch: a jump by table is foreseen worse than these. */
    if (id == Q3_SNAPSHOT) {
        code = read_snapshot(packet, frames, message, err);
    } else if (id == Q3_EOF) {
        return 0;
    } else if (id == Q3_SERVER_COMMAND) {
        read_command(packet, frames, message);
    } else if (id == Q3_GAMESTATE) {
        code = read_gamestate(packet, frames, gamestate, err);
    } else if (id == Q3_DOWNLOAD) {
        code = read_download(packet, message, err);
    } else if (id == Q3_VOIP_SPEEX || id == Q3_VOIP_OPUS) {
        code = read_voip(packet, message, err);
    } else if (id != Q3_NOP) {
        return fail_packet(packet, err, "unknown command %lu", (unsigned long)id);
    }
    if (code == 0 && q3_bits_overrun(&packet->bits)) {
        code = fail_overrun(packet, err);
    }
    return code < 0 ? code : 1;
}
