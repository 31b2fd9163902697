/* quakereel play: demos in a window, in real time; with -o into a file. */
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/actions/actions.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/options.h"
#include "engine/commands/options_sound.h"
#include "engine/commands/render_film.h"
#include "engine/playback/demo_time.h"
#include "engine/playback/transport.h"
#include "engine/report/report.h"
#include "engine/viewer/viewer.h"
#include "formats/base/plural.h"

enum {
    FILM_WIDTH = 640,
    FILM_HEIGHT = 480,
    FILM_FPS = 30,
    FILM_QUALITY = 85,
    FILM_SOUND_RATE = 48000
};
enum { MOST_SEEK_MEGABYTES = 1000000, PLAY_OPTIONS = 17 /* of its own */ };

static const char usage[] =
    "usage: quakereel [play] [DEMO...] [options]\n"
    "\n"
    "Plays demos in a window; without a demo, two built-in ones. A bare name is looked for in the\n"
    "game data. Several demos are a playlist, as are those of a folder; - is standard input;\n"
    "demos may be packed (.gz, .zip). Without a display use -o FILE.avi, which renders the\n"
    "first demo to a file, or quakereel render. Press ? in the window for its keys.\n";

static int complain_time(const char *text)
{
    fprintf(stderr, "quakereel: '%s' is no time; try 90, 1:30.5, 50%% or -10\n", text);
    return EXIT_USAGE;
}

/* Says what is done and what became of it; the path goes to stdout when all went well. */
static int write_film(const struct render_job *job, const struct render_plan *plan)
{
    const struct film_piece whole = {0, plan->frames};
    const char *path = job->format.path;
    struct render_reel reel = {0};
    struct render_result result;
    fprintf(stderr, "quakereel: rendering %s to %s (%llu frame%s at %dx%d)\n",
            job->demos[0] ? job->demos[0] : "the built-in demo", path,
            (unsigned long long)plan->frames, plural_s(plan->frames), job->format.width,
            job->format.height);
    const int status = render_film(job, plan, whole, NULL, &reel, &result);
    const int damage = render_reel_close(&reel);
    if (result.part) {
        fprintf(stderr, "quakereel: %s.part holds %llu of %llu frame%s\n", path,
                (unsigned long long)result.written.frames, (unsigned long long)plan->frames,
                plural_s(plan->frames));
    } else if (result.whole) {
        printf("%s\n", path);
    }
    return status != EXIT_GOOD ? status : damage;
}

/* Renders the first demo to path. */
static int play_to_file(const struct viewer_options *v, const char *path)
{
    const char *const demo = v->num_demos ? v->demos[0] : NULL;
    const double volume = v->sound.volume / 100.0;
    const struct render_job job = {
        .player = &v->player,
        .demos = &demo,
        .num_demos = 1,
        .from = v->start,
        .to = v->end,
        .least_picture = true,
        .speed = v->speed,
        .reverse = v->reverse,
        .format = {.kind = FILM_AVI,
                   .path = path,
                   .width = v->width ? v->width : FILM_WIDTH,
                   .height = v->height ? v->height : FILM_HEIGHT,
                   .fps = {FILM_FPS, 1},
                   .sound_rate = v->sound.off || v->sound.mute ? 0 : FILM_SOUND_RATE,
                   .codec = AVI_MJPEG,
                   .quality = FILM_QUALITY,
                   .force = true},
        .quality = {.supersample = 1, .blur = 1},
        .sound = {.look = v->sound.look,
                  .volume = (float)volume,
                  .music_volume = (float)(volume * v->sound.music_volume / 100.0)},
        .seek_bytes = v->seek_bytes};
    struct render_plan plan;
    int status = render_plan_make(&plan, &job);
    if (status == EXIT_GOOD) {
        status = write_film(&job, &plan);
    }
    render_plan_free(&plan);
    return status;
}

/* A name that promises no other format, or what is no file: a device, a pipe. */
static bool can_write_film(const char *path)
{
    char absolute[4096];
    const char *ending = strrchr(path, '.');
    return (ending && (strcmp(ending, ".avi") == 0 || strcmp(ending, ".AVI") == 0)) ||
           (platform_absolute_path(path, absolute, sizeof(absolute)) == 0 &&
            !platform_is_file(path) && !platform_is_directory(path));
}

/* What is no time at all is known before anything is opened. */
static int check(const struct viewer_options *v, const char *output)
{
    double time;
    if (output && !can_write_film(output)) {
        report_error("-o %s: films are written as Motion JPEG, to FILE.avi%s", output,
                     strcmp(output, "-") == 0 ? " and not to standard output" : "");
        return EXIT_USAGE;
    }
    if (v->start && !demo_time_parse(v->start, 1.0, &time)) {
        return complain_time(v->start);
    }
    if (v->end && !demo_time_parse(v->end, 1.0, &time)) {
        return complain_time(v->end);
    }
    if (!(v->speed >= TRANSPORT_SPEED_MIN && v->speed <= TRANSPORT_SPEED_MAX)) {
        fprintf(stderr, "quakereel: --speed is from 0.05 to 64; see quakereel play --help\n");
        return EXIT_USAGE;
    }
    return 0;
}

/* Plays in a window, or renders to output unless NULL. Without a window nothing is written: the
 * user is told how to ask for a film. */
static int play(const struct viewer_options *v, const char *output)
{
    char reason[256];
    if (output) {
        return play_to_file(v, output);
    }
    const enum viewer_end end = viewer_run(v, reason, sizeof(reason));
    if (end == VIEWER_NO_WINDOW) {
        fprintf(stderr,
                "quakereel: no window (%s)\n"
                "Write a film with 'quakereel render %s -o FILE.avi'; 'quakereel --help' lists the "
                "other commands.\n",
                reason, v->num_demos ? v->demos[0] : "builtin:demo1");
        return EXIT_BAD_INPUT;
    }
    return end == VIEWER_GOOD ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int take_scale(struct viewer_options *v, const char *text)
{
    const int number = text[0] >= '1' && text[0] <= '4' && text[1] == '\0' ? text[0] - '0' : 0;
    v->own_scale = true;
    v->scale = number;
    if (number == 0 && strcmp(text, "auto") != 0) {
        fprintf(stderr, "quakereel: --scale is 1 to 4, or auto; see quakereel play --help\n");
        return EXIT_USAGE;
    }
    return 0;
}

static bool take_record_size(void *target, const char *text)
{
    struct viewer_options *v = target;
    return options_parse_size(text, &v->record_width, &v->record_height);
}

static bool take_pitch(void *target, const char *text)
{
    bool *keep = target;
    *keep = strcmp(text, "keep") == 0;
    return *keep || strcmp(text, "change") == 0;
}

int cmd_play(int argc, char **argv)
{
    const char *output = NULL;
    const char *scale = NULL;
    bool list_keys = false;
    long seek_megabytes = TIMELINE_KEY_FRAME_BYTES >> 20;
    struct options options;
    struct viewer_options v = {.speed = 1.0};
    struct sound_choice sound = sound_choice_default();
    struct option own[PLAY_OPTIONS + OPTIONS_SOUND] = {
        {"start", "T", "start there: 90, 1:30.5, 50%, -10 (from the end)", .text = &v.start},
        {"end", "T", "stop there", .text = &v.end},
        {"speed", "X", "0.05 to 64 times as fast", .real = &v.speed},
        {"reverse", NULL, "play backward, from the end", .flag = &v.reverse},
        {"loop", NULL, "again and again", .flag = &v.repeat},
        {"resume", NULL, "go on where watching stopped last time", .flag = &v.resume},
        {"no-spoilers", NULL, "show nothing that tells of what is to come", .flag = &v.no_spoilers},
        {"no-osd", NULL, "neither bar nor messages (the key o brings them)", .flag = &v.no_osd},
        {"scale", "N", "draw at 1/N and enlarge, 1 to 4; auto (default): as the screen's rate asks",
         .text = &scale},
        {"fullscreen", NULL, "start on the whole screen", .flag = &v.fullscreen},
        {"seek-memory", "MB", "for jumping around quickly (64)", .whole = &seek_megabytes,
         .least = 1, .most = MOST_SEEK_MEGABYTES},
        {"mute", NULL, "begin without a sound (the key m brings it)", .flag = &v.sound.mute},
        {"no-sound", NULL, "no sound at all, and no device for it", .flag = &v.sound.off},
        {"pitch", "WHAT", "change (default) or keep the pitch at other speeds, 0.5 to 2",
         .parse = take_pitch, .target = &v.sound.keep_pitch, .range = "change or keep"},
        {"record-size", "WxH", "of films recorded in the window (its picture's)",
         .parse = take_record_size, .target = &v, .range = "160x100 to 3840x2160"},
        {"o", "FILE.avi", "render to this file instead of a window", .text = &output},
        {"list-keys", NULL, "print the default keys as lines of keys.conf", .flag = &list_keys},
    };
    options_fill_sound(own + PLAY_OPTIONS, &sound);
    const struct command_line line = {"play", usage, own, .draws = true, .most_demos = SIZE_MAX};
    int status = options_begin(&options, &line, argc, argv);
    if (status != OPTIONS_GO_ON) {
        return status;
    }
    if (list_keys) {
        actions_write_list(stdout);
        options_free(&options);
        return EXIT_GOOD;
    }
    const size_t megabytes = (size_t)seek_megabytes, most = SIZE_MAX >> 20; /* 4095 with 32 bits */
    v.seek_bytes = (megabytes < most ? megabytes : most) << 20;
    v.player = options.player;
    v.sound.look = sound.look;
    v.sound.volume = sound.volume;
    v.sound.own_volume = sound.own_volume;
    v.sound.music_volume = sound.music_volume;
    v.own_gamma = options.gamma > 0.0;
    v.own_contrast = options.contrast > 0.0;
    v.width = options.width;
    v.height = options.height;
    status = check(&v, output);
    if (status == 0 && scale) {
        status = take_scale(&v, scale);
    }
    if (status == 0) {
        struct demo_list demos;
        const int named = demo_arguments_watched(&demos, &options);
        v.demos = (const char *const *)demos.names;
        v.num_demos = demos.count;
        v.choose = options.num_files == 1 && demos.from == DEMO_LIST_ARCHIVE && demos.count > 1;
        if (named == EXIT_GOOD || demos.count > 0) {
            status = play(&v, output);
        }
        status = status == EXIT_GOOD ? named : status;
        demo_list_free(&demos);
    }
    options_free(&options);
    return status;
}
