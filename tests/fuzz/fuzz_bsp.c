/* Fuzz target: maps of all versions, with and without BSPX; what is accepted has to keep the
 * promises of formats/maps/bsp.h and bsp_light.h. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "assets/overview/level_picture.h"
#include "formats/maps/bsp.h"
#include "formats/maps/bsp_light.h"
#include "tests/fuzz/stages/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int depth_below(const struct bsp *b, int32_t node, int depth)
{
    require(depth <= BSP_MAX_DEPTH);
    if (node < 0) {
        require((uint32_t)(-1 - node) < b->num_leafs);
        return 0;
    }
    require((uint32_t)node < b->num_nodes);
    int front = depth_below(b, b->nodes[node].children[0], depth + 1);
    int back = depth_below(b, b->nodes[node].children[1], depth + 1);
    return 1 + (front > back ? front : back);
}

static void check_faces(const struct bsp *b)
{
    for (uint32_t i = 0; i < b->num_faces; i++) {
        const struct bsp_face *f = &b->faces[i];
        require(f->plane < b->num_planes && f->texinfo < b->num_texinfo);
        require(f->num_edges == 0 || f->num_edges >= 3);
        for (uint32_t k = 0; k < f->num_edges; k++) {
            require(f->first_surfedge + k < b->num_surfedges);
            int32_t e = b->surfedges[f->first_surfedge + k];
            require(b->edges[e < 0 ? -e : e][e < 0] < b->num_vertices);
        }
        for (int j = 0; j < 2; j++) {
            require(f->extents[j] >= 0 && f->extents[j] <= 16384 && f->extents[j] % 16 == 0);
            require(f->texture_mins[j] >= -(1 << 20) && f->texture_mins[j] <= 1 << 20);
        }
        size_t samples = (size_t)(f->extents[0] / 16 + 1) * (size_t)(f->extents[1] / 16 + 1);
        size_t end = f->light_offset < 0 ? 0 : (size_t)f->light_offset;
        for (int j = 0; f->light_offset >= 0 && j < BSP_STYLES && f->styles[j] != 255; j++) {
            end += samples;
        }
        require(end <= b->light_size);
    }
}

static unsigned check_lights(const struct bsp *b)
{
    unsigned sum = 0;
    for (uint32_t i = 0; i < b->num_faces; i++) {
        struct bsp_face_light light;
        bsp_face_light(b, i, &light);
        require(light.width <= BSP_LIGHT_SIDE && light.height <= BSP_LIGHT_SIDE);
        require((light.width == 0) == (light.height == 0));
        require(light.num_styles <= BSP_LIGHT_STYLES);
        require((light.offset >= 0) == (light.num_styles > 0));
        require(light.offset < 0 || light.width > 0);
        const uint64_t samples = (uint64_t)light.width * light.height * light.num_styles;
        require(light.offset < 0 || (uint64_t)light.offset + samples <= b->light_size);
        for (int k = 0; k < 8; k++) {
            require(isfinite(light.rows[k / 4][k % 4]));
        }
        for (uint32_t k = 0; k < light.num_styles; k++) {
            sum += light.styles[k];
        }
    }
    for (size_t i = 0; b->hdr_data != NULL && i < 3 * b->light_size; i++) {
        sum += b->hdr_data[i];
    }
    return sum;
}

static unsigned check_textures(const struct bsp *b)
{
    unsigned sum = 0;
    for (uint32_t i = 0; i < b->num_texinfo; i++) {
        require(b->texinfo[i].texture >= -1 && b->texinfo[i].texture < (int64_t)b->num_textures);
    }
    for (uint32_t i = 0; i < b->num_textures; i++) {
        const struct bsp_texture *t = &b->textures[i];
        require(t->width >= 16 && t->height >= 16 && t->width % 16 == 0 && t->height % 16 == 0);
        for (int m = 0; m < BSP_MIPS; m++) {
            size_t pixels = (size_t)(t->width >> m) * (t->height >> m);
            sum += t->mips[m] ? t->mips[m][0] + t->mips[m][pixels - 1] : 0;
        }
        if (t->anim_total) {
            uint32_t at = i;
            for (int step = 0; step < t->anim_total / 2; step++) {
                require(b->textures[at].anim_min < t->anim_total);
                at = (uint32_t)b->textures[at].anim_next;
            }
            require(at == i);
            require(t->alternate_anims < 0 || b->textures[t->alternate_anims].anim_total > 0);
        }
    }
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bsp b;
    struct format_error err;
    if (bsp_read(&b, data, size, &err) < 0) {
        return 0;
    }
    unsigned sum = check_textures(&b);
    check_faces(&b);
    sum += check_lights(&b);
    uint8_t *seen = malloc(bsp_visibility_bytes(&b) + 1);
    require(seen != NULL && b.submodels[0].vis_leafs < b.num_leafs);
    for (uint32_t i = 0; i < b.num_leafs && i < 200; i++) {
        bsp_leaf_visibility(&b, i, seen);
        sum += seen[0];
    }
    free(seen);
    require(b.color_data == NULL || b.light_size > 0);
    require(b.hdr_data == NULL || b.color_data != NULL);
    for (size_t i = 0; b.color_data != NULL && i < 3 * b.light_size; i++) {
        sum += b.color_data[i];
    }
    for (uint32_t i = 0; i < b.num_submodels && i < 200; i++) {
        depth_below(&b, b.submodels[i].head_node[0], 0);
        require(bsp_point_leaf(&b, i, b.submodels[i].maxs) < b.num_leafs);
    }
    struct map_level level; /* its shapes from above */
    struct level_picture picture;
    require(map_level_read(&level, data, size, &err) == 0);
    require(level_picture_make(&picture, LEVEL_PICTURE_SIDE_MIN, &level) == 0);
    level_picture_free(&picture);
    map_level_free(&level);
    bsp_free(&b);
    return sum == UINT32_MAX ? -1 : 0; /* the sum keeps the reads from being optimised away */
}
