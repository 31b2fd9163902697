/* Puts models, sprites, the weapon in hand and particles into lists, and draws the lists in the
 * order of R_RenderView: the scene's entities, the weapon, the particles. */
#include "render/things.h"

#include <stdlib.h>
#include <string.h>

#include "render/alias.h"
#include "render/alias_array.h"
#include "render/particles.h"
#include "render/sprite.h"

enum { TRANSLATIONS = 256 }; /* shirt * 16 + trousers */

struct thing { /* one entity to draw: a model or a sprite */
    bool sprite;
    uint32_t index;     /* in its list */
    int32_t row0, row1; /* the rows it can touch */
};

struct things {
    const uint8_t *colormap;             /* COLORMAP_ROWS rows */
    uint8_t *wide;                       /* the same for models: ALIAS_COLORMAP_BYTES */
    uint8_t *translations[TRANSLATIONS]; /* made when first asked for */
    struct thing *order;
    uint32_t num_order, cap_order;
    struct alias_list models;
    struct sprite_list sprites;
    struct particle_list particles;
};

struct things *things_create(const uint8_t *colormap, enum render_look look)
{
    (void)look; /* both looks draw things with the original's arithmetic */
    struct things *things = calloc(1, sizeof *things);
    if (things == NULL) {
        return NULL;
    }
    things->colormap = colormap;
    things->wide = malloc(ALIAS_COLORMAP_BYTES);
    if (things->wide == NULL) {
        free(things);
        return NULL;
    }
    alias_colormap_widen(colormap, things->wide);
    return things;
}

void things_destroy(struct things *things)
{
    if (things == NULL) {
        return;
    }
    for (int i = 0; i < TRANSLATIONS; i++) {
        free(things->translations[i]);
    }
    free(things->wide);
    free(things->order);
    alias_list_free(&things->models);
    sprite_list_free(&things->sprites);
    particles_free(&things->particles);
    free(things);
}

/* NULL when memory ran out. */
static const uint8_t *entity_colormap(struct things *things, const struct scene_entity *entity)
{
    if (!entity->translate) {
        return things->wide;
    }
    unsigned shirt = entity->shirt & 15u, trousers = entity->trousers & 15u;
    uint8_t **slot = &things->translations[shirt * 16 + trousers];
    if (*slot == NULL) {
        *slot = malloc(ALIAS_COLORMAP_BYTES);
        if (*slot != NULL) {
            alias_colormap_translate(things->colormap, shirt, trousers, *slot);
        }
    }
    return *slot;
}

/* The box by which static entities are put into leafs (R_AddEfrags). The original gives all alias
 * models the same one, and sprites one of their largest picture. */
static void entity_box(const struct scene_entity *entity, float mins[3], float maxs[3])
{
    const struct model *model = entity->model;
    for (int i = 0; i < 3; i++) {
        float half = 16;
        if (model->kind == MODEL_SPRITE && model->spr != NULL) {
            half = (float)((int64_t)(i < 2 ? model->spr->max_width : model->spr->max_height) / 2);
        }
        mins[i] = entity->origin[i] - half;
        maxs[i] = entity->origin[i] + half;
    }
}

static int add_entity(struct things *things, const struct scene *scene, const struct view *view,
                      const struct scene_entity *entity, bool view_weapon)
{
    struct thing thing = {.sprite = entity->model->kind == MODEL_SPRITE};
    int code;
    if (thing.sprite) {
        code = sprite_list_add(&things->sprites, scene, view, entity);
        if (code > 0) {
            thing.index = things->sprites.num_images - 1;
            thing.row0 = things->sprites.images[thing.index].row0;
            thing.row1 = things->sprites.images[thing.index].row1;
        }
    } else {
        struct alias_request request = {.scene = scene,
                                        .view = view,
                                        .entity = entity,
                                        .colormap = entity_colormap(things, entity),
                                        .view_weapon = view_weapon};
        if (request.colormap == NULL) {
            return FORMAT_MEMORY;
        }
        code = alias_list_add(&things->models, &request);
        if (code > 0) {
            thing.index = things->models.num_models - 1;
            thing.row0 = things->models.models[thing.index].row0;
            thing.row1 = things->models.models[thing.index].row1;
        }
    }
    if (code <= 0) {
        return code;
    }
    if (!alias_array_reserve(&things->order, &things->cap_order, things->num_order, 1,
                             sizeof *things->order)) {
        return FORMAT_MEMORY;
    }
    things->order[things->num_order++] = thing;
    return 0;
}

static bool entity_is_shown(const struct scene_entity *entity, const struct world *world)
{
    const struct model *model = entity->model;
    if (model == NULL || model->kind == MODEL_BRUSH || entity->alpha == 0) {
        return false;
    }
    if (entity->needs_pvs && world != NULL) {
        float mins[3], maxs[3];
        entity_box(entity, mins, maxs);
        return world_box_visible(world, mins, maxs);
    }
    return true;
}

int things_prepare(struct things *things, const struct scene *scene, const struct view *view,
                   const struct world *world)
{
    int result = 0;
    things->num_order = 0;
    alias_list_begin(&things->models, view);
    sprite_list_begin(&things->sprites);
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct scene_entity *entity = &scene->entities[i];
        if (entity_is_shown(entity, world) && add_entity(things, scene, view, entity, false) < 0) {
            result = FORMAT_MEMORY;
        }
    }
    const struct scene_entity *weapon = &scene->view_model;
    if (weapon->model != NULL && weapon->model->kind == MODEL_ALIAS && weapon->alpha != 0 &&
        add_entity(things, scene, view, weapon, true) < 0) {
        result = FORMAT_MEMORY;
    }
    if (particles_prepare(&things->particles, scene, view) < 0) {
        result = FORMAT_MEMORY;
    }
    return result;
}

void things_draw_band(const struct things *things, const struct surfaces_target *target, int row0,
                      int row1)
{
    row0 = row0 > 0 ? row0 : 0;
    row1 = row1 < target->height ? row1 : target->height;
    for (uint32_t i = 0; i < things->num_order; i++) {
        const struct thing *thing = &things->order[i];
        if (thing->row0 >= row1 || thing->row1 <= row0) {
            continue;
        }
        if (thing->sprite) {
            sprite_draw(&things->sprites, &things->sprites.images[thing->index], target, row0,
                        row1);
        } else {
            alias_draw(&things->models, &things->models.models[thing->index], target, row0, row1);
        }
    }
    particles_draw(&things->particles, target, row0, row1);
}
