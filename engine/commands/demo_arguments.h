/* Expands the arguments of a command line to demos: an argument is a demo, or a folder or archive
 * whose demos are all taken (engine/playback/demo_list.h). Unreadable ones are reported on stderr.
 */
#ifndef ENGINE_COMMANDS_DEMO_ARGUMENTS_H
#define ENGINE_COMMANDS_DEMO_ARGUMENTS_H

#include "engine/options/options.h"
#include "engine/playback/demo_list.h"

/* All demos, in the order of the arguments. Returns EXIT_GOOD, or EXIT_BAD_INPUT if an argument or
 * a demo of an archive was left out or memory ran out; list then holds the rest. Caller frees list
 * in any case. */
int demo_arguments_all(struct demo_list *list, const struct options *options);

/* As demo_arguments_all, for the window. Without arguments the list is builtin:demo1 and
 * builtin:demo5. A single argument that cannot be read stays in the list, and EXIT_GOOD is
 * returned: the window shows the error when it opens it. */
int demo_arguments_watched(struct demo_list *list, const struct options *options);

/* For commands with one demo: *name, borrowed from list, is that demo. If the
 * argument holds several demos, prints them and returns EXIT_USAGE. Caller frees list in any
 * case. */
int demo_arguments_one(struct demo_list *list, const struct options *options, const char **name);

#endif
