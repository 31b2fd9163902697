/* A demo as long as one likes, made of a short one: what only a long file shows can be measured and
 * tested without keeping one. */
#ifndef TOOLS_LONG_DEMO_H
#define TOOLS_LONG_DEMO_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Appends to out a demo of the same family that plays for at least `seconds`: the bytes of `data`
 * up to the first level's first picture, then whole repeats of that level's blocks, each with the
 * server's clock continued. A repeat ends where the level does (the next one, an intermission, the
 * disconnect, damage); the gap between two repeats is the average gap between updates. Counters
 * (kills, secrets) keep counting. Times have the precision of a float32 clock: about 0.1 ms after
 * an hour. Limits of QuakeWorld repeats: see tools/qw_long_demo.h. Returns 0 or a negative code:
 * not a demo, no frame in it, a repeat so short that the file would exceed 1 GB, or out of memory.
 * The caller frees out in any case. */
int long_demo_make(struct byte_writer *out, const uint8_t *data, size_t size, double seconds,
                   struct format_error *err) MUST_CHECK;

#endif
