/* The containers of QuakeWorld demos, and whole demos. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/quakeworld/mvd.h"
#include "formats/quakeworld/qw_detect.h"
#include "formats/quakeworld/qwd.h"
#include "tests/support/qw_real.h"
#include "tests/support/qw_samples.h"
#include "tests/support/qw_walk.h"
#include "tests/support/real_data.h"

/* Blocks */

Test(qwd, blocks)
{
    static const uint8_t file[] = "\0\0\xa0\x3f\x02\x01\0\0\0\x02\0\0\0"
                                  "\0\0\0\x40\x01\x0a\0\0\0\x05\0\0\x80\x06\0\0\0\x01\x01"
                                  "\0\0\0\x40\x01\x0f\0\0\0\xff\xff\xff\xff\x02"
                                  "EndOfDemo\0"
                                  "\0\0\0\x40\x01\x03\0\0\0abc";
    const size_t size = sizeof(file) - 1;
    struct byte_writer out = {0};
    struct qwd_block b;
    size_t pos = 0;
    cr_assert_eq(qwd_next_block(file, size, &pos, &b, NULL), 1);
    cr_assert(b.type == QWD_SET && b.time == 1.25f && b.offset == 0);
    cr_assert(b.u.set.outgoing == 1 && b.u.set.incoming == 2 && !qwd_is_end(&b));
    qwd_write_block(&out, &b);
    cr_assert_eq(qwd_next_block(file, size, &pos, &b, NULL), 1);
    cr_assert(b.type == QWD_READ && b.offset == 13 && b.u.packet.kind == QWD_SEQUENCED);
    cr_assert(b.u.packet.sequence == 5 && b.u.packet.reliable && b.u.packet.acknowledged == 6);
    cr_assert(!b.u.packet.acknowledged_reliable && b.u.packet.size == 2);
    cr_assert_eq(b.u.packet.messages_offset, 13 + 5 + 4 + 8);
    qwd_write_block(&out, &b);
    cr_assert_eq(qwd_next_block(file, size, &pos, &b, NULL), 1);
    cr_assert(b.u.packet.kind == QWD_CONNECTIONLESS && qwd_is_end(&b));
    cr_assert_str_eq((const char *)b.u.packet.messages + 1, "EndOfDemo");
    qwd_write_block(&out, &b);
    cr_assert_eq(qwd_next_block(file, size, &pos, &b, NULL), 1);
    cr_assert(b.u.packet.kind == QWD_RUNT && b.u.packet.size == 3 && !qwd_is_end(&b));
    qwd_write_block(&out, &b);
    cr_assert_eq(qwd_next_block(file, size, &pos, &b, NULL), 0);
    cr_assert(out.size == size && memcmp(out.data, file, size) == 0);
    byte_writer_free(&out);
}

Test(qwd, commands)
{
    struct qwd_block made = {.time = 7.5f, .type = QWD_CMD}, b;
    made.u.cmd =
        (struct qwd_cmd){13, {0xa, 0xb, 0xc}, {1, -90, 0}, {400, -350, 10}, 3, 7, {2, 91, 0.5f}};
    struct byte_writer out = {0};
    size_t pos = 0;
    qwd_write_block(&out, &made);
    cr_assert_eq(out.size, 41);
    cr_assert_eq(qwd_next_block(out.data, out.size, &pos, &b, NULL), 1);
    cr_assert(b.type == QWD_CMD && b.time == 7.5f && b.u.cmd.msec == 13);
    cr_assert(b.u.cmd.padding[2] == 0xc && b.u.cmd.angles[1] == -90);
    cr_assert(b.u.cmd.move[0] == 400 && b.u.cmd.move[1] == -350 && b.u.cmd.move[2] == 10);
    cr_assert(b.u.cmd.buttons == 3 && b.u.cmd.impulse == 7 && b.u.cmd.view_angles[1] == 91);
    byte_writer_free(&out);
}

static void refuse_qwd(const char *bytes, size_t size, int code, const char *word)
{
    struct qwd_block b;
    struct format_error err = {0};
    size_t pos = 13;
    cr_assert_eq(qwd_next_block((const uint8_t *)bytes, size, &pos, &b, &err), code, "%s", word);
    cr_assert(pos == 13 && err.offset == 13 && strstr(err.what, word), "%s", err.what);
}

Test(qwd, damage)
{
#define BEFORE "\0\0\0\0\x02\x01\0\0\0\x02\0\0\0"
#define REFUSE(literal, code, word) refuse_qwd(literal, sizeof(literal) - 1, code, word)
    REFUSE(BEFORE "\0\0\0\0\x03...........", FORMAT_BAD, "unknown block type 3");
    REFUSE(BEFORE "\0\0\0\0\x01\xff\xff\xff\xff", FORMAT_BAD, "packet size -1");
    REFUSE(BEFORE "\0\0\0\0\x01\x01\x20\0\0", FORMAT_BAD, "packet size 8193");
    REFUSE(BEFORE "\0\0\0\0", FORMAT_TRUNCATED, "a block header (4 of 5 bytes)");
    REFUSE(BEFORE "\0\0\0\0\x01\x05\0\0", FORMAT_TRUNCATED, "a server block");
    REFUSE(BEFORE "\0\0\0\0\x01\x05\0\0\0abcd", FORMAT_TRUNCATED, "(13 of 14 bytes)");
    REFUSE(BEFORE "\0\0\0\0\x02\x05\0\0\0", FORMAT_TRUNCATED, "a frame block");
    REFUSE(BEFORE "\0\0\0\0\0\x05\0\0\0", FORMAT_TRUNCATED, "a client block (9 of 41 bytes)");
}

Test(mvd, blocks)
{
    static const uint8_t file[] = "\x0d\x06\x02\0\0\0\x01\x01"
                                  "\0\x2d\x01\0\0\0\x01"
                                  "\x05\x1c\0\0\0\0"
                                  "\0\x03\0\0\0\0\x04\0\0\0what"
                                  "\0\x0b\x03\0\0\x80\x01\0\0\0\x01"
                                  "\0\x02\x01\0\0\0\x02\0\0\0"
                                  "\xff\x01\0\0\0\0";
    const size_t size = sizeof(file) - 1;
    static const struct mvd_block expected[] = {
        {.msec = 13, .type = MVD_ALL},
        {.type = MVD_STATS, .to = 5},
        {.msec = 5, .type = MVD_SINGLE, .to = 3},
        {.type = MVD_MULTIPLE},
        {.type = MVD_MULTIPLE, .to = 1, .mask = 0x80000003},
        {.type = MVD_SET},
        {.msec = 255, .type = MVD_READ},
    };
    struct byte_writer out = {0};
    struct mvd_block b;
    size_t pos = 0;
    for (size_t i = 0; i < 7; i++) {
        const size_t at = pos;
        cr_assert_eq(mvd_next_block(file, size, &pos, &b, NULL), 1);
        cr_assert(b.offset == at && b.msec == expected[i].msec && b.type == expected[i].type);
        cr_assert(b.to == expected[i].to && b.mask == expected[i].mask, "block %zu", i);
        cr_assert_eq(mvd_is_hidden(&b), i == 3);
        cr_assert_eq(mvd_has_messages(&b), i != 3 && i != 5);
        if (i == 0) {
            cr_assert(b.u.messages.size == 2 && b.u.messages.offset == 6);
            cr_assert_eq(b.u.messages.data, file + 6);
        } else if (i == 5) {
            cr_assert(b.u.set.outgoing == 1 && b.u.set.incoming == 2);
        }
        mvd_write_block(&out, &b);
    }
    cr_assert_eq(mvd_next_block(file, size, &pos, &b, NULL), 0);
    cr_assert(out.size == size && memcmp(out.data, file, size) == 0);
    byte_writer_free(&out);
}

static void refuse_mvd(const char *bytes, size_t size, int code, const char *word)
{
    struct mvd_block b;
    struct format_error err = {0};
    size_t pos = 6;
    cr_assert_eq(mvd_next_block((const uint8_t *)bytes, size, &pos, &b, &err), code, "%s", word);
    cr_assert(pos == 6 && err.offset == 6 && strstr(err.what, word), "%s", err.what);
}

Test(mvd, damage)
{
#undef BEFORE
#undef REFUSE
#define BEFORE "\0\x06\0\0\0\0"
#define REFUSE(literal, code, word) refuse_mvd(literal, sizeof(literal) - 1, code, word)
    REFUSE(BEFORE "\0\x07......", FORMAT_BAD, "unknown block type 7");
    REFUSE(BEFORE "\0\xff......", FORMAT_BAD, "unknown block type 7");
    REFUSE(BEFORE "\0\x06\xff\xff\xff\xff", FORMAT_BAD, "block size -1");
    REFUSE(BEFORE "\0\x04\x01\0\x01\0", FORMAT_BAD, "block size 65537");
    REFUSE(BEFORE "\0", FORMAT_TRUNCATED, "a block header");
    REFUSE(BEFORE "\0\x06\x01\0\0", FORMAT_TRUNCATED, "of type \"all\" (5 of 6 bytes)");
    REFUSE(BEFORE "\0\x05\x02\0\0\0\x01", FORMAT_TRUNCATED, "of type \"stats\" (7 of 8 bytes)");
    REFUSE(BEFORE "\0\x03\0\0\0\0\x01\0\0\0", FORMAT_TRUNCATED, "of type \"multiple\"");
    REFUSE(BEFORE "\0\x02\0\0\0\0\x01\0\0", FORMAT_TRUNCATED, "of type \"frame\"");
    REFUSE(BEFORE "\0\0\0\0\0\0\x01\0\0", FORMAT_TRUNCATED, "of type \"client\" (9 of 38 bytes)");
}

/* Demos of our own: every message, every protocol, both containers */

static struct qw_protocol nth_protocol(unsigned i)
{
    struct qw_protocol p = qw_sample_protocols[i / 2];
    p.is_mvd = i % 2 == 1;
    return p;
}

static enum qw_container container_of(const struct qw_protocol *p)
{
    return p->is_mvd ? QW_CONTAINER_MVD : QW_CONTAINER_QWD;
}

Test(qw_demo, samples_round_trip)
{
    for (unsigned i = 0; i < 2 * QW_SAMPLE_PROTOCOLS; i++) {
        const struct qw_protocol p = nth_protocol(i);
        struct byte_writer demo = {0};
        struct qw_walk walk = {0};
        struct format_error err = {0};
        qw_sample_demo(&p, &demo);
        cr_assert_eq(qw_detect(demo.data, demo.size, NULL), container_of(&p), "protocol %u", i);
        cr_assert_eq(qw_walk_demo(&walk, container_of(&p), demo.data, demo.size, &err), 0, "%s",
                     err.what);
        cr_assert(!walk.mismatch && walk.ended);
        for (int id = 0; id < 256; id++) {
            const unsigned extra = id == QW_SERVERDATA;
            cr_assert_eq(walk.messages[id], qw_sample_variants((uint8_t)id) + extra, "id %d", id);
        }
        cr_assert(walk.protocol.version == p.version && walk.protocol.ftex == p.ftex);
        cr_assert(walk.protocol.fte2 == p.fte2 && walk.protocol.mvd1 == p.mvd1);
        cr_assert(walk.entities == 34 && walk.nails == 6);
        cr_assert_eq(walk.blocks[QWD_SET], 1);
        byte_writer_free(&walk.out);
        byte_writer_free(&demo);
    }
}

/* In memory of the exact size, so that the sanitizer sees a byte too many. */
static void cut_demo(enum qw_container container, const uint8_t *data, size_t cut, size_t *good)
{
    uint8_t *copy = malloc(cut ? cut : 1);
    struct qw_walk walk = {0};
    struct format_error err = {0};
    memcpy(copy, data, cut);
    (void)qw_detect(copy, cut, NULL);
    const int code = qw_walk_demo(&walk, container, copy, cut, &err);
    cr_assert(!walk.mismatch);
    cr_assert(code == 0 || code == FORMAT_TRUNCATED, "cut at %zu: %s", cut, err.what);
    cr_assert(code == 0 || err.offset == walk.out.size, "cut at %zu: reported at %zu, not %zu", cut,
              err.offset, walk.out.size);
    cr_assert(walk.out.size >= *good, "less at %zu than before", cut);
    *good = walk.out.size;
    byte_writer_free(&walk.out);
    free(copy);
}

Test(qw_demo, samples_cut_anywhere)
{
    for (unsigned i = 0; i < 2 * QW_SAMPLE_PROTOCOLS; i++) {
        const struct qw_protocol p = nth_protocol(i);
        struct byte_writer demo = {0};
        size_t good = 0;
        qw_sample_demo(&p, &demo);
        for (size_t cut = 0; cut < demo.size; cut += i == 42 || i == 43 ? 1 : 61) {
            cut_demo(container_of(&p), demo.data, cut, &good);
        }
        byte_writer_free(&demo);
    }
}

Test(qw_demo, samples_with_flipped_bits)
{
    unsigned bad = 0;
    for (unsigned i = 0; i < 2 * QW_SAMPLE_PROTOCOLS; i++) {
        const struct qw_protocol p = nth_protocol(i);
        struct byte_writer demo = {0};
        qw_sample_demo(&p, &demo);
        for (size_t bit = i; bit < demo.size * 8; bit += 331) {
            struct qw_walk walk = {0};
            struct format_error err = {0};
            demo.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            const int code = qw_walk_demo(&walk, container_of(&p), demo.data, demo.size, &err);
            cr_assert(!walk.mismatch, "protocol %u bit %zu", i, bit);
            cr_assert(code == 0 || (err.offset <= demo.size && err.what[0]));
            bad += code < 0;
            byte_writer_free(&walk.out);
            demo.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        byte_writer_free(&demo);
    }
    cr_assert_gt(bad, 100);
}

/* --- qw_detect: data of neither container */

/* Recorded before a connection: a dem_set, and the end packet, whose size may be one too large. */
Test(qw_detect, a_recording_without_a_game)
{
    uint8_t file[] = "\0\0\x20\x41\2\0\0\0\0\0\0\0\0"
                     "\0\0\x20\x41\1\x0f\0\0\0\xff\xff\xff\xff\2EndOfDemo";
    cr_expect_eq(qw_detect(file, sizeof(file), NULL), QW_CONTAINER_QWD);
    file[18] = 0x10;
    cr_expect_eq(qw_detect(file, sizeof(file), NULL), QW_CONTAINER_QWD);
    cr_expect_eq(qw_detect(file, sizeof(file) - 1, NULL), QW_CONTAINER_NONE);
    file[4] = 9;
    cr_expect_eq(qw_detect(file, sizeof(file), NULL), QW_CONTAINER_NONE);
}

Test(qw_detect, neither_container)
{
    static const uint8_t zeros[5000];
    uint8_t noise[5000];
    uint32_t seed = 9;
    struct qw_readings r;
    cr_assert_eq(qw_detect(NULL, 0, &r), QW_CONTAINER_NONE);
    cr_assert_eq(qw_detect(zeros, sizeof(zeros), &r), QW_CONTAINER_NONE);
    for (int round = 0; round < 2000; round++) {
        for (size_t i = 0; i < sizeof(noise); i++) {
            seed = seed * 1664525 + 1013904223;
            noise[i] = (uint8_t)(seed >> 24);
        }
        cr_assert_eq(qw_detect(noise, sizeof(noise), NULL), QW_CONTAINER_NONE);
    }
    static const char text[] = "-1\nThis is a text, or the beginning of another kind of demo.";
    cr_assert_eq(qw_detect((const uint8_t *)text, sizeof(text), &r), QW_CONTAINER_NONE);
    cr_assert_not(r.qwd.serverdata || r.mvd.serverdata);
}

Test(qw_detect, an_unsupported_protocol_is_reported)
{
    struct byte_writer out = {0};
    struct qw_readings r;
    byte_writer_bytes(&out, "\0\0\0\0\x01\x11\0\0\0\x01\0\0\0\x01\0\0\0\x0b\x17\0\0\0....", 26);
    cr_assert_eq(qw_detect(out.data, out.size, &r), QW_CONTAINER_NONE);
    cr_assert(r.qwd.unsupported && !r.mvd.unsupported);
    byte_writer_free(&out);
}

/* Real files */

static uint8_t *read_demo(size_t i, size_t *size, enum qw_container *container)
{
    *container = strstr(qw_real_demos[i], ".mvd") ? QW_CONTAINER_MVD : QW_CONTAINER_QWD;
    return real_data_read(size, "quakeworld/%s", qw_real_demos[i]);
}

/* The number behind a key of the oracle; key must be there. */
static uint64_t oracle_number(const char *oracle, const char *key)
{
    const char *at = strstr(oracle, key);
    cr_assert_not_null(at, "oracle without %s", key);
    return strtoull(strchr(at, ':') + 1, NULL, 10);
}

/* Compares with an object of "number": count pairs, and that there are no others. */
static void check_counts(const uint64_t *counts, size_t size, const char *oracle, const char *key,
                         const char *name)
{
    uint64_t sum = 0, total = 0;
    const char *at = strstr(oracle, key);
    const char *end = at ? strchr(at, '}') : NULL;
    cr_assert(at && end, "%s: oracle without %s", name, key);
    at += strlen(key);
    for (at = strchr(at, '"'); at && at < end; at = strchr(at, '"')) {
        const size_t id = strtoul(at + 1, NULL, 10);
        at = strchr(at, ':');
        const uint64_t count = strtoull(at + 1, NULL, 10);
        cr_assert(id < size);
        cr_assert_eq(counts[id], count, "%s: %s %zu: %llu, oracle %llu", name, key, id,
                     (unsigned long long)counts[id], (unsigned long long)count);
        total += count;
    }
    for (size_t i = 0; i < size; i++) {
        sum += counts[i];
    }
    cr_assert_eq(sum, total, "%s: total of %s", name, key);
    cr_assert_gt(total, 0);
}

static void check_oracle(const struct qw_walk *walk, const char *oracle, const char *name)
{
    check_counts(walk->messages, 256, oracle, "\"messages\"", name);
    cr_assert_eq((uint64_t)walk->protocol.version, oracle_number(oracle, "\"protocol\""));
    cr_assert_eq(walk->protocol.ftex, oracle_number(oracle, "\"ftex\""), "%s", name);
    cr_assert_eq(walk->protocol.fte2, oracle_number(oracle, "\"fte2\""), "%s", name);
    cr_assert_eq(walk->protocol.mvd1, oracle_number(oracle, "\"mvd1\""), "%s", name);
    if (walk->protocol.is_mvd) {
        check_counts(walk->blocks, 8, oracle, "\"blocks_by_type\"", name);
        cr_assert_eq(walk->with_messages, oracle_number(oracle, "\"blocks_with_messages\""));
        cr_assert_eq(walk->hidden, oracle_number(oracle, "\"hidden_blocks\""), "%s", name);
    } else {
        cr_assert_eq(walk->blocks[QWD_READ], oracle_number(oracle, "\"packets\""), "%s", name);
        cr_assert_eq(walk->connectionless, oracle_number(oracle, "\"connectionless\""));
        cr_assert_eq(walk->blocks[QWD_READ], walk->with_messages + walk->connectionless);
    }
}

/* Counts, and the file rewritten from its decoded blocks. */
Test(qw_real, counts_equal_the_oracle_and_bytes_round_trip)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        size_t size, oracle_size;
        enum qw_container container;
        uint8_t *data = read_demo(i, &size, &container);
        uint8_t *oracle = real_data_read(&oracle_size, "oracle/quakeworld/%s.json",
                                         strchr(qw_real_demos[i], '/') + 1);
        struct qw_walk walk = {0};
        struct format_error err = {0};
        cr_assert_eq(qw_walk_demo(&walk, container, data, size, &err), 0, "%s: %s",
                     qw_real_demos[i], err.what);
        check_oracle(&walk, (const char *)oracle, qw_real_demos[i]);
        cr_assert(!walk.mismatch && walk.ended, "%s differs", qw_real_demos[i]);
        cr_assert(walk.out.size == size && memcmp(walk.out.data, data, size) == 0);
        byte_writer_free(&walk.out);
        free(data);
        free(oracle);
    }
}

Test(qw_real, containers_are_told_apart)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        size_t size;
        enum qw_container container;
        uint8_t *data = read_demo(i, &size, &container);
        struct qw_readings r;
        cr_assert_eq(qw_detect(data, size, &r), container, "%s", qw_real_demos[i]);
        const struct qw_reading *right = container == QW_CONTAINER_MVD ? &r.mvd : &r.qwd;
        const struct qw_reading *wrong = container == QW_CONTAINER_MVD ? &r.qwd : &r.mvd;
        cr_assert(right->clean && right->serverdata && right->blocks == 64, "%s", qw_real_demos[i]);
        cr_assert(!wrong->serverdata && wrong->messages < 8, "%s", qw_real_demos[i]);
        /* The first kilobytes are enough, for most files the first bytes. */
        for (size_t cut = 700; cut < 4000; cut += 37) {
            cr_assert_eq(qw_detect(data, cut, NULL), container, "%s cut at %zu", qw_real_demos[i],
                         cut);
        }
        free(data);
    }
}

Test(qw_real, demos_of_other_families_are_none)
{
    static const char *const others[] = {
        "netquake/demo1.dem",       "netquake/demo1_lite.dem",
        "netquake/demo3_999.dem",   "netquake/cd.dem",
        "netquake/qfont.dem",       "netquake/r666_e1m1.dem",
        "netquake/introseq.dem",    "netquake/not_quake_hl2.dem",
        "netquake/lq_old_e1m3.dem", "quake3/recorded/oa_dm1_ffa_spec.dm_68",
        "librequake/id1/pak0.pak",
    };
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        size_t size;
        uint8_t *data = real_data_read(&size, "%s", others[i]);
        cr_assert_eq(qw_detect(data, size, NULL), QW_CONTAINER_NONE, "%s", others[i]);
        free(data);
    }
}

Test(qw_real, cut_files)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        size_t size, good = 0;
        enum qw_container container;
        uint8_t *data = read_demo(i, &size, &container);
        for (size_t k = 0; k < 41; k++) {
            cut_demo(container, data, size * k / 41, &good);
        }
        free(data);
    }
}
