/* Checks the file that a command is going to write, before the work begins. */
#ifndef ENGINE_COMMANDS_COMMAND_OUTPUT_H
#define ENGINE_COMMANDS_COMMAND_OUTPUT_H

#include "engine/options/options.h"

/* EXIT_GOOD if the file at path can be written now: it is none of the files that the command line
 * names as inputs (whatever the name, links too), it does not exist or --force was given, and its
 * folder accepts a new file. Else prints the reason and returns EXIT_BAD_INPUT. path "-" is
 * standard output. */
int command_check_output(const struct options *options, const char *path);

/* As command_check_output, for the files that the open demo and its sounds (NULL = none) have read
 * so far. Call it before the file gets its name. */
int command_check_reads(const struct playback_context *player, const struct files *sounds,
                        const char *path);

#endif
