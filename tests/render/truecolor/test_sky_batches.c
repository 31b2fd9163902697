/* The sky's layers: where they are on its dome, how they drift, and where they are drawn. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "render/truecolor/sky_batches.h"
#include "tests/render/rgb/raster/raster_test.h"
#include "tests/support/quake_game.h"

/* 20 cells across and 13 down. */
enum { WIDTH = 320, HEIGHT = 200, CELL = 16, ACROSS = 20, DOWN = 13 };

struct stage {
    struct quake_data data;
    struct model world;
    struct bsp bsp;
    struct thread_pool *pool;
    struct raster *raster;
    struct palette_scene scene;
    struct fog_ramp fog;
    struct true_frame frame;
    struct sky_batches sky;
};

static void begin(struct stage *stage)
{
    const struct game_files_options options = {.builtin = true};
    const uint8_t *bytes;
    size_t size;
    *stage = (struct stage){.scene = {0}};
    cr_assert_eq(quake_game_open(&stage->data, &options, NULL), 0);
    cr_assert_eq(quake_game_load(stage->data.files, "maps/reel.bsp", &bytes, &size), 0);
    cr_assert_eq(bsp_read(&stage->bsp, bytes, size, NULL), 0);
    stage->pool = thread_pool_create(1);
    stage->raster = raster_create(WIDTH, HEIGHT, RGB_TRILINEAR, stage->pool);
    cr_assert(stage->pool != NULL && stage->raster != NULL);
    stage->frame = (struct true_frame){.scene = &stage->scene,
                                       .palette = stage->data.palette,
                                       .raster = stage->raster,
                                       .fog = &stage->fog};
}

static void end(struct stage *stage)
{
    sky_batches_free(&stage->sky);
    raster_destroy(stage->raster);
    thread_pool_destroy(stage->pool);
    bsp_free(&stage->bsp);
    quake_game_close(&stage->data);
}

/* All cells of a view at a time. */
static void draw(struct stage *stage, double time, float pitch, float yaw)
{
    const struct scene scene = {.time = time,
                                .camera = {.angles = {pitch, yaw, 0}, .fov_x = 90.0f}};
    cr_assert(true_view_set(&stage->frame.view, &scene, WIDTH, HEIGHT, false));
    raster_begin(stage->raster);
    cr_assert_eq(sky_batches_begin(&stage->sky, &stage->frame, &stage->bsp), 0);
    cr_assert(stage->sky.has_layers);
    cr_assert(stage->sky.across == ACROSS && stage->sky.down == DOWN);
    memset(stage->sky.touched, 1, ACROSS * DOWN);
    stage->sky.any = true;
    cr_assert_eq(sky_batches_add_sky(&stage->sky, &stage->frame, raster_queue(stage->raster, 0)),
                 0);
}

static const float *place(const struct stage *stage, int layer, int column, int row)
{
    return stage->sky.st[layer][stage->sky.numbers[row * (ACROSS + 1) + column]];
}

/* Back to where it was: a texture in 16 seconds, and the near layer in 8. */
Test(sky_batches, layers_drift)
{
    static struct stage stage;
    static const double times[] = {0.25, 1.0, 3.0, 7.5, 8.0, 15.75, 16.0, 1e6, -2.0};
    begin(&stage);
    draw(&stage, 0.0, -20, 30);
    const float first[2] = {place(&stage, 0, 7, 3)[0], place(&stage, 1, 7, 3)[1]};
    cr_expect_eq(place(&stage, 0, 7, 3)[0], place(&stage, 1, 7, 3)[0]);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        draw(&stage, times[i], -20, 30);
        const double back = times[i] * 8 / 128, front = times[i] * 16 / 128;
        cr_expect_float_eq((double)(place(&stage, 0, 7, 3)[0] - first[0]), back - floor(back), 1e-4,
                           "%g", times[i]);
        cr_expect_float_eq((double)(place(&stage, 1, 7, 3)[1] - first[1]), front - floor(front),
                           1e-4, "%g", times[i]);
    }
    draw(&stage, INFINITY, -20, 30);
    cr_expect_eq(place(&stage, 0, 7, 3)[0], first[0]);
    end(&stage);
}

/* Straight on, 378 of 128 texels from the middle; 45 degrees up, three times as steep. */
Test(sky_batches, the_sky_is_a_flat_dome)
{
    static struct stage stage;
    begin(&stage);
    draw(&stage, 0.0, 0, 0);
    const float *middle = place(&stage, 0, ACROSS / 2, 0); /* the top edge, 200 of 320 up */
    const float up = 3 * 200.0f / 320.0f;
    cr_expect_float_eq(middle[0], 378.0f / 128.0f / sqrtf(1 + up * up), 1e-4f);
    cr_expect_float_eq(middle[1], 0, 1e-4f);
    const float *left = place(&stage, 0, 0, 0); /* 45 degrees to the left, +y */
    cr_expect_float_eq(left[0], 378.0f / 128.0f / sqrtf(2 + up * up), 1e-4f);
    cr_expect_float_eq(left[1], left[0], 1e-4f);
    draw(&stage, 0.0, -90, 0);
    cr_expect_float_eq(
        place(&stage, 0, ACROSS / 2, 0)[0],
        -378.0f / 128.0f * (200.0f / 320.0f) / sqrtf(9 + 200.0f / 320.0f * 200.0f / 320.0f), 1e-4f);
    end(&stage);
}

/* Cells that windows touch: the first and the last of a row; -1, -1: none. */
static void expect_row(const struct stage *stage, int row, int first, int last)
{
    int found[2] = {-1, -1};
    for (int column = 0; column < ACROSS; column++) {
        if (stage->sky.touched[row * ACROSS + column] != 0) {
            found[0] = found[0] < 0 ? column : found[0];
            found[1] = column;
        }
    }
    cr_expect(found[0] == first && found[1] == last, "row %d: %d to %d, not %d to %d", row,
              found[0], found[1], first, last);
}

/* Cells at the places where a window is, of one that reaches behind the eye, too; what shows there
 * is drawn in those alone. */
Test(sky_batches, are_drawn_where_windows_are)
{
    static struct stage stage;
    struct true_scratch scratch = {0};
    float points[4][3];
    float st[4][2] = {{0}};
    uint32_t indexes[4] = {0, 1, 2, 3};
    struct level_face face = {.num_points = 4, .num_indexes = 4};
    struct true_texture missing;
    const struct true_level level = {
        .mesh = {.faces = &face, .points = points, .st = st, .indexes = indexes},
        .textures = &missing};
    const struct true_space space = true_space_of_world();
    struct true_clip clip;
    /* Columns 88 to 152 and rows 28 to 84 of the picture; its upper left triangle; a ceiling 100
     * above the eye, from far behind it to 200 before, which is row 20. */
    static const float places[3][4][3] = {
        {{100, 45, 45}, {100, 5, 45}, {100, 5, 10}, {100, 45, 10}},
        {{100, 100, 62}, {100, -100, 62}, {100, 100, -62}, {100, 100, -62}},
        {{-300, 900, 100}, {200, 900, 100}, {200, -900, 100}, {-300, -900, 100}}};
    begin(&stage);
    cr_assert_eq(true_texture_make_missing(&missing), 0);
    draw(&stage, 0.0, 0, 0);
    true_clip_set(&clip, &stage.frame.view, &space);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(sky_batches_begin(&stage.sky, &stage.frame, &stage.bsp), 0);
        cr_expect_not(stage.sky.any);
        memcpy(points, places[i], sizeof points);
        cr_assert_eq(sky_batches_add_window(&stage.sky, &stage.frame, raster_queue(stage.raster, 0),
                                            &scratch, &level, &clip, 0),
                     0);
        cr_expect(stage.sky.any);
        for (int row = 0; row < DOWN; row++) {
            if (i == 0) {
                expect_row(&stage, row, row < 1 || row > 5 ? -1 : 5, row < 1 || row > 5 ? -1 : 9);
            } else if (i == 1 && (row == 0 || row == 6)) {
                expect_row(&stage, row, 0, row == 0 ? 19 : 11);
            } else if (i == 2) {
                expect_row(&stage, row, row < 2 ? 0 : -1, row < 2 ? 19 : -1);
            }
        }
        cr_assert_eq(sky_batches_add_sky(&stage.sky, &stage.frame, raster_queue(stage.raster, 0)),
                     0);
        const uint32_t corners[3] = {6 * 6, 0, 21 * 3};
        cr_expect(i == 1 || stage.sky.num_corners == corners[i], "%u", stage.sky.num_corners);
    }
    true_texture_free(&missing);
    true_scratch_free(&scratch);
    end(&stage);
}

/* The far layer is the right half of the picture, the near one the left with holes where it is
 * index 0. */
Test(sky_batches, layers_are_halves_of_the_skys_picture)
{
    static struct stage stage;
    uint32_t number = 0;
    begin(&stage);
    draw(&stage, 0.0, 0, 0);
    while (number < stage.bsp.num_textures &&
           strncmp(stage.bsp.textures[number].name, "sky", 3) != 0) {
        number++;
    }
    cr_assert_lt(number, stage.bsp.num_textures);
    const uint8_t *picture = stage.bsp.textures[number].mips[0];
    for (int v = 0; v < 128; v++) {
        for (int u = 0; u < 128; u++) {
            const struct texture_level *back = &stage.sky.back.color->levels[0],
                                       *front = &stage.sky.front.color->levels[0];
            const uint8_t near = picture[v * 256 + u];
            const uint8_t *color = stage.data.palette + picture[v * 256 + 128 + u] * 3;
            cr_assert_eq(back->texels[v * back->stride + u],
                         0xff000000u | (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 |
                             color[2]);
            cr_assert_eq(front->texels[v * front->stride + u] >> 24, near != 0 ? 255 : 0);
        }
    }
    end(&stage);
}

/* --- skyboxes ------------------------------------------------------------------------------------
 */

/* The middle of the picture, all of which is a window. */
static uint32_t look_at_box(struct stage *stage, float pitch, float yaw)
{
    static const uint32_t indexes[6] = {0, 1, 2, 0, 2, 3};
    static const float st[4][2] = {{0, 0}};
    const struct raster_pass pass = test_pass(stage->sky.back.color, st);
    float clip[4][4];
    test_place(clip[0], WIDTH, HEIGHT, 0, 0, 20);
    test_place(clip[1], WIDTH, HEIGHT, WIDTH, 0, 20);
    test_place(clip[2], WIDTH, HEIGHT, WIDTH, HEIGHT, 20);
    test_place(clip[3], WIDTH, HEIGHT, 0, HEIGHT, 20);
    struct raster_batch window = test_batch(4, (const float(*)[4])clip, 6, indexes, &pass);
    window.sky_window = true;
    draw(stage, 3.0, pitch, yaw);
    cr_assert_eq(raster_add(raster_queue(stage->raster, 0), &window), 0);
    raster_draw(stage->raster, NULL, NULL);
    return test_pixel(stage->raster, WIDTH / 2, HEIGHT / 2);
}

/* Pictures of a texel each: +x -x +y -y +z -z; the one of -y is missing. After the first box
 * another one lies at its address. */
Test(sky_batches, skyboxes_are_cubes_around_the_eye)
{
    static struct stage stage;
    static const float pitches[SKYBOX_FACES] = {0, 0, 0, 0, -90, 90};
    static const float yaws[SKYBOX_FACES] = {0, 180, 90, 270, 0, 0};
    uint8_t texels[SKYBOX_FACES][4];
    struct skybox_pictures box = {.identity = object_id_create()};
    cr_assert_not_null(box.identity);
    begin(&stage);
    draw(&stage, 0.0, 0, 0);
    for (uint32_t first = 100; first < 140; first += 20) {
        for (uint32_t i = 0; i < SKYBOX_FACES; i++) {
            memcpy(texels[i], (const uint8_t[4]){(uint8_t)(first + i), 50, 60, 255}, 4);
            box.faces[i] = (struct image_rgba){1, 1, i != 3 ? texels[i] : NULL};
        }
        stage.scene.skybox_pictures = &box;
        for (uint32_t i = 0; i < SKYBOX_FACES; i++) {
            const uint32_t wanted = i != 3 ? (first + i) << 16 | 50 << 8 | 60 : 0;
            const uint32_t found = look_at_box(&stage, pitches[i], yaws[i]);
            cr_expect_eq(found, wanted, "face %u: %06x is not %06x", i, found, wanted);
        }
        cr_assert_eq(object_id_renew(&box.identity), 0);
    }
    stage.scene.skybox_pictures = NULL; /* the map's layers again */
    cr_expect_neq(look_at_box(&stage, 0, 0), 120u << 16 | 50 << 8 | 60);
    object_id_release(box.identity);
    end(&stage);
}
