/* QuakeWorld's events: each kind on small made demos, both .mvd and .qwd. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/family/demo_status.h"
#include "formats/quakeworld/mvd_hidden.h"
#include "tests/engine/events/events_stage.h"
#include "tests/support/qw_game.h"

enum { AXE, BEE, COB, DOT, PLAYERS, WATCHER = PLAYERS, SLOTS };

enum { ROCKETS = 1 << 5, QUAD = 1 << 22, RED_ARMOR = 1 << 15 };

static struct events_stage stage;
static struct qw_game game;
static float places[PLAYERS][3];
static uint32_t dead; /* bits */
static unsigned gap;  /* ms to the next block */

static void read_game(uint32_t kinds)
{
    events_stage_read(&stage, game.file.data, game.file.size,
                      game.protocol.is_mvd ? "a.mvd" : "a.qwd", kinds, 0);
}

static void add_userinfo(uint8_t slot, const char *info)
{
    struct qw_message m = {.id = QW_UPDATEUSERINFO};
    m.u.updateuserinfo.player = slot;
    m.u.updateuserinfo.user = info[0] ? slot + 1 : 0;
    m.u.updateuserinfo.info = info;
    qw_game_add(&game, &m);
}

/* Axe and Bee are a team, Cob and Dot another. The recorder of a .qwd is slot 3, Dot. */
static void begin_level(void)
{
    static const char *const infos[SLOTS] = {
        "\\name\\Axe\\team\\red", "\\name\\Bee\\team\\red", "\\name\\C\xef\xe2\\team\\blue",
        "\\name\\Dot\\team\\blue", "\\name\\Eve\\*spectator\\1"};
    qw_game_serverdata(&game);
    qw_game_text(&game, QW_STUFFTEXT, "fullserverinfo \"\\maxfps\\77\\teamplay\\2\"\n");
    for (uint8_t i = 0; i < SLOTS; i++) {
        add_userinfo(i, infos[i]);
    }
    qw_game_text(&game, QW_STUFFTEXT, "skins\n");
    qw_game_block(&game, gap);
    gap = 0;
}

static void add_player(uint8_t slot)
{
    struct qw_message m = {.id = QW_PLAYERINFO};
    if (game.protocol.is_mvd) {
        m.u.mvd_player.player = slot;
        m.u.mvd_player.flags = (uint16_t)(QW_DF_ORIGIN1 * 7 | (dead >> slot & 1 ? QW_DF_DEAD : 0));
        memcpy(m.u.mvd_player.origin, places[slot], sizeof places[slot]);
    } else {
        m.u.player.player = slot;
        m.u.player.flags = dead >> slot & 1 ? QW_PF_DEAD : 0;
        memcpy(m.u.player.origin, places[slot], sizeof places[slot]);
    }
    qw_game_add(&game, &m);
}

/* An update a tenth of a second later; what was added to the block stands in front. */
static void add_frame(void)
{
    for (uint8_t i = 0; i < PLAYERS; i++) {
        add_player(i);
    }
    qw_game_block(&game, gap);
    gap = 100;
}

static void begin(bool mvd)
{
    const struct qw_protocol protocol = {.version = 28, .is_mvd = mvd};
    dead = gap = 0;
    for (int i = 0; i < PLAYERS; i++) {
        places[i][0] = 100.0f * (float)(i + 1);
        places[i][1] = 0.0f;
        places[i][2] = 24.0f;
    }
    qw_game_begin(&game, &protocol);
    begin_level();
    add_frame();
}

static void print(uint8_t level, const char *text)
{
    struct qw_message m = {.id = QW_PRINT};
    m.u.print.level = level;
    m.u.print.text = text;
    qw_game_add(&game, &m);
}

/* Ends the block with what was added, for one player of a .mvd; the next frame is of its time. */
static void send_to(uint8_t slot)
{
    qw_game_mvd_block(&game, gap, MVD_SINGLE, slot, 0);
    gap = 0;
}

static void set_serverinfo(const char *key, const char *value)
{
    struct qw_message m = {.id = QW_SERVERINFO};
    m.u.info.key = key;
    m.u.info.value = value;
    qw_game_add(&game, &m);
}

static void set_info(uint8_t slot, const char *key, const char *value)
{
    struct qw_message m = {.id = QW_SETINFO};
    m.u.info.player = slot;
    m.u.info.key = key;
    m.u.info.value = value;
    qw_game_add(&game, &m);
}

/* --- frags --------------------------------------------------------------------------------------
 */

enum { DEATHS = KIND(FRAG) | KIND(TEAM_KILL) | KIND(SUICIDE) | KIND(DEATH) };

static void frags_of(bool mvd)
{
    begin(mvd);
    print(QW_PRINT_MEDIUM, "C\xef\xe2");
    print(QW_PRINT_MEDIUM, " rides ");
    print(QW_PRINT_MEDIUM, "Axe's rocket\n");
    add_frame();
    print(QW_PRINT_MEDIUM, "Axe chewed on Dot's boomstick\nDot sleeps with the fishes\n");
    add_frame();
    print(QW_PRINT_MEDIUM, "Bee becomes bored with life\n");
    print(QW_PRINT_CHAT, "Axe: Bee rides Dot's rocket\n");
    add_frame();
    print(QW_PRINT_MEDIUM, "Bee was gibbed by Axe's grenade\n");
    add_frame();
    print(QW_PRINT_MEDIUM, "Somebody was nailed by Dot\n");
    print(QW_PRINT_MEDIUM, "Axe was nailed by Axe\nBee was telefragged by Bee\n");
    add_frame();
    read_game(DEATHS);
    events_stage_expect(&stage, mvd ? "0.10 frag Axe/red Cob/blue by rocket: rl\n"
                                      "0.20 frag Dot/blue Axe/red by shotgun: sg\n"
                                      "0.20 death Dot/blue by water: water\n"
                                      "0.30 suicide Bee/red by self: suicide\n"
                                      "0.40 team_kill Axe/red Bee/red by grenade: gl\n"
                                      "0.50 frag Dot/blue by nailgun: ng\n"
                                      "0.50 suicide Axe/red by nailgun: ng\n"
                                      "0.50 suicide Bee/red by telefrag: tele\n"
                                    : "0.10 frag Axe/red Cob/blue by rocket: rl\n"
                                      "0.20 frag Dot/blue Axe/red by shotgun: sg (viewed)\n"
                                      "0.20 death Dot/blue by water: water (viewed)\n"
                                      "0.30 suicide Bee/red by self: suicide\n"
                                      "0.40 team_kill Axe/red Bee/red by grenade: gl\n"
                                      "0.50 frag Dot/blue by nailgun: ng (viewed)\n"
                                      "0.50 suicide Axe/red by nailgun: ng\n"
                                      "0.50 suicide Bee/red by telefrag: tele\n");
    read_game(KIND(TEAM_KILL));
    events_stage_expect(&stage, "0.40 team_kill Axe/red Bee/red by grenade: gl\n");
    qw_game_end(&game);
}

Test(events_quakeworld, frags_in_mvd)
{
    frags_of(true);
}

Test(events_quakeworld, frags_in_qwd)
{
    frags_of(false);
}

/* Whom a mate killed is who died in the same update without a line of his own. */
Test(events_quakeworld, team_kill_without_a_named_victim)
{
    begin(true);
    dead = 1 << DOT | 1 << BEE;
    print(QW_PRINT_MEDIUM, "Axe mows down a teammate\nDot burst into flames\n");
    add_frame();
    dead = 0;
    add_frame();
    print(QW_PRINT_MEDIUM, "Axe loses another friend\n"); /* but nobody died */
    add_frame();
    dead = 1 << BEE;
    print(QW_PRINT_MEDIUM, "Bee rides Dot's rocket\nAxe loses another friend\n");
    add_frame();
    dead = 0;
    add_frame();
    dead = 1 << BEE;
    print(QW_PRINT_MEDIUM, "Bee burst into flames\nAxe loses another friend\n");
    add_frame();
    print(QW_PRINT_MEDIUM, "Axe loses another friend\n"); /* Bee is dead already */
    add_frame();
    read_game(DEATHS);
    events_stage_expect(&stage, "0.10 team_kill Axe/red Bee/red by other: team mate (derived)\n"
                                "0.10 death Dot/blue by lava: lava\n"
                                "0.30 team_kill Axe/red by other: team mate (derived)\n"
                                "0.40 frag Dot/blue Bee/red by rocket: rl\n"
                                "0.40 team_kill Axe/red by other: team mate (derived)\n"
                                "0.60 death Bee/red by lava: lava\n"
                                "0.60 team_kill Axe/red by other: team mate (derived)\n"
                                "0.70 team_kill Axe/red by other: team mate (derived)\n");
    qw_game_end(&game);
}

/* Who telefrags a mate is the only other one, or stands where he stood. */
Test(events_quakeworld, team_kill_without_a_named_killer)
{
    begin(true);
    set_info(DOT, "team", "red");
    add_frame();
    memcpy(places[AXE], places[BEE], sizeof places[AXE]);
    print(QW_PRINT_MEDIUM, "Bee was telefragged by his teammate\n");
    add_frame();
    places[AXE][1] = 500.0f; /* neither of them is near */
    print(QW_PRINT_MEDIUM, "Bee was telefragged by his teammate\n");
    add_frame();
    set_info(DOT, "team", "blue");
    print(QW_PRINT_MEDIUM, "Bee was telefragged by his teammate\n");
    add_frame();
    set_info(BEE, "team", "green");
    print(QW_PRINT_MEDIUM, "Bee was telefragged by his teammate\n");
    add_frame();
    read_game(DEATHS);
    events_stage_expect(&stage, "0.20 team_kill Axe/red Bee/red by telefrag: tele (derived)\n"
                                "0.30 team_kill Bee/red by telefrag: tele (derived)\n"
                                "0.40 team_kill Axe/red Bee/red by telefrag: tele (derived)\n"
                                "0.50 team_kill Bee/green by telefrag: tele (derived)\n");
    qw_game_end(&game);
}

Test(events_quakeworld, teams_are_mates_under_teamplay_alone)
{
    begin(true);
    set_serverinfo("teamplay", "0");
    print(QW_PRINT_MEDIUM, "Axe rides Bee's rocket\n");
    add_frame();
    set_serverinfo("teamplay", "1");
    print(QW_PRINT_MEDIUM, "Axe rides Bee's rocket\n");
    add_frame();
    read_game(DEATHS);
    events_stage_expect(&stage, "0.10 frag Bee/red Axe/red by rocket: rl\n"
                                "0.20 team_kill Bee/red Axe/red by rocket: rl\n");
    qw_game_end(&game);
}

/* A line that one player alone gets is no obituary. */
Test(events_quakeworld, obituaries_are_told_to_all)
{
    begin(true);
    print(QW_PRINT_MEDIUM, "Cob rides Axe's rocket\n");
    send_to(AXE);
    add_frame();
    read_game(DEATHS);
    events_stage_expect(&stage, "");
    qw_game_end(&game);
}

Test(events_quakeworld, places_and_flight_of_a_frag)
{
    begin(true);
    add_frame();
    for (int i = 1; i <= 3; i++) {
        places[COB][2] = 24.0f + 20.0f * (float)i;
        add_frame();
    }
    print(QW_PRINT_MEDIUM, "Cob rides Axe's rocket\n");
    places[COB][2] = 100.0f;
    add_frame();
    read_game(KIND(FRAG));
    cr_assert_eq(stage.count, 1);
    const struct game_event *frag = &stage.events[0];
    cr_expect(frag->player.has_place && frag->other.has_place);
    cr_expect_eq(frag->player.place[0], 100.0f);
    cr_expect_eq(frag->other.place[2], 100.0f, "of its update: %f", frag->other.place[2]);
    cr_expect_float_eq(frag->air, 0.4, 1e-6, "%f", frag->air);
    cr_expect_float_eq(frag->distance, sqrt(200.0 * 200.0 + 76.0 * 76.0), 1e-3, "%f",
                       frag->distance);
    cr_expect_eq(frag->block, 6);
    cr_expect_float_eq(frag->server_time, 0.5, 1e-6);
    qw_game_end(&game);
}

/* --- talk ---------------------------------------------------------------------------------------
 */

Test(events_quakeworld, talk)
{
    begin(true);
    print(QW_PRINT_CHAT, "Axe: \xe7g\n");
    add_frame();
    print(QW_PRINT_CHAT, "(C\xef\xe2): quad: {&cf00soon&cfff}\n");
    send_to(COB);
    print(QW_PRINT_CHAT, "(C\xef\xe2): quad: {&cf00soon&cfff}\n");
    send_to(DOT);
    print(QW_PRINT_CHAT, "(Dot): \rdot took ra\n"); /* clients show what is behind the return */
    send_to(COB);
    add_frame();
    print(QW_PRINT_CHAT, "Server starts recording\n");
    print(QW_PRINT_CHAT, "\n");
    print(QW_PRINT_HIGH, "Axe: no talk\n");
    add_frame();
    read_game(KIND(CHAT));
    events_stage_expect(&stage, "0.10 chat Axe/red: gg\n"
                                "0.20 chat Cob/blue: quad: soon (team)\n"
                                "0.20 chat Dot/blue: dot took ra (team)\n"
                                "0.30 chat: Server starts recording\n");
    qw_game_end(&game);
}

Test(events_quakeworld, talk_of_the_recorder)
{
    begin(false);
    print(QW_PRINT_CHAT, "(Dot): help\n");
    print(QW_PRINT_CHAT, "Dot: Axe: hi\n");
    add_frame();
    read_game(KIND(CHAT));
    events_stage_expect(&stage, "0.10 chat Dot/blue: help (viewed) (team)\n"
                                "0.10 chat Dot/blue: Axe: hi (viewed)\n");
    qw_game_end(&game);
}

/* --- what players have --------------------------------------------------------------------------
 */

static void set_stats(int32_t health, int32_t armor, uint32_t items, int32_t rockets)
{
    qw_game_stat(&game, QW_STAT_HEALTH, health);
    qw_game_stat(&game, QW_STAT_ARMOR, armor);
    qw_game_stat(&game, QW_STAT_ITEMS, (int32_t)items);
    qw_game_stat(&game, QW_STAT_SHELLS + 2, rockets);
}

enum { PACK = KIND(PICKUP) | KIND(POWERUP) | KIND(POWERUP_END) };

Test(events_quakeworld, pickups_and_powerups)
{
    begin(true);
    set_stats(100, 0, 1, 0);
    send_to(BEE);
    add_frame();
    add_frame();
    set_stats(100, 0, 1 | ROCKETS, 5);
    send_to(BEE);
    add_frame();
    set_stats(125, 200, 1 | ROCKETS | RED_ARMOR | QUAD, 5);
    send_to(BEE);
    add_frame();
    set_stats(90, 150, 1 | ROCKETS | RED_ARMOR | QUAD, 4);
    send_to(BEE);
    add_frame();
    set_stats(90, 150, 1 | ROCKETS | RED_ARMOR, 4);
    send_to(BEE);
    add_frame();
    set_stats(-5, 0, 1, 0);
    send_to(BEE);
    dead = 1 << BEE;
    add_frame();
    dead = 0;
    set_stats(100, 50, 1 | ROCKETS, 10); /* what a spawn gives is not picked up */
    send_to(BEE);
    add_frame();
    read_game(PACK);
    events_stage_expect(&stage, "0.30 pickup Bee/red 1.00: rocket launcher (viewed) (derived)\n"
                                "0.30 pickup Bee/red 5.00: rockets (viewed) (derived)\n"
                                "0.40 pickup Bee/red 1.00: quad damage (viewed) (derived)\n"
                                "0.40 pickup Bee/red 200.00: red armor (viewed) (derived)\n"
                                "0.40 pickup Bee/red 25.00: health (viewed) (derived)\n"
                                "0.40 powerup Bee/red: quad damage (viewed) (derived)\n"
                                "0.60 powerup_end Bee/red 0.20: quad damage (viewed) (derived)\n");
    qw_game_end(&game);
}

/* Servers give in two updates what a spawn gives: 50 ms are not enough for a pickup. */
Test(events_quakeworld, what_follows_a_spawn_at_once_is_not_picked_up)
{
    begin(true);
    set_stats(0, 0, 1, 0);
    send_to(BEE);
    add_frame();
    set_stats(100, 0, 1, 0);
    send_to(BEE);
    add_frame();
    gap = 40;
    set_stats(100, 0, 1 | ROCKETS, 5);
    send_to(BEE);
    add_frame();
    gap = 20;
    set_stats(100, 0, 1 | ROCKETS, 10);
    send_to(BEE);
    add_frame();
    read_game(PACK);
    events_stage_expect(&stage, "0.26 pickup Bee/red 5.00: rockets (viewed) (derived)\n");
    qw_game_end(&game);
}

/* Death ends a powerup; only the stats of the recorder of a .qwd are told. */
Test(events_quakeworld, powerup_of_the_recorder_ends_with_him)
{
    begin(false);
    set_stats(100, 0, 1, 0);
    add_frame();
    set_stats(100, 0, 1 | QUAD, 0);
    add_frame();
    add_frame();
    set_stats(0, 0, 1 | QUAD, 0);
    add_frame();
    read_game(KIND(POWERUP) | KIND(POWERUP_END));
    events_stage_expect(&stage, "0.20 powerup Dot/blue: quad damage (viewed) (derived)\n"
                                "0.40 powerup_end Dot/blue 0.20: quad damage (viewed) (derived)\n");
    qw_game_end(&game);
}

Test(events_quakeworld, drops_and_backpacks_told_by_ktx)
{
    begin(true);
    qw_game_text(&game, QW_STUFFTEXT, "//ktx drop 120 32 3\n"); /* entity, item, player from 1 */
    add_frame();
    qw_game_text(&game, QW_STUFFTEXT, "//ktx bp 120 1\n");
    add_frame();
    qw_game_text(&game, QW_STUFFTEXT, "//ktx took 12 30 2\n");
    add_frame();
    read_game(KIND(DROP) | KIND(PICKUP));
    events_stage_expect(&stage, "0.10 drop Cob/blue: backpack with rocket launcher\n"
                                "0.20 pickup Axe/red: backpack\n");
    qw_game_end(&game);
}

/* --- damage -------------------------------------------------------------------------------------
 */

Test(events_quakeworld, damage_told_to_its_victim)
{
    struct qw_message m = {.id = QW_DAMAGE};
    begin(true);
    m.u.damage.armor = 20;
    m.u.damage.blood = 30;
    qw_game_add(&game, &m);
    send_to(COB);
    add_frame();
    read_game(KIND(DAMAGE));
    events_stage_expect(&stage, "0.10 damage Cob/blue 50.00\n");
    qw_game_end(&game);
}

static void add_hidden_hit(uint16_t attacker, uint16_t victim, int16_t points)
{
    struct byte_writer *block = &game.block;
    byte_writer_u32(block, 8);
    byte_writer_u16(block, MVD_HIDDEN_DAMAGE);
    byte_writer_u16(block, 0);
    byte_writer_u16(block, attacker);
    byte_writer_u16(block, victim);
    byte_writer_u16(block, (uint16_t)points);
    qw_game_mvd_block(&game, gap, MVD_MULTIPLE, 0, 0);
    gap = 0;
}

/* Hidden blocks tell who hurts whom; then the message to the victim is not told again. */
Test(events_quakeworld, damage_told_by_hidden_blocks)
{
    struct qw_message m = {.id = QW_DAMAGE};
    begin(true);
    m.u.damage.blood = 30;
    qw_game_add(&game, &m);
    send_to(COB);
    add_hidden_hit(AXE + 1, COB + 1, 30);
    add_hidden_hit(COB + 1, COB + 1, 40); /* by himself: by nobody else */
    add_frame();
    read_game(KIND(DAMAGE));
    events_stage_expect(&stage, "0.10 damage Axe/red Cob/blue 30.00\n");
    qw_game_end(&game);
}

/* --- the level and the match --------------------------------------------------------------------
 */

enum { MATCH = KIND(LEVEL) | KIND(FINISH) | KIND(ROUND) | KIND(KILL) | KIND(SECRET) };

Test(events_quakeworld, a_match_and_its_end)
{
    begin(true);
    set_serverinfo("status", "Standby");
    add_frame();
    set_serverinfo("status", "Countdown");
    add_frame();
    qw_game_text(&game, QW_STUFFTEXT, "//ktx matchstart\n");
    set_serverinfo("status", "10 min left");
    add_frame();
    set_serverinfo("status", "9 min left");
    add_frame();
    set_serverinfo("status", "Standby");
    qw_game_add(&game, &(struct qw_message){.id = QW_INTERMISSION});
    add_frame();
    qw_game_add(&game, &(struct qw_message){.id = QW_INTERMISSION});
    add_frame();
    read_game(MATCH);
    events_stage_expect(&stage, "0.00 level: reel\n"
                                "0.20 round: countdown to the match\n"
                                "0.30 round: the match begins\n"
                                "0.50 round: the match ends\n"
                                "0.50 finish 0.50\n");
    qw_game_end(&game);
}

Test(events_quakeworld, levels_monsters_and_secrets)
{
    begin(false);
    qw_game_stat(&game, QW_STAT_TOTAL_MONSTERS, 12);
    qw_game_stat(&game, QW_STAT_TOTAL_SECRETS, 3);
    qw_game_add(&game, &(struct qw_message){.id = QW_KILLEDMONSTER});
    qw_game_add(&game, &(struct qw_message){.id = QW_KILLEDMONSTER});
    add_frame();
    qw_game_add(&game, &(struct qw_message){.id = QW_FOUNDSECRET});
    qw_game_text(&game, QW_FINALE, "well done");
    add_frame();
    begin_level();
    add_frame();
    qw_game_add(&game, &(struct qw_message){.id = QW_FOUNDSECRET});
    add_frame();
    read_game(MATCH);
    events_stage_expect(&stage, "0.00 level: reel\n"
                                "0.10 kill Dot/blue 1.00 of 12 (viewed)\n"
                                "0.10 kill Dot/blue 2.00 of 12 (viewed)\n"
                                "0.20 secret Dot/blue 1.00 of 3 (viewed)\n"
                                "0.20 finish 0.20\n"
                                "0.30 level: reel\n"
                                "0.40 secret Dot/blue 1.00 (viewed)\n");
    cr_expect_eq(stage.events[4].level, 0);
    cr_expect_eq(stage.events[6].level, 1);
    qw_game_end(&game);
}

/* --- who is there -------------------------------------------------------------------------------
 */

Test(events_quakeworld, players_come_and_go)
{
    begin(true);
    add_userinfo(9, "\\name\\New\\team\\red");
    add_userinfo(10, "\\name\\Fan\\*spectator\\1");
    set_info(AXE, "team", "blue");
    set_info(AXE, "skin", "base");
    add_frame();
    set_info(9, "team", "red");
    add_userinfo(BEE, "\\name\\Bee\\team\\red"); /* is there */
    add_userinfo(COB, "");
    add_userinfo(WATCHER, "");
    add_frame();
    read_game(KIND(JOIN) | KIND(LEAVE) | KIND(TEAM));
    events_stage_expect(&stage, "0.10 join New/red: player\n"
                                "0.10 join Fan: spectator\n"
                                "0.10 team Axe/blue: blue\n"
                                "0.20 leave Cob/blue: player\n"
                                "0.20 leave Eve: spectator\n");
    qw_game_end(&game);
}

static void flag_line(const char *line)
{
    print(QW_PRINT_HIGH, line);
    add_frame();
}

Test(events_quakeworld, flags)
{
    begin(true);
    flag_line("Axe got the BLUE flag!\n");
    flag_line("Axe lost the BLUE flag!\n");
    flag_line("Cob returned the BLUE flag!\n");
    flag_line("Axe got the flag!\n");
    add_frame();
    flag_line("Axe captured the flag!\n");
    flag_line("Bee captured the RED flag!\n"); /* nobody saw him take it */
    flag_line("The BLUE flag has been returned\n");
    flag_line("Axe captured the flag!\n");              /* since when he had it again nobody saw */
    print(QW_PRINT_MEDIUM, "Axe got the BLUE flag!\n"); /* servers print it at another level */
    add_frame();
    read_game(KIND(FLAG) | KIND(CAPTURE));
    events_stage_expect(&stage, "0.10 flag Axe/red: blue flag taken\n"
                                "0.20 flag Axe/red: blue flag dropped\n"
                                "0.30 flag Cob/blue: blue flag returned\n"
                                "0.40 flag Axe/red: flag taken\n"
                                "0.60 capture Axe/red 0.20: flag\n"
                                "0.70 capture Bee/red: red flag\n"
                                "0.80 flag: blue flag returned\n"
                                "0.90 capture Axe/red: flag\n");
    qw_game_end(&game);
}

/* --- motion -------------------------------------------------------------------------------------
 */

/* Updates at these heights, on the way. */
static void fly(const float *heights, int count)
{
    for (int i = 0; i < count; i++) {
        places[AXE][0] += 20.0f;
        places[AXE][2] = heights[i];
        add_frame();
    }
}

#define FLY(...)                                                                                   \
    fly((const float[]){__VA_ARGS__}, (int)(sizeof((const float[]){__VA_ARGS__}) / sizeof(float)))

static void expect_moves(const char *lines)
{
    read_game(KIND(JUMP) | KIND(LAND));
    events_stage_expect(&stage, lines);
    qw_game_end(&game);
}

Test(events_quakeworld, jumps_and_landings)
{
    begin(true);
    add_frame();
    FLY(44, 60, 70, 60, 24, 24);
    FLY(10, -15, -50, -50);  /* off a ledge */
    FLY(-58, -58, -66, -66); /* stairs are no flight */
    expect_moves("0.20 jump Axe/red (derived)\n"
                 "0.70 land Axe/red 0.60 (derived)\n"
                 "1.10 land Axe/red 0.40 (derived)\n");
}

/* The height stays there for an update or two. */
Test(events_quakeworld, the_top_of_a_jump_is_no_ground)
{
    begin(true);
    add_frame();
    FLY(44, 60, 68, 68.25f, 60, 44, 24, 24);
    expect_moves("0.20 jump Axe/red (derived)\n"
                 "0.90 land Axe/red 0.80 (derived)\n");
}

/* But who stays there for longer stands on something, since he came there. */
Test(events_quakeworld, a_jump_onto_a_box)
{
    begin(true);
    add_frame();
    FLY(44, 60, 68, 68, 68, 68);
    expect_moves("0.20 jump Axe/red (derived)\n"
                 "0.70 land Axe/red 0.40 (derived)\n");
}

/* Who jumps as he lands is on the ground in no update. */
Test(events_quakeworld, jump_after_jump)
{
    begin(true);
    add_frame();
    FLY(44, 60, 48, 30, 50, 62, 50, 24, 24);
    expect_moves("0.20 jump Axe/red (derived)\n"
                 "0.60 land Axe/red 0.50 (derived)\n"
                 "0.60 jump Axe/red (derived)\n"
                 "1.00 land Axe/red 0.50 (derived)\n");
}

/* Not a jump: an explosion throws him up as he falls. */
Test(events_quakeworld, thrown_up_in_a_fall)
{
    struct qw_message m = {.id = QW_DAMAGE};
    begin(true);
    add_frame();
    FLY(44, 60, 48, 30);
    m.u.damage.blood = 20;
    qw_game_add(&game, &m);
    send_to(AXE);
    FLY(60, 80, 60, 24, 24);
    expect_moves("0.20 jump Axe/red (derived)\n"
                 "1.00 land Axe/red 0.90 (derived)\n");
}

/* A fall straight down, and an update without a command in it. */
Test(events_quakeworld, a_fall_without_a_command)
{
    begin(true);
    add_frame();
    FLY(10, -20);
    add_frame();
    FLY(-100);
    places[AXE][2] = -140.0f;
    for (int i = 0; i < 4; i++) {
        add_frame();
    }
    expect_moves("0.90 land Axe/red 0.60 (derived)\n");
}

Test(events_quakeworld, bodies_of_an_update)
{
    struct qw_message m = {.id = QW_UPDATEFRAGS};
    begin(true);
    m.u.player_short.player = BEE;
    m.u.player_short.value = -2;
    qw_game_add(&game, &m);
    m.id = QW_UPDATEPING;
    m.u.player_short.value = 38;
    qw_game_add(&game, &m);
    m = (struct qw_message){.id = QW_UPDATEPL};
    m.u.updatepl.player = BEE;
    m.u.updatepl.loss = 3;
    qw_game_add(&game, &m);
    set_stats(77, 33, 1 | ROCKETS | QUAD, 5);
    qw_game_stat(&game, QW_STAT_ACTIVE_WEAPON, ROCKETS);
    send_to(BEE);
    dead = 1 << DOT;
    for (int i = 0; i < 8; i++) {
        places[AXE][1] += 32.0f;
        qw_game_player(&game, WATCHER, 8.0f);
        add_frame();
    }
    read_game(EVENTS_ALL);
    cr_assert_eq(stage.num_bodies, PLAYERS, "no spectators");
    cr_expect_eq(stage.num_updates, 9);
    const struct game_body *axe = &stage.bodies[AXE], *bee = &stage.bodies[BEE];
    cr_expect_eq(axe->origin[1], 256.0f);
    cr_expect_float_eq(axe->velocity[1], 320.0f, 0.5f, "%f", axe->velocity[1]);
    cr_expect(axe->alive && !axe->has_health && !axe->has_ping);
    cr_expect(bee->has_health && bee->has_ping);
    cr_expect_eq(bee->health, 77);
    cr_expect_eq(bee->armor, 33);
    cr_expect_eq(bee->frags, -2);
    cr_expect_eq(bee->ping, 38);
    cr_expect_eq(bee->loss, 3);
    cr_expect_eq(bee->weapon, GAME_WEAPON_ROCKET);
    cr_expect(bee->status & DEMO_STATUS_QUAD && bee->status & DEMO_STATUS_ARMED);
    cr_expect_not(stage.bodies[DOT].alive);
    qw_game_end(&game);
}
