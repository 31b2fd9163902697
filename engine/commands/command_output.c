#include "engine/commands/command_output.h"

#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

/* True if `input` is that file, or a member of the archive at that path. */
static bool is_read_from(const char *input, const char *path)
{
    char archive[OUTPUT_PATH];
    const size_t length = strlen(input);
    if (platform_is_same_file(input, path)) {
        return true;
    }
    if (length >= sizeof(archive)) {
        return false;
    }
    memcpy(archive, input, length + 1);
    for (char *slash; (slash = strrchr(archive, '/'));) {
        *slash = '\0';
        if (platform_is_file(archive)) {
            return platform_is_same_file(archive, path);
        }
    }
    return false;
}

int command_check_reads(const struct playback_context *player, const struct files *sounds,
                        const char *path)
{
    if (!demo_source_reads(&player->source, path) && !files_reads(sounds, path)) {
        return EXIT_GOOD;
    }
    report_error("%s: would replace a file that is read", path);
    return EXIT_BAD_INPUT;
}

int command_check_output(const struct options *options, const char *path)
{
    const struct output_request request = {.path = path, .force = options->force};
    const char *const others[] = {options->camera_file, options->shot.times_file,
                                  options->edit.apply, options->edit.into};
    struct format_error err;
    const char *input = NULL;
    for (size_t i = 0; i < options->num_files && !input; i++) {
        input = is_read_from(options->files[i], path) ? options->files[i] : NULL;
    }
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]) && !input; i++) {
        input = others[i] && platform_is_same_file(others[i], path) ? others[i] : NULL;
    }
    if (input) {
        report_error("%s: would replace %s, which is read", path, input);
        return EXIT_BAD_INPUT;
    }
    if (output_file_check(&request, &err) < 0) {
        report_error("%s: %s", path, err.what);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}
