/* The folder of game data a QuakeWorld server plays from, as a demo may name one. */
#ifndef ENGINE_QUAKEWORLD_QW_GAME_DIR_H
#define ENGINE_QUAKEWORLD_QW_GAME_DIR_H

#include "engine/family/demo_family.h"
#include "engine/quakeworld/quakeworld.h"

/* Reduces the gamedir of a serverdata message to the last part of its path ("/home/quake/ktx" ->
 * "ktx"). "" if that is not a plain folder name, and for "qw" and "id1", which are always
 * searched. */
void qw_game_dir_plain(const char *said, char name[DEMO_GAME_DIR_BYTES]);

/* The gamedir of the demo's first serverdata message; "" without one. */
void qw_game_dir_find(const struct qw_demo *demo, char name[DEMO_GAME_DIR_BYTES]);

#endif
