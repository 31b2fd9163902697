/* QuakeWorld messages in protocol 28 without extensions, in the form of a .qwd: what id's
 * QuakeWorld client and those that came from it read.
 *
 * Coordinates and angles are rounded to the nearest ones that the plain protocol has. Voice, files,
 * transparency, tints, and what has a number that is too high are left out and counted. Sources:
 * QWD section 5; the limits are those of id's QuakeWorld 2.40 (MAX_MSGLEN, MAX_PACKET_ENTITIES,
 * MAX_EDICTS of a packet). */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_PLAIN_H
#define ENGINE_EDIT_QUAKEWORLD_QW_PLAIN_H

#include "engine/edit/convert_report.h"
#include "engine/quakeworld/qw_state.h"
#include "formats/base/bytes.h"
#include "formats/quakeworld/qw_message.h"

enum {
    QW_PLAIN_PACKET = 1442,    /* bytes of messages: 1450 with the sequence numbers */
    QW_PLAIN_ENTITIES = 64,    /* in a packet */
    QW_PLAIN_LAST_ENTITY = 511 /* number */
};

/* A coordinate is at most so far from 0. */
#define QW_PLAIN_PLACE 4095.875

extern const struct qw_protocol qw_plain_protocol;

struct qw_plain {                  /* start from {.report}; where the source is, for the report: */
    struct convert_report *report; /* borrowed */
    uint32_t block;
    size_t offset;
};

/* Counts what is left out, or does not fit, at the place of the source. */
void qw_plain_found(struct qw_plain *plain, enum convert_kind kind, double value);

/* Appends the message, without entities and players of a .mvd. from: the source's protocol.
 * player: the slot for a serverdata. */
void qw_plain_message(struct qw_plain *plain, const struct qw_protocol *from,
                      const struct qw_message *message, uint8_t player, struct byte_writer *out);

/* Appends a packetentities of the state's frame, told in full, of at most `room` bytes; of too many
 * those nearest to eye stay. */
void qw_plain_entities(struct qw_plain *plain, const struct qw_state *state, const float eye[3],
                       size_t room, struct byte_writer *out);

#endif
