/* Boxes moved through Quake III's maps: the rules on a small one, and on real ones the same brushes
 * as a search of all of them finds. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "formats/maps/q3_bsp_trace.h"
#include "tests/support/quake3/q3_map_bytes.h"
#include "tests/support/quake3/q3_pack.h"
#include "tests/support/random_numbers.h"

/* The small map's only brush: a slab of fog from -128 to -64, as wide as the room. */
#define SLAB_TOP (-64.0f)

static const float no_size[3] = {0.0f, 0.0f, 0.0f};
static struct q3_bsp bsp;

static void read_small_map(void)
{
    struct q3_map_bytes map;
    struct format_error err;
    q3_map_bytes_fill(&map);
    struct byte_writer file = q3_map_bytes_finish(&map);
    const int code = q3_bsp_read(&bsp, file.data, file.size, &err);
    byte_writer_free(&file);
    cr_assert_eq(code, 0);
}

static void free_map(void)
{
    q3_bsp_free(&bsp);
}

TestSuite(q3_bsp_trace, .init = read_small_map, .fini = free_map);

static struct q3_trace trace_box(const float from[3], const float to[3], const float mins[3],
                                 const float maxs[3], uint32_t mask)
{
    struct q3_trace result;
    q3_bsp_trace(&bsp, 0, &(struct q3_trace_move){from, to, mins, maxs}, mask, &result);
    return result;
}

Test(q3_bsp_trace, a_point_stops_before_the_plane)
{
    const float from[3] = {10, 20, 36}, to[3] = {10, 20, -164};
    const struct q3_trace t = trace_box(from, to, no_size, no_size, Q3_CONTENTS_FOG);
    cr_expect_float_eq(t.end[2], SLAB_TOP + Q3_TRACE_MARGIN, 1e-4);
    cr_expect_float_eq(t.fraction, (100.0f - Q3_TRACE_MARGIN) / 200.0f, 1e-6);
    cr_expect(t.normal[2] == 1.0f && t.normal[0] == 0.0f);
    cr_expect_eq(t.contents, Q3_CONTENTS_FOG);
    cr_expect(!t.start_solid && !t.all_solid);
}

Test(q3_bsp_trace, a_box_stops_earlier)
{
    const float from[3] = {-10, 20, 36}, to[3] = {-10, 20, -164};
    const float mins[3] = {-15, -15, -24}, maxs[3] = {15, 15, 32};
    const struct q3_trace t = trace_box(from, to, mins, maxs, Q3_CONTENTS_FOG);
    cr_expect_float_eq(t.end[2], SLAB_TOP + 24.0f + Q3_TRACE_MARGIN, 1e-4);
}

Test(q3_bsp_trace, other_contents_do_not_block)
{
    const float from[3] = {10, 20, 36}, to[3] = {10, 20, -164};
    const struct q3_trace t = trace_box(from, to, no_size, no_size, Q3_CONTENTS_SOLID);
    cr_expect_eq(t.fraction, 1.0f);
    cr_expect_eq(t.end[2], -164.0f);
}

Test(q3_bsp_trace, start_in_solid)
{
    const float inside[3] = {10, 20, -100}, deeper[3] = {10, 20, -110}, out[3] = {10, 20, 0};
    struct q3_trace t = trace_box(inside, deeper, no_size, no_size, Q3_CONTENTS_FOG);
    cr_expect(t.start_solid && t.all_solid && t.fraction == 0.0f);
    t = trace_box(inside, out, no_size, no_size, Q3_CONTENTS_FOG);
    cr_expect(t.start_solid && !t.all_solid && t.fraction == 1.0f);
    t = trace_box(inside, inside, no_size, no_size, Q3_CONTENTS_FOG);
    cr_expect(t.start_solid && t.all_solid);
    t = trace_box(out, out, no_size, no_size, Q3_CONTENTS_FOG);
    cr_expect(!t.start_solid && t.fraction == 1.0f);
}

Test(q3_bsp_trace, along_the_plane_is_free)
{
    const float from[3] = {-100, 0, SLAB_TOP + 0.5f}, to[3] = {100, 0, SLAB_TOP + 0.5f};
    cr_expect_eq(trace_box(from, to, no_size, no_size, Q3_CONTENTS_FOG).fraction, 1.0f);
}

Test(q3_bsp_trace, non_finite_positions)
{
    const float good[3] = {10, 20, 36};
    const float bad[][3] = {{NAN, 0, 0}, {0, INFINITY, 0}, {0, 0, -1e30f}};
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(trace_box(good, bad[i], no_size, no_size, Q3_CONTENTS_FOG).fraction, 1.0f);
        cr_expect_eq(trace_box(bad[i], good, no_size, no_size, Q3_CONTENTS_FOG).fraction, 1.0f);
    }
    struct q3_trace t;
    q3_bsp_trace(&bsp, 77, &(struct q3_trace_move){good, good, no_size, no_size}, UINT32_MAX, &t);
    cr_expect_eq(t.fraction, 1.0f);
}

/* --- real maps -------------------------------------------------------------------------------- */

enum { TRACES = 300, ROOMS = 3 };

/* All brushes of the world as those of one model, without the tree. */
static struct q3_trace search_all(struct q3_bsp *map, const float from[3], const float to[3],
                                  const float mins[3], const float maxs[3])
{
    struct q3_trace found;
    struct q3_bsp_model *models = map->models;
    const uint32_t num_models = map->num_models;
    struct q3_bsp_model two[2] = {models[0], models[0]};
    map->models = two;
    map->num_models = 2;
    q3_bsp_trace(map, 1, &(struct q3_trace_move){from, to, mins, maxs}, Q3_CONTENTS_SOLID, &found);
    map->models = models;
    map->num_models = num_models;
    return found;
}

static void check_map(const char *name, const uint8_t *data, size_t size, void *context)
{
    static const float rooms[ROOMS] = {0.0f, 4.0f, 20.0f};
    struct q3_bsp map;
    struct format_error err;
    uint32_t seed = 7, stopped = 0;
    (void)context;
    cr_assert_eq(q3_bsp_read(&map, data, size, &err), 0, "%s: %s", name, err.what);
    for (int i = 0; i < TRACES; i++) {
        const float room = rooms[i % ROOMS];
        const float mins[3] = {-room, -room, -room}, maxs[3] = {room, room, room};
        float ends[2][3];
        for (int k = 0; k < 6; k++) {
            const struct q3_bsp_model *world = &map.models[0];
            const float share = (float)(next_random(&seed) % 4096) / 4096.0f;
            const int axis = k % 3;
            ends[k / 3][axis] = world->mins[axis] + share * (world->maxs[axis] - world->mins[axis]);
        }
        struct q3_trace found;
        q3_bsp_trace(&map, 0, &(struct q3_trace_move){ends[0], ends[1], mins, maxs},
                     Q3_CONTENTS_SOLID, &found);
        const struct q3_trace all = search_all(&map, ends[0], ends[1], mins, maxs);
        cr_expect_eq(found.fraction, all.fraction, "%s: %g, not %g", name, (double)found.fraction,
                     (double)all.fraction);
        cr_expect_eq(found.start_solid, all.start_solid, "%s", name);
        stopped += found.fraction < 1.0f && found.fraction > 0.0f;
    }
    cr_expect_gt(stopped, 0u, "%s", name);
    q3_bsp_free(&map);
}

Test(q3_bsp_trace, real_maps)
{
    cr_expect_gt(q3_pack_each(".bsp", check_map, NULL), 0);
}
