/* Playback, sample by sample, and its synchronisation with a device's clock. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/audio/audio_clock.h"
#include "engine/viewer/audio/audio_playback.h"
#include "formats/base/dmath.h"

enum { RATE = 48000, FADE = 384 };

/* Two waves, one in each ear, whose frequency grows: every place sounds unlike every other. */
static int16_t wave(int64_t at, int ear)
{
    const double x = (double)(at % 1000000) / RATE;
    return (int16_t)(8000.0 * dmath_sin(2.0 * DMATH_PI * x * (300.0 + 40.0 * x + 100.0 * ear)));
}

static int mix_wave(void *context, int64_t block, int16_t *out)
{
    int *asked = context;
    (*asked)++;
    for (int i = 0; i < MIXER_BLOCK; i++) {
        out[2 * i] = wave(block * MIXER_BLOCK + i, 0);
        out[2 * i + 1] = wave(block * MIXER_BLOCK + i, 1);
    }
    return 0;
}

/* A steady tone of 440 Hz. */
static int mix_tone(void *context, int64_t block, int16_t *out)
{
    (void)context;
    for (int i = 0; i < MIXER_BLOCK; i++) {
        const double x = (double)((block * MIXER_BLOCK + i) % RATE) / RATE;
        out[2 * i] = out[2 * i + 1] = (int16_t)(8000.0 * dmath_sin(2.0 * DMATH_PI * 440.0 * x));
    }
    return 0;
}

static int mix_nothing(void *context, int64_t block, int16_t *out)
{
    (void)context, (void)block;
    memset(out, 0x55, 2 * MIXER_BLOCK * sizeof(*out));
    return -1;
}

struct stage {
    struct audio_playback playback;
    struct audio_order order;
    int asked; /* blocks of the source */
    double now;
    int16_t *made; /* all that came out; owned */
    int count, room;
};

static void begin_with(struct stage *s, int (*mix)(void *, int64_t, int16_t *))
{
    memset(s, 0, sizeof(*s));
    audio_playback_init(&s->playback, RATE);
    const struct audio_source source = {.mix = mix, .context = &s->asked};
    audio_playback_source(&s->playback, &source);
    s->order = (struct audio_order){.speed = 1.0, .volume = 1.0f, .moving = true};
    s->now = 100.0;
    s->order.at = s->now;
}

static void begin(struct stage *s)
{
    begin_with(s, mix_wave);
}

static void end(struct stage *s)
{
    free(s->made);
}

/* Renders that many samples for the device. */
static void go(struct stage *s, int count)
{
    if (s->count + count > s->room) {
        s->room = 2 * (s->count + count);
        s->made = realloc(s->made, (size_t)s->room * 2 * sizeof(*s->made));
        cr_assert_not_null(s->made);
    }
    for (int done = 0; done < count;) {
        const int piece = count - done < AUDIO_CHUNK ? count - done : AUDIO_CHUNK;
        audio_playback_make(&s->playback, &s->order, s->now, piece, s->made + 2 * (size_t)s->count);
        s->now += (double)piece / RATE;
        s->count += piece;
        done += piece;
    }
}

/* Expected position of the play head now, continued from the last order. */
static double play_head(const struct stage *s)
{
    const double way = (s->now - s->order.at) * s->order.speed;
    return s->order.time + (!s->order.moving ? 0.0 : s->order.reverse ? -way : way);
}

static void seek(struct stage *s, double time)
{
    s->order.time = time;
    s->order.at = s->now;
    s->order.jumps++;
}

/* Sends an order with the current play state, as the window does. */
static void anchor(struct stage *s)
{
    s->order.time = play_head(s);
    s->order.at = s->now;
}

static void expect_wave(const struct stage *s, int from, int count, int64_t at, int direction)
{
    for (int i = 0; i < count; i++) {
        for (int ear = 0; ear < 2; ear++) {
            const int16_t wanted = wave(at + i * direction, ear);
            cr_assert_eq(s->made[2 * (from + i) + ear], wanted, "sample %d, ear %d: %d, not %d",
                         from + i, ear, s->made[2 * (from + i) + ear], wanted);
        }
    }
}

static void expect_silence(const struct stage *s, int from, int count)
{
    for (int i = 2 * from; i < 2 * (from + count); i++) {
        cr_assert_eq(s->made[i], 0, "sample %d", i / 2);
    }
}

/* The greatest step from one sample to the next, and the greatest change of that. */
static int steepest(const struct stage *s)
{
    int most = 0;
    for (int i = 2; i < 2 * s->count; i++) {
        const int step = abs(s->made[i] - s->made[i - 2]);
        most = step > most ? step : most;
    }
    return most;
}

/* A wave of 8000 at f Hz is nowhere steeper than 2 pi f / RATE * 8000 a sample; a fade of 384 adds
 * at most 8000 * 1.5 / 384 of its own, one over the other twice as much. */
static int steepest_allowed(double hz)
{
    return (int)(2.0 * (2.0 * DMATH_PI * hz / RATE * 8000.0 + 8000.0 * 1.5 / FADE) + 2.0);
}

Test(audio_playback, at_speed_1_it_is_the_demos_samples)
{
    struct stage s;
    begin(&s);
    s.order.time = 2.0;
    for (int i = 0; i < 100; i++) {
        go(&s, 777);
        anchor(&s);
    }
    expect_wave(&s, FADE, s.count - FADE, 2 * RATE + FADE, 1);
    end(&s);
}

Test(audio_playback, chunks_do_not_matter)
{
    struct stage a, b;
    begin(&a);
    begin(&b);
    a.order.speed = b.order.speed = 1.3;
    go(&a, 20000);
    for (int i = 0; i < 20000; i += 160) {
        go(&b, 160);
    }
    cr_expect_eq(memcmp(a.made, b.made, 20000 * 2 * sizeof(*a.made)), 0);
    end(&a);
    end(&b);
}

Test(audio_playback, backward_is_backward)
{
    struct stage s;
    begin(&s);
    s.order.time = 3.0;
    s.order.reverse = true;
    go(&s, 10000);
    expect_wave(&s, FADE, s.count - FADE, 3 * RATE - FADE, -1);
    end(&s);
}

Test(audio_playback, before_the_beginning_is_silence)
{
    struct stage s;
    begin(&s);
    s.order.time = 0.05;
    s.order.reverse = true;
    go(&s, 5000);
    expect_wave(&s, FADE, 2400 - FADE, 2400 - FADE, -1);
    expect_silence(&s, 2401, s.count - 2401);
    end(&s);
}

Test(audio_playback, a_still_head_is_silent_and_requests_nothing)
{
    struct stage s;
    begin(&s);
    s.order.moving = false;
    go(&s, 5000);
    cr_expect_eq(s.asked, 0);
    expect_silence(&s, 0, 5000);
    s.order.moving = true;
    s.order.at = s.now;
    go(&s, 5000);
    cr_expect_gt(s.asked, 0);
    s.order.time = play_head(&s);
    s.order.moving = false;
    const int pause = s.count;
    go(&s, 5000);
    expect_silence(&s, pause + FADE, 5000 - FADE);
    cr_expect_lt(steepest(&s), steepest_allowed(1000.0));
    end(&s);
}

Test(audio_playback, speeds_out_of_range_are_silent)
{
    const double speeds[] = {0.05, 0.49, 2.01, 64.0};
    for (int i = 0; i < 4; i++) {
        struct stage s;
        begin(&s);
        s.order.speed = speeds[i];
        go(&s, 3000);
        expect_silence(&s, 0, 3000);
        cr_expect_eq(s.asked, 0);
        end(&s);
    }
}

/* Upward zero crossings in a part of the output. */
static int count_waves(const struct stage *s, int from, int count)
{
    int waves = 0;
    for (int i = from + 1; i < from + count; i++) {
        waves += s->made[2 * (i - 1)] < 0 && s->made[2 * i] >= 0;
    }
    return waves;
}

Test(audio_playback, speed_changes_the_pitch_or_keeps_it)
{
    const double speeds[] = {0.5, 0.75, 1.5, 2.0};
    for (int i = 0; i < 8; i++) {
        struct stage s;
        begin_with(&s, mix_tone);
        s.order.time = 1.0;
        s.order.speed = speeds[i / 2];
        s.order.keep_pitch = i % 2;
        s.order.reverse = false;
        go(&s, 2 * RATE);
        const double hz = count_waves(&s, RATE / 2, RATE);
        const double wanted = 440.0 * (s.order.keep_pitch ? 1.0 : s.order.speed);
        cr_expect(fabs(hz - wanted) <= 2.0, "speed %g: %g Hz, not %g", s.order.speed, hz, wanted);
        cr_expect_lt(steepest(&s), steepest_allowed(wanted));
        cr_expect_lt(fabs(audio_playback_lag(&s.playback, s.now)), 0.01);
        end(&s);
    }
}

/* Offset in samples between the demo's wave and the output's middle. */
static int find_shift(const struct stage *s, int from, int count, int64_t at, int most)
{
    double best = -1.0;
    int shift = 0;
    for (int d = -most; d <= most; d++) {
        double product = 0.0;
        for (int i = 0; i < count; i++) {
            product += (double)s->made[2 * (from + i)] * wave(at + i + d, 0);
        }
        if (product > best) {
            best = product;
            shift = d;
        }
    }
    return shift;
}

Test(audio_playback, after_a_seek_it_is_there)
{
    struct stage s;
    begin(&s);
    go(&s, 5000);
    seek(&s, 7.5);
    const int at = s.count;
    go(&s, 5000);
    expect_wave(&s, at + FADE, 5000 - FADE, (int64_t)(7.5 * RATE) + FADE, 1);
    cr_expect_lt(steepest(&s), steepest_allowed(1000.0));
    end(&s);
}

Test(audio_playback, no_change_causes_a_click)
{
    struct stage s;
    begin(&s);
    s.order.time = 5.0;
    for (uint32_t i = 0; i < 3000; i++) {
        const uint32_t what = dmath_hash(i, 1, 0) % 12;
        anchor(&s);
        if (what == 0) {
            seek(&s, (dmath_hash(i, 2, 0) % 10000) / 1000.0);
        } else if (what == 1) {
            s.order.moving = !s.order.moving;
        } else if (what == 2) {
            s.order.reverse = !s.order.reverse;
        } else if (what == 3) {
            s.order.speed = 0.4 + (dmath_hash(i, 3, 0) % 18) / 10.0;
        } else if (what == 4) {
            s.order.speed = 1.0;
        } else if (what == 5) {
            s.order.volume = (float)(dmath_hash(i, 4, 0) % 100) / 100.0f;
        } else if (what == 6) {
            s.order.keep_pitch = !s.order.keep_pitch;
        } else if (what == 7) {
            s.order.slices++;
            s.order.slice_from = (dmath_hash(i, 5, 0) % 10000) / 1000.0;
            s.order.slice_seconds = 0.05;
        } else if (what == 8) {
            const struct audio_source source = {.mix = mix_wave, .context = &s.asked};
            audio_playback_source(&s.playback, &source);
        }
        go(&s, 1 + (int)(dmath_hash(i, 6, 0) % 500));
    }
    /* The wave reaches 1200 Hz within 10 s, at twice the speed 2400; four fades may meet. */
    cr_expect_lt(steepest(&s), 2 * steepest_allowed(2400.0));
    int loudest = 0;
    for (int i = 0; i < 2 * s.count; i++) {
        loudest = abs(s.made[i]) > loudest ? abs(s.made[i]) : loudest;
    }
    cr_expect_gt(loudest, 4000);
    end(&s);
}

Test(audio_playback, loudness_goes_to_its_new_one)
{
    struct stage s;
    begin(&s);
    go(&s, 5000);
    s.order.volume = 0.0f;
    const int at = s.count;
    go(&s, 5000);
    expect_silence(&s, at + 1000, 4000);
    const int asked = s.asked;
    go(&s, 20000);
    cr_expect_eq(s.asked, asked, "muted, nothing is mixed");
    s.order.volume = 0.5f;
    go(&s, 5000);
    const int16_t wanted = wave(s.count - 1, 0);
    cr_expect_eq(s.made[2 * (s.count - 1)], (int16_t)((wanted * 32768 + 32768) >> 16));
    s.order.volume = 1.5f;
    go(&s, 5000);
    cr_expect_eq(s.made[2 * (s.count - 1)],
                 (int16_t)((wave(s.count - 1, 0) * 98304 + 32768) >> 16));
    cr_expect_lt(steepest(&s), 2 * steepest_allowed(1000.0));
    end(&s);
}

Test(audio_playback, too_loud_is_cut_and_does_not_turn_over)
{
    int16_t block[2 * MIXER_BLOCK];
    struct stage s;
    begin(&s);
    mix_wave(&s.asked, 0, block);
    s.order.volume = 1.5f;
    s.playback.gain = 1; /* as if louder than it can be: 8000 * 6 */
    s.order.volume = 6.0f;
    go(&s, 9000);
    for (int i = 2000; i < s.count; i++) {
        const int wanted = wave(i, 0) * 6;
        const int limited = wanted > 32767 ? 32767 : wanted < -32768 ? -32768 : wanted;
        cr_assert_eq(s.made[2 * i], limited);
    }
    end(&s);
}

Test(audio_playback, a_step_is_heard_softly)
{
    struct stage s;
    begin(&s);
    s.order.moving = false;
    go(&s, 1000);
    s.order.slices++;
    s.order.jumps++;
    s.order.slice_from = 2.0;
    s.order.slice_seconds = 0.1;
    go(&s, 10000);
    for (int i = FADE; i < 4800; i++) {
        cr_assert_eq(s.made[2 * (1000 + i)], wave(2 * RATE + i, 0) / 2, "sample %d", i);
    }
    expect_silence(&s, 1000 + 4800 + FADE, 10000 - 4800 - FADE);
    cr_expect_lt(steepest(&s), steepest_allowed(500.0));
    end(&s);
}

Test(audio_playback, a_seek_ends_the_step)
{
    struct stage s;
    begin(&s);
    s.order.moving = false;
    go(&s, 1000);
    s.order.slices++;
    s.order.slice_from = 2.0;
    s.order.slice_seconds = 0.2;
    go(&s, 1000);
    s.order.jumps++;
    go(&s, 5000);
    expect_silence(&s, 2000 + FADE, 5000 - FADE);
    end(&s);
}

Test(audio_playback, without_a_source_it_is_silent)
{
    struct stage s;
    begin(&s);
    go(&s, 5000);
    audio_playback_source(&s.playback, NULL);
    const int asked = s.asked, at = s.count;
    go(&s, 5000);
    cr_expect_eq(s.asked, asked);
    expect_silence(&s, at + FADE, 5000 - FADE);
    cr_expect_lt(steepest(&s), steepest_allowed(500.0));
    end(&s);
}

Test(audio_playback, a_block_that_cannot_be_had_is_silence)
{
    struct stage s;
    begin_with(&s, mix_nothing);
    go(&s, 5000);
    expect_silence(&s, 0, 5000);
    end(&s);
}

Test(audio_playback, non_finite_times_are_harmless)
{
    const double times[] = {1e300, -1e300, INFINITY, NAN};
    for (int i = 0; i < 4; i++) {
        struct stage s;
        begin(&s);
        s.order.time = times[i];
        go(&s, 1000);
        s.order.reverse = true;
        go(&s, 1000);
        s.order.slices++;
        s.order.moving = false;
        s.order.slice_from = times[i];
        s.order.slice_seconds = times[i];
        go(&s, 1000);
        end(&s);
    }
}

/* --- the device's clock ----------------------------------------------------------------------- */

/* A device whose clock is off, that asks for 10.7 ms at once and is up to 2 ms late with it; what
 * is made waits in a ring of 50 ms. Fewer samples per second than devices have, for time's sake.
 * Returns how far picture and sound were apart at most after the first 10 s; *drift_correction: how
 * much faster it went in the end. */
static double play_by_device(double off, double seconds, double speed, double *drift_correction)
{
    enum { SLOW = 4000, BUFFER = 43, AHEAD = 203, CHUNK = 21 };
    struct audio_playback playback;
    struct audio_clock clock = {0};
    struct audio_order order = {.speed = speed, .volume = 1.0f, .moving = true};
    const struct audio_source source = {.mix = mix_nothing};
    int16_t samples[2 * CHUNK];
    audio_playback_init(&playback, SLOW);
    audio_playback_source(&playback, &source);
    const double sample = 1.0 / (SLOW * (1.0 + off));
    const double start = 100.0;
    int64_t taken = 0, written = 0;
    double most = 0.0;
    for (uint32_t i = 0; (double)taken * sample < seconds; i++) {
        const double due = start + (double)taken * sample;
        const double late = (dmath_hash(i, 7, 0) % 1000) / 1000.0 * 0.002;
        audio_clock_tick(&clock, SLOW, taken, due + late);
        order.time = (due - start) * speed; /* the window repeats its order */
        order.at = due;
        for (; written - taken < AHEAD; written += CHUNK) {
            const double heard = audio_clock_when(&clock, written, due);
            audio_playback_make(&playback, &order, heard, CHUNK, samples);
            const double truly = start + (double)(written + CHUNK) * sample;
            if (truly > start + 10.0) {
                most = fmax(most, fabs(audio_playback_lag(&playback, truly)));
            }
        }
        taken += BUFFER;
    }
    *drift_correction = playback.drift_correction;
    return most;
}

Test(audio_playback, it_follows_the_devices_clock_for_an_hour, .timeout = 300)
{
    double drift_correction;
    cr_expect_lt(play_by_device(0.001, 3600.0, 1.0, &drift_correction), 0.006);
    cr_expect_float_eq(drift_correction, -0.001, 0.0005);
    cr_expect_lt(play_by_device(-0.001, 3600.0, 1.0, &drift_correction), 0.006);
    cr_expect_float_eq(drift_correction, 0.001, 0.0005);
    cr_expect_lt(play_by_device(0.0, 600.0, 1.0, &drift_correction), 0.004);
    cr_expect_eq(drift_correction, 0.0, "a device that is right is left alone");
}

Test(audio_playback, it_follows_a_clock_that_is_a_percent_off)
{
    double drift_correction;
    cr_expect_lt(play_by_device(0.01, 60.0, 1.0, &drift_correction), 0.012);
    cr_expect_lt(play_by_device(-0.01, 60.0, 1.5, &drift_correction), 0.012);
}

/* After leaning it comes back onto the demo's samples. */
Test(audio_playback, it_comes_back_to_the_demos_samples)
{
    struct stage s;
    begin(&s);
    go(&s, 10000);
    s.now += 0.008; /* the device stopped */
    go(&s, 3 * RATE);
    cr_expect_lt(fabs(audio_playback_lag(&s.playback, s.now)), 0.0035);
    s.now -= audio_playback_lag(&s.playback, s.now) * 0.999; /* and made up for that */
    go(&s, RATE);
    cr_expect_eq(s.playback.drift_correction, 0.0);
    cr_expect_eq(s.playback.head.part, 0);
    const int64_t at = s.playback.head.whole;
    go(&s, 1000);
    expect_wave(&s, s.count - 1000, 1000, at, 1);
    cr_expect_eq(find_shift(&s, s.count - 1000, 1000, at, 20), 0);
    end(&s);
}

Test(audio_clock, learns_when_the_device_takes_samples)
{
    struct audio_clock clock = {0};
    cr_expect_eq(audio_clock_when(&clock, 1000, 5.0), 5.0);
    const double sample = 1.0 / (RATE * 1.002);
    for (int i = 0; i < 5000; i++) {
        const double late = (dmath_hash((uint32_t)i, 1, 1) % 1000) / 1000.0 * 0.002;
        audio_clock_tick(&clock, RATE, i * 512, 10.0 + i * 512 * sample + late);
    }
    const double truly = 10.0 + 5000 * 512 * sample;
    cr_expect_float_eq(audio_clock_when(&clock, 5000 * 512, 0.0), truly + 0.001, 0.0007);
    cr_expect_float_eq(clock.seconds / sample, 1.0, 2e-4);
    /* After a stop of 10 s the estimate restarts. */
    audio_clock_tick(&clock, RATE, 5000 * 512, truly + 10.0);
    cr_expect_float_eq(audio_clock_when(&clock, 5000 * 512, 0.0), truly + 10.0, 1e-9);
}

/* Sample n of both ears is n + 1. */
static int mix_numbers(void *context, int64_t block, int16_t *out)
{
    (void)context;
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        out[i] = (int16_t)(block * MIXER_BLOCK + i / 2 + 1);
    }
    return 0;
}

Test(audio_source, reads_across_the_beginning_and_the_ends_of_blocks)
{
    static struct audio_reader reader;
    const struct audio_source source = {.mix = mix_numbers};
    int16_t samples[2 * 700];
    audio_reader_init(&reader, &source);
    for (int count = 1; count < 700; count += count < 8 ? 1 : 97) {
        for (int64_t first = -5; first <= 5; first++) {
            for (int direction = -1; direction <= 1; direction += 2) {
                audio_reader_read(&reader, direction, first, count, samples);
                for (int i = 0; i < count; i++) {
                    const int64_t at = direction * (first + i);
                    const int16_t wanted = (int16_t)(at < 0 ? 0 : at + 1);
                    cr_assert(samples[2 * i] == wanted && samples[2 * i + 1] == wanted,
                              "sample %d of %d from %d, direction %d: %d, not %d", i, count,
                              (int)first, direction, samples[2 * i], wanted);
                }
            }
        }
    }
}
