/* Where the user's own files live (the XDG base directory specification). */
#ifndef ASSETS_USER_DIRS_H
#define ASSETS_USER_DIRS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

/* DIR/quakereel/name into path, where DIR is $XDG_CONFIG_HOME or ~/.config. Relative values of the
 * variable are ignored, as the specification asks. -1 when there is no such place or it does not
 * fit. Creates nothing. */
int user_config_path(char *path, size_t size, const char *name) MUST_CHECK;
/* Likewise for $XDG_STATE_HOME or ~/.local/state. */
int user_state_path(char *path, size_t size, const char *name) MUST_CHECK;
/* The person's folder of pictures: $XDG_PICTURES_DIR, or what $XDG_CONFIG_HOME/user-dirs.dirs names
 * (xdg-user-dirs), or ~/Pictures. Likewise. */
int user_pictures_folder(char *path, size_t size) MUST_CHECK;
/* Creates the folders above a path, each readable by its owner alone when new. 0, or -1 with errno
 * set. */
int user_make_folders(const char *path) MUST_CHECK;

/* Whether this person's state has no folder yet: true once, then it is there. */
bool user_is_new(void);

#endif
