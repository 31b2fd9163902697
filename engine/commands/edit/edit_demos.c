#include "engine/commands/edit/edit_demos.h"

#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/edit/edit_output.h"

int edit_demos(const struct options *options, enum command command,
               int (*edit)(const struct options *options, const char *name))
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
        const int one = edit(options, demos.names[i]);
        status = one == EXIT_GOOD ? status : one;
    }
    demo_list_free(&demos);
    return status;
}
