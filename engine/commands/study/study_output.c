#include "engine/commands/study/study_output.h"

#include <string.h>

#include "assets/output_file.h"
#include "engine/commands/command_line.h"
#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

static bool ends_in(const char *path, const char *extension)
{
    const size_t length = strlen(path), part = strlen(extension);
    return length > part && strcmp(path + length - part, extension) == 0;
}

int study_output_check(enum command command, const struct options *options, const char *path)
{
    if (strcmp(path, "-") != 0 && !ends_in(path, ".svg") && !ends_in(path, ".png")) {
        return command_refuse(command, "-o %s: the picture is a .svg or a .png", path);
    }
    return command_check_output(options, path);
}

int study_output_write(const struct drawing *drawing, const struct options *options,
                       const char *path, const struct drawing_svg *form)
{
    const struct output_request request = {.path = path, .force = options->force};
    struct format_error err = {0};
    struct byte_writer bytes = {0};
    int code = ends_in(path, ".png")
                   ? drawing_write_png(drawing, form->theme, (int)drawing_width(drawing),
                                       (int)drawing_height(drawing), &bytes)
                   : drawing_write_svg(drawing, form, &bytes);
    if (code < 0) {
        (void)format_fail(&err, code, 0, "%s",
                          code == FORMAT_MEMORY ? "out of memory" : "the picture is too large");
    } else {
        code = output_file_write(&request, bytes.data, bytes.size, &err);
    }
    if (code < 0) {
        report_error("%s: %s", path, err.what);
    }
    byte_writer_free(&bytes);
    return code < 0 ? EXIT_BAD_INPUT : EXIT_GOOD;
}
