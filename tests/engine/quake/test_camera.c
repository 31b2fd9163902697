/* Cameras: traces through a map's solid, the camera's end position, and its effect on a scene. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/family/camera.h"
#include "engine/netquake/nq_scene.h"
#include "engine/netquake/nq_view.h"
#include "engine/quake/hud/hud.h"
#include "engine/quake/quake_camera.h"
#include "tests/support/nq_demo.h"
#include "tests/support/quake_game.h"
#include "tests/support/random_numbers.h"
#include "tests/support/real_data.h"

enum { WALLS = CONTENTS_BIT(CONTENTS_SOLID) | CONTENTS_BIT(CONTENTS_SKY) };

/* --- a room made by hand ---------------------------------------------------------------------- */

enum { LEAF_SOLID, LEAF_EMPTY, LEAF_WATER, LEAF_SKY, LEAFS };
enum { ROOM, DOOR, MODELS };

/* The room: 512 x 512 x 256, its floor at z = 0, water below z = 32, a sky above. The door: 16 x 64
 * x 128 around its origin. */
struct room {
    struct bsp_plane planes[13];
    struct bsp_node nodes[13];
    struct bsp_leaf leafs[LEAFS];
    struct bsp_submodel submodels[MODELS];
    struct bsp bsp;
    struct model world, door;
    struct palette_scene scene;
};

static void put_node(struct room *room, uint32_t at, int axis, float dist, int32_t front,
                     int32_t back)
{
    room->planes[at] = (struct bsp_plane){.dist = dist, .type = (uint8_t)axis};
    room->planes[at].normal[axis] = 1.0f;
    room->nodes[at] = (struct bsp_node){.plane = at, .children = {front, back}};
}

static int32_t leaf_child(int32_t leaf)
{
    return -1 - leaf;
}

static void make_room(struct room *room)
{
    static const float half[3] = {8.0f, 32.0f, 64.0f};
    memset(room, 0, sizeof *room);
    put_node(room, 0, 0, 256.0f, leaf_child(LEAF_SOLID), 1);
    put_node(room, 1, 0, -256.0f, 2, leaf_child(LEAF_SOLID));
    put_node(room, 2, 1, 256.0f, leaf_child(LEAF_SOLID), 3);
    put_node(room, 3, 1, -256.0f, 4, leaf_child(LEAF_SOLID));
    put_node(room, 4, 2, 256.0f, leaf_child(LEAF_SKY), 5);
    put_node(room, 5, 2, 0.0f, 6, leaf_child(LEAF_SOLID));
    put_node(room, 6, 2, 32.0f, leaf_child(LEAF_EMPTY), leaf_child(LEAF_WATER));
    for (uint32_t i = 0; i < 3; i++) {
        int32_t last = i == 2 ? leaf_child(LEAF_SOLID) : (int32_t)(9 + 2 * i);
        put_node(room, 7 + 2 * i, (int)i, half[i], leaf_child(LEAF_EMPTY), (int32_t)(8 + 2 * i));
        put_node(room, 8 + 2 * i, (int)i, -half[i], last, leaf_child(LEAF_EMPTY));
    }
    static const int32_t contents[LEAFS] = {CONTENTS_SOLID, CONTENTS_EMPTY, CONTENTS_WATER,
                                            CONTENTS_SKY};
    for (int i = 0; i < LEAFS; i++) {
        room->leafs[i] = (struct bsp_leaf){.contents = contents[i], .vis_offset = -1};
    }
    room->submodels[DOOR].head_node[0] = 7;
    room->bsp = (struct bsp){.planes = room->planes,
                             .num_planes = 13,
                             .nodes = room->nodes,
                             .num_nodes = 13,
                             .leafs = room->leafs,
                             .num_leafs = LEAFS,
                             .submodels = room->submodels,
                             .num_submodels = MODELS};
    room->world = (struct model){.kind = MODEL_BRUSH, .bsp = &room->bsp, .submodel = ROOM};
    room->door = (struct model){.kind = MODEL_BRUSH, .bsp = &room->bsp, .submodel = DOOR};
    room->scene.world = &room->world;
}

static struct palette_entity *add_door(struct room *room, float x, float y, float z)
{
    struct palette_entity *door = palette_scene_add_entity(&room->scene);
    cr_assert_not_null(door);
    door->model = &room->door;
    door->origin[0] = x;
    door->origin[1] = y;
    door->origin[2] = z;
    return door;
}

/* --- lines ------------------------------------------------------------------------------------ */

static void expect_trace(const struct bsp *bsp, const float line[6], float radius,
                         uint32_t contents, float part)
{
    float found = bsp_trace(bsp, 0, line, line + 3, radius, contents);
    cr_expect_float_eq(found, part, 1e-6f, "%g %g %g to %g %g %g: %.8g is not %.8g", line[0],
                       line[1], line[2], line[3], line[4], line[5], found, part);
}

Test(camera_trace, a_room)
{
    static struct room room;
    static const float to_wall[6] = {0, 0, 100, 512, 0, 100};
    static const float back[6] = {100, 50, 100, -412, 50, 100};
    static const float up[6] = {0, 0, 100, 0, 0, 412};
    static const float down[6] = {0, 0, 100, 0, 0, -100};
    static const float slanted[6] = {0, 0, 128, 512, 512, 256};
    static const float along_wall[6] = {254, -100, 100, 254, 100, 100};
    static const float through[6] = {-400, 0, 100, 400, 0, 100};
    static const float point[6] = {0, 0, 100, 0, 0, 100};
    static const float wall_point[6] = {300, 0, 100, 300, 0, 100};
    make_room(&room);
    expect_trace(&room.bsp, to_wall, 0.0f, WALLS, 0.5f);
    expect_trace(&room.bsp, to_wall, 6.0f, WALLS, 250.0f / 512.0f);
    expect_trace(&room.bsp, back, 0.0f, WALLS, 356.0f / 512.0f);
    expect_trace(&room.bsp, up, 0.0f, WALLS, 0.5f);
    expect_trace(&room.bsp, up, 0.0f, CONTENTS_BIT(CONTENTS_SOLID), 1.0f);
    expect_trace(&room.bsp, down, 4.0f, WALLS, 96.0f / 200.0f);
    expect_trace(&room.bsp, down, 0.0f, CONTENTS_BIT(CONTENTS_WATER), 68.0f / 200.0f);
    expect_trace(&room.bsp, down, 0.0f, CONTENTS_BIT(CONTENTS_LAVA), 1.0f);
    expect_trace(&room.bsp, down, 0.0f, CONTENTS_BIT(CONTENTS_EMPTY), 0.0f);
    expect_trace(&room.bsp, slanted, 0.0f, WALLS, 0.5f);
    expect_trace(&room.bsp, along_wall, 1.0f, WALLS, 1.0f);
    expect_trace(&room.bsp, along_wall, 3.0f, WALLS, 0.0f);
    expect_trace(&room.bsp, through, 0.0f, WALLS, 0.0f);
    expect_trace(&room.bsp, point, 6.0f, WALLS, 1.0f);
    expect_trace(&room.bsp, wall_point, 0.0f, WALLS, 0.0f);
}

Test(camera_trace, any_numbers)
{
    static struct room room;
    const float odd[] = {0.0f, -0.0f,  1e-45f, -1e-38f, 256.0f,   -256.0f,  31.9999f,
                         1e9f, -1e30f, 3e38f,  NAN,     INFINITY, -INFINITY};
    enum { ODD = sizeof odd / sizeof *odd };
    make_room(&room);
    for (int i = 0; i < ODD * ODD * ODD * ODD; i++) {
        float a[3] = {odd[i % ODD], odd[i / ODD % ODD], 100.0f};
        float b[3] = {odd[i / ODD / ODD % ODD], 7.0f, odd[i / ODD / ODD / ODD]};
        for (int radius = 0; radius < 2; radius++) {
            float part = bsp_trace(&room.bsp, (uint32_t)i % MODELS, a, b, (float)radius, WALLS);
            cr_assert(part >= 0.0f && part <= 1.0f);
        }
    }
    float a[3] = {0, 0, 100}, b[3] = {NAN, 0, 0};
    cr_assert_eq(bsp_trace(&room.bsp, 0, a, b, 0.0f, WALLS), 0.0f);
    cr_assert_eq(bsp_trace(&room.bsp, 0, a, a, NAN, WALLS), 0.0f);
    cr_assert_eq(CONTENTS_BIT(INT32_MIN) | CONTENTS_BIT(0) | CONTENTS_BIT(5), 0u);
}

/* As deep as a tree may be, and every level leaves something to come back to. */
Test(camera_trace, the_deepest_tree)
{
    static struct bsp_plane planes[BSP_MAX_DEPTH];
    static struct bsp_node nodes[BSP_MAX_DEPTH];
    static struct bsp_leaf leafs[2] = {{.contents = CONTENTS_SOLID}, {.contents = CONTENTS_EMPTY}};
    struct bsp_submodel submodel = {.head_node = {0}};
    const struct bsp bsp = {
        .planes = planes, .nodes = nodes, .leafs = leafs, .submodels = &submodel};
    for (int i = 0; i < BSP_MAX_DEPTH; i++) {
        planes[i] = (struct bsp_plane){.normal = {1, 0, 0}, .dist = (float)(BSP_MAX_DEPTH - i)};
        bool last = i == BSP_MAX_DEPTH - 1;
        nodes[i] = (struct bsp_node){.plane = (uint32_t)i,
                                     .children = {i == 0 ? -1 : -2, last ? -2 : i + 1}};
    }
    const float from[3] = {0, 0, 0}, to[3] = {2.0f * BSP_MAX_DEPTH, 0, 0};
    cr_expect_eq(bsp_trace(&bsp, 0, from, to, 0.0f, WALLS), 0.5f);
    cr_expect_eq(bsp_trace(&bsp, 0, to, from, 0.0f, WALLS), 0.0f);
    cr_expect_eq(bsp_trace(&bsp, 0, to, from, 0.0f, CONTENTS_BIT(CONTENTS_EMPTY)), 0.5f);
}

static float random_unit(uint32_t *seed)
{
    return (float)next_random(seed) / 16777216.0f;
}

static bool in_wall(const struct bsp *bsp, uint32_t submodel, const float point[3])
{
    uint32_t leaf = bsp_point_leaf(bsp, submodel, point);
    return (CONTENTS_BIT(bsp->leafs[leaf].contents) & WALLS) != 0;
}

static void between(const float a[3], const float b[3], float part, float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = a[i] + part * (b[i] - a[i]);
    }
}

/* Every point before the end of a free way, and a ball's six sides there, are outside of walls. */
static void check_way(const struct bsp *bsp, const float a[3], const float b[3], float radius,
                      float part)
{
    for (int k = 0; k < 16; k++) {
        float at[3];
        between(a, b, part * (float)k / 16.0f, at);
        cr_assert_not(in_wall(bsp, 0, at));
        for (int side = 0; side < 6; side++) {
            float point[3] = {at[0], at[1], at[2]};
            point[side / 2] += radius * (side % 2 ? 0.98f : -0.98f);
            cr_assert_not(in_wall(bsp, 0, point));
        }
    }
}

/* Random lines through a map, held against its leaves. */
static void check_map(const struct bsp *bsp)
{
    const struct bsp_submodel *world = &bsp->submodels[0];
    uint32_t seed = 7, lines = 0, hits = 0, exact = 0;
    for (int i = 0; i < 40000 && lines < 2000; i++) {
        float a[3], b[3], at[3], length = 0.0f;
        for (int k = 0; k < 3; k++) {
            a[k] = world->mins[k] + random_unit(&seed) * (world->maxs[k] - world->mins[k]);
            b[k] = a[k] + (random_unit(&seed) - 0.5f) * 600.0f;
            length += (b[k] - a[k]) * (b[k] - a[k]);
        }
        if (in_wall(bsp, 0, a)) {
            cr_assert_eq(bsp_trace(bsp, 0, a, b, 0.0f, WALLS), 0.0f);
            continue;
        }
        lines++;
        float thin = bsp_trace(bsp, 0, a, b, 0.0f, WALLS);
        float thick = bsp_trace(bsp, 0, a, b, 6.0f, WALLS);
        cr_assert_leq(thick, thin);
        check_way(bsp, a, b, 0.0f, thin);
        if (thick > 0.0f) {
            check_way(bsp, a, b, 6.0f, thick);
        }
        if (thin < 1.0f) {
            between(a, b, thin + 0.02f / sqrtf(length), at);
            hits++;
            exact += in_wall(bsp, 0, at);
        }
    }
    cr_assert_gt(lines, 100);
    cr_assert_gt(hits, lines / 4);
    cr_expect_gt(exact, hits - hits / 50, "%u of %u", exact, hits);
}

static void open_data(struct quake_data *data, const char *base)
{
    struct game_files_options options = {.builtin = base == NULL, .search = {.basedir = base}};
    struct format_error err = {0};
    cr_assert_eq(quake_game_open(data, &options, &err), 0, "%s", err.what);
}

static void check_map_file(struct quake_data *data, const char *name)
{
    const uint8_t *bytes;
    size_t size;
    struct bsp bsp;
    struct format_error err = {0};
    cr_assert_eq(quake_game_load(data->files, name, &bytes, &size), 0, "%s", name);
    cr_assert_eq(bsp_read(&bsp, bytes, size, &err), 0, "%s: %s", name, err.what);
    check_map(&bsp);
    bsp_free(&bsp);
}

Test(camera_trace, the_built_in_map)
{
    struct quake_data data;
    open_data(&data, NULL);
    check_map_file(&data, "maps/reel.bsp");
    quake_game_close(&data);
}

Test(camera_trace, real_maps)
{
    static const char *const names[] = {"maps/dm2.bsp", "maps/e1m2.bsp", "maps/lq_e1m1.bsp",
                                        "maps/lq_e0m4.bsp"};
    struct quake_data data;
    open_data(&data, real_data_path("librequake").text);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_map_file(&data, names[i]);
    }
    quake_game_close(&data);
}

/* From inside a wall or a sky brush everything is visible, whatever the PVS. */
Test(camera_trace, walls_and_sky_see_everything)
{
    static struct room room;
    static uint8_t own[1] = {1}; /* leaf 1 */
    uint8_t seen;
    make_room(&room);
    room.submodels[ROOM].vis_leafs = 3;
    room.bsp.visibility = own;
    room.bsp.visibility_size = 1;
    for (uint32_t leaf = 0; leaf < LEAFS; leaf++) {
        room.leafs[leaf].vis_offset = 0;
        bsp_leaf_visibility(&room.bsp, leaf, &seen);
        bool blocked = leaf == LEAF_SOLID || leaf == LEAF_SKY;
        cr_expect_eq(seen, blocked ? 7 : 1, "leaf %u: %u", leaf, seen);
    }
}

/* --- settings --------------------------------------------------------------------------------- */

Test(camera, words)
{
    struct camera c = camera_default();
    cr_assert(c.kind == CAMERA_EYE && c.distance == 100.0f && c.height == 16.0f);
    cr_assert(camera_parse(&c, "chase"));
    cr_assert(c.kind == CAMERA_CHASE && c.distance == 100.0f && c.height == 16.0f);
    cr_assert(camera_parse(&c, "chase:40,-8.5"));
    cr_assert(c.kind == CAMERA_CHASE && c.distance == 40.0f && c.height == -8.5f);
    cr_assert(camera_parse(&c, "free:1,-2.5,3e2,-30,-90"));
    cr_assert(c.kind == CAMERA_FREE && c.origin[0] == 1.0f && c.origin[1] == -2.5f);
    cr_assert(c.origin[2] == 300.0f && c.angles[0] == -30.0f && c.angles[1] == 270.0f);
    cr_assert(camera_parse(&c, "free:4,5,6"));
    cr_assert(c.origin[2] == 6.0f && c.angles[0] == 0.0f && c.angles[1] == 0.0f);
    cr_assert(camera_parse(&c, "free:0,0,0,120,725"));
    cr_assert(c.angles[0] == 89.0f && c.angles[1] == 5.0f && c.angles[2] == 0.0f);
    cr_assert(camera_parse(&c, "eye"));
    cr_assert_eq(c.kind, CAMERA_EYE);
}

Test(camera, other_words_change_nothing)
{
    static const char *const words[] = {"",
                                        "Eye",
                                        "eyes",
                                        "chase:",
                                        "chase:100",
                                        "chase:1,2,",
                                        "chase:1,2,3",
                                        "chase:-1,0",
                                        "chase:5000,0",
                                        "chase:1,nan",
                                        "chase: 1,2",
                                        "chase:0x10,1",
                                        "free",
                                        "free:",
                                        "free:1,2",
                                        "free:1,2,3,4",
                                        "free:1,2,3,4,5,6",
                                        "free:1,2,inf",
                                        "free:1,,3",
                                        "free:1,2,3x",
                                        "free:1,2,1e40",
                                        "free:1,2,.",
                                        "free:1,2,--3",
                                        "free:2000000,0,0",
                                        "chaser"};
    struct camera c = camera_default(), before;
    c.origin[0] = 12.0f;
    memcpy(&before, &c, sizeof c);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        cr_expect_not(camera_parse(&c, words[i]), "%s", words[i]);
        cr_expect_eq(memcmp(&before, &c, sizeof c), 0, "%s", words[i]);
    }
}

static void expect_point(const float point[3], float x, float y, float z)
{
    cr_expect_float_eq(point[0], x, 1e-3f, "x %g is not %g", point[0], x);
    cr_expect_float_eq(point[1], y, 1e-3f, "y %g is not %g", point[1], y);
    cr_expect_float_eq(point[2], z, 1e-3f, "z %g is not %g", point[2], z);
}

Test(camera, flying)
{
    struct camera c = camera_default();
    cr_assert(camera_parse(&c, "free:0,0,0"));
    camera_fly(&c, 10.0f, 0.0f);
    expect_point(c.origin, 10, 0, 0);
    camera_turn(&c, 0.0f, 90.0f);
    camera_fly(&c, 10.0f, 5.0f); /* y is ahead, x to the right */
    expect_point(c.origin, 15, 10, 0);
    camera_turn(&c, 30.0f, 0.0f);
    camera_fly(&c, -10.0f, 0.0f);
    expect_point(c.origin, 15, 10 - 8.660254f, 5);
    camera_turn(&c, 100.0f, -180.0f);
    expect_point(c.angles, 89, 270, 0);
    camera_turn(&c, -1000.0f, 0.0f);
    expect_point(c.angles, -89, 270, 0);
    for (int i = 0; i < 40; i++) {
        camera_fly(&c, 1e38f, -1e38f);
        camera_turn(&c, NAN, INFINITY);
    }
    for (int i = 0; i < 3; i++) {
        cr_expect(isfinite(c.angles[i]) && fabsf(c.origin[i]) <= 1e6f);
    }
}

/* --- places ----------------------------------------------------------------------------------- */

static struct camera chase(float distance, float height)
{
    struct camera c = camera_default();
    c.kind = CAMERA_CHASE;
    c.distance = distance;
    c.height = height;
    return c;
}

/* Places a chase camera behind an eye that looks along yaw 0. */
static void place(const struct room *room, const struct camera *c, float x, float y, float z,
                  float origin[3], float angles[3])
{
    origin[0] = x;
    origin[1] = y;
    origin[2] = z;
    memset(angles, 0, 3 * sizeof *angles);
    quake_camera_place(c, &room->scene, origin, angles);
    cr_assert_not(in_wall(&room->bsp, ROOM, origin));
}

Test(camera, chase_in_the_open)
{
    static struct room room;
    const struct camera c = chase(100, 16);
    float origin[3], angles[3];
    make_room(&room);
    place(&room, &c, 56, 10, 100, origin, angles);
    expect_point(origin, -44, 10, 116);
    /* The wall at x = 256 is hit 200 ahead of the eye: 300 ahead of the camera and 16 below. */
    expect_point(angles, atan2f(16, 300) * 57.29578f, 0, 0);
    float down[3] = {90, 40, 30}, from[3] = {0, 0, 100};
    quake_camera_place(&c, &room.scene, from, down);
    expect_point(from, 0, 0, 216); /* straight above; where down is stays as it was */
    expect_point(down, 90, 40, 0);
    float eye[3] = {1, 2, 300}, look[3] = {4, 5, 6};
    quake_camera_place(&(struct camera){.kind = CAMERA_EYE}, &room.scene, eye, look);
    expect_point(eye, 1, 2, 300);
    expect_point(look, 4, 5, 6);
    const struct camera fly = {.kind = CAMERA_FREE, .origin = {9, 8, 999}, .angles = {7, 6, 0}};
    quake_camera_place(&fly, &room.scene, eye, look);
    expect_point(eye, 9, 8, 999);
    expect_point(look, 7, 6, 0);
}

Test(camera, chase_stops_before_walls)
{
    static struct room room;
    const struct camera level = chase(100, 0), steep = chase(0, 400), usual = chase(100, 16);
    float origin[3], angles[3];
    make_room(&room);
    place(&room, &level, -200, 0, 100, origin, angles);
    expect_point(origin, -250, 0, 100); /* six units of room */
    place(&room, &level, -253, 0, 100, origin, angles);
    expect_point(origin, -254, 0, 100); /* the eye has less room */
    place(&room, &steep, 0, 0, 100, origin, angles);
    expect_point(origin, 0, 0, 250); /* sky is a wall */
    place(&room, &level, 0, 252, 100, origin, angles);
    expect_point(origin, -100, 252, 100); /* along a wall */
    float in_wall_place[3] = {300, 0, 100}, look[3] = {10, 20, 5};
    quake_camera_place(&usual, &room.scene, in_wall_place, look);
    expect_point(in_wall_place, 300, 0, 100); /* nowhere to go */
    expect_point(look, 10, 20, 0);
    float free_place[3] = {-200, 0, 100};
    memset(look, 0, sizeof look);
    room.world.missing = true;
    quake_camera_place(&level, &room.scene, free_place, look);
    expect_point(free_place, -300, 0, 100); /* its walls are unknown */
}

Test(camera, chase_stops_before_doors)
{
    static struct room room;
    const struct camera level = chase(100, 0);
    float origin[3], angles[3];
    make_room(&room);
    struct palette_entity *door = add_door(&room, -50, 0, 100);
    place(&room, &level, 0, 0, 100, origin, angles);
    expect_point(origin, -50 + 8 + 6, 0, 100);
    door->angles[1] = 90.0f; /* now 64 long the way of the eye */
    place(&room, &level, 0, 0, 100, origin, angles);
    expect_point(origin, -50 + 32 + 6, 0, 100);
    place(&room, &level, 0, 20, 100, origin, angles);
    expect_point(origin, -100, 20, 100);
    door->angles[1] = 45.0f;
    place(&room, &level, 0, 0, 100, origin, angles);
    expect_point(origin, -50 + 14 * sqrtf(2), 0, 100);
    door->angles[1] = 0.0f;
    place(&room, &level, -52, 0, 100, origin, angles);
    expect_point(origin, -52, 0, 100); /* inside of it */
    struct model other = room.door;
    other.missing = true;
    door->model = &other;
    place(&room, &level, 0, 0, 100, origin, angles);
    expect_point(origin, -100, 0, 100);
    other.kind = MODEL_ALIAS;
    other.missing = false;
    place(&room, &level, 0, 0, 100, origin, angles);
    expect_point(origin, -100, 0, 100);
    door->model = NULL;
    place(&room, &level, 0, 0, 100, origin, angles);
    expect_point(origin, -100, 0, 100);
    palette_scene_free(&room.scene);
}

Test(camera, chase_and_water)
{
    static struct room room;
    const struct camera usual = chase(100, 16);
    float origin[3], angles[3];
    make_room(&room);
    place(&room, &usual, 0, 0, 23, origin, angles); /* 9 below: half the way is in the water */
    expect_point(origin, -50, 0, 31);
    place(&room, &usual, 0, 0, 30, origin, angles); /* at the surface: it leaves it */
    expect_point(origin, -100, 0, 46);
    const struct camera low = chase(100, -40);
    place(&room, &low, 0, 0, 63, origin, angles); /* and from above */
    expect_point(origin, -75, 0, 33);
    room.scene.liquid_clear[LIQUID_WATER] = 3;
    place(&room, &low, 0, 0, 63, origin, angles);
    expect_point(origin, -100, 0, 23);
    place(&room, &usual, 0, 0, 23, origin, angles);
    expect_point(origin, -100, 0, 39);
}

/* --- scenes ----------------------------------------------------------------------------------- */

static struct nq_demo demo;
static struct quake_data game;
static struct scene scene;

static struct scene_options options_for(enum camera_kind kind)
{
    struct scene_options options = {.width = 640, .height = 480, .fov = 90.0f};
    options.camera = camera_default();
    options.camera.kind = kind;
    options.camera.origin[2] = 50.0f;
    return options;
}

static void build(const struct scene_options *options)
{
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, 1.0, options, &game), 0);
}

/* Two updates of a player in a level that is not there; `last` adds to the second. */
static void begin(bool has_model, void (*last)(void))
{
    open_data(&game, NULL);
    nq_demo_begin(&demo);
    nq_demo_serverinfo(&demo, 4);
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_UPDATECOLORS,
                                            .u.updatecolors = {.player = 0, .colors = 0x4d}});
    nq_demo_block(&demo, 0, 0);
    for (int i = 0; i < 2; i++) {
        nq_demo_time(&demo, 4.0f + (float)i * 0.0625f);
        nq_demo_clientdata(&demo, NQ_SU_ONGROUND, 100, HUD_IT_SHOTGUN | HUD_IT_QUAD);
        struct nq_message m = nq_demo_update(1, has_model ? 3 : 0, 64, 0, 24);
        m.u.update.mask |= NQ_U_COLORMAP;
        m.u.update.colormap = 1;
        nq_demo_add(&demo, &m);
        nq_demo_entity(&demo, 2, 3, 300, 0, 24);
        if (i == 1 && last) {
            last();
        }
        nq_demo_block(&demo, 10, 90);
    }
    nq_demo_open(&demo);
    for (int i = 0; i < 3; i++) {
        nq_demo_step_good(&demo);
    }
}

static void finish(void)
{
    scene_free(&scene);
    nq_demo_end(&demo);
    quake_game_close(&game);
}

static void say_hello(void)
{
    nq_demo_text(&demo, NQ_PRINT, "hello\n");
    nq_demo_text(&demo, NQ_CENTERPRINT, "look");
}

Test(camera_scene, chase_shows_the_recorder)
{
    begin(true, say_hello);
    struct scene_options options = options_for(CAMERA_EYE);
    build(&options);
    size_t items = scene.palette->num_items;
    cr_assert_eq(scene.palette->num_entities, 1);
    cr_assert_not_null(scene.palette->view_model.model);
    cr_assert_eq(scene.palette->blends[3].percent, 30);
    options.hidden_blends = SCENE_BLENDS_ALL & ~(1u << SCENE_BLEND_POWERUP);
    build(&options);
    cr_assert_eq(scene.palette->blends[3].percent, 30);
    options.hidden_blends = 1u << SCENE_BLEND_POWERUP;
    build(&options);
    cr_assert_eq(scene.palette->blends[3].percent, 0);
    options = options_for(CAMERA_CHASE);
    build(&options);
    cr_assert_eq(scene.palette->num_entities, 2);
    const struct palette_entity *self = &scene.palette->entities[0];
    cr_assert(self->translate && self->shirt == 4 && self->trousers == 13);
    cr_assert_eq(self->origin[0], 64.0f);
    cr_assert_null(scene.palette->view_model.model);
    cr_assert_eq(scene.palette->blends[3].percent, 30);
    cr_assert_eq(scene.palette->num_items, items);
    /* Behind an eye at (64, 0, 46) that looks to y and 10 degrees down. */
    expect_point(scene.camera.origin, 64 + 1.0f / 32, -98.4808f + 1.0f / 32,
                 46 + 1.0f / 32 + 17.3648f + 16);
    cr_expect_float_eq(scene.camera.angles[1], 90.0f, 1e-3f);
    cr_expect(scene.camera.angles[0] > 10.0f && scene.camera.angles[0] < 11.0f);
    options.camera.distance = 10.0f; /* inside of the model: that is not drawn */
    options.camera.height = 0.0f;
    build(&options);
    cr_assert_eq(scene.palette->num_entities, 1);
    cr_assert_eq(scene.palette->entities[0].origin[0], 300.0f);
    finish();
}

static size_t count_texts(void)
{
    size_t count = 0;
    for (size_t i = 0; i < scene.palette->num_items; i++) {
        count += scene.palette->items[i].kind == PALETTE_2D_GLYPHS &&
                 (scene.palette->items[i].width == 4 || scene.palette->items[i].width == 5);
    }
    return count;
}

Test(camera_scene, free_flight_leaves_the_recorder_behind)
{
    begin(true, say_hello);
    struct scene_options options = options_for(CAMERA_FREE);
    build(&options);
    cr_assert_eq(scene.palette->num_entities, 2);
    cr_assert_null(scene.palette->view_model.model);
    expect_point(scene.camera.origin, 0, 0, 50);
    cr_assert_eq(scene.palette->num_items, 2); /* a line and the centre print, no bar */
    cr_assert_eq(count_texts(), 2);
    for (int i = 0; i < PALETTE_BLENDS; i++) {
        cr_assert_eq(scene.palette->blends[i].percent, 0);
    }
    finish();
}

static void end_level(void)
{
    nq_demo_add(&demo, &(struct nq_message){.id = NQ_INTERMISSION});
}

static void expect_eye(void)
{
    struct scene_options options = options_for(CAMERA_EYE);
    build(&options);
    struct scene_camera eye = scene.camera;
    size_t entities = scene.palette->num_entities;
    options = options_for(CAMERA_CHASE);
    build(&options);
    cr_assert_eq(memcmp(&eye, &scene.camera, sizeof eye), 0);
    cr_assert_eq(scene.palette->num_entities, entities);
}

Test(camera_scene, nobody_to_follow)
{
    begin(true, end_level);
    expect_eye();
    struct scene_options options = options_for(CAMERA_FREE);
    build(&options);
    expect_point(scene.camera.origin, 0, 0, 50);
    cr_assert_gt(scene.palette->num_items, 3); /* the level's figures stay */
    finish();
    begin(false, NULL); /* a camera without a model */
    expect_eye();
    cr_assert_not_null(scene.palette->view_model.model);
    finish();
}

/* --- whole demos ------------------------------------------------------------------------------ */

/* True if a point is in the world's solid or inside an unrotated brush entity. */
static bool scene_in_wall(const float point[3])
{
    if (scene.palette->world != NULL && !scene.palette->world->missing &&
        in_wall(scene.palette->world->bsp, scene.palette->world->submodel, point)) {
        return true;
    }
    for (size_t i = 0; i < scene.palette->num_entities; i++) {
        const struct palette_entity *e = &scene.palette->entities[i];
        float local[3];
        if (e->model->kind != MODEL_BRUSH || e->model->missing || e->angles[0] != 0.0f ||
            e->angles[1] != 0.0f || e->angles[2] != 0.0f) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            local[k] = point[k] - e->origin[k];
        }
        if (in_wall(e->model->bsp, e->model->submodel, local)) {
            return true;
        }
    }
    return false;
}

struct walk {
    unsigned frames, followed, stuck;
    float closest;
};

static void check_frame(struct walk *walk, double fraction)
{
    struct scene_options options = options_for(CAMERA_CHASE);
    struct nq_interp moment = nq_interp_at(demo.state, fraction);
    struct quake_view view;
    options.no_hud = true;
    options.no_particles = true;
    cr_assert_eq(nq_scene_build(&scene, demo.state, &demo.dem, fraction, &options, &game), 0);
    nq_view_find(demo.state, &moment, &view);
    walk->frames++;
    const float *at = scene.camera.origin;
    if (!view.is_followable) {
        cr_assert_eq(memcmp(at, view.origin, sizeof view.origin), 0);
        return;
    }
    walk->followed++;
    float distance = 0.0f;
    for (int i = 0; i < 3; i++) {
        distance += (at[i] - view.plain_origin[i]) * (at[i] - view.plain_origin[i]);
    }
    distance = sqrtf(distance);
    walk->closest = distance < walk->closest ? distance : walk->closest;
    cr_assert_leq(distance, 116.5f);
    cr_assert_null(scene.palette->view_model.model);
    cr_assert(isfinite(scene.camera.angles[0]) && scene.camera.angles[2] == 0.0f);
    if (scene_in_wall(at)) {
        walk->stuck++;
        cr_assert(scene_in_wall(view.plain_origin), "block %u", demo.index - 1);
        cr_assert_eq(distance, 0.0f, "block %u", demo.index - 1);
        return;
    }
    const struct model *world = scene.palette->world;
    if (world != NULL && !world->missing) {
        uint32_t leaf = bsp_point_leaf(world->bsp, world->submodel, at);
        cr_assert_eq(scene.palette->underwater_warp,
                     world->bsp->leafs[leaf].contents <= CONTENTS_WATER);
    }
}

static struct walk walk_demo(const uint8_t *bytes, size_t size)
{
    struct walk walk = {.closest = 1000.0f};
    nq_demo_begin(&demo);
    byte_writer_free(&demo.file);
    cr_assert_eq(dem_open(&demo.dem, bytes, size, &demo.err), 0);
    demo.pos = demo.dem.first_block;
    while (demo.pos < demo.dem.size) {
        nq_demo_step_good(&demo);
        if (nq_state_in_game(demo.state)) {
            check_frame(&walk, 0.4);
            check_frame(&walk, 1.0);
        }
    }
    return walk;
}

Test(camera_scene, never_in_a_wall_in_the_built_in_demos)
{
    static const char *const names[] = {"demo1.dem", "demo2.dem"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const uint8_t *bytes;
        size_t size;
        open_data(&game, NULL);
        cr_assert_eq(quake_game_load(game.files, names[i], &bytes, &size), 0);
        struct walk walk = walk_demo(bytes, size);
        cr_assert_gt(walk.followed, 500, "%s", names[i]);
        cr_assert_eq(walk.stuck, 0, "%s", names[i]);
        cr_assert_gt(walk.closest, 0.2f, "%s", names[i]);
        finish();
    }
}

Test(camera_scene, never_in_a_wall_in_real_demos)
{
    static const char *const names[] = {"r15_e0m1_qs", "r15_e0m4_qs", "r666_alpha", "r666_e1m1",
                                        "r999_e0m6"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct file_bytes file;
        real_data_load(&file, "netquake/%s.dem", names[i]);
        open_data(&game, real_data_path("librequake").text);
        struct walk walk = walk_demo(file.data, file.size);
        cr_assert_gt(walk.followed, 500, "%s", names[i]);
        /* Their player walks through walls for moments. */
        cr_assert_lt(walk.stuck, walk.followed / 20, "%s: %u of %u", names[i], walk.stuck,
                     walk.followed);
        finish();
        platform_free_file(&file);
    }
}
