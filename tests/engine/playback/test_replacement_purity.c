/* Frames with replacement pictures: the same on any number of threads and from anywhere, other than
 * those without, and none in the looks of 256 colours. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/playback/playback_context.h"
#include "tests/support/media/picture_bytes.h"
#include "tests/support/real_data.h"
#include "tests/support/scratch.h"

enum { WIDTH = 320, HEIGHT = 200, MOMENTS = 4 };

static const double moments[MOMENTS] = {3.0, 31.5, 12.25, 58.0};
static const char level[] = "maps/lq_e0m1.bsp";

static void write_picture(const char *below, struct byte_writer w)
{
    scratch_write(below, w.data, w.size);
    byte_writer_free(&w);
}

/* Pictures of many sizes and kinds for each second texture of the level, and some skins. */
static void write_level_pictures(const char *basedir)
{
    static const char *const extensions[] = {"tga", "png", "jpg", "pcx"};
    const struct game_files_options options = {.search.basedir = basedir};
    struct game_files game;
    struct files_ref ref;
    struct bsp bsp;
    char name[128];
    cr_assert_eq(game_files_open(&game, &options, NULL), 0);
    cr_assert_eq(files_get(game.files, level, &ref), 0);
    cr_assert_eq(bsp_read(&bsp, ref.data, ref.size, NULL), 0);
    for (uint32_t i = 0; i < bsp.num_textures; i += 2) {
        const char *texture = bsp.textures[i].name;
        const int kind = (int)(i / 2 % 4);
        const bool liquid = texture[0] == '*';
        snprintf(name, sizeof(name), "mod/textures/%s%s.%s", liquid ? "#" : "", texture + liquid,
                 extensions[kind]);
        if (texture[0] != '\0' && !strchr(texture, '/')) {
            write_picture(name,
                          picture_of_kind(kind, 16 + (int)i % 50, 32, i * 40503u & 0xffffff, 0));
        }
    }
    write_picture("mod/progs/soldier.mdl_0.tga", picture_tga(16, 16, 0xff00ff00));
    write_picture("mod/progs/soldier.mdl_0_glow.tga", picture_tga(16, 16, 0xff000080));
    write_picture("mod/progs/v_shot.mdl_0.tga", picture_tga(16, 16, 0xffff00ff));
    bsp_free(&bsp);
    files_release(game.files, &ref);
    game_files_close(&game);
}

static uint64_t hash_at(struct playback_context *player, double time)
{
    cr_assert_geq(playback_go_time(player, time), 0);
    cr_assert_eq(playback_draw(player, NULL, 0), 0);
    return playback_hash(player);
}

static void open_player(struct playback_context *player, const struct playback_options *options)
{
    struct format_error err;
    const struct real_data_name demo = real_data_path("netquake/demo1_lite.dem");
    const struct timeline_options index = {.key_frame_bytes = TIMELINE_KEY_FRAME_BYTES};
    cr_assert_eq(playback_open(player, demo.text, options, &index, &err), 0, "%s", err.what);
    cr_assert_eq(playback_set_size(player, WIDTH, HEIGHT), 0);
}

static struct playback_options options_for(enum render_look look, const char *game, int threads)
{
    struct playback_options options = playback_default_options();
    options.look = look;
    options.threads = threads;
    options.search.basedir = scratch_at("");
    options.search.game = game;
    return options;
}

/* Of a player that was opened for this moment alone. */
static uint64_t hash_fresh(const struct playback_options *options, double time)
{
    struct playback_context player;
    open_player(&player, options);
    const uint64_t hash = hash_at(&player, time);
    playback_close(&player);
    return hash;
}

Test(replacement_purity, frames_with_replacements, .init = scratch_set_up,
     .fini = scratch_tear_down)
{
    static const int threads[] = {1, 2, 3, 7};
    const struct real_data_name id1 = real_data_path("librequake/id1");
    const struct real_data_name basedir = real_data_path("librequake");
    uint64_t wanted[MOMENTS];
    scratch_make_folder("mod");
    scratch_make_folder("mod/textures");
    scratch_make_folder("mod/progs");
    cr_assert_eq(symlink(id1.text, scratch_at("id1")), 0);
    write_level_pictures(basedir.text);
    const struct playback_options with = options_for(LOOK_TRUECOLOR, "mod", 1);
    for (int i = 0; i < MOMENTS; i++) {
        wanted[i] = hash_fresh(&with, moments[i]);
    }
    for (size_t k = 0; k < sizeof(threads) / sizeof(threads[0]); k++) {
        struct playback_context player;
        const struct playback_options options = options_for(LOOK_TRUECOLOR, "mod", threads[k]);
        open_player(&player, &options);
        for (int i = 0; i < 2 * MOMENTS; i++) { /* there and back */
            const int moment = i < MOMENTS ? i : 2 * MOMENTS - 1 - i;
            cr_expect_eq(hash_at(&player, moments[moment]), wanted[moment], "%d threads, %d",
                         threads[k], i);
        }
        playback_close(&player);
    }
    struct playback_options without = with, plain = options_for(LOOK_TRUECOLOR, NULL, 1);
    without.no_replacements = true;
    const uint64_t own = hash_fresh(&plain, moments[0]);
    cr_expect_eq(hash_fresh(&without, moments[0]), own);
    cr_expect_neq(wanted[0], own);
    const struct playback_options exact = options_for(LOOK_EXACT, "mod", 1);
    const struct playback_options exact_plain = options_for(LOOK_EXACT, NULL, 1);
    cr_expect_eq(hash_fresh(&exact, moments[0]), hash_fresh(&exact_plain, moments[0]));
}
