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

/* Appends a playerinfo of a .mvd with every field of that slot, 0..31. */
void qw_full_update_player(const struct qw_state *state, uint8_t slot, struct byte_writer *out);

#endif
