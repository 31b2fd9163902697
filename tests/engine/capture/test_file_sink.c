/* file_sink: appending, patching, cutting, and continuing after a cut. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/capture/file_sink.h"
#include "tests/support/scratch.h"

TestSuite(file_sink, .init = scratch_set_up, .fini = scratch_tear_down);

static void expect_text(const char *name, const char *wanted)
{
    char text[64] = "";
    FILE *file = fopen(scratch_at(name), "rb");
    cr_assert_not_null(file);
    const size_t size = fread(text, 1, sizeof(text) - 1, file);
    fclose(file);
    cr_expect_eq(size, strlen(wanted));
    cr_expect_str_eq(text, wanted);
}

Test(file_sink, a_cut_file_is_continued_at_its_new_end)
{
    struct file_sink file;
    cr_assert_eq(file_sink_open(&file, scratch_at("a")), 0);
    const struct media_sink sink = file_sink_media(&file);
    cr_expect_eq(sink.append(sink.context, (const uint8_t *)"abcdefgh", 8), 0);
    cr_expect_eq(sink.held(sink.context), 8u);
    cr_expect_eq(sink.cut(sink.context, 3), 0);
    cr_expect_eq(sink.held(sink.context), 3u);
    cr_expect_eq(sink.append(sink.context, (const uint8_t *)"xy", 2), 0);
    cr_expect_eq(sink.patch(sink.context, 1, (const uint8_t *)"Z", 1), 0);
    cr_expect_eq(file_sink_close(&file), 0);
    expect_text("a", "aZcxy");
}

Test(file_sink, an_existing_file_is_written_from_a_byte_on)
{
    struct file_sink file;
    scratch_write_text("a", "0123456789");
    cr_assert_eq(file_sink_open_inside(&file, scratch_at("a"), 4), 0);
    const struct media_sink sink = file_sink_media(&file);
    cr_expect_eq(sink.append(sink.context, (const uint8_t *)"ab", 2), 0);
    expect_text("a", "0123ab6789");
    cr_expect_eq(file_sink_close(&file), 0);
    cr_expect_lt(file_sink_open_inside(&file, scratch_at("missing"), 0), 0);
}

/* What fits the buffer is written when the file is closed. */
Test(file_sink, closing_fails_if_the_last_bytes_cannot_be_written)
{
    struct file_sink file;
    struct format_error err = {0};
    cr_assert_eq(file_sink_open(&file, "/dev/full"), 0);
    const struct media_sink sink = file_sink_media(&file);
    cr_expect_eq(sink.append(sink.context, (const uint8_t *)"ab", 2), 0);
    cr_expect_eq(file_sink_close(&file), -1);
    cr_expect_eq(errno, ENOSPC);
    file_sink_explain(&file, &err);
    cr_expect_str_eq(err.what, "cannot write: No space left on device");
}
