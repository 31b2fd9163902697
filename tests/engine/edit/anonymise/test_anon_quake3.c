/* Stand-ins in Quake III demos: players' configstrings, commands, configstrings in several
 * commands; states stay; real demos. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_reader.h"
#include "formats/quake3/q3_hash.h"
#include "tests/engine/edit/anonymise/anonymised.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

/* --- texts of a demo ----------------------------------------------------------------------------
 */

struct texts {
    struct byte_writer bytes; /* a line each: commands, and configstrings at the end of levels */
    uint64_t states, numbers;
};

static void add_configstrings(struct texts *t, const struct q3_reader *reader)
{
    for (uint32_t i = 0; i < Q3_MAX_CONFIGSTRINGS && reader->frames.started; i++) {
        const char *text = q3_gamestate_string(&reader->gamestate, i);
        byte_writer_bytes(&t->bytes, text, strlen(text));
        byte_writer_u8(&t->bytes, '\n');
    }
}

static struct texts read_texts(int protocol, const uint8_t *data, size_t size)
{
    struct texts t = {0};
    struct q3_message m;
    struct format_error err;
    struct q3_reader *reader = q3_reader_create(protocol, data, size);
    cr_assert_not_null(reader);
    while (q3_reader_block(reader, &err) > 0) {
        while (q3_reader_next(reader, &m, &err) > 0) {
            if (m.id == Q3_GAMESTATE) {
                add_configstrings(&t, reader);
            } else if (m.id == Q3_SERVER_COMMAND) {
                byte_writer_bytes(&t.bytes, m.u.command.text, strlen(m.u.command.text));
                byte_writer_u8(&t.bytes, '\n');
                t.numbers = t.numbers * 31 + (uint32_t)m.u.command.sequence;
            } else if (m.id == Q3_SNAPSHOT && m.u.snapshot) {
                const struct q3_snapshot *s = m.u.snapshot;
                t.states = t.states * 31 + q3_hash_player(reader->protocol, &s->player);
                t.states = t.states * 31 + q3_hash_entities(reader->protocol, &reader->frames, s) +
                           (uint32_t)s->server_command;
            }
        }
    }
    add_configstrings(&t, reader);
    byte_writer_u8(&t.bytes, 0);
    q3_reader_free(reader);
    return t;
}

static int protocol_of(const struct anonymised *a)
{
    return ((const struct q3_file *)a->demo.file)->protocol->number;
}

static void expect_same_states(const char *name, const struct anonymised *a)
{
    struct texts from = read_texts(protocol_of(a), a->demo.data, a->demo.size);
    struct texts to = read_texts(protocol_of(a), a->out.data, a->out.size);
    cr_expect_eq(from.states, to.states, "%s", name);
    cr_expect_eq(from.numbers, to.numbers, "%s", name);
    byte_writer_free(&from.bytes);
    byte_writer_free(&to.bytes);
}

/* The text has each of these parts. */
static void expect_parts(const struct anonymised *a, const char *const *parts)
{
    struct texts t = read_texts(protocol_of(a), a->out.data, a->out.size);
    for (; *parts; parts++) {
        cr_expect(strstr((const char *)t.bytes.data, *parts), "no \"%s\" in %s", *parts,
                  (const char *)t.bytes.data);
    }
    byte_writer_free(&t.bytes);
}

/* --- made demos ---------------------------------------------------------------------------------
 */

static void set_player(struct q3_demo *demo, uint32_t slot, const char *info)
{
    q3_demo_configstring(demo, q3_game_of(demo->protocol->number)->players + slot, info);
}

Test(anon_quake3, configstrings_and_commands)
{
    static const char *const want[] = {
        "n\\p1\\t\\0\\model\\sarge/red\\hmodel\\sarge\\nick\\p1\n",
        "n\\p2\\t\\0\\model\\milton/pm\n",
        "n\\p3\\model\\visor\\cn\\345\n",
        "\\sv_hostname\\server\\mapname\\milton\\.admin\\-\\version\\Q3\n",
        "models/milton.md3\n",
        "chat \"p1^7\x19: hi p2\"\n",
        "print \"p1^7 was railed by ^3p2, 0.0.0.0\n\"\n",
        "cs 547 \"n\\p4\\t\\1\"\n\n",
        "cp \"p1\"\n",
        "scores 2 7 7 0 3 4 5\n",
        "stuff screenshot ' x-vs-p1-[8]';\n",
        "rcmd screenshotJPEG \"p3(POV)-vs-p2\"\n",
        "tchat \"print\"\n",
        "cs 6 \"7\"\n",
        "xyz p4 7\n",
        NULL};
    struct q3_demo *demo = q3_demo_create(68);
    set_player(demo, 0, "n\\^1M^7il^2ton\\t\\0\\model\\sarge/red\\hmodel\\sarge\\nick\\Milt");
    set_player(demo, 1, "n\\7\\t\\0\\model\\milton/pm");
    set_player(demo, 2, "n\\^4Terifire^7\\model\\visor\\cn\\345");
    q3_demo_configstring(demo, 0,
                         "\\sv_hostname\\bob's\\mapname\\milton\\.admin\\bob\\version\\Q3");
    q3_demo_configstring(demo, 33, "models/milton.md3");
    q3_demo_gamestate(demo, 0);
    q3_demo_command(demo, "chat \"^1M^7il^2ton^7\x19: hi 7\"");
    q3_demo_command(demo, "print \"MILTON^7 was railed by ^37, 10.1.2.3\n\"");
    q3_demo_command(demo, "cs 547 \"n\\zoe\\t\\1\"\n");
    q3_demo_command(demo, "cp \"Milt\"");
    q3_demo_command(demo, "scores 2 7 7 0 3 4 5");
    q3_demo_command(demo, "stuff screenshot ' x-vs-milton-[8]';");
    q3_demo_command(demo, "rcmd screenshotJPEG \"345Terifire(POV)-vs-7\"");
    q3_demo_command(demo, "tchat \"print\"");
    q3_demo_command(demo, "cs 6 \"7\"");
    q3_demo_command(demo, "xyz zoe 7");
    q3_demo_snapshot(demo, 1000, 0);
    q3_demo_snapshot(demo, 1050, 1);
    q3_demo_end(demo);
    struct anonymised a = anonymise("a.dm_68", demo->file.data, demo->file.size);
    cr_assert_eq(a.code, 0, "%s", a.err.what);
    expect_parts(&a, want);
    expect_same_states("a.dm_68", &a);
    expect_stays("a.dm_68", &a.out);
    /* The last message has no text: its bytes stay. */
    const size_t last = demo->file.size - demo->blocks[2];
    cr_expect_arr_eq(a.out.data + a.out.size - last, demo->file.data + demo->blocks[2], last);
    anonymised_free(&a);
    q3_demo_free(demo);
}

/* A name across two parts of a configstring, repeated commands, and numbers that begin anew. Parts
 * keep their sizes, but the last one. */
Test(anon_quake3, configstrings_in_parts)
{
    static const char *const want[] = {
        "bcs0 700 \"x p1, y\"\nbcs1 700 \" p2 7 p\"\nbcs1 700 \" p2 7 p\"\nbcs2 700 \"1\"\n",
        "bcs0 700 \"p3 miltona\"\nbcs2 700 \"\"\n", NULL};
    struct q3_demo *demo = q3_demo_create(68);
    set_player(demo, 0, "n\\milton");
    set_player(demo, 1, "n\\zoe");
    q3_demo_gamestate(demo, 0);
    q3_demo_command(demo, "bcs0 700 \"x Milto\"");
    q3_demo_command(demo, "bcs1 700 \"n, y zo\"");
    q3_demo_repeat(demo, "bcs1 700 \"n, y zo\"");
    q3_demo_command(demo, "bcs2 700 \"e 7 milton\"");
    q3_demo_snapshot(demo, 1000, 0);
    q3_demo_clear(demo);
    set_player(demo, 0, "n\\jimbo");
    q3_demo_gamestate(demo, 0);
    q3_demo_command(demo, "bcs0 700 \"jimbo milto\"");
    q3_demo_command(demo, "bcs2 700 \"na\"");
    q3_demo_snapshot(demo, 2000, 0);
    q3_demo_end(demo);
    struct anonymised a = anonymise("a.dm_68", demo->file.data, demo->file.size);
    cr_assert_eq(a.code, 0, "%s", a.err.what);
    expect_parts(&a, want);
    expect_same_states("a.dm_68", &a);
    expect_stays("a.dm_68", &a.out);
    anonymised_free(&a);
    q3_demo_free(demo);
}

Test(anon_quake3, a_command_that_becomes_too_long)
{
    char text[1024] = "print \"";
    struct q3_demo *demo = q3_demo_create(68);
    set_player(demo, 0, "n\\a");
    q3_demo_gamestate(demo, 0);
    for (size_t i = strlen(text); i < 1020; i += 2) {
        (void)snprintf(text + i, 4, "a \"");
    }
    q3_demo_command(demo, text);
    q3_demo_snapshot(demo, 1000, 0);
    q3_demo_end(demo);
    struct anonymised a = anonymise("a.dm_68", demo->file.data, demo->file.size);
    cr_expect_lt(a.code, 0);
    cr_expect_eq(a.out.size, 0u);
    anonymised_free(&a);
    q3_demo_free(demo);
}

/* --- whole demos --------------------------------------------------------------------------------
 */

/* Cuts the values of keys that name files, which may be called like a player. */
static void cut_files(char *text, const char *key)
{
    for (char *at = text; (at = strstr(at, key)); at++) {
        char *value = at + strlen(key);
        memset(value, ' ', strcspn(value, "\\\n\""));
    }
}

/* No name of four letters or more is a word of the result's texts. */
static void expect_no_names(const char *file, const struct anonymised *a)
{
    struct texts t = read_texts(protocol_of(a), a->out.data, a->out.size);
    size_t size = t.bytes.size - 1, length;
    const char *stand_in, *listed;
    cut_files((char *)t.bytes.data, "model\\");
    cut_files((char *)t.bytes.data, "akNames\\");
    plain_letters(t.bytes.data, &size, false);
    for (size_t i = 0; (listed = anon_names_list(a->names, i, &length, &stand_in)); i++) {
        uint8_t name[1024];
        cr_assert_lt(length, sizeof(name));
        memcpy(name, listed, length);
        plain_letters(name, &length, false);
        cr_expect(length < 4 || count_words(t.bytes.data, size, name, length) == 0, "%s: %.*s",
                  file, (int)length, (const char *)name);
    }
    byte_writer_free(&t.bytes);
}

static void check_demo(const char *name, const uint8_t *data, size_t size)
{
    struct anonymised a = anonymise(name, data, size);
    cr_expect_not(a.report.left, "%s: %s", name, a.err.what);
    cr_expect(a.out.size > 0 || a.code < 0, "%s", name);
    expect_no_names(name, &a);
    if (a.code == 0) {
        expect_same_refusals(name, &a);
        expect_same_states(name, &a);
        expect_stays(name, &a.out);
    }
    anonymised_free(&a);
}

Test(anon_quake3, every_protocol)
{
    for (size_t i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        char name[16];
        struct q3_demo *match = q3_match_write(q3_match_protocols[i]);
        (void)snprintf(name, sizeof(name), q3_match_protocols[i] == 43 ? "a.dm3" : "a.dm_%d",
                       q3_match_protocols[i]);
        check_demo(name, match->file.data, match->file.size);
        q3_demo_free(match);
    }
}

Test(anon_quake3, real_demos)
{
    real_data_each_q3_broken_too(check_demo);
}
