/* Messages of a QuakeWorld update that need nothing from updates before: what a client's state has,
 * against baselines or nothing. Failures are in out.
 *
 * Sources: those of qw_message.h. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_FULL_UPDATE_H
#define ENGINE_EDIT_QUAKEWORLD_QW_FULL_UPDATE_H

#include <stdbool.h>

#include "engine/quakeworld/qw_state.h"
#include "formats/base/bytes.h"

/* True if the frame of the newest packet (.qwd) or entity message (.mvd) could be worked out. */
bool qw_full_update_is_known(const struct qw_state *state);

/* Appends a packetentities of that frame, or if it is not known of the entities that are shown. */
void qw_full_update_entities(const struct qw_state *state, struct byte_writer *out);

/* The entities that this update tells: their count, and the one at i < count, in *state. */
uint32_t qw_full_update_count(const struct qw_state *state);
const struct qw_frame_entity *qw_full_update_entity(const struct qw_state *state, uint32_t i);
/* Appends one of them against its baseline, in a protocol with the state's extensions or without
 * any: then without what the extensions have. */
void qw_full_update_write(const struct qw_state *state, const struct qw_frame_entity *entity,
                          const struct qw_protocol *protocol, struct byte_writer *out);

/* Appends a playerinfo of a .mvd with every field of that slot, 0..31. */
void qw_full_update_player(const struct qw_state *state, uint8_t slot, struct byte_writer *out);

#endif
