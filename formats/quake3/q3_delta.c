#include "formats/quake3/q3_delta.h"

#include "formats/quake3/q3_values.h"

/* Two copies of the loop over fields, each without questions about the other. */
#if defined(__GNUC__)
#define DELTA_INLINE static inline __attribute__((always_inline))
#else
#define DELTA_INLINE static inline
#endif

/* Derived from real demos with states decoded by a parser based on the original; all of those
 * agree.
 */
const uint64_t q3_plain_masks[Q3_PLAIN_MASKS] = {
    UINT64_C(0x0000000008060), UINT64_C(0x0000000000060), UINT64_C(0x000000000c060),
    UINT64_C(0x02000000000e1), UINT64_C(0x0100000008060), UINT64_C(0x00000000080e0),
    UINT64_C(0x000000000c0e0), UINT64_C(0x0100000000000), UINT64_C(0x0000000008040),
    UINT64_C(0x0000000008020), UINT64_C(0x0000100008060), UINT64_C(0x08000000007ed),
    UINT64_C(0x00000000000e0), UINT64_C(0x03000000007ed), UINT64_C(0x0000000000080),
    UINT64_C(0x0000000000040), UINT64_C(0x010000000c0e0), UINT64_C(0x0100000000060),
    UINT64_C(0x0000000000020), UINT64_C(0x02004000000e1), UINT64_C(0x0202001c000e1),
    UINT64_C(0x000010000c0e0), UINT64_C(0x0000000004060), UINT64_C(0x000000000c040),
    UINT64_C(0x000010000c060), UINT64_C(0x010000000c060), UINT64_C(0x1000100008060),
    UINT64_C(0x0300000008060), UINT64_C(0x01000000080e0), UINT64_C(0x000000000c020),
    UINT64_C(0x2000000008060),
};

/* Reads changes of the first `last` fields. zero_bit: an additional bit tells zero from nonzero
 * values. */
DELTA_INLINE void read_fields(struct q3_bits *b, const struct q3_field *fields, uint32_t last,
                              int32_t *values, bool zero_bit)
{
    struct q3_bits bits = *b; /* in registers */
    for (uint32_t i = 0; q3_next_changed(&bits, &i, last); i++) {
        int32_t value = 0;
        if (!zero_bit || q3_bits_ready(&bits, 1)) {
            value = q3_read_value(&bits, fields[i].bits);
        }
        values[fields[i].slot] = value;
    }
    *b = bits;
}

static void read_plain_entity(struct q3_bits *b, const struct q3_protocol *protocol,
                              struct q3_entity_state *state)
{
    const uint64_t mask = q3_read_plain_mask(b, protocol);
    for (uint32_t i = 0; i < protocol->entity_count; i++) {
        if (mask >> i & 1) {
            const struct q3_field *field = &protocol->entity[i];
            state->fields[field->slot] = q3_read_plain_value(b, field->bits);
        }
    }
}

int q3_delta_read_entity(struct q3_bits *b, const struct q3_protocol *protocol,
                         struct q3_entity_state *state, struct format_error *err)
{
    if (protocol->masks) {
        read_plain_entity(b, protocol, state);
        return 0;
    }
    const uint32_t last = q3_bits_read(b, 8);
    if (last > protocol->entity_count) {
        return format_fail(err, FORMAT_BAD, 0, "entity %ld: %lu fields (at most %u)",
                           (long)state->number, (unsigned long)last, protocol->entity_count);
    }
    read_fields(b, protocol->entity, last, state->fields, true);
    return 0;
}

static void read_array(struct q3_bits *b, uint32_t bits, bool is_signed, int32_t values[Q3_ARRAY])
{
    if (q3_bits_read(b, 1) == 0) {
        return;
    }
    struct q3_bits local = *b;
    for (uint32_t mask = q3_bits_read(&local, Q3_ARRAY); mask != 0; mask &= mask - 1) {
        const uint32_t v = q3_bits_read(&local, bits);
        values[__builtin_ctz(mask)] = is_signed ? q3_bits_signed(v, bits) : (int32_t)v;
    }
    *b = local;
}

int q3_delta_read_player(struct q3_bits *b, const struct q3_protocol *protocol,
                         struct q3_player_state *state, struct format_error *err)
{
    if (protocol->masks) {
        for (uint32_t i = 0; i < protocol->player_count; i++) {
            if (q3_bits_read(b, 1)) {
                const struct q3_field *field = &protocol->player[i];
                state->fields[field->slot] = q3_read_plain_value(b, field->bits);
            }
        }
    } else {
        const uint32_t last = q3_bits_read(b, 8);
        if (last > protocol->player_count) {
            return format_fail(err, FORMAT_BAD, 0, "player: %lu fields (at most %u)",
                               (unsigned long)last, protocol->player_count);
        }
        read_fields(b, protocol->player, last, state->fields, false);
        if (q3_bits_read(b, 1) == 0) {
            return 0;
        }
    }
    read_array(b, 16, true, state->stats);
    read_array(b, 16, true, state->persistant);
    read_array(b, 16, false, state->ammo);
    read_array(b, 32, false, state->powerups);
    return 0;
}

/* Bit n = field n of the wire differs. */
static uint64_t changed_fields(const struct q3_field *fields, uint32_t count, const int32_t *from,
                               const int32_t *to)
{
    uint64_t changed = 0;
    for (uint32_t i = 0; i < count; i++) {
        changed |= (uint64_t)(from[fields[i].slot] != to[fields[i].slot]) << i;
    }
    return changed;
}

static uint32_t last_changed(uint64_t changed)
{
    return changed ? 64 - (uint32_t)__builtin_clzll(changed) : 0;
}

static void write_fields(struct q3_bits_writer *w, const struct q3_field *fields, uint32_t count,
                         uint64_t changed, const int32_t *values, bool zero_bit)
{
    for (uint32_t i = 0; i < count; i++) {
        const int32_t value = values[fields[i].slot];
        q3_bits_write(w, changed >> i & 1, 1);
        if ((changed >> i & 1) == 0) {
            continue;
        }
        if (zero_bit) {
            q3_bits_write(w, value != 0, 1);
        }
        if (value != 0 || !zero_bit) {
            q3_write_value(w, value, fields[i].bits);
        }
    }
}

static void write_plain_entity(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                               uint64_t changed, const struct q3_entity_state *to)
{
    uint32_t index = 0;
    while (index < Q3_PLAIN_MASKS && q3_plain_masks[index] != changed) {
        index++;
    }
    q3_bits_write(w, index, Q3_PLAIN_MASK_BITS);
    for (uint32_t i = 0; index == Q3_PLAIN_MASKS && i < protocol->entity_count; i++) {
        q3_bits_write(w, changed >> i & 1, 1);
    }
    for (uint32_t i = 0; i < protocol->entity_count; i++) {
        if (changed >> i & 1) {
            q3_write_value(w, to->fields[protocol->entity[i].slot], protocol->entity[i].bits);
        }
    }
}

bool q3_delta_entity_differs(const struct q3_protocol *protocol, const struct q3_entity_state *from,
                             const struct q3_entity_state *to)
{
    return changed_fields(protocol->entity, protocol->entity_count, from->fields, to->fields) != 0;
}

void q3_delta_write_entity(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                           const struct q3_entity_state *from, const struct q3_entity_state *to)
{
    const uint64_t changed =
        changed_fields(protocol->entity, protocol->entity_count, from->fields, to->fields);
    q3_bits_write(w, 0, 1);
    q3_bits_write(w, changed != 0, 1);
    if (changed == 0) {
        return;
    }
    if (protocol->masks) {
        write_plain_entity(w, protocol, changed, to);
        return;
    }
    const uint32_t last = last_changed(changed);
    q3_bits_write(w, last, 8);
    write_fields(w, protocol->entity, last, changed, to->fields, true);
}

static uint32_t changed_values(const int32_t from[Q3_ARRAY], const int32_t to[Q3_ARRAY])
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < Q3_ARRAY; i++) {
        changed |= (uint32_t)(from[i] != to[i]) << i;
    }
    return changed;
}

static void write_array(struct q3_bits_writer *w, uint32_t bits, uint32_t changed,
                        const int32_t values[Q3_ARRAY])
{
    q3_bits_write(w, changed != 0, 1);
    if (changed == 0) {
        return;
    }
    q3_bits_write(w, changed, Q3_ARRAY);
    for (uint32_t i = 0; i < Q3_ARRAY; i++) {
        if (changed >> i & 1) {
            q3_bits_write(w, (uint32_t)values[i], bits);
        }
    }
}

void q3_delta_write_player(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                           const struct q3_player_state *from, const struct q3_player_state *to)
{
    const uint64_t changed =
        changed_fields(protocol->player, protocol->player_count, from->fields, to->fields);
    const uint32_t last = protocol->masks ? protocol->player_count : last_changed(changed);
    const uint32_t stats = changed_values(from->stats, to->stats);
    const uint32_t persistant = changed_values(from->persistant, to->persistant);
    const uint32_t ammo = changed_values(from->ammo, to->ammo);
    const uint32_t powerups = changed_values(from->powerups, to->powerups);
    if (!protocol->masks) {
        q3_bits_write(w, last, 8);
    }
    write_fields(w, protocol->player, last, changed, to->fields, false);
    if (!protocol->masks) {
        const bool any = (stats | persistant | ammo | powerups) != 0;
        q3_bits_write(w, any, 1);
        if (!any) {
            return;
        }
    }
    write_array(w, 16, stats, to->stats);
    write_array(w, 16, persistant, to->persistant);
    write_array(w, 16, ammo, to->ammo);
    write_array(w, 32, powerups, to->powerups);
}
