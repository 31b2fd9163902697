#include "engine/quake3/sounds/q3_team_sounds.h"

#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/sounds/q3_sound_stat_index.h"

#define T(name) "sound/teamplay/" name ".wav"
#define F(name) "sound/feedback/" name ".wav"

enum { RED = 1, BLUE = 2 };

/* Sound numbers after those of the flags. */
enum {
    RED_ATTACKED = Q3_TEAM_SOUNDS,
    BLUE_ATTACKED,
    RED_SCORED,
    BLUE_SCORED,
    RED_LEADS,
    BLUE_LEADS,
    TEAMS_TIED,
    KAMIKAZE
};

/* The original's number. CPMA numbers name the affected flag instead of the acting team, and have
 * no obelisks. */
static int32_t usual_number(enum q3_mod mod, int32_t parm)
{
    if (mod != Q3_MOD_CPMA || parm < 0) {
        return parm;
    }
    return parm < Q3_TEAM_SOUNDS ? parm ^ 1 : parm + RED_SCORED - RED_ATTACKED;
}

/* Team of the player state's client; in OpenArena of the recorder, also while following another
 * player. */
static int32_t own_team(const struct q3_sound_emitter *h)
{
    struct q3_player recorder;
    const int32_t client = h->state->gamestate.client;
    if (h->mod == Q3_MOD_OPENARENA && client >= 0 && client < Q3_PLAYERS &&
        q3_state_player(h->state, h->game, (uint32_t)client, &recorder)) {
        return recorder.team;
    }
    return q3_player_count(h->game, &h->now->player, Q3_COUNT_TEAM);
}

static bool carries_flag(const struct q3_sound_emitter *h, enum q3_powerup flag)
{
    return (q3_own_powerups(h->game, &h->now->player) >> flag & 1) != 0;
}

/* `taker`: the team that took the enemy flag; in One Flag CTF the other team took the neutral flag.
 */
static void emit_taken(struct q3_sound_emitter *h, int32_t team, int32_t taker,
                       enum q3_powerup flag)
{
    const bool one = h->match.one_flag;
    if (carries_flag(h, flag) || carries_flag(h, Q3_POWERUP_NEUTRAL_FLAG) ||
        (team != RED && team != BLUE)) {
        return; /* q3_own_sounds announces the local player's own flag */
    }
    if (team == taker) {
        q3_emit_queued(h, Q3_QUEUE_BUFFERED, one ? T("voc_enemy_1flag") : T("voc_team_flag"));
    } else {
        q3_emit_queued(h, Q3_QUEUE_BUFFERED, one ? T("voc_team_1flag") : T("voc_enemy_flag"));
    }
}

static void emit_flag(struct q3_sound_emitter *h, int32_t team, int32_t number)
{
    const int32_t taker = (number & 1) == 0 ? RED : BLUE;
    switch (number) {
    case Q3_TEAM_RED_CAPTURE:
    case Q3_TEAM_BLUE_CAPTURE:
        q3_emit_queued(h, Q3_QUEUE_BUFFERED,
                       team == taker ? T("flagcapture_yourteam") : T("flagcapture_opponent"));
        break;
    case Q3_TEAM_RED_RETURN:
    case Q3_TEAM_BLUE_RETURN:
        q3_emit_queued(h, Q3_QUEUE_BUFFERED,
                       team == taker ? T("flagreturn_yourteam") : T("flagreturn_opponent"));
        q3_emit_queued(h, Q3_QUEUE_BUFFERED,
                       taker == RED ? T("voc_blue_returned") : T("voc_red_returned"));
        break;
    case Q3_TEAM_RED_TAKEN:
        emit_taken(h, team, RED, Q3_POWERUP_BLUE_FLAG);
        break;
    default:
        emit_taken(h, team, BLUE, Q3_POWERUP_RED_FLAG);
        break;
    }
}

void q3_team_sounds(struct q3_sound_emitter *h, int32_t parm)
{
    static const char *const others[] = {
        [RED_SCORED] = T("voc_red_scores"), [BLUE_SCORED] = T("voc_blue_scores"),
        [RED_LEADS] = F("redleads"),        [BLUE_LEADS] = F("blueleads"),
        [TEAMS_TIED] = F("teamstied"),
    };
    const int32_t number = usual_number(h->mod, parm);
    if (!h->now || number < 0 || number > KAMIKAZE) {
        return;
    }
    const int32_t team = own_team(h);
    if (number < Q3_TEAM_SOUNDS) {
        emit_flag(h, team, number);
    } else if (number == KAMIKAZE) {
        q3_emit_own(h, Q3_CHANNEL_ANNOUNCER, "sound/items/kam_explode_far.wav");
    } else if (number == RED_ATTACKED || number == BLUE_ATTACKED) {
        if (team == (number == RED_ATTACKED ? RED : BLUE)) {
            q3_emit_queued(h, Q3_QUEUE_BUFFERED, T("voc_base_attack"));
        }
    } else {
        q3_emit_queued(h, Q3_QUEUE_BUFFERED, others[number]);
    }
}
