/* One QuakeWorld message of each kind, as every protocol and extension can carry it, and demos of
 * them: for tests and fuzz targets. */
#ifndef TESTS_SUPPORT_QW_SAMPLES_H
#define TESTS_SUPPORT_QW_SAMPLES_H

#include <string.h>

#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_message.h"
#include "formats/quakeworld/qwd.h"

/* Each version, each extension flag alone, and the combination that real files negotiate. */
static const struct qw_protocol qw_sample_protocols[] = {
    {.version = 24},
    {.version = 25},
    {.version = 26},
    {.version = 27},
    {.version = 28},
    {.version = 28, .ftex = QW_FTEX_TRANS},
    {.version = 28, .ftex = QW_FTEX_MODELDBL},
    {.version = 28, .ftex = QW_FTEX_ENTITYDBL},
    {.version = 28, .ftex = QW_FTEX_ENTITYDBL2},
    {.version = 28, .ftex = QW_FTEX_FLOATCOORDS},
    {.version = 28, .ftex = QW_FTEX_COLOURMOD},
    {.version = 28, .ftex = QW_FTEX_SPAWNSTATIC2},
    {.version = 28, .ftex = QW_FTEX_256PACKETENTITIES},
    {.version = 28, .ftex = QW_FTEX_CHUNKEDDOWNLOADS},
    {.version = 28, .fte2 = QW_FTE2_VOICECHAT},
    {.version = 28, .mvd1 = QW_MVD1_FLOATCOORDS},
    {.version = 28, .mvd1 = QW_MVD1_HIGHLAGTELEPORT},
    {.version = 28, .mvd1 = QW_MVD1_SERVERSIDEWEAPON},
    {.version = 28, .mvd1 = QW_MVD1_HIDDEN_MESSAGES},
    {.version = 28, .mvd1 = QW_MVD1_WEAPONPREDICTION},
    {.version = 28, .mvd1 = QW_MVD1_SIMPLEPROJECTILE},
    {.version = 28, .ftex = 0x20487008, .fte2 = 2, .mvd1 = 1},
    {.version = 28, .ftex = 0x1487008, .fte2 = 1, .mvd1 = 0x20},
    {.version = 26, .ftex = 0x214af008, .fte2 = 3, .mvd1 = 0xa7},
};
enum { QW_SAMPLE_PROTOCOLS = sizeof(qw_sample_protocols) / sizeof(qw_sample_protocols[0]) };

/* Number of samples of a message: more than one if its fields determine its layout. */
static inline unsigned qw_sample_variants(uint8_t id)
{
    switch (id) {
    case QW_BAD:
    case QW_CSQCENTITIES:
    case QW_PACKETPROJECTILES:
    case QW_DELTAPACKETPROJECTILES:
        return 0;
    case QW_TEMP_ENTITY:
        return 14;
    case QW_PLAYERINFO:
        return 24; /* each flag alone, none, all */
    case QW_SPAWNSTATIC2:
    case QW_SPAWNBASELINE2:
        return 16;
    case QW_SOUND:
        return 4;
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
    case QW_NAILS:
    case QW_NAILS2:
    case QW_DOWNLOAD:
    case QW_DISCONNECT:
        return 2;
    default:
        return strcmp(qw_message_name(id), "unknown") != 0;
    }
}

static inline void qw_sample_place(float origin[3], float step)
{
    for (int i = 0; i < 3; i++) {
        origin[i] = ((float)i - 1.5f) * 3.0f + step;
    }
}

static inline void qw_sample_angles(float angles[3], float step)
{
    for (int i = 0; i < 3; i++) {
        angles[i] = ((float)i * 30.0f - 31.0f) * step;
    }
}

static const float qw_sample_angle8 = 360.0f / 256.0f, qw_sample_angle16 = 360.0f / 65536.0f;

/* The smallest steps the protocol can carry. */
static inline float qw_sample_coord(const struct qw_protocol *p, bool delta)
{
    const bool wide = (p->ftex & QW_FTEX_FLOATCOORDS) || (delta && (p->mvd1 & QW_MVD1_FLOATCOORDS));
    return wide ? 0.1f : 0.125f;
}

static inline float qw_sample_angle(const struct qw_protocol *p)
{
    return p->ftex & QW_FTEX_FLOATCOORDS ? qw_sample_angle16 : qw_sample_angle8;
}

/* The entity of that variant: none of the bits, each alone, all of them. */
static inline struct qw_entity qw_sample_entity(const struct qw_protocol *p, unsigned variant)
{
    static const uint32_t bits[] = {
        QW_U_ANGLE1,  QW_U_ANGLE3, QW_U_MODEL,   QW_U_COLORMAP,  QW_U_SKIN,
        QW_U_EFFECTS, QW_U_SOLID,  QW_U_ORIGIN1, QW_U_ORIGIN2,   QW_U_ORIGIN3,
        QW_U_ANGLE2,  QW_U_FRAME,  QW_U_TRANS,   QW_U_COLOURMOD,
    };
    struct qw_entity e = {.number = 300};
    for (unsigned i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
        e.bits |= variant == i || variant == 15 ? bits[i] : 0;
    }
    e.bits &= p->ftex & QW_FTEX_TRANS ? ~0u : ~(uint32_t)QW_U_TRANS;
    e.bits &= p->ftex & QW_FTEX_COLOURMOD ? ~0u : ~(uint32_t)QW_U_COLOURMOD;
    e.number += p->ftex & QW_FTEX_ENTITYDBL ? 512 : 0;
    e.number += p->ftex & QW_FTEX_ENTITYDBL2 ? 1024 : 0;
    e.model = e.bits & QW_U_MODEL ? 7 : 0;
    if (p->ftex & QW_FTEX_MODELDBL) {
        e.model += e.bits & QW_U_MODEL ? 256 : 0;
        if (variant == 14) { /* the word instead of the byte */
            e.bits |= QW_U_MODELDBL;
            e.model = 0x1234;
        }
    }
    e.frame = e.bits & QW_U_FRAME ? 9 : 0;
    e.colormap = e.bits & QW_U_COLORMAP ? 10 : 0;
    e.skin = e.bits & QW_U_SKIN ? 11 : 0;
    e.effects = e.bits & QW_U_EFFECTS ? 12 : 0;
    e.trans = e.bits & QW_U_TRANS ? 13 : 0;
    for (int i = 0; i < 3; i++) {
        static const uint32_t angles[3] = {QW_U_ANGLE1, QW_U_ANGLE2, QW_U_ANGLE3};
        e.colour_mod[i] = (uint8_t)(e.bits & QW_U_COLOURMOD ? 20 + i : 0);
        if (e.bits & (uint32_t)QW_U_ORIGIN1 << i) {
            e.origin[i] = 100.0f + (float)i + qw_sample_coord(p, true);
        }
        if (e.bits & angles[i]) {
            e.angles[i] = (float)(i + 5) * qw_sample_angle(p);
        }
    }
    return e;
}

/* The entities of sample packetentities, encoded; a removed one among them. */
static inline void qw_sample_entities(const struct qw_protocol *p, unsigned variant,
                                      struct byte_writer *out)
{
    for (unsigned i = 0; variant > 0 && i < 17; i++) {
        struct qw_entity e = i == 16 ? (struct qw_entity){.bits = QW_U_REMOVE, .number = 511}
                                     : qw_sample_entity(p, i);
        e.number += i == 16 && (p->ftex & QW_FTEX_ENTITYDBL) ? 512 : 0;
        qw_entity_encode(p, &e, out);
    }
    byte_writer_u16(out, 0);
}

static inline void qw_sample_player(const struct qw_protocol *p, unsigned variant,
                                    struct qw_playerinfo *info)
{
    const uint32_t flags = variant == 23 ? 0xffffff : variant == 22 ? 0 : 1u << variant;
    const bool extra = (p->ftex & QW_FTEX_TRANS) != 0;
    uint32_t known = 0xffff;
    known |= extra ? QW_PF_TRANS | QW_PF_COLOURMOD : 0;
    *info = (struct qw_playerinfo){.flags = flags & known, .player = 3, .frame = 4};
    qw_sample_place(info->origin, qw_sample_coord(p, true));
    info->msec = flags & QW_PF_MSEC ? 5 : 0;
    if (flags & QW_PF_COMMAND) {
        struct qw_usercmd *c = &info->command;
        c->bits = 0xff;
        c->msec = 13;
        c->buttons = 3;
        c->impulse = 7;
        for (int i = 0; i < 3; i++) {
            c->move[i] = (int16_t)((i - 1) * 320);
        }
        qw_sample_angles(c->angles, qw_sample_angle16 * 100);
    }
    for (int i = 0; i < 3; i++) {
        info->velocity[i] = (int16_t)(flags & (uint32_t)QW_PF_VELOCITY1 << i ? -300 + i : 0);
        if ((info->flags & QW_PF_COLOURMOD) && (p->ftex & QW_FTEX_COLOURMOD)) {
            info->colour_mod[i] = (uint8_t)(i + 40);
        }
    }
    info->model = flags & QW_PF_MODEL ? 8 : 0;
    info->skin = flags & QW_PF_SKIN ? 9 : 0;
    info->model += (flags & QW_PF_MODEL) && (flags & QW_PF_SKIN) ? 256 : 0;
    info->effects = flags & QW_PF_EFFECTS ? 10 : 0;
    info->weapon_frame = flags & QW_PF_WEAPONFRAME ? 11 : 0;
    info->trans = info->flags & QW_PF_TRANS ? 12 : 0;
    if ((p->mvd1 & QW_MVD1_WEAPONPREDICTION) && variant % 2) {
        info->prediction =
            (struct qw_weapon_prediction){1, 2, -3, 4.5f, 5.5f, 6.5f, 7, 8, 9, {10, 11, 12, 13}};
    }
}

static inline void qw_sample_mvd_player(const struct qw_protocol *p, unsigned variant,
                                        struct qw_mvd_playerinfo *info)
{
    const uint32_t flags = variant == 23 ? 0xffff : variant >= 16 ? 0 : 1u << variant;
    *info = (struct qw_mvd_playerinfo){.flags = (uint16_t)flags, .player = 31, .frame = 4};
    for (int i = 0; i < 3; i++) {
        if (flags & (uint32_t)QW_DF_ORIGIN1 << i) {
            info->origin[i] = -50.0f - (float)i + qw_sample_coord(p, false);
        }
        if (flags & (uint32_t)QW_DF_ANGLE1 << i) {
            info->angles[i] = (float)(i + 1234) * qw_sample_angle16;
        }
    }
    info->model = flags & QW_DF_MODEL ? 8 : 0;
    info->skin = flags & QW_DF_SKIN ? 0x89 : 0;
    info->effects = flags & QW_DF_EFFECTS ? 10 : 0;
    info->weapon_frame = flags & QW_DF_WEAPONFRAME ? 11 : 0;
}

static inline void qw_sample_serverdata(const struct qw_protocol *p, struct qw_serverdata *s)
{
    *s = (struct qw_serverdata){
        .ftex = p->ftex,
        .fte2 = p->fte2,
        .mvd1 = p->mvd1,
        .protocol = p->version,
        .server_count = 1234567,
        .game_dir = "qw",
        .level_name = "The Level",
        .movevars = {800, 100, 320, 500, 10, 0.7f, 10, 6, 1, 1},
    };
    if (p->is_mvd) {
        s->demo_time = 12.5f;
    } else {
        s->player = 0x83;
    }
    if (p->version >= 25) {
        s->movevars.gravity = 100;
        s->movevars.ent_gravity = 0.5f;
    }
}

/* The messages about a place in the world. */
static inline void qw_sample_placed(const struct qw_protocol *p, uint8_t id, unsigned variant,
                                    struct qw_message *m)
{
    const float step = qw_sample_coord(p, false), angle = qw_sample_angle(p);
    struct qw_entity_state *s =
        id == QW_SPAWNSTATIC ? &m->u.spawnstatic : &m->u.spawnbaseline.state;
    switch (id) {
    case QW_SOUND:
        m->u.sound = (struct qw_sound){.entity = 700, .channel = 5, .sound = 6};
        m->u.sound.mask = (uint16_t)(variant << 14);
        m->u.sound.volume = variant & 2 ? 100 : 255;
        m->u.sound.attenuation = variant & 1 ? 32 : 64;
        qw_sample_place(m->u.sound.origin, step);
        break;
    case QW_SETANGLE:
        m->u.setangle.player = p->is_mvd ? 7 : 0;
        m->u.setangle.kind = !p->is_mvd && (p->mvd1 & QW_MVD1_HIGHLAGTELEPORT) ? 2 : 0;
        qw_sample_angles(m->u.setangle.angles, angle);
        break;
    case QW_DAMAGE:
        m->u.damage.armor = 5;
        m->u.damage.blood = 6;
        qw_sample_place(m->u.damage.origin, step);
        break;
    case QW_SPAWNSTATIC:
    case QW_SPAWNBASELINE:
        *s = (struct qw_entity_state){.model = 1, .frame = 2, .colormap = 3, .skin = 4};
        qw_sample_place(s->origin, step);
        qw_sample_angles(s->angles, angle);
        if (id == QW_SPAWNBASELINE) {
            m->u.spawnbaseline.entity = 2047;
        }
        break;
    case QW_TEMP_ENTITY:
        m->u.temp_entity = (struct qw_temp_entity){.type = (uint8_t)variant};
        qw_sample_place(m->u.temp_entity.origin, step);
        if (variant == QW_TE_LIGHTNING1 || variant == QW_TE_LIGHTNING2 ||
            variant == QW_TE_LIGHTNING3) {
            m->u.temp_entity.entity = 400;
            qw_sample_place(m->u.temp_entity.end, -step);
        }
        m->u.temp_entity.count = variant == QW_TE_GUNSHOT || variant == QW_TE_BLOOD ? 20 : 0;
        break;
    case QW_SPAWNSTATICSOUND:
        m->u.spawnstaticsound.sound = 1;
        m->u.spawnstaticsound.volume = 2;
        m->u.spawnstaticsound.attenuation = 3;
        qw_sample_place(m->u.spawnstaticsound.origin, step);
        break;
    case QW_INTERMISSION:
        qw_sample_place(m->u.intermission.origin, step);
        qw_sample_angles(m->u.intermission.angles, angle);
        break;
    default:
        break;
    }
}

static inline void qw_sample_text(uint8_t id, unsigned variant, struct qw_message *m)
{
    switch (id) {
    case QW_DISCONNECT:
        m->u.text = variant ? "EndOfDemo" : NULL;
        break;
    case QW_STUFFTEXT:
    case QW_CENTERPRINT:
    case QW_FINALE:
        m->u.text = "some \xe2\xff text\n";
        break;
    case QW_PRINT:
        m->u.print.level = 3;
        m->u.print.text = "player: hello\n";
        break;
    case QW_LIGHTSTYLE:
        m->u.lightstyle.style = 12;
        m->u.lightstyle.map = "mamaz";
        break;
    case QW_UPDATEUSERINFO:
        m->u.updateuserinfo.player = 31;
        m->u.updateuserinfo.user = 99;
        m->u.updateuserinfo.info = "\\name\\someone\\team\\red";
        break;
    case QW_SETINFO:
        m->u.info.player = 30;
        m->u.info.key = "name";
        m->u.info.value = "";
        break;
    case QW_SERVERINFO:
        m->u.info.key = "status";
        m->u.info.value = "Standby";
        break;
    default:
        break;
    }
}

static inline void qw_sample_list(const struct qw_protocol *p, uint8_t id, unsigned variant,
                                  struct byte_writer *entities, struct qw_message *m)
{
    static const uint8_t bytes[QW_DOWNLOAD_CHUNK] = {1, 2, 0xfe, 0xff, 0x7f, 0x80, 7, 8, 9};
    static const char names[] = "maps/dm3.bsp\0*1\0progs/player.mdl\0";
    switch (id) {
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_MODELLISTSHORT:
        m->u.names = (struct qw_names){.data = names, .size = sizeof(names), .count = 3};
        if (p->version >= 26 || id == QW_MODELLISTSHORT) {
            m->u.names.start = id == QW_MODELLISTSHORT ? 0x1fd : 0xfc;
            m->u.names.next = 0xff;
        }
        break;
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        qw_sample_entities(p, variant, entities);
        m->u.entities.data = entities->data;
        m->u.entities.size = (uint32_t)entities->size;
        m->u.entities.count = variant ? 17 : 0;
        m->u.entities.from = id == QW_DELTAPACKETENTITIES ? 0xfe : 0;
        break;
    case QW_NAILS:
    case QW_NAILS2:
        m->u.nails = (struct qw_nails){bytes, variant ? 3 : 0, id == QW_NAILS2};
        break;
    case QW_DOWNLOAD:
        if (!(p->ftex & QW_FTEX_CHUNKEDDOWNLOADS)) {
            m->u.download.size = variant ? 9 : -1;
            m->u.download.percent = 50;
            m->u.download.data = bytes;
        } else if (variant) {
            m->u.download.chunk = 70000;
            m->u.download.data = bytes;
        } else {
            m->u.download.chunk = -1;
            m->u.download.size = 123456;
            m->u.download.name = "maps/x.bsp";
        }
        break;
    case QW_QIZMOVOICE:
        m->u.qizmo_voice = bytes;
        break;
    case QW_VOICECHAT:
        m->u.voicechat.sender = 1;
        m->u.voicechat.generation = 2;
        m->u.voicechat.sequence = 3;
        m->u.voicechat.size = 300;
        m->u.voicechat.data = bytes;
        break;
    default:
        break;
    }
}

static inline void qw_sample_numbers(uint8_t id, struct qw_message *m)
{
    switch (id) {
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        m->u.updatestat.stat = 15;
        m->u.updatestat.value = id == QW_UPDATESTAT ? 200 : -70000;
        break;
    case QW_TIME:
        m->u.time = 1.5f;
        break;
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
        m->u.player_short.player = 6;
        m->u.player_short.value = -99;
        break;
    case QW_UPDATEPL:
        m->u.updatepl.player = 6;
        m->u.updatepl.loss = 100;
        break;
    case QW_UPDATEENTERTIME:
        m->u.updateentertime.player = 6;
        m->u.updateentertime.time = 33.25f;
        break;
    case QW_STOPSOUND:
        m->u.stopsound = 0x1fff;
        break;
    case QW_SETPAUSE:
        m->u.setpause = 1;
        break;
    case QW_CDTRACK:
        m->u.cdtrack = 4;
        break;
    case QW_MUZZLEFLASH:
        m->u.muzzleflash = 500;
        break;
    case QW_CHOKECOUNT:
        m->u.chokecount = 3;
        break;
    case QW_MAXSPEED:
        m->u.speed = 320;
        break;
    case QW_ENTGRAVITY:
        m->u.gravity = 0.25f;
        break;
    default:
        break;
    }
}

/* Fills *m with the sample; entities holds what it points to and must outlive it. */
static inline void qw_sample(const struct qw_protocol *p, uint8_t id, unsigned variant,
                             struct byte_writer *entities, struct qw_message *m)
{
    memset(m, 0, sizeof(*m));
    m->id = id;
    if (id == QW_SERVERDATA) {
        qw_sample_serverdata(p, &m->u.serverdata);
    } else if (id == QW_PLAYERINFO && p->is_mvd) {
        qw_sample_mvd_player(p, variant, &m->u.mvd_player);
    } else if (id == QW_PLAYERINFO) {
        qw_sample_player(p, variant, &m->u.player);
    } else if (id == QW_SPAWNSTATIC2 || id == QW_SPAWNBASELINE2) {
        m->u.entity = qw_sample_entity(p, variant);
    } else {
        qw_sample_placed(p, id, variant, m);
        qw_sample_text(id, variant, m);
        qw_sample_list(p, id, variant, entities, m);
        qw_sample_numbers(id, m);
    }
}

/* Appends a block of either container with these messages; in a .mvd for all players. */
static inline void qw_sample_block(bool is_mvd, const struct byte_writer *messages,
                                   struct byte_writer *out)
{
    if (is_mvd) {
        struct mvd_block block = {.msec = 13, .type = MVD_ALL};
        block.u.messages.data = messages->data;
        block.u.messages.size = (uint32_t)messages->size;
        mvd_write_block(out, &block);
    } else {
        struct qwd_block block = {.time = 2.5f, .type = QWD_READ};
        block.u.packet =
            (struct qwd_packet){.kind = QWD_SEQUENCED, .sequence = 77, .reliable = true};
        block.u.packet.messages = messages->data;
        block.u.packet.size = (uint32_t)messages->size;
        qwd_write_block(out, &block);
    }
}

/* Writes the beginning of a demo of that protocol. */
static inline void qw_sample_begin(const struct qw_protocol *p, struct byte_writer *out)
{
    struct byte_writer messages = {0};
    struct qw_message m;
    qw_sample(p, QW_SERVERDATA, 0, &messages, &m);
    qw_message_encode(p, &m, &messages);
    qw_sample_block(p->is_mvd, &messages, out);
    byte_writer_free(&messages);
}

/* Writes a demo with every sample message, each in a separate block, and a block of each type. */
static inline void qw_sample_demo(const struct qw_protocol *p, struct byte_writer *out)
{
    const struct qwd_cmd cmd = {13, {1, 2, 3}, {1, 2, 3}, {4, -5, 6}, 7, 8, {9, 10, 11}};
    struct byte_writer messages = {0}, entities = {0};
    qw_sample_begin(p, out);
    for (int id = 0; id < 256; id++) {
        for (unsigned i = 0; i < qw_sample_variants((uint8_t)id); i++) {
            struct qw_message m;
            messages.size = entities.size = 0;
            qw_sample(p, (uint8_t)id, i, &entities, &m);
            qw_message_encode(p, &m, &messages);
            qw_sample_block(p->is_mvd, &messages, out);
        }
    }
    for (int type = 0; type <= (p->is_mvd ? (int)MVD_ALL : (int)QWD_SET); type++) {
        struct qwd_block qwd = {.time = 3.5f, .type = (enum qwd_block_type)type};
        struct mvd_block mvd = {.msec = 1, .type = (enum mvd_block_type)type, .to = 9, .mask = 5};
        if (type == QWD_CMD) {
            qwd.u.cmd = mvd.u.cmd = cmd;
        } else if (type == (p->is_mvd ? (int)MVD_SET : (int)QWD_SET)) {
            qwd.u.set.outgoing = mvd.u.set.outgoing = 1000;
            qwd.u.set.incoming = mvd.u.set.incoming = 2000;
        }
        if (p->is_mvd) {
            mvd_write_block(out, &mvd);
        } else {
            qwd_write_block(out, &qwd);
        }
    }
    byte_writer_free(&messages);
    byte_writer_free(&entities);
}

#endif
