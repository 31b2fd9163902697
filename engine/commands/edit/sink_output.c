#include "engine/commands/edit/sink_output.h"

#include <string.h>

#include "assets/output_file.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

int sink_output_write(const struct options *options,
                      int (*write)(void *context, struct media_sink *out), void *context,
                      bool *failed)
{
    const char *path = options->out ? options->out : "-";
    const char *name = strcmp(path, "-") == 0 ? "standard output" : path;
    const struct output_request request = {.path = path, .force = options->force};
    struct output_file file;
    struct format_error err;
    *failed = true;
    if (command_check_output(options, path) != EXIT_GOOD) {
        return FORMAT_BAD;
    }
    if (output_file_open(&file, &request, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return FORMAT_BAD;
    }
    struct media_sink sink = output_file_sink(&file);
    const int code = write(context, &sink);
    if (output_file_close(&file, code >= 0 ? OUTPUT_DONE : OUTPUT_NONE, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return FORMAT_BAD;
    }
    *failed = false;
    return code;
}
