/* Bubbles of nails under water, and the limit of local entities. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/quake3/effects/q3_local_limit.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "tests/engine/quake3/effects/effect_stage.h"

enum { NAIL = 90 };

static struct effect_stage e;

/* The slab of the level is water. */
static void begin(void)
{
    memset(&e, 0, sizeof(e));
    level_fx_add_map(&e.zip, Q3_CONTENTS_WATER);
    effect_add_text(&e, "scripts/a.shader",
                    "waterBubble { { map $whiteimage } }\nnailtrail { { map $whiteimage } }\n");
    zip_bytes_end(&e.zip);
    stage_begin_with(&e.scene, &e.zip.out);
    q3_demo_configstring(e.scene.demo, Q3_CS_SERVERINFO, "\\mapname\\a");
    q3_demo_configstring(e.scene.demo, 20, "baseoa-1");
    q3_demo_gamestate(e.scene.demo, 0);
    effect_stand(&e, 0, 0, 500, 0);
    (void)effect_at(&e, 1950);
}

/* A nail that flies along x with 1000 units a second, `z` high, from a time before 2000 on. */
static void shoot(uint32_t number, float x, float z)
{
    q3_demo_place(e.scene.demo, number, x, 0, z);
    int32_t *f = q3_demo_entity(e.scene.demo, number);
    f[Q3_ES_E_TYPE] = Q3_ET_MISSILE;
    f[Q3_ES_WEAPON] = Q3_WEAPON_NAILGUN;
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR;
    f[Q3_ES_POS_TR_TIME] = 2000;
    stage_set(f, Q3_ES_POS_TR_DELTA_0, 1000.0f);
}

Test(q3_bubbles, begin_where_the_nail_came)
{
    begin();
    shoot(NAIL, 0, -10);
    (void)effect_at(&e, 2000);
    const struct rgb_scene *scene = effect_at(&e, 2050);
    const int count = effect_count(scene, "waterBubble");
    /* OpenArena's client has it a snapshot early, from -50 on. */
    cr_expect(count >= 11 && count <= 14, "100 units, one each 8: %d", count);
    float least = 1e9f;
    for (int i = 0; i < count; i++) {
        const struct rgb_entity *bubble = effect_find(scene, "waterBubble", i);
        least = fminf(least, bubble->origin[0]);
        cr_expect(bubble->origin[0] < 51.0f);
    }
    cr_expect(least >= -51.0f && least < -41.0f, "%g", (double)least);
    effect_end(&e);
}

Test(q3_bubbles, none_begin_in_the_air)
{
    begin();
    shoot(NAIL, -200, -10); /* from -250; the water begins at -128 */
    (void)effect_at(&e, 2000);
    cr_expect_eq(effect_count(effect_at(&e, 2050), "waterBubble"), 0);
    effect_end(&e);
}

/* Where the eyes are in a bubble, it stays: its radius counts as 0. */
Test(q3_bubbles, stay_at_the_eyes)
{
    int counts[2];
    for (int near = 0; near < 2; near++) {
        begin();
        shoot(NAIL, 0, -10);
        (void)effect_at(&e, 2000);
        const struct rgb_entity *bubble = effect_find(effect_at(&e, 2050), "waterBubble", 2);
        cr_assert_not_null(bubble);
        if (near == 1) {
            effect_stand(&e, bubble->origin[0], bubble->origin[1], bubble->origin[2] - 26, 0);
        }
        counts[near] = effect_count(effect_at(&e, 2051), "waterBubble");
        effect_end(&e);
    }
    cr_expect(counts[0] > 0 && counts[0] == counts[1], "%d, %d", counts[0], counts[1]);
}

Test(q3_bubbles, the_newest_512_local_entities_stay)
{
    begin();
    for (uint32_t volley = 0; volley < 8; volley++) {
        for (uint32_t i = 0; i < 15; i++) {
            shoot(NAIL + i + 15 * volley, 0, -10);
            q3_demo_entity(e.scene.demo, NAIL + i + 15 * volley)[Q3_ES_POS_TR_TIME] =
                (int32_t)(2000 + 50 * volley);
        }
        (void)effect_at(&e, (int32_t)(2000 + 50 * volley));
        for (uint32_t i = 0; i < 15; i++) {
            q3_demo_remove(e.scene.demo, NAIL + i + 15 * volley);
        }
    }
    const struct rgb_scene *scene = effect_at(&e, 2400);
    cr_expect_leq(effect_count(scene, "waterBubble"), Q3_LOCAL_ENTITIES);
    effect_end(&e);
}

/* --- the limit -------------------------------------------------------------------------------- */

static struct scene whole;

static struct rgb_scene *births(const int *ms, size_t count)
{
    struct rgb_scene *scene = rgb_scene_begin(&whole);
    cr_assert_not_null(scene);
    for (size_t i = 0; i < count; i++) {
        struct rgb_entity *entity = rgb_scene_add_entity(scene);
        cr_assert_not_null(entity);
        entity->shader_time = ms[i] * 0.001;
        entity->frame = (int32_t)i;
    }
    return scene;
}

Test(q3_local_limit, the_oldest_go_and_the_rest_keep_their_order)
{
    static int ms[600];
    for (int i = 0; i < 600; i++) {
        ms[i] = i % 2 == 0 ? 5000 + i : 1000 + i / 10;
    }
    struct rgb_scene *scene = births(ms, 600);
    scene_clear(&whole);
    scene = births(ms, 512);
    q3_local_limit(scene, 0);
    cr_expect_eq(scene->num_entities, 512, "no more than the limit");
    scene_clear(&whole);
    scene = births(ms, 600);
    q3_local_limit(scene, 80); /* 520 from there on, 260 of them old */
    cr_assert_eq(scene->num_entities, 80 + 512);
    cr_expect_eq(scene->entities[79].frame, 79);
    /* The eight oldest are odd: 81 to 95. */
    for (int i = 0; i < 8; i++) {
        cr_expect_eq(scene->entities[80 + i].frame, 80 + 2 * i);
    }
    cr_expect_eq(scene->entities[88].frame, 96);
    cr_expect_eq(scene->entities[89].frame, 97);
    cr_expect_eq(scene->entities[80 + 511].frame, 599);
    scene_free(&whole);
}

Test(q3_local_limit, of_one_age_the_first_go_and_what_has_no_age_stays)
{
    static int ms[700]; /* 0 = no age */
    for (int i = 100; i < 700; i++) {
        ms[i] = 7000;
    }
    struct rgb_scene *scene = births(ms, 700);
    q3_local_limit(scene, 0);
    cr_assert_eq(scene->num_entities, 512);
    cr_expect_eq(scene->entities[99].frame, 99);
    cr_expect_eq(scene->entities[100].frame, 100 + 188);
    cr_expect_eq(scene->entities[511].frame, 699);
    memset(ms, 0, sizeof(ms));
    scene_clear(&whole);
    scene = births(ms, 700);
    q3_local_limit(scene, 0);
    cr_assert_eq(scene->num_entities, 512);
    cr_expect_eq(scene->entities[0].frame, 188);
    ms[699] = -5; /* before the server's time 0 */
    scene_clear(&whole);
    scene = births(ms, 700);
    scene->entities[3].shader_time = 1e300;
    q3_local_limit(scene, 600);
    cr_expect_eq(scene->num_entities, 700);
    scene_free(&whole);
}
