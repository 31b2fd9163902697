#include "engine/edit/camera/edit_camera.h"

#include "engine/edit/camera/mvd_camera.h"
#include "engine/edit/camera/nq_camera.h"
#include "engine/edit/camera/qwd_camera.h"
#include "engine/netquake/nq_family.h"
#include "engine/quake3/q3_family.h"
#include "engine/quakeworld/quakeworld.h"

static int film(const struct demo *demo, const struct camera_path *path, struct byte_writer *out,
                struct edit_camera_report *report, struct format_error *err)
{
    if (demo->family == &netquake_family) {
        return nq_camera(demo, path, out, report, err);
    }
    if (demo->family == &quake3_family) {
        return format_fail(err, FORMAT_UNKNOWN, 0,
                           "a Quake III client takes its view from the recorder's state, in which "
                           "there is no free camera; play the demo with --camera-path");
    }
    const struct qw_demo *file = demo->file;
    if (file->container == QW_CONTAINER_MVD) {
        return mvd_camera(demo, path, out, report, err);
    }
    return qwd_camera(demo, path, out, report, err);
}

int edit_camera(const struct demo *demo, const struct camera_path *path, struct byte_writer *out,
                struct edit_camera_report *report, struct format_error *err)
{
    const size_t begin = out->size;
    *report = (struct edit_camera_report){0};
    const int code = film(demo, path, out, report, err);
    if (report->updates > 0) {
        return code;
    }
    out->size = begin;
    return code < 0 ? code
                    : format_fail(err, FORMAT_UNKNOWN, 0,
                                  "the demo has no update for the camera to be in");
}
