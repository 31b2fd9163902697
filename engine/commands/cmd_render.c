/* quakereel render: any stretch of demos as a film, with sound, in whole or in pieces. */
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/options.h"
#include "engine/commands/options_sound.h"
#include "engine/commands/render_film.h"
#include "engine/commands/render_jobs.h"
#include "engine/commands/render_progress.h"
#include "engine/playback/transport.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720, DEFAULT_RATE = 48000, DEFAULT_QUALITY = 90 };

static const char usage[] =
    "usage: quakereel render DEMO... -o OUT [--from T] [--to T] [options]\n"
    "\n"
    "Makes a film of a stretch of a demo, of several one after the other. The same line gives the\n"
    "same bytes on every machine, with any number of threads, whole or in pieces. OUT:\n"
    "  FILE.avi   Motion JPEG (or --codec raw) and sound\n"
    "  FILE.y4m   pictures as encoders take them in; - writes it to standard output\n"
    "  %05d.png   a picture a frame, numbered from 0\n"
    "  FILE.wav   the sound alone\n"
    "  FILE.mp4, .mkv, .webm ...   whatever ffmpeg makes of it, where it is installed\n"
    "Times: 90, 1:30.5, 50%, -10 (from the end); frames before --to belong to the film.\n";

struct render_arguments {
    const char *out, *format, *from, *to, *encoder_options;
    struct film_rate fps;
    double speed, shutter;
    bool reverse, no_sound, no_music, force, resume, quiet, progress;
    long rate, quality, supersample, blur, jobs;
    enum avi_codec codec;
    bool chroma_444;
    struct {
        int number, count;
    } piece;
    struct sound_choice sound;
};

/* --- options ---------------------------------------------------------------------------------- */

static bool take_fps(void *target, const char *text)
{
    return film_rate_parse(text, target);
}

static bool take_codec(void *target, const char *text)
{
    enum avi_codec *codec = target;
    *codec = strcmp(text, "raw") == 0 ? AVI_RAW : AVI_MJPEG;
    return *codec == AVI_RAW || strcmp(text, "mjpeg") == 0;
}

static bool take_chroma(void *target, const char *text)
{
    bool *full = target;
    *full = strcmp(text, "444") == 0;
    return *full || strcmp(text, "420") == 0;
}

static bool take_piece(void *target, const char *text)
{
    struct render_arguments *a = target;
    char number[16];
    const char *slash = strchr(text, '/');
    if (!slash || (size_t)(slash - text) >= sizeof(number)) {
        return false;
    }
    memcpy(number, text, (size_t)(slash - text));
    number[slash - text] = '\0';
    return options_parse_int(slash + 1, 1, FILM_MOST_PIECES, &a->piece.count) &&
           options_parse_int(number, 1, a->piece.count, &a->piece.number);
}

enum { RENDER_OPTIONS = 23 };

static void fill_options(struct option table[RENDER_OPTIONS + OPTIONS_SOUND],
                         struct render_arguments *a)
{
    const struct option own[RENDER_OPTIONS] = {
        {"o", "OUT", "where to", .text = &a->out},
        {"from", "T", "the first moment (the beginning)", .text = &a->from},
        {"to", "T", "the moment behind the last one (the end)", .text = &a->to},
        {"fps", "N", "frames a second: 60 (default), 23.976, 30000/1001", .parse = take_fps,
         .target = &a->fps, .range = "0.01 to 1000, or N/D"},
        {"speed", "X", "0.05 to 64 times as fast; heard from 0.5 to 2", .real = &a->speed,
         .low = TRANSPORT_SPEED_MIN, .high = TRANSPORT_SPEED_MAX},
        {"reverse", NULL, "the same pictures and samples backward", .flag = &a->reverse},
        {"supersample", "N", "drawn N times as wide and high, and averaged (1)",
         .whole = &a->supersample, .least = 1, .most = FILM_MOST_SUPERSAMPLE},
        {"motion-blur", "N", "each frame the mean of N, evenly over the shutter's time (1)",
         .whole = &a->blur, .least = 1, .most = FILM_MOST_BLUR},
        {"shutter", "DEGREES", "of 360 it is open for each frame (180)", .real = &a->shutter,
         .low = 1.0, .high = 360.0},
        {"codec", "CODEC", "of .avi: mjpeg (default) or raw", .parse = take_codec,
         .target = &a->codec, .range = "mjpeg or raw"},
        {"quality", "N", "of Motion JPEG, 1 to 100 (90)", .whole = &a->quality, .least = 1,
         .most = 100},
        {"chroma", "WHAT", "of .y4m and ffmpeg: 420 (default), a colour for 2x2 pixels, or 444",
         .parse = take_chroma, .target = &a->chroma_444, .range = "420 or 444"},
        {"format", "FORMAT", "whatever OUT ends in: avi, y4m, raw (rows of RGB), png, wav",
         .text = &a->format},
        {"ffmpeg", "WORDS", "for ffmpeg, before the file: \"-c:v libx264 -crf 18\"",
         .text = &a->encoder_options},
        {"no-sound", NULL, "pictures alone", .flag = &a->no_sound},
        {"no-music", NULL, "sounds alone", .flag = &a->no_music},
        {"rate", "N", "samples a second, 8000 to 48000 (48000)", .whole = &a->rate,
         .least = SOUNDTRACK_MIN_RATE, .most = SOUNDTRACK_MAX_RATE},
        {"piece", "I/N", "the I-th of N equal parts alone; see quakereel join", .parse = take_piece,
         .target = a, .range = "1/N to N/N"},
        {"jobs", "N", "N processes make it together (1)", .whole = &a->jobs, .least = 1,
         .most = RENDER_MOST_JOBS},
        {"resume", NULL, "leave what an earlier run has finished: pictures, pieces",
         .flag = &a->resume},
        {"force", NULL, "replace files that are there", .flag = &a->force},
        {"quiet", NULL, "do not say how far it is", .flag = &a->quiet},
        {"progress", NULL, "say it on standard output, for programs: progress FRAMES ALL BYTES",
         .flag = &a->progress},
    };
    memcpy(table, own, sizeof(own));
    options_fill_sound(table + RENDER_OPTIONS, &a->sound);
}

/* --- one film --------------------------------------------------------------------------------- */

static bool go_on(void *context, struct film_written written)
{
    render_progress_tell(context, written);
    return !process_was_asked_to_end();
}

static void tell_end(const struct render_arguments *a, const struct render_result *result,
                     uint64_t wanted, double seconds)
{
    const struct film_written *w = &result->written;
    const char *part = result->part ? ".part" : "";
    const char *name = strcmp(a->out, "-") == 0 ? "standard output" : a->out;
    if (!result->whole && w->frames > 0 && a->jobs == 1 && strcmp(a->out, "-") != 0) {
        report_error("%s%s holds %llu of %llu frame%s", a->out, part, (unsigned long long)w->frames,
                     (unsigned long long)wanted, plural_s(wanted));
    } else if (result->whole && !a->quiet) {
        report_error("%s: %llu frame%s in %.1f s (%.1f a second)", name,
                     (unsigned long long)w->frames, plural_s(w->frames), seconds,
                     (double)w->frames / (seconds > 1e-3 ? seconds : 1e-3));
    }
}

static int render_piece(const struct render_arguments *a, const struct render_job *job,
                        const struct render_plan *plan)
{
    const struct film_piece piece =
        film_piece_of(plan->frames, (uint32_t)a->piece.number, (uint32_t)a->piece.count);
    struct render_progress progress;
    struct render_result result;
    const uint64_t wanted = piece.last - piece.first;
    int status;
    render_progress_begin(&progress, strcmp(a->out, "-") == 0 ? "standard output" : a->out, wanted,
                          a->quiet);
    progress.counts = a->progress;
    if (a->jobs > 1) {
        status = render_jobs(job, plan, piece, (int)a->jobs, &progress, &result);
    } else {
        const struct render_watch watch = {go_on, &progress};
        struct render_reel reel = {0};
        status = render_film(job, plan, piece, &watch, &reel, &result);
        render_progress_clear(&progress);
        const int damage = render_reel_close(&reel);
        status = status != EXIT_GOOD ? status : damage;
    }
    render_progress_end(&progress, result.written);
    tell_end(a, &result, wanted, platform_now() - progress.began);
    return status;
}

/* With --resume a film that has its name is finished. */
static bool is_done(const struct render_arguments *a, enum film_kind kind)
{
    if (!a->resume || kind == FILM_PICTURES || !platform_is_file(a->out)) {
        return false;
    }
    if (!a->quiet) {
        report_error("%s is there already", a->out);
    }
    return true;
}

static int render(const struct render_arguments *a, const struct render_job *job)
{
    struct render_plan plan;
    struct process_guard guard;
    process_guard_begin(&guard);
    int status = render_plan_make(&plan, job);
    if (status == EXIT_GOOD) {
        status = render_piece(a, job, &plan);
    }
    render_plan_free(&plan);
    process_guard_end(&guard);
    return status;
}

static struct render_job make_job(const struct render_arguments *a, const struct options *options,
                                  const struct demo_list *demos, enum film_kind kind)
{
    const double volume = a->sound.volume / 100.0;
    return (struct render_job){
        .player = &options->player,
        .demos = (const char *const *)demos->names,
        .num_demos = demos->count,
        .from = a->from,
        .to = a->to,
        .speed = a->speed,
        .reverse = a->reverse,
        .format = {.kind = kind,
                   .path = a->out,
                   .width = options->width ? options->width : DEFAULT_WIDTH,
                   .height = options->height ? options->height : DEFAULT_HEIGHT,
                   .fps = a->fps,
                   .sound_rate = a->no_sound ? 0 : (uint32_t)a->rate,
                   .codec = a->codec,
                   .quality = (int)a->quality,
                   .chroma = a->chroma_444 ? Y4M_444 : Y4M_420,
                   .force = a->force || (a->resume && kind != FILM_ENCODER),
                   .encoder_options = a->encoder_options},
        .quality = {(int)a->supersample, (int)a->blur, a->shutter},
        .sound = {.look = a->sound.look,
                  .volume = (float)volume,
                  .music_volume =
                      a->no_music ? 0.0f : (float)(volume * a->sound.music_volume / 100.0)},
        /* Forward each frame is a step from the one before. */
        .seek_bytes = a->reverse ? TIMELINE_KEY_FRAME_BYTES : TIMELINE_KEY_FRAME_BYTES / 4,
        .resume = a->resume,
        .spare = a->resume || a->piece.count > 1,
    };
}

static int check(const struct render_arguments *a, const struct options *options,
                 enum film_kind *kind)
{
    struct format_error err = {0};
    const int width = options->width ? options->width : DEFAULT_WIDTH;
    const int height = options->height ? options->height : DEFAULT_HEIGHT;
    if (!a->out) {
        return options_complain("render", "%s", "no film to write (-o)");
    }
    if (!film_kind_find(a->out, a->format, kind, &err)) {
        report_error("-o %s: %s; see quakereel render --help", a->out, err.what);
        return EXIT_USAGE;
    }
    const struct film_format format = {.kind = *kind, .path = a->out};
    if (a->jobs > 1 && !render_jobs_can(&format)) {
        return options_complain("render",
                                "--jobs makes pieces, and of such a film (%s) there are "
                                "none: .avi, .y4m, .rgb, .wav or pictures",
                                a->out);
    }
    if (a->progress && strcmp(a->out, "-") == 0) {
        return options_complain("render", "%s", "--progress is for a film that goes elsewhere");
    }
    if (a->no_sound && *kind == FILM_WAV) {
        return options_complain("render", "%s", "a .wav without sound is nothing");
    }
    if (a->supersample * a->supersample * a->blur > FILM_MOST_SHARES ||
        width * a->supersample > RENDER_MAX_WIDTH || height * a->supersample > RENDER_MAX_HEIGHT) {
        return options_complain("render", "%s",
                                "--supersample: 3840x2160 are the most that is drawn, and 256 "
                                "pixels (N x N x --motion-blur) make one");
    }
    return EXIT_GOOD;
}

int cmd_render(int argc, char **argv)
{
    struct render_arguments a = {.fps = {60, 1},
                                 .speed = 1.0,
                                 .shutter = 180.0,
                                 .rate = DEFAULT_RATE,
                                 .quality = DEFAULT_QUALITY,
                                 .supersample = 1,
                                 .blur = 1,
                                 .jobs = 1,
                                 .piece = {1, 1},
                                 .sound = sound_choice_default()};
    struct option own[RENDER_OPTIONS + OPTIONS_SOUND];
    struct options options;
    enum film_kind kind;
    fill_options(own, &a);
    const struct command_line line = {"render", usage, own, true, 1, .most_demos = SIZE_MAX};
    int status = options_begin(&options, &line, argc, argv);
    if (status != OPTIONS_GO_ON) {
        return status;
    }
    status = check(&a, &options, &kind);
    if (status == EXIT_GOOD && !is_done(&a, kind)) {
        struct demo_list demos;
        status = demo_arguments_all(&demos, &options);
        if (status == EXIT_GOOD && demos.count > 0) {
            const struct render_job job = make_job(&a, &options, &demos, kind);
            status = render(&a, &job);
        }
        demo_list_free(&demos);
    }
    options_free(&options);
    return status;
}
