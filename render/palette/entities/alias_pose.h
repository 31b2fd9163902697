/* Which poses of an alias model an entity shows, and how far it is from one to the other. */
#ifndef RENDER_PALETTE_ENTITIES_ALIAS_POSE_H
#define RENDER_PALETTE_ENTITIES_ALIAS_POSE_H

#include "formats/models/mdl.h"
#include "render/palette/scene_palette.h"

struct alias_pose {
    const struct mdl_group *frame;     /* the entity's */
    const struct mdl_group *old_frame; /* the one before, if it counts; else NULL */
    const struct mdl_vertex *pose;
    const struct mdl_vertex *old_pose; /* NULL: pose alone */
    float lerp;                        /* from old_pose to pose, 0..1 */
};

/* time: the scene's. A frame number that the model lacks is its first. */
void alias_pose_find(struct alias_pose *found, const struct mdl *mdl,
                     const struct palette_entity *entity, double time);

#endif
