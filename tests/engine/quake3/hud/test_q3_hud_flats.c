/* Whole displays, 640 x 480, with game data that has every picture and small model: what is
 * emitted, line by line (hud_flats.h), and when it begins and ends. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/hud/q3_hud_parts.h"
#include "engine/quake3/hud/q3_hud_text.h"
#include "tests/engine/quake3/hud/hud_flats_stage.h"

TestSuite(q3_hud_flats, .init = begin, .fini = end);

Test(q3_hud_flats, free_for_all)
{
    s.demo->player.stats[ARMOR] = 50;
    hud_start();
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 98\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 285,420 60x60 models/players/sarge/head -173\n"
                 "gfx/2d/numbers/five_32b 404,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 436,432 32x48 ffaf00ff\n"
                 "model 470,432 48x48 models/powerups/armor/armor_yel 142\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
}

Test(q3_hud_flats, team_game)
{
    set(SERVERINFO, "\\g_gametype\\4\\capturelimit\\8");
    set(FLAGS, "02");
    set(PLAYERS, "\\n\\^1Re^7der\\t\\1\\model\\sarge");
    set(PLAYERS + 1, "\\n\\Zwo\\t\\1\\model\\sarge");
    set(LOCATIONS + 3, "Base");
    s.demo->player.persistant[TEAM] = 1;
    s.demo->player.powerups[8] = 1;
    s.options.hud.team = true;
    hud_start();
    q3_demo_command(s.demo, "tinfo 2 0 3 100 50 5 0 1 0 25 0 2 34");
    stage_snapshot(&s, 9050);
    EXPECT_FLATS("gfx/2d/colorbar 0,420 640x60 ff000054\n"
                 "gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 97\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 333,432 48x48 models/flags/b_flag -59\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "gfx/2d/colorbar 480,0 160x16 ff000054\n"
                 "\"Re\" 488,0 8x8 ff0000ff\n"
                 "\"der Base 100\" 504,0 8x8 ffffffff\n"
                 "\"50\" 616,0 8x8 ffffffff\n"
                 "icons/iconw_rocket 600,0 8x8 ffffffff\n"
                 "\"Zwo\" 488,8 8x8 ffffffff\n"
                 "\"unkn\" 536,8 8x8 ffffffff\n"
                 "\"25\" 584,8 8x8 ff0000ff\n"
                 "\"0\" 624,8 8x8 ff0000ff\n"
                 "icons/iconw_machinegun 600,8 8x8 ffffffff\n"
                 "icons/quad 480,8 8x8 ffffffff\n"
                 "icons/regen 472,8 8x8 ffffffff\n"
                 "fill 600,404 40x24 0000ff54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "icons/iconf_blu3 600,380 40x24 ffffffff\n"
                 "fill 560,404 40x24 ff000054\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n"
                 "icons/iconf_red1 560,380 40x24 ffffffff\n"
                 "\"8\" 540,408 16x16 ffffffff\n");
}

Test(q3_hud_flats, timed_powerups)
{
    s.demo->player.powerups[1] = 9000 + 30000;
    s.demo->player.powerups[3] = 9000 + 4250;
    s.demo->player.powerups[4] = 9000 + 999001; /* over 999 s: not shown */
    s.demo->player.powerups[5] = 9000 + 10000;
    hud_start();
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 98\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 285,420 60x60 models/players/sarge/head -173\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n"
                 "gfx/2d/numbers/four_32b 562,352 32x48 ff3333ff\n"
                 "icons/haste 592,352 48x48 3f3f3f3f\n"
                 "gfx/2d/numbers/one_32b 530,304 32x48 ff3333ff\n"
                 "gfx/2d/numbers/zero_32b 562,304 32x48 ff3333ff\n"
                 "icons/regen 592,304 48x48 ffffffff\n"
                 "gfx/2d/numbers/three_32b 530,256 32x48 ff3333ff\n"
                 "gfx/2d/numbers/zero_32b 562,256 32x48 ff3333ff\n"
                 "icons/quad 592,256 48x48 ffffffff\n");
}

Test(q3_hud_flats, attacker)
{
    hud_start();
    s.demo->player.persistant[ATTACKER] = 1;
    s.demo->player.fields[Q3_PS_DAMAGE_EVENT] = 1;
    s.demo->player.fields[Q3_PS_DAMAGE_COUNT] = 10;
    s.demo->player.fields[Q3_PS_DAMAGE_YAW] = 64;
    stage_snapshot(&s, 9100);
    s.options.hud.clock = s.options.hud.speed = true;
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 96\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 255,390 90x90 models/players/sarge/head -135\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "\"0:09\" 571,2 16x16 ffffffff\n"
                 "model 580,20 60x60 models/players/sarge/head -180\n"
                 "\"Zwo\" 592,80 16x16 ffffff7f\n"
                 "\"0ups\" 571,100 16x16 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
    stage_snapshot(&s, 9350);
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 91\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 270,405 75x75 models/players/sarge/head -135\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "\"0:09\" 571,2 16x16 ffffffff\n"
                 "model 580,20 60x60 models/players/sarge/head -180\n"
                 "\"Zwo\" 592,80 16x16 ffffff7f\n"
                 "\"0ups\" 571,100 16x16 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
    stage_snapshot(&s, 19100);
    EXPECT_LINE("\"Zwo\"");
    stage_snapshot(&s, 19101);
    EXPECT_NO_LINE("\"Zwo\"");
}

Test(q3_hud_flats, weapons_and_pickups)
{
    hud_start();
    s.demo->player.ammo[2] = 0;
    s.demo->player.stats[HOLDABLE] = 27;
    s.demo->player.fields[Q3_PS_EVENTS_0] = 19;
    s.demo->player.fields[Q3_PS_EVENT_PARMS_0] = 12;
    s.demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
    stage_snapshot(&s, 10000);
    stage_snapshot(&s, 10100);
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 77\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 285,420 60x60 models/players/sarge/head 177\n"
                 "gfx/2d/crosshaire 302,222 36x36 ffffffff\n"
                 "icons/iconw_gauntlet 260,380 32x32 ffffffff\n"
                 "icons/noammo 260,380 32x32 ffffffff\n"
                 "icons/iconw_machinegun 300,380 32x32 ffffffff\n"
                 "icons/noammo 300,380 32x32 ffffffff\n"
                 "icons/iconw_rocket 340,380 32x32 ffffffff\n"
                 "gfx/2d/select 336,376 40x40 ffffffff\n"
                 "\"Rocket Launcher\" 200,358 16x16 ffffffff\n"
                 "icons/medkit 592,216 48x48 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
    stage_snapshot(&s, 11300);
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 71\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 285,420 60x60 models/players/sarge/head -169\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "icons/iconw_gauntlet 260,380 32x32 ffffff7f\n"
                 "icons/noammo 260,380 32x32 ffffff7f\n"
                 "icons/iconw_machinegun 300,380 32x32 ffffff7f\n"
                 "icons/noammo 300,380 32x32 ffffff7f\n"
                 "icons/iconw_rocket 340,380 32x32 ffffff7f\n"
                 "gfx/2d/select 336,376 40x40 ffffff7f\n"
                 "\"Rocket Launcher\" 200,358 16x16 ffffff7f\n"
                 "icons/medkit 592,216 48x48 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
    stage_snapshot(&s, 12900);
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 97\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 285,420 60x60 models/players/sarge/head -160\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "icons/medkit 592,216 48x48 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
}

Test(q3_hud_flats, awards)
{
    hud_start();
    s.demo->player.persistant[9] = 3;
    s.demo->player.persistant[10] = 12;
    stage_snapshot(&s, 9050);
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 97\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 285,420 60x60 models/players/sarge/head -176\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "medal_impressive 248,56 44x44 ffffffff\n"
                 "medal_impressive 296,56 44x44 ffffffff\n"
                 "medal_impressive 344,56 44x44 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
    stage_snapshot(&s, 12100);
    EXPECT_FLATS("gfx/2d/numbers/three_32b 34,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 66,432 32x48 ffaf00ff\n"
                 "model 100,432 48x48 models/powerups/ammo/rocketam 81\n"
                 "gfx/2d/numbers/one_32b 187,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 219,432 32x48 ffaf00ff\n"
                 "gfx/2d/numbers/zero_32b 251,432 32x48 ffaf00ff\n"
                 "model 285,420 60x60 models/players/sarge/head -164\n"
                 "gfx/2d/crosshaire 308,228 24x24 ffffffff\n"
                 "medal_excellent 296,56 44x44 ffffffff\n"
                 "\"12\" 312,104 8x16 ffffffff\n"
                 "fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n");
}

Test(q3_hud_flats, scoreboard)
{
    hud_start();
    q3_demo_command(s.demo,
                    "scores 3 0 0 0 7 40 5 0 0 0 0 0 0 0 0 0 0 0 1 5 50 6 0 256 0 0 0 0 0 0 0 0 0 "
                    "2 0 -1 7 0 0 0 0 0 0 0 0 0 0 0");
    s.demo->player.stats[HEALTH] = 0;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 3;
    s.demo->player.persistant[RANK] = 0x4000;
    stage_snapshot(&s, 9100);
    EXPECT_FLATS("fill 600,404 40x24 7f7f7f54\n"
                 "\"5\" 620,408 16x16 ffffffff\n"
                 "fill 560,404 40x24 0000ff54\n"
                 "gfx/2d/select 560,404 40x24 ffffffff\n"
                 "\"7\" 580,408 16x16 ffffffff\n"
                 "\"Tied for\" 120,60 16x16 ffffffff\n"
                 "\"1st\" 264,60 16x16 0000ffff\n"
                 "\"place with 7\" 328,60 16x16 ffffffff\n"
                 "menu/tab/score 176,86 64x32 ffffffff\n"
                 "\"ping\" 264,94 16x16 ffffffff\n"
                 "\"time\" 344,94 16x16 ffffffff\n"
                 "\"name\" 416,94 16x16 ffffffff\n"
                 "model 112,102 48x48 models/players/sarge/head -180\n"
                 "fill 176,118 464x17 0000b2b2\n"
                 "\"7\" 224,118 16x16 ffffffff\n"
                 "\"40\" 288,118 16x16 ffffffff\n"
                 "\"5\" 384,118 16x16 ffffffff\n"
                 "\"Re\" 416,118 16x16 ff0000ff\n"
                 "\"der\" 448,118 16x16 ffffffff\n"
                 "model 80,150 32x32 models/flags/b_flag -59\n"
                 "model 112,142 48x48 models/players/sarge/head -180\n"
                 "\"5\" 224,158 16x16 ffffffff\n"
                 "\"50\" 288,158 16x16 ffffffff\n"
                 "\"6 Zwo\" 384,158 16x16 ffffffff\n"
                 "menu/art/skill3 80,206 32x32 ffffffff\n"
                 "model 112,198 48x48 models/players/sarge/head -180\n"
                 "\"connecting\" 176,214 16x16 ffffffff\n"
                 "\"Drei\" 400,214 16x16 ffffffff\n");
}

Test(q3_hud_flats, health_colours)
{
    static const struct {
        int32_t health, armor;
        float color[3];
    } cases[] = {{0, 100, {0.0f, 0.0f, 0.0f}},         {1, 0, {1.0f, 0.0f, 0.0f}},
                 {29, 0, {1.0f, 0.0f, 0.0f}},          {30, 0, {1.0f, 0.0f, 0.0f}},
                 {45, 0, {1.0f, 0.5f, 0.0f}},          {60, 0, {1.0f, 1.0f, 0.0f}},
                 {65, 0, {1.0f, 1.0f, 0.0f}},          {66, 0, {1.0f, 1.0f, 0.0f}},
                 {82, 0, {1.0f, 1.0f, 16.0f / 33.0f}}, {99, 0, {1.0f, 1.0f, 1.0f}},
                 {100, 0, {1.0f, 1.0f, 1.0f}},         {34, 6, {1.0f, 1.0f / 3.0f, 0.0f}},
                 {34, 200, {1.0f, 1.0f, 1.0f}},        {17, 200, {1.0f, 20.0f / 30.0f, 0.0f}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        float color[4];
        q3_hud_health_color(cases[i].health, cases[i].armor, color);
        for (int k = 0; k < 3; k++) {
            cr_expect_float_eq(color[k], cases[i].color[k], 1e-5, "%d %d: %d is %g",
                               (int)cases[i].health, (int)cases[i].armor, k, (double)color[k]);
        }
        cr_expect_eq(color[3], 1.0f);
    }
}

Test(q3_hud_flats, places)
{
    static const struct {
        int32_t rank;
        const char *text;
    } cases[] = {{0, "^41st^7"},
                 {1, "^12nd^7"},
                 {2, "^33rd^7"},
                 {3, "4th"},
                 {10, "11th"},
                 {11, "12th"},
                 {12, "13th"},
                 {20, "21st"},
                 {21, "22nd"},
                 {110, "111th"},
                 {0x4000, "Tied for ^41st^7"},
                 {0x4003, "Tied for 4th"}};
    char text[Q3_HUD_PLACE];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        q3_hud_place_text(cases[i].rank, text);
        cr_expect_str_eq(text, cases[i].text);
    }
}

Test(q3_hud_flats, page_of_scores)
{
    hud_start();
    q3_demo_command(s.demo, "scores 2 0 0 0 7 40 5 0 0 0 0 0 0 0 0 0 0 0 1 5 50 6 0 0 0 0 0 0 0 0 "
                            "0 0 0 0");
    s.demo->player.fields[Q3_PS_PM_FLAGS] = Q3_PMF_SCORES;
    EXPECT_NO_LINE("Scoreboard");
    stage_snapshot(&s, 9050);
    EXPECT_NO_LINE("Scoreboard"); /* only spectators have one */
    s.demo->player.persistant[TEAM] = 3;
    stage_snapshot(&s, 71050);
    EXPECT_FLATS("fill 0,0 640x480 000000ff\n"
                 "\"Scoreboard\" 160,8 32x48 ffffffff\n"
                 "\"1:11\" 256,64 32x48 ffffffff\n"
                 "\"Reder\" 8,160 32x48 ffffffff\n"
                 "\"7\" 600,160 32x48 ffffffff\n"
                 "\"Zwo\" 8,224 32x48 ffffffff\n"
                 "\"-\" 600,224 32x48 ffffffff\n");
    s.demo->player.fields[Q3_PS_PM_FLAGS] = 0;
    stage_snapshot(&s, 71100);
    EXPECT_NO_LINE("Scoreboard");
}

Test(q3_hud_flats, own_row_by_rank)
{
    static const struct {
        int32_t rank;
        const char *fill;
    } cases[] = {{0, "fill 176,118 464x17 0000b2b2"},
                 {1, "fill 176,118 464x17 b20000b2"},
                 {2, "fill 176,118 464x17 b2b200b2"},
                 {3, "fill 176,118 464x17 b2b2b2b2"}};
    hud_start();
    s.options.hud.scores = HUD_SCORES_PLAYERS;
    for (int i = 0; i < 4; i++) {
        s.demo->player.persistant[RANK] = cases[i].rank;
        stage_snapshot(&s, 9050 + 50 * i);
        EXPECT_LINE(cases[i].fill);
        EXPECT_NO_LINE("Fragged by");
    }
}

Test(q3_hud_flats, words_of_the_server)
{
    hud_start();
    q3_demo_command(s.demo, "cp \"one\ntwo\nthree\"");
    stage_snapshot(&s, 9050);
    EXPECT_LINE("\"one\" 296,120 16x24 ffffffff\n\"two\" 296,144 16x24 ffffffff\n"
                "\"three\" 280,168 16x24 ffffffff\n");
    stage_snapshot(&s, 11950);
    EXPECT_LINE("\"one\" 296,120 16x24 ffffff7f");
    stage_snapshot(&s, 12050);
    EXPECT_NO_LINE("\"one\"");
}

/* Figures are cut to their field. */
Test(q3_hud_flats, figures)
{
    static const struct {
        int32_t health;
        const char *first;
    } cases[] = {{1000, "nine_32b 187,432"},
                 {999, "nine_32b 187,432"},
                 {42, "four_32b 219,432"},
                 {7, "seven_32b 251,432"}};
    hud_start();
    for (int i = 0; i < 4; i++) {
        s.demo->player.stats[HEALTH] = cases[i].health;
        s.demo->player.fields[Q3_PS_WEAPON] = 1;
        s.demo->player.ammo[1] = -1;
        stage_snapshot(&s, 9050 + 50 * i);
        EXPECT_LINE(cases[i].first);
        if (cases[i].health >= 999) {
            EXPECT_LINE("nine_32b 219,432");
            EXPECT_LINE("nine_32b 251,432");
        }
    }
    s.demo->player.powerups[1] = 9300 + 250000; /* two figures */
    stage_snapshot(&s, 9300);
    EXPECT_LINE("nine_32b 530,352 32x48 ff3333ff\ngfx/2d/numbers/nine_32b 562,352");
}

/* 25 or less blinks, every 256 ms. */
Test(q3_hud_flats, figures_have_a_sign_and_bounds)
{
    static const struct {
        int32_t value;
        int width;
        const char *lines;
    } cases[] = {{-42, 3, "minus_32b 2,0|four_32b 34,0|two_32b 66,0|"},
                 {-100, 3, "minus_32b 2,0|nine_32b 34,0|nine_32b 66,0|"},
                 {1000, 3, "nine_32b 2,0|nine_32b 34,0|nine_32b 66,0|"},
                 {0, 3, "zero_32b 66,0|"},
                 {-5, 1, "zero_32b 2,0|"},
                 {10, 1, "nine_32b 2,0|"},
                 {-12, 2, "minus_32b 2,0|nine_32b 34,0|"}};
    hud_start();
    (void)stage_scene(&s, 1.0);
    struct rgb_scene *scene = s.scene.rgb;
    struct q3_build build = {.scene = scene, .data = s.data, .options = &s.options};
    struct q3_canvas canvas = {.build = &build, .scale = {1.0f, 1.0f}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[256] = "";
        scene->num_draws_2d = 0;
        q3_figures(&canvas, 0.0f, 0.0f, cases[i].width, cases[i].value, q3_white);
        for (size_t k = 0; k < scene->num_draws_2d; k++) {
            const struct rgb_2d_draw *flat = &scene->draws_2d[k];
            cr_assert_not_null(flat->material);
            snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s %g,%g|",
                     strrchr(flat->material->name, '/') + 1, (double)flat->x, (double)flat->y);
        }
        cr_expect_str_eq(text, cases[i].lines, "%d: %s", (int)cases[i].value, text);
    }
}

Test(q3_hud_flats, what_is_covered_moves_the_lower_edge_up)
{
    s.options.covered = 32;
    hud_start();
    EXPECT_LINE("gfx/2d/numbers/three_32b 34,400 32x48 ffaf00ff");
    EXPECT_LINE("fill 600,372 40x24 7f7f7f54");
    EXPECT_LINE("gfx/2d/crosshaire 308,228 24x24 ffffffff");
}

/* As large as there is room for; what else is drawn keeps its size. */
Test(q3_hud_flats, boards_are_above_what_is_covered)
{
    hud_start();
    q3_demo_command(s.demo,
                    "scores 3 0 0 0 7 40 5 0 0 0 0 0 0 0 0 0 0 0 1 5 50 6 0 256 0 0 0 0 0 0 0 0 0 "
                    "2 0 -1 7 0 0 0 0 0 0 0 0 0 0 0");
    s.demo->player.stats[HEALTH] = 0;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 3;
    stage_snapshot(&s, 9100);
    s.options.covered = 480 - 270; /* three rows of 40 from 118 on, and gaps */
    EXPECT_LINE("menu/tab/score 176,86 64x32 ffffffff");
    s.options.covered = 480 - 135;
    EXPECT_LINE("menu/tab/score 248,43 32x16 ffffffff");
    EXPECT_LINE("\"ping\" 292,47 8x8 ffffffff");
    s.demo->player.stats[HEALTH] = 100;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 0;
    s.demo->player.fields[Q3_PS_PM_FLAGS] = Q3_PMF_SCORES;
    s.demo->player.persistant[TEAM] = 3;
    stage_snapshot(&s, 71050);
    s.options.covered = 240;
    EXPECT_LINE("\"Scoreboard\" 240,4 16x24 ffffffff");
    EXPECT_LINE("fill 0,0 640x480 000000ff");
}

/* The board vanishes with a respawn, and fades for 200 ms after an intermission; it is a page only
 * before that. */
Test(q3_hud_flats, board_fades_after_an_intermission)
{
    hud_start();
    s.demo->player.stats[HEALTH] = 0;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 3;
    stage_snapshot(&s, 9100);
    EXPECT_LINE("menu/tab/score 176,86 64x32 ffffffff");
    cr_expect(s.scene.rgb->has_page);
    s.demo->player.stats[HEALTH] = 100;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 0;
    stage_snapshot(&s, 9150);
    EXPECT_NO_LINE("menu/tab/score");
    s.demo->player.fields[Q3_PS_PM_TYPE] = 5;
    stage_snapshot(&s, 10000);
    EXPECT_LINE("menu/tab/score 176,86 64x32 ffffffff");
    s.demo->player.fields[Q3_PS_PM_TYPE] = 0;
    stage_snapshot(&s, 10100);
    EXPECT_LINE("menu/tab/score 176,86 64x32 ffffff7f");
    cr_expect_not(s.scene.rgb->has_page);
    stage_snapshot(&s, 10200);
    EXPECT_NO_LINE("menu/tab/score");
}

Test(q3_hud_flats, three_notify_lines)
{
    hud_start();
    q3_demo_command(s.demo, "print \"one\n\"");
    q3_demo_command(s.demo, "print \"two\n\"");
    q3_demo_command(s.demo, "print \"three\n\"");
    q3_demo_command(s.demo, "print \"four\n\"");
    stage_snapshot(&s, 9050);
    EXPECT_LINE("\"two\" 8,0 8x16 ffffffff\n\"three\" 8,16 8x16 ffffffff\n"
                "\"four\" 8,32 8x16 ffffffff\n");
    EXPECT_NO_LINE(" 8,48 8x16");
    EXPECT_NO_LINE("\"one\"");
}

Test(q3_hud_flats, the_clock_has_an_end)
{
    set(LEVEL_START, "-2000000000");
    s.options.hud.clock = true;
    hud_start();
    EXPECT_LINE("\"16666:40\" 507,2 16x16 ffffffff");
}

Test(q3_hud_flats, open_arena_names_no_weapon_and_counts_the_respawn)
{
    set(20, "baseoa-1");
    s.demo->player.stats[6] = 100; /* the original's indices */
    hud_start();
    EXPECT_NO_LINE("Rocket Launcher");
    s.demo->player.fields[Q3_PS_EVENTS_0] = 19;
    s.demo->player.fields[Q3_PS_EVENT_PARMS_0] = 12;
    s.demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
    stage_snapshot(&s, 10000);
    EXPECT_LINE("icons/iconw_rocket");
    EXPECT_NO_LINE("Rocket Launcher");
    q3_demo_command(s.demo, "respawn 11000");
    s.demo->player.stats[HEALTH] = 0;
    s.demo->player.fields[Q3_PS_PM_TYPE] = 3;
    stage_snapshot(&s, 10500);
    EXPECT_LINE("\"Respawn in: 0.50\" 256,400 8x16 ffff00ff");
    stage_snapshot(&s, 11000);
    EXPECT_LINE("\"Click FIRE to respawn\" 236,400 8x16 00ff00ff");
}

Test(q3_hud_flats, low_health_blinks)
{
    s.demo->player.stats[HEALTH] = 25;
    hud_start();
    stage_snapshot(&s, 9216); /* 36 * 256 */
    EXPECT_LINE("five_32b 251,432 32x48 ffaf00ff");
    stage_snapshot(&s, 9472);
    EXPECT_LINE("five_32b 251,432 32x48 ff3333ff");
    s.demo->player.stats[HEALTH] = 26;
    stage_snapshot(&s, 9480);
    EXPECT_LINE("six_32b 251,432 32x48 ffaf00ff");
    s.demo->player.stats[HEALTH] = 101;
    s.demo->player.fields[Q3_PS_WEAPONSTATE] = 3;
    s.demo->player.fields[Q3_PS_WEAPON_TIME] = 101;
    stage_snapshot(&s, 9490);
    EXPECT_LINE("one_32b 251,432 32x48 ffffffff");
    EXPECT_LINE("three_32b 34,432 32x48 7f7f7fff"); /* busy */
    s.demo->player.fields[Q3_PS_WEAPON_TIME] = 100;
    stage_snapshot(&s, 9495);
    EXPECT_LINE("three_32b 34,432 32x48 ffaf00ff");
}

Test(q3_hud_flats, a_powerup_that_acts_pulses_for_200_ms)
{
    s.demo->player.powerups[1] = 9000 + 30000;
    hud_start();
    s.demo->player.fields[Q3_PS_EVENTS_0] = 61;
    s.demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
    stage_snapshot(&s, 9100);
    EXPECT_LINE("icons/quad 568,340 72x72 ffffffff");
    stage_snapshot(&s, 9200);
    EXPECT_LINE("icons/quad 580,346 60x60 ffffffff");
    stage_snapshot(&s, 9300);
    EXPECT_LINE("icons/quad 592,352 48x48 ffffffff");
}

Test(q3_hud_flats, who_watches)
{
    s.demo->player.persistant[TEAM] = 3;
    hud_start();
    EXPECT_LINE("\"SPECTATOR\" 248,440 16x16 ffffffff");
    EXPECT_NO_LINE("waiting");
    EXPECT_NO_LINE("JOIN");
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\1\"");
    stage_snapshot(&s, 9050);
    EXPECT_LINE("\"waiting to play\" 200,460 16x16 ffffffff");
    q3_demo_command(s.demo, "cs 0 \"\\g_gametype\\3\"");
    stage_snapshot(&s, 9100);
    EXPECT_LINE("\"press ESC and use the JOIN menu to play\" 8,460 16x16 ffffffff");
}

Test(q3_hud_flats, little_ammunition)
{
    s.demo->player.ammo[2] = 4;
    s.demo->player.ammo[5] = 4;
    hud_start();
    EXPECT_LINE("\"LOW AMMO WARNING\" 192,64 16x16 ffffffff"); /* 4800 ms of fire */
    s.demo->player.ammo[2] = 5;
    stage_snapshot(&s, 9050);
    EXPECT_NO_LINE("AMMO"); /* 5000 ms */
    s.demo->player.ammo[2] = s.demo->player.ammo[5] = 0;
    stage_snapshot(&s, 9100);
    EXPECT_LINE("\"OUT OF AMMO\" 232,64 16x16 ffffffff");
    q3_demo_command(s.demo, "cs 20 \"baseoa-1\"");
    q3_demo_command(s.demo, "cs 0 \"\\g_instantgib\\1\"");
    stage_snapshot(&s, 9150);
    EXPECT_NO_LINE("AMMO"); /* endless there */
    q3_demo_command(s.demo, "cs 20 \"\"");
    stage_snapshot(&s, 9200);
    EXPECT_LINE("OUT OF AMMO");
}

Test(q3_hud_flats, crosshair_pulses_for_200_ms_after_a_pickup)
{
    hud_start();
    s.options.hud.crosshair = 2;
    s.demo->player.fields[Q3_PS_EVENTS_0] = 19;
    s.demo->player.fields[Q3_PS_EVENT_PARMS_0] = 7;
    s.demo->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
    stage_snapshot(&s, 9100);
    EXPECT_LINE("gfx/2d/crosshairc 308,228 24x24 ffffffff");
    stage_snapshot(&s, 9200);
    EXPECT_LINE("gfx/2d/crosshairc 302,222 36x36 ffffffff");
    stage_snapshot(&s, 9300);
    EXPECT_LINE("gfx/2d/crosshairc 308,228 24x24 ffffffff");
}

Test(q3_hud_flats, one_flag)
{
    set(20, "baseoa-1");
    set(SERVERINFO, "\\g_gametype\\5");
    set(FLAGS, "2");
    s.demo->player.persistant[TEAM] = 1;
    hud_start();
    EXPECT_LINE("\"Red has the flag!\" 184,100 16x24 ff0000ff");
    EXPECT_LINE("icons/iconf_red2 560,380 40x24 ffffffff");
    q3_demo_command(s.demo, "cs 23 \"4\"");
    stage_snapshot(&s, 9050);
    EXPECT_LINE("\"Flag dropped!\" 216,100 16x24 ffffffff");
    q3_demo_command(s.demo, "cs 23 \"0\"");
    stage_snapshot(&s, 9100);
    EXPECT_NO_LINE("16x24");
    EXPECT_LINE("icons/iconf_neutral1 560,380 40x24 ffffffff");
    q3_demo_command(s.demo, "cs 23 \"1\"");
    stage_snapshot(&s, 9150);
    EXPECT_NO_LINE("iconf_neutral");
}
