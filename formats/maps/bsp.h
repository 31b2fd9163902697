/* BSP maps and brush models of Quake (version 29, and its 32-bit forms BSP2 and 2PSB), decoded and
 * checked.
 *
 * After bsp_read every index inside the structure is in range, the node tree is free of cycles and
 * at most BSP_MAX_DEPTH deep (so recursion is safe), every face has valid edges, and all numbers
 * are finite; so users need no checks. Small defects that leave the map playable are repaired and
 * recorded in `damage`. Coordinates: Quake units, z up. All arrays are owned; free with bsp_free.
 * Immutable after bsp_read (and bsp_set_colors, bsp_patch_visibility, which add other files' data);
 * threads may share it.
 *
 * After the lumps a file may have BSPX, a list of named lumps (FTE's specs/bspx.txt). Read are the
 * colours of the light, RGBLIGHTING or else LIGHTING_E5BGR9, and the sizes of lightmaps
 * (formats/maps/bsp_light.h); others are skipped. A damaged one is not used and recorded. */
#ifndef FORMATS_MAPS_BSP_H
#define FORMATS_MAPS_BSP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "formats/base/object_id.h"

enum {
    BSP_VERSION_29 = 29,
    BSP_VERSION_2 = 'B' | 'S' << 8 | 'P' << 16 | '2' << 24,
    BSP_VERSION_2PSB = '2' | 'P' << 8 | 'S' << 16 | 'B' << 24, /* RMQ's: as BSP2, 16-bit boxes */
    BSP_MIPS = 4,
    BSP_STYLES = 4,
    BSP_HULLS = 4,
    BSP_MAX_DEPTH = 4096 /* nodes from a root to a leaf; real maps stay below a few hundred */
};

/* bsp_texinfo.flags: a texture without lightmap (sky, liquids), not bound to the size limit. */
enum { TEX_SPECIAL = 1 };

/* Leaf contents. */
enum {
    CONTENTS_EMPTY = -1,
    CONTENTS_SOLID = -2,
    CONTENTS_WATER = -3,
    CONTENTS_SLIME = -4,
    CONTENTS_LAVA = -5,
    CONTENTS_SKY = -6
};
/* Bit of leaf contents in a set of contents; 0 for contents without a bit. */
#define CONTENTS_BIT(contents) ((contents) < 0 && (contents) > -32 ? 1u << -(contents) : 0u)

struct bsp_plane {
    float normal[3];
    float dist;
    uint8_t type;      /* 0, 1, 2: axial x, y, z; 3, 4, 5: nearest axis */
    uint8_t sign_bits; /* bit i set when normal[i] < 0 */
};

struct bsp_texture {
    char name[16];  /* NUL-terminated, case as in the file; "" = unused entry */
    uint32_t width; /* multiples of 16, never 0: 16 x 16 without mips when the file's are not so */
    uint32_t height;
    const uint8_t *mips[BSP_MIPS]; /* palette indices, row by row, (width >> m) * (height >> m)
                                      each; NULL when the file has no data for it (a placeholder is
                                      drawn) */
    /* Animation "+0name".."+9name" (ten frames per second in cycles of anim_total tenths);
     * alternate "+aname".."+jname", shown if the entity's frame is not 0. -1 = none. */
    int32_t anim_total; /* length of the cycle in tenths of a second; 0 = not animated */
    int32_t anim_min;   /* this frame shows while min <= tenth < max */
    int32_t anim_max;
    int32_t anim_next;       /* texture index */
    int32_t alternate_anims; /* texture index of the first frame of the other sequence */
};

struct bsp_texinfo {
    float vecs[2][4]; /* s = dot(vecs[0], xyz) + vecs[0][3] in texels; likewise t */
    int32_t texture;  /* index, -1 = missing: placeholder */
    uint32_t flags;   /* TEX_SPECIAL = 1 */
    float mip_adjust; /* mip level offset from the average length of the vecs, rounded as in the
                         original: < 0.32: 4, < 0.49: 3, < 0.99: 2, else 1 */
};

/* Surface kinds by texture name: "sky*" is sky, "*name" is turbulent (a liquid), "{name" is a
 * fence: lit like a wall, with BSP_HOLE texels transparent (id's maps have no such names; current
 * engines agree on it). */
enum { BSP_FACE_SKY = 1 << 0, BSP_FACE_TURB = 1 << 1, BSP_FACE_FENCE = 1 << 2 };
enum { BSP_HOLE = 255 };

struct bsp_face {
    uint32_t plane;
    bool back;     /* faces the back side of its plane */
    uint8_t flags; /* BSP_FACE_* */
    uint32_t first_surfedge;
    uint32_t num_edges; /* 3 or more; 0 = repaired face, not drawn */
    uint32_t texinfo;
    uint8_t styles[BSP_STYLES]; /* up to the first 255; any other value may occur, above 63 too */
    int64_t light_offset;    /* into bsp.light_data, checked for all its styles; -1 = no lightmap */
    int32_t texture_mins[2]; /* multiples of 16, texels; (floor(min / 16) * 16), within +-2^20 */
    int32_t extents[2];      /* multiples of 16, texels, 0 to 16384. BSP_FACE_TURB: mins -8192
                                and extents 16384, as the original sets them */
};

struct bsp_node {
    uint32_t plane;
    int32_t children[2]; /* front, back; n >= 0: node n; n < 0: leaf -1 - n */
    int32_t parent;      /* node, -1 = a root */
    float mins[3], maxs[3];
    uint32_t first_face;
    uint32_t num_faces;
};

/* Ambient sounds by leaf; Quake plays those of water and sky. */
enum { BSP_AMBIENT_WATER, BSP_AMBIENT_SKY, BSP_AMBIENT_SLIME, BSP_AMBIENT_LAVA, BSP_AMBIENTS };

struct bsp_leaf {
    int32_t contents;   /* CONTENTS_* */
    int32_t parent;     /* node, -1 = none */
    int32_t vis_offset; /* into bsp.visibility, -1 = sees everything */
    float mins[3], maxs[3];
    uint32_t first_mark_surface;
    uint32_t num_mark_surfaces;
    uint8_t ambients[BSP_AMBIENTS]; /* how loud they are, 0 = silent */
};

struct bsp_clipnode {
    uint32_t plane;
    int32_t children[2]; /* n >= 0: clipnode; n < 0: contents */
};

struct bsp_submodel {
    float mins[3], maxs[3]; /* as in the file, grown by 1 unit on each side as the original does */
    float origin[3];
    int32_t head_node[BSP_HULLS]; /* [0]: node index as bsp_node.children counts (may be a leaf) */
    uint32_t vis_leafs;           /* leafs with visibility bits, not counting leaf 0 */
    uint32_t first_face;
    uint32_t num_faces;
    float radius; /* radius of the sphere around the model's origin that contains it */
};

struct bsp {
    struct bsp_plane *planes;
    uint32_t num_planes;
    float (*vertices)[3];
    uint32_t num_vertices;
    uint32_t (*edges)[2];
    uint32_t num_edges;
    int32_t *surfedges; /* edge e >= 0: from edges[e][0] to [1]; e < 0: edge -e from [1] to [0] */
    uint32_t num_surfedges;
    struct bsp_texture *textures;
    uint32_t num_textures;
    struct bsp_texinfo *texinfo;
    uint32_t num_texinfo;
    struct bsp_face *faces;
    uint32_t num_faces;
    struct bsp_node *nodes;
    uint32_t num_nodes;
    struct bsp_leaf *leafs;
    uint32_t num_leafs; /* leaf 0 is the shared solid one */
    uint32_t *mark_surfaces;
    uint32_t num_mark_surfaces;
    struct bsp_clipnode *clipnodes;
    uint32_t num_clipnodes;
    struct bsp_submodel *submodels; /* [0] is the world, [n] is "*n" */
    uint32_t num_submodels;
    uint8_t *light_data;
    size_t light_size;
    uint8_t *color_data; /* 3 * light_size: red, green and blue of each of light_data; or NULL */
    /* The same colours in 16ths of color_data's unit, or NULL: of LIGHTING_E5BGR9. Its light may be
     * brighter than 255, which a renderer that keeps larger sums shows, and which a style below
     * 'm' brings back into range; in dark places it is finer. 16 bits hold 4095: a sum of 1023 from
     * a style at a quarter of its brightness. color_data has the same, rounded, 255 at most. */
    uint16_t *hdr_data;
    struct bsp_face_light *face_lights; /* num_faces; NULL = bsp_face says it all. Read it with
                                           bsp_face_light (formats/maps/bsp_light.h) */
    uint8_t *visibility;
    size_t visibility_size;
    uint8_t *texture_data;      /* what textures[].mips point into */
    char *entities;             /* NUL-terminated text */
    struct object_id *identity; /* Id of the current contents, for caches; NULL for a map made by
                                   hand, which caches do not recognise. */
    struct format_error damage; /* the first defect that was repaired; num_damages 0 = none */
    uint32_t num_damages;
};

/* Reads a whole file. On failure everything is freed and *bsp is zeroed. */
int bsp_read(struct bsp *bsp, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;
void bsp_free(struct bsp *bsp);

/* Replaces the light colours, also those of hdr_data, which is NULL then: samples are
 * 3 * light_size bytes, copied. The map gets another identity. On FORMAT_MEMORY the map is
 * unchanged. Does nothing if the map has no light data. */
int bsp_set_colors(struct bsp *bsp, const uint8_t *samples, struct format_error *err) MUST_CHECK;

/* Replaces the visibility data with that of a patch for this map (formats/maps/vis.h), which lets
 * water be transparent. Only visibility and the map's identity change. FORMAT_BAD if the patch is
 * not for this map (number, contents or surfaces of leafs differ); the map is unchanged then. */
struct vis_patch;
int bsp_patch_visibility(struct bsp *bsp, const struct vis_patch *patch,
                         struct format_error *err) MUST_CHECK;

/* Index of the leaf of a submodel's hull 0 at a point. */
uint32_t bsp_point_leaf(const struct bsp *bsp, uint32_t submodel, const float point[3]);

/* Moves a ball (radius >= 0; 0 = a point) straight from `from` to `to` through a submodel's hull 0.
 * Returns the fraction of the way, 0..1, before it touches a leaf with contents in the set; 1 = no
 * contact, 0 = contact at the start or coordinates that are not finite. from and to may be equal.
 * The tree has planes, no corners: near a sharp edge a ball may stop too early, never too late. */
float bsp_trace(const struct bsp *bsp, uint32_t submodel, const float from[3], const float to[3],
                float radius, uint32_t contents);

/* Unpacks the leaf's potentially visible set: bit (n - 1) of out is leaf n. out holds
 * bsp_visibility_bytes(bsp) bytes. Everything is visible from leaf 0, from solid and sky leafs (no
 * camera is expected there), and where vis_offset is -1. */
size_t bsp_visibility_bytes(const struct bsp *bsp);
void bsp_leaf_visibility(const struct bsp *bsp, uint32_t leaf, uint8_t *out);

#endif
