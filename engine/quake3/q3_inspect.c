/* What info says of a Quake III demo alone. */
#include <stdio.h>
#include <string.h>

#include "engine/quake3/q3_dump.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_game.h"
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

static void print_game(const struct q3_facts *own)
{
    printf("  game      ");
    print_text(own->mod[0] ? own->mod : "baseq3");
    if (own->game[0]) {
        printf(" (");
        print_text(own->game);
        printf(")");
    }
    if (own->game_name) {
        printf(", %s", own->game_name);
    } else if (own->game_type >= 0) {
        printf(", game type %ld", (long)own->game_type);
    }
    putchar('\n');
    if (own->host[0]) {
        printf("  server    ");
        print_text(own->host);
        putchar('\n');
    }
}

static void print_facts(const struct demo_stats *stats)
{
    const struct q3_facts *own = &stats->own.q3;
    print_game(own);
    if (own->client >= 0 && own->client < DEMO_STATS_PLAYERS) {
        const char *name = stats->players[own->client].name;
        printf("  recorder  %ld ", (long)own->client + 1);
        print_text(name ? name : "");
        putchar('\n');
    }
    if (own->has_scores) {
        printf("  scores    ");
        print_score(own->scores[0]);
        printf(" and ");
        print_score(own->scores[1]);
        printf(" (%s)\n", own->scoring);
    }
    printf("  states    %lu gamestates, %lu snapshots, %lu dropped\n",
           (unsigned long)own->gamestates, (unsigned long)own->snapshots,
           (unsigned long)own->dropped);
    printf("  commands  %lu kept, %lu repeated\n", (unsigned long)own->kept,
           (unsigned long)own->repeated);
    if (own->gaps > 0) {
        printf("  gaps      %lu, %llu messages lost\n", (unsigned long)own->gaps,
               (unsigned long long)own->lost);
    }
}

static void print_level(const struct demo_level *level)
{
    (void)level;
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

static void json_count(struct json_writer *json, const char *key, bool known, int64_t value)
{
    if (known) {
        json_integer(json, key, value);
    } else {
        json_null(json, key);
    }
}

static void json_facts(struct json_writer *json, const struct demo_stats *stats)
{
    const struct q3_facts *own = &stats->own.q3;
    json_string(json, "mod", own->mod);
    json_string(json, "game", own->game);
    json_count(json, "game_type", own->game_type >= 0, own->game_type);
    json_string(json, "game_type_name", own->game_name);
    json_string(json, "server", own->host);
    json_count(json, "recorder", own->client >= 0, own->client);
    if (own->has_scores) {
        json_begin_array(json, "scores");
        for (int i = 0; i < 2; i++) {
            json_count(json, NULL, own->scores[i] != Q3_SCORE_NOT_PRESENT, own->scores[i]);
        }
        json_end_array(json);
    } else {
        json_null(json, "scores");
    }
    json_integer(json, "gamestates", own->gamestates);
    json_integer(json, "snapshots", own->snapshots);
    json_integer(json, "dropped_snapshots", own->dropped);
    json_integer(json, "commands_kept", own->kept);
    json_integer(json, "commands_repeated", own->repeated);
    json_integer(json, "sequence_gaps", own->gaps);
    json_integer(json, "lost_messages", (int64_t)own->lost);
    json_bool(json, "ended", own->ended);
}

static void json_level(struct json_writer *json, const struct demo_level *level)
{
    (void)json;
    (void)level;
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
    .family = "quake3",
    .read = q3_stats_read,
    .print_protocol = print_protocol,
    .protocol_name = protocol_name,
    .print_facts = print_facts,
    .print_level = print_level,
    .print_player = print_player,
    .json_facts = json_facts,
    .json_level = json_level,
    .json_player = json_player,
    .message_name = q3_message_name,
    .dump = dump_messages,
    .dump_snapshots = dump_snapshots,
    .dump_hashes = dump_hashes,
};
