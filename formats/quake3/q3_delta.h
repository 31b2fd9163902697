/* Entities and players as changes against an earlier state.
 *
 * Source: DM_68 section 6; before protocol 66 ("masks"): found from real
 * files; in no public document. */
#ifndef FORMATS_QUAKE3_Q3_DELTA_H
#define FORMATS_QUAKE3_Q3_DELTA_H

#include "formats/base/error.h"
#include "formats/quake3/q3_bits.h"
#include "formats/quake3/q3_snapshot.h"

/* Kind of an entity's delta, after its number. */
enum q3_change {
    Q3_CHANGE_NONE,   /* it is as it was */
    Q3_CHANGE_FIELDS, /* fields follow: q3_delta_read_entity */
    Q3_CHANGE_REMOVED
};

/* Two bits that are ready. */
static inline enum q3_change q3_delta_change(struct q3_bits *b)
{
    if (q3_bits_ready(b, 1)) {
        return Q3_CHANGE_REMOVED;
    }
    return q3_bits_ready(b, 1) ? Q3_CHANGE_FIELDS : Q3_CHANGE_NONE;
}

/* Applies a delta to *state, which holds the old values. Returns 0, or FORMAT_BAD; of err sets only
 * `what`. */
int q3_delta_read_entity(struct q3_bits *b, const struct q3_protocol *protocol,
                         struct q3_entity_state *state, struct format_error *err) MUST_CHECK;
int q3_delta_read_player(struct q3_bits *b, const struct q3_protocol *protocol,
                         struct q3_player_state *state, struct format_error *err) MUST_CHECK;

/* Writes what differs, the two bits of q3_change included. */
void q3_delta_write_entity(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                           const struct q3_entity_state *from, const struct q3_entity_state *to);
void q3_delta_write_player(struct q3_bits_writer *w, const struct q3_protocol *protocol,
                           const struct q3_player_state *from, const struct q3_player_state *to);

/* True if a field that the protocol sends differs. */
bool q3_delta_entity_differs(const struct q3_protocol *protocol, const struct q3_entity_state *from,
                             const struct q3_entity_state *to);

#endif
