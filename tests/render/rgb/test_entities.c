/* Entities: models, sprites, beams, polygons of the client game. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats/base/vec.h"
#include "render/rgb/entities/model.h"
#include "render/rgb/entities/strips.h"
#include "tests/render/rgb/rgb_room.h"

enum { RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, WHITE = 0xffffff, BLACK = 0 };

/* A square of side 32 that faces -x, in two frames: the second one 64 units higher. */
struct square {
    struct q3_model model;
    struct md3_frame frames[2];
    struct md3_surface surface;
    struct md3_vertex vertices[8];
    float st[4][2];
    uint32_t triangles[2][3];
    const struct material *materials[2];
    const struct material **surfaces[1];
    struct md3_surface coarse_surface;
    const struct material *coarse_material;
    const struct material **coarse_surfaces[1];
};

static void make_square(struct square *square, const struct material *a, const struct material *b)
{
    static const int16_t corners[4][2] = {{16, 16}, {-16, 16}, {-16, -16}, {16, -16}};
    memset(square, 0, sizeof *square);
    for (int frame = 0; frame < 2; frame++) {
        struct md3_frame *box = &square->frames[frame];
        *box = (struct md3_frame){{-1, -16, -16}, {1, 16, 16}, {0, 0, 0}, 24};
        box->mins[2] += 64.0f * (float)frame;
        box->maxs[2] += 64.0f * (float)frame;
        for (int i = 0; i < 4; i++) {
            square->vertices[frame * 4 + i] = (struct md3_vertex){
                {0, (int16_t)(corners[i][0] * 64), (int16_t)((corners[i][1] + frame * 64) * 64)},
                64 * 3,
                0};
        }
    }
    static const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    memcpy(square->triangles, triangles, sizeof triangles);
    square->materials[0] = a;
    square->materials[1] = b;
    square->surfaces[0] = square->materials;
    square->surface = (struct md3_surface){.name = "front",
                                           .num_shaders = 2,
                                           .num_triangles = 2,
                                           .triangles = square->triangles,
                                           .num_vertices = 4,
                                           .st = square->st,
                                           .vertices = square->vertices};
    square->model = (struct q3_model){.kind = Q3_MODEL_MD3, .num_lods = 1};
    square->model.lods[0] = (struct q3_model_lod){{.num_frames = 2,
                                                   .frames = square->frames,
                                                   .num_surfaces = 1,
                                                   .surfaces = &square->surface},
                                                  square->surfaces};
}

static struct rgb_entity *add_model(struct rgb_scene *scene, const struct q3_model *model, float x)
{
    struct rgb_entity *entity = rgb_scene_add_entity(scene);
    cr_assert_not_null(entity);
    entity->model = model;
    entity->origin[0] = x;
    return entity;
}

Test(rgb_entities, frames_are_interpolated)
{
    static struct square square;
    struct rgb_room *room = room_create(1);
    make_square(&square, room_paint(room, "red"), room_paint(room, "green"));
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 32);
    struct rgb_entity *entity = add_model(scene, &square.model, 120);
    static const struct {
        int32_t frame, old_frame;
        float backlerp, height; /* the square's centre above the eye */
        unsigned flags;
    } cases[] = {
        {0, 0, 0.0f, -32.0f, 0},  {1, 1, 0.0f, 32.0f, 0},
        {1, 0, 0.5f, 0.0f, 0},    {1, 0, 0.0f, 32.0f, 0},
        {1, 0, 1.0f, -32.0f, 0},  {1, 2, 0.0f, -32.0f, 0},
        {-1, 1, 0.0f, -32.0f, 0}, {3, 3, 0.0f, 32.0f, RGB_WRAP_FRAMES},
        {1, 0, NAN, 32.0f, 0},    {-1, -1, 0.0f, 32.0f, RGB_WRAP_FRAMES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        entity->frame = cases[i].frame;
        entity->old_frame = cases[i].old_frame;
        entity->backlerp = cases[i].backlerp;
        entity->flags = cases[i].flags;
        cr_assert_eq(room_draw(room), 0);
        const float y = cases[i].height / 120.0f * (float)ROOM_WIDTH / ROOM_HEIGHT;
        cr_assert_eq(room_pixel(room, 0, y), RED, "%zu", i);
        cr_assert_eq(room_pixel(room, 0, y + 0.25f), BLACK, "%zu", i);
        cr_assert_eq(room_pixel(room, 0, y - 0.25f), BLACK, "%zu", i);
    }
    room_destroy(room);
}

Test(rgb_entities, materials_by_entity_skin_and_model)
{
    static struct square square;
    struct rgb_room *room = room_create(1);
    make_square(&square, room_paint(room, "red"), room_paint(room, "green"));
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    struct rgb_entity *entity = add_model(scene, &square.model, 50);
    struct q3_skin_line lines[2] = {{"back", "x"}, {"front", "y"}};
    const struct material *skins[2] = {room_paint(room, "black"), room_paint(room, "blue")};
    struct q3_model_skin skin = {
        .lines = {lines, 2, 2}, .materials = skins, .unnamed = room_paint(room, "green")};
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    entity->skin_number = 3;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    entity->skin_number = INT32_MIN;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    entity->skin = &skin;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLUE);
    snprintf(lines[1].surface, sizeof(lines[1].surface), "elsewhere");
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    skin.only = skins[1];
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLUE);
    entity->material = room_paint(room, "white");
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), WHITE);
    room_destroy(room);
}

Test(rgb_entities, coarser_models_far_away)
{
    static struct square square;
    struct rgb_room *room = room_create(1);
    make_square(&square, room_paint(room, "red"), room_paint(room, "green"));
    square.coarse_material = square.materials[1];
    square.coarse_surfaces[0] = &square.coarse_material;
    square.model.num_lods = 2;
    square.model.lods[1] = square.model.lods[0];
    square.model.lods[1].materials = square.coarse_surfaces;
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    struct rgb_entity *entity = add_model(scene, &square.model, 0);
    /* The sphere is |(1, 16, 16)| = 22.65 units, the cotangent 1.6: at 362.4 units it fills a
     * tenth, and 1 - 5 * 0.1 is half way to the second of two. */
    entity->origin[0] = 361;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    entity->origin[0] = 364;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), GREEN);
    room_destroy(room);
}

Test(rgb_entities, the_weapon_is_in_front_and_first_person_bodies_are_hidden)
{
    static struct square square;
    struct rgb_room *room = room_create(1);
    make_square(&square, room_paint(room, "red"), room_paint(room, "green"));
    room_wall(room, 1, room_paint(room, "blue"), 20, 0, 0, 500);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    struct rgb_entity *entity = add_model(scene, &square.model, 25);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLUE);
    entity->flags = RGB_NEAR;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), RED);
    entity->flags = RGB_NEAR | RGB_NOT_IN_EYES;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLUE);
    room_destroy(room);
}

Test(rgb_entities, sprites_face_the_view_and_turn)
{
    struct rgb_room *room = room_create(1);
    const struct material *glow = room_material(
        room, "glow", "{\ncull none\n{\nmap white\nblendFunc add\nrgbGen vertex\n}\n}\n");
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    struct rgb_entity *entity = rgb_scene_add_entity(scene);
    cr_assert_not_null(entity);
    entity->kind = RGB_SPRITE;
    entity->material = glow;
    entity->origin[0] = 100;
    entity->radius = 20;
    memcpy(entity->color, (const uint8_t[4]){10, 20, 30, 255}, 4);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0x0a141e);
    cr_assert_eq(room_pixel(room, 0.18f, 0.3f), 0x0a141e); /* a corner */
    cr_assert_eq(room_pixel(room, 0.24f, 0.0f), BLACK);
    entity->rotation = 45;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0.18f, 0.3f), BLACK);
    cr_assert_eq(room_pixel(room, 0.26f, 0.0f), 0x0a141e);
    entity->rotation = NAN;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_count(room, BLACK), ROOM_WIDTH * ROOM_HEIGHT);
    room_destroy(room);
}

/* Shaders of the game's own without a script know no depth. */
Test(rgb_entities, surfaces_without_depth_test_show_through_walls)
{
    struct rgb_room *room = room_create(1);
    struct material *glow = room_material(
        room, "glow", "{\ncull none\n{\nmap white\nblendFunc blend\nrgbGen vertex\n}\n}\n");
    room_wall(room, 1, room_paint(room, "red"), 50, 0, 0, 200);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    struct rgb_entity *entity = rgb_scene_add_entity(scene);
    cr_assert_not_null(entity);
    entity->kind = RGB_SPRITE;
    entity->material = glow;
    entity->origin[0] = 100;
    entity->radius = 20;
    memcpy(entity->color, (const uint8_t[4]){10, 20, 30, 255}, 4);
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0xff0000);
    glow->no_depth_test = true;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0x0a141e);
    cr_assert_eq(room_pixel(room, 0.3f, 0), 0xff0000);
    room_destroy(room);
}

Test(rgb_entities, beams_have_their_width_and_length)
{
    const float start[3] = {100, -50, 0}, end[3] = {100, 50, 0.5f};
    struct scene scene = {0};
    struct rgb_view view;
    struct rgb_mesh mesh = {0};
    cr_assert_not_null(rgb_scene_begin(&scene));
    scene.camera.fov_x = 90;
    rgb_scene_aim(&scene, 640, 480);
    cr_assert(rgb_view_set(&view, &scene));
    struct rgb_entity entity = {.kind = RGB_RAIL_CORE, .color = {200, 100, 40, 7}};
    memcpy(entity.origin, end, sizeof end);
    memcpy(entity.end, start, sizeof start);
    cr_assert_eq(rgb_strips_add(&mesh, &entity, &view), 0);
    cr_assert(mesh.num_vertices == 4 && mesh.num_indexes == 6);
    cr_assert_float_eq(vec_distance(mesh.xyz[0], mesh.xyz[1]), 12.0f, 1e-4f);
    cr_assert_float_eq(vec_distance(mesh.xyz[0], start), 6.0f, 1e-4f);
    cr_assert_float_eq(vec_distance(mesh.xyz[2], end), 6.0f, 1e-4f);
    cr_assert_eq(mesh.st[2][0], 100.0f / 256.0f); /* the length without its fraction */
    cr_assert(mesh.color[0][0] == 50 && mesh.color[1][0] == 200 && mesh.color[0][3] == 255);
    rgb_mesh_clear(&mesh);
    entity.kind = RGB_LIGHTNING;
    memcpy(entity.origin, start, sizeof start);
    memcpy(entity.end, end, sizeof end);
    cr_assert_eq(rgb_strips_add(&mesh, &entity, &view), 0);
    cr_assert(mesh.num_vertices == 16 && mesh.num_indexes == 24);
    float way[3], turned[3];
    for (int strip = 0; strip < 4; strip++) {
        cr_assert_float_eq(vec_distance(mesh.xyz[4 * strip], mesh.xyz[4 * strip + 1]), 16.0f,
                           1e-3f);
    }
    for (int i = 0; i < 3; i++) {
        way[i] = mesh.xyz[0][i] - mesh.xyz[1][i];
        turned[i] = mesh.xyz[4][i] - mesh.xyz[5][i];
    }
    cr_assert_float_eq(vec_dot(way, turned), 256.0f * sqrtf(0.5f), 0.1f);
    rgb_mesh_free(&mesh);
    scene_free(&scene);
}

Test(rgb_entities, polygons_are_fans_and_invalid_ones_are_skipped)
{
    struct rgb_room *room = room_create(1);
    const struct material *mark = room_material(
        room, "mark",
        "{\npolygonOffset\n{\nmap white\nblendFunc blend\nrgbGen vertex\nalphaGen vertex\n}\n}\n");
    room_wall(room, 1, room_paint(room, "black"), 100, 0, 0, 500);
    room_finish(room);
    struct rgb_scene *scene = room_look(room, 0, 0, 0);
    struct rgb_point *points;
    struct rgb_poly *poly = rgb_scene_add_poly(scene, 4, &points);
    cr_assert_not_null(poly);
    poly->material = mark;
    static const float corners[4][2] = {{20, 20}, {-20, 20}, {-20, -20}, {20, -20}};
    for (int i = 0; i < 4; i++) {
        points[i] = (struct rgb_point){.xyz = {100, corners[i][0], corners[i][1]},
                                       .color = {0, 255, 0, 128}};
    }
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), 0x008000);
    cr_assert_eq(room_pixel(room, 0.15f, -0.25f), 0x008000);
    scene->points[2].xyz[1] = NAN;
    cr_assert_eq(room_draw(room), 0);
    cr_assert_eq(room_pixel(room, 0, 0), BLACK);
    scene->polys[0].first = SIZE_MAX - 1;
    cr_assert_eq(room_draw(room), 0);
    room_destroy(room);
}
