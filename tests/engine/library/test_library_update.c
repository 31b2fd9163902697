/* The catalogue follows its folder: new, changed, renamed, removed, damaged files; ends and kills.
 */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/builtin/builtin.h"
#include "assets/platform.h"
#include "formats/base/bytes.h"
#include "tests/engine/library/library_stage.h"
#include "tests/support/archives/gzip_bytes.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/scarce.h"

TestSuite(library_update, .init = shelf_set_up, .fini = shelf_tear_down);

#define NAMES "SELECT substr(path, length(path) - 4) FROM demo ORDER BY path"

static void expect_counts(struct library_counts counts, unsigned added, unsigned changed,
                          unsigned renamed, unsigned removed, unsigned unchanged)
{
    cr_expect(counts.added == added && counts.changed == changed && counts.renamed == renamed &&
                  counts.removed == removed && counts.unchanged == unchanged,
              "added %u changed %u renamed %u removed %u unchanged %u", (unsigned)counts.added,
              (unsigned)counts.changed, (unsigned)counts.renamed, (unsigned)counts.removed,
              (unsigned)counts.unchanged);
}

Test(library_update, facts_of_a_demo_are_kept)
{
    shelf_demo("d/a.dem", "builtin:demo1", 0);
    shelf_demo("d/b.mvd", "builtin:demo4", 0);
    shelf_demo("d/c.dm_68", "builtin:demo5", 0);
    expect_counts(shelf_update(), 3, 0, 0, 0, 0);
    shelf_expect("c",
                 "SELECT family, protocol, players > 0, length > 1, length(hash) FROM demo "
                 "ORDER BY path",
                 "netquake|15|1|1|16\nquakeworld|28|1|1|16\nquake3|68|1|1|16\n");
    shelf_expect("c", "SELECT count(*) > 2, count(map), min(number) FROM level", "1|3|0\n");
}

Test(library_update, only_what_changed_is_read_again)
{
    shelf_short("d/a.dem", 1);
    shelf_short("d/b.dem", 2);
    expect_counts(shelf_update(), 2, 0, 0, 0, 0);
    struct library_counts counts = shelf_update();
    expect_counts(counts, 0, 0, 0, 0, 2);
    cr_expect_eq(counts.demos, 0);
    shelf_short("d/b.dem", 33);
    shelf_short("d/c.dem", 3);
    counts = shelf_update();
    expect_counts(counts, 1, 1, 0, 0, 1);
    cr_expect_eq(counts.demos, 2);
    shelf_expect("c", NAMES, "a.dem\nb.dem\nc.dem\n");
    shelf_expect("c", "SELECT count(DISTINCT hash) FROM demo", "3\n");
}

Test(library_update, another_time_alone_is_no_change)
{
    shelf_short("d/a.dem", 1);
    (void)shelf_update();
    shelf_touch("d/a.dem", 1000000000);
    struct library_counts counts = shelf_update();
    expect_counts(counts, 0, 0, 0, 0, 1);
    cr_expect_eq(counts.demos, 0, "it was read");
    shelf_expect("c", "SELECT mtime FROM file", "1000000000000000000\n");
}

/* The same size and time as before. */
Test(library_update, other_bytes_of_one_size_are_found_by_the_time)
{
    shelf_short("d/a.dem", 1);
    (void)shelf_update();
    char *before = shelf_select("c", "SELECT hash FROM demo");
    shelf_short("d/a.dem", 2);
    shelf_touch("d/a.dem", 1000000000);
    expect_counts(shelf_update(), 0, 1, 0, 0, 0);
    char *after = shelf_select("c", "SELECT hash FROM demo");
    cr_expect_str_neq(before, after);
    free(before);
    free(after);
}

Test(library_update, renamed_files_keep_their_rows)
{
    shelf_short("d/a.dem", 1);
    shelf_short("d/b.dem", 2);
    scratch_make_folder("d/sub");
    (void)shelf_update();
    char *ids = shelf_select("c", "SELECT hash, id FROM demo ORDER BY hash");
    cr_assert_eq(rename(scratch_at("d/a.dem"), scratch_at("d/sub/z.dem")), 0);
    struct library_counts counts = shelf_update();
    expect_counts(counts, 0, 0, 1, 0, 1);
    cr_expect_eq(counts.demos, 0, "it was read");
    shelf_expect("c", NAMES, "b.dem\nz.dem\n");
    shelf_expect("c",
                 "SELECT count(*) FROM demo JOIN file ON file.id = demo.file WHERE "
                 "file.path = demo.path",
                 "2\n");
    char *after = shelf_select("c", "SELECT hash, id FROM demo ORDER BY hash");
    cr_expect_str_eq(ids, after);
    free(ids);
    free(after);
}

Test(library_update, a_file_may_take_the_name_of_another)
{
    shelf_short("d/a.dem", 1);
    shelf_short("d/b.dem", 2);
    (void)shelf_update();
    cr_assert_eq(rename(scratch_at("d/a.dem"), scratch_at("d/b.dem")), 0);
    shelf_touch("d/b.dem", 1000000000);
    expect_counts(shelf_update(), 0, 0, 1, 0, 0);
    shelf_expect("c", NAMES, "b.dem\n");
}

Test(library_update, copies_are_files_of_their_own)
{
    shelf_short("d/a.dem", 1);
    (void)shelf_update();
    shelf_short("d/b.dem", 1);
    expect_counts(shelf_update(), 1, 0, 0, 0, 1);
    shelf_expect("c", NAMES, "a.dem\nb.dem\n");
}

/* By their hashes alone, since all are of one size. */
Test(library_update, a_renamed_folder_of_many_files_of_one_size)
{
    char name[64];
    scratch_make_folder("d/x");
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof(name), "d/x/%d.dem", i);
        shelf_short(name, 10 + i);
    }
    (void)shelf_update();
    cr_assert_eq(rename(scratch_at("d/x"), scratch_at("d/y")), 0);
    shelf_short("d/y/new.dem", 99);
    const struct library_counts counts = shelf_update_of("c", "d", 4, 0, 0);
    expect_counts(counts, 1, 0, 40, 0, 0);
    cr_expect_eq(counts.demos, 1);
    cr_assert_eq(rename(scratch_at("d/y"), scratch_at("d/z")), 0);
    expect_counts(shelf_update(), 0, 0, 41, 0, 0);
}

Test(library_update, two_copies_of_a_file_that_is_gone)
{
    shelf_short("d/a.dem", 1);
    (void)shelf_update();
    cr_assert_eq(unlink(scratch_at("d/a.dem")), 0);
    shelf_short("d/b.dem", 1);
    shelf_short("d/c.dem", 1);
    expect_counts(shelf_update(), 1, 0, 1, 0, 0);
    shelf_expect("c", NAMES, "b.dem\nc.dem\n");
}

Test(library_update, what_is_gone_is_dropped_with_all_that_belongs_to_it)
{
    shelf_demo("d/a.dem", "builtin:demo1", 0);
    shelf_short("d/b.dem", 1);
    (void)shelf_update();
    cr_assert_eq(unlink(scratch_at("d/a.dem")), 0);
    expect_counts(shelf_update(), 0, 0, 0, 1, 1);
    shelf_expect("c", NAMES, "b.dem\n");
    cr_assert_eq(unlink(scratch_at("d/b.dem")), 0);
    (void)shelf_update();
    shelf_expect("c",
                 "SELECT (SELECT count(*) FROM file) + (SELECT count(*) FROM demo) + "
                 "(SELECT count(*) FROM level) + (SELECT count(*) FROM player) + "
                 "(SELECT count(*) FROM event)",
                 "0\n");
}

Test(library_update, folders_beside_it_stay)
{
    scratch_make_folder("d/x");
    scratch_make_folder("d/x1");
    shelf_short("d/x/a.dem", 1);
    shelf_short("d/x1/b.dem", 2);
    (void)shelf_update();
    cr_assert_eq(unlink(scratch_at("d/x/a.dem")), 0);
    cr_assert_eq(unlink(scratch_at("d/x1/b.dem")), 0);
    expect_counts(shelf_update_of("c", "d/x", 1, 0, 0), 0, 0, 0, 1, 0);
    shelf_expect("c", NAMES, "b.dem\n");
}

Test(library_update, a_folder_that_is_not_there_drops_nothing)
{
    struct library *library;
    struct library_counts counts;
    struct format_error err;
    const struct library_work work = shelf_work();
    scratch_make_folder("d/x");
    shelf_short("d/x/a.dem", 1);
    (void)shelf_update_of("c", "d/x", 1, 0, 0);
    cr_assert_eq(unlink(scratch_at("d/x/a.dem")), 0);
    cr_assert_eq(rmdir(scratch_at("d/x")), 0);
    cr_assert_eq(library_open(&library, scratch_at("c"), LIBRARY_WRITE, &err), 0);
    cr_expect_eq(library_update(library, scratch_at("d/x"), &work, &counts, &err), FORMAT_MISSING);
    library_close(library);
    shelf_expect("c", NAMES, "a.dem\n");
}

Test(library_update, damage_is_told_and_the_good_part_is_kept)
{
    shelf_demo("d/a.dem", "builtin:demo1", 30000);
    scratch_write_text("d/b.dem", "no demo at all");
    struct library_counts counts = shelf_update();
    cr_expect_eq(counts.damaged, 2);
    cr_expect_not_null(strstr(shelf_told, "a.dem: "), "%s", shelf_told);
    cr_expect_not_null(strstr(shelf_told, "b.dem: "), "%s", shelf_told);
    shelf_expect("c",
                 "SELECT length > 0.1, error IS NOT NULL, error_offset BETWEEN 20000 AND 30000 "
                 "FROM demo WHERE family = 'netquake'",
                 "1|1|1\n");
    shelf_expect("c", "SELECT count(*) FROM demo WHERE error IS NOT NULL", "2\n");
    counts = shelf_update();
    cr_expect_eq(counts.unchanged, 2);
    cr_expect_eq(counts.damaged, 0, "it is told once");
}

/* What it is packed by is not read, now or later. */
Test(library_update, files_that_are_not_supported_are_told_once)
{
    scratch_write("d/a.dem", "7z\xbc\xaf\x27\x1c\0\4 and so on", 18);
    struct library_counts counts = shelf_update();
    cr_expect_eq(counts.damaged, 1);
    cr_expect_not_null(strstr(shelf_told, "a.dem: "), "%s", shelf_told);
    expect_counts(shelf_update(), 0, 0, 0, 0, 1);
}

static void write_zip(const char *below)
{
    static const char *const demos[] = {"demo1.dem", "demo2.dem"};
    static const char *const names[] = {"one.dem", "in/two.dem"};
    struct zip_bytes zip = {0};
    for (int i = 0; i < 2; i++) {
        const uint8_t *data;
        size_t size;
        cr_assert(builtin_find(demos[i], &data, &size));
        zip_bytes_add_deflated(&zip, names[i], data, size);
    }
    zip_bytes_end(&zip);
    scratch_write(below, zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
}

Test(library_update, members_of_archives_and_packed_demos_are_demos)
{
    struct byte_writer packed = {0};
    const uint8_t *data;
    size_t size;
    write_zip("d/p.zip");
    cr_assert(builtin_find("demo1.dem", &data, &size));
    gzip_bytes_add(&packed, data, size);
    scratch_write("d/q.dem.gz", packed.data, packed.size);
    byte_writer_free(&packed);
    scratch_write_text("d/r.pak", "PACK");
    struct library_counts counts = shelf_update();
    cr_expect_eq(counts.demos, 3);
    shelf_expect("c", "SELECT count(*), count(DISTINCT hash) FROM demo WHERE error IS NULL",
                 "3|2\n");
    shelf_expect("c", "SELECT substr(path, -7) FROM demo ORDER BY path",
                 "two.dem\none.dem\n.dem.gz\n");
    cr_expect_eq(shelf_update().unchanged, 3);
    cr_assert_eq(unlink(scratch_at("d/p.zip")), 0);
    (void)shelf_update();
    shelf_expect("c", "SELECT count(*) FROM demo", "1\n");
}

Test(library_update, links_to_folders_are_read_once)
{
    scratch_make_folder("d/x");
    scratch_make_folder("d/x/y");
    scratch_make_folder("other");
    shelf_short("d/x/y/a.dem", 1);
    shelf_short("other/o.dem", 2);
    cr_assert_eq(symlink("..", scratch_at("d/x/y/up")), 0);
    cr_assert_eq(symlink("/", scratch_at("d/x/root")), 0);
    cr_assert_eq(symlink(".", scratch_at("d/x/self")), 0);
    cr_assert_eq(symlink("x", scratch_at("d/same")), 0);
    cr_assert_eq(symlink("../other", scratch_at("d/other")), 0);
    cr_assert_eq(symlink("../../other", scratch_at("d/x/there")), 0);
    cr_assert_eq(symlink("nothing", scratch_at("d/broken.dem")), 0);
    expect_counts(shelf_update(), 2, 0, 0, 0, 0);
    char *paths = shelf_select("c", "SELECT path FROM demo ORDER BY path");
    cr_expect_not_null(strstr(paths, "/d/other/o.dem\n"), "%s", paths);
    cr_expect_not_null(strstr(paths, "/d/x/y/a.dem\n"), "%s", paths);
    free(paths);
}

/* Each folder has two links to the next: 2^30 ways to the last one. */
Test(library_update, many_links_to_one_folder_take_no_time)
{
    scratch_make_folder("chain");
    for (int i = 0; i < 30; i++) {
        char name[64], target[64];
        snprintf(name, sizeof(name), "chain/%d", i);
        scratch_make_folder(name);
        snprintf(target, sizeof(target), "../%d", i + 1);
        snprintf(name, sizeof(name), "chain/%d/a", i);
        cr_assert_eq(symlink(target, scratch_at(name)), 0);
        snprintf(name, sizeof(name), "chain/%d/b", i);
        cr_assert_eq(symlink(target, scratch_at(name)), 0);
    }
    scratch_make_folder("chain/30");
    shelf_short("chain/30/x.dem", 1);
    expect_counts(shelf_update_of("c", "chain/0", 1, 0, 0), 1, 0, 0, 0, 0);
}

Test(library_update, hostile_names_are_names)
{
    static const char *const names[] = {"'; DROP TABLE demo; --.dem",
                                        "\" OR 1=1.dem",
                                        "%_\\.dem",
                                        "=cmd|' -C calc'!A0.dem",
                                        "\xff\xfe.dem",
                                        "new\nline.dem",
                                        "NULL.dem",
                                        "?1.dem",
                                        ":x @y $z.dem"};
    enum { COUNT = sizeof(names) / sizeof(names[0]) };
    char path[128];
    for (int i = 0; i < COUNT; i++) {
        snprintf(path, sizeof(path), "d/%s", names[i]);
        shelf_short(path, i);
    }
    expect_counts(shelf_update(), COUNT, 0, 0, 0, 0);
    expect_counts(shelf_update(), 0, 0, 0, 0, COUNT);
    for (int i = 0; i < COUNT; i++) {
        char term[1024];
        snprintf(term, sizeof(term), "path=%s/d/%s", scratch_root, names[i]);
        char *found = shelf_find("c", (const char *const[]){term, NULL});
        cr_expect(strstr(found, names[i]), "%s: %s", names[i], found);
        free(found);
    }
}

/* --- ends and kills -----------------------------------------------------------------------------
 */

static int calls;

static bool stop_at_fifth(void *context)
{
    (void)context;
    return ++calls > 5;
}

static void make_many(int count)
{
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof(name), "d/%03d.dem", i);
        shelf_short(name, i);
    }
}

Test(library_update, what_is_done_stays_when_it_is_ended)
{
    struct library *library;
    struct library_counts counts;
    struct format_error err = {0};
    struct library_work work = shelf_work();
    work.stop = stop_at_fifth;
    make_many(20);
    cr_assert_eq(library_open(&library, scratch_at("c"), LIBRARY_WRITE, &err), 0);
    cr_assert_eq(library_update(library, scratch_at("d"), &work, &counts, &err), 0);
    library_close(library);
    cr_expect(counts.was_ended && counts.added > 0 && counts.added < 20, "%u",
              (unsigned)counts.added);
    const unsigned done = (unsigned)counts.added;
    expect_counts(shelf_update(), 20 - done, 0, 0, 0, done);
    (void)shelf_update_of("whole", "d", 1, 0, 0);
    char *resumed = shelf_dump("c"), *whole = shelf_dump("whole");
    cr_expect_str_eq(resumed, whole);
    free(resumed);
    free(whole);
}

static void die(void *context, const char *path, const struct format_error *error)
{
    (void)path;
    (void)error;
    int *left = context;
    if (--*left == 0) {
        (void)raise(SIGKILL);
    }
}

/* The process is killed in the middle of a transaction; all its demos are damaged, so that it hears
 * of each. */
static void update_and_die(int after)
{
    const pid_t id = fork();
    cr_assert_geq(id, 0);
    if (id == 0) {
        struct library *library;
        struct library_counts counts;
        struct format_error err;
        struct library_work work = shelf_work();
        work.damaged = die;
        work.context = &after;
        work.threads = 2;
        if (library_open(&library, scratch_at("c"), LIBRARY_WRITE, &err) == 0) {
            (void)!library_update(library, scratch_at("d"), &work, &counts, &err);
        }
        _exit(1);
    }
    int status;
    cr_assert_eq(waitpid(id, &status, 0), id);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "%d", status);
}

Test(library_update, a_killed_run_leaves_a_catalogue_that_goes_on)
{
    make_many(24);
    (void)shelf_update_of("whole", "d", 1, 0, 0);
    update_and_die(1);
    update_and_die(13);
    cr_expect_eq(shelf_update().added, 24, "a transaction was half done");
    char *resumed = shelf_dump("c"), *whole = shelf_dump("whole");
    cr_expect_str_eq(resumed, whole);
    free(resumed);
    free(whole);
}

Test(library_update, threads_change_nothing)
{
    make_many(40);
    write_zip("d/p.zip");
    (void)shelf_update_of("one", "d", 1, 0, 0);
    (void)shelf_update_of("four", "d", 4, 0, 0);
    char *one = shelf_dump("one"), *four = shelf_dump("four");
    cr_expect_str_eq(one, four);
    free(one);
    free(four);
}

Test(library_update, lack_of_memory_is_an_error_and_no_damage)
{
    struct library *library;
    struct format_error err = {0};
    shelf_short("d/a.dem", 1);
    write_zip("d/p.zip");
    const struct library_work work = shelf_work();
    cr_assert_eq(library_open(&library, scratch_at("c"), LIBRARY_WRITE, &err), 0);
    uint64_t number = 1, all;
    do {
        struct library_counts counts;
        scarce_begin_from(number);
        const int code = library_update(library, scratch_at("d"), &work, &counts, &err);
        all = scarce_count();
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0, "%u", (unsigned)number);
        cr_expect(code == FORMAT_MEMORY || (code == 0 && all < number), "%u: %d: %s",
                  (unsigned)number, code, err.what);
        number += 1 + number / 8;
    } while (all >= number);
    library_close(library);
    (void)shelf_update();
    (void)shelf_update_of("whole", "d", 1, 0, 0);
    char *resumed = shelf_dump("c"), *whole = shelf_dump("whole");
    cr_expect_str_eq(resumed, whole);
    free(resumed);
    free(whole);
}
