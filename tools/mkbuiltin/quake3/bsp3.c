#include "tools/mkbuiltin/quake3/bsp3.h"

#include <stdlib.h>
#include <string.h>

enum { VIS_STEPS = 60 }; /* the yard is open: looking closely at all of it takes a minute */

/* Tree and drawn faces of one brush model: faces are drawn whole, as they were before the tree cut
 * them. */
static void compile(struct bsp3_model *m, struct map *map, int is_world)
{
    m->tree.map = map;
    level_csg(&m->tree);
    m->drawn.map = map;
    m->drawn.face_count = m->tree.face_count;
    m->drawn.faces = mkb_alloc((size_t)m->tree.face_count, sizeof *m->drawn.faces);
    memcpy(m->drawn.faces, m->tree.faces, (size_t)m->tree.face_count * sizeof *m->drawn.faces);
    level_tree(&m->tree);
    if (is_world) {
        level_portals(&m->tree);
        m->tree.vis_steps = VIS_STEPS;
        level_vis(&m->tree);
    }
    level_fix_tjunctions(&m->drawn);
}

void bsp3_make(struct bsp3 *b, struct reel3 *reel)
{
    *b = (struct bsp3){.reel = reel};
    compile(&b->models[0], &reel->world, 1);
    compile(&b->models[1], &reel->door, 0);
    bsp3_add_surfaces(b);
    bsp3_light(b);
}

void bsp3_free(struct bsp3 *b)
{
    for (int i = 0; i < BSP3_MODELS; i++) {
        level_free(&b->models[i].tree);
        level_free(&b->models[i].drawn);
        free(b->models[i].surface_of);
    }
    free(b->surfaces);
    free(b->vertices);
    free(b->indexes);
    free(b->pages);
    free(b->grid);
}
