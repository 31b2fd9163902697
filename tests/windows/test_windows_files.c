/* Names, reading and writing of files on Windows. */
#include <criterion/criterion.h>
#include <direct.h>
#include <errno.h>
#include <windows.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "assets/user_dirs.h"

/* The folder of the running test, "C:/.../quakereel-test-N". */
static char folder[512];

static void make_folder(void)
{
    char parent[400];
    cr_assert_eq(platform_path_variable("TEMP", parent, sizeof(parent)), 0);
    snprintf(folder, sizeof(folder), "%s/quakereel-test-%lu", parent,
             (unsigned long)GetCurrentProcessId());
    cr_assert_eq(platform_make_directory(folder), 0, "%s: %s", folder, strerror(errno));
}

static void remove_folder(void)
{
    char **names, path[1024];
    size_t count;
    cr_assert_eq(platform_list_directory(folder, &names, &count), 0);
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
        cr_expect_eq(platform_remove_file(path), 0, "%s: %s", path, strerror(errno));
    }
    platform_free_names(names, count);
    cr_expect_eq(_rmdir(folder), 0);
}

static const char *inside(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static int write_text(const char *name, const char *text, bool force, struct format_error *err)
{
    const struct output_request request = {.path = inside(name), .force = force};
    return output_file_write(&request, text, strlen(text), err);
}

static void expect_text(const char *name, const char *text)
{
    struct file_bytes bytes;
    cr_assert_eq(platform_read_file(inside(name), &bytes), 0, "%s: %s", name, strerror(errno));
    cr_expect_eq(bytes.size, strlen(text));
    cr_expect(bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0, "%s", name);
    platform_free_file(&bytes);
}

static size_t count_files(void)
{
    char **names;
    size_t count;
    cr_assert_eq(platform_list_directory(folder, &names, &count), 0);
    platform_free_names(names, count);
    return count;
}

TestSuite(windows_files, .init = make_folder, .fini = remove_folder);

Test(windows_files, drives_and_servers_have_names_and_parents)
{
    char path[64] = "C:/games/quake";
    cr_expect_eq(platform_name_at("demo1.dem"), 0);
    cr_expect_eq(platform_name_at("C:demo1.dem"), 2);
    cr_expect_eq(platform_name_at("C:/demo1.dem"), 3);
    cr_expect_eq(platform_name_at("//server/share/a.dem"), 15);
    cr_expect(platform_is_absolute("C:/a") && platform_is_absolute("//server/a") &&
              platform_is_absolute("/a"));
    cr_expect(!platform_is_absolute("C:a") && !platform_is_absolute("a/b"));
    cr_expect(platform_go_to_parent(path) && strcmp(path, "C:/games") == 0, "%s", path);
    cr_expect(platform_go_to_parent(path) && strcmp(path, "C:/") == 0, "%s", path);
    cr_expect(!platform_go_to_parent(path) && strcmp(path, "C:/") == 0, "%s", path);
    snprintf(path, sizeof(path), "//server/share");
    cr_expect(platform_go_to_parent(path) && strcmp(path, "//server") == 0, "%s", path);
    cr_expect(!platform_go_to_parent(path), "%s", path);
}

Test(windows_files, backslashes_of_the_user_are_slashes)
{
    char path[] = "C:\\games\\..\\quake\\id1";
    platform_clean_path(path);
    cr_expect_eq(strcmp(path, "C:/games/../quake/id1"), 0, "%s", path);
}

Test(windows_files, absolute_paths_have_a_drive_and_slashes)
{
    char path[1024], other[1024];
    cr_assert_eq(write_text("a.txt", "a", false, NULL), 0);
    cr_assert_eq(platform_absolute_path(inside("./a.txt"), path, sizeof(path)), 0);
    cr_assert_eq(platform_absolute_path(inside("A.TXT"), other, sizeof(other)), 0);
    cr_expect(path[1] == ':' && path[2] == '/' && strchr(path, '\\') == NULL, "%s", path);
    cr_expect_eq(strcmp(path, other), 0, "%s %s", path, other);
    cr_expect(platform_is_same_file(path, inside("A.TXT")));
    cr_expect_eq(platform_absolute_path(path, other, 4), -1);
    cr_expect_eq(errno, ENAMETOOLONG);
}

Test(windows_files, names_are_utf8)
{
    static const char name[] = "d\xc3\xa9mo \xe2\x98\x83 \xf0\x9f\x8e\xae.txt";
    char **names;
    size_t count;
    cr_assert_eq(write_text(name, "snow\n", false, NULL), 0);
    expect_text(name, "snow\n");
    cr_assert_eq(platform_list_directory(folder, &names, &count), 0);
    cr_expect(count == 1 && strcmp(names[0], name) == 0, "%s", count ? names[0] : "none");
    platform_free_names(names, count);
    cr_expect(!platform_exists(inside("\xff.txt")));
    cr_expect_neq(write_text("\xff.txt", "", false, NULL), 0);
}

Test(windows_files, long_paths_are_no_limit)
{
    char name[230];
    memset(name, 'n', sizeof(name));
    name[sizeof(name) - 1] = '\0';
    cr_assert_gt(strlen(inside(name)), 260);
    cr_expect_eq(write_text(name, "long", false, NULL), 0, "%s", strerror(errno));
    expect_text(name, "long");
}

Test(windows_files, nothing_is_written_over_another_unasked)
{
    struct format_error err;
    cr_assert_eq(write_text("a.txt", "old", false, &err), 0, "%s", err.what);
    cr_assert_neq(write_text("a.txt", "new", false, &err), 0);
    cr_expect(strstr(err.what, "is there already") != NULL, "%s", err.what);
    expect_text("a.txt", "old");
    cr_assert_eq(write_text("a.txt", "new", true, &err), 0, "%s", err.what);
    expect_text("a.txt", "new");
    cr_expect_eq(count_files(), 1);
}

Test(windows_files, a_file_that_appeared_meanwhile_stays)
{
    struct output_file file;
    struct format_error err;
    char path[1024];
    snprintf(path, sizeof(path), "%s", inside("late.txt"));
    cr_assert_eq(output_file_open(&file, &(struct output_request){.path = path}, &err), 0);
    cr_assert_eq(output_file_append(&file, "second", 6), 0);
    HANDLE other = CreateFileA(path, GENERIC_WRITE, 0, NULL, CREATE_NEW, 0, NULL);
    cr_assert(other != INVALID_HANDLE_VALUE);
    CloseHandle(other);
    cr_expect_neq(output_file_close(&file, OUTPUT_DONE, &err), 0);
    cr_expect(strstr(err.what, "appeared") != NULL, "%s", err.what);
    expect_text("late.txt", "");
    cr_expect_eq(count_files(), 1);
}

Test(windows_files, an_ended_output_leaves_nothing)
{
    struct output_file file;
    char path[1024];
    snprintf(path, sizeof(path), "%s", inside("a.txt"));
    cr_assert_eq(output_file_open(&file, &(struct output_request){.path = path}, NULL), 0);
    cr_assert_eq(output_file_append(&file, "half", 4), 0);
    cr_expect_eq(count_files(), 1);
    cr_expect_eq(output_file_close(&file, OUTPUT_NONE, NULL), 0);
    cr_expect_eq(count_files(), 0);
    cr_expect_eq(output_file_check(&(struct output_request){.path = path}, NULL), 0);
    cr_expect_eq(count_files(), 0);
}

Test(windows_files, a_part_is_locked_and_read_meanwhile)
{
    const struct output_request request = {.path = "", .way = OUTPUT_PART};
    struct output_request first = request;
    struct output_file file, second;
    struct format_error err;
    char path[1024];
    snprintf(path, sizeof(path), "%s", inside("film.avi"));
    first.path = path;
    cr_assert_eq(output_file_open(&file, &first, &err), 0, "%s", err.what);
    cr_assert_neq(output_file_open(&second, &first, &err), 0);
    cr_expect(strstr(err.what, "another process") != NULL, "%s", err.what);
    cr_assert_eq(output_file_append(&file, "0123456789", 10), 0);
    cr_expect_eq(output_file_sink(&file).held(&file), 10);
    cr_assert_eq(output_file_open_inside(&second, inside("film.avi.part"), 2, &err), 0, "%s",
                 err.what);
    cr_expect_eq(output_file_append(&second, "AB", 2), 0);
    cr_expect_eq(output_file_close(&second, OUTPUT_DONE, NULL), 0);
    expect_text("film.avi.part", "01AB456789");
    cr_expect_eq(output_file_close(&file, OUTPUT_DONE, &err), 0, "%s", err.what);
    expect_text("film.avi", "01AB456789");
    cr_expect_eq(count_files(), 1);
}

/* Names that a hostile demo or archive may give to files. */
Test(windows_files, devices_streams_and_other_spellings_are_refused)
{
    static const char *const names[] = {"con.png", "NUL.txt",   "Lpt1.avi", "aux",    "com9 .x.y",
                                        "a:b",     "..\\a.txt", "a\\b",     "a.txt.", "a ",
                                        "a?",      "a*",        "a|b",      "a\nb",   "CONOUT$"};
    struct disk_file file;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        cr_expect_neq(write_text(names[i], "x", true, NULL), 0, "%s", names[i]);
        cr_expect_eq(errno, EINVAL, "%s: %s", names[i], strerror(errno));
    }
    cr_expect_eq(count_files(), 0);
    cr_expect_eq(write_text("command.txt", "x", false, NULL), 0);
    cr_expect_eq(write_text("lpt0", "x", false, NULL), 0);
    cr_expect_eq(output_file_write(&(struct output_request){.path = "NUL"}, "x", 1, NULL), 0);
    cr_expect_eq(platform_open_file("NUL", &file), -1);
    cr_expect_eq(platform_open_file(folder, &file), -1);
    cr_expect_eq(errno, EISDIR);
}

Test(windows_files, a_read_only_file_is_not_replaced)
{
    struct format_error err;
    cr_assert_eq(write_text("a.txt", "old", false, NULL), 0);
    cr_assert(SetFileAttributesA(inside("a.txt"), FILE_ATTRIBUTE_READONLY));
    cr_expect_neq(write_text("a.txt", "new", true, &err), 0);
    expect_text("a.txt", "old");
    cr_assert(SetFileAttributesA(inside("a.txt"), FILE_ATTRIBUTE_NORMAL));
    expect_text("a.txt", "old");
}

Test(windows_files, a_changed_file_is_noticed)
{
    struct disk_file file;
    char bytes[8];
    size_t got;
    cr_assert_eq(write_text("a.txt", "0123", false, NULL), 0);
    cr_assert_eq(platform_open_file(inside("a.txt"), &file), 0);
    cr_expect_eq(platform_read_at(&file, 2, bytes, sizeof(bytes), &got), 0);
    cr_expect(got == 2 && memcmp(bytes, "23", 2) == 0);
    cr_expect_eq(platform_read_at(&file, 9, bytes, sizeof(bytes), &got), 0);
    cr_expect_eq(got, 0);
    cr_expect(!platform_file_changed(&file));
    cr_assert_eq(output_file_append_line(inside("a.txt"), "more\n", 5, false), 0);
    cr_expect(platform_file_changed(&file));
    platform_close_file(&file);
    expect_text("a.txt", "0123more\n");
}

Test(windows_files, a_lock_ends_with_its_holder)
{
    int lock, other;
    char path[1024];
    snprintf(path, sizeof(path), "%s", inside("lock"));
    cr_assert_eq(platform_lock_file(path, 0, &lock), 0);
    cr_expect_eq(platform_lock_file(path, 0.05, &other), -1);
    cr_expect_eq(errno, EWOULDBLOCK);
    platform_unlock_file(&lock);
    cr_expect_eq(platform_lock_file(path, 0, &other), 0);
    platform_unlock_file(&other);
}

Test(windows_files, what_is_kept_goes_below_appdata)
{
    char path[1024];
    cr_assert_eq(SetEnvironmentVariableA("APPDATA", NULL), TRUE);
    cr_assert_eq(_wputenv(L"APPDATA=C:\\Users\\\x00e9ve\\Roaming"), 0);
    cr_assert_eq(user_config_path(path, sizeof(path), "keys.conf"), 0);
    cr_expect_eq(strcmp(path, "C:/Users/\xc3\xa9ve/Roaming/quakereel/keys.conf"), 0, "%s", path);
    cr_assert_eq(_wputenv(L"APPDATA="), 0);
    cr_expect_neq(user_state_path(path, sizeof(path), "history"), 0);
}
