/* Camera path in the window: setting and removing key points, drawing the path, following it. The
 * path of a demo is saved next to its bookmarks, as its changes are: together with those of other
 * windows (camera_path_edit_text). The file named by --camera-path is used instead and not changed.
 */
#ifndef ENGINE_VIEWER_VIEWER_PATH_H
#define ENGINE_VIEWER_VIEWER_PATH_H

#include <stdbool.h>

#include "engine/playback/camera_path.h"
#include "engine/text/osd.h"

struct camera;
struct viewer_base;
struct viewer_demo;

struct viewer_path {
    struct camera_path own;          /* the open demo's */
    const struct camera_path *named; /* --camera-path: used instead, read-only; NULL = none */
    struct camera_path saved;        /* the file's when it was read or written */
    bool incomplete;                 /* out of memory while loading: nothing is saved */
    bool followed;                   /* pictures are seen along the path */
    bool told_file;                  /* where it is kept */
};

/* Loads the path of the demo just opened, whose bookmarks are loaded; reports errors of the file.
 */
void viewer_begin_path(struct viewer_path *path, const struct viewer_demo *demo,
                       struct viewer_base *base);
void viewer_end_path(struct viewer_path *path);

/* Sets a key point at this moment where the picture is seen from; removes the one nearest to this
 * moment. Each change is kept at once. */
void viewer_set_key_point(struct viewer_path *path, const struct camera *camera,
                          const struct viewer_demo *demo, struct viewer_base *base);
void viewer_remove_key_point(struct viewer_path *path, const struct viewer_demo *demo,
                             struct viewer_base *base);
/* Watches along the path, or no longer. */
void viewer_follow_path(struct viewer_path *path, struct camera *camera,
                        const struct viewer_demo *demo, struct viewer_base *base);
void viewer_change_path_speed(struct viewer_path *path, const struct viewer_demo *demo,
                              struct viewer_base *base);
/* Takes the free camera off the path, where it is now. */
void viewer_leave_path(struct viewer_path *path, struct camera *camera,
                       const struct viewer_demo *demo);

/* The path that pictures are seen along now; NULL = none. */
const struct camera_path *viewer_followed_path(const struct viewer_path *path);
/* The camera of the picture at this moment, with or without a path. */
struct camera viewer_camera_now(const struct viewer_path *path, const struct camera *camera,
                                const struct viewer_demo *demo);
void viewer_draw_path(const struct viewer_path *path, const struct camera *camera,
                      const struct viewer_demo *demo, const struct viewer_base *base,
                      const struct osd_canvas *canvas);

#endif
