/* Faces as polygons: where their points are on textures and light, and how they are cut. */
#include <criterion/criterion.h>
#include <math.h>

#include "render/truecolor/level_mesh.h"
#include "tests/support/maps/small_map.h"

/* 64 x 64 units, s = y + 8, t = -z / 2; light from texel 0, -32 on, 6 x 3 samples. */
Test(level_mesh, places_on_texture_and_light)
{
    struct small_map map = small_map_make(BSP_VERSION_29);
    struct byte_writer file = small_map_pack(&map);
    struct bsp bsp;
    struct level_mesh mesh;
    cr_assert_eq(bsp_read(&bsp, file.data, file.size, NULL), 0);
    cr_assert_eq(level_mesh_make(&mesh, &bsp), 0);
    cr_assert(mesh.num_faces == 1 && mesh.faces[0].num_points == 4);
    cr_expect_eq(mesh.faces[0].num_indexes, 4);
    cr_expect(object_id_same(mesh.identity, bsp.identity));
    for (int i = 0; i < 4; i++) {
        const float *point = mesh.points[i], y = point[1], z = point[2];
        cr_expect(point[0] == 0 && (y == 0 || y == 64) && (z == 0 || z == 64));
        cr_expect_float_eq(mesh.st[i][0], (y + 8) / 16, 1e-6f);
        cr_expect_float_eq(mesh.st[i][1], -z / 2 / 16, 1e-6f);
        cr_expect_float_eq(mesh.light_st[i][0], ((y + 8) / 16 + 0.5f) / 6, 1e-6f);
        cr_expect_float_eq(mesh.light_st[i][1], ((32 - z / 2) / 16 + 0.5f) / 3, 1e-6f);
    }
    level_mesh_free(&mesh);
    bsp.faces[0].flags = BSP_FACE_TURB; /* a liquid repeats after 128 units, from 0 on */
    cr_assert_eq(level_mesh_make(&mesh, &bsp), 0);
    for (int i = 0; i < 4; i++) {
        cr_expect_float_eq(mesh.st[i][0], mesh.points[i][1] / 128, 1e-6f);
        cr_expect_float_eq(mesh.st[i][1], -mesh.points[i][2] / 2 / 128, 1e-6f);
    }
    level_mesh_free(&mesh);
    bsp_free(&bsp);
    byte_writer_free(&file);
}

static float area_of(float (*points)[3], uint32_t a, uint32_t b, uint32_t c)
{
    const float *p = points[a], *q = points[b], *r = points[c];
    return fabsf((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
}

enum { CORNERS_MAX = 8 };

/* Cuts a polygon of the x-y plane, whose area is known. */
static void check_cut(const float (*corners)[2], uint32_t count, float area)
{
    static struct bsp_plane plane = {.normal = {0, 0, 1}, .type = 2};
    float vertices[CORNERS_MAX][3];
    uint32_t edges[CORNERS_MAX + 1][2] = {{0}};
    int32_t surfedges[CORNERS_MAX];
    struct bsp_texinfo texinfo = {.vecs = {{1}, {0, 1}}, .texture = -1};
    struct bsp_face face = {.num_edges = count, .styles = {255}, .light_offset = -1};
    const struct bsp bsp = {.planes = &plane,
                            .vertices = vertices,
                            .edges = edges,
                            .surfedges = surfedges,
                            .texinfo = &texinfo,
                            .faces = &face,
                            .num_faces = 1};
    struct level_mesh mesh;
    for (uint32_t i = 0; i < count; i++) {
        vertices[i][0] = corners[i][0];
        vertices[i][1] = corners[i][1];
        vertices[i][2] = 0;
        const bool turned = i % 2 != 0; /* every second edge runs the other way */
        edges[i + 1][turned ? 1 : 0] = i;
        edges[i + 1][turned ? 0 : 1] = (i + 1) % count;
        surfedges[i] = turned ? -(int32_t)(i + 1) : (int32_t)(i + 1);
    }
    cr_assert_eq(level_mesh_make(&mesh, &bsp), 0);
    cr_assert_eq(mesh.faces[0].num_indexes, (count - 1) / 2 * 4);
    float sum = 0;
    for (uint32_t i = 0; i < mesh.faces[0].num_indexes; i += 4) {
        const uint32_t *q = mesh.indexes + i;
        const float first = area_of(mesh.points, q[0], q[1], q[2]);
        sum += first + area_of(mesh.points, q[0], q[2], q[3]);
        for (int k = 1; k < 4; k++) {
            cr_expect_geq(first, area_of(mesh.points, q[k], q[(k + 1) % 4], q[(k + 2) % 4]),
                          "%u corners, part %u", count, i / 4);
        }
    }
    cr_expect_float_eq(sum, area, 0.01f, "%u corners: %g", count, (double)sum);
    level_mesh_free(&mesh);
}

/* The first three corners of each part lie on no line, wherever a face has corners on its sides. */
Test(level_mesh, corners_on_straight_lines)
{
    static const float three[][2] = {{0, 0}, {64, 0}, {64, 64}};
    static const float on_side[][2] = {{0, 0}, {32, 0}, {64, 0}, {64, 64}, {0, 64}};
    static const float more[][2] = {{0, 0},   {1, 0},   {2, 0},   {64, 0},
                                    {64, 32}, {64, 64}, {32, 64}, {0, 64}};
    static const float after[][2] = {{32, 0}, {64, 0}, {64, 64}, {0, 64}, {0, 0}};
    static const float ends[][2] = {{0, 0}, {64, 0}, {64, 64}, {0, 64}, {0, 32}, {0, 16}};
    check_cut(three, 3, 64 * 64 / 2);
    check_cut(on_side, 5, 64 * 64);
    check_cut(more, 8, 64 * 64);
    check_cut(after, 5, 64 * 64);
    check_cut(ends, 6, 64 * 64);
}

Test(level_mesh, faces_that_are_not_drawn_have_no_points)
{
    struct bsp_texinfo texinfo = {.texture = -1};
    struct bsp_face face = {.styles = {255}, .light_offset = -1};
    const struct bsp bsp = {.texinfo = &texinfo, .faces = &face, .num_faces = 1};
    struct level_mesh mesh;
    cr_assert_eq(level_mesh_make(&mesh, &bsp), 0);
    cr_expect(mesh.faces[0].num_points == 0 && mesh.faces[0].num_indexes == 0);
    level_mesh_free(&mesh);
}

/* Every face has all edges of the map: only as many get points as a level with so many edges may
 * have. */
Test(level_mesh, faces_beyond_all_measure_are_left_out)
{
    enum { EDGES = 1 << 16, FACES = 32 };
    struct small_map map = small_map_make(BSP_VERSION_29);
    struct byte_writer file = small_map_pack(&map);
    struct bsp bsp;
    struct level_mesh mesh;
    cr_assert_eq(bsp_read(&bsp, file.data, file.size, NULL), 0);
    int32_t *surfedges = calloc(EDGES, sizeof *surfedges);
    struct bsp_face *faces = calloc(FACES, sizeof *faces);
    cr_assert(surfedges != NULL && faces != NULL);
    for (int i = 0; i < FACES; i++) {
        faces[i] = bsp.faces[0];
        faces[i].first_surfedge = 0;
        faces[i].num_edges = EDGES;
    }
    struct bsp hostile = bsp;
    hostile.surfedges = surfedges;
    hostile.num_surfedges = EDGES;
    hostile.faces = faces;
    hostile.num_faces = FACES;
    cr_assert_eq(level_mesh_make(&mesh, &hostile), 0);
    int drawn = 0;
    for (int i = 0; i < FACES; i++) {
        drawn += mesh.faces[i].num_points != 0;
    }
    cr_expect_eq(drawn, 20, "4 times all edges, and 2^20 points more: %d", drawn);
    level_mesh_free(&mesh);
    free(surfedges);
    free(faces);
    bsp_free(&bsp);
    byte_writer_free(&file);
}
