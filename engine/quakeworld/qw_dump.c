#include "engine/quakeworld/qw_dump.h"

#include <stdio.h>
#include <string.h>

#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"
#include "formats/base/json.h"
#include "formats/quakeworld/qw_message.h"

static void dump_moves(struct json_writer *json, const char *key, const int16_t v[3])
{
    json_begin_array(json, key);
    for (int i = 0; i < 3; i++) {
        json_integer(json, NULL, v[i]);
    }
    json_end_array(json);
}

static void dump_bytes(struct json_writer *json, const char *key, const uint8_t *v, int count)
{
    json_begin_array(json, key);
    for (int i = 0; i < count; i++) {
        json_integer(json, NULL, v[i]);
    }
    json_end_array(json);
}

static void dump_serverdata(struct json_writer *json, const struct qw_serverdata *s, bool is_mvd)
{
    const struct qw_movevars *v = &s->movevars;
    const float movevars[10] = {
        v->gravity,        v->stop_speed,     v->max_speed,        v->spectator_max_speed,
        v->accelerate,     v->air_accelerate, v->water_accelerate, v->friction,
        v->water_friction, v->ent_gravity};
    json_integer(json, "protocol", s->protocol);
    json_integer(json, "ftex", s->ftex);
    json_integer(json, "fte2", s->fte2);
    json_integer(json, "mvd1", s->mvd1);
    json_integer(json, "server_count", s->server_count);
    json_string(json, "game_dir", s->game_dir);
    if (is_mvd) {
        json_float(json, "demo_time", s->demo_time);
    } else {
        json_integer(json, "player", s->player & 0x7f);
        json_bool(json, "spectator", s->player & 0x80);
    }
    json_string(json, "level_name", s->level_name);
    json_floats(json, "movevars", movevars, 10);
}

static void dump_names(struct json_writer *json, const struct qw_names *names)
{
    const char *name;
    uint32_t pos = 0;
    json_integer(json, "start", names->start);
    json_begin_array(json, "names");
    while ((name = qw_names_next(names, &pos)) != NULL) {
        json_string(json, NULL, name);
    }
    json_end_array(json);
    json_integer(json, "next", names->next);
}

/* Only the fields its bits name. */
static void dump_entity(struct json_writer *json, const struct qw_entity *e)
{
    static const uint32_t angle_bits[3] = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3};
    static const char *const origins[3] = {"x", "y", "z"};
    static const char *const angles[3] = {"pitch", "yaw", "roll"};
    const struct {
        uint32_t bits;
        const char *name;
        int value;
    } fields[] = {
        {QW_U_MODEL | QW_U_MODELDBL, "model", e->model}, {QW_U_FRAME, "frame", e->frame},
        {QW_U_COLORMAP, "colormap", e->colormap},        {QW_U_SKIN, "skin", e->skin},
        {QW_U_EFFECTS, "effects", e->effects},           {QW_U_TRANS, "trans", e->trans},
    };
    json_integer(json, "entity", e->number);
    json_integer(json, "bits", e->bits);
    if (e->bits & QW_U_REMOVE) {
        return;
    }
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (e->bits & fields[i].bits) {
            json_integer(json, fields[i].name, fields[i].value);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (e->bits & (uint32_t)QW_U_ORIGIN1 << i) {
            json_float(json, origins[i], e->origin[i]);
        }
        if (e->bits & angle_bits[i]) {
            json_float(json, angles[i], e->angles[i]);
        }
    }
    if (e->bits & QW_U_COLOURMOD) {
        dump_bytes(json, "colour_mod", e->colour_mod, 3);
    }
}

static void dump_entities(struct json_writer *json, const struct qw_protocol *protocol,
                          const struct qw_message *m)
{
    struct qw_entity entity;
    uint32_t pos = 0;
    if (m->id == QW_DELTAPACKETENTITIES) {
        json_integer(json, "from", m->u.entities.from);
    }
    json_begin_array(json, "entities");
    while (qw_entities_next(protocol, &m->u.entities, &pos, &entity)) {
        json_begin_object(json, NULL);
        dump_entity(json, &entity);
        json_end_object(json);
    }
    json_end_array(json);
}

static void dump_nails(struct json_writer *json, const struct qw_nails *nails)
{
    json_begin_array(json, "nails");
    for (uint32_t i = 0; i < nails->count; i++) {
        const struct qw_nail nail = qw_nails_get(nails, i);
        json_begin_object(json, NULL);
        if (nails->numbered) {
            json_integer(json, "number", nail.number);
        }
        json_floats(json, "origin", nail.origin, 3);
        json_float(json, "pitch", nail.pitch);
        json_float(json, "yaw", nail.yaw);
        json_end_object(json);
    }
    json_end_array(json);
}

static void dump_state(struct json_writer *json, const struct qw_entity_state *s)
{
    json_integer(json, "model", s->model);
    json_integer(json, "frame", s->frame);
    json_integer(json, "colormap", s->colormap);
    json_integer(json, "skin", s->skin);
    json_floats(json, "origin", s->origin, 3);
    json_floats(json, "angles", s->angles, 3);
}

static void dump_command(struct json_writer *json, const struct qw_usercmd *c)
{
    json_begin_object(json, "command");
    json_integer(json, "bits", c->bits);
    json_integer(json, "msec", c->msec);
    json_floats(json, "angles", c->angles, 3);
    dump_moves(json, "move", c->move);
    json_integer(json, "buttons", c->buttons);
    json_integer(json, "impulse", c->impulse);
    json_end_object(json);
}

static void dump_prediction(struct json_writer *json, const struct qw_weapon_prediction *p)
{
    json_begin_object(json, "prediction");
    json_integer(json, "impulse", p->impulse);
    json_integer(json, "weapon", p->weapon);
    json_float(json, "client_time", p->client_time);
    json_float(json, "attack_finished", p->attack_finished);
    json_float(json, "next_think", p->next_think);
    json_integer(json, "think_index", p->think_index);
    json_integer(json, "ping", p->ping);
    json_integer(json, "flags", p->flags);
    dump_bytes(json, "ammo", p->ammo, 4);
    json_end_object(json);
}

/* All fields, those the flags do not name too: they are zero then. */
static void dump_player(struct json_writer *json, const struct qw_playerinfo *p)
{
    json_integer(json, "player", p->player);
    json_integer(json, "flags", p->flags);
    json_floats(json, "origin", p->origin, 3);
    json_integer(json, "frame", p->frame);
    json_integer(json, "msec", p->msec);
    if (p->flags & QW_PF_COMMAND) {
        dump_command(json, &p->command);
    }
    dump_moves(json, "velocity", p->velocity);
    json_integer(json, "model", p->model);
    json_integer(json, "skin", p->skin);
    json_integer(json, "effects", p->effects);
    json_integer(json, "weapon_frame", p->weapon_frame);
    if (p->flags & QW_PF_TRANS) {
        json_integer(json, "trans", p->trans);
    }
    if (p->flags & QW_PF_COLOURMOD) {
        dump_bytes(json, "colour_mod", p->colour_mod, 3);
    }
    if (p->prediction.present) {
        dump_prediction(json, &p->prediction);
    }
}

static void dump_mvd_player(struct json_writer *json, const struct qw_mvd_playerinfo *p)
{
    json_integer(json, "player", p->player);
    json_integer(json, "flags", p->flags);
    json_integer(json, "frame", p->frame);
    json_floats(json, "origin", p->origin, 3);
    json_floats(json, "angles", p->angles, 3);
    json_integer(json, "model", p->model);
    json_integer(json, "skin", p->skin);
    json_integer(json, "effects", p->effects);
    json_integer(json, "weapon_frame", p->weapon_frame);
}

static void dump_temp_entity(struct json_writer *json, const struct qw_temp_entity *t)
{
    json_integer(json, "type", t->type);
    json_integer(json, "count", t->count);
    json_integer(json, "entity", t->entity);
    json_floats(json, "origin", t->origin, 3);
    json_floats(json, "end", t->end, 3);
}

static void dump_sound(struct json_writer *json, const struct qw_sound *s)
{
    json_integer(json, "mask", s->mask);
    json_integer(json, "entity", s->entity);
    json_integer(json, "channel", s->channel);
    json_integer(json, "volume", s->volume);
    json_integer(json, "attenuation", s->attenuation);
    json_integer(json, "sound", s->sound);
    json_floats(json, "origin", s->origin, 3);
}

/* Download and other non-game data; the bytes themselves are omitted. */
static void dump_data(struct json_writer *json, const struct qw_protocol *protocol,
                      const struct qw_message *m)
{
    const struct qw_download *d = &m->u.download;
    if (m->id == QW_VOICECHAT) {
        json_integer(json, "sender", m->u.voicechat.sender);
        json_integer(json, "generation", m->u.voicechat.generation);
        json_integer(json, "sequence", m->u.voicechat.sequence);
        json_integer(json, "size", m->u.voicechat.size);
    } else if (m->id == QW_DOWNLOAD && (protocol->ftex & QW_FTEX_CHUNKEDDOWNLOADS)) {
        json_integer(json, "chunk", d->chunk);
        json_integer(json, "size", d->size);
        json_string(json, "file", d->name);
    } else if (m->id == QW_DOWNLOAD) {
        json_integer(json, "size", d->size);
        json_integer(json, "percent", d->percent);
    }
}

/* The messages about a place in the world. */
static void dump_place_fields(struct json_writer *json, const struct qw_protocol *protocol,
                              const struct qw_message *m)
{
    switch (m->id) {
    case QW_SOUND:
        dump_sound(json, &m->u.sound);
        break;
    case QW_SETANGLE:
        json_integer(json, protocol->is_mvd ? "player" : "kind",
                     protocol->is_mvd ? m->u.setangle.player : m->u.setangle.kind);
        json_floats(json, "angles", m->u.setangle.angles, 3);
        break;
    case QW_DAMAGE:
        json_integer(json, "armor", m->u.damage.armor);
        json_integer(json, "blood", m->u.damage.blood);
        json_floats(json, "origin", m->u.damage.origin, 3);
        break;
    case QW_SPAWNSTATIC:
        dump_state(json, &m->u.spawnstatic);
        break;
    case QW_SPAWNBASELINE:
        json_integer(json, "entity", m->u.spawnbaseline.entity);
        dump_state(json, &m->u.spawnbaseline.state);
        break;
    case QW_SPAWNSTATIC2:
    case QW_SPAWNBASELINE2:
        dump_entity(json, &m->u.entity);
        break;
    case QW_TEMP_ENTITY:
        dump_temp_entity(json, &m->u.temp_entity);
        break;
    case QW_SPAWNSTATICSOUND:
        json_floats(json, "origin", m->u.spawnstaticsound.origin, 3);
        json_integer(json, "sound", m->u.spawnstaticsound.sound);
        json_integer(json, "volume", m->u.spawnstaticsound.volume);
        json_integer(json, "attenuation", m->u.spawnstaticsound.attenuation);
        break;
    case QW_INTERMISSION:
        json_floats(json, "origin", m->u.intermission.origin, 3);
        json_floats(json, "angles", m->u.intermission.angles, 3);
        break;
    default: /* no body, or one of data */
        dump_data(json, protocol, m);
        break;
    }
}

static void dump_player_fields(struct json_writer *json, const struct qw_protocol *protocol,
                               const struct qw_message *m)
{
    switch (m->id) {
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
        json_integer(json, "player", m->u.player_short.player);
        json_integer(json, m->id == QW_UPDATEFRAGS ? "frags" : "ping", m->u.player_short.value);
        break;
    case QW_UPDATEPL:
        json_integer(json, "player", m->u.updatepl.player);
        json_integer(json, "loss", m->u.updatepl.loss);
        break;
    case QW_UPDATEENTERTIME:
        json_integer(json, "player", m->u.updateentertime.player);
        json_float(json, "time", m->u.updateentertime.time);
        break;
    case QW_UPDATEUSERINFO:
        json_integer(json, "player", m->u.updateuserinfo.player);
        json_integer(json, "user", m->u.updateuserinfo.user);
        json_string(json, "info", m->u.updateuserinfo.info);
        break;
    case QW_SETINFO:
        json_integer(json, "player", m->u.info.player);
        json_string(json, "key", m->u.info.key);
        json_string(json, "value", m->u.info.value);
        break;
    case QW_PLAYERINFO:
        if (protocol->is_mvd) {
            dump_mvd_player(json, &m->u.mvd_player);
        } else {
            dump_player(json, &m->u.player);
        }
        break;
    default:
        dump_place_fields(json, protocol, m);
        break;
    }
}

/* One number; false for other messages. */
static bool dump_number(struct json_writer *json, const struct qw_message *m)
{
    switch (m->id) {
    case QW_TIME:
        json_float(json, "time", m->u.time);
        return true;
    case QW_STOPSOUND:
        json_integer(json, "entity", m->u.stopsound >> 3);
        json_integer(json, "channel", m->u.stopsound & 7);
        return true;
    case QW_SETPAUSE:
        json_integer(json, "pause", m->u.setpause);
        return true;
    case QW_CDTRACK:
        json_integer(json, "track", m->u.cdtrack);
        return true;
    case QW_MUZZLEFLASH:
        json_integer(json, "entity", m->u.muzzleflash);
        return true;
    case QW_CHOKECOUNT:
        json_integer(json, "count", m->u.chokecount);
        return true;
    case QW_MAXSPEED:
        json_float(json, "speed", m->u.speed);
        return true;
    case QW_ENTGRAVITY:
        json_float(json, "gravity", m->u.gravity);
        return true;
    default:
        return false;
    }
}

static void dump_fields(struct json_writer *json, const struct qw_protocol *protocol,
                        const struct qw_message *m)
{
    if (dump_number(json, m)) {
        return;
    }
    switch (m->id) {
    case QW_DISCONNECT:
    case QW_STUFFTEXT:
    case QW_CENTERPRINT:
    case QW_FINALE:
        json_string(json, "text", m->u.text);
        break;
    case QW_PRINT:
        json_integer(json, "level", m->u.print.level);
        json_string(json, "text", m->u.print.text);
        break;
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        json_integer(json, "stat", m->u.updatestat.stat);
        json_integer(json, "value", m->u.updatestat.value);
        break;
    case QW_SERVERDATA:
        dump_serverdata(json, &m->u.serverdata, protocol->is_mvd);
        break;
    case QW_LIGHTSTYLE:
        json_integer(json, "style", m->u.lightstyle.style);
        json_string(json, "map", m->u.lightstyle.map);
        break;
    case QW_SERVERINFO:
        json_string(json, "key", m->u.info.key);
        json_string(json, "value", m->u.info.value);
        break;
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_MODELLISTSHORT:
        dump_names(json, &m->u.names);
        break;
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        dump_entities(json, protocol, m);
        break;
    case QW_NAILS:
    case QW_NAILS2:
        dump_nails(json, &m->u.nails);
        break;
    default:
        dump_player_fields(json, protocol, m);
        break;
    }
}

struct dumper {
    FILE *out;
    struct qw_demo demo;
    struct qw_protocol protocol;
    struct qw_clock clock;
    uint64_t number; /* block number */
};

static void begin_line(struct json_writer *json, const struct dumper *d, size_t offset,
                       const char *name)
{
    json_begin_object(json, NULL);
    json_integer(json, "block", (int64_t)d->number);
    json_integer(json, "offset", (int64_t)offset);
    json_number(json, "clock", d->clock.now);
    json_string(json, "name", name);
}

static void end_line(struct json_writer *json)
{
    json_end_object(json);
    putc('\n', json->out);
}

static void dump_client(struct json_writer *json, const struct qwd_cmd *cmd)
{
    json_integer(json, "msec", cmd->msec);
    json_floats(json, "angles", cmd->angles, 3);
    dump_moves(json, "move", cmd->move);
    json_integer(json, "buttons", cmd->buttons);
    json_integer(json, "impulse", cmd->impulse);
    json_floats(json, "view", cmd->view_angles, 3);
}

/* A block without messages. */
static void dump_bare_block(const struct dumper *d, const struct qw_block *block)
{
    struct json_writer json = {.out = d->out};
    const bool is_mvd = d->demo.container == QW_CONTAINER_MVD;
    const struct qwd_packet *packet = &block->u.qwd.u.packet;
    if (is_mvd && block->type == MVD_MULTIPLE) {
        begin_line(&json, d, block->offset, "hidden");
        json_integer(&json, "size", block->u.mvd.u.messages.size);
    } else if (block->type == QWD_CMD) { /* also MVD_CMD */
        begin_line(&json, d, block->offset, "dem_cmd");
        dump_client(&json, is_mvd ? &block->u.mvd.u.cmd : &block->u.qwd.u.cmd);
    } else if (block->type == QWD_SET) { /* also MVD_SET */
        begin_line(&json, d, block->offset, "dem_set");
        json_integer(&json, "outgoing",
                     is_mvd ? block->u.mvd.u.set.outgoing : block->u.qwd.u.set.outgoing);
        json_integer(&json, "incoming",
                     is_mvd ? block->u.mvd.u.set.incoming : block->u.qwd.u.set.incoming);
    } else {
        begin_line(&json, d, block->offset,
                   packet->kind == QWD_CONNECTIONLESS ? "connectionless" : "runt");
        json_bytes(&json, "data", (const char *)packet->messages, packet->size);
    }
    end_line(&json);
}

/* The block's listeners (.mvd) or the packet's sequence numbers (.qwd). */
static void dump_head(struct json_writer *json, const struct dumper *d,
                      const struct qw_block *block, bool first)
{
    if (block->listeners != QW_EVERYBODY) {
        json_begin_array(json, "to");
        for (int i = 0; i < MVD_PLAYERS; i++) {
            if (block->listeners >> i & 1) {
                json_integer(json, NULL, i);
            }
        }
        json_end_array(json);
    }
    if (first && d->demo.container == QW_CONTAINER_QWD) {
        json_integer(json, "sequence", block->u.qwd.u.packet.sequence);
        json_integer(json, "acknowledged", block->u.qwd.u.packet.acknowledged);
    }
}

/* 0, 1 = disconnect message, or the decoder's error with its offset in the file. */
static int dump_messages(struct dumper *d, const struct qw_block *block, struct format_error *err)
{
    struct qw_message message;
    size_t pos = 0;
    int code;
    while ((code = qw_message_decode(&d->protocol, block->messages, block->size, &pos, &message,
                                     err)) > 0) {
        struct json_writer json = {.out = d->out};
        begin_line(&json, d, block->messages_offset + message.offset, qw_message_name(message.id));
        json_integer(&json, "id", message.id);
        dump_head(&json, d, block, message.offset == 0);
        dump_fields(&json, &d->protocol, &message);
        end_line(&json);
        qw_protocol_follow(&d->protocol, &message);
        if (message.id == QW_DISCONNECT) {
            return 1;
        }
    }
    if (code < 0) {
        err->offset += block->messages_offset;
    }
    return code;
}

int qw_dump(FILE *out, const void *demo, struct format_error *err)
{
    struct dumper d = {.out = out, .demo = *(const struct qw_demo *)demo};
    struct qw_block block;
    size_t pos = 0;
    int code;
    d.protocol.version = QW_PROTOCOL_LAST;
    d.protocol.is_mvd = d.demo.container == QW_CONTAINER_MVD;
    while ((code = qw_block_next(&d.demo, &pos, &block, err)) > 0) {
        qw_clock_advance(&d.clock, &d.demo, block.offset);
        if (block.messages) {
            code = dump_messages(&d, &block, err);
        } else {
            dump_bare_block(&d, &block);
            code = block.is_end ? 1 : 0;
        }
        d.number++;
        if (code != 0 || ferror(out)) {
            break;
        }
    }
    return code < 0 ? code : 0;
}
