/* Loudness by the originals' laws, and the samples: against the numbers of the originals and a
 * plain sum in doubles. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/sound/mixer.h"

enum { RATE = 44100, SOUNDS = 4, BLOCKS = 40 };

/* Facing along x, so that -y is at the right. */
static const struct mixer_listener ahead = {.right = {0, -1, 0}, .entity = 1, .audience = 1};

static void expect_ears(enum mixer_attenuation attenuation, const struct demo_sound *sound,
                        const struct mixer_listener *listener, int left, int right)
{
    float ears[2];
    mixer_loudness(attenuation, sound, listener, ears);
    cr_expect(fabsf(ears[0] * 255.0f - (float)left) < 1.0f &&
                  fabsf(ears[1] * 255.0f - (float)right) < 1.0f,
              "%f %f", (double)ears[0] * 255.0, (double)ears[1] * 255.0);
    cr_expect((int)(ears[0] * 255.0f) == left && (int)(ears[1] * 255.0f) == right, "%f %f",
              (double)ears[0] * 255.0, (double)ears[1] * 255.0);
}

Test(mixer, quakes_law_of_distance_and_side)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .origin = {300, -400, 0},
                               .attenuation = 1.0f,
                               .entity = 2,
                               .volume = 255};
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 25, 229);
    sound.origin[0] = 0;
    sound.origin[1] = -500;
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 0, 255);
    sound.origin[1] = -1001; /* out of range */
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 0, 0);
    sound.attenuation = 0.0f; /* audible everywhere */
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 0, 510);
    sound = (struct demo_sound){
        .kind = DEMO_SOUND_STATIC, .origin = {200, 0, 0}, .attenuation = 3.0f, .volume = 127};
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 50, 50);
    sound.origin[0] = 0; /* in the head */
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 127, 127);
}

Test(mixer, own_and_local_sounds_are_in_both_ears)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .origin = {5000, 0, 0},
                               .attenuation = 1.0f,
                               .entity = 1,
                               .volume = 100};
    struct mixer_listener nobody = ahead;
    nobody.entity = DEMO_SOUND_NOBODY;
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 100, 100);
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &nobody, 0, 0);
    sound.entity =
        DEMO_SOUND_NOBODY; /* without an entity: not an own sound of a listener without an entity */
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &nobody, 0, 0);
    sound.place = DEMO_SOUND_AT_LISTENER;
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &nobody, 100, 100);
    sound.audience = 6;
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 0, 0);
    sound.audience = 7;
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &ahead, 100, 100);
}

/* Demos store positions and angles as floats with arbitrary bits. */
Test(mixer, non_finite_positions_are_harmless)
{
    static const float places[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, 0.0f};
    enum { PLACES = sizeof(places) / sizeof(places[0]) };
    for (int i = 0; i < 4 * PLACES * PLACES; i++) {
        const enum mixer_attenuation attenuation =
            i % 2 ? MIXER_ATTENUATION_QUAKE3 : MIXER_ATTENUATION_QUAKE;
        const float a = places[i / 4 % PLACES], b = places[i / 4 / PLACES];
        const struct demo_sound sound = {.kind = DEMO_SOUND_START,
                                         .origin = {a, b, 100},
                                         .attenuation = i / 2 % 2 ? 255 / 64.0f : 0.0f,
                                         .entity = 1,
                                         .volume = 255};
        const struct mixer_listener here = {.right = {0, 1, 0}, .entity = 2};
        const struct mixer_listener there = {.origin = {b, a, 0}, .right = {b, a, 0}, .entity = 2};
        float ears[2];
        mixer_loudness(attenuation, &sound, &here, ears);
        cr_expect(ears[0] >= 0 && ears[0] <= 2 && ears[1] >= 0 && ears[1] <= 2, "%g %g", a, b);
        if (!(fabsf(a) > 1) && !(fabsf(b) > 1)) { /* axes are no longer, but may be none */
            mixer_loudness(attenuation, &sound, &there, ears);
            cr_expect(ears[0] >= 0 && ears[0] <= 2 && ears[1] >= 0 && ears[1] <= 2, "%g %g", a, b);
        }
    }
}

Test(mixer, quake3s_law)
{
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .origin = {80, 0, 0},
                               .attenuation = 0.8f,
                               .entity = 2,
                               .volume = 255};
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &ahead, 127, 127);
    sound.origin[0] = 705; /* half */
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &ahead, 63, 63);
    sound.origin[0] = 0;
    sound.origin[1] = 705;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &ahead, 127, 0);
    sound.origin[1] = 1331;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &ahead, 0, 0);
}

/* Quake III: what an entity sounds comes from where it is; the own as long as it is near. */
Test(mixer, sounds_go_with_their_entities)
{
    const struct demo_place places[] = {{1, {0, 0, 0}}, {2, {705, 0, 0}}, {9, {0, 80, 0}}};
    struct mixer_listener here = ahead;
    struct demo_sound sound = {.kind = DEMO_SOUND_START,
                               .place = DEMO_SOUND_AT_ENTITY,
                               .attenuation = 0.8f,
                               .volume = 255};
    here.places = places;
    here.num_places = 3;
    sound.entity = 2;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 63, 63);
    sound.entity = 9;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 255, 0);
    sound.place = DEMO_SOUND_AT_ORIGIN; /* where it began */
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 127, 127);
    sound.place = DEMO_SOUND_AT_ENTITY;
    sound.entity = 5; /* entity without a position */
    sound.origin[0] = 1400;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 0, 0);
    sound.entity = 1; /* the listener's own */
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 255, 255);
    here.origin[0] = 48;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 255, 255);
    here.origin[0] = 49; /* from behind */
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 127, 127);
    here.own_eyes = true; /* it began nearby, before the listener took this POV */
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 127, 127);
    sound.own = true;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 255, 255);
    sound.entity = 2; /* or it is of the player whose POV it was then */
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 255, 255);
    here.own_eyes = false;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 68, 68);
    sound.entity = 1;
    here.own_eyes = true;
    sound.kind = DEMO_SOUND_LOOP;
    here.origin[0] = 0;
    expect_ears(MIXER_ATTENUATION_QUAKE3, &sound, &here, 127, 127);
}

/* --- samples ---------------------------------------------------------------------------------- */

static int16_t samples[SOUNDS][RATE];
static struct pcm sounds[SOUNDS];
static struct voice_schedule *schedule;

static int measure(void *context, const char *name, struct sound_length *length)
{
    const struct pcm *sound = &sounds[atoi(name)];
    (void)context;
    *length = (struct sound_length){sound->length, sound->loop_start};
    return 0;
}

static const struct pcm *find_sound(void *context, uint32_t name)
{
    return &sounds[atoi(demo_sounds_name(voice_schedule_sounds(context), name))];
}

static void set_sound(int number, int width, uint32_t length, int32_t loop)
{
    sounds[number] = (struct pcm){.channels = 1,
                                  .width = width,
                                  .rate = RATE,
                                  .length = length,
                                  .loop_start = loop,
                                  .samples = samples[number]};
}

static void begin(void)
{
    const struct voice_schedule_options options = {.rate = RATE, .measure = measure};
    uint32_t random = 1;
    for (int i = 0; i < SOUNDS; i++) {
        for (int j = 0; j < RATE; j++) {
            random = random * 1664525 + 1013904223;
            samples[i][j] =
                (int16_t)(i == 0 ? (int)(random >> 24) - 128 : (int)(random >> 16) - 32768);
        }
    }
    set_sound(0, 1, 9000, PCM_NO_LOOP);
    set_sound(1, 2, 700, 100);
    set_sound(2, 2, 3, 0);
    set_sound(3, 2, 20000, PCM_NO_LOOP);
    schedule = voice_schedule_create(&options);
    cr_assert_not_null(schedule);
}

static void add(enum demo_sound_kind kind, int64_t sample, const char *name, float x, float y)
{
    const struct demo_sound sound = {.kind = kind,
                                     .time = (double)sample / RATE,
                                     .origin = {x, y, 0},
                                     .attenuation = 1.0f,
                                     .entity = 2,
                                     .volume = 255};
    cr_assert_eq(demo_sounds_add(voice_schedule_sounds(schedule), &sound, "", name), 0);
    cr_assert_eq(voice_schedule_extend(schedule), 0);
}

static struct mixer_options options_of(enum mixer_look look, float volume)
{
    return (struct mixer_options){
        .look = look, .volume = volume, .sound = find_sound, .context = schedule};
}

Test(mixer, faithful_has_the_original_engines_values)
{
    static int16_t out[2 * MIXER_BLOCK];
    const struct mixer_listener ends[2] = {ahead, ahead};
    const int16_t expected[2][2] = {{16128, 11277}, {17890, 12509}};
    begin();
    samples[0][0] = 72;
    samples[3][0] = 20000;
    for (int i = 0; i < 2; i++) {
        add(DEMO_SOUND_CLEAR, i * MIXER_BLOCK, "", 0, 0);
        add(DEMO_SOUND_START, i * MIXER_BLOCK, i ? "3" : "0", 300, 400); /* at the left: 229 */
        for (int j = 0; j < 2; j++) {
            const struct mixer_options options = options_of(MIXER_FAITHFUL, j ? 0.7f : 1.0f);
            mixer_mix(&options, schedule, i, ends, out);
            cr_expect_eq(out[0], expected[i][j], "%d", out[0]);
        }
    }
    voice_schedule_destroy(schedule);
}

/* The statics of a sound are one channel, in step with the first of them. */
Test(mixer, faithful_combines_static_sounds)
{
    static int16_t out[2 * MIXER_BLOCK];
    const struct mixer_listener ends[2] = {ahead, ahead};
    begin();
    const struct mixer_options options = options_of(MIXER_FAITHFUL, 1.0f);
    samples[2][0] = 256;
    samples[2][1] = -512;
    samples[2][2] = 0;
    add(DEMO_SOUND_STATIC, 0, "2", 500, 0);
    add(DEMO_SOUND_STATIC, 1, "2", 750, 0);
    mixer_mix(&options, schedule, 0, ends, out);
    cr_expect_eq(out[0], 127 + 63, "%d", out[0]);
    cr_expect_eq(out[2], -2 * (127 + 63), "%d", out[2]);
    cr_expect_eq(out[4], 0);
    cr_expect_eq(out[6], 127 + 63);
    voice_schedule_destroy(schedule);
}

/* As a plain sum over all voices in doubles has it, the listener turning and walking on. */
static struct mixer_listener walk(int64_t block)
{
    const double angle = (double)block * 0.2;
    struct mixer_listener listener = ahead;
    listener.origin[0] = (float)block * 7.0f;
    listener.right[0] = (float)sin(angle);
    listener.right[1] = (float)-cos(angle);
    return listener;
}

static double plain_sample(int64_t sample, int ear, float volume)
{
    const struct scheduled_voice *voices[64];
    const size_t count = voice_schedule_find(schedule, sample, sample + 1, voices, 64);
    const int64_t block = sample / MIXER_BLOCK;
    const struct mixer_listener ends[2] = {walk(block), walk(block + 1)};
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        const struct demo_sound *event = voice_schedule_event(schedule, voices[i]);
        const struct pcm *sound = find_sound(schedule, event->name);
        float from[2], to[2];
        mixer_loudness(MIXER_ATTENUATION_QUAKE, event, &ends[0], from);
        mixer_loudness(MIXER_ATTENUATION_QUAKE, event, &ends[1], to);
        const double way = (double)(sample % MIXER_BLOCK) / MIXER_BLOCK;
        const int64_t left = voices[i]->end - sample; /* what is cut fades */
        const double fade =
            voice_is_cut(voices[i]) && left < MIXER_FADE ? (double)left / MIXER_FADE : 1.0;
        const double loud =
            fade * ((double)from[ear] + ((double)to[ear] - (double)from[ear]) * way);
        sum += loud * sound->samples[voice_position(voices[i], sample)] *
               (sound->width == 1 ? 256 : 1);
    }
    sum *= (double)volume;
    const double over = fabs(sum) - 24576, room = 32767 - 24576;
    return over <= 0 ? sum : copysign(24576 + over * room / (over + room), sum);
}

static void add_many(void)
{
    add(DEMO_SOUND_STATIC, 0, "1", 100, 200);
    add(DEMO_SOUND_START, 100, "0", -300, 0);
    add(DEMO_SOUND_START, 700, "3", 250, -90);
    add(DEMO_SOUND_START, 701, "1", 0, -400);
    add(DEMO_SOUND_START, 3 * MIXER_BLOCK, "0", 0, 0);
    add(DEMO_SOUND_STATIC, 2000, "2", 150, 0);
    add(DEMO_SOUND_CLEAR, 12345, "", 0, 0);
    add(DEMO_SOUND_START, 12345, "3", 0, 10);
}

Test(mixer, exact_is_the_plain_sum)
{
    static int16_t out[2 * MIXER_BLOCK];
    begin();
    const struct mixer_options options = options_of(MIXER_EXACT, 0.3f);
    add_many();
    for (int64_t block = 0; block < BLOCKS; block++) {
        const struct mixer_listener ends[2] = {walk(block), walk(block + 1)};
        mixer_mix(&options, schedule, block, ends, out);
        for (int i = 0; i < MIXER_BLOCK; i++) {
            for (int ear = 0; ear < 2; ear++) {
                const double plain = plain_sample(block * MIXER_BLOCK + i, ear, 0.3f);
                cr_assert(fabs(plain - out[2 * i + ear]) < 0.75, "block %d, sample %d: %f, not %d",
                          (int)block, i, plain, out[2 * i + ear]);
            }
        }
    }
    voice_schedule_destroy(schedule);
}

Test(mixer, blocks_are_the_same_in_any_order)
{
    static int16_t first[2][BLOCKS][2 * MIXER_BLOCK], again[2 * MIXER_BLOCK];
    begin();
    add_many();
    for (int look = 0; look < 2; look++) {
        const struct mixer_options options = options_of((enum mixer_look)look, 0.7f);
        for (int64_t i = 0; i < BLOCKS; i++) {
            const struct mixer_listener ends[2] = {walk(i), walk(i + 1)};
            mixer_mix(&options, schedule, i, ends, first[look][i]);
        }
        for (int64_t i = 0; i < 3 * BLOCKS; i++) {
            const int64_t block = i * 7 % BLOCKS;
            const struct mixer_listener ends[2] = {walk(block), walk(block + 1)};
            mixer_mix(&options, schedule, block, ends, again);
            cr_assert_arr_eq(again, first[look][block], sizeof(again));
        }
    }
    cr_expect_neq(memcmp(first[0], first[1], sizeof(first[0])), 0);
    voice_schedule_destroy(schedule);
}

/* The exact look alone: what ends by itself does so to the sample. */
Test(mixer, cut_voices_fade)
{
    static int16_t out[2 * MIXER_BLOCK];
    const struct mixer_listener ends[2] = {ahead, ahead};
    const int64_t end = MIXER_BLOCK - 100;
    begin();
    for (int i = 0; i < RATE; i++) {
        samples[3][i] = 10000;
    }
    add(DEMO_SOUND_START, 0, "3", 0, 0);
    add(DEMO_SOUND_CLEAR, end, "", 0, 0);
    for (int look = 0; look < 2; look++) {
        const struct mixer_options options = options_of((enum mixer_look)look, 1.0f);
        mixer_mix(&options, schedule, 0, ends, out);
        const int full = look == MIXER_EXACT ? 10000 : 9960; /* 255/256 of full volume */
        cr_expect_eq(out[2 * (end - MIXER_FADE)], full);
        cr_expect_eq(out[2 * (end - MIXER_FADE / 2)], look == MIXER_EXACT ? full / 2 : full);
        cr_expect_eq(out[2 * (end - 1)], look == MIXER_EXACT ? 78 : full);
        cr_expect_eq(out[2 * end], 0);
    }
    voice_schedule_destroy(schedule);
}

/* A tone's loudness has no steps where blocks meet, though the listener turns. */
Test(mixer, loudness_has_no_steps)
{
    static int16_t out[BLOCKS * 2 * MIXER_BLOCK];
    begin();
    for (int i = 0; i < 3; i++) {
        samples[2][i] = 10000; /* constant samples */
    }
    add(DEMO_SOUND_STATIC, 0, "2", 100, 50);
    const struct mixer_options options = options_of(MIXER_EXACT, 1.0f);
    for (int64_t block = 0; block < BLOCKS; block++) {
        const struct mixer_listener ends[2] = {walk(block), walk(block + 1)};
        mixer_mix(&options, schedule, block, ends, out + block * 2 * MIXER_BLOCK);
    }
    int most = 0;
    for (int i = 2; i < BLOCKS * 2 * MIXER_BLOCK; i++) {
        const int step = abs(out[i] - out[i - 2]);
        most = step > most ? step : most;
    }
    cr_expect(most > 0 && most < 12, "%d", most);
    voice_schedule_destroy(schedule);
}

Test(mixer, loud_sums_are_limited)
{
    static int16_t out[2 * MIXER_BLOCK];
    const struct mixer_listener ends[2] = {ahead, ahead};
    begin();
    for (int i = 0; i < 3; i++) {
        samples[2][i] = i ? -32768 : 32767;
    }
    for (int i = 0; i < 2 * MIXER_MAX_VOICES; i++) {
        add(DEMO_SOUND_STATIC, 0, "2", 0, 1);
    }
    for (int look = 0; look < 2; look++) {
        const struct mixer_options options = options_of((enum mixer_look)look, 2.0f);
        mixer_mix(&options, schedule, 0, ends, out);
        const int most = look == MIXER_FAITHFUL ? 32767 : 32765; /* comes ever nearer */
        cr_expect(out[0] >= most && out[2] <= -most, "%d %d", out[0], out[2]);
    }
    voice_schedule_destroy(schedule);
}

Test(mixer, height_counts_as_distance)
{
    const struct demo_sound sound = {.kind = DEMO_SOUND_START,
                                     .origin = {0, 0, 600},
                                     .attenuation = 1.0f,
                                     .entity = 2,
                                     .volume = 255};
    struct mixer_listener here = ahead;
    here.origin[2] = 100;
    expect_ears(MIXER_ATTENUATION_QUAKE, &sound, &here, 127, 127);
}

/* Ambient loops and music at half volume: 8-bit samples are scaled by 256, mono is in both ears. */
Test(mixer, unpositioned_sources_have_their_samples_and_volume)
{
    const struct mixer_listener ends[2] = {ahead, ahead};
    static int16_t source[2 * MIXER_BLOCK], out[2 * MIXER_BLOCK];
    begin();
    for (int look = 0; look < 2; look++) {
        for (int channels = 1; channels <= 2; channels++) {
            for (int width = 1; width <= 2; width++) {
                const int scale = width == 1 ? 256 : 1;
                for (int i = 0; i < MIXER_BLOCK * channels; i++) {
                    source[i] = (int16_t)((i * 37 % 200 - 100) * 256 / scale);
                }
                const struct mixer_unpositioned music = {.samples = source,
                                                         .channels = channels,
                                                         .width = width,
                                                         .ends = {0.5f, 0.5f},
                                                         .is_music = true};
                struct mixer_options options = options_of((enum mixer_look)look, 2.0f);
                options.unpositioned = &music;
                options.num_unpositioned = 1;
                mixer_mix(&options, schedule, 0, ends, out);
                for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
                    const int sample = source[channels == 2 ? i : i / 2];
                    cr_assert_eq(out[i], sample * scale / 2, "%d %d %d %d: %d", look, channels,
                                 width, i, out[i]);
                }
            }
        }
    }
    voice_schedule_destroy(schedule);
}
