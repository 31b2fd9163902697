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
#include <unistd.h>

#include "engine/viewer/saved/demo_notes.h"

enum { PATH_SIZE = 512, LARGE_DEMO = 2 * 1024 * 1024 };

static const uint8_t demo[] = "these are the bytes of a demo";

static char folder[] = "/tmp/quakereel-notes-XXXXXX"; /* of the test that runs */

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

static void load(struct demo_notes *notes)
{
    demo_notes_load(notes, demo, sizeof(demo));
}

/* Files in the folder of the notes. */
static int count_files(void)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    DIR *dir = opendir(path);
    int count = 0;
    while (dir && readdir(dir)) {
        count++;
    }
    if (dir) {
        closedir(dir);
    }
    return dir ? count - 2 : 0;
}

/* Puts bytes where the demo's notes are kept, and loads them. */
static void load_bytes(struct demo_notes *notes, const void *bytes, size_t size)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    cr_assert(mkdir(path, 0700) == 0 || errno == EEXIST);
    load(notes);
    FILE *file = fopen(notes->path, "wb");
    cr_assert_not_null(file, "%s", notes->path);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
    demo_notes_free(notes);
    load(notes);
}

static void load_text(struct demo_notes *notes, const char *text)
{
    load_bytes(notes, text, strlen(text));
}

static void read_back(const struct demo_notes *notes, char *text, size_t size)
{
    FILE *file = fopen(notes->path, "rb");
    cr_assert_not_null(file, "%s", notes->path);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
}

static void expect_marks(const struct demo_notes *notes, size_t count, const double *marks)
{
    cr_assert_eq(notes->num_marks, count, "%zu marks instead of %zu", notes->num_marks, count);
    for (size_t i = 0; i < count; i++) {
        cr_expect_float_eq(notes->marks[i], marks[i], 1e-6, "mark %zu is %f", i, notes->marks[i]);
    }
}

#define EXPECT_MARKS(notes, ...)                                                                   \
    expect_marks(notes, sizeof((const double[]){__VA_ARGS__}) / sizeof(double),                    \
                 (const double[]){__VA_ARGS__})

TestSuite(demo_notes, .init = make_folder, .fini = remove_folder);

Test(demo_notes, a_demo_never_seen_has_none)
{
    struct demo_notes notes;
    load(&notes);
    cr_expect_eq(notes.num_marks, 0);
    cr_expect_eq(notes.resume, 0.0);
    cr_expect_not(notes.changed);
    cr_expect_eq(demo_notes_save(&notes, "demo1.dem"), 0);
    cr_expect_eq(count_files(), 0, "nothing to keep");
    cr_expect_not(demo_notes_remove_mark(&notes, 0.0, 1000.0));
    demo_notes_free(&notes);
}

Test(demo_notes, marks_are_sorted_and_single)
{
    struct demo_notes notes;
    load(&notes);
    cr_expect(demo_notes_add_mark(&notes, 20.0));
    cr_expect(notes.changed);
    cr_expect(demo_notes_add_mark(&notes, 5.0));
    cr_expect(demo_notes_add_mark(&notes, 40.0));
    cr_expect(demo_notes_add_mark(&notes, 0.0));
    EXPECT_MARKS(&notes, 0.0, 5.0, 20.0, 40.0);
    notes.changed = false;
    cr_expect_not(demo_notes_add_mark(&notes, 20.0));
    cr_expect_not(demo_notes_add_mark(&notes, 20.009));
    cr_expect_not(demo_notes_add_mark(&notes, 19.991));
    cr_expect_not(notes.changed, "what was refused changes nothing");
    cr_expect(demo_notes_add_mark(&notes, 20.02));
    cr_expect(demo_notes_add_mark(&notes, 19.98));
    EXPECT_MARKS(&notes, 0.0, 5.0, 19.98, 20.0, 20.02, 40.0);
    demo_notes_free(&notes);
    cr_expect_null(notes.marks);
}

Test(demo_notes, the_nearest_mark_goes)
{
    struct demo_notes notes;
    load(&notes);
    for (int i = 1; i <= 5; i++) {
        cr_assert(demo_notes_add_mark(&notes, i * 10.0));
    }
    notes.changed = false;
    cr_expect_not(demo_notes_remove_mark(&notes, 25.5, 4.0));
    cr_expect_not(demo_notes_remove_mark(&notes, 60.0, 9.0));
    cr_expect_not(demo_notes_remove_mark(&notes, (double)NAN, 9.0));
    cr_expect_not(demo_notes_remove_mark(&notes, 10.0, (double)NAN));
    cr_expect_not(notes.changed);
    cr_expect(demo_notes_remove_mark(&notes, 26.0, 5.0));
    cr_expect(notes.changed);
    EXPECT_MARKS(&notes, 10.0, 20.0, 40.0, 50.0);
    cr_expect(demo_notes_remove_mark(&notes, 14.0, 5.0));
    EXPECT_MARKS(&notes, 20.0, 40.0, 50.0);
    cr_expect(demo_notes_remove_mark(&notes, 1000.0, (double)INFINITY));
    EXPECT_MARKS(&notes, 20.0, 40.0);
    cr_expect(demo_notes_remove_mark(&notes, 30.0, 10.0));
    EXPECT_MARKS(&notes, 40.0);
    cr_expect(demo_notes_remove_mark(&notes, 0.0, 40.0));
    cr_expect_eq(notes.num_marks, 0);
    demo_notes_free(&notes);
}

Test(demo_notes, what_is_no_time_is_no_mark)
{
    struct demo_notes notes;
    load(&notes);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -0.5, 1e300};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_not(demo_notes_add_mark(&notes, bad[i]));
        demo_notes_set_resume(&notes, bad[i]);
        cr_expect_eq(notes.resume, 0.0);
    }
    cr_expect_not(notes.changed);
    demo_notes_free(&notes);
}

Test(demo_notes, there_are_only_so_many)
{
    struct demo_notes notes;
    load(&notes);
    for (int i = 0; i < DEMO_NOTES_MAX_MARKS; i++) {
        cr_assert(demo_notes_add_mark(&notes, i));
    }
    cr_expect_not(demo_notes_add_mark(&notes, 5000.0));
    cr_expect_eq(demo_notes_save(&notes, "x"), 0);
    demo_notes_free(&notes);
    load(&notes);
    cr_expect_eq(notes.num_marks, DEMO_NOTES_MAX_MARKS);
    cr_expect(demo_notes_remove_mark(&notes, 500.0, 0.1));
    cr_expect(demo_notes_add_mark(&notes, 5000.0));
    demo_notes_free(&notes);
}

Test(demo_notes, what_is_saved_is_read_back)
{
    const double times[] = {0.0, 1.0 / 3.0, 12.5, 100.0 + 1.0 / 7.0, 86399.999999, 1e9 - 0.3};
    struct demo_notes notes;
    load(&notes);
    for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
        cr_assert(demo_notes_add_mark(&notes, times[i]));
    }
    demo_notes_set_resume(&notes, 83.0 + 2.0 / 3.0);
    cr_expect_eq(demo_notes_save(&notes, "demo1.dem"), 0);
    cr_expect_not(notes.changed);
    demo_notes_free(&notes);
    load(&notes);
    cr_expect_not(notes.changed);
    cr_expect_float_eq(notes.resume, 83.0 + 2.0 / 3.0, 1e-6);
    expect_marks(&notes, sizeof(times) / sizeof(times[0]), times);
    demo_notes_free(&notes);
    cr_expect_eq(count_files(), 1, "the new file took the place of the old");
}

Test(demo_notes, the_file_can_be_read_by_people)
{
    struct demo_notes notes;
    char text[512];
    load(&notes);
    demo_notes_add_mark(&notes, 12.5);
    demo_notes_set_resume(&notes, 83.25);
    cr_expect_eq(demo_notes_save(&notes, "a\nmark 5\r\t\x1b[2J\x7f\xc3\xa9.dem"), 0);
    read_back(&notes, text, sizeof(text));
    cr_expect_str_eq(text, "# quakereel: a?mark 5???[2J?\xc3\xa9.dem\n"
                           "resume 83.250000000\n"
                           "mark 12.500000000\n");
    notes.changed = true;
    cr_expect_eq(demo_notes_save(&notes, NULL), 0);
    demo_notes_free(&notes);
    load(&notes);
    EXPECT_MARKS(&notes, 12.5);
    demo_notes_free(&notes);
}

Test(demo_notes, only_changes_are_written)
{
    struct demo_notes notes;
    load(&notes);
    demo_notes_set_resume(&notes, 5.0);
    cr_expect(notes.changed);
    cr_expect_eq(demo_notes_save(&notes, "x"), 0);
    demo_notes_set_resume(&notes, 5.0);
    cr_expect_not(notes.changed);
    cr_assert_eq(remove(notes.path), 0);
    cr_expect_eq(demo_notes_save(&notes, "x"), 0);
    cr_expect_eq(count_files(), 0);
    demo_notes_set_resume(&notes, 6.0);
    cr_expect_eq(demo_notes_save(&notes, "x"), 0);
    cr_expect_eq(count_files(), 1);
    demo_notes_free(&notes);
}

Test(demo_notes, empty_notes_leave_no_file)
{
    struct demo_notes notes;
    load(&notes);
    demo_notes_add_mark(&notes, 3.0);
    demo_notes_set_resume(&notes, 5.0);
    cr_assert_eq(demo_notes_save(&notes, "x"), 0);
    demo_notes_set_resume(&notes, 0.0);
    cr_assert_eq(demo_notes_save(&notes, "x"), 0);
    cr_expect_eq(count_files(), 1, "there is still a mark");
    demo_notes_remove_mark(&notes, 3.0, 1.0);
    cr_expect_eq(demo_notes_save(&notes, "x"), 0);
    cr_expect_eq(count_files(), 0);
    notes.changed = true;
    cr_expect_eq(demo_notes_save(&notes, "x"), 0, "there is no file to remove");
    demo_notes_free(&notes);
}

Test(demo_notes, a_failed_save_is_told_and_can_be_tried_again)
{
    struct demo_notes notes;
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    FILE *file = fopen(path, "wb"); /* where the folder should be */
    cr_assert_not_null(file);
    fclose(file);
    load(&notes);
    demo_notes_add_mark(&notes, 3.0);
    errno = 0;
    cr_expect_eq(demo_notes_save(&notes, "x"), -1);
    cr_expect_neq(errno, 0);
    cr_expect(notes.changed);
    cr_assert_eq(remove(path), 0);
    cr_expect_eq(demo_notes_save(&notes, "x"), 0);
    demo_notes_free(&notes);
    load(&notes);
    EXPECT_MARKS(&notes, 3.0);
    demo_notes_free(&notes);
}

Test(demo_notes, without_a_place_they_live_as_long_as_the_program)
{
    struct demo_notes notes;
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    load(&notes);
    cr_expect_str_eq(notes.path, "");
    cr_expect(demo_notes_add_mark(&notes, 3.0));
    EXPECT_MARKS(&notes, 3.0);
    cr_expect_eq(demo_notes_save(&notes, "x"), -1);
    cr_expect_eq(errno, ENOENT);
    demo_notes_free(&notes);
}

Test(demo_notes, the_name_is_a_hash_of_size_and_bytes)
{
    struct demo_notes notes;
    char expected[PATH_SIZE];
    load(&notes);
    snprintf(expected, sizeof(expected), "%s/quakereel/24406ee90748ba0b.txt", folder);
    cr_expect_str_eq(notes.path, expected, "the files of before must be found again");
    demo_notes_free(&notes);
    demo_notes_load(&notes, NULL, 0);
    snprintf(expected, sizeof(expected), "%s/quakereel/a8c7f832281a39c5.txt", folder);
    cr_expect_str_eq(notes.path, expected);
    demo_notes_free(&notes);
}

/* Whether the demo is another one to the notes when the byte at `place` is another. */
static bool byte_matters(uint8_t *bytes, size_t size, size_t place)
{
    struct demo_notes before, after;
    demo_notes_load(&before, bytes, size);
    bytes[place] ^= 1;
    demo_notes_load(&after, bytes, size);
    bytes[place] ^= 1;
    bool matters = strcmp(before.path, after.path) != 0;
    demo_notes_free(&before);
    demo_notes_free(&after);
    return matters;
}

Test(demo_notes, both_ends_and_the_size_tell_large_demos_apart)
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
    struct demo_notes one, other;
    demo_notes_load(&one, bytes, LARGE_DEMO);
    demo_notes_load(&other, bytes, LARGE_DEMO - 1);
    cr_expect_str_neq(one.path, other.path, "only the size differs");
    demo_notes_free(&one);
    demo_notes_free(&other);
    free(bytes);
}

Test(demo_notes, blanks_and_line_ends_of_other_systems_are_fine)
{
    struct demo_notes notes;
    load_text(&notes, "# quakereel: x\r\n\r\nresume 7.5\r\n  mark\t3 \r\nmark    1e1\nmark 2");
    cr_expect_float_eq(notes.resume, 7.5, 1e-9);
    EXPECT_MARKS(&notes, 2.0, 3.0, 10.0);
    cr_expect_not(notes.changed);
    demo_notes_free(&notes);
}

Test(demo_notes, bad_lines_are_skipped)
{
    struct demo_notes notes;
    load_text(&notes, "mark nan\nmark inf\nmark -3\nmark 1e300\nmark\nmark \nmark x\nmark 4 5\n"
                      "mark 4x\nmark4\nmarks 4\nMARK 4\n#mark 4\nresume -1\nresume nan\nresume\n"
                      "mark 9\nmark 9\nmark 9.001\nmark 8\n");
    EXPECT_MARKS(&notes, 8.0, 9.0);
    cr_expect_eq(notes.resume, 0.0);
    demo_notes_free(&notes);
}

Test(demo_notes, long_lines_are_skipped)
{
    enum { LONG = 100000 };
    char *text = malloc(LONG + 64);
    cr_assert_not_null(text);
    memcpy(text, "mark ", 5);
    memset(text + 5, '1', LONG);
    snprintf(text + 5 + LONG, 32, "\nmark 2\n# ");
    struct demo_notes notes;
    load_text(&notes, text);
    EXPECT_MARKS(&notes, 2.0);
    demo_notes_free(&notes);
    memset(text, ' ', LONG);
    snprintf(text + LONG, 32, "mark 3\n");
    load_text(&notes, text);
    EXPECT_MARKS(&notes, 3.0);
    demo_notes_free(&notes);
    free(text);
}

Test(demo_notes, more_marks_than_allowed_are_left_out)
{
    enum { LINES = 20000, LINE = 16 };
    char *text = malloc(LINES * LINE + 1);
    cr_assert_not_null(text);
    size_t used = 0;
    for (int i = 0; i < LINES; i++) {
        used += (size_t)snprintf(text + used, LINE, "mark %d\n", LINES - i);
    }
    struct demo_notes notes;
    load_bytes(&notes, text, used);
    cr_expect_eq(notes.num_marks, DEMO_NOTES_MAX_MARKS);
    for (size_t i = 1; i < notes.num_marks; i++) {
        cr_assert_gt(notes.marks[i], notes.marks[i - 1]);
    }
    demo_notes_free(&notes);
    free(text);
}

Test(demo_notes, any_bytes_are_read_without_harm)
{
    static const char good[] = "# quakereel: x\nresume 7.5\nmark 1.5\r\nmark 30\n";
    char bytes[4096];
    struct demo_notes notes;
    uint32_t seed = 1;
    for (int round = 0; round < 200; round++) {
        /* Either noise, or good lines with some noise in them. */
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = round & 1 && seed >> 28 ? good[i % (sizeof(good) - 1)] : (char)(seed >> 20);
        }
        load_bytes(&notes, bytes, sizeof(bytes) - (size_t)round);
        cr_assert_leq(notes.num_marks, DEMO_NOTES_MAX_MARKS);
        cr_assert(notes.resume >= 0.0 && notes.resume <= 1e9);
        for (size_t i = 0; i < notes.num_marks; i++) {
            cr_assert(notes.marks[i] >= 0.0 && notes.marks[i] <= 1e9);
            cr_assert(i == 0 || notes.marks[i] > notes.marks[i - 1]);
        }
        demo_notes_free(&notes);
    }
    for (size_t cut = 0; cut < sizeof(good); cut++) {
        load_bytes(&notes, good, cut);
        cr_expect_leq(notes.num_marks, 2);
        demo_notes_free(&notes);
    }
    load_bytes(&notes, "mark 1\0\nmark 2\n\0mark 3\nmark 4\0", 31);
    EXPECT_MARKS(&notes, 2.0);
    demo_notes_free(&notes);
}

Test(demo_notes, a_folder_in_its_place_gives_empty_notes)
{
    struct demo_notes notes;
    char path[PATH_SIZE];
    snprintf(path, sizeof(path), "%s/quakereel", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    load(&notes);
    cr_assert_eq(mkdir(notes.path, 0700), 0);
    demo_notes_free(&notes);
    load(&notes);
    cr_expect_eq(notes.num_marks, 0);
    demo_notes_add_mark(&notes, 1.0);
    cr_expect_eq(demo_notes_save(&notes, "x"), -1);
    cr_expect_eq(count_files(), 1, "no new file is left behind");
    demo_notes_free(&notes);
}
