/* quakereel info: what is in demos, for people and as JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/batch/demo_batch.h"
#include "engine/commands/command_line.h"
#include "engine/commands/commands.h"
#include "engine/commands/demo_arguments.h"
#include "engine/commands/text_output.h"
#include "engine/inspect/demo_inspect.h"
#include "engine/playback/demo_source.h"
#include "engine/report/colored_lines.h"
#include "engine/report/report.h"
#include "formats/base/json.h"
#include "formats/base/plural.h"
#include "formats/base/terminal_text.h"

static void json_level_facts(struct json_writer *json, const struct demo_level *level)
{
    json_bool(json, "finished", level->finished);
    if (level->has_finish_time) {
        json_float(json, "finish_time", (float)level->finish_time);
    } else {
        json_null(json, "finish_time");
    }
    json_integer_if(json, "finish_block", level->finished, level->finish_block);
    json_integer_if(json, "kills", level->has_counts, level->kills);
    json_integer_if(json, "total_kills", level->has_counts, level->total_kills);
    json_integer_if(json, "secrets", level->has_counts, level->secrets);
    json_integer_if(json, "total_secrets", level->has_counts, level->total_secrets);
    json_integer_if(json, "skill", level->has_skill, level->skill);
}

static void json_levels(struct json_writer *json, const struct demo_inspector *inspector,
                        const struct demo_stats *stats)
{
    json_begin_array(json, "levels");
    for (size_t i = 0; i < stats->level_count; i++) {
        const struct demo_level *level = &stats->levels[i];
        json_begin_object(json, NULL);
        json_string(json, "name", level->name);
        json_string(json, "map", level->map);
        json_number(json, "length", demo_level_length(level));
        json_integer(json, "first_block", level->first_block);
        json_integer(json, "models", level->models);
        json_integer(json, "sounds", level->sounds);
        if (inspector->json_level) {
            inspector->json_level(json, level);
        }
        json_level_facts(json, level);
        json_end_object(json);
    }
    json_end_array(json);
}

static void json_players(struct json_writer *json, const struct demo_inspector *inspector,
                         const struct demo_stats *stats)
{
    json_begin_array(json, "players");
    for (int i = 0; i < DEMO_STATS_PLAYERS; i++) {
        const struct demo_player *player = &stats->players[i];
        if (player->name) {
            json_begin_object(json, NULL);
            json_integer(json, "slot", i);
            json_bytes(json, "name", player->name, player->name_length);
            json_integer_if(json, "frags", !player->unscored, player->frags);
            json_integer(json, "shirt", player->shirt);
            json_integer(json, "pants", player->pants);
            if (inspector->json_player) {
                inspector->json_player(json, player);
            }
            json_end_object(json);
        }
    }
    json_end_array(json);
}

static void json_messages(struct json_writer *json, const struct demo_stats *stats)
{
    json_begin_object(json, "messages");
    for (int i = 0; i < DEMO_STATS_UPDATES; i++) {
        if (stats->messages[i]) {
            char number[12];
            snprintf(number, sizeof(number), "%d", i);
            json_integer(json, number, (int64_t)stats->messages[i]);
        }
    }
    if (stats->messages[DEMO_STATS_UPDATES]) {
        json_integer(json, "128+", (int64_t)stats->messages[DEMO_STATS_UPDATES]);
    }
    json_end_object(json);
}

static void json_error(struct json_writer *json, const struct demo_stats *stats)
{
    if (stats->code == 0) {
        json_null(json, "error");
        return;
    }
    json_begin_object(json, "error");
    json_integer(json, "offset", (int64_t)stats->error.offset);
    json_string(json, "what", stats->error.what);
    if (demo_stats_is_unsupported(stats)) { /* the demo is whole */
        json_bool(json, "unsupported", true);
    }
    json_end_object(json);
}

static void print_json(struct json_writer *json, const char *name,
                       const struct demo_inspector *inspector, const struct demo_stats *stats)
{
    json_begin_object(json, NULL);
    json_string(json, "file", name);
    json_string(json, "family", stats->family);
    json_integer_if(json, "protocol", stats->protocol != 0, stats->protocol);
    json_string(json, "protocol_name", stats->family ? inspector->protocol_name(stats) : NULL);
    json_string(json, "engine", stats->engine[0] ? stats->engine : NULL);
    json_integer(json, "blocks", (int64_t)stats->blocks);
    if (stats->family) {
        inspector->json_facts(json, stats);
    }
    demo_told_json(json, &stats->told);
    json_messages(json, stats);
    json_levels(json, inspector, stats);
    json_players(json, inspector, stats);
    json_number(json, "length", stats->length);
    json_number(json, "playing", stats->playing);
    json_begin_array(json, "stufftext");
    for (size_t i = 0; i < stats->word_count; i++) {
        json_bytes(json, NULL, stats->words[i].text, stats->words[i].length);
    }
    json_end_array(json);
    json_begin_array(json, "oddities");
    for (size_t i = 0; i < stats->oddity_count; i++) {
        json_string(json, NULL, stats->oddities[i]);
    }
    json_end_array(json);
    json_error(json, stats);
    json_end_object(json);
}

static void print_string(FILE *out, const char *text)
{
    demo_print_text(out, text, strlen(text));
}

enum { SECONDS_TEXT = 32 };

static unsigned long long tenths_of(double seconds)
{
    return (unsigned long long)(seconds * 10 + 0.5);
}

static void format_seconds(char text[SECONDS_TEXT], double seconds)
{
    const unsigned long long tenths = tenths_of(seconds);
    snprintf(text, SECONDS_TEXT, "%llu:%02llu.%llu", tenths / 600, tenths / 10 % 60, tenths % 10);
}

static void print_seconds(FILE *out, double seconds)
{
    char text[SECONDS_TEXT];
    format_seconds(text, seconds);
    fputs(text, out);
}

/* Prints the length by the server's clock; playing skips long gaps. */
static void print_length(FILE *out, const struct demo_stats *stats)
{
    print_seconds(out, stats->length);
    if (tenths_of(stats->playing) != tenths_of(stats->length)) {
        fprintf(out, " (plays ");
        print_seconds(out, stats->playing);
        putc(')', out);
    }
}

/* Prints a line only if there is something to tell. */
static void print_level_facts(FILE *out, const struct demo_level *level)
{
    static const char *const skills[] = {"easy", "normal", "hard", "nightmare"};
    const bool kills = level->has_counts && level->total_kills > 0;
    const bool secrets = level->has_counts && level->total_secrets > 0;
    if (!level->finished && !kills && !secrets && !level->has_skill) {
        return;
    }
    fprintf(out, "  finish    ");
    if (!level->finished) {
        fprintf(out, "none");
    } else if (!level->has_finish_time ||
               !(level->finish_time >= 0.0 && level->finish_time < 1e9)) {
        fprintf(out, "block %lu", (unsigned long)level->finish_block);
    } else {
        const unsigned long long ms = (unsigned long long)(level->finish_time * 1000.0 + 0.5);
        fprintf(out, "%llu:%02llu.%03llu, block %lu", ms / 60000, ms / 1000 % 60, ms % 1000,
                (unsigned long)level->finish_block);
    }
    if (kills) {
        fprintf(out, ", kills %ld of %ld", (long)level->kills, (long)level->total_kills);
    }
    if (secrets) {
        fprintf(out, ", secrets %ld of %ld", (long)level->secrets, (long)level->total_secrets);
    }
    if (level->has_skill) {
        fprintf(out, ", skill %d (%s)", level->skill, skills[level->skill & 3]);
    }
    putc('\n', out);
}

static void print_levels(FILE *out, const struct demo_inspector *inspector,
                         const struct demo_stats *stats)
{
    for (size_t i = 0; i < stats->level_count; i++) {
        const struct demo_level *level = &stats->levels[i];
        fprintf(out, "  level     ");
        print_string(out, level->map    ? level->map
                          : level->name ? "(no map)"
                                        : "(joined in the middle)");
        if (level->name && level->name[0]) {
            fprintf(out, " \"");
            print_string(out, level->name);
            fprintf(out, "\"");
        }
        fprintf(out, ", ");
        print_seconds(out, demo_level_length(level));
        fprintf(out, ", from block %lu", (unsigned long)level->first_block);
        if (inspector->print_level) {
            inspector->print_level(out, level);
        }
        putc('\n', out);
        print_level_facts(out, level);
    }
}

static void print_players(FILE *out, const struct demo_inspector *inspector,
                          const struct demo_stats *stats)
{
    for (int i = 0; i < DEMO_STATS_PLAYERS; i++) {
        const struct demo_player *player = &stats->players[i];
        if (!player->name) {
            continue;
        }
        fprintf(out, "  player    %d ", i + 1);
        demo_print_text(out, player->name, player->name_length);
        if (inspector->print_player) {
            inspector->print_player(out, player);
            putc('\n', out);
            continue;
        }
        if (player->spectator) {
            fprintf(out, ", spectator\n");
            continue;
        }
        fprintf(out, ", %d %s, colours %d %d", player->frags, player->frags == 1 ? "frag" : "frags",
                player->shirt, player->pants);
        if (player->team_length > 0) {
            fprintf(out, ", team ");
            demo_print_text(out, player->team, player->team_length);
        }
        putc('\n', out);
    }
}

static void print_human(FILE *out, const char *name, const struct demo_inspector *inspector,
                        const struct demo_stats *stats)
{
    char shown[1024];
    terminal_text(shown, sizeof(shown), name);
    fprintf(out, "%s\n", shown);
    if (!stats->family) {
        return;
    }
    fprintf(out, "  family    ");
    inspector->print_protocol(out, stats);
    if (stats->engine[0]) {
        fprintf(out, "\n  engine    %s", stats->engine);
    }
    fprintf(out, "\n  length    ");
    print_length(out, stats);
    const unsigned long long messages = demo_stats_message_count(stats);
    fprintf(out, ", %llu block%s, %llu message%s\n", (unsigned long long)stats->blocks,
            plural_s(stats->blocks), messages, plural_s(messages));
    inspector->print_facts(out, stats);
    print_levels(out, inspector, stats);
    print_players(out, inspector, stats);
    for (int i = 0; i < DEMO_STATS_IDS; i++) {
        if (stats->messages[i]) {
            fprintf(out, "  %9llu %s\n", (unsigned long long)stats->messages[i],
                    inspector->message_name(stats, (uint8_t)i));
        }
    }
    for (size_t i = 0; i < stats->oddity_count; i++) {
        fprintf(out, "  odd       %s\n", stats->oddities[i]);
    }
}

/* As print_human, in colours; plain where there is no memory for them. */
static void print_colored(FILE *out, const char *name, const struct demo_inspector *inspector,
                          const struct demo_stats *stats)
{
    char *text = NULL;
    size_t size = 0;
    FILE *lines = platform_memory_stream(&text, &size);
    if (lines) {
        print_human(lines, name, inspector, stats);
    }
    if (lines && fclose(lines) == 0) {
        colored_lines_print(out, text, size);
    } else {
        print_human(out, name, inspector, stats);
    }
    free(text);
}

/* --- as a table ---------------------------------------------------------------------------------
 */

enum { GAME_CELLS = 10, PROTOCOL_CELLS = 8, LEVEL_CELLS = 20, ROW_TEXT = 1024 };

static void print_head(FILE *out)
{
    fprintf(out, "%9s  %-*s  %-*s  %-*s  %7s  demo\n", "length", GAME_CELLS, "game", PROTOCOL_CELLS,
            "protocol", LEVEL_CELLS, "level", "players");
}

/* The first level's name as a file, "e1m1", and how many more there are: "e1m1 +2". */
static void name_levels(char text[ROW_TEXT], const struct demo_stats *stats)
{
    size_t named = 0;
    char name[ROW_TEXT / 2] = "-", other[ROW_TEXT / 2], more[32] = "";
    for (size_t i = 0; i < stats->level_count; i++) {
        named += demo_level_file(&stats->levels[i], named == 0 ? name : other, sizeof(name));
    }
    if (named == 0) {
        snprintf(name, sizeof(name), "-");
    }
    if (named > 1) {
        snprintf(more, sizeof(more), " +%zu", named - 1);
    }
    const size_t room = LEVEL_CELLS - strlen(more);
    if (strlen(name) > room) {
        memcpy(name + room - 2, "..", 3);
    }
    snprintf(text, ROW_TEXT, "%s%s", name, more);
}

/* Spectators do not count. */
static int count_players(const struct demo_stats *stats)
{
    int count = 0;
    for (int i = 0; i < DEMO_STATS_PLAYERS; i++) {
        count += stats->players[i].name && !stats->players[i].spectator;
    }
    return count;
}

static void print_row(FILE *out, const char *name, const struct demo_family *family,
                      const struct demo_stats *stats)
{
    char shown[ROW_TEXT], levels[ROW_TEXT], protocol[16], length[SECONDS_TEXT];
    format_seconds(length, stats->length);
    snprintf(protocol, sizeof(protocol), "%ld", (long)stats->protocol);
    terminal_text(shown, sizeof(shown), name);
    name_levels(levels, stats);
    fprintf(out, "%9s  %-*s  %-*s  %-*s  %7d  %s%s\n", length, GAME_CELLS, family->title,
            PROTOCOL_CELLS, protocol, LEVEL_CELLS, levels, count_players(stats), shown,
            stats->code == 0                   ? ""
            : demo_stats_is_unsupported(stats) ? " (not supported)"
                                               : " (damaged)");
}

struct teller {
    FILE *out;
    struct json_writer *json; /* NULL: for people */
    bool table, colored;
    bool good; /* so far */
};

static void tell(void *context, const struct demo_report *report)
{
    struct teller *teller = context;
    const struct demo_stats *stats = &report->stats;
    const struct demo_family *family = report->source.demo.family;
    if (teller->json) {
        print_json(teller->json, report->name, family ? family->inspector : NULL, stats);
    } else if (stats->family && teller->table) {
        print_row(teller->out, report->name, family, stats);
    } else if (stats->family) {
        (teller->colored ? print_colored : print_human)(teller->out, report->name,
                                                        family->inspector, stats);
    }
    if (stats->code == 0) {
        return;
    }
    teller->good = false;
    /* In order, when both go to the same terminal or file. */
    (void)!fflush(teller->out);
    if (report->opened && demo_stats_is_unsupported(stats)) {
        report_error("%s: %s (byte %zu)", report->name, stats->error.what, stats->error.offset);
    } else if (report->opened) {
        report_error("%s: byte %zu: %s", report->name, stats->error.offset, stats->error.what);
    } else {
        report_error("%s: %s", report->name, stats->error.what);
    }
}

static int print_demos(FILE *out, const struct options *options, const struct demo_list *demos)
{
    const bool as_json = options->inspect.json;
    const int threads = options->inspect.threads ? options->inspect.threads : platform_cpu_count();
    struct json_writer json = {.out = out};
    struct teller teller = {.out = out,
                            .json = as_json ? &json : NULL,
                            .table = options->inspect.table,
                            .colored = out == stdout && colored_lines_wanted(),
                            .good = true};
    if (teller.table) {
        print_head(out);
    }
    if (as_json && demos->count > 1) {
        json_begin_array(&json, NULL);
    }
    if (demo_batch_read((const char *const *)demos->names, demos->count, &options->player.search,
                        threads, tell, &teller) < 0) {
        fprintf(stderr, "quakereel: info: out of memory\n");
        teller.good = false;
    }
    if (as_json && demos->count > 1) {
        json_end_array(&json);
    }
    if (as_json) {
        putc('\n', out);
    }
    return teller.good ? EXIT_GOOD : EXIT_BAD_INPUT;
}

static int write_demos(const struct options *options, const struct demo_list *demos)
{
    struct text_output out;
    int status = text_output_open(&out, options);
    if (status == EXIT_GOOD) {
        status = text_output_close(&out, print_demos(out.stream, options, demos));
    }
    return status;
}

int cmd_info(int argc, char **argv)
{
    struct options options;
    struct demo_list demos;
    int status = command_begin(&options, COMMAND_INFO, argc, argv);
    if (status != COMMAND_GO_ON) {
        return status;
    }
    if (options.inspect.table && options.inspect.json) {
        options_free(&options);
        return command_refuse(COMMAND_INFO, "one of --table, --json");
    }
    status = demo_arguments_all(&demos, &options);
    if (demos.count > 0) {
        const int printed = write_demos(&options, &demos);
        status = printed != EXIT_GOOD ? printed : status;
    }
    demo_list_free(&demos);
    options_free(&options);
    return status;
}
