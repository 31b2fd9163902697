/* Output of info and dump for a synthetic Quake III demo: whole, damaged, with a lost message,
 * empty.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/json/json_check.h"
#include "tests/support/q3_match.h"

static struct command_result info_match(int protocol, const char *option)
{
    char name[32];
    struct q3_demo *d = q3_match_write(protocol);
    snprintf(name, sizeof(name), "match.dm_%d", protocol);
    struct command_result r = command_run_on(cmd_info, option, name, d->file.data, d->file.size);
    q3_demo_free(d);
    cr_assert(r.status == 0 && r.err[0] == '\0', "protocol %d: %d: %s", protocol, r.status, r.err);
    return r;
}

/* --- info ------------------------------------------------------------------------------------- */

Test(info_quake3, a_person_reads_what_was_written)
{
    struct command_result r = info_match(68, NULL);
    static const char *const lines[] = {
        "  family    Quake III, protocol 68 (Quake III 1.32)",
        "  engine    Q3 1.32",
        "  game      written (baseq3-1), Tournament",
        "  server    The Written Server",
        "  recorder  3 Recorder",
        "  scores    3 and - (first and second)",
        "  states    2 gamestates, 61 snapshots, 0 dropped",
        "  commands  16 kept, 1 repeated",
        "  gaps      1, 1 message lost",
        "  level     maps/q3dm17.bsp \"The Longest Yard\", 0:04.9, from block 0",
        "  finish    0:14.750, block 37",
        "  level     maps/q3tourney2.bsp \"The Proving Grounds\", 0:01.0, from block 41",
        "  player    1 Anarki, score 3, model anarki",
        "  player    3 Recorder, spectator, model visor",
        "          2 gamestate",
        "         17 servercommand",
        "         61 snapshot",
        "  odd       1 message was lost in 1 place",
    };
    command_expect_lines(r.out, lines, sizeof(lines) / sizeof(lines[0]));
    command_expect(r.out, "\n  length    0:05.9");
    command_expect(r.out, ", 63 blocks, 80 messages\n");
    command_free(&r);
}

Test(info_quake3, a_program_reads_what_was_written)
{
    struct command_result r = info_match(68, "--json");
    static const char *const parts[] = {
        "\"family\":\"quake3\",\"protocol\":68,\"protocol_name\":\"Quake III 1.32\"",
        "\"engine\":\"Q3 1.32\",\"blocks\":63",
        "\"game\":\"baseq3-1\",\"game_type\":1,\"game_type_name\":\"Tournament\"",
        "\"recorder\":2,\"scores\":[3,null]",
        "\"date\":null,\"server\":\"The Written Server\",\"mod\":\"written\","
        "\"mode\":\"Tournament\",\"result\":[{\"name\":\"Anarki\",\"score\":3}]",
        "\"gamestates\":2,\"snapshots\":61,\"dropped_snapshots\":0",
        "\"commands_kept\":16,\"commands_repeated\":1,\"sequence_gaps\":1,\"lost_messages\":1",
        "\"ended\":true",
        "\"messages\":{\"2\":2,\"5\":17,\"7\":61}",
        "{\"name\":\"The Longest "
        "Yard\",\"map\":\"maps/q3dm17.bsp\",\"length\":4.9,\"first_block\":0,"
        "\"models\":2,\"sounds\":3",
        "{\"name\":\"The Proving Grounds\",\"map\":\"maps/q3tourney2.bsp\",\"length\":1,"
        "\"first_block\":41",
        "{\"slot\":0,\"name\":\"Anarki\",\"frags\":3,",
        "\"team\":\"\",\"spectator\":false,\"model\":\"anarki\"}",
        "{\"slot\":2,\"name\":\"Recorder\",\"frags\":null,",
        "\"team\":\"spectator\",\"spectator\":true,\"model\":\"visor\"}",
        "\"length\":5.9",
        "\"oddities\":[\"1 message was lost in 1 place\"],\"error\":null",
    };
    expect_json(r.out);
    command_expect_all(r.out, parts, sizeof(parts) / sizeof(parts[0]));
    command_free(&r);
}

Test(info_quake3, every_protocol_has_its_name_and_its_games)
{
    static const struct {
        int protocol;
        const char *family, *game;
    } cases[] = {
        {43, "protocol 43 (Quake III 1.11 to 1.17)", "written (baseq3-1), Tournament"},
        {48, "protocol 48 (Quake III 1.27)", "written (baseq3-1), Tournament"},
        {66, "protocol 66 (Quake III 1.29)", "written (baseq3-1), Tournament"},
        {67, "protocol 67 (Quake III 1.30, 1.31)", "written (baseq3-1), Tournament"},
        {71, "protocol 71 (ioquake3, OpenArena)", "written (baseoa-1), Tournament"},
        {73, "protocol 73 (Quake Live)", "written (baseq3-1), Duel"},
        {90, "protocol 90 (Quake Live)", "written (baseq3-1), Duel"},
        {91, "protocol 91 (Quake Live)", "written (baseq3-1), Duel"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char line[128];
        struct command_result r = info_match(cases[i].protocol, NULL);
        snprintf(line, sizeof(line), "  family    Quake III, %s", cases[i].family);
        command_expect_line(r.out, line);
        snprintf(line, sizeof(line), "  game      %s", cases[i].game);
        command_expect_line(r.out, line);
        command_expect_line(r.out, "  states    2 gamestates, 61 snapshots, 0 dropped");
        cr_expect_eq(strstr(r.out, "  recorder") != NULL, cases[i].protocol >= 66);
        command_free(&r);
    }
}

/* The level that was played, with teams. */
Test(info_quake3, teams_and_their_scores)
{
    struct q3_demo *d = q3_match_write(68);
    q3_demo_keep(d, Q3_MATCH_FIRST + 1);
    struct command_result r = command_run_on(cmd_info, NULL, "a.dm_68", d->file.data, d->file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect_line(r.out, "  game      written (baseq3-1), Capture the Flag");
    command_expect_line(r.out, "  scores    1 and 0 (red and blue)");
    command_expect_line(r.out, "  commands  11 kept, 1 repeated");
    command_expect_line(r.out, "  player    1 Anarki, spectator, model anarki");
    command_expect_line(r.out, "  player    3 Recorder, red, score 1, model visor");
    command_expect_line(r.out, "  player    6 Watcher, spectator, model bones");
    cr_expect_null(strstr(r.out, "  gaps"));
    cr_expect_null(strstr(r.out, "  odd"));
    command_free(&r);
    q3_demo_free(d);
}

struct game { /* a server's strings, and the output of info */
    int protocol;
    const char *server, *system, *version, *line;
};

static void check_game(const struct game *g)
{
    char name[32], line[128];
    struct q3_demo *d = q3_demo_create(g->protocol);
    q3_demo_configstring(d, 0, g->server);
    q3_demo_configstring(d, 1, g->system);
    q3_demo_configstring(d, g->protocol >= 73 ? 12 : 20, g->version);
    q3_demo_gamestate(d, 300); /* no client has this number */
    q3_demo_end(d);
    snprintf(name, sizeof(name), "a.dm_%d", g->protocol);
    struct command_result r = command_run_on(cmd_info, NULL, name, d->file.data, d->file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    snprintf(line, sizeof(line), "  game      %s", g->line);
    command_expect_line(r.out, line);
    cr_expect_null(strstr(r.out, "  recorder"));
    cr_expect_null(strstr(r.out, "  scores"));
    cr_expect_null(strstr(r.out, "  server"));
    command_expect(r.out, "  level     (no map), 0:00.0, from block 0\n");
    command_free(&r);
    q3_demo_free(d);
}

Test(info_quake3, games_by_what_the_server_says)
{
    static const struct game games[] = {
        {68, "x\\1", "x\\1", "x", "x (x)"},
        {68, "x\\1", "x\\1", "baseq3-1", "baseq3 (baseq3-1)"},
        {68, "gamename\\mod\\g_gametype\\0", "x\\1", "y", "mod (y), Free For All"},
        {68, "g_gametype\\3", "fs_game\\osp", "y", "osp (y), Team Deathmatch"},
        {68, "g_gametype\\5", "fs_game\\osp", "y", "osp (y), Clan Arena"},
        {68, "g_gametype\\6", "fs_game\\osp", "y", "osp (y), game type 6"},
        {68, "g_gametype\\5", "fs_game\\a", "y", "a (y), One Flag CTF"},
        {68, "g_gametype\\5", "fs_game\\cpma", "cpma-1", "cpma (cpma-1), Clan Arena"},
        {68, "g_gametype\\7", "fs_game\\cpma", "cpma-1", "cpma (cpma-1), Capture Strike"},
        {68, "g_gametype\\2", "fs_game\\cpma", "cpma-1", "cpma (cpma-1), game type 2"},
        {68, "g_gametype\\8", "fs_game\\cpma", "cpma-1", "cpma (cpma-1), Not Team Fortress"},
        {71, "g_gametype\\9", "x\\1", "baseoa-1", "baseoa (baseoa-1), CTF Elimination"},
        {71, "g_gametype\\64", "x\\1", "baseoa-1", "baseoa (baseoa-1), game type 64"},
        {71, "g_gametype\\65", "x\\1", "baseoa-1", "baseoa (baseoa-1), game type 65"},
        {91, "g_gametype\\12", "x\\1", "ql-1", "ql (ql-1), Red Rover"},
        {91, "g_gametype\\13", "x\\1", "ql-1", "ql (ql-1), game type 13"},
    };
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        check_game(&games[i]);
    }
}

/* --- what is odd or damaged ------------------------------------------------------------------- */

Test(info_quake3, a_lost_message)
{
    struct q3_demo *d = q3_match_write(68);
    q3_demo_lose(d, q3_match_block(6));
    struct command_result r =
        command_run_on(cmd_info, "--json", "a.dm_68", d->file.data, d->file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    expect_json(r.out);
    command_expect(r.out, "\"snapshots\":45,\"dropped_snapshots\":15,\"commands_kept\":15");
    command_expect(r.out, "\"sequence_gaps\":2,\"lost_messages\":2");
    command_expect(r.out, "\"15 snapshots are told against one that is not there\"");
    command_expect(r.out, "\"2 messages were lost in 2 places\"");
    command_free(&r);
    q3_demo_free(d);
}

Test(info_quake3, a_damaged_demo_is_described_as_far_as_it_is_good)
{
    struct q3_demo *d = q3_match_write(68);
    char where[96];
    const size_t block = d->blocks[q3_match_block(30)];
    snprintf(where, sizeof(where), "a.dm_68: byte %zu: message 42: the file ends inside it (12 of ",
             block);
    struct command_result r = command_run_on(cmd_info, NULL, "a.dm_68", d->file.data, block + 20);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, where);
    command_expect_line(r.out, "  states    1 gamestate, 30 snapshots, 0 dropped");
    command_expect_line(r.out, "  player    3 Recorder, red, score 1, model visor");
    command_free(&r);
    r = command_run_on(cmd_info, "--json", "a.dm_68", d->file.data, block + 20);
    cr_expect_eq(r.status, 1);
    expect_json(r.out);
    command_expect(r.out, "\"ended\":false");
    snprintf(where, sizeof(where), "\"error\":{\"offset\":%zu,\"what\":\"message 42: ", block);
    command_expect(r.out, where);
    command_free(&r);
    r = command_run_on(cmd_info, NULL, "a.dm_68", d->file.data, d->file.size - DM3_BLOCK_HEADER);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, "the file ends without its end mark, behind message 74 (#63)");
    command_expect_line(r.out, "  states    2 gamestates, 61 snapshots, 0 dropped");
    command_free(&r);
    byte_writer_bytes(&d->file, "no demo", 7);
    r = command_run_on(cmd_info, NULL, "a.dm_68", d->file.data, d->file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect_line(r.out, "  odd       7 bytes after the demo's end");
    command_free(&r);
    q3_demo_free(d);
}

/* Recordings stopped at once, and files that are not demos. */
Test(info_quake3, empty_demos)
{
    struct q3_demo *d = q3_match_write(68);
    q3_demo_keep(d, 1);
    struct command_result r = command_run_on(cmd_info, NULL, "a.dm_68", d->file.data, d->file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect_line(r.out, "  states    1 gamestate, 0 snapshots, 0 dropped");
    command_expect(r.out, "  length    0:00.0");
    command_free(&r);
    r = command_run_on(cmd_dump, "--snapshots", "a.dm_68", d->file.data, d->file.size);
    cr_expect(r.status == 0 && r.out[0] == '\0');
    command_free(&r);
    r = command_run_on(cmd_info, NULL, "a.dm_68", "", 0);
    cr_expect(r.status == 1 && r.out[0] == '\0', "%s", r.out);
    command_expect(r.err, "a.dm_68: byte 0: ");
    command_free(&r);
    q3_demo_free(d);
}

/* --- dump ------------------------------------------------------------------------------------- */

/* Calls with each line, ended by a NUL; how many there are. */
static uint32_t each_line(char *text, void (*check)(uint32_t index, const char *line))
{
    uint32_t count = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        check(count++, line);
    }
    return count;
}

static void is_json(uint32_t index, const char *line)
{
    (void)index;
    expect_json(line);
}

static struct command_result dump_match(int protocol, const char *option)
{
    char name[32];
    struct q3_demo *d = q3_match_write(protocol);
    snprintf(name, sizeof(name), "match.dm_%d", protocol);
    struct command_result r = command_run_on(cmd_dump, option, name, d->file.data, d->file.size);
    cr_assert(r.status == 0 && r.err[0] == '\0', "%s", r.err);
    q3_demo_free(d);
    return r;
}

Test(info_quake3, dump_writes_every_message)
{
    struct command_result r = dump_match(68, NULL);
    command_expect(r.out, "{\"block\":0,\"offset\":0,\"name\":\"gamestate\",\"id\":2,"
                          "\"sequence\":11,\"serverCommand\":3,\"client\":2,\"checksumFeed\":24301,"
                          "\"configstrings\":{\"0\":\"\\\\mapname\\\\Q3DM17");
    command_expect(r.out, "\"baselines\":[{\"number\":64,");
    command_expect(r.out, "\"name\":\"servercommand\",\"id\":5,\"sequence\":17,\"command\":5,"
                          "\"repeated\":true,\"text\":\"print \\\"Anarki entered the game");
    command_expect(r.out, "\"name\":\"snapshot\",\"id\":7,\"sequence\":74,\"dropped\":false,"
                          "\"index\":60,\"serverTime\":1500,\"delta\":1,\"flags\":4,"
                          "\"serverCommand\":19,\"areamask\":[240,20,0,255],\"entities\":1}");
    cr_expect_eq(each_line(r.out, is_json), 80u);
    command_free(&r);
}

/* Messages that the program never writes, but names. */
Test(info_quake3, dump_names_downloads_and_voices)
{
    struct q3_demo *d = q3_demo_create(68);
    q3_demo_gamestate(d, 0);
    q3_demo_command(d, "print \"a\"");
    q3_bits_write(&d->bits, Q3_NOP, 8);
    q3_bits_write(&d->bits, Q3_DOWNLOAD, 8);
    q3_bits_write(&d->bits, 3, 16); /* the block of the file */
    q3_bits_write(&d->bits, 2, 16); /* its bytes */
    q3_bits_write(&d->bits, 'x', 8);
    q3_bits_write(&d->bits, 'y', 8);
    q3_bits_write(&d->bits, Q3_VOIP_OPUS, 8);
    q3_bits_write(&d->bits, 5, 16); /* the speaker */
    q3_bits_write(&d->bits, 0, 8);
    q3_bits_write(&d->bits, 7, 32);
    q3_bits_write(&d->bits, 1, 8);
    q3_bits_write(&d->bits, 1, 16); /* bytes */
    q3_bits_write(&d->bits, 0, 2);
    q3_bits_write(&d->bits, 'z', 8);
    q3_demo_snapshot(d, 1000, 0);
    q3_demo_end(d);
    struct command_result r = command_run_on(cmd_dump, NULL, "a.dm_68", d->file.data, d->file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect(r.out, "\"name\":\"nop\",\"id\":1,\"sequence\":2}\n");
    command_expect(r.out, "\"name\":\"download\",\"id\":6,\"sequence\":2,\"part\":3,\"size\":2}\n");
    command_expect(r.out,
                   "\"name\":\"voip_opus\",\"id\":10,\"sequence\":2,\"sender\":5,\"size\":1}\n");
    command_expect(r.out, "\"serverTime\":1000,");
    cr_expect_eq(each_line(r.out, is_json), 6u);
    command_free(&r);
    q3_demo_free(d);
}

/* The player's place is 10 units farther each time, in the first level. */
static void has_place(uint32_t index, const char *line)
{
    char part[96];
    expect_json(line);
    snprintf(part, sizeof(part), "{\"index\":%u,\"sequence\":%u,\"serverTime\":%d,", index,
             12 + index + (index >= Q3_MATCH_FIRST) + (index >= Q3_MATCH_FIRST + Q3_MATCH_LOST),
             q3_match_server_time(index));
    cr_assert_eq(strncmp(line, part, strlen(part)), 0, "%.100s", line);
    snprintf(part, sizeof(part), "\"origin[0]\":%u,\"origin[1]\":-20,",
             index < Q3_MATCH_FIRST ? 10 * index : 1000);
    command_expect(line, part);
}

Test(info_quake3, dump_writes_every_snapshot)
{
    struct command_result r = dump_match(68, "--snapshots");
    command_expect(r.out, "\"stats\":[100,0,0,");
    command_expect(r.out, "\"ammo\":[0,0,62,0,");
    command_expect(r.out, "\"pos.trTime\":10000,");
    cr_expect_eq(each_line(r.out, has_place), (uint32_t)Q3_MATCH_UPDATES);
    command_free(&r);
    r = dump_match(43, "--snapshots");
    command_expect(r.out, "\"serverCommand\":3,\"clientCommand\":12,\"areamask\":");
    cr_expect_eq(each_line(r.out, is_json), (uint32_t)Q3_MATCH_UPDATES);
    command_free(&r);
}

static char known[Q3_MATCH_UPDATES][128];

static void keep_hash(uint32_t index, const char *line)
{
    unsigned found, sequence, time;
    cr_assert_eq(sscanf(line, "%u %u %u", &found, &sequence, &time), 3, "%s", line);
    cr_assert(found == index && time == (unsigned)q3_match_server_time(index), "%s", line);
    cr_assert_lt(strlen(line), sizeof(known[0]));
    memcpy(known[index], line, strlen(line) + 1);
}

static void same_hash(uint32_t index, const char *line)
{
    cr_assert_str_eq(line, known[index]);
}

/* The same was sent in 66, whose fields are those of 68. */
Test(info_quake3, hashes_are_of_what_was_sent)
{
    struct command_result r = dump_match(68, "--state-hash");
    cr_expect_eq(each_line(r.out, keep_hash), (uint32_t)Q3_MATCH_UPDATES);
    command_free(&r);
    r = dump_match(66, "--state-hash");
    cr_expect_eq(each_line(r.out, same_hash), (uint32_t)Q3_MATCH_UPDATES);
    command_free(&r);
    cr_expect_str_neq(strrchr(known[3], ' '), strrchr(known[4], ' '), "an entity has moved");
    cr_expect_str_eq(strrchr(known[40], ' '), strrchr(known[46], ' '), "no entity is there");
}

Test(info_quake3, dump_of_a_damaged_demo)
{
    struct q3_demo *d = q3_match_write(68);
    const size_t block = d->blocks[q3_match_block(30)];
    struct command_result r = dump_match(68, "--state-hash");
    cr_expect_eq(each_line(r.out, keep_hash), (uint32_t)Q3_MATCH_UPDATES);
    command_free(&r);
    r = command_run_on(cmd_dump, "--state-hash", "a.dm_68", d->file.data, block + 20);
    cr_expect_eq(r.status, 1);
    command_expect(r.err, ": message 42: the file ends inside it");
    cr_expect_eq(each_line(r.out, same_hash), 30u);
    command_free(&r);
    q3_demo_free(d);
}
