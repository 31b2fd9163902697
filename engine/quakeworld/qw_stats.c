#include "engine/quakeworld/qw_stats.h"

#include <math.h>
#include <string.h>

#include "engine/inspect/demo_stats.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_game_dir.h"
#include "engine/quakeworld/qw_userinfo.h"

enum { PLAYERS = 32, SPECTATOR_BIT = 0x80 };

/* What is counted on the way and only spoken of at the end. */
struct pass {
    struct demo_stats *stats;
    struct qw_demo demo;
    struct qw_protocol protocol;
    struct qw_clock clock;
    uint64_t backward_times;
    uint64_t bad_times; /* NaN, infinite */
    uint64_t long_gaps;
    uint64_t runts;
    bool in_game;
    size_t trailing; /* bytes behind the goodbye */
};

static int see_serverdata(struct pass *pass, const struct qw_serverdata *data)
{
    struct demo_stats *stats = pass->stats;
    struct qw_facts *own = &stats->own.qw;
    struct demo_level *level = demo_stats_add_level(stats);
    if (!level) {
        return FORMAT_MEMORY;
    }
    level->name = data->level_name;
    level->game_dir = data->game_dir;
    pass->in_game = false;
    stats->protocol = data->protocol;
    own->ftex = data->ftex;
    own->fte2 = data->fte2;
    own->mvd1 = data->mvd1;
    if (stats->messages[QW_SERVERDATA] == 1) {
        qw_game_dir_plain(data->game_dir, own->game_dir);
    }
    if (own->container == QW_CONTAINER_QWD) {
        const uint8_t slot = data->player & (uint8_t)~SPECTATOR_BIT;
        own->recorder = slot < PLAYERS ? slot : QW_FACTS_NO_RECORDER;
        own->spectator = data->player >= SPECTATOR_BIT;
    }
    return 0;
}

static void see_names(struct demo_stats *stats, const struct qw_message *message)
{
    const struct qw_names *names = &message->u.names;
    if (stats->level_count == 0) {
        return;
    }
    struct demo_level *level = &stats->levels[stats->level_count - 1];
    if (message->id == QW_SOUNDLIST) {
        level->sounds += names->count;
        return;
    }
    level->models += names->count;
    if (names->start == 0 && names->count > 0) {
        level->map = names->data;
    }
}

static uint8_t color_of(const char *info, const char *key)
{
    return (uint8_t)(qw_userinfo_number(info, key) & 15);
}

static void see_name(struct demo_player *player, const char *name, uint32_t length)
{
    if (name && length > 0) {
        player->name = name;
        player->name_length = length;
    }
}

/* Who left keeps his line: the last name that was not empty, with what belongs to it. */
static void see_userinfo(struct demo_stats *stats, uint8_t slot, int32_t user, const char *info)
{
    uint32_t length;
    const char *name = qw_userinfo_find(info, "name", &length);
    if (slot >= PLAYERS || length == 0) {
        return;
    }
    struct demo_player *player = &stats->players[slot];
    see_name(player, name, length);
    player->user = user;
    player->team = qw_userinfo_find(info, "team", &player->team_length);
    player->shirt = color_of(info, "topcolor");
    player->pants = color_of(info, "bottomcolor");
    player->spectator = qw_userinfo_number(info, "*spectator") != 0;
}

static void see_setinfo(struct demo_stats *stats, uint8_t slot, const char *key, const char *value)
{
    if (slot >= PLAYERS) {
        return;
    }
    struct demo_player *player = &stats->players[slot];
    const uint32_t length = (uint32_t)strlen(value);
    uint8_t *color = strcmp(key, "topcolor") == 0      ? &player->shirt
                     : strcmp(key, "bottomcolor") == 0 ? &player->pants
                                                       : NULL;
    if (strcmp(key, "name") == 0) {
        see_name(player, value, length);
    } else if (strcmp(key, "team") == 0) {
        player->team = value;
        player->team_length = length;
    } else if (strcmp(key, "*spectator") == 0) {
        player->spectator = value[0] == '1';
    } else if (color) {
        const char pair[] = {'\\', 'c', '\\', value[0], value[0] ? value[1] : '\0', '\0'};
        *color = color_of(pair, "c");
    }
}

/* "fullserverinfo "\*version\MVDSV 0.35\..."" says who the server is. */
static void see_stufftext(struct pass *pass, const char *text)
{
    static const char full[] = "fullserverinfo \"";
    struct demo_stats *stats = pass->stats;
    if (strncmp(text, full, sizeof(full) - 1) == 0) {
        uint32_t length;
        const char *version = qw_userinfo_find(text + sizeof(full) - 1, "*version", &length);
        for (uint32_t i = 0; i < length; i++) { /* the last key's value ends with the quote */
            length = version[i] == '"' ? i : length;
        }
        if (length > 0 && stats->engine[0] == '\0') {
            demo_stats_engine(stats, version, length);
        }
    }
    pass->in_game = pass->in_game || strncmp(text, "skins", 5) == 0;
    demo_stats_stufftext(stats, text);
}

static int see_frame(struct pass *pass)
{
    pass->in_game = pass->in_game || pass->protocol.is_mvd;
    if (pass->in_game && !demo_stats_at_time(pass->stats, pass->clock.now)) {
        return FORMAT_MEMORY;
    }
    return 0;
}

/* 0, 1 = the demo ends here, or FORMAT_MEMORY. */
static int see_message(struct pass *pass, const struct qw_message *message)
{
    struct demo_stats *stats = pass->stats;
    stats->messages[message->id]++; /* ids are below DEMO_STATS_UPDATES */
    switch (message->id) {
    case QW_DISCONNECT:
        stats->disconnected = true;
        return 1;
    case QW_SERVERDATA:
        return see_serverdata(pass, &message->u.serverdata);
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
    case QW_SOUNDLIST:
        see_names(stats, message);
        return 0;
    case QW_UPDATEUSERINFO:
        see_userinfo(stats, message->u.updateuserinfo.player, message->u.updateuserinfo.user,
                     message->u.updateuserinfo.info);
        return 0;
    case QW_SETINFO:
        see_setinfo(stats, message->u.info.player, message->u.info.key, message->u.info.value);
        return 0;
    case QW_UPDATEFRAGS:
        stats->players[message->u.player_short.player].frags = message->u.player_short.value;
        return 0;
    case QW_STUFFTEXT:
        see_stufftext(pass, message->u.text);
        return 0;
    case QW_PLAYERINFO:
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        return see_frame(pass);
    default:
        return 0;
    }
}

/* Like see_message. */
static int see_messages(struct pass *pass, const struct qw_block *block)
{
    struct demo_stats *stats = pass->stats;
    struct qw_message message;
    size_t pos = 0;
    int code;
    stats->in_command = false;
    while ((code = qw_message_decode(&pass->protocol, block->messages, block->size, &pos, &message,
                                     &stats->error)) > 0) {
        qw_protocol_follow(&pass->protocol, &message);
        code = see_message(pass, &message);
        if (code > 0) {
            pass->trailing = block->size - pos;
            return 1;
        }
        if (code < 0) {
            return format_fail(&stats->error, code, block->messages_offset + message.offset,
                               "no memory");
        }
    }
    if (code < 0) {
        stats->error.offset += block->messages_offset;
    }
    return code;
}

static void see_time(struct pass *pass, const struct qw_block *block)
{
    const double before = pass->clock.last;
    const bool begun = pass->clock.begun;
    qw_clock_advance(&pass->clock, &pass->demo, block->offset);
    if (pass->demo.container == QW_CONTAINER_QWD) {
        const double time = (double)block->u.qwd.time;
        pass->bad_times += !isfinite(time);
        pass->backward_times += begun && time < before;
        pass->long_gaps += begun && time - before > QW_MAX_GAP;
    }
}

/* Like see_message. */
static int see_block(struct pass *pass, const struct qw_block *block)
{
    struct qw_facts *own = &pass->stats->own.qw;
    own->types[block->type]++;
    see_time(pass, block);
    if (own->container == QW_CONTAINER_MVD) {
        own->hidden += mvd_is_hidden(&block->u.mvd);
    } else if (block->type == QWD_READ) {
        own->connectionless += block->u.qwd.u.packet.kind == QWD_CONNECTIONLESS;
        pass->runts += block->u.qwd.u.packet.kind == QWD_RUNT;
    }
    if (block->is_end) {
        pass->stats->disconnected = true;
        return 1;
    }
    if (!block->messages) {
        return 0;
    }
    own->with_messages++;
    return see_messages(pass, block);
}

static void judge(const struct pass *pass)
{
    /* What servers stuff so that clients play at all; recordings begin with the first three. */
    static const char *const usual[] = {"fullserverinfo", "cmd",    "skins",  "bf", "reconnect",
                                        "changing",       "nextul", "packet", NULL};
    struct demo_stats *stats = pass->stats;
    if (stats->messages[QW_SERVERDATA] == 0) {
        if (stats->code != FORMAT_UNKNOWN) {
            demo_stats_oddity(stats, "no serverdata");
        }
    } else if (stats->levels[0].name == NULL) {
        demo_stats_oddity(stats, "begins in the middle of a game, before the first serverdata");
    }
    if (pass->backward_times) {
        demo_stats_oddity(stats, "the clock runs backwards %llu times",
                          (unsigned long long)pass->backward_times);
    }
    if (pass->bad_times) {
        demo_stats_oddity(stats, "%llu blocks hold no sensible time",
                          (unsigned long long)pass->bad_times);
    }
    if (pass->long_gaps) {
        demo_stats_oddity(stats, "%llu gaps of more than %d seconds are cut to that",
                          (unsigned long long)pass->long_gaps, (int)QW_MAX_GAP);
    }
    if (pass->runts) {
        demo_stats_oddity(stats, "%llu packets are too short for their header",
                          (unsigned long long)pass->runts);
    }
    demo_stats_judge_words(stats, usual);
    demo_stats_judge_end(stats, pass->trailing);
}

int qw_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size, const char *name)
{
    (void)name;
    struct pass pass = {.stats = stats};
    struct qw_block block;
    size_t pos = 0;
    int code = qw_demo_open(&pass.demo, data, size, qw_detect(data, size, NULL), &stats->error);
    if (code < 0) {
        stats->code = code;
        return code;
    }
    stats->family = "quakeworld";
    stats->own.qw.container = pass.demo.container;
    stats->own.qw.recorder = QW_FACTS_NO_RECORDER;
    pass.protocol.version = QW_PROTOCOL_LAST;
    pass.protocol.is_mvd = pass.demo.container == QW_CONTAINER_MVD;
    while ((code = qw_block_next(&pass.demo, &pos, &block, &stats->error)) > 0) {
        code = see_block(&pass, &block);
        if (code < 0) {
            break;
        }
        stats->blocks++;
        if (code > 0) {
            pass.trailing += size - pos;
            break;
        }
    }
    stats->code = code < 0 ? code : 0;
    for (size_t i = 0; i < stats->level_count; i++) {
        stats->length += demo_level_length(&stats->levels[i]);
    }
    judge(&pass);
    return stats->code;
}
