/* Lists a folder of the game's files across all directories and paks. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/files_internal.h"
#include "formats/base/arrays.h"

struct wanted {
    struct files *files;
    const char *start;  /* "scripts/" */
    const char *ending; /* ".shader" */
    struct files_names *names;
    struct name_map seen;
};

static bool has_ending(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && name_equal_nocase(name + length - tail, ending);
}

/* A name in lower case, unless it was there before. */
static int add_name(struct wanted *wanted, const char *name)
{
    struct files_names *names = wanted->names;
    if (name_map_get(&wanted->seen, name)) {
        return FORMAT_OK;
    }
    if (array_reserve(&names->names, &names->capacity, names->count + 1, sizeof(*names->names)) <
        0) {
        return FORMAT_MEMORY;
    }
    char *copy = strdup(name);
    if (!copy || name_map_put(&wanted->seen, name, names) < 0) {
        free(copy);
        return FORMAT_MEMORY;
    }
    names->names[names->count++] = copy;
    return FORMAT_OK;
}

/* Those of one folder of the disk, which is called `game` in the game. deep: of folders in it, too.
 */
static int list_disk(struct wanted *wanted, const char *path, const char *game, bool deep)
{
    const struct folder *folder = folders_list(&wanted->files->folders, path);
    int code = folder ? FORMAT_OK : FORMAT_MEMORY;
    for (int pass = 0; folder && pass <= (int)deep; pass++) {
        for (size_t i = 0; i < folder->count && code == FORMAT_OK; i++) {
            char name[FILES_NAME_MAX + 1], below[FILES_PATH];
            const int name_size = snprintf(name, sizeof(name), "%s%s", game, folder->names[i]);
            const int path_size = snprintf(below, sizeof(below), "%s/%s", path, folder->names[i]);
            if (name_size < 0 || (size_t)name_size >= sizeof(name) - 1 || path_size < 0 ||
                (size_t)path_size >= sizeof(below)) {
                continue;
            }
            for (char *c = name; *c; c++) {
                *c = name_lower(*c);
            }
            if (pass == 0 && has_ending(name, wanted->ending) && !platform_is_directory(below)) {
                code = add_name(wanted, name);
            } else if (pass == 1 && platform_is_directory(below)) {
                name[name_size] = '/'; /* there is room for one more */
                name[name_size + 1] = '\0';
                code = list_disk(wanted, below, name, false);
            }
        }
    }
    return code;
}

static int list_folder(struct wanted *wanted, const char *root)
{
    char path[FILES_PATH];
    const int code =
        folders_resolve(&wanted->files->folders, root, wanted->start, path, sizeof(path));
    if (code < 0) {
        return code == FORMAT_MISSING ? FORMAT_OK : code;
    }
    return list_disk(wanted, path, wanted->start, true);
}

static int list_archive(struct wanted *wanted, const struct archive *archive)
{
    size_t count = 0;
    size_t *members = archive_list(archive, wanted->start, &count);
    int code = members ? FORMAT_OK : FORMAT_MEMORY;
    for (size_t i = 0; i < count && code == FORMAT_OK; i++) {
        const char *name = archive->names[members[i]].text;
        const char *slash = strchr(name + strlen(wanted->start), '/');
        const bool near = !slash || !strchr(slash + 1, '/');
        if (near && strlen(name) <= FILES_NAME_MAX && has_ending(name, wanted->ending)) {
            code = add_name(wanted, name);
        }
    }
    free(members);
    return code;
}

int files_list(struct files *files, const char *folder, const char *ending,
               struct files_names *names)
{
    char start[FILES_NAME_MAX + 1];
    snprintf(start, sizeof(start), "%s/", folder);
    struct wanted wanted = {.files = files, .start = start, .ending = ending, .names = names};
    int code = FORMAT_OK;
    *names = (struct files_names){0};
    for (const struct layer *layer = files->layers; layer; layer = layer->below) {
        if (code == FORMAT_OK && layer->path) {
            code = list_folder(&wanted, layer->path);
        }
        for (const struct mounted_pak *p = layer->paks; p && code == FORMAT_OK; p = p->below) {
            code = p->folder ? list_folder(&wanted, p->folder) : list_archive(&wanted, &p->archive);
        }
    }
    name_map_clear(&wanted.seen, NULL);
    if (code < 0) {
        files_note_lack(files);
    }
    return code;
}

void files_names_free(struct files_names *names)
{
    platform_free_names(names->names, names->count);
    *names = (struct files_names){0};
}
