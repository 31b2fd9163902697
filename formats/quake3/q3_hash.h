/* Hashes of decoded Quake III state, to compare parsers by one line a snapshot.
 *
 * FNV-1a, 64 bit, over little-endian bytes, fields in the order of the protocol's wire. An absent
 * baseline counts as number 0 and zeros. */
#ifndef FORMATS_QUAKE3_Q3_HASH_H
#define FORMATS_QUAKE3_Q3_HASH_H

#include <stdint.h>

#include "formats/quake3/q3_snapshot.h"

/* Fields as int32; then stats, persistant, ammo as uint16, powerups as int32. */
uint64_t q3_hash_player(const struct q3_protocol *protocol, const struct q3_player_state *player);

/* Number and fields as int32, by ascending number. */
uint64_t q3_hash_entities(const struct q3_protocol *protocol, const struct q3_frames *frames,
                          const struct q3_snapshot *snapshot);
uint64_t q3_hash_baselines(const struct q3_protocol *protocol, const struct q3_frames *frames);

/* All configstrings that are not empty, by ascending index: the index as int32, the bytes without
 * NUL. */
uint64_t q3_hash_configstrings(const struct q3_gamestate *gamestate);

#endif
