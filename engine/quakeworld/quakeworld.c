#include "engine/quakeworld/quakeworld.h"

#include <stdlib.h>
#include <string.h>

#include "engine/quakeworld/qw_apply.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_game_dir.h"
#include "engine/quakeworld/screens/qw_match.h"
#include "formats/quakeworld/mvd_hidden.h"

int qw_state_reserve(struct qw_state **state, enum qw_array array, uint32_t count)
{
    struct state_block *block = &(*state)->block_head;
    int status = state_block_reserve(&block, &qw_layout, array, count);
    *state = (struct qw_state *)block;
    return status;
}

int qw_state_extend(struct qw_state **state, enum qw_array array, uint32_t count)
{
    struct state_block *block = &(*state)->block_head;
    int status = state_block_extend(&block, &qw_layout, array, count);
    *state = (struct qw_state *)block;
    return status;
}

static void reset_player(struct qw_player *player)
{
    for (int i = 0; i < 2; i++) {
        player->states[i].time = QW_NEVER;
        player->view.damages[i].time = QW_NEVER;
    }
    player->view.punch_time = QW_NEVER;
    player->view.face_time = QW_NEVER;
}

static void reset_level(struct qw_state *s)
{
    const size_t kept = offsetof(struct qw_state, frags);
    memset((uint8_t *)s + kept, 0, sizeof *s - kept);
    const uint32_t stuffed = s->arrays[QW_STUFFED].count;
    state_block_empty(&s->block_head, &qw_layout);
    s->arrays[QW_STUFFED].count = stuffed;
    for (int i = 0; i < QW_PLAYERS; i++) {
        reset_player(&s->players[i]);
    }
    for (int i = 0; i < QW_COMMANDS; i++) {
        s->commands[i].time = QW_NEVER;
    }
    for (int i = 0; i < QW_PLAYERS; i++) {
        s->mates[i].time = QW_NEVER;
        s->told[i].time = QW_NEVER;
    }
    for (int i = 0; i < QW_CENTERS; i++) {
        s->centers[i].time = QW_NEVER;
    }
    s->recorder = QW_NOBODY;
    s->events_pruned = QW_NEVER;
    s->times[0] = s->times[1] = s->clock.now;
}

struct qw_state *qw_state_create(const struct qw_demo *demo)
{
    struct qw_state *s = (struct qw_state *)state_block_create(&qw_layout);
    if (s != NULL) {
        s->protocol_version = QW_PROTOCOL_LAST;
        s->is_mvd = demo->container == QW_CONTAINER_MVD;
        s->outgoing = 1; /* Netchan_Setup */
        s->stuffed_time = QW_NEVER;
        for (int i = 0; i < QW_PLAYERS; i++) {
            quake_orders_reset(&s->orders[i]);
        }
        reset_level(s);
    }
    return s;
}

void qw_state_destroy(struct qw_state *state)
{
    free(state);
}

int qw_state_copy(struct qw_state **to, const struct qw_state *from)
{
    struct state_block *block = (struct state_block *)*to;
    int status = state_block_copy(&block, &from->block_head, &qw_layout);
    *to = (struct qw_state *)block;
    return status;
}

size_t qw_state_size(const struct qw_state *state)
{
    return state_block_size(&state->block_head, &qw_layout);
}

uint64_t qw_state_hash(const struct qw_state *state)
{
    return state_block_hash(&state->block_head, &qw_layout);
}

double qw_server_time(const struct qw_state *state, double time)
{
    const struct qw_clock *clock = &state->clock;
    const double limit = 1e9;
    if (state->is_mvd) {
        return qw_clock_server_time(state->demo_time, clock->now - state->demo_clock) +
               (time - clock->now);
    }
    return fabs(clock->last) < limit ? clock->last + (time - clock->now) : time;
}

uint32_t qw_time_seed(const struct qw_state *state)
{
    const float time = (float)qw_server_time(state, state->clock.now);
    uint32_t bits;
    memcpy(&bits, &time, sizeof bits);
    return bits;
}

int qw_reject_number(const struct qw_apply *apply, const char *what, uint32_t number)
{
    return format_fail(apply->err, FORMAT_BAD, apply->offset, "%s %u does not exist", what,
                       (unsigned)number);
}

static float clean_speed(float value, float otherwise)
{
    return fabsf(value) <= 1e6f ? value : otherwise;
}

static void copy_movevars(struct qw_movevars *to, const struct qw_movevars *from)
{
    to->gravity = clean_speed(from->gravity, 800.0f);
    to->stop_speed = clean_speed(from->stop_speed, 100.0f);
    to->max_speed = clean_speed(from->max_speed, 320.0f);
    to->spectator_max_speed = clean_speed(from->spectator_max_speed, 500.0f);
    to->accelerate = clean_speed(from->accelerate, 10.0f);
    to->air_accelerate = clean_speed(from->air_accelerate, 0.7f);
    to->water_accelerate = clean_speed(from->water_accelerate, 10.0f);
    to->friction = clean_speed(from->friction, 6.0f);
    to->water_friction = clean_speed(from->water_friction, 1.0f);
    to->ent_gravity = clean_speed(from->ent_gravity, 1.0f);
}

static int apply_serverdata(struct qw_apply *apply, const struct qw_serverdata *data)
{
    struct qw_state *s = *apply->state;
    const uint32_t recorder = data->player & 0x7f;
    if (!s->is_mvd && recorder >= QW_PLAYERS) {
        return qw_reject_number(apply, "player", recorder);
    }
    reset_level(s);
    s->level_count++;
    s->protocol_version = data->protocol;
    s->ftex = data->ftex;
    s->fte2 = data->fte2;
    s->mvd1 = data->mvd1;
    s->server_count = (uint32_t)data->server_count;
    s->demo_time = (double)data->demo_time;
    s->demo_clock = s->clock.now;
    s->recorder = s->is_mvd ? QW_NOBODY : recorder;
    s->recorder_spectates = !s->is_mvd && (data->player & 0x80);
    copy_movevars(&s->movevars, &data->movevars);
    console_copy_text(s->level_name, sizeof s->level_name, data->level_name);
    qw_game_dir_plain(data->game_dir, s->game_dir);
    apply->protocol = qw_state_protocol(s);
    apply->frame_begun = false;
    return 0;
}

static void note_model(struct qw_state *s, uint32_t number, const char *name)
{
    if (strcmp(name, "progs/player.mdl") == 0) {
        s->player_model = number;
    } else if (strcmp(name, "progs/spike.mdl") == 0) {
        s->spike_model = number;
    } else if (strcmp(name, "progs/flag.mdl") == 0) {
        s->flag_model = number;
    } else if (strcmp(name, "progs/eyes.mdl") == 0) {
        s->eyes_model = number;
    }
}

static bool is_alias_name(const char *name)
{
    const size_t length = strlen(name);
    return length >= 4 && (name[length - 1] | 32) == 'l' && (name[length - 2] | 32) == 'd' &&
           (name[length - 3] | 32) == 'm' && name[length - 4] == '.';
}

/* The names stay in the file: the state keeps where each begins. */
static int apply_models(const struct qw_apply *apply, const struct qw_names *names)
{
    uint32_t number = names->start, pos = 0;
    if (names->count == 0) {
        return 0;
    }
    if (apply->demo->size > UINT32_MAX) {
        return format_fail(apply->err, FORMAT_UNKNOWN, apply->offset, "the file is too large");
    }
    int status = qw_state_extend(apply->state, QW_MODELS, number + names->count + 1);
    if (status < 0) {
        return status;
    }
    const char *name;
    while ((name = qw_names_next(names, &pos)) != NULL) {
        struct qw_model_name *model = &qw_models(*apply->state)[++number];
        model->offset = (uint32_t)((uintptr_t)name - (uintptr_t)apply->demo->data);
        model->may_trail = is_alias_name(name);
        note_model(*apply->state, number, name);
    }
    return 0;
}

static int apply_lightstyle(const struct qw_apply *apply, uint32_t style, const char *map)
{
    struct qw_state *s = *apply->state;
    if (style >= QW_LIGHTSTYLES) {
        return qw_reject_number(apply, "lightstyle", style);
    }
    s->lightstyle_lengths[style] =
        (uint8_t)console_copy_text(s->lightstyles[style], QW_STYLE_BYTES, map);
    return 0;
}

static void apply_intermission(const struct qw_apply *apply, const struct qw_message *m)
{
    struct qw_state *s = *apply->state;
    s->completed_time = s->clock.now;
    if (m->id == QW_FINALE) {
        s->intermission = 2;
        qw_apply_center_print(apply, m->u.text);
        return;
    }
    s->intermission = 1;
    for (int i = 0; i < 3; i++) {
        s->intermission_origin[i] = qw_clean_coord(m->u.intermission.origin[i]);
        s->intermission_angles[i] = qw_clean_angle(m->u.intermission.angles[i]);
    }
}

/* Messages about what is in the world. */
static int apply_world_message(struct qw_apply *apply, const struct qw_message *m)
{
    struct qw_state *s = *apply->state;
    switch (m->id) {
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
        return apply_models(apply, &m->u.names);
    case QW_SOUNDLIST:
        return qw_apply_sounds(apply, &m->u.names);
    case QW_SPAWNBASELINE:
    case QW_SPAWNBASELINE2:
        return qw_apply_baseline(apply, m);
    case QW_SPAWNSTATIC:
    case QW_SPAWNSTATIC2:
        return qw_apply_static(apply, m);
    case QW_SPAWNSTATICSOUND:
        return qw_apply_static_sound(apply, m);
    case QW_LIGHTSTYLE:
        return apply_lightstyle(apply, m->u.lightstyle.style, m->u.lightstyle.map);
    case QW_TEMP_ENTITY:
        return qw_apply_temp_entity(apply, &m->u.temp_entity);
    case QW_MUZZLEFLASH:
        return qw_apply_muzzle_flash(apply, m->u.muzzleflash);
    case QW_NAILS:
    case QW_NAILS2:
        return qw_apply_nails(apply, &m->u.nails);
    case QW_SETPAUSE:
        qw_match_set_pause(s, m->u.setpause != 0);
        return 0;
    case QW_CDTRACK:
        s->cd_track = m->u.cdtrack;
        return 0;
    case QW_INTERMISSION:
    case QW_FINALE:
        apply_intermission(apply, m);
        return 0;
    default: /* downloads, voices and the like leave no trace, sounds are qw_listen's */
        return 0;
    }
}

/* Messages about players and to them; the others are apply_world_message's. */
static int apply_player_message(struct qw_apply *apply, const struct qw_message *m)
{
    struct qw_state *s = *apply->state;
    switch (m->id) {
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        return qw_apply_stat(apply, m->u.updatestat.stat, m->u.updatestat.value);
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
    case QW_UPDATEPL:
    case QW_UPDATEENTERTIME:
        return qw_apply_score(apply, m);
    case QW_UPDATEUSERINFO:
    case QW_SETINFO:
        return qw_apply_userinfo(apply, m);
    case QW_SERVERINFO:
        qw_apply_serverinfo(s, m->u.info.key, m->u.info.value);
        return 0;
    case QW_PRINT:
        qw_apply_print(apply, m->u.print.level, m->u.print.text);
        return 0;
    case QW_CENTERPRINT:
        qw_apply_center_print(apply, m->u.text);
        return 0;
    case QW_STUFFTEXT:
        return qw_apply_stufftext(apply, m->u.text);
    case QW_DAMAGE:
        qw_apply_damage(apply, m);
        return 0;
    case QW_SMALLKICK:
        qw_apply_kick(apply, -2.0f);
        return 0;
    case QW_BIGKICK:
        qw_apply_kick(apply, -4.0f);
        return 0;
    case QW_KILLEDMONSTER:
        qw_count_stat(apply, QW_STAT_MONSTERS);
        return 0;
    case QW_FOUNDSECRET:
        qw_count_stat(apply, QW_STAT_SECRETS);
        return 0;
    case QW_SETANGLE:
        return s->is_mvd ? qw_apply_setangle(apply, m->u.setangle.player) : 0;
    case QW_MAXSPEED:
        s->max_speed = clean_speed(m->u.speed, 0.0f);
        return 0;
    case QW_ENTGRAVITY:
        s->ent_gravity = clean_speed(m->u.gravity, 0.0f);
        return 0;
    default:
        return apply_world_message(apply, m);
    }
}

static int apply_message(struct qw_apply *apply, const struct qw_message *m)
{
    switch (m->id) {
    case QW_PLAYERINFO:
        qw_frame_begin(apply);
        return (*apply->state)->is_mvd ? qw_apply_mvd_playerinfo(apply, &m->u.mvd_player)
                                       : qw_apply_playerinfo(apply, &m->u.player);
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        qw_frame_begin(apply);
        return qw_apply_entities(apply, m);
    case QW_SERVERDATA:
        return apply_serverdata(apply, &m->u.serverdata);
    case QW_DISCONNECT:
        (*apply->state)->disconnected = 1;
        return 0;
    default:
        return apply_player_message(apply, m);
    }
}

/* State that a part of a demo tells in full, or again, does not count: seeds are the whole's. */
static void count_effect(struct qw_state *s, uint8_t id)
{
    if (s->seeded != s->clock.now) {
        s->seeded = s->clock.now;
        s->effect_messages = 0;
    }
    s->effect_messages +=
        id == QW_TEMP_ENTITY || id == QW_MUZZLEFLASH || id == QW_SOUND || id == QW_PRINT;
}

static int apply_messages(struct qw_apply *apply, const struct qw_block *block)
{
    struct qw_message message;
    struct format_error err;
    size_t pos = 0;
    int status = 0;
    while (status == 0 && !(*apply->state)->disconnected) {
        status =
            qw_message_decode(&apply->protocol, block->messages, block->size, &pos, &message, &err);
        if (status < 0) {
            return format_fail(apply->err, status, block->messages_offset + err.offset, "%s",
                               err.what);
        }
        if (status == 0) {
            break;
        }
        apply->offset = block->messages_offset + message.offset;
        count_effect(*apply->state, message.id);
        status = apply_message(apply, &message);
        if (status == 0 && apply->sounds != NULL) {
            status = qw_listen(apply, &message);
        }
        if (status == FORMAT_MEMORY) {
            return format_fail(apply->err, FORMAT_MEMORY, apply->offset, "out of memory");
        }
    }
    return status;
}

/* What players sent, where the server tells it. */
static void apply_hidden(struct qw_state *s, const struct mvd_block *block)
{
    const uint8_t *data = block->u.messages.data;
    const size_t size = block->u.messages.size;
    struct mvd_hidden_command command;
    struct mvd_hidden message;
    size_t pos = 0;
    if (!mvd_hidden_is_list(data, size)) {
        return;
    }
    while (mvd_hidden_next(data, size, &pos, &message) > 0) {
        if (mvd_hidden_read_command(&message, &command) && command.player < QW_PLAYERS) {
            struct qw_told_command *told = &s->told[command.player];
            told->time = s->clock.now;
            told->buttons = command.buttons;
            memcpy(told->move, command.move, sizeof told->move);
        }
    }
}

/* Packets carry sequence numbers, the other blocks of a .qwd the recorder's side. */
static void apply_container(struct qw_state *s, const struct qw_block *block)
{
    const struct qwd_block *qwd = &block->u.qwd;
    if (s->is_mvd) {
        if (mvd_is_hidden(&block->u.mvd)) {
            apply_hidden(s, &block->u.mvd);
        }
    } else if (qwd->type == QWD_CMD) {
        qw_apply_command(s, &qwd->u.cmd);
    } else if (qwd->type == QWD_SET) {
        s->outgoing = qwd->u.set.outgoing & 0x7fffffffu;
        s->incoming = qwd->u.set.incoming & 0x7fffffffu;
    } else if (block->messages != NULL) {
        s->incoming = qwd->u.packet.sequence;
        s->packet_acknowledged = qwd->u.packet.acknowledged;
    }
}

int qw_state_apply(struct qw_state **state, const struct qw_demo *demo, size_t *pos, uint32_t index,
                   struct format_error *err)
{
    return qw_state_listen(state, demo, pos, index, NULL, err);
}

int qw_state_listen(struct qw_state **state, const struct qw_demo *demo, size_t *pos,
                    uint32_t index, struct demo_sounds *sounds, struct format_error *err)
{
    struct stufftext stuffed;
    struct qw_block block;
    int status = qw_block_next(demo, pos, &block, err);
    if (status <= 0) {
        return status < 0 ? status : format_fail(err, FORMAT_TRUNCATED, *pos, "the demo ends here");
    }
    struct qw_state *s = *state;
    s->block = index;
    qw_clock_advance(&s->clock, demo, block.offset);
    if (s->update_complete) {
        qw_update_open(s);
    }
    apply_container(s, &block);
    s->disconnected |= block.is_end;
    if (block.messages != NULL) {
        struct qw_apply apply = {.state = state,
                                 .demo = demo,
                                 .protocol = qw_state_protocol(s),
                                 .listeners = block.listeners,
                                 .stuffed = &stuffed,
                                 .sounds = sounds,
                                 .err = err};
        stufftext_begin(&stuffed);
        const int stepped = qw_step_stufftext(&apply);
        status = stepped == 0 ? apply_messages(&apply, &block) : stepped;
        if (stepped < 0 || qw_end_stufftext(&apply) < 0) {
            return format_fail(err, FORMAT_MEMORY, block.offset, "out of memory");
        }
    } else {
        status = 0;
    }
    if (status == 0 && (qw_clock_ends(&(*state)->clock, demo, *pos) || (*state)->disconnected)) {
        status = qw_update_complete(state);
        if (status < 0) {
            return format_fail(err, status, block.offset, "out of memory");
        }
    }
    return status;
}
