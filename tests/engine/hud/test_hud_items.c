/* Item timers as rows: order, seconds, bounds. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/hud/hud_elements.h"

static struct hud_2d_list list;

static void draw(const struct demo_item_wait *items, uint32_t count)
{
    const struct hud_options options = {.items = true};
    const struct hud_facts facts = {
        .options = &options, .items = items, .num_items = count, .accent = 128};
    struct hud_area area = {.right = 320.0f,
                            .letter_width = 8.0f,
                            .letter_height = 8.0f,
                            .row = 8.0f,
                            .from_left = true};
    hud_2d_clear(&list);
    hud_elements_add(&list, HUD_IN_QUAKE, HUD_SLOT_ITEMS, &facts, &area);
}

static const char *row(size_t i)
{
    cr_assert_lt(i, list.count);
    return list.text + list.prims[i].text;
}

Test(hud_items, taken_ones_by_time)
{
    const struct demo_item_wait items[] = {
        {.kind = DEMO_ITEM_MEGA, .taken = true, .wait = -1.0},
        {.kind = DEMO_ITEM_QUAD, .taken = true, .wait = 59.5},
        {.kind = DEMO_ITEM_RING, .there = true},
        {.kind = DEMO_ITEM_PENTAGRAM},
        {.kind = DEMO_ITEM_RED_ARMOR, .taken = true, .wait = 6.0}};
    draw(items, 5);
    cr_assert_eq(list.count, 3u);
    cr_expect_str_eq(row(0), "red armor      7");
    cr_expect_str_eq(row(1), "quad          60");
    cr_expect_str_eq(row(2), "mega         held");
}

Test(hud_items, many_and_odd_ones)
{
    struct demo_item_wait items[DEMO_ITEMS];
    for (int i = 0; i < DEMO_ITEMS; i++) {
        items[i] = (struct demo_item_wait){
            .kind = (enum demo_item_kind)(i % 20), .taken = true, .wait = 100.0 - i};
    }
    items[DEMO_ITEMS - 1].wait = 1e300;
    items[DEMO_ITEMS - 2].wait = (double)NAN;
    draw(items, DEMO_ITEMS);
    cr_expect_eq(list.count, 8u);
    cr_expect_eq(list.prims[7].y, 56.0f);
    cr_expect_eq((uint8_t)row(0)[strlen(row(0)) - 1] & 127, '0' + (100 - 61 + 1) % 10);
}
