/* The radar: its corner, marks of players and items, what is left out. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/hud/hud_row.h"

static struct hud_2d_list list;
static struct hud_options options;
static struct hud_facts facts;
static struct hud_body bodies[HUD_BODIES];
static struct demo_item_wait items[DEMO_ITEMS];
static const int picture = 1;

/* 96 frame pixels that are half a layout unit each, for x 0..960 and y 0..960. */
static void begin(void)
{
    options = (struct hud_options){.radar = true};
    facts = (struct hud_facts){
        .options = &options,
        .bodies = bodies,
        .items = items,
        .lens = {.pixel = {0.5f, 0.5f}, .letter = 8.0f},
        .map = {.picture = &picture, .side = 96, .left = 0.0f, .top = 960.0f, .unit = 10.0f}};
    memset(bodies, 0, sizeof bodies);
    memset(items, 0, sizeof items);
}

TestSuite(hud_radar, .init = begin);

static void draw(void)
{
    struct hud_area area = {.left = 8.0f, .right = 312.0f, .top = 40.0f, .bottom = 150.0f};
    hud_2d_clear(&list);
    hud_elements_add(&list, HUD_IN_QUAKEWORLD, HUD_SLOT_RADAR, &facts, &area);
    cr_assert_not(list.is_full);
}

static void expect_box(size_t i, float x, float y, float width, float height)
{
    const struct hud_2d *p = &list.prims[i];
    cr_assert_lt(i, list.count);
    cr_expect(p->x == x && p->y == y && p->width == width && p->height == height,
              "%zu: %g %g %g %g", i, (double)p->x, (double)p->y, (double)p->width,
              (double)p->height);
}

Test(hud_radar, stands_in_the_chosen_corner)
{
    static const float places[4][2] = {{264, 102}, {8, 102}, {8, 40}, {264, 40}};
    for (int i = 0; i < 4; i++) {
        options.radar_corner = (enum hud_corner)i;
        draw();
        cr_assert_eq(list.count, 2u);
        expect_box(0, places[i][0], places[i][1], 48, 48);
        expect_box(1, places[i][0], places[i][1], 48, 48);
        cr_expect(list.prims[1].kind == HUD_2D_PICTURE && list.prims[1].picture == &picture);
    }
    facts.map.side = 0;
    draw();
    cr_expect_eq(list.count, 0u, "no level, no radar");
}

Test(hud_radar, players_by_shape_and_heading)
{
    facts.num_bodies = 2;
    bodies[0] = (struct hud_body){.origin = {480, 480, 0}, .followed = true, .is_mate = true};
    bodies[1] = (struct hud_body){.origin = {0.0f, 959.0f, 0}, .yaw = 90.0f};
    draw();
    /* The enemy first: a cross of two bars and two dots upwards; then the frame, the square and two
     * dots to the right of the followed one. */
    cr_assert_eq(list.count, 2u + 4u + 4u);
    expect_box(2, 264 - 1.5f, 102 - 0.5f, 3.5f, 1.0f);
    expect_box(3, 264 - 0.5f, 102 - 1.5f, 1.0f, 3.5f);
    cr_expect_lt(list.prims[4].y, list.prims[3].y + 1.0f, "it looks up");
    expect_box(6, 264 + 22, 102 + 22, 4.5f, 4.5f);
    expect_box(7, 264 + 23, 102 + 23, 2.5f, 2.5f);
    cr_expect_gt(list.prims[9].x, list.prims[8].x, "it looks right");
    bodies[1].is_mate = true;
    draw();
    cr_expect_eq(list.count, 2u + 3u + 4u, "a square");
}

Test(hud_radar, items_that_are_there)
{
    facts.num_items = 3;
    items[0] = (struct demo_item_wait){.kind = DEMO_ITEM_QUAD, .there = true, .origin = {480, 480}};
    items[1] = (struct demo_item_wait){.kind = DEMO_ITEM_MEGA, .taken = true, .origin = {480, 480}};
    items[2] = (struct demo_item_wait){.kind = DEMO_ITEM_RING, .origin = {480, 480}};
    draw();
    cr_assert_eq(list.count, 3u);
    cr_expect_str_eq(list.text + list.prims[2].text, "Q");
    expect_box(2, 264 + 22, 102 + 22, 4, 4);
}

Test(hud_radar, crowds_and_nonsense_are_bounded)
{
    facts.num_bodies = HUD_BODIES;
    facts.num_items = DEMO_ITEMS;
    for (int i = 0; i < HUD_BODIES; i++) {
        bodies[i].origin[0] = bodies[i].origin[1] = 500.0f;
        items[i] = (struct demo_item_wait){
            .kind = (enum demo_item_kind)(i % 12), .there = true, .origin = {500, 500}};
    }
    bodies[40].followed = true;
    draw();
    cr_expect_eq(list.count, 2u + 48u + 23u * 4u + 5u,
                 "48 items, 24 players with the followed one");
    bodies[0].origin[0] = NAN;
    bodies[1].origin[1] = 1e38f;
    bodies[2].origin[0] = -1.0f;
    items[0].kind = (enum demo_item_kind)99;
    items[1].origin[1] = -INFINITY;
    draw();
    cr_expect_eq(list.count, 2u + 46u + 23u * 4u + 5u, "others take the places of those outside");
}
