/* Fuzz target: alias models, sprites and small maps, detected by content and drawn in the built-in
 * map: far, near or around the camera, as an entity and as the view weapon. */
#include "tests/fuzz/stages/require.h"
#include "tests/fuzz/stages/stage.h"

enum { POSES = 4, HEADER = 100 };

static struct stage stage;

static int32_t choose_frame(uint32_t *seed)
{
    uint32_t n = next_random(seed);
    return n % 8 == 0 ? -1 - (int32_t)(n % 1000) : (int32_t)(n % 12);
}

static void fill_entity(struct palette_entity *entity, const struct model *model, int pose,
                        uint32_t *seed)
{
    entity->model = model;
    entity->frame = choose_frame(seed);
    entity->old_frame = pose % 2 ? choose_frame(seed) : entity->frame;
    entity->frame_lerp = pose % 2 ? stage_between(seed, 0.0f, 1.0f) : 1.0f;
    entity->lerp_poses = pose >= 2;
    entity->skin = choose_frame(seed);
    entity->sync_base = (double)stage_between(seed, 0.0f, 1.0f);
    entity->translate = pose == 2;
    entity->shirt = (uint8_t)(next_random(seed) % 16);
    entity->trousers = (uint8_t)(next_random(seed) % 16);
    entity->alpha = pose == 3 ? 100 : 255;
}

/* An open place of the built-in map with room ahead. */
static void place_camera(struct scene_camera *camera, int pose, uint32_t *seed)
{
    const struct bsp *bsp = stage.map->bsp;
    uint32_t first = next_random(seed) % bsp->num_leafs;
    for (uint32_t i = 0; i < bsp->num_leafs; i++) {
        const struct bsp_leaf *leaf = &bsp->leafs[(first + i) % bsp->num_leafs];
        if (leaf->contents == CONTENTS_EMPTY) {
            for (int k = 0; k < 3; k++) {
                camera->origin[k] = leaf->mins[k] + (leaf->maxs[k] - leaf->mins[k]) * 0.5f;
            }
            break;
        }
    }
    camera->angles[0] = pose > 0 ? stage_between(seed, -60.0f, 60.0f) : 0.0f;
    camera->angles[1] = stage_between(seed, 0.0f, 360.0f);
    camera->angles[2] = pose > 1 ? stage_between(seed, -30.0f, 30.0f) : 0.0f;
    camera->fov_x = 90.0f;
}

static void draw_pose(const struct model *model, int pose, uint32_t *seed)
{
    static const float reach[POSES] = {100.0f, 40.0f, 400.0f, 10.0f};
    struct scene *scene = &stage.scene;
    struct palette_scene *part = palette_scene_begin(scene);
    require(part != NULL);
    part->world = stage.map;
    scene->time = (double)stage_between(seed, 0.0f, 100.0f);
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = 256;
    }
    place_camera(&scene->camera, pose, seed);
    for (int i = 0; i < 3; i++) {
        struct palette_entity *entity = palette_scene_add_entity(part);
        require(entity != NULL);
        fill_entity(entity, model, pose, seed);
        for (int k = 0; k < 3; k++) {
            entity->origin[k] =
                scene->camera.origin[k] + stage_between(seed, -reach[pose], reach[pose]);
            entity->angles[k] = pose > 0 ? stage_between(seed, 0.0f, 360.0f) : 0.0f;
        }
        entity->needs_pvs = i == 2;
    }
    fill_entity(&part->view_model, model, pose, seed);
    memcpy(part->view_model.origin, scene->camera.origin, sizeof part->view_model.origin);
    memcpy(part->view_model.angles, scene->camera.angles, sizeof part->view_model.angles);
    part->view_model.angles[0] = -scene->camera.angles[0];
    stage_draw(&stage, next_random(seed) % STAGE_LOOKS);
}

/* Often changes the header alone: a model is mostly skins and vertices. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    uint32_t number = seed;
    if (size < HEADER || next_random(&number) % 2 == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    stage_mutate_part(data + 4, HEADER - 4, 0);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct stage_file file;
    uint32_t seed = stage_seed(data, size);
    if (stage.map == NULL) {
        stage_open(&stage);
    }
    stage_file_open(&file, "progs/fuzz.mdl", data, size);
    if (file.model != NULL && !file.model->missing) {
        draw_pose(file.model, (int)(next_random(&seed) % POSES), &seed);
    }
    stage_file_close(&file);
    return 0;
}
