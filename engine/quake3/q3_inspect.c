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

static void print_protocol(const struct demo_stats *stats)
{
    printf("Quake III, protocol %ld (%s)", (long)stats->protocol, protocol_name(stats));
}

static void print_text(const char *text)
{
    demo_print_text(text, strlen(text));
}

static void print_score(int32_t score)
{
    if (score == Q3_SCORE_NOT_PRESENT) {
        printf("-");
    } else {
        printf("%ld", (long)score);
    }
}

static void print_game(const struct q3_facts *facts)
{
    printf("  game      ");
    print_text(facts->mod[0] ? facts->mod : "baseq3");
    if (facts->version[0]) {
        printf(" (");
        print_text(facts->version);
        printf(")");
    }
    if (facts->game_name) {
        printf(", %s", facts->game_name);
    } else if (facts->game_type >= 0) {
        printf(", game type %ld", (long)facts->game_type);
    }
    putchar('\n');
    if (facts->host[0]) {
        printf("  server    ");
        print_text(facts->host);
        putchar('\n');
    }
}

static void print_facts(const struct demo_stats *stats)
{
    const struct q3_facts *facts = stats->facts;
    print_game(facts);
    if (facts->client >= 0 && facts->client < DEMO_STATS_PLAYERS) {
        const char *name = stats->players[facts->client].name;
        printf("  recorder  %ld ", (long)facts->client + 1);
        print_text(name ? name : "");
        putchar('\n');
    }
    if (facts->has_scores) {
        printf("  scores    ");
        print_score(facts->scores[0]);
        printf(" and ");
        print_score(facts->scores[1]);
        printf(" (%s)\n", facts->scoring);
    }
    printf("  states    %lu gamestate%s, %lu snapshot%s, %lu dropped\n",
           (unsigned long)facts->gamestates, plural_s(facts->gamestates),
           (unsigned long)facts->snapshots, plural_s(facts->snapshots),
           (unsigned long)facts->dropped);
    printf("  commands  %lu kept, %lu repeated\n", (unsigned long)facts->kept,
           (unsigned long)facts->repeated);
    if (facts->gaps > 0) {
        printf("  gaps      %lu, %llu message%s lost\n", (unsigned long)facts->gaps,
               (unsigned long long)facts->lost, plural_s(facts->lost));
    }
}

static void print_player(const struct demo_player *player)
{
    if (player->team_length > 0) {
        printf(", ");
        print_text(player->team);
    }
    if (!player->unscored) {
        printf(", score %d", player->frags);
    }
    if (player->model && player->model[0]) {
        printf(", model ");
        print_text(player->model);
    }
}

static void json_facts(struct json_writer *json, const struct demo_stats *stats)
{
    const struct q3_facts *facts = stats->facts;
    json_string(json, "mod", facts->mod);
    json_string(json, "game", facts->version);
    json_integer_if(json, "game_type", facts->game_type >= 0, facts->game_type);
    json_string(json, "game_type_name", facts->game_name);
    json_string(json, "server", facts->host);
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

static int dump_with(int (*dump)(FILE *out, const uint8_t *data, size_t size, int protocol,
                                 struct format_error *err),
                     const struct q3_file *file, struct format_error *err)
{
    return dump(stdout, file->data, file->size, file->protocol->number, err);
}

static int dump_messages(const void *demo, struct format_error *err)
{
    return dump_with(q3_dump_messages, demo, err);
}

static int dump_snapshots(const void *demo, struct format_error *err)
{
    return dump_with(q3_dump_snapshots, demo, err);
}

static int dump_hashes(const void *demo, struct format_error *err)
{
    return dump_with(q3_dump_hashes, demo, err);
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
    .message_name = q3_message_name,
    .dump = dump_messages,
    .dump_snapshots = dump_snapshots,
    .dump_hashes = dump_hashes,
};
