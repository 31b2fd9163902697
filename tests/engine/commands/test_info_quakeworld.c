/* Output of info for synthetic QuakeWorld demos: both containers, every extension by name; odd,
 * damaged and empty demos. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/json/json_check.h"
#include "tests/support/qw_game.h"
#include "tests/support/qw_show.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static struct command_result info_show(const struct qw_protocol *protocol, const char *option)
{
    struct byte_writer file = {0};
    qw_show_write(&file, protocol);
    struct command_result r = command_run_on(
        cmd_info, option, protocol->is_mvd ? "show.mvd" : "show.qwd", file.data, file.size);
    cr_assert(r.status == 0 && r.err[0] == '\0', "%d: %s", r.status, r.err);
    byte_writer_free(&file);
    return r;
}

static const struct qw_protocol client = {.version = 28}, server = {.version = 28, .is_mvd = true};

/* --- whole ------------------------------------------------------------------------------------ */

Test(info_quakeworld, a_person_reads_what_was_written_as_qwd)
{
    static const char *const lines[] = {
        "  family    QuakeWorld, client demo (.qwd), protocol 28",
        "  engine    MVDSV 0.35",
        "  packets   19 in the game, 2 outside, 16 commands",
        "  game      ktx",
        "  recorder  2 Watcher, a spectator",
        "  level     maps/dm7.bsp \"The Courtyard\", 0:05.9, from block 1",
        "  player    1 Ranger, 5 frags, colours 4 13, team red",
        "  player    2 Watcher, spectator",
        "  player    3 Knight, -1 frags, colours 12 3, team blue",
        "          1 serverdata",
        "          3 updateuserinfo",
        "         16 playerinfo",
        "         16 packetentities",
        "          4 setinfo",
        "  odd       1 gap of more than 5 seconds is cut to that",
        "  odd       1 packet is too short for its header",
        "  odd       stuffed commands, not run: record, say",
    };
    struct command_result r = info_show(&client, NULL);
    command_expect_lines(r.out, lines, COUNT(lines));
    command_expect(r.out, "\n  length    0:05.9");
    cr_expect_null(strstr(r.out, "  FTE"));
    command_free(&r);
}

Test(info_quakeworld, a_person_reads_what_was_written_as_mvd)
{
    static const char *const lines[] = {
        "  family    QuakeWorld, multi-view demo (.mvd), protocol 28",
        "  blocks    38 with messages, 1 hidden",
        "  game      ktx",
        "  level     maps/dm7.bsp \"The Courtyard\", 0:00.9, from block 0",
        "  player    1 Ranger, 5 frags, colours 4 13, team red",
        "         16 updatestatlong",
        "          3 print",
        "          1 disconnect",
    };
    struct command_result r = info_show(&server, NULL);
    command_expect_lines(r.out, lines, COUNT(lines));
    cr_expect_null(strstr(r.out, "  recorder"));
    command_free(&r);
}

Test(info_quakeworld, a_program_reads_what_was_written)
{
    static const char *const qwd[] = {
        "\"family\":\"quakeworld\",\"protocol\":28,\"protocol_name\":\"QuakeWorld\"",
        "\"engine\":\"MVDSV 0.35\"",
        "\"container\":\"qwd\",\"ftex\":0,\"fte2\":0,\"mvd1\":0",
        "\"blocks_by_type\":{\"0\":16,\"1\":22,\"2\":1},\"packets\":22,\"connectionless\":2",
        "\"game_dir\":\"ktx\",\"recorder\":1,\"spectator\":true",
        "{\"name\":\"The Courtyard\",\"map\":\"maps/dm7.bsp\",\"length\":5.875,\"first_block\":1,"
        "\"models\":3,\"sounds\":2,\"game_dir\":\"ktx\"",
        "{\"slot\":0,\"name\":\"Ranger\",\"frags\":5,\"shirt\":4,\"pants\":13,\"team\":\"red\","
        "\"user\":11,\"spectator\":false}",
        "{\"slot\":1,\"name\":\"Watcher\",\"frags\":0,\"shirt\":0,\"pants\":0,\"team\":\"none\","
        "\"user\":12,\"spectator\":true}",
        "{\"slot\":2,\"name\":\"Knight\",\"frags\":-1,\"shirt\":12,\"pants\":3,\"team\":\"blue\","
        "\"user\":13,\"spectator\":false}",
        "\"stufftext\":[\"fullserverinfo\",\"skins\",\"bf\",\"record\",\"say\"]",
        "\"error\":null",
    };
    static const char *const mvd[] = {
        "\"container\":\"mvd\",\"ftex\":0,\"fte2\":0,\"mvd1\":0",
        ("\"blocks_by_type\":{\"3\":2,\"4\":1,\"5\":16,\"6\":20},\"blocks_with_messages\":38,"
         "\"hidden_blocks\":1"),
        "\"recorder\":null,\"spectator\":false",
    };
    struct command_result r = info_show(&client, "--json");
    expect_json(r.out);
    command_expect_all(r.out, qwd, COUNT(qwd));
    command_free(&r);
    r = info_show(&server, "--json");
    expect_json(r.out);
    command_expect_all(r.out, mvd, COUNT(mvd));
    command_free(&r);
}

Test(info_quakeworld, extensions_by_name)
{
    static const struct {
        struct qw_protocol protocol;
        const char *line;
    } cases[] = {
        {{.version = 28, .ftex = QW_FTEX_TRANS}, "  FTE       0x8 trans"},
        {{.version = 28, .ftex = QW_FTEX_FLOATCOORDS | QW_FTEX_COLOURMOD},
         "  FTE       0x88000 floatcoords colourmod"},
        {{.version = 28, .ftex = QW_FTEX_TRANS | 1u << 31}, "  FTE       0x80000008 trans ..."},
        {{.version = 28, .ftex = QW_FTEX_MODELDBL | QW_FTEX_ENTITYDBL | QW_FTEX_ENTITYDBL2},
         " modeldbl entitydbl entitydbl2"},
        {{.version = 28,
          .ftex = QW_FTEX_SPAWNSTATIC2 | QW_FTEX_256PACKETENTITIES | QW_FTEX_CHUNKEDDOWNLOADS},
         " spawnstatic2 256packetentities chunkeddownloads"},
        {{.version = 28, .fte2 = QW_FTE2_VOICECHAT}, "  FTE2      0x2 voicechat"},
        {{.version = 28, .mvd1 = QW_MVD1_FLOATCOORDS | QW_MVD1_HIGHLAGTELEPORT},
         "  MVD1      0x3 floatcoords highlagteleport"},
        {{.version = 28,
          .mvd1 = QW_MVD1_SERVERSIDEWEAPON | QW_MVD1_HIDDEN_MESSAGES | QW_MVD1_SIMPLEPROJECTILE},
         " serversideweapon hidden simpleprojectile"},
        {{.version = 28, .mvd1 = QW_MVD1_WEAPONPREDICTION}, " weaponprediction"},
        {{.version = 28, .is_mvd = true, .mvd1 = QW_MVD1_FLOATCOORDS},
         "  MVD1      0x1 floatcoords"},
        {{.version = 26}, "  family    QuakeWorld, client demo (.qwd), protocol 26"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct command_result r = info_show(&cases[i].protocol, NULL);
        if (strncmp(cases[i].line, "  ", 2) == 0) {
            command_expect_line(r.out, cases[i].line);
        } else {
            char text[128];
            snprintf(text, sizeof(text), "%s\n", cases[i].line);
            command_expect(r.out, text);
        }
        command_expect_line(r.out, "  player    1 Ranger, 5 frags, colours 4 13, team red");
        command_free(&r);
    }
}

Test(info_quakeworld, the_built_in_demos)
{
    struct command_result r = COMMAND(cmd_info, "info", "builtin:demo3", "builtin:demo4");
    cr_expect(r.status == 0 && r.err[0] == '\0', "%s", r.err);
    const char *second = strstr(r.out, "builtin:demo4\n");
    cr_assert_not_null(second);
    cr_expect_eq(strncmp(r.out, "builtin:demo3\n", 14), 0);
    command_expect_line(r.out, "  family    QuakeWorld, client demo (.qwd), protocol 28");
    command_expect_line(r.out, "  recorder  1 Ember");
    command_expect_line(second, "  family    QuakeWorld, multi-view demo (.mvd), protocol 28");
    command_expect_line(second, "  player    1 Ember, 1 frag, colours 4 12, team red");
    command_expect_line(second, "  player    2 Frost, 1 frag, colours 13 13, team blue");
    cr_expect_null(strstr(second, "  odd"), "%s", second);
    command_free(&r);
}

/* --- odd and damaged -------------------------------------------------------------------------- */

typedef void write_fn(struct qw_game *g);

static struct command_result info_odd(write_fn *write, const char *option)
{
    struct qw_game g;
    qw_game_begin(&g, &client);
    write(&g);
    struct command_result r = command_run_on(cmd_info, option, "odd.qwd", g.file.data, g.file.size);
    qw_game_end(&g);
    return r;
}

static void write_middle(struct qw_game *g)
{
    qw_game_player(g, 1, 1.0f);
    qw_game_block(g, 0);
    qw_game_text(g, QW_STUFFTEXT, "skins\n");
    qw_game_player(g, 1, 2.0f);
    qw_game_block(g, 100);
    qw_game_player(g, 1, 3.0f);
    qw_game_block(g, 500);
    qw_game_signon(g);
}

static void write_frame(struct qw_game *g)
{
    qw_game_player(g, 1, 1.0f);
    qw_game_block(g, 0);
}

static void write_no_level(struct qw_game *g)
{
    for (int i = 0; i < 40; i++) {
        write_frame(g);
    }
}

static void write_clocks(struct qw_game *g)
{
    qw_game_signon(g);
    g->time -= 10.0f;
    write_frame(g);
    g->time += 1.0f;
    write_frame(g);
    const float before = g->time;
    g->time = (float)INFINITY;
    write_frame(g);
    g->time = before;
    qw_game_text(g, QW_DISCONNECT, "EndOfDemo");
    qw_game_add(g, &(struct qw_message){.id = QW_NOP}); /* behind the goodbye */
    qw_game_block(g, 0);
}

Test(info_quakeworld, what_is_odd)
{
    struct command_result r = info_odd(write_middle, NULL);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect_line(r.out, "  level     (joined in the middle), 0:00.5, from block 1");
    command_expect_line(r.out,
                        "  odd       begins in the middle of a game, before the first serverdata");
    command_expect_line(r.out, "  recorder  4 ");
    command_expect_line(r.out, "  game      ctf");
    command_expect_line(r.out, "  odd       no disconnect at the end");
    command_free(&r);
    r = info_odd(write_no_level, NULL);
    command_expect_line(r.out, "  family    QuakeWorld, client demo (.qwd), protocol not said");
    command_expect_line(r.out, "  odd       no serverdata");
    command_free(&r);
    r = info_odd(write_no_level, "--json");
    expect_json(r.out);
    command_expect(r.out, "\"protocol\":null,\"protocol_name\":null");
    command_expect(r.out, "\"recorder\":null");
    command_free(&r);
    r = info_odd(write_clocks, NULL);
    command_expect_line(r.out, "  odd       the clock runs backwards 1 time");
    command_expect_line(r.out, "  odd       1 block holds no sensible time");
    command_expect(r.out, " after the demo's end\n");
    command_free(&r);
}

/* A cut inside the goodbye: a .qwd's has 24 bytes with its head, a .mvd's 17. */
Test(info_quakeworld, a_damaged_demo_is_described_as_far_as_it_is_good)
{
    static const struct {
        const struct qw_protocol *protocol;
        const char *name, *what, *line;
        size_t goodbye;
    } cases[] = {
        {&client, "show.qwd", "the file ends inside a", "         16 playerinfo", 24},
        {&server, "show.mvd", "the file ends inside a", "          3 print", 17},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct byte_writer file = {0};
        char text[128];
        qw_show_write(&file, cases[i].protocol);
        const size_t offset = file.size - cases[i].goodbye, size = file.size - 4;
        struct command_result r = command_run_on(cmd_info, NULL, cases[i].name, file.data, size);
        cr_expect_eq(r.status, 1);
        snprintf(text, sizeof(text), "%s: byte %zu: %s", cases[i].name, offset, cases[i].what);
        command_expect(r.err, text);
        snprintf(text, sizeof(text), "  odd       damaged at byte %zu: %s", offset, cases[i].what);
        command_expect(r.out, text);
        command_expect_line(r.out, cases[i].line);
        command_free(&r);
        r = command_run_on(cmd_info, "--json", cases[i].name, file.data, size);
        cr_expect_eq(r.status, 1);
        expect_json(r.out);
        snprintf(text, sizeof(text), "\"error\":{\"offset\":%zu,\"what\":\"%s", offset,
                 cases[i].what);
        command_expect(r.out, text);
        command_free(&r);
        byte_writer_free(&file);
    }
}

Test(info_quakeworld, an_empty_demo)
{
    struct command_result r = command_run_on(cmd_info, NULL, "empty.qwd", "", 0);
    cr_expect(r.status == 1 && r.out[0] == '\0', "%d: %s", r.status, r.out);
    command_expect(r.err, "empty.qwd: byte 0: ");
    command_free(&r);
}
