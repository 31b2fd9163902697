#include "tools/mkbuiltin/demos/demo_quakeworld.h"

#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qwd.h"
#include "tools/mkbuiltin/models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    COMMANDS = 2,         /* commands that a recorder sends between two packets */
    FIRST_ENTITY = 33,    /* the numbers below are players */
    BLOOD_PARTICLES = 20, /* particles per "count" of blood */
    PRINT_MEDIUM = 1,
    PRINT_CHAT = 3,
    MODELS_EACH = 8 /* names in one part of a list */
};

static void put(float out[3], struct vec3 v)
{
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static int is_mvd(const struct demo *d)
{
    return d->quakeworld->protocol.is_mvd;
}

static uint16_t number_of(int entity)
{
    int players = entity <= QUAKEWORLD_PLAYERS;
    return (uint16_t)(players ? entity : entity - QUAKEWORLD_PLAYERS - 1 + FIRST_ENTITY);
}

static struct qw_message message(int id)
{
    struct qw_message m;
    memset(&m, 0, sizeof m);
    m.id = (uint8_t)id;
    return m;
}

static void send(struct demo *d, const struct qw_message *m)
{
    qw_message_encode(&d->quakeworld->protocol, m, &d->block);
}

static void send_text(struct demo *d, int id, const char *text)
{
    struct qw_message m = message(id);
    m.u.text = text;
    send(d, &m);
}

void quakeworld_begin(struct demo *d, int recorder, double step)
{
    struct quakeworld *q = mkb_alloc(1, sizeof *q);
    q->protocol.version = QW_PROTOCOL_LAST;
    q->protocol.is_mvd = recorder == 0;
    q->recorder = recorder;
    q->step = step;
    for (int i = 0; i < QUAKEWORLD_PLAYERS; i++) {
        for (int j = 0; j < QUAKEWORLD_STATS; j++) {
            q->players[i].stats[j] = -1;
        }
    }
    d->quakeworld = q;
    d->file.size = 0; /* no track line */
    d->view_entity = recorder ? recorder : 1;
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Since the last block. */
static uint8_t milliseconds(struct demo *d)
{
    int now = (int)(d->time * 1000 + 0.5);
    int passed = d->quakeworld->last_msec ? now - d->quakeworld->last_msec : 0;
    d->quakeworld->last_msec = now;
    return (uint8_t)mkb_clamp(passed, 0, 255);
}

/* Writes what was sent as one block. type and player count in a .mvd. */
static void flush_to(struct demo *d, enum mvd_block_type type, int player)
{
    struct quakeworld *q = d->quakeworld;
    if (is_mvd(d)) {
        struct mvd_block block = {.msec = milliseconds(d), .type = type, .to = (uint8_t)player};
        block.u.messages.data = d->block.data;
        block.u.messages.size = (uint32_t)d->block.size;
        mvd_write_block(&d->file, &block);
    } else {
        struct qwd_block block = {.time = (float)d->time, .type = QWD_READ};
        struct qwd_packet *packet = &block.u.packet;
        q->sequence++;
        packet->kind = QWD_SEQUENCED;
        packet->sequence = q->sequence;
        packet->acknowledged = q->sequence * COMMANDS;
        packet->messages = d->block.data;
        packet->size = (uint32_t)d->block.size;
        qwd_write_block(&d->file, &block);
    }
    d->block.size = 0;
}

void quakeworld_flush(struct demo *d)
{
    flush_to(d, MVD_ALL, 0);
}

/* The packet that comes behind acknowledges them all: nothing is left for a client to predict. */
static void write_commands(struct demo *d)
{
    struct quakeworld *q = d->quakeworld;
    struct quakeworld_player *p = &q->players[q->recorder - 1];
    double turn = p->angles.y - p->last_angles.y;
    turn -= 360 * mkb_floor(turn / 360 + 0.5);
    for (int i = 1; i <= COMMANDS; i++) {
        double part = (double)i / COMMANDS;
        struct vec3 angles =
            v_make(mkb_mix(p->last_angles.x, p->angles.x, part), p->last_angles.y + turn * part, 0);
        struct qwd_block block = {.type = QWD_CMD};
        block.time = (float)(d->time - q->step * (1 - part));
        block.u.cmd.msec = (uint8_t)(q->step * 1000 / COMMANDS + 0.5);
        put(block.u.cmd.angles, angles);
        put(block.u.cmd.view_angles, angles);
        qwd_write_block(&d->file, &block);
    }
}

/* --- before the first picture ----------------------------------------------------------------- */

static void send_serverdata(struct demo *d, const char *level_name)
{
    struct qw_message m = message(QW_SERVERDATA);
    struct qw_serverdata *s = &m.u.serverdata;
    s->protocol = QW_PROTOCOL_LAST;
    s->server_count = 1;
    s->game_dir = "qw";
    s->player = is_mvd(d) ? 0 : (uint8_t)(d->quakeworld->recorder - 1);
    s->demo_time = (float)d->time;
    s->level_name = level_name;
    s->movevars = (struct qw_movevars){800, 100, 320, 500, 10, 0.7f, 10, 4, 4, 1};
    send(d, &m);
    m = message(QW_CDTRACK);
    m.u.cdtrack = 4;
    send(d, &m);
    send_text(d, QW_STUFFTEXT,
              "fullserverinfo \"\\hostname\\THE REEL "
              "SERVER\\deathmatch\\1\\map\\reel\\maxclients\\4\"\n");
    quakeworld_flush(d);
}

/* Splits a list into packets. */
static void send_names(struct demo *d, int id, const char *names)
{
    int start = 0;
    while (*names) {
        struct byte_writer part = {0};
        struct qw_message m = message(id);
        m.u.names.start = (uint16_t)start;
        for (int i = 0; i < MODELS_EACH && *names; i++, start++) {
            byte_writer_string(&part, names);
            names += strlen(names) + 1;
        }
        byte_writer_u8(&part, 0);
        m.u.names.count = (uint32_t)start - m.u.names.start;
        m.u.names.data = (const char *)part.data;
        m.u.names.size = (uint32_t)part.size;
        m.u.names.next = *names ? (uint8_t)start : 0;
        send(d, &m);
        quakeworld_flush(d);
        byte_writer_free(&part);
    }
}

static void fill_state(struct qw_entity_state *to, const struct nq_entity_state *from)
{
    to->model = (uint8_t)from->model;
    to->frame = (uint8_t)from->frame;
    to->colormap = from->colormap;
    to->skin = from->skin;
    for (int i = 0; i < 3; i++) {
        to->origin[i] = (float)from->origin[i];
        to->angles[i] = from->angles[i];
    }
}

static void send_baselines(struct demo *d)
{
    for (int i = QUAKEWORLD_PLAYERS + 1; i <= d->entity_count; i++) {
        struct qw_message m = message(QW_SPAWNBASELINE);
        m.u.spawnbaseline.entity = number_of(i);
        fill_state(&m.u.spawnbaseline.state, &d->entities[i].base);
        send(d, &m);
    }
    quakeworld_flush(d);
    demo_send_torches(d);
    send_text(d, QW_STUFFTEXT, "cmd spawn 1 0\n");
    quakeworld_flush(d);
}

static void send_player(struct demo *d, int player, const char *const styles[2])
{
    char info[128];
    d->quakeworld->players[player].plays = styles[0][0] != 0;
    if (!styles[0][0]) {
        return;
    }
    snprintf(info, sizeof info, "\\name\\%s\\topcolor\\%d\\bottomcolor\\%d\\team\\%s", styles[0],
             styles[1][0] - 'a', styles[1][1] - 'a', player % 2 ? "blue" : "red");
    struct qw_message m = message(QW_UPDATEUSERINFO);
    m.u.updateuserinfo.player = (uint8_t)player;
    m.u.updateuserinfo.user = player + 1;
    m.u.updateuserinfo.info = info;
    send(d, &m);
    m = message(QW_UPDATEPING);
    m.u.player_short.player = (uint8_t)player;
    m.u.player_short.value = (int16_t)(26 + 13 * player);
    send(d, &m);
    m = message(QW_UPDATEPL);
    m.u.updatepl.player = (uint8_t)player;
    send(d, &m);
    m = message(QW_UPDATEENTERTIME);
    m.u.updateentertime.player = (uint8_t)player;
    m.u.updateentertime.time = (float)(d->time - 60 * player);
    send(d, &m);
}

void quakeworld_signon(struct demo *d, const char *level_name, const char *const players[][2])
{
    send_serverdata(d, level_name);
    send_names(d, QW_SOUNDLIST, demo_sound_names);
    send_names(d, QW_MODELLIST, demo_model_names);
    send_baselines(d);
    for (int i = 0; i < QUAKEWORLD_PLAYERS; i++) {
        send_player(d, i, players[i]);
    }
    demo_send_lightstyles(d);
    send_text(d, QW_STUFFTEXT, "skins\n");
    quakeworld_flush(d);
    if (!is_mvd(d)) {
        struct qwd_block block = {.time = (float)d->time, .type = QWD_SET};
        block.u.set.outgoing = d->quakeworld->sequence * COMMANDS + 1;
        block.u.set.incoming = d->quakeworld->sequence;
        qwd_write_block(&d->file, &block);
    }
}

/* --- the script's messages -------------------------------------------------------------------- */

static void send_print(struct demo *d, const char *text)
{
    struct qw_message m = message(QW_PRINT);
    m.u.print.level = text[0] == 1 ? PRINT_CHAT : PRINT_MEDIUM;
    m.u.print.text = text + (text[0] == 1 || text[0] == 2);
    send(d, &m);
}

static void send_sound(struct demo *d, const struct nq_sound *from)
{
    struct qw_message m = message(QW_SOUND);
    m.u.sound.entity = number_of(from->entity);
    m.u.sound.channel = from->channel;
    m.u.sound.volume = from->volume;
    m.u.sound.attenuation = from->attenuation;
    m.u.sound.sound = (uint8_t)from->sound;
    for (int i = 0; i < 3; i++) {
        m.u.sound.origin[i] = (float)from->origin[i];
    }
    send(d, &m);
}

static void send_temp_entity(struct demo *d, const struct nq_temp_entity *from)
{
    struct qw_message m = message(QW_TEMP_ENTITY);
    m.u.temp_entity.type = from->type == NQ_TE_EXPLOSION2 ? (uint8_t)QW_TE_EXPLOSION : from->type;
    m.u.temp_entity.count = 1;
    m.u.temp_entity.entity = number_of(from->entity);
    for (int i = 0; i < 3; i++) {
        m.u.temp_entity.origin[i] = (float)from->origin[i];
        m.u.temp_entity.end[i] = (float)from->end[i];
    }
    send(d, &m);
}

static void send_blood(struct demo *d, const double origin[3], int particles)
{
    struct qw_message m = message(QW_TEMP_ENTITY);
    m.u.temp_entity.type = QW_TE_BLOOD;
    m.u.temp_entity.count = (uint8_t)((particles + BLOOD_PARTICLES - 1) / BLOOD_PARTICLES);
    for (int i = 0; i < 3; i++) {
        m.u.temp_entity.origin[i] = (float)origin[i];
    }
    send(d, &m);
}

void quakeworld_send(struct demo *d, const struct nq_message *from)
{
    struct qw_message m = message(QW_NOP);
    switch (from->id) {
    case NQ_PRINT:
        send_print(d, from->u.text);
        break;
    case NQ_CENTERPRINT:
        send_text(d, QW_CENTERPRINT, from->u.text);
        break;
    case NQ_SOUND:
        send_sound(d, &from->u.sound);
        break;
    case NQ_TEMP_ENTITY:
        send_temp_entity(d, &from->u.temp_entity);
        break;
    case NQ_PARTICLE:
        send_blood(d, from->u.particle.origin, from->u.particle.count);
        break;
    case NQ_LIGHTSTYLE:
        m.id = QW_LIGHTSTYLE;
        m.u.lightstyle.style = from->u.lightstyle.style;
        m.u.lightstyle.map = from->u.lightstyle.map;
        send(d, &m);
        break;
    case NQ_UPDATEFRAGS:
        m.id = QW_UPDATEFRAGS;
        m.u.player_short.player = from->u.updatefrags.player;
        m.u.player_short.value = from->u.updatefrags.frags;
        send(d, &m);
        break;
    case NQ_SPAWNSTATIC:
        m.id = QW_SPAWNSTATIC;
        fill_state(&m.u.spawnstatic, &from->u.spawnstatic);
        send(d, &m);
        break;
    case NQ_SPAWNSTATICSOUND:
        m.id = QW_SPAWNSTATICSOUND;
        for (int i = 0; i < 3; i++) {
            m.u.spawnstaticsound.origin[i] = (float)from->u.spawnstaticsound.origin[i];
        }
        m.u.spawnstaticsound.sound = (uint8_t)from->u.spawnstaticsound.sound;
        m.u.spawnstaticsound.volume = from->u.spawnstaticsound.volume;
        m.u.spawnstaticsound.attenuation = from->u.spawnstaticsound.attenuation;
        send(d, &m);
        break;
    default: /* camera messages, which QuakeWorld lacks */
        break;
    }
}

/* --- pictures --------------------------------------------------------------------------------- */

static void send_stats(struct demo *d, int player)
{
    struct quakeworld_player *p = &d->quakeworld->players[player];
    for (int i = 0; i < QUAKEWORLD_STATS; i++) {
        if (p->wanted[i] == p->stats[i]) {
            continue;
        }
        int is_long = p->wanted[i] < 0 || p->wanted[i] > 255;
        struct qw_message m = message(is_long ? QW_UPDATESTATLONG : QW_UPDATESTAT);
        m.u.updatestat.stat = (uint8_t)i;
        m.u.updatestat.value = p->wanted[i];
        p->stats[i] = p->wanted[i];
        send(d, &m);
    }
}

static int is_dead(const struct demo_entity *e)
{
    return !e->active || e->frame >= PERSON_DEATH;
}

static void send_client_player(struct demo *d, int entity)
{
    const struct quakeworld *q = d->quakeworld;
    const struct demo_entity *e = &d->entities[entity];
    const struct quakeworld_player *p = &q->players[entity - 1];
    struct vec3 velocity = v_scale(v_sub(e->origin, p->last_origin), 1 / q->step);
    struct qw_message m = message(QW_PLAYERINFO);
    struct qw_playerinfo *to = &m.u.player;
    to->player = (uint8_t)(entity - 1);
    put(to->origin, e->origin);
    to->frame = (uint8_t)e->frame;
    for (int i = 0; i < 3 && v_length(velocity) < 1500; i++) { /* else the player spawned there */
        to->velocity[i] = (int16_t)v_get(velocity, i);
        to->flags |= to->velocity[i] ? (uint32_t)QW_PF_VELOCITY1 << i : 0;
    }
    to->effects = (uint8_t)(e->effects & ~EF_MUZZLEFLASH);
    to->flags |= to->effects ? QW_PF_EFFECTS : 0;
    to->flags |= is_dead(e) ? QW_PF_DEAD : 0;
    to->flags |= !e->active ? QW_PF_GIB : 0;
    if (entity == q->recorder) {
        to->weapon_frame = (uint8_t)p->weapon_frame;
        to->flags |= p->weapon_frame ? QW_PF_WEAPONFRAME : 0;
    } else {
        to->flags |= QW_PF_MSEC | QW_PF_COMMAND;
        to->msec = to->command.msec = (uint8_t)(q->step * 1000 / COMMANDS + 0.5);
        to->command.bits = QW_CM_ANGLE1 | QW_CM_ANGLE2;
        put(to->command.angles, p->angles);
    }
    send(d, &m);
}

static void send_server_player(struct demo *d, int entity)
{
    const struct demo_entity *e = &d->entities[entity];
    const struct quakeworld_player *p = &d->quakeworld->players[entity - 1];
    struct qw_message m = message(QW_PLAYERINFO);
    struct qw_mvd_playerinfo *to = &m.u.mvd_player;
    to->player = (uint8_t)(entity - 1);
    to->frame = (uint8_t)e->frame;
    to->flags = QW_DF_ORIGIN1 | QW_DF_ORIGIN1 << 1 | QW_DF_ORIGIN1 << 2 | QW_DF_ANGLE1 |
                QW_DF_ANGLE1 << 1 | QW_DF_EFFECTS | QW_DF_WEAPONFRAME | QW_DF_MODEL;
    to->flags |= is_dead(e) ? QW_DF_DEAD : 0;
    to->flags |= !e->active ? QW_DF_GIB : 0;
    to->model = e->active ? MODEL_PLAYER : 0;
    to->effects = (uint8_t)(e->effects & ~EF_MUZZLEFLASH);
    to->weapon_frame = (uint8_t)p->weapon_frame;
    put(to->origin, e->origin);
    put(to->angles, p->angles);
    send(d, &m);
}

static void send_players(struct demo *d)
{
    for (int i = 1; i <= QUAKEWORLD_PLAYERS; i++) {
        struct demo_entity *e = &d->entities[i];
        if (!d->quakeworld->players[i - 1].plays) {
            continue;
        }
        if (e->active && (e->effects & EF_MUZZLEFLASH)) {
            struct qw_message m = message(QW_MUZZLEFLASH);
            m.u.muzzleflash = (uint16_t)i;
            send(d, &m);
        }
        if (is_mvd(d)) {
            send_server_player(d, i);
        } else if (i == d->quakeworld->recorder || (e->active && demo_in_sight(d, e))) {
            send_client_player(d, i);
        }
        d->quakeworld->players[i - 1].last_origin = e->origin;
    }
}

/* Everything it has, against its baseline or nothing. */
static void fill_entity(struct qw_entity *to, const struct demo_entity *e, int number)
{
    to->number = number_of(number);
    to->bits = QW_U_ORIGIN1 | QW_U_ORIGIN2 | QW_U_ORIGIN3 | QW_U_ANGLE1 | QW_U_ANGLE2 |
               QW_U_ANGLE3 | QW_U_MODEL | QW_U_FRAME | QW_U_SKIN | QW_U_EFFECTS;
    to->model = (uint16_t)e->model;
    to->frame = (uint8_t)e->frame;
    to->skin = (uint8_t)e->skin;
    to->effects = (uint8_t)e->effects;
    put(to->origin, e->origin);
    put(to->angles, e->angles);
}

/* Keeps the bits of fields that differ. */
static void drop_equal(struct qw_entity *to, const struct demo_entity *e,
                       const struct demo_entity *sent)
{
    static const uint32_t origin_bits[3] = {QW_U_ORIGIN1, QW_U_ORIGIN2, QW_U_ORIGIN3};
    static const uint32_t angle_bits[3] = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3};
    for (int i = 0; i < 3; i++) {
        to->bits &= ~(v_get(e->origin, i) == v_get(sent->origin, i) ? origin_bits[i] : 0u);
        to->bits &= ~(v_get(e->angles, i) == v_get(sent->angles, i) ? angle_bits[i] : 0u);
    }
    to->bits &= ~(e->model == sent->model ? (uint32_t)QW_U_MODEL : 0u);
    to->bits &= ~(e->frame == sent->frame ? (uint32_t)QW_U_FRAME : 0u);
    to->bits &= ~(e->skin == sent->skin ? (uint32_t)QW_U_SKIN : 0u);
    to->bits &= ~(e->effects == sent->effects ? (uint32_t)QW_U_EFFECTS : 0u);
}

static int is_nail(const struct demo_entity *e)
{
    return e->model == MODEL_SPIKE;
}

/* Clients show the fire of an explosion by themselves. */
static int is_packet_entity(const struct demo *d, const struct demo_entity *e)
{
    return e->active && !is_nail(e) && e->model != MODEL_EXPLOSION &&
           (is_mvd(d) || demo_in_sight(d, e));
}

/* The first packet has all entities, later ones the changes since the previous packet. */
static void send_entities(struct demo *d)
{
    struct quakeworld *q = d->quakeworld;
    struct byte_writer list = {0};
    for (int i = QUAKEWORLD_PLAYERS + 1; i < DEMO_ENTITIES_MAX; i++) {
        struct demo_entity now = d->entities[i];
        now.active = is_packet_entity(d, &now);
        struct qw_entity e = {0};
        if (now.active) {
            fill_entity(&e, &now, i);
            if (q->sent[i].active) {
                drop_equal(&e, &now, &q->sent[i]);
            }
        } else if (q->sent[i].active) {
            e.number = number_of(i);
            e.bits = QW_U_REMOVE;
        }
        if (e.bits) {
            qw_entity_encode(&q->protocol, &e, &list);
        }
        q->sent[i] = now;
    }
    byte_writer_u16(&list, 0);
    struct qw_message m = message(q->has_frame ? QW_DELTAPACKETENTITIES : QW_PACKETENTITIES);
    m.u.entities.data = list.data;
    m.u.entities.size = (uint32_t)list.size;
    m.u.entities.from = (uint8_t)q->sequence; /* sequence of the previous packet */
    send(d, &m);
    byte_writer_free(&list);
    q->has_frame = 1;
}

static void send_nails(struct demo *d)
{
    struct byte_writer list = {0};
    struct qw_message m = message(QW_NAILS);
    for (int i = QUAKEWORLD_PLAYERS + 1; i < DEMO_ENTITIES_MAX; i++) {
        const struct demo_entity *e = &d->entities[i];
        if (e->active && is_nail(e) && m.u.nails.count < 32) {
            struct qw_nail nail = {.pitch = (float)e->angles.x, .yaw = (float)e->angles.y};
            put(nail.origin, e->origin);
            qw_nail_encode(false, &nail, &list);
            m.u.nails.count++;
        }
    }
    m.u.nails.data = list.data;
    if (m.u.nails.count) {
        send(d, &m);
    }
    byte_writer_free(&list);
}

void quakeworld_update(struct demo *d)
{
    struct quakeworld *q = d->quakeworld;
    if (is_mvd(d)) {
        struct byte_writer events = d->block;
        d->block = (struct byte_writer){0};
        for (int i = 0; i < QUAKEWORLD_PLAYERS; i++) {
            send_stats(d, i);
            if (d->block.size) {
                flush_to(d, MVD_STATS, i);
            }
        }
        byte_writer_free(&d->block);
        d->block = events;
    } else {
        write_commands(d);
        send_stats(d, q->recorder - 1);
    }
    send_players(d);
    send_entities(d);
    send_nails(d);
    quakeworld_flush(d);
    for (int i = 0; i < QUAKEWORLD_PLAYERS; i++) {
        q->players[i].last_angles = q->players[i].angles;
    }
}

void quakeworld_intermission(struct demo *d, struct vec3 origin, struct vec3 angles)
{
    struct qw_message m = message(QW_INTERMISSION);
    put(m.u.intermission.origin, origin);
    put(m.u.intermission.angles, angles);
    send(d, &m);
}

void quakeworld_end(struct demo *d)
{
    static const uint8_t goodbye[] = "\2EndOfDemo";
    if (is_mvd(d)) {
        send_text(d, QW_DISCONNECT, "EndOfDemo");
        quakeworld_flush(d);
    } else {
        struct qwd_block block = {.time = (float)d->time, .type = QWD_READ};
        block.u.packet.kind = QWD_CONNECTIONLESS;
        block.u.packet.messages = goodbye;
        block.u.packet.size = sizeof goodbye;
        qwd_write_block(&d->file, &block);
    }
    free(d->quakeworld);
    d->quakeworld = NULL;
}
