/* Reading files that are short, of another kind, or changed by another program. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/platform.h"
#include "tests/support/scratch.h"

static const char text[] = "0123456789";

TestSuite(platform, .init = scratch_set_up, .fini = scratch_tear_down);

Test(platform, a_file_is_read_whole)
{
    scratch_write("a", text, 10);
    scratch_write("empty", text, 0);
    struct file_bytes bytes;
    cr_assert_eq(platform_read_file(scratch_at("a"), &bytes), 0);
    cr_expect_eq(bytes.size, 10);
    cr_expect_eq(memcmp(bytes.data, text, 10), 0);
    platform_free_file(&bytes);
    cr_assert_eq(platform_read_file(scratch_at("empty"), &bytes), 0);
    cr_expect(bytes.size == 0 && bytes.data);
    platform_free_file(&bytes);
    platform_free_file(&bytes);
    cr_expect_eq(platform_read_small_file(scratch_at("a"), 10, &bytes), 0);
    platform_free_file(&bytes);
    cr_expect_lt(platform_read_small_file(scratch_at("a"), 9, &bytes), 0);
    cr_expect_eq(errno, EFBIG);
}

static void expect_refused(const char *path, int reason)
{
    struct file_bytes bytes;
    struct disk_file file;
    errno = 0;
    cr_expect_lt(platform_read_file(path, &bytes), 0, "%s", path);
    cr_expect_eq(errno, reason, "%s: %s", path, strerror(errno));
    cr_expect(!bytes.data && bytes.size == 0);
    cr_expect_lt(platform_open_file(path, &file), 0, "%s", path);
    cr_expect_eq(file.fd, -1);
    platform_close_file(&file);
}

Test(platform, what_is_no_file_is_refused_at_once)
{
    cr_assert_eq(mkfifo(scratch_at("pipe"), 0600), 0);
    cr_assert_eq(mkdir(scratch_at("folder"), 0700), 0);
    expect_refused(scratch_at("pipe"), EINVAL);
    expect_refused(scratch_at("folder"), EISDIR);
    expect_refused("/dev/zero", EINVAL);
    expect_refused(scratch_at("nothing"), ENOENT);
}

Test(platform, a_file_too_large_to_be_read_whole_is_refused)
{
    scratch_write("large", text, 1);
    struct file_bytes bytes;
    if (truncate(scratch_at("large"), (off_t)PLATFORM_FILE_MAX + 1) != 0) {
        cr_skip_test("the disk takes no file of 2 GB");
    }
    cr_expect_lt(platform_read_file(scratch_at("large"), &bytes), 0);
    cr_expect_eq(errno, EFBIG);
}

Test(platform, a_part_is_read_as_far_as_the_file_goes)
{
    scratch_write("a", text, 10);
    struct disk_file file;
    char part[8];
    size_t got;
    cr_assert_eq(platform_open_file(scratch_at("a"), &file), 0);
    cr_expect_eq(file.size, 10);
    cr_expect_eq(platform_read_at(&file, 3, part, 4, &got), 0);
    cr_expect(got == 4 && memcmp(part, "3456", 4) == 0);
    cr_expect_eq(platform_read_at(&file, 8, part, 4, &got), 0);
    cr_expect(got == 2 && memcmp(part, "89", 2) == 0);
    cr_expect_eq(platform_read_at(&file, 50, part, 4, &got), 0);
    cr_expect_eq(got, 0);
    platform_close_file(&file);
    cr_expect_lt(platform_read_at(&file, 0, part, 1, &got), 0);
    cr_expect_eq(errno, EBADF);
}

Test(platform, a_file_cut_while_open_gives_its_good_part)
{
    scratch_write("a", text, 10);
    struct disk_file file;
    struct file_bytes bytes;
    cr_assert_eq(platform_open_file(scratch_at("a"), &file), 0);
    cr_expect_not(platform_file_changed(&file));
    cr_assert_eq(truncate(scratch_at("a"), 6), 0);
    cr_expect(platform_file_changed(&file));
    cr_assert_eq(platform_read_whole(&file, PLATFORM_FILE_MAX, &bytes), 0);
    cr_expect_eq(bytes.size, 6);
    cr_expect_eq(memcmp(bytes.data, "012345", 6), 0);
    platform_free_file(&bytes);
    platform_close_file(&file);
}

Test(platform, a_file_written_anew_is_noticed_and_a_replaced_one_stays)
{
    scratch_write("a", text, 10);
    struct disk_file file;
    char part[2];
    size_t got;
    cr_assert_eq(platform_open_file(scratch_at("a"), &file), 0);
    scratch_write("b", "ab", 2);
    cr_assert_eq(rename(scratch_at("b"), scratch_at("a")), 0);
    cr_expect_not(platform_file_changed(&file), "the open one is the old one");
    cr_expect_eq(platform_read_at(&file, 0, part, 2, &got), 0);
    cr_expect_eq(memcmp(part, "01", 2), 0);
    platform_close_file(&file);

    cr_assert_eq(platform_open_file(scratch_at("a"), &file), 0);
    const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
    cr_assert_eq(utimensat(AT_FDCWD, scratch_at("a"), times, 0), 0);
    cr_expect(platform_file_changed(&file));
    platform_close_file(&file);
}

/* A game folder may have more archives than a process may have files at first. */
Test(platform, more_files_than_the_soft_limit_stay_open)
{
    enum { SOFT = 40, FILES = 100 };
    struct disk_file files[FILES];
    struct rlimit limit;
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
    if (limit.rlim_max < 2 * FILES) {
        cr_skip_test("the hard limit is %ld files", (long)limit.rlim_max);
    }
    limit.rlim_cur = SOFT;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    scratch_write("a", text, 10);
    for (int i = 0; i < FILES; i++) {
        cr_assert_eq(platform_open_file(scratch_at("a"), &files[i]), 0, "%d", i);
    }
    for (int i = 0; i < FILES; i++) {
        platform_close_file(&files[i]);
    }
    limit.rlim_cur = SOFT;
    limit.rlim_max = SOFT;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    int opened = 0;
    while (opened < FILES && platform_open_file(scratch_at("a"), &files[opened]) == 0) {
        opened++;
    }
    cr_expect(opened < SOFT && errno == EMFILE, "%d", opened);
}
