/* quakereel render: any stretch of demos as a film, with sound, in whole or in pieces. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "engine/capture/film_done.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/render_film.h"
#include "engine/commands/render_jobs.h"
#include "engine/commands/render_merge.h"
#include "engine/commands/render_progress.h"
#include "engine/options/option_row.h"
#include "engine/playback/camera_path_text.h"
#include "engine/report/report.h"
#include "formats/base/hash64.h"
#include "formats/base/plural.h"

enum { DEFAULT_WIDTH = 1280, DEFAULT_HEIGHT = 720 };

/* --- one film --------------------------------------------------------------------------------- */

static bool go_on(void *context, struct film_written written)
{
    render_progress_tell(context, written);
    return !process_was_asked_to_end();
}

static void tell_end(const struct options *a, const struct film_format *format,
                     struct film_piece piece, const struct render_result *result, double seconds)
{
    const struct film_written *w = &result->written;
    const char *name = strcmp(a->out, "-") == 0 ? "standard output" : a->out;
    if (!result->whole && a->film.jobs == 1) {
        render_result_tell(format, piece, result);
    } else if (result->whole && !a->film.quiet) {
        report_error("%s: %llu frame%s in %.1f s (%.1f a second)", name,
                     (unsigned long long)w->frames, plural_s(w->frames), seconds,
                     (double)w->frames / (seconds > 1e-3 ? seconds : 1e-3));
    }
}

/* The options that decide the film's bytes, except its name and which piece of it is rendered. */
static int write_settings(const struct options *a, struct byte_writer *text)
{
    char value[OPTION_TEXT_MAX];
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (strcmp(row->name, "o") != 0 && strcmp(row->name, "piece") != 0 &&
            option_write_filmed(row, COMMAND_RENDER, a, value, sizeof(value))) {
            const char *const parts[] = {text->size > 0 ? " " : "", "--", row->name, " ", value};
            for (size_t j = 0; j < sizeof(parts) / sizeof(parts[0]); j++) {
                byte_writer_bytes(text, parts[j], strlen(parts[j]));
            }
        }
    }
    byte_writer_u8(text, 0);
    return text->failed ? FORMAT_MEMORY : 0;
}

/* With --resume a film that has its name is finished. COMMAND_GO_ON: it is to be rendered. */
static int check_done(const struct options *a, const struct render_job *job,
                      struct film_piece piece)
{
    struct format_error err;
    if (!a->film.resume || job->format.kind == FILM_PICTURES || !platform_is_file(a->out)) {
        return COMMAND_GO_ON;
    }
    /* Of an encoder's film nothing is known. */
    const bool unknown = job->format.kind == FILM_ENCODER && a->force;
    if (unknown || film_done_check(&job->format, piece, &err) < 0) {
        if (a->force) {
            return COMMAND_GO_ON;
        }
        report_error("%s: %s", a->out, err.what);
        return EXIT_BAD_INPUT;
    }
    if (!a->film.quiet) {
        report_error("%s exists already", a->out);
    }
    render_merge_remove_left(&job->format, job->work_path, &job->identity, piece);
    return EXIT_GOOD;
}

/* What the film is of. settings: owns the text. */
static int identify_film(const struct options *a, const struct render_plan *plan,
                         struct byte_writer *settings, struct render_job *job)
{
    uint64_t inputs = plan->demos;
    size_t size = 0;
    char *path = a->player.camera_path ? camera_path_write(a->player.camera_path, "", &size) : NULL;
    if (write_settings(a, settings) < 0 || (a->player.camera_path && !path)) {
        report_error("out of memory");
        free(path);
        return EXIT_BAD_INPUT;
    }
    inputs = path ? hash64_add(inputs, path, size) : inputs;
    free(path);
    job->identity = (struct film_identity){QUAKEREEL_VERSION, inputs, (const char *)settings->data};
    return EXIT_GOOD;
}

/* In this process. Numbered pictures have a lock and a journal, as films of several processes. */
static int render_alone(const struct render_job *job, const struct render_plan *plan,
                        struct film_piece piece, struct render_progress *progress,
                        struct render_result *result)
{
    const struct render_watch watch = {go_on, progress};
    const bool pictures = job->format.kind == FILM_PICTURES;
    struct render_job own = *job;
    struct render_context rendering = {0};
    struct render_merge merge;
    *result = (struct render_result){0};
    if (pictures) {
        const int begun =
            render_merge_begin(&merge, &job->format, job->work_path, &job->identity, piece, 1);
        if (begun != EXIT_GOOD) {
            return begun;
        }
        render_merge_aim(&merge, 0, &own.format);
    }
    int status = render_film(&own, plan, piece, &watch, &rendering, result);
    if (pictures) {
        const int ended = render_merge_end(&merge, result->whole, result->written.frames);
        status = status != EXIT_GOOD ? status : ended;
    }
    render_progress_clear(progress);
    const int damage = render_context_close(&rendering);
    return status != EXIT_GOOD ? status : damage;
}

static int render_piece(const struct options *a, const struct render_job *job,
                        const struct render_plan *plan)
{
    const struct film_piece piece =
        film_piece_of(plan->frames, (uint32_t)a->film.piece.number, (uint32_t)a->film.piece.count);
    struct render_progress progress;
    struct render_result result;
    const uint64_t wanted = piece.last - piece.first;
    int status = check_done(a, job, piece);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    render_progress_begin(&progress, strcmp(a->out, "-") == 0 ? "standard output" : a->out, wanted,
                          a->film.quiet);
    progress.counts = a->film.progress;
    if (a->film.jobs > 1) {
        status = render_jobs(job, plan, piece, a->film.jobs, &progress, &result);
    } else {
        status = render_alone(job, plan, piece, &progress, &result);
    }
    render_progress_end(&progress, result.written);
    tell_end(a, &job->format, piece, &result, platform_now() - progress.began);
    return status;
}

static int render_demos(const struct options *a, const struct render_job *job)
{
    struct render_plan plan;
    struct process_guard guard;
    struct byte_writer settings = {0};
    process_guard_begin(&guard);
    int status = render_plan_make(&plan, job);
    if (status == EXIT_GOOD) {
        const struct film_part part = a->film.piece;
        char work_path[OUTPUT_PATH];
        struct render_job known = *job;
        known.work_path = a->out;
        if (job->format.kind == FILM_PICTURES && part.count > 1) { /* others make the other parts */
            snprintf(work_path, sizeof(work_path), "%.4000s.piece-%d-of-%d", a->out,
                     (int)part.number, (int)part.count);
            known.work_path = work_path;
        }
        status = identify_film(a, &plan, &settings, &known);
        status = status == EXIT_GOOD ? render_piece(a, &known, &plan) : status;
    }
    byte_writer_free(&settings);
    render_plan_free(&plan);
    process_guard_end(&guard);
    return status;
}

static struct render_job make_job(const struct options *a, const struct demo_list *demos,
                                  enum film_kind kind)
{
    const double volume = a->sound.volume / 100.0;
    return (struct render_job){
        .player = &a->player,
        .demos = (const char *const *)demos->names,
        .num_demos = demos->count,
        .from = a->from,
        .to = a->to,
        .speed = a->speed,
        .reverse = a->reverse,
        .format = {.kind = kind,
                   .path = a->out,
                   .width = a->size.width ? a->size.width : DEFAULT_WIDTH,
                   .height = a->size.height ? a->size.height : DEFAULT_HEIGHT,
                   .fps = a->film.fps,
                   .sound_rate = a->sound.off ? 0 : (uint32_t)a->sound.rate,
                   .codec = a->film.codec,
                   .quality = a->film.quality,
                   .chroma = a->film.chroma_444 ? Y4M_444 : Y4M_420,
                   .force = a->force,
                   .resume = a->film.resume,
                   .encoder_options = a->film.ffmpeg_options},
        .quality = {a->film.supersample, a->film.motion_blur, a->film.shutter},
        .sound = {.look = a->sound.look,
                  .volume = (float)volume,
                  .music_volume =
                      a->sound.no_music ? 0.0f : (float)(volume * a->sound.music_volume / 100.0)},
        /* Forward each frame is a step from the one before. */
        .seek_bytes = a->reverse ? TIMELINE_KEY_FRAME_BYTES : TIMELINE_KEY_FRAME_BYTES / 4,
        .spare = a->film.resume || a->film.piece.count > 1,
    };
}

static int check_options(const struct options *a, enum film_kind *kind)
{
    struct format_error err = {0};
    const int width = a->size.width ? a->size.width : DEFAULT_WIDTH;
    const int height = a->size.height ? a->size.height : DEFAULT_HEIGHT;
    if (!a->out) {
        return command_refuse(COMMAND_RENDER, "no film to write (-o)");
    }
    if (!film_kind_find(a->out, a->film.format, kind, &err)) {
        report_error("-o %s: %s; see quakereel render --help", a->out, err.what);
        return EXIT_USAGE;
    }
    const struct film_format format = {.kind = *kind, .path = a->out};
    if (a->film.jobs > 1 && !render_jobs_can(&format)) {
        return command_refuse(COMMAND_RENDER,
                              "--jobs makes pieces, which %s cannot have; use .avi, .y4m, .rgb, "
                              ".wav or pictures",
                              a->out);
    }
    if (a->film.progress && strcmp(a->out, "-") == 0) {
        return command_refuse(COMMAND_RENDER, "--progress cannot be combined with -o -");
    }
    if (a->sound.off && *kind == FILM_WAV) {
        return command_refuse(COMMAND_RENDER, "--no-sound cannot be combined with a .wav output");
    }
    if (a->film.supersample * a->film.supersample * a->film.motion_blur > FILM_SHARES_MAX ||
        width * a->film.supersample > RENDER_MAX_WIDTH ||
        height * a->film.supersample > RENDER_MAX_HEIGHT) {
        return command_refuse(COMMAND_RENDER,
                              "--supersample: at most 3840x2160 are rendered, and 256 pixels (N x "
                              "N x --motion-blur) averaged");
    }
    return EXIT_GOOD;
}

int cmd_render(int argc, char **argv)
{
    struct options options;
    enum film_kind kind;
    int status = command_begin(&options, COMMAND_RENDER, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    status = check_options(&options, &kind);
    if (status == EXIT_GOOD) {
        struct demo_list demos;
        status = demo_arguments_all(&demos, &options);
        if (status == EXIT_GOOD && demos.count > 0) {
            const struct render_job job = make_job(&options, &demos, kind);
            status = render_demos(&options, &job);
        }
        demo_list_free(&demos);
    }
    options_free(&options);
    return status;
}
