#include "engine/viewer/camera/viewer_path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "engine/playback/camera_path_text.h"
#include "engine/viewer/overlay/path_overlay.h"
#include "engine/viewer/viewer_internal.h"

/* A key point farther away than this, s, is another moment's. */
#define REMOVE_WITHIN 5.0

enum { MAX_BYTES = 1 << 20 };

static const struct camera_path *the_path(const struct viewer *v)
{
    const struct camera_path *named = v->options->player.camera_path;
    return named ? named : &v->path.own;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Beside the notes of the demo; false: there is no place to keep them. */
static bool name_file(const struct viewer *v, char path[DEMO_BOOKMARKS_PATH])
{
    return demo_bookmarks_beside(&v->demo.bookmarks, "-camera.txt", path);
}

void viewer_begin_path(struct viewer *v)
{
    char path[DEMO_BOOKMARKS_PATH];
    struct file_bytes file;
    struct format_error err = {0};
    v->path = (struct viewer_path){.followed = v->options->player.camera_path != NULL};
    if (!name_file(v, path) || platform_map_file(path, &file) < 0) {
        return; /* most demos have none */
    }
    const size_t size = file.size < MAX_BYTES ? file.size : MAX_BYTES;
    const int bad = camera_path_read(&v->path.own, file.data, size, &err);
    platform_unmap_file(&file);
    if (bad != 0) {
        viewer_trouble(v, "%s: %s", path, bad < 0 ? "no memory" : err.what);
    }
}

void viewer_end_path(struct viewer *v)
{
    camera_path_free(&v->path.own);
    v->path = (struct viewer_path){0};
}

static int write_path(const struct viewer *v, const char *file)
{
    size_t size;
    if (v->path.own.num_keys == 0) {
        return platform_remove_file(file) == 0 || errno == ENOENT ? 0 : -1;
    }
    char *text = camera_path_write(&v->path.own, v->demo.player.source.name, &size);
    errno = ENOMEM;
    int status = text ? user_make_folders(file) : -1;
    if (status == 0) {
        status = platform_replace_file(file, text, size);
    }
    const int failure = errno;
    free(text);
    errno = failure;
    return status;
}

static void keep(struct viewer *v)
{
    char file[DEMO_BOOKMARKS_PATH], line[DEMO_BOOKMARKS_PATH + 64];
    if (!name_file(v, file)) {
        return;
    }
    if (write_path(v, file) < 0) {
        viewer_trouble(v, "%s: %s", file, strerror(errno));
    } else if (!v->path.told_file) {
        v->path.told_file = true;
        snprintf(line, sizeof(line), "the camera's path is kept in %s", file);
        report_line(&v->listener, line);
    }
}

/* --- key points ------------------------------------------------------------------------------- */

/* A path that was named is somebody's own file. */
static bool may_change(struct viewer *v)
{
    if (v->options->player.camera_path) {
        viewer_say(v, "the path of --camera-path stays as it is");
        return false;
    }
    return true;
}

/* What counts where key points have a field of view; 0 where none has. */
static float fov_now(const struct viewer *v)
{
    struct camera camera;
    float fov = v->demo.player.options.fov;
    bool any = false;
    for (size_t i = 0; i < v->path.own.num_keys; i++) {
        any |= v->path.own.keys[i].fov > 0.0f;
    }
    camera_path_at(&v->path.own, v->demo.transport.time, &camera, &fov);
    return any ? fov : 0.0f;
}

void viewer_set_key_point(struct viewer *v)
{
    struct camera_path *path = &v->path.own;
    char time[OSD_TIME];
    if (!may_change(v)) {
        return;
    }
    struct camera_key key = {.time = v->demo.transport.time, .fov = fov_now(v)};
    const struct camera now = viewer_camera_now(v);
    const struct scene_camera *seen = &v->demo.player.scene.camera;
    const bool free = now.kind == CAMERA_FREE;
    memcpy(key.origin, free ? now.origin : seen->origin, sizeof(key.origin));
    memcpy(key.angles, free ? now.angles : seen->angles, sizeof(key.angles));
    if (!free) {
        key.angles[2] = 0.0f; /* a player's view rolls as he walks */
    }
    const size_t before = path->num_keys;
    const int status = camera_path_add(path, &key);
    if (status < 0) {
        viewer_say(v, "%s",
                   status == FORMAT_MEMORY    ? "no memory for a key point"
                   : status == FORMAT_UNKNOWN ? "there are too many key points"
                                              : "no key point can be here");
        return;
    }
    osd_format_time(time, key.time, 1);
    viewer_say(v, "key point %zu of %zu at %s%s", camera_path_nearest(path, key.time) + 1,
               path->num_keys, time, before == path->num_keys ? ", set anew" : "");
    keep(v);
}

void viewer_remove_key_point(struct viewer *v)
{
    struct camera_path *path = &v->path.own;
    char time[OSD_TIME];
    if (!may_change(v)) {
        return;
    }
    const double now = v->demo.transport.time;
    const size_t nearest = camera_path_nearest(path, now);
    if (nearest >= path->num_keys || path->keys[nearest].time > now + REMOVE_WITHIN ||
        path->keys[nearest].time < now - REMOVE_WITHIN) {
        viewer_say(v, path->num_keys > 0 ? "no key point within 5 s" : "there is no key point");
        return;
    }
    osd_format_time(time, path->keys[nearest].time, 1);
    camera_path_remove(path, nearest);
    viewer_say(v, "key point at %s removed, %zu left", time, path->num_keys);
    v->path.followed &= path->num_keys > 0;
    keep(v);
}

/* --- watching --------------------------------------------------------------------------------- */

const struct camera_path *viewer_followed_path(const struct viewer *v)
{
    const struct camera_path *path = the_path(v);
    return v->path.followed && path->num_keys > 0 ? path : NULL;
}

struct camera viewer_camera_now(const struct viewer *v)
{
    const struct camera_path *path = viewer_followed_path(v);
    struct camera camera = v->camera;
    float fov = v->demo.player.options.fov;
    if (path) {
        camera_path_at(path, v->demo.transport.time, &camera, &fov);
    }
    return camera;
}

void viewer_leave_path(struct viewer *v)
{
    if (viewer_followed_path(v)) {
        if (v->camera.kind == CAMERA_FREE) {
            v->camera = viewer_camera_now(v);
            v->camera.angles[2] = 0.0f;
            camera_turn(&v->camera, 0.0f, 0.0f);
        }
        v->path.followed = false;
    }
}

static void say_no_path(struct viewer *v)
{
    char key[KEY_HELP_TEXT];
    viewer_name_key(v, ACTION_KEY_POINT, key);
    viewer_say(v, "there is no camera path%s%s%s", key[0] ? ": " : "", key,
               key[0] ? " sets a key point" : "");
}

void viewer_follow_path(struct viewer *v)
{
    const struct camera_path *path = the_path(v);
    char from[OSD_TIME], to[OSD_TIME];
    if (viewer_followed_path(v)) {
        viewer_leave_path(v);
        viewer_say(v, "off the camera path");
    } else if (path->num_keys == 0) {
        say_no_path(v);
    } else {
        v->path.followed = true;
        osd_format_time(from, path->keys[0].time, 1);
        osd_format_time(to, path->keys[path->num_keys - 1].time, 1);
        viewer_say(v, "along the camera path: %zu key point%s, %s to %s", path->num_keys,
                   path->num_keys == 1 ? "" : "s", from, to);
    }
}

void viewer_change_path_speed(struct viewer *v)
{
    struct camera_path *path = &v->path.own;
    if (!may_change(v)) {
        return;
    }
    if (path->num_keys == 0) {
        say_no_path(v);
        return;
    }
    const bool even = path->speed != CAMERA_PATH_EVEN;
    camera_path_set_speed(path, even ? CAMERA_PATH_EVEN : CAMERA_PATH_BY_TIME);
    viewer_say(v, even ? "camera path: at one speed from the first key point to the last"
                       : "camera path: at each key point at its time");
    keep(v);
}

/* --- over the picture ------------------------------------------------------------------------- */

void viewer_draw_path(const struct viewer *v, const struct osd_canvas *canvas)
{
    const struct scene *scene = &v->demo.player.scene;
    const struct picture_fit *fit = &v->picture.fit;
    if (!v->demo.open || v->camera.kind != CAMERA_FREE || viewer_followed_path(v) ||
        v->options->no_osd || scene->kind == SCENE_EMPTY) {
        return;
    }
    const struct player_part world = player_world_part(&v->demo.player);
    const struct path_overlay overlay = {.path = the_path(v),
                                         .camera = scene->camera,
                                         .left = fit->left + world.left * fit->scale,
                                         .top = fit->top + world.top * fit->scale,
                                         .width = world.width * fit->scale,
                                         .height = world.height * fit->scale,
                                         .time = v->demo.transport.time};
    path_overlay_draw(&overlay, canvas);
}
