/* The 2D layer by itself: which picture or word stands where, with the built-in data's pictures and
 * with none. In a frame of 320 x 240 a layout pixel is a frame pixel. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/quake/hud/hud.h"
#include "tests/support/quake_game.h"

enum { WIDTH = 320, HEIGHT = 240, BAR = HEIGHT - 24, OVERLAY = 20 };

static struct quake_data data;
static struct palette_scene scene;
static double item_times[32];
static struct hud_options hud_options;
static char empty[] = "/tmp/quakereel-test-XXXXXX"; /* its id1 has a gfx.wad without lumps */

static void with_pictures(void)
{
    const struct game_files_options options = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
}

static void finish(void)
{
    palette_scene_free(&scene);
    quake_game_close(&data);
}

TestSuite(hud, .init = with_pictures, .fini = finish);

/* A player alive and well. */
static struct hud_info playing(void)
{
    return (struct hud_info){.time = 100.0,
                             .options = &hud_options,
                             .in_game = true,
                             .health = 100,
                             .armor = 50,
                             .ammo = 25,
                             .items = HUD_IT_SHOTGUN | HUD_IT_SHELLS,
                             .active_weapon = HUD_IT_SHOTGUN,
                             .item_times = item_times,
                             .level_name = "The Test",
                             .max_players = 1};
}

static void draw(const struct hud_info *info)
{
    palette_scene_clear(&scene);
    hud_draw(&scene, &data, info, WIDTH, HEIGHT);
}

static bool has_text(const char *text, int32_t x, int32_t y)
{
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_GLYPHS && item->x == x && item->y == y &&
            (size_t)item->width == strlen(text) &&
            memcmp(scene.text + item->text, text, strlen(text)) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_picture(const char *name, int32_t x, int32_t y)
{
    struct lmp_picture picture;
    cr_assert_eq(quake_data_picture(&data, name, &picture), 0, "%s", name);
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_PICTURE && item->x == x && item->y == y &&
            item->width == picture.width && item->pixels == picture.pixels) {
            return true;
        }
    }
    return false;
}

static bool has_fill(int32_t x, int32_t y, uint8_t color)
{
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_FILL && item->x == x && item->y == y && item->color == color) {
            return true;
        }
    }
    return false;
}

/* --- the bar ---------------------------------------------------------------------------------- */

Test(hud, the_face_tells_how_he_is)
{
    static const struct {
        int32_t health;
        uint32_t items;
        double hurts_until;
        const char *face;
    } faces[] = {
        {100, 0, 0, "face1"},
        {99, 0, 0, "face1"},
        {79, 0, 0, "face2"},
        {20, 0, 0, "face4"},
        {19, 0, 0, "face5"},
        {45, 0, 100.0, "face_p3"},
        {100, HUD_IT_INVISIBILITY, 0, "face_invis"},
        {100, HUD_IT_INVULNERABILITY, 0, "face_invul2"},
        {100, HUD_IT_INVISIBILITY | HUD_IT_INVULNERABILITY, 0, "face_inv2"},
        {100, HUD_IT_QUAD | HUD_IT_INVISIBILITY, 0, "face_quad"},
    };
    for (size_t i = 0; i < sizeof(faces) / sizeof(faces[0]); i++) {
        struct hud_info info = playing();
        info.health = faces[i].health;
        info.items |= faces[i].items;
        info.face_time = faces[i].hurts_until;
        draw(&info);
        cr_expect(has_picture(faces[i].face, 112, BAR), "%s", faces[i].face);
    }
}

Test(hud, figures_stand_to_the_right)
{
    struct hud_info info = playing();
    draw(&info);
    cr_expect(has_picture("sbar", 0, BAR));
    cr_expect(has_picture("num_5", 48, BAR) && has_picture("num_0", 72, BAR), "armor 50");
    cr_expect(has_picture("num_1", 136, BAR) && has_picture("num_0", 184, BAR), "health 100");
    cr_expect(has_picture("num_2", 272, BAR) && has_picture("num_5", 296, BAR), "ammo 25");
    cr_expect(has_picture("sb_shells", 224, BAR));
    cr_expect(has_picture("inv2_shotgun", 0, BAR - 16));
    info.health = 25;
    info.ammo = -7;
    draw(&info);
    cr_expect(has_picture("anum_2", 160, BAR) && has_picture("anum_5", 184, BAR));
    cr_expect(has_picture("anum_minus", 272, BAR) && has_picture("anum_7", 296, BAR));
}

Test(hud, the_bar_stands_above_what_is_covered)
{
    struct hud_info info = playing();
    info.covered = 33;
    draw(&info);
    cr_expect(has_picture("sbar", 0, BAR - 33));
    cr_expect(has_picture("inv2_shotgun", 0, BAR - 33 - 16));
    cr_expect(has_picture("num_1", 136, BAR - 33));
}

Test(hud, what_is_carried)
{
    struct hud_info info = playing();
    info.items |= HUD_IT_ARMOR2 | HUD_IT_KEY1 << 1 | HUD_IT_SIGIL1 | (uint32_t)HUD_IT_SIGIL1 << 3 |
                  HUD_IT_SHOTGUN << 5;
    info.ammo_counts[1] = 42;
    item_times[5] = 99.85; /* a new weapon flashes */
    draw(&info);
    cr_expect(has_picture("ibar", 0, BAR - 24));
    cr_expect(has_picture("sb_armor2", 0, BAR));
    cr_expect(has_picture("sb_key2", 208, BAR - 16));
    cr_expect(has_picture("sb_sigil1", 288, BAR - 16) && has_picture("sb_sigil4", 312, BAR - 16));
    cr_expect(has_picture("inva2_srlaunch", 120, BAR - 16));
    cr_expect(has_text("\x16", 66, BAR - 24) && has_text("\x14", 74, BAR - 24), "42, yellow");
    info.items |= HUD_IT_INVULNERABILITY;
    draw(&info);
    cr_expect(has_picture("disc", 0, BAR) && has_picture("anum_6", 24, BAR), "666 in red");
}

Test(hud, a_dead_player_sees_the_level)
{
    struct hud_info info = playing();
    info.health = -5;
    info.time = 125.5;
    info.monsters = 3;
    info.total_monsters = 20;
    info.secrets = 1;
    info.total_secrets = 4;
    draw(&info);
    cr_expect(has_picture("scorebar", 0, BAR));
    cr_expect(has_text("Monsters:  3 / 20", 8, BAR + 4));
    cr_expect(has_text("Secrets :  1 /  4", 8, BAR + 12));
    cr_expect(has_text("Time :  2:05", 184, BAR + 4));
    cr_expect(has_text("The Test", 200, BAR + 12));
    info.quakeworld = true;
    draw(&info);
    cr_expect(has_text("Time :  2:05", 184, BAR + 4));
    cr_expect_not(has_text("Monsters:  3 / 20", 8, BAR + 4), "the time alone");
    cr_expect_not(has_text("The Test", 200, BAR + 12));
}

Test(hud, whose_eyes_and_without_numbers)
{
    struct hud_info info = playing();
    info.numbers = HUD_SPECTATOR;
    info.tracked = "a very long name";
    draw(&info);
    cr_expect(has_text("SPECTATOR MODE", 104, BAR + 4));
    cr_expect(has_text("Press [ATTACK] for AutoCamera", 52, BAR + 12));
    cr_expect(has_text("Tracking a very long n", 0, BAR - 34));
    cr_expect_not(has_picture("sbar", 0, BAR));
    info.numbers = HUD_NO_NUMBERS;
    info.tracked = NULL;
    draw(&info);
    cr_expect_eq(scene.num_items, 0u);
}

/* --- players ---------------------------------------------------------------------------------- */

static const struct hud_player three[] = {
    {.name = "low", .frags = -2, .shirt = 1, .trousers = 2},
    {.name = "", .frags = 90},
    {.name = "high",
     .frags = 30,
     .shirt = 4,
     .trousers = 13,
     .self = true,
     .team = "red",
     .ping = 26,
     .loss = 3,
     .minutes = 7},
    {.name = "watcher", .frags = 50, .spectator = true, .ping = 1200, .loss = 30},
};

static struct hud_info match(void)
{
    struct hud_info info = playing();
    info.players = three;
    info.num_players = 4;
    info.max_players = 4;
    info.deathmatch = true;
    return info;
}

Test(hud, the_best_stand_over_the_bar)
{
    const struct hud_info info = match();
    draw(&info);
    cr_expect(has_text(" 30", 196, BAR - 24) && has_text(" -2", 228, BAR - 24));
    cr_expect(has_fill(194, BAR - 23, 4 * 16 + 8) && has_fill(194, BAR - 19, 13 * 16 + 8));
    cr_expect(has_text("\x10", 190, BAR - 24) && has_text("\x11", 216, BAR - 24), "himself");
}

Test(hud, rankings_of_netquake)
{
    struct hud_info info = match();
    info.health = 0;
    draw(&info);
    cr_expect(has_text("high", 144, OVERLAY + 40) && has_text("low", 144, OVERLAY + 50));
    cr_expect(has_text(" 30", 88, OVERLAY + 40) && has_text(" -2", 88, OVERLAY + 50));
    cr_expect(has_text("\x0d", 72, OVERLAY + 40));
    cr_expect_not(has_text("watcher", 144, OVERLAY + 60));
    struct lmp_picture title;
    cr_assert_eq(quake_data_picture(&data, "gfx/ranking.lmp", &title), 0);
    cr_expect(has_picture("gfx/ranking.lmp", (WIDTH - title.width) / 2, OVERLAY + 8));
}

Test(hud, scores_of_quakeworld)
{
    struct hud_info info = match();
    struct lmp_picture title;
    info.quakeworld = info.teams = true;
    info.health = 0;
    hud_options.scores = HUD_SCORES_PLAYERS;
    draw(&info);
    cr_assert_eq(quake_data_picture(&data, "gfx/ranking.lmp", &title), 0);
    const int32_t y = OVERLAY + (title.height > 24 ? title.height : 24), row = y + 16;
    cr_expect(has_text("ping", 4, y) && has_text("team", 156, y) && has_text("name", 196, y));
    cr_expect(has_text("high", 196, row) && has_text("  26", 4, row) && has_text("  3", 36, row));
    cr_expect(has_text("   7", 68, row) && has_text("red", 156, row) && has_text(" 30", 116, row));
    cr_expect(has_text("low", 196, row + 10));
    cr_expect(has_text("watcher", 196, row + 20) && has_text("(spectator)", 44, row + 20));
    cr_expect(has_text(" 999", 4, row + 20), "pings have four places");
    cr_expect(has_text("\xa0\xb3\xb0", 36, row + 20), "a bad loss is coloured");
}

/* More players than a list has room for: the best of them, closer together. */
Test(hud, the_list_of_players_is_full)
{
    enum { MANY = 40 };
    struct hud_player players[MANY];
    char names[MANY][16];
    struct hud_info info = match();
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof(names[i]), "p%d", i);
        players[i] = (struct hud_player){.name = names[i], .frags = i};
    }
    info.players = players;
    info.num_players = MANY;
    info.health = 0;
    draw(&info);
    cr_expect(has_text("p39", 144, OVERLAY + 40) && has_text("p38", 144, OVERLAY + 48));
    for (size_t i = 0; i < scene.num_items; i++) {
        cr_assert_leq(scene.items[i].y, HEIGHT - 8);
    }
}

/* --- endings and pauses ----------------------------------------------------------------------- */

Test(hud, a_level_completed)
{
    struct hud_info info = playing();
    info.intermission = HUD_INTERMISSION;
    info.completed_time = 83.0;
    info.secrets = 2;
    info.total_secrets = 5;
    info.monsters = 17;
    info.total_monsters = 20;
    draw(&info);
    cr_expect(has_picture("gfx/complete.lmp", 64, OVERLAY + 24));
    cr_expect(has_picture("gfx/inter.lmp", 0, OVERLAY + 56));
    cr_expect(has_picture("num_1", 208, OVERLAY + 64) &&
              has_picture("num_colon", 234, OVERLAY + 64));
    cr_expect(has_picture("num_2", 246, OVERLAY + 64) && has_picture("num_3", 266, OVERLAY + 64));
    cr_expect(has_picture("num_slash", 232, OVERLAY + 104));
    cr_expect(has_picture("num_2", 208, OVERLAY + 104) && has_picture("num_5", 288, OVERLAY + 104));
    cr_expect(has_picture("num_7", 208, OVERLAY + 144) && has_picture("num_2", 264, OVERLAY + 144));
}

Test(hud, a_pause)
{
    struct hud_info info = playing();
    struct lmp_picture title;
    info.paused = true;
    cr_assert_eq(quake_data_picture(&data, "gfx/pause.lmp", &title), 0);
    draw(&info);
    cr_expect(has_picture("gfx/pause.lmp", (WIDTH - title.width) / 2, OVERLAY + 64));
}

Test(hud, the_text_of_an_ending_writes_itself)
{
    static const char text[] = "first\nsecond";
    struct hud_info info = playing();
    info.center = (const uint8_t *)text;
    info.center_length = strlen(text);
    info.center_time = 100.0;
    draw(&info);
    cr_expect(has_text("first", 140, 84) && has_text("second", 136, 92), "at once while playing");
    info.intermission = HUD_CUTSCENE;
    info.time = 100.25;
    draw(&info);
    cr_expect(has_text("fir", 140, 84), "three characters in a quarter of a second");
    cr_expect_eq(scene.num_items, 1u);
    info.time = 120.0;
    draw(&info);
    cr_expect(has_text("first", 140, 84) && has_text("second", 136, 92), "and it stays");
    info.intermission = HUD_PLAYING;
    draw(&info);
    cr_expect_not(has_text("first", 140, 84), "elsewhere it does not");
}

/* Title and text of a finale count from the top of the frame, so that they never meet. */
Test(hud, a_finale_in_a_high_picture)
{
    static const char text[] = "1\n2\n3\n4\n5";
    struct hud_info info = playing();
    struct lmp_picture title;
    cr_assert_eq(quake_data_picture(&data, "gfx/finale.lmp", &title), 0);
    info.intermission = HUD_FINALE;
    info.center = (const uint8_t *)text;
    info.center_length = strlen(text);
    palette_scene_clear(&scene);
    hud_draw(&scene, &data, &info, 320, 480);
    cr_expect(has_picture("gfx/finale.lmp", (320 - title.width) / 2, 16));
    cr_expect(has_text("1", 156, 48) && has_text("5", 156, 80));
}

Test(hud, words_do_not_lie_over_a_pause)
{
    struct hud_info info = playing();
    info.center = (const uint8_t *)"words";
    info.center_length = 5;
    info.center_time = 100.0;
    draw(&info);
    cr_expect(has_text("words", 140, 84));
    info.paused = true;
    draw(&info);
    cr_expect_not(has_text("words", 140, 84));
}

Test(hud, crosshair_clock_and_speed)
{
    struct hud_info info = playing();
    hud_options = (struct hud_options){.crosshair = 1, .clock = true, .speed = true};
    info.speed = 319.6;
    info.match_clock = -1.0;
    draw(&info);
    cr_expect(has_text("+", 156, 116));
    cr_expect(has_text("1:40", WIDTH - 40, 4) && has_text("320 u/s", WIDTH - 64, 14));
    info.match_clock = 3725.0;
    hud_options.crosshair = 2;
    draw(&info);
    cr_expect(has_text("1:02:05", WIDTH - 64, 4));
    for (int32_t at = -3; at <= 3; at += 2) {
        cr_expect(has_fill(160 + at, 120, 79) && has_fill(160, 120 + at, 79));
    }
    info.outside = true;
    draw(&info);
    cr_expect_not(has_fill(161, 120, 79), "not on somebody's back");
}

/* A view smaller than the frame: tiles on four sides, the crosshair in its middle. */
Test(hud, tiles_around_a_view)
{
    struct hud_info info = playing();
    struct lmp_picture tile;
    int32_t area = 0;
    hud_options = (struct hud_options){.crosshair = 1, .view_size = 70};
    cr_assert_eq(quake_data_picture(&data, "backtile", &tile), 0);
    palette_scene_clear(&scene);
    scene.view = (struct palette_view){48, 12, 224, 168};
    hud_draw(&scene, &data, &info, WIDTH, HEIGHT);
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_TILES) {
            cr_expect_eq(item->pixels, tile.pixels);
            area += item->width * item->height;
        }
    }
    cr_expect_eq(area, WIDTH * HEIGHT - 224 * 168);
    cr_expect(has_text("+", 156, 92));
}

/* Figures without a ground: weapons and ammunition at the right edge. */
Test(hud, headup)
{
    struct hud_info info = playing();
    struct lmp_picture ground;
    hud_options = (struct hud_options){.style = HUD_HEADUP};
    cr_assert_eq(quake_data_picture(&data, "ibar", &ground), 0);
    draw(&info);
    cr_expect_not(has_picture("sbar", 0, BAR));
    cr_expect(has_picture("num_1", 136, BAR) && has_picture("sb_shells", 224, BAR));
    int parts = 0;
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->stride == ground.width) {
            cr_expect(item->x == WIDTH - 42 && item->y == BAR - 24 - (4 - parts) * 11);
            cr_expect(item->width == 42 && item->height == 11);
            cr_expect_eq(item->pixels, ground.pixels + 3 + 48 * parts);
            parts++;
        }
    }
    cr_expect_eq(parts, 4);
    hud_options.view_size = 110;
    draw(&info);
    for (size_t i = 0; i < scene.num_items; i++) {
        cr_expect_geq(scene.items[i].y, BAR, "no inventory");
    }
}

Test(hud, long_lines_break_between_words)
{
    static const char text[] = "The quick brown fox jumps over the lazy dog and then";
    struct hud_info info = {.time = 1.0, .options = &hud_options};
    const struct hud_line line = {
        .text = (const uint8_t *)text, .length = strlen(text), .time = 0.5};
    info.lines = &line;
    info.num_lines = 1;
    draw(&info);
    cr_expect(has_text("The quick brown fox jumps over the lazy", 8, HUD_NOTIFY_TOP) ||
                  has_text("The quick brown fox jumps over the ", 8, HUD_NOTIFY_TOP),
              "38 glyphs");
    cr_expect_eq(scene.num_items, 2u);
    info.time = 4.0;
    draw(&info);
    cr_expect_eq(scene.num_items, 0u, "gone after three seconds");
}

/* --- without pictures ------------------------------------------------------------------------- */

static void in_empty(char path[64], const char *name)
{
    snprintf(path, 64, "%s/%s", empty, name);
}

static void without_pictures(void)
{
    static const char wad[12] = {'W', 'A', 'D', '2', 0, 0, 0, 0, 12};
    const struct game_files_options options = {.search.basedir = empty};
    struct format_error err;
    char path[64];
    cr_assert_not_null(mkdtemp(empty));
    in_empty(path, "id1");
    cr_assert_eq(mkdir(path, 0700), 0);
    in_empty(path, "id1/gfx.wad");
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(wad, sizeof(wad), 1, file) == 1 && fclose(file) == 0);
    cr_assert_eq(quake_game_open(&data, &options, &err), 0, "%s", err.what);
}

static void finish_without(void)
{
    char path[64];
    finish();
    in_empty(path, "id1/gfx.wad");
    cr_expect_eq(unlink(path), 0);
    in_empty(path, "id1");
    cr_expect(rmdir(path) == 0 && rmdir(empty) == 0);
}

TestSuite(hud_words, .init = without_pictures, .fini = finish_without);

Test(hud_words, stand_for_missing_pictures)
{
    struct hud_info info = playing();
    draw(&info);
    cr_expect(has_text("armor 50  health 100  ammo 25", 24, BAR + 8));
    info.paused = true;
    draw(&info);
    cr_expect(has_text("PAUSED", 136, OVERLAY + 64));
    info = match();
    info.health = 0;
    draw(&info);
    cr_expect(has_text("RANKINGS", 124, OVERLAY + 16));
    info.quakeworld = true;
    draw(&info);
    cr_expect(has_text("RANKINGS", 124, OVERLAY + 8) && has_text("ping", 16, OVERLAY + 24));
    info = playing();
    info.intermission = HUD_INTERMISSION;
    info.completed_time = 83.0;
    info.monsters = 17;
    draw(&info);
    cr_expect(has_text("LEVEL COMPLETED", 100, OVERLAY + 32));
    cr_expect(has_text("TIME", 32, OVERLAY + 72) && has_text("SECRETS", 32, OVERLAY + 112) &&
              has_text("MONSTERS", 32, OVERLAY + 152));
    cr_expect(has_text(":", 234, OVERLAY + 72) && has_text("2", 254, OVERLAY + 72) &&
              has_text("3", 274, OVERLAY + 72));
    cr_expect(has_text("7", 216, OVERLAY + 152) && has_text("/", 232, OVERLAY + 152));
}

/* The least of a bar: corners, and ammunition in the middle where there is room. */
Test(hud, modern_corners)
{
    struct hud_info info = playing();
    info.items |= HUD_IT_ARMOR2 | HUD_IT_QUAD;
    hud_options.style = HUD_MODERN;
    for (int wide = 0; wide < 2; wide++) {
        const int width = wide ? 480 : 320, bottom = HEIGHT - 8 - 24;
        palette_scene_clear(&scene);
        hud_draw(&scene, &data, &info, width, HEIGHT);
        cr_expect(has_picture("face_quad", 8, bottom));
        cr_expect(has_picture("num_1", 8 + 26, bottom), "health");
        cr_expect(has_picture("sb_armor2", 8, bottom - 26));
        cr_expect(has_picture("num_5", 8 + 26 + 24, bottom - 26), "armour");
        cr_expect(has_picture("sb_shells", width - 32, bottom));
        cr_expect(has_picture("num_2", width - 32 - 2 - 48, bottom), "ammunition");
        cr_expect(has_picture("sb_quad", width - 24, bottom - 18));
        int middle = 0, side = 0;
        for (size_t i = 0; i < scene.num_items; i++) {
            const struct palette_2d *item = &scene.items[i];
            if (item->kind == PALETTE_2D_PICTURE && item->width == 42 && item->height == 11) {
                middle += item->y == HEIGHT - 8 - 11;
                side += item->x == width - 8 - 42 && item->y < bottom - 18;
            }
            cr_expect(item->x >= 0 && item->y >= 0 && item->y < HEIGHT, "inside the picture");
        }
        cr_expect_eq(middle, wide ? 4 : 0);
        cr_expect_eq(side, wide ? 0 : 4);
    }
    hud_options.view_size = 110;
    draw(&info);
    cr_expect(has_picture("face_quad", 8, HEIGHT - 32) &&
              !has_picture("sb_quad", WIDTH - 24, HEIGHT - 50));
    hud_options.view_size = 120;
    draw(&info);
    cr_expect_eq(scene.num_items, 0u);
    hud_options.view_size = 0;
    info.health = 0;
    draw(&info);
    cr_expect_not(has_picture("face5", 8, HEIGHT - 32), "the score takes its place");
}
