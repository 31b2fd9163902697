/* Fuzz target: a catalogue from anywhere. Whatever its bytes are, searches end with rows or an
 * error, and to write it is opened, refused, or kept aside and made anew.
 *
 * Input: a byte; odd: the rest is the file. Even: the rest changes a good one, four bytes at a
 * time: where (3 bytes), and to what. */
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/library/library_db.h"
#include "engine/library/library_find.h"
#include "engine/library/library_update.h"
#include "tests/fuzz/stages/temp_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char rows[] =
    "INSERT INTO file(path, size, mtime) VALUES ('/a.mvd', 1, 1), ('/b.dm_68', 1, 1);"
    "INSERT INTO demo(file, path, hash, family, length, players) "
    "VALUES (1, '/a.mvd', 'aa', 'quakeworld', 600, 4), (2, '/b.dm_68', 'bb', 'quake3', 90, 2);"
    "INSERT INTO level(demo, number, map) VALUES (1, 0, 'dm3'), (2, 0, 'q3dm6');"
    "INSERT INTO player(demo, slot, name, score, spectator) VALUES (1, 0, 'a', 12, 0);"
    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) "
    "INSERT INTO event(demo, number, level, time, kind, player, weapon, air, text) "
    "SELECT 1, i, 0, i, 'frag', 'p' || i, 'rocket', i, 'text' FROM n";

/* The bytes of a good catalogue. */
static struct file_bytes make_good(void)
{
    static struct file_bytes good;
    struct library *library;
    struct format_error err;
    if (!good.data) {
        require(library_open(&library, temp_file, LIBRARY_WRITE, &err) == 0);
        require(library_run(library, rows, &err) == 0);
        library_close(library);
        require(platform_read_file(temp_file, &good) == 0);
    }
    return good;
}

static void write_changed(const uint8_t *data, size_t size)
{
    const struct file_bytes good = make_good();
    uint8_t *bytes = malloc(good.size);
    require(bytes);
    memcpy(bytes, good.data, good.size);
    for (size_t i = 0; i + 4 <= size; i += 4) {
        const size_t at = (size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2];
        bytes[at % good.size] = data[i + 3];
    }
    temp_write(bytes, good.size, NULL, 0);
    free(bytes);
}

static void search(struct library *library, const char *const *words)
{
    struct library_terms terms = {0};
    struct library_rows *found;
    struct format_error err = {0};
    for (; *words; words++) {
        require(library_terms_add(&terms, *words, &err) == 0);
    }
    int code = library_find(&found, library, &terms, &err);
    while (code == 0 && (code = library_rows_next(found, &err)) == 1) {
        for (int i = 0; i < library_rows_columns(found); i++) {
            const struct library_cell cell = library_rows_cell(found, i);
            require(cell.text && strlen(cell.text) <= cell.length + 1);
        }
        code = 0;
    }
    require(code == 0 || err.what[0] != '\0');
    library_rows_free(found);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void ignore_damage(void *context, const char *path, const struct format_error *error)
{
    (void)context;
    (void)path;
    (void)error;
}

static void ignore_progress(void *context, const struct library_counts *counts)
{
    (void)context;
    (void)counts;
}

/* The folder is empty. */
static void update(struct library *library)
{
    const struct library_work work = {
        .threads = 1, .stop = never, .damaged = ignore_damage, .progress = ignore_progress};
    struct library_counts counts;
    struct format_error err = {0};
    const int code = library_update(library, temp_inner, &work, &counts, &err);
    require(code == 0 || err.what[0] != '\0');
}

/* Merges it into a new temp_file, and brings it up to date itself. */
static void open_to_write(void)
{
    struct library *library, *from;
    struct format_error err = {0};
    char other[sizeof(temp_file) + 8], damaged[LIBRARY_PATH];
    snprintf(other, sizeof(other), "%s.other", temp_file);
    if (library_open(&from, temp_file, LIBRARY_READ, &err) == 0) {
        require(library_open(&library, other, LIBRARY_WRITE, &err) == 0);
        (void)!library_merge(library, from, &err);
        library_close(library);
        library_close(from);
        (void)!platform_remove_file(other);
    }
    const int code = library_open(&library, temp_file, LIBRARY_WRITE, &err);
    require(code == 0 || code == FORMAT_UNKNOWN || code == FORMAT_UNREADABLE);
    if (code == 0) {
        update(library);
        snprintf(damaged, sizeof(damaged), "%s",
                 library_damaged(library) ? library_damaged(library) : "");
        library_close(library);
        if (damaged[0]) {
            require(platform_remove_file(damaged) == 0);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct library *library;
    struct format_error err = {0};
    if (size == 0) {
        return 0;
    }
    if (!temp_file[0]) {
        temp_open();
        snprintf(temp_file, sizeof(temp_file), "%s/c.sqlite", temp_folder);
        (void)make_good();
    }
    if (data[0] % 2) {
        temp_write(data + 1, size - 1, NULL, 0);
    } else {
        write_changed(data + 1, size - 1);
    }
    if (library_open(&library, temp_file, LIBRARY_READ, &err) == 0) {
        search(library, (const char *const[]){"level~d", "player!=b", "date<2024", NULL});
        search(library, (const char *const[]){"kind=frag", "air>2", "text~e", NULL});
        library_close(library);
    }
    open_to_write();
    return 0;
}
