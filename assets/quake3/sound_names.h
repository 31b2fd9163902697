/* Resolves Quake III sound names to files.
 *
 * Most are file names ("sound/world/telein.wav"), with either slash and an optional leading one.
 * "*keel*james/jump1.wav" is jump1.wav of model keel, else of james, else of sarge, the default.
 * "*keel/footstep3" is the third footstep of the kind in the model's animation.cfg.
 * "sound/vo/one.ogg|sound/feedback/one.wav" is the first of these that exists. Source: the
 * original's cg_players.c (CG_LoadClientInfo) and file system, as facts. */
#ifndef ASSETS_QUAKE3_SOUND_NAMES_H
#define ASSETS_QUAKE3_SOUND_NAMES_H

#include "assets/files.h"
#include "assets/sound_store.h"

enum { SOUND_NAME = 256 };

/* file: the path of the sound; if it does not exist, the first path tried. */
void sound_names_find(struct files *files, struct sound_store *store, const char *name,
                      char file[SOUND_NAME]);

#endif
