#include "engine/playback/timeline.h"
#include "engine/playback/families.h"

#include <stdlib.h>
#include <string.h>

#include "engine/playback/timeline_internal.h"

#define NO_MEMORY_FOR_INDEX "out of memory (index)"

static void *run_thread(void *shared)
{
    while (timeline_index_build(shared)) {
    }
    return NULL;
}

static void wait_until(struct timeline_shared *s, const bool *flag, const uint32_t *count)
{
    pthread_mutex_lock(&s->lock);
    while (!*flag && !(count && *count)) {
        timeline_index_wait(s);
    }
    pthread_mutex_unlock(&s->lock);
}

static int check_playable(struct timeline_shared *s, struct format_error *err)
{
    int status = 0;
    pthread_mutex_lock(&s->lock);
    if (s->index.status < 0) {
        status = format_fail(err, s->index.status, 0, NO_MEMORY_FOR_INDEX);
    } else if (s->index.num_updates == 0) {
        const struct format_error *damage = &s->index.damage;
        status = s->index.damaged
                     ? format_fail(err, s->index.damage_code, damage->offset, "%s", damage->what)
                     : format_fail(err, FORMAT_BAD, s->size, "there is no block in this demo");
    }
    pthread_mutex_unlock(&s->lock);
    return status;
}

/* Creates the shared part and starts the index; NULL if out of memory. */
static struct timeline_shared *open_shared(const struct demo *demo,
                                           const struct timeline_options *options)
{
    struct timeline_shared *s = calloc(1, sizeof(*s));
    if (!s) {
        return NULL;
    }
    s->family = demo->family;
    s->demo = demo->file;
    s->size = demo->size;
    s->key_budget = options->key_frame_bytes;
    s->listens = options->sounds;
    s->reads = options->prints;
    pthread_mutex_init(&s->build_lock, NULL);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->grown, NULL);
    s->has_thread = options->background && pthread_create(&s->thread, NULL, run_thread, s) == 0;
    if (options->background) {
        wait_until(s, &s->index.complete, &s->index.num_updates);
    } else {
        wait_until(s, &s->index.seekable, NULL);
    }
    return s;
}

static void close_shared(struct timeline_shared *s)
{
    if (s->has_thread) {
        pthread_mutex_lock(&s->lock);
        s->stop = true;
        pthread_mutex_unlock(&s->lock);
        pthread_join(s->thread, NULL);
    }
    timeline_index_free(s);
    demo_close(&s->own);
    pthread_cond_destroy(&s->grown);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->build_lock);
    free(s);
}

/* Creates a head before the first step; NULL if out of memory. */
static struct timeline *add_head(struct timeline_shared *s)
{
    struct timeline *t = calloc(1, sizeof(*t));
    if (!t) {
        return NULL;
    }
    t->shared = s;
    if (timeline_head_restart(t) < 0) {
        free(t);
        return NULL;
    }
    pthread_mutex_lock(&s->lock);
    s->heads++;
    pthread_mutex_unlock(&s->lock);
    return t;
}

int timeline_open_demo(struct timeline **timeline, const struct demo *demo,
                       const struct timeline_options *options, struct format_error *err)
{
    *timeline = NULL;
    if (demo->code < 0) {
        return format_fail(err, demo->code, demo->error.offset, "%s", demo->error.what);
    }
    struct timeline_shared *shared = open_shared(demo, options);
    if (!shared) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int status = check_playable(shared, err);
    if (status == 0) {
        *timeline = add_head(shared);
        status = *timeline ? 0 : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (status < 0) {
        close_shared(shared);
    }
    return status;
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
        (*timeline)->shared->own = demo;
    }
    return status;
}

int timeline_open_head(struct timeline **head, const struct timeline *timeline)
{
    *head = add_head(timeline->shared);
    return *head ? 0 : FORMAT_MEMORY;
}

void timeline_close(struct timeline *t)
{
    if (!t) {
        return;
    }
    struct timeline_shared *shared = t->shared;
    timeline_head_free(t);
    free(t);
    pthread_mutex_lock(&shared->lock);
    const bool last = --shared->heads == 0;
    pthread_mutex_unlock(&shared->lock);
    if (last) {
        close_shared(shared);
    }
}

const struct demo_family *timeline_family(const struct timeline *t)
{
    return t->shared->family;
}

struct timeline_extent timeline_extent(const struct timeline *t)
{
    const struct timeline_index *index = &t->shared->index;
    pthread_mutex_lock(&t->shared->lock);
    struct timeline_extent extent = {
        .length = index->num_updates ? index->updates[index->num_updates - 1].time : 0.0,
        .num_updates = index->num_updates,
        .num_steps = index->num_steps,
        .num_events = index->num_events,
        .num_statuses = index->num_statuses,
        .num_figures = index->num_figures,
        .scanned = index->complete ? 1.0 : (double)index->scanned / (double)t->shared->size,
        .complete = index->complete,
        .seekable = index->seekable,
        .num_key_frames = index->num_key_frames,
        .key_frame_bytes = index->key_bytes,
    };
    pthread_mutex_unlock(&t->shared->lock);
    return extent;
}

double timeline_length(const struct timeline *t)
{
    return timeline_extent(t).length;
}

int timeline_wait(const struct timeline *t, bool key_frames)
{
    const struct timeline_index *index = &t->shared->index;
    wait_until(t->shared, key_frames ? &index->seekable : &index->complete, NULL);
    pthread_mutex_lock(&t->shared->lock);
    const int status = index->status;
    pthread_mutex_unlock(&t->shared->lock);
    return status;
}

bool timeline_build(const struct timeline *t)
{
    return !t->shared->has_thread && timeline_index_build(t->shared);
}

struct timeline_update timeline_get_update(const struct timeline *t, uint32_t update)
{
    pthread_mutex_lock(&t->shared->lock);
    struct timeline_update found = t->shared->index.updates[update];
    pthread_mutex_unlock(&t->shared->lock);
    return found;
}

double timeline_update_time(const struct timeline *t, uint32_t update)
{
    return timeline_get_update(t, update).time;
}

uint32_t timeline_update_step(const struct timeline *t, uint32_t update)
{
    return timeline_get_update(t, update).step;
}

size_t timeline_update_offset(const struct timeline *t, uint32_t update)
{
    return timeline_get_update(t, update).offset;
}

uint32_t timeline_update_at(const struct timeline *t, double time)
{
    uint32_t low = 0;
    pthread_mutex_lock(&t->shared->lock);
    uint32_t high = t->shared->index.num_updates;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (t->shared->index.updates[middle].time <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    pthread_mutex_unlock(&t->shared->lock);
    return low;
}

struct demo_event timeline_event(const struct timeline *t, uint32_t index)
{
    pthread_mutex_lock(&t->shared->lock);
    struct demo_event event = t->shared->index.events[index];
    pthread_mutex_unlock(&t->shared->lock);
    return event;
}

void timeline_events(const struct timeline *t, uint32_t first, uint32_t count,
                     struct demo_event *events)
{
    pthread_mutex_lock(&t->shared->lock);
    for (uint32_t i = 0; i < count; i++) {
        events[i] = t->shared->index.events[first + i];
    }
    pthread_mutex_unlock(&t->shared->lock);
}

void timeline_statuses(const struct timeline *t, uint32_t first, uint32_t count,
                       struct demo_status *statuses)
{
    pthread_mutex_lock(&t->shared->lock);
    for (uint32_t i = 0; i < count; i++) {
        statuses[i] = t->shared->index.statuses[first + i];
    }
    pthread_mutex_unlock(&t->shared->lock);
}

void timeline_figures(const struct timeline *t, uint32_t first, uint32_t count,
                      struct demo_figure *figures)
{
    pthread_mutex_lock(&t->shared->lock);
    for (uint32_t i = 0; i < count; i++) {
        figures[i] = t->shared->index.figures[first + i];
    }
    pthread_mutex_unlock(&t->shared->lock);
}

uint32_t timeline_prints_at(const struct timeline *t, double time)
{
    const struct timeline_index *index = &t->shared->index;
    pthread_mutex_lock(&t->shared->lock);
    uint32_t low = 0;
    for (uint32_t high = index->num_prints; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->prints[middle].time <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    pthread_mutex_unlock(&t->shared->lock);
    return low;
}

struct demo_print timeline_print(const struct timeline *t, uint32_t index)
{
    pthread_mutex_lock(&t->shared->lock);
    struct demo_print print = t->shared->index.prints[index];
    pthread_mutex_unlock(&t->shared->lock);
    return print;
}

bool timeline_next_event(const struct timeline *t, double time, uint32_t kinds,
                         struct demo_event *event)
{
    bool found = false;
    pthread_mutex_lock(&t->shared->lock);
    for (uint32_t i = 0; !found && i < t->shared->index.num_events; i++) {
        const struct demo_event *candidate = &t->shared->index.events[i];
        if (candidate->time > time && (kinds >> candidate->kind & 1)) {
            *event = *candidate;
            found = true;
        }
    }
    pthread_mutex_unlock(&t->shared->lock);
    return found;
}

bool timeline_previous_event(const struct timeline *t, double time, uint32_t kinds,
                             struct demo_event *event)
{
    bool found = false;
    pthread_mutex_lock(&t->shared->lock);
    for (uint32_t i = t->shared->index.num_events; !found && i-- > 0;) {
        const struct demo_event *candidate = &t->shared->index.events[i];
        if (candidate->time < time && (kinds >> candidate->kind & 1)) {
            *event = *candidate;
            found = true;
        }
    }
    pthread_mutex_unlock(&t->shared->lock);
    return found;
}

/* Number of events up to a time; the lock is held. */
static uint32_t count_events_to(const struct timeline_index *index, double time)
{
    uint32_t low = 0, high = index->num_events;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (index->events[middle].time <= time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t timeline_events_within(const struct timeline *t, double from, double to, uint32_t kinds,
                                struct demo_event *events, uint32_t most)
{
    const struct timeline_index *index = &t->shared->index;
    uint32_t count = 0;
    pthread_mutex_lock(&t->shared->lock);
    for (uint32_t i = count_events_to(index, to); i-- > 0 && count < most;) {
        if (index->events[i].time <= from) {
            break;
        }
        if (kinds >> index->events[i].kind & 1) {
            events[count++] = index->events[i];
        }
    }
    pthread_mutex_unlock(&t->shared->lock);
    for (uint32_t i = 0; i < count / 2; i++) { /* found the last one first */
        const struct demo_event event = events[i];
        events[i] = events[count - 1 - i];
        events[count - 1 - i] = event;
    }
    return count;
}

bool timeline_is_unsupported(const struct timeline *t)
{
    const struct timeline_index *index = &t->shared->index;
    pthread_mutex_lock(&t->shared->lock);
    const bool unsupported = index->damaged && index->damage_code == FORMAT_UNKNOWN;
    pthread_mutex_unlock(&t->shared->lock);
    return unsupported;
}

bool timeline_damage(const struct timeline *t, struct format_error *damage)
{
    const struct timeline_index *index = &t->shared->index;
    pthread_mutex_lock(&t->shared->lock);
    bool damaged = index->damaged;
    *damage = index->damage;
    if (!damaged && index->status < 0) {
        damaged = true;
        (void)format_fail(damage, index->status, index->scanned, NO_MEMORY_FOR_INDEX);
    }
    pthread_mutex_unlock(&t->shared->lock);
    return damaged;
}

int timeline_take_sounds(const struct timeline *t, struct demo_sounds *sounds, double *known_to)
{
    const struct timeline_index *index = &t->shared->index;
    int status = 0;
    pthread_mutex_lock(&t->shared->lock);
    for (size_t i = sounds->count; status == 0 && i < index->sounds.count; i++) {
        const struct demo_sound *sound = &index->sounds.items[i];
        status = demo_sounds_add(sounds, sound, "", demo_sounds_name(&index->sounds, sound->name));
    }
    *known_to = index->heard_to;
    status = status == 0 && index->lacks_sounds ? FORMAT_MEMORY : status;
    pthread_mutex_unlock(&t->shared->lock);
    return status;
}
