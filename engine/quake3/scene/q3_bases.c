#include "engine/quake3/scene/q3_bases.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/match/q3_match.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"

#define POWERUPS "models/powerups/"

enum { RED = 1, BLUE = 2, OPAQUE = 255 };

struct base {
    struct q3_build *build;
    const struct q3_entity_state *entity;
    float origin[3], angles[3], axis[3][3];
};

static struct rgb_entity *add_model(const struct base *base, const char *name,
                                    const float origin[3], const float axis[3][3])
{
    return q3_build_add_model(base->build, q3_data_model_if_there(base->build->data, name), origin,
                              axis);
}

/* In a shade that its shaders may show. */
static void add_shaded(const struct base *base, const char *name, const float origin[3],
                       const float axis[3][3], const uint8_t color[4])
{
    struct rgb_entity *to = add_model(base, name, origin, axis);
    for (int i = 0; to && i < 4; i++) {
        to->color[i] = color[i];
    }
}

/* --- obelisks --------------------------------------------------------------------------------- */

int32_t q3_bases_wait(const struct q3_state *c)
{
    enum { USUAL = 10, LIGHTS = 5, DELAY_MAX = 3600, SECOND = 1000 };
    const int32_t delay = info_number(q3_gamestate_string(&c->gamestate, Q3_CS_SERVERINFO),
                                      "g_obeliskRespawnDelay", INFO_KEYS_ANY_CASE, USUAL);
    return delay <= LIGHTS ? 0 : ((delay < DELAY_MAX ? delay : DELAY_MAX) - LIGHTS) * SECOND;
}

/* Regrown part of the obelisk, 0..1. */
static float find_growth(const struct base *base)
{
    const struct q3_interp *m = &base->build->interp;
    const int32_t gone = m->state->player_anims.respawned[base->entity->number];
    const double wait = q3_bases_wait(m->state), age = m->time - gone - wait;
    if (gone == 0 || age <= 0.0) {
        return gone == 0 ? 1.0f : 0.0f; /* it stands again in the next snapshot */
    }
    return wait <= 0.0 ? 1.0f : (float)fmin(age / wait, 1.0);
}

/* It turns four times as it grows, fast at first. */
static void add_target(const struct base *base, float part, const uint8_t color[4])
{
    enum { ABOVE = 56, QUARTERS = 16 };
    const float at[3] = {base->origin[0], base->origin[1], base->origin[2] + ABOVE};
    const double rest = 1.0 - (double)part;
    const double quarter = dmath_atan2(sqrt(fmax(1.0 - rest * rest, 0.0)), rest) * 180.0 / DMATH_PI;
    const double turned = part < 1.0f ? QUARTERS * quarter : 0.0;
    const float angles[3] = {base->angles[0], base->angles[1] + (float)turned, base->angles[2]};
    float axis[3][3];
    rgb_axis_of_angles(angles, axis);
    for (int i = 0; i < 9; i++) {
        axis[i / 3][i % 3] *= part;
    }
    add_shaded(base, POWERUPS "overload_target.md3", at, (const float(*)[3])axis, color);
}

static void add_obelisk(const struct base *base)
{
    const float(*axis)[3] = (const float(*)[3])base->axis;
    const int32_t health = base->entity->fields[Q3_ES_MODELINDEX2];
    const uint8_t shade = (uint8_t)health;
    const uint8_t hurt[4] = {OPAQUE, shade, shade, OPAQUE};
    const char *lights = POWERUPS "overload_lights.md3";
    (void)add_model(base, POWERUPS "overload_base.md3", base->origin, axis);
    if (base->entity->fields[Q3_ES_FRAME] != Q3_OBELISK_GONE) {
        if (base->entity->fields[Q3_ES_FRAME] == Q3_OBELISK_HIT) {
            add_shaded(base, POWERUPS "overload_energy.md3", base->origin, axis, hurt);
        }
        add_shaded(base, lights, base->origin, axis, hurt);
        add_target(base, 1.0f, hurt);
        return;
    }
    const float part = find_growth(base);
    const uint8_t glow = (uint8_t)(part * (float)OPAQUE);
    add_shaded(base, lights, base->origin, axis, (const uint8_t[4]){glow, glow, glow, glow});
    if (part > 0.0f) {
        add_target(base, part, (const uint8_t[4]){OPAQUE, OPAQUE, OPAQUE, OPAQUE});
    }
}

/* --- the others ------------------------------------------------------------------------------- */

static void add_pit(const struct base *base, int32_t team)
{
    const bool owned = team == RED || team == BLUE;
    struct rgb_entity *to =
        add_model(base, owned ? POWERUPS "harvester/harvester.md3" : POWERUPS "obelisk/obelisk.md3",
                  base->origin, (const float(*)[3])base->axis);
    if (to && owned) {
        to->skin = q3_data_skin(base->build->data, team == RED ? POWERUPS "harvester/red.skin"
                                                               : POWERUPS "harvester/blue.skin");
    }
}

static void add_foot(const struct base *base, int32_t team)
{
    static const char *const names[] = {"models/mapobjects/flagbase/ntrl_base.md3",
                                        "models/mapobjects/flagbase/red_base.md3",
                                        "models/mapobjects/flagbase/blue_base.md3"};
    (void)add_model(base, names[team == RED || team == BLUE ? team : 0], base->origin,
                    (const float(*)[3])base->axis);
}

void q3_bases_add(struct q3_build *b, const struct q3_entity_state *entity, const float origin[3])
{
    const int32_t team = entity->fields[Q3_ES_MODELINDEX];
    struct base base = {.build = b, .entity = entity};
    memcpy(base.origin, origin, sizeof(base.origin));
    base.angles[0] = q3_float(entity->fields[Q3_ES_ANGLES_0]);
    base.angles[1] = q3_float(entity->fields[Q3_ES_ANGLES_1]);
    base.angles[2] = q3_float(entity->fields[Q3_ES_ANGLES_2]);
    if (!q3_build_is_place(base.angles)) {
        return;
    }
    rgb_axis_of_angles(base.angles, base.axis);
    switch (b->interp.state->match.kind) {
    case Q3_KIND_OVERLOAD:
        add_obelisk(&base);
        break;
    case Q3_KIND_HARVESTER:
        add_pit(&base, team);
        break;
    default:
        add_foot(&base, team);
    }
}
