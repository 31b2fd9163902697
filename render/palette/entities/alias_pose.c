#include "render/palette/entities/alias_pose.h"

static const struct mdl_group *entity_frame(const struct mdl *mdl, int32_t frame)
{
    return &mdl->frames[frame >= 0 && (uint32_t)frame < mdl->num_frames ? frame : 0];
}

static const struct mdl_vertex *vertices_of(const struct mdl *mdl, uint32_t pose)
{
    return mdl->poses + (size_t)pose * mdl->num_vertices;
}

void alias_pose_find(struct alias_pose *found, const struct mdl *mdl,
                     const struct palette_entity *entity, double time)
{
    const struct mdl_group *frame = entity_frame(mdl, entity->frame);
    time += entity->sync_base;
    *found = (struct alias_pose){
        .frame = frame, .pose = vertices_of(mdl, mdl_group_pose(frame, time)), .lerp = 1};
    if (entity->frame_lerp < 1 && entity->old_frame != entity->frame) {
        found->old_frame = entity_frame(mdl, entity->old_frame);
        found->old_pose = vertices_of(mdl, mdl_group_pose(found->old_frame, time));
        found->lerp = entity->frame_lerp > 0 ? entity->frame_lerp : 0;
    } else if (entity->lerp_poses && frame->count > 1) {
        found->old_pose = vertices_of(mdl, mdl_group_pose_before(frame, time, &found->lerp));
    }
}
