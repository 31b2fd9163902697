/* Sprites and particles: orientations, clipping, z, and bands. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/pictures/lmp.h"
#include "render/palette/entities/particles.h"
#include "render/palette/entities/sprite.h"
#include "tests/support/entities_stage.h"

struct card {
    struct model model;
    struct spr spr;
    struct spr_group frame;
    struct spr_picture picture;
    uint8_t pixels[32 * 8];
};

/* 32 x 8 texels of colour 60, the top left quarter 61, the right column transparent. */
static void card_init(struct card *card, enum spr_orientation orientation)
{
    memset(card, 0, sizeof *card);
    for (int i = 0; i < 32 * 8; i++) {
        int x = i % 32, y = i / 32;
        card->pixels[i] = (uint8_t)(x == 31 ? 255 : x < 16 && y < 4 ? 61 : 60);
    }
    card->picture = (struct spr_picture){-16, 4, 32, 8, card->pixels};
    card->frame = (struct spr_group){0, 1, NULL};
    card->spr.orientation = orientation;
    card->spr.num_frames = 1;
    card->spr.frames = &card->frame;
    card->spr.num_pictures = 1;
    card->spr.pictures = &card->picture;
    card->model.kind = MODEL_SPRITE;
    card->model.spr = &card->spr;
}

/* Bounds of the drawn pixels; false if there are none. */
static bool drawn_box(const struct picture *p, int box[4])
{
    box[0] = box[1] = INT32_MAX;
    box[2] = box[3] = -1;
    for (int v = 0; v < p->height; v++) {
        for (int u = 0; u < p->width; u++) {
            if (picture_pixel(p, u, v) != GROUND) {
                box[0] = u < box[0] ? u : box[0];
                box[1] = v < box[1] ? v : box[1];
                box[2] = u > box[2] ? u : box[2];
                box[3] = v > box[3] ? v : box[3];
            }
        }
    }
    return box[2] >= 0;
}

Test(sprite, orientations)
{
    static const struct {
        enum spr_orientation orientation;
        float camera_pitch, yaw, roll;
        int width, height; /* about; 0 = invisible */
    } cases[] = {
        {SPR_PARALLEL, 0, 0, 0, 99, 26},          {SPR_PARALLEL, 0, 90, 0, 99, 26},
        {SPR_PARALLEL_UPRIGHT, 0, 0, 0, 99, 26},  {SPR_PARALLEL_UPRIGHT, 90, 0, 0, 0, 0},
        {SPR_FACING_UPRIGHT, 0, 0, 0, 99, 26},    {SPR_FACING_UPRIGHT, 90, 0, 0, 0, 0},
        {SPR_PARALLEL_ORIENTED, 0, 0, 0, 99, 26}, {SPR_PARALLEL_ORIENTED, 0, 0, 90, 26, 99},
        {SPR_ORIENTED, 0, 0, 0, 99, 26},          {SPR_ORIENTED, 0, 60, 0, 54, 35},
        {SPR_ORIENTED, 0, 180, 0, 0, 0}};
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct card card;
        card_init(&card, cases[i].orientation);
        cr_assert_not_null(palette_scene_begin(&stage.scene));
        stage.scene.camera.fov_x = 90;
        stage.scene.camera.angles[0] = cases[i].camera_pitch;
        bool down = cases[i].camera_pitch != 0;
        struct palette_entity *entity =
            stage_add(&stage, &card.model, down ? 0 : 50, 0, down ? -50 : 0);
        entity->angles[1] = cases[i].yaw;
        entity->angles[2] = cases[i].roll;
        struct picture p = stage_draw(&stage, 200);
        int box[4];
        bool drawn = drawn_box(&p, box);
        cr_assert_eq(drawn, cases[i].width != 0, "case %zu", i);
        if (drawn) {
            cr_assert_leq(abs(box[2] + 1 - box[0] - cases[i].width), 4, "case %zu: %d", i,
                          box[2] + 1 - box[0]);
            cr_assert_leq(abs(box[3] + 1 - box[1] - cases[i].height), 4, "case %zu: %d", i,
                          box[3] + 1 - box[1]);
            if (cases[i].roll == 0) { /* the light quarter is at the top left */
                cr_assert_eq(picture_pixel(&p, 160 - 10, 100 - 8), 61);
                cr_assert_eq(picture_pixel(&p, 160 + 10, 100 - 8), 60);
                cr_assert_eq(picture_pixel(&p, 160 - 10, 100 + 8), 60);
            }
        }
        picture_free(&p);
    }
    stage_free(&stage);
}

Test(sprite, bands_edges_and_invalid_positions)
{
    static const float places[][3] = {{50, 0, 0},    {20, 22, 0},     {20, -22, 0},  {20, 0, 14},
                                      {20, 0, -14},  {4, 0, 0},       {0.1f, 0, 0},  {-1, 0, 0},
                                      {5, 5, 3},     {5000, 0, 0},    {1e30f, 0, 0}, {NAN, 0, 0},
                                      {100, NAN, 0}, {INFINITY, 0, 0}};
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        for (int orientation = 0; orientation < 5; orientation++) {
            struct card card;
            card_init(&card, (enum spr_orientation)orientation);
            cr_assert_not_null(palette_scene_begin(&stage.scene));
            stage.scene.camera.fov_x = 90;
            struct palette_entity *entity =
                stage_add(&stage, &card.model, places[i][0], places[i][1], places[i][2]);
            entity->angles[1] = 30;
            entity->angles[2] = 40;
            int drawn = check_bands(&stage, "sprite");
            cr_assert(i > 4 || drawn > 0, "place %zu", i);
            card.picture.left = 100000;
            card.picture.up = -100000;
            check_bands(&stage, "far off its origin");
            card.picture.width = card.picture.height = 1;
            check_bands(&stage, "one texel");
        }
    }
    stage_free(&stage);
}

Test(sprite, order_among_models)
{
    struct mesh mesh;
    struct card card;
    struct stage stage;
    stage_init(&stage, 320, 200);
    mesh_square(&mesh, 0.5f, 20);
    card_init(&card, SPR_PARALLEL);
    stage_add(&stage, &card.model, 100, 0, 0);
    stage_add(&stage, &mesh.model, 110, 0, 0);
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(picture_pixel(&p, 165, 102), 60);
    cr_assert_eq(picture_pixel(&p, 165, 120) & ~1, 20);
    picture_free(&p);
    stage.scene.palette->entities[0].origin[0] = 120;
    p = stage_draw(&stage, 32);
    cr_assert_eq(picture_pixel(&p, 165, 102) & ~1, 20);
    picture_free(&p);
    stage_free(&stage);
}

/* ---- Particles ---- */

static void put_particle(struct stage *stage, float x, float y, float z, uint8_t color)
{
    struct palette_particle *particle = palette_scene_add_particles(stage->scene.palette, 1);
    cr_assert_not_null(particle);
    particle->origin[0] = x;
    particle->origin[1] = y;
    particle->origin[2] = z;
    particle->color = color;
}

Test(particles, size_and_position)
{
    static const struct {
        int width, height;
        float distance;
        int size;
    } cases[] = {{320, 200, 8, 4},    {320, 200, 100, 2},  {320, 200, 500, 1},
                 {320, 200, 7.9f, 0}, {640, 480, 8, 8},    {640, 480, 100, 5},
                 {640, 480, 2000, 2}, {3840, 2160, 8, 48}, {3840, 2160, 20000, 16}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct stage stage;
        stage_init(&stage, cases[i].width, cases[i].height);
        put_particle(&stage, cases[i].distance, 0, 0, 7);
        struct picture p = stage_draw(&stage, 32);
        int box[4];
        bool drawn = drawn_box(&p, box);
        cr_assert_eq(drawn, cases[i].size != 0, "case %zu", i);
        if (drawn) {
            cr_assert_eq(box[2] - box[0] + 1, cases[i].size, "case %zu: %d", i,
                         box[2] - box[0] + 1);
            cr_assert_eq(box[3] - box[1] + 1, cases[i].size);
            /* The middle (width / 2 - 0.5) rounds up to the pixel right of and below it. */
            cr_assert_eq(box[0], cases[i].width / 2);
            cr_assert_eq(box[1], cases[i].height / 2);
        }
        picture_free(&p);
        stage_free(&stage);
    }
}

Test(particles, stay_inside_the_frame_in_any_bands)
{
    struct stage stage;
    stage_init(&stage, 320, 200);
    for (uint32_t i = 0; i < 20000; i++) {
        put_particle(&stage, dmath_unit(i, 0, 0) * 60, (dmath_unit(i, 1, 0) - 0.5f) * 150,
                     (dmath_unit(i, 2, 0) - 0.5f) * 100, (uint8_t)i);
    }
    put_particle(&stage, NAN, 0, 0, 1);
    put_particle(&stage, 10, NAN, 0, 1);
    put_particle(&stage, INFINITY, 1e38f, -1e38f, 1);
    cr_assert_gt(check_bands(&stage, "particles"), 10000);
    stage_free(&stage);
}

Test(particles, z_test)
{
    struct stage stage;
    stage_init(&stage, 320, 200);
    put_particle(&stage, 50, 0, 0, 1);
    put_particle(&stage, 60, 0, 0, 2);
    struct picture p = stage_draw(&stage, 32);
    cr_assert_eq(picture_pixel(&p, 160, 100), 1);
    picture_free(&p);
    stage.scene.palette->particles[1].origin[0] = 50; /* equal: the later one */
    p = stage_draw(&stage, 32);
    cr_assert_eq(picture_pixel(&p, 160, 100), 2);
    picture_free(&p);
    stage_free(&stage);
}

/* ---- Real models ---- */
