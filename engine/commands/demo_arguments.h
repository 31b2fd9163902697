/* The demos that the words of a command line stand for: themselves, all of a folder, all of an
 * archive (engine/playback/demo_list.h). Says on stderr what cannot be read. */
#ifndef ENGINE_COMMANDS_DEMO_ARGUMENTS_H
#define ENGINE_COMMANDS_DEMO_ARGUMENTS_H

#include "engine/options/options.h"
#include "engine/playback/demo_list.h"

/* All of them, in the words' order. EXIT_GOOD, or EXIT_BAD_INPUT when a word was left out or there
 * was no memory; list then holds the rest. Free it in any case. */
int demo_arguments_all(struct demo_list *list, const struct options *options);

/* The same for a window: without a word builtin:demo1 and builtin:demo5. It says itself why nothing
 * is to be seen: an only word that cannot be read is in the list as it is, since opening it says
 * why, and the answer is EXIT_GOOD. */
int demo_arguments_watched(struct demo_list *list, const struct options *options);

/* For commands that take one demo: *name (the list's) is what the only word stands for, NULL
 * without a word. When that is several demos they are listed, and EXIT_USAGE is the answer. Free
 * list in any case. */
int demo_arguments_one(struct demo_list *list, const struct options *options, const char **name);

#endif
