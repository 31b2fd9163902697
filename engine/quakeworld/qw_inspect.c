/* What info says of a QuakeWorld demo alone. */
#include <stdio.h>

#include "engine/quakeworld/qw_dump.h"
#include "engine/quakeworld/qw_family.h"

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

static void print_protocol(const struct demo_stats *stats)
{
    static const char *const titles[] = {"", "client demo (.qwd)", "multi-view demo (.mvd)"};
    printf("QuakeWorld, %s, protocol ", titles[stats->own.qw.container]);
    if (stats->protocol) {
        printf("%ld", (long)stats->protocol);
    } else {
        printf("not said");
    }
}

static void print_extensions(const struct qw_facts *own)
{
    static const char *const titles[] = {"FTE ", "FTE2", "MVD1"};
    const uint32_t words[] = {own->ftex, own->fte2, own->mvd1};
    for (int w = 0; w < 3; w++) {
        if (words[w] == 0) {
            continue;
        }
        uint32_t rest = words[w];
        printf("  %s      0x%lx", titles[w], (unsigned long)words[w]);
        for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); i++) {
            if (extensions[i].word == w && (words[w] & extensions[i].bit)) {
                printf(" %s", extensions[i].name);
                rest &= ~extensions[i].bit;
            }
        }
        printf("%s\n", rest ? " ..." : "");
    }
}

static void print_facts(const struct demo_stats *stats)
{
    const struct qw_facts *own = &stats->own.qw;
    print_extensions(own);
    if (own->container == QW_CONTAINER_QWD) {
        printf("  packets   %llu in the game, %llu outside, %llu commands\n",
               (unsigned long long)own->with_messages, (unsigned long long)own->connectionless,
               (unsigned long long)own->types[QWD_CMD]);
    } else {
        printf("  blocks    %llu with messages, %llu hidden\n",
               (unsigned long long)own->with_messages, (unsigned long long)own->hidden);
    }
    if (own->game_dir[0]) {
        printf("  game      %s\n", own->game_dir);
    }
    if (own->recorder != QW_FACTS_NO_RECORDER) {
        const struct demo_player *player = &stats->players[own->recorder];
        printf("  recorder  %d ", own->recorder + 1);
        demo_print_text(player->name ? player->name : "", player->name_length);
        printf("%s\n", own->spectator ? ", a spectator" : "");
    }
}

static void print_level(const struct demo_level *level)
{
    (void)level;
}

static void json_types(struct json_writer *json, const struct qw_facts *own)
{
    json_begin_object(json, "blocks_by_type");
    for (int i = 0; i < QW_BLOCK_TYPES; i++) {
        if (own->types[i]) {
            char number[12];
            snprintf(number, sizeof(number), "%d", i);
            json_integer(json, number, (int64_t)own->types[i]);
        }
    }
    json_end_object(json);
}

static void json_facts(struct json_writer *json, const struct demo_stats *stats)
{
    const struct qw_facts *own = &stats->own.qw;
    json_string(json, "container", containers[own->container]);
    json_integer(json, "ftex", own->ftex);
    json_integer(json, "fte2", own->fte2);
    json_integer(json, "mvd1", own->mvd1);
    json_types(json, own);
    if (own->container == QW_CONTAINER_QWD) {
        json_integer(json, "packets", (int64_t)own->types[QWD_READ]);
        json_integer(json, "connectionless", (int64_t)own->connectionless);
    } else {
        json_integer(json, "blocks_with_messages", (int64_t)own->with_messages);
        json_integer(json, "hidden_blocks", (int64_t)own->hidden);
    }
    json_string(json, "game_dir", own->game_dir);
    if (own->recorder != QW_FACTS_NO_RECORDER) {
        json_integer(json, "recorder", own->recorder);
    } else {
        json_null(json, "recorder");
    }
    json_bool(json, "spectator", own->spectator);
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

const struct demo_inspector quakeworld_inspector = {
    .family = "quakeworld",
    .read = qw_stats_read,
    .print_protocol = print_protocol,
    .protocol_name = protocol_name,
    .print_facts = print_facts,
    .print_level = print_level,
    .json_facts = json_facts,
    .json_level = json_level,
    .json_player = json_player,
    .message_name = qw_message_name,
    .dump = qw_dump,
};
