/* HUD elements: the primitives each one emits, in order, with places, colours and times. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/hud/hud_elements.h"
#include "engine/hud/hud_row.h"

static struct hud_2d_list list;
static struct hud_options options;
static struct hud_facts facts;
static const int icons[8];

static void begin(void)
{
    hud_2d_clear(&list);
    options = (struct hud_options){0};
    facts = (struct hud_facts){.options = &options, .speed = -1.0, .speed_unit = " u/s"};
}

TestSuite(hud_elements, .init = begin);

static struct hud_area right_area(void)
{
    return (struct hud_area){.left = 8.0f,
                             .right = 312.0f,
                             .top = 40.0f,
                             .bottom = 200.0f,
                             .letter_width = 8.0f,
                             .letter_height = 16.0f,
                             .row = 18.0f};
}

static void add(enum hud_family family, enum hud_slot slot, struct hud_area *area)
{
    hud_2d_clear(&list);
    hud_elements_add(&list, family, slot, &facts, area);
}

static const char *text_of(size_t i)
{
    cr_assert_lt(i, list.count);
    cr_assert_eq(list.prims[i].kind, HUD_2D_TEXT);
    return list.text + list.prims[i].text;
}

static void expect_at(size_t i, float x, float y, float width, float height)
{
    const struct hud_2d *prim = &list.prims[i];
    cr_assert_lt(i, list.count);
    cr_expect(prim->x == x && prim->y == y && prim->width == width && prim->height == height,
              "%zu: %g %g %g %g", i, (double)prim->x, (double)prim->y, (double)prim->width,
              (double)prim->height);
}

static void expect_color(size_t i, float r, float g, float b, float a)
{
    const float *c = list.prims[i].color;
    cr_expect(c[0] == r && c[1] == g && c[2] == b && c[3] == a, "%zu: %g %g %g %g", i, (double)c[0],
              (double)c[1], (double)c[2], (double)c[3]);
}

Test(hud_elements, every_row_has_a_family_an_option_and_a_name)
{
    size_t count = 0;
    const struct hud_element *element;
    while ((element = hud_element_at(count)) != NULL) {
        struct hud_options only = {0};
        cr_expect_neq(element->families, 0u, "%s", element->name);
        cr_expect_eq(element->families & ~(unsigned)HUD_IN_ALL, 0u, "%s", element->name);
        cr_expect_not(hud_element_is_shown(element, &only), "%s is hidden by default",
                      element->name);
        *((bool *)((char *)&only + element->option)) = true;
        cr_expect(hud_element_is_shown(element, &only), "%s", element->name);
        count++;
    }
    cr_expect_geq(count, 9u);
}

Test(hud_elements, an_option_shows_one_element_where_it_exists)
{
    struct hud_area area = right_area();
    const struct hud_teammate mate = {
        .name = hud_string_of("ann"), .weapon = "", .powerups = "   "};
    facts.mates = &mate;
    facts.num_mates = 1;
    add(HUD_IN_QUAKE3, HUD_SLOT_TEAM, &area);
    cr_expect_eq(list.count, 0u, "not asked for");
    options.team = true;
    add(HUD_IN_QUAKE, HUD_SLOT_TEAM, &area);
    cr_expect_eq(list.count, 0u, "NetQuake has none");
    add(HUD_IN_QUAKE3, HUD_SLOT_CLOCK, &area);
    cr_expect_eq(list.count, 0u, "another slot");
    add(HUD_IN_QUAKEWORLD, HUD_SLOT_TEAM, &area);
    cr_expect_eq(list.count, 1u, "a row of text");
    add(HUD_IN_QUAKE3, HUD_SLOT_TEAM, &area);
    cr_expect_eq(list.prims[0].kind, HUD_2D_RECT, "a table");
}

Test(hud_elements, clock)
{
    static const struct {
        double seconds;
        bool hours;
        const char *text;
    } cases[] = {{0.0, true, "0:00"},      {-5.0, true, "0:00"},      {59.999, false, "0:59"},
                 {60.0, false, "1:00"},    {3599.0, true, "59:59"},   {3600.0, true, "1:00:00"},
                 {3600.0, false, "60:00"}, {3725.9, true, "1:02:05"}, {1e30, true, "27777:46:40"}};
    options.clock = true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hud_area area = right_area();
        facts.clock = cases[i].seconds;
        facts.clock_hours = cases[i].hours;
        add(HUD_IN_QUAKE, HUD_SLOT_CLOCK, &area);
        cr_assert_eq(list.count, 1u);
        cr_expect_str_eq(text_of(0), cases[i].text);
        expect_at(0, 312.0f - 8.0f * (float)strlen(cases[i].text), 40.0f, 8.0f, 16.0f);
        expect_color(0, 1.0f, 1.0f, 1.0f, 1.0f);
        cr_expect_eq(area.top, 58.0f, "the next row");
    }
}

Test(hud_elements, speed)
{
    static const struct {
        double speed;
        const char *text;
    } cases[] = {{0.0, "0 u/s"}, {319.4, "319 u/s"}, {319.5, "320 u/s"}, {1e12, "99999 u/s"}};
    struct hud_area area = right_area();
    options.speed = true;
    add(HUD_IN_QUAKE, HUD_SLOT_SPEED, &area);
    cr_expect_eq(list.count, 0u, "unknown");
    cr_expect_eq(area.top, 40.0f);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        facts.speed = cases[i].speed;
        add(HUD_IN_QUAKE, HUD_SLOT_SPEED, &area);
        cr_assert_eq(list.count, 1u);
        cr_expect_str_eq(text_of(0), cases[i].text);
    }
}

static struct hud_kill kill_of(const char *killer, const void *icon, const char *victim, double age)
{
    return (struct hud_kill){.killer = hud_string_of(killer),
                             .victim = hud_string_of(victim),
                             .cause = hud_string_of("big gun"),
                             .icon = icon,
                             .age = age};
}

Test(hud_elements, kill_feed_with_icons)
{
    struct hud_kill kills[] = {kill_of("ann", &icons[1], "bob", 3.0),
                               kill_of("", &icons[2], "cy", 1.0)};
    struct hud_area area = right_area();
    kills[0].killer = (struct hud_string){"^1ann", 5, 3};
    area.from_left = true;
    options.frags = true;
    facts.kills = kills;
    facts.num_kills = 2;
    add(HUD_IN_QUAKE3, HUD_SLOT_KILLS, &area);
    cr_assert_eq(list.count, 5u);
    cr_expect_str_eq(text_of(0), "^1ann ");
    expect_at(0, 8.0f, 40.0f, 8.0f, 16.0f);
    cr_expect(list.prims[1].kind == HUD_2D_PICTURE && list.prims[1].picture == &icons[1]);
    expect_at(1, 8.0f + 4 * 8.0f, 40.0f, 16.0f, 16.0f);
    expect_color(1, 1.0f, 1.0f, 1.0f, 1.0f);
    cr_expect_str_eq(text_of(2), " bob");
    expect_at(2, 8.0f + 4 * 8.0f + 16.0f, 40.0f, 8.0f, 16.0f);
    cr_expect_eq(list.prims[3].picture, &icons[2], "without a killer the icon comes first");
    expect_at(3, 8.0f, 58.0f, 16.0f, 16.0f);
    cr_expect_str_eq(text_of(4), " cy");
    expect_at(4, 24.0f, 58.0f, 8.0f, 16.0f);
    area = right_area(); /* at the right edge both rows end there */
    add(HUD_IN_QUAKE3, HUD_SLOT_KILLS, &area);
    expect_at(0, 312.0f - 8 * 8.0f - 16.0f, 40.0f, 8.0f, 16.0f);
    expect_at(4, 312.0f - 3 * 8.0f, 58.0f, 8.0f, 16.0f);
}

Test(hud_elements, kill_feed_with_words)
{
    const struct hud_kill kill = kill_of("ann", NULL, "bob", 0.0);
    struct hud_area area = right_area();
    options.frags = true;
    facts.kills = &kill;
    facts.num_kills = 1;
    facts.accent = 128;
    add(HUD_IN_QUAKE, HUD_SLOT_KILLS, &area);
    cr_assert_eq(list.count, 1u);
    cr_expect_str_eq(text_of(0), "ann \xe2\xe9\xe7 \xe7\xf5\xee bob",
                     "letters stand out, spaces do not");
    expect_at(0, 312.0f - 15 * 8.0f, 40.0f, 8.0f, 16.0f);
}

Test(hud_elements, a_kill_without_a_victim_ends_with_its_cause)
{
    const struct hud_kill kill = kill_of("ann", NULL, "", 0.0);
    struct hud_area area = right_area();
    options.frags = true;
    facts.kills = &kill;
    facts.num_kills = 1;
    add(HUD_IN_QUAKE, HUD_SLOT_KILLS, &area);
    cr_expect_str_eq(text_of(0), "ann big gun");
}

Test(hud_elements, kill_feed_with_flags)
{
    const struct hud_kill kills[] = {kill_of("ann", NULL, "bob", 3.5),
                                     kill_of("cy", NULL, "bob", 1.0)};
    const struct demo_call flags[] = {{"too old", 4.0}, {"a flag", 2.0}, {"another", 1.0}};
    struct hud_area area = right_area();
    options.frags = true;
    facts.kills = kills;
    facts.num_kills = 2;
    facts.flags = flags;
    facts.num_flags = 3;
    add(HUD_IN_QUAKE, HUD_SLOT_KILLS, &area);
    cr_assert_eq(list.count, 4u);
    cr_expect_str_eq(text_of(0), "ann big gun bob");
    cr_expect_str_eq(text_of(1), "a flag");
    cr_expect_str_eq(text_of(2), "cy big gun bob");
    cr_expect_str_eq(text_of(3), "another", "of two at once the flag comes last");
    facts.num_kills = 0;
    facts.accent = 128;
    area = right_area();
    add(HUD_IN_QUAKE, HUD_SLOT_KILLS, &area);
    cr_assert_eq(list.count, 2u);
    cr_expect_str_eq(text_of(0), "\xe1 \xe6\xec\xe1\xe7");
}

Test(hud_elements, kills_begin_and_end)
{
    struct hud_kill kill = kill_of("ann", NULL, "bob", 0.0);
    options.frags = true;
    facts.kills = &kill;
    facts.num_kills = 1;
    static const struct {
        double age;
        size_t count;
    } cases[] = {{-0.001, 0}, {0.0, 1}, {3.999, 1}, {4.0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct hud_area area = right_area();
        kill.age = cases[i].age;
        add(HUD_IN_ALL, HUD_SLOT_KILLS, &area);
        cr_expect_eq(list.count, cases[i].count, "%g s", cases[i].age);
    }
}

Test(hud_elements, kill_feed_has_the_newest_six)
{
    struct hud_kill kills[8];
    struct hud_area area = right_area();
    static const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    for (int i = 0; i < 8; i++) {
        kills[i] = kill_of("", NULL, names[i], 1.0);
    }
    options.frags = true;
    facts.kills = kills;
    facts.num_kills = 8;
    add(HUD_IN_QUAKE, HUD_SLOT_KILLS, &area);
    cr_assert_eq(list.count, 6u);
    cr_expect_str_eq(text_of(0), "big gun 2", "the oldest is on top");
    cr_expect_str_eq(text_of(5), "big gun 7");
    expect_at(5, 312.0f - 9 * 8.0f, 40.0f + 5 * 18.0f, 8.0f, 16.0f);
}

Test(hud_elements, a_row_that_is_too_long_loses_its_beginning)
{
    const struct hud_kill kill = kill_of("0123456789", NULL, "bob", 0.0);
    struct hud_area area = right_area();
    area.left = 312.0f - 8.0f * 12.0f;
    options.frags = true;
    facts.kills = &kill;
    facts.num_kills = 1;
    add(HUD_IN_QUAKE, HUD_SLOT_KILLS, &area);
    cr_expect_str_eq(text_of(0), " big gun bob");
    expect_at(0, area.left, 40.0f, 8.0f, 16.0f);
    area.left = 400.0f;
    add(HUD_IN_QUAKE, HUD_SLOT_KILLS, &area);
    cr_expect_eq(list.count, 0u, "no room at all");
}

/* As Quake III's client has it: on the team's colour, name, place, figures, weapon, powerups. */
Test(hud_elements, team_table)
{
    struct hud_teammate mates[3] = {
        {.name = {"^4a name of more than 12", 24, 22},
         .place = hud_string_of("Red Armor"),
         .health = 125,
         .armor = 50,
         .color = {1.0f, 0.5f, 0.25f, 1.0f},
         .weapon_icon = &icons[1],
         .icons = {&icons[2], &icons[3]},
         .num_icons = 2},
        {.is_absent = true},
        {.name = hud_string_of("b"), .health = 1, .color = {1.0f, 0.0f, 0.0f, 1.0f}},
    };
    const float red[4] = {1.0f, 0.0f, 0.0f, 0.33f};
    struct hud_area area = {
        .right = 640.0f, .letter_width = 8.0f, .letter_height = 8.0f, .row = 8.0f};
    const float left = 640.0f - 8.0f * (12 + 10 + 11);
    memcpy(facts.team_color, red, sizeof red);
    facts.mates = mates;
    facts.num_mates = 3;
    facts.place_letters = 10;
    options.team = true;
    add(HUD_IN_QUAKE3, HUD_SLOT_TEAM, &area);
    cr_assert_eq(list.count, 1u + 6u + 3u);
    cr_expect_eq(list.prims[0].kind, HUD_2D_RECT);
    expect_at(0, left, 0.0f, 640.0f - left, 24.0f);
    expect_color(0, 1.0f, 0.0f, 0.0f, 0.33f);
    cr_expect_str_eq(text_of(1), "^4a name of more than 12");
    cr_expect_eq(list.prims[1].max_letters, 12u);
    expect_at(1, left + 8.0f, 0.0f, 8.0f, 8.0f);
    cr_expect_str_eq(text_of(2), "Red Armor");
    cr_expect_eq(list.prims[2].max_letters, 10u);
    expect_at(2, left + 8.0f * 14, 0.0f, 8.0f, 8.0f);
    cr_expect_str_eq(text_of(3), "125  50");
    expect_at(3, 640.0f - 8.0f * 8, 0.0f, 8.0f, 8.0f);
    expect_color(3, 1.0f, 0.5f, 0.25f, 1.0f);
    cr_expect_eq(list.prims[4].picture, &icons[1]);
    expect_at(4, 640.0f - 8.0f * 5, 0.0f, 8.0f, 8.0f);
    cr_expect_eq(list.prims[5].picture, &icons[2]);
    expect_at(5, left, 0.0f, 8.0f, 8.0f);
    cr_expect_eq(list.prims[6].picture, &icons[3]);
    expect_at(6, left - 8.0f, 0.0f, 8.0f, 8.0f);
    cr_expect_str_eq(text_of(7), "b", "below an empty row");
    expect_at(7, left + 8.0f, 16.0f, 8.0f, 8.0f);
    cr_expect_str_eq(text_of(8), "unknown");
    cr_expect_str_eq(text_of(9), "  1   0");
    cr_expect_eq(area.top, 24.0f);
    facts.team_ground = &icons[4];
    facts.place_letters = 20; /* at most 16 */
    area.top = 0.0f;
    add(HUD_IN_QUAKE3, HUD_SLOT_TEAM, &area);
    cr_expect(list.prims[0].kind == HUD_2D_PICTURE && list.prims[0].picture == &icons[4]);
    expect_at(0, 640.0f - 8.0f * (12 + 16 + 11), 0.0f, 8.0f * (12 + 16 + 11), 24.0f);
    facts.place_letters = 0;
    area.top = 0.0f;
    add(HUD_IN_QUAKE3, HUD_SLOT_TEAM, &area);
    cr_expect_str_eq(text_of(2), "125  50", "a level without places");
    facts.num_mates = 0;
    add(HUD_IN_QUAKE3, HUD_SLOT_TEAM, &area);
    cr_expect_eq(list.count, 0u);
}

Test(hud_elements, team_rows_end_above_the_bar)
{
    struct hud_teammate mates[9];
    struct hud_area area = right_area();
    for (int i = 0; i < 9; i++) {
        mates[i] = (struct hud_teammate){.name = hud_string_of("ann"),
                                         .health = 25 + i,
                                         .armor_letter = 'r',
                                         .armor = 7,
                                         .weapon = "rl",
                                         .powerups = "Q  "};
    }
    facts.accent = 128;
    facts.mates = mates;
    facts.num_mates = 9;
    options.team = true;
    area.row = 16.0f;
    add(HUD_IN_QUAKEWORLD, HUD_SLOT_TEAM, &area);
    cr_assert_eq(list.count, 8u, "at most eight");
    cr_expect_str_eq(text_of(0), "Q   ann r  7/\xb2\xb5  rl ", "a low health stands out");
    cr_expect_str_eq(text_of(1), "Q   ann r  7/26  rl ");
    area = right_area();
    area.bottom = 40.0f + 16.0f + 18.0f;
    add(HUD_IN_QUAKEWORLD, HUD_SLOT_TEAM, &area);
    cr_expect_eq(list.count, 2u, "the second row ends where the bar begins");
}

/* Columns are as wide as the longest name and place, at most 8 letters each. */
Test(hud_elements, team_rows_have_columns)
{
    struct hud_teammate mates[] = {
        {.name = hud_string_of("123456789"),
         .place = hud_string_of("a"),
         .health = 1,
         .armor_letter = ' ',
         .weapon = "sng",
         .powerups = "   "},
        {.name = hud_string_of("b"),
         .place = hud_string_of("123456789"),
         .health = 0,
         .armor = 1000,
         .armor_letter = 'y',
         .weapon = "rl",
         .powerups = " P "},
    };
    struct hud_area area = right_area();
    facts.mates = mates;
    facts.num_mates = 2;
    options.team = true;
    add(HUD_IN_QUAKEWORLD, HUD_SLOT_TEAM, &area);
    cr_expect_str_eq(text_of(0), "    12345678 a           0/1   sng");
    cr_expect_str_eq(text_of(1), " P  b        12345678 y999/---    ");
    facts.num_mates = 1;
    add(HUD_IN_QUAKEWORLD, HUD_SLOT_TEAM, &area);
    cr_expect_str_eq(text_of(0), "    12345678 a    0/1   sng");
}

Test(hud_elements, a_full_list_says_so)
{
    static char text[HUD_2D_TEXT_MAX];
    const struct hud_2d_rect at = {0.0f, 0.0f, 1.0f, 1.0f};
    memset(text, 'a', sizeof text);
    hud_2d_clear(&list);
    hud_2d_add_text(&list, at, hud_2d_white, text, HUD_2D_TEXT_MAX - 1, 0);
    cr_expect_not(list.is_full);
    cr_expect_eq(strlen(text_of(0)), HUD_2D_TEXT_MAX - 1u);
    hud_2d_add_text(&list, at, hud_2d_white, text, 1, 0);
    cr_expect(list.is_full && list.count == 1);
    hud_2d_clear(&list);
    hud_2d_add_picture(&list, NULL, at, hud_2d_white);
    hud_2d_add_text(&list, at, hud_2d_white, text, 0, 0);
    cr_expect_eq(list.count, 0u, "no picture, no text");
    for (int i = 0; i < HUD_2D_MAX; i++) {
        hud_2d_add_rect(&list, at, hud_2d_white);
    }
    cr_expect_not(list.is_full);
    hud_2d_add_rect(&list, at, hud_2d_white);
    cr_expect(list.is_full && list.count == HUD_2D_MAX);
}

Test(hud_elements, ghosts_tell_who_is_ahead_and_the_last_split)
{
    struct demo_ghost ghosts[] = {
        {.name = "best", .has_lead = true, .lead = 0.354, .units = 112.4},
        {.name = "old",
         .has_lead = true,
         .lead = -12.0,
         .units = -1.0,
         .has_split = true,
         .split = "silver key",
         .split_lead = -1.5},
        {.name = "same", .has_lead = true, .lead = -0.004, .units = 0.0},
        {.name = "away", .units = 1e30},
    };
    struct hud_area area = right_area();
    options.ghosts = true;
    facts.ghosts = ghosts;
    facts.num_ghosts = 4;
    add(HUD_IN_QUAKE, HUD_SLOT_GHOSTS, &area);
    cr_assert_eq(list.count, 5u);
    cr_expect_str_eq(text_of(0), "ahead of best 0.35 s 112 u");
    cr_expect_str_eq(text_of(1), "behind old 12.00 s");
    cr_expect_str_eq(text_of(2), "silver key behind 1.50 s");
    cr_expect_str_eq(text_of(3), "level with same 0 u");
    cr_expect_str_eq(text_of(4), "away 99999 u");
    cr_expect_eq(area.top, 40.0f + 5 * 18.0f);
}

/* Texts of keys, each with '*' in front if held and with '#' if framed. */
static void expect_keys(struct demo_keys keys, const char *wanted)
{
    char got[128] = "";
    struct hud_area area = right_area();
    options.keys = true;
    facts.keys = keys;
    add(HUD_IN_QUAKE, HUD_SLOT_KEYS, &area);
    for (size_t i = 0, rects = 0; i < list.count; i++) {
        const struct hud_2d *prim = &list.prims[i];
        cr_expect(prim->x >= 8.0f && prim->y >= 40.0f && prim->y + prim->height <= area.top);
        if (prim->kind == HUD_2D_RECT) {
            rects++;
            continue;
        }
        const size_t used = strlen(got);
        snprintf(got + used, sizeof(got) - used, "%s%s%s", rects > 1 ? " #" : " ",
                 prim->color[0] <= 0.0f ? "*" : "", text_of(i));
        rects = 0;
    }
    cr_expect_str_eq(got, wanted);
}

Test(hud_elements, keys_that_are_known)
{
    const uint8_t jump = 1 << DEMO_KEY_JUMP, fire = 1 << DEMO_KEY_ATTACK;
    expect_keys((struct demo_keys){0}, "");
    expect_keys((struct demo_keys){.held = 255, .derived = 255}, "");
    expect_keys((struct demo_keys){.known = DEMO_KEYS_WALK, .held = 1 << DEMO_KEY_LEFT},
                " ^ *< v >");
    expect_keys((struct demo_keys){.known = jump | fire, .derived = jump | fire, .held = fire},
                " #jump #*fire");
    cr_expect_eq(list.prims[0].x, 8.0f, "where the arrows would begin");
    expect_keys((struct demo_keys){.known = 127, .held = jump}, " ^ < v > *jump fire duck");
}
