/* Names over heads: where the camera sees a point, whose names are shown, how large and bright. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/hud/hud_row.h"

static struct hud_2d_list list;
static struct hud_options options;
static struct hud_facts facts;
static struct hud_body bodies[HUD_BODIES];

/* A camera at 0 0 0 that looks along x, in a layout of 320 x 200 whose pixels are two of the frame.
 */
static void begin(void)
{
    static const float ahead[3] = {0.0f, 0.0f, 0.0f};
    options = (struct hud_options){.names = true};
    facts = (struct hud_facts){.options = &options,
                               .bodies = bodies,
                               .accent = 128,
                               .lens = {.width = 320.0f,
                                        .height = 200.0f,
                                        .pixel = {0.5f, 0.5f},
                                        .frame_height = 400.0f,
                                        .letter = 8.0f}};
    hud_lens_aim(&facts.lens, ahead, 90.0f, 0.0f);
    memset(bodies, 0, sizeof bodies);
}

TestSuite(hud_names, .init = begin);

static struct hud_body *add_body(const char *name, float x, float y, float z)
{
    struct hud_body *body = &bodies[facts.num_bodies++];
    *body = (struct hud_body){.name = hud_string_of(name), .origin = {x, y, z}};
    return body;
}

static void draw(void)
{
    struct hud_area area = {.left = 0.0f};
    hud_2d_clear(&list);
    hud_elements_add(&list, HUD_IN_QUAKE, HUD_SLOT_WORLD, &facts, &area);
    cr_assert_not(list.is_full);
}

static const char *text_of(size_t i)
{
    cr_assert_lt(i, list.count);
    return list.text + list.prims[i].text;
}

Test(hud_names, a_lens_projects_as_the_renderer_does)
{
    struct hud_seen seen;
    /* 90 degrees across 320 units: 160 units a unit aside at a unit ahead; square, so down as well.
     */
    cr_assert(hud_lens_see(&facts.lens, (float[3]){100.0f, -50.0f, 25.0f}, &seen));
    cr_expect_float_eq(seen.x, 240.0f, 1e-3f);
    cr_expect_float_eq(seen.y, 60.0f, 1e-3f);
    cr_expect_float_eq(seen.depth, 100.0f, 1e-4f);
    cr_expect_not(hud_lens_see(&facts.lens, (float[3]){-100.0f, 0.0f, 0.0f}, &seen), "behind");
    cr_expect_not(hud_lens_see(&facts.lens, (float[3]){100.0f, 101.0f, 0.0f}, &seen), "beside");
    cr_expect_not(hud_lens_see(&facts.lens, (float[3]){100.0f, 0.0f, 64.0f}, &seen), "above");
    cr_expect_not(hud_lens_see(&facts.lens, (float[3]){NAN, 0.0f, 0.0f}, &seen));
    cr_expect_not(hud_lens_see(&facts.lens, (float[3]){1e38f, 1e38f, -1e38f}, &seen));
    const struct hud_lens none = {.left = 0.0f};
    cr_expect_not(hud_lens_see(&none, (float[3]){100.0f, 0.0f, 0.0f}, &seen), "no camera");
}

Test(hud_names, fov_down_may_be_given)
{
    struct hud_seen seen;
    hud_lens_aim(&facts.lens, (float[3]){0.0f, 90.0f, 0.0f}, 90.0f, 90.0f);
    cr_assert(hud_lens_see(&facts.lens, (float[3]){0.0f, 100.0f, 50.0f}, &seen));
    cr_expect_float_eq(seen.x, 160.0f, 1e-2f);
    cr_expect_float_eq(seen.y, 50.0f, 1e-2f);
}

Test(hud_names, name_above_health_and_armour)
{
    struct hud_body *body = add_body("ann", 200.0f, 0.0f, -44.0f);
    body->has_health = true;
    body->health = 87;
    body->armor = 150;
    draw();
    cr_assert_eq(list.count, 2u);
    cr_expect_str_eq(text_of(0), "87/150");
    cr_expect_str_eq(text_of(1), "ann");
    /* Letters of 8 frame pixels are 4 units; the text's middle is over the head. */
    cr_expect_float_eq(list.prims[1].x, 160.0f - 6.0f, 1e-3f);
    cr_expect_float_eq(list.prims[0].y, 95.0f, 1e-2f);
    cr_expect_float_eq(list.prims[1].y, 90.0f, 1e-2f);
    cr_expect_eq(list.prims[1].width, 4.0f);
    body->health = 25;
    draw();
    cr_expect_eq((uint8_t)text_of(0)[0], (uint8_t)('2' | 128), "little health stands out");
    body->health = 1 << 30;
    body->armor = -(1 << 30);
    draw();
    cr_expect_str_eq(text_of(0), "999/-99");
}

Test(hud_names, whose_names_are_shown)
{
    add_body("me", 200.0f, 0.0f, 0.0f)->followed = true;
    add_body("wall", 200.0f, 0.0f, 0.0f)->hidden = true;
    add_body("mate", 200.0f, 0.0f, 0.0f)->is_mate = true;
    draw();
    cr_assert_eq(list.count, 1u);
    cr_expect_str_eq(text_of(0), "+mate");
    options.see_through = true;
    draw();
    cr_assert_eq(list.count, 2u, "and the one behind the wall");
    facts.flies = true;
    draw();
    cr_expect_eq(list.count, 3u, "no eyes, so the followed player is one of them");
    options.names = false;
    draw();
    cr_expect_eq(list.count, 0u);
}

Test(hud_names, the_farther_the_fainter_and_smaller)
{
    facts.lens.frame_height = 960.0f;
    add_body("far", 4000.0f, 0.0f, 0.0f);
    add_body("near", 200.0f, 0.0f, 0.0f);
    draw();
    cr_assert_eq(list.count, 2u);
    cr_expect_str_eq(text_of(0), "far", "the nearest is drawn over the others");
    cr_expect(list.prims[0].width == 4.0f && list.prims[1].width == 8.0f);
    cr_expect(list.prims[1].color[0] == 1.0f && list.prims[0].color[0] < 0.7f);
    bodies[1].hidden = options.see_through = true;
    draw();
    cr_expect(list.prims[1].color[0] < 0.8f, "behind a wall");
}

Test(hud_names, a_crowd_and_bad_names_are_bounded)
{
    char wild[200];
    memset(wild, 1, sizeof wild - 1);
    wild[sizeof wild - 1] = '\0';
    for (int i = 0; i < HUD_BODIES; i++) {
        add_body(wild, 1000.0f - (float)i, 0.0f, 0.0f)->has_health = true;
    }
    bodies[3].origin[0] = NAN;
    bodies[4].origin[1] = INFINITY;
    draw();
    cr_expect_eq(list.count, 64u, "the 32 nearest, two rows each");
    for (size_t i = 0; i < list.count; i++) {
        cr_expect(list.prims[i].max_letters <= 16);
    }
}
