#include "engine/quake3/update/q3_effect_step.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_effect_kinds.h"
#include "engine/quake3/effects/q3_shot_movers.h"
#include "engine/quake3/effects/q3_shotgun.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_view_state.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define MUZZLE_AHEAD 14.0f
#define PLUM_STEP 20.0f
#define REACH_MAX 65535.0f
#define POSITION_MAX 1e6f

enum {
    STANDING = 26,
    CROUCHING = 12,
    LEGS_RUN = 15,
    LEGS_BACK = 16,
    PUFF_STEP = 100, /* ms */
    PUFFS_MAX = 10,  /* maximum between two snapshots; a longer interval is a gap */
};

/* Frames between the previous and the current snapshot are still to be rendered, so effects stay
 * until they end before the previous one. */
void q3_effects_begin(struct q3_state *c)
{
    struct q3_effects *effects = &c->effects;
    const struct q3_snapshot *before = q3_state_previous(c);
    uint32_t kept = 0;
    effects->noted = 0;
    if (!before || effects->count == 0 || effects->soonest > before->server_time) {
        return;
    }
    for (uint32_t i = 0; i < effects->count; i++) {
        const struct q3_effect *from = q3_effects_at(effects, i);
        if (from->end <= before->server_time) {
            continue;
        }
        struct q3_effect *to = &effects->at[(effects->first + kept) % Q3_EFFECTS];
        if (to != from) {
            *to = *from;
        }
        effects->soonest = kept == 0 || to->end < effects->soonest ? to->end : effects->soonest;
        kept++;
    }
    effects->count = kept;
}

/* --- members that are not in the event --- */

/* Position of the shooter's muzzle; false = the shooter is not in the snapshot. */
static bool find_muzzle(const struct q3_state *c, int32_t shooter, float muzzle[3])
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    const int32_t *own = now->player.fields;
    float angles[3], forward[3], right[3], up[3];
    if (shooter == own[Q3_PS_CLIENT_NUM]) {
        for (int i = 0; i < 3; i++) {
            static const uint8_t origin[] = {Q3_PS_ORIGIN_0, Q3_PS_ORIGIN_1, Q3_PS_ORIGIN_2};
            static const uint8_t view[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1,
                                           Q3_PS_VIEWANGLES_2};
            muzzle[i] = q3_float(own[origin[i]]);
            angles[i] = q3_float(own[view[i]]);
        }
        muzzle[2] += (float)own[Q3_PS_VIEWHEIGHT];
    } else {
        const struct q3_entity_state *entity =
            shooter >= 0 ? q3_frames_entity_of(&c->frames, now, (uint32_t)shooter) : NULL;
        if (!entity) {
            return false;
        }
        const struct q3_trajectory place = q3_trajectory_of_origin(entity),
                                   turn = q3_trajectory_of_angles(entity);
        const int32_t legs = entity->fields[Q3_ES_LEGS_ANIM] & ~Q3_ANIM_TOGGLE;
        memcpy(muzzle, place.base, sizeof(place.base));
        memcpy(angles, turn.base, sizeof(turn.base));
        q3_state_place_player(c, entity->number, muzzle);
        muzzle[2] += legs == Q3_LEGS_CROUCH || legs == Q3_LEGS_CROUCH_STILL ? CROUCHING : STANDING;
    }
    for (int i = 0; i < 3; i++) {
        if (!(fabsf(muzzle[i]) < POSITION_MAX && fabsf(angles[i]) < POSITION_MAX)) {
            return false;
        }
    }
    dmath_angle_vectors(angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        muzzle[i] += MUZZLE_AHEAD * forward[i];
    }
    return true;
}

/* Fraction of the ray at which it enters the box, 0..1; 2 = misses. */
static float enter_box(const float from[3], const float ray[3], const float mins[3],
                       const float maxs[3])
{
    float in = 0.0f, out = 1.0f;
    for (int i = 0; i < 3; i++) {
        const float low = mins[i] - from[i], high = maxs[i] - from[i];
        if (ray[i] == 0.0f) {
            if (low > 0.0f || high < 0.0f) {
                return 2.0f;
            }
            continue;
        }
        const float a = low / ray[i], b = high / ray[i];
        in = fmaxf(in, fminf(a, b));
        out = fminf(out, fmaxf(a, b));
    }
    return in <= out ? in : 2.0f;
}

/* Box of an entity that stops shots; false = it does not. Submodels are left to the level trace. */
static bool find_box(const struct q3_state *c, const struct q3_entity_state *entity, int32_t time,
                     float mins[3], float maxs[3])
{
    const int32_t type = entity->fields[Q3_ES_E_TYPE], solid = entity->fields[Q3_ES_SOLID];
    if (solid == 0 || solid == Q3_SOLID_INLINE || type == Q3_ET_ITEM ||
        type == Q3_ET_PUSH_TRIGGER || type == Q3_ET_TELEPORT_TRIGGER) {
        return false;
    }
    const struct q3_trajectory place = q3_trajectory_of_origin(entity);
    const float wide = (float)(solid & 255), below = (float)(solid >> 8 & 255),
                above = (float)((solid >> 16 & 255) - 32);
    const float low[3] = {-wide, -wide, -below}, high[3] = {wide, wide, above};
    float origin[3];
    q3_trajectory_at(&place, time, origin);
    q3_state_place_player(c, entity->number, origin);
    for (int i = 0; i < 3; i++) {
        mins[i] = origin[i] + low[i];
        maxs[i] = origin[i] + high[i];
    }
    return true;
}

/* Stores each pellet's distance to the first entity, with the positions of this snapshot: later
 * movement must not change the hits. */
static void find_reach(const struct q3_state *c, const struct q3_game *game,
                       struct q3_effect *effect)
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    float rays[Q3_PELLETS][3], nearest[Q3_PELLETS], mins[3], maxs[3];
    const uint32_t count =
        q3_shotgun_rays(q3_shotgun_of(c, game), effect->origin2, effect->parm, rays);
    for (uint32_t i = 0; i < count; i++) {
        nearest[i] = 2.0f;
    }
    for (uint32_t k = 0; k < now->count; k++) {
        const struct q3_entity_state *entity = q3_frames_entity(&c->frames, now, k);
        if (entity->number == effect->other || !find_box(c, entity, now->server_time, mins, maxs)) {
            continue;
        }
        for (uint32_t i = 0; i < count; i++) {
            nearest[i] = fminf(nearest[i], enter_box(effect->origin, rays[i], mins, maxs));
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const float reach = nearest[i] * vec_length(rays[i]);
        if (nearest[i] <= 1.0f && reach < REACH_MAX) {
            effect->reach[i / 2] |= (uint32_t)fmaxf(reach, 1.0f) << (i % 2 * 16);
        }
    }
}

/* The original's own player still is where the picture before drew him when his shots are seen:
 * shells and smoke begin there. */
static void place_own_shot(const struct q3_state *c, struct q3_effect *effect)
{
    static const uint8_t origin[] = {Q3_PS_ORIGIN_0, Q3_PS_ORIGIN_1, Q3_PS_ORIGIN_2};
    static const uint8_t angles[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1, Q3_PS_VIEWANGLES_2};
    const struct q3_snapshot *before = q3_state_previous(c);
    struct q3_player_state player;
    if (before) {
        (void)q3_view_picture_before(before, q3_state_snapshot(c), &player);
        for (int i = 0; i < 3; i++) {
            effect->origin[i] = q3_float(player.fields[origin[i]]);
            effect->angles[i] = q3_float(player.fields[angles[i]]);
        }
    }
}

/* Successive score plums are stacked downwards. */
static void place_plum(struct q3_effects *effects, struct q3_effect *effect)
{
    const float height = effect->origin[2];
    if (height >= effects->plum_height - PLUM_STEP && height <= effects->plum_height + PLUM_STEP) {
        effect->origin[2] -= PLUM_STEP;
    }
    effects->plum_height = height;
}

/* False: a score plum of another player. */
static bool complete_effect(struct q3_state *c, const struct q3_game *game,
                            const struct q3_entity_state *entity, struct q3_effect *effect)
{
    switch ((enum q3_effect_kind)effect->kind) {
    case Q3_EFFECT_BULLET_FLESH:
    case Q3_EFFECT_BULLET_WALL:
        if (find_muzzle(c, effect->other, effect->origin2)) {
            effect->flags |= Q3_EFFECT_MUZZLE;
        }
        return true;
    case Q3_EFFECT_SHOTGUN:
        find_reach(c, game, effect);
        return true;
    case Q3_EFFECT_FIRE:
        if (effect->flags & Q3_EFFECT_OWN) {
            place_own_shot(c, effect);
        }
        return true;
    case Q3_EFFECT_PLUM:
        if (!entity || effect->other != q3_state_snapshot(c)->player.fields[Q3_PS_CLIENT_NUM]) {
            return false;
        }
        effect->value = entity->fields[Q3_ES_TIME];
        place_plum(&c->effects, effect);
        return true;
    default:
        return true;
    }
}

/* Computes end and seed from the other members. */
static void store_effect(struct q3_effects *effects, struct q3_effect *effect)
{
    const int64_t end = (int64_t)effect->time + q3_effect_life(effect);
    effect->end = (int32_t)(end < INT32_MAX ? end : INT32_MAX);
    effect->seed = dmath_hash((uint32_t)effect->time, (uint32_t)effect->entity,
                              (uint32_t)effect->kind << 16 | effects->noted++);
    q3_effects_add(effects, effect);
}

/* --- noting ----------------------------------------------------------------------------------- */

void q3_effects_note(struct q3_state *c, const struct q3_game *game, const struct q3_event *event,
                     const struct q3_entity_state *entity)
{
    const bool of_missile =
        entity && (event->e_type == Q3_ET_MISSILE || event->e_type == Q3_ET_GENERAL);
    struct q3_effect effect = {
        .kind = (int32_t)q3_effect_kind_of(game, c->version_mod, event->event),
        .time = of_missile ? q3_state_missile_time(c) : event->time,
        .entity = event->entity,
        .client = event->client,
        .other = event->other,
        .weapon = event->weapon,
        .parm = event->parm,
        .flags = event->player ? Q3_EFFECT_OWN : 0,
        .origin = {event->origin[0], event->origin[1], event->origin[2]},
        .origin2 = {event->origin2[0], event->origin2[1], event->origin2[2]},
        .angles = {event->angles[0], event->angles[1], event->angles[2]},
    };
    if (q3_effect_life(&effect) > 0 && complete_effect(c, game, entity, &effect)) {
        struct q3_effect movers;
        store_effect(&c->effects, &effect);
        if (effect.kind == Q3_EFFECT_SHOTGUN && q3_shot_movers_note(c, &effect, &movers)) {
            q3_effects_add(&c->effects, &movers);
        }
    }
}

/* --- haste ------------------------------------------------------------------------------------ */

/* Players with haste leave a puff every 100 ms between two snapshots. */
static void leave_puffs(struct q3_state *c, const struct q3_game *game,
                        const struct q3_entity_state *from, const struct q3_entity_state *to)
{
    const int32_t start = q3_state_previous(c)->server_time,
                  end = q3_state_snapshot(c)->server_time;
    const int32_t legs = from->fields[Q3_ES_LEGS_ANIM] & ~Q3_ANIM_TOGGLE;
    const uint32_t powerups = q3_game_powerups(game, (uint32_t)from->fields[Q3_ES_POWERUPS]);
    if ((powerups >> Q3_POWERUP_HASTE & 1) == 0 || (legs != LEGS_RUN && legs != LEGS_BACK) ||
        end <= start || (int64_t)end - start > PUFFS_MAX * PUFF_STEP) {
        return;
    }
    for (int32_t time = start; time < end; time++) {
        if ((time + 1) % PUFF_STEP != 0) {
            continue;
        }
        struct q3_effect effect = {.kind = Q3_EFFECT_HASTE_PUFF,
                                   .time = time + 1,
                                   .entity = from->number,
                                   .client = from->fields[Q3_ES_CLIENT_NUM]};
        struct q3_pose pose;
        q3_lerp_entity(from, to, start, end, time + 1, &pose);
        memcpy(effect.origin, pose.origin, sizeof(effect.origin));
        memcpy(effect.angles, pose.angles, sizeof(effect.angles));
        q3_state_place_player(c, from->number, effect.origin);
        store_effect(&c->effects, &effect);
    }
}

/* The recorded player as an entity, with the fields that puffs and shields read. */
static void own_entity(const struct q3_player_state *player, struct q3_entity_state *entity)
{
    memset(entity, 0, sizeof(*entity));
    int32_t *f = entity->fields;
    entity->number = f[Q3_ES_CLIENT_NUM] = player->fields[Q3_PS_CLIENT_NUM];
    f[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    f[Q3_ES_POS_TR_TYPE] = Q3_TR_INTERPOLATE;
    f[Q3_ES_POS_TR_BASE_0] = player->fields[Q3_PS_ORIGIN_0];
    f[Q3_ES_POS_TR_BASE_1] = player->fields[Q3_PS_ORIGIN_1];
    f[Q3_ES_POS_TR_BASE_2] = player->fields[Q3_PS_ORIGIN_2];
    f[Q3_ES_LEGS_ANIM] = player->fields[Q3_PS_LEGS_ANIM];
    f[Q3_ES_E_FLAGS] = player->fields[Q3_PS_E_FLAGS];
    for (int i = 0; i < Q3_ARRAY; i++) {
        f[Q3_ES_POWERUPS] |= player->powerups[i] != 0 ? 1 << i : 0;
    }
}

/* --- powerups that come and go ---------------------------------------------------------------- */

static bool is_shielded(const struct q3_game *game, const struct q3_entity_state *entity)
{
    return (q3_game_powerups(game, (uint32_t)entity->fields[Q3_ES_POWERUPS]) >>
                Q3_POWERUP_INVULNERABILITY &
            1) != 0;
}

static void note_shield(struct q3_state *c, const struct q3_game *game,
                        const struct q3_entity_state *from, const struct q3_entity_state *to)
{
    const bool was = is_shielded(game, from), is = is_shielded(game, to);
    if (was != is && to->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
        struct q3_effect effect = {.kind = is ? Q3_EFFECT_SHIELD_RISES : Q3_EFFECT_SHIELD_FALLS,
                                   .time = q3_state_snapshot(c)->server_time,
                                   .entity = to->number,
                                   .client = to->fields[Q3_ES_CLIENT_NUM]};
        store_effect(&c->effects, &effect);
    }
}

/* Effects of one player's movement and powerups between two snapshots. */
static void note_player_changes(struct q3_state *c, const struct q3_game *game,
                                const struct q3_entity_state *from,
                                const struct q3_entity_state *to)
{
    if (to && (from->fields[Q3_ES_POWERUPS] | to->fields[Q3_ES_POWERUPS]) != 0) {
        note_shield(c, game, from, to);
    }
    if (from->fields[Q3_ES_POWERUPS] != 0) {
        leave_puffs(c, game, from, to);
    }
}

void q3_effects_run(struct q3_state *c, const struct q3_game *game)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    if (!before) {
        return;
    }
    for (uint32_t i = 0; i < c->player_anims.count; i++) {
        const uint32_t number = c->player_anims.numbers[i];
        const struct q3_entity_state *from = q3_frames_entity_of(&c->frames, before, number);
        if (from && from->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
            note_player_changes(c, game, from, q3_frames_entity_of(&c->frames, now, number));
        }
    }
    if (!q3_player_jumps(before, now) && q3_player_has_body(&before->player)) {
        struct q3_entity_state from, to;
        own_entity(&before->player, &from);
        own_entity(&now->player, &to);
        note_player_changes(c, game, &from, &to);
    }
}
