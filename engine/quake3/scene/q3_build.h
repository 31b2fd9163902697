/* Context for building a Quake III scene, shared by the files that add to it. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_BUILD_H
#define ENGINE_QUAKE3_SCENE_Q3_BUILD_H

#include <stdbool.h>

#include "assets/quake3/q3_data.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/scene/q3_view.h"
#include "render/rgb/scene_rgb.h"

enum {
    Q3_PAST_VIEWS = Q3_SNAPSHOTS - 1 /* as many snapshots are known before the current one, however
                                        the state came to it */
};

/* Where the camera was at the last snapshots, the newest first; filled at the first use. */
struct q3_past_eyes {
    bool known;
    uint32_t count;
    double times[Q3_PAST_VIEWS]; /* server ms */
    float at[Q3_PAST_VIEWS][3];
};

struct q3_build {
    struct scene *whole;
    struct rgb_scene *scene; /* the true-colour part of `whole` */
    struct q3_data *data;
    const struct scene_options *options;
    const struct q3_level *level; /* NULL = not known yet */
    struct q3_interp interp;
    struct q3_view view;
    struct q3_past_eyes past_eyes; /* of q3_past_view.h */
};

/* Models by file name, by configstring number, and of a submodel of the level ("*3"). A missing
 * file gives a placeholder. Returns NULL if no model has that number, or out of memory. */
const struct q3_model *q3_build_model(struct q3_build *build, const char *name);
const struct q3_model *q3_build_model_number(struct q3_build *build, int32_t number);
const struct q3_model *q3_build_submodel(struct q3_build *build, int32_t number);

/* Adds a model to the scene, with entity colour black. Returns NULL if model is NULL, the origin is
 * not a valid position, or out of memory (the scene records that). */
struct rgb_entity *q3_build_add_model(struct q3_build *build, const struct q3_model *model,
                                      const float origin[3], const float axis[3][3]);
/* Adds a dynamic light; nothing with --no-effects, or for an invalid origin or radius. */
void q3_build_add_light(struct q3_build *build, const float origin[3], float radius,
                        const float color[3]);

/* Places `child` on the parent's tag. turned: combines the child's axes with the tag's; else the
 * tag's replace them. Returns false if the parent has no such tag: child then is at the parent's
 * origin. */
bool q3_build_attach(struct rgb_entity *child, const struct rgb_entity *parent, const char *tag,
                     bool turned);

bool q3_build_is_place(const float origin[3]);

#endif
