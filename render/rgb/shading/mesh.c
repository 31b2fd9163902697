#include "render/rgb/shading/mesh.h"

#include <stdlib.h>

#include "formats/base/arrays.h"

void rgb_mesh_clear(struct rgb_mesh *mesh)
{
    mesh->num_vertices = 0;
    mesh->num_indexes = 0;
}

/* One field's array; what room there is for is noted by the caller, once all have it. */
static int reserve_field(void *items, size_t capacity, size_t needed, size_t size)
{
    return array_reserve(items, &capacity, needed, size);
}

int rgb_mesh_reserve(struct rgb_mesh *mesh, uint32_t vertices, uint32_t indexes)
{
    const size_t needed = (size_t)mesh->num_vertices + vertices;
    if (needed > mesh->cap_vertices) {
        const size_t cap = mesh->cap_vertices;
        const size_t room = needed > 2 * cap ? needed : 2 * cap;
        if (reserve_field(&mesh->xyz, cap, room, sizeof *mesh->xyz) < 0 ||
            reserve_field(&mesh->normal, cap, room, sizeof *mesh->normal) < 0 ||
            reserve_field(&mesh->st, cap, room, sizeof *mesh->st) < 0 ||
            reserve_field(&mesh->light_st, cap, room, sizeof *mesh->light_st) < 0 ||
            reserve_field(&mesh->color, cap, room, sizeof *mesh->color) < 0) {
            return FORMAT_MEMORY;
        }
        mesh->cap_vertices = room;
    }
    return array_reserve(&mesh->indexes, &mesh->cap_indexes, (size_t)mesh->num_indexes + indexes,
                         sizeof *mesh->indexes);
}

void rgb_mesh_free(struct rgb_mesh *mesh)
{
    free(mesh->xyz);
    free(mesh->normal);
    free(mesh->st);
    free(mesh->light_st);
    free(mesh->color);
    free(mesh->indexes);
    *mesh = (struct rgb_mesh){0};
}
