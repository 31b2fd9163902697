#include "engine/quake3/scene/q3_build.h"

#include <stdio.h>
#include <string.h>

#define ORIGIN_MAX 1e6f

enum { MODELS = 256 }; /* configstrings of models */

bool q3_build_is_place(const float origin[3])
{
    for (int i = 0; i < 3; i++) {
        if (!(origin[i] > -ORIGIN_MAX && origin[i] < ORIGIN_MAX)) {
            return false;
        }
    }
    return true;
}

const struct q3_model *q3_build_model(struct q3_build *b, const char *name)
{
    return q3_data_model(b->data, name, b->level);
}

const struct q3_model *q3_build_submodel(struct q3_build *b, int32_t number)
{
    char name[16];
    if (number <= 0 || !b->level) {
        return NULL;
    }
    snprintf(name, sizeof(name), "*%d", (int)number);
    return q3_build_model(b, name);
}

/* A configstring that does not hold a name is not a model. */
const struct q3_model *q3_build_model_number(struct q3_build *b, int32_t number)
{
    if (number <= 0 || number >= MODELS) {
        return NULL;
    }
    const char *name = q3_gamestate_string(&b->interp.state->gamestate,
                                           (uint32_t)(b->interp.game->models + number));
    return name[0] == '*' || strchr(name, '/') ? q3_build_model(b, name) : NULL;
}

struct rgb_entity *q3_build_add_model(struct q3_build *b, const struct q3_model *model,
                                      const float origin[3], const float axis[3][3])
{
    if (!model || !q3_build_is_place(origin)) {
        return NULL;
    }
    struct rgb_entity *to = rgb_scene_add_entity(b->scene);
    if (to) {
        to->kind = RGB_MODEL;
        to->model = model;
        memcpy(to->origin, origin, sizeof(to->origin));
        memcpy(to->axis, axis, sizeof(to->axis));
        memset(to->color, 0, sizeof(to->color)); /* as the original leaves it */
    }
    return to;
}

void q3_build_add_light(struct q3_build *b, const float origin[3], float radius,
                        const float color[3])
{
    if (b->options->no_effects || b->options->no_dlights || !q3_build_is_place(origin) ||
        !(radius > 0.0f)) {
        return;
    }
    struct rgb_dlight *to = rgb_scene_add_dlight(b->scene);
    if (to) {
        memcpy(to->origin, origin, sizeof(to->origin));
        memcpy(to->color, color, sizeof(to->color));
        to->radius = radius;
    }
}

static void multiply_axes(float a[3][3], float b[3][3], float out[3][3])
{
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < 3; i++) {
            out[row][i] = a[row][0] * b[0][i] + a[row][1] * b[1][i] + a[row][2] * b[2][i];
        }
    }
}

bool q3_build_attach(struct rgb_entity *child, const struct rgb_entity *parent, const char *tag,
                     bool turned)
{
    struct md3_tag at = {{0.0f, 0.0f, 0.0f},
                         {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}}};
    const struct q3_model *model = parent->model;
    const int32_t number = model && model->kind == Q3_MODEL_MD3 && model->num_lods > 0
                               ? md3_find_tag(&model->lods[0].md3, tag)
                               : -1;
    float own[3][3], parents[3][3];
    if (number >= 0) {
        md3_tag_between(&model->lods[0].md3, (uint32_t)number, parent->old_frame, parent->frame,
                        parent->backlerp, &at);
    }
    memcpy(parents, parent->axis, sizeof(parents));
    for (int i = 0; i < 3; i++) {
        child->origin[i] = parent->origin[i] + at.origin[0] * parents[0][i] +
                           at.origin[1] * parents[1][i] + at.origin[2] * parents[2][i];
    }
    if (turned) {
        multiply_axes(child->axis, at.axis, own);
    } else {
        memcpy(own, at.axis, sizeof(own));
    }
    multiply_axes(own, parents, child->axis);
    return number >= 0;
}
