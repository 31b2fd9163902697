#include "render/rgb/passes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "assets/film_texture.h"
#include "formats/base/arrays.h"

/* Vertex arrays of a pass: two pairs of coordinates, and a colour. */
enum { ROW_BYTES = 2 * sizeof(float), ROWS_OF_A_PASS = 3 };

int rgb_passes_begin(struct rgb_passes *passes, uint32_t num_vertices, uint32_t num_passes)
{
    passes->count = 0;
    passes->row_vertices = num_vertices;
    passes->rows = num_passes * ROWS_OF_A_PASS;
    passes->used_rows = 0;
    return array_reserve(&passes->memory, &passes->capacity,
                         (size_t)passes->rows * num_vertices * ROW_BYTES, 1);
}

void rgb_passes_free(struct rgb_passes *passes)
{
    free(passes->memory);
    memset(passes, 0, sizeof *passes);
}

static void *take_row(struct rgb_passes *passes)
{
    return passes->memory + (size_t)passes->used_rows++ * passes->row_vertices * ROW_BYTES;
}

float (*rgb_passes_take_st(struct rgb_passes *passes))[2]
{
    return take_row(passes);
}

uint8_t (*rgb_passes_take_color(struct rgb_passes *passes))[4]
{
    return take_row(passes);
}

static struct raster_pass *add_pass(struct rgb_passes *passes)
{
    struct raster_pass *pass = &passes->list[passes->count++];
    *pass = (struct raster_pass){
        .flat = {255, 255, 255, 255}, .source = Q3_FACTOR_ONE, .destination = Q3_FACTOR_ZERO};
    return pass;
}

/* ---- Stages ---- */

/* The stage's texture at the shader time. A remapped material was loaded without a lightmap: its
 * $lightmap is that of the surface. */
static const struct texture *stage_texture(const struct rgb_draw_surf *surf, uint32_t stage,
                                           const struct rgb_shade_view *view,
                                           const struct q3_level *level)
{
    const struct material *material = surf->material;
    const struct material_stage *pictures = &material->stages[stage];
    const int32_t lightmap = surf->called->lightmap;
    if (surf->called != material && level != NULL && lightmap >= 0 &&
        (uint32_t)lightmap < level->bsp.num_lightmaps &&
        material->rules->stages[stage].map == Q3_MAP_LIGHTMAP) {
        return level->lightmaps[lightmap];
    }
    if (pictures->film) {
        return film_texture_at(pictures->film, view->time);
    }
    const uint32_t count = pictures->num_textures;
    return pictures->textures[count > 1 ? rgb_shade_frame(&material->rules->stages[stage], count,
                                                          view->shader_time)
                                        : 0];
}

/* The mesh's own where the stage takes them as they are. */
static const float (*stage_st(struct rgb_passes *passes, const struct rgb_mesh *mesh,
                              const struct q3_stage *stage, const struct rgb_shade_view *view))[2]
{
    if (stage->num_tc_mods == 0 && stage->tc_gen == Q3_TC_BASE) {
        return (const float(*)[2])mesh->st;
    }
    if (stage->num_tc_mods == 0 && stage->tc_gen == Q3_TC_LIGHTMAP) {
        return (const float(*)[2])mesh->light_st;
    }
    float(*st)[2] = rgb_passes_take_st(passes);
    rgb_shade_st(mesh, stage, view, st);
    return (const float(*)[2])st;
}

static void set_color(struct rgb_passes *passes, struct raster_pass *pass,
                      const struct rgb_mesh *mesh, const struct q3_stage *stage,
                      const struct rgb_shade_view *view, const struct rgb_fog_view *fog)
{
    if (rgb_shade_flat_color(stage, view, fog, pass->flat)) {
        return;
    }
    memset(pass->flat, 255, sizeof pass->flat);
    uint8_t(*color)[4] = rgb_passes_take_color(passes);
    rgb_shade_colors(mesh, stage, view, fog, color);
    pass->color = (const uint8_t(*)[4])color;
}

static void set_state(struct raster_pass *pass, const struct q3_stage *stage)
{
    if (stage->blended) {
        pass->source = stage->source;
        pass->destination = stage->destination;
    }
    pass->alpha_test = stage->alpha_test;
    pass->depth_equal = stage->depth_equal;
    pass->depth_write = stage->depth_write;
}

static bool is_white(const struct raster_pass *pass)
{
    return pass->color == NULL && pass->flat[0] == 255 && pass->flat[1] == 255 &&
           pass->flat[2] == 255;
}

static bool is_filter(const struct raster_pass *pass)
{
    return (pass->source == Q3_FACTOR_DST_COLOR && pass->destination == Q3_FACTOR_ZERO) ||
           (pass->source == Q3_FACTOR_ZERO && pass->destination == Q3_FACTOR_SRC_COLOR);
}

/* A picture stored and another multiplied onto it, both without a colour, are the same bits in one
 * pass: the original collapses only what its rgbGens are equal of, and rounds no more often. */
static bool may_join(const struct rgb_passes *passes)
{
    const struct raster_pass *a = &passes->list[0], *b = &passes->list[1];
    return passes->count == 2 && a->combine == RASTER_ONE && b->combine == RASTER_ONE &&
           a->source == Q3_FACTOR_ONE && a->destination == Q3_FACTOR_ZERO && is_filter(b) &&
           is_white(a) && is_white(b) && a->alpha_test == Q3_ALPHA_ALL &&
           b->alpha_test == Q3_ALPHA_ALL && a->depth_write && !a->depth_equal;
}

static void join_stages(struct rgb_passes *passes)
{
    struct raster_pass *a = &passes->list[0];
    const struct raster_pass *b = &passes->list[1];
    a->combine = RASTER_PRODUCT;
    a->second = b->texture;
    a->second_st = b->st;
    passes->count = 1;
}

/* The one with levels of detail first: the other is cheaper to look up, and a product's order does
 * not count. */
static void put_lightmap_last(struct raster_pass *pass)
{
    if (pass->combine == RASTER_PRODUCT && pass->texture->num_levels == 1 &&
        pass->second->num_levels > 1) {
        const struct texture *texture = pass->texture;
        const float(*st)[2] = pass->st;
        pass->texture = pass->second;
        pass->st = pass->second_st;
        pass->second = texture;
        pass->second_st = st;
    }
}

/* True if the pass replaces every pixel of the passes before it. */
static bool hides_others(const struct raster_pass *pass)
{
    return pass->source == Q3_FACTOR_ONE && pass->destination == Q3_FACTOR_ZERO &&
           pass->alpha_test == Q3_ALPHA_ALL && pass->depth_write && !pass->depth_equal;
}

static void set_collapsed(struct raster_pass *pass, enum q3_collapse collapse)
{
    pass->combine = collapse == Q3_COLLAPSE_PRODUCT || collapse == Q3_COLLAPSE_PRODUCT_FILTER
                        ? RASTER_PRODUCT
                        : RASTER_SUM;
    pass->source = collapse == Q3_COLLAPSE_PRODUCT_FILTER ? Q3_FACTOR_DST_COLOR : Q3_FACTOR_ONE;
    pass->destination = collapse == Q3_COLLAPSE_SUM_ADDED ? Q3_FACTOR_ONE : Q3_FACTOR_ZERO;
}

void rgb_passes_add_stages(struct rgb_passes *passes, const struct rgb_mesh *mesh,
                           const struct rgb_draw_surf *surf, const struct rgb_shade_view *view,
                           const struct rgb_fog_view *fog, const struct q3_level *level)
{
    const struct material *material = surf->material;
    const struct q3_stage *stages = material->rules->stages;
    for (uint32_t i = 0; i < material->num_stages; i++) {
        struct raster_pass *pass = add_pass(passes);
        pass->texture = stage_texture(surf, i, view, level);
        pass->st = stage_st(passes, mesh, &stages[i], view);
        set_color(passes, pass, mesh, &stages[i], view, fog);
        set_state(pass, &stages[i]);
        if (i == 0 && material->num_stages > 1 && material->collapse != Q3_COLLAPSE_NONE) {
            set_collapsed(pass, material->collapse);
            pass->second = stage_texture(surf, 1, view, level);
            pass->second_st = stage_st(passes, mesh, &stages[1], view);
            i++;
        }
        if (hides_others(pass)) {
            passes->list[0] = *pass;
            passes->count = 1;
        }
        if (may_join(passes)) {
            join_stages(passes);
        }
        put_lightmap_last(&passes->list[0]);
    }
}

/* ---- Lights and fog ---- */

void rgb_passes_add_light(struct rgb_passes *passes, const struct texture *picture,
                          const float (*st)[2], const uint8_t (*color)[4])
{
    struct raster_pass *pass = add_pass(passes);
    pass->texture = picture;
    pass->st = st;
    pass->color = color;
    pass->source = Q3_FACTOR_DST_COLOR;
    pass->destination = Q3_FACTOR_ONE;
    pass->depth_equal = true;
}

void rgb_passes_add_fog(struct rgb_passes *passes, const struct rgb_mesh *mesh,
                        const struct q3_shader *rules, const struct rgb_fog_view *fog,
                        const struct texture *picture)
{
    struct raster_pass *pass = add_pass(passes);
    float(*st)[2] = rgb_passes_take_st(passes);
    rgb_shade_fog_st(mesh, fog, st);
    pass->texture = picture;
    pass->st = (const float(*)[2])st;
    memcpy(pass->flat, fog->fog->color, 3);
    pass->source = Q3_FACTOR_SRC_ALPHA;
    pass->destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
    pass->depth_equal = rules->sort <= Q3_SORT_OPAQUE;
}
