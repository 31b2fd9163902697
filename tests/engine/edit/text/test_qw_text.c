/* QuakeWorld demos as text: every demo comes back byte for byte, an edited text says what it says,
 * and mistakes are told with their place. */
#include "assets/builtin/builtin.h"
#include "engine/quakeworld/qw_family.h"
#include "tests/engine/edit/text/comes_back.h"
#include "tests/support/real_data.h"

static const char *const names[] = {"demo3.qwd", "demo4.mvd"};
enum { NAMES = 2 };

static const uint8_t *find(int i, size_t *size)
{
    const uint8_t *data;
    cr_assert(builtin_find(names[i], &data, size), "%s", names[i]);
    return data;
}

Test(qw_text, built_in_demos_come_back_by_their_fields)
{
    for (int i = 0; i < NAMES; i++) {
        struct demo_text_report report = {0};
        size_t size;
        const uint8_t *data = find(i, &size);
        cr_expect(come_back(names[i], data, size, &report), "%s", names[i]);
        cr_expect_eq(report.raw_messages, 0u, "%s", names[i]);
        cr_expect_lt(report.raw_bytes, 20u, "%s: the end's alone", names[i]);
    }
}

Test(qw_text, demos_that_end_anywhere_come_back)
{
    enum { BYTES = 4000 };
    for (int i = 0; i < NAMES; i++) {
        size_t size;
        const uint8_t *data = find(i, &size);
        cr_expect_gt(come_back_shortened(names[i], data, BYTES, 3), BYTES / 6, "%s", names[i]);
    }
}

Test(qw_text, demos_with_turned_bits_come_back)
{
    enum { BYTES = 12000 };
    for (int i = 0; i < NAMES; i++) {
        size_t size;
        const uint8_t *data = find(i, &size);
        come_back_turned(names[i], data, BYTES, 300);
    }
}

Test(qw_text, the_answer_of_a_proxy_comes_back)
{
    static const char answer[] = "QTVSV 1.0\nBEGIN: stream1\n\n";
    struct demo_text_report report = {0};
    struct byte_writer whole = {0};
    size_t size;
    const uint8_t *data = find(1, &size);
    byte_writer_bytes(&whole, answer, strlen(answer));
    byte_writer_bytes(&whole, data, size);
    cr_expect(come_back("stream", whole.data, whole.size, &report));
    cr_expect_eq(report.raw_messages, 0u);
    byte_writer_free(&whole);
}

static void check_real(const char *name, const uint8_t *data, size_t size)
{
    struct demo_text_report report = {0};
    cr_expect(come_back(name, data, size, &report), "%s", name);
    cr_expect_eq(report.raw_messages, 0u, "%s", name);
}

Test(qw_text, real_demos_come_back)
{
    real_data_each("quakeworld/corpus", "", check_real);
    real_data_each("quakeworld/recorded", "", check_real);
}

/* --- texts ------------------------------------------------------------------------------------ */

#define DATA                                                                                       \
    "serverdata 28 server_count 1 game_dir \"qw\" player 0 level_name \"Hall\" gravity 800\n"      \
    "modellist 0 names\n  \"maps/a.bsp\"\n  \"progs/b.mdl\"\n"
#define QWD "quakereel-text 1 quakeworld qwd 28\n@ packet 1 sequence 1 acknowledged 1\n" DATA
#define CHUNKS                                                                                     \
    "quakereel-text 1 quakeworld qwd 28\n@ packet 1 sequence 1 acknowledged 1\nserverdata 28 "     \
    "extensions 4654455800000020 server_count 1 game_dir \"qw\" player 0 level_name \"Hall\"\n"
#define MVD                                                                                        \
    "quakereel-text 1 quakeworld mvd 28\n@ all 0\nserverdata 28 server_count 1 game_dir \"qw\" "   \
    "demo_time 0 level_name \"Hall\"\n"

static struct byte_writer made;
static struct text_error error;

static int make(const char *text)
{
    made.size = 0;
    return demo_of_text(text, strlen(text), SIZE_MAX, &made, &error);
}

static void expect_made(const char *text, const char *name, const char *part)
{
    struct byte_writer again = {0};
    struct demo_text_report report;
    struct format_error err = {0};
    struct demo demo;
    cr_assert_eq(make(text), 0, "line %llu, column %llu: %s", (unsigned long long)error.line,
                 (unsigned long long)error.column, error.what);
    cr_assert_eq(demo_open(&demo, made.data, made.size, name), 0, "%s", demo.error.what);
    cr_assert_eq(demo.family, &quakeworld_family);
    cr_assert_eq(text_of_demo(&demo, false, &again, &report, &err), 0, "%s", err.what);
    byte_writer_u8(&again, 0);
    cr_expect(strstr((const char *)again.data, part), "'%s' is not in:\n%s", part,
              (const char *)again.data);
    demo_close(&demo);
    byte_writer_free(&again);
    byte_writer_free(&made);
}

Test(qw_text, edited_fields_are_in_the_demo)
{
    expect_made(QWD "print chat \"\\^Hi\"\n", "a.qwd", "print chat \"\\^Hi\"\n");
    expect_made(QWD
                "playerinfo 3 origin 1 2 3.125 frame 7 command command_move 320 - -8 velocity - "
                "5 dead\n",
                "a.qwd",
                "playerinfo 3 origin 1 2 3.125 frame 7 command command_move 320 - -8 velocity - 5 "
                "dead\n");
    expect_made(QWD "packetentities\n  ent 5 model 2 origin 8\n  ent 6 remove\n", "a.qwd",
                "packetentities\n  ent 5 model 2 origin 8 // b.mdl\n  ent 6 remove\n");
    expect_made(QWD "nails\n  nail 2 4 -6 pitch 22.5 yaw 90\n", "a.qwd",
                "nails\n  nail 2 4 -6 pitch 22.5 yaw 90\n");
    expect_made(QWD "sound 3 channel 1 entity 1023 origin 0 0 0 volume 5\n", "a.qwd",
                "sound 3 entity 1023 channel 1 origin 0 0 0 volume 5\n");
    expect_made(QWD "@ cmd 1.5 msec 13 view_angles 0 90 0\n@ set 1.5 outgoing 7 incoming 8\n",
                "a.qwd",
                "@ cmd 1.5 msec 13 view_angles 0 90 0\n\n@ set 1.5 outgoing 7 incoming 8\n");
    expect_made(MVD "@ single 3 9\nprint high \"a\"\n@ multiple 0 5\nprint low \"b\"\n", "a.mvd",
                "@ single 3 9\nprint high \"a\"\n\n@ multiple 0 5\nprint low \"b\"\n");
    expect_made(MVD "playerinfo 1 12 origin - 2 angles - 90\n", "a.mvd",
                "playerinfo 1 12 origin - 2 angles - 90\n");
}

Test(qw_text, downloads_and_voices_have_fields)
{
#define HEX "000102030405060708090a0b0c0d0e0f"
    static char text[4096], chunk[2200] = "download_chunk 3 bytes ";
    expect_made(QWD "download 50 bytes 0102ff\ndownload 100\n", "a.qwd",
                "download 50 bytes 0102ff\ndownload 100\n");
    expect_made(QWD "download_refused 0 size -1\n", "a.qwd", "download_refused 0 size -1\n");
    expect_made(QWD "qizmovoice bytes " HEX HEX "fdfe\n", "a.qwd",
                "qizmovoice bytes " HEX HEX "fdfe\n");
    for (int i = 0; i < 64; i++) {
        snprintf(chunk + strlen(chunk), sizeof(chunk) - strlen(chunk), "%s%s", HEX,
                 i % 4 == 3 && i < 63 ? "\n  " : "");
    }
    snprintf(text, sizeof(text), CHUNKS "download_begin -1 size 5 file_name \"a.bsp\"\n%s\n",
             chunk);
    expect_made(text, "a.qwd", "download_begin -1 size 5 file_name \"a.bsp\"\n");
    expect_made(text, "a.qwd", chunk);
#undef HEX
}

Test(qw_text, mistakes_have_a_place)
{
    static const struct text_mistake cases[] = {
        {"quakereel-text 1 quakeworld dem 28\n", 1, 29, "qwd or mvd is expected"},
        {"quakereel-text 1 quakeworld qwd 28\nnop\n", 2, 1, "a block (@"},
        {"quakereel-text 1 quakeworld qwd 28\n@ pakcet 1\n", 2, 3, "did you mean packet?"},
        {"quakereel-text 1 quakeworld qwd 28\n@ all 1\n", 2, 3, "all is no message"},
        {"quakereel-text 1 quakeworld qwd 28\n@ cmd 1\nnop\n", 3, 1, "has no messages"},
        {QWD "playerinfo 3 origin 1 2 3\n", 7, 11, "playerinfo needs the field frame"},
        {QWD "packetentities\n  ent 600\n", 8, 7, "entity is 600, which is not in 0..511"},
        {QWD "packetentities\n  ent 0\n", 7, 1, "these fields make no message"},
        {QWD "temp_entity blod origin 1 2 3\n", 7, 13, "did you mean blood?"},
        {QWD "temp_entity explosion origin 0 0 0 count 5\n", 7, 36, "temp_entity has no count"},
        {QWD "playerinfo 3 origin 1 2 3 frame 1 trans 5\n", 7, 35, "playerinfo has no trans"},
        {QWD "qizmovoice bytes 0102\n", 7, 18, "bytes has 2 bytes; it has to have 34"},
        {QWD "download_refused 0 size 5\n", 7, 1, "size has to be in -32768..-1"},
        {QWD "download_refused 0 size -32769\n", 7, 1, "size has to be in -32768..-1"},
        {CHUNKS "download_begin 0 size 1 file_name \"\"\n", 4, 1, "has to be below 0"},
        {MVD "@ single 1 32\n", 4, 12, "to is 32, which is not in 0..31"},
    };
    expect_mistakes(cases, sizeof(cases) / sizeof(cases[0]));
}
