/* Paths of the user's files, creation of their folders, and atomic replacement of files. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "assets/user_dirs.h"

enum { PATH_SIZE = 512 };

static char folder[] = "/tmp/quakereel-dirs-XXXXXX"; /* folder of the running test */

static void make_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void)
{
    char command[PATH_SIZE];
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    cr_expect_eq(system(command), 0);
}

static void inside(char path[PATH_SIZE], const char *name)
{
    snprintf(path, PATH_SIZE, "%s/%s", folder, name);
}

static void expect_text(const char *path, const char *text)
{
    struct file_bytes file;
    cr_assert_eq(platform_read_file(path, &file), 0, "%s: %s", path, strerror(errno));
    cr_expect_eq(file.size, strlen(text));
    cr_expect_eq(memcmp(file.data, text, file.size < strlen(text) ? file.size : strlen(text)), 0);
    platform_free_file(&file);
}

static size_t count_names(const char *path)
{
    char **names;
    size_t count;
    cr_assert_eq(platform_list_directory(path, &names, &count), 0);
    platform_free_names(names, count);
    return count;
}

TestSuite(user_dirs, .init = make_folder, .fini = remove_folder);

Test(user_dirs, the_variables_come_first)
{
    char path[PATH_SIZE];
    setenv("HOME", "/home/someone", 1);
    setenv("XDG_CONFIG_HOME", "/some/config", 1);
    setenv("XDG_STATE_HOME", "/some/state", 1);
    cr_expect_eq(user_config_path(path, sizeof(path), "keys.conf"), 0);
    cr_expect_str_eq(path, "/some/config/quakereel/keys.conf");
    cr_expect_eq(user_state_path(path, sizeof(path), "x.txt"), 0);
    cr_expect_str_eq(path, "/some/state/quakereel/x.txt");
}

Test(user_dirs, without_good_variables_it_is_below_home)
{
    const char *const bad[] = {NULL, "", "relative/path", "~/x"};
    setenv("HOME", "/home/someone", 1);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char path[PATH_SIZE];
        unsetenv("XDG_CONFIG_HOME");
        unsetenv("XDG_STATE_HOME");
        if (bad[i]) {
            setenv("XDG_CONFIG_HOME", bad[i], 1);
            setenv("XDG_STATE_HOME", bad[i], 1);
        }
        cr_expect_eq(user_config_path(path, sizeof(path), "keys.conf"), 0);
        cr_expect_str_eq(path, "/home/someone/.config/quakereel/keys.conf");
        cr_expect_eq(user_state_path(path, sizeof(path), "x.txt"), 0);
        cr_expect_str_eq(path, "/home/someone/.local/state/quakereel/x.txt");
    }
}

Test(user_dirs, without_a_home_there_is_no_place)
{
    const char *const bad[] = {NULL, "", "relative"};
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_STATE_HOME");
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char path[PATH_SIZE] = "old";
        unsetenv("HOME");
        if (bad[i]) {
            setenv("HOME", bad[i], 1);
        }
        cr_expect_eq(user_config_path(path, sizeof(path), "x"), -1);
        cr_expect_str_eq(path, "");
        cr_expect_eq(user_state_path(path, sizeof(path), "x"), -1);
    }
}

Test(user_dirs, a_path_fits_whole_or_not_at_all)
{
    static const char expected[] = "/some/state/quakereel/x.txt";
    char path[sizeof(expected)];
    setenv("XDG_STATE_HOME", "/some/state", 1);
    cr_expect_eq(user_state_path(path, sizeof(path), "x.txt"), 0);
    cr_expect_str_eq(path, expected);
    cr_expect_eq(user_state_path(path, sizeof(path) - 1, "x.txt"), -1);
    cr_expect_str_eq(path, "");
    cr_expect_eq(user_state_path(path, 0, "x.txt"), -1);
}

Test(user_dirs, folders_above_are_made_and_private)
{
    char path[PATH_SIZE];
    inside(path, "a//b/c/file.txt");
    cr_expect_eq(user_make_folders(path), 0);
    cr_expect_not(platform_is_file(path));
    cr_expect_not(platform_is_directory(path), "only what is above");
    inside(path, "a/b/c");
    struct stat info;
    cr_assert_eq(stat(path, &info), 0);
    cr_expect(S_ISDIR(info.st_mode));
    cr_expect_eq(info.st_mode & 0777, 0700);
    inside(path, "a/b/c/file.txt");
    cr_expect_eq(user_make_folders(path), 0, "again");
    cr_expect_eq(user_make_folders("file.txt"), 0, "nothing is above");
}

Test(user_dirs, a_file_in_the_way_is_an_error)
{
    char path[PATH_SIZE];
    inside(path, "a");
    cr_assert_eq(output_file_save(path, "x", 1), 0);
    inside(path, "a/b/file.txt");
    errno = 0;
    cr_expect_eq(user_make_folders(path), -1);
    cr_expect(errno == EEXIST || errno == ENOTDIR, "%s", strerror(errno));
}

Test(user_dirs, files_are_replaced_whole)
{
    char path[PATH_SIZE];
    inside(path, "file.txt");
    cr_expect_eq(output_file_save(path, "first", 5), 0);
    expect_text(path, "first");
    struct stat info;
    cr_assert_eq(stat(path, &info), 0);
    cr_expect_eq(info.st_mode & 0777, 0600);

    /* A file that was read keeps its bytes after the replacement. */
    struct file_bytes old;
    cr_assert_eq(platform_read_file(path, &old), 0);
    cr_expect_eq(output_file_save(path, "2nd", 3), 0);
    cr_expect_eq(old.size, 5);
    cr_expect_eq(memcmp(old.data, "first", 5), 0);
    platform_free_file(&old);
    expect_text(path, "2nd");
    cr_expect_eq(output_file_save(path, "", 0), 0);
    expect_text(path, "");
    cr_expect_eq(count_names(folder), 1, "nothing else is left behind");
}

Test(user_dirs, a_failed_replacement_leaves_nothing_behind)
{
    char path[PATH_SIZE];
    inside(path, "missing/file.txt");
    cr_expect_eq(output_file_save(path, "x", 1), -1);
    cr_expect_eq(errno, ENOENT);
    inside(path, "taken");
    cr_assert_eq(platform_make_directory(path), 0);
    cr_expect_eq(output_file_save(path, "x", 1), -1);
    cr_expect(errno == EISDIR || errno == EEXIST, "%s", strerror(errno));
    cr_expect(platform_is_directory(path));
    cr_expect_eq(count_names(folder), 1);
}

Test(user_dirs, files_are_removed)
{
    char path[PATH_SIZE];
    inside(path, "file.txt");
    cr_assert_eq(output_file_save(path, "x", 1), 0);
    cr_expect_eq(platform_remove_file(path), 0);
    cr_expect_not(platform_is_file(path));
    cr_expect_eq(platform_remove_file(path), -1);
    cr_expect_eq(errno, ENOENT);
}

static void expect_pictures(const char *wanted)
{
    char path[PATH_SIZE];
    cr_expect_eq(user_pictures_folder(path, sizeof(path)), wanted ? 0 : -1);
    if (wanted) {
        cr_expect_str_eq(path, wanted);
    }
}

static void write_dirs(const char *text)
{
    char path[PATH_SIZE];
    inside(path, "user-dirs.dirs");
    cr_assert_eq(output_file_save(path, text, strlen(text)), 0);
}

Test(user_dirs, pictures_go_where_the_person_keeps_them)
{
    char path[8];
    setenv("HOME", "/home/me", 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_PICTURES_DIR", "/pictures", 1);
    expect_pictures("/pictures");
    setenv("XDG_PICTURES_DIR", "relative", 1);
    expect_pictures("/home/me/Pictures");
    unsetenv("XDG_PICTURES_DIR");
    write_dirs("# a comment\nXDG_MUSIC_DIR=\"$HOME/Musik\"\n"
               "XDG_PICTURES_DIR=\"$HOME/Bilder \\\"x\\\"\"\n");
    expect_pictures("/home/me/Bilder \"x\"");
    write_dirs("XDG_PICTURES_DIR=\"/mnt/p\"\n");
    expect_pictures("/mnt/p");
    write_dirs("XDG_PICTURES_DIR=\"$HOME/no end\n");
    expect_pictures("/home/me/Pictures");
    write_dirs("XDG_PICTURES_DIR=\"relative\"\nXDG_PICTURES_DIR=\"");
    expect_pictures("/home/me/Pictures");
    cr_expect_eq(user_pictures_folder(path, sizeof(path)), -1);
    unsetenv("HOME");
    expect_pictures(NULL);
}

Test(user_dirs, a_person_is_new_once)
{
    char path[PATH_SIZE];
    inside(path, "state");
    setenv("XDG_STATE_HOME", path, 1);
    cr_expect(user_is_new());
    cr_expect_not(user_is_new());
    inside(path, "state/quakereel");
    cr_expect(platform_is_directory(path));
    setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
    cr_expect_not(user_is_new(), "who has no place is not told every time");
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    cr_expect_not(user_is_new());
}
