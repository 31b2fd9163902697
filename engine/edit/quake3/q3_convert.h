/* Writes a Quake III demo in a later protocol (q3_translator.h): 43 to 67 as 68, Quake Live's 73
 * and 90 as 91.
 *
 * In memory: bytes in, bytes out. As in a cut of the whole demo, snapshots are deltas against the
 * server's base, numbers of messages and commands stay, downloads and voice go. */
#ifndef ENGINE_EDIT_Q3_CONVERT_H
#define ENGINE_EDIT_Q3_CONVERT_H

#include "engine/edit/convert_report.h"
#include "formats/base/bytes.h"

/* Appends the demo to out (caller frees). Requires q3_translator_knows(protocol, to). Returns 0,
 * FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds everything up
 * to the damage; fills err. */
int q3_convert(const uint8_t *data, size_t size, int protocol, int to, struct byte_writer *out,
               struct convert_report *report, struct format_error *err) MUST_CHECK;

#endif
