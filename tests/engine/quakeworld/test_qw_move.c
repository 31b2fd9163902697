/* Clip hulls, and players that move through them as QuakeWorld's do. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quakeworld/qw_move.h"
#include "formats/base/dmath.h"
#include "formats/maps/bsp_hull.h"
#include "tests/support/maps/box_map.h"

static void run(const struct box_map *map, struct qw_move *player,
                const struct qw_move_command *command, int times)
{
    const struct qw_surroundings around = {.world = &map->bsp};
    for (int i = 0; i < times; i++) {
        qw_move_run(player, command, &usual_vars, &around);
    }
}

static float flat_speed(const struct qw_move *player)
{
    return sqrtf(player->velocity[0] * player->velocity[0] +
                 player->velocity[1] * player->velocity[1]);
}

static void assert_near(float value, float expected, float most, const char *what)
{
    cr_assert(fabsf(value - expected) <= most, "%s: %g, not %g", what, (double)value,
              (double)expected);
}

/* ---- Hulls ---- */

Test(bsp_hull, a_box)
{
    static const float mins[3] = {-10, -20, -30}, maxs[3] = {10, 20, 30};
    struct bsp_box_hull box;
    const struct bsp_hull hull = bsp_hull_of_box(&box, mins, maxs);
    struct bsp_hull_trace t;
    int work = 1000;
    bsp_hull_trace(&hull, (float[]){-110, 0, 0}, (float[]){90, 0, 0}, &work, &t);
    cr_assert(t.fraction == (100 - 0.03125f) / 200 && !t.start_solid && !t.all_solid);
    cr_assert(t.end[0] == -10.03125f && t.end[1] == 0 && t.end[2] == 0);
    cr_assert(t.normal[0] == -1 && t.normal[1] == 0 && t.normal[2] == 0);
    bsp_hull_trace(&hull, (float[]){0, 0, 130}, (float[]){0, 0, -70}, &work, &t);
    cr_assert(t.end[2] == 30.03125f && t.normal[2] == 1);
    bsp_hull_trace(&hull, (float[]){-110, 30, 0}, (float[]){90, 30, 0}, &work, &t);
    cr_assert(t.fraction == 1 && t.end[0] == 90 && t.normal[0] == 0 && !t.all_solid);
    bsp_hull_trace(&hull, (float[]){0, 0, 0}, (float[]){5, 5, 5}, &work, &t);
    cr_assert(t.fraction == 0 && t.start_solid && t.all_solid);
    bsp_hull_trace(&hull, (float[]){0, 0, 0}, (float[]){50, 0, 0}, &work, &t);
    cr_assert(t.fraction == 0 && t.start_solid && !t.all_solid);
    cr_assert_eq(bsp_hull_contents(&hull, (float[]){9, 19, 29}, &work), CONTENTS_SOLID);
    cr_assert_eq(bsp_hull_contents(&hull, (float[]){9, 19, 31}, &work), CONTENTS_EMPTY);
    cr_assert_eq(bsp_hull_contents(&hull, maxs, &work), CONTENTS_EMPTY); /* on it is outside, */
    cr_assert_eq(bsp_hull_contents(&hull, mins, &work), CONTENTS_SOLID); /* or inside */
    bsp_hull_trace(&hull, (float[]){NAN, 0, 0}, (float[]){50, 0, 0}, &work, &t);
    cr_assert(t.all_solid && t.fraction == 0 && t.end[0] == 0);
    work = 3;
    bsp_hull_trace(&hull, (float[]){-110, 0, 0}, (float[]){90, 0, 0}, &work, &t);
    cr_assert(t.all_solid && t.fraction == 0 && t.end[0] == -110 && work == 0);
    cr_assert_eq(bsp_hull_contents(&hull, (float[]){9, 19, 31}, &work), CONTENTS_SOLID);
}

/* Nodes that are shared: 2^60 ways lead through them. And a chain deeper than any map. */
Test(bsp_hull, forests_end)
{
    enum { CHAIN = 200000, TWINS = 60 };
    struct bsp_clipnode *nodes = calloc(CHAIN, sizeof(*nodes));
    struct bsp_plane planes[2] = {{.normal = {1, 0, 0}, .type = 0},
                                  {.normal = {0, 1, 0}, .type = 1}};
    struct bsp_hull hull = {planes, nodes, 0};
    struct bsp_hull_trace t;
    int work = 1 << 17;
    for (int i = 0; i < CHAIN; i++) {
        nodes[i].plane = 0;
        nodes[i].children[0] = i + 1 < CHAIN ? i + 1 : CONTENTS_EMPTY;
        nodes[i].children[1] = CONTENTS_EMPTY;
    }
    bsp_hull_trace(&hull, (float[]){-1, 0, 0}, (float[]){1, 0, 0}, &work, &t);
    bsp_hull_trace(&hull, (float[]){1, 0, 0}, (float[]){-1, 0, 0}, &work, &t);
    cr_assert(t.all_solid && t.fraction == 0);
    cr_assert_eq(bsp_hull_contents(&hull, (float[]){1, 0, 0}, &work), CONTENTS_SOLID);
    cr_assert_eq(work, 0);
    work = 1 << 17;
    for (int i = 0; i < TWINS; i++) {
        nodes[i].plane = (uint32_t)i & 1;
        nodes[i].children[0] = nodes[i].children[1] = i + 1 < TWINS ? i + 1 : CONTENTS_EMPTY;
    }
    bsp_hull_trace(&hull, (float[]){-1, -1, 0}, (float[]){1, 1.1f, 0}, &work, &t);
    free(nodes);
}

Test(bsp_hull, point_contents)
{
    struct box_map *map = make_room();
    BOX(map, CONTENTS_WATER, {0, 0, 0}, {64, 64, 64});
    cr_assert_eq(bsp_point_contents(&map->bsp, 0, (float[]){10, 10, 10}), CONTENTS_WATER);
    cr_assert_eq(bsp_point_contents(&map->bsp, 0, (float[]){-10, 10, 10}), CONTENTS_EMPTY);
    cr_assert_eq(bsp_point_contents(&map->bsp, 0, (float[]){10, 10, -10}), CONTENTS_SOLID);
    const struct bsp_hull hull = bsp_hull_of(&map->bsp, 0, 1);
    int work = 1000;
    cr_assert_eq(bsp_hull_contents(&hull, (float[]){10, 10, 23}, &work), CONTENTS_SOLID);
    cr_assert_eq(bsp_hull_contents(&hull, (float[]){10, 10, 25}, &work), CONTENTS_EMPTY);
    free(map);
}

/* ---- Walking ---- */

Test(qw_move, falls_and_lands)
{
    struct box_map *map = make_room();
    const struct qw_move_command idle = {.msec = 10};
    struct qw_move p = {.origin = {0, 0, 100}};
    run(map, &p, &idle, 1);
    assert_near(p.velocity[2], -8, 1e-4f, "speed after 10 ms");
    assert_near(p.origin[2], 100 - 0.08f, 1e-4f, "height after 10 ms");
    cr_assert(!p.on_ground && p.water_level == 0 && p.water_type == CONTENTS_EMPTY);
    run(map, &p, &idle, 60);
    cr_assert(p.on_ground && p.velocity[2] == 0);
    assert_near(p.origin[2], FLOOR, 1e-4f, "floor");
    free(map);
}

Test(qw_move, runs_and_stops)
{
    struct box_map *map = make_room();
    struct qw_move_command command = {.msec = 13, .move = {400, 0, 0}};
    struct qw_move p = {.origin = {0, 0, FLOOR}};
    run(map, &p, &command, 1);
    assert_near(p.velocity[0], 320 * 10 * 0.013f, 0.01f, "first step");
    run(map, &p, &command, 60);
    assert_near(p.velocity[0], 320, 0.01f, "full speed");
    assert_near(p.velocity[1], 0, 0.01f, "straight");
    command.move[0] = 0;
    run(map, &p, &command, 1);
    assert_near(p.velocity[0], 320 * (1 - 4 * 0.013f), 0.01f, "friction");
    run(map, &p, &command, 100);
    cr_assert(p.velocity[0] == 0 && p.on_ground);
    free(map);
}

Test(qw_move, turns_with_the_command)
{
    struct box_map *map = make_room();
    const struct qw_move_command command = {.msec = 13, .move = {0, 400, 0}, .angles = {0, 90, 0}};
    struct qw_move p = {.origin = {0, 0, FLOOR}};
    run(map, &p, &command, 40);
    assert_near(p.velocity[0], 320, 0.05f, "to the right of +y is +x");
    free(map);
}

/* A wall stops what goes into it and leaves what goes along it. */
Test(qw_move, slides_along_walls)
{
    struct box_map *map = make_room();
    const struct qw_move_command command = {.msec = 13, .move = {400, 0, 0}, .angles = {0, 45, 0}};
    struct qw_move p = {.origin = {480, 0, FLOOR}};
    run(map, &p, &command, 60);
    assert_near(p.origin[0], 512 - 16 - 0.03125f, 0.01f, "at the wall");
    cr_assert(p.velocity[0] == 0 && p.velocity[1] > 150);
    run(map, &p, &command, 500);
    assert_near(p.origin[1], 512 - 16 - 0.03125f, 0.01f, "in the corner");
    cr_assert_eq(flat_speed(&p), 0);
    free(map);
}

static float walk_at_step(float height)
{
    struct box_map *map = make_room();
    const float mins[3] = {100, -200, 0}, maxs[3] = {300, 200, height};
    add_box(map, CONTENTS_SOLID, mins, maxs);
    const struct qw_move_command command = {.msec = 13, .move = {400, 0, 0}};
    struct qw_move p = {.origin = {0, 0, FLOOR}};
    run(map, &p, &command, 60);
    if (p.origin[0] > 100) {
        assert_near(p.origin[2], FLOOR + height, 0.01f, "on the step");
        cr_assert(p.on_ground && flat_speed(&p) > 300);
    } else {
        assert_near(p.origin[0], 100 - 16 - 0.03125f, 0.01f, "before the step");
        assert_near(p.origin[2], FLOOR, 0.01f, "on the floor");
    }
    free(map);
    return p.origin[0];
}

Test(qw_move, climbs_steps)
{
    cr_assert_gt(walk_at_step(8), 150);
    cr_assert_gt(walk_at_step(16), 150);
    cr_assert_gt(walk_at_step(17.9f), 150);
    cr_assert_lt(walk_at_step(19), 100);
    cr_assert_lt(walk_at_step(24), 100);
}

/* Before an edge the ground takes twice as much. */
Test(qw_move, edge_friction)
{
    struct box_map *map = calloc(1, sizeof(*map));
    BOX(map, CONTENTS_SOLID, {-1024, -1024, -64}, {0, 1024, 0});
    const struct qw_move_command idle = {.msec = 10};
    struct qw_move p = {.origin = {-100, 0, FLOOR}, .velocity = {200, 0, 0}};
    run(map, &p, &idle, 1);
    assert_near(p.velocity[0], 200 * (1 - 0.04f), 0.01f, "far from it");
    p = (struct qw_move){.origin = {10, 0, FLOOR}, .velocity = {200, 0, 0}};
    run(map, &p, &idle, 1);
    assert_near(p.velocity[0], 200 * (1 - 0.08f), 0.01f, "before it");
    free(map);
}

/* ---- Jumps ---- */

Test(qw_move, jumps_once_a_press)
{
    struct box_map *map = make_room();
    struct qw_move_command jump = {.msec = 10, .buttons = QW_BUTTON_JUMP};
    const struct qw_move_command idle = {.msec = 10};
    struct qw_move p = {.origin = {0, 0, FLOOR}};
    run(map, &p, &jump, 1);
    assert_near(p.velocity[2], 270 - 8, 0.01f, "jump");
    cr_assert(p.jump_held && !p.on_ground);
    float top = 0;
    for (int i = 0; i < 100; i++) {
        run(map, &p, &jump, 1);
        top = p.origin[2] > top ? p.origin[2] : top;
    }
    assert_near(top - FLOOR, 44, 2, "height of a jump");
    cr_assert(p.on_ground && p.jump_held);
    run(map, &p, &idle, 1);
    cr_assert(!p.jump_held);
    run(map, &p, &jump, 1);
    assert_near(p.velocity[2], 262, 0.01f, "again");
    /* Pressed in the air it waits for the ground. */
    run(map, &p, &idle, 40);
    cr_assert(!p.on_ground && !p.jump_held && p.velocity[2] < 0);
    for (int i = 0; i < 60 && !p.jump_held; i++) {
        run(map, &p, &jump, 1);
    }
    cr_assert(p.jump_held);
    assert_near(p.velocity[2], 262, 0.01f, "at once, and nothing of the fall is left");
    free(map);
}

/* Steering in the air changes the direction, not the speed beyond 30 units. */
Test(qw_move, air_control)
{
    struct box_map *map = make_room();
    const struct qw_move_command command = {.msec = 10, .move = {400, 0, 0}, .angles = {0, 90, 0}};
    struct qw_move p = {.origin = {-400, 0, 400}, .velocity = {300, 0, 0}};
    run(map, &p, &command, 20);
    assert_near(p.velocity[0], 300, 0.01f, "kept");
    assert_near(p.velocity[1], 30, 0.01f, "gained");
    free(map);
}

/* ---- Liquids ---- */

Test(qw_move, swims)
{
    struct box_map *map = make_room();
    BOX(map, CONTENTS_WATER, {-512, -512, 0}, {512, 512, 256});
    const struct qw_move_command idle = {.msec = 10};
    struct qw_move p = {.origin = {0, 0, 128}};
    run(map, &p, &idle, 100);
    cr_assert(p.water_level == 3 && p.water_type == CONTENTS_WATER && !p.on_ground);
    cr_assert(p.velocity[2] < -15 && p.velocity[2] > -60 * 0.7f, "%g", (double)p.velocity[2]);
    const struct qw_move_command up = {.msec = 10, .buttons = QW_BUTTON_JUMP};
    run(map, &p, &up, 1);
    cr_assert(p.velocity[2] > 60 && p.velocity[2] <= 100 && !p.jump_held);
    const struct qw_move_command dive = {.msec = 10, .move = {400, 0, 0}, .angles = {60, 0, 0}};
    p = (struct qw_move){.origin = {0, 0, 200}};
    run(map, &p, &dive, 50);
    cr_assert(p.velocity[2] < -100 && p.velocity[0] > 50);
    /* By depth. */
    p = (struct qw_move){.origin = {0, 0, 256 - 22}};
    run(map, &p, &idle, 1);
    cr_assert_eq(p.water_level, 3);
    p = (struct qw_move){.origin = {0, 0, 256 - 11}, .velocity = {0, 0, 100}};
    run(map, &p, &idle, 1);
    cr_assert_eq(p.water_level, 2);
    p = (struct qw_move){.origin = {0, 0, 256 + 20}, .velocity = {0, 0, 100}};
    run(map, &p, &idle, 1);
    cr_assert_eq(p.water_level, 1);
    free(map);
}

Test(qw_move, slime_and_lava_hold)
{
    static const struct {
        int32_t contents;
        float speed;
    } liquids[] = {{CONTENTS_SLIME, 80}, {CONTENTS_LAVA, 50}};
    for (int i = 0; i < 2; i++) {
        struct box_map *map = make_room();
        static const float mins[3] = {-512, -512, 0}, maxs[3] = {512, 512, 256};
        add_box(map, liquids[i].contents, mins, maxs);
        const struct qw_move_command up = {.msec = 1, .buttons = QW_BUTTON_JUMP};
        struct qw_move p = {.origin = {0, 0, 128}};
        run(map, &p, &up, 1);
        cr_assert(p.velocity[2] > liquids[i].speed * 0.9f && p.velocity[2] <= liquids[i].speed);
        free(map);
    }
}

/* A pool with a rim just above the water. */
Test(qw_move, jumps_out_of_water)
{
    struct box_map *map = make_room();
    BOX(map, CONTENTS_WATER, {-512, -512, 0}, {100, 512, 64});
    BOX(map, CONTENTS_SOLID, {100, -512, 0}, {512, 512, 76});
    const struct qw_move_command command = {.msec = 10, .move = {400, 0, 0}};
    struct qw_move p = {.origin = {84 - 0.03125f, 0, 58}};
    run(map, &p, &command, 1);
    cr_assert(p.water_jump_time > 0 && p.velocity[2] > 250);
    run(map, &p, &command, 60);
    cr_assert(p.on_ground && p.origin[0] > 100 && p.water_jump_time == 0);
    assert_near(p.origin[2], 76 + FLOOR, 0.1f, "on the rim");
    free(map);
}

/* ---- Kinds of movement ---- */

Test(qw_move, types)
{
    struct box_map *map = make_room();
    const struct qw_move_command command = {
        .msec = 13, .move = {400, 0, 0}, .buttons = QW_BUTTON_JUMP};
    struct qw_move p = {.origin = {0, 0, FLOOR}, .type = QW_MOVE_DEAD};
    run(map, &p, &command, 10);
    cr_assert(p.origin[0] == 0 && p.velocity[2] == 0 && p.jump_held);
    p = (struct qw_move){.origin = {400, 0, 100}, .type = QW_MOVE_SPECTATOR};
    run(map, &p, &command, 60);
    cr_assert(p.origin[0] > 600 && p.origin[2] == 100, "through the wall");
    assert_near(p.velocity[0], 400, 1, "as fast as asked");
    p = (struct qw_move){.origin = {400, 0, 100}, .type = QW_MOVE_FLY};
    run(map, &p, &command, 60);
    assert_near(p.origin[0], 512 - 16 - 0.03125f, 0.01f, "the wall stops who flies");
    assert_near(p.origin[2], 100, 0.01f, "without weight");
    p = (struct qw_move){.origin = {1, 2, 300}, .velocity = {3, 4, 5}, .type = QW_MOVE_NONE};
    run(map, &p, &command, 60);
    cr_assert(p.origin[0] == 1 && p.origin[2] == 300 && p.velocity[1] == 4);
    free(map);
}

Test(qw_move, long_commands_are_cut)
{
    struct box_map *map = make_room();
    struct qw_move_command command = {.msec = 200, .move = {400, 100, 0}};
    struct qw_move p = {.origin = {0, 0, FLOOR + 40}}, q = p;
    run(map, &p, &command, 1);
    command.msec = 50;
    run(map, &q, &command, 4);
    cr_assert_eq(memcmp(p.origin, q.origin, sizeof(p.origin)), 0);
    cr_assert_eq(memcmp(p.velocity, q.velocity, sizeof(p.velocity)), 0);
    free(map);
}

/* Places are sent in eighths: a player may stand a little inside the floor then. */
Test(qw_move, gets_out_of_the_floor)
{
    struct box_map *map = make_room();
    const struct qw_move_command command = {.msec = 13, .move = {400, 0, 0}};
    struct qw_move p = {.origin = {0, 0, FLOOR - 0.1f}};
    run(map, &p, &command, 10);
    cr_assert(p.origin[0] > 5 && p.on_ground);
    p = (struct qw_move){.origin = {0, 0, 10}, .velocity = {100, 0, 0}};
    run(map, &p, &command, 1);
    cr_assert(p.origin[0] == 0 && p.velocity[0] == 0, "stuck");
    free(map);
}

/* ---- Obstacles ---- */

Test(qw_move, doors_and_players_stop_him)
{
    struct box_map *map = make_room(), *door = calloc(1, sizeof(*door));
    BOX(door, CONTENTS_SOLID, {-8, -64, 0}, {8, 64, 128});
    for (int i = 0; i < 3; i++) {
        door->model.mins[i] = i < 2 ? -65 : -1;
        door->model.maxs[i] = 129;
    }
    cr_assert(qw_obstacle_is_solid(&door->bsp, 0));
    const struct qw_obstacle obstacle = {&door->bsp, 0, {100, 0, 0}};
    float players[1][3] = {{-100, 0, FLOOR}};
    const struct qw_surroundings around = {.world = &map->bsp,
                                           .obstacles = &obstacle,
                                           .num_obstacles = 1,
                                           .players = players,
                                           .num_players = 1};
    struct qw_move_command command = {.msec = 13, .move = {400, 0, 0}};
    struct qw_move p = {.origin = {0, 0, FLOOR}};
    for (int i = 0; i < 60; i++) {
        qw_move_run(&p, &command, &usual_vars, &around);
    }
    assert_near(p.origin[0], 100 - 8 - 16 - 0.03125f, 0.01f, "at the door");
    command.move[0] = -400;
    for (int i = 0; i < 60; i++) {
        qw_move_run(&p, &command, &usual_vars, &around);
    }
    assert_near(p.origin[0], -100 + 32 + 0.03125f, 0.01f, "at the player");
    free(map);
    free(door);
}

/* ---- Hostile numbers ---- */

static float any_float(uint32_t *seed)
{
    static const float odd[] = {0, -0.0f, 1e-40f, 1e30f, -1e30f, INFINITY, -INFINITY, NAN,
                                1, -1,    400,    32767, -32768, 1e9f,     360.0f,    90};
    const uint32_t bits = dmath_hash(*seed, 1, 2);
    ++*seed;
    if (bits & 1) {
        return odd[(bits >> 8) % (sizeof(odd) / sizeof(odd[0]))];
    }
    return (float)((double)(bits >> 8) / 4096.0 - 2048.0);
}

static void any_vector(float v[3], uint32_t *seed)
{
    for (int i = 0; i < 3; i++) {
        v[i] = any_float(seed);
    }
}

Test(qw_move, any_numbers)
{
    struct box_map *map = make_room();
    BOX(map, CONTENTS_LAVA, {-200, -200, 0}, {0, 200, 100});
    uint32_t seed = 1;
    for (int round = 0; round < 3000; round++) {
        struct qw_move p = {.type = (enum qw_move_type)(round % 5), .jump_held = round % 3 == 0};
        struct qw_move_command command = {.msec = (uint8_t)dmath_hash(seed, 3, 4),
                                          .buttons = (uint8_t)round};
        struct qw_movevars vars = usual_vars;
        float *all = &vars.gravity;
        any_vector(p.origin, &seed);
        any_vector(p.velocity, &seed);
        any_vector(command.angles, &seed);
        p.water_jump_time = any_float(&seed);
        for (int i = 0; i < 3; i++) {
            command.move[i] = (int16_t)dmath_hash(seed, 5, (uint32_t)i);
        }
        for (int i = 0; i < 10 && round % 2; i++) {
            all[i] = any_float(&seed);
        }
        struct qw_obstacle obstacle = {&map->bsp, 0, {0, 0, 0}};
        float players[1][3];
        any_vector(obstacle.origin, &seed);
        any_vector(players[0], &seed);
        const struct qw_surroundings around = {.world = round % 7 ? &map->bsp : NULL,
                                               .obstacles = &obstacle,
                                               .num_obstacles = round % 7 ? 1 : 0,
                                               .players = players,
                                               .num_players = round % 7 ? 1 : 0};
        struct qw_move q = p;
        for (int i = 0; i < 3; i++) {
            qw_move_run(&p, &command, &vars, &around);
            qw_move_run(&q, &command, &vars, &around);
        }
        for (int i = 0; i < 3; i++) {
            cr_assert(isfinite(p.origin[i]) && isfinite(p.velocity[i]), "round %d", round);
        }
        cr_assert_eq(memcmp(p.origin, q.origin, sizeof(p.origin)), 0);
    }
    free(map);
}
