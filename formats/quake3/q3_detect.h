/* Whether some bytes are a Quake III demo, and of which protocol: the container does not say.
 *
 * Protocols fall into groups whose bits are laid out alike. A group is told by reading: plain bits
 * or Huffman codes, and field tables that leave no message half read. What tells 66 to 71 from each
 * other is not in the bits: their serverinfo says ("protocol"), if the name of the file does not,
 * and nothing depends on it. */
#ifndef FORMATS_QUAKE3_Q3_DETECT_H
#define FORMATS_QUAKE3_Q3_DETECT_H

#include <stddef.h>
#include <stdint.h>

/* The number in a name's ending: NAME.dm_68 (in any case) is 68, NAME.dm3 is 43, others 0. */
int q3_protocol_of_name(const char *name);

/* The protocol (see q3_protocol_get), 0 = these bytes are no Quake III demo, FORMAT_MEMORY = no
 * memory to try (some 10 MB for a while, of files alone whose first message may be one). Reads the
 * first messages under each group's tables, that of the name first; the one that goes farther
 * without damage wins. A demo damaged in its first message is what its name says, where container
 * and first command agree. name may be NULL. */
int q3_detect(const uint8_t *data, size_t size, const char *name);

#endif
