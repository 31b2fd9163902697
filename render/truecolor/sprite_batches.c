#include "render/truecolor/sprite_batches.h"

#include <string.h>

#include "formats/base/vec.h"
#include "render/palette/entities/sprite_axes.h"

enum {
    CORNERS = 4,
    TRANSPARENT = 255,
    SPRITE_PASSES = 2,
    PARTICLES_AT_ONCE = 64,
    DISC_SIDE = 64,   /* texels of the picture; the disc is in its upper left quarter: */
    DISC_MIDDLE = 16, /* its middle, across and down */
    DISC_MOST = 255   /* squared distances from there count up to this */
};

/* Across a particle, units. */
static const float disc_size = 1.5f * 1.27f * 0.5f, square_size = 1.5f * 0.5f;
static const float near_depth = 20.0f, near_grow = 1.08f, depth_grow = 0.004f;

static const uint32_t quad[CORNERS] = {0, 1, 2, 3};

void sprite_batches_end_frame(struct sprite_batches *batches)
{
    picture_cache_end_frame(&batches->pictures);
}

void sprite_batches_free(struct sprite_batches *batches)
{
    picture_cache_free(&batches->pictures);
    texture_destroy(batches->disc);
    memset(batches, 0, sizeof *batches);
}

/* ---- Sprites ---- */

static int find_picture(struct sprite_batches *batches, const struct true_frame *frame,
                        const struct spr *spr, uint32_t number, struct true_texture *out)
{
    const struct picture_key key = {spr->identity, number, -1};
    const struct true_texture *found = picture_cache_find(&batches->pictures, &key);
    const struct spr_picture *from = &spr->pictures[number];
    if (found == NULL) {
        const struct true_picture picture = {.pixels = from->pixels,
                                             .width = from->width,
                                             .height = from->height,
                                             .stride = from->width,
                                             .flags = TRUE_HOLES,
                                             .hole = TRANSPARENT};
        found = picture_cache_add(&batches->pictures, &key, &picture, frame->palette);
    }
    if (found == NULL) {
        return FORMAT_MEMORY;
    }
    *out = *found;
    return 0;
}

int sprite_batches_add(struct sprite_batches *batches, const struct true_frame *frame,
                       struct raster_queue *queue, const struct palette_entity *entity)
{
    static const float st[CORNERS][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const struct true_view *view = &frame->view;
    const struct spr *spr = entity->model->spr;
    if (spr == NULL || spr->num_frames == 0 || entity->alpha == 0) {
        return 0;
    }
    const struct sprite_view eye = {view->eye, view->forward, view->right, view->up};
    struct sprite_axes axes;
    if (!sprite_axes_set(&axes, &eye, entity)) {
        return 0;
    }
    const int32_t shown =
        entity->frame >= 0 && (uint32_t)entity->frame < spr->num_frames ? entity->frame : 0;
    const uint32_t number = spr_group_picture(&spr->frames[shown], view->time + entity->sync_base);
    const struct spr_picture *picture = &spr->pictures[number];
    struct true_texture texture;
    if (find_picture(batches, frame, spr, number, &texture) != 0) {
        return FORMAT_MEMORY;
    }
    const float across[2] = {(float)picture->left, (float)picture->left + (float)picture->width};
    const float down[2] = {(float)picture->up, (float)picture->up - (float)picture->height};
    float points[CORNERS][3], clip[CORNERS][4], fog_st[CORNERS][2];
    for (int i = 0; i < CORNERS; i++) {
        const float right = across[i == 1 || i == 2] * axes.scale, up = down[i / 2] * axes.scale;
        for (int k = 0; k < 3; k++) {
            points[i][k] = entity->origin[k] + axes.right[k] * right + axes.up[k] * up;
        }
    }
    const struct true_space space = true_space_of_world();
    struct true_clip to_clip;
    true_clip_set(&to_clip, view, &space);
    true_clip_points(&to_clip, (const float(*)[3])points, CORNERS, clip);
    struct raster_pass passes[SPRITE_PASSES] = {{
        .texture = texture.color,
        .filtered = true,
        .st = st,
        .flat = {255, 255, 255, 255},
        .source = Q3_FACTOR_ONE,
        .destination = Q3_FACTOR_ZERO,
        .alpha_test = texture.color->opaque ? Q3_ALPHA_ALL : Q3_ALPHA_GE128,
        .depth_write = entity->alpha == 255,
    }};
    if (frame->fog->shown) {
        fog_ramp_place(frame->fog, (const float(*)[4])clip, CORNERS, fog_st);
        passes[1] = fog_ramp_pass(frame->fog, (const float(*)[2])fog_st, 255);
    }
    const struct raster_batch batch = {
        .num_vertices = CORNERS,
        .num_indexes = CORNERS,
        .clip = (const float(*)[4])clip,
        .indexes = quad,
        .cull = Q3_CULL_TWO_SIDED,
        .polygon_offset = spr->orientation == SPR_ORIENTED,
        .quads = true,
        .num_passes = frame->fog->shown ? 2 : 1,
        .passes = passes,
    };
    return raster_add(queue, &batch);
}

/* ---- Particles ---- */

static int make_disc(struct sprite_batches *batches)
{
    uint8_t texels[DISC_SIDE][DISC_SIDE][4];
    const uint8_t *levels[1] = {texels[0][0]};
    for (int y = 0; y < DISC_SIDE; y++) {
        for (int x = 0; x < DISC_SIDE; x++) {
            const int u = x - DISC_MIDDLE, v = y - DISC_MIDDLE;
            const int away = u * u + v * v < DISC_MOST ? u * u + v * v : DISC_MOST;
            const int alpha = 8 * (DISC_MOST - away);
            memset(texels[y][x], 255, 3);
            texels[y][x][3] = (uint8_t)(alpha < 255 ? alpha : 255);
        }
    }
    batches->disc = texture_create("", true, 1, DISC_SIDE, DISC_SIDE, levels);
    return batches->disc != NULL ? 0 : FORMAT_MEMORY;
}

/* Particles of a batch. */
struct swarm {
    float points[PARTICLES_AT_ONCE * CORNERS][3];
    float clip[PARTICLES_AT_ONCE * CORNERS][4];
    float st[PARTICLES_AT_ONCE * CORNERS][2];
    uint8_t colors[PARTICLES_AT_ONCE * CORNERS][4];
    uint32_t indexes[PARTICLES_AT_ONCE * CORNERS];
};

/* The particle's place is the lower left corner of its disc or square, which grows with the
 * distance, so that it never becomes smaller than a pixel. A square is the middle of the disc. */
static void set_particle(struct swarm *swarm, uint32_t number, const struct true_frame *frame,
                         const struct palette_particle *particle)
{
    static const float sides[CORNERS][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const bool square = frame->square_particles;
    const float middle = (float)DISC_MIDDLE / DISC_SIDE, reach = square ? 0.0f : 2.0f * middle;
    const float first = square ? middle : 0.0f, whole = square ? square_size : disc_size;
    const struct true_view *view = &frame->view;
    float offset[3];
    for (int k = 0; k < 3; k++) {
        offset[k] = particle->origin[k] - view->eye[k];
    }
    const float depth = vec_dot(offset, view->forward);
    const float size = whole * (depth < near_depth ? near_grow : 1.0f + depth * depth_grow);
    for (uint32_t i = 0; i < CORNERS; i++) {
        const uint32_t at = number * CORNERS + i;
        const float right = sides[i][0] * size, up = sides[i][1] * size;
        for (int k = 0; k < 3; k++) {
            swarm->points[at][k] = particle->origin[k] + view->right[k] * right + view->up[k] * up;
        }
        swarm->st[at][0] = first + sides[i][0] * reach;
        swarm->st[at][1] = first + sides[i][1] * reach;
        memcpy(swarm->colors[at], frame->palette + (size_t)particle->color * 3, 3);
        swarm->colors[at][3] = 255;
        swarm->indexes[at] = at;
    }
}

/* Its colour in the fog: fog as a pass would cover the corners of its square as well. */
static void fog_particle(struct swarm *swarm, uint32_t number, const struct true_frame *frame)
{
    for (uint32_t i = number * CORNERS; i < (number + 1) * CORNERS; i++) {
        const float *point = swarm->points[i];
        float offset[3];
        for (int k = 0; k < 3; k++) {
            offset[k] = point[k] - frame->view.eye[k];
        }
        fog_ramp_color(frame->fog, vec_dot(offset, frame->view.forward), swarm->colors[i]);
    }
}

static int add_swarm(struct swarm *swarm, uint32_t count, const struct true_clip *clip,
                     struct raster_queue *queue, const struct texture *disc)
{
    true_clip_points(clip, (const float(*)[3])swarm->points, count * CORNERS, swarm->clip);
    struct raster_pass pass = {
        .texture = disc,
        .st = (const float(*)[2])swarm->st,
        .color = (const uint8_t(*)[4])swarm->colors,
        .source = Q3_FACTOR_SRC_ALPHA,
        .destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
    };
    const struct raster_batch batch = {
        .num_vertices = count * CORNERS,
        .num_indexes = count * CORNERS,
        .clip = (const float(*)[4])swarm->clip,
        .indexes = swarm->indexes,
        .cull = Q3_CULL_TWO_SIDED,
        .quads = true,
        .num_passes = 1,
        .passes = &pass,
    };
    return raster_add(queue, &batch);
}

int sprite_batches_add_particles(struct sprite_batches *batches, const struct true_frame *frame,
                                 struct raster_queue *queue)
{
    const struct palette_scene *scene = frame->scene;
    const struct true_space space = true_space_of_world();
    struct true_clip clip;
    struct swarm swarm;
    uint32_t count = 0;
    if (scene->num_particles == 0) {
        return 0;
    }
    if (batches->disc == NULL && make_disc(batches) != 0) {
        return FORMAT_MEMORY;
    }
    true_clip_set(&clip, &frame->view, &space);
    for (size_t i = 0; i < scene->num_particles; i++) {
        set_particle(&swarm, count, frame, &scene->particles[i]);
        if (frame->fog->shown) {
            fog_particle(&swarm, count, frame);
        }
        if (++count == PARTICLES_AT_ONCE || i + 1 == scene->num_particles) {
            if (add_swarm(&swarm, count, &clip, queue, batches->disc) != 0) {
                return FORMAT_MEMORY;
            }
            count = 0;
        }
    }
    return 0;
}
