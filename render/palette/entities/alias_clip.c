/* Triangles of alias models that cross the near plane or an edge of the picture. The arithmetic of
 * r_aclip.c: the near plane is cut in view space, the edges in pixels, whole numbers at every step.
 */
#include "render/palette/entities/alias_internal.h"
#include "render/palette/fixed.h"

enum { MAX_CORNERS = 8 }; /* 3, and one more for each of five cuts */

struct polygon {
    struct alias_vertex corners[MAX_CORNERS];
    int count;
};

struct screen_cut {
    uint32_t flag;
    int member; /* ALIAS_U or ALIAS_V */
    int32_t limit;
};

static float float_difference(int32_t a, int32_t b)
{
    return (float)((int64_t)a - b);
}

/* Intersects the edge a-b with the near plane. An edge is always cut from its lower end, so that
 * neighbours share the point. */
static void cut_near(const struct alias_setup *setup, const struct alias_vertex *a,
                     const struct alias_vertex *b, const float *pa, const float *pb,
                     struct alias_vertex *out)
{
    if (a->at[ALIAS_V] < b->at[ALIAS_V]) {
        const struct alias_vertex *vertex = a;
        const float *point = pa;
        a = b;
        b = vertex;
        pa = pb;
        pb = point;
    }
    float scale = (ALIAS_Z_CLIP_PLANE - pa[2]) / (pb[2] - pa[2]);
    float point[3] = {pa[0] + (pb[0] - pa[0]) * scale, pa[1] + (pb[1] - pa[1]) * scale,
                      ALIAS_Z_CLIP_PLANE};
    for (int i = ALIAS_S; i <= ALIAS_LIGHT; i++) {
        out->at[i] =
            fixed_from_float((float)a->at[i] + float_difference(b->at[i], a->at[i]) * scale);
    }
    alias_project(setup, point, out);
}

static void cut_screen(const struct screen_cut *cut, const struct alias_vertex *a,
                       const struct alias_vertex *b, struct alias_vertex *out)
{
    if (a->at[ALIAS_V] < b->at[ALIAS_V]) {
        const struct alias_vertex *vertex = a;
        a = b;
        b = vertex;
    }
    float scale = float_difference(cut->limit, a->at[cut->member]) /
                  float_difference(b->at[cut->member], a->at[cut->member]);
    for (int i = 0; i < ALIAS_MEMBERS; i++) {
        float value = (float)a->at[i] + float_difference(b->at[i], a->at[i]) * scale;
        out->at[i] = fixed_from_double((double)value + 0.5);
    }
}

/* points: the view-space corners, for the near plane; cut NULL for it. */
static void clip_polygon(const struct alias_setup *setup, const struct polygon *in,
                         const float *const points[3], const struct screen_cut *cut,
                         struct polygon *out)
{
    uint32_t flag = cut ? cut->flag : ALIAS_Z_CLIP;
    out->count = 0;
    for (int i = 0, j = in->count - 1; i < in->count; j = i, i++) {
        const struct alias_vertex *last = &in->corners[j], *here = &in->corners[i];
        uint32_t was_out = last->flags & flag, is_out = here->flags & flag;
        if (was_out != is_out && out->count < MAX_CORNERS) {
            struct alias_vertex *made = &out->corners[out->count++];
            if (cut) {
                cut_screen(cut, last, here, made);
            } else {
                cut_near(setup, last, here, points[j], points[i], made);
            }
            made->flags = alias_screen_flags(setup->request->view, made);
        }
        if (!is_out && out->count < MAX_CORNERS) {
            out->corners[out->count++] = *here;
        }
    }
}

/* Adds the polygon as a fan around its first corner. */
static bool emit_fan(struct alias_setup *setup, struct polygon *polygon)
{
    const struct view *view = setup->request->view;
    for (int i = 0; i < polygon->count; i++) {
        int32_t *at = polygon->corners[i].at;
        at[ALIAS_U] = alias_clamp(at[ALIAS_U], 0, view->width);
        at[ALIAS_V] = alias_clamp(at[ALIAS_V], 0, view->height);
    }
    for (int i = 1; i + 1 < polygon->count; i++) {
        const int32_t *const corners[3] = {polygon->corners[0].at, polygon->corners[i].at,
                                           polygon->corners[i + 1].at};
        if (!alias_emit_triangle(setup, corners)) {
            return false;
        }
    }
    return true;
}

bool alias_clip_triangle(struct alias_setup *setup, const struct mdl_triangle *triangle)
{
    const struct alias_list *list = setup->list;
    const struct view *view = setup->request->view;
    struct polygon polygons[2];
    const float *points[3];
    int current = 0;
    for (int i = 0; i < 3; i++) {
        struct alias_vertex *corner = &polygons[0].corners[i];
        *corner = list->vertices[triangle->vertices[i]];
        points[i] = list->points[triangle->vertices[i]];
        if (!triangle->faces_front && (corner->flags & ALIAS_ON_SEAM)) {
            corner->at[ALIAS_S] = fixed_add(corner->at[ALIAS_S], setup->seam_fixup);
        }
    }
    polygons[0].count = 3;
    const struct alias_vertex *corners = polygons[0].corners;
    uint32_t flags = corners[0].flags | corners[1].flags | corners[2].flags;
    if (flags & ALIAS_Z_CLIP) {
        clip_polygon(setup, &polygons[0], points, NULL, &polygons[1]);
        if (polygons[1].count < 3) {
            return true;
        }
        current = 1;
        /* Three corners, although there may be four: what the fourth alone is beyond is not cut,
         * its coordinates are pulled to the edge instead. The original does so. */
        corners = polygons[1].corners;
        flags = corners[0].flags | corners[1].flags | corners[2].flags;
    }
    const struct screen_cut cuts[4] = {{ALIAS_LEFT_CLIP, ALIAS_U, 0},
                                       {ALIAS_RIGHT_CLIP, ALIAS_U, view->width},
                                       {ALIAS_BOTTOM_CLIP, ALIAS_V, view->height},
                                       {ALIAS_TOP_CLIP, ALIAS_V, 0}};
    for (int i = 0; i < 4; i++) {
        if (flags & cuts[i].flag) {
            clip_polygon(setup, &polygons[current], NULL, &cuts[i], &polygons[!current]);
            current = !current;
            if (polygons[current].count == 0) {
                return true;
            }
        }
    }
    return emit_fan(setup, &polygons[current]);
}
