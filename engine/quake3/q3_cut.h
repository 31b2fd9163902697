/* Rewrites a Quake III demo, or a part of it, as a demo that the original client plays.
 *
 * In memory: bytes in, bytes out. The part begins with a gamestate: baselines, and configstrings
 * with all earlier server commands applied. The first snapshot is a full one; the others are
 * delta-coded against the server's base if that is in the part, else full. Messages and server
 * commands keep their sequence numbers; the gamestate's is one less than the first. Downloads and
 * voice messages are dropped. Decoding the result gives the states of the demo, bit for bit. */
#ifndef ENGINE_QUAKE3_Q3_CUT_H
#define ENGINE_QUAKE3_Q3_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Range of blocks of a demo, by their byte offsets in the file. */
struct q3_part_range {
    size_t first, last;
    uint32_t snapshots; /* first..last; 0 = none */
};

struct q3_cut_report {
    uint32_t gamestates, snapshots, commands; /* written */
    uint32_t largest;                         /* bytes of the largest message */
};

/* Sets *seconds to the playing time (see q3_clock) up to the end or the damage. Returns 0, or a
 * negative code if the demo is damaged; fills err. *seconds is set in both cases. */
int q3_cut_length(const uint8_t *data, size_t size, int protocol, double *seconds,
                  struct format_error *err) MUST_CHECK;

/* Finds the snapshots at from..to, seconds of playing time. Codes as above. */
int q3_cut_find(const uint8_t *data, size_t size, int protocol, double from, double to,
                struct q3_part_range *range, struct format_error *err) MUST_CHECK;

/* Appends the part and the end mark to out (caller frees). range NULL = the whole demo. Returns 0,
 * FORMAT_MEMORY, or another negative code if the demo is damaged, and out then holds everything up
 * to the damage; fills err. */
int q3_cut(const uint8_t *data, size_t size, int protocol, const struct q3_part_range *range,
           struct byte_writer *out, struct q3_cut_report *report,
           struct format_error *err) MUST_CHECK;

#endif
