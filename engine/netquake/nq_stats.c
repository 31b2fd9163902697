#include "engine/netquake/nq_stats.h"

#include <string.h>

#include "engine/inspect/demo_stats.h"

enum {
    MAX_QUAKE_STRING = 0x7ff, /* 6.4: longer ones Quake cuts, and trips over the rest */
    MAX_QUAKE_STAT = 31
};

/* What is counted on the way and only spoken of at the end. */
struct pass {
    struct demo_stats *stats;
    struct nq_protocol protocol;
    uint64_t items_absent; /* clientdata without the field */
    uint64_t backward_times;
    uint64_t bad_times; /* NaN, infinite, negative */
    uint64_t long_strings;
    uint64_t high_stats;
    uint64_t other_versions;
    size_t trailing; /* bytes behind the disconnect */
};

static int see_serverinfo(struct pass *pass, const struct nq_serverinfo *info)
{
    struct demo_level *level = demo_stats_add_level(pass->stats);
    if (!level) {
        return FORMAT_MEMORY;
    }
    level->name = info->level_name;
    level->map = nq_names_get(&info->models, 0);
    level->models = info->models.count;
    level->sounds = info->sounds.count;
    level->max_clients = info->max_clients;
    level->game_type = info->game_type;
    pass->stats->protocol = info->protocol;
    pass->stats->own.nq.protocol_flags = info->flags;
    return 0;
}

static int see_time(struct pass *pass, double time)
{
    struct demo_stats *stats = pass->stats;
    if (!(time >= 0 && time < 1e9)) {
        pass->bad_times++;
        return 0;
    }
    const struct demo_level *level =
        stats->level_count ? &stats->levels[stats->level_count - 1] : NULL;
    pass->backward_times += level && level->has_time && time < level->last_time;
    return demo_stats_at_time(stats, time) ? 0 : FORMAT_MEMORY;
}

/* Servers print who they are to who comes in: "VERSION 1.09 SERVER (22264 CRC)", DarkPlaces
 * "Server: DarkPlaces Linux 20140513 (progs 5927 crc)". */
static void see_print(struct pass *pass, const char *text)
{
    static const char other[] = "Server: ";
    const char *line = text + strspn(text, "\1\2\r\n");
    const char *end = strstr(line, " SERVER (");
    if (strncmp(line, other, strlen(other)) == 0) {
        line += strlen(other);
        end = strstr(line, " (progs ");
    }
    if (end && pass->stats->engine[0] == '\0') {
        demo_stats_engine(pass->stats, line, (size_t)(end - line));
    }
}

/* 0, 1 = the demo ends here, or FORMAT_MEMORY. */
static int see_message(struct pass *pass, const struct nq_message *message)
{
    struct demo_stats *stats = pass->stats;
    if (message->id >= NQ_ENTITY_UPDATE) {
        stats->messages[DEMO_STATS_UPDATES]++;
        return 0;
    }
    stats->messages[message->id]++;
    switch (message->id) {
    case NQ_DISCONNECT:
        stats->disconnected = true;
        return 1;
    case NQ_SERVERINFO:
        return see_serverinfo(pass, &message->u.serverinfo);
    case NQ_TIME:
        return see_time(pass, (double)message->u.time);
    case NQ_VERSION:
        pass->other_versions += message->u.version != pass->protocol.version;
        return 0;
    case NQ_UPDATESTAT:
        pass->high_stats += message->u.updatestat.stat > MAX_QUAKE_STAT;
        return 0;
    case NQ_SETVIEW:
        stats->own.nq.has_view_entity = true;
        stats->own.nq.view_entity = message->u.setview;
        return 0;
    case NQ_CLIENTDATA:
        pass->items_absent += !message->u.clientdata.has_items;
        return 0;
    case NQ_UPDATENAME:
        if (message->u.updatename.name[0]) {
            struct demo_player *player = &stats->players[message->u.updatename.player];
            player->name = message->u.updatename.name;
            player->name_length = (uint32_t)strlen(player->name);
        }
        return 0;
    case NQ_UPDATEFRAGS:
        stats->players[message->u.updatefrags.player].frags = message->u.updatefrags.frags;
        return 0;
    case NQ_UPDATECOLORS:
        stats->players[message->u.updatecolors.player].shirt = message->u.updatecolors.colors >> 4;
        stats->players[message->u.updatecolors.player].pants = message->u.updatecolors.colors & 15;
        return 0;
    case NQ_STUFFTEXT:
        demo_stats_stufftext(stats, message->u.text);
        break;
    case NQ_PRINT:
        see_print(pass, message->u.text);
        break;
    default:
        break;
    }
    if (message->size > MAX_QUAKE_STRING + 2 &&
        (message->id == NQ_PRINT || message->id == NQ_STUFFTEXT || message->id == NQ_CENTERPRINT ||
         message->id == NQ_FINALE || message->id == NQ_CUTSCENE)) {
        pass->long_strings++;
    }
    return 0;
}

/* Like see_message. */
static int see_block(struct pass *pass, const struct dem_block *block)
{
    struct demo_stats *stats = pass->stats;
    struct nq_message message;
    size_t pos = 0;
    int code;
    stats->in_command = false;
    while ((code = nq_message_decode(&pass->protocol, block->messages, block->size, &pos, &message,
                                     &stats->error)) > 0) {
        nq_protocol_follow(&pass->protocol, &message);
        code = see_message(pass, &message);
        if (code > 0) {
            pass->trailing = block->size - pos;
            return 1;
        }
        if (code < 0) {
            return format_fail(&stats->error, code,
                               block->offset + DEM_BLOCK_HEADER + message.offset, "no memory");
        }
    }
    if (code < 0) {
        stats->error.offset += block->offset + DEM_BLOCK_HEADER;
    }
    return code;
}

static void judge_track(struct demo_stats *stats)
{
    const struct dem_file *dem = &stats->own.nq.dem;
    const struct dem_reading *readings = dem->readings;
    if (dem->style == DEM_TRACK_SCANF) {
        demo_stats_oddity(stats,
                          "the CD track is not a plain line; read as a number and white space");
    } else if (dem->style == DEM_TRACK_NONE) {
        demo_stats_oddity(stats, "no CD track line");
    } else if (dem->first_block > 12) {
        demo_stats_oddity(stats, "the CD track line has %zu bytes", dem->first_block);
    }
    for (int i = 0; i < DEM_TRACK_STYLES; i++) {
        if (readings[i].clean && readings[dem->style].clean &&
            readings[i].first_block != dem->first_block) {
            demo_stats_oddity(
                stats, "Quake versions differ on where the blocks begin: byte %zu or byte %zu",
                dem->first_block, readings[i].first_block);
            break;
        }
    }
}

static void judge_times(const struct pass *pass)
{
    if (pass->backward_times) {
        demo_stats_oddity(pass->stats, "the server clock runs backwards %llu times",
                          (unsigned long long)pass->backward_times);
    }
    if (pass->bad_times) {
        demo_stats_oddity(pass->stats, "%llu time messages hold no sensible time",
                          (unsigned long long)pass->bad_times);
    }
}

static void judge(const struct pass *pass)
{
    /* The bonus flash is the one command that a demo is meant to stuff. */
    static const char *const usual[] = {"bf", NULL};
    struct demo_stats *stats = pass->stats;
    judge_track(stats);
    if (stats->messages[NQ_SERVERINFO] == 0) {
        /* With an unsupported protocol there is one; the error names it. */
        if (stats->code != FORMAT_UNKNOWN) {
            demo_stats_oddity(stats, "no serverinfo");
        }
    } else if (stats->levels[0].name == NULL) {
        demo_stats_oddity(stats, "begins in the middle of a game, before the first serverinfo");
    }
    if (pass->items_absent) {
        demo_stats_oddity(stats,
                          "items are optional in clientdata (Quake 1.06 or older), absent in %llu",
                          (unsigned long long)pass->items_absent);
    }
    judge_times(pass);
    if (pass->long_strings) {
        demo_stats_oddity(stats, "%llu strings are longer than the 2047 bytes Quake reads",
                          (unsigned long long)pass->long_strings);
    }
    if (pass->high_stats) {
        demo_stats_oddity(stats, "%llu updatestat messages beyond index %d",
                          (unsigned long long)pass->high_stats, MAX_QUAKE_STAT);
    }
    if (pass->other_versions) {
        demo_stats_oddity(stats, "%llu version messages name another protocol",
                          (unsigned long long)pass->other_versions);
    }
    demo_stats_judge_words(stats, usual);
    demo_stats_judge_end(stats, pass->trailing);
}

int nq_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size, const char *name)
{
    (void)name;
    stats->code = dem_open(&stats->own.nq.dem, data, size, &stats->error);
    if (stats->code < 0) {
        return stats->code;
    }
    stats->family = "netquake";
    stats->own.nq.items_optional = nq_detect_items_optional(&stats->own.nq.dem);
    struct pass pass = {.stats = stats};
    pass.protocol.version = NQ_PROTOCOL_15;
    pass.protocol.items_optional = stats->own.nq.items_optional;
    size_t pos = stats->own.nq.dem.first_block;
    struct dem_block block;
    int code;
    while ((code = dem_next_block(&stats->own.nq.dem, &pos, &block, &stats->error)) > 0) {
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
