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

static int copy_path(char *path, size_t size, const char *base, const char *below)
{
    const int length = snprintf(path, size, "%s%s", base, below);
    if (length < 0 || (size_t)length >= size) {
        path[0] = '\0';
        return -1;
    }
    return 0;
}

/* A line XDG_PICTURES_DIR="$HOME/..." or ="/..."; a backslash makes the next character plain.
 * False: it is another one, or none that can be used. */
static bool read_pictures_line(const char *line, const char *home, char *path, size_t size)
{
    static const char name[] = "XDG_PICTURES_DIR=\"";
    static const char variable[] = "$HOME";
    line += strspn(line, " \t");
    if (strncmp(line, name, strlen(name)) != 0) {
        return false;
    }
    line += strlen(name);
    size_t used = 0;
    if (strncmp(line, variable, strlen(variable)) == 0 && home) {
        used = strlen(home);
        line += strlen(variable);
        if (used >= size) {
            return false;
        }
        memcpy(path, home, used);
    }
    for (; *line && *line != '"' && *line != '\n'; line++) {
        line += *line == '\\' && line[1] ? 1 : 0;
        if (used + 1 >= size) {
            return false;
        }
        path[used++] = *line;
    }
    path[used] = '\0';
    return *line == '"' && path[0] == '/';
}

int user_pictures_folder(char *path, size_t size)
{
    const char *named = getenv("XDG_PICTURES_DIR"), *home = getenv("HOME");
    const char *config = getenv("XDG_CONFIG_HOME");
    char file[4096], line[4096];
    bool found = false;
    home = home && home[0] == '/' ? home : NULL;
    if (named && named[0] == '/') {
        return copy_path(path, size, named, "");
    }
    const bool own = config && config[0] == '/';
    if ((own || home) && copy_path(file, sizeof(file), own ? config : home,
                                   own ? "/user-dirs.dirs" : "/.config/user-dirs.dirs") == 0) {
        FILE *dirs = fopen(file, "r");
        while (dirs && !found && fgets(line, sizeof(line), dirs)) {
            found = read_pictures_line(line, home, path, size);
        }
        if (dirs) {
            fclose(dirs);
        }
    }
    return found ? 0 : home ? copy_path(path, size, home, "/Pictures") : -1;
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
