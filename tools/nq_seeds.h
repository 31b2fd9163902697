/* Seeds of the fuzz targets: a demo of protocol 15 written again in the other NetQuake protocols.
 */
#ifndef TOOLS_NQ_SEEDS_H
#define TOOLS_NQ_SEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"

/* The kinds of demo, from 0; named in nq_seed_name. */
enum { NQ_SEEDS = 14 };

/* The kind's name, for a file. */
const char *nq_seed_name(int kind);

/* Appends the first `limit` bytes' blocks of the demo, in that kind's protocol, to out, which is
 * the caller's to free. What the protocol has no message for is left out; where entities are told
 * by differences, some updates have more fields than the demo has. False: the demo is damaged, or
 * out of memory. */
bool nq_seed_write(int kind, const uint8_t *demo, size_t size, size_t limit,
                   struct byte_writer *out);

#endif
