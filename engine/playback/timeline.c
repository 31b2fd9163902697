#include "engine/playback/timeline.h"
#include "engine/playback/families.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playback/timeline_internal.h"

/* Another state is worth its copy when it saves this many steps. */
enum { KEPT_WORTH_STEPS = 8, KEY_WORTH_STEPS = 64 };

static void *run_thread(void *timeline)
{
    timeline_index_build(timeline);
    return NULL;
}

/* The lock of a timeline the caller only reads. */
static pthread_mutex_t *lock_of(const struct timeline *t)
{
    return &((struct timeline *)(uintptr_t)t)->lock;
}

static void wait_until(struct timeline *t, const bool *flag, const uint32_t *count)
{
    pthread_mutex_lock(&t->lock);
    while (!*flag && !(count && *count)) {
        pthread_cond_wait(&t->grown, &t->lock);
    }
    pthread_mutex_unlock(&t->lock);
}

static int check_playable(struct timeline *t, struct format_error *err)
{
    int status = 0;
    pthread_mutex_lock(&t->lock);
    if (t->index.status < 0) {
        status = format_fail(err, t->index.status, 0, "no memory for the index");
    } else if (t->index.num_updates == 0) {
        const struct format_error *damage = &t->index.damage;
        status = t->index.damaged
                     ? format_fail(err, FORMAT_BAD, damage->offset, "%s", damage->what)
                     : format_fail(err, FORMAT_BAD, t->size, "there is no block in this demo");
    }
    pthread_mutex_unlock(&t->lock);
    return status;
}

int timeline_open_demo(struct timeline **timeline, const struct demo *demo,
                       const struct timeline_options *options, struct format_error *err)
{
    *timeline = NULL;
    if (demo->code < 0) {
        return format_fail(err, demo->code, demo->error.offset, "%s", demo->error.what);
    }
    struct timeline *t = calloc(1, sizeof(*t));
    if (!t) {
        return format_fail(err, FORMAT_MEMORY, 0, "no memory");
    }
    t->family = demo->family;
    t->demo = demo->file;
    t->size = demo->size;
    t->key_budget = options->key_frame_bytes;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->grown, NULL);
    t->head = (struct timeline_moment){0, t->family->first_step(t->demo),
                                       t->family->state_create(t->demo)};
    t->has_thread = options->background && pthread_create(&t->thread, NULL, run_thread, t) == 0;
    if (!t->has_thread) {
        timeline_index_build(t);
    }
    wait_until(t, &t->index.complete, &t->index.num_updates);
    const int status =
        t->head.state ? check_playable(t, err) : format_fail(err, FORMAT_MEMORY, 0, "no memory");
    if (status < 0) {
        timeline_close(t);
        return status;
    }
    *timeline = t;
    return 0;
}

int timeline_open(struct timeline **timeline, const uint8_t *data, size_t size,
                  const struct timeline_options *options, struct format_error *err)
{
    struct demo demo;
    (void)demo_open(&demo, data, size, options->name);
    const int status = timeline_open_demo(timeline, &demo, options, err);
    if (status < 0) {
        demo_close(&demo);
    } else {
        (*timeline)->own = demo;
    }
    return status;
}

static void forget_kept(struct timeline *t)
{
    for (uint32_t i = 0; i < TIMELINE_KEPT + TIMELINE_KEPT_FAR; i++) {
        t->family->state_destroy(t->kept[i].state);
        t->kept[i].state = NULL;
    }
}

void timeline_close(struct timeline *t)
{
    if (!t) {
        return;
    }
    if (t->has_thread) {
        pthread_mutex_lock(&t->lock);
        t->stop = true;
        pthread_mutex_unlock(&t->lock);
        pthread_join(t->thread, NULL);
    }
    timeline_index_free(t);
    forget_kept(t);
    t->family->state_destroy(t->head.state);
    demo_close(&t->own);
    pthread_cond_destroy(&t->grown);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

const struct demo_family *timeline_family(const struct timeline *t)
{
    return t->family;
}

struct timeline_extent timeline_extent(const struct timeline *t)
{
    const struct timeline_index *index = &t->index;
    pthread_mutex_lock(lock_of(t));
    struct timeline_extent extent = {
        .length = index->num_updates ? index->updates[index->num_updates - 1].time : 0.0,
        .num_updates = index->num_updates,
        .num_steps = index->num_steps,
        .num_events = index->num_events,
        .scanned = index->complete ? 1.0 : (double)index->scanned / (double)t->size,
        .complete = index->complete,
        .seekable = index->seekable,
        .num_key_frames = index->num_key_frames,
        .key_frame_bytes = index->key_bytes,
    };
    pthread_mutex_unlock(lock_of(t));
    return extent;
}

double timeline_length(const struct timeline *t)
{
    return timeline_extent(t).length;
}

void timeline_wait(const struct timeline *t, bool key_frames)
{
    struct timeline *waiting = (struct timeline *)(uintptr_t)t;
    wait_until(waiting, key_frames ? &t->index.seekable : &t->index.complete, NULL);
}

static struct timeline_update update_get(const struct timeline *t, uint32_t update)
{
    pthread_mutex_lock(lock_of(t));
    struct timeline_update found = t->index.updates[update];
    pthread_mutex_unlock(lock_of(t));
    return found;
}

double timeline_update_time(const struct timeline *t, uint32_t update)
{
    return update_get(t, update).time;
}

uint32_t timeline_update_step(const struct timeline *t, uint32_t update)
{
    return update_get(t, update).step;
}

uint32_t timeline_update_at(const struct timeline *t, double time)
{
    uint32_t low = 0;
    pthread_mutex_lock(lock_of(t));
    uint32_t high = t->index.num_updates;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (t->index.updates[middle].time <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    pthread_mutex_unlock(lock_of(t));
    return low;
}

struct demo_event timeline_event(const struct timeline *t, uint32_t index)
{
    pthread_mutex_lock(lock_of(t));
    struct demo_event event = t->index.events[index];
    pthread_mutex_unlock(lock_of(t));
    return event;
}

bool timeline_next_event(const struct timeline *t, double time, uint32_t kinds,
                         struct demo_event *event)
{
    bool found = false;
    pthread_mutex_lock(lock_of(t));
    for (uint32_t i = 0; !found && i < t->index.num_events; i++) {
        const struct demo_event *candidate = &t->index.events[i];
        if (candidate->time > time && (kinds >> candidate->kind & 1)) {
            *event = *candidate;
            found = true;
        }
    }
    pthread_mutex_unlock(lock_of(t));
    return found;
}

bool timeline_previous_event(const struct timeline *t, double time, uint32_t kinds,
                             struct demo_event *event)
{
    bool found = false;
    pthread_mutex_lock(lock_of(t));
    for (uint32_t i = t->index.num_events; !found && i-- > 0;) {
        const struct demo_event *candidate = &t->index.events[i];
        if (candidate->time < time && (kinds >> candidate->kind & 1)) {
            *event = *candidate;
            found = true;
        }
    }
    pthread_mutex_unlock(lock_of(t));
    return found;
}

bool timeline_damage(const struct timeline *t, struct format_error *damage)
{
    pthread_mutex_lock(lock_of(t));
    bool damaged = t->index.damaged;
    *damage = t->index.damage;
    pthread_mutex_unlock(lock_of(t));
    return damaged;
}

/* The latest state kept around the head from which `step` can be reached; NULL = none. */
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

/* Copies the latest key frame not behind `step` to the head, when it is at least at `from`. */
static int take_key_frame(struct timeline *t, uint32_t step, uint32_t from, bool *taken)
{
    int status = 0;
    pthread_mutex_lock(&t->lock);
    const struct timeline_index *index = &t->index;
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
        status = timeline_copy_moment(t, &t->head, &index->key_frames[low - 1].moment);
    }
    pthread_mutex_unlock(&t->lock);
    return status;
}

static int restart(struct timeline *t)
{
    t->family->state_destroy(t->head.state);
    t->head = (struct timeline_moment){0, t->family->first_step(t->demo),
                                       t->family->state_create(t->demo)};
    return t->head.state ? 0 : FORMAT_MEMORY;
}

/* Puts the head where simulating on to `step` is least work: a copy costs as much as some steps. */
static int approach(struct timeline *t, uint32_t step)
{
    const struct timeline_moment *kept = best_kept(t, step);
    bool backward = t->head.next_step > step + 1;
    uint32_t work = backward ? UINT32_MAX : step + 1 - t->head.next_step;
    bool taken = false;
    int status = 0;
    if (kept && step + 1 - kept->next_step + KEPT_WORTH_STEPS < work) {
        status = timeline_copy_moment(t, &t->head, kept);
        work = step + 1 - kept->next_step;
        backward = false;
    }
    if (status == 0 && work >= KEY_WORTH_STEPS) {
        uint32_t from = backward ? 0 : t->head.next_step + KEY_WORTH_STEPS;
        status = take_key_frame(t, step, from, &taken);
    }
    return status == 0 && backward && !taken ? restart(t) : status;
}

/* How many states before a step back are worth keeping: all the next steps back will ask for. */
static uint32_t num_worth_keeping(const struct timeline *t)
{
    size_t fit = TIMELINE_KEPT_BYTES / (t->family->state_size(t->head.state) + 1);
    return fit < TIMELINE_KEPT ? (uint32_t)fit : TIMELINE_KEPT;
}

/* On the way back to `step`: the last `near` states, and some before them, from which the states
 * before these will be made. */
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
    return place ? timeline_copy_moment(t, place, &t->head) : 0;
}

int timeline_go_step(struct timeline *t, uint32_t step)
{
    t->fraction = 1.0;
    pthread_mutex_lock(&t->lock);
    bool known = step < t->index.num_steps;
    pthread_mutex_unlock(&t->lock);
    if (!known) {
        return FORMAT_MISSING;
    }
    /* A short way back is stepping or reverse play, which goes on: the states on the way are
     * kept. */
    bool stepping_back =
        t->head.next_step > step + 1 && t->head.next_step - (step + 1) < TIMELINE_KEPT;
    int status = approach(t, step);
    uint32_t near = stepping_back && t->head.next_step <= step ? num_worth_keeping(t) : 0;
    while (status == 0 && t->head.next_step <= step) {
        status = timeline_apply_next(t, &t->head, NULL);
        if (status == 0 && near > 0) {
            status = keep_state(t, step, near);
        }
    }
    return status;
}

int timeline_go_update(struct timeline *t, uint32_t update)
{
    pthread_mutex_lock(&t->lock);
    bool known = update < t->index.num_updates;
    uint32_t step = known ? t->index.updates[update].step : 0;
    pthread_mutex_unlock(&t->lock);
    return known ? timeline_go_step(t, step) : FORMAT_MISSING;
}

int timeline_go_time(struct timeline *t, double time, bool interpolate)
{
    uint32_t update = timeline_update_at(t, time);
    double start = timeline_update_time(t, update);
    if (!interpolate || !(time > start) || update + 1 >= timeline_extent(t).num_updates) {
        return timeline_go_update(t, update);
    }
    struct timeline_update next = update_get(t, update + 1);
    int status = timeline_go_update(t, update + 1);
    t->fraction = 1.0 - (next.time - time) / next.gap; /* next.time > start: no gap of 0 */
    return status;
}

int timeline_listen(struct timeline *t, uint32_t update, struct demo_sounds *sounds)
{
    pthread_mutex_lock(&t->lock);
    const bool known = update < t->index.num_updates;
    const uint32_t first = known && update > 0 ? t->index.updates[update - 1].step + 1 : 0;
    const struct timeline_update to =
        known ? t->index.updates[update] : (struct timeline_update){0};
    pthread_mutex_unlock(&t->lock);
    if (!known) {
        return FORMAT_MISSING;
    }
    int status = first > 0 ? timeline_go_step(t, first - 1) : restart(t);
    t->fraction = 1.0;
    while (status == 0 && t->head.next_step <= to.step) {
        const uint32_t step = t->head.next_step;
        size_t i = sounds->count;
        status = timeline_apply_next(t, &t->head, sounds);
        for (; i < sounds->count; i++) {
            sounds->items[i].time = to.time;
            sounds->items[i].step = step;
        }
    }
    return status;
}

const void *timeline_state(const struct timeline *t)
{
    return t->head.state;
}

uint64_t timeline_state_hash(const struct timeline *t)
{
    return t->family->state_hash(t->head.state);
}

uint32_t timeline_players(const struct timeline *t, struct demo_player_info *players, uint32_t most)
{
    return t->family->players ? t->family->players(t->head.state, players, most) : 0;
}

uint32_t timeline_followed(const struct timeline *t, uint32_t follow)
{
    return t->family->followed ? t->family->followed(t->head.state, follow) : 0;
}

int timeline_scene(const struct timeline *t, struct scene *scene,
                   const struct scene_options *options, struct quake_data *data)
{
    return t->family->scene(t->demo, t->head.state, t->fraction, scene, options, data);
}

void timeline_parse_only(const struct timeline *t, uint32_t update)
{
    uint32_t last = timeline_update_step(t, update);
    size_t pos = t->head.pos;
    for (uint32_t step = t->head.next_step; step <= last; step++) {
        t->family->parse(t->demo, t->head.state, &pos);
    }
}
