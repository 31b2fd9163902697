/* Kill feed and team overlay: texts and positions at the right edge. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/hud/hud_row.h"
#include "engine/quake/hud/hud.h"
#include "engine/quake/hud/hud_overlay.h"
#include "engine/quake/quake_scene.h"
#include "tests/support/quake_game.h"

enum { WIDTH = 320, HEIGHT = 240, FRAGS_TOP = 40, TEAM_TOP = 92 };

static struct quake_data data;
static struct palette_scene scene;
static struct hud_options options;
static double item_times[32];

static void begin(void)
{
    const struct game_files_options files = {.builtin = true};
    struct format_error err;
    cr_assert_eq(quake_game_open(&data, &files, &err), 0, "%s", err.what);
}

static void finish(void)
{
    palette_scene_free(&scene);
    quake_game_close(&data);
}

TestSuite(hud_match, .init = begin, .fini = finish);

static struct hud_info watching(void)
{
    return (struct hud_info){.time = 100.0,
                             .options = &options,
                             .in_game = true,
                             .quakeworld = true,
                             .deathmatch = true,
                             .spectates = true,
                             .health = 100,
                             .item_times = item_times,
                             .level_name = "",
                             .max_players = 1};
}

static void draw(const struct hud_info *info, int width, int height)
{
    palette_scene_clear(&scene);
    hud_draw(&scene, &data, info, width, height);
}

/* The text that ends at column `right` of row y, bronze as white; NULL = none does. */
static const char *text_at(int32_t right, int32_t y)
{
    static char text[128];
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_GLYPHS && item->y == y &&
            item->x + item->width * 8 * item->scale == right && item->width < 120) {
            for (int32_t at = 0; at < item->width; at++) {
                text[at] = (char)(scene.text[item->text + (uint32_t)at] & 127);
            }
            text[item->width] = '\0';
            return text;
        }
    }
    return NULL;
}

static struct hud_kill kill_of(const char *killer, const char *cause, const char *victim,
                               double age)
{
    return (struct hud_kill){.killer = hud_string_of(killer),
                             .victim = hud_string_of(victim),
                             .cause = hud_string_of(cause),
                             .age = age};
}

Test(hud_match, frags_come_and_go)
{
    struct hud_kill kills[] = {kill_of("a", "rl", "b", 5.0), kill_of("", "lava", "c", 3.0),
                               kill_of("d", "team mate", "", 0.5)};
    struct hud_info info = watching();
    info.kills = kills;
    info.num_kills = 3;
    draw(&info, WIDTH, HEIGHT);
    cr_expect_null(text_at(WIDTH - 8, FRAGS_TOP), "nobody asked");
    options.frags = true;
    draw(&info, WIDTH, HEIGHT);
    cr_expect_str_eq(text_at(WIDTH - 8, FRAGS_TOP), "lava c");
    cr_expect_str_eq(text_at(WIDTH - 8, FRAGS_TOP + 8), "d team mate");
    cr_expect_null(text_at(WIDTH - 8, FRAGS_TOP + 16), "the first is four seconds old");
    kills[0].age = 1.0; /* going back takes away what is to come */
    kills[1].age = -1.0;
    kills[2].age = -3.5;
    draw(&info, WIDTH, HEIGHT);
    cr_expect_str_eq(text_at(WIDTH - 8, FRAGS_TOP), "a rl b");
    cr_expect_null(text_at(WIDTH - 8, FRAGS_TOP + 8));
    options.scores = HUD_SCORES_PLAYERS;
    draw(&info, WIDTH, HEIGHT);
    cr_expect_null(text_at(WIDTH - 8, FRAGS_TOP), "the scores are over it");
}

Test(hud_match, the_newest_six)
{
    struct hud_kill kills[8];
    struct hud_info info = watching();
    char names[8][2] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    for (int i = 0; i < 8; i++) {
        kills[i] = kill_of("", "fall", names[i], 1.0);
    }
    info.kills = kills;
    info.num_kills = 8;
    options.frags = true;
    draw(&info, WIDTH, HEIGHT);
    cr_expect_str_eq(text_at(WIDTH - 8, FRAGS_TOP), "fall 2");
    cr_expect_str_eq(text_at(WIDTH - 8, FRAGS_TOP + 40), "fall 7");
    cr_expect_null(text_at(WIDTH - 8, FRAGS_TOP + 48));
}

Test(hud_match, long_names_stay_in_the_picture)
{
    const struct hud_kill kills[] = {
        kill_of("a killer with 24 glyphs..", "discharge", "a victim with 24 glyphs..", 1.0)};
    struct hud_info info = watching();
    info.kills = kills;
    info.num_kills = 1;
    options.frags = true;
    draw(&info, WIDTH, HEIGHT);
    const char *text = text_at(WIDTH - 8, FRAGS_TOP);
    cr_assert_not_null(text);
    cr_expect_leq(strlen(text), (size_t)(WIDTH - 16) / 8);
    draw(&info, 16, 16); /* no room for a glyph */
}

static struct hud_teammate mate_of(const char *name, const char *place, int32_t health,
                                   int32_t armor, uint32_t items)
{
    struct hud_teammate mate = {.name = hud_string_of(name),
                                .place = hud_string_of(place),
                                .health = health,
                                .armor = armor};
    quake_set_mate_items(&mate, items);
    return mate;
}

Test(hud_match, the_team)
{
    struct hud_teammate mates[] = {
        mate_of("ann", "ra-mega", 100, 200, 0x7fu | HUD_IT_ARMOR3 | HUD_IT_QUAD),
        mate_of("bartholomew", "ya", 25, 30, 1u << 6 | HUD_IT_ARMOR1 | HUD_IT_INVISIBILITY),
        mate_of("cy", "", 0, 0, 1),
        mate_of("di", "rl", 80, 0, 1u << 12),
        mate_of("ed", "rl", 80, 0, 1u << 5),
        mate_of("flo", "rl", 80, 0, 1u << 4 | 1u << 1),
    };
    static const char *const wanted[] = {
        "Q   ann      ra-mega r200/100 rlg", "  R bartholo ya      g 30/25  lg ",
        "    cy                  0/---    ", "    di       rl         0/80  axe",
        "    ed       rl         0/80  rl ", "    flo      rl         0/80  gl "};
    struct hud_info info = watching();
    info.mates = mates;
    info.num_mates = 6;
    draw(&info, WIDTH, HEIGHT);
    cr_expect_null(text_at(WIDTH - 8, TEAM_TOP));
    options.team = true;
    draw(&info, WIDTH, HEIGHT);
    for (int i = 0; i < 6; i++) {
        const char *text = text_at(WIDTH - 8, TEAM_TOP + 8 * i);
        cr_assert_not_null(text, "%d", i);
        cr_expect_str_eq(text, wanted[i], "%d", i);
    }
    options.style = HUD_HEADUP; /* left of the head-up column */
    draw(&info, WIDTH, HEIGHT);
    cr_expect_not_null(text_at(WIDTH - 8 - 42, TEAM_TOP));
    draw(&info, 320, 200); /* above the bar */
    for (size_t i = 0; i < scene.num_items; i++) {
        cr_expect_leq(scene.items[i].y, 200);
    }
}

/* The console's lines leave the corner to the clock. */
Test(hud_match, lines_end_beside_the_clock)
{
    static const char words[] = "a line that is as long as the picture is wide";
    const struct hud_line line = {
        .text = (const uint8_t *)words, .length = sizeof words - 1, .time = 99.0};
    struct hud_info info = watching();
    info.lines = &line;
    info.num_lines = 1;
    options.clock = true;
    draw(&info, WIDTH, HEIGHT);
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->kind == PALETTE_2D_GLYPHS && item->x == 8 && item->y < 30) {
            cr_expect_leq(item->x + item->width * 8, WIDTH - 80, "row at %d", (int)item->y);
        }
    }
}

/* Colours are the line's own, also where it is parted into rows. */
Test(hud_match, colours_of_a_line)
{
    static const char words[] = "0123456789 0123456789 0123456789 0123456789";
    static const struct quake_text_run runs[] = {{5, 0x1f00}, {35, 0x10f8}, {40, 0}};
    const struct hud_line line = {.text = (const uint8_t *)words,
                                  .length = sizeof words - 1,
                                  .time = 99.0,
                                  .runs = runs,
                                  .num_runs = 3};
    struct hud_info info = watching();
    int parts = 0;
    info.in_game = false;
    info.lines = &line;
    info.num_lines = 1;
    draw(&info, WIDTH, HEIGHT);
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        const int at = (item->x - 8) / 8 + (item->y > HUD_NOTIFY_TOP ? 33 : 0);
        const uint16_t color = at < 5 ? 0 : at < 35 ? 0x1f00 : at < 40 ? 0x10f8 : 0;
        cr_expect_eq(item->tinted, color != 0, "glyph %d", at);
        if (item->tinted) {
            cr_expect_eq(item->tint[0], (color >> 8 & 15) * 17);
            cr_expect_eq(item->tint[1], (color >> 4 & 15) * 17);
            cr_expect_eq(item->tint[2], (color & 15) * 17);
        }
        parts++;
    }
    cr_expect_eq(parts, 5, "two rows, in five pieces");
}

Test(hud_match, opacity_of_the_grounds)
{
    struct hud_info info = watching();
    int grounds = 0;
    options.clear = 4;
    draw(&info, WIDTH, HEIGHT);
    for (size_t i = 0; i < scene.num_items; i++) {
        const struct palette_2d *item = &scene.items[i];
        if (item->clear > 0) {
            cr_expect(item->width == 320 && item->height == 24 && item->clear == 4);
            grounds++;
        }
    }
    cr_expect_eq(grounds, 2, "bar and inventory, nothing that stands on them");
    options.clear = HUD_CLEAR_ALL;
    draw(&info, WIDTH, HEIGHT);
    for (size_t i = 0; i < scene.num_items; i++) {
        cr_expect_neq(scene.items[i].width, 320);
    }
}

/* In the corner style a match's frags overlap neither figures nor words. */
Test(hud_match, modern_frags_are_clear_of_all_else)
{
    const struct hud_player players[4] = {
        {.name = "a", .shirt = 1}, {.name = "b", .shirt = 2}, {.name = "c"}, {.name = "d"}};
    static const int widths[] = {320, 480, 640};
    struct hud_info info = watching();
    info.players = players;
    info.num_players = 4;
    info.max_players = 4;
    for (int i = 0; i < 18; i++) {
        int fills = 0;
        options.style = i % 2 ? HUD_MODERN : HUD_SIDE;
        options.scale = 1;
        info.health = i / 6 == 1 ? 0 : 100;
        info.numbers = i / 6 == 2 ? HUD_SPECTATOR : HUD_NUMBERS;
        draw(&info, widths[i / 2 % 3], HEIGHT);
        for (size_t f = 0; f < scene.num_items; f++) {
            const struct palette_2d *fill = &scene.items[f];
            if (fill->kind != PALETTE_2D_FILL) {
                continue;
            }
            fills++;
            for (size_t p = 0; p < scene.num_items; p++) {
                const struct palette_2d *picture = &scene.items[p];
                cr_expect(picture->kind != PALETTE_2D_PICTURE ||
                              fill->x >= picture->x + picture->width ||
                              picture->x >= fill->x + fill->width ||
                              fill->y >= picture->y + picture->height ||
                              picture->y >= fill->y + fill->height,
                          "%d: a fill at %d, %d", i, (int)fill->x, (int)fill->y);
            }
        }
        cr_expect_eq(fills, 8, "%d", i);
    }
}

/* Primitives of elements as items of the scene. */
Test(hud_match, primitives_in_256_colours)
{
    static const uint8_t pixels[4] = {1, 2, 3, 4};
    const struct lmp_picture picture = {.width = 2, .height = 2, .pixels = pixels};
    const float dark[4] = {0.0f, 0.0f, 0.0f, 0.5f}, black[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    const float white[4] = {1.0f, 1.0f, 1.0f, 1.0f}, red[4] = {1.0f, 0.0f, 0.0f, 1.0f};
    struct hud_options plain = {.scale = 2};
    struct hud_info info = watching();
    struct hud_2d_list list;
    info.options = &plain;
    palette_scene_clear(&scene);
    struct hud hud = {.scene = &scene, .data = &data, .info = &info, .scale = 2};
    hud_2d_clear(&list);
    hud_2d_add_rect(&list, (struct hud_2d_rect){1, 2, 3, 4}, dark);
    hud_2d_add_rect(&list, (struct hud_2d_rect){1, 2, 3, 4}, black);
    hud_2d_add_rect(&list, (struct hud_2d_rect){1, 2, 3, 4}, white);
    hud_2d_add_picture(&list, &picture, (struct hud_2d_rect){5, 6, 2, 2}, white);
    hud_2d_add_text(&list, (struct hud_2d_rect){7, 8, 8, 8}, red, "abc", 3, 2);
    hud_2d_add_text(&list, (struct hud_2d_rect){7, 8, 8, 8}, white, "abc", 3, 0);
    hud_put_2d(&hud, &list);
    cr_assert_eq(scene.num_items, 6u);
    const struct palette_2d *items = scene.items;
    cr_expect(items[0].kind == PALETTE_2D_SHADE && items[0].color == 47);
    cr_expect(items[0].x == 2 && items[0].y == 4 && items[0].width == 6 && items[0].height == 8);
    for (int i = 1; i < 3; i++) {
        const uint8_t *color = data.palette + 3 * items[i].color;
        cr_expect_eq(items[i].kind, PALETTE_2D_FILL);
        for (int k = 0; k < 3; k++) {
            cr_expect(i == 1 ? color[k] == 0 : color[k] > 220, "%d: %d", i, color[k]);
        }
    }
    cr_expect(items[3].kind == PALETTE_2D_PICTURE && items[3].pixels == pixels);
    cr_expect(items[3].x == 10 && items[3].y == 12 && items[3].opaque);
    cr_expect(items[4].kind == PALETTE_2D_GLYPHS && items[4].width == 2 && items[4].tinted);
    cr_expect(items[4].tint[0] == 255 && items[4].tint[1] == 0 && items[4].tint[2] == 0);
    cr_expect(items[5].width == 3 && !items[5].tinted && items[5].x == 14 && items[5].y == 16);
    cr_expect_not(scene.lacks_memory);
    list.is_full = true;
    hud_put_2d(&hud, &list);
    cr_expect(scene.lacks_memory);
}
