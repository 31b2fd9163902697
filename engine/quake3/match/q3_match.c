#include "engine/quake3/match/q3_match.h"

#include <string.h>

#include "formats/base/info_string.h"

enum { /* configstrings */
       FLAG_STATUS = 23,
       LIVE_FLAG_STATUS = 658,
       LIVE_PAUSE_BEGINS = 669,
       CPMA_SETTINGS = 672,
       CPMA_SCORES = 710
};

enum { /* bits of a kind of game */
       TEAMS = 1,
       FLAGS = 2,
       ONE_FLAG = 4,
       TOURNAMENT = 8,
       SINGLE = 16,
       ROUNDS = 32
};

struct kind {
    const char *name;
    unsigned bits;
};

static const struct kind original[] = {
    {"Free For All", 0},
    {"Tournament", TOURNAMENT},
    {"Single Player", SINGLE},
    {"Team Deathmatch", TEAMS},
    {"Capture the Flag", TEAMS | FLAGS},
    {"One Flag CTF", TEAMS | ONE_FLAG},
    {"Overload", TEAMS},
    {"Harvester", TEAMS},
    /* OpenArena's: */
    {"Elimination", TEAMS | ROUNDS},
    {"CTF Elimination", TEAMS | FLAGS | ROUNDS},
    {"Last Man Standing", ROUNDS},
    {"Double Domination", TEAMS},
    {"Domination", TEAMS},
};

static const struct kind live[] = {
    {"Free For All", 0},
    {"Duel", TOURNAMENT},
    {"Race", 0},
    {"Team Deathmatch", TEAMS},
    {"Clan Arena", TEAMS | ROUNDS},
    {"Capture the Flag", TEAMS | FLAGS},
    {"One Flag CTF", TEAMS | ONE_FLAG},
    {"Overload", TEAMS},
    {"Harvester", TEAMS},
    {"Freeze Tag", TEAMS | ROUNDS},
    {"Domination", TEAMS},
    {"Attack and Defend", TEAMS | FLAGS | ROUNDS},
    {"Red Rover", ROUNDS},
};

static const struct kind cpma[] = {
    {"Hoonymode", TOURNAMENT}, /* -1 */
    {"Free For All", 0},
    {"Duel", TOURNAMENT},
    {NULL, 0},
    {"Team Deathmatch", TEAMS},
    {"Capture the Flag", TEAMS | FLAGS},
    {"Clan Arena", TEAMS | ROUNDS},
    {"Freeze Tag", TEAMS | ROUNDS},
    {"Capture Strike", TEAMS | FLAGS | ROUNDS},
    {"Not Team Fortress", TEAMS | FLAGS},
    {"2v2 Team Deathmatch", TEAMS},
};

/* OSP's, from that one on. */
enum { FIRST_OSP = 5 };
static const struct kind osp[] = {
    {"Clan Arena", TEAMS | ROUNDS},
};

#define COUNT(list) ((int32_t)(sizeof(list) / sizeof((list)[0])))

static const char *string(const struct q3_state *c, uint32_t index)
{
    return q3_gamestate_string(&c->gamestate, index);
}

static int32_t number(const char *info, const char *key, int32_t otherwise)
{
    return info_number(info, key, INFO_KEYS_ANY_CASE, otherwise);
}

enum q3_mod q3_match_mod(const struct q3_state *c, const struct q3_game *game)
{
    char name[32];
    info_copy(string(c, Q3_CS_SERVERINFO), "gamename", INFO_KEYS_ANY_CASE, name, sizeof(name));
    return q3_game_mod(game, string(c, game->version), name);
}

static bool is_osp(const struct q3_state *c)
{
    char name[8];
    info_copy(string(c, Q3_CS_SYSTEMINFO), "fs_game", INFO_KEYS_ANY_CASE, name, sizeof(name));
    return strcmp(name, "osp") == 0;
}

static void set_kind(struct q3_match *match, const struct kind *kinds, int32_t count, int32_t type)
{
    const struct kind unknown = {NULL, type >= 3 ? TEAMS : 0};
    const struct kind *kind = type >= 0 && type < count ? &kinds[type] : &unknown;
    match->name = kind->name;
    match->teams = (kind->bits & TEAMS) != 0;
    match->flags = (kind->bits & FLAGS) != 0;
    match->one_flag = (kind->bits & ONE_FLAG) != 0;
    match->tournament = (kind->bits & TOURNAMENT) != 0;
    match->single = (kind->bits & SINGLE) != 0;
    match->rounds = (kind->bits & ROUNDS) != 0;
}

static int32_t limit_of(const struct q3_match *match, const char *server)
{
    const char *key = match->flags || match->one_flag ? "capturelimit"
                      : match->rounds                 ? "roundlimit"
                                                      : "fraglimit";
    return number(server, key, number(server, "fraglimit", 0));
}

/* The state of the match in one string, the scores in another: red's and blue's, or of the first
 * two, in that place the first one's is called blue's. Times add up. */
static void set_cpma(struct q3_match *match, const struct q3_state *c)
{
    const char *settings = string(c, CPMA_SETTINGS), *scores = string(c, CPMA_SCORES);
    const char *from = scores[0] != '\0' ? scores : settings;
    const int32_t begun = number(settings, "ts", 0), added = number(settings, "td", 0);
    const int32_t paused = number(settings, "te", 0);
    set_kind(match, cpma, COUNT(cpma), number(settings, "t", 0) + 1);
    match->scores[0] = number(from, match->teams ? "sr" : "sb", Q3_SCORE_NOT_PRESENT);
    match->scores[1] = number(from, match->teams ? "sb" : "sr", Q3_SCORE_NOT_PRESENT);
    match->warmup = number(settings, "tw", 0);
    match->start = (int32_t)((uint32_t)begun + (uint32_t)added);
    match->stopped = paused != 0 ? (int32_t)((uint32_t)match->start + (uint32_t)paused) : 0;
    match->time_limit = number(settings, "tl", 0);
    match->limit = number(settings, "sl", 0);
}

static enum q3_flag_place place_of(char c)
{
    return c == '1' ? Q3_FLAG_TAKEN : c == '2' ? Q3_FLAG_DROPPED : Q3_FLAG_HOME;
}

static void set_flags(struct q3_match *match, const struct q3_state *c, const struct q3_game *game)
{
    const char *status = string(c, game->live ? LIVE_FLAG_STATUS : FLAG_STATUS);
    match->one_flag_place = status[0] >= '0' && status[0] <= '4' ? status[0] - '0' : 0;
    for (int i = 0; i < 2 && status[i] != '\0'; i++) {
        match->flag_places[i] = place_of(status[i]);
    }
}

void q3_match_of(struct q3_match *match, const struct q3_state *c, const struct q3_game *game)
{
    const char *server = string(c, Q3_CS_SERVERINFO);
    *match = (struct q3_match){.mod = q3_match_mod(c, game)};
    set_flags(match, c, game);
    if (match->mod == Q3_MOD_CPMA) {
        set_cpma(match, c);
        return;
    }
    const int32_t type = number(server, "g_gametype", 0);
    if (game->live) {
        set_kind(match, live, COUNT(live), type);
        match->stopped = q3_text_number(string(c, LIVE_PAUSE_BEGINS));
    } else if (type >= FIRST_OSP && is_osp(c)) {
        set_kind(match, osp, COUNT(osp), type - FIRST_OSP);
    } else {
        const int32_t known = match->mod == Q3_MOD_OPENARENA ? COUNT(original) : 8;
        set_kind(match, original, known, type);
    }
    for (int i = 0; i < 2; i++) {
        match->scores[i] = q3_state_score(c, i);
    }
    match->warmup = q3_state_warmup(c);
    match->start = q3_state_level_start(c, game);
    match->time_limit = number(server, "timelimit", 0);
    match->limit = limit_of(match, server);
}
