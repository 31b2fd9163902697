/* QuakeWorld server messages written: the bytes qw_message_decode reads. */
#include "formats/quakeworld/qw_message.h"

#include "formats/quakeworld/qw_internal.h"

static void write_sound(const struct qw_protocol *protocol, const struct qw_sound *s,
                        struct byte_writer *out)
{
    byte_writer_u16(out, (s->mask & 0xe000u) | (s->entity & 1023u) << 3 | (s->channel & 7u));
    if (s->mask & QW_SND_VOLUME) {
        byte_writer_u8(out, s->volume);
    }
    if (s->mask & QW_SND_ATTENUATION) {
        byte_writer_u8(out, s->attenuation);
    }
    byte_writer_u8(out, s->sound);
    qw_put_origin(out, qw_wide(protocol), s->origin);
}

static void write_angles(const struct qw_protocol *protocol, const float angles[3],
                         struct byte_writer *out)
{
    for (int i = 0; i < 3; i++) {
        qw_put_angle(out, qw_wide(protocol), angles[i]);
    }
}

static void write_state(const struct qw_protocol *protocol, const struct qw_entity_state *s,
                        struct byte_writer *out)
{
    const bool wide = qw_wide(protocol);
    byte_writer_u8(out, s->model);
    byte_writer_u8(out, s->frame);
    byte_writer_u8(out, s->colormap);
    byte_writer_u8(out, s->skin);
    for (int i = 0; i < 3; i++) {
        qw_put_coord(out, wide, s->origin[i]);
        qw_put_angle(out, wide, s->angles[i]);
    }
}

static void write_temp_entity(const struct qw_protocol *protocol, const struct qw_temp_entity *t,
                              struct byte_writer *out)
{
    const bool wide = qw_wide(protocol);
    byte_writer_u8(out, t->type);
    switch (t->type) {
    case QW_TE_GUNSHOT:
    case QW_TE_BLOOD:
        byte_writer_u8(out, t->count);
        qw_put_origin(out, wide, t->origin);
        break;
    case QW_TE_LIGHTNING1:
    case QW_TE_LIGHTNING2:
    case QW_TE_LIGHTNING3:
        byte_writer_u16(out, t->entity);
        qw_put_origin(out, wide, t->origin);
        qw_put_origin(out, wide, t->end);
        break;
    default:
        qw_put_origin(out, wide, t->origin);
        break;
    }
}

static void write_extension(struct byte_writer *out, uint32_t word, uint32_t flags)
{
    if (flags != 0) {
        byte_writer_u32(out, word);
        byte_writer_u32(out, flags);
    }
}

static void write_serverdata(const struct qw_protocol *protocol, const struct qw_serverdata *s,
                             struct byte_writer *out)
{
    if (s->extensions) {
        byte_writer_bytes(out, s->extensions, s->extension_count * (size_t)8);
    } else {
        write_extension(out, QW_WORD_FTEX, s->ftex);
        write_extension(out, QW_WORD_FTE2, s->fte2);
        write_extension(out, QW_WORD_MVD1, s->mvd1);
    }
    byte_writer_u32(out, (uint32_t)s->protocol);
    byte_writer_u32(out, (uint32_t)s->server_count);
    byte_writer_string(out, s->game_dir);
    if (protocol->is_mvd) {
        byte_writer_f32(out, s->demo_time);
    } else {
        byte_writer_u8(out, s->player);
    }
    byte_writer_string(out, s->level_name);
    if (s->protocol < 25) {
        return;
    }
    const struct qw_movevars *v = &s->movevars;
    const float *const values[] = {
        &v->gravity,        &v->stop_speed,     &v->max_speed,        &v->spectator_max_speed,
        &v->accelerate,     &v->air_accelerate, &v->water_accelerate, &v->friction,
        &v->water_friction, &v->ent_gravity};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        byte_writer_f32(out, *values[i]);
    }
}

static void write_names(const struct qw_protocol *protocol, uint8_t id,
                        const struct qw_names *names, struct byte_writer *out)
{
    const bool parts = protocol->version >= 26 || id == QW_MODELLISTSHORT;
    if (id == QW_MODELLISTSHORT) {
        byte_writer_u16(out, names->start);
    } else if (parts) {
        byte_writer_u8(out, names->start);
    }
    byte_writer_bytes(out, names->data, names->size);
    if (parts) {
        byte_writer_u8(out, names->next);
    }
}

static void write_download(const struct qw_protocol *protocol, const struct qw_download *d,
                           struct byte_writer *out)
{
    if (!(protocol->ftex & QW_FTEX_CHUNKEDDOWNLOADS)) {
        byte_writer_u16(out, (uint32_t)d->size);
        byte_writer_u8(out, d->percent);
        byte_writer_bytes(out, d->data, d->size > 0 ? (size_t)d->size : 0);
        return;
    }
    byte_writer_u32(out, (uint32_t)d->chunk);
    if (d->chunk < 0) {
        byte_writer_u32(out, (uint32_t)d->size);
        byte_writer_string(out, d->name);
    } else {
        byte_writer_bytes(out, d->data, QW_DOWNLOAD_CHUNK);
    }
}

static void write_setangle(const struct qw_protocol *protocol, const struct qw_message *message,
                           struct byte_writer *out)
{
    if (protocol->is_mvd) {
        byte_writer_u8(out, message->u.setangle.player);
    } else if (protocol->mvd1 & QW_MVD1_HIGHLAGTELEPORT) {
        byte_writer_u8(out, message->u.setangle.kind);
    }
    write_angles(protocol, message->u.setangle.angles, out);
}

/* Writes messages with a position; false for other ids. */
static bool write_position_messages(const struct qw_protocol *protocol,
                                    const struct qw_message *message, struct byte_writer *out)
{
    const bool wide = qw_wide(protocol);
    switch (message->id) {
    case QW_SOUND:
        write_sound(protocol, &message->u.sound, out);
        return true;
    case QW_SETANGLE:
        write_setangle(protocol, message, out);
        return true;
    case QW_DAMAGE:
        byte_writer_u8(out, message->u.damage.armor);
        byte_writer_u8(out, message->u.damage.blood);
        qw_put_origin(out, wide, message->u.damage.origin);
        return true;
    case QW_SPAWNSTATIC:
        write_state(protocol, &message->u.spawnstatic, out);
        return true;
    case QW_SPAWNBASELINE:
        byte_writer_u16(out, message->u.spawnbaseline.entity);
        write_state(protocol, &message->u.spawnbaseline.state, out);
        return true;
    case QW_SPAWNSTATIC2:
    case QW_SPAWNBASELINE2:
        qw_put_entity(protocol, &message->u.entity, false, out);
        return true;
    case QW_TEMP_ENTITY:
        write_temp_entity(protocol, &message->u.temp_entity, out);
        return true;
    case QW_SPAWNSTATICSOUND:
        qw_put_origin(out, wide, message->u.spawnstaticsound.origin);
        byte_writer_u8(out, message->u.spawnstaticsound.sound);
        byte_writer_u8(out, message->u.spawnstaticsound.volume);
        byte_writer_u8(out, message->u.spawnstaticsound.attenuation);
        return true;
    case QW_INTERMISSION:
        qw_put_origin(out, wide, message->u.intermission.origin);
        write_angles(protocol, message->u.intermission.angles, out);
        return true;
    case QW_PLAYERINFO:
        if (protocol->is_mvd) {
            qw_put_mvd_playerinfo(protocol, &message->u.mvd_player, out);
        } else {
            qw_put_playerinfo(protocol, &message->u.player, out);
        }
        return true;
    default:
        return false;
    }
}

/* The messages with text; false for other ids. */
static bool write_text(const struct qw_message *message, struct byte_writer *out)
{
    switch (message->id) {
    case QW_DISCONNECT:
        if (message->u.text) {
            byte_writer_string(out, message->u.text);
        }
        return true;
    case QW_STUFFTEXT:
    case QW_CENTERPRINT:
    case QW_FINALE:
        byte_writer_string(out, message->u.text);
        return true;
    case QW_PRINT:
        byte_writer_u8(out, message->u.print.level);
        byte_writer_string(out, message->u.print.text);
        return true;
    case QW_LIGHTSTYLE:
        byte_writer_u8(out, message->u.lightstyle.style);
        byte_writer_string(out, message->u.lightstyle.map);
        return true;
    case QW_UPDATEUSERINFO:
        byte_writer_u8(out, message->u.updateuserinfo.player);
        byte_writer_u32(out, (uint32_t)message->u.updateuserinfo.user);
        byte_writer_string(out, message->u.updateuserinfo.info);
        return true;
    case QW_SETINFO:
    case QW_SERVERINFO:
        if (message->id == QW_SETINFO) {
            byte_writer_u8(out, message->u.info.player);
        }
        byte_writer_string(out, message->u.info.key);
        byte_writer_string(out, message->u.info.value);
        return true;
    default:
        return false;
    }
}

/* Writes lists and data of variable length; false for other ids. */
static bool write_lists(const struct qw_protocol *protocol, const struct qw_message *message,
                        struct byte_writer *out)
{
    const struct qw_nails *nails = &message->u.nails;
    switch (message->id) {
    case QW_SERVERDATA:
        write_serverdata(protocol, &message->u.serverdata, out);
        return true;
    case QW_DOWNLOAD:
        write_download(protocol, &message->u.download, out);
        return true;
    case QW_NAILS:
    case QW_NAILS2:
        byte_writer_u8(out, nails->count);
        byte_writer_bytes(out, nails->data,
                          nails->count *
                              (size_t)(message->id == QW_NAILS2 ? QW_NAIL2_SIZE : QW_NAIL_SIZE));
        return true;
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_MODELLISTSHORT:
        write_names(protocol, message->id, &message->u.names, out);
        return true;
    case QW_DELTAPACKETENTITIES:
        byte_writer_u8(out, message->u.entities.from);
        byte_writer_bytes(out, message->u.entities.data, message->u.entities.size);
        return true;
    case QW_PACKETENTITIES:
        byte_writer_bytes(out, message->u.entities.data, message->u.entities.size);
        return true;
    case QW_QIZMOVOICE:
        byte_writer_bytes(out, message->u.qizmo_voice, QW_QIZMO_VOICE);
        return true;
    case QW_VOICECHAT:
        byte_writer_u8(out, message->u.voicechat.sender);
        byte_writer_u8(out, message->u.voicechat.generation);
        byte_writer_u8(out, message->u.voicechat.sequence);
        byte_writer_u16(out, message->u.voicechat.size);
        byte_writer_bytes(out, message->u.voicechat.data, message->u.voicechat.size);
        return true;
    default:
        return false;
    }
}

static void write_numbers(const struct qw_message *message, struct byte_writer *out)
{
    switch (message->id) {
    case QW_UPDATESTAT:
        byte_writer_u8(out, message->u.updatestat.stat);
        byte_writer_u8(out, (uint32_t)message->u.updatestat.value);
        break;
    case QW_UPDATESTATLONG:
        byte_writer_u8(out, message->u.updatestat.stat);
        byte_writer_u32(out, (uint32_t)message->u.updatestat.value);
        break;
    case QW_TIME:
        byte_writer_f32(out, message->u.time);
        break;
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
        byte_writer_u8(out, message->u.player_short.player);
        byte_writer_u16(out, (uint16_t)message->u.player_short.value);
        break;
    case QW_UPDATEPL:
        byte_writer_u8(out, message->u.updatepl.player);
        byte_writer_u8(out, message->u.updatepl.loss);
        break;
    case QW_UPDATEENTERTIME:
        byte_writer_u8(out, message->u.updateentertime.player);
        byte_writer_f32(out, message->u.updateentertime.time);
        break;
    case QW_STOPSOUND:
        byte_writer_u16(out, message->u.stopsound);
        break;
    case QW_SETPAUSE:
        byte_writer_u8(out, message->u.setpause);
        break;
    case QW_CDTRACK:
        byte_writer_u8(out, message->u.cdtrack);
        break;
    case QW_MUZZLEFLASH:
        byte_writer_u16(out, message->u.muzzleflash);
        break;
    case QW_CHOKECOUNT:
        byte_writer_u8(out, message->u.chokecount);
        break;
    case QW_MAXSPEED:
        byte_writer_f32(out, message->u.speed);
        break;
    case QW_ENTGRAVITY:
        byte_writer_f32(out, message->u.gravity);
        break;
    default: /* no body */
        break;
    }
}

void qw_message_encode(const struct qw_protocol *protocol, const struct qw_message *message,
                       struct byte_writer *out)
{
    byte_writer_u8(out, message->id);
    if (!write_position_messages(protocol, message, out) && !write_text(message, out) &&
        !write_lists(protocol, message, out)) {
        write_numbers(message, out);
    }
}
