#include "tools/mkbuiltin/quake3/figures.h"

#include <string.h>

#include "assets/quake/alias_normals.h"
#include "tools/mkbuiltin/demos/demo.h"

int show_now(const struct show *s, double when)
{
    return demo_now(s->t, RECORD_STEP / 1000.0, when);
}

int show_between(const struct show *s, double from, double to)
{
    return s->t >= from && s->t < to;
}

static int direction_byte(struct vec3 n)
{
    int best = 0;
    double most = -2;
    for (int i = 0; i < ALIAS_NORMALS; i++) {
        double dot = n.x * (double)alias_normals[i][0] + n.y * (double)alias_normals[i][1] +
                     n.z * (double)alias_normals[i][2];
        if (dot > most) {
            most = dot;
            best = i;
        }
    }
    return best;
}

/* First wall that a line from `from` hits: position and normal. */
static struct vec3 meet_wall(const struct show *s, struct vec3 from, struct vec3 dir,
                             struct vec3 *normal)
{
    const double step = 2;
    struct vec3 p = from;
    for (int i = 0; i < 1000; i++) {
        struct vec3 next = v_add(p, v_scale(dir, step));
        if (level_contents_at(s->world, next) == CONTENTS_SOLID) {
            break;
        }
        p = next;
    }
    struct vec3 open = {0, 0, 0};
    for (int i = 0; i < ALIAS_NORMALS; i++) { /* the middle of the directions that lead away */
        struct vec3 n = v_make((double)alias_normals[i][0], (double)alias_normals[i][1],
                               (double)alias_normals[i][2]);
        if (level_contents_at(s->world, v_add(p, v_scale(n, 6))) != CONTENTS_SOLID) {
            open = v_add(open, n);
        }
    }
    *normal = v_unit(open);
    return p;
}

/* --- figures ---------------------------------------------------------------------------------- */

static void set_motion(int *field, int motion)
{
    if ((*field & ~ANIM_TOGGLE) != motion) {
        *field = ((*field ^ ANIM_TOGGLE) & ANIM_TOGGLE) | motion;
    }
}

void figure_torso(struct show *s, struct actor *a, int motion, double seconds)
{
    a->torso = ((a->torso ^ ANIM_TOGGLE) & ANIM_TOGGLE) | motion;
    a->torso_until = s->t + seconds;
}

int figure_direction(struct vec3 velocity, double yaw)
{
    if (velocity.x * velocity.x + velocity.y * velocity.y < 400) {
        return 0;
    }
    double turn = mkb_atan2(velocity.y, velocity.x) * 180 / MKB_PI - yaw;
    return (int)mkb_floor(turn / 45 + 0.5) & 7;
}

/* Chooses the motions of legs and torso by how it moves. */
void figure_move(struct show *s, struct actor *a, struct vec3 velocity, int direction,
                 double floor_z, double z)
{
    double speed = sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    int in_air = z > floor_z + 20;
    if (in_air) {
        a->air = a->air < 0 ? s->t : a->air;
        set_motion(&a->legs, ANIM_JUMP);
    } else if (a->air >= 0) {
        a->air = -1;
        set_motion(&a->legs, ANIM_LAND);
    } else if (speed > 190) {
        set_motion(&a->legs, direction >= 3 && direction <= 5 ? ANIM_BACK : ANIM_RUN);
    } else if (speed > 30) {
        set_motion(&a->legs, direction >= 3 && direction <= 5 ? ANIM_BACK : ANIM_WALK);
    } else {
        set_motion(&a->legs, ANIM_IDLE);
    }
    if (s->t >= a->torso_until) {
        set_motion(&a->torso, ANIM_STAND);
    }
}

double figure_floor(const struct show *s, struct vec3 p)
{
    double z = p.z;
    while (z > -300 && level_contents_at(s->world, v_make(p.x, p.y, z - 24)) != CONTENTS_SOLID) {
        z -= 2;
    }
    return z;
}

void figure_check(const struct show *s, const char *who, struct vec3 p)
{
    for (int i = 0; i < 8; i++) {
        struct vec3 q = v_add(p, v_make(i & 1 ? 13 : -13, i & 2 ? 13 : -13, i & 4 ? 30 : -3));
        if (level_contents_at(s->world, q) == CONTENTS_SOLID) {
            mkb_fail("%s is in a wall at %.2f s: %.0f %.0f %.0f", who, s->t, p.x, p.y, p.z);
        }
    }
}

void figure_event(struct q3_entity_state *e, struct actor *a, int event, int parm)
{
    a->events = (a->events + 1) & 3;
    es_set(e, Q3_ES_EVENT, event | a->events << 8);
    es_set(e, Q3_ES_EVENT_PARM, parm);
}

/* A player entity that follows its path and looks at `target`. */
void figure_act(struct show *s, int number, struct actor *a, struct vec3 p, struct vec3 target,
                int weapon)
{
    struct q3_entity_state *e = &s->r.entities[number];
    double step = RECORD_STEP / 1000.0;
    struct vec3 velocity = a->is_placed ? v_scale(v_sub(p, a->last), 1 / step) : v_make(0, 0, 0);
    double floor_z = figure_floor(s, p);
    struct vec3 angles = demo_angles(v_sub(target, v_add(p, v_make(0, 0, 26))));
    angles.x = -angles.x;
    int direction = figure_direction(velocity, angles.y);
    figure_check(s, number == NUM_FLINT ? "Flint" : "Mara", p);
    figure_move(s, a, velocity, direction, floor_z, p.z);
    s->r.active[number] = true;
    es_set(e, Q3_ES_E_TYPE, ET_PLAYER);
    es_set(e, Q3_ES_CLIENT_NUM, number);
    es_set(e, Q3_ES_POS_TR_TYPE, TR_INTERPOLATE);
    es_set(e, Q3_ES_APOS_TR_TYPE, TR_INTERPOLATE);
    es_place(e, v_make(mkb_floor(p.x), mkb_floor(p.y), mkb_floor(p.z)));
    es_velocity(e, velocity);
    es_angles(e, v_make(mkb_floor(angles.x), mkb_floor(angles.y), 0));
    es_float(e, Q3_ES_ANGLES2_1, direction);
    es_set(e, Q3_ES_WEAPON, weapon);
    es_set(e, Q3_ES_LEGS_ANIM, a->legs);
    es_set(e, Q3_ES_TORSO_ANIM, a->torso);
    es_set(e, Q3_ES_GROUND_ENTITY_NUM, a->air >= 0 ? GROUND_NONE : GROUND_WORLD);
    es_set(e, Q3_ES_SOLID, SOLID_PLAYER);
    if (a->air == s->t) {
        figure_event(e, a, EV_JUMP, 0);
    }
    a->last = p;
    a->is_placed = 1;
}

/* Its last moments: it falls where it stands. */
void figure_die(struct show *s, int number, struct actor *a, struct vec3 p, double since)
{
    struct q3_entity_state *e = &s->r.entities[number];
    int motion = s->t - since > 1.6 ? ANIM_DEAD1 : ANIM_DEATH1;
    set_motion(&a->legs, motion);
    set_motion(&a->torso, motion);
    p.z = figure_floor(s, p);
    es_place(e, v_make(mkb_floor(p.x), mkb_floor(p.y), mkb_floor(p.z)));
    es_velocity(e, v_make(0, 0, 0));
    es_set(e, Q3_ES_E_FLAGS,
           e->fields[Q3_ES_E_FLAGS] & FL_TELEPORT ? FL_DEAD | FL_TELEPORT : FL_DEAD);
    es_set(e, Q3_ES_LEGS_ANIM, a->legs);
    es_set(e, Q3_ES_TORSO_ANIM, a->torso);
    es_set(e, Q3_ES_WEAPON, 0);
    es_float(e, Q3_ES_ANGLES2_1, 0);
    es_set(e, Q3_ES_SOLID, 0);
    if (show_now(s, since)) {
        figure_event(e, a, EV_DEATH1, NUM_VIEWER);
    }
}

/* --- shots ------------------------------------------------------------------------------------ */

/* A free number for something that lasts until `gone`. */
struct q3_entity_state *shot_spark(struct show *s, int event, struct vec3 at, double seconds)
{
    for (int i = 0; i < SPARKS; i++) {
        int number = NUM_FIRST_EVENT + FLIGHTS + i;
        if (!s->r.active[number]) {
            s->sparks[i].gone = s->t + seconds;
            s->r.active[number] = true;
            struct q3_entity_state *e = &s->r.entities[number];
            memset(e, 0, sizeof *e);
            e->number = number;
            es_set(e, Q3_ES_E_TYPE, ET_EVENTS + event);
            es_place(e, v_make(mkb_floor(at.x), mkb_floor(at.y), mkb_floor(at.z)));
            return e;
        }
    }
    mkb_fail("too many things at once");
}

void shot_end_sparks(struct show *s)
{
    for (int i = 0; i < SPARKS; i++) {
        int number = NUM_FIRST_EVENT + FLIGHTS + i;
        if (s->r.active[number] && s->t >= s->sparks[i].gone) {
            s->r.active[number] = false;
        }
    }
}

void shot_bullet(struct show *s, int shooter, struct vec3 from, struct vec3 dir, int victim)
{
    struct vec3 n;
    int seed = (int)(s->t * 1000 + 0.5);
    dir = v_unit(v_add(dir, v_make((noise_unit(seed, 1, shooter) - 0.5) * 0.05,
                                   (noise_unit(seed, 2, shooter) - 0.5) * 0.05,
                                   (noise_unit(seed, 3, shooter) - 0.5) * 0.03)));
    struct vec3 at = meet_wall(s, from, dir, &n);
    if (victim >= 0) {
        struct vec3 p = victim == NUM_FLINT ? s->flint.last : s->mara.last;
        at = v_add(p, v_make(0, 0, 8));
    }
    struct q3_entity_state *e =
        shot_spark(s, victim >= 0 ? EV_BULLET_HIT_FLESH : EV_BULLET_HIT_WALL, at, 0.3);
    es_set(e, Q3_ES_EVENT_PARM, victim >= 0 ? victim : direction_byte(n));
    es_set(e, Q3_ES_OTHER_ENTITY_NUM, shooter);
}

void shot_rocket(struct show *s, struct vec3 from, struct vec3 to, int victim)
{
    const double speed = 900;
    for (int i = 0; i < FLIGHTS; i++) {
        struct flight *f = &s->flights[i];
        if (f->active) {
            continue;
        }
        *f = (struct flight){.active = 1, .start = s->t, .from = from, .victim = victim};
        struct vec3 dir = v_unit(v_sub(to, from));
        f->to = victim >= 0 ? to : meet_wall(s, from, dir, &f->normal);
        f->normal = victim >= 0 ? v_scale(dir, -1) : f->normal;
        f->end = s->t + v_length(v_sub(f->to, from)) / speed;
        f->gone = f->end + 0.3;
        struct q3_entity_state *e = &s->r.entities[NUM_FIRST_EVENT + i];
        memset(e, 0, sizeof *e);
        e->number = NUM_FIRST_EVENT + i;
        es_set(e, Q3_ES_E_TYPE, ET_MISSILE);
        es_set(e, Q3_ES_WEAPON, WP_ROCKET);
        es_set(e, Q3_ES_POS_TR_TYPE, TR_LINEAR);
        es_set(e, Q3_ES_POS_TR_TIME, s->r.time - RECORD_STEP);
        es_place(e, from);
        struct vec3 v = v_scale(dir, speed);
        es_velocity(e, v_make(mkb_floor(v.x), mkb_floor(v.y), mkb_floor(v.z)));
        s->r.active[e->number] = true;
        return;
    }
    mkb_fail("too many flights at once");
}

void shot_fly(struct show *s)
{
    for (int i = 0; i < FLIGHTS; i++) {
        struct flight *f = &s->flights[i];
        struct q3_entity_state *e = &s->r.entities[NUM_FIRST_EVENT + i];
        if (f->active && !f->exploded && s->t >= f->end) {
            f->exploded = 1;
            es_set(e, Q3_ES_E_TYPE, ET_GENERAL);
            es_set(e, Q3_ES_POS_TR_TYPE, TR_STATIONARY);
            es_set(e, Q3_ES_POS_TR_TIME, 0);
            es_place(e, v_make(mkb_floor(f->to.x), mkb_floor(f->to.y), mkb_floor(f->to.z)));
            es_velocity(e, v_make(0, 0, 0));
            es_set(e, Q3_ES_EVENT, (f->victim >= 0 ? EV_MISSILE_HIT : EV_MISSILE_MISS) | 1 << 8);
            es_set(e, Q3_ES_EVENT_PARM, direction_byte(f->normal));
            es_set(e, Q3_ES_OTHER_ENTITY_NUM, f->victim >= 0 ? f->victim : 0);
        } else if (f->active && s->t >= f->gone) {
            f->active = 0;
            s->r.active[e->number] = false;
        }
    }
}
