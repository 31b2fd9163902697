/* Levels: light, materials of surfaces, fogs, sky; placeholders; and the real ones. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tests/assets/quake3/data_stage.h"
#include "tests/support/real_data.h"
#include "tests/support/scarce.h"

static struct data_stage stage;

/* Adds a shader's name to a map; returns its number. */
static uint8_t add_shader(struct q3_map_bytes *map, const char *name)
{
    const size_t number = map->lumps[1].size / 72;
    q3_map_name(&map->lumps[1], name);
    byte_writer_u32(&map->lumps[1], 0);
    byte_writer_u32(&map->lumps[1], 1);
    return (uint8_t)number;
}

static void set_shader(struct q3_map_bytes *map, int surface, uint8_t shader)
{
    map->lumps[13].data[surface * 104] = shader;
}

static void fill_pack(void)
{
    stage = (struct data_stage){0};
    stage_tga(&stage, "textures/wall.tga", 2, 2, 0xff112233);
    stage_tga(&stage, "t.tga", 4, 4, 0xff112233);
    stage_text(&stage, "scripts/a.shader",
               "textures/fog { surfaceparm fog\nfogparms ( 1 .5 0 ) 100\nq3map_sun 1 1 1 90 90 0\n"
               "}\n"
               "s/first { { map t.tga } }\n"
               "s/second { skyparms - 777 -\n{ clampmap t.tga } }\n"
               "s/add { { map t.tga\nblendfunc add } }\n"
               "s/lit { { map t.tga\nblendfunc add } { map $lightmap\nblendfunc filter } }\n"
               "s/named { { map *lightmap0 } { map *lightmap7 } }\n");
}

static const struct q3_level *load(const char *name)
{
    const struct q3_level *level = q3_data_level(stage.data, name);
    cr_assert_not_null(level);
    for (uint32_t i = 0; i < level->bsp.num_surfaces; i++) {
        cr_assert_not_null(level->materials[i]);
        cr_assert_not_null(level->materials[i]->rules);
    }
    for (uint32_t i = 0; i < level->bsp.num_lightmaps; i++) {
        cr_assert(level->lightmaps[i]->clamp && level->lightmaps[i]->num_levels == 1);
    }
    return level;
}

Test(q3_levels, light_and_parts)
{
    static const char entities[] =
        "{\n\"gridsize\" \"128 128 256\"\n\"remapshader\" \"a/b;c/d\"\n\"RemapShader2\" \"e;f\"\n"
        "\"remapshader3\" \"nothing\"\n\"vertexremapshader\" \"g;h\"\n}";
    struct q3_map_bytes map;
    fill_pack();
    q3_map_bytes_fill(&map);
    byte_writer_free(&map.lumps[0]);
    byte_writer_bytes(&map.lumps[0], entities, sizeof(entities) - 1);
    stage_map(&stage, "maps/Room.bsp", &map);
    stage_open(&stage);
    const struct q3_level *level = load("Maps\\room.BSP");
    cr_assert_eq(load("maps/room.bsp"), level);
    cr_assert(!level->missing && strcmp(level->name, "maps/room.bsp") == 0);
    cr_assert_eq(level->lightmaps[0]->levels[0].texels[0], 0xff007fffu, "shifted, hue kept");
    cr_assert_eq(level->bsp.vertices[0].color[0], 40);
    cr_assert_eq(level->patches.num_patches, 1);
    const struct material *m = level->materials[0];
    cr_assert(m->lightmap == 0 && m->collapse == Q3_COLLAPSE_PRODUCT &&
              m->stages[0].textures[0] == level->lightmaps[0]);
    cr_assert(level->materials[1] == m && m->rank == level->bsp.num_fogs);
    cr_assert(level->materials[2]->lightmap == Q3_LIGHT_VERTEX &&
              level->materials[2]->rank == level->bsp.num_fogs + 2);
    const struct level_fog *fog = &level->fogs[0];
    cr_assert(fog->material->rank == 0 && fog->material->num_stages == 0);
    cr_assert(fog->color[0] == 255 && fog->color[1] == 127 && fog->color[2] == 0);
    cr_assert_float_eq(fog->scale, 1.0f / 800.0f, 1e-9f);
    cr_assert(fabsf(level->sun[0]) < 1e-6f && level->sun[1] == 1.0f && level->sun[2] == 0.0f);
    cr_assert_eq(level->cloud_height, 512.0f);
    cr_assert_eq(level->num_remaps, 2);
    cr_assert(strcmp(level->remaps[0].from, "a/b") == 0 && strcmp(level->remaps[0].to, "c/d") == 0);
    cr_assert(strcmp(level->remaps[1].from, "e") == 0 && strcmp(level->remaps[1].to, "f") == 0);
    cr_assert_eq(stage.talk.lines, 0, "%s", stage.talk.all);
    stage_close(&stage);
}

Test(q3_levels, overbright_levels_are_lit_half_as_much)
{
    struct q3_map_bytes map;
    fill_pack();
    q3_map_bytes_fill(&map);
    stage_map(&stage, "maps/room.bsp", &map);
    stage_open(&stage);
    q3_data_set_overbright(stage.data, true);
    const struct q3_level *level = load("maps/room.bsp");
    cr_assert(level->overbright);
    cr_expect_eq(level->lightmaps[0]->levels[0].texels[0], 0xff0050a0u, "%08x",
                 (unsigned)level->lightmaps[0]->levels[0].texels[0]);
    cr_expect_eq(level->bsp.vertices[0].color[0], 20);
    const struct level_fog *fog = &level->fogs[0];
    cr_expect(fog->color[0] == 127 && fog->color[1] == 63 && fog->color[2] == 0);
    stage_close(&stage);
}

Test(q3_levels, first_flags_of_a_picture_hold)
{
    struct q3_map_bytes map;
    fill_pack();
    q3_map_bytes_fill(&map);
    set_shader(&map, 0, add_shader(&map, "s/first"));
    set_shader(&map, 1, add_shader(&map, "s/second"));
    set_shader(&map, 2, add_shader(&map, "s/named"));
    stage_map(&stage, "maps/a.bsp", &map);
    q3_map_bytes_fill(&map);
    set_shader(&map, 0, add_shader(&map, "s/second"));
    set_shader(&map, 1, add_shader(&map, "s/first"));
    stage_map(&stage, "maps/b.bsp", &map);
    stage_open(&stage);
    cr_assert(
        q3_data_material(stage.data, "s/second", Q3_LIGHT_NONE)->stages[0].textures[0]->clamp);
    const struct q3_level *a = load("maps/a.bsp"), *b = load("maps/b.bsp");
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(a->materials[i]->stages[0].textures[0]->clamp, false);
        cr_assert_eq(b->materials[i]->stages[0].textures[0]->clamp, true);
    }
    cr_assert(a->cloud_height == 777.0f && b->cloud_height == 777.0f);
    cr_assert(a->materials[2]->missing, "there is one lightmap");
    cr_assert_eq(a->id + 1, b->id);
    stage_close(&stage);
}

Test(q3_levels, translucent_surfaces_without_a_lightmap_have_their_own)
{
    static const char *const names[3] = {"s/add", "s/first", "s/lit"};
    struct q3_map_bytes map;
    fill_pack();
    for (int i = 0; i < 3; i++) {
        char name[32];
        q3_map_bytes_fill(&map);
        const uint8_t shader = add_shader(&map, names[i]);
        set_shader(&map, 0, shader);
        set_shader(&map, 1, shader);
        snprintf(name, sizeof(name), "maps/%d.bsp", i);
        stage_map(&stage, name, &map);
    }
    stage_open(&stage);
    const struct q3_level *own = load("maps/0.bsp");
    cr_assert(own->materials[0] != own->materials[1] &&
              own->materials[0]->lightmap == Q3_LIGHT_NONE);
    cr_assert_eq(own->materials[1]->rank, own->materials[0]->rank + 1);
    const struct q3_level *opaque = load("maps/1.bsp"), *lit = load("maps/2.bsp");
    cr_assert_eq(opaque->materials[0], opaque->materials[1]);
    cr_assert_eq(opaque->materials[0]->lightmap, Q3_LIGHT_NONE);
    cr_assert_eq(lit->materials[0], lit->materials[1]);
    cr_assert_eq(lit->materials[0]->lightmap, 0);
    stage_close(&stage);
}

Test(q3_levels, placeholders)
{
    fill_pack();
    stage_text(&stage, "maps/bad.bsp", "IBSP\x2e\0\0\0 and nothing more");
    stage_open(&stage);
    const struct q3_level *none = load("maps/none.bsp"), *bad = load("maps/bad.bsp");
    cr_assert(none->missing && bad->missing && none != bad);
    cr_assert(strstr(stage.talk.all, "maps/none.bsp: not found") &&
              strstr(stage.talk.all, "maps/bad.bsp: ") && stage.talk.lines == 2);
    cr_assert_eq(files_missing_count(stage.game.files, FILES_WANT_LEVEL), 1);
    cr_assert(none->bsp.num_surfaces > 0 && !none->bsp.grid.samples && none->bsp.num_models == 2);
    cr_assert_eq(none->bsp.models[1].num_surfaces, 0);
    cr_assert_not(none->materials[0]->missing);
    cr_assert_eq(none->bsp.num_damages, 0, "%s", none->bsp.damage.what);
    const float above[3] = {10, 20, 30};
    const struct q3_bsp_leaf *leaf = &none->bsp.leafs[q3_bsp_point_leaf(&none->bsp, above)];
    cr_assert(leaf->cluster == 0 && leaf->num_surfaces == none->bsp.num_surfaces);
    const struct q3_model *part = q3_data_model(stage.data, "*5", none);
    cr_assert(part->kind == Q3_MODEL_BRUSH && part->missing &&
              part->level->bsp.models[part->submodel].num_surfaces == 0);
    cr_assert_eq(stage.talk.lines, 2, "%s", stage.talk.all);
    stage_close(&stage);
}

Test(q3_levels, every_cut_and_turned_bit_gives_a_level)
{
    struct q3_map_bytes map;
    q3_map_bytes_fill(&map);
    map.lumps[14].size = 0; /* shorter without its lightmap */
    struct byte_writer whole = q3_map_bytes_finish(&map);
    uint32_t random = 1;
    for (size_t turn = 0; turn < 300; turn++) {
        struct byte_writer bytes = {0};
        const size_t size = turn % 2 ? whole.size : turn * whole.size / 300;
        byte_writer_bytes(&bytes, whole.data, size);
        for (int i = 0; i < 8 && turn % 2; i++) {
            random = random * 1664525 + 1013904223;
            bytes.data[random % size] ^= (uint8_t)(1u << (random >> 24 & 7));
        }
        fill_pack();
        zip_bytes_add(&stage.zip, "maps/x.bsp", bytes.data, bytes.size);
        byte_writer_free(&bytes);
        stage_open(&stage);
        const struct q3_level *level = load("maps/x.bsp");
        cr_assert(!level->missing || stage.talk.lines >= 1);
        stage_close(&stage);
    }
    byte_writer_free(&whole);
}

/* If any allocation fails, the load reports it and leaks nothing. */
Test(q3_levels, memory_is_freed_whatever_fails)
{
    struct q3_map_bytes map;
    fill_pack();
    q3_map_bytes_fill(&map);
    set_shader(&map, 1, add_shader(&map, "s/second"));
    stage_map(&stage, "maps/a.bsp", &map);
    zip_bytes_end(&stage.zip);
    bool whole = false;
    for (uint64_t from = 1; !whole; from++) {
        cr_assert_lt(from, 2000);
        scarce_begin_from(from);
        const int code = stage_try(&stage, 1);
        const struct q3_level *level = NULL;
        if (code == FORMAT_OK) {
            level = q3_data_level(stage.data, "maps/a.bsp");
            const struct q3_level *none = q3_data_level(stage.data, "maps/none.bsp");
            const struct q3_model *part = q3_data_model(stage.data, "*1", level);
            whole = level && none && part;
            cr_assert_eq(files_lacked_memory(stage.game.files), !whole);
        } else {
            cr_assert_eq(code, FORMAT_MEMORY);
        }
        cr_assert(!whole || level->materials[3]);
        stage_shut(&stage);
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0, "%d", (int)from);
    }
    stage_close(&stage);
}

Test(q3_levels, real_ones)
{
    static const struct {
        const char *name;
        uint32_t kinds[5]; /* nothing, planar, patch, soup, flare */
        uint32_t lightmaps, fogs;
    } levels[] = {{"oa_dm1", {0, 882, 0, 10, 10}, 14, 1},
                  {"aggressor", {0, 964, 0, 0, 66}, 3, 0},
                  {"oa_dm3", {0, 1810, 182, 0, 0}, 14, 0},
                  {"oa_ctf4ish", {28, 859, 0, 0, 106}, 6, 0}};
    const struct real_data_name base = real_data_path("quake3");
    struct game_files game;
    struct format_error err = {0};
    struct scratch_talk talk = {0};
    struct q3_data *data[2];
    const struct game_files_options options = {
        .search = {.basedir = base.text, .base = "baseq3", .other_base = "baseoa"},
        .log = scratch_hear,
        .log_context = &talk};
    cr_assert_eq(game_files_open(&game, &options, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(q3_data_open(&data[0], &game, 1, &err), FORMAT_OK);
    cr_assert_eq(q3_data_open(&data[1], &game, 3, &err), FORMAT_OK);
    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        char name[64];
        uint32_t kinds[5] = {0};
        snprintf(name, sizeof(name), "maps/%s.bsp", levels[i].name);
        const struct q3_level *a = q3_data_level(data[0], name), *b = q3_data_level(data[1], name);
        cr_assert(a && b && !a->missing);
        for (uint32_t j = 0; j < a->bsp.num_surfaces; j++) {
            const struct material *x = a->materials[j], *y = b->materials[j];
            kinds[a->bsp.surfaces[j].kind]++;
            cr_assert_eq(x->missing, false, "%s", x->name);
            cr_assert(x->rank == y->rank && x->num_stages == y->num_stages &&
                      x->lightmap == y->lightmap && strcmp(x->name, y->name) == 0);
            for (uint32_t k = 0; k < x->num_stages; k++) {
                const struct texture *t = x->stages[k].textures[0], *u = y->stages[k].textures[0];
                cr_assert(texture_bytes(t) == texture_bytes(u) && t->clamp == u->clamp);
                const struct texture_level *l = &t->levels[0], *m = &u->levels[0];
                cr_assert_eq(memcmp(l->texels, m->texels,
                                    (size_t)l->stride * (size_t)l->height * sizeof(uint32_t)),
                             0);
            }
        }
        cr_assert_arr_eq(kinds, levels[i].kinds, sizeof(kinds), "%s", name);
        cr_assert(a->bsp.num_lightmaps == levels[i].lightmaps && a->bsp.num_fogs == levels[i].fogs);
    }
    cr_assert_eq(talk.lines, 0, "%s", talk.all);
    q3_data_close(data[0]);
    q3_data_close(data[1]);
    cr_assert_eq(files_held_bytes(game.files), 0);
    game_files_close(&game);
}
