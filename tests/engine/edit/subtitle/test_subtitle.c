/* Subtitles: what is read of SubRip files and plain lines, mistakes, every truncation. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/edit/subtitle/subtitle_text.h"

static const char srt[] =
    "\xef\xbb\xbf"
    "1\r\n00:00:01,500 --> 00:00:06,250\r\n<i>Two</i> lines\r\nof text\r\n\r\n"
    "2\n00:01:02,000 --> 01:00:00,000\na < b";

static int read_text(struct subtitles *s, const char *text, struct subtitle_error *err)
{
    *s = (struct subtitles){0};
    return subtitles_read(s, (const uint8_t *)text, strlen(text), err);
}

static void expect_text(const struct subtitles *s, size_t item, double from, double to,
                        const char *text)
{
    cr_assert_float_eq(s->items[item].from, from, 1e-9);
    cr_assert_float_eq(s->items[item].to, to, 1e-9);
    cr_assert_str_eq(subtitles_text(s, item), text);
}

Test(subtitle, reads_srt)
{
    struct subtitles s;
    struct subtitle_error err;
    cr_assert_eq(read_text(&s, srt, &err), 0);
    cr_assert_eq(s.count, 2);
    expect_text(&s, 0, 1.5, 6.25, "Two lines\nof text");
    expect_text(&s, 1, 62, 3600, "a < b");
    subtitles_free(&s);
}

Test(subtitle, reads_plain_lines_and_wraps_them)
{
    struct subtitles s;
    struct subtitle_error err;
    cr_assert_eq(read_text(&s,
                           "1 one\\ntwo\n\n 1:02.25\t0123456789 0123456789 0123456789 0123456 x\n"
                           "1:03 end\n",
                           &err),
                 0);
    cr_assert_eq(s.count, 3);
    expect_text(&s, 0, 1, 3, "one\ntwo");
    expect_text(&s, 1, 62.25, 63, "0123456789 0123456789 0123456789 0123456\nx");
    expect_text(&s, 2, 63, 65, "end");
    subtitles_free(&s);
}

Test(subtitle, tells_line_and_column_of_mistakes)
{
    static const struct {
        const char *text, *what;
        size_t line, column;
    } wrong[] = {
        {"1 a\nx b\n", "a time is expected", 2, 1},
        {"1 a\n2 b\xe9\n", "a character that is not ASCII", 2, 4},
        {"5 a\n4 b\n", "the time is before that of the text above", 2, 1},
        {"5s a\n", "a space is expected behind the time", 1, 2},
        {"1 a\n5 \n", "there is no text", 2, 3},
        {"1\n0:01 -> 0:02\na\n", "--> is expected", 2, 6},
        {"1\n0:02 --> 0:02\na\n", "the text ends before it begins", 2, 10},
        {"1\n0:01 --> 0:02\na\n\nb\n", "the number of a text is expected", 5, 1},
        {"1\n", "the file ends before the times of a text", 1, 2},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct subtitles s;
        struct subtitle_error err;
        cr_assert_eq(read_text(&s, wrong[i].text, &err), FORMAT_BAD, "%zu", i);
        cr_expect_str_eq(err.what, wrong[i].what, "%zu: %s", i, err.what);
        cr_expect(err.line == wrong[i].line && err.column == wrong[i].column, "%zu: %zu, %zu", i,
                  err.line, err.column);
        subtitles_free(&s);
    }
}

Test(subtitle, reads_no_byte_behind_a_truncated_file)
{
    for (size_t size = 0; size < sizeof(srt); size++) {
        uint8_t *bytes = malloc(size + 1);
        struct subtitles s = {0};
        struct subtitle_error err;
        cr_assert_not_null(bytes);
        memcpy(bytes + 1, srt, size); /* it ends where the memory ends */
        const int code = subtitles_read(&s, bytes + 1, size, &err);
        cr_assert(code == 0 || code == FORMAT_BAD);
        subtitles_free(&s);
        free(bytes);
    }
}
