/* Animation frames: repeats the original's stepping from the stored changes.
 *
 * The original steps an animation in every picture it draws (CG_RunLerpFrame), and a picture past
 * the next frame's time makes that frame late: its time becomes the picture's. Here pictures are
 * taken to be drawn at each snapshot, and where snapshots are farther apart, every 50 ms. */
#include <math.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_player_anim_query.h"

enum {
    ANIMATION_BITS = 0xff,
    NO_ANIMATION = -1,
    AHEAD_MAX = 200,
    PICTURE_MS = 50,  /* time between two pictures in a gap between snapshots */
    GAP_PICTURES = 40 /* pictures of a gap that are stepped one by one; earlier ones at once */
};

/* As the original's; times in ms. All zero and NO_ANIMATION: as it was reset. */
struct stepper {
    const struct q3_player_anim_models *models;
    const struct q3_animation *animation; /* that runs; the model's that it began with */
    int32_t asked;                        /* its number with the toggling bit */
    int32_t old_frame, frame;
    double old_time, time; /* times of the two frames, ms */
    double began;          /* the animation: its first frame's time */
};

/* As the model has it whose body this was at the change. */
static const struct q3_animation *animation_of(const struct q3_player_anim_models *models,
                                               uint32_t what)
{
    enum { CLIENT_BITS = (1 << (Q3_CHANGE_BITS - Q3_CHANGE_CLIENT)) - 1 };
    const uint32_t client = what >> Q3_CHANGE_CLIENT & CLIENT_BITS;
    const struct q3_animations *other = models->of_client && client != models->client
                                            ? models->of_client(models->context, client)
                                            : NULL;
    const struct q3_animations *animations = other ? other : models->now;
    const int32_t number = (int32_t)(what & ANIMATION_BITS) & ~Q3_ANIM_TOGGLE;
    const bool known = number < Q3_ANIMS && animations->at[number].frame_ms > 0;
    const struct q3_animation *animation = &animations->at[known ? number : Q3_ANIM_IDLE];
    static const struct q3_animation no_motion = {.frame_ms = 1};
    return animation->frame_ms > 0 ? animation : &no_motion;
}

/* The frame `passed` frames after the first. *stuck: the animation has ended. */
static int32_t frame_after(const struct q3_animation *a, int64_t passed, bool *stuck)
{
    const int64_t count = a->flip_flop ? 2 * (int64_t)a->count : a->count;
    *stuck = false;
    if (count <= 0) {
        *stuck = true;
        return a->first;
    }
    int64_t at = passed < 0 ? 0 : passed;
    if (at >= count) {
        at -= count;
        if (a->loop > 0) {
            at = at % a->loop + a->count - a->loop;
        } else {
            at = count - 1;
            *stuck = true;
        }
    }
    const bool backward = a->reversed || (a->flip_flop && at >= a->count);
    return (int32_t)(backward ? a->first + a->count - 1 - at % a->count : a->first + at);
}

static void step_frame(struct stepper *s, double now, uint32_t what)
{
    const int32_t asked = (int32_t)(what & ANIMATION_BITS);
    if ((what & Q3_CHANGE_HIDDEN) != 0) {
        return;
    }
    if (asked != s->asked || !s->animation) {
        s->asked = asked;
        s->animation = animation_of(s->models, what);
        s->began = s->time + s->animation->frame_ms;
    }
    const struct q3_animation *a = s->animation;
    if (now >= s->time) {
        s->old_frame = s->frame;
        s->old_time = s->time;
        s->time = now < s->began ? s->began : s->old_time + a->frame_ms;
        bool stuck;
        int64_t passed = (int64_t)((s->time - s->began) / a->frame_ms);
        if ((what & Q3_CHANGE_HASTE) != 0) {
            passed += passed / 2;
        }
        s->frame = frame_after(a, passed, &stuck);
        if (stuck || now > s->time) {
            s->time = now;
        }
    }
    if (s->time > now + AHEAD_MAX) {
        s->time = now;
    }
    if (s->old_time > now) {
        s->old_time = now;
    }
}

/* To the last step before the snapshot `until`, where steps between are not known: as if snapshots
 * had always been `apart` ms apart. */
static void run_on(struct stepper *s, double until, double apart, uint32_t what)
{
    const double last = until - apart;
    if ((what & Q3_CHANGE_HIDDEN) != 0 || s->asked == NO_ANIMATION || last < s->time) {
        return;
    }
    const double length = s->animation->frame_ms;
    if (length >= apart) {
        s->time += floor((last - s->time) / length) * length;
    } else { /* each came too late and restarted there */
        s->time = fmax(s->time, last - apart);
    }
    step_frame(s, last, what);
}

/* The pictures between two snapshots that are more than PICTURE_MS apart; `until` excluded. */
static void step_gap(struct stepper *s, double from, double until, uint32_t what)
{
    const double pictures = ceil((until - from) / PICTURE_MS) - 1.0;
    double i = 1.0;
    if (pictures > GAP_PICTURES) {
        i = pictures - GAP_PICTURES;
        run_on(s, from + i * PICTURE_MS, PICTURE_MS, what);
    }
    for (; i <= pictures; i++) {
        step_frame(s, from + i * PICTURE_MS, what);
    }
}

/* The stored changes of a body part, with their times. */
struct memory {
    int32_t count;
    double times[Q3_CHANGES];
    uint32_t what[Q3_CHANGES];
};

/* Changes up to `until`. */
static void recall_changes(const struct q3_animated *part, int32_t until, struct memory *m)
{
    double time = part->time;
    m->count = 0;
    for (int32_t i = part->count - 1; i >= 0; i--) {
        m->times[i] = time;
        m->what[i] = part->changes[i] & ((1u << Q3_CHANGE_BITS) - 1);
        if (m->count == 0 && time <= until) {
            m->count = i + 1;
        }
        time -= part->changes[i] >> Q3_CHANGE_BITS;
    }
}

/* True if the animation ended and held its last frame before the next change: earlier changes then
 * have no effect. */
static bool is_ending(const struct q3_player_anim_models *models, const struct memory *m, int32_t i)
{
    const struct q3_animation *a = animation_of(models, m->what[i]);
    const double length = (2.0 * a->count + 4.0) * a->frame_ms; /* there and back, at most */
    return a->loop == 0 && (m->what[i] & Q3_CHANGE_HIDDEN) == 0 &&
           m->times[i + 1] - m->times[i] > length;
}

/* The change to begin with. */
static int32_t first_change(const struct q3_player_anim_models *models, const struct memory *m)
{
    for (int32_t i = m->count - 1; i > 0; i--) {
        if ((m->what[i] & Q3_CHANGE_RESET) != 0 || (i + 1 < m->count && is_ending(models, m, i))) {
            return i;
        }
    }
    return 0;
}

static void begin_stepper(struct stepper *s, const struct q3_player_anim_models *models,
                          double time, uint32_t what)
{
    *s = (struct stepper){.models = models, .asked = NO_ANIMATION};
    if ((what & Q3_CHANGE_RESET) == 0) { /* it begins at once */
        const struct q3_animation *a = animation_of(models, what);
        s->time = s->old_time = time - a->frame_ms;
        s->frame = a->first;
    }
}

/* The snapshots that are known, as counted: from *first on, in which one is, to the one that the
 * moment is not before. */
static uint32_t known_times(const struct q3_player_anims *player_anims, double time,
                            uint32_t *first)
{
    uint32_t last = player_anims->num_times;
    *first = last > Q3_TIMES ? last - Q3_TIMES : 0;
    if (last > *first + 1 && time < player_anims->times[(last - 1) % Q3_TIMES]) {
        last--; /* the current one is still to come */
    }
    return last;
}

/* Steps the changes before the first stored snapshot. Returns the index of the last change stepped.
 */
static int32_t run_to_known(struct stepper *s, const struct memory *m, int32_t i, int32_t known,
                            double apart)
{
    step_frame(s, m->times[i], m->what[i]);
    while (i + 1 < m->count && m->times[i + 1] < known) {
        run_on(s, m->times[i + 1], apart, m->what[i]);
        i++;
        step_frame(s, m->times[i], m->what[i]);
    }
    run_on(s, known, apart, m->what[i]);
    return i;
}

/* Interval of the first stored snapshots, ms. */
static double apart_of(const struct q3_player_anims *player_anims, uint32_t first, uint32_t last)
{
    const double apart = last - first < 2 ? 0.0
                                          : (double)player_anims->times[(first + 1) % Q3_TIMES] -
                                                player_anims->times[first % Q3_TIMES];
    return fmax(apart, 1.0);
}

void q3_player_anim_frame(const struct q3_state *c, const struct q3_animated *part,
                          const struct q3_player_anim_models *models, double time,
                          struct q3_lerp_frame *frame)
{
    const struct q3_player_anims *player_anims = &c->player_anims;
    struct memory m;
    uint32_t at;
    const uint32_t last = known_times(player_anims, time, &at);
    *frame = (struct q3_lerp_frame){0};
    if (last == at) {
        return;
    }
    const int32_t drawn = player_anims->times[(last - 1) % Q3_TIMES];
    recall_changes(part, drawn, &m);
    if (m.count == 0) {
        return;
    }
    int32_t i = first_change(models, &m);
    struct stepper s;
    begin_stepper(&s, models, m.times[i], m.what[i]);
    if (m.times[i] < player_anims->times[at % Q3_TIMES]) {
        i = run_to_known(&s, &m, i, player_anims->times[at % Q3_TIMES],
                         apart_of(player_anims, at, last));
    }
    double before = fmax(m.times[i], player_anims->times[at % Q3_TIMES]); /* the last step's */
    for (; at < last; at++) {
        const int32_t now = player_anims->times[at % Q3_TIMES];
        step_gap(&s, before, now, m.what[i]);
        before = fmax(before, now);
        while (i + 1 < m.count && m.times[i + 1] <= now) {
            i++;
        }
        if (now >= m.times[i]) {
            step_frame(&s, now, m.what[i]);
        }
    }
    if (time > drawn) {
        step_gap(&s, drawn, time, m.what[i]);
        step_frame(&s, time, m.what[i]);
    }
    const double span = s.time - s.old_time;
    const double fraction = span > 0.0 ? (time - s.old_time) / span : 1.0;
    *frame =
        (struct q3_lerp_frame){s.old_frame, s.frame, (float)(1.0 - fmin(fmax(fraction, 0.0), 1.0))};
}
