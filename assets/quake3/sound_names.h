/* What the names of Quake III's sounds mean in the game data.
 *
 * Most are those of files ("sound/world/telein.wav"), with any slashes and one too many before
 * them. Those of players tell models to look in: "*keel*james/jump1.wav" is jump1.wav of keel, or
 * else of james, or else of sarge, who stands in for everybody; "*keel/footstep3" the third of the
 * kind of footsteps that the model's animation.cfg says. "sound/vo/one.ogg|sound/feedback/one.wav"
 * is the first of these that is there. Source: the original's cg_players.c
 * (CG_LoadClientInfo) and its file system, as facts. */
#ifndef ASSETS_QUAKE3_SOUND_NAMES_H
#define ASSETS_QUAKE3_SOUND_NAMES_H

#include "assets/files.h"
#include "assets/sound_store.h"

enum { SOUND_NAME = 256 };

/* file: where to find it; where it is nowhere, the place it was looked for first. */
void sound_names_find(struct files *files, struct sound_store *store, const char *name,
                      char file[SOUND_NAME]);

#endif
