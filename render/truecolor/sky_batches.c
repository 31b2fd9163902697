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

#define NO_CORNER UINT32_MAX

/* Seconds to texels. */
static const double back_speed = 8.0, front_speed = 16.0;
/* The sky is a flat dome: directions are three times as steep, and so far away. */
static const float steepness = 3.0f, reach = 6.0f * 63.0f;
/* Depth at which the grid is placed, units; any. */
static const float grid_depth = 16.0f;

static void free_grid(struct sky_batches *sky)
{
    free(sky->touched);
    free(sky->ranges);
    free(sky->numbers);
    sky->touched = NULL;
    sky->ranges = NULL;
    sky->numbers = NULL;
    sky->across = sky->down = 0;
}

void sky_batches_free(struct sky_batches *sky)
{
    free_grid(sky);
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

/* An empty grid over the picture. */
static int make_grid(struct sky_batches *sky, const struct true_view *view)
{
    const int across = (view->width + CELL - 1) / CELL, down = (view->height + CELL - 1) / CELL;
    const size_t cells = (size_t)across * (size_t)down;
    const size_t corners = (size_t)(across + 1) * (size_t)(down + 1);
    if (across != sky->across || down != sky->down) {
        free_grid(sky);
        sky->touched = malloc(cells);
        sky->ranges = malloc((size_t)down * sizeof *sky->ranges);
        sky->numbers = malloc(corners * sizeof *sky->numbers);
        if (sky->touched == NULL || sky->ranges == NULL || sky->numbers == NULL) {
            free_grid(sky);
            return FORMAT_MEMORY;
        }
        sky->across = across;
        sky->down = down;
    }
    for (int row = 0; row < down; row++) {
        sky->ranges[row] = (struct sky_range){HUGE_VAL, -HUGE_VAL};
    }
    memset(sky->touched, 0, cells);
    sky->any = false;
    return 0;
}

int sky_batches_begin(struct sky_batches *sky, const struct true_frame *frame,
                      const struct bsp *bsp)
{
    const int code = make_box(sky, frame->scene->skybox_pictures);
    if (code != 0) {
        return code;
    }
    if (make_grid(sky, &frame->view) != 0) {
        return FORMAT_MEMORY;
    }
    return make_layers(sky, bsp, frame->palette);
}

/* Widens the rows' ranges by an edge, in cells; `around`: so that rounding does not matter. */
static void widen_rows(struct sky_batches *sky, const double a[2], const double b[2])
{
    const double around = 0.25;
    const bool falls = a[1] <= b[1];
    const double *upper = falls ? a : b, *lower = falls ? b : a;
    const double height = lower[1] - upper[1], width = lower[0] - upper[0];
    const double from = fmax(upper[1] - around, 0.0), to = fmin(lower[1] + around, sky->down - 1);
    for (int row = from <= to ? (int)from : sky->down; row <= to; row++) {
        const double first = fmin(fmax(row - around - upper[1], 0.0), height);
        const double last = fmin(fmax(row + 1 + around - upper[1], 0.0), height);
        const double x0 = upper[0] + (height > 0.0 ? width * (first / height) : 0.0);
        const double x1 = height > 0.0 ? upper[0] + width * (last / height) : lower[0];
        struct sky_range *range = &sky->ranges[row];
        range->left = fmin(range->left, fmin(x0, x1) - around);
        range->right = fmax(range->right, fmax(x0, x1) + around);
    }
}

/* Marks the cells in the rows' ranges, which are empty again then. */
static void mark_ranges(struct sky_batches *sky)
{
    for (int row = 0; row < sky->down; row++) {
        const double left = fmax(sky->ranges[row].left, 0.0);
        const double right = fmin(sky->ranges[row].right, sky->across - 1);
        if (left <= right) {
            uint8_t *cells = sky->touched + (size_t)row * (size_t)sky->across;
            memset(cells + (int)left, 1, (size_t)((int)right - (int)left + 1));
            sky->any = true;
        }
        sky->ranges[row] = (struct sky_range){HUGE_VAL, -HUGE_VAL};
    }
}

/* Points of a face's outline on the screen, in cells. */
struct outline {
    double first[2], last[2];
    uint32_t count;
};

static void add_point(struct sky_batches *sky, struct outline *outline,
                      const struct true_view *view, double x, double y, double w)
{
    const double place[2] = {(1.0 + x / w) * 0.5 * view->width / CELL,
                             (1.0 - y / w) * 0.5 * view->height / CELL};
    if (outline->count > 0) {
        widen_rows(sky, outline->last, place);
    } else {
        memcpy(outline->first, place, sizeof place);
    }
    memcpy(outline->last, place, sizeof place);
    outline->count++;
}

/* Marks the cells that a face touches where it is in front of the eye. */
static void mark_face(struct sky_batches *sky, const struct true_view *view, const float (*clip)[4],
                      uint32_t count)
{
    const double nearest = 1.0; /* nearer than the rasterizer draws */
    struct outline outline = {.count = 0};
    for (uint32_t i = 0; i < count; i++) {
        const float *a = clip[i], *b = clip[i + 1 < count ? i + 1 : 0];
        const double w = a[3], next = b[3];
        if (w >= nearest) {
            add_point(sky, &outline, view, a[0], a[1], w);
        }
        if ((w >= nearest) != (next >= nearest)) {
            const double part = (nearest - w) / (next - w);
            add_point(sky, &outline, view, a[0] + ((double)b[0] - a[0]) * part,
                      a[1] + ((double)b[1] - a[1]) * part, nearest);
        }
    }
    if (outline.count > 0) {
        widen_rows(sky, outline.last, outline.first);
        mark_ranges(sky);
    }
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
    mark_face(sky, &frame->view, (const float(*)[4])scratch->clip, face->num_points);
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

/* The number of a corner, which is set when it is first asked for. */
static uint32_t corner_at(struct sky_batches *sky, const struct true_view *view, int column,
                          int row, const float drift[2])
{
    uint32_t *number = &sky->numbers[(size_t)row * (size_t)(sky->across + 1) + (size_t)column];
    if (*number == NO_CORNER) {
        const float x = (float)(column * CELL * 2) / (float)view->width - 1.0f;
        const float y = 1.0f - (float)(row * CELL * 2) / (float)view->height;
        *number = sky->num_corners++;
        set_corner(sky, *number, view, x, y, drift);
    }
    return *number;
}

/* The touched cells as triangles; returns the number of indexes. */
static uint32_t set_cells(struct sky_batches *sky, const struct true_view *view,
                          const float drift[2])
{
    uint32_t count = 0;
    sky->num_corners = 0;
    memset(sky->numbers, 0xff,
           (size_t)(sky->across + 1) * (size_t)(sky->down + 1) * sizeof *sky->numbers);
    for (int row = 0; row < sky->down; row++) {
        const uint8_t *touched = sky->touched + (size_t)row * (size_t)sky->across;
        for (int column = 0; column < sky->across; column++) {
            if (touched[column] != 0) {
                const uint32_t corner = corner_at(sky, view, column, row, drift);
                const uint32_t right = corner_at(sky, view, column + 1, row, drift);
                const uint32_t below = corner_at(sky, view, column, row + 1, drift);
                const uint32_t far = corner_at(sky, view, column + 1, row + 1, drift);
                const uint32_t six[6] = {corner, right, below, right, far, below};
                memcpy(sky->indexes + count, six, sizeof six);
                count += 6;
            }
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
                                           .filtered = true,
                                           .st = (const float(*)[2])sky->st[0],
                                           .flat = {255, 255, 255, 255},
                                           .source = Q3_FACTOR_ONE,
                                           .destination = Q3_FACTOR_ZERO,
                                           .depth_write = true};
    passes[count++] = (struct raster_pass){.texture = sky->front.color,
                                           .filtered = true,
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
    if (frame->scene->skybox_pictures != NULL && sky->any) {
        return add_box(sky, frame, queue);
    }
    const struct true_view *view = &frame->view;
    const float drift[2] = {drift_at(view->time, back_speed), drift_at(view->time, front_speed)};
    if (!sky->has_layers || !sky->any) {
        return 0;
    }
    if (reserve(sky, (size_t)(sky->across + 1) * (size_t)(sky->down + 1)) != 0) {
        return FORMAT_MEMORY;
    }
    const uint32_t num_indexes = set_cells(sky, view, drift);
    struct raster_pass passes[LAYER_PASSES];
    const struct raster_batch batch = {
        .num_vertices = sky->num_corners,
        .num_indexes = num_indexes,
        .clip = (const float(*)[4])sky->clip,
        .indexes = sky->indexes,
        .cull = Q3_CULL_TWO_SIDED,
        .depth = RASTER_DEPTH_SKY,
        .num_passes = set_passes(passes, sky, frame),
        .passes = passes,
    };
    return raster_add(queue, &batch);
}
