#include "engine/edit/check/check_turns.h"

#include <math.h>

#include "formats/base/dmath.h"

enum {
    FIRE_WITHIN = 2 /* updates behind the turn */
};

static const double back_within = 0.125; /* s */

static const double step_least = 0.001; /* s */

void check_turns_begin(struct check_turns *t)
{
    *t = (struct check_turns){0};
}

void check_turns_set(struct check_turns *t)
{
    t->set = true;
}

static float turn_between(float from, float to)
{
    const float turn = fmodf(to - from, 360.0f);
    return turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
}

static void note_speed(struct check *check, struct check_turns *t, double step, float yaw,
                       float pitch, float at_pitch)
{
    const double across = (double)yaw * dmath_cos((double)at_pitch * DMATH_PI / 180);
    const double angle = sqrt(across * across + (double)pitch * (double)pitch);
    const double speed = angle / (step > step_least ? step : step_least);
    const bool fast =
        angle > check_threshold(CHECK_TURN) && speed > check_threshold(CHECK_TURN_SPEED);
    if (fast && !t->fast) {
        check_found_at(check, CHECK_TURN_SPEED, &check->here,
                       "%.1f degrees in %.4f s, %.0f in a second", angle, step, speed);
    }
    t->fast = fast;
    t->angle = (float)angle;
    t->step = (float)step;
}

static void follow_snap(struct check *check, struct check_turns *t, double time, float turned,
                        bool begins)
{
    const double least = check_threshold(CHECK_AIM_SNAP);
    if (t->snap != 0) {
        t->since_snap++;
        t->snap_fired = t->snap_fired || (begins && t->since_snap <= FIRE_WITHIN);
        t->back -= turned;
        if (t->snap_fired &&
            (double)(t->snap > 0 ? t->back : -t->back) > fabs((double)t->snap) / 2) {
            check_found_at(check, CHECK_AIM_SNAP, &t->snap_place,
                           "%.1f degrees, fire, and %.1f back within %d updates", (double)t->snap,
                           (double)-t->back, t->since_snap);
            t->snap = 0;
        } else if (time - t->snap_time >= back_within ||
                   (!t->snap_fired && t->since_snap >= FIRE_WITHIN)) {
            t->snap = 0;
        }
    }
    if (t->snap == 0 && fabs((double)turned) > least) {
        t->snap = turned;
        t->back = 0;
        t->snap_time = time;
        t->since_snap = 0;
        t->snap_fired = begins;
        t->snap_place = check->here;
    }
}

void check_turns_note(struct check *check, struct check_turns *t, double time,
                      const float angles[3], bool fires)
{
    const bool known = isfinite(angles[0]) && isfinite(angles[1]);
    const bool turns = t->looked && !t->set && known;
    const float turned = turns ? turn_between(t->yaw, angles[1]) : 0;
    const double least = check_threshold(CHECK_TURN);
    t->angle = t->step = 0;
    if (turns) {
        const float pitch = turn_between(t->pitch, angles[0]);
        if (fabs((double)turned) > least && fabs((double)t->turned) > least &&
            turned * t->turned < 0) {
            check_found_at(check, CHECK_TURN, &check->here, "%.1f degrees and %.1f back",
                           (double)t->turned, (double)turned);
        }
        note_speed(check, t, time - t->time, turned, pitch, fmodf(angles[0], 360.0f));
        follow_snap(check, t, time, turned, fires && !t->fires);
    } else {
        t->snap = 0;
        t->fast = false;
    }
    t->looked = known;
    t->time = time;
    t->pitch = known ? angles[0] : 0;
    t->yaw = known ? angles[1] : 0;
    t->turned = turned;
    t->fires = fires;
    t->set = false;
}
