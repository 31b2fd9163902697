/* Where the 2D layer is in a frame: status bar, texts, scores, whatever the family; and the match
 * summary. */
#ifndef ENGINE_PLAYBACK_FRAME_2D_H
#define ENGINE_PLAYBACK_FRAME_2D_H

#include "engine/playback/playback_context.h"

/* How much of it lies in that rectangle of the last frame: pixels, those of elements that lie over
 * each other counted for each. Of the game's, what is larger than an eighth of the frame is a
 * ground for others, and does not count. */
double frame_2d_covered(const struct playback_context *player, struct playback_part area);

#endif
