/* Container of .dem files, and statistics of one pass over a demo. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/netquake/dem.h"
#include "formats/netquake/nq_message.h"
#include "tests/support/read_stats.h"
#include "tests/support/real_data.h"

static const float view[3] = {1.5f, -90.0f, 0.0f};

/* A block of that many nops, so that its size can be chosen. */
static void add_nops(struct byte_writer *out, uint32_t count)
{
    uint8_t *nops = malloc(count ? count : 1);
    memset(nops, NQ_NOP, count);
    dem_write_block(out, view, nops, count);
    free(nops);
}

static struct byte_writer demo_with_track(const char *track, const uint32_t *sizes, size_t count)
{
    struct byte_writer out = {0};
    byte_writer_bytes(&out, track, strlen(track));
    for (size_t i = 0; i < count; i++) {
        add_nops(&out, sizes[i]);
    }
    return out;
}

static int count_blocks(const struct dem_file *dem, struct format_error *err, size_t *blocks)
{
    struct dem_block block;
    size_t pos = dem->first_block;
    int code;
    *blocks = 0;
    while ((code = dem_next_block(dem, &pos, &block, err)) > 0) {
        (*blocks)++;
    }
    return code;
}

struct track_case {
    const char *text;
    uint32_t first_size;
    enum dem_track_style style;
    int track;
    size_t first_block;
};

Test(dem, track_lines)
{
    /* Sizes 10, 13, 32 and 2570 (0x0a0a) look like white space in the block's first bytes. */
    static const struct track_case cases[] = {
        {"-1\n", 40, DEM_TRACK_LINE, -1, 3},      {"-1\n", 10, DEM_TRACK_LINE, -1, 3},
        {"2\n", 32, DEM_TRACK_LINE, 2, 2},        {"4\n", 2570, DEM_TRACK_LINE, 4, 2},
        {"\n", 40, DEM_TRACK_LINE, 0, 1},         {"12 ", 40, DEM_TRACK_SCANF, 12, 3},
        {"12 \t\r", 40, DEM_TRACK_SCANF, 12, 5},  {"-1\r\n", 40, DEM_TRACK_SCANF, -1, 4},
        {"-1 \n \n", 40, DEM_TRACK_SCANF, -1, 6}, {" 7\t", 40, DEM_TRACK_SCANF, 7, 3},
        {"+5 ", 40, DEM_TRACK_SCANF, 5, 3},       {"0x10 ", 40, DEM_TRACK_SCANF, 16, 5},
        {"010 ", 40, DEM_TRACK_SCANF, 8, 4},      {"4 ", 32, DEM_TRACK_SCANF, 4, 2},
        {"4\t", 2570, DEM_TRACK_SCANF, 4, 2},     {"-1", 200, DEM_TRACK_SCANF, -1, 2},
        {"", 200, DEM_TRACK_NONE, -1, 0},         {"", 3, DEM_TRACK_NONE, -1, 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct track_case *c = &cases[i];
        uint32_t sizes[3] = {c->first_size, 5, 77};
        struct byte_writer out = demo_with_track(c->text, sizes, 3);
        struct dem_file dem;
        struct format_error err = {0};
        size_t blocks;
        cr_assert_eq(dem_open(&dem, out.data, out.size, &err), 0, "case %zu: %s", i, err.what);
        cr_assert_eq(dem.style, c->style, "case %zu: style %d", i, (int)dem.style);
        cr_assert_eq(dem.track, c->track, "case %zu: track %d", i, dem.track);
        cr_assert_eq(dem.first_block, c->first_block, "case %zu: at %zu", i, dem.first_block);
        cr_assert_eq(count_blocks(&dem, &err, &blocks), 0);
        cr_assert_eq(blocks, 3);
        cr_assert(dem.readings[dem.style].clean);
        cr_assert_eq(dem.readings[dem.style].end, out.size);
        byte_writer_free(&out);
    }
}

Test(dem, damaged_file_keeps_the_longest_chain)
{
    static const char *const tracks[] = {"-1\n", "12 ", ""};
    for (size_t i = 0; i < 3; i++) {
        uint32_t sizes[4] = {40, 50, 60, 70};
        struct byte_writer out = demo_with_track(tracks[i], sizes, 4);
        struct dem_file dem;
        struct format_error err = {0};
        size_t blocks;
        size_t cut = out.size - 20;
        cr_assert_eq(dem_open(&dem, out.data, cut, &err), 0, "%s", err.what);
        cr_assert_eq(dem.style, i);
        cr_assert_eq(count_blocks(&dem, &err, &blocks), FORMAT_TRUNCATED);
        cr_assert_eq(blocks, 3);
        cr_assert_eq(err.offset, out.size - 70 - DEM_BLOCK_HEADER);
        byte_writer_free(&out);
    }
}

Test(dem, bad_block_sizes)
{
    static const uint32_t bad[] = {DEM_MAX_BLOCK_SIZE + 1, 0x7fffffff, 0x80000000, 0xffffffff};
    for (size_t i = 0; i < 4; i++) {
        struct byte_writer out = {0};
        struct dem_file dem;
        struct dem_block block;
        struct format_error err = {0};
        dem_write_track(&out, -1);
        add_nops(&out, 5);
        size_t second = out.size;
        byte_writer_u32(&out, bad[i]);
        byte_writer_bytes(&out, "0123456789ab", 12);
        cr_assert_eq(dem_open(&dem, out.data, out.size, &err), 0);
        size_t pos = dem.first_block;
        cr_assert_eq(dem_next_block(&dem, &pos, &block, &err), 1);
        cr_assert_eq(block.size, 5);
        cr_assert_eq(block.offset, 3);
        cr_assert_float_eq(block.angles[1], -90.0, 0.0);
        cr_assert_eq(dem_next_block(&dem, &pos, &block, &err), FORMAT_BAD);
        cr_assert_eq(pos, second);
        cr_assert_eq(err.offset, second);
        cr_assert(strstr(err.what, "block size"));
        byte_writer_free(&out);
    }
}

Test(dem, largest_block_is_good)
{
    struct byte_writer out = {0};
    struct dem_file dem;
    size_t blocks;
    dem_write_track(&out, 3);
    add_nops(&out, DEM_MAX_BLOCK_SIZE);
    add_nops(&out, 0);
    cr_assert_eq(dem_open(&dem, out.data, out.size, NULL), 0);
    cr_assert_eq(dem.track, 3);
    cr_assert_eq(count_blocks(&dem, NULL, &blocks), 0);
    cr_assert_eq(blocks, 2);
    byte_writer_free(&out);
}

static void expect_rejected(const void *data, size_t size, const char *word)
{
    struct dem_file dem;
    struct format_error err = {0};
    cr_assert_eq(dem_open(&dem, data, size, &err), FORMAT_UNKNOWN);
    cr_assert(strstr(err.what, word), "\"%s\" does not say %s", err.what, word);
}

Test(dem, other_files_are_rejected)
{
    static const uint8_t bsp[64] = {29, 0, 0, 0, 124, 0, 0, 0, 9, 9};
    expect_rejected("HL2DEMO\0\3\0\0\0", 12, "HL2DEMO");
    expect_rejected("HLDEMO\0\0\5\0\0\0", 12, "HLDEMO");
    expect_rejected("PBDEMS2\0", 8, "PBDEMS2");
    expect_rejected("", 0, "empty");
    expect_rejected("PACK\100\0\0\0\100\0\0\0", 12, "not a Quake demo");
    expect_rejected("a text with\nlines in it, but no blocks", 38, "not a Quake demo");
    expect_rejected(bsp, sizeof(bsp), "not a Quake demo");
    expect_rejected("MVD2\0\0\0\0", 8, "a Quake II multi-view demo (MVD2)");
    uint8_t quake2[12] = {5, 0, 0, 0, 12, 34};
    expect_rejected(quake2, sizeof(quake2), "a Quake II demo (protocol 34)");
    quake2[5] = 37;
    expect_rejected(quake2, sizeof(quake2), "no chain of blocks");
}

Test(dem, track_line_alone)
{
    struct dem_file dem;
    size_t blocks;
    cr_assert_eq(dem_open(&dem, (const uint8_t *)"-1\n", 3, NULL), 0);
    cr_assert_eq(dem.track, -1);
    cr_assert_eq(count_blocks(&dem, NULL, &blocks), 0);
    cr_assert_eq(blocks, 0);
}

Test(dem, write_track)
{
    static const struct {
        int track;
        const char *text;
    } cases[] = {{-1, "-1\n"}, {0, "0\n"}, {7, "7\n"}, {12, "12\n"}, {INT32_MIN, "-2147483648\n"}};
    for (size_t i = 0; i < 5; i++) {
        struct byte_writer out = {0};
        dem_write_track(&out, cases[i].track);
        cr_assert_eq(out.size, strlen(cases[i].text));
        cr_assert_eq(memcmp(out.data, cases[i].text, out.size), 0);
        byte_writer_free(&out);
    }
}

/* Real files */

/* A line without an end would take the size of another first block for more digits. */
Test(dem, a_copied_track_ends)
{
    static const struct {
        const char *line, *copy;
    } lines[] = {{"-1\n", "-1\n"}, {"7\r\n", "7\r\n"}, {"-17", "-17\n"}, {"2 ", "2\n"}};
    static const float angles[3];
    static const uint8_t nops[0x139] = {1};
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct byte_writer file = {0}, copy = {0};
        struct dem_file dem;
        byte_writer_bytes(&file, lines[i].line, strlen(lines[i].line));
        for (int block = 0; block < 3; block++) {
            dem_write_block(&file, angles, nops, 0x100);
        }
        cr_assert_eq(dem_open(&dem, file.data, file.size, NULL), 0);
        dem_copy_track(&copy, &dem);
        cr_expect(copy.size == strlen(lines[i].copy) &&
                      memcmp(copy.data, lines[i].copy, copy.size) == 0,
                  "%s", lines[i].line);
        const int track = dem.track;
        dem_write_block(&copy, angles, nops, 0x139); /* whose size begins with a 9 */
        cr_assert_eq(dem_open(&dem, copy.data, copy.size, NULL), 0);
        cr_expect_eq(dem.track, track, "%s", lines[i].line);
        byte_writer_free(&file);
        byte_writer_free(&copy);
    }
}

Test(dem, cd_dem_both_readings)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "netquake/cd.dem");
    struct dem_file dem;
    struct dem_block block;
    cr_assert_eq(dem_open(&dem, data, size, NULL), 0);
    cr_assert(dem.readings[DEM_TRACK_LINE].clean);
    cr_assert(dem.readings[DEM_TRACK_SCANF].clean);
    cr_assert_not(dem.readings[DEM_TRACK_NONE].possible);
    cr_assert_eq(dem.readings[DEM_TRACK_SCANF].first_block, 3);
    cr_assert_eq(dem.readings[DEM_TRACK_SCANF].track, -1);
    cr_assert_eq(dem.style, DEM_TRACK_LINE);
    size_t pos = dem.first_block;
    cr_assert_eq(dem_next_block(&dem, &pos, &block, NULL), 1);
    cr_assert(strstr((const char *)block.messages, "new: byte-by-byte"));
    free(data);
}

Test(dem, hl2_demo_refused_by_name)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "netquake/not_quake_hl2.dem");
    expect_rejected(data, size, "HL2DEMO");
    free(data);
}

/* Every prefix, in memory of its exact size so that the sanitizer sees a byte too many. */
static void truncate_everywhere(const uint8_t *data, size_t size)
{
    uint64_t most = 0;
    for (size_t cut = 0; cut <= size; cut++) {
        struct demo_stats stats;
        uint8_t *copy = malloc(cut ? cut : 1);
        memcpy(copy, data, cut);
        int code = read_stats(&stats, copy, cut, NULL);
        cr_assert(code <= 0);
        cr_assert(stats.error.offset <= cut);
        cr_assert(code == 0 || stats.error.what[0]);
        if (code == 0 || stats.family) {
            uint64_t count = demo_stats_message_count(&stats);
            most = count > most ? count : most;
        }
        cr_assert(cut < size || code == 0, "whole file: %s", stats.error.what);
        demo_stats_free(&stats);
        free(copy);
    }
    cr_assert_gt(most, 0);
}

Test(dem, truncated_cd)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "netquake/cd.dem");
    truncate_everywhere(data, size);
    free(data);
}

Test(dem, truncated_qfont)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "netquake/qfont.dem");
    truncate_everywhere(data, size);
    free(data);
}

static void flip_everywhere(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size);
    memcpy(copy, data, size);
    for (size_t bit = 0; bit < size * 8; bit++) {
        struct demo_stats stats;
        copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
        int code = read_stats(&stats, copy, size, NULL);
        cr_assert(code <= 0 && stats.error.offset <= size);
        demo_stats_free(&stats);
        copy[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    cr_assert_eq(memcmp(copy, data, size), 0);
    free(copy);
}

Test(dem, bit_flips_cd_and_qfont)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "netquake/cd.dem");
    flip_everywhere(data, size);
    free(data);
    data = real_data_read(&size, "netquake/qfont.dem");
    flip_everywhere(data, size);
    free(data);
}

/* demo_stats on constructed demos */

static const struct nq_protocol quake = {.version = NQ_PROTOCOL_15};

static void add_time(struct byte_writer *out, float time)
{
    struct nq_message m = {.id = NQ_TIME, .u.time = time};
    nq_message_encode(&quake, &m, out);
}

static void add_text(struct byte_writer *out, uint8_t id, const char *text)
{
    struct nq_message m = {.id = id, .u.text = text};
    nq_message_encode(&quake, &m, out);
}

static void add_serverinfo(struct byte_writer *out, const char *name, const char *models,
                           uint32_t count)
{
    struct nq_message m = {.id = NQ_SERVERINFO};
    m.u.serverinfo.protocol = 15;
    m.u.serverinfo.max_clients = 4;
    m.u.serverinfo.game_type = 1;
    m.u.serverinfo.level_name = name;
    m.u.serverinfo.models = (struct nq_names){models, count};
    m.u.serverinfo.sounds = (struct nq_names){"", 0};
    nq_message_encode(&quake, &m, out);
}

static void end_block(struct byte_writer *out, struct byte_writer *messages)
{
    dem_write_block(out, view, messages->data, (uint32_t)messages->size);
    messages->size = 0;
}

Test(demo_stats, levels_players_and_anomalies)
{
    struct byte_writer out = {0};
    struct byte_writer m = {0};
    struct demo_stats stats;
    struct nq_message message = {.id = NQ_UPDATENAME};
    dem_write_track(&out, -1);
    add_serverinfo(&m, "First", "maps/a.bsp\0*1", 2);
    add_time(&m, 1.0f);
    end_block(&out, &m);
    add_time(&m, 11.5f);
    message.u.updatename.player = 3;
    message.u.updatename.name = "Alice";
    nq_message_encode(&quake, &message, &m);
    message = (struct nq_message){.id = NQ_UPDATEFRAGS};
    message.u.updatefrags.player = 3;
    message.u.updatefrags.frags = -2;
    nq_message_encode(&quake, &message, &m);
    message = (struct nq_message){.id = NQ_UPDATECOLORS};
    message.u.updatecolors.player = 3;
    message.u.updatecolors.colors = 0x4d;
    nq_message_encode(&quake, &message, &m);
    add_text(&m, NQ_PRINT, "\2\nVERSION 1.09 SERVER (22264 CRC)\n");
    add_text(&m, NQ_PRINT, "\nVERSION 9 SERVER (said later)\n");
    add_text(&m, NQ_STUFFTEXT, "bf\n");
    add_text(&m, NQ_STUFFTEXT, "play \"a;b\"; wait\nalias ");
    add_text(&m, NQ_STUFFTEXT, "x y\n");
    end_block(&out, &m);
    add_serverinfo(&m, "", "maps/b.bsp", 1);
    add_time(&m, 100.0f);
    end_block(&out, &m);
    add_time(&m, 104.0f);
    byte_writer_u8(&m, NQ_DISCONNECT);
    byte_writer_u8(&m, NQ_NOP);
    end_block(&out, &m);
    byte_writer_bytes(&out, "trailing", 8);

    cr_assert_eq(read_stats(&stats, out.data, out.size, NULL), 0, "%s", stats.error.what);
    cr_assert_eq(stats.level_count, 2);
    cr_assert_str_eq(stats.levels[0].name, "First");
    cr_assert_str_eq(stats.levels[0].map, "maps/a.bsp");
    cr_assert_str_eq(stats.levels[1].map, "maps/b.bsp");
    cr_assert_float_eq(demo_level_length(&stats.levels[0]), 10.5, 1e-9);
    cr_assert_eq(stats.levels[1].first_block, 2);
    cr_assert_float_eq(stats.length, 14.5, 1e-9);
    cr_assert_eq(stats.blocks, 4);
    cr_assert_eq(stats.protocol, 15);
    cr_assert_str_eq(stats.engine, "VERSION 1.09");
    cr_assert_eq(stats.messages[NQ_TIME], 4);
    cr_assert_str_eq(stats.players[3].name, "Alice");
    cr_assert_eq(stats.players[3].frags, -2);
    cr_assert_eq(stats.players[3].shirt, 4);
    cr_assert_eq(stats.players[3].pants, 13);
    cr_assert_eq(stats.word_count, 4);
    cr_assert_eq(memcmp(stats.words[3].text, "alias", 5), 0);
    cr_assert(stats.disconnected);
    cr_assert_eq(stats.oddity_count, 2);
    cr_assert_str_eq(stats.oddities[0], "stuffed commands, not run: alias");
    cr_assert_str_eq(stats.oddities[1], "9 bytes after the demo's end");
    demo_stats_free(&stats);
    byte_writer_free(&out);
    byte_writer_free(&m);
}

Test(demo_stats, begins_in_the_middle)
{
    struct byte_writer out = {0};
    struct byte_writer m = {0};
    struct demo_stats stats;
    dem_write_track(&out, -1);
    add_time(&m, 5.0f);
    end_block(&out, &m);
    add_time(&m, 7.0f);
    end_block(&out, &m);
    cr_assert_eq(read_stats(&stats, out.data, out.size, NULL), 0);
    cr_assert_eq(stats.level_count, 1);
    cr_assert_null(stats.levels[0].name);
    cr_assert_float_eq(stats.length, 2.0, 0.0);
    cr_assert_eq(stats.protocol, 0);
    cr_assert_str_eq(stats.oddities[0], "no serverinfo");
    cr_assert_str_eq(stats.oddities[1], "no disconnect at the end");
    demo_stats_free(&stats);
    byte_writer_free(&out);
    byte_writer_free(&m);
}

Test(demo_stats, damage_has_an_offset_and_the_rest_is_counted)
{
    struct byte_writer out = {0};
    struct byte_writer m = {0};
    struct demo_stats stats;
    dem_write_track(&out, -1);
    add_time(&m, 5.0f);
    end_block(&out, &m);
    add_time(&m, 6.0f);
    byte_writer_u8(&m, 99);
    size_t bad = out.size + DEM_BLOCK_HEADER + 5;
    end_block(&out, &m);
    cr_assert_eq(read_stats(&stats, out.data, out.size, NULL), FORMAT_BAD);
    cr_assert_eq(stats.error.offset, bad);
    cr_assert_str_eq(stats.error.what, "unknown message number 99");
    cr_assert_eq(stats.blocks, 1);
    cr_assert_eq(stats.messages[NQ_TIME], 2);
    demo_stats_free(&stats);
    byte_writer_free(&out);
    byte_writer_free(&m);
}

Test(demo_stats, other_protocols_by_name)
{
    static const struct {
        uint32_t protocol;
        const char *word;
    } cases[] = {{96, "DP1"}, {18, "Hexen II"}, {3505, "DarkPlaces"}, {1234, "1234"}};
    for (size_t i = 0; i < 4; i++) {
        struct byte_writer out = {0};
        struct byte_writer m = {0};
        struct demo_stats stats;
        dem_write_track(&out, -1);
        byte_writer_u8(&m, NQ_SERVERINFO);
        byte_writer_u32(&m, cases[i].protocol);
        byte_writer_bytes(&m, "\1\0\0\0\0", 5);
        end_block(&out, &m);
        cr_assert_eq(read_stats(&stats, out.data, out.size, NULL), FORMAT_UNKNOWN);
        cr_assert(strstr(stats.error.what, cases[i].word), "%s", stats.error.what);
        cr_assert_eq(stats.error.offset, 3 + DEM_BLOCK_HEADER);
        demo_stats_free(&stats);
        byte_writer_free(&out);
        byte_writer_free(&m);
    }
}
