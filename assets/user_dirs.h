/* Folders of the user's files: those of the XDG base directory specification, on Windows %APPDATA%.
 */
#ifndef ASSETS_USER_DIRS_H
#define ASSETS_USER_DIRS_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

/* Writes DIR/quakereel/name to path; DIR is $XDG_CONFIG_HOME or ~/.config. Relative values of the
 * variable are ignored, as the specification requires. On Windows DIR is %APPDATA%. Returns -1 if
 * there is no such folder or the path does not fit. Creates nothing. */
int user_config_path(char *path, size_t size, const char *name) MUST_CHECK;
/* As user_config_path, for $XDG_STATE_HOME or ~/.local/state. */
int user_state_path(char *path, size_t size, const char *name) MUST_CHECK;
/* The user's picture folder: $XDG_PICTURES_DIR, else the one in $XDG_CONFIG_HOME/user-dirs.dirs
 * (xdg-user-dirs), else ~/Pictures; on Windows %USERPROFILE%/Pictures. Returns as above. */
int user_pictures_folder(char *path, size_t size) MUST_CHECK;
/* Creates the folders above a path, accessible to their owner only. Returns 0, or -1 with errno
 * set. */
int user_make_folders(const char *path) MUST_CHECK;

/* True if the state folder does not exist yet; creates it, so that the next call returns false. */
bool user_is_new(void);

#endif
