/* Parses demo times typed by the user: "90", "1:30.5", "1:02:03", "90s", "1m30s", "1h2m3.5s",
 * "50%". With a minus sign they count from the end: "-10". */
#ifndef ENGINE_PLAYBACK_DEMO_TIME_H
#define ENGINE_PLAYBACK_DEMO_TIME_H

#include <stdbool.h>

/* For error messages about an invalid time. */
#define DEMO_TIME_FORMS "a time: 90, 1:30.5, 90s, 1m30s, 50% or -10 from the end"

/* Seconds: the length of a demo has been summed up, times that are typed have not. */
#define DEMO_TIME_SLACK 1e-6

/* Seconds from the start, clamped to [0, length]. False: text is no time. */
bool demo_time_parse(const char *text, double length, double *seconds);

/* True if text is a time after the end or before the start of a demo of that length; false if it
 * is no time. */
bool demo_time_is_outside(const char *text, double length);

/* Writes seconds with the fewest decimals, 3 or more, that give the same time back. */
enum { DEMO_TIME_TEXT = 40 };
void demo_time_write(double seconds, char text[DEMO_TIME_TEXT]);

#endif
