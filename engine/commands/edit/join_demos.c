#include "engine/commands/edit/join_demos.h"

#include <string.h>

#include "engine/commands/command_output.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/edit/edit_output.h"
#include "engine/edit/parts/edit_join.h"
#include "engine/playback/demo_source.h"
#include "engine/report/report.h"

bool join_demos_wanted(const struct options *options)
{
    const char *name = options->files[0];
    return demo_list_is_demo(name) || strncmp(name, "builtin:", 8) == 0;
}

/* Appends one. A damaged demo is joined up to its damage, which is told. *end: no other one may
 * follow. */
static int add_demo(const struct options *options, const char *name, struct edit_join *join,
                    struct byte_writer *out, bool *end)
{
    struct demo_source source;
    struct format_error err = {0};
    *end = true;
    if (demo_source_open_bytes(&source, name, &options->player.search, &err) < 0) {
        report_error("%s: %s", name, err.what);
        return EXIT_BAD_INPUT;
    }
    int code = source.demo.code;
    if (code < 0) {
        report_error("%s: %s", name, source.demo.error.what);
    } else {
        code = edit_join_add(join, &source.demo, out, &err);
        *end = code == FORMAT_UNKNOWN || code == FORMAT_MEMORY;
        if (*end) {
            report_error("%s: %s", name, err.what);
        } else if (code < 0 || source.is_torn) {
            const struct format_error *damage = source.is_torn ? &source.torn : &err;
            report_error("%s: byte %zu: %s", name, damage->offset, damage->what);
        }
        if (!*end && join->how.anew) {
            report_error("%s: its level begins anew: %s", name, join->how.anew);
        }
    }
    const bool torn = source.is_torn;
    demo_source_close(&source);
    return code < 0 || torn ? EXIT_BAD_INPUT : EXIT_GOOD;
}

int join_demos(const struct options *options)
{
    struct demo_list demos;
    struct edit_join join = {
        .how = {.retime = options->edit.retime, .smooth = options->edit.smooth}};
    struct byte_writer out = {0};
    const char *path = options->out;
    int status = demo_arguments_all(&demos, options);
    bool end = status != EXIT_GOOD; /* a demo would be missing in the middle */
    if (command_check_output(options, path) != EXIT_GOOD) {
        status = EXIT_BAD_INPUT;
        end = true;
    }
    for (size_t i = 0; i < demos.count && !end; i++) {
        const int one = add_demo(options, demos.names[i], &join, &out, &end);
        status = one == EXIT_GOOD ? status : one;
    }
    if (!end && out.size > 0) {
        const int written = edit_output_write(options, path, &out);
        status = written == EXIT_GOOD ? status : written;
        if (written == EXIT_GOOD && strcmp(path, "-") != 0) {
            printf("%s: %zu demos, %zu bytes\n", path, demos.count, out.size);
        }
    }
    byte_writer_free(&out);
    demo_list_free(&demos);
    return status;
}
