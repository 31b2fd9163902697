/* Quake Live's names of the original's sounds, mainly the announcer's.
 *
 * Source: published lists of the names that its client game loads, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_LIVE_NAMES_H
#define ENGINE_QUAKE3_SOUNDS_Q3_LIVE_NAMES_H

/* "sound/vo/lead_taken.ogg|sound/feedback/takenlead.wav": Quake Live's name, then `name` as the
 * fallback. Returns `name` itself if both are the same, or NULL. Static. */
const char *q3_live_name(const char *name);

#endif
