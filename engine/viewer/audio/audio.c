#include "engine/viewer/audio/audio.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "assets/platform.h"
#include "engine/viewer/audio/audio_clock.h"
#include "engine/viewer/audio/audio_ring.h"
#include "engine/viewer/host/audio_device.h"

enum {
    DEFAULT_RATE = 48000,
    DEVICE_SAMPLES = 512, /* asked for at once */
    LAST_MS = 50,         /* to wait for the device at the end */
    QUIET = 64            /* samples in which sound that starves goes out, and comes in again */
};
#define AHEAD_SECONDS 0.04

/* When the device last asked for samples. Its thread writes, ours reads; count is odd meanwhile. */
struct audio_tally {
    atomic_uint count;
    atomic_llong frames; /* that the device had taken before, */
    atomic_uint taken;   /* and of them from the ring, modulo 2^32 */
    atomic_llong nanoseconds;
};

/* Wakes our thread. Times it was posted while the thread was awake count once. */
struct audio_wake {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool posted;
};

struct audio {
    pthread_t thread;
    bool has_thread; /* else the device's request makes the samples itself */
    struct audio_wake wake;
    atomic_bool quit;
    atomic_int state, rate;
    atomic_uint starved;
    char reason[256]; /* once state is AUDIO_NONE */

    pthread_mutex_t order_lock; /* never held for longer than a copy */
    struct audio_order order;

    pthread_mutex_t playback_lock; /* while samples are made */
    struct audio_playback playback;
    bool feed_begun;
    struct audio_source source; /* used when the playback begins */

    struct audio_ring ring;
    struct audio_tally tally;

    /* Our thread's. */
    struct audio_device *device;
    unsigned device_samples;
    struct audio_clock clock;

    /* The device's. */
    int16_t last[2];
    unsigned coming_in; /* samples since it starved; QUIET = long ago */
    bool flowing;       /* it has had samples */
    bool ended;         /* faded out, ready to be closed */
    long long frames;
};

static void post(struct audio_wake *wake)
{
    pthread_mutex_lock(&wake->lock);
    wake->posted = true;
    pthread_cond_signal(&wake->changed);
    pthread_mutex_unlock(&wake->lock);
}

static void wait_for_post(struct audio_wake *wake)
{
    pthread_mutex_lock(&wake->lock);
    while (!wake->posted) {
        pthread_cond_wait(&wake->changed, &wake->lock);
    }
    wake->posted = false;
    pthread_mutex_unlock(&wake->lock);
}

/* Waits for what is posted from now on, LAST_MS at most. */
static void wait_for_next_post(struct audio_wake *wake)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LAST_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&wake->lock);
    wake->posted = false;
    while (!wake->posted && pthread_cond_timedwait(&wake->changed, &wake->lock, &until) == 0) {
    }
    pthread_mutex_unlock(&wake->lock);
}

/* --- the device's thread ---------------------------------------------------------------------- */

/* Fills the gap after an underrun: fades out the last sample. */
static void go_quiet(struct audio *a, int16_t *out, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const int rest = i < QUIET ? QUIET - 1 - (int)i : 0;
        out[2 * i] = (int16_t)(a->last[0] * rest / QUIET);
        out[2 * i + 1] = (int16_t)(a->last[1] * rest / QUIET);
    }
    if (count > 0) {
        a->coming_in = 0;
    }
}

static void come_in(struct audio *a, int16_t *out, unsigned count)
{
    for (unsigned i = 0; i < count && a->coming_in < QUIET; i++, a->coming_in++) {
        out[2 * i] = (int16_t)(out[2 * i] * (int)a->coming_in / QUIET);
        out[2 * i + 1] = (int16_t)(out[2 * i + 1] * (int)a->coming_in / QUIET);
    }
}

static void tell_tally(struct audio *a, unsigned count, double late)
{
    struct audio_tally *t = &a->tally;
    atomic_fetch_add(&t->count, 1);
    atomic_store(&t->frames, a->frames);
    atomic_store(&t->taken, atomic_load(&a->ring.taken));
    atomic_store(&t->nanoseconds, (long long)((platform_now() - late) * 1e9));
    atomic_fetch_add(&t->count, 1);
    a->frames += count;
}

/* The last samples of all. */
static void go_out(struct audio *a, int16_t *out, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const int64_t rest = a->ended ? 0 : count - 1 - i;
        out[2 * i] = (int16_t)(out[2 * i] * rest / count);
        out[2 * i + 1] = (int16_t)(out[2 * i + 1] * rest / count);
    }
    a->ended = true;
}

/* --- our thread ------------------------------------------------------------------------------- */

struct tally {
    long long frames;
    unsigned taken;
    double when;
};

static bool read_tally(struct audio *a, struct tally *tally)
{
    struct audio_tally *t = &a->tally;
    for (;;) {
        const unsigned before = atomic_load(&t->count);
        *tally = (struct tally){.frames = atomic_load(&t->frames),
                                .taken = atomic_load(&t->taken),
                                .when = (double)atomic_load(&t->nanoseconds) * 1e-9};
        if (before == 0) {
            return false;
        }
        if (before % 2 == 0 && atomic_load(&t->count) == before) {
            return true;
        }
    }
}

static void make_chunk(struct audio *a, double when, int16_t samples[2 * AUDIO_CHUNK])
{
    pthread_mutex_lock(&a->order_lock);
    const struct audio_order order = a->order;
    pthread_mutex_unlock(&a->order_lock);
    pthread_mutex_lock(&a->playback_lock);
    audio_playback_make(&a->playback, &order, when, AUDIO_CHUNK, samples);
    pthread_mutex_unlock(&a->playback_lock);
}

/* Fills the ring with so many samples. */
static void make_samples(struct audio *a, unsigned ahead)
{
    int16_t samples[2 * AUDIO_CHUNK];
    struct tally tally;
    const int rate = atomic_load(&a->rate);
    /* Samples taken now are heard after those the device has queued. */
    const double delay = (double)a->device_samples / rate;
    if (!read_tally(a, &tally)) {
        return;
    }
    audio_clock_tick(&a->clock, rate, tally.frames, tally.when);
    while (!atomic_load(&a->quit) && audio_ring_fill(&a->ring) < ahead) {
        const unsigned waiting = atomic_load(&a->ring.written) - tally.taken;
        const double taken = audio_clock_when(&a->clock, tally.frames + waiting, tally.when);
        make_chunk(a, taken + delay, samples);
        audio_ring_write(&a->ring, samples, AUDIO_CHUNK);
    }
    pthread_mutex_lock(&a->playback_lock);
    audio_playback_prepare(&a->playback);
    pthread_mutex_unlock(&a->playback_lock);
}

static void follow_device(struct audio *a)
{
    if (audio_device_is_gone(a->device)) {
        atomic_store(&a->state, AUDIO_GONE);
    }
}

/* The device asks for samples. */
static void give_samples(void *context, int16_t *out, unsigned count, double late)
{
    struct audio *a = context;
    tell_tally(a, count, late);
    if (!a->has_thread) {
        follow_device(a);
        make_samples(a, count < AUDIO_RING / 2 ? count : AUDIO_RING / 2);
    }
    const unsigned taken = audio_ring_take(&a->ring, out, count);
    come_in(a, out, taken);
    if (taken > 0) {
        memcpy(a->last, out + 2 * (size_t)(taken - 1), sizeof(a->last));
        a->flowing = true;
    }
    if (taken < count) {
        go_quiet(a, out + 2 * (size_t)taken, count - taken);
        a->last[0] = a->last[1] = 0;
        atomic_fetch_add(&a->starved, a->flowing ? 1 : 0);
    }
    if (atomic_load(&a->quit)) {
        go_out(a, out, count);
    }
    post(&a->wake);
}

static bool open_device(struct audio *a)
{
    struct audio_device_format format = {.rate = DEFAULT_RATE, .samples = DEVICE_SAMPLES};
    a->device = audio_device_open(&format, give_samples, a, a->reason, sizeof(a->reason));
    if (!a->device) {
        atomic_store(&a->state, AUDIO_NONE);
        return false;
    }
    a->device_samples = format.samples < AUDIO_RING / 4 ? format.samples : AUDIO_RING / 4;
    pthread_mutex_lock(&a->playback_lock);
    audio_playback_init(&a->playback, format.rate);
    audio_playback_source(&a->playback, &a->source);
    a->feed_begun = true;
    pthread_mutex_unlock(&a->playback_lock);
    atomic_store(&a->rate, format.rate);
    atomic_store(&a->state, AUDIO_OPEN);
    audio_device_start(a->device);
    return true;
}

static void *run_thread(void *context)
{
    struct audio *a = context;
    const bool is_open = open_device(a);
    while (!atomic_load(&a->quit)) {
        wait_for_post(&a->wake);
        if (is_open) {
            follow_device(a);
            make_samples(a, a->device_samples + (unsigned)(atomic_load(&a->rate) * AHEAD_SECONDS));
        }
    }
    if (is_open) {
        /* Until the device has asked once more, and has what goes out. */
        wait_for_next_post(&a->wake);
        wait_for_next_post(&a->wake);
        audio_device_close(a->device);
    }
    return NULL;
}

/* --- the main thread -------------------------------------------------------------------------- */

struct audio *audio_begin(void)
{
    struct audio *a = calloc(1, sizeof(*a));
    if (!a) {
        return NULL;
    }
    a->coming_in = QUIET;
    pthread_mutex_init(&a->wake.lock, NULL);
    pthread_cond_init(&a->wake.changed, NULL);
    pthread_mutex_init(&a->order_lock, NULL);
    pthread_mutex_init(&a->playback_lock, NULL);
    a->has_thread = true;
    if (pthread_create(&a->thread, NULL, run_thread, a) != 0) {
        a->has_thread = false;
        (void)open_device(a);
    }
    return a;
}

void audio_end(struct audio *a)
{
    if (!a) {
        return;
    }
    atomic_store(&a->quit, true);
    if (a->has_thread) {
        post(&a->wake);
        pthread_join(a->thread, NULL);
    } else {
        audio_device_close(a->device);
    }
    pthread_mutex_destroy(&a->wake.lock);
    pthread_cond_destroy(&a->wake.changed);
    pthread_mutex_destroy(&a->order_lock);
    pthread_mutex_destroy(&a->playback_lock);
    free(a);
}

enum audio_state audio_get_state(struct audio *a, char *reason, size_t reason_size)
{
    const enum audio_state state = (enum audio_state)atomic_load(&a->state);
    if (reason && state == AUDIO_NONE) {
        snprintf(reason, reason_size, "%s", a->reason);
    }
    return state;
}

int audio_get_rate(const struct audio *a)
{
    return atomic_load(&a->rate);
}

unsigned audio_get_starved(const struct audio *a)
{
    return atomic_load(&a->starved);
}

void audio_set_source(struct audio *a, const struct audio_source *source)
{
    pthread_mutex_lock(&a->playback_lock);
    a->source = source ? *source : (struct audio_source){.mix = NULL};
    if (a->feed_begun) {
        audio_playback_source(&a->playback, source);
    }
    pthread_mutex_unlock(&a->playback_lock);
}

void audio_set_order(struct audio *a, const struct audio_order *order)
{
    pthread_mutex_lock(&a->order_lock);
    a->order = *order;
    pthread_mutex_unlock(&a->order_lock);
}
