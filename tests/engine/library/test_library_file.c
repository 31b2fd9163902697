/* The catalogue's file: whose it is, which version, what is done with a damaged one; merging. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/platform.h"
#include "tests/engine/library/library_stage.h"

TestSuite(library_file, .init = shelf_set_up, .fini = shelf_tear_down);

static void run(const char *name, const char *statements)
{
    sqlite3 *db;
    cr_assert_eq(sqlite3_open(scratch_at(name), &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, statements, NULL, NULL, NULL), SQLITE_OK);
    cr_assert_eq(sqlite3_close(db), SQLITE_OK);
}

static int try_to_open(const char *name, enum library_access access, struct format_error *err)
{
    struct library *library;
    *err = (struct format_error){0};
    const int code = library_open(&library, scratch_at(name), access, err);
    cr_expect_eq(code == 0, library != NULL);
    library_close(library);
    return code;
}

Test(library_file, a_newer_version_is_refused_and_left_alone)
{
    struct format_error err;
    shelf_short("d/a.dem", 1);
    (void)shelf_update();
    run("c", "PRAGMA user_version = 1000");
    cr_expect_eq(try_to_open("c", LIBRARY_WRITE, &err), FORMAT_UNKNOWN);
    cr_expect(strstr(err.what, "newer quakereel"), "%s", err.what);
    cr_expect_eq(try_to_open("c", LIBRARY_READ, &err), FORMAT_UNKNOWN);
    run("c", "PRAGMA user_version = 1");
    shelf_expect("c", "SELECT count(*) FROM demo", "1\n");
}

Test(library_file, other_files_are_refused_and_left_alone)
{
    struct format_error err;
    run("other.sqlite", "CREATE TABLE x(y); INSERT INTO x VALUES (7)");
    scratch_write_text("a.dem", "-1\nnot a catalogue");
    cr_expect_eq(try_to_open("other.sqlite", LIBRARY_WRITE, &err), FORMAT_UNKNOWN);
    cr_expect(strstr(err.what, "no catalogue"), "%s", err.what);
    cr_expect_eq(try_to_open("a.dem", LIBRARY_WRITE, &err), FORMAT_UNKNOWN);
    cr_expect_eq(try_to_open("a.dem", LIBRARY_READ, &err), FORMAT_UNKNOWN);
    cr_expect_eq(platform_file_size(scratch_at("a.dem")), 18);
    cr_expect_eq(try_to_open("none", LIBRARY_READ, &err), FORMAT_MISSING);
    cr_expect_not(platform_exists(scratch_at("none")));
    cr_expect_eq(try_to_open("d", LIBRARY_WRITE, &err), FORMAT_UNREADABLE);
}

/* Spoils bytes of a catalogue from an offset on. */
static void spoil(const char *name, size_t at, size_t count)
{
    FILE *file = fopen(scratch_at(name), "r+b");
    cr_assert_not_null(file);
    cr_assert_eq(fseek(file, (long)at, SEEK_SET), 0);
    for (size_t i = 0; i < count; i++) {
        putc(0x5a, file);
    }
    cr_assert_eq(fclose(file), 0);
}

/* To write, the damaged file is kept under another name, and a good one has what the folder has. */
static void expect_rebuilt(const char *name, const char *kept)
{
    struct library *library;
    struct format_error err = {0};
    cr_assert_eq(library_open(&library, scratch_at(name), LIBRARY_WRITE, &err), 0, "%s", err.what);
    cr_expect_not_null(library_damaged(library));
    cr_expect_str_eq(library_damaged(library), scratch_at(kept));
    library_close(library);
    cr_expect(platform_exists(scratch_at(kept)));
    (void)shelf_update_of(name, "d", 1, 0, 0);
    shelf_expect(name, "SELECT count(*) FROM demo", "3\n");
}

Test(library_file, a_damaged_catalogue_is_kept_aside_and_made_anew)
{
    struct format_error err;
    for (int i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof(name), "d/%d.dem", i);
        shelf_short(name, i);
    }
    (void)shelf_update_of("c.sqlite", "d", 1, 0, 0);
    const size_t size = (size_t)platform_file_size(scratch_at("c.sqlite"));
    spoil("c.sqlite", 4096, size - 4096); /* all pages but the first */
    cr_expect_eq(try_to_open("c.sqlite", LIBRARY_READ, &err) == 0, true, "the head is good");
    expect_rebuilt("c.sqlite", "c.sqlite.damaged");
    spoil("c.sqlite", 0, 100);
    cr_expect_eq(try_to_open("c.sqlite", LIBRARY_READ, &err), FORMAT_BAD);
    expect_rebuilt("c.sqlite", "c.sqlite.damaged-2");
    cr_assert_eq(truncate(scratch_at("c.sqlite"), 4096), 0);
    expect_rebuilt("c.sqlite", "c.sqlite.damaged-3");
    run("c.sqlite", "DROP TABLE player");
    struct library *library;
    cr_assert_eq(library_open(&library, scratch_at("c.sqlite"), LIBRARY_WRITE, &err), 0);
    cr_expect_not_null(library_damaged(library), "a table is missing");
    library_close(library);
}

Test(library_file, a_catalogue_without_its_head_is_known_by_its_tables)
{
    for (int i = 0; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof(name), "d/%d.dem", i);
        shelf_short(name, i);
    }
    (void)shelf_update();
    spoil("c", 0, 100);
    expect_rebuilt("c", "c.damaged");
}

/* The process was killed when its changes were in the file, and the old pages in the journal. */
Test(library_file, a_reader_rolls_back_what_a_killed_writer_left)
{
    shelf_short("d/a.dem", 1);
    (void)shelf_update();
    const pid_t id = fork();
    cr_assert_geq(id, 0);
    if (id == 0) {
        sqlite3 *db;
        (void)sqlite3_open(scratch_at("c"), &db);
        (void)sqlite3_exec(
            db,
            "PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE demo SET path = 'x'; "
            "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999) "
            "INSERT INTO event(demo, number, kind) SELECT 1, i + 9999, 'frag' FROM n",
            NULL, NULL, NULL);
        (void)sqlite3_db_cacheflush(db);
        (void)raise(SIGKILL);
        _exit(1);
    }
    int status;
    cr_assert_eq(waitpid(id, &status, 0), id);
    cr_assert(platform_exists(scratch_at("c-journal")));
    shelf_expect("c", "SELECT count(*) FROM demo WHERE path = 'x'", "0\n");
    shelf_expect("c", "SELECT count(*) FROM event WHERE number > 9999", "0\n");
}

Test(library_file, an_empty_file_becomes_a_catalogue)
{
    shelf_short("d/a.dem", 1);
    scratch_write_text("c", "");
    cr_expect_eq(shelf_update().added, 1);
}

/* A catalogue may come from anywhere: its triggers and views do nothing. */
Test(library_file, what_else_a_catalogue_has_is_not_run)
{
    shelf_short("d/a.dem", 1);
    (void)shelf_update();
    run("c", "CREATE TRIGGER t AFTER INSERT ON demo BEGIN DELETE FROM player; END;"
             "CREATE TRIGGER u AFTER INSERT ON file BEGIN DELETE FROM file; END");
    shelf_short("d/b.dem", 2);
    (void)shelf_update();
    shelf_expect("c", "SELECT count(*) FROM demo JOIN player ON player.demo = demo.id", "2\n");
}

/* A name that SQLite takes for something else. */
Test(library_file, names_are_names_of_files)
{
    char before[4096];
    struct format_error err;
    cr_assert_not_null(getcwd(before, sizeof(before)));
    cr_assert_eq(chdir(scratch_root), 0);
    static const char *const names[] = {":memory:", "file:x?mode=memory", "a b'c"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct library *library;
        cr_expect_eq(library_open(&library, names[i], LIBRARY_WRITE, &err), 0, "%s", names[i]);
        library_close(library);
        cr_expect(platform_file_size(names[i]) > 0, "%s", names[i]);
    }
    cr_assert_eq(chdir(before), 0);
}

/* --- merging ------------------------------------------------------------------------------------
 */

static void merge(const char *to, const char *const *names)
{
    struct library *library, *from;
    struct format_error err = {0};
    cr_assert_eq(library_open(&library, scratch_at(to), LIBRARY_WRITE, &err), 0);
    for (; *names; names++) {
        cr_assert_eq(library_open(&from, scratch_at(*names), LIBRARY_READ, &err), 0);
        cr_assert_eq(library_merge(library, from, &err), 0, "%s", err.what);
        library_close(from);
    }
    library_close(library);
}

static void expect_same(const char *a, const char *b)
{
    char *first = shelf_dump(a), *second = shelf_dump(b);
    cr_expect_str_eq(first, second);
    cr_expect_gt(strlen(first), 100);
    free(first);
    free(second);
}

Test(library_file, parts_make_the_whole)
{
    static const char *const orders[][4] = {{"1", "2", "3"}, {"3", "1", "2"}};
    scratch_make_folder("d/sub");
    for (int i = 0; i < 12; i++) {
        char name[32];
        snprintf(name, sizeof(name), i % 2 ? "d/sub/%d.dem" : "d/%d.dem", i);
        shelf_short(name, i);
    }
    shelf_demo("d/q.mvd", "builtin:demo4", 0);
    shelf_demo("d/r.dm_68", "builtin:demo5", 0);
    (void)shelf_update_of("whole", "d", 1, 0, 0);
    uint64_t files = 0;
    for (unsigned i = 1; i <= 3; i++) {
        char name[8];
        snprintf(name, sizeof(name), "%u", i);
        const struct library_counts counts = shelf_update_of(name, "d", 2, i, 3);
        cr_expect(counts.added > 0 && counts.added < 14, "%u", (unsigned)counts.added);
        files += counts.added;
    }
    cr_expect_eq(files, 14);
    merge("m0", orders[0]);
    merge("m1", orders[1]);
    expect_same("m0", "whole");
    expect_same("m1", "whole");
    cr_expect_eq(shelf_update_of("m0", "d", 1, 0, 0).unchanged, 14, "it can be gone on with");
}

Test(library_file, a_part_drops_what_is_gone_of_its_own)
{
    for (int i = 0; i < 12; i++) {
        char name[32];
        snprintf(name, sizeof(name), "d/%d.dem", i);
        shelf_short(name, i);
    }
    (void)shelf_update();
    for (int i = 0; i < 12; i++) {
        char name[32];
        snprintf(name, sizeof(name), "d/%d.dem", i);
        cr_assert_eq(unlink(scratch_at(name)), 0);
    }
    const uint64_t first = shelf_update_of("c", "d", 1, 1, 2).removed;
    cr_expect(first > 0 && first < 12);
    cr_expect_eq(shelf_update_of("c", "d", 1, 2, 2).removed, 12 - first);
}

Test(library_file, of_a_file_that_two_have_the_newer_one_stays)
{
    shelf_short("d/a.dem", 1);
    shelf_touch("d/a.dem", 1000000000);
    (void)shelf_update_of("old", "d", 1, 0, 0);
    shelf_short("d/a.dem", 2);
    shelf_touch("d/a.dem", 1100000000);
    (void)shelf_update_of("new", "d", 1, 0, 0);
    merge("m0", (const char *const[]){"old", "new", NULL});
    merge("m1", (const char *const[]){"new", "old", NULL});
    expect_same("m0", "new");
    expect_same("m1", "new");
}
