/* NetQuake server messages in demos: of our own with every message, damaged ones, real files. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/netquake/nq_stats.h"
#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "tests/support/nq_rewrite.h"
#include "tests/support/read_stats.h"
#include "tests/support/real_data.h"

static const struct nq_protocol quake = {.version = NQ_PROTOCOL_15};
static const float view[3] = {1.5f, -90.0f, 0.0f};

/* Demos of our own with every message type */

/* One of each, as bytes: built from zeros, which are good values everywhere. */
static void add_every_message(const struct nq_protocol *protocol, struct byte_writer *out)
{
    struct nq_message m;
    memset(&m, 0, sizeof(m));
    int last = nq_protocol_is_extended(protocol) ? NQ_LOCALSOUND : NQ_SKYBOX;
    for (int id = 1; id <= last; id++) {
        memset(&m.u, 0, sizeof(m.u));
        m.id = (uint8_t)id;
        switch (id) {
        case NQ_PRINT:
        case NQ_STUFFTEXT:
        case NQ_CENTERPRINT:
        case NQ_FINALE:
        case NQ_CUTSCENE:
        case NQ_HIDEPIC:
        case NQ_SKYBOX:
        case NQ_ACHIEVEMENT:
            m.u.text = "text";
            break;
        case NQ_LIGHTSTYLE:
            m.u.lightstyle.map = "mm";
            break;
        case NQ_UPDATENAME:
            m.u.updatename.name = "name";
            break;
        case NQ_SHOWPIC:
            m.u.showpic.slot = "slot";
            m.u.showpic.picture = "gfx/p.lmp";
            break;
        case NQ_CLIENTDATA:
            m.u.clientdata.has_items = true;
            m.u.clientdata.mask = 0x7eff;
            break;
        case NQ_SERVERINFO:
            m.u.serverinfo.protocol = protocol->version;
            m.u.serverinfo.flags = protocol->flags;
            m.u.serverinfo.level_name = "level";
            m.u.serverinfo.models = (struct nq_names){"maps/x.bsp\0*1", 2};
            m.u.serverinfo.sounds = (struct nq_names){"a.wav", 1};
            break;
        case NQ_DISCONNECT: /* would end the demo */
        case NQ_SPAWNBINARY:
            continue;
        default:
            if (strcmp(nq_message_name(m.id), "unknown") == 0 ||
                strcmp(nq_message_name(m.id), "re-release message") == 0) {
                continue;
            }
            break;
        }
        nq_message_encode(protocol, &m, out);
        for (int type = 1; id == NQ_TEMP_ENTITY && type <= NQ_TE_BEAM; type++) {
            m.u.temp_entity.type = (uint8_t)type;
            nq_message_encode(protocol, &m, out);
        }
    }
    static const uint32_t masks[] = {0, 0x7f, 0x7f7f, NQ_U_MOREBITS, 0x1ff7f7f, 0x8001};
    for (size_t i = 0; i < sizeof(masks) / sizeof(masks[0]); i++) {
        memset(&m.u, 0, sizeof(m.u));
        m.id = NQ_ENTITY_UPDATE;
        m.u.update.mask = masks[i];
        m.u.update.trans[0] = 1.0f;
        m.u.update.entity = 200;
        nq_message_encode(protocol, &m, out);
    }
}

static struct byte_writer every_message_demo(const struct nq_protocol *protocol)
{
    struct byte_writer out = {0};
    struct byte_writer messages = {0};
    struct nq_message info = {.id = NQ_SERVERINFO};
    dem_write_track(&out, 2);
    info.u.serverinfo.protocol = protocol->version;
    info.u.serverinfo.flags = protocol->flags;
    info.u.serverinfo.level_name = "";
    info.u.serverinfo.models = info.u.serverinfo.sounds = (struct nq_names){"", 0};
    nq_message_encode(protocol, &info, &messages);
    dem_write_block(&out, view, messages.data, (uint32_t)messages.size);
    messages.size = 0;
    add_every_message(protocol, &messages);
    dem_write_block(&out, view, messages.data, (uint32_t)messages.size);
    byte_writer_u8(&messages, NQ_DISCONNECT);
    dem_write_block(&out, view, messages.data, (uint32_t)messages.size);
    byte_writer_free(&messages);
    return out;
}

static void check_rewrite(const uint8_t *data, size_t size, const char *name)
{
    struct byte_writer out = {0};
    struct format_error err = {0};
    cr_assert_eq(nq_rewrite(data, size, &out, &err), 0, "%s: %s", name, err.what);
    cr_assert_eq(out.size, size, "%s", name);
    cr_assert_eq(memcmp(out.data, data, size), 0, "%s differs", name);
    byte_writer_free(&out);
}

static const struct nq_protocol demo_protocols[] = {
    {.version = NQ_PROTOCOL_15},
    {.version = NQ_PROTOCOL_666},
    {.version = NQ_PROTOCOL_999, .flags = 0x82},
    {.version = NQ_PROTOCOL_999, .flags = NQ_PRFL_FLOATCOORD | NQ_PRFL_FLOATANGLE},
    {.version = NQ_PROTOCOL_999, .flags = NQ_PRFL_24BITCOORD},
    {.version = NQ_PROTOCOL_NEHAHRA},
    {.version = NQ_PROTOCOL_BJP1, .wide = NQ_WIDE_MODEL},
    {.version = NQ_PROTOCOL_BJP2, .wide = NQ_WIDE_MODEL | NQ_WIDE_SOUND | NQ_WIDE_STATIC_SOUND},
    {.version = NQ_PROTOCOL_BJP3, .wide = NQ_WIDE_MODEL | NQ_WIDE_SOUND},
};
enum { DEMO_PROTOCOLS = sizeof(demo_protocols) / sizeof(demo_protocols[0]) };

Test(nq_demo, every_message_round_trip)
{
    for (size_t i = 0; i < DEMO_PROTOCOLS; i++) {
        struct byte_writer demo = every_message_demo(&demo_protocols[i]);
        struct demo_stats stats;
        check_rewrite(demo.data, demo.size, "constructed demo");
        cr_assert_eq(read_stats(&stats, demo.data, demo.size, NULL), 0, "%s", stats.error.what);
        int last = nq_protocol_is_extended(&demo_protocols[i]) ? NQ_SPAWNSTATICSOUND2 : NQ_SKYBOX;
        for (int id = 1; id <= last; id++) {
            bool legal = strcmp(nq_message_name((uint8_t)id), "unknown") != 0 &&
                         id != NQ_SPAWNBINARY && id != 38;
            cr_assert_eq(stats.messages[id] > 0, legal, "id %d", id);
        }
        cr_assert_eq(stats.messages[NQ_TEMP_ENTITY], 28);
        cr_assert_eq(stats.messages[DEMO_STATS_UPDATES], 12);
        cr_assert(stats.disconnected);
        demo_stats_free(&stats);
        byte_writer_free(&demo);
    }
}

/* BJP's sounds as engines of BJP write them, or as DarkPlaces' server does. */
Test(nq_demo, sounds_of_bjp_are_told_apart)
{
    static const int32_t versions[] = {10000, 10001, 10002};
    for (int i = 0; i < 6; i++) {
        struct nq_protocol p = nq_protocol_make(versions[i / 2], 0);
        const uint32_t usual = p.wide;
        if (i & 1) {
            nq_protocol_set_dp_sounds(&p);
        }
        const bool differs = p.wide != usual;
        cr_expect_eq(differs, (i & 1) && versions[i / 2] != 10001);
        struct byte_writer demo = every_message_demo(&p);
        struct dem_file dem;
        cr_assert_eq(dem_open(&dem, demo.data, demo.size, NULL), 0);
        cr_expect_eq(nq_detect_protocol(&dem).dp_sounds, differs, "case %d", i);
        check_rewrite(demo.data, demo.size, "constructed demo");
        byte_writer_free(&demo);
    }
}

/* In memory of the exact size, so that the sanitizer sees a byte too many. */
Test(nq_demo, truncated_at_every_byte)
{
    for (size_t i = 0; i < DEMO_PROTOCOLS; i++) {
        struct byte_writer demo = every_message_demo(&demo_protocols[i]);
        for (size_t cut = 0; cut < demo.size; cut++) {
            struct demo_stats stats;
            uint8_t *copy = malloc(cut ? cut : 1);
            memcpy(copy, demo.data, cut);
            int code = read_stats(&stats, copy, cut, NULL);
            bool whole = code == 0;
            const struct nq_facts *facts = stats.facts;
            cr_assert(whole || stats.error.offset <= cut);
            /* The reading ends where a block did. */
            size_t end = cut == 0 ? 0 : 2;
            struct dem_block block;
            while (whole && end < cut && dem_next_block(&facts->file.dem, &end, &block, NULL) > 0) {
            }
            cr_assert(!whole || end == cut, "cut at %zu", cut);
            demo_stats_free(&stats);
            free(copy);
        }
        byte_writer_free(&demo);
    }
}

/* A message cut anywhere overruns its block and moves nothing. */
Test(nq_demo, truncated_messages)
{
    for (size_t i = 0; i < DEMO_PROTOCOLS; i++) {
        const struct nq_protocol *p = &demo_protocols[i];
        struct byte_writer all = {0};
        struct nq_message m;
        size_t pos = 0;
        add_every_message(p, &all);
        while (pos < all.size) {
            size_t start = pos;
            cr_assert_eq(nq_message_decode(p, all.data, all.size, &pos, &m, NULL), 1);
            for (size_t length = 1; length < pos - start; length++) {
                uint8_t *copy = malloc(length);
                struct format_error err = {0};
                size_t at = 0;
                memcpy(copy, all.data + start, length);
                cr_assert_eq(nq_message_decode(p, copy, length, &at, &m, &err), FORMAT_TRUNCATED);
                cr_assert(at == 0 && strstr(err.what, "exceeds its block"));
                free(copy);
            }
        }
        byte_writer_free(&all);
    }
}

Test(nq_demo, bit_flips)
{
    unsigned bad = 0;
    for (size_t i = 0; i < DEMO_PROTOCOLS; i++) {
        struct byte_writer demo = every_message_demo(&demo_protocols[i]);
        for (size_t bit = 0; bit < demo.size * 8; bit++) {
            struct demo_stats stats;
            demo.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            if (read_stats(&stats, demo.data, demo.size, NULL) < 0) {
                cr_assert(stats.error.offset <= demo.size && stats.error.what[0]);
                bad++;
            } else {
                struct byte_writer out = {0};
                (void)!nq_rewrite(demo.data, demo.size, &out, NULL);
                cr_assert(out.size <= demo.size && memcmp(out.data, demo.data, out.size) == 0);
                byte_writer_free(&out);
            }
            demo_stats_free(&stats);
            demo.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        byte_writer_free(&demo);
    }
    cr_assert_gt(bad, 100);
}

/* items: optional up to 1.06, compulsory from 1.07 */

/* mask_bit: whether masks have SU_ITEMS; has_items: whether the long is there. */
static struct byte_writer items_demo(bool mask_bit, bool has_items, const char *print, int blocks)
{
    struct byte_writer out = {0};
    struct byte_writer m = {0};
    dem_write_track(&out, -1);
    struct nq_message text = {.id = NQ_PRINT, .u.text = print};
    nq_message_encode(&quake, &text, &m);
    dem_write_block(&out, view, m.data, (uint32_t)m.size);
    for (int i = 0; i < blocks; i++) {
        struct nq_message message = {.id = NQ_TIME, .u.time = 1.0f + (float)i};
        m.size = 0;
        nq_message_encode(&quake, &message, &m);
        message = (struct nq_message){.id = NQ_CLIENTDATA};
        message.u.clientdata.mask = NQ_SU_ONGROUND | (mask_bit ? NQ_SU_ITEMS : 0);
        message.u.clientdata.has_items = has_items;
        message.u.clientdata.items = 0x1101;
        message.u.clientdata.health = 100;
        nq_message_encode(&quake, &message, &m);
        message = (struct nq_message){.id = NQ_ENTITY_UPDATE};
        /* Not four bytes, which the wrong reading would take for the rest of the clientdata. */
        message.u.update.mask = NQ_U_ORIGIN1 | NQ_U_FRAME;
        message.u.update.entity = 3;
        nq_message_encode(&quake, &message, &m);
        dem_write_block(&out, view, m.data, (uint32_t)m.size);
    }
    byte_writer_free(&m);
    return out;
}

static bool detect_items_optional(const struct byte_writer *demo)
{
    struct dem_file dem;
    cr_assert_eq(dem_open(&dem, demo->data, demo->size, NULL), 0);
    return nq_detect_items_optional(&dem);
}

Test(nq_items, decided_from_the_blocks)
{
    static const struct {
        bool mask_bit, has_items;
        const char *print;
        bool optional;
    } cases[] = {
        {false, false, "hello\n", true},
        {false, true, "hello\n", false},
        {false, false, "\x02\nVERSION 1.09 SERVER (1 CRC)", true}, /* the blocks know better */
        {false, true, "\x02\nVERSION 1.01 SERVER (1 CRC)", false},
        {true, true, "\x02\nVERSION 1.06 SERVER (1 CRC)", true}, /* a tie: the print decides */
        {true, true, "\x02\nVERSION 1.07 SERVER (1 CRC)", false},
        {true, true, "\x02\nVERSION x SERVER", false},
        {true, true, "hello\n", false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (int blocks = 1; blocks < 60; blocks += 29) {
            struct byte_writer demo =
                items_demo(cases[i].mask_bit, cases[i].has_items, cases[i].print, blocks);
            struct demo_stats stats;
            cr_assert_eq(detect_items_optional(&demo), cases[i].optional, "case %zu", i);
            check_rewrite(demo.data, demo.size, "items demo");
            cr_assert_eq(read_stats(&stats, demo.data, demo.size, NULL), 0);
            cr_assert_eq(stats.messages[NQ_CLIENTDATA], (uint64_t)blocks);
            demo_stats_free(&stats);
            byte_writer_free(&demo);
        }
    }
}

/* Real files */

/* Compares with the oracle's "number": count pairs, and that there are no others. */
static void check_counts(const struct demo_stats *stats, const char *oracle, const char *name)
{
    uint64_t total = 0;
    const char *at = strstr(oracle, "\"messages\"");
    const char *end = at ? strchr(at, '}') : NULL;
    cr_assert(at && end, "%s: oracle without messages", name);
    at += strlen("\"messages\"");
    for (at = strchr(at, '"'); at && at < end; at = strchr(at, '"')) {
        long id = strtol(at + 1, NULL, 10);
        const char *colon = strchr(at, ':');
        unsigned long count = strtoul(colon + 1, NULL, 10);
        cr_assert(id >= 0 && id <= 128);
        cr_assert_eq(stats->messages[id], count, "%s: message %ld: %llu, oracle %lu", name, id,
                     (unsigned long long)stats->messages[id], count);
        total += count;
        at = colon;
    }
    cr_assert_eq(demo_stats_message_count(stats), total, "%s: total", name);
    cr_assert_gt(total, 0);
    cr_assert_eq(stats->blocks, strtoul(strstr(oracle, "\"blocks\":") + 9, NULL, 10));
    cr_assert_eq(stats->protocol, strtol(strstr(oracle, "\"protocol\":") + 11, NULL, 10));
    const struct nq_facts *facts = stats->facts;
    cr_assert_eq(facts->protocol_flags, strtoul(strstr(oracle, "\"flags\":") + 8, NULL, 10));
}

static const char *const real_demos[] = {
    "demo1",       "demo1_lite", "demo2",       "demo2_lite",      "demo3_999",
    "demo3_lite",  "introseq",   "lq_old_e1m3", "lq_old_e2m5_999", "r15_e0m1_qs",
    "r15_e0m4_qs", "r666_alpha", "r666_e1m1",   "r999_e0m6",       "smoothme_666",
};

Test(nq_real, counts_equal_the_oracle)
{
    for (size_t i = 0; i < sizeof(real_demos) / sizeof(real_demos[0]); i++) {
        const char *name = real_demos[i];
        size_t size, oracle_size;
        uint8_t *data = real_data_read(&size, "netquake/%s.dem", name);
        uint8_t *oracle = real_data_read(&oracle_size, "oracle/netquake/%s.dem.json", name);
        struct demo_stats stats;
        cr_assert_eq(read_stats(&stats, data, size, NULL), 0, "%s: %s", name, stats.error.what);
        check_counts(&stats, (const char *)oracle, name);
        cr_assert(stats.disconnected && stats.level_count == 1 && stats.length > 5);
        demo_stats_free(&stats);
        free(data);
        free(oracle);
    }
}

Test(nq_real, rewritten_files_are_identical)
{
    static const char *const others[] = {"cd", "qfont"};
    const size_t demos = sizeof(real_demos) / sizeof(real_demos[0]);
    for (size_t i = 0; i < demos + 2; i++) {
        const char *name = i < demos ? real_demos[i] : others[i - demos];
        size_t size;
        uint8_t *data = real_data_read(&size, "netquake/%s.dem", name);
        check_rewrite(data, size, name);
        free(data);
    }
}

/* A real demo whose clientdata is cut down to how 1.06 wrote it must read as one of 1.06. */
Test(nq_real, items_taken_out)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "netquake/r15_e0m1_qs.dem");
    struct byte_writer out = {0};
    struct byte_writer messages = {0};
    struct dem_file dem;
    struct dem_block block;
    uint64_t total = 0;
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
    cr_assert_not(nq_detect_items_optional(&dem));
    dem_write_track(&out, dem.track);
    size_t pos = dem.first_block;
    while (dem_next_block(&dem, &pos, &block, NULL) > 0) {
        struct nq_message m;
        size_t at = 0;
        messages.size = 0;
        while (nq_message_decode(&quake, block.messages, block.size, &at, &m, NULL) > 0) {
            if (m.id == NQ_CLIENTDATA) {
                m.u.clientdata.has_items = false;
                m.u.clientdata.mask &= ~(uint32_t)NQ_SU_ITEMS;
            }
            nq_message_encode(&quake, &m, &messages);
            total++;
        }
        dem_write_block(&out, block.angles, messages.data, (uint32_t)messages.size);
    }
    cr_assert(detect_items_optional(&out));
    check_rewrite(out.data, out.size, "1.06 demo");
    struct demo_stats stats;
    cr_assert_eq(read_stats(&stats, out.data, out.size, NULL), 0, "%s", stats.error.what);
    cr_assert_eq(demo_stats_message_count(&stats), total);
    cr_assert(strstr(stats.oddities[0], "items are optional"), "%s", stats.oddities[0]);
    demo_stats_free(&stats);
    byte_writer_free(&messages);
    byte_writer_free(&out);
    free(data);
}
