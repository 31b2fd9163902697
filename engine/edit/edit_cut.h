/* Parts of demos as demos, whatever the family: which cutter there is, and how the family's demos
 * and their steps are called. */
#ifndef ENGINE_EDIT_EDIT_CUT_H
#define ENGINE_EDIT_EDIT_CUT_H

#include "engine/edit/edit_follow.h"
#include "engine/edit/edit_range.h"
#include "engine/edit/edit_report.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

enum { EDIT_EXTENSION = 16 };

struct edit_cutter {
    const struct demo_family *family;
    const char *step; /* "block", "message" */

    /* The file extension of demos of that kind: ".dem", ".dm_68". Demos with different ones cannot
     * be joined. */
    void (*extension)(const struct demo *demo, char extension[EDIT_EXTENSION]);

    /* Appends a part of demo, which the family has opened, to out (caller frees). range NULL = the
     * whole demo. Returns 0, FORMAT_MEMORY, or another negative code if the demo is damaged, and
     * out then holds everything up to the damage; fills err, whose offset is the file's. *report
     * is set (free with edit_report_free). */
    int (*cut)(const struct demo *demo, const struct edit_range *range, struct byte_writer *out,
               struct edit_report *report, struct format_error *err);

    /* As cut, for several parts that rise: what is in front of them is read once. demo must outlive
     * the walk. NULL: out of memory. */
    void *(*walk)(const struct demo *demo);
    int (*cut_next)(const struct demo *demo, void *walk, const struct edit_range *range,
                    struct byte_writer *out, struct edit_report *report, struct format_error *err);
    void (*end_walk)(void *walk);

    /* Appends what ends a demo behind the step at `last`. NULL: a level's bytes alone are no demo.
     */
    void (*end)(const struct demo *demo, size_t last, struct byte_writer *out);

    /* Whether a demo of that many steps, the last one at `last`, ends at `end` as it should.
     * Returns 0 or a negative code; fills err. NULL: it does. */
    int (*check_end)(const struct demo *demo, size_t last, size_t end, uint32_t steps,
                     struct format_error *err);

    /* Appends the steps of `next` so that they follow those of `before`, and what is behind them as
     * it is. Returns 0 or FORMAT_MEMORY. NULL: they are copied. */
    int (*follow)(const struct demo *before, const struct demo *next, struct edit_follow *how,
                  struct byte_writer *out);
    bool numbered; /* steps have numbers and times that go on: demos always follow that way */

    /* Why how->retime and how->smooth are not for demos of that kind: short texts; NULL: they are.
     */
    const char *no_retime, *no_smooth;

    /* Appends bytes at which a player that reads on behind the end stops: more can follow there.
     * NULL: none does. */
    void (*stop)(const struct demo *demo, size_t last, struct byte_writer *out);
};

/* family: one of engine/playback/families. Immutable; threads may share it. */
const struct edit_cutter *edit_cutter_find(const struct demo_family *family);

/* Takes what was written of a demo since out had `begin` bytes out again if that is no step: the
 * head of a demo alone is none. */
void edit_drop_head(const struct demo *demo, size_t begin, struct byte_writer *out);

#endif
