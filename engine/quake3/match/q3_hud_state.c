#include "engine/quake3/match/q3_hud_state.h"

#include <string.h>

#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_event.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_items.h"

enum {
    MACHINEGUN = 2, /* is not drawn when it is picked up */
    GRAPPLE = 10,
    FADE = 200
};

static void copy_name(char to[Q3_HUD_NAME], const char *name)
{
    const size_t length = strlen(name), most = Q3_HUD_NAME - 1;
    memset(to, 0, Q3_HUD_NAME);
    memcpy(to, name, length < most ? length : most);
}

/* ---- Awards ---- */

const struct q3_hud_award *q3_hud_award_at(const struct q3_hud_state *hud, int32_t time)
{
    const uint32_t kept = hud->num_awards < Q3_HUD_AWARDS ? hud->num_awards : Q3_HUD_AWARDS;
    for (uint32_t i = 1; i <= kept; i++) {
        const struct q3_hud_award *award = &hud->awards[(hud->num_awards - i) % Q3_HUD_AWARDS];
        if ((int64_t)time >= award->start && (int64_t)time < (int64_t)award->start + Q3_AWARD_MS) {
            return award;
        }
    }
    return NULL;
}

/* The next one begins when the one before has been shown; as many as are kept wait at most. */
static void add_award(struct q3_hud_state *hud, enum q3_award kind, int32_t count, int32_t time)
{
    int64_t start = time;
    if (hud->num_awards > 0) {
        const int64_t last = hud->awards[(hud->num_awards - 1) % Q3_HUD_AWARDS].start;
        if (last + Q3_AWARD_MS > start && last <= start + Q3_HUD_AWARDS * Q3_AWARD_MS) {
            start = last + Q3_AWARD_MS;
        }
    }
    if (start <= (int64_t)time + (Q3_HUD_AWARDS - 1) * Q3_AWARD_MS && start <= INT32_MAX) {
        hud->awards[hud->num_awards++ % Q3_HUD_AWARDS] =
            (struct q3_hud_award){(int32_t)kind, count, (int32_t)start};
    }
}

static void compare_counts(struct q3_hud_state *hud, const struct q3_hud_step *s)
{
    static const struct {
        enum q3_count count;
        enum q3_award award;
    } pairs[] = {
        {Q3_COUNT_CAPTURES, Q3_AWARD_CAPTURE},    {Q3_COUNT_IMPRESSIVE, Q3_AWARD_IMPRESSIVE},
        {Q3_COUNT_EXCELLENT, Q3_AWARD_EXCELLENT}, {Q3_COUNT_GAUNTLET, Q3_AWARD_GAUNTLET},
        {Q3_COUNT_DEFEND, Q3_AWARD_DEFEND},       {Q3_COUNT_ASSIST, Q3_AWARD_ASSIST},
    };
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        const int32_t count = q3_player_count(s->game, s->now, pairs[i].count);
        const bool counts = pairs[i].award != Q3_AWARD_EXCELLENT || !s->own_excellent;
        if (counts && count != q3_player_count(s->game, s->before, pairs[i].count)) {
            add_award(hud, pairs[i].award, count, s->time);
        }
    }
}

/* ---- Weapons ---- */

static void select_weapon(struct q3_hud_state *hud, int32_t weapon, int32_t time)
{
    hud->select_time = time;
    hud->select_weapon = weapon;
}

/* The best that still shoots. */
static void select_best(struct q3_hud_state *hud, const struct q3_hud_step *s)
{
    const int32_t owned = q3_player_stat(s->game, s->mod, s->now, Q3_STAT_WEAPONS);
    int32_t weapon = Q3_ARRAY - 1;
    while (weapon > 0 && (weapon == GRAPPLE || (owned >> weapon & 1) == 0 ||
                          q3_player_ammo(s->now, weapon) == 0)) {
        weapon--;
    }
    select_weapon(hud, weapon, s->time);
}

/* ---- Events ---- */

static void pick_up(struct q3_hud_state *hud, const struct q3_hud_step *s, int32_t number)
{
    const struct q3_item *item = q3_item_of(s->game, s->mod, number);
    hud->pickup_time = s->time;
    hud->pickup_item = number;
    if (item && item->kind == Q3_ITEM_WEAPON && item->tag != MACHINEGUN) {
        select_weapon(hud, item->tag, s->time);
    }
}

static void note_death(struct q3_hud_state *hud, const struct q3_hud_step *s,
                       const struct q3_event *event, const char *victim, const char *attacker)
{
    const int32_t own = s->now->fields[Q3_PS_CLIENT_NUM];
    const uint32_t place = hud->num_deaths++ % Q3_HUD_OBITUARIES;
    hud->deaths[place] = (struct q3_hud_death){s->time, event->other, event->other2, event->parm,
                                               (int32_t)s->num_lines};
    copy_name(hud->names[Q3_HUD_VICTIMS + place], victim);
    copy_name(hud->names[Q3_HUD_ATTACKERS + place], attacker);
    if (attacker[0] == '\0' || event->other == event->other2) {
        return;
    }
    if (event->other2 == own) {
        const int32_t rank = q3_player_count(s->game, s->now, Q3_COUNT_RANK);
        hud->words_kind = Q3_WORDS_FRAGGED;
        hud->words_time = s->time;
        hud->words_rank = s->team_game ? -1 : rank;
        hud->words_score = q3_player_count(s->game, s->now, Q3_COUNT_SCORE);
        copy_name(hud->names[Q3_HUD_FRAGGED], victim);
    } else if (event->other == own) {
        hud->killed_time = s->time;
        copy_name(hud->names[Q3_HUD_KILLER], attacker);
    }
}

/* Items to use have the numbers of their events, from USE_NOTHING on. */
static void note_use(struct q3_hud_state *hud, const struct q3_hud_step *s, enum q3_event_kind kind)
{
    hud->words_kind = Q3_WORDS_USED;
    hud->words_time = s->time;
    hud->words_rank = (int32_t)kind - Q3_EVENT_USE_NOTHING;
}

void q3_hud_state_event(struct q3_hud_state *hud, const struct q3_hud_step *s,
                        const struct q3_event *event, const char *victim, const char *attacker)
{
    const bool own = event->player != 0 || event->entity == s->now->fields[Q3_PS_CLIENT_NUM];
    const enum q3_event_kind kind = q3_event_kind_of(s->game, s->mod, event->event);
    if (kind == Q3_EVENT_OBITUARY) {
        note_death(hud, s, event, victim, attacker);
    } else if (kind == Q3_EVENT_OVERTIME) {
        hud->words_kind = Q3_WORDS_OVERTIME;
        hud->words_time = s->time;
    }
    if (!own) {
        return;
    }
    switch (kind) {
    case Q3_EVENT_ITEM_PICKUP:
    case Q3_EVENT_GLOBAL_ITEM_PICKUP:
        pick_up(hud, s, event->parm);
        break;
    case Q3_EVENT_NO_AMMO:
        select_best(hud, s);
        break;
    case Q3_EVENT_USE_NOTHING:
    case Q3_EVENT_USE_TELEPORTER:
    case Q3_EVENT_USE_MEDKIT:
    case Q3_EVENT_USE_KAMIKAZE:
    case Q3_EVENT_USE_PORTAL:
    case Q3_EVENT_USE_INVULNERABILITY:
    case Q3_EVENT_USE_FLIGHT:
        note_use(hud, s, kind);
        break;
    case Q3_EVENT_POWERUP_QUAD:
    case Q3_EVENT_POWERUP_BATTLE_SUIT:
    case Q3_EVENT_POWERUP_REGENERATION:
        hud->powerup_time = s->time;
        hud->powerup = kind == Q3_EVENT_POWERUP_QUAD          ? Q3_POWERUP_QUAD
                       : kind == Q3_EVENT_POWERUP_BATTLE_SUIT ? Q3_POWERUP_BATTLE_SUIT
                                                              : Q3_POWERUP_REGENERATION;
        break;
    default:
        break;
    }
}

/* ---- Snapshots ---- */

static void begin_again(struct q3_hud_state *hud, const struct q3_hud_step *s)
{
    hud->num_awards = 0;
    hud->hit_time = 0;
    memset(hud->awards, 0, sizeof(hud->awards));
    if (!s->warming_up) {
        hud->words_kind = Q3_WORDS_FIGHT;
        hud->words_time = s->time;
    }
    select_weapon(hud, s->now->fields[Q3_PS_WEAPON], s->time);
}

static void compare_players(struct q3_hud_state *hud, const struct q3_hud_step *s)
{
    const int32_t *a = s->before->fields, *b = s->now->fields;
    const int32_t team = q3_player_count(s->game, s->now, Q3_COUNT_TEAM);
    if (a[Q3_PS_DAMAGE_EVENT] != b[Q3_PS_DAMAGE_EVENT] && b[Q3_PS_DAMAGE_COUNT] != 0) {
        hud->hit_time = s->time;
    }
    if (q3_player_count(s->game, s->now, Q3_COUNT_SPAWNS) !=
        q3_player_count(s->game, s->before, Q3_COUNT_SPAWNS)) {
        select_weapon(hud, b[Q3_PS_WEAPON], s->time);
    }
    if (b[Q3_PS_PM_TYPE] != Q3_PM_INTERMISSION && team != Q3_TEAM_SPECTATOR && !s->ended &&
        team == q3_player_count(s->game, s->before, Q3_COUNT_TEAM)) {
        compare_counts(hud, s);
    }
}

void q3_hud_state_step(struct q3_hud_state *hud, const struct q3_hud_step *s)
{
    if (s->restarted) {
        begin_again(hud, s);
    }
    if (s->start <= s->time) {
        hud->clock = (int32_t)((uint32_t)s->time - (uint32_t)s->start);
    }
    if (!s->before) {
        select_weapon(hud, s->now->fields[Q3_PS_WEAPON], s->time);
    } else if (s->before->fields[Q3_PS_CLIENT_NUM] == s->now->fields[Q3_PS_CLIENT_NUM]) {
        compare_players(hud, s);
    }
    const int32_t type = s->now->fields[Q3_PS_PM_TYPE]; /* the scoreboard is shown in these */
    if (type == Q3_PM_INTERMISSION) {
        hud->ended_time = s->time;
    }
    if (type != Q3_PM_DEAD && type != Q3_PM_INTERMISSION && hud->names[Q3_HUD_KILLER][0] != '\0' &&
        (int64_t)s->time - hud->ended_time > FADE && (int64_t)s->time - hud->killed_time > FADE) {
        memset(hud->names[Q3_HUD_KILLER], 0, Q3_HUD_NAME);
    }
}
