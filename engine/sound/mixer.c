#include "engine/sound/mixer.h"

#include <stdbool.h>
#include <string.h>

#include "formats/base/vec.h"

/* Quake III: full volume within 80 units, half of it in each ear. A sound of the listener's entity
 * is unattenuated only while the entity is within QUAKE3_OWN_WITHIN units of the camera. */
#define QUAKE3_FULL_WITHIN 80.0f
#define QUAKE3_EAR 0.5f
#define QUAKE3_OWN_WITHIN 48.0f

#define FULL_VOLUME 255.0f

/* Exact: samples above this size are compressed. */
#define KNEE 24576.0f

/* Volume limit of merged static sounds, so that a sum fits in 32 bits. */
enum { LOUDEST = 8191 };

/* --- loudness --------------------------------------------------------------------------------- */

static bool is_audible_to(const struct demo_sound *sound, const struct mixer_listener *listener)
{
    return sound->audience == 0 || (sound->audience & listener->audience) != 0;
}

/* Current origin of the sound's source. */
static const float *find_origin(const struct demo_sound *sound,
                                const struct mixer_listener *listener)
{
    size_t low = 0, high = sound->place == DEMO_SOUND_AT_ENTITY ? listener->num_places : 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct demo_place *place = &listener->places[middle];
        if (place->entity == sound->entity) {
            return place->origin;
        }
        if (place->entity < sound->entity) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return sound->origin;
}

/* True for the listener's own sounds, which are not attenuated. */
static bool is_own(enum mixer_attenuation attenuation, const struct demo_sound *sound,
                   const struct mixer_listener *listener, float distance)
{
    if (sound->kind != DEMO_SOUND_START || sound->entity == DEMO_SOUND_NOBODY) {
        return false;
    }
    if (attenuation == MIXER_ATTENUATION_QUAKE3 && listener->own_eyes) {
        return sound->own && sound->place == DEMO_SOUND_AT_ENTITY;
    }
    if (sound->entity != listener->entity) {
        return false;
    }
    return attenuation == MIXER_ATTENUATION_QUAKE ||
           (sound->place == DEMO_SOUND_AT_ENTITY &&
            (listener->num_places == 0 || distance <= QUAKE3_OWN_WITHIN));
}

void mixer_loudness(enum mixer_attenuation attenuation, const struct demo_sound *sound,
                    const struct mixer_listener *listener, float ears[2])
{
    const bool quake3 = attenuation == MIXER_ATTENUATION_QUAKE3;
    const float full = (float)sound->volume / FULL_VOLUME;
    ears[0] = ears[1] = is_audible_to(sound, listener) ? full : 0.0f;
    if (sound->place == DEMO_SOUND_AT_LISTENER || ears[0] <= 0.0f) {
        return;
    }
    const float *origin = find_origin(sound, listener);
    float way[3] = {origin[0] - listener->origin[0], origin[1] - listener->origin[1],
                    origin[2] - listener->origin[2]};
    const float distance = vec_normalize(way);
    if (is_own(attenuation, sound, listener, distance)) {
        return;
    }
    const float beyond = distance - (quake3 ? QUAKE3_FULL_WITHIN : 0.0f);
    const float left = 1.0f - (beyond > 0.0f ? beyond : 0.0f) * sound->attenuation / 1000.0f;
    const float side = vec_dot(way, listener->right);
    const float near = full * left * (quake3 ? QUAKE3_EAR : 1.0f);
    const float ear[2] = {near * (1.0f - side), near * (1.0f + side)};
    for (int i = 0; i < 2; i++) {
        ears[i] = left > 0.0f && ear[i] > 0.0f ? ear[i] : 0.0f;
    }
}

/* --- stretches -------------------------------------------------------------------------------- */

/* Part of a block in which a voice plays consecutive samples, without looping back. */
struct stretch {
    const int16_t *samples;
    int begin, count; /* samples of the block */
};

/* Finds the voice's next stretch from sample `at` of the block that starts at `first`. False: none.
 */
static bool next_stretch(const struct scheduled_voice *voice, const struct pcm *sound,
                         int64_t first, int at, struct stretch *stretch)
{
    if (first + at < voice->start) {
        at = voice->start - first < MIXER_BLOCK ? (int)(voice->start - first) : MIXER_BLOCK;
    }
    if (at >= MIXER_BLOCK) {
        return false;
    }
    const int64_t position = voice_position(voice, first + at);
    const int64_t length =
        voice->length.frames < sound->length ? voice->length.frames : sound->length;
    if (position < 0 || position >= length) {
        return false;
    }
    int64_t count = length - position;
    count = count < voice->end - first - at ? count : voice->end - first - at;
    count = count < MIXER_BLOCK - at ? count : MIXER_BLOCK - at;
    *stretch = (struct stretch){sound->samples + position, at, (int)count};
    return true;
}

/* --- exact ------------------------------------------------------------------------------------ */

static void add_exact(float sum[2 * MIXER_BLOCK], const struct stretch *stretch,
                      const float from[2], const float step[2])
{
    const float left = from[0], right = from[1], left_step = step[0], right_step = step[1];
    float *out = sum + 2 * stretch->begin;
    for (int i = 0; i < stretch->count; i++) {
        const float sample = (float)stretch->samples[i];
        const float when = (float)(stretch->begin + i);
        out[2 * i] += sample * (left + left_step * when);
        out[2 * i + 1] += sample * (right + right_step * when);
    }
}

/* As add_exact, with a fade-out if the voice is cut off. */
static void add_fading(float sum[2 * MIXER_BLOCK], const struct scheduled_voice *voice,
                       int64_t first, const struct stretch *stretch, const float from[2],
                       const float step[2])
{
    const int64_t fades =
        voice->end - MIXER_FADE - first; /* sample of the block at which the fade starts */
    const int end = stretch->begin + stretch->count;
    const int split = !voice_is_cut(voice) || fades > end ? end
                      : fades > (int64_t)stretch->begin   ? (int)fades
                                                          : stretch->begin;
    const struct stretch plain = {stretch->samples, stretch->begin, split - stretch->begin};
    add_exact(sum, &plain, from, step);
    for (int i = split; i < end; i++) {
        const float left = (float)(voice->end - first - i) / (float)MIXER_FADE;
        const float sample = (float)stretch->samples[i - stretch->begin] * left;
        sum[2 * i] += sample * (from[0] + step[0] * (float)i);
        sum[2 * i + 1] += sample * (from[1] + step[1] * (float)i);
    }
}

static void add_unpositioned_exact(float sum[2 * MIXER_BLOCK], const struct mixer_unpositioned *bed,
                                   float volume)
{
    const float scale = (bed->is_music ? 1.0f : volume) * (bed->width == 1 ? 256.0f : 1.0f);
    const float from = bed->ends[0] * scale;
    const float step = (bed->ends[1] * scale - from) / (float)MIXER_BLOCK;
    const int second = bed->channels - 1; /* channel of the right ear */
    for (int i = 0; i < MIXER_BLOCK; i++) {
        const int16_t *sample = bed->samples + i * bed->channels;
        const float loud = from + step * (float)i;
        sum[2 * i] += (float)sample[0] * loud;
        sum[2 * i + 1] += (float)sample[second] * loud;
    }
}

/* Soft clipping: sums above KNEE approach the end of the range without reaching it, so that many
 * simultaneous sounds are not distorted. */
static int16_t round_sample(float value)
{
    const float size = value < 0.0f ? -value : value;
    const float over = size - KNEE, room = 32767.0f - KNEE;
    const float bent = over > 0.0f ? KNEE + over * (room / (over + room)) : size;
    const int rounded = (int)(bent + 0.5f);
    return (int16_t)(value < 0.0f ? -rounded : rounded);
}

static void mix_exact(const struct mixer_options *options, const struct voice_schedule *schedule,
                      int64_t first, const struct mixer_listener ends[2],
                      int16_t out[2 * MIXER_BLOCK])
{
    const struct scheduled_voice *voices[MIXER_MAX_VOICES];
    float sum[2 * MIXER_BLOCK] = {0};
    const size_t count =
        voice_schedule_find(schedule, first, first + MIXER_BLOCK, voices, MIXER_MAX_VOICES);
    for (size_t i = 0; i < count; i++) {
        const struct demo_sound *event = voice_schedule_event(schedule, voices[i]);
        float from[2], to[2], step[2];
        struct stretch stretch;
        mixer_loudness(options->attenuation, event, &ends[0], from);
        mixer_loudness(options->attenuation, event, &ends[1], to);
        const bool silent = from[0] + from[1] + to[0] + to[1] <= 0.0f;
        const struct pcm *sound = silent ? NULL : options->sound(options->context, event->name);
        if (!sound) {
            continue;
        }
        const float scale = options->volume * (sound->width == 1 ? 256.0f : 1.0f);
        for (int ear = 0; ear < 2; ear++) {
            from[ear] *= scale;
            step[ear] = (to[ear] * scale - from[ear]) / (float)MIXER_BLOCK;
        }
        for (int at = 0; next_stretch(voices[i], sound, first, at, &stretch);
             at = stretch.begin + stretch.count) {
            add_fading(sum, voices[i], first, &stretch, from, step);
        }
    }
    for (size_t i = 0; i < options->num_unpositioned; i++) {
        add_unpositioned_exact(sum, &options->unpositioned[i], options->volume);
    }
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        out[i] = round_sample(sum[i]);
    }
}

/* --- faithful --------------------------------------------------------------------------------- */

/* One channel of the original mixer: a voice, or all static voices of a sound merged into the
 * first. */
struct channel {
    const struct scheduled_voice *voice;
    uint32_t name;
    bool is_static;
    int32_t ears[2]; /* 255 = full */
};

static size_t find_channels(const struct mixer_options *options,
                            const struct voice_schedule *schedule, int64_t first,
                            const struct mixer_listener *listener,
                            struct channel channels[MIXER_MAX_VOICES])
{
    const struct scheduled_voice *voices[MIXER_MAX_VOICES];
    const size_t found =
        voice_schedule_find(schedule, first, first + MIXER_BLOCK, voices, MIXER_MAX_VOICES);
    size_t count = 0;
    for (size_t i = 0; i < found; i++) {
        const struct demo_sound *event = voice_schedule_event(schedule, voices[i]);
        const bool is_static = event->kind == DEMO_SOUND_STATIC;
        float ears[2];
        size_t place = is_static ? 0 : count;
        mixer_loudness(options->attenuation, event, listener, ears);
        while (place < count &&
               !(channels[place].is_static && channels[place].name == event->name)) {
            place++;
        }
        if (place == count) {
            channels[count++] = (struct channel){voices[i], event->name, is_static, {0, 0}};
        }
        for (int ear = 0; ear < 2; ear++) {
            const int32_t loud = channels[place].ears[ear] + (int32_t)(ears[ear] * FULL_VOLUME);
            channels[place].ears[ear] = loud < LOUDEST ? loud : LOUDEST;
        }
    }
    return count;
}

/* 8-bit sounds: volume is at most 255, in 32 levels. */
static void add_faithful(int32_t sum[2 * MIXER_BLOCK], const struct stretch *stretch,
                         const int32_t ears[2], int width)
{
    for (int i = 0; i < stretch->count; i++) {
        int32_t *out = sum + 2 * (stretch->begin + i);
        for (int ear = 0; ear < 2; ear++) {
            const int32_t level = ears[ear] < 255 ? ears[ear] : 255;
            const int32_t sample = stretch->samples[i];
            out[ear] += width == 1 ? sample * (level >> 3) * 8 : (sample * ears[ear]) >> 8;
        }
    }
}

static void add_unpositioned_faithful(int32_t sum[2 * MIXER_BLOCK],
                                      const struct mixer_unpositioned *bed)
{
    const int32_t level = (int32_t)(bed->ends[0] * FULL_VOLUME);
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        const int32_t sample = bed->samples[bed->channels == 2 ? i : i / 2];
        sum[i] += bed->width == 1 ? sample * (level >> 3) * 8 : (sample * level) >> 8;
    }
}

/* Music bypasses the original's mixer. */
static int32_t music_at(const struct mixer_options *options, int i)
{
    int32_t sum = 0;
    for (size_t b = 0; b < options->num_unpositioned; b++) {
        const struct mixer_unpositioned *bed = &options->unpositioned[b];
        if (bed->is_music) {
            const int32_t sample = bed->samples[bed->channels == 2 ? i : i / 2];
            sum += (sample * (bed->width == 1 ? 256 : 1) * (int32_t)(bed->ends[0] * 256.0f)) >> 8;
        }
    }
    return sum;
}

static void mix_faithful(const struct mixer_options *options, const struct voice_schedule *schedule,
                         int64_t first, const struct mixer_listener *listener,
                         int16_t out[2 * MIXER_BLOCK])
{
    struct channel channels[MIXER_MAX_VOICES];
    int32_t sum[2 * MIXER_BLOCK] = {0};
    const size_t count = find_channels(options, schedule, first, listener, channels);
    for (size_t i = 0; i < count; i++) {
        const struct channel *channel = &channels[i];
        const bool silent = channel->ears[0] + channel->ears[1] == 0;
        const struct pcm *sound = silent ? NULL : options->sound(options->context, channel->name);
        struct stretch stretch;
        for (int at = 0; sound && next_stretch(channel->voice, sound, first, at, &stretch);
             at = stretch.begin + stretch.count) {
            add_faithful(sum, &stretch, channel->ears, sound->width);
        }
    }
    for (size_t i = 0; i < options->num_unpositioned; i++) {
        if (!options->unpositioned[i].is_music) {
            add_unpositioned_faithful(sum, &options->unpositioned[i]);
        }
    }
    const int32_t volume = (int32_t)(options->volume * 256.0f);
    for (int i = 0; i < 2 * MIXER_BLOCK; i++) {
        const int64_t value = (((int64_t)sum[i] * volume) >> 8) + music_at(options, i);
        out[i] = (int16_t)(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
    }
}

void mixer_mix(const struct mixer_options *options, const struct voice_schedule *schedule,
               int64_t block, const struct mixer_listener ends[2], int16_t out[2 * MIXER_BLOCK])
{
    if (options->look == MIXER_FAITHFUL) {
        mix_faithful(options, schedule, block * MIXER_BLOCK, &ends[0], out);
    } else {
        mix_exact(options, schedule, block * MIXER_BLOCK, ends, out);
    }
}
