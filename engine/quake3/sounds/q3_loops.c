#include "engine/quake3/sounds/q3_loops.h"

#include <string.h>

#include "engine/quake3/q3_items.h"
#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "engine/quake3/sounds/q3_sound_stat_index.h"
#include "engine/quake3/sounds/q3_weapon_sounds.h"
#include "formats/base/dmath.h"

enum {
    FULL = 255,
    SPEAKER_VOLUME = 181 /* 90 / 127 of full volume */
};

/* ---- collecting --------------------------------------------------------------------------- */

static void set_weapon_loop(struct q3_loop *loop, enum q3_mod mod, int32_t weapon, int32_t flags,
                            uint32_t powerups)
{
    const char *firing = (flags & Q3_EF_FIRING) != 0 ? q3_weapon_fire_loop(mod, weapon) : NULL;
    const char *ready = q3_weapon_ready_loop(mod, weapon);
    if ((powerups >> Q3_POWERUP_FLIGHT & 1) != 0) {
        loop->name = "sound/items/flight.wav";
    }
    if (firing || ready) {
        loop->name = firing ? firing : ready;
    }
    loop->chaingun = weapon == Q3_WEAPON_CHAINGUN && (flags & Q3_EF_FIRING) != 0;
}

static struct q3_loop loop_of(const struct q3_entity_state *entity, const struct q3_game *game,
                              enum q3_mod mod)
{
    const int32_t *f = entity->fields;
    struct q3_loop loop = {.sound = (uint16_t)f[Q3_ES_LOOP_SOUND],
                           .is_there = true,
                           .e_type = (uint8_t)f[Q3_ES_E_TYPE]};
    switch (f[Q3_ES_E_TYPE]) {
    case Q3_ET_PLAYER:
        set_weapon_loop(&loop, mod, f[Q3_ES_WEAPON], f[Q3_ES_E_FLAGS],
                        q3_game_powerups(game, (uint32_t)f[Q3_ES_POWERUPS]));
        break;
    case Q3_ET_ITEM: {
        const struct q3_item *item = q3_item_of(game, mod, f[Q3_ES_MODELINDEX]);
        const bool mod_hums = mod == Q3_MOD_TEAM_ARENA || mod == Q3_MOD_OPENARENA;
        const bool hums = mod_hums && !game->live && item && item->kind == Q3_ITEM_WEAPON &&
                          (f[Q3_ES_E_FLAGS] & Q3_EF_NO_DRAW) == 0;
        loop.name = hums ? "sound/weapons/weapon_hover.wav" : NULL;
        break;
    }
    case Q3_ET_MISSILE:
    case Q3_ET_GRAPPLE:
        loop.name = f[Q3_ES_WEAPON] < Q3_WEAPONS ? q3_missile_loop(mod, f[Q3_ES_WEAPON]) : NULL;
        break;
    case Q3_ET_SPEAKER:
        loop.speaker = true;
        break;
    default:
        break;
    }
    return loop;
}

void q3_loops_collect(const struct q3_state *c, const struct q3_game *game, enum q3_mod mod,
                      struct q3_loops *loops)
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    memset(loops, 0, sizeof(*loops));
    if (!now) {
        return;
    }
    for (uint32_t i = 0; i < now->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&c->frames, now, i);
        if (entity->fields[Q3_ES_E_TYPE] <= game->event_entity) {
            loops->of[now->numbers[i]] = loop_of(entity, game, mod);
        }
    }
    const struct q3_player_state *player = &now->player;
    const int32_t own =
        player->fields[Q3_PS_CLIENT_NUM]; /* the local player is not in the entity list */
    if (own >= 0 && own < Q3_PLAYERS) {
        struct q3_loop *loop = &loops->of[own];
        *loop = (struct q3_loop){.sound = (uint16_t)player->fields[Q3_PS_LOOP_SOUND],
                                 .is_there = true,
                                 .e_type = Q3_ET_PLAYER};
        if (q3_player_has_body(player)) {
            set_weapon_loop(loop, mod, player->fields[Q3_PS_WEAPON], player->fields[Q3_PS_E_FLAGS],
                            q3_own_powerups(game, player));
        }
    }
}

/* ---- emitting ---------------------------------------------------------------------------- */

static void find_origin(const struct q3_state *c, uint32_t number, float origin[3])
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    const struct q3_entity_state *entity =
        now ? q3_frames_entity_of(&c->frames, now, number) : NULL;
    memset(origin, 0, 3 * sizeof(*origin));
    if (entity) {
        const struct q3_trajectory place = q3_trajectory_of_origin(entity);
        q3_trajectory_at(&place, now->server_time, origin);
        q3_state_place_player(c, entity->number, origin);
    } else if (now) {
        origin[0] = q3_float(now->player.fields[Q3_PS_ORIGIN_0]);
        origin[1] = q3_float(now->player.fields[Q3_PS_ORIGIN_1]);
        origin[2] = q3_float(now->player.fields[Q3_PS_ORIGIN_2]);
    }
}

static bool is_same(const struct q3_loop *a, const struct q3_loop *b)
{
    if (a->name || b->name) {
        return a->name && b->name && strcmp(a->name, b->name) == 0;
    }
    return a->sound == b->sound;
}

static void emit_loop_change(struct q3_sound_emitter *h, uint32_t number,
                             const struct q3_loop *loop)
{
    const char *name = loop->name ? loop->name : q3_emit_sound_name(h, loop->sound);
    float origin[3] = {0.0f, 0.0f, 0.0f};
    if (name) {
        find_origin(h->state, number, origin);
    }
    h->seed = dmath_hash(number, loop->sound, 1);
    q3_emit_loop(h, (int32_t)number, origin, loop->speaker ? SPEAKER_VOLUME : FULL, name);
}

/* A chaingun that stops firing winds down. */
static void emit_winding(struct q3_sound_emitter *h, uint32_t number, const struct q3_loop *old,
                         const struct q3_loop *new)
{
    float origin[3];
    if (old->chaingun && !new->chaingun &&new->is_there) {
        find_origin(h->state, number, origin);
        h->seed = dmath_hash(number, (uint32_t)h->state->updates, 3);
        q3_emit_from(h, (int32_t)number, origin, Q3_CHANNEL_WEAPON,
                     "sound/weapons/vulcan/wvulwind.wav");
    }
}

void q3_loops_emit(struct q3_sound_emitter *h, const struct q3_loops *before, bool restarted)
{
    static const struct q3_loop silence = {.name = NULL};
    struct q3_loops loops;
    q3_loops_collect(h->state, h->game, h->mod, &loops);
    for (uint32_t i = 0; h->status == 0 && i < Q3_MAX_ENTITIES; i++) {
        const struct q3_loop *old = restarted ? &silence : &before->of[i], *new = &loops.of[i];
        if (!q3_emit_is_turn(h, new->is_there ? new->e_type : Q3_ET_INVISIBLE)) {
            continue;
        }
        if (!is_same(old, new) && (new->is_there || !old->speaker)) {
            emit_loop_change(h, i, new);
        }
        emit_winding(h, i, old, new);
    }
}
