/* Search rules of the game data, refused names, models that are missing, and where data is looked
 * for. Works in a folder of its own below /tmp. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "assets/files.h"
#include "assets/gamedata.h"
#include "assets/platform.h"
#include "assets/quake/model_store.h"
#include "assets/quake/placeholder.h"
#include "formats/base/bytes.h"
#include "tests/support/real_data.h"

struct talk {
    unsigned lines;
    char last[512];
    char all[8192];
};

static void hear(void *context, const char *line)
{
    struct talk *talk = context;
    talk->lines++;
    snprintf(talk->last, sizeof(talk->last), "%s", line);
    size_t used = strlen(talk->all);
    snprintf(talk->all + used, sizeof(talk->all) - used, "%s\n", line);
}

static char root[64];

static const char *at(const char *below)
{
    static char paths[4][512];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, 512, "%s/%s", root, below);
    return path;
}

static void make_folder(const char *below)
{
    cr_assert_eq(platform_make_directory(at(below)), 0, "%s", below);
}

static void write_bytes(const char *below, const void *data, size_t size)
{
    FILE *f = fopen(at(below), "wb");
    cr_assert_not_null(f, "%s", below);
    cr_assert_eq(fwrite(data, 1, size, f), size);
    fclose(f);
}

static void write_text(const char *below, const char *text)
{
    write_bytes(below, text, strlen(text));
}

/* A pak whose members' contents are all `text`. */
static struct byte_writer make_pak(const char *const *names, uint32_t count, const char *text)
{
    struct byte_writer w = {0};
    uint32_t size = (uint32_t)strlen(text);
    byte_writer_bytes(&w, "PACK", 4);
    byte_writer_u32(&w, 12 + size);
    byte_writer_u32(&w, count * 64);
    byte_writer_bytes(&w, text, size);
    for (uint32_t i = 0; i < count; i++) {
        char name[56] = {0};
        memcpy(name, names[i], strlen(names[i]));
        byte_writer_bytes(&w, name, 56);
        byte_writer_u32(&w, 12);
        byte_writer_u32(&w, size);
    }
    return w;
}

static void write_pak(const char *below, const char *const *names, uint32_t count, const char *text)
{
    struct byte_writer w = make_pak(names, count, text);
    write_bytes(below, w.data, w.size);
    byte_writer_free(&w);
}

static void set_up(void)
{
    snprintf(root, sizeof(root), "/tmp/quakereel-test-XXXXXX");
    cr_assert_not_null(mkdtemp(root));
}

static void remove_tree(const char *path)
{
    char **names = NULL;
    size_t count = 0;
    if (platform_list_directory(path, &names, &count) == 0) {
        for (size_t i = 0; i < count; i++) {
            char below[1024];
            snprintf(below, sizeof(below), "%s/%s", path, names[i]);
            if (platform_is_directory(below)) {
                remove_tree(below);
            } else {
                unlink(below);
            }
        }
        platform_free_names(names, count);
    }
    rmdir(path);
}

static void tear_down(void)
{
    remove_tree(root);
}

TestSuite(files, .init = set_up, .fini = tear_down);
TestSuite(gamedata, .init = set_up, .fini = tear_down);

static void expect_text(struct files *files, const char *name, const char *text)
{
    const uint8_t *data = NULL;
    size_t size = 0;
    int code = files_load(files, name, &data, &size);
    if (!text) {
        cr_assert_eq(code, FORMAT_MISSING, "%s", name);
        return;
    }
    cr_assert_eq(code, FORMAT_OK, "%s", name);
    cr_assert(size == strlen(text) && memcmp(data, text, size) == 0, "%s: %.*s, not %s", name,
              (int)size, (const char *)data, text);
}

Test(files, precedence)
{
    static const char *const in_pak0[] = {"a.txt", "b.txt", "c.txt", "only0.txt", "Maps/Up.bsp"};
    static const char *const in_pak1[] = {"b.txt", "c.txt", "b.txt"};
    static const char *const in_pak3[] = {"late.txt"};
    static const char *const in_mod[] = {"c.txt"};
    make_folder("id1");
    make_folder("mod");
    write_pak("id1/pak0.pak", in_pak0, 5, "pak0");
    write_pak("id1/PAK1.PAK", in_pak1, 3, "pak1");
    write_pak("id1/pak3.pak", in_pak3, 1, "pak3");
    write_pak("mod/pak0.pak", in_mod, 1, "mod pak");
    write_text("id1/a.txt", "loose");
    write_text("id1/c.txt", "loose");
    make_folder("id1/Sub");
    write_text("id1/Sub/File.TXT", "case");
    write_text("id1/empty", "");
    struct talk talk = {0};
    struct files *files = files_create(hear, &talk);
    cr_assert_eq(files_add_directory(files, at("id1")), FORMAT_OK);
    expect_text(files, "a.txt", "loose");
    expect_text(files, "b.txt", "pak1");
    expect_text(files, "c.txt", "loose");
    expect_text(files, "only0.txt", "pak0");
    expect_text(files, "ONLY0.TXT", "pak0");
    expect_text(files, "maps/up.bsp", "pak0");
    expect_text(files, "sub/file.txt", "case");
    expect_text(files, "SUB/FILE.txt", "case");
    expect_text(files, "empty", "");
    expect_text(files, "late.txt", NULL); /* pak2 is missing, so that pak3 does not count */
    expect_text(files, "none.txt", NULL);
    expect_text(files, "sub", NULL);
    cr_assert_eq(files_add_directory(files, at("mod")), FORMAT_OK);
    expect_text(files, "c.txt", "mod pak");
    expect_text(files, "b.txt", "pak1");
    cr_assert_eq(files_add_directory(files, at("nowhere")), FORMAT_MISSING);
    cr_assert_eq(talk.lines, 0, "%s", talk.last);
    files_destroy(files);
}

Test(files, refused_names)
{
    static const char *const names[] = {"",    "/etc/passwd", "../x",    "a/../../x", "a\\b",
                                        "c:x", "a..b",        "folder/", "x\ny"};
    make_folder("id1");
    write_text("x", "secret");
    struct talk talk = {0};
    struct files *files = files_create(hear, &talk);
    cr_assert_eq(files_add_directory(files, at("id1")), FORMAT_OK);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        expect_text(files, names[i], NULL);
        expect_text(files, names[i], NULL);
        cr_assert_eq(talk.lines, i + 1, "%s", names[i]);
    }
    char longer[600];
    memset(longer, 'x', sizeof(longer) - 1);
    longer[sizeof(longer) - 1] = '\0';
    expect_text(files, longer, NULL);
    cr_assert_null(strchr(talk.last, '\n'));
    files_destroy(files);
}

Test(files, damaged_paks)
{
    static const char *const names[] = {"good", "good2", "cut"};
    make_folder("id1");
    struct byte_writer w = make_pak(names, 3, "text");
    write_bytes("id1/pak0.pak", w.data, w.size - 10);
    write_text("id1/pak1.pak", "no pak at all");
    write_pak("id1/pak2.pak", names, 1, "pak2");
    struct talk talk = {0};
    struct files *files = files_create(hear, &talk);
    cr_assert_eq(files_add_directory(files, at("id1")), FORMAT_OK);
    cr_assert_eq(files_damaged_count(files), 2);
    cr_assert_eq(talk.lines, 2);
    expect_text(files, "good", "pak2");
    expect_text(files, "good2", "text");
    expect_text(files, "cut", NULL);
    cr_assert_eq(files_add_pak(files, "memory", w.data, w.size), FORMAT_OK);
    expect_text(files, "cut", "text");
    cr_assert_lt(files_add_pak(files, "memory", w.data, 3), 0);
    files_destroy(files);
    byte_writer_free(&w);
}

Test(files, log_ends)
{
    struct talk talk = {0};
    struct files *files = files_create(hear, &talk);
    for (int i = 0; i < 20000; i++) {
        char line[32];
        snprintf(line, sizeof(line), "line %d", i % 10000);
        files_log(files, line);
    }
    cr_assert_eq(talk.lines, 4097);
    cr_assert(strstr(talk.last, "not shown"));
    files_destroy(files);
}

Test(files, missing_models)
{
    make_folder("id1");
    make_folder("id1/progs");
    write_text("id1/progs/broken.mdl", "IDPO\6");
    write_text("id1/progs/odd.mdl", "text");
    struct talk talk = {0};
    struct files *files = files_create(hear, &talk);
    cr_assert_eq(files_add_directory(files, at("id1")), FORMAT_OK);
    struct model_store *store = model_store_create(files);
    const struct model *player = model_store_get(store, "progs/player.mdl", NULL);
    cr_assert(player && player->missing && player->kind == MODEL_ALIAS && player->mdl);
    cr_assert_str_eq(player->name, "progs/player.mdl");
    cr_assert_eq(model_store_get(store, "progs/PLAYER.mdl", NULL), player);
    cr_assert_eq(talk.lines, 1);
    const struct model *world = model_store_get(store, "maps/start.bsp", NULL);
    cr_assert(world && world->missing && world->kind == MODEL_BRUSH && world->bsp);
    cr_assert_gt(world->maxs[0], 4000);
    const struct model *box = model_store_get(store, "maps/b_batt0.bsp", NULL);
    cr_assert(box->missing && box->kind == MODEL_ALIAS);
    cr_assert_eq(talk.lines, 3);
    const struct model *door = model_store_get(store, "*5", world);
    cr_assert(door->missing && door->kind == MODEL_BRUSH);
    cr_assert_eq(door->submodel, PLACEHOLDER_EMPTY_SUBMODEL);
    cr_assert_eq(talk.lines, 3);
    cr_assert_eq(files_damaged_count(files), 0);
    const struct model *broken = model_store_get(store, "progs/broken.mdl", NULL);
    cr_assert(broken->missing && strstr(talk.last, "progs/broken.mdl: "));
    cr_assert(model_store_get(store, "progs/odd.mdl", NULL)->missing);
    cr_assert_eq(files_damaged_count(files), 2);
    const struct model *named[] = {player, world, box, door, broken};
    for (unsigned i = 0; i < 5; i++) {
        cr_assert_eq(named[i]->id, i);
    }
    model_store_destroy(store);
    files_destroy(files);
}

/* --- where the data is ----------------------------------------------------------- */

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
    make_folder("quake");
    make_folder("quake/Id1");
    make_folder("quake/Id1/demos");
    make_folder("quake/Id1/gfx");
    make_folder("quake/mymod");
    make_folder("quake/mymod/progs");
    write_bytes("quake/Id1/gfx.wad", w.data, w.size);
    write_bytes("quake/Id1/gfx/palette.lmp", palette, sizeof(palette));
    write_bytes("quake/Id1/gfx/colormap.lmp", colormap, sizeof(colormap));
    write_bytes("quake/Id1/gfx/pause.lmp", "\1\0\0\0\1\0\0\0x", 9);
    write_text("quake/Id1/demos/a.dem", "-1\n");
    write_text("quake/mymod/b.dem", "-1\n");
    write_text("quake/mymod/progs/x.txt", "mod");
    write_pak("quake/Id1/pak0.pak", names, 1, "base");
    byte_writer_free(&w);
}

static void expect_game(const struct gamedata_options *options, const char *text)
{
    struct gamedata data;
    struct format_error err = {0};
    char base[512];
    cr_assert_eq(gamedata_open(&data, options, &err), FORMAT_OK, "%s", err.what);
    cr_assert(data.found);
    cr_assert_eq(platform_absolute_path(at("quake"), base, sizeof(base)), 0);
    cr_assert_str_eq(data.basedir, base);
    cr_assert(data.palette && data.colormap && data.conchars && data.wad.num_lumps == 1);
    expect_text(data.files, "progs/x.txt", text);
    struct lmp_picture picture;
    cr_assert_eq(gamedata_picture(&data, "gfx/pause.lmp", &picture), FORMAT_OK);
    cr_assert_eq(picture.pixels[0], 'x');
    cr_assert_eq(gamedata_picture(&data, "gfx/none.lmp", &picture), FORMAT_MISSING);
    cr_assert_eq(gamedata_picture(&data, "num_3", &picture), FORMAT_MISSING);
    gamedata_close(&data);
}

Test(gamedata, places)
{
    struct gamedata data;
    struct format_error err = {0};
    make_game();
    setenv("HOME", root, 1);
    unsetenv("QUAKEREEL_BASEDIR");
    expect_game(&(struct gamedata_options){.basedir = at("quake")}, "base");
    expect_game(&(struct gamedata_options){.basedir = at("quake/Id1")}, "base");
    expect_game(&(struct gamedata_options){.basedir = at("quake"), .game = "MyMod"}, "mod");
    expect_game(&(struct gamedata_options){.demo_path = at("quake/Id1/demos/a.dem")}, "base");
    expect_game(&(struct gamedata_options){.demo_path = at("quake/mymod/b.dem")}, "mod");
    expect_game(
        &(struct gamedata_options){.basedir = at("quake"), .demo_path = at("quake/mymod/b.dem")},
        "mod");
    setenv("QUAKEREEL_BASEDIR", at("quake"), 1);
    expect_game(&(struct gamedata_options){0}, "base");
    struct gamedata_options bad = {.basedir = at("quake/mymod")};
    cr_assert_eq(gamedata_open(&data, &bad, &err), FORMAT_MISSING);
    cr_assert(strstr(err.what, "-basedir"));
    bad = (struct gamedata_options){.basedir = at("quake"), .game = "nomod"};
    cr_assert_eq(gamedata_open(&data, &bad, &err), FORMAT_MISSING);
    bad.game = "../quake/mymod";
    cr_assert_eq(gamedata_open(&data, &bad, &err), FORMAT_BAD);
    cr_assert_null(data.files);
    char text[4096];
    struct gamedata_options search = {.demo_path = at("quake/mymod/b.dem")};
    gamedata_describe_search(&search, text, sizeof(text));
    cr_assert(strstr(text, "quake/mymod\n") && strstr(text, "steamapps"), "%s", text);
    gamedata_describe_search(&search, text, 20);
    cr_assert_lt(strlen(text), 20);
}

Test(gamedata, real_data)
{
    const struct real_data_name base = real_data_path("librequake");
    struct talk talk = {0};
    struct gamedata data;
    struct format_error err = {0};
    struct gamedata_options options = {.basedir = base.text, .log = hear, .log_context = &talk};
    cr_assert_eq(gamedata_open(&data, &options, &err), FORMAT_OK, "%s", err.what);
    struct lmp_picture picture;
    cr_assert_eq(gamedata_picture(&data, "num_3", &picture), FORMAT_OK);
    cr_assert_eq(gamedata_picture(&data, "gfx/pause.lmp", &picture), FORMAT_OK);
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
    gamedata_close(&data);
}
