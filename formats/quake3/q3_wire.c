#include "formats/quake3/q3_wire.h"

#include "formats/quake3/q3_values.h"

static const int8_t array_bits[Q3_WIRE_ARRAYS] = {-16, -16, 16, 32};
const char *const q3_array_names[Q3_WIRE_ARRAYS] = {"stats", "persistant", "ammo", "powerups"};

int q3_array_bits(int array)
{
    return array_bits[array];
}

bool q3_wire_is_short(int32_t value)
{
    return q3_is_snapped(value);
}

/* --- reading -----------------------------------------------------------------------------------
 */

static void note_value(struct q3_wire_fields *to, const struct q3_field *field, uint32_t i,
                       int32_t value, bool in_full)
{
    to->sent |= UINT64_C(1) << i;
    to->values[i] = value;
    if (in_full && field->bits == 0 && q3_is_snapped(value)) {
        to->long_form |= UINT64_C(1) << i;
    }
}

/* zero_bit: an additional bit tells zero from other values. */
static void read_fields(struct q3_bits *b, const struct q3_field *fields, uint32_t last,
                        struct q3_wire_fields *to, bool zero_bit)
{
    struct q3_bits bits = *b; /* in registers */
    for (uint32_t i = 0; q3_next_changed(&bits, &i, last); i++) {
        if (zero_bit && !q3_bits_ready(&bits, 1)) {
            note_value(to, &fields[i], i, 0, false);
            continue;
        }
        const bool in_full = (bits.buffer & 1) != 0;
        note_value(to, &fields[i], i, q3_read_value(&bits, fields[i].bits), in_full);
    }
    *b = bits;
}

static void read_plain_fields(struct q3_bits *b, const struct q3_field *fields, uint64_t mask,
                              struct q3_wire_fields *to)
{
    for (; mask != 0; mask &= mask - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(mask);
        q3_bits_refill(b);
        const bool in_full = (b->buffer & 1) != 0;
        note_value(to, &fields[i], i, q3_read_plain_value(b, fields[i].bits), in_full);
    }
}

int q3_wire_read_entity(struct q3_bits *b, const struct q3_protocol *protocol,
                        struct q3_wire_fields *fields, struct format_error *err)
{
    fields->sent = fields->long_form = 0;
    fields->last = 0;
    if (protocol->masks) {
        read_plain_fields(b, protocol->entity, q3_read_plain_mask(b, protocol), fields);
        return 0;
    }
    fields->last = q3_bits_read(b, 8);
    if (fields->last > protocol->entity_count) {
        return format_fail(err, FORMAT_BAD, 0, "%lu fields (at most %u)",
                           (unsigned long)fields->last, protocol->entity_count);
    }
    read_fields(b, protocol->entity, fields->last, fields, true);
    return 0;
}

static void read_array(struct q3_bits *b, int array, struct q3_wire_arrays *to)
{
    const int bits = array_bits[array];
    const uint32_t width = (uint32_t)(bits < 0 ? -bits : bits);
    if (q3_bits_read(b, 1) == 0) {
        return;
    }
    to->sent[array] = (uint16_t)q3_bits_read(b, Q3_ARRAY);
    for (uint32_t mask = to->sent[array]; mask != 0; mask &= mask - 1) {
        const uint32_t v = q3_bits_read(b, width);
        to->values[array][__builtin_ctz(mask)] = bits < 0 ? q3_bits_signed(v, width) : (int32_t)v;
    }
}

static void read_plain_player(struct q3_bits *b, const struct q3_protocol *protocol,
                              struct q3_wire_fields *fields)
{
    for (uint32_t i = 0; i < protocol->player_count; i++) {
        if (q3_bits_read(b, 1)) {
            read_plain_fields(b, protocol->player, UINT64_C(1) << i, fields);
        }
    }
}

int q3_wire_read_player(struct q3_bits *b, const struct q3_protocol *protocol,
                        struct q3_wire_fields *fields, struct q3_wire_arrays *arrays,
                        struct format_error *err)
{
    fields->sent = fields->long_form = 0;
    fields->last = 0;
    for (int i = 0; i < Q3_WIRE_ARRAYS; i++) {
        arrays->sent[i] = 0;
    }
    if (protocol->masks) {
        read_plain_player(b, protocol, fields);
    } else {
        fields->last = q3_bits_read(b, 8);
        if (fields->last > protocol->player_count) {
            return format_fail(err, FORMAT_BAD, 0, "player: %lu fields (at most %u)",
                               (unsigned long)fields->last, protocol->player_count);
        }
        read_fields(b, protocol->player, fields->last, fields, false);
        if (q3_bits_read(b, 1) == 0) {
            return 0;
        }
    }
    for (int i = 0; i < Q3_WIRE_ARRAYS; i++) {
        read_array(b, i, arrays);
    }
    return 0;
}

/* --- writing -----------------------------------------------------------------------------------
 */

static void write_value(struct q3_bits_writer *w, const struct q3_wire_fields *fields, uint32_t i,
                        int bits)
{
    if (fields->long_form >> i & 1) {
        q3_bits_write(w, 1, 1);
        q3_bits_write(w, (uint32_t)fields->values[i], 32);
    } else {
        q3_write_value(w, fields->values[i], bits);
    }
}

static void write_fields(struct q3_bits_writer *w, const struct q3_field *table, uint32_t last,
                         const struct q3_wire_fields *fields, bool zero_bit)
{
    enum { SKIPPED = 6 }; /* plain bits that are written at once, with the next one */
    uint32_t next = 0;
    for (uint64_t sent = fields->sent; sent != 0; sent &= sent - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(sent);
        for (; i - next >= SKIPPED; next += SKIPPED) {
            q3_bits_write(w, 0, SKIPPED);
        }
        q3_bits_write(w, 1u << (i - next), i - next + 1);
        next = i + 1;
        if (zero_bit) {
            const bool is_zero = fields->values[i] == 0 && (fields->long_form >> i & 1) == 0;
            q3_bits_write(w, !is_zero, 1);
            if (is_zero) {
                continue;
            }
        }
        write_value(w, fields, i, table[i].bits);
    }
    for (; next < last; next++) {
        q3_bits_write(w, 0, 1);
    }
}

static void write_plain_entity(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                               const struct q3_wire_fields *fields)
{
    uint32_t index = 0;
    while (index < Q3_PLAIN_MASKS && q3_plain_masks[index] != fields->sent) {
        index++;
    }
    q3_bits_write(w, index, Q3_PLAIN_MASK_BITS);
    for (uint32_t i = 0; index == Q3_PLAIN_MASKS && i < protocol->entity_count; i++) {
        q3_bits_write(w, (uint32_t)(fields->sent >> i & 1), 1);
    }
    for (uint64_t sent = fields->sent; sent != 0; sent &= sent - 1) {
        const uint32_t i = (uint32_t)__builtin_ctzll(sent);
        write_value(w, fields, i, protocol->entity[i].bits);
    }
}

static uint32_t count_fields(const struct q3_wire_fields *fields)
{
    const uint32_t last = q3_wire_last(fields->sent);
    return fields->last > last ? fields->last : last;
}

void q3_wire_write_entity(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                          enum q3_change change, const struct q3_wire_fields *fields)
{
    q3_bits_write(w, change == Q3_CHANGE_REMOVED, 1);
    if (change == Q3_CHANGE_REMOVED) {
        return;
    }
    q3_bits_write(w, change == Q3_CHANGE_FIELDS, 1);
    if (change == Q3_CHANGE_NONE) {
        return;
    }
    if (protocol->masks) {
        write_plain_entity(w, protocol, fields);
        return;
    }
    q3_bits_write(w, count_fields(fields), 8);
    write_fields(w, protocol->entity, count_fields(fields), fields, true);
}

static void write_array(struct q3_bits_writer *w, int array, const struct q3_wire_arrays *arrays)
{
    const int bits = array_bits[array];
    q3_bits_write(w, arrays->sent[array] != 0, 1);
    if (arrays->sent[array] == 0) {
        return;
    }
    q3_bits_write(w, arrays->sent[array], Q3_ARRAY);
    for (uint32_t mask = arrays->sent[array]; mask != 0; mask &= mask - 1) {
        q3_bits_write(w, (uint32_t)arrays->values[array][__builtin_ctz(mask)],
                      (uint32_t)(bits < 0 ? -bits : bits));
    }
}

void q3_wire_write_player(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                          const struct q3_wire_fields *fields, const struct q3_wire_arrays *arrays)
{
    uint32_t any = 0;
    if (protocol->masks) {
        for (uint32_t i = 0; i < protocol->player_count; i++) {
            const bool sent = fields->sent >> i & 1;
            q3_bits_write(w, sent, 1);
            if (sent) {
                write_value(w, fields, i, protocol->player[i].bits);
            }
        }
    } else {
        q3_bits_write(w, count_fields(fields), 8);
        write_fields(w, protocol->player, count_fields(fields), fields, false);
        for (int i = 0; i < Q3_WIRE_ARRAYS; i++) {
            any |= arrays->sent[i];
        }
        q3_bits_write(w, any != 0, 1);
        if (any == 0) {
            return;
        }
    }
    for (int i = 0; i < Q3_WIRE_ARRAYS; i++) {
        write_array(w, i, arrays);
    }
}
