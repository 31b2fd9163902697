#include "render/rgb/raster/rectangles.h"

enum { CORNERS = 4, CENTRE = 127 };

/* In 1/256 pixels. */
static struct rgb_bounds box_of(const struct rgb_triangle *triangle)
{
    const int32_t(*points)[2] = triangle->points;
    struct rgb_bounds box = {points[0][0], points[0][0], points[0][1], points[0][1]};
    for (uint32_t i = 1; i < triangle->num_points; i++) {
        box.left = points[i][0] < box.left ? points[i][0] : box.left;
        box.right = points[i][0] > box.right ? points[i][0] : box.right;
        box.top = points[i][1] < box.top ? points[i][1] : box.top;
        box.bottom = points[i][1] > box.bottom ? points[i][1] : box.bottom;
    }
    return box;
}

static bool is_upright(const struct rgb_triangle *triangle)
{
    if (triangle->num_points != CORNERS) {
        return false;
    }
    const struct rgb_bounds box = box_of(triangle);
    for (uint32_t i = 0; i < CORNERS; i++) {
        const int32_t *a = triangle->points[i], *b = triangle->points[(i + 1) % CORNERS];
        const bool at_corner =
            (a[0] == box.left || a[0] == box.right) && (a[1] == box.top || a[1] == box.bottom);
        if (!at_corner || (a[0] != b[0]) == (a[1] != b[1])) {
            return false;
        }
    }
    return true;
}

bool raster_is_flat(const struct rgb_triangle *triangle, const struct rgb_batch *batch)
{
    const struct rgb_pass *pass = &batch->passes[0];
    if (batch->num_passes != 1 || batch->bordered || pass->second != NULL || pass->gain != 0 ||
        pass->depth_write || pass->depth_equal ||
        (pass->sampling != RGB_AT_LEVEL_0 && pass->sampling != RGB_AT_NO_PLACE) ||
        pass->coloring == RGB_VERTEX_COLOR || pass->alpha_test != Q3_ALPHA_ALL) {
        return false;
    }
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    return triangle->over_w.dx == 0 && triangle->over_w.dy == 0 && planes[0].dy == 0 &&
           planes[1].dx == 0 && is_upright(triangle);
}

struct rgb_bounds raster_flat_bounds(const struct rgb_triangle *triangle)
{
    const struct rgb_bounds box = box_of(triangle);
    return (struct rgb_bounds){(box.left + CENTRE) >> 8, (box.right + CENTRE) >> 8,
                               (box.top + CENTRE) >> 8, (box.bottom + CENTRE) >> 8};
}
