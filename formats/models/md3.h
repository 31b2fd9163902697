/* Quake III models (MD3, "IDP3" version 15), decoded and checked.
 *
 * A model has surfaces (triangles whose vertices have a position and a normal per frame) and tags
 * (positions with axes, which attach other models). After md3_read every index is in range and all
 * numbers are finite. All arrays are owned; free with md3_free. Levels of detail are separate files
 * (x.md3, x_1.md3, x_2.md3). */
#ifndef FORMATS_MODELS_MD3_H
#define FORMATS_MODELS_MD3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/q3_waves.h"

enum {
    MD3_VERSION = 15,
    MD3_NAME = 64,
    MD3_UNIT = 64,              /* a vertex counts 64ths of a unit */
    MD3_VERTICES_MAX = 65536,   /* per surface; the original takes 999 and */
    MD3_TRIANGLES_MAX = 131072, /* 1999, and fails with more */
    MD3_FRAMES_MAX = 1024,
    MD3_SURFACES_MAX = 256,
    MD3_TAGS_MAX = 256
};

struct md3_frame {
    float mins[3], maxs[3];
    float origin[3]; /* centre of the bounding sphere */
    float radius;
};

struct md3_tag {
    float origin[3];
    float axis[3][3]; /* forward, left, up; any numbers */
};

struct md3_vertex {
    int16_t xyz[3];
    uint8_t longitude, latitude; /* normal, 256ths of a turn: see q3_direction */
};

struct md3_surface {
    char name[MD3_NAME]; /* lower case, without a suffix of "_" and one character ("head_1" is
                            "head"); skins refer to it */
    uint32_t num_shaders;
    char (*shaders)[MD3_NAME]; /* names as found */
    uint32_t num_triangles;
    uint32_t (*triangles)[3]; /* clockwise as seen from the front */
    uint32_t num_vertices;
    float (*st)[2];
    struct md3_vertex *vertices; /* num_frames * num_vertices: frame after frame */
};

struct md3 {
    uint32_t num_frames; /* 1 at least */
    struct md3_frame *frames;
    uint32_t num_tags;
    char (*tag_names)[MD3_NAME];
    struct md3_tag *tags; /* num_frames * num_tags */
    uint32_t num_surfaces;
    struct md3_surface *surfaces;
};

int md3_read(struct md3 *md3, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
void md3_free(struct md3 *md3);

/* The number of a tag by its name as it is written; -1 when there is none. */
int32_t md3_find_tag(const struct md3 *md3, const char *name);

/* Interpolates a tag between two frames (clamped to 0..num_frames - 1): backlerp 1 = old_frame, 0 =
 * frame. The axes are unit vectors. */
void md3_tag_between(const struct md3 *md3, uint32_t tag, int32_t old_frame, int32_t frame,
                     float backlerp, struct md3_tag *out);

#endif
