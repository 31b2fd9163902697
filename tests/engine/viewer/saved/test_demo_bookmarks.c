/* Marks and the place to resume: kept by the demo's bytes, read back, and read from spoiled files.
 */
#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/platform.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "tests/support/scarce.h"

enum { PATH_SIZE = 512, LARGE_DEMO = 2 * 1024 * 1024 };

static const uint8_t demo[] = "these are the bytes of a demo";

static char folder[] = "/tmp/quakereel-notes-XXXXXX"; /* folder of the running test */

static void make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
}

static void remove_folder(void)
{
    char command[PATH_SIZE];
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    cr_expect_eq(system(command), 0);
}

static void load(struct demo_bookmarks *bookmarks)
{
    demo_bookmarks_load(bookmarks, demo, sizeof(demo));
}

/* Files in the folder of the bookmarks, without the lock. */
static int count_files(void)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    DIR *dir = opendir(path);
    int count = 0;
    for (const struct dirent *entry = NULL; dir && (entry = readdir(dir));) {
        count += strcmp(entry->d_name, "lock") != 0;
    }
    if (dir) {
        closedir(dir);
    }
    return dir ? count - 2 : 0;
}

/* Puts bytes where the demo's notes are kept, and loads them. */
static void load_bytes(struct demo_bookmarks *bookmarks, const void *bytes, size_t size)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    cr_assert(mkdir(path, 0700) == 0 || errno == EEXIST);
    load(bookmarks);
    FILE *file = fopen(bookmarks->path, "wb");
    cr_assert_not_null(file, "%s", bookmarks->path);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
    demo_bookmarks_free(bookmarks);
    load(bookmarks);
}

static void load_text(struct demo_bookmarks *bookmarks, const char *text)
{
    load_bytes(bookmarks, text, strlen(text));
}

static void read_back(const struct demo_bookmarks *bookmarks, char *text, size_t size)
{
    FILE *file = fopen(bookmarks->path, "rb");
    cr_assert_not_null(file, "%s", bookmarks->path);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
}

static void expect_marks(const struct demo_bookmarks *bookmarks, size_t count, const double *marks)
{
    cr_assert_eq(bookmarks->marks.count, count, "%zu marks instead of %zu", bookmarks->marks.count,
                 count);
    for (size_t i = 0; i < count; i++) {
        cr_expect_float_eq(bookmarks->marks.items[i].time, marks[i], 1e-6, "mark %zu is %f", i,
                           bookmarks->marks.items[i].time);
    }
}

#define EXPECT_MARKS(bookmarks, ...)                                                               \
    expect_marks(bookmarks, sizeof((const double[]){__VA_ARGS__}) / sizeof(double),                \
                 (const double[]){__VA_ARGS__})

TestSuite(demo_bookmarks, .init = make_folder, .fini = remove_folder);

Test(demo_bookmarks, a_demo_never_seen_has_none)
{
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    cr_expect_eq(bookmarks.marks.count, 0);
    cr_expect_eq(bookmarks.resume, 0.0);
    cr_expect_not(bookmarks.changed);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "demo1.dem", SAVED_WAIT), 0);
    cr_expect_eq(count_files(), 0, "nothing to keep");
    cr_expect_not(demo_bookmarks_remove_mark(&bookmarks, 0.0, 1000.0));
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, marks_are_sorted_and_single)
{
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 20.0));
    cr_expect(bookmarks.changed);
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 5.0));
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 40.0));
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 0.0));
    EXPECT_MARKS(&bookmarks, 0.0, 5.0, 20.0, 40.0);
    bookmarks.changed = false;
    cr_expect_not(demo_bookmarks_add_mark(&bookmarks, 20.0));
    cr_expect_not(demo_bookmarks_add_mark(&bookmarks, 20.009));
    cr_expect_not(demo_bookmarks_add_mark(&bookmarks, 19.991));
    cr_expect_not(bookmarks.changed, "what was refused changes nothing");
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 20.02));
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 19.98));
    EXPECT_MARKS(&bookmarks, 0.0, 5.0, 19.98, 20.0, 20.02, 40.0);
    demo_bookmarks_free(&bookmarks);
    cr_expect_null(bookmarks.marks.items);
}

Test(demo_bookmarks, the_nearest_mark_goes)
{
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    for (int i = 1; i <= 5; i++) {
        cr_assert(demo_bookmarks_add_mark(&bookmarks, i * 10.0));
    }
    bookmarks.changed = false;
    cr_expect_not(demo_bookmarks_remove_mark(&bookmarks, 25.5, 4.0));
    cr_expect_not(demo_bookmarks_remove_mark(&bookmarks, 60.0, 9.0));
    cr_expect_not(demo_bookmarks_remove_mark(&bookmarks, (double)NAN, 9.0));
    cr_expect_not(demo_bookmarks_remove_mark(&bookmarks, 10.0, (double)NAN));
    cr_expect_not(bookmarks.changed);
    cr_expect(demo_bookmarks_remove_mark(&bookmarks, 26.0, 5.0));
    cr_expect(bookmarks.changed);
    EXPECT_MARKS(&bookmarks, 10.0, 20.0, 40.0, 50.0);
    cr_expect(demo_bookmarks_remove_mark(&bookmarks, 14.0, 5.0));
    EXPECT_MARKS(&bookmarks, 20.0, 40.0, 50.0);
    cr_expect(demo_bookmarks_remove_mark(&bookmarks, 1000.0, (double)INFINITY));
    EXPECT_MARKS(&bookmarks, 20.0, 40.0);
    cr_expect(demo_bookmarks_remove_mark(&bookmarks, 30.0, 10.0));
    EXPECT_MARKS(&bookmarks, 40.0);
    cr_expect(demo_bookmarks_remove_mark(&bookmarks, 0.0, 40.0));
    cr_expect_eq(bookmarks.marks.count, 0);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, non_finite_times_are_no_bookmarks)
{
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -0.5, 1e300};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_not(demo_bookmarks_add_mark(&bookmarks, bad[i]));
        demo_bookmarks_set_resume(&bookmarks, bad[i]);
        cr_expect_eq(bookmarks.resume, 0.0);
    }
    cr_expect_not(bookmarks.changed);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, bookmarks_are_limited)
{
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    for (int i = 0; i < DEMO_MARKS_MAX; i++) {
        cr_assert(demo_bookmarks_add_mark(&bookmarks, i));
    }
    cr_expect_not(demo_bookmarks_add_mark(&bookmarks, 5000.0));
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    demo_bookmarks_free(&bookmarks);
    load(&bookmarks);
    cr_expect_eq(bookmarks.marks.count, DEMO_MARKS_MAX);
    cr_expect(demo_bookmarks_remove_mark(&bookmarks, 500.0, 0.1));
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 5000.0));
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, saved_values_are_read_back)
{
    const double times[] = {0.0, 1.0 / 3.0, 12.5, 100.0 + 1.0 / 7.0, 86399.999999, 1e9 - 0.3};
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        cr_assert(demo_bookmarks_add_mark(&bookmarks, times[i]));
    }
    demo_bookmarks_set_resume(&bookmarks, 83.0 + 2.0 / 3.0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "demo1.dem", SAVED_WAIT), 0);
    cr_expect_not(bookmarks.changed);
    demo_bookmarks_free(&bookmarks);
    load(&bookmarks);
    cr_expect_not(bookmarks.changed);
    cr_expect_float_eq(bookmarks.resume, 83.0 + 2.0 / 3.0, 1e-6);
    expect_marks(&bookmarks, sizeof(times) / sizeof(times[0]), times);
    demo_bookmarks_free(&bookmarks);
    cr_expect_eq(count_files(), 1, "the new file took the place of the old");
}

Test(demo_bookmarks, the_file_can_be_read_by_people)
{
    struct demo_bookmarks bookmarks;
    char text[512];
    load(&bookmarks);
    demo_bookmarks_add_mark(&bookmarks, 12.5);
    demo_bookmarks_set_resume(&bookmarks, 83.25);
    cr_expect_eq(
        demo_bookmarks_save(&bookmarks, "a\nmark 5\r\t\x1b[2J\x7f\xc3\xa9.dem", SAVED_WAIT), 0);
    read_back(&bookmarks, text, sizeof(text));
    cr_expect_str_eq(text, "# quakereel: a?mark 5???[2J?\xc3\xa9.dem\n"
                           "resume 83.250000000\n"
                           "mark 12.500000000\n");
    bookmarks.changed = true;
    cr_expect_eq(demo_bookmarks_save(&bookmarks, NULL, SAVED_WAIT), 0);
    demo_bookmarks_free(&bookmarks);
    load(&bookmarks);
    EXPECT_MARKS(&bookmarks, 12.5);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, only_changes_are_written)
{
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    demo_bookmarks_set_resume(&bookmarks, 5.0);
    cr_expect(bookmarks.changed);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    demo_bookmarks_set_resume(&bookmarks, 5.0);
    cr_expect_not(bookmarks.changed);
    cr_assert_eq(remove(bookmarks.path), 0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    cr_expect_eq(count_files(), 0);
    demo_bookmarks_set_resume(&bookmarks, 6.0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    cr_expect_eq(count_files(), 1);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, empty_notes_leave_no_file)
{
    struct demo_bookmarks bookmarks;
    load(&bookmarks);
    demo_bookmarks_add_mark(&bookmarks, 3.0);
    demo_bookmarks_set_resume(&bookmarks, 5.0);
    cr_assert_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    demo_bookmarks_set_resume(&bookmarks, 0.0);
    cr_assert_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    cr_expect_eq(count_files(), 1, "there is still a mark");
    demo_bookmarks_remove_mark(&bookmarks, 3.0, 1.0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    cr_expect_eq(count_files(), 0);
    bookmarks.changed = true;
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0, "there is no file to remove");
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, a_failed_save_is_reported_and_can_be_repeated)
{
    struct demo_bookmarks bookmarks;
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    FILE *file = fopen(path, "wb"); /* where the folder should be */
    cr_assert_not_null(file);
    fclose(file);
    load(&bookmarks);
    demo_bookmarks_add_mark(&bookmarks, 3.0);
    errno = 0;
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), -1);
    cr_expect_neq(errno, 0);
    cr_expect(bookmarks.changed);
    cr_assert_eq(remove(path), 0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
    demo_bookmarks_free(&bookmarks);
    load(&bookmarks);
    EXPECT_MARKS(&bookmarks, 3.0);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, without_a_place_they_live_as_long_as_the_program)
{
    struct demo_bookmarks bookmarks;
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    load(&bookmarks);
    cr_expect_str_eq(bookmarks.path, "");
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 3.0));
    EXPECT_MARKS(&bookmarks, 3.0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), -1);
    cr_expect_eq(errno, ENOENT);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, the_name_is_a_hash_of_size_and_bytes)
{
    struct demo_bookmarks bookmarks;
    char expected[PATH_SIZE];
    load(&bookmarks);
    snprintf(expected, sizeof(expected), "%s/quakereel/24406ee90748ba0b.txt", folder);
    cr_expect_str_eq(bookmarks.path, expected, "the files of before must be found again");
    demo_bookmarks_free(&bookmarks);
    demo_bookmarks_load(&bookmarks, NULL, 0);
    snprintf(expected, sizeof(expected), "%s/quakereel/a8c7f832281a39c5.txt", folder);
    cr_expect_str_eq(bookmarks.path, expected);
    demo_bookmarks_free(&bookmarks);
}

/* True if changing the byte at `place` makes it another demo. */
static bool byte_matters(uint8_t *bytes, size_t size, size_t place)
{
    struct demo_bookmarks before, after;
    demo_bookmarks_load(&before, bytes, size);
    bytes[place] ^= 1;
    demo_bookmarks_load(&after, bytes, size);
    bytes[place] ^= 1;
    bool matters = strcmp(before.path, after.path) != 0;
    demo_bookmarks_free(&before);
    demo_bookmarks_free(&after);
    return matters;
}

Test(demo_bookmarks, large_demos_are_identified_by_both_ends_and_size)
{
    const size_t end = 256 * 1024;
    uint8_t *bytes = calloc(1, LARGE_DEMO);
    cr_assert_not_null(bytes);
    cr_expect(byte_matters(bytes, LARGE_DEMO, 0));
    cr_expect(byte_matters(bytes, LARGE_DEMO, end - 1));
    cr_expect_not(byte_matters(bytes, LARGE_DEMO, end), "the middle is not read");
    cr_expect_not(byte_matters(bytes, LARGE_DEMO, LARGE_DEMO - end - 1));
    cr_expect(byte_matters(bytes, LARGE_DEMO, LARGE_DEMO - end));
    cr_expect(byte_matters(bytes, LARGE_DEMO, LARGE_DEMO - 1));
    cr_expect(byte_matters(bytes, 2 * end, end));
    cr_expect(byte_matters(bytes, 2 * end + 1, end - 1));
    cr_expect_not(byte_matters(bytes, 2 * end + 1, end));
    struct demo_bookmarks one, other;
    demo_bookmarks_load(&one, bytes, LARGE_DEMO);
    demo_bookmarks_load(&other, bytes, LARGE_DEMO - 1);
    cr_expect_str_neq(one.path, other.path, "only the size differs");
    demo_bookmarks_free(&one);
    demo_bookmarks_free(&other);
    free(bytes);
}

Test(demo_bookmarks, blanks_and_line_ends_of_other_systems_are_fine)
{
    struct demo_bookmarks bookmarks;
    load_text(&bookmarks, "# quakereel: x\r\n\r\nresume 7.5\r\n  mark\t3 \r\nmark    1e1\nmark 2");
    cr_expect_float_eq(bookmarks.resume, 7.5, 1e-9);
    EXPECT_MARKS(&bookmarks, 2.0, 3.0, 10.0);
    cr_expect_not(bookmarks.changed);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, bad_lines_are_skipped)
{
    struct demo_bookmarks bookmarks;
    load_text(&bookmarks,
              "mark nan\nmark inf\nmark -3\nmark 1e300\nmark\nmark \nmark x\nmark 4,5\n"
              "mark 4x\nmark4\nmarks 4\nMARK 4\n#mark 4\nresume -1\nresume nan\nresume\n"
              "mark 9\nmark 9\nmark 9.001\nmark 8\n");
    EXPECT_MARKS(&bookmarks, 8.0, 9.0);
    cr_expect_eq(bookmarks.resume, 0.0);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, long_lines_are_skipped)
{
    enum { LONG = 100000 };
    char *text = malloc(LONG + 64);
    cr_assert_not_null(text);
    memcpy(text, "mark ", 5);
    memset(text + 5, '1', LONG);
    snprintf(text + 5 + LONG, 32, "\nmark 2\n# ");
    struct demo_bookmarks bookmarks;
    load_text(&bookmarks, text);
    EXPECT_MARKS(&bookmarks, 2.0);
    demo_bookmarks_free(&bookmarks);
    memset(text, ' ', LONG);
    snprintf(text + LONG, 32, "mark 3\n");
    load_text(&bookmarks, text);
    EXPECT_MARKS(&bookmarks, 3.0);
    demo_bookmarks_free(&bookmarks);
    free(text);
}

Test(demo_bookmarks, more_marks_than_allowed_are_left_out)
{
    enum { LINES = 20000, LINE = 16 };
    char *text = malloc(LINES * LINE + 1);
    cr_assert_not_null(text);
    size_t used = 0;
    for (int i = 0; i < LINES; i++) {
        used += (size_t)snprintf(text + used, LINE, "mark %d\n", LINES - i);
    }
    struct demo_bookmarks bookmarks;
    load_bytes(&bookmarks, text, used);
    cr_expect_eq(bookmarks.marks.count, DEMO_MARKS_MAX);
    for (size_t i = 1; i < bookmarks.marks.count; i++) {
        cr_assert_gt(bookmarks.marks.items[i].time, bookmarks.marks.items[i - 1].time);
    }
    demo_bookmarks_free(&bookmarks);
    free(text);
}

Test(demo_bookmarks, any_bytes_are_read_without_harm)
{
    static const char good[] = "# quakereel: x\nresume 7.5\nmark 1.5\r\nmark 30\n";
    char bytes[4096];
    struct demo_bookmarks bookmarks;
    uint32_t seed = 1;
    for (int round = 0; round < 200; round++) {
        /* Either noise, or good lines with some noise in them. */
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = round & 1 && seed >> 28 ? good[i % (sizeof(good) - 1)] : (char)(seed >> 20);
        }
        load_bytes(&bookmarks, bytes, sizeof(bytes) - (size_t)round);
        cr_assert_leq(bookmarks.marks.count, DEMO_MARKS_MAX);
        cr_assert(bookmarks.resume >= 0.0 && bookmarks.resume <= 1e9);
        for (size_t i = 0; i < bookmarks.marks.count; i++) {
            cr_assert(bookmarks.marks.items[i].time >= 0.0 && bookmarks.marks.items[i].time <= 1e9);
            cr_assert(i == 0 || bookmarks.marks.items[i].time > bookmarks.marks.items[i - 1].time);
        }
        const size_t before = bookmarks.marks.count;
        if (round % 10 == 0 && demo_bookmarks_add_mark(&bookmarks, 12345.678)) {
            cr_assert_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), 0);
            cr_expect_eq(bookmarks.marks.count, before + 1, "round %d", round);
        }
        demo_bookmarks_free(&bookmarks);
    }
    for (size_t cut = 0; cut < sizeof(good); cut++) {
        load_bytes(&bookmarks, good, cut);
        cr_expect_leq(bookmarks.marks.count, 2);
        demo_bookmarks_free(&bookmarks);
    }
    load_bytes(&bookmarks, "mark 1\0\nmark 2\n\0mark 3\nmark 4\0", 31);
    EXPECT_MARKS(&bookmarks, 2.0);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, a_folder_in_its_place_gives_empty_notes)
{
    struct demo_bookmarks bookmarks;
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    load(&bookmarks);
    cr_assert_eq(mkdir(bookmarks.path, 0700), 0);
    demo_bookmarks_free(&bookmarks);
    load(&bookmarks);
    cr_expect_eq(bookmarks.marks.count, 0);
    demo_bookmarks_add_mark(&bookmarks, 1.0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), -1);
    cr_expect_eq(count_files(), 1, "no new file is left behind");
    demo_bookmarks_free(&bookmarks);
}

/* --- two windows ------------------------------------------------------------------------------ */

static void save(struct demo_bookmarks *bookmarks)
{
    cr_expect_eq(demo_bookmarks_save(bookmarks, "demo1.dem", SAVED_WAIT), 0);
}

static void expect_file(const struct demo_bookmarks *bookmarks, const char *expected)
{
    char text[1024];
    read_back(bookmarks, text, sizeof(text));
    cr_expect_str_eq(text, expected);
}

Test(demo_bookmarks, marks_of_both_windows_stay)
{
    struct demo_bookmarks one, other;
    load_text(&one, "# quakereel: demo1.dem\nmark 10\n");
    load(&other);
    demo_bookmarks_add_mark(&one, 5.0);
    demo_bookmarks_add_mark(&one, 30.0);
    save(&one);
    demo_bookmarks_add_mark(&other, 20.0);
    demo_bookmarks_add_mark(&other, 30.004);
    save(&other);
    EXPECT_MARKS(&other, 5.0, 10.0, 20.0, 30.0);
    expect_file(&other, "# quakereel: demo1.dem\n"
                        "mark 5.000000000\nmark 10\nmark 20.000000000\nmark 30.000000000\n");
    EXPECT_MARKS(&one, 5.0, 10.0, 30.0);
    demo_bookmarks_set_resume(&one, 3.0);
    save(&one);
    EXPECT_MARKS(&one, 5.0, 10.0, 20.0, 30.0);
    demo_bookmarks_free(&one);
    demo_bookmarks_free(&other);
}

Test(demo_bookmarks, a_mark_that_one_window_removes_is_gone)
{
    struct demo_bookmarks one, other;
    load_text(&one, "mark 10\nmark 20\nmark 20.005\nmark 30\n");
    load(&other);
    cr_expect(demo_bookmarks_remove_mark(&one, 20.0, 1.0));
    save(&one);
    demo_bookmarks_add_mark(&other, 40.0);
    save(&other);
    EXPECT_MARKS(&other, 10.0, 30.0, 40.0);
    cr_expect(demo_bookmarks_remove_mark(&other, 10.0, 1.0));
    save(&other);
    cr_expect(demo_bookmarks_remove_mark(&one, 10.0, 1.0), "which the other removed, too");
    demo_bookmarks_add_mark(&one, 20.0);
    save(&one);
    EXPECT_MARKS(&one, 20.0, 30.0, 40.0);
    expect_file(&one, "mark 20.000000000\nmark 30\nmark 40.000000000\n");
    demo_bookmarks_free(&one);
    demo_bookmarks_free(&other);
}

Test(demo_bookmarks, the_window_that_moved_last_has_the_place)
{
    struct demo_bookmarks one, other;
    load(&one);
    load(&other);
    demo_bookmarks_set_resume(&one, 10.0);
    save(&one);
    demo_bookmarks_set_resume(&other, 20.0);
    save(&other);
    demo_bookmarks_add_mark(&one, 1.0);
    save(&one);
    cr_expect_eq(one.resume, 20.0);
    demo_bookmarks_set_resume(&one, 10.0); /* where this window still stands */
    cr_expect_not(one.changed);
    demo_bookmarks_set_resume(&one, 11.0);
    save(&one);
    expect_file(&one, "# quakereel: demo1.dem\nresume 11.000000000\nmark 1.000000000\n");
    demo_bookmarks_set_resume(&other, 0.0);
    save(&other);
    EXPECT_MARKS(&other, 1.0);
    expect_file(&other, "# quakereel: demo1.dem\nmark 1.000000000\n");
    demo_bookmarks_free(&one);
    demo_bookmarks_free(&other);
}

Test(demo_bookmarks, the_place_alone_is_saved_beside_the_marks)
{
    struct demo_bookmarks bookmarks;
    load_text(&bookmarks, "# mine\nmark 10\nresume 5\n");
    cr_expect_eq(demo_bookmarks_save_resume(bookmarks.path, 8.5, "x"), 0);
    expect_file(&bookmarks, "# mine\nresume 8.500000000\nmark 10\n");
    cr_expect_eq(demo_bookmarks_save_resume(bookmarks.path, 0.0, "x"), 0);
    expect_file(&bookmarks, "# mine\nmark 10\n");
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, other_lines_stay_where_they_are)
{
    struct demo_bookmarks bookmarks;
    load_text(&bookmarks, "# mine\n\nmark 10 \r\nrating 5\n  mark 20\n# last");
    demo_bookmarks_add_mark(&bookmarks, 15.0);
    demo_bookmarks_add_mark(&bookmarks, 25.0);
    demo_bookmarks_remove_mark(&bookmarks, 20.0, 0.1);
    demo_bookmarks_set_resume(&bookmarks, 4.0);
    save(&bookmarks);
    expect_file(&bookmarks, "# mine\n\nresume 4.000000000\nmark 10 \r\nrating 5\n"
                            "mark 15.000000000\n# last\nmark 25.000000000\n");
    while (demo_bookmarks_remove_mark(&bookmarks, 0.0, 100.0)) {
    }
    demo_bookmarks_set_resume(&bookmarks, 0.0);
    save(&bookmarks);
    expect_file(&bookmarks, "# mine\n\nrating 5\n# last\n");
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, a_held_lock_delays_and_does_not_prevent_saving)
{
    struct demo_bookmarks bookmarks;
    char path[PATH_SIZE];
    int lock, second;
    load_text(&bookmarks, "");
    snprintf(path, sizeof(path), "%s/quakereel/lock", folder);
    cr_assert_eq(platform_lock_file(path, 0.0, &lock), 0);
    cr_expect_eq(platform_lock_file(path, 0.01, &second), -1);
    cr_expect_eq(errno, EWOULDBLOCK);
    cr_expect_eq(second, -1);
    demo_bookmarks_add_mark(&bookmarks, 3.0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_NO_WAIT), -1);
    cr_expect_eq(errno, EWOULDBLOCK);
    cr_expect(bookmarks.changed);
    expect_file(&bookmarks, "");
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT), SAVED_WITHOUT_LOCK);
    cr_expect_not(bookmarks.changed);
    expect_file(&bookmarks, "# quakereel: x\nmark 3.000000000\n");
    platform_unlock_file(&lock);
    platform_unlock_file(&lock);
    demo_bookmarks_add_mark(&bookmarks, 5.0);
    cr_expect_eq(demo_bookmarks_save(&bookmarks, "x", SAVED_NO_WAIT), 0);
    demo_bookmarks_free(&bookmarks);
}

Test(demo_bookmarks, whichever_allocation_fails_no_mark_is_lost)
{
    bool all_went_well = false;
    for (uint64_t number = 1; !all_went_well; number++) {
        struct demo_bookmarks one, other, after;
        load_text(&one, "mark 10\nmark 20\n");
        load(&other);
        demo_bookmarks_add_mark(&other, 5.0);
        save(&other);
        demo_bookmarks_add_mark(&one, 30.0);
        cr_assert_lt(number, 100u);
        scarce_begin_from(number);
        all_went_well = demo_bookmarks_save(&one, "x", SAVED_WAIT) == 0 && !one.changed;
        scarce_end();
        save(&one); /* again, where it failed */
        load(&after);
        EXPECT_MARKS(&after, 5.0, 10.0, 20.0, 30.0);
        demo_bookmarks_free(&one);
        demo_bookmarks_free(&other);
        demo_bookmarks_free(&after);
    }
}

/* Two processes add marks at the same time. */
Test(demo_bookmarks, saving_at_the_same_time_loses_nothing)
{
    enum { MARKS = 40 };
    struct demo_bookmarks bookmarks;
    load_text(&bookmarks, "");
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    for (int i = 0; i < MARKS; i++) {
        demo_bookmarks_add_mark(&bookmarks, 2.0 * i + (child == 0));
        const int status = demo_bookmarks_save(&bookmarks, "x", SAVED_WAIT);
        if (child == 0 && status != 0) {
            _exit(1);
        }
        cr_assert_eq(status, 0);
    }
    if (child == 0) {
        _exit(0);
    }
    int status = -1;
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect_eq(status, 0);
    demo_bookmarks_free(&bookmarks);
    load(&bookmarks);
    cr_expect_eq(bookmarks.marks.count, 2u * MARKS);
    demo_bookmarks_free(&bookmarks);
}

/* --- names ------------------------------------------------------------------------------------ */

static const char *name_of(const struct demo_bookmarks *bookmarks, double time)
{
    const struct demo_mark *mark = demo_bookmarks_near(bookmarks, time, 0.001);
    return mark ? mark->name : "no mark";
}

Test(demo_bookmarks, names_are_saved_and_read_back)
{
    struct demo_bookmarks bookmarks;
    char text[512];
    load(&bookmarks);
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 12.5));
    cr_expect(demo_bookmarks_add_mark(&bookmarks, 20.0));
    cr_expect_null(demo_bookmarks_name_mark(&bookmarks, 15.0, 2.0, "nobody"));
    cr_expect_not_null(demo_bookmarks_name_mark(&bookmarks, 14.0, 2.0, " the\nquad\t "));
    cr_assert_eq(demo_bookmarks_save(&bookmarks, "demo1.dem", SAVED_WAIT), 0);
    read_back(&bookmarks, text, sizeof(text));
    cr_expect_str_eq(text, "# quakereel: demo1.dem\nmark 12.500000000 the quad\n"
                           "mark 20.000000000\n");
    demo_bookmarks_free(&bookmarks);
    load(&bookmarks);
    EXPECT_MARKS(&bookmarks, 12.5, 20.0);
    cr_expect_str_eq(name_of(&bookmarks, 12.5), "the quad");
    cr_expect_str_eq(name_of(&bookmarks, 20.0), "");
    demo_bookmarks_free(&bookmarks);
}

/* What this window named changes; what another one named stays. */
Test(demo_bookmarks, names_of_both_windows_stay)
{
    struct demo_bookmarks here, there;
    load_text(&here, "mark 1 old\nmark 2\nmark 1.001 the same\n# note\n");
    load(&there);
    cr_assert(demo_bookmarks_name_mark(&here, 1.0, 0.1, "new"));
    cr_assert(demo_bookmarks_name_mark(&there, 2.0, 0.1, "second"));
    cr_expect_eq(demo_bookmarks_save(&here, "d", SAVED_WAIT), 0);
    cr_expect_eq(demo_bookmarks_save(&there, "d", SAVED_WAIT), 0);
    cr_expect_str_eq(name_of(&there, 1.0), "new");
    cr_expect_str_eq(name_of(&there, 2.0), "second");
    demo_bookmarks_free(&here);
    demo_bookmarks_free(&there);
    load(&here);
    cr_expect_str_eq(name_of(&here, 1.0), "new");
    cr_expect_str_eq(name_of(&here, 2.0), "second");
    cr_assert(demo_bookmarks_name_mark(&here, 1.0, 0.1, ""));
    cr_expect_eq(demo_bookmarks_save(&here, "d", SAVED_WAIT), 0);
    cr_expect_str_eq(name_of(&here, 1.0), "");
    demo_bookmarks_free(&here);
}

Test(demo_bookmarks, long_names_are_cut_and_foreign_ones_are_latin)
{
    struct demo_bookmarks bookmarks;
    char line[400] = "mark 3 ";
    memset(line + 7, 'x', 100);
    load_text(&bookmarks, line);
    cr_expect_eq(strlen(name_of(&bookmarks, 3.0)), DEMO_MARK_NAME - 1u);
    demo_bookmarks_free(&bookmarks);
    load_text(&bookmarks, "mark 3 \xd0\xbc\xd0\xb8\xd1\x80 \xff\x01!\nmark 4x\nresume 5 y\n");
    EXPECT_MARKS(&bookmarks, 3.0);
    cr_expect_str_eq(name_of(&bookmarks, 3.0), "mir ? !");
    cr_expect_eq(bookmarks.resume, 0.0);
    demo_bookmarks_free(&bookmarks);
}
