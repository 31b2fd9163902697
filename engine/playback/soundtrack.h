/* The sound of a demo: any block of its samples, for whoever listens.
 *
 * Blocks are of MIXER_BLOCK samples, counted from the demo's time 0. A block is a pure function of
 * the demo, the game data, the options and the eyes: the same bits in any order, in any thread, for
 * a device, a film and a file. It is the sound of the picture: the ears are its camera.
 *
 * A soundtrack shares nothing with who draws but the timeline's index: it has a head of its own and
 * opens the game's files, levels and sounds once more. So one may be used in any one thread, while
 * other threads draw. Sounds are loaded when they are first heard, or ahead (soundtrack_load). */
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

/* Who listens: what the picture's settings say of its camera. {.camera = camera_default()} is the
 * recorder. */
struct sound_eyes {
    struct camera camera;
    const struct camera_path *camera_path; /* counts instead; stays what it is as long as the
                                              pointer does; NULL = none */
    uint32_t follow;                       /* as scene_options.follow has it: a slot + 1 */
    const char *who;      /* as player.follow has it: his number or name, which stays what it is as
                             long as the pointer does; NULL: `follow` counts */
    bool no_lerp;         /* pictures stand still between updates */
    bool own_water_alpha; /* likewise: a chase camera stays out of water that is opaque */
    float water_alpha;
};

struct soundtrack_options {
    uint32_t rate; /* samples a second, SOUNDTRACK_MIN_RATE .. SOUNDTRACK_MAX_RATE */
    enum mixer_look look;
    float volume;       /* of sounds, 0 .. 2; 1 is the usual: in the faithful look the original's
                           0.7 of the range, in the exact one half of that */
    float music_volume; /* likewise, 0 .. 3 */
    files_log_fn log;   /* a line for each sound that is missing or damaged, from the thread that
                           mixes; NULL = nobody */
    void *log_context;
};

struct soundtrack;

/* timeline: opened with timeline_options.sounds. game: as the picture has it; only its list of
 * places is looked at, here and now. What timeline and game stand on (the demo's bytes, paks in
 * memory) must outlive the soundtrack. 0, or negative with one line in err->what; *soundtrack is
 * NULL then. */
int soundtrack_open(struct soundtrack **soundtrack, const struct timeline *timeline,
                    const struct game_files *game, const struct soundtrack_options *options,
                    struct format_error *err) MUST_CHECK;
void soundtrack_close(struct soundtrack *soundtrack); /* NULL is fine */

/* The samples block * MIXER_BLOCK and on, left and right side by side. Blocks before the demo are
 * silent; behind its end what sounds rings out. Waits where the index has not come so far. 0, or
 * FORMAT_MEMORY: something is missing in the block. */
int soundtrack_mix(struct soundtrack *soundtrack, const struct sound_eyes *eyes, int64_t block,
                   int16_t out[2 * MIXER_BLOCK]) MUST_CHECK;

/* Whether soundtrack_mix need not wait for the index. */
bool soundtrack_is_known(const struct soundtrack *soundtrack, int64_t block);

/* Loads what begins in the block, so that mixing it takes less time. Nothing is heard differently
 * without it. Does nothing where soundtrack_is_known is false. */
void soundtrack_load(struct soundtrack *soundtrack, int64_t block);

/* From the next block on. */
void soundtrack_set_volume(struct soundtrack *soundtrack, float volume, float music_volume);

/* Blocks that hold a demo of that length, seconds. */
int64_t soundtrack_num_blocks(const struct soundtrack *soundtrack, double length);

/* The game's files as the soundtrack has them: what of them is missing or damaged. */
const struct files *soundtrack_files(const struct soundtrack *soundtrack);

#endif
