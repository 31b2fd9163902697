/* Quake III demos in later protocols: numbers of events, players' counts, powerups and
 * configstrings; that all else stays. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/edit/quake3/q3_convert.h"
#include "engine/edit/quake3/q3_translator.h"
#include "engine/quake3/q3_reader.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

static struct convert_report report;

static struct byte_writer convert(const uint8_t *data, size_t size, int protocol, int to)
{
    struct byte_writer out = {0};
    struct format_error err = {0};
    cr_assert_eq(q3_convert(data, size, protocol, to, &out, &report, &err), 0, "%s", err.what);
    return out;
}

/* Reads to the next snapshot, or to the message of that kind. False: the demo's end. */
static bool read_to(struct q3_reader *r, enum q3_message_id id, struct q3_message *message)
{
    struct format_error err = {0};
    for (;;) {
        int code = q3_reader_next(r, message, &err);
        cr_assert_geq(code, 0, "%s", err.what);
        if (code > 0 && message->id == id && (id != Q3_SNAPSHOT || message->u.snapshot)) {
            return true;
        }
        if (code == 0) {
            code = q3_reader_block(r, &err);
            cr_assert_geq(code, 0, "%s", err.what);
            if (code == 0) {
                return false;
            }
        }
    }
}

static struct q3_reader *open_reader(int protocol, const uint8_t *data, size_t size)
{
    struct q3_reader *r = q3_reader_create(protocol, data, size);
    cr_assert_eq(q3_reader_block(r, NULL), 1);
    return r;
}

/* Server commands of the next demo. */
static const char *commands[2];

/* A demo of one snapshot, converted; *snapshot is its snapshot, good until the reader is freed. */
static struct q3_reader *convert_demo(struct q3_demo *demo, int to,
                                      const struct q3_snapshot **snapshot)
{
    static struct byte_writer out;
    struct q3_message message;
    byte_writer_free(&out);
    q3_demo_gamestate(demo, 3);
    for (int i = 0; i < 2 && commands[i]; i++) {
        q3_demo_command(demo, commands[i]);
    }
    q3_demo_snapshot(demo, 1000, 0);
    q3_demo_end(demo);
    out = convert(demo->file.data, demo->file.size, demo->protocol->number, to);
    struct q3_reader *r = open_reader(to, out.data, out.size);
    cr_assert(read_to(r, Q3_SNAPSHOT, &message));
    *snapshot = message.u.snapshot;
    return r;
}

static void expect_same_snapshots(const char *name, int protocol, int to, const uint8_t *data,
                                  size_t size)
{
    struct byte_writer out = convert(data, size, protocol, to);
    struct q3_reader *a = open_reader(protocol, data, size);
    struct q3_reader *b = open_reader(to, out.data, out.size);
    struct q3_message m, n;
    uint32_t seen = 0;
    while (read_to(a, Q3_SNAPSHOT, &m)) {
        cr_assert(read_to(b, Q3_SNAPSHOT, &n), "%s: snapshot %u is missing", name, seen);
        const struct q3_snapshot *s = m.u.snapshot, *t = n.u.snapshot;
        cr_assert(s->sequence == t->sequence && s->server_time == t->server_time &&
                  s->count == t->count && s->server_command == t->server_command);
        cr_assert_eq(memcmp(&s->player, &t->player, sizeof s->player), 0, "%s: %u", name, seen);
        for (uint32_t i = 0; i < s->count; i++) {
            cr_assert_eq(memcmp(q3_frames_entity(&a->frames, s, i),
                                q3_frames_entity(&b->frames, t, i), sizeof(struct q3_entity_state)),
                         0, "%s: snapshot %u, entity %u", name, seen, s->numbers[i]);
        }
        seen++;
    }
    cr_expect_not(read_to(b, Q3_SNAPSHOT, &n));
    cr_expect_gt(seen, 0u);
    q3_reader_free(a);
    q3_reader_free(b);
    byte_writer_free(&out);
}

Test(q3_convert, states_of_48_to_67_are_those_of_68)
{
    static const int protocols[] = {48, 66, 67};
    for (int i = 0; i < 3; i++) {
        struct q3_demo *demo = q3_match_write(protocols[i]);
        expect_same_snapshots("match", protocols[i], 68, demo->file.data, demo->file.size);
        cr_expect(report.found[CONVERT_EVENT].count == 0);
        q3_demo_free(demo);
    }
}

Test(q3_convert, the_serverinfo_tells_the_new_protocol)
{
    const struct q3_snapshot *s;
    struct q3_demo *demo = q3_demo_create(66);
    q3_demo_configstring(demo, 0, "\\mapname\\q3dm17\\protocol\\66\\timelimit\\10");
    q3_demo_configstring(demo, 1, "\\protocol\\66");
    commands[0] = "cs 0 \"\\protocol\\66\\fraglimit\\5\"";
    struct q3_reader *r = convert_demo(demo, 68, &s);
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 0), "\\protocol\\68\\fraglimit\\5");
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 1), "\\protocol\\66");
    cr_expect_eq(r->gamestate.client, 3);
    q3_reader_free(r);
    q3_demo_free(demo);
}

Test(q3_convert, configstrings_of_43_move)
{
    const struct q3_snapshot *s;
    struct q3_demo *demo = q3_demo_create(43);
    q3_demo_configstring(demo, 12, "version");
    q3_demo_configstring(demo, 16, "of no use");
    q3_demo_configstring(demo, 27, "stays");
    q3_demo_configstring(demo, 672, "place 0");
    commands[0] = "cs 673 \"place 1\"";
    commands[1] = "cs 18 \"gone\"";
    struct q3_reader *r = convert_demo(demo, 68, &s);
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 20), "version");
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 27), "stays");
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 608), "place 0");
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 609), "place 1");
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 16), "");
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 18), "");
    cr_expect_eq(report.found[CONVERT_CONFIGSTRING].count, 2u);
    cr_expect_eq(r->frames.server_command, demo->command, "numbers of commands have no gap");
    q3_reader_free(r);
    q3_demo_free(demo);
}

Test(q3_convert, places_of_48_move_if_the_server_was_older)
{
    static const struct {
        const char *info;
        uint32_t index;
    } cases[] = {{"\\protocol\\43", 608}, {"\\protocol\\48", 672}, {"\\x\\1", 672}};
    for (int i = 0; i < 3; i++) {
        const struct q3_snapshot *s;
        struct q3_demo *demo = q3_demo_create(48);
        q3_demo_configstring(demo, 0, cases[i].info);
        q3_demo_configstring(demo, 672, "place");
        struct q3_reader *r = convert_demo(demo, 68, &s);
        cr_expect_str_eq(q3_gamestate_string(&r->gamestate, cases[i].index), "place");
        q3_reader_free(r);
        q3_demo_free(demo);
    }
}

Test(q3_convert, events_of_43_have_other_numbers)
{
    static const struct {
        int32_t from, to;
    } events[] = {{0, 0},
                  {46, 46},
                  {47, 48},
                  {50, 51},
                  {51, 53},
                  {62, 64},
                  {63, 74},
                  {64, 76},
                  {65, 0},
                  {0x100 | 64, 0x100 | 76},
                  {0x300 | 51, 0x300 | 53}};
    enum { EVENTS = sizeof events / sizeof events[0] };
    const struct q3_snapshot *s;
    struct q3_demo *demo = q3_demo_create(43);
    for (uint32_t i = 0; i < EVENTS; i++) {
        q3_demo_entity(demo, 100 + i)[Q3_ES_EVENT] = events[i].from;
        q3_demo_entity(demo, 100 + i)[Q3_ES_E_TYPE] = 11;
    }
    q3_demo_entity(demo, 99)[Q3_ES_E_TYPE] = 12 + 51;
    demo->player.fields[Q3_PS_EVENTS_0] = 47;
    demo->player.fields[Q3_PS_EXTERNAL_EVENT] = 64;
    struct q3_reader *r = convert_demo(demo, 68, &s);
    for (uint32_t i = 0; i < EVENTS; i++) {
        const struct q3_entity_state *e = q3_frames_entity_of(&r->frames, s, 100 + i);
        cr_expect_eq(e->fields[Q3_ES_EVENT], events[i].to, "%d", (int)events[i].from);
        cr_expect_eq(e->fields[Q3_ES_E_TYPE], 11);
    }
    cr_expect_eq(q3_frames_entity_of(&r->frames, s, 99)->fields[Q3_ES_E_TYPE], 13 + 53);
    cr_expect_eq(s->player.fields[Q3_PS_EVENTS_0], 48);
    cr_expect_eq(s->player.fields[Q3_PS_EXTERNAL_EVENT], 76);
    cr_expect_eq(report.found[CONVERT_EVENT].count, 1u);
    q3_reader_free(r);
    q3_demo_free(demo);
}

Test(q3_convert, a_players_counts_of_43_move)
{
    static const int32_t moved[Q3_ARRAY] = {1, 2, 3, 4, 5, 0, 8, 0, 9, 10, 11, 0, 0, 12, 0, 0};
    const struct q3_snapshot *s;
    struct q3_demo *demo = q3_demo_create(43);
    for (int i = 0; i < Q3_ARRAY; i++) {
        demo->player.persistant[i] = i + 1;
    }
    demo->player.fields[Q3_PS_CLIENT_NUM] = 9;
    struct q3_reader *r = convert_demo(demo, 68, &s);
    cr_expect_arr_eq(s->player.persistant, moved, sizeof moved);
    cr_expect_eq(r->gamestate.client, 9, "43 does not tell it in its gamestate");
    q3_reader_free(r);
    q3_demo_free(demo);
}

Test(q3_convert, scores_of_43_get_awards)
{
    static const char *const lines[][2] = {
        {"scores 1 7 8 2 50 48 9 1 0", "scores 1 7 8 2 50 48 9 1 0 0 0 0 0 0 0 0 0"},
        {"scores 2 7 8 2 50", "scores 2 7 8 2 50"},
        {"print \"scores 1\"", "print \"scores 1\""}};
    for (int i = 0; i < 3; i++) {
        struct q3_translator *t = q3_translator_create(43, 68, NULL, 0);
        cr_expect_str_eq(q3_translator_command(t, lines[i][0]), lines[i][1]);
        q3_translator_free(t);
        t = q3_translator_create(48, 68, NULL, 0);
        cr_expect_str_eq(q3_translator_command(t, lines[i][0]), lines[i][0]);
        q3_translator_free(t);
    }
}

Test(q3_convert, quake_lives_powerups_have_other_numbers)
{
    const struct q3_snapshot *s;
    struct q3_demo *demo = q3_demo_create(90);
    demo->player.powerups[1] = 111; /* quad */
    demo->player.powerups[7] = 777; /* the red flag */
    demo->player.powerups[10] = 999;
    demo->player.persistant[13] = 13;
    demo->player.persistant[14] = 14;
    demo->player.fields[Q3_PS_PM_FLAGS] = 1 << 8 | 1 << 13 | 1;
    q3_demo_entity(demo, 5)[Q3_ES_POWERUPS] = 1 << 1 | 1 << 8 | 1 << 12;
    q3_demo_entity(demo, 5)[Q3_ES_E_FLAGS] = 0x4000 | 4;
    q3_demo_configstring(demo, 710, "moves");
    q3_demo_configstring(demo, 690, "goes");
    struct q3_reader *r = convert_demo(demo, 91, &s);
    cr_expect(s->player.powerups[4] == 111 && s->player.powerups[1] == 777);
    cr_expect(s->player.powerups[10] == 999 && s->player.powerups[7] == 0);
    cr_expect(s->player.persistant[13] == 13 && s->player.persistant[14] == 0);
    cr_expect_eq(s->player.fields[Q3_PS_PM_FLAGS], 1 << 7 | 1);
    const struct q3_entity_state *e = q3_frames_entity_of(&r->frames, s, 5);
    cr_expect_eq(e->fields[Q3_ES_POWERUPS], 1 << 4 | 1 << 2 | 1 << 12);
    cr_expect_eq(e->fields[Q3_ES_E_FLAGS], 4);
    cr_expect_str_eq(q3_gamestate_string(&r->gamestate, 708), "moves");
    cr_expect_eq(report.found[CONVERT_CONFIGSTRING].count, 1u);
    q3_reader_free(r);
    q3_demo_free(demo);
}

Test(q3_convert, there_is_a_translation_to_68_and_91_alone)
{
    static const int all[] = {43, 48, 66, 67, 68, 70, 71, 73, 90, 91};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        cr_expect_eq(q3_translator_knows(all[i], 68), all[i] <= 68, "%d", all[i]);
        cr_expect_eq(q3_translator_knows(all[i], 91), all[i] >= 73, "%d", all[i]);
        cr_expect_eq(q3_translator_knows(68, all[i]), all[i] == 68, "%d", all[i]);
    }
}

Test(q3_convert, a_damaged_demo_keeps_its_good_part)
{
    struct q3_demo *demo = q3_match_write(43);
    for (size_t size = 0; size < demo->blocks[12]; size += 13) {
        struct byte_writer out = {0};
        struct format_error err = {0};
        cr_expect_lt(q3_convert(demo->file.data, size, 43, 68, &out, &report, &err), 1);
        cr_expect_leq(err.offset, size);
        cr_expect_eq(out.size == 0, report.blocks == 0);
        byte_writer_free(&out);
    }
    q3_demo_free(demo);
}

static void check_real(const char *name, int protocol)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/%s", name);
    expect_same_snapshots(name, protocol, 68, data, size);
    free(data);
}

Test(q3_convert, real_demos_keep_their_states, .timeout = 120)
{
    check_real("duel.dm_48", 48);
    check_real("duel_quakecon_2001.dm_66", 66);
    check_real("duel_nostromo_2002.dm_67", 67);
}
