#define _GNU_SOURCE /* DT_DIR */

#include "tests/faults/fault_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "formats/base/hash64.h"

void tree_give_up(const char *what, const char *path)
{
    fprintf(stderr, "faults: cannot %s %s: %s\n", what, path, strerror(errno));
    exit(2);
}

static void name_inner(char path[TREE_PATH], const char *folder, const char *name)
{
    const int length = snprintf(path, TREE_PATH, "%s/%s", folder, name);
    if (length < 0 || length >= TREE_PATH) {
        errno = ENAMETOOLONG;
        tree_give_up("name", name);
    }
}

/* Calls visit for each entry below a folder. */
static void visit_folder(const char *folder, void *context,
                         void (*visit)(void *context, const char *path, const char *name,
                                       bool is_folder))
{
    char **names, path[TREE_PATH];
    size_t count;
    if (platform_list_directory(folder, &names, &count) < 0) {
        tree_give_up("list", folder);
    }
    for (size_t i = 0; i < count; i++) {
        struct stat info;
        name_inner(path, folder, names[i]);
        if (lstat(path, &info) == 0) {
            visit(context, path, names[i], S_ISDIR(info.st_mode));
        }
    }
    platform_free_names(names, count);
}

/* --- what is there ---------------------------------------------------------------------------- */

struct reading {
    struct tree *tree;
    const char *folder;
    size_t skip; /* bytes of a path that are the folder's */
};

static void read_entry(void *context, const char *path, const char *name, bool is_folder)
{
    struct reading *reading = context;
    struct tree *tree = reading->tree;
    struct file_bytes bytes;
    (void)name;
    if (is_folder) {
        visit_folder(path, context, read_entry);
        return;
    }
    if (tree->count >= TREE_FILES_MAX || platform_read_file(path, &bytes) < 0) {
        tree_give_up("read", path);
    }
    struct tree_file *file = &tree->files[tree->count++];
    snprintf(file->name, sizeof(file->name), "%s", path + reading->skip);
    file->size = bytes.size;
    file->hash = hash64_add(HASH64_START, bytes.data, bytes.size);
    platform_free_file(&bytes);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct tree_file *)a)->name, ((const struct tree_file *)b)->name);
}

void tree_read(struct tree *tree, const char *folder)
{
    struct reading reading = {tree, folder, strlen(folder) + 1};
    *tree = (struct tree){.files = calloc(TREE_FILES_MAX, sizeof(*tree->files))};
    if (!tree->files) {
        tree_give_up("read", folder);
    }
    visit_folder(folder, &reading, read_entry);
    qsort(tree->files, tree->count, sizeof(*tree->files), compare_names);
}

void tree_free(struct tree *tree)
{
    free(tree->files);
    *tree = (struct tree){0};
}

const struct tree_file *tree_find(const struct tree *tree, const char *name)
{
    for (size_t i = 0; i < tree->count; i++) {
        if (strcmp(tree->files[i].name, name) == 0) {
            return &tree->files[i];
        }
    }
    return NULL;
}

bool tree_same_file(const struct tree_file *a, const struct tree_file *b)
{
    return a && b && a->size == b->size && a->hash == b->hash;
}

/* --- copies ----------------------------------------------------------------------------------- */

static void write_file(const char *path, const void *data, size_t size)
{
    const bool script = size > 2 && memcmp(data, "#!", 2) == 0;
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, script ? 0777 : 0666);
    const char *bytes = data;
    while (fd >= 0 && size > 0) {
        const ssize_t written = write(fd, bytes, size);
        if (written <= 0) {
            tree_give_up("write", path);
        }
        bytes += written;
        size -= (size_t)written;
    }
    if (fd < 0 || close(fd) < 0) {
        tree_give_up("write", path);
    }
}

void tree_write(const char *folder, const char *name, const void *data, size_t size)
{
    char path[TREE_PATH];
    name_inner(path, folder, name);
    write_file(path, data, size);
}

static void copy_entry(void *context, const char *path, const char *name, bool is_folder)
{
    char to[TREE_PATH];
    struct file_bytes bytes;
    name_inner(to, context, name);
    if (is_folder) {
        tree_copy(path, to);
        return;
    }
    if (platform_read_file(path, &bytes) < 0) {
        tree_give_up("read", path);
    }
    write_file(to, bytes.data, bytes.size);
    platform_free_file(&bytes);
}

void tree_copy(const char *from, const char *to)
{
    char folder[TREE_PATH];
    snprintf(folder, sizeof(folder), "%s", to);
    if (mkdir(to, 0777) < 0 && errno != EEXIST) {
        tree_give_up("make", to);
    }
    visit_folder(from, folder, copy_entry);
}

static void remove_entry(void *context, const char *path, const char *name, bool is_folder)
{
    (void)context, (void)name;
    if (is_folder) {
        tree_remove(path);
    } else if (unlink(path) < 0) {
        tree_give_up("remove", path);
    }
}

void tree_remove(const char *folder)
{
    if (platform_is_directory(folder)) {
        visit_folder(folder, NULL, remove_entry);
        if (rmdir(folder) < 0) {
            tree_give_up("remove", folder);
        }
    }
}
