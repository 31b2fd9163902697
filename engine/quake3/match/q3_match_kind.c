#include "engine/quake3/match/q3_match_kind.h"

#include <stddef.h>

#define TEAM_ROUNDS (Q3_KIND_TEAMS | Q3_KIND_ROUNDS)
#define TEAM_FLAGS (Q3_KIND_TEAMS | Q3_KIND_FLAGS)

static const struct {
    const char *name;
    unsigned traits;
} kinds[Q3_KINDS] = {
    [Q3_KIND_UNKNOWN] = {NULL, 0},
    [Q3_KIND_FREE_FOR_ALL] = {"Free For All", 0},
    [Q3_KIND_TOURNAMENT] = {"Tournament", Q3_KIND_PAIR},
    [Q3_KIND_SINGLE_PLAYER] = {"Single Player", Q3_KIND_ALONE},
    [Q3_KIND_TEAM_DEATHMATCH] = {"Team Deathmatch", Q3_KIND_TEAMS},
    [Q3_KIND_CAPTURE] = {"Capture the Flag", TEAM_FLAGS},
    [Q3_KIND_ONE_FLAG] = {"One Flag CTF", Q3_KIND_TEAMS | Q3_KIND_SHARED_FLAG},
    [Q3_KIND_OVERLOAD] = {"Overload", Q3_KIND_TEAMS},
    [Q3_KIND_HARVESTER] = {"Harvester", Q3_KIND_TEAMS},
    [Q3_KIND_ELIMINATION] = {"Elimination", TEAM_ROUNDS},
    [Q3_KIND_CTF_ELIMINATION] = {"CTF Elimination", TEAM_FLAGS | Q3_KIND_ROUNDS},
    [Q3_KIND_LAST_MAN] = {"Last Man Standing", Q3_KIND_ROUNDS},
    [Q3_KIND_DOUBLE_DOMINATION] = {"Double Domination", Q3_KIND_TEAMS},
    [Q3_KIND_DOMINATION] = {"Domination", Q3_KIND_TEAMS},
    [Q3_KIND_DUEL] = {"Duel", Q3_KIND_PAIR},
    [Q3_KIND_RACE] = {"Race", 0},
    [Q3_KIND_CLAN_ARENA] = {"Clan Arena", TEAM_ROUNDS},
    [Q3_KIND_FREEZE_TAG] = {"Freeze Tag", TEAM_ROUNDS},
    [Q3_KIND_ATTACK_DEFEND] = {"Attack and Defend", TEAM_FLAGS | Q3_KIND_ROUNDS},
    [Q3_KIND_RED_ROVER] = {"Red Rover", Q3_KIND_ROUNDS},
    [Q3_KIND_HOONYMODE] = {"Hoonymode", Q3_KIND_PAIR},
    [Q3_KIND_CAPTURE_STRIKE] = {"Capture Strike", TEAM_FLAGS | Q3_KIND_ROUNDS},
    [Q3_KIND_TEAM_FORTRESS] = {"Not Team Fortress", TEAM_FLAGS},
    [Q3_KIND_TWO_ON_TWO] = {"2v2 Team Deathmatch", Q3_KIND_TEAMS},
};

/* --- numbers ---------------------------------------------------------------------------------- */

/* Team Arena added three, OpenArena five more. */
static const uint8_t original[] = {
    Q3_KIND_FREE_FOR_ALL, Q3_KIND_TOURNAMENT,      Q3_KIND_SINGLE_PLAYER, Q3_KIND_TEAM_DEATHMATCH,
    Q3_KIND_CAPTURE,      Q3_KIND_ONE_FLAG,        Q3_KIND_OVERLOAD,      Q3_KIND_HARVESTER,
    Q3_KIND_ELIMINATION,  Q3_KIND_CTF_ELIMINATION, Q3_KIND_LAST_MAN,      Q3_KIND_DOUBLE_DOMINATION,
    Q3_KIND_DOMINATION,
};

static const uint8_t osp[] = {
    Q3_KIND_FREE_FOR_ALL,    Q3_KIND_TOURNAMENT, Q3_KIND_SINGLE_PLAYER,
    Q3_KIND_TEAM_DEATHMATCH, Q3_KIND_CAPTURE,    Q3_KIND_CLAN_ARENA,
};

static const uint8_t cpma[] = {
    Q3_KIND_HOONYMODE, /* -1 */
    Q3_KIND_FREE_FOR_ALL,  Q3_KIND_DUEL,       Q3_KIND_UNKNOWN,    Q3_KIND_TEAM_DEATHMATCH,
    Q3_KIND_CAPTURE,       Q3_KIND_CLAN_ARENA, Q3_KIND_FREEZE_TAG, Q3_KIND_CAPTURE_STRIKE,
    Q3_KIND_TEAM_FORTRESS, Q3_KIND_TWO_ON_TWO,
};

static const uint8_t live[] = {
    Q3_KIND_FREE_FOR_ALL, Q3_KIND_DUEL,       Q3_KIND_RACE,       Q3_KIND_TEAM_DEATHMATCH,
    Q3_KIND_CLAN_ARENA,   Q3_KIND_CAPTURE,    Q3_KIND_ONE_FLAG,   Q3_KIND_OVERLOAD,
    Q3_KIND_HARVESTER,    Q3_KIND_FREEZE_TAG, Q3_KIND_DOMINATION, Q3_KIND_ATTACK_DEFEND,
    Q3_KIND_RED_ROVER,
};

enum q3_match_kind q3_match_kind_of(enum q3_kind_list list, int32_t number)
{
    enum { TEAM_ARENA = 8 };
    static const struct {
        const uint8_t *kinds;
        int32_t first, count;
    } lists[] = {
        [Q3_KINDS_ORIGINAL] = {original, 0, TEAM_ARENA},
        [Q3_KINDS_OPENARENA] = {original, 0, sizeof(original)},
        [Q3_KINDS_OSP] = {osp, 0, sizeof(osp)},
        [Q3_KINDS_CPMA] = {cpma, -1, sizeof(cpma)},
        [Q3_KINDS_LIVE] = {live, 0, sizeof(live)},
    };
    const int64_t place = (int64_t)number - lists[list].first;
    return place >= 0 && place < lists[list].count ? (enum q3_match_kind)lists[list].kinds[place]
                                                   : Q3_KIND_UNKNOWN;
}

const char *q3_match_kind_name(enum q3_match_kind kind)
{
    return kinds[kind].name;
}

unsigned q3_match_kind_traits(enum q3_match_kind kind)
{
    return kinds[kind].traits;
}
