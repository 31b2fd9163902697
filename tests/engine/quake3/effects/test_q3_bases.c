/* Team bases: flag stands; obelisks hit, destroyed and regrowing; skull receptacles. */
#include <criterion/criterion.h>

#include "engine/quake3/scene/q3_bases.h"
#include "tests/engine/quake3/effects/effect_stage.h"

enum { BASE = 90, HEALTH = 200, RED = 1, BLUE = 2 };

static struct effect_stage e;
static int32_t *fields;

static void begin(const char *server, int32_t team)
{
    static const char *const none[] = {NULL};
    static const char *const models[] = {
        "mapobjects/flagbase/ntrl_base", "mapobjects/flagbase/red_base",
        "mapobjects/flagbase/blue_base", "powerups/overload_base",
        "powerups/overload_energy",      "powerups/overload_lights",
        "powerups/overload_target",      "powerups/harvester/harvester",
        "powerups/obelisk/obelisk",      NULL};
    effect_begin(&e, "baseoa-1", server, models, none);
    q3_demo_place(e.scene.demo, BASE, 30, 40, 50);
    fields = q3_demo_entity(e.scene.demo, BASE);
    fields[Q3_ES_E_TYPE] = Q3_ET_TEAM;
    fields[Q3_ES_MODELINDEX] = team;
    fields[Q3_ES_MODELINDEX2] = HEALTH;
}

/* Models that stand where the base does or over it, the last part of their names; colours. */
static struct {
    char names[256];
    uint8_t colors[4][4];
    float height, scale; /* of the last model */
} seen;

static const char *look(int32_t time)
{
    const struct rgb_scene *scene = effect_at(&e, time);
    size_t count = 0;
    memset(&seen, 0, sizeof(seen));
    for (size_t i = 0; i < scene->num_entities; i++) {
        const struct rgb_entity *entity = &scene->entities[i];
        const char *slash = entity->model ? strrchr(entity->model->name, '/') : NULL;
        if (entity->origin[0] != 30.0f || entity->origin[1] != 40.0f || !slash || count == 4) {
            continue;
        }
        snprintf(seen.names + strlen(seen.names), sizeof(seen.names) - strlen(seen.names), "%s%s",
                 count > 0 ? " " : "", slash + 1);
        memcpy(seen.colors[count++], entity->color, 4);
        seen.height = entity->origin[2];
        seen.scale = hypotf(entity->axis[0][0], entity->axis[0][1]);
    }
    return seen.names;
}

Test(q3_bases, feet_of_flags)
{
    static const char *const names[] = {"ntrl_base", "red_base", "blue_base", "ntrl_base"};
    for (int32_t team = 0; team < 4; team++) {
        begin("\\g_gametype\\4", team);
        cr_expect_str_eq(look(1000), names[team]);
        effect_end(&e);
    }
}

Test(q3_bases, pits_for_skulls)
{
    static const char *const names[] = {"obelisk", "harvester", "harvester"};
    for (int32_t team = 0; team < 3; team++) {
        begin("\\g_gametype\\7", team);
        cr_expect_str_eq(look(1000), names[team]);
        effect_end(&e);
    }
}

Test(q3_bases, an_obelisk_shows_its_health)
{
    begin("\\g_gametype\\6", RED);
    cr_expect_str_eq(look(1000), "overload_base overload_lights overload_target");
    cr_expect(seen.colors[1][0] == 255 && seen.colors[1][1] == HEALTH &&
              seen.colors[2][2] == HEALTH && seen.colors[2][3] == 255);
    cr_expect_float_eq(seen.height, 50 + 56, 1e-3);
    cr_expect_float_eq(seen.scale, 1, 1e-5);
    fields[Q3_ES_FRAME] = Q3_OBELISK_HIT;
    cr_expect_str_eq(look(1100), "overload_base overload_energy overload_lights overload_target");
    cr_expect_eq(seen.colors[1][1], HEALTH);
    effect_end(&e);
}

/* Lost in the snapshot of 1100; its lights come after five seconds, and it in five more. */
Test(q3_bases, an_obelisk_grows_again)
{
    begin("\\g_gametype\\6", BLUE);
    (void)look(1000);
    fields[Q3_ES_FRAME] = Q3_OBELISK_GONE;
    cr_expect_str_eq(look(1100), "overload_base overload_lights");
    cr_expect_eq(seen.colors[1][0], 0);
    cr_expect_str_eq(look(6100), "overload_base overload_lights");
    cr_expect_str_eq(look(7350), "overload_base overload_lights overload_target");
    cr_expect_eq(seen.colors[1][0], 255 / 4);
    cr_expect_eq(seen.colors[1][3], 255 / 4);
    cr_expect_eq(seen.colors[2][1], 255);
    cr_expect_float_eq(seen.scale, 0.25, 1e-3);
    (void)look(20000);
    cr_expect_float_eq(seen.scale, 1, 1e-5);
    cr_expect_eq(seen.colors[1][0], 255);
    fields[Q3_ES_FRAME] = Q3_OBELISK_STANDS;
    (void)look(20050);
    cr_expect_eq(seen.colors[1][1], HEALTH);
    fields[Q3_ES_FRAME] = Q3_OBELISK_GONE; /* another time */
    cr_expect_str_eq(look(20100), "overload_base overload_lights");
    effect_end(&e);
}

Test(q3_bases, servers_say_how_long_that_takes)
{
    static const struct {
        const char *server;
        int32_t wait;
    } cases[] = {{"\\g_obeliskRespawnDelay\\25", 20000},
                 {"\\g_obeliskRespawnDelay\\5", 0},
                 {"\\g_obeliskRespawnDelay\\-2147483648", 0},
                 {"\\g_obeliskRespawnDelay\\2147483647", 3595000},
                 {"", 5000}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char server[96];
        snprintf(server, sizeof(server), "\\g_gametype\\6%s", cases[i].server);
        begin(server, RED);
        fields[Q3_ES_FRAME] = Q3_OBELISK_GONE;
        (void)look(1000);
        cr_expect_eq(q3_bases_wait(e.scene.state), cases[i].wait, "%s", server);
        (void)look(1001 + cases[i].wait * 2);
        cr_expect_float_eq(seen.scale, 1, 1e-3, "%s", server);
        effect_end(&e);
    }
}

Test(q3_bases, places_and_angles_that_are_none)
{
    static const int angles[] = {Q3_ES_ANGLES_0, Q3_ES_ANGLES_1, Q3_ES_ANGLES_2};
    begin("\\g_gametype\\6", RED);
    for (int i = 0; i < 3; i++) {
        stage_set(fields, angles[i], NAN);
        cr_expect_str_eq(look(1000 + i), "");
        stage_set(fields, angles[i], 0.0f);
    }
    stage_set(fields, Q3_ES_POS_TR_BASE_2, INFINITY);
    cr_expect_str_eq(look(1100), "");
    effect_end(&e);
}
