#include "assets/user_dirs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"

static const char own_folder[] = "quakereel";

static int user_path(char *path, size_t size, const char *variable, const char *below_home,
                     const char *name)
{
    const char *base = getenv(variable);
    const char *below = "";
    if (!base || base[0] != '/') {
        base = getenv("HOME");
        below = below_home;
    }
    int length = -1;
    if (base && base[0] == '/') {
        length = snprintf(path, size, "%s%s/%s/%s", base, below, own_folder, name);
    }
    if (length < 0 || (size_t)length >= size) {
        if (size > 0) {
            path[0] = '\0'; /* half a path would be another file's */
        }
        return -1;
    }
    return 0;
}

int user_config_path(char *path, size_t size, const char *name)
{
    return user_path(path, size, "XDG_CONFIG_HOME", "/.config", name);
}

int user_state_path(char *path, size_t size, const char *name)
{
    return user_path(path, size, "XDG_STATE_HOME", "/.local/state", name);
}

int user_make_folders(const char *path)
{
    size_t length = strlen(path);
    char *folder = malloc(length + 1);
    if (!folder) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(folder, path, length + 1);
    int failure = 0;
    for (size_t i = 1; i < length && !failure; i++) {
        if (path[i] == '/' && path[i - 1] != '/') {
            folder[i] = '\0';
            failure = platform_make_private_directory(folder) == 0 ? 0 : errno;
            folder[i] = '/';
        }
    }
    free(folder);
    errno = failure;
    return failure ? -1 : 0;
}
