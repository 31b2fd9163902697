/* Detects Quake III demos and their protocol, which the container does not store.
 *
 * Protocols form groups with the same bit layout. A group is detected by decoding: plain bits or
 * Huffman codes, and field tables that leave no message half read. Protocols 66 to 71 have the same
 * layout; they are told apart by the serverinfo ("protocol") if the file name does not, and nothing
 * else depends on it. */
#ifndef FORMATS_QUAKE3_Q3_DETECT_H
#define FORMATS_QUAKE3_Q3_DETECT_H

#include <stddef.h>
#include <stdint.h>

/* The number in a name's ending: NAME.dm_68 (in any case) is 68, NAME.dm3 is 43, others 0. */
int q3_protocol_of_name(const char *name);

/* Returns the protocol (see q3_protocol_get), 0 = not a Quake III demo, or FORMAT_MEMORY. Allocates
 * some 10 MB temporarily if the first message may be one. Decodes the first messages with each
 * group's tables, the file name's first; the group that gets farthest without damage wins. For a
 * demo damaged in its first message returns the file name's protocol if container and first command
 * fit. name may be NULL. */
int q3_detect(const uint8_t *data, size_t size, const char *name);

#endif
