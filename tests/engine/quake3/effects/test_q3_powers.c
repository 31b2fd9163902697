/* Effects of jump pads, medkits, nailguns, and of Team Arena's powerups and weapons. */
#include <criterion/criterion.h>

#include "engine/quake3/scene/q3_weapons.h"
#include "tests/engine/quake3/effects/effect_stage.h"

#define REGEN "models/powerups/regen"
#define JUICER "models/powerups/shield/juicer"
#define IMPACT "models/powerups/shield/impact"
#define SHIELD "models/powerups/shield/shield"
#define SKULL "models/powerups/kamikazi"

enum {
    EV_JUMP_PAD = 13,
    EV_FIRE = 23,
    EV_USE_MEDKIT = 26,
    EV_TELEPORT_IN = 42,
    EV_OBELISK = 69,
    EV_IMPACT = 71,
    EV_JUICED = 72,
    FLAG_DEAD = 1,
    FLAG_KAMIKAZE = 0x200
};

static const char *const models[] = {"powerups/regen",
                                     "powerups/shield/juicer",
                                     "powerups/shield/impact",
                                     "powerups/shield/shield",
                                     "powerups/kamikazi",
                                     "powerups/scout_player",
                                     "powerups/guard_player",
                                     "powerups/orb/r_orb",
                                     "powerups/orb/b_orb",
                                     "misc/telep",
                                     CONTACT_GIBS,
                                     NULL};
static const char *const shaders[] = {"smokePuff", "rocketExplosion", "teleportEffect",
                                      "bloodMark", "bloodTrail",      NULL};
static struct effect_stage e;

static void begin_as(const char *version, const char *server)
{
    effect_begin(&e, version, server, models, shaders);
    effect_stand(&e, 120, -120, 60, 135);
    (void)effect_at(&e, 1000);
}

static void begin(void)
{
    begin_as("baseoa-1", "");
}

static void end(void)
{
    effect_end(&e);
}

TestSuite(q3_powers, .init = begin, .fini = end);

/* `fraction` of the way from the state's snapshot before to its own. */
static const struct rgb_scene *between(double fraction)
{
    return stage_scene(&e.scene, fraction);
}

Test(q3_powers, a_jump_pad_puffs_for_a_second)
{
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    (void)effect_at(&e, 1050);
    f[Q3_ES_EVENT] = EV_JUMP_PAD;
    const struct rgb_entity *puff = effect_find(effect_at(&e, 1100), "smokePuff", 0);
    cr_assert_not_null(puff);
    cr_expect_eq(puff->kind, RGB_SPRITE);
    cr_expect_float_eq(puff->radius, 32.0f, 1e-4f);
    cr_expect_eq(puff->color[3], 84);
    EXPECT_POINT(puff->origin, 10.0, 20.0, 60.0);
    stage_snapshot(&e.scene, 2200);
    puff = effect_find(between(500.0 / 1100.0), "smokePuff", 0);
    cr_assert_not_null(puff);
    cr_expect_eq(puff->color[3], 42);
    cr_expect_float_eq(puff->origin[2], 60.0f, 1e-3f); /* OpenArena's puffs stay */
    cr_expect_eq(effect_count(between(1000.0 / 1100.0), "smokePuff"), 0);
}

Test(q3_powers, baseq3s_puffs_of_a_jump_pad_rise)
{
    effect_end(&e);
    begin_as("baseq3-1", "");
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    (void)effect_at(&e, 1050);
    f[Q3_ES_EVENT] = EV_JUMP_PAD;
    (void)effect_at(&e, 1100);
    stage_snapshot(&e.scene, 2200);
    const struct rgb_entity *puff = effect_find(between(500.0 / 1100.0), "smokePuff", 0);
    cr_assert_not_null(puff);
    cr_expect_float_eq(puff->origin[2], 60.5f, 1e-3f);
}

Test(q3_powers, a_nailgun_smokes)
{
    int32_t *f = effect_shooter(&e, 10, 20, 60, 90);
    f[Q3_ES_WEAPON] = Q3_WEAPON_NAILGUN;
    (void)effect_at(&e, 1050);
    f[Q3_ES_EVENT] = EV_FIRE;
    const struct rgb_entity *puff = effect_find(effect_at(&e, 1100), "smokePuff", 0);
    cr_assert_not_null(puff);
    EXPECT_POINT(puff->origin, 10.0 + 12.0, 20.0, 60.0 + 24.0); /* 12 units to the right */
    cr_expect_float_eq(puff->radius, 8.0f, 1e-3f);
    stage_snapshot(&e.scene, 2100);
    puff = effect_find(between(0.35), "smokePuff", 0);
    cr_assert_not_null(puff);
    cr_expect_float_eq(puff->radius, 32.0f / 2.0f + 8.0f, 1e-3f);
    cr_expect_float_eq(puff->origin[2], 84.0f, 1e-3f); /* it does not rise */
    cr_expect_eq(effect_count(between(0.7), "smokePuff"), 0);
}

Test(q3_powers, a_medkit_rises_around_who_uses_it)
{
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    (void)effect_at(&e, 1050);
    f[Q3_ES_EVENT] = EV_USE_MEDKIT;
    const struct rgb_entity *ring = effect_find(effect_at(&e, 1100), REGEN, 0);
    cr_assert_not_null(ring);
    EXPECT_POINT(ring->origin, 10.0, 20.0, 36.0);
    stage_set(f, Q3_ES_POS_TR_BASE_0, 30.0f); /* the player moves */
    stage_snapshot(&e.scene, 2100);
    ring = effect_find(between(0.25), REGEN, 0);
    cr_assert_not_null(ring);
    EXPECT_POINT(ring->origin, 15.0, 20.0, 60.0 - 24.0 + 40.0);
    cr_expect_eq(effect_count(between(0.5), REGEN), 0);
}

Test(q3_powers, an_obelisk_explodes_and_shines)
{
    (void)effect_event(&e, EV_OBELISK, 10, 20, 30);
    const struct rgb_scene *scene = effect_at(&e, 1050);
    const struct rgb_entity *fire = effect_find(scene, "rocketExplosion", 0);
    cr_assert_not_null(fire);
    EXPECT_POINT(fire->origin, 10.0, 20.0, 30.0 + 64.0);
    cr_assert_eq(scene->num_dlights, 1);
    cr_expect_float_eq(scene->dlights[0].radius, 300.0f, 1e-3f);
    q3_demo_remove(e.scene.demo, EVENT_ENTITY);
    cr_expect_eq(effect_count(effect_at(&e, 1650), "rocketExplosion"), 0);
}

Test(q3_powers, the_squeeze_begins_after_three_seconds)
{
    (void)effect_event(&e, EV_JUICED, 10, 20, 60);
    (void)effect_at(&e, 1050);
    q3_demo_remove(e.scene.demo, EVENT_ENTITY);
    stage_snapshot(&e.scene, 5050);
    const struct rgb_entity *gel = effect_find(between(0.75), JUICER, 0);
    cr_assert_not_null(gel);
    cr_expect_float_eq(gel->axis[0][0], 1.0f, 1e-4f);
    gel = effect_find(between(0.875), JUICER, 0);
    cr_assert_not_null(gel);
    cr_expect_float_eq(gel->axis[0][0], 1.075f, 1e-3f);
    cr_expect_float_eq(gel->axis[1][1], 1.075f, 1e-3f);
    cr_expect_float_eq(gel->axis[2][2], 0.925f, 1e-3f);
}

Test(q3_powers, who_is_juiced_is_squeezed_and_bursts)
{
    (void)effect_event(&e, EV_JUICED, 10, 20, 60);
    const struct rgb_entity *gel = effect_find(effect_at(&e, 1050), JUICER, 0);
    cr_assert_not_null(gel);
    EXPECT_POINT(gel->origin, 10.0, 20.0, 60.0);
    cr_expect_float_eq(gel->axis[2][2], 1.0f, 1e-5f);
    q3_demo_remove(e.scene.demo, EVENT_ENTITY);
    const struct rgb_scene *scene = effect_at(&e, 5050);
    gel = effect_find(scene, JUICER, 0);
    cr_assert_not_null(gel);
    cr_expect_float_eq(gel->axis[0][0], 1.15f, 1e-3f);
    cr_expect_float_eq(gel->axis[2][2], 0.85f, 1e-3f);
    cr_expect_eq(effect_count(scene, "models/gibs/leg"), 0);
    scene = effect_at(&e, 6100);
    cr_expect_eq(effect_count(scene, JUICER), 0);
    cr_expect_eq(effect_count(scene, "models/gibs/leg"), 2);
}

Test(q3_powers, what_a_shield_stops_shows_for_a_second)
{
    stage_set(effect_event(&e, EV_IMPACT, 10, 20, 60), Q3_ES_APOS_TR_BASE_1, 90.0f);
    const struct rgb_entity *ring = effect_find(effect_at(&e, 1050), IMPACT, 0);
    cr_assert_not_null(ring);
    EXPECT_POINT(ring->origin, 10.0, 20.0, 60.0);
    q3_demo_remove(e.scene.demo, EVENT_ENTITY);
    cr_expect_eq(effect_count(effect_at(&e, 2000), IMPACT), 1);
    cr_expect_eq(effect_count(effect_at(&e, 2050), IMPACT), 0);
}

Test(q3_powers, a_teleport_fades_in_half_a_second)
{
    (void)effect_event(&e, EV_TELEPORT_IN, 10, 20, 60);
    const struct rgb_entity *mist = effect_find(effect_at(&e, 1050), "models/misc/telep", 0);
    cr_assert_not_null(mist);
    EXPECT_POINT(mist->origin, 10.0, 20.0, 36.0);
    cr_expect_eq(mist->color[3], 255);
    cr_expect_str_eq(mist->material->name, "teleportEffect");
    q3_demo_remove(e.scene.demo, EVENT_ENTITY);
    mist = effect_find(effect_at(&e, 1300), "models/misc/telep", 0);
    cr_assert_not_null(mist);
    cr_expect_eq(mist->color[0], 127);
    cr_expect_eq(effect_count(effect_at(&e, 1550), "models/misc/telep"), 0);
}

/* --- what a player wears ---------------------------------------------------------------------- */

static void expect_shield(double fraction, double size)
{
    const struct rgb_entity *shield = effect_find(between(fraction), SHIELD, 0);
    cr_assert_not_null(shield, "%g", fraction);
    cr_expect_float_eq(shield->axis[0][0], (float)size, 1e-3f, "%g", (double)shield->axis[0][0]);
    cr_expect_float_eq(shield->axis[2][2], (float)size, 1e-3f);
}

Test(q3_powers, a_shield_grows_stands_and_shrinks)
{
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    cr_expect_eq(effect_count(effect_at(&e, 1050), SHIELD), 0);
    f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_INVULNERABILITY;
    stage_snapshot(&e.scene, 1100);
    cr_expect_eq(effect_count(between(0.9), SHIELD), 0);
    expect_shield(1.0, 0.0);
    stage_snapshot(&e.scene, 2100);
    expect_shield(0.125, 0.5);
    expect_shield(0.25, 1.0);
    EXPECT_POINT(effect_find(between(0.5), SHIELD, 0)->origin, 10.0, 20.0, 60.0);
    f[Q3_ES_POWERUPS] = 0;
    stage_snapshot(&e.scene, 2200);
    expect_shield(0.9, 1.0);
    stage_snapshot(&e.scene, 3200);
    expect_shield(0.125, 0.5);
    cr_expect_eq(effect_count(between(0.25), SHIELD), 0);
}

Test(q3_powers, ones_own_shield_is_seen_from_inside)
{
    e.scene.demo->player.powerups[Q3_POWERUP_INVULNERABILITY] = 99999;
    const struct rgb_entity *shield = effect_find(effect_at(&e, 1100), SHIELD, 0);
    cr_assert_not_null(shield);
    cr_expect_eq(shield->flags & RGB_NOT_IN_EYES, 0);
    EXPECT_POINT(shield->origin, 120.0, -120.0, 60.0);
}

Test(q3_powers, lasting_powerups_have_signs)
{
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_SCOUT;
    const struct rgb_scene *scene = effect_at(&e, 1050);
    const struct rgb_entity *sign = effect_find(scene, "models/powerups/scout_player", 0);
    cr_assert_not_null(sign);
    EXPECT_POINT(sign->origin, 10.0, 20.0, 60.0);
    cr_expect_eq(effect_count(scene, "models/powerups/guard_player"), 0);
    e.scene.options.no_effects = true;
    cr_expect_eq(effect_count(between(1.0), "models/powerups/scout_player"), 0);
}

Test(q3_powers, skulls_turn_about_who_has_a_kamikaze)
{
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    f[Q3_ES_E_FLAGS] = FLAG_KAMIKAZE;
    const struct rgb_scene *scene = effect_at(&e, 2048); /* a multiple of 256 times 4 */
    cr_assert_eq(effect_count(scene, SKULL), 3);
    EXPECT_POINT(effect_find(scene, SKULL, 0)->origin, 30.0, 20.0, 80.0);
    EXPECT_POINT(effect_find(scene, SKULL, 1)->origin, 10.0, 0.0, 40.0);
    const float *third = effect_find(scene, SKULL, 2)->origin;
    cr_expect_float_eq(hypotf(third[0] - 10.0f, third[1] - 20.0f), 20.0f, 1e-3f);
    cr_expect_float_eq(third[2], 60.0f, 1e-3f);
    f[Q3_ES_E_FLAGS] |= FLAG_DEAD;
    scene = effect_at(&e, 2098);
    cr_assert_eq(effect_count(scene, SKULL), 1);
    const float *left = effect_find(scene, SKULL, 0)->origin;
    cr_expect_float_eq(hypotf(left[0] - 10.0f, left[1] - 20.0f), 20.0f, 1e-3f);
    cr_expect(left[2] >= 67.0f && left[2] <= 83.0f, "%g", (double)left[2]);
}

Test(q3_powers, collected_skulls_follow_in_harvester)
{
    end();
    begin_as("baseoa-1", "\\g_gametype\\7");
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    f[Q3_ES_GENERIC1] = 3;
    const struct rgb_scene *scene = effect_at(&e, 1050);
    cr_assert_eq(effect_count(scene, "models/powerups/orb/r_orb"), 3);
    for (int i = 0; i < 3; i++) {
        const float *at = effect_find(scene, "models/powerups/orb/r_orb", i)->origin;
        cr_expect_float_eq(at[0], 10.0f - 30.0f * (float)(i + 1), 1e-3f);
        cr_expect_float_eq(at[1], 20.0f, 1e-3f);
        cr_expect(fabsf(at[2] - 60.0f) <= 10.0f, "%g", (double)at[2]);
    }
    f[Q3_ES_GENERIC1] = INT32_MAX;
    cr_expect_eq(effect_count(effect_at(&e, 1100), "models/powerups/orb/r_orb"), 10);
}

Test(q3_powers, the_original_game_knows_none_of_them)
{
    end();
    begin_as("baseq3-1", "\\g_gametype\\7");
    int32_t *f = effect_shooter(&e, 10, 20, 60, 0);
    f[Q3_ES_GENERIC1] = 3;
    f[Q3_ES_E_FLAGS] = FLAG_KAMIKAZE;
    f[Q3_ES_POWERUPS] = 1 << Q3_POWERUP_SCOUT | 1 << Q3_POWERUP_INVULNERABILITY;
    const struct rgb_scene *scene = effect_at(&e, 1050);
    cr_expect_eq(effect_count(scene, SKULL) + effect_count(scene, SHIELD), 0);
    cr_expect_eq(effect_count(scene, "models/powerups/orb/r_orb"), 0);
    cr_expect_eq(effect_count(scene, "models/powerups/scout_player"), 0);
}

/* --- the server's word ------------------------------------------------------------------------ */

Test(q3_powers, the_server_has_shaders_drawn_as_others)
{
    cr_expect_eq(effect_at(&e, 1050)->num_remaps, 0);
    q3_demo_command(e.scene.demo, "remapShader smokePuff rocketExplosion 0.5");
    const struct rgb_scene *scene = effect_at(&e, 1100);
    cr_assert_eq(scene->num_remaps, 1);
    cr_expect_str_eq(scene->remaps[0].from, "smokePuff");
    cr_expect_str_eq(scene->remaps[0].to->name, "rocketExplosion");
    cr_expect_float_eq(scene->remaps[0].time_offset, 0.5f, 1e-6f);
}
