/* Detection of screen-aligned rectangles, and their pixels. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "render/rgb/raster/rectangles.h"

struct shape {
    struct rgb_triangle *triangle; /* two planes: s, t */
    struct rgb_batch *batch;       /* one pass */
};

/* A rectangle of 1/256 pixels that shade_flat can draw, from corner `first` on. */
static struct shape make_shape(int32_t left, int32_t right, int32_t top, int32_t bottom, int first)
{
    const int32_t corners[4][2] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    struct shape shape = {calloc(1, sizeof *shape.triangle + 2 * sizeof(struct rgb_plane)),
                          calloc(1, sizeof *shape.batch + sizeof(struct rgb_pass))};
    cr_assert(shape.triangle != NULL && shape.batch != NULL);
    shape.triangle->num_points = 4;
    for (int i = 0; i < 4; i++) {
        memcpy(shape.triangle->points[i], corners[(first + i) % 4], sizeof corners[0]);
    }
    shape.triangle->over_w.at = 1;
    shape.triangle->planes[0].dx = 0.5f;
    shape.triangle->planes[1].dy = 0.5f;
    shape.batch->num_passes = 1;
    shape.batch->passes[0].sampling = RGB_AT_LEVEL_0;
    shape.batch->passes[0].alpha_test = Q3_ALPHA_ALL;
    return shape;
}

static void free_shape(struct shape *shape)
{
    free(shape->triangle);
    free(shape->batch);
}

/* Tall, wide, above and below the diagonal, from any corner: centres decide. */
Test(raster_rectangles, have_the_pixels_whose_centres_are_inside)
{
    static const int32_t boxes[3][4] = {
        {300, 640, 5000, 9000}, {5000, 9000, 300, 640}, {0, 128, -600, 129}};
    static const int32_t pixels[3][4] = {{1, 2, 20, 35}, {20, 35, 1, 2}, {0, 0, -2, 1}};
    for (int n = 0; n < 3; n++) {
        const int32_t *b = boxes[n];
        for (int first = 0; first < 4; first++) {
            struct shape shape = make_shape(b[0], b[1], b[2], b[3], first);
            cr_expect(raster_is_flat(shape.triangle, shape.batch), "%d %d", n, first);
            const struct rgb_bounds bounds = raster_flat_bounds(shape.triangle);
            cr_expect(bounds.left == pixels[n][0] && bounds.right == pixels[n][1], "%d %d %d", n,
                      bounds.left, bounds.right);
            cr_expect(bounds.top == pixels[n][2] && bounds.bottom == pixels[n][3], "%d %d %d", n,
                      bounds.top, bounds.bottom);
            free_shape(&shape);
        }
    }
}

Test(raster_rectangles, other_shapes_and_passes_are_not_flat)
{
    for (int change = 0; change < 16; change++) {
        struct shape shape = make_shape(256, 2560, 512, 1024, 0);
        struct rgb_triangle *triangle = shape.triangle;
        struct rgb_pass *pass = &shape.batch->passes[0];
        switch (change) {
        case 0:
            triangle->num_points = 3;
            break;
        case 1:
            triangle->points[1][0] = 2000;
            break;
        case 2:
            triangle->points[2][1] = 1025;
            break;
        case 3:
            memcpy(triangle->points[1], triangle->points[2], sizeof triangle->points[1]);
            break;
        case 4:
            triangle->over_w.dx = 1e-9f;
            break;
        case 5:
            triangle->over_w.dy = 1e-9f;
            break;
        case 6:
            triangle->planes[0].dy = 1e-9f;
            break;
        case 7:
            triangle->planes[1].dx = 1e-9f;
            break;
        case 8:
            shape.batch->num_passes = 2;
            break;
        case 9:
            shape.batch->bordered = true;
            break;
        case 10:
            pass->depth_write = true;
            break;
        case 11:
            pass->depth_equal = true;
            break;
        case 12:
            pass->sampling = RGB_AT_TWO_LEVELS;
            break;
        case 13:
            pass->coloring = RGB_VERTEX_COLOR;
            break;
        case 14:
            pass->alpha_test = Q3_ALPHA_GE128;
            break;
        default:
            pass->second = (const struct texture *)(const void *)pass;
            break;
        }
        cr_expect_not(raster_is_flat(triangle, shape.batch), "%d", change);
        free_shape(&shape);
    }
}
