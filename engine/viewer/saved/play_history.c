#include "engine/viewer/saved/play_history.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "engine/viewer/saved/saved_file.h"
#include "formats/base/arrays.h"

enum { PATH_BYTES = 4096, LINE_BYTES = PATH_BYTES + 32, SECONDS_DIGITS = 15 };

static const char FILE_NAME[] = "history.txt";

/* The demo's absolute path; of an archive's member "ARCHIVE/member". False: it has none that fits
 * in a line. */
static bool find_path(const char *name, char path[PATH_BYTES])
{
    char folder[PATH_BYTES];
    size_t length = name ? strlen(name) : 0;
    if (length == 0 || length >= sizeof(folder) || strncmp(name, "builtin:", 8) == 0 ||
        strcmp(name, "-") == 0) {
        return false;
    }
    for (const char *at = name; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f) {
            return false;
        }
    }
    while (length > 0) { /* the longest part that is a file or folder */
        memcpy(folder, name, length);
        folder[length] = '\0';
        if (platform_absolute_path(folder, path, PATH_BYTES) == 0) {
            const size_t used = strlen(path);
            const int written = snprintf(path + used, PATH_BYTES - used, "%s", name + length);
            return written >= 0 && (size_t)written < PATH_BYTES - used;
        }
        while (length > 0 && name[--length] != '/') {
        }
    }
    return false;
}

/* The seconds of a line, and where its path begins. False: it is none of ours, or spoiled: a 0 byte
 * would make its path another one's. */
static bool read_line(const char *line, size_t length, int64_t *seconds, size_t *path)
{
    size_t at = 0;
    *seconds = 0;
    while (at < length && at < SECONDS_DIGITS && line[at] >= '0' && line[at] <= '9') {
        *seconds = *seconds * 10 + (line[at++] - '0');
    }
    *path = at + 1;
    return at > 0 && at + 1 < length && line[at] == ' ' && line[at + 1] == '/' &&
           !memchr(line + at, '\0', length - at);
}

/* --- reading ---------------------------------------------------------------------------------- */

static int compare_demos(const void *a, const void *b)
{
    return strcmp(((const struct played_demo *)a)->path, ((const struct played_demo *)b)->path);
}

static bool add_demo(struct play_history *history, const char *path, size_t length, int64_t seconds)
{
    char *copy = malloc(length + 1);
    if (!copy || array_reserve(&history->demos, &history->capacity, history->count + 1,
                               sizeof(*history->demos)) < 0) {
        free(copy);
        return false;
    }
    memcpy(copy, path, length);
    copy[length] = '\0';
    history->demos[history->count++] = (struct played_demo){copy, seconds};
    return true;
}

void play_history_load(struct play_history *history)
{
    char path[PATH_BYTES];
    struct file_bytes file;
    *history = (struct play_history){0};
    if (user_state_path(path, sizeof(path), FILE_NAME) != 0 ||
        platform_read_small_file(path, SAVED_FILE_MAX, &file) != 0) {
        return;
    }
    const char *text = (const char *)file.data;
    bool good = true;
    for (size_t at = 0; good && at < file.size;) {
        const size_t length = saved_line_length(text + at, file.size - at);
        int64_t seconds;
        size_t begin;
        if (read_line(text + at, length, &seconds, &begin)) {
            good = add_demo(history, text + at + begin, length - begin, seconds);
        }
        at += length + 1;
    }
    platform_free_file(&file);
    if (history->count > 0) {
        qsort(history->demos, history->count, sizeof(*history->demos), compare_demos);
    }
}

void play_history_free(struct play_history *history)
{
    for (size_t i = 0; i < history->count; i++) {
        free(history->demos[i].path);
    }
    free(history->demos);
    *history = (struct play_history){0};
}

int64_t play_history_find(const struct play_history *history, const char *name)
{
    char path[PATH_BYTES];
    if (history->count == 0 || !find_path(name, path)) {
        return 0;
    }
    const struct played_demo wanted = {.path = path};
    const struct played_demo *found =
        bsearch(&wanted, history->demos, history->count, sizeof(*history->demos), compare_demos);
    return found ? found->seconds : 0;
}

/* --- noting ----------------------------------------------------------------------------------- */

struct note {
    const char *path;
    int64_t seconds;
};

/* How many demos are listed, without that of the path. */
static size_t count_others(const char *text, size_t size, const char *path)
{
    size_t count = 0;
    for (size_t at = 0; at < size;) {
        const size_t length = saved_line_length(text + at, size - at);
        int64_t seconds;
        size_t begin;
        count += read_line(text + at, length, &seconds, &begin) &&
                 !(strlen(path) == length - begin &&
                   memcmp(text + at + begin, path, length - begin) == 0);
        at += length + 1;
    }
    return count;
}

/* The text without the path's line and the oldest ones that are too many, with a new line. */
static char *edit(void *context, const char *text, size_t size, size_t *new_size)
{
    const struct note *note = context;
    const size_t others = count_others(text, size, note->path), path_length = strlen(note->path);
    size_t drop = others >= PLAY_HISTORY_MAX ? others - PLAY_HISTORY_MAX + 1 : 0;
    char *out = malloc(size + 1 + LINE_BYTES);
    size_t used = 0;
    if (!out) {
        return NULL;
    }
    for (size_t at = 0; at < size;) {
        const size_t length = saved_line_length(text + at, size - at);
        int64_t seconds;
        size_t begin;
        bool stays = true;
        if (read_line(text + at, length, &seconds, &begin)) {
            const bool same = path_length == length - begin &&
                              memcmp(text + at + begin, note->path, path_length) == 0;
            stays = !same && drop == 0;
            drop -= !same && drop > 0;
        }
        if (stays) {
            memcpy(out + used, text + at, length);
            used += length;
            out[used++] = '\n';
        }
        at += length + 1;
    }
    used +=
        (size_t)snprintf(out + used, LINE_BYTES, "%lld %s\n", (long long)note->seconds, note->path);
    *new_size = used;
    return out;
}

int play_history_note(const char *name, int64_t seconds)
{
    char demo[PATH_BYTES], path[PATH_BYTES];
    if (seconds <= 0 || !find_path(name, demo)) {
        return 0;
    }
    if (user_state_path(path, sizeof(path), FILE_NAME) != 0) {
        errno = ENOENT;
        return -1;
    }
    struct note note = {demo, seconds};
    return saved_file_edit(path, SAVED_NO_WAIT, edit, &note);
}
