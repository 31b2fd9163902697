/* Writes a QuakeWorld demo as a plain .qwd: protocol 28 without extensions, as one client recorded
 * it, in packets that id's client reads (qw_plain.h).
 *
 * In memory: bytes in, bytes out. Entities are told in full. A packet that is too long leaves what
 * is not of the server's frame to a packet with a free sequence number in front, or to the next
 * ones. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_CONVERT_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_CONVERT_H

#include "engine/edit/convert_report.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Appends a .qwd. Appends nothing but what can be used: see nq_convert, whose codes these are. */
int qwd_convert_plain(const struct qw_demo *demo, struct byte_writer *out,
                      struct convert_report *report, struct format_error *err) MUST_CHECK;

/* Appends a .mvd as the demo of the player in that slot, 0..31. The player's view is told by one
 * command for each packet, with the angles, but no time and no keys: the multi-view demo has none,
 * and a client that foretold movement without them would be ahead. All players are in every packet
 * that the .mvd has them in. */
int qwd_convert_player(const struct qw_demo *demo, uint8_t player, struct byte_writer *out,
                       struct convert_report *report, struct format_error *err) MUST_CHECK;

#endif
