#include "render/palette/surfaces/surfaces_internal.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/vec.h"
#include "render/palette/fixed.h"
#include "render/palette/screen.h"

enum {
    CLEAR_COLOR = 2,                /* r_clearcolor */
    BLOCK_TEXELS_MAX = 2048 * 2048, /* larger ones get a coarser mip */
    FRAME_BYTES_MAX = 384 << 20     /* all lit blocks of a frame; the rest is drawn flat */
};

static const float background_zi = -0.9f; /* behind everything, as the original has it */

struct surfaces *surfaces_create(const uint8_t *colormap, const uint8_t *palette,
                                 enum render_look look, bool colored_light)
{
    struct surfaces *surfaces = calloc(1, sizeof *surfaces);
    if (surfaces == NULL) {
        return NULL;
    }
    surfaces->cache = surface_cache_create();
    surfaces->blend = blend_create(palette);
    bool colored = colored_light && look == LOOK_EXACT;
    if (colored) {
        surfaces->color = light_color_create(palette, colormap);
    }
    if (surfaces->cache == NULL || surfaces->blend == NULL ||
        (colored && surfaces->color == NULL)) {
        surfaces_destroy(surfaces);
        return NULL;
    }
    surfaces->look = look;
    memcpy(surfaces->colormap, colormap, COLORMAP_BYTES);
    fence_colormap(surfaces->fence_colormap, colormap, surfaces->blend);
    memcpy(surfaces->palette, palette, PALETTE_BYTES);
    kernels_turb_table(surfaces->sine, KERNEL_TURB_ENTRIES);
    return surfaces;
}

void surfaces_destroy(struct surfaces *surfaces)
{
    if (surfaces == NULL) {
        return;
    }
    surface_cache_destroy(surfaces->cache);
    surface_dlights_free(&surfaces->dlights);
    blend_destroy(surfaces->blend);
    light_color_destroy(surfaces->color);
    fog_destroy(surfaces->fog);
    free(surfaces->sky_kept);
    free(surfaces->order);
    free(surfaces->order_start);
    free(surfaces->ranks);
    free(surfaces->draws);
    free(surfaces->builds);
    free(surfaces->placement_orgs);
    free(surfaces);
}

/* One frame's inputs, so that the steps below need no long lists of arguments. */
struct prepare {
    const struct palette_scene *scene;
    const struct view *view;
    const struct world_placement *placements;
    float scale_for_mip;
};

static void transform_axis(const struct world_placement *placement, const float vec[4],
                           float out[3])
{
    vec_to_axes(vec, placement->right, placement->up, placement->forward, out);
}

/* (fixed)(double) - (fixed)int + float, added as floats, cut to fixed again: the original's
 * types. */
static int32_t texture_adjust(const float org[3], const float axis[3], int32_t texture_min,
                              float offset, int mip, float mip_scale)
{
    int32_t place = fixed_sub(fixed_from_double((double)(vec_dot(org, axis) * 65536.0f) + 0.5),
                              fixed_texels(texture_min, mip));
    return fixed_from_float((float)place + offset * (65536.0f * mip_scale));
}

/* D_CalcGradients. org: the camera relative to the model's origin, in view space; texture vectors
 * go through the model's own (turned) axes. */
static void calc_gradients(struct span_surface *span, const struct view *view,
                           const struct world_placement *placement, const float org[3],
                           const struct bsp *bsp, const struct bsp_face *face, int mip)
{
    const struct bsp_texinfo *texinfo = &bsp->texinfo[face->texinfo];
    const float mip_scale = 1.0f / (float)(1 << mip);
    const float u_scale = view->xscaleinv * mip_scale, v_scale = view->yscaleinv * mip_scale;
    float s_axis[3], t_axis[3], scaled_org[3];
    int32_t extents[2];

    transform_axis(placement, texinfo->vecs[0], s_axis);
    transform_axis(placement, texinfo->vecs[1], t_axis);
    const float shrink = 1.0f / placement->scale;
    for (int i = 0; i < 3; i++) {
        s_axis[i] *= shrink;
        t_axis[i] *= shrink;
    }
    span->sdivz_stepu = s_axis[0] * u_scale;
    span->tdivz_stepu = t_axis[0] * u_scale;
    span->sdivz_stepv = -s_axis[1] * v_scale;
    span->tdivz_stepv = -t_axis[1] * v_scale;
    span->sdivz_origin = s_axis[2] * mip_scale - view->xcenter * span->sdivz_stepu -
                         view->ycenter * span->sdivz_stepv;
    span->tdivz_origin = t_axis[2] * mip_scale - view->xcenter * span->tdivz_stepu -
                         view->ycenter * span->tdivz_stepv;
    for (int i = 0; i < 3; i++) {
        scaled_org[i] = org[i] * mip_scale;
    }
    span->sadjust = texture_adjust(scaled_org, s_axis, face->texture_mins[0], texinfo->vecs[0][3],
                                   mip, mip_scale);
    span->tadjust = texture_adjust(scaled_org, t_axis, face->texture_mins[1], texinfo->vecs[1][3],
                                   mip, mip_scale);
    for (int i = 0; i < 2; i++) { /* a face without extent still has one cell */
        extents[i] = face->extents[i] < 16 ? 16 : face->extents[i];
    }
    /* An epsilon less, so that drawing never wanders off the block. */
    span->bbextents = fixed_texels(extents[0], mip) - 1;
    span->bbextentt = fixed_texels(extents[1], mip) - 1;
}

static struct surface_build *add_build(struct surfaces *surfaces, enum build_kind kind)
{
    if (array_reserve(&surfaces->builds, &surfaces->cap_builds, (size_t)surfaces->num_builds + 1,
                      sizeof *surfaces->builds) != 0) {
        return NULL;
    }
    struct surface_build *build = &surfaces->builds[surfaces->num_builds++];
    memset(build, 0, sizeof *build);
    build->kind = kind;
    return build;
}

static int32_t face_cells(const struct bsp_face *face, int axis)
{
    int32_t cells = face->extents[axis] >> 4;
    return cells < 1 ? 1 : cells;
}

/* Finds the block in the cache, or plans a build of it; *build is NULL if it is filled. keep: the
 * key determines the content. Returns 0 or FORMAT_MEMORY. */
static int find_block(struct surfaces *surfaces, const struct surface_cache_key *key, size_t size,
                      bool keep, uint8_t **pixels, struct surface_build **build)
{
    struct surface_cache_block block = {NULL, NULL, true};

    *build = NULL;
    if (keep) {
        int code = surface_cache_find(surfaces->cache, key, size, &block);
        if (code != 0) {
            return code;
        }
    } else {
        block.pixels = surface_cache_frame_memory(surfaces->cache, size);
        if (block.pixels == NULL) {
            return FORMAT_MEMORY;
        }
    }
    *pixels = block.pixels;
    if (block.build) {
        *build = add_build(surfaces, block.copy_from != NULL ? BUILD_COPY : BUILD_LIT);
        if (*build == NULL) {
            return FORMAT_MEMORY;
        }
        (*build)->block.dest = block.pixels;
        (*build)->copy_from = block.copy_from;
        (*build)->size = size;
    }
    return 0;
}

/* A mip level of a fence: the first is the file's, the others are made here, at once, since blocks
 * lit in this frame need them. */
static int find_fence_mip(struct surfaces *surfaces, const struct bsp *bsp, int32_t texture,
                          int mip, struct surface_texture *out)
{
    struct surface_texture first = surface_texture_mip(bsp, texture, 0);
    struct surface_cache_key key = {.bsp = bsp,
                                    .slot = bsp->num_faces + (uint32_t)(texture + 1),
                                    .mip = (uint8_t)mip,
                                    .texture = texture};
    struct surface_cache_block block;

    *out = first;
    if (mip == 0) {
        return 0;
    }
    out->width = first.width >> mip;
    out->height = first.height >> mip;
    size_t size = (size_t)out->width * (size_t)out->height;
    int code = surface_cache_find(surfaces->cache, &key, size, &block);
    if (code != 0) {
        return code;
    }
    out->pixels = block.pixels;
    if (block.copy_from != NULL) {
        memcpy(block.pixels, block.copy_from, size);
    } else if (block.build) {
        fence_mip(block.pixels, &first, mip, surfaces->blend);
    }
    return 0;
}

/* D_CacheSurface. */
static int prepare_lit(struct surfaces *surfaces, const struct prepare *p,
                       const struct world_surface *surface, struct surface_draw *draw)
{
    const struct bsp *bsp = surface->bsp;
    const struct bsp_face *face = &bsp->faces[surface->face];
    const struct bsp_texinfo *texinfo = &bsp->texinfo[face->texinfo];
    const struct world_placement *placement = &p->placements[surface->placement];
    const int32_t cells[2] = {face_cells(face, 0), face_cells(face, 1)};
    int mip = surface_mip_for_scale(surface->near_zi * p->scale_for_mip * texinfo->mip_adjust *
                                    placement->scale);
    int64_t cell_count = (int64_t)cells[0] * cells[1];

    while (mip < BSP_MIPS - 1 && cell_count << (8 - 2 * mip) > BLOCK_TEXELS_MAX) {
        mip++;
    }
    const bool colored =
        surfaces->color != NULL && bsp->color_data != NULL && face->light_offset >= 0;
    size_t lights = (size_t)surface_light_across(face, 0) * surface_light_across(face, 1);
    size_t size = (size_t)(cell_count << (8 - 2 * mip));
    /* Lights of all channels take more than the texels of a coarse mip. */
    bool count_lights = colored && lights > SURFACE_STACK_GRID;
    size_t bytes = size + (count_lights ? lights * LIGHT_CHANNELS * sizeof(uint32_t) : 0);
    if (bytes > FRAME_BYTES_MAX - surfaces->block_bytes) {
        draw->kind = SURFACE_FLAT;
        draw->color = CLEAR_COLOR;
        return 0;
    }
    surfaces->block_bytes += bytes;

    struct surface_cache_key key = {.bsp = bsp, .slot = surface->face, .mip = (uint8_t)mip};
    int32_t frame = placement->entity != NULL ? placement->entity->frame : 0;
    key.texture = surface_texture_frame(bsp, texinfo->texture, frame, p->view->time);
    for (int i = 0; i < BSP_STYLES && face->styles[i] != 255; i++) {
        if (face->styles[i] < PALETTE_LIGHTSTYLES) {
            key.levels[i] = p->scene->light_levels[face->styles[i]];
        }
    }
    const uint32_t *lit = surface_dlights_of(&surfaces->dlights, bsp, surface->face);
    struct surface_build *build;
    uint8_t *pixels;
    int code = find_block(surfaces, &key, size, lit == NULL, &pixels, &build);
    if (code != 0) {
        return code;
    }
    if (build != NULL && build->kind == BUILD_LIT) {
        bool fence = surface->flags & BSP_FACE_FENCE;
        build->block.texture = surface_texture_mip(bsp, key.texture, mip);
        build->block.mip = mip;
        build->block.colormap = fence ? surfaces->fence_colormap : surfaces->colormap;
        if (fence && find_fence_mip(surfaces, bsp, key.texture, mip, &build->block.texture) != 0) {
            return FORMAT_MEMORY;
        }
        build->block.color = colored ? surfaces->color : NULL;
        for (int i = 0; i < 2; i++) {
            build->block.texture_mins[i] = face->texture_mins[i];
            build->block.cells[i] = cells[i];
            build->block.grid_size[i] = (int32_t)surface_light_across(face, i);
        }
        build->bsp = bsp;
        build->face = surface->face;
        memcpy(build->levels, key.levels, sizeof build->levels);
        build->lit = lit;
        if (lights > SURFACE_STACK_GRID) {
            size_t grids = colored ? LIGHT_CHANNELS : 1;
            build->grid =
                surface_cache_frame_memory(surfaces->cache, lights * grids * sizeof *build->grid);
            if (build->grid == NULL) {
                return FORMAT_MEMORY;
            }
        }
    }
    draw->kind = SURFACE_LIT;
    draw->span.pixels = pixels;
    draw->span.stride = cells[0] * (16 >> mip);
    calc_gradients(&draw->span, p->view, placement, surfaces->placement_orgs[surface->placement],
                   bsp, face, mip);
    return 0;
}

/* Liquids show their texture's first mip, unlit and not animated, as a tile. */
static int prepare_turb(struct surfaces *surfaces, const struct prepare *p,
                        const struct world_surface *surface, struct surface_draw *draw)
{
    const struct bsp *bsp = surface->bsp;
    const struct bsp_face *face = &bsp->faces[surface->face];
    int32_t texture = bsp->texinfo[face->texinfo].texture;
    struct surface_texture mip = surface_texture_mip(bsp, texture, 0);
    int32_t width = surface_tile_side(mip.width), height = surface_tile_side(mip.height);
    struct surface_cache_key key = {
        .bsp = bsp, .slot = bsp->num_faces + (uint32_t)(texture + 1), .texture = texture};
    struct surface_build *build;
    uint8_t *pixels;

    int code = find_block(surfaces, &key, (size_t)width * (size_t)height, true, &pixels, &build);
    if (code != 0) {
        return code;
    }
    if (build != NULL && build->kind == BUILD_LIT) {
        build->kind = BUILD_TILE;
        build->block.texture = mip;
    }
    draw->kind = SURFACE_TURB;
    draw->span.pixels = pixels;
    draw->span.stride = width;
    draw->turb.width_mask = width - 1;
    draw->turb.height_mask = height - 1;
    draw->turb.sine = surfaces->sine;
    draw->turb.phase = screen_turb_phase(p->view->time);
    calc_gradients(&draw->span, p->view, &p->placements[surface->placement],
                   surfaces->placement_orgs[surface->placement], bsp, face, 0);
    return 0;
}

/* A skybox, in the mip whose texels are as large as pixels in the middle of a face, or smaller. */
static void prepare_skybox(struct surfaces *surfaces, const struct prepare *p,
                           const struct skybox *box, struct surface_draw *draw)
{
    struct span_skybox *span = &surfaces->skybox;
    int mip = 0;
    while (mip + 1 < box->num_mips && (float)(box->side >> mip) > 2.0f * p->view->xscale) {
        mip++;
    }
    draw->kind = SURFACE_SKYBOX;
    memcpy(span->forward, p->view->forward, sizeof span->forward);
    memcpy(span->right, p->view->right, sizeof span->right);
    memcpy(span->up, p->view->up, sizeof span->up);
    span->xcenter = p->view->xcenter;
    span->ycenter = p->view->ycenter;
    span->xscaleinv = p->view->xscaleinv;
    span->yscaleinv = p->view->yscaleinv;
    span->side = box->side >> mip;
    span->pixels = box->mips[mip];
}

static void prepare_sky(struct surfaces *surfaces, const struct prepare *p,
                        struct surface_draw *draw)
{
    const struct bsp *bsp = p->scene->world->bsp;
    struct sky_moment moment = sky_at(p->view->time);
    int32_t texture = sky_texture(bsp);
    const uint8_t *source = texture >= 0 ? bsp->textures[texture].mips[0] : NULL;

    draw->kind = SURFACE_SKY;
    if (!surfaces->sky_made) {
        sky_compose(surfaces->sky_pixels, source, moment.shift);
        surfaces->sky_made = true;
    }
    memcpy(surfaces->sky.forward, p->view->forward, sizeof surfaces->sky.forward);
    memcpy(surfaces->sky.right, p->view->right, sizeof surfaces->sky.right);
    memcpy(surfaces->sky.up, p->view->up, sizeof surfaces->sky.up);
    surfaces->sky.width = p->view->width;
    surfaces->sky.height = p->view->height;
    surfaces->sky.scroll = moment.scroll;
    surfaces->sky.pixels = surfaces->sky_pixels;
}

static int choose_mix(struct surfaces *surfaces, const struct world_surface *surface,
                      struct surface_draw *draw)
{
    bool fence = surface->flags & BSP_FACE_FENCE;
    draw->mix = NULL;
    draw->see_through = fence || surface->clear > 0 || surface->opacity < BLEND_OPACITIES;
    draw->hole = fence ? KERNEL_HOLE : KERNEL_NO_HOLE;
    if (surface->opacity < BLEND_OPACITIES) {
        draw->mix = blend_opacity_table(surfaces->blend, surface->opacity);
    } else if (surface->clear > 0) {
        draw->mix = blend_table(surfaces->blend,
                                surface->clear < BLEND_TENTHS ? surface->clear : BLEND_TENTHS);
    } else {
        return 0;
    }
    return draw->mix != NULL ? 0 : FORMAT_MEMORY;
}

static int prepare_surface(struct surfaces *surfaces, const struct prepare *p,
                           const struct world_surface *surface, struct surface_draw *draw)
{
    int code = choose_mix(surfaces, surface, draw);
    if (code != 0) {
        return code;
    }
    draw->span.zi_origin = surface->zi_origin;
    draw->span.zi_stepu = surface->zi_stepu;
    draw->span.zi_stepv = surface->zi_stepv;
    if (surface->flags & WORLD_SURFACE_BACKGROUND) {
        draw->kind = SURFACE_FLAT;
        draw->color = CLEAR_COLOR;
        draw->span.zi_origin = background_zi;
        draw->span.zi_stepu = 0;
        draw->span.zi_stepv = 0;
    }
    draw->izi_step = fixed_from_float(draw->span.zi_stepu * 32768.0f * 65536.0f);
    if (surface->flags & WORLD_SURFACE_BACKGROUND) {
        return 0;
    }
    if ((surface->flags & BSP_FACE_SKY) && p->scene->skybox != NULL) {
        prepare_skybox(surfaces, p, p->scene->skybox, draw);
        return 0;
    }
    if (surface->flags & BSP_FACE_SKY) {
        prepare_sky(surfaces, p, draw);
        return 0;
    }
    if (surface->flags & BSP_FACE_TURB) {
        return prepare_turb(surfaces, p, surface, draw);
    }
    return prepare_lit(surfaces, p, surface, draw);
}

/* Room for the frame's lists; every surface that owns a span gets a kind other than unused. The
 * spans themselves are not read: other threads have just written them. */
static int mark_used(struct surfaces *surfaces, const struct world *world, uint32_t num_surfaces)
{
    if (array_reserve(&surfaces->draws, &surfaces->cap_draws, num_surfaces,
                      sizeof *surfaces->draws) != 0) {
        return FORMAT_MEMORY;
    }
    surfaces->num_draws = num_surfaces;
    const int bands = world_num_bands(world);
    for (uint32_t first = 0; first < num_surfaces; first += 64) {
        uint64_t used = 0;
        for (int b = 0; b < bands; b++) {
            used |= world_get_band(world, b)->used[first / 64];
        }
        for (uint32_t i = first; i < num_surfaces && i < first + 64; i++) {
            surfaces->draws[i].kind = used >> (i - first) & 1 ? SURFACE_FLAT : SURFACE_UNUSED;
        }
    }
    return 0;
}

/* TransformVector(r_origin - entity origin), by the camera's own axes even when the model is
 * turned. */
static int place_models(struct surfaces *surfaces, const struct prepare *p, uint32_t count)
{
    if (array_reserve(&surfaces->placement_orgs, &surfaces->cap_placements, count,
                      sizeof *surfaces->placement_orgs) != 0) {
        return FORMAT_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        float offset[3];
        for (int j = 0; j < 3; j++) {
            offset[j] = p->view->origin[j];
            if (p->placements[i].entity != NULL) {
                offset[j] -= p->placements[i].origin[j];
            }
        }
        view_transform(p->view, offset, surfaces->placement_orgs[i]);
    }
    return 0;
}

/* Fences come first. A larger key lies behind; of equal ones the entity farther away, and of one
 * entity the surface found later. */
static int compare_ranks(const void *a, const void *b)
{
    const struct see_through_rank *x = a, *y = b;
    if (x->translucent != y->translucent) {
        return x->translucent ? 1 : -1;
    }
    if (x->key == y->key && x->distance != y->distance) {
        return x->distance > y->distance ? -1 : 1;
    }
    if (x->key != y->key) {
        return x->key > y->key ? -1 : 1;
    }
    return x->surface > y->surface ? -1 : x->surface < y->surface;
}

static void order_band(struct surfaces *surfaces, const struct world_spans *spans, uint32_t place)
{
    for (uint32_t r = 0; r < surfaces->num_ranks; r++) {
        surfaces->ranks[r].count = 0;
    }
    for (uint32_t i = 0; i < spans->count; i++) {
        surfaces->ranks[surfaces->draws[spans->list[i].surface].rank].count++;
    }
    for (uint32_t r = 0; r < surfaces->num_ranks; r++) {
        uint32_t count = surfaces->ranks[r].count;
        surfaces->ranks[r].count = place;
        place += count;
    }
    for (uint32_t i = 0; i < spans->count; i++) {
        uint32_t rank = surfaces->draws[spans->list[i].surface].rank;
        surfaces->order[surfaces->ranks[rank].count++] = i;
    }
}

/* Sorts the fences and translucent surfaces in drawing order. */
static void rank_surfaces(struct surfaces *surfaces, const struct world_placement *placements,
                          const struct world_surface *list)
{
    for (uint32_t i = 0; i < surfaces->num_draws; i++) {
        const struct surface_draw *draw = &surfaces->draws[i];
        if (draw->kind != SURFACE_UNUSED && draw->see_through) {
            surfaces->num_fences += draw->mix == NULL;
            surfaces->ranks[surfaces->num_ranks++] =
                (struct see_through_rank){.translucent = draw->mix != NULL,
                                          .key = list[i].key,
                                          .distance = placements[list[i].placement].distance,
                                          .surface = i};
        }
    }
    qsort(surfaces->ranks, surfaces->num_ranks, sizeof *surfaces->ranks, compare_ranks);
    for (uint32_t r = 0; r < surfaces->num_ranks; r++) {
        surfaces->draws[surfaces->ranks[r].surface].rank = r;
    }
}

/* Sorts each band's spans of fences and translucent surfaces in drawing order. */
static int order_see_through(struct surfaces *surfaces, const struct world *world,
                             const struct world_placement *placements,
                             const struct world_surface *list)
{
    int bands = world_num_bands(world);
    uint32_t total = 0;

    if (array_reserve(&surfaces->order_start, &surfaces->cap_order_start, (size_t)bands + 1,
                      sizeof *surfaces->order_start) != 0) {
        return FORMAT_MEMORY;
    }
    for (int b = 0; b < bands; b++) {
        surfaces->order_start[b] = total;
        total += world_get_band(world, b)->translucent.count;
    }
    surfaces->order_start[bands] = total;
    surfaces->num_ranks = 0;
    surfaces->num_fences = 0;
    if (total == 0) {
        return 0;
    }
    if (array_reserve(&surfaces->order, &surfaces->cap_order, total, sizeof *surfaces->order) !=
            0 ||
        array_reserve(&surfaces->ranks, &surfaces->cap_ranks, surfaces->num_draws,
                      sizeof *surfaces->ranks) != 0) {
        return FORMAT_MEMORY;
    }
    rank_surfaces(surfaces, placements, list);
    for (int b = 0; b < bands; b++) {
        order_band(surfaces, &world_get_band(world, b)->translucent, surfaces->order_start[b]);
    }
    return 0;
}

int surfaces_prepare(struct surfaces *surfaces, const struct palette_scene *scene,
                     const struct view *view, const struct world *world)
{
    uint32_t num_surfaces, num_placements;
    const struct world_surface *list = world_surfaces(world, &num_surfaces);
    struct prepare p = {.scene = scene, .view = view};

    p.placements = world_placements(world, &num_placements);
    p.scale_for_mip = view->yscale > view->xscale ? view->yscale : view->xscale;
    surfaces->kernels = kernels_active();
    surfaces->num_builds = 0;
    surfaces->block_bytes = 0;
    surfaces->sky_made = false;
    surfaces->fullbright = scene->world->bsp->light_size == 0;
    surface_cache_begin_frame(surfaces->cache, scene->world->bsp,
                              (size_t)view->width * (size_t)view->height);

    int code = mark_used(surfaces, world, num_surfaces);
    if (code == 0) {
        code = surface_fog_prepare(surfaces, scene, view);
    }
    if (code == 0) {
        code = place_models(surfaces, &p, num_placements);
    }
    if (code == 0) {
        code = surface_dlights_mark(&surfaces->dlights, scene);
    }
    for (uint32_t i = 0; i < num_surfaces && code == 0; i++) {
        if (surfaces->draws[i].kind != SURFACE_UNUSED) {
            code = prepare_surface(surfaces, &p, &list[i], &surfaces->draws[i]);
        }
    }
    if (code == 0) {
        code = order_see_through(surfaces, world, p.placements, list);
    }
    if (code != 0) {
        surface_cache_forget(surfaces->cache);
        surfaces->num_builds = 0;
    }
    return code;
}

uint32_t surfaces_num_fences(const struct surfaces *surfaces)
{
    return surfaces->num_fences;
}

uint32_t surfaces_rank(const struct surfaces *surfaces, int32_t key, float distance)
{
    uint32_t low = surfaces->num_fences, high = surfaces->num_ranks;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct see_through_rank *rank = &surfaces->ranks[middle];
        if (rank->key > key || (rank->key == key && rank->distance >= distance)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const uint8_t *surfaces_opacity_table(struct surfaces *surfaces, int opacity)
{
    return blend_opacity_table(surfaces->blend, opacity);
}

int surfaces_num_builds(const struct surfaces *surfaces)
{
    return (int)surfaces->num_builds;
}

void surfaces_build(struct surfaces *surfaces, int build)
{
    const struct surface_build *b = &surfaces->builds[build];

    if (b->kind == BUILD_COPY) {
        memcpy(b->block.dest, b->copy_from, b->size);
        return;
    }
    if (b->kind == BUILD_TILE) {
        surface_tile_draw(b->block.dest, &b->block.texture);
        return;
    }
    uint32_t small[SURFACE_STACK_GRID * LIGHT_CHANNELS];
    struct surface_block block = b->block;
    uint32_t *grid = b->grid != NULL ? b->grid : small;
    const struct surface_lighting lighting = {
        b->bsp, b->face, b->levels, surfaces->fullbright, block.color != NULL, &surfaces->dlights,
        b->lit};
    surface_light_build(grid, &lighting);
    block.grid = grid;
    surface_block_draw(&block);
}
