/* For the files of check alone: Quake III's checks. */
#ifndef ENGINE_EDIT_CHECK_Q3_CHECK_H
#define ENGINE_EDIT_CHECK_Q3_CHECK_H

#include "engine/edit/check/check_turns.h"
#include "engine/quake3/q3_game.h"
#include "formats/quake3/q3_snapshot.h"

enum { Q3_CHECK_KEYS = 24 };

/* Serverinfo and systeminfo; hashes of the values that were reported, so that each is told once. */
struct q3_check_server {
    uint32_t told[Q3_CHECK_KEYS];
};

/* A gamestate; its serverinfo or systeminfo is another one; a server command. */
void q3_check_server_begin(struct check *check, struct q3_check_server *server,
                           const struct q3_gamestate *gamestate);
void q3_check_server_change(struct check *check, struct q3_check_server *server,
                            const struct q3_gamestate *gamestate);
void q3_check_server_text(struct check *check, const char *command);

enum { Q3_CHECK_VIEWS = 4 /* snapshots in which a flick may happen */ };

/* The view of the recorder while he plays; zeros before the first snapshot of a level. */
struct q3_check_view {
    struct check_turns turns;
    bool any; /* the snapshot before was his; its: */
    int32_t client, teleports, hits;
    float turns_of[Q3_CHECK_VIEWS]; /* degrees by each of the last snapshots, the newest first */
    float took[Q3_CHECK_VIEWS];     /* s between the commands that made them */
};

/* recorder: his number; -1 = unknown. */
void q3_check_view_note(struct check *check, struct q3_check_view *view, const struct q3_game *game,
                        int32_t recorder, const struct q3_snapshot *snapshot);

#endif
