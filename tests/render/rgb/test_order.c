/* The drawing order: by material rank, entity, fog and lights, never by distance; and merging into
 * meshes. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "render/rgb/draw_list.h"

enum { MATERIALS_MAX = 16 };

static struct rgb_scene scene;
static struct rgb_draw_list draw_list;
static struct q3_shader rules[MATERIALS_MAX];
static struct material materials[MATERIALS_MAX];

/* Translucent materials of sort 9 with stages, in order of rank. */
static void setup(void)
{
    memset(&scene, 0, sizeof(scene));
    memset(&draw_list, 0, sizeof(draw_list));
    memset(rules, 0, sizeof(rules));
    memset(materials, 0, sizeof(materials));
    for (uint32_t i = 0; i < MATERIALS_MAX; i++) {
        rules[i].sort = Q3_SORT_BLEND;
        rules[i].num_stages = 1;
        rules[i].stages[0].blended = true;
        materials[i].rules = &rules[i];
        materials[i].num_stages = 1;
        materials[i].rank = i;
        materials[i].name[0] = (char)('a' + i);
    }
    rgb_draw_list_begin(&draw_list, &scene);
}

static void finish(void)
{
    rgb_draw_list_free(&draw_list);
}

TestSuite(rgb_order, .init = setup, .fini = finish);

static struct rgb_draw_surf surf(uint32_t material)
{
    return (struct rgb_draw_surf){
        .called = &materials[material], .kind = RGB_SURF_POLY, .entity = RGB_NO_ENTITY};
}

/* Adds it, to be known again by its number. */
static void add(struct rgb_draw_surf one, uint32_t number)
{
    one.number = number;
    rgb_draw_list_add(&draw_list, &one);
}

static void check(const struct rgb_surf_list *list, const char *wanted)
{
    char order[64] = "";
    rgb_draw_list_sort(&draw_list);
    for (size_t i = 0; i < list->count && i < sizeof(order) - 1; i++) {
        order[i] = (char)('0' + list->surfs[i].number);
        order[i + 1] = '\0';
    }
    cr_assert_str_eq(order, wanted);
}

Test(rgb_order, by_sort_rank_entity_fog_lights_then_as_added)
{
    struct rgb_draw_surf one = surf(3);
    add(one, 9); /* the world: after all entities of the material */
    one.entity = 1;
    add(one, 4);
    add(one, 5);
    one.entity = 0;
    one.fog = 2;
    add(one, 3);
    one.fog = 1;
    one.lights = 4;
    rules[3].sort = Q3_SORT_OPAQUE; /* which alone takes lights */
    add(one, 2);
    one.lights = 0;
    add(one, 1);
    add(surf(1), 8);
    add(surf(2), 7);
    rules[1].sort = Q3_SORT_ADDITIVE;
    rules[2].sort = 9.5f;
    one = surf(0);
    one.entity = 7;
    add(one, 6);
    check(&draw_list.ordered, "123459678");
}

Test(rgb_order, sorting_is_stable)
{
    struct rgb_draw_surf one = surf(0);
    add(one, 1);
    add(one, 2);
    add(one, 3);
    check(&draw_list.ordered, "123");
}

static void make_opaque(uint32_t material)
{
    rules[material].sort = Q3_SORT_OPAQUE;
    rules[material].stages[0].blended = false;
    rules[material].stages[0].depth_write = true;
}

Test(rgb_order, opaque_surfaces_have_a_separate_list)
{
    for (uint32_t i = 0; i < 3; i++) {
        make_opaque(i);
        struct rgb_draw_surf one = surf(i);
        add(one, i);
    }
    check(&draw_list.solid, "012");
    check(&draw_list.ordered, "");
}

Test(rgb_order, sort_gaps_keep_their_order)
{
    for (uint32_t i = 0; i < 8; i++) {
        make_opaque(i);
        rules[i].num_stages = materials[i].num_stages = 2;
        rules[i].stages[1].blended = true;
    }
    rules[1].stages[0].alpha_test = Q3_ALPHA_GE128; /* the second stage is drawn in its gaps */
    rules[2].stages[0].alpha_test = Q3_ALPHA_GE128;
    rules[2].stages[1].depth_equal = true; /* and here not */
    rules[3].stages[0].depth_write = false;
    rules[4].stages[0].depth_equal = true;
    rules[5].stages[0].blended = true;
    rules[6].sort = Q3_SORT_DECAL;
    rules[7].is_sky = true;
    rules[7].sort = Q3_SORT_SKY;
    for (uint32_t i = 0; i < 8; i++) {
        add(surf(i), i);
    }
    check(&draw_list.solid, "02");
    check(&draw_list.ordered, "13456");
    check(&draw_list.sky, "7");
}

Test(rgb_order, sides_of_fog_show_where_there_is_fog)
{
    struct rgb_draw_surf one = surf(0);
    rules[0].sort = Q3_SORT_FOG;
    materials[0].num_stages = 0;
    add(one, 1);
    one.fog = 1;
    add(one, 2);
    check(&draw_list.ordered, "2");
}

Test(rgb_order, lights_apply_to_shaders_that_take_them)
{
    make_opaque(0);
    make_opaque(1);
    rules[1].surface_flags = Q3_PARM_NO_DLIGHT;
    for (uint32_t i = 0; i < 3; i++) {
        struct rgb_draw_surf one = surf(i);
        one.lights = 5;
        add(one, i);
    }
    rgb_draw_list_sort(&draw_list);
    cr_assert(draw_list.solid.surfs[0].lights == 5 && draw_list.solid.surfs[1].lights == 0);
    cr_assert_eq(draw_list.ordered.surfs[0].lights, 0);
}

/* Drawn with the new material, at the old one's position. */
Test(rgb_order, remapped_materials_stay_where_they_were)
{
    static struct rgb_remap remaps[3];
    remaps[0] = (struct rgb_remap){"B", &materials[9], 2.5f};
    remaps[1] = (struct rgb_remap){"c", &materials[9], 1.0f};
    remaps[2] = (struct rgb_remap){"c", &materials[8], 4.0f}; /* the last one holds */
    scene.remaps = remaps;
    scene.num_remaps = 3;
    for (uint32_t i = 0; i < 4; i++) {
        add(surf(3 - i), 3 - i);
    }
    check(&draw_list.ordered, "0123");
    static const uint32_t drawn[4] = {0, 9, 8, 3};
    static const double offsets[4] = {0, 2.5, 4, 0};
    for (int i = 0; i < 4; i++) {
        const struct rgb_draw_surf *one = &draw_list.ordered.surfs[i];
        cr_assert_eq(one->material, &materials[drawn[i]], "%d", i);
        cr_assert_eq(one->time_offset, offsets[i], "%d", i);
    }
}

Test(rgb_order, remaps_ignore_case)
{
    static struct rgb_remap remap;
    static const struct {
        const char *from, *name;
        bool is_same;
    } cases[] = {{"models/Az[1]", "MODELS/aZ[1]", true}, {"Models/@", "models/@", true},
                 {"models/@", "models/`", false},        {"models/[", "models/{", false},
                 {"models/a", "models/ab", false},       {"models/ab", "models/a", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double offset = -1;
        struct material called = {.name = ""};
        snprintf(called.name, sizeof called.name, "%s", cases[i].name);
        remap = (struct rgb_remap){cases[i].from, &materials[9], 2.5f};
        scene.remaps = &remap;
        scene.num_remaps = 1;
        draw_list.last_called = NULL;
        const struct material *drawn = rgb_draw_list_remap(&draw_list, &called, &offset);
        cr_expect_eq(drawn, cases[i].is_same ? &materials[9] : &called, "%zu", i);
        cr_expect_eq(offset, cases[i].is_same ? 2.5 : 0.0, "%zu", i);
    }
    draw_list.last_called = NULL;
}

static bool alike(struct rgb_draw_surf a, struct rgb_draw_surf b)
{
    a.material = a.called;
    b.material = b.called;
    return rgb_surfs_merge(&a, &b);
}

Test(rgb_order, equal_surfaces_merge_into_one_mesh)
{
    struct rgb_draw_surf a = surf(0), b = surf(0);
    cr_assert(alike(a, b));
    b.number = 5;
    cr_assert(alike(a, b));
    cr_assert(!alike(a, surf(1)));
    b = a;
    b.fog = 1;
    cr_assert(!alike(a, b));
    b = a;
    b.lights = 1;
    cr_assert(!alike(a, b));
    a.lights = 2;
    cr_assert(alike(a, b), "which lights is the union's");
    b = a;
    b.time_offset = 1;
    cr_assert(!alike(a, b));
}

Test(rgb_order, entities_merge_if_entity_mergable)
{
    struct rgb_draw_surf a = surf(0), b = surf(0);
    a.kind = b.kind = RGB_SURF_SPRITE;
    a.entity = 1;
    b.entity = 2;
    cr_assert(!alike(a, b));
    rules[0].entity_mergable = true;
    cr_assert(alike(a, b));
    a.kind = b.kind = RGB_SURF_MD3; /* each has its own place */
    cr_assert(!alike(a, b));
}
