/* Options that the window remembers: the rows of the option registry with a name in settings.conf,
 * read and written with that name. A switch that is on is 1 there. */
#ifndef ENGINE_VIEWER_SAVED_OPTION_SETTINGS_H
#define ENGINE_VIEWER_SAVED_OPTION_SETTINGS_H

#include "engine/options/option_row.h"
#include "engine/viewer/saved/settings.h"

/* Reads one setting into *options. look: "", "faithful-", "truecolor-" or "quake3-", for rows with
 * OPTION_PER_LOOK. Returns false, and leaves *options unchanged, if the command line gave the
 * option, if there is no such setting, or if its value is bad; a bad value is reported with its
 * line. */
bool option_settings_read(const struct settings *settings, const char *setting, const char *look,
                          struct options *options);

/* Reads the settings of all rows of a group. */
void option_settings_read_group(const struct settings *settings, enum option_group group,
                                struct options *options);

/* Sets a setting to the option's value, or removes it if the option has none
 * (a switch that is off, a number that was not given). Returns 0 or a
 * negative FORMAT_ code. */
int option_settings_write(struct settings *settings, const char *setting, const char *look,
                          const struct options *options) MUST_CHECK;

#endif
