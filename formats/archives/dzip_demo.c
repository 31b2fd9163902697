#include "formats/archives/dzip_demo.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/archives/dzip_client.h"
#include "formats/base/bytes.h"

enum {
    ENTITIES = 32768,
    OLD_ENTITIES = 1024, /* numbers of message 22 go round at this */
    TRACK_MAX = 12,      /* bytes of the track line */
    UPDATE_MAX = 64,     /* bytes of a rebuilt message, at most */
    PROTOCOL_15 = 15,
    PROTOCOL_666 = 666,
    AS_IT_IS = 0xff /* a chunk of the file follows */
};

/* First bytes of coded messages; others are those of the demo. */
enum {
    CODED_TIME = 7,
    CODED_LONG_TIME = 35,
    CODED_PICTURE = 38, /* Nehahra's 35 */
    CODED_ENTITIES = 0x30,
    CODED_ENTITIES_LAST = 0x37,
    CODED_FORCES = 0x31, /* these two only behind the entities */
    CODED_WIDE_FORCES = 0x32,
    CODED_SOUND = 0x38,
    CODED_SOUND_LAST = 0x3f,
    CODED_CLIENT = 0x40,
    CODED_CLIENT_LAST = 0x4f,
    CODED_WIDE_SOUND = 0x60,
    CODED_WIDE_SOUND_LAST = 0x7f,
    UPDATE = 0x80
};

enum {
    MESSAGE_SOUND = 6,
    MESSAGE_TIME = 7,
    MESSAGE_SERVERINFO = 11,
    MESSAGE_BASELINE = 22,
    MESSAGE_TEMP_ENTITY = 23,
    MESSAGE_PICTURE = 35,
    MESSAGE_BASELINE2 = 42,
    MESSAGE_STATIC2 = 43
};

/* --- entities --------------------------------------------------------------------------------- */

struct entity {
    int32_t origin[3], step[3]; /* step: of the last block */
    float alpha;                /* Nehahra's */
    uint32_t force;             /* bits of FORCE_ */
    uint16_t model, frame;
    uint8_t colormap, skin, effects, angles[3];
    uint8_t full_bright; /* Nehahra's, 0 = none */
    uint8_t transparency, scale, lerp_finish;
    bool no_lerp, active;
};

/* Bits of a coded change. */
enum {
    ENTITY_Z = 1 << 0,     /* then y, x */
    ENTITY_PITCH = 1 << 3, /* then yaw, roll */
    ENTITY_NEXT_FRAME = 1 << 6,
    ENTITY_MORE = 1 << 7,
    ENTITY_FRAME = 1 << 8,
    ENTITY_WIDE_X = 1 << 9, /* then y, z */
    ENTITY_EFFECTS = 1 << 12,
    ENTITY_MODEL = 1 << 13,
    ENTITY_NO_LERP = 1 << 14,
    ENTITY_STILL_MORE = 1 << 15,
    ENTITY_COLORMAP = 1 << 16,
    ENTITY_SKIN = 1 << 17,
    ENTITY_ALPHA = 1 << 18,
    ENTITY_SCALE = 1 << 19, /* protocol 15: full bright */
    ENTITY_LERP_FINISH = 1 << 20,
    ENTITY_MODEL_HIGH = 1 << 21,
    ENTITY_WIDE_FRAME = 1 << 22
};

/* Bits of a fast update that is rebuilt. */
enum {
    UPDATE_MORE = 1 << 0,
    UPDATE_NO_LERP = 1 << 5,
    UPDATE_LONG_NUMBER = 1 << 14,
    UPDATE_TRANS = 1 << 15,
    UPDATE_EXTEND = 1 << 15,
    UPDATE_ALPHA = 1 << 16,
    UPDATE_FRAME_HIGH = 1 << 17,
    UPDATE_MODEL_HIGH = 1 << 18,
    UPDATE_LERP_FINISH = 1 << 19,
    UPDATE_SCALE = 1 << 20,
    UPDATE_EXTEND2 = 1 << 23
};

/* Bits of entity.force: the field is written though it equals the baseline's. */
enum {
    FORCE_ORIGIN_Y = 1 << 10,
    FORCE_PITCH = 1 << 11, /* then yaw, roll */
    FORCE_FRAME = 1 << 14,
    FORCE_MORE = 1 << 15,
    FORCE_ORIGIN_X = 1 << 16,
    FORCE_ORIGIN_Z = 1 << 17,
    FORCE_MODEL = 1 << 18,
    FORCE_COLORMAP = 1 << 19,
    FORCE_SKIN = 1 << 20,
    FORCE_EFFECTS = 1 << 21,
    FORCE_LONG_NUMBER = 1 << 22,
    FORCE_TRANS = 1 << 23, /* 15; else one more byte of force */
    FORCE_ALPHA = 1 << 24,
    FORCE_SCALE = 1 << 25,
    FORCE_LERP_FINISH = 1 << 26,
    FORCE_MODEL_HIGH = 1 << 27,
    FORCE_FRAME_HIGH = 1 << 28
};

/* What is known of the entities. Those in the list are in each block that has entities. */
struct decoder {
    struct byte_reader in;
    uint8_t *out;
    size_t room, used;
    bool full; /* the demo would be longer than it was */
    const char *fault;
    size_t fault_at;

    uint32_t angles[3], time; /* bit patterns of the floats */
    uint32_t protocol, last_baseline;
    bool has_baselines; /* in this block */
    struct dzip_client client;
    struct entity base[ENTITIES], old[ENTITIES], now[ENTITIES];
    uint16_t next[ENTITIES]; /* in the list, ascending; that of 0 is the first; ENTITIES = end */
    /* Entities that differ from their baselines, or may. */
    uint16_t changed[ENTITIES];
    bool is_changed[ENTITIES];
    size_t num_changed;
};

static void fail(struct decoder *d, const char *fault)
{
    if (!d->fault) {
        d->fault = fault;
        d->fault_at = d->in.pos;
    }
}

static void put(struct decoder *d, const uint8_t *bytes, size_t size)
{
    if (size > d->room - d->used) {
        d->full = true;
        size = 0;
    }
    if (size > 0) {
        memcpy(d->out + d->used, bytes, size);
    }
    d->used += size;
}

static void put_byte(struct decoder *d, uint32_t value)
{
    put(d, &(uint8_t){(uint8_t)value}, 1);
}

static void put_u16(struct decoder *d, uint32_t value)
{
    put(d, (const uint8_t[]){(uint8_t)value, (uint8_t)(value >> 8)}, 2);
}

static void put_u32(struct decoder *d, uint32_t value)
{
    uint8_t bytes[4];
    bytes_put_u32(bytes, value);
    put(d, bytes, sizeof(bytes));
}

/* The next `size` bytes of the input are the demo's. */
static void copy(struct decoder *d, size_t size)
{
    const uint8_t *bytes = byte_reader_take(&d->in, size);
    if (bytes) {
        put(d, bytes, size);
    }
}

/* A text with its NUL. */
static void copy_text(struct decoder *d)
{
    const size_t left = byte_reader_left(&d->in);
    const uint8_t *end = left > 0 ? memchr(d->in.data + d->in.pos, 0, left) : NULL;
    copy(d, end ? (size_t)(end - (d->in.data + d->in.pos)) + 1 : left + 1);
}

static int peek(const struct decoder *d)
{
    return byte_reader_left(&d->in) > 0 ? d->in.data[d->in.pos] : -1;
}

static int32_t sum(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static int32_t take_i8(struct decoder *d)
{
    return (int8_t)byte_reader_u8(&d->in);
}

/* --- entities --------------------------------------------------------------------------------- */

static void note_change(struct decoder *d, size_t number)
{
    if (!d->is_changed[number]) {
        d->is_changed[number] = true;
        d->changed[d->num_changed++] = (uint16_t)number;
    }
}

/* A block with baselines resets all entities to theirs. */
static void return_to_baselines(struct decoder *d)
{
    for (size_t i = 0; i < d->num_changed; i++) {
        const size_t number = d->changed[i];
        d->old[number] = d->now[number] = d->base[number];
        d->is_changed[number] = false;
    }
    d->num_changed = 0;
    d->has_baselines = false;
}

static void decode_baseline(struct decoder *d, bool second)
{
    enum {
        MORE = 1 << 0,
        FRAME = 1 << 2,
        COLORMAP = 1 << 3,
        SKIN = 1 << 4,
        ORIGIN = 1 << 5,
        YAW = 1 << 6,
        PITCH_AND_ROLL = 1 << 7,
        WAS_FIRST = 1 << 8,
        WIDE_MODEL = 1 << 9,
        WIDE_FRAME = 1 << 10,
        ALPHA = 1 << 11
    };
    uint32_t number = byte_reader_u16(&d->in), mask;
    if (second) {
        mask = byte_reader_u8(&d->in);
        mask |= mask & MORE ? (uint32_t)byte_reader_u8(&d->in) << 8 : 0;
    } else {
        mask = number >> 8 & 0xff;
        d->last_baseline = (d->last_baseline + number) % OLD_ENTITIES;
        number = d->last_baseline;
    }
    if (number >= ENTITIES) {
        fail(d, "a baseline's entity number is above 32767");
        return;
    }
    struct entity e = {0};
    e.model = mask & WIDE_MODEL ? byte_reader_u16(&d->in) : byte_reader_u8(&d->in);
    if (mask & FRAME) {
        e.frame = mask & WIDE_FRAME ? byte_reader_u16(&d->in) : byte_reader_u8(&d->in);
    }
    e.colormap = mask & COLORMAP ? byte_reader_u8(&d->in) : 0;
    e.skin = mask & SKIN ? byte_reader_u8(&d->in) : 0;
    for (int i = 0; i < 3 && (mask & ORIGIN); i++) {
        e.origin[i] = byte_reader_i16(&d->in);
    }
    e.angles[1] = mask & YAW ? byte_reader_u8(&d->in) : 0;
    e.angles[0] = mask & PITCH_AND_ROLL ? byte_reader_u8(&d->in) : 0;
    e.angles[2] = mask & PITCH_AND_ROLL ? byte_reader_u8(&d->in) : 0;
    e.transparency = mask & ALPHA ? byte_reader_u8(&d->in) : 0;

    const bool flagged = second && !(mask & WAS_FIRST);
    put_byte(d, flagged ? MESSAGE_BASELINE2 : MESSAGE_BASELINE);
    put_u16(d, number);
    if (flagged) {
        put_byte(d, mask >> 9 & 7);
    }
    put(d, (const uint8_t[]){(uint8_t)e.model, (uint8_t)(e.model >> 8)}, mask & WIDE_MODEL ? 2 : 1);
    put(d, (const uint8_t[]){(uint8_t)e.frame, (uint8_t)(e.frame >> 8)}, mask & WIDE_FRAME ? 2 : 1);
    put_byte(d, e.colormap);
    put_byte(d, e.skin);
    for (int i = 0; i < 3; i++) {
        put_u16(d, (uint32_t)e.origin[i]);
        put_byte(d, e.angles[i]);
    }
    if (mask & ALPHA) {
        put_byte(d, e.transparency);
    }
    d->base[number] = e;
    note_change(d, number);
    d->has_baselines = true;
}

/* Reads the entities that begin to change, and links them into the list. */
static void take_active(struct decoder *d)
{
    size_t last = 0, from = 0;
    for (uint8_t byte; (byte = byte_reader_u8(&d->in)) != 0;) {
        if (byte == 0xff) {
            from += 0xfe;
            continue;
        }
        const size_t number = from + byte;
        if (number >= ENTITIES) {
            fail(d, "an entity number is above 32767");
            return;
        }
        d->now[number].active = true;
        note_change(d, number);
        while (d->next[last] <= number) {
            last = d->next[last];
        }
        if (last < number) {
            d->next[number] = d->next[last];
            d->next[last] = (uint16_t)number;
        }
    }
}

static void change_origin(struct decoder *d, struct entity *n, const struct entity *o,
                          uint32_t mask, int axis)
{
    const uint32_t narrow = (uint32_t)ENTITY_Z << (2 - axis),
                   wide = (uint32_t)ENTITY_WIDE_X << axis;
    if (mask & narrow) {
        n->step[axis] = sum(o->step[axis], take_i8(d));
        n->origin[axis] = sum(o->origin[axis], n->step[axis]);
    }
    if (mask & wide) {
        n->origin[axis] = byte_reader_i16(&d->in);
        n->step[axis] = sum(n->origin[axis], -o->origin[axis]);
    }
}

static void change_entity(struct decoder *d, struct entity *n, const struct entity *o,
                          uint32_t mask)
{
    struct byte_reader *in = &d->in;
    const bool is_15 = d->protocol == PROTOCOL_15;
    for (int axis = 2; axis >= 0; axis--) {
        change_origin(d, n, o, mask, axis);
    }
    for (int i = 0; i < 3; i++) {
        if (mask & (uint32_t)ENTITY_PITCH << i) {
            n->angles[i] = (uint8_t)(o->angles[i] + byte_reader_u8(in));
        }
    }
    if (mask & ENTITY_NEXT_FRAME) {
        n->frame = (uint16_t)(o->frame + 1);
    }
    if (mask & ENTITY_FRAME) {
        const int32_t frame = o->frame + take_i8(d);
        n->frame = o->frame & 0xff00 ? (uint16_t)frame : (uint8_t)frame;
    }
    n->frame = mask & ENTITY_WIDE_FRAME ? byte_reader_u16(in) : n->frame;
    n->effects = mask & ENTITY_EFFECTS ? byte_reader_u8(in) : n->effects;
    if (mask & ENTITY_MODEL) {
        n->model = (uint16_t)((n->model & 0xff00) | byte_reader_u8(in));
    }
    if (mask & ENTITY_MODEL_HIGH) {
        n->model = (uint16_t)((n->model & 0xff) | byte_reader_u8(in) << 8);
    }
    n->no_lerp = mask & ENTITY_NO_LERP ? !o->no_lerp : n->no_lerp;
    n->colormap = mask & ENTITY_COLORMAP ? byte_reader_u8(in) : n->colormap;
    n->skin = mask & ENTITY_SKIN ? byte_reader_u8(in) : n->skin;
    if (is_15) {
        n->alpha = mask & ENTITY_ALPHA ? byte_reader_f32(in) : n->alpha;
        n->full_bright = mask & ENTITY_SCALE ? byte_reader_u8(in) : n->full_bright;
    } else {
        n->transparency = mask & ENTITY_ALPHA ? byte_reader_u8(in) : n->transparency;
        n->scale = mask & ENTITY_SCALE ? byte_reader_u8(in) : n->scale;
    }
    n->lerp_finish = mask & ENTITY_LERP_FINISH ? byte_reader_u8(in) : n->lerp_finish;
}

static void change_entities(struct decoder *d)
{
    size_t previous = 0;
    for (size_t i = d->next[0]; i < ENTITIES && !d->in.overrun; i = d->next[i]) {
        struct entity *n = &d->now[i];
        for (int axis = 0; axis < 3; axis++) {
            n->origin[axis] = sum(n->origin[axis], n->step[axis]);
        }
        note_change(d, i);
        uint32_t mask = n->active ? byte_reader_u8(&d->in) : 0;
        if (mask == ENTITY_MORE) { /* back to the baseline, and out of the list */
            d->old[i] = *n = d->base[i];
            d->next[previous] = d->next[i];
            continue;
        }
        previous = i;
        n->active = n->active && mask != 0;
        if (!n->active) {
            continue;
        }
        mask |= mask & ENTITY_MORE ? (uint32_t)byte_reader_u8(&d->in) << 8 : 0;
        mask |= mask & ENTITY_STILL_MORE ? (uint32_t)byte_reader_u8(&d->in) << 16 : 0;
        change_entity(d, n, &d->old[i], mask);
    }
}

/* Changes of what is written though it equals the baseline's. */
static void change_forces(struct decoder *d)
{
    const bool is_15 = d->protocol == PROTOCOL_15;
    if (peek(d) == CODED_FORCES) {
        byte_reader_u8(&d->in);
        for (uint32_t word; (word = byte_reader_u16(&d->in)) != 0;) {
            word |= word & FORCE_MORE ? (uint32_t)byte_reader_u8(&d->in) << 16 : 0;
            word |= !is_15 && (word & FORCE_TRANS) ? (uint32_t)byte_reader_u8(&d->in) << 24 : 0;
            const size_t number = word & (OLD_ENTITIES - 1);
            d->now[number].force ^= word & ~(uint32_t)(OLD_ENTITIES - 1);
            note_change(d, number);
        }
    }
    if (peek(d) == CODED_WIDE_FORCES) {
        byte_reader_u8(&d->in);
        for (uint64_t word; (word = byte_reader_u16(&d->in)) != 0;) {
            word |= (uint64_t)byte_reader_u8(&d->in) << 16;
            word |= word & (uint64_t)FORCE_MORE << 8 ? (uint64_t)byte_reader_u8(&d->in) << 24 : 0;
            word |= !is_15 && (word & (uint64_t)FORCE_TRANS << 8)
                        ? (uint64_t)byte_reader_u8(&d->in) << 32
                        : 0;
            const size_t number = word & (ENTITIES - 1);
            d->now[number].force ^= (uint32_t)((word & ~(uint64_t)(ENTITIES - 1)) >> 8);
            note_change(d, number);
        }
    }
}

struct update {
    uint32_t mask;
    uint8_t bytes[UPDATE_MAX];
    size_t size;
};

static void add_field(struct update *u, bool added, uint32_t bit, uint32_t value, size_t size)
{
    if (added) {
        u->mask |= bit;
        for (size_t i = 0; i < size; i++) {
            u->bytes[u->size++] = (uint8_t)(value >> 8 * i);
        }
    }
}

/* Nehahra's floats behind the fields. */
static void add_transparency(struct update *u, const struct entity *e)
{
    const float values[3] = {e->full_bright ? 2.0f : 1.0f, e->alpha,
                             (float)(int8_t)(e->full_bright - 1)};
    for (int i = 0; i < (e->full_bright ? 3 : 2); i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof(bits));
        add_field(u, true, UPDATE_TRANS, bits, 4);
    }
}

static void build_update(struct update *u, const struct entity *n, const struct entity *b,
                         size_t number, bool is_15)
{
    /* The update's bits of origin and angles, and those of force. */
    static const uint32_t origin_bits[3] = {1 << 1, 1 << 2, 1 << 3},
                          angle_bits[3] = {1 << 8, 1 << 4, 1 << 9},
                          origin_forces[3] = {FORCE_ORIGIN_X, FORCE_ORIGIN_Y, FORCE_ORIGIN_Z};
    const uint32_t force = n->force;
    const uint8_t frame = (uint8_t)(n->frame >> 8), model = (uint8_t)(n->model >> 8);
    const bool is_long = number > 0xff || (force & FORCE_LONG_NUMBER);
    u->mask = UPDATE;
    u->size = 0;
    add_field(u, true, is_long ? UPDATE_LONG_NUMBER : 0, (uint32_t)number, is_long ? 2 : 1);
    add_field(u, ((n->model ^ b->model) & 0xff) || (force & FORCE_MODEL), 1 << 10, n->model, 1);
    add_field(u, ((n->frame ^ b->frame) & 0xff) || (force & FORCE_FRAME), 1 << 6, n->frame, 1);
    add_field(u, n->colormap != b->colormap || (force & FORCE_COLORMAP), 1 << 11, n->colormap, 1);
    add_field(u, n->skin != b->skin || (force & FORCE_SKIN), 1 << 12, n->skin, 1);
    add_field(u, n->effects != b->effects || (force & FORCE_EFFECTS), 1 << 13, n->effects, 1);
    for (int i = 0; i < 3; i++) {
        add_field(u, n->origin[i] != b->origin[i] || (force & origin_forces[i]), origin_bits[i],
                  (uint32_t)n->origin[i], 2);
        add_field(u, n->angles[i] != b->angles[i] || (force & (uint32_t)FORCE_PITCH << i),
                  angle_bits[i], n->angles[i], 1);
    }
    if (is_15 && (force & FORCE_TRANS)) {
        add_transparency(u, n);
    }
    add_field(u, !is_15 && (n->transparency != b->transparency || (force & FORCE_ALPHA)),
              UPDATE_ALPHA, n->transparency, 1);
    add_field(u, n->scale != b->scale || (force & FORCE_SCALE), UPDATE_SCALE, n->scale, 1);
    add_field(u, (frame != b->frame >> 8 && frame != 0) || (force & FORCE_FRAME_HIGH),
              UPDATE_FRAME_HIGH, frame, 1);
    add_field(u, (model != b->model >> 8 && model != 0) || (force & FORCE_MODEL_HIGH),
              UPDATE_MODEL_HIGH, model, 1);
    add_field(u, n->lerp_finish != b->lerp_finish || (force & FORCE_LERP_FINISH),
              UPDATE_LERP_FINISH, n->lerp_finish, 1);
    u->mask |= n->no_lerp ? UPDATE_NO_LERP : 0;
    u->mask |= u->mask & 0xffff00 ? UPDATE_MORE : 0;
    u->mask |= u->mask & 0xff0000 ? UPDATE_EXTEND : 0;
}

static void decode_entities(struct decoder *d)
{
    byte_reader_u8(&d->in);
    take_active(d);
    change_entities(d);
    change_forces(d);
    for (size_t i = d->next[0]; i < ENTITIES && !d->full && !d->in.overrun && !d->fault;
         i = d->next[i]) {
        struct update update;
        build_update(&update, &d->now[i], &d->base[i], i, d->protocol == PROTOCOL_15);
        put_byte(d, update.mask);
        if (update.mask & UPDATE_MORE) {
            put_byte(d, update.mask >> 8);
        }
        if (update.mask & 0xff0000) {
            put_byte(d, update.mask >> 16);
        }
        put(d, update.bytes, update.size);
        d->old[i] = d->now[i];
    }
}

/* A fast update that the packer left as it was. */
static void copy_update(struct decoder *d)
{
    /* Bytes of the fields of bits 1 to 20; 7 and 15 say that there are more bits. */
    static const uint8_t bytes[21] = {0, 2, 2, 2, 1, 0, 1, 0, 1, 1, 1,
                                      1, 1, 1, 1, 0, 1, 1, 1, 1, 1};
    const size_t at = d->in.pos;
    uint32_t mask = byte_reader_u8(&d->in) & 0x7fu;
    mask |= mask & UPDATE_MORE ? (uint32_t)byte_reader_u8(&d->in) << 8 : 0;
    if (mask & UPDATE_EXTEND) {
        if (d->protocol == PROTOCOL_15) {
            fail(d, "an entity update has bit 15");
            return;
        }
        mask |= (uint32_t)byte_reader_u8(&d->in) << 16;
    }
    if (mask & UPDATE_EXTEND2) {
        fail(d, "an entity update has bit 23");
        return;
    }
    size_t size = d->in.pos - at + 1;
    for (size_t i = 0; i < sizeof(bytes); i++) {
        size += mask >> i & 1 ? bytes[i] : 0;
    }
    d->in.pos = at;
    copy(d, size);
}

/* --- other messages --------------------------------------------------------------------------- */

static void decode_sound(struct decoder *d)
{
    enum { VOLUME = 1, ATTENUATION = 2, LARGE_ENTITY = 8, LARGE_SOUND = 16 };
    uint32_t flags = byte_reader_u8(&d->in), entity;
    flags = flags == MESSAGE_SOUND ? byte_reader_u8(&d->in)
                                   : (flags & 7) | (~flags & (LARGE_ENTITY | LARGE_SOUND));
    put_byte(d, MESSAGE_SOUND);
    put_byte(d, flags);
    copy(d, (flags & VOLUME ? 1u : 0) + (flags & ATTENUATION ? 1u : 0));
    entity = byte_reader_u16(&d->in);
    if (flags & LARGE_ENTITY) {
        put_u16(d, entity);
        copy(d, 1);
    } else {
        entity = (entity & ~7u) | ((2 - entity) & 7);
        put_u16(d, entity);
        entity >>= 3;
    }
    copy(d, flags & LARGE_SOUND ? 2 : 1);
    for (int i = 0; i < 3; i++) {
        const uint32_t base = entity < ENTITIES ? (uint32_t)d->now[entity].origin[i] : 0;
        put_u16(d, byte_reader_u16(&d->in) + base);
    }
}

static void decode_serverinfo(struct decoder *d)
{
    copy(d, 1);
    const size_t left = byte_reader_left(&d->in);
    d->protocol = left >= 4 ? bytes_u32(d->in.data + d->in.pos) : 0;
    if (d->protocol != PROTOCOL_15 && d->protocol != PROTOCOL_666) {
        fail(d, "a coded level has a protocol other than 15 and 666");
        return;
    }
    copy(d, 6);
    copy_text(d);
    for (int lists = 0; lists < 2;) { /* models, then sounds; each ends with an empty name */
        lists += peek(d) <= 0;
        copy_text(d);
    }
    d->last_baseline = 0;
}

static void copy_temp_entity(struct decoder *d)
{
    static const uint8_t bytes[17] = {8, 8, 8, 8, 8, 16, 16, 8, 8, 16, 8, 8, 10, 16, 8, 8, 14};
    enum { LIGHTNING_MODEL = 17 };
    const size_t left = byte_reader_left(&d->in);
    const unsigned type = left > 1 ? d->in.data[d->in.pos + 1] : 0;
    if (type == LIGHTNING_MODEL) {
        copy(d, 2);
        copy_text(d);
        copy(d, 14);
    } else if (type < sizeof(bytes)) {
        copy(d, bytes[type]);
    } else {
        fail(d, "the type of a temporary entity is not known");
    }
}

static void decode_time(struct decoder *d, bool is_long)
{
    byte_reader_u8(&d->in);
    d->time += is_long ? byte_reader_u32(&d->in) : byte_reader_u16(&d->in);
    put_byte(d, MESSAGE_TIME);
    put_u32(d, d->time);
}

/* Messages that are as in the demo: bytes before a text (+ TEXT), or all bytes. */
enum { TEXT = 0x80 };
static const uint8_t plain_messages[] = {
    [1] = 1,        [2] = 1,        [3] = 6,         [4] = 5,         [5] = 3,
    [8] = 1 | TEXT, [9] = 1 | TEXT, [10] = 4,        [12] = 2 | TEXT, [13] = 2 | TEXT,
    [14] = 4,       [16] = 3,       [17] = 3,        [18] = 12,       [19] = 9,
    [20] = 14,      [21] = 1,       [24] = 2,        [25] = 2,        [26] = 1 | TEXT,
    [27] = 1,       [28] = 1,       [29] = 10,       [30] = 1,        [31] = 1 | TEXT,
    [32] = 3,       [33] = 1,       [34] = 1 | TEXT, [36] = 1 | TEXT, [37] = 1 | TEXT,
    [40] = 1,       [41] = 6,       [44] = 11};

static void decode_special(struct decoder *d, int first)
{
    switch (first) {
    case CODED_TIME:
    case CODED_LONG_TIME:
        decode_time(d, first == CODED_LONG_TIME);
        return;
    case MESSAGE_SERVERINFO:
        decode_serverinfo(d);
        return;
    case MESSAGE_BASELINE:
    case MESSAGE_BASELINE2:
        byte_reader_u8(&d->in);
        decode_baseline(d, first == MESSAGE_BASELINE2);
        return;
    case MESSAGE_TEMP_ENTITY:
        copy_temp_entity(d);
        return;
    case CODED_PICTURE:
        byte_reader_u8(&d->in);
        put_byte(d, MESSAGE_PICTURE);
        copy_text(d);
        copy_text(d);
        copy(d, 2);
        return;
    case MESSAGE_STATIC2: {
        const uint32_t flags = byte_reader_left(&d->in) > 1 ? d->in.data[d->in.pos + 1] : 0;
        copy(d, 15 + (flags & 1) + (flags >> 1 & 1) + (flags >> 2 & 1));
        return;
    }
    default:
        fail(d, "a message is not known");
    }
}

static void decode_message(struct decoder *d)
{
    const int first = peek(d);
    const bool plain = (size_t)first < sizeof(plain_messages) && plain_messages[first] != 0;
    if (plain) {
        copy(d, plain_messages[first] & (TEXT - 1));
        if (plain_messages[first] & TEXT) {
            copy_text(d);
        }
    } else if (first >= UPDATE) {
        copy_update(d);
    } else if (first >= CODED_ENTITIES && first <= CODED_ENTITIES_LAST) {
        decode_entities(d);
    } else if (first == MESSAGE_SOUND || (first >= CODED_SOUND && first <= CODED_SOUND_LAST) ||
               (first >= CODED_WIDE_SOUND && first <= CODED_WIDE_SOUND_LAST)) {
        decode_sound(d);
    } else if (first >= CODED_CLIENT && first <= CODED_CLIENT_LAST) {
        uint8_t message[DZIP_CLIENT_MAX];
        put(d, message, dzip_client_decode(&d->client, &d->in, message));
    } else {
        decode_special(d, first);
    }
}

/* --- blocks ----------------------------------------------------------------------------------- */

static void decode_block(struct decoder *d)
{
    const uint32_t changed = byte_reader_u8(&d->in);
    const size_t start = d->used;
    put_u32(d, 0); /* the length, known later */
    for (int i = 0; i < 3; i++) {
        d->angles[i] += changed >> i & 1 ? byte_reader_u32(&d->in) : 0;
        put_u32(d, d->angles[i]);
    }
    const size_t messages = d->used;
    while (peek(d) > 0 && !d->full && !d->in.overrun && !d->fault) {
        decode_message(d);
    }
    byte_reader_u8(&d->in); /* the 0 */
    if (!d->full) {
        bytes_put_u32(d->out + start, (uint32_t)(d->used - messages));
    }
    if (d->has_baselines) {
        return_to_baselines(d);
    }
}

static void decode_all(struct decoder *d)
{
    const size_t left = byte_reader_left(&d->in);
    const uint8_t *end = memchr(d->in.data, '\n', left < TRACK_MAX ? left : TRACK_MAX);
    if (!end) {
        fail(d, "there is no CD track line");
        return;
    }
    copy(d, (size_t)(end - d->in.data) + 1);
    while (byte_reader_left(&d->in) > 0 && !d->full && !d->in.overrun && !d->fault) {
        if (peek(d) == AS_IT_IS) {
            byte_reader_u8(&d->in);
            copy(d, byte_reader_u32(&d->in));
        } else {
            decode_block(d);
        }
    }
}

int dzip_demo_decode(const uint8_t *coded, size_t coded_size, uint8_t *out, size_t size,
                     struct format_error *err)
{
    struct decoder *d = calloc(1, sizeof(*d));
    int code = FORMAT_OK;
    if (!d) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    d->in = byte_reader_make(coded, coded_size);
    d->out = out;
    d->room = size;
    d->protocol = PROTOCOL_15;
    dzip_client_start(&d->client);
    d->next[0] = ENTITIES;
    decode_all(d);
    if (d->fault) {
        code = format_fail(err, FORMAT_BAD, d->fault_at, "%s", d->fault);
    } else if (d->in.overrun) {
        code = format_fail(err, FORMAT_TRUNCATED, coded_size, "the coded demo ends early");
    } else if (d->full || d->used != size) {
        code = format_fail(err, FORMAT_BAD, d->in.pos,
                           "the demo has another size than the %zu "
                           "bytes that are listed",
                           size);
    }
    free(d);
    return code;
}
