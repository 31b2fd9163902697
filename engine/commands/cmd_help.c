/* quakereel help: the help of the program or of a command. */
#include <stdio.h>
#include <string.h>

#include "engine/commands/command_help.h"
#include "engine/commands/commands.h"

int cmd_help(int argc, char **argv)
{
    enum command command;
    if (argc < 2 || strcmp(argv[0], "help") != 0) {
        help_print_program();
        return EXIT_GOOD;
    }
    if (command_find(argv[1], &command)) {
        help_print_command(command);
        return EXIT_GOOD;
    }
    const char *meant = command_suggest(argv[1]);
    fprintf(stderr, "quakereel: no help for '%s'%s%s%s; see quakereel help\n", argv[1],
            meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    return EXIT_USAGE;
}
