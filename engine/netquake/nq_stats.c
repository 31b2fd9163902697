#include "engine/netquake/nq_stats.h"

#include <string.h>

#include "engine/netquake/nq_userinfo.h"
#include "engine/quake/level_facts.h"

enum {
    MAX_QUAKE_STRING = 0x7ff, /* 6.4: longer ones Quake cuts, and trips over the rest */
    MAX_QUAKE_STAT = 31
};

static int see_serverinfo(struct demo_stats *stats, const struct nq_serverinfo *info)
{
    struct nq_facts *facts = stats->facts;
    struct demo_level *level = demo_stats_add_level(stats);
    if (!level) {
        return FORMAT_MEMORY;
    }
    level->name = info->level_name;
    level->map = nq_names_get(&info->models, 0);
    level->models = info->models.count;
    level->sounds = info->sounds.count;
    level->max_clients = info->max_clients;
    level->game_type = info->game_type;
    stats->protocol = info->protocol;
    facts->protocol_flags = info->flags;
    facts->ftex = info->ftex;
    facts->fte2 = info->fte2;
    return 0;
}

static int see_time(struct demo_stats *stats, double time)
{
    struct nq_facts *facts = stats->facts;
    const struct demo_level *level = demo_stats_level(stats);
    if (!(time >= 0 && time < 1e9)) {
        facts->bad_times++;
        return 0;
    }
    facts->backward_times += level && level->has_time && time < level->last_time;
    return demo_stats_at_time(stats, time);
}

/* Servers print their version to joining clients: "VERSION 1.09 SERVER (22264 CRC)", DarkPlaces
 * "Server: DarkPlaces Linux 20140513 (progs 5927 crc)". */
static void see_print(struct demo_stats *stats, const char *text)
{
    struct nq_facts *facts = stats->facts;
    const char *rest = text;
    while (demo_line_print(&facts->line, &rest)) {
        level_facts_line(stats, facts->line.text);
    }
    static const char other[] = "Server: ";
    const char *line = text + strspn(text, "\1\2\r\n");
    const char *end = strstr(line, " SERVER (");
    if (strncmp(line, other, strlen(other)) == 0) {
        line += strlen(other);
        end = strstr(line, " (progs ");
    }
    if (end && stats->engine[0] == '\0') {
        demo_stats_engine(stats, line, (size_t)(end - line));
    }
}

static int see_finish(struct demo_stats *stats)
{
    const struct demo_level *level = demo_stats_level(stats);
    return demo_stats_finish(stats, level && level->has_time ? &level->last_time : NULL);
}

static void see_userinfo(struct demo_stats *stats, const char *text)
{
    struct nq_userinfo info;
    while ((text = nq_userinfo_next(text, &info)) != NULL) {
        if (info.player >= DEMO_STATS_PLAYERS) {
            continue;
        }
        struct demo_player *player = &stats->players[info.player];
        if (info.name != NULL) {
            demo_stats_name(player, info.name, info.name_length);
        }
        if (info.shirt != NQ_USERINFO_UNTOLD) {
            player->shirt = (uint8_t)info.shirt;
        }
        if (info.trousers != NQ_USERINFO_UNTOLD) {
            player->pants = (uint8_t)info.trousers;
        }
    }
}

int nq_stats_message(struct demo_stats *stats, const struct nq_protocol *protocol,
                     const struct nq_message *message)
{
    struct nq_facts *facts = stats->facts;
    bool is_text = false;
    int status = 0;
    stats->messages[message->id]++;
    facts->protocol = *protocol;
    switch (message->id) {
    case NQ_SERVERINFO:
        return see_serverinfo(stats, &message->u.serverinfo);
    case NQ_TIME:
        return see_time(stats, (double)message->u.time);
    case NQ_DELTAS:
        facts->delta_updates += message->u.deltas.updates;
        facts->delta_removals += message->u.deltas.removals;
        return see_time(stats, (double)message->u.deltas.time);
    case NQ_DP_ENTITIES:
        facts->delta_updates += message->u.dp_entities.updates;
        facts->delta_removals += message->u.dp_entities.removals;
        break;
    case NQ_VERSION:
        facts->other_versions += message->u.version != protocol->version;
        break;
    case NQ_UPDATESTAT:
    case NQ_UPDATESTAT_BYTE:
    case NQ_UPDATESTAT_FLOAT:
        facts->high_stats += message->u.updatestat.stat > MAX_QUAKE_STAT && protocol->fte2 == 0 &&
                             !nq_protocol_is_darkplaces(protocol);
        level_facts_stat(stats, message->u.updatestat.stat, message->u.updatestat.value);
        break;
    case NQ_KILLEDMONSTER:
        level_facts_kill(stats);
        break;
    case NQ_FOUNDSECRET:
        level_facts_secret(stats);
        break;
    case NQ_SETVIEW:
        facts->has_view_entity = true;
        facts->view_entity = message->u.setview;
        break;
    case NQ_CLIENTDATA:
        facts->items_absent += !message->u.clientdata.has_items && message->u.clientdata.has_stats;
        break;
    case NQ_UPDATENAME:
        demo_stats_name(&stats->players[message->u.updatename.player], message->u.updatename.name,
                        (uint32_t)strlen(message->u.updatename.name));
        break;
    case NQ_UPDATEFRAGS:
        stats->players[message->u.updatefrags.player].frags = message->u.updatefrags.frags;
        break;
    case NQ_UPDATECOLORS:
        stats->players[message->u.updatecolors.player].shirt = message->u.updatecolors.colors >> 4;
        stats->players[message->u.updatecolors.player].pants = message->u.updatecolors.colors & 15;
        break;
    case NQ_STUFFTEXT:
        if (protocol->fte2 != 0) {
            see_userinfo(stats, message->u.text);
        }
        demo_stats_stufftext(stats, message->u.text);
        level_facts_stufftext(stats, message->u.text);
        is_text = true;
        break;
    case NQ_PRINT:
        see_print(stats, message->u.text);
        is_text = true;
        break;
    case NQ_INTERMISSION:
        return see_finish(stats);
    case NQ_FINALE:
    case NQ_CUTSCENE:
        status = see_finish(stats);
        is_text = true;
        break;
    case NQ_CENTERPRINT:
        is_text = true;
        break;
    default:
        break;
    }
    facts->long_strings += is_text && message->size > MAX_QUAKE_STRING + 2;
    return status;
}

void nq_stats_begin(struct demo_stats *stats, const void *demo)
{
    struct nq_facts *facts = stats->facts;
    facts->file = *(const struct nq_file *)demo;
}

static void judge_track(struct demo_stats *stats, const struct dem_file *dem)
{
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

void nq_stats_end(struct demo_stats *stats, void *scanner)
{
    const struct nq_facts *facts = stats->facts;
    (void)scanner;
    judge_track(stats, &facts->file.dem);
    demo_stats_judge_begin(stats, NQ_SERVERINFO, "serverinfo");
    static const char absent[] =
        "items are optional in clientdata (Quake 1.06 or older), absent in %llu";
    demo_stats_odd_count(stats, facts->items_absent, absent, absent);
    demo_stats_odd_count(stats, facts->backward_times, "the server clock runs backwards %llu time",
                         "the server clock runs backwards %llu times");
    demo_stats_odd_count(stats, facts->bad_times, "%llu time message holds no sensible time",
                         "%llu time messages hold no sensible time");
    demo_stats_odd_count(stats, facts->long_strings,
                         "%llu string is longer than the 2047 bytes Quake reads",
                         "%llu strings are longer than the 2047 bytes Quake reads");
    demo_stats_odd_count(stats, facts->high_stats, "%llu updatestat message beyond index 31",
                         "%llu updatestat messages beyond index 31");
    demo_stats_odd_count(stats, facts->other_versions,
                         "%llu version message names another protocol",
                         "%llu version messages name another protocol");
}
