#include "engine/quakeworld/qw_hash.h"

#include <inttypes.h>

#include "engine/quake/field_hash.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_state.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static uint64_t add_player_state(uint64_t hash, const struct qw_state *s, uint32_t slot)
{
    const struct qw_player_state *p = &s->players[slot].states[0];
    const uint32_t numbers[] = {slot,    p->flags,         p->model,         p->frame,
                                p->skin, p->effects,       p->weapon_frame,  p->trans,
                                p->msec, p->colour_mod[0], p->colour_mod[1], p->colour_mod[2]};
    hash = field_hash_numbers(hash, numbers, COUNT(numbers));
    hash = field_hash_floats(hash, p->origin, 3);
    if (!s->is_mvd) { /* there it comes from the updates before */
        hash = field_hash_floats(hash, p->velocity, 3);
    }
    if (s->is_mvd || (p->flags & QW_PF_COMMAND) || slot == s->recorder) {
        const uint32_t command[] = {(uint16_t)p->move[0], (uint16_t)p->move[1],
                                    (uint16_t)p->move[2], p->buttons, p->view_weapon};
        hash = field_hash_numbers(hash, command, COUNT(command));
        hash = field_hash_floats(hash, p->angles, 3);
    }
    return hash;
}

/* Those that the recorder's movement is predicted with. */
static uint64_t add_commands(uint64_t hash, const struct qw_state *s)
{
    const int32_t sent_since = (int32_t)(s->outgoing - s->acknowledged[0] - 1);
    const uint32_t count = sent_since < 0             ? 0
                           : sent_since < QW_COMMANDS ? (uint32_t)sent_since
                                                      : QW_COMMANDS - 1;
    for (uint32_t sequence = s->outgoing - count; sequence != s->outgoing; sequence++) {
        const struct qw_sent_command *c = &s->commands[sequence % QW_COMMANDS];
        if (c->sequence != sequence || !(c->time > QW_NEVER)) {
            continue;
        }
        const uint32_t numbers[] = {
            s->outgoing - sequence, c->msec, c->buttons, (uint16_t)c->move[0], (uint16_t)c->move[1],
            (uint16_t)c->move[2]};
        hash = field_hash_numbers(hash, numbers, COUNT(numbers));
        hash = field_hash_floats(field_hash_floats(hash, c->view_angles, 3), c->angles, 3);
    }
    return hash;
}

uint64_t qw_hash_players(const struct qw_state *s)
{
    uint64_t hash = FIELD_HASH_START;
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        if (s->players[i].visible) {
            hash = add_player_state(hash, s, i);
        }
        for (int k = 0; k < QW_STATS; k++) {
            hash = field_hash_u32(hash, (uint32_t)s->players[i].view.stats[k]);
        }
    }
    return add_commands(hash, s);
}

static uint64_t add_entity(uint64_t hash, const struct qw_frame_entity *e)
{
    const uint32_t numbers[] = {e->number,
                                e->model,
                                e->frame,
                                e->colormap,
                                e->skin,
                                e->effects,
                                e->trans,
                                e->colour_mod[0],
                                e->colour_mod[1],
                                e->colour_mod[2],
                                (uint16_t)e->angles[0],
                                (uint16_t)e->angles[1],
                                (uint16_t)e->angles[2]};
    return field_hash_floats(field_hash_numbers(hash, numbers, COUNT(numbers)), e->origin, 3);
}

uint64_t qw_hash_entities(const struct qw_state *s)
{
    uint64_t hash = FIELD_HASH_START;
    for (uint32_t i = 0; i < s->arrays[QW_ENTITIES].count; i++) {
        hash = add_entity(hash, &qw_shown_entities(s)[i].now);
    }
    for (uint32_t i = 0; i < s->arrays[QW_NAILS_SHOWN].count; i++) {
        const struct qw_shown_nail *nail = &qw_shown_nails(s)[i];
        hash = field_hash_floats(field_hash_u32(hash, nail->number), nail->origin, 3);
        hash = field_hash_floats(field_hash_floats(hash, &nail->pitch, 1), &nail->yaw, 1);
    }
    return hash;
}

static uint64_t add_names(uint64_t hash, const struct qw_state *s, const struct qw_demo *demo)
{
    for (uint32_t i = 0; i < s->arrays[QW_MODELS].count; i++) {
        const uint32_t at = qw_models(s)[i].offset;
        hash = at > 0 ? field_hash_text(hash, (const char *)demo->data + at) : hash;
    }
    for (uint32_t i = 0; i < s->arrays[QW_SOUNDS].count; i++) {
        const uint32_t at = qw_sound_names(s)[i];
        hash = at > 0 ? field_hash_text(hash, (const char *)demo->data + at) : hash;
    }
    return hash;
}

/* Baselines by number, whatever order they came in. */
static uint64_t add_placed(uint64_t hash, const struct qw_state *s)
{
    for (uint32_t i = 0; i < s->arrays[QW_BASELINE_PLACES].count; i++) {
        const uint32_t place = qw_baseline_places(s)[i];
        hash = place > 0 ? add_entity(hash, &qw_baselines(s)[place - 1]) : hash;
    }
    for (uint32_t i = 0; i < s->arrays[QW_STATICS].count; i++) {
        hash = add_entity(hash, &qw_statics(s)[i]);
    }
    for (uint32_t i = 0; i < s->arrays[QW_STATIC_SOUNDS].count; i++) {
        const struct qw_static_sound *sound = &qw_static_sounds(s)[i];
        const uint32_t numbers[] = {sound->sound, sound->volume, sound->attenuation};
        hash = field_hash_numbers(hash, numbers, COUNT(numbers));
        hash = field_hash_floats(hash, sound->origin, 3);
    }
    return hash;
}

static uint64_t add_scores(uint64_t hash, const struct qw_state *s)
{
    for (int i = 0; i < QW_PLAYERS; i++) {
        const struct qw_player *p = &s->players[i];
        const uint32_t numbers[] = {(uint32_t)p->user, (uint32_t)p->frags, (uint32_t)p->ping,
                                    (uint32_t)p->loss, p->top_color,       p->bottom_color,
                                    p->spectator};
        hash = field_hash_numbers(hash, numbers, COUNT(numbers));
        hash = field_hash_text(field_hash_text(hash, p->name), p->team);
        hash = field_hash_text(hash, p->skin);
    }
    return hash;
}

static uint64_t add_settings(uint64_t hash, const struct qw_state *s)
{
    const struct qw_movevars *v = &s->movevars;
    const float movement[] = {
        v->gravity,        v->stop_speed,     qw_max_speed(s),     v->spectator_max_speed,
        v->accelerate,     v->air_accelerate, v->water_accelerate, v->friction,
        v->water_friction, qw_ent_gravity(s)};
    const uint32_t numbers[] = {(uint32_t)s->protocol_version,
                                s->ftex,
                                s->fte2,
                                s->mvd1,
                                s->recorder,
                                s->recorder_spectates,
                                s->paused,
                                s->intermission,
                                s->cd_track,
                                s->deathmatch,
                                s->teamplay,
                                (uint32_t)s->time_limit,
                                s->match_status};
    hash = field_hash_floats(field_hash_numbers(hash, numbers, COUNT(numbers)), movement,
                             COUNT(movement));
    hash = field_hash_floats(hash, s->intermission_origin, 3);
    hash = field_hash_floats(hash, s->intermission_angles, 3);
    hash = field_hash_text(field_hash_text(hash, s->level_name), s->game_dir);
    return field_hash_text(hash, s->sky_name);
}

static uint64_t add_orders(uint64_t hash, const struct qw_state *s)
{
    for (int i = 0; i < QW_PLAYERS; i++) {
        char text[QUAKE_ORDERS_TEXT];
        quake_orders_write(&s->orders[i], text);
        hash = field_hash_text(hash, text);
    }
    return hash;
}

uint64_t qw_hash_level(const struct qw_state *s, const struct qw_demo *demo)
{
    uint64_t hash = add_placed(add_names(FIELD_HASH_START, s, demo), s);
    for (int i = 0; i < QW_LIGHTSTYLES; i++) {
        hash = field_hash_u32(hash, s->lightstyle_lengths[i]);
        for (int k = 0; k < s->lightstyle_lengths[i]; k++) {
            hash = field_hash_byte(hash, (uint8_t)s->lightstyles[i][k]);
        }
    }
    return add_orders(add_settings(add_scores(hash, s), s), s);
}

static void print_hashes(FILE *out, const struct qw_state *s, const struct qw_demo *demo)
{
    fprintf(out, "%lu %.9g %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", (unsigned long)s->block,
            qw_server_time(s, s->clock.now), qw_hash_players(s), qw_hash_entities(s),
            qw_hash_level(s, demo));
}

int qw_dump_hashes(FILE *out, const void *opened, struct format_error *err)
{
    const struct qw_demo *demo = opened;
    struct qw_state *state = qw_state_create(demo);
    size_t pos = 0;
    uint32_t updates = 0;
    int code = state ? 0 : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    for (uint32_t number = 0; code == 0 && pos < demo->size && !ferror(out); number++) {
        code = qw_state_apply(&state, demo, &pos, number, err);
        if (code == 0) {
            if (state->update_complete) {
                fprintf(out, "%lu ", (unsigned long)updates++);
                print_hashes(out, state, demo);
            }
            if (state->disconnected) {
                break;
            }
        }
    }
    qw_state_destroy(state);
    return code < 0 ? code : 0;
}
