/* Programs that are started on Windows, by tests/windows/pipe_reader.c, which is in the folder of
 * the tests. */
#include <criterion/criterion.h>
#include <direct.h>
#include <errno.h>
#include <windows.h>

#include "assets/process.h"

/* %PATH% and the current folder are that of this program. */
static void set_path(void)
{
    wchar_t program[MAX_PATH], path[MAX_PATH + 8] = L"PATH=";
    cr_assert_gt(GetModuleFileNameW(NULL, program, MAX_PATH), 0);
    *wcsrchr(program, L'\\') = L'\0';
    cr_assert_eq(_wputenv(wcscat(path, program)), 0);
    cr_assert_eq(_wchdir(program), 0);
}

static void expect_talk(const struct process *process, const char *text)
{
    cr_expect_eq(strcmp(process->talk, text), 0, "'%s' is not '%s'", process->talk, text);
}

TestSuite(windows_process, .init = set_path);

Test(windows_process, programs_are_found_in_the_path_alone)
{
    struct process process;
    const char *const words[] = {"no_such_program", NULL};
    cr_expect(process_is_there("pipe_reader"));
    cr_expect(!process_is_there("no_such_program"));
    cr_expect_eq(process_launch(&process, words, 0), -1);
    cr_expect_eq(errno, ENOENT);
    cr_assert_eq(_wputenv(L"PATH=."), 0);
    cr_expect(!process_is_there("pipe_reader"));
}

Test(windows_process, words_arrive_as_they_are)
{
    const char *const words[] = {
        "pipe_reader",    "none",  "two words",     "",  "quo\"te", "back\\slash\\",
        "\\\"both\\\\\"", "a b\\", "\t%PATH%^&|<>", NULL};
    struct process process;
    cr_assert_eq(process_launch(&process, words, 0), 0, "%s", strerror(errno));
    cr_expect(process_finish(&process));
    expect_talk(&process, "[none]\n[two words]\n[]\n[quo\"te]\n[back\\slash\\]\n[\\\"both\\\\\"]\n"
                          "[a b\\]\n[\t%PATH%^&|<>]\n");
}

/* Pictures of three megabytes beside a little sound, as ffmpeg gets them; no byte is text. */
Test(windows_process, two_pipes_are_read_one_after_the_other)
{
    enum { PICTURE = 3 << 20, SOUND = 2000 };
    const char *const words[] = {"pipe_reader", "two", NULL};
    static uint8_t bytes[PICTURE];
    struct process process;
    memset(bytes, '\n', sizeof(bytes));
    memset(bytes, 26, 1000); /* Ctrl+Z ends a text there */
    struct process_feed feeds[PROCESS_PIPES] = {{.bytes = bytes, .size = PICTURE},
                                                {.bytes = bytes, .size = SOUND}};
    cr_assert_eq(process_launch(&process, words, 2), 0, "%s", strerror(errno));
    cr_expect_eq(process_write(&process, feeds, 0), 0, "%s", strerror(errno));
    cr_expect_eq(feeds[0].taken, PICTURE);
    process_end_pipe(&process, 0);
    cr_expect_eq(process_write(&process, feeds, 1), 0, "%s", strerror(errno));
    cr_expect(process_finish(&process));
    expect_talk(&process, "3: 3145728 bytes, 31473280\n4: 2000 bytes, 36000\n[two]\n");
}

Test(windows_process, a_reader_that_ended_is_noticed)
{
    const char *const words[] = {"pipe_reader", "none", NULL};
    static uint8_t bytes[1 << 20];
    struct process process;
    int code = 0;
    cr_assert_eq(process_launch(&process, words, 1), 0, "%s", strerror(errno));
    for (int i = 0; i < 100 && code == 0; i++) {
        struct process_feed feeds[PROCESS_PIPES] = {{.bytes = bytes, .size = sizeof(bytes)}};
        code = process_write(&process, feeds, 0);
    }
    cr_expect_eq(code, -1);
    cr_expect_eq(errno, EPIPE);
    cr_expect(process_finish(&process));
}

Test(windows_process, the_exit_status_is_told)
{
    const char *const words[] = {"pipe_reader", "fail", NULL};
    struct process process;
    cr_assert_eq(process_launch(&process, words, 1), 0, "%s", strerror(errno));
    cr_expect(!process_finish(&process));
}

Test(windows_process, a_program_behind_is_listened_to)
{
    wchar_t program[MAX_PATH];
    char path[MAX_PATH * 3], text[256], all[256] = "";
    const char *const words[] = {"pipe_reader", "none", "caf\xc3\xa9", NULL};
    struct process process;
    long got;
    cr_assert_gt(GetModuleFileNameW(NULL, program, MAX_PATH), 0);
    wcscpy(wcsrchr(program, L'\\') + 1, L"pipe_reader.exe");
    cr_assert_gt(WideCharToMultiByte(CP_UTF8, 0, program, -1, path, sizeof(path), NULL, NULL), 0);
    cr_assert_eq(process_launch_behind(&process, path, words), 0, "%s", strerror(errno));
    while ((got = process_listen(&process, text, sizeof(text), true)) > 0) {
        cr_assert_lt(strlen(all) + (size_t)got, sizeof(all));
        strncat(all, text, (size_t)got);
    }
    cr_expect_eq(strncmp(all, "[none]\n[caf", 11), 0, "%s", all);
    cr_expect(process_finish(&process));
}

Test(windows_process, there_are_no_copies)
{
    cr_expect_eq(process_copy(NULL, NULL), -1);
    cr_expect_eq(errno, ENOSYS);
}
