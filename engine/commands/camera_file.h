/* The camera path that --camera-path names. */
#ifndef ENGINE_COMMANDS_CAMERA_FILE_H
#define ENGINE_COMMANDS_CAMERA_FILE_H

#include "engine/playback/camera_path.h"

/* Reads a file of engine/playback/camera_path_text.h into an empty path. Returns
 * EXIT_GOOD, or EXIT_BAD_INPUT after a line on stderr; the path then owns nothing. */
int camera_file_read(const char *file, struct camera_path *path);

#endif
