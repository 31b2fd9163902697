/* A QuakeWorld demo in groups of blocks: each ends with the last block of an update. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_GROUPS_H
#define ENGINE_EDIT_QUAKEWORLD_QW_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/family/demo_family.h"
#include "formats/base/bytes.h"

struct qw_group {
    size_t begin, end; /* offsets in the file */
    double time;       /* of playback: of the update; of the one before where there is none */
    bool update;       /* false: what is behind the last one */
    bool last;         /* it ends with a disconnect */
};

/* Returns 0 or a negative code that ends the walk. */
typedef int (*qw_group_fn)(void *context, const struct qw_group *group, struct format_error *err);

/* Calls `write` for each group in order, and then appends what is behind a disconnect to out, but
 * not the note of a part, which would be that of other blocks. Returns 0, FORMAT_MEMORY, the code
 * of `write`, or the damage's, up to which all groups are written; fills err. */
int qw_groups_walk(const struct demo *demo, qw_group_fn write, void *context,
                   struct byte_writer *out, struct format_error *err) MUST_CHECK;

#endif
