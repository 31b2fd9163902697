/* Shader evaluation for a mesh: deformed positions, and for each stage colours and texture
 * coordinates per vertex, at a time.
 *
 * Source: the published client's rules, byte for byte where it counts in bytes (truncation, tables,
 * fast roots). Pure functions of their arguments. Results are finite for any input. */
#ifndef RENDER_RGB_SHADING_SHADE_H
#define RENDER_RGB_SHADING_SHADE_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "assets/quake3/material.h"
#include "formats/base/q3_waves.h"
#include "render/rgb/shading/entity_light.h"
#include "render/rgb/shading/fog.h"
#include "render/rgb/shading/mesh.h"

/* The view as shading needs it. Model space is the entity's; for the world it is world space. */
struct rgb_shade_view {
    const struct q3_waves *waves;
    double time;        /* scene time, seconds */
    double shader_time; /* shader time, seconds: scene - entity's begin - remap's offset */
    float eye[3];       /* model space */
    float forward[3], left[3], up[3]; /* the view's, in model space */
    float axis_length;                /* length of the entity's first axis; 1 = not scaled */
    uint8_t entity_color[4];
    float entity_st[2];
    bool portal_view; /* a portal view was drawn behind the surface: only for "alphaGen portal",
                         which is 255 otherwise */
    struct rgb_entity_light light; /* for lightingDiffuse alone */
    bool overbright; /* the screen doubles the frame: levels that are not light are halved */
};

/* Sets the members in model space: the view from eye with these axes (forward, left, up), for an
 * entity at origin with its axes (for the world: 0 0 0 and unit axes). */
void rgb_shade_place(struct rgb_shade_view *view, const float eye[3], const float axis[3][3],
                     const float origin[3], const float entity_axis[3][3]);

/* Applies the shader's deforms to positions and normals; may replace texture coordinates, colours
 * and triangles (autosprite). Returns false when the mesh is not drawn. */
bool rgb_shade_deform(struct rgb_mesh *mesh, const struct q3_shader *rules,
                      const struct rgb_shade_view *view);

/* Colours of a stage of rules->stages. fog: dims the stages that adjust for fog; may be NULL. st
 * and color have room for mesh->num_vertices. */
void rgb_shade_colors(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                      const struct rgb_shade_view *view, const struct rgb_fog_view *fog,
                      uint8_t (*color)[4]);
void rgb_shade_st(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                  const struct rgb_shade_view *view, float (*st)[2]);

/* True if rgb_shade_colors gives all vertices of any mesh the same colour; sets it. */
bool rgb_shade_flat_color(const struct q3_stage *stage, const struct rgb_shade_view *view,
                          const struct rgb_fog_view *fog, uint8_t color[4]);

/* Index of an animMap's current texture. */
uint32_t rgb_shade_frame(const struct q3_stage *stage, uint32_t num_frames, double shader_time);

#endif
