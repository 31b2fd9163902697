#include "render/truecolor/sky_batches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"
#include "render/palette/surfaces/sky.h"

enum {
    CELL = 16, /* pixels of a cell of the grid */
    LAYER_SIDE = 128,
    LAYER_PASSES = 3,
    DRIFT = 128 /* seconds times speed after which a layer is where it was */
};

/* Seconds to texels. */
static const double back_speed = 8.0, front_speed = 16.0;
/* The sky is a flat dome: directions are three times as steep, and so far away. */
static const float steepness = 3.0f, reach = 6.0f * 63.0f;
/* Depth at which the grid is placed, units; any. */
static const float grid_depth = 16.0f;

void sky_batches_free(struct sky_batches *sky)
{
    object_id_release(sky->identity);
    true_texture_free(&sky->back);
    true_texture_free(&sky->front);
    object_id_release(sky->box_identity);
    for (int i = 0; i < SKYBOX_FACES; i++) {
        true_texture_free(&sky->box[i]);
    }
    free(sky->clip);
    free(sky->st[0]);
    free(sky->st[1]);
    free(sky->indexes);
    memset(sky, 0, sizeof *sky);
}

static int make_layers(struct sky_batches *sky, const struct bsp *bsp, const uint8_t *palette)
{
    const int32_t number = sky_texture(bsp);
    if (object_id_same(sky->identity, bsp->identity)) {
        return 0;
    }
    object_id_release(sky->identity);
    sky->identity = object_id_hold(bsp->identity);
    true_texture_free(&sky->back);
    true_texture_free(&sky->front);
    sky->has_layers = number >= 0;
    if (number < 0) {
        return 0;
    }
    struct true_picture picture = {.pixels = bsp->textures[number].mips[0] + LAYER_SIDE,
                                   .width = LAYER_SIDE,
                                   .height = LAYER_SIDE,
                                   .stride = 2 * LAYER_SIDE};
    int code = true_texture_make(&sky->back, &picture, palette);
    picture.pixels -= LAYER_SIDE;
    picture.flags = TRUE_HOLES | TRUE_SHEER;
    picture.hole = 0;
    if (code == 0) {
        code = true_texture_make(&sky->front, &picture, palette);
    }
    if (code != 0) {
        object_id_release(sky->identity);
        sky->identity = NULL;
        sky->has_layers = false;
    }
    return code;
}

/* Missing faces are black. */
static int make_box(struct sky_batches *sky, const struct skybox_pictures *pictures)
{
    static const uint8_t black[4] = {0, 0, 0, 255};
    int code = 0;
    if (pictures == NULL || object_id_same(sky->box_identity, pictures->identity)) {
        return 0;
    }
    object_id_release(sky->box_identity);
    sky->box_identity = object_id_hold(pictures->identity);
    for (int i = 0; i < SKYBOX_FACES; i++) {
        const struct image_rgba *face = &pictures->faces[i];
        const bool there = face->rgba != NULL;
        true_texture_free(&sky->box[i]);
        if (code == 0) {
            code = true_texture_make_rgba(&sky->box[i], there ? face->rgba : black,
                                          there ? face->width : 1, there ? face->height : 1,
                                          TRUE_CLAMP);
        }
    }
    if (code != 0) {
        object_id_release(sky->box_identity);
        sky->box_identity = NULL;
    }
    return code;
}

int sky_batches_begin(struct sky_batches *sky, const struct true_frame *frame,
                      const struct bsp *bsp)
{
    const int code = make_box(sky, frame->scene->skybox_pictures);
    if (code != 0) {
        return code;
    }
    sky->left = sky->top = INT32_MAX;
    sky->right = sky->bottom = 0;
    return make_layers(sky, bsp, frame->palette);
}

/* Cells from *first to before *end that hold places -1..1 of the screen. */
static void widen(int *first, int *end, float low, float high, int pixels)
{
    const float from = (low + 1.0f) * 0.5f * (float)pixels / CELL - 1.0f;
    const float to = (high + 1.0f) * 0.5f * (float)pixels / CELL + 2.0f;
    const int cells = (pixels + CELL - 1) / CELL;
    const int a = from > 0.0f ? (from < (float)cells ? (int)from : cells) : 0;
    const int b = to > 0.0f ? (to < (float)cells ? (int)to : cells) : 0;
    *first = a < *first ? a : *first;
    *end = b > *end ? b : *end;
}

/* Counts the cells that a face touches; all of them for one that is partly behind the eye. */
static void count_cells(struct sky_batches *sky, const struct true_frame *frame,
                        const float (*clip)[4], uint32_t count)
{
    float low[2] = {1.0f, 1.0f}, high[2] = {-1.0f, -1.0f};
    for (uint32_t i = 0; i < count; i++) {
        for (int k = 0; k < 2; k++) {
            const bool behind = clip[i][3] < 1.0f;
            const float place = behind ? 0.0f : clip[i][k] / clip[i][3];
            low[k] = behind || place < low[k] ? (behind ? -1.0f : place) : low[k];
            high[k] = behind || place > high[k] ? (behind ? 1.0f : place) : high[k];
        }
    }
    widen(&sky->left, &sky->right, low[0], high[0], frame->view.width);
    widen(&sky->top, &sky->bottom, -high[1], -low[1], frame->view.height);
}

int sky_batches_add_window(struct sky_batches *sky, const struct true_frame *frame,
                           struct raster_queue *queue, struct true_scratch *scratch,
                           const struct true_level *level, const struct true_clip *clip,
                           uint32_t number)
{
    const struct level_face *face = &level->mesh.faces[number];
    if (face->num_points < 3) {
        return 0;
    }
    if (true_scratch_reserve(scratch, face->num_points) != 0) {
        return FORMAT_MEMORY;
    }
    true_clip_points(clip, (const float(*)[3])level->mesh.points + face->first_point,
                     face->num_points, scratch->clip);
    count_cells(sky, frame, (const float(*)[4])scratch->clip, face->num_points);
    const struct raster_pass pass = {
        .texture = level->textures[level->num_textures].color, /* not drawn */
        .st = (const float(*)[2])level->mesh.st + face->first_point,
        .flat = {255, 255, 255, 255},
        .source = Q3_FACTOR_ONE,
        .destination = Q3_FACTOR_ZERO,
        .depth_write = true,
    };
    const struct raster_batch batch = {
        .num_vertices = face->num_points,
        .num_indexes = face->num_indexes,
        .clip = (const float(*)[4])scratch->clip,
        .indexes = level->mesh.indexes + face->first_index,
        .cull = Q3_CULL_TWO_SIDED,
        .sky_window = true,
        .quads = true,
        .num_passes = 1,
        .passes = &pass,
    };
    return raster_add(queue, &batch);
}

/* ---- The grid ---- */

static int reserve(struct sky_batches *sky, size_t corners)
{
    if (corners <= sky->capacity) {
        return 0;
    }
    free(sky->clip);
    free(sky->st[0]);
    free(sky->st[1]);
    free(sky->indexes);
    sky->clip = malloc(corners * sizeof *sky->clip);
    sky->st[0] = malloc(corners * sizeof *sky->st[0]);
    sky->st[1] = malloc(corners * sizeof *sky->st[1]);
    sky->indexes = malloc(corners * 6 * sizeof *sky->indexes);
    sky->capacity = corners;
    if (sky->clip == NULL || sky->st[0] == NULL || sky->st[1] == NULL || sky->indexes == NULL) {
        sky->capacity = 0;
        return FORMAT_MEMORY;
    }
    return 0;
}

/* How far a layer has drifted, textures. */
static float drift_at(double time, double speed)
{
    const double texels = fabs(time) < 1e9 ? time * speed : 0.0;
    return (float)((texels - floor(texels / DRIFT) * DRIFT) / LAYER_SIDE);
}

/* A corner at places -1..1 of the screen, x to the right and y up. */
static void set_corner(struct sky_batches *sky, size_t at, const struct true_view *view, float x,
                       float y, const float drift[2])
{
    float direction[3];
    for (int k = 0; k < 3; k++) {
        direction[k] =
            view->forward[k] + view->right[k] * (x * view->tan_x) + view->up[k] * (y * view->tan_y);
    }
    direction[2] *= steepness;
    const float length = vec_length(direction);
    const float scale = length > 0.0f ? reach / length / LAYER_SIDE : 0.0f;
    for (int layer = 0; layer < 2; layer++) {
        for (int k = 0; k < 2; k++) {
            sky->st[layer][at][k] = drift[layer] + direction[k] * scale;
        }
    }
    sky->clip[at][0] = x * grid_depth;
    sky->clip[at][1] = y * grid_depth;
    sky->clip[at][2] = 0.0f;
    sky->clip[at][3] = grid_depth;
}

static uint32_t set_cells(struct sky_batches *sky, int columns, int rows)
{
    uint32_t count = 0;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            const uint32_t corner = (uint32_t)(row * (columns + 1) + column);
            const uint32_t below = corner + (uint32_t)columns + 1;
            const uint32_t six[6] = {corner, corner + 1, below, corner + 1, below + 1, below};
            memcpy(sky->indexes + count, six, sizeof six);
            count += 6;
        }
    }
    return count;
}

static uint32_t set_passes(struct raster_pass passes[LAYER_PASSES], const struct sky_batches *sky,
                           const struct true_frame *frame)
{
    const struct palette_scene *scene = frame->scene;
    const float share = scene->sky_fog < 1.0f ? scene->sky_fog : 1.0f;
    uint32_t count = 0;
    passes[count++] = (struct raster_pass){.texture = sky->back.color,
                                           .st = (const float(*)[2])sky->st[0],
                                           .flat = {255, 255, 255, 255},
                                           .source = Q3_FACTOR_ONE,
                                           .destination = Q3_FACTOR_ZERO,
                                           .depth_write = true};
    passes[count++] = (struct raster_pass){.texture = sky->front.color,
                                           .st = (const float(*)[2])sky->st[1],
                                           .flat = {255, 255, 255, 255},
                                           .source = Q3_FACTOR_SRC_ALPHA,
                                           .destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA};
    if (frame->fog->shown && share > 0.0f) {
        passes[count++] = fog_ramp_layer(frame->fog, share, (const float(*)[2])sky->st[0]);
    }
    return count;
}

/* ---- The cube ---- */

/* A face of the cube: where it is looked at, and what is at its right and its top. */
struct side {
    float forward[3], right[3], up[3];
};

static int add_side(const struct true_frame *frame, struct raster_queue *queue,
                    const struct side *side, const struct texture *texture)
{
    static const uint32_t indexes[4] = {0, 1, 2, 3};
    const float half = 64.0f; /* units; any well beyond the near plane */
    const float width = (float)texture->levels[0].width, height = (float)texture->levels[0].height;
    const struct true_space space = true_space_of_world();
    float points[4][3], clip[4][4], st[4][2];
    for (int i = 0; i < 4; i++) {
        const float right = i == 1 || i == 2 ? 1.0f : -1.0f, up = i < 2 ? 1.0f : -1.0f;
        for (int k = 0; k < 3; k++) {
            points[i][k] = frame->view.eye[k] +
                           half * (side->forward[k] + side->right[k] * right + side->up[k] * up);
        }
        /* On the middles of the outermost texels. */
        st[i][0] = right > 0.0f ? 1.0f - 0.5f / width : 0.5f / width;
        st[i][1] = up > 0.0f ? 0.5f / height : 1.0f - 0.5f / height;
    }
    struct true_clip to_clip;
    true_clip_set(&to_clip, &frame->view, &space);
    true_clip_points(&to_clip, (const float(*)[3])points, 4, clip);
    const float share = frame->scene->sky_fog < 1.0f ? frame->scene->sky_fog : 1.0f;
    struct raster_pass passes[2] = {{.texture = texture,
                                     .st = (const float(*)[2])st,
                                     .flat = {255, 255, 255, 255},
                                     .source = Q3_FACTOR_ONE,
                                     .destination = Q3_FACTOR_ZERO,
                                     .depth_write = true}};
    uint32_t count = 1;
    if (frame->fog->shown && share > 0.0f) {
        passes[count++] = fog_ramp_layer(frame->fog, share, (const float(*)[2])st);
    }
    const struct raster_batch batch = {
        .num_vertices = 4,
        .num_indexes = 4,
        .clip = (const float(*)[4])clip,
        .indexes = indexes,
        .cull = Q3_CULL_TWO_SIDED,
        .depth = RASTER_DEPTH_SKY,
        .quads = true,
        .num_passes = count,
        .passes = passes,
    };
    return raster_add(queue, &batch);
}

/* In the order of a skybox's faces: +x, -x, +y, -y, +z, -z. */
static int add_box(const struct sky_batches *sky, const struct true_frame *frame,
                   struct raster_queue *queue)
{
    static const struct side sides[SKYBOX_FACES] = {
        {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},  {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {-1, 0, 0}, {0, 0, 1}},
        {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}}, {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}},
    };
    int code = 0;
    for (int i = 0; i < SKYBOX_FACES && code == 0; i++) {
        code = add_side(frame, queue, &sides[i], sky->box[i].color);
    }
    return code;
}

int sky_batches_add_sky(struct sky_batches *sky, const struct true_frame *frame,
                        struct raster_queue *queue)
{
    if (frame->scene->skybox_pictures != NULL && sky->right > sky->left) {
        return add_box(sky, frame, queue);
    }
    const struct true_view *view = &frame->view;
    const float drift[2] = {drift_at(view->time, back_speed), drift_at(view->time, front_speed)};
    const int columns = sky->right - sky->left, rows = sky->bottom - sky->top;
    if (!sky->has_layers || columns <= 0 || rows <= 0) {
        return 0;
    }
    if (reserve(sky, (size_t)(columns + 1) * (size_t)(rows + 1)) != 0) {
        return FORMAT_MEMORY;
    }
    size_t at = 0;
    for (int row = 0; row <= rows; row++) {
        const float y = 1.0f - (float)((sky->top + row) * CELL * 2) / (float)view->height;
        for (int column = 0; column <= columns; column++) {
            const float x = (float)((sky->left + column) * CELL * 2) / (float)view->width - 1.0f;
            set_corner(sky, at++, view, x, y, drift);
        }
    }
    struct raster_pass passes[LAYER_PASSES];
    const struct raster_batch batch = {
        .num_vertices = (uint32_t)at,
        .num_indexes = set_cells(sky, columns, rows),
        .clip = (const float(*)[4])sky->clip,
        .indexes = sky->indexes,
        .cull = Q3_CULL_TWO_SIDED,
        .depth = RASTER_DEPTH_SKY,
        .num_passes = set_passes(passes, sky, frame),
        .passes = passes,
    };
    return raster_add(queue, &batch);
}
