/* Fuzz target: Quake III's maps and their patches; what is accepted has to keep the promises of
 * formats/maps/q3_bsp.h and q3_patch.h. */
#include <math.h>
#include <stdint.h>

#include "assets/overview/level_picture.h"
#include "formats/maps/q3_patch.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_surfaces(const struct q3_bsp *b)
{
    for (uint32_t i = 0; i < b->num_surfaces; i++) {
        const struct q3_bsp_surface *s = &b->surfaces[i];
        require(s->fog >= -1 && s->fog < (int64_t)b->num_fogs);
        require(s->lightmap < (int64_t)b->num_lightmaps && s->lightmap >= -4);
        if (s->kind == Q3_SURFACE_NOTHING) {
            continue;
        }
        require(s->shader < b->num_shaders && s->num_indexes % 3 == 0);
        require(s->first_vertex + s->num_vertices <= b->num_vertices);
        for (uint32_t k = 0; s->kind != Q3_SURFACE_PATCH && k < s->num_indexes; k++) {
            require(b->indexes[s->first_index + k] < s->num_vertices);
        }
    }
}

static void check_patches(const struct q3_bsp *b)
{
    struct q3_patches patches;
    uint8_t used[Q3_PATCH_SIDE];
    if (q3_patches_make(&patches, b, Q3_PATCH_SUBDIVISIONS, NULL) < 0) {
        return;
    }
    for (uint32_t i = 0; i < patches.num_patches; i++) {
        const struct q3_patch *p = &patches.patches[i];
        require(p->width <= Q3_PATCH_SIDE && p->height <= Q3_PATCH_SIDE && p->width != 1);
        for (uint32_t k = 0; k < p->width * p->height; k++) {
            require(isfinite(p->vertices[k].xyz[0]) && isfinite(p->vertices[k].normal[2]));
        }
        require(p->width == 0 || q3_patch_used(p->width_error, p->width, 1, used) <= p->width);
    }
    q3_patches_free(&patches);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct q3_bsp b;
    struct format_error err;
    struct q3_waves waves;
    struct q3_light light;
    if (q3_bsp_read(&b, data, size, &err) < 0) {
        return 0;
    }
    q3_waves_make(&waves);
    q3_bsp_brighten(&b, size % 3);
    check_surfaces(&b);
    check_patches(&b);
    for (uint32_t i = 0; i < b.num_models && i < 100; i++) {
        const float *at = b.models[i].mins;
        const struct q3_bsp_leaf *leaf = &b.leafs[q3_bsp_point_leaf(&b, at)];
        q3_bsp_point_contents(&b, at, UINT32_MAX);
        require(leaf->area < (int32_t)b.num_areas);
        q3_bsp_sees(&b, leaf->cluster, b.leafs[0].cluster);
        if (q3_bsp_light(&b, &waves, at, &light)) {
            require(isfinite(light.ambient[0]) && isfinite(light.direction[2]));
        }
    }
    struct map_level level; /* its shapes from above */
    struct level_picture picture;
    require(map_level_read(&level, data, size, &err) == 0);
    require(level_picture_make(&picture, LEVEL_PICTURE_SIDE_MIN, &level) == 0);
    level_picture_free(&picture);
    map_level_free(&level);
    q3_bsp_free(&b);
    return 0;
}
