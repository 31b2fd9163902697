#include "assets/quake3/level/level_decals.h"

#include <math.h>
#include <string.h>

#include "assets/quake3/level/level_surfaces.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define IN_FRONT 32.0f /* units from the square's plane in which it marks */
#define BEHIND 20.0f
#define BOX_DEPTH 20.0f /* the box in which surfaces are looked for, to either side */
#define EPSILON 0.5f    /* a corner is no farther from a plane that it lies on */
#define FACE_MIN 0.5f
#define PLACE_MAX 1e6f
#define RADIUS_MAX 1024.0f

enum {
    SIDES = 6,
    CORNERS = 16,     /* a triangle and one more by each side are nine */
    TRIANGLES = 32768 /* looked at for one mark: more are in no level's 64 surfaces */
};

struct plane { /* what is in front stays */
    float normal[3];
    float dist;
};

struct search {
    const struct q3_level *level;
    struct level_decal_fragments *pieces;
    float point[3], normal[3], right[3], up[3], radius;
    struct plane sides[SIDES];
    float mins[3], maxs[3];   /* box of the surface search */
    float lowest[3], most[3]; /* box of the part inside the sides */
    uint32_t triangles;       /* that may still be looked at */
};

/* --- the square ------------------------------------------------------------------------------- */

void level_decals_axes(const float normal[3], float turn, float right[3], float up[3])
{
    const double angle = (double)fmodf(turn, 360.0f) * (DMATH_PI / 180.0);
    const float s = (float)dmath_sin(angle), c = (float)dmath_cos(angle);
    float flat[3], across[3];
    vec_perpendicular(normal, flat);
    vec_cross(normal, flat, across);
    for (int i = 0; i < 3; i++) {
        up[i] = flat[i] * c + across[i] * s;
    }
    vec_cross(normal, up, right);
}

static void set_side(struct plane *side, const float normal[3], float sign, const float through[3],
                     float offset)
{
    for (int i = 0; i < 3; i++) {
        side->normal[i] = normal[i] * sign;
    }
    side->dist = vec_dot(side->normal, through) + offset;
}

static void grow_box(float mins[3], float maxs[3], const float point[3], const float way[3],
                     float length)
{
    for (int i = 0; i < 3; i++) {
        const float at = point[i] + way[i] * length;
        mins[i] = fminf(mins[i], at);
        maxs[i] = fmaxf(maxs[i], at);
    }
}

static void set_boxes(struct search *s)
{
    for (int i = 0; i < 3; i++) {
        s->mins[i] = s->lowest[i] = INFINITY;
        s->maxs[i] = s->most[i] = -INFINITY;
    }
    for (int corner = 0; corner < 4; corner++) {
        const float to_right = corner % 2 == 0 ? -s->radius : s->radius;
        const float to_up = corner < 2 ? -s->radius : s->radius;
        float at[3];
        for (int i = 0; i < 3; i++) {
            at[i] = s->point[i] + s->right[i] * to_right + s->up[i] * to_up;
        }
        grow_box(s->mins, s->maxs, at, s->normal, -BOX_DEPTH);
        grow_box(s->mins, s->maxs, at, s->normal, BOX_DEPTH);
        grow_box(s->lowest, s->most, at, s->normal, -BEHIND);
        grow_box(s->lowest, s->most, at, s->normal, IN_FRONT);
    }
    for (int i = 0; i < 3; i++) { /* corners that count as on a side may stand out so far */
        s->lowest[i] -= 2.0f * EPSILON;
        s->most[i] += 2.0f * EPSILON;
    }
}

static bool begin_search(struct search *s, const struct q3_level *level,
                         const struct level_decal *mark, struct level_decal_fragments *pieces)
{
    *s = (struct search){
        .level = level, .pieces = pieces, .radius = mark->radius, .triangles = TRIANGLES};
    bool good = mark->radius > 0.0f && mark->radius <= RADIUS_MAX && fabsf(mark->turn) < 1e6f;
    for (int i = 0; i < 3; i++) {
        good = good && fabsf(mark->point[i]) < PLACE_MAX && fabsf(mark->normal[i]) < PLACE_MAX;
        s->point[i] = mark->point[i];
        s->normal[i] = mark->normal[i];
    }
    if (!good || level->bsp.num_leafs == 0 || !(vec_normalize(s->normal) > 1e-6f)) {
        return false;
    }
    level_decals_axes(s->normal, mark->turn, s->right, s->up);
    set_side(&s->sides[0], s->up, 1.0f, s->point, -s->radius);
    set_side(&s->sides[1], s->right, -1.0f, s->point, -s->radius);
    set_side(&s->sides[2], s->up, -1.0f, s->point, -s->radius);
    set_side(&s->sides[3], s->right, 1.0f, s->point, -s->radius);
    set_side(&s->sides[4], s->normal, -1.0f, s->point, -IN_FRONT);
    set_side(&s->sides[5], s->normal, 1.0f, s->point, -BEHIND);
    set_boxes(s);
    return true;
}

/* --- which surfaces --------------------------------------------------------------------------- */

static bool takes_marks(const void *context, const struct q3_level *level, uint32_t number)
{
    const struct search *s = context;
    const struct q3_bsp_surface *surface = &level->bsp.surfaces[number];
    const struct q3_shader *rules = level->materials[number]->rules;
    if ((rules->surface_flags & (Q3_PARM_NO_IMPACT | Q3_PARM_NO_MARKS)) != 0 ||
        (rules->content_flags & Q3_PARM_FOG) != 0) {
        return false;
    }
    if (surface->kind == Q3_SURFACE_PLANAR) {
        return level_box_sides(&surface->plane, s->mins, s->maxs) == (LEVEL_AHEAD | LEVEL_BEHIND) &&
               vec_dot(surface->plane.normal, s->normal) >= FACE_MIN;
    }
    return surface->kind == Q3_SURFACE_PATCH && level->patches.of_surface[number] != Q3_PATCH_NONE;
}

/* --- cutting ---------------------------------------------------------------------------------- */

/* Clips a polygon to the front of a plane. Returns its corners: 0 if nothing is in front. */
static uint32_t cut_polygon(float in[CORNERS][3], uint32_t count, const struct plane *plane,
                            float out[CORNERS][3])
{
    float dists[CORNERS + 1];
    bool ahead = false, behind = false;
    for (uint32_t i = 0; i < count; i++) {
        dists[i] = vec_dot(in[i], plane->normal) - plane->dist;
        ahead |= dists[i] > EPSILON;
        behind |= dists[i] < -EPSILON;
    }
    if (!ahead || !behind) {
        memcpy(out, in, count * sizeof(*in));
        return ahead ? count : 0;
    }
    dists[count] = dists[0];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count && kept + 2 <= CORNERS; i++) {
        const bool on = fabsf(dists[i]) <= EPSILON, next_on = fabsf(dists[i + 1]) <= EPSILON;
        if (on || dists[i] > 0.0f) {
            memcpy(out[kept++], in[i], sizeof(*in));
        }
        if (on || next_on || (dists[i] > 0.0f) == (dists[i + 1] > 0.0f)) {
            continue;
        }
        const float *next = in[(i + 1) % count];
        const float fraction = dists[i] / (dists[i] - dists[i + 1]);
        for (int k = 0; k < 3; k++) {
            out[kept][k] = in[i][k] + fraction * (next[k] - in[i][k]);
        }
        kept++;
    }
    return kept;
}

static void put_piece(struct search *s, float corners[CORNERS][3], uint32_t count)
{
    struct level_decal_fragments *to = s->pieces;
    if (count < 3 || to->count == LEVEL_DECAL_FRAGMENTS ||
        to->num_points + count > LEVEL_DECAL_POINTS) {
        return;
    }
    const uint32_t most = count < LEVEL_DECAL_CORNERS ? count : LEVEL_DECAL_CORNERS;
    const float scale = 0.5f / s->radius;
    for (uint32_t i = 0; i < most; i++) {
        struct level_decal_point *point = &to->points[to->num_points++];
        float way[3];
        for (int k = 0; k < 3; k++) {
            point->xyz[k] = corners[i][k];
            way[k] = corners[i][k] - s->point[k];
        }
        point->st[0] = 0.5f + vec_dot(way, s->right) * scale;
        point->st[1] = 0.5f + vec_dot(way, s->up) * scale;
    }
    to->corners[to->count++] = (uint8_t)most;
}

static void add_triangle(struct search *s, const float *a, const float *b, const float *c)
{
    float polygons[2][CORNERS][3];
    uint32_t count = 3;
    memcpy(polygons[0][0], a, sizeof(*polygons[0]));
    memcpy(polygons[0][1], b, sizeof(*polygons[0]));
    memcpy(polygons[0][2], c, sizeof(*polygons[0]));
    for (int i = 0; i < SIDES && count > 0; i++) {
        count = cut_polygon(polygons[i % 2], count, &s->sides[i], polygons[(i + 1) % 2]);
    }
    put_piece(s, polygons[SIDES % 2], count);
}

static bool may_look(struct search *s, uint32_t triangles)
{
    const bool may = s->triangles >= triangles;
    s->triangles -= may ? triangles : s->triangles;
    return may;
}

static void mark_face(struct search *s, const struct q3_bsp_surface *surface)
{
    const struct q3_bsp *bsp = &s->level->bsp;
    const struct q3_bsp_vertex *vertices = bsp->vertices + surface->first_vertex;
    const uint32_t *indexes = bsp->indexes + surface->first_index;
    for (uint32_t i = 0; i + 2 < surface->num_indexes && may_look(s, 1); i += 3) {
        const float *a = vertices[indexes[i]].xyz, *b = vertices[indexes[i + 1]].xyz,
                    *c = vertices[indexes[i + 2]].xyz;
        if (level_triangle_meets(a, b, c, s->lowest, s->most)) {
            add_triangle(s, a, b, c);
        }
    }
}

/* A triangle of a curve, if it looks at the square. */
static void mark_facet(struct search *s, const float *a, const float *b, const float *c,
                       float least)
{
    float first[3], second[3], normal[3];
    if (!level_triangle_meets(a, b, c, s->lowest, s->most)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        first[i] = a[i] - b[i];
        second[i] = c[i] - b[i];
    }
    vec_cross(first, second, normal);
    vec_normalize(normal);
    if (vec_dot(normal, s->normal) > least) {
        add_triangle(s, a, b, c);
    }
}

static void mark_patch(struct search *s, const struct q3_patch *patch)
{
    for (uint32_t y = 0; y + 1 < patch->height && may_look(s, 2 * patch->width); y++) {
        const struct q3_bsp_vertex *row = patch->vertices + (size_t)y * patch->width;
        const struct q3_bsp_vertex *next = row + patch->width;
        for (uint32_t x = 0; x + 1 < patch->width; x++) {
            mark_facet(s, row[x].xyz, next[x].xyz, row[x + 1].xyz, 0.1f);
            mark_facet(s, row[x + 1].xyz, next[x].xyz, next[x + 1].xyz, 0.05f);
        }
    }
}

void level_decals_find(const struct q3_level *level, const struct level_decal *mark,
                       struct level_decal_fragments *pieces)
{
    struct search s;
    struct level_near near;
    pieces->count = pieces->num_points = 0;
    if (!begin_search(&s, level, mark, pieces)) {
        return;
    }
    level_surfaces_near(level, s.mins, s.maxs, takes_marks, &s, &near);
    for (uint32_t i = 0; i < near.count; i++) {
        const struct q3_bsp_surface *surface = &level->bsp.surfaces[near.surfaces[i]];
        if (surface->kind == Q3_SURFACE_PLANAR) {
            mark_face(&s, surface);
        } else {
            mark_patch(&s, &level->patches.patches[level->patches.of_surface[near.surfaces[i]]]);
        }
    }
}

size_t level_decals_size(const struct level_decal_fragments *pieces)
{
    return offsetof(struct level_decal_fragments, points) +
           pieces->num_points * sizeof(pieces->points[0]);
}
