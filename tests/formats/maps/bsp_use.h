/* Exercises a Quake map of any contents: calls every function that a user of bsp.h may call. */
#ifndef TESTS_FORMATS_MAPS_BSP_USE_H
#define TESTS_FORMATS_MAPS_BSP_USE_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/maps/bsp.h"
#include "formats/maps/bsp_light.h"

/* Reads the first and the last sample of each grid. */
static inline uint32_t bsp_use_light(const struct bsp *bsp, uint32_t face)
{
    const struct bsp_face *f = &bsp->faces[face];
    struct bsp_face_light light;
    uint32_t sum = 0;
    bsp_face_light(bsp, face, &light);
    cr_assert(light.width <= BSP_LIGHT_SIDE && light.height <= BSP_LIGHT_SIDE);
    cr_assert_eq(light.width == 0, light.height == 0);
    cr_assert_eq(light.offset >= 0, light.num_styles > 0);
    cr_assert(light.num_styles <= BSP_LIGHT_STYLES && (light.width > 0 || light.offset < 0));
    const size_t samples = (size_t)light.width * light.height;
    for (uint32_t i = 0; i < light.num_styles; i++) {
        const size_t at = (size_t)light.offset + i * samples, last = at + samples - 1;
        cr_assert_lt(last, bsp->light_size);
        sum += light.styles[i] + bsp->light_data[at] + bsp->light_data[last];
        sum += bsp->color_data ? bsp->color_data[3 * last + 2] : 0;
        sum += bsp->hdr_data ? bsp->hdr_data[3 * last + 2] : 0;
    }
    for (uint32_t k = 0; k < f->num_edges && light.width > 0; k++) {
        const int32_t e = bsp->surfedges[f->first_surfedge + k];
        const float *v = bsp->vertices[bsp->edges[abs(e)][e < 0]];
        for (int j = 0; j < 2; j++) {
            const float *row = light.rows[j];
            const double at = (double)v[0] * (double)row[0] + (double)v[1] * (double)row[1] +
                              (double)v[2] * (double)row[2] + (double)row[3];
            cr_assert(at > -20 && at < (j == 0 ? light.width : light.height) + 20.0, "%f", at);
        }
    }
    return sum;
}

/* Everything a user may do with a map that was accepted. */
static inline void bsp_use(const struct bsp *bsp)
{
    uint8_t *visible = malloc(bsp_visibility_bytes(bsp) + 1);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < bsp->num_leafs; i += 1 + bsp->num_leafs / 64) {
        bsp_leaf_visibility(bsp, i, visible);
    }
    for (uint32_t i = 0; i < bsp->num_submodels; i++) {
        cr_assert_lt(bsp_point_leaf(bsp, i, bsp->submodels[i].mins), bsp->num_leafs);
    }
    for (uint32_t i = 0; i < bsp->num_textures; i++) {
        const struct bsp_texture *t = &bsp->textures[i];
        cr_assert(t->width > 0 && t->width % 16 == 0 && t->height > 0 && t->height % 16 == 0);
        for (int k = 0; k < BSP_MIPS; k++) {
            sum += t->mips[k] ? t->mips[k][(t->width >> k) * (t->height >> k) - 1] : 0;
        }
        cr_assert(t->anim_total == 0 || bsp->textures[t->anim_next].anim_total == t->anim_total);
    }
    for (uint32_t i = 0; i < bsp->num_faces; i++) {
        const struct bsp_face *f = &bsp->faces[i];
        cr_assert(f->extents[0] >= 0 && f->extents[0] <= 16384);
        if (f->light_offset >= 0) {
            sum += f->styles[0] != 255 ? bsp->light_data[f->light_offset] : 0;
        }
        sum += bsp_use_light(bsp, i);
        for (uint32_t k = 0; k < f->num_edges; k++) {
            sum += (uint32_t)abs(bsp->surfedges[f->first_surfedge + k]);
        }
    }
    free(visible);
    cr_expect_neq(sum, UINT32_MAX); /* so that the reads above are not optimised away */
}

/* From memory of exactly that size, so that a sanitizer sees each byte too far. */
static inline int bsp_try(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    struct bsp bsp;
    struct format_error err = {0};
    int code = bsp_read(&bsp, copy, size, &err);
    free(copy);
    if (code == FORMAT_OK) {
        bsp_use(&bsp);
        bsp_free(&bsp);
    } else {
        cr_assert(code < 0 && err.what[0] != '\0');
        cr_assert_null(bsp.planes);
    }
    return code;
}

#endif
