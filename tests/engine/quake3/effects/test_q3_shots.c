/* Effects of shooting: muzzle flashes, lightning, grapple ropes, pellets hitting curves. */
#include <criterion/criterion.h>

#include "engine/quake3/effects/q3_shot_movers.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "tests/engine/quake3/effects/effect_stage.h"

#define HAND "weapons2/shotgun/shotgun_hand"
#define FLASH "models/weapons2/machinegun/machinegun_flash"
#define BOLT "lightningBoltNew"

enum { EV_FIRE = 23, EV_SHOTGUN = 54, EV_BOLT = 73, EYES = 26 };

static const char *const models[] = {HAND,
                                     "weapons2/machinegun/machinegun",
                                     "weapons2/machinegun/machinegun_flash",
                                     "weapons2/lightning/lightning",
                                     "weapons2/lightning/lightning_flash",
                                     "weapons2/railgun/railgun",
                                     "weapons2/railgun/railgun_flash",
                                     "weaphits/crackle",
                                     "weaphits/bullet",
                                     "ammo/rocket/rocket",
                                     "ammo/hook/hook",
                                     NULL};
static const char *const shaders[] = {
    BOLT, "grappleRope", "bulletExplosion", "shotgunSmokePuff", "gfx/damage/bullet_mrk", NULL};
static struct effect_stage e;

static void begin(const char *version)
{
    effect_begin(&e, version, "", models, shaders);
    effect_stand(&e, 100, 100, 32 - EYES, 225); /* looks at the curve about 0 0 */
    e.scene.demo->player.fields[Q3_PS_WEAPON] = Q3_WEAPON_MACHINEGUN;
    (void)effect_at(&e, 1000);
}

static void fire(int32_t *f)
{
    f[Q3_ES_EVENT] = EV_FIRE | (((f[Q3_ES_EVENT] & Q3_EVENT_BITS) + 0x100) & Q3_EVENT_BITS);
}

static void fire_own(void)
{
    int32_t *f = e.scene.demo->player.fields;
    f[(f[Q3_PS_EVENT_SEQUENCE] & 1) != 0 ? Q3_PS_EVENTS_1 : Q3_PS_EVENTS_0] = EV_FIRE;
    f[Q3_PS_EVENT_SEQUENCE]++;
}

/* --- fire ------------------------------------------------------------------------------------- */

Test(q3_flash, stands_for_20_ms_with_its_light)
{
    begin("baseq3-1");
    int32_t *f = effect_shooter(&e, -60, 40, 40, 0);
    f[Q3_ES_WEAPON] = Q3_WEAPON_MACHINEGUN;
    cr_expect_eq(effect_count(effect_at(&e, 1050), FLASH), 0);
    fire(f);
    const struct rgb_scene *scene = effect_at(&e, 1100);
    const struct rgb_entity *flash = effect_find(scene, FLASH, 0);
    cr_assert_not_null(flash);
    EXPECT_POINT(flash->origin, -60.0, 40.0, 40.0); /* these models have no tags */
    cr_assert_eq(scene->num_dlights, 1);
    cr_expect(scene->dlights[0].radius >= 300.0f && scene->dlights[0].radius < 332.0f);
    EXPECT_POINT(scene->dlights[0].color, 1.0, 1.0, 0.0);
    stage_snapshot(&e.scene, 1150); /* 1120 and 1125 of 50 ms */
    cr_expect_eq(effect_count(stage_scene(&e.scene, 0.4), FLASH), 1);
    scene = stage_scene(&e.scene, 0.5);
    cr_expect_eq(effect_count(scene, FLASH), 0);
    cr_expect_eq(scene->num_dlights, 0);
    effect_end(&e);
}

Test(q3_flash, of_the_gun_in_hand_is_near_and_lights_once)
{
    begin("baseq3-1");
    fire_own();
    const struct rgb_scene *scene = effect_at(&e, 1050);
    cr_assert_eq(effect_count(scene, FLASH), 2); /* the body's only mirrors show */
    uint32_t near = 0;
    for (int i = 0; i < 2; i++) {
        near += (effect_find(scene, FLASH, i)->flags & RGB_NEAR) != 0;
    }
    cr_expect_eq(near, 1);
    cr_expect_eq(scene->num_dlights, 1);
    e.scene.options.no_dlights = true; /* no light, and itself all the same */
    scene = stage_scene(&e.scene, 1.0);
    cr_expect_eq(effect_count(scene, FLASH), 2);
    cr_expect_eq(scene->num_dlights, 0);
    e.scene.options.no_effects = true;
    scene = stage_scene(&e.scene, 1.0);
    cr_expect_eq(effect_count(scene, FLASH), 0);
    cr_expect_eq(scene->num_dlights, 0);
    effect_end(&e);
}

Test(q3_flash, of_a_railgun_has_the_shooters_colour)
{
    begin("baseq3-1");
    int32_t *f = effect_shooter(&e, -60, 40, 40, 0);
    f[Q3_ES_WEAPON] = Q3_WEAPON_RAILGUN;
    fire(f);
    const struct rgb_entity *flash =
        effect_find(effect_at(&e, 1100), "models/weapons2/railgun/railgun_flash", 0);
    cr_assert_not_null(flash);
    cr_expect(flash->color[0] == 255 && flash->color[1] == 0 && flash->color[2] == 0);
    effect_end(&e);
}

/* --- lightning -------------------------------------------------------------------------------- */

Test(q3_lightning, ends_on_a_curve)
{
    begin("baseq3-1");
    int32_t *f = e.scene.demo->player.fields;
    f[Q3_PS_WEAPON] = Q3_WEAPON_LIGHTNING;
    cr_expect_eq(effect_count(effect_at(&e, 1050), BOLT), 0);
    f[Q3_PS_E_FLAGS] |= Q3_EF_FIRING;
    const struct rgb_scene *scene = effect_at(&e, 1100);
    const struct rgb_entity *bolt = effect_find(scene, BOLT, 0);
    cr_assert_not_null(bolt);
    cr_expect_eq(bolt->kind, RGB_LIGHTNING);
    cr_expect_float_eq(bolt->end[0], 48.0f, 0.5f, "%g", (double)bolt->end[0]);
    cr_expect_float_eq(bolt->end[1], 48.0f, 0.5f);
    cr_expect_float_eq(bolt->end[2], 32.0f, 0.01f);
    cr_expect_eq(effect_count(scene, "models/weaphits/crackle"), 1);
    effect_end(&e);
}

Test(q3_lightning, goes_768_units_through_free_air_and_sparks_nowhere)
{
    begin("baseq3-1");
    effect_stand(&e, 100, 100, 60, 0);
    int32_t *f = e.scene.demo->player.fields;
    f[Q3_PS_WEAPON] = Q3_WEAPON_LIGHTNING;
    f[Q3_PS_E_FLAGS] |= Q3_EF_FIRING;
    const struct rgb_scene *scene = effect_at(&e, 1050);
    const struct rgb_entity *bolt = effect_find(scene, BOLT, 0);
    cr_assert_not_null(bolt);
    EXPECT_POINT(bolt->end, 100.0 + 14.0 + 768.0, 100.0, 60.0 + EYES);
    cr_expect_eq(effect_count(scene, "models/weaphits/crackle"), 0);
    effect_end(&e);
}

Test(q3_lightning, stops_at_who_stands_in_its_way)
{
    begin("baseq3-1");
    effect_stand(&e, 100, 100, 60, 0);
    int32_t *f = e.scene.demo->player.fields;
    f[Q3_PS_WEAPON] = Q3_WEAPON_LIGHTNING;
    f[Q3_PS_E_FLAGS] |= Q3_EF_FIRING;
    effect_shooter(&e, 400, 100, 60, 0)[Q3_ES_SOLID] = 15 | 24 << 8 | (32 + 32) << 16;
    const struct rgb_entity *bolt = effect_find(effect_at(&e, 1050), BOLT, 0);
    cr_assert_not_null(bolt);
    cr_expect_float_eq(bolt->end[0], 385.0f, 0.2f, "%g", (double)bolt->end[0]);
    effect_end(&e);
}

Test(q3_lightning, passes_items_and_triggers)
{
    static const int32_t types[] = {Q3_ET_ITEM, Q3_ET_PUSH_TRIGGER, Q3_ET_TELEPORT_TRIGGER};
    begin("baseq3-1");
    effect_stand(&e, 100, 100, 60, 0);
    int32_t *f = e.scene.demo->player.fields;
    f[Q3_PS_WEAPON] = Q3_WEAPON_LIGHTNING;
    f[Q3_PS_E_FLAGS] |= Q3_EF_FIRING;
    for (int i = 0; i < 3; i++) {
        int32_t *other = effect_shooter(&e, 400, 100, 60, 0);
        other[Q3_ES_E_TYPE] = types[i];
        other[Q3_ES_SOLID] = 15 | 24 << 8 | (32 + 32) << 16;
        const struct rgb_entity *bolt = effect_find(effect_at(&e, 1050 + 50 * i), BOLT, 0);
        cr_assert_not_null(bolt);
        cr_expect_float_eq(bolt->end[0], 882.0f, 0.2f, "%d: %g", i, (double)bolt->end[0]);
    }
    effect_end(&e);
}

Test(q3_lightning, that_an_event_tells_stays_50_ms)
{
    begin("baseoa-1");
    stage_set(effect_event(&e, EV_BOLT, 10, 20, 90), Q3_ES_ORIGIN2_2, 200.0f);
    const struct rgb_entity *bolt = effect_find(effect_at(&e, 1050), BOLT, 0);
    cr_assert_not_null(bolt);
    EXPECT_POINT(bolt->origin, 0.0, 0.0, 200.0);
    EXPECT_POINT(bolt->end, 10.0, 20.0, 90.0);
    stage_snapshot(&e.scene, 1150);
    cr_expect_eq(effect_count(stage_scene(&e.scene, 0.49), BOLT), 1);
    cr_expect_eq(effect_count(stage_scene(&e.scene, 0.5), BOLT), 0);
    effect_end(&e);
}

/* --- ropes ------------------------------------------------------------------------------------ */

static int32_t *hook(float x)
{
    q3_demo_place(e.scene.demo, EVENT_ENTITY, x, 40, 100);
    int32_t *f = q3_demo_entity(e.scene.demo, EVENT_ENTITY);
    f[Q3_ES_E_TYPE] = Q3_ET_GRAPPLE;
    f[Q3_ES_OTHER_ENTITY_NUM] = SHOOTER;
    return f;
}

Test(q3_grapple, hangs_on_a_rope)
{
    begin("baseq3-1");
    (void)effect_shooter(&e, -60, 40, 40, 0);
    (void)hook(140);
    const struct rgb_scene *scene = effect_at(&e, 1050);
    const struct rgb_entity *rope = effect_find(scene, BOLT, 0);
    cr_assert_not_null(rope);
    cr_expect_eq(rope->kind, RGB_LIGHTNING);
    EXPECT_POINT(rope->origin, -60.0, 40.0, 40.0 + EYES - 6.0);
    EXPECT_POINT(rope->end, 140.0, 40.0, 100.0);
    cr_expect_eq(effect_count(scene, "models/ammo/rocket/rocket"), 1);
    (void)hook(-20); /* nearer than 64 units */
    scene = effect_at(&e, 1100);
    cr_expect_eq(effect_count(scene, BOLT), 0);
    cr_expect_eq(effect_count(scene, "models/ammo/rocket/rocket"), 1);
    effect_end(&e);
}

Test(q3_grapple, of_open_arena_has_a_hook_and_a_rope_of_its_own)
{
    begin("baseoa-1");
    (void)effect_shooter(&e, -60, 40, 40, 0);
    (void)hook(140);
    const struct rgb_scene *scene = effect_at(&e, 1050);
    cr_assert_not_null(effect_find(scene, "grappleRope", 0));
    cr_expect_eq(effect_find(scene, "grappleRope", 0)->kind, RGB_RAIL_CORE);
    cr_expect_eq(effect_count(scene, BOLT), 0);
    cr_expect_eq(effect_count(scene, "models/ammo/hook/hook"), 1);
    effect_end(&e);
}

Test(q3_grapple, of_nobody_has_no_rope)
{
    begin("baseq3-1");
    hook(140)[Q3_ES_OTHER_ENTITY_NUM] = 9;
    cr_expect_eq(effect_count(effect_at(&e, 1050), BOLT), 0);
    effect_end(&e);
}

/* --- the own gun -------------------------------------------------------------------------------
 */

/* Half of the time until it can fire again. OpenArena's own body shows it, too. */
Test(q3_viewmodel, the_railgun_tells_when_it_can_fire_again)
{
    static const char *const versions[] = {"baseq3-1", "baseoa-1"};
    for (int oa = 0; oa < 2; oa++) {
        int seen = 0;
        begin(versions[oa]);
        int32_t *f = e.scene.demo->player.fields;
        f[Q3_PS_WEAPON] = Q3_WEAPON_RAILGUN;
        f[Q3_PS_WEAPONSTATE] = 3;
        f[Q3_PS_WEAPON_TIME] = 750;
        const struct rgb_scene *scene = effect_at(&e, 1050);
        const struct rgb_entity *gun;
        for (; (gun = effect_find(scene, "models/weapons2/railgun/railgun", seen)); seen++) {
            const bool in_hand = (gun->flags & RGB_ONLY_IN_EYES) != 0;
            cr_expect_eq(gun->color[0], in_hand || oa ? 127 : 0, "%d: %d", oa, gun->color[0]);
            cr_expect_eq(gun->color[1], 0);
        }
        cr_expect_eq(seen, 2, "%d", seen);
        effect_end(&e);
    }
}

/* --- pellets ---------------------------------------------------------------------------------- */

/* The shooter stands 77 units before the curve, whose radius is 64. */
Test(q3_pellets, hit_curves_and_mark_them)
{
    begin("baseq3-1");
    int32_t *f = effect_event(&e, EV_SHOTGUN, 100, 100, 32);
    stage_set(f, Q3_ES_ORIGIN2_0, -4096.0f);
    stage_set(f, Q3_ES_ORIGIN2_1, -4096.0f);
    f[Q3_ES_OTHER_ENTITY_NUM] = 0;
    const struct rgb_scene *scene = effect_at(&e, 1050);
    cr_expect_eq(effect_count(scene, "models/weaphits/bullet"), 11);
    for (int i = 0; i < 11; i++) {
        const float *p = effect_find(scene, "models/weaphits/bullet", i)->origin;
        const float radius = sqrtf(p[0] * p[0] + p[1] * p[1]);
        cr_expect(radius > 62.0f && radius < 70.0f, "%d: %g %g", i, (double)p[0], (double)p[1]);
    }
    cr_assert_geq(scene->num_polys, 11);
    for (size_t i = 0; i < scene->num_points; i++) {
        const float *p = scene->points[i].xyz;
        const float radius = sqrtf(p[0] * p[0] + p[1] * p[1]);
        cr_expect(radius > 58.0f && radius < 69.0f, "%g %g", (double)p[0], (double)p[1]);
    }
    effect_end(&e);
}

/* "*1" is the slab again, here pushed between shooter and curve: its side is at x = 68. What was
 * hit stays where it was when the door opens. */
Test(q3_pellets, end_at_doors_where_they_were)
{
    enum { DOOR = 200 };
    struct q3_shot_mover movers[Q3_SHOT_MOVERS];
    begin("baseq3-1");
    int32_t *door = q3_demo_entity(e.scene.demo, DOOR);
    door[Q3_ES_E_TYPE] = Q3_ET_MOVER;
    door[Q3_ES_SOLID] = Q3_SOLID_INLINE;
    door[Q3_ES_MODELINDEX] = 1;
    q3_demo_place(e.scene.demo, DOOR, -60, 0, 60);
    int32_t *f = q3_demo_entity(e.scene.demo, DOOR + 1); /* one that rests */
    f[Q3_ES_E_TYPE] = Q3_ET_MOVER;
    f[Q3_ES_SOLID] = Q3_SOLID_INLINE;
    f[Q3_ES_MODELINDEX] = 255;
    f = effect_event(&e, EV_SHOTGUN, 100, 100, 32);
    stage_set(f, Q3_ES_ORIGIN2_0, -4096.0f);
    stage_set(f, Q3_ES_ORIGIN2_1, -4096.0f);
    f[Q3_ES_OTHER_ENTITY_NUM] = 0;
    for (int open = 0; open < 2; open++) {
        const struct rgb_scene *scene = effect_at(&e, open ? 1200 : 1050);
        cr_expect_eq(effect_count(scene, "models/weaphits/bullet"), 11);
        for (int i = 0; i < 11; i++) {
            const float *p = effect_find(scene, "models/weaphits/bullet", i)->origin;
            cr_expect_float_eq(p[0], 68.0f, 2.0f, "%d: %g", i, (double)p[0]);
        }
        q3_demo_place(e.scene.demo, DOOR, 0, 0, 500);
        q3_demo_remove(e.scene.demo, EVENT_ENTITY);
    }
    const struct q3_effects *effects = &e.scene.state->effects;
    uint32_t count = 0;
    for (uint32_t i = 0; i < effects->count; i++) {
        const struct q3_effect *effect = q3_effects_at(effects, i);
        count += effect->kind == Q3_EFFECT_SHOTGUN ? q3_shot_movers_of(effects, effect, movers) : 0;
    }
    cr_assert_eq(count, 2);
    cr_expect(movers[0].model == 1 && movers[0].origin[0] == -60.0f);
    cr_expect(movers[1].model == 255 && movers[1].origin[2] == 0.0f, "%u at %g", movers[1].model,
              (double)movers[1].origin[2]);
    effect_end(&e);
}

/* --- shells of the own gun -------------------------------------------------------------------- */

/* The shooter has come three quarters of the way 50 ms before the shot, in a gap of 200. */
Test(q3_flash, the_own_shells_begin_where_the_picture_before_was)
{
    begin("baseq3-1");
    effect_stand(&e, 140, 100, 32 - EYES, 265);
    fire_own();
    (void)effect_at(&e, 1200);
    const struct q3_effects *effects = &e.scene.state->effects;
    cr_assert_eq(effects->count, 1);
    const struct q3_effect *shot = q3_effects_at(effects, 0);
    cr_expect_eq(shot->time, 1200);
    EXPECT_POINT(shot->origin, 130, 100, 32 - EYES);
    EXPECT_POINT(shot->angles, 0, 255, 0);
    effect_end(&e);
}
