/* The user's folders by the XDG base directory specification. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"

/* Fails with an empty path: half a path would be another file's. */
static int copy_path(char *path, size_t size, const char *base, const char *below)
{
    const int length = base ? snprintf(path, size, "%s%s", base, below) : -1;
    if (length < 0 || (size_t)length >= size) {
        if (size > 0) {
            path[0] = '\0';
        }
        return -1;
    }
    return 0;
}

/* A variable's value, NULL if it is no absolute path: the specification has relative ones ignored.
 */
static const char *read_variable(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] == '/' ? value : NULL;
}

static int find_base(char *path, size_t size, const char *variable, const char *below_home)
{
    const char *base = read_variable(variable);
    return base ? copy_path(path, size, base, "")
                : copy_path(path, size, read_variable("HOME"), below_home);
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

/* $XDG_PICTURES_DIR, else the one in $XDG_CONFIG_HOME/user-dirs.dirs (xdg-user-dirs), else
 * ~/Pictures. */
static int find_pictures(char *path, size_t size)
{
    const char *named = read_variable("XDG_PICTURES_DIR"), *home = read_variable("HOME");
    char file[4096], line[4096];
    bool found = false;
    if (named) {
        return copy_path(path, size, named, "");
    }
    if (find_base(file, sizeof(file), "XDG_CONFIG_HOME", "/.config") == 0 &&
        strlen(file) + sizeof("/user-dirs.dirs") <= sizeof(file)) {
        FILE *dirs = fopen(strcat(file, "/user-dirs.dirs"), "r");
        while (dirs && !found && fgets(line, sizeof(line), dirs)) {
            found = read_pictures_line(line, home, path, size);
        }
        if (dirs) {
            fclose(dirs);
        }
    }
    return found ? 0 : copy_path(path, size, home, "/Pictures");
}

int platform_user_folder(enum platform_folder folder, char *path, size_t size)
{
    switch (folder) {
    case PLATFORM_HOME:
        return platform_path_variable("HOME", path, size);
    case PLATFORM_CONFIG:
        return find_base(path, size, "XDG_CONFIG_HOME", "/.config");
    case PLATFORM_STATE:
        return find_base(path, size, "XDG_STATE_HOME", "/.local/state");
    case PLATFORM_PICTURES:
        return find_pictures(path, size);
    }
    return -1;
}

int platform_path_variable(const char *name, char *path, size_t size)
{
    const char *value = getenv(name);
    return copy_path(path, size, value && *value ? value : NULL, "");
}
