#include "engine/quake3/sounds/q3_own_sounds.h"

#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/q3_interp.h"
#include "engine/quake3/sounds/q3_event_sounds.h"
#include "engine/quake3/sounds/q3_level_sounds.h"
#include "engine/quake3/sounds/q3_sound_stat_index.h"
#include "formats/base/dmath.h"

#define F(name) "sound/feedback/" name ".wav"

enum { CAPTURES = 4 /* first g_gametype that frags do not decide */ };

static int32_t count_of(const struct q3_sound_emitter *h, const struct q3_snapshot *snapshot,
                        enum q3_count which)
{
    return q3_player_count(h->game, &snapshot->player, which);
}

static bool count_changed(const struct q3_sound_emitter *h, enum q3_count which)
{
    return count_of(h, h->before, which) != count_of(h, h->now, which);
}

static void emit_announcement(struct q3_sound_emitter *h, const char *name)
{
    q3_emit_own(h, Q3_CHANNEL_ANNOUNCER, name);
}

/* ---- hits and pain --------------------------------------------------------------------------- */

/* One of four pitches: Quake Live sends the number, CPMA's depends on the damage. */
static const char *pitched_hit(int32_t pitch)
{
    static const char *const names[] = {F("hit0") "|" F("hit"), F("hit1") "|" F("hit"),
                                        F("hit2") "|" F("hit"), F("hit3") "|" F("hit")};
    enum { LAST = sizeof(names) / sizeof(names[0]) - 1 };
    return names[pitch < 0 ? 0 : pitch < LAST ? pitch : LAST];
}

/* hits: increase of the hit count since the previous snapshot. */
static const char *hit_sound(const struct q3_sound_emitter *h, int64_t hits)
{
    enum { ARMORED = 50, HEALTHY = 100, LIVE_PITCH = 64, PITCH = 26, MAX_HITS = 1000 };
    int32_t health, armor;
    if (h->game->live) {
        return pitched_hit(h->now->player.fields[Q3_PS_GENERIC1] / LIVE_PITCH);
    }
    if (h->mod == Q3_MOD_CPMA) {
        return pitched_hit((int32_t)(hits < MAX_HITS ? hits : MAX_HITS) / PITCH);
    }
    q3_own_victim(h->game, &h->now->player, &health, &armor);
    if (h->mod != Q3_MOD_TEAM_ARENA) {
        return F("hit");
    }
    return armor > ARMORED ? F("hithi") : armor != 0 || health > HEALTHY ? F("hitlo") : F("hit");
}

static void emit_hits(struct q3_sound_emitter *h)
{
    const int32_t old = count_of(h, h->before, Q3_COUNT_HITS),
                  hits = count_of(h, h->now, Q3_COUNT_HITS);
    if (hits > old) {
        q3_emit_own(h, Q3_CHANNEL_LOCAL_SOUND, hit_sound(h, (int64_t)hits - old));
    } else if (hits < old) {
        q3_emit_own(h, Q3_CHANNEL_LOCAL_SOUND, F("hit_teammate"));
    }
}

/* A positional sound of the player's model, for every view. */
static void emit_pain(struct q3_sound_emitter *h)
{
    const struct q3_player_anim *anim = q3_player_anim_of(h->state, Q3_OWN);
    const int32_t old = h->before->player.stats[0], health = h->now->player.stats[0];
    const int32_t *f = h->now->player.fields;
    const float origin[3] = {q3_float(f[Q3_PS_ORIGIN_0]), q3_float(f[Q3_PS_ORIGIN_1]),
                             q3_float(f[Q3_PS_ORIGIN_2])};
    if ((int64_t)old - health > 1 && health > 0 && anim && anim->pain[1] == h->now->server_time) {
        const struct q3_pain_source source = {h->own, origin, f[Q3_PS_LEGS_ANIM]};
        h->seed = dmath_hash((uint32_t)h->now->server_time, (uint32_t)h->own, 4);
        q3_emit_pain(h, &source, q3_event_pain(health));
    }
}

/* ---- rewards --------------------------------------------------------------------------------- */

/* first: sound of the first reward of its kind in Team Arena; NULL = `name`. */
static void emit_reward(struct q3_sound_emitter *h, enum q3_count which, const char *first,
                        const char *name, bool *any)
{
    if (count_changed(h, which)) {
        const bool is_first = h->mod == Q3_MOD_TEAM_ARENA && !h->game->live && first &&
                              count_of(h, h->now, which) == 1;
        q3_emit_queued(h, Q3_QUEUE_REWARDS, is_first ? first : name);
        *any = true;
    }
}

static bool emit_rewards(struct q3_sound_emitter *h)
{
    const int32_t moments = q3_own_player_events(h->game, &h->now->player) ^
                            q3_own_player_events(h->game, &h->before->player);
    const int32_t denials = q3_own_denials(h->game, &h->now->player);
    bool any = moments != 0;
    emit_reward(h, Q3_COUNT_CAPTURES, NULL, "sound/teamplay/flagcapture_yourteam.wav", &any);
    emit_reward(h, Q3_COUNT_IMPRESSIVE, F("first_impressive"), F("impressive"), &any);
    if (!h->match.own_excellent) {
        emit_reward(h, Q3_COUNT_EXCELLENT, F("first_excellent"), F("excellent"), &any);
    }
    emit_reward(h, Q3_COUNT_GAUNTLET, F("first_gauntlet"), F("humiliation"), &any);
    emit_reward(h, Q3_COUNT_DEFEND, NULL, F("defense"), &any);
    emit_reward(h, Q3_COUNT_ASSIST, NULL, F("assist"), &any);
    if ((moments & Q3_PLAYER_EVENT_DENIED) != 0 ||
        (denials != 0 && denials != q3_own_denials(h->game, &h->before->player))) {
        emit_announcement(h, F("denied"));
        any = true;
    } else if ((moments & Q3_PLAYER_EVENT_HUMILIATED) != 0) {
        emit_announcement(h, F("humiliation"));
    } else if ((moments & Q3_PLAYER_EVENT_HOLY) != 0) {
        emit_announcement(h, F("voc_holyshit"));
    }
    return any;
}

/* ---- the match ------------------------------------------------------------------------------- */

static void emit_flag(struct q3_sound_emitter *h)
{
    const uint32_t flags =
        1u << Q3_POWERUP_RED_FLAG | 1u << Q3_POWERUP_BLUE_FLAG | 1u << Q3_POWERUP_NEUTRAL_FLAG;
    const uint32_t old = q3_own_powerups(h->game, &h->before->player),
                   now = q3_own_powerups(h->game, &h->now->player);
    if ((now & ~old & flags) != 0) {
        emit_announcement(h, "sound/teamplay/voc_you_flag.wav");
    }
}

static void emit_lead(struct q3_sound_emitter *h)
{
    const int32_t old = count_of(h, h->before, Q3_COUNT_RANK),
                  rank = count_of(h, h->now, Q3_COUNT_RANK);
    if (rank == old) {
        return;
    }
    if (rank == 0) {
        q3_emit_queued(h, Q3_QUEUE_BUFFERED, F("takenlead"));
    } else if (rank == Q3_RANK_TIED) {
        q3_emit_queued(h, Q3_QUEUE_BUFFERED, F("tiedlead"));
    } else if ((old & ~Q3_RANK_TIED) == 0) {
        q3_emit_queued(h, Q3_QUEUE_BUFFERED, F("lostlead"));
    }
}

/* Warning due at `ms` of match time: 0 none, 1 five minutes, 2 one minute, 3 sudden death. limit:
 * minutes. */
static int minutes_warning(int64_t ms, int32_t limit)
{
    enum { MINUTE = 60000, FIVE = 5, GRACE = 2000 };
    return ms > (int64_t)limit * MINUTE + GRACE                    ? 3
           : ms > ((int64_t)limit - 1) * MINUTE                    ? 2
           : limit > FIVE && ms > ((int64_t)limit - FIVE) * MINUTE ? 1
                                                                   : 0;
}

/* first: no earlier snapshot has warned. */
static void emit_minutes(struct q3_sound_emitter *h, bool first)
{
    enum { OPENARENA_MAX = 1000 };
    static const char *const names[] = {NULL, F("5_minute"), F("1_minute"), F("sudden_death")};
    const int32_t limit = h->match.time_limit;
    const int64_t start = h->match.start;
    if (limit <= 0 || (h->mod == Q3_MOD_OPENARENA && limit > OPENARENA_MAX)) {
        return;
    }
    const int old = first ? 0 : minutes_warning(h->before->server_time - start, limit);
    const int due = minutes_warning(h->now->server_time - start, limit);
    if (due > old) {
        emit_announcement(h, names[due]);
    }
}

int32_t q3_own_best_score(const struct q3_match *match)
{
    return match->scores[0] > match->scores[1] ? match->scores[0] : match->scores[1];
}

static void emit_frags(struct q3_sound_emitter *h, int32_t before)
{
    static const char *const names[] = {NULL, F("1_frag"), F("2_frags"), F("3_frags")};
    const struct q3_match *m = &h->match;
    const bool captures =
        m->flags || m->one_flag || m->rounds ||
        (m->mod != Q3_MOD_CPMA && q3_emit_serverinfo(h, "g_gametype") >= CAPTURES);
    const int64_t left = (int64_t)m->limit - q3_own_best_score(m);
    if (m->limit > 0 && !captures && left >= 1 && left <= 3 && left < m->limit &&
        (int64_t)m->limit - before > left) {
        q3_emit_queued(h, Q3_QUEUE_BUFFERED, names[left]);
    }
}

/* ---- ammunition and powerups
 * --------------------------------------------------------------------------- */

/* 0 enough, 1 low, 2 empty. A shot of a slow weapon counts five times. */
static int ammo_warning(const struct q3_sound_emitter *h, const struct q3_player_state *player)
{
    enum { FIRST = 2, ENOUGH = 5000, SLOW = 1000, FAST = 200 };
    const uint32_t slow = 1u << 3 | 1u << 4 | 1u << 5 | 1u << 7 | 1u << 12;
    const uint32_t weapons = (uint32_t)q3_player_stat(h->game, h->mod, player, Q3_STAT_WEAPONS);
    int64_t total = 0;
    for (int i = FIRST; i < Q3_ARRAY; i++) {
        const int32_t ammo = q3_player_ammo(player, i);
        if ((weapons >> i & 1) != 0 && ammo >= 0) {
            total += ammo * ((slow >> i & 1) != 0 ? SLOW : FAST);
        }
    }
    return total >= ENOUGH ? 0 : total > 0 ? 1 : 2;
}

static void emit_ammo(struct q3_sound_emitter *h)
{
    const int due = ammo_warning(h, &h->now->player);
    const bool off = h->mod == Q3_MOD_OPENARENA && (q3_emit_serverinfo(h, "g_rockets") != 0 ||
                                                    q3_emit_serverinfo(h, "g_instantgib") != 0 ||
                                                    q3_emit_serverinfo(h, "g_elimination") != 0);
    if (due != 0 && !off && due != ammo_warning(h, &h->before->player)) {
        q3_emit_own(h, Q3_CHANNEL_LOCAL_SOUND, "sound/weapons/noammo.wav");
    }
}

/* Beeps at each of a powerup's last five seconds. */
static void emit_powerups(struct q3_sound_emitter *h)
{
    enum { LAST = 5000, SECOND = 1000 };
    for (int i = 0; i < Q3_ARRAY; i++) {
        const int64_t left = (int64_t)h->now->player.powerups[i] - h->now->server_time;
        const int64_t was = (int64_t)h->now->player.powerups[i] - h->before->server_time;
        if (left > 0 && left < LAST && left / SECOND != was / SECOND) {
            q3_emit_own(h, Q3_CHANNEL_ITEM, "sound/items/wearoff.wav");
        }
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static void emit_changes(struct q3_sound_emitter *h, int32_t best_before)
{
    const bool first = h->state->player_anims.num_times <= 2;
    emit_hits(h);
    emit_pain(h);
    if (q3_state_intermission(h->state, h->game)) {
        return;
    }
    const bool rewarded = emit_rewards(h);
    if (h->match.flags || h->match.one_flag) {
        emit_flag(h);
    }
    if (!rewarded && !h->match.teams && h->match.warmup == 0) {
        emit_lead(h);
    }
    emit_minutes(h, first);
    emit_frags(h, best_before);
}

void q3_own_sounds(struct q3_sound_emitter *h, int32_t best_before)
{
    if (!h->now || !h->before || h->own < 0 ||
        h->before->player.fields[Q3_PS_CLIENT_NUM] != h->own) {
        return;
    }
    const int32_t team = count_of(h, h->now, Q3_COUNT_TEAM);
    if (h->now->player.fields[Q3_PS_PM_TYPE] >= Q3_PM_INTERMISSION || team == Q3_TEAM_SPECTATOR) {
        return;
    }
    if (team == count_of(h, h->before, Q3_COUNT_TEAM)) {
        emit_changes(h, best_before);
    }
    emit_ammo(h);
    emit_powerups(h);
}
