#include "render/rgb/entities/strips.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "render/rgb/entities/fogged.h"

static const float LIGHTNING_HALF_WIDTH = 8.0f, RAIL_HALF_WIDTH = 6.0f;
static const float STRIP_REPEATS = 256.0f; /* units */
enum { LIGHTNING_STRIPS = 4 };
static const double LIGHTNING_TURN = DMATH_PI / 4.0;

static const float COORDINATE_MAX = 1e7f; /* absolute; larger ones are not drawn */

static bool is_place(const float point[3])
{
    return fabsf(point[0]) <= COORDINATE_MAX && fabsf(point[1]) <= COORDINATE_MAX &&
           fabsf(point[2]) <= COORDINATE_MAX;
}

void rgb_strips_collect(struct rgb_draw_list *draw_list, const struct rgb_entity *entity,
                        uint32_t number, const struct q3_level *level)
{
    const bool sprite = entity->kind == RGB_SPRITE;
    if (entity->material == NULL || !is_place(entity->origin) ||
        !(sprite
              ? fabsf(entity->radius) <= COORDINATE_MAX && fabsf(entity->rotation) <= COORDINATE_MAX
              : is_place(entity->end))) {
        return;
    }
    const struct rgb_draw_surf surf = {
        .called = entity->material,
        .kind = sprite ? RGB_SURF_SPRITE : RGB_SURF_STRIPS,
        .entity = number,
        .fog = sprite ? rgb_fog_at_sphere(level, entity->origin, entity->radius) : 0,
    };
    rgb_draw_list_add(draw_list, &surf);
}

static void put_point(struct rgb_mesh *mesh, const float xyz[3], const float normal[3], float s,
                      float t, const uint8_t color[4])
{
    const uint32_t at = mesh->num_vertices++;
    memcpy(mesh->xyz[at], xyz, sizeof mesh->xyz[at]);
    memcpy(mesh->normal[at], normal, sizeof mesh->normal[at]);
    mesh->st[at][0] = mesh->light_st[at][0] = s;
    mesh->st[at][1] = mesh->light_st[at][1] = t;
    memcpy(mesh->color[at], color, 4);
}

static void put_triangles(struct rgb_mesh *mesh, uint32_t first, const uint8_t corners[6])
{
    for (int i = 0; i < 6; i++) {
        mesh->indexes[mesh->num_indexes++] = first + corners[i];
    }
}

/* A square that faces as the view does, turned about the way it looks. */
static void add_sprite(struct rgb_mesh *mesh, const struct rgb_entity *entity,
                       const struct rgb_view *view)
{
    static const uint8_t corners[6] = {0, 1, 3, 3, 1, 2};
    const float *left = view->axis[1], *up = view->axis[2];
    const float back[3] = {-view->axis[0][0], -view->axis[0][1], -view->axis[0][2]};
    float s = 0.0f, c = 1.0f;
    if (entity->rotation != 0.0f) {
        const double turn = (double)fmodf(entity->rotation, 360.0f) * (DMATH_PI / 180.0);
        s = (float)dmath_sin(turn);
        c = (float)dmath_cos(turn);
    }
    const uint32_t first = mesh->num_vertices;
    for (int corner = 0; corner < 4; corner++) {
        const float to_left = corner == 0 || corner == 3 ? 1.0f : -1.0f;
        const float to_up = corner < 2 ? 1.0f : -1.0f;
        float point[3];
        for (int i = 0; i < 3; i++) {
            const float l = (c * left[i] - s * up[i]) * entity->radius;
            const float u = (c * up[i] + s * left[i]) * entity->radius;
            point[i] = entity->origin[i] + to_left * l + to_up * u;
        }
        put_point(mesh, point, back, to_left > 0.0f ? 0.0f : 1.0f, to_up > 0.0f ? 0.0f : 1.0f,
                  entity->color);
    }
    put_triangles(mesh, first, corners);
}

/* A rectangle from start to end, `half` wide to either side along `side`. */
struct strip {
    const float *start, *end, *side, *normal;
    float half, repeats;  /* units; repetitions of the texture */
    const uint8_t *color; /* red, green, blue */
};

/* The first corner has a quarter of the colour, as in the original. */
static void add_strip(struct rgb_mesh *mesh, const struct strip *strip)
{
    static const uint8_t corners[6] = {0, 1, 2, 2, 1, 3};
    const uint32_t first = mesh->num_vertices;
    const uint8_t *color = strip->color;
    const uint8_t full[4] = {color[0], color[1], color[2], 255};
    const uint8_t dim[4] = {color[0] / 4, color[1] / 4, color[2] / 4, 255};
    for (int corner = 0; corner < 4; corner++) {
        const float *from = corner < 2 ? strip->start : strip->end;
        const float way = corner % 2 == 0 ? strip->half : -strip->half;
        float point[3];
        for (int i = 0; i < 3; i++) {
            point[i] = from[i] + strip->side[i] * way;
        }
        put_point(mesh, point, strip->normal, corner < 2 ? 0.0f : strip->repeats,
                  (float)(corner % 2), corner == 0 ? dim : full);
    }
    put_triangles(mesh, first, corners);
}

/* Across a beam and the line of sight. */
static void find_side(const float eye[3], const float start[3], const float end[3], float side[3])
{
    float a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = start[i] - eye[i];
        b[i] = end[i] - eye[i];
    }
    vec_normalize(a);
    vec_normalize(b);
    vec_cross(a, b, side);
    vec_normalize(side);
}

/* side, turned about a direction of unit length that it is square to. */
static void turn_about(const float direction[3], double angle, float side[3])
{
    const float s = (float)dmath_sin(angle), c = (float)dmath_cos(angle);
    float across[3];
    vec_cross(direction, side, across);
    for (int i = 0; i < 3; i++) {
        side[i] = side[i] * c + across[i] * s;
    }
}

static void add_beam(struct rgb_mesh *mesh, const struct rgb_entity *entity,
                     const struct rgb_view *view)
{
    const bool lightning = entity->kind == RGB_LIGHTNING;
    const float *start = lightning ? entity->origin : entity->end;
    const float *end = lightning ? entity->end : entity->origin;
    const float back[3] = {-view->axis[0][0], -view->axis[0][1], -view->axis[0][2]};
    float direction[3] = {end[0] - start[0], end[1] - start[1], end[2] - start[2]}, side[3];
    const float repeats = truncf(vec_normalize(direction)) / STRIP_REPEATS;
    find_side(view->eye, start, end, side);
    for (int i = 0; i < (lightning ? LIGHTNING_STRIPS : 1); i++) {
        const struct strip strip = {.start = start,
                                    .end = end,
                                    .side = side,
                                    .normal = back,
                                    .half = lightning ? LIGHTNING_HALF_WIDTH : RAIL_HALF_WIDTH,
                                    .repeats = repeats,
                                    .color = entity->color};
        add_strip(mesh, &strip);
        turn_about(direction, LIGHTNING_TURN, side);
    }
}

int rgb_strips_add(struct rgb_mesh *mesh, const struct rgb_entity *entity,
                   const struct rgb_view *view)
{
    const int code = rgb_mesh_reserve(mesh, 4 * LIGHTNING_STRIPS, 6 * LIGHTNING_STRIPS);
    if (code < 0) {
        return code;
    }
    if (entity->kind == RGB_SPRITE) {
        add_sprite(mesh, entity, view);
    } else {
        add_beam(mesh, entity, view);
    }
    return 0;
}

/* ---- Polygons ---- */

void rgb_polys_collect(struct rgb_draw_list *draw_list, const struct rgb_view *view,
                       const struct q3_level *level)
{
    const struct rgb_scene *scene = draw_list->scene;
    for (size_t i = 0; i < scene->num_polys && i < UINT32_MAX; i++) {
        const struct rgb_poly *poly = &scene->polys[i];
        if (poly->material == NULL || poly->count < 3 || poly->first > scene->num_points ||
            poly->count > scene->num_points - poly->first) {
            continue;
        }
        float mins[3] = {INFINITY, INFINITY, INFINITY}, maxs[3] = {-INFINITY, -INFINITY, -INFINITY};
        bool is_good = true;
        for (uint32_t k = 0; k < poly->count; k++) {
            const float *xyz = scene->points[poly->first + k].xyz;
            is_good = is_good && is_place(xyz);
            for (int j = 0; j < 3; j++) {
                mins[j] = fminf(mins[j], xyz[j]);
                maxs[j] = fmaxf(maxs[j], xyz[j]);
            }
        }
        if (!is_good || rgb_view_cross_box(view, mins, maxs, RGB_ALL_SIDES) < 0) {
            continue;
        }
        const struct rgb_draw_surf surf = {
            .called = poly->material,
            .kind = RGB_SURF_POLY,
            .entity = RGB_NO_ENTITY,
            .number = (uint32_t)i,
            .fog = rgb_fog_at_box(level, mins, maxs),
        };
        rgb_draw_list_add(draw_list, &surf);
    }
}

int rgb_poly_add(struct rgb_mesh *mesh, const struct rgb_scene *scene, uint32_t number)
{
    static const float none[3] = {0.0f, 0.0f, 0.0f};
    const struct rgb_poly *poly = &scene->polys[number];
    const uint32_t first = mesh->num_vertices;
    const int code = rgb_mesh_reserve(mesh, poly->count, 3 * (poly->count - 2));
    if (code < 0) {
        return code;
    }
    for (uint32_t i = 0; i < poly->count; i++) {
        const struct rgb_point *point = &scene->points[poly->first + i];
        put_point(mesh, point->xyz, none, point->st[0], point->st[1], point->color);
    }
    for (uint32_t i = 0; i + 2 < poly->count; i++) {
        const uint32_t triangle[3] = {first, first + i + 1, first + i + 2};
        memcpy(mesh->indexes + mesh->num_indexes, triangle, sizeof triangle);
        mesh->num_indexes += 3;
    }
    return 0;
}
