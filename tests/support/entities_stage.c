#include "tests/support/entities_stage.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/pictures/lmp.h"
#include "render/palette/entities/alias.h"

/* ---- A picture with guards before and behind ---- */

struct picture picture_make(int width, int height)
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

void picture_free(struct picture *p)
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

struct surfaces_target picture_target(struct picture *p)
{
    return (struct surfaces_target){p->pixels + GUARD, p->z + GUARD, p->width, p->height};
}

uint8_t picture_pixel(const struct picture *p, int u, int v)
{
    return p->pixels[GUARD + v * p->width + u];
}

int count_drawn(const struct picture *p)
{
    int count = 0;
    for (int i = 0; i < p->width * p->height; i++) {
        count += p->pixels[GUARD + i] != GROUND;
    }
    return count;
}

bool pictures_equal(const struct picture *a, const struct picture *b)
{
    size_t size = (size_t)(a->width * a->height);
    return memcmp(a->pixels + GUARD, b->pixels + GUARD, size) == 0 &&
           memcmp(a->z + GUARD, b->z + GUARD, size * sizeof *a->z) == 0;
}

/* ---- A stage: a camera at the origin that looks along x ---- */

/* Row r of the stage_colormap turns c into c for even rows and c + 1 for odd ones, so that light
 * shows.
 */
uint8_t stage_colormap[COLORMAP_BYTES];

void stage_init(struct stage *stage, int width, int height)
{
    memset(stage, 0, sizeof *stage);
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        stage_colormap[i] = (uint8_t)(i + ((i >> 8) & 1));
    }
    stage->width = width;
    stage->height = height;
    cr_assert_not_null(palette_scene_begin(&stage->scene));
    stage->scene.camera.fov_x = 90;
    stage->entities = entities_create(stage_colormap, LOOK_EXACT);
    cr_assert_not_null(stage->entities);
}

void stage_free(struct stage *stage)
{
    entities_destroy(stage->entities);
    scene_free(&stage->scene);
}

struct palette_entity *stage_add(struct stage *stage, const struct model *model, float x, float y,
                                 float z)
{
    struct palette_entity *entity = palette_scene_add_entity(stage->scene.palette);
    cr_assert_not_null(entity);
    entity->model = model;
    entity->alpha = 255;
    entity->frame_lerp = 1;
    entity->origin[0] = x;
    entity->origin[1] = y;
    entity->origin[2] = z;
    return entity;
}

struct picture stage_draw(struct stage *stage, int band)
{
    struct view view;
    struct picture p = picture_make(stage->width, stage->height);
    struct surfaces_target target = picture_target(&p);
    view_setup(&view, &stage->scene, stage->width, stage->height);
    cr_assert_eq(entities_prepare(stage->entities, stage->scene.palette, &view, NULL), 0);
    for (int row = 0; row < stage->height; row += band) {
        entities_draw_band(stage->entities, &target, row, row + band);
    }
    return p;
}

/* Draws in bands of several heights and asks for one picture; returns how many pixels it covers. */
int check_bands(struct stage *stage, const char *what)
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

/* 2 frames, 2 skins, 256 * scale units on each side, the origin in the middle. */
void mesh_init(struct mesh *mesh, uint32_t vertices, uint32_t triangles, float scale)
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
void mesh_random(struct mesh *mesh, uint32_t seed, float scale)
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
void mesh_square(struct mesh *mesh, float scale, uint8_t color)
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
