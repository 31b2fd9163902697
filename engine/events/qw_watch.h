/* What the reader of events follows of QuakeWorld's players from update to update: places, motion,
 * flight, stats. Only playerinfo and stats are followed, which is much faster than the client
 * state.
 *
 * Whether a player is on the ground is told by some servers, else it follows from the height: it
 * stays on the ground, at once after a fall, and for a moment at the top of a jump. */
#ifndef ENGINE_EVENTS_QW_WATCH_H
#define ENGINE_EVENTS_QW_WATCH_H

#include "engine/events/events_internal.h"
#include "engine/events/quake_pack.h"
#include "engine/quakeworld/qw_scan.h"
#include "engine/quakeworld/qw_state.h"

struct qw_watched {
    struct qw_player_state states[2]; /* [0] the last update with this player, [1] the one before */
    int32_t stats[QW_STATS];
    int32_t ping, loss, frags;
    bool has_ping, spectator;
    bool has_stats;  /* the demo tells them */
    bool seen;       /* by the update being read */
    bool connected;  /* the slot is in use */
    bool dead;       /* at the last update */
    bool jumped;     /* he is in the air by a jump */
    uint32_t steady; /* updates in sight without a jump */
    double hurt;     /* clock of the last damage; QW_NEVER = none */
    double grounded; /* clock of the last update on the ground; QW_NEVER = none in this level */
    double flat;     /* clock since when the height stays, in a flight; QW_NEVER = it does not */
    float rises[2];  /* vertical speeds at the last updates that moved him, up is positive */
    double flag;     /* clock when he took a flag; QW_NEVER = he has none */
    struct quake_pack_watch pack;
};

struct qw_watch { /* start from zeros; qw_watch_begin at each level */
    struct qw_watched players[QW_PLAYERS];
    uint32_t tells_ground;
    uint32_t died; /* bit n: player n died in the update being read */
};

void qw_watch_begin(struct qw_watch *watch);
void qw_watch_see_qwd(struct qw_watch *watch, const struct qw_playerinfo *info, double now);
void qw_watch_see_mvd(struct qw_watch *watch, const struct qw_mvd_playerinfo *info, double now);
/* At an update: gives places to the reader, adds pickups, powerups, jumps and landings. viewer: as
 * in events_add_chat. */
void qw_watch_update(struct qw_watch *watch, struct events_reader *reader, int32_t viewer,
                     bool is_mvd, double now);
/* Fills in the feats of a frag by a rocket or a grenade. */
void qw_watch_frag(const struct qw_watch *watch, struct game_event *frag, bool is_mvd, double now);

#endif
