/* Texts in demos of all families: they come at their times, nothing else changes, and they can be
 * listed and taken out again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/subtitle/edit_subtitle.h"
#include "engine/edit/validate/validate.h"
#include "engine/netquake/nq_file.h"
#include "engine/playback/families.h"
#include "engine/quake3/q3_reader.h"
#include "formats/netquake/nq_message.h"
#include "formats/quake3/q3_hash.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"
#include "tests/support/command.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

static const char srt[] = "1\n0:00.5 --> 0:02.5\nHello \"there\"\nsecond row\n\n";

static struct subtitles read_texts(const char *text)
{
    struct subtitles s = {0};
    struct subtitle_error err;
    cr_assert_eq(subtitles_read(&s, (const uint8_t *)text, strlen(text), &err), 0, "%s", err.what);
    return s;
}

static struct demo open_demo(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    cr_assert_eq(demo_open(&demo, data, size, name), 0, "%s", name);
    return demo;
}

static struct byte_writer add_texts(const struct demo *demo, const char *text,
                                    struct subtitle_report *report)
{
    struct subtitles s = read_texts(text);
    struct byte_writer out = {0};
    struct format_error err;
    cr_assert_eq(edit_subtitle_add(demo, &s, &out, report, &err), 0, "%s", err.what);
    subtitles_free(&s);
    return out;
}

static struct byte_writer remove_texts(const struct demo *demo, const char *text, size_t *removed)
{
    struct subtitles s = text ? read_texts(text) : (struct subtitles){0};
    struct subtitle_report report;
    struct byte_writer out = {0};
    struct format_error err;
    cr_assert_eq(edit_subtitle_remove(demo, text ? &s : NULL, &out, &report, &err), 0, "%s",
                 err.what);
    *removed = report.removed;
    subtitles_free(&s);
    return out;
}

static struct subtitle_list list_texts(const struct demo *demo)
{
    struct subtitle_list list = {0};
    struct format_error err;
    cr_assert_eq(edit_subtitle_list(demo, &list, &err), 0, "%s", err.what);
    return list;
}

static uint64_t count_refusals(const struct demo *demo)
{
    struct validate_report report;
    struct format_error err;
    const enum validate_engine engine =
        demo->family->quake3_data ? VALIDATE_IOQUAKE3 : VALIDATE_EZQUAKE;
    cr_assert_geq(validate_demo(demo, engine, NULL, NULL, &report, &err), 0);
    return report.refusals;
}

/* The text's place in the list; the count: it is not there. */
static size_t find_item(const struct subtitle_list *list, const char *text)
{
    size_t i = 0;
    while (i < list->count && strcmp(subtitle_list_text(list, i), text) != 0) {
        i++;
    }
    return i;
}

/* --- Quake and QuakeWorld -----------------------------------------------------------------------
 */

static void check_demo(const char *name, const uint8_t *data, size_t size, size_t messages)
{
    struct subtitle_report report;
    struct demo demo = open_demo(name, data, size);
    struct byte_writer out = add_texts(&demo, srt, &report);
    cr_assert(report.shown == 1 && report.missing == 0 && report.messages == messages,
              "%s: %zu %zu %zu", name, report.shown, report.missing, report.messages);
    struct demo made = open_demo(name, out.data, out.size);
    cr_expect_eq(count_refusals(&made), count_refusals(&demo), "%s", name);
    struct subtitle_list list = list_texts(&made), before = list_texts(&demo);
    const size_t i = find_item(&list, "Hello \"there\"\nsecond row");
    cr_assert_eq(list.count, before.count + 1, "%s", name);
    cr_assert_lt(i, list.count, "%s", name);
    cr_expect(list.items[i].from > 0.4999 && list.items[i].from < 0.7, "%s: %g", name,
              list.items[i].from);
    cr_expect(list.items[i].to > 2.4999 && list.items[i].to < 2.7, "%s: %g", name,
              list.items[i].to);
    size_t removed;
    struct byte_writer back = remove_texts(&made, srt, &removed);
    cr_expect_eq(removed, messages, "%s", name);
    cr_expect(back.size == size && memcmp(back.data, data, size) == 0, "%s", name);
    byte_writer_free(&back);
    subtitle_list_free(&list);
    subtitle_list_free(&before);
    byte_writer_free(&out);
    demo_close(&made);
    demo_close(&demo);
}

Test(edit_subtitle, comes_and_goes_and_nothing_else_changes)
{
    static const char *const names[] = {"demo1.dem", "demo3.qwd", "demo4.mvd"};
    for (int i = 0; i < 3; i++) {
        size_t size;
        const uint8_t *data;
        cr_assert(builtin_find(names[i], &data, &size));
        check_demo(names[i], data, size, 3);
    }
}

Test(edit_subtitle, real_demos)
{
    static const struct {
        const char *name;
        size_t messages; /* 2: the demo is in a cutscene, where texts stay */
    } demos[] = {
        {"netquake/demo1.dem", 2},
        {"netquake/r666_e1m1.dem", 3},
        {"netquake/r999_e0m6.dem", 3},
        {"quakeworld/recorded/tq_rec_mid.qwd", 3},
        {"quakeworld/recorded/ez_ext_ktx_bots.qwd", 3},
        {"quakeworld/recorded/lab_ktx_mvd.mvd", 3},
    };
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        size_t size;
        uint8_t *data = real_data_read(&size, "%s", demos[i].name);
        check_demo(demos[i].name, data, size, demos[i].messages);
        free(data);
    }
}

/* The built-in demo without texts of its own. */
static struct byte_writer textless_demo(void)
{
    size_t size, removed;
    const uint8_t *data;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    struct demo demo = open_demo("demo1.dem", data, size);
    struct byte_writer out = remove_texts(&demo, NULL, &removed);
    cr_assert_eq(removed, 5);
    demo_close(&demo);
    return out;
}

/* Behind block `block` of a demo: messages of these bytes; NULL: those of the demo's first block, a
 * serverinfo or serverdata. */
struct extra {
    uint32_t block;
    const char *bytes;
    size_t size;
};

/* That demo, with extras. */
static struct byte_writer write_extras(const struct extra *extras, int count)
{
    struct dem_file dem;
    struct dem_block block, first = {0};
    struct byte_writer in = textless_demo(), out = {0}, messages = {0};
    cr_assert_eq(dem_open(&dem, in.data, in.size, NULL), 0);
    size_t pos = dem.first_block;
    byte_writer_bytes(&out, in.data, pos);
    for (uint32_t n = 0; dem_next_block(&dem, &pos, &block, NULL) > 0; n++) {
        first = n == 0 ? block : first;
        messages.size = 0;
        byte_writer_bytes(&messages, block.messages, block.size);
        for (int i = 0; i < count; i++) {
            const struct extra *e = &extras[i];
            if (e->block == n) {
                byte_writer_bytes(&messages, e->bytes ? (const void *)e->bytes : first.messages,
                                  e->bytes ? e->size : first.size);
            }
        }
        dem_write_block(&out, block.angles, messages.data, (uint32_t)messages.size);
    }
    byte_writer_free(&messages);
    byte_writer_free(&in);
    return out;
}

/* That demo, with texts at the end of blocks, by number. */
static struct byte_writer write_demo(const char *const texts[], const uint32_t blocks[], int count)
{
    struct extra extras[4];
    char bytes[4][100];
    cr_assert_leq(count, 4);
    for (int i = 0; i < count; i++) {
        const int length = snprintf(bytes[i], sizeof(bytes[i]), "%c%s", NQ_CENTERPRINT, texts[i]);
        extras[i] = (struct extra){blocks[i], bytes[i], (size_t)length + 1};
    }
    return write_extras(extras, count);
}

Test(edit_subtitle, leaves_texts_of_the_demo)
{
    static const char *const texts[] = {"\n\n\xe2old\x92 text\n", "old4 text", ""};
    static const uint32_t blocks[] = {20, 60, 70};
    struct byte_writer in = write_demo(texts, blocks, 3);
    struct demo demo = open_demo("a.dem", in.data, in.size);
    struct subtitle_list list = list_texts(&demo);
    cr_assert_eq(list.count, 2);
    cr_expect_str_eq(subtitle_list_text(&list, 0), "bold0 text");
    cr_expect_str_eq(subtitle_list_text(&list, 1), "old4 text");
    subtitle_list_free(&list);

    size_t removed;
    struct byte_writer some = remove_texts(&demo, "1 bol d0 te xt", &removed);
    cr_expect_eq(removed, 1);
    struct byte_writer wanted = write_demo(texts + 1, blocks + 1, 2);
    cr_expect(some.size == wanted.size && memcmp(some.data, wanted.data, some.size) == 0);
    byte_writer_free(&some);
    byte_writer_free(&wanted);
    some = remove_texts(&demo, "1 old4 text", &removed);
    cr_expect_eq(removed, 2, "the empty one, too");
    wanted = write_demo(texts, blocks, 1);
    cr_expect(some.size == wanted.size && memcmp(some.data, wanted.data, some.size) == 0);
    byte_writer_free(&some);
    byte_writer_free(&wanted);
    some = remove_texts(&demo, NULL, &removed);
    cr_expect_eq(removed, 3);
    wanted = textless_demo();
    cr_expect(some.size == wanted.size && memcmp(some.data, wanted.data, some.size) == 0);
    byte_writer_free(&some);
    byte_writer_free(&wanted);
    demo_close(&demo);
    byte_writer_free(&in);
}

Test(edit_subtitle, does_not_end_a_text_of_the_demo)
{
    static const char *const texts[] = {"old"};
    static const uint32_t blocks[] = {60};
    struct subtitle_report report;
    struct byte_writer in = write_demo(texts, blocks, 1);
    struct demo demo = open_demo("a.dem", in.data, in.size);
    struct subtitle_list before = list_texts(&demo);
    char line[80];
    snprintf(line, sizeof(line), "1\n0:%.3f --> 0:%.3f\nnew\n", before.items[0].from - 0.05,
             before.items[0].from + 0.05);
    struct byte_writer out = add_texts(&demo, line, &report);
    struct demo made = open_demo("a.dem", out.data, out.size);
    struct subtitle_list list = list_texts(&made);
    cr_expect_eq(report.messages, 1);
    cr_assert_eq(list.count, 2);
    cr_expect_float_eq(list.items[0].to, before.items[0].from, 1e-9);
    cr_expect_float_eq(list.items[1].to, before.items[0].to, 1e-9);
    subtitle_list_free(&list);
    subtitle_list_free(&before);
    demo_close(&made);
    demo_close(&demo);
    byte_writer_free(&out);
    byte_writer_free(&in);
}

/* Where the text of that time comes, in a demo whose block 60, at 1.583 s, has 7,995 bytes. */
static double find_place(const char *text)
{
    struct dem_file dem;
    struct dem_block block;
    struct byte_writer in = {0}, full = {0}, from = textless_demo();
    struct subtitle_report report;
    cr_assert_eq(dem_open(&dem, from.data, from.size, NULL), 0);
    size_t pos = dem.first_block;
    byte_writer_bytes(&in, from.data, pos);
    for (uint32_t n = 0; dem_next_block(&dem, &pos, &block, NULL) > 0; n++) {
        full.size = 0;
        byte_writer_bytes(&full, block.messages, block.size);
        while (n == 60 && full.size < 7995) {
            byte_writer_u8(&full, NQ_NOP);
        }
        dem_write_block(&in, block.angles, full.data, (uint32_t)full.size);
    }
    struct demo demo = open_demo("a.dem", in.data, in.size);
    struct byte_writer out = add_texts(&demo, text, &report);
    struct demo made = open_demo("a.dem", out.data, out.size);
    struct subtitle_list list = list_texts(&made);
    cr_assert_eq(list.count, 1);
    const double time = list.items[0].from;
    subtitle_list_free(&list);
    demo_close(&made);
    demo_close(&demo);
    byte_writer_free(&out);
    byte_writer_free(&in);
    byte_writer_free(&full);
    byte_writer_free(&from);
    return time;
}

Test(edit_subtitle, keeps_blocks_below_the_limit)
{
    cr_expect_float_eq(find_place("1.57 abc\n"), 1.583, 0.002);
    cr_expect_float_eq(find_place("1.57 abcd\n"), 1.611, 0.002);
}

/* --- intermissions ------------------------------------------------------------------------------
 */

/* Finds the only text of the list that begins with that letter. */
static const struct subtitle_shown *find_letter(const struct subtitle_list *list, char letter)
{
    const struct subtitle_shown *found = NULL;
    for (size_t i = 0; i < list->count; i++) {
        if (subtitle_list_text(list, i)[0] == letter) {
            cr_expect_null(found);
            found = &list->items[i];
        }
    }
    cr_assert_not_null(found);
    return found;
}

#define EXTRA(block, bytes)                                                                        \
    {                                                                                              \
        block, bytes, sizeof(bytes) - 1                                                            \
    }
#define SIGNON_3 "\031\003"
#define TEXT "\032" /* centerprint */
#define INTERMISSION "\036"
#define FINALE "\037"
#define CUTSCENE "\042"

/* Blocks come each 1/36 s, block 60 at 1.583 s; the demo is 40 s long, and 0.07 s more with a level
 * change, whose first block takes 0.1 s. */
Test(edit_subtitle, lists_texts_that_stay_in_an_intermission)
{
    static const struct extra extras[] = {
        EXTRA(60, TEXT "a\0"),   EXTRA(72, INTERMISSION), /* scores hide it */
        EXTRA(80, TEXT "b\0"),   EXTRA(400, FINALE "End.\0"),
        EXTRA(500, TEXT "c\0"),  EXTRA(700, TEXT "d\0"),
        {800, NULL, 0},          EXTRA(800, SIGNON_3),
        EXTRA(810, TEXT "e\0"),  EXTRA(900, CUTSCENE "\0"),
        EXTRA(1000, TEXT "f\0"), EXTRA(1440, TEXT "f\0"),
    };
    struct byte_writer in = write_extras(extras, sizeof(extras) / sizeof(extras[0]));
    struct demo demo = open_demo("a.dem", in.data, in.size);
    struct subtitle_list list = list_texts(&demo);
    const struct subtitle_shown *a = find_letter(&list, 'a'), *b = find_letter(&list, 'b'),
                                *c = find_letter(&list, 'c'), *d = find_letter(&list, 'd'),
                                *e = find_letter(&list, 'e'), *f = find_letter(&list, 'f');
    cr_expect_eq(list.count, 6);
    cr_expect_float_eq(a->to - a->from, 12 / 36.0, 0.01, "%g", a->to);
    cr_expect_float_eq(b->to - b->from, 320 / 36.0, 0.01, "%g", b->to);
    cr_expect_eq(c->to, d->from);
    cr_expect_float_eq(d->to - d->from, 99 / 36.0 + 0.1, 0.01, "%g", d->to);
    cr_expect_float_eq(e->to - e->from, 2.0, 0.001, "%g", e->to);
    cr_expect_float_eq(f->to, 40.07, 0.01, "%g", f->to);
    subtitle_list_free(&list);
    demo_close(&demo);
    byte_writer_free(&in);
}

/* The messages for that text, and whether the demo comes back without it. */
static size_t count_messages(const struct byte_writer *in, const char *name, const char *text)
{
    struct subtitle_report report;
    struct demo demo = open_demo(name, in->data, in->size);
    struct byte_writer out = add_texts(&demo, text, &report);
    struct demo made = open_demo(name, out.data, out.size);
    size_t removed;
    struct byte_writer back = remove_texts(&made, text, &removed);
    cr_expect_eq(report.shown, 1, "%s", text);
    cr_expect_eq(removed, report.messages, "%s", text);
    cr_expect(back.size == in->size && memcmp(back.data, in->data, back.size) == 0, "%s", text);
    byte_writer_free(&back);
    demo_close(&made);
    byte_writer_free(&out);
    demo_close(&demo);
    return report.messages;
}

Test(edit_subtitle, says_a_text_once_in_an_intermission)
{
    static const struct extra extras[] = {
        EXTRA(72, INTERMISSION), EXTRA(400, FINALE "End.\0"), {800, NULL, 0}, EXTRA(800, SIGNON_3)};
    struct byte_writer in = write_extras(extras, 4);
    /* Said, said again, removed. */
    cr_expect_eq(count_messages(&in, "a.dem", "1\n0:00.3 --> 0:01.9\nx"), 3);
    /* In the intermission, from 1.92 s on: said, removed. */
    cr_expect_eq(count_messages(&in, "a.dem", "1\n0:03 --> 0:10\nx"), 2);
    /* From before it on. */
    cr_expect_eq(count_messages(&in, "a.dem", "1\n0:01.6 --> 0:10\nx"), 2);
    /* The finale at 11.03 s takes its place: it is said once more. */
    cr_expect_eq(count_messages(&in, "a.dem", "1\n0:03 --> 0:15\nx"), 3);
    /* The finale, less than a second before its end, takes it away. */
    cr_expect_eq(count_messages(&in, "a.dem", "1\n0:03 --> 0:11.1\nx"), 1);
    /* The next level at 22.14 s: at once, three times more, and removed. */
    cr_expect_eq(count_messages(&in, "a.dem", "1\n0:15 --> 0:26\nx"), 6);
    byte_writer_free(&in);
}

/* That built-in demo with a finale in the packets from that number on. */
static struct byte_writer write_finale(uint32_t packets)
{
    static const char finale[] = FINALE "End.";
    size_t size, pos = 0;
    const uint8_t *data;
    struct qwd_block block;
    struct byte_writer out = {0}, messages = {0};
    cr_assert(builtin_find("demo3.qwd", &data, &size));
    for (uint32_t n = 0; qwd_next_block(data, size, &pos, &block, NULL) > 0;) {
        if (block.type == QWD_READ && block.u.packet.kind == QWD_SEQUENCED && n++ == packets) {
            messages.size = 0;
            byte_writer_bytes(&messages, block.u.packet.messages, block.u.packet.size);
            byte_writer_bytes(&messages, finale, sizeof(finale));
            block.u.packet.messages = messages.data;
            block.u.packet.size = (uint32_t)messages.size;
        }
        qwd_write_block(&out, &block);
    }
    byte_writer_free(&messages);
    return out;
}

Test(edit_subtitle, says_a_text_once_in_an_intermission_of_quakeworld)
{
    struct byte_writer in = write_finale(100);
    cr_expect_eq(count_messages(&in, "a.qwd", "1\n0:15 --> 0:20\nx"), 2);
    byte_writer_free(&in);
}

Test(edit_subtitle, says_a_text_once_in_a_real_intermission)
{
    size_t size;
    struct byte_writer in = {0};
    in.data = real_data_read(&size, "quakeworld/corpus/duel_dm3_2026.mvd");
    in.size = size;
    cr_expect_eq(count_messages(&in, "a.mvd", "1\n1:10.3 --> 1:15\nx"), 2); /* from 70.2 s on */
    free(in.data);
}

/* --- Quake III ----------------------------------------------------------------------------------
 */

struct q3_sums {
    uint64_t states, commands; /* commands: without the words looked for */
    uint32_t texts, empty;
    bool gap; /* in the numbers of commands */
};

static struct q3_sums sum_quake3(int protocol, const uint8_t *data, size_t size)
{
    struct q3_sums sums = {0};
    struct q3_message m;
    struct format_error err;
    struct q3_reader *reader = q3_reader_create(protocol, data, size);
    int32_t last = 0;
    cr_assert_not_null(reader);
    while (q3_reader_block(reader, &err) > 0) {
        while (q3_reader_next(reader, &m, &err) > 0) {
            if (m.id == Q3_GAMESTATE) {
                last = reader->frames.server_command;
            } else if (m.id == Q3_SERVER_COMMAND && !m.u.command.repeated) {
                const char *text = m.u.command.text;
                sums.gap |= m.u.command.sequence != last + 1;
                last = m.u.command.sequence;
                sums.empty += text[0] == '\0' || strcmp(text, "cp \"\"") == 0;
                if (strcmp(text, "cp \"Hello 'there'\nsecond row\"") == 0) {
                    sums.texts++;
                } else if (text[0] != '\0' && strcmp(text, "cp \"\"") != 0) {
                    for (; *text != '\0'; text++) {
                        sums.commands = sums.commands * 31 + (uint8_t)*text;
                    }
                }
            } else if (m.id == Q3_SNAPSHOT && m.u.snapshot) {
                const struct q3_snapshot *s = m.u.snapshot;
                sums.states = sums.states * 31 + q3_hash_player(reader->protocol, &s->player);
                sums.states = sums.states * 31 +
                              q3_hash_entities(reader->protocol, &reader->frames, s) +
                              (uint32_t)s->sequence;
            }
        }
    }
    sums.states += q3_hash_configstrings(&reader->gamestate);
    q3_reader_free(reader);
    return sums;
}

static void check_quake3(const char *name, int protocol, const uint8_t *data, size_t size)
{
    struct subtitle_report report;
    struct demo demo = open_demo(name, data, size);
    struct byte_writer out = add_texts(&demo, srt, &report);
    const struct q3_sums from = sum_quake3(protocol, data, size);
    const struct q3_sums to = sum_quake3(protocol, out.data, out.size);
    cr_expect_eq(report.shown, 1, "%s", name);
    cr_expect_eq(to.states, from.states, "%s", name);
    cr_expect_eq(to.commands, from.commands, "%s", name);
    cr_expect_eq(to.gap, from.gap, "%s", name);
    cr_expect_eq(to.texts + to.empty, from.empty + report.messages, "%s", name);
    struct demo made = open_demo(name, out.data, out.size);
    cr_expect_eq(count_refusals(&made), count_refusals(&demo), "%s", name);
    struct subtitle_list list = list_texts(&made);
    const size_t i = find_item(&list, "Hello 'there'\nsecond row");
    cr_assert_lt(i, list.count, "%s", name);
    cr_expect(list.items[i].from > 0.4999 && list.items[i].from < 0.7, "%s: %g", name,
              list.items[i].from);
    subtitle_list_free(&list);
    size_t removed;
    struct byte_writer back = remove_texts(&made, srt, &removed);
    const struct q3_sums again = sum_quake3(protocol, back.data, back.size);
    cr_expect_eq(removed, report.messages, "%s", name);
    cr_expect_eq(again.texts, 0u, "%s", name);
    cr_expect_eq(again.states, from.states, "%s", name);
    cr_expect_eq(again.commands, from.commands, "%s", name);
    byte_writer_free(&back);
    demo_close(&made);
    byte_writer_free(&out);
    demo_close(&demo);
}

Test(edit_subtitle, quake3)
{
    for (size_t i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        char name[16];
        struct q3_demo *match = q3_match_write(q3_match_protocols[i]);
        snprintf(name, sizeof(name), q3_match_protocols[i] == 43 ? "a.dm3" : "a.dm_%d",
                 q3_match_protocols[i]);
        check_quake3(name, q3_match_protocols[i], match->file.data, match->file.size);
        q3_demo_free(match);
    }
}

Test(edit_subtitle, real_quake3)
{
    static const struct {
        const char *name;
        int protocol;
    } demos[] = {{"quake3/corpus/cpma_2_maps_1_match_per_map.dm_68", 68},
                 {"quake3/corpus/duel.dm_48", 48},
                 {"quake3/corpus/tdm_qlan2_2004.dm_67", 67}};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        size_t size;
        uint8_t *data = real_data_read(&size, "%s", demos[i].name);
        check_quake3(demos[i].name, demos[i].protocol, data, size);
        free(data);
    }
}

/* --- the list -----------------------------------------------------------------------------------
 */

Test(edit_subtitle, lists_what_is_shown)
{
    struct subtitle_list list = {0};
    struct byte_writer out = {0};
    cr_assert_eq(subtitle_list_add(&list, 1, 2, 3, "a\nb"), 0);
    cr_assert_eq(subtitle_list_add(&list, 2, 2, 1, "a\nb"), 0); /* stays longer */
    cr_assert_eq(subtitle_list_add(&list, 2.5, 2, 4, "c"), 0);  /* to another */
    cr_assert_eq(subtitle_list_add(&list, 3, 2, 2, "d"), 0);    /* ends the first */
    cr_assert_eq(subtitle_list_add(&list, 3.5, 2, 7, ""), 0);   /* ends both */
    cr_assert_eq(subtitle_list_add(&list, 3700, 2, 7, "a\nb"), 0);
    subtitle_list_write(&list, SUBTITLE_SRT, &out);
    byte_writer_u8(&out, 0);
    cr_expect_str_eq((const char *)out.data, "1\n00:00:01,000 --> 00:00:03,000\na\nb\n\n"
                                             "2\n00:00:02,500 --> 00:00:03,500\nc\n\n"
                                             "3\n00:00:03,000 --> 00:00:03,500\nd\n\n"
                                             "4\n01:01:40,000 --> 01:01:42,000\na\nb\n\n");
    out.size = 0;
    subtitle_list_write(&list, SUBTITLE_LINES, &out);
    byte_writer_u8(&out, 0);
    cr_expect_str_eq((const char *)out.data, "00:00:01.000 a\\nb\n00:00:02.500 c\n"
                                             "00:00:03.000 d\n01:01:40.000 a\\nb\n");
    struct subtitles read = read_texts((const char *)out.data);
    cr_expect_eq(read.count, 4);
    subtitles_free(&read);
    byte_writer_free(&out);
    subtitle_list_free(&list);
}

/* --- the command --------------------------------------------------------------------------------
 */

Test(edit_subtitle, command_tells_what_found_no_place)
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
    r = COMMAND(cmd_subtitle, "subtitle", "builtin:demo1", "-o", "-");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
    r = COMMAND(cmd_subtitle, "subtitle", "--list", "srt", path, "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
    command_remove(path);
}

Test(edit_subtitle, command_lists_and_removes)
{
    char demo[1024];
    static const char *const texts[] = {"old text"};
    static const uint32_t blocks[] = {60};
    struct byte_writer in = write_demo(texts, blocks, 1);
    snprintf(demo, sizeof(demo), "%s", command_file("a.dem", (const char *)in.data, in.size));
    struct command_result r = COMMAND(cmd_subtitle, "subtitle", "--list", "srt", demo);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "1\n00:00:0");
    command_expect(r.out, "\nold text\n\n");
    command_free(&r);
    r = COMMAND(cmd_subtitle, "subtitle", "--list", "lines", "--json", demo);
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.out, "\"text\":\"old text\"}]");
    command_free(&r);
    r = COMMAND(cmd_subtitle, "subtitle", "--remove", demo, "--json", "-o", "-");
    cr_expect_eq(r.status, EXIT_GOOD, "%s", r.err);
    command_expect(r.err, "\"removed\":1,");
    command_free(&r);
    command_remove(demo);
    byte_writer_free(&in);
}

Test(edit_subtitle, command_writes_nothing_for_texts_without_a_place)
{
    char path[1024];
    snprintf(path, sizeof(path), "%s", command_file("a.txt", "90000 b\n", 8));
    struct command_result r = COMMAND(cmd_subtitle, "subtitle", path, "builtin:demo1", "-o", "-");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "1 text found no place");
    cr_expect_str_empty(r.out);
    command_free(&r);
    command_remove(path);
}

/* The track line alone is no demo. */
Test(edit_subtitle, command_writes_nothing_in_front_of_the_first_damage)
{
    static const uint8_t bad[] = {0x7f, 0x7f};
    static const float angles[3];
    char path[1024];
    struct byte_writer in = {0};
    dem_write_track(&in, -1);
    dem_write_block(&in, angles, bad, sizeof(bad));
    snprintf(path, sizeof(path), "%s", command_file("a.dem", in.data, in.size));
    struct command_result r = COMMAND(cmd_subtitle, "subtitle", "--remove", path, "-o", "-");
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.err, "a.dem: byte ");
    cr_expect_str_empty(r.out);
    command_free(&r);
    command_remove(path);
    byte_writer_free(&in);
}
