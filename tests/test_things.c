/* Alias models, sprites, particles and the weapon in hand: where they fall, in what order, and that
 * any rows can be drawn apart from any others. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/lmp.h"
#include "formats/pak.h"
#include "render/alias.h"
#include "render/dmath.h"
#include "render/particles.h"
#include "render/sprite.h"
#include "render/things.h"

enum { GUARD = 64, GROUND = 250 };

/* ---- A picture with guards before and behind ---- */

struct picture {
    int width, height;
    uint8_t *pixels;
    int16_t *z;
};

static struct picture picture_make(int width, int height)
{
    struct picture p = {width, height, NULL, NULL};
    size_t size = (size_t)(width * height);
    p.pixels = malloc(size + 2 * GUARD);
    p.z = malloc((size + 2 * GUARD) * sizeof *p.z);
    cr_assert(p.pixels && p.z);
    memset(p.pixels, 0xA5, size + 2 * GUARD);
    memset(p.pixels + GUARD, GROUND, size);
    for (size_t i = 0; i < size + 2 * GUARD; i++) {
        p.z[i] = i < GUARD || i >= size + GUARD ? 0x5A5A : 0;
    }
    return p;
}

static void picture_free(struct picture *p)
{
    size_t size = (size_t)(p->width * p->height);
    for (size_t i = 0; i < GUARD; i++) {
        cr_assert_eq(p->pixels[i], 0xA5);
        cr_assert_eq(p->pixels[GUARD + size + i], 0xA5);
        cr_assert_eq(p->z[i], 0x5A5A);
        cr_assert_eq(p->z[GUARD + size + i], 0x5A5A);
    }
    free(p->pixels);
    free(p->z);
}

static struct surfaces_target picture_target(struct picture *p)
{
    return (struct surfaces_target){p->pixels + GUARD, p->z + GUARD, p->width, p->height};
}

static uint8_t pixel(const struct picture *p, int u, int v)
{
    return p->pixels[GUARD + v * p->width + u];
}

static int count_drawn(const struct picture *p)
{
    int count = 0;
    for (int i = 0; i < p->width * p->height; i++) {
        count += p->pixels[GUARD + i] != GROUND;
    }
    return count;
}

static bool pictures_equal(const struct picture *a, const struct picture *b)
{
    size_t size = (size_t)(a->width * a->height);
    return memcmp(a->pixels + GUARD, b->pixels + GUARD, size) == 0 &&
           memcmp(a->z + GUARD, b->z + GUARD, size * sizeof *a->z) == 0;
}

/* ---- A stage: a camera at the origin that looks along x ---- */

/* Row r of the colormap turns c into c for even rows and c + 1 for odd ones, so that light shows.
 */
static uint8_t colormap[COLORMAP_BYTES];

struct stage {
    struct scene scene;
    int width, height;
    struct things *things;
};

static void stage_init(struct stage *stage, int width, int height)
{
    memset(stage, 0, sizeof *stage);
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)(i + ((i >> 8) & 1));
    }
    stage->width = width;
    stage->height = height;
    stage->scene.camera.fov_x = 90;
    stage->things = things_create(colormap, LOOK_EXACT);
    cr_assert_not_null(stage->things);
}

static void stage_free(struct stage *stage)
{
    things_destroy(stage->things);
    scene_free(&stage->scene);
}

static struct scene_entity *stage_add(struct stage *stage, const struct model *model, float x,
                                      float y, float z)
{
    struct scene_entity *entity = scene_add_entity(&stage->scene);
    cr_assert_not_null(entity);
    entity->model = model;
    entity->alpha = 255;
    entity->frame_lerp = 1;
    entity->origin[0] = x;
    entity->origin[1] = y;
    entity->origin[2] = z;
    return entity;
}

static struct picture stage_draw(struct stage *stage, int band)
{
    struct view view;
    struct picture p = picture_make(stage->width, stage->height);
    struct surfaces_target target = picture_target(&p);
    view_setup(&view, &stage->scene.camera, stage->width, stage->height);
    cr_assert_eq(things_prepare(stage->things, &stage->scene, &view, NULL), 0);
    for (int row = 0; row < stage->height; row += band) {
        things_draw_band(stage->things, &target, row, row + band);
    }
    return p;
}

/* Draws in bands of several heights and asks for one picture; returns how many pixels it covers. */
static int check_bands(struct stage *stage, const char *what)
{
    static const int heights[] = {32, 7, 1};
    struct picture whole = stage_draw(stage, stage->height);
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        struct picture parts = stage_draw(stage, heights[i]);
        cr_assert(pictures_equal(&whole, &parts), "%s: bands of %d rows", what, heights[i]);
        picture_free(&parts);
    }
    int drawn = count_drawn(&whole);
    picture_free(&whole);
    return drawn;
}

/* ---- Models made here ---- */

enum { MESH_VERTICES = 60, MESH_TRIANGLES = 80, SKIN_SIDE = 16 };

struct mesh {
    struct model model;
    struct mdl mdl;
    struct mdl_vertex poses[2 * MESH_VERTICES];
    struct mdl_texcoord texcoords[MESH_VERTICES];
    struct mdl_triangle triangles[MESH_TRIANGLES];
    struct mdl_group frames[2], skins[2];
    struct mdl_vertex bounds[2][2];
    uint8_t skin[2 * SKIN_SIDE * SKIN_SIDE];
};

/* 2 frames, 2 skins, 256 * scale units on each side, the origin in the middle. */
static void mesh_init(struct mesh *mesh, uint32_t vertices, uint32_t triangles, float scale)
{
    memset(mesh, 0, sizeof *mesh);
    struct mdl *mdl = &mesh->mdl;
    for (int i = 0; i < 3; i++) {
        mdl->scale[i] = scale;
        mdl->origin[i] = -128 * scale;
    }
    mdl->size = 10;
    mdl->skin_width = mdl->skin_height = SKIN_SIDE;
    mdl->num_skins = mdl->num_skin_pictures = 2;
    mdl->skins = mesh->skins;
    mdl->skin_pixels = mesh->skin;
    mdl->num_vertices = vertices;
    mdl->texcoords = mesh->texcoords;
    mdl->num_triangles = triangles;
    mdl->triangles = mesh->triangles;
    mdl->num_frames = mdl->num_poses = 2;
    mdl->frames = mesh->frames;
    mdl->poses = mesh->poses;
    mdl->pose_bounds = mesh->bounds;
    for (uint32_t i = 0; i < 2; i++) {
        mesh->frames[i] = mesh->skins[i] = (struct mdl_group){i, 1, NULL};
        memset(mesh->bounds[i][0].v, 0, 3);
        memset(mesh->bounds[i][1].v, 255, 3);
    }
    for (int i = 0; i < 2 * SKIN_SIDE * SKIN_SIDE; i++) {
        mesh->skin[i] = (uint8_t)(1 + i % 97);
    }
    mesh->model.kind = MODEL_ALIAS;
    mesh->model.mdl = mdl;
}

/* A heap of triangles without order. */
static void mesh_random(struct mesh *mesh, uint32_t seed, float scale)
{
    mesh_init(mesh, MESH_VERTICES, MESH_TRIANGLES, scale);
    mesh->mdl.num_poses = 1;
    mesh->mdl.num_frames = 1;
    for (uint32_t i = 0; i < MESH_VERTICES; i++) {
        for (uint32_t j = 0; j < 3; j++) {
            mesh->poses[i].v[j] = (uint8_t)dmath_hash(seed, i, j);
        }
        mesh->poses[i].normal = (uint8_t)(dmath_hash(seed, i, 3) % 162);
        mesh->texcoords[i] = (struct mdl_texcoord){dmath_hash(seed, i, 4) & 1,
                                                   (int32_t)(dmath_hash(seed, i, 5) % SKIN_SIDE),
                                                   (int32_t)(dmath_hash(seed, i, 6) % SKIN_SIDE)};
    }
    for (uint32_t i = 0; i < MESH_TRIANGLES; i++) {
        mesh->triangles[i].faces_front = dmath_hash(seed, i, 7) & 1;
        for (uint32_t j = 0; j < 3; j++) {
            mesh->triangles[i].vertices[j] = dmath_hash(seed, i, 8 + j) % MESH_VERTICES;
        }
    }
}

/* A square in the y-z plane, as wide as the model, seen from -x; its skin is one colour. Both
 * windings, so that it can be seen from anywhere. */
static void mesh_square(struct mesh *mesh, float scale, uint8_t color)
{
    static const uint8_t corners[4][2] = {{0, 0}, {0, 255}, {255, 255}, {255, 0}};
    static const uint8_t triangles[4][3] = {{0, 1, 2}, {0, 2, 3}, {2, 1, 0}, {3, 2, 0}};
    mesh_init(mesh, 4, 4, scale);
    for (uint32_t i = 0; i < 4; i++) {
        for (int pose = 0; pose < 2; pose++) {
            mesh->poses[pose * 4 + i] = (struct mdl_vertex){{128, corners[i][0], corners[i][1]}, 0};
        }
        mesh->triangles[i].faces_front = true;
        for (int j = 0; j < 3; j++) {
            mesh->triangles[i].vertices[j] = triangles[i][j];
        }
    }
    memset(mesh->skin, color, sizeof mesh->skin / 2);
    memset(mesh->skin + sizeof mesh->skin / 2, color + 64, sizeof mesh->skin / 2);
}

/* ---- Alias models ---- */

Test(alias, bands_do_not_change_the_picture)
{
    static const struct {
        const char *what;
        float x, y, z, scale;
    } places[] = {{"near", 200, 0, 0, 1},          {"far", 3000, 10, -20, 1},
                  {"left edge", 150, 150, 0, 1},   {"right edge", 150, -150, 0, 1},
                  {"top edge", 150, 0, 120, 1},    {"bottom edge", 150, 0, -120, 1},
                  {"corner", 150, 150, 110, 1},    {"around the camera", 20, 0, 0, 1},
                  {"all over", 60, 5, 5, 2},       {"tiny", 700, 0, 0, 0.05f},
                  {"one pixel", 3000, 0, 0, 0.01f}};
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (uint32_t seed = 0; seed < 4; seed++) {
            struct mesh mesh;
            mesh_random(&mesh, seed, places[i].scale);
            scene_clear(&stage.scene);
            stage.scene.camera.fov_x = 90;
            struct scene_entity *entity =
                stage_add(&stage, &mesh.model, places[i].x, places[i].y, places[i].z);
            entity->angles[0] = (float)seed * 20;
            entity->angles[1] = (float)seed * 77;
            entity->angles[2] = (float)seed * 11;
            cr_assert_gt(check_bands(&stage, places[i].what), 0, "%s: nothing drawn",
                         places[i].what);
        }
    }
    stage_free(&stage);
}

Test(alias, far_models_are_subdivided)
{
    struct mesh mesh;
    struct stage stage;
    struct alias_list list = {0};
    struct view view;
    static uint8_t wide[ALIAS_COLORMAP_BYTES];
    stage_init(&stage, 320, 152);
    view_setup(&view, &stage.scene.camera, 320, 152);
    mesh_random(&mesh, 1, 0.1f);
    mesh.mdl.size = 11; /* one unit: the border is at 200 + 100 units */
    /* The box reaches 12.7 units from its middle; whole units count. */
    struct scene_entity *entity = stage_add(&stage, &mesh.model, 314, 0, 0);
    struct alias_request request = {&stage.scene, &view, entity, wide, false};
    alias_list_begin(&list, &view);
    cr_assert_eq(alias_list_add(&list, &request), 1);
    entity->origin[0] = 310;
    cr_assert_eq(alias_list_add(&list, &request), 1);
    entity->origin[0] = -100;
    cr_assert_eq(alias_list_add(&list, &request), 0);
    entity->origin[0] = 314;
    entity->origin[1] = 310; /* across the left edge */
    cr_assert_eq(alias_list_add(&list, &request), 1);
    cr_assert(list.models[0].is_far);
    cr_assert_not(list.models[1].is_far);
    cr_assert_not(list.models[2].is_far);
    alias_list_free(&list);
    stage_free(&stage);
}

Test(alias, both_fills_cover_a_square)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 1, 100);
    for (int far = 0; far < 2; far++) {
        scene_clear(&stage.scene);
        stage.scene.camera.fov_x = 90;
        stage_add(&stage, &mesh.model, far ? 1500 : 300, 0, 0);
        struct picture p = stage_draw(&stage, stage.height);
        int half = far ? 13 : 67; /* 127 units at 160 pixels a unit of slope */
        for (int v = 0; v < stage.height; v++) {
            for (int u = 0; u < stage.width; u++) {
                if (abs(u - 160) < half - 1 && abs(v - 100) < half - 1) {
                    cr_assert(pixel(&p, u, v) == 100 || pixel(&p, u, v) == 101, "hole at %d, %d", u,
                              v);
                } else if (abs(u - 160) > half + 2 || abs(v - 100) > half + 2) {
                    cr_assert_eq(pixel(&p, u, v), GROUND);
                }
            }
        }
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(alias, nearer_wins_and_the_later_of_equals)
{
    struct mesh red, blue;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&red, 0.5f, 20);
    mesh_square(&blue, 0.5f, 40);
    static const struct {
        float red, blue;
        uint8_t shown;
    } cases[] = {
        {200, 220, 20}, {220, 200, 40}, {200, 200, 40}, {1500, 2000, 20}, {2000, 1500, 40}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene_clear(&stage.scene);
        stage.scene.camera.fov_x = 90;
        stage_add(&stage, &red.model, cases[i].red, 0, 0);
        stage_add(&stage, &blue.model, cases[i].blue, 0, 0);
        struct picture p = stage_draw(&stage, 32);
        cr_assert_eq(pixel(&p, 160, 100) & ~1, cases[i].shown, "case %zu", i);
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(alias, z_buffer_hides)
{
    struct mesh mesh;
    struct stage stage;
    struct view view;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    stage_add(&stage, &mesh.model, 200, 0, 0);
    view_setup(&view, &stage.scene.camera, 320, 200);
    struct picture p = picture_make(320, 200);
    struct surfaces_target target = picture_target(&p);
    for (int i = 0; i < 320 * 100; i++) {
        target.z[i] = 0x8000 / 100; /* a wall at 100 units in the upper half */
    }
    cr_assert_eq(things_prepare(stage.things, &stage.scene, &view, NULL), 0);
    things_draw_band(stage.things, &target, 0, 200);
    cr_assert_eq(pixel(&p, 160, 99), GROUND);
    cr_assert_neq(pixel(&p, 160, 101), GROUND);
    cr_assert_eq(target.z[101 * 320 + 160], 0x8000 / 200);
    picture_free(&p);
    stage_free(&stage);
}

Test(alias, weapon_is_drawn_last_and_three_times_nearer)
{
    struct mesh red, blue;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&red, 0.5f, 20);
    mesh_square(&blue, 0.5f, 40);
    stage_add(&stage, &red.model, 100, 0, 0);
    struct scene_entity *weapon = &stage.scene.view_model;
    weapon->model = &blue.model;
    weapon->alpha = 255;
    weapon->frame_lerp = 1;
    weapon->origin[0] = 250;
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(pixel(&p, 160, 100) & ~1, 40);
    picture_free(&p);
    weapon->origin[0] = 350;
    p = stage_draw(&stage, 32);
    cr_assert_eq(pixel(&p, 160, 100) & ~1, 20);
    picture_free(&p);
    weapon->origin[0] = 30;
    cr_assert_eq(check_bands(&stage, "weapon"), 320 * 200);
    stage_free(&stage);
}

Test(alias, frames_and_skins_out_of_range_are_the_first)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    struct scene_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
    static const int32_t skins[] = {0, 1, 2, -1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof skins / sizeof *skins; i++) {
        entity->skin = skins[i];
        entity->frame = skins[i];
        struct picture p = stage_draw(&stage, 32);
        cr_assert_eq(pixel(&p, 160, 100) & ~1, skins[i] == 1 ? 84 : 20, "skin %d", (int)skins[i]);
        picture_free(&p);
    }
    entity->alpha = 0;
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(count_drawn(&p), 0);
    picture_free(&p);
    stage_free(&stage);
}

Test(alias, frames_are_blended_only_when_asked)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    for (int i = 0; i < 4; i++) { /* the second frame is the square squeezed to its middle third */
        for (int j = 1; j < 3; j++) {
            mesh.poses[4 + i].v[j] = mesh.poses[i].v[j] ? 170 : 85;
        }
    }
    struct scene_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
    struct picture first = stage_draw(&stage, 32);
    entity->frame = 1;
    struct picture second = stage_draw(&stage, 32);
    entity->frame_lerp = 0;
    struct picture blended = stage_draw(&stage, 32);
    cr_assert(pictures_equal(&first, &blended));
    picture_free(&blended);
    entity->frame_lerp = 0.5f;
    blended = stage_draw(&stage, 32);
    cr_assert_lt(count_drawn(&blended), count_drawn(&first));
    cr_assert_gt(count_drawn(&blended), count_drawn(&second));
    picture_free(&blended);
    entity->old_frame = 1;
    blended = stage_draw(&stage, 32);
    cr_assert(pictures_equal(&second, &blended));
    picture_free(&blended);
    picture_free(&second);
    picture_free(&first);
    stage_free(&stage);
}

/* A far model behind everything is left out by its rectangle; one pixel that is free shows it. */
Test(alias, hidden_far_models_show_through_the_smallest_hole)
{
    struct mesh mesh;
    struct stage stage;
    struct view view;
    stage_init(&stage, 320, 200);
    mesh_random(&mesh, 5, 1);
    stage_add(&stage, &mesh.model, 3000, 10, -20);
    struct picture open = stage_draw(&stage, 32);
    view_setup(&view, &stage.scene.camera, stage.width, stage.height);
    cr_assert_eq(things_prepare(stage.things, &stage.scene, &view, NULL), 0);
    int size = stage.width * stage.height, holes = 0;
    for (int hole = 0; hole < size; hole++) {
        if (open.pixels[GUARD + hole] == GROUND) {
            continue;
        }
        struct picture p = picture_make(stage.width, stage.height);
        struct surfaces_target target = picture_target(&p);
        for (int i = 0; i < size; i++) {
            target.z[i] = i == hole ? 0 : INT16_MAX;
        }
        things_draw_band(stage.things, &target, 0, stage.height);
        cr_assert_eq(count_drawn(&p), 1);
        cr_assert_eq(target.pixels[hole], open.pixels[GUARD + hole]);
        target.z[hole] = INT16_MAX;
        target.pixels[hole] = GROUND;
        things_draw_band(stage.things, &target, 0, stage.height);
        cr_assert_eq(count_drawn(&p), 0);
        picture_free(&p);
        holes++;
    }
    cr_assert_gt(holes, 0);
    picture_free(&open);
    stage_free(&stage);
}

/* The light of the first vertex of a model. */
static int32_t light_of(struct stage *stage, struct scene_entity *entity, bool weapon)
{
    struct alias_list list = {0};
    struct view view;
    static uint8_t wide[ALIAS_COLORMAP_BYTES];
    struct alias_request request = {&stage->scene, &view, entity, wide, weapon};
    view_setup(&view, &stage->scene.camera, stage->width, stage->height);
    alias_list_begin(&list, &view);
    cr_assert_eq(alias_list_add(&list, &request), 1);
    int32_t light = list.models[0].lights[entity->model->mdl->poses[0].normal];
    alias_list_free(&list);
    return light;
}

Test(alias, light_follows_the_originals_sums)
{
    struct mesh mesh;
    struct stage stage;
    static struct bsp dark; /* a lit map without anything under the point */
    static struct bsp_submodel submodel = {.head_node = {-1, 0, 0, 0}};
    static uint8_t light_data[1];
    static struct model world = {.kind = MODEL_BRUSH, .bsp = &dark};
    dark.submodels = &submodel;
    dark.num_submodels = 1;
    dark.light_data = light_data;
    dark.light_size = 1;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    enum { UP = 5 };
    mesh.poses[0].normal = UP;
    struct scene_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
    /* No world: full light 255 is ambient 128 and shade 64. */
    cr_assert_eq(light_of(&stage, entity, false), ((255 - 128) << 6) - 64 * 64);
    entity->angles[2] = 180; /* upside down */
    cr_assert_eq(light_of(&stage, entity, false), (255 - 128) << 6);
    entity->angles[2] = 0;
    stage.scene.world = &world;
    cr_assert_eq(light_of(&stage, entity, false), (255 - 5) << 6);
    cr_assert_eq(light_of(&stage, entity, true), ((255 - 24) << 6) - 24 * 64);
    struct scene_dlight *dlight = scene_add_dlight(&stage.scene);
    dlight->origin[0] = 200;
    dlight->origin[1] = 30;
    dlight->radius = 70.75f; /* adds 40 */
    cr_assert_eq(light_of(&stage, entity, false), (255 - 40) << 6);
    dlight->radius = 1e30f;
    cr_assert_eq(light_of(&stage, entity, false), (255 - 128) << 6);
    dlight->radius = NAN;
    cr_assert_eq(light_of(&stage, entity, false), (255 - 5) << 6);
    stage_free(&stage);
}

Test(alias, back_triangles_take_the_back_half_of_the_skin)
{
    struct mesh mesh;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 1, 20);
    for (int i = 0; i < SKIN_SIDE * SKIN_SIDE; i++) {
        mesh.skin[i] = i % SKIN_SIDE < SKIN_SIDE / 2 ? 20 : 40;
    }
    for (int i = 0; i < 4; i++) {
        mesh.texcoords[i].on_seam = true;
        mesh.triangles[i].faces_front = false;
    }
    static const float distances[] = {300, 1500, 100}; /* spans, points, clipped */
    for (int i = 0; i < 3; i++) {
        scene_clear(&stage.scene);
        stage.scene.camera.fov_x = 90;
        stage_add(&stage, &mesh.model, distances[i], 0, 0);
        struct picture p = stage_draw(&stage, 32);
        cr_assert_eq(pixel(&p, 165, 103) & ~1, 40, "at %g", (double)distances[i]);
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(alias, player_colours)
{
    static uint8_t map[COLORMAP_BYTES], wide[ALIAS_COLORMAP_BYTES];
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        map[i] = (uint8_t)(i + (i >> 8));
    }
    alias_colormap_translate(map, 4, 13, wide);
    for (int row = 0; row < COLORMAP_ROWS; row++) {
        for (int i = 0; i < 256; i++) {
            int from = i;
            if (i >= 16 && i < 32) {
                from = 64 + i - 16;
            } else if (i >= 96 && i < 112) { /* the upper half runs backwards */
                from = 208 + 15 - (i - 96);
            }
            cr_assert_eq(wide[row * 256 + i], map[row * 256 + from]);
        }
    }
    /* Light that oversteps stays at the end. */
    cr_assert_eq(memcmp(wide + 64 * 256, wide + 63 * 256, 256), 0);
    cr_assert_eq(memcmp(wide + 255 * 256, wide, 256), 0);
}

Test(alias, hostile_models_stay_inside)
{
    static const float weird[] = {0, -1, 1e-30f, 1e6f, -1e6f, 1e38f, INFINITY, -INFINITY, NAN};
    enum { COUNT = sizeof weird / sizeof *weird };
    struct stage stage;
    stage_init(&stage, 161, 101);
    for (uint32_t i = 0; i < COUNT * COUNT; i++) {
        struct mesh mesh;
        mesh_random(&mesh, i, 1);
        scene_clear(&stage.scene);
        stage.scene.camera.fov_x = 90;
        mesh.mdl.scale[i % 3] = weird[i % COUNT];
        mesh.mdl.origin[(i + 1) % 3] = weird[i / COUNT];
        mesh.mdl.size = weird[(i + 3) % COUNT];
        memset(mesh.bounds[0], (int)(i & 1) * 128, sizeof mesh.bounds[0]); /* a box that lies */
        for (int j = 0; j < 8; j++) {
            mesh.texcoords[j].s = 32767 * (j & 1 ? 1 : -1);
            mesh.texcoords[j].t = 32767 * (j & 2 ? 1 : -1);
        }
        struct scene_entity *entity = stage_add(&stage, &mesh.model, 200, 0, 0);
        entity->angles[i % 3] = weird[i / COUNT];
        entity->frame_lerp = weird[i / COUNT];
        entity->old_frame = 1;
        stage_add(&stage, &mesh.model, 3000, weird[i % COUNT], 0);
        stage_add(&stage, &mesh.model, 500, 0, 0);
        stage.scene.view_model = *entity;
        check_bands(&stage, "hostile");
    }
    stage_free(&stage);
}

/* ---- Sprites ---- */

struct card {
    struct model model;
    struct spr spr;
    struct spr_group frame;
    struct spr_picture picture;
    uint8_t pixels[32 * 8];
};

/* 32 x 8 texels of colour 60, the top left quarter 61, the right column transparent. */
static void card_init(struct card *card, enum spr_orientation orientation)
{
    memset(card, 0, sizeof *card);
    for (int i = 0; i < 32 * 8; i++) {
        int x = i % 32, y = i / 32;
        card->pixels[i] = (uint8_t)(x == 31 ? 255 : x < 16 && y < 4 ? 61 : 60);
    }
    card->picture = (struct spr_picture){-16, 4, 32, 8, card->pixels};
    card->frame = (struct spr_group){0, 1, NULL};
    card->spr.orientation = orientation;
    card->spr.num_frames = 1;
    card->spr.frames = &card->frame;
    card->spr.num_pictures = 1;
    card->spr.pictures = &card->picture;
    card->model.kind = MODEL_SPRITE;
    card->model.spr = &card->spr;
}

/* The extent of what is drawn; false when nothing is. */
static bool drawn_box(const struct picture *p, int box[4])
{
    box[0] = box[1] = INT32_MAX;
    box[2] = box[3] = -1;
    for (int v = 0; v < p->height; v++) {
        for (int u = 0; u < p->width; u++) {
            if (pixel(p, u, v) != GROUND) {
                box[0] = u < box[0] ? u : box[0];
                box[1] = v < box[1] ? v : box[1];
                box[2] = u > box[2] ? u : box[2];
                box[3] = v > box[3] ? v : box[3];
            }
        }
    }
    return box[2] >= 0;
}

Test(sprite, orientations)
{
    static const struct {
        enum spr_orientation orientation;
        float camera_pitch, yaw, roll;
        int width, height; /* about; 0 = not to be seen */
    } cases[] = {
        {SPR_PARALLEL, 0, 0, 0, 99, 26},          {SPR_PARALLEL, 0, 90, 0, 99, 26},
        {SPR_PARALLEL_UPRIGHT, 0, 0, 0, 99, 26},  {SPR_PARALLEL_UPRIGHT, 90, 0, 0, 0, 0},
        {SPR_FACING_UPRIGHT, 0, 0, 0, 99, 26},    {SPR_FACING_UPRIGHT, 90, 0, 0, 0, 0},
        {SPR_PARALLEL_ORIENTED, 0, 0, 0, 99, 26}, {SPR_PARALLEL_ORIENTED, 0, 0, 90, 26, 99},
        {SPR_ORIENTED, 0, 0, 0, 99, 26},          {SPR_ORIENTED, 0, 60, 0, 54, 35},
        {SPR_ORIENTED, 0, 180, 0, 0, 0}};
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct card card;
        card_init(&card, cases[i].orientation);
        scene_clear(&stage.scene);
        stage.scene.camera.fov_x = 90;
        stage.scene.camera.angles[0] = cases[i].camera_pitch;
        bool down = cases[i].camera_pitch != 0;
        struct scene_entity *entity =
            stage_add(&stage, &card.model, down ? 0 : 50, 0, down ? -50 : 0);
        entity->angles[1] = cases[i].yaw;
        entity->angles[2] = cases[i].roll;
        struct picture p = stage_draw(&stage, 200);
        int box[4];
        bool drawn = drawn_box(&p, box);
        cr_assert_eq(drawn, cases[i].width != 0, "case %zu", i);
        if (drawn) {
            cr_assert_leq(abs(box[2] + 1 - box[0] - cases[i].width), 4, "case %zu: %d", i,
                          box[2] + 1 - box[0]);
            cr_assert_leq(abs(box[3] + 1 - box[1] - cases[i].height), 4, "case %zu: %d", i,
                          box[3] + 1 - box[1]);
            if (cases[i].roll == 0) { /* the light quarter is at the top left */
                cr_assert_eq(pixel(&p, 160 - 10, 100 - 8), 61);
                cr_assert_eq(pixel(&p, 160 + 10, 100 - 8), 60);
                cr_assert_eq(pixel(&p, 160 - 10, 100 + 8), 60);
            }
        }
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(sprite, bands_edges_and_hostile_places)
{
    static const float places[][3] = {{50, 0, 0},    {20, 22, 0},     {20, -22, 0},  {20, 0, 14},
                                      {20, 0, -14},  {4, 0, 0},       {0.1f, 0, 0},  {-1, 0, 0},
                                      {5, 5, 3},     {5000, 0, 0},    {1e30f, 0, 0}, {NAN, 0, 0},
                                      {100, NAN, 0}, {INFINITY, 0, 0}};
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (int orientation = 0; orientation < 5; orientation++) {
            struct card card;
            card_init(&card, (enum spr_orientation)orientation);
            scene_clear(&stage.scene);
            stage.scene.camera.fov_x = 90;
            struct scene_entity *entity =
                stage_add(&stage, &card.model, places[i][0], places[i][1], places[i][2]);
            entity->angles[1] = 30;
            entity->angles[2] = 40;
            int drawn = check_bands(&stage, "sprite");
            cr_assert(i > 4 || drawn > 0, "place %zu", i);
            card.picture.left = 100000;
            card.picture.up = -100000;
            check_bands(&stage, "far off its origin");
            card.picture.width = card.picture.height = 1;
            check_bands(&stage, "one texel");
        }
    }
    stage_free(&stage);
}

Test(sprite, order_among_models)
{
    struct mesh mesh;
    struct card card;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    card_init(&card, SPR_PARALLEL);
    stage_add(&stage, &card.model, 100, 0, 0);
    stage_add(&stage, &mesh.model, 110, 0, 0);
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(pixel(&p, 165, 102), 60);
    cr_assert_eq(pixel(&p, 165, 120) & ~1, 20);
    picture_free(&p);
    stage.scene.entities[0].origin[0] = 120;
    p = stage_draw(&stage, 32);
    cr_assert_eq(pixel(&p, 165, 102) & ~1, 20);
    picture_free(&p);
    stage_free(&stage);
}

/* ---- Particles ---- */

static void put_particle(struct stage *stage, float x, float y, float z, uint8_t color)
{
    struct scene_particle *particle = scene_add_particles(&stage->scene, 1);
    cr_assert_not_null(particle);
    particle->origin[0] = x;
    particle->origin[1] = y;
    particle->origin[2] = z;
    particle->color = color;
}

Test(particles, size_and_place)
{
    static const struct {
        int width, height;
        float distance;
        int size;
    } cases[] = {{320, 200, 8, 4},    {320, 200, 100, 2},  {320, 200, 500, 1},
                 {320, 200, 7.9f, 0}, {640, 480, 8, 8},    {640, 480, 100, 5},
                 {640, 480, 2000, 2}, {3840, 2160, 8, 48}, {3840, 2160, 20000, 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stage stage;
        stage_init(&stage, cases[i].width, cases[i].height);
        put_particle(&stage, cases[i].distance, 0, 0, 7);
        struct picture p = stage_draw(&stage, 32);
        int box[4];
        bool drawn = drawn_box(&p, box);
        cr_assert_eq(drawn, cases[i].size != 0, "case %zu", i);
        if (drawn) {
            cr_assert_eq(box[2] - box[0] + 1, cases[i].size, "case %zu: %d", i,
                         box[2] - box[0] + 1);
            cr_assert_eq(box[3] - box[1] + 1, cases[i].size);
            /* The middle (width / 2 - 0.5) rounds up to the pixel right of and below it. */
            cr_assert_eq(box[0], cases[i].width / 2);
            cr_assert_eq(box[1], cases[i].height / 2);
        }
        picture_free(&p);
        stage_free(&stage);
    }
}

Test(particles, never_outside_and_in_any_bands)
{
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (uint32_t i = 0; i < 20000; i++) {
        put_particle(&stage, dmath_unit(i, 0, 0) * 60, (dmath_unit(i, 1, 0) - 0.5f) * 150,
                     (dmath_unit(i, 2, 0) - 0.5f) * 100, (uint8_t)i);
    }
    put_particle(&stage, NAN, 0, 0, 1);
    put_particle(&stage, 10, NAN, 0, 1);
    put_particle(&stage, INFINITY, 1e38f, -1e38f, 1);
    cr_assert_gt(check_bands(&stage, "particles"), 10000);
    stage_free(&stage);
}

Test(particles, z_test)
{
    struct stage stage;
    stage_init(&stage, 320, 200);
    put_particle(&stage, 50, 0, 0, 1);
    put_particle(&stage, 60, 0, 0, 2);
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(pixel(&p, 160, 100), 1);
    picture_free(&p);
    stage.scene.particles[1].origin[0] = 50; /* equal: the later one */
    p = stage_draw(&stage, 32);
    cr_assert_eq(pixel(&p, 160, 100), 2);
    picture_free(&p);
    stage_free(&stage);
}

/* ---- Real models ---- */

static uint8_t *load_pak(size_t *size)
{
    const char *base = getenv("QUAKEREEL_DATA");
    char path[1024];
    snprintf(path, sizeof path, "%s/librequake/id1/pak0.pak", base ? base : "../shared/data");
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(*size);
    cr_assert(data != NULL && fread(data, 1, *size, file) == *size);
    fclose(file);
    return data;
}

static void check_real_model(struct stage *stage, const struct pak_member *member)
{
    struct model model = {.kind = MODEL_ALIAS};
    struct mdl mdl;
    cr_assert_eq(mdl_read(&mdl, member->data, member->size, NULL), 0, "%s", member->name);
    model.mdl = &mdl;
    static const float distances[] = {5, 40, 150, 900};
    for (int i = 0; i < 4; i++) {
        scene_clear(&stage->scene);
        stage->scene.camera.fov_x = 90;
        struct scene_entity *entity = stage_add(stage, &model, distances[i], 0, 0);
        entity->angles[1] = (float)i * 50 + 150;
        entity->frame = i;
        if (i == 0) {
            stage->scene.view_model = *entity;
        }
        int drawn = check_bands(stage, member->name);
        cr_assert(i != 2 || drawn > 0, "%s", member->name);
    }
    mdl_free(&mdl);
}

Test(real, models_of_librequake)
{
    size_t size;
    uint8_t *data = load_pak(&size);
    if (data == NULL) {
        cr_skip_test("no LibreQuake data");
    }
    struct pak pak;
    struct stage stage;
    int checked = 0;
    stage_init(&stage, 320, 200);
    cr_assert_eq(pak_open(&pak, data, size, NULL), 0);
    for (uint32_t i = 0; i < pak.num_members; i++) {
        struct pak_member member;
        if (pak_get(&pak, i, &member, NULL) == 0 && strstr(member.name, ".mdl") != NULL) {
            check_real_model(&stage, &member);
            checked++;
        }
    }
    cr_assert_gt(checked, 50);
    stage_free(&stage);
    free(data);
}
