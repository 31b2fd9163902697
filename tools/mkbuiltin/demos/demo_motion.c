/* Paths, figures and flights. */
#include "tools/mkbuiltin/demos/demo.h"
#include "tools/mkbuiltin/models.h"

/* Slope of a component at key i: from its neighbours, flattened where the path turns back so that
 * nothing overshoots (walkers must not sink into floors). */
static double slope(const struct demo_key *keys, int count, int i, int axis)
{
    if (i <= 0 || i >= count - 1) {
        return 0;
    }
    double before =
        (v_get(keys[i].p, axis) - v_get(keys[i - 1].p, axis)) / (keys[i].t - keys[i - 1].t);
    double after =
        (v_get(keys[i + 1].p, axis) - v_get(keys[i].p, axis)) / (keys[i + 1].t - keys[i].t);
    if (before * after <= 0) {
        return 0;
    }
    return 2 * before * after / (before + after);
}

struct vec3 demo_path(const struct demo_key *keys, int count, double t)
{
    if (t <= keys[0].t) {
        return keys[0].p;
    }
    for (int i = 0; i + 1 < count; i++) {
        if (t >= keys[i + 1].t) {
            continue;
        }
        double h = keys[i + 1].t - keys[i].t;
        double f = (t - keys[i].t) / h;
        double out[3];
        for (int axis = 0; axis < 3; axis++) {
            double a = v_get(keys[i].p, axis);
            double b = v_get(keys[i + 1].p, axis);
            double sa = slope(keys, count, i, axis) * h;
            double sb = slope(keys, count, i + 1, axis) * h;
            double f2 = f * f;
            double f3 = f2 * f;
            out[axis] = (2 * f3 - 3 * f2 + 1) * a + (f3 - 2 * f2 + f) * sa + (3 * f2 - 2 * f3) * b +
                        (f3 - f2) * sb;
        }
        return v_make(out[0], out[1], out[2]);
    }
    return keys[count - 1].p;
}

struct vec3 demo_forward(struct vec3 angles)
{
    double pitch = angles.x * MKB_PI / 180;
    double yaw = angles.y * MKB_PI / 180;
    return v_make(mkb_cos(pitch) * mkb_cos(yaw), mkb_cos(pitch) * mkb_sin(yaw), -mkb_sin(pitch));
}

struct vec3 demo_angles(struct vec3 dir)
{
    double flat = sqrt(dir.x * dir.x + dir.y * dir.y);
    return v_make(mkb_atan2(dir.z, flat) * 180 / MKB_PI, mkb_atan2(dir.y, dir.x) * 180 / MKB_PI, 0);
}

/* Seconds since the latest of the listed moments, or a large number. */
static double since(const double *moments, int count, double t)
{
    double best = 1e9;
    for (int i = 0; i < count && moments[i] > 0; i++) {
        if (t >= moments[i]) {
            best = t - moments[i];
        }
    }
    return best;
}

void demo_act(struct demo *d, const struct demo_actor *a, struct vec3 target, double t, double step)
{
    struct demo_entity *e = &d->entities[a->entity];
    e->active = t >= a->born && (a->gone < 0 || t < a->gone);
    if (!e->active) {
        return;
    }
    struct vec3 now = demo_path(a->path, a->path_count, t);
    struct vec3 motion = v_sub(demo_path(a->path, a->path_count, t + 0.05), now);
    motion.z = 0;
    double speed = v_length(motion) / 0.05;
    e->origin = now;
    e->effects = 0;
    if (a->dies > 0 && t >= a->dies) {
        int i = (int)((t - a->dies) * 10);
        e->frame = PERSON_DEATH + (i < PERSON_DEATH_COUNT ? i : PERSON_DEATH_COUNT - 1);
        return;
    }
    struct vec3 look = a->faces_motion && speed > 10 ? motion : v_sub(target, now);
    look.z = 0;
    e->angles = demo_angles(look);
    double shot = since(a->shots, 16, t);
    double hurt = since(a->pains, 8, t);
    if (shot < step * 0.99) {
        e->effects |= EF_MUZZLEFLASH;
    }
    if (hurt < 0.3) {
        e->frame = PERSON_PAIN + (int)(hurt * 10) % PERSON_PAIN_COUNT;
    } else if (shot < 0.4 && speed < 200) {
        e->frame = PERSON_SHOOT + (int)(shot * 10) % PERSON_SHOOT_COUNT;
    } else if (speed > 170) {
        e->frame = PERSON_RUN + (int)(t * 10) % PERSON_RUN_COUNT;
    } else if (speed > 8) {
        e->frame = PERSON_WALK + (int)(t * 10) % PERSON_WALK_COUNT;
    } else {
        e->frame = PERSON_STAND + (int)(t * 5) % PERSON_STAND_COUNT;
    }
}

void demo_launch(struct demo_shots *shots, struct demo_shot shot, int first_entity, double t)
{
    int slot = 0;
    while (slot < shots->count && shots->list[slot].fired + shots->list[slot].flight + 1 > t) {
        slot++;
    }
    if (slot >= DEMO_SHOTS_MAX || first_entity + slot >= DEMO_ENTITIES_MAX) {
        mkb_fail("too many shots in flight");
    }
    shots->count = slot == shots->count ? slot + 1 : shots->count;
    shot.entity = first_entity + slot;
    shots->list[slot] = shot;
}

void demo_fly(struct demo *d, const struct demo_shot *s, double t, double step)
{
    struct demo_entity *e = &d->entities[s->entity];
    double age = t - s->fired;
    double end = s->flight + (s->explodes ? 0.6 : 0);
    if (age < 0 || age >= end + step) {
        return;
    }
    if (demo_now(t, step, s->fired + s->flight) && s->effect >= 0) {
        demo_point_effect(d, s->effect, s->to);
        if (s->explodes) {
            demo_sound(d, s->entity, 1, SOUND_EXPLODE, s->to);
        }
    }
    e->active = age < end;
    e->effects = 0;
    e->frame = 0;
    if (age >= s->flight) {
        e->model = MODEL_EXPLOSION;
        e->frame = (int)((age - s->flight) * 10);
        e->frame = e->frame > 5 ? 5 : e->frame;
        e->origin = s->to;
        e->angles = v_make(0, 0, 0);
        return;
    }
    double f = age / s->flight;
    struct vec3 at = v_mix(s->from, s->to, f);
    at.z += s->arc / 2 * age * (s->flight - age);
    e->model = s->model;
    e->jump = age < step;
    e->origin = at;
    if (s->arc > 0) {
        e->angles = v_make(age * 300, age * 170, 0);
    } else {
        e->angles = demo_angles(v_sub(s->to, s->from));
    }
}
