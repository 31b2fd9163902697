/* Checks of what Quake III demos claim, on small demos made for each of them: one that raises it,
 * and one that stays just below. */
#include <stdio.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_trajectory.h"
#include "tests/engine/edit/check/check_bytes.h"
#include "tests/support/q3_demo.h"
#include "tests/support/real_data.h"

enum { FRAME = 50, RAILGUN = 7, PERS_HITS = 1, TELEPORT = Q3_EF_TELEPORT };

static struct q3_demo *made;
static struct check_finding last;
static int32_t now;

static void begin(void)
{
    made = q3_demo_create(68);
    cr_assert_not_null(made);
    now = 1000;
}

static void end(void)
{
    q3_demo_free(made);
}

TestSuite(check_quake3, .init = begin, .fini = end);

static void add_snapshot(int32_t step)
{
    now += step;
    made->player.fields[Q3_PS_COMMAND_TIME] = now;
    q3_demo_snapshot(made, now, 1);
}

static void add_snapshots(int count)
{
    for (int i = 0; i < count; i++) {
        add_snapshot(FRAME);
    }
}

static void add_level(const char *serverinfo, const char *systeminfo)
{
    q3_demo_configstring(made, 0, serverinfo);
    q3_demo_configstring(made, 1, systeminfo);
    q3_demo_gamestate(made, 0);
    add_snapshot(FRAME);
}

static void begin_again(void)
{
    end();
    begin();
}

static void expect_only(enum check_rule rule, uint32_t block, const char *value)
{
    q3_demo_end(made);
    check_expect_only(&made->file, rule, block, value, &last);
    begin_again();
}

static void expect_none(void)
{
    q3_demo_end(made);
    const struct check_report report = check_bytes(&made->file, CHECK_RULES, &last, 0);
    cr_expect_eq(report.signatures + report.notes, 0u);
    begin_again();
}

Test(check_quake3, settings)
{
    static const struct {
        const char *info, *value;
        enum check_rule rule;
    } rows[] = {{"\\sv_cheats\\1", "sv_cheats is 1", CHECK_CHEATS_ON},
                {"\\timescale\\0.5", "timescale is 0.5", CHECK_CLOCK_RATE},
                {"\\fixedtime\\8", "fixedtime is 8", CHECK_CLOCK_RATE},
                {"\\sv_pure\\0", "sv_pure is 0", CHECK_SETTING},
                {"\\pmove_fixed\\1", "pmove_fixed is 1", CHECK_SETTING},
                {"\\g_synchronousclients\\1", "g_synchronousClients is 1", CHECK_SETTING},
                {"\\g_gravity\\799", "g_gravity is 799", CHECK_SETTING}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        add_level("", rows[i].info);
        expect_only(rows[i].rule, 0, rows[i].value);
        add_level(rows[i].info, "");
        expect_only(rows[i].rule, 0, rows[i].value);
    }
    add_level(
        "\\g_gravity\\800\\sv_cheats\\0",
        "\\timescale\\1.0\\fixedtime\\0\\sv_pure\\1\\pmove_fixed\\0\\g_synchronousClients\\0");
    expect_none();
}

Test(check_quake3, settings_that_change)
{
    add_level("", "\\timescale\\1");
    q3_demo_command(made, "cs 1 \"\\timescale\\2\"");
    add_snapshot(FRAME);
    q3_demo_command(made, "cs 1 \"\\timescale\\2\\sv_pure\\1\"");
    add_snapshot(FRAME);
    expect_only(CHECK_CLOCK_RATE, 2, "timescale is 2");
}

Test(check_quake3, texts)
{
    add_level("\\version\\Q3 1.32\\gamename\\osp\\gameversion\\1.03", "");
    expect_only(CHECK_VERSION, 0, "Q3 1.32, game osp 1.03");
    add_level("\\df_promode\\1\\mapname\\run\\defrag_vers\\19125\\dfx\\3", "\\df_ob\\2");
    expect_only(CHECK_DEFRAG, 0, "df_promode 1, defrag_vers 19125, df_ob 2");
    add_level("", "");
    q3_demo_command(made, "print \"godmode ON\n\"");
    q3_demo_repeat(made, "print \"godmode ON\n\"");
    add_snapshot(FRAME);
    expect_only(CHECK_CHEAT_PRINT, 2, "\"godmode ON\"");
    add_level("", "");
    q3_demo_command(made, "print \"godmode OFF\n\"");
    q3_demo_command(made, "chat \"player: godmode ON\n\"");
    add_snapshot(FRAME);
    expect_none();
}

Test(check_quake3, time)
{
    add_level("", "");
    add_snapshot(1000);
    expect_none();
    add_level("", "");
    add_snapshot(1001);
    expect_only(CHECK_JUMP, 2, "1.001 s between two snapshots");
    add_level("", "");
    add_snapshots(3);
    add_snapshot(0);
    add_snapshot(-1);
    expect_only(CHECK_TIME_BACK, 6, "from 1.200 s to 1.199 s");
    add_level("", "");
    q3_demo_gamestate(made, 0);
    made->flags = Q3_SNAP_NOT_ACTIVE;
    add_snapshot(FRAME);
    made->flags = 0;
    add_snapshot(-500);
    expect_none();
}

Test(check_quake3, steps)
{
    for (int odd = 10; odd <= 11; odd++) {
        add_level("", "");
        add_snapshots(100 - odd);
        for (int i = 0; i < odd; i++) {
            add_snapshot(i % 2 ? 70 : 30);
        }
        if (odd == 10) {
            expect_none();
        } else {
            expect_only(CHECK_ODD_STEPS, 91,
                        "11 of 100 steps are no multiple of 50 ms; the shortest is 30 ms");
        }
    }
}

Test(check_quake3, traces_of_edits)
{
    add_level("", "");
    add_snapshots(3);
    q3_demo_lose(made, 3);
    add_snapshots(1);
    q3_demo_end(made);
    struct check_report report = check_bytes(&made->file, CHECK_LOST, &last, 0);
    cr_expect_eq(report.of_rule[CHECK_LOST], 1u);
    cr_expect_str_eq(last.value, "1 in 1 place, 5 were recorded");
    report = check_bytes(&made->file, CHECK_NO_BASE, &last, 0);
    cr_expect_eq(report.of_rule[CHECK_NO_BASE], 1u);
    cr_expect_eq(report.notes, 2u);
    begin_again();
    add_level("", "");
    q3_demo_end(made);
    byte_writer_u32(&made->file, 0);
    check_expect_only(&made->file, CHECK_AFTER_END, 2, "4 bytes follow", &last);
    begin_again();
    add_level("", "");
    (void)check_bytes(&made->file, CHECK_RULES, &last, FORMAT_TRUNCATED); /* without end mark */
}

Test(check_quake3, numbers_behind_the_largest_one)
{
    add_level("", "");
    add_snapshots(3);
    bytes_put_u32(made->file.data + made->blocks[3], INT32_MAX);
    q3_demo_end(made);
    const struct check_report report = check_bytes(&made->file, CHECK_LOST, &last, 0);
    cr_expect_eq(report.of_rule[CHECK_LOST], 1u);
    cr_expect(strstr(last.value, " in 1 place"), "%s", last.value);
}

/* --- views --------------------------------------------------------------------------------------
 */

static void add_view(float yaw, int32_t step, bool fires)
{
    made->player.fields[Q3_PS_VIEWANGLES_1] = q3_float_bits(yaw);
    made->player.fields[Q3_PS_E_FLAGS] &= ~Q3_EF_FIRING;
    made->player.fields[Q3_PS_E_FLAGS] |= fires ? Q3_EF_FIRING : 0;
    add_snapshot(step);
}

/* Turns within two snapshots, then a shot with that weapon that hits. */
static void add_flick(float turn, int32_t weapon)
{
    made->player.fields[Q3_PS_WEAPON] = weapon;
    add_level("", "");
    add_view(0, FRAME, false);
    add_view(turn - 5, FRAME, false);
    add_view(turn, FRAME, false);
    made->player.persistant[PERS_HITS]++;
    add_snapshot(FRAME);
}

Test(check_quake3, flick_shots)
{
    add_flick(41, RAILGUN);
    expect_only(CHECK_FLICK_SHOT, 5, "41.0 degrees within 4 snapshots, 720 in a second");
    add_flick(39, RAILGUN);
    expect_none();
    add_flick(41, RAILGUN - 1);
    expect_none();
    add_level("", "");
    made->player.fields[Q3_PS_WEAPON] = RAILGUN;
    for (int i = 1; i <= 4; i++) { /* more than 40 degrees, but slower than 600 a second */
        add_view((float)i * 25, FRAME, false);
    }
    made->player.persistant[PERS_HITS]++;
    add_view(100, FRAME, false);
    expect_none();
}

Test(check_quake3, turns)
{
    add_level("", "");
    add_view(99, 25, false);
    expect_none();
    add_level("", "");
    add_view(101, 25, false);
    expect_only(CHECK_TURN_SPEED, 2, "101.0 degrees in 0.0250 s, 4040 in a second");
    add_level("", "");
    made->player.fields[Q3_PS_E_FLAGS] ^= TELEPORT;
    add_view(101, 25, false);
    expect_none();
    add_level("", "");
    add_view(41, FRAME, false);
    add_view(0, FRAME, false);
    expect_only(CHECK_TURN, 3, "41.0 degrees and -41.0 back");
    add_level("", "");
    add_view(42, FRAME, false);
    add_view(42, FRAME, true);
    add_view(20, FRAME, false);
    expect_only(CHECK_AIM_SNAP, 2, "42.0 degrees, fire, and -22.0 back within 2 updates");
    add_level("", "");
    made->player.fields[Q3_PS_PM_TYPE] = Q3_PM_SPECTATOR;
    add_view(42, FRAME, false);
    add_view(42, FRAME, true);
    add_view(20, FRAME, false);
    expect_none();
}

/* Real recordings: signatures are those of servers that allow cheats, and none else. */
Test(check_quake3, recordings)
{
    static const struct {
        const char *name;
        unsigned cheats, signatures;
    } demos[] = {{"quake3/corpus/duel_quakecon_2001.dm_66", 0, 0},
                 {"quake3/corpus/osp_duel.dm_68", 0, 0},
                 {"quake3/corpus/two_gamestates.dm_68", 0, 0},
                 {"quake3/corpus/ffa.dm_90", 0, 0},
                 {"quake3/corpus/duel.dm3", 0, 0},
                 {"quake3/recorded/net_maprestart_oa_dm3.dm_68", 0, 0},
                 {"quake3/recorded/aggressor_ffa_play.dm_68", 1, 1},
                 {"reports/quake3/r1_cbctf1_ctf_play.dm_68", 1, 2},
                 {"reports/quake3/r4_islanddm_ffa_play.dm_68", 1, 2}};
    for (size_t i = 0; i < sizeof(demos) / sizeof(demos[0]); i++) {
        struct file_bytes file;
        real_data_load(&file, "%s", demos[i].name);
        const struct check_report report =
            check_part(file.data, file.size, CHECK_CHEATS_ON, &last, 0);
        cr_expect_eq(report.of_rule[CHECK_CHEATS_ON], demos[i].cheats, "%s", demos[i].name);
        cr_expect_eq(report.signatures, demos[i].signatures, "%s", demos[i].name);
        platform_free_file(&file);
    }
}
