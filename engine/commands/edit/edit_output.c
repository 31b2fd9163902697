#include "engine/commands/edit/edit_output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/saved_name.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

bool edit_output_is_folder(const struct options *options)
{
    const size_t length = strlen(options->out);
    return (length > 0 && options->out[length - 1] == '/') || platform_is_directory(options->out);
}

int edit_output_make_folder(const struct options *options)
{
    if (platform_make_directory(options->out) < 0) {
        report_error("%s: cannot make the folder: %s", options->out, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

int edit_output_name(char path[OUTPUT_PATH], const struct options *options, const char *demo,
                     const char *suffix, const char *extension)
{
    int length;
    if (edit_output_is_folder(options)) {
        char stem[SAVED_NAME_STEM];
        const char *folder = options->out;
        if (edit_output_make_folder(options) != EXIT_GOOD) {
            return EXIT_BAD_INPUT;
        }
        saved_name_stem(stem, demo);
        length = snprintf(path, OUTPUT_PATH, "%s%s%s%s%s", folder,
                          folder[strlen(folder) - 1] == '/' ? "" : "/", stem, suffix, extension);
    } else {
        length = snprintf(path, OUTPUT_PATH, "%s", options->out);
    }
    if (length < 0 || length >= OUTPUT_PATH) {
        report_error("%s: the name is too long", options->out);
        return EXIT_BAD_INPUT;
    }
    return command_check_output(options, path);
}

int edit_output_write(const struct options *options, const char *path,
                      const struct byte_writer *bytes)
{
    const struct output_request request = {.path = path, .force = options->force};
    struct format_error err;
    if (output_file_write(&request, bytes->data, bytes->size, &err) < 0) {
        report_error("%s: %s", strcmp(path, "-") == 0 ? "standard output" : path, err.what);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

FILE *edit_output_report(const char *path)
{
    return strcmp(path, "-") == 0 ? stderr : stdout;
}
