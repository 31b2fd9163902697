/* A demo as a line of moments: any time or block -> the client state there.
 *
 * Times are seconds from the first drawn update. Between two updates the demo's clock runs as the
 * server's, but never longer than PLAYBACK_MAX_GAP, as the original client skips longer gaps. A key
 * frame (a copy of the state) is kept every so often, so that going back does not start from the
 * first block. One thread. */
#ifndef ENGINE_PLAYBACK_H
#define ENGINE_PLAYBACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/nq_scene.h"

#define PLAYBACK_MAX_GAP 0.1

struct playback;

/* Indexes the whole demo; data must outlive the playback. 0, or a negative code when there is
 * nothing to play. A demo damaged later on opens; playback_damage tells. */
int playback_open(struct playback **playback, const uint8_t *data, size_t size,
                  struct format_error *err) MUST_CHECK;
void playback_close(struct playback *playback);

double playback_length(const struct playback *playback);
uint32_t playback_num_updates(const struct playback *playback); /* drawn updates, at least 1 */
uint32_t playback_num_blocks(const struct playback *playback);  /* good blocks of the file */
double playback_update_time(const struct playback *playback, uint32_t update);
uint32_t playback_update_block(const struct playback *playback, uint32_t update);
/* The last update at or before time. */
uint32_t playback_update_at(const struct playback *playback, double time);
/* Where and why the good part of the file ends early; NULL when it is whole. */
const struct format_error *playback_damage(const struct playback *playback);

/* Where playback stands: the state after a block, and how far from the update before to that one.
 */
int playback_go_block(struct playback *playback, uint32_t block) MUST_CHECK;
int playback_go_update(struct playback *playback, uint32_t update) MUST_CHECK;
/* interpolate: between the updates around time; else the last update at or before it. */
int playback_go_time(struct playback *playback, double time, bool interpolate) MUST_CHECK;

const struct nq_state *playback_state(const struct playback *playback);
/* The scene where playback stands. */
int playback_scene(const struct playback *playback, struct scene *scene,
                   const struct scene_options *options, struct gamedata *data) MUST_CHECK;
/* Decodes the messages of an update's blocks and throws them away: timedemo's measure of parsing.
 */
void playback_parse_only(const struct playback *playback, uint32_t update);

#endif
