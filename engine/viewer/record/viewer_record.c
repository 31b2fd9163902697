#include "engine/viewer/record/viewer_record.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "engine/capture/film_name.h"
#include "engine/playback/camera_path_text.h"
#include "engine/report/report.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/record/record_question.h"
#include "engine/viewer/record/seen_view.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/arrays.h"
#include "formats/base/plural.h"

#define MILLISECOND 0.001

enum { MAX_WAITING = 99, LINE_BYTES = 4096, LOG_LINE = MESSAGE_LOG_TEXT - 8 };

/* --- what is to be seen ----------------------------------------------------------------------- */

/* The camera path may change before the film is rendered, so it is copied to a file next to the
 * film. Returns false after it reported the error. */
static bool keep_camera(const struct viewer_path *followed, const struct viewer_demo *demo,
                        struct viewer_base *base, const char *film, char path[RECORD_PATH])
{
    const struct camera_path *way = viewer_followed_path(followed);
    size_t size;
    if (film_name_beside(path, RECORD_PATH, film, "-camera.txt") < 0) {
        viewer_trouble(base, "%s: %s", film, strerror(errno));
        return false;
    }
    char *text = camera_path_write(way, demo->player.source.name, &size);
    const struct output_request request = {.path = path};
    struct format_error err = {.what = "out of memory"};
    const bool written = text && output_file_write(&request, text, size, &err) == 0;
    free(text);
    if (!written) {
        viewer_trouble(base, "%s: %s", path, err.what);
    }
    return written;
}

/* The wanted size, or the window's; as wide as the form allows. An encoder takes even sizes. */
static struct picture_size film_size(struct picture_size wanted, const struct seen_view *view,
                                     const struct film_form_info *form)
{
    struct picture_size size = {wanted.width ? wanted.width : view->width,
                                wanted.height ? wanted.height : view->height};
    if (form->width > 0 && size.width > form->width && !wanted.width) {
        size.height = (int)((double)size.height * form->width / size.width + 0.5);
        size.width = form->width;
    }
    if (form->encoder) {
        size.width &= ~1;
        size.height &= ~1;
    }
    return size;
}

/* Fills film->argv. Returns false after it reported the error. */
static bool make_argv(struct viewer *v, struct viewer_film *film)
{
    char camera[RECORD_PATH];
    const struct options *o = v->base.options->asked;
    const bool along = viewer_followed_path(&v->path) != NULL;
    const struct film_form_info *form = &film_forms[film->form];
    struct seen_view view;
    seen_view_find(v, &view);
    view.options.end_summary &= !isfinite(film->to); /* it was asked for the demo's end */
    const struct picture_size size = film_size(o->play.record_size, &view, form);
    const struct record_plan plan = {.demo = film->demo ? film->demo : "builtin:demo1",
                                     .out = film->path,
                                     .camera_file = along ? camera : NULL,
                                     .from = film->from,
                                     .to = film->to,
                                     .width = size.width,
                                     .height = size.height,
                                     .player = &view.options,
                                     .gamma = view.gamma,
                                     .contrast = view.contrast,
                                     .no_sound = o->sound.off || form->mute,
                                     .fps = form->fps,
                                     .sound = o->sound.look,
                                     .music_volume = o->sound.music_volume};
    if (along && !keep_camera(&v->path, &v->demo, &v->base, film->path, camera)) {
        return false;
    }
    if (render_argv_make(&film->argv, &plan) < 0) {
        viewer_trouble(&v->base, "out of memory (film)");
        return false;
    }
    return true;
}

/* --- films that wait -------------------------------------------------------------------------- */

static void free_film(struct viewer_film *film)
{
    free(film->demo);
    render_argv_free(&film->argv);
}

static void drop_film(struct viewer_record *r, size_t place)
{
    free_film(&r->films[place]);
    r->num_films--;
    memmove(&r->films[place], &r->films[place + 1], (r->num_films - place) * sizeof(r->films[0]));
}

/* Finds a name that no file and no waiting film has. Returns -1 with errno set if there is no
 * folder. */
static int find_name(const struct viewer_record *record, const struct viewer_demo *demo,
                     const char *ending, char path[RECORD_PATH])
{
    const char *name = demo->name ? demo->name : "demo1";
    char stem[RECORD_PATH], other[RECORD_PATH];
    for (int number = 1;; number++) {
        bool taken = false;
        number = film_name_find(path, RECORD_PATH, name, ending, number);
        if (number < 0 || film_name_beside(stem, sizeof(stem), path, "") < 0) {
            return -1;
        }
        for (size_t i = 0; i < record->num_films; i++) {
            taken |= film_name_beside(other, sizeof(other), record->films[i].path, "") == 0 &&
                     strcmp(stem, other) == 0;
        }
        if (!taken) {
            return 0;
        }
    }
}

/* Prints the film's command, so that the user can repeat it: on stderr, and in lines in the
 * window's log. */
static void tell_command(struct viewer_base *base, const struct viewer_film *film)
{
    char line[LINE_BYTES], piece[MESSAGE_LOG_TEXT];
    render_argv_line(&film->argv, line, sizeof(line));
    report_error("recording: %s", line);
    message_log_add(&base->messages.log, "recording:");
    for (const char *at = line; *at;) {
        size_t length = strlen(at);
        const bool more = length > LOG_LINE;
        for (length = more ? LOG_LINE : length; more && length > 1 && at[length] != ' ';) {
            length--;
        }
        snprintf(piece, sizeof(piece), "    %.*s%s", (int)length, at, more ? " \\" : "");
        message_log_add(&base->messages.log, piece);
        at += length;
        at += *at == ' ';
    }
}

/* Rounds a range to milliseconds inside the demo. A range up to the end of the demo has no end
 * time. */
static void choose_range(const struct viewer_demo *demo, double a, double b,
                         struct viewer_film *film)
{
    const struct transport *t = &demo->transport;
    film->from = floor(fmin(a, b) / MILLISECOND + 0.5) * MILLISECOND;
    film->to = floor(fmax(a, b) / MILLISECOND + 0.5) * MILLISECOND;
    if (film->to > t->length - MILLISECOND) {
        film->to = t->complete ? INFINITY : floor(t->length / MILLISECOND) * MILLISECOND;
    }
}

static bool add_film(struct viewer *v, double a, double b, enum film_form form)
{
    struct viewer_record *r = &v->record;
    struct viewer_film *film;
    if (r->num_films > MAX_WAITING ||
        array_reserve(&r->films, &r->cap_films, r->num_films + 1, sizeof(*r->films)) < 0) {
        viewer_say(&v->base,
                   r->num_films > MAX_WAITING ? "too many films wait" : "out of memory (film)");
        return false;
    }
    film = &r->films[r->num_films];
    *film = (struct viewer_film){.demo = v->demo.name ? strdup(v->demo.name) : NULL, .form = form};
    choose_range(&v->demo, a, b, film);
    if (v->demo.name && !film->demo) {
        viewer_say(&v->base, "out of memory (film)");
        return false;
    }
    if (find_name(&v->record, &v->demo, film_forms[form].ending, film->path) < 0) {
        viewer_trouble(&v->base, "no folder for the film: %s", strerror(errno));
        free_film(film);
        return false;
    }
    if (!make_argv(v, film)) {
        free_film(film);
        return false;
    }
    r->num_films++;
    tell_command(&v->base, film);
    return true;
}

void viewer_record_range(struct viewer *v, const char *what, double a, double b,
                         enum film_form form)
{
    char from[OSD_TIME], to[OSD_TIME], after[48] = "";
    if (!add_film(v, a, b, form)) {
        return;
    }
    const size_t others = v->record.num_films - 1;
    osd_format_time(from, fmin(a, b), 1);
    osd_format_time(to, fmax(a, b), 1);
    if (others > 0) {
        snprintf(after, sizeof(after), ", after %zu other%s", others, plural_s(others));
    }
    viewer_say(&v->base, "recording %s%s to %s: %s%s", what, from, to, v->record.films[others].path,
               after);
    viewer_show_bar(&v->bar, &v->base);
}

/* --- keys ------------------------------------------------------------------------------------- */

static void begin_range(struct viewer *v)
{
    char time[OSD_TIME], key[KEY_HELP_TEXT];
    if (v->demo.name && strcmp(v->demo.name, "-") == 0) {
        viewer_say(&v->base, "a demo from standard input cannot be recorded: save it to a file");
        return;
    }
    v->record.begun = true;
    v->record.begin = v->demo.transport.time;
    osd_format_time(time, v->record.begin, 1);
    viewer_name_key(&v->base, ACTION_RECORD, key);
    viewer_say(&v->base, "recording begins at %s%s%s%s", time, key[0] ? ", " : "", key,
               key[0] ? " again ends it" : "");
    viewer_show_bar(&v->bar, &v->base);
}

/* Ends the open range. False: there is none, or it has no length, which is told. */
static bool end_range(struct viewer *v, double *to)
{
    const bool begun = v->record.begun;
    *to = v->demo.open ? v->demo.transport.time : v->record.begin;
    v->record.begun = false;
    if (begun && fabs(*to - v->record.begin) < MILLISECOND) {
        viewer_say(&v->base, "nothing is recorded: that is where it began");
        return false;
    }
    return begun;
}

void viewer_end_range(struct viewer *v)
{
    double to;
    if (v->record.asks == RECORD_ASKS_FORM) {
        viewer_answer(v);
    }
    if (end_range(v, &to)) {
        viewer_record_range(v, "", v->record.begin, to, viewer_usual_form(&v->record));
    }
}

void viewer_record(struct viewer *v)
{
    const struct transport *t = &v->demo.transport;
    double to;
    if (v->record.begun) {
        if (end_range(v, &to)) {
            viewer_ask_form(v, "", v->record.begin, to);
        }
    } else if (t->loop == TRANSPORT_LOOP_AB && t->loop_b - t->loop_a >= MILLISECOND &&
               !(v->demo.name && strcmp(v->demo.name, "-") == 0)) {
        viewer_ask_form(v, "the loop, ", t->loop_a, t->loop_b);
    } else {
        begin_range(v);
    }
}

void viewer_stop_record(struct viewer_record *record, struct viewer_base *base)
{
    struct viewer_record *r = record;
    if (r->begun) {
        r->begun = false;
        viewer_say(base, "nothing is recorded");
    } else if (r->num_films > 1 || (r->num_films == 1 && !r->process.runs)) {
        viewer_say(base, "%s is not made", r->films[r->num_films - 1].path);
        drop_film(r, r->num_films - 1);
    } else if (r->num_films == 1) {
        film_process_ask_to_end(&r->process); /* tell_end reports the result */
    } else {
        viewer_say(base, "nothing is being recorded");
    }
}

/* --- making them ------------------------------------------------------------------------------ */

/* "" if there is no such file. */
static void put_size(char text[32], const char *path)
{
    struct disk_file file;
    text[0] = '\0';
    if (platform_open_file(path, &file) == 0) {
        snprintf(text, 32, ", %.1f MB", (double)file.size / 1e6);
        platform_close_file(&file);
    }
}

/* "PATH: why" without the path, which is named anyway. */
static const char *without_path(const char *said, const char *path)
{
    const size_t length = strlen(path);
    const bool named = strncmp(said, path, length) == 0 && strncmp(said + length, ": ", 2) == 0;
    return named ? said + length + 2 : said;
}

static void tell_end(struct viewer_record *record, struct viewer_base *base,
                     const struct viewer_film *film, enum film_process_state state)
{
    const struct film_process *p = &record->process;
    char said[2 * FILM_PROCESS_SAID], size[32], line[RECORD_PATH + 64];
    film_process_said(p, said, sizeof(said));
    put_size(size, film->path);
    if (state == FILM_PROCESS_DONE) {
        snprintf(line, sizeof(line), "recorded %s: %llu frame%s%s", film->path,
                 (unsigned long long)p->frames, plural_s(p->frames), size);
        report_error("%s", line);
        viewer_say(base, "%s", line);
    } else if (p->asked) {
        snprintf(line, sizeof(line), "%s ends early: %llu of %llu frames%s", film->path,
                 (unsigned long long)p->frames, (unsigned long long)p->all, size);
        report_error("%s", size[0] ? line : said);
        viewer_say(base, size[0] ? "%s" : "nothing was recorded", line);
    } else {
        viewer_trouble(base, "%s%s: %s", film->path, size[0] ? "" : " was not made",
                       said[0] ? without_path(said, film->path) : "its process ended");
        base->bad = true;
    }
}

static void begin_film(struct viewer_record *record, struct viewer_base *base)
{
    struct viewer_record *r = record;
    if (film_process_begin(&r->process, base->options->program, &r->films[0].argv) < 0) {
        viewer_trouble(base, "%s was not made: no other process: %s", r->films[0].path,
                       strerror(errno));
        base->bad = true;
        drop_film(r, 0);
    }
}

void viewer_follow_record(struct viewer_record *record, struct viewer_bar *bar,
                          struct viewer_base *base)
{
    struct viewer_record *r = record;
    bool news;
    if (r->num_films > 0 && !r->process.runs) {
        begin_film(record, base);
    }
    if (!r->process.runs) {
        return;
    }
    const enum film_process_state state = film_process_follow(&r->process, &news);
    base->dirty |= news && bar->shown;
    if (state != FILM_PROCESS_RUNS) {
        tell_end(record, base, &r->films[0], state);
        drop_film(r, 0);
        base->dirty = true;
    }
}

bool viewer_leaves_after_record(const struct viewer_record *record)
{
    return record->leaves && record->num_films == 0;
}

void viewer_end_record(struct viewer_record *record, struct viewer_base *base)
{
    struct viewer_record *r = record;
    char line[LINE_BYTES];
    if (r->process.runs) {
        tell_end(record, base, &r->films[0], film_process_end(&r->process));
        drop_film(r, 0);
    }
    for (size_t i = 0; i < r->num_films; i++) {
        render_argv_line(&r->films[i].argv, line, sizeof(line));
        report_error("not recorded: %s", line);
        free_film(&r->films[i]);
    }
    free(r->films);
    *r = (struct viewer_record){0};
}

/* --- the bar ---------------------------------------------------------------------------------- */

static bool is_of_this_demo(const struct viewer_demo *demo, const struct viewer_film *film)
{
    const char *a = film->demo, *b = demo->name;
    return demo->open && (a && b ? strcmp(a, b) == 0 : a == b);
}

size_t viewer_describe_record(const struct viewer_record *record, const struct viewer_demo *demo,
                              struct seek_bar_film films[SEEK_BAR_FILMS],
                              char word[SEEK_BAR_FILM_WORD])
{
    const struct viewer_record *r = record;
    const struct film_process *p = &r->process;
    const double share = p->runs && p->all > 0 ? (double)p->frames / (double)p->all : 0.0;
    size_t count = 0;
    word[0] = '\0';
    for (size_t i = 0; i < r->num_films && count + 1 < SEEK_BAR_FILMS; i++) {
        if (is_of_this_demo(demo, &r->films[i])) {
            films[count++] = (struct seek_bar_film){
                .from = r->films[i].from, .to = r->films[i].to, .done = i == 0 ? share : 0.0};
        }
    }
    if (r->begun) {
        char time[OSD_TIME];
        const double now = demo->transport.time;
        films[count++] = (struct seek_bar_film){
            .from = fmin(r->begin, now), .to = fmax(r->begin, now), .begun = true};
        osd_format_time(time, fabs(now - r->begin), 1);
        snprintf(word, SEEK_BAR_FILM_WORD, "rec %s", time);
    } else if (r->num_films > 1) {
        snprintf(word, SEEK_BAR_FILM_WORD, "film %.0f %% +%zu", share * 100.0, r->num_films - 1);
    } else if (r->num_films == 1) {
        snprintf(word, SEEK_BAR_FILM_WORD, "film %.0f %%", share * 100.0);
    }
    return count;
}
