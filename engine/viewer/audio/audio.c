#include "engine/viewer/audio/audio.h"

#include <SDL.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/viewer/audio/audio_clock.h"
#include "engine/viewer/audio/audio_ring.h"

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

struct audio {
    pthread_t thread;
    SDL_sem *wake;
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
    SDL_AudioDeviceID device;
    unsigned device_samples;
    struct audio_clock clock;

    /* The device's. */
    int16_t last[2];
    unsigned coming_in; /* samples since it starved; QUIET = long ago */
    bool flowing;       /* it has had samples */
    bool ended;         /* faded out, ready to be closed */
    long long frames;
};

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

static void tell_tally(struct audio *a, unsigned count)
{
    struct audio_tally *t = &a->tally;
    atomic_fetch_add(&t->count, 1);
    atomic_store(&t->frames, a->frames);
    atomic_store(&t->taken, atomic_load(&a->ring.taken));
    atomic_store(&t->nanoseconds, (long long)(platform_now() * 1e9));
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

static void SDLCALL give_samples(void *context, Uint8 *stream, int bytes)
{
    struct audio *a = context;
    const unsigned count = (unsigned)bytes / (2 * sizeof(int16_t));
    int16_t *out = (int16_t *)(void *)stream; /* SDL gives memory fit for its samples */
    tell_tally(a, count);
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
    SDL_SemPost(a->wake);
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

/* Fills the ring as far as is kept ahead. */
static void make_samples(struct audio *a)
{
    int16_t samples[2 * AUDIO_CHUNK];
    struct tally tally;
    const int rate = atomic_load(&a->rate);
    const unsigned ahead = a->device_samples + (unsigned)(rate * AHEAD_SECONDS);
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

static bool is_good_rate(int rate)
{
    return rate == 44100 || rate == DEFAULT_RATE;
}

/* The device as it likes to be, where our samples can be of its rate; else SDL makes them so. What
 * SDL's own variables ask for comes first. */
static bool open_device(struct audio *a)
{
    /* Opening ALSA without a device prints long messages on stderr. */
    if (SDL_GetNumAudioDevices(0) == 0 && !SDL_getenv("AUDIODEV")) {
        snprintf(a->reason, sizeof(a->reason), "there is no sound device");
        return false;
    }
    SDL_AudioSpec got;
    const SDL_AudioSpec want = {.freq = SDL_getenv("SDL_AUDIO_FREQUENCY") ? 0 : DEFAULT_RATE,
                                .format = AUDIO_S16SYS,
                                .channels = 2,
                                .samples = SDL_getenv("SDL_AUDIO_SAMPLES") ? 0 : DEVICE_SAMPLES,
                                .callback = give_samples,
                                .userdata = a};
    a->device = SDL_OpenAudioDevice(
        NULL, 0, &want, &got, SDL_AUDIO_ALLOW_FREQUENCY_CHANGE | SDL_AUDIO_ALLOW_SAMPLES_CHANGE);
    if (a->device && !is_good_rate(got.freq)) {
        SDL_AudioSpec again = want;
        again.freq = DEFAULT_RATE;
        SDL_CloseAudioDevice(a->device);
        a->device = SDL_OpenAudioDevice(NULL, 0, &again, &got, SDL_AUDIO_ALLOW_SAMPLES_CHANGE);
    }
    if (!a->device) {
        snprintf(a->reason, sizeof(a->reason), "%s", SDL_GetError());
        return false;
    }
    a->device_samples = got.samples < AUDIO_RING / 4 ? got.samples : AUDIO_RING / 4;
    pthread_mutex_lock(&a->playback_lock);
    audio_playback_init(&a->playback, got.freq);
    audio_playback_source(&a->playback, &a->source);
    a->feed_begun = true;
    pthread_mutex_unlock(&a->playback_lock);
    atomic_store(&a->rate, got.freq);
    return true;
}

static void *run_thread(void *context)
{
    struct audio *a = context;
    const bool has_sound = SDL_InitSubSystem(SDL_INIT_AUDIO) == 0;
    if (!has_sound) {
        snprintf(a->reason, sizeof(a->reason), "%s", SDL_GetError());
    }
    if (has_sound && open_device(a)) {
        atomic_store(&a->state, AUDIO_OPEN);
        SDL_PauseAudioDevice(a->device, 0);
    } else {
        atomic_store(&a->state, AUDIO_NONE);
    }
    while (!atomic_load(&a->quit)) {
        SDL_SemWait(a->wake);
        if (a->device && SDL_GetAudioDeviceStatus(a->device) == SDL_AUDIO_STOPPED) {
            atomic_store(&a->state,
                         AUDIO_GONE); /* SDL still calls the callback of a removed device */
        }
        while (SDL_SemTryWait(a->wake) == 0) {
        }
        make_samples(a);
    }
    if (a->device) {
        /* Until the device has asked once more, and has what goes out. */
        while (SDL_SemTryWait(a->wake) == 0) {
        }
        SDL_SemWaitTimeout(a->wake, LAST_MS);
        SDL_SemWaitTimeout(a->wake, LAST_MS);
        SDL_CloseAudioDevice(a->device);
    }
    if (has_sound) {
        SDL_QuitSubSystem(SDL_INIT_AUDIO);
    }
    SDL_TLSCleanup(); /* SDL keeps an error string per thread until SDL_TLSCleanup */
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
    a->wake = SDL_CreateSemaphore(0);
    pthread_mutex_init(&a->order_lock, NULL);
    pthread_mutex_init(&a->playback_lock, NULL);
    if (a->wake && pthread_create(&a->thread, NULL, run_thread, a) == 0) {
        return a;
    }
    if (a->wake) {
        SDL_DestroySemaphore(a->wake);
    }
    pthread_mutex_destroy(&a->order_lock);
    pthread_mutex_destroy(&a->playback_lock);
    free(a);
    return NULL;
}

void audio_end(struct audio *a)
{
    if (!a) {
        return;
    }
    atomic_store(&a->quit, true);
    SDL_SemPost(a->wake);
    pthread_join(a->thread, NULL);
    SDL_DestroySemaphore(a->wake);
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
