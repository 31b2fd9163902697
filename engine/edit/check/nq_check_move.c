/* Where the recorder is, and how fast.
 *
 * An update tells the velocity after the server's frame; stairs, platforms and walls change the
 * place or the velocity alone, by less than the thresholds. */
#include <math.h>
#include <string.h>

#include "engine/edit/check/nq_check.h"
#include "formats/base/plural.h"

enum { ON_GROUND_OR_IN_WATER = NQ_SU_ONGROUND | NQ_SU_INWATER, VELOCITY_UNIT = 16 };

static const double level_speed_least = 128; /* units a second: slower ones slide along edges */
static const double step_most = 0.11;        /* s: a server's frame is 0.1 s at most */

void nq_check_move_level(struct nq_check_move *m)
{
    *m = (struct nq_check_move){.level_since = -1};
}

/* Later ones are those of cameras. */
void nq_check_move_setview(struct nq_check_move *m, uint32_t entity)
{
    m->player = m->player == 0 ? entity : m->player;
}

void nq_check_move_jump(struct nq_check_move *m)
{
    m->moved = m->warped = false;
    m->moves = 0;
    m->level_since = -1;
}

void nq_check_move_baseline(struct nq_check_move *m, uint32_t entity, const double origin[3])
{
    if (entity == m->player) {
        memcpy(m->baseline, origin, sizeof(m->baseline));
    }
}

void nq_check_move_entity(struct nq_check_move *m, const struct nq_entity_update *update)
{
    static const uint32_t bits[] = {NQ_U_ORIGIN1, NQ_U_ORIGIN2, NQ_U_ORIGIN3};
    if (update->entity != m->player || update->is_dp) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        m->origin[i] = update->mask & bits[i] ? update->origin[i] : m->baseline[i];
    }
    m->placed = true;
}

/* Adds the way of an update that its velocity does not tell. */
static void check_way(struct check *check, struct nq_check_move *m, double step,
                      const double velocity[3])
{
    double sum[3] = {0}, length = 0;
    memmove(m->apart[1], m->apart[0], sizeof(m->apart) - sizeof(m->apart[0]));
    m->moves += m->moves < NQ_CHECK_MOVES;
    for (int i = 0; i < 3; i++) {
        const double mean = (velocity[i] + m->velocity[i]) / 2;
        m->apart[0][i] = m->origin[i] - m->from[i] - mean * step;
        for (uint32_t k = 0; k < m->moves; k++) {
            sum[i] += m->apart[k][i];
        }
        length += sum[i] * sum[i];
    }
    length = sqrt(length);
    const bool warped = length > check_threshold(CHECK_WARP);
    if (warped && !m->warped) {
        check_found_at(check, CHECK_WARP, &check->here, "%.0f units in %u update%s", length,
                       m->moves, plural_s(m->moves));
    }
    m->warped = warped;
}

static double flat_speed(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1]);
}

static void check_gain(struct check *check, const struct nq_check_move *m, const double velocity[3])
{
    const double before = flat_speed(m->velocity);
    const double now = flat_speed(velocity);
    if (now - before > check_threshold(CHECK_SPEED_GAIN)) {
        check_found_at(check, CHECK_SPEED_GAIN, &check->here, "from %.0f to %.0f", before, now);
    }
}

static double apart(const double a[3], const double b[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

static void check_level(struct check *check, struct nq_check_move *m, double time, bool stays)
{
    if (!stays) {
        m->level_since = -1;
    } else if (m->level_since < 0) {
        m->level_since = m->time;
        m->level_place = check->here;
        memcpy(m->level_from, m->from, sizeof(m->level_from));
    } else if (isfinite(m->level_since) && time - m->level_since > check_threshold(CHECK_NO_FALL) &&
               apart(m->origin, m->level_from) > level_speed_least * (time - m->level_since)) {
        check_found_at(check, CHECK_NO_FALL, &m->level_place,
                       "%.0f units a second for %.2f s, %.0f units away", m->velocity[2],
                       time - m->level_since, apart(m->origin, m->level_from));
        m->level_since = INFINITY; /* told once */
    }
}

void nq_check_move_update(struct check *check, struct nq_check_move *m, double time,
                          const struct nq_clientdata *data, bool hit)
{
    const double step = time - m->time;
    const bool in_air = !(data->mask & ON_GROUND_OR_IN_WATER) && data->health > 0;
    double velocity[3];
    for (int i = 0; i < 3; i++) {
        velocity[i] = data->velocity[i] * VELOCITY_UNIT;
    }
    if (m->moved && (step <= 0 || step > step_most || data->health <= 0)) {
        nq_check_move_jump(m);
    }
    if (m->moved && m->placed) {
        check_way(check, m, step, velocity);
        if (in_air && m->in_air && !hit) {
            check_gain(check, m, velocity);
        }
        check_level(check, m, time,
                    in_air && m->in_air &&
                        data->velocity[2] * VELOCITY_UNIT == (int)m->velocity[2]);
    }
    m->moved = m->placed;
    m->placed = false;
    m->time = time;
    m->in_air = in_air;
    memcpy(m->from, m->origin, sizeof(m->from));
    memcpy(m->velocity, velocity, sizeof(m->velocity));
}
