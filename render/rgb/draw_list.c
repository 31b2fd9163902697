#include "render/rgb/draw_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "render/rgb/shading/dlight_pass.h"

void rgb_draw_list_begin(struct rgb_draw_list *draw_list, const struct rgb_scene *scene)
{
    draw_list->scene = scene;
    draw_list->solid.count = 0;
    draw_list->ordered.count = 0;
    draw_list->sky.count = 0;
    draw_list->num_entities = 0;
    draw_list->next_order = 0;
    draw_list->lacks_memory = false;
    draw_list->last_called = NULL;
}

void rgb_draw_list_free(struct rgb_draw_list *draw_list)
{
    free(draw_list->solid.surfs);
    free(draw_list->ordered.surfs);
    free(draw_list->sky.surfs);
    free(draw_list->entities);
    memset(draw_list, 0, sizeof *draw_list);
}

/* Names of shaders: case does not count. */
static bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) {
        const char x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a;
        const char y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b;
        if (x != y) {
            return false;
        }
    }
    return *a == *b;
}

const struct material *rgb_draw_list_remap(struct rgb_draw_list *draw_list,
                                           const struct material *called, double *time_offset)
{
    *time_offset = 0.0;
    const struct rgb_scene *scene = draw_list->scene;
    if (scene->num_remaps == 0) {
        return called;
    }
    if (draw_list->last_called != called) {
        draw_list->last_called = draw_list->last_drawn = called;
        draw_list->last_offset = 0.0;
        for (size_t i = 0; i < scene->num_remaps; i++) {
            const struct rgb_remap *remap = &scene->remaps[i];
            if (remap->to != NULL && same_name(remap->from, called->name)) {
                draw_list->last_drawn = remap->to;
                draw_list->last_offset = (double)remap->time_offset;
            }
        }
    }
    *time_offset = draw_list->last_offset;
    return draw_list->last_drawn;
}

/* True if the material is opaque in any drawing order. After a first stage with alpha test, a later
 * stage would be drawn in its gaps, unless it tests for equal depth. */
static bool is_solid(const struct material *material)
{
    const struct q3_stage *stages = material->rules->stages;
    if (material->num_stages == 0 || material->rules->sort > Q3_SORT_OPAQUE || stages[0].blended ||
        !stages[0].depth_write || stages[0].depth_equal) {
        return false;
    }
    for (uint32_t i = 1; i < material->num_stages && stages[0].alpha_test != Q3_ALPHA_ALL; i++) {
        if (!stages[i].depth_equal) {
            return false;
        }
    }
    return true;
}

void rgb_draw_list_add(struct rgb_draw_list *draw_list, const struct rgb_draw_surf *surf)
{
    double time_offset;
    const struct material *material = rgb_draw_list_remap(draw_list, surf->called, &time_offset);
    struct rgb_surf_list *list = &draw_list->ordered;
    if (material->rules->is_sky) {
        list = &draw_list->sky;
    } else if (is_solid(material)) {
        list = &draw_list->solid;
    } else if (material->num_stages == 0 && surf->fog == 0) {
        return; /* the sides of a fog that is not in this level */
    }
    if (array_reserve(&list->surfs, &list->capacity, list->count + 1, sizeof *list->surfs) < 0) {
        draw_list->lacks_memory = true;
        return;
    }
    struct rgb_draw_surf *added = &list->surfs[list->count++];
    *added = *surf;
    added->material = material;
    added->time_offset = time_offset;
    added->order = draw_list->next_order++;
    if (!rgb_shade_takes_dlights(material->rules)) {
        added->lights = 0;
    }
}

struct rgb_draw_entity *rgb_draw_list_add_entity(struct rgb_draw_list *draw_list)
{
    if (array_reserve(&draw_list->entities, &draw_list->cap_entities, draw_list->num_entities + 1,
                      sizeof *draw_list->entities) < 0) {
        draw_list->lacks_memory = true;
        return NULL;
    }
    struct rgb_draw_entity *drawn = &draw_list->entities[draw_list->num_entities++];
    memset(drawn, 0, sizeof *drawn);
    return drawn;
}

/* ---- Order ---- */

/* -1, 0, 1 */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_surfs(const void *left, const void *right)
{
    const struct rgb_draw_surf *a = left, *b = right;
    int order = COMPARE(a->called->rules->sort, b->called->rules->sort);
    order = order != 0 ? order : COMPARE(a->called->rank, b->called->rank);
    order = order != 0 ? order : COMPARE(a->entity, b->entity);
    order = order != 0 ? order : COMPARE(a->fog, b->fog);
    order = order != 0 ? order : COMPARE(a->lights != 0, b->lights != 0);
    return order != 0 ? order : COMPARE(a->order, b->order);
}

static void sort_list(struct rgb_surf_list *list)
{
    if (list->count > 1) {
        qsort(list->surfs, list->count, sizeof *list->surfs, compare_surfs);
    }
}

void rgb_draw_list_sort(struct rgb_draw_list *draw_list)
{
    sort_list(&draw_list->solid);
    sort_list(&draw_list->ordered);
    sort_list(&draw_list->sky);
}

bool rgb_surfs_merge(const struct rgb_draw_surf *a, const struct rgb_draw_surf *b)
{
    /* Only vertices in world space may share a mesh with those of other entities. */
    const bool merges = a->called->rules->entity_mergable && a->kind == b->kind &&
                        (a->kind == RGB_SURF_SPRITE || a->kind == RGB_SURF_STRIPS);
    return a->material == b->material && a->called == b->called && a->fog == b->fog &&
           (a->lights != 0) == (b->lights != 0) && a->time_offset == b->time_offset &&
           (a->entity == b->entity || merges);
}
