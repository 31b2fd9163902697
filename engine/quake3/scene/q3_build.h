/* A Quake III scene in the making: what its parts have in common. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_BUILD_H
#define ENGINE_QUAKE3_SCENE_Q3_BUILD_H

#include <stdbool.h>

#include "assets/quake3/q3_data.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/scene/q3_view.h"
#include "render/rgb/scene_rgb.h"

struct q3_build {
    struct scene *whole;
    struct rgb_scene *scene; /* its part in true colour */
    struct q3_data *data;
    const struct scene_options *options;
    const struct q3_level *level; /* NULL = the server has not said which */
    struct q3_interp interp;
    struct q3_view view;
};

/* The model of a name in the files, of a configstring, of a submodel of the level ("*3"); NULL =
 * there is none (of that number). What is not in the files is a placeholder. */
const struct q3_model *q3_build_model(struct q3_build *build, const char *name);
const struct q3_model *q3_build_model_number(struct q3_build *build, int32_t number);
const struct q3_model *q3_build_submodel(struct q3_build *build, int32_t number);

/* A model in the scene, at a place, black where its colour shows. NULL: there is no model, the
 * place is none, or no memory (which the scene notes). */
struct rgb_entity *q3_build_add_model(struct q3_build *build, const struct q3_model *model,
                                      const float origin[3], const float axis[3][3]);
/* A light; nothing with --no-effects, or where the place or the radius is none. */
void q3_build_add_light(struct q3_build *build, const float origin[3], float radius,
                        const float color[3]);

/* Puts `child` on the parent's tag, at its angle; false: the parent has no such tag, and the child
 * is where the parent is. turned: it keeps its own axes as well, as the tag's has them. */
bool q3_build_attach(struct rgb_entity *child, const struct rgb_entity *parent, const char *tag,
                     bool turned);

bool q3_build_is_place(const float origin[3]);

#endif
