/* The recorder's commands: the time they last, and his view. */
#include "engine/edit/check/qw_check.h"

enum { ATTACK = 1 };

static const double second = 1.0;

void qw_check_commands_note(struct check *check, struct qw_check_commands *c, double time,
                            const struct qwd_cmd *cmd, bool plays)
{
    const double took = time - c->begin;
    if (plays) {
        check_turns_note(check, &c->turns, time, cmd->view_angles, cmd->buttons & ATTACK);
    }
    if (!c->any || took < 0) {
        c->any = true;
        c->begin = time;
        c->msec = 0;
        return;
    }
    c->msec += cmd->msec;
    if (took < second) {
        return;
    }
    const bool over = c->msec / 1000.0 > took * check_threshold(CHECK_COMMAND_TIME);
    if (over && !c->over) {
        check_found_at(check, CHECK_COMMAND_TIME, &check->here, "commands of %.3f s in %.3f s",
                       c->msec / 1000.0, took);
    }
    c->over = over;
    c->begin = time;
    c->msec = 0;
}
