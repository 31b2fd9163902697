/* In place of quakereel library, in a build without SQLite. */
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/report/report.h"

int cmd_library(int argc, char **argv)
{
    struct options options;
    const int status = command_begin(&options, COMMAND_LIBRARY, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    options_free(&options);
    report_error("library: this build has no SQLite");
    return EXIT_BAD_INPUT;
}
