/* Deforms: what moves the points of a mesh before anything else looks at them. */
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "render/rgb/shading/shade.h"
#include "render/rgb/shading/shade_internal.h"

enum { QUAD = 4, QUAD_INDEXES = 6, PAIRS = 6 };

/* Half a diagonal is a side's half times the root of two. */
static const float HALF_SIDE = 0.707f;
/* Axes that came out of angles and tags are a little off one unit: those are not scaled. */
static const float UNIT_SLACK = 1e-3f;
static const float NOISE_SPREAD = 0.98f, NOISE_APART = 100.0f;

void rgb_shade_place(struct rgb_shade_view *view, const float eye[3], const float axis[3][3],
                     const float origin[3], const float entity_axis[3][3])
{
    const float *x = entity_axis[0], *y = entity_axis[1], *z = entity_axis[2];
    const float way[3] = {eye[0] - origin[0], eye[1] - origin[1], eye[2] - origin[2]};
    const float length = vec_length(x);
    view->axis_length = fabsf(length - 1.0f) > UNIT_SLACK ? length : 1.0f;
    vec_to_axes(way, x, y, z, view->eye);
    vec_to_axes(axis[0], x, y, z, view->forward);
    vec_to_axes(axis[1], x, y, z, view->left);
    vec_to_axes(axis[2], x, y, z, view->up);
    for (int i = 0; i < 3; i++) {
        view->eye[i] = view->axis_length > 0.0f ? view->eye[i] / view->axis_length : 0.0f;
    }
}

/* To a place, unless it is none. */
static void move_to(float point[3], float x, float y, float z)
{
    if (fabsf(x) <= FLT_MAX && fabsf(y) <= FLT_MAX && fabsf(z) <= FLT_MAX) {
        point[0] = x;
        point[1] = y;
        point[2] = z;
    }
}

static void move_along(float point[3], const float way[3], float by)
{
    move_to(point, point[0] + way[0] * by, point[1] + way[1] * by, point[2] + way[2] * by);
}

static void deform_wave(struct rgb_mesh *mesh, const struct q3_deform *deform,
                        const struct rgb_shade_view *view)
{
    const float spread = deform->wave.frequency != 0.0f ? deform->numbers[0] : 0.0f;
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const float *p = mesh->xyz[i];
        const float ahead = (p[0] + p[1] + p[2]) * spread;
        move_along(mesh->xyz[i], mesh->normal[i],
                   shade_wave(view->waves, &deform->wave, ahead, view->shader_time));
    }
}

static void deform_normal(struct rgb_mesh *mesh, const struct q3_deform *deform,
                          const struct rgb_shade_view *view)
{
    const float amplitude = deform->numbers[0];
    const double t = view->shader_time * (double)deform->numbers[1];
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const float *p = mesh->xyz[i];
        const float x = NOISE_SPREAD * p[0], y = NOISE_SPREAD * p[1], z = NOISE_SPREAD * p[2];
        float n[3];
        for (int j = 0; j < 3; j++) {
            n[j] = mesh->normal[i][j] +
                   amplitude * q3_noise(view->waves, NOISE_APART * (float)j + x, y, z, t);
        }
        const float scale = q3_rsqrt(vec_dot(n, n));
        move_to(mesh->normal[i], n[0] * scale, n[1] * scale, n[2] * scale);
    }
}

static void deform_bulge(struct rgb_mesh *mesh, const struct q3_deform *deform,
                         const struct rgb_shade_view *view)
{
    const float width = deform->numbers[0], height = deform->numbers[1];
    const double now = view->time * (double)deform->numbers[2];
    const double turns = 1.0 / (2.0 * DMATH_PI);
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const uint32_t at = q3_wave_index(turns * ((double)(mesh->st[i][0] * width) + now));
        move_along(mesh->xyz[i], mesh->normal[i], height * view->waves->sine[at]);
    }
}

static void deform_move(struct rgb_mesh *mesh, const struct q3_deform *deform,
                        const struct rgb_shade_view *view)
{
    const float by = shade_wave(view->waves, &deform->wave, 0.0f, view->shader_time);
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        move_along(mesh->xyz[i], deform->numbers, by);
    }
}

/* A square that faces the view in place of four points. */
static void place_sprite(struct rgb_mesh *mesh, uint32_t first, const struct rgb_shade_view *view)
{
    static const float corners[QUAD][4] = {/* left, up, s, t */
                                           {1, 1, 0, 0},
                                           {-1, 1, 1, 0},
                                           {-1, -1, 1, 1},
                                           {1, -1, 0, 1}};
    const float scale = view->axis_length > 0.0f ? 1.0f / view->axis_length : 0.0f;
    float(*p)[3] = mesh->xyz + first;
    float middle[3];
    for (int j = 0; j < 3; j++) {
        middle[j] = 0.25f * (p[0][j] + p[1][j] + p[2][j] + p[3][j]);
    }
    const float radius = HALF_SIDE * vec_distance(middle, p[0]) * scale;
    for (uint32_t i = 0; i < QUAD; i++) {
        const float left = corners[i][0] * radius, up = corners[i][1] * radius;
        float corner[3];
        for (int j = 0; j < 3; j++) {
            corner[j] = middle[j] + left * view->left[j] + up * view->up[j];
            mesh->normal[first + i][j] = -view->forward[j];
        }
        move_to(p[i], corner[0], corner[1], corner[2]);
        memcpy(mesh->st[first + i], &corners[i][2], sizeof(mesh->st[0]));
        memcpy(mesh->light_st[first + i], &corners[i][2], sizeof(mesh->light_st[0]));
        memcpy(mesh->color[first + i], mesh->color[first], sizeof(mesh->color[0]));
    }
}

/* autosprite: takes groups of four vertices, whatever the triangles are; a remainder is not drawn.
 */
static void deform_sprites(struct rgb_mesh *mesh, const struct rgb_shade_view *view)
{
    static const uint8_t square[QUAD_INDEXES] = {0, 1, 3, 3, 1, 2};
    const uint32_t points = mesh->num_vertices / QUAD, room = mesh->num_indexes / QUAD_INDEXES;
    const uint32_t count = points < room ? points : room;
    for (uint32_t i = 0; i < count; i++) {
        place_sprite(mesh, i * QUAD, view);
        for (uint32_t j = 0; j < QUAD_INDEXES; j++) {
            mesh->indexes[i * QUAD_INDEXES + j] = i * QUAD + square[j];
        }
    }
    mesh->num_vertices = count * QUAD;
    mesh->num_indexes = count * QUAD_INDEXES;
}

/* Pairs of a group's points: all there are. */
static const uint8_t pairs[PAIRS][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

/* The two shortest of the pairs, and how long they are. */
static void find_ends(const float (*p)[3], uint32_t ends[2], float lengths[2])
{
    ends[0] = ends[1] = 0;
    lengths[0] = lengths[1] = INFINITY;
    for (uint32_t i = 0; i < PAIRS; i++) {
        const float length = vec_distance(p[pairs[i][0]], p[pairs[i][1]]);
        if (length < lengths[0]) {
            ends[1] = ends[0];
            lengths[1] = lengths[0];
            ends[0] = i;
            lengths[0] = length;
        } else if (length < lengths[1]) {
            ends[1] = i;
            lengths[1] = length;
        }
    }
}

/* True if a triangle has the edge a to b, among those that the original examines. */
static bool in_order(const struct rgb_mesh *mesh, uint32_t group, uint32_t a, uint32_t b)
{
    const uint32_t *index = mesh->indexes + (size_t)group * QUAD_INDEXES;
    for (uint32_t i = 0; i + 1 < QUAD_INDEXES; i++) {
        if (index[i] == a && index[i + 1] == b) {
            return true;
        }
    }
    return false;
}

/* Turns a long quad around the axis between the middles of its two ends, towards the view. */
static void turn_strip(struct rgb_mesh *mesh, uint32_t group, const struct rgb_shade_view *view)
{
    float(*p)[3] = mesh->xyz + (size_t)group * QUAD;
    uint32_t ends[2];
    float lengths[2], middles[2][3], major[3], minor[3];
    find_ends((const float(*)[3])p, ends, lengths);
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < 2; i++) {
            const uint8_t *pair = pairs[ends[i]];
            middles[i][j] = 0.5f * (p[pair[0]][j] + p[pair[1]][j]);
        }
        major[j] = middles[1][j] - middles[0][j];
    }
    vec_cross(major, view->forward, minor);
    vec_normalize(minor);
    for (int i = 0; i < 2; i++) {
        const uint8_t *pair = pairs[ends[i]];
        const uint32_t first = group * QUAD;
        const bool ordered = in_order(mesh, group, first + pair[0], first + pair[1]);
        const float half = ordered ? -0.5f * lengths[i] : 0.5f * lengths[i];
        for (int k = 0; k < 2; k++) {
            const float by = k == 0 ? half : -half;
            move_to(p[pair[k]], middles[i][0] + by * minor[0], middles[i][1] + by * minor[1],
                    middles[i][2] + by * minor[2]);
        }
    }
}

static void deform_strips(struct rgb_mesh *mesh, const struct rgb_shade_view *view)
{
    const uint32_t points = mesh->num_vertices / QUAD, room = mesh->num_indexes / QUAD_INDEXES;
    for (uint32_t i = 0; i < points && i < room; i++) {
        turn_strip(mesh, i, view);
    }
}

bool rgb_shade_deform(struct rgb_mesh *mesh, const struct q3_shader *rules,
                      const struct rgb_shade_view *view)
{
    for (uint32_t i = 0; i < rules->num_deforms; i++) {
        const struct q3_deform *deform = &rules->deforms[i];
        switch (deform->kind) {
        case Q3_DEFORM_NONE:
            break;
        case Q3_DEFORM_WAVE:
            deform_wave(mesh, deform, view);
            break;
        case Q3_DEFORM_NORMAL:
            deform_normal(mesh, deform, view);
            break;
        case Q3_DEFORM_BULGE:
            deform_bulge(mesh, deform, view);
            break;
        case Q3_DEFORM_MOVE:
            deform_move(mesh, deform, view);
            break;
        case Q3_DEFORM_AUTOSPRITE:
            deform_sprites(mesh, view);
            break;
        case Q3_DEFORM_AUTOSPRITE2:
            deform_strips(mesh, view);
            break;
        case Q3_DEFORM_PROJECTION_SHADOW: /* for cg_shadows 3, which is not supported */
        case Q3_DEFORM_TEXT:              /* which no game sets */
            return false;
        }
    }
    return mesh->num_indexes > 0;
}
