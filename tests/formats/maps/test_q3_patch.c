/* Curved surfaces of Quake III's maps: how they are cut, their normals, how they are stitched. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"
#include "formats/maps/q3_patch.h"
#include "tests/support/quake3/q3_pack.h"
#include "tests/support/scarce.h"

static struct q3_bsp_vertex make_point(float x, float y, float z)
{
    struct q3_bsp_vertex v = {.xyz = {x, y, z}, .st = {x, y}, .light_st = {0, 1}};
    memset(v.color, 255, sizeof(v.color));
    return v;
}

/* A quarter of a cylinder around z: rows straight in z, or columns when turned. */
static void make_quarter(struct q3_bsp_vertex net[9], float radius, float bottom, float height,
                         bool turned)
{
    for (int i = 0; i < 9; i++) {
        const int column = turned ? i / 3 : i % 3, row = turned ? i % 3 : i / 3;
        net[i] = make_point(column < 2 ? radius : 0, column > 0 ? radius : 0,
                            bottom + height * (float)row / 2);
    }
}

static void make_patch(struct q3_patch *p, const struct q3_bsp_vertex net[9])
{
    cr_assert_eq(q3_patch_make(p, net, 3, 3, Q3_PATCH_SUBDIVISIONS, NULL), FORMAT_OK);
}

static void check_errors(const float *errors, const float *want, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        cr_assert_float_eq(errors[i], want[i], 1e-4, "%u: %f", i, (double)errors[i]);
    }
}

Test(q3_patch, a_quarter_of_a_cylinder)
{
    static const float xy[9][2] = {{64, 0},  {63, 15}, {60, 28}, {55, 39}, {48, 48},
                                   {39, 55}, {28, 60}, {15, 63}, {0, 64}};
    /* The middle keeps 0: the error was written for the column it came to lie behind. */
    static const float errors[9] = {0, .8839f, .1976f, .7289f, 0, .7289f, .1976f, .8839f, 0};
    static const float none[2] = {0, 0};
    struct q3_bsp_vertex net[9];
    struct q3_patch p;
    make_quarter(net, 64, 0, 32, false);
    make_patch(&p, net);
    cr_assert(p.width == 9 && p.height == 2, "%ux%u", p.width, p.height);
    for (uint32_t i = 0; i < 9; i++) {
        cr_assert_eq(p.vertices[i].xyz[0], xy[i][0]);
        cr_assert_eq(p.vertices[i].xyz[1], xy[i][1]);
        cr_assert_eq(p.vertices[i].st[0], xy[i][0]);
        cr_assert_eq(p.vertices[9 + i].xyz[2], 32);
    }
    check_errors(p.width_error, errors, 9);
    check_errors(p.height_error, none, 2);
    cr_assert(p.mins[2] == 0 && p.maxs[1] == 64);
    q3_patch_free(&p);
}

Test(q3_patch, a_larger_curve_has_more_points)
{
    static const float errors[9] = {0, .9396f, .2210f, .8339f, 0, .7552f, .1822f, .7126f, 0};
    struct q3_bsp_vertex net[9];
    struct q3_patch p;
    make_quarter(net, 256, 0, 32, false);
    make_patch(&p, net);
    cr_assert(p.width == 17 && p.height == 2);
    check_errors(p.width_error, errors, 9);
    for (uint32_t i = 0; i < 9; i++) {
        cr_assert_float_eq(p.width_error[16 - i], p.width_error[i], 1e-4);
    }
    q3_patch_free(&p);
}

/* The same surface with columns for rows: made wider than high, and still facing the same side. */
Test(q3_patch, a_tall_patch_is_transposed)
{
    struct q3_bsp_vertex net[9];
    struct q3_patch lying, standing;
    make_quarter(net, 64, 0, 32, false);
    make_patch(&lying, net);
    make_quarter(net, 64, 0, 32, true);
    make_patch(&standing, net);
    cr_assert(standing.width == 9 && standing.height == 2);
    check_errors(standing.width_error, lying.width_error, 9);
    /* Rows and columns are swapped: the patch is mirrored, so its normals are reversed. */
    const float *a = standing.vertices[0].xyz, *b = standing.vertices[8].xyz;
    cr_assert(a[0] == 0 && a[1] == 64 && b[0] == 64 && b[1] == 0);
    cr_assert(vec_dot(lying.vertices[4].normal, standing.vertices[4].normal) < -0.99f);
    q3_patch_free(&lying);
    q3_patch_free(&standing);
}

Test(q3_patch, normals_are_of_the_surface)
{
    struct q3_bsp_vertex net[9];
    struct q3_patch p;
    make_quarter(net, 64, 0, 32, false);
    make_patch(&p, net);
    const float *n = p.vertices[4].normal;
    cr_assert_float_eq(vec_length(n), 1, 1e-5);
    cr_assert_float_eq(fabsf(n[0]), 0.70711f, 1e-4);
    cr_assert_float_eq(n[0], n[1], 1e-5);
    cr_assert_float_eq(n[2], 0, 1e-5);
    q3_patch_free(&p);
    for (int i = 0; i < 9; i++) {
        net[i] = make_point(1, 2, 3);
    }
    make_patch(&p, net);
    cr_assert(p.width == 2 && p.height == 2 && p.vertices[0].normal[0] == 0,
              "a point faces nowhere");
    q3_patch_free(&p);
}

Test(q3_patch, a_flat_one_is_four_points)
{
    struct q3_bsp_vertex net[31 * 31];
    struct q3_patch p;
    for (int i = 0; i < 31 * 31; i++) {
        net[i] = make_point((float)(i % 31) * 8, (float)(i / 31) * 8, 0);
    }
    cr_assert_eq(q3_patch_make(&p, net, 31, 31, 4, NULL), FORMAT_OK);
    /* After each column that is dropped the next one is passed over. */
    cr_assert(p.width == 16 && p.height == 16, "%ux%u", p.width, p.height);
    q3_patch_free(&p);
}

Test(q3_patch, the_grid_ends_at_65)
{
    struct q3_bsp_vertex net[31 * 31];
    struct q3_patch p;
    for (int i = 0; i < 31 * 31; i++) {
        const int x = i % 31, y = i / 31;
        net[i] = make_point((float)x * 1000, (float)y * 1000, (float)((x & 1) + (y & 1)) * 100000);
    }
    cr_assert_eq(q3_patch_make(&p, net, 31, 31, 4, NULL), FORMAT_OK);
    cr_assert(p.width == 65 && p.height == 65, "%ux%u", p.width, p.height);
    q3_patch_free(&p);
}

/* A coarse edge that touches a fine one gets the fine one's points and errors. */
Test(q3_patch, touching_patches_are_stitched)
{
    struct q3_bsp_vertex net[9];
    struct q3_patch p[3];
    make_quarter(net, 64, 0, 32, false);
    make_patch(&p[0], net);
    cr_assert_eq(q3_patch_make(&p[1], net, 3, 3, 16, NULL), FORMAT_OK); /* coarse, above it */
    for (uint32_t i = 0; i < p[1].width * p[1].height; i++) {
        p[1].vertices[i].xyz[2] += 32;
    }
    q3_patch_finish(&p[1]);
    make_quarter(net, 64, 32, 32, false);
    cr_assert_eq(q3_patch_make(&p[2], net, 3, 3, 16, NULL), FORMAT_OK); /* in another LOD group */
    p[2].lod_radius = 1;
    const uint32_t coarse = p[1].width;
    cr_assert_lt(coarse, 9);
    cr_assert_eq(q3_patches_stitch(p, 3, NULL), 1);
    cr_assert_eq(p[1].width, 9);
    cr_assert_eq(p[2].width, coarse);
    for (uint32_t i = 0; i < 9; i++) {
        cr_assert_arr_eq(p[0].vertices[9 + i].xyz, p[1].vertices[i].xyz, 3 * sizeof(float), "%u",
                         i);
        cr_assert_eq(p[0].width_error[i], p[1].width_error[i], "%u", i);
    }
    for (int i = 0; i < 3; i++) {
        q3_patch_free(&p[i]);
    }
}

Test(q3_patch, columns_drop_with_distance)
{
    static const float eye[3] = {0, 0, 0}, forward[3] = {1, 0, 0};
    uint8_t used[Q3_PATCH_SIDE];
    struct q3_bsp_vertex net[9];
    struct q3_patch p;
    make_quarter(net, 64, 0, 32, false);
    make_patch(&p, net);
    p.lod_center[0] = -1050;
    p.lod_radius = 50;
    const float error = q3_patch_view_error(&p, eye, forward, Q3_PATCH_CURVE_ERROR);
    cr_assert_float_eq(error, 0.25, 1e-6, "behind the eye as before it");
    cr_assert_eq(q3_patch_used(p.width_error, p.width, error, used), 5);
    cr_assert(used[0] == 0 && used[1] == 2 && used[2] == 4 && used[4] == 8);
    cr_assert_eq(q3_patch_used(p.width_error, p.width, 0, used), 3);
    cr_assert_eq(q3_patch_used(p.width_error, p.width, 250, used), 9);
    q3_patch_free(&p);
}

static void check_map(const char *name, const uint8_t *data, size_t size, void *context)
{
    struct q3_bsp bsp;
    struct q3_patches patches;
    uint32_t points = 0, *all = context;
    cr_assert_eq(q3_bsp_read(&bsp, data, size, NULL), 0);
    cr_assert_eq(q3_patches_make(&patches, &bsp, Q3_PATCH_SUBDIVISIONS, NULL), 0);
    cr_assert(patches.stitched);
    cr_assert_eq(patches.num_patches, strcmp(name, "maps/oa_dm3.bsp") == 0 ? 182 : 0, "%s", name);
    for (uint32_t i = 0; i < patches.num_patches; i++) {
        const struct q3_patch *p = &patches.patches[i];
        cr_assert(p->width >= p->height && p->height >= 2 && p->width <= Q3_PATCH_SIDE);
        for (uint32_t k = 0; k < p->width * p->height; k++) {
            const float length = vec_length(p->vertices[k].normal);
            cr_assert(length == 0 || fabsf(length - 1) < 1e-4f);
        }
        points += p->width * p->height;
    }
    *all += points;
    q3_patches_free(&patches);
    q3_bsp_free(&bsp);
}

Test(q3_patch, real_maps)
{
    uint32_t points = 0;
    cr_assert_eq(q3_pack_each(".bsp", check_map, &points), 4);
    cr_assert(points > 182 * 6 && points < 20000, "%u", points);
}

/* A small file can place many patches on one spot: the number of comparisons is limited. */
Test(q3_patch, stitching_is_limited)
{
    enum { MANY = 20000 };
    struct q3_bsp_vertex net[9];
    struct q3_bsp_surface *surfaces = calloc(MANY, sizeof(*surfaces));
    struct q3_patches patches;
    make_quarter(net, 64, 0, 32, false);
    for (int i = 0; i < MANY; i++) {
        surfaces[i] =
            (struct q3_bsp_surface){.kind = Q3_SURFACE_PATCH, .patch_width = 3, .patch_height = 3};
    }
    const struct q3_bsp bsp = {.vertices = net, .surfaces = surfaces, .num_surfaces = MANY};
    cr_assert_eq(q3_patches_make(&patches, &bsp, Q3_PATCH_SUBDIVISIONS, NULL), 0);
    cr_assert(patches.num_patches == MANY && !patches.stitched);
    q3_patches_free(&patches);
    free(surfaces);
}

/* Many surfaces can share the control points of one huge patch. */
Test(q3_patch, total_points_are_bounded)
{
    enum { SIDE = 31, MANY = 700 };
    struct q3_bsp_vertex net[SIDE * SIDE];
    struct q3_bsp_surface *surfaces = calloc(MANY, sizeof(*surfaces));
    struct q3_patches patches;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE;
        net[i] = make_point((float)x * 1000, (float)y * 1000, (float)((x & 1) + (y & 1)) * 100000);
    }
    for (int i = 0; i < MANY; i++) {
        surfaces[i] = (struct q3_bsp_surface){
            .kind = Q3_SURFACE_PATCH, .patch_width = SIDE, .patch_height = SIDE};
        surfaces[i].lod_bounds[0][0] = (float)i; /* no two stand together */
    }
    const struct q3_bsp bsp = {.vertices = net, .surfaces = surfaces, .num_surfaces = MANY};
    cr_assert_eq(q3_patches_make(&patches, &bsp, Q3_PATCH_SUBDIVISIONS, NULL), 0);
    uint64_t points = 0;
    for (uint32_t i = 0; i < patches.num_patches; i++) {
        points += (uint64_t)patches.patches[i].width * patches.patches[i].height;
    }
    cr_assert_geq(points, Q3_PATCHES_POINTS);
    cr_assert_lt(points, Q3_PATCHES_POINTS + Q3_PATCH_SIDE * Q3_PATCH_SIDE);
    cr_assert_eq(patches.patches[MANY - 1].width, 0, "not to be drawn");
    q3_patches_free(&patches);
    free(surfaces);
}

Test(q3_patch, memory_is_freed_on_failure)
{
    struct q3_bsp_vertex net[9];
    make_quarter(net, 64, 0, 32, false);
    struct q3_bsp_surface surfaces[2] = {
        {.kind = Q3_SURFACE_PATCH, .patch_width = 3, .patch_height = 3},
        {.kind = Q3_SURFACE_PLANAR}};
    const struct q3_bsp bsp = {.vertices = net, .surfaces = surfaces, .num_surfaces = 2};
    int code = FORMAT_MEMORY;
    for (uint64_t from = 1; code == FORMAT_MEMORY; from++) {
        struct q3_patches patches;
        cr_assert_lt(from, 50);
        scarce_begin_from(from);
        code = q3_patches_make(&patches, &bsp, 4, NULL);
        if (code == FORMAT_OK) {
            cr_assert(patches.of_surface[0] == 0 && patches.of_surface[1] == Q3_PATCH_NONE);
            q3_patches_free(&patches);
        }
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0);
    }
    cr_assert_eq(code, FORMAT_OK);
}
