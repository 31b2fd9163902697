/* A moment of a demo as a person writes it: "90", "1:30.5", "1:02:03", "50%", "-10" (from the end).
 */
#ifndef ENGINE_PLAYBACK_DEMO_TIME_H
#define ENGINE_PLAYBACK_DEMO_TIME_H

#include <stdbool.h>

/* Seconds from the start, clamped to [0, length]. False when text is none of these. */
bool demo_time_parse(const char *text, double length, double *seconds);

/* Whether that text means a time behind the end, or before the beginning, of a demo of that length;
 * false for what is no time. */
bool demo_time_is_outside(const char *text, double length);

#endif
