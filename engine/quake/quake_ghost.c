#include "engine/quake/quake_ghost.h"

#include <math.h>

/* A camera this near to the middle of a body is inside it, units: across, and up or down. */
static const float inside_across = 24.0f, inside_up = 40.0f;

/* Frames of models run into each other within this time, seconds. */
#define FRAME_SECONDS 0.1

static bool is_inside(const struct quake_build *b, const struct demo_ghost *ghost)
{
    const float *eye = b->whole->camera.origin;
    return fabsf(eye[0] - ghost->origin[0]) < inside_across &&
           fabsf(eye[1] - ghost->origin[1]) < inside_across &&
           fabsf(eye[2] - ghost->origin[2]) < inside_up;
}

void quake_add_ghosts(struct quake_build *b)
{
    const struct scene_options *options = b->options;
    for (uint32_t i = 0; i < options->num_ghosts; i++) {
        const struct demo_ghost *ghost = &options->ghosts[i];
        if (!ghost->there || is_inside(b, ghost)) {
            continue;
        }
        /* The server turns bodies by a third of the view's pitch, and their models count it the
         * other way. */
        const float angles[3] = {-ghost->angles[0] / 3.0f, ghost->angles[1], 0.0f};
        const struct model *model = model_store_get(b->data->models, "progs/player.mdl", NULL);
        struct palette_entity *to =
            quake_add_entity(b, model, i, ghost->origin, angles, DEMO_GHOST_ALPHA);
        if (to != NULL) {
            const double share = ghost->frame_age / FRAME_SECONDS;
            quake_set_frame(b, to, ghost->frame, ghost->old_frame,
                            share < 1.0 ? (float)share : 1.0f);
            quake_set_colors(to, ghost->shirt, ghost->trousers);
        }
    }
}
