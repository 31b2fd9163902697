/* Drawing of pictures, fills and small models on a virtual screen of 640 x 480, origin at the
 * top left.
 *
 * As in the original the screen is stretched over the frame. With a given size
 * (hud_options.scale, frame pixels per pixel of Quake's 320 x 200; two of these units) units are
 * square, and each part is aligned to its edge: q3_canvas_stand selects it. Out of memory: the
 * draw is left out and the scene's lacks_memory set. Colours: red, green, blue, alpha, 0..1. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_CANVAS_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_CANVAS_H

#include <stdbool.h>

#include "engine/quake3/scene/q3_build.h"

enum q3_edge { Q3_EDGE_LOW /* left, top */, Q3_EDGE_MIDDLE, Q3_EDGE_HIGH, Q3_EDGES };

struct q3_rect {
    float x, y, width, height;
};

struct q3_canvas {
    struct q3_build *build;
    float scale[2];           /* frame pixels a unit, across and down */
    float start[2][Q3_EDGES]; /* frame pixels: origin of parts aligned to each edge */
    enum q3_edge stand[2];
    /* Letters: */
    const struct material *letters; /* 16 x 16 cells */
    bool hex_colors;                /* OSP's ^xRRGGBB */
    bool letter_colors;             /* CPMA's ^a to ^y */
    bool utf8;                      /* Quake Live's later texts */
};

/* On the scene of the build, empty so far, standing in the middle. */
void q3_canvas_begin(struct q3_canvas *canvas, struct q3_build *build);
void q3_canvas_stand(struct q3_canvas *canvas, enum q3_edge across, enum q3_edge down);

/* Makes everything smaller if that is needed to keep the upper `height` units above the covered
 * rows at the frame's bottom. Nothing changes if no rows are covered. */
void q3_canvas_clear(struct q3_canvas *canvas, float height);

void q3_canvas_fill(struct q3_canvas *canvas, struct q3_rect at, const float color[4]);
/* The whole frame. */
void q3_canvas_fill_all(struct q3_canvas *canvas, const float color[4]);
/* NULL material: nothing. st: top left and bottom right. */
void q3_canvas_part(struct q3_canvas *canvas, const struct material *material, struct q3_rect at,
                    const float st[4], const float color[4]);
/* False: the game data has no such picture. */
bool q3_canvas_picture(struct q3_canvas *canvas, const char *name, struct q3_rect at,
                       const float color[4]);

/* A model seen from 0 0 0 along x with a field of view of 30 degrees. NULL model: nothing. */
void q3_canvas_model(struct q3_canvas *canvas, const struct q3_model *model,
                     const struct q3_model_skin *skin, struct q3_rect at, const float origin[3],
                     const float angles[3]);
/* As q3_canvas_model, by file name. False: no such file. */
bool q3_canvas_model_file(struct q3_canvas *canvas, const char *name, struct q3_rect at,
                          const float origin[3], const float angles[3]);

extern const float q3_white[4], q3_black[4];

#endif
