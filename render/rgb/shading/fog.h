/* Fog volumes as they show from an eye: coordinates in the fog's picture, and how dense it is
 * there.
 *
 * s is the depth along the view, t how far below the fog's surface; not the way through the air.
 * Source: the published client's rules, with its rounding. */
#ifndef RENDER_RGB_SHADING_FOG_H
#define RENDER_RGB_SHADING_FOG_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake3/level.h"
#include "render/rgb/shading/mesh.h"

struct rgb_fog_view { /* in model space: that of the fogged entity */
    const struct level_fog *fog;
    bool has_surface;
    float plane[4];    /* the fog's surface: depth below it = plane[3] - plane[0..2] . p */
    float distance[4]; /* s of a point = distance[0..2] . p + distance[3] */
    bool eye_outside;
    float eye_depth; /* below the surface */
};

/* Fog `fog` (of level->fogs) seen from eye (world) along forward (world), for an entity at origin
 * with these axes (for the world itself: 0 0 0 and unit axes). */
void rgb_fog_view_make(struct rgb_fog_view *view, const struct q3_level *level, uint32_t fog,
                       const float eye[3], const float forward[3], const float origin[3],
                       const float axis[3][3]);

/* Coordinates in the fog's own picture, one for each vertex; finite. */
void rgb_shade_fog_st(const struct rgb_mesh *mesh, const struct rgb_fog_view *fog, float (*st)[2]);

/* The same for one point. */
void rgb_fog_st_at(const struct rgb_fog_view *fog, const float p[3], float st[2]);

#endif
