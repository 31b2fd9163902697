#include "formats/maps/q3_patch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"

static const float DROPPED = 999.0f;
static const float STRAIGHT = 0.1f; /* units */

/* The control points, growing to the grid's. */
struct net {
    uint32_t width, height;
    float error[2][Q3_PATCH_SIDE + 1]; /* by column, by row */
    struct q3_bsp_vertex at[Q3_PATCH_SIDE][Q3_PATCH_SIDE];
};

void q3_vertex_between(const struct q3_bsp_vertex *a, const struct q3_bsp_vertex *b,
                       struct q3_bsp_vertex *out)
{
    struct q3_bsp_vertex v = {0};
    for (int i = 0; i < 3; i++) {
        v.xyz[i] = 0.5f * (a->xyz[i] + b->xyz[i]);
    }
    for (int i = 0; i < 2; i++) {
        v.st[i] = 0.5f * (a->st[i] + b->st[i]);
        v.light_st[i] = 0.5f * (a->light_st[i] + b->light_st[i]);
    }
    for (int i = 0; i < 4; i++) {
        v.color[i] = (uint8_t)((a->color[i] + b->color[i]) >> 1);
    }
    *out = v;
}

static void transpose_net(struct net *net)
{
    const uint32_t side = net->width > net->height ? net->width : net->height;
    for (uint32_t i = 0; i < side; i++) {
        for (uint32_t j = i + 1; j < side; j++) {
            const struct q3_bsp_vertex kept = net->at[i][j];
            net->at[i][j] = net->at[j][i];
            net->at[j][i] = kept;
        }
    }
    const uint32_t width = net->width;
    net->width = net->height;
    net->height = width;
}

/* Distance of a curve's middle from its chord, units. */
static float chord_deviation(const struct q3_bsp_vertex *c)
{
    float middle[3], chord[3];
    for (int i = 0; i < 3; i++) {
        middle[i] = (c[0].xyz[i] + 2.0f * c[1].xyz[i] + c[2].xyz[i]) * 0.25f - c[0].xyz[i];
        chord[i] = c[2].xyz[i] - c[0].xyz[i];
    }
    vec_normalize(chord);
    const float along = vec_dot(middle, chord);
    for (int i = 0; i < 3; i++) {
        middle[i] -= along * chord[i];
    }
    return vec_length(middle);
}

static float largest_bend(const struct net *net, uint32_t column)
{
    float most = 0.0f;
    for (uint32_t row = 0; row < net->height; row++) {
        const float b = chord_deviation(&net->at[row][column]);
        most = b > most ? b : most;
    }
    return most;
}

/* Inserts two columns: the curve from column j to j + 2 becomes two. */
static void split_column(struct net *net, uint32_t j)
{
    for (uint32_t row = 0; row < net->height; row++) {
        struct q3_bsp_vertex *c = net->at[row], before, after, middle;
        q3_vertex_between(&c[j], &c[j + 1], &before);
        q3_vertex_between(&c[j + 1], &c[j + 2], &after);
        q3_vertex_between(&before, &after, &middle);
        memmove(&c[j + 4], &c[j + 2], (net->width - j - 2) * sizeof(*c));
        c[j + 1] = before;
        c[j + 2] = middle;
        c[j + 3] = after;
    }
    net->width += 2;
}

/* The errors are not moved when columns come in between: entries are written again. */
static void cut_columns(struct net *net, float *error, float subdivisions)
{
    for (uint32_t j = 0; j + 2 < net->width;) {
        const float length = largest_bend(net, j);
        if (length < STRAIGHT) {
            error[j + 1] = DROPPED;
            j += 2;
        } else if (net->width + 2 > Q3_PATCH_SIDE || length <= subdivisions) {
            error[j + 1] = 1.0f / length;
            j += 2;
        } else {
            error[j + 2] = 1.0f / length;
            split_column(net, j);
        }
    }
}

/* Moves odd points, which are control points, onto the curve. step: distance of points. */
static void settle_points(struct q3_bsp_vertex *p, size_t step, uint32_t count)
{
    for (uint32_t i = 1; i < count; i += 2) {
        struct q3_bsp_vertex *at = p + i * step, after, before;
        q3_vertex_between(at, at + step, &after);
        q3_vertex_between(at, at - step, &before);
        q3_vertex_between(&after, &before, at);
    }
}

/* After one is dropped the next one is passed over, as in the original. */
static void drop_columns(struct net *net)
{
    float *error = net->error[0];
    for (uint32_t i = 1; i + 1 < net->width; i++) {
        if (error[i] != DROPPED) {
            continue;
        }
        const uint32_t behind = net->width - i - 1;
        for (uint32_t row = 0; row < net->height; row++) {
            memmove(&net->at[row][i], &net->at[row][i + 1], behind * sizeof(net->at[0][0]));
        }
        memmove(&error[i], &error[i + 1], behind * sizeof(*error));
        net->width--;
    }
}

static void drop_rows(struct net *net)
{
    float *error = net->error[1];
    for (uint32_t i = 1; i + 1 < net->height; i++) {
        if (error[i] != DROPPED) {
            continue;
        }
        const uint32_t behind = net->height - i - 1;
        memmove(net->at[i], net->at[i + 1], behind * sizeof(net->at[0]));
        memmove(&error[i], &error[i + 1], behind * sizeof(*error));
        net->height--;
    }
}

/* Transposes a grid that is higher than wide; it keeps its front side. */
static void lay_down(struct net *net)
{
    float errors[2][Q3_PATCH_SIDE + 1];
    const uint32_t width = net->width, height = net->height;
    memcpy(errors, net->error, sizeof(errors));
    transpose_net(net);
    for (uint32_t i = 0; i < height; i++) {
        net->error[0][i] = errors[1][height - 1 - i];
    }
    memcpy(net->error[1], errors[0], width * sizeof(errors[0][0]));
    for (uint32_t row = 0; row < net->height; row++) {
        for (uint32_t i = 0; i < net->width / 2; i++) {
            struct q3_bsp_vertex *left = &net->at[row][i],
                                 *right = &net->at[row][net->width - 1 - i];
            const struct q3_bsp_vertex kept = *left;
            *left = *right;
            *right = kept;
        }
    }
}

static void subdivide_net(struct net *net, float subdivisions)
{
    for (int direction = 0; direction < 2; direction++) {
        cut_columns(net, net->error[direction], subdivisions);
        transpose_net(net);
    }
    for (uint32_t i = 0; i < net->width; i++) {
        settle_points(&net->at[0][i], Q3_PATCH_SIDE, net->height);
    }
    for (uint32_t i = 0; i < net->height; i++) {
        settle_points(net->at[i], 1, net->width);
    }
    drop_columns(net);
    drop_rows(net);
    if (net->height > net->width) {
        lay_down(net);
    }
}

int q3_patch_make(struct q3_patch *patch, const struct q3_bsp_vertex *control, uint32_t width,
                  uint32_t height, float subdivisions, struct format_error *err)
{
    *patch = (struct q3_patch){0};
    struct net *net = malloc(sizeof(*net));
    if (!net) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (patch)");
    }
    memset(net->error, 0, sizeof(net->error));
    net->width = width;
    net->height = height;
    for (uint32_t row = 0; row < height; row++) {
        memcpy(net->at[row], control + (size_t)row * width, width * sizeof(*control));
    }
    subdivide_net(net, subdivisions);
    patch->vertices = malloc((size_t)net->width * net->height * sizeof(*patch->vertices));
    if (!patch->vertices) {
        free(net);
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (patch)");
    }
    patch->width = net->width;
    patch->height = net->height;
    for (uint32_t row = 0; row < net->height; row++) {
        memcpy(patch->vertices + (size_t)row * net->width, net->at[row],
               net->width * sizeof(*patch->vertices));
    }
    memcpy(patch->width_error, net->error[0], net->width * sizeof(net->error[0][0]));
    memcpy(patch->height_error, net->error[1], net->height * sizeof(net->error[1][0]));
    free(net);
    q3_patch_finish(patch);
    return FORMAT_OK;
}

void q3_patch_free(struct q3_patch *patch)
{
    free(patch->vertices);
    *patch = (struct q3_patch){0};
}

/* True if the first and last points of every row (or column) are equal. */
static bool is_closed(const struct q3_patch *p, bool along_width)
{
    const uint32_t lines = along_width ? p->height : p->width;
    const size_t line = along_width ? p->width : 1;
    const size_t last = along_width ? p->width - 1 : (size_t)(p->height - 1) * p->width;
    for (uint32_t i = 0; i < lines; i++) {
        const float *a = p->vertices[i * line].xyz, *b = p->vertices[i * line + last].xyz;
        if (vec_distance(a, b) > 1.0f) {
            return false;
        }
    }
    return true;
}

static int32_t wrap_index(int32_t x, int32_t count, bool wrap)
{
    if (wrap && x < 0) {
        return count - 1 + x;
    }
    return wrap && x >= count ? 1 + x - count : x;
}

/* Direction to the nearest different point that way, at most three steps away. */
static bool find_neighbour(const struct q3_patch *p, const bool wrap[2], const int32_t from[2],
                           const int8_t way[2], float direction[3])
{
    enum { STEPS = 3 };
    const int32_t width = (int32_t)p->width, height = (int32_t)p->height;
    const float *start = p->vertices[from[1] * width + from[0]].xyz;
    for (int32_t step = 1; step <= STEPS; step++) {
        const int32_t x = wrap_index(from[0] + way[0] * step, width, wrap[0]);
        const int32_t y = wrap_index(from[1] + way[1] * step, height, wrap[1]);
        if (x < 0 || x >= width || y < 0 || y >= height) {
            return false;
        }
        const float *to = p->vertices[y * width + x].xyz;
        for (int i = 0; i < 3; i++) {
            direction[i] = to[i] - start[i];
        }
        if (vec_normalize(direction) >= 0.001f) {
            return true;
        }
    }
    return false;
}

static void find_normal(const struct q3_patch *p, const bool wrap[2], const int32_t at[2],
                        float out[3])
{
    enum { WAYS = 8 };
    static const int8_t ways[WAYS][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                         {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
    float around[WAYS][3], normal[3];
    bool good[WAYS];
    for (int k = 0; k < WAYS; k++) {
        good[k] = find_neighbour(p, wrap, at, ways[k], around[k]);
    }
    out[0] = out[1] = out[2] = 0.0f;
    for (int k = 0; k < WAYS; k++) {
        const int next = (k + 1) % WAYS;
        if (!good[k] || !good[next]) {
            continue;
        }
        vec_cross(around[next], around[k], normal);
        if (vec_normalize(normal) >= 0.001f) {
            for (int i = 0; i < 3; i++) {
                out[i] += normal[i];
            }
        }
    }
    vec_normalize(out);
}

void q3_patch_finish(struct q3_patch *patch)
{
    const bool wrap[2] = {is_closed(patch, true), is_closed(patch, false)};
    for (uint32_t i = 0; i < patch->width * patch->height; i++) {
        struct q3_bsp_vertex *v = &patch->vertices[i];
        const int32_t at[2] = {(int32_t)(i % patch->width), (int32_t)(i / patch->width)};
        find_normal(patch, wrap, at, v->normal);
        for (int j = 0; j < 3; j++) {
            patch->mins[j] = i == 0 || v->xyz[j] < patch->mins[j] ? v->xyz[j] : patch->mins[j];
            patch->maxs[j] = i == 0 || v->xyz[j] > patch->maxs[j] ? v->xyz[j] : patch->maxs[j];
        }
    }
}

static int make_one(struct q3_patch *patch, const struct q3_bsp *bsp,
                    const struct q3_bsp_surface *s, float subdivisions, uint64_t *points,
                    struct format_error *err)
{
    if (*points >= Q3_PATCHES_POINTS) {
        return FORMAT_OK;
    }
    const int code = q3_patch_make(patch, bsp->vertices + s->first_vertex, s->patch_width,
                                   s->patch_height, subdivisions, err);
    if (code < 0) {
        return code;
    }
    *points += (uint64_t)patch->width * patch->height;
    float away[3];
    for (int i = 0; i < 3; i++) {
        patch->lod_center[i] = 0.5f * (s->lod_bounds[0][i] + s->lod_bounds[1][i]);
        away[i] = s->lod_bounds[0][i] - patch->lod_center[i];
    }
    patch->lod_radius = vec_length(away);
    return FORMAT_OK;
}

int q3_patches_make(struct q3_patches *patches, const struct q3_bsp *bsp, float subdivisions,
                    struct format_error *err)
{
    uint32_t count = 0;
    uint64_t points = 0;
    int code = FORMAT_OK;
    *patches = (struct q3_patches){0};
    for (uint32_t i = 0; i < bsp->num_surfaces; i++) {
        count += bsp->surfaces[i].kind == Q3_SURFACE_PATCH;
    }
    patches->patches = calloc(count ? count : 1, sizeof(*patches->patches));
    patches->of_surface =
        malloc((bsp->num_surfaces ? bsp->num_surfaces : 1) * sizeof(*patches->of_surface));
    if (!patches->patches || !patches->of_surface) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory (patches)");
    }
    for (uint32_t i = 0; code == FORMAT_OK && i < bsp->num_surfaces; i++) {
        patches->of_surface[i] = Q3_PATCH_NONE;
        if (bsp->surfaces[i].kind == Q3_SURFACE_PATCH) {
            const uint32_t number = patches->num_patches++;
            patches->of_surface[i] = (int32_t)number;
            code = make_one(&patches->patches[number], bsp, &bsp->surfaces[i], subdivisions,
                            &points, err);
        }
    }
    if (code == FORMAT_OK) {
        const int done = q3_patches_stitch(patches->patches, patches->num_patches, err);
        patches->stitched = done == 1;
        code = done < 0 ? done : FORMAT_OK;
    }
    if (code < 0) {
        q3_patches_free(patches);
    }
    return code;
}

void q3_patches_free(struct q3_patches *patches)
{
    for (uint32_t i = 0; i < patches->num_patches; i++) {
        q3_patch_free(&patches->patches[i]);
    }
    free(patches->patches);
    free(patches->of_surface);
    *patches = (struct q3_patches){0};
}

float q3_patch_view_error(const struct q3_patch *patch, const float eye[3], const float forward[3],
                          float curve_error)
{
    const float way[3] = {patch->lod_center[0] - eye[0], patch->lod_center[1] - eye[1],
                          patch->lod_center[2] - eye[2]};
    const float distance = fabsf(vec_dot(forward, way)) - patch->lod_radius;
    return curve_error / (distance >= 1.0f ? distance : 1.0f);
}

uint32_t q3_patch_used(const float *errors, uint32_t count, float view_error,
                       uint8_t used[Q3_PATCH_SIDE])
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || i + 1 == count || errors[i] <= view_error) {
            used[number++] = (uint8_t)i;
        }
    }
    return number;
}
