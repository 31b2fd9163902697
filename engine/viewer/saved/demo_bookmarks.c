#include "engine/viewer/saved/demo_bookmarks.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "formats/base/arrays.h"

/* Marks as near as this to another are the same mark. */
#define SAME_MARK 0.01
/* Thirty years. Keeps the lines short, and no demo is as long. */
#define LATEST_TIME 1e9

enum {
    HASHED_END = 256 * 1024,      /* bytes of each end of a large demo that name it */
    MAX_FILE_BYTES = 1024 * 1024, /* later marks are ignored */
    MAX_LINE = 64,                /* longer lines are no notes */
    MAX_NUMBER = 32               /* "1000000000.000000000" and some */
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

/* The first mark at or after time. */
static size_t find_mark(const struct demo_bookmarks *bookmarks, double time)
{
    size_t low = 0;
    size_t high = bookmarks->num_marks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (bookmarks->marks[middle] < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool insert_mark(struct demo_bookmarks *bookmarks, double time)
{
    if (!is_time(time) || bookmarks->num_marks >= DEMO_BOOKMARKS_MAX_MARKS) {
        return false;
    }
    size_t place = find_mark(bookmarks, time);
    if ((place > 0 && time - bookmarks->marks[place - 1] <= SAME_MARK) ||
        (place < bookmarks->num_marks && bookmarks->marks[place] - time <= SAME_MARK)) {
        return false;
    }
    if (array_reserve(&bookmarks->marks, &bookmarks->cap_marks, bookmarks->num_marks + 1,
                      sizeof(*bookmarks->marks)) < 0) {
        return false;
    }
    double *mark = bookmarks->marks + place;
    memmove(mark + 1, mark, (bookmarks->num_marks - place) * sizeof(*mark));
    *mark = time;
    bookmarks->num_marks++;
    return true;
}

/* "WORD NUMBER" with blanks around it. False when the line is something else. */
static bool read_line(const char *line, size_t length, const char *word, double *time)
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
    *time = strtod(text + word_length, &end);
    return end == text + length && is_time(*time);
}

static void read_notes(struct demo_bookmarks *bookmarks, const char *text, size_t size)
{
    size_t pos = 0;
    while (pos < size) {
        const char *line = text + pos;
        const char *line_end = memchr(line, '\n', size - pos);
        size_t length = line_end ? (size_t)(line_end - line) : size - pos;
        double time;
        if (read_line(line, length, "mark", &time)) {
            insert_mark(bookmarks, time);
        } else if (read_line(line, length, "resume", &time)) {
            bookmarks->resume = time;
        }
        pos += length + 1;
    }
}

void demo_bookmarks_load(struct demo_bookmarks *bookmarks, const uint8_t *data, size_t size)
{
    *bookmarks = (struct demo_bookmarks){0};
    char name[32];
    snprintf(name, sizeof(name), "%016" PRIx64 ".txt", hash_demo(data, size));
    struct file_bytes file;
    if (user_state_path(bookmarks->path, sizeof(bookmarks->path), name) != 0 ||
        platform_read_file(bookmarks->path, &file) != 0) {
        return;
    }
    read_notes(bookmarks, (const char *)file.data,
               file.size < MAX_FILE_BYTES ? file.size : MAX_FILE_BYTES);
    platform_free_file(&file);
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

/* The file's text; NULL if out of memory. */
static char *write_notes(const struct demo_bookmarks *bookmarks, const char *name, size_t *size)
{
    static const char head[] = "# quakereel: ";
    size_t name_length = strlen(name);
    size_t capacity = sizeof(head) + name_length + 2 + (bookmarks->num_marks + 1) * MAX_LINE;
    char *text = malloc(capacity);
    if (!text) {
        return NULL;
    }
    size_t used = sizeof(head) - 1;
    memcpy(text, head, used);
    for (size_t i = 0; i < name_length; i++) {
        unsigned char c = (unsigned char)name[i];
        text[used++] = c < ' ' || c == 0x7f ? '?' : name[i];
    }
    text[used++] = '\n';
    if (bookmarks->resume > 0.0) {
        used += (size_t)snprintf(text + used, capacity - used, "resume %.9f\n", bookmarks->resume);
    }
    for (size_t i = 0; i < bookmarks->num_marks; i++) {
        used += (size_t)snprintf(text + used, capacity - used, "mark %.9f\n", bookmarks->marks[i]);
    }
    *size = used;
    return text;
}

static int save_file(const struct demo_bookmarks *bookmarks, const char *name)
{
    size_t size;
    char *text = write_notes(bookmarks, name, &size);
    if (!text) {
        errno = ENOMEM;
        return -1;
    }
    int status = user_make_folders(bookmarks->path);
    if (status == 0) {
        status = output_file_save(bookmarks->path, text, size);
    }
    int failure = errno;
    free(text);
    errno = failure;
    return status;
}

static int remove_file(const struct demo_bookmarks *bookmarks)
{
    if (platform_remove_file(bookmarks->path) == 0 || errno == ENOENT || errno == ENOTDIR) {
        return 0; /* there was none */
    }
    return -1;
}

int demo_bookmarks_save(struct demo_bookmarks *bookmarks, const char *name)
{
    if (!bookmarks->changed) {
        return 0;
    }
    if (bookmarks->path[0] == '\0') {
        errno = ENOENT;
        return -1;
    }
    bool empty = bookmarks->num_marks == 0 && !(bookmarks->resume > 0.0);
    int status = empty ? remove_file(bookmarks) : save_file(bookmarks, name ? name : "");
    if (status == 0) {
        bookmarks->changed = false;
    }
    return status;
}

void demo_bookmarks_free(struct demo_bookmarks *bookmarks)
{
    free(bookmarks->marks);
    *bookmarks = (struct demo_bookmarks){0};
}

bool demo_bookmarks_add_mark(struct demo_bookmarks *bookmarks, double time)
{
    bool added = insert_mark(bookmarks, time);
    bookmarks->changed = bookmarks->changed || added;
    return added;
}

bool demo_bookmarks_remove_mark(struct demo_bookmarks *bookmarks, double time, double within)
{
    size_t nearest = find_mark(bookmarks, time);
    if (nearest > 0 && (nearest == bookmarks->num_marks ||
                        time - bookmarks->marks[nearest - 1] <= bookmarks->marks[nearest] - time)) {
        nearest--;
    }
    /* Also false when one of the numbers is none. */
    if (nearest >= bookmarks->num_marks || !(fabs(bookmarks->marks[nearest] - time) <= within)) {
        return false;
    }
    memmove(bookmarks->marks + nearest, bookmarks->marks + nearest + 1,
            (bookmarks->num_marks - nearest - 1) * sizeof(*bookmarks->marks));
    bookmarks->num_marks--;
    bookmarks->changed = true;
    return true;
}

void demo_bookmarks_set_resume(struct demo_bookmarks *bookmarks, double time)
{
    double resume = is_time(time) ? time : 0.0;
    bookmarks->changed = bookmarks->changed || resume != bookmarks->resume;
    bookmarks->resume = resume;
}
