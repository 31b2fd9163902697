#include "engine/quake3/scene/q3_ghosts.h"

#include <math.h>
#include <string.h>

#include "assets/quake3/player_store.h"
#include "engine/quake3/q3_constants.h"

/* A camera this near to the middle of a body is inside it, units: across, and up or down. */
static const float inside_across = 24.0f, inside_up = 44.0f;

/* The torso takes three quarters of the view's pitch, the head the rest (CG_PlayerAngles). */
static const float torso_share = 0.75f;

static const float box_mins[3] = {-15, -15, -24}, box_maxs[3] = {15, 15, 32};

struct ghost_body {
    struct q3_build *build;
    const struct demo_ghost *ghost;
    const struct player_model *model;
    const struct material *material;
};

/* The n-th frame that an animation shows, from 0; it ends with its last frame, or repeats. */
static int32_t frame_of(const struct q3_animation *animation, double n)
{
    const int32_t shown = animation->flip_flop ? 2 * animation->count : animation->count;
    if (shown <= 0) {
        return animation->first;
    }
    if (n >= shown) {
        const double over = n - shown;
        n = animation->loop > 0
                ? shown - animation->loop + (over - animation->loop * floor(over / animation->loop))
                : shown - 1;
    }
    int32_t at = (int32_t)n;
    at = at >= animation->count ? shown - 1 - at : at; /* the way back */
    return animation->first + (animation->reversed ? animation->count - 1 - at : at);
}

static void set_frame(const struct ghost_body *body, int32_t number, double age,
                      struct rgb_entity *part)
{
    const int32_t known = number & ~Q3_ANIM_TOGGLE;
    const bool exists = known >= 0 && known < Q3_ANIMS;
    const struct q3_animation *animation =
        &body->model->animations->at[exists ? known : Q3_ANIM_STAND];
    const double frames = fmin(age * 1000.0 / fmax(animation->frame_ms, 1), 1e6);
    const double whole = floor(frames);
    part->old_frame = frame_of(animation, whole);
    part->frame = frame_of(animation, whole + 1.0);
    part->backlerp = (float)(1.0 - (frames - whole));
}

static void start_part(const struct ghost_body *body, const struct q3_model *model,
                       const float angles[3], struct rgb_entity *part)
{
    *part = (struct rgb_entity){.kind = RGB_MODEL,
                                .flags = RGB_OWN_LIGHT_PLACE,
                                .model = model,
                                .material = body->material};
    memcpy(part->origin, body->ghost->origin, sizeof(part->origin));
    memcpy(part->light_origin, body->ghost->origin, sizeof(part->light_origin));
    rgb_axis_of_angles(angles, part->axis);
}

static void add_part(const struct ghost_body *body, const struct rgb_entity *part)
{
    struct rgb_entity *added = rgb_scene_add_entity(body->build->scene);
    if (added) {
        *added = *part;
    }
}

static void add_parts(const struct ghost_body *body)
{
    const struct demo_ghost *ghost = body->ghost;
    const float pitch = ghost->angles[0];
    const float legs_angles[3] = {0.0f, ghost->angles[1], 0.0f};
    const float torso_angles[3] = {torso_share * pitch, 0.0f, 0.0f};
    const float head_angles[3] = {(1.0f - torso_share) * pitch, 0.0f, 0.0f};
    struct rgb_entity legs, torso, head;
    start_part(body, body->model->legs, legs_angles, &legs);
    set_frame(body, ghost->frame, ghost->frame_age, &legs);
    start_part(body, body->model->torso, torso_angles, &torso);
    set_frame(body, ghost->torso, ghost->torso_age, &torso);
    (void)q3_build_attach(&torso, &legs, "tag_torso", true);
    start_part(body, body->model->head, head_angles, &head);
    (void)q3_build_attach(&head, &torso, "tag_head", true);
    add_part(body, &legs);
    add_part(body, &torso);
    add_part(body, &head);
}

static void add_box(const struct ghost_body *body)
{
    const float angles[3] = {0.0f, body->ghost->angles[1], 0.0f};
    const struct q3_model *model = body->model->legs;
    struct rgb_entity part;
    float axis[3][3];
    start_part(body, model, angles, &part);
    memcpy(axis, part.axis, sizeof(axis));
    for (int i = 0; i < 3; i++) {
        const float size = model->maxs[i] - model->mins[i];
        const float scale = size > 0.0f ? (box_maxs[i] - box_mins[i]) / size : 1.0f;
        for (int k = 0; k < 3; k++) {
            part.origin[k] += axis[i][k] * (box_mins[i] - model->mins[i] * scale);
            part.axis[i][k] = axis[i][k] * scale;
        }
    }
    add_part(body, &part);
}

static bool is_inside(const struct q3_build *b, const struct demo_ghost *ghost)
{
    const float *eye = b->view.origin;
    return fabsf(eye[0] - ghost->origin[0]) < inside_across &&
           fabsf(eye[1] - ghost->origin[1]) < inside_across &&
           fabsf(eye[2] - ghost->origin[2]) < inside_up;
}

void q3_ghosts_add(struct q3_build *b)
{
    static const struct player_model_request standard = {
        .model = "sarge", .head = "", .side = PLAYER_FREE, .stand_in = PLAYER_SARGE};
    for (uint32_t i = 0; i < b->options->num_ghosts; i++) {
        const struct demo_ghost *ghost = &b->options->ghosts[i];
        if (!ghost->there || !q3_build_is_place(ghost->origin) || is_inside(b, ghost)) {
            continue;
        }
        const struct ghost_body body = {b, ghost, q3_data_player(b->data, &standard),
                                        q3_data_material(b->data, "*ghost", Q3_LIGHT_GHOST)};
        if (!body.model || !body.material) {
            return; /* out of memory, which the files remember */
        }
        if (body.model->placeholder) {
            add_box(&body);
        } else {
            add_parts(&body);
        }
    }
}
