/* Polygons to edges: clipping against the frustum, projection, and the cache of shared edges.
 *
 * The arithmetic and its order are those of the original's R_ClipEdge, R_EmitEdge and R_RenderFace:
 * they decide to the bit where a span begins. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/palette/world/world_internal.h"

#define NEAR_CLIP 0.01f
#define NOT_CACHEABLE (UINT32_MAX - 1)

/* NaN goes to low. */
static float clamp_float(float x, float low, float high)
{
    return !(x >= low) ? low : x > high ? high : x;
}

static struct projected project_point(const struct polygon *p, const float point[3])
{
    const struct view *view = &p->world->view;
    const struct world_placement *placement = p->placement;
    float local[3];
    for (int i = 0; i < 3; i++) {
        local[i] = point[i] - placement->model_org[i];
    }
    float x = vec_dot(local, placement->right);
    float y = vec_dot(local, placement->up);
    float z = vec_dot(local, placement->forward);
    if (!(z >= NEAR_CLIP)) {
        z = NEAR_CLIP;
    }
    struct projected out;
    out.zi = 1.0f / z;
    float scale = view->xscale * out.zi;
    out.u = clamp_float(view->xcenter + scale * x, view->edge_left, view->edge_right);
    scale = view->yscale * out.zi;
    out.v = clamp_float(view->ycenter - scale * y, view->edge_top, view->edge_bottom);
    out.ceil_v = (int)ceilf(out.v);
    return out;
}

/* Makes the edge between two projected points; ceil_v of the points differ. */
static void make_edge(struct polygon *p, const struct projected *a, const struct projected *b,
                      float near_zi)
{
    struct world *world = p->world;
    struct world_edges *edges = &world->layers[p->layer];
    if (array_reserve(&edges->list, &edges->capacity, (size_t)edges->count + 1,
                      sizeof(*edges->list)) != 0) {
        world->failed = true;
        p->cache = NOT_CACHEABLE;
        return;
    }
    struct world_edge *edge = &edges->list[edges->count];
    bool leading = a->ceil_v > b->ceil_v;
    const struct projected *top = leading ? b : a;
    const struct projected *bottom = leading ? a : b;
    float step = (bottom->u - top->u) / (bottom->v - top->v);
    float u = top->u + ((float)top->ceil_v - top->v) * step;
    int64_t least = (1 << (EDGE_SHIFT - 1)) - 1;
    int64_t most = ((int64_t)world->width << EDGE_SHIFT) + least;

    edge->v = top->ceil_v;
    edge->v2 = bottom->ceil_v - 1;
    edge->emitted_trailing = !leading;
    edge->surfaces[0] = leading ? 0 : p->surface;
    edge->surfaces[1] = leading ? p->surface : 0;
    edge->near_zi = near_zi;
    /* An edge of one row has no use for its step, which may then be beyond all bounds. */
    edge->u_step =
        edge->v2 > edge->v ? (int64_t)clamp_float(step * (float)EDGE_ONE, -1e15f, 1e15f) : 0;
    /* A nearly level edge may step off the screen by rounding: hold it there. */
    edge->u = (int64_t)clamp_float(u * (float)EDGE_ONE + (float)(EDGE_ONE - 1), -1e15f, 1e15f);
    edge->u = edge->u < least ? least : edge->u > most ? most : edge->u;
    if (p->cache != NOT_CACHEABLE) {
        p->cache = edges->count;
    }
    edges->count++;
}

/* One end of an edge; a vertex that clipping left alone is projected once a frame. */
static struct projected project_end(struct polygon *p, const float point[3], int end)
{
    if (!p->whole[end]) {
        return project_point(p, point);
    }
    struct vertex_cache *cached = &p->world->vertex_cache[p->vertices[end]];
    if (cached->frame != p->world->frame) {
        cached->frame = p->world->frame;
        cached->at = project_point(p, point);
    }
    return cached->at;
}

static void emit_edge(struct polygon *p, const float from[3], const float to[3])
{
    struct projected a = p->last_valid ? p->last : project_end(p, from, 0);
    struct projected b = project_end(p, to, 1);
    p->last = b;
    p->last_valid = true;

    float near_zi = b.zi > a.zi ? b.zi : a.zi;
    if (near_zi > p->near_zi) {
        p->near_zi = near_zi;
    }
    if (p->near_only) {
        return;
    }
    p->emitted = true;
    if (a.ceil_v == b.ceil_v) {
        if (p->cache != NOT_CACHEABLE) {
            p->cache = EDGE_CLIPPED; /* level edges are cached as if clipped */
        }
        return;
    }
    make_edge(p, &a, &b, near_zi);
}

/* The edge crosses a plane: the end that lies outside moves onto it, to `point`. Returns which one.
 */
static int cut_end(struct polygon *p, int plane, const float *const ends[2],
                   const float distances[2], float point[3])
{
    struct world *world = p->world;
    int out = distances[0] >= 0.0f ? 1 : 0;
    float f = distances[0] / (distances[0] - distances[1]);
    for (int i = 0; i < 3; i++) {
        point[i] = ends[0][i] + f * (ends[1][i] - ends[0][i]);
    }
    if (plane == 0) {
        p->left_clipped = true;
        memcpy(out ? world->left_exit : world->left_enter, point, 3 * sizeof(*point));
    } else if (plane == 1) {
        p->right_clipped = true;
        memcpy(out ? world->right_exit : world->right_enter, point, 3 * sizeof(*point));
    }
    if (out == 0) {
        p->last_valid = false;
    }
    p->cache = NOT_CACHEABLE;
    p->whole[out] = false;
    return out;
}

/* Clips against the planes of the polygon's mask from `plane` on, and emits what is left. */
static void clip_edge(struct polygon *p, const float from[3], const float to[3], int plane)
{
    const float *ends[2] = {from, to};
    float points[4][3]; /* one for each plane that cuts */
    for (; p->clip_mask >> plane; plane++) {
        if (!(p->clip_mask & 1u << plane)) {
            continue;
        }
        const float *normal = p->world->view.frustum[plane].normal;
        float dist = p->world->view.frustum[plane].dist;
        const float distances[2] = {vec_dot(ends[0], normal) - dist,
                                    vec_dot(ends[1], normal) - dist};
        bool inside0 = distances[0] >= 0.0f;
        bool inside1 = distances[1] >= 0.0f;
        if (inside0 && inside1) {
            continue;
        }
        if (!inside0 && !inside1) {
            if (!p->left_clipped) {
                p->cache = EDGE_CLIPPED;
            }
            p->last_valid = false; /* a damaged map's next edge may begin anywhere */
            return;
        }
        int out = cut_end(p, plane, ends, distances, points[plane]);
        ends[out] = points[plane];
    }
    emit_edge(p, ends[0], ends[1]);
}

/* A polygon that crosses the left or right side is closed along the screen's edge. On the right
 * only its nearest 1/z matters: spans end there anyway. */
static void close_sides(struct polygon *p, bool left, bool right)
{
    p->cache = NOT_CACHEABLE;
    p->whole[0] = false;
    p->whole[1] = false;
    if (left) {
        p->last_valid = false;
        clip_edge(p, p->world->left_exit, p->world->left_enter, 1);
    }
    if (right) {
        p->last_valid = false;
        p->near_only = true;
        clip_edge(p, p->world->right_exit, p->world->right_enter, 2);
    }
}

/* A shared edge that this frame has already met. True when there is nothing more to do for it. */
static bool reuse_edge(struct polygon *p, const struct edge_cache *cached)
{
    struct world *world = p->world;
    if (cached->frame != world->frame || cached->edge == NOT_CACHEABLE ||
        cached->layer != p->layer) {
        return false;
    }
    p->last_valid = false;
    if (cached->edge != EDGE_CLIPPED) {
        struct world_edge *edge = &world->layers[p->layer].list[cached->edge];
        edge->surfaces[edge->surfaces[0] ? 1 : 0] = p->surface;
        if (edge->near_zi > p->near_zi) {
            p->near_zi = edge->near_zi;
        }
        p->emitted = true;
    }
    return true;
}

/* Adds the polygon to the surfaces, with the gradients of 1/z over the screen. */
static void post_surface(struct polygon *p, uint32_t placement_index, uint32_t face_index,
                         bool in_submodel, int32_t key)
{
    struct world *world = p->world;
    const struct world_placement *placement = p->placement;
    const struct view *view = &world->view;
    const struct bsp *bsp = placement->model->bsp;
    const struct bsp_face *face = &bsp->faces[face_index];
    const struct bsp_plane *plane = &bsp->planes[face->plane];
    float nx = vec_dot(plane->normal, placement->right);
    float ny = vec_dot(plane->normal, placement->up);
    float nz = vec_dot(plane->normal, placement->forward);
    float distance_inverse =
        1.0f / (plane->dist * placement->scale - vec_dot(placement->model_org, plane->normal));

    struct world_surface *surface = &world->surfaces[world->num_surfaces++];
    *surface = (struct world_surface){.bsp = bsp,
                                      .face = face_index,
                                      .placement = placement_index,
                                      .key = key,
                                      .in_submodel = in_submodel,
                                      .flags = face->flags,
                                      .clear = p->clear,
                                      .opacity = p->opacity,
                                      .near_zi = p->near_zi};
    surface->zi_stepu = nx * view->xscaleinv * distance_inverse;
    surface->zi_stepv = -ny * view->yscaleinv * distance_inverse;
    surface->zi_origin = nz * distance_inverse - view->xcenter * surface->zi_stepu -
                         view->ycenter * surface->zi_stepv;
}

/* Transparency of a face, tenths. */
static uint8_t face_clear(const struct palette_scene *scene, const struct bsp *bsp,
                          const struct bsp_face *face)
{
    int32_t texture = bsp->texinfo[face->texinfo].texture;
    if (!(face->flags & BSP_FACE_TURB) || texture < 0) {
        return 0;
    }
    return scene->liquid_clear[model_liquid_of(bsp->textures[texture].name)];
}

/* An entity's alpha replaces the transparency of its liquids. */
static void choose_layer(struct polygon *p, const struct bsp_face *face)
{
    p->opacity = p->placement->opacity;
    p->clear =
        p->placement->own_alpha ? 0 : face_clear(p->world->scene, p->placement->model->bsp, face);
    p->layer = p->clear || p->opacity < BLEND_OPACITIES || (face->flags & BSP_FACE_FENCE)
                   ? LAYER_TRANSLUCENT
                   : LAYER_OPAQUE;
}

/* The placement's list may move while models are added, not while polygons are drawn. */
static bool begin_polygon(struct polygon *p, struct world *world, uint32_t placement, uint32_t face,
                          unsigned clip_mask)
{
    if (array_reserve(&world->surfaces, &world->cap_surfaces, (size_t)world->num_surfaces + 1,
                      sizeof(*world->surfaces)) != 0) {
        world->failed = true;
        return false;
    }
    p->world = world;
    p->placement = &world->placements[placement];
    const struct bsp *bsp = p->placement->model->bsp;
    choose_layer(p, &bsp->faces[face]);
    p->clip_mask = clip_mask;
    p->surface = world->num_surfaces;
    p->cache = NOT_CACHEABLE;
    p->emitted = false;
    p->near_only = false;
    p->near_zi = 0.0f;
    p->last_valid = false;
    p->whole[0] = false;
    p->whole[1] = false;
    return true;
}

void world_render_face(struct world *world, uint32_t placement, uint32_t face_index,
                       unsigned clip_mask, bool in_submodel, int32_t key)
{
    struct polygon p;
    bool left = false;
    bool right = false;
    if (!begin_polygon(&p, world, placement, face_index, clip_mask)) {
        return;
    }
    const struct bsp *bsp = p.placement->model->bsp;
    const struct bsp_face *face = &bsp->faces[face_index];
    for (uint32_t i = 0; i < face->num_edges; i++) {
        uint32_t index = world_face_edge(bsp, face, i, p.vertices);
        if (!in_submodel && reuse_edge(&p, &world->edge_cache[index])) {
            continue;
        }
        p.whole[0] = !in_submodel;
        p.whole[1] = !in_submodel;
        p.left_clipped = false;
        p.right_clipped = false;
        p.cache = 0; /* assume it can be cached */
        if (!in_submodel) {
            clip_edge(&p, bsp->vertices[p.vertices[0]], bsp->vertices[p.vertices[1]], 0);
            world->edge_cache[index] = (struct edge_cache){world->frame, p.cache, (uint8_t)p.layer};
        } else {
            float scaled[2][3];
            world_scale_vertices(bsp, p.vertices, p.placement->scale, scaled);
            clip_edge(&p, scaled[0], scaled[1], 0);
        }
        left = left || p.left_clipped;
        right = right || p.right_clipped;
    }
    close_sides(&p, left, right);
    if (p.emitted) {
        post_surface(&p, placement, face_index, in_submodel, key);
    }
}

void world_render_piece(struct world *world, uint32_t placement, uint32_t face_index,
                        unsigned clip_mask, int32_t key, const uint32_t *pieces, uint32_t count)
{
    struct polygon p;
    bool left = false;
    bool right = false;
    if (!begin_polygon(&p, world, placement, face_index, clip_mask)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct brush_edge edge = world->brush_edges.list[pieces[i]];
        p.left_clipped = false;
        p.right_clipped = false;
        p.cache = NOT_CACHEABLE;
        p.last_valid = false; /* the pieces are in no order */
        clip_edge(&p, edge.v[0], edge.v[1], 0);
        left = left || p.left_clipped;
        right = right || p.right_clipped;
    }
    close_sides(&p, left, right);
    if (p.emitted) {
        post_surface(&p, placement, face_index, true, key);
    }
}

int world_sort_edges(struct world_edges *edges, int height)
{
    uint32_t *start = edges->row_start;
    memset(start, 0, ((size_t)height + 2) * sizeof(*start));
    const size_t count = edges->count;
    if (array_reserve(&edges->order, &edges->cap_order, count + 1, sizeof(*edges->order)) != 0 ||
        array_reserve(&edges->last_rows, &edges->cap_last_rows, count + 1,
                      sizeof(*edges->last_rows)) != 0) {
        return FORMAT_MEMORY;
    }
    for (uint32_t i = 0; i < edges->count; i++) {
        start[edges->list[i].v + 1]++;
    }
    for (int v = 0; v < height; v++) {
        start[v + 1] += start[v];
    }
    /* Placing moves each start to its row's end; it is then the next row's start, so shift by one.
     */
    for (uint32_t i = 0; i < edges->count; i++) {
        uint32_t place = start[edges->list[i].v]++;
        edges->order[place] = i;
        edges->last_rows[place] = edges->list[i].v2;
    }
    memmove(start + 1, start, ((size_t)height + 1) * sizeof(*start));
    start[0] = 0;
    return 0;
}
