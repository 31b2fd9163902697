#include "engine/capture/film_sound.h"

#include <math.h>
#include <string.h>

#define FADE_SECONDS 0.008

void film_sound_begin(struct film_sound *sound, struct soundtrack *soundtrack,
                      const struct sound_eyes *eyes, uint32_t rate)
{
    *sound = (struct film_sound){.soundtrack = soundtrack, .eyes = *eyes, .rate = rate};
    audio_kernel_init(&sound->kernel);
    for (int i = 0; i < FILM_SOUND_KEPT; i++) {
        sound->kept[i] = -1;
    }
}

/* The demo's sample `at`; NULL where its block cannot be had. */
static const int16_t *sample_at(struct film_sound *sound, int64_t at)
{
    static const int16_t silence[2];
    if (at < 0) {
        return silence;
    }
    const int64_t block = at / MIXER_BLOCK;
    const int place = (int)(block % FILM_SOUND_KEPT);
    if (sound->kept[place] != block) {
        sound->kept[place] = -1;
        if (soundtrack_mix(sound->soundtrack, &sound->eyes, block, sound->blocks[place]) < 0) {
            return NULL;
        }
        sound->kept[place] = block;
    }
    return sound->blocks[place] + 2 * (at % MIXER_BLOCK);
}

/* Sample mapping of a stretch: its sample k is the demo's sample first + k * step / 2^32. */
struct pace {
    int64_t first;
    uint64_t step;
    uint64_t moving; /* samples before the frames that are held */
    bool silent;
};

static struct pace pace_of(const struct film_stretch *stretch, uint32_t rate)
{
    const double speed = stretch->speed;
    const bool heard = speed >= AUDIO_SPEED_MIN && speed <= AUDIO_SPEED_MAX;
    const uint64_t begin = film_samples_before(stretch->fps, rate, stretch->first);
    const uint64_t moving = stretch->first + stretch->frames - stretch->held;
    return (struct pace){.first = (int64_t)floor(stretch->from * rate + 0.5),
                         .step = heard ? (uint64_t)(speed * (double)AUDIO_ONE + 0.5) : 0,
                         .moving = film_samples_before(stretch->fps, rate, moving) - begin,
                         .silent = !heard};
}

/* Sample k of the stretch, played forward. */
static int take_one(struct film_sound *sound, const struct pace *pace, uint64_t k,
                    int16_t sample[2])
{
    const uint64_t part = k * (pace->step & 0xffffffff); /* k < 2^32: some 25 hours at 48000 Hz */
    const int64_t at = pace->first + (int64_t)(k * (pace->step >> 32) + (part >> 32));
    int16_t around[2 * (2 * AUDIO_MARGIN + 1)];
    if (pace->step == (uint64_t)AUDIO_ONE) {
        const int16_t *exact = sample_at(sound, at);
        if (exact) {
            memcpy(sample, exact, 2 * sizeof(*sample));
        }
        return exact ? 0 : FORMAT_MEMORY;
    }
    for (int i = 0; i < 2 * AUDIO_MARGIN + 1; i++) {
        const int16_t *near = sample_at(sound, at + i - AUDIO_MARGIN);
        if (!near) {
            return FORMAT_MEMORY;
        }
        memcpy(around + 2 * i, near, 2 * sizeof(*near));
    }
    audio_resample(&sound->kernel, around + 2 * AUDIO_MARGIN, (uint32_t)part, (int64_t)pace->step,
                   1, sample);
    return 0;
}

/* Sample k where the picture is held: the demo's sound ends in FADE_SECONDS. */
static int take_held(struct film_sound *sound, const struct pace *pace, uint64_t k,
                     int16_t sample[2])
{
    const uint64_t length = (uint64_t)(sound->rate * FADE_SECONDS), past = k - pace->moving;
    sample[0] = sample[1] = 0;
    if (past >= length) {
        return 0;
    }
    const int code = take_one(sound, pace, k, sample);
    for (int i = 0; i < 2; i++) {
        sample[i] = (int16_t)(sample[i] * (int64_t)(length - past) / (int64_t)length);
    }
    return code;
}

int film_sound_take(struct film_sound *sound, const struct film_stretch *stretch, uint64_t first,
                    uint64_t last, int16_t *samples)
{
    const struct pace pace = pace_of(stretch, sound->rate);
    const uint64_t begin = film_samples_before(stretch->fps, sound->rate, stretch->first);
    const uint64_t end =
        film_samples_before(stretch->fps, sound->rate, stretch->first + stretch->frames);
    if (pace.silent) {
        memset(samples, 0, (last - first) * 2 * sizeof(*samples));
        return 0;
    }
    for (uint64_t at = first; at < last; at++, samples += 2) {
        const uint64_t k = stretch->reverse ? end - 1 - at : at - begin;
        const int code = k < pace.moving ? take_one(sound, &pace, k, samples)
                                         : take_held(sound, &pace, k, samples);
        if (code < 0) {
            return code;
        }
    }
    return 0;
}
