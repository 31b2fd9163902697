#include "engine/commands/demo_arguments.h"

#include <stdio.h>

#include "engine/commands/commands.h"
#include "engine/report/report.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"

enum { LISTED_MAX = 40 };

/* Adds what an argument stands for. *left_out: set if demos of an archive are not in it. */
static int add_argument(struct demo_list *list, const char *name, bool *left_out,
                        struct format_error *err)
{
    const int code = demo_list_add(list, name, err);
    if (code == 0 && list->left_out > 0) {
        report_error("%s: %zu demo%s left out: %s", name, list->left_out, plural_s(list->left_out),
                     list->reason.what);
        *left_out = true;
    }
    return code;
}

static int add_arguments(struct demo_list *list, const struct options *options, bool *left_out)
{
    int status = EXIT_GOOD;
    *list = (struct demo_list){0};
    for (size_t i = 0; i < options->num_files; i++) {
        struct format_error err;
        const int code = add_argument(list, options->files[i], left_out, &err);
        if (code < 0) {
            report_error("%s: %s", options->files[i], err.what);
            status = EXIT_BAD_INPUT;
        }
        if (code == FORMAT_MEMORY) {
            break;
        }
    }
    return status;
}

int demo_arguments_all(struct demo_list *list, const struct options *options)
{
    bool left_out = false;
    const int status = add_arguments(list, options, &left_out);
    return left_out ? EXIT_BAD_INPUT : status;
}

/* Adds the built-in demos of Quake and of Quake III. */
static int add_builtin(struct demo_list *list)
{
    static const char *const names[] = {"builtin:demo1", "builtin:demo5"};
    struct format_error err;
    *list = (struct demo_list){0};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (demo_list_add_name(list, names[i], &err) < 0) {
            report_error("%s: %s", names[i], err.what);
            return EXIT_BAD_INPUT;
        }
    }
    return EXIT_GOOD;
}

int demo_arguments_watched(struct demo_list *list, const struct options *options)
{
    struct format_error err;
    bool left_out = false;
    if (options->num_files == 0) {
        return add_builtin(list);
    }
    if (options->num_files != 1) {
        return demo_arguments_all(list, options);
    }
    *list = (struct demo_list){0};
    int code = add_argument(list, options->files[0], &left_out, &err);
    if (code < 0 && code != FORMAT_MEMORY) {
        code = demo_list_add_name(list, options->files[0], &err);
    }
    if (code < 0) {
        report_error("%s: %s", options->files[0], err.what);
        return EXIT_BAD_INPUT;
    }
    return EXIT_GOOD;
}

int demo_arguments_one(struct demo_list *list, const struct options *options, const char **name)
{
    bool left_out = false;
    const int status = add_arguments(list, options, &left_out);
    *name = list->count > 0 ? list->names[0] : NULL;
    if (status != EXIT_GOOD || list->count <= 1) {
        return status;
    }
    report_error("%s holds %zu demos; name one of them:", options->files[0], list->count);
    for (size_t i = 0; i < list->count && i < LISTED_MAX; i++) {
        char line[1024];
        terminal_text(line, sizeof(line), list->names[i]);
        fprintf(stderr, "  %s\n", line);
    }
    if (list->count > LISTED_MAX) {
        fprintf(stderr, "  and %zu more\n", list->count - LISTED_MAX);
    }
    return EXIT_USAGE;
}
