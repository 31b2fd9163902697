/* Deltas as a message has them: what is written is what the reader of states applies, and what is
 * read back, for every field of every protocol. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/quake3/q3_wire.h"

static const int protocols[] = {43, 48, 68, 73, 90, 91};
enum { PROTOCOLS = sizeof(protocols) / sizeof(protocols[0]), ROUNDS = 400 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

/* A value that the field can send: small, large, zero, a float with or without a fraction. */
static int32_t make_value(uint32_t *seed, int bits)
{
    static const float floats[] = {0, 1, -4096, 4095, 4096, 0.5f, -1e9f};
    const uint32_t random = next_random(seed) << 8 ^ next_random(seed);
    if (bits == 0) {
        return q3_float_bits(floats[random % 7]);
    }
    if (random % 5 == 0) {
        return 0;
    }
    return bits < 0    ? q3_bits_signed(random & ((1u << -bits) - 1), (uint32_t)-bits)
           : bits < 32 ? (int32_t)(random & ((1u << bits) - 1))
                       : (int32_t)random;
}

static void make_fields(uint32_t *seed, const struct q3_field *table, uint32_t count,
                        struct q3_wire_fields *fields)
{
    memset(fields, 0, sizeof(*fields));
    for (uint32_t i = 0; i < count; i++) {
        if (next_random(seed) % 4 == 0) {
            fields->sent |= UINT64_C(1) << i;
            fields->values[i] = make_value(seed, table[i].bits);
            if (table[i].bits == 0 && q3_wire_is_short(fields->values[i]) &&
                next_random(seed) % 2 == 0) {
                fields->long_form |= UINT64_C(1) << i;
            }
        }
    }
    fields->last = q3_wire_last(fields->sent) + next_random(seed) % 2;
    fields->last = fields->last < count ? fields->last : count;
}

static void expect_fields(const struct q3_wire_fields *a, const struct q3_wire_fields *b,
                          const struct q3_protocol *protocol)
{
    cr_assert_eq(a->sent, b->sent);
    cr_assert_eq(a->long_form, b->long_form);
    cr_assert(protocol->masks || a->last == b->last);
    for (uint64_t sent = a->sent; sent != 0; sent &= sent - 1) {
        cr_assert_eq(a->values[__builtin_ctzll(sent)], b->values[__builtin_ctzll(sent)]);
    }
}

Test(q3_wire, entities_are_read_as_they_were_written)
{
    uint32_t seed = 1;
    for (int k = 0; k < PROTOCOLS * ROUNDS; k++) {
        const struct q3_protocol *protocol = q3_protocol_get(protocols[k % PROTOCOLS]);
        struct q3_wire_fields fields, back;
        struct q3_entity_state state = {.number = 3};
        struct byte_writer bytes = {0};
        struct q3_bits_writer w = q3_bits_begin(&bytes, protocol->masks);
        make_fields(&seed, protocol->entity, protocol->entity_count, &fields);
        q3_wire_write_entity(&w, protocol, Q3_CHANGE_FIELDS, &fields);
        q3_bits_end(&w);
        struct q3_bits b = q3_bits_make(bytes.data, bytes.size, protocol->masks);
        q3_bits_refill(&b);
        cr_assert_eq(q3_delta_change(&b), Q3_CHANGE_FIELDS);
        struct q3_bits again = b;
        cr_assert_eq(q3_wire_read_entity(&b, protocol, &back, NULL), 0);
        expect_fields(&fields, &back, protocol);
        cr_assert_eq(q3_delta_read_entity(&again, protocol, &state, NULL), 0);
        cr_assert_eq(q3_bits_taken(&again), q3_bits_taken(&b));
        for (uint32_t i = 0; i < protocol->entity_count; i++) {
            cr_assert_eq(state.fields[protocol->entity[i].slot],
                         fields.sent >> i & 1 ? fields.values[i] : 0);
        }
        byte_writer_free(&bytes);
    }
}

Test(q3_wire, players_are_read_as_they_were_written)
{
    uint32_t seed = 2;
    for (int k = 0; k < PROTOCOLS * ROUNDS; k++) {
        const struct q3_protocol *protocol = q3_protocol_get(protocols[k % PROTOCOLS]);
        struct q3_wire_fields fields, back;
        struct q3_wire_arrays arrays = {.sent = {0}}, arrays_back;
        struct q3_player_state state = {.fields = {0}};
        struct byte_writer bytes = {0};
        struct q3_bits_writer w = q3_bits_begin(&bytes, protocol->masks);
        make_fields(&seed, protocol->player, protocol->player_count, &fields);
        for (int i = 0; i < Q3_WIRE_ARRAYS; i++) {
            arrays.sent[i] = (uint16_t)(k % 3 == 0 ? 0 : next_random(&seed) & next_random(&seed));
            for (int n = 0; n < Q3_ARRAY; n++) {
                arrays.values[i][n] = make_value(&seed, q3_array_bits(i));
            }
        }
        q3_wire_write_player(&w, protocol, &fields, &arrays);
        q3_bits_end(&w);
        struct q3_bits b = q3_bits_make(bytes.data, bytes.size, protocol->masks), again = b;
        cr_assert_eq(q3_wire_read_player(&b, protocol, &back, &arrays_back, NULL), 0);
        expect_fields(&fields, &back, protocol);
        cr_assert_eq(q3_delta_read_player(&again, protocol, &state, NULL), 0);
        cr_assert_eq(q3_bits_taken(&again), q3_bits_taken(&b));
        for (int n = 0; n < Q3_ARRAY; n++) {
            cr_assert_eq(state.stats[n], arrays.sent[0] >> n & 1 ? arrays.values[0][n] : 0);
            cr_assert_eq(state.powerups[n], arrays.sent[3] >> n & 1 ? arrays.values[3][n] : 0);
            cr_assert_eq(arrays_back.sent[1] >> n & 1, arrays.sent[1] >> n & 1);
        }
        byte_writer_free(&bytes);
    }
}
