/* Reads and writes a camera path as text:
 *
 *     # comments go to the line's end
 *     speed even
 *     key 0:12.500  480 -352 88  12 90
 *     key 0:15      512 -100 96   0 45  0  110
 *
 * "speed time" (the default) or "speed even", as camera_path.h has them; "key TIME X Y Z PITCH
 * YAW", optionally followed by ROLL and FOV. Numbers are separated by spaces or commas; times are
 * 90, 1:30.5 or 1:02:03. Lines may be in any order. */
#ifndef ENGINE_PLAYBACK_CAMERA_PATH_TEXT_H
#define ENGINE_PLAYBACK_CAMERA_PATH_TEXT_H

#include <stdint.h>

#include "engine/playback/camera_path.h"

/* Adds a text's key points to a path. Skips bad lines and returns their count; err describes the
 * first one ("line 3: ...") and its byte offset. Returns FORMAT_MEMORY if out of memory. */
int camera_path_read(struct camera_path *path, const uint8_t *data, size_t size,
                     struct format_error *err) MUST_CHECK;

/* Returns the path as text, NUL-terminated, or NULL if out of memory; *size excludes the NUL. name:
 * the demo's, written as a comment. Caller frees. */
char *camera_path_write(const struct camera_path *path, const char *name, size_t *size);

struct camera_path_change {
    const struct camera_path *before, *after; /* borrowed */
    const char *name;                         /* the demo's, as camera_path_write */
};

/* Applies a change to a path's text, which may have other changes since `before` was read from it:
 * key points that differ between before and after are set or removed, and the speed if it differs.
 * All other lines stay in their places. Returns the new text (*new_size bytes, without a NUL; 0 =
 * no key point and no comment of the user is left), or NULL if out of memory. Caller frees. */
char *camera_path_edit_text(const struct camera_path_change *change, const char *text, size_t size,
                            size_t *new_size);

#endif
