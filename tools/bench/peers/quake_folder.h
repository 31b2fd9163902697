/* A temporary folder of games for a program of Quake's family: links to a game's files, and the
 * demo that the program is to play. */
#ifndef TOOLS_BENCH_PEERS_QUAKE_FOLDER_H
#define TOOLS_BENCH_PEERS_QUAKE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "assets/platform.h"

enum { QUAKE_FOLDER_PATH = 512 };

/* Makes the folder, with links to all files of basedir's id1 in its own. Its path is "" where it
 * was not made; process_leash_begin removes it. */
bool quake_folder_make(char folder[QUAKE_FOLDER_PATH], const char *basedir);
/* Puts the first blocks of a .dem, or all of them (most_blocks 0), there as bench.dem. */
bool quake_folder_set_demo(const char *folder, const struct file_bytes *demo, size_t most_blocks);

/* The frames of a program's "4527 frames   9.2 seconds 491.7 fps". 0: it says nothing of that. */
int quake_folder_frames(const char *text);

#endif
