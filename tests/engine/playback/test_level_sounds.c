/* Sound conditions tested against the level: water, and where and when debris lands. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/playback/level_sounds.h"
#include "tests/support/quake3/q3_map_bytes.h"

#define SLAB_TOP (-64.0f) /* top of the small map's brush */

static struct q3_level level;
static struct level_sounds sounds;

/* The brush, which is fog in the map, is of these contents. */
static void open_level(uint32_t contents)
{
    struct q3_map_bytes map;
    struct format_error err = {0};
    q3_map_bytes_fill(&map);
    for (int i = 0; i < 4; i++) {
        map.lumps[1].data[72 + 68 + i] = (uint8_t)(contents >> (8 * i));
    }
    struct byte_writer file = q3_map_bytes_finish(&map);
    level = (struct q3_level){0};
    cr_assert_eq(q3_bsp_read(&level.bsp, file.data, file.size, &err), 0, "%s", err.what);
    cr_assert_geq(q3_patches_make(&level.patches, &level.bsp, Q3_PATCH_SUBDIVISIONS, &err), 0);
    byte_writer_free(&file);
    sounds = (struct level_sounds){0};
}

static void close_level(void)
{
    q3_patches_free(&level.patches);
    q3_bsp_free(&level.bsp);
}

Test(level_sounds, water_decides)
{
    static const uint32_t liquids[] = {Q3_CONTENTS_WATER, Q3_CONTENTS_SLIME, Q3_CONTENTS_LAVA,
                                       Q3_CONTENTS_SOLID};
    for (int i = 0; i < 4; i++) {
        struct demo_sound wet = {.water = DEMO_SOUND_UNDER_WATER,
                                 .origin = {-20, 5, SLAB_TOP - 40.0f},
                                 .depths = {-10, 1, 26}};
        struct demo_sound dry = wet;
        open_level(liquids[i]);
        dry.water = DEMO_SOUND_IN_THE_DRY;
        cr_expect_eq(level_sounds_hear(&level, &wet), i < 3);
        cr_expect_eq(level_sounds_hear(&level, &dry), i == 3);
        wet.depths[2] = dry.depths[2] = 50; /* the head is above water */
        cr_expect_not(level_sounds_hear(&level, &wet));
        cr_expect(level_sounds_hear(&level, &dry));
        wet.water = DEMO_SOUND_ANYWHERE;
        cr_expect(level_sounds_hear(&level, &wet));
        close_level();
    }
}

Test(level_sounds, without_a_level_all_is_dry_and_nothing_falls)
{
    static const struct q3_level missing = {.missing = true};
    const struct q3_level *const levels[] = {NULL, &missing};
    for (int i = 0; i < 2; i++) {
        const struct demo_sound wet = {.water = DEMO_SOUND_UNDER_WATER},
                                dry = {.water = DEMO_SOUND_IN_THE_DRY}, thrown = {.flight = 8000};
        cr_expect_not(level_sounds_hear(levels[i], &wet));
        cr_expect(level_sounds_hear(levels[i], &dry));
        sounds = (struct level_sounds){0};
        level_sounds_throw(&sounds, levels[i], &thrown);
        cr_expect_null(level_sounds_next(&sounds, INFINITY));
        cr_expect_eq(sounds.num_air, 0);
    }
}

static void throw_at(double time, float height, uint16_t delay, uint16_t flight)
{
    const struct demo_sound s = {.time = time,
                                 .origin = {-20, 5, SLAB_TOP + height},
                                 .delay = delay,
                                 .flight = flight,
                                 .name = (uint32_t)height};
    level_sounds_throw(&sounds, &level, &s);
}

/* From 36 units it takes 300 ms, from 9 half of it: to the end of the step. */
Test(level_sounds, landings_are_ordered_by_time)
{
    open_level(Q3_CONTENTS_SOLID);
    throw_at(10.0, 36.0f, 0, 5000);
    throw_at(10.0, 9.0f, 0, 5000);
    throw_at(10.0, 9.0f, 5000, 5000);
    throw_at(10.0, 36.0f, 0, 200); /* shorter than the fall */
    cr_expect_null(level_sounds_next(&sounds, 10.1));
    const struct demo_sound *next = level_sounds_next(&sounds, 20.0);
    cr_assert_not_null(next);
    cr_expect_eq(next->name, 9);
    cr_expect_float_eq(next->time, 10.16, 1e-6, "%g", next->time);
    cr_expect_float_eq(next->origin[2], SLAB_TOP + 0.125f, 1e-3f);
    cr_expect_eq(next->flight, 0, "it flies no more");
    cr_expect_eq(level_sounds_next(&sounds, 20.0), next, "until it is dropped");
    level_sounds_drop(&sounds, next);
    next = level_sounds_next(&sounds, 20.0);
    cr_assert_not_null(next);
    cr_expect_float_eq(next->time, 10.304, 1e-6);
    level_sounds_drop(&sounds, next);
    next = level_sounds_next(&sounds, 20.0);
    cr_assert_not_null(next);
    cr_expect_float_eq(next->time, 15.16, 1e-6);
    level_sounds_clear(&sounds);
    cr_expect_null(level_sounds_next(&sounds, INFINITY));
    close_level();
}

Test(level_sounds, of_too_much_in_the_air_the_newest_stays_out)
{
    open_level(Q3_CONTENTS_SOLID);
    for (uint32_t i = 0; i < LEVEL_SOUNDS_IN_AIR + 10; i++) {
        throw_at(10.0, 36.0f, 0, 500);
    }
    cr_expect_eq(sounds.num_air, LEVEL_SOUNDS_IN_AIR);
    throw_at(10.3, 9.0f, 0, 500);
    cr_expect_eq(sounds.num_air, LEVEL_SOUNDS_IN_AIR, "they still lie there");
    for (const struct demo_sound *next; (next = level_sounds_next(&sounds, 11.0));) {
        cr_expect_eq(next->name, 36);
        level_sounds_drop(&sounds, next);
    }
    throw_at(10.6, 9.0f, 0, 500);
    cr_expect_eq(sounds.num_air, 1, "all of them are over");
    close_level();
}
