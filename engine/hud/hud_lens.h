/* Where points of the world are in the layout: the projection of the camera that the scene is
 * drawn with. Coordinates: Quake units, z up; layout units as in hud_2d.h. */
#ifndef ENGINE_HUD_HUD_LENS_H
#define ENGINE_HUD_HUD_LENS_H

#include <stdbool.h>

struct hud_lens {                   /* zeroed: sees nothing */
    float origin[3];                /* of the camera */
    float axis[3][3];               /* forward, right, up; of length 1 */
    float left, top, width, height; /* the world's picture, layout units */
    float scale[2];                 /* across and down: units from its middle for a point one unit
                                       aside and one ahead */
    float pixel[2];                 /* units of a frame pixel */
    float frame_height;             /* frame pixels of the whole frame */
    float letter;                   /* frame pixels of the smallest letters that can be read */
};

struct hud_seen {
    float x, y;  /* layout units */
    float depth; /* units along the view's axis, above 0 */
};

/* fov: degrees across and down the picture; fov_y 0: as follows from fov_x and square pixels. Sets
 * axis and scale of a lens whose other members are set. */
void hud_lens_aim(struct hud_lens *lens, const float angles[3], float fov_x, float fov_y);

/* False: the point is not in the picture, or no place at all. */
bool hud_lens_see(const struct hud_lens *lens, const float point[3], struct hud_seen *seen);

#endif
