/* Stand-ins in QuakeWorld demos: userinfo, prints, voice, KTX's statistics in hidden blocks; the
 * built-in demos and real ones. */
#include <stdio.h>
#include <stdlib.h>

#include "assets/builtin/builtin.h"
#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"
#include "tests/engine/edit/anonymise/anonymised.h"
#include "tests/support/real_data.h"

static void add_userinfo(struct byte_writer *w, uint8_t player, const char *info)
{
    byte_writer_u8(w, QW_UPDATEUSERINFO);
    byte_writer_u8(w, player);
    byte_writer_u32(w, 700u + player);
    byte_writer_string(w, info);
}

static void add_print(struct byte_writer *w, uint8_t level, const char *text)
{
    byte_writer_u8(w, QW_PRINT);
    byte_writer_u8(w, level);
    byte_writer_string(w, text);
}

static void add_setting(struct byte_writer *w, int player, const char *key, const char *value)
{
    byte_writer_u8(w, player < 0 ? QW_SERVERINFO : QW_SETINFO);
    if (player >= 0) {
        byte_writer_u8(w, (uint8_t)player);
    }
    byte_writer_string(w, key);
    byte_writer_string(w, value);
}

static void add_text(struct byte_writer *w, uint8_t id, const char *text)
{
    byte_writer_u8(w, id);
    byte_writer_string(w, text);
}

/* Messages as they are, or as they must become. */
static void add_messages(struct byte_writer *w, bool hidden)
{
    add_userinfo(w, 20,
                 hidden ? "\\name\\p90\\team\\red\\*auth\\p90\\skin\\base"
                        : "\\name\\milton\\team\\red\\*auth\\jim77\\skin\\base");
    add_userinfo(w, 21,
                 hidden ? "\\*ip\\0.0.0.0\\name\\p91" : "\\*ip\\10.1.2.3\\name\\\xed\xf5s&cf00hi");
    add_setting(w, 21, "name", hidden ? "p91" : "say");
    add_setting(w, 21, "chat", "1");
    add_setting(w, -1, "hostname", hidden ? "server" : "Milton's home");
    add_setting(w, -1, "map", "milton");
    add_print(w, QW_PRINT_MEDIUM,
              hidden ? "p90 rides p91's rocket\n" : "MILTON rides mushi's rocket\n");
    add_print(w, QW_PRINT_CHAT,
              hidden ? "(p90): \r{&c666 p90&cfff} took {&cf00ra&cfff}\n"
                     : "(milton): \r{&c666 mlt&cfff} took {&cf00ra&cfff}\n");
    add_print(w, QW_PRINT_HIGH,
              hidden ? "\xf0\xb9\xb0|jim: 0.0.0.0\n" : "\xed\xe9\xec\xf4\xef\xee|jim: 1.2.3.4\n");
    add_text(w, QW_STUFFTEXT,
             hidden ? "say p91\n//finalscores \"milton1\" \"p90\" 7\n"
                    : "say say\n//finalscores \"milton1\" \"Milton\" 7\n");
    add_text(w, QW_CENTERPRINT, hidden ? "server" : "milton's HOME");
    if (!hidden) { /* voice */
        byte_writer_u8(w, QW_QIZMOVOICE);
        for (int i = 0; i < QW_QIZMO_VOICE; i++) {
            byte_writer_u8(w, 1);
        }
    }
}

/* Where stand-ins 90 and 91 are meant, the built-in demo's own come first. */
static void expect_messages(const char *name, const struct byte_writer *in,
                            const struct byte_writer *want)
{
    struct anonymised a = anonymise(name, in->data, in->size);
    cr_assert_eq(a.code, 0, "%s: %s", name, a.err.what);
    cr_expect_eq(a.report.voice, 1u);
    cr_expect_eq(a.report.addresses, 1u);
    cr_expect(same_bytes(&a.out, want->data, want->size), "%s: %zu bytes, not %zu", name,
              a.out.size, want->size);
    expect_stays(name, &a.out);
    anonymised_free(&a);
}

static void add_packet(struct byte_writer *demo, uint32_t sequence, const struct byte_writer *w)
{
    struct qwd_block block = {.time = 1.0f, .type = QWD_READ};
    block.u.packet = (struct qwd_packet){.kind = QWD_SEQUENCED,
                                         .sequence = sequence,
                                         .acknowledged = sequence,
                                         .messages = w->data,
                                         .size = (uint32_t)w->size};
    qwd_write_block(demo, &block);
}

static void add_block(struct byte_writer *demo, enum mvd_block_type type, const void *data,
                      size_t size)
{
    struct mvd_block block = {.type = type};
    block.u.messages.data = data;
    block.u.messages.size = (uint32_t)size;
    mvd_write_block(demo, &block);
}

static void add_serverdata(struct byte_writer *w, bool is_mvd)
{
    const struct qw_protocol protocol = {.version = QW_PROTOCOL_LAST, .is_mvd = is_mvd};
    struct qw_message m = {.id = QW_SERVERDATA};
    m.u.serverdata.protocol = QW_PROTOCOL_LAST;
    m.u.serverdata.game_dir = "qw";
    m.u.serverdata.level_name = "milton's level";
    qw_message_encode(&protocol, &m, w);
}

/* Two stand-ins more than 89. */
static void add_used_names(struct byte_writer *w)
{
    char info[32];
    for (int i = 1; i < 90; i++) {
        (void)snprintf(info, sizeof(info), "\\name\\p%d", i);
        add_userinfo(w, 1, info);
    }
}

Test(anon_quakeworld, client_demo)
{
    struct byte_writer in = {0}, want = {0};
    for (int hidden = 0; hidden < 2; hidden++) {
        struct byte_writer w = {0};
        struct byte_writer *demo = hidden ? &want : &in;
        add_serverdata(&w, false);
        add_used_names(&w);
        add_packet(demo, 1, &w);
        w.size = 0;
        add_messages(&w, hidden);
        add_packet(demo, 2, &w);
        w.size = 0;
        add_print(&w, QW_PRINT_HIGH, "untouched");
        add_packet(demo, 3, &w);
        byte_writer_free(&w);
    }
    expect_messages("a.qwd", &in, &want);
    byte_writer_free(&in);
    byte_writer_free(&want);
}

Test(anon_quakeworld, multi_view_demo)
{
    struct byte_writer in = {0}, want = {0};
    for (int hidden = 0; hidden < 2; hidden++) {
        struct byte_writer w = {0};
        struct byte_writer *demo = hidden ? &want : &in;
        add_serverdata(&w, true);
        add_used_names(&w);
        add_block(demo, MVD_ALL, w.data, w.size);
        w.size = 0;
        add_messages(&w, hidden);
        add_block(demo, MVD_SINGLE, w.data, w.size);
        w.size = 0;
        add_print(&w, QW_PRINT_HIGH, "untouched");
        add_block(demo, MVD_ALL, w.data, w.size);
        byte_writer_free(&w);
    }
    expect_messages("a.mvd", &in, &want);
    byte_writer_free(&in);
    byte_writer_free(&want);
}

/* --- hidden blocks ------------------------------------------------------------------------------
 */

static void add_hidden(struct byte_writer *w, uint16_t type, int number, const char *text,
                       size_t size)
{
    byte_writer_u32(w, (uint32_t)size + (number >= 0 ? 2 : 0));
    byte_writer_u16(w, type);
    if (number >= 0) {
        byte_writer_u16(w, (uint16_t)number);
    }
    byte_writer_bytes(w, text, size);
}

/* Statistics in pieces that cut a name in two, with other messages between them. */
static void write_statistics(struct byte_writer *demo, const char *const pieces[3])
{
    struct byte_writer w = {0};
    add_serverdata(&w, true);
    add_userinfo(&w, 0, strstr(pieces[0], "p1") ? "\\name\\p1" : "\\name\\milton");
    add_block(demo, MVD_ALL, w.data, w.size);
    w.size = 0;
    add_hidden(&w, 7, -1, "\1\2\3", 3);
    add_hidden(&w, 3, 1, pieces[0], strlen(pieces[0]));
    add_block(demo, MVD_MULTIPLE, w.data, w.size);
    w.size = 0;
    add_hidden(&w, 3, 2, pieces[1], strlen(pieces[1]));
    add_hidden(&w, 3, 0, pieces[2], strlen(pieces[2]));
    add_block(demo, MVD_MULTIPLE, w.data, w.size);
    add_block(demo, MVD_MULTIPLE, "another form", 12);
    byte_writer_free(&w);
}

Test(anon_quakeworld, statistics_in_pieces)
{
    static const char *const before[3] = {"{\"milton\":1,\"name\": \"Mil",
                                          "ton\", \"ip\":\"1.2.3.4\",", "\"x\":\"\\u006dilton\"}"};
    static const char *const after[3] = {"{\"milton\":1,\"name\": \"p1\"",
                                         ", \"ip\":\"0.0.0.0\",\"x\":", "\"p1\"}"};
    struct byte_writer in = {0}, want = {0};
    write_statistics(&in, before);
    write_statistics(&want, after);
    struct anonymised a = anonymise("a.mvd", in.data, in.size);
    cr_assert_eq(a.code, 0, "%s", a.err.what);
    cr_expect(same_bytes(&a.out, want.data, want.size));
    expect_stays("a.mvd", &a.out);
    anonymised_free(&a);
    byte_writer_free(&in);
    byte_writer_free(&want);
}

/* A text without a byte, the only one of its demo. */
Test(anon_quakeworld, statistics_that_are_empty)
{
    static const char *const empty[3] = {"", "", ""};
    struct byte_writer in = {0};
    write_statistics(&in, empty);
    struct anonymised a = anonymise("a.mvd", in.data, in.size);
    cr_assert_eq(a.code, 0, "%s", a.err.what);
    cr_expect_eq(a.out.size, in.size - strlen("milton") + strlen("p1"));
    expect_stays("a.mvd", &a.out);
    anonymised_free(&a);
    byte_writer_free(&in);
}

/* A name in a hidden block of unknown form is found, and in one of its demo's other bytes. */
Test(anon_quakeworld, a_name_is_left)
{
    struct byte_writer in = {0}, w = {0};
    add_serverdata(&w, true);
    add_userinfo(&w, 0, "\\name\\miltonx");
    add_block(&in, MVD_ALL, w.data, w.size);
    add_block(&in, MVD_MULTIPLE, "by \xcd\xc9LTONX", 10);
    struct anonymised a = anonymise("a.mvd", in.data, in.size);
    cr_expect_lt(a.code, 0);
    cr_expect(a.report.left);
    cr_expect_eq(a.out.size, 0u);
    anonymised_free(&a);
    byte_writer_free(&in);
    byte_writer_free(&w);
}

Test(anon_quakeworld, what_becomes_too_long)
{
    struct byte_writer in = {0}, w = {0};
    add_serverdata(&w, false);
    add_userinfo(&w, 0, "\\name\\a");
    add_packet(&in, 1, &w);
    w.size = 0;
    for (int i = 0; i < 200; i++) {
        add_print(&w, QW_PRINT_HIGH, "a a ");
    }
    const size_t second = in.size;
    add_packet(&in, 2, &w);
    struct anonymised a = anonymise("a.qwd", in.data, in.size);
    cr_expect_lt(a.code, 0);
    cr_expect_eq(a.out.size, 0u);
    cr_expect_gt(a.err.offset, second);
    anonymised_free(&a);
    byte_writer_free(&in);
    byte_writer_free(&w);
}

/* The text of the message that ends a demo is no name. */
Test(anon_quakeworld, a_player_called_like_the_end)
{
    static const uint8_t end[] = "\0\0\x80\x3f\1\x0f\0\0\0\xff\xff\xff\xff\2"
                                 "EndOfDemo";
    for (int is_mvd = 0; is_mvd < 2; is_mvd++) {
        struct byte_writer in = {0}, w = {0};
        add_serverdata(&w, is_mvd);
        add_userinfo(&w, 0, "\\name\\EndOfDemo");
        if (is_mvd) {
            add_text(&w, QW_DISCONNECT, "EndOfDemo");
            add_block(&in, MVD_ALL, w.data, w.size);
        } else {
            add_packet(&in, 1, &w);
            byte_writer_bytes(&in, end, sizeof(end));
        }
        struct anonymised a = anonymise(is_mvd ? "a.mvd" : "a.qwd", in.data, in.size);
        cr_expect_eq(a.code, 0, "%s", a.err.what);
        cr_expect_eq(a.out.size, in.size - strlen("EndOfDemo") + strlen("p1"));
        anonymised_free(&a);
        byte_writer_free(&in);
        byte_writer_free(&w);
    }
}

/* --- whole demos --------------------------------------------------------------------------------
 */

/* No name of four letters or more is a word of the result's bytes. */
static void expect_no_names(const char *file, const struct anonymised *a)
{
    size_t size = a->out.size, length;
    uint8_t *plain = malloc(size);
    const char *stand_in, *listed;
    cr_assert_not_null(plain);
    memcpy(plain, a->out.data, size);
    plain_letters(plain, &size, true);
    for (size_t i = 0; (listed = anon_names_list(a->names, i, &length, &stand_in)); i++) {
        uint8_t name[256];
        cr_assert_lt(length, sizeof(name));
        memcpy(name, listed, length);
        plain_letters(name, &length, true);
        cr_expect(length < 4 || count_words(plain, size, name, length) == 0, "%s: %s", file,
                  listed);
    }
    free(plain);
}

static void check_demo(const char *name, const uint8_t *data, size_t size)
{
    struct anonymised a = anonymise(name, data, size);
    cr_expect(a.out.size > 0 && !a.report.left, "%s: %s", name, a.err.what);
    expect_no_names(name, &a);
    expect_stays(name, &a.out);
    expect_same_refusals(name, &a);
    anonymised_free(&a);
}

Test(anon_quakeworld, builtin_demos)
{
    static const char *const demos[] = {"demo3.qwd", "demo4.mvd"};
    for (int i = 0; i < 2; i++) {
        const uint8_t *data;
        size_t size;
        cr_assert(builtin_find(demos[i], &data, &size));
        check_demo(demos[i], data, size);
    }
}

Test(anon_quakeworld, real_demos)
{
    real_data_each("quakeworld/corpus", ".", check_demo);
    real_data_each("quakeworld/recorded", ".", check_demo);
}
