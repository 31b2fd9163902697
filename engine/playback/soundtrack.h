/* The sound of a demo: returns any block of its samples for any listener.
 *
 * Blocks have MIXER_BLOCK samples, counted from demo time 0. A block is a pure function of the
 * demo, the game data, the options and the listener: the same bits in any order, in any thread, for
 * a device, a film and a file. The listener is the frame's camera.
 *
 * A soundtrack shares only the timeline's index with the drawing code: it has its own cursor and
 * opens the game's files, levels and sounds again. So it may be used in one thread while other
 * threads draw. Sounds are loaded on first use, or ahead (soundtrack_load). */
#ifndef ENGINE_PLAYBACK_SOUNDTRACK_H
#define ENGINE_PLAYBACK_SOUNDTRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/game_files.h"
#include "engine/family/camera.h"
#include "engine/playback/camera_path.h"
#include "engine/playback/timeline.h"
#include "engine/sound/mixer.h"

enum { SOUNDTRACK_MIN_RATE = 8000, SOUNDTRACK_MAX_RATE = 48000 };

/* The listener: the settings of the frame's camera. {.camera = camera_default()} is the recorder.
 */
struct sound_eyes {
    struct camera camera;
    const struct camera_path *camera_path; /* overrides camera; borrowed, must not change while
                                              the pointer is the same; NULL = none */
    uint32_t follow;                       /* as scene_options.follow: slot + 1 */
    const char *who;                       /* as player.follow; borrowed, must not change while the
                                              pointer is the same; NULL: `follow` is used */
    bool no_lerp;                          /* frames are not interpolated */
    bool own_water_alpha; /* water_alpha overrides the map's: a chase camera stays out of opaque
                             water */
    float water_alpha;
};

struct soundtrack_options {
    uint32_t rate; /* samples per second, SOUNDTRACK_MIN_RATE..SOUNDTRACK_MAX_RATE */
    enum mixer_look look;
    float volume;       /* of sounds, 0..2; 1 = default: 0.7 of full scale in the faithful look, as
                           the original; 0.35 in the exact look */
    float music_volume; /* of music, 0..3; 1 = default */
    files_log_fn log;   /* called from the mixing thread with a line per missing or damaged sound;
                           NULL = none */
    files_log_fn log_piece; /* as in demo_search */
    void *log_context;
};

struct soundtrack;

/* timeline: opened with timeline_options.sounds. game: the game files of the frame; only their
 * folders are read, during this call. The bytes behind timeline and game (the demo, paks in memory)
 * must outlive the soundtrack. Returns 0 or a negative FORMAT_ code (*soundtrack is NULL); fills
 * err. */
int soundtrack_open(struct soundtrack **soundtrack, const struct timeline *timeline,
                    const struct game_files *game, const struct soundtrack_options *options,
                    struct format_error *err) MUST_CHECK;
void soundtrack_close(struct soundtrack *soundtrack); /* NULL is fine */

/* Mixes a block into interleaved stereo. Blocks before the demo are silent; after its end playing
 * sounds finish. Waits until the block is indexed. Returns 0 or FORMAT_MEMORY (sounds are missing
 * in the block). */
int soundtrack_mix(struct soundtrack *soundtrack, const struct sound_eyes *eyes, int64_t block,
                   int16_t out[2 * MIXER_BLOCK]) MUST_CHECK;

/* True if the block is indexed, so that soundtrack_mix does not wait. */
bool soundtrack_is_known(const struct soundtrack *soundtrack, int64_t block);

/* Loads the sounds that start in the block, so that mixing it is faster; the samples are the same
 * without it. Does nothing if the block is not indexed. */
void soundtrack_load(struct soundtrack *soundtrack, int64_t block);

/* Sets volumes from the next block on. */
void soundtrack_set_volume(struct soundtrack *soundtrack, float volume, float music_volume);

/* Number of blocks of a demo of that length, seconds. */
int64_t soundtrack_num_blocks(const struct soundtrack *soundtrack, double length);

/* The soundtrack's game files, for lists of missing and damaged files. */
const struct files *soundtrack_files(const struct soundtrack *soundtrack);

#endif
