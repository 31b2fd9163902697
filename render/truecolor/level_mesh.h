/* The faces of a brush model file as polygons: points, texture and light coordinates.
 *
 * Made once for a map and drawn from in every frame. Sources: QuakeSpasm's gl_model.c
 * (CalcSurfaceExtents) and r_brush.c (BuildSurfaceDisplayList). */
#ifndef RENDER_TRUECOLOR_LEVEL_MESH_H
#define RENDER_TRUECOLOR_LEVEL_MESH_H

#include <stdint.h>

#include "formats/base/error.h"
#include "formats/maps/bsp.h"

struct level_face {
    uint32_t first_point, num_points;  /* 0 points: not drawn */
    uint32_t first_index, num_indexes; /* fours: convex parts, from the face's first point on */
};

struct level_mesh {
    struct object_id *identity; /* the map's; held; NULL: it has none */
    struct level_face *faces;   /* as the map's */
    uint32_t num_faces;
    float (*points)[3];
    float (*st)[2];       /* 0..1 across the texture; liquids: 64 texels, whatever the texture's
                             size, without the texinfo's offset */
    float (*light_st)[2]; /* 0..1 across the face's light */
    uint32_t *indexes;
};

/* Makes the polygons of a map's faces. If a map's faces have far more corners than the map has
 * edges, only the first faces get points. Returns 0 or FORMAT_MEMORY; on failure there is nothing
 * to free. */
int level_mesh_make(struct level_mesh *mesh, const struct bsp *bsp) MUST_CHECK;
void level_mesh_free(struct level_mesh *mesh); /* {0} is fine */

#endif
