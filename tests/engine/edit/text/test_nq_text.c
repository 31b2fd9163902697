/* NetQuake demos as text: every demo comes back byte for byte, an edited text says what it says,
 * and mistakes are told with their place. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/text/text_grammar.h"
#include "formats/netquake/nq_message.h"
#include "tests/engine/edit/text/comes_back.h"
#include "tests/engine/written_text.h"
#include "tests/support/nq_demo.h"
#include "tests/support/real_data.h"
#include "tools/nq_seeds.h"

enum { ALL = 1 << 20, SEED_BYTES = 12000 };

/* --- round trips ------------------------------------------------------------------------------ */

static void make_seed(int kind, size_t limit, struct byte_writer *out)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    cr_assert(nq_seed_write(kind, data, size, limit < size ? limit : size, out));
}

Test(nq_text, every_protocol_comes_back_by_its_fields)
{
    for (int i = 0; i < NQ_SEEDS; i++) {
        struct byte_writer demo = {0};
        struct demo_text_report report;
        make_seed(i, SIZE_MAX, &demo);
        cr_expect(come_back(nq_seed_name(i), demo.data, demo.size, &report), "%s", nq_seed_name(i));
        cr_expect(report.raw_messages == 0 && report.raw_bytes == 0, "%s: %llu messages as bytes",
                  nq_seed_name(i), (unsigned long long)report.raw_messages);
        byte_writer_free(&demo);
    }
}

Test(nq_text, demos_that_end_anywhere_come_back)
{
    enum { STEP = 7 };
    for (int i = 0; i < NQ_SEEDS; i++) {
        struct byte_writer demo = {0};
        make_seed(i, SEED_BYTES / 3, &demo);
        const size_t step = i == 0 ? 1 : STEP;
        cr_expect_gt(come_back_shortened(nq_seed_name(i), demo.data, demo.size, step),
                     demo.size / STEP / 2, "%s", nq_seed_name(i));
        byte_writer_free(&demo);
    }
}

Test(nq_text, demos_with_turned_bits_come_back)
{
    for (int i = 0; i < NQ_SEEDS; i++) {
        struct byte_writer demo = {0};
        make_seed(i, SEED_BYTES, &demo);
        come_back_turned(nq_seed_name(i), demo.data, demo.size, 60);
        byte_writer_free(&demo);
    }
}

static void check_real(const char *name, const uint8_t *data, size_t size)
{
    struct demo_text_report report = {0};
    cr_expect(come_back(name, data, size, &report) || strstr(name, "not_quake"), "%s", name);
    cr_expect_eq(report.raw_messages, 0u, "%s", name);
}

Test(nq_text, real_demos_come_back)
{
    real_data_each("netquake", ".dem", check_real);
}

/* --- texts ------------------------------------------------------------------------------------ */

#define HEAD "quakereel-text 1 netquake 15\ntrack \"-1\\n\"\n"
#define INFO                                                                                       \
    "@ view 0 0 0\nserverinfo 15 max_clients 4 game_type 0 level_name \"Hall\" models\n"           \
    "  \"maps/a.bsp\"\n  \"progs/b.mdl\" // 2\n sounds \"s.wav\"\n"

static struct byte_writer made;
static struct text_error error;

static void free_made(void)
{
    byte_writer_free(&made);
}

TestSuite(text_compile, .fini = free_made);

static int make(const char *text)
{
    made.size = 0;
    return demo_of_text(text, strlen(text), ALL, &made, &error);
}

/* The text of the demo just made. */
static char *made_text(void)
{
    struct byte_writer text = {0};
    struct demo_text_report report;
    struct format_error err = {0};
    struct demo demo;
    cr_assert_eq(demo_open(&demo, made.data, made.size, "a.dem"), 0, "%s", demo.error.what);
    cr_assert_eq(text_of_demo(&demo, false, &text, &report, &err), 0, "%s", err.what);
    byte_writer_u8(&text, 0);
    demo_close(&demo);
    return (char *)text.data;
}

static void expect_made(const char *text, const char *part)
{
    cr_assert_eq(make(text), 0, "line %llu, column %llu: %s", (unsigned long long)error.line,
                 (unsigned long long)error.column, error.what);
    char *again = made_text();
    cr_expect(strstr(again, part), "'%s' is not in:\n%s", part, again);
    free(again);
}

Test(text_compile, a_text_makes_the_bytes_it_says)
{
    cr_assert_eq(make(HEAD "@ view 0 90 0\ntime 1.5\nprint \"a\\\"\\^b\"\n"), 0, "%s", error.what);
    struct dem_file dem;
    struct dem_block block;
    size_t pos;
    cr_assert_eq(dem_open(&dem, made.data, made.size, NULL), 0);
    pos = dem.first_block;
    cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
    static const uint8_t expected[] = {7, 0, 0, 0xc0, 0x3f, 8, 'a', '"', 0xe2, 0};
    cr_expect_eq(block.size, sizeof(expected));
    cr_expect_arr_eq(block.messages, expected, sizeof(expected));
    cr_expect(block.angles[1] == 90.0f && dem.track == -1);
}

Test(text_compile, edited_fields_are_in_the_demo)
{
    expect_made(HEAD INFO "updatename 0 \"\\^Renamed\"\n", "updatename 0 \"\\^Renamed\"\n");
    expect_made(HEAD INFO "ent 1 origin 480 -352 88.125\n", "ent 1 origin 480 -352 88.125\n");
    expect_made(HEAD INFO "ent 1 origin - -352\n", "ent 1 origin - -352\n");
    expect_made(HEAD INFO "ent 300 yaw 91 model 2\n", "ent 300 model 2 yaw 91.40625 // b.mdl\n");
    expect_made(HEAD INFO "ent 3 angles - 45 -\n", "ent 3 yaw 45\n");
    expect_made(HEAD INFO "ent 1 new effects dimlight|0x40\n", "ent 1 effects dimlight|0x40 new\n");
    expect_made(HEAD INFO "temp_entity lightning2 entity 3 origin 1 2 3 end 4 5 6\n",
                "temp_entity lightning2 entity 3 origin 1 2 3 end 4 5 6\n");
    expect_made(HEAD INFO "temp_entity 11 origin 1 2 3.04\n",
                "temp_entity teleport origin 1 2 3\n");
    expect_made(HEAD INFO "clientdata health 100 items 1 view_height 30 // c\n   armor 5\n",
                "clientdata view_height 30 items sg armor 5 health 100\n");
    expect_made(HEAD INFO "sound 1 origin 0 0 0 channel 2 entity 7 volume 9\n",
                "sound 1 entity 7 channel 2 origin 0 0 0 volume 9 // s.wav\n");
    expect_made(HEAD INFO "stopsound channel 7 entity 8191\n", "stopsound entity 8191 channel 7\n");
    expect_made(HEAD INFO "raw 0801\n  02 00\n", "print \"\\x01\\x02\"\n");
    expect_made(HEAD INFO "updatestat totalsecrets -5\n", "updatestat totalsecrets -5\n");
}

Test(text_compile, blocks_can_be_added)
{
    expect_made(HEAD INFO "nop\n@ view 1 2 3\nprint \"new\"\n\n@ view 0 0 0\ndisconnect\n",
                "nop\n\n@ view 1 2 3\nprint \"new\"\n\n@ view 0 0 0\ndisconnect\n");
}

Test(text_compile, other_protocols_have_their_fields)
{
    static const char head[] = "quakereel-text 1 netquake 999\ntrack \"0\\n\"\n@ view 0 0 0\n";
    char text[1024];
    snprintf(text, sizeof(text),
             "%sserverinfo 999 flags 24BITCOORD|SHORTANGLE max_clients 1 game_type 0 level_name "
             "\"\"\nent 5 model 300 frame 256 origin 1.5 - -2+255/255 yaw 90 alpha 7\nfog density "
             "1 color 2 3 4\n",
             head);
    expect_made(text, "flags SHORTANGLE|24BITCOORD max_clients");
    expect_made(text, "ent 5 model 300 frame 256 origin 1.502 - -2+255/255 yaw 90 alpha 7\n");
    snprintf(text, sizeof(text),
             "%sserverinfo 999 flags FLOATCOORD|FLOATANGLE max_clients 1 game_type 0 level_name "
             "\"\"\nent 5 origin 0.1 f0x7fa00001 -0 yaw 0.3\n",
             head);
    expect_made(text, "ent 5 origin 0.1 f0x7fa00001 -0 yaw 0.3\n");
}

Test(text_compile, newer_effects_have_fields)
{
    static const char *const lines[] = {
        "temp_entity explosion3 origin 1 2 3 rgb 0.5 1 0\n",
        "temp_entity beam_by_name entity 3 origin 1 2 3 end 4 5 6 model_name \"progs/b.mdl\"\n",
        "temp_entity blood origin 1 2 3 count 7 velocity 1 -2 3\n",
        ("temp_entity particle_cube origin 1 2 3 end 4 5 6 color_start 9 direction 0 0 1 speed 100 "
         "count 300 gravity 1\n"),
        "temp_entity flash origin 1 2 3 color 1 2 3 radius 10 lifetime 11\n",
    };
    char text[1024];
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        snprintf(text, sizeof(text),
                 "quakereel-text 1 netquake 3504\ntrack \"0\\n\"\n@ view 0 0 0\nserverinfo 3504 "
                 "max_clients 1 game_type 0 level_name \"\"\n%s",
                 lines[i]);
        expect_made(text, lines[i]);
    }
    snprintf(text, sizeof(text), "%s%stemp_entity 14 origin 1 2 3\n", HEAD, INFO);
    cr_expect_eq(make(text), FORMAT_BAD);
    for (int count = 255; count <= 256; count++) { /* a byte */
        snprintf(text, sizeof(text),
                 "quakereel-text 1 netquake 3504\ntrack \"0\\n\"\n@ view 0 0 0\nserverinfo 3504 "
                 "max_clients 1 game_type 0 level_name \"\"\ntemp_entity spark count %d\n",
                 count);
        cr_expect_eq(make(text), count == 255 ? 0 : FORMAT_BAD, "%d", count);
    }
}

Test(text_compile, pieces_of_a_text_may_come_in_any_size)
{
    struct byte_writer demo = {0}, text = {0}, back = {0};
    struct demo_text_report report;
    struct text_error err;
    struct demo opened;
    make_seed(0, SEED_BYTES, &demo);
    cr_assert_eq(demo_open(&opened, demo.data, demo.size, "a.dem"), 0);
    cr_assert_eq(text_of_demo(&opened, false, &text, &report, NULL), 0);
    for (size_t piece = 1; piece < 5000; piece = piece * 3 + 1) {
        back.size = 0;
        cr_assert_eq(demo_of_text(text.data, text.size, piece, &back, &err), 0, "%s", err.what);
        cr_expect(back.size == demo.size && memcmp(back.data, demo.data, demo.size) == 0);
    }
    demo_close(&opened);
    byte_writer_free(&demo);
    byte_writer_free(&text);
    byte_writer_free(&back);
}

Test(text_compile, line_ends_of_other_systems_are_read)
{
    cr_assert_eq(make("\xef\xbb\xbfquakereel-text 1 netquake 15\r\n\r\ntrack \"-1\\n\"\r\n@ view 0 "
                      "0 0\r\nnop\r\n"),
                 0, "line %llu: %s", (unsigned long long)error.line, error.what);
    cr_expect_eq(made.size, 3u + 16 + 1);
}

Test(text_compile, coloured_letters_are_shown_plain)
{
    static const char source[] =
        HEAD INFO "print \"\\^R\\^e\\^d\\x92\\x10a\\x11\\n\\nnow\\x02\\n\"\nprint \"plain\\n\"\n"
                  "updatename 0 \"\\^B\\^o\\^b\"\n";
    const struct demo_text_options options = {.pretty = true};
    struct byte_writer text = {0}, again = {0};
    struct media_sink sink = media_sink_memory(&text);
    struct demo_text_report report;
    struct demo demo;
    cr_assert_eq(make(source), 0, "%s", error.what);
    cr_assert_eq(demo_open(&demo, made.data, made.size, "a.dem"), 0);
    cr_assert_eq(demo_text_write(&demo, &options, &sink, &report, NULL), 0);
    cr_assert_eq(demo_of_text(text.data, text.size, ALL, &again, &error), 0, "%s", error.what);
    cr_expect(again.size == made.size && memcmp(again.data, made.data, made.size) == 0);
    byte_writer_u8(&text, 0);
    cr_expect(strstr((char *)text.data, "\" // Red0[a] now\nprint \"plain\\n\"\nupdatename 0 "
                                        "\"\\^B\\^o\\^b\" // Bob\n"),
              "%s", (char *)text.data);
    demo_close(&demo);
    byte_writer_free(&text);
    byte_writer_free(&again);
}

/* --- mistakes --------------------------------------------------------------------------------- */

Test(text_compile, mistakes_have_a_place)
{
    static const struct text_mistake cases[] = {
        {"", 1, 1, "quakereel-text 1"},
        {"hello\n", 1, 1, "quakereel-text 1"},
        {"quakereel-text 2 netquake 15\n", 1, 16, "only version 1"},
        {"quakereel-text 1 netquack 15\n", 1, 18, "netquake"},
        {"quakereel-text 1 netquake x\n", 1, 27, "a number is expected for the protocol"},
        {"quakereel-text 1 netquake 15 odd\n", 1, 30, "items_optional"},
        {HEAD "nop\n", 3, 1, "a block (@"},
        {HEAD "@ view 0 0\nnop\n", 4, 1, "a number is expected for view"},
        {HEAD "@\n", 3, 2, "@ needs the field view"},
        {HEAD INFO "prnt \"a\"\n", 8, 1, "unknown message 'prnt'; did you mean print?"},
        {HEAD INFO "zzzzzzzz 1\n", 8, 1, "unknown message 'zzzzzzzz'"},
        {HEAD INFO "fog density 1\n", 8, 1, "fog is no message of this protocol"},
        {HEAD INFO "ent 1 orign 2 3 4\n", 8, 7,
         "unknown field of ent 'orign'; did you mean origin?"},
        {HEAD INFO "ent 1 frame 300\n", 8, 13, "frame is 300, which is not in 0..255"},
        {HEAD INFO "ent 1 frame 2\n  frame 3\n", 9, 3, "frame stands here twice"},
        {HEAD INFO "ent 1 frame 1.5\n", 8, 13, "frame is a whole number"},
        {HEAD INFO "ent frame 1\n", 8, 5, "a number is expected for entity"},
        {HEAD INFO "print 5\n", 8, 7, "a string in quotes is expected for text"},
        {HEAD INFO "print \"a\n", 8, 7, "the string has no end in its line"},
        {HEAD INFO "print \"a", 8, 7, "the string has no end"},
        {HEAD INFO "print \"a\\q\"\n", 8, 9, "unknown escape"},
        {HEAD INFO "print \"a\\x00b\"\n", 8, 7, "text has a NUL byte inside"},
        {HEAD INFO "temp_entity telepor\n", 8, 13, "did you mean teleport?"},
        {HEAD INFO "temp_entity explosion origin 1 2 3 count 5\n", 8, 36,
         "temp_entity has no count with these fields in this protocol"},
        {HEAD INFO "temp_entity lightning1 entity 3\n  end 4 5 6 direction 7 8 9\n", 9, 13,
         "temp_entity has no direction"},
        {HEAD INFO "temp_entity lightning1 entity 3 bits 1\n", 8, 33, "temp_entity has no bits"},
        {HEAD INFO "clientdata items rl|xx health 1\n", 8, 21, "unknown value 'xx' of items"},
        {HEAD INFO "sound 1 entity 2 channel 3\n", 8, 6, "sound needs the field origin"},
        {HEAD INFO "raw 123\n", 8, 5, "a byte has two hex digits"},
        {HEAD INFO "raw\n", 9, 1, "bytes as hex digits are expected"},
        {HEAD INFO "serverinfo 17 max_clients 1 game_type 0 level_name \"\"\n", 8, 1,
         "protocol 17"},
        {HEAD INFO "clientdata health 1\n", 8, 1, "these fields make no message"},
        {HEAD INFO "ent 1 origin - - x\n", 8, 18, "unknown field"},
        {HEAD INFO "?\n", 8, 1, "the name of a message is expected"},
    };
    expect_mistakes(cases, sizeof(cases) / sizeof(cases[0]));
}

Test(text_compile, blocks_have_a_largest_size)
{
    struct byte_writer text = {0};
    byte_writer_bytes(&text, HEAD "@ view 0 0 0\n", strlen(HEAD "@ view 0 0 0\n"));
    for (int i = 0; i <= DEM_MAX_BLOCK_SIZE; i++) {
        byte_writer_bytes(&text, "nop\n", 4);
    }
    cr_expect_eq(demo_of_text(text.data, text.size, ALL, &made, &error), FORMAT_BAD);
    cr_expect_eq(error.line, (uint64_t)4 + DEM_MAX_BLOCK_SIZE);
    byte_writer_free(&text);
}

Test(nq_text, the_page_of_the_grammar_is_made_from_the_tables)
{
    struct file_bytes file;
    char *text = written_text(text_grammar_write);
    cr_assert_eq(platform_read_file("engine/edit/text/GRAMMAR.md", &file), 0);
    cr_expect(file.size == strlen(text) && memcmp(file.data, text, file.size) == 0,
              "GRAMMAR.md differs from the tables; run make docs");
    platform_free_file(&file);
    free(text);
}
