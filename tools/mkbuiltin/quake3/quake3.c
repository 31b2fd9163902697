#include "tools/mkbuiltin/quake3/quake3.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/mkbuiltin/quake3/bsp3.h"
#include "tools/mkbuiltin/quake3/models3.h"
#include "tools/mkbuiltin/quake3/pictures.h"
#include "tools/mkbuiltin/quake3/pk3_out.h"
#include "tools/mkbuiltin/quake3/reel3.h"
#include "tools/mkbuiltin/quake3/shaders.h"
#include "tools/mkbuiltin/quake3/show.h"
#include "tools/mkbuiltin/quake3/sounds3.h"

static void add_level(struct pk3_out *pk3)
{
    struct reel3 *reel = mkb_alloc(1, sizeof *reel);
    struct bsp3 *level = mkb_alloc(1, sizeof *level);
    reel3_build(reel);
    bsp3_make(level, reel);
    bsp3_write(level, pk3_out_add(pk3, "maps/reel3.bsp"));
    printf("reel3: %d brushes, %d surfaces, %d leafs, %d lightmaps\n", reel->world.brush_count,
           level->surface_count, level->models[0].tree.leaf_count, level->page_count);
    show_add(pk3, &level->models[0].tree);
    bsp3_free(level);
    reel3_free(reel);
    free(level);
    free(reel);
}

struct buf quake3_make(const struct palette *palette, const struct pak_out *quake)
{
    struct pk3_out *pk3 = mkb_alloc(1, sizeof *pk3);
    shaders_add(pk3);
    pictures_add_walls(pk3);
    pictures_add_effects(pk3);
    models3_add_player(pk3, palette);
    models3_add_weapons(pk3, palette);
    models3_add_items(pk3, palette);
    sounds3_add(pk3, quake);
    add_level(pk3);
    struct buf out = pk3_out_bytes(pk3);
    printf("pk3: %d files, %zu bytes\n", pk3->count, out.size);
    pk3_out_free(pk3);
    free(pk3);
    return out;
}
