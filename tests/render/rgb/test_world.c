/* Visible surfaces of a level and their order. */
#include <math.h>

#include <criterion/criterion.h>

#include "tests/render/rgb/rgb_room.h"

enum { RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, WHITE = 0xffffff, BLACK = 0 };

Test(rgb_world, near_walls_hide_far_ones_whatever_their_order)
{
    struct rgb_room *room = room_create(1);
    const struct material *red = room_paint(room, "red"), *green = room_paint(room, "green");
    room_wall(room, 1, green, 100, 0, 0, 20);
    room_wall(room, 2, red, 300, 0, 0, 500);
    room_wall(room, 1, green, 200, 60, 0, 20);
    room_finish(room);
    room_look(room, 10, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    cr_assert_eq(room_pixel(room, 0.6f, 0), RED);
    cr_assert_eq(room_pixel(room, -60.0f / 190.0f, 0), GREEN);
    room_destroy(room);
}

Test(rgb_world, every_kind_of_surface)
{
    struct rgb_room *room = room_create(1);
    const struct material *red = room_paint(room, "red"), *green = room_paint(room, "green");
    const struct material *blue = room_paint(room, "blue");
    room_wall(room, 1, red, 100, 60, 0, 20);
    room_soup(room, 1, green, 100, 0, 0, 20);
    room_patch(room, 1, blue, 100, -60, 0, 20, 30);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.6f, 0), RED);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    cr_assert_eq(room_pixel(room, 0.6f, 0), BLUE);
    cr_assert_eq(room_pixel(room, 0.3f, 0.0f), BLACK);
    room_destroy(room);
}

Test(rgb_world, leafs_outside_the_pvs_are_not_drawn)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 2, room_paint(room, "red"), 300, 0, 0, 500);
    room_finish(room);
    for (int seen = 0; seen < 2; seen++) {
        /* From leaf 0, of cluster 0: the row of cluster 1 is another matter. */
        room->visibility[0] = seen ? 7 : 3;
        room->visibility[1] = seen ? 0 : 7;
        room_look(room, -50, 0, 0);
        cr_assert_eq(room_draw(room), 0);
        cr_assert_eq(room_pixel(room, 0, 0), seen ? RED : BLACK);
    }
    room_destroy(room);
}

Test(rgb_world, closed_doors_hide_areas)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 2, room_paint(room, "red"), 300, 0, 0, 500);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 10, 0, 0);
    scene->hidden_areas[0] = 1 << 2;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLACK);
    scene->all_areas = true;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    scene->all_areas = false;
    room->leafs[2].area = -1;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    room_destroy(room);
}

Test(rgb_world, a_surface_is_drawn_once_however_many_leafs_have_it)
{
    struct rgb_room *room = room_create(1);
    const struct material *half =
        room_material(room, "half", "{\n{\nmap 40404040\nblendFunc add\n}\n}\n");
    room_wall(room, 1, half, 100, 0, 0, 50);
    room_finish(room);
    room->leafs[2].first_surface = 0;
    room->leafs[2].num_surfaces = 1;
    room_look(room, 10, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0x404040);
    room_destroy(room);
}

Test(rgb_world, sides_by_cull)
{
    static const char *const scripts[] = {"{\n{\nmap red\n}\n}\n",
                                          "{\ncull back\n{\nmap red\n}\n}\n",
                                          "{\ncull none\n{\nmap red\n}\n}\n"};
    for (int i = 0; i < 3; i++) {
        struct rgb_room *room = room_create(1);
        const struct material *material = room_material(room, "x", scripts[i]);
        room_wall(room, 1, material, 100, 0, 0, 500);
        room_finish(room);
        room_look(room, 10, 0, 0);
        cr_assert_eq(room_draw(room), 0);
        cr_assert_eq(room_pixel(room, 0, 0), i != 1 ? RED : BLACK, "%d", i);
        struct rgb_scene *scene = room_look(room, 200, 0, 0);
        room->scene.camera.angles[1] = 180;
        rgb_scene_aim(&room->scene, ROOM_WIDTH, ROOM_HEIGHT);
        cr_assert_eq(scene->axis[0][0] < 0, true);
        cr_assert_eq(room_draw(room), 0);
        cr_assert_eq(room_pixel(room, 0, 0), i != 0 ? RED : BLACK, "%d", i);
        room_destroy(room);
    }
}

/* Places of the same sort: by rank, whatever the distance; then by the order of the walk. */
Test(rgb_world, translucent_surfaces_in_rank_order)
{
    struct rgb_room *room = room_create(1);
    /* Each covers what is there: the one drawn last is seen. */
    const struct material *red =
        room_material(room, "a", "{\n{\nmap red\nblendFunc GL_SRC_ALPHA GL_ZERO\n}\n}\n");
    struct material *green =
        room_material(room, "b", "{\n{\nmap green\nblendFunc GL_SRC_ALPHA GL_ZERO\n}\n}\n");
    room_wall(room, 1, green, 200, 0, 0, 500);
    room_wall(room, 1, red, 100, 0, 0, 500);
    room_finish(room);
    room_look(room, 10, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN); /* far, with a later rank */
    room->rules[green->rank].sort = Q3_SORT_BANNER;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    room_destroy(room);
}

Test(rgb_world, opaque_surfaces_hide_translucent_ones)
{
    struct rgb_room *room = room_create(1);
    const struct material *glow = room_material(room, "a", "{\n{\nmap red\nblendFunc add\n}\n}\n");
    room_wall(room, 1, glow, 200, 0, 0, 500);
    room_wall(room, 1, glow, 80, 60, 0, 20);
    room_wall(room, 1, room_paint(room, "green"), 100, 0, 0, 30);
    room_wall(room, 1, room_paint(room, "blue"), 100, 60, 0, 29);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    cr_assert_eq(room_pixel(room, 0.8f, 0), RED);
    cr_assert_eq(room_pixel(room, -0.7f, 0), RED | BLUE);
    room_destroy(room);
}

Test(rgb_world, remaps_draw_other_stages_in_the_old_order)
{
    struct rgb_room *room = room_create(1);
    const struct material *red = room_paint(room, "red");
    const struct material *blue =
        room_material(room, "late",
                      "{\n{\nmap black\nrgbGen wave square 0 1 0 0.5\n}\n{\nmap blue\n"
                      "blendFunc add\nrgbGen wave square 0 1 0 0.5\n}\n}\n");
    room_wall(room, 1, red, 100, 0, 0, 500);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 10, 0, 0);
    struct rgb_remap *remap = rgb_scene_add_remap(scene);
    cr_assert_not_null(remap);
    *remap = (struct rgb_remap){.from = "RED", .to = blue};
    room->scene.time = 0.5; /* the wave's first half */
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLUE);
    scene->remaps[0].time_offset = 1.0f; /* its second */
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLACK);
    scene->remaps[0].time_offset = NAN; /* no time at all: anything, once, and done */
    cr_assert_eq(room_draw(room), 0);
    scene->remaps[0].from = "re";
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    room_destroy(room);
}

Test(rgb_world, inline_models_move_and_rotate)
{
    struct rgb_room *room = room_create(1);
    const struct material *red = room_paint(room, "red");
    const uint32_t first = room_wall(room, 1, red, 0, 0, 0, 20);
    const uint32_t part = room_submodel(room, first);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 10, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_count(room, BLACK), ROOM_WIDTH * ROOM_HEIGHT); /* not by itself */
    struct q3_model model = {.kind = Q3_MODEL_BRUSH, .level = &room->level, .submodel = part};
    struct rgb_entity *entity = rgb_scene_add_entity(scene);
    cr_assert_not_null(entity);
    entity->model = &model;
    entity->origin[0] = 110; /* 100 before the eye, */
    entity->origin[1] = 50;  /* 50 to the left */
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.5f, 0), RED);
    cr_assert_eq(room_pixel(room, 0.0f, 0), BLACK);
    const uint32_t broad = room_count(room, RED);
    rgb_axis_of_angles((const float[3]){0, -40, 0}, entity->axis);
    cr_assert_eq(room_draw(room), 0);
    const uint32_t narrow = room_count(room, RED);
    cr_assert(narrow > broad / 4 && narrow < broad * 3 / 4, "%u of %u", narrow, broad);
    room->visibility[1] = 0; /* no leaf is seen, the part still is */
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_count(room, RED), narrow);
    room_destroy(room);
}

Test(rgb_world, the_far_plane_is_behind_all_visited_leafs)
{
    struct rgb_room *room = room_create(1);
    room_wall(room, 2, room_paint(room, "red"), 1020, 0, 0, 510);
    room_finish(room);
    room_look(room, -500, 500, 500);
    room->scene.camera.angles[0] = 20;
    room->scene.camera.angles[1] = -20;
    rgb_scene_aim(&room->scene, ROOM_WIDTH, ROOM_HEIGHT);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_gt(room_count(room, RED), 1000);
    room_destroy(room);
}

/* The second stage stores, too: the first is visible only in the gaps of the second. */
Test(rgb_world, opaque_stages_hide_earlier_ones)
{
    struct rgb_room *room = room_create(1);
    const struct material *whole = room_material(
        room, "a", "{\n{\nmap red\n}\n{\nmap green\n}\n{\nmap blue\nblendFunc add\n}\n}\n");
    const struct material *gaps =
        room_material(room, "b", "{\n{\nmap red\n}\n{\nmap 0000ff00\nalphaFunc GE128\n}\n}\n");
    room_wall(room, 1, whole, 100, 60, 0, 50);
    room_wall(room, 1, gaps, 100, -60, 0, 50);
    room_finish(room);
    room_look(room, 0, 0, 0);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, -0.6f, 0), GREEN | BLUE);
    cr_assert_eq(room_pixel(room, 0.6f, 0), RED);
    room_destroy(room);
}

/* 300 quads of one material are two batches of the original's: all of the first have both stages
 * before the second begins, so the second stage of the first batch is under the first of the
 * second one. */
Test(rgb_world, batches_end_where_the_original_ends_them)
{
    for (int quads = 249; quads <= 250; quads++) {
        struct rgb_room *room = room_create(1);
        const struct material *two = room_material(
            room, "a",
            "{\ncull none\n{\nmap red\nblendFunc GL_SRC_ALPHA GL_ZERO\n}\n{\nmap 80008000\n"
            "blendFunc add\n}\n}\n");
        room_finish(room);
        struct rgb_scene *scene = room_look(room, 0, 0, 0);
        for (int i = 0; i < quads; i++) {
            struct rgb_point *points;
            struct rgb_poly *poly = rgb_scene_add_poly(scene, 4, &points);
            cr_assert_not_null(poly);
            poly->material = two;
            /* The first and the last lie in the middle, the others to the left. */
            const float y = i == 0 || i == quads - 1 ? 0.0f : 60.0f;
            for (int k = 0; k < 4; k++) {
                points[k] = (struct rgb_point){
                    .xyz = {100, y + (k == 1 || k == 2 ? -9.0f : 9.0f), k < 2 ? 9.0f : -9.0f}};
            }
        }
        cr_assert_eq(room_draw(room), 0);
        /* One batch: red, red, 128, 128. Two: red of the second batch hides 128 of the first. */
        cr_assert_eq(room_pixel(room, 0, 0), quads == 249 ? 0xffff00 : 0xff8000, "%d", quads);
        room_destroy(room);
    }
}
