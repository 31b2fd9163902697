/* What Quake Live's data calls the sounds of the original that have another name there: above all
 * what its announcer says.
 *
 * Source: the names its client game asks for, as others found and published them, as facts. */
#ifndef ENGINE_QUAKE3_SOUNDS_Q3_LIVE_NAMES_H
#define ENGINE_QUAKE3_SOUNDS_Q3_LIVE_NAMES_H

/* "sound/vo/lead_taken.ogg|sound/feedback/takenlead.wav": its own name, and the one given for data
 * that has no such sound. Names that are the same there, and NULL, are returned as they are. */
const char *q3_live_name(const char *name);

#endif
