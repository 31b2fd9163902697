#include "render/palette/scene_palette.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

/* Reserves room for `more` elements after the first `used`, as array_reserve does. Returns false,
 * and sets lacks_memory, if out of memory. */
static bool list_reserve(struct palette_scene *scene, void *list, size_t *cap, size_t used,
                         size_t more, size_t size)
{
    if (more > SIZE_MAX - used || array_reserve(list, cap, used + more, size) != 0) {
        scene->lacks_memory = true;
        return false;
    }
    return true;
}

struct palette_scene *palette_scene_begin(struct scene *scene)
{
    scene_clear(scene);
    if (scene->palette == NULL) {
        scene->palette = calloc(1, sizeof *scene->palette);
        if (scene->palette == NULL) {
            return NULL;
        }
    }
    palette_scene_clear(scene->palette);
    scene->kind = SCENE_PALETTE;
    return scene->palette;
}

void palette_scene_clear(struct palette_scene *scene)
{
    struct palette_scene kept = *scene;
    memset(scene, 0, sizeof *scene);
    scene->entities = kept.entities;
    scene->cap_entities = kept.cap_entities;
    scene->dlights = kept.dlights;
    scene->cap_dlights = kept.cap_dlights;
    scene->particles = kept.particles;
    scene->cap_particles = kept.cap_particles;
    scene->items = kept.items;
    scene->cap_items = kept.cap_items;
    scene->text = kept.text;
    scene->cap_text = kept.cap_text;
}

void palette_scene_free(struct palette_scene *scene)
{
    free(scene->entities);
    free(scene->dlights);
    free(scene->particles);
    free(scene->items);
    free(scene->text);
    memset(scene, 0, sizeof *scene);
}

void palette_scene_destroy(struct palette_scene *scene)
{
    if (scene != NULL) {
        palette_scene_free(scene);
        free(scene);
    }
}

struct palette_entity *palette_scene_add_entity(struct palette_scene *scene)
{
    if (!list_reserve(scene, &scene->entities, &scene->cap_entities, scene->num_entities, 1,
                      sizeof *scene->entities)) {
        return NULL;
    }
    struct palette_entity *entity = &scene->entities[scene->num_entities++];
    memset(entity, 0, sizeof *entity);
    return entity;
}

struct palette_dlight *palette_scene_add_dlight(struct palette_scene *scene)
{
    if (!list_reserve(scene, &scene->dlights, &scene->cap_dlights, scene->num_dlights, 1,
                      sizeof *scene->dlights)) {
        return NULL;
    }
    struct palette_dlight *dlight = &scene->dlights[scene->num_dlights++];
    memset(dlight, 0, sizeof *dlight);
    return dlight;
}

struct palette_particle *palette_scene_add_particles(struct palette_scene *scene, size_t count)
{
    if (!list_reserve(scene, &scene->particles, &scene->cap_particles, scene->num_particles, count,
                      sizeof *scene->particles) ||
        scene->particles == NULL) {
        return NULL;
    }
    struct palette_particle *first = scene->particles + scene->num_particles;
    memset(first, 0, count * sizeof *first);
    scene->num_particles += count;
    return first;
}

struct palette_2d *palette_scene_add_2d(struct palette_scene *scene)
{
    if (!list_reserve(scene, &scene->items, &scene->cap_items, scene->num_items, 1,
                      sizeof *scene->items)) {
        return NULL;
    }
    struct palette_2d *item = &scene->items[scene->num_items++];
    memset(item, 0, sizeof *item);
    return item;
}

struct palette_2d *palette_scene_add_text(struct palette_scene *scene, int32_t x, int32_t y,
                                          int32_t scale, const uint8_t *sheet,
                                          const uint8_t *glyphs, size_t count)
{
    if (count == 0 || count > INT32_MAX || scene->text_size > UINT32_MAX - count) {
        return NULL;
    }
    if (!list_reserve(scene, &scene->text, &scene->cap_text, scene->text_size, count, 1)) {
        return NULL;
    }
    struct palette_2d *item = palette_scene_add_2d(scene);
    if (item == NULL) {
        return NULL;
    }
    memcpy(scene->text + scene->text_size, glyphs, count);
    item->kind = PALETTE_2D_GLYPHS;
    item->x = x;
    item->y = y;
    item->scale = scale;
    item->width = (int32_t)count;
    item->height = 1;
    item->pixels = sheet;
    item->text = (uint32_t)scene->text_size;
    scene->text_size += count;
    return item;
}
