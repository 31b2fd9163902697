/* info and dump of QuakeWorld demos: counts against the oracle's, and every message as a line. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/edit/json/demo_json.h"
#include "engine/quakeworld/qw_game_dir.h"
#include "engine/quakeworld/qw_stats.h"
#include "tests/support/qw_real.h"
#include "tests/support/qw_samples.h"
#include "tests/support/read_stats.h"
#include "tests/support/real_data.h"

/* The number of a key of the oracle; 0 without the key. */
static uint64_t oracle_number(const char *oracle, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof(quoted), "\"%s\":", key);
    const char *at = strstr(oracle, quoted);
    return at ? strtoull(at + strlen(quoted), NULL, 10) : 0;
}

/* Compares the "number": count pairs of an object with counts, and that there are no others. */
static void check_counts(const char *oracle, const char *key, const uint64_t *counts, int num,
                         const char *name)
{
    uint64_t total = 0, expected = 0;
    const char *at = strstr(oracle, key);
    const char *end = at ? strchr(at, '}') : NULL;
    cr_assert(at && end, "%s: oracle without %s", name, key);
    at += strlen(key);
    for (at = strchr(at, '"'); at && at < end; at = strchr(at + 1, '"')) {
        const long id = strtol(at + 1, NULL, 10);
        at = strchr(at, ':');
        const unsigned long long count = strtoull(at + 1, NULL, 10);
        cr_assert(id >= 0 && id < num);
        cr_assert_eq(counts[id], count, "%s: %s %ld: %llu, oracle %llu", name, key, id,
                     (unsigned long long)counts[id], count);
        expected += count;
    }
    for (int i = 0; i < num; i++) {
        total += counts[i];
    }
    cr_assert(total == expected && total > 0, "%s: %s", name, key);
}

static void check_demo(const char *name, const struct demo_stats *stats, const char *oracle)
{
    const struct qw_facts *own = stats->facts;
    cr_assert_str_eq(stats->family, "quakeworld");
    cr_assert(stats->disconnected && stats->level_count == 1 && stats->length > 4, "%s", name);
    check_counts(oracle, "\"messages\"", stats->messages, DEMO_STATS_IDS, name);
    cr_assert_eq(stats->protocol, (int32_t)oracle_number(oracle, "protocol"));
    cr_assert_eq(own->ftex, oracle_number(oracle, "ftex"));
    cr_assert_eq(own->fte2, oracle_number(oracle, "fte2"));
    cr_assert_eq(own->mvd1, oracle_number(oracle, "mvd1"));
    if (own->container == QW_CONTAINER_QWD) {
        cr_assert_eq(own->types[QWD_READ], oracle_number(oracle, "packets"));
        cr_assert_eq(own->connectionless, oracle_number(oracle, "connectionless"));
    } else {
        check_counts(oracle, "\"blocks_by_type\"", own->types, QW_BLOCK_TYPES, name);
        cr_assert_eq(own->with_messages, oracle_number(oracle, "blocks_with_messages"));
        cr_assert_eq(own->hidden, oracle_number(oracle, "hidden_blocks"));
    }
}

Test(qw_inspect, counts_equal_the_oracle)
{
    for (size_t i = 0; i < QW_REAL_DEMOS; i++) {
        size_t size, oracle_size;
        const char *file = strchr(qw_real_demos[i], '/') + 1;
        uint8_t *data = real_data_read(&size, "quakeworld/%s", qw_real_demos[i]);
        uint8_t *oracle = real_data_read(&oracle_size, "oracle/quakeworld/%s.json", file);
        struct demo_stats stats;
        cr_assert_eq(read_stats(&stats, data, size, NULL), 0, "%s: %s", file, stats.error.what);
        check_demo(file, &stats, (const char *)oracle);
        demo_stats_free(&stats);
        free(data);
        free(oracle);
    }
}

Test(qw_inspect, what_real_demos_say_of_themselves)
{
    size_t size;
    struct demo_stats stats;
    uint8_t *data = real_data_read(&size, "quakeworld/recorded/ez_ext_ktx_bots.qwd");
    cr_assert_eq(read_stats(&stats, data, size, NULL), 0);
    cr_assert_str_eq(stats.engine, "MVDSV 0.35");
    const struct qw_facts *facts = stats.facts;
    cr_assert_str_eq(facts->game_dir, "ktx");
    cr_assert_str_eq(stats.levels[0].map, "maps/dm4.bsp");
    cr_assert(facts->recorder == 0 && !facts->spectator);
    cr_assert(stats.players[0].name_length == 3 && memcmp(stats.players[0].name, "ez1", 3) == 0);
    cr_assert_eq(stats.oddity_count, 0);
    demo_stats_free(&stats);
    free(data);
    data = real_data_read(&size, "quakeworld/recorded/tq_spec_mid.qwd");
    cr_assert_eq(read_stats(&stats, data, size, NULL), 0);
    facts = stats.facts;
    cr_assert(facts->recorder == 1 && facts->spectator);
    demo_stats_free(&stats);
    free(data);
}

/* Every sample message except disconnect, each in its own block. */
static void make_demo(const struct qw_protocol *protocol, struct byte_writer *file)
{
    struct byte_writer messages = {0}, entities = {0};
    struct qw_message m;
    qw_sample_begin(protocol, file);
    for (int id = 0; id < 256; id++) {
        for (unsigned i = 0; id != QW_DISCONNECT && i < qw_sample_variants((uint8_t)id); i++) {
            messages.size = entities.size = 0;
            qw_sample(protocol, (uint8_t)id, i, &entities, &m);
            qw_message_encode(protocol, &m, &messages);
            qw_sample_block(protocol->is_mvd, &messages, file);
        }
    }
    byte_writer_free(&messages);
    byte_writer_free(&entities);
}

/* A truncation is reported at an offset inside the file; everything before it is counted. */
Test(qw_inspect, cut_demos_are_described_as_far_as_they_are_good)
{
    for (int is_mvd = 0; is_mvd < 2; is_mvd++) {
        const struct qw_protocol protocol = {.version = 28, .is_mvd = is_mvd};
        struct byte_writer file = {0};
        make_demo(&protocol, &file);
        for (size_t cut = 0; cut < file.size; cut += cut < 600 ? 1 : 197) {
            struct demo_stats stats;
            uint8_t *copy = malloc(cut ? cut : 1);
            memcpy(copy, file.data, cut);
            const int code = read_stats(&stats, copy, cut, NULL);
            cr_assert(code == stats.code && stats.error.offset <= cut, "%zu", cut);
            cr_assert(code == 0 || stats.error.what[0], "%zu", cut);
            if (cut > 200) {
                cr_assert_str_eq(stats.family, "quakeworld");
                cr_assert_gt(demo_stats_message_count(&stats), 0);
            }
            demo_stats_free(&stats);
            free(copy);
        }
        byte_writer_free(&file);
    }
}

/* What dump writes; caller frees. */
static char *dump(const uint8_t *data, size_t size, int *code, struct format_error *err)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    cr_assert_not_null(out);
    struct demo demo;
    *code = demo_open(&demo, data, size, NULL);
    if (*code == 0) {
        *code = demo_json_write(out, &demo, err);
    } else {
        *err = demo.error;
    }
    demo_close(&demo);
    cr_assert_eq(fclose(out), 0);
    return text;
}

/* Lines with that text in them; each line is one object. */
static uint64_t count_lines(const char *text, const char *part)
{
    uint64_t count = 0;
    for (const char *line = text; *line;) {
        const char *end = strchr(line, '\n');
        const char *at = strstr(line, part);
        cr_assert(end && line[0] == '{' && end[-1] == '}');
        count += at && at < end;
        line = end + 1;
    }
    return count;
}

Test(qw_inspect, dump_writes_every_message_of_every_protocol)
{
    static const struct qw_protocol protocols[] = {
        {.version = 24},
        {.version = 26},
        {.version = 28},
        {.version = 28, .is_mvd = true},
        {.version = 28, .ftex = QW_FTEX_FLOATCOORDS | QW_FTEX_TRANS | QW_FTEX_COLOURMOD},
        {.version = 28, .ftex = QW_FTEX_CHUNKEDDOWNLOADS | QW_FTEX_ENTITYDBL | QW_FTEX_MODELDBL},
        {.version = 28, .mvd1 = QW_MVD1_WEAPONPREDICTION | QW_MVD1_HIGHLAGTELEPORT},
    };
    for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
        struct byte_writer file = {0};
        struct demo_stats stats;
        struct format_error err = {0};
        int code;
        make_demo(&protocols[i], &file);
        const int status = read_stats(&stats, file.data, file.size, NULL);
        char *text = dump(file.data, file.size, &code, &err);
        cr_assert(code == status && code == 0, "protocol %zu: %s", i, err.what);
        cr_assert_eq(count_lines(text, "\"id\":"), demo_stats_message_count(&stats));
        cr_assert_eq(count_lines(text, "\"name\":\"serverdata\""), stats.messages[QW_SERVERDATA]);
        cr_assert_eq(count_lines(text, "\"name\":\"unknown\""), 0);
        free(text);
        demo_stats_free(&stats);
        byte_writer_free(&file);
    }
}

Test(qw_inspect, dump_stops_where_the_demo_is_damaged)
{
    const struct qw_protocol protocol = {.version = 28};
    struct byte_writer file = {0};
    struct format_error err = {0};
    int code;
    make_demo(&protocol, &file);
    char *text = dump(file.data, 700, &code, &err);
    cr_assert(code < 0 && err.offset <= 700 && err.what[0]);
    cr_assert_gt(count_lines(text, "\"id\":"), 0);
    free(text);
    text = dump((const uint8_t *)"no demo at all", 14, &code, &err);
    cr_assert(code < 0 && text[0] == '\0' && err.what[0]);
    free(text);
    byte_writer_free(&file);
}

Test(qw_inspect, game_folders)
{
    static const char *const cases[][2] = {
        {"ktx", "ktx"},
        {"qw", ""},
        {"QW", ""},
        {"id1", ""},
        {"", ""},
        {"/", ""},
        {"/home/q/qw/ctf", "ctf"},
        {"C:\\quake\\fortress", "fortress"},
        {"fortress/", "fortress"},
        {"..", ""},
        {"../..", ""},
        {"a..b", ""},
        {".hidden", ""},
        {"c:", ""},
        {"d:mod", "mod"},
        {"two words", ""},
        {"bell\a", ""},
    };
    char name[DEMO_GAME_DIR_BYTES];
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        qw_game_dir_plain(cases[i][0], name);
        cr_assert_str_eq(name, cases[i][1], "%s gives %s", cases[i][0], name);
    }
    char longest[300];
    memset(longest, 'a', sizeof(longest) - 1);
    longest[sizeof(longest) - 1] = '\0';
    qw_game_dir_plain(longest, name);
    cr_assert_str_eq(name, "");
}
