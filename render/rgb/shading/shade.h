/* What a shader's rules make of a mesh: deformed places, and for each stage colours and coordinates
 * of textures, vertex by vertex, at a moment.
 *
 * Source: the published client's rules, byte for byte where it counts in bytes (truncation, tables,
 * fast roots). Pure functions of their arguments. */
#ifndef RENDER_RGB_SHADING_SHADE_H
#define RENDER_RGB_SHADING_SHADE_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "assets/quake3/material.h"
#include "formats/base/q3_waves.h"
#include "render/rgb/shading/mesh.h"

/* Light on a thing at a moment (from the grid, dynamic lights, the sun). */
struct rgb_entity_light {
    float ambient[3], directed[3]; /* 0 .. 255; directed may be more */
    float direction[3];            /* to the light, in the space of the model */
};

/* Around the mesh that is shaded. What is "in model space" is seen from the thing itself: for the
 * world the same as the world's. */
struct rgb_shade_view {
    const struct q3_waves *waves;
    double time;        /* of the scene, seconds */
    double shader_time; /* of the shader's own clock: scene - entity's begin - remap's offset */
    float eye[3];       /* model space */
    float forward[3], left[3], up[3]; /* of the view, in model space */
    float axis_length;                /* of the thing's first axis; 1 = not scaled */
    uint8_t entity_color[4];
    float entity_st[2];
    struct rgb_entity_light light; /* for lightingDiffuse alone */
};

/* A fog volume as it shows from an eye; see shade_fog. */
struct rgb_fog_view {
    const struct level_fog *fog;
    bool has_surface;
    float plane[4];    /* of its end, model space: depth below it = plane[3] - plane[0..2] . p */
    float distance[4]; /* s of a point = distance[0..2] . p + distance[3], model space */
    bool eye_outside;
    float eye_depth; /* below the surface */
};

/* Moves the mesh's points and normals as the shader's deforms say; may replace texture coordinates
 * and colours (autosprite). Returns false when nothing of it is to be drawn. */
bool rgb_shade_deform(struct rgb_mesh *mesh, const struct q3_shader *rules,
                      const struct rgb_shade_view *view);

/* One stage (of rules->stages). fog may be NULL; it dims the stages that say so. st and color have
 * room for mesh->num_vertices. st_kind says which coordinates: 0 = the stage's own. */
void rgb_shade_colors(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                      const struct rgb_shade_view *view, const struct rgb_fog_view *fog,
                      uint8_t (*color)[4]);
void rgb_shade_st(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                  const struct rgb_shade_view *view, float (*st)[2]);
/* Which of an animation's pictures shows. */
uint32_t rgb_shade_frame(const struct q3_stage *stage, uint32_t num_frames, double shader_time);

/* Coordinates in the fog's own picture (shade_fog_texture). */
void rgb_shade_fog_st(const struct rgb_mesh *mesh, const struct rgb_fog_view *fog, float (*st)[2]);

#endif
