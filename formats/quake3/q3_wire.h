/* Deltas of entities and players as a message has them: which fields are sent and their values,
 * without the state that they change.
 *
 * Source: DM_68 section 6; q3_delta.h applies the same bits to a state. What is read here can be
 * written again without knowing the base. A message whose sender chose another form for the same
 * fields (a zero sent as a value, a mask in full that has a number) is written in the usual form:
 * callers that need the same bytes compare. */
#ifndef FORMATS_QUAKE3_Q3_WIRE_H
#define FORMATS_QUAKE3_Q3_WIRE_H

#include "formats/base/error.h"
#include "formats/quake3/q3_bits.h"
#include "formats/quake3/q3_delta.h"
#include "formats/quake3/q3_snapshot.h"

enum { Q3_WIRE_FIELDS = 64, Q3_WIRE_ARRAYS = 4 };

struct q3_wire_fields {
    uint32_t last;      /* fields that have a bit for "sent"; unused before protocol 66 */
    uint64_t sent;      /* bit n = field n of the wire */
    uint64_t long_form; /* those of `sent` that are floats in 32 bits although they fit 13 */
    int32_t values[Q3_WIRE_FIELDS]; /* of those sent; floats by their bits */
};

/* A player's arrays: stats, persistant, ammo, powerups. */
struct q3_wire_arrays {
    uint16_t sent[Q3_WIRE_ARRAYS];
    int32_t values[Q3_WIRE_ARRAYS][Q3_ARRAY];
};

extern const char *const q3_array_names[Q3_WIRE_ARRAYS];
/* Bits of an array's values; negative = signed. */
int q3_array_bits(int array);

/* Behind the two bits of q3_change. Returns 0, or FORMAT_BAD; of err sets only `what`. */
int q3_wire_read_entity(struct q3_bits *b, const struct q3_protocol *protocol,
                        struct q3_wire_fields *fields, struct format_error *err) MUST_CHECK;
int q3_wire_read_player(struct q3_bits *b, const struct q3_protocol *protocol,
                        struct q3_wire_fields *fields, struct q3_wire_arrays *arrays,
                        struct format_error *err) MUST_CHECK;

/* The bits of `change`, and the fields if it is Q3_CHANGE_FIELDS. fields->last is raised to the
 * last field that is sent. */
void q3_wire_write_entity(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                          enum q3_change change, const struct q3_wire_fields *fields);
void q3_wire_write_player(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                          const struct q3_wire_fields *fields, const struct q3_wire_arrays *arrays);

/* The number of the last field that is sent, counted from 1; 0 = none. */
static inline uint32_t q3_wire_last(uint64_t sent)
{
    return sent != 0 ? 64 - (uint32_t)__builtin_clzll(sent) : 0;
}

/* True if a float of these bits is sent in 13 bits as a rule. */
bool q3_wire_is_short(int32_t value);

#endif
