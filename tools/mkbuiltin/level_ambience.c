/* Ambient levels of water and wind in a leaf: from visible leafs and their distance. */
#include "tools/mkbuiltin/level.h"

static const double loudest = 230; /* in it, of 255 */

/* Between two boxes; 0 where they touch. */
static double gap(const struct level_node *a, const struct level_node *b)
{
    struct vec3 away = v_make(0, 0, 0);
    away.x = mkb_max(0, mkb_max(a->mins.x - b->maxs.x, b->mins.x - a->maxs.x));
    away.y = mkb_max(0, mkb_max(a->mins.y - b->maxs.y, b->mins.y - a->maxs.y));
    away.z = mkb_max(0, mkb_max(a->mins.z - b->maxs.z, b->mins.z - a->maxs.z));
    return v_length(away);
}

/* True if the leaf has these contents or a face to them; no leaf sees into the sky. */
static int borders(const struct level *l, const struct level_node *leaf, int contents)
{
    int does = leaf->contents == contents;
    for (int i = 0; i < leaf->face_count && !does; i++) {
        const struct level_face *f = &l->faces[leaf->faces[i]];
        does = f->contents[0] == contents || f->contents[1] == contents;
    }
    return does;
}

static int level_of(const struct level *l, int leaf, int contents, double reach)
{
    const uint8_t *row = l->vis + (size_t)leaf * (size_t)l->vis_row;
    double best = 0;
    for (int i = 0; i < l->leaf_count; i++) {
        int seen = i == leaf || (row[i >> 3] >> (i & 7) & 1);
        if (seen && borders(l, l->leafs[i], contents)) {
            best = mkb_max(best, 1 - gap(l->leafs[leaf], l->leafs[i]) / reach);
        }
    }
    return (int)(best * loudest);
}

void level_ambience(const struct level *l, int leaf, int levels[LEVEL_AMBIENCES])
{
    int heard = l->vis && l->leafs[leaf]->contents != CONTENTS_SKY;
    levels[0] = heard ? level_of(l, leaf, CONTENTS_WATER, 640) : 0;
    levels[1] = heard ? level_of(l, leaf, CONTENTS_SKY, 700) : 0;
    levels[2] = levels[3] = 0; /* slime and lava never had a sound */
}
