/* The lines and JSON members of `info` that only Quake III demos have. */
#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_dump.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_stats.h"
#include "formats/base/plural.h"
#include "formats/quake3/q3_fields.h"

static const char *protocol_name(const struct demo_stats *stats)
{
    switch (stats->protocol) {
    case Q3_PROTOCOL_DM3:
        return "Quake III 1.11 to 1.17";
    case Q3_PROTOCOL_48:
        return "Quake III 1.27";
    case 66:
        return "Quake III 1.29";
    case 67:
        return "Quake III 1.30, 1.31";
    case Q3_PROTOCOL_68:
        return "Quake III 1.32";
    case Q3_PROTOCOL_73:
    case Q3_PROTOCOL_90:
    case Q3_PROTOCOL_91:
        return "Quake Live";
    default:
        return "ioquake3, OpenArena";
    }
}

static void print_protocol(FILE *out, const struct demo_stats *stats)
{
    fprintf(out, "Quake III, protocol %ld (%s)", (long)stats->protocol, protocol_name(stats));
}

static void print_text(FILE *out, const char *text)
{
    demo_print_text(out, text, strlen(text));
}

static void print_score(FILE *out, int32_t score)
{
    if (score == Q3_SCORE_NOT_PRESENT) {
        fprintf(out, "-");
    } else {
        fprintf(out, "%ld", (long)score);
    }
}

static void print_game(FILE *out, const struct q3_facts *facts)
{
    fprintf(out, "  game      ");
    print_text(out, facts->mod[0] ? facts->mod : "baseq3");
    if (facts->version[0]) {
        fprintf(out, " (");
        print_text(out, facts->version);
        fprintf(out, ")");
    }
    if (facts->game_name) {
        fprintf(out, ", %s", facts->game_name);
    } else if (facts->game_type >= 0) {
        fprintf(out, ", game type %ld", (long)facts->game_type);
    }
    putc('\n', out);
    if (facts->host[0]) {
        fprintf(out, "  server    ");
        print_text(out, facts->host);
        putc('\n', out);
    }
}

static void print_facts(FILE *out, const struct demo_stats *stats)
{
    const struct q3_facts *facts = stats->facts;
    print_game(out, facts);
    if (facts->client >= 0 && facts->client < DEMO_STATS_PLAYERS) {
        const char *name = stats->players[facts->client].name;
        fprintf(out, "  recorder  %ld ", (long)facts->client + 1);
        print_text(out, name ? name : "");
        putc('\n', out);
    }
    if (facts->has_scores) {
        fprintf(out, "  scores    ");
        print_score(out, facts->scores[0]);
        fprintf(out, " and ");
        print_score(out, facts->scores[1]);
        fprintf(out, " (%s)\n", facts->scoring);
    }
    fprintf(out, "  states    %lu gamestate%s, %lu snapshot%s, %lu dropped\n",
            (unsigned long)facts->gamestates, plural_s(facts->gamestates),
            (unsigned long)facts->snapshots, plural_s(facts->snapshots),
            (unsigned long)facts->dropped);
    fprintf(out, "  commands  %lu kept, %lu repeated\n", (unsigned long)facts->kept,
            (unsigned long)facts->repeated);
    if (facts->gaps > 0) {
        fprintf(out, "  gaps      %lu, %llu message%s lost\n", (unsigned long)facts->gaps,
                (unsigned long long)facts->lost, plural_s(facts->lost));
    }
}

static void print_player(FILE *out, const struct demo_player *player)
{
    if (player->team_length > 0) {
        fprintf(out, ", ");
        print_text(out, player->team);
    }
    if (!player->unscored) {
        fprintf(out, ", score %d", player->frags);
    }
    if (player->model && player->model[0]) {
        fprintf(out, ", model ");
        print_text(out, player->model);
    }
}

static void json_facts(struct json_writer *json, const struct demo_stats *stats)
{
    const struct q3_facts *facts = stats->facts;
    json_string(json, "game", facts->version);
    json_integer_if(json, "game_type", facts->game_type >= 0, facts->game_type);
    json_string(json, "game_type_name", facts->game_name);
    json_integer_if(json, "recorder", facts->client >= 0, facts->client);
    if (facts->has_scores) {
        json_begin_array(json, "scores");
        for (int i = 0; i < 2; i++) {
            json_integer_if(json, NULL, facts->scores[i] != Q3_SCORE_NOT_PRESENT, facts->scores[i]);
        }
        json_end_array(json);
    } else {
        json_null(json, "scores");
    }
    json_integer(json, "gamestates", facts->gamestates);
    json_integer(json, "snapshots", facts->snapshots);
    json_integer(json, "dropped_snapshots", facts->dropped);
    json_integer(json, "commands_kept", facts->kept);
    json_integer(json, "commands_repeated", facts->repeated);
    json_integer(json, "sequence_gaps", facts->gaps);
    json_integer(json, "lost_messages", (int64_t)facts->lost);
    json_bool(json, "ended", stats->disconnected);
}

static void json_player(struct json_writer *json, const struct demo_player *player)
{
    json_bytes(json, "team", player->team ? player->team : "", player->team_length);
    json_bool(json, "spectator", player->spectator);
    json_string(json, "model", player->model);
}

static int dump_with(FILE *out,
                     int (*dump)(FILE *out, const uint8_t *data, size_t size, int protocol,
                                 struct format_error *err),
                     const struct q3_file *file, struct format_error *err)
{
    return dump(out, file->data, file->size, file->protocol->number, err);
}

static int dump_snapshots(FILE *out, const void *demo, struct format_error *err)
{
    return dump_with(out, q3_dump_snapshots, demo, err);
}

static int dump_hashes(FILE *out, const void *demo, struct format_error *err)
{
    return dump_with(out, q3_dump_hashes, demo, err);
}

static const char *message_name(const struct demo_stats *stats, uint8_t id)
{
    (void)stats;
    return q3_message_name(id);
}

const struct demo_inspector quake3_inspector = {
    .facts_size = sizeof(struct q3_facts),
    .begin = q3_stats_begin,
    .end = q3_stats_end,
    .print_protocol = print_protocol,
    .protocol_name = protocol_name,
    .print_facts = print_facts,
    .print_player = print_player,
    .json_facts = json_facts,
    .json_player = json_player,
    .message_name = message_name,
    .dump_snapshots = dump_snapshots,
    .dump_hashes = dump_hashes,
};
