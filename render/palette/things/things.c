/* Puts models, sprites, the weapon in hand and particles into lists, and draws the lists in the
 * order of R_RenderView: the scene's entities, the weapon, the particles. What is translucent comes
 * after them, far things first. */
#include "render/palette/things/things.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "render/palette/blend.h"
#include "render/palette/things/alias.h"
#include "render/palette/things/particles.h"
#include "render/palette/things/sprite.h"
#include "render/palette/things/thing_array.h"

enum { TRANSLATIONS = 256 }; /* shirt * 16 + trousers */

struct thing { /* one entity to draw: a model or a sprite */
    bool sprite;
    uint32_t index;     /* in its list */
    int32_t row0, row1; /* the rows it can touch */
};

/* One to be seen through. */
struct faint {
    struct thing thing;
    int32_t u0, u1; /* the columns it can touch */
    int opacity;    /* 1 .. BLEND_OPACITIES - 1 */
    bool foremost;  /* in front of everything, wherever its box is */
    float mins[3], maxs[3];
    float distance;  /* of the box's middle from the camera, squared */
    int32_t key;     /* as of surfaces: a larger one lies behind */
    uint32_t number; /* in the scene's order */
    uint32_t rank;
    const uint8_t *mix;
};

struct things {
    const uint8_t *colormap;             /* COLORMAP_ROWS rows */
    uint8_t *wide;                       /* the same for models: ALIAS_COLORMAP_BYTES */
    uint8_t *translations[TRANSLATIONS]; /* made when first asked for */
    struct thing *order;
    uint32_t num_order;
    size_t cap_order;
    struct faint *faints; /* far ones first */
    uint32_t num_faints;
    size_t cap_faints;
    /* Where they are drawn before they are mixed; like the target, so that bands do not meet. */
    uint8_t *pixels;
    int16_t *z;
    size_t cap_pixels;
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
    free(things->faints);
    free(things->pixels);
    free(things->z);
    alias_list_free(&things->models);
    sprite_list_free(&things->sprites);
    particles_free(&things->particles);
    free(things);
}

/* NULL when memory ran out. */
static const uint8_t *entity_colormap(struct things *things, const struct palette_entity *entity)
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
static void entity_box(const struct palette_entity *entity, float mins[3], float maxs[3])
{
    const struct model *model = entity->model;
    for (int i = 0; i < 3; i++) {
        float half = 16;
        const float scale = palette_entity_scale(entity);
        if (model->kind == MODEL_SPRITE && model->spr != NULL) {
            half = (float)((int64_t)(i < 2 ? model->spr->max_width : model->spr->max_height) / 2);
        }
        mins[i] = entity->origin[i] - half * scale;
        maxs[i] = entity->origin[i] + half * scale;
    }
}

/* Puts an entity into the list of its kind. 1 and what it became there, 0 when it is not in the
 * picture, FORMAT_MEMORY. */
static int make_thing(struct things *things, const struct palette_scene *scene,
                      const struct view *view, const struct palette_entity *entity,
                      bool view_weapon, struct thing *thing)
{
    int code;
    *thing = (struct thing){.sprite = entity->model->kind == MODEL_SPRITE};
    if (thing->sprite) {
        code = sprite_list_add(&things->sprites, view, entity);
        if (code > 0) {
            thing->index = things->sprites.num_images - 1;
            thing->row0 = things->sprites.images[thing->index].row0;
            thing->row1 = things->sprites.images[thing->index].row1;
        }
        return code;
    }
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
        thing->index = things->models.num_models - 1;
        thing->row0 = things->models.models[thing->index].row0;
        thing->row1 = things->models.models[thing->index].row1;
    }
    return code;
}

/* The box by which something translucent gets its place in the drawing order. */
static void find_box(struct faint *faint, const struct palette_entity *entity,
                     const struct view *view)
{
    const struct model *model = entity->model;
    const float scale = palette_entity_scale(entity);
    float distance = 0;
    for (int i = 0; i < 3; i++) {
        faint->mins[i] = entity->origin[i] + model->mins[i] * scale;
        faint->maxs[i] = entity->origin[i] + model->maxs[i] * scale;
        float away = (faint->mins[i] + faint->maxs[i]) * 0.5f - view->origin[i];
        distance += away * away;
    }
    faint->distance = distance <= FLT_MAX ? distance : FLT_MAX; /* a number, to be sorted by */
}

static int add_entity(struct things *things, const struct palette_scene *scene,
                      const struct view *view, const struct palette_entity *entity)
{
    const bool view_weapon = entity == &scene->view_model;
    const int opacity = blend_opacity(entity->alpha);
    struct thing thing;
    int code = make_thing(things, scene, view, entity, view_weapon, &thing);
    if (code <= 0) {
        return code;
    }
    if (opacity == BLEND_OPACITIES) {
        if (!thing_array_reserve(&things->order, &things->cap_order, things->num_order, 1,
                                 sizeof *things->order)) {
            return FORMAT_MEMORY;
        }
        things->order[things->num_order++] = thing;
        return 0;
    }
    struct faint faint = {
        .thing = thing, .opacity = opacity, .foremost = view_weapon, .number = things->num_faints};
    find_box(&faint, entity, view);
    if (!thing_array_reserve(&things->faints, &things->cap_faints, things->num_faints, 1,
                             sizeof *things->faints)) {
        return FORMAT_MEMORY;
    }
    things->faints[things->num_faints++] = faint;
    return 0;
}

static bool entity_is_shown(const struct palette_entity *entity, const struct world *world)
{
    const struct model *model = entity->model;
    if (model == NULL || model->kind == MODEL_BRUSH || blend_opacity(entity->alpha) == 0) {
        return false;
    }
    if (entity->needs_pvs && world != NULL) {
        float mins[3], maxs[3];
        entity_box(entity, mins, maxs);
        return world_box_visible(world, mins, maxs);
    }
    return true;
}

/* A larger key lies behind; of equal ones what is farther away; else the scene's order. */
static int compare_faints(const void *a, const void *b)
{
    const struct faint *x = a, *y = b;
    if (x->key != y->key) {
        return x->key > y->key ? -1 : 1;
    }
    if (x->distance != y->distance) {
        return x->distance > y->distance ? -1 : 1;
    }
    return x->number < y->number ? -1 : x->number > y->number;
}

static void find_columns(const struct things *things, struct faint *faint, int32_t width)
{
    if (faint->thing.sprite) {
        const struct sprite_image *image = &things->sprites.images[faint->thing.index];
        const struct sprite_span *spans = things->sprites.spans + image->first_span;
        faint->u0 = width;
        faint->u1 = 0;
        for (int32_t i = 0; i < image->row1 - image->row0; i++) {
            int32_t end = spans[i].u + spans[i].count;
            faint->u0 = spans[i].u < faint->u0 ? spans[i].u : faint->u0;
            faint->u1 = end > faint->u1 ? end : faint->u1;
        }
    } else {
        alias_columns(&things->models, &things->models.models[faint->thing.index], &faint->u0,
                      &faint->u1);
        faint->u1 = faint->u1 < width ? faint->u1 : width;
    }
}

/* Columns and room for what is translucent. */
static int prepare_faints(struct things *things, const struct view *view)
{
    const size_t pixels = (size_t)view->width * (size_t)view->height;
    if (things->num_faints == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < things->num_faints; i++) {
        find_columns(things, &things->faints[i], view->width);
    }
    if (pixels > things->cap_pixels) {
        free(things->pixels);
        free(things->z);
        things->pixels = malloc(pixels);
        things->z = malloc(pixels * sizeof *things->z);
        things->cap_pixels = pixels;
        if (things->pixels == NULL || things->z == NULL) {
            things->cap_pixels = 0;
            things->num_faints = 0;
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

int things_prepare(struct things *things, const struct palette_scene *scene,
                   const struct view *view, const struct world *world)
{
    int result = 0;
    things->num_order = 0;
    things->num_faints = 0;
    alias_list_begin(&things->models, view);
    sprite_list_begin(&things->sprites);
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct palette_entity *entity = &scene->entities[i];
        if (entity_is_shown(entity, world) && add_entity(things, scene, view, entity) < 0) {
            result = FORMAT_MEMORY;
        }
    }
    const struct palette_entity *weapon = &scene->view_model;
    if (weapon->model != NULL && weapon->model->kind == MODEL_ALIAS &&
        blend_opacity(weapon->alpha) > 0 && add_entity(things, scene, view, weapon) < 0) {
        result = FORMAT_MEMORY;
    }
    if (prepare_faints(things, view) < 0 ||
        particles_prepare(&things->particles, scene, view) < 0) {
        result = FORMAT_MEMORY;
    }
    return result;
}

int things_place(struct things *things, const struct world *world, struct surfaces *surfaces)
{
    for (uint32_t i = 0; i < things->num_faints; i++) {
        struct faint *faint = &things->faints[i];
        faint->key = faint->foremost ? INT32_MIN
                     : world != NULL ? world_box_key(world, faint->mins, faint->maxs)
                                     : 0;
    }
    if (things->num_faints > 1) {
        qsort(things->faints, things->num_faints, sizeof *things->faints, compare_faints);
    }
    for (uint32_t i = 0; i < things->num_faints; i++) {
        struct faint *faint = &things->faints[i];
        faint->rank = surfaces_rank(surfaces, faint->key, faint->distance);
        faint->mix = surfaces_opacity_table(surfaces, faint->opacity);
        if (faint->mix == NULL) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

uint32_t things_num_translucent(const struct things *things)
{
    return things->num_faints;
}

uint32_t things_rank(const struct things *things, uint32_t number)
{
    return things->faints[number].rank;
}

static void draw_thing(const struct things *things, const struct thing *thing,
                       const struct surfaces_target *target, int row0, int row1)
{
    if (thing->row0 >= row1 || thing->row1 <= row0) {
        return;
    }
    if (thing->sprite) {
        sprite_draw(&things->sprites, &things->sprites.images[thing->index], target, row0, row1);
    } else {
        alias_draw(&things->models, &things->models.models[thing->index], target, row0, row1);
    }
}

void things_draw_band(const struct things *things, const struct surfaces_target *target, int row0,
                      int row1)
{
    row0 = row0 > 0 ? row0 : 0;
    row1 = row1 < target->height ? row1 : target->height;
    for (uint32_t i = 0; i < things->num_order; i++) {
        draw_thing(things, &things->order[i], target, row0, row1);
    }
    particles_draw(&things->particles, target, row0, row1);
}

/* Triangles of a model overlap, and share pixels at their edges: mixed one after the other they
 * would show each other. So it is drawn opaque, over a copy of what is there, and mixed with that
 * wherever it has changed the copy. */
void things_draw_translucent(const struct things *things, uint32_t number,
                             const struct kernels *kernels, const struct surfaces *surfaces,
                             const struct surfaces_target *target, int row0, int row1)
{
    const struct faint *faint = &things->faints[number];
    const struct thing *thing = &faint->thing;
    const struct surfaces_target copy = {things->pixels, things->z, target->width, target->height};
    row0 = row0 > thing->row0 ? row0 : thing->row0;
    row0 = row0 > 0 ? row0 : 0;
    row1 = row1 < thing->row1 ? row1 : thing->row1;
    row1 = row1 < target->height ? row1 : target->height;
    if (faint->u0 >= faint->u1 || row0 >= row1) {
        return;
    }
    const size_t width = (size_t)target->width, count = (size_t)(faint->u1 - faint->u0);
    for (int row = row0; row < row1; row++) {
        size_t place = (size_t)row * width + (size_t)faint->u0;
        memcpy(copy.pixels + place, target->pixels + place, count);
        memcpy(copy.z + place, target->z + place, count * sizeof *copy.z);
    }
    draw_thing(things, thing, &copy, row0, row1);
    for (int row = row0; row < row1; row++) {
        size_t place = (size_t)row * width + (size_t)faint->u0;
        surfaces_fog_changed(surfaces, &copy, target, faint->u0, faint->u1, row);
        kernels->mix_changed(target->pixels + place, copy.pixels + place, (int)count, faint->mix);
    }
}
