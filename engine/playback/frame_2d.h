/* Where the 2D layer is in a frame: status bar, texts, scores, whatever the family; and the match
 * summary. */
#ifndef ENGINE_PLAYBACK_FRAME_2D_H
#define ENGINE_PLAYBACK_FRAME_2D_H

#include "engine/playback/playback_context.h"

/* How many pixels of 2D lie in a rectangle of the last frame. A pixel counts once for each element
 * that covers it. An element of the game that is larger than an eighth of the frame is a background
 * for others and does not count. */
double frame_2d_covered(const struct playback_context *player, struct playback_part area);

#endif
