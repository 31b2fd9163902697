#include "engine/events/q3_watch.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_trajectory.h"

enum {
    DROP_LATE = 100,    /* ms; an item that was dropped longer ago comes into sight only */
    HEALTH_GONE = -999, /* of who leaves his team */
    MOST_DAMAGE = 255,  /* that the playerState tells */
    NUM_HELD = 15       /* numbers of weapons */
};

#define DROP_NEAR 48.0 /* units between a dropped item and who dropped it */

static bool is_player(int32_t slot)
{
    return slot >= 0 && slot < Q3_PLAYERS;
}

/* --- powerups -----------------------------------------------------------------------------------
 */

/* Flags have events of their own. */
static const struct {
    const char *name; /* as that of the item; NULL = none of these */
    int32_t item;     /* enum demo_item_kind, or -1 */
} powerups[Q3_POWERUPS] = {
    [Q3_POWERUP_QUAD] = {"quad damage", DEMO_ITEM_QUAD},
    [Q3_POWERUP_BATTLE_SUIT] = {"battle suit", DEMO_ITEM_SUIT},
    [Q3_POWERUP_HASTE] = {"speed", DEMO_ITEM_HASTE},
    [Q3_POWERUP_INVISIBILITY] = {"invisibility", DEMO_ITEM_INVISIBILITY},
    [Q3_POWERUP_REGENERATION] = {"regeneration", DEMO_ITEM_REGENERATION},
    [Q3_POWERUP_FLIGHT] = {"flight", DEMO_ITEM_FLIGHT},
    [Q3_POWERUP_SCOUT] = {"scout", -1},
    [Q3_POWERUP_GUARD] = {"guard", -1},
    [Q3_POWERUP_DOUBLER] = {"doubler", -1},
    [Q3_POWERUP_AMMO_REGENERATION] = {"ammo regen", -1},
    [Q3_POWERUP_INVULNERABILITY] = {"invulnerability", -1},
};

static void add_powerup(const struct q3_moment *moment, enum game_event_kind kind, int32_t slot,
                        uint32_t powerup, double value)
{
    struct game_event event = events_make(kind, slot, GAME_NOBODY);
    event.text = powerups[powerup].name;
    event.item = powerups[powerup].item;
    event.value = value;
    event.viewed = slot == moment->viewer;
    event.derived = true;
    events_add(moment->reader, &event);
}

/* stays: he was in sight before, too. */
static void see_powerups(struct q3_watched *player, const struct q3_moment *moment,
                         const struct q3_sight *sight, bool stays)
{
    const uint32_t changed = sight->powerups ^ player->powerups;
    for (uint32_t i = 1; changed != 0 && i < Q3_POWERUPS; i++) {
        if ((changed >> i & 1) == 0 || !powerups[i].name) {
            continue;
        }
        if (sight->powerups >> i & 1) {
            player->since[i] = stays ? sight->time : Q3_UNKNOWN_TIME;
            add_powerup(moment, GAME_EVENT_POWERUP, sight->slot, i, NAN);
        } else {
            const bool known = stays && player->since[i] != Q3_UNKNOWN_TIME;
            add_powerup(moment, GAME_EVENT_POWERUP_END, sight->slot, i,
                        known ? ((double)sight->time - player->since[i]) / 1000.0 : NAN);
        }
    }
    player->powerups = sight->powerups;
}

/* --- ground -------------------------------------------------------------------------------------
 */

static void add_move(const struct q3_moment *moment, enum game_event_kind kind, int32_t slot,
                     double value, bool derived)
{
    struct game_event event = events_make(kind, slot, GAME_NOBODY);
    event.value = value;
    event.viewed = slot == moment->viewer;
    event.derived = derived;
    events_add(moment->reader, &event);
}

static void add_landing(struct q3_watched *player, const struct q3_moment *moment, int32_t slot,
                        bool derived)
{
    const int32_t time = moment->now->server_time;
    if (player->landed == time) {
        return;
    }
    player->landed = time;
    add_move(moment, GAME_EVENT_LAND, slot,
             player->left != Q3_UNKNOWN_TIME ? ((double)time - player->left) / 1000.0 : NAN,
             derived);
    player->left = time;
}

/* stays: he was in sight before, too, and has neither died nor teleported since. */
static void see_ground(struct q3_watched *player, const struct q3_moment *moment,
                       const struct q3_sight *sight, bool stays)
{
    const bool grounded = sight->ground != Q3_ENTITY_NONE;
    if (stays && grounded && !player->grounded) {
        add_landing(player, moment, sight->slot, true);
    }
    if (grounded) {
        player->left = sight->time;
    } else if (!stays) {
        player->left = Q3_UNKNOWN_TIME;
    }
    player->grounded = grounded;
}

/* A landing between two snapshots shows in the next jump alone. */
void q3_watch_event(struct q3_watch *watch, const struct q3_moment *moment,
                    const struct q3_event *event, enum q3_event_kind kind)
{
    const int32_t slot = event->entity, time = moment->now->server_time;
    const bool jumps = kind == Q3_EVENT_JUMP || kind == Q3_EVENT_JUMP_PAD;
    const bool lands =
        kind == Q3_EVENT_FALL_SHORT || kind == Q3_EVENT_FALL_MEDIUM || kind == Q3_EVENT_FALL_FAR;
    if ((!jumps && !lands) || !is_player(slot) || watch->players[slot].time != time) {
        return;
    }
    struct q3_watched *player = &watch->players[slot];
    if (lands) {
        add_landing(player, moment, slot, false);
        return;
    }
    const int32_t before = moment->before ? moment->before->server_time : time;
    if (kind == Q3_EVENT_JUMP && !player->grounded && player->left != Q3_UNKNOWN_TIME &&
        player->left < before) {
        add_landing(player, moment, slot, true);
    }
    add_move(moment, GAME_EVENT_JUMP, slot, NAN, false);
    player->left = time;
}

/* --- damage -------------------------------------------------------------------------------------
 */

/* Sent as 16 bits: restores the sign. */
static int32_t stat_of(const struct q3_moment *moment, const struct q3_snapshot *snapshot,
                       enum q3_stat which)
{
    return (int16_t)(q3_player_stat(moment->game, moment->scanner->mod, &snapshot->player, which) &
                     0xffff);
}

static void add_damage(const struct q3_moment *moment, int32_t value, bool derived)
{
    const int32_t attacker = q3_player_count(moment->game, &moment->now->player, Q3_COUNT_ATTACKER);
    const bool known = is_player(attacker) && moment->scanner->teams[attacker] >= 0;
    struct game_event event =
        events_make(GAME_EVENT_DAMAGE, known ? attacker : GAME_NOBODY, moment->viewer);
    event.value = value;
    event.viewed = known && attacker == moment->viewer;
    event.derived = derived;
    events_add(moment->reader, &event);
}

/* The playerState tells what hurts the recorder; what kills him follows from his health. */
static void see_damage(const struct q3_moment *moment)
{
    const struct q3_snapshot *now = moment->now, *before = moment->before;
    if (!before ||
        before->player.fields[Q3_PS_CLIENT_NUM] != now->player.fields[Q3_PS_CLIENT_NUM]) {
        return;
    }
    const int32_t told = now->player.fields[Q3_PS_DAMAGE_COUNT];
    const int32_t health = stat_of(moment, now, Q3_STAT_HEALTH);
    const int32_t was = stat_of(moment, before, Q3_STAT_HEALTH);
    if (now->player.fields[Q3_PS_DAMAGE_EVENT] != before->player.fields[Q3_PS_DAMAGE_EVENT] &&
        told != 0) {
        add_damage(moment, told, told >= MOST_DAMAGE);
    } else if (was > 0 && health <= 0 && health > HEALTH_GONE) {
        const int32_t armor =
            stat_of(moment, before, Q3_STAT_ARMOR) - stat_of(moment, now, Q3_STAT_ARMOR);
        add_damage(moment, was - health + (armor > 0 ? armor : 0), true);
    }
}

/* --- drops --------------------------------------------------------------------------------------
 */

static double distance_of(const float a[3], const float b[3])
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const double way = (double)a[i] - (double)b[i];
        sum += way * way;
    }
    return sqrt(sum);
}

/* Who is, or was a snapshot ago, where the item was dropped. */
static int32_t find_dropper(const struct q3_watch *watch, const struct q3_moment *moment,
                            const float place[3])
{
    const int32_t time = moment->before ? moment->before->server_time : moment->now->server_time;
    double least = DROP_NEAR;
    int32_t found = GAME_NOBODY;
    for (int32_t i = 0; i < Q3_PLAYERS; i++) {
        const struct q3_body *body = &watch->bodies.players[i];
        if (body->seen && body->time >= time && distance_of(body->origin, place) < least) {
            least = distance_of(body->origin, place);
            found = i;
        }
    }
    return found;
}

/* What was dropped has another model index than 0 as the second. Flags have events of their own. */
static void see_item(const struct q3_watch *watch, const struct q3_moment *moment,
                     const struct q3_entity_state *entity)
{
    const struct q3_item *item =
        q3_item_of(moment->game, moment->scanner->mod, entity->fields[Q3_ES_MODELINDEX]);
    const struct q3_trajectory way = q3_trajectory_of_origin(entity);
    if (!item || entity->fields[Q3_ES_MODELINDEX2] == 0 || item->kind == Q3_ITEM_TEAM ||
        (int64_t)moment->now->server_time - way.time > DROP_LATE) {
        return;
    }
    const enum demo_item_kind kind = q3_item_kind_of(item);
    const int32_t slot = find_dropper(watch, moment, way.base);
    struct game_event event = events_make(GAME_EVENT_DROP, slot, GAME_NOBODY);
    char name[Q3_ITEM_NAME];
    if (slot < 0) {
        return;
    }
    event.text = q3_item_lower_name(item, name);
    event.item = kind == DEMO_ITEM_KINDS ? -1 : (int32_t)kind;
    event.viewed = slot == moment->viewer;
    event.derived = true;
    events_add(moment->reader, &event);
}

/* --- players ------------------------------------------------------------------------------------
 */

static enum game_weapon weapon_of(int32_t number)
{
    static const enum game_weapon weapons[NUM_HELD] = {
        GAME_WEAPON_NONE,           GAME_WEAPON_GAUNTLET,
        GAME_WEAPON_MACHINEGUN,     GAME_WEAPON_SHOTGUN,
        GAME_WEAPON_GRENADE,        GAME_WEAPON_ROCKET,
        GAME_WEAPON_LIGHTNING,      GAME_WEAPON_RAILGUN,
        GAME_WEAPON_PLASMA,         GAME_WEAPON_BFG,
        GAME_WEAPON_GRAPPLE,        GAME_WEAPON_NAILGUN,
        GAME_WEAPON_PROXIMITY_MINE, GAME_WEAPON_CHAINGUN,
        GAME_WEAPON_MACHINEGUN};
    return number >= 0 && number < NUM_HELD ? weapons[number] : GAME_WEAPON_NONE;
}

/* What both ways of seeing a player have in common. body: has what is told elsewhere. */
static void see_player(struct q3_watch *watch, const struct q3_moment *moment,
                       const struct q3_sight *sight, struct game_body *body)
{
    struct q3_watched *player = &watch->players[sight->slot];
    const bool in_sight = moment->before && player->time == moment->before->server_time;
    const bool goes_on =
        in_sight && body->alive && !player->dead && player->teleport == sight->teleport;
    q3_bodies_see_player(&watch->bodies, sight);
    if (moment->scanner->teams[sight->slot] == Q3_TEAM_SPECTATOR) {
        return;
    }
    body->slot = sight->slot;
    body->viewed = sight->slot == moment->viewer;
    body->name = body->team = "";
    memcpy(body->origin, sight->origin, sizeof body->origin);
    memcpy(body->velocity, sight->velocity, sizeof body->velocity);
    body->frags = player->frags;
    body->has_ping = player->has_ping;
    body->ping = player->ping;
    body->accuracy = player->accuracy;
    events_see(moment->reader, body);
    see_powerups(player, moment, sight, in_sight);
    see_ground(player, moment, sight, goes_on);
    player->time = sight->time;
    player->dead = !body->alive;
    player->teleport = sight->teleport;
}

/* CPMA lets dead players follow others, with their own score beside all else of those. */
static bool is_score_of_recorder(const struct q3_moment *moment, int32_t slot)
{
    const int32_t recorder = moment->state->gamestate.client;
    return moment->scanner->mod == Q3_MOD_CPMA && slot != recorder && is_player(recorder) &&
           moment->scanner->teams[recorder] != Q3_TEAM_SPECTATOR;
}

/* The recorder, or whom he follows. In an intermission nobody plays. */
static void see_own(struct q3_watch *watch, const struct q3_moment *moment)
{
    static const uint8_t places[3][3] = {{Q3_PS_ORIGIN_0, Q3_PS_VELOCITY_0, Q3_PS_VIEWANGLES_0},
                                         {Q3_PS_ORIGIN_1, Q3_PS_VELOCITY_1, Q3_PS_VIEWANGLES_1},
                                         {Q3_PS_ORIGIN_2, Q3_PS_VELOCITY_2, Q3_PS_VIEWANGLES_2}};
    const struct q3_player_state *own = &moment->now->player;
    const int32_t *f = own->fields, type = f[Q3_PS_PM_TYPE];
    struct q3_sight sight = {.slot = f[Q3_PS_CLIENT_NUM],
                             .time = moment->now->server_time,
                             .ground = f[Q3_PS_GROUND_ENTITY_NUM],
                             .teleport = f[Q3_PS_E_FLAGS] & Q3_EF_TELEPORT,
                             .changed = true};
    uint32_t bits = 0;
    if (!is_player(sight.slot)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        sight.origin[i] = q3_float(f[places[i][0]]);
        sight.velocity[i] = type == Q3_PM_NORMAL ? q3_float(f[places[i][1]]) : 0.0f;
        sight.angles[i] = q3_float(f[places[i][2]]);
    }
    for (uint32_t i = 0; i < Q3_ARRAY; i++) {
        bits |= own->powerups[i] != 0 ? 1u << i : 0;
    }
    sight.powerups = q3_game_powerups(moment->game, bits);
    if (type >= Q3_PM_INTERMISSION) {
        q3_bodies_see_player(&watch->bodies, &sight);
        return;
    }
    const int32_t health = stat_of(moment, moment->now, Q3_STAT_HEALTH);
    struct game_body body = {.alive = type != Q3_PM_DEAD && health > 0 &&
                                      (f[Q3_PS_E_FLAGS] & Q3_EF_DEAD) == 0,
                             .has_health = true,
                             .health = health,
                             .armor = stat_of(moment, moment->now, Q3_STAT_ARMOR),
                             .weapon = weapon_of(f[Q3_PS_WEAPON]),
                             .status = q3_status_bits(moment->game, bits)};
    if (!is_score_of_recorder(moment, sight.slot)) {
        watch->players[sight.slot].frags = q3_player_count(moment->game, own, Q3_COUNT_SCORE);
    }
    see_player(watch, moment, &sight, &body);
    if (moment->scanner->teams[sight.slot] != Q3_TEAM_SPECTATOR) {
        see_damage(moment);
    }
}

/* changed: it is not as in the last snapshot. */
static void see_entity(struct q3_watch *watch, const struct q3_moment *moment,
                       const struct q3_entity_state *entity, bool changed)
{
    const int32_t *f = entity->fields;
    if (f[Q3_ES_E_TYPE] != Q3_ET_PLAYER || !is_player(f[Q3_ES_CLIENT_NUM])) {
        return;
    }
    const struct q3_trajectory way = q3_trajectory_of_origin(entity);
    const struct q3_trajectory turn = q3_trajectory_of_angles(entity);
    const uint32_t bits = (uint32_t)f[Q3_ES_POWERUPS];
    struct q3_sight sight = {.slot = f[Q3_ES_CLIENT_NUM],
                             .time = moment->now->server_time,
                             .ground = f[Q3_ES_GROUND_ENTITY_NUM],
                             .teleport = f[Q3_ES_E_FLAGS] & Q3_EF_TELEPORT,
                             .changed = changed,
                             .powerups = q3_game_powerups(moment->game, bits)};
    q3_trajectory_at(&way, sight.time, sight.origin); /* as drawn, where servers smooth */
    q3_state_place_player(moment->state, entity->number, sight.origin);
    memcpy(sight.velocity, way.delta, sizeof(sight.velocity));
    memcpy(sight.angles, turn.base, sizeof(sight.angles));
    struct game_body body = {.alive = (f[Q3_ES_E_FLAGS] & Q3_EF_DEAD) == 0,
                             .weapon = weapon_of(f[Q3_ES_WEAPON]),
                             .status = q3_status_bits(moment->game, bits)};
    see_player(watch, moment, &sight, &body);
}

/* Entities from Q3_PLAYERS on: of these only what is new matters. There, too, are corpses. */
static void see_other(struct q3_watch *watch, const struct q3_moment *moment,
                      const struct q3_entity_state *entity, bool is_new)
{
    const int32_t type = entity->fields[Q3_ES_E_TYPE];
    if (type == Q3_ET_MISSILE) {
        q3_bodies_see_missile(&watch->bodies, entity);
    } else if (type == Q3_ET_ITEM && is_new) {
        see_item(watch, moment, entity);
    }
}

void q3_watch_snapshot(struct q3_watch *watch, const struct q3_moment *moment)
{
    const struct q3_snapshot *now = moment->now, *before = moment->before;
    const uint32_t num_before = before ? before->count : 0;
    uint32_t j = 0;
    see_own(watch, moment);
    for (uint32_t i = 0; i < now->count; i++) {
        while (j < num_before && before->numbers[j] < now->numbers[i]) {
            j++;
        }
        const bool is_new = j >= num_before || before->numbers[j] != now->numbers[i];
        const bool changed = is_new || before->states[j] != now->states[i];
        if (now->numbers[i] < Q3_PLAYERS) {
            see_entity(watch, moment, q3_frames_entity(&moment->state->frames, now, i), changed);
        } else if (changed) {
            see_other(watch, moment, q3_frames_entity(&moment->state->frames, now, i), is_new);
        }
    }
}

void q3_watch_scores(struct q3_watch *watch, const struct q3_words *words)
{
    if (!q3_board_command(&watch->board, words)) {
        return;
    }
    for (uint32_t i = 0; i < watch->board.num_rows; i++) {
        const struct q3_board_row *row = &watch->board.rows[i];
        if (is_player(row->client)) {
            struct q3_watched *player = &watch->players[row->client];
            player->frags = row->score;
            player->ping = row->ping;
            player->accuracy = row->accuracy;
            player->has_ping = row->ping >= 0;
        }
    }
}

void q3_watch_forget(struct q3_watch *watch, uint32_t slot)
{
    watch->players[slot] = (struct q3_watched){.left = Q3_UNKNOWN_TIME};
    watch->bodies.players[slot] = (struct q3_body){0};
}
