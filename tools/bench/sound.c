#include "tools/bench/sound.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "engine/playback/soundtrack.h"

enum { RATE = 48000, VOICES = 64, SOUND_FRAMES = 40000, BLOCKS = 400, ROUNDS = 9 };

#define GOAL_PERCENT 2.0
#define GOAL_TIMES 100.0

static const char *const look_names[] = {[MIXER_EXACT] = "exact", [MIXER_FAITHFUL] = "faithful"};
static const char *const law_keys[] = {
    [MIXER_ATTENUATION_QUAKE] = "", [MIXER_ATTENUATION_QUAKE3] = "quake3_"};
static const char *const row_names[][2] = {
    [MIXER_ATTENUATION_QUAKE] = {"exact", "faithful"},
    [MIXER_ATTENUATION_QUAKE3] = {"Quake III, exact", "Quake III, faithful"}};

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double values[ROUNDS])
{
    qsort(values, ROUNDS, sizeof(values[0]), compare_doubles);
    return values[ROUNDS / 2];
}

/* --- voices ----------------------------------------------------------------------------------- */

static int measure(void *context, const char *name, struct sound_length *length)
{
    (void)context;
    (void)name;
    *length = (struct sound_length){SOUND_FRAMES, 0};
    return 0;
}

static const struct pcm *find_sound(void *context, uint32_t name)
{
    (void)name;
    return context;
}

/* Voices around the listener, each with a different sound and start. Returns NULL if out of memory.
 */
static struct voice_schedule *make_voices(void)
{
    const struct voice_schedule_options options = {.rate = RATE, .measure = measure};
    struct voice_schedule *schedule = voice_schedule_create(&options);
    for (int i = 0; schedule && i < VOICES; i++) {
        char name[16];
        const struct demo_sound event = {
            .time = 0.001 * i,
            .kind = DEMO_SOUND_START,
            .origin = {(float)(i % 8 * 50 - 175), (float)(i / 8 * 50 - 175), 0.0f},
            .attenuation = 1.0f,
            .entity = i + 2,
            .volume = 255};
        snprintf(name, sizeof(name), "%d", i);
        if (demo_sounds_add(voice_schedule_sounds(schedule), &event, "", name) < 0) {
            voice_schedule_destroy(schedule);
            schedule = NULL;
        }
    }
    if (schedule && voice_schedule_extend(schedule) < 0) {
        voice_schedule_destroy(schedule);
        schedule = NULL;
    }
    return schedule;
}

/* Percent of one core that keep up with the time. */
static double time_voices(const struct voice_schedule *schedule, const struct pcm *sound,
                          enum mixer_attenuation attenuation, enum mixer_look look)
{
    const struct mixer_options options = {.attenuation = attenuation,
                                          .look = look,
                                          .volume = 0.7f,
                                          .sound = find_sound,
                                          .context = (void *)sound};
    const struct mixer_listener ends[2] = {{.right = {0, -1, 0}, .entity = 1},
                                           {.origin = {2, 0, 0}, .right = {0, -1, 0}, .entity = 1}};
    int16_t out[2 * MIXER_BLOCK];
    double percents[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        const double start = platform_now();
        for (int block = 0; block < BLOCKS; block++) { /* the first ones are of fewer voices */
            mixer_mix(&options, schedule, 10 + block, ends, out);
        }
        percents[round] = (platform_now() - start) * 100.0 / ((double)BLOCKS * MIXER_BLOCK / RATE);
    }
    return median(percents);
}

static bool bench_voices(FILE *json)
{
    struct voice_schedule *schedule = make_voices();
    struct pcm sound = {.channels = 1, .width = 2, .rate = RATE, .length = SOUND_FRAMES};
    sound.samples = malloc(SOUND_FRAMES * sizeof(*sound.samples));
    const bool made = schedule && sound.samples;
    for (int i = 0; made && i < SOUND_FRAMES; i++) {
        sound.samples[i] = (int16_t)(i * 7919);
    }
    for (int attenuation = MIXER_ATTENUATION_QUAKE; made && attenuation <= MIXER_ATTENUATION_QUAKE3;
         attenuation++) {
        for (int look = MIXER_EXACT; look <= MIXER_FAITHFUL; look++) {
            const double percent = time_voices(
                schedule, &sound, (enum mixer_attenuation)attenuation, (enum mixer_look)look);
            printf("%d voices, %-19s %6.2f %% of a core (goal %.0f)\n", VOICES,
                   row_names[attenuation][look], percent, GOAL_PERCENT);
            if (json) {
                fprintf(json, "\"voices_%s%s_percent\": %.3f, ", law_keys[attenuation],
                        look_names[look], percent);
            }
        }
    }
    free(sound.samples);
    voice_schedule_destroy(schedule);
    return made;
}

/* --- a demo ----------------------------------------------------------------------------------- */

/* Speed of mixing a whole demo relative to real time, loading its sounds included; negative =
 * failed. */
static double time_demo(const struct playback_context *player, enum mixer_look look)
{
    const struct soundtrack_options options = {
        .rate = RATE, .look = look, .volume = 0.7f, .music_volume = 0.5f};
    const struct sound_eyes eyes = {.camera = camera_default()};
    struct soundtrack *track;
    int16_t out[2 * MIXER_BLOCK];
    const double start = platform_now();
    int status = soundtrack_open(&track, player->timeline, &player->source.game, &options, NULL);
    if (status < 0) {
        return -1.0;
    }
    const int64_t blocks = soundtrack_num_blocks(track, timeline_length(player->timeline));
    for (int64_t block = 0; status == 0 && block < blocks; block++) {
        status = soundtrack_mix(track, &eyes, block, out);
    }
    soundtrack_close(track);
    return status < 0 ? -1.0 : timeline_length(player->timeline) / (platform_now() - start);
}

static void bench_demo(const char *demo, const char *basedir, enum mixer_attenuation attenuation,
                       FILE *json)
{
    struct playback_options options = playback_default_options();
    const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                           .sounds = true};
    struct playback_context player;
    options.search.basedir = basedir;
    const bool opened = playback_open(&player, demo, &options, &index, NULL) == 0;
    for (int look = MIXER_EXACT; opened && look <= MIXER_FAITHFUL; look++) {
        const double times = time_demo(&player, (enum mixer_look)look);
        printf("whole demo, %-19s %5.0f times as fast as it plays (goal %.0f)\n",
               row_names[attenuation][look], times, GOAL_TIMES);
        if (json) {
            fprintf(json, "\"demo_%s%s_times\": %.1f, ", law_keys[attenuation], look_names[look],
                    times);
        }
    }
    if (opened) {
        playback_close(&player);
    } else {
        printf("sound: %s cannot be opened\n", demo);
    }
}

/* The one with the most sounds, where it is there. */
static void bench_quake3(const char *data, FILE *json)
{
    char demo[512], basedir[512];
    (void)snprintf(demo, sizeof(demo), "%s/quake3/recorded/oa_ctf4ish_ctf_spec.dm_68", data);
    (void)snprintf(basedir, sizeof(basedir), "%s/quake3", data);
    const bool there = platform_is_file(demo);
    bench_demo(there ? demo : "builtin:demo5", there ? basedir : NULL, MIXER_ATTENUATION_QUAKE3,
               json);
}

void bench_sound(const char *demo, const char *basedir, const char *data, FILE *json)
{
    printf("sound at %d Hz, one thread; medians of %d\n", RATE, ROUNDS);
    if (json) {
        fprintf(json, "{");
    }
    if (!bench_voices(json)) {
        printf("out of memory (voices)\n");
    }
    bench_demo(demo, basedir, MIXER_ATTENUATION_QUAKE, json);
    bench_quake3(data, json);
    if (json) {
        fprintf(json, "\"rate\": %d}", RATE);
    }
}
