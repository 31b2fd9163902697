/* Checks of what QuakeWorld demos claim, on small demos made for each of them: one that raises it,
 * and one that stays just below. */
#include <stdio.h>

#include "tests/engine/edit/check/check_bytes.h"
#include "tests/support/qw_game.h"
#include "tests/support/real_data.h"

enum { FRAME = 13 /* ms */, DELAY = 60 /* packets, more than stats may be late */ };

static const struct qw_protocol plain = {.version = QW_PROTOCOL_LAST};
static const struct qw_protocol multi_view = {.version = QW_PROTOCOL_LAST, .is_mvd = true};
static struct qw_game made;
static struct check_finding last;

static void begin(void)
{
    qw_game_begin(&made, &plain);
}

static void end(void)
{
    qw_game_end(&made);
}

TestSuite(check_quakeworld, .init = begin, .fini = end);

static void begin_again(void)
{
    end();
    begin();
}

static void add_packets(int count)
{
    for (int i = 0; i < count; i++) {
        qw_game_player(&made, 3, (float)i);
        qw_game_block(&made, FRAME);
    }
}

/* The level, and health 100, armour 50 in the first packet. */
static void add_level(const char *serverinfo)
{
    qw_game_serverdata(&made);
    if (serverinfo) {
        qw_game_text(&made, QW_STUFFTEXT, serverinfo);
    }
    qw_game_text(&made, QW_STUFFTEXT, "skins\n");
    qw_game_stat(&made, QW_STAT_HEALTH, 100);
    qw_game_stat(&made, QW_STAT_ARMOR, 50);
    qw_game_block(&made, FRAME);
}

static void add_damage(int armor, int blood)
{
    struct qw_message m = {.id = QW_DAMAGE};
    m.u.damage.armor = (uint8_t)armor;
    m.u.damage.blood = (uint8_t)blood;
    qw_game_add(&made, &m);
}

static void add_goodbye(void)
{
    if (made.protocol.is_mvd) {
        qw_game_text(&made, QW_DISCONNECT, "EndOfDemo");
        qw_game_block(&made, 0);
    } else {
        struct qwd_block block = {.time = made.time, .type = QWD_READ};
        block.u.packet.kind = QWD_CONNECTIONLESS;
        block.u.packet.messages = (const uint8_t *)"\2EndOfDemo";
        block.u.packet.size = sizeof("\2EndOfDemo");
        qwd_write_block(&made.file, &block);
    }
}

static void expect_only(enum check_rule rule, uint32_t block, const char *value)
{
    add_goodbye();
    check_expect_only(&made.file, rule, block, value, &last);
    begin_again();
}

static void expect_none(void)
{
    add_goodbye();
    const struct check_report report = check_bytes(&made.file, CHECK_RULES, &last, 0);
    cr_expect_eq(report.signatures + report.notes, 0u);
    begin_again();
}

Test(check_quakeworld, damage_whose_stats_come_later)
{
    add_level(NULL);
    add_damage(10, 24);
    add_packets(20);
    add_damage(5, 6);
    add_packets(10);
    qw_game_stat(&made, QW_STAT_HEALTH, 70);
    add_packets(1);
    qw_game_stat(&made, QW_STAT_ARMOR, 35);
    add_packets(DELAY);
    add_goodbye();
    cr_expect_eq(check_bytes(&made.file, CHECK_RULES, &last, 0).damages, 1u);
    cr_expect_eq(check_bytes(&made.file, CHECK_RULES, &last, 0).notes, 0u);
}

Test(check_quakeworld, damage_that_is_told_twice)
{
    add_level(NULL);
    add_damage(0, 30);
    add_damage(0, 30);
    qw_game_stat(&made, QW_STAT_HEALTH, 70);
    add_packets(DELAY);
    expect_none();
}

Test(check_quakeworld, damage_without_a_loss)
{
    add_level(NULL);
    add_damage(10, 24);
    qw_game_stat(&made, QW_STAT_ARMOR, 40);
    add_packets(DELAY);
    expect_only(CHECK_DAMAGE_KEPT_TEAM, 1, "damage of 24 was told and health stayed 100");
    add_level("fullserverinfo \"\\*cheats\\ON\"\n");
    add_damage(10, 24);
    qw_game_stat(&made, QW_STAT_ARMOR, 40);
    add_packets(DELAY);
    add_goodbye();
    const struct check_report report = check_bytes(&made.file, CHECK_DAMAGE_KEPT, &last, 0);
    cr_expect_eq(report.of_rule[CHECK_DAMAGE_KEPT], 1u);
    cr_expect_eq(report.of_rule[CHECK_CHEATS_ON], 1u);
    cr_expect_eq(report.damages_kept, 1u);
}

Test(check_quakeworld, stats_that_are_too_late)
{
    const int delay = (int)check_info(CHECK_HEALTH_OTHER)->threshold;
    for (int late = 0; late < 2; late++) {
        add_level(NULL);
        add_damage(0, 24);
        add_packets(delay + late);
        qw_game_stat(&made, QW_STAT_HEALTH, 76);
        add_packets(DELAY);
        add_goodbye();
        const struct check_report report = check_bytes(&made.file, CHECK_HEALTH_OTHER, &last, 0);
        cr_expect_eq(report.notes, late ? 2u : 0u, "late %d", late);
        begin_again();
    }
}

Test(check_quakeworld, health_that_changes_by_itself)
{
    add_level(NULL);
    qw_game_stat(&made, QW_STAT_HEALTH, 60);
    add_packets(DELAY);
    expect_only(CHECK_HEALTH_OTHER, 1, "health fell by 40, armour by 0, with damage of 0 and 0");
    add_level(NULL);
    qw_game_text(&made, QW_STUFFTEXT, "bf\n");
    qw_game_stat(&made, QW_STAT_HEALTH, 125);
    add_packets(DELAY);
    for (int health = 124; health > 120; health--) { /* a Megahealth fades */
        qw_game_stat(&made, QW_STAT_HEALTH, health);
        add_packets(DELAY);
    }
    qw_game_stat(&made, QW_STAT_HEALTH, -5);
    add_packets(DELAY);
    qw_game_stat(&made, QW_STAT_HEALTH, 100);
    add_packets(DELAY);
    expect_none();
}

Test(check_quakeworld, damage_under_the_pentagram)
{
    add_level(NULL);
    add_damage(0, 24);
    qw_game_stat(&made, QW_STAT_ITEMS, 1 << 20);
    add_packets(DELAY);
    expect_none();
}

/* --- commands -----------------------------------------------------------------------------------
 */

static void add_command(int msec, float yaw, bool attack)
{
    struct qwd_block block = {.time = made.time, .type = QWD_CMD};
    block.u.cmd.msec = (uint8_t)msec;
    block.u.cmd.view_angles[1] = yaw;
    block.u.cmd.buttons = attack;
    qwd_write_block(&made.file, &block);
    made.time += FRAME / 1000.0f;
}

Test(check_quakeworld, commands_that_last_too_long)
{
    for (int msec = FRAME; msec <= FRAME + 1; msec++) {
        add_level(NULL);
        for (int i = 0; i < 200; i++) {
            add_command(msec, 0, false);
        }
        if (msec == FRAME) {
            expect_none();
        } else {
            add_goodbye();
            cr_expect_eq(check_bytes(&made.file, CHECK_COMMAND_TIME, &last, 0).signatures, 1u);
            cr_expect_str_eq(last.value, "commands of 1.078 s in 1.001 s");
        }
    }
}

Test(check_quakeworld, turns)
{
    add_level(NULL);
    add_command(FRAME, 0, false);
    add_command(FRAME, 51, false); /* below 4000 degrees a second */
    add_command(FRAME, 90, false);
    expect_none();
    add_level(NULL);
    add_command(FRAME, 0, false);
    add_command(FRAME, -53, false);
    expect_only(CHECK_TURN_SPEED, 2, "53.0 degrees in 0.0130 s, 4077 in a second");
    add_level(NULL);
    add_command(FRAME, 350, false);
    add_command(FRAME, 41 - 10, false);
    add_command(FRAME, 350, false);
    expect_only(CHECK_TURN, 3, "41.0 degrees and -41.0 back");
    add_level(NULL);
    add_command(FRAME, 0, false);
    qw_game_add(&made, &(struct qw_message){.id = QW_SETANGLE});
    qw_game_block(&made, 0);
    add_command(FRAME, 150, false);
    expect_none();
}

Test(check_quakeworld, aim)
{
    static const float yaws[] = {0, 45, 45, 30, 20}, slow[] = {0, 39, 39, 20, 10};
    for (int i = 0; i < 3; i++) {
        add_level(NULL);
        for (int k = 0; k < 5; k++) {
            add_command(FRAME, i == 1 ? slow[k] : yaws[k], i < 2 && k == 2);
        }
        if (i == 0) {
            expect_only(CHECK_AIM_SNAP, 2, "45.0 degrees, fire, and -25.0 back within 3 updates");
        } else {
            expect_none();
        }
    }
}

/* --- texts --------------------------------------------------------------------------------------
 */

static void add_print(uint8_t level, const char *text)
{
    struct qw_message m = {.id = QW_PRINT};
    m.u.print.level = level;
    m.u.print.text = text;
    qw_game_add(&made, &m);
}

Test(check_quakeworld, texts)
{
    add_level("fullserverinfo \"\\*version\\2.40\\*progs\\8590\\watervis\\0\\map\\dm3\"\n");
    expect_only(CHECK_VERSION, 0, "*version 2.40, *progs 8590, *gamedir none");
    add_level("fullserverinfo \"\\watervis\\1\"\n");
    expect_only(CHECK_SETTING, 0, "watervis is 1");
    add_level("fullserverinfo \"\\*cheats\\ON\"\n");
    expect_only(CHECK_CHEATS_ON, 0, "*cheats is ON");
    add_level("fullserverinfo \"\\*cheats\\OFF\\fakeshaft\\0\"\n");
    add_print(QW_PRINT_CHAT, "player: godmode ON\n");
    add_print(QW_PRINT_HIGH, "godmode OFF\n");
    add_packets(1);
    expect_none();
    add_level(NULL);
    add_print(QW_PRINT_HIGH, "godmode ON\n");
    add_packets(1);
    expect_only(CHECK_CHEAT_PRINT, 1, "\"godmode ON\"");
    add_level(NULL);
    qw_game_text(&made, QW_STUFFTEXT, "cl_yawspeed 900\n");
    add_packets(1);
    expect_only(CHECK_STUFFED, 1, "\"cl_yawspeed 900\"");
    add_level(NULL);
    add_print(QW_PRINT_HIGH, "f_version\n");
    add_print(QW_PRINT_CHAT, "player: f_version\n");
    add_print(QW_PRINT_CHAT, "player: f_version\n");
    add_packets(1);
    expect_only(CHECK_CLIENT_TEXT, 1, "\"player: f_version\"");
}

/* --- time and blocks ----------------------------------------------------------------------------
 */

Test(check_quakeworld, time)
{
    const float least = (float)check_info(CHECK_JUMP)->threshold;
    add_level(NULL);
    add_packets(2);
    made.time += least - 0.05f;
    add_packets(2);
    expect_none();
    add_level(NULL);
    add_packets(2);
    made.time += least;
    add_packets(2);
    expect_only(CHECK_JUMP, 3, "1.013 s between two frames");
    add_level(NULL);
    add_packets(2);
    made.time -= 0.5f;
    add_packets(2);
    add_goodbye();
    cr_expect_eq(check_bytes(&made.file, CHECK_TIME_BACK, &last, 0).signatures, 1u);
    cr_expect_eq(last.block, 3u);
}

Test(check_quakeworld, traces_of_edits)
{
    struct qwd_block set = {.type = QWD_SET, .time = made.time};
    add_level(NULL);
    set.u.set.incoming = 500;
    set.time = made.time;
    qwd_write_block(&made.file, &set);
    made.sequence = 500;
    add_packets(2);
    expect_only(CHECK_MID_GAME, 1, "from packet 500 on");
    add_level(NULL);
    made.sequence += 3;
    add_packets(2);
    expect_only(CHECK_LOST, 4, "3 in 1 place, 3 were recorded");
    add_level(NULL);
    add_goodbye();
    const size_t size = made.file.size;
    add_packets(1);
    char text[64];
    snprintf(text, sizeof(text), "%zu bytes follow", made.file.size - size);
    check_expect_only(&made.file, CHECK_AFTER_END, 1, text, &last);
    begin_again();
    add_level(NULL);
    add_packets(1);
    check_expect_only(&made.file, CHECK_NO_END, 2, "the last block is no goodbye", &last);
}

Test(check_quakeworld, multi_view)
{
    end();
    qw_game_begin(&made, &multi_view);
    add_level(NULL);
    add_damage(0, 24);
    add_packets(DELAY);
    expect_only(CHECK_HEALTH_UNTOLD, DELAY + 2, "1 damage messages");
    end();
    qw_game_begin(&made, &multi_view);
    add_level("fullserverinfo \"\\rj\\1\"\n");
    add_packets(DELAY);
    expect_only(CHECK_SETTING, 0, "rj is 1");
}

/* Real recordings: those on servers that allow cheats tell so; no other has a signature. */
Test(check_quakeworld, recordings)
{
    static const struct {
        const char *name;
        bool cheats;
    } demos[] = {{"corpus/dm3_water_shafting.qwd", true}, {"corpus/dm6_ga_to_ra.qwd", true},
                 {"corpus/e1m2_mega_trick.qwd", false},   {"corpus/bps_extensions.qwd", false},
                 {"recorded/ez_ext_ktx_bots.qwd", false}, {"recorded/tq_rec_mid.qwd", false},
                 {"recorded/tq_spec_mid.qwd", false},     {"corpus/overkill.mvd", false},
                 {"corpus/duel_dm3_2026.mvd", false}};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct file_bytes file;
        real_data_load(&file, "quakeworld/%s", demos[i].name);
        const struct check_report report =
            check_part(file.data, file.size, CHECK_CHEATS_ON, &last, 0);
        cr_expect_eq(report.of_rule[CHECK_CHEATS_ON], demos[i].cheats, "%s", demos[i].name);
        cr_expect_eq(report.signatures > 0, demos[i].cheats, "%s", demos[i].name);
        platform_free_file(&file);
    }
}
