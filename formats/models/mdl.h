/* Alias models of Quake (MDL, "IDPO" version 6), decoded and checked.
 *
 * After mdl_read every index is in range. All arrays are owned by the mdl and freed by mdl_free. */
#ifndef FORMATS_MODELS_MDL_H
#define FORMATS_MODELS_MDL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/object_id.h"

enum { MDL_VERSION = 6 };

/* Model flags: trails and rotation. */
enum {
    MDL_ROCKET = 1,     /* rocket trail and light */
    MDL_GRENADE = 2,    /* smoke trail */
    MDL_GIB = 4,        /* blood trail */
    MDL_ROTATE = 8,     /* spins: yaw = 100 degrees per second */
    MDL_TRACER = 16,    /* green split trail */
    MDL_ZOMGIB = 32,    /* small blood trail */
    MDL_TRACER2 = 64,   /* orange split trail */
    MDL_TRACER3 = 128,  /* purple trail */
    MDL_HOLEY = 1 << 14 /* skins have holes where they are index 255 (FitzQuake's family) */
};

struct mdl_vertex {
    uint8_t v[3];   /* position = v * scale + origin of the model */
    uint8_t normal; /* index into the 162 light normals, checked */
};

struct mdl_texcoord {
    bool on_seam;
    int32_t s, t; /* texels of the skin */
};

struct mdl_triangle {
    bool faces_front; /* false: vertices on the seam use s + skin_width / 2 */
    uint32_t vertices[3];
};

/* One frame, or one skin, or a group of them shown in turn: poses first..first + count - 1.
 * intervals[i] = end time in seconds of pose i inside the cycle, ascending; the cycle is as long as
 * the last one. A single has count 1 and intervals NULL. */
struct mdl_group {
    uint32_t first;
    uint32_t count;
    const float *intervals;
};

struct mdl {
    struct object_id *identity; /* for caches; NULL for one made by hand, which none recognises */
    float scale[3];
    float origin[3];
    float radius;     /* header's bounding radius */
    float size;       /* average triangle size, the original scales it by 1/11 */
    uint32_t flags;   /* MDL_* */
    bool random_sync; /* group animation has a phase offset per entity */
    int32_t skin_width;
    int32_t skin_height;
    uint32_t num_skins; /* skin groups, as entities number them */
    struct mdl_group *skins;
    uint32_t num_skin_pictures;
    uint8_t *skin_pixels; /* num_skin_pictures * skin_width * skin_height palette indices */
    uint32_t num_vertices;
    struct mdl_texcoord *texcoords; /* num_vertices */
    uint32_t num_triangles;
    struct mdl_triangle *triangles;
    uint32_t num_frames; /* frame groups, as entities number them */
    struct mdl_group *frames;
    uint32_t num_poses;
    struct mdl_vertex *poses;            /* num_poses * num_vertices */
    struct mdl_vertex (*pose_bounds)[2]; /* min and max of each pose as in the file */
    char (*pose_names)[16];
    float *intervals;       /* what the groups point into */
    float mins[3], maxs[3]; /* bounds of all poses, model space */
};

int mdl_read(struct mdl *mdl, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
void mdl_free(struct mdl *mdl);

/* Pose of a group at `time` seconds (including the entity's phase offset): the first whose interval
 * end is past time modulo the cycle. */
uint32_t mdl_group_pose(const struct mdl_group *group, double time);
/* The one that shows before it, and how far from that to it: what runs from pose to pose blends the
 * two. */
uint32_t mdl_group_pose_before(const struct mdl_group *group, double time, float *share);

#endif
