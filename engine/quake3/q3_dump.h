/* Quake III's part of dump: messages, snapshots with all their fields, hashes of the states.
 *
 * All write lines to `out` as far as the demo is good, and return 0, or a negative code with err.
 * They stop early when `out` has an error. protocol: as q3_detect says. */
#ifndef ENGINE_QUAKE3_Q3_DUMP_H
#define ENGINE_QUAKE3_Q3_DUMP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/error.h"

/* Every message as one JSON object; of a snapshot its head alone. */
int q3_dump_messages(FILE *out, const uint8_t *data, size_t size, int protocol,
                     struct format_error *err) MUST_CHECK;

/* Every snapshot as one JSON object with every field the protocol has, by its name. Dropped ones
 * are left out. */
int q3_dump_snapshots(FILE *out, const uint8_t *data, size_t size, int protocol,
                      struct format_error *err) MUST_CHECK;

/* "index sequence serverTime pshash eshash" for each snapshot that was not dropped: its 0-based
 * number in the demo, its message's sequence, the server's time in milliseconds, and the hashes of
 * q3_hash.h in 16 hexadecimal digits. */
int q3_dump_hashes(FILE *out, const uint8_t *data, size_t size, int protocol,
                   struct format_error *err) MUST_CHECK;

/* "gamestate", "snapshot"; for a number nobody knows "?". */
const char *q3_message_name(uint8_t id);

#endif
