/* quakereel join: pieces of a film as the film they are pieces of; demos by join_demos. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "assets/output_file.h"
#include "engine/capture/film_join.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/edit/join_demos.h"
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

static int write_film(const struct options *options, struct film_join *join)
{
    const bool piped = strcmp(options->out, "-") == 0;
    const char *name = piped ? "standard output" : options->out;
    const struct output_request request = {.path = options->out, .force = options->force};
    struct output_file file;
    struct format_error err = {.what = "out of memory"}, close_err;
    if (piped && join->format.kind == FILM_JOIN_AVI) {
        report_error("an AVI is written to a file, not to standard output");
        return EXIT_BAD_INPUT;
    }
    if (output_file_open(&file, &request, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    struct media_sink sink = output_file_sink(&file);
    sink.patch = file.is_stream ? NULL : sink.patch;
    const int code = film_join_write(join, &sink, &err);
    const bool written = file.reason == 0;
    /* No half of it: the pieces hold all. */
    if (output_file_close(&file, code == 0 ? OUTPUT_DONE : OUTPUT_NONE, &close_err) < 0) {
        report_error("%s: %s", name, close_err.what);
    } else if (code == 0) {
        return EXIT_GOOD;
    }
    if (code < 0 && written) {
        tell_failure(join, &err);
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
    if (options->edit.retime || options->edit.smooth) {
        return command_refuse(COMMAND_JOIN, "--%s is for demos, %s is a piece of a film",
                              options->edit.retime ? "retime" : "smooth", options->files[0]);
    }

    struct film_join film;
    struct format_error err = {0};
    int status = command_check_output(options, options->out);
    if (status != EXIT_GOOD) {
        return status;
    }
    if (film_join_open(&film, options->files, options->num_files, &err) < 0) {
        status = tell_failure(&film, &err);
    } else {
        status = write_film(options, &film);
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
        status = !options.out ? command_refuse(COMMAND_JOIN, "no film or demo to write (-o)")
                 : join_demos_wanted(&options) ? join_demos(&options)
                                               : join_pieces(&options);
        options_free(&options);
    }
    return status;
}
