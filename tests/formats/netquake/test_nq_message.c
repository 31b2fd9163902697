/* NetQuake server messages one by one: decoding and encoding. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/netquake/nq_message.h"

static const struct nq_protocol quake = {.version = NQ_PROTOCOL_15};
static const struct nq_protocol fitz = {.version = NQ_PROTOCOL_666};

/* Decodes the one message in bytes, checks that it takes all of them and comes back the same. */
static struct nq_message decode_one(const struct nq_protocol *protocol, const void *bytes,
                                    size_t size)
{
    struct nq_message m;
    struct format_error err = {0};
    struct byte_writer out = {0};
    size_t pos = 0;
    memset(&m, 0xa5, sizeof(m));
    cr_assert_eq(nq_message_decode(protocol, bytes, size, &pos, &m, &err), 1, "%s", err.what);
    cr_assert_eq(pos, size, "message %u took %zu of %zu bytes", m.id, pos, size);
    cr_assert_eq(m.offset, 0);
    cr_assert_eq(m.size, size);
    nq_message_encode(protocol, &m, &out);
    cr_assert_eq(out.size, size, "message %u is %zu bytes, was %zu", m.id, out.size, size);
    cr_assert_eq(memcmp(out.data, bytes, size), 0, "message %u differs", m.id);
    byte_writer_free(&out);
    return m;
}

#define DECODE(protocol, literal) decode_one(protocol, literal, sizeof(literal) - 1)

static void origin_is(const double o[3], double x, double y, double z)
{
    cr_assert(o[0] == x && o[1] == y && o[2] == z, "origin %g %g %g", o[0], o[1], o[2]);
}

Test(nq_message, without_body)
{
    static const uint8_t ids[] = {NQ_NOP,         NQ_DISCONNECT,   NQ_KILLEDMONSTER,
                                  NQ_FOUNDSECRET, NQ_INTERMISSION, NQ_SELLSCREEN};
    for (size_t i = 0; i < sizeof(ids); i++) {
        cr_assert_eq(decode_one(&quake, &ids[i], 1).id, ids[i]);
    }
}

Test(nq_message, numbers)
{
    struct nq_message m = DECODE(&quake, "\x03\x0b\xfe\xff\xff\xff");
    cr_assert_eq(m.u.updatestat.stat, 11);
    cr_assert_eq(m.u.updatestat.value, -2);
    cr_assert_eq(DECODE(&quake, "\x04\x0f\0\0\0").u.version, 15);
    cr_assert_eq(DECODE(&quake, "\x05\x01\x02").u.setview, 513);
    cr_assert_float_eq(DECODE(&quake, "\x07\0\0\xa0\x3f").u.time, 1.25f, 0.0f);
    m = DECODE(&quake, "\x0a\x40\xc0\x80");
    cr_assert(m.u.setangle[0] == 90.0f && m.u.setangle[1] == -90.0f && m.u.setangle[2] == -180.0f);
    m = DECODE(&quake, "\x0e\x02\xff\xff");
    cr_assert(m.u.updatefrags.player == 2 && m.u.updatefrags.frags == -1);
    cr_assert_eq(DECODE(&quake, "\x10\x2b\x01").u.stopsound, 0x12b);
    m = DECODE(&quake, "\x11\x03\xd4");
    cr_assert(m.u.updatecolors.player == 3 && m.u.updatecolors.colors == 0xd4);
    cr_assert_eq(DECODE(&quake, "\x18\x01").u.setpause, 1);
    cr_assert_eq(DECODE(&quake, "\x19\x03").u.signonnum, 3);
    m = DECODE(&quake, "\x20\x02\x03");
    cr_assert(m.u.cdtrack.track == 2 && m.u.cdtrack.loop_track == 3);
}

Test(nq_message, texts)
{
    static const uint8_t ids[] = {NQ_PRINT, NQ_STUFFTEXT, NQ_CENTERPRINT, NQ_FINALE, NQ_CUTSCENE};
    for (size_t i = 0; i < sizeof(ids); i++) {
        char bytes[] = " \x01say \xff\x80\n";
        bytes[0] = (char)ids[i];
        struct nq_message m = decode_one(&quake, bytes, sizeof(bytes));
        cr_assert_str_eq(m.u.text, "\x01say \xff\x80\n");
        cr_assert_eq((const void *)m.u.text, (const void *)(bytes + 1), "text is copied");
    }
    struct nq_message m = DECODE(&quake, "\x0c\x07mamaz\0");
    cr_assert_eq(m.u.lightstyle.style, 7);
    cr_assert_str_eq(m.u.lightstyle.map, "mamaz");
    m = DECODE(&quake, "\x0d\x05\0");
    cr_assert_eq(m.u.updatename.player, 5);
    cr_assert_str_eq(m.u.updatename.name, "");
}

Test(nq_message, serverinfo)
{
    struct nq_message m = DECODE(
        &quake, "\x0b\x0f\0\0\0\x08\x01the level\0maps/a.bsp\0*1\0p.mdl\0\0misc/null.wav\0\0");
    const struct nq_serverinfo *s = &m.u.serverinfo;
    cr_assert(s->protocol == 15 && s->max_clients == 8 && s->game_type == 1);
    cr_assert_str_eq(s->level_name, "the level");
    cr_assert_eq(s->models.count, 3);
    cr_assert_str_eq(nq_names_get(&s->models, 2), "p.mdl");
    cr_assert_null(nq_names_get(&s->models, 3));
    cr_assert_eq(s->sounds.count, 1);
    cr_assert_str_eq(nq_names_get(&s->sounds, 0), "misc/null.wav");
    m = DECODE(&quake, "\x0b\xe7\x03\0\0\x82\0\0\0\x01\0\0\0\0");
    struct nq_protocol p = quake;
    nq_protocol_follow(&p, &m);
    cr_assert(p.version == 999 && p.flags == 0x82 && m.u.serverinfo.models.count == 0);
}

Test(nq_message, sound)
{
    struct nq_sound s = DECODE(&quake, "\x06\0\x0b\0\x05\x08\0\xf8\xff\x10\0").u.sound;
    cr_assert(s.volume == 255 && s.attenuation == 64 && s.entity == 1 && s.channel == 3);
    cr_assert_eq(s.sound, 5);
    origin_is(s.origin, 1, -1, 2);
    s = DECODE(&quake, "\x06\x03\x10\x20\xff\xff\xff\x01\0\0\0\0\x80").u.sound;
    cr_assert(s.volume == 16 && s.attenuation == 32 && s.entity == 8191 && s.channel == 7);
    origin_is(s.origin, 0.125, 0, -4096);
    /* Bits of later protocols mean nothing here, and survive. */
    cr_assert_eq(DECODE(&quake, "\x06\x18\x0b\0\x05\0\0\0\0\0\0").u.sound.sound, 5);
    s = DECODE(&fitz, "\x06\x18\x01\x80\x09\x05\x01\0\0\0\0\0\0").u.sound;
    cr_assert(s.entity == 0x8001 && s.channel == 9 && s.sound == 0x105);
}

Test(nq_message, clientdata)
{
    struct nq_clientdata c =
        DECODE(&quake, "\x0f\0\x02\x01\x40\0\0\x64\0\x19\x19\0\0\0\x01").u.clientdata;
    cr_assert(c.has_items && c.items == 0x4001 && c.view_height == 22 && c.health == 100);
    cr_assert(c.ammo == 25 && c.ammo_counts[0] == 25 && c.active_weapon == 1);
    c = DECODE(&quake, "\x0f\xff\x7e\xf8\x01\x02\x03\x04\x05\x06\x07\x10\x20\x30\x40\x09\x32\x07"
                       "\xff\xff\x0a\x01\x02\x03\x04\x20")
            .u.clientdata;
    cr_assert(c.view_height == -8 && c.ideal_pitch == 1);
    cr_assert(c.punch[0] == 2 && c.velocity[0] == 3 && c.punch[1] == 4 && c.velocity[1] == 5);
    cr_assert(c.punch[2] == 6 && c.velocity[2] == 7 && c.items == 0x40302010);
    cr_assert(c.weapon_frame == 9 && c.armor == 50 && c.weapon_model == 7 && c.health == -1);
    cr_assert(c.ammo == 10 && c.ammo_counts[3] == 4 && c.active_weapon == 0x20);
    /* From 1.07 on the bit is ignored; up to 1.06 it decides. */
    cr_assert_eq(DECODE(&quake, "\x0f\0\0\x02\0\0\0\x64\0\0\0\0\0\0\0").u.clientdata.items, 2);
    struct nq_protocol old = {.version = NQ_PROTOCOL_15, .items_optional = true};
    c = DECODE(&old, "\x0f\0\0\x64\0\0\0\0\0\0\0").u.clientdata;
    cr_assert(!c.has_items && c.items == 0x4001 && c.health == 100);
    cr_assert_eq(DECODE(&old, "\x0f\0\x02\x02\0\0\0\x64\0\0\0\0\0\0\0").u.clientdata.items, 2);
    c = DECODE(&fitz, "\x0f\0\xc2\xff\x03\x02\0\0\0\x11\x64\0\0\0\0\0\0\x01\x01\x02\x03\x04\x05\x06"
                      "\x07\x08\x80")
            .u.clientdata;
    cr_assert(c.weapon_model == 0x111 && c.armor == 0x200 && c.ammo == 0x300);
    cr_assert(c.ammo_counts[0] == 0x400 && c.ammo_counts[3] == 0x700);
    cr_assert(c.weapon_frame == 0x800 && c.weapon_alpha == 0x80);
}

Test(nq_message, effects)
{
    struct nq_message m = DECODE(&quake, "\x12\x08\0\x10\0\x18\0\xff\x01\x80\x14\x49");
    origin_is(m.u.particle.origin, 1, 2, 3);
    cr_assert(m.u.particle.velocity[0] == -1 && m.u.particle.velocity[2] == -128);
    cr_assert(m.u.particle.count == 20 && m.u.particle.color == 73, "count comes first");
    m = DECODE(&quake, "\x13\x05\x0a\x08\0\x10\0\x18\0");
    cr_assert(m.u.damage.armor == 5 && m.u.damage.blood == 10);
    origin_is(m.u.damage.origin, 1, 2, 3);
    m = DECODE(&quake, "\x1d\x08\0\x10\0\x18\0\x04\xff\x40");
    cr_assert(m.u.spawnstaticsound.sound == 4 && m.u.spawnstaticsound.volume == 255);
    cr_assert_eq(m.u.spawnstaticsound.attenuation, 64);
    for (int type = 0; type < 16; type++) {
        uint8_t bytes[16] = {NQ_TEMP_ENTITY, 0, 8, 0, 16, 0, 24, 0, 1, 0, 2, 0, 3, 0, 4};
        bytes[1] = (uint8_t)type;
        struct nq_temp_entity t;
        if (type == 5 || type == 6 || type == 9 || type == 13) {
            t = decode_one(&quake, bytes, 16).u.temp_entity;
            cr_assert_eq(t.entity, 8);
            origin_is(t.origin, 2, 3, 0.125);
            origin_is(t.end, 0.25, 0.375, 0.5);
        } else if (type < 14) {
            t = decode_one(&quake, bytes, type == 12 ? 10 : 8).u.temp_entity;
            origin_is(t.origin, 1, 2, 3);
            cr_assert_eq(t.color_start, type == 12 ? 1 : 0);
        } else {
            struct format_error err = {0};
            struct nq_message bad;
            size_t pos = 0;
            cr_assert_eq(nq_message_decode(&quake, bytes, 16, &pos, &bad, &err), FORMAT_BAD);
            cr_assert(strstr(err.what, "temp_entity") && pos == 0);
        }
    }
}

Test(nq_message, baselines)
{
    struct nq_entity_state s =
        DECODE(&quake, "\x14\x02\x03\x04\x05\x08\0\x40\x10\0\xc0\x18\0\x01").u.spawnstatic;
    cr_assert(s.model == 2 && s.frame == 3 && s.colormap == 4 && s.skin == 5);
    origin_is(s.origin, 1, 2, 3);
    cr_assert(s.angles[0] == 90.0f && s.angles[1] == -90.0f && s.angles[2] == 1.40625f);
    cr_assert(s.alpha == NQ_ALPHA_DEFAULT && s.scale == NQ_SCALE_DEFAULT && s.flags == 0);
    struct nq_message m = DECODE(&quake, "\x16\xff\x01\x02\x03\0\0\0\0\0\0\0\0\0\0\0");
    cr_assert(m.u.spawnbaseline.entity == 511 && m.u.spawnbaseline.state.model == 2);
    m = DECODE(&fitz, "\x2a\x01\0\x0f\x02\x01\x03\x02\x04\x05\x08\0\x40\x10\0\xc0\x18\0\x01"
                      "\x80\x20");
    s = m.u.spawnbaseline.state;
    cr_assert(m.u.spawnbaseline.entity == 1 && s.model == 0x102 && s.frame == 0x203);
    cr_assert(s.alpha == 0x80 && s.scale == 0x20 && s.colormap == 4);
    s = DECODE(&fitz, "\x2b\x04\x02\x03\x04\x05\0\0\0\0\0\0\0\0\0\x07").u.spawnstatic;
    cr_assert(s.alpha == 7 && s.flags == 4 && s.model == 2);
}

Test(nq_message, extended_only)
{
    cr_assert_str_eq(DECODE(&fitz, "\x25sky\0").u.text, "sky");
    cr_assert_eq(DECODE(&fitz, "\x28").id, NQ_BONUSFLASH);
    struct nq_message m = DECODE(&fitz, "\x29\x01\x02\x03\x04\x64\0");
    cr_assert(m.u.fog.density == 1 && m.u.fog.color[2] == 4 && m.u.fog.time == 100);
    m = DECODE(&fitz, "\x2c\0\0\0\0\0\0\x04\x01\xff\x40");
    cr_assert_eq(m.u.spawnstaticsound.sound, 0x104);
    cr_assert_str_eq(DECODE(&fitz, "\x34won\0").u.text, "won");
    cr_assert_eq(DECODE(&fitz, "\x38\x10\x04\x01").u.localsound.sound, 0x104);
    cr_assert_eq(DECODE(&fitz, "\x38\0\x04").u.localsound.sound, 4);
}

Test(nq_message, entity_updates)
{
    struct nq_entity_update u = DECODE(&quake, "\x80\x07").u.update;
    cr_assert(u.mask == 0 && u.entity == 7 && u.model == 0 && u.origin[0] == 0);
    u = DECODE(&quake, "\xff\x7f\x01\x02\x03\x04\x05\x06\x07\x08\0\x40\x10\0\xc0\x18\0"
                       "\x80")
            .u.update;
    cr_assert(u.mask == 0x7f7f && u.entity == 0x201 && u.model == 3 && u.frame == 4);
    cr_assert(u.colormap == 5 && u.skin == 6 && u.effects == 7);
    origin_is(u.origin, 1, 2, 3);
    cr_assert(u.angles[0] == 90.0f && u.angles[1] == -90.0f && u.angles[2] == -180.0f);
    /* Not how a server writes them: an empty second mask byte, a long number below 256. */
    cr_assert_eq(DECODE(&quake, "\x81\0\x07").u.update.mask, NQ_U_MOREBITS);
    cr_assert_eq(DECODE(&quake, "\x81\x40\x07\0").u.update.entity, 7);
    /* Nehahra's floats: two, and three with mode 2. */
    u = DECODE(&quake, "\x81\x80\x07\0\0\x80\x3f\0\0\0\x3f").u.update;
    cr_assert(u.trans[0] == 1.0f && u.trans[1] == 0.5f);
    u = DECODE(&quake, "\x81\x80\x07\0\0\0\x40\0\0\0\x3f\0\0\x80\x3e").u.update;
    cr_assert_float_eq(u.trans[2], 0.25f, 0.0f);
    u = DECODE(&fitz, "\xc1\x84\x1f\x07\x01\x02\x80\x20\x03\x04\xff").u.update;
    cr_assert(u.entity == 7 && u.model == 0x401 && u.frame == 0x302);
    cr_assert(u.alpha == 0x80 && u.scale == 0x20 && u.lerp_finish == 0xff);
    u = DECODE(&fitz, "\x81\x80\x81\x01\x07\x09").u.update;
    cr_assert(u.mask == 0x01818001 && u.alpha == 9);
}

Test(nq_message, wide_coordinates_and_angles)
{
    struct nq_protocol p = {.version = NQ_PROTOCOL_999, .flags = 0x82};
    struct nq_entity_update u = DECODE(&p, "\x83\x01\x07\x11\0\0\0\0\x40").u.update;
    cr_assert(u.origin[0] == 17 / 16.0 && u.angles[0] == 90.0f);
    p.flags = NQ_PRFL_FLOATCOORD | NQ_PRFL_FLOATANGLE | NQ_PRFL_SHORTANGLE | NQ_PRFL_INT32COORD;
    u = DECODE(&p, "\x83\x01\x07\0\0\xa0\x3f\0\0\xa0\xbf").u.update;
    cr_assert(u.origin[0] == 1.25 && u.angles[0] == -1.25f);
    /* A signalling NaN and minus zero must come back too. */
    cr_assert(isnan(DECODE(&p, "\x82\x07\x01\0\xa0\x7f").u.update.origin[0]));
    cr_assert(signbit(DECODE(&p, "\x82\x07\0\0\0\x80").u.update.origin[0]));
    p.flags = NQ_PRFL_24BITCOORD;
    for (int whole = -3; whole <= 3; whole++) {
        for (int part = 0; part < 256; part++) {
            uint8_t bytes[5] = {0x82, 7, (uint8_t)whole, (uint8_t)(whole >> 8), (uint8_t)part};
            double x = decode_one(&p, bytes, 5).u.update.origin[0];
            cr_assert_float_eq(x, whole + part / 255.0, 1e-9);
        }
    }
    DECODE(&p, "\x82\x07\xff\x7f\xff");
    DECODE(&p, "\x82\x07\0\x80\0");
}

static const struct nq_protocol protocols[] = {
    {.version = 15},
    {.version = 15, .items_optional = true},
    {.version = 666},
    {.version = 999, .flags = 0x82},
    {.version = 999, .flags = NQ_PRFL_FLOATCOORD | NQ_PRFL_FLOATANGLE},
    {.version = 999, .flags = NQ_PRFL_24BITCOORD},
    {.version = NQ_PROTOCOL_NEHAHRA},
    {.version = NQ_PROTOCOL_BJP1, .wide = NQ_WIDE_MODEL},
    {.version = NQ_PROTOCOL_BJP2, .wide = NQ_WIDE_MODEL | NQ_WIDE_SOUND | NQ_WIDE_STATIC_SOUND},
    {.version = NQ_PROTOCOL_BJP3, .wide = NQ_WIDE_MODEL | NQ_WIDE_SOUND},
    {.version = NQ_PROTOCOL_BJP3, .wide = NQ_WIDE_MODEL | NQ_WIDE_STATIC_SOUND},
};
enum { PROTOCOLS = sizeof(protocols) / sizeof(protocols[0]) };

/* The widths of each protocol, as the table has them. */
Test(nq_message, protocol_table)
{
    static const struct {
        int32_t number;
        const char *engine, *title;
        uint32_t flags, wide;
        bool played;
    } cases[] = {
        {15, "Quake", NULL, 0, 0, true},
        {666, "FitzQuake", NULL, 0, 0, true},
        {250, "Nehahra", NULL, 0, 0, true},
        {10000, "BJP", "BJP1", 0, NQ_WIDE_MODEL, true},
        {10001, "BJP", "BJP2", 0, NQ_WIDE_MODEL | NQ_WIDE_SOUND | NQ_WIDE_STATIC_SOUND, true},
        {10002, "BJP", "BJP3", 0, NQ_WIDE_MODEL | NQ_WIDE_SOUND, true},
        {96, "DarkPlaces", "DP1", NQ_PRFL_FLOATCOORD, 0, false},
        {97, "DarkPlaces", "DP2", 0, 0, false},
        {3500, "DarkPlaces", "DP3", 0, 0, false},
        {3501, "DarkPlaces", "DP4", 0, 0, false},
        {3505, "DarkPlaces", "DP8", NQ_PRFL_FLOATCOORD | NQ_PRFL_SHORTANGLE, 0, false},
        {26, "QuakeWorld", NULL, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct nq_protocol p = nq_protocol_make(cases[i].number, 0);
        const char *title = nq_protocol_title(cases[i].number);
        cr_expect_str_eq(nq_protocol_name(cases[i].number), cases[i].engine);
        cr_expect((title == NULL) == (cases[i].title == NULL), "%d", (int)cases[i].number);
        cr_expect(title == NULL || strcmp(title, cases[i].title) == 0, "%s", title);
        cr_expect(p.flags == cases[i].flags && p.wide == cases[i].wide, "%d", (int)p.version);
        cr_expect_eq(nq_protocol_supported(cases[i].number), cases[i].played);
    }
    cr_expect_null(nq_protocol_name(668));
}

/* Bit 15 of an update: floats behind 1 or 2, or else the bits of QUAKEDP. */
Test(nq_message, nehahra_and_quakedp)
{
    struct nq_message m = DECODE(&quake, "\x81\x80\5\0\0\x80\x3f\0\0\0\x3f");
    cr_expect(m.u.update.trans[0] == 1.0f && m.u.update.trans[1] == 0.5f && !m.u.update.is_dp);
    m = DECODE(&quake, "\x81\x80\5\0\0\0\x40\0\0\x80\x3e\0\0\x80\x3f");
    cr_expect(m.u.update.trans[1] == 0.25f && m.u.update.trans[2] == 1.0f);
    /* 250 is Nehahra's whatever the number is. */
    const struct nq_protocol nehahra = nq_protocol_make(250, 0);
    m = DECODE(&nehahra, "\x81\x80\5\0\0\x40\x40\0\0\0\x3f");
    cr_expect(m.u.update.trans[0] == 3.0f && !m.u.update.is_dp);
    /* alpha, scale, effects, glow, colours, frame and model of two bytes */
    m = DECODE(&quake, "\xc1\xa4\xfe\x0c\7\x11\x22\x33\x80\x08\2\x10\xfe\x54\1\3");
    const struct nq_entity_update *u = &m.u.update;
    cr_expect(u->is_dp && u->dp_mask == 0x0cfe0000u && u->entity == 7);
    cr_expect(u->model == 0x311 && u->frame == 0x122 && u->effects == 0x233);
    cr_expect(u->alpha == 0x80 && u->scale == 8 && u->glow_size == 0x10);
    cr_expect(u->glow_color == 0xfe && u->color_mod == 0x54);
    cr_expect_eq(u->mask & ~0xffffu, NQ_U_ALPHA | NQ_U_SCALE | NQ_U_FRAME2 | NQ_U_MODEL2);
}

Test(nq_message, wide_numbers_of_bjp)
{
    const struct nq_protocol first = nq_protocol_make(10000, 0);
    const struct nq_protocol second = nq_protocol_make(10001, 0);
    struct nq_message m = DECODE(&first, "\x81\4\5\x34\x12");
    cr_expect_eq(m.u.update.model, 0x1234);
    m = DECODE(&first, "\6\0\x13\0\7\0\0\0\0\0\0");
    cr_expect(m.u.sound.sound == 7 && m.u.sound.entity == 2 && m.u.sound.channel == 3);
    m = DECODE(&second, "\6\0\x13\0\7\1\0\0\0\0\0\0");
    cr_expect_eq(m.u.sound.sound, 0x107);
    m = DECODE(&second, "\x1d\0\0\0\0\0\0\7\1\xff\x40");
    cr_expect(m.u.spawnstaticsound.sound == 0x107 && m.u.spawnstaticsound.volume == 255);
    m = DECODE(&first, "\x23slot\0p\0\5\6");
    cr_expect(strcmp(m.u.showpic.picture, "p") == 0 && m.u.showpic.x == 5 && m.u.showpic.y == 6);
}

/* Every mask of a hundred thousand random ones, in every protocol, bit for bit. */
Test(nq_message, random_bytes_round_trip)
{
    uint32_t seed = 1;
    unsigned decoded = 0;
    for (int round = 0; round < 120000; round++) {
        uint8_t bytes[80];
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        const struct nq_protocol *p = &protocols[round % PROTOCOLS];
        struct nq_message m;
        size_t pos = 0;
        if (nq_message_decode(p, bytes, sizeof(bytes), &pos, &m, NULL) > 0) {
            struct byte_writer out = {0};
            nq_message_encode(p, &m, &out);
            cr_assert_eq(out.size, pos, "id %u", bytes[0]);
            cr_assert_eq(memcmp(out.data, bytes, pos), 0, "id %u", bytes[0]);
            byte_writer_free(&out);
            decoded++;
        }
    }
    cr_assert_gt(decoded, 60000);
}

/* Decoded from a copy near the end of a block, from the block itself elsewhere: the same. */
Test(nq_message, the_end_of_a_block_decodes_like_its_middle)
{
    uint32_t seed = 5;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[200];
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        const size_t start = seed % 70;
        const struct nq_protocol *p = &protocols[round % PROTOCOLS];
        struct nq_message middle, end;
        memset(&middle, 0, sizeof(middle));
        memset(&end, 0, sizeof(end));
        size_t pos = start;
        if (nq_message_decode(p, bytes, sizeof(bytes), &pos, &middle, NULL) <= 0) {
            continue;
        }
        /* The block ends with the message; a message with text points into its own block. */
        size_t at = start;
        cr_assert_eq(nq_message_decode(p, bytes, pos, &at, &end, NULL), 1);
        cr_assert_eq(at, pos);
        cr_assert_arr_eq(&middle, &end, sizeof(end), "id %u at %zu", middle.id, start);
        struct format_error err;
        at = start;
        if (pos - start > 1) {
            cr_assert_lt(nq_message_decode(p, bytes, pos - 1, &at, &end, &err), 0);
            cr_assert(at == start && err.offset == start);
        }
    }
}

Test(nq_message, hand_made_messages_get_the_bits_they_need)
{
    struct nq_message m = {.id = NQ_ENTITY_UPDATE};
    struct byte_writer out = {0};
    m.u.update.entity = 300;
    m.u.update.mask = NQ_U_ORIGIN1 | NQ_U_ALPHA;
    m.u.update.origin[0] = 10.07;
    m.u.update.alpha = 9;
    nq_message_encode(&fitz, &m, &out);
    struct nq_message back = decode_one(&fitz, out.data, out.size);
    cr_assert(back.u.update.entity == 300 && back.u.update.alpha == 9);
    cr_assert_eq(back.u.update.origin[0], 10.125);
    out.size = 0;
    m.u.update.origin[0] = 1e30;
    nq_message_encode(&quake, &m, &out);
    back = decode_one(&quake, out.data, out.size);
    cr_assert_eq(back.u.update.origin[0], 4095.875);
    cr_assert_eq(back.u.update.mask & NQ_U_ALPHA, 0);
    byte_writer_free(&out);
}

Test(nq_message, unknown_and_illegal_ids)
{
    for (int id = 0; id < 128; id++) {
        uint8_t bytes[80] = {(uint8_t)id, 15};
        struct nq_message m;
        struct format_error err = {.offset = 77};
        size_t pos = 0;
        /* Recordings begun in mid-level may hold the statistics without their extension, and
         * downloads stand before the serverinfo. */
        bool any = id == NQ_UPDATESTAT_STRING || id == NQ_UPDATESTAT_FLOAT || id == NQ_DOWNLOAD;
        bool legal = any || (id > 0 && id <= NQ_SKYBOX && id != NQ_SPAWNBINARY);
        int code = nq_message_decode(&quake, bytes, sizeof(bytes), &pos, &m, &err);
        if (legal && id != NQ_TEMP_ENTITY) {
            cr_assert_eq(code, 1, "id %d: %s", id, err.what);
        } else {
            cr_assert_eq(code, FORMAT_BAD, "id %d", id);
            cr_assert(pos == 0 && err.offset == 0 && err.what[0]);
        }
    }
    cr_assert_str_eq(nq_message_name(15), "clientdata");
    cr_assert_str_eq(nq_message_name(200), "updateentity");
    cr_assert_str_eq(nq_message_name(39), "unknown");
    cr_assert_str_eq(nq_message_name(127), "unknown");
}

Test(nq_message, unsupported_protocols)
{
    static const struct {
        uint32_t version;
        const char *name;
    } cases[] = {{97, "DP2"},      {3505, "DP8"},        {3500, "DarkPlaces"},
                 {18, "Hexen II"}, {0x31455446, "FTE1"}, {16, "16"}};
    for (size_t i = 0; i < 6; i++) {
        struct byte_writer out = {0};
        struct format_error err = {0};
        struct nq_message m;
        size_t pos = 0;
        byte_writer_u8(&out, NQ_SERVERINFO);
        byte_writer_u32(&out, cases[i].version);
        byte_writer_bytes(&out, "\1\0\0\0\0", 5);
        cr_assert_eq(nq_message_decode(&quake, out.data, out.size, &pos, &m, &err), FORMAT_UNKNOWN);
        cr_assert(strstr(err.what, cases[i].name), "%s", err.what);
        byte_writer_free(&out);
    }
}
