/* A whole display, 640 x 480, with game data that has every picture and small model, and its 2D
 * draws as lines (hud_flats.h). Suites use begin and end as .init and .fini. */
#ifndef TESTS_ENGINE_QUAKE3_HUD_HUD_FLATS_STAGE_H
#define TESTS_ENGINE_QUAKE3_HUD_HUD_FLATS_STAGE_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/engine/quake3/hud/hud_flats.h"
#include "tests/engine/quake3/hud/hud_stage.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake3/md3_bytes.h"

enum { SERVERINFO = 0, WARMUP = 5, SCORES1 = 6, VOTE = 8, LEVEL_START = 21, FLAGS = 23 };
enum { LOCATIONS = 608, PLAYERS = 544, HEALTH = 0, HOLDABLE = 1, WEAPONS = 2, ARMOR = 3 };
enum { SCORE = 0, RANK = 2, TEAM = 3, ATTACKER = 6, RED_FLAG_HELD = 7 };

static struct zip_bytes zip;
static char lines[16384];

static inline void add_text(const char *name, const char *text)
{
    zip_bytes_add(&zip, name, text, strlen(text));
}

/* Pictures by shader, so that no image is needed. */
static inline void add_shaders(void)
{
    static const char *const names[] = {"gfx/2d/colorbar",
                                        "gfx/2d/select",
                                        "gfx/2d/crosshaire",
                                        "gfx/2d/crosshairc",
                                        "icons/noammo",
                                        "icons/iconw_gauntlet",
                                        "icons/iconw_machinegun",
                                        "icons/iconw_rocket",
                                        "icons/iconw_railgun",
                                        "icons/quad",
                                        "icons/haste",
                                        "icons/regen",
                                        "icons/invis",
                                        "icons/iconf_red1",
                                        "icons/iconf_blu1",
                                        "icons/iconf_red2",
                                        "icons/iconf_blu3",
                                        "icons/medkit",
                                        "icons/iconh_mega",
                                        "medal_impressive",
                                        "medal_excellent",
                                        "icons/iconf_neutral1",
                                        "icons/iconf_neutral3",
                                        "menu/tab/score",
                                        "menu/art/skill3",
                                        "icons/icona_rocket",
                                        "icons/iconf_blu2",
                                        "menu/art/skill0"};
    static const char *const figures[] = {"zero", "one",   "two",   "three", "four", "five",
                                          "six",  "seven", "eight", "nine",  "minus"};
    static char text[4096];
    size_t used = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s { { map $whiteimage } }\n",
                                 names[i]);
    }
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        used += (size_t)snprintf(text + used, sizeof(text) - used,
                                 "gfx/2d/numbers/%s_32b { { map $whiteimage } }\n", figures[i]);
    }
    add_text("scripts/a.shader", text);
}

static inline void add_models(void)
{
    static const char *const names[] = {"players/sarge/lower",
                                        "players/sarge/upper",
                                        "players/sarge/head",
                                        "powerups/ammo/rocketam",
                                        "powerups/armor/armor_yel",
                                        "flags/r_flag",
                                        "flags/b_flag",
                                        "flags/n_flag",
                                        "powerups/orb/r_orb",
                                        "powerups/orb/b_orb"};
    static const char *const skins[] = {"lower", "upper", "head"};
    struct byte_writer model = md3_bytes();
    char name[64], table[31 * 16] = "";
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        snprintf(name, sizeof(name), "models/%s.md3", names[i]);
        zip_bytes_add(&zip, name, model.data, model.size);
    }
    byte_writer_free(&model);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof(name), "models/players/sarge/%s_default.skin", skins[i]);
        add_text(name, "head,x\n");
    }
    for (int i = 0; i < 31; i++) {
        snprintf(table + strlen(table), 16, "0 1 0 20\n");
    }
    add_text("models/players/sarge/animation.cfg", table);
    add_text("models/players/sarge/icon_default.tga", "");
}

static inline void set(uint32_t index, const char *text)
{
    q3_demo_configstring(s.demo, index, text);
}

static inline void begin(void)
{
    memset(&zip, 0, sizeof(zip));
    add_shaders();
    add_models();
    zip_bytes_end(&zip);
    stage_begin_with(&s, &zip.out);
    s.options.width = 640;
    s.options.height = 480;
    set(PLAYERS, "\\n\\^1Re^7der\\t\\0\\model\\sarge");
    set(PLAYERS + 1, "\\n\\Zwo\\t\\0\\model\\sarge\\hc\\80");
    set(PLAYERS + 2, "\\n\\Drei\\t\\3\\model\\sarge\\skill\\3");
    set(SCORES1, "7");
    set(SCORES1 + 1, "5");
    s.demo->player.stats[WEAPONS] = 1 << 1 | 1 << 2 | 1 << 5;
    s.demo->player.ammo[2] = 100;
    s.demo->player.ammo[5] = 30;
    s.demo->player.fields[Q3_PS_WEAPON] = 5;
    s.demo->player.persistant[SCORE] = 7;
}

static inline void end(void)
{
    hud_end();
    byte_writer_free(&zip.out);
    byte_writer_free(&zip.directory);
}

static inline const char *flats(void)
{
    hud_flats(stage_scene(&s, 1.0), false, lines, sizeof(lines));
    return lines;
}

static inline bool has(const char *line)
{
    return strstr(flats(), line) != NULL;
}

#define EXPECT_FLATS(...) cr_expect_str_eq(flats(), "" __VA_ARGS__, "is:\n%s", lines)
#define EXPECT_LINE(line) cr_expect(has(line), "no %s in:\n%s", line, lines)
#define EXPECT_NO_LINE(line) cr_expect_not(has(line), "%s in:\n%s", line, lines)

#endif
