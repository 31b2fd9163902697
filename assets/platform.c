#define _POSIX_C_SOURCE 200809L

#include "assets/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "assets/system/system_input.h"
#include "formats/base/arrays.h"

int platform_read_whole(const struct disk_file *file, size_t max, struct file_bytes *out)
{
    *out = (struct file_bytes){0};
    if (file->size > max) {
        errno = EFBIG;
        return -1;
    }
    const size_t size = (size_t)file->size;
    uint8_t *data = malloc(size ? size : 1);
    size_t got = 0;
    if (!data) {
        errno = ENOMEM;
        return -1;
    }
    if (platform_read_at(file, 0, data, size, &got) < 0) {
        const int failure = errno;
        free(data);
        errno = failure;
        return -1;
    }
    *out = (struct file_bytes){data, got};
    return 0;
}

int platform_read_small_file(const char *path, size_t max, struct file_bytes *out)
{
    struct disk_file file;
    *out = (struct file_bytes){0};
    if (platform_open_file(path, &file) < 0) {
        return -1;
    }
    int failure = platform_read_whole(&file, max, out) < 0 ? errno : 0;
    if (!failure && out->size < file.size) {
        platform_free_file(out);
        failure = EIO; /* it got shorter */
    }
    platform_close_file(&file);
    errno = failure;
    return failure ? -1 : 0;
}

int platform_read_file(const char *path, struct file_bytes *out)
{
    return platform_read_small_file(path, PLATFORM_FILE_MAX, out);
}

void platform_free_file(struct file_bytes *f)
{
    free((void *)(uintptr_t)f->data);
    *f = (struct file_bytes){0};
}

int platform_read_input(size_t most, struct file_bytes *out)
{
    uint8_t *data = NULL;
    size_t size = 0, capacity = 0;
    *out = (struct file_bytes){0};
    int failure = platform_is_terminal(0) ? ENOTTY : 0;
    while (!failure) {
        if (size > most) {
            failure = EFBIG;
            break;
        }
        if (array_reserve(&data, &capacity, size + (1 << 16), 1) < 0) {
            failure = ENOMEM;
            break;
        }
        const long got = system_read_input(data + size, capacity - size);
        if (got == 0) {
            break;
        }
        if (got > 0) {
            size += (size_t)got;
        } else if (errno != EINTR) {
            failure = errno;
        }
    }
    if (failure) {
        free(data);
        errno = failure;
        return -1;
    }
    *out = (struct file_bytes){data, size};
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct name_list {
    char **names;
    size_t used, capacity;
};

static int add_name(void *context, const char *name)
{
    struct name_list *list = context;
    if (array_reserve(&list->names, &list->capacity, list->used + 1, sizeof(*list->names)) < 0 ||
        !(list->names[list->used] = strdup(name))) {
        return ENOMEM;
    }
    list->used++;
    return 0;
}

int platform_list_directory(const char *path, char ***names, size_t *count)
{
    struct name_list list = {0};
    *names = NULL;
    *count = 0;
    if (system_visit_folder(path, add_name, &list) < 0) {
        const int failure = errno;
        platform_free_names(list.names, list.used);
        errno = failure;
        return -1;
    }
    if (list.used > 1) {
        qsort(list.names, list.used, sizeof(*list.names), compare_names);
    }
    *names = list.names;
    *count = list.used;
    return 0;
}

int platform_visit_directory(const char *path, int (*visit)(void *context, const char *name),
                             void *context)
{
    return system_visit_folder(path, visit, context);
}

void platform_free_names(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(names[i]);
    }
    free(names);
}
