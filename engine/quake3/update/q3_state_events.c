/* Events of entities and of the player, each fired once. */
#include <string.h>

#include "engine/quake3/update/q3_effect_step.h"
#include "engine/quake3/update/q3_player_anim_step.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "engine/quake3/update/q3_trail_step.h"

static float read_field(const struct q3_entity_state *entity, enum q3_entity_field slot)
{
    return q3_float(entity->fields[slot]);
}

static struct q3_event *next_event(struct q3_state *c)
{
    return &c->events[c->num_events++ % Q3_EVENTS];
}

static void place_event(const struct q3_state *c, struct q3_event *to,
                        const struct q3_entity_state *entity)
{
    const struct q3_trajectory place = q3_trajectory_of_origin(entity);
    const struct q3_trajectory turn = q3_trajectory_of_angles(entity);
    q3_trajectory_at(&place, to->time, to->origin);
    q3_trajectory_at(&turn, to->time, to->angles);
    q3_state_place_player(c, entity->number, to->origin);
    to->origin2[0] = read_field(entity, Q3_ES_ORIGIN2_0);
    to->origin2[1] = read_field(entity, Q3_ES_ORIGIN2_1);
    to->origin2[2] = read_field(entity, Q3_ES_ORIGIN2_2);
}

static void fire_entity(struct q3_state *c, const struct q3_game *game,
                        const struct q3_entity_state *entity, int32_t event, int32_t number,
                        int32_t time)
{
    const int32_t *f = entity->fields;
    struct q3_event *to = next_event(c);
    /* All members: compilers clear what is left out by a slow instruction. */
    *to = (struct q3_event){
        .time = time,
        .event = event,
        .parm = f[Q3_ES_EVENT_PARM],
        .entity = number,
        .player = 0,
        .e_type = f[Q3_ES_E_TYPE],
        .e_flags = f[Q3_ES_E_FLAGS],
        .client = f[Q3_ES_CLIENT_NUM],
        .other = f[Q3_ES_OTHER_ENTITY_NUM],
        .other2 = f[Q3_ES_OTHER_ENTITY_NUM2],
        .weapon = f[Q3_ES_WEAPON],
        .legs_anim = f[Q3_ES_LEGS_ANIM],
        .surface = f[Q3_ES_GROUND_ENTITY_NUM],
        .origin = {0, 0, 0},
        .origin2 = {0, 0, 0},
        .angles = {0, 0, 0},
    };
    if (c->scope == Q3_SCOPE_ALL) {
        place_event(c, to, entity);
        q3_effects_note(c, game, to, entity);
    }
}

/* Fires the event of an entity whose state differs from the previous snapshot's. */
static void check_entity(struct q3_state *c, const struct q3_game *game,
                         const struct q3_entity_state *entity, uint32_t number, int32_t time)
{
    const int32_t type = entity->fields[Q3_ES_E_TYPE];
    if (type > game->event_entity) { /* an event entity */
        if (c->last_event[number] == 0) {
            const bool players = entity->fields[Q3_ES_E_FLAGS] & Q3_EF_PLAYER_EVENT;
            c->last_event[number] = 1;
            fire_entity(c, game, entity, type - game->event_entity,
                        players ? entity->fields[Q3_ES_OTHER_ENTITY_NUM] : (int32_t)number, time);
        }
        return;
    }
    const int32_t event = entity->fields[Q3_ES_EVENT];
    if (event == c->last_event[number]) {
        return;
    }
    c->last_event[number] = (uint16_t)event;
    if ((event & ~Q3_EVENT_BITS) != 0) {
        fire_entity(c, game, entity, event & ~Q3_EVENT_BITS, (int32_t)number, time);
    }
}

/* The difference of four numbers or states. */
static uint64_t four_differ(const uint16_t *a, const uint16_t *b)
{
    return q3_four(a) ^ q3_four(b);
}

/* Number of equal entities from now[i] and before[j] on. Most are equal, so four are compared at
 * once; values past the end of a list are ignored. */
static uint32_t same_run(const struct q3_snapshot *before, uint32_t j,
                         const struct q3_snapshot *now, uint32_t i)
{
    const uint32_t left_now = now->count - i, left_before = before->count - j;
    const uint32_t most = left_now < left_before ? left_now : left_before;
    const uint16_t *numbers = now->numbers + i, *old_numbers = before->numbers + j;
    const uint16_t *states = now->states + i, *old_states = before->states + j;
    for (uint32_t run = 0; run < most; run += 4) {
        const uint64_t differ = four_differ(numbers + run, old_numbers + run) |
                                four_differ(states + run, old_states + run);
        if (differ != 0) {
            run += (uint32_t)__builtin_ctzll(differ) / 16;
            return run < most ? run : most;
        }
    }
    return most;
}

/* Handles entity i, which changed. old: its state in the previous snapshot; NULL = not there. */
static void check_changed(struct q3_state *c, const struct q3_game *game,
                          const struct q3_snapshot *before, const struct q3_snapshot *now,
                          uint32_t i, const struct q3_entity_state *old)
{
    const uint32_t number = now->numbers[i];
    const struct q3_entity_state *entity = q3_frames_entity(&c->frames, now, i);
    /* After it reappears or teleports, an entity's last event may happen again, but not at once. */
    const int32_t flags = entity->fields[Q3_ES_E_FLAGS];
    const bool jumps = old && ((old->fields[Q3_ES_E_FLAGS] ^ flags) & Q3_EF_TELEPORT) != 0;
    const int64_t seen = jumps ? before->server_time : c->last_seen[number];
    if (c->scope != Q3_SCOPE_ALL) {
        /* nobody asks for players' animations and missiles' trails */
    } else if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
        q3_player_anim_track(&c->player_anims, number);
    } else if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_MISSILE) {
        q3_trails_track(c, entity);
    }
    if ((!old || jumps) && seen < (int64_t)now->server_time - Q3_EVENT_VALID) {
        c->last_event[number] = 0;
    }
    check_entity(c, game, entity, number, now->server_time);
}

static void fire_entities(struct q3_state *c, const struct q3_game *game,
                          const struct q3_snapshot *before, const struct q3_snapshot *now)
{
    const uint32_t num_before = before ? before->count : 0;
    uint32_t j = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        if (j < num_before) {
            const uint32_t run = same_run(before, j, now, i); /* nothing new can be in these */
            i += run;
            j += run;
            if (i == now->count) {
                break;
            }
        }
        const uint32_t number = now->numbers[i];
        while (j < num_before && before->numbers[j] < number) {
            c->last_seen[before->numbers[j++]] = before->server_time;
        }
        const bool stays = j < num_before && before->numbers[j] == number;
        const uint16_t old_state = stays ? before->states[j++] : 0;
        if (!stays || old_state != now->states[i]) {
            check_changed(c, game, before, now, i, stays ? &c->frames.states[old_state] : NULL);
        }
    }
    for (; j < num_before; j++) {
        c->last_seen[before->numbers[j]] = before->server_time;
    }
}

static void place_own_event(struct q3_event *to, const struct q3_player_state *player)
{
    for (int i = 0; i < 3; i++) {
        static const uint8_t origin[] = {Q3_PS_ORIGIN_0, Q3_PS_ORIGIN_1, Q3_PS_ORIGIN_2};
        static const uint8_t view[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1, Q3_PS_VIEWANGLES_2};
        to->origin[i] = q3_float(player->fields[origin[i]]);
        to->angles[i] = q3_float(player->fields[view[i]]);
    }
}

static void fire_player(struct q3_state *c, const struct q3_game *game,
                        const struct q3_snapshot *now, int32_t event, int32_t parm)
{
    const int32_t *f = now->player.fields;
    struct q3_event *to = next_event(c);
    *to = (struct q3_event){
        .time = now->server_time,
        .event = event,
        .parm = parm,
        .entity = f[Q3_PS_CLIENT_NUM],
        .player = 1,
        .e_type = 1,
        .e_flags = f[Q3_PS_E_FLAGS],
        .client = f[Q3_PS_CLIENT_NUM],
        .other = 0,
        .other2 = 0,
        .weapon = f[Q3_PS_WEAPON],
        .legs_anim = f[Q3_PS_LEGS_ANIM],
        .surface = f[Q3_PS_GROUND_ENTITY_NUM],
        .origin = {0, 0, 0},
        .origin2 = {0, 0, 0},
        .angles = {0, 0, 0},
    };
    if (c->scope == Q3_SCOPE_ALL) {
        place_own_event(to, &now->player);
        q3_effects_note(c, game, to, NULL);
    }
}

/* The player's own events: one by externalEvent, and a queue of two with a running number. */
static void fire_players(struct q3_state *c, const struct q3_game *game,
                         const struct q3_snapshot *before, const struct q3_snapshot *now)
{
    enum { QUEUE = 2 };
    const int32_t *f = now->player.fields, *old = before->player.fields;
    if (f[Q3_PS_CLIENT_NUM] != old[Q3_PS_CLIENT_NUM]) {
        return; /* another player is followed: their earlier events are ignored */
    }
    const int32_t external = f[Q3_PS_EXTERNAL_EVENT];
    if (external != 0 && external != old[Q3_PS_EXTERNAL_EVENT]) {
        fire_player(c, game, now, external & ~Q3_EVENT_BITS, f[Q3_PS_EXTERNAL_EVENT_PARM]);
    }
    const int32_t last = f[Q3_PS_EVENT_SEQUENCE], known = old[Q3_PS_EVENT_SEQUENCE];
    for (int32_t i = last - QUEUE; i < last; i++) {
        const int32_t place = i & (QUEUE - 1);
        const int32_t event = f[Q3_PS_EVENTS_0 + place * (Q3_PS_EVENTS_1 - Q3_PS_EVENTS_0)];
        const int32_t was = old[Q3_PS_EVENTS_0 + place * (Q3_PS_EVENTS_1 - Q3_PS_EVENTS_0)];
        if ((i >= known || (i > known - QUEUE && event != was)) && event != 0) {
            fire_player(c, game, now, event, f[Q3_PS_EVENT_PARMS_0 + place]);
        }
    }
}

void q3_state_fire(struct q3_state *c, const struct q3_game *game)
{
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    const uint32_t first_event = c->num_events;
    fire_entities(c, game, before, now);
    if (before) {
        fire_players(c, game, before, now);
    }
    if (c->scope == Q3_SCOPE_ALL) {
        q3_player_anim_step(c, game, first_event);
    }
}
