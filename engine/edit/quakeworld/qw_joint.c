#include "engine/edit/quakeworld/qw_joint.h"

#include "engine/edit/quakeworld/qw_changes.h"

int qw_joint_read(struct qw_joint *j, const struct qw_demo *before, const struct qw_demo *next,
                  const char **anew)
{
    struct format_error err;
    *j = (struct qw_joint){.from.demo = before, .to.demo = next};
    *anew = "it has no update, or is damaged before";
    if (!qw_entry_find(next, &j->entry)) {
        return 0;
    }
    int code = qw_start_read_to(&j->to, next, j->entry.begin, &err);
    if (code == 0) {
        *anew = "the level before is damaged";
        code = qw_start_read_to(&j->from, before, before->size, &err);
    }
    if (code == 0) {
        *anew = qw_changes_reload(&j->from, &j->to);
    }
    return code == FORMAT_MEMORY ? code : 0;
}

void qw_joint_free(struct qw_joint *j)
{
    qw_start_free(&j->from);
    qw_start_free(&j->to);
}
