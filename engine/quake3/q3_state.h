/* What a Quake III client knows after a message: the live form of the client state.
 *
 * Source: DM_68, Quake III's cg_snapshot.c, and the order in which the original's client
 * game does things, as facts: server commands wait until a snapshot carries them and are then
 * executed before its events are; an event of an entity happens once.
 * Plain memory without pointers, but large (most of it never touched): q3_state_handle.h has the
 * compact form that is kept. Must start zeroed, then q3_state_start. One thread at a time. Times
 * are milliseconds of the server. Nothing here reads a clock or is random. */
#ifndef ENGINE_QUAKE3_Q3_STATE_H
#define ENGINE_QUAKE3_Q3_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/effects/q3_trail.h"
#include "engine/quake3/match/q3_board.h"
#include "engine/quake3/match/q3_hud_state.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_player_anim.h"
#include "engine/quake3/q3_trajectory.h"
#include "engine/quake3/q3_view_state.h"
#include "formats/quake3/q3_command.h"
#include "formats/quake3/q3_message.h"
#include "formats/quake3/q3_snapshot.h"

enum {
    Q3_DUE_BYTES = 65536, /* of commands that wait; what comes beyond is executed at once */
    Q3_EVENTS = 256,      /* the last ones that are kept */
    Q3_LINES = 16,
    Q3_LINE_BYTES = 256,
    Q3_CENTER_BYTES = 1024,
    Q3_NAME_BYTES = 64,
    Q3_EVENT_VALID = 300, /* ms: so long an entity that is gone remembers its last event */
    Q3_NO_SNAPSHOT = -1
};

/* Something that happened, with all of its entity that drawing it needs. Words only. */
struct q3_event {
    int32_t time;   /* of the snapshot that brought it */
    int32_t event;  /* number without its counting bits */
    int32_t parm;   /* eventParm */
    int32_t entity; /* it happens to */
    int32_t player; /* 1 = told by the player's state, not by an entity of the snapshot */
    int32_t e_type, e_flags, client, other, other2, weapon, legs_anim,
        surface /* groundEntityNum */;
    float origin[3], origin2[3], angles[3]; /* origin: at that time */
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

struct q3_state {
    uint32_t gamestates;       /* read so far; 0 = nothing is known */
    uint32_t updates;          /* snapshots that became current so far */
    uint32_t changes;          /* of configstrings so far, each gamestate counting as one */
    int32_t current, previous; /* in frames.snapshots, or Q3_NO_SNAPSHOT */
    int32_t restarts;          /* by map_restart, in this gamestate */
    int32_t restart_time;      /* of the last one: what happened before is not to be seen */
    uint32_t disconnected;     /* the server said so */

    /* Server commands, each a sequence as four bytes, the lowest first, and a NUL-terminated text,
     * filled up to whole words: those behind due_executed wait for a snapshot; those before came
     * with the current one, or the queue overflowed. */
    uint32_t due_used, due_executed;
    char due[Q3_DUE_BYTES];
    int32_t executed;      /* sequence of the last command executed */
    uint32_t num_executed; /* commands so far */
    struct q3_long_command join;

    uint32_t num_events; /* so far; the last Q3_EVENTS are kept, event i at i % Q3_EVENTS */
    struct q3_event events[Q3_EVENTS];
    /* By entity: its event that happened last, and when it was seen last, if it is gone. */
    uint16_t last_event[Q3_MAX_ENTITIES];
    int32_t last_seen[Q3_MAX_ENTITIES];

    struct q3_player_anims player_anims; /* what of players goes on: see q3_player_anim.h */

    struct q3_view_state views[2]; /* at the current snapshot, and at the one before it */
    struct q3_hud_state huds[2];   /* likewise */
    struct q3_board board;

    struct q3_effects effects; /* what is to be seen of events for a while */
    struct q3_trails trails;   /* likewise of missiles */

    uint32_t num_lines; /* so far; line i at i % Q3_LINES */
    struct q3_line lines[Q3_LINES];
    int32_t center_time;
    char center[Q3_CENTER_BYTES]; /* "" = never */

    int32_t scores_time; /* of the last scores command */
    int32_t team_scores[2];
    uint32_t num_scores; /* 0 = none was seen */
    struct q3_score scores[Q3_PLAYERS];

    /* Made from configstrings, not kept: names without colours. */
    char names[Q3_PLAYERS][Q3_NAME_BYTES];

    struct q3_gamestate gamestate; /* its configstrings are those of now */
    struct q3_frames frames;
};

/* Before the first message. */
void q3_state_start(struct q3_state *state);

/* Applies a block. *updated: a snapshot in it became current. Of a damaged block what stands before
 * the damage counts, and a negative code is returned (see q3_packet_next). */
int q3_state_apply(struct q3_state *state, const struct q3_protocol *protocol,
                   const struct dm3_block *block, bool *updated,
                   struct format_error *err) MUST_CHECK;

/* The same, and after each message see is called, whose negative code ends it. */
typedef int q3_state_see_fn(void *context, const struct q3_state *state,
                            const struct q3_message *message);
int q3_state_apply_seen(struct q3_state *state, const struct q3_protocol *protocol,
                        const struct dm3_block *block, bool *updated, q3_state_see_fn *see,
                        void *context, struct format_error *err) MUST_CHECK;

/* The snapshot of now, and the one before it in the same gamestate; NULL = none. */
const struct q3_snapshot *q3_state_snapshot(const struct q3_state *state);
const struct q3_snapshot *q3_state_previous(const struct q3_state *state);

/* Commands executed with the last snapshot, in order: *at starts with 0. NULL = no more. */
const char *q3_state_command(const struct q3_state *state, uint32_t *at, int32_t *sequence);

/* What the configstrings say. */
int32_t q3_state_level_start(const struct q3_state *state, const struct q3_game *game);
/* When the match will begin, -1 = it waits for players, 0 = it runs. */
int32_t q3_state_warmup(const struct q3_state *state);
bool q3_state_intermission(const struct q3_state *state, const struct q3_game *game);
/* Of red and blue, or of the first two; Q3_SCORE_NOT_PRESENT = there is none. */
int32_t q3_state_score(const struct q3_state *state, int which);

/* OSP's servers may send other players' places moved by what their numbers tell, against cheats:
 * moves such a place of an entity back to where it is. */
bool q3_state_moves_players(const struct q3_state *state);
void q3_state_place_player(const struct q3_state *state, int32_t number, float origin[3]);

struct q3_player {
    const char *name; /* without colours; in the state */
    char model[64], head[64], color1[8], color2[8];
    int32_t team; /* 0 free, 1 red, 2 blue, 3 spectator */
    int32_t handicap;
};
/* Who plays in that slot. False = nobody. */
bool q3_state_player(const struct q3_state *state, const struct q3_game *game, uint32_t slot,
                     struct q3_player *player);

/* For the files of the state alone. */

/* Executes all commands that wait, as of `time`. */
void q3_state_execute(struct q3_state *state, const struct q3_game *game, int32_t time);
void q3_state_queue(struct q3_state *state, const struct q3_game *game, int32_t sequence,
                    const char *text);
/* All events of the current snapshot that happen in it. */
void q3_state_fire(struct q3_state *state, const struct q3_game *game);
/* Renews state->names. */
void q3_state_refresh_names(struct q3_state *state, const struct q3_game *game);

#endif
