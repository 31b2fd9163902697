/* Texts of demos: the list of a demo, applied unchanged, makes the same bytes; changed texts are in
 * the demo, and nothing else is another; mistakes of lists are told with their place. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/demo_source.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_family.h"
#include "tests/support/real_data.h"
#include "tests/support/text_round_trip.h"

struct listed {
    struct byte_writer list;
    struct demo_strings_report report;
    int code;
};

static struct listed list_texts(const struct demo *demo)
{
    struct listed listed = {.code = 0};
    struct format_error err = {0};
    listed.code = strings_of_demo(demo, &listed.list, &listed.report, &err);
    cr_assert(listed.code == 0 || (listed.code != FORMAT_MEMORY && err.what[0]));
    cr_assert(listed.report.is_whole);
    byte_writer_u8(&listed.list, 0);
    listed.list.size--;
    return listed;
}

static struct byte_writer apply(const struct demo *demo, const struct byte_writer *list,
                                uint64_t changed)
{
    struct byte_writer made = {0};
    struct demo_strings_report report;
    struct text_error list_err;
    struct format_error err;
    (void)!demo_of_strings(list->data, list->size, SIZE_MAX, demo, &made, &report, &list_err, &err);
    cr_assert_eq(list_err.line, 0u, "line %llu, column %llu: %s", (unsigned long long)list_err.line,
                 (unsigned long long)list_err.column, list_err.what);
    cr_assert(report.is_whole && report.listed == report.texts);
    cr_assert_eq(report.changed, changed);
    return made;
}

static void expect_bytes(const char *name, const struct byte_writer *made, const uint8_t *data,
                         size_t size)
{
    cr_assert(made->size == size && memcmp(made->data, data, size) == 0, "%s: %zu of %zu bytes",
              name, made->size, size);
}

/* The list with the first letter of each text turned into another one; the number of those. */
static uint64_t change_letters(struct byte_writer *list)
{
    uint64_t changed = 0;
    char *at = (char *)list->data;
    while ((at = strchr(at, '"')) != NULL) {
        if (at[1] >= 'a' && at[1] < 'z') {
            at[1]++;
            changed++;
        }
        at = strchr(at, '\n');
    }
    return changed;
}

/* The list without its times: stuffed text decides when a demo begins. */
static char *without_times(struct byte_writer *list)
{
    char *to = (char *)list->data;
    const char *from = to;
    while (*from != '\0') {
        const char *place_end = strchr(from, ' '), *time_end = strchr(place_end + 1, ' ');
        const char *line_end = strchr(time_end, '\n') + 1;
        memmove(to, from, (size_t)(place_end - from));
        to += place_end - from;
        memmove(to, time_end, (size_t)(line_end - time_end));
        to += line_end - time_end;
        from = line_end;
    }
    *to = '\0';
    return (char *)list->data;
}

/* Demos that have a family; what is changed comes back. */
static void check(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo, other;
    demo_open(&demo, data, size, name);
    if (demo.code == 0) {
        struct listed before = list_texts(&demo);
        struct byte_writer same = apply(&demo, &before.list, 0), list = {0};
        expect_bytes(name, &same, data, size);
        byte_writer_bytes(&list, before.list.data, before.list.size + 1);
        list.size--;
        const uint64_t changed = change_letters(&list);
        struct byte_writer made = apply(&demo, &list, changed);
        cr_assert_eq(demo_open(&other, made.data, made.size, name), 0);
        struct listed after = list_texts(&other);
        cr_expect_eq(after.code, before.code, "%s", name);
        if (demo.family != &quake3_family) { /* whose messages may be coded in several ways */
            struct byte_writer back = apply(&other, &before.list, changed);
            expect_bytes(name, &back, data, size);
            byte_writer_free(&back);
        }
        cr_expect_str_eq(without_times(&after.list), without_times(&list), "%s", name);
        demo_close(&other);
        byte_writer_free(&before.list);
        byte_writer_free(&after.list);
        byte_writer_free(&same);
        byte_writer_free(&list);
        byte_writer_free(&made);
    }
    demo_close(&demo);
}

static const char *const built_in[] = {"demo1.dem", "demo3.qwd", "demo4.mvd"};
enum { BUILT_IN = sizeof(built_in) / sizeof(built_in[0]) };

Test(demo_strings, texts_of_built_in_demos_go_and_come_back)
{
    const struct demo_search search = {.basedir = NULL};
    struct demo_source source;
    for (int i = 0; i < BUILT_IN; i++) {
        size_t size;
        const uint8_t *data;
        cr_assert(builtin_find(built_in[i], &data, &size));
        check(built_in[i], data, size);
        check(built_in[i], data, size / 2 + 7); /* its end is damaged */
    }
    cr_assert_eq(demo_source_open_bytes(&source, "builtin:demo5", &search, NULL), 0);
    check("demo5", source.data, source.size);
    demo_source_close(&source);
}

Test(demo_strings, texts_of_real_demos_go_and_come_back)
{
    real_data_each("netquake", ".dem", check);
    real_data_each("quakeworld/corpus", "", check);
    real_data_each("quakeworld/recorded", "", check);
    real_data_each_q3_broken_too(check);
}

/* --- lists ------------------------------------------------------------------------------------ */

static struct demo demo;

static void open_demo(void)
{
    size_t size;
    const uint8_t *data;
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    cr_assert_eq(demo_open(&demo, data, size, "demo3.qwd"), 0);
}

static void close_demo(void)
{
    demo_close(&demo);
}

TestSuite(demo_strings, .init = open_demo, .fini = close_demo);

/* A copy of the first line with that kind, up to its text; the kind alone if it has none. */
static void find_line(const struct listed *listed, const char *kind, char *line, size_t room)
{
    const char *at = strstr((const char *)listed->list.data, kind);
    cr_assert_not_null(at, "%s: %s", kind, (const char *)listed->list.data);
    while (at > (const char *)listed->list.data && at[-1] != '\n') {
        at--;
    }
    snprintf(line, room, "%.*s", (int)strcspn(at, "\""), at);
}

Test(demo_strings, kinds_are_words_of_the_text_form)
{
    char line[256];
    struct listed listed = list_texts(&demo);
    find_line(&listed, " serverdata level_name \"", line, sizeof(line));
    find_line(&listed, " updateuserinfo 0 ", line, sizeof(line));
    find_line(&listed, " print chat \"", line, sizeof(line));
    find_line(&listed, " stufftext \"", line, sizeof(line));
    cr_expect_null(strstr((char *)listed.list.data, "lightstyle"), "is data");
    cr_expect_null(strstr((char *)listed.list.data, "game_dir \""), "is data");
    byte_writer_free(&listed.list);
}

/* One line is enough; times do not count, and comments may stand there. */
Test(demo_strings, a_list_may_have_some_of_the_lines)
{
    char line[256], text[512];
    struct listed listed = list_texts(&demo);
    struct byte_writer made = {0};
    struct demo_strings_report report;
    struct text_error list_err;
    struct format_error err;
    find_line(&listed, " print chat \"", line, sizeof(line));
    snprintf(text, sizeof(text), "// a list\r\n\r\n%s\"\\^HI, you\\n\\x01\" // fine \xc3\xa9\r\n",
             line);
    cr_assert_eq(demo_of_strings(text, strlen(text), 1, &demo, &made, &report, &list_err, &err), 0,
                 "%s", list_err.what);
    cr_expect(report.listed == 1 && report.changed == 1 && report.texts > 10);
    struct demo other;
    cr_assert_eq(demo_open(&other, made.data, made.size, "a.qwd"), 0);
    struct listed after = list_texts(&other);
    cr_expect_not_null(strstr((char *)after.list.data, "\"\\^HI, you\\n\\x01\"\n"));
    demo_close(&other);
    byte_writer_free(&after.list);
    byte_writer_free(&made);
    cr_assert_eq(demo_of_strings("", 0, 1, &demo, &made, &report, &list_err, &err), 0);
    cr_expect(made.size == demo.size && memcmp(made.data, demo.data, demo.size) == 0);
    byte_writer_free(&made);
    byte_writer_free(&listed.list);
}

static void expect_mistake(const char *list, uint64_t line, uint64_t column, const char *what)
{
    struct byte_writer made = {0};
    struct demo_strings_report report;
    struct text_error err;
    struct format_error demo_err;
    cr_assert_eq(
        demo_of_strings(list, strlen(list), SIZE_MAX, &demo, &made, &report, &err, &demo_err),
        FORMAT_BAD, "%.60s", list);
    cr_expect(strstr(err.what, what), "%.60s: %s", list, err.what);
    cr_expect(err.line == line && err.column == column, "%.60s: line %llu, column %llu", list,
              (unsigned long long)err.line, (unsigned long long)err.column);
    cr_expect_not(report.is_whole);
    byte_writer_free(&made);
}

Test(demo_strings, mistakes_of_a_line_have_a_place)
{
    static const struct {
        const char *list;
        uint64_t line, column;
        const char *what;
    } cases[] = {
        {"a", 1, 1, "a number is expected for the block"},
        {"\n\n 12 1 print \"\"", 3, 4, "BLOCK:NUMBER"},
        {"1.5:0 0 print \"\"", 1, 1, "the block is a whole number"},
        {"0:-1 0 print \"\"", 1, 3, "the number of the text is a whole number"},
        {"0:0 print \"\"", 1, 5, "a number is expected for the time"},
        {"0:0 0 \"\"", 1, 7, "the kind of the text is expected"},
        {"0:0 0 print", 1, 12, "a string in quotes is expected for the text"},
        {"0:0 0 print \"a", 1, 13, "the string has no end"},
        {"0:0 0 print \"\\q\"", 1, 14, "unknown escape"},
        {"0:0 0 print \"\\x00\"", 1, 13, "the text has a NUL byte inside"},
        {"0:0 0 print \"\xc3\xa9\"", 1, 14, "not ASCII"},
        {"0:0 0 print \"\" x", 1, 16, "the end of the line is expected"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect_mistake(cases[i].list, cases[i].line, cases[i].column, cases[i].what);
    }
}

Test(demo_strings, places_and_kinds_are_those_of_the_demo)
{
    char line[256], list[8000], second[256];
    struct listed listed = list_texts(&demo);
    find_line(&listed, " print chat \"", line, sizeof(line));
    const char *place_end = strchr(line, ' ');
    const int place = (int)(place_end - line);
    snprintf(list, sizeof(list), "%s\"\"\n\n%s\"\"\n", line, line);
    expect_mistake(list, 3, 1, "not behind that of the line before");
    snprintf(list, sizeof(list), "%.*s 0 centerprint \"\"\n", place, line);
    expect_mistake(list, 1, 1, "is another one: print chat");
    expect_mistake("999999999:0 0 print \"\"", 1, 1, "block 999999999 of the demo has no text 0");
    expect_mistake("0:99 0 print \"\"", 1, 1, "block 0 of the demo has no text 99");
    find_line(&listed, " stufftext \"", second, sizeof(second));
    snprintf(list, sizeof(list), "%s\"%02047d\"\n", second, 0);
    expect_mistake(list, 1, 1 + strlen(second), "the text has 2047 bytes (at most 2046)");
    byte_writer_free(&listed.list);
}

/* A packet of a .qwd has 8,192 bytes at most: a text may fit its field, and not the packet. */
Test(demo_strings, a_text_too_long_for_its_block_is_told)
{
    static char text[20000];
    static struct byte_writer whole, copy, made;
    struct demo_strings_report report;
    struct text_error err;
    struct format_error demo_err;
    struct demo large;
    size_t used = 0;
    for (int i = 0; i < 8; i++) {
        used += (size_t)snprintf(text + used, sizeof(text) - used, "stufftext \"%0*d\"\n",
                                 i < 7 ? 1000 : 500, i);
    }
    byte_writer_bytes(&whole, "quakereel-text 1 quakeworld qwd 28\n\n", 36);
    const char *packet = "@ packet 1 sequence 1 acknowledged 1\n";
    byte_writer_bytes(&whole, packet, strlen(packet));
    byte_writer_bytes(&whole, text, used);
    cr_assert_eq(demo_of_text(whole.data, whole.size, SIZE_MAX, &copy, &err), 0, "%s", err.what);
    cr_assert_eq(demo_open(&large, copy.data, copy.size, "a.qwd"), 0);
    snprintf(text, sizeof(text), "0:3 0 stufftext \"%01999d\"\n", 1);
    cr_assert_eq(demo_of_strings(text, strlen(text), 100, &large, &made, &report, &err, &demo_err),
                 FORMAT_BAD);
    cr_expect(err.line == 1 && err.column == 17 &&
                  strstr(err.what, "the block has more than 8184 bytes"),
              "line %llu, column %llu: %s", (unsigned long long)err.line,
              (unsigned long long)err.column, err.what);
    demo_close(&large);
    byte_writer_free(&whole);
    byte_writer_free(&copy);
    byte_writer_free(&made);
}

/* Quake III's strings have limits of their own; a name's is that of the engines. */
Test(demo_strings, fields_have_limits)
{
    static const struct {
        const char *text, *kind, *what;
        int size;
    } cases[] = {
        {"quakereel-text 1 quake3 68\n@ 1 acknowledged 0\ngamestate 4 client 0 checksum 0\n  cs 20 "
         "\"baseq3-1\"\n@ 2 \ncommand 5 \"a\"\nend\n",
         "command 5", "at most 1023", 1024},
        {"quakereel-text 1 netquake 15\ntrack \"-1\\n\"\n@ view 0 0 0\nupdatename 2 \"a\"\n",
         "updatename 2 player_name", "at most 31", 32},
        {"quakereel-text 1 netquake 15\ntrack \"-1\\n\"\n@ view 0 0 0\nprint \"a\"\n", "print",
         "at most 2046", 2047},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct byte_writer copy = {0}, made = {0};
        struct demo_strings_report report;
        struct text_error err = {0};
        struct format_error demo_err;
        struct demo one;
        char list[4000];
        cr_assert_eq(demo_of_text(cases[i].text, strlen(cases[i].text), SIZE_MAX, &copy, &err), 0,
                     "%s", err.what);
        demo_open(&one, copy.data, copy.size, i == 0 ? "a.dm_68" : "a.dem");
        cr_assert_eq(one.code, 0, "%zu: %s", i, one.error.what);
        for (int over = 0; over < 2; over++) {
            snprintf(list, sizeof(list), "%d:0 0 %s \"%0*d\"", i == 0, cases[i].kind,
                     cases[i].size - 1 + over, 7);
            made.size = 0;
            (void)!demo_of_strings(list, strlen(list), SIZE_MAX, &one, &made, &report, &err,
                                   &demo_err);
            cr_expect(over ? strstr(err.what, cases[i].what) != NULL : report.changed == 1,
                      "%zu: %s", i, err.what);
        }
        demo_close(&one);
        byte_writer_free(&copy);
        byte_writer_free(&made);
    }
}
