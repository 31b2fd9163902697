#define _POSIX_C_SOURCE 200809L

#include "tests/engine/library/library_stage.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/demo_source.h"

char shelf_told[8192];

const char *shelf_begin(void)
{
    scratch_set_up();
    scratch_make_folder("d");
    return scratch_root;
}

void shelf_demo(const char *below, const char *demo, size_t size)
{
    static const struct demo_search nowhere = {0};
    struct demo_source source;
    struct format_error err = {0};
    cr_assert_eq(demo_source_open_bytes(&source, demo, &nowhere, &err), 0, "%s: %s", demo,
                 err.what);
    cr_assert_leq(size, source.size);
    scratch_write(below, source.data, size ? size : source.size);
    demo_source_close(&source);
}

/* The demo begins with its track, "-1\n" or a number. */
void shelf_short(const char *below, int number)
{
    enum { SIZE = 20000 };
    const uint8_t *data;
    size_t whole;
    char *bytes = malloc(SIZE + 32);
    cr_assert(builtin_find("demo1.dem", &data, &whole) && whole > SIZE && bytes);
    const uint8_t *rest = memchr(data, '\n', 16);
    cr_assert_not_null(rest);
    const int head = snprintf(bytes, 32, "%d", number);
    memcpy(bytes + head, rest, SIZE);
    scratch_write(below, bytes, (size_t)head + SIZE);
    free(bytes);
}

void shelf_touch(const char *below, int64_t seconds)
{
    const struct timespec times[2] = {{(time_t)seconds, 0}, {(time_t)seconds, 0}};
    cr_assert_eq(utimensat(AT_FDCWD, scratch_at(below), times, 0), 0);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void hear_damage(void *context, const char *path, const struct format_error *error)
{
    (void)context;
    const size_t used = strlen(shelf_told);
    const char *name = strrchr(path, '/');
    snprintf(shelf_told + used, sizeof(shelf_told) - used, "%s: %zu: %s\n", name ? name + 1 : path,
             error->offset, error->what);
}

static void no_progress(void *context, const struct library_counts *counts)
{
    (void)context;
    (void)counts;
}

struct library_work shelf_work(void)
{
    return (struct library_work){
        .threads = 1, .stop = never, .damaged = hear_damage, .progress = no_progress};
}

struct library_counts shelf_update_of(const char *catalogue, const char *folder, int threads,
                                      unsigned shard, unsigned shards)
{
    struct library *library;
    struct library_counts counts;
    struct format_error err = {0};
    struct library_work work = shelf_work();
    work.threads = threads;
    work.shard = shard;
    work.shards = shards;
    shelf_told[0] = '\0';
    cr_assert_eq(library_open(&library, scratch_at(catalogue), LIBRARY_WRITE, &err), 0, "%s",
                 err.what);
    cr_assert_eq(library_update(library, scratch_at(folder), &work, &counts, &err), 0, "%s",
                 err.what);
    library_close(library);
    return counts;
}

struct library_counts shelf_update(void)
{
    return shelf_update_of("c", "d", 1, 0, 0);
}

/* --- what is in it ------------------------------------------------------------------------------
 */

static void add_rows(FILE *out, struct library_rows *rows)
{
    struct format_error err = {0};
    int more;
    while ((more = library_rows_next(rows, &err)) == 1) {
        for (int i = 0; i < library_rows_columns(rows); i++) {
            const struct library_cell cell = library_rows_cell(rows, i);
            fprintf(out, "%s%s", i > 0 ? "|" : "", cell.text);
        }
        putc('\n', out);
    }
    cr_assert_eq(more, 0, "%s", err.what);
}

static void add_select(FILE *out, const char *catalogue, const char *sql)
{
    struct library *library;
    struct library_rows *rows;
    struct format_error err = {0};
    cr_assert_eq(library_open(&library, scratch_at(catalogue), LIBRARY_READ, &err), 0, "%s",
                 err.what);
    cr_assert_eq(library_sql(&rows, library, sql, &err), 0, "%s: %s", sql, err.what);
    add_rows(out, rows);
    library_rows_free(rows);
    library_close(library);
}

char *shelf_select(const char *catalogue, const char *sql)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    add_select(out, catalogue, sql);
    cr_assert_eq(fclose(out), 0);
    return text;
}

char *shelf_find(const char *catalogue, const char *const *words)
{
    char *text;
    size_t size;
    struct library *library;
    struct library_rows *rows;
    struct library_terms terms = {0};
    struct format_error err = {0};
    FILE *out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    for (; *words; words++) {
        cr_assert_eq(library_terms_add(&terms, *words, &err), 0, "%s", err.what);
    }
    cr_assert_eq(library_open(&library, scratch_at(catalogue), LIBRARY_READ, &err), 0, "%s",
                 err.what);
    cr_assert_eq(library_find(&rows, library, &terms, &err), 0, "%s", err.what);
    add_rows(out, rows);
    library_rows_free(rows);
    library_close(library);
    cr_assert_eq(fclose(out), 0);
    return text;
}

char *shelf_dump(const char *catalogue)
{
    static const char *const all[] = {
        "SELECT path, size, mtime, error, error_offset FROM file ORDER BY path",
        "SELECT file.path, demo.path, bytes, hash, family, protocol, mod, mode, server, date, "
        "result, length, "
        "players, demo.error, demo.error_offset FROM demo JOIN file ON file.id = demo.file "
        "ORDER BY demo.path",
        "SELECT path, number, map, title, level.length, finish FROM level JOIN demo ON demo.id = "
        "demo ORDER BY path, number",
        "SELECT path, slot, name, team, score, spectator FROM player JOIN demo ON demo.id = demo "
        "ORDER BY path, slot",
        "SELECT path, number, level, time, kind, player, other, weapon, x, y, z, value, air, "
        "distance, viewed, text FROM event JOIN demo ON demo.id = demo ORDER BY path, number"};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cr_assert_not_null(out);
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        fprintf(out, "-- %zu\n", i);
        add_select(out, catalogue, all[i]);
    }
    cr_assert_eq(fclose(out), 0);
    return text;
}

void shelf_expect(const char *catalogue, const char *sql, const char *wanted)
{
    char *text = shelf_select(catalogue, sql);
    cr_expect_str_eq(text, wanted, "%s: %s", sql, text);
    free(text);
}
