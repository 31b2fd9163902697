#include "engine/quake3/match/q3_match.h"

#include <string.h>

#include "formats/base/info_string.h"

enum { /* configstrings */
       FLAG_STATUS = 23,
       LIVE_FLAG_STATUS = 658,
       LIVE_ROUND = 661,
       LIVE_ROUND_START = 662,
       LIVE_LEFT = 663, /* red's, then blue's */
       LIVE_PAUSE_BEGINS = 669,
       LIVE_PAUSE_ENDS = 670,
       CPMA_SETTINGS = 672,
       CPMA_SCORES = 710
};

enum { NOT_SAID = -1 };

static const char *find_string(const struct q3_state *c, uint32_t index)
{
    return q3_gamestate_string(&c->gamestate, index);
}

static int32_t read_number(const char *info, const char *key, int32_t otherwise)
{
    return info_number(info, key, INFO_KEYS_ANY_CASE, otherwise);
}

enum q3_mod q3_match_mod(const struct q3_state *c, const struct q3_game *game)
{
    char name[32];
    info_copy(find_string(c, Q3_CS_SERVERINFO), "gamename", INFO_KEYS_ANY_CASE, name, sizeof(name));
    return q3_game_mod(game, find_string(c, game->version), name);
}

static bool is_osp(const struct q3_state *c)
{
    char name[8];
    info_copy(find_string(c, Q3_CS_SYSTEMINFO), "fs_game", INFO_KEYS_ANY_CASE, name, sizeof(name));
    return strcmp(name, "osp") == 0;
}

static void set_kind(struct q3_match *match, enum q3_kind_list list, int32_t number)
{
    enum { FIRST_OF_TEAMS = 3 };
    const enum q3_match_kind kind = q3_match_kind_of(list, number);
    const unsigned traits = kind != Q3_KIND_UNKNOWN    ? q3_match_kind_traits(kind)
                            : number >= FIRST_OF_TEAMS ? (unsigned)Q3_KIND_TEAMS
                                                       : 0;
    match->kind = kind;
    match->name = q3_match_kind_name(kind);
    match->teams = (traits & Q3_KIND_TEAMS) != 0;
    match->flags = (traits & Q3_KIND_FLAGS) != 0;
    match->one_flag = (traits & Q3_KIND_SHARED_FLAG) != 0;
    match->tournament = (traits & Q3_KIND_PAIR) != 0;
    match->single = (traits & Q3_KIND_ALONE) != 0;
    match->rounds = (traits & Q3_KIND_ROUNDS) != 0;
}

static int32_t limit_of(const struct q3_match *match, const char *server)
{
    const bool captures = match->flags || match->one_flag ||
                          (match->kind >= Q3_KIND_OVERLOAD && match->kind <= Q3_KIND_DOMINATION &&
                           match->kind != Q3_KIND_LAST_MAN);
    const char *key = captures ? "capturelimit" : match->rounds ? "roundlimit" : "fraglimit";
    return read_number(server, key, read_number(server, "fraglimit", 0));
}

/* CPMA: match state in one configstring, scores in another: red's and blue's, or first and
 * second, where the key of blue has the first. td is added to ts. */
static void set_cpma(struct q3_match *match, const struct q3_state *c)
{
    const char *settings = find_string(c, CPMA_SETTINGS), *scores = find_string(c, CPMA_SCORES);
    const char *from = scores[0] != '\0' ? scores : settings;
    const int32_t begun = read_number(settings, "ts", 0), added = read_number(settings, "td", 0);
    const int32_t paused = read_number(settings, "te", 0);
    set_kind(
        match, Q3_KINDS_CPMA,
        read_number(settings, "t", read_number(find_string(c, Q3_CS_SERVERINFO), "g_gametype", 0)));
    match->scores[0] = read_number(from, match->teams ? "sr" : "sb", Q3_SCORE_NOT_PRESENT);
    match->scores[1] = read_number(from, match->teams ? "sb" : "sr", Q3_SCORE_NOT_PRESENT);
    match->warmup = read_number(settings, "tw", 0);
    match->start = (int32_t)((uint32_t)begun + (uint32_t)added);
    match->stopped = paused != 0 ? (int32_t)((uint32_t)match->start + (uint32_t)paused) : 0;
    match->time_limit = read_number(settings, "tl", 0);
    match->limit = read_number(settings, "sl", 0);
    match->round_begins = match->rounds ? read_number(scores, "tw", 0) : 0;
    if (match->rounds && match->teams) {
        match->left[0] = read_number(scores, "pr", read_number(settings, "pr", NOT_SAID));
        match->left[1] = read_number(scores, "pb", read_number(settings, "pb", NOT_SAID));
    }
}

/* Quake Live: the start of the next round is in the string with its number, the start of the
 * current one in a string of its own, -1 between rounds. */
static void set_live_round(struct q3_match *match, const struct q3_state *c)
{
    const char *round = find_string(c, LIVE_ROUND);
    const int32_t start = q3_text_number(find_string(c, LIVE_ROUND_START));
    match->round_start = match->rounds && start > 0 ? start : 0;
    match->round_begins = match->rounds && start <= 0 ? read_number(round, "time", 0) : 0;
    match->round_turn = read_number(round, "turn", 0) & 1;
    for (uint32_t team = 0; team < 2 && match->rounds && match->teams; team++) {
        const char *left = find_string(c, LIVE_LEFT + team);
        match->left[team] = left[0] != '\0' ? q3_text_number(left) : NOT_SAID;
    }
}

static enum q3_flag_place place_of(char c)
{
    return c == '1' ? Q3_FLAG_TAKEN : c == '2' ? Q3_FLAG_DROPPED : Q3_FLAG_HOME;
}

static void set_flags(struct q3_match *match, const struct q3_state *c, const struct q3_game *game)
{
    const char *status = find_string(c, game->live ? LIVE_FLAG_STATUS : FLAG_STATUS);
    match->one_flag_place = status[0] >= '0' && status[0] <= '4' ? status[0] - '0' : 0;
    for (int i = 0; i < 2 && status[i] != '\0'; i++) {
        match->flag_places[i] = place_of(status[i]);
        match->held[i] = status[i] >= '1' && status[i] <= '3' ? status[i] - '0' : 0;
    }
}

void q3_match_of(struct q3_match *match, const struct q3_state *c, const struct q3_game *game)
{
    const char *server = find_string(c, Q3_CS_SERVERINFO);
    *match = (struct q3_match){.mod = q3_match_mod(c, game), .left = {NOT_SAID, NOT_SAID}};
    set_flags(match, c, game);
    if (match->mod == Q3_MOD_CPMA) {
        set_cpma(match, c);
        return;
    }
    const int32_t type = read_number(server, "g_gametype", 0);
    if (game->live) {
        set_kind(match, Q3_KINDS_LIVE, type);
        set_live_round(match, c);
        match->stopped = q3_text_number(find_string(c, LIVE_PAUSE_BEGINS));
        match->resumes = q3_text_number(find_string(c, LIVE_PAUSE_ENDS));
    } else if (is_osp(c)) {
        set_kind(match, Q3_KINDS_OSP, type);
    } else {
        const bool arena = match->mod == Q3_MOD_OPENARENA;
        set_kind(match, arena ? Q3_KINDS_OPENARENA : Q3_KINDS_ORIGINAL, type);
        match->own_excellent = arena && read_number(server, "g_altExcellent", 0) != 0;
    }
    for (int i = 0; i < 2; i++) {
        match->scores[i] = q3_state_score(c, i);
    }
    match->warmup = q3_state_warmup(c);
    match->start = q3_state_level_start(c, game);
    match->time_limit = read_number(server, "timelimit", 0);
    match->limit = limit_of(match, server);
}

/* OSP's configstring 872 is "1" where the server shifts players. */
static bool moves_players(const struct q3_state *c)
{
    enum { OSP_MOVES_PLAYERS = 872 /* configstring */ };
    return strcmp(find_string(c, OSP_MOVES_PLAYERS), "1") == 0 && is_osp(c);
}

void q3_match_refresh(struct q3_state *c, const struct q3_game *game)
{
    q3_match_of(&c->match, c, game);
    c->version_mod = q3_game_mod(game, find_string(c, game->version), "");
    c->moves_players = moves_players(c);
}

bool q3_match_scoring(const struct q3_match *match, const struct q3_arena *arena, double now,
                      int32_t *team, int *seconds)
{
    enum { RED = 1, BLUE = 2 };
    const double left = ((double)arena->take_time - now) / 1000.0;
    if (match->kind != Q3_KIND_DOUBLE_DOMINATION || match->held[0] != match->held[1] ||
        (match->held[0] != RED && match->held[0] != BLUE) || left <= -1.0 || left > 1e6) {
        return false;
    }
    *team = match->held[0];
    *seconds = (int)left + 1;
    return true;
}
