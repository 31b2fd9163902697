/* quakereel join: pieces of a film as the film they are pieces of. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/file_sink.h"
#include "engine/capture/film_join.h"
#include "engine/commands/commands.h"
#include "engine/commands/options.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"

static const char usage[] =
    "usage: quakereel join PIECE... -o OUT [--force]\n"
    "\n"
    "Puts pieces of a film together, in the order they are named: AVI, y4m or WAV, all of one "
    "kind\n"
    "and one format. Of pieces of one film (render --piece) that is, byte for byte, the file the\n"
    "film would be as a whole. A piece that is damaged, unfinished or of another format is told\n"
    "before anything is written. OUT may be -, standard output, except for AVI.\n";

struct join_arguments {
    const char *out;
    bool force;
};

static int fail(const struct film_join *join, const struct format_error *err)
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

/* Whether OUT may be written; says why not. */
static bool may_write(const struct join_arguments *a, const struct film_join *join)
{
    if (strcmp(a->out, "-") == 0) {
        if (join->format.kind == FILM_JOIN_AVI) {
            report_error("an AVI is written to a file, not to standard output");
        }
        return join->format.kind != FILM_JOIN_AVI;
    }
    for (size_t i = 0; i < join->count; i++) {
        if (platform_is_same_file(a->out, join->pieces[i])) {
            report_error("%s: would replace a piece", a->out);
            return false;
        }
    }
    if (platform_is_file(a->out) && !a->force) {
        report_error("%s: is there already; --force replaces it", a->out);
        return false;
    }
    return true;
}

static int write_film(const struct join_arguments *a, struct film_join *join)
{
    const bool piped = strcmp(a->out, "-") == 0;
    struct file_sink file = {.file = stdout};
    struct format_error err = {.what = "no memory"};
    if (!piped && file_sink_open(&file, a->out) < 0) {
        report_error("%s: %s", a->out, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    struct media_sink sink = file_sink_media(&file);
    sink.patch = piped ? NULL : sink.patch;
    const int code = film_join_write(join, &sink, &err);
    const bool written = file.reason == 0;
    if (file_sink_close(&file) < 0) {
        report_error("%s: cannot write: %s", piped ? "standard output" : a->out, strerror(errno));
    } else if (code == 0) {
        return EXIT_GOOD;
    }
    if (code < 0 && written) {
        fail(join, &err);
    }
    if (!piped && platform_is_file(a->out)) {
        (void)!platform_remove_file(a->out); /* no half of it: the pieces hold all */
    }
    return EXIT_BAD_INPUT;
}

static void tell_film(const char *out, const struct film_join *join)
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

static int join(const struct join_arguments *a, const struct options *options)
{
    struct film_join film;
    struct format_error err = {0};
    int status;
    if (film_join_open(&film, options->files, options->num_files, &err) < 0) {
        status = fail(&film, &err);
    } else {
        status = may_write(a, &film) ? write_film(a, &film) : EXIT_BAD_INPUT;
        if (status == EXIT_GOOD && strcmp(a->out, "-") != 0) {
            tell_film(a->out, &film);
        }
    }
    film_join_close(&film);
    return status;
}

int cmd_join(int argc, char **argv)
{
    struct join_arguments a = {0};
    const struct option own[] = {
        {"o", "OUT", "the film; - is standard output (y4m and WAV)", .text = &a.out},
        {"out", "OUT", NULL, .text = &a.out},
        {"force", NULL, "replace OUT when it is there", .flag = &a.force},
        {.name = NULL},
    };
    const struct command_line line = {"join",          usage, own, false, 1, .most_demos = SIZE_MAX,
                                      .files = "piece"};
    struct options options;
    int status = options_begin(&options, &line, argc, argv);
    if (status == OPTIONS_GO_ON) {
        status =
            a.out ? join(&a, &options) : options_complain("join", "%s", "no film to write (-o)");
        options_free(&options);
    }
    return status;
}
