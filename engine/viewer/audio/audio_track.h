/* Connects a demo's soundtrack with the audio output: listener, preloading, and messages about
 * missing sounds, which the main thread prints.
 *
 * Main thread only, except the source's functions, which the audio thread calls. */
#ifndef ENGINE_VIEWER_AUDIO_AUDIO_TRACK_H
#define ENGINE_VIEWER_AUDIO_AUDIO_TRACK_H

#include "engine/playback/soundtrack.h"
#include "engine/viewer/audio/audio_source.h"

struct audio_track;

/* options->log is not looked at. As soundtrack_open. */
int audio_track_open(struct audio_track **track, const struct timeline *timeline,
                     const struct game_files *game, const struct soundtrack_options *options,
                     const struct sound_eyes *eyes, struct format_error *err) MUST_CHECK;
/* The source must not be called again. */
void audio_track_close(struct audio_track *track);

struct audio_source audio_track_source(struct audio_track *track);
/* From now on it is heard through these, one fading over the other within a block. */
void audio_track_set_eyes(struct audio_track *track, const struct sound_eyes *eyes);
/* Removes the oldest message. False if there is none. */
enum { AUDIO_TRACK_TEXT = 512 };
bool audio_track_next(struct audio_track *track, char text[AUDIO_TRACK_TEXT]);

#endif
