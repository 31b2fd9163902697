/* HUD state carried across snapshots, each entry with its time: pickups, selected weapon, queued
 * awards, hits, obituaries, centre texts.
 *
 * Source: the original's client game (cg_playerstate, cg_event, cg_draw), as facts. A part of
 * q3_state, which packs and hashes it: numbers first, then texts. Times: server ms of the
 * snapshot with the event; 0 = never. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_HUD_STATE_H
#define ENGINE_QUAKE3_MATCH_Q3_HUD_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_command.h"
#include "formats/quake3/q3_snapshot.h"

struct q3_event;

enum { Q3_HUD_AWARDS = 10, Q3_HUD_OBITUARIES = 8, Q3_HUD_NAME = 36, Q3_AWARD_MS = 3000 };

enum {                /* indices of q3_hud_state.names */
       Q3_HUD_KILLER, /* killer of the recorded player, until the respawn */
       Q3_HUD_FRAGGED,
       Q3_HUD_VICTIMS,                                        /* one per entry of deaths, */
       Q3_HUD_ATTACKERS = Q3_HUD_VICTIMS + Q3_HUD_OBITUARIES, /* and the attackers */
       Q3_HUD_NAMES = Q3_HUD_ATTACKERS + Q3_HUD_OBITUARIES
};

enum q3_award {
    Q3_AWARD_CAPTURE,
    Q3_AWARD_IMPRESSIVE,
    Q3_AWARD_EXCELLENT,
    Q3_AWARD_GAUNTLET,
    Q3_AWARD_DEFEND,
    Q3_AWARD_ASSIST,
    Q3_AWARDS
};

enum q3_hud_words { /* centre text made by the client */
                    Q3_WORDS_NONE,
                    Q3_WORDS_FRAGGED, /* "You fragged": victim, rank, score */
                    Q3_WORDS_FIGHT,
                    Q3_WORDS_USED, /* "Use Medkit": which holdable */
                    Q3_WORDS_OVERTIME
};

struct q3_hud_award {
    int32_t kind, count; /* enum q3_award; how many of them by now */
    int32_t start;       /* it shows for Q3_AWARD_MS from here; later ones wait */
};

struct q3_hud_death {
    int32_t time, victim, attacker; /* clients */
    int32_t means;
    int32_t order; /* q3_state.num_lines at that time */
};

struct q3_hud_state {                 /* zeroed: nothing has happened */
    int32_t pickup_time, pickup_item; /* item's number */
    int32_t select_time, select_weapon;
    int32_t hit_time;                /* by another: the attacker of the player's state */
    int32_t powerup_time, powerup;   /* quad, suit or regeneration did something: its number */
    int32_t ended_time;              /* of the last snapshot of an intermission */
    int32_t killed_time;             /* own death by another */
    int32_t words_time, words_kind;  /* enum q3_hud_words */
    int32_t words_rank, words_score; /* FRAGGED; rank -1: a team game. USED: rank is the holdable's
                                        number, 0 = there was none to use */
    int32_t clock; /* match clock when it last ran, ms: OSP sets the start into the future while the
                      match is paused */
    uint32_t num_awards; /* so far; award i at i % Q3_HUD_AWARDS */
    struct q3_hud_award awards[Q3_HUD_AWARDS];
    uint32_t num_deaths; /* so far; death i at i % Q3_HUD_OBITUARIES */
    struct q3_hud_death deaths[Q3_HUD_OBITUARIES];

    char names[Q3_HUD_NAMES][Q3_HUD_NAME]; /* names at that time, with colours; "" = none */
};

/* The award that shows at a time; NULL = none. */
const struct q3_hud_award *q3_hud_award_at(const struct q3_hud_state *hud, int32_t time);

/* Input of a step: two snapshots and the match. */
struct q3_hud_step {
    const struct q3_game *game;
    enum q3_mod mod;
    const struct q3_player_state *before; /* NULL: it is the first of a gamestate */
    const struct q3_player_state *now;
    int32_t time;
    bool restarted;  /* map_restart in this snapshot */
    bool warming_up; /* warmup */
    bool ended;      /* the scores are shown */
    bool team_game;
    bool own_excellent; /* q3_match's */
    int32_t start;      /* the match's clock's 0, ms */
    uint32_t num_lines; /* q3_state.num_lines */
};

/* Applies an event of the snapshot. victim, attacker: names with colours; "" = none. */
void q3_hud_state_event(struct q3_hud_state *hud, const struct q3_hud_step *step,
                        const struct q3_event *event, const char *victim, const char *attacker);
/* The snapshot's player, after its events. */
void q3_hud_state_step(struct q3_hud_state *hud, const struct q3_hud_step *step);

#endif
