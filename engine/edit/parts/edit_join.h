/* Demos one after another as one demo.
 *
 * Steps are copied byte for byte. Left out are: what a later demo has in front of its first step
 * (NetQuake's track line); the end of each demo but the last, which is the step with the disconnect
 * or the end mark, and what is behind it; and damage. The client begins anew at the
 * serverinfo or gamestate that the next demo begins with, if that is not left out (how.smooth).
 *
 * A part of split (edit_split.h) that goes on where the demo so far ends becomes the bytes that it
 * was in its demo. */
#ifndef ENGINE_EDIT_PARTS_EDIT_JOIN_H
#define ENGINE_EDIT_PARTS_EDIT_JOIN_H

#include <stdbool.h>

#include "engine/edit/edit_cut.h"
#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"
#include "formats/parts/part_note.h"

struct edit_join {          /* start from {0} */
    struct edit_follow how; /* retime and smooth are set by the caller, for all demos but the first;
                               anew is of the last one */
    const struct edit_cutter *cutter;
    char extension[EDIT_EXTENSION]; /* of the demos added so far */
    size_t end;              /* offset in the writer at which what ends the last demo begins */
    struct part_hash before; /* of the bytes in front of the last part of split */
};

/* Appends an opened demo to out, which holds those added before and nothing else. Returns 0;
 * FORMAT_UNKNOWN: it is of another kind than those before, or of one that cannot be joined that
 * way, and is not added; FORMAT_MEMORY; or another negative code if the demo is damaged, which is
 * added all the same. Fills err. */
int edit_join_add(struct edit_join *join, const struct demo *demo, struct byte_writer *out,
                  struct format_error *err) MUST_CHECK;

#endif
