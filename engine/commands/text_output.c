#include "engine/commands/text_output.h"

#include <errno.h>
#include <string.h>

#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

int text_output_open(struct text_output *out, const struct options *options)
{
    const struct output_request request = {.path = options->out, .force = options->force};
    struct format_error err;
    *out = (struct text_output){.stream = stdout};
    if (!request.path || strcmp(request.path, "-") == 0) {
        return EXIT_GOOD;
    }
    if (command_check_output(options, request.path) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    if (output_file_open(&out->file, &request, &err) < 0) {
        report_error("%s: %s", request.path, err.what);
        return EXIT_BAD_INPUT;
    }
    out->path = request.path;
    out->stream = output_file_stdio(&out->file);
    if (!out->stream) {
        report_error("%s: cannot write: %s", request.path, strerror(errno));
        (void)!output_file_close(&out->file, OUTPUT_NONE, NULL);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

int text_output_close(struct text_output *out, int status)
{
    struct format_error err;
    const bool printed = out->path && ftello(out->stream) > 0;
    bool good = fflush(out->stream) == 0 && !ferror(out->stream);
    good = (!out->path || fclose(out->stream) == 0) && good;
    (void)format_fail(&err, FORMAT_BAD, 0, "cannot write: %s", strerror(errno));
    if (out->path) {
        const bool wanted = good && (printed || status == EXIT_GOOD);
        const int closed =
            output_file_close(&out->file, wanted ? OUTPUT_DONE : OUTPUT_NONE, good ? &err : NULL);
        good = good && closed == 0;
    }
    if (!good) {
        report_error("%s: %s", out->path ? out->path : "standard output", err.what);
    }
    *out = (struct text_output){0};
    return good ? status : EXIT_BAD_INPUT;
}
