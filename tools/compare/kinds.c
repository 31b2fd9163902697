#include "tools/compare/kinds.h"

#include <stdlib.h>
#include <string.h>

#include "assets/quake/skybox.h"
#include "formats/base/object_id.h"
#include "render/palette/scene_palette.h"

/* Draws the player's scene again, changed, and marks what differs. */
static int mark(struct playback_context *player, const struct picture *shown,
                struct picture *changed, enum pixel_kind kind, uint8_t *kinds)
{
    const int status = renderer_draw(view_set_main(&player->views), &player->scene, changed->pixels,
                                     (size_t)changed->width);
    for (int i = 0; i < shown->width * shown->height && status == 0; i++) {
        if (shown->pixels[i] != changed->pixels[i]) {
            kinds[i] = (uint8_t)kind;
        }
    }
    return status;
}

/* An entity without a model is not drawn. */
static int mark_models(struct playback_context *player, const struct picture *shown,
                       struct picture *changed, uint8_t *kinds)
{
    struct palette_scene *scene = player->scene.palette;
    const size_t num_particles = scene->num_particles;
    const struct model **models = malloc((scene->num_entities + 1) * sizeof(const struct model *));
    if (models == NULL) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < scene->num_entities; i++) {
        struct palette_entity *entity = &scene->entities[i];
        models[i] = entity->model;
        entity->model =
            entity->model != NULL && entity->model->kind == MODEL_BRUSH ? entity->model : NULL;
    }
    scene->num_particles = 0;
    const int status = mark(player, shown, changed, KIND_MODEL, kinds);
    for (size_t i = 0; i < scene->num_entities; i++) {
        scene->entities[i].model = models[i];
    }
    scene->num_particles = num_particles;
    free(models);
    return status;
}

static int mark_liquids(struct playback_context *player, const struct picture *shown,
                        struct picture *changed, uint8_t *kinds)
{
    struct palette_scene *scene = player->scene.palette;
    float alpha[LIQUIDS];
    memcpy(alpha, scene->liquid_alpha, sizeof alpha);
    for (int i = 0; i < LIQUIDS; i++) {
        scene->liquid_alpha[i] = alpha[i] < 1.0f ? 1.0f : 0.5f;
    }
    const int status = mark(player, shown, changed, KIND_LIQUID, kinds);
    memcpy(scene->liquid_alpha, alpha, sizeof alpha);
    return status;
}

/* A skybox whose pictures are missing is black. */
static int mark_sky(struct playback_context *player, const struct picture *shown,
                    struct picture *changed, uint8_t *kinds)
{
    const struct skybox_pictures black = {.identity = object_id_create()};
    if (black.identity == NULL) {
        return FORMAT_MEMORY;
    }
    struct palette_scene *scene = player->scene.palette;
    const struct skybox_pictures *pictures = scene->skybox_pictures;
    scene->skybox_pictures = &black;
    const int status = mark(player, shown, changed, KIND_SKY, kinds);
    scene->skybox_pictures = pictures;
    object_id_release(black.identity);
    return status;
}

int kinds_find(struct playback_context *player, const struct picture *shown, uint8_t *kinds)
{
    struct picture changed;
    if (!picture_create(&changed, shown->width, shown->height)) {
        return FORMAT_MEMORY;
    }
    memset(kinds, KIND_WORLD, (size_t)shown->width * (size_t)shown->height);
    int status = mark_sky(player, shown, &changed, kinds);
    if (status == 0) {
        status = mark_liquids(player, shown, &changed, kinds);
    }
    if (status == 0) {
        status = mark_models(player, shown, &changed, kinds);
    }
    picture_free(&changed);
    return status;
}
