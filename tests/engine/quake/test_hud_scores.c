/* Scores: small and team rankings, the board after a death, untrusted names. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake/hud/hud.h"
#include "tests/support/quake_game.h"

enum { WIDTH = 640, HEIGHT = 480, BAR = HEIGHT - 24, TOP = (HEIGHT - 200) / 2 };

static struct quake_data data;
static struct palette_scene scene;
static double item_times[32];
static struct hud_options options;

static const struct hud_player players[] = {
    {.name = "one", .frags = 3, .shirt = 4, .trousers = 4, .team = "red", .ping = 20},
    {.name = "two", .frags = 9, .shirt = 13, .trousers = 13, .team = "blue", .ping = 50},
    {.name = "me", .frags = 5, .shirt = 4, .trousers = 4, .team = "red", .ping = 41, .self = true},
    {.name = "four", .frags = -1, .team = "blue", .ping = 1500},
    {.name = "watcher", .frags = 99, .team = "red", .spectator = true},
    {.name = "loner", .frags = 1, .team = ""},
};

static struct hud_info match(void)
{
    return (struct hud_info){.time = 100.0,
                             .options = &options,
                             .in_game = true,
                             .deathmatch = true,
                             .quakeworld = true,
                             .health = 100,
                             .item_times = item_times,
                             .level_name = "The Test",
                             .players = players,
                             .num_players = 6,
                             .max_players = 6};
}

static void begin(void)
{
    const struct game_files_options how = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &how, &err), 0, "%s", err.what);
    options = (struct hud_options){.scale = 1};
}

static void finish(void)
{
    palette_scene_free(&scene);
    quake_game_close(&data);
}

TestSuite(hud_scores, .init = begin, .fini = finish);

static void draw(const struct hud_info *info, int width, int height)
{
    palette_scene_clear(&scene);
    hud_draw(&scene, &data, info, width, height);
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

static bool has_fill(int32_t x, int32_t y, int32_t height, uint8_t color)
{
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_FILL && item->x == x && item->y == y && item->width == 40 &&
            item->height == height && item->color == color) {
            return true;
        }
    }
    return false;
}

Test(hud_scores, beside_a_bar_that_moves_aside)
{
    struct hud_info info = match();
    draw(&info, WIDTH, HEIGHT);
    const int32_t y = HEIGHT - 48 - 1;
    cr_expect(has_fill(324, y + 1, 3, 13 * 16 + 8) && has_fill(324, y + 4, 4, 13 * 16 + 8));
    cr_expect(has_text("  9", 332, y) && has_text("two", 372, y));
    cr_expect(has_text("  5", 332, y + 8) && has_text("me", 372, y + 8));
    cr_expect(has_text("\x10", 324, y + 8) && has_text("\x11", 356, y + 8));
    info.quakeworld = false;
    draw(&info, WIDTH, HEIGHT);
    cr_expect(has_text("two", 372, y + 1), "NetQuake has it a pixel lower");
    draw(&info, 704, HEIGHT);
    cr_expect(has_text("two", 192 + 372, y + 1), "there is room on either side");
    draw(&info, 504, HEIGHT);
    cr_expect_not(has_text("two", 372, y + 1), "or not enough");
    cr_expect_not(has_text("two", 92 + 372, y + 1));
}

Test(hud_scores, teams_beside_the_bar)
{
    struct hud_info info = match();
    info.teams = true;
    draw(&info, WIDTH, HEIGHT);
    const int32_t y = HEIGHT - 48;
    cr_expect(has_text("blue", 372, y - 1) && has_text("two", 412, y - 1));
    cr_expect(has_text("red", 548, y) && has_text("    8", 588, y), "the loner is in no team");
    cr_expect(has_text("blue", 548, y + 8) && has_text("    8", 588, y + 8));
    cr_expect(has_text("\x10", 540, y) && has_text("\x11", 580, y));
    cr_expect(has_text("\x0e", 532, y) && has_text("\x0e", 532, y + 40));
}

Test(hud_scores, a_window_around_oneself)
{
    struct hud_player many[20];
    char names[20][16];
    struct hud_info info = match();
    for (int i = 0; i < 20; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        many[i] = (struct hud_player){.name = names[i], .frags = 20 - i, .self = i == 10};
    }
    info.players = many;
    info.num_players = 20;
    draw(&info, WIDTH, HEIGHT);
    cr_expect(has_text("p7", 372, HEIGHT - 49) && has_text("p12", 372, HEIGHT - 49 + 40));
    options.view_size = 110;
    draw(&info, WIDTH, HEIGHT);
    cr_expect(has_text("p9", 372, HEIGHT - 25) && has_text("p11", 372, HEIGHT - 25 + 16));
}

Test(hud_scores, team_ranking)
{
    struct hud_info info = match();
    struct lmp_picture title;
    info.teams = true;
    options.scores = HUD_SCORES_TEAMS;
    draw(&info, WIDTH, HEIGHT);
    cr_assert_eq(quake_data_picture(&data, "gfx/ranking.lmp", &title), 0);
    const int32_t left = 160, y = TOP + (title.height > 24 ? title.height : 24);
    cr_expect(has_text("low/avg/high team total players", left + 36, y));
    cr_expect(has_text(" 20/ 30/ 41", left + 36, y + 16) && has_text("red", left + 140, y + 16));
    cr_expect(has_text("    8", left + 180, y + 16) && has_text("    2", left + 228, y + 16));
    cr_expect(has_text("\x10", left + 132, y + 16) && has_text("\x11", left + 172, y + 16));
    cr_expect(has_text(" 50/524/999", left + 36, y + 24), "pings up to 999");
    cr_expect(has_text("ping", left + 4, y + 40), "below them the players");
    cr_expect(has_text("two", left + 196, y + 56));
    options.scores = HUD_SCORES_PLAYERS;
    draw(&info, WIDTH, HEIGHT);
    cr_expect(has_text("ping", left + 4, y) && has_text("two", left + 196, y + 16));
}

/* True if a table is drawn over the frame. */
static bool covered(const struct hud_info *info)
{
    draw(info, WIDTH, HEIGHT);
    for (size_t i = 0; i < scene.num_items; i++) {
        if (scene.items[i].y >= TOP && scene.items[i].y < TOP + 60) {
            return true;
        }
    }
    return false;
}

Test(hud_scores, whose_death_covers_the_picture)
{
    struct hud_info info = match();
    cr_expect_not(covered(&info));
    info.health = 0;
    cr_expect(covered(&info), "one's own");
    info.spectates = true;
    cr_expect_not(covered(&info), "not that of whom one watches");
    cr_expect(has_text("Time :  1:40", 184, BAR + 4));
    options.scores = HUD_SCORES_PLAYERS;
    cr_expect(covered(&info), "but when asked for");
    info.flies = true;
    cr_expect(covered(&info), "from anywhere");
    info = match();
    info.quakeworld = info.deathmatch = false;
    cr_expect_not(covered(&info), "alone there is the line over the bar");
    cr_expect(has_text("Monsters:  0 /  0", 168, BAR + 4));
}

Test(hud_scores, a_level_ends_with_the_teams)
{
    struct hud_info info = match();
    struct lmp_picture title;
    cr_assert_eq(quake_data_picture(&data, "gfx/ranking.lmp", &title), 0);
    const int32_t y = TOP + (title.height > 24 ? title.height : 24);
    info.intermission = HUD_INTERMISSION;
    info.teams = true;
    draw(&info, WIDTH, HEIGHT);
    cr_expect(has_text("low/avg/high team total players", 196, y));
    options.scores = HUD_SCORES_PLAYERS;
    draw(&info, WIDTH, HEIGHT);
    cr_expect_not(has_text("low/avg/high team total players", 196, y));
    info.teams = false;
    draw(&info, WIDTH, HEIGHT);
    cr_expect(has_text("ping", 176, y));
}

Test(hud_scores, a_free_spectator_sees_the_frags)
{
    struct hud_info info = match();
    info.numbers = HUD_SPECTATOR;
    options.scale = 2; /* no room right of the bar */
    draw(&info, WIDTH, HEIGHT);
    cr_expect(has_text("  9", 2 * 196, HEIGHT - 96));
}

/* Rows move together when they are too many, and stop at the frame's end. */
Test(hud_scores, more_than_fit)
{
    struct hud_player many[32];
    char names[32][16];
    struct hud_info info = match();
    for (int i = 0; i < 32; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        many[i] = (struct hud_player){.name = names[i], .frags = 100 - i, .shirt = 2};
    }
    info.players = many;
    info.num_players = 32;
    options.scores = HUD_SCORES_PLAYERS;
    for (int family = 0; family < 2; family++) {
        info.quakeworld = family == 1;
        draw(&info, 320, 240);
        int32_t last = 0, next = 0;
        for (size_t i = 0; i < scene.num_items; i++) {
            const struct palette_2d *item = &scene.items[i];
            if (item->kind == PALETTE_2D_FILL && item->height == 3 && item->width == 40) {
                cr_expect(last == 0 || item->y - last == 8);
                last = item->y;
                next = last + 7;
            }
        }
        cr_expect(last > 0 && next <= 240, "family %d: %d", family, last);
    }
}

/* Whatever strangers call themselves: all that is drawn is bounded. */
Test(hud_scores, names_of_strangers)
{
    char name[4096];
    struct hud_player hostile[3];
    struct hud_info info = match();
    memset(name, 0xff, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (int i = 0; i < 3; i++) {
        hostile[i] = (struct hud_player){.name = name,
                                         .team = i ? name : NULL,
                                         .frags = i ? INT32_MAX : INT32_MIN,
                                         .ping = i ? INT32_MAX : INT32_MIN,
                                         .loss = i ? INT32_MAX : INT32_MIN,
                                         .minutes = i ? INT32_MAX : INT32_MIN,
                                         .shirt = 255,
                                         .trousers = 255,
                                         .self = true};
    }
    info.players = hostile;
    info.num_players = 3;
    info.teams = true;
    info.tracked = name;
    info.level_name = name;
    info.speed = 1e300;
    info.match_clock = 1e300;
    info.items = UINT32_MAX;
    info.health = info.armor = info.ammo = INT32_MIN;
    options.clock = options.speed = true;
    for (int n = 0; n < 3 * 3 * 2; n++) {
        options.scores = (enum hud_scores)(n % 3);
        options.style = (enum hud_style)(n / 3 % 3);
        info.quakeworld = n / 9;
        info.health = n % 2 ? INT32_MAX : INT32_MIN;
        draw(&info, WIDTH, HEIGHT);
        cr_expect_lt(scene.num_items, 600u);
        cr_expect_not(scene.lacks_memory);
    }
}
