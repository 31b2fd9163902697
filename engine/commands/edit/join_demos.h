/* quakereel join, for demos. */
#ifndef ENGINE_COMMANDS_EDIT_JOIN_DEMOS_H
#define ENGINE_COMMANDS_EDIT_JOIN_DEMOS_H

#include <stdbool.h>

#include "engine/options/options.h"

/* True if the first input is a demo by its name; else it is a film. */
bool join_demos_wanted(const struct options *options);

/* Joins the demos into -o. Returns the exit status after lines on stderr. */
int join_demos(const struct options *options);

#endif
