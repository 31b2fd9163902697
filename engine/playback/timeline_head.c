/* The cursor: moves to a step, update or time with the least simulation. */
#include "engine/playback/timeline_internal.h"

/* A state is copied only if it saves this many steps. */
enum { KEPT_WORTH_STEPS = 8, KEY_WORTH_STEPS = 64 };

/* The latest cached state at or before `step`; NULL = none. */
static const struct timeline_moment *best_kept(const struct timeline *t, uint32_t step)
{
    const struct timeline_moment *best = NULL;
    for (uint32_t i = 0; i < TIMELINE_KEPT + TIMELINE_KEPT_FAR; i++) {
        const struct timeline_moment *moment = &t->kept[i];
        if (moment->state && moment->next_step <= step + 1 &&
            (!best || moment->next_step > best->next_step)) {
            best = moment;
        }
    }
    return best;
}

/* Copies the latest key frame at or before `step` to the head, if it is at `from` or later. */
static int take_key_frame(struct timeline *t, uint32_t step, uint32_t from, bool *taken)
{
    int status = 0;
    pthread_mutex_lock(&t->shared->lock);
    const struct timeline_index *index = &t->shared->index;
    uint32_t low = 0;
    uint32_t high = index->num_key_frames;
    while (low < high) { /* the first one behind */
        uint32_t middle = low + (high - low) / 2;
        if (index->key_frames[middle].moment.next_step <= step + 1) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *taken = low > 0 && index->key_frames[low - 1].moment.next_step >= from;
    if (*taken) {
        status = timeline_copy_moment(t->shared, &t->head, &index->key_frames[low - 1].moment);
    }
    pthread_mutex_unlock(&t->shared->lock);
    return status;
}

int timeline_head_restart(struct timeline *t)
{
    const struct demo_family *family = t->shared->family;
    void *state = family->state_create(t->shared->demo);
    if (!state) {
        return FORMAT_MEMORY; /* the head stays where it was */
    }
    family->state_destroy(t->head.state);
    t->head = (struct timeline_moment){0, family->first_step(t->shared->demo), state};
    return 0;
}

void timeline_head_free(struct timeline *t)
{
    for (uint32_t i = 0; i < TIMELINE_KEPT + TIMELINE_KEPT_FAR; i++) {
        t->shared->family->state_destroy(t->kept[i].state);
    }
    t->shared->family->state_destroy(t->head.state);
}

/* Moves the head to the state from which `step` is reached fastest; a copy costs as much as some
 * steps. */
static int load_nearest_state(struct timeline *t, uint32_t step)
{
    const struct timeline_moment *kept = best_kept(t, step);
    bool backward = t->head.next_step > step + 1;
    uint32_t work = backward ? UINT32_MAX : step + 1 - t->head.next_step;
    bool taken = false;
    int status = 0;
    if (kept && step + 1 - kept->next_step + KEPT_WORTH_STEPS < work) {
        status = timeline_copy_moment(t->shared, &t->head, kept);
        work = step + 1 - kept->next_step;
        backward = false;
    }
    if (status == 0 && work >= KEY_WORTH_STEPS) {
        uint32_t from = backward ? 0 : t->head.next_step + KEY_WORTH_STEPS;
        status = take_key_frame(t, step, from, &taken);
    }
    return status == 0 && backward && !taken ? timeline_head_restart(t) : status;
}

/* Number of states to cache before a step backward: those that further steps backward need. */
static uint32_t num_worth_keeping(const struct timeline *t)
{
    size_t fit = TIMELINE_KEPT_BYTES / (t->shared->family->state_size(t->head.state) + 1);
    return fit < TIMELINE_KEPT ? (uint32_t)fit : TIMELINE_KEPT;
}

/* Simulates to `step`, caching the last `near` states, and some earlier ones from which their
 * predecessors can be simulated. */
static int keep_state(struct timeline *t, uint32_t step, uint32_t near)
{
    struct timeline_moment *place = NULL;
    if (step + 1 - t->head.next_step < near) {
        place = &t->kept[t->next_near];
        t->next_near = (t->next_near + 1) % TIMELINE_KEPT;
    } else if (near == TIMELINE_KEPT && t->head.next_step % TIMELINE_KEPT == 0) {
        place = &t->kept[TIMELINE_KEPT + t->next_far];
        t->next_far = (t->next_far + 1) % TIMELINE_KEPT_FAR;
    }
    return place ? timeline_copy_moment(t->shared, place, &t->head) : 0;
}

/* Time of the last update at or before a step. The caller holds the lock. */
static double time_of_step(const struct timeline_index *index, uint32_t step)
{
    uint32_t low = 0, high = index->num_updates;
    while (low < high) { /* first one after */
        const uint32_t middle = low + (high - low) / 2;
        if (index->updates[middle].step <= step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 ? index->updates[low - 1].time : 0.0;
}

int timeline_go_step(struct timeline *t, uint32_t step)
{
    t->fraction = 1.0;
    pthread_mutex_lock(&t->shared->lock);
    bool known = step < t->shared->index.num_steps;
    t->time = known ? time_of_step(&t->shared->index, step) : t->time;
    pthread_mutex_unlock(&t->shared->lock);
    if (!known) {
        return FORMAT_MISSING;
    }
    /* A short move back is stepping or reverse play: cache the states on the way. */
    bool stepping_back =
        t->head.next_step > step + 1 && t->head.next_step - (step + 1) < TIMELINE_KEPT;
    int status = load_nearest_state(t, step);
    uint32_t near = stepping_back && t->head.next_step <= step ? num_worth_keeping(t) : 0;
    while (status == 0 && t->head.next_step <= step) {
        status = timeline_apply_next(t->shared, &t->head, NULL);
        if (status == 0 && near > 0) {
            status = keep_state(t, step, near);
        }
    }
    return status;
}

int timeline_go_update(struct timeline *t, uint32_t update)
{
    pthread_mutex_lock(&t->shared->lock);
    bool known = update < t->shared->index.num_updates;
    uint32_t step = known ? t->shared->index.updates[update].step : 0;
    pthread_mutex_unlock(&t->shared->lock);
    return known ? timeline_go_step(t, step) : FORMAT_MISSING;
}

/* A frame needs all updates at its time and the next one: waits until they are indexed. */
static void wait_for_time(struct timeline_shared *s, double time)
{
    pthread_mutex_lock(&s->lock);
    while (!s->index.complete && s->index.updates[s->index.num_updates - 1].time <= time) {
        timeline_index_wait(s);
    }
    pthread_mutex_unlock(&s->lock);
}

int timeline_go_time(struct timeline *t, double time, bool interpolate)
{
    wait_for_time(t->shared, time);
    uint32_t update = timeline_update_at(t, time);
    double start = timeline_update_time(t, update);
    if (!interpolate || !(time > start) || update + 1 >= timeline_extent(t).num_updates) {
        const int status = timeline_go_update(t, update);
        t->time = time;
        return status;
    }
    struct timeline_update next = timeline_get_update(t, update + 1);
    int status = timeline_go_update(t, update + 1);
    t->time = time;
    t->fraction = 1.0 - (next.time - time) / next.gap; /* next.time > start: no gap of 0 */
    return status;
}

int timeline_listen(struct timeline *t, uint32_t update, struct demo_sounds *sounds)
{
    pthread_mutex_lock(&t->shared->lock);
    const bool known = update < t->shared->index.num_updates;
    const struct timeline_update to =
        known ? t->shared->index.updates[update] : (struct timeline_update){0};
    const struct timeline_update before =
        known && update > 0 ? t->shared->index.updates[update - 1] : to;
    const uint32_t first = known && update > 0 ? before.step + 1 : 0;
    pthread_mutex_unlock(&t->shared->lock);
    if (!known) {
        return FORMAT_MISSING;
    }
    int status = first > 0 ? timeline_go_step(t, first - 1) : timeline_head_restart(t);
    t->fraction = 1.0;
    while (status == 0 && t->head.next_step <= to.step) {
        status = timeline_hear_next(t->shared, &t->head, &before, to.time, sounds);
    }
    return status;
}

void timeline_wait_sounds(const struct timeline *t, double time)
{
    struct timeline_shared *s = t->shared;
    pthread_mutex_lock(&s->lock);
    while (!(s->index.heard_to > time)) { /* infinite once the index is complete */
        timeline_index_wait(s);
    }
    pthread_mutex_unlock(&s->lock);
}

double timeline_sounds_known(const struct timeline *t)
{
    pthread_mutex_lock(&t->shared->lock);
    const double known = t->shared->index.heard_to;
    pthread_mutex_unlock(&t->shared->lock);
    return known;
}

double timeline_time(const struct timeline *t)
{
    return t->time;
}

const void *timeline_state(const struct timeline *t)
{
    return t->head.state;
}

uint64_t timeline_state_hash(const struct timeline *t)
{
    return t->shared->family->state_hash(t->head.state);
}

uint32_t timeline_players(const struct timeline *t, struct demo_player_info *players, uint32_t most)
{
    return t->shared->family->players ? t->shared->family->players(t->head.state, players, most)
                                      : 0;
}

uint32_t timeline_roster(const struct timeline *t, struct demo_player_info *players, uint32_t most)
{
    return t->shared->family->roster ? t->shared->family->roster(t->head.state, players, most)
                                     : timeline_players(t, players, most);
}

uint32_t timeline_followed(const struct timeline *t, uint32_t follow)
{
    return t->shared->family->followed ? t->shared->family->followed(t->head.state, follow) : 0;
}

void timeline_body(const struct timeline *t, uint32_t follow, struct demo_body *body)
{
    *body = (struct demo_body){0};
    if (t->shared->family->body) {
        t->shared->family->body(t->shared->demo, t->head.state, follow, body);
    }
}

void timeline_items(const struct timeline *t, struct demo_items *items)
{
    items->num_items = items->num_players = 0;
    if (t->shared->family->items) {
        t->shared->family->items(t->shared->demo, t->head.state, items);
    }
}

int timeline_scene(const struct timeline *t, struct scene *scene,
                   const struct scene_options *options, const struct scene_data *data)
{
    return t->shared->family->scene(t->shared->demo, t->head.state, t->fraction, scene, options,
                                    data);
}

int timeline_listener(const struct timeline *t, struct scene *room,
                      const struct scene_options *options, const struct scene_data *data,
                      struct demo_listener *listener)
{
    *listener = (struct demo_listener){.entity = DEMO_SOUND_NOBODY};
    return t->shared->family->listen
               ? t->shared->family->listen(t->shared->demo, t->head.state, t->fraction, room,
                                           options, data, listener)
               : 0;
}

void timeline_parse_only(const struct timeline *t, uint32_t update)
{
    uint32_t last = timeline_update_step(t, update);
    size_t pos = t->head.pos;
    for (uint32_t step = t->head.next_step; step <= last; step++) {
        t->shared->family->parse(t->shared->demo, t->head.state, &pos);
    }
}
