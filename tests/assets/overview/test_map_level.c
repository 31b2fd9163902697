/* Shapes of levels: floors, walls, liquids, items, of made maps of both kinds and the built-in one.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "assets/overview/map_level.h"
#include "tests/support/maps/small_map.h"
#include "tests/support/quake3/q3_map_bytes.h"

static struct map_level read_level(const struct byte_writer *bytes)
{
    struct map_level level;
    struct format_error err = {0};
    cr_assert_eq(map_level_read(&level, bytes->data, bytes->size, &err), 0, "%s", err.what);
    return level;
}

/* The small map's square, laid flat at a height, with a texture and entities. */
static struct byte_writer make_flat(uint32_t version, float height, const char *texture,
                                    const char *entities)
{
    static const float corners[4][2] = {{0, 0}, {0, 64}, {64, 64}, {64, 0}};
    const float plane[4] = {0, 0, 1, height};
    const char *const names[] = {texture};
    struct small_map m = small_map_make(version);
    m.lumps[MAP_PLANES].size = m.lumps[MAP_VERTICES].size = m.lumps[MAP_TEXTURES].size = 0;
    m.lumps[MAP_ENTITIES].size = 0;
    small_map_floats(&m, MAP_PLANES, plane, 4);
    small_map_u32(&m, MAP_PLANES, 2);
    small_map_textures(&m, names, 1);
    for (int i = 0; i < 4; i++) {
        const float corner[3] = {corners[i][0], corners[i][1], height};
        small_map_floats(&m, MAP_VERTICES, corner, 3);
    }
    byte_writer_string(&m.lumps[MAP_ENTITIES], entities);
    return small_map_pack(&m);
}

Test(map_level, a_wall_is_a_line)
{
    struct small_map m = small_map_make(BSP_VERSION_29);
    struct byte_writer bytes = small_map_pack(&m);
    struct map_level level = read_level(&bytes);
    cr_expect_not(level.is_there, "no floors");
    cr_expect_eq(level.num_areas, 0u);
    cr_assert_eq(level.num_walls, 1u);
    cr_expect(level.walls[0].from[0] == 0.0f && level.walls[0].from[1] == 0.0f);
    cr_expect(level.walls[0].to[0] == 0.0f && level.walls[0].to[1] == 64.0f);
    cr_expect(level.walls[0].bottom == 0.0f && level.walls[0].top == 64.0f);
    map_level_free(&level);
    byte_writer_free(&bytes);
}

Test(map_level, a_floor_of_each_version)
{
    static const uint32_t versions[] = {BSP_VERSION_29, BSP_VERSION_2, BSP_VERSION_2PSB};
    for (int i = 0; i < 3; i++) {
        struct byte_writer bytes = make_flat(versions[i], 24.0f, "stone", "");
        struct map_level level = read_level(&bytes);
        cr_expect(level.is_there);
        cr_assert_eq(level.num_areas, 1u);
        cr_expect_eq(level.num_walls, 0u);
        cr_expect_eq(level.areas[0].kind, MAP_FLOOR);
        cr_expect_eq(level.areas[0].count, 4u);
        cr_expect_eq(level.areas[0].height, 24.0f);
        cr_expect(level.mins[0] == 0.0f && level.maxs[1] == 64.0f && level.low == 24.0f);
        map_level_free(&level);
        byte_writer_free(&bytes);
    }
}

Test(map_level, liquids)
{
    static const struct {
        const char *texture;
        enum map_area_kind kind;
        size_t count;
    } cases[] = {{"*water1", MAP_WATER, 1},  {"*slime0", MAP_SLIME, 1},   {"*lava1", MAP_LAVA, 1},
                 {"*04mwat1", MAP_WATER, 1}, {"*teleport", MAP_FLOOR, 0}, {"sky1", MAP_FLOOR, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct byte_writer bytes = make_flat(BSP_VERSION_29, 0.0f, cases[i].texture, "");
        struct map_level level = read_level(&bytes);
        cr_expect_eq(level.num_areas, cases[i].count, "%s", cases[i].texture);
        cr_expect(level.num_areas == 0 || level.areas[0].kind == cases[i].kind, "%s",
                  cases[i].texture);
        map_level_free(&level);
        byte_writer_free(&bytes);
    }
}

Test(map_level, items_and_spawn_points)
{
    static const char entities[] =
        "{ \"classname\" \"worldspawn\" }\n"
        "{ \"classname\" \"weapon_rocketlauncher\" \"origin\" \"10 20.5 -30\" }\n"
        "{ \"classname\" \"item_health\" \"origin\" \"1 1 1\" \"spawnflags\" \"2\" }\n"
        "{ \"classname\" \"item_health\" \"origin\" \"1 1 1\" }\n"
        "{ \"classname\" \"item_armorInv\" \"origin\" \"1 1 1\" }\n"
        "{ \"classname\" \"info_player_deathmatch\" \"origin\" \"1 1 1\" }\n"
        "{ \"classname\" \"monster_ogre\" \"origin\" \"1 1 1\" }\n"
        "{ \"classname\" \"light\" \"origin\" \"1 1 1\" }\n"
        "{ \"classname\" \"weapon_lightning\" }\n"
        "{ \"classname\" \"weapon_lightning\" \"origin\" \"1e30 0 0\" }\n"
        "{ \"classname\" \"weapon_<script>\" \"origin\" \"1 1 1\" }\n";
    static const struct {
        enum map_spot_kind kind;
        const char *label;
    } want[] = {{MAP_WEAPON, "RL"}, {MAP_HEALTH, "MH"}, {MAP_HEALTH, ""}, {MAP_ARMOR, "RA"},
                {MAP_SPAWN, ""},    {MAP_MONSTER, ""},  {MAP_WEAPON, ""}};
    struct byte_writer bytes = make_flat(BSP_VERSION_29, 0.0f, "stone", entities);
    struct map_level level = read_level(&bytes);
    cr_assert_eq(level.num_spots, sizeof(want) / sizeof(want[0]));
    for (size_t i = 0; i < level.num_spots; i++) {
        cr_expect_eq(level.spots[i].kind, want[i].kind, "%zu", i);
        cr_expect_str_eq(level.spots[i].label, want[i].label, "%zu", i);
    }
    cr_expect(level.spots[0].origin[0] == 10.0f && level.spots[0].origin[1] == 20.5f &&
              level.spots[0].origin[2] == -30.0f);
    map_level_free(&level);
    byte_writer_free(&bytes);
}

Test(map_level, a_brush_entity_is_drawn_once)
{
    struct small_map m = small_map_make(BSP_VERSION_29);
    m.lumps[MAP_MODELS].size = m.lumps[MAP_ENTITIES].size = 0;
    small_map_model(&m, 0, 2, 0);  /* the world has nothing, */
    small_map_model(&m, -1, 0, 1); /* the brush the wall */
    byte_writer_string(&m.lumps[MAP_ENTITIES],
                       "{ \"classname\" \"func_wall\" \"model\" \"*1\" \"origin\" \"100 0 7\" }\n"
                       "{ \"classname\" \"func_wall\" \"model\" \"*1\" }\n"
                       "{ \"classname\" \"trigger_hurt\" \"model\" \"*1\" }\n"
                       "{ \"classname\" \"func_wall\" \"model\" \"*99\" }\n"
                       "{ \"classname\" \"weapon_shotgun\" \"origin\" \"1 2 3\" }\n");
    struct byte_writer bytes = small_map_pack(&m);
    struct map_level level = read_level(&bytes);
    cr_assert_eq(level.num_walls, 1u);
    cr_expect(level.walls[0].from[0] == 100.0f && level.walls[0].bottom == 7.0f);
    cr_expect_eq(level.num_spots, 1u, "what comes after a model that is not there");
    map_level_free(&level);
    byte_writer_free(&bytes);
}

Test(map_level, quake3)
{
    struct q3_map_bytes map;
    q3_map_bytes_fill(&map);
    struct byte_writer bytes = q3_map_bytes_finish(&map);
    struct map_level level = read_level(&bytes);
    cr_assert_geq(level.num_areas, 2u, "a square of two triangles");
    cr_expect_eq(level.areas[0].height, 8.0f);
    cr_expect_eq(level.areas[0].count, 3u);
    cr_expect_gt(level.num_walls, 0u, "a quarter of a cylinder");
    for (size_t i = 1; i < level.num_walls; i++) {
        cr_expect_neq(memcmp(&level.walls[i - 1], &level.walls[i], sizeof(level.walls[0])), 0,
                      "each once");
    }
    map_level_free(&level);
    byte_writer_free(&bytes);
}

/* Seen from above, all areas run the same way around: so a joined polygon has no holes. */
Test(map_level, areas_of_the_builtin_level_run_one_way)
{
    struct byte_writer bytes = {0};
    const uint8_t *data;
    size_t size;
    cr_assert(builtin_find("maps/reel.bsp", &data, &size));
    byte_writer_bytes(&bytes, data, size);
    struct map_level level = read_level(&bytes);
    cr_expect_gt(level.num_areas, 100u);
    cr_expect_gt(level.num_walls, 100u);
    cr_expect_eq(level.low, -96.0f);
    cr_expect_eq(level.high, 448.0f);
    for (size_t i = 0; i < level.num_areas; i++) {
        const struct map_area *area = &level.areas[i];
        double twice = 0.0;
        for (uint32_t k = 0; k < area->count; k++) {
            const float *a = level.points[area->first + k];
            const float *b = level.points[area->first + (k + 1) % area->count];
            twice += (double)a[0] * (double)b[1] - (double)b[0] * (double)a[1];
        }
        cr_expect_lt(twice, 1e-3, "area %zu", i);
    }
    map_level_free(&level);
    byte_writer_free(&bytes);
}

Test(map_level, damaged_anywhere)
{
    struct q3_map_bytes map;
    q3_map_bytes_fill(&map);
    struct byte_writer bytes[2] = {make_flat(BSP_VERSION_29, 0.0f, "stone", "{"),
                                   q3_map_bytes_finish(&map)};
    for (int i = 0; i < 2; i++) {
        for (size_t size = 0; size < bytes[i].size; size += size < 400 ? 1 : 37) {
            struct map_level level;
            struct format_error err = {0};
            if (map_level_read(&level, bytes[i].data, size, &err) < 0) {
                cr_expect_neq(err.what[0], '\0');
                cr_expect_null(level.areas);
            }
            map_level_free(&level);
        }
        byte_writer_free(&bytes[i]);
    }
}
