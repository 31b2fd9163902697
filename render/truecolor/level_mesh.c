#include "render/truecolor/level_mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"
#include "formats/maps/bsp_light.h"

enum { CORNERS = 4, LIQUID_UNITS = 128, MORE_POINTS = 1 << 20 };

static uint32_t vertex_of(const struct bsp *bsp, const struct bsp_face *face, uint32_t i)
{
    const int32_t edge = bsp->surfedges[face->first_surfedge + i];
    return edge >= 0 ? bsp->edges[edge][0] : bsp->edges[-edge][1];
}

static double place_on(const float vec[4], const float point[3])
{
    return (double)point[0] * vec[0] + (double)point[1] * vec[1] + (double)point[2] * vec[2];
}

static void set_point(struct level_mesh *mesh, uint32_t at, const struct bsp *bsp,
                      const struct bsp_face *face, const struct bsp_face_light *light,
                      const float point[3])
{
    const uint32_t samples[2] = {light->width, light->height};
    const struct bsp_texinfo *texinfo = &bsp->texinfo[face->texinfo];
    const struct bsp_texture *texture =
        texinfo->texture >= 0 ? &bsp->textures[texinfo->texture] : NULL;
    const uint32_t sides[2] = {texture != NULL ? texture->width : 32,
                               texture != NULL ? texture->height : 32};
    for (int i = 0; i < 3; i++) {
        mesh->points[at][i] = point[i];
    }
    for (int i = 0; i < 2; i++) {
        const double bare = place_on(texinfo->vecs[i], point);
        const double place = bare + (double)texinfo->vecs[i][3];
        const double sample = place_on(light->rows[i], point) + (double)light->rows[i][3];
        mesh->st[at][i] = (float)((face->flags & BSP_FACE_TURB) != 0 ? bare / LIQUID_UNITS
                                                                     : place / (double)sides[i]);
        mesh->light_st[at][i] = samples[i] > 0 ? (float)((sample + 0.5) / samples[i]) : 0.0f;
    }
}

/* Twice the area of a triangle, squared. */
static float area_of(const float a[3], const float b[3], const float c[3])
{
    float u[3], v[3], cross[3];
    for (int i = 0; i < 3; i++) {
        u[i] = b[i] - a[i];
        v[i] = c[i] - a[i];
    }
    vec_cross(u, v, cross);
    return vec_dot(cross, cross);
}

/* Four corners, begun where the first three span the most: the rasterizer takes its planes from
 * those, and faces have corners on straight lines. */
static void set_corners(uint32_t *indexes, const float (*points)[3], const uint32_t corners[4])
{
    int best = 0;
    float most = -1.0f;
    for (int i = 0; i < CORNERS; i++) {
        const float area = area_of(points[corners[i]], points[corners[(i + 1) % CORNERS]],
                                   points[corners[(i + 2) % CORNERS]]);
        if (area > most) {
            most = area;
            best = i;
        }
    }
    for (int i = 0; i < CORNERS; i++) {
        indexes[i] = corners[(best + i) % CORNERS];
    }
}

/* The face as a fan of parts with four corners; the last one may have a corner twice. */
static void add_face(struct level_mesh *mesh, const struct bsp *bsp, uint32_t number,
                     uint32_t *num_points, uint32_t *num_indexes)
{
    const struct bsp_face *face = &bsp->faces[number];
    struct level_face *made = &mesh->faces[number];
    struct bsp_face_light light;
    bsp_face_light(bsp, number, &light);
    *made = (struct level_face){*num_points, face->num_edges, *num_indexes, 0};
    for (uint32_t i = 0; i < face->num_edges; i++) {
        set_point(mesh, *num_points + i, bsp, face, &light, bsp->vertices[vertex_of(bsp, face, i)]);
    }
    *num_points += face->num_edges;
    for (uint32_t i = 1; i + 1 < face->num_edges; i += 2) {
        const uint32_t last = i + 2 < face->num_edges ? i + 2 : i + 1;
        const uint32_t corners[CORNERS] = {0, i, i + 1, last};
        set_corners(mesh->indexes + *num_indexes,
                    (const float(*)[3])mesh->points + made->first_point, corners);
        *num_indexes += CORNERS;
    }
    made->num_indexes = *num_indexes - made->first_index;
}

/* Points and indexes of the first faces, as many as are within the limit: returns their number. In
 * a level each edge belongs to two faces; a hostile map may have all its edges in every face. */
static uint32_t count_points(const struct bsp *bsp, size_t *points, size_t *indexes)
{
    const size_t limit = (size_t)bsp->num_surfedges * 4 + MORE_POINTS;
    *points = *indexes = 0;
    for (uint32_t i = 0; i < bsp->num_faces; i++) {
        const size_t edges = bsp->faces[i].num_edges;
        if (*points + edges > limit || *points + edges > UINT32_MAX / CORNERS) {
            return i;
        }
        *points += edges;
        *indexes += edges / 2 * CORNERS;
    }
    return bsp->num_faces;
}

int level_mesh_make(struct level_mesh *mesh, const struct bsp *bsp)
{
    size_t points, indexes;
    const uint32_t count = count_points(bsp, &points, &indexes);
    *mesh = (struct level_mesh){.num_faces = bsp->num_faces};
    mesh->faces = calloc((size_t)bsp->num_faces + 1, sizeof *mesh->faces);
    mesh->points = malloc((points + 1) * sizeof *mesh->points);
    mesh->st = malloc((points + 1) * sizeof *mesh->st);
    mesh->light_st = malloc((points + 1) * sizeof *mesh->light_st);
    mesh->indexes = malloc((indexes + 1) * sizeof *mesh->indexes);
    if (mesh->faces == NULL || mesh->points == NULL || mesh->st == NULL || mesh->light_st == NULL ||
        mesh->indexes == NULL) {
        level_mesh_free(mesh);
        return FORMAT_MEMORY;
    }
    uint32_t num_points = 0, num_indexes = 0;
    for (uint32_t i = 0; i < count; i++) {
        add_face(mesh, bsp, i, &num_points, &num_indexes);
    }
    mesh->identity = object_id_hold(bsp->identity);
    return 0;
}

void level_mesh_free(struct level_mesh *mesh)
{
    object_id_release(mesh->identity);
    free(mesh->faces);
    free(mesh->points);
    free(mesh->st);
    free(mesh->light_st);
    free(mesh->indexes);
    memset(mesh, 0, sizeof *mesh);
}
