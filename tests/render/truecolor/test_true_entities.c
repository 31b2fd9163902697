/* Models, sprites and particles in true colour, by their pixels. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/render/truecolor/true_stage.h"

enum {
    WIDTH = 320,
    HEIGHT = 200,
    PIXELS = WIDTH * HEIGHT,
    MIDDLE = HEIGHT / 2 * WIDTH + WIDTH / 2
};

static struct true_stage stage;
static struct scene scene;
static struct palette_scene *part;
static uint32_t before[PIXELS], after[PIXELS]; /* without and with what is tested */

static void begin(void)
{
    true_stage_open(&stage, WIDTH, HEIGHT);
    stage.torch.skin[0] = 0; /* else its one colour is a ground that is filled with black */
    part = true_stage_look(&stage, &scene);
}

static void finish(void)
{
    scene_free(&scene);
    true_stage_close(&stage);
}

TestSuite(true_entities, .init = begin, .fini = finish);

static void draw_kind(uint32_t *pixels, bool square_particles)
{
    struct truecolor_renderer *renderer = true_stage_renderer(&stage, square_particles);
    cr_assert_not_null(renderer);
    cr_assert_eq(truecolor_renderer_draw(renderer, &scene, pixels, WIDTH), 0);
    truecolor_renderer_destroy(renderer);
}

static void draw(uint32_t *pixels)
{
    draw_kind(pixels, false);
}

/* A place so many units before the eye, to the left and up. */
static const float *ahead(float forward, float left, float up)
{
    static float place[3];
    const float *eye = scene.camera.origin;
    memcpy(place, (const float[3]){eye[0] + forward, eye[1] + left, eye[2] + up}, sizeof place);
    return place;
}

static uint32_t color_of(uint8_t index)
{
    const uint8_t *rgb = stage.data.palette + (size_t)index * 3;
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

static int green_of(uint32_t pixel)
{
    return (int)(pixel >> 8 & 255);
}

static bool are_like(uint32_t a, uint32_t b)
{
    for (int shift = 0; shift < 24; shift += 8) {
        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > 3) {
            return false;
        }
    }
    return true;
}

struct counts {
    int changed, own;             /* pixels that differ from `before`; those of a palette colour */
    int left, right, top, bottom; /* of those that changed */
};

static struct counts count(uint8_t color)
{
    struct counts counts = {.left = WIDTH, .right = -1, .top = HEIGHT, .bottom = -1};
    for (int i = 0; i < PIXELS; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        if (before[i] == after[i]) {
            continue;
        }
        counts.changed++;
        counts.own += after[i] == color_of(color);
        counts.left = x < counts.left ? x : counts.left;
        counts.right = x > counts.right ? x : counts.right;
        counts.top = y < counts.top ? y : counts.top;
        counts.bottom = y > counts.bottom ? y : counts.bottom;
    }
    return counts;
}

enum { RED = 251 };

static struct counts draw_particle(float forward, bool square)
{
    draw(before);
    struct palette_particle *particle = palette_scene_add_particles(part, 1);
    cr_assert_not_null(particle);
    memcpy(particle->origin, ahead(forward, 0, 0), sizeof particle->origin);
    particle->color = RED;
    draw_kind(after, square);
    return count(RED);
}

/* The view is 160 pixels a unit wide at a depth of 1; a disc of 1.029 units at a depth of 5. */
Test(true_entities, a_particle_is_a_disc_to_the_right_of_its_place_and_above)
{
    const struct counts counts = draw_particle(5, false);
    cr_assert(counts.left >= WIDTH / 2 && counts.bottom < HEIGHT / 2);
    cr_assert(abs(counts.right - counts.left + 1 - 33) <= 1 &&
                  abs(counts.bottom - counts.top + 1 - 33) <= 1,
              "%d to %d, %d to %d", counts.left, counts.right, counts.top, counts.bottom);
    cr_assert(counts.changed > 33 * 33 * 70 / 100 && counts.changed < 33 * 33 * 82 / 100);
    cr_assert(counts.own > 600 && counts.own < counts.changed - 40); /* its edge is soft */
}

Test(true_entities, classic_particles_are_squares)
{
    const struct counts counts = draw_particle(5, true); /* 0.81 units, 25.9 pixels */
    cr_assert_eq(counts.own, counts.changed);
    cr_assert_eq(counts.changed, 26 * 26);
}

Test(true_entities, particles_grow_with_the_distance)
{
    const struct counts counts = draw_particle(32, true);
    cr_assert_eq(counts.changed, 4 * 4); /* 0.846 units, 4.2 pixels; 0.75 units are 3.75 */
}

static struct palette_entity *add_torch(float forward)
{
    return true_stage_add(part, &stage.torch.model, ahead(forward, 0, 0));
}

Test(true_entities, a_model_is_lit_and_light_makes_it_brighter)
{
    struct palette_entity *torch = add_torch(30);
    torch->full_bright = true;
    draw(before);
    cr_assert(are_like(before[MIDDLE], color_of(90)), "%06x", before[MIDDLE]);
    torch->full_bright = false;
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = 0;
    }
    draw(before);
    struct palette_dlight *light = palette_scene_add_dlight(part);
    *light = (struct palette_dlight){.radius = 90};
    memcpy(light->origin, ahead(10, 0, 0), sizeof light->origin);
    draw(after);
    cr_assert_gt(green_of(after[MIDDLE]), green_of(before[MIDDLE]) + 20);
    light->radius = 15; /* does not reach it */
    draw(after);
    cr_assert_eq(after[MIDDLE], before[MIDDLE]);
}

Test(true_entities, a_model_of_half_opacity_shows_half_of_what_is_behind)
{
    draw(before);
    struct palette_entity *torch = add_torch(30);
    torch->full_bright = true;
    torch->alpha = 128;
    draw(after);
    for (int shift = 0; shift < 24; shift += 8) {
        const int behind = (int)(before[MIDDLE] >> shift & 255);
        const int own = (int)(color_of(90) >> shift & 255);
        const int shown = (int)(after[MIDDLE] >> shift & 255);
        cr_assert(abs(shown - (behind * 127 + own * 128) / 255) <= 2, "%d, %d: %d", behind, own,
                  shown);
    }
}

Test(true_entities, walls_hide_models_and_the_weapon_in_hand_is_before_all)
{
    draw(before);
    add_torch(4000);
    draw(after);
    cr_assert_eq(count(0).changed, 0);
    struct palette_entity *near_one = add_torch(30);
    near_one->full_bright = true;
    part->view_model = *near_one;
    memcpy(part->view_model.origin, ahead(60, 0, 0), sizeof part->view_model.origin);
    part->view_model.full_bright = false;
    part->view_model.tinted = true; /* black */
    draw(after);
    cr_assert(!are_like(after[MIDDLE], color_of(90)));
    part->view_model.model = NULL;
    draw(after);
    cr_assert(are_like(after[MIDDLE], color_of(90)));
}

/* 8 x 8 texels of a colour; the right half shows nothing. */
Test(true_entities, sprites_have_their_own_colors_and_holes)
{
    uint8_t texels[8][8];
    struct spr_picture picture = {.left = -4, .up = 4, .width = 8, .height = 8};
    struct spr_group frame = {.count = 1};
    struct object_id *identity = object_id_create();
    struct spr sprite = {.num_frames = 1,
                         .frames = &frame,
                         .num_pictures = 1,
                         .pictures = &picture,
                         .identity = identity};
    struct model model = {.kind = MODEL_SPRITE, .spr = &sprite};
    picture.pixels = texels[0];
    cr_assert_not_null(identity);
    for (int i = 0; i < 64; i++) {
        texels[i / 8][i % 8] = i % 8 < 4 ? RED : 255;
    }
    draw(before);
    true_stage_add(part, &model, ahead(32, 0, 0)); /* 5 pixels a unit */
    draw(after);
    const struct counts counts = count(RED);
    cr_assert(counts.top == HEIGHT / 2 - 20 && counts.bottom == HEIGHT / 2 + 19);
    /* Both sides of the colour are mixed with holes: half of each mix is seen. */
    cr_assert(abs(counts.left - (WIDTH / 2 - 20)) <= 3, "from column %d", counts.left);
    cr_assert(abs(counts.right - (WIDTH / 2 - 1)) <= 3, "to column %d", counts.right);
    cr_assert_gt(counts.own, 40 * 14);
    object_id_release(identity);
}
