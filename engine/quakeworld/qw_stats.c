#include "engine/quakeworld/qw_stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake/level_facts.h"
#include "engine/quake/stufftext.h"
#include "engine/quakeworld/qw_game_dir.h"
#include "formats/base/info_string.h"

enum { PLAYERS = 32, SPECTATOR_BIT = 0x80 };

static int see_serverdata(struct demo_stats *stats, const struct qw_serverdata *data)
{
    struct qw_facts *facts = stats->facts;
    struct demo_level *level = demo_stats_add_level(stats);
    if (!level) {
        return FORMAT_MEMORY;
    }
    level->name = data->level_name;
    level->game_dir = data->game_dir;
    stats->protocol = data->protocol;
    facts->ftex = data->ftex;
    facts->fte2 = data->fte2;
    facts->mvd1 = data->mvd1;
    if (stats->messages[QW_SERVERDATA] == 1) {
        qw_game_dir_plain(data->game_dir, facts->game_dir);
    }
    if (facts->container == QW_CONTAINER_QWD) {
        const uint8_t slot = data->player & (uint8_t)~SPECTATOR_BIT;
        facts->recorder = slot < PLAYERS ? slot : QW_FACTS_NO_RECORDER;
        facts->spectator = data->player >= SPECTATOR_BIT;
    }
    return 0;
}

static void see_names(struct demo_stats *stats, const struct qw_message *message)
{
    const struct qw_names *names = &message->u.names;
    struct demo_level *level = demo_stats_level(stats);
    if (!level) {
        return;
    }
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
    return (uint8_t)(info_number(info, key, INFO_KEYS_EXACT, 0) & 15);
}

/* Players that left keep their row: the last non-empty name and its data. */
static void see_userinfo(struct demo_stats *stats, uint8_t slot, int32_t user, const char *info)
{
    uint32_t length;
    const char *name = info_find(info, "name", INFO_KEYS_EXACT, &length);
    if (slot >= PLAYERS || length == 0) {
        return;
    }
    struct demo_player *player = &stats->players[slot];
    demo_stats_name(player, name, length);
    player->user = user;
    player->team = info_find(info, "team", INFO_KEYS_EXACT, &player->team_length);
    player->shirt = color_of(info, "topcolor");
    player->pants = color_of(info, "bottomcolor");
    player->spectator = info_number(info, "*spectator", INFO_KEYS_EXACT, 0) != 0;
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
        demo_stats_name(player, value, length);
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

/* A value of the serverinfo; that of the last key ends with the quote. */
static void copy_value(const char *info, const char *key, char value[DEMO_TOLD_TEXT])
{
    char text[DEMO_TOLD_TEXT];
    info_copy(info, key, INFO_KEYS_EXACT, text, sizeof(text));
    text[strcspn(text, "\"")] = '\0';
    demo_told_set(value, text);
}

/* The match's mod and mode, as the server has them at the recording's begin. */
static void see_match(struct demo_told *told, const char *info)
{
    static const struct {
        const char *key, *mod;
    } mods[] = {{"ktxver", "KTX "}, {"kmod", "kmod "}, {"*gamedir", ""}};
    char value[DEMO_TOLD_TEXT], mod[2 * DEMO_TOLD_TEXT];
    copy_value(info, "mode", told->mode);
    for (size_t i = 0; i < sizeof(mods) / sizeof(mods[0]) && told->mod[0] == '\0'; i++) {
        copy_value(info, mods[i].key, value);
        if (value[0] != '\0' && strcmp(value, "qw") != 0) {
            snprintf(mod, sizeof(mod), "%s%s", mods[i].mod, value);
            demo_told_set(told->mod, mod);
        }
    }
}

/* KTX: //finalscores DATE MODE LEVEL NAME SCORE NAME SCORE ... */
static void see_final_scores(struct demo_told *told, const char *text)
{
    enum { MODE = 2, FIRST = 4 };
    struct stufftext_words words;
    stufftext_split(text, STUFFTEXT_QUAKEWORLD, &words);
    told->num_sides = 0; /* of the last match */
    if (words.count > MODE && told->mode[0] == '\0') {
        demo_told_set(told->mode, words.at[MODE]);
    }
    for (int i = FIRST; i + 1 < words.count; i += 2) {
        demo_told_add(told, words.at[i], (int32_t)strtol(words.at[i + 1], NULL, 10));
    }
}

/* A value of the stuffed serverinfo; the last key's ends with the quote. */
static const char *find_quoted(const char *info, const char *key, uint32_t *length)
{
    const char *value = info_find(info, key, INFO_KEYS_EXACT, length);
    for (uint32_t i = 0; i < *length; i++) {
        *length = value[i] == '"' ? i : *length;
    }
    return value;
}

/* "fullserverinfo "\*version\MVDSV 0.35\..."" contains the server's version and name. */
static void see_stufftext(struct demo_stats *stats, const char *text)
{
    static const char full[] = "fullserverinfo \"", scores[] = "//finalscores ";
    if (strncmp(text, full, sizeof(full) - 1) == 0) {
        const char *info = text + sizeof(full) - 1;
        uint32_t length;
        const char *value = find_quoted(info, "*version", &length);
        if (length > 0 && stats->engine[0] == '\0') {
            demo_stats_engine(stats, value, length);
        }
        value = find_quoted(info, "hostname", &length);
        if (length > 0 && stats->server[0] == '\0') {
            demo_stats_server(stats, value, length);
        }
        see_match(&stats->told, info);
    } else if (strncmp(text, scores, sizeof(scores) - 1) == 0) {
        see_final_scores(&stats->told, text);
    }
    demo_stats_stufftext(stats, text);
    level_facts_stufftext(stats, text);
}

/* "matchdate: 2024-06-16 17:19:39 UTC", printed by KTX and others as a match begins, in either set
 * of Quake's letters. */
static void see_print(struct demo_stats *stats, const char *text)
{
    static const char title[] = "matchdate:";
    char line[80];
    size_t length = 0;
    for (; text[length] != '\0' && length < sizeof(line) - 1; length++) {
        line[length] = (char)(text[length] & 0x7f);
    }
    line[length] = '\0';
    if (stats->date[0] == '\0' && strncmp(line, title, sizeof(title) - 1) == 0) {
        (void)demo_date_read(stats->date, line + sizeof(title) - 1);
    }
}

static int see_finish(struct demo_stats *stats, double time)
{
    const struct demo_level *level = demo_stats_level(stats);
    if (!level || !level->has_time) {
        return demo_stats_finish(stats, NULL);
    }
    time -= level->first_time;
    return demo_stats_finish(stats, &time);
}

int qw_stats_frame(struct demo_stats *stats, uint8_t id, bool in_game, double time)
{
    stats->messages[id]++;
    return in_game ? demo_stats_at_time(stats, time) : 0;
}

int qw_stats_message(struct demo_stats *stats, const struct qw_message *message, double time)
{
    stats->messages[message->id]++; /* ids are below DEMO_STATS_UPDATES */
    switch (message->id) {
    case QW_SERVERDATA:
        return see_serverdata(stats, &message->u.serverdata);
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
    case QW_SOUNDLIST:
        see_names(stats, message);
        break;
    case QW_UPDATEUSERINFO:
        see_userinfo(stats, message->u.updateuserinfo.player, message->u.updateuserinfo.user,
                     message->u.updateuserinfo.info);
        break;
    case QW_SETINFO:
        see_setinfo(stats, message->u.info.player, message->u.info.key, message->u.info.value);
        break;
    case QW_UPDATEFRAGS:
        stats->players[message->u.player_short.player].frags = message->u.player_short.value;
        break;
    case QW_STUFFTEXT:
        see_stufftext(stats, message->u.text);
        break;
    case QW_PRINT:
        see_print(stats, message->u.print.text);
        break;
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        level_facts_stat(stats, message->u.updatestat.stat, message->u.updatestat.value);
        break;
    case QW_KILLEDMONSTER:
        level_facts_kill(stats);
        break;
    case QW_FOUNDSECRET:
        level_facts_secret(stats);
        break;
    case QW_INTERMISSION:
    case QW_FINALE:
        return see_finish(stats, time);
    default:
        break;
    }
    return 0;
}

void qw_stats_block(struct demo_stats *stats, enum qw_container container,
                    const struct qw_block *block, const struct qw_clock *clock)
{
    struct qw_facts *facts = stats->facts;
    facts->types[block->type]++;
    if (container == QW_CONTAINER_MVD) {
        facts->hidden += mvd_is_hidden(&block->u.mvd);
    } else {
        const double time = (double)block->u.qwd.time;
        facts->bad_times += !isfinite(time);
        facts->backward_times += clock->begun && time < clock->last;
        facts->long_gaps += clock->begun && time - clock->last > QW_MAX_GAP;
        if (block->type == QWD_READ) {
            facts->connectionless += block->u.qwd.u.packet.kind == QWD_CONNECTIONLESS;
            facts->runts += block->u.qwd.u.packet.kind == QWD_RUNT;
        }
    }
    facts->with_messages += block->messages != NULL;
    stats->in_command = false;
    stats->disconnected = block->is_end;
}

void qw_stats_begin(struct demo_stats *stats, const void *demo)
{
    const struct qw_demo *opened = demo;
    struct qw_facts *facts = stats->facts;
    facts->container = opened->container;
    facts->recorder = QW_FACTS_NO_RECORDER;
}

void qw_stats_end(struct demo_stats *stats, void *scanner)
{
    const struct qw_facts *facts = stats->facts;
    (void)scanner;
    snprintf(stats->mod, sizeof(stats->mod), "%s", facts->game_dir);
    demo_stats_judge_begin(stats, QW_SERVERDATA, "serverdata");
    demo_stats_odd_count(stats, facts->backward_times, "the clock runs backwards %llu time",
                         "the clock runs backwards %llu times");
    demo_stats_odd_count(stats, facts->bad_times, "%llu block holds no sensible time",
                         "%llu blocks hold no sensible time");
    demo_stats_odd_count(stats, facts->long_gaps, "%llu gap of more than 5 seconds is cut to that",
                         "%llu gaps of more than 5 seconds are cut to that");
    demo_stats_odd_count(stats, facts->runts, "%llu packet is too short for its header",
                         "%llu packets are too short for their header");
}
