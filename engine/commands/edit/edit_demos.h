/* The demos of a command that makes a demo of each. */
#ifndef ENGINE_COMMANDS_EDIT_EDIT_DEMOS_H
#define ENGINE_COMMANDS_EDIT_EDIT_DEMOS_H

#include "engine/options/command_info.h"
#include "engine/options/options.h"

/* Calls edit for each demo that the command line names; a folder or an archive stands for all in
 * it. All are edited, whatever happens to one of them. Several need a folder as output. Returns
 * EXIT_GOOD, or the last status that is not; prints what is wrong with the command line. */
int edit_demos(const struct options *options, enum command command,
               int (*edit)(const struct options *options, const char *name));

/* As edit_demos; context is passed on. */
int edit_demos_with(const struct options *options, enum command command,
                    int (*edit)(void *context, const struct options *options, const char *name),
                    void *context);

#endif
