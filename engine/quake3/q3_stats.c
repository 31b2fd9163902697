#include "engine/quake3/q3_stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/inspect/demo_stats.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_reader.h"
#include "formats/quake3/q3_detect.h"

enum {
    PLAYERS = 64,
    NAMES = 256, /* configstrings of models, and of sounds */
    TEAM_SPECTATOR = 3,
    PERS_SCORE = 0,
    KEEP_BYTES = 1024 /* of a configstring that is looked into */
};

struct pass {
    struct demo_stats *stats;
    struct q3_facts *own;
    struct q3_reader *reader;
    const struct q3_game *game;
    struct q3_words words;
    int32_t sequence; /* of the last message */
    bool follows;     /* there was one in this gamestate, and not the gamestate itself */
    bool no_memory;
};

static const char *string(const struct pass *pass, uint32_t index)
{
    return q3_gamestate_string(&pass->reader->gamestate, index);
}

/* --- what a gamestate says ----------------------------------------------------------------------
 */

/* Names of g_gametype; what is not sure has none. */
static const char *game_type_name(const struct pass *pass, int32_t type)
{
    static const char *const original[] = {"Free for All",    "Tournament",       "Single Player",
                                           "Team Deathmatch", "Capture the Flag", "One Flag CTF",
                                           "Overload",        "Harvester"};
    static const char *const open_arena[] = {"Elimination", "CTF Elimination", "Last Man Standing",
                                             "Double Domination", "Domination"};
    static const char *const live[] = {"Free for All",    "Duel",       "Race",
                                       "Team Deathmatch", "Clan Arena", "Capture the Flag",
                                       "One Flag CTF",    "Overload",   "Harvester",
                                       "Freeze Tag",      "Domination", "Attack and Defend",
                                       "Red Rover"};
    static const char *const cpma[] = {"Clan Arena", "Freeze Tag", "Capture Strike", NULL, "2v2"};
    enum { SHARED = 5, ALL = 8 };
    const size_t i = (size_t)type;
    if (type < 0 || type > 64) {
        return NULL;
    }
    if (pass->game->live) {
        return i < sizeof(live) / sizeof(live[0]) ? live[i] : NULL;
    }
    const bool is_cpma = strncmp(pass->own->game, "cpma", 4) == 0;
    if (i < SHARED && !(is_cpma && i == 2)) {
        return original[i];
    }
    if (is_cpma) {
        return i >= SHARED && i - SHARED < 5 ? cpma[i - SHARED] : NULL;
    }
    if (strcmp(pass->own->mod, "osp") == 0) {
        return i == SHARED ? "Clan Arena" : NULL;
    }
    if (i < ALL) {
        return original[i];
    }
    return strncmp(pass->own->game, "baseoa", 6) == 0 && i - ALL < 5 ? open_arena[i - ALL] : NULL;
}

static bool has_teams(const struct pass *pass, int32_t type)
{
    return pass->game->live ? type >= 3 && type != 12 : type >= 3;
}

/* Serverinfo and systeminfo, as they are at the end. */
static void see_server(struct pass *pass)
{
    struct q3_facts *own = pass->own;
    char text[KEEP_BYTES];
    const char *server = string(pass, Q3_CS_SERVERINFO);
    q3_plain_text(string(pass, pass->game->version), own->game, sizeof(own->game));
    q3_info_value(string(pass, Q3_CS_SYSTEMINFO), "fs_game", own->mod, sizeof(own->mod));
    if (own->mod[0] == '\0') {
        q3_info_value(server, "gamename", own->mod, sizeof(own->mod));
    }
    if (own->mod[0] == '\0') { /* "baseq3-1": the game, and the version of it */
        snprintf(own->mod, sizeof(own->mod), "%.*s", (int)strcspn(own->game, "-"), own->game);
    }
    q3_info_value(server, "sv_hostname", text, sizeof(text));
    q3_plain_text(text, own->host, sizeof(own->host));
    q3_info_value(server, "version", text, sizeof(text));
    demo_stats_engine(pass->stats, text, strlen(text));
    own->game_type = q3_info_number(server, "g_gametype", -1);
    own->game_name = game_type_name(pass, own->game_type);
}

static uint32_t count_names(const struct pass *pass, uint32_t first)
{
    uint32_t count = 0;
    for (uint32_t i = first + 1; i < first + NAMES; i++) {
        count += *string(pass, i) != '\0';
    }
    return count;
}

/* "Q3DM6" -> "maps/q3dm6.bsp", as the other families call theirs. */
static void see_map(struct pass *pass, struct demo_level *level)
{
    char map[64], path[80];
    q3_info_value(string(pass, Q3_CS_SERVERINFO), "mapname", map, sizeof(map));
    for (char *c = map; *c != '\0'; c++) {
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    }
    snprintf(path, sizeof(path), "maps/%s.bsp", map);
    level->map = map[0] != '\0' ? demo_stats_keep(pass->stats, path) : NULL;
    char name[KEEP_BYTES];
    q3_plain_text(string(pass, Q3_CS_MESSAGE), name, sizeof(name));
    level->name = demo_stats_keep(pass->stats, name);
    pass->no_memory |= !level->name;
}

static void see_player(struct pass *pass, uint32_t slot)
{
    struct demo_player *player = &pass->stats->players[slot];
    const char *info = string(pass, pass->game->players + slot);
    char name[KEEP_BYTES], plain[KEEP_BYTES], model[64];
    if (*info == '\0') {
        return; /* who has left stays in the list */
    }
    q3_info_value(info, "n", name, sizeof(name));
    q3_plain_text(name, plain, sizeof(plain));
    q3_info_value(info, "model", model, sizeof(model));
    const int32_t team = q3_info_number(info, "t", 0);
    if (!player->name || strcmp(player->name, plain) != 0) {
        player->unscored = true; /* another one, or the first of all */
        player->name = demo_stats_keep(pass->stats, plain);
        player->name_length = player->name ? (uint32_t)strlen(player->name) : 0;
    }
    if (!player->model || strcmp(player->model, model) != 0) {
        player->model = demo_stats_keep(pass->stats, model);
    }
    player->team = q3_game_team(team);
    player->team_length = (uint32_t)strlen(player->team);
    player->spectator = team == TEAM_SPECTATOR;
    pass->no_memory |= !player->name || !player->model;
}

static void see_gamestate(struct pass *pass)
{
    struct demo_level *level = demo_stats_add_level(pass->stats);
    if (!level) {
        pass->no_memory = true;
        return;
    }
    pass->own->gamestates++;
    pass->own->client = pass->reader->gamestate.client;
    pass->follows = false;
    pass->own->has_scores = false;
    for (uint32_t i = 0; i < PLAYERS; i++) { /* those of the level before are gone */
        pass->stats->players[i] = (struct demo_player){0};
        see_player(pass, i);
    }
    see_server(pass);
    see_map(pass, level);
    level->game_type = (uint8_t)(pass->own->game_type & 0xff);
    level->models = count_names(pass, pass->game->players - 2 * NAMES);
    level->sounds = count_names(pass, pass->game->players - NAMES);
}

/* --- commands and snapshots ---------------------------------------------------------------------
 */

static int16_t bounded(int32_t score)
{
    return (int16_t)(score < INT16_MIN ? INT16_MIN : score > INT16_MAX ? INT16_MAX : score);
}

static void see_score(struct pass *pass, int32_t client, int32_t score)
{
    if (client >= 0 && client < PLAYERS && pass->stats->players[client].name) {
        pass->stats->players[client].frags = bounded(score);
        pass->stats->players[client].unscored = false;
    }
}

/* scores COUNT RED BLUE, then so many words of each player, which begin with number and score. */
static void see_scores(struct pass *pass, const char *text)
{
    enum { HEAD = 4, FEWEST = 4 };
    q3_words_split(&pass->words, text);
    const int32_t count = q3_word_number(&pass->words, 1);
    if (count <= 0 || count > PLAYERS || pass->words.count < HEAD) {
        return;
    }
    const uint32_t width = (pass->words.count - HEAD) / (uint32_t)count;
    for (uint32_t i = 0; width >= FEWEST && i < (uint32_t)count; i++) {
        const uint32_t at = HEAD + i * width;
        see_score(pass, q3_word_number(&pass->words, at), q3_word_number(&pass->words, at + 1));
    }
}

static void see_command(struct pass *pass, const struct q3_message *m)
{
    if (m->u.command.repeated) {
        pass->own->repeated++;
        return;
    }
    pass->own->kept++;
    if (strncmp(m->u.command.text, "scores ", 7) == 0) {
        see_scores(pass, m->u.command.text);
    } else if (pass->reader->set >= 0) {
        const int32_t slot = pass->reader->set - pass->game->players;
        if (slot >= 0 && slot < PLAYERS) {
            see_player(pass, (uint32_t)slot);
        }
    }
}

static void see_snapshot(struct pass *pass, const struct q3_snapshot *s)
{
    if (!s) {
        pass->own->dropped++;
        return;
    }
    pass->own->snapshots++;
    pass->no_memory |= !demo_stats_at_time(pass->stats, (double)s->server_time / 1000.0);
    const int32_t client = s->player.fields[Q3_PS_CLIENT_NUM];
    if (client >= 0 && client < PLAYERS && !pass->stats->players[client].spectator) {
        see_score(pass, client, s->player.persistant[PERS_SCORE]);
    }
}

static void see_message(struct pass *pass, const struct q3_message *m)
{
    pass->stats->messages[m->id]++;
    switch (m->id) {
    case Q3_GAMESTATE:
        see_gamestate(pass);
        break;
    case Q3_SERVER_COMMAND:
        see_command(pass, m);
        break;
    case Q3_SNAPSHOT:
        see_snapshot(pass, m->u.snapshot);
        break;
    default:
        break;
    }
}

static void see_sequence(struct pass *pass, bool had_gamestate)
{
    const int32_t sequence = pass->reader->block.sequence;
    const int64_t step = (int64_t)sequence - pass->sequence;
    if (pass->follows && !had_gamestate && step > 1) {
        pass->own->gaps++;
        pass->own->lost += (uint64_t)step - 1;
    }
    pass->sequence = sequence;
    pass->follows = !had_gamestate;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

static int32_t score_of(const char *text)
{
    const long score = strtol(text, NULL, 10);
    return score < INT16_MIN ? INT16_MIN : score > INT16_MAX ? INT16_MAX : (int32_t)score;
}

static void see_end(struct pass *pass)
{
    struct demo_stats *stats = pass->stats;
    struct q3_facts *own = pass->own;
    if (own->gamestates > 0) {
        const char *one = string(pass, Q3_CS_SCORES1), *two = string(pass, Q3_CS_SCORES2);
        see_server(pass);
        own->has_scores = *one != '\0' && *two != '\0';
        own->scores[0] = score_of(one);
        own->scores[1] = score_of(two);
        for (uint32_t i = 0; i < PLAYERS; i++) { /* theirs are those of whom they look at */
            stats->players[i].unscored |= stats->players[i].spectator;
        }
        own->scoring = has_teams(pass, own->game_type) ? "red and blue" : "first and second";
    } else if (stats->code == 0) {
        demo_stats_oddity(stats, "no gamestate");
    }
    for (size_t i = 0; i < stats->level_count; i++) {
        stats->length += demo_level_length(&stats->levels[i]);
    }
    if (own->dropped > 0) {
        demo_stats_oddity(stats, "%lu snapshots are told against one that is not there",
                          (unsigned long)own->dropped);
    }
    if (own->gaps > 0) {
        demo_stats_oddity(stats, "%llu messages were lost in %lu places",
                          (unsigned long long)own->lost, (unsigned long)own->gaps);
    }
    if (stats->code < 0) {
        demo_stats_judge_end(stats, 0);
    }
}

static int see_blocks(struct pass *pass)
{
    struct demo_stats *stats = pass->stats;
    struct q3_message message;
    int code;
    while ((code = q3_reader_block(pass->reader, &stats->error)) > 0) {
        bool had_gamestate = false;
        while ((code = q3_reader_next(pass->reader, &message, &stats->error)) > 0) {
            had_gamestate |= message.id == Q3_GAMESTATE;
            see_message(pass, &message);
        }
        if (code < 0) {
            return code;
        }
        if (pass->no_memory) {
            return format_fail(&stats->error, FORMAT_MEMORY, pass->reader->block.offset,
                               "no memory");
        }
        see_sequence(pass, had_gamestate);
        stats->blocks++;
    }
    return code;
}

int q3_stats_read(struct demo_stats *stats, const uint8_t *data, size_t size, const char *name)
{
    const int protocol = q3_detect(data, size, name);
    struct pass pass = {.stats = stats, .own = &stats->own.q3};
    if (protocol <= 0) {
        return stats->code = format_fail(&stats->error, protocol < 0 ? protocol : FORMAT_UNKNOWN, 0,
                                         protocol < 0 ? "no memory" : "not a Quake demo");
    }
    pass.reader = q3_reader_create(protocol, data, size);
    if (!pass.reader) {
        return stats->code = format_fail(&stats->error, FORMAT_MEMORY, 0, "no memory");
    }
    pass.game = q3_game_of(protocol);
    stats->family = "quake3";
    stats->protocol = protocol;
    stats->own.q3 = (struct q3_facts){.client = -1, .game_type = -1};
    stats->code = see_blocks(&pass);
    stats->own.q3.ended = stats->disconnected = stats->code == 0;
    see_end(&pass);
    q3_reader_free(pass.reader);
    return stats->code;
}
