/* Single parts of the display: which icons, boxes and lines each state of the match emits. */
#include "engine/quake3/hud/q3_hud_parts.h"
#include "tests/engine/quake3/hud/hud_flats_stage.h"

TestSuite(q3_hud_parts, .init = begin, .fini = end);

static void pick_up(int32_t item)
{
    s.demo->player.fields[Q3_PS_EVENTS_0] = 19;
    s.demo->player.fields[Q3_PS_EVENT_PARMS_0] = item;
    s.demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
}

Test(q3_hud_parts, a_team_vote_is_shown_below_the_vote)
{
    set(SERVERINFO, "\\g_gametype\\4");
    set(VOTE, "2000");
    set(VOTE + 1, "map q3dm6");
    set(12, "1000"); /* red's; blue's are the odd ones */
    set(14, "kick");
    set(16, "1");
    set(18, "2");
    s.demo->player.persistant[TEAM] = 1;
    hud_start();
    EXPECT_LINE("\"VOTE(23):map q3dm6 yes:0 no:0\" 0,58 8x16 ffffffff\n");
    EXPECT_LINE("\"TEAMVOTE(22):kick yes:1 no:2\" 0,90 8x16 ffffffff\n");
    s.demo->player.persistant[TEAM] = 2;
    stage_snapshot(&s, 9050);
    EXPECT_NO_LINE("TEAMVOTE");
}

Test(q3_hud_parts, skulls_of_harvester_alone)
{
    s.demo->player.fields[Q3_PS_GENERIC1] = 3;
    hud_start();
    EXPECT_NO_LINE("three_32b 536,432");
    EXPECT_NO_LINE("orb");
    q3_demo_command(s.demo, "cs 20 \"baseoa-1\"");
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\7\"");
    s.demo->player.persistant[TEAM] = 1;
    stage_snapshot(&s, 9472);
    EXPECT_LINE("gfx/2d/numbers/three_32b 536,432 32x48 ffaf00ff\n"
                "model 570,432 48x48 models/powerups/orb/b_orb -135\n");
    s.demo->player.persistant[TEAM] = 2;
    stage_snapshot(&s, 9728);
    EXPECT_LINE("model 570,432 48x48 models/powerups/orb/r_orb -90\n");
}

/* CPMA's score lists have no team scores. */
Test(q3_hud_parts, the_boards_title_takes_team_scores_from_the_list)
{
    set(SERVERINFO, "\\g_gametype\\3");
    s.demo->player.persistant[TEAM] = 1;
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    hud_start();
    EXPECT_LINE("\"Red leads 7 to 5\"");
    q3_demo_command(s.demo, "scores 1 9 11 0 7 40 5 0 0 0 0 0 0 0 0 0 0 0");
    stage_snapshot(&s, 9050);
    EXPECT_LINE("\"Blue leads 11 to 9\"");
}

Test(q3_hud_parts, a_boards_row_has_the_flag_the_skill_or_the_handicap)
{
    set(PLAYERS + 3, "\\n\\Vier\\t\\0\\model\\sarge\\skill\\6\\hc\\90");
    hud_start();
    q3_demo_command(s.demo, "scores 4 0 0 0 7 40 5 0 512 0 0 0 0 0 0 0 0 1 5 50 6 0 0 0 0 0 0 0 0 "
                            "0 0 2 0 20 7 0 0 0 0 0 0 0 0 0 0 3 0 20 7 0 0 0 0 0 0 0 0 0 0");
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    stage_snapshot(&s, 9100);
    EXPECT_LINE("models/flags/n_flag");
    EXPECT_LINE("\"80\" 80,158 8x16 ffffffff\n");
    EXPECT_LINE("\"90\" 80,");
    EXPECT_LINE("menu/art/skill3 80,");
    EXPECT_NO_LINE("skill0");
    EXPECT_NO_LINE("skill6");
}

Test(q3_hud_parts, the_flag_for_both_stands_over_the_team_that_has_it)
{
    set(20, "baseoa-1");
    set(SERVERINFO, "\\g_gametype\\5");
    set(FLAGS, "3");
    s.demo->player.persistant[TEAM] = 1;
    hud_start();
    EXPECT_LINE("icons/iconf_blu2 600,380 40x24 ffffffff\n");
    EXPECT_NO_LINE("iconf_red2");
    q3_demo_command(s.demo, "cs 23 \"2\"");
    stage_snapshot(&s, 9050);
    EXPECT_NO_LINE("iconf_blu2");
}

Test(q3_hud_parts, openarena_explains_how_to_stop_following)
{
    set(20, "baseoa-1");
    hud_start();
    EXPECT_NO_LINE("USE");
    s.demo->player.fields[Q3_PS_PM_FLAGS] = Q3_PMF_FOLLOW;
    stage_snapshot(&s, 9050);
    EXPECT_LINE(" to stop following\"");
}

Test(q3_hud_parts, a_powerups_icon_blinks_in_its_last_five_seconds)
{
    s.demo->player.powerups[5] = 9000 + 5500;
    hud_start();
    EXPECT_LINE("icons/regen 592,352 48x48 ffffffff\n");
    stage_snapshot(&s, 10000);
    EXPECT_LINE("icons/regen 592,352 48x48 7f7f7f7f\n");
}

Test(q3_hud_parts, the_dead_see_no_pickup)
{
    hud_start();
    pick_up(7);
    stage_snapshot(&s, 9100);
    EXPECT_LINE("icons/iconh_mega 8,");
    s.demo->player.stats[HEALTH] = 0;
    stage_snapshot(&s, 9150);
    EXPECT_NO_LINE("icons/iconh_mega");
}

Test(q3_hud_parts, a_weapon_without_an_icon_keeps_its_column)
{
    s.demo->player.stats[WEAPONS] |= 1 << 15;
    hud_start();
    pick_up(12);
    stage_snapshot(&s, 10000);
    stage_snapshot(&s, 10100);
    EXPECT_LINE("icons/iconw_gauntlet 240,380 32x32 ffffffff\n");
    EXPECT_LINE("icons/iconw_rocket 320,380 32x32 ffffffff\n");
}

Test(q3_hud_parts, the_screen_is_stretched_over_the_frame)
{
    s.options.height = 240;
    hud_start();
    EXPECT_LINE("gfx/2d/select 560,202 40x12 ffffffff\n");
    EXPECT_LINE("gfx/2d/numbers/three_32b 34,216 32x24 ffaf00ff\n");
}

Test(q3_hud_parts, notify_lines_have_whole_pixels)
{
    static const struct {
        int width, height, scale;
        const char *line;
    } cases[] = {{320, 240, 0, "\"one\" 8,0 8x16 ffffffff"},
                 {640, 480, 0, "\"one\" 8,0 8x16 ffffffff"},
                 {1280, 960, 0, "\"one\" 16,0 16x32 ffffffff"},
                 {1280, 1439, 0, "\"one\" 16,0 16x32 ffffffff"},
                 {320, 240, 1, "\"one\" 8,0 8x16 ffffffff"},
                 {1280, 960, 4, "\"one\" 16,0 16x32 ffffffff"}};
    hud_start();
    q3_demo_command(s.demo, "print \"one\n\"");
    stage_snapshot(&s, 9050);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        s.options.width = cases[i].width;
        s.options.height = cases[i].height;
        s.options.hud.scale = cases[i].scale;
        EXPECT_LINE(cases[i].line);
    }
}

/* Before the server's first list the rows have the scores that views had, the highest first. */
Test(q3_hud_parts, a_board_without_a_list_has_the_scores_seen)
{
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    hud_start();
    EXPECT_LINE("\"7\" 224,118 16x16 ffffffff\n"
                "\"-\" 304,118 16x16 ffffffff\n"
                "\"-\" 384,118 16x16 ffffffff\n"
                "\"Re\" 416,118");
    EXPECT_LINE("\"-\" 224,158 16x16 ffffffff\n"
                "\"-\" 304,158 16x16 ffffffff\n"
                "\"- Zwo\" 384,158");
    EXPECT_LINE("\"SPECT\"");
    s.demo->player.fields[Q3_PS_CLIENT_NUM] = 1;
    s.demo->player.persistant[SCORE] = 9;
    stage_snapshot(&s, 9050);
    EXPECT_LINE("\"9\" 224,118");
    EXPECT_LINE("\"- Zwo\" 384,118");
    EXPECT_LINE("\"7\" 224,158");
    EXPECT_LINE("\"Re\" 416,158");
    q3_demo_command(s.demo, "cs 544 \"\"");
    stage_snapshot(&s, 9100);
    q3_demo_command(s.demo, "cs 544 \"\\n\\Neu\\t\\0\\model\\sarge\"");
    stage_snapshot(&s, 9150);
    EXPECT_LINE("\"-\" 224,158");
    EXPECT_LINE("\"- Neu\" 384,158");
    s.demo->player.persistant[SCORE] = 0;
    s.demo->player.fields[Q3_PS_CLIENT_NUM] = 0;
    q3_demo_command(s.demo, "map_restart");
    stage_snapshot(&s, 9200);
    EXPECT_LINE("\"0\" 224,118 16x16 ffffffff\n");
    EXPECT_LINE("\"- Neu\" 384,118");
    EXPECT_LINE("\"- Zwo\" 384,158");
    EXPECT_LINE("\"-\" 224,158");
}

/* Who plays sees the own place; spectators see what the configstrings have, until a list comes. */
Test(q3_hud_parts, a_board_without_a_list_tells_spectators_who_leads)
{
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    hud_start();
    EXPECT_LINE("\"place with 7\"");
    s.demo->player.persistant[TEAM] = 3;
    stage_snapshot(&s, 9050);
    EXPECT_LINE("\"1st\" 96,60 16x16 0000ffff\n"
                "\"place with 7,\" 160,60 16x16 ffffffff\n"
                "\"2nd\" 384,60 16x16 ff0000ff\n"
                "\"with 5\" 448,60 16x16 ffffffff\n");
    q3_demo_command(s.demo, "cs 7 -9999");
    stage_snapshot(&s, 9100);
    EXPECT_LINE("\"place with 7\"");
    EXPECT_NO_LINE("\"2nd\"");
    q3_demo_command(s.demo, "scores 1 0 0 0 7 40 5 0 0 0 0 0 0 0 0 0 0 0");
    stage_snapshot(&s, 9150);
    EXPECT_NO_LINE("place with");
}
