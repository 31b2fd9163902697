/* Replacement pictures: names, order of search, budget, damage, threads, memory. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/missing_pieces.h"
#include "assets/parallel_for.h"
#include "assets/quake/replacement_list.h"
#include "assets/quake/rgba_texture.h"
#include "formats/pictures/quake_image.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/media/picture_bytes.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

static const uint8_t palette[768] = {1, 2, 3};

struct shelf { /* start from {0} */
    struct zip_bytes zip;
    struct scratch_talk talk;
    struct files *files;
    struct replacement_list *list;
};

static void put(struct shelf *shelf, const char *name, struct byte_writer data)
{
    cr_assert(!data.failed);
    zip_bytes_add(&shelf->zip, name, data.data, data.size);
    byte_writer_free(&data);
}

/* A picture with that red. */
static void put_red(struct shelf *shelf, const char *name, unsigned red)
{
    put(shelf, name, picture_tga(1, 1, 0xff000000u | red << 16));
}

static void shelf_open(struct shelf *shelf)
{
    zip_bytes_end(&shelf->zip);
    shelf->files = files_create(scratch_hear, &shelf->talk);
    cr_assert_not_null(shelf->files);
    cr_assert_eq(files_add_pak(shelf->files, "test.pk3", shelf->zip.out.data, shelf->zip.out.size),
                 0);
    shelf->list = replacement_list_create(shelf->files, palette);
    cr_assert_not_null(shelf->list);
}

static void shelf_close(struct shelf *shelf)
{
    replacement_list_destroy(shelf->list);
    files_destroy(shelf->files);
    zip_bytes_free(&shelf->zip);
}

static void load(struct replacement_list *list)
{
    for (int i = 0; i < replacement_list_count(list); i++) {
        replacement_list_measure(list, i);
    }
    replacement_list_fit(list);
}

/* The red of what was found and of its glow; -1: none. */
struct reds {
    int color, glow;
};

static struct reds decode_reds(struct replacement_list *list, int index)
{
    struct replacement got;
    replacement_list_decode(list, index, &got);
    const struct reds reds = {got.color.rgba ? got.color.rgba[0] : -1,
                              got.glow.rgba ? got.glow.rgba[0] : -1};
    replacement_free(&got);
    return reds;
}

/* Of a list of its own. name: a texture, or NULL: skin `skin` of model `file`. */
static struct reds look_up(struct files *files, const char *file, const char *name, int skin)
{
    struct replacement_list *list = replacement_list_create(files, palette);
    struct reds reds = {-1, -1};
    cr_assert_not_null(list);
    const int index = name ? replacement_list_add_texture(list, file, name)
                           : replacement_list_add_skin(list, file, skin, -1);
    cr_assert(index == 0 || index == FORMAT_MISSING);
    cr_assert_eq(replacement_list_count(list), index == 0);
    if (index == 0) {
        load(list);
        reds = decode_reds(list, index);
        cr_assert_eq(replacement_list_report(list), 0);
    }
    replacement_list_destroy(list);
    return reds;
}

Test(replacements, names)
{
    static const struct {
        const char *map, *name;
        int red;
    } textures[] = {{"maps/e1m1.bsp", "wall", 1},
                    {"maps/e1m2.bsp", "wall", 2},
                    {"MAPS/E1M1.BSP", "WALL", 1},
                    {"e1m1.bsp", "wall", 1},
                    {"maps/e1m1", "wall", 1},
                    {"maps/e1m1.bsp", "*lava1", 3},
                    {"maps/e1m1.bsp", "#lava1", 3},
                    {"maps/e1m1.bsp", "*slime", 4},
                    {"maps/b_bh25.bsp", "box", 5},
                    {"maps/e1m1.bsp", "box", -1},
                    {"maps/e1m1.bsp", "+0slip", 6},
                    {"maps/e1m1.bsp", "{fence", 7},
                    {"maps/e1m1.bsp", "a/b", 8},
                    {"maps/sub/x.v2.bsp", "deep", 9},
                    {"maps/e1m1.bsp", "sky1", -1},
                    {"maps/e1m1.bsp", "Sky1", -1},
                    {"maps/e1m1.bsp", "none", -1},
                    {"maps/e1m1.bsp", "wall.tga", -1},
                    {"maps/../e1m1.bsp", "wall", 2},
                    {"maps//e1m1.bsp", "wall", 2},
                    {"", "wall", 2},
                    {"maps/e1m1.bsp", "la*va", 10}};
    static const struct {
        const char *model;
        int skin, red;
    } skins[] = {{"progs/player.mdl", 0, 20}, {"progs/player.mdl", 1, 21},
                 {"progs/Player.MDL", 1, 21}, {"progs/player.mdl", 2, -1},
                 {"progs/ogre.mdl", 0, -1},   {"progs/player", 0, -1}};
    struct shelf shelf = {0};
    put_red(&shelf, "textures/e1m1/wall.tga", 1);
    put_red(&shelf, "textures/Wall.tga", 2);
    put_red(&shelf, "textures/#lava1.tga", 3);
    put_red(&shelf, "textures/e1m1/#slime.tga", 4);
    put_red(&shelf, "textures/#slime.tga", 40);
    put_red(&shelf, "textures/b_bh25/box.tga", 5);
    put_red(&shelf, "textures/+0slip.tga", 6);
    put_red(&shelf, "textures/{fence.tga", 7);
    put_red(&shelf, "textures/a/b.tga", 8);
    put_red(&shelf, "textures/sub/x.v2/deep.tga", 9);
    put_red(&shelf, "textures/la*va.tga", 10);
    put_red(&shelf, "textures/sky1.tga", 11);
    put_red(&shelf, "progs/player.mdl_0.tga", 20);
    put_red(&shelf, "progs/player.mdl_1.tga", 21);
    shelf_open(&shelf);
    for (size_t i = 0; i < sizeof(textures) / sizeof(textures[0]); i++) {
        const struct reds reds = look_up(shelf.files, textures[i].map, textures[i].name, 0);
        cr_expect_eq(reds.color, textures[i].red, "%s, %s: %d", textures[i].map, textures[i].name,
                     reds.color);
    }
    for (size_t i = 0; i < sizeof(skins) / sizeof(skins[0]); i++) {
        const struct reds reds = look_up(shelf.files, skins[i].model, NULL, skins[i].skin);
        cr_expect_eq(reds.color, skins[i].red, "%s %d", skins[i].model, skins[i].skin);
    }
    cr_expect_eq(shelf.talk.lines, 0, "%s", shelf.talk.all);
    shelf_close(&shelf);
}

/* Pictures of a skin that is a group, and models that need not be loaded. */
Test(replacements, groups_and_models_without)
{
    struct shelf shelf = {0};
    put_red(&shelf, "progs/one.mdl_0.tga", 1);
    put_red(&shelf, "progs/seven.mdl_7.png", 2);
    put_red(&shelf, "progs/eight.mdl_8.tga", 3);
    put_red(&shelf, "progs/group.mdl_2_0.tga", 4);
    put_red(&shelf, "progs/group.mdl_2_11.tga", 5);
    shelf_open(&shelf);
    cr_expect(replacement_list_has_skins(shelf.list, "progs/one.mdl"));
    cr_expect(replacement_list_has_skins(shelf.list, "progs/SEVEN.mdl"));
    cr_expect(!replacement_list_has_skins(shelf.list, "progs/eight.mdl"));
    cr_expect(replacement_list_has_skins(shelf.list, "progs/group.mdl"));
    cr_expect(!replacement_list_has_skins(shelf.list, "progs/none.mdl"));
    cr_expect(!replacement_list_has_skins(shelf.list, "../progs/one.mdl"));
    cr_expect_eq(replacement_list_add_skin(shelf.list, "progs/group.mdl", 2, -1), FORMAT_MISSING);
    cr_expect_eq(replacement_list_add_skin(shelf.list, "progs/group.mdl", 2, 1), FORMAT_MISSING);
    cr_expect_eq(replacement_list_add_skin(shelf.list, "progs/one.mdl", 0, 0), FORMAT_MISSING);
    cr_assert_eq(replacement_list_add_skin(shelf.list, "progs/group.mdl", 2, 11), 0);
    cr_assert_eq(replacement_list_add_skin(shelf.list, "progs/group.mdl", 2, 0), 1);
    load(shelf.list);
    cr_expect_eq(decode_reds(shelf.list, 0).color, 5);
    cr_expect_eq(decode_reds(shelf.list, 1).color, 4);
    shelf_close(&shelf);
}

/* Names from maps and demos that must not become names of files. The pack has a file for each. */
Test(replacements, refused_names)
{
    static const char *const bad[] = {"",     "x/",   "x\x01y", "x\ny",    "\xe9t\xe9",
                                      "..",   "../x", "a/../x", "/x",      "a//x",
                                      "a\\x", "c:x",  "x\x7fy", "\x1b[2J", "*/../x"};
    enum { NO_SKINS = 2 /* of these, which become names of files with a skin's number */ };
    struct shelf shelf = {0};
    char name[512], longest[400];
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        snprintf(name, sizeof(name), "textures/%s.tga", bad[i]);
        put_red(&shelf, name, 1);
        snprintf(name, sizeof(name), "textures/m/%s.tga", bad[i]);
        put_red(&shelf, name, 1);
        snprintf(name, sizeof(name), "%s_0.tga", bad[i]);
        put_red(&shelf, name, 1);
    }
    memset(longest, 'n', sizeof(longest));
    longest[240] = '\0'; /* with extension below the limit of files */
    snprintf(name, sizeof(name), "textures/%s.tga", longest);
    put_red(&shelf, name, 1);
    shelf_open(&shelf);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_expect_eq(look_up(shelf.files, "maps/m.bsp", bad[i], 0).color, -1, "%zu", i);
        if (i >= NO_SKINS) {
            cr_expect_eq(look_up(shelf.files, bad[i], NULL, 0).color, -1, "skin %zu", i);
        }
    }
    for (size_t length = 200; length < sizeof(longest); length++) {
        memset(longest, 'n', sizeof(longest));
        longest[length] = '\0';
        cr_expect_eq(look_up(shelf.files, "maps/m.bsp", longest, 0).color, -1);
        cr_expect_eq(look_up(shelf.files, longest, NULL, 0).color, -1);
        cr_expect_eq(look_up(shelf.files, longest, "x", 0).color, -1);
    }
    cr_expect_eq(shelf.talk.lines, 0, "%s", shelf.talk.all);
    shelf_close(&shelf);
}

Test(replacements, extensions_in_order_and_the_map_before_them)
{
    for (int first = 0; first < PICTURE_KINDS; first++) {
        struct shelf shelf = {0};
        for (int kind = first; kind < PICTURE_KINDS; kind++) {
            char name[64];
            snprintf(name, sizeof(name), "textures/x%s", quake_image_extensions[kind]);
            /* Which of them it is shows in the width. */
            put(&shelf, name, picture_of_kind(kind, 8 + kind, 8, 0, 0));
            snprintf(name, sizeof(name), "textures/m/y%s", quake_image_extensions[kind]);
            put(&shelf, name, picture_of_kind(kind, 8 + kind, 8, 0, 0));
        }
        put_red(&shelf, "textures/y.tga", 1);
        shelf_open(&shelf);
        cr_assert_eq(replacement_list_add_texture(shelf.list, "maps/m.bsp", "x"), 0);
        cr_assert_eq(replacement_list_add_texture(shelf.list, "maps/m.bsp", "y"), 1);
        load(shelf.list);
        for (int i = 0; i < 2; i++) {
            struct replacement got;
            replacement_list_decode(shelf.list, i, &got);
            cr_expect_eq(got.color.width, 8 + first, "%d, %d", i, first);
            cr_expect_eq(got.color.height, 8);
            replacement_free(&got);
        }
        shelf_close(&shelf);
    }
}

/* Kinds are found by the bytes: a PNG that is called .tga. */
Test(replacements, wrong_extensions_do_not_matter)
{
    struct shelf shelf = {0};
    put(&shelf, "textures/x.tga", picture_of_kind(PICTURE_PNG, 3, 2, 0x2a0000, 0));
    shelf_open(&shelf);
    cr_expect_eq(look_up(shelf.files, "maps/m.bsp", "x", 0).color, 0x2a);
    shelf_close(&shelf);
}

Test(replacements, glow_beside_what_is_found)
{
    struct shelf shelf = {0};
    put_red(&shelf, "textures/both.tga", 1);
    put_red(&shelf, "textures/both_glow.png", 2);
    put_red(&shelf, "textures/both_luma.tga", 3);
    put_red(&shelf, "textures/luma.tga", 4);
    put_red(&shelf, "textures/luma_luma.tga", 5);
    put_red(&shelf, "textures/m/own.tga", 6);
    put_red(&shelf, "textures/own.tga", 7);
    put_red(&shelf, "textures/own_glow.tga", 8);
    put_red(&shelf, "textures/alone_glow.tga", 9);
    put_red(&shelf, "progs/a.mdl_0.tga", 10);
    put_red(&shelf, "progs/a.mdl_0_luma.tga", 11);
    shelf_open(&shelf);
    static const struct {
        const char *map, *name;
        struct reds reds;
    } cases[] = {{"maps/m.bsp", "both", {1, 2}},    {"maps/m.bsp", "luma", {4, 5}},
                 {"maps/m.bsp", "own", {6, -1}},    {"maps/n.bsp", "own", {7, 8}},
                 {"maps/m.bsp", "alone", {-1, -1}}, {"progs/a.mdl", NULL, {10, 11}}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct reds got = look_up(shelf.files, cases[i].map, cases[i].name, 0);
        cr_expect(got.color == cases[i].reds.color && got.glow == cases[i].reds.glow, "%zu: %d %d",
                  i, got.color, got.glow);
    }
    shelf_close(&shelf);
}

/* ---- Folders and packs ---- */

static void write_red(const char *below, unsigned red)
{
    struct byte_writer w = picture_tga(1, 1, 0xff000000u | red << 16);
    scratch_write(below, w.data, w.size);
    byte_writer_free(&w);
}

/* A pk3 in a folder: for each name a picture of the given red. */
static void write_pk3(const char *below, const char *const *names, int count, unsigned red)
{
    struct zip_bytes zip = {0};
    struct byte_writer w = picture_tga(1, 1, 0xff000000u | red << 16);
    for (int i = 0; i < count; i++) {
        zip_bytes_add_deflated(&zip, names[i], w.data, w.size);
    }
    zip_bytes_end(&zip);
    scratch_write(below, zip.out.data, zip.out.size);
    zip_bytes_free(&zip);
    byte_writer_free(&w);
}

Test(replacements, from_folders_and_packs, .init = scratch_set_up, .fini = scratch_tear_down)
{
    static const char *const names[] = {"textures/a.tga", "textures/b.tga", "textures/c.tga",
                                        "textures/m/d.tga"};
    scratch_make_folder("id1");
    scratch_make_folder("id1/textures");
    scratch_make_folder("mod");
    scratch_make_folder("mod/textures");
    write_pk3("id1/a.pk3", names, 4, 1);
    write_pk3("id1/b.pk3", names, 3, 2);
    write_red("id1/textures/b.tga", 3);
    write_red("id1/textures/d.tga", 4);
    write_red("id1/textures/f.tga", 5);
    write_red("mod/textures/c.png", 5);
    write_red("mod/textures/d.tga", 6);
    write_red("mod/textures/e.tga", 7);
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    cr_assert_eq(files_add_directory(files, scratch_at("id1")), 0);
    cr_assert_eq(files_add_directory(files, scratch_at("mod")), 0);
    cr_expect_eq(look_up(files, "maps/m.bsp", "a", 0).color, 2, "later pk3");
    cr_expect_eq(look_up(files, "maps/m.bsp", "b", 0).color, 3, "loose file");
    cr_expect_eq(look_up(files, "maps/m.bsp", "c", 0).color, 2, ".tga in all before .png");
    cr_expect_eq(look_up(files, "maps/m.bsp", "d", 0).color, 1, "the map's in all before others");
    cr_expect_eq(look_up(files, "maps/n.bsp", "d", 0).color, 6, "later directory");
    cr_expect_eq(look_up(files, "maps/n.bsp", "e", 0).color, 7);
    cr_expect_eq(talk.lines, 0, "%s", talk.all);
    cr_expect(files_reads(files, scratch_at("mod/textures/e.tga")),
              "an output must not replace it");
    cr_expect(!files_reads(files, scratch_at("id1/textures/f.tga")), "not looked for");
    files_destroy(files);
}

/* ---- Damage ---- */

Test(replacements, damage_is_one_line_and_a_detail)
{
    struct shelf shelf = {0};
    put(&shelf, "textures/big.tga", picture_tga_head(10, 60000, 60000));
    put(&shelf, "textures/wide.tga", picture_tga(4097, 1, 0));
    put(&shelf, "textures/good.tga", picture_tga(4096, 1, 0xff550000));
    put_red(&shelf, "textures/dim.tga", 9);
    put(&shelf, "textures/dim_glow.tga", picture_tga_head(2, 100, 100));
    shelf_open(&shelf);
    files_hear_pieces(shelf.files, scratch_hear);
    static const char *const names[] = {"big", "wide", "good", "dim"};
    for (int i = 0; i < 4; i++) {
        cr_assert_eq(replacement_list_add_texture(shelf.list, "maps/m.bsp", names[i]), i);
    }
    load(shelf.list);
    cr_expect_eq(decode_reds(shelf.list, 0).color, -1);
    cr_expect_eq(decode_reds(shelf.list, 1).color, -1);
    cr_expect_eq(decode_reds(shelf.list, 2).color, 0x55);
    const struct reds dim = decode_reds(shelf.list, 3);
    cr_expect(dim.color == 9 && dim.glow == -1);
    cr_expect_eq(shelf.talk.lines, 0);
    cr_expect_eq(replacement_list_report(shelf.list), 0);
    cr_expect_eq(shelf.talk.lines, 3, "%s", shelf.talk.all);
    static const char *const parts[] = {"textures/big.tga: a TGA of 60000x60000 needs",
                                        "the original picture is drawn",
                                        "textures/wide.tga: 4097x1 pixels exceed the limit",
                                        "textures/dim_glow.tga: ", "drawn without glow"};
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        cr_expect(strstr(shelf.talk.all, parts[i]), "%s: %s", parts[i], shelf.talk.all);
    }
    cr_expect_eq(files_damaged_count(shelf.files), 0, "the game's own data is whole");
    cr_expect_eq(files_missing_pieces(shelf.files)->count, 0);
    cr_expect(!files_lacked_memory(shelf.files));
    shelf_close(&shelf);
}

/* Without --verbose such lines go elsewhere than the log. */
Test(replacements, details_are_for_verbose)
{
    struct scratch_talk talk = {0};
    struct files *files = files_create(scratch_hear, &talk);
    files_log_detail(files, "shown");
    cr_expect_str_eq(talk.all, "shown\n");
    files_destroy(files);
    memset(&talk, 0, sizeof(talk));
    files = files_create(NULL, &talk);
    files_hear_pieces(files, scratch_hear);
    files_log_detail(files, "apart");
    cr_expect_str_eq(talk.all, "apart\n");
    cr_expect_eq(files_missing_pieces(files)->count, 0);
    files_destroy(files);
}

Test(replacements, truncated_at_every_byte)
{
    for (int kind = 0; kind < PICTURE_KINDS; kind++) {
        struct byte_writer whole = picture_of_kind(kind, 5, 3, 0x102030, 0);
        for (size_t size = 0; size < whole.size; size += 1 + size / 64) {
            struct shelf shelf = {0};
            struct byte_writer part = {0};
            byte_writer_bytes(&part, whole.data, size);
            put(&shelf, "textures/x.tga", part);
            shelf_open(&shelf);
            const struct reds reds = look_up(shelf.files, "maps/m.bsp", "x", 0);
            cr_expect_eq(shelf.talk.lines, reds.color < 0, "%d, %zu: %s", kind, size,
                         shelf.talk.all);
            shelf_close(&shelf);
        }
        byte_writer_free(&whole);
    }
}

/* ---- Budget ---- */

Test(replacements, memory_budget)
{
    enum { SIDE = REPLACEMENT_MAX_SIDE, FIT = 3 };
    static const struct {
        int count, side, left_out; /* of the pictures */
    } cases[] = {
        {FIT, SIDE, 0}, {FIT + 1, SIDE / 2, 0}, {4 * FIT, SIDE / 2, 0}, {4 * FIT + 2, SIDE / 2, 2}};
    struct shelf shelf = {0};
    put(&shelf, "textures/x.tga", picture_tga_runs(SIDE, SIDE, 0xff2b0000));
    put_red(&shelf, "textures/small.tga", 1);
    shelf_open(&shelf);
    cr_assert_eq(REPLACEMENT_BUDGET / rgba_texture_bytes(SIDE, SIDE), FIT);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct replacement_list *list = replacement_list_create(shelf.files, palette);
        struct replacement got;
        for (int k = 0; k < cases[i].count; k++) {
            cr_assert_eq(replacement_list_add_texture(list, "", "x"), k);
        }
        load(list);
        const int last = cases[i].count - 1 - cases[i].left_out;
        replacement_list_decode(list, last, &got);
        cr_expect(got.color.width == cases[i].side && got.color.height == cases[i].side, "%zu", i);
        cr_expect(got.color.rgba && got.color.rgba[0] == 0x2b);
        replacement_free(&got);
        if (cases[i].left_out) {
            replacement_list_decode(list, last + 1, &got);
            cr_expect(!got.color.rgba && got.color.width == 0);
            replacement_free(&got);
        }
        cr_assert_eq(replacement_list_report(list), 0);
        cr_expect_eq(shelf.talk.lines, i, "%s", shelf.talk.all); /* each its own, but the first */
        replacement_list_destroy(list);
    }
    cr_expect(strstr(shelf.talk.last, "1194 MB") && strstr(shelf.talk.last, "2 are left out"), "%s",
              shelf.talk.last);
    shelf_close(&shelf);
}

/* More bytes of files than are held between measuring and decoding: the rest is read again. */
Test(replacements, files_that_are_not_held)
{
    enum { SIDE = 1024, COUNT = 18 };
    struct shelf shelf = {0};
    put(&shelf, "textures/x.tga", picture_tga(SIDE, SIDE, 0xff660000));
    shelf_open(&shelf);
    for (int i = 0; i < COUNT; i++) {
        cr_assert_eq(replacement_list_add_texture(shelf.list, "", "x"), i);
    }
    load(shelf.list);
    for (int i = 0; i < COUNT; i++) {
        cr_expect_eq(decode_reds(shelf.list, i).color, 0x66, "%d", i);
    }
    shelf_close(&shelf);
}

/* ---- Threads and memory ---- */

static void measure_job(void *context, size_t job)
{
    replacement_list_measure(context, (int)job);
}

struct decoding {
    struct replacement_list *list;
    struct replacement *out;
};

static void decode_job(void *context, size_t job)
{
    struct decoding *decoding = context;
    replacement_list_decode(decoding->list, (int)job, &decoding->out[job]);
}

Test(replacements, threads_load_at_once)
{
    enum { COUNT = 60 };
    struct shelf shelf = {0};
    struct replacement got[COUNT];
    char name[64];
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof(name), "textures/t%d%s", i, quake_image_extensions[i % 4]);
        put(&shelf, name, picture_of_kind(i % 4, 32 + i, 16, (uint32_t)i << 17, 0));
        snprintf(name, sizeof(name), "textures/t%d_glow.tga", i);
        put_red(&shelf, name, (unsigned)i);
    }
    put(&shelf, "textures/bad.tga", picture_tga_head(2, 9, 9));
    shelf_open(&shelf);
    for (int i = 0; i < COUNT; i++) {
        snprintf(name, sizeof(name), i == 30 ? "bad" : "t%d", i);
        cr_assert_eq(replacement_list_add_texture(shelf.list, "maps/m.bsp", name), i);
    }
    parallel_for(4, measure_job, shelf.list, COUNT);
    replacement_list_fit(shelf.list);
    struct decoding decoding = {shelf.list, got};
    parallel_for(4, decode_job, &decoding, COUNT);
    for (int i = 0; i < COUNT; i++) {
        if (i == 30) {
            cr_expect_null(got[i].color.rgba);
        } else {
            cr_assert(got[i].color.rgba && got[i].glow.rgba, "%d", i);
            cr_expect(got[i].color.width == 32 + i && got[i].color.height == 16);
            cr_expect(abs(got[i].color.rgba[0] - 2 * i) <= (i % 4 == PICTURE_JPEG ? 3 : 0), "%d",
                      i);
            cr_expect_eq(got[i].glow.rgba[0], i);
        }
        replacement_free(&got[i]);
    }
    cr_expect_eq(replacement_list_report(shelf.list), 0);
    cr_expect_eq(shelf.talk.lines, 1);
    shelf_close(&shelf);
}

/* A list's whole way, in files of its own. True: nothing failed. */
static bool load_two(const struct zip_bytes *zip, struct scratch_talk *talk)
{
    static const char *const names[] = {"a", "b"};
    struct files *files = files_create(scratch_hear, talk);
    if (!files) {
        return false;
    }
    bool whole = files_add_pak(files, "test.pk3", zip->out.data, zip->out.size) == 0 &&
                 files_add_directory(files, scratch_at("")) == 0;
    struct replacement_list *list = whole ? replacement_list_create(files, palette) : NULL;
    whole = whole && list;
    for (int i = 0; list && i < 2; i++) {
        const int index = replacement_list_add_texture(list, "maps/m.bsp", names[i]);
        cr_assert(index >= 0 || index == FORMAT_MEMORY);
        whole = whole && index >= 0;
    }
    if (list) {
        load(list);
        for (int i = 0; i < replacement_list_count(list); i++) {
            const struct reds reds = decode_reds(list, i);
            whole = whole && reds.color >= 0 && reds.glow >= 0;
        }
        const int code = replacement_list_report(list);
        cr_assert(code == 0 || (code == FORMAT_MEMORY && !whole));
        cr_assert_eq(files_lacked_memory(files), !whole);
    }
    replacement_list_destroy(list);
    files_destroy(files);
    return whole;
}

Test(replacements, memory_is_freed_whatever_fails, .init = scratch_set_up,
     .fini = scratch_tear_down)
{
    struct shelf shelf = {0};
    put(&shelf, "textures/a.png", picture_of_kind(PICTURE_PNG, 5, 3, 1, 0));
    put(&shelf, "textures/a_glow.pcx", picture_of_kind(PICTURE_PCX, 5, 3, 2, 0));
    put(&shelf, "textures/b.lmp", picture_of_kind(PICTURE_LMP, 5, 3, 1, 0));
    zip_bytes_end(&shelf.zip);
    scratch_make_folder("textures");
    write_red("textures/b_luma.tga", 3);
    bool whole = false;
    for (uint64_t from = 1; !whole; from++) {
        cr_assert_lt(from, 500);
        scarce_begin_from(from);
        whole = load_two(&shelf.zip, &shelf.talk);
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0, "%d", (int)from);
    }
    cr_expect_eq(shelf.talk.lines, 0, "%s", shelf.talk.all);
    zip_bytes_free(&shelf.zip);
}
