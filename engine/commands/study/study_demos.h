/* What the commands share that print what is in demos: their list, and the output. */
#ifndef ENGINE_COMMANDS_STUDY_STUDY_DEMOS_H
#define ENGINE_COMMANDS_STUDY_STUDY_DEMOS_H

#include <stdio.h>

#include "engine/options/options.h"
#include "engine/playback/demo_list.h"

/* Lists the demos of the arguments, opens the output of -o, and calls `tell`, which prints to it
 * and returns an exit status. Returns that, or EXIT_BAD_INPUT after a line on stderr. */
int study_demos_tell(const struct options *options, void *context,
                     int (*tell)(void *context, FILE *out, const struct demo_list *demos));

#endif
