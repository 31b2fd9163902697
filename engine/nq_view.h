/* The recorder's eyes: where a NetQuake client looks from at a moment, and what colours its view.
 *
 * Source: WinQuake's view.c. Its sums are taken in the same order and precision, so that the
 * camera is the original's to the last bit where the demo's numbers are. */
#ifndef ENGINE_NQ_VIEW_H
#define ENGINE_NQ_VIEW_H

#include "engine/nq_state.h"
#include "render/scene.h"

struct nq_view {
    float origin[3];
    float angles[3];
    bool has_weapon;        /* alive, in the game, not invisible */
    float weapon_origin[3]; /* of the model in hand */
    float weapon_angles[3];
    /* What a camera behind the recorder starts from: the eyes and the demo's view angles without
     * bob, roll, kicks and punch. */
    bool is_followable; /* not at the end of a level, nor a mere camera without a model */
    float plain_origin[3];
    float plain_angles[3];
};

void nq_view_find(const struct nq_state *state, const struct nq_moment *moment,
                  struct nq_view *view);

/* Carries what the view remembers (the smoothing of stairs) to the last update. The simulator
 * calls it when the next update begins. */
void nq_view_step(struct nq_state *state);

/* The four colour shifts in the original's order. contents: of the leaf the camera is in. */
void nq_view_blends(const struct nq_state *state, double time, int contents,
                    struct scene_blend blends[SCENE_BLENDS]);

#endif
