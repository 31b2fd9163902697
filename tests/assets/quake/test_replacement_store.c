/* A level's replacement pictures as textures: which they are, alpha, threads, what is kept, memory.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/quake/rgba_texture.h"
#include "tests/support/maps/small_map.h"
#include "tests/support/replaced_game.h"
#include "tests/support/scarce.h"

enum { MAP_PICTURES = 4 };

/* A map with these textures. */
static void put_map(struct replaced_game *game, const char *name, const char *first)
{
    const char *const textures[MAP_PICTURES] = {first, "{fence", "*lava", "sky1"};
    struct small_map map = small_map_make(BSP_VERSION_29);
    byte_writer_free(&map.lumps[MAP_TEXTURES]);
    map.lumps[MAP_TEXTURES] = (struct byte_writer){0};
    small_map_textures(&map, textures, MAP_PICTURES);
    replaced_game_put(game, name, small_map_pack(&map));
}

/* A built-in model with other flags. */
static void put_model(struct replaced_game *game, const char *from, const char *name, uint8_t flags)
{
    enum { SECOND_FLAG_BYTE = 77 };
    const uint8_t *bytes;
    size_t size;
    struct byte_writer out = {0};
    cr_assert(builtin_find(from, &bytes, &size));
    byte_writer_bytes(&out, bytes, size);
    out.data[SECOND_FLAG_BYTE] = flags;
    replaced_game_put(game, name, out);
}

/* The first texel, 0xAARRGGBB; 1: there is no texture. */
static uint32_t texel(const struct texture *texture)
{
    return texture ? texture->levels[0].texels[0] : 1;
}

static const struct replacement_texture *textures_of(struct replaced_game *game,
                                                     const struct replacement_set *set,
                                                     const char *name)
{
    const struct model *model = model_store_get(game->data.models, name, NULL);
    cr_assert(model && model->bsp);
    return replacement_set_textures(set, model->bsp);
}

Test(replacement_store, a_level_has_all_of_its_maps_and_models)
{
    static const char *const names[] = {
        "maps/w.bsp",      "*1", "progs/armor.mdl", "maps/b_x.bsp",      "progs/none.mdl",
        "progs/grunt.mdl", "",   "PROGS/ARMOR.MDL", "progs/quaddama.mdl"};
    struct replaced_game game = {0};
    put_map(&game, "maps/w.bsp", "wall");
    put_map(&game, "maps/b_x.bsp", "box");
    replaced_game_paint(&game, "textures/wall.tga", 8, 4, 0xff112233);
    replaced_game_paint(&game, "textures/wall_glow.tga", 2, 2, 0x00445566);
    replaced_game_paint(&game, "textures/w/#lava.tga", 1, 1, 0x20000007);
    replaced_game_paint(&game, "textures/sky1.tga", 1, 1, 0xff000008);
    replaced_game_paint(&game, "textures/b_x/box.tga", 1, 1, 0xff000009);
    replaced_game_paint(&game, "progs/armor.mdl_1.tga", 1, 1, 0xff00000a);
    replaced_game_paint(&game, "progs/quaddama.mdl_0_0.tga", 1, 1, 0xff00000b);
    replaced_game_paint(&game, "progs/player.mdl_0.tga", 1, 1, 0xff00000c);
    replaced_game_open(&game, 1);
    const struct replacement_set *set =
        replaced_game_get(&game, names, sizeof(names) / sizeof(*names));
    cr_assert_not_null(set);
    const struct replacement_texture *wall = textures_of(&game, set, "maps/w.bsp");
    cr_expect_eq(texel(wall[0].color), 0xff112233u);
    cr_expect(wall[0].color->levels[0].width == 8 && wall[0].color->levels[0].height == 4);
    cr_expect_eq(wall[0].color->num_levels, 4);
    cr_expect_eq(texel(wall[0].glow), 0xff445566u);
    cr_expect_eq(texel(wall[1].color), 1u, "no picture");
    cr_expect_eq(texel(wall[2].color), 0xff000007u);
    cr_expect_null(wall[2].glow);
    cr_expect_eq(texel(wall[3].color), 1u, "sky");
    cr_expect_eq(texel(textures_of(&game, set, "maps/b_x.bsp")[0].color), 0xff000009u);
    const struct replacement_texture *armor =
        replacement_set_skins(set, replaced_game_mdl(&game, "progs/armor.mdl"));
    cr_expect_eq(texel(armor[0].color), 1u);
    cr_expect_eq(texel(armor[1].color), 0xff00000au);
    cr_expect_eq(texel(armor[2].color), 1u);
    const struct replacement_texture *group =
        replacement_set_skins(set, replaced_game_mdl(&game, "progs/quaddama.mdl"));
    cr_expect_eq(texel(group[0].color), 0xff00000bu);
    cr_expect_eq(texel(group[1].color), 1u);
    cr_expect_eq(
        texel(replacement_set_skins(set, replaced_game_mdl(&game, "progs/player.mdl"))->color),
        0xff00000cu, "not listed, and shown all the same");
    cr_expect_null(replacement_set_skins(set, replaced_game_mdl(&game, "progs/grunt.mdl")));
    cr_expect_null(replacement_set_skins(NULL, replaced_game_mdl(&game, "progs/armor.mdl")));
    cr_expect_eq(game.talk.lines, 0, "%s", game.talk.all);
    replaced_game_close(&game);
}

/* Only fences and models with holes have any. */
Test(replacement_store, alpha_counts_where_holes_are)
{
    static const char *const names[] = {"maps/w.bsp", "progs/solid.mdl", "progs/holes.mdl"};
    struct replaced_game game = {0};
    put_map(&game, "maps/w.bsp", "wall");
    put_model(&game, "progs/flame.mdl", "progs/solid.mdl", 0);
    put_model(&game, "progs/flame.mdl", "progs/holes.mdl", MDL_HOLEY >> 8);
    replaced_game_paint(&game, "textures/wall.tga", 1, 1, 0x80000001);
    replaced_game_paint(&game, "textures/{fence.tga", 1, 1, 0x80000002);
    replaced_game_paint(&game, "textures/{fence_glow.tga", 1, 1, 0x80000003);
    replaced_game_paint(&game, "progs/solid.mdl_0.tga", 1, 1, 0x00000004);
    replaced_game_paint(&game, "progs/holes.mdl_0.tga", 1, 1, 0xff000005);
    replaced_game_open(&game, 1);
    const struct replacement_set *set = replaced_game_get(&game, names, 3);
    cr_assert_not_null(set);
    const struct replacement_texture *wall = textures_of(&game, set, "maps/w.bsp");
    cr_expect_eq(texel(wall[0].color), 0xff000001u);
    cr_expect_eq(texel(wall[1].color), (128u * RGBA_TEXTURE_SOLID + 127) / 255 << 24 | 2);
    cr_expect_eq(texel(wall[1].glow), 0xff000003u);
    cr_expect_eq(
        texel(replacement_set_skins(set, replaced_game_mdl(&game, "progs/solid.mdl"))->color),
        0xff000004u);
    cr_expect_eq(
        texel(replacement_set_skins(set, replaced_game_mdl(&game, "progs/holes.mdl"))->color),
        (uint32_t)RGBA_TEXTURE_SOLID << 24 | 5);
    replaced_game_close(&game);
}

/* Nothing replaces anything: nothing is loaded for it but the maps of boxes. */
Test(replacement_store, levels_without_pictures)
{
    static const char *const names[] = {"maps/w.bsp", "progs/armor.mdl", "maps/gone.bsp"};
    static const char *const missing[] = {"maps/gone.bsp", "progs/armor.mdl"};
    struct replaced_game game = {0};
    put_map(&game, "maps/w.bsp", "wall");
    replaced_game_open(&game, 1);
    cr_expect_null(replaced_game_get(&game, names, 3));
    cr_expect_eq(game.talk.lines, 0, "%s", game.talk.all);
    cr_expect_null(replaced_game_get(&game, missing, 2));
    cr_expect(!files_lacked_memory(game.data.files));
    replaced_game_close(&game);
}

/* What cannot be used is told as a detail, and the level's own is drawn. */
Test(replacement_store, absurd_pictures)
{
    static const char *const names[] = {"maps/w.bsp"};
    struct replaced_game game = {0};
    put_map(&game, "maps/w.bsp", "wall");
    replaced_game_put(&game, "textures/wall.tga", picture_tga_head(2, 60000, 60000));
    replaced_game_paint(&game, "textures/#lava.tga", 1, 1, 0xff000002);
    replaced_game_put(&game, "textures/#lava_glow.tga", picture_tga_head(2, 9, 9));
    replaced_game_open(&game, 1);
    const struct replacement_set *set = replaced_game_get(&game, names, 1);
    cr_assert_not_null(set);
    const struct replacement_texture *wall = textures_of(&game, set, "maps/w.bsp");
    cr_expect_eq(texel(wall[0].color), 1u);
    cr_expect_eq(texel(wall[2].color), 0xff000002u);
    cr_expect_null(wall[2].glow);
    cr_expect_eq(game.talk.lines, 2, "%s", game.talk.all);
    cr_expect_eq(files_damaged_count(game.data.files), 0);
    replaced_game_close(&game);
}

/* One set is kept; of a level that is asked for again, two. */
Test(replacement_store, what_is_kept)
{
    static const char *const a[] = {"maps/a.bsp"}, *const b[] = {"maps/b.bsp"};
    static const char *const longer[] = {"maps/a.bsp", "progs/armor.mdl"};
    struct replaced_game game = {0};
    put_map(&game, "maps/a.bsp", "wall");
    put_map(&game, "maps/b.bsp", "wall");
    replaced_game_paint(&game, "textures/wall.tga", 4, 4, 0xff000001);
    replaced_game_open(&game, 1);
    const struct texture *first =
        textures_of(&game, replaced_game_get(&game, a, 1), "maps/a.bsp")->color;
    cr_assert_not_null(first);
    cr_expect_eq(textures_of(&game, replaced_game_get(&game, a, 1), "maps/a.bsp")->color, first);
    const struct replacement_set *set = replaced_game_get(&game, b, 1);
    cr_expect_null(textures_of(&game, set, "maps/a.bsp"), "freed");
    const struct texture *second = textures_of(&game, set, "maps/b.bsp")->color;
    cr_expect_eq(texel(second), 0xff000001u);
    first = textures_of(&game, replaced_game_get(&game, a, 1), "maps/a.bsp")->color;
    for (int turn = 0; turn < 3; turn++) {
        set = replaced_game_get(&game, b, 1);
        cr_expect_eq(textures_of(&game, set, "maps/b.bsp")->color, second);
        set = replaced_game_get(&game, a, 1);
        cr_expect_eq(textures_of(&game, set, "maps/a.bsp")->color, first);
    }
    set = replaced_game_get(&game, longer, 2);
    cr_expect_eq(texel(textures_of(&game, set, "maps/a.bsp")->color), 0xff000001u);
    replaced_game_close(&game);
}

enum { MANY = 40 };

/* Textures of different sizes, by threads. */
static void load_many(int threads, uint32_t texels[MANY])
{
    static const char *const names[] = {"maps/many.bsp"};
    struct replaced_game game = {0};
    struct small_map map = small_map_make(BSP_VERSION_29);
    char texts[MANY][16], path[64];
    const char *textures[MANY];
    byte_writer_free(&map.lumps[MAP_TEXTURES]);
    map.lumps[MAP_TEXTURES] = (struct byte_writer){0};
    for (int i = 0; i < MANY; i++) {
        snprintf(texts[i], sizeof(texts[i]), "t%d", i);
        snprintf(path, sizeof(path), "textures/t%d.tga", i);
        textures[i] = texts[i];
        replaced_game_paint(&game, path, 1 + i % 7 * 100, 300, 0xff000000u + (uint32_t)i);
    }
    small_map_textures(&map, textures, MANY);
    replaced_game_put(&game, "maps/many.bsp", small_map_pack(&map));
    replaced_game_open(&game, threads);
    const struct replacement_texture *all =
        textures_of(&game, replaced_game_get(&game, names, 1), names[0]);
    for (int i = 0; i < MANY; i++) {
        texels[i] = texel(all[i].color);
        cr_expect_eq(texels[i], 0xff000000u + (uint32_t)i);
        cr_expect_eq(all[i].color->levels[0].height, 512);
    }
    replaced_game_close(&game);
}

Test(replacement_store, threads_change_nothing)
{
    uint32_t one[MANY], more[MANY];
    load_many(1, one);
    for (int threads = 2; threads <= 7; threads += 5) {
        load_many(threads, more);
        cr_expect_eq(memcmp(one, more, sizeof(one)), 0, "%d", threads);
    }
}

/* 50 pictures of 2048 x 2048 are half of that, and the last two too many. */
Test(replacement_store, the_budget_is_kept)
{
    enum { COUNT = 50, FIT = 48, SIDE = 2048 };
    static const char *const names[] = {"maps/many.bsp"};
    struct replaced_game game = {0};
    struct small_map map = small_map_make(BSP_VERSION_29);
    const char *textures[COUNT];
    byte_writer_free(&map.lumps[MAP_TEXTURES]);
    map.lumps[MAP_TEXTURES] = (struct byte_writer){0};
    for (int i = 0; i < COUNT; i++) {
        textures[i] = "t";
    }
    small_map_textures(&map, textures, COUNT);
    replaced_game_put(&game, "maps/many.bsp", small_map_pack(&map));
    replaced_game_put(&game, "textures/t.tga", picture_tga_runs(SIDE, SIDE, 0xff010203));
    replaced_game_open(&game, 2);
    const struct replacement_texture *all =
        textures_of(&game, replaced_game_get(&game, names, 1), names[0]);
    size_t bytes = 0;
    for (int i = 0; i < COUNT; i++) {
        cr_expect_eq(texel(all[i].color), i < FIT ? 0xff010203u : 1u, "%d", i);
        cr_expect(i >= FIT || all[i].color->levels[0].width == SIDE / 2);
        bytes += i < FIT ? texture_bytes(all[i].color) : 0;
    }
    cr_expect_lt(bytes, (size_t)260 << 20);
    cr_expect(game.talk.lines == 1 && strstr(game.talk.last, "2 are left out"), "%s",
              game.talk.all);
    replaced_game_close(&game);
}

Test(replacement_store, survives_any_failing_allocation)
{
    static const char *const names[] = {"maps/w.bsp", "progs/armor.mdl"};
    struct replaced_game game = {0};
    bool whole = false;
    put_map(&game, "maps/w.bsp", "wall");
    replaced_game_paint(&game, "textures/wall.tga", 3, 4, 0xff112233);
    replaced_game_paint(&game, "textures/wall_glow.tga", 2, 2, 0xff445566);
    replaced_game_paint(&game, "progs/armor.mdl_0.tga", 2, 2, 0xff000002);
    replaced_game_open(&game, 1);
    const struct mdl *armor = replaced_game_mdl(&game, "progs/armor.mdl");
    cr_assert_not_null(model_store_get(game.data.models, names[0], NULL));
    for (uint64_t from = 1; !whole; from++) {
        struct replacement_store *own = game.data.replacements;
        cr_assert_lt(from, 500);
        cr_assert(!files_lacked_memory(game.data.files));
        scarce_begin_from(from);
        game.data.replacements =
            replacement_store_create(game.data.files, game.data.models, game.data.palette, 1);
        const struct replacement_set *set =
            game.data.replacements ? replaced_game_get(&game, names, 2) : NULL;
        const bool lacked = files_lacked_memory(game.data.files);
        scarce_end();
        whole = set != NULL;
        cr_assert(!game.data.replacements || whole == !lacked, "%d", (int)from);
        if (game.data.replacements) { /* once more, with memory */
            set = replaced_game_get(&game, names, 2);
            cr_assert_not_null(set);
            const struct replacement_texture *wall = textures_of(&game, set, names[0]);
            cr_assert(texel(wall->color) == 0xff112233u && texel(wall->glow) == 0xff445566u);
            cr_assert_eq(texel(replacement_set_skins(set, armor)->color), 0xff000002u);
        }
        replacement_store_destroy(game.data.replacements);
        game.data.replacements = own;
    }
    cr_expect_eq(game.talk.lines, 0, "%s", game.talk.all);
    replaced_game_close(&game);
}
