/* QuakeWorld server messages: decoding and encoding. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quakeworld/qw_message.h"
#include "tests/support/qw_samples.h"

static const struct qw_protocol qw28 = {.version = 28};
static const struct qw_protocol mvd28 = {.version = 28, .is_mvd = true};

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

#define DECODE(protocol, literal) decode_one(protocol, literal, sizeof(literal) - 1)

static void vector_is(const float v[3], double x, double y, double z)
{
    cr_assert(v[0] == (float)x && v[1] == (float)y && v[2] == (float)z, "%g %g %g", v[0], v[1],
              v[2]);
}

/* Known bytes */

Test(qw_message, without_body)
{
    static const uint8_t ids[] = {QW_NOP,        QW_DISCONNECT, QW_KILLEDMONSTER, QW_FOUNDSECRET,
                                  QW_SELLSCREEN, QW_SMALLKICK,  QW_BIGKICK};
    for (size_t i = 0; i < sizeof(ids); i++) {
        cr_assert_eq(decode_one(&qw28, &ids[i], 1).id, ids[i]);
    }
    cr_assert_null(DECODE(&qw28, "\x02").u.text);
    cr_assert_str_eq(DECODE(&mvd28, "\x02"
                                    "EndOfDemo\0")
                         .u.text,
                     "EndOfDemo");
}

Test(qw_message, numbers)
{
    struct qw_message m = DECODE(&qw28, "\x03\x0b\xfe");
    cr_assert(m.u.updatestat.stat == 11 && m.u.updatestat.value == 254);
    m = DECODE(&qw28, "\x26\x0b\xfe\xff\xff\xff");
    cr_assert(m.u.updatestat.stat == 11 && m.u.updatestat.value == -2);
    cr_assert_float_eq(DECODE(&mvd28, "\x07\0\0\xa0\x3f").u.time, 1.25f, 0.0f);
    m = DECODE(&qw28, "\x0e\x02\xff\xff");
    cr_assert(m.u.player_short.player == 2 && m.u.player_short.value == -1);
    m = DECODE(&qw28, "\x24\x03\xe7\x03");
    cr_assert(m.u.player_short.player == 3 && m.u.player_short.value == 999);
    m = DECODE(&qw28, "\x25\x03\0\0\xa0\x3f");
    cr_assert(m.u.updateentertime.player == 3 && m.u.updateentertime.time == 1.25f);
    m = DECODE(&qw28, "\x35\x03\x64");
    cr_assert(m.u.updatepl.player == 3 && m.u.updatepl.loss == 100);
    cr_assert_eq(DECODE(&qw28, "\x10\x2b\x01").u.stopsound, 0x12b);
    cr_assert_eq(DECODE(&qw28, "\x18\x01").u.setpause, 1);
    cr_assert_eq(DECODE(&qw28, "\x20\x05").u.cdtrack, 5);
    cr_assert_eq(DECODE(&qw28, "\x27\x05\x01").u.muzzleflash, 261);
    cr_assert_eq(DECODE(&qw28, "\x2c\x05").u.chokecount, 5);
    cr_assert_float_eq(DECODE(&qw28, "\x31\0\0\xa0\x43").u.speed, 320.0f, 0.0f);
    cr_assert_float_eq(DECODE(&qw28, "\x32\0\0\0\x3f").u.gravity, 0.5f, 0.0f);
}

Test(qw_message, texts)
{
    char bytes[] = " say \xff\x80\n";
    static const uint8_t ids[] = {QW_STUFFTEXT, QW_CENTERPRINT, QW_FINALE};
    for (size_t i = 0; i < sizeof(ids); i++) {
        bytes[0] = (char)ids[i];
        struct qw_message m = decode_one(&qw28, bytes, sizeof(bytes));
        cr_assert_eq((const void *)m.u.text, (const void *)(bytes + 1), "text is copied");
    }
    struct qw_message m = DECODE(&qw28, "\x08\x03hello\0");
    cr_assert_eq(m.u.print.level, 3);
    cr_assert_str_eq(m.u.print.text, "hello");
    m = DECODE(&qw28, "\x0c\x07mamaz\0");
    cr_assert_eq(m.u.lightstyle.style, 7);
    cr_assert_str_eq(m.u.lightstyle.map, "mamaz");
    m = DECODE(&qw28, "\x28\x05\x01\x02\0\0\\name\\x\0");
    cr_assert(m.u.updateuserinfo.player == 5 && m.u.updateuserinfo.user == 513);
    cr_assert_str_eq(m.u.updateuserinfo.info, "\\name\\x");
    m = DECODE(&qw28, "\x33\x05name\0x\0");
    cr_assert_eq(m.u.info.player, 5);
    cr_assert_str_eq(m.u.info.key, "name");
    cr_assert_str_eq(m.u.info.value, "x");
    m = DECODE(&qw28, "\x34status\0Standby\0");
    cr_assert_str_eq(m.u.info.key, "status");
    cr_assert_str_eq(m.u.info.value, "Standby");
}

#define MOVEVARS                                                                                   \
    "\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\x80\x40\0\0\xa0\x40\0\0\xc0\x40\0\0\xe0\x40\0\0\0\x41" \
    "\0\0\x10\x41\0\0\x20\x41"

Test(qw_message, serverdata)
{
    struct qw_serverdata s =
        DECODE(&qw28, "\x0b\x1c\0\0\0\x39\x30\0\0qw\0\x81The Place\0" MOVEVARS).u.serverdata;
    cr_assert(s.protocol == 28 && s.server_count == 12345 && s.player == 0x81);
    cr_assert(s.ftex == 0 && s.fte2 == 0 && s.mvd1 == 0 && s.extension_count == 0);
    cr_assert_str_eq(s.game_dir, "qw");
    cr_assert_str_eq(s.level_name, "The Place");
    cr_assert(s.movevars.gravity == 1 && s.movevars.stop_speed == 2 && s.movevars.max_speed == 3);
    cr_assert(s.movevars.spectator_max_speed == 4 && s.movevars.accelerate == 5);
    cr_assert(s.movevars.air_accelerate == 6 && s.movevars.water_accelerate == 7);
    cr_assert(s.movevars.friction == 8 && s.movevars.water_friction == 9);
    cr_assert(s.movevars.ent_gravity == 10);
    /* Protocol 24 has no movement variables. */
    s = DECODE(&qw28, "\x0b\x18\0\0\0\x01\0\0\0qw\0\0x\0").u.serverdata;
    cr_assert(s.protocol == 24 && s.movevars.gravity == 800 && s.movevars.max_speed == 320);
    s = DECODE(&mvd28, "\x0b\x1c\0\0\0\x01\0\0\0qw\0\0\0\xa0\x3fx\0" MOVEVARS).u.serverdata;
    cr_assert(s.demo_time == 1.25f && s.player == 0 && s.movevars.ent_gravity == 10);
    /* Extension words in any order, repeated, and empty. */
    struct qw_message m = DECODE(&qw28, "\x0bMVD1\x01\0\0\0"
                                        "FTE2\x02\0\0\0"
                                        "FTEX\x08\x70\x48\x20"
                                        "FTE2\0\0\0\0"
                                        "\x1b\0\0\0\x01\0\0\0qw\0\0x\0" MOVEVARS);
    cr_assert_eq(m.u.serverdata.extension_count, 4);
    struct qw_protocol p = mvd28;
    qw_protocol_follow(&p, &m);
    cr_assert(p.version == 27 && p.ftex == 0x20487008 && p.fte2 == 0 && p.mvd1 == 1 && p.is_mvd);
}

Test(qw_message, unsupported_protocols)
{
    static const uint32_t versions[] = {0, 15, 23, 29, 666, 0x31455446, 0x80000000};
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        struct byte_writer out = {0};
        struct format_error err = {0};
        struct qw_message m;
        size_t pos = 0;
        byte_writer_u8(&out, QW_SERVERDATA);
        byte_writer_u32(&out, versions[i]);
        byte_writer_bytes(&out, "\1\0\0\0\0\0\0", 7);
        cr_assert_eq(qw_message_decode(&qw28, out.data, out.size, &pos, &m, &err), FORMAT_UNKNOWN);
        cr_assert(strstr(err.what, "protocol") && pos == 0, "%s", err.what);
        byte_writer_free(&out);
    }
}

Test(qw_message, names)
{
    static const struct qw_protocol qw25 = {.version = 25}, qw26 = {.version = 26};
    struct qw_names n = DECODE(&qw26, "\x2d\x05maps/a.bsp\0*1\0\0\x07").u.names;
    uint32_t pos = 0;
    cr_assert(n.start == 5 && n.next == 7 && n.count == 2);
    cr_assert_str_eq(qw_names_next(&n, &pos), "maps/a.bsp");
    cr_assert_str_eq(qw_names_next(&n, &pos), "*1");
    cr_assert_null(qw_names_next(&n, &pos));
    cr_assert_null(qw_names_next(&n, &pos));
    n = DECODE(&qw25, "\x2e"
                      "a.wav\0b.wav\0\0")
            .u.names;
    cr_assert(n.start == 0 && n.next == 0 && n.count == 2);
    /* A part without names: the list ended with the part before. */
    n = DECODE(&qw28, "\x2e\xff\0\0").u.names;
    pos = 0;
    cr_assert(n.start == 255 && n.next == 0 && n.count == 0);
    cr_assert_null(qw_names_next(&n, &pos));
    n = DECODE(&qw28, "\x3c\x05\x01"
                      "a\0\0\x07")
            .u.names;
    cr_assert(n.start == 0x105 && n.next == 7 && n.count == 1);
}

Test(qw_message, sound)
{
    struct qw_sound s = DECODE(&qw28, "\x06\x0b\0\x05\x08\0\xf8\xff\x10\0").u.sound;
    cr_assert(s.mask == 0 && s.volume == 255 && s.attenuation == 64);
    cr_assert(s.entity == 1 && s.channel == 3 && s.sound == 5);
    vector_is(s.origin, 1, -1, 2);
    s = DECODE(&qw28, "\x06\xff\xff\x10\x20\x05\0\0\0\0\0\0").u.sound;
    cr_assert(s.volume == 16 && s.attenuation == 32 && s.entity == 1023 && s.channel == 7);
    s = DECODE(&qw28, "\x06\0\x40\x20\x05\0\0\0\0\0\0").u.sound;
    cr_assert(s.volume == 255 && s.attenuation == 32 && s.entity == 0);
}

Test(qw_message, effects)
{
    struct qw_message m = DECODE(&qw28, "\x13\x05\x0a\x08\0\x10\0\x18\0");
    cr_assert(m.u.damage.armor == 5 && m.u.damage.blood == 10);
    vector_is(m.u.damage.origin, 1, 2, 3);
    m = DECODE(&qw28, "\x1d\x08\0\x10\0\x18\0\x04\xff\x40");
    cr_assert(m.u.spawnstaticsound.sound == 4 && m.u.spawnstaticsound.volume == 255);
    cr_assert_eq(m.u.spawnstaticsound.attenuation, 64);
    m = DECODE(&qw28, "\x1e\x08\0\x10\0\x18\0\x40\xc0\x01");
    vector_is(m.u.intermission.origin, 1, 2, 3);
    vector_is(m.u.intermission.angles, 90, -90, 1.40625);
    for (int type = 0; type < 16; type++) {
        uint8_t bytes[16] = {QW_TEMP_ENTITY, 0, 8, 0, 16, 0, 24, 0, 1, 0, 2, 0, 3, 0, 4};
        bytes[1] = (uint8_t)type;
        struct qw_temp_entity t;
        if (type == 5 || type == 6 || type == 9) {
            t = decode_one(&qw28, bytes, 16).u.temp_entity;
            cr_assert_eq(t.entity, 8);
            vector_is(t.origin, 2, 3, 0.125);
            vector_is(t.end, 0.25, 0.375, 0.5);
        } else if (type == 2 || type == 12) {
            t = decode_one(&qw28, bytes, 9).u.temp_entity;
            cr_assert_eq(t.count, 8);
            vector_is(t.origin, 512, 768, 32);
        } else if (type < 14) {
            t = decode_one(&qw28, bytes, 8).u.temp_entity;
            cr_assert_eq(t.count, 0);
            vector_is(t.origin, 1, 2, 3);
        } else {
            struct format_error err = {0};
            struct qw_message bad;
            size_t pos = 0;
            cr_assert_eq(qw_message_decode(&qw28, bytes, 16, &pos, &bad, &err), FORMAT_BAD);
            cr_assert(strstr(err.what, "temp_entity") && pos == 0);
        }
    }
}

Test(qw_message, setangle_has_a_byte_more_in_two_cases)
{
    const struct qw_protocol lag = {.version = 28, .mvd1 = QW_MVD1_HIGHLAGTELEPORT};
    vector_is(DECODE(&qw28, "\x0a\x40\xc0\x80").u.setangle.angles, 90, -90, -180);
    struct qw_message m = DECODE(&mvd28, "\x0a\x07\x40\xc0\x80");
    cr_assert_eq(m.u.setangle.player, 7);
    vector_is(m.u.setangle.angles, 90, -90, -180);
    m = DECODE(&lag, "\x0a\x02\x40\xc0\x80");
    cr_assert(m.u.setangle.kind == 2 && m.u.setangle.player == 0);
    vector_is(m.u.setangle.angles, 90, -90, -180);
}

Test(qw_message, baselines)
{
    struct qw_entity_state s =
        DECODE(&qw28, "\x14\x02\x03\x04\x05\x08\0\x40\x10\0\xc0\x18\0\x01").u.spawnstatic;
    cr_assert(s.model == 2 && s.frame == 3 && s.colormap == 4 && s.skin == 5);
    vector_is(s.origin, 1, 2, 3);
    vector_is(s.angles, 90, -90, 1.40625);
    struct qw_message m = DECODE(&qw28, "\x16\xff\x07\x02\x03\0\0\0\0\0\0\0\0\0\0\0");
    cr_assert(m.u.spawnbaseline.entity == 2047 && m.u.spawnbaseline.state.model == 2);
    /* Deltas against nothing; a REMOVE bit means nothing there. */
    struct qw_entity e = DECODE(&qw28, "\x42\x05\xf2\x08\x09\x07\x08\0\x40").u.entity;
    cr_assert(e.number == 5 && e.frame == 9 && e.colormap == 7 && e.model == 0);
    cr_assert(e.origin[0] == 1 && e.angles[1] == 90);
    e = DECODE(&qw28, "\x15\x05\x80\x04\x09").u.entity;
    cr_assert(e.number == 5 && e.model == 9);
}

Test(qw_message, downloads_and_voices)
{
    const struct qw_protocol chunked = {.version = 28, .ftex = QW_FTEX_CHUNKEDDOWNLOADS};
    struct qw_download d = DECODE(&qw28, "\x29\x03\0\x32"
                                         "abc")
                               .u.download;
    cr_assert(d.size == 3 && d.percent == 50 && memcmp(d.data, "abc", 3) == 0);
    d = DECODE(&qw28, "\x29\xff\xff\0").u.download;
    cr_assert_eq(d.size, -1);
    d = DECODE(&chunked, "\x29\xff\xff\xff\xff\x40\x9c\0\0x.bsp\0").u.download;
    cr_assert(d.chunk == -1 && d.size == 40000);
    cr_assert_str_eq(d.name, "x.bsp");
    uint8_t chunk[1 + 4 + QW_DOWNLOAD_CHUNK] = {QW_DOWNLOAD, 9, 0, 0, 0, 77};
    d = decode_one(&chunked, chunk, sizeof(chunk)).u.download;
    cr_assert(d.chunk == 9 && d.data[0] == 77);
    uint8_t qizmo[1 + QW_QIZMO_VOICE] = {QW_QIZMOVOICE, 5};
    cr_assert_eq(decode_one(&qw28, qizmo, sizeof(qizmo)).u.qizmo_voice[0], 5);
    struct qw_message m = DECODE(&qw28, "\x54\x01\x02\x03\x02\0xy");
    cr_assert(m.u.voicechat.sender == 1 && m.u.voicechat.generation == 2);
    cr_assert(m.u.voicechat.sequence == 3 && m.u.voicechat.size == 2);
}

Test(qw_message, nails)
{
    /* x = 0x123, y = 0xabc, z = 0x7ff, pitch -4 steps, yaw 64 */
    struct qw_nails n = DECODE(&qw28, "\x2b\x01\x23\xc1\xab\xff\xc7\x40").u.nails;
    struct qw_nail nail = qw_nails_get(&n, 0);
    cr_assert(n.count == 1 && !n.numbered && nail.number == 0);
    vector_is(nail.origin, (0x123 - 2048) * 2, (0xabc - 2048) * 2, -2);
    cr_assert(nail.pitch == -90.0f && nail.yaw == 90.0f);
    n = DECODE(&mvd28, "\x36\x02\x07\0\0\0\0\0\0\x08\xff\xff\xff\xff\xff\xff").u.nails;
    nail = qw_nails_get(&n, 1);
    cr_assert(n.numbered && nail.number == 8 && nail.pitch == -22.5f);
    vector_is(nail.origin, 4094, 4094, 4094);
    cr_assert_eq(qw_nails_get(&n, 0).number, 7);
}

/* Every nail there is, in its packed form. */
Test(qw_message, nails_round_trip)
{
    uint32_t seed = 3;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[7];
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        const struct qw_nails nails = {bytes, 1, round % 2};
        struct byte_writer out = {0};
        struct qw_nail nail = qw_nails_get(&nails, 0);
        qw_nail_encode(nails.numbered, &nail, &out);
        cr_assert(out.size == 6u + round % 2 && memcmp(out.data, bytes, out.size) == 0);
        byte_writer_free(&out);
    }
}

Test(qw_message, usercmd_of_old_and_new_protocols)
{
    static const struct qw_protocol qw24 = {.version = 24}, qw26 = {.version = 26},
                                    qw27 = {.version = 27};
    /* player 1, flags COMMAND, origin, frame 2, then the command */
#define PLAYER "\x2a\x01\x02\0\x08\0\x10\0\x18\0\x02"
    struct qw_usercmd c = DECODE(&qw27, PLAYER "\xff\0\x40\0\xc0\x01\0\x64\0\x9c\xff\x01\0\x03"
                                               "\x04\x0d")
                              .u.player.command;
    vector_is(c.angles, 90, -90, 360.0f / 65536.0f);
    cr_assert(c.move[0] == 100 && c.move[1] == -100 && c.move[2] == 1);
    cr_assert(c.buttons == 3 && c.impulse == 4 && c.msec == 13);
    c = DECODE(&qw28, PLAYER "\0\x0d").u.player.command;
    cr_assert(c.bits == 0 && c.msec == 13 && c.angles[1] == 0);
    /* Old ones: the second angle is always there, the milliseconds are not. */
    c = DECODE(&qw24, PLAYER "\0\0\xc0").u.player.command;
    cr_assert(c.msec == 0 && c.angles[1] == -90);
    c = DECODE(&qw26, PLAYER "\xff\0\x40\0\xc0\x01\0\x32\xce\x7f\x03\x04\x0d").u.player.command;
    vector_is(c.angles, 90, -90, 360.0f / 65536.0f);
    cr_assert(c.move[0] == 400 && c.move[1] == -400 && c.move[2] == 1016);
    cr_assert(c.buttons == 3 && c.impulse == 4 && c.msec == 13);
#undef PLAYER
}

Test(qw_message, playerinfo)
{
    struct qw_playerinfo i = DECODE(&qw28, "\x2a\x1f\0\xc0\x08\0\x10\0\x18\0\x02").u.player;
    cr_assert(i.player == 31 && i.frame == 2 && i.flags == (QW_PF_ONGROUND | QW_PF_SOLID));
    vector_is(i.origin, 1, 2, 3);
    i = DECODE(&qw28, "\x2a\0\xfd\x01\0\0\0\0\0\0\x02\x05\x40\x01\xc0\xfe\x07\0\x09\x03\x04\x06")
            .u.player;
    cr_assert(i.msec == 5 && i.velocity[0] == 320 && i.velocity[1] == -320 && i.velocity[2] == 7);
    cr_assert(i.model == 9 && i.skin == 3 && i.effects == 4 && i.weapon_frame == 6);
    /* The skin's upper bit is the model's, but not without a model. */
    i = DECODE(&qw28, "\x2a\0\x60\0\0\0\0\0\0\0\x02\x09\x83").u.player;
    cr_assert(i.model == 265 && i.skin == 3);
    i = DECODE(&qw28, "\x2a\0\x40\0\0\0\0\0\0\0\x02\x83").u.player;
    cr_assert(i.model == 0 && i.skin == 0x83);
}

Test(qw_message, playerinfo_extensions)
{
    struct qw_protocol p = {.version = 28, .ftex = QW_FTEX_TRANS | QW_FTEX_COLOURMOD};
    struct qw_playerinfo i =
        DECODE(&p, "\x2a\0\0\x80\x0a\0\0\0\0\0\0\x02\x80\x01\x02\x03").u.player;
    cr_assert(i.flags == (QW_PF_SOLID | QW_PF_TRANS | QW_PF_COLOURMOD) && i.trans == 128);
    cr_assert(i.colour_mod[0] == 1 && i.colour_mod[2] == 3);
    p = (struct qw_protocol){.version = 28, .mvd1 = QW_MVD1_FLOATCOORDS};
    i = DECODE(&p, "\x2a\0\0\0\xcd\xcc\xcc\x3d\0\0\x80\x7f\0\xa0\xff\x7f\x02").u.player;
    cr_assert(i.origin[0] == 0.1f && isinf(i.origin[1]) && isnan(i.origin[2]));
    p = (struct qw_protocol){.version = 28, .mvd1 = QW_MVD1_WEAPONPREDICTION};
    i = DECODE(&p, "\x2a\0\0\x01\0\0\0\0\0\0\x02\x07\0").u.player;
    cr_assert(i.weapon_frame == 7 && i.prediction.present == 0);
    i = DECODE(&p, "\x2a\0\0\0\0\0\0\0\0\0\x02\x01\x02\xfd\xff\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40"
                   "\x04\x05\x06\x07\x08\x09\x0a")
            .u.player;
    cr_assert(i.prediction.impulse == 2 && i.prediction.weapon == -3);
    cr_assert(i.prediction.client_time == 1 && i.prediction.attack_finished == 2);
    cr_assert(i.prediction.next_think == 3 && i.prediction.think_index == 4);
    cr_assert(i.prediction.ping == 5 && i.prediction.flags == 6 && i.prediction.ammo[3] == 10);
}

Test(qw_message, playerinfo_of_mvd)
{
    struct qw_mvd_playerinfo i = DECODE(&mvd28, "\x2a\x03\0\x03\x04").u.mvd_player;
    cr_assert(i.player == 3 && i.frame == 4 && i.flags == (QW_DF_DEAD | QW_DF_GIB));
    i = DECODE(&mvd28, "\x2a\0\xff\x0c\x02\x08\0\x10\0\x18\0\0\x40\0\xc0\x01\0\x05\x86\x07\x08")
            .u.mvd_player;
    vector_is(i.origin, 1, 2, 3);
    vector_is(i.angles, 90, -90, 360.0f / 65536.0f);
    cr_assert(i.model == 5 && i.skin == 0x86 && i.effects == 7 && i.weapon_frame == 8);
    struct qw_protocol p = {.version = 28, .ftex = QW_FTEX_FLOATCOORDS, .is_mvd = true};
    i = DECODE(&p, "\x2a\0\x02\0\x02\xcd\xcc\xcc\x3d").u.mvd_player;
    vector_is(i.origin, 0, 0.1f, 0);
    p = (struct qw_protocol){.version = 28, .mvd1 = QW_MVD1_FLOATCOORDS, .is_mvd = true};
    i = DECODE(&p, "\x2a\0\x02\0\x02\x08\0").u.mvd_player;
    vector_is(i.origin, 0, 1, 0);
}

Test(qw_message, entities)
{
    /* The last two are removed; without ENTITYDBL the first one's MOREBITS has no byte. */
    struct qw_message m = DECODE(&qw28, "\x2f\x07\x02\x08\0\xff\xbf\x7f\x01\x05\x02\x03\x04\x08\0"
                                        "\x40\x10\0\xc0\x18\0\x80\x05\xc0\x06\x40\0\0");
    struct qw_entity e;
    uint32_t pos = 0;
    cr_assert_eq(m.u.entities.count, 4);
    cr_assert(qw_entities_next(&qw28, &m.u.entities, &pos, &e));
    cr_assert(e.number == 7 && e.bits == QW_U_ORIGIN1);
    vector_is(e.origin, 1, 0, 0);
    cr_assert(qw_entities_next(&qw28, &m.u.entities, &pos, &e));
    cr_assert(e.number == 511 && e.bits == 0xbe7f && e.model == 1 && e.frame == 5);
    cr_assert(e.colormap == 2 && e.skin == 3 && e.effects == 4);
    vector_is(e.origin, 1, 2, 3);
    vector_is(e.angles, 90, -90, -180);
    cr_assert(qw_entities_next(&qw28, &m.u.entities, &pos, &e));
    cr_assert(e.number == 5 && e.bits == (QW_U_REMOVE | QW_U_MOREBITS));
    cr_assert(qw_entities_next(&qw28, &m.u.entities, &pos, &e));
    cr_assert(e.number == 6 && e.bits == QW_U_REMOVE);
    cr_assert_not(qw_entities_next(&qw28, &m.u.entities, &pos, &e));
}

Test(qw_message, delta_entities)
{
    struct qw_message m = DECODE(&qw28, "\x30\xfe\0\0");
    struct qw_entity e;
    uint32_t pos = 0;
    cr_assert(m.u.entities.from == 0xfe && m.u.entities.count == 0);
    cr_assert_not(qw_entities_next(&qw28, &m.u.entities, &pos, &e));
    m = DECODE(&mvd28, "\x30\x01\x05\x40\x06\x10\x40\0\0");
    cr_assert(qw_entities_next(&mvd28, &m.u.entities, &pos, &e));
    cr_assert(e.number == 5 && e.bits == QW_U_REMOVE);
    cr_assert(qw_entities_next(&mvd28, &m.u.entities, &pos, &e));
    cr_assert(e.number == 6 && e.angles[1] == 90.0f);
    cr_assert_not(qw_entities_next(&mvd28, &m.u.entities, &pos, &e));
}

static struct qw_entity first_entity(const struct qw_protocol *p, const struct qw_message *m)
{
    struct qw_entity e;
    uint32_t pos = 0;
    cr_assert_eq(m->u.entities.count, 1);
    cr_assert(qw_entities_next(p, &m->u.entities, &pos, &e));
    return e;
}

Test(qw_message, entity_extensions)
{
    struct qw_protocol p = {.version = 28};
    /* Without extensions the last bit of the second mask byte means nothing. */
    struct qw_message m = DECODE(&p, "\x2f\x05\x80\x80\0\0");
    cr_assert_eq(first_entity(&p, &m).bits, QW_U_MOREBITS | QW_U_EVENMORE);
    p.ftex = QW_FTEX_ENTITYDBL | QW_FTEX_ENTITYDBL2 | QW_FTEX_MODELDBL | QW_FTEX_TRANS |
             QW_FTEX_COLOURMOD;
    m = DECODE(&p, "\x2f\x05\x80\x80\x60\0\0");
    cr_assert_eq(first_entity(&p, &m).number, 5 + 512 + 1024);
    m = DECODE(&p, "\x2f\x05\xc0\x80\x20\0\0");
    struct qw_entity e = first_entity(&p, &m);
    cr_assert(e.number == 517 && (e.bits & QW_U_REMOVE));
    m = DECODE(&p, "\x2f\x05\xa0\x84\x8a\x04\x07\x08\x80\x01\x02\x03\0\0");
    e = first_entity(&p, &m);
    cr_assert(e.model == 263 && e.frame == 8 && e.trans == 128);
    cr_assert(e.colour_mod[0] == 1 && e.colour_mod[2] == 3);
    m = DECODE(&p, "\x2f\x05\xa0\x80\x08\x34\x12\x08\0\0");
    e = first_entity(&p, &m);
    cr_assert(e.model == 0x1234 && e.frame == 8);
    p.ftex = QW_FTEX_FLOATCOORDS;
    m = DECODE(&p, "\x2f\x05\x12\xcd\xcc\xcc\x3d\x01\0\0\0");
    e = first_entity(&p, &m);
    cr_assert(e.origin[0] == 0.1f && e.angles[1] == 360.0f / 65536.0f);
    p = (struct qw_protocol){.version = 28, .mvd1 = QW_MVD1_FLOATCOORDS};
    m = DECODE(&p, "\x2f\x05\x12\xcd\xcc\xcc\x3d\x40\0\0");
    e = first_entity(&p, &m);
    cr_assert(e.origin[0] == 0.1f && e.angles[1] == 90.0f);
    /* Only there: a baseline of this extension has whole coordinates. */
    m = DECODE(&p, "\x16\x01\0\x02\x03\0\0\x08\0\0\0\0\0\0\0\0");
    cr_assert_eq(m.u.spawnbaseline.state.origin[0], 1.0f);
    /* Mask bits with unknown fields end the list with an error. */
    struct format_error err = {0};
    size_t pos = 0;
    p.ftex = QW_FTEX_TRANS;
    cr_assert_eq(
        qw_message_decode(&p, (const uint8_t *)"\x2f\x05\x80\x80\x01\0\0\0", 8, &pos, &m, &err),
        FORMAT_UNKNOWN);
    cr_assert(err.offset == 1 && strstr(err.what, "extension"));
}

/* Every mask of some hundred thousand random ones, in every protocol, bit for bit. */
Test(qw_message, random_bytes_round_trip)
{
    uint32_t seed = 1;
    unsigned decoded = 0;
    for (int round = 0; round < 300000; round++) {
        uint8_t bytes[120];
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        bytes[0] = (uint8_t)(round % 86); /* the known numbers */
        bytes[100] = bytes[101] = 0;
        struct qw_protocol p = qw_sample_protocols[seed % QW_SAMPLE_PROTOCOLS];
        p.is_mvd = seed >> 16 & 1;
        struct qw_message m;
        size_t pos = 0;
        if (qw_message_decode(&p, bytes, sizeof(bytes), &pos, &m, NULL) > 0) {
            struct byte_writer out = {0};
            qw_message_encode(&p, &m, &out);
            cr_assert_eq(out.size, pos, "id %u", bytes[0]);
            cr_assert_eq(memcmp(out.data, bytes, pos), 0, "id %u", bytes[0]);
            byte_writer_free(&out);
            decoded++;
        }
    }
    cr_assert_gt(decoded, 60000);
}

/* Decoded from a copy near the end of a block, from the block itself elsewhere: the same. */
Test(qw_message, the_end_of_a_block_decodes_like_its_middle)
{
    uint32_t seed = 5;
    for (int round = 0; round < 60000; round++) {
        uint8_t bytes[240];
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        const size_t start = seed % 90;
        struct qw_protocol p = qw_sample_protocols[round % QW_SAMPLE_PROTOCOLS];
        p.is_mvd = seed >> 16 & 1;
        bytes[start] = round % 3 ? bytes[start] % 54 : QW_PLAYERINFO;
        struct qw_message middle, end;
        memset(&middle, 0, sizeof(middle));
        memset(&end, 0, sizeof(end));
        size_t pos = start;
        if (qw_message_decode(&p, bytes, sizeof(bytes), &pos, &middle, NULL) <= 0) {
            continue;
        }
        size_t at = start;
        cr_assert_eq(qw_message_decode(&p, bytes, pos, &at, &end, NULL), 1);
        cr_assert_eq(at, pos);
        cr_assert_arr_eq(&middle, &end, sizeof(end), "id %u at %zu", middle.id, start);
        struct format_error err;
        at = start;
        if (pos - start > 1 && middle.id != QW_DISCONNECT) { /* its text is optional */
            cr_assert_lt(qw_message_decode(&p, bytes, pos - 1, &at, &end, &err), 0);
            cr_assert(at == start && err.offset == start);
        }
    }
}

/* Angles and coordinates: every value a message can carry comes back. */
Test(qw_message, every_coordinate_and_angle_round_trips)
{
    const struct qw_protocol wide = {.version = 28, .ftex = QW_FTEX_FLOATCOORDS};
    for (int v = 0; v < 65536; v++) {
        uint8_t bytes[10] = {QW_SPAWNSTATICSOUND, (uint8_t)v, (uint8_t)(v >> 8)};
        struct qw_message m = decode_one(&qw28, bytes, 10);
        cr_assert_eq(m.u.spawnstaticsound.origin[0], (float)((int16_t)v / 8.0));
        uint8_t turn[7] = {QW_SETANGLE, (uint8_t)v, (uint8_t)(v >> 8)};
        m = decode_one(&wide, turn, 7);
        cr_assert_eq(m.u.setangle.angles[0], (float)((int16_t)v * 360.0 / 65536.0));
    }
}

Test(qw_message, hand_made_entities_get_the_bits_they_need)
{
    const struct qw_protocol fte = {.version = 28, .ftex = 0x87000 | QW_FTEX_TRANS};
    struct byte_writer out = {0};
    struct qw_entity e = {.number = 2000, .bits = QW_U_MODEL | QW_U_COLOURMOD, .model = 300};
    e.colour_mod[1] = 9;
    byte_writer_u8(&out, QW_PACKETENTITIES);
    qw_entity_encode(&fte, &e, &out);
    byte_writer_u16(&out, 0);
    struct qw_message m = decode_one(&fte, out.data, out.size);
    struct qw_entity back = first_entity(&fte, &m);
    cr_assert(back.number == 2000 && back.model == 300 && back.colour_mod[1] == 9);
    out.size = 0;
    e.origin[0] = 10.07f;
    e.bits = QW_U_ORIGIN1 | QW_U_ORIGIN2 | QW_U_COLOURMOD;
    e.origin[1] = 1e30f;
    e.number = 511;
    byte_writer_u8(&out, QW_PACKETENTITIES);
    qw_entity_encode(&qw28, &e, &out);
    byte_writer_u16(&out, 0);
    m = decode_one(&qw28, out.data, out.size);
    back = first_entity(&qw28, &m);
    cr_assert(back.bits == (QW_U_ORIGIN1 | QW_U_ORIGIN2));
    vector_is(back.origin, 10.125, 4095.875, 0);
    byte_writer_free(&out);
}

Test(qw_message, unknown_and_unsupported_ids)
{
    for (int id = 0; id < 256; id++) {
        uint8_t bytes[512] = {(uint8_t)id, 28};
        struct qw_message m;
        struct format_error err = {.offset = 77};
        size_t pos = 0;
        const int code = qw_message_decode(&qw28, bytes, sizeof(bytes), &pos, &m, &err);
        if (id == QW_CSQCENTITIES || id == QW_PACKETPROJECTILES ||
            id == QW_DELTAPACKETPROJECTILES) {
            cr_assert_eq(code, FORMAT_UNKNOWN);
            cr_assert(strstr(err.what, qw_message_name((uint8_t)id)) && err.offset == 0);
        } else if (qw_sample_variants((uint8_t)id) > 0 && id != QW_TEMP_ENTITY) {
            cr_assert_eq(code, 1, "id %d: %s", id, err.what);
        } else {
            cr_assert_eq(code, FORMAT_BAD, "id %d", id);
            cr_assert(pos == 0 && err.offset == 0 && err.what[0]);
        }
    }
    cr_assert_str_eq(qw_message_name(42), "playerinfo");
    cr_assert_str_eq(qw_message_name(4), "unknown");
    cr_assert_str_eq(qw_message_name(255), "unknown");
}
