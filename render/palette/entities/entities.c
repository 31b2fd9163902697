/* Puts models, sprites, the view weapon and particles into lists, and draws the lists in the order
 * of R_RenderView: the scene's entities, the weapon, the particles. Translucent entities come after
 * them, far ones first. */
#include "render/palette/entities/entities.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "render/palette/blend.h"
#include "render/palette/entities/alias.h"
#include "render/palette/entities/entity_array.h"
#include "render/palette/entities/particles.h"
#include "render/palette/entities/sprite.h"

enum {
    TRANSLATIONS = 256, /* shirt * 16 + trousers */
    MAX_TINTS = 32      /* colormaps with a tint in a frame; entities beyond them have none */
};

/* A colormap with a tint, and the entity's properties it is made for. */
struct tinted_colormap {
    uint8_t *wide;  /* ALIAS_COLORMAP_BYTES; NULL = not made */
    uint8_t key[6]; /* tint, whether translated, shirt and trousers */
    bool in_use;    /* in this frame */
};

struct drawn_entity { /* one entity to draw: a model or a sprite */
    bool sprite;
    uint32_t index;     /* in its list */
    int32_t row0, row1; /* the rows it can touch */
};

/* A translucent entity. */
struct faint {
    struct drawn_entity drawn;
    int32_t u0, u1; /* the columns it can touch */
    int opacity;    /* 1..BLEND_OPACITIES - 1 */
    bool foremost;  /* in front of everything, wherever its box is */
    float mins[3], maxs[3];
    float distance;  /* from the camera to the box's centre, squared */
    int32_t key;     /* as of surfaces: a larger one lies behind */
    uint32_t number; /* in the scene's order */
    uint32_t rank;
    const uint8_t *mix;
};

struct entities {
    const uint8_t *colormap;             /* COLORMAP_ROWS rows */
    uint8_t *wide;                       /* the same for models: ALIAS_COLORMAP_BYTES */
    uint8_t *translations[TRANSLATIONS]; /* made when first asked for */
    const uint8_t *palette;              /* NULL = no tints */
    struct nearest *nearest;             /* made when first asked for, like the tints */
    struct tinted_colormap tints[MAX_TINTS];
    struct drawn_entity *order;
    uint32_t num_order;
    size_t cap_order;
    struct faint *faints; /* far ones first */
    uint32_t num_faints;
    size_t cap_faints;
    /* Translucent entities are drawn here before mixing; as large as the target, so that bands do
     * not overlap. */
    uint8_t *pixels;
    int16_t *z;
    size_t cap_pixels;
    struct alias_list models;
    struct sprite_list sprites;
    struct particle_list particles;
};

struct entities *entities_create(const uint8_t *colormap, enum render_look look)
{
    (void)look; /* both looks draw entities with the original's arithmetic */
    struct entities *entities = calloc(1, sizeof *entities);
    if (entities == NULL) {
        return NULL;
    }
    entities->colormap = colormap;
    entities->wide = malloc(ALIAS_COLORMAP_BYTES);
    if (entities->wide == NULL) {
        free(entities);
        return NULL;
    }
    alias_colormap_widen(colormap, entities->wide);
    return entities;
}

void entities_set_palette(struct entities *entities, const uint8_t *palette)
{
    entities->palette = palette;
}

void entities_destroy(struct entities *entities)
{
    if (entities == NULL) {
        return;
    }
    for (int i = 0; i < TRANSLATIONS; i++) {
        free(entities->translations[i]);
    }
    for (int i = 0; i < MAX_TINTS; i++) {
        free(entities->tints[i].wide);
    }
    free(entities->nearest);
    free(entities->wide);
    free(entities->order);
    free(entities->faints);
    free(entities->pixels);
    free(entities->z);
    alias_list_free(&entities->models);
    sprite_list_free(&entities->sprites);
    particles_free(&entities->particles);
    free(entities);
}

/* The place of a tinted colormap: the one that has it, or one this frame does not need; NULL: all
 * are needed. */
static struct tinted_colormap *find_tint(struct entities *entities, const uint8_t key[6])
{
    struct tinted_colormap *found = NULL;
    for (int i = 0; i < MAX_TINTS; i++) {
        struct tinted_colormap *tint = &entities->tints[i];
        if (tint->wide != NULL && memcmp(tint->key, key, sizeof tint->key) == 0) {
            return tint;
        }
        if (!tint->in_use && found == NULL) {
            found = tint;
        }
    }
    return found;
}

/* plain: the entity's colormap without its tint. NULL when memory ran out. */
static const uint8_t *tint_colormap(struct entities *entities, const struct palette_entity *entity,
                                    const uint8_t *plain)
{
    const uint8_t key[6] = {entity->tint[0],
                            entity->tint[1],
                            entity->tint[2],
                            entity->translate,
                            entity->translate ? entity->shirt & 15 : 0,
                            entity->translate ? entity->trousers & 15 : 0};
    struct tinted_colormap *tint = find_tint(entities, key);
    if (tint == NULL) {
        return plain;
    }
    if (tint->wide != NULL && memcmp(tint->key, key, sizeof key) == 0) {
        tint->in_use = true;
        return tint->wide;
    }
    if (entities->nearest == NULL) {
        entities->nearest = nearest_create(entities->palette);
    }
    if (tint->wide == NULL) {
        tint->wide = malloc(ALIAS_COLORMAP_BYTES);
    }
    if (entities->nearest == NULL || tint->wide == NULL) {
        free(tint->wide);
        tint->wide = NULL;
        return NULL;
    }
    memcpy(tint->wide, plain, ALIAS_COLORMAP_BYTES);
    alias_colormap_tint(tint->wide, entities->palette, entities->nearest, entity->tint);
    memcpy(tint->key, key, sizeof key);
    tint->in_use = true;
    return tint->wide;
}

/* NULL when memory ran out. */
static const uint8_t *plain_colormap(struct entities *entities, const struct palette_entity *entity)
{
    if (!entity->translate) {
        return entities->wide;
    }
    unsigned shirt = entity->shirt & 15u, trousers = entity->trousers & 15u;
    uint8_t **slot = &entities->translations[shirt * 16 + trousers];
    if (*slot == NULL) {
        *slot = malloc(ALIAS_COLORMAP_BYTES);
        if (*slot != NULL) {
            alias_colormap_translate(entities->colormap, shirt, trousers, *slot);
        }
    }
    return *slot;
}

/* NULL when memory ran out. */
static const uint8_t *entity_colormap(struct entities *entities,
                                      const struct palette_entity *entity)
{
    const uint8_t *plain = plain_colormap(entities, entity);
    return entity->tinted && plain != NULL && entities->palette != NULL
               ? tint_colormap(entities, entity, plain)
               : plain;
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

/* Adds an entity to the list of its kind. Returns 1 and sets *drawn, 0 if it is not visible, or
 * FORMAT_MEMORY. */
static int make_entity(struct entities *entities, const struct palette_scene *scene,
                       const struct view *view, const struct palette_entity *entity,
                       bool view_weapon, struct drawn_entity *drawn)
{
    int code;
    *drawn = (struct drawn_entity){.sprite = entity->model->kind == MODEL_SPRITE};
    if (drawn->sprite) {
        code = sprite_list_add(&entities->sprites, view, entity);
        if (code > 0) {
            drawn->index = entities->sprites.num_images - 1;
            drawn->row0 = entities->sprites.images[drawn->index].row0;
            drawn->row1 = entities->sprites.images[drawn->index].row1;
        }
        return code;
    }
    struct alias_request request = {.scene = scene,
                                    .view = view,
                                    .entity = entity,
                                    .colormap = entity_colormap(entities, entity),
                                    .view_weapon = view_weapon};
    if (request.colormap == NULL) {
        return FORMAT_MEMORY;
    }
    code = alias_list_add(&entities->models, &request);
    if (code > 0) {
        drawn->index = entities->models.num_models - 1;
        drawn->row0 = entities->models.models[drawn->index].row0;
        drawn->row1 = entities->models.models[drawn->index].row1;
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

static int add_entity(struct entities *entities, const struct palette_scene *scene,
                      const struct view *view, const struct palette_entity *entity)
{
    const bool view_weapon = entity == &scene->view_model;
    const int opacity = blend_opacity(entity->alpha);
    struct drawn_entity drawn;
    int code = make_entity(entities, scene, view, entity, view_weapon, &drawn);
    if (code <= 0) {
        return code;
    }
    if (opacity == BLEND_OPACITIES) {
        if (!entity_array_reserve(&entities->order, &entities->cap_order, entities->num_order, 1,
                                  sizeof *entities->order)) {
            return FORMAT_MEMORY;
        }
        entities->order[entities->num_order++] = drawn;
        return 0;
    }
    struct faint faint = {.drawn = drawn,
                          .opacity = opacity,
                          .foremost = view_weapon,
                          .number = entities->num_faints};
    find_box(&faint, entity, view);
    if (!entity_array_reserve(&entities->faints, &entities->cap_faints, entities->num_faints, 1,
                              sizeof *entities->faints)) {
        return FORMAT_MEMORY;
    }
    entities->faints[entities->num_faints++] = faint;
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

static void find_columns(const struct entities *entities, struct faint *faint, int32_t width)
{
    if (faint->drawn.sprite) {
        const struct sprite_image *image = &entities->sprites.images[faint->drawn.index];
        const struct sprite_span *spans = entities->sprites.spans + image->first_span;
        faint->u0 = width;
        faint->u1 = 0;
        for (int32_t i = 0; i < image->row1 - image->row0; i++) {
            int32_t end = spans[i].u + spans[i].count;
            faint->u0 = spans[i].u < faint->u0 ? spans[i].u : faint->u0;
            faint->u1 = end > faint->u1 ? end : faint->u1;
        }
    } else {
        alias_columns(&entities->models, &entities->models.models[faint->drawn.index], &faint->u0,
                      &faint->u1);
        faint->u1 = faint->u1 < width ? faint->u1 : width;
    }
}

/* Finds the columns of translucent entities and allocates their pixels. */
static int prepare_faints(struct entities *entities, const struct view *view)
{
    const size_t pixels = (size_t)view->width * (size_t)view->height;
    if (entities->num_faints == 0) {
        return 0;
    }
    for (uint32_t i = 0; i < entities->num_faints; i++) {
        find_columns(entities, &entities->faints[i], view->width);
    }
    if (pixels > entities->cap_pixels) {
        free(entities->pixels);
        free(entities->z);
        entities->pixels = malloc(pixels);
        entities->z = malloc(pixels * sizeof *entities->z);
        entities->cap_pixels = pixels;
        if (entities->pixels == NULL || entities->z == NULL) {
            entities->cap_pixels = 0;
            entities->num_faints = 0;
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

int entities_prepare(struct entities *entities, const struct palette_scene *scene,
                     const struct view *view, const struct world *world)
{
    int result = 0;
    entities->num_order = 0;
    entities->num_faints = 0;
    for (int i = 0; i < MAX_TINTS; i++) {
        entities->tints[i].in_use = false;
    }
    alias_list_begin(&entities->models, view);
    sprite_list_begin(&entities->sprites);
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct palette_entity *entity = &scene->entities[i];
        if (entity_is_shown(entity, world) && add_entity(entities, scene, view, entity) < 0) {
            result = FORMAT_MEMORY;
        }
    }
    const struct palette_entity *weapon = &scene->view_model;
    if (weapon->model != NULL && weapon->model->kind == MODEL_ALIAS &&
        blend_opacity(weapon->alpha) > 0 && add_entity(entities, scene, view, weapon) < 0) {
        result = FORMAT_MEMORY;
    }
    if (prepare_faints(entities, view) < 0 ||
        particles_prepare(&entities->particles, scene, view) < 0) {
        result = FORMAT_MEMORY;
    }
    return result;
}

int entities_place(struct entities *entities, const struct world *world, struct surfaces *surfaces)
{
    for (uint32_t i = 0; i < entities->num_faints; i++) {
        struct faint *faint = &entities->faints[i];
        faint->key = faint->foremost ? INT32_MIN
                     : world != NULL ? world_box_key(world, faint->mins, faint->maxs)
                                     : 0;
    }
    if (entities->num_faints > 1) {
        qsort(entities->faints, entities->num_faints, sizeof *entities->faints, compare_faints);
    }
    for (uint32_t i = 0; i < entities->num_faints; i++) {
        struct faint *faint = &entities->faints[i];
        faint->rank = surfaces_rank(surfaces, faint->key, faint->distance);
        faint->mix = surfaces_opacity_table(surfaces, faint->opacity);
        if (faint->mix == NULL) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

uint32_t entities_num_translucent(const struct entities *entities)
{
    return entities->num_faints;
}

uint32_t entities_rank(const struct entities *entities, uint32_t number)
{
    return entities->faints[number].rank;
}

static void draw_entity(const struct entities *entities, const struct drawn_entity *drawn,
                        const struct surfaces_target *target, int row0, int row1)
{
    if (drawn->row0 >= row1 || drawn->row1 <= row0) {
        return;
    }
    if (drawn->sprite) {
        sprite_draw(&entities->sprites, &entities->sprites.images[drawn->index], target, row0,
                    row1);
    } else {
        alias_draw(&entities->models, &entities->models.models[drawn->index], target, row0, row1);
    }
}

void entities_draw_band(const struct entities *entities, const struct surfaces_target *target,
                        int row0, int row1)
{
    row0 = row0 > 0 ? row0 : 0;
    row1 = row1 < target->height ? row1 : target->height;
    for (uint32_t i = 0; i < entities->num_order; i++) {
        draw_entity(entities, &entities->order[i], target, row0, row1);
    }
    particles_draw(&entities->particles, target, row0, row1);
}

/* Triangles of a model overlap, and share pixels at their edges: mixed one after the other they
 * would show each other. So the model is drawn opaque over a copy of the target, and the two are
 * mixed wherever they differ. */
void entities_draw_translucent(const struct entities *entities, uint32_t number,
                               const struct kernels *kernels, const struct surfaces *surfaces,
                               const struct surfaces_target *target, int row0, int row1)
{
    const struct faint *faint = &entities->faints[number];
    const struct drawn_entity *drawn = &faint->drawn;
    const struct surfaces_target copy = {entities->pixels, entities->z, target->width,
                                         target->height};
    row0 = row0 > drawn->row0 ? row0 : drawn->row0;
    row0 = row0 > 0 ? row0 : 0;
    row1 = row1 < drawn->row1 ? row1 : drawn->row1;
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
    draw_entity(entities, drawn, &copy, row0, row1);
    for (int row = row0; row < row1; row++) {
        size_t place = (size_t)row * width + (size_t)faint->u0;
        surfaces_fog_changed(surfaces, &copy, target, faint->u0, faint->u1, row);
        kernels->mix_changed(target->pixels + place, copy.pixels + place, (int)count, faint->mix);
    }
}
