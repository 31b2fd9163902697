#include "engine/quake3/q3_stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/match/q3_board.h"
#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_scanner.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "formats/base/info_string.h"
#include "formats/base/plural.h"
#include "formats/text/decimal.h"

enum {
    NAMES = 256, /* configstrings of models, and of sounds */
    PERS_SCORE = 0,
    KEEP_BYTES = 1024 /* longest configstring prefix that is searched */
};

static const char *find_string(const struct q3_state *c, uint32_t index)
{
    return q3_gamestate_string(&c->gamestate, index);
}

static void copy_value(const char *info, const char *key, char *value, uint32_t size)
{
    info_copy(info, key, INFO_KEYS_ANY_CASE, value, size);
}

/* --- gamestate --------------------------------------------------------------------------------
 */

/* Quake Live tells when the level was loaded, in seconds since 1970. */
static void see_date(struct demo_stats *stats, const char *server)
{
    char text[DECIMAL_MAX];
    struct decimal seconds;
    copy_value(server, "g_levelStartTime", text, sizeof(text));
    if (stats->date[0] == '\0' && decimal_read(text, text + strlen(text), &seconds) > 0 &&
        seconds.is_integer) {
        (void)demo_date_of_seconds(stats->date, seconds.integer);
    }
}

/* Serverinfo and systeminfo, as they are at the end. */
static void see_server(struct demo_stats *stats, const struct q3_state *c)
{
    struct q3_facts *facts = stats->facts;
    char text[KEEP_BYTES];
    const char *server = find_string(c, Q3_CS_SERVERINFO);
    q3_plain_text(find_string(c, facts->game->version), facts->version, sizeof(facts->version));
    copy_value(find_string(c, Q3_CS_SYSTEMINFO), "fs_game", facts->mod, sizeof(facts->mod));
    if (facts->mod[0] == '\0') {
        copy_value(server, "gamename", facts->mod, sizeof(facts->mod));
    }
    if (facts->mod[0] == '\0') { /* "baseq3-1": the game, and the version of it */
        snprintf(facts->mod, sizeof(facts->mod), "%.*s", (int)strcspn(facts->version, "-"),
                 facts->version);
    }
    copy_value(server, "sv_hostname", text, sizeof(text));
    q3_plain_text(text, facts->host, sizeof(facts->host));
    demo_stats_server(stats, facts->host, strlen(facts->host));
    snprintf(stats->mod, sizeof(stats->mod), "%s", facts->mod);
    see_date(stats, server);
    copy_value(server, "version", text, sizeof(text));
    demo_stats_engine(stats, text, strlen(text));
    facts->game_type = info_number(server, "g_gametype", INFO_KEYS_ANY_CASE, -1);
    const struct q3_match *match = &c->match;
    const bool told = facts->game_type >= 0 || match->mod == Q3_MOD_CPMA;
    facts->game_name = told ? match->name : NULL;
}

static uint32_t count_names(const struct q3_state *c, uint32_t first)
{
    uint32_t count = 0;
    for (uint32_t i = first + 1; i < first + NAMES; i++) {
        count += *find_string(c, i) != '\0';
    }
    return count;
}

/* "Q3DM6" -> "maps/q3dm6.bsp", as the other families call theirs. 0 or FORMAT_MEMORY. */
static int see_map(struct demo_stats *stats, const struct q3_state *c, struct demo_level *level)
{
    char map[64], path[80], name[KEEP_BYTES];
    copy_value(find_string(c, Q3_CS_SERVERINFO), "mapname", map, sizeof(map));
    for (char *at = map; *at != '\0'; at++) {
        *at = (char)(*at >= 'A' && *at <= 'Z' ? *at - 'A' + 'a' : *at);
    }
    snprintf(path, sizeof(path), "maps/%s.bsp", map);
    q3_plain_text(find_string(c, Q3_CS_MESSAGE), name, sizeof(name));
    level->map = map[0] != '\0' ? demo_stats_keep(stats, path) : NULL;
    level->name = demo_stats_keep(stats, name);
    return level->name && (level->map || map[0] == '\0') ? 0 : FORMAT_MEMORY;
}

/* Updates a player's name, model and team from its configstring. Returns 0 or FORMAT_MEMORY. */
static int see_player(struct demo_stats *stats, const struct q3_state *c, uint32_t slot)
{
    const struct q3_facts *facts = stats->facts;
    struct demo_player *player = &stats->players[slot];
    const char *info = find_string(c, facts->game->players + slot), *name = c->names[slot];
    char model[64];
    if (*info == '\0') {
        return 0; /* players who left stay in the list */
    }
    copy_value(info, "model", model, sizeof(model));
    const int32_t team = info_number(info, "t", INFO_KEYS_ANY_CASE, 0);
    if (!player->name || strcmp(player->name, name) != 0) {
        player->unscored = true; /* another one, or the first of all */
        player->name = demo_stats_keep(stats, name);
        player->name_length = (uint32_t)strlen(name);
    }
    if (!player->model || strcmp(player->model, model) != 0) {
        player->model = demo_stats_keep(stats, model);
    }
    player->team = q3_game_team(team);
    player->team_length = (uint32_t)strlen(player->team);
    player->spectator = team == Q3_TEAM_SPECTATOR;
    return player->name && player->model ? 0 : FORMAT_MEMORY;
}

static int see_gamestate(struct demo_stats *stats, const struct q3_state *c)
{
    struct q3_facts *facts = stats->facts;
    struct demo_level *level = demo_stats_add_level(stats);
    int status = level ? see_map(stats, c, level) : FORMAT_MEMORY;
    facts->gamestates++;
    facts->client = c->gamestate.client;
    facts->first = true;
    facts->executed = c->num_executed;
    for (uint32_t i = 0; status == 0 && i < Q3_PLAYERS; i++) { /* those before are gone */
        stats->players[i] = (struct demo_player){0};
        status = see_player(stats, c, i);
    }
    if (status == 0) {
        see_server(stats, c);
        level->game_type = (uint8_t)(facts->game_type & 0xff);
        level->models = count_names(c, facts->game->players - 2 * NAMES);
        level->sounds = count_names(c, facts->game->players - NAMES);
    }
    return status;
}

/* --- commands and snapshots ---------------------------------------------------------------------
 */

static int16_t clamp_score(int32_t score)
{
    return (int16_t)(score < INT16_MIN ? INT16_MIN : score > INT16_MAX ? INT16_MAX : score);
}

static void see_score(struct demo_stats *stats, int32_t client, int32_t score)
{
    if (client >= 0 && client < Q3_PLAYERS && stats->players[client].name) {
        stats->players[client].frags = clamp_score(score);
        stats->players[client].unscored = false;
    }
}

static void see_scores(struct demo_stats *stats, const struct q3_words *words)
{
    struct q3_board board = {0};
    if (q3_board_command(&board, words)) {
        for (uint32_t i = 0; i < board.num_rows; i++) {
            see_score(stats, board.rows[i].client, board.rows[i].score);
        }
    }
}

/* Counts an executed server command. Returns 0 or FORMAT_MEMORY. */
static int see_command(struct demo_stats *stats, const struct q3_state *c, const char *text)
{
    const struct q3_facts *facts = stats->facts;
    struct q3_words words;
    if (strncmp(text, "scores", 6) == 0 || strncmp(text, "xscores ", 8) == 0) {
        q3_words_split(&words, text);
        see_scores(stats, &words);
    } else if (strncmp(text, "cs ", 3) == 0) {
        q3_words_split(&words, text);
        const int32_t slot = q3_word_number(&words, 1) - facts->game->players;
        return slot >= 0 && slot < Q3_PLAYERS ? see_player(stats, c, (uint32_t)slot) : 0;
    }
    return 0;
}

/* The commands that were executed since. */
static int see_commands(struct demo_stats *stats, const struct q3_state *c)
{
    struct q3_facts *facts = stats->facts;
    uint32_t at = 0;
    int32_t sequence;
    const char *text;
    int status = 0;
    if (facts->executed == c->num_executed) {
        return 0;
    }
    facts->executed = c->num_executed;
    while (status == 0 && (text = q3_state_command(c, &at, &sequence)) != NULL) {
        status = see_command(stats, c, text);
    }
    return status;
}

static int see_snapshot(struct demo_stats *stats, const struct q3_state *c,
                        const struct q3_snapshot *s)
{
    struct q3_facts *facts = stats->facts;
    if (!s) {
        facts->dropped++;
        return 0;
    }
    facts->snapshots++;
    if (see_commands(stats, c) < 0 ||
        demo_stats_at_time(stats, (double)s->server_time / 1000.0) < 0) {
        return FORMAT_MEMORY;
    }
    const int32_t client = s->player.fields[Q3_PS_CLIENT_NUM];
    if (client >= 0 && client < Q3_PLAYERS && !stats->players[client].spectator) {
        see_score(stats, client, s->player.persistant[PERS_SCORE]);
    }
    return 0;
}

int q3_stats_message(void *context, const struct q3_state *state, const struct q3_message *message)
{
    struct demo_stats *stats = context;
    struct q3_facts *facts = stats->facts;
    stats->messages[message->id]++;
    switch (message->id) {
    case Q3_GAMESTATE:
        return see_gamestate(stats, state);
    case Q3_SERVER_COMMAND:
        facts->repeated += message->u.command.repeated;
        facts->kept += !message->u.command.repeated;
        return 0;
    case Q3_SNAPSHOT:
        return see_snapshot(stats, state, message->u.snapshot);
    default:
        return 0;
    }
}

void q3_stats_block(struct demo_stats *stats, int32_t sequence)
{
    struct q3_facts *facts = stats->facts;
    const int64_t step = (int64_t)sequence - facts->sequence;
    if (facts->follows && !facts->first && step > 1) {
        facts->gaps++;
        facts->lost += (uint64_t)step - 1;
    }
    facts->sequence = sequence;
    facts->follows = !facts->first;
    facts->first = false;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

static int32_t score_of(const char *text)
{
    const long score = strtol(text, NULL, 10);
    return score < INT16_MIN ? INT16_MIN : score > INT16_MAX ? INT16_MAX : (int32_t)score;
}

void q3_stats_begin(struct demo_stats *stats, const void *demo)
{
    const struct q3_file *file = demo;
    struct q3_facts *facts = stats->facts;
    stats->protocol = file->protocol->number;
    *facts = (struct q3_facts){
        .game = q3_game_of(file->protocol->number), .client = -1, .game_type = -1};
}

static void see_match_scores(struct q3_facts *facts, const struct q3_state *c)
{
    const char *one = find_string(c, Q3_CS_SCORES1), *two = find_string(c, Q3_CS_SCORES2);
    const struct q3_match *match = &c->match;
    facts->has_scores = *one != '\0' && *two != '\0';
    facts->scores[0] = score_of(one);
    facts->scores[1] = score_of(two);
    if (match->mod == Q3_MOD_CPMA) { /* CPMA has its scores in other configstrings */
        memcpy(facts->scores, match->scores, sizeof(facts->scores));
        facts->has_scores = match->scores[0] != Q3_SCORE_NOT_PRESENT;
    }
    facts->scoring = match->teams ? "red and blue" : "first and second";
}

/* The player with that score, of those from *slot on, whom it moves behind; "" = none. */
static const char *name_of_score(const struct demo_stats *stats, int32_t score, uint32_t *slot)
{
    while (*slot < Q3_PLAYERS) {
        const struct demo_player *player = &stats->players[(*slot)++];
        if (player->name && !player->spectator && !player->unscored && player->frags == score) {
            return player->name;
        }
    }
    return "";
}

/* The two scores are those of the teams, or of the first two players, who are not named. */
static void see_told(struct demo_stats *stats, const struct q3_state *c)
{
    const struct q3_facts *facts = stats->facts;
    struct demo_told *told = &stats->told;
    const bool same = facts->scores[0] == facts->scores[1];
    uint32_t slot = 0;
    demo_told_set(told->mod, facts->mod);
    demo_told_set(told->mode, facts->game_name ? facts->game_name : "");
    for (int i = 0; i < 2 && facts->has_scores; i++) {
        const int32_t score = facts->scores[i];
        slot = same ? slot : 0;
        if (score != Q3_SCORE_NOT_PRESENT) {
            demo_told_add(told,
                          c->match.teams ? q3_game_team(Q3_TEAM_RED + i)
                                         : name_of_score(stats, score, &slot),
                          score);
        }
    }
}

/* Commands after the last snapshot count, too. */
static void see_end(struct demo_stats *stats, struct q3_state *c)
{
    struct q3_facts *facts = stats->facts;
    q3_state_execute(c, facts->game, 0);
    q3_match_refresh(c, facts->game);
    if (see_commands(stats, c) < 0 && stats->code == 0) {
        stats->code = format_fail(&stats->error, FORMAT_MEMORY, 0, "out of memory");
    }
    see_server(stats, c);
    see_match_scores(facts, c);
    for (uint32_t i = 0; i < Q3_PLAYERS;
         i++) { /* a spectator's score is that of the watched player */
        stats->players[i].unscored |= stats->players[i].spectator;
    }
    see_told(stats, c);
}

void q3_stats_end(struct demo_stats *stats, void *scanner)
{
    const struct q3_facts *facts = stats->facts;
    struct q3_scanner *s = scanner;
    if (facts->gamestates > 0) {
        see_end(stats, &s->state);
    } else if (stats->code == 0) {
        demo_stats_oddity(stats, "no gamestate");
    }
    demo_stats_odd_count(stats, facts->dropped,
                         "%llu snapshot is told against one that is not there",
                         "%llu snapshots are told against one that is not there");
    if (facts->gaps > 0) {
        demo_stats_oddity(stats, "%llu %s lost in %lu place%s", (unsigned long long)facts->lost,
                          plural(facts->lost, "message was", "messages were"),
                          (unsigned long)facts->gaps, plural_s(facts->gaps));
    }
}
