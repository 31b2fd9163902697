/* Triangles of one material before rasterization: vertex attributes from the file or the client
 * game, in model space. One array per attribute; they grow and are reused by later batches. */
#ifndef RENDER_RGB_SHADING_MESH_H
#define RENDER_RGB_SHADING_MESH_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct rgb_mesh { /* start from {0} */
    uint32_t num_vertices, num_indexes;
    size_t cap_vertices, cap_indexes;
    float (*xyz)[3];
    float (*normal)[3];
    float (*st)[2];
    float (*light_st)[2];
    uint8_t (*color)[4]; /* red, green, blue, alpha */
    uint32_t *indexes;   /* three a triangle, clockwise as seen from its front */
};

/* Empties it, keeps its memory. */
void rgb_mesh_clear(struct rgb_mesh *mesh);
/* Reserves room for that many more; the caller fills the arrays and raises the counts. Returns 0 or
 * FORMAT_MEMORY. */
int rgb_mesh_reserve(struct rgb_mesh *mesh, uint32_t vertices, uint32_t indexes) MUST_CHECK;
void rgb_mesh_free(struct rgb_mesh *mesh);

#endif
