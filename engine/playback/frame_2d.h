/* Where the game's 2D layer is in a frame: status bar, texts, scores, whatever the family. */
#ifndef ENGINE_PLAYBACK_FRAME_2D_H
#define ENGINE_PLAYBACK_FRAME_2D_H

#include "engine/playback/playback_context.h"

/* How much of the game's the last frame has in that rectangle of it: pixels, those of elements that
 * lie over each other counted for each. What is larger than an eighth of the frame is a ground for
 * others, and does not count. */
double frame_2d_covered(const struct playback_context *player, struct playback_part area);

#endif
