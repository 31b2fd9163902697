#include "tests/render/rgb/rgb_room.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/maps/q3_patch.h"

static const struct {
    const char *name;
    uint32_t color;
} names[] = {{"red", 0xffff0000},   {"green", 0xff00ff00}, {"blue", 0xff0000ff},
             {"white", 0xffffffff}, {"black", 0xff000000}, {"grey", 0xff808080}};

static void set_color(struct room_color *color, uint32_t value)
{
    memset(color, 0, sizeof *color);
    for (int i = 0; i < 9; i++) {
        color->texels[i] = value;
    }
    color->texture.opaque = value >> 24 == 255;
    color->texture.num_levels = 1;
    color->texture.levels[0] = (struct texture_level){1, 1, 3, color->texels + 4};
}

static const struct texture *picture(struct rgb_room *room, const char *name)
{
    uint32_t value = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        value = strcmp(names[i].name, name) == 0 ? names[i].color : value;
    }
    if (value == 0) {
        value = (uint32_t)strtoul(name, NULL, 16);
    }
    cr_assert_lt(room->num_colors, ROOM_MATERIALS * 4);
    struct room_color *color = &room->colors[room->num_colors++];
    set_color(color, value);
    return &color->texture;
}

struct rgb_room *room_create(int threads)
{
    struct rgb_room *room = calloc(1, sizeof *room);
    const struct rgb_options options = {.filter = RGB_TRILINEAR};
    cr_assert_not_null(room);
    room->pool = thread_pool_create(threads);
    cr_assert_not_null(room->pool);
    room->renderer = rgb_renderer_create(ROOM_WIDTH, ROOM_HEIGHT, 1, &options, room->pool);
    room->pixels = calloc(ROOM_WIDTH * ROOM_HEIGHT, sizeof *room->pixels);
    cr_assert(room->renderer != NULL && room->pixels != NULL);
    struct q3_bsp *bsp = &room->level.bsp;
    *bsp = (struct q3_bsp){.planes = room->planes,
                           .num_planes = 2,
                           .nodes = room->nodes,
                           .num_nodes = 2,
                           .leafs = room->leafs,
                           .num_leafs = ROOM_LEAFS,
                           .leaf_surfaces = room->leaf_surfaces,
                           .models = room->models,
                           .num_models = 1,
                           .vertices = room->vertices,
                           .indexes = room->indexes,
                           .fogs = room->fogs,
                           .surfaces = room->surfaces,
                           .visibility = room->visibility,
                           .num_clusters = ROOM_LEAFS,
                           .row_bytes = 1,
                           .num_areas = ROOM_LEAFS,
                           .num_lightmaps = 1};
    room->planes[0] = (struct q3_bsp_plane){{1, 0, 0}, 0};
    room->planes[1] = (struct q3_bsp_plane){{1, 0, 0}, 256};
    room->nodes[0] = (struct q3_bsp_node){0, {1, -1}, -1, {-512, -512, -512}, {1024, 512, 512}};
    room->nodes[1] = (struct q3_bsp_node){1, {-3, -2}, 0, {0, -512, -512}, {1024, 512, 512}};
    static const int32_t ends[] = {-512, 0, 256, 1024};
    for (int32_t i = 0; i < ROOM_LEAFS; i++) {
        room->leafs[i] = (struct q3_bsp_leaf){.cluster = i,
                                              .area = i,
                                              .parent = i == 0 ? 0 : 1,
                                              .mins = {ends[i], -512, -512},
                                              .maxs = {ends[i + 1], 512, 512}};
        room->visibility[i] = 7;
    }
    room->level.materials = room->surface_materials;
    room->level.fogs = room->level_fogs;
    room->level.lightmaps = room->lightmaps;
    room->level.cloud_height = 512;
    room->level.sun[2] = 1.0f;
    set_color(&room->lightmap, 0xffffffff);
    room->lightmaps[0] = &room->lightmap.texture;
    return room;
}

void room_destroy(struct rgb_room *room)
{
    rgb_renderer_destroy(room->renderer);
    thread_pool_destroy(room->pool);
    q3_patches_free(&room->level.patches);
    scene_free(&room->scene);
    free(room->pixels);
    free(room);
}

struct material *room_material(struct rgb_room *room, const char *name, const char *script)
{
    cr_assert_lt(room->num_materials, ROOM_MATERIALS);
    const uint32_t number = room->num_materials++;
    struct material *material = &room->materials[number];
    struct q3_shader *rules = &room->rules[number];
    q3_shader_parse(rules, name, script, strlen(script), 1, NULL);
    cr_assert_eq(rules->faults & ~(unsigned)Q3_FAULT_EMPTY, 0, "%s", script);
    snprintf(material->name, sizeof(material->name), "%s", name);
    material->lightmap = 0;
    material->id = material->rank = number;
    material->rules = rules;
    material->num_stages = rules->num_stages;
    material->collapse = q3_shader_collapse(rules);
    for (uint32_t i = 0; i < rules->num_stages; i++) {
        const struct q3_stage *stage = &rules->stages[i];
        material->stages[i].num_textures = 1;
        material->stages[i].textures[0] = &room->lightmap.texture;
        if (stage->map == Q3_MAP_IMAGE) {
            material->stages[i].num_textures = stage->num_images;
            for (uint32_t k = 0; k < stage->num_images; k++) {
                material->stages[i].textures[k] = picture(room, stage->images[k]);
            }
        }
    }
    if (rules->is_sky && rules->sky_box[0] != '\0') {
        for (int i = 0; i < Q3_SKY_SIDES; i++) {
            material->sky[i] = picture(room, rules->sky_box);
        }
    }
    return material;
}

struct material *room_paint(struct rgb_room *room, const char *color)
{
    char script[64];
    snprintf(script, sizeof script, "{\n{\nmap %s\n}\n}\n", color);
    return room_material(room, color, script);
}

static void grow(float mins[3], float maxs[3], const float point[3])
{
    for (int i = 0; i < 3; i++) {
        mins[i] = point[i] < mins[i] ? point[i] : mins[i];
        maxs[i] = point[i] > maxs[i] ? point[i] : maxs[i];
    }
}

static struct q3_bsp_surface *add_surface(struct rgb_room *room, int32_t leaf,
                                          const struct material *material,
                                          enum q3_surface_kind kind)
{
    struct q3_bsp *bsp = &room->level.bsp;
    cr_assert_lt(bsp->num_surfaces, ROOM_SURFACES);
    room->surface_leafs[bsp->num_surfaces] = leaf;
    room->surface_materials[bsp->num_surfaces] = material;
    struct q3_bsp_surface *surface = &room->surfaces[bsp->num_surfaces++];
    *surface = (struct q3_bsp_surface){.kind = kind,
                                       .fog = -1,
                                       .first_vertex = bsp->num_vertices,
                                       .first_index = bsp->num_indexes,
                                       .plane = {{-1, 0, 0}, 0},
                                       .mins = {1e9f, 1e9f, 1e9f},
                                       .maxs = {-1e9f, -1e9f, -1e9f}};
    return surface;
}

static void add_vertex(struct rgb_room *room, struct q3_bsp_surface *surface, const float xyz[3],
                       float s, float t)
{
    struct q3_bsp *bsp = &room->level.bsp;
    cr_assert_lt(bsp->num_vertices, ROOM_VERTICES);
    room->vertices[bsp->num_vertices++] = (struct q3_bsp_vertex){.xyz = {xyz[0], xyz[1], xyz[2]},
                                                                 .st = {s, t},
                                                                 .light_st = {0.5f, 0.5f},
                                                                 .normal = {-1, 0, 0},
                                                                 .color = {255, 255, 255, 255}};
    surface->num_vertices++;
    grow(surface->mins, surface->maxs, xyz);
}

static uint32_t add_quad(struct rgb_room *room, int32_t leaf, const struct material *material,
                         enum q3_surface_kind kind, const float center[3], float half)
{
    /* Seen along x: y grows to the left. */
    static const float corners[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    struct q3_bsp *bsp = &room->level.bsp;
    struct q3_bsp_surface *surface = add_surface(room, leaf, material, kind);
    for (int i = 0; i < 4; i++) {
        const float xyz[3] = {center[0], center[1] + half * corners[i][0],
                              center[2] + half * corners[i][1]};
        add_vertex(room, surface, xyz, 0.5f - 0.5f * corners[i][0], 0.5f - 0.5f * corners[i][1]);
    }
    surface->plane.dist = -center[0];
    for (int i = 0; i < 6; i++) {
        room->indexes[bsp->num_indexes++] = triangles[i];
    }
    surface->num_indexes = 6;
    return bsp->num_surfaces - 1;
}

uint32_t room_wall(struct rgb_room *room, int32_t leaf, const struct material *material, float x,
                   float y, float z, float half)
{
    const float center[3] = {x, y, z};
    return add_quad(room, leaf, material, Q3_SURFACE_PLANAR, center, half);
}

uint32_t room_soup(struct rgb_room *room, int32_t leaf, const struct material *material, float x,
                   float y, float z, float half)
{
    const float center[3] = {x, y, z};
    return add_quad(room, leaf, material, Q3_SURFACE_SOUP, center, half);
}

uint32_t room_patch(struct rgb_room *room, int32_t leaf, const struct material *material, float x,
                    float y, float z, float half, float bulge)
{
    struct q3_bsp_surface *surface = add_surface(room, leaf, material, Q3_SURFACE_PATCH);
    surface->patch_width = surface->patch_height = 3;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            const float xyz[3] = {column == 1 ? x - bulge : x, y + half * (float)(column - 1),
                                  z + half * (float)(1 - row)};
            add_vertex(room, surface, xyz, (float)column * 0.5f, (float)row * 0.5f);
        }
    }
    memcpy(surface->lod_bounds[0], surface->mins, sizeof surface->mins);
    memcpy(surface->lod_bounds[1], surface->maxs, sizeof surface->maxs);
    return room->level.bsp.num_surfaces - 1;
}

uint32_t room_submodel(struct rgb_room *room, uint32_t first)
{
    struct q3_bsp *bsp = &room->level.bsp;
    cr_assert_lt(bsp->num_models, ROOM_MODELS);
    struct q3_bsp_model *model = &room->models[bsp->num_models];
    *model = (struct q3_bsp_model){.mins = {1e9f, 1e9f, 1e9f},
                                   .maxs = {-1e9f, -1e9f, -1e9f},
                                   .first_surface = first,
                                   .num_surfaces = bsp->num_surfaces - first};
    for (uint32_t i = first; i < bsp->num_surfaces; i++) {
        room->surface_leafs[i] = -1;
        grow(model->mins, model->maxs, room->surfaces[i].mins);
        grow(model->mins, model->maxs, room->surfaces[i].maxs);
    }
    return bsp->num_models++;
}

uint32_t room_fog(struct rgb_room *room, const float mins[3], const float maxs[3], bool has_surface,
                  const uint8_t color[3], float depth)
{
    struct q3_bsp *bsp = &room->level.bsp;
    cr_assert_lt(bsp->num_fogs, ROOM_FOGS);
    struct q3_bsp_fog *fog = &room->fogs[bsp->num_fogs];
    *fog = (struct q3_bsp_fog){
        .brush = -1, .has_surface = has_surface, .surface = {{0, 0, 1}, maxs[2]}};
    memcpy(fog->mins, mins, sizeof fog->mins);
    memcpy(fog->maxs, maxs, sizeof fog->maxs);
    struct level_fog *look = &room->level_fogs[bsp->num_fogs];
    memcpy(look->color, color, sizeof look->color);
    look->scale = 1.0f / (8.0f * depth);
    return bsp->num_fogs++;
}

void room_finish(struct rgb_room *room)
{
    struct q3_bsp *bsp = &room->level.bsp;
    struct format_error err;
    bsp->num_leaf_surfaces = 0;
    for (int32_t leaf = 0; leaf < ROOM_LEAFS; leaf++) {
        room->leafs[leaf].first_surface = bsp->num_leaf_surfaces;
        for (uint32_t i = 0; i < bsp->num_surfaces; i++) {
            if (room->surface_leafs[i] == leaf) {
                room->leaf_surfaces[bsp->num_leaf_surfaces++] = i;
            }
        }
        room->leafs[leaf].num_surfaces = bsp->num_leaf_surfaces - room->leafs[leaf].first_surface;
    }
    q3_patches_free(&room->level.patches);
    cr_assert_eq(q3_patches_make(&room->level.patches, bsp, Q3_PATCH_SUBDIVISIONS, &err), 0);
}

int room_draw(struct rgb_room *room)
{
    return rgb_renderer_draw(room->renderer, &room->scene, room->pixels, ROOM_WIDTH);
}

uint32_t room_pixel(const struct rgb_room *room, float x, float y)
{
    const int column = (int)((x + 1.0f) * 0.5f * ROOM_WIDTH);
    const int row = (int)((1.0f - y) * 0.5f * ROOM_HEIGHT);
    return room->pixels[row * ROOM_WIDTH + column];
}

uint32_t room_count(const struct rgb_room *room, uint32_t color)
{
    uint32_t count = 0;
    for (int i = 0; i < ROOM_WIDTH * ROOM_HEIGHT; i++) {
        count += room->pixels[i] == color;
    }
    return count;
}

struct rgb_scene *room_look(struct rgb_room *room, float x, float y, float z)
{
    struct rgb_scene *scene = rgb_scene_begin(&room->scene);
    cr_assert_not_null(scene);
    scene->level = &room->level;
    room->scene.camera.origin[0] = x;
    room->scene.camera.origin[1] = y;
    room->scene.camera.origin[2] = z;
    room->scene.camera.fov_x = 90;
    rgb_scene_aim(&room->scene, ROOM_WIDTH, ROOM_HEIGHT);
    return scene;
}
