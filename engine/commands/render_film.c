#include "engine/commands/render_film.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "engine/capture/picture_name.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/follow_check.h"
#include "engine/report/report.h"
#include "formats/base/hash64.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"

#define SUMMARY_SECONDS 5.0 /* of film: the match summary at the end */

/* --- the plan --------------------------------------------------------------------------------- */

/* A demo that is open for its plan: its part is found, its bytes are added to the plan's hash. */
static int read_part(struct render_plan *plan, const struct render_job *job,
                     const struct demo_source *source, const struct timeline *timeline,
                     struct demo_part *part)
{
    const int status = demo_part_read(part, source, timeline, job->from, job->to);
    demo_part_tell_outside(part, source->name, job->from, job->to, timeline_length(timeline));
    plan->demos = hash64_add(plan->demos, source->data, source->size);
    return status;
}

/* Finds the part of a demo without game data. Errors are reported when the demo is opened to draw
 * it. */
static int find_part(struct render_plan *plan, const struct render_job *job, const char *name,
                     struct demo_part *part)
{
    static const struct timeline_options index = {.key_frame_bytes = 0};
    struct demo_source source;
    struct timeline *timeline;
    struct playback_context player;
    int status = EXIT_BAD_INPUT;
    int code = demo_source_open_bytes(&source, name, &job->player->search, NULL);
    if (code == 0) {
        code = timeline_open_demo(&timeline, &source.demo, &index, NULL);
        if (code == 0) {
            status = read_part(plan, job, &source, timeline, part);
            timeline_close(timeline);
        }
        demo_source_close(&source);
    }
    if (code < 0 && report_open(&player, name, job->player, &index, NULL, NULL) == 0) {
        status = read_part(plan, job, &player.source, player.timeline, part);
        playback_close(&player);
    }
    return status;
}

static int plan_one(struct render_plan *plan, const struct render_job *job, const char *demo)
{
    struct film_stretch *s = &plan->stretches[plan->count];
    *s = (struct film_stretch){.speed = job->speed,
                               .reverse = job->reverse,
                               .fps = job->format.fps,
                               .first = plan->frames};
    struct demo_part part;
    if (job->player->end_summary && film_kind_has_pictures(job->format.kind)) {
        s->held = (uint64_t)(SUMMARY_SECONDS * s->fps.num / s->fps.den + 0.5);
    }
    int status = find_part(plan, job, demo, &part);
    if (status != EXIT_GOOD) {
        return status;
    }
    plan->outside |= part.outside;
    if (job->least_picture && part.to.seconds < part.from.seconds) {
        part.to = part.from;
    }
    s->from = part.from.seconds;
    s->to = part.to.seconds;
    status = demo_part_check(&part, job->from, job->to);
    if (status == EXIT_GOOD) {
        s->frames = film_stretch_frames(s);
        plan->frames += s->frames;
        plan->count++;
    }
    return status;
}

int render_plan_make(struct render_plan *plan, const struct render_job *job)
{
    int status = EXIT_GOOD;
    *plan = (struct render_plan){.stretches = calloc(job->num_demos, sizeof(*plan->stretches)),
                                 .demos = HASH64_START};
    if (!plan->stretches) {
        fprintf(stderr, "quakereel: out of memory\n");
        return EXIT_BAD_INPUT;
    }
    for (size_t i = 0; i < job->num_demos && status == EXIT_GOOD; i++) {
        status = plan_one(plan, job, job->demos[i]);
    }
    plan->demos = ghost_options_hash(&job->player->ghosts, &job->player->search, plan->demos);
    const struct ghost_options beside = {.names = job->player->beside.name};
    plan->demos = ghost_options_hash(&beside, &job->player->search, plan->demos);
    if (status == EXIT_GOOD && plan->frames > FILM_FRAMES_MAX) {
        fprintf(stderr, "quakereel: a film of more than %d frames\n", FILM_FRAMES_MAX);
        status = EXIT_USAGE;
    }
    return status;
}

void render_plan_free(struct render_plan *plan)
{
    free(plan->stretches);
    plan->stretches = NULL;
}

/* --- the work --------------------------------------------------------------------------------- */

static const struct files *sound_files(const struct render_context *rendering)
{
    return rendering->soundtrack ? soundtrack_files(rendering->soundtrack) : NULL;
}

/* True if game data that was read so far is damaged. */
static bool is_damaged(void *context)
{
    const struct render_context *rendering = context;
    const struct files *seen = rendering->player.source.game.files;
    const struct files *heard = sound_files(rendering);
    return rendering->damaged || (seen && files_damaged_count(seen) > 0) ||
           (heard && files_damaged_count(heard) > 0);
}

/* Reports damage of the open demo, and closes it. */
static void close_demo(struct render_context *rendering)
{
    const struct files *heard = sound_files(rendering);
    const bool damaged = is_damaged(rendering);
    if (report_damage(&rendering->player, NULL) || (heard && files_damaged_count(heard) > 0)) {
        rendering->status = EXIT_BAD_INPUT;
    }
    /* Without memory the line names fewer. */
    (void)!missing_pieces_join(&rendering->missing,
                               files_missing_pieces(rendering->player.source.game.files));
    (void)!(heard && missing_pieces_join(&rendering->missing, files_missing_pieces(heard)) < 0);
    soundtrack_close(rendering->soundtrack);
    free(rendering->sound);
    film_frames_free(&rendering->frames);
    playback_close(&rendering->player);
    *rendering = (struct render_context){.missing = rendering->missing,
                                         .is_copy = rendering->is_copy,
                                         .status = rendering->status,
                                         .damaged = damaged};
}

enum { NAME_TOLD = 256 };

/* No other line begins like this. */
static const char piece_mark[] = "\1missing: ";

const char *render_piece_of(const char *line)
{
    const size_t length = sizeof(piece_mark) - 1;
    return strncmp(line, piece_mark, length) == 0 ? line + length : NULL;
}

int render_context_close(struct render_context *rendering)
{
    if (rendering->demo > 0) {
        close_demo(rendering);
    }
    for (size_t i = 0; rendering->is_copy && i < rendering->missing.count; i++) {
        char name[NAME_TOLD];
        terminal_text(name, sizeof(name), rendering->missing.names[i]);
        fprintf(stderr, "%s%s\n", piece_mark, name);
    }
    if (!rendering->is_copy) {
        report_pieces(&rendering->missing);
    }
    missing_pieces_free(&rendering->missing);
    return rendering->status;
}

static int lack_memory(void)
{
    fprintf(stderr, "quakereel: out of memory\n");
    return EXIT_BAD_INPUT;
}

/* The ears are the picture's eyes. */
static struct sound_eyes choose_eyes(const struct playback_options *options)
{
    return (struct sound_eyes){.camera = options->camera,
                               .camera_path = options->camera_path,
                               .who = options->follow,
                               .no_lerp = options->no_lerp,
                               .own_water_alpha = options->own_water_alpha,
                               .water_alpha = options->water_alpha};
}

/* True if the line was not printed yet; records it. */
static bool take_line(struct render_context *rendering, const char *line)
{
    const uint64_t hash = hash64_add(HASH64_START, line, strlen(line));
    for (unsigned i = 0; i < rendering->num_said; i++) {
        if (rendering->said[i] == hash) {
            return false;
        }
    }
    if (rendering->num_said < RENDER_LINES) {
        rendering->said[rendering->num_said++] = hash;
    }
    return true;
}

static void collect_report(void *context, enum report_kind kind, const char *line)
{
    (void)kind;
    (void)take_line(context, line);
}

static void tell_new_line(void *context, const char *line)
{
    if (take_line(context, line)) {
        report_line(NULL, line);
    }
}

static void ignore_line(void *context, const char *line)
{
    (void)context;
    (void)line;
}

static int open_sound(struct render_context *rendering, const struct render_job *job)
{
    struct format_error err = {0};
    struct soundtrack_options mix = job->sound;
    const struct sound_eyes eyes = choose_eyes(job->player);
    mix.rate = job->format.sound_rate;
    mix.log = tell_new_line;
    mix.log_piece = job->player->search.verbose ? NULL : ignore_line;
    mix.log_context = rendering;
    if (soundtrack_open(&rendering->soundtrack, rendering->player.timeline,
                        &rendering->player.source.game, &mix, &err) < 0) {
        report_error("%s: %s", rendering->player.source.name, err.what);
        return EXIT_BAD_INPUT;
    }
    rendering->sound = malloc(sizeof(*rendering->sound));
    if (!rendering->sound) {
        return lack_memory();
    }
    film_sound_begin(rendering->sound, rendering->soundtrack, &eyes, mix.rate);
    return EXIT_GOOD;
}

static int open_demo(struct render_context *rendering, const struct render_job *job, size_t demo,
                     const struct film_stretch *stretch)
{
    const bool pictures = film_kind_has_pictures(job->format.kind);
    const bool sound = film_kind_has_sound(job->format.kind) && job->format.sound_rate > 0;
    const struct timeline_options index = {
        .key_frame_bytes = job->seek_bytes, .background = true, .sounds = sound};
    if (rendering->demo == demo + 1) {
        return EXIT_GOOD;
    }
    if (rendering->demo > 0) {
        close_demo(rendering);
    }
    rendering->listener = (struct report_listener){collect_report, rendering};
    if (report_open(&rendering->player, job->demos[demo], job->player, &index, &rendering->listener,
                    NULL) < 0) {
        return EXIT_BAD_INPUT;
    }
    rendering->demo = demo + 1;
    if (timeline_wait(rendering->player.timeline, false) < 0) {
        return EXIT_BAD_INPUT; /* closing it prints the reason */
    }
    playback_end_at(&rendering->player, stretch->to);
    /* The whole part of the film, so that all its pieces find the same. */
    if (!follow_check_part(&rendering->player, stretch->from, stretch->to)) {
        rendering->status = EXIT_BAD_INPUT;
    }
    if (pictures && film_frames_open(&rendering->frames, &rendering->player, job->format.width,
                                     job->format.height, &job->quality) < 0) {
        fprintf(stderr, "quakereel: out of memory (picture of %dx%d)\n",
                job->format.width * job->quality.supersample,
                job->format.height * job->quality.supersample);
        return EXIT_BAD_INPUT;
    }
    bool told_views = !pictures;
    report_views(&rendering->player, &told_views);
    return sound ? open_sound(rendering, job) : EXIT_GOOD;
}

static int add_demo(struct film *film, const struct render_job *job, size_t demo,
                    const struct film_stretch *stretch, struct render_context *rendering)
{
    struct format_error err = {0};
    const int status = open_demo(rendering, job, demo, stretch);
    if (status != EXIT_GOOD) {
        film->stopped = film->spare = true;
        return status;
    }
    if (film_add(film, stretch, &rendering->frames, rendering->sound, &err) < 0) {
        report_error("%s: %s", rendering->player.source.name, err.what);
        film->spare = true;
        return EXIT_BAD_INPUT;
    }
    const char *output = job->player->search.output;
    const struct files *sounds = sound_files(rendering);
    if (output && command_check_reads(&rendering->player, sounds, output) != EXIT_GOOD) {
        film->stopped = film->spare = true;
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

static void tell_talk(char *talk)
{
    for (char *rest = talk, *line; (line = strtok_r(rest, "\r\n", &rest));) {
        report_error("ffmpeg: %s", line);
    }
}

int render_film(const struct render_job *job, const struct render_plan *plan,
                struct film_piece piece, const struct render_watch *watch,
                struct render_context *rendering, struct render_result *result)
{
    struct film film;
    struct format_error err = {0};
    char talk[FILM_OUTPUT_TALK];
    const char *path = job->format.path;
    const char *name = strcmp(path, "-") == 0 ? "standard output" : path;
    *result = (struct render_result){0};
    if (film_open(&film, &job->format, piece, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    film.spare = job->spare;
    film.go_on = watch ? watch->go_on : NULL;
    film.context = watch ? watch->context : NULL;
    film.is_damaged = is_damaged;
    film.damage_context = rendering;
    int status = plan->outside ? EXIT_BAD_INPUT : EXIT_GOOD;
    bool told = false;
    for (size_t i = 0; i < plan->count && !film.stopped; i++) {
        const struct film_stretch *s = &plan->stretches[i];
        if (s->first < piece.last && s->first + s->frames > piece.first) {
            const int added = add_demo(&film, job, i, s, rendering);
            status = added != EXIT_GOOD ? added : status;
            told |= added != EXIT_GOOD;
        }
    }
    const int closed = film_close(&film, &result->written, talk, &err);
    if (closed < 0 && !told) { /* else it is for that reason that not all was written */
        tell_talk(talk);
        report_error("%s: %s", name, err.what);
    }
    result->kept = film.kept;
    result->stopped = film.stopped;
    result->damaged = film.damaged;
    result->whole = closed == 0 && !film.stopped;
    result->part = !result->whole && (closed < 0 || film.spare) && result->written.frames > 0;
    return closed < 0 || film.stopped ? EXIT_BAD_INPUT : status;
}

/* --- what is left ----------------------------------------------------------------------------- */

/* Numbered pictures with a name of the piece that exist, at most `most`. */
static uint64_t count_pictures(const char *pattern, struct film_piece piece, uint64_t most)
{
    char path[OUTPUT_PATH];
    uint64_t count = 0;
    for (uint64_t i = piece.first; i < piece.last && count < most; i++) {
        count += picture_name_make(path, sizeof(path), pattern, i) && platform_is_file(path);
    }
    return count;
}

void render_result_tell(const struct film_format *format, struct film_piece piece,
                        const struct render_result *result)
{
    char part[OUTPUT_PATH];
    const char *path = format->path, *name = path;
    const uint64_t written = result->written.frames, wanted = piece.last - piece.first;
    if (written == 0 || strcmp(path, "-") == 0) {
        return;
    }
    if (format->kind == FILM_PICTURES) {
        report_error("%s: %llu of %llu picture%s written; --resume writes the others", path,
                     (unsigned long long)count_pictures(path, piece, written + result->kept),
                     (unsigned long long)wanted, plural_s(wanted));
        return;
    }
    if (result->part && output_file_name_part(path, part)) {
        name = part;
    }
    if (platform_is_file(name)) {
        report_error("%s holds %llu of %llu frame%s; --force renders all again", name,
                     (unsigned long long)written, (unsigned long long)wanted, plural_s(wanted));
    } else if (platform_exists(path) && !platform_is_file(path)) { /* a device, a pipe */
        report_error("%s: %llu of %llu frame%s written", path, (unsigned long long)written,
                     (unsigned long long)wanted, plural_s(wanted));
    } else {
        report_error("%s: no file is left of the %llu frame%s rendered", path,
                     (unsigned long long)written, plural_s(written));
    }
}
