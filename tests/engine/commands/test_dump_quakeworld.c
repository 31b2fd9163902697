/* dump of written QuakeWorld demos: every message with all its fields, and the blocks that have
 * none. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/command.h"
#include "tests/support/json/json_check.h"
#include "tests/support/qw_game.h"
#include "tests/support/qw_show.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static const struct qw_protocol client = {.version = 28}, server = {.version = 28, .is_mvd = true};

/* --- messages --------------------------------------------------------------------------------- */

struct line { /* a message, and its line after the time */
    struct qw_message message;
    const char *json;
};

static const uint8_t data[QW_DOWNLOAD_CHUNK] = {1, 2, 3};

static const struct line plain_lines[] = {
    {{.id = QW_NOP}, "\"name\":\"nop\",\"id\":1"},
    {{.id = QW_UPDATESTAT, .u.updatestat = {3, 25}},
     "\"name\":\"updatestat\",\"id\":3,*\"stat\":3,\"value\":25}"},
    {{.id = QW_UPDATESTATLONG, .u.updatestat = {15, -70000}},
     "\"name\":\"updatestatlong\",\"id\":38,*\"stat\":15,\"value\":-70000}"},
    {{.id = QW_SOUND,
      .u.sound = {.mask = QW_SND_VOLUME,
                  .entity = 700,
                  .channel = 5,
                  .volume = 100,
                  .attenuation = 64,
                  .sound = 6,
                  .origin = {1, -2, 3.5f}}},
     "\"name\":\"sound\",\"id\":6,*\"sound\":6,\"entity\":700,\"channel\":5,\"origin\":[1,-2,3.5],"
     "\"volume\":100}"},
    {{.id = QW_PRINT, .u.print = {2, "a \"b\"\n"}},
     "\"name\":\"print\",\"id\":8,*\"level\":2,\"text\":\"a \\\"b\\\"\\u000a\"}"},
    {{.id = QW_STUFFTEXT, .u.text = "bf\n"},
     "\"name\":\"stufftext\",\"id\":9,*\"text\":\"bf\\u000a\"}"},
    {{.id = QW_SETANGLE, .u.setangle = {.angles = {0, 90, -45}}},
     "\"name\":\"setangle\",\"id\":10,*\"angles\":[0,90,-45]}"},
    {{.id = QW_LIGHTSTYLE, .u.lightstyle = {12, "mamaz"}},
     "\"name\":\"lightstyle\",\"id\":12,*\"style\":12,\"map\":\"mamaz\"}"},
    {{.id = QW_UPDATEFRAGS, .u.player_short = {6, -99}},
     "\"name\":\"updatefrags\",\"id\":14,*\"player\":6,\"value\":-99}"},
    {{.id = QW_STOPSOUND, .u.stopsound = 5 << 3 | 2},
     "\"name\":\"stopsound\",\"id\":16,*\"entity\":5,\"channel\":2}"},
    {{.id = QW_DAMAGE, .u.damage = {5, 6, {1, 2, 3}}},
     "\"name\":\"damage\",\"id\":19,*\"armor\":5,\"blood\":6,\"origin\":[1,2,3]}"},
    {{.id = QW_SPAWNSTATIC, .u.spawnstatic = {1, 2, 3, 4, {8, 16, 24}, {0, 90, 0}}},
     "\"name\":\"spawnstatic\",\"id\":20,*\"model\":1,\"frame\":2,\"colormap\":3,\"skin\":4,"
     "\"origin\":[8,16,24],\"angles\":[0,90,0]}"},
    {{.id = QW_SPAWNBASELINE, .u.spawnbaseline = {200, {.model = 7, .origin = {8, 0, 0}}}},
     "\"name\":\"spawnbaseline\",\"id\":22,*\"entity\":200,\"model\":7,\"origin\":[8,0,0]}"},
    {{.id = QW_TEMP_ENTITY,
      .u.temp_entity = {.type = QW_TE_BLOOD, .count = 2, .origin = {1, 2, 3}}},
     "\"name\":\"temp_entity\",\"id\":23,*\"type\":12,\"count\":2,\"origin\":[1,2,3]}"},
    {{.id = QW_TEMP_ENTITY,
      .u.temp_entity =
          {.type = QW_TE_LIGHTNING2, .entity = 4, .origin = {1, 2, 3}, .end = {4, 5, 6}}},
     "\"type\":6,\"entity\":4,\"origin\":[1,2,3],\"end\":[4,5,6]}"},
    {{.id = QW_SETPAUSE, .u.setpause = 1}, "\"name\":\"setpause\",\"id\":24,*\"pause\":1}"},
    {{.id = QW_CENTERPRINT, .u.text = "c"}, "\"name\":\"centerprint\",\"id\":26,*\"text\":\"c\"}"},
    {{.id = QW_KILLEDMONSTER}, "\"name\":\"killedmonster\",\"id\":27"},
    {{.id = QW_FOUNDSECRET}, "\"name\":\"foundsecret\",\"id\":28"},
    {{.id = QW_SPAWNSTATICSOUND,
      .u.spawnstaticsound = {.origin = {1, 2, 3}, .sound = 4, .volume = 255, .attenuation = 64}},
     "\"name\":\"spawnstaticsound\",\"id\":29,*\"sound\":4,\"origin\":[1,2,3],\"volume\":255,"
     "\"attenuation\":64}"},
    {{.id = QW_INTERMISSION, .u.intermission = {{1, 2, 3}, {0, 90, 0}}},
     "\"name\":\"intermission\",\"id\":30,*\"origin\":[1,2,3],\"angles\":[0,90,0]}"},
    {{.id = QW_FINALE, .u.text = "f"}, "\"name\":\"finale\",\"id\":31,*\"text\":\"f\"}"},
    {{.id = QW_CDTRACK, .u.cdtrack = 4}, "\"name\":\"cdtrack\",\"id\":32,*\"track\":4}"},
    {{.id = QW_UPDATEPING, .u.player_short = {6, 26}},
     "\"name\":\"updateping\",\"id\":36,*\"player\":6,\"value\":26}"},
    {{.id = QW_UPDATEENTERTIME, .u.updateentertime = {6, 33.25f}},
     "\"name\":\"updateentertime\",\"id\":37,*\"player\":6,\"time\":33.25}"},
    {{.id = QW_MUZZLEFLASH, .u.muzzleflash = 500},
     "\"name\":\"muzzleflash\",\"id\":39,*\"entity\":500}"},
    {{.id = QW_UPDATEUSERINFO, .u.updateuserinfo = {.player = 3, .user = 99, .info = "\\name\\x"}},
     "\"name\":\"updateuserinfo\",\"id\":40,*\"player\":3,\"user\":99,\"info\":\"\\\\name\\\\x\"}"},
    {{.id = QW_PLAYERINFO,
      .u.player = {.flags = QW_PF_MSEC | QW_PF_COMMAND | QW_PF_VELOCITY1 | QW_PF_EFFECTS,
                   .player = 3,
                   .frame = 4,
                   .msec = 5,
                   .effects = 8,
                   .velocity = {-300, 0, 0},
                   .origin = {1, 2, 3},
                   .command = {.bits = QW_CM_FORWARD, .msec = 13, .move = {320, 0, 0}}}},
     "\"name\":\"playerinfo\",\"id\":42,*\"player\":3,\"origin\":[1,2,3],\"frame\":4,\"msec\":5,"
     "\"command\":true,\"command_move\":[320,null,null],\"command_msec\":13,"
     "\"velocity\":[-300,null,null],\"effects\":8}"},
    {{.id = QW_CHOKECOUNT, .u.chokecount = 3}, "\"name\":\"chokecount\",\"id\":44,*\"count\":3}"},
    {{.id = QW_MAXSPEED, .u.speed = 400}, "\"name\":\"maxspeed\",\"id\":49,*\"speed\":400}"},
    {{.id = QW_ENTGRAVITY, .u.gravity = 0.25f},
     "\"name\":\"entgravity\",\"id\":50,*\"gravity\":0.25}"},
    {{.id = QW_SETINFO, .u.info = {.player = 2, .key = "team", .value = "red"}},
     "\"name\":\"setinfo\",\"id\":51,*\"player\":2,\"key\":\"team\",\"value\":\"red\"}"},
    {{.id = QW_SERVERINFO, .u.info = {.key = "status", .value = "Standby"}},
     "\"name\":\"serverinfo\",\"id\":52,*\"key\":\"status\",\"value\":\"Standby\"}"},
    {{.id = QW_UPDATEPL, .u.updatepl = {6, 100}},
     "\"name\":\"updatepl\",\"id\":53,*\"player\":6,\"loss\":100}"},
    {{.id = QW_DOWNLOAD, .u.download = {.size = 3, .percent = 50, .data = data}},
     "\"name\":\"download\",\"id\":41,*\"percent\":50,\"bytes\":\"010203\"}"},
    {{.id = QW_DISCONNECT, .u.text = "EndOfDemo"},
     "\"name\":\"disconnect\",\"id\":2,*\"text\":\"EndOfDemo\"}"},
};

/* Messages of extended servers. */
static const struct line extended_lines[] = {
    {{.id = QW_DOWNLOAD, .u.download = {.chunk = -1, .size = 123456, .name = "maps/x.bsp"}},
     "\"chunk\":-1,\"size\":123456,\"file_name\":\"maps/x.bsp\"}"},
    {{.id = QW_DOWNLOAD, .u.download = {.chunk = 7, .data = data}},
     "\"name\":\"download_chunk\",*\"chunk\":7,\"bytes\":\"0102030000"},
    {{.id = QW_SPAWNSTATIC2,
      .u.entity = {.bits = QW_U_MODEL | QW_U_ORIGIN1 | QW_U_ANGLE2 | QW_U_TRANS | QW_U_COLOURMOD,
                   .number = 9,
                   .model = 3,
                   .trans = 128,
                   .colour_mod = {1, 2, 3},
                   .origin = {8, 0, 0},
                   .angles = {0, 90, 0}}},
     "*\"model\":3,\"origin\":[8,null,null],\"yaw\":90,\"trans\":128,\"colour_mod\":[1,2,3]}"},
    {{.id = QW_VOICECHAT,
      .u.voicechat = {.sender = 1, .generation = 2, .sequence = 3, .size = 300, .data = data}},
     "\"sender\":1,\"generation\":2,\"sequence\":3,\"bytes\":\"0102030000"},
    {{.id = QW_PLAYERINFO,
      .u.player = {.flags = QW_PF_TRANS | QW_PF_COLOURMOD,
                   .player = 1,
                   .trans = 12,
                   .colour_mod = {4, 5, 6},
                   .prediction = {1, 2, -3, 4.5f, 5.5f, 6.5f, 7, 8, 9, {10, 11, 12, 13}}}},
     "\"trans\":12,\"colour_mod\":[4,5,6],\"prediction\":1,\"prediction_impulse\":2,"
     "\"prediction_weapon\":-3,\"client_time\":4.5,\"attack_finished\":5.5,\"next_think\":6.5,"
     "\"think_index\":7,\"ping\":8,\"prediction_flags\":9,\"ammo\":[10,11,12,13]}"},
};

static const struct line server_lines[] = {
    {{.id = QW_SETANGLE, .u.setangle = {.player = 7, .angles = {0, 90, 0}}},
     "\"player\":7,\"angles\":[0,90,0]}"},
    {{.id = QW_TIME, .u.time = 1.5f}, "\"name\":\"time\",\"id\":7,*\"time\":1.5}"},
    {{.id = QW_PLAYERINFO,
      .u.mvd_player = {.flags = QW_DF_ORIGIN1 | QW_DF_EFFECTS | QW_DF_WEAPONFRAME,
                       .player = 31,
                       .frame = 4,
                       .effects = 10,
                       .weapon_frame = 11,
                       .origin = {-50, 0, 0}}},
     "\"name\":\"playerinfo\",\"id\":42,*\"player\":31,\"frame\":4,"
     "\"origin\":[-50,null,null],\"effects\":10,\"weapon_frame\":11}"},
};

/* Expects the parts of the pattern, separated by stars, in this order. */
static void expect_pattern(const char *text, const char *pattern)
{
    const char *at = text;
    while (*pattern) {
        char part[512];
        const size_t length = strcspn(pattern, "*");
        snprintf(part, sizeof(part), "%.*s", (int)length, pattern);
        at = strstr(at, part);
        cr_expect_not_null(at, "'%s' is not in: %s", part, text);
        if (!at) {
            return;
        }
        at += length;
        pattern += length + (pattern[length] == '*');
    }
}

/* Writes the messages a block each, and looks at their lines. */
static void check_lines(const struct qw_protocol *protocol, const struct line *lines, size_t count)
{
    struct qw_game g;
    qw_game_begin(&g, protocol);
    qw_game_signon(&g);
    for (size_t i = 0; i < count; i++) {
        qw_game_add(&g, &lines[i].message);
        qw_game_block(&g, 0);
    }
    struct command_result r = command_run_on(
        cmd_dump, NULL, protocol->is_mvd ? "all.mvd" : "all.qwd", g.file.data, g.file.size);
    cr_assert(r.status == 0 && r.err[0] == '\0', "%s", r.err);
    char *line = strchr(strstr(r.out, "\"skins"), '\n') + 1;
    for (size_t i = 0; i < count; i++) {
        char start[64];
        char *end = strchr(line, '\n');
        cr_assert_not_null(end, "message %zu", i);
        *end = '\0';
        expect_json(line);
        snprintf(start, sizeof(start), "{\"block\":%zu,\"offset\":", i + 1);
        cr_expect_eq(strncmp(line, start, strlen(start)), 0, "%s", line);
        expect_pattern(line, lines[i].json);
        line = end + 1;
    }
    cr_expect_str_eq(line, "");
    command_free(&r);
    qw_game_end(&g);
}

Test(dump_quakeworld, every_message_with_its_fields)
{
    static const struct qw_protocol extended = {
        .version = 28,
        .ftex = QW_FTEX_CHUNKEDDOWNLOADS | QW_FTEX_SPAWNSTATIC2 | QW_FTEX_TRANS | QW_FTEX_COLOURMOD,
        .fte2 = QW_FTE2_VOICECHAT,
        .mvd1 = QW_MVD1_WEAPONPREDICTION};
    check_lines(&client, plain_lines, COUNT(plain_lines));
    check_lines(&extended, extended_lines, COUNT(extended_lines));
    check_lines(&server, server_lines, COUNT(server_lines));
}

Test(dump_quakeworld, entities_and_nails)
{
    struct qw_game g;
    struct byte_writer nails = {0};
    const struct qw_nail nail = {.number = 5, .origin = {2, 4, -6}, .pitch = 22.5f, .yaw = 0};
    const struct qw_entity entities[] = {
        {.bits = QW_U_MODEL | QW_U_FRAME | QW_U_SKIN | QW_U_EFFECTS | QW_U_COLORMAP,
         .number = 40,
         .model = 3,
         .frame = 2,
         .colormap = 1,
         .skin = 4,
         .effects = 8},
        {.bits = QW_U_REMOVE, .number = 41},
    };
    qw_game_begin(&g, &client);
    qw_game_signon(&g);
    qw_game_entities(&g, -1, entities, 1);
    qw_game_block(&g, 0);
    qw_game_entities(&g, 0xfe, entities, 2);
    qw_nail_encode(true, &nail, &nails);
    qw_game_add(&g, &(struct qw_message){.id = QW_NAILS2, .u.nails = {nails.data, 1, true}});
    qw_game_block(&g, 0);
    struct command_result r = command_run_on(cmd_dump, NULL, "e.qwd", g.file.data, g.file.size);
    cr_expect_eq(r.status, 0, "%s", r.err);
    command_expect(r.out, "\"entries\":[{\"name\":\"ent\",\"entity\":40,");
    command_expect(r.out, "\"model\":3,\"frame\":2,\"colormap\":1,\"skin\":4,\"effects\":8}]}\n");
    command_expect(r.out, "\"from\":254,\"entries\":[{\"name\":\"ent\",\"entity\":40,");
    command_expect(r.out, "},{\"name\":\"ent\",\"entity\":41,\"remove\":true}]}\n");
    command_expect(
        r.out, "\"entries\":[{\"name\":\"nail\",\"origin\":[2,4,-6],\"pitch\":22.5,\"number\":5}]");
    command_free(&r);
    byte_writer_free(&nails);
    qw_game_end(&g);
}

/* --- blocks ----------------------------------------------------------------------------------- */

static struct command_result dump_show(const struct qw_protocol *protocol)
{
    struct byte_writer file = {0};
    qw_show_write(&file, protocol);
    struct command_result r = command_run_on(
        cmd_dump, NULL, protocol->is_mvd ? "show.mvd" : "show.qwd", file.data, file.size);
    cr_assert(r.status == 0 && r.err[0] == '\0', "%d: %s", r.status, r.err);
    byte_writer_free(&file);
    return r;
}

Test(dump_quakeworld, blocks_of_a_client_demo)
{
    static const char *const parts[] = {
        "{\"block\":0,\"offset\":0,\"clock\":0,\"name\":\"block\",\"head\":{\"name\":"
        "\"connectionless\","
        "\"time\":100},\"bytes\":\"6e68656c6c6f\"}\n",
        "\"name\":\"serverdata\",\"id\":11,\"head\":{\"name\":\"packet\",\"time\":100,\"sequence\":"
        "1,"
        "\"acknowledged\":0},\"protocol\":28,\"server_count\":77,\"game_dir\":\"ktx\",\"player\":"
        "129,"
        "\"level_name\":\"The Courtyard\",\"gravity\":800,\"stop_speed\":100,\"max_speed\":320,"
        "\"spectator_max_speed\":500,\"accelerate\":10,\"air_accelerate\":0.7,"
        "\"water_accelerate\":10,\"friction\":6,\"water_friction\":1,\"ent_gravity\":1}\n",
        "\"start\":0,\"names\":[\"misc/null.wav\",\"weapons/rocket1i.wav\"]}\n",
        "\"outgoing\":9,\"incoming\":4}}\n",
        "\"msec\":62,\"move\":[100,-50,0],\"buttons\":1}}\n",
        "\"bytes\":\"616263\"}\n",
        "\"bytes\":\"02456e644f6644656d6f00\"}\n",
    };
    struct command_result r = dump_show(&client);
    command_expect_all(r.out, parts, COUNT(parts));
    command_free(&r);
}

Test(dump_quakeworld, blocks_of_a_multi_view_demo)
{
    static const char *const parts[] = {
        "\"game_dir\":\"ktx\",\"demo_time\":0,\"level_name\":\"The Courtyard\"",
        "\"name\":\"updatestatlong\",\"id\":38,\"to\":[0],\"head\":{\"name\":\"stats\",\"msec\":0,"
        "\"to\":0},"
        "\"stat\":0,\"value\":100}",
        "\"name\":\"block\",\"head\":{\"name\":\"multiple\",\"msec\":0,\"mask\":0},\"bytes\":\"",
        "\"to\":[0,2],\"head\":{\"name\":\"multiple\",\"msec\":0,\"mask\":5},\"level\":2,"
        "\"text\":\"for two\\u000a\"}",
        "\"to\":[2],\"head\":{\"name\":\"single\",\"msec\":0,\"to\":2},\"level\":2,"
        "\"text\":\"for one\\u000a\"}",
        "\"name\":\"disconnect\",\"id\":2,\"head\":{\"name\":\"all\",",
    };
    struct command_result r = dump_show(&server);
    command_expect_all(r.out, parts, COUNT(parts));
    command_free(&r);
}
