/* Draws a camera path over the picture: curve, key points with number, time and direction, and the
 * current camera. Walls do not hide it. */
#ifndef ENGINE_VIEWER_OVERLAY_PATH_OVERLAY_H
#define ENGINE_VIEWER_OVERLAY_PATH_OVERLAY_H

#include "engine/playback/camera_path.h"
#include "engine/text/osd.h"
#include "render/scene.h"

struct path_overlay {
    const struct camera_path *path;
    struct scene_camera camera; /* position in the picture */
    int left, top;              /* canvas pixels that show the world */
    int width, height;
    double time; /* now, demo seconds */
};

void path_overlay_draw(const struct path_overlay *overlay, const struct osd_canvas *canvas);

#endif
