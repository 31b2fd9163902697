/* A demo's sound on its way from the soundtrack to the audio: whose ears these are now, sounds
 * loaded ahead, and lines about what is missing, which only the main thread may say.
 *
 * All functions are the main thread's; the audio's thread only asks the source. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_TRACK_H
#define ENGINE_VIEWER_AUDIO_AUDIO_TRACK_H

#include "engine/playback/soundtrack.h"
#include "engine/viewer/audio/audio_source.h"

struct audio_track;

/* options->log is not looked at. As soundtrack_open. */
int audio_track_open(struct audio_track **track, const struct timeline *timeline,
                     const struct game_files *game, const struct soundtrack_options *options,
                     const struct sound_eyes *eyes, struct format_error *err) MUST_CHECK;
/* The source must not be asked any more. */
void audio_track_close(struct audio_track *track);

struct audio_source audio_track_source(struct audio_track *track);
/* From now on it is heard through these, one fading over the other within a block. */
void audio_track_set_eyes(struct audio_track *track, const struct sound_eyes *eyes);
/* Takes the oldest line there is to say. False: there is none. */
enum { AUDIO_TRACK_TEXT = 512 };
bool audio_track_next(struct audio_track *track, char text[AUDIO_TRACK_TEXT]);

#endif
