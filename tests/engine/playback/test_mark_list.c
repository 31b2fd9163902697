/* Lists of marks: lines of a time and a name, and back; chapters of films. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/mark_list.h"

static const struct demo_mark marks[] = {
    {0.0, "start"}, {59.9999999996, ""}, {75.25, "a=b; c"}, {3600.123456789, "late"}};
enum { MARKS = sizeof(marks) / sizeof(marks[0]) };

static void expect_list(enum mark_list_form form, double from, double to, const char *text)
{
    struct byte_writer out = {0};
    mark_list_write(marks, MARKS, form, from, to, &out);
    byte_writer_u8(&out, 0);
    cr_assert_not(out.failed);
    cr_expect_str_eq((const char *)out.data, text);
    byte_writer_free(&out);
}

Test(mark_list, lines)
{
    expect_list(MARK_LIST_TEXT, 0, 0,
                "0:00.000 start\n1:00.000\n1:15.250 a=b; c\n60:00.123456789 late\n");
}

Test(mark_list, chapters_are_those_of_the_film)
{
    expect_list(MARK_LIST_OGM, 59.0, 3700.0,
                "CHAPTER01=00:00:01.000\nCHAPTER01NAME=Mark 2\nCHAPTER02=00:00:16.250\n"
                "CHAPTER02NAME=a=b; c\nCHAPTER03=00:59:01.123\nCHAPTER03NAME=late\n");
    expect_list(MARK_LIST_FFMETADATA, 0.0, 100.0,
                ";FFMETADATA1\n\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=60000\ntitle=start\n"
                "\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=60000\nEND=75250\ntitle=Mark 2\n"
                "\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=75250\nEND=100000\ntitle=a\\=b\\; c\n");
}

Test(mark_list, is_read_back)
{
    struct byte_writer out = {0};
    struct demo_mark *read;
    struct mark_list_error err;
    size_t count;
    mark_list_write(marks, MARKS, MARK_LIST_TEXT, 0, 0, &out);
    cr_assert_eq(mark_list_read(&read, &count, (const char *)out.data, out.size, 4000.0, &err), 0);
    cr_assert_eq(count, (size_t)MARKS);
    for (size_t i = 0; i < MARKS; i++) {
        cr_expect_float_eq(read[i].time, marks[i].time, 1e-9);
        cr_expect_str_eq(read[i].name, marks[i].name);
    }
    free(read);
    byte_writer_free(&out);
}

static void expect_read(const char *text, int code, size_t count_or_line)
{
    struct demo_mark *read;
    struct mark_list_error err = {0};
    size_t count;
    cr_expect_eq(mark_list_read(&read, &count, text, strlen(text), 100.0, &err), code, "%s", text);
    cr_expect_eq(code < 0 ? err.line : count, count_or_line, "%s", text);
    free(read);
}

Test(mark_list, what_is_read)
{
    expect_read("", 0, 0);
    expect_read("# nothing\n\n \t\r\n", 0, 0);
    expect_read("  1:30.5 x\r\n50%\n-10 end", 0, 3);
    expect_read("1\nnoon\n", FORMAT_BAD, 2);
    expect_read("1\n\n100.5 behind the end\n", FORMAT_BAD, 3);
    expect_read("-200", FORMAT_BAD, 1);
    char text[16 * (DEMO_MARKS_MAX + 1) + 1] = "";
    size_t used = 0;
    for (int i = 0; i <= DEMO_MARKS_MAX; i++) {
        used += (size_t)snprintf(text + used, sizeof(text) - used, "1 again\n");
    }
    expect_read(text, FORMAT_BAD, DEMO_MARKS_MAX + 1);
}

Test(mark_list, names_have_no_blanks_at_their_ends)
{
    struct demo_mark mark;
    demo_mark_set_name(&mark, " \r\n a\tb \r ", 11);
    cr_expect_str_eq(mark.name, "a b");
    demo_mark_set_name(&mark, "\r\n", 2);
    cr_expect_str_eq(mark.name, "");
}
