/* quakereel play: demos in a window, in real time; with -o into a file. */
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/actions/actions.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/render_film.h"
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
/* Renders the film with messages on stderr; prints its path on stdout if it is complete. */
static int write_film(const struct render_job *job, const struct render_plan *plan)
{
    const struct film_piece whole = {0, plan->frames};
    const char *path = job->format.path;
    struct render_context reel = {0};
    struct render_result result;
    fprintf(stderr, "quakereel: rendering %s to %s (%llu frame%s at %dx%d)\n", job->demos[0], path,
            (unsigned long long)plan->frames, plural_s(plan->frames), job->format.width,
            job->format.height);
    const int status = render_film(job, plan, whole, NULL, &reel, &result);
    const int damage = render_context_close(&reel);
    if (result.whole) {
        printf("%s\n", path);
    } else {
        render_result_tell(&job->format, whole, &result);
    }
    return status != EXIT_GOOD ? status : damage;
}

/* Renders the first demo into a file. */
static int play_to_file(const struct viewer_options *v, const char *path)
{
    const struct options *o = v->asked;
    const double volume = o->sound.volume / 100.0;
    const struct render_job job = {
        .player = &o->player,
        .demos = v->demos,
        .num_demos = 1,
        .from = o->from,
        .to = o->to,
        .least_picture = true,
        .speed = o->speed,
        .reverse = o->reverse,
        .format = {.kind = FILM_AVI,
                   .path = path,
                   .width = o->size.width ? o->size.width : FILM_WIDTH,
                   .height = o->size.height ? o->size.height : FILM_HEIGHT,
                   .fps = {FILM_FPS, 1},
                   .sound_rate = o->sound.off || o->sound.mute ? 0 : FILM_SOUND_RATE,
                   .codec = AVI_MJPEG,
                   .quality = FILM_QUALITY,
                   .force = o->force},
        .quality = {.supersample = 1, .blur = 1},
        .sound = {.look = o->sound.look,
                  .volume = (float)volume,
                  .music_volume = (float)(volume * o->sound.music_volume / 100.0)},
        .seek_bytes = options_seek_bytes(o)};
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

/* Plays in a window, or renders to -o. If no window opens, nothing is written: a message names -o.
 */
static int play_in_window(const struct viewer_options *v)
{
    char reason[256];
    if (v->asked->out) {
        return play_to_file(v, v->asked->out);
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

int cmd_play(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    int status = command_begin(&options, COMMAND_PLAY, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.play.list_keys) {
        actions_write_list(stdout);
        options_free(&options);
        return EXIT_GOOD;
    }
    if (options.out && !can_write_film(options.out)) {
        report_error("-o %s: films are Motion JPEG in FILE.avi%s", options.out,
                     strcmp(options.out, "-") == 0 ? ", and not to standard output" : "");
        options_free(&options);
        return EXIT_USAGE;
    }
    const int named = demo_arguments_watched(&demos, &options);
    const struct viewer_options v = {.asked = &options,
                                     .demos = (const char *const *)demos.names,
                                     .num_demos = demos.count,
                                     .choose = options.num_files == 1 &&
                                               demos.from == DEMO_LIST_ARCHIVE && demos.count > 1};
    status = named == EXIT_GOOD || demos.count > 0 ? play_in_window(&v) : EXIT_GOOD;
    status = status == EXIT_GOOD ? named : status;
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
