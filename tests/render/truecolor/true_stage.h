/* Fixture for tests of true colour: the built-in level, a camera in its widest room, and a model.
 */
#ifndef TESTS_RENDER_TRUECOLOR_TRUE_STAGE_H
#define TESTS_RENDER_TRUECOLOR_TRUE_STAGE_H

#include "assets/quake/quake_data.h"
#include "render/truecolor/truecolor_renderer.h"
#include "tests/support/entities_stage.h"

struct true_stage {
    struct quake_data data;
    struct thread_pool *pool;
    struct mesh torch; /* a square of one colour that faces the camera, 51 units wide */
    int width, height; /* of the renderers' pictures */
};

void true_stage_open(struct true_stage *stage, int width, int height);
void true_stage_close(struct true_stage *stage);
/* Trilinear. The caller destroys it. */
struct truecolor_renderer *true_stage_renderer(const struct true_stage *stage,
                                               bool square_particles);
/* The built-in level from the middle of its widest leaf, along x, 90 degrees wide; all light styles
 * are steady. */
struct palette_scene *true_stage_look(struct true_stage *stage, struct scene *scene);
/* Opaque, in its last frame. */
struct palette_entity *true_stage_add(struct palette_scene *part, const struct model *model,
                                      const float origin[3]);

#endif
