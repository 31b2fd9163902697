/* What Team Arena draws around a player: kamikaze skulls, collected skulls, persistent powerups,
 * the invulnerability shield. */
#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_powers.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/scene/q3_players.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"
#include "formats/base/vec.h"

#define SKULL "models/powerups/kamikazi.md3"
#define SKULL_TRAIL "models/powerups/trailtest.md3"
#define SKULL_AWAY 20.0f
#define TOKEN_STEP 30.0f /* units from one to the next */
#define TOKEN_BOB 10.0f

enum {
    FLAG_KAMIKAZE = 0x200, /* bit of eFlags */
    HARVESTER = 7,         /* kind of game */
    TOKENS = 10            /* collected skulls that are drawn */
};

/* An angle that runs around once in 256 times `period` ms, radians. */
static double find_running_angle(const struct q3_body *body, int64_t period, int64_t ahead)
{
    const int64_t time = (int64_t)floor(body->build->interp.time) + ahead;
    return (double)(time / period & 255) * 2.0 * DMATH_PI / 255.0;
}

static struct rgb_entity *add_model(const struct q3_body *body, const char *name,
                                    const float origin[3], float axis[3][3])
{
    struct rgb_entity *to =
        q3_build_add_model(body->build, q3_data_model_if_there(body->build->data, name), origin,
                           (const float(*)[3])axis);
    if (to) {
        to->flags |= body->flags;
        memcpy(to->light_origin, body->pose->origin, sizeof(to->light_origin));
    }
    return to;
}

/* --- kamikaze --------------------------------------------------------------------------------- */

static void turn_to(float pitch, double yaw, float axis[3][3])
{
    const float angles[3] = {pitch, (float)fmod(yaw, 360.0), 0.0f};
    rgb_axis_of_angles(angles, axis);
}

/* Its left side looks away from the player. */
static void turn_away(const float away[3], float axis[3][3])
{
    const float up[3] = {0.0f, 0.0f, 1.0f};
    memcpy(axis[1], away, sizeof(axis[1]));
    (void)vec_normalize(axis[1]);
    memcpy(axis[2], up, sizeof(up));
    vec_cross(axis[1], axis[2], axis[0]);
}

/* flipped: its trail lies on the other side. */
static void add_skull(const struct q3_body *body, const float middle[3], const float away[3],
                      float axis[3][3], bool flipped)
{
    const float at[3] = {middle[0] + away[0], middle[1] + away[1], middle[2] + away[2]};
    (void)add_model(body, SKULL, at, axis);
    for (int i = 0; i < 3 && flipped; i++) {
        axis[1][i] = -axis[1][i];
    }
    (void)add_model(body, SKULL_TRAIL, at, axis);
}

static void add_skulls(const struct q3_body *body, const struct rgb_entity *torso)
{
    const double degrees = 180.0 / DMATH_PI, a = find_running_angle(body, 4, 0);
    float axis[3][3];
    if (body->dead) {
        const double around = find_running_angle(body, 7, 0);
        const float away[3] = {SKULL_AWAY * (float)dmath_sin(around),
                               SKULL_AWAY * (float)dmath_cos(around),
                               15.0f + 8.0f * (float)dmath_sin(a)};
        turn_away(away, axis);
        add_skull(body, torso->origin, away, axis, false);
        return;
    }
    const float s = (float)dmath_sin(a), c = (float)dmath_cos(a);
    const float first[3] = {SKULL_AWAY * c, SKULL_AWAY * s, SKULL_AWAY * c};
    turn_to(30.0f * s, a * degrees + 90.0, axis);
    add_skull(body, torso->origin, first, axis, true);
    /* Half a turn on, and the other way round. */
    const float second[3] = {-SKULL_AWAY * s, -SKULL_AWAY * c, -SKULL_AWAY * c};
    turn_to(-30.0f * s, 360.0 - (a * degrees + 180.0), axis);
    add_skull(body, torso->origin, second, axis, true);
    const double level = find_running_angle(body, 3, 0) + DMATH_PI / 2.0;
    const float third[3] = {SKULL_AWAY * (float)dmath_sin(level),
                            SKULL_AWAY * (float)dmath_cos(level), 0.0f};
    turn_away(third, axis);
    add_skull(body, torso->origin, third, axis, false);
}

/* --- harvester -------------------------------------------------------------------------------- */

/* Collected skulls, in a row behind the player. In the original they follow the player's path. */
static void add_tokens(const struct q3_body *body)
{
    const struct q3_interp *m = &body->build->interp;
    const char *server = q3_gamestate_string(&m->state->gamestate, Q3_CS_SERVERINFO);
    const int32_t has = body->entity->fields[Q3_ES_GENERIC1];
    const float behind[3] = {0.0f, body->pose->angles[1], 0.0f};
    const bool red = body->info.team == Q3_TEAM_RED;
    float axis[3][3], at[3];
    if (has <= 0 || info_number(server, "g_gametype", INFO_KEYS_ANY_CASE, 0) != HARVESTER) {
        return;
    }
    rgb_axis_of_angles(behind, axis);
    memcpy(at, body->pose->origin, sizeof(at));
    for (int32_t i = 0; i < has && i < TOKENS; i++) {
        at[0] -= TOKEN_STEP * axis[0][0];
        at[1] -= TOKEN_STEP * axis[0][1];
        const double bob = find_running_angle(body, 16, 500 * (TOKENS - i));
        const float place[3] = {at[0], at[1], at[2] + TOKEN_BOB * (float)dmath_sin(bob)};
        (void)add_model(body,
                        red ? "models/powerups/orb/b_orb.md3" : "models/powerups/orb/r_orb.md3",
                        place, axis);
    }
}

/* --- all -------------------------------------------------------------------------------------- */

static void add_signs(const struct q3_body *body, const struct rgb_entity *torso)
{
    static const struct {
        enum q3_powerup powerup;
        const char *model;
    } signs[] = {
        {Q3_POWERUP_SCOUT, "models/powerups/scout_player.md3"},
        {Q3_POWERUP_GUARD, "models/powerups/guard_player.md3"},
        {Q3_POWERUP_DOUBLER, "models/powerups/doubler_player.md3"},
        {Q3_POWERUP_AMMO_REGENERATION, "models/powerups/ammo_player.md3"},
    };
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        float axis[3][3];
        memcpy(axis, torso->axis, sizeof(axis));
        if (q3_body_has(body, signs[i].powerup)) {
            (void)add_model(body, signs[i].model, torso->origin, axis);
        }
    }
}

void q3_body_add_arena(const struct q3_body *body, const struct rgb_entity *torso)
{
    const struct q3_interp *m = &body->build->interp;
    if (body->build->options->no_effects ||
        (m->mod != Q3_MOD_TEAM_ARENA && m->mod != Q3_MOD_OPENARENA)) {
        return;
    }
    if ((body->entity->fields[Q3_ES_E_FLAGS] & FLAG_KAMIKAZE) != 0) {
        add_skulls(body, torso);
    }
    add_tokens(body);
    add_signs(body, torso);
    if (q3_body_has(body, Q3_POWERUP_INVULNERABILITY)) {
        q3_shield_add(body->build, body->entity->number, body->pose->origin);
    }
}
