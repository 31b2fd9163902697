#include "engine/commands/text_output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

int text_output_open(struct text_output *out, const struct options *options)
{
    const char *path = options->out;
    *out = (struct text_output){.stream = stdout};
    if (!path || strcmp(path, "-") == 0) {
        return EXIT_GOOD;
    }
    if (command_check_output(options, path) != EXIT_GOOD) {
        return EXIT_BAD_INPUT;
    }
    out->path = path;
    out->force = options->force;
    out->stream = open_memstream(&out->text, &out->size);
    if (!out->stream) {
        report_error("out of memory");
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

int text_output_close(struct text_output *out, int status)
{
    struct format_error err;
    bool good = fflush(out->stream) == 0 && !ferror(out->stream);
    (void)format_fail(&err, FORMAT_BAD, 0, "cannot write: %s", strerror(errno));
    if (out->path) {
        const struct output_request request = {.path = out->path, .force = out->force};
        good = fclose(out->stream) == 0 && good;
        if (good && (out->size > 0 || status == EXIT_GOOD)) {
            good = output_file_write(&request, out->text, out->size, &err) == 0;
        }
        free(out->text);
    }
    if (!good) {
        report_error("%s: %s", out->path ? out->path : "standard output", err.what);
    }
    *out = (struct text_output){0};
    return good ? status : EXIT_BAD_INPUT;
}
