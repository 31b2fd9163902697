/* Fuzz target: arbitrary sound events, mixed: the samples do not depend on what was mixed before,
 * and are silent without voices.
 *
 * The first bytes choose the mix; each following EVENT_BYTES bytes are an event. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engine/sound/mixer.h"
#include "formats/base/bytes.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    SETUP_BYTES = 4,
    EVENT_BYTES = 14,
    EVENTS_MAX = 400,
    RATE = 8000,
    SOUNDS = 6,
    BLOCKS = 24,
    SOUND_SAMPLES = 4096
};

static const struct sound_length lengths[SOUNDS] = {{0, -1},    {1, -1},     {700, -1},
                                                    {700, 699}, {4096, 100}, {9, 0}};

/* Names are digits. */
static int measure_sound(void *context, const char *name, struct sound_length *length)
{
    (void)context;
    *length = lengths[(name[0] - '0') % SOUNDS];
    return 0;
}

struct sounds {
    struct voice_schedule *schedule;
    struct pcm pcm[SOUNDS];
};

static const struct pcm *find_sound(void *context, uint32_t name)
{
    const struct sounds *sounds = context;
    const char *text = demo_sounds_name(voice_schedule_sounds(sounds->schedule), name);
    return text[0] ? &sounds->pcm[(text[0] - '0') % SOUNDS] : NULL;
}

static struct demo_sound read_event(const uint8_t *bytes, double *time)
{
    *time += bytes[0] / 512.0;
    struct demo_sound event = {.time = *time,
                               .kind = (enum demo_sound_kind)(bytes[1] % (DEMO_SOUND_GO_ON + 1)),
                               .place =
                                   (enum demo_sound_place)(bytes[2] % (DEMO_SOUND_AT_LISTENER + 1)),
                               .attenuation = (float)bytes[3] / 64.0f,
                               .entity = bytes[4] % 8 - 1,
                               .channel = bytes[5] % 4,
                               .volume = bytes[6],
                               .exclusive = bytes[5] & 128,
                               .most = bytes[1] >> 6,
                               .queue = bytes[2] >> 6,
                               .gap = (uint16_t)(bytes[3] * 8),
                               .audience = bytes[7] % 4,
                               .seed = bytes[8]};
    for (int i = 0; i < 3; i++) {
        event.origin[i] = (float)((int8_t)bytes[9 + i] * 16) * (bytes[13] % 2 ? 1.0f : 1e7f);
    }
    return event;
}

static struct voice_schedule *make_score(const uint8_t *data, size_t size, bool spread)
{
    const struct voice_schedule_options options = {
        .rate = RATE, .spread = spread, .measure = measure_sound};
    struct voice_schedule *schedule = voice_schedule_create(&options);
    double time = 0;
    require(schedule != NULL);
    for (size_t i = 0; i < EVENTS_MAX && size - i * EVENT_BYTES >= EVENT_BYTES; i++) {
        const uint8_t *bytes = data + i * EVENT_BYTES;
        const struct demo_sound event = read_event(bytes, &time);
        const char name[2] = {(char)('0' + bytes[12] % (SOUNDS + 1)), '\0'};
        const bool named = name[0] < '0' + SOUNDS;
        require(demo_sounds_add(voice_schedule_sounds(schedule), &event, "", named ? name : NULL) ==
                0);
        require(i % 3 != 0 || voice_schedule_extend(schedule) == 0);
    }
    require(voice_schedule_extend(schedule) == 0);
    return schedule;
}

static void check_voices(const struct voice_schedule *schedule, int64_t block)
{
    const struct scheduled_voice *voices[MIXER_MAX_VOICES];
    const int64_t first = block * MIXER_BLOCK;
    const size_t count =
        voice_schedule_find(schedule, first, first + MIXER_BLOCK, voices, MIXER_MAX_VOICES);
    for (size_t i = 0; i < count; i++) {
        require(voices[i]->start < first + MIXER_BLOCK && voices[i]->end > first);
        require(i == 0 || voices[i - 1]->start <= voices[i]->start);
        for (int64_t at = first; at < first + MIXER_BLOCK; at += 37) {
            const int64_t position = voice_position(voices[i], at);
            require(position < voices[i]->length.frames);
            require((position >= 0) == (at >= voices[i]->start && at < voices[i]->end));
        }
    }
}

static void mix_all(const struct mixer_options *options, const struct voice_schedule *schedule)
{
    static int16_t mix[BLOCKS][2 * MIXER_BLOCK];
    const struct mixer_listener ends[2] = {
        {.right = {0, -1, 0}, .entity = 1, .audience = 1},
        {.origin = {100, 0, 0}, .right = {0, -1, 0}, .entity = 1, .audience = 1}};
    for (int64_t block = 0; block < BLOCKS; block++) {
        check_voices(schedule, block);
        mixer_mix(options, schedule, block, ends, mix[block]);
    }
    for (int64_t block = BLOCKS - 1; block >= 0; block -= 5) {
        int16_t again[2 * MIXER_BLOCK];
        mixer_mix(options, schedule, block, ends, again);
        require(memcmp(again, mix[block], sizeof(again)) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int16_t samples[SOUND_SAMPLES];
    if (size < SETUP_BYTES) {
        return 0;
    }
    for (int i = 0; i < SOUND_SAMPLES; i++) {
        samples[i] = (int16_t)(i * 7919 + data[2]);
    }
    struct sounds sounds = {.schedule =
                                make_score(data + SETUP_BYTES, size - SETUP_BYTES, data[0] & 4)};
    for (int i = 0; i < SOUNDS; i++) {
        /* some sounds are shorter or longer than the schedule was given */
        const int64_t told = lengths[i].frames;
        sounds.pcm[i] = (struct pcm){.channels = 1,
                                     .width = i % 2 + 1,
                                     .rate = RATE,
                                     .length = (uint32_t)(data[1] & 1 << i ? told / 2 : told),
                                     .loop_start = PCM_NO_LOOP,
                                     .samples = samples};
    }
    const struct mixer_options options = {.attenuation = data[0] & 1 ? MIXER_ATTENUATION_QUAKE3
                                                                     : MIXER_ATTENUATION_QUAKE,
                                          .look = data[0] & 2 ? MIXER_FAITHFUL : MIXER_EXACT,
                                          .volume = (float)data[3] / 127.5f,
                                          .sound = find_sound,
                                          .context = &sounds};
    mix_all(&options, sounds.schedule);
    voice_schedule_destroy(sounds.schedule);
    return 0;
}
