/* Client state of a Quake III demo after a message, unpacked.
 *
 * Source: DM_68, and the order of cg_snapshot.c: server commands wait until a snapshot carries
 * them and are executed before its events; an entity's event happens once.
 * Plain memory without pointers, but large (most of it never touched): q3_state_handle.h has the
 * packed form that the timeline keeps. Must start zeroed, then q3_state_start, or
 * q3_state_start_listing. Not thread-safe.
 * Times are server ms. */
#ifndef ENGINE_QUAKE3_Q3_STATE_H
#define ENGINE_QUAKE3_Q3_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/effects/q3_trail.h"
#include "engine/quake3/match/q3_board.h"
#include "engine/quake3/match/q3_hud_state.h"
#include "engine/quake3/match/q3_match_facts.h"
#include "engine/quake3/q3_event.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_player_anim.h"
#include "engine/quake3/q3_trajectory.h"
#include "engine/quake3/q3_view_state.h"
#include "formats/quake3/q3_command.h"
#include "formats/quake3/q3_message.h"
#include "formats/quake3/q3_snapshot.h"

enum {
    Q3_DUE_BYTES = 65536, /* bytes of waiting commands; on overflow they are executed at once */
    Q3_EVENTS = 256,      /* stored events */
    Q3_LINES = 16,
    Q3_LINE_BYTES = 256,
    Q3_CENTER_BYTES = 1024,
    Q3_NAME_BYTES = 64,
    Q3_EVENT_VALID = 300, /* ms; an entity that left the snapshots keeps its last event that long */
    Q3_NO_SNAPSHOT = -1
};

enum q3_line_kind { Q3_LINE_PRINT, Q3_LINE_CHAT, Q3_LINE_TEAM_CHAT };

struct q3_line {
    int32_t time;
    int32_t kind; /* enum q3_line_kind */
    char text[Q3_LINE_BYTES];
};

struct q3_score {
    int32_t client, score, ping, time; /* minutes */
};

/* How much of the state is kept up to date. Whoever only lists a demo leaves out the rest. */
enum q3_scope {
    Q3_SCOPE_ALL,
    /* Snapshots, configstrings, names and events; of the server commands those that change them.
     * Events have no places and angles: origin, origin2 and angles are 0. */
    Q3_SCOPE_EVENTS,
    Q3_SCOPE_COMMANDS /* the same without events */
};

struct q3_state {
    enum q3_scope scope;       /* constant, not packed: a packed state has all */
    uint32_t gamestates;       /* read so far; 0 = no data yet */
    uint32_t updates;          /* snapshots that became current so far */
    uint32_t changes;          /* configstring changes so far; a gamestate counts as one */
    int32_t current, previous; /* in frames.snapshots, or Q3_NO_SNAPSHOT */
    int32_t restarts;          /* map_restart commands in this gamestate */
    int32_t restart_time;      /* time of the last one; earlier effects are not drawn */
    uint32_t disconnected;     /* the server ended the connection */

    /* Server commands: each is a sequence number (4 bytes, little-endian) and a NUL-terminated
     * text, padded to 4 bytes. Commands from due_executed on wait for a snapshot; those before it
     * were executed with the current one, or on overflow. */
    uint32_t due_used, due_executed;
    char due[Q3_DUE_BYTES];
    int32_t executed;      /* sequence of the last command executed */
    uint32_t num_executed; /* commands so far */
    struct q3_long_command join;

    uint32_t num_events; /* so far; the last Q3_EVENTS are kept, event i at i % Q3_EVENTS */
    struct q3_event events[Q3_EVENTS];
    /* By entity: its last event, and, if it left the snapshots, the time it was last in one. */
    uint16_t last_event[Q3_MAX_ENTITIES];
    int32_t last_seen[Q3_MAX_ENTITIES];

    struct q3_player_anims player_anims; /* see q3_player_anim.h */

    struct q3_view_state views[2]; /* at the current and at the previous snapshot */
    struct q3_hud_state huds[2];   /* at the same two */
    struct q3_board board;

    struct q3_effects effects; /* lasting effects of events */
    struct q3_trails trails;   /* trails of missiles */

    uint32_t num_lines; /* so far; line i at i % Q3_LINES */
    struct q3_line lines[Q3_LINES];
    int32_t center_time;
    char center[Q3_CENTER_BYTES]; /* "" = never */

    int32_t scores_time; /* time of the last scores command */
    int32_t team_scores[2];
    uint32_t num_scores; /* 0 = no scores command yet */
    struct q3_score scores[Q3_PLAYERS];

    /* Derived from configstrings when they change, not packed. */
    char names[Q3_PLAYERS][Q3_NAME_BYTES]; /* without colour codes */
    struct q3_match match;
    enum q3_mod version_mod; /* by the game's version alone */
    bool moves_players;      /* see q3_state_place_player */
    /* Bit n: the configstring of slot n was set since the reader of this member cleared it. Below
     * Q3_SCOPE_ALL, `match` and the two members above are those of the gamestate. Not packed. */
    uint64_t told_players;

    struct q3_gamestate gamestate; /* with current configstrings */
    struct q3_frames frames;
};

/* Sets the state before the first message. */
void q3_state_start(struct q3_state *state);
/* The same for a scope below Q3_SCOPE_ALL; *state may have any contents. The members from
 * player_anims up to names keep them: they have no meaning then. */
void q3_state_start_listing(struct q3_state *state, enum q3_scope scope);

/* The current snapshot, and the previous one of the same gamestate; NULL = none. Valid until the
 * next block is applied. */
const struct q3_snapshot *q3_state_snapshot(const struct q3_state *state);
const struct q3_snapshot *q3_state_previous(const struct q3_state *state);

/* Commands executed with the last snapshot, in order: *at starts with 0. NULL = no more. */
const char *q3_state_command(const struct q3_state *state, uint32_t *at, int32_t *sequence);

/* Values of configstrings. */
int32_t q3_state_level_start(const struct q3_state *state, const struct q3_game *game);
/* Start time of the match, ms; -1 = waiting for players, 0 = running. */
int32_t q3_state_warmup(const struct q3_state *state);
bool q3_state_intermission(const struct q3_state *state, const struct q3_game *game);
/* Likewise, or the view is that of an intermission: CPMA has no configstring for it. */
bool q3_state_ended(const struct q3_state *state, const struct q3_game *game);
/* Score of red (0) or blue (1), or of the first two players; Q3_SCORE_NOT_PRESENT = none. */
int32_t q3_state_score(const struct q3_state *state, int which);

/* OSP servers may shift the origins of other players by an amount that depends on their number, to
 * confuse wallhacks: state->moves_players. This shifts the origin of entity `number` back. */
void q3_state_place_player(const struct q3_state *state, int32_t number, float origin[3]);

/* Server time from which the current snapshot's missiles and their effects are drawn, ms: its own
 * time; in OpenArena the previous snapshot's, as its client uses a new snapshot's missiles at once.
 */
int32_t q3_state_missile_time(const struct q3_state *state);

/* False: a map_restart up to `time` (server ms) has removed the effect. */
bool q3_state_shows_effect(const struct q3_state *state, const struct q3_effect *effect,
                           double time);

struct q3_player {
    const char *name; /* without colours; in the state */
    char model[64], head[64], color1[8], color2[8];
    int32_t team; /* 0 free, 1 red, 2 blue, 3 spectator */
    int32_t handicap;
};
/* Fills *player from a slot. Returns false if the slot is empty. */
bool q3_state_player(const struct q3_state *state, const struct q3_game *game, uint32_t slot,
                     struct q3_player *player);

/* The slot's configstring; "" = empty slot. */
const char *q3_state_player_info(const struct q3_state *state, const struct q3_game *game,
                                 uint32_t slot);

/* The slot's team, 0 to 3 as in struct q3_player; -1 = empty slot. */
int32_t q3_state_team(const struct q3_state *state, const struct q3_game *game, uint32_t slot);

/* Renew state->names from the configstrings: of a slot, or of all. */
void q3_state_refresh_name(struct q3_state *state, const struct q3_game *game, uint32_t slot);
void q3_state_refresh_names(struct q3_state *state, const struct q3_game *game);

#endif
