#include "render/rgb/shading/sky_shape.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "render/rgb/shading/shade_internal.h"

/* Each of four cuts adds a corner to a convex polygon; further corners are dropped. */
enum { POLYGON = 64, CORNERS_MAX = POLYGON + 4 };

static const double GROUND_RADIUS = 4096.0;

/* Per side, the components of a direction that are its depth, s and t, and their signs. */
static const struct side {
    uint8_t part[3];
    float sign[3];
} sides[Q3_SKY_SIDES] = {
    [Q3_SKY_RT] = {{0, 1, 2}, {1, -1, 1}},  [Q3_SKY_LF] = {{0, 1, 2}, {-1, 1, 1}},
    [Q3_SKY_BK] = {{1, 0, 2}, {1, 1, 1}},   [Q3_SKY_FT] = {{1, 0, 2}, {-1, -1, 1}},
    [Q3_SKY_UP] = {{2, 1, 0}, {1, -1, -1}}, [Q3_SKY_DN] = {{2, 1, 0}, {-1, -1, 1}},
};

static float grid_place(uint32_t point)
{
    return (float)point * (2.0f / RGB_SKY_CELLS) - 1.0f;
}

void rgb_sky_direction(enum q3_sky_side side, float s, float t, float direction[3])
{
    const struct side *shape = &sides[side];
    direction[shape->part[0]] = shape->sign[0];
    direction[shape->part[1]] = shape->sign[1] * s;
    direction[shape->part[2]] = shape->sign[2] * t;
}

enum q3_sky_side rgb_sky_side(const float direction[3], float *s, float *t)
{
    const float x = fabsf(direction[0]), y = fabsf(direction[1]), z = fabsf(direction[2]);
    enum q3_sky_side side;
    if (x > y && x > z) {
        side = direction[0] < 0.0f ? Q3_SKY_LF : Q3_SKY_RT;
    } else if (y > x && y > z) {
        side = direction[1] < 0.0f ? Q3_SKY_FT : Q3_SKY_BK;
    } else {
        side = direction[2] < 0.0f ? Q3_SKY_DN : Q3_SKY_UP;
    }
    const struct side *shape = &sides[side];
    const float depth = fabsf(direction[shape->part[0]]);
    *s = shape->sign[1] * direction[shape->part[1]] / depth;
    *t = shape->sign[2] * direction[shape->part[2]] / depth;
    return side;
}

static double arc_cosine(double x)
{
    const double rest = 1.0 - x * x;
    return dmath_atan2(sqrt(rest > 0.0 ? rest : 0.0), x);
}

/* Intersects the direction, from a point on the ground sphere, with a sphere `height` above it; st
 * are angles of the point from the sphere's centre. */
void rgb_cloud_st(float height, const float direction[3], float st[2])
{
    const double r = GROUND_RADIUS, h = (double)height;
    const double x = (double)direction[0], y = (double)direction[1], z = (double)direction[2];
    const double square = x * x + y * y + z * z;
    const double inside = r * r * z * z + (2.0 * r * h + h * h) * square;
    const double p = (-r * z + sqrt(inside > 0.0 ? inside : 0.0)) / square;
    const double place[3] = {p * x, p * y, p * z + r};
    const double length = sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2]);
    for (int i = 0; i < 2; i++) {
        st[i] = shade_finite(length > 0.0 ? (float)arc_cosine(place[i] / length) : 0.0f);
    }
}

void rgb_clouds_make(struct rgb_clouds *clouds, float height)
{
    for (uint32_t side = 0; side < RGB_CLOUD_SIDES; side++) {
        for (uint32_t t = 0; t < RGB_SKY_POINTS; t++) {
            for (uint32_t s = 0; s < RGB_SKY_POINTS; s++) {
                float direction[3];
                rgb_sky_direction((enum q3_sky_side)side, grid_place(s), grid_place(t), direction);
                rgb_cloud_st(height, direction, clouds->st[side][t][s]);
            }
        }
    }
}

/* A polygon in a side's own parts (depth, s, t), cut to where sign * part <= depth. */
static uint32_t cut_polygon(const float (*in)[3], uint32_t count, int part, float sign,
                            float (*out)[3])
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept < CORNERS_MAX; i++) {
        const float *a = in[i], *b = in[i + 1 < count ? i + 1 : 0];
        const float inside_a = a[0] - sign * a[part], inside_b = b[0] - sign * b[part];
        if (inside_a >= 0.0f) {
            memcpy(out[kept++], a, sizeof(out[0]));
        }
        if ((inside_a < 0.0f) != (inside_b < 0.0f) && kept < CORNERS_MAX) {
            const float share = inside_a / (inside_a - inside_b);
            for (int j = 0; j < 3; j++) {
                out[kept][j] = a[j] + (b[j] - a[j]) * share;
            }
            kept++;
        }
    }
    return kept;
}

/* Grows cells by those a place of -1..1 lies in. */
static void cover_cell(uint8_t *first, uint8_t *last, float place)
{
    const float at = (place + 1.0f) * (RGB_SKY_CELLS / 2.0f);
    const float low = floorf(fminf(fmaxf(at, 0.0f), RGB_SKY_CELLS));
    const float high = ceilf(fminf(fmaxf(at, 0.0f), RGB_SKY_CELLS));
    *first = *first < (uint8_t)low ? *first : (uint8_t)low;
    *last = *last > (uint8_t)high ? *last : (uint8_t)high;
}

static void cover_side(struct rgb_sky_cells *cells, const float (*polygon)[3], uint32_t count)
{
    if (cells->last[0] == 0 || cells->last[1] == 0) {
        *cells = (struct rgb_sky_cells){{RGB_SKY_CELLS, RGB_SKY_CELLS}, {0, 0}};
    }
    for (uint32_t i = 0; i < count; i++) {
        if (polygon[i][0] > 0.0f) {
            cover_cell(&cells->first[0], &cells->last[0], polygon[i][1] / polygon[i][0]);
            cover_cell(&cells->first[1], &cells->last[1], polygon[i][2] / polygon[i][0]);
        }
    }
}

void rgb_sky_cover(struct rgb_sky_cells cells[Q3_SKY_SIDES], const float (*points)[3],
                   uint32_t count, const float eye[3])
{
    float a[CORNERS_MAX][3], b[CORNERS_MAX][3];
    const uint32_t corners = count < POLYGON ? count : POLYGON;
    for (uint32_t side = 0; side < Q3_SKY_SIDES; side++) {
        const struct side *shape = &sides[side];
        for (uint32_t i = 0; i < corners; i++) {
            for (int j = 0; j < 3; j++) {
                const uint32_t part = shape->part[j];
                a[i][j] = shape->sign[j] * (points[i][part] - eye[part]);
            }
        }
        uint32_t left = cut_polygon(a, corners, 1, 1.0f, b);
        left = cut_polygon(b, left, 1, -1.0f, a);
        left = cut_polygon(a, left, 2, 1.0f, b);
        left = cut_polygon(b, left, 2, -1.0f, a);
        if (left > 0) {
            cover_side(&cells[side], a, left);
        }
    }
}

static void add_point(struct rgb_mesh *mesh, enum q3_sky_side side, const uint32_t at[2],
                      const struct rgb_clouds *clouds, const float eye[3], float distance)
{
    const uint32_t i = mesh->num_vertices++;
    const float s = grid_place(at[0]), t = grid_place(at[1]);
    float direction[3];
    rgb_sky_direction(side, s, t, direction);
    for (int j = 0; j < 3; j++) {
        mesh->xyz[i][j] = eye[j] + distance * direction[j];
        mesh->normal[i][j] = -direction[j];
    }
    if (clouds != NULL) {
        memcpy(mesh->st[i], clouds->st[side][at[1]][at[0]], sizeof(mesh->st[i]));
    } else {
        mesh->st[i][0] = (s + 1.0f) * 0.5f;
        mesh->st[i][1] = 1.0f - (t + 1.0f) * 0.5f;
    }
    mesh->light_st[i][0] = mesh->light_st[i][1] = 0.0f;
    memset(mesh->color[i], 255, sizeof(mesh->color[i]));
}

int rgb_sky_add_cells(struct rgb_mesh *mesh, enum q3_sky_side side,
                      const struct rgb_sky_cells *cells, const struct rgb_clouds *clouds,
                      const float eye[3], float distance)
{
    const uint8_t *first = cells->first, *last = cells->last;
    if (first[0] >= last[0] || first[1] >= last[1] || last[0] > RGB_SKY_CELLS ||
        last[1] > RGB_SKY_CELLS || (clouds != NULL && side == Q3_SKY_DN)) {
        return FORMAT_OK;
    }
    const uint32_t columns = last[0] - first[0] + 1u, rows = last[1] - first[1] + 1u;
    const int status = rgb_mesh_reserve(mesh, columns * rows, 6 * (columns - 1) * (rows - 1));
    if (status < 0) {
        return status;
    }
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            const uint32_t at[2] = {first[0] + column, first[1] + row};
            const uint32_t here = mesh->num_vertices;
            add_point(mesh, side, at, clouds, eye, distance);
            if (row + 1 < rows && column + 1 < columns) {
                const uint32_t cell[6] = {here,           here + columns,     here + 1,
                                          here + columns, here + columns + 1, here + 1};
                memcpy(mesh->indexes + mesh->num_indexes, cell, sizeof(cell));
                mesh->num_indexes += 6;
            }
        }
    }
    return FORMAT_OK;
}
