/* One QuakeWorld message of each kind, in every protocol: written, read back field by field. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quakeworld/qw_message.h"
#include "tests/support/qw_samples.h"

/* Decodes the one message in bytes, checks that it takes all of them and comes back the same. */
static struct qw_message decode_one(const struct qw_protocol *protocol, const void *bytes,
                                    size_t size)
{
    struct qw_message m;
    struct format_error err = {0};
    struct byte_writer out = {0};
    size_t pos = 0;
    memset(&m, 0xa5, sizeof(m));
    cr_assert_eq(qw_message_decode(protocol, bytes, size, &pos, &m, &err), 1, "%s", err.what);
    cr_assert_eq(pos, size, "message %u took %zu of %zu bytes", m.id, pos, size);
    cr_assert_eq(m.offset, 0);
    cr_assert_eq(m.size, size);
    qw_message_encode(protocol, &m, &out);
    cr_assert_eq(out.size, size, "message %u is %zu bytes, was %zu", m.id, out.size, size);
    cr_assert_eq(memcmp(out.data, bytes, size), 0, "message %u differs", m.id);
    byte_writer_free(&out);
    return m;
}

#define SAME(field) cr_assert_eq(a->field, b->field, "message %u: " #field, a->id)
#define SAME3(field)                                                                               \
    cr_assert(a->field[0] == b->field[0] && a->field[1] == b->field[1] &&                          \
                  a->field[2] == b->field[2],                                                      \
              "message %u: " #field " %.9g %.9g %.9g, not %.9g %.9g %.9g", a->id,                  \
              (double)b->field[0], (double)b->field[1], (double)b->field[2], (double)a->field[0],  \
              (double)a->field[1], (double)a->field[2])
#define SAME_TEXT(field) cr_assert_str_eq(a->field, b->field)

static void same_entity(const struct qw_protocol *p, unsigned id, const struct qw_entity *x,
                        const struct qw_entity *y)
{
    const struct {
        unsigned id;
        struct qw_entity e;
    } left = {id, *x}, right = {id, *y}, *a = &left, *b = &right;
    const uint32_t added = QW_U_MOREBITS | QW_U_EVENMORE | QW_U_YETMORE | QW_U_ENTITYDBL |
                           QW_U_ENTITYDBL2 | QW_U_MODELDBL;
    cr_assert_eq(x->bits & ~added, y->bits & ~added, "bits %x, not %x (%x)", y->bits, x->bits,
                 p->ftex);
    SAME(e.number);
    SAME(e.model);
    SAME(e.frame);
    SAME(e.colormap);
    SAME(e.skin);
    SAME(e.effects);
    SAME(e.trans);
    SAME3(e.colour_mod);
    SAME3(e.origin);
    SAME3(e.angles);
}

static void same_player(const struct qw_protocol *p, const struct qw_message *a,
                        const struct qw_message *b)
{
    if (p->is_mvd) {
        SAME(u.mvd_player.flags);
        SAME(u.mvd_player.player);
        SAME(u.mvd_player.frame);
        SAME(u.mvd_player.model);
        SAME(u.mvd_player.skin);
        SAME(u.mvd_player.effects);
        SAME(u.mvd_player.weapon_frame);
        SAME3(u.mvd_player.origin);
        SAME3(u.mvd_player.angles);
        return;
    }
    cr_assert_eq(a->u.player.flags | (a->u.player.flags >> 16 ? QW_PF_SOLID : 0),
                 b->u.player.flags);
    SAME(u.player.player);
    SAME(u.player.frame);
    SAME(u.player.msec);
    SAME(u.player.skin);
    SAME(u.player.model);
    SAME(u.player.effects);
    SAME(u.player.weapon_frame);
    SAME(u.player.trans);
    SAME3(u.player.colour_mod);
    SAME3(u.player.velocity);
    SAME3(u.player.origin);
    SAME(u.player.command.bits);
    SAME(u.player.command.msec);
    SAME(u.player.command.buttons);
    SAME(u.player.command.impulse);
    SAME3(u.player.command.move);
    SAME3(u.player.command.angles);
    SAME(u.player.prediction.present);
    SAME(u.player.prediction.impulse);
    SAME(u.player.prediction.weapon);
    SAME(u.player.prediction.client_time);
    SAME(u.player.prediction.attack_finished);
    SAME(u.player.prediction.next_think);
    SAME(u.player.prediction.think_index);
    SAME(u.player.prediction.ping);
    SAME(u.player.prediction.flags);
    SAME(u.player.prediction.ammo[0]);
    SAME(u.player.prediction.ammo[3]);
}

static void same_serverdata(const struct qw_message *a, const struct qw_message *b)
{
    SAME(u.serverdata.ftex);
    SAME(u.serverdata.fte2);
    SAME(u.serverdata.mvd1);
    SAME(u.serverdata.protocol);
    SAME(u.serverdata.server_count);
    SAME_TEXT(u.serverdata.game_dir);
    SAME(u.serverdata.player);
    SAME(u.serverdata.demo_time);
    SAME_TEXT(u.serverdata.level_name);
    SAME(u.serverdata.movevars.gravity);
    SAME(u.serverdata.movevars.stop_speed);
    SAME(u.serverdata.movevars.air_accelerate);
    SAME(u.serverdata.movevars.ent_gravity);
}

static void same_placed(const struct qw_message *a, const struct qw_message *b)
{
    switch (a->id) {
    case QW_SOUND:
        SAME(u.sound.mask);
        SAME(u.sound.entity);
        SAME(u.sound.channel);
        SAME(u.sound.volume);
        SAME(u.sound.attenuation);
        SAME(u.sound.sound);
        SAME3(u.sound.origin);
        break;
    case QW_SETANGLE:
        SAME(u.setangle.player);
        SAME(u.setangle.kind);
        SAME3(u.setangle.angles);
        break;
    case QW_DAMAGE:
        SAME(u.damage.armor);
        SAME(u.damage.blood);
        SAME3(u.damage.origin);
        break;
    case QW_SPAWNSTATIC:
        SAME(u.spawnstatic.model);
        SAME(u.spawnstatic.frame);
        SAME(u.spawnstatic.colormap);
        SAME(u.spawnstatic.skin);
        SAME3(u.spawnstatic.origin);
        SAME3(u.spawnstatic.angles);
        break;
    case QW_SPAWNBASELINE:
        SAME(u.spawnbaseline.entity);
        SAME(u.spawnbaseline.state.model);
        SAME(u.spawnbaseline.state.skin);
        SAME3(u.spawnbaseline.state.origin);
        SAME3(u.spawnbaseline.state.angles);
        break;
    case QW_TEMP_ENTITY:
        SAME(u.temp_entity.type);
        SAME(u.temp_entity.count);
        SAME(u.temp_entity.entity);
        SAME3(u.temp_entity.origin);
        SAME3(u.temp_entity.end);
        break;
    case QW_SPAWNSTATICSOUND:
        SAME(u.spawnstaticsound.sound);
        SAME(u.spawnstaticsound.volume);
        SAME(u.spawnstaticsound.attenuation);
        SAME3(u.spawnstaticsound.origin);
        break;
    default:
        SAME3(u.intermission.origin);
        SAME3(u.intermission.angles);
        break;
    }
}

static void same_entities(const struct qw_protocol *p, unsigned variant, const struct qw_message *a,
                          const struct qw_message *b)
{
    struct qw_entity e;
    uint32_t pos = 0, count = 0;
    SAME(u.entities.from);
    SAME(u.entities.count);
    SAME(u.entities.size);
    while (qw_entities_next(p, &b->u.entities, &pos, &e)) {
        struct qw_entity made = {.bits = QW_U_REMOVE, .number = 511};
        made.number += p->ftex & QW_FTEX_ENTITYDBL ? 512 : 0;
        if (count < 16) {
            made = qw_sample_entity(p, count);
        }
        same_entity(p, a->id, &made, &e);
        count++;
    }
    cr_assert_eq(count, variant ? 17 : 0);
}

static void same_list(const struct qw_message *a, const struct qw_message *b)
{
    uint32_t at = 0, pos = 0;
    const char *name;
    switch (a->id) {
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_MODELLISTSHORT:
        SAME(u.names.start);
        SAME(u.names.next);
        SAME(u.names.count);
        while ((name = qw_names_next(&a->u.names, &at))) {
            cr_assert_str_eq(qw_names_next(&b->u.names, &pos), name);
        }
        cr_assert_null(qw_names_next(&b->u.names, &pos));
        break;
    case QW_NAILS:
    case QW_NAILS2:
        SAME(u.nails.count);
        SAME(u.nails.numbered);
        for (uint32_t i = 0; i < a->u.nails.count; i++) {
            struct qw_nail x = qw_nails_get(&a->u.nails, i), y = qw_nails_get(&b->u.nails, i);
            cr_assert(x.number == y.number && x.pitch == y.pitch && x.yaw == y.yaw);
            cr_assert_arr_eq(x.origin, y.origin, sizeof(x.origin));
        }
        break;
    case QW_DOWNLOAD:
        SAME(u.download.size);
        SAME(u.download.percent);
        SAME(u.download.chunk);
        if (a->u.download.name) {
            SAME_TEXT(u.download.name);
        }
        if (a->u.download.data && a->u.download.size >= 0) {
            cr_assert_arr_eq(a->u.download.data, b->u.download.data, 9);
        }
        break;
    case QW_QIZMOVOICE:
        cr_assert_arr_eq(a->u.qizmo_voice, b->u.qizmo_voice, QW_QIZMO_VOICE);
        break;
    default:
        SAME(u.voicechat.sender);
        SAME(u.voicechat.generation);
        SAME(u.voicechat.sequence);
        SAME(u.voicechat.size);
        cr_assert_arr_eq(a->u.voicechat.data, b->u.voicechat.data, 300);
        break;
    }
}

static void same_text(unsigned variant, const struct qw_message *a, const struct qw_message *b)
{
    switch (a->id) {
    case QW_DISCONNECT:
        cr_assert_eq(b->u.text != NULL, variant == 1);
        break;
    case QW_PRINT:
        SAME(u.print.level);
        SAME_TEXT(u.print.text);
        break;
    case QW_LIGHTSTYLE:
        SAME(u.lightstyle.style);
        SAME_TEXT(u.lightstyle.map);
        break;
    case QW_UPDATEUSERINFO:
        SAME(u.updateuserinfo.player);
        SAME(u.updateuserinfo.user);
        SAME_TEXT(u.updateuserinfo.info);
        break;
    case QW_SETINFO:
        SAME(u.info.player);
        SAME_TEXT(u.info.key);
        SAME_TEXT(u.info.value);
        break;
    case QW_SERVERINFO:
        SAME_TEXT(u.info.key);
        SAME_TEXT(u.info.value);
        break;
    default:
        SAME_TEXT(u.text);
        break;
    }
}

static void same_numbers(const struct qw_message *a, const struct qw_message *b)
{
    switch (a->id) {
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        SAME(u.updatestat.stat);
        SAME(u.updatestat.value);
        break;
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
        SAME(u.player_short.player);
        SAME(u.player_short.value);
        break;
    case QW_UPDATEPL:
        SAME(u.updatepl.player);
        SAME(u.updatepl.loss);
        break;
    case QW_UPDATEENTERTIME:
        SAME(u.updateentertime.player);
        SAME(u.updateentertime.time);
        break;
    case QW_STOPSOUND:
    case QW_MUZZLEFLASH:
        SAME(u.stopsound);
        break;
    case QW_SETPAUSE:
    case QW_CDTRACK:
    case QW_CHOKECOUNT:
        SAME(u.setpause);
        break;
    case QW_TIME:
    case QW_MAXSPEED:
    case QW_ENTGRAVITY:
        SAME(u.time);
        break;
    default: /* no body */
        break;
    }
}

static void same_message(const struct qw_protocol *p, unsigned variant, const struct qw_message *a,
                         const struct qw_message *b)
{
    SAME(id);
    switch (a->id) {
    case QW_SERVERDATA:
        same_serverdata(a, b);
        break;
    case QW_PLAYERINFO:
        same_player(p, a, b);
        break;
    case QW_SPAWNSTATIC2:
    case QW_SPAWNBASELINE2:
        same_entity(p, a->id, &a->u.entity, &b->u.entity);
        break;
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        same_entities(p, variant, a, b);
        break;
    case QW_SOUND:
    case QW_SETANGLE:
    case QW_DAMAGE:
    case QW_SPAWNSTATIC:
    case QW_SPAWNBASELINE:
    case QW_TEMP_ENTITY:
    case QW_SPAWNSTATICSOUND:
    case QW_INTERMISSION:
        same_placed(a, b);
        break;
    case QW_MODELLIST:
    case QW_SOUNDLIST:
    case QW_MODELLISTSHORT:
    case QW_NAILS:
    case QW_NAILS2:
    case QW_DOWNLOAD:
    case QW_QIZMOVOICE:
    case QW_VOICECHAT:
        same_list(a, b);
        break;
    case QW_DISCONNECT:
    case QW_PRINT:
    case QW_STUFFTEXT:
    case QW_LIGHTSTYLE:
    case QW_CENTERPRINT:
    case QW_FINALE:
    case QW_UPDATEUSERINFO:
    case QW_SETINFO:
    case QW_SERVERINFO:
        same_text(variant, a, b);
        break;
    default:
        same_numbers(a, b);
        break;
    }
}

/* Calls with every sample of every protocol, in both containers. */
static unsigned for_each_sample(void (*check)(const struct qw_protocol *p, unsigned variant,
                                              const struct qw_message *sample,
                                              const struct byte_writer *bytes))
{
    unsigned count = 0;
    for (unsigned i = 0; i < 2 * QW_SAMPLE_PROTOCOLS; i++) {
        struct qw_protocol p = qw_sample_protocols[i / 2];
        p.is_mvd = i % 2 == 1;
        for (int id = 0; id < 256; id++) {
            for (unsigned k = 0; k < qw_sample_variants((uint8_t)id); k++) {
                struct byte_writer bytes = {0}, entities = {0};
                struct qw_message sample;
                qw_sample(&p, (uint8_t)id, k, &entities, &sample);
                qw_message_encode(&p, &sample, &bytes);
                check(&p, k, &sample, &bytes);
                byte_writer_free(&bytes);
                byte_writer_free(&entities);
                count++;
            }
        }
    }
    return count;
}

static void check_fields(const struct qw_protocol *p, unsigned variant,
                         const struct qw_message *sample, const struct byte_writer *bytes)
{
    struct qw_message back = decode_one(p, bytes->data, bytes->size);
    same_message(p, variant, sample, &back);
}

Test(qw_samples, samples_read_back_field_by_field)
{
    cr_assert_gt(for_each_sample(check_fields), 5000);
}

/* A message cut anywhere overruns its block and moves nothing; in memory of the exact size, so that
 * the sanitizer sees a byte too many. */
static void check_cuts(const struct qw_protocol *p, unsigned variant,
                       const struct qw_message *sample, const struct byte_writer *bytes)
{
    for (size_t length = 1; length < bytes->size; length++) {
        uint8_t *copy = malloc(length);
        struct format_error err = {0};
        struct qw_message m;
        size_t at = 0;
        memcpy(copy, bytes->data, length);
        const int code = qw_message_decode(p, copy, length, &at, &m, &err);
        if (sample->id == QW_DISCONNECT && length == 1) {
            cr_assert_eq(code, 1); /* the text is optional */
        } else {
            cr_assert_eq(code, FORMAT_TRUNCATED, "message %u.%u cut at %zu", sample->id, variant,
                         length);
            cr_assert(at == 0 && err.offset == 0 && strstr(err.what, "exceeds its block"));
        }
        free(copy);
        length += length > 200 ? 37 : 0;
    }
}

Test(qw_samples, cut_samples_overrun)
{
    for_each_sample(check_cuts);
}
