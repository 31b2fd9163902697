/* Quake III demos as text: every demo comes back byte for byte, an edited text says what it says,
 * and mistakes are told with their place. */
#include "engine/edit/text/rows/q3_text_names.h"
#include "engine/playback/demo_source.h"
#include "engine/quake3/q3_family.h"
#include "formats/quake3/q3_fields.h"
#include "formats/quake3/q3_message.h"
#include "tests/engine/edit/text/comes_back.h"
#include "tests/support/real_data.h"

static const char name[] = "builtin:demo5";
static struct demo_source built_in;

static void open_built_in(void)
{
    const struct demo_search search = {.basedir = NULL};
    cr_assert_eq(demo_source_open_bytes(&built_in, name, &search, NULL), 0);
}

static void close_built_in(void)
{
    demo_source_close(&built_in);
}

TestSuite(q3_text, .init = open_built_in, .fini = close_built_in);

Test(q3_text, built_in_demo_comes_back_by_its_fields)
{
    struct demo_text_report report = {0};
    const uint8_t *data = built_in.data;
    const size_t size = built_in.size;
    cr_expect(come_back(name, data, size, &report));
    cr_expect_eq(report.raw_messages, 0u);
    cr_expect_eq(report.raw_bytes, 0u);
    cr_expect_gt(report.blocks, 100u);
}

Test(q3_text, demos_that_end_anywhere_come_back)
{
    enum { STEP = 37 };
    const uint8_t *data = built_in.data;
    const size_t size = built_in.size;
    const size_t most = size < 60000 ? size : 60000;
    cr_expect_gt(come_back_shortened(name, data, most, STEP), most / STEP / 2);
}

Test(q3_text, demos_with_turned_bits_come_back)
{
    const uint8_t *data = built_in.data;
    const size_t size = built_in.size;
    come_back_turned(name, data, size < 30000 ? size : 30000, 200);
}

Test(q3_text, joined_demos_come_back)
{
    struct demo_text_report report = {0};
    struct byte_writer joined = {0};
    const uint8_t *data = built_in.data;
    const size_t size = built_in.size;
    byte_writer_bytes(&joined, data, size);
    byte_writer_bytes(&joined, data, size);
    byte_writer_bytes(&joined, "garbage", 7);
    cr_expect(come_back("joined", joined.data, joined.size, &report));
    cr_expect_eq(report.raw_bytes, 7u);
    byte_writer_free(&joined);
}

static void check_real(const char *file, const uint8_t *data, size_t size)
{
    struct demo_text_report report = {0};
    cr_expect(come_back(file, data, size, &report), "%s", file);
    cr_expect_eq(report.raw_messages, 0u, "%s", file);
    cr_expect_lt(report.raw_bytes, 200u, "%s: a last message that is cut off", file);
}

Test(q3_text, real_demos_come_back)
{
    real_data_each("quake3/corpus", "", check_real);
    real_data_each("quake3/recorded", "", check_real);
}

static void check_broken(const char *file, const uint8_t *data, size_t size)
{
    struct demo_text_report report = {0};
    (void)come_back(file, data, size, &report);
    cr_expect_eq(report.raw_messages, 0u, "%s", file);
}

Test(q3_text, broken_demos_come_back)
{
    real_data_each("quake3/broken", "", check_broken);
}

/* --- texts ------------------------------------------------------------------------------------ */

#define HEAD                                                                                       \
    "quakereel-text 1 quake3 68\n"                                                                 \
    "@ 10 acknowledged 3\n"                                                                        \
    "gamestate 5 client 2 checksum -7\n  cs 0 \"\\\\protocol\\\\68\"\n  cs 33 \"a.md3\"\n"         \
    "  baseline 70 eType 2 pos.trBase - 8.5\n"

static struct byte_writer made;
static struct text_error error;

static int make(const char *text)
{
    made.size = 0;
    return demo_of_text(text, strlen(text), SIZE_MAX, &made, &error);
}

/* Returns the text of the demo of a text, in `made`. */
static const char *make_again(const char *text)
{
    struct byte_writer again = {0};
    struct demo_text_report report;
    struct format_error err = {0};
    struct demo demo;
    cr_assert_eq(make(text), 0, "line %llu, column %llu: %s\n%s", (unsigned long long)error.line,
                 (unsigned long long)error.column, error.what, text);
    cr_assert_eq(demo_open(&demo, made.data, made.size, "a.dm_68"), 0, "%s", demo.error.what);
    cr_assert_eq(demo.family, &quake3_family);
    const int code = text_of_demo(&demo, false, &again, &report, &err);
    cr_assert(code == 0 || code == FORMAT_TRUNCATED || code == FORMAT_BAD, "%s", err.what);
    byte_writer_u8(&again, 0);
    demo_close(&demo);
    byte_writer_free(&made);
    made = again;
    return (const char *)made.data;
}

static void expect_again(const char *lines)
{
    char text[2048];
    snprintf(text, sizeof(text), "%s\n@ 12\n%s\nend\n", HEAD, lines);
    const char *again = make_again(text);
    cr_expect(strstr(again, lines), "'%s' is not in:\n%s", lines, again);
    byte_writer_free(&made);
}

/* A name's size is that of the table's copy. */
Test(q3_text, names_fit_their_table)
{
    for (int i = 0; i < Q3_ES_COUNT; i++) {
        cr_expect_lt(strlen(q3_entity_names[i]), Q3_TEXT_NAME, "%s", q3_entity_names[i]);
    }
    for (int i = 0; i < Q3_PS_COUNT; i++) {
        cr_expect_lt(strlen(q3_player_names[i]), Q3_TEXT_NAME, "%s", q3_player_names[i]);
    }
}

Test(q3_text, edited_fields_are_in_the_demo)
{
    expect_again("command 6 \"print \\\"100% \\^H\\n\\\"\"\n");
    expect_again("snapshot 5000 flags 4 areas 01ff\n"
                 "  player commandTime 4990 origin 1 -2.5 viewangles - 90 weaponTime -5 "
                 "stats 0:100 3:-1 powerups 15:-2147483648\n"
                 "  ent 5\n"
                 "  ent 64 pos.trBase - - 24.125 eType 0 modelindex 1 // a.md3\n"
                 "  ent 70 remove\n");
    expect_again("snapshot -1\n  ent 3 pos.trTime -1 pos.trBase -0 f0x43000000 1e30\n");
    expect_again("snapshot 1\n  player last 48\n  ent 3 last 0\n  ent 4 eType 1 last 51\n");
    expect_again("snapshot 1\n  player commandTime 0 bobCycle 9 eventSequence 99 pm_flags 10 "
                 "groundEntityNum 100\n  ent 3 time -9\n  ent 4 time2 -10\n  ent 5 time 999999999\n"
                 "  ent 6 time 1000000000\n  ent 7 origin2 -99 -100 -1\n");
    expect_again("nop\nnop\n");
    expect_again("snapshot 1\n\n@ 13 acknowledged -1\nsnapshot 2 base 12\n");
    expect_again("command 6 \"a\"\npad e0\n");
    expect_again("command 6 \"a\"\npad 00010203\n");
    expect_again("raw 00000000ff\n");
    expect_again("download 3 bytes 0102ff\ndownload 65535\n");
    expect_again("download 0 file_size 1000 bytes 00\n");
    expect_again("download 0 file_size -1 reason \"no \\\"such\\\" file\"\n");
    expect_again("voip opus 3 generation 255 sequence -9 frames 2 flags 3 bytes 80\n"
                 "voip speex 0 generation 0 sequence 0 frames 0 flags 0\n");
}

Test(q3_text, long_strings_have_the_original_s_limits)
{
    static char text[12000];
    char string[Q3_MAX_CONFIGSTRING + 1];
    memset(string, 'a', sizeof(string));
    string[Q3_MAX_COMMAND - 1] = '\0';
    snprintf(text, sizeof(text), "%s@ 12\ncommand 6 \"%s\"\n", HEAD, string);
    cr_expect_eq(make(text), 0, "%s", error.what);
    snprintf(text, sizeof(text), "%s@ 12\ncommand 6 \"%sa\"\n", HEAD, string);
    cr_expect_eq(make(text), FORMAT_BAD);
    cr_expect_str_eq(error.what, "command has 1024 bytes (at most 1023)");
    byte_writer_free(&made);
}

/* A message whose zero is sent as a value: other bytes than the writer's for the same lines. */
Test(q3_text, exact_bytes_count_until_their_message_is_edited)
{
    char text[4096];
    struct byte_writer bytes = {0};
    struct q3_bits_writer w;
    const struct q3_protocol *protocol = q3_protocol_get(68);
    cr_assert_eq(make(HEAD), 0);
    byte_writer_bytes(&bytes, made.data, made.size);
    const size_t at = bytes.size;
    dm3_write_block(&bytes, 12, NULL, 0);
    w = q3_write_begin(&bytes, protocol, 0);
    q3_bits_write(&w, Q3_SNAPSHOT, 8);
    q3_bits_write(&w, 1, 32);
    q3_bits_write(&w, 0, 24);
    q3_bits_write(&w, 0, 8);
    q3_bits_write(&w, 0, 1);
    q3_bits_write(&w, 5, 10);
    q3_bits_write(&w, 2, 2); /* not removed, fields */
    q3_bits_write(&w, 1, 8);
    q3_bits_write(&w, 3, 2); /* sent, not zero */
    q3_bits_write(&w, 0, 32);
    q3_bits_write(&w, Q3_ENTITY_NONE, 10);
    q3_write_end(&w);
    bytes_put_u32(bytes.data + at + 4, (uint32_t)(bytes.size - at - 8));
    dm3_write_end(&bytes);
    struct demo_text_report report = {0};
    cr_expect(come_back("exact", bytes.data, bytes.size, &report));
    cr_expect_eq(report.raw_messages, 1u);

    struct byte_writer again = {0};
    struct format_error err;
    struct demo demo;
    demo_open(&demo, bytes.data, bytes.size, "a.dm_68");
    cr_assert_eq(text_of_demo(&demo, false, &again, &report, &err), 0);
    demo_close(&demo);
    byte_writer_u8(&again, 0);
    char *edited = strstr((char *)again.data, "snapshot 1\n  ent 5 pos.trTime 0\nexact ");
    cr_assert(edited, "%s", (char *)again.data);
    snprintf(text, sizeof(text), "%s", (char *)again.data);
    text[edited + 9 - (char *)again.data] = '2';
    cr_assert_eq(make(text), 0, "%s", error.what);
    const char *lines = make_again(text);
    cr_expect(strstr(lines, "snapshot 2\n  ent 5 pos.trTime 0\n\nend\n"), "%s", lines);
    byte_writer_free(&again);
    byte_writer_free(&bytes);
    byte_writer_free(&made);
}

Test(q3_text, mistakes_have_a_place)
{
    static const struct text_mistake cases[] = {
        {"quakereel-text 1 quake3 69\n", 1, 25, "protocol 69 is not known"},
        {"quakereel-text 1 quake3 68\nnop\n", 2, 1, "a block (@ and its number), end or rest"},
        {"quakereel-text 1 quake3 43\n@ 1 acknowledged 1\n", 2, 5, "the end of the line"},
        {HEAD "  base 3\n", 7, 3, "unknown field of baseline 'base'"},
        {HEAD "@ 12\nsnapshot 1\n  ent 3 pos.trBsae 1\n", 9, 9, "did you mean pos.trBase?"},
        {HEAD "@ 12\nsnapshot 1\n  ent 3 eType 256\n", 9, 15, "eType is 256, which is not in"},
        {HEAD "@ 12\nsnapshot 1\n  ent 3 eType 1 eType 1\n", 9, 22, "eType stands here twice"},
        {HEAD "@ 12\nsnapshot 1\n  ent 3\n  ent 3\n", 10, 7, "entities ascend"},
        {HEAD "@ 12\nsnapshot 1\n  ent 1023\n", 9, 7, "entities ascend"},
        {HEAD "@ 12\nsnapshot 1 base 12\n", 8, 17, "base is 1 to 255 messages before 12"},
        {HEAD "@ 12\nsnapshot 1\n  player stats 16:1\n", 9, 16,
         "stats is 16, which is not in 0..15"},
        {HEAD "@ 12\nsnapshot 1\n  player stats 1 1\n", 9, 16, "the form INDEX:VALUE"},
        {HEAD "@ 12\nsnapshot 1\n  player stats 1:1 1:2\n", 9, 20, "the index 1 twice"},
        {HEAD "@ 12\nsnapshot 1\n  player last 49\n", 9, 15, "more than the protocol's fields"},
        {HEAD "@ 12\nsnapshot 1\nraw 00\n", 9, 1, "raw is all of a message"},
        {HEAD "@ 12\nraw 00\nnop\n", 9, 1, "nothing may stand behind raw"},
        {HEAD "@ 12\nexact 0011223344556677\n", 8, 7, "a hash of 8 bytes"},
        {HEAD "@ 12\nsnap 1\n", 8, 1, "gamestate, command, snapshot"},
        {HEAD "@ 12\ncommand 1 \"a\\x00b\"\n", 8, 11, "command has a NUL byte inside"},
    };
    expect_mistakes(cases, sizeof(cases) / sizeof(cases[0]));
}
