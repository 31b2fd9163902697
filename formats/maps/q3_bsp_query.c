/* Quake III map queries: leaf, contents, PVS. */
#include <stdio.h>
#include <string.h>

#include "formats/base/q3_lexer.h"
#include "formats/base/vec.h"
#include "formats/maps/q3_bsp.h"

uint32_t q3_bsp_point_leaf(const struct q3_bsp *bsp, const float point[3])
{
    int32_t at = 0;
    while (at >= 0) {
        const struct q3_bsp_node *node = &bsp->nodes[at];
        const struct q3_bsp_plane *plane = &bsp->planes[node->plane];
        at = node->children[vec_dot(point, plane->normal) - plane->dist > 0.0f ? 0 : 1];
    }
    return (uint32_t)(-1 - at);
}

static bool brush_holds(const struct q3_bsp *bsp, const struct q3_bsp_brush *brush,
                        const float point[3])
{
    for (uint32_t i = 0; i < brush->num_sides; i++) {
        const struct q3_bsp_plane *plane = &bsp->planes[bsp->sides[brush->first_side + i].plane];
        if (vec_dot(point, plane->normal) - plane->dist > 0.0f) {
            return false;
        }
    }
    return brush->num_sides > 0;
}

uint32_t q3_bsp_point_contents(const struct q3_bsp *bsp, const float point[3], uint32_t mask)
{
    if ((bsp->contents & mask) == 0) {
        return 0;
    }
    const struct q3_bsp_leaf *leaf = &bsp->leafs[q3_bsp_point_leaf(bsp, point)];
    uint32_t contents = 0;
    for (uint32_t i = 0; i < leaf->num_brushes; i++) {
        const struct q3_bsp_brush *brush = &bsp->brushes[bsp->leaf_brushes[leaf->first_brush + i]];
        const uint32_t wanted = bsp->shaders[brush->shader].content_flags & mask;
        if ((wanted & ~contents) != 0 && brush_holds(bsp, brush, point)) {
            contents |= wanted;
        }
    }
    return contents;
}

const uint8_t *q3_bsp_visibility_row(const struct q3_bsp *bsp, int32_t from)
{
    if (!bsp->visibility || from < 0 || (uint32_t)from >= bsp->num_clusters) {
        return NULL;
    }
    return bsp->visibility + (size_t)from * bsp->row_bytes;
}

bool q3_bsp_sees(const struct q3_bsp *bsp, int32_t from, int32_t to)
{
    if (to < 0) {
        return false;
    }
    const uint8_t *row = q3_bsp_visibility_row(bsp, from);
    return !row || ((uint32_t)to < bsp->num_clusters && row[to >> 3] >> (to & 7) & 1);
}

bool q3_worldspawn_next(const char **at, char *key, size_t key_size, char *value, size_t value_size)
{
    char words[2][Q3_WORD_SIZE];
    struct q3_lexer text = q3_lexer_make(*at, strlen(*at));
    bool good = q3_lexer_next(&text, words[0]);
    if (good && strcmp(words[0], "{") == 0) {
        good = q3_lexer_next(&text, words[0]); /* the entity's beginning */
    }
    good = good && strcmp(words[0], "}") != 0 && q3_lexer_next(&text, words[1]);
    if (good) {
        snprintf(key, key_size, "%s", words[0]);
        snprintf(value, value_size, "%s", words[1]);
        *at = text.at;
    }
    return good;
}
