/* Optional data of a map: .lit colours, .vis visibility and BSPX lumps; valid, of another map, and
 * corrupt. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "formats/maps/lit.h"
#include "formats/maps/vis.h"
#include "tests/support/map_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"

#define MAP "maps/reel.bsp"

struct talk {
    unsigned lines;
    char last[512];
};

static void hear(void *context, const char *line)
{
    struct talk *talk = context;
    talk->lines++;
    snprintf(talk->last, sizeof(talk->last), "%s", line);
}

/* The built-in map and the files derived from it. */
struct source {
    struct quake_data data;
    const uint8_t *map;
    size_t size;
    size_t light_size;
};

static void source_open(struct source *s)
{
    const struct game_files_options options = {.builtin = true};
    cr_assert_eq(quake_game_open(&s->data, &options, NULL), FORMAT_OK);
    cr_assert_eq(quake_game_load(s->data.files, MAP, &s->map, &s->size), FORMAT_OK);
    (void)map_lump(s->map, MAP_LIGHT, &s->light_size);
}

static void source_close(struct source *s)
{
    quake_game_close(&s->data);
}

/* A copy of a buffer of exactly its size, so that a sanitizer sees each byte too far. */
static uint8_t *exact_copy(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (size) {
        memcpy(copy, data, size);
    }
    return copy;
}

/* ---- .lit ---- */

static int read_lit(const struct byte_writer *file, size_t size, size_t light_size)
{
    const uint8_t *samples;
    struct format_error err = {0};
    uint8_t *copy = exact_copy(file->data, size);
    int code = lit_read(&samples, copy, size, light_size, &err);
    cr_assert((code == FORMAT_OK) == (samples != NULL));
    cr_assert((code == FORMAT_OK) == (err.what[0] == '\0'));
    free(copy);
    return code;
}

Test(map_extras, lit)
{
    struct byte_writer file = {0};
    const uint8_t *samples;
    byte_writer_bytes(&file, "QLIT\1\0\0\0abcdef", 14);
    cr_assert_eq(lit_read(&samples, file.data, file.size, 2, NULL), FORMAT_OK);
    cr_assert_eq(memcmp(samples, "abcdef", 6), 0);
    for (size_t size = 0; size < file.size; size++) {
        cr_assert_lt(read_lit(&file, size, 2), 0, "%zu bytes", size);
    }
    cr_assert_eq(read_lit(&file, 14, 3), FORMAT_BAD);
    cr_assert_eq(read_lit(&file, 13, 2), FORMAT_BAD);
    cr_assert_eq(read_lit(&file, 14, SIZE_MAX / 3 + 3), FORMAT_BAD, "a product that wraps round");
    cr_assert_eq(read_lit(&file, 8, 0), FORMAT_OK);
    file.data[4] = 2;
    cr_assert_eq(read_lit(&file, 14, 2), FORMAT_UNKNOWN);
    file.data[0] = 'q';
    cr_assert_eq(read_lit(&file, 14, 2), FORMAT_UNKNOWN);
    byte_writer_free(&file);
}

/* ---- .vis ---- */

static int find_vis(const struct byte_writer *file, size_t size, const char *map,
                    struct vis_patch *patch, struct format_error *err)
{
    *err = (struct format_error){0};
    uint8_t *copy = exact_copy(file->data, size);
    int code = vis_find(patch, copy, size, map, err);
    unsigned sum = 0;
    for (size_t i = 0; code == FORMAT_OK && i < patch->visibility_size; i++) {
        sum += patch->visibility[i];
    }
    for (size_t i = 0; code == FORMAT_OK && i < patch->num_leafs * VIS_LEAF_SIZE; i++) {
        sum += patch->leafs[i];
    }
    cr_assert_neq(sum, 1u << 31); /* so that the reads are not optimised away */
    cr_assert((code == FORMAT_OK) == (err->what[0] == '\0'));
    free(copy);
    return code;
}

Test(map_extras, vis_records)
{
    static const uint8_t leafs[2 * VIS_LEAF_SIZE] = {7};
    static const char long_name[] = "a_name_of_thirty-two_letters.bsp";
    struct byte_writer file = {0};
    struct vis_patch patch;
    struct format_error err;
    map_add_vis(&file, "other.bsp", "xyz", 3, leafs, VIS_LEAF_SIZE);
    size_t second = file.size;
    map_add_vis(&file, "Start.BSP", "abcde", 5, leafs, sizeof(leafs));
    map_add_vis(&file, long_name, "z", 1, leafs, 0);
    cr_assert_eq(vis_find(&patch, file.data, file.size, "start.bsp", &err), FORMAT_OK);
    cr_assert_eq(patch.visibility_size, 5);
    cr_assert_eq(memcmp(patch.visibility, "abcde", 5), 0);
    cr_assert_eq(patch.num_leafs, 2);
    cr_assert_eq(patch.leafs[0], 7);
    cr_assert_eq(patch.leafs_offset, (size_t)(patch.leafs - file.data));
    cr_assert_eq(find_vis(&file, file.size, long_name, &patch, &err), FORMAT_OK);
    cr_assert_eq(patch.num_leafs, 0);
    cr_assert_eq(find_vis(&file, file.size, "star.bsp", &patch, &err), FORMAT_MISSING);
    cr_assert_eq(find_vis(&file, file.size, "start.bsp2", &patch, &err), FORMAT_MISSING);
    cr_assert_eq(find_vis(&file, file.size, "a_name_of_thirty-two_letters.bspx", &patch, &err),
                 FORMAT_MISSING);
    for (size_t size = 0; size < file.size; size++) {
        int code = find_vis(&file, size, "start.bsp", &patch, &err);
        bool whole = size >= second + 36 + 8 + 5 + sizeof(leafs);
        cr_assert_eq(code == FORMAT_OK, whole, "%zu bytes", size);
    }
    const struct {
        size_t at;
        uint32_t value;
    } flaws[] = {{second + 32, UINT32_MAX}, {second + 36, 62}, {second + 36, UINT32_MAX},
                 {second + 36, 0},          {second + 45, 55}, {second + 45, UINT32_MAX}};
    for (size_t i = 0; i < sizeof(flaws) / sizeof(flaws[0]); i++) {
        uint8_t good[4];
        memcpy(good, file.data + flaws[i].at, 4);
        for (int k = 0; k < 4; k++) {
            file.data[flaws[i].at + (size_t)k] = (uint8_t)(flaws[i].value >> (8 * k));
        }
        cr_assert_lt(find_vis(&file, file.size, "start.bsp", &patch, &err), 0, "flaw %zu", i);
        cr_assert_geq(err.offset, second);
        memcpy(file.data + flaws[i].at, good, 4);
    }
    byte_writer_free(&file);
}

/* All of the map's leafs, seeing one row that is packed at `offset`. */
static struct byte_writer patched_leafs(const struct source *s, int32_t offset)
{
    struct byte_writer leafs = {0};
    size_t size;
    const uint8_t *own = map_lump(s->map, MAP_LEAFS, &size);
    byte_writer_bytes(&leafs, own, size);
    for (size_t i = 0; i < size / MAP_LEAF29; i++) {
        for (int k = 0; k < 4; k++) {
            leafs.data[i * MAP_LEAF29 + 4 + (size_t)k] = (uint8_t)((uint32_t)offset >> (8 * k));
        }
    }
    return leafs;
}

Test(map_extras, vis_patches_what_leafs_see)
{
    struct source s;
    struct bsp bsp;
    struct format_error err = {0};
    source_open(&s);
    cr_assert_eq(bsp_read(&bsp, s.map, s.size, &err), FORMAT_OK);
    uint32_t leaf = 1;
    while (bsp.leafs[leaf].contents != CONTENTS_EMPTY) {
        leaf++;
    }
    struct byte_writer leafs = patched_leafs(&s, 2);
    const uint8_t visibility[] = {1, 2, 0x55, 0x33}; /* the row is shorter than the map's */
    struct vis_patch patch = {visibility, sizeof(visibility), leafs.data,
                              leafs.size / VIS_LEAF_SIZE, 100};
    cr_assert_eq(bsp_patch_visibility(&bsp, &patch, &err), FORMAT_OK, "%s", err.what);
    uint8_t *seen = malloc(bsp_visibility_bytes(&bsp));
    bsp_leaf_visibility(&bsp, leaf, seen);
    cr_assert(seen[0] == 0x55 && seen[1] == 0x33 && seen[2] == 0xff);

    patch.num_leafs--;
    cr_assert_eq(bsp_patch_visibility(&bsp, &patch, &err), FORMAT_BAD);
    patch.num_leafs++;
    static const size_t flaws[] = {4, 0, 20, 22}; /* visibility, contents, surfaces */
    for (size_t i = 0; i < sizeof(flaws) / sizeof(flaws[0]); i++) {
        uint8_t *at = leafs.data + leaf * MAP_LEAF29 + flaws[i];
        *at ^= 4;
        cr_assert_eq(bsp_patch_visibility(&bsp, &patch, &err), FORMAT_BAD, "flaw %zu", i);
        cr_assert_geq(err.offset, 100 + leaf * MAP_LEAF29);
        *at ^= 4;
    }
    bsp_leaf_visibility(&bsp, leaf, seen);
    cr_assert(seen[0] == 0x55 && seen[1] == 0x33, "refused patches change nothing");
    free(seen);
    byte_writer_free(&leafs);
    bsp_free(&bsp);
    source_close(&s);
}

/* ---- BSPX ---- */

static int read_colors(const struct byte_writer *file, bool *colored, uint32_t *damages)
{
    struct bsp bsp;
    struct format_error err = {0};
    uint8_t *copy = exact_copy(file->data, file->size);
    int code = bsp_read(&bsp, copy, file->size, &err);
    free(copy);
    cr_assert_eq(code, FORMAT_OK, "%s", err.what);
    *colored = bsp.color_data != NULL;
    *damages = bsp.num_damages;
    unsigned sum = 0;
    for (size_t i = 0; *colored && i < 3 * bsp.light_size; i++) {
        sum += bsp.color_data[i];
    }
    cr_assert_neq(sum, UINT32_MAX); /* so that the reads are not optimised away */
    bsp_free(&bsp);
    return code;
}

Test(map_extras, bspx_light)
{
    struct source s;
    bool colored;
    uint32_t damages;
    source_open(&s);
    struct byte_writer colors = map_colors(s.map, 128, 64);
    for (int kind = 0; kind < 3; kind++) {
        const uint32_t versions[] = {BSP_VERSION_29, BSP_VERSION_2PSB, BSP_VERSION_2};
        const struct map_bspx_lump lumps[] = {{"BRUSHLIST", "junk", 4},
                                              {"RGBLIGHTING", colors.data, colors.size},
                                              {"A_NAME_OF_24_LETTERS_NO0", "", 0}};
        struct byte_writer map = map_convert(s.map, versions[kind]);
        read_colors(&map, &colored, &damages);
        cr_assert(!colored && damages == 0);
        size_t at = map.size;
        map_add_bspx(&map, lumps, 3);
        read_colors(&map, &colored, &damages);
        cr_assert(colored && damages == 0);
        map.data[at + 8 + 32] = 'r'; /* lump names are case-sensitive */
        read_colors(&map, &colored, &damages);
        cr_assert(!colored && damages == 0);
        byte_writer_free(&map);
    }
    byte_writer_free(&colors);
    source_close(&s);
}

Test(map_extras, bspx_hostile)
{
    struct source s;
    bool colored;
    uint32_t damages;
    source_open(&s);
    struct byte_writer colors = map_colors(s.map, 128, 64);
    struct byte_writer map = map_convert(s.map, BSP_VERSION_29);
    const struct map_bspx_lump lump = {"RGBLIGHTING", colors.data, colors.size};
    size_t at = map.size;
    map_add_bspx(&map, &lump, 1);
    const struct {
        size_t at;
        uint32_t value;
    } flaws[] = {{4, UINT32_MAX},
                 {4, 1u << 27},
                 {8 + 24, UINT32_MAX},
                 {8 + 24, 0x80000000},
                 {8 + 28, UINT32_MAX},
                 {8 + 28, (uint32_t)colors.size + 1},
                 {8 + 28, (uint32_t)colors.size - 3}};
    for (size_t i = 0; i < sizeof(flaws) / sizeof(flaws[0]); i++) {
        uint8_t good[4];
        memcpy(good, map.data + at + flaws[i].at, 4);
        for (int k = 0; k < 4; k++) {
            map.data[at + flaws[i].at + (size_t)k] = (uint8_t)(flaws[i].value >> (8 * k));
        }
        read_colors(&map, &colored, &damages);
        cr_assert(!colored && damages == 1, "flaw %zu", i);
        memcpy(map.data + at + flaws[i].at, good, 4);
    }
    size_t whole = map.size;
    for (map.size = at; map.size < at + 64; map.size++) { /* the map itself is there */
        read_colors(&map, &colored, &damages);
        cr_assert(!colored && (map.size < at + 8) == (damages == 0), "%zu", map.size - at);
    }
    for (size_t i = 0; i < 2001; i++) {
        map.size = at + (whole - at) * i / 2001;
        read_colors(&map, &colored, &damages);
        cr_assert_not(colored);
    }
    byte_writer_free(&map);
    byte_writer_free(&colors);
    source_close(&s);
}

/* ---- Every bit turned ---- */

static void turn_bit(struct byte_writer *file, size_t bit)
{
    file->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
}

/* A .lit, a .vis, and the head of BSPX with the first of its colours. */
Test(map_extras, bit_flips)
{
    enum { BSPX_HEAD = 8 + 2 * 32 + 16 };
    static const uint8_t leafs[2 * VIS_LEAF_SIZE] = {7};
    struct byte_writer lit = {0}, vis = {0};
    byte_writer_bytes(&lit, "QLIT\1\0\0\0abcdef", 14);
    for (size_t bit = 0; bit < lit.size * 8; bit++) {
        turn_bit(&lit, bit);
        cr_assert_eq(read_lit(&lit, lit.size, 2) == FORMAT_OK, bit >= 64, "bit %zu", bit);
        turn_bit(&lit, bit);
    }
    map_add_vis(&vis, "other.bsp", "xyz", 3, leafs, VIS_LEAF_SIZE);
    map_add_vis(&vis, "start.bsp", "abcde", 5, leafs, sizeof(leafs));
    for (size_t bit = 0; bit < vis.size * 8; bit++) {
        struct vis_patch patch;
        struct format_error err;
        turn_bit(&vis, bit);
        (void)find_vis(&vis, vis.size, "start.bsp", &patch, &err);
        turn_bit(&vis, bit);
    }
    struct source s;
    source_open(&s);
    struct byte_writer colors = map_colors(s.map, 128, 64);
    struct byte_writer map = map_convert(s.map, BSP_VERSION_29);
    const struct map_bspx_lump lumps[] = {{"BRUSHLIST", "junk", 4},
                                          {"RGBLIGHTING", colors.data, colors.size}};
    size_t at = map.size;
    map_add_bspx(&map, lumps, 2);
    for (size_t bit = at * 8; bit < (at + BSPX_HEAD) * 8; bit++) {
        bool colored;
        uint32_t damages;
        turn_bit(&map, bit);
        read_colors(&map, &colored, &damages);
        turn_bit(&map, bit);
    }
    byte_writer_free(&lit);
    byte_writer_free(&vis);
    byte_writer_free(&colors);
    byte_writer_free(&map);
    source_close(&s);
}

/* ---- As files of the game data ---- */

/* A tree of files: the map in one pak, the extras in another one below or above it. */
struct tree {
    struct byte_writer paks[2];
    struct files *files;
    struct model_store *models;
    struct talk talk;
    const struct bsp *bsp;
};

static void tree_open(struct tree *t, const struct byte_writer *map, struct pak_bytes *extras,
                      bool above)
{
    struct pak_bytes own = {0};
    memset(t, 0, sizeof(*t));
    pak_bytes_add(&own, MAP, map);
    t->paks[above ? 0 : 1] = pak_bytes_finish(&own);
    t->paks[above ? 1 : 0] = pak_bytes_finish(extras);
    t->files = files_create(hear, &t->talk);
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(files_add_pak(t->files, "pak", t->paks[i].data, t->paks[i].size), FORMAT_OK);
    }
    t->models = model_store_create(t->files);
    const struct model *model = model_store_get(t->models, MAP, NULL);
    cr_assert(model != NULL && !model->missing);
    t->bsp = model->bsp;
}

static void tree_close(struct tree *t)
{
    cr_assert_eq(files_damaged_count(t->files), 0);
    model_store_destroy(t->models);
    files_destroy(t->files);
    byte_writer_free(&t->paks[0]);
    byte_writer_free(&t->paks[1]);
}

Test(map_extras, lit_wins_over_bspx)
{
    struct source s;
    struct tree tree;
    source_open(&s);
    struct byte_writer inside = map_colors(s.map, 128, 64), lit = map_lit(s.map, 256, 0);
    struct byte_writer map = map_convert(s.map, BSP_VERSION_29);
    const struct map_bspx_lump lump = {"RGBLIGHTING", inside.data, inside.size};
    map_add_bspx(&map, &lump, 1);
    for (int above = 0; above < 2; above++) {
        struct pak_bytes extras = {0};
        pak_bytes_add(&extras, "maps/reel.lit", &lit);
        tree_open(&tree, &map, &extras, above == 1);
        cr_assert_eq(tree.talk.lines, 0, "%s", tree.talk.last);
        cr_assert_not_null(tree.bsp->color_data);
        const uint8_t *wanted = above ? lit.data + 8 : inside.data; /* below: another map's */
        cr_assert_eq(memcmp(tree.bsp->color_data, wanted, 3 * tree.bsp->light_size), 0);
        tree_close(&tree);
    }
    struct pak_bytes extras = {0};
    byte_writer_u8(&lit, 0); /* one byte too many: left out, with a line */
    pak_bytes_add(&extras, "maps/reel.lit", &lit);
    tree_open(&tree, &map, &extras, true);
    cr_assert_eq(tree.talk.lines, 1);
    cr_assert(strstr(tree.talk.last, "maps/reel.lit: ignored:"), "%s", tree.talk.last);
    cr_assert_eq(memcmp(tree.bsp->color_data, inside.data, inside.size), 0);
    tree_close(&tree);
    byte_writer_free(&map);
    byte_writer_free(&lit);
    byte_writer_free(&inside);
    source_close(&s);
}

Test(map_extras, vis_beside_a_map)
{
    static const uint8_t everything[] = {0xff, 0xff};
    struct source s;
    struct tree tree;
    source_open(&s);
    struct byte_writer map = map_convert(s.map, BSP_VERSION_29);
    for (int turn = 0; turn < 4; turn++) { /* good, below the map, no record, other leafs */
        struct byte_writer leafs = patched_leafs(&s, 0), vis = {0};
        struct pak_bytes extras = {0};
        map_add_vis(&vis, turn == 2 ? "real.bsp" : "REEL.bsp", everything, sizeof(everything),
                    leafs.data, leafs.size - (turn == 3 ? VIS_LEAF_SIZE : 0));
        pak_bytes_add(&extras, "maps/reel.vis", &vis);
        tree_open(&tree, &map, &extras, turn != 1);
        cr_assert_eq(tree.bsp->visibility_size == sizeof(everything), turn == 0);
        cr_assert_eq(tree.talk.lines, turn >= 2, "%s", tree.talk.last);
        tree_close(&tree);
        byte_writer_free(&vis);
        byte_writer_free(&leafs);
    }
    byte_writer_free(&map);
    source_close(&s);
}

Test(map_extras, real_lit_files_fit)
{
    static const char *const names[] = {"labalpha", "lq_e0m1", "lq_e0m2", "lq_e0m4",
                                        "lq_e0m6",  "lq_e1m1", "lq_e1m2", "lqdm3"};
    const struct real_data_name path = real_data_path("librequake/id1");
    struct talk talk = {0};
    struct files *files = files_create(hear, &talk);
    cr_assert_eq(files_add_directory(files, path.text), 0, "%s", path.text);
    struct model_store *models = model_store_create(files);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        char name[64];
        snprintf(name, sizeof(name), "maps/%s.bsp", names[i]);
        const struct model *model = model_store_get(models, name, NULL);
        cr_assert(model && !model->missing && model->bsp->color_data, "%s", name);
    }
    cr_assert_eq(talk.lines, 0, "%s", talk.last);
    model_store_destroy(models);
    files_destroy(files);
}
