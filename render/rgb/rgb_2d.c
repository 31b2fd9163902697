#include "render/rgb/rgb_2d.h"

#include <math.h>
#include <string.h>

#include "formats/base/arrays.h"

/* Pictures per batch. */
enum { PICTURES_MAX = 250, CORNERS = 4 };

#define FARTHEST 1e5f /* pixels */
#define ST_MAX 1e4f
#define DEPTH 8.0f /* any depth beyond the near plane */

static bool are_within(const float *numbers, int count, float limit)
{
    for (int i = 0; i < count; i++) {
        if (!(numbers[i] >= -limit && numbers[i] <= limit)) {
            return false;
        }
    }
    return true;
}

static bool has_place(const struct rgb_2d_draw *draw)
{
    const float place[4] = {draw->x, draw->y, draw->width, draw->height};
    return are_within(place, 4, FARTHEST) && are_within(draw->st, 4, ST_MAX);
}

bool rgb_2d_view_bounds(const struct rgb_2d_draw *draw, struct rgb_bounds *bounds)
{
    if (!has_place(draw)) {
        return false;
    }
    const int32_t width = (int32_t)draw->width, height = (int32_t)draw->height;
    bounds->left = (int32_t)draw->x;
    bounds->top = (int32_t)draw->y;
    bounds->right = bounds->left + width;
    bounds->bottom = bounds->top + height;
    return width > 0 && height > 0;
}

/* ---- Points ---- */

static void add_corners(struct rgb_batches *batches, const struct rgb_2d_draw *draw, int width,
                        int height)
{
    struct rgb_mesh *mesh = &batches->mesh;
    for (uint32_t i = 0; i < CORNERS; i++) { /* clockwise from the top left */
        const bool right = i == 1 || i == 2, low = i >= 2;
        const uint32_t at = mesh->num_vertices + i;
        const float x = draw->x + (right ? draw->width : 0.0f);
        const float y = draw->y + (low ? draw->height : 0.0f);
        const float clip[4] = {(x * 2.0f / (float)width - 1.0f) * DEPTH,
                               (1.0f - y * 2.0f / (float)height) * DEPTH, 0.0f, DEPTH};
        memcpy(batches->clip[at], clip, sizeof clip);
        mesh->xyz[at][0] = x;
        mesh->xyz[at][1] = y;
        mesh->xyz[at][2] = 0.0f;
        memset(mesh->normal[at], 0, sizeof mesh->normal[at]);
        mesh->st[at][0] = draw->st[right ? 2 : 0];
        mesh->st[at][1] = draw->st[low ? 3 : 1];
        memcpy(mesh->light_st[at], mesh->st[at], sizeof mesh->st[at]);
        memcpy(mesh->color[at], draw->color, sizeof mesh->color[at]);
    }
    for (uint32_t i = 0; i < CORNERS; i++) {
        mesh->indexes[mesh->num_indexes++] = mesh->num_vertices + i;
    }
    mesh->num_vertices += CORNERS;
}

/* Adds pictures from `first` on that share its material; skips those without area. *next: the first
 * one not used. */
static int gather_batch(struct rgb_batches *batches, const struct rgb_scene *scene, int width,
                        int height, size_t first, size_t *next)
{
    const struct rgb_2d_draw *draws_2d = scene->draws_2d;
    rgb_mesh_clear(&batches->mesh);
    for (*next = first; *next < scene->num_draws_2d && *next - first < PICTURES_MAX; ++*next) {
        const struct rgb_2d_draw *draw = &draws_2d[*next];
        if (draw->kind == RGB_2D_VIEW || draw->material != draws_2d[first].material) {
            break;
        }
        if (!has_place(draw)) {
            continue;
        }
        const uint32_t count = batches->mesh.num_vertices + CORNERS;
        if (rgb_mesh_reserve(&batches->mesh, CORNERS, CORNERS) < 0 ||
            array_reserve(&batches->clip, &batches->cap_clip, count, sizeof *batches->clip) < 0) {
            return FORMAT_MEMORY;
        }
        add_corners(batches, draw, width, height);
    }
    return 0;
}

/* ---- Passes ---- */

/* True if no texel is smaller than a pixel, with the mesh's own coordinates: mip levels are not
 * needed then. */
static bool is_magnified(const struct rgb_mesh *mesh, const struct texture *texture)
{
    const float width = (float)texture->levels[0].width, height = (float)texture->levels[0].height;
    const float little_more = 1.0001f;
    for (uint32_t i = 0; i + CORNERS <= mesh->num_vertices; i += CORNERS) {
        const uint32_t far = i + 2; /* the corner opposite the first */
        const float s = fabsf(mesh->st[far][0] - mesh->st[i][0]) * width;
        const float t = fabsf(mesh->st[far][1] - mesh->st[i][1]) * height;
        if (s > fabsf(mesh->xyz[far][0] - mesh->xyz[i][0]) * little_more ||
            t > fabsf(mesh->xyz[far][1] - mesh->xyz[i][1]) * little_more) {
            return false;
        }
    }
    return true;
}

static void halve_colors(struct rgb_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        for (int j = 0; j < 3; j++) {
            mesh->color[i][j] /= 2;
        }
    }
}

static void add_plain(struct rgb_passes *passes, const struct rgb_mesh *mesh,
                      const struct texture *white)
{
    passes->list[0] = (struct raster_pass){
        .texture = white,
        .st = (const float(*)[2])mesh->st,
        .color = (const uint8_t(*)[4])mesh->color,
        .source = Q3_FACTOR_SRC_ALPHA,
        .destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
    };
    passes->count = 1;
}

static void add_stages(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
                       const struct rgb_draw_surf *surf)
{
    static const float no_place[3];
    static const float no_axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    struct rgb_shade_view view = {
        .waves = frame->waves,
        .overbright = frame->overbright,
        .time = frame->scene->time,
        .shader_time = frame->scene->time - surf->time_offset,
        .entity_color = {255, 255, 255, 255},
    };
    rgb_shade_place(&view, no_place, no_axis, no_place, no_axis);
    rgb_passes_add_stages(&batches->passes, &batches->mesh, surf, &view, NULL, NULL);
    for (uint32_t i = 0; i < batches->passes.count; i++) {
        struct raster_pass *pass = &batches->passes.list[i];
        pass->depth_equal = false; /* nothing of this has a depth */
        pass->magnified = pass->texture->num_levels > 1 &&
                          pass->st == (const float(*)[2])batches->mesh.st &&
                          is_magnified(&batches->mesh, pass->texture);
    }
}

int rgb_2d_add(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
               struct rgb_draw_list *draw_list, int width, int height, size_t first, size_t *next)
{
    const struct rgb_scene *scene = frame->scene->rgb;
    const struct rgb_mesh *mesh = &batches->mesh;
    struct rgb_draw_surf surf = {.called = scene->draws_2d[first].material,
                                 .entity = RGB_NO_ENTITY};
    if (gather_batch(batches, scene, width, height, first, next) < 0) {
        return FORMAT_MEMORY;
    }
    if (surf.called != NULL) {
        surf.material = rgb_draw_list_remap(draw_list, surf.called, &surf.time_offset);
    }
    const uint32_t stages = surf.material != NULL ? surf.material->num_stages : 1;
    if (mesh->num_vertices == 0 || stages == 0) {
        return 0;
    }
    if (rgb_passes_begin(&batches->passes, mesh->num_vertices, stages) < 0) {
        return FORMAT_MEMORY;
    }
    if (surf.material != NULL) {
        add_stages(batches, frame, &surf);
    } else {
        if (frame->overbright) {
            halve_colors(&batches->mesh);
        }
        add_plain(&batches->passes, mesh, frame->builtin[Q3_TEXTURE_WHITE]);
    }
    struct raster_batch batch = {
        .num_vertices = mesh->num_vertices,
        .num_indexes = mesh->num_indexes,
        .clip = (const float(*)[4])batches->clip,
        .indexes = mesh->indexes,
        .cull = Q3_CULL_TWO_SIDED,
        .depth = RASTER_DEPTH_FRONT,
        .quads = true,
        .num_passes = batches->passes.count,
        .passes = batches->passes.list,
    };
    return raster_add(frame->queue, &batch);
}
