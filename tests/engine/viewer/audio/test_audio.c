/* The device and its thread, on SDL's drivers without a loudspeaker. */
#include <SDL.h>
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/viewer/audio/audio.h"
#include "engine/viewer/audio/audio_ring.h"
#include "formats/base/dmath.h"
#include "tests/support/scarce.h"

static double quiet_tone(int64_t at)
{
    return 8000.0 * dmath_sin(2.0 * DMATH_PI * 440.0 * (double)(at % 48000) / 48000.0);
}

static int mix_tone(void *context, int64_t block, int16_t *out)
{
    atomic_int *asked = context;
    atomic_fetch_add(asked, 1);
    for (int i = 0; i < MIXER_BLOCK; i++) {
        out[2 * i] = out[2 * i + 1] = (int16_t)quiet_tone(block * MIXER_BLOCK + i);
    }
    return 0;
}

/* Waits for the other threads' state, not for a time. */
static void wait_for_state(struct audio *audio, enum audio_state state)
{
    for (int i = 0; i < 20000 && audio_get_state(audio, NULL, 0) == AUDIO_OPENING; i++) {
        SDL_Delay(1);
    }
    cr_assert_eq(audio_get_state(audio, NULL, 0), state);
}

static void wait_for_blocks(const atomic_int *asked, int count)
{
    for (int i = 0; i < 20000 && atomic_load(asked) < count; i++) {
        SDL_Delay(1);
    }
    cr_assert_geq(atomic_load(asked), count);
}

TestSuite(audio, .fini = SDL_Quit);

Test(audio, plays_what_the_source_has)
{
    atomic_int asked = 0, other = 0;
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    struct audio *audio = audio_begin();
    cr_assert_not_null(audio);
    wait_for_state(audio, AUDIO_OPEN);
    cr_expect_eq(audio_get_rate(audio), 48000);
    const struct audio_source source = {.mix = mix_tone, .context = &asked},
                              second = {.mix = mix_tone, .context = &other};
    audio_set_source(audio, &source);
    struct audio_order order = {.at = platform_now(), .speed = 1.0, .volume = 1.0f, .moving = true};
    audio_set_order(audio, &order);
    wait_for_blocks(&asked, 10);
    /* Another demo: the first is left alone from then on. */
    audio_set_source(audio, &second);
    const int left = atomic_load(&asked);
    wait_for_blocks(&other, 10);
    cr_expect_eq(atomic_load(&asked), left);
    audio_set_source(audio, NULL);
    const int left_too = atomic_load(&other);
    order.jumps++;
    audio_set_order(audio, &order);
    audio_end(audio);
    cr_expect_eq(atomic_load(&other), left_too);
}

/* The device's requests make the samples. */
Test(audio, plays_without_a_thread_of_its_own)
{
    atomic_int asked = 0;
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    scarce_begin_limited(0, 0);
    struct audio *audio = audio_begin();
    scarce_end();
    cr_assert_not_null(audio);
    cr_expect_eq(audio_get_state(audio, NULL, 0), AUDIO_OPEN, "at once");
    const struct audio_source source = {.mix = mix_tone, .context = &asked};
    const struct audio_order order = {
        .at = platform_now(), .speed = 1.0, .volume = 1.0f, .moving = true};
    audio_set_source(audio, &source);
    audio_set_order(audio, &order);
    wait_for_blocks(&asked, 20);
    cr_expect_eq(audio_get_starved(audio), 0u);
    audio_end(audio);
    const int left = atomic_load(&asked);
    SDL_Delay(20);
    cr_expect_eq(atomic_load(&asked), left);
}

Test(audio, without_a_thread_or_a_device_it_is_silent)
{
    char reason[128] = "";
    setenv("SDL_AUDIODRIVER", "no such driver", 1);
    scarce_begin_limited(0, 0);
    struct audio *audio = audio_begin();
    scarce_end();
    cr_assert_not_null(audio);
    cr_expect_eq(audio_get_state(audio, reason, sizeof(reason)), AUDIO_NONE);
    cr_expect_str_not_empty(reason);
    audio_end(audio);
}

Test(audio, comes_and_goes)
{
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    for (int i = 0; i < 8; i++) {
        atomic_int asked = 0;
        struct audio *audio = audio_begin();
        cr_assert_not_null(audio);
        const struct audio_source source = {.mix = mix_tone, .context = &asked};
        const struct audio_order order = {
            .at = platform_now(), .speed = 1.0, .volume = 1.0f, .moving = true};
        audio_set_source(audio, &source); /* whether it is open by now or not */
        audio_set_order(audio, &order);
        if (i % 2) {
            wait_for_blocks(&asked, 1);
        }
        audio_end(audio);
    }
    audio_end(NULL);
}

Test(audio, a_missing_device_is_reported_and_harmless)
{
    char reason[128] = "";
    atomic_int asked = 0;
    setenv("SDL_AUDIODRIVER", "no such driver", 1);
    struct audio *audio = audio_begin();
    cr_assert_not_null(audio);
    wait_for_state(audio, AUDIO_NONE);
    cr_expect_eq(audio_get_state(audio, reason, sizeof(reason)), AUDIO_NONE);
    cr_expect_str_not_empty(reason);
    const struct audio_source source = {.mix = mix_tone, .context = &asked};
    const struct audio_order order = {.speed = 1.0, .volume = 1.0f, .moving = true};
    audio_set_source(audio, &source);
    audio_set_order(audio, &order);
    audio_end(audio);
    cr_expect_eq(atomic_load(&asked), 0);
}

/* The device's samples from the first sound to the end are the tone with its fades: no step is
 * larger than the tone's steepest plus two fades. */
Test(audio, the_device_gets_no_click)
{
    char path[] = "/tmp/quakereel-sound-XXXXXX";
    const int file = mkstemp(path);
    cr_assert_geq(file, 0);
    setenv("SDL_AUDIODRIVER", "disk", 1);
    setenv("SDL_DISKAUDIOFILE", path, 1);
    setenv("SDL_AUDIO_SAMPLES", "480", 1);
    setenv("SDL_AUDIO_FREQUENCY", "48000", 1);
    atomic_int asked = 0;
    struct audio *audio = audio_begin();
    cr_assert_not_null(audio);
    wait_for_state(audio, AUDIO_OPEN);
    const struct audio_source source = {.mix = mix_tone, .context = &asked};
    struct audio_order order = {.at = platform_now(), .speed = 1.0, .volume = 1.0f, .moving = true};
    audio_set_source(audio, &source);
    audio_set_order(audio, &order);
    wait_for_blocks(&asked, 20);
    order.time = 5.0;
    order.at = platform_now();
    order.jumps++;
    audio_set_order(audio, &order);
    wait_for_blocks(&asked, 40);
    audio_end(audio);

    struct file_bytes bytes;
    cr_assert_eq(platform_read_file(path, &bytes), 0);
    const int16_t *samples = (const int16_t *)(const void *)bytes.data;
    const size_t count = bytes.size / sizeof(*samples);
    int steepest = 0, loudest = 0;
    for (size_t i = 2; i < count; i++) {
        const int step = abs(samples[i] - samples[i - 2]);
        steepest = step > steepest ? step : steepest;
        loudest = abs(samples[i]) > loudest ? abs(samples[i]) : loudest;
    }
    cr_expect_gt(loudest, 6000);
    /* The tone's own 461, twice where it fades over itself, and 8000 * 1.5 / 384 for each fade; a
     * machine that is too slow adds the fade of 64 samples. */
    cr_expect_lt(steepest, 2 * 461 + 2 * 32 + 8000 / 64 + 10, "%d", steepest);
    platform_free_file(&bytes);
    unlink(path);
    close(file);
}

/* --- the ring --------------------------------------------------------------------------------- */

enum { PASSED = 200000 };

static void *write_numbers(void *context)
{
    struct audio_ring *ring = context;
    int16_t samples[2 * 300];
    for (unsigned at = 0; at < PASSED;) {
        unsigned count = 1 + dmath_hash(at, 0, 0) % 300;
        count = count < PASSED - at ? count : PASSED - at;
        if (audio_ring_fill(ring) + count > AUDIO_RING) {
            continue;
        }
        for (unsigned i = 0; i < count; i++) {
            samples[2 * i] = (int16_t)(at + i);
            samples[2 * i + 1] = (int16_t)((at + i) >> 8);
        }
        audio_ring_write(ring, samples, count);
        at += count;
    }
    return NULL;
}

Test(audio_ring, samples_come_out_in_order)
{
    struct audio_ring *ring = calloc(1, sizeof(*ring));
    pthread_t writer;
    int16_t samples[2 * 300];
    /* Starts just before its counters wrap. */
    atomic_store(&ring->written, 0u - 5000u);
    atomic_store(&ring->taken, 0u - 5000u);
    cr_assert_eq(pthread_create(&writer, NULL, write_numbers, ring), 0);
    for (unsigned at = 0; at < PASSED;) {
        const unsigned count = audio_ring_take(ring, samples, 1 + dmath_hash(at, 1, 0) % 300);
        for (unsigned i = 0; i < count; i++) {
            cr_assert_eq(samples[2 * i], (int16_t)(at + i));
            cr_assert_eq(samples[2 * i + 1], (int16_t)((at + i) >> 8));
        }
        at += count;
    }
    pthread_join(writer, NULL);
    cr_expect_eq(audio_ring_fill(ring), 0);
    free(ring);
}
