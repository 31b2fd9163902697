#include "engine/viewer/record/viewer_copy.h"

#include <stdio.h>

#include "engine/capture/shot_name.h"
#include "engine/playback/demo_time.h"
#include "engine/viewer/host/clipboard.h"
#include "engine/viewer/record/render_argv.h"
#include "engine/viewer/record/seen_view.h"
#include "engine/viewer/viewer_internal.h"

enum { LINE_BYTES = 4096, PLACE_BYTES = 320 };

/* "0:02.688 b203 s93919, position -544.0 288.0 54.0, angles 0.0 90.0 0.0" */
static void write_place(const struct viewer *v, char text[PLACE_BYTES])
{
    const struct scene *scene = &v->demo.player.scene;
    char time[OSD_TIME], exact[VIEWER_EXACT];
    osd_format_time(time, v->demo.transport.time, 3);
    viewer_describe_exact(&v->demo, exact);
    snprintf(text, PLACE_BYTES, "%s %s, position %.1f %.1f %.1f, angles %.1f %.1f %.1f", time,
             exact, (double)scene->camera.origin[0], (double)scene->camera.origin[1],
             (double)scene->camera.origin[2], (double)scene->camera.angles[0],
             (double)scene->camera.angles[1], (double)scene->camera.angles[2]);
}

/* 0 or FORMAT_MEMORY. */
static int write_line(struct viewer *v, char line[LINE_BYTES])
{
    struct seen_view view;
    struct render_argv argv = {0};
    char at[DEMO_TIME_TEXT], name[SHOT_NAME];
    const double time = v->demo.transport.time;
    const struct camera_path *path = viewer_followed_path(&v->path);
    seen_view_find(v, &view);
    demo_time_write(time, at);
    shot_name_make(name, v->demo.name ? v->demo.name : "demo1", time, 0);
    view.options.summary = viewer_summary_is_shown(&v->summary, &v->demo, &v->base);
    view.options.end_summary = false;
    if (path) {
        camera_path_at(path, time, &view.options.camera, &view.options.fov);
    }
    const struct record_plan plan = {.demo = v->demo.name ? v->demo.name : "builtin:demo1",
                                     .out = name,
                                     .at = at,
                                     .width = view.width,
                                     .height = view.height,
                                     .player = &view.options,
                                     .gamma = view.gamma,
                                     .contrast = view.contrast};
    const int code = render_argv_make(&argv, &plan);
    render_argv_line(&argv, line, LINE_BYTES);
    render_argv_free(&argv);
    return code;
}

void viewer_copy_place(struct viewer *v)
{
    char text[PLACE_BYTES + LINE_BYTES + 2], place[PLACE_BYTES], line[LINE_BYTES];
    char reason[256];
    write_place(v, place);
    if (write_line(v, line) < 0) {
        viewer_trouble(&v->base, "out of memory (copy)");
        return;
    }
    snprintf(text, sizeof(text), "%s\n%s\n", place, line);
    if (!clipboard_set(text, reason, sizeof(reason))) {
        viewer_trouble(&v->base, "nothing was copied: %s", reason);
        return;
    }
    message_log_add(&v->base.messages.log, line);
    viewer_say(&v->base, "copied: %s", place);
}
