/* Several recordings of one match as one demo: Quake III.
 *
 * The first recorder's view, messages and server commands, with what the other recorders saw
 * (quake3/q3_merger.h). */
#ifndef ENGINE_EDIT_EDIT_MERGE_H
#define ENGINE_EDIT_EDIT_MERGE_H

#include <stdint.h>

#include "engine/edit/edit_report.h"
#include "engine/edit/quake3/q3_merger.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

struct edit_merge_report {   /* start from {0} */
    struct edit_report edit; /* of the first recording; free with edit_report_free */
    /* Of the others, in their order; of one that is damaged its code and err. */
    struct q3_merger_report others[Q3_MERGER_DEMOS];
};

/* Appends the merged demo to out (caller frees). demos: opened without an error. Returns 0;
 * FORMAT_UNKNOWN if demos[*bad] is not a Quake III demo, or has another protocol than the first;
 * FORMAT_BAD with *bad if demos[*bad] has no snapshot at the first one's times, or is one too
 * many; FORMAT_MEMORY; or another negative code with *bad 0 if the first one is damaged, and out
 * then holds everything up to the damage. Fills err, which is of demos[*bad]. */
int edit_merge(const struct demo *const *demos, uint32_t count, struct byte_writer *out,
               struct edit_merge_report *report, uint32_t *bad,
               struct format_error *err) MUST_CHECK;

#endif
