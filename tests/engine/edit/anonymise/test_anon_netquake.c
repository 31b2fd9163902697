/* Stand-ins in NetQuake demos: hostile names, long blocks, damage, the built-in demo and real ones.
 */
#include <stdlib.h>

#include "assets/builtin/builtin.h"
#include "engine/edit/parts/edit_split.h"
#include "engine/netquake/nq_file.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "formats/parts/part_note.h"
#include "tests/engine/edit/anonymise/anonymised.h"
#include "tests/support/real_data.h"

static const float angles[3] = {1.0f, 2.0f, 3.0f};

static void add_name(struct byte_writer *w, uint8_t player, const char *name)
{
    byte_writer_u8(w, NQ_UPDATENAME);
    byte_writer_u8(w, player);
    byte_writer_string(w, name);
}

static void add_text(struct byte_writer *w, uint8_t id, const char *text)
{
    byte_writer_u8(w, id);
    byte_writer_string(w, text);
}

static void end_block(struct byte_writer *demo, struct byte_writer *block)
{
    dem_write_block(demo, angles, block->data, (uint32_t)block->size);
    block->size = 0;
}

/* The first block has the names, and the last what is said. */
struct made {
    struct byte_writer demo, block;
};

static struct made begin_demo(void)
{
    struct made m = {{0}, {0}};
    dem_write_track(&m.demo, -1);
    return m;
}

static void made_free(struct made *m)
{
    byte_writer_free(&m->demo);
    byte_writer_free(&m->block);
}

Test(anon_netquake, hostile_names)
{
    static const char full[] = "0123456789abcdefghijklmnopqrstu";
    struct made in = begin_demo(), want = begin_demo();
    const char *names[] = {"", "a", "\xed\xe9\xec", "say", "sayer", full, "unconnected", "p9"};
    const char *stand_ins[] = {"", "p1", "p2", "p3", "p4", "p5", "unconnected", "p9"};
    for (uint8_t i = 0; i < 8; i++) {
        add_name(&in.block, i, names[i]);
        add_name(&want.block, i, stand_ins[i]);
    }
    end_block(&in.demo, &in.block);
    end_block(&want.demo, &want.block);
    add_text(&in.block, NQ_PRINT,
             "\1"
             "a: say Mil, sayer");
    add_text(&want.block, NQ_PRINT,
             "\1"
             "p1: p3 p2, p4");
    add_text(&in.block, NQ_STUFFTEXT, "say a\nbf\n");
    add_text(&want.block, NQ_STUFFTEXT, "say p1\nbf\n");
    add_text(&in.block, NQ_CENTERPRINT, "\xc1 1.2.3.4");
    add_text(&want.block, NQ_CENTERPRINT, "\xf0\xb1 0.0.0.0");
    add_text(&in.block, NQ_PRINT, "0123456789ABCDEFGHIJKLMN   3");
    add_text(&want.block, NQ_PRINT, "p5   3");
    end_block(&in.demo, &in.block);
    end_block(&want.demo, &want.block);
    add_text(&in.block, NQ_PRINT, "untouched");
    end_block(&in.demo, &in.block);
    add_text(&want.block, NQ_PRINT, "untouched");
    end_block(&want.demo, &want.block);
    struct anonymised a = anonymise("a.dem", in.demo.data, in.demo.size);
    cr_expect_eq(a.code, 0, "%s", a.err.what);
    cr_expect(same_bytes(&a.out, want.demo.data, want.demo.size));
    cr_expect_eq(a.report.addresses, 1u);
    expect_stays("a.dem", &a.out);
    anonymised_free(&a);
    made_free(&in);
    made_free(&want);
}

Test(anon_netquake, another_name_of_a_player)
{
    static const struct {
        uint8_t slot;
        const char *name, *stand_in;
    } steps[] = {{0, "mil", "p1"},
                 {1, "bob", "p2"},
                 {0, "ton", "p1"},
                 {0, "", ""},
                 {0, "unconnected", "unconnected"},
                 {0, "zoe", "p3"},
                 {1, "mil", "p1"}};
    struct made in = begin_demo(), want = begin_demo();
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        add_name(&in.block, steps[i].slot, steps[i].name);
        add_name(&want.block, steps[i].slot, steps[i].stand_in);
    }
    end_block(&in.demo, &in.block);
    end_block(&want.demo, &want.block);
    struct anonymised a = anonymise("a.dem", in.demo.data, in.demo.size);
    cr_expect(same_bytes(&a.out, want.demo.data, want.demo.size));
    anonymised_free(&a);
    made_free(&in);
    made_free(&want);
}

/* One-letter names make a block longer than the original reads: it becomes two. */
Test(anon_netquake, long_blocks)
{
    struct made in = begin_demo();
    add_name(&in.block, 0, "a");
    end_block(&in.demo, &in.block);
    for (int i = 0; i < 1333; i++) {
        add_text(&in.block, NQ_PRINT, "a a ");
    }
    end_block(&in.demo, &in.block);
    struct anonymised a = anonymise("a.dem", in.demo.data, in.demo.size);
    cr_assert_eq(a.code, 0, "%s", a.err.what);
    cr_expect_eq(a.report.replaced, 1u + 2 * 1333);
    struct dem_file dem;
    struct dem_block block;
    uint32_t blocks = 0;
    cr_assert_eq(dem_open(&dem, a.out.data, a.out.size, NULL), 0);
    for (size_t pos = dem.first_block; dem_next_block(&dem, &pos, &block, NULL) > 0; blocks++) {
        cr_expect_leq(block.size, 8000u);
    }
    cr_expect_eq(blocks, 3u);
    anonymised_free(&a);
    made_free(&in);
}

Test(anon_netquake, a_message_that_becomes_too_long)
{
    struct made in = begin_demo();
    char *text = malloc(7901);
    for (int i = 0; i < 7900; i++) {
        text[i] = i % 2 ? ' ' : 'a';
    }
    text[7900] = '\0';
    add_name(&in.block, 0, "a");
    end_block(&in.demo, &in.block);
    const size_t second = in.demo.size;
    add_text(&in.block, NQ_PRINT, text);
    end_block(&in.demo, &in.block);
    struct anonymised a = anonymise("a.dem", in.demo.data, in.demo.size);
    cr_expect_lt(a.code, 0);
    cr_expect_eq(a.out.size, 0u);
    cr_expect_eq(a.err.offset, second);
    anonymised_free(&a);
    made_free(&in);
    free(text);
}

Test(anon_netquake, the_good_part_of_a_damaged_demo)
{
    struct made in = begin_demo();
    add_name(&in.block, 0, "milton");
    end_block(&in.demo, &in.block);
    const size_t good = in.demo.size;
    byte_writer_u8(&in.block, NQ_PRINT);
    byte_writer_bytes(&in.block, "milton", 6);
    end_block(&in.demo, &in.block);
    struct anonymised a = anonymise("a.dem", in.demo.data, in.demo.size);
    cr_expect_lt(a.code, 0);
    cr_expect_gt(a.err.offset, good);
    cr_expect_eq(a.out.size, good - strlen("milton") + strlen("p1"));
    cr_expect_not(a.report.left);
    anonymised_free(&a);
    made_free(&in);
}

Test(anon_netquake, nothing_in_front_of_the_first_damage)
{
    static const uint8_t bad[] = {0x7f, 0x7f};
    struct byte_writer in = {0};
    dem_write_track(&in, -1);
    dem_write_block(&in, angles, bad, sizeof(bad));
    struct anonymised a = anonymise("a.dem", in.data, in.size);
    cr_expect_lt(a.code, 0);
    cr_expect_eq(a.out.size, 0u, "the track line alone is no demo");
    anonymised_free(&a);
    byte_writer_free(&in);
}

/* A name in bytes that are no text: of a particle, or a model's name. */
Test(anon_netquake, a_name_is_left)
{
    struct made in = begin_demo();
    add_name(&in.block, 0, "shambler");
    byte_writer_u8(&in.block, NQ_SERVERINFO);
    byte_writer_u32(&in.block, 15);
    byte_writer_u16(&in.block, 1);
    byte_writer_bytes(&in.block, "map\0progs/shambler.mdl\0\0\0", 25);
    end_block(&in.demo, &in.block);
    struct anonymised a = anonymise("a.dem", in.demo.data, in.demo.size);
    cr_expect_eq(a.code, 0, "%s", a.err.what);
    cr_expect_eq(a.out.size, in.demo.size - strlen("shambler") + strlen("p1"));
    anonymised_free(&a);
    byte_writer_u8(&in.block, NQ_PARTICLE);
    byte_writer_bytes(&in.block, "\n\nSHAMBLER\n", 11);
    end_block(&in.demo, &in.block);
    a = anonymise("a.dem", in.demo.data, in.demo.size);
    cr_expect_lt(a.code, 0);
    cr_expect(a.report.left);
    cr_expect_eq(a.out.size, 0u);
    anonymised_free(&a);
    made_free(&in);
}

/* --- whole demos --------------------------------------------------------------------------------
 */

static uint8_t *copy_bytes(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size + 1);
    cr_assert_not_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

/* No name of the list is a word anywhere in the texts of the result. */
static void expect_no_names(const char *file, const struct anonymised *a)
{
    struct demo made;
    cr_assert_eq(demo_open(&made, a->out.data, a->out.size, file), 0);
    const struct nq_file *nq = made.file;
    struct nq_protocol protocol = nq->protocol;
    struct dem_block block;
    struct nq_message m;
    size_t pos = nq->dem.first_block, at;
    while (dem_next_block(&nq->dem, &pos, &block, NULL) > 0) {
        for (at = 0; nq_message_decode(&protocol, block.messages, block.size, &at, &m, NULL) > 0;) {
            nq_protocol_follow(&protocol, &m);
            const char *text = m.id == NQ_PRINT || m.id == NQ_STUFFTEXT || m.id == NQ_CENTERPRINT
                                   ? m.u.text
                               : m.id == NQ_UPDATENAME ? m.u.updatename.name
                                                       : "";
            size_t size = strlen(text), length;
            uint8_t *plain = copy_bytes(text, size);
            const char *stand_in, *listed;
            plain_letters(plain, &size, true);
            for (size_t i = 0; (listed = anon_names_list(a->names, i, &length, &stand_in)); i++) {
                uint8_t *name = copy_bytes(listed, length);
                plain_letters(name, &length, true);
                cr_expect_eq(count_words(plain, size, name, length), 0u, "%s: %s", file, text);
                free(name);
            }
            free(plain);
        }
    }
    demo_close(&made);
}

static void check_demo(const char *name, const uint8_t *data, size_t size)
{
    struct demo demo;
    const bool is_demo = demo_open(&demo, data, size, name) == 0;
    demo_close(&demo);
    if (!is_demo) {
        return;
    }
    struct anonymised a = anonymise(name, data, size);
    cr_expect(a.out.size > 0 && !a.report.left, "%s: %s", name, a.err.what);
    if (a.code == 0) {
        expect_no_names(name, &a);
        expect_stays(name, &a.out);
        expect_same_refusals(name, &a);
        cr_expect(a.report.replaced > 0 || same_bytes(&a.out, data, size), "%s", name);
    }
    anonymised_free(&a);
}

Test(anon_netquake, builtin_demo)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    check_demo("demo1.dem", data, size);
    struct anonymised a = anonymise("demo1.dem", data, size);
    cr_expect_eq(a.report.replaced, 1u);
    anonymised_free(&a);
}

Test(anon_netquake, real_demos)
{
    real_data_each("netquake", ".dem", check_demo);
    real_data_each("reports/quake", ".dem", check_demo);
}

/* --- parts ------------------------------------------------------------------------------------ */

/* The note behind a part that split wrote has the demo's bytes, and so the names. */
Test(anonymise_part, has_no_note)
{
    static const char *const files[] = {"demo1.dem", "demo3.qwd", "demo4.mvd"};
    for (int i = 0; i < 3; i++) {
        const uint8_t *data;
        size_t size;
        struct edit_split split;
        struct edit_report report;
        struct byte_writer part = {0};
        struct demo demo;
        cr_assert(builtin_find(files[i], &data, &size));
        cr_assert_eq(demo_open(&demo, data, size, files[i]), 0);
        const struct edit_split_at at = {.most = size / 3};
        cr_assert_eq(edit_split_find(&demo, &at, &split, NULL), 0);
        cr_assert_eq(edit_split_write(&demo, &split, 1, &part, &report, NULL), 0);
        const size_t whole = part_note_skip(part.data, part.size);
        cr_assert_lt(whole, part.size);
        struct anonymised a = anonymise(files[i], part.data, part.size);
        struct anonymised plain = anonymise(files[i], part.data, whole);
        cr_expect_eq(a.code, 0, "%s: %s", files[i], a.err.what);
        cr_expect(same_bytes(&a.out, plain.out.data, plain.out.size), "%s", files[i]);
        cr_expect_eq(part_note_skip(a.out.data, a.out.size), a.out.size, "%s", files[i]);
        anonymised_free(&a);
        anonymised_free(&plain);
        edit_report_free(&report);
        edit_split_free(&split);
        byte_writer_free(&part);
        demo_close(&demo);
    }
}

/* Notes behind notes, as parts of parts have them; so many as no demo has are refused. */
Test(anonymise_part, has_no_note_behind_a_note)
{
    static const int counts[] = {2, 16, 17, 1500};
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    for (int i = 0; i < 4; i++) {
        struct byte_writer part = {0};
        byte_writer_bytes(&part, data, size);
        for (int k = 0; k < counts[i]; k++) {
            const struct part_note note = {.part = part.size};
            cr_assert_eq(part_note_write(&part, &note, data), 0);
        }
        struct anonymised a = anonymise("a.dem", part.data, part.size);
        struct anonymised plain = anonymise("a.dem", data, size);
        if (counts[i] <= 16) {
            cr_expect_eq(a.code, 0, "%s", a.err.what);
            cr_expect(same_bytes(&a.out, plain.out.data, plain.out.size));
        } else {
            cr_expect_eq(a.code, FORMAT_BAD);
            cr_expect_eq(a.out.size, 0u);
        }
        anonymised_free(&a);
        anonymised_free(&plain);
        byte_writer_free(&part);
    }
}
