/* The server's clock, falls and turns.
 *
 * A server's frame takes the time that passed, 1/72 s at least and 0.1 s at most (host.c,
 * Host_FilterTime); host_framerate replaces it by one number. */
#include <math.h>

#include "engine/edit/check/nq_check.h"

enum {
    ON_GROUND_OR_IN_WATER = NQ_SU_ONGROUND | NQ_SU_INWATER,
    VELOCITY_UNIT = 16,
    STEPS_LEAST = 100 /* for a statement about all of them */
};

static const double frame = 1.0 / 72.0;
static const double fall_least = 0.2;  /* s: velocity is told in steps of 16 */
static const double falls_least = 1.0; /* s, for an estimate */
static const double gravity_normal = 800;
static const double settles = 0.5; /* s */

void nq_check_motion_level(struct nq_check_motion *m)
{
    m->timed = m->falling = m->fires = false;
    check_turns_begin(&m->turns);
    m->updates = 0;
}

/* A float's distance to its neighbour limits how equal two differences are. */
static double tolerance(double time)
{
    return 1e-6 + fabs(time) * 2.4e-7;
}

/* Finds the step that more than half of all have, if there is one, and counts those like it. */
static void note_step(struct nq_check_motion *m, double step)
{
    if (m->most_at == 0) {
        m->most = step;
        m->like_most = 0;
    }
    if (fabs(step - m->most) <= tolerance(m->time)) {
        m->most_at++;
        m->like_most++;
    } else if (m->most_at > 0) {
        m->most_at--;
    }
    m->step_sum += step;
    m->steps++;
}

/* The angle is one that an 8-bit number of a message gives. */
static bool is_coarse(float angle)
{
    const double steps = (double)angle * 256 / 360;
    return fabs(steps - nearbyint(steps)) < 1e-3;
}

static void note_view(struct nq_check_motion *m, const float angles[3])
{
    const struct check_turns *before = &m->turns;
    if (before->looked && (angles[0] != before->pitch || angles[1] != before->yaw)) {
        m->turned++;
        m->coarse += is_coarse(angles[0]) && is_coarse(angles[1]);
    }
}

void nq_check_motion_update(struct check *check, struct nq_check_motion *m, double time,
                            const float angles[3], bool single)
{
    const double step = time - m->time;
    m->updates++;
    if (!m->timed) {
        m->started = time;
        if (time > check_threshold(CHECK_LATE_START)) {
            check_found_at(check, CHECK_LATE_START, &check->here, "server time %.3f s", time);
        }
    } else if (step < 0) {
        check_found_at(check, CHECK_TIME_BACK, &check->here, "from %.6f s to %.6f s", m->time,
                       time);
    } else if (step > check_threshold(CHECK_TIME_GAP) && single && m->updates > 3) {
        check_found_at(check, CHECK_TIME_GAP, &check->here, "from %.6f s to %.6f s", m->time, time);
    } else if (step > 0 && m->updates > 3) {
        m->time = time;
        note_step(m, step);
    }
    m->time = time;
    m->timed = true;
    if (m->set > 0 || time - m->started < settles) { /* first the client's own view */
        check_turns_set(&m->turns);
        m->set -= m->set > 0;
    }
    note_view(m, angles);
    check_turns_note(check, &m->turns, time, angles, m->fires);
}

static void end_fall(struct nq_check_motion *m)
{
    const double seconds = m->last_fall_time - m->fall_time;
    if (m->falling && seconds >= fall_least) {
        m->fall_seconds += seconds;
        m->fall_sum += m->fall_speed - m->last_fall_speed;
    }
    m->falling = false;
}

void nq_check_motion_clientdata(struct nq_check_motion *m, const struct nq_clientdata *data,
                                bool hit)
{
    const double speed = data->velocity[2] * VELOCITY_UNIT;
    const bool in_air = !(data->mask & ON_GROUND_OR_IN_WATER) && data->health > 0 && !hit;
    const bool goes_on = m->falling && speed < m->last_fall_speed && m->time > m->last_fall_time;
    if (!in_air || (m->falling && speed > m->last_fall_speed)) {
        end_fall(m);
    }
    if (in_air && !m->falling && speed != 0) {
        m->falling = true;
        m->fall_time = m->time;
        m->fall_speed = speed;
    } else if (!in_air || (m->falling && !goes_on)) {
        return;
    }
    m->last_fall_time = m->time;
    m->last_fall_speed = speed;
}

static void check_steps(struct check *check, const struct nq_check_motion *m, bool single)
{
    const double mean = m->steps > 0 ? m->step_sum / m->steps : 0;
    if (m->steps < STEPS_LEAST) {
        return;
    }
    if (single && m->like_most >= (double)m->steps * check_threshold(CHECK_EQUAL_STEPS) / 100 &&
        fabs(m->most - frame) > 1e-4) {
        check_found_at(check, CHECK_EQUAL_STEPS, &check->here, "%u of %u steps are %.6f s",
                       m->like_most, m->steps, m->most);
    }
    if (mean < check_threshold(CHECK_SHORT_STEPS)) {
        check_found_at(check, CHECK_SHORT_STEPS, &check->here, "mean step %.6f s", mean);
    }
}

void nq_check_motion_end(struct check *check, struct nq_check_motion *m, bool single)
{
    check_steps(check, m, single);
    end_fall(m);
    if (m->turned > check_threshold(CHECK_COARSE_VIEW) && m->coarse == m->turned) {
        check_found_at(check, CHECK_COARSE_VIEW, &check->here, "%u turns", m->turned);
    }
    if (m->fall_seconds >= falls_least) {
        const double gravity = m->fall_sum / m->fall_seconds;
        check->report->gravity = gravity;
        if (fabs(gravity - gravity_normal) >
            gravity_normal * check_threshold(CHECK_GRAVITY) / 100) {
            check_found_at(check, CHECK_GRAVITY, &check->here, "about %.0f over %.1f s in the air",
                           gravity, m->fall_seconds);
        }
    }
}
