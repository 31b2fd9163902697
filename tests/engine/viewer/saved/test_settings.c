/* Settings: saved, read from damaged files, kept when writing fails. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/viewer/saved/settings.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

#define FILE_NAME "quakereel/settings.conf"

static void set_up(void)
{
    scratch_set_up();
    setenv("XDG_CONFIG_HOME", scratch_root, 1);
    setenv("XDG_STATE_HOME", scratch_root, 1);
}

TestSuite(settings, .init = set_up, .fini = scratch_tear_down);

static void write_settings(const char *text)
{
    scratch_make_folder("quakereel");
    scratch_write_text(FILE_NAME, text);
}

static void expect_file(const char *text)
{
    char found[4096];
    FILE *f = fopen(scratch_at(FILE_NAME), "rb");
    cr_assert_not_null(f);
    found[fread(found, 1, sizeof(found) - 1, f)] = '\0';
    fclose(f);
    cr_expect_str_eq(found, text);
}

Test(settings, what_is_saved_is_read_back)
{
    static const double numbers[] = {0.7, 1.0 / 3.0, -2500.0, 1e9, 0.0};
    struct settings s;
    char name[SETTINGS_NAME];
    double value;
    cr_assert_eq(settings_load(&s, NULL, NULL), 0);
    cr_expect_null(settings_text(&s, "basedir"));
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0, "nothing to save");
    cr_expect_not(platform_is_file(scratch_at(FILE_NAME)));
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof(name), "number-%d", i);
        cr_expect_eq(settings_set_number(&s, name, numbers[i]), 0);
    }
    cr_expect_eq(settings_set_text(&s, "basedir", "/some where/qu\xc3\xa4ke # 1"), 0);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    settings_free(&s);
    cr_assert_eq(settings_load(&s, NULL, NULL), 0);
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof(name), "number-%d", i);
        cr_expect(settings_number(&s, name, -1e10, 1e10, &value));
        cr_expect_float_eq(value, numbers[i], fabs(numbers[i]) * 1e-8, "%s: %f", name, value);
    }
    cr_expect_str_eq(settings_text(&s, "basedir"), "/some where/qu\xc3\xa4ke # 1");
    settings_free(&s);
}

Test(settings, what_is_not_set_stays)
{
    struct settings s;
    write_settings("# mine\n\n  gamma\t 0.5 \r\nfuture thing\n  odd=line\ngamma 0.6\nlast 1");
    cr_assert_eq(settings_load(&s, NULL, NULL), 0);
    cr_expect_str_eq(settings_text(&s, "gamma"), "0.6", "the last one counts");
    cr_expect_eq(settings_set_text(&s, "last", "1"), 0);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0, "nothing was changed");
    expect_file("# mine\n\n  gamma\t 0.5 \r\nfuture thing\n  odd=line\ngamma 0.6\nlast 1");
    cr_expect_eq(settings_set_number(&s, "gamma", 0.8), 0);
    cr_expect_eq(settings_set_text(&s, "new", "x"), 0);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    expect_file("# mine\n\nfuture thing\n  odd=line\ngamma 0.8\nlast 1\nnew x\n");
    cr_expect_eq(settings_remove(&s, "gamma"), 0);
    cr_expect_eq(settings_remove(&s, "never"), 0);
    cr_expect_null(settings_text(&s, "gamma"));
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    expect_file("# mine\n\nfuture thing\n  odd=line\nlast 1\nnew x\n");
    cr_expect_eq(settings_set_text(&s, "gamma", "1"), 0, "it may come again");
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    expect_file("# mine\n\nfuture thing\n  odd=line\nlast 1\nnew x\ngamma 1\n");
    settings_free(&s);
}

Test(settings, two_windows_do_not_undo_each_other)
{
    struct settings a, b;
    write_settings("gamma 1\nscale 1\nvolume 5\n");
    cr_assert_eq(settings_load(&a, NULL, NULL), 0);
    cr_assert_eq(settings_load(&b, NULL, NULL), 0);
    cr_expect_eq(settings_set_text(&a, "gamma", "0.5"), 0);
    cr_expect_eq(settings_remove(&a, "volume"), 0);
    cr_expect_eq(settings_set_text(&b, "scale", "2"), 0);
    cr_expect_eq(settings_save(&a, SAVED_WAIT), 0);
    cr_expect_eq(settings_save(&b, SAVED_WAIT), 0);
    expect_file("gamma 0.5\nscale 2\n");
    settings_free(&a);
    settings_free(&b);
}

Test(settings, bad_lines_are_told_by_number)
{
    struct settings s;
    struct scratch_talk talk = {0};
    double value = 7.0;
    write_settings("gamma 5\n???\nCapital 1\nlonely \ncontrast 1.5x\ntab\tx\nbell \a\nscale nan\n"
                   "an-endless-name-that-nobody-would-ever-type 1\n");
    cr_assert_eq(settings_load(&s, scratch_hear, &talk), 0);
    cr_expect_str_eq(talk.all, "settings.conf: line 2 is not of the form NAME VALUE\n"
                               "settings.conf: line 3 is not of the form NAME VALUE\n"
                               "settings.conf: line 4 is not of the form NAME VALUE\n"
                               "settings.conf: line 7 is not of the form NAME VALUE\n"
                               "settings.conf: line 9 is not of the form NAME VALUE\n");
    talk = (struct scratch_talk){0};
    cr_expect_not(settings_number(&s, "gamma", 0.3, 3.0, &value));
    cr_expect_str_eq(talk.last, "settings.conf: line 1: gamma is a number from 0.3 to 3");
    cr_expect_not(settings_number(&s, "contrast", 1.0, 3.0, &value));
    cr_expect_not(settings_number(&s, "scale", 1.0, 4.0, &value));
    cr_expect_not(settings_number(&s, "missing", 1.0, 4.0, &value));
    cr_expect_eq(talk.lines, 3);
    cr_expect_eq(value, 7.0);
    cr_expect_str_eq(settings_text(&s, "tab"), "x");
    settings_free(&s);
}

Test(settings, values_that_no_line_holds_are_refused)
{
    static const char *const values[] = {"", " x", "x ", "a\nb", "\t", "a\rb", "\x7f"};
    static const char *const names[] = {
        "", "a b", "Big", "#x", "x=y", "\xc3\xa4", "an-endless-name-that-nobody-would-ever-type"};
    struct settings s;
    char endless[SETTINGS_LINE + 1];
    memset(endless, 'x', SETTINGS_LINE);
    endless[SETTINGS_LINE] = '\0';
    cr_assert_eq(settings_load(&s, NULL, NULL), 0);
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        cr_expect_eq(settings_set_text(&s, "name", values[i]), FORMAT_BAD, "value %zu", i);
        cr_expect_eq(settings_set_text(&s, names[i], "value"), FORMAT_BAD, "name %zu", i);
    }
    cr_expect_eq(settings_set_text(&s, "name", endless), FORMAT_BAD);
    cr_expect_eq(settings_set_number(&s, "name", (double)NAN), FORMAT_BAD);
    cr_expect_eq(settings_set_number(&s, "name", (double)INFINITY), FORMAT_BAD);
    cr_expect_eq(s.num_lines, 0);
    settings_free(&s);
}

Test(settings, failures_are_told_once_and_leave_the_file)
{
    struct settings s;
    struct scratch_talk talk = {0};
    write_settings("gamma 1\n");
    cr_assert_eq(settings_load(&s, scratch_hear, &talk), 0);
    cr_expect_eq(settings_set_text(&s, "gamma", "2"), 0);
    /* A folder in the file's place cannot be replaced, even by root. */
    cr_assert_eq(unlink(scratch_at(FILE_NAME)), 0);
    scratch_make_folder(FILE_NAME);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), -1);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), -1);
    cr_expect_eq(talk.lines, 1, "%s", talk.all);
    cr_assert_eq(rmdir(scratch_at(FILE_NAME)), 0);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0, "it is still to be written");
    expect_file("gamma 2\n");
    settings_free(&s);
}

Test(settings, what_cannot_be_read_is_not_written)
{
    struct settings s;
    struct scratch_talk talk = {0};
    scratch_make_folder("quakereel");
    scratch_make_folder(FILE_NAME);
    cr_assert_eq(settings_load(&s, scratch_hear, &talk), 0);
    cr_expect_eq(talk.lines, 1);
    cr_expect_eq(settings_set_text(&s, "gamma", "2"), 0, "it holds as long as the program runs");
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    cr_expect(platform_is_directory(scratch_at(FILE_NAME)));
    settings_free(&s);
}

Test(settings, a_link_stays_one)
{
    struct settings s;
    struct stat about;
    scratch_make_folder("quakereel");
    scratch_write_text("mine.conf", "gamma 1\n");
    cr_assert_eq(symlink(scratch_at("mine.conf"), scratch_at(FILE_NAME)), 0);
    cr_assert_eq(settings_load(&s, NULL, NULL), 0);
    cr_expect_eq(settings_set_text(&s, "gamma", "2"), 0);
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    expect_file("gamma 2\n");
    cr_assert_eq(lstat(scratch_at(FILE_NAME), &about), 0);
    cr_expect(S_ISLNK(about.st_mode));
    settings_free(&s);
}

Test(settings, whichever_allocation_fails_nothing_is_lost)
{
    bool all_went_well = false;
    write_settings("# head\ngamma 1\nscale 2\n");
    for (uint64_t number = 1; !all_went_well; number++) {
        struct settings s;
        cr_assert_lt(number, 100u);
        scarce_begin_from(number);
        const bool loaded = settings_load(&s, NULL, NULL) == 0;
        const bool set = settings_set_text(&s, "gamma", "3") == 0;
        const bool saved = settings_save(&s, SAVED_WAIT) == 0;
        settings_free(&s);
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0);
        all_went_well = loaded && set && saved;
        if (!all_went_well) {
            expect_file("# head\ngamma 1\nscale 2\n");
        }
    }
    expect_file("# head\ngamma 3\nscale 2\n");
}

Test(settings, a_held_lock_delays_and_does_not_prevent_saving)
{
    struct settings s;
    struct scratch_talk talk = {0};
    int lock;
    write_settings("gamma 1\n");
    cr_assert_eq(platform_lock_file(scratch_at("quakereel/lock"), 0.0, &lock), 0);
    cr_assert_eq(settings_load(&s, scratch_hear, &talk), 0);
    cr_expect_eq(settings_set_text(&s, "gamma", "2"), 0);
    cr_expect_eq(settings_save(&s, SAVED_NO_WAIT), -1);
    cr_expect_eq(talk.lines, 0, "it is tried again");
    expect_file("gamma 1\n");
    cr_expect_eq(settings_save(&s, SAVED_WAIT), 0);
    cr_expect_eq(talk.lines, 1);
    expect_file("gamma 2\n");
    platform_unlock_file(&lock);
    settings_free(&s);
}
