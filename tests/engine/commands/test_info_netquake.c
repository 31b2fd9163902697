/* Output of info and dump for synthetic NetQuake demos: every protocol; odd, damaged and empty
 * demos; every message with all fields. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "tests/support/command.h"
#include "tests/support/json/json_check.h"
#include "tests/support/nq_demo.h"
#include "tests/support/nq_show.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static struct command_result info_show(int32_t version, uint32_t flags, const char *option)
{
    struct byte_writer file = {0};
    nq_show_write(&file, version, flags, NULL);
    struct command_result r = command_run_on(cmd_info, option, "show.dem", file.data, file.size);
    cr_assert(r.status == 0 && r.err[0] == '\0', "%d: %s", r.status, r.err);
    byte_writer_free(&file);
    return r;
}

/* --- info ------------------------------------------------------------------------------------- */

Test(info_netquake, a_person_reads_what_was_written)
{
    static const char *const lines[] = {
        "  family    NetQuake, protocol 15 (Quake)",
        "  engine    VERSION 1.09",
        "  CD track  7",
        "  view      entity 1",
        "  level     maps/dm7.bsp \"The Courtyard\", 0:06.1, from block 0, 4 clients, deathmatch",
        "  level     maps/start.bsp \"Introduction\", 0:00.6, from block 21, 1 client",
        "  player    1 Ranger, 2 frags, colours 4 13",
        "  player    2 Grunt, 0 frags, colours 1 12",
        "          1 disconnect",
        "          4 updatestat",
        "         30 time",
        "          6 print",
        "          2 serverinfo",
        "         30 clientdata",
        "          6 signonnum",
        "         30 updateentity",
    };
    struct command_result r = info_show(15, 0, NULL);
    command_expect_lines(r.out, lines, COUNT(lines));
    command_expect(r.out, "\n  length    0:06.7");
    command_expect(r.out, ", 33 blocks, 126 messages\n");
    cr_expect_null(strstr(r.out, "  odd"), "%s", r.out);
    command_free(&r);
}

Test(info_netquake, a_program_reads_what_was_written)
{
    static const char *const parts[] = {
        "\"family\":\"netquake\",\"protocol\":15,\"protocol_name\":\"Quake\"",
        "\"engine\":\"VERSION 1.09\",\"blocks\":33",
        "\"protocol_flags\":0,\"ftex\":0,\"fte2\":0,\"track\":7,\"track_style\":\"line\",\"game_"
        "type\":0,"
        "\"view_entity\":1,\"items_optional\":false",
        "\"messages\":{\"2\":1,\"3\":4,\"5\":2,\"7\":30,\"8\":6,",
        "\"128+\":30}",
        "{\"name\":\"The Courtyard\",\"map\":\"maps/dm7.bsp\",\"length\":6.125,\"first_block\":0,"
        "\"models\":3,\"sounds\":2,\"max_clients\":4,\"game_type\":1",
        "{\"name\":\"Introduction\",\"map\":\"maps/start.bsp\",\"length\":0.5625,"
        "\"first_block\":21,\"models\":3,\"sounds\":1,\"max_clients\":1,\"game_type\":0",
        "{\"slot\":0,\"name\":\"Ranger\",\"frags\":2,\"shirt\":4,\"pants\":13}",
        "{\"slot\":1,\"name\":\"Grunt\",\"frags\":0,\"shirt\":1,\"pants\":12}",
        "\"length\":6.6875",
        "\"stufftext\":[\"bf\"],\"oddities\":[],\"error\":null",
    };
    struct command_result r = info_show(15, 0, "--json");
    expect_json(r.out);
    command_expect_all(r.out, parts, COUNT(parts));
    command_free(&r);
}

Test(info_netquake, later_protocols)
{
    struct command_result r = info_show(666, 0, NULL);
    command_expect_line(r.out, "  family    NetQuake, protocol 666 (FitzQuake)");
    command_expect_line(r.out, "  player    1 Ranger, 2 frags, colours 4 13");
    command_free(&r);
    r = info_show(999, NQ_PRFL_SHORTANGLE | NQ_PRFL_INT32COORD, NULL);
    command_expect_line(
        r.out, "  family    NetQuake, protocol 999 (RMQ), flags 0x82 (SHORTANGLE, INT32COORD)");
    command_expect_line(r.out, "         30 updateentity");
    command_free(&r);
    r = info_show(999, NQ_PRFL_FLOATCOORD, "--json");
    command_expect(r.out, "\"protocol\":999,\"protocol_name\":\"RMQ\"");
    command_expect(r.out, "\"protocol_flags\":16");
    command_free(&r);
}

/* Words before the protocol's number, and QUAKEDP, whose number is Quake's. */
Test(info_netquake, extensions_by_name)
{
    uint8_t words[16];
    bytes_put_u32(words, NQ_EXTENSION_FTE2);
    bytes_put_u32(words + 4, NQ_FTE2_PRYDONCURSOR | NQ_FTE2_VOICECHAT | NQ_FTE2_REPLACEMENTDELTAS |
                                 NQ_FTE2_PREDINFO);
    bytes_put_u32(words + 8, NQ_EXTENSION_FTEX);
    bytes_put_u32(words + 12, NQ_FTEX_CSQC);
    struct nq_demo d;
    nq_demo_begin(&d);
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo = (struct nq_serverinfo){.protocol = 666,
                                            .max_clients = 1,
                                            .num_extensions = 2,
                                            .extensions = words,
                                            .fte2 = bytes_u32(words + 4),
                                            .ftex = bytes_u32(words + 12),
                                            .game_dirs = "",
                                            .level_name = "the test",
                                            .models = {"maps/none.bsp\0", 1},
                                            .sounds = {"\0", 0}};
    nq_demo_add(&d, &m);
    nq_demo_block(&d, 0, 0);
    struct command_result r = command_run_on(cmd_info, NULL, "fte.dem", d.file.data, d.file.size);
    command_expect_line(r.out, "  family    NetQuake, protocol 666 (FitzQuake), FTE2 0x2b "
                               "(PRYDONCURSOR, VOICECHAT, REPLACEMENTDELTAS, PREDINFO), FTEX "
                               "0x40000000 (CSQC)");
    command_free(&r);
    r = command_run_on(cmd_info, "--json", "fte.dem", d.file.data, d.file.size);
    expect_json(r.out);
    command_expect(r.out, "\"ftex\":1073741824,\"fte2\":43,");
    command_free(&r);
    nq_demo_end(&d);
}

Test(info_netquake, quakedp_by_its_updates)
{
    struct nq_demo d;
    nq_demo_begin(&d);
    nq_demo_serverinfo(&d, 1);
    nq_demo_block(&d, 0, 0);
    struct nq_message m = nq_demo_update(7, 3, 0, 0, 0);
    m.u.update.mask |= NQ_U_TRANS;
    m.u.update.is_dp = true;
    m.u.update.dp_mask = NQ_DPU_ALPHA;
    m.u.update.alpha = 128;
    nq_demo_time(&d, 1.0f);
    nq_demo_add(&d, &m);
    nq_demo_block(&d, 0, 0);
    struct command_result r = command_run_on(cmd_info, NULL, "dp.dem", d.file.data, d.file.size);
    command_expect_line(r.out, "  family    NetQuake, protocol 15 (DarkPlaces), QUAKEDP");
    command_free(&r);
    r = command_run_on(cmd_info, "--json", "dp.dem", d.file.data, d.file.size);
    command_expect(r.out, "\"protocol\":15,\"protocol_name\":\"DarkPlaces\"");
    command_expect(r.out, "\"protocol_title\":\"QUAKEDP\"");
    command_free(&r);
    nq_demo_end(&d);
}

/* --- what is odd ------------------------------------------------------------------------------ */

/* Writes the blocks of an odd demo. */
typedef void write_fn(struct nq_demo *d);

static struct command_result info_odd(write_fn *write, const char *option)
{
    struct nq_demo d;
    nq_demo_begin(&d);
    write(&d);
    struct command_result r = command_run_on(cmd_info, option, "odd.dem", d.file.data, d.file.size);
    nq_demo_end(&d);
    return r;
}

static void add_goodbye(struct nq_demo *d)
{
    nq_demo_add(d, &(struct nq_message){.id = NQ_DISCONNECT});
    nq_demo_block(d, 0, 0);
}

static void write_small(struct nq_demo *d)
{
    nq_demo_serverinfo(d, 1);
    nq_demo_block(d, 0, 0);
    nq_demo_time(d, 1.0f);
    nq_demo_block(d, 0, 0);
    add_goodbye(d);
}

static void write_without_track(struct nq_demo *d)
{
    d->file.size = 0;
    write_small(d);
}

static void write_odd_track(struct nq_demo *d)
{
    d->file.size = 0;
    byte_writer_bytes(&d->file, "-1\r\n", 4);
    write_small(d);
}

static void write_long_track(struct nq_demo *d)
{
    d->file.size = 0;
    byte_writer_bytes(&d->file, "a line of words\n", 16);
    write_small(d);
}

static void write_middle(struct nq_demo *d)
{
    nq_demo_time(d, 5.0f);
    nq_demo_entity(d, 1, 1, 0, 0, 0);
    nq_demo_block(d, 0, 0);
    nq_demo_time(d, 7.5f);
    nq_demo_block(d, 0, 0);
    write_small(d);
}

static void write_no_level(struct nq_demo *d)
{
    nq_demo_time(d, 5.0f);
    nq_demo_block(d, 0, 0);
}

static void write_clocks(struct nq_demo *d)
{
    nq_demo_serverinfo(d, 1);
    nq_demo_block(d, 0, 0);
    static const float times[] = {5.0f, 4.0f, 4.5f, 4.25f, -1.0f, 2e9f};
    for (size_t i = 0; i < COUNT(times); i++) {
        nq_demo_time(d, times[i]);
        nq_demo_block(d, 0, 0);
    }
    add_goodbye(d);
}

static void write_excesses(struct nq_demo *d)
{
    char text[2100];
    memset(text, 'x', sizeof(text) - 1);
    text[sizeof(text) - 1] = '\0';
    nq_demo_serverinfo(d, 1);
    nq_demo_block(d, 0, 0);
    nq_demo_text(d, NQ_PRINT, text);
    nq_demo_add(
        d, &(struct nq_message){.id = NQ_UPDATESTAT, .u.updatestat = {.stat = 200, .value = 1}});
    nq_demo_add(d, &(struct nq_message){.id = NQ_VERSION, .u.version = 16});
    nq_demo_text(d, NQ_STUFFTEXT, "bf; record x\nquit; BF\n// a note\nsay \"a; b\"; record y\n");
    nq_demo_text(d, NQ_STUFFTEXT, "v_cshift 1 2 3 4;FOG 1;\"sky\" x\nV_CSHIFT;play x;wait\n");
    nq_demo_text(d, NQ_STUFFTEXT, "v_idlescale 9;V_IDLESCALE 9;\1\2v_iyaw_level 1\n");
    nq_demo_block(d, 0, 0);
    nq_demo_text(d, NQ_PRINT, "Server: DarkPlaces Linux 20140513 (progs 5927 crc)\n");
    nq_demo_add(d, &(struct nq_message){.id = NQ_DISCONNECT});
    nq_demo_text(d, NQ_PRINT, "abc");
    nq_demo_block(d, 0, 0);
}

static void write_old_items(struct nq_demo *d)
{
    struct nq_message m = {.id = NQ_CLIENTDATA, .u.clientdata.view_height = 22};
    d->protocol.items_optional = true;
    nq_demo_text(d, NQ_PRINT, "\2\nVERSION 1.01 SERVER (5927 CRC)\n");
    nq_demo_serverinfo(d, 1);
    nq_demo_block(d, 0, 0);
    for (int i = 0; i < 8; i++) {
        nq_demo_time(d, 1.0f + (float)i);
        m.u.clientdata.health = (int16_t)(100 - i);
        nq_demo_add(d, &m);
        nq_demo_block(d, 0, 0);
    }
    add_goodbye(d);
}

Test(info_netquake, what_is_odd)
{
    static const struct {
        write_fn *write;
        const char *lines[6];
    } cases[] = {
        {write_small, {"  CD track  -1 (the level's own)", "  length    0:00.0"}},
        {write_without_track, {"  odd       no CD track line"}},
        {write_odd_track,
         {"  odd       the CD track is not a plain line; read as a number and white space",
          "  CD track  -1 (the level's own)"}},
        {write_long_track, {"  odd       the CD track line has 16 bytes"}},
        {write_middle,
         {"  level     (joined in the middle), 0:02.5, from block 0, 0 clients",
          "  level     maps/none.bsp \"the test\", 0:00.0, from block 2, 1 client",
          "  odd       begins in the middle of a game, before the first serverinfo"}},
        {write_no_level,
         {"  family    NetQuake, protocol not said", "  odd       no serverinfo",
          "  odd       no disconnect at the end"}},
        {write_clocks,
         {"  odd       the server clock runs backwards 2 times",
          "  odd       2 time messages hold no sensible time"}},
        {write_excesses,
         {"  engine    DarkPlaces Linux 20140513",
          "  odd       1 string is longer than the 2047 bytes Quake reads",
          "  odd       1 updatestat message beyond index 31",
          "  odd       1 version message names another protocol",
          "  odd       stuffed commands, not run: record, quit, say, V_IDLESCALE",
          "  odd       5 bytes after the demo's end"}},
        {write_old_items,
         {"  engine    VERSION 1.01",
          "  odd       items are optional in clientdata (Quake 1.06 or older), absent in 8"}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct command_result r = info_odd(cases[i].write, NULL);
        cr_expect_eq(r.status, 0, "case %zu: %s", i, r.err);
        for (int k = 0; k < 6 && cases[i].lines[k]; k++) {
            if (strncmp(cases[i].lines[k], "  length", 8) == 0) { /* more may follow */
                command_expect(r.out, cases[i].lines[k]);
            } else {
                command_expect_line(r.out, cases[i].lines[k]);
            }
        }
        command_free(&r);
        r = info_odd(cases[i].write, "--json");
        expect_json(r.out);
        command_free(&r);
    }
}

Test(info_netquake, what_is_not_known_is_null)
{
    struct command_result r = info_odd(write_no_level, "--json");
    command_expect(r.out, "\"protocol\":null,\"protocol_name\":null,\"engine\":null");
    command_expect(r.out, "\"game_type\":0,\"view_entity\":null");
    command_free(&r);
    r = info_odd(write_without_track, "--json");
    command_expect(r.out, "\"track_style\":\"none\"");
    command_free(&r);
    r = info_odd(write_odd_track, "--json");
    command_expect(r.out, "\"track\":-1,\"track_style\":\"scanf\"");
    command_free(&r);
    r = info_odd(write_old_items, "--json");
    command_expect(r.out, "\"items_optional\":true");
    command_free(&r);
}

/* --- the end of a level ----------------------------------------------------------------------- */

static void add_stat(struct nq_demo *d, uint8_t stat, int32_t value)
{
    nq_demo_add(d, &(struct nq_message){.id = NQ_UPDATESTAT,
                                        .u.updatestat = {.stat = stat, .value = value}});
}

static void add_empty(struct nq_demo *d, uint8_t id)
{
    nq_demo_add(d, &(struct nq_message){.id = id});
}

/* A marathon: finished once, then without a time, by a cutscene, and not. */
static void write_finishes(struct nq_demo *d)
{
    nq_demo_serverinfo(d, 1);
    nq_demo_text(d, NQ_STUFFTEXT, "//svi \"skill\" \"1\"\n");
    nq_demo_text(d, NQ_PRINT, "a line\nPlaying on ");
    nq_demo_text(d, NQ_PRINT, "Hard skill\n");
    add_stat(d, NQ_STAT_TOTAL_SECRETS, 5);
    add_stat(d, NQ_STAT_TOTAL_MONSTERS, 40);
    add_stat(d, NQ_STAT_MONSTERS, 7);
    nq_demo_block(d, 0, 0);
    nq_demo_time(d, 1.0f);
    add_empty(d, NQ_KILLEDMONSTER);
    add_empty(d, NQ_FOUNDSECRET);
    nq_demo_block(d, 0, 0);
    nq_demo_time(d, 65.2503f);
    add_empty(d, NQ_KILLEDMONSTER);
    add_empty(d, NQ_INTERMISSION);
    nq_demo_block(d, 0, 0);
    nq_demo_time(d, 70.0f);
    nq_demo_text(d, NQ_FINALE, "the end");
    nq_demo_block(d, 0, 0);
    nq_demo_serverinfo(d, 1); /* block 4 */
    add_empty(d, NQ_INTERMISSION);
    nq_demo_block(d, 0, 0);
    nq_demo_serverinfo(d, 1);
    add_stat(d, NQ_STAT_TOTAL_SECRETS, 2);
    nq_demo_text(d, NQ_STUFFTEXT, "//fullserverinfo \"\\coop\\0\\skill\\1\\x\\1\"\n");
    nq_demo_text(d, NQ_STUFFTEXT, "//svi skill 3\n");
    nq_demo_block(d, 0, 0);
    nq_demo_time(d, 3723.5f);
    nq_demo_text(d, NQ_CUTSCENE, "more");
    nq_demo_block(d, 0, 0);
    nq_demo_serverinfo(d, 1);
    add_stat(d, NQ_STAT_TOTAL_MONSTERS, 3);
    nq_demo_text(d, NQ_STUFFTEXT, "//svi \"skill\" \"1\"\n");
    nq_demo_text(d, NQ_PRINT, "Playing on Easy skill\n");
    nq_demo_block(d, 0, 0);
    nq_demo_time(d, 1.0f);
    nq_demo_block(d, 0, 0);
    nq_demo_serverinfo(d, 1);
    nq_demo_text(d, NQ_PRINT, "Playing on Hard skills\nplaying on Hard skill\n");
    nq_demo_text(d, NQ_STUFFTEXT, "//svi \"skill\" \"4\"\n");
    nq_demo_text(d, NQ_STUFFTEXT, "//svi \"skill\" \"10\"\n");
    nq_demo_text(d, NQ_STUFFTEXT, "//fullserverinfo \"\\skill\\\\x\\1\"\n");
    nq_demo_block(d, 0, 0);
    add_goodbye(d);
}

Test(info_netquake, when_levels_were_finished)
{
    static const char text[] =
        ", from block 0, 1 client\n"
        "  finish    1:05.250, block 2, kills 9 of 40, secrets 1 of 5, "
        "skill 2 (hard)\n"
        "  level     maps/none.bsp \"the test\", 0:00.0, from block 4, 1 client"
        "\n  finish    block 4\n";
    static const char *const lines[] = {
        "  finish    62:03.500, block 6, secrets 0 of 2, skill 3 (nightmare)",
        "  finish    none, kills 0 of 3, skill 0 (easy)",
    };
    static const char *const parts[] = {
        "\"game_type\":0,\"finished\":true,\"finish_time\":65.2503,\"finish_block\":2,\"kills\":9,"
        "\"total_kills\":40,\"secrets\":1,\"total_secrets\":5,\"skill\":2}",
        "\"finished\":true,\"finish_time\":null,\"finish_block\":4,\"kills\":null,"
        "\"total_kills\":null,\"secrets\":null,\"total_secrets\":null,\"skill\":null}",
        "\"finish_time\":3723.5,\"finish_block\":6,\"kills\":0,\"total_kills\":0,",
        "\"finished\":false,\"finish_time\":null,\"finish_block\":null,\"kills\":0,"
        "\"total_kills\":3,\"secrets\":0,\"total_secrets\":0,\"skill\":0}",
    };
    struct command_result r = info_odd(write_finishes, NULL);
    command_expect(r.out, text);
    command_expect_lines(r.out, lines, COUNT(lines));
    int count = 0;
    for (const char *at = r.out; (at = strstr(at, "  finish  ")); at++) {
        count++;
    }
    cr_expect_eq(count, 4, "%s", r.out);
    command_free(&r);
    r = info_odd(write_finishes, "--json");
    expect_json(r.out);
    command_expect_all(r.out, parts, COUNT(parts));
    command_free(&r);
}

/* --- damage ----------------------------------------------------------------------------------- */

Test(info_netquake, a_damaged_demo_is_described_as_far_as_it_is_good)
{
    struct byte_writer file = {0};
    size_t blocks[NQ_SHOW_BLOCKS];
    char where[128];
    nq_show_write(&file, 15, 0, blocks);
    const size_t block = blocks[nq_show_block(10)];
    snprintf(where, sizeof(where), "show.dem: byte %zu: the file ends inside a block (4 of ",
             block);
    struct command_result r = command_run_on(cmd_info, NULL, "show.dem", file.data, block + 20);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, where);
    command_expect_line(r.out, "         10 clientdata");
    snprintf(where, sizeof(where), "  odd       damaged at byte %zu: the file ends inside", block);
    command_expect(r.out, where);
    command_expect(r.out, "\"The Courtyard\", 0:00.6, from block 0");
    command_free(&r);
    file.data[block + DEM_BLOCK_HEADER] = 60; /* an unknown message */
    r = command_run_on(cmd_info, "--json", "show.dem", file.data, file.size);
    cr_expect_eq(r.status, 1);
    expect_json(r.out);
    snprintf(where, sizeof(where), "\"error\":{\"offset\":%zu,\"what\":\"",
             block + DEM_BLOCK_HEADER);
    command_expect(r.out, where);
    command_free(&r);
    r = command_run_on(cmd_dump, NULL, "show.dem", file.data, file.size);
    cr_expect_eq(r.status, 1);
    command_expect(r.out, "{\"block\":10,");
    cr_expect_null(strstr(r.out, "{\"block\":11,"));
    command_free(&r);
    byte_writer_free(&file);
}

/* As when playing: there is no valid time after it. */
Test(info_netquake, a_time_that_is_none_is_damage)
{
    struct nq_demo d;
    nq_demo_begin(&d);
    nq_demo_serverinfo(&d, 1);
    nq_demo_block(&d, 0, 0);
    const size_t block = d.file.size;
    nq_demo_time(&d, INFINITY);
    nq_demo_block(&d, 0, 0);
    struct command_result r = command_run_on(cmd_info, NULL, "a.dem", d.file.data, d.file.size);
    char where[64];
    snprintf(where, sizeof(where), "a.dem: byte %zu: time is not a number",
             block + DEM_BLOCK_HEADER);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, where);
    command_expect_line(r.out, "          1 time");
    command_free(&r);
    r = command_run_on(cmd_dump, NULL, "a.dem", d.file.data, d.file.size);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, where);
    command_expect(r.out, "\"name\":\"time\",\"id\":7,\"head\":{\"view\":[0,0,0]},\"time\":null}");
    command_free(&r);
    nq_demo_end(&d);
}

Test(info_netquake, protocols_that_are_only_named)
{
    struct nq_demo d;
    nq_demo_begin(&d);
    d.protocol.version = 3505;
    nq_demo_serverinfo(&d, 1);
    nq_demo_block(&d, 0, 0);
    struct command_result r = command_run_on(cmd_info, NULL, "other.dem", d.file.data, d.file.size);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "this NetQuake .dem has protocol 3505 (DarkPlaces), DP8, which is not "
                          "supported (byte ");
    command_expect_line(r.out, "  family    NetQuake, protocol 3505 (DarkPlaces), DP8");
    cr_expect_null(strstr(r.out, "no serverinfo"));
    cr_expect_null(strstr(r.out, "damaged"));
    command_free(&r);
    r = command_run_on(cmd_info, "--json", "other.dem", d.file.data, d.file.size);
    command_expect(r.out, "\"protocol\":3505,\"protocol_name\":\"DarkPlaces\"");
    command_expect(r.out, "\"protocol_title\":\"DP8\"");
    command_expect(r.out, "\"unsupported\":true");
    command_free(&r);
    nq_demo_end(&d);
}

/* Recordings stopped at once, and files that are not demos. */
Test(info_netquake, empty_demos)
{
    struct command_result r = command_run_on(cmd_info, NULL, "empty.dem", "-1\n", 3);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect_line(r.out, "  family    NetQuake, protocol not said");
    command_expect_line(r.out, "  odd       no serverinfo");
    command_free(&r);
    r = command_run_on(cmd_info, "--json", "empty.dem", "-1\n", 3);
    expect_json(r.out);
    command_expect(r.out, "\"blocks\":0,");
    command_expect(r.out, "\"game_type\":null,\"view_entity\":null");
    command_expect(r.out, "\"levels\":[],\"players\":[]");
    command_free(&r);
    r = command_run_on(cmd_info, NULL, "empty.dem", "", 0);
    cr_expect(r.status == 1 && r.out[0] == '\0', "%d: %s", r.status, r.out);
    command_expect(r.err, "empty.dem: byte 0: ");
    command_free(&r);
}

/* --- dump ------------------------------------------------------------------------------------- */

struct line { /* a message, and its line after the offset; * is the head */
    struct nq_message message;
    const char *json;
};

static const struct line plain_lines[] = {
    {{.id = NQ_NOP}, "\"name\":\"nop\",\"id\":1*"},
    {{.id = NQ_UPDATESTAT, .u.updatestat = {.stat = 3, .value = -70000}},
     "\"name\":\"updatestat\",\"id\":3*,\"stat\":3,\"value\":-70000"},
    {{.id = NQ_VERSION, .u.version = 15}, "\"name\":\"version\",\"id\":4*,\"version\":15"},
    {{.id = NQ_SETVIEW, .u.setview = 300}, "\"name\":\"setview\",\"id\":5*,\"entity\":300"},
    {{.id = NQ_SOUND,
      .u.sound = {.mask = 3,
                  .volume = 100,
                  .attenuation = 32,
                  .entity = 5,
                  .channel = 2,
                  .sound = 9,
                  .origin = {1, -2, 3.5}}},
     "\"name\":\"sound\",\"id\":6*,\"sound\":9,\"entity\":5,\"channel\":2,\"origin\":[1,-2,3.5],"
     "\"volume\":100,\"attenuation\":32"},
    {{.id = NQ_TIME, .u.time = 1.25f}, "\"name\":\"time\",\"id\":7*,\"time\":1.25"},
    {{.id = NQ_PRINT, .u.text = "a \"b\"\n"},
     "\"name\":\"print\",\"id\":8*,\"text\":\"a \\\"b\\\"\\u000a\""},
    {{.id = NQ_STUFFTEXT, .u.text = "bf\n"},
     "\"name\":\"stufftext\",\"id\":9*,\"text\":\"bf\\u000a\""},
    {{.id = NQ_SETANGLE, .u.setangle = {0, 90, -45}},
     "\"name\":\"setangle\",\"id\":10*,\"angles\":[0,90,-45]"},
    {{.id = NQ_LIGHTSTYLE, .u.lightstyle = {4, "amz"}},
     "\"name\":\"lightstyle\",\"id\":12*,\"style\":4,\"map\":\"amz\""},
    {{.id = NQ_UPDATENAME, .u.updatename = {2, "Ranger"}},
     "\"name\":\"updatename\",\"id\":13*,\"player\":2,\"player_name\":\"Ranger\""},
    {{.id = NQ_UPDATEFRAGS, .u.updatefrags = {2, -3}},
     "\"name\":\"updatefrags\",\"id\":14*,\"player\":2,\"frags\":-3"},
    {{.id = NQ_STOPSOUND, .u.stopsound = 5 << 3 | 2},
     "\"name\":\"stopsound\",\"id\":16*,\"entity\":5,\"channel\":2"},
    {{.id = NQ_UPDATECOLORS, .u.updatecolors = {2, 77}},
     "\"name\":\"updatecolors\",\"id\":17*,\"player\":2,\"colors\":77"},
    {{.id = NQ_PARTICLE, .u.particle = {{1, 2, 3}, {-4, 5, 6}, 20, 73}},
     "\"name\":\"particle\",\"id\":18*,\"origin\":[1,2,3],\"velocity\":[-4,5,6],\"count\":20,"
     "\"color\":73"},
    {{.id = NQ_DAMAGE, .u.damage = {4, 11, {1, 2, 3}}},
     "\"name\":\"damage\",\"id\":19*,\"armor\":4,\"blood\":11,\"origin\":[1,2,3]"},
    {{.id = NQ_SPAWNSTATIC,
      .u.spawnstatic = {.model = 7, .frame = 1, .colormap = 2, .skin = 3, .origin = {8, 9, 10}}},
     "\"name\":\"spawnstatic\",\"id\":20*,\"model\":7,\"frame\":1,\"colormap\":2,\"skin\":3,"
     "\"origin\":[8,9,10]"},
    {{.id = NQ_TEMP_ENTITY,
      .u.temp_entity =
          {.type = NQ_TE_LIGHTNING2, .entity = 3, .origin = {1, 2, 3}, .end = {4, 5, 6}}},
     "\"name\":\"temp_entity\",\"id\":23*,\"type\":6,\"entity\":3,\"origin\":[1,2,3],"
     "\"end\":[4,5,6]"},
    {{.id = NQ_SETPAUSE, .u.setpause = 1}, "\"name\":\"setpause\",\"id\":24*,\"pause\":1"},
    {{.id = NQ_SIGNONNUM, .u.signonnum = 2}, "\"name\":\"signonnum\",\"id\":25*,\"signon\":2"},
    {{.id = NQ_CENTERPRINT, .u.text = "c"}, "\"name\":\"centerprint\",\"id\":26*,\"text\":\"c\""},
    {{.id = NQ_KILLEDMONSTER}, "\"name\":\"killedmonster\",\"id\":27*"},
    {{.id = NQ_FOUNDSECRET}, "\"name\":\"foundsecret\",\"id\":28*"},
    {{.id = NQ_SPAWNSTATICSOUND, .u.spawnstaticsound = {{1, 2, 3}, 6, 255, 64}},
     "\"name\":\"spawnstaticsound\",\"id\":29*,\"sound\":6,\"origin\":[1,2,3],\"volume\":255,"
     "\"attenuation\":64"},
    {{.id = NQ_INTERMISSION}, "\"name\":\"intermission\",\"id\":30*"},
    {{.id = NQ_FINALE, .u.text = "f"}, "\"name\":\"finale\",\"id\":31*,\"text\":\"f\""},
    {{.id = NQ_CDTRACK, .u.cdtrack = {4, 5}},
     "\"name\":\"cdtrack\",\"id\":32*,\"track\":4,\"loop_track\":5"},
    {{.id = NQ_SELLSCREEN}, "\"name\":\"sellscreen\",\"id\":33*"},
    {{.id = NQ_CUTSCENE, .u.text = "d"}, "\"name\":\"cutscene\",\"id\":34*,\"text\":\"d\""},
    {{.id = NQ_ENTITY_UPDATE,
      .u.update = {.mask = NQ_U_ORIGIN1 | NQ_U_ANGLE2 | NQ_U_FRAME,
                   .entity = 9,
                   .frame = 4,
                   .origin = {-8, 0, 0},
                   .angles = {0, 90, 0}}},
     "\"name\":\"ent\",\"id\":210*,\"entity\":9,\"frame\":4,\"origin\":[-8,null,null],\"yaw\":90"},
    {{.id = NQ_DISCONNECT}, "\"name\":\"disconnect\",\"id\":2*"},
};

/* Protocols 666 and 999 only. */
static const struct line later_lines[] = {
    {{.id = NQ_SKYBOX, .u.text = "sky"}, "\"name\":\"skybox\",\"id\":37*,\"text\":\"sky\""},
    {{.id = NQ_BONUSFLASH}, "\"name\":\"bonusflash\",\"id\":40*"},
    {{.id = NQ_FOG, .u.fog = {26, {51, 102, 153}, 200}},
     "\"name\":\"fog\",\"id\":41*,\"density\":26,\"color\":[51,102,153],\"time\":200"},
    {{.id = NQ_SPAWNBASELINE2,
      .u.spawnbaseline = {.entity = 700,
                          .state = {.flags = NQ_B_LARGEMODEL | NQ_B_ALPHA,
                                    .alpha = 128,
                                    .model = 300,
                                    .origin = {1, 2, 3}}}},
     "\"name\":\"spawnbaseline2\",\"id\":42*,\"entity\":700,\"model\":300,\"origin\":[1,2,3],"
     "\"alpha\":128"},
    {{.id = NQ_SPAWNSTATIC2, .u.spawnstatic = {.flags = NQ_B_LARGEFRAME, .frame = 260}},
     "\"name\":\"spawnstatic2\",\"id\":43*,\"model\":0,\"frame\":260,\"origin\":[0,0,0]"},
    {{.id = NQ_SPAWNSTATICSOUND2, .u.spawnstaticsound = {{1, 2, 3}, 600, 255, 64}},
     "\"name\":\"spawnstaticsound2\",\"id\":44*,\"sound\":600,\"origin\":[1,2,3],\"volume\":255,"
     "\"attenuation\":64"},
    {{.id = NQ_ENTITY_UPDATE,
      .u.update =
          {.mask = NQ_U_ALPHA | NQ_U_LERPFINISH, .entity = 9, .alpha = 128, .lerp_finish = 51}},
     "\"name\":\"ent\",\"id\":129*,\"entity\":9,\"alpha\":128,\"lerp_finish\":51"},
};

/* Expects the line's end, with the head in the place of the star. */
static void expect_line(const char *text, const char *json)
{
    const int star = (int)strcspn(json, "*");
    char line[640];
    snprintf(line, sizeof(line), ",%.*s,\"head\":{\"view\":[10,20,0]}%s}", star, json,
             json + star + 1);
    const char *at = strchr(strchr(text, ',') + 1, ',');
    cr_expect_str_eq(at, line);
}

/* Writes the messages a block each, and looks for their lines. */
static void check_lines(int32_t version, const struct line *lines, size_t count)
{
    struct nq_demo d;
    nq_demo_begin(&d);
    d.protocol.version = version;
    nq_demo_serverinfo(&d, 4);
    nq_demo_block(&d, 0, 0);
    for (size_t i = 0; i < count; i++) {
        nq_demo_add(&d, &lines[i].message);
        nq_demo_block(&d, 10, 20);
    }
    struct command_result r = command_run_on(cmd_dump, NULL, "all.dem", d.file.data, d.file.size);
    cr_assert(r.status == 0 && r.err[0] == '\0', "%s", r.err);
    const char *line = strchr(strstr(r.out, "\"signon\":3"), '\n');
    for (size_t i = 0; i < count; i++) {
        char start[48], text[640];
        const char *end = strchr(++line, '\n');
        cr_assert(end && end - line < (ptrdiff_t)sizeof(text), "message %zu", i);
        snprintf(text, sizeof(text), "%.*s", (int)(end - line), line);
        expect_json(text);
        snprintf(start, sizeof(start), "{\"block\":%zu,\"offset\":", i + 1);
        cr_expect_eq(strncmp(text, start, strlen(start)), 0, "%s", text);
        expect_line(text, lines[i].json);
        line = end;
    }
    cr_expect_str_eq(line, "\n", "nothing behind");
    command_free(&r);
    nq_demo_end(&d);
}

Test(info_netquake, dump_writes_every_message_with_its_fields)
{
    check_lines(15, plain_lines, COUNT(plain_lines));
    check_lines(666, later_lines, COUNT(later_lines));
}

Test(info_netquake, dump_writes_the_levels_and_the_player)
{
    struct byte_writer file = {0};
    nq_show_write(&file, 999, NQ_PRFL_FLOATCOORD, NULL);
    struct command_result r = command_run_on(cmd_dump, NULL, "show.dem", file.data, file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect(r.out,
                   "\"name\":\"serverinfo\",\"id\":11,\"protocol\":999,\"flags\":16,"
                   "\"max_clients\":4,\"game_type\":1,\"level_name\":\"The Courtyard\","
                   "\"models\":[\"maps/dm7.bsp\",\"progs/soldier.mdl\",\"progs/v_shot.mdl\"],"
                   "\"sounds\":[\"misc/null.wav\",\"weapons/guncock.wav\"]");
    command_expect(r.out, "\"name\":\"clientdata\",\"id\":15,\"on_ground\":true,\"items\":33,"
                          "\"weapon_model\":3,\"health\":-5,\"active_weapon\":1}");
    command_free(&r);
    byte_writer_free(&file);
}

/* --- a line a demo -----------------------------------------------------------------------------
 */

Test(info_netquake, table)
{
    struct command_result r = COMMAND(cmd_info, "info", "--table", "builtin:demo1", "builtin:demo4",
                                      "builtin:demo5", "/nowhere.dem");
    cr_expect_eq(r.status, EXIT_BAD_INPUT, "the last cannot be read");
    command_expect_lines(
        r.out,
        (const char *const[]){
            "   length  game        protocol  level                 players  demo",
            "   0:40.0  NetQuake    15        reel                        1  builtin:demo1"},
        2);
    command_expect(r.out, "QuakeWorld  28        ");
    command_expect(r.out, "Quake III   68        ");
    command_free(&r);
    r = COMMAND(cmd_info, "info", "--table", "--json", "builtin:demo1");
    cr_expect_eq(r.status, EXIT_USAGE);
    command_free(&r);
}

Test(info_netquake, table_tells_damage)
{
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("demo1.dem", &data, &size));
    struct command_result r = command_run_on(cmd_info, "--table", "cut.dem", data, size / 2);
    cr_expect_eq(r.status, EXIT_BAD_INPUT);
    command_expect(r.out, "cut.dem (damaged)\n");
    command_free(&r);
}
