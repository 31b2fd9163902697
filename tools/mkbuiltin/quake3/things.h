/* Models of one part and one picture each, and the shapes they share. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_THINGS_H
#define TOOLS_MKBUILTIN_QUAKE3_THINGS_H

#include "tools/mkbuiltin/quake3/md3_out.h"
#include "tools/mkbuiltin/quake3/pk3_out.h"

/* A mesh with one part, 0, and a picture of that size. */
struct mesh *thing_begin(const struct palette *palette, int width, int height);
/* Writes "BASE.md3" and, where shader is NULL, its picture as "BASE.png"; frees the mesh. */
void thing_end(struct pk3_out *pk3, struct mesh *m, const char *base, const char *shader,
               const struct md3_out_tag *tags, int tag_count);
/* A tube along x with a thicker mouth and a dark bore. */
void thing_tube(struct mesh *m, double x0, double x1, double y, double z, double radius, int sides,
                struct mesh_paint paint, int w, int h);
/* A ball, drawn out along z. */
void thing_ball(struct mesh *m, struct vec3 at, double radius, double height,
                struct mesh_paint paint, int w, int h);
/* A square that shows the whole of the picture, seen from both sides. */
void thing_square(struct mesh *m, struct vec3 middle, struct vec3 right, struct vec3 up);

#endif
