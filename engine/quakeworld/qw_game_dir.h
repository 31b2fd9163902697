/* The folder of game data a QuakeWorld server plays from, as a demo may name one. */
#ifndef ENGINE_QUAKEWORLD_QW_GAME_DIR_H
#define ENGINE_QUAKEWORLD_QW_GAME_DIR_H

#include "engine/family/demo_family.h"
#include "engine/quakeworld/quakeworld.h"

/* What serverdata says, reduced to the last part of a path ("/home/quake/ktx" -> "ktx"); "" when
 * that is no plain folder name, and for "qw" and "id1", which are always there. */
void qw_game_dir_plain(const char *said, char name[DEMO_GAME_DIR_BYTES]);

/* Of the first serverdata of the demo; "" without one. */
void qw_game_dir_find(const struct qw_demo *demo, char name[DEMO_GAME_DIR_BYTES]);

#endif
