/* A part of a Quake III demo, or all of it, written anew as a demo that the original client plays.
 *
 * Bytes to bytes. The part begins with a gamestate: baselines, and configstrings as server commands
 * had changed them until then. Its first snapshot is told in full; all others against the snapshot
 * the server took, where it is in the part. Messages keep their sequence numbers, server commands
 * theirs; the gamestate's own is one before the first. Of what a message can hold, downloads and
 * voices are left out. The decoded states are those of the demo, bit for bit. */
#ifndef ENGINE_QUAKE3_Q3_CUT_H
#define ENGINE_QUAKE3_Q3_CUT_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Which blocks of a demo, by their offsets in the file. */
struct q3_part_range {
    size_t first, last;
    uint32_t snapshots; /* from first to last, both included; 0 = there is none in between */
};

struct q3_cut_report {
    uint32_t gamestates, snapshots, commands; /* written */
    uint32_t largest;                         /* bytes of the largest message */
};

/* Seconds of play the good part of a demo has (see q3_clock). 0, or a negative code with err where
 * the demo is damaged; *seconds is set in both cases. */
int q3_cut_length(const uint8_t *data, size_t size, int protocol, double *seconds,
                  struct format_error *err) MUST_CHECK;

/* The snapshots from time `from` to time `to`, seconds of play, both included. Codes as above. */
int q3_cut_find(const uint8_t *data, size_t size, int protocol, double from, double to,
                struct q3_part_range *range, struct format_error *err) MUST_CHECK;

/* Appends the part to out (the caller's to free), with the end mark. range NULL: the whole demo.
 * 0, or a negative code with err: damaged, and out then holds what comes before the damage; or
 * FORMAT_MEMORY. */
int q3_cut(const uint8_t *data, size_t size, int protocol, const struct q3_part_range *range,
           struct byte_writer *out, struct q3_cut_report *report,
           struct format_error *err) MUST_CHECK;

#endif
