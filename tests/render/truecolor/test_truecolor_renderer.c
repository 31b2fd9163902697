/* The renderer of true colour as a whole: memory that runs out, and what it keeps of models. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "render/truecolor/truecolor_renderer.h"
#include "tests/support/entities_stage.h"
#include "tests/support/quake_game.h"
#include "tests/support/sanitized.h"
#include "tests/support/scarce.h"

enum { WIDTH = 160, HEIGHT = 100, EACH = SANITIZED ? 7 : 1 };

static struct quake_data data;
static struct mesh torch;
static struct spr sprite;
static struct model sprite_model, door;
static struct thread_pool *pool;

static void open_data(void)
{
    const struct game_files_options options = {.builtin = true};
    cr_assert_eq(quake_game_open(&data, &options, NULL), 0);
    pool = thread_pool_create(1);
    cr_assert_not_null(pool);
    mesh_square(&torch, 0.2f, 90);
    for (int i = 0; i < 4; i++) {
        torch.texcoords[i] = (struct mdl_texcoord){false, SKIN_SIDE / 2, SKIN_SIDE / 2};
    }
    torch.mdl.identity = object_id_create();
    cr_assert_not_null(torch.mdl.identity);
    memcpy(torch.mdl.mins, (const float[3]){-26, -26, -26}, sizeof torch.mdl.mins);
    memcpy(torch.mdl.maxs, (const float[3]){26, 26, 26}, sizeof torch.mdl.maxs);
}

static void close_data(void)
{
    object_id_release(torch.mdl.identity);
    thread_pool_destroy(pool);
    quake_game_close(&data);
}

static struct truecolor_renderer *create(void)
{
    const struct palette_options options = {
        .look = LOOK_TRUECOLOR, .palette = data.palette, .colormap = data.colormap};
    return truecolor_renderer_create(WIDTH, HEIGHT, 1, &options, pool);
}

static struct palette_entity *add_entity(struct palette_scene *part, const struct model *model,
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

/* The built-in level from the middle of its widest leaf, along x. */
static struct palette_scene *look(struct scene *scene)
{
    struct palette_scene *part = palette_scene_begin(scene);
    cr_assert_not_null(part);
    part->world = model_store_get(data.models, "maps/reel.bsp", NULL);
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

/* Some of everything: light, fog, tints, models, particles, sky or not, letters. */
static void furnish(struct scene *scene)
{
    struct palette_scene *part = look(scene);
    const float *eye = scene->camera.origin;
    const float ahead[3] = {eye[0] + 30, eye[1], eye[2]};
    part->fog = (struct palette_fog){0.4f, {0.5f, 0.4f, 0.3f}};
    part->blends[0] = (struct palette_blend){{255, 0, 0}, 30};
    *palette_scene_add_dlight(part) = (struct palette_dlight){{eye[0], eye[1], eye[2]}, 300, 0};
    add_entity(part, &torch.model, ahead);
    add_entity(part, &torch.model, ahead)->alpha = 128;
    struct palette_entity *player = add_entity(part, &torch.model, ahead);
    player->translate = true;
    player->shirt = 4;
    door = *part->world;
    door.submodel = part->world->bsp->num_submodels > 1 ? 1 : 0;
    add_entity(part, &door, (const float[3]){0, 0, 0});
    add_entity(part, &sprite_model, ahead);
    struct palette_particle *particles = palette_scene_add_particles(part, 100);
    cr_assert_not_null(particles);
    for (int i = 0; i < 100; i++) {
        memcpy(particles[i].origin, ahead, sizeof ahead);
        particles[i].color = (uint8_t)i;
    }
    part->view_model = part->entities[0];
    cr_assert_not_null(
        palette_scene_add_text(part, 3, 3, 1, data.conchars, (const uint8_t *)"abc", 3));
}

Test(truecolor_renderer, survives_any_failing_allocation)
{
    static const uint8_t pixels[4] = {1, 255, 3, 4};
    static struct spr_picture picture = {.width = 2, .height = 2, .pixels = pixels};
    static struct spr_group frame = {.count = 1};
    struct scene scene = {0};
    open_data();
    sprite = (struct spr){.num_frames = 1,
                          .frames = &frame,
                          .num_pictures = 1,
                          .pictures = &picture,
                          .identity = torch.mdl.identity};
    sprite_model = (struct model){.kind = MODEL_SPRITE, .spr = &sprite};
    furnish(&scene);
    scarce_begin_from(UINT64_MAX);
    struct truecolor_renderer *renderer = create();
    cr_assert_eq(truecolor_renderer_draw(renderer, &scene, NULL, 0), 0);
    const uint64_t wanted = truecolor_renderer_hash(renderer);
    truecolor_renderer_destroy(renderer);
    const uint64_t count = scarce_count();
    cr_assert_eq(scarce_blocks(), 0);
    scarce_end();
    cr_assert_gt(count, 100);
    for (uint64_t i = 1; i <= count; i += EACH) {
        scarce_begin_from(i);
        renderer = create();
        if (renderer != NULL) {
            cr_assert_eq(truecolor_renderer_draw(renderer, &scene, NULL, 0), FORMAT_MEMORY,
                         "allocation %d of %d", (int)i, (int)count);
        }
        scarce_end();
        if (renderer != NULL) {
            cr_assert_eq(truecolor_renderer_draw(renderer, &scene, NULL, 0), 0);
            cr_assert_eq(truecolor_renderer_hash(renderer), wanted, "allocation %d of %d", (int)i,
                         (int)count);
        }
        truecolor_renderer_destroy(renderer);
    }
    scene_free(&scene);
    close_data();
}

static uint64_t draw_torch(struct truecolor_renderer *renderer, const struct skin *own, bool player)
{
    struct scene scene = {0};
    struct palette_scene *part = look(&scene);
    const float *eye = scene.camera.origin;
    struct palette_entity *entity =
        add_entity(part, &torch.model, (const float[3]){eye[0] + 30, eye[1], eye[2]});
    entity->full_bright = true;
    entity->own_skin = own;
    entity->translate = player;
    entity->shirt = 4;
    cr_assert_eq(truecolor_renderer_draw(renderer, &scene, NULL, 0), 0);
    scene_free(&scene);
    return truecolor_renderer_hash(renderer);
}

static uint64_t draw_fresh(const struct skin *own, bool player)
{
    struct truecolor_renderer *renderer = create();
    cr_assert_not_null(renderer);
    const uint64_t hash = draw_torch(renderer, own, player);
    truecolor_renderer_destroy(renderer);
    return hash;
}

/* A model is freed and another one loaded where it was; a player's own skin, likewise. */
Test(truecolor_renderer, another_skin_at_the_same_address)
{
    static uint8_t pixels[SKIN_SIDE * SKIN_SIDE];
    open_data();
    struct truecolor_renderer *renderer = create();
    struct skin own = {object_id_create(), SKIN_SIDE, SKIN_SIDE, SKIN_SIDE, SKIN_SIDE, pixels};
    uint64_t before = 0;
    cr_assert(renderer != NULL && own.identity != NULL);
    for (int color = 20; color < 40; color += 5) {
        memset(torch.skin, color, sizeof torch.skin);
        memset(pixels, color + 100, sizeof pixels);
        torch.skin[0] = pixels[0] = 0; /* no ground to fill */
        for (int round = 0; round < 2; round++) {
            const uint64_t fresh = draw_fresh(NULL, false);
            cr_expect_eq(draw_torch(renderer, NULL, false), fresh, "colour %d", color);
            cr_expect_eq(draw_torch(renderer, &own, false), draw_fresh(&own, false));
            cr_expect_eq(draw_torch(renderer, NULL, true), draw_fresh(NULL, true));
            cr_expect_neq(fresh, draw_fresh(&own, false));
            cr_expect(round == 1 || fresh != before);
            before = fresh;
        }
        cr_assert_eq(object_id_renew(&torch.mdl.identity), 0);
        cr_assert_eq(object_id_renew(&own.identity), 0);
    }
    object_id_release(own.identity);
    truecolor_renderer_destroy(renderer);
    close_data();
}

/* A camera without a place draws nothing, and the next frame is drawn. */
Test(truecolor_renderer, cameras_that_are_not_finite)
{
    struct scene scene = {0};
    open_data();
    struct truecolor_renderer *renderer = create();
    const uint64_t wanted = draw_fresh(NULL, false);
    look(&scene);
    scene.camera.origin[1] = (float)(1e308 * 1e10);
    cr_assert_eq(truecolor_renderer_draw(renderer, &scene, NULL, 0), 0);
    cr_expect_neq(truecolor_renderer_hash(renderer), wanted);
    cr_expect_eq(draw_torch(renderer, NULL, false), wanted);
    scene_free(&scene);
    truecolor_renderer_destroy(renderer);
    close_data();
}
