/* Data that collecting a scene emits: entries of the draw list and triangles of models. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/rgb/entities/model.h"
#include "render/rgb/entities/strips.h"
#include "render/rgb/world/surface.h"
#include "tests/render/rgb/rgb_room.h"

static struct rgb_room *room;
static struct rgb_scene *scene;
static struct rgb_view view;
static struct rgb_space world;
static struct rgb_draw_list list;

static void setup(void)
{
    room = room_create(1);
}

static void teardown(void)
{
    rgb_draw_list_free(&list);
    room_destroy(room);
}

TestSuite(rgb_collect, .init = setup, .fini = teardown);

/* After the level is made: an empty draw list, and the view from 0 0 0 along x. */
static void begin_list(void)
{
    room_finish(room);
    scene = room_look(room, 0, 0, 0);
    cr_assert(rgb_view_set(&view, &room->scene));
    rgb_space_of_world(&world, &view);
    rgb_draw_list_begin(&list, scene);
}

/* The entry of a surface, or NULL if it is culled. */
static const struct rgb_draw_surf *collect_surface(uint32_t number, uint32_t lights)
{
    rgb_draw_list_begin(&list, scene);
    rgb_surface_collect(&list, &view, &world, &room->level, number, RGB_NO_ENTITY, lights);
    return list.solid.count == 0 ? NULL : &list.solid.surfs[0];
}

static void add_light(float x, float y)
{
    struct rgb_dlight *light = rgb_scene_add_dlight(scene);
    cr_assert_not_null(light);
    *light = (struct rgb_dlight){{x, y, 0}, 50, {1, 0, 0}};
}

/* A planar surface by its plane's distance, a patch by its box, a soup by all lights. */
Test(rgb_collect, lights_of_each_kind_of_surface)
{
    const struct material *grey = room_paint(room, "grey");
    const uint32_t wall = room_wall(room, 1, grey, 100, 0, 0, 20);
    const uint32_t patch = room_patch(room, 1, grey, 100, 0, 0, 20, 5);
    const uint32_t soup = room_soup(room, 1, grey, 100, 0, 0, 20);
    begin_list();
    add_light(120, 0);
    add_light(120, 500);
    add_light(170, 0);
    cr_expect_eq(collect_surface(wall, 7)->lights, 3);
    cr_expect_eq(collect_surface(wall, 6)->lights, 2);
    cr_expect_eq(collect_surface(patch, 7)->lights, 1);
    cr_expect_eq(collect_surface(soup, 7)->lights, 7);
}

/* As in the original: planar surfaces with deforms have no box test. */
Test(rgb_collect, surfaces_outside_the_view_are_culled_unless_planar_with_deforms)
{
    const struct material *still = room_paint(room, "red");
    const struct material *moving = room_material(
        room, "moving", "{\ndeformVertexes move 0 9 0 sin 0 1 0 1\n{\nmap red\n}\n}\n");
    const uint32_t outside = room_wall(room, 1, still, 100, 900, 0, 20);
    const uint32_t deformed = room_wall(room, 1, moving, 100, 900, 0, 20);
    const uint32_t soup = room_soup(room, 1, moving, 100, 900, 0, 20);
    const uint32_t inside = room_wall(room, 1, still, 100, 0, 0, 20);
    begin_list();
    cr_expect_null(collect_surface(outside, 0));
    cr_expect_not_null(collect_surface(deformed, 0));
    cr_expect_null(collect_surface(soup, 0));
    cr_expect_not_null(collect_surface(inside, 0));
}

Test(rgb_collect, polygons_get_the_fog_that_their_box_meets)
{
    static const float boxes[2][2][3] = {{{0, -99, 50}, {200, 99, 90}},
                                         {{0, -99, -90}, {200, 99, -10}}};
    static const uint8_t green[3] = {0, 255, 0};
    const struct material *red = room_paint(room, "red");
    for (int i = 0; i < 2; i++) {
        room_fog(room, boxes[i][0], boxes[i][1], false, green, 100);
    }
    begin_list();
    static const float heights[3] = {20, 60, -50};
    static const uint32_t fogs[3] = {0, 1, 2};
    for (int n = 0; n < 3; n++) {
        struct rgb_point *points;
        struct rgb_poly *poly = rgb_scene_add_poly(scene, 3, &points);
        cr_assert_not_null(poly);
        poly->material = red;
        for (int i = 0; i < 3; i++) {
            points[i] = (struct rgb_point){
                .xyz = {100, (float)(i % 2 * 20), heights[n] + (float)(i / 2 * 10)}};
        }
    }
    rgb_polys_collect(&list, &view, &room->level);
    cr_assert_eq(list.solid.count, 3);
    for (uint32_t n = 0; n < 3; n++) {
        cr_expect_eq(list.solid.surfs[n].number, n);
        cr_expect_eq(list.solid.surfs[n].fog, fogs[n], "%u", n);
    }
}

/* Bit i of `lights` is light i: an inline model gets the first light if any reaches its box. */
Test(rgb_collect, lights_of_inline_models_follow_their_bits)
{
    static struct q3_model model = {.kind = Q3_MODEL_BRUSH};
    const uint32_t first = room_wall(room, 1, room_paint(room, "grey"), 100, 0, 0, 20);
    room_wall(room, 1, room_paint(room, "red"), 100, 0, 0, 20);
    model.submodel = room_submodel(room, first);
    model.level = &room->level;
    begin_list();
    add_light(100, 500); /* 0: in the plane, outside the box */
    add_light(120, 0);   /* 1: reaches the box */
    struct rgb_entity entity = {.model = &model, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    static const uint32_t lights[] = {0, 1, 2, 3}, wanted[] = {0, 0, 0, 1};
    for (int i = 0; i < 4; i++) {
        rgb_draw_list_begin(&list, scene);
        struct rgb_draw_entity *drawn = rgb_draw_list_add_entity(&list);
        cr_assert_not_null(drawn);
        drawn->entity = &entity;
        cr_assert(rgb_space_of_entity(&drawn->space, &view, entity.origin, entity.axis));
        cr_assert(rgb_model_collect(&list, drawn, 0, &view, &room->level, lights[i]));
        cr_assert_eq(list.solid.count, 2);
        for (uint32_t k = 0; k < 2; k++) {
            cr_expect_eq(list.solid.surfs[k].number, first + k);
            cr_expect_eq(list.solid.surfs[k].lights, wanted[i], "%d", i);
        }
    }
}

/* As in the original: the first corner of each strip has a quarter of the colour. */
Test(rgb_collect, strips_of_lightning_turn_and_are_dim_at_one_corner)
{
    struct rgb_mesh mesh = {0};
    const struct rgb_entity entity = {.kind = RGB_LIGHTNING,
                                      .origin = {100, 20, 0},
                                      .end = {100, -80, 0},
                                      .color = {200, 101, 7, 9}};
    begin_list();
    cr_assert_eq(rgb_strips_add(&mesh, &entity, &view), 0);
    cr_assert_eq(mesh.num_vertices, 16);
    cr_assert_eq(mesh.num_indexes, 24);
    for (uint32_t i = 0; i < 16; i++) {
        static const uint8_t full[4] = {200, 101, 7, 255}, dim[4] = {50, 25, 1, 255};
        cr_expect_arr_eq(mesh.color[i], i % 4 == 0 ? dim : full, 4, "%u", i);
        cr_expect_float_eq(mesh.xyz[i][1], i % 4 < 2 ? 20 : -80, 1e-3, "%u", i);
        /* Half 8 wide; each strip is turned by 45 degrees from the one before. */
        const double turn = i / 4 * (DMATH_PI / 4), half = i % 2 == 0 ? 8 : -8;
        cr_expect_float_eq(mesh.xyz[i][0], 100 + half * sin(turn), 1e-3, "%u", i);
        cr_expect_float_eq(mesh.xyz[i][2], -half * cos(turn), 1e-3, "%u", i);
    }
    rgb_mesh_free(&mesh);
}

/* ---- Projection ---- */

/* Clip z / w runs from -1 at the near plane to 1 at the far plane. */
Test(rgb_collect, depth_runs_from_the_near_to_the_far_plane)
{
    static const float distances[] = {100, 4096, 70000};
    begin_list();
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        const float far_plane = distances[i];
        const float points[2][3] = {{RGB_NEAR_PLANE, 1, 2}, {far_plane, 1, 2}};
        float clip[2][4];
        rgb_view_set_far(&view, far_plane);
        cr_expect_eq(view.far, far_plane);
        rgb_space_of_world(&world, &view);
        rgb_space_clip(&world, &view, points, 2, clip);
        cr_expect_float_eq(clip[0][3], RGB_NEAR_PLANE, 1e-6);
        cr_expect_float_eq(clip[0][2] / clip[0][3], -1, 1e-5, "%zu", i);
        cr_expect_float_eq(clip[1][2] / clip[1][3], 1, 1e-5, "%zu", i);
    }
    rgb_view_set_far(&view, 1);
    cr_expect_eq(view.far, 2 * RGB_NEAR_PLANE);
}

/* ---- Models ---- */

/* A triangle pair in two frames; the second one 64 units higher, its normals along -z. */
struct pair {
    struct md3_vertex vertices[8];
    float st[4][2];
    uint32_t triangles[2][3];
    struct md3_surface surface;
    struct md3_frame frames[2];
    const struct material *material;
    const struct material **materials[1];
    struct q3_model model;
};

static struct rgb_draw_entity *make_pair(struct pair *pair, struct rgb_entity *entity)
{
    static const int16_t corners[4][2] = {{16, 16}, {-16, 16}, {-16, -16}, {16, -16}};
    static const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    memcpy(pair->triangles, triangles, sizeof triangles);
    for (int i = 0; i < 8; i++) {
        const int frame = i / 4;
        pair->vertices[i] = (struct md3_vertex){{0, (int16_t)(corners[i % 4][0] * 64),
                                                 (int16_t)((corners[i % 4][1] + frame * 64) * 64)},
                                                (uint8_t)(frame * 128),
                                                0};
    }
    for (int i = 0; i < 2; i++) {
        pair->frames[i] = (struct md3_frame){{-1, -16, -16}, {1, 16, 80}, {0, 0, 0}, 90};
    }
    pair->surface = (struct md3_surface){.num_shaders = 1,
                                         .num_triangles = 2,
                                         .triangles = pair->triangles,
                                         .num_vertices = 4,
                                         .st = pair->st,
                                         .vertices = pair->vertices};
    pair->material = room_paint(room, "red");
    pair->materials[0] = &pair->material;
    pair->model = (struct q3_model){.kind = Q3_MODEL_MD3, .num_lods = 1};
    pair->model.lods[0] = (struct q3_model_lod){
        {.num_frames = 2, .frames = pair->frames, .num_surfaces = 1, .surfaces = &pair->surface},
        pair->materials};
    begin_list();
    entity->model = &pair->model;
    entity->origin[0] = 100;
    for (int i = 0; i < 3; i++) {
        entity->axis[i][i] = 1;
    }
    struct rgb_draw_entity *drawn = rgb_draw_list_add_entity(&list);
    cr_assert_not_null(drawn);
    drawn->entity = entity;
    cr_assert(rgb_space_of_entity(&drawn->space, &view, entity->origin, entity->axis));
    return drawn;
}

Test(rgb_collect, frames_of_models)
{
    static struct pair pair;
    struct rgb_entity entity = {.frame = 1, .old_frame = 0, .backlerp = 0.25f};
    struct rgb_draw_entity *drawn = make_pair(&pair, &entity);
    cr_assert(rgb_model_collect(&list, drawn, 0, &view, NULL, 0));
    cr_expect(drawn->frame == 1 && drawn->old_frame == 0 && drawn->backlerp == 0.25f);
    entity.old_frame = 1; /* equal frames are not interpolated */
    cr_assert(rgb_model_collect(&list, drawn, 0, &view, NULL, 0));
    cr_expect(drawn->frame == 1 && drawn->old_frame == 1 && drawn->backlerp == 0.0f);
    cr_assert_eq(list.solid.count, 2);
    cr_expect_eq(list.solid.surfs[1].indexes, 6);
    entity.origin[0] = -200;
    cr_assert(rgb_space_of_entity(&drawn->space, &view, entity.origin, entity.axis));
    cr_expect_not(rgb_model_collect(&list, drawn, 0, &view, NULL, 0));
    cr_expect_eq(list.solid.count, 2);
}

/* Into a mesh that has no arrays (sanitizers report arithmetic on them). */
Test(rgb_collect, surfaces_without_vertices_add_nothing)
{
    static struct pair pair;
    struct q3_waves waves;
    struct rgb_mesh mesh = {0};
    struct rgb_entity entity = {.frame = 1};
    struct rgb_draw_entity *drawn = make_pair(&pair, &entity);
    struct md3_surface *surface = &pair.surface;
    surface->num_vertices = surface->num_triangles = 0;
    q3_waves_make(&waves);
    cr_assert_eq(rgb_model_add(&mesh, drawn, 0, &waves), 0);
    cr_expect(mesh.num_vertices == 0 && mesh.num_indexes == 0);
    rgb_mesh_free(&mesh);
}

Test(rgb_collect, triangles_of_models_are_appended)
{
    static struct pair pair;
    struct q3_waves waves;
    struct rgb_mesh mesh = {0};
    struct rgb_entity entity = {.frame = 1, .old_frame = 0, .backlerp = 0.25f};
    struct rgb_draw_entity *drawn = make_pair(&pair, &entity);
    q3_waves_make(&waves);
    cr_assert(rgb_model_collect(&list, drawn, 0, &view, NULL, 0));
    for (uint32_t n = 0; n < 2; n++) {
        static const uint32_t indexes[6] = {0, 1, 2, 0, 2, 3};
        cr_assert_eq(rgb_model_add(&mesh, drawn, 0, &waves), 0);
        cr_assert_eq(mesh.num_vertices, 4 * (n + 1));
        cr_assert_eq(mesh.num_indexes, 6 * (n + 1));
        for (uint32_t i = 0; i < 6; i++) {
            cr_expect_eq(mesh.indexes[6 * n + i], 4 * n + indexes[i], "%u %u", n, i);
        }
        /* A quarter of the old frame: 48 units up. */
        cr_expect(mesh.xyz[4 * n][1] == 16 && mesh.xyz[4 * n][2] == 64);
        cr_expect_eq(mesh.xyz[4 * n + 2][2], 32);
        cr_expect_float_eq(mesh.normal[4 * n][2], -1, 0.002);
    }
    rgb_mesh_free(&mesh);
}
