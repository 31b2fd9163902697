#include "engine/commands/edit/edit_demos.h"

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/edit/edit_output.h"

int edit_demos_with(const struct options *options, enum command command,
                    int (*edit)(void *context, const struct options *options, const char *name),
                    void *context)
{
    struct demo_list demos;
    int status;
    if (!options->out) {
        return command_refuse(command, "no file to write (-o)");
    }
    status = demo_arguments_all(&demos, options);
    if (demos.count > 1 && !edit_output_is_folder(options)) {
        status = command_refuse(command, "%zu demos need a folder: -o FOLDER/", demos.count);
        demo_list_free(&demos);
        return status;
    }
    for (size_t i = 0; i < demos.count && status != EXIT_USAGE; i++) {
        const int one = edit(context, options, demos.names[i]);
        status = one == EXIT_GOOD ? status : one;
    }
    demo_list_free(&demos);
    return status;
}

/* An edit without a context. */
struct plain_edit {
    int (*edit)(const struct options *options, const char *name);
};

static int edit_plain(void *context, const struct options *options, const char *name)
{
    return ((const struct plain_edit *)context)->edit(options, name);
}

int edit_demos(const struct options *options, enum command command,
               int (*edit)(const struct options *options, const char *name))
{
    struct plain_edit plain = {edit};
    return edit_demos_with(options, command, edit_plain, &plain);
}
