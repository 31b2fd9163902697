/* Surfaces and fogs of a Quake III map: what is wrong with one is noted, and the others stay. */
#include <stdlib.h>
#include <string.h>

#include "formats/base/fields.h"
#include "formats/base/vec.h"
#include "formats/maps/q3_bsp_internal.h"

enum {
    TYPE_PLANAR = 1,
    TYPE_PATCH = 2,
    TYPE_SOUP = 3,
    TYPE_FLARE = 4,
    BOX_SIDES = 6,
    PATCH_SIDE_MIN = 3,
    LIGHTMAP_LOWEST = -4,    /* below it is nothing the original knows */
    REFERENCES_MAX = 1 << 23 /* vertices and indexes of all surfaces: see q3_bsp.c */
};

static void note_defect(struct q3_loader *l, uint32_t i, const char *what)
{
    q3_bsp_note_damage(l->bsp, q3_record_at(l, Q3_LUMP_SURFACES, i), "surface %u: %s", (unsigned)i,
                       what);
}

/* If the file has one lightmap the original assumes two; the second would be outside the lump. */
static int32_t usable_lightmap(int32_t lightmap, uint32_t count)
{
    if (count == 1 && lightmap == 1) {
        return Q3_LIGHT_WHITE;
    }
    if (lightmap < LIGHTMAP_LOWEST || (lightmap >= 0 && (uint32_t)lightmap >= count)) {
        return Q3_LIGHT_VERTEX;
    }
    return lightmap;
}

static bool is_patch_side(uint32_t points)
{
    return points >= PATCH_SIDE_MIN && points <= Q3_PATCH_SIDE_MAX && points % 2 == 1;
}

/* Why a surface cannot be drawn; NULL when it can. Its ranges are inside the lumps. */
static const char *find_defect(const struct q3_bsp *bsp, const struct q3_bsp_surface *s)
{
    if (s->kind == Q3_SURFACE_PATCH) {
        if (!is_patch_side(s->patch_width) || !is_patch_side(s->patch_height)) {
            return "no patch has as many points a side";
        }
        return s->patch_width * s->patch_height <= s->num_vertices
                   ? NULL
                   : "it has fewer vertices than its patch";
    }
    for (uint32_t i = 0; i < s->num_indexes; i++) {
        if (bsp->indexes[s->first_index + i] >= s->num_vertices) {
            return "an index is out of range";
        }
    }
    return NULL;
}

static void bound_surface(const struct q3_bsp *bsp, struct q3_bsp_surface *s)
{
    for (uint32_t i = 0; i < s->num_vertices; i++) {
        const float *p = bsp->vertices[s->first_vertex + i].xyz;
        for (int j = 0; j < 3; j++) {
            s->mins[j] = i == 0 || p[j] < s->mins[j] ? p[j] : s->mins[j];
            s->maxs[j] = i == 0 || p[j] > s->maxs[j] ? p[j] : s->maxs[j];
        }
    }
}

/* After the lightmap's rectangle: its origin and three vectors, whose meaning depends on the
 * surface's kind. */
static void take_vectors(const uint8_t **p, const struct q3_bsp *bsp, struct q3_bsp_surface *s)
{
    float origin[3], vectors[3][3];
    q3_take_floats(p, origin, 3, Q3_COORDINATE_LIMIT);
    q3_take_floats(p, &vectors[0][0], 9, Q3_COORDINATE_LIMIT);
    memcpy(s->lod_bounds, vectors, sizeof(s->lod_bounds));
    if (s->kind == Q3_SURFACE_PLANAR) {
        memcpy(s->plane.normal, vectors[2], sizeof(s->plane.normal));
        if (s->num_vertices > 0) {
            s->plane.dist = vec_dot(s->plane.normal, bsp->vertices[s->first_vertex].xyz);
        }
    }
}

static void take_surface(struct q3_loader *l, const uint8_t *p, struct q3_bsp_surface *s,
                         uint32_t i)
{
    static const enum q3_surface_kind kinds[] = {
        Q3_SURFACE_NOTHING, Q3_SURFACE_PLANAR, Q3_SURFACE_PATCH, Q3_SURFACE_SOUP, Q3_SURFACE_FLARE};
    struct q3_bsp *bsp = l->bsp;
    s->shader = take_u32(&p);
    s->fog = (int32_t)take_u32(&p);
    const uint32_t type = take_u32(&p);
    s->first_vertex = take_u32(&p);
    s->num_vertices = take_u32(&p);
    s->first_index = take_u32(&p);
    s->num_indexes = take_u32(&p);
    const int32_t lightmap = (int32_t)take_u32(&p);
    p += 4 * 4; /* rectangle in the lightmap: not needed, coordinates refer to the whole page */
    const bool known = type >= TYPE_PLANAR && type <= TYPE_FLARE && s->shader < bsp->num_shaders;
    const bool inside = q3_range_is_inside(s->first_vertex, s->num_vertices, bsp->num_vertices) &&
                        q3_range_is_inside(s->first_index, s->num_indexes, bsp->num_indexes);
    if (!known || !inside) {
        note_defect(l, i,
                    known ? "a vertex or index is out of range" : "its type or shader is unknown");
        *s = (struct q3_bsp_surface){.fog = -1, .lightmap = Q3_LIGHT_VERTEX};
        return;
    }
    s->kind = kinds[type];
    s->num_indexes -= s->num_indexes % 3;
    s->lightmap =
        type == TYPE_SOUP ? Q3_LIGHT_VERTEX : usable_lightmap(lightmap, bsp->num_lightmaps);
    if (s->fog < -1 || s->fog >= (int64_t)bsp->num_fogs) {
        note_defect(l, i, "the fog is out of range");
        s->fog = -1;
    }
    take_vectors(&p, bsp, s);
    s->patch_width = take_u32(&p);
    s->patch_height = take_u32(&p);
}

int q3_bsp_load_surfaces(struct q3_loader *l)
{
    struct q3_bsp *bsp = l->bsp;
    uint64_t references = 0;
    for (uint32_t i = 0; i < bsp->num_surfaces; i++) {
        struct q3_bsp_surface *s = &bsp->surfaces[i];
        take_surface(l, l->data + q3_record_at(l, Q3_LUMP_SURFACES, i), s, i);
        references += (uint64_t)s->num_vertices + s->num_indexes;
        if (references > REFERENCES_MAX) {
            return format_fail(l->err, FORMAT_BAD, q3_record_at(l, Q3_LUMP_SURFACES, i),
                               "surface %u: surfaces overlap", (unsigned)i);
        }
        const char *flaw = find_defect(bsp, s);
        if (flaw) {
            note_defect(l, i, flaw);
            s->kind = Q3_SURFACE_NOTHING;
        } else if (s->kind == Q3_SURFACE_PATCH &&
                   (bsp->shaders[s->shader].surface_flags & Q3_SURF_NO_DRAW)) {
            s->kind = Q3_SURFACE_NOTHING; /* only for patches, as in the original */
        }
        bound_surface(bsp, s);
    }
    return FORMAT_OK;
}

/* The first six sides are the box's: -x, +x, -y, ... */
static void box_of(const struct q3_bsp *bsp, const struct q3_bsp_brush *brush,
                   struct q3_bsp_fog *fog)
{
    for (uint32_t j = 0; j < BOX_SIDES; j++) {
        const float dist = bsp->planes[bsp->sides[brush->first_side + j].plane].dist;
        *(j % 2 ? &fog->maxs[j / 2] : &fog->mins[j / 2]) = j % 2 ? dist : -dist;
    }
}

void q3_bsp_load_fogs(struct q3_loader *l)
{
    struct q3_bsp *bsp = l->bsp;
    const uint8_t *p = l->data + l->offset[Q3_LUMP_FOGS];
    for (uint32_t i = 0; i < bsp->num_fogs; i++) {
        struct q3_bsp_fog *fog = &bsp->fogs[i];
        memcpy(fog->shader, p, Q3_BSP_NAME);
        fog->shader[Q3_BSP_NAME - 1] = '\0';
        p += Q3_BSP_NAME;
        fog->brush = (int32_t)take_u32(&p);
        const int32_t side = (int32_t)take_u32(&p);
        const struct q3_bsp_brush *brush =
            fog->brush >= 0 && (uint32_t)fog->brush < bsp->num_brushes ? &bsp->brushes[fog->brush]
                                                                       : NULL;
        if (!brush || brush->num_sides < BOX_SIDES) {
            q3_bsp_note_damage(bsp, q3_record_at(l, Q3_LUMP_FOGS, i),
                               "fog %u: brush %d is missing or has fewer than six sides",
                               (unsigned)i, (int)fog->brush);
            fog->brush = -1;
            for (int j = 0; j < 3; j++) {
                fog->mins[j] = -Q3_COORDINATE_LIMIT;
                fog->maxs[j] = Q3_COORDINATE_LIMIT;
            }
            continue;
        }
        box_of(bsp, brush, fog);
        if (side >= 0 && (uint32_t)side < brush->num_sides) {
            fog->has_surface = true;
            fog->surface = bsp->planes[bsp->sides[brush->first_side + (uint32_t)side].plane];
        } else if (side != -1) {
            q3_bsp_note_damage(bsp, q3_record_at(l, Q3_LUMP_FOGS, i),
                               "fog %u: side %d is out of range", (unsigned)i, (int)side);
        }
    }
}
