/* Traces through a level with curves, and bouncing debris: the rules on a small level; on real
 * levels, nothing passes through a wall. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/quake3/level/level_cache.h"
#include "assets/quake3/level/level_debris.h"
#include "assets/quake3/level/level_trace.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "tests/assets/quake3/data_stage.h"
#include "tests/assets/quake3/real_level.h"

#define SLAB_TOP (-64.0f) /* top of the small map's brush, made solid here */

static const float no_size[3] = {0.0f, 0.0f, 0.0f};
static struct data_stage stage;
static const struct q3_level *level;
static struct level_debris flight;

static void open_small(uint32_t contents)
{
    struct q3_map_bytes map;
    stage = (struct data_stage){0};
    q3_map_bytes_fill(&map);
    for (int i = 0; i < 4; i++) { /* contents of the brush's shader, which replaces the fog's */
        map.lumps[1].data[72 + 68 + i] = (uint8_t)(contents >> (8 * i));
    }
    stage_map(&stage, "maps/a.bsp", &map);
    stage_open(&stage);
    level = q3_data_level(stage.data, "maps/a.bsp");
    cr_assert(level && !level->missing);
}

static void throw_from(float x, float y, float z, float vx, float vy, float vz, float bounce,
                       int32_t life)
{
    const struct level_launch thrown = {{x, y, z}, {vx, vy, vz}, bounce, life};
    level_debris_make(level, &thrown, &flight);
}

/* --- ways ------------------------------------------------------------------------------------- */

Test(level_trace, a_curve_stops_from_its_front)
{
    struct q3_trace t;
    const float out[3] = {100, 100, 32}, in[3] = {10, 10, 32}, above[3] = {10, 10, 90};
    open_small(Q3_CONTENTS_SOLID);
    level_trace(level, out, in, no_size, no_size, Q3_CONTENTS_SOLID, &t);
    cr_expect_float_eq(t.end[0], 48.0f, 0.5f, "%g", (double)t.end[0]);
    cr_expect_float_eq(t.end[0], t.end[1], 1e-3f);
    cr_expect_float_eq(t.normal[0], sqrtf(0.5f), 0.2f);
    cr_expect_eq(t.contents, Q3_CONTENTS_SOLID);
    level_trace(level, in, out, no_size, no_size, Q3_CONTENTS_SOLID, &t);
    cr_expect_eq(t.fraction, 1.0f, "from behind");
    level_trace(level, out, above, no_size, no_size, Q3_CONTENTS_SOLID, &t);
    cr_expect_eq(t.fraction, 1.0f, "over it");
    level_trace(level, out, in, no_size, no_size, Q3_CONTENTS_WATER, &t);
    cr_expect_eq(t.fraction, 1.0f, "it is no water");
    const float mins[3] = {-15, -15, 0}, maxs[3] = {15, 15, 2};
    level_trace(level, out, in, mins, maxs, Q3_CONTENTS_SOLID, &t);
    cr_expect_float_eq(t.end[0], 63.0f, 0.5f, "a box by its corner: %g", (double)t.end[0]);
    stage_close(&stage);
}

/* --- flights ---------------------------------------------------------------------------------- */

Test(level_debris, falls_as_a_stone_does)
{
    float at[3];
    open_small(Q3_CONTENTS_SOLID);
    throw_from(-20, 5, 0, 10, 0, 100, 0.4f, 200);
    cr_expect_eq(flight.num_arcs, 1);
    level_debris_at(&flight, 100.0f, at);
    cr_expect_float_eq(at[0], -19.0f, 1e-4f);
    cr_expect_float_eq(at[2], 10.0f - 4.0f, 1e-4f);
    level_debris_at(&flight, -15.0f, at);
    cr_expect_float_eq(at[2], -1.5f - 0.09f, 1e-4f, "as if thrown earlier");
    level_debris_at(&flight, 1e9f, at);
    cr_expect_float_eq(at[2], 20.0f - 16.0f, 1e-3f, "it waits where its life ended");
    cr_expect(flight.rests == INT32_MAX && flight.bounced == INT32_MAX);
    stage_close(&stage);
}

/* From 36 above the slab: it meets it after 300 ms at 240 units per second; what is left of that at
 * .6 is 144, then some 80, and below 40 it lies. */
Test(level_debris, bounces_and_rests)
{
    float at[3];
    open_small(Q3_CONTENTS_SOLID);
    throw_from(-20, 5, SLAB_TOP + 36.0f, 0, 0, 0, 0.6f, 5000);
    cr_expect_eq(flight.num_arcs, 4, "%u", flight.num_arcs);
    cr_expect_float_eq(flight.arcs[0].stop, 299.5f, 1.5f, "%g", (double)flight.arcs[0].stop);
    cr_expect_eq(flight.bounced, 304, "at the end of the step");
    cr_expect_eq(flight.arcs[1].start, 304);
    cr_expect_float_eq(flight.arcs[1].velocity[2], 0.6f * 240.0f, 2.0f);
    cr_expect_float_eq(flight.mark[2], SLAB_TOP + 0.125f, 1e-3f);
    cr_expect_eq(flight.wall[2], 1.0f);
    cr_expect(flight.rests > 900 && flight.rests < 1200, "%d", flight.rests);
    level_debris_at(&flight, 5000.0f, at);
    cr_expect_float_eq(at[2], SLAB_TOP + 0.125f, 1e-3f);
    level_debris_at(&flight, 302.0f, at);
    cr_expect_float_eq(at[2], SLAB_TOP + 0.125f, 1e-3f, "not into the ground before the bounce");
    stage_close(&stage);
}

Test(level_debris, walls_throw_back)
{
    open_small(Q3_CONTENTS_SOLID);
    /* The curve's flank at y 10: it faces x. */
    throw_from(100, 4, 32, -500, 0, 0, 0.5f, 400);
    cr_expect_geq(flight.num_arcs, 2);
    cr_expect_gt(flight.arcs[1].velocity[0], 150.0f);
    cr_expect_gt(flight.wall[0], 0.9f);
    cr_expect_lt(fabsf(flight.wall[2]), 1e-3f);
    stage_close(&stage);
}

Test(level_debris, is_gone_where_nothing_may_lie)
{
    open_small(0x80000001u);
    throw_from(-20, 5, SLAB_TOP + 36.0f, 0, 0, -900, 0.6f, 5000);
    /* A point that stops before the brush is not in it, as in the original. */
    cr_expect_eq(flight.gone, INT32_MAX);
    throw_from(-20, 5, SLAB_TOP - 10.0f, 0, 0, -900, 0.6f, 5000);
    cr_expect_eq(flight.gone, 16, "it began in it");
    stage_close(&stage);
}

Test(level_debris, numbers_that_are_none)
{
    static const float bad[] = {NAN, INFINITY, -1e30f};
    open_small(Q3_CONTENTS_SOLID);
    for (int i = 0; i < 3; i++) {
        throw_from(bad[i], 0, 0, 0, 0, 0, 0.5f, 1000);
        cr_expect_eq(flight.gone, 0);
        throw_from(0, 0, 0, 0, bad[i], 0, 0.5f, 1000);
        cr_expect_eq(flight.gone, 0);
        throw_from(0, 0, 0, 0, 0, 0, bad[i], 1000);
        cr_expect_eq(flight.gone, 0);
    }
    throw_from(-20, 0, 0, 0, 0, 0, 1.0f, INT32_MAX);
    cr_expect_leq(flight.num_arcs, LEVEL_DEBRIS_ARCS);
    throw_from(-20, 0, 0, 0, 0, 0, 0.5f, INT32_MIN);
    cr_expect_eq(flight.num_arcs, 1);
    stage_close(&stage);
}

/* --- what is kept ----------------------------------------------------------------------------- */

/* Asks more queries than the cache holds, twice: the answers equal those without a cache. */
Test(level_cache, answers_do_not_depend_on_what_is_kept)
{
    enum { QUESTIONS = LEVEL_CACHE_SLOTS + 500 };
    open_small(Q3_CONTENTS_SOLID);
    struct level_cache *cache = q3_data_level_cache(stage.data);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < QUESTIONS; i++) {
            const uint32_t n = pass == 0 ? i : QUESTIONS - 1 - i;
            const float x = (float)n / 64.0f;
            const struct level_decal mark = {{x, 20, 8}, {0, 0, 1}, 8.0f, (float)(n % 360)};
            const struct level_launch thrown = {{x - 80.0f, 5, 0}, {0, 0, 50}, 0.4f, 600};
            struct level_decal_fragments pieces;
            level_decals_find(level, &mark, &pieces);
            level_debris_make(level, &thrown, &flight);
            const struct level_decal_fragments *kept = level_cache_decals(cache, level, &mark);
            cr_assert_eq(kept->num_points, pieces.num_points);
            cr_assert_arr_eq(kept->corners, pieces.corners, pieces.count);
            cr_assert_arr_eq(kept->points, pieces.points,
                             pieces.num_points * sizeof(pieces.points[0]));
            cr_assert_eq(memcmp(level_cache_debris(cache, level, &thrown), &flight,
                                level_debris_size(&flight)),
                         0);
        }
    }
    stage_close(&stage);
}

/* --- real levels ------------------------------------------------------------------------------ */

/* Gibs from the spawn points: none crosses a wall between two times, and most stop. */
Test(level_debris, real_ones)
{
    struct real_levels real;
    real_levels_open(&real);
    for (int which = 0; which < REAL_LEVELS; which++) {
        uint32_t rest = 0, bounced = 0, thrown_ones = 0;
        level = real_levels_get(&real, which);
        for (uint32_t leaf = 0; leaf < level->bsp.num_leafs && thrown_ones < 200; leaf++) {
            const struct q3_bsp_leaf *l = &level->bsp.leafs[leaf];
            struct level_launch t = {.bounce = 0.6f, .life = 8000};
            for (uint32_t i = 0; i < 3; i++) {
                t.origin[i] = 0.5f * (float)(l->mins[i] + l->maxs[i]);
                t.velocity[i] = 250.0f * (2.0f * dmath_unit(leaf, i, 7) - 1.0f);
            }
            t.velocity[2] += 250.0f;
            if (l->cluster < 0 || q3_bsp_point_contents(&level->bsp, t.origin, UINT32_MAX) != 0) {
                continue;
            }
            thrown_ones++;
            level_debris_make(level, &t, &flight);
            rest += flight.rests != INT32_MAX;
            bounced += flight.bounced != INT32_MAX; /* others fall out of the level */
            float last[3];
            memcpy(last, t.origin, sizeof(last));
            for (float ms = 0.0f; ms < 8000.0f; ms += 7.0f) {
                float at[3];
                level_debris_at(&flight, ms, at);
                cr_assert_eq(q3_bsp_point_contents(&level->bsp, at, Q3_CONTENTS_SOLID), 0,
                             "%s %u: in a wall at %g", level->name, leaf, (double)ms);
                cr_assert_lt(vec_distance(last, at), 60.0f);
                memcpy(last, at, sizeof(at));
            }
        }
        cr_expect_gt(thrown_ones, 50);
        cr_expect_gt(bounced, 40);
        cr_expect_gt(rest * 10, bounced * 6, "%s: %u of %u", level->name, rest, bounced);
    }
    real_levels_close(&real);
}
