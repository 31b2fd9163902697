/* Finds a level's file in the game data and reads it for a picture from above. */
#ifndef ENGINE_COMMANDS_STUDY_LEVEL_FILE_H
#define ENGINE_COMMANDS_STUDY_LEVEL_FILE_H

#include "assets/overview/map_level.h"
#include "engine/playback/demo_source.h"

/* True if the name ends as that of a map's file. */
bool level_file_is_one(const char *name);

/* Reads "maps/NAME.bsp" of the files; NULL: there are none. Returns 0 or a negative FORMAT_ code;
 * fills err; *level is {0} then. */
int level_file_read(struct map_level *level, struct files *files, const char *name,
                    struct format_error *err) MUST_CHECK;

/* The same by what a user types: a path to a .bsp, or a name that is looked for in the data of each
 * game, then among the built-in levels ("builtin:NAME": only there). */
int level_file_find(struct map_level *level, const char *name, const struct demo_search *search,
                    struct format_error *err) MUST_CHECK;

#endif
