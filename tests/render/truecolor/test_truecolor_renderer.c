/* The renderer of true colour as a whole: memory that runs out, and what it keeps of models. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/render/truecolor/true_stage.h"
#include "tests/support/sanitized.h"
#include "tests/support/scarce.h"

enum { WIDTH = 160, HEIGHT = 100, EACH = SANITIZED ? 7 : 1 };

static struct true_stage stage;
static struct spr sprite;
static struct model sprite_model, door;

/* Some of everything: light, fog, tints, models, particles, sky or not, letters. */
static void furnish(struct scene *scene)
{
    struct palette_scene *part = true_stage_look(&stage, scene);
    const float *eye = scene->camera.origin;
    const float ahead[3] = {eye[0] + 30, eye[1], eye[2]};
    part->fog = (struct palette_fog){0.4f, {0.5f, 0.4f, 0.3f}};
    part->blends[0] = (struct palette_blend){{255, 0, 0}, 30};
    *palette_scene_add_dlight(part) = (struct palette_dlight){{eye[0], eye[1], eye[2]}, 300, 0};
    true_stage_add(part, &stage.torch.model, ahead);
    true_stage_add(part, &stage.torch.model, ahead)->alpha = 128;
    struct palette_entity *player = true_stage_add(part, &stage.torch.model, ahead);
    player->translate = true;
    player->shirt = 4;
    door = *part->world;
    door.submodel = part->world->bsp->num_submodels > 1 ? 1 : 0;
    true_stage_add(part, &door, (const float[3]){0, 0, 0});
    true_stage_add(part, &sprite_model, ahead);
    struct palette_particle *particles = palette_scene_add_particles(part, 100);
    cr_assert_not_null(particles);
    for (int i = 0; i < 100; i++) {
        memcpy(particles[i].origin, ahead, sizeof ahead);
        particles[i].color = (uint8_t)i;
    }
    part->view_model = part->entities[0];
    cr_assert_not_null(
        palette_scene_add_text(part, 3, 3, 1, stage.data.conchars, (const uint8_t *)"abc", 3));
}

Test(truecolor_renderer, survives_any_failing_allocation)
{
    static const uint8_t pixels[4] = {1, 255, 3, 4};
    static struct spr_picture picture = {.width = 2, .height = 2, .pixels = pixels};
    static struct spr_group frame = {.count = 1};
    struct scene scene = {0};
    true_stage_open(&stage, WIDTH, HEIGHT);
    sprite = (struct spr){.num_frames = 1,
                          .frames = &frame,
                          .num_pictures = 1,
                          .pictures = &picture,
                          .identity = stage.torch.mdl.identity};
    sprite_model = (struct model){.kind = MODEL_SPRITE, .spr = &sprite};
    furnish(&scene);
    scarce_begin_from(UINT64_MAX);
    struct truecolor_renderer *renderer = true_stage_renderer(&stage, false);
    cr_assert_eq(truecolor_renderer_draw(renderer, &scene, NULL, 0), 0);
    const uint64_t wanted = truecolor_renderer_hash(renderer);
    truecolor_renderer_destroy(renderer);
    const uint64_t count = scarce_count();
    cr_assert_eq(scarce_blocks(), 0);
    scarce_end();
    cr_assert_gt(count, 100);
    for (uint64_t i = 1; i <= count; i += EACH) {
        scarce_begin_from(i);
        renderer = true_stage_renderer(&stage, false);
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
    true_stage_close(&stage);
}

static uint64_t draw_torch(struct truecolor_renderer *renderer, const struct skin *own, bool player)
{
    struct scene scene = {0};
    struct palette_scene *part = true_stage_look(&stage, &scene);
    const float *eye = scene.camera.origin;
    struct palette_entity *entity =
        true_stage_add(part, &stage.torch.model, (const float[3]){eye[0] + 30, eye[1], eye[2]});
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
    struct truecolor_renderer *renderer = true_stage_renderer(&stage, false);
    cr_assert_not_null(renderer);
    const uint64_t hash = draw_torch(renderer, own, player);
    truecolor_renderer_destroy(renderer);
    return hash;
}

/* A model is freed and another one loaded where it was; a player's own skin, likewise. */
Test(truecolor_renderer, another_skin_at_the_same_address)
{
    static uint8_t pixels[SKIN_SIDE * SKIN_SIDE];
    true_stage_open(&stage, WIDTH, HEIGHT);
    struct truecolor_renderer *renderer = true_stage_renderer(&stage, false);
    struct skin own = {object_id_create(), SKIN_SIDE, SKIN_SIDE, SKIN_SIDE, SKIN_SIDE, pixels};
    uint64_t before = 0;
    cr_assert(renderer != NULL && own.identity != NULL);
    for (int color = 20; color < 40; color += 5) {
        memset(stage.torch.skin, color, sizeof stage.torch.skin);
        memset(pixels, color + 100, sizeof pixels);
        stage.torch.skin[0] = pixels[0] = 0; /* no ground to fill */
        for (int round = 0; round < 2; round++) {
            const uint64_t fresh = draw_fresh(NULL, false);
            cr_expect_eq(draw_torch(renderer, NULL, false), fresh, "colour %d", color);
            cr_expect_eq(draw_torch(renderer, &own, false), draw_fresh(&own, false));
            cr_expect_eq(draw_torch(renderer, NULL, true), draw_fresh(NULL, true));
            cr_expect_neq(fresh, draw_fresh(&own, false));
            cr_expect(round == 1 || fresh != before);
            before = fresh;
        }
        cr_assert_eq(object_id_renew(&stage.torch.mdl.identity), 0);
        cr_assert_eq(object_id_renew(&own.identity), 0);
    }
    object_id_release(own.identity);
    truecolor_renderer_destroy(renderer);
    true_stage_close(&stage);
}

/* A camera without a place draws nothing, and the next frame is drawn. */
Test(truecolor_renderer, cameras_that_are_not_finite)
{
    struct scene scene = {0};
    true_stage_open(&stage, WIDTH, HEIGHT);
    struct truecolor_renderer *renderer = true_stage_renderer(&stage, false);
    const uint64_t wanted = draw_fresh(NULL, false);
    true_stage_look(&stage, &scene);
    scene.camera.origin[1] = (float)(1e308 * 1e10);
    cr_assert_eq(truecolor_renderer_draw(renderer, &scene, NULL, 0), 0);
    cr_expect_neq(truecolor_renderer_hash(renderer), wanted);
    cr_expect_eq(draw_torch(renderer, NULL, false), wanted);
    scene_free(&scene);
    truecolor_renderer_destroy(renderer);
    true_stage_close(&stage);
}
