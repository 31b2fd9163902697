/* QuakeWorld's part of edit_camera.h: demos that servers record (.mvd). */
#ifndef ENGINE_EDIT_CAMERA_MVD_CAMERA_H
#define ENGINE_EDIT_CAMERA_MVD_CAMERA_H

#include "engine/edit/camera/edit_camera.h"

/* As edit_camera, of a .mvd. */
int mvd_camera(const struct demo *demo, const struct camera_path *path, struct byte_writer *out,
               struct edit_camera_report *report, struct format_error *err) MUST_CHECK;

#endif
