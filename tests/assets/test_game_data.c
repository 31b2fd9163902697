/* The search for game data, a game's files, and Quake's data on top of them. Works in a new folder
 * below /tmp. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/game_files.h"
#include "assets/quake/quake_data.h"
#include "assets/search.h"
#include "formats/archives/pak.h"
#include "formats/base/bytes.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"
#include "tests/support/scratch.h"

TestSuite(game_data, .init = scratch_set_up, .fini = scratch_tear_down);

static void make_game(void)
{
    static char palette[768];
    static char colormap[16384];
    static char conchars[12 + 16384];
    static const char *const names[] = {"progs/x.txt"};
    struct byte_writer w = {0};
    byte_writer_bytes(&w, "WAD2", 4);
    byte_writer_u32(&w, 1);
    byte_writer_u32(&w, 12 + 16384);
    byte_writer_bytes(&w, conchars, 16384);
    byte_writer_u32(&w, 12);
    byte_writer_u32(&w, 16384);
    byte_writer_u32(&w, 16384);
    byte_writer_u32(&w, 0x44);
    byte_writer_bytes(&w, "CONCHARS\0\0\0\0\0\0\0\0", 16);
    scratch_make_folder("quake");
    scratch_make_folder("quake/Id1");
    scratch_make_folder("quake/Id1/demos");
    scratch_make_folder("quake/Id1/gfx");
    scratch_make_folder("quake/mymod");
    scratch_make_folder("quake/mymod/progs");
    scratch_write("quake/Id1/gfx.wad", w.data, w.size);
    scratch_write("quake/Id1/gfx/palette.lmp", palette, sizeof(palette));
    scratch_write("quake/Id1/gfx/colormap.lmp", colormap, sizeof(colormap));
    scratch_write("quake/Id1/gfx/pause.lmp", "\1\0\0\0\1\0\0\0x", 9);
    scratch_write_text("quake/Id1/demos/a.dem", "-1\n");
    scratch_write_text("quake/mymod/b.dem", "-1\n");
    scratch_write_text("quake/mymod/progs/x.txt", "mod");
    scratch_write_pak("quake/Id1/pak0.pak", names, 1, "base");
    byte_writer_free(&w);
}

static void expect_game(const struct search_options *where, const char *text)
{
    const struct game_files_options options = {.search = *where};
    struct game_files game;
    struct quake_data data;
    struct format_error err = {0};
    char base[512];
    cr_assert_eq(game_files_open(&game, &options, &err), FORMAT_OK, "%s", err.what);
    cr_assert(game.found);
    cr_assert_eq(platform_absolute_path(scratch_at("quake"), base, sizeof(base)), 0);
    cr_assert_str_eq(game.basedir, base);
    scratch_expect(game.files, "progs/x.txt", text);
    cr_assert_eq(quake_data_open(&data, &game, 1, &err), FORMAT_OK, "%s", err.what);
    cr_assert(data.palette && data.colormap && data.conchars && data.wad.num_lumps == 1);
    struct lmp_picture picture;
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(quake_data_picture(&data, "gfx/pause.lmp", &picture), FORMAT_OK);
        cr_assert_eq(picture.pixels[0], 'x');
        cr_assert_eq(quake_data_picture(&data, "gfx/none.lmp", &picture), FORMAT_MISSING);
        cr_assert_null(picture.pixels);
    }
    cr_assert_eq(quake_data_picture(&data, "num_3", &picture), FORMAT_MISSING);
    quake_data_close(&data);
    cr_assert_eq(files_held_bytes(game.files), 0);
    game_files_close(&game);
}

static int open_bad(const struct search_options *where, struct format_error *err)
{
    const struct game_files_options options = {.search = *where};
    struct game_files game;
    const int code = game_files_open(&game, &options, err);
    cr_assert_null(game.files);
    return code;
}

Test(game_data, places)
{
    struct format_error err = {0};
    make_game();
    setenv("HOME", scratch_root, 1);
    unsetenv("QUAKEREEL_BASEDIR");
    expect_game(&(struct search_options){.basedir = scratch_at("quake")}, "base");
    expect_game(&(struct search_options){.basedir = scratch_at("quake/Id1")}, "base");
    expect_game(&(struct search_options){.basedir = scratch_at("quake"), .game = "MyMod"}, "mod");
    expect_game(&(struct search_options){.demo_path = scratch_at("quake/Id1/demos/a.dem")}, "base");
    expect_game(&(struct search_options){.demo_path = scratch_at("quake/mymod/b.dem")}, "mod");
    expect_game(&(struct search_options){.basedir = scratch_at("quake"),
                                         .demo_path = scratch_at("quake/mymod/b.dem")},
                "mod");
    setenv("QUAKEREEL_BASEDIR", scratch_at("quake"), 1);
    expect_game(&(struct search_options){0}, "base");
    struct search_options bad = {.basedir = scratch_at("quake/mymod")};
    cr_assert_eq(open_bad(&bad, &err), FORMAT_MISSING);
    cr_assert(strstr(err.what, "-basedir"));
    bad = (struct search_options){.basedir = scratch_at("quake"), .game = "nomod"};
    cr_assert_eq(open_bad(&bad, &err), FORMAT_MISSING);
    bad.game = "../quake/mymod";
    cr_assert_eq(open_bad(&bad, &err), FORMAT_BAD);
    char text[4096];
    struct search_options search = {.demo_path = scratch_at("quake/mymod/b.dem")};
    search_describe(&search, text, sizeof(text));
    cr_assert(strstr(text, "quake/mymod\n") && strstr(text, "steamapps"), "%s", text);
    search_describe(&search, text, 20);
    cr_assert_lt(strlen(text), 20);
}

/* A Quake III demo and info need no palette, colormap or gfx.wad, and log nothing if these are
 * missing; nor do models. */
Test(game_data, files_and_models_need_no_pictures_of_quakes)
{
    static const char *const names[] = {"demos/x.dm_68"};
    struct scratch_talk talk = {0};
    scratch_make_folder("game");
    scratch_make_folder("game/baseq3");
    scratch_write_pak("game/baseq3/pak0.pak", names, 1, "demo");
    const struct game_files_options options = {
        .search = {.basedir = scratch_at("game"), .base = "baseq3"},
        .log = scratch_hear,
        .log_context = &talk};
    struct game_files game;
    cr_assert_eq(game_files_open(&game, &options, NULL), FORMAT_OK);
    cr_assert(game.found);
    scratch_expect(game.files, "demos/x.dm_68", "demo");
    cr_assert_eq(talk.lines, 0, "%s", talk.all);
    struct model_store *models = model_store_create(game.files);
    cr_assert(model_store_get(models, "progs/player.mdl", NULL)->missing);
    cr_assert_eq(talk.lines, 1, "%s", talk.all); /* that one */
    model_store_destroy(models);
    struct quake_data data;
    cr_assert_eq(quake_data_open(&data, &game, 1, NULL), FORMAT_OK);
    cr_assert_eq(talk.lines, 4, "%s", talk.all); /* palette, colormap, gfx.wad */
    quake_data_close(&data);
    game_files_close(&game);
}

/* Colours that fit the map, visibility that does not; a skybox of one good face and one broken; a
 * broken skin. */
static void add_beside(struct zip_bytes *zip, const uint8_t *map)
{
    enum { LIGHT_SIZE_AT = 4 + 8 * 8 + 4 };
    static const uint8_t tga[] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3};
    struct byte_writer lit = {0};
    byte_writer_bytes(&lit, "QLIT\1\0\0\0", 8);
    for (uint32_t i = 0; i < 3 * bytes_u32(map + LIGHT_SIZE_AT); i++) {
        byte_writer_u8(&lit, i);
    }
    zip_bytes_add(zip, "maps/reel.lit", lit.data, lit.size);
    zip_bytes_add(zip, "maps/reel.vis", "no visibility", 13);
    zip_bytes_add(zip, "gfx/env/halfrt.tga", tga, sizeof(tga));
    zip_bytes_add(zip, "gfx/env/halfup.tga", "no picture", 10);
    zip_bytes_add(zip, "skins/base.pcx", "no skin", 7);
    byte_writer_free(&lit);
}

/* The built-in pack as a pk3, whose members have to be unpacked, in id1. */
static void write_pk3_of_pack(void)
{
    struct zip_bytes zip = {0};
    struct pak pak;
    struct pak_member member;
    cr_assert_eq(pak_open_memory(&pak, builtin_pak, builtin_pak_size, NULL), FORMAT_OK);
    for (uint32_t i = 0; i < pak.num_members; i++) {
        cr_assert_eq(pak_get(&pak, i, &member, NULL), FORMAT_OK);
        zip_bytes_add(&zip, member.name, member.data, member.size);
        if (strcmp(member.name, "maps/reel.bsp") == 0) {
            add_beside(&zip, member.data);
        }
    }
    zip_bytes_end(&zip);
    scratch_make_folder("id1");
    scratch_write("id1/pack.pk3", zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
}

static size_t size_of(const char *name)
{
    const uint8_t *data;
    size_t size = 0;
    cr_assert(builtin_find(name, &data, &size), "%s", name);
    return size;
}

Test(game_data, raw_bytes_go_when_what_they_hold_is_decoded)
{
    write_pk3_of_pack();
    const struct game_files_options options = {.search = {.basedir = scratch_at("")}};
    struct game_files game;
    struct quake_data data;
    struct lmp_picture picture;
    cr_assert_eq(game_files_open(&game, &options, NULL), FORMAT_OK);
    cr_assert_eq(files_held_bytes(game.files), 0);
    cr_assert_eq(quake_data_open(&data, &game, 1, NULL), FORMAT_OK);
    const size_t always =
        size_of("gfx/palette.lmp") + size_of("gfx/colormap.lmp") + size_of("gfx.wad");
    cr_assert_eq(files_held_bytes(game.files), always);
    const struct model *map = model_store_get(data.models, "maps/reel.bsp", NULL);
    cr_assert(!map->missing && map->bsp->color_data);
    cr_assert(!model_store_get(data.models, "progs/player.mdl", NULL)->missing);
    cr_assert(!model_store_get(data.models, "progs/s_explod.spr", NULL)->missing);
    cr_assert_null(skin_store_get(data.skins, "base", SKIN_WIDTH, SKIN_HEIGHT));
    cr_assert_not_null(skybox_store_get(data.skyboxes, "half"));
    cr_assert_eq(files_held_bytes(game.files), always);
    cr_assert_eq(quake_data_picture(&data, "gfx/pause.lmp", &picture), FORMAT_OK);
    cr_assert_eq(quake_data_picture(&data, "gfx/pause.lmp", &picture), FORMAT_OK);
    cr_assert_eq(files_held_bytes(game.files), always + size_of("gfx/pause.lmp"));
    quake_data_close(&data);
    cr_assert_eq(files_held_bytes(game.files), 0);
    game_files_close(&game);
}

Test(game_data, real_data)
{
    const struct real_data_name base = real_data_path("librequake");
    struct scratch_talk talk = {0};
    struct quake_data data;
    struct format_error err = {0};
    struct game_files_options options = {
        .search = {.basedir = base.text}, .log = scratch_hear, .log_context = &talk};
    cr_assert_eq(quake_game_open(&data, &options, &err), FORMAT_OK, "%s", err.what);
    struct lmp_picture picture;
    cr_assert_eq(quake_data_picture(&data, "num_3", &picture), FORMAT_OK);
    cr_assert_eq(quake_data_picture(&data, "gfx/pause.lmp", &picture), FORMAT_OK);
    const struct model *world = model_store_get(data.models, "maps/lq_e0m1.bsp", NULL);
    cr_assert(world && !world->missing && world->kind == MODEL_BRUSH);
    const struct model *door = model_store_get(data.models, "*3", world);
    cr_assert(!door->missing && door->bsp == world->bsp && door->submodel == 3);
    cr_assert(model_store_get(data.models, "*24", world)->missing);
    cr_assert_eq(model_store_get(data.models, "progs/player.mdl", NULL)->kind, MODEL_ALIAS);
    cr_assert_eq(model_store_get(data.models, "progs/s_explod.spr", NULL)->kind, MODEL_SPRITE);
    cr_assert_eq(model_store_get(data.models, "maps/b_rock1.bsp", NULL)->kind, MODEL_BRUSH);
    cr_assert_eq(files_damaged_count(data.files), 0);
    cr_assert_eq(talk.lines, 1, "%s", talk.all); /* "*24" */
    quake_game_close(&data);
}
