#define _XOPEN_SOURCE 700 /* realpath */

#include "tools/bench/peers/quake_folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "formats/netquake/dem.h"
#include "tools/bench/peers/process.h"

enum { PATH_BYTES = QUAKE_FOLDER_PATH };

bool quake_folder_make(char folder[QUAKE_FOLDER_PATH], const char *basedir)
{
    char path[PATH_BYTES + 16], from[PATH_BYTES], to[2 * PATH_BYTES];
    if (!process_make_folder(folder, QUAKE_FOLDER_PATH)) {
        return false;
    }
    snprintf(path, sizeof(path), "%s/id1", folder);
    snprintf(from, sizeof(from), "%s/id1", basedir);
    DIR *games = platform_make_directory(path) == 0 ? opendir(from) : NULL;
    if (!games) {
        return false;
    }
    bool good = true;
    for (struct dirent *entry = readdir(games); entry; entry = readdir(games)) {
        if (entry->d_name[0] != '.') {
            char target[2 * PATH_BYTES];
            snprintf(target, sizeof(target), "%s/%s", from, entry->d_name);
            snprintf(to, sizeof(to), "%s/%s", path, entry->d_name);
            char *real = realpath(target, NULL);
            good = real && symlink(real, to) == 0 && good;
            free(real);
        }
    }
    closedir(games);
    return good;
}

bool quake_folder_set_demo(const char *folder, const struct file_bytes *bytes, size_t most_blocks)
{
    struct dem_file dem;
    char path[PATH_BYTES + 32];
    size_t end = bytes->size;
    if (dem_open(&dem, bytes->data, bytes->size, NULL) != 0) {
        return false;
    }
    if (most_blocks > 0) {
        struct dem_block block;
        size_t offset = dem.first_block;
        for (size_t i = 0; i < most_blocks && dem_next_block(&dem, &offset, &block, NULL) > 0;
             i++) {
        }
        end = offset;
    }
    snprintf(path, sizeof(path), "%s/id1/bench.dem", folder);
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes->data, 1, end, file) == end;
    if (file) {
        good = fclose(file) == 0 && good;
    }
    return good;
}

int quake_folder_frames(const char *text)
{
    const char *at = strstr(text, " frames ");
    while (at && at > text && at[-1] >= '0' && at[-1] <= '9') {
        at--;
    }
    return at ? atoi(at) : 0;
}
