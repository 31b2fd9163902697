/* Progress on a terminal, in a file, and where nobody reads it. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/report/progress_line.h"
#include "tests/support/scratch.h"

TestSuite(progress_line, .init = scratch_set_up, .fini = scratch_tear_down);

#define LONG_AGO (-1e9)

/* stderr is the other side of what is returned. */
static int open_terminal(void)
{
    const int seen = posix_openpt(O_RDWR | O_NOCTTY);
    cr_assert(seen >= 0 && grantpt(seen) == 0 && unlockpt(seen) == 0);
    const int terminal = open(ptsname(seen), O_RDWR | O_NOCTTY);
    cr_assert_geq(terminal, 0);
    cr_assert_geq(dup2(terminal, 2), 0);
    return seen;
}

static void expect_bytes(int seen, const char *wanted)
{
    char bytes[256] = "";
    const ssize_t size = read(seen, bytes, sizeof(bytes) - 1);
    cr_assert_geq(size, 0);
    bytes[size] = '\0';
    cr_expect_str_eq(bytes, wanted);
}

Test(progress_line, a_terminal_has_one_line_that_is_overwritten)
{
    struct progress_line line;
    const int seen = open_terminal();
    progress_line_begin(&line, false);
    cr_expect_not(progress_line_is_due(&line), "the first comes after a while");
    progress_line_clear(&line); /* there is nothing to clear */
    line.told = LONG_AGO;
    cr_expect(progress_line_is_due(&line));
    progress_line_print(&line, "frame 7\033 of 9");
    expect_bytes(seen, "\rframe 7? of 9\033[K\r");
    cr_expect_not(progress_line_is_due(&line));
    progress_line_clear(&line);
    expect_bytes(seen, "\r\033[K");
    close(seen);
}

Test(progress_line, a_file_has_lines_if_they_are_wanted)
{
    static const char text[] = "quakereel: frame 8 of 9\n";
    struct progress_line line;
    char bytes[64] = "";
    const int file = open(scratch_at("log"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    cr_assert(file >= 0 && dup2(file, 2) >= 0);
    progress_line_begin(&line, false);
    line.told = LONG_AGO;
    cr_expect_not(progress_line_is_due(&line), "sound and sheet tell it on terminals only");
    progress_line_begin(&line, true);
    line.told = LONG_AGO;
    cr_assert(progress_line_is_due(&line));
    progress_line_print(&line, "frame 8 of 9");
    progress_line_clear(&line);
    cr_assert_eq(pread(file, bytes, sizeof(bytes), 0), (ssize_t)strlen(text));
    cr_expect_str_eq(bytes, text);
    close(file);
}
