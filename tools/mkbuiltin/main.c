/* mkbuiltin OUTPUT.pak OUTPUT.pk3 OUTPUT.c: writes the game data that ships inside quakereel, as
 * files and as C source.
 *
 * Everything is drawn, built and staged here from code; the same source gives the same bytes
 * anywhere. */
#include "tools/mkbuiltin/demos/demos.h"
#include "tools/mkbuiltin/hud.h"
#include "tools/mkbuiltin/level.h"
#include "tools/mkbuiltin/models.h"
#include "tools/mkbuiltin/quake3/quake3.h"
#include "tools/mkbuiltin/reel.h"
#include "tools/mkbuiltin/sounds/sounds.h"
#include "tools/mkbuiltin/textures.h"

#include <stdio.h>
#include <stdlib.h>

static void add_palette(struct pak_out *pak, const struct palette *palette)
{
    palette_write(palette, pak_out_add(pak, "gfx/palette.lmp"));
    palette_write_colormap(palette, pak_out_add(pak, "gfx/colormap.lmp"));
}

enum { REEL_MODELS = 3 };

static void add_reel(struct pak_out *pak, const struct palette *palette, struct map *maps,
                     struct level *levels)
{
    struct level *models[REEL_MODELS];
    reel_build_world(&maps[0]);
    reel_build_door(&maps[1]);
    reel_build_lift(&maps[2]);
    for (int i = 0; i < REEL_MODELS; i++) {
        level_compile(&levels[i], &maps[i], i == 0);
        level_light(&levels[i], &levels[0]);
        models[i] = &levels[i];
    }
    printf("reel: %d brushes, %d faces, %d leafs, %d portals\n", maps[0].brush_count,
           levels[0].face_count, levels[0].leaf_count, levels[0].portal_count);
    int list[TEX_COUNT];
    for (int i = 0; i < TEX_COUNT; i++) {
        list[i] = i;
    }
    struct buf lump = {0};
    textures_write_lump(palette, &lump, list, TEX_COUNT);
    level_write_bsp(pak_out_add(pak, "maps/reel.bsp"), models, REEL_MODELS, &lump,
                    &maps[0].entities);
    buf_free(&lump);
}

static void add_health_box(struct pak_out *pak, const struct palette *palette)
{
    struct map map;
    struct level level;
    struct level *models[1] = {&level};
    reel_build_health_box(&map);
    level_compile(&level, &map, 0);
    level_light(&level, &level);
    /* The lump numbers its textures from 0. */
    int list[TEX_COUNT];
    for (int i = 0; i < level.face_count; i++) {
        level.faces[i].texture -= TEX_HEALTH;
    }
    list[0] = TEX_HEALTH;
    list[1] = TEX_HEALTH_TOP;
    struct buf lump = {0};
    textures_write_lump(palette, &lump, list, 2);
    level_write_bsp(pak_out_add(pak, "maps/b_bh25.bsp"), models, 1, &lump, &map.entities);
    buf_free(&lump);
    level_free(&level);
    map_free(&map);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: mkbuiltin OUTPUT.pak OUTPUT.pk3 OUTPUT.c\n");
        return 2;
    }
    static struct pak_out pak;
    static struct map maps[REEL_MODELS];
    static struct level levels[REEL_MODELS];
    struct palette palette;
    palette_build(&palette);
    add_palette(&pak, &palette);
    hud_add(&pak, &palette);
    add_reel(&pak, &palette, maps, levels);
    add_health_box(&pak, &palette);
    models_add_people(&pak);
    models_add_weapons(&pak);
    models_add_items(&pak);
    sprites_add(&pak, &palette);
    demos_add_walk(&pak, &levels[0]);
    demos_add_duel(&pak, &levels[0]);
    demos_add_quakeworld(&pak, &levels[0]);
    sounds_add_weapons(&pak);
    sounds_add_events(&pak);
    sounds_add_ambience(&pak);
    sounds_add_music(&pak);
    struct buf archives[2] = {pak_out_bytes(&pak), quake3_make(&palette, &pak)};
    static const char *const names[2] = {"builtin_pak", "builtin_pk3"};
    pak_out_save(&archives[0], argv[1]);
    pak_out_save(&archives[1], argv[2]);
    pak_out_save_source(argv[3], archives, names, 2);
    buf_free(&archives[0]);
    buf_free(&archives[1]);
    pak_out_free(&pak);
    for (int i = 0; i < REEL_MODELS; i++) {
        level_free(&levels[i]);
        map_free(&maps[i]);
    }
    return 0;
}
