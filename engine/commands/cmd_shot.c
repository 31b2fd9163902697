/* quakereel shot: single pictures, without a window. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/picture.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/demo_part.h"
#include "engine/commands/follow_check.h"
#include "engine/playback/demo_place.h"
#include "engine/report/report.h"

enum { DEFAULT_WIDTH = 640, DEFAULT_HEIGHT = 480, TIMES_BYTES_MAX = 1 << 20 /* bytes */ };

/* path with its "%d" (or "%05d") replaced. False when there is none, or path is too long. */
static bool number_path(char *out, size_t size, const char *pattern, long number)
{
    const char *percent = strchr(pattern, '%');
    while (percent) {
        const char *p = percent + 1;
        int width = 0;
        while (*p >= '0' && *p <= '9' && width < 100) {
            width = width * 10 + (*p++ - '0');
        }
        if (*p == 'd') {
            int length = snprintf(out, size, "%.*s%0*ld%s", (int)(percent - pattern), pattern,
                                  width, number, p + 1);
            return length >= 0 && (size_t)length < size;
        }
        percent = strchr(percent + 1, '%');
    }
    return false;
}

enum moment_kind { MOMENT_TIME, MOMENT_BLOCK, MOMENT_SERVER };

/* One picture to take. */
struct moment {
    enum moment_kind kind;
    long number;  /* for its file's name */
    double time;  /* TIME, SERVER: seconds */
    bool outside; /* the demo has no such time: another picture is taken */
};

/* The item's form is good: it was checked before the demo was opened. */
static int parse_moment(const struct playback_context *player, const char *item,
                        enum moment_kind kind, long place, struct moment *moment)
{
    *moment = (struct moment){.number = place, .kind = kind};
    if (kind == MOMENT_SERVER) {
        moment->time = strtod(item, NULL) / 1000.0; /* from ms */
        return 0;
    }
    if (kind == MOMENT_TIME) {
        struct demo_place_found found;
        const int status =
            demo_part_place(&player->source, player->timeline, item, &found, &moment->outside);
        moment->time = found.seconds;
        if (moment->outside) {
            report_error("%s: %s is outside the demo (%.3f s); drawing the nearest frame",
                         player->source.name, item, timeline_length(player->timeline));
        }
        return status;
    }
    moment->number = strtol(item, NULL, 10);
    uint32_t blocks = timeline_extent(player->timeline).num_steps;
    if ((unsigned long)moment->number >= blocks) {
        fprintf(stderr, "quakereel: %s: no block %ld; the last one is %u\n", player->source.name,
                moment->number, blocks - 1);
        return EXIT_BAD_INPUT;
    }
    return 0;
}

static size_t count_items(const char *list)
{
    size_t items = 1;
    for (const char *p = list; *p; p++) {
        items += *p == ',';
    }
    return items;
}

/* Cuts list at its commas. *moments (owned by the caller) gets *count of them. Nothing is drawn
 * before the whole list is understood. */
static int parse_list(const struct playback_context *player, char *list, enum moment_kind kind,
                      struct moment **moments, size_t *count)
{
    *count = 0;
    *moments = calloc(count_items(list), sizeof(**moments));
    if (!*moments) {
        fprintf(stderr, "quakereel: out of memory\n");
        return EXIT_BAD_INPUT;
    }
    int status = 0;
    for (char *item = list; item && status == 0;) {
        char *comma = strchr(item, ',');
        if (comma) {
            *comma = '\0';
        }
        status = parse_moment(player, item, kind, (long)*count, &(*moments)[*count]);
        (*count)++;
        item = comma ? comma + 1 : NULL;
    }
    return status;
}

static int seek_to(struct playback_context *player, const struct moment *moment)
{
    switch (moment->kind) {
    case MOMENT_BLOCK:
        return timeline_go_step(player->timeline, (uint32_t)moment->number);
    case MOMENT_SERVER:
        return timeline_go_clock(player->timeline, moment->time);
    case MOMENT_TIME:
        break;
    }
    return playback_go_time(player, moment->time);
}

/* *other: so far, whether a picture is of another time or player than was asked for. */
static int write_shot(struct playback_context *player, const struct moment *moment,
                      const char *output, bool force, bool *told, bool *other)
{
    char path[4096];
    const int moved = seek_to(player, moment);
    if (moved == FORMAT_UNKNOWN || moved == FORMAT_MISSING) {
        fprintf(stderr, "quakereel: %s: %s\n", player->source.name,
                moved == FORMAT_UNKNOWN ? "QuakeWorld demos have no server time"
                                        : "the server's clock never shows that time");
        return EXIT_BAD_INPUT;
    }
    if (moved < 0) {
        fprintf(stderr, "quakereel: out of memory (client state)\n");
        return EXIT_BAD_INPUT;
    }
    if (report_draw(player, NULL, 0, told) < 0) {
        return EXIT_BAD_INPUT;
    }
    bool numbered = number_path(path, sizeof(path), output, moment->number);
    const char *name = numbered ? path : output;
    const bool written = command_check_reads(player, NULL, name) == EXIT_GOOD &&
                         report_write_png(player, name, force, NULL) == 0;
    *other |= moment->outside || !follow_check_picture(player, told);
    return written ? 0 : EXIT_BAD_INPUT;
}

/* Before anything is drawn: every file can be written. */
static int check_outputs(const struct options *options, const char *output,
                         const struct moment *moments, size_t count)
{
    char path[4096];
    int status = EXIT_GOOD;
    for (size_t i = 0; i < count && status == EXIT_GOOD; i++) {
        const bool numbered = number_path(path, sizeof(path), output, moments[i].number);
        status = command_check_output(options, numbered ? path : output);
    }
    return status;
}

static int write_shots(const struct options *options, struct playback_context *player, char *list,
                       enum moment_kind kind)
{
    const char *output = options->out;
    struct moment *moments;
    size_t count;
    bool told = false, told_views = false, other = false;
    report_views(player, &told_views);
    if (report_wait(player) < 0) {
        return EXIT_BAD_INPUT;
    }
    playback_end_at(player, timeline_length(player->timeline));
    int status = parse_list(player, list, kind, &moments, &count);
    if (!output) {
        output = count > 1 ? "shot-%d.png" : "shot.png";
    }
    if (status == 0) {
        status = check_outputs(options, output, moments, count);
    }
    for (size_t i = 0; i < count && status == 0; i++) {
        status = write_shot(player, &moments[i], output, options->force, &told, &other);
    }
    free(moments);
    const bool damaged = status == 0 && report_damage(player, NULL);
    return damaged || (status == 0 && other) ? EXIT_BAD_INPUT : status;
}

static char *copy_list(const char *text)
{
    char *list = strdup(text);
    if (!list) {
        report_error("out of memory");
    }
    return list;
}

/* The times of a file as --at has them, to be freed: separated by line ends, blanks or commas; '#'
 * begins a comment. NULL after a line on stderr. */
static char *read_times(const char *name)
{
    struct file_bytes file;
    if (platform_read_small_file(name, TIMES_BYTES_MAX, &file) < 0) {
        if (errno == ENOMEM) {
            report_error("out of memory");
        } else {
            report_error("%s: %s", name,
                         errno == EFBIG ? "too large for a list of times" : strerror(errno));
        }
        return NULL;
    }
    char *list = calloc(file.size + 1, 1);
    size_t used = 0;
    bool comment = false;
    for (size_t i = 0; list && i < file.size; i++) {
        const char c = file.data[i] ? (char)file.data[i] : '?'; /* which is no time */
        comment = c == '#' || (comment && c != '\n');
        if (!comment && !strchr(" \t\r\n,", c)) {
            list[used++] = c;
        } else if (used > 0 && list[used - 1] != ',') {
            list[used++] = ',';
        }
    }
    used -= used > 0 && list[used - 1] == ',';
    if (!list) {
        report_error("out of memory");
    } else if (used == 0) {
        report_error("%s: no time in it", name);
        free(list);
        list = NULL;
    } else {
        list[used] = '\0';
    }
    platform_free_file(&file);
    return list;
}

/* list is cut at its commas. */
static int open_and_write(const struct options *options, const char *demo, char *list,
                          enum moment_kind kind)
{
    /* Times are looked for while the rest of the demo is indexed. */
    static const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES,
                                                  .background = true};
    struct playback_context player;
    int status = EXIT_BAD_INPUT;
    if (report_open(&player, demo, &options->player, &index, NULL, NULL) < 0) {
        return status;
    }
    if (report_set_size(&player, options->size.width ? options->size.width : DEFAULT_WIDTH,
                        options->size.height ? options->size.height : DEFAULT_HEIGHT) == 0) {
        status = write_shots(options, &player, list, kind);
    }
    report_missing(&player, NULL);
    playback_close(&player);
    return status;
}

/* The list and the file's name, before a demo is looked for. */
static int check_list(const struct options *options, const char *list)
{
    char path[4096];
    const char *output = options->out;
    if (count_items(list) > 1 && output && !number_path(path, sizeof(path), output, 0)) {
        return command_refuse(COMMAND_SHOT, "several frames need a %%d in -o %s", output);
    }
    for (const char *item = list; options->shot.times_file && item;) {
        char text[64];
        const size_t length = strcspn(item, ",");
        snprintf(text, sizeof(text), "%.*s", (int)(length < sizeof(text) ? length : sizeof(text)),
                 item);
        if (length >= sizeof(text) || !demo_place_is_valid(text)) {
            report_error("%s: bad time '%s' (%s)", options->shot.times_file, text,
                         DEMO_PLACE_FORMS);
            return EXIT_USAGE;
        }
        item = item[length] ? item + length + 1 : NULL;
    }
    return EXIT_GOOD;
}

/* list is cut at its commas. */
static int find_and_write(const struct options *options, char *list, enum moment_kind kind)
{
    struct demo_list demos;
    const char *demo;
    int status = demo_arguments_one(&demos, options, &demo);
    if (status == EXIT_GOOD) {
        status = open_and_write(options, demo, list, kind);
    }
    demo_list_free(&demos);
    return status;
}

int cmd_shot(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_SHOT, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    const struct shot_options *s = &options.shot;
    if (!!s->times + !!s->times_file + !!s->blocks + !!s->server_times != 1) {
        status = command_refuse(COMMAND_SHOT,
                                "shot takes one of --at, --times, --block and --server-time");
    } else if (options.out && !picture_may_be_named(options.out)) {
        status =
            command_refuse(COMMAND_SHOT, "-o %s: pictures are PNG; name it FILE.png", options.out);
    } else {
        const enum moment_kind kind = s->blocks         ? MOMENT_BLOCK
                                      : s->server_times ? MOMENT_SERVER
                                                        : MOMENT_TIME;
        char *list = s->times_file ? read_times(s->times_file)
                                   : copy_list(s->times    ? s->times
                                               : s->blocks ? s->blocks
                                                           : s->server_times);
        status = list ? check_list(&options, list) : EXIT_BAD_INPUT;
        if (status == EXIT_GOOD) {
            status = find_and_write(&options, list, kind);
        }
        free(list);
    }
    options_free(&options);
    return status;
}
