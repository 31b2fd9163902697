#include "formats/quakeworld/qw_message.h"

#include <string.h>

#include "formats/quakeworld/qw_internal.h"

/* Every message of fixed layout is shorter than this, so one check a message is enough: with fewer
 * bytes left in the block it is decoded from a zero-padded copy, its length compared afterwards. */
enum { SLACK = 32, PLAYER_SLACK = QW_PLAYERINFO_MAX };

/* 5.7 */
static void take_sound(const struct qw_protocol *protocol, fields *p, struct qw_sound *s)
{
    const uint16_t word = take_u16(p);
    s->mask = word & 0xe000;
    s->entity = word >> 3 & 1023;
    s->channel = word & 7;
    s->volume = word & QW_SND_VOLUME ? take_u8(p) : 255;
    s->attenuation = word & QW_SND_ATTENUATION ? take_u8(p) : 64;
    s->sound = take_u8(p);
    qw_take_origin(p, qw_wide(protocol), s->origin);
}

/* Reads 5.21 and 5.23 after the entity number. */
static void take_state(const struct qw_protocol *protocol, fields *p, struct qw_entity_state *s)
{
    const bool wide = qw_wide(protocol);
    s->model = take_u8(p);
    s->frame = take_u8(p);
    s->colormap = take_u8(p);
    s->skin = take_u8(p);
    for (int i = 0; i < 3; i++) {
        s->origin[i] = qw_take_coord(p, wide);
        s->angles[i] = qw_take_angle(p, wide);
    }
}

/* 5.24; false for a type without a known layout. */
static bool take_temp_entity(const struct qw_protocol *protocol, fields *p,
                             struct qw_temp_entity *t)
{
    const bool wide = qw_wide(protocol);
    *t = (struct qw_temp_entity){.type = take_u8(p)};
    switch (t->type) {
    case QW_TE_GUNSHOT:
    case QW_TE_BLOOD:
        t->count = take_u8(p);
        qw_take_origin(p, wide, t->origin);
        return true;
    case QW_TE_LIGHTNING1:
    case QW_TE_LIGHTNING2:
    case QW_TE_LIGHTNING3:
        t->entity = take_u16(p);
        qw_take_origin(p, wide, t->origin);
        qw_take_origin(p, wide, t->end);
        return true;
    default:
        qw_take_origin(p, wide, t->origin);
        return t->type <= QW_TE_LIGHTNINGBLOOD;
    }
}

/* 5.11. Real files: the byte in front of the angles is one of .mvd, and of one extension. */
static void take_setangle(const struct qw_protocol *protocol, fields *p, struct qw_message *message)
{
    message->u.setangle.player = 0;
    message->u.setangle.kind = 0;
    if (protocol->is_mvd) {
        message->u.setangle.player = take_u8(p);
    } else if (protocol->mvd1 & QW_MVD1_HIGHLAGTELEPORT) {
        message->u.setangle.kind = take_u8(p);
    }
    for (int i = 0; i < 3; i++) {
        message->u.setangle.angles[i] = qw_take_angle(p, qw_wide(protocol));
    }
}

/* Reads messages with a position; false for other ids and unknown temp_entity types. */
static bool take_position_fields(const struct qw_protocol *protocol, fields *p,
                                 struct qw_message *message)
{
    const bool wide = qw_wide(protocol);
    switch (message->id) {
    case QW_SOUND:
        take_sound(protocol, p, &message->u.sound);
        return true;
    case QW_SETANGLE:
        take_setangle(protocol, p, message);
        return true;
    case QW_DAMAGE:
        message->u.damage.armor = take_u8(p);
        message->u.damage.blood = take_u8(p);
        qw_take_origin(p, wide, message->u.damage.origin);
        return true;
    case QW_SPAWNSTATIC:
        take_state(protocol, p, &message->u.spawnstatic);
        return true;
    case QW_SPAWNBASELINE:
        message->u.spawnbaseline.entity = take_u16(p);
        take_state(protocol, p, &message->u.spawnbaseline.state);
        return true;
    case QW_TEMP_ENTITY:
        return take_temp_entity(protocol, p, &message->u.temp_entity);
    case QW_SPAWNSTATICSOUND:
        qw_take_origin(p, wide, message->u.spawnstaticsound.origin);
        message->u.spawnstaticsound.sound = take_u8(p);
        message->u.spawnstaticsound.volume = take_u8(p);
        message->u.spawnstaticsound.attenuation = take_u8(p);
        return true;
    case QW_PLAYERINFO: /* .mvd's layout */
        qw_take_mvd_playerinfo(protocol, p, &message->u.mvd_player);
        return true;
    case QW_INTERMISSION:
        qw_take_origin(p, wide, message->u.intermission.origin);
        for (int i = 0; i < 3; i++) {
            message->u.intermission.angles[i] = qw_take_angle(p, wide);
        }
        return true;
    default:
        return false;
    }
}

/* Every message of fixed layout but a .qwd's playerinfo; false when the layout is not known. */
static bool take_fields(const struct qw_protocol *protocol, fields *p, struct qw_message *message)
{
    switch (message->id) {
    case QW_NOP:
    case QW_KILLEDMONSTER:
    case QW_FOUNDSECRET:
    case QW_SELLSCREEN:
    case QW_SMALLKICK:
    case QW_BIGKICK:
        return true;
    case QW_UPDATESTAT:
        message->u.updatestat.stat = take_u8(p);
        message->u.updatestat.value = take_u8(p);
        return true;
    case QW_UPDATESTATLONG:
        message->u.updatestat.stat = take_u8(p);
        message->u.updatestat.value = (int32_t)take_u32(p);
        return true;
    case QW_TIME:
        message->u.time = take_f32(p);
        return true;
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
        message->u.player_short.player = take_u8(p);
        message->u.player_short.value = take_i16(p);
        return true;
    case QW_UPDATEPL:
        message->u.updatepl.player = take_u8(p);
        message->u.updatepl.loss = take_u8(p);
        return true;
    case QW_UPDATEENTERTIME:
        message->u.updateentertime.player = take_u8(p);
        message->u.updateentertime.time = take_f32(p);
        return true;
    case QW_STOPSOUND:
        message->u.stopsound = take_u16(p);
        return true;
    case QW_SETPAUSE:
        message->u.setpause = take_u8(p);
        return true;
    case QW_CDTRACK:
        message->u.cdtrack = take_u8(p);
        return true;
    case QW_MUZZLEFLASH:
        message->u.muzzleflash = take_u16(p);
        return true;
    case QW_CHOKECOUNT:
        message->u.chokecount = take_u8(p);
        return true;
    case QW_MAXSPEED:
        message->u.speed = take_f32(p);
        return true;
    case QW_ENTGRAVITY:
        message->u.gravity = take_f32(p);
        return true;
    default:
        return take_position_fields(protocol, p, message);
    }
}

static int fail_layout(const struct qw_message *message, struct format_error *err)
{
    const char *name = qw_message_name(message->id);
    if (message->id == QW_TEMP_ENTITY) {
        return format_fail(err, FORMAT_BAD, message->offset, "unknown temp_entity type %u",
                           message->u.temp_entity.type);
    }
    switch (message->id) {
    case QW_CSQCENTITIES:
    case QW_PACKETPROJECTILES:
    case QW_DELTAPACKETPROJECTILES:
        return format_fail(err, FORMAT_UNKNOWN, message->offset, "message %u (%s) is not supported",
                           message->id, name);
    default:
        return format_fail(err, FORMAT_BAD, message->offset, "unknown message number %u",
                           message->id);
    }
}

static int fail_overrun(const struct qw_message *message, struct format_error *err)
{
    return format_fail(err, FORMAT_TRUNCATED, message->offset, "message %u (%s) exceeds its block",
                       message->id, qw_message_name(message->id));
}

static int fail_entity(const struct qw_message *message, int code, size_t offset,
                       struct format_error *err)
{
    if (code == FORMAT_TRUNCATED) {
        return fail_overrun(message, err);
    }
    return format_fail(err, code, offset,
                       "an entity has FTE extension bits that are not supported");
}

/* Reference section 2, above its table: proto 24's are ezQuake's. */
static void read_movevars(int32_t version, struct byte_reader *r, struct qw_movevars *v)
{
    if (version < 25) {
        *v = (struct qw_movevars){800, 100, 320, 500, 10, 0.7f, 10, 6, 1, 1};
        return;
    }
    v->gravity = byte_reader_f32(r);
    v->stop_speed = byte_reader_f32(r);
    v->max_speed = byte_reader_f32(r);
    v->spectator_max_speed = byte_reader_f32(r);
    v->accelerate = byte_reader_f32(r);
    v->air_accelerate = byte_reader_f32(r);
    v->water_accelerate = byte_reader_f32(r);
    v->friction = byte_reader_f32(r);
    v->water_friction = byte_reader_f32(r);
    v->ent_gravity = byte_reader_f32(r);
}

/* 5.12, and qwprot for the extension words. r is after the id. */
static int read_serverdata(const struct qw_protocol *protocol, struct byte_reader *r,
                           struct qw_message *message, struct format_error *err)
{
    struct qw_serverdata *s = &message->u.serverdata;
    *s = (struct qw_serverdata){.extensions = r->data + r->pos};
    uint32_t word;
    while ((word = byte_reader_u32(r)) == QW_WORD_FTEX || word == QW_WORD_FTE2 ||
           word == QW_WORD_MVD1) {
        const uint32_t flags = byte_reader_u32(r);
        s->extension_count++;
        *(word == QW_WORD_FTEX ? &s->ftex : word == QW_WORD_FTE2 ? &s->fte2 : &s->mvd1) = flags;
    }
    s->protocol = (int32_t)word;
    if (!r->overrun && !qw_protocol_supported(s->protocol)) {
        return format_fail(err, FORMAT_UNKNOWN, message->offset,
                           "protocol %ld is not supported (QuakeWorld's 24 to 28 are)",
                           (long)s->protocol);
    }
    s->server_count = byte_reader_i32(r);
    s->game_dir = byte_reader_string(r);
    if (protocol->is_mvd) {
        s->demo_time = byte_reader_f32(r);
    } else {
        s->player = byte_reader_u8(r);
    }
    s->level_name = byte_reader_string(r);
    read_movevars(s->protocol, r, &s->movevars);
    return 0;
}

/* 5.46 and 5.47: one list up to protocol 25, parts of it since then; FTE's version has a two-byte
 * start. */
static void read_names(const struct qw_protocol *protocol, uint8_t id, struct byte_reader *r,
                       struct qw_names *names)
{
    const bool parts = protocol->version >= 26 || id == QW_MODELLISTSHORT;
    *names = (struct qw_names){0};
    if (parts) {
        names->start = id == QW_MODELLISTSHORT ? byte_reader_u16(r) : byte_reader_u8(r);
    }
    const size_t first = r->pos;
    names->data = byte_reader_string(r);
    for (const char *name = names->data; *name; name = byte_reader_string(r)) {
        names->count++; /* "" at the end of the data ends it, too */
    }
    names->size = (uint32_t)(r->pos - first);
    if (parts) {
        names->next = byte_reader_u8(r);
    }
}

/* 5.42; the chunked form is FTE's. */
static void read_download(const struct qw_protocol *protocol, struct byte_reader *r,
                          struct qw_download *d)
{
    *d = (struct qw_download){0};
    if (!(protocol->ftex & QW_FTEX_CHUNKEDDOWNLOADS)) {
        d->size = byte_reader_i16(r);
        d->percent = byte_reader_u8(r);
        d->data = byte_reader_take(r, d->size > 0 ? (size_t)d->size : 0);
        return;
    }
    d->chunk = byte_reader_i32(r);
    if (d->chunk < 0) {
        d->size = byte_reader_i32(r);
        d->name = byte_reader_string(r);
    } else {
        d->data = byte_reader_take(r, QW_DOWNLOAD_CHUNK);
    }
}

/* 5.44, and QuakeWorld's cl_parse.c */
static void read_nails(uint8_t id, struct byte_reader *r, struct qw_nails *nails)
{
    nails->numbered = id == QW_NAILS2;
    nails->count = byte_reader_u8(r);
    nails->data = byte_reader_take(r, nails->count *
                                          (size_t)(nails->numbered ? QW_NAIL2_SIZE : QW_NAIL_SIZE));
}

static void read_voicechat(struct byte_reader *r, struct qw_message *message)
{
    message->u.voicechat.sender = byte_reader_u8(r);
    message->u.voicechat.generation = byte_reader_u8(r);
    message->u.voicechat.sequence = byte_reader_u8(r);
    message->u.voicechat.size = byte_reader_u16(r);
    message->u.voicechat.data = byte_reader_take(r, message->u.voicechat.size);
}

static int read_entities(const struct qw_protocol *protocol, struct byte_reader *r,
                         struct qw_message *message, struct format_error *err)
{
    struct qw_entities *e = &message->u.entities;
    e->from = message->id == QW_DELTAPACKETENTITIES ? byte_reader_u8(r) : 0;
    e->data = r->data + r->pos;
    e->count = 0;
    for (size_t at = r->pos;; e->count++) {
        const int size = qw_entity_measure(protocol, r->data + at, r->size - at, true);
        if (size < 0) {
            return fail_entity(message, size, at, err);
        }
        const bool last = bytes_u16(r->data + at) == 0;
        at += (size_t)size;
        if (last) {
            e->size = (uint32_t)(at - r->pos);
            r->pos = at;
            return 0;
        }
    }
}

static int read_entity(const struct qw_protocol *protocol, struct byte_reader *r,
                       struct qw_message *message, struct format_error *err)
{
    const int size =
        qw_take_entity(protocol, r->data + r->pos, byte_reader_left(r), &message->u.entity);
    if (size < 0) {
        return fail_entity(message, size, message->offset, err);
    }
    r->pos += (size_t)size;
    return 0;
}

/* True if the message has text, a list or data of variable length. */
static bool is_sized(uint8_t id)
{
    switch (id) {
    case QW_DISCONNECT:
    case QW_PRINT:
    case QW_STUFFTEXT:
    case QW_SERVERDATA:
    case QW_LIGHTSTYLE:
    case QW_SPAWNSTATIC2:
    case QW_CENTERPRINT:
    case QW_FINALE:
    case QW_UPDATEUSERINFO:
    case QW_DOWNLOAD:
    case QW_NAILS:
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
    case QW_SETINFO:
    case QW_SERVERINFO:
    case QW_NAILS2:
    case QW_MODELLISTSHORT:
    case QW_SPAWNBASELINE2:
    case QW_QIZMOVOICE:
    case QW_VOICECHAT:
        return true;
    default:
        return false;
    }
}

static void read_text(struct byte_reader *r, struct qw_message *message)
{
    switch (message->id) {
    case QW_DISCONNECT: /* the text is optional in real files */
        message->u.text = byte_reader_left(r) > 0 ? byte_reader_string(r) : NULL;
        break;
    case QW_PRINT:
        message->u.print.level = byte_reader_u8(r);
        message->u.print.text = byte_reader_string(r);
        break;
    case QW_LIGHTSTYLE:
        message->u.lightstyle.style = byte_reader_u8(r);
        message->u.lightstyle.map = byte_reader_string(r);
        break;
    case QW_UPDATEUSERINFO:
        message->u.updateuserinfo.player = byte_reader_u8(r);
        message->u.updateuserinfo.user = byte_reader_i32(r);
        message->u.updateuserinfo.info = byte_reader_string(r);
        break;
    case QW_SETINFO:
    case QW_SERVERINFO:
        message->u.info.player = message->id == QW_SETINFO ? byte_reader_u8(r) : 0;
        message->u.info.key = byte_reader_string(r);
        message->u.info.value = byte_reader_string(r);
        break;
    default:
        message->u.text = byte_reader_string(r);
        break;
    }
}

static int read_sized(const struct qw_protocol *protocol, struct byte_reader *r,
                      struct qw_message *message, struct format_error *err)
{
    switch (message->id) {
    case QW_SERVERDATA:
        return read_serverdata(protocol, r, message, err);
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        return read_entities(protocol, r, message, err);
    case QW_SPAWNSTATIC2:
    case QW_SPAWNBASELINE2:
        return read_entity(protocol, r, message, err);
    case QW_DOWNLOAD:
        read_download(protocol, r, &message->u.download);
        return 0;
    case QW_NAILS:
    case QW_NAILS2:
        read_nails(message->id, r, &message->u.nails);
        return 0;
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_MODELLISTSHORT:
        read_names(protocol, message->id, r, &message->u.names);
        return 0;
    case QW_QIZMOVOICE:
        message->u.qizmo_voice = byte_reader_take(r, QW_QIZMO_VOICE);
        return 0;
    case QW_VOICECHAT:
        read_voicechat(r, message);
        return 0;
    default:
        read_text(r, message);
        return 0;
    }
}

static int decode_sized(const struct qw_protocol *protocol, const uint8_t *data, size_t size,
                        size_t *pos, struct qw_message *message, struct format_error *err)
{
    struct byte_reader r = byte_reader_make(data, size);
    r.pos = *pos + 1;
    const int code = read_sized(protocol, &r, message, err);
    if (code < 0) {
        return code;
    }
    if (r.overrun) {
        return fail_overrun(message, err);
    }
    message->size = (uint32_t)(r.pos - *pos);
    *pos = r.pos;
    return 1;
}

int qw_message_decode(const struct qw_protocol *protocol, const uint8_t *data, size_t size,
                      size_t *pos, struct qw_message *message, struct format_error *err)
{
    if (*pos >= size) {
        return 0;
    }
    const uint8_t id = data[*pos];
    const size_t left = size - *pos - 1;
    message->id = id;
    message->offset = (uint32_t)*pos;
    if (is_sized(id)) {
        return decode_sized(protocol, data, size, pos, message, err);
    }
    const bool player = id == QW_PLAYERINFO && !protocol->is_mvd;
    uint8_t padded[2 * PLAYER_SLACK];
    fields start = data + *pos + 1;
    if (player && left < PLAYER_SLACK) {
        start = fields_pad_tail(padded, PLAYER_SLACK, data, size, left);
    } else if (!player && left < SLACK) {
        start = fields_pad_tail(padded, SLACK, data, size, left);
    }
    fields p = start;
    if (player) {
        qw_take_playerinfo(protocol, &p, &message->u.player);
        if (message->u.player.flags >> 16 & ~(uint32_t)(QW_PF_TRANS | QW_PF_COLOURMOD) >> 16) {
            return format_fail(err, FORMAT_UNKNOWN, *pos,
                               "a player has FTE extension bits that are not supported");
        }
    } else if (!take_fields(protocol, &p, message)) {
        return fail_layout(message, err);
    }
    const size_t used = (size_t)(p - start);
    if (used > left) {
        return fail_overrun(message, err);
    }
    message->size = (uint32_t)used + 1;
    *pos += used + 1;
    return 1;
}

bool qw_protocol_supported(int32_t version)
{
    return version >= QW_PROTOCOL_FIRST && version <= QW_PROTOCOL_LAST;
}

const char *qw_message_name(uint8_t id)
{
    static const char *const names[] = {
        [QW_BAD] = "bad",
        [QW_NOP] = "nop",
        [QW_DISCONNECT] = "disconnect",
        [QW_UPDATESTAT] = "updatestat",
        [QW_SOUND] = "sound",
        [QW_TIME] = "time",
        [QW_PRINT] = "print",
        [QW_STUFFTEXT] = "stufftext",
        [QW_SETANGLE] = "setangle",
        [QW_SERVERDATA] = "serverdata",
        [QW_LIGHTSTYLE] = "lightstyle",
        [QW_UPDATEFRAGS] = "updatefrags",
        [QW_STOPSOUND] = "stopsound",
        [QW_DAMAGE] = "damage",
        [QW_SPAWNSTATIC] = "spawnstatic",
        [QW_SPAWNSTATIC2] = "spawnstatic2",
        [QW_SPAWNBASELINE] = "spawnbaseline",
        [QW_TEMP_ENTITY] = "temp_entity",
        [QW_SETPAUSE] = "setpause",
        [QW_CENTERPRINT] = "centerprint",
        [QW_KILLEDMONSTER] = "killedmonster",
        [QW_FOUNDSECRET] = "foundsecret",
        [QW_SPAWNSTATICSOUND] = "spawnstaticsound",
        [QW_INTERMISSION] = "intermission",
        [QW_FINALE] = "finale",
        [QW_CDTRACK] = "cdtrack",
        [QW_SELLSCREEN] = "sellscreen",
        [QW_SMALLKICK] = "smallkick",
        [QW_BIGKICK] = "bigkick",
        [QW_UPDATEPING] = "updateping",
        [QW_UPDATEENTERTIME] = "updateentertime",
        [QW_UPDATESTATLONG] = "updatestatlong",
        [QW_MUZZLEFLASH] = "muzzleflash",
        [QW_UPDATEUSERINFO] = "updateuserinfo",
        [QW_DOWNLOAD] = "download",
        [QW_PLAYERINFO] = "playerinfo",
        [QW_NAILS] = "nails",
        [QW_CHOKECOUNT] = "chokecount",
        [QW_MODELLIST] = "modellist",
        [QW_SOUNDLIST] = "soundlist",
        [QW_PACKETENTITIES] = "packetentities",
        [QW_DELTAPACKETENTITIES] = "deltapacketentities",
        [QW_MAXSPEED] = "maxspeed",
        [QW_ENTGRAVITY] = "entgravity",
        [QW_SETINFO] = "setinfo",
        [QW_SERVERINFO] = "serverinfo",
        [QW_UPDATEPL] = "updatepl",
        [QW_NAILS2] = "nails2",
        [QW_MODELLISTSHORT] = "modellistshort",
        [QW_SPAWNBASELINE2] = "spawnbaseline2",
        [QW_CSQCENTITIES] = "csqcentities",
        [QW_QIZMOVOICE] = "qizmovoice",
        [QW_VOICECHAT] = "voicechat",
        [QW_PACKETPROJECTILES] = "packetprojectiles",
        [QW_DELTAPACKETPROJECTILES] = "deltapacketprojectiles",
    };
    return id < sizeof(names) / sizeof(names[0]) && names[id] ? names[id] : "unknown";
}

const char *qw_names_next(const struct qw_names *names, uint32_t *pos)
{
    if (*pos >= names->size) {
        return NULL;
    }
    const char *name = names->data + *pos;
    const size_t length = strlen(name);
    *pos += (uint32_t)length + 1;
    return length > 0 ? name : NULL;
}
