/* What a shader's rules make of a mesh: deformed places, and for each stage colours and coordinates
 * of textures, vertex by vertex, at a moment.
 *
 * Source: the published client's rules, byte for byte where it counts in bytes (truncation, tables,
 * fast roots). Pure functions of their arguments. What comes out is finite, whatever goes in. */
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
    bool portal_view; /* a view through the surface lies behind it: for "alphaGen portal" alone,
                         which is 255 without */
    struct rgb_entity_light light; /* for lightingDiffuse alone */
};

/* Sets what is in model space: the view from eye with these axes (forward, left, up), for a thing
 * at origin with its own axes (for the world itself: 0 0 0 and unit axes). */
void rgb_shade_place(struct rgb_shade_view *view, const float eye[3], const float axis[3][3],
                     const float origin[3], const float entity_axis[3][3]);

/* Moves the mesh's points and normals as the shader's deforms say; may replace texture coordinates,
 * colours and triangles (autosprite). Returns false when nothing of it is to be drawn. */
bool rgb_shade_deform(struct rgb_mesh *mesh, const struct q3_shader *rules,
                      const struct rgb_shade_view *view);

/* One stage (of rules->stages). fog may be NULL; it dims the stages that say so. st and color have
 * room for mesh->num_vertices. */
void rgb_shade_colors(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                      const struct rgb_shade_view *view, const struct rgb_fog_view *fog,
                      uint8_t (*color)[4]);
void rgb_shade_st(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                  const struct rgb_shade_view *view, float (*st)[2]);

/* Whether rgb_shade_colors gives all vertices of whatever mesh the same colour: this one then. */
bool rgb_shade_flat_color(const struct q3_stage *stage, const struct rgb_shade_view *view,
                          const struct rgb_fog_view *fog, uint8_t color[4]);

/* Which of an animation's pictures shows. */
uint32_t rgb_shade_frame(const struct q3_stage *stage, uint32_t num_frames, double shader_time);

#endif
