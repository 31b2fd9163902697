/* A demo as long as one likes, made of a short one: what only a long file shows can be measured and
 * tested without keeping one. */
#ifndef TOOLS_LONG_DEMO_H
#define TOOLS_LONG_DEMO_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Appends to out a demo of the same family that plays for at least `seconds`: the bytes of `data`
 * up to the first level's first picture, then that level's blocks again and again, whole repeats,
 * each with the server's clock carried on. A repeat ends where the level does (the next one, an
 * intermission, the disconnect, damage); its first update comes as long after the last one as
 * updates do on average. What a state counts (kills, secrets) goes on counting.
 * The times are as good as a float32 of the clock: about 0.1 ms after an hour.
 * What a repeat of a QuakeWorld demo cannot carry on: see tools/qw_long_demo.h.
 * 0, or a negative code: no demo, no picture in it, so little play a repeat that the file would
 * have more than 1 GB, or no memory. Free out in any case. */
int long_demo_make(struct byte_writer *out, const uint8_t *data, size_t size, double seconds,
                   struct format_error *err) MUST_CHECK;

#endif
