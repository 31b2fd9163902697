/* quakereel join: pieces of a film as the film they are pieces of. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/file_sink.h"
#include "engine/capture/film_join.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

static int tell_failure(const struct film_join *join, const struct format_error *err)
{
    if (!join->bad) {
        report_error("%s", err->what);
    } else if (err->what[0] && err->offset > 0) {
        report_error("%s: byte %zu: %s", join->bad, err->offset, err->what);
    } else {
        report_error("%s: %s", join->bad, err->what);
    }
    return EXIT_BAD_INPUT;
}

/* True if OUT may be written; else prints the reason. */
static bool may_write(const struct options *options, const struct film_join *join)
{
    if (strcmp(options->out, "-") == 0) {
        if (join->format.kind == FILM_JOIN_AVI) {
            report_error("an AVI is written to a file, not to standard output");
        }
        return join->format.kind != FILM_JOIN_AVI;
    }
    for (size_t i = 0; i < join->count; i++) {
        if (platform_is_same_file(options->out, join->pieces[i])) {
            report_error("%s: would replace a piece", options->out);
            return false;
        }
    }
    if (platform_is_file(options->out) && !options->force) {
        report_error("%s: is there already; --force replaces it", options->out);
        return false;
    }
    return true;
}

static int write_film(const struct options *options, struct film_join *join)
{
    const bool piped = strcmp(options->out, "-") == 0;
    struct file_sink file = {.file = stdout};
    struct format_error err = {.what = "out of memory"};
    if (!piped && file_sink_open(&file, options->out) < 0) {
        report_error("%s: %s", options->out, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    struct media_sink sink = file_sink_media(&file);
    sink.patch = piped ? NULL : sink.patch;
    const int code = film_join_write(join, &sink, &err);
    const bool written = file.reason == 0;
    if (file_sink_close(&file) < 0) {
        report_error("%s: cannot write: %s", piped ? "standard output" : options->out,
                     strerror(errno));
    } else if (code == 0) {
        return EXIT_GOOD;
    }
    if (code < 0 && written) {
        tell_failure(join, &err);
    }
    if (!piped && platform_is_file(options->out)) {
        (void)!platform_remove_file(options->out); /* no half of it: the pieces hold all */
    }
    return EXIT_BAD_INPUT;
}

static void report_film(const char *out, const struct film_join *join)
{
    printf("%s: %zu piece%s", out, join->count, plural_s(join->count));
    if (join->format.kind != FILM_JOIN_WAV) {
        printf(", %" PRIu64 " frame%s", join->frames, plural_s(join->frames));
    }
    if (join->format.kind == FILM_JOIN_WAV || join->format.avi.sound_rate > 0) {
        printf(", %" PRIu64 " sample%s", join->samples, plural_s(join->samples));
    }
    putchar('\n');
}

static int join_pieces(const struct options *options)
{
    struct film_join film;
    struct format_error err = {0};
    int status;
    if (film_join_open(&film, options->files, options->num_files, &err) < 0) {
        status = tell_failure(&film, &err);
    } else {
        status = may_write(options, &film) ? write_film(options, &film) : EXIT_BAD_INPUT;
        if (status == EXIT_GOOD && strcmp(options->out, "-") != 0) {
            report_film(options->out, &film);
        }
    }
    film_join_close(&film);
    return status;
}

int cmd_join(int argc, char **argv)
{
    struct options options;
    int status = command_begin(&options, COMMAND_JOIN, argc, argv);
    if (status == COMMAND_GO_ON) {
        status = options.out ? join_pieces(&options)
                             : command_refuse(COMMAND_JOIN, "no film to write (-o)");
        options_free(&options);
    }
    return status;
}
