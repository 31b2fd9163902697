/* `quakereel help`: help of the program and of its commands, printed on standard output. */
#ifndef ENGINE_COMMANDS_COMMAND_HELP_H
#define ENGINE_COMMANDS_COMMAND_HELP_H

#include "engine/options/command_info.h"

void help_print_program(void);
void help_print_command(enum command command);

#endif
