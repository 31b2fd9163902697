/* Facts that info prints for QuakeWorld demos only. */
#include <stdio.h>

#include "engine/quake/quake_orders.h"
#include "engine/quakeworld/qw_family.h"
#include "engine/quakeworld/qw_hash.h"
#include "engine/quakeworld/qw_stats.h"
#include "formats/base/plural.h"

static const char *const containers[] = {
    [QW_CONTAINER_NONE] = "none", [QW_CONTAINER_QWD] = "qwd", [QW_CONTAINER_MVD] = "mvd"};

/* Extension words and the bits of them that change what a message looks like. */
static const struct {
    int word; /* 0 = ftex, 1 = fte2, 2 = mvd1 */
    uint32_t bit;
    const char *name;
} extensions[] = {
    {0, QW_FTEX_TRANS, "trans"},
    {0, QW_FTEX_MODELDBL, "modeldbl"},
    {0, QW_FTEX_ENTITYDBL, "entitydbl"},
    {0, QW_FTEX_ENTITYDBL2, "entitydbl2"},
    {0, QW_FTEX_FLOATCOORDS, "floatcoords"},
    {0, QW_FTEX_COLOURMOD, "colourmod"},
    {0, QW_FTEX_SPAWNSTATIC2, "spawnstatic2"},
    {0, QW_FTEX_256PACKETENTITIES, "256packetentities"},
    {0, QW_FTEX_CHUNKEDDOWNLOADS, "chunkeddownloads"},
    {1, QW_FTE2_VOICECHAT, "voicechat"},
    {2, QW_MVD1_FLOATCOORDS, "floatcoords"},
    {2, QW_MVD1_HIGHLAGTELEPORT, "highlagteleport"},
    {2, QW_MVD1_SERVERSIDEWEAPON, "serversideweapon"},
    {2, QW_MVD1_HIDDEN_MESSAGES, "hidden"},
    {2, QW_MVD1_WEAPONPREDICTION, "weaponprediction"},
    {2, QW_MVD1_SIMPLEPROJECTILE, "simpleprojectile"},
};

static const char *protocol_name(const struct demo_stats *stats)
{
    return stats->protocol ? "QuakeWorld" : NULL;
}

static void print_protocol(FILE *out, const struct demo_stats *stats)
{
    static const char *const titles[] = {"", "client demo (.qwd)", "multi-view demo (.mvd)"};
    const struct qw_facts *facts = stats->facts;
    fprintf(out, "QuakeWorld, %s, protocol ", titles[facts->container]);
    if (stats->protocol) {
        fprintf(out, "%ld", (long)stats->protocol);
    } else {
        fprintf(out, "not said");
    }
}

static void print_extensions(FILE *out, const struct qw_facts *facts)
{
    static const char *const titles[] = {"FTE ", "FTE2", "MVD1"};
    const uint32_t words[] = {facts->ftex, facts->fte2, facts->mvd1};
    for (int w = 0; w < 3; w++) {
        if (words[w] == 0) {
            continue;
        }
        uint32_t rest = words[w];
        fprintf(out, "  %s      0x%lx", titles[w], (unsigned long)words[w]);
        for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
            if (extensions[i].word == w && (words[w] & extensions[i].bit)) {
                fprintf(out, " %s", extensions[i].name);
                rest &= ~extensions[i].bit;
            }
        }
        fprintf(out, "%s\n", rest ? " ..." : "");
    }
}

static void print_line(FILE *out, const char *title, const char *text)
{
    if (text[0] != '\0') {
        fprintf(out, "  %-9s %s\n", title, text);
    }
}

static void print_told(FILE *out, const struct demo_told *told)
{
    print_line(out, "mod", told->mod);
    print_line(out, "server", told->server);
    print_line(out, "date", told->date);
    for (uint32_t i = 0; i < told->num_sides; i++) {
        fprintf(out, "%s%s %ld%s", i == 0 ? "  scores    " : ", ", told->sides[i].name,
                (long)told->sides[i].score, i + 1 == told->num_sides ? "\n" : "");
    }
}

static void print_facts(FILE *out, const struct demo_stats *stats)
{
    const struct qw_facts *facts = stats->facts;
    print_extensions(out, facts);
    if (facts->container == QW_CONTAINER_QWD) {
        fprintf(out, "  packets   %llu in the game, %llu outside, %llu command%s\n",
                (unsigned long long)facts->with_messages, (unsigned long long)facts->connectionless,
                (unsigned long long)facts->types[QWD_CMD], plural_s(facts->types[QWD_CMD]));
    } else {
        fprintf(out, "  blocks    %llu with messages, %llu hidden\n",
                (unsigned long long)facts->with_messages, (unsigned long long)facts->hidden);
    }
    if (facts->game_dir[0]) {
        fprintf(out, "  game      %s\n", facts->game_dir);
    }
    print_told(out, &stats->told);
    if (facts->recorder != QW_FACTS_NO_RECORDER) {
        const struct demo_player *player = &stats->players[facts->recorder];
        fprintf(out, "  recorder  %d ", facts->recorder + 1);
        demo_print_text(out, player->name ? player->name : "", player->name_length);
        fprintf(out, "%s\n", facts->spectator ? ", a spectator" : "");
    }
}

static void json_types(struct json_writer *json, const struct qw_facts *facts)
{
    json_begin_object(json, "blocks_by_type");
    for (int i = 0; i < QW_BLOCK_TYPES; i++) {
        if (facts->types[i]) {
            char number[12];
            snprintf(number, sizeof(number), "%d", i);
            json_integer(json, number, (int64_t)facts->types[i]);
        }
    }
    json_end_object(json);
}

static void json_facts(struct json_writer *json, const struct demo_stats *stats)
{
    const struct qw_facts *facts = stats->facts;
    json_string(json, "container", containers[facts->container]);
    json_integer(json, "ftex", facts->ftex);
    json_integer(json, "fte2", facts->fte2);
    json_integer(json, "mvd1", facts->mvd1);
    json_types(json, facts);
    if (facts->container == QW_CONTAINER_QWD) {
        json_integer(json, "packets", (int64_t)facts->types[QWD_READ]);
        json_integer(json, "connectionless", (int64_t)facts->connectionless);
    } else {
        json_integer(json, "blocks_with_messages", (int64_t)facts->with_messages);
        json_integer(json, "hidden_blocks", (int64_t)facts->hidden);
    }
    json_string(json, "game_dir", facts->game_dir);
    json_integer_if(json, "recorder", facts->recorder != QW_FACTS_NO_RECORDER, facts->recorder);
    json_bool(json, "spectator", facts->spectator);
}

static void json_level(struct json_writer *json, const struct demo_level *level)
{
    json_string(json, "game_dir", level->game_dir);
}

static void json_player(struct json_writer *json, const struct demo_player *player)
{
    json_bytes(json, "team", player->team ? player->team : "", player->team_length);
    json_integer(json, "user", player->user);
    json_bool(json, "spectator", player->spectator);
}

/* Commands that every server stuffs; recordings begin with the first three. The last ones are
 * shown or heard: qw_text.c. */
static const char *const usual_commands[] = {
    "fullserverinfo", "cmd", "skins", "reconnect", "changing",           "nextul",
    "packet",         "bf",  "play",  "wait",      QUAKE_ORDER_COMMANDS, NULL};
static const char *const usual_variables[] = {QUAKE_ORDER_VARIABLES, NULL};

static const char *message_name(const struct demo_stats *stats, uint8_t id)
{
    (void)stats;
    return qw_message_name(id);
}

const struct demo_inspector quakeworld_inspector = {
    .facts_size = sizeof(struct qw_facts),
    .begin = qw_stats_begin,
    .end = qw_stats_end,
    .usual_commands = usual_commands,
    .usual_variables = usual_variables,
    .print_protocol = print_protocol,
    .protocol_name = protocol_name,
    .print_facts = print_facts,
    .json_facts = json_facts,
    .json_level = json_level,
    .json_player = json_player,
    .message_name = message_name,
    .dump_hashes = qw_dump_hashes,
};
