#include "assets/user_dirs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"

static const char own_folder[] = "quakereel";

static int user_path(char *path, size_t size, enum platform_folder folder, const char *name)
{
    const int base = platform_user_folder(folder, path, size);
    const size_t used = base == 0 ? strlen(path) : 0;
    const int length =
        base == 0 ? snprintf(path + used, size - used, "/%s/%s", own_folder, name) : -1;
    if (length < 0 || (size_t)length >= size - used) {
        if (size > 0) {
            path[0] = '\0'; /* half a path would be another file's */
        }
        return -1;
    }
    return 0;
}

int user_config_path(char *path, size_t size, const char *name)
{
    return user_path(path, size, PLATFORM_CONFIG, name);
}

int user_state_path(char *path, size_t size, const char *name)
{
    return user_path(path, size, PLATFORM_STATE, name);
}

int user_pictures_folder(char *path, size_t size)
{
    return platform_user_folder(PLATFORM_PICTURES, path, size);
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

bool user_is_new(void)
{
    char path[4096];
    if (user_state_path(path, sizeof(path), "") != 0 || platform_is_directory(path)) {
        return false;
    }
    return user_make_folders(path) == 0;
}
