/* info and dump of Quake III demos: states compared with those of another parser, every field by
 * name, and the summary. */
#include <criterion/criterion.h>

#include "engine/commands/batch/demo_batch.h"
#include "engine/quake3/q3_dump.h"
#include "engine/quake3/q3_stats.h"
#include "formats/quake3/q3_detect.h"
#include "formats/quake3/q3_fields.h"
#include "tests/support/read_stats.h"
#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

enum { MAX_DUMPED = SANITIZED ? 150000 : 500000 }; /* bytes of a demo */

struct output { /* output of a dump */
    char *text;
    size_t size;
};

typedef int (*dump_fn)(FILE *out, const uint8_t *data, size_t size, int protocol,
                       struct format_error *err);

/* Frees with free(output->text). */
static int run(dump_fn dump, const char *name, const uint8_t *data, size_t size,
               struct output *output, struct format_error *err)
{
    FILE *out = open_memstream(&output->text, &output->size);
    const int code = dump(out, data, size, q3_detect(data, size, name), err);
    fclose(out);
    return code;
}

/* The oracle's "S" lines as dump --state-hash has them, to be freed. */
static char *expected_hashes(const char *name)
{
    size_t size, wanted;
    char *text;
    uint32_t index = 0;
    char *oracle = real_data_unpack(&size, "oracle/quake3/%s.snap.gz", name);
    FILE *out = open_memstream(&text, &wanted);
    for (const char *line = oracle; *line; line += strcspn(line, "\n"), line += *line != '\0') {
        int sequence, time;
        char player[32], entities[32];
        if (sscanf(line, "S %*u msg=%d time=%d %*s %*s %*s %*s ps=%31s es=%31s", &sequence, &time,
                   player, entities) == 4) {
            fprintf(out, "%u %d %d %s %s\n", index++, sequence, time, player, entities);
        }
    }
    fclose(out);
    free(oracle);
    return text;
}

static void check_hashes(const char *name, const uint8_t *data, size_t size)
{
    struct output found;
    struct format_error err = {0};
    const int code = run(q3_dump_hashes, name, data, size, &found, &err);
    char *expected = expected_hashes(name);
    cr_assert_eq(code < 0, real_data_is_broken_q3(name), "%s: %s", name, err.what);
    cr_assert(strcmp(found.text, expected) == 0, "%s", name);
    free(expected);
    free(found.text);
}

Test(q3_inspect, hashes_are_those_of_another_parser)
{
    real_data_each_q3_broken_too(check_hashes);
}

/* Brackets pair up on every line, and strings are closed: as much of JSON as can go wrong here. */
static void check_lines(const char *name, const char *text)
{
    int depth = 0;
    bool quoted = false;
    uint32_t bad = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (quoted && *c == '\\') {
            c++;
        } else if (quoted) {
            quoted = *c != '"';
        } else if (*c == '"') {
            quoted = true;
        } else if (*c == '{' || *c == '[') {
            depth++;
        } else if (*c == '}' || *c == ']') {
            depth--;
        }
        bad += *c == '\n' && (depth != 0 || quoted);
    }
    cr_assert_eq(bad, 0, "%s", name);
}

/* Ends each line while it is searched: sanitizers look at all of a text for each search in it. */
static uint32_t count_lines(char *text, const char *with)
{
    uint32_t count = 0;
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        count += strstr(line, with) != NULL;
        *end = '\n';
    }
    return count;
}

static void check_names(const char *name, const char *line, const struct q3_field *fields,
                        uint32_t count, const char *const *names)
{
    for (uint32_t i = 0; i < count; i++) {
        char key[48];
        snprintf(key, sizeof(key), "\"%s\":", names[fields[i].slot]);
        cr_assert_not_null(strstr(line, key), "%s: %s", name, key);
    }
}

static void check_dumps(const char *name, const uint8_t *data, size_t size)
{
    struct output hashes, messages, snapshots;
    struct format_error err = {0};
    if (size > MAX_DUMPED) {
        return;
    }
    (void)run(q3_dump_hashes, name, data, size, &hashes, &err);
    (void)run(q3_dump_messages, name, data, size, &messages, &err);
    (void)run(q3_dump_snapshots, name, data, size, &snapshots, &err);
    check_lines(name, messages.text);
    check_lines(name, snapshots.text);
    const uint32_t count = count_lines(hashes.text, "");
    cr_assert_eq(count_lines(snapshots.text, "\"playerState\""), count, "%s", name);
    cr_assert_eq(count_lines(messages.text, "\"name\":\"snapshot\""), count, "%s", name);
    cr_assert_eq(count_lines(messages.text, "\"dropped\":true"), 0, "%s", name);
    if (count > 0) {
        const struct q3_protocol *p = q3_protocol_get(q3_detect(data, size, name));
        check_names(name, snapshots.text, p->entity, p->entity_count, q3_entity_names);
        check_names(name, snapshots.text, p->player, p->player_count, q3_player_names);
    }
    free(hashes.text);
    free(messages.text);
    free(snapshots.text);
}

Test(q3_inspect, dumps_have_every_snapshot_and_field)
{
    real_data_each_q3_broken_too(check_dumps);
}

/* --- info ---------------------------------------------------------------------------------------
 */

/* Number of lines of the oracle that start with that letter. */
static uint32_t count_oracle(const char *name, char letter)
{
    size_t size;
    uint32_t count = 0;
    char *oracle = real_data_unpack(&size, "oracle/quake3/%s.snap.gz", name);
    for (const char *line = oracle; *line != '\0'; line += strcspn(line, "\n")) {
        line += *line == '\n';
        count += *line == letter;
    }
    free(oracle);
    return count;
}

static void check_counts(const char *name, const uint8_t *data, size_t size)
{
    struct demo_stats stats;
    const bool broken = real_data_is_broken_q3(name);
    const int code = read_stats(&stats, data, size, name);
    const struct q3_facts *own = stats.facts;
    cr_assert_eq(code < 0, broken, "%s: %s", name, stats.error.what);
    cr_assert_str_eq(stats.family, "quake3");
    cr_assert_eq(stats.protocol, q3_protocol_of_name(name), "%s", name);
    cr_assert_eq(own->gamestates, count_oracle(name, 'G'), "%s", name);
    cr_assert_eq(own->snapshots, count_oracle(name, 'S'), "%s", name);
    cr_assert_eq(stats.level_count, own->gamestates);
    cr_assert(own->dropped == 0 && stats.disconnected == !broken, "%s", name);
    cr_assert_eq(own->kept + own->repeated, stats.messages[5], "%s", name);
    if (own->gamestates > 0) {
        cr_assert(own->mod[0] && own->game_name && stats.engine[0] && stats.levels[0].map, "%s",
                  name);
    }
    demo_stats_free(&stats);
}

Test(q3_inspect, info_counts_what_another_parser_counts)
{
    real_data_each_q3_broken_too(check_counts);
}

static const struct demo_player *find_player(const struct demo_stats *stats, const char *name)
{
    for (int i = 0; i < DEMO_STATS_PLAYERS; i++) {
        if (stats->players[i].name && strcmp(stats->players[i].name, name) == 0) {
            return &stats->players[i];
        }
    }
    return NULL;
}

Test(q3_inspect, info_knows_game_map_and_players)
{
    static const char name[] = "cpma_ctfs_large.dm_68";
    struct demo_stats stats;
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/%s", name);
    cr_assert_eq(read_stats(&stats, data, size, name), 0);
    const struct q3_facts *own = stats.facts;
    cr_assert_str_eq(own->mod, "cpma");
    cr_assert_str_eq(own->game_name, "Capture Strike");
    cr_assert_str_eq(own->host, "#CPMPICKUP #2 - Lazery Arena");
    cr_assert_str_eq(stats.levels[0].map, "maps/ojfc-09.bsp");
    cr_assert(own->kept == 1395 && own->repeated == 71 && own->client == 5);
    const struct demo_player *player = find_player(&stats, "myT");
    cr_assert(player && !player->unscored && player->frags == 39 && !player->spectator);
    cr_assert_str_eq(player->team, "blue");
    cr_assert_str_eq(player->model, "razor/pm");
    player = find_player(&stats, "[HGF]$ab0o");
    cr_assert(player && strcmp(player->team, "red") == 0, "names have no colours");
    demo_stats_free(&stats);
    free(data);
}

/* At the intermission; not at one that the recording begins in. */
Test(q3_inspect, info_knows_when_a_match_was_finished)
{
    static const struct {
        const char *name;
        double time; /* of the game's clock; negative = not */
        uint32_t block;
    } cases[] = {{"duel.dm3", 900.0, 18094},
                 {"duel_scores.dm_73", 601.0, 24373},
                 {"tdm_qlan2_2004.dm_67", 1200.016, 38033},
                 {"baseq3_1_map_2_matches.dm_68", 61.054, 10960}, /* by its view */
                 {"net_maprestart_oa_dm3.dm_68", -1.0, 0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t size;
        struct demo_stats stats;
        uint8_t *data = real_data_read(&size, "quake3/%s/%s",
                                       cases[i].time >= 0.0 ? "corpus" : "recorded", cases[i].name);
        cr_assert_eq(read_stats(&stats, data, size, cases[i].name), 0);
        const struct demo_level *level = &stats.levels[0];
        cr_expect_eq(level->finished, cases[i].time >= 0.0, "%s", cases[i].name);
        if (level->finished) {
            cr_expect(level->has_finish_time);
            cr_expect_float_eq(level->finish_time, cases[i].time, 1e-9, "%s", cases[i].name);
            cr_expect_eq(level->finish_block, cases[i].block, "%s", cases[i].name);
        }
        demo_stats_free(&stats);
        free(data);
    }
}

Test(q3_inspect, damage_is_told_with_message_byte_and_reason)
{
    static const struct {
        const char *name, *what;
        size_t offset;
        uint32_t snapshots;
    } cases[] = {
        {"invalid_area_mask_length.dm_68", "message 646: an area mask of 131 bytes", 4082, 5},
        {"invalid_command_byte.dm_68", "message 778: unknown command 0", 0, 0},
        {"invalid_entity_state_field_count.dm_68", "message 564", 110471, 392},
        {"truncated.dm_68", "the file ends without its end mark", 20480, 237},
        {"truncated.dm_73", "message 14384: the file ends inside it", 1690882, 12963},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct demo_stats stats;
        size_t size;
        uint8_t *data = real_data_read(&size, "quake3/broken/%s", cases[i].name);
        cr_assert_lt(read_stats(&stats, data, size, cases[i].name), 0);
        cr_assert_eq(stats.error.offset, cases[i].offset, "%s", cases[i].name);
        cr_assert_not_null(strstr(stats.error.what, cases[i].what), "%s", stats.error.what);
        const struct q3_facts *facts = stats.facts;
        cr_assert_eq(facts->snapshots, cases[i].snapshots);
        demo_stats_free(&stats);
        free(data);
    }
}

/* --- many at once -------------------------------------------------------------------------------
 */

enum { BATCH = 40 };

struct told {
    uint32_t count;
    uint64_t blocks[BATCH];
    char names[BATCH][32];
};

static void note(void *context, const struct demo_report *report)
{
    struct told *told = context;
    cr_assert_lt(told->count, BATCH);
    snprintf(told->names[told->count], sizeof(told->names[0]), "%s", report->name);
    told->blocks[told->count++] = report->opened ? report->stats.blocks : 0;
}

Test(q3_inspect, many_demos_are_told_in_order_on_any_number_of_threads)
{
    static const char *const names[] = {"builtin:demo1", "missing.dem", "builtin:demo2"};
    const struct demo_search search = {0};
    const char *list[BATCH];
    static struct told first, again;
    for (int i = 0; i < BATCH; i++) {
        list[i] = names[i % 3];
    }
    cr_assert_eq(demo_batch_read(list, BATCH, &search, 1, note, &first), 0);
    cr_assert_eq(first.count, BATCH);
    cr_assert(first.blocks[0] > 0 && first.blocks[1] == 0 && first.blocks[2] > 0);
    for (int threads = 2; threads <= 7; threads += 5) {
        again = (struct told){0};
        cr_assert_eq(demo_batch_read(list, BATCH, &search, threads, note, &again), 0);
        cr_assert_eq(memcmp(&first, &again, sizeof(first)), 0, "%d threads", threads);
    }
    cr_assert_eq(demo_batch_read(list, 0, &search, 4, note, &again), 0, "none at all");
}
