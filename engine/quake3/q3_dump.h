/* The `dump` command for Quake III: messages, snapshots with all fields, hashes of the states.
 *
 * Each function writes lines to `out` up to the end or the damage, and stops early if writing
 * fails. Returns 0 or a negative code; fills err. protocol: from q3_detect. */
#ifndef ENGINE_QUAKE3_Q3_DUMP_H
#define ENGINE_QUAKE3_Q3_DUMP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/error.h"

/* Each message as one JSON object; snapshots without their fields. */
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

/* "gamestate", "snapshot"; "?" for an unknown number. */
const char *q3_message_name(uint8_t id);

#endif
