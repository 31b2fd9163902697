/* From an entity to screen triangles: pose, place, light, projection. The arithmetic is that of
 * Quake's r_alias.c, operation by operation in float, so that every vertex falls on the pixel it
 * falls on there. */
#include "render/palette/entities/alias.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "render/palette/entities/alias_internal.h"
#include "render/palette/entities/alias_pose.h"
#include "render/palette/entities/entity_array.h"
#include "render/palette/fixed.h"
#include "render/palette/surfaces/light_at_point.h"

enum {
    LIGHT_MIN = 5,         /* no vertex is darker */
    WEAPON_LIGHT_MIN = 24, /* nor is the weapon in hand given less */
    AMBIENT_MAX = 128,
    LIGHT_SUM_MAX = 192,
    PLAIN_GRADE = 31,  /* colormap row */
    LIGHT_GRADES = 64, /* colormap rows; their number's bits scale light */
    LIGHT_GRADE_BITS = 6,
    SHIRT_RANGE = 16, /* palette ranges of the player skin that take the player's colours */
    TROUSERS_RANGE = 96,
    COLOR_RANGE = 16
};

/* 1/z is kept as a fraction of 2^31; the weapon in hand is pulled three times nearer. */
static const float ZI_SCALE = 2147483648.0f;
static const float WEAPON_ZI_SCALE = 3.0f * 2147483648.0f;

void alias_colormap_widen(const uint8_t *colormap, uint8_t wide[ALIAS_COLORMAP_BYTES])
{
    memcpy(wide, colormap, LIGHT_GRADES * 256);
    for (int row = LIGHT_GRADES; row < ALIAS_COLORMAP_ROWS; row++) {
        /* The upper half is for negative light: brighter than the brightest. */
        int from = row < ALIAS_COLORMAP_ROWS / 2 ? LIGHT_GRADES - 1 : 0;
        memcpy(wide + row * 256, wide + from * 256, 256);
    }
}

/* The ranges of the upper half of the palette run from bright to dark the other way
 * (CL_NewTranslation). */
static void translate_range(uint8_t *dest, const uint8_t *source, unsigned first)
{
    for (unsigned j = 0; j < COLOR_RANGE; j++) {
        dest[j] = source[first < 128 ? first + j : first + COLOR_RANGE - 1 - j];
    }
}

void alias_colormap_translate(const uint8_t *colormap, unsigned shirt, unsigned trousers,
                              uint8_t wide[ALIAS_COLORMAP_BYTES])
{
    alias_colormap_widen(colormap, wide);
    for (int row = 0; row < LIGHT_GRADES; row++) {
        translate_range(wide + row * 256 + SHIRT_RANGE, colormap + row * 256, (shirt & 15) * 16);
        translate_range(wide + row * 256 + TROUSERS_RANGE, colormap + row * 256,
                        (trousers & 15) * 16);
    }
    for (int row = LIGHT_GRADES; row < ALIAS_COLORMAP_ROWS; row++) {
        int from = row < ALIAS_COLORMAP_ROWS / 2 ? LIGHT_GRADES - 1 : 0;
        memcpy(wide + row * 256, wide + from * 256, 256);
    }
}

void alias_colormap_tint(uint8_t wide[ALIAS_COLORMAP_BYTES], const uint8_t *palette,
                         const struct nearest *nearest, const uint8_t tint[3])
{
    enum { FIRST_GLOWING = 224, WHOLE = 32 };
    uint8_t tinted[256];
    for (int i = 0; i < 256; i++) {
        int channels[3];
        for (int c = 0; c < 3; c++) {
            const int value = palette[3 * i + c] * tint[c] / WHOLE;
            channels[c] = value < 255 ? value : 255;
        }
        tinted[i] = nearest_find(nearest, channels[0], channels[1], channels[2]);
    }
    for (int row = 0; row < ALIAS_COLORMAP_ROWS; row++) {
        for (int i = 0; i < FIRST_GLOWING; i++) {
            wide[row * 256 + i] = tinted[wide[row * 256 + i]];
        }
    }
}

void alias_list_begin(struct alias_list *list, const struct view *view)
{
    list->num_models = 0;
    list->num_vertices = 0;
    list->num_triangles = 0;
    /* R_ViewChanged: 200 units, and 100 for each unit of triangle size, at 320 x 152 and 90
     * degrees. */
    float field = (float)(2.0 * dmath_tan(view->fov_x / 360 * DMATH_PI));
    float scale =
        (float)(sqrt((double)(view->width * view->height) / (320.0 * 152.0)) * (2.0 / field));
    list->transition = 200.0f * scale;
    list->fudge = 100.0f * scale;
}

void alias_list_free(struct alias_list *list)
{
    free(list->models);
    free(list->vertices);
    free(list->triangles);
    free(list->points);
    free(list->pixels);
    free(list->zi);
    memset(list, 0, sizeof *list);
}

void alias_columns(const struct alias_list *list, const struct alias_model *model, int32_t *u0,
                   int32_t *u1)
{
    if (model->is_far) {
        *u0 = model->extent.u0;
        *u1 = model->extent.u1 + 1;
        return;
    }
    *u0 = INT32_MAX;
    *u1 = 0;
    for (uint32_t i = 0; i < model->num_triangles; i++) {
        const struct alias_triangle *triangle = &list->triangles[model->first_triangle + i];
        for (int j = 0; j < 3; j++) {
            int32_t u = triangle->corners[j][ALIAS_U];
            *u0 = u < *u0 ? u : *u0;
            *u1 = u > *u1 ? u : *u1; /* spans leave their last column out */
        }
    }
}

static void concat_transforms(const float a[3][4], const float b[3][4], float out[3][4])
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
        }
        out[i][3] += a[i][3];
    }
}

/* R_AliasSetUpTransform: bytes of a vertex -> model -> world, relative to the camera -> view. */
static void setup_transform(struct alias_setup *setup)
{
    const struct palette_entity *entity = setup->request->entity;
    const struct view *view = setup->request->view;
    const struct mdl *mdl = setup->mdl;
    /* Models pitch the other way than cameras. */
    const float angles[3] = {-entity->angles[0], entity->angles[1], entity->angles[2]};
    dmath_angle_vectors(angles, setup->forward, setup->right, setup->up);

    const float size = palette_entity_scale(entity);
    float scale[3][4] = {{0}}, place[3][4], camera[3][4], model[3][4];
    for (int i = 0; i < 3; i++) {
        scale[i][i] = mdl->scale[i] * size;
        scale[i][3] = mdl->origin[i] * size;
        place[i][0] = setup->forward[i];
        place[i][1] = -setup->right[i];
        place[i][2] = setup->up[i];
        place[i][3] = -(view->origin[i] - entity->origin[i]);
        camera[0][i] = view->right[i];
        camera[1][i] = -view->up[i];
        camera[2][i] = view->forward[i];
        camera[i][3] = 0;
    }
    concat_transforms(place, scale, model);
    concat_transforms(camera, model, setup->matrix);
}

static void transform_point(const struct alias_setup *setup, const float in[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = vec_dot(in, setup->matrix[i]) + setup->matrix[i][3];
    }
}

static void add_group_bounds(const struct mdl *mdl, const struct mdl_group *group,
                             uint8_t box[2][3])
{
    for (uint32_t i = 0; i < group->count; i++) {
        const struct mdl_vertex *bounds = mdl->pose_bounds[group->first + i];
        for (int j = 0; j < 3; j++) {
            box[0][j] = bounds[0].v[j] < box[0][j] ? bounds[0].v[j] : box[0][j];
            box[1][j] = bounds[1].v[j] > box[1][j] ? bounds[1].v[j] : box[1][j];
        }
    }
}

enum box_result { BOX_OUTSIDE, BOX_CLIPPED, BOX_INSIDE, BOX_FAR };

struct box_points {
    float at[20][3]; /* the 8 corners and where edges cross the near plane */
    bool behind[20];
    int count;
    int nearest; /* whole units, as the original counts */
};

/* Puts the corners into view space; false when all are behind the near plane. */
static bool transform_box(const struct alias_setup *setup, uint8_t box[2][3],
                          struct box_points *points)
{
    /* The corners' order matters to the table of edges below. */
    static const uint8_t corners[8][3] = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1},
                                          {1, 1, 0}, {1, 0, 0}, {1, 0, 1}, {1, 1, 1}};
    static const uint8_t edges[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                         {6, 7}, {7, 4}, {0, 5}, {1, 4}, {2, 7}, {3, 6}};
    bool any_behind = false, all_behind = true;
    points->nearest = 9999;
    points->count = 8;
    for (int i = 0; i < 8; i++) {
        float corner[3];
        for (int j = 0; j < 3; j++) {
            corner[j] = (float)box[corners[i][j]][j];
        }
        float *at = points->at[i];
        transform_point(setup, corner, at);
        points->behind[i] = at[2] < ALIAS_Z_CLIP_PLANE;
        if (points->behind[i]) {
            any_behind = true;
        } else {
            all_behind = false;
            points->nearest =
                at[2] < (float)points->nearest ? fixed_from_float(at[2]) : points->nearest;
        }
    }
    for (int i = 0; any_behind && i < 12; i++) {
        const float *a = points->at[edges[i][0]], *b = points->at[edges[i][1]];
        if (points->behind[edges[i][0]] == points->behind[edges[i][1]]) {
            continue;
        }
        float fraction = (ALIAS_Z_CLIP_PLANE - a[2]) / (b[2] - a[2]);
        float *at = points->at[points->count];
        at[0] = a[0] + (b[0] - a[0]) * fraction;
        at[1] = a[1] + (b[1] - a[1]) * fraction;
        at[2] = ALIAS_Z_CLIP_PLANE;
        points->behind[points->count++] = false;
    }
    return !all_behind;
}

/* R_AliasCheckBBox. The frame's bounding box in the file decides which way the model is drawn.
 */
static enum box_result check_box(const struct alias_setup *setup, uint8_t box[2][3])
{
    const struct view *view = setup->request->view;
    struct box_points points;
    if (!transform_box(setup, box, &points)) {
        return BOX_OUTSIDE;
    }
    uint32_t any = 0, all = ALIAS_LEFT_CLIP | ALIAS_TOP_CLIP | ALIAS_RIGHT_CLIP | ALIAS_BOTTOM_CLIP;
    for (int i = 0; i < points.count; i++) {
        if (points.behind[i]) {
            any |= ALIAS_Z_CLIP;
            continue;
        }
        const float *at = points.at[i];
        float zi = 1.0f / at[2];
        float u = at[0] * view->xscale * zi + view->xcenter;
        float v = at[1] * view->yscale * zi + view->ycenter;
        uint32_t flags = (u < 0 ? ALIAS_LEFT_CLIP : 0u) | (v < 0 ? ALIAS_TOP_CLIP : 0u) |
                         (u > (float)view->width ? ALIAS_RIGHT_CLIP : 0u) |
                         (v > (float)view->height ? ALIAS_BOTTOM_CLIP : 0u);
        any |= flags;
        all &= flags;
    }
    if (all) {
        return BOX_OUTSIDE;
    }
    if (any) {
        return BOX_CLIPPED;
    }
    float size =
        (float)(setup->mdl->size * (1.0 / 11.0)) * palette_entity_scale(setup->request->entity);
    const struct alias_list *list = setup->list;
    return (float)points.nearest > list->transition + size * list->fudge ? BOX_FAR : BOX_INSIDE;
}

/* Sets the pose and the bounding box of the model's frame. A group's box is that of all its poses.
 */
static void setup_frame(struct alias_setup *setup, uint8_t box[2][3])
{
    struct alias_pose found;
    alias_pose_find(&found, setup->mdl, setup->request->entity, setup->request->view->time);
    memset(box[0], 255, 3);
    memset(box[1], 0, 3);
    add_group_bounds(setup->mdl, found.frame, box);
    if (found.old_frame != NULL) {
        add_group_bounds(setup->mdl, found.old_frame, box);
    }
    setup->pose = found.pose;
    setup->old_pose = found.old_pose;
    setup->lerp = found.lerp;
}

/* The light of R_DrawEntitiesOnList and R_DrawViewModel, then R_AliasSetupLighting. */
static void setup_light(struct alias_setup *setup)
{
    const struct palette_scene *scene = setup->request->scene;
    const float *origin = setup->request->entity->origin;
    int light = 255;
    if (scene->world != NULL && scene->world->bsp != NULL) {
        light = light_at_point(scene->world->bsp, scene, origin);
    }
    if (setup->request->view_weapon && light < WEAPON_LIGHT_MIN) {
        light = WEAPON_LIGHT_MIN;
    }
    int32_t ambient = light, shade = light;
    for (size_t i = 0; i < scene->num_dlights; i++) {
        const struct palette_dlight *dlight = &scene->dlights[i];
        float offset[3];
        for (int j = 0; j < 3; j++) {
            offset[j] = origin[j] - dlight->origin[j];
        }
        float add = dlight->radius - vec_length(offset);
        if (add > 0) { /* the sum is cut to a whole number at each light */
            float sum = (float)ambient + add;
            ambient = sum < 65536.0f ? fixed_from_float(sum) : 65536;
        }
    }
    ambient = ambient > AMBIENT_MAX ? AMBIENT_MAX : ambient;
    shade = ambient + shade > LIGHT_SUM_MAX ? LIGHT_SUM_MAX - ambient : shade;

    ambient = ambient < LIGHT_MIN ? LIGHT_MIN : ambient;
    ambient = (255 - ambient) * (1 << LIGHT_GRADE_BITS);
    setup->ambient_light = ambient < LIGHT_MIN ? LIGHT_MIN : ambient;
    setup->shade_light = (float)(shade < 0 ? 0 : shade) * LIGHT_GRADES;
    /* All models are lit from straight above: found by fitting the reference pictures, in which it
     * gives every pixel of dogs and weapons (id's own release lit along -x). */
    static const float light_vector[3] = {0, 0, -1};
    setup->light_vector[0] = vec_dot(light_vector, setup->forward);
    setup->light_vector[1] = -vec_dot(light_vector, setup->right);
    setup->light_vector[2] = vec_dot(light_vector, setup->up);
}

/* Vertices share their normals, and so their light. */
static void light_normals(const struct alias_setup *setup, int32_t lights[ALIAS_NORMALS])
{
    for (int i = 0; i < ALIAS_NORMALS; i++) {
        int32_t light = setup->ambient_light;
        float cosine = vec_dot(alias_normals[i], setup->light_vector);
        if (cosine < 0) {
            light = fixed_add(light, fixed_from_float(setup->shade_light * cosine));
            light = light < 0 ? 0 : light;
        }
        lights[i] = light;
    }
}

/* In the middle of the colormap are the colours as they are. */
static void light_fully(int32_t lights[ALIAS_NORMALS])
{
    for (int i = 0; i < ALIAS_NORMALS; i++) {
        lights[i] = (PLAIN_GRADE << 8) + 128;
    }
}

static struct alias_model *current_model(const struct alias_setup *setup)
{
    return &setup->list->models[setup->list->num_models];
}

/* Sets what does not depend on where vertex i is on the screen. */
static inline void set_vertex_skin(const struct alias_setup *setup, uint32_t i,
                                   const int32_t lights[ALIAS_NORMALS], int32_t at[ALIAS_MEMBERS])
{
    const struct mdl_texcoord *coord = &setup->mdl->texcoords[i];
    at[ALIAS_S] = fixed_texels(coord->s, 0);
    at[ALIAS_T] = fixed_texels(coord->t, 0);
    at[ALIAS_LIGHT] = lights[setup->pose[i].normal];
    if (setup->old_pose != NULL) {
        int32_t old = lights[setup->old_pose[i].normal];
        at[ALIAS_LIGHT] = old + (int32_t)((float)(at[ALIAS_LIGHT] - old) * setup->lerp);
    }
}

/* Reserves a triangle. Returns NULL if out of memory. */
static struct alias_triangle *next_triangle(struct alias_list *list)
{
    if (!entity_array_reserve(&list->triangles, &list->cap_triangles, list->num_triangles, 1,
                              sizeof *list->triangles)) {
        return NULL;
    }
    return &list->triangles[list->num_triangles];
}

/* Adds the triangle that next_triangle reserved to the list. */
static void keep_triangle(const struct alias_setup *setup)
{
    struct alias_model *model = current_model(setup);
    struct alias_triangle *triangle = &setup->list->triangles[setup->list->num_triangles++];
    int32_t a = triangle->corners[0][ALIAS_V], b = triangle->corners[1][ALIAS_V];
    int32_t c = triangle->corners[2][ALIAS_V];
    int32_t row0 = a < b ? a : b, row1 = a > b ? a : b;
    row0 = c < row0 ? c : row0;
    row1 = c > row1 ? c : row1; /* spans leave their last row out */
    triangle->row0 = (int16_t)row0;
    triangle->row1 = (int16_t)row1;
    model->row0 = row0 < model->row0 ? row0 : model->row0;
    model->row1 = row1 > model->row1 ? row1 : model->row1;
}

bool alias_emit_triangle(struct alias_setup *setup, const int32_t *const corners[3])
{
    if (alias_facing(corners[0], corners[1], corners[2]) >= 0) {
        return true; /* turned away, or a line */
    }
    struct alias_triangle *triangle = next_triangle(setup->list);
    if (triangle == NULL) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        memcpy(triangle->corners[i], corners[i], sizeof triangle->corners[i]);
    }
    keep_triangle(setup);
    return true;
}

/* A triangle of vertices that are all on the screen. */
static bool emit_visible(struct alias_setup *setup, const struct mdl_triangle *from)
{
    const struct alias_vertex *vertices = setup->list->vertices;
    const uint32_t *v = from->vertices;
    const int32_t *const corners[3] = {vertices[v[0]].at, vertices[v[1]].at, vertices[v[2]].at};
    uint32_t before = setup->list->num_triangles;
    if (!alias_emit_triangle(setup, corners)) {
        return false;
    }
    for (int i = 0; i < 3 && !from->faces_front && setup->list->num_triangles > before; i++) {
        if (vertices[v[i]].flags & ALIAS_ON_SEAM) {
            int32_t *s = &setup->list->triangles[before].corners[i][ALIAS_S];
            *s = fixed_add(*s, setup->seam_fixup);
        }
    }
    return true;
}

/* The same from pixels: most triangles are turned away, and only the others need their skin. */
static bool emit_near_triangle(struct alias_setup *setup, const struct alias_pixel *pixels,
                               const int32_t *zi, const struct mdl_triangle *from)
{
    if (alias_pixels_facing(pixels, from->vertices) >= 0) {
        return true;
    }
    struct alias_triangle *triangle = next_triangle(setup->list);
    if (triangle == NULL) {
        return false;
    }
    const int32_t *lights = current_model(setup)->lights;
    for (int i = 0; i < 3; i++) {
        uint32_t vertex = from->vertices[i];
        int32_t *at = triangle->corners[i];
        at[ALIAS_U] = pixels[vertex].u;
        at[ALIAS_V] = pixels[vertex].v;
        at[ALIAS_ZI] = zi[vertex];
        set_vertex_skin(setup, vertex, lights, at);
        if (!from->faces_front && setup->mdl->texcoords[vertex].on_seam) {
            at[ALIAS_S] = fixed_add(at[ALIAS_S], setup->seam_fixup);
        }
    }
    keep_triangle(setup);
    return true;
}

/* R_AliasPrepareUnclippedPoints: the box is on the screen, so the vertices are. Scales go into the
 * matrix, which changes what rounds and therefore matters. */
static bool prepare_unclipped(struct alias_setup *setup)
{
    const struct view *view = setup->request->view;
    const struct mdl *mdl = setup->mdl;
    struct alias_list *list = setup->list;
    struct alias_model *model = current_model(setup);
    /* Whole blocks of vertices are written. */
    uint64_t room = ((uint64_t)mdl->num_vertices + ALIAS_BLOCK - 1) / ALIAS_BLOCK * ALIAS_BLOCK;
    if (!entity_array_reserve(&list->pixels, &list->cap_pixels, list->num_vertices, room,
                              sizeof *list->pixels) ||
        !entity_array_reserve(&list->zi, &list->cap_zi, list->num_vertices, room,
                              sizeof *list->zi)) {
        return false;
    }
    float matrix[3][4];
    for (int i = 0; i < 4; i++) {
        matrix[0][i] = setup->matrix[0][i] * (view->xscale * (1.0f / ZI_SCALE));
        matrix[1][i] = setup->matrix[1][i] * (view->yscale * (1.0f / ZI_SCALE));
        matrix[2][i] = setup->matrix[2][i] * (1.0f / ZI_SCALE);
    }
    struct alias_pixel *pixels = list->pixels + list->num_vertices;
    int32_t *zi = list->zi + list->num_vertices;
    model->extent = alias_project_all(setup, matrix, pixels, zi);
    if (model->is_far) {
        model->first_vertex = list->num_vertices;
        model->row0 = model->extent.v0;
        model->row1 = model->extent.v1 + 1;
        list->num_vertices += (uint32_t)room;
        return true;
    }
    for (uint32_t i = 0; i < mdl->num_triangles; i++) {
        if (!emit_near_triangle(setup, pixels, zi, &mdl->triangles[i])) {
            return false;
        }
    }
    return true;
}

void alias_project(const struct alias_setup *setup, const float point[3],
                   struct alias_vertex *vertex)
{
    const struct view *view = setup->request->view;
    float zi = 1.0f / point[2];
    vertex->at[ALIAS_ZI] = fixed_from_float(zi * setup->zi_scale);
    vertex->at[ALIAS_U] = fixed_from_float(point[0] * view->xscale * zi + view->xcenter);
    vertex->at[ALIAS_V] = fixed_from_float(point[1] * view->yscale * zi + view->ycenter);
}

uint32_t alias_screen_flags(const struct view *view, const struct alias_vertex *vertex)
{
    const int32_t *at = vertex->at;
    return (at[ALIAS_U] < 0 ? ALIAS_LEFT_CLIP : 0u) | (at[ALIAS_V] < 0 ? ALIAS_TOP_CLIP : 0u) |
           (at[ALIAS_U] > view->width ? ALIAS_RIGHT_CLIP : 0u) |
           (at[ALIAS_V] > view->height ? ALIAS_BOTTOM_CLIP : 0u);
}

/* The vertices of a model of which a part may be outside. */
static void project_clipped(const struct alias_setup *setup)
{
    const struct alias_list *list = setup->list;
    const struct mdl *mdl = setup->mdl;
    const int32_t *lights = current_model(setup)->lights;
    struct alias_block block;
    for (uint32_t i = 0; i < mdl->num_vertices; i++) {
        struct alias_vertex *vertex = &list->vertices[i];
        uint32_t place = i % ALIAS_BLOCK;
        if (place == 0) {
            alias_transform_block(setup, setup->matrix, i, &block);
        }
        float *point = list->points[i];
        point[0] = block.x[place];
        point[1] = block.y[place];
        point[2] = block.z[place];
        set_vertex_skin(setup, i, lights, vertex->at);
        vertex->flags = mdl->texcoords[i].on_seam ? ALIAS_ON_SEAM : 0;
        if (point[2] < ALIAS_Z_CLIP_PLANE) {
            vertex->at[ALIAS_U] = vertex->at[ALIAS_V] = vertex->at[ALIAS_ZI] = 0;
            vertex->flags |= ALIAS_Z_CLIP;
        } else {
            alias_project(setup, point, vertex);
            vertex->flags |= alias_screen_flags(setup->request->view, vertex);
        }
    }
}

/* R_AliasPreparePoints. */
static bool prepare_clipped(struct alias_setup *setup)
{
    struct alias_list *list = setup->list;
    const struct mdl *mdl = setup->mdl;
    if (!entity_array_reserve(&list->vertices, &list->cap_vertices, 0, mdl->num_vertices,
                              sizeof *list->vertices) ||
        !entity_array_reserve(&list->points, &list->cap_points, 0, mdl->num_vertices,
                              sizeof *list->points)) {
        return false;
    }
    project_clipped(setup);
    for (uint32_t i = 0; i < mdl->num_triangles; i++) {
        const struct mdl_triangle *triangle = &mdl->triangles[i];
        uint32_t a = list->vertices[triangle->vertices[0]].flags;
        uint32_t b = list->vertices[triangle->vertices[1]].flags;
        uint32_t c = list->vertices[triangle->vertices[2]].flags;
        if (a & b & c & ALIAS_ANY_CLIP) {
            continue;
        }
        if ((a | b | c) & ALIAS_ANY_CLIP ? !alias_clip_triangle(setup, triangle)
                                         : !emit_visible(setup, triangle)) {
            return false;
        }
    }
    return true;
}

/* A skin outside the model file; coordinates rounded to outside of it use its nearest texel. */
static void setup_own_skin(const struct skin *skin, struct alias_model *model)
{
    model->skin = skin->pixels;
    model->skin_width = skin->width;
    model->skin_height = skin->height;
    model->texel_min = 0;
    model->texel_max = skin->width * skin->height - 1;
}

/* R_AliasSetupSkin. */
static void setup_skin(const struct alias_setup *setup, struct alias_model *model)
{
    const struct mdl *mdl = setup->mdl;
    const struct palette_entity *entity = setup->request->entity;
    int32_t skin = entity->skin >= 0 && (uint32_t)entity->skin < mdl->num_skins ? entity->skin : 0;
    uint32_t picture =
        mdl_group_pose(&mdl->skins[skin], setup->request->view->time + entity->sync_base);
    int64_t size = (int64_t)mdl->skin_width * mdl->skin_height;
    int64_t before = size * picture, after = size * (mdl->num_skin_pictures - picture) - 1;
    model->skin = mdl->skin_pixels + before;
    model->skin_width = mdl->skin_width;
    model->skin_height = mdl->skin_height;
    /* Rounding may step over the picture's border; what the original finds there is the next
     * picture. */
    model->texel_min = before > INT32_MAX ? -INT32_MAX : (int32_t)-before;
    model->texel_max = after > INT32_MAX ? INT32_MAX : (int32_t)after;
    const struct skin *own = entity->own_skin;
    if (own && own->model_width == mdl->skin_width && own->model_height == mdl->skin_height) {
        setup_own_skin(own, model);
    }
    model->seam_fixup = setup->seam_fixup;
    model->colormap = setup->request->colormap;
}

int alias_list_add(struct alias_list *list, const struct alias_request *request)
{
    const struct mdl *mdl = request->entity->model->mdl;
    struct alias_setup setup = {.list = list, .request = request, .mdl = mdl};
    if (mdl == NULL || mdl->num_vertices == 0 || mdl->num_frames == 0 || mdl->num_skins == 0) {
        return 0;
    }
    uint8_t box[2][3];
    setup_frame(&setup, box);
    setup_transform(&setup);
    enum box_result result = request->view_weapon ? BOX_CLIPPED : check_box(&setup, box);
    if (result == BOX_OUTSIDE) {
        return 0;
    }
    bool holey = mdl->flags & MDL_HOLEY;
    if (result == BOX_FAR && holey) {
        result = BOX_INSIDE; /* only spans know of holes */
    }
    if (!entity_array_reserve(&list->models, &list->cap_models, list->num_models, 1,
                              sizeof *list->models)) {
        return FORMAT_MEMORY;
    }
    setup_light(&setup);
    setup.zi_scale = request->view_weapon ? WEAPON_ZI_SCALE : ZI_SCALE;
    setup.seam_fixup = fixed_texels(mdl->skin_width >> 1, 0);
    struct alias_model *model = &list->models[list->num_models];
    *model = (struct alias_model){.first_triangle = list->num_triangles,
                                  .row0 = INT16_MAX,
                                  .row1 = 0,
                                  .is_far = result == BOX_FAR,
                                  .holey = holey,
                                  .mdl = mdl,
                                  .pose = setup.lerp < 0.5f ? setup.old_pose : setup.pose};
    setup_skin(&setup, model);
    if (request->entity->full_bright) {
        light_fully(model->lights);
    } else {
        light_normals(&setup, model->lights);
    }
    bool complete = result == BOX_CLIPPED ? prepare_clipped(&setup) : prepare_unclipped(&setup);
    model->num_triangles = list->num_triangles - model->first_triangle;
    list->num_models++;
    if (!complete) {
        return FORMAT_MEMORY;
    }
    return model->row0 < model->row1;
}
