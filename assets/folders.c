#define _POSIX_C_SOURCE 200809L

#include "assets/folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/name_map.h"
#include "assets/platform.h"

enum { NAME_SIZE = 256 };

const struct folder *folders_list(struct folders *folders, const char *path)
{
    for (struct folder *f = folders->first; f; f = f->next) {
        if (strcmp(f->path, path) == 0) {
            return f;
        }
    }
    struct folder *f = calloc(1, sizeof(*f));
    if (!f || !(f->path = strdup(path))) {
        free(f);
        return NULL;
    }
    if (platform_list_directory(path, &f->names, &f->count) < 0) {
        if (errno == ENOMEM) {
            free(f->path);
            free(f);
            return NULL;
        }
        if (errno != ENOENT && errno != ENOTDIR && folders->unreadable) {
            folders->unreadable(folders->context, path);
        }
    }
    f->next = folders->first;
    folders->first = f;
    return f;
}

static int append_path(struct folders *folders, char *path, size_t size, const char *name)
{
    const struct folder *f = folders_list(folders, path);
    if (!f) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < f->count; i++) {
        if (name_equal_nocase(f->names[i], name)) {
            const size_t used = strlen(path);
            const int written = snprintf(path + used, size - used, "/%s", f->names[i]);
            return written > 0 && (size_t)written < size - used ? FORMAT_OK : FORMAT_MISSING;
        }
    }
    return FORMAT_MISSING;
}

int folders_resolve(struct folders *folders, const char *root, const char *name, char *path,
                    size_t size)
{
    char parts[NAME_SIZE];
    const int written = snprintf(path, size, "%s", root);
    if (written < 0 || (size_t)written >= size || strlen(name) >= sizeof(parts)) {
        return FORMAT_MISSING;
    }
    memcpy(parts, name, strlen(name) + 1);
    char *rest = parts;
    while (*rest) {
        char *slash = strchr(rest, '/');
        char *next = slash ? slash + 1 : rest + strlen(rest);
        if (slash) {
            *slash = '\0';
        }
        const int code = *rest ? append_path(folders, path, size, rest) : FORMAT_OK;
        if (code < 0) {
            return code;
        }
        rest = next;
    }
    return FORMAT_OK;
}

void folders_free(struct folders *folders)
{
    while (folders->first) {
        struct folder *next = folders->first->next;
        platform_free_names(folders->first->names, folders->first->count);
        free(folders->first->path);
        free(folders->first);
        folders->first = next;
    }
}
