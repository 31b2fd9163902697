/* The sky's cube: sides and directions, the far box, clouds, and which cells are seen. */
#include <math.h>

#include "formats/base/vec.h"
#include "render/rgb/shading/sky_shape.h"
#include "tests/render/rgb/shading/shade_stage.h"

Test(rgb_sky_shape, directions_and_sides)
{
    static const struct {
        float direction[3];
        enum q3_sky_side side;
        float s, t;
    } known[] = {{{4, -1, 2}, Q3_SKY_RT, .25f, .5f},  {{-4, -1, 2}, Q3_SKY_LF, -.25f, .5f},
                 {{1, 4, 2}, Q3_SKY_BK, .25f, .5f},   {{1, -4, 2}, Q3_SKY_FT, -.25f, .5f},
                 {{2, -1, 4}, Q3_SKY_UP, .25f, -.5f}, {{2, -1, -4}, Q3_SKY_DN, .25f, .5f}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        float s, t, back[3];
        cr_assert_eq(rgb_sky_side(known[i].direction, &s, &t), known[i].side, "%zu", i);
        cr_assert(s == known[i].s && t == known[i].t, "%zu: %g %g", i, (double)s, (double)t);
        float shorter[3]; /* the length does not matter */
        for (int j = 0; j < 3; j++) {
            shorter[j] = known[i].direction[j] / 64;
        }
        cr_assert_eq(rgb_sky_side(shorter, &s, &t), known[i].side, "%zu", i);
        cr_assert(s == known[i].s && t == known[i].t, "%zu: %g %g", i, (double)s, (double)t);
        rgb_sky_direction(known[i].side, s, t, back);
        for (int j = 0; j < 3; j++) {
            cr_assert_eq(back[j], known[i].direction[j] / 4, "%zu", i);
        }
    }
}

Test(rgb_sky_shape, clouds_by_known_directions)
{
    static const struct {
        float direction[3], st[2];
    } known[] = {{{0, 0, 1}, {1.5708f, 1.5708f}},
                 {{1, 0, 1}, {1.46507f, 1.5708f}},
                 {{1, 1, 1}, {1.46974f, 1.46974f}},
                 {{1, 0, 0}, {1.09491f, 1.5708f}},
                 {{0, 1, .5f}, {1.5708f, 1.38273f}}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        float st[2];
        rgb_cloud_st(512, known[i].direction, st);
        assert_st(st, (double)known[i].st[0], (double)known[i].st[1], 6e-6);
    }
}

Test(rgb_sky_shape, clouds_on_the_grid)
{
    static struct rgb_clouds clouds;
    rgb_clouds_make(&clouds, 512);
    assert_st(clouds.st[Q3_SKY_UP][4][4], 1.5708, 1.5708, 6e-6);
    assert_st(clouds.st[Q3_SKY_RT][8][4], 1.46507, 1.5708, 6e-6);
    assert_st(clouds.st[Q3_SKY_UP][0][4], 1.46507, 1.5708, 6e-6); /* the same edge from above */
    assert_st(clouds.st[Q3_SKY_RT][4][4], 1.09491, 1.5708, 6e-6);
    assert_st(clouds.st[Q3_SKY_BK][6][4], 1.5708, 1.38273, 6e-6);
    assert_st(clouds.st[Q3_SKY_UP][0][0], 1.46974, 1.46974, 6e-6);
    static const float heights[] = {0, -1e30f, 1e38f, -4096, NAN};
    for (size_t h = 0; h < sizeof(heights) / sizeof(heights[0]); h++) {
        rgb_clouds_make(&clouds, heights[h]);
        const float *all = &clouds.st[0][0][0][0];
        for (size_t i = 0; i < sizeof(clouds.st) / sizeof(float); i++) {
            cr_assert(isfinite(all[i]), "%zu", h);
        }
    }
}

/* True if a triangle is clockwise seen from the eye. */
static bool faces(const struct rgb_mesh *mesh, const uint32_t *corner, const float eye[3])
{
    float a[3], b[3], way[3], across[3];
    for (int i = 0; i < 3; i++) {
        a[i] = mesh->xyz[corner[1]][i] - mesh->xyz[corner[0]][i];
        b[i] = mesh->xyz[corner[2]][i] - mesh->xyz[corner[0]][i];
        way[i] = mesh->xyz[corner[0]][i] - eye[i];
    }
    vec_cross(a, b, across);
    return vec_dot(across, way) > 0;
}

Test(rgb_sky_shape, a_whole_side_of_the_box)
{
    static const float eye[3] = {10, 20, 30};
    static const struct rgb_sky_cells all = {{0, 0}, {8, 8}};
    struct rgb_mesh mesh = {0};
    for (int side = 0; side < Q3_SKY_SIDES; side++) {
        rgb_mesh_clear(&mesh);
        cr_assert_eq(rgb_sky_add_cells(&mesh, (enum q3_sky_side)side, &all, NULL, eye, 100), 0);
        cr_assert(mesh.num_vertices == 81 && mesh.num_indexes == 8 * 8 * 6);
        for (uint32_t i = 0; i < 81; i++) {
            float direction[3], s, t;
            for (int j = 0; j < 3; j++) {
                direction[j] = mesh.xyz[i][j] - eye[j];
            }
            cr_assert_float_eq(
                fmaxf(fmaxf(fabsf(direction[0]), fabsf(direction[1])), fabsf(direction[2])), 100,
                1e-4);
            if (i % 9 % 8 != 0 && i / 9 % 8 != 0) { /* not on an edge that two sides share */
                cr_assert_eq(rgb_sky_side(direction, &s, &t), (enum q3_sky_side)side);
                assert_st(mesh.st[i], (s + 1) / 2, 1 - (t + 1) / 2, 1e-6);
            }
            cr_assert_eq(mesh.color[i][0], 255);
        }
        for (uint32_t i = 0; i < mesh.num_indexes; i += 3) {
            cr_assert(faces(&mesh, mesh.indexes + i, eye), "side %d, %u", side, (unsigned)i);
        }
    }
    rgb_mesh_free(&mesh);
}

Test(rgb_sky_shape, some_cells_of_the_clouds)
{
    static const float eye[3] = {0};
    static const struct rgb_sky_cells some = {{2, 3}, {5, 4}}, none = {{3, 3}, {3, 8}};
    static struct rgb_clouds clouds;
    struct rgb_mesh mesh = {0};
    rgb_clouds_make(&clouds, 512);
    cr_assert_eq(rgb_sky_add_cells(&mesh, Q3_SKY_BK, &some, &clouds, eye, 64), 0);
    cr_assert(mesh.num_vertices == 4 * 2 && mesh.num_indexes == 3 * 6);
    assert_point(mesh.xyz[0], -32, 64, -16, 0);
    assert_point(mesh.xyz[7], 16, 64, 0, 0);
    cr_assert_arr_eq(mesh.st[7], clouds.st[Q3_SKY_BK][4][5], sizeof(mesh.st[7]));
    static const uint32_t cell[6] = {0, 4, 1, 4, 5, 1};
    cr_assert_arr_eq(mesh.indexes, cell, sizeof(cell));
    cr_assert_eq(rgb_sky_add_cells(&mesh, Q3_SKY_BK, &none, &clouds, eye, 64), 0);
    cr_assert_eq(rgb_sky_add_cells(&mesh, Q3_SKY_DN, &some, &clouds, eye, 64), 0);
    cr_assert_eq(mesh.num_vertices, 8);
    cr_assert_eq(rgb_sky_add_cells(&mesh, Q3_SKY_DN, &some, NULL, eye, 64), 0);
    cr_assert(mesh.num_vertices == 16 && mesh.indexes[mesh.num_indexes - 1] < 16);
    rgb_mesh_free(&mesh);
}

static void check_cells(const struct rgb_sky_cells *cells, int s0, int t0, int s1, int t1)
{
    cr_assert(cells->first[0] == s0 && cells->first[1] == t0 && cells->last[0] == s1 &&
                  cells->last[1] == t1,
              "%d %d .. %d %d", cells->first[0], cells->first[1], cells->last[0], cells->last[1]);
}

Test(rgb_sky_shape, cells_that_polygons_cover)
{
    static const float eye[3] = {10, 20, 30};
    /* Ahead, s (to the right) -.1 .. .3, t .3 .. .7 at a distance of 100. */
    static const float ahead[4][3] = {
        {110, 30, 60}, {110, 30, 100}, {110, -10, 100}, {110, -10, 60}};
    /* Above, so wide that it reaches over all edges. */
    static const float above[3][3] = {{1000, 20, 130}, {-500, 1000, 130}, {-500, -1000, 130}};
    struct rgb_sky_cells cells[Q3_SKY_SIDES] = {{{0}, {0}}};
    rgb_sky_cover(cells, ahead, 4, eye);
    check_cells(&cells[Q3_SKY_RT], 3, 5, 6, 7);
    check_cells(&cells[Q3_SKY_LF], 0, 0, 0, 0);
    check_cells(&cells[Q3_SKY_UP], 0, 0, 0, 0);
    rgb_sky_cover(cells, above, 3, eye);
    check_cells(&cells[Q3_SKY_UP], 0, 0, 8, 8);
    cr_assert(cells[Q3_SKY_RT].first[0] == 0 && cells[Q3_SKY_RT].last[1] == 8);
    check_cells(&cells[Q3_SKY_LF], 0, 4, 8, 8); /* no nearer to the horizon than 100 : 510 */
    check_cells(&cells[Q3_SKY_DN], 0, 0, 0, 0);
}

Test(rgb_sky_shape, invalid_polygons)
{
    static const float eye[3] = {0};
    static float points[200][3];
    struct rgb_sky_cells cells[Q3_SKY_SIDES] = {{{0}, {0}}};
    rgb_sky_cover(cells, points, 0, eye);
    rgb_sky_cover(cells, points, 4, eye); /* all where the eye is */
    for (int i = 0; i < 200; i++) {
        shade_set(points[i], i % 2 ? 9 : -9, i % 3 ? 1 : -7, i % 5 ? 8 : -8); /* a star */
    }
    rgb_sky_cover(cells, points, 200, eye);
    shade_set(points[0], NAN, INFINITY, 3e38f);
    shade_set(points[1], -3e38f, 3e38f, 3e38f);
    rgb_sky_cover(cells, points, 64, eye);
    for (int i = 0; i < Q3_SKY_SIDES; i++) {
        cr_assert(cells[i].last[0] <= RGB_SKY_CELLS && cells[i].last[1] <= RGB_SKY_CELLS);
    }
}
