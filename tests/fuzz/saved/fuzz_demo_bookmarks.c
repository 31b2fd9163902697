/* Fuzz target: a demo's saved bookmarks: reading any file, and two windows that change and save
 * them. Comments of the file stay, and what was saved is read again.
 *
 * Input: the number of changes; for each a window and kind, and a time (2 bytes); the file. */
#include <math.h>
#include <string.h>

#include "engine/viewer/saved/demo_bookmarks.h"
#include "formats/base/bytes.h"
#include "tests/fuzz/stages/temp_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WINDOWS = 2, CHANGES = 16 };

static const uint8_t demo[] = "demo";

static void check_marks(const struct demo_bookmarks *bookmarks)
{
    const struct demo_marks *marks = &bookmarks->marks;
    require(marks->count <= DEMO_MARKS_MAX);
    require(bookmarks->resume >= 0.0 && bookmarks->resume <= 1e9);
    for (size_t i = 0; i < marks->count; i++) {
        require(marks->items[i].time >= 0.0 && marks->items[i].time <= 1e9);
        require(strlen(marks->items[i].name) < DEMO_MARK_NAME);
        require(i == 0 || marks->items[i].time > marks->items[i - 1].time);
    }
}

static void change(struct demo_bookmarks *bookmarks, uint8_t kind, double time)
{
    if (kind % 8 == 7) {
        const char name[] = {(char)kind, ' ', 'a', (char)((int)time % 100), '\0'};
        (void)demo_bookmarks_name_mark(bookmarks, time, 50.0, name);
    } else if (kind % 4 == 3) {
        demo_bookmarks_set_resume(bookmarks, time);
    } else if (kind % 4 == 2) {
        (void)demo_bookmarks_remove_mark(bookmarks, time, 5.0);
    } else {
        (void)demo_bookmarks_add_mark(bookmarks, time);
    }
    check_marks(bookmarks);
}

/* After saving, a window has what the file has. */
static void check_saved(struct demo_bookmarks *bookmarks)
{
    struct demo_bookmarks again;
    require(demo_bookmarks_save(bookmarks, "a.dem", SAVED_WAIT) == 0);
    check_marks(bookmarks);
    demo_bookmarks_load(&again, demo, sizeof(demo));
    check_marks(&again);
    require(again.marks.count == bookmarks->marks.count);
    require(fabs(again.resume - bookmarks->resume) < 1e-6);
    for (size_t i = 0; i < again.marks.count; i++) {
        require(fabs(again.marks.items[i].time - bookmarks->marks.items[i].time) < 1e-6);
        require(strcmp(again.marks.items[i].name, bookmarks->marks.items[i].name) == 0);
    }
    demo_bookmarks_free(&again);
}

/* A file of nothing but headers may be removed. */
static bool is_comment(const char *line, size_t length)
{
    static const char header[] = "# quakereel: ";
    const size_t size = sizeof(header) - 1;
    return length > 0 && *line == '#' && (length < size || memcmp(line, header, size) != 0);
}

/* Comments are in the new text in the same order. */
static void check_comments(const uint8_t *old, size_t size)
{
    static char now[SAVED_FILE_MAX];
    FILE *file = fopen(temp_file, "rb");
    const size_t now_size = file ? fread(now, 1, sizeof(now), file) : 0;
    size_t at = 0;
    if (file) {
        fclose(file);
    }
    for (size_t pos = 0; pos < size;) {
        const char *line = (const char *)old + pos;
        const size_t length = saved_line_length(line, size - pos);
        bool found = !is_comment(line, length);
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
    struct demo_bookmarks windows[WINDOWS];
    const size_t changes = size > 0 ? data[0] % CHANGES : 0, head = 1 + 3 * changes;
    if (size < head) {
        return 0;
    }
    if (temp_file[0] == '\0') {
        temp_open();
        require(setenv("XDG_STATE_HOME", temp_folder, 1) == 0);
        demo_bookmarks_load(&windows[0], demo, sizeof(demo));
        snprintf(temp_file, sizeof(temp_file), "%s", windows[0].path);
        demo_bookmarks_free(&windows[0]);
    }
    temp_write(data + head, size - head, NULL, 0);
    for (int i = 0; i < WINDOWS; i++) {
        demo_bookmarks_load(&windows[i], demo, sizeof(demo));
        check_marks(&windows[i]);
    }
    for (size_t i = 0; i < changes; i++) {
        const uint8_t *bytes = data + 1 + 3 * i;
        change(&windows[bytes[0] % WINDOWS], bytes[0] / WINDOWS, bytes_u16(bytes + 1) / 64.0);
    }
    for (int i = 0; i < WINDOWS; i++) {
        if (windows[i].changed && size - head < SAVED_FILE_MAX / 2) {
            check_saved(&windows[i]);
            check_comments(data + head, size - head);
        }
        demo_bookmarks_free(&windows[i]);
    }
    return 0;
}
