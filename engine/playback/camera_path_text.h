/* A camera path as a small text a person can read and write:
 *
 *     # comments go to the line's end
 *     speed even
 *     key 0:12.500  480 -352 88  12 90
 *     key 0:15      512 -100 96   0 45  0  110
 *
 * "speed time" (the default) or "speed even", as camera_path.h has them; "key TIME X Y Z PITCH
 * YAW", and behind these ROLL and then FOV where they are wanted. Blanks or commas stand between
 * numbers; times are 90, 1:30.5 or 1:02:03. The lines may come in any order. */
#ifndef ENGINE_PLAYBACK_CAMERA_PATH_TEXT_H
#define ENGINE_PLAYBACK_CAMERA_PATH_TEXT_H

#include <stdint.h>

#include "engine/playback/camera_path.h"

/* Adds a text's key points to a path. Bad lines are left out, and their number returned; err has
 * the first one, "line 3: ...", and its byte. Negative: FORMAT_MEMORY. */
int camera_path_read(struct camera_path *path, const uint8_t *data, size_t size,
                     struct format_error *err) MUST_CHECK;

/* The text that gives the path again, NUL-terminated and to be freed; *size without the NUL. name:
 * the demo's, for people who read it. NULL without memory. */
char *camera_path_write(const struct camera_path *path, const char *name, size_t *size);

#endif
