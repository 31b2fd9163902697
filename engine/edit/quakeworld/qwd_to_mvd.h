/* Writes a .qwd as a .mvd: what one client saw, in the form of a multi-view demo.
 *
 * In memory: bytes in, bytes out. The protocol stays, extensions too. Only the players that the
 * recorder was sent are in an update, each told in full; so are the entities. What was for the
 * recorder alone (damage, statistics, texts in the centre) becomes a message to that player.
 * Commands, voice, loaded files and chokes are left out. A .mvd has times in whole milliseconds.
 * Source: the order and the kinds of blocks that MVDSV writes (sv_demo.c). */
#ifndef ENGINE_EDIT_QUAKEWORLD_QWD_TO_MVD_H
#define ENGINE_EDIT_QUAKEWORLD_QWD_TO_MVD_H

#include "engine/edit/convert_report.h"
#include "engine/quakeworld/quakeworld.h"
#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Appends a .mvd. demo: of container .qwd. Returns 0, FORMAT_MEMORY, or another negative code if
 * the demo is damaged, and out then holds everything up to the damage; fills err, whose offset is
 * the file's. *report is set in all cases. */
int qwd_to_mvd(const struct qw_demo *demo, struct byte_writer *out, struct convert_report *report,
               struct format_error *err) MUST_CHECK;

#endif
