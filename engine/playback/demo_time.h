/* Parses a demo time: "90", "1:30.5", "1:02:03", "50%", "-10" (from the end).
 */
#ifndef ENGINE_PLAYBACK_DEMO_TIME_H
#define ENGINE_PLAYBACK_DEMO_TIME_H

#include <stdbool.h>

/* *seconds from the start, clamped to 0..length. False: malformed. */
bool demo_time_parse(const char *text, double length, double *seconds);

/* True if the text is a time before the start or after the end of a demo of that length. */
bool demo_time_is_outside(const char *text, double length);

#endif
