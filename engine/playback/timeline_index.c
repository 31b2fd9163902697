/* Builds the index: one pass scans, one simulates and stores key frames and sound events. Both go
 * a part at a time, so that they need no thread of their own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_clock.h"
#include "engine/playback/timeline_internal.h"
#include "formats/base/arrays.h"

enum {
    PUBLISH_STEPS = 256, /* steps between publications to the caller's thread */
    PART_UPDATES = 16    /* simulated updates in a part */
};

/* Initial seconds between key frames. When the copies exceed the budget, the spacing grows to what
 * the rest of the demo needs, with a margin, as states differ in size. */
#define KEY_SPACING 1.0
#define KEY_SPACING_MARGIN 1.1
#define KEY_SPACING_MIN_GROWTH 1.25

/* Scanned entries not yet published to the index. */
struct batch {
    struct timeline_update updates[PUBLISH_STEPS];
    uint32_t num_updates;
    struct demo_events events;
    uint32_t num_timed; /* events whose frame is known */
    uint32_t all_events;
    struct demo_prints prints;
    uint32_t num_timed_prints;
    uint32_t all_prints;
    struct demo_statuses statuses;
    uint32_t all_statuses;
    struct demo_figures figures;
    uint32_t all_figures;
    struct demo_clock clock;
};

/* The simulation: where it is, and what it has heard. */
struct simulation {
    struct timeline_moment moment;
    struct timeline_update before;
    uint32_t update;
    struct demo_sounds heard;
    bool listens;
    double next; /* time of the next key frame; negative = none */
    int status;
};

enum build_phase { BUILD_SCAN, BUILD_SIMULATE, BUILD_DONE };

struct timeline_build {
    enum build_phase phase;
    void *scanner; /* until the scan ends */
    struct batch batch;
    struct demo_reading reading;
    size_t pos;
    bool shown; /* the first update was published */
    struct simulation simulation;
};

/* How much of each list there was before a step. */
struct batch_counts {
    uint32_t events, prints, statuses, figures;
};

static bool add_update(struct timeline_index *index, const struct timeline_update *update)
{
    if (array_reserve(&index->updates, &index->cap_updates, (size_t)index->num_updates + 1,
                      sizeof(*update)) < 0) {
        return false;
    }
    index->updates[index->num_updates++] = *update;
    return true;
}

static bool add_event(struct timeline_index *index, const struct demo_event *event)
{
    if (array_reserve(&index->events, &index->cap_events, (size_t)index->num_events + 1,
                      sizeof(*event)) < 0) {
        return false;
    }
    index->events[index->num_events++] = *event;
    return true;
}

static bool add_print(struct timeline_index *index, const struct demo_print *print)
{
    if (array_reserve(&index->prints, &index->cap_prints, (size_t)index->num_prints + 1,
                      sizeof(*print)) < 0) {
        return false;
    }
    index->prints[index->num_prints++] = *print;
    return true;
}

static bool add_status(struct timeline_index *index, const struct demo_status *status)
{
    if (array_reserve(&index->statuses, &index->cap_statuses, (size_t)index->num_statuses + 1,
                      sizeof(*status)) < 0) {
        return false;
    }
    index->statuses[index->num_statuses++] = *status;
    return true;
}

static bool add_figure(struct timeline_index *index, const struct demo_figure *figure)
{
    if (array_reserve(&index->figures, &index->cap_figures, (size_t)index->num_figures + 1,
                      sizeof(*figure)) < 0) {
        return false;
    }
    index->figures[index->num_figures++] = *figure;
    return true;
}

/* Publishes the batch. False: stop (requested, or out of memory). */
static bool publish_batch(struct timeline_shared *t, struct batch *batch, size_t pos)
{
    struct timeline_index *index = &t->index;
    bool good = true;
    pthread_mutex_lock(&t->lock);
    for (uint32_t i = 0; good && i < batch->num_updates; i++) {
        good = add_update(index, &batch->updates[i]);
    }
    for (uint32_t i = 0; good && i < batch->num_timed; i++) {
        good = add_event(index, &batch->events.items[i]);
    }
    for (uint32_t i = 0; good && i < batch->num_timed_prints; i++) {
        good = add_print(index, &batch->prints.items[i]);
    }
    for (uint32_t i = 0; good && i < batch->statuses.count; i++) {
        good = add_status(index, &batch->statuses.items[i]);
    }
    for (uint32_t i = 0; good && i < batch->figures.count; i++) {
        good = add_figure(index, &batch->figures.items[i]);
    }
    index->num_steps = batch->clock.steps;
    index->scanned = pos;
    if (!good) {
        index->status = FORMAT_MEMORY;
    }
    good = good && !t->stop;
    pthread_cond_broadcast(&t->grown);
    pthread_mutex_unlock(&t->lock);

    batch->num_updates = 0;
    batch->events.count -= batch->num_timed;
    if (batch->events.count) {
        memmove(batch->events.items, batch->events.items + batch->num_timed,
                batch->events.count * sizeof(*batch->events.items));
    }
    batch->num_timed = 0;
    batch->prints.count -= batch->num_timed_prints;
    if (batch->prints.count) {
        memmove(batch->prints.items, batch->prints.items + batch->num_timed_prints,
                batch->prints.count * sizeof(*batch->prints.items));
    }
    batch->num_timed_prints = 0;
    batch->statuses.count = 0;
    batch->figures.count = 0;
    return good;
}

/* Sets the time of events and prints to the first frame that shows them. */
static void time_events(struct batch *batch)
{
    while (batch->num_timed_prints < batch->prints.count) {
        batch->prints.items[batch->num_timed_prints++].time = batch->clock.time;
    }
    while (batch->num_timed < batch->events.count) {
        batch->events.items[batch->num_timed++].time = batch->clock.time;
    }
}

static void take_prints(struct batch *batch, uint32_t before)
{
    for (uint32_t i = before; i < batch->prints.count; i++) {
        batch->prints.items[i].step = batch->clock.steps;
    }
    if (batch->all_prints + (batch->prints.count - before) > DEMO_MAX_PRINTS) {
        batch->prints.count = before;
    }
    batch->all_prints += batch->prints.count - before;
}

/* Those of an update, which is at the clock's time now. */
static void take_statuses(struct batch *batch, uint32_t before)
{
    for (uint32_t i = before; i < batch->statuses.count; i++) {
        batch->statuses.items[i].step = batch->clock.steps - 1;
        batch->statuses.items[i].time = batch->clock.time;
    }
    if (batch->all_statuses + (batch->statuses.count - before) > DEMO_MAX_STATUSES) {
        batch->statuses.count = before;
    }
    batch->all_statuses += batch->statuses.count - before;
}

/* Likewise. */
static void take_figures(struct batch *batch, uint32_t before)
{
    for (uint32_t i = before; i < batch->figures.count; i++) {
        batch->figures.items[i].step = batch->clock.steps - 1;
        batch->figures.items[i].time = batch->clock.time;
    }
    if (batch->all_figures + (batch->figures.count - before) > DEMO_MAX_FIGURES) {
        batch->figures.count = before;
    }
    batch->all_figures += batch->figures.count - before;
}

/* offset: of the step in the file. */
static void take_step(struct batch *batch, const struct demo_step *step, size_t offset,
                      const struct batch_counts *before)
{
    const uint32_t events_before = before->events;
    take_prints(batch, before->prints);
    for (uint32_t i = events_before; i < batch->events.count; i++) {
        batch->events.items[i].step = batch->clock.steps;
    }
    if (batch->all_events + (batch->events.count - events_before) > DEMO_MAX_EVENTS) {
        batch->events.count = events_before;
    }
    batch->all_events += batch->events.count - events_before;
    if (demo_clock_step(&batch->clock, step)) {
        batch->updates[batch->num_updates++] =
            (struct timeline_update){offset, batch->clock.steps - 1, batch->clock.time, step->gap};
        time_events(batch);
    }
    take_statuses(batch, before->statuses);
    take_figures(batch, before->figures);
}

/* Records damage. Scanning and simulation may find different damage; the first in the file is kept.
 */
static void note_damage(struct timeline_shared *t, int code, const struct format_error *err)
{
    pthread_mutex_lock(&t->lock);
    if (!t->index.damaged || err->offset < t->index.damage.offset) {
        t->index.damaged = true;
        t->index.damage = *err;
        t->index.damage_code = code;
    }
    pthread_mutex_unlock(&t->lock);
}

/* A demo without a level still has text to show: every step is an update. */
static bool index_without_updates(struct timeline_shared *t, struct batch *batch, size_t pos)
{
    bool good = true;
    for (uint32_t i = 0; good && i < batch->clock.steps; i++) {
        batch->updates[batch->num_updates++] = (struct timeline_update){
            TIMELINE_NO_OFFSET, i, i * DEMO_CLOCKLESS_STEP, DEMO_CLOCKLESS_STEP};
        if (batch->num_updates == PUBLISH_STEPS) {
            good = publish_batch(t, batch, pos);
        }
    }
    for (uint32_t i = 0; i < batch->events.count; i++) {
        batch->events.items[i].time = batch->events.items[i].step * DEMO_CLOCKLESS_STEP;
    }
    batch->num_timed = batch->events.count;
    for (uint32_t i = 0; i < batch->prints.count; i++) {
        batch->prints.items[i].time = batch->prints.items[i].step * DEMO_CLOCKLESS_STEP;
    }
    batch->num_timed_prints = batch->prints.count;
    return good;
}

/* After the last step, or the first that cannot be read: status 1, 0 or negative. False: stop. */
static bool end_scan(struct timeline_shared *t, struct timeline_build *build, int status,
                     const struct format_error *err)
{
    struct batch *batch = &build->batch;
    if (status < 0) {
        note_damage(t, status, err);
    }
    /* What comes before an unsupported protocol's serverinfo is no picture of that demo. */
    if (!batch->clock.begun && status != FORMAT_UNKNOWN &&
        !index_without_updates(t, batch, build->pos)) {
        return false;
    }
    time_events(batch);
    return publish_batch(t, batch, build->pos) && status != FORMAT_MEMORY;
}

/* Scans until something is published. False: stop; *ended: all is scanned. */
static bool scan_part(struct timeline_shared *t, struct timeline_build *build, bool *ended)
{
    struct format_error err = {0};
    struct batch *batch = &build->batch;
    *ended = false;
    while (!build->reading.step.last) {
        const struct batch_counts before = {batch->events.count, batch->prints.count,
                                            batch->statuses.count, batch->figures.count};
        const size_t offset = build->pos;
        const int status =
            t->family->scan(t->demo, build->scanner, &build->pos, &build->reading, &err);
        if (status <= 0) {
            batch->events.count = before.events; /* drop those of the damaged step */
            batch->prints.count = before.prints;
            batch->statuses.count = before.statuses;
            batch->figures.count = before.figures;
            *ended = true;
            return end_scan(t, build, status, &err);
        }
        take_step(batch, &build->reading.step, offset, &before);
        /* Publish the first update at once: timeline_open waits for it. */
        if (batch->clock.steps % PUBLISH_STEPS == 0 || (!build->shown && batch->clock.begun)) {
            build->shown = batch->clock.begun;
            return publish_batch(t, batch, build->pos);
        }
    }
    *ended = true;
    return end_scan(t, build, 1, &err);
}

int timeline_copy_moment(const struct timeline_shared *t, struct timeline_moment *to,
                         const struct timeline_moment *from)
{
    to->next_step = from->next_step;
    to->pos = from->pos;
    return t->family->state_copy(&to->state, from->state);
}

int timeline_apply_next(struct timeline_shared *t, struct timeline_moment *moment,
                        struct demo_sounds *sounds)
{
    struct format_error err = {0};
    int status =
        t->family->apply(t->demo, &moment->state, &moment->pos, moment->next_step, sounds, &err);
    moment->next_step++;
    if (status < 0 && status != FORMAT_MEMORY) {
        note_damage(t, status, &err);
        status = 0;
    }
    return status;
}

/* Early sounds belong to the previous update, unless a step in between has emitted sounds. */
int timeline_hear_next(struct timeline_shared *t, struct timeline_moment *moment,
                       const struct timeline_update *before, double time,
                       struct demo_sounds *sounds)
{
    const uint32_t step = moment->next_step;
    size_t i = sounds ? sounds->count : 0;
    const bool told = i > 0 && sounds->items[i - 1].step > before->step &&
                      sounds->items[i - 1].step < step && sounds->items[i - 1].time == time;
    const int status = timeline_apply_next(t, moment, sounds);
    for (; sounds && i < sounds->count; i++) {
        struct demo_sound *sound = &sounds->items[i];
        sound->time = sound->early && !told && before->time < time ? before->time : time;
        sound->step = step;
    }
    return status;
}

/* Thins the key frames when the budget is used up at `time`. */
static void thin_key_frames(struct timeline_shared *t, double time)
{
    struct timeline_index *index = &t->index;
    double length = index->updates[index->num_updates - 1].time;
    double growth = time > 0.0 ? KEY_SPACING_MARGIN * length / time : 0.0;
    double last = -INFINITY;
    uint32_t kept = 0;
    index->key_spacing *= fmax(growth, KEY_SPACING_MIN_GROWTH);
    index->key_bytes = 0;
    for (uint32_t i = 0; i < index->num_key_frames; i++) {
        struct timeline_key_frame *frame = &index->key_frames[i];
        if (frame->time >= last + index->key_spacing) {
            last = frame->time;
            index->key_bytes += t->family->state_size(frame->moment.state);
            index->key_frames[kept++] = *frame;
        } else {
            t->family->state_destroy(frame->moment.state);
        }
    }
    index->num_key_frames = kept;
}

/* Time of the next key frame; negative = none. */
static double add_key_frame(struct timeline_shared *t, const struct timeline_moment *moment,
                            double time)
{
    struct timeline_index *index = &t->index;
    struct timeline_key_frame frame = {{0, 0, NULL}, time};
    bool good = timeline_copy_moment(t, &frame.moment, moment) == 0;
    pthread_mutex_lock(&t->lock);
    good = good && array_reserve(&index->key_frames, &index->cap_key_frames,
                                 (size_t)index->num_key_frames + 1, sizeof(frame)) == 0;
    if (good) {
        index->key_frames[index->num_key_frames++] = frame;
        index->key_bytes += t->family->state_size(frame.moment.state);
        while (index->key_bytes > t->key_budget && index->num_key_frames > 1) {
            thin_key_frames(t, frame.time);
        }
        time = index->key_frames[index->num_key_frames - 1].time;
        if (index->key_bytes > t->key_budget) { /* not even one fits */
            t->family->state_destroy(index->key_frames[0].moment.state);
            index->num_key_frames = 0;
            index->key_bytes = 0;
            good = false;
        }
    } else if (frame.moment.state) {
        t->family->state_destroy(frame.moment.state);
    }
    double next = good && !t->stop ? time + index->key_spacing : -1.0;
    pthread_mutex_unlock(&t->lock);
    return next;
}

/* Publishes sound events, complete up to `known_to`. Returns 0 or FORMAT_MEMORY. */
static int publish_sounds(struct timeline_shared *t, struct demo_sounds *heard, double known_to)
{
    int status = 0;
    pthread_mutex_lock(&t->lock);
    for (size_t i = 0; status == 0 && i < heard->count; i++) {
        const char *name = demo_sounds_name(heard, heard->items[i].name);
        status = demo_sounds_add(&t->index.sounds, &heard->items[i], "", name);
    }
    t->index.heard_to = known_to;
    pthread_cond_broadcast(&t->grown);
    pthread_mutex_unlock(&t->lock);
    heard->count = 0;
    return status;
}

/* Copies an update. False: none, or a stop is requested. */
static bool next_update(struct timeline_shared *t, uint32_t i, struct timeline_update *update)
{
    pthread_mutex_lock(&t->lock);
    const bool more = i < t->index.num_updates && !t->stop;
    if (more) {
        *update = t->index.updates[i];
    }
    pthread_mutex_unlock(&t->lock);
    return more;
}

static void begin_simulation(struct timeline_shared *t, struct simulation *sim)
{
    *sim = (struct simulation){
        .moment = {0, t->family->first_step(t->demo), t->family->state_create(t->demo)},
        .listens = t->listens,
        .next = t->key_budget ? 0.0 : -1.0}; /* the first one at the first update */
    sim->status = sim->moment.state ? 0 : FORMAT_MEMORY;
    t->index.key_spacing = KEY_SPACING;
}

/* Simulates some updates and stores their key frames and sound events. If out of memory it stores
 * fewer key frames, and seeking is slower, or fewer sounds. False: that was all. */
static bool simulate_part(struct timeline_shared *t, struct simulation *sim)
{
    struct timeline_update update;
    for (int i = 0; i < PART_UPDATES; i++) {
        if (sim->status != 0 || !(sim->next >= 0.0 || sim->listens) ||
            !next_update(t, sim->update, &update)) {
            return false;
        }
        sim->before = sim->update > 0 ? sim->before : update;
        while (sim->status == 0 && sim->moment.next_step <= update.step) {
            sim->status = timeline_hear_next(t, &sim->moment, &sim->before, update.time,
                                             sim->listens ? &sim->heard : NULL);
        }
        sim->before = update;
        sim->update++;
        if (sim->listens) {
            sim->listens = publish_sounds(t, &sim->heard, update.time) == 0;
        }
        if (sim->status == 0 && sim->next >= 0.0 && update.time >= sim->next) {
            sim->next = add_key_frame(t, &sim->moment, update.time);
        }
    }
    return true;
}

static void free_scan(struct timeline_build *build)
{
    free(build->batch.events.items);
    free(build->batch.prints.items);
    free(build->batch.statuses.items);
    free(build->batch.figures.items);
    free(build->scanner);
    build->batch = (struct batch){0};
    build->scanner = NULL;
}

static void free_simulation(const struct timeline_shared *t, struct simulation *sim)
{
    demo_sounds_free(&sim->heard);
    if (sim->moment.state) {
        t->family->state_destroy(sim->moment.state);
    }
    *sim = (struct simulation){0};
}

/* All is scanned, or it stopped. */
static void complete_scan(struct timeline_shared *t, bool good)
{
    pthread_mutex_lock(&t->lock);
    t->index.complete = true;
    if (!good && !t->stop) {
        t->index.status = FORMAT_MEMORY;
    }
    pthread_cond_broadcast(&t->grown);
    pthread_mutex_unlock(&t->lock);
}

static void complete_build(struct timeline_shared *t, bool lacks_sounds)
{
    pthread_mutex_lock(&t->lock);
    t->index.lacks_sounds |= lacks_sounds;
    t->index.seekable = true;
    t->index.heard_to = INFINITY;
    pthread_cond_broadcast(&t->grown);
    pthread_mutex_unlock(&t->lock);
}

/* NULL: out of memory, and the index ends here. */
static struct timeline_build *begin_build(struct timeline_shared *t)
{
    struct timeline_build *build = calloc(1, sizeof(*build));
    void *scanner = demo_scanner_create(t->family);
    if (!build || !scanner) {
        free(build);
        free(scanner);
        complete_scan(t, false);
        complete_build(t, false);
        return NULL;
    }
    build->scanner = scanner;
    build->reading.events = &build->batch.events;
    build->batch.events.prints = t->reads ? &build->batch.prints : NULL;
    build->batch.events.statuses = &build->batch.statuses;
    build->batch.events.figures = &build->batch.figures;
    build->pos = t->family->first_step(t->demo);
    return build;
}

static void build_scan(struct timeline_shared *t, struct timeline_build *build)
{
    bool ended;
    const bool good = scan_part(t, build, &ended);
    if (good && !ended) {
        return;
    }
    free_scan(build);
    complete_scan(t, good);
    if (good && (t->key_budget || t->listens)) {
        build->phase = BUILD_SIMULATE;
        begin_simulation(t, &build->simulation);
    } else {
        build->phase = BUILD_DONE;
        complete_build(t, false);
    }
}

static void build_simulation(struct timeline_shared *t, struct timeline_build *build)
{
    struct simulation *sim = &build->simulation;
    if (simulate_part(t, sim)) {
        return;
    }
    const bool lacks_sounds = t->listens && (sim->status != 0 || !sim->listens);
    free_simulation(t, sim);
    build->phase = BUILD_DONE;
    complete_build(t, lacks_sounds);
}

bool timeline_index_build(struct timeline_shared *t)
{
    pthread_mutex_lock(&t->build_lock);
    if (!t->build && !t->index.seekable) {
        t->build = begin_build(t);
    }
    if (t->build && t->build->phase == BUILD_SCAN) {
        build_scan(t, t->build);
    } else if (t->build && t->build->phase == BUILD_SIMULATE) {
        build_simulation(t, t->build);
    }
    const bool more = t->build && t->build->phase != BUILD_DONE;
    pthread_mutex_unlock(&t->build_lock);
    return more;
}

void timeline_index_wait(struct timeline_shared *t)
{
    if (t->has_thread) {
        pthread_cond_wait(&t->grown, &t->lock);
        return;
    }
    pthread_mutex_unlock(&t->lock);
    (void)timeline_index_build(t);
    pthread_mutex_lock(&t->lock);
}

void timeline_index_free(struct timeline_shared *t)
{
    if (t->build) {
        free_scan(t->build);
        free_simulation(t, &t->build->simulation);
        free(t->build);
    }
    for (uint32_t i = 0; i < t->index.num_key_frames; i++) {
        t->family->state_destroy(t->index.key_frames[i].moment.state);
    }
    free(t->index.key_frames);
    free(t->index.updates);
    free(t->index.events);
    free(t->index.prints);
    free(t->index.statuses);
    free(t->index.figures);
    demo_sounds_free(&t->index.sounds);
}
