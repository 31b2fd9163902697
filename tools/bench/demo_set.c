#include "tools/bench/demo_set.h"

#include <stdio.h>
#include <string.h>

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

void demo_set_add(struct demo_set *set, const char *folder, const char *ending)
{
    char **names;
    size_t count;
    if (platform_list_directory(folder, &names, &count) < 0) {
        return;
    }
    for (size_t i = 0; i < count && set->count < DEMO_SET_FILES; i++) {
        struct file_bytes *file = &set->files[set->count];
        char *path = set->paths[set->count];
        const int length = snprintf(path, DEMO_SET_PATH, "%s/%s", folder, names[i]);
        if (ends_in(names[i], ending) && length > 0 && length < DEMO_SET_PATH &&
            platform_read_file(path, file) == 0) {
            set->bytes += file->size;
            set->count++;
        }
    }
    platform_free_names(names, count);
}

void demo_set_free(struct demo_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        platform_free_file(&set->files[i]);
    }
    *set = (struct demo_set){.count = 0};
}
