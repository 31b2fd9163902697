#include "render/rgb/world/surface.h"

#include <math.h>
#include <string.h>

#include "formats/base/vec.h"

/* A plane that far before or behind the eye is drawn still: its triangles decide for themselves. */
static const float PLANE_SLACK = 8.0f;

static bool turns_away(const struct q3_bsp_surface *surface, const struct q3_shader *rules,
                       const float eye[3])
{
    const float height = vec_dot(surface->plane.normal, eye) - surface->plane.dist;
    switch (rules->cull) {
    case Q3_CULL_FRONT_SIDED:
        return height < -PLANE_SLACK;
    case Q3_CULL_BACK_SIDED:
        return height > PLANE_SLACK;
    case Q3_CULL_TWO_SIDED:
        break;
    }
    return false;
}

/* A planar surface has those its plane is near enough to, a patch those whose box meets its own,
 * others all of them. */
static uint32_t lights_on(const struct rgb_scene *scene, const struct q3_bsp_surface *surface,
                          const float mins[3], const float maxs[3], uint32_t lights)
{
    uint32_t left = 0;
    for (uint32_t i = 0; lights >> i != 0 && i < RGB_LIGHTS_MAX; i++) {
        if ((lights >> i & 1) == 0) {
            continue;
        }
        const struct rgb_dlight *light = &scene->dlights[i];
        bool reaches = true;
        if (surface->kind == Q3_SURFACE_PLANAR) {
            const float height =
                vec_dot(surface->plane.normal, light->origin) - surface->plane.dist;
            reaches = fabsf(height) <= light->radius;
        } else if (surface->kind == Q3_SURFACE_PATCH) {
            for (int k = 0; k < 3; k++) {
                reaches = reaches && light->origin[k] - light->radius <= maxs[k] &&
                          light->origin[k] + light->radius >= mins[k];
            }
        }
        left |= reaches ? 1u << i : 0;
        if (i == RGB_LIGHTS_MAX - 1) {
            break;
        }
    }
    return left;
}

void rgb_surface_collect(struct rgb_draw_list *draw_list, const struct rgb_view *view,
                         const struct rgb_space *space, const struct q3_level *level,
                         uint32_t number, uint32_t entity, uint32_t lights)
{
    const struct q3_bsp_surface *surface = &level->bsp.surfaces[number];
    const struct material *material = level->materials[number];
    const float *mins = surface->mins, *maxs = surface->maxs;
    uint32_t indexes = surface->num_indexes;
    if (surface->kind == Q3_SURFACE_PATCH) {
        const int32_t of_surface = level->patches.of_surface[number];
        if (of_surface == Q3_PATCH_NONE || level->patches.patches[of_surface].width == 0) {
            return;
        }
        const struct q3_patch *patch = &level->patches.patches[of_surface];
        mins = patch->mins;
        maxs = patch->maxs;
        indexes = 6 * (patch->width - 1) * (patch->height - 1);
    } else if (surface->kind == Q3_SURFACE_PLANAR) {
        if (turns_away(surface, material->rules, space->eye)) {
            return;
        }
    } else if (surface->kind != Q3_SURFACE_SOUP) {
        return;
    }
    /* Deforms may move vertices out of the box. The original culls such surfaces all the same, but
     * planar ones have no box test. */
    const bool may_leave = surface->kind == Q3_SURFACE_PLANAR && material->rules->num_deforms != 0;
    if (!may_leave && !rgb_space_sees_box(space, view, mins, maxs)) {
        return;
    }
    const struct rgb_draw_surf surf = {
        .called = material,
        .kind = RGB_SURF_LEVEL,
        .entity = entity,
        .number = number,
        .fog = (uint32_t)(surface->fog + 1),
        .lights = lights_on(draw_list->scene, surface, mins, maxs, lights),
        .indexes = indexes,
    };
    rgb_draw_list_add(draw_list, &surf);
}

/* ---- Triangles ---- */

static void put_vertex(struct rgb_mesh *mesh, const struct q3_bsp_vertex *vertex,
                       const float normal[3])
{
    const uint32_t at = mesh->num_vertices++;
    memcpy(mesh->xyz[at], vertex->xyz, sizeof mesh->xyz[at]);
    memcpy(mesh->normal[at], normal, sizeof mesh->normal[at]);
    memcpy(mesh->st[at], vertex->st, sizeof mesh->st[at]);
    memcpy(mesh->light_st[at], vertex->light_st, sizeof mesh->light_st[at]);
    memcpy(mesh->color[at], vertex->color, sizeof mesh->color[at]);
}

static int add_patch(struct rgb_mesh *mesh, const struct rgb_view *view,
                     const struct rgb_space *space, const struct q3_patch *patch)
{
    uint8_t columns[Q3_PATCH_SIDE], rows[Q3_PATCH_SIDE];
    float forward[3];
    vec_to_axes(view->axis[0], space->axis[0], space->axis[1], space->axis[2], forward);
    const float error = q3_patch_view_error(patch, space->eye, forward, Q3_PATCH_CURVE_ERROR);
    const uint32_t width = q3_patch_used(patch->width_error, patch->width, error, columns);
    const uint32_t height = q3_patch_used(patch->height_error, patch->height, error, rows);
    const uint32_t first = mesh->num_vertices;
    const int code = rgb_mesh_reserve(mesh, width * height, 6 * (width - 1) * (height - 1));
    if (code < 0) {
        return code;
    }
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            const struct q3_bsp_vertex *vertex =
                &patch->vertices[rows[y] * patch->width + columns[x]];
            put_vertex(mesh, vertex, vertex->normal);
        }
    }
    for (uint32_t y = 0; y + 1 < height; y++) {
        for (uint32_t x = 0; x + 1 < width; x++) {
            const uint32_t a = first + y * width + x, below = a + width;
            const uint32_t quad[6] = {a, below, a + 1, a + 1, below, below + 1};
            memcpy(mesh->indexes + mesh->num_indexes, quad, sizeof quad);
            mesh->num_indexes += 6;
        }
    }
    return 0;
}

int rgb_surface_add(struct rgb_mesh *mesh, const struct rgb_view *view,
                    const struct rgb_space *space, const struct q3_level *level, uint32_t number)
{
    const struct q3_bsp *bsp = &level->bsp;
    const struct q3_bsp_surface *surface = &bsp->surfaces[number];
    if (surface->kind == Q3_SURFACE_PATCH) {
        return add_patch(mesh, view, space,
                         &level->patches.patches[level->patches.of_surface[number]]);
    }
    const int code = rgb_mesh_reserve(mesh, surface->num_vertices, surface->num_indexes);
    if (code < 0) {
        return code;
    }
    const uint32_t first = mesh->num_vertices;
    const bool planar = surface->kind == Q3_SURFACE_PLANAR;
    for (uint32_t i = 0; i < surface->num_vertices; i++) {
        const struct q3_bsp_vertex *vertex = &bsp->vertices[surface->first_vertex + i];
        put_vertex(mesh, vertex, planar ? surface->plane.normal : vertex->normal);
    }
    for (uint32_t i = 0; i < surface->num_indexes; i++) {
        mesh->indexes[mesh->num_indexes++] = first + bsp->indexes[surface->first_index + i];
    }
    return 0;
}
