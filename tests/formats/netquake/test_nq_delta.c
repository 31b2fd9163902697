/* FTE2's replacement deltas and the messages that come with them: decoding, encoding, damage. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/netquake/nq_message.h"

/* Protocol 15 below: coordinates in eighths, angles in 256 parts of a turn. */
static const struct nq_protocol spiked = {.version = NQ_PROTOCOL_15,
                                          .fte2 = NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_PREDINFO};
static const struct nq_protocol plain = {.version = NQ_PROTOCOL_15,
                                         .fte2 = NQ_FTE2_REPLACEMENTDELTAS};
static const struct nq_protocol sized = {
    .version = NQ_PROTOCOL_15, .fte2 = NQ_FTE2_REPLACEMENTDELTAS | NQ_FTE2_NEWSIZEENCODING};

/* A copy that ends where its memory ends, so that a sanitizer sees a byte too far. */
static uint8_t *copy_of(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    cr_assert_not_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

/* Reads the message, which takes all bytes, comes back the same, and is too short without any of
 * its last bytes. The bytes must live on. */
static struct nq_message read_one(const struct nq_protocol *protocol, const uint8_t *bytes,
                                  size_t size)
{
    struct nq_message m, part;
    struct format_error err = {0};
    struct byte_writer out = {0};
    size_t pos = 0;
    memset(&m, 0xa5, sizeof m);
    cr_assert_eq(nq_message_decode(protocol, bytes, size, &pos, &m, &err), 1, "%s", err.what);
    cr_assert_eq(pos, size, "message %u took %zu of %zu bytes", m.id, pos, size);
    cr_assert_eq(m.size, size);
    nq_message_encode(protocol, &m, &out);
    cr_assert_eq(out.size, size, "message %u is %zu bytes, was %zu", m.id, out.size, size);
    cr_assert_eq(memcmp(out.data, bytes, size), 0, "message %u differs", m.id);
    byte_writer_free(&out);
    for (size_t length = 1; length < size; length++) {
        uint8_t *cut = copy_of(bytes, length);
        pos = 0;
        cr_assert_eq(nq_message_decode(protocol, cut, length, &pos, &part, &err), FORMAT_TRUNCATED,
                     "message %u of %zu bytes", bytes[0], length);
        cr_assert_eq(pos, 0);
        free(cut);
    }
    return m;
}

#define READ(protocol, literal) read_one(protocol, (const uint8_t *)(literal), sizeof(literal) - 1)

/* The update of a message 21. */
#define UPDATE(protocol, literal) (READ(protocol, "\x15" literal).u.delta_static)

Test(nq_delta, fields_of_the_first_byte)
{
    struct nq_delta d = UPDATE(&spiked, "\x1f\x07\x08\0\xf0\xff\x18\0\x40\x80\xc0");
    cr_assert_eq(d.mask, 0x1f);
    cr_assert_eq(d.frame, 7);
    cr_assert(d.origin[0] == 1 && d.origin[1] == -2 && d.origin[2] == 3);
    cr_assert(d.angles[0] == 90 && d.angles[2] == -180 && d.angles[1] == -90);
    d = UPDATE(&spiked, "\x04\x18\0");
    cr_assert(d.origin[0] == 0 && d.origin[2] == 3 && d.frame == 0);
    d = UPDATE(&spiked, "\x10\xc0");
    cr_assert(d.angles[0] == 0 && d.angles[1] == -90);
    cr_assert_eq(UPDATE(&spiked, "\0").mask, 0);
}

Test(nq_delta, effects_have_one_two_or_four_bytes)
{
    cr_assert_eq(UPDATE(&spiked, "\x20\xfe").effects, 0xfe);
    cr_assert_eq(UPDATE(&spiked, "\x80\x80\x80\x20\x34\x12").effects, 0x1234);
    cr_assert_eq(UPDATE(&spiked, "\xa0\x80\x80\x20\x78\x56\x34\x12").effects, 0x12345678);
}

Test(nq_delta, wide_numbers)
{
    struct nq_delta d = UPDATE(&spiked, "\x81\x8e\x80\x08\x34\x12\x78\x56\xfe\xff\x32\x10");
    cr_assert(d.frame == 0x1234 && d.model == 0x5678 && d.skin == -2 && d.model2 == 0x1032);
    d = UPDATE(&spiked, "\x81\x8c\x80\x08\x34\x78\xfe\x32");
    cr_assert(d.frame == 0x34 && d.model == 0x78 && d.skin == 254 && d.model2 == 0x32);
}

Test(nq_delta, fields_of_the_second_byte)
{
    struct nq_delta d = UPDATE(&spiked, "\x80\x75\x09\x0a\x07\x06\x05");
    cr_assert(d.mask == 0x7580 && (d.mask & NQ_D_RESET));
    cr_assert(d.model == 9 && d.colormap == 10 && d.solid == 0x0607 && d.flags == 5);
}

Test(nq_delta, sizes_of_the_new_encoding)
{
    for (uint8_t code = 0; code < 4; code++) {
        const uint8_t bytes[] = {21, 0x80, 0x20, code};
        struct nq_delta d = read_one(&sized, bytes, sizeof bytes).u.delta_static;
        cr_assert(d.solid_code == code && d.solid == 0);
    }
    cr_assert_eq(UPDATE(&sized, "\x80\x20\x10\x34\x12").solid, 0x1234);
    cr_assert_eq(UPDATE(&sized, "\x80\x20\x20\x78\x56\x34\x12").solid, 0x12345678);
}

Test(nq_delta, prediction)
{
    struct nq_delta d = UPDATE(&spiked, "\x40\x7f\x01\0\x02\0\x03\0\x04\x05\0\x06\0\xf9\xff\x08");
    const struct nq_prediction *p = &d.prediction;
    cr_assert(p->moves[0] == 1 && p->moves[1] == 2 && p->moves[2] == 3 && p->move_type == 4);
    cr_assert(p->velocity[0] == 5 && p->velocity[1] == 6 && p->velocity[2] == -7 && p->msec == 8);
    /* The view's angles follow those of the entity. */
    d = UPDATE(&spiked, "\x58\x40\x80\x20\x80\x01\0\x02\0\x03\0");
    cr_assert(p->view[0] == 1 && p->view[2] == 2 && p->view[1] == 3);
    cr_assert(d.angles[0] == 90 && d.angles[1] == 45);
    d = UPDATE(&spiked, "\x50\x40\x80\x03\0");
    cr_assert(p->view[0] == 0 && p->view[1] == 3);
    d = UPDATE(&spiked, "\x40\x80");
    cr_assert_eq(p->view[1], 0);
    /* Without PREDINFO it is the weapon's frame, and the angles have 16 bits. */
    d = UPDATE(&plain, "\x58\0\x40\0\x80\0\x20\x80\x05");
    cr_assert(d.angles[0] == 90 && d.angles[2] == -180 && d.angles[1] == 45);
    cr_assert_eq(p->weapon_frame, 5);
    d = UPDATE(&plain, "\x40\x80\x85\x01");
    cr_assert_eq(p->weapon_frame, 0x185);
}

Test(nq_delta, fields_of_the_third_byte)
{
    struct nq_delta d = UPDATE(&spiked, "\x80\x80\x03\x7f\x20");
    cr_assert(d.alpha == 127 && d.scale == 32);
    d = UPDATE(&spiked, "\x80\x80\x10\x05\x01\x09");
    cr_assert(d.tag_entity == 0x105 && d.tag_index == 9);
    d = UPDATE(&spiked, "\x80\x80\x10\x34\x92\x56\x09");
    cr_assert(d.tag_entity == 0x123456 && d.tag_index == 9 && d.tag_wide);
    d = UPDATE(&spiked, "\x80\x80\x20\x01\0\x02\0\x03\0\x04\x01\x05\x06");
    cr_assert(d.light[0] == 1 && d.light[3] == 0x104 && d.light_style == 5 && d.light_flags == 6);
    d = UPDATE(&spiked, "\x80\x80\x40\x05\x40");
    cr_assert((d.trail & NQ_DELTA_TRAIL) == 5 && d.emit == 0);
    d = UPDATE(&spiked, "\x80\x80\x40\x05\x80\x07\x01");
    cr_assert((d.trail & NQ_DELTA_TRAIL) == 5 && d.emit == 0x107);
    d = UPDATE(&spiked, "\x80\x80\x08\x06");
    cr_assert(d.draw_flags == 6 && d.draw_light == 0);
    d = UPDATE(&spiked, "\x80\x80\x08\x0f\x63");
    cr_assert(d.draw_flags == 15 && d.draw_light == 0x63);
}

Test(nq_delta, bones)
{
    cr_assert_eq(UPDATE(&spiked, "\x80\x80\x04\0").bones_size, 1);
    cr_assert_eq(UPDATE(&spiked, "\x80\x80\x05\x7f\x40\x01\x02\x03").bones_size, 4);
    static const char bones[] = "\x15\x80\x80\x06\x11\x80\x02"
                                "abcdefghijklmnABCDEFGHIJKLMN";
    struct nq_delta d = read_one(&spiked, (const uint8_t *)bones, sizeof bones - 1).u.delta_static;
    cr_assert(d.bones_size == 30 && d.bones[2] == 'a' && d.scale == 0x11);
    uint8_t many[4 + 2 + 255 * 14] = {21, 0x80, 0x80, 0x04, 0x80, 255};
    cr_assert_eq(read_one(&spiked, many, sizeof many).u.delta_static.bones_size, 3572);
}

Test(nq_delta, fields_of_the_fourth_byte)
{
    struct nq_delta d = UPDATE(&spiked, "\x80\x80\x80\x57\x20\x10\x08\x01\x02\x03\x04\x05\x06"
                                        "\x07\x08\x09\x0a");
    cr_assert(d.colormod[0] == 32 && d.colormod[1] == 16 && d.colormod[2] == 8);
    cr_assert(d.glow[0] == 1 && d.glow[4] == 5 && d.fatness == 6);
    cr_assert(d.gravity[0] == 7 && d.gravity[1] == 8 && d.frame_time == 0x0a09);
    cr_assert_eq(UPDATE(&spiked, "\x80\x80\x80\x08\x63").model2, 0x63);
}

static int code_of(const struct nq_protocol *protocol, const char *bytes, size_t size,
                   struct format_error *err)
{
    struct nq_message m;
    size_t pos = 0;
    return nq_message_decode(protocol, (const uint8_t *)bytes, size, &pos, &m, err);
}

#define REFUSED(protocol, literal, words)                                                          \
    do {                                                                                           \
        struct format_error refusal = {0};                                                         \
        cr_expect_eq(code_of(protocol, literal, sizeof(literal) - 1, &refusal), FORMAT_BAD);       \
        cr_expect(strstr(refusal.what, words) != NULL, "%s", refusal.what);                        \
    } while (0)

Test(nq_delta, what_no_engine_reads_is_refused)
{
    REFUSED(&spiked, "\x15\x80\x80\x80\x80\0\0\0\0\0\0\0\0", "mask 0x80808080");
    REFUSED(&spiked, "\x15\x80\x80\x04\x20\0\0\0\0\0", "bones 0x20");
    REFUSED(&sized, "\x15\x80\x20\x04\0\0\0\0\0", "size 0x4");
    REFUSED(&sized, "\x15\x80\x20\x11\0\0\0\0\0", "size 0x11");
    REFUSED(&spiked, "\x17\x0e\0\0\0\0\0\0\0\0", "temp_entity type 14");
    REFUSED(&spiked, "\x17\x50\0\0\0\0\0\0\0\0", "temp_entity type 80");
}

static struct nq_delta_entry entry_at(const struct nq_deltas *deltas, uint32_t number)
{
    struct byte_reader r = byte_reader_make(deltas->bytes, deltas->size);
    struct nq_delta_entry entry = {0};
    for (uint32_t i = 0; i <= number; i++) {
        cr_assert_eq(nq_delta_next(&spiked, &r, &entry, NULL), 1);
    }
    return entry;
}

Test(nq_delta, list_of_entities)
{
    struct nq_message m = READ(&spiked, "\x56\x05\x01\0\0\xa0\x3f"
                                        "\0\x80"               /* all are removed */
                                        "\x07\0\x01\x09"       /* entity 7 */
                                        "\x08\x80"             /* 8 is removed */
                                        "\x05\x40\x02\x01\x09" /* 0x8005 */
                                        "\x05\xc0\x02"         /* 0x8005 is removed */
                                        "\0\0");
    const struct nq_deltas *d = &m.u.deltas;
    cr_assert(d->input == 0x105 && d->time == 1.25f && d->updates == 2 && d->removals == 3);
    struct nq_delta_entry e = entry_at(d, 0);
    cr_assert(e.entity == 0 && e.removed && !e.wide);
    e = entry_at(d, 1);
    cr_assert(e.entity == 7 && !e.removed && e.delta.frame == 9);
    e = entry_at(d, 2);
    cr_assert(e.entity == 8 && e.removed);
    e = entry_at(d, 3);
    cr_assert(e.entity == 0x8005 && !e.removed && e.wide && e.delta.frame == 9);
    e = entry_at(d, 4);
    cr_assert(e.entity == 0x8005 && e.removed);
    m = READ(&plain, "\x56\0\0\xa0\x3f\0\0");
    cr_assert(d->time == 1.25f && d->updates == 0 && d->removals == 0 && d->size == 0);
}

Test(nq_delta, baseline_with_a_number_of_two_or_three_bytes)
{
    struct nq_message m = READ(&spiked, "\x42\x07\x01\x01\x09");
    cr_assert(m.u.delta_baseline.entity == 0x107 && m.u.delta_baseline.delta.frame == 9);
    m = READ(&spiked, "\x42\x34\x92\x56\x01\x09");
    cr_assert(m.u.delta_baseline.entity == 0x123456 && m.u.delta_baseline.delta.frame == 9);
}

Test(nq_delta, statistics)
{
    struct nq_message m = READ(&spiked, "\x33\x0f\xff");
    cr_assert(m.u.updatestat.stat == 15 && m.u.updatestat.value == 255);
    m = READ(&spiked, "\x4f\x1a\0\0\xf0\xc0");
    cr_assert(m.u.updatestat.stat == 26 && m.u.updatestat.value == -7);
    cr_assert_eq(m.u.updatestat.real, -7.5f);
    cr_assert_eq(READ(&spiked, "\x4f\x1a\0\0\x80\x7f").u.updatestat.value, 0); /* infinite */
    cr_assert_eq(READ(&spiked, "\x4f\x1a\0\0\0\x4f").u.updatestat.value, 0);   /* 2^31 */
    m = READ(&spiked, "\x4e\x20name\0");
    cr_assert(m.u.stat_string.stat == 32 && strcmp(m.u.stat_string.text, "name") == 0);
    /* A recording begun in mid-level may hold these two without extensions. */
    const struct nq_protocol none = {.version = NQ_PROTOCOL_666};
    cr_assert_eq(READ(&none, "\x4f\x1a\0\0\xf0\xc0").u.updatestat.value, -7);
    cr_assert_eq(READ(&none, "\x4e\x20\0").u.stat_string.stat, 32);
}

Test(nq_delta, time_has_a_number_under_predinfo)
{
    struct nq_message m = READ(&spiked, "\x07\0\0\xa0\x3f\x05\x01");
    cr_assert(m.u.time == 1.25f && m.u.timed.input == 0x105);
    cr_assert_eq(READ(&plain, "\x07\0\0\xa0\x3f").u.time, 1.25f);
}

Test(nq_delta, precaches_and_named_particles)
{
    struct nq_message m = READ(&spiked, "\x36\x05\x80snd.wav\0");
    cr_assert(m.u.precache.kind == NQ_PRECACHE_SOUND && m.u.precache.number == 5);
    cr_assert_str_eq(m.u.precache.name, "snd.wav");
    m = READ(&spiked, "\x36\xff\x7f\0");
    cr_assert(m.u.precache.kind == NQ_PRECACHE_EFFECT && m.u.precache.number == 0x3fff);
    m = READ(&spiked, "\x36\x01\0*9\0");
    cr_assert(m.u.precache.kind == NQ_PRECACHE_MODEL && m.u.precache.number == 1);
    m = READ(&spiked, "\x3c\x07\x01\x02\x03\x08\0\x10\0\x18\0\x20\0\x28\0\x30\0");
    const struct nq_named_particles *p = &m.u.named_particles;
    cr_assert(p->is_trail && p->entity == 0x107 && p->effect == 0x302);
    cr_assert(p->origin[0] == 1 && p->origin[2] == 3 && p->end[0] == 4 && p->end[2] == 6);
    m = READ(&spiked, "\x3d\x02\x03\x08\0\x10\0\x18\0\x20\0\x28\0\x30\0\x09\x01");
    cr_assert(!p->is_trail && p->effect == 0x302 && p->velocity[1] == 5 && p->count == 0x109);
    m = READ(&spiked, "\x3e\x02\x03\x08\0\x10\0\x18\0");
    cr_assert(!p->is_trail && p->origin[1] == 2 && p->velocity[1] == 0 && p->count == 1);
}

Test(nq_delta, messages_that_are_stepped_over)
{
    struct nq_message m = READ(&spiked, "\x54\x01\x23\x45\x03\0abc");
    cr_assert(m.u.voice.sender == 1 && m.u.voice.codec == 0x23 && m.u.voice.sequence == 0x45);
    cr_assert(m.u.voice.bytes.size == 3 && m.u.voice.bytes.data[2] == 'c');
    m = READ(&spiked, "\x32\xff\xff\xff\xff\x02\0ab");
    cr_assert(m.u.download.start == -1 && m.u.download.bytes.size == 2);
    m = READ(&spiked, "\x55\0\x40\0\x80\0\x20");
    cr_assert(m.u.setangle[0] == 90 && m.u.setangle[1] == -180 && m.u.setangle[2] == 45);
    struct nq_protocol floats = spiked;
    floats.flags = NQ_PRFL_FLOATANGLE;
    m = READ(&floats, "\x55\0\0\x20\x41\0\0\xa0\x41\0\0\xf0\x41");
    cr_assert(m.u.setangle[0] == 10 && m.u.setangle[1] == 20 && m.u.setangle[2] == 30);
}

Test(nq_delta, messages_of_csqc_end_the_demo)
{
    static const char *const bytes[] = {"\x3a\0\0\0\0\0\0", "\x53\0\0\0\0\0\0"};
    for (size_t i = 0; i < 2; i++) {
        struct format_error err = {0};
        cr_assert_eq(code_of(&spiked, bytes[i], 7, &err), FORMAT_UNKNOWN);
        cr_assert(strstr(err.what, "CSQC") != NULL, "%s", err.what);
        cr_assert_eq(err.offset, 0);
    }
}

Test(nq_delta, sounds)
{
    struct nq_sound s = READ(&spiked, "\x06\x80\x64\x0b\0\x05\x08\0\x10\0\x18\0").u.sound;
    cr_assert(s.pitch == 100 && s.entity == 1 && s.channel == 3 && s.sound == 5);
    cr_assert(s.volume == 255 && s.attenuation == 64 && s.origin[2] == 3);
    s = READ(&spiked, "\x06\xff\x01\x10\x20\x50\xfe\xff\x01\0\x02\0\x03\0\xa0\x0f\x07\x01\x09\x05"
                      "\x01\x08\0\x10\0\x18\0")
            .u.sound;
    cr_assert(s.mask == 0x1ff && s.volume == 16 && s.attenuation == 32 && s.pitch == 0x50);
    cr_assert(s.offset == -2 && s.velocity[0] == 1 && s.velocity[2] == 3 && s.speed == 4000);
    cr_assert(s.entity == 0x107 && s.channel == 9 && s.sound == 0x105 && s.origin[0] == 1);
    s = READ(&spiked, "\x06\x04\xf6\x0b\0\x05\x08\0\x10\0\x18\0").u.sound;
    cr_assert(s.mask == 0xf604 && s.sound == 5);
}

Test(nq_delta, temporary_entities)
{
#define P "\x08\0\x10\0\x18\0"
    struct nq_temp_entity t =
        READ(&spiked, "\x17\x05\x07\x01" P "\x20\0\x28\0\x30\0").u.temp_entity;
    cr_assert(t.type == 5 && t.entity == 0x107 && t.origin[1] == 2 && t.end[2] == 6);
    t = READ(&spiked, "\x17\x0d\x34\x92\x56" P P).u.temp_entity;
    cr_assert(t.entity == 0x123456 && t.wide);
    t = READ(&spiked, "\x17\x0c" P "\x11\x22").u.temp_entity;
    cr_assert(t.color_start == 0x11 && t.color_length == 0x22);
    cr_assert_eq(READ(&spiked, "\x17\x03" P).u.temp_entity.origin[0], 1);
    t = READ(&spiked, "\x17\x11name\0\x07\x01" P "\x20\0\x28\0\x30\0").u.temp_entity;
    cr_assert(t.entity == 0x107 && t.origin[0] == 1 && t.end[0] == 4);
    cr_assert_str_eq(t.name, "name");
    t = READ(&spiked, "\x17\x15\x05" P).u.temp_entity;
    cr_assert(t.type == NQ_TE_GUNSHOT_COUNTED && t.origin[2] == 3 && t.count == 5);
    t = READ(&spiked, "\x17\x10" P "\x10\0\x18\0\x20\0").u.temp_entity;
    cr_assert(t.rgb[0] == 2 && t.rgb[2] == 4 && t.end[0] == 0);
    t = READ(&spiked, "\x17\x32" P "\x01\xfe\x03\x07").u.temp_entity;
    cr_assert(t.velocity[0] == 1 && t.velocity[1] == -2 && t.velocity[2] == 3 && t.count == 7);
    t = READ(&spiked, "\x17\x36" P P P "\x02\x01\x6f\x05\x28\0").u.temp_entity;
    cr_assert(t.direction[1] == 2 && t.count == 0x102 && t.color_start == 0x6f && t.gravity == 5);
    cr_assert_eq(t.speed, 5);
    t = READ(&spiked, "\x17\x49" P "\x0a\x0b\x01\x02\x03").u.temp_entity;
    cr_assert(t.radius == 10 && t.lifetime == 11 && t.color[0] == 1 && t.color[2] == 3);
    static const struct {
        uint8_t type, size;
    } others[] = {{16, 12}, {20, 6},  {50, 10}, {51, 10}, {52, 16}, {53, 9}, {54, 24},
                  {55, 21}, {56, 21}, {57, 6},  {58, 6},  {59, 6},  {70, 6}, {72, 6},
                  {73, 11}, {74, 13}, {75, 6},  {76, 18}, {77, 13}, {78, 6}, {79, 13}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        uint8_t bytes[26] = {23, others[i].type, 8, 0, 16, 0, 24, 0};
        t = read_one(&spiked, bytes, 2u + others[i].size).u.temp_entity;
        cr_assert(t.type == others[i].type && t.origin[1] == 2, "type %u", t.type);
    }
#undef P
}

Test(nq_delta, serverinfo_names_game_folders)
{
    struct nq_message m = READ(&spiked, "\x0b"
                                        "FTEX\0\0\0\x40"
                                        "FTE2\x2b\0\0\0"
                                        "\xe7\x03\0\0\x12\0\0\0id1;mod\0\x03\x01name\0m\0\0\0");
    const struct nq_serverinfo *info = &m.u.serverinfo;
    cr_assert(info->ftex == 0x40000000 && info->fte2 == 0x2b && info->flags == 0x12);
    cr_assert(info->max_clients == 3 && info->game_type == 1);
    cr_assert_str_eq(info->game_dirs, "id1;mod");
    cr_assert_str_eq(info->level_name, "name");
    struct nq_protocol p = {.version = NQ_PROTOCOL_15};
    nq_protocol_follow(&p, &m);
    cr_assert(p.version == 999 && p.flags == 0x12 && p.fte2 == 0x2b);
    /* vkQuake's has no PREDINFO, so no folders; the next one without words is without deltas. */
    m = READ(&spiked, "\x0b"
                      "FTE2\x28\0\0\0"
                      "\x9a\x02\0\0id1\0\x03\x01name\0m\0\0\0");
    cr_assert_str_eq(info->game_dirs, "id1");
    m = READ(&spiked, "\x0b"
                      "FTE2\x08\0\0\0"
                      "\x9a\x02\0\0\x03\x01name\0m\0\0\0");
    cr_assert_str_eq(info->game_dirs, "");
    cr_assert_eq(info->max_clients, 3);
    m = READ(&spiked, "\x0b\x9a\x02\0\0\x03\x01name\0m\0\0\0");
    nq_protocol_follow(&p, &m);
    cr_assert(p.version == 666 && p.flags == 0 && p.fte2 == 0);
}

Test(nq_delta, float_coordinates_of_ftex)
{
    struct nq_message m = READ(&spiked, "\x0b"
                                        "FTEX\0\x80\0\0"
                                        "FTE2\x08\0\0\0"
                                        "\x0f\0\0\0\x03\x01name\0m\0\0\0");
    struct nq_protocol p = {.version = NQ_PROTOCOL_15};
    nq_protocol_follow(&p, &m);
    struct nq_delta d = UPDATE(&p, "\x14\0\0\xc0\x3f\0\x40");
    cr_assert(d.origin[2] == 1.5 && d.angles[1] == 90);
}

#define UNSUPPORTED(literal, words)                                                                \
    do {                                                                                           \
        struct format_error refusal = {0};                                                         \
        cr_expect_eq(code_of(&spiked, literal, sizeof(literal) - 1, &refusal), FORMAT_UNKNOWN);    \
        cr_expect(strstr(refusal.what, words) != NULL, "%s", refusal.what);                        \
    } while (0)

Test(nq_delta, extensions_that_change_layouts_otherwise_are_refused_by_name)
{
    UNSUPPORTED("\x0b"
                "FTE2\x28\x04\0\0\x0f\0\0\0\x01\0\0\0\0",
                "LERPTIME");
    UNSUPPORTED("\x0b"
                "FTE2\x28\x08\0\0\x0f\0\0\0\x01\0\0\0\0",
                "0x00000828");
    UNSUPPORTED("\x0b"
                "FTEX\x01\0\0\0\x0f\0\0\0\x01\0\0\0\0",
                "FTEX extensions 0x00000001");
    UNSUPPORTED("\x0b"
                "FTE2\x08\0\0\0\xaf\x0d\0\0\x01\0\0\0\0",
                "over DarkPlaces' protocol 3503");
}

Test(nq_delta, any_turned_bit_is_read_or_refused)
{
    static const char bytes[] = "\x56\x05\x01\0\0\xa0\x3f"
                                "\x07\0\xdf\x9f\xfb\x7f\x01\0\x02\0\x03\0\x04\x05\x06\x07\x08\x09"
                                "\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19"
                                "\x1a\x1b\x1c\x1d\x1e\x1f\x20\x21\x22\x23\x24\x25\x26\x27\x28\x29"
                                "\x08\x80\x05\x40\x02\x01\x09\0\0\0\0\0\0\0\0";
    for (size_t i = 0; i < (sizeof bytes - 1) * 8; i++) {
        uint8_t *copy = copy_of(bytes, sizeof bytes - 1);
        struct byte_writer out = {0};
        struct format_error err;
        struct nq_message m;
        size_t pos = 0;
        copy[i / 8] ^= (uint8_t)(1 << i % 8);
        if (nq_message_decode(&spiked, copy, sizeof bytes - 1, &pos, &m, &err) > 0) {
            nq_message_encode(&spiked, &m, &out);
            cr_assert_eq(out.size, pos, "bit %zu", i);
            cr_assert_eq(memcmp(out.data, copy, pos), 0, "bit %zu", i);
        }
        byte_writer_free(&out);
        free(copy);
    }
}
