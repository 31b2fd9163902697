#include "render/palette/entities/sprite_axes.h"

#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"

static const double UPRIGHT_LIMIT =
    0.999848; /* cos(1 degree): an upright sprite seen from its end */

/* Sets the axes of an upright sprite viewed along direction. Returns false if direction is
 * vertical. */
static bool set_upright(struct sprite_axes *axes, const float direction[3])
{
    if ((double)direction[2] > UPRIGHT_LIMIT || (double)direction[2] < -UPRIGHT_LIMIT) {
        return false;
    }
    axes->up[0] = 0;
    axes->up[1] = 0;
    axes->up[2] = 1;
    axes->right[0] = direction[1];
    axes->right[1] = -direction[0];
    axes->right[2] = 0;
    vec_normalize(axes->right);
    axes->normal[0] = -axes->right[1];
    axes->normal[1] = axes->right[0];
    axes->normal[2] = 0;
    return true;
}

/* The axes of the view, turned in the picture's plane by the entity's roll. */
static void set_rolled(struct sprite_axes *axes, const struct sprite_view *view, float roll)
{
    float angle = (float)(roll * (DMATH_PI * 2 / 360));
    float sine = (float)dmath_sin(angle), cosine = (float)dmath_cos(angle);
    for (int i = 0; i < 3; i++) {
        axes->normal[i] = view->forward[i];
        axes->right[i] = view->right[i] * cosine + view->up[i] * sine;
        axes->up[i] = view->right[i] * -sine + view->up[i] * cosine;
    }
}

/* R_DrawSprite. */
bool sprite_axes_set(struct sprite_axes *axes, const struct sprite_view *view,
                     const struct palette_entity *entity)
{
    axes->scale = palette_entity_scale(entity);
    for (int i = 0; i < 3; i++) {
        axes->to_camera[i] = view->eye[i] - entity->origin[i];
    }
    switch (entity->model->spr->orientation) {
    case SPR_FACING_UPRIGHT: {
        float direction[3] = {-axes->to_camera[0], -axes->to_camera[1], -axes->to_camera[2]};
        vec_normalize(direction);
        return set_upright(axes, direction);
    }
    case SPR_PARALLEL_UPRIGHT:
        return set_upright(axes, view->forward);
    case SPR_ORIENTED:
        dmath_angle_vectors(entity->angles, axes->normal, axes->right, axes->up);
        return true;
    case SPR_PARALLEL_ORIENTED:
        set_rolled(axes, view, entity->angles[2]);
        return true;
    case SPR_PARALLEL:
    default:
        memcpy(axes->normal, view->forward, sizeof axes->normal);
        memcpy(axes->right, view->right, sizeof axes->right);
        memcpy(axes->up, view->up, sizeof axes->up);
        return true;
    }
}
