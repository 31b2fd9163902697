/* Status bars of the mission packs, with a generated gfx.wad: each picture is one pixel,
 * identified by its value. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/quake/hud/hud.h"
#include "formats/base/bytes.h"
#include "tests/support/quake_game.h"

enum { WIDTH = 320, HEIGHT = 240, BAR = HEIGHT - 24, LUMP = 32, PICTURE = 9 };

static char folder[] = "/tmp/quakereel-test-XXXXXX";
static struct quake_data data;
static struct palette_scene scene;
static double item_times[32];
static struct hud_options options;

static void in_folder(char path[64], const char *name)
{
    snprintf(path, 64, "%s/%s", folder, name);
}

/* "WAD2" with a picture of 1 x 1 for every name. */
static void open_with(const char *const *names, size_t count)
{
    const struct game_files_options how = {.search.basedir = folder};
    uint8_t wad[4096] = {'W', 'A', 'D', '2'};
    struct format_error err;
    char path[64];
    const size_t table = 12 + count * PICTURE;
    bytes_put_u32(wad + 4, (uint32_t)count);
    bytes_put_u32(wad + 8, (uint32_t)table);
    for (size_t i = 0; i < count; i++) {
        uint8_t *lump = wad + table + i * LUMP;
        bytes_put_u32(wad + 12 + i * PICTURE, 1);
        bytes_put_u32(wad + 12 + i * PICTURE + 4, 1);
        wad[12 + i * PICTURE + 8] = (uint8_t)(100 + i);
        bytes_put_u32(lump, (uint32_t)(12 + i * PICTURE));
        bytes_put_u32(lump + 4, PICTURE);
        bytes_put_u32(lump + 8, PICTURE);
        lump[12] = 66;
        snprintf((char *)lump + 16, 16, "%s", names[i]);
    }
    cr_assert_not_null(mkdtemp(folder));
    in_folder(path, "id1");
    cr_assert_eq(mkdir(path, 0700), 0);
    in_folder(path, "id1/gfx.wad");
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(wad, table + count * LUMP, 1, file) == 1 && fclose(file) == 0);
    cr_assert_eq(quake_game_open(&data, &how, &err), 0, "%s", err.what);
}

static void finish(void)
{
    char path[64];
    palette_scene_free(&scene);
    quake_game_close(&data);
    in_folder(path, "id1/gfx.wad");
    cr_expect_eq(unlink(path), 0);
    in_folder(path, "id1");
    cr_expect(rmdir(path) == 0 && rmdir(folder) == 0);
}

TestSuite(hud_mission, .fini = finish);

static void draw(uint32_t items, uint32_t active)
{
    const struct hud_info info = {.time = 100.0,
                                  .options = &options,
                                  .in_game = true,
                                  .health = 100,
                                  .items = items,
                                  .active_weapon = active,
                                  .item_times = item_times,
                                  .level_name = "",
                                  .max_players = 1};
    palette_scene_clear(&scene);
    hud_draw(&scene, &data, &info, WIDTH, HEIGHT);
}

static bool has(const char *name, int32_t x, int32_t y)
{
    struct lmp_picture picture;
    cr_assert_eq(quake_data_picture(&data, name, &picture), 0, "%s", name);
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_PICTURE && item->x == x && item->y == BAR + y &&
            item->pixels == picture.pixels) {
            return true;
        }
    }
    return false;
}

static uint32_t bit(int n)
{
    return (uint32_t)1 << n;
}

Test(hud_mission, hipnotic)
{
    static const char *const names[] = {
        "sbar",           "ibar",        "inv_laser",    "inv2_laser",    "inv_mjolnir",
        "inva1_mjolnir",  "inv_prox",    "inv2_prox",    "inv_prox_gren", "inv2_prox_gren",
        "inv2_gren_prox", "inv_rlaunch", "inv2_rlaunch", "sb_wsuit",      "sb_eshld",
        "sb_key1",        "sb_key2",     "sb_armor2",    "sb_nails",      "sb_sigil1"};
    open_with(names, sizeof names / sizeof names[0]);
    draw(bit(23) | bit(7) | bit(24) | bit(25) | bit(17) | bit(18) | bit(14) | bit(9), 23);
    cr_expect(has("inv2_laser", 176, -16), "in hand by its number");
    cr_expect(has("inv_mjolnir", 200, -16));
    cr_expect(has("sb_wsuit", 288, -16) && has("sb_eshld", 304, -16));
    cr_expect(has("sb_key1", 209, 3) && has("sb_key2", 209, 12), "keys are on the bar");
    cr_expect_not(has("sb_key1", 192, -16));
    cr_expect(has("sb_armor2", 0, 0) && has("sb_nails", 224, 0));
    item_times[7] = 99.95;
    draw(bit(7) | bit(28), 0);
    cr_expect(has("inva1_mjolnir", 200, -16), "new");
    cr_expect_not(has("sb_sigil1", 288, -16), "no sigils");
    draw(bit(16), 16);
    cr_expect(has("inv2_prox", 96, -16));
    draw(bit(16) | bit(4), 4);
    cr_expect(has("inv2_gren_prox", 96, -16));
    draw(bit(16) | bit(4), 16);
    cr_expect(has("inv2_prox_gren", 96, -16));
    draw(bit(16) | bit(4), 0);
    cr_expect(has("inv_prox_gren", 96, -16));
    draw(bit(4), 4);
    cr_expect(has("inv2_rlaunch", 96, -16));
    draw(bit(16), 32);
    cr_expect(has("inv_prox", 96, -16), "no such weapon");
}

Test(hud_mission, rogue)
{
    static const char *const names[] = {"sbar",        "ibar",         "r_invbar1", "r_invbar2",
                                        "r_lava",      "r_superlava",  "r_gren",    "r_multirock",
                                        "r_plasma",    "r_shield1",    "r_agrav1",  "r_ammolava",
                                        "r_ammomulti", "r_ammoplasma", "sb_shells", "sb_cells",
                                        "sb_armor1",   "sb_armor3",    "sb_sigil2", "inv2_shotgun"};
    static const char *const powered[5] = {"r_lava", "r_superlava", "r_gren", "r_multirock",
                                           "r_plasma"};
    open_with(names, sizeof names / sizeof names[0]);
    draw(bit(0) | bit(7) | bit(23), 0);
    cr_expect(has("r_invbar2", 0, -24) && has("inv2_shotgun", 0, -16));
    cr_expect(has("sb_shells", 224, 0) && has("sb_armor1", 0, 0));
    for (int i = 0; i < 5; i++) {
        draw(bit(10) | bit(25), (uint32_t)(12 + i));
        cr_expect(has("r_invbar1", 0, -24));
        cr_expect(has(powered[i], (i + 2) * 24, -16), "%s", powered[i]);
        cr_expect(has("sb_cells", 224, 0) && has("sb_armor3", 0, 0));
    }
    draw(bit(26) | bit(29) | bit(30), 0);
    cr_expect(has("r_ammolava", 224, 0));
    cr_expect(has("r_shield1", 288, -16) && has("r_agrav1", 304, -16));
    cr_expect_not(has("sb_sigil2", 296, -16));
    draw(bit(27), 0);
    cr_expect(has("r_ammomulti", 224, 0), "as the pack's own client has it");
    draw(bit(28), 0);
    cr_expect(has("r_ammoplasma", 224, 0));
}

Test(hud_mission, rogues_teams)
{
    static const char *const names[] = {"sbar",  "ibar",       "r_lava",   "r_invbar2",
                                        "face1", "r_teambord", "sb_armor1"};
    open_with(names, sizeof names / sizeof names[0]);
    struct hud_player players[2] = {{.name = "a", .frags = 7, .shirt = 4, .trousers = 13},
                                    {.name = "b", .frags = 12, .shirt = 0, .trousers = 2}};
    struct hud_info info = {.time = 100.0,
                            .options = &options,
                            .in_game = true,
                            .health = 100,
                            .item_times = item_times,
                            .level_name = "",
                            .players = players,
                            .num_players = 2,
                            .max_players = 2};
    for (int teamplay = 0; teamplay < 8; teamplay++) {
        for (int self = 0; self < 3; self++) {
            const bool teams = teamplay >= 4 && teamplay <= 6 && self < 2;
            int fills = 0, white = 0, yellow = 0;
            info.teamplay = teamplay;
            players[0].self = self == 0;
            players[1].self = self == 1;
            palette_scene_clear(&scene);
            hud_draw(&scene, &data, &info, WIDTH, HEIGHT);
            cr_expect_eq(has("r_teambord", 112, 0), teams, "rule %d", teamplay);
            cr_expect_eq(has("face1", 112, 0), !teams);
            for (size_t i = 0; i < scene.num_items; i++) {
                const struct palette_2d *item = &scene.items[i];
                const uint8_t glyph = item->kind == PALETTE_2D_GLYPHS ? scene.text[item->text] : 0;
                fills += item->kind == PALETTE_2D_FILL && item->x == 113 && item->width == 22;
                if (item->kind == PALETTE_2D_GLYPHS && item->y == BAR + 3) {
                    white += glyph >= '0' && glyph <= '9';
                    yellow += glyph >= 18 && glyph <= 27;
                }
            }
            cr_expect_eq(fills, teams ? 2 : 0);
            cr_expect_eq(white, teams && self == 0 ? 1 : 0);
            cr_expect_eq(yellow, teams && self == 1 ? 2 : 0, "on a white shirt");
        }
    }
}
