/* Subtitles: what is read of SubRip files and plain lines, mistakes, every truncation; the texts of
 * the built-in demo, and that nothing but texts is changed in it and in a real one. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/subtitle/nq_subtitle.h"
#include "engine/edit/validate/validate.h"
#include "engine/netquake/nq_file.h"
#include "engine/playback/families.h"
#include "formats/netquake/nq_message.h"
#include "tests/support/command.h"
#include "tests/support/real_data.h"

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

/* --- demos ------------------------------------------------------------------------------------ */

/* The demo's messages without the centerprints of that text and empty ones, and how many those are.
 */
static size_t strip_text(const struct demo *demo, const char *text, struct byte_writer *rest)
{
    const struct nq_file *file = demo->file;
    struct nq_protocol protocol = file->protocol;
    struct dem_block block;
    size_t pos = file->dem.first_block, found = 0;
    while (dem_next_block(&file->dem, &pos, &block, NULL) > 0) {
        struct nq_message m;
        size_t at = 0;
        byte_writer_bytes(rest, block.angles, sizeof(block.angles));
        while (nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0) {
            nq_protocol_follow(&protocol, &m);
            const bool is_center = m.id == NQ_CENTERPRINT;
            found += is_center && strcmp(m.u.text, text) == 0;
            if (!is_center || (m.u.text[0] != '\0' && strcmp(m.u.text, text) != 0)) {
                byte_writer_bytes(rest, block.messages + m.offset, m.size);
            }
        }
    }
    return found;
}

static void check_demo(const char *name, const uint8_t *data, size_t size)
{
    struct subtitles s;
    struct subtitle_error text_err;
    struct subtitle_report report;
    struct format_error err = {0};
    struct byte_writer out = {0}, before = {0}, after = {0};
    struct validate_report checked, checked_before;
    struct demo demo, made;
    cr_assert_eq(demo_open(&demo, data, size, name), 0);
    cr_assert_eq(read_text(&s, "1\n0:01 --> 0:04.5\nHello there\n", &text_err), 0);
    cr_assert_eq(nq_subtitle(&demo, &s, &out, &report, &err), 0, "%s", err.what);
    cr_assert(report.shown == 1 && report.missing == 0 && report.messages == 5, "%zu, %zu, %zu",
              report.shown, report.missing, report.messages);
    cr_assert_eq(demo_open(&made, out.data, out.size, name), 0);
    cr_assert_eq(strip_text(&demo, "Hello there", &before), 0);
    cr_assert_eq(strip_text(&made, "Hello there", &after), 4);
    cr_assert(before.size == after.size && memcmp(before.data, after.data, after.size) == 0);
    cr_assert_eq(validate_demo(&demo, VALIDATE_ID, NULL, NULL, &checked_before, &err), 0);
    cr_assert_eq(validate_demo(&made, VALIDATE_ID, NULL, NULL, &checked, &err), 0);
    cr_assert_eq(checked.findings, checked_before.findings);
    demo_close(&made);
    demo_close(&demo);
    subtitles_free(&s);
    byte_writer_free(&out);
    byte_writer_free(&before);
    byte_writer_free(&after);
}

Test(subtitle, texts_stay_and_nothing_else_changes)
{
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    check_demo("demo1.dem", data, size);
}

Test(subtitle, texts_stay_in_a_real_demo)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "netquake/demo1.dem");
    check_demo("demo1.dem", data, size);
    free(data);
}

Test(subtitle, command_tells_what_found_no_place)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s", command_file("a.txt", "1 a\n90000 b\n", 12));
    struct command_result r =
        COMMAND(cmd_subtitle, "subtitle", path, "builtin:demo1", "--json", "-o", "-");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "\"texts\":2,\"shown\":1,\"missing\":1,\"centerprints\":3");
    command_expect(r.err, "1 text found no place");
    command_free(&r);
    r = COMMAND(cmd_subtitle, "subtitle", path, "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
    command_remove(path);
}
