#include "render/rgb/items.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "render/rgb/shading/dlight_pass.h"

void rgb_items_begin(struct rgb_items *items, const struct rgb_scene *scene)
{
    items->scene = scene;
    items->solid.count = 0;
    items->ordered.count = 0;
    items->sky.count = 0;
    items->num_entities = 0;
    items->next_order = 0;
    items->lacks_memory = false;
    items->last_called = NULL;
}

void rgb_items_free(struct rgb_items *items)
{
    free(items->solid.items);
    free(items->ordered.items);
    free(items->sky.items);
    free(items->entities);
    memset(items, 0, sizeof *items);
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

const struct material *rgb_items_remap(struct rgb_items *items, const struct material *called,
                                       double *time_offset)
{
    *time_offset = 0.0;
    const struct rgb_scene *scene = items->scene;
    if (scene->num_remaps == 0) {
        return called;
    }
    if (items->last_called != called) {
        items->last_called = items->last_drawn = called;
        items->last_offset = 0.0;
        for (size_t i = 0; i < scene->num_remaps; i++) {
            const struct rgb_remap *remap = &scene->remaps[i];
            if (remap->to != NULL && same_name(remap->from, called->name)) {
                items->last_drawn = remap->to;
                items->last_offset = (double)remap->time_offset;
            }
        }
    }
    *time_offset = items->last_offset;
    return items->last_drawn;
}

/* Whether nothing of what is behind shows through, whichever of them is drawn first. A stage behind
 * one that leaves pixels out would be drawn in its gaps, unless it asks for equal depth. */
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

void rgb_items_add(struct rgb_items *items, const struct rgb_item *item)
{
    double time_offset;
    const struct material *material = rgb_items_remap(items, item->called, &time_offset);
    struct rgb_item_list *list = &items->ordered;
    if (material->rules->is_sky) {
        list = &items->sky;
    } else if (is_solid(material)) {
        list = &items->solid;
    } else if (material->num_stages == 0 && item->fog == 0) {
        return; /* the sides of a fog that this level has not */
    }
    if (array_reserve(&list->items, &list->capacity, list->count + 1, sizeof *list->items) < 0) {
        items->lacks_memory = true;
        return;
    }
    struct rgb_item *added = &list->items[list->count++];
    *added = *item;
    added->material = material;
    added->time_offset = time_offset;
    added->order = items->next_order++;
    if (!rgb_shade_takes_dlights(material->rules)) {
        added->lights = 0;
    }
}

struct rgb_draw_entity *rgb_items_add_entity(struct rgb_items *items)
{
    if (array_reserve(&items->entities, &items->cap_entities, items->num_entities + 1,
                      sizeof *items->entities) < 0) {
        items->lacks_memory = true;
        return NULL;
    }
    struct rgb_draw_entity *drawn = &items->entities[items->num_entities++];
    memset(drawn, 0, sizeof *drawn);
    return drawn;
}

/* ---- Order ---- */

/* -1, 0, 1 */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_items(const void *left, const void *right)
{
    const struct rgb_item *a = left, *b = right;
    int order = COMPARE(a->called->rules->sort, b->called->rules->sort);
    order = order != 0 ? order : COMPARE(a->called->rank, b->called->rank);
    order = order != 0 ? order : COMPARE(a->entity, b->entity);
    order = order != 0 ? order : COMPARE(a->fog, b->fog);
    order = order != 0 ? order : COMPARE(a->lights != 0, b->lights != 0);
    return order != 0 ? order : COMPARE(a->order, b->order);
}

static void sort_list(struct rgb_item_list *list)
{
    if (list->count > 1) {
        qsort(list->items, list->count, sizeof *list->items, compare_items);
    }
}

void rgb_items_sort(struct rgb_items *items)
{
    sort_list(&items->solid);
    sort_list(&items->ordered);
    sort_list(&items->sky);
}

bool rgb_items_are_alike(const struct rgb_item *a, const struct rgb_item *b)
{
    /* Only what has its points in the world may share a mesh with other things'. */
    const bool merges = a->called->rules->entity_mergable && a->kind == b->kind &&
                        (a->kind == RGB_ITEM_SPRITE || a->kind == RGB_ITEM_STRIPS);
    return a->material == b->material && a->called == b->called && a->fog == b->fog &&
           (a->lights != 0) == (b->lights != 0) && a->time_offset == b->time_offset &&
           (a->entity == b->entity || merges);
}
