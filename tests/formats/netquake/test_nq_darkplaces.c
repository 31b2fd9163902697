/* DarkPlaces' protocols DP5 to DP7: every field of message 57 and of the messages laid out their
 * own way; round trips, truncation, wrong bits. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"

static struct nq_message decode(int32_t version, const void *bytes, size_t size)
{
    const struct nq_protocol p = nq_protocol_make(version, 0);
    struct nq_message m;
    struct format_error err = {0};
    struct byte_writer out = {0};
    size_t pos = 0;
    cr_assert_eq(nq_message_decode(&p, bytes, size, &pos, &m, &err), 1, "%s", err.what);
    cr_assert_eq(pos, size);
    nq_message_encode(&p, &m, &out);
    cr_assert(out.size == size && memcmp(out.data, bytes, size) == 0, "not the same again");
    byte_writer_free(&out);
    return m;
}

#define DECODE(version, literal) decode(version, literal, sizeof(literal) - 1)

static int fails(int32_t version, const void *bytes, size_t size, struct format_error *err)
{
    const struct nq_protocol p = nq_protocol_make(version, 0);
    struct nq_message m;
    size_t pos = 0;
    const int code = nq_message_decode(&p, bytes, size, &pos, &m, err);
    cr_expect_eq(pos, 0);
    return code;
}

#define FAILS(version, literal, err) fails(version, literal, sizeof(literal) - 1, err)

Test(nq_darkplaces, protocols)
{
    static const int32_t numbers[] = {3502, 3503, 3504};
    static const char *const titles[] = {"DP5", "DP6", "DP7"};
    for (int i = 0; i < 3; i++) {
        const struct nq_protocol p = nq_protocol_make(numbers[i], 0);
        cr_expect(nq_protocol_supported(p.version) && nq_protocol_is_darkplaces(&p));
        cr_expect_eq(p.flags, NQ_PRFL_FLOATCOORD | NQ_PRFL_SHORTANGLE);
        cr_expect_eq(nq_protocol_stats_tell_all(&p), i > 0);
        cr_expect_str_eq(nq_protocol_name(numbers[i]), "DarkPlaces");
        cr_expect_str_eq(nq_protocol_title(numbers[i]), titles[i]);
    }
}

Test(nq_darkplaces, names)
{
    const struct nq_protocol dp = nq_protocol_make(3504, 0), quake = nq_protocol_make(15, 0),
                             fitz = nq_protocol_make(666, 0);
    cr_expect_str_eq(nq_message_name_in(&dp, 50), "download");
    cr_expect_str_eq(nq_message_name_in(&dp, 51), "updatestat byte");
    cr_expect_str_eq(nq_message_name_in(&dp, 52), "effect");
    cr_expect_str_eq(nq_message_name_in(&dp, 56), "spawnstatic2");
    cr_expect_str_eq(nq_message_name_in(&dp, 57), "entities");
    cr_expect_str_eq(nq_message_name_in(&quake, 50), "download");
    cr_expect_str_eq(nq_message_name_in(&fitz, 50), "re-release message");
    cr_expect_str_eq(nq_message_name_in(&fitz, 56), "localsound");
    cr_expect_str_eq(nq_message_name_in(&dp, 15), "clientdata");
}

static struct nq_dp_entry first_entry(const struct nq_message *m)
{
    struct byte_reader r = byte_reader_make(m->u.dp_entities.bytes, m->u.dp_entities.size);
    struct nq_dp_entry entry;
    cr_assert_eq(nq_dp_entry_read(&r, &entry, NULL), 1);
    return entry;
}

Test(nq_darkplaces, entities)
{
    struct nq_message m = DECODE(3502, "\x39\7\0\0\0\5\0\1\6\x80\0\x80");
    cr_expect(m.u.dp_entities.frame == 7 && m.u.dp_entities.updates == 1);
    cr_expect(m.u.dp_entities.removals == 1 && m.u.dp_entities.size == 5);
    m = DECODE(3504, "\x39\7\0\0\0\x09\1\0\0\0\x80");
    cr_expect(m.u.dp_entities.input == 0x109 && m.u.dp_entities.size == 0);
    /* Narrow fields, in their order. */
    m = DECODE(3502,
               "\x39\0\0\0\0\2\0\xff\x47\x10\x08\0\x10\0\xf8\xff\x40\0\x80\3\4\5\6\x80\x20\x07"
               "\0\x80");
    struct nq_dp_entry e = first_entry(&m);
    cr_expect(e.number == 2 && !e.removed && e.entity.flags == 0x10);
    cr_expect(e.entity.origin[0] == 1 && e.entity.origin[1] == 2 && e.entity.origin[2] == -1);
    cr_expect(e.entity.angles[0] == 90.0f && e.entity.angles[2] == -180.0f);
    cr_expect(e.entity.model == 3 && e.entity.frame == 4 && e.entity.skin == 5);
    cr_expect(e.entity.effects == 6 && e.entity.alpha == 0x80 && e.entity.scale == 0x20);
    cr_expect_eq(e.entity.colormap, 7);
    /* Wide ones. */
    m = DECODE(3503, "\x39\0\0\0\0\2\0\xde\xb8\x30\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40"
                     "\0\x40\0\0\0\xc0\3\1\4\1\6\0\0\x81\0\x80");
    e = first_entry(&m);
    cr_expect(e.entity.origin[0] == 1 && e.entity.origin[2] == 3);
    cr_expect(e.entity.angles[0] == 90.0f && e.entity.angles[2] == -90.0f);
    cr_expect(e.entity.model == 0x103 && e.entity.frame == 0x104);
    cr_expect_eq(e.entity.effects, 0x81000006u);
    /* Effects of two bytes, and those that Quake's progs do not send. */
    m = DECODE(3503, "\x39\0\0\0\0\2\0\xc0\x80\xcf\x07\6\1\x05\0\x09"
                     "\1\0\2\0\3\0\4\0\x0a\x0b\x0c\x0d\x10\x20\x30\x11\x21\x31\0\1\0\2\0\x34\x12"
                     "\0\x80");
    e = first_entry(&m);
    cr_expect(e.entity.effects == 0x106 && e.entity.tag_entity == 5 && e.entity.tag == 9);
    cr_expect(e.entity.light[0] == 1 && e.entity.light[3] == 4 && e.entity.light_style == 10);
    cr_expect(e.entity.light_flags == 11 && e.entity.glow_size == 12 && e.entity.glow_color == 13);
    cr_expect(e.entity.colormod[2] == 0x30 && e.entity.glowmod[0] == 0x11);
    cr_expect(e.entity.skeleton_size == 5 && e.entity.skeleton[0] == 0 && e.entity.trail == 0x1234);
}

Test(nq_darkplaces, skeletons)
{
    /* Two blended frames: numbers, ages, weights. */
    struct nq_message m = DECODE(3504, "\x39\0\0\0\0\0\0\0\0\2\0\x80\x80\x80\2\1"
                                       "\1\0\2\0\3\0\4\0\x80\x7f\0\x80");
    cr_expect_eq(first_entry(&m).entity.skeleton_size, 11);
    /* A model and one bone. */
    m = DECODE(3504, "\x39\0\0\0\0\0\0\0\0\2\0\x80\x80\x80\2\4\7\0\1"
                     "\0\1\2\3\4\5\6\7\1\2\3\4\5\6\0\x80");
    cr_expect_eq(first_entry(&m).entity.skeleton_size, 18);
    struct format_error err;
    cr_expect_eq(FAILS(3504, "\x39\0\0\0\0\0\0\0\0\2\0\x80\x80\x80\2\5\0\x80", &err), FORMAT_BAD);
    cr_expect_not_null(strstr(err.what, "unknown kind 5"));
}

Test(nq_darkplaces, wrong_updates)
{
    struct format_error err;
    cr_expect_eq(FAILS(3502, "\x39\0\0\0\0\2\0\x80\x80\x80\x08\0\x80", &err), FORMAT_BAD);
    cr_expect_not_null(strstr(err.what, "unknown bits"));
    cr_expect_eq(FAILS(3502, "\x39\0\0\0\0\2\0\2\0\0", &err), FORMAT_TRUNCATED);
    cr_expect_eq(FAILS(3502, "\x3a\0\0\0\0", &err), FORMAT_UNKNOWN);
    cr_expect_not_null(strstr(err.what, "CSQC"));
    cr_expect_eq(FAILS(3502, "\x3f\0", &err), FORMAT_BAD);
    cr_expect_null(strstr(err.what, "re-release"));
}

Test(nq_darkplaces, clientdata)
{
    /* All statistics, a kick of two kinds, and a zoom. */
    struct nq_message m = DECODE(3502, "\x0f\xff\xf4\x09\x16\xfb"
                                       "\0\x40\0\0\x80\x3f\0\0\0\x40" /* axis 0: 90, 1, 2 */
                                       "\0\xc0\0\0\x80\x41"           /* axis 1: -90, 16 */
                                       "\1\0\0\0\x80\xc0"             /* axis 2 */
                                       "\1\x40\0\0\6\0\x2c\1\x09\1\x9c\xff\x0a\0\1\0\2\0\3\0\4\0"
                                       "\0\1\xc8\0");
    const struct nq_clientdata *c = &m.u.clientdata;
    cr_expect(c->has_stats && c->has_items && c->items == 0x4001);
    cr_expect(c->view_height == 22 && c->ideal_pitch == -5);
    cr_expect(c->punch[0] == 90.0f && c->punch[1] == -90.0f && c->punch_vector[0] == 1.0f);
    cr_expect(c->real_velocity[0] == 2.0f && c->real_velocity[1] == 16.0f);
    cr_expect_eq(c->real_velocity[2], -4.0f);
    cr_expect(c->weapon_frame == 6 && c->armor == 300 && c->weapon_model == 0x109);
    cr_expect(c->health == -100 && c->ammo == 10 && c->ammo_counts[3] == 4);
    cr_expect(c->active_weapon == 256 && c->view_zoom == 200);
    cr_expect(c->mask & NQ_SU_ONGROUND);
    /* From DP6 on statistics tell all that. */
    m = DECODE(3503, "\x0f\0\x08");
    cr_expect(!m.u.clientdata.has_stats && !m.u.clientdata.has_items);
    cr_expect(m.u.clientdata.mask & NQ_SU_INWATER);
    m = DECODE(3504, "\x0f\0\2\5\0\0\0");
    cr_expect(m.u.clientdata.has_items && m.u.clientdata.items == 5);
}

Test(nq_darkplaces, sounds)
{
    struct nq_message m =
        DECODE(3502, "\6\x3b\x40\x20\x88\x13\7\1\3\6\1\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40");
    const struct nq_sound *s = &m.u.sound;
    cr_expect(s->volume == 64 && s->attenuation == 32 && s->speed == 5000);
    cr_expect(s->entity == 0x107 && s->channel == 3 && s->sound == 0x106);
    cr_expect_eq(s->origin[2], 3);
    m = DECODE(3502, "\x3b\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\6\1\xff\x40");
    cr_expect(m.u.spawnstaticsound.sound == 0x106 && m.u.spawnstaticsound.volume == 255);
    m = DECODE(3502, "\x36\5\x80weapons/x.wav\0");
    cr_expect(m.u.precache.kind == NQ_PRECACHE_SOUND && m.u.precache.number == 5);
    m = DECODE(3502, "\x36\5\1progs/x.mdl\0");
    cr_expect(m.u.precache.kind == NQ_PRECACHE_MODEL && m.u.precache.number == 0x105);
}

Test(nq_darkplaces, other_messages)
{
    struct nq_message m = DECODE(3504, "\x33\4\xc8");
    cr_expect(m.u.updatestat.stat == 4 && m.u.updatestat.value == 200);
    m = DECODE(3504, "\x34\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\5\1\6\x0a");
    cr_expect(m.u.sprite_effect.model == 5 && m.u.sprite_effect.frames == 6);
    m = DECODE(3504, "\x35\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\5\1\1\2\6\x0a");
    cr_expect(m.u.sprite_effect.model == 0x105 && m.u.sprite_effect.frame == 0x201);
    cr_expect_eq(m.u.sprite_effect.rate, 10);
    m = DECODE(3504, "\x37\x09\0\5\1\6\1\2\3\0\0\x80\x3f\0\x40\0\0\0\0\0\0\0\0\0\0\0\0");
    cr_expect(m.u.spawnbaseline.entity == 9 && m.u.spawnbaseline.state.model == 0x105);
    cr_expect(m.u.spawnbaseline.state.frame == 0x106 && m.u.spawnbaseline.state.skin == 3);
    cr_expect(m.u.spawnbaseline.state.angles[0] == 90.0f);
    m = DECODE(3504, "\x38\5\1\6\1\2\3\0\0\x80\x3f\0\x40\0\0\0\0\0\0\0\0\0\0\0\0");
    cr_expect(m.u.spawnstatic.model == 0x105 && m.u.spawnstatic.origin[0] == 1);
    m = DECODE(3504, "\x23slot\0p\0\5\1\6\1");
    cr_expect(m.u.showpic.x == 0x105 && m.u.showpic.y == 0x106);
    /* Downloads come before the serverinfo, when the protocol is not known. */
    m = DECODE(15, "\x32\x10\0\0\0\3\0abc");
    cr_expect(m.u.download.start == 16 && m.u.download.bytes.size == 3);
    cr_expect(memcmp(m.u.download.bytes.data, "abc", 3) == 0);
}

/* Bytes behind the type of each temporary entity: coordinates have four. */
Test(nq_darkplaces, temporary_entities)
{
    static const struct {
        uint8_t type, bytes;
    } cases[] = {
        {16, 24}, {50, 16}, {51, 16}, {52, 30}, {53, 15}, {54, 44}, {55, 39}, {56, 39},
        {57, 12}, {58, 12}, {59, 12}, {70, 12}, {72, 12}, {73, 17}, {74, 25}, {75, 12},
        {76, 36}, {77, 25}, {78, 12}, {79, 25}, {5, 26},  {0, 12},  {12, 14},
    };
    uint8_t bytes[64] = {NQ_TEMP_ENTITY};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bytes[1] = cases[i].type;
        bytes[4] = 0x80; /* an owner beyond 32767 has no third byte */
        bytes[3] = 0x80;
        const struct nq_message m = decode(3504, bytes, 2u + cases[i].bytes);
        cr_expect_eq(m.u.temp_entity.type, cases[i].type);
    }
    const struct nq_message named =
        DECODE(250, "\x17\x11progs/b.mdl\0\5\0\x08\0\0\0\0\0\x10\0\0\0\0\0");
    cr_expect(named.u.temp_entity.entity == 5 && named.u.temp_entity.origin[0] == 1);
    cr_expect_eq(named.u.temp_entity.end[0], 2);
    (void)DECODE(15, "\x17\x10\0\0\0\0\0\0\0\0\0\0\0\0");
    struct format_error err;
    cr_expect_eq(FAILS(15, "\x17\x32\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", &err), FORMAT_BAD);
    cr_expect_not_null(strstr(err.what, "unknown temp_entity type 50"));
}

/* Random bytes: what decodes is encoded to the same bytes, and cut anywhere it does not decode. */
Test(nq_darkplaces, random_bytes)
{
    uint32_t seed = 7;
    unsigned decoded = 0, listed = 0;
    for (int round = 0; round < 60000; round++) {
        const struct nq_protocol p = nq_protocol_make(3502 + round % 3, 0);
        uint8_t bytes[160];
        for (size_t i = 0; i < sizeof(bytes); i++) {
            seed = seed * 1664525 + 1013904223;
            bytes[i] = (uint8_t)(seed >> 24);
        }
        if (round & 1) {
            bytes[0] = (uint8_t)(round % 4 == 1 ? 57 : 50 + round / 2 % 13);
        }
        if (bytes[0] == 57) { /* updates with no bits that nobody has */
            bytes[12] &= 0x7f;
            bytes[13] |= 0x80;
            bytes[14] |= 0x80;
            bytes[16] &= 7;
        }
        struct nq_message m;
        size_t pos = 0;
        if (nq_message_decode(&p, bytes, sizeof(bytes), &pos, &m, NULL) <= 0) {
            continue;
        }
        struct byte_writer out = {0};
        nq_message_encode(&p, &m, &out);
        cr_assert(out.size == pos && memcmp(out.data, bytes, pos) == 0, "id %u, round %d", m.id,
                  round);
        byte_writer_free(&out);
        decoded++;
        listed += m.id == NQ_DP_ENTITIES;
        if (round % 16 == 1 && m.id < NQ_ENTITY_UPDATE) {
            for (size_t cut = 1; cut < pos; cut++) {
                uint8_t *copy = malloc(cut);
                size_t at = 0;
                memcpy(copy, bytes, cut);
                cr_assert_lt(nq_message_decode(&p, copy, cut, &at, &m, NULL), 0, "id %u", bytes[0]);
                free(copy);
            }
        }
    }
    cr_expect(decoded > 20000 && listed > 5, "%u, %u", decoded, listed);
}

/* The good start of a list does not count if its end is missing: cut at every byte. */
Test(nq_darkplaces, truncated_lists)
{
    struct nq_dp_entry entry = {.number = 3};
    struct byte_writer out = {0};
    byte_writer_u8(&out, NQ_DP_ENTITIES);
    byte_writer_u32(&out, 1);
    byte_writer_u32(&out, 2);
    for (uint32_t bit = 1; bit < 1u << 27; bit <<= 1) {
        entry.number++;
        entry.entity.mask = bit | NQ_E5_ORIGIN | NQ_E5_EFFECTS;
        entry.entity.skeleton = (const uint8_t *)"\0\1\0\2\0";
        entry.entity.skeleton_size = 5;
        nq_dp_entry_write(&entry, &out);
    }
    byte_writer_u16(&out, 0x8000);
    const struct nq_protocol p = nq_protocol_make(3504, 0);
    struct nq_message m;
    size_t pos = 0;
    cr_assert_eq(nq_message_decode(&p, out.data, out.size, &pos, &m, NULL), 1);
    cr_expect_eq(m.u.dp_entities.updates, 27);
    cr_expect_eq(pos, out.size);
    for (size_t cut = 1; cut < out.size; cut++) {
        uint8_t *copy = malloc(cut);
        struct format_error err;
        pos = 0;
        memcpy(copy, out.data, cut);
        cr_assert_eq(nq_message_decode(&p, copy, cut, &pos, &m, &err), FORMAT_TRUNCATED);
        free(copy);
    }
    byte_writer_free(&out);
}
