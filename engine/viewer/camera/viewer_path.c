#include "engine/viewer/camera/viewer_path.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/camera_path_text.h"
#include "engine/playback/playback_context.h"
#include "engine/report/report.h"
#include "engine/text/osd.h"
#include "engine/viewer/keys/keys.h"
#include "engine/viewer/overlay/path_overlay.h"
#include "engine/viewer/saved/demo_bookmarks.h"
#include "engine/viewer/viewer_base.h"
#include "engine/viewer/viewer_demo.h"

/* A key point farther away than this, s, is another moment's. */
#define REMOVE_WITHIN 5.0

static const struct camera_path *the_path(const struct viewer_path *path)
{
    return path->named ? path->named : &path->own;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Beside the notes of the demo; false: there is no place to keep them. */
static bool name_file(const struct viewer_demo *demo, char name[DEMO_BOOKMARKS_PATH])
{
    return demo_bookmarks_beside(&demo->bookmarks, "-camera.txt", name);
}

void viewer_begin_path(struct viewer_path *path, const struct viewer_demo *demo,
                       struct viewer_base *base)
{
    char name[DEMO_BOOKMARKS_PATH];
    struct file_bytes file;
    struct format_error err = {0};
    const struct camera_path *named = base->options->asked->player.camera_path;
    *path = (struct viewer_path){.named = named, .followed = named != NULL};
    if (!name_file(demo, name) || platform_read_file(name, &file) < 0) {
        return; /* most demos have none */
    }
    const size_t size = file.size < SAVED_FILE_MAX ? file.size : SAVED_FILE_MAX;
    const int bad = camera_path_read(&path->own, file.data, size, &err);
    const int same = camera_path_read(&path->saved, file.data, size, NULL);
    platform_free_file(&file);
    if (bad != 0) {
        viewer_trouble(base, "%s: %s", name, bad < 0 || same < 0 ? "out of memory" : err.what);
    }
    path->incomplete = bad < 0 || same < 0;
}

void viewer_end_path(struct viewer_path *path)
{
    camera_path_free(&path->own);
    camera_path_free(&path->saved);
    *path = (struct viewer_path){0};
}

struct edited_path {
    struct camera_path_change change;
    struct camera_path own, saved; /* the edited text's, twice */
    bool read;
};

/* A saved_edit_fn. */
static char *edit_path(void *context, const char *text, size_t size, size_t *new_size)
{
    struct edited_path *edited = context;
    char *fresh = camera_path_edit_text(&edited->change, text, size, new_size);
    const uint8_t *bytes = (const uint8_t *)fresh;
    edited->read = fresh && camera_path_read(&edited->own, bytes, *new_size, NULL) >= 0 &&
                   camera_path_read(&edited->saved, bytes, *new_size, NULL) >= 0;
    return fresh;
}

/* Applies the changes of this window to the file, and takes over those of others. As
 * saved_file_edit. */
static int write_path(struct viewer_path *path, const char *name, const char *file)
{
    struct edited_path edited = {{&path->saved, &path->own, name}, {0}, {0}, false};
    const int status = saved_file_edit(file, SAVED_WAIT, edit_path, &edited);
    const int failure = errno;
    if (status >= 0 && edited.read) {
        const struct camera_path own = path->own, saved = path->saved;
        path->own = edited.own;
        path->saved = edited.saved;
        edited.own = own;
        edited.saved = saved;
    }
    camera_path_free(&edited.own);
    camera_path_free(&edited.saved);
    errno = failure;
    return status;
}

static void save_path(struct viewer_path *path, const struct viewer_demo *demo,
                      struct viewer_base *base)
{
    char file[DEMO_BOOKMARKS_PATH], line[DEMO_BOOKMARKS_PATH + 64];
    if (!name_file(demo, file) || path->incomplete) {
        return;
    }
    const int status = write_path(path, demo->player.source.name, file);
    if (status < 0) {
        viewer_trouble(base, "%s: %s", file, strerror(errno));
    } else if (status == SAVED_WITHOUT_LOCK) {
        viewer_trouble(base, "%s: saved, but another window holds the lock file beside it", file);
    } else if (!path->told_file) {
        path->told_file = true;
        snprintf(line, sizeof(line), "the camera's path is kept in %s", file);
        report_line(&base->listener, line);
    }
}

/* --- key points ------------------------------------------------------------------------------- */

/* The file named by --camera-path is never changed. */
static bool may_change(const struct viewer_path *path, struct viewer_base *base)
{
    if (path->named) {
        viewer_say(base, "the path of --camera-path stays as it is");
        return false;
    }
    return true;
}

/* Field of view for a new key point; 0 if no key point has one. */
static float fov_now(const struct viewer_path *path, const struct viewer_demo *demo)
{
    struct camera seen;
    float fov = demo->player.options.fov;
    bool any = false;
    for (size_t i = 0; i < path->own.num_keys; i++) {
        any |= path->own.keys[i].fov > 0.0f;
    }
    camera_path_at(&path->own, demo->transport.time, &seen, &fov);
    return any ? fov : 0.0f;
}

void viewer_set_key_point(struct viewer_path *path, const struct camera *camera,
                          const struct viewer_demo *demo, struct viewer_base *base)
{
    struct camera_path *keys = &path->own;
    char time[OSD_TIME];
    if (!may_change(path, base)) {
        return;
    }
    struct camera_key key = {.time = demo->transport.time, .fov = fov_now(path, demo)};
    const struct camera now = viewer_camera_now(path, camera, demo);
    const struct scene_camera *seen = &demo->player.scene.camera;
    const bool free = now.kind == CAMERA_FREE;
    memcpy(key.origin, free ? now.origin : seen->origin, sizeof(key.origin));
    memcpy(key.angles, free ? now.angles : seen->angles, sizeof(key.angles));
    if (!free) {
        key.angles[2] = 0.0f; /* the view of a player rolls while walking */
    }
    const size_t before = keys->num_keys;
    const int status = camera_path_add(keys, &key);
    if (status < 0) {
        viewer_say(base, "%s",
                   status == FORMAT_MEMORY    ? "out of memory (key point)"
                   : status == FORMAT_UNKNOWN ? "there are too many key points"
                                              : "no key point can be here");
        return;
    }
    osd_format_time(time, key.time, 1);
    viewer_say(base, "key point %zu of %zu at %s%s", camera_path_nearest(keys, key.time) + 1,
               keys->num_keys, time, before == keys->num_keys ? ", set anew" : "");
    save_path(path, demo, base);
}

void viewer_remove_key_point(struct viewer_path *path, const struct viewer_demo *demo,
                             struct viewer_base *base)
{
    struct camera_path *keys = &path->own;
    char time[OSD_TIME];
    if (!may_change(path, base)) {
        return;
    }
    const double now = demo->transport.time;
    const size_t nearest = camera_path_nearest(keys, now);
    if (nearest >= keys->num_keys || keys->keys[nearest].time > now + REMOVE_WITHIN ||
        keys->keys[nearest].time < now - REMOVE_WITHIN) {
        viewer_say(base, keys->num_keys > 0 ? "no key point within 5 s" : "there is no key point");
        return;
    }
    osd_format_time(time, keys->keys[nearest].time, 1);
    camera_path_remove(keys, nearest);
    viewer_say(base, "key point at %s removed, %zu left", time, keys->num_keys);
    path->followed &= keys->num_keys > 0;
    save_path(path, demo, base);
}

/* --- watching --------------------------------------------------------------------------------- */

const struct camera_path *viewer_followed_path(const struct viewer_path *path)
{
    const struct camera_path *keys = the_path(path);
    return path->followed && keys->num_keys > 0 ? keys : NULL;
}

struct camera viewer_camera_now(const struct viewer_path *path, const struct camera *camera,
                                const struct viewer_demo *demo)
{
    const struct camera_path *keys = viewer_followed_path(path);
    struct camera now = *camera;
    float fov = demo->player.options.fov;
    if (keys) {
        camera_path_at(keys, demo->transport.time, &now, &fov);
    }
    return now;
}

void viewer_leave_path(struct viewer_path *path, struct camera *camera,
                       const struct viewer_demo *demo)
{
    if (viewer_followed_path(path)) {
        if (camera->kind == CAMERA_FREE) {
            *camera = viewer_camera_now(path, camera, demo);
            camera->angles[2] = 0.0f;
            camera_turn(camera, 0.0f, 0.0f);
        }
        path->followed = false;
    }
}

static void say_no_path(struct viewer_base *base)
{
    char key[KEY_HELP_TEXT];
    viewer_name_key(base, ACTION_KEY_POINT, key);
    viewer_say(base, "there is no camera path%s%s%s", key[0] ? ": " : "", key,
               key[0] ? " sets a key point" : "");
}

void viewer_follow_path(struct viewer_path *path, struct camera *camera,
                        const struct viewer_demo *demo, struct viewer_base *base)
{
    const struct camera_path *keys = the_path(path);
    char from[OSD_TIME], to[OSD_TIME];
    if (viewer_followed_path(path)) {
        viewer_leave_path(path, camera, demo);
        viewer_say(base, "off the camera path");
    } else if (keys->num_keys == 0) {
        say_no_path(base);
    } else {
        path->followed = true;
        osd_format_time(from, keys->keys[0].time, 1);
        osd_format_time(to, keys->keys[keys->num_keys - 1].time, 1);
        viewer_say(base, "along the camera path: %zu key point%s, %s to %s", keys->num_keys,
                   keys->num_keys == 1 ? "" : "s", from, to);
    }
}

void viewer_change_path_speed(struct viewer_path *path, const struct viewer_demo *demo,
                              struct viewer_base *base)
{
    struct camera_path *keys = &path->own;
    if (!may_change(path, base)) {
        return;
    }
    if (keys->num_keys == 0) {
        say_no_path(base);
        return;
    }
    const bool even = keys->speed != CAMERA_PATH_EVEN;
    camera_path_set_speed(keys, even ? CAMERA_PATH_EVEN : CAMERA_PATH_BY_TIME);
    viewer_say(base, even ? "camera path: at one speed from the first key point to the last"
                          : "camera path: at each key point at its time");
    save_path(path, demo, base);
}

/* --- over the picture ------------------------------------------------------------------------- */

void viewer_draw_path(const struct viewer_path *path, const struct camera *camera,
                      const struct viewer_demo *demo, const struct viewer_base *base,
                      const struct osd_canvas *canvas)
{
    const struct scene *scene = &demo->player.scene;
    if (!demo->open || camera->kind != CAMERA_FREE || viewer_followed_path(path) ||
        base->options->asked->play.no_osd || scene->kind == SCENE_EMPTY) {
        return;
    }
    const struct playback_part world = playback_world_part(&demo->player);
    const struct path_overlay overlay = {.path = the_path(path),
                                         .camera = scene->camera,
                                         .left = world.left,
                                         .top = world.top,
                                         .width = world.width,
                                         .height = world.height,
                                         .time = demo->transport.time};
    path_overlay_draw(&overlay, canvas);
}
