#include "tests/render/truecolor/true_stage.h"

#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/quake_game.h"

void true_stage_open(struct true_stage *stage, int width, int height)
{
    const struct game_files_options options = {.builtin = true};
    struct mesh *torch = &stage->torch;
    *stage = (struct true_stage){.width = width, .height = height};
    cr_assert_eq(quake_game_open(&stage->data, &options, NULL), 0);
    stage->pool = thread_pool_create(1);
    cr_assert_not_null(stage->pool);
    mesh_square(torch, 0.2f, 90);
    for (int i = 0; i < 4; i++) {
        torch->texcoords[i] = (struct mdl_texcoord){false, SKIN_SIDE / 2, SKIN_SIDE / 2};
    }
    torch->mdl.identity = object_id_create();
    cr_assert_not_null(torch->mdl.identity);
    memcpy(torch->mdl.mins, (const float[3]){-26, -26, -26}, sizeof torch->mdl.mins);
    memcpy(torch->mdl.maxs, (const float[3]){26, 26, 26}, sizeof torch->mdl.maxs);
}

void true_stage_close(struct true_stage *stage)
{
    object_id_release(stage->torch.mdl.identity);
    thread_pool_destroy(stage->pool);
    quake_game_close(&stage->data);
}

struct truecolor_renderer *true_stage_renderer(const struct true_stage *stage,
                                               bool square_particles)
{
    const struct palette_options options = {.look = LOOK_TRUECOLOR,
                                            .square_particles = square_particles,
                                            .palette = stage->data.palette,
                                            .colormap = stage->data.colormap};
    return truecolor_renderer_create(stage->width, stage->height, 1, &options, stage->pool);
}

struct palette_entity *true_stage_add(struct palette_scene *part, const struct model *model,
                                      const float origin[3])
{
    struct palette_entity *entity = palette_scene_add_entity(part);
    cr_assert_not_null(entity);
    entity->model = model;
    entity->alpha = 255;
    entity->frame_lerp = 1;
    memcpy(entity->origin, origin, sizeof entity->origin);
    return entity;
}

/* The smallest side of an empty leaf; of others 0. */
static float room_of(const struct bsp_leaf *leaf)
{
    float least = leaf->contents == CONTENTS_EMPTY ? 1e9f : 0.0f;
    for (int i = 0; i < 3; i++) {
        const float side = leaf->maxs[i] - leaf->mins[i];
        least = side < least ? side : least;
    }
    return least;
}

struct palette_scene *true_stage_look(struct true_stage *stage, struct scene *scene)
{
    struct palette_scene *part = palette_scene_begin(scene);
    cr_assert_not_null(part);
    part->world = model_store_get(stage->data.models, "maps/reel.bsp", NULL);
    cr_assert(part->world != NULL && !part->world->missing);
    const struct bsp *bsp = part->world->bsp;
    uint32_t leaf = 1;
    for (uint32_t i = 1; i < bsp->num_leafs; i++) {
        leaf = room_of(&bsp->leafs[i]) > room_of(&bsp->leafs[leaf]) ? i : leaf;
    }
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = 264;
    }
    for (int i = 0; i < 3; i++) {
        scene->camera.origin[i] = (bsp->leafs[leaf].mins[i] + bsp->leafs[leaf].maxs[i]) * 0.5f;
    }
    scene->camera.fov_x = 90;
    return part;
}
