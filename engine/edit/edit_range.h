/* Which part of a demo an edit takes: times of playback to steps of the file, in any family. */
#ifndef ENGINE_EDIT_EDIT_RANGE_H
#define ENGINE_EDIT_EDIT_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/family/demo_family.h"
#include "formats/base/error.h"

struct edit_range {
    size_t first, last; /* byte offsets of the first and the last update's step in the file */
    uint32_t updates;   /* from first to last; 0 = none: the others are not set */
    uint32_t first_step, last_step; /* their numbers, from 0 */
    /* Set by the caller: entities stay told as differences from frames of the part, although
     * QuakeWorld's first clients do not play them (qwd_cut.h). */
    bool keep_deltas;
};

/* Sets *seconds to the demo's length (see demo_clock.h), of a damaged demo up to the damage.
 * Returns 0, FORMAT_MEMORY, or another negative code if the demo is damaged; fills err. *seconds is
 * set in all cases. */
int edit_length(const struct demo *demo, double *seconds, struct format_error *err) MUST_CHECK;

/* Finds the updates at from..to, seconds of playback. Codes as above; *range is set in all cases.
 */
int edit_range_find(const struct demo *demo, double from, double to, struct edit_range *range,
                    struct format_error *err) MUST_CHECK;

/* Finds the updates first..last, counted from 0. Codes as above; *range is set in all cases. */
int edit_range_find_updates(const struct demo *demo, uint32_t first, uint32_t last,
                            struct edit_range *range, struct format_error *err) MUST_CHECK;

struct edit_span {
    double from, to; /* seconds of playback */
};

/* Finds the updates of several spans, which are ordered and do not overlap, in one pass: ranges[i]
 * is that of spans[i]. Codes as above; ranges are set in all cases. */
int edit_range_find_spans(const struct demo *demo, const struct edit_span *spans, size_t count,
                          struct edit_range *ranges, struct format_error *err) MUST_CHECK;

#endif
