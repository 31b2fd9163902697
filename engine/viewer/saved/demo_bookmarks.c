#include "engine/viewer/saved/demo_bookmarks.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "formats/base/arrays.h"

/* The file has nine decimals. */
#define ROUNDING 1e-9
/* Thirty years. Keeps the lines short, and no demo is as long. */
#define LATEST_TIME 1e9

enum {
    HASHED_END = 256 * 1024, /* bytes of each end of a large demo that name it */
    MAX_LINE = 256           /* longer lines are neither marks nor resume times */
};

/* FNV-1a, 64 bits: no secret is kept by it, it only has to be the same everywhere. */
#define HASH_START UINT64_C(0xcbf29ce484222325)
#define HASH_PRIME UINT64_C(0x100000001b3)

static uint64_t hash_bytes(uint64_t hash, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ data[i]) * HASH_PRIME;
    }
    return hash;
}

static uint64_t hash_demo(const uint8_t *data, size_t size)
{
    uint8_t size_bytes[8];
    for (int i = 0; i < 8; i++) {
        size_bytes[i] = (uint8_t)((uint64_t)size >> (8 * i) & 0xff);
    }
    uint64_t hash = hash_bytes(HASH_START, size_bytes, sizeof(size_bytes));
    if (size <= 2 * HASHED_END) {
        return hash_bytes(hash, data, size);
    }
    hash = hash_bytes(hash, data, HASHED_END);
    return hash_bytes(hash, data + (size - HASHED_END), HASHED_END);
}

static bool is_time(double time)
{
    return time >= 0.0 && time <= LATEST_TIME;
}

/* --- sets of marks ---------------------------------------------------------------------------- */

/* The first mark at or after time. */
static size_t find_mark(const struct demo_marks *marks, double time)
{
    size_t low = 0;
    size_t high = marks->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (marks->items[middle].time < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The mark nearest to time, at most `within` seconds away; with equal distance the earlier. NULL:
 * none, also if one of the numbers is none. */
static struct demo_mark *nearest_mark(const struct demo_marks *marks, double time, double within)
{
    size_t nearest = find_mark(marks, time);
    if (nearest > 0 && (nearest == marks->count || time - marks->items[nearest - 1].time <=
                                                       marks->items[nearest].time - time)) {
        nearest--;
    }
    if (nearest >= marks->count || !(fabs(marks->items[nearest].time - time) <= within)) {
        return NULL;
    }
    return &marks->items[nearest];
}

static bool has_mark(const struct demo_marks *marks, double time)
{
    return nearest_mark(marks, time, DEMO_BOOKMARKS_SAME_MARK) != NULL;
}

static bool insert_mark(struct demo_marks *marks, const struct demo_mark *mark)
{
    const double time = mark->time;
    if (!is_time(time) || marks->count >= DEMO_MARKS_MAX || has_mark(marks, time) ||
        array_reserve(&marks->items, &marks->capacity, marks->count + 1, sizeof(*marks->items)) <
            0) {
        return false;
    }
    const size_t place = find_mark(marks, time);
    struct demo_mark *here = marks->items + place;
    memmove(here + 1, here, (marks->count - place) * sizeof(*here));
    *here = *mark;
    marks->count++;
    return true;
}

static int copy_marks(struct demo_marks *copy, const struct demo_marks *marks)
{
    if (array_reserve(&copy->items, &copy->capacity, marks->count, sizeof(*copy->items)) < 0) {
        return FORMAT_MEMORY;
    }
    if (marks->count > 0) {
        memcpy(copy->items, marks->items, marks->count * sizeof(*copy->items));
    }
    copy->count = marks->count;
    return 0;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* "WORD NUMBER NAME" with blanks around each; the name may be missing. False when the line is
 * something else. */
static bool read_line(const char *line, size_t length, const char *word, struct demo_mark *mark)
{
    char text[MAX_LINE];
    size_t word_length = strlen(word);
    while (length > 0 && strchr(" \t\r", line[length - 1]) && line[length - 1] != '\0') {
        length--;
    }
    while (length > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        length--;
    }
    if (length <= word_length || length >= sizeof(text) || memcmp(line, word, word_length) != 0 ||
        (line[word_length] != ' ' && line[word_length] != '\t')) {
        return false;
    }
    memcpy(text, line, length);
    text[length] = '\0';
    char *end;
    mark->time = strtod(text + word_length, &end);
    if (end == text + word_length || (*end != ' ' && *end != '\t' && end != text + length)) {
        return false;
    }
    demo_mark_set_name(mark, end, (size_t)(text + length - end));
    return is_time(mark->time);
}

enum line_kind { LINE_OTHER, LINE_MARK, LINE_RESUME };

static enum line_kind classify_line(const char *line, size_t length, struct demo_mark *mark)
{
    return read_line(line, length, "mark", mark)                              ? LINE_MARK
           : read_line(line, length, "resume", mark) && mark->name[0] == '\0' ? LINE_RESUME
                                                                              : LINE_OTHER;
}

static void read_notes(const char *text, size_t size, struct demo_marks *marks, double *resume)
{
    *resume = 0.0;
    for (size_t pos = 0; pos < size;) {
        const size_t length = saved_line_length(text + pos, size - pos);
        struct demo_mark mark;
        const enum line_kind kind = classify_line(text + pos, length, &mark);
        if (kind == LINE_MARK) {
            insert_mark(marks, &mark);
        } else if (kind == LINE_RESUME) {
            *resume = mark.time;
        }
        pos += length + 1;
    }
}

void demo_bookmarks_load(struct demo_bookmarks *bookmarks, const uint8_t *data, size_t size)
{
    *bookmarks = (struct demo_bookmarks){.resume_set = -1.0};
    char name[32];
    snprintf(name, sizeof(name), "%016" PRIx64 ".txt", hash_demo(data, size));
    struct file_bytes file;
    if (user_state_path(bookmarks->path, sizeof(bookmarks->path), name) != 0 ||
        platform_read_file(bookmarks->path, &file) != 0) {
        return;
    }
    const size_t size_read = file.size < SAVED_FILE_MAX ? file.size : SAVED_FILE_MAX;
    read_notes((const char *)file.data, size_read, &bookmarks->marks, &bookmarks->resume);
    platform_free_file(&file);
    bookmarks->saved_resume = bookmarks->resume;
    if (copy_marks(&bookmarks->saved_marks, &bookmarks->marks) < 0) {
        bookmarks->path[0] = '\0'; /* no base to compare with: nothing is saved */
    }
}

bool demo_bookmarks_beside(const struct demo_bookmarks *bookmarks, const char *ending,
                           char path[DEMO_BOOKMARKS_PATH])
{
    const size_t length = strlen(bookmarks->path), cut = strlen(".txt");
    const int wanted = length < cut ? -1
                                    : snprintf(path, DEMO_BOOKMARKS_PATH, "%.*s%s",
                                               (int)(length - cut), bookmarks->path, ending);
    return wanted > 0 && wanted < DEMO_BOOKMARKS_PATH;
}

/* --- saving ----------------------------------------------------------------------------------- */

static const char header[] = "# quakereel: ";

/* The changes that are applied to a file's text. */
struct edit {
    const struct demo_bookmarks *bookmarks;
    const char *name;
    struct demo_marks old; /* marks of the text */
    size_t next;           /* the first mark that may have to be added */
    bool resume_done;      /* the changed resume time is written */
    bool has_content;      /* something other than the header is written */
    char *text;            /* with room for the old text and everything that is added */
    size_t used, capacity;
    struct demo_marks now; /* marks of the new text */
    double resume;         /* of the new text */
};

static void put_bytes(struct edit *edit, const char *bytes, size_t size)
{
    memcpy(edit->text + edit->used, bytes, size);
    edit->used += size;
}

static void put_mark(struct edit *edit, const char *word, const struct demo_mark *mark)
{
    const size_t room = edit->capacity - edit->used;
    edit->used += (size_t)snprintf(edit->text + edit->used, room, "%s %.9f%s%s\n", word, mark->time,
                                   mark->name[0] ? " " : "", mark->name);
    edit->has_content = true;
}

static void put_header(struct edit *edit)
{
    put_bytes(edit, header, sizeof(header) - 1);
    for (const char *p = edit->name; *p; p++) {
        const unsigned char c = (unsigned char)*p;
        edit->text[edit->used++] = c < ' ' || c == 0x7f ? '?' : *p;
    }
    edit->text[edit->used++] = '\n';
}

static bool resume_changed(const struct demo_bookmarks *bookmarks)
{
    return bookmarks->resume != bookmarks->saved_resume;
}

/* Writes the changed resume time, once; 0 has no line. */
static void put_resume(struct edit *edit)
{
    if (resume_changed(edit->bookmarks) && !edit->resume_done) {
        edit->resume_done = true;
        if (edit->bookmarks->resume > 0.0) {
            put_mark(edit, "resume", &(struct demo_mark){.time = edit->bookmarks->resume});
        }
    }
}

/* Writes the marks before `until` that were added here. */
static void put_added_marks(struct edit *edit, double until)
{
    const struct demo_bookmarks *bookmarks = edit->bookmarks;
    const struct demo_marks *marks = &bookmarks->marks;
    for (; edit->next < marks->count && marks->items[edit->next].time < until; edit->next++) {
        const struct demo_mark *mark = &marks->items[edit->next];
        if (!has_mark(&bookmarks->saved_marks, mark->time) && !has_mark(&edit->old, mark->time)) {
            put_mark(edit, "mark", mark);
        }
    }
}

static bool is_removed(const struct demo_bookmarks *bookmarks, double time)
{
    return has_mark(&bookmarks->saved_marks, time) && !has_mark(&bookmarks->marks, time);
}

/* The mark of the old text's line, if it was named anew here; else NULL. */
static const struct demo_mark *find_renamed(const struct demo_bookmarks *bookmarks, double time)
{
    const struct demo_mark *mark = nearest_mark(&bookmarks->marks, time, DEMO_BOOKMARKS_SAME_MARK);
    const struct demo_mark *saved =
        nearest_mark(&bookmarks->saved_marks, time, DEMO_BOOKMARKS_SAME_MARK);
    return mark && strcmp(mark->name, saved ? saved->name : "") != 0 ? mark : NULL;
}

/* Copies a line of the old text, unless it changed here. */
static void edit_line(struct edit *edit, const char *line, size_t length)
{
    struct demo_mark old;
    const enum line_kind kind = classify_line(line, length, &old);
    const double time = old.time;
    if (kind == LINE_RESUME) {
        put_resume(edit);
    } else if (kind == LINE_MARK) {
        put_resume(edit);
        put_added_marks(edit, time);
    }
    if ((kind == LINE_RESUME && resume_changed(edit->bookmarks)) ||
        (kind == LINE_MARK && is_removed(edit->bookmarks, time))) {
        return;
    }
    const struct demo_mark *renamed =
        kind == LINE_MARK ? find_renamed(edit->bookmarks, time) : NULL;
    if (renamed) {
        demo_mark_set_name(&old, renamed->name, strlen(renamed->name));
        put_mark(edit, "mark", &old);
        return;
    }
    const bool is_header =
        length >= sizeof(header) - 1 && memcmp(line, header, sizeof(header) - 1) == 0;
    edit->has_content |= length > 0 && !is_header;
    put_bytes(edit, line, length);
    edit->text[edit->used++] = '\n';
}

/* Bytes of all lines of a text, if each mark of it gets a new line. */
static size_t room_for_lines(const char *text, size_t size)
{
    size_t room = 0;
    for (size_t pos = 0; pos < size;) {
        const size_t length = saved_line_length(text + pos, size - pos);
        room += length + 1 < MAX_LINE ? MAX_LINE : length + 1;
        pos += length + 1;
    }
    return room;
}

/* A saved_edit_fn. */
static char *edit_text(void *context, const char *text, size_t size, size_t *new_size)
{
    struct edit *edit = context;
    edit->capacity = sizeof(header) + strlen(edit->name) + 2 + room_for_lines(text, size) +
                     (edit->bookmarks->marks.count + 1) * MAX_LINE;
    edit->text = malloc(edit->capacity);
    if (!edit->text) {
        return NULL;
    }
    if (size == 0) {
        put_header(edit);
    }
    read_notes(text, size, &edit->old, &edit->resume);
    for (size_t pos = 0; pos < size;) {
        const size_t length = saved_line_length(text + pos, size - pos);
        edit_line(edit, text + pos, length);
        pos += length + 1;
    }
    put_resume(edit);
    put_added_marks(edit, INFINITY);
    *new_size = edit->has_content ? edit->used : 0;
    read_notes(edit->text, *new_size, &edit->now, &edit->resume);
    return edit->text;
}

/* The file's times are rounded: the marks of this window keep the exact ones. */
static void keep_exact(struct demo_marks *marks, const struct demo_marks *exact)
{
    for (size_t i = 0; i < exact->count; i++) {
        const double time = exact->items[i].time;
        const size_t place = find_mark(marks, time - ROUNDING);
        if (place < marks->count && marks->items[place].time <= time + ROUNDING) {
            marks->items[place].time = time;
        }
    }
}

static void swap_marks(struct demo_marks *a, struct demo_marks *b)
{
    const struct demo_marks old = *a;
    *a = *b;
    *b = old;
}

int demo_bookmarks_save(struct demo_bookmarks *bookmarks, const char *name,
                        enum saved_patience patience)
{
    if (!bookmarks->changed) {
        return 0;
    }
    if (bookmarks->path[0] == '\0') {
        errno = ENOENT;
        return -1;
    }
    struct edit edit = {.bookmarks = bookmarks, .name = name ? name : ""};
    struct demo_marks copy = {0};
    const int status = saved_file_edit(bookmarks->path, patience, edit_text, &edit);
    const int failure = errno;
    /* Both or none: a mark that only one of them has would be added or removed. */
    if (status >= 0 && copy_marks(&copy, &edit.now) == 0) {
        keep_exact(&copy, &bookmarks->marks);
        swap_marks(&bookmarks->marks, &copy);
        swap_marks(&bookmarks->saved_marks, &edit.now);
        bookmarks->resume = bookmarks->saved_resume = edit.resume;
        bookmarks->changed = bookmarks->marks_changed = false;
    }
    free(copy.items);
    free(edit.old.items);
    free(edit.now.items);
    errno = failure;
    return status;
}

int demo_bookmarks_save_resume(const char *path, double time, const char *name)
{
    /* Without marks before and after: no mark is changed. */
    struct demo_bookmarks bookmarks = {.resume = time, .saved_resume = -1.0, .changed = true};
    snprintf(bookmarks.path, sizeof(bookmarks.path), "%s", path);
    const int status = demo_bookmarks_save(&bookmarks, name, SAVED_WAIT);
    const int failure = errno;
    demo_bookmarks_free(&bookmarks);
    errno = failure;
    return status;
}

void demo_bookmarks_resume_saved(struct demo_bookmarks *bookmarks, bool saved)
{
    bookmarks->saved_resume = saved ? bookmarks->resume : -1.0;
    bookmarks->changed = !saved || bookmarks->marks_changed;
}

void demo_bookmarks_free(struct demo_bookmarks *bookmarks)
{
    free(bookmarks->marks.items);
    free(bookmarks->saved_marks.items);
    *bookmarks = (struct demo_bookmarks){0};
}

/* --- changes ---------------------------------------------------------------------------------- */

bool demo_bookmarks_add_mark(struct demo_bookmarks *bookmarks, double time)
{
    bool added = insert_mark(&bookmarks->marks, &(struct demo_mark){.time = time});
    bookmarks->changed |= added;
    bookmarks->marks_changed |= added;
    return added;
}

const struct demo_mark *demo_bookmarks_near(const struct demo_bookmarks *bookmarks, double time,
                                            double within)
{
    return nearest_mark(&bookmarks->marks, time, within);
}

const struct demo_mark *demo_bookmarks_name_mark(struct demo_bookmarks *bookmarks, double time,
                                                 double within, const char *name)
{
    struct demo_mark *mark = nearest_mark(&bookmarks->marks, time, within);
    if (mark) {
        demo_mark_set_name(mark, name, strlen(name));
        bookmarks->changed = bookmarks->marks_changed = true;
    }
    return mark;
}

bool demo_bookmarks_remove_mark(struct demo_bookmarks *bookmarks, double time, double within)
{
    struct demo_marks *marks = &bookmarks->marks;
    struct demo_mark *mark = nearest_mark(marks, time, within);
    if (!mark) {
        return false;
    }
    memmove(mark, mark + 1, (marks->count - (size_t)(mark - marks->items) - 1) * sizeof(*mark));
    marks->count--;
    bookmarks->changed = bookmarks->marks_changed = true;
    return true;
}

void demo_bookmarks_set_resume(struct demo_bookmarks *bookmarks, double time)
{
    double resume = is_time(time) ? time : 0.0;
    if (resume != bookmarks->resume_set) {
        bookmarks->changed = bookmarks->changed || resume != bookmarks->resume;
        bookmarks->resume = bookmarks->resume_set = resume;
    }
}
