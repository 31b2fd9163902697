/* A camera's path over the picture: its way as a line, its key points with their numbers and times
 * and where they look, and where the camera is now. It is drawn over walls as well: it is a plan,
 * and no thing of the level. */
#ifndef ENGINE_VIEWER_OVERLAY_PATH_OVERLAY_H
#define ENGINE_VIEWER_OVERLAY_PATH_OVERLAY_H

#include "engine/playback/camera_path.h"
#include "engine/text/osd.h"
#include "render/scene.h"

struct path_overlay {
    const struct camera_path *path;
    struct scene_camera camera; /* of the picture */
    int left, top;              /* canvas pixels that show the world */
    int width, height;
    double time; /* now, demo seconds */
};

void path_overlay_draw(const struct path_overlay *overlay, const struct osd_canvas *canvas);

#endif
