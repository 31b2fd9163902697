/* A folder of the fuzz targets that need a file on disk: created once, deleted at exit. */
#ifndef TESTS_FUZZ_STAGES_TEMP_FOLDER_H
#define TESTS_FUZZ_STAGES_TEMP_FOLDER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/stages/require.h"

enum { TEMP_PATH = 128 };

static char temp_folder[TEMP_PATH] = "/dev/shm/quakereel-fuzz-XXXXXX"; /* in memory, if possible */
static char temp_inner[TEMP_PATH + 16];                                /* FOLDER/quakereel */
static char temp_file[4096];

static inline void temp_remove(void)
{
    char lock[TEMP_PATH + 32];
    snprintf(lock, sizeof(lock), "%s/lock", temp_inner);
    (void)!unlink(lock);
    (void)!unlink(temp_file);
    (void)!rmdir(temp_inner);
    (void)!rmdir(temp_folder);
}

/* Creates the folder. The file that is deleted at exit: the caller sets temp_file. */
static inline void temp_open(void)
{
    if (temp_inner[0] == '\0') {
        if (access("/dev/shm", W_OK) != 0) {
            snprintf(temp_folder, sizeof(temp_folder), "/tmp/quakereel-fuzz-XXXXXX");
        }
        require(mkdtemp(temp_folder) != NULL);
        snprintf(temp_inner, sizeof(temp_inner), "%s/quakereel", temp_folder);
        require(mkdir(temp_inner, 0700) == 0 && atexit(temp_remove) == 0);
    }
}

/* Replaces the file's bytes by those of two parts. */
static inline void temp_write(const void *first, size_t first_size, const void *second,
                              size_t second_size)
{
    FILE *file = fopen(temp_file, "wb");
    require(file != NULL);
    require(first_size == 0 || fwrite(first, 1, first_size, file) == first_size);
    require(second_size == 0 || fwrite(second, 1, second_size, file) == second_size);
    require(fclose(file) == 0);
}

#endif
