/* Jointed models out of lofted shapes, and their writing as Quake MDL files (version 6).
 *
 * A mesh is built in its rest pose (x forward, y left, z up); every shape belongs to a part, parts
 * turn about their joint and carry their children. A frame is one set of part poses. */
#ifndef TOOLS_MKBUILTIN_MESH_H
#define TOOLS_MKBUILTIN_MESH_H

#include "tools/mkbuiltin/palette.h"

enum { MESH_PARTS_MAX = 24, MESH_VERTS_MAX = 1000, MESH_TRIS_MAX = 1600, MESH_SKINS_MAX = 3 };

/* Model flags of the file format: trails and rotation. */
enum { MESH_ROCKET = 1, MESH_GRENADE = 2, MESH_GIB = 4, MESH_ROTATE = 8, MESH_TRACER = 16 };

enum { MESH_RAMP_BY_SKIN = -1 };

enum mesh_pattern {
    PATTERN_PLAIN,
    PATTERN_PLATES, /* panel lines and rivets */
    PATTERN_STRIPES,
    PATTERN_CLOTH,
    PATTERN_BRUSHED, /* gun metal, light along the top */
    PATTERN_GRIP,
    PATTERN_FIRE,   /* bright core, darker tips */
    PATTERN_HELMET, /* a visor at the front (u = 0) */
    PATTERN_GEM,
};

/* Paint of a shape: shades of one palette ramp. */
struct mesh_paint {
    int ramp;     /* palette row; MESH_RAMP_BY_SKIN: green, yellow, red in skin 0, 1, 2 */
    double shade; /* 0 dark..1 bright */
    int pattern;
    double vary; /* noise */
};

/* One cross section of a loft: its place along the axis, its half sizes, and how far it is shifted.
 */
struct mesh_ring {
    double at, rx, ry, dx, dy;
};

struct mesh_vertex {
    struct vec3 p;
    double s, t;
    int part;
};

struct mesh {
    struct mesh_vertex verts[MESH_VERTS_MAX];
    int vert_count;
    int tris[MESH_TRIS_MAX][3];
    int tri_count;
    struct {
        int parent;
        struct vec3 joint;
    } parts[MESH_PARTS_MAX];
    int part_count;
    int skin_width, skin_height, skin_count;
    uint8_t *skins[MESH_SKINS_MAX];
    const struct palette *palette;      /* not NULL: pictures in true colour are painted, too */
    uint8_t *pictures[MESH_SKINS_MAX];  /* 4 bytes a texel, red first */
    int by_skin[MESH_SKINS_MAX];        /* the ramp for MESH_RAMP_BY_SKIN */
    int cursor_x, cursor_y, row_height; /* skin space given out so far */
};

/* Turn of one part: degrees about y (nose down positive), z (left) and x (roll), then a shift. */
struct mesh_turn {
    double pitch, yaw, roll;
    struct vec3 shift;
};

struct mesh_frame {
    char name[16];
    struct mesh_turn turns[MESH_PARTS_MAX];
};

void mesh_init(struct mesh *m, int skin_width, int skin_height, int skin_count);
/* Before anything is painted: skins also in true colour, as shades between those of the palette. */
void mesh_paint_pictures(struct mesh *m, const struct palette *palette,
                         const int by_skin[MESH_SKINS_MAX]);
void mesh_free(struct mesh *m);
int mesh_part(struct mesh *m, int parent, struct vec3 joint);
/* A closed surface through rings along `axis` (0 x, 1 y, 2 z). For x, rx is along y and ry along z;
 * for y: x and z; for z: x and y. `sides` 4 gives boxes. skin_w, skin_h: texels it gets in the
 * skin. */
void mesh_loft(struct mesh *m, int part, int axis, struct vec3 origin,
               const struct mesh_ring *rings, int ring_count, int sides, struct mesh_paint paint,
               int skin_w, int skin_h);
void mesh_box(struct mesh *m, int part, struct vec3 mins, struct vec3 maxs, struct mesh_paint paint,
              int skin_w, int skin_h);

/* Positions and normals (vert_count of each) of the vertices in a pose. */
void mesh_pose(const struct mesh *m, const struct mesh_frame *frame, struct vec3 *points);
void mesh_normals(const struct mesh *m, const struct vec3 *points, struct vec3 *normals);
/* Transforms a position in a part's rest pose to a pose. */
struct vec3 mesh_place(const struct mesh *m, const struct mesh_frame *frame, int part,
                       struct vec3 p);

struct mesh_output {
    int flags;
    int group_frames; /* 1: all frames form one frame group */
    int group_skins;  /* 1: all skins form one skin group */
    double interval;  /* seconds per pose or skin of a group */
};
void mesh_write_mdl(const struct mesh *m, struct buf *out, const struct mesh_frame *frames,
                    int frame_count, struct mesh_output options);

#endif
