#include "render/truecolor/face_batches.h"

enum { FACE_PASSES = 3 };

/* Liquids are as opaque as the map says, if their entity says nothing. */
static uint8_t opacity_of(const struct true_frame *frame, const struct face_model *model,
                          uint32_t number)
{
    const struct bsp *bsp = model->level->bsp;
    const struct bsp_face *face = &bsp->faces[number];
    const int32_t texture = bsp->texinfo[face->texinfo].texture;
    if ((face->flags & BSP_FACE_TURB) == 0 || model->own_alpha || texture < 0) {
        return model->opacity;
    }
    const float alpha = frame->scene->liquid_alpha[model_liquid_of(bsp->textures[texture].name)];
    return (uint8_t)(alpha > 0.0f ? (alpha < 1.0f ? alpha : 1.0f) * 255.0f + 0.5f : 0.0f);
}

/* The first pass: the texture, lit where the face has light. Returns 0 or FORMAT_MEMORY. */
static int set_first_pass(struct raster_pass *pass, const struct true_frame *frame,
                          const struct face_model *model, uint32_t number,
                          const struct true_texture *texture, uint8_t opacity)
{
    struct true_level *level = model->level;
    const struct level_face *face = &level->mesh.faces[number];
    const uint8_t flags = level->bsp->faces[number].flags;
    const bool fence = (flags & BSP_FACE_FENCE) != 0;
    const bool faint = opacity < 255;
    *pass = (struct raster_pass){
        .texture = texture->color,
        .st = (const float(*)[2])level->mesh.st + face->first_point,
        .flat = {255, 255, 255, opacity},
        .source = faint ? Q3_FACTOR_SRC_ALPHA : Q3_FACTOR_ONE,
        .destination = faint ? Q3_FACTOR_ONE_MINUS_SRC_ALPHA : Q3_FACTOR_ZERO,
        .alpha_test = fence && !texture->color->opaque ? Q3_ALPHA_GE128 : Q3_ALPHA_ALL,
        .depth_write = !faint,
    };
    const struct face_light *light;
    int code = 0;
    if ((flags & BSP_FACE_TURB) != 0) {
        code = liquid_pictures_get(frame->liquids, texture->color, &pass->texture);
    }
    if (code != 0) {
        return code;
    }
    code = true_level_light(level, number, frame->scene, frame->dlights, &light);
    if (code != 0 || light == NULL) {
        return code;
    }
    pass->combine = RASTER_PRODUCT;
    pass->second = light->texture;
    pass->second_st = (const float(*)[2])level->mesh.light_st + face->first_point;
    pass->gain = light->gain;
    return 0;
}

int face_batches_add(const struct true_frame *frame, struct raster_queue *queue,
                     struct true_scratch *scratch, const struct face_model *model, uint32_t number)
{
    const struct true_level *level = model->level;
    const struct level_face *face = &level->mesh.faces[number];
    const struct true_texture texture =
        true_level_texture(level, number, model->entity_frame, frame->view.time);
    const uint8_t opacity = opacity_of(frame, model, number);
    struct raster_pass passes[FACE_PASSES];
    uint32_t count = 1;
    if (face->num_points < 3 || opacity == 0) {
        return 0;
    }
    if (true_scratch_reserve(scratch, face->num_points) != 0 ||
        set_first_pass(&passes[0], frame, model, number, &texture, opacity) != 0) {
        return FORMAT_MEMORY;
    }
    true_clip_points(&model->clip, (const float(*)[3])level->mesh.points + face->first_point,
                     face->num_points, scratch->clip);
    if (texture.glow != NULL) {
        passes[count++] = (struct raster_pass){
            .texture = texture.glow,
            .st = passes[0].st,
            .flat = {255, 255, 255, opacity},
            .source = opacity < 255 ? Q3_FACTOR_SRC_ALPHA : Q3_FACTOR_ONE,
            .destination = Q3_FACTOR_ONE,
        };
    }
    if (frame->fog->shown) {
        fog_ramp_place(frame->fog, (const float(*)[4])scratch->clip, face->num_points,
                       scratch->fog_st);
        passes[count++] = fog_ramp_pass(frame->fog, (const float(*)[2])scratch->fog_st, opacity);
    }
    const struct raster_batch batch = {
        .num_vertices = face->num_points,
        .num_indexes = face->num_indexes,
        .clip = (const float(*)[4])scratch->clip,
        .indexes = level->mesh.indexes + face->first_index,
        .cull = Q3_CULL_TWO_SIDED,
        .quads = true,
        .num_passes = count,
        .passes = passes,
    };
    return raster_add(queue, &batch);
}
