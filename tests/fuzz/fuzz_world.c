/* Fuzz target: maps, read and drawn from a place in one of the looks, with lights and moved parts.
 * Place and look depend on the map's bytes. */
#include <stdio.h>

#include "tests/fuzz/stages/require.h"
#include "tests/fuzz/stages/stage.h"

enum { CAMERAS = 5 /* kinds */, PARTS = 6, LIGHTS = 3, PARTICLES = 32, LUMPS = 15, REFUSED = 64 };

static struct stage stage;

/* Somewhere in the middle of a leaf, where cameras usually are; now and then anywhere in the map's
 * box. */
static void choose_place(const struct model *model, uint32_t *seed, float place[3])
{
    const struct bsp_leaf *leaf = &model->bsp->leafs[next_random(seed) % model->bsp->num_leafs];
    bool anywhere = next_random(seed) % 4 == 0;
    for (int i = 0; i < 3; i++) {
        place[i] = anywhere ? stage_between(seed, model->mins[i], model->maxs[i])
                            : leaf->mins[i] + (leaf->maxs[i] - leaf->mins[i]) * 0.5f;
    }
}

static void add_parts(struct model_store *models, const struct model *world, uint32_t *seed)
{
    for (uint32_t i = 1; i <= PARTS && i < world->bsp->num_submodels; i++) {
        char name[16];
        snprintf(name, sizeof name, "*%u", (unsigned)i);
        struct palette_entity *part = palette_scene_add_entity(stage.scene.palette);
        require(part != NULL);
        part->model = model_store_get(models, name, world);
        part->frame = (int32_t)(i & 1);
        part->alpha = i % 3 == 2 ? 128 : 255;
        part->scale = (uint8_t)(i % 5 * 9);
        part->frame_lerp = 1.0f;
        for (int k = 0; i % 2 == 0 && k < 3; k++) {
            part->origin[k] = stage_between(seed, -64.0f, 64.0f);
            part->angles[k] = i % 4 == 0 ? stage_between(seed, 0.0f, 360.0f) : 0.0f;
        }
    }
}

static void add_lights_and_particles(const struct model *world, uint32_t *seed)
{
    for (int i = 0; i < LIGHTS; i++) {
        struct palette_dlight *light = palette_scene_add_dlight(stage.scene.palette);
        require(light != NULL);
        choose_place(world, seed, light->origin);
        light->radius = stage_between(seed, 50.0f, 600.0f);
    }
    struct palette_particle *particles =
        palette_scene_add_particles(stage.scene.palette, PARTICLES);
    require(particles != NULL);
    for (int i = 0; i < PARTICLES; i++) {
        choose_place(world, seed, particles[i].origin);
        particles[i].color = (uint8_t)(i * 8);
    }
}

/* A model that asks the world for its light, in front of the camera. */
static void add_figure(uint32_t *seed)
{
    struct palette_entity *figure = palette_scene_add_entity(stage.scene.palette);
    require(figure != NULL);
    figure->model = model_store_get(stage.data.models, "progs/armor.mdl", NULL);
    figure->alpha = 255;
    figure->frame_lerp = 1.0f;
    figure->needs_pvs = next_random(seed) % 2 != 0;
    for (int i = 0; i < 3; i++) {
        figure->origin[i] = stage.scene.camera.origin[i] + stage_between(seed, -80.0f, 80.0f);
    }
}

static void draw_from(struct model_store *models, const struct model *world, int camera,
                      uint32_t *seed)
{
    struct scene *scene = &stage.scene;
    struct palette_scene *part = palette_scene_begin(scene);
    require(part != NULL);
    part->world = world;
    scene->time = (double)stage_between(seed, 0.0f, 100.0f);
    scene->camera.fov_x = camera == CAMERAS - 1 ? 150.0f : 90.0f;
    part->underwater_warp = camera == 1;
    memcpy(part->liquid_clear, world->liquid_clear, sizeof part->liquid_clear);
    if (camera == 2) {
        memset(part->liquid_clear, 5, sizeof part->liquid_clear);
    }
    if (camera == 3) {
        part->fog = (struct palette_fog){stage_between(seed, 0.0f, 2.0f), {0.6f, 0.5f, 0.4f}};
    }
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = (int32_t)(next_random(seed) % 560);
    }
    choose_place(world, seed, scene->camera.origin);
    for (int i = 0; i < 3 && camera > 0; i++) {
        float most = i == 0 ? 90.0f : 180.0f;
        scene->camera.angles[i] = stage_between(seed, -most, most);
    }
    if (camera > 0) {
        add_parts(models, world, seed);
        add_lights_and_particles(world, seed);
        add_figure(seed);
    }
    stage_draw(&stage, next_random(seed) % STAGE_LOOKS);
}

/* Mostly changes one lump, whatever its size: most bytes of a map are texels and light. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    uint32_t number = seed;
    if (size < 4 + LUMPS * 8 || next_random(&number) % 8 == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    const uint8_t *lump = data + 4 + next_random(&number) % LUMPS * 8;
    size_t start = bytes_u32(lump), length = bytes_u32(lump + 4);
    if (start > size || length > size - start || length == 0) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    size_t skip = next_random(&number) % length;
    size_t part = length - skip < 64 ? length - skip : 64;
    stage_mutate_part(data + start + skip, part, 0);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct stage_file file;
    struct bsp bsp;
    uint32_t seed = stage_seed(data, size);
    if (bsp_read(&bsp, data, size, NULL) == 0) {
        bsp_free(&bsp);
    } else if (seed % REFUSED != 0) {
        return 0; /* nothing would be drawn; the placeholder costs as much as a map */
    }
    if (stage.map == NULL) {
        stage_open(&stage);
    }
    stage_file_open(&file, "maps/fuzz.bsp", data, size);
    if (file.model != NULL && !file.model->missing && file.model->kind == MODEL_BRUSH) {
        draw_from(file.models, file.model, (int)(next_random(&seed) % CAMERAS), &seed);
    }
    stage_file_close(&file);
    return 0;
}
