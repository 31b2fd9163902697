/* Marks on a level's surfaces: what is cut out of a small level, and on real ones that every piece
 * lies on the wall and in the square. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "assets/quake3/level/level_decals.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"
#include "tests/assets/quake3/data_stage.h"
#include "tests/assets/quake3/real_level.h"

static struct data_stage stage;
static const struct q3_level *level;
static struct level_decal_fragments pieces;

/* The small map's floor is from 0 to 64 at a height of 8, twice, once as a soup; its curve bulges
 * from x 64 to y 64 over (48, 48), from 0 to 64 high. */
static void open_small(const char *script)
{
    struct q3_map_bytes map;
    stage = (struct data_stage){0};
    stage_tga(&stage, "textures/wall.tga", 2, 2, 0xff112233);
    stage_text(&stage, "scripts/a.shader", script);
    q3_map_bytes_fill(&map);
    stage_map(&stage, "maps/a.bsp", &map);
    stage_open(&stage);
    level = q3_data_level(stage.data, "maps/a.bsp");
    cr_assert(level && !level->missing);
}

static float area_of_pieces(void)
{
    float sum = 0.0f;
    uint32_t first = 0;
    for (uint32_t i = 0; i < pieces.count; i++) {
        const struct level_decal_point *p = &pieces.points[first];
        for (uint32_t k = 1; k + 1 < pieces.corners[i]; k++) {
            float a[3], b[3], out[3];
            for (int j = 0; j < 3; j++) {
                a[j] = p[k].xyz[j] - p[0].xyz[j];
                b[j] = p[k + 1].xyz[j] - p[0].xyz[j];
            }
            vec_cross(a, b, out);
            sum += 0.5f * vec_length(out);
        }
        first += pieces.corners[i];
    }
    cr_assert_eq(first, pieces.num_points);
    return sum;
}

static float mark(float x, float y, float z, float nx, float ny, float nz, float radius, float turn)
{
    const struct level_decal m = {{x, y, z}, {nx, ny, nz}, radius, turn};
    level_decals_find(level, &m, &pieces);
    return area_of_pieces();
}

Test(level_decals, a_square_on_the_floor)
{
    open_small("");
    cr_expect_float_eq(mark(32, 24, 8, 0, 0, 5, 8, 0), 256.0f, 1e-2f, "soups take none");
    cr_expect_eq(pieces.count, 2, "the floor's two triangles");
    for (uint32_t i = 0; i < pieces.num_points; i++) {
        const struct level_decal_point *p = &pieces.points[i];
        cr_expect_float_eq(p->xyz[2], 8.0f, 1e-4f);
        /* A flat normal's sides are along y and x. */
        cr_expect_float_eq(p->st[0], 0.5f + (p->xyz[1] - 24.0f) / 16.0f, 1e-5f);
        cr_expect_float_eq(p->st[1], 0.5f + (p->xyz[0] - 32.0f) / 16.0f, 1e-5f);
    }
    cr_expect_float_eq(mark(32, 24, 8, 0, 0, 1, 8, 45), 256.0f, 1e-2f);
    cr_expect_float_eq(mark(32, 0, 8, 0, 0, 1, 8, 0), 128.0f, 1e-2f, "half of it hangs over");
    cr_expect_float_eq(mark(0, 64, 8, 0, 0, 1, 8, 0), 64.0f, 1e-2f);
    cr_expect_eq(mark(-40, 24, 8, 0, 0, 1, 8, 0), 0.0f);
    stage_close(&stage);
}

Test(level_decals, how_far_and_how_slanted)
{
    open_small("");
    cr_expect_gt(mark(32, 24, 8 + 19, 0, 0, 1, 8, 0), 250.0f, "20 behind");
    cr_expect_eq(mark(32, 24, 8 + 21, 0, 0, 1, 8, 0), 0.0f);
    cr_expect_gt(mark(32, 24, 8 - 19, 0, 0, 1, 8, 0), 250.0f);
    cr_expect_eq(mark(32, 24, 8 - 21, 0, 0, 1, 8, 0), 0.0f, "flat ones: as far in front");
    cr_expect_eq(mark(32, 24, 8, 0, 0, -1, 8, 0), 0.0f, "from behind");
    const float angles[2] = {59.0f, 61.0f};
    for (int i = 0; i < 2; i++) {
        const double a = (double)angles[i] * DMATH_PI / 180.0;
        const float found = mark(16, 24, 8, -(float)dmath_sin(a), 0, (float)dmath_cos(a), 4, 0);
        cr_expect_eq(found > 0.0f, i == 0, "%g", (double)angles[i]);
    }
    stage_close(&stage);
}

Test(level_decals, a_curve)
{
    open_small("");
    const float found = mark(48, 48, 40, 1, 1, 0, 10, 0);
    cr_expect(found > 380.0f && found < 480.0f, "%g", (double)found);
    cr_expect_gt(pieces.count, 2);
    for (uint32_t i = 0; i < pieces.num_points; i++) {
        const float *p = pieces.points[i].xyz;
        cr_expect(p[0] + p[1] > 90.0f && p[0] + p[1] < 97.0f && fabsf(p[2] - 40.0f) < 16.0f);
    }
    cr_expect_eq(mark(48, 48, 40, -1, -1, 0, 10, 0), 0.0f, "its back");
    stage_close(&stage);
}

Test(level_decals, shaders_that_take_none)
{
    static const char *const words[] = {"nomarks", "noimpact", "fog", "nodlight"};
    for (int i = 0; i < 4; i++) {
        char script[128];
        snprintf(script, sizeof(script),
                 "textures/wall { surfaceparm %s\n{ map textures/wall.tga } }\n", words[i]);
        open_small(script);
        cr_expect_eq(mark(32, 24, 8, 0, 0, 1, 8, 0) > 0.0f, i == 3, "%s", words[i]);
        cr_expect_eq(mark(48, 48, 40, 1, 1, 0, 10, 0) > 0.0f, i == 3, "%s", words[i]);
        stage_close(&stage);
    }
}

Test(level_decals, numbers_that_are_none)
{
    static const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f};
    open_small("");
    for (int i = 0; i < 5; i++) {
        cr_expect_eq(mark(bad[i], 24, 8, 0, 0, 1, 8, 0), 0.0f);
        cr_expect_eq(mark(32, 24, bad[i], 0, 0, 1, 8, 0), 0.0f);
        cr_expect_eq(mark(32, 24, 8, 0, 0, bad[i], 8, 0), 0.0f);
        cr_expect_eq(mark(32, 24, 8, 0, 0, 1, bad[i], 0), 0.0f);
        cr_expect_eq(mark(32, 24, 8, 0, 0, 1, 8, bad[i]), 0.0f);
    }
    cr_expect_eq(mark(32, 24, 8, 0, 0, 0, 8, 0), 0.0f, "no direction");
    cr_expect_eq(mark(32, 24, 8, 0, 0, 1, 0, 0), 0.0f);
    cr_expect_eq(mark(32, 24, 8, 0, 0, 1, -8, 0), 0.0f);
    stage_close(&stage);
}

Test(level_decals, sides_are_square)
{
    for (int i = 0; i < 200; i++) {
        float normal[3] = {dmath_unit(i, 0, 1) - 0.5f, dmath_unit(i, 1, 1) - 0.5f,
                           dmath_unit(i, 2, 1) - 0.5f};
        float right[3], up[3], out[3];
        vec_normalize(normal);
        level_decals_axes(normal, 360.0f * dmath_unit(i, 3, 1), right, up);
        vec_cross(normal, up, out);
        cr_expect_float_eq(vec_dot(out, right), 1.0f, 1e-5f);
        cr_expect_float_eq(vec_length(up), 1.0f, 1e-5f);
    }
}

/* --- real levels ------------------------------------------------------------------------------ */

static void check_pieces(const struct level_decal *m, const char *name)
{
    float normal[3];
    uint32_t first = 0;
    memcpy(normal, m->normal, sizeof(normal));
    vec_normalize(normal);
    for (uint32_t i = 0; i < pieces.count; i++) {
        cr_assert(pieces.corners[i] >= 3 && pieces.corners[i] <= LEVEL_DECAL_CORNERS);
        for (uint32_t k = 0; k < pieces.corners[i]; k++) {
            const struct level_decal_point *p = &pieces.points[first + k];
            const float way[3] = {p->xyz[0] - m->point[0], p->xyz[1] - m->point[1],
                                  p->xyz[2] - m->point[2]};
            const float above = vec_dot(way, normal), slack = 0.8f / m->radius;
            cr_assert(above < 33.0f && above > -21.0f, "%s: %g", name, (double)above);
            cr_assert(p->st[0] > -slack && p->st[0] < 1.0f + slack && p->st[1] > -slack &&
                      p->st[1] < 1.0f + slack);
        }
        first += pieces.corners[i];
    }
    cr_assert_eq(first, pieces.num_points);
}

/* A decal in the middle of each planar face's first triangle exists, and is complete where the face
 * surrounds it. */
Test(level_decals, real_ones)
{
    struct real_levels real;
    real_levels_open(&real);
    for (int i = 0; i < REAL_LEVELS; i++) {
        uint32_t found = 0, tried = 0;
        level = real_levels_get(&real, i);
        for (uint32_t j = 0; j < level->bsp.models[0].num_surfaces; j++) {
            const struct q3_bsp_surface *s = &level->bsp.surfaces[j];
            const struct q3_shader *rules = level->materials[j]->rules;
            if (s->kind != Q3_SURFACE_PLANAR || s->num_indexes < 3 ||
                vec_length(s->plane.normal) < 0.5f || /* some faces' makers left it out */
                (rules->surface_flags & (Q3_PARM_NO_IMPACT | Q3_PARM_NO_MARKS)) != 0) {
                continue;
            }
            struct level_decal m = {.radius = 4.0f + (float)(j % 60), .turn = (float)(j * 7 % 360)};
            for (int corner = 0; corner < 3; corner++) {
                const uint32_t index = level->bsp.indexes[s->first_index + (uint32_t)corner];
                const float *xyz = level->bsp.vertices[s->first_vertex + index].xyz;
                for (int k = 0; k < 3; k++) {
                    m.point[k] += xyz[k] / 3.0f;
                }
            }
            memcpy(m.normal, s->plane.normal, sizeof(m.normal));
            level_decals_find(level, &m, &pieces);
            check_pieces(&m, level->name);
            tried++;
            found += area_of_pieces() > 0.0f;
        }
        cr_expect_gt(tried, 300);
        cr_expect_geq(found * 100, tried * 99, "%s: %u of %u", level->name, found, tried);
    }
    real_levels_close(&real);
}
