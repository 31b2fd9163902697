/* Checks that the player of --follow is in the demo. */
#ifndef ENGINE_COMMANDS_FOLLOW_CHECK_H
#define ENGINE_COMMANDS_FOLLOW_CHECK_H

#include "engine/playback/playback_context.h"

/* For output that covers from..to, seconds: looks for the player at both ends and at times between
 * them. Moves the timeline's cursor. True if no player is to be followed, or one of the times has
 * the player; else prints a line. */
bool follow_check_part(struct playback_context *player, double from, double to);

/* For a picture, after it was drawn: true if it is the player's view. Else prints a line: once
 * (*reported) if no such player is there, for each picture if the player is out of sight. */
bool follow_check_picture(const struct playback_context *player, bool *reported);

#endif
