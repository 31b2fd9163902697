/* quakereel sound: the sound of a stretch of a demo as a WAV file, without a device. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/file_sink.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/options.h"
#include "engine/commands/options_camera.h"
#include "engine/commands/options_sound.h"
#include "engine/playback/demo_time.h"
#include "engine/playback/pov_select.h"
#include "engine/playback/soundtrack.h"
#include "engine/report/report.h"
#include "formats/media/wav.h"

enum { DEFAULT_RATE = 48000 };

static const char usage[] =
    "usage: quakereel sound DEMO [--from T] [--to T] -o OUT.wav [options]\n"
    "\n"
    "Writes the sound of a stretch of a demo, music and all, as a WAV file of 16 bits in stereo:\n"
    "the samples the window plays there. No window and no sound device needed. Times: 90, 1:30.5,\n"
    "50%, -10 (from the end). OUT may be -, standard output.\n";

struct sound_arguments {
    const char *from, *to, *out;
    long rate;
    struct sound_choice choice;
    bool no_music;
    struct sound_eyes eyes;
    const char *camera_file; /* NULL = none */
    struct camera_path camera_path;
};

/* What is written: so many samples from the first one on. */
struct stretch {
    int64_t first, count;
};

/* *time: the moment that text means; *outside: the demo has no such time, and the nearest one is
 * taken. EXIT_GOOD or EXIT_USAGE. */
static int find_time(const struct player *player, const char *option, const char *text,
                     double *time, bool *outside)
{
    const double length = timeline_length(player->timeline);
    if (!text) {
        return EXIT_GOOD;
    }
    if (!demo_time_parse(text, length, time)) {
        fprintf(stderr, "quakereel: --%s: '%s' is no time; try 90, 1:30.5, 50%% or -10\n", option,
                text);
        return EXIT_USAGE;
    }
    if (demo_time_is_outside(text, length)) {
        report_error("%s: there is nothing at %s, the demo is %.3f s long", player->source.name,
                     text, length);
        *outside = true;
    }
    return EXIT_GOOD;
}

static int find_stretch(const struct sound_arguments *a, const struct player *player,
                        struct stretch *stretch, bool *outside)
{
    double from = 0.0, to;
    if (report_wait(player) < 0) {
        return EXIT_BAD_INPUT;
    }
    to = timeline_length(player->timeline);
    int status = find_time(player, "from", a->from, &from, outside);
    if (status == EXIT_GOOD) {
        status = find_time(player, "to", a->to, &to, outside);
    }
    if (status == EXIT_GOOD && to < from) {
        fprintf(stderr, "quakereel: --to %s is before --from %s\n", a->to ? a->to : "", a->from);
        status = EXIT_USAGE;
    }
    stretch->first = (int64_t)(from * (double)a->rate + 0.5);
    stretch->count = (int64_t)(to * (double)a->rate + 0.5) - stretch->first;
    return status;
}

/* Mixes and writes, block by block. 0, or negative: the sink's code, or FORMAT_MEMORY. */
static int write_stretch(const struct sound_arguments *a, struct soundtrack *soundtrack,
                         const struct stretch *stretch, struct wav_writer *writer)
{
    int64_t at = stretch->first;
    const int64_t end = stretch->first + stretch->count;
    int status = 0;
    while (status == 0 && at < end) {
        int16_t samples[2 * MIXER_BLOCK];
        const int64_t block = at / MIXER_BLOCK;
        const int skip = (int)(at % MIXER_BLOCK);
        const int64_t left = end - at;
        const int count = left < MIXER_BLOCK - skip ? (int)left : MIXER_BLOCK - skip;
        status = soundtrack_mix(soundtrack, &a->eyes, block, samples);
        if (status == 0) {
            status = wav_add(writer, samples + 2 * skip, (size_t)count);
        }
        at += count;
    }
    return status;
}

static int write_file(const struct sound_arguments *a, struct soundtrack *soundtrack,
                      const struct stretch *stretch)
{
    const bool piped = strcmp(a->out, "-") == 0;
    struct file_sink file = {.file = stdout};
    if (!piped && file_sink_open(&file, a->out) < 0) {
        report_error("%s: %s", a->out, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    struct media_sink sink = file_sink_media(&file);
    struct wav_writer writer;
    sink.patch = piped ? NULL : sink.patch;
    int status = wav_begin(&writer, &sink, (uint32_t)a->rate, 2, (uint64_t)stretch->count);
    if (status == 0) {
        status = write_stretch(a, soundtrack, stretch, &writer);
    }
    if (status == 0) {
        status = wav_end(&writer);
    }
    if (status == FORMAT_MEMORY) {
        fprintf(stderr, "quakereel: no memory for the sound\n");
    }
    const int closed = file_sink_close(&file);
    if (closed < 0) {
        report_error("%s: cannot write: %s", piped ? "standard output" : a->out, strerror(errno));
    }
    if (status == FORMAT_MEMORY && !piped && platform_is_file(a->out)) {
        (void)!platform_remove_file(a->out); /* no half of it */
    }
    return status < 0 || closed < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}

/* Says when nobody of that name or number is there at the beginning or the end. */
static void tell_nobody(const struct sound_arguments *a, struct player *player,
                        const struct stretch *stretch)
{
    const int64_t ends[2] = {stretch->first, stretch->first + stretch->count};
    bool told = false;
    player->options.follow = a->eyes.who;
    player->followed = PLAYER_FOLLOW_NOBODY;
    for (int i = 0; i < 2 && player->followed != PLAYER_FOLLOWS; i++) {
        struct demo_player_info players[POV_SELECT_PLAYERS];
        if (player_go_time(player, (double)ends[i] / (double)a->rate) < 0) {
            return; /* memory: mixing says so */
        }
        const uint32_t count = timeline_players(player->timeline, players, POV_SELECT_PLAYERS);
        player->followed = pov_select_find(players, count, a->eyes.who) ? PLAYER_FOLLOWS
                           : count > 0                                  ? PLAYER_FOLLOW_UNKNOWN
                                                                        : player->followed;
    }
    report_follow(player, &told);
}

static int sound(struct sound_arguments *a, const struct options *options, const char *demo)
{
    static const struct timeline_options index = {
        .key_frame_bytes = TIMELINE_KEY_FRAME_BYTES, .background = true, .sounds = true};
    /* As in the window, where the volume is that of all. */
    const double volume = a->choice.volume / 100.0;
    const double music_volume = a->no_music ? 0.0 : volume * a->choice.music_volume / 100.0;
    const struct soundtrack_options mix = {.rate = (uint32_t)a->rate,
                                           .look = a->choice.look,
                                           .volume = (float)volume,
                                           .music_volume = (float)music_volume,
                                           .log = report_line};
    struct player player;
    struct soundtrack *soundtrack;
    struct stretch stretch;
    struct format_error err = {0};
    bool outside = false;
    if (report_open(&player, demo, &options->player, &index, NULL, NULL) < 0) {
        return EXIT_BAD_INPUT;
    }
    int status = find_stretch(a, &player, &stretch, &outside);
    if (status == EXIT_GOOD &&
        soundtrack_open(&soundtrack, player.timeline, &player.source.game, &mix, &err) < 0) {
        report_error("%s: %s", demo ? demo : player.source.name, err.what);
        status = EXIT_BAD_INPUT;
    } else if (status == EXIT_GOOD) {
        if (a->eyes.who) {
            tell_nobody(a, &player, &stretch);
        }
        status = write_file(a, soundtrack, &stretch);
        const bool damaged = report_damage(&player, NULL);
        if (damaged || outside || files_damaged_count(soundtrack_files(soundtrack)) > 0) {
            status = EXIT_BAD_INPUT;
        }
        soundtrack_close(soundtrack);
    }
    player_close(&player);
    return status;
}

enum { SOUND_OPTIONS = 8 };

static bool take_camera(void *target, const char *text)
{
    return camera_parse(target, text);
}

int cmd_sound(int argc, char **argv)
{
    struct sound_arguments a = {.rate = DEFAULT_RATE,
                                .choice = sound_choice_default(),
                                .eyes = {.camera = camera_default()}};
    struct option own[SOUND_OPTIONS + OPTIONS_SOUND] = {
        {"from", "T", "the first moment (the beginning)", .text = &a.from},
        {"to", "T", "the moment behind the last one (the end)", .text = &a.to},
        {"o", "OUT.wav", "where to; - is standard output", .text = &a.out},
        {"rate", "N", "samples a second, 8000 to 48000 (48000)", .whole = &a.rate,
         .least = SOUNDTRACK_MIN_RATE, .most = SOUNDTRACK_MAX_RATE},
        {"no-music", NULL, "sounds alone", .flag = &a.no_music},
        {"camera", "CAMERA",
         "who listens: eye (default), chase[:DISTANCE,HEIGHT] or\n"
         "free:X,Y,Z[,PITCH,YAW]",
         .parse = take_camera, .target = &a.eyes.camera,
         .range = "eye, chase:DISTANCE,HEIGHT or free:X,Y,Z,PITCH,YAW"},
        {"camera-path", "FILE", "a listener who moves from key point to key point, as shot has it",
         .text = &a.camera_file},
        {"follow", "WHO",
         "a player's number (from 1 on) or name: his ears, where the demo shows\n"
         "other players (QuakeWorld)",
         .text = &a.eyes.who},
    };
    options_fill_sound(own + SOUND_OPTIONS, &a.choice);
    const struct command_line line = {"sound", usage, own, false, 1, .most_demos = 1};
    struct options options;
    int status = options_begin(&options, &line, argc, argv);
    if (status == OPTIONS_GO_ON) {
        struct demo_list demos;
        const char *demo;
        status = demo_arguments_one(&demos, &options, &demo);
        if (status == EXIT_GOOD && a.camera_file) {
            status = options_read_camera_path(a.camera_file, &a.camera_path);
            a.eyes.camera_path = &a.camera_path;
        }
        if (status == EXIT_GOOD) {
            status = a.out ? sound(&a, &options, demo)
                           : options_complain("sound", "%s", "no file to write (-o)");
        }
        camera_path_free(&a.camera_path);
        demo_list_free(&demos);
        options_free(&options);
    }
    return status;
}
