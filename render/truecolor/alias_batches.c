#include "render/truecolor/alias_batches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/alias_normals.h"
#include "formats/base/arrays.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "render/palette/entities/alias_pose.h"
#include "render/palette/surfaces/light_at_point.h"

enum {
    TRANSPARENT = 255, /* index of a texel that is not there */
    SHIRT_RANGE = 16,  /* palette ranges of a player's skin that take his colours */
    TROUSERS_RANGE = 96,
    COLOR_RANGE = 16,
    MODEL_PASSES = 3,
    GAIN = 1 /* a vertex's colour of 255 is twice the skin's */
};

/* Sums of red, green and blue light. */
static const float weapon_least = 72.0f, player_least = 24.0f, most = 288.0f, unit = 200.0f;

void alias_batches_end_frame(struct alias_batches *batches)
{
    picture_cache_end_frame(&batches->skins);
}

void alias_batches_free(struct alias_batches *batches)
{
    picture_cache_free(&batches->skins);
    true_scratch_free(&batches->scratch);
    free(batches->skin);
    free(batches->queue);
    free(batches->points);
    free(batches->st);
    free(batches->colors);
    free(batches->indexes);
    memset(batches, 0, sizeof *batches);
}

/* ---- Skins ---- */

/* The ground of a skin, around its islands, takes the colours of their shores: from the upper left
 * corner over texels of one colour. texels: width * height; queue: as many. */
static void fill_ground(uint8_t *texels, int width, int height, uint32_t *queue)
{
    static const int steps[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const uint8_t ground = texels[0];
    uint32_t first = 0, end = 0;
    if (ground == 0 || ground == TRANSPARENT) {
        return;
    }
    queue[end++] = 0;
    texels[0] = TRANSPARENT; /* met; its colour is not known yet */
    while (first < end) {
        const int x = (int)(queue[first] % (uint32_t)width);
        const int y = (int)(queue[first] / (uint32_t)width);
        uint8_t shore = 0;
        for (int i = 0; i < 4; i++) {
            const int u = x + steps[i][0], v = y + steps[i][1];
            if (u < 0 || v < 0 || u >= width || v >= height) {
                continue;
            }
            uint8_t *near = &texels[(size_t)v * (size_t)width + (size_t)u];
            if (*near == ground) {
                queue[end++] = (uint32_t)v * (uint32_t)width + (uint32_t)u;
                *near = TRANSPARENT;
            } else if (*near != TRANSPARENT) {
                shore = *near;
            }
        }
        texels[queue[first++]] = shore;
    }
}

/* The rows of the palette's upper half run the other way. */
static void set_range(uint8_t translation[256], int range, unsigned color)
{
    for (unsigned i = 0; i < COLOR_RANGE; i++) {
        const unsigned shade = color < 8 ? i : COLOR_RANGE - 1 - i;
        translation[range + (int)i] = (uint8_t)(color * COLOR_RANGE + shade);
    }
}

/* A picture of indices that an entity is painted with. */
struct paint {
    struct object_id *identity;
    uint32_t number;
    const uint8_t *pixels;
    int width, height, stride;
};

static struct paint find_paint(const struct palette_entity *entity, double time)
{
    const struct mdl *mdl = entity->model->mdl;
    const struct skin *own = entity->own_skin;
    if (own != NULL && own->pixels != NULL && own->model_width == mdl->skin_width &&
        own->model_height == mdl->skin_height) {
        return (struct paint){own->identity,     0,         own->pixels, own->model_width,
                              own->model_height, own->width};
    }
    const int32_t number =
        entity->skin >= 0 && (uint32_t)entity->skin < mdl->num_skins ? entity->skin : 0;
    const uint32_t picture = mdl_group_pose(&mdl->skins[number], time + entity->sync_base);
    return (struct paint){mdl->identity,
                          picture,
                          mdl->skin_pixels +
                              (size_t)picture * (size_t)mdl->skin_width * (size_t)mdl->skin_height,
                          mdl->skin_width,
                          mdl->skin_height,
                          mdl->skin_width};
}

static int make_skin(struct alias_batches *batches, const struct true_frame *frame,
                     const struct palette_entity *entity, const struct paint *paint,
                     const struct picture_key *key, struct true_texture *out)
{
    const size_t size = (size_t)paint->width * (size_t)paint->height;
    uint8_t translation[256];
    if (array_reserve(&batches->skin, &batches->skin_capacity, size, 1) != 0 ||
        array_reserve(&batches->queue, &batches->queue_capacity, size, sizeof *batches->queue) !=
            0) {
        return FORMAT_MEMORY;
    }
    for (int y = 0; y < paint->height; y++) {
        memcpy(batches->skin + (size_t)y * (size_t)paint->width,
               paint->pixels + (size_t)y * (size_t)paint->stride, (size_t)paint->width);
    }
    fill_ground(batches->skin, paint->width, paint->height, batches->queue);
    for (int i = 0; i < 256; i++) {
        translation[i] = (uint8_t)i;
    }
    if (entity->translate) {
        set_range(translation, SHIRT_RANGE, entity->shirt & 15u);
        set_range(translation, TROUSERS_RANGE, entity->trousers & 15u);
    }
    const bool holes = (entity->model->mdl->flags & MDL_HOLEY) != 0;
    const struct true_picture picture = {.pixels = batches->skin,
                                         .width = paint->width,
                                         .height = paint->height,
                                         .stride = paint->width,
                                         .flags =
                                             TRUE_GLOW | TRUE_CLAMP | (holes ? TRUE_HOLES : 0u),
                                         .hole = TRANSPARENT,
                                         .translation = translation};
    const struct true_texture *made =
        picture_cache_add(&batches->skins, key, &picture, frame->palette);
    if (made == NULL) {
        return FORMAT_MEMORY;
    }
    *out = *made;
    return 0;
}

/* A player's own skin is before what replaces the model's. Replacements take no player's colours.
 */
static bool find_replacement(const struct true_frame *frame, const struct palette_entity *entity,
                             const struct paint *paint, struct true_texture *out)
{
    const struct mdl *mdl = entity->model->mdl;
    const struct replacement_texture *all =
        object_id_same(paint->identity, mdl->identity)
            ? replacement_set_skins(frame->scene->replacements, mdl)
            : NULL;
    if (all == NULL || all[paint->number].color == NULL) {
        return false;
    }
    *out = (struct true_texture){all[paint->number].color, all[paint->number].glow};
    return true;
}

static int find_skin(struct alias_batches *batches, const struct true_frame *frame,
                     const struct palette_entity *entity, struct true_texture *out)
{
    const struct paint paint = find_paint(entity, frame->view.time);
    if (find_replacement(frame, entity, &paint, out)) {
        return 0;
    }
    const struct picture_key key = {
        paint.identity, paint.number,
        entity->translate ? (entity->shirt & 15) * 16 + (entity->trousers & 15) : -1};
    const struct true_texture *found = picture_cache_find(&batches->skins, &key);
    if (found != NULL) {
        *out = *found;
        return 0;
    }
    return make_skin(batches, frame, entity, &paint, &key, out);
}

/* ---- Light ---- */

/* Colours of the vertices by normal: times GAIN the skin. */
struct lighting {
    float light[3];     /* 1 = 255 */
    float direction[3]; /* in model space */
    bool flat;          /* no shade */
};

static void add_dlights(const struct palette_scene *scene, const float origin[3], float light[3])
{
    for (size_t i = 0; i < scene->num_dlights; i++) {
        const struct palette_dlight *dlight = &scene->dlights[i];
        const float add = dlight->radius - vec_distance(origin, dlight->origin);
        for (int c = 0; c < 3 && add > 0.0f; c++) {
            light[c] += add;
        }
    }
}

static void find_lighting(struct lighting *lighting, const struct true_frame *frame,
                          const struct palette_entity *entity, bool view_weapon)
{
    const struct palette_scene *scene = frame->scene;
    float *light = lighting->light;
    int there[3] = {255, 255, 255};
    if (scene->world != NULL && scene->world->bsp != NULL) {
        light_at_point_color(scene->world->bsp, scene, entity->origin, there);
    }
    for (int c = 0; c < 3; c++) {
        light[c] = (float)there[c];
    }
    add_dlights(scene, entity->origin, light);
    const float least = view_weapon ? weapon_least : entity->translate ? player_least : 0.0f;
    const float sum = light[0] + light[1] + light[2];
    for (int c = 0; c < 3; c++) {
        light[c] += sum < least ? (least - sum) / 3.0f : 0.0f;
        light[c] *= sum > most ? most / sum : 1.0f;
        light[c] /= unit;
        if (entity->tinted) {
            light[c] *= (float)entity->tint[c] / 32.0f;
        }
    }
    /* One of 16 directions around the model, by its yaw. */
    const float yaw = entity->angles[1];
    const int step = fabsf(yaw) < 1e6f ? (int)(yaw * (16.0f / 360.0f)) & 15 : 0;
    const double angle = step / 16.0 * 2.0 * 3.14159;
    lighting->direction[0] = (float)dmath_cos(-angle);
    lighting->direction[1] = (float)dmath_sin(-angle);
    lighting->direction[2] = 1.0f;
    vec_normalize(lighting->direction);
    lighting->flat = entity->full_bright;
    if (lighting->flat) {
        light[0] = light[1] = light[2] = 0.5f;
    }
}

/* How much of the light a normal gets. */
static float shade_of(const struct lighting *lighting, uint8_t number)
{
    float normal[3];
    for (int i = 0; i < 3; i++) {
        normal[i] = (float)(int8_t)(127.0f * alias_normals[number][i]) / 127.0f;
    }
    const float towards = vec_dot(normal, lighting->direction);
    return towards < 0.0f ? 1.0f + towards * (13.0f / 44.0f) : 1.0f + towards;
}

/* ---- Geometry ---- */

static int reserve(struct alias_batches *batches, const struct mdl *mdl)
{
    const size_t points = (size_t)mdl->num_vertices * 2; /* those on the seam twice */
    const size_t indexes = (size_t)mdl->num_triangles * 3;
    if (points > batches->point_capacity) {
        free(batches->points);
        free(batches->st);
        free(batches->colors);
        batches->points = malloc(points * sizeof *batches->points);
        batches->st = malloc(points * sizeof *batches->st);
        batches->colors = malloc(points * sizeof *batches->colors);
        batches->point_capacity = points;
        if (batches->points == NULL || batches->st == NULL || batches->colors == NULL) {
            batches->point_capacity = 0;
            return FORMAT_MEMORY;
        }
    }
    return array_reserve(&batches->indexes, &batches->index_capacity, indexes,
                         sizeof *batches->indexes) != 0
               ? FORMAT_MEMORY
               : true_scratch_reserve(&batches->scratch, points);
}

static void set_color(uint8_t color[4], const struct lighting *lighting, float shade,
                      uint8_t opacity)
{
    for (int c = 0; c < 3; c++) {
        const float level = lighting->light[c] * shade * 255.0f + 0.5f;
        color[c] = (uint8_t)(level < 255.0f ? level : 255.0f);
    }
    color[3] = opacity;
}

/* Vertex i, and its twin behind the seam. */
static void set_vertices(struct alias_batches *batches, const struct mdl *mdl,
                         const struct alias_pose *pose, const struct lighting *lighting,
                         uint8_t opacity)
{
    const uint32_t count = mdl->num_vertices;
    for (uint32_t i = 0; i < count; i++) {
        const struct mdl_vertex *vertex = &pose->pose[i];
        const struct mdl_vertex *old = pose->old_pose != NULL ? &pose->old_pose[i] : vertex;
        const struct mdl_texcoord *place = &mdl->texcoords[i];
        for (int k = 0; k < 3; k++) {
            const float at =
                (float)old->v[k] + ((float)vertex->v[k] - (float)old->v[k]) * pose->lerp;
            batches->points[i][k] = at * mdl->scale[k] + mdl->origin[k];
        }
        float shade = 1.0f;
        if (!lighting->flat) {
            const float before = shade_of(lighting, old->normal);
            shade = before + (shade_of(lighting, vertex->normal) - before) * pose->lerp;
        }
        set_color(batches->colors[i], lighting, shade, opacity);
        batches->st[i][0] = ((float)place->s + 0.5f) / (float)mdl->skin_width;
        batches->st[i][1] = ((float)place->t + 0.5f) / (float)mdl->skin_height;
        memcpy(batches->points[count + i], batches->points[i], sizeof *batches->points);
        memcpy(batches->colors[count + i], batches->colors[i], sizeof *batches->colors);
        batches->st[count + i][0] =
            (place->on_seam ? (float)place->s + 0.5f + (float)mdl->skin_width / 2.0f
                            : (float)place->s + 0.5f) /
            (float)mdl->skin_width;
        batches->st[count + i][1] = batches->st[i][1];
    }
}

static void set_indexes(struct alias_batches *batches, const struct mdl *mdl)
{
    for (uint32_t i = 0; i < mdl->num_triangles; i++) {
        const struct mdl_triangle *triangle = &mdl->triangles[i];
        for (int k = 0; k < 3; k++) {
            batches->indexes[(size_t)i * 3 + (size_t)k] =
                triangle->vertices[k] + (triangle->faces_front ? 0 : mdl->num_vertices);
        }
    }
}

/* False: the model's box is outside the view. */
static bool may_be_seen(const struct true_view *view, const struct mdl *mdl,
                        const struct true_space *space)
{
    float mins[3], maxs[3];
    true_space_box(space, mdl->mins, mdl->maxs, mins, maxs);
    return true_view_cross_box(view, mins, maxs, (1 << TRUE_SIDES) - 1) >= 0;
}

/* Texture by light, what glows, fog. Returns the number of passes. */
static uint32_t set_passes(struct raster_pass passes[MODEL_PASSES], struct alias_batches *batches,
                           const struct true_frame *frame, const struct palette_entity *entity,
                           const struct true_texture *skin)
{
    const bool faint = entity->alpha < 255;
    const bool holes = !skin->color->opaque;
    uint32_t count = 1;
    passes[0] = (struct raster_pass){
        .texture = skin->color,
        .filtered = true,
        .st = (const float(*)[2])batches->st,
        .color = (const uint8_t(*)[4])batches->colors,
        .gain = GAIN,
        .source = faint ? Q3_FACTOR_SRC_ALPHA : Q3_FACTOR_ONE,
        .destination = faint ? Q3_FACTOR_ONE_MINUS_SRC_ALPHA : Q3_FACTOR_ZERO,
        .alpha_test = holes ? Q3_ALPHA_GE128 : Q3_ALPHA_ALL,
        .depth_write = !faint,
    };
    if (skin->glow != NULL) {
        passes[count++] = (struct raster_pass){
            .texture = skin->glow,
            .filtered = true,
            .st = passes[0].st,
            .flat = {255, 255, 255, entity->alpha},
            .source = faint ? Q3_FACTOR_SRC_ALPHA : Q3_FACTOR_ONE,
            .destination = Q3_FACTOR_ONE,
        };
    }
    if (frame->fog->shown) {
        passes[count++] =
            fog_ramp_pass(frame->fog, (const float(*)[2])batches->scratch.fog_st, entity->alpha);
    }
    return count;
}

int alias_batches_add(struct alias_batches *batches, const struct true_frame *frame,
                      struct raster_queue *queue, const struct palette_entity *entity,
                      bool view_weapon)
{
    const struct mdl *mdl = entity->model->mdl;
    const float angles[3] = {-entity->angles[0], entity->angles[1], entity->angles[2]};
    struct true_texture skin;
    if (mdl == NULL || mdl->num_frames == 0 || mdl->num_skins == 0 || entity->alpha == 0) {
        return 0;
    }
    const struct true_space space =
        true_space_at(entity->origin, angles, palette_entity_scale(entity));
    if (!view_weapon && !may_be_seen(&frame->view, mdl, &space)) {
        return 0;
    }
    if (reserve(batches, mdl) != 0 || find_skin(batches, frame, entity, &skin) != 0) {
        return FORMAT_MEMORY;
    }
    struct alias_pose pose;
    struct lighting lighting;
    struct true_clip clip;
    alias_pose_find(&pose, mdl, entity, frame->view.time);
    find_lighting(&lighting, frame, entity, view_weapon);
    set_vertices(batches, mdl, &pose, &lighting, entity->alpha);
    set_indexes(batches, mdl);
    const uint32_t count = mdl->num_vertices * 2;
    true_clip_set(&clip, &frame->view, &space);
    true_clip_points(&clip, (const float(*)[3])batches->points, count, batches->scratch.clip);
    if (frame->fog->shown) {
        fog_ramp_place(frame->fog, (const float(*)[4])batches->scratch.clip, count,
                       batches->scratch.fog_st);
    }
    struct raster_pass passes[MODEL_PASSES];
    const struct raster_batch batch = {
        .num_vertices = count,
        .num_indexes = mdl->num_triangles * 3,
        .clip = (const float(*)[4])batches->scratch.clip,
        .indexes = batches->indexes,
        .cull = Q3_CULL_FRONT_SIDED,
        .depth = view_weapon ? RASTER_DEPTH_NEAR : RASTER_DEPTH_WORLD,
        .num_passes = set_passes(passes, batches, frame, entity, &skin),
        .passes = passes,
    };
    return raster_add(queue, &batch);
}
