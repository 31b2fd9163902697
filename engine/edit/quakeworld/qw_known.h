/* Private to engine/edit/quakeworld: the messages that told a client what it knows of a level. */
#ifndef ENGINE_EDIT_QUAKEWORLD_QW_KNOWN_H
#define ENGINE_EDIT_QUAKEWORLD_QW_KNOWN_H

#include "engine/edit/edit_list.h"
#include "engine/quakeworld/qw_state.h"

struct qw_known_player {
    struct edit_bytes frags, ping, loss, enter_time, userinfo;
    struct edit_list infos; /* keys changed since the userinfo */
};

struct qw_known {
    struct edit_bytes serverdata, cd_track, serverinfo, view_weapons, max_speed, gravity;
    struct edit_bytes intermission, finale;
    struct edit_list infos; /* keys changed since the serverinfo */
    struct edit_list sounds, models, statics, static_sounds;
    struct edit_list baselines; /* by entity number */
    struct edit_bytes styles[QW_LIGHTSTYLES];
    struct qw_known_player players[QW_PLAYERS];
    size_t commands[QW_COMMANDS]; /* .qwd: offset + 1 of dem_cmd blocks, by sequence number */
};

#endif
