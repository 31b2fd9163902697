/* Fuzz target: when demos were watched. Any file is read without harm, and noting a demo in it
 * keeps the lines that are no demos.
 *
 * Input: the file. */
#include <string.h>

#include "engine/viewer/saved/play_history.h"
#include "engine/viewer/saved/saved_file.h"
#include "tests/fuzz/stages/temp_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NOTED = 12345 };

static void check_demos(const struct play_history *history)
{
    for (size_t i = 0; i < history->count; i++) {
        const struct played_demo *demo = &history->demos[i];
        require(demo->path[0] == '/' && demo->seconds >= 0);
        require(strchr(demo->path, '\n') == NULL);
        require(i == 0 || strcmp(history->demos[i - 1].path, demo->path) <= 0);
    }
}

/* Lines without a number in front are in the new text in the same order. */
static void check_others(const uint8_t *old, size_t size)
{
    static char now[SAVED_FILE_MAX + 8192];
    FILE *file = fopen(temp_file, "rb");
    require(file != NULL);
    const size_t now_size = fread(now, 1, sizeof(now), file);
    fclose(file);
    size_t at = 0;
    for (size_t pos = 0; pos < size;) {
        const char *line = (const char *)old + pos;
        const size_t length = saved_line_length(line, size - pos);
        bool found = length > 0 && *line >= '0' && *line <= '9';
        while (!found && at < now_size) {
            const size_t there = saved_line_length(now + at, now_size - at);
            found = there == length && memcmp(now + at, line, length) == 0;
            at += there + 1;
        }
        require(found);
        pos += length + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct play_history history;
    if (size > SAVED_FILE_MAX) {
        return 0;
    }
    if (temp_file[0] == '\0') {
        temp_open();
        require(setenv("XDG_STATE_HOME", temp_folder, 1) == 0);
        snprintf(temp_file, sizeof(temp_file), "%s/history.txt", temp_inner);
    }
    temp_write(data, size, NULL, 0);
    play_history_load(&history);
    check_demos(&history);
    play_history_free(&history);
    require(play_history_note("/dev/null/a.dem", NOTED) == 0);
    play_history_load(&history);
    check_demos(&history);
    require(history.count > 0 && history.count <= PLAY_HISTORY_MAX);
    require(play_history_find(&history, "/dev/null/a.dem") == NOTED);
    play_history_free(&history);
    check_others(data, size);
    return 0;
}
