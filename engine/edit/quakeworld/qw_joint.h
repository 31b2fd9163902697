/* Where a QuakeWorld demo goes on with the level at the end of another one. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_JOINT_H
#define ENGINE_EDIT_QUAKEWORLD_QW_JOINT_H

#include "engine/edit/quakeworld/qw_entry.h"
#include "engine/edit/quakeworld/qw_start.h"

struct qw_joint {
    struct qw_start from;  /* at the end of the demo before */
    struct qw_start to;    /* of the next one, in front of the block at entry.begin */
    struct qw_entry entry; /* of the next one */
};

/* Reads both demos, which must outlive *joint. *anew: why the level has to begin anew, a short
 * text; NULL: it can go on. Returns 0 or FORMAT_MEMORY; free with qw_joint_free in both cases. */
int qw_joint_read(struct qw_joint *joint, const struct qw_demo *before, const struct qw_demo *next,
                  const char **anew) MUST_CHECK;
void qw_joint_free(struct qw_joint *joint);

#endif
