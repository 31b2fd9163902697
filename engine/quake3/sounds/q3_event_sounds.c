#include "engine/quake3/sounds/q3_event_sounds.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "engine/quake3/sounds/q3_level_sounds.h"
#include "engine/quake3/sounds/q3_sound_stat_index.h"
#include "engine/quake3/sounds/q3_team_sounds.h"
#include "engine/quake3/sounds/q3_weapon_sounds.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

enum {
    NO_FOOTSTEPS = 32,     /* bit of dmflags */
    KAMIKAZE_FLAG = 0x200, /* bit of eFlags: the body exploded, no gib sound */
    OWNER_OF_MODEL = 16,   /* CPMA, OSP: client + this in modelindex2 */
    NO_IMPACT = 255,
    SURFACE_FLESH = 0x40,
    SURFACE_METAL = 0x1000,
    NAME_BYTES = 96
};

/* An event with its kind, entity and client. */
struct event_context {
    const struct q3_event *event;
    enum q3_event_kind kind;
    int32_t entity; /* source of the sound */
    int32_t client; /* client whose model has the sounds; -1 = unknown */
    bool brief;     /* a temporary event entity: the sound stays at its origin */
};

/* ---- one sound ------------------------------------------------------------------------------- */

static void emit_sound(struct q3_sound_emitter *h, const struct event_context *e,
                       enum q3_channel channel, const char *name)
{
    if (e->brief) {
        q3_emit_at(h, e->entity, e->event->origin, channel, name);
    } else {
        q3_emit_from(h, e->entity, e->event->origin, channel, name);
    }
}

static void emit_player(struct q3_sound_emitter *h, const struct event_context *e,
                        enum q3_channel channel, const char *what)
{
    q3_emit_player(h, e->brief ? e->client : e->entity, e->event->origin, channel, what);
}

/* Replaces '#' by a random character of choice->picks. */
static const char *pick_name(const struct q3_sound_emitter *h, const struct q3_sound_choice *choice,
                             char name[NAME_BYTES])
{
    size_t at = 0;
    if (!choice->name || !choice->picks) {
        return choice->name;
    }
    const char pick = choice->picks[q3_emit_random(h, 0, (uint32_t)strlen(choice->picks))];
    for (const char *c = choice->name; *c != '\0' && at + 1 < NAME_BYTES; c++) {
        if (*c != '#' || pick != '-') {
            name[at++] = *c == '#' ? pick : *c;
        }
    }
    name[at] = '\0';
    return name;
}

/* Sound of an event kind without further conditions. */
struct event_sound {
    struct q3_sound_choice choice;
    enum q3_channel channel;
};

#define FOOT(name) "sound/player/footsteps/" name ".wav"

static const struct event_sound usual[Q3_EVENT_KINDS] = {
    [Q3_EVENT_FOOT_SPLASH] = {{FOOT("splash#"), "1234"}, Q3_CHANNEL_BODY},
    [Q3_EVENT_FOOT_WADE] = {{FOOT("splash#"), "1234"}, Q3_CHANNEL_BODY},
    [Q3_EVENT_SWIM] = {{FOOT("splash#"), "1234"}, Q3_CHANNEL_BODY},
    [Q3_EVENT_FALL_SHORT] = {{"sound/player/land1.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_WATER_TOUCH] = {{"sound/player/watr_in.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_WATER_LEAVE] = {{"sound/player/watr_out.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_WATER_UNDER] = {{"sound/player/watr_un.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_CHANGE_WEAPON] = {{"sound/weapons/change.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_USE_NOTHING] = {{"sound/items/use_nothing.wav", NULL}, Q3_CHANNEL_BODY},
    [Q3_EVENT_USE_MEDKIT] = {{"sound/items/use_medkit.wav", NULL}, Q3_CHANNEL_BODY},
    [Q3_EVENT_USE_INVULNERABILITY] = {{"sound/items/invul_activate.wav", NULL}, Q3_CHANNEL_BODY},
    [Q3_EVENT_ITEM_RESPAWN] = {{"sound/items/respawn1.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_ITEM_POP] = {{"sound/items/respawn1.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_TELEPORT_IN] = {{"sound/world/telein.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_TELEPORT_OUT] = {{"sound/world/teleout.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_GRENADE_BOUNCE] = {{"sound/weapons/grenade/hgrenb#a.wav", "12"}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_POWERUP_QUAD] = {{"sound/items/damage3.wav", NULL}, Q3_CHANNEL_ITEM},
    [Q3_EVENT_POWERUP_BATTLE_SUIT] = {{"sound/items/protect3.wav", NULL}, Q3_CHANNEL_ITEM},
    [Q3_EVENT_POWERUP_REGENERATION] = {{"sound/items/regen.wav", NULL}, Q3_CHANNEL_ITEM},
    [Q3_EVENT_POWERUP_ARMOR_REGENERATION] = {{"sound/misc/ar1_pkup.wav", NULL}, Q3_CHANNEL_ITEM},
    [Q3_EVENT_THAW_TICK] = {{"sound/misc/tim_pump.wav", NULL}, Q3_CHANNEL_BODY},
    [Q3_EVENT_PROX_TRIGGER] = {{"sound/weapons/proxmine/wstbactv.wav", NULL}, Q3_CHANNEL_AUTO},
    [Q3_EVENT_OBELISK_PAIN] = {{"sound/items/obelisk_hit_0#.wav", "1123"}, Q3_CHANNEL_BODY},
    [Q3_EVENT_INVULNERABILITY_IMPACT] = {{"sound/items/invul_impact_0#.wav", "1123"},
                                         Q3_CHANNEL_BODY},
    [Q3_EVENT_JUICED] = {{"sound/items/invul_juiced.wav", NULL}, Q3_CHANNEL_BODY},
};

/* Sounds of the player's model, by event kind. */
static const struct {
    const char *what;
    enum q3_channel channel;
} voices[Q3_EVENT_KINDS] = {
    [Q3_EVENT_FALL_MEDIUM] = {"pain100_1.wav", Q3_CHANNEL_VOICE},
    [Q3_EVENT_FALL_FAR] = {"fall1.wav", Q3_CHANNEL_AUTO},
    [Q3_EVENT_JUMP_PAD] = {"jump1.wav", Q3_CHANNEL_VOICE},
    [Q3_EVENT_JUMP] = {"jump1.wav", Q3_CHANNEL_VOICE},
    [Q3_EVENT_WATER_CLEAR] = {"gasp.wav", Q3_CHANNEL_AUTO},
    [Q3_EVENT_DEATH_1] = {"death1.wav", Q3_CHANNEL_VOICE},
    [Q3_EVENT_DEATH_2] = {"death2.wav", Q3_CHANNEL_VOICE},
    [Q3_EVENT_DEATH_3] = {"death3.wav", Q3_CHANNEL_VOICE},
    [Q3_EVENT_DROWN] = {"drown.wav", Q3_CHANNEL_VOICE},
    [Q3_EVENT_TAUNT] = {"taunt.wav", Q3_CHANNEL_VOICE},
};

/* ---- players --------------------------------------------------------------------------------- */

static const struct q3_entity_state *entity_of(const struct q3_sound_emitter *h, int32_t number)
{
    return h->now && number >= 0 && number < Q3_MAX_ENTITIES
               ? q3_frames_entity_of(&h->state->frames, h->now, (uint32_t)number)
               : NULL;
}

/* The player's model selects the footstep sounds. Surface sounds exist in later OpenArena versions
 * and in Quake Live. */
static void emit_footstep(struct q3_sound_emitter *h, const struct event_context *e)
{
    static const char *const grounds[] = {"snow",    "wood", "sand", "gravel",
                                          "foliage", "ice",  "glass"};
    const char digit = (char)('1' + q3_emit_random(h, 0, 4));
    char name[NAME_BYTES] = "footstep#";
    if ((q3_emit_serverinfo(h, "dmflags") & NO_FOOTSTEPS) != 0) {
        return;
    }
    if (e->kind == Q3_EVENT_FOOTSTEP) {
        name[sizeof("footstep") - 1] = digit;
        emit_player(h, e, Q3_CHANNEL_BODY, name);
        return;
    }
    struct q3_sound_choice choice = {FOOT("clank#"), "1234"};
    char ground[NAME_BYTES];
    if (e->kind != Q3_EVENT_FOOTSTEP_METAL) {
        (void)snprintf(ground, sizeof(ground), "sound/player/footsteps/%s#.wav|" FOOT("step#"),
                       grounds[e->kind - Q3_EVENT_FOOTSTEP_SNOW]);
        choice.name = ground;
    }
    emit_sound(h, e, Q3_CHANNEL_BODY, pick_name(h, &choice, name));
}

const char *q3_event_pain(int32_t health)
{
    return health < 25   ? "pain25_1.wav"
           : health < 50 ? "pain50_1.wav"
           : health < 75 ? "pain75_1.wav"
                         : "pain100_1.wav";
}

/* True if a far fall of the same snapshot already emits a cry. */
static bool fell_now(const struct q3_sound_emitter *h, const struct q3_event *pain)
{
    const struct q3_state *c = h->state;
    for (uint32_t back = 1; back <= Q3_EVENTS && back <= c->num_events; back++) {
        const struct q3_event *e = &c->events[(c->num_events - back) % Q3_EVENTS];
        if (e->time != pain->time) {
            return false;
        }
        if (e->event == h->game->fall_far && e->entity == pain->entity && !e->player) {
            return true;
        }
    }
    return false;
}

static struct q3_pain_source pain_source_of(const struct event_context *e)
{
    return (struct q3_pain_source){e->brief ? e->client : e->entity, e->event->origin,
                                   e->event->legs_anim};
}

/* Skips the local player, whose pain comes from health (q3_own_sounds), and pain within 500 ms of
 * the last, which q3_player_anim tracks. */
static void emit_pain(struct q3_sound_emitter *h, const struct event_context *e)
{
    const struct q3_player_anim *anim =
        e->entity >= 0 && !e->brief ? q3_player_anim_of(h->state, (uint32_t)e->entity) : NULL;
    if (e->event->player || (!e->brief && e->entity == h->own) ||
        (anim && (anim->pain[1] != e->event->time || fell_now(h, e->event)))) {
        return;
    }
    const struct q3_pain_source source = pain_source_of(e);
    q3_emit_pain(h, &source, q3_event_pain(e->event->parm));
}

static void emit_gib(struct q3_sound_emitter *h, const struct event_context *e)
{
    if ((e->event->e_flags & KAMIKAZE_FLAG) == 0) {
        emit_sound(h, e, Q3_CHANNEL_BODY, "sound/player/gibsplt1.wav");
    }
}

static void emit_voice(struct q3_sound_emitter *h, const struct event_context *e)
{
    if (e->kind == Q3_EVENT_DEATH_1 || e->kind == Q3_EVENT_DEATH_2 || e->kind == Q3_EVENT_DEATH_3) {
        const struct q3_pain_source source = pain_source_of(e);
        q3_emit_dying(h, &source, voices[e->kind].what);
    } else if (voices[e->kind].what) {
        emit_player(h, e, voices[e->kind].channel, voices[e->kind].what);
    }
}

/* ---- items ----------------------------------------------------------------------------------- */

/* The item's pickup sound (bg_itemlist). */
static const char *item_sound(const struct q3_item *item)
{
    static const char *const powerups[Q3_POWERUPS] = {
        [Q3_POWERUP_QUAD] = "sound/items/quaddamage.wav",
        [Q3_POWERUP_BATTLE_SUIT] = "sound/items/protect.wav",
        [Q3_POWERUP_HASTE] = "sound/items/haste.wav",
        [Q3_POWERUP_INVISIBILITY] = "sound/items/invisibility.wav",
        [Q3_POWERUP_REGENERATION] = "sound/items/regeneration.wav",
        [Q3_POWERUP_FLIGHT] = "sound/items/flight.wav",
        [Q3_POWERUP_SCOUT] = "sound/items/scout.wav",
        [Q3_POWERUP_GUARD] = "sound/items/guard.wav",
        [Q3_POWERUP_DOUBLER] = "sound/items/doubler.wav",
        [Q3_POWERUP_AMMO_REGENERATION] = "sound/items/ammoregen.wav",
    };
    enum { SHARD = 5, SMALL_HEALTH = 5, HEALTH = 25, LARGE_HEALTH = 50 };
    switch ((enum q3_item_kind)item->kind) {
    case Q3_ITEM_WEAPON:
        return "sound/misc/w_pkup.wav";
    case Q3_ITEM_AMMO:
        return "sound/misc/am_pkup.wav";
    case Q3_ITEM_ARMOR:
        return item->tag == SHARD ? "sound/misc/ar1_pkup.wav" : "sound/misc/ar2_pkup.wav";
    case Q3_ITEM_HEALTH:
        return item->tag == SMALL_HEALTH   ? "sound/items/s_health.wav"
               : item->tag == HEALTH       ? "sound/items/n_health.wav"
               : item->tag == LARGE_HEALTH ? "sound/items/l_health.wav"
                                           : "sound/items/m_health.wav";
    case Q3_ITEM_HOLDABLE:
        return "sound/items/holdable.wav";
    case Q3_ITEM_POWERUP:
    case Q3_ITEM_PERSISTENT:
        return item->tag < Q3_POWERUPS ? powerups[item->tag] : NULL;
    case Q3_ITEM_TEAM: /* of team items only the Harvester skulls */
        return strstr(item->model, "/orb/") ? "sound/misc/am_pkup.wav" : NULL;
    }
    return NULL;
}

/* Sound of EV_ITEM_PICKUP. Powerups and team items have a short one; EV_GLOBAL_ITEM_PICKUP
 * announces them to all. */
static const char *pickup_sound(const struct q3_item *item)
{
    switch ((enum q3_item_kind)item->kind) {
    case Q3_ITEM_POWERUP:
    case Q3_ITEM_TEAM:
        return "sound/items/n_health.wav";
    case Q3_ITEM_PERSISTENT:
        return item->tag == Q3_POWERUP_SCOUT     ? "sound/items/cl_scout.wav"
               : item->tag == Q3_POWERUP_GUARD   ? "sound/items/cl_guard.wav"
               : item->tag == Q3_POWERUP_DOUBLER ? "sound/items/cl_doubler.wav"
                                                 : "sound/items/cl_ammoregen.wav";
    default:
        return item_sound(item);
    }
}

static void emit_pickup(struct q3_sound_emitter *h, const struct event_context *e)
{
    const struct q3_item *item = q3_item_of(h->game, h->mod, e->event->parm);
    const char *name = item ? pickup_sound(item) : NULL;
    if (name) {
        emit_sound(h, e, Q3_CHANNEL_AUTO, name);
    }
}

static void emit_global_pickup(struct q3_sound_emitter *h, const struct event_context *e)
{
    const struct q3_item *item = q3_item_of(h->game, h->mod, e->event->parm);
    const char *name = item ? item_sound(item) : NULL;
    if (name) {
        q3_emit_everywhere(h, Q3_CHANNEL_AUTO, name);
    }
}

/* ---- weapons --------------------------------------------------------------------------------- */

static bool has_quad(const struct q3_sound_emitter *h, const struct event_context *e)
{
    const struct q3_entity_state *entity = entity_of(h, e->entity);
    const uint32_t powerups =
        e->event->player
            ? (h->now ? q3_own_powerups(h->game, &h->now->player) : 0)
            : q3_game_powerups(h->game, entity ? (uint32_t)entity->fields[Q3_ES_POWERUPS] : 0);
    return (powerups >> Q3_POWERUP_QUAD & 1) != 0;
}

/* True if the entity was already firing this weapon in the previous snapshot. A temporary event
 * entity has no previous state. */
static bool was_firing(const struct q3_sound_emitter *h, const struct event_context *e)
{
    if (!h->before || (!e->event->player && e->event->e_type > h->game->event_entity)) {
        return false;
    }
    const struct q3_entity_state *old =
        e->entity >= 0 && e->entity < Q3_MAX_ENTITIES
            ? q3_frames_entity_of(&h->state->frames, h->before, (uint32_t)e->entity)
            : NULL;
    const int32_t flags = e->event->player ? h->before->player.fields[Q3_PS_E_FLAGS]
                          : old            ? old->fields[Q3_ES_E_FLAGS]
                                           : 0;
    const int32_t weapon = e->event->player ? h->before->player.fields[Q3_PS_WEAPON]
                           : old            ? old->fields[Q3_ES_WEAPON]
                                            : 0;
    return (flags & Q3_EF_FIRING) != 0 && weapon == e->event->weapon;
}

/* Lightning has a fire sound only at the start of the beam. */
static void emit_fire(struct q3_sound_emitter *h, const struct event_context *e)
{
    const int32_t weapon = e->event->weapon;
    const struct q3_sound_choice choice = q3_weapon_fire(h->mod, weapon);
    char name[NAME_BYTES];
    if (weapon == Q3_WEAPON_NONE || (weapon == Q3_WEAPON_LIGHTNING && was_firing(h, e))) {
        return;
    }
    if (has_quad(h, e)) {
        emit_sound(h, e, Q3_CHANNEL_ITEM, "sound/items/damage3.wav");
    }
    if (choice.name) {
        emit_sound(h, e, Q3_CHANNEL_WEAPON, pick_name(h, &choice, name));
    }
}

static void emit_impact(struct q3_sound_emitter *h, const struct q3_event *e, int32_t weapon,
                        enum q3_surface surface)
{
    const struct q3_sound_choice choice = q3_weapon_impact(h->mod, weapon, surface);
    char name[NAME_BYTES];
    if (weapon > 0 && choice.name) {
        q3_emit_at(h, Q3_WORLD, e->origin, Q3_CHANNEL_AUTO, pick_name(h, &choice, name));
    }
}

/* Muzzle position of the shooter; false = not in the snapshot. */
static bool find_muzzle(const struct q3_sound_emitter *h, int32_t shooter, float muzzle[3])
{
    const float ahead = 14.0f;
    float angles[3], forward[3], right[3], up[3], height = 26.0f;
    const struct q3_entity_state *entity = entity_of(h, shooter);
    if (shooter == h->own) {
        const int32_t *f = h->now->player.fields;
        for (int i = 0; i < 3; i++) {
            static const enum q3_player_field origin[] = {Q3_PS_ORIGIN_0, Q3_PS_ORIGIN_1,
                                                          Q3_PS_ORIGIN_2},
                                              view[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1,
                                                        Q3_PS_VIEWANGLES_2};
            muzzle[i] = q3_float(f[origin[i]]);
            angles[i] = q3_float(f[view[i]]);
        }
        height = (float)f[Q3_PS_VIEWHEIGHT];
    } else if (entity && shooter < Q3_PLAYERS) {
        const struct q3_trajectory place = q3_trajectory_of_origin(entity),
                                   turn = q3_trajectory_of_angles(entity);
        const int32_t legs = entity->fields[Q3_ES_LEGS_ANIM] & ~Q3_ANIM_TOGGLE;
        memcpy(muzzle, place.base, 3 * sizeof(*muzzle));
        memcpy(angles, turn.base, sizeof(angles));
        height = legs == Q3_LEGS_CROUCH || legs == Q3_LEGS_CROUCH_STILL ? 12.0f : height;
    } else {
        return false;
    }
    dmath_angle_vectors(angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        muzzle[i] += ahead * forward[i];
    }
    muzzle[2] += height;
    return true;
}

/* 40 % of bullets have a tracer, which emits a fly-by sound at its middle. */
static void emit_tracer(struct q3_sound_emitter *h, const struct q3_event *e)
{
    enum { CHANCE = 4, OF = 10, STEPS = 1024 };
    const float shortest = 100.0f, first = 50.0f, spare = 60.0f, length = 100.0f;
    float muzzle[3], way[3];
    if (q3_emit_random(h, 1, OF) >= CHANCE || !h->now || !find_muzzle(h, e->other, muzzle)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        way[i] = e->origin[i] - muzzle[i];
    }
    const float all = vec_normalize(way);
    if (!(all >= shortest)) {
        return;
    }
    const float begin = first + (float)q3_emit_random(h, 2, STEPS) / STEPS * (all - spare);
    const float end = begin + length < all ? begin + length : all;
    for (int i = 0; i < 3; i++) {
        muzzle[i] += way[i] * (begin + end) / 2.0f;
    }
    q3_emit_at(h, Q3_WORLD, muzzle, Q3_CHANNEL_AUTO, "sound/weapons/machinegun/buletby1.wav");
}

static void emit_mine(struct q3_sound_emitter *h, const struct event_context *e)
{
    const int32_t surface = e->event->parm;
    emit_sound(h, e, Q3_CHANNEL_AUTO,
               (surface & SURFACE_FLESH) != 0   ? "sound/weapons/proxmine/wstbimpl.wav"
               : (surface & SURFACE_METAL) != 0 ? "sound/weapons/proxmine/wstbimpm.wav"
                                                : "sound/weapons/proxmine/wstbimpd.wav");
}

/* ---- the list of sounds ---------------------------------------------------------------------- */

static void emit_general(struct q3_sound_emitter *h, const struct event_context *e, bool everywhere)
{
    const char *name = q3_emit_sound_name(h, e->event->parm);
    const bool of_player = name && name[0] == '*';
    if (everywhere) {
        if (of_player) {
            q3_emit_player_everywhere(h, e->entity, Q3_CHANNEL_AUTO, name);
        } else {
            q3_emit_everywhere(h, Q3_CHANNEL_AUTO, name);
        }
    } else if (of_player) {
        emit_player(h, e, Q3_CHANNEL_VOICE, name);
    } else {
        emit_sound(h, e, Q3_CHANNEL_VOICE, name);
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

/* For players outside the PVS, CPMA and OSP servers send some events as temporary entities with the
 * client in modelindex2. */
static int32_t find_client(const struct q3_sound_emitter *h, const struct q3_event *event,
                           bool brief)
{
    const struct q3_entity_state *entity = brief ? entity_of(h, event->entity) : NULL;
    const int32_t client =
        entity ? entity->fields[Q3_ES_MODELINDEX2] - OWNER_OF_MODEL : event->entity;
    return client >= 0 && client < Q3_PLAYERS ? client : -1;
}

static void emit_weapons(struct q3_sound_emitter *h, const struct event_context *e)
{
    switch (e->kind) {
    case Q3_EVENT_FIRE_WEAPON:
        emit_fire(h, e);
        break;
    case Q3_EVENT_BULLET_WALL:
    case Q3_EVENT_BULLET_WOOD:
    case Q3_EVENT_BULLET_SAND:
    case Q3_EVENT_BULLET_SNOW:
    case Q3_EVENT_BULLET_GLASS:
        emit_tracer(h, e->event);
        emit_impact(h, e->event, Q3_WEAPON_MACHINEGUN, Q3_SURFACE_WALL);
        break;
    case Q3_EVENT_BULLET_FLESH:
        emit_tracer(h, e->event);
        break;
    case Q3_EVENT_MISSILE_HIT:
        emit_impact(h, e->event, e->event->weapon, Q3_SURFACE_FLESH);
        break;
    case Q3_EVENT_MISSILE_MISS:
        emit_impact(h, e->event, e->event->weapon, Q3_SURFACE_WALL);
        break;
    case Q3_EVENT_MISSILE_MISS_METAL:
        emit_impact(h, e->event, e->event->weapon, Q3_SURFACE_METAL);
        break;
    case Q3_EVENT_RAIL_TRAIL:
        if (e->event->parm != NO_IMPACT) {
            emit_impact(h, e->event, Q3_WEAPON_RAILGUN, Q3_SURFACE_WALL);
        }
        break;
    case Q3_EVENT_PROX_STICK:
        emit_mine(h, e);
        break;
    default:
        break;
    }
}

static void emit_others(struct q3_sound_emitter *h, const struct event_context *e)
{
    switch (e->kind) {
    case Q3_EVENT_JUMP_PAD:
        q3_emit_at(h, e->entity, e->event->origin, Q3_CHANNEL_VOICE, "sound/world/jumppad.wav");
        break;
    case Q3_EVENT_ITEM_PICKUP:
        emit_pickup(h, e);
        break;
    case Q3_EVENT_GLOBAL_ITEM_PICKUP:
        emit_global_pickup(h, e);
        break;
    case Q3_EVENT_PAIN:
        emit_pain(h, e);
        break;
    case Q3_EVENT_GIB:
        emit_gib(h, e);
        break;
    case Q3_EVENT_KAMIKAZE:
        q3_emit_everywhere(h, Q3_CHANNEL_AUTO, "sound/items/kam_explode.wav");
        break;
    case Q3_EVENT_OVERTIME:
        q3_emit_everywhere(h, Q3_CHANNEL_AUTO, "sound/world/klaxon2.wav");
        break;
    case Q3_EVENT_GAME_OVER:
        q3_emit_everywhere(h, Q3_CHANNEL_LOCAL_SOUND, "sound/world/buzzer.wav");
        break;
    case Q3_EVENT_GENERAL_SOUND:
        emit_general(h, e, false);
        break;
    case Q3_EVENT_GLOBAL_SOUND:
        emit_general(h, e, true);
        break;
    case Q3_EVENT_TEAM_SOUND:
        q3_team_sounds(h, e->event->parm);
        break;
    case Q3_EVENT_STOP_LOOP:
        q3_emit_loop(h, e->event->entity, e->event->origin, UINT8_MAX, NULL);
        break;
    default:
        break;
    }
}

void q3_event_sounds(struct q3_sound_emitter *h, const struct q3_event *event, uint32_t number)
{
    const bool is_entity = event->e_type > h->game->event_entity;
    const bool brief = !event->player && is_entity && (event->e_flags & Q3_EF_PLAYER_EVENT) == 0;
    const struct event_context e = {event, q3_event_kind_of(h->game, h->mod, event->event),
                                    event->entity, find_client(h, event, brief), brief};
    char name[NAME_BYTES];
    h->seed = dmath_hash((uint32_t)event->time, number, 0);
    emit_weapons(h, &e);
    emit_others(h, &e);
    if (usual[e.kind].choice.name) {
        emit_sound(h, &e, usual[e.kind].channel, pick_name(h, &usual[e.kind].choice, name));
    }
    emit_voice(h, &e);
    if (e.kind == Q3_EVENT_GIB || e.kind == Q3_EVENT_JUICED) {
        q3_emit_gibs(h, event);
    }
    if (e.kind >= Q3_EVENT_FOOTSTEP && e.kind <= Q3_EVENT_FOOTSTEP_GLASS) {
        emit_footstep(h, &e);
    }
}
