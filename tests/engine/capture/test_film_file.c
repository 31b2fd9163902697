/* The film's file: standard output. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <unistd.h>

#include "engine/capture/film_file.h"
#include "tests/support/scratch.h"

TestSuite(film_file, .init = scratch_set_up, .fini = scratch_tear_down);

/* Makes a file standard output; returns what was standard output before. */
static int redirect_output(const char *path, int flags)
{
    const int before = dup(STDOUT_FILENO), file = open(path, flags, 0600);
    cr_assert(before >= 0 && file >= 0);
    cr_assert_eq(dup2(file, STDOUT_FILENO), STDOUT_FILENO);
    close(file);
    return before;
}

static void restore_output(int before)
{
    cr_assert_eq(dup2(before, STDOUT_FILENO), STDOUT_FILENO);
    close(before);
}

static int next_descriptor(void)
{
    const int next = dup(STDERR_FILENO);
    close(next);
    return next;
}

Test(film_file, standard_output_stays_open)
{
    char text[16] = "";
    struct film_file file;
    struct format_error err = {0};
    fflush(stdout);
    const int before = redirect_output(scratch_at("a"), O_CREAT | O_WRONLY);
    const int code = film_file_open(&file, "-", false, &err);
    if (code == 0) {
        const struct media_sink sink = file_sink_media(&file.sink);
        cr_expect_eq(sink.append(sink.context, (const uint8_t *)"film", 4), 0);
        cr_expect_eq(film_file_close(&file, FILM_FILE_DONE, &err), 0, "%s", err.what);
        cr_expect_eq(write(STDOUT_FILENO, "more", 4), 4);
    }
    restore_output(before);
    cr_assert_eq(code, 0, "%s", err.what);
    FILE *written = fopen(scratch_at("a"), "rb");
    cr_assert_not_null(written);
    cr_expect_eq(fread(text, 1, sizeof(text) - 1, written), 8u);
    fclose(written);
    cr_expect_str_eq(text, "filmmore");
}

Test(film_file, standard_output_that_cannot_be_written_is_reported)
{
    struct film_file file;
    struct format_error err = {0};
    fflush(stdout);
    const int before = redirect_output("/dev/null", O_RDONLY);
    const int next = next_descriptor();
    const int code = film_file_open(&file, "-", false, &err);
    const int after = next_descriptor();
    restore_output(before);
    cr_expect_eq(code, FORMAT_BAD);
    cr_expect_str_eq(err.what, "cannot write: Invalid argument");
    cr_expect_eq(after, next, "a descriptor stays open");
}
