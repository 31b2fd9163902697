/* Writing of Quake III's models (MD3) from the jointed shapes of mesh.h. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_MD3_OUT_H
#define TOOLS_MKBUILTIN_QUAKE3_MD3_OUT_H

#include "tools/mkbuiltin/mesh.h"

struct md3_out_surface {
    const char *name, *shader;
    const struct mesh *mesh;
};

/* A place on a part, in the mesh's rest pose, with its axes there: forward, left, up. */
struct md3_out_tag {
    const char *name;
    int part;
    struct vec3 at, axis[3];
};

struct md3_out {
    const char *name;
    const struct md3_out_surface *surfaces;
    int surface_count;
    const struct md3_out_tag *tags; /* on the parts of the first surface's mesh */
    int tag_count;
    const struct mesh_frame *frames; /* NULL: one, the rest pose */
    int frame_count;
    struct vec3 origin; /* what becomes 0 0 0 */
};

void md3_out_write(const struct md3_out *m, struct buf *out);

#endif
