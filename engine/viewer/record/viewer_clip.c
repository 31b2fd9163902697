#include "engine/viewer/record/viewer_clip.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/output_file.h"
#include "engine/capture/clip_name.h"
#include "engine/edit/edit_cut.h"
#include "engine/text/osd.h"
#include "engine/viewer/viewer_internal.h"

#define MILLISECOND 0.001

/* Cuts from..to; bytes: caller frees. False after it reported the error. */
static bool cut_part(const struct viewer_demo *demo, struct viewer_base *base,
                     const struct edit_cutter *cutter, double from, double to,
                     struct byte_writer *bytes)
{
    const struct demo *source = &demo->player.source.demo;
    struct edit_range range;
    struct edit_report report;
    struct format_error err = {0};
    int code = edit_range_find(source, from, to, &range, &err);
    if (code != FORMAT_MEMORY && range.updates > 0) {
        code = cutter->cut(source, &range, bytes, &report, &err);
        edit_report_free(&report);
    }
    if (code == FORMAT_MEMORY || bytes->size == 0) {
        viewer_say(base, "no demo is saved: %s",
                   code < 0 ? err.what : "there is no update in that part");
        return false;
    }
    return true; /* of a damaged demo what is before the damage */
}

static void save_part(const struct viewer_demo *demo, struct viewer_base *base, double a, double b)
{
    const struct demo *source = &demo->player.source.demo;
    const struct edit_cutter *cutter = edit_cutter_find(source->family);
    const double start = fmin(a, b), stop = fmax(a, b);
    char path[OUTPUT_PATH], extension[EDIT_EXTENSION], from[OSD_TIME], to[OSD_TIME];
    struct byte_writer bytes = {0};
    struct format_error err;
    if (!cutter) {
        viewer_say(base, "demos of %s cannot be cut yet", source->family->title);
        return;
    }
    cutter->extension(source, extension);
    osd_format_time(from, start, 1);
    osd_format_time(to, stop, 1);
    if (clip_name_find(path, sizeof(path), demo->name ? demo->name : "demo1", extension) < 0) {
        viewer_trouble(base, "no folder for the demo: %s", strerror(errno));
    } else if (cut_part(demo, base, cutter, start, stop, &bytes)) {
        const struct output_request request = {.path = path};
        if (output_file_write(&request, bytes.data, bytes.size, &err) < 0) {
            viewer_trouble(base, "%s: %s", path, err.what);
        } else {
            viewer_say(base, "%s to %s saved as a demo: %s", from, to, path);
        }
    }
    byte_writer_free(&bytes);
}

void viewer_end_clip(struct viewer_clip *clip, const struct viewer_demo *demo,
                     struct viewer_base *base)
{
    if (!clip->begun || !demo->open) {
        clip->begun = false;
        return;
    }
    clip->begun = false;
    if (fabs(demo->transport.time - clip->begin) < MILLISECOND) {
        viewer_say(base, "no demo is saved: that is where it began");
        return;
    }
    save_part(demo, base, clip->begin, demo->transport.time);
}

void viewer_save_clip(struct viewer_clip *clip, const struct viewer_demo *demo,
                      struct viewer_base *base)
{
    const struct transport *t = &demo->transport;
    char time[OSD_TIME], key[KEY_HELP_TEXT];
    if (clip->begun) {
        viewer_end_clip(clip, demo, base);
    } else if (t->loop == TRANSPORT_LOOP_AB && t->loop_b - t->loop_a >= MILLISECOND) {
        save_part(demo, base, t->loop_a, t->loop_b);
    } else {
        *clip = (struct viewer_clip){.begun = true, .begin = t->time};
        osd_format_time(time, t->time, 1);
        viewer_name_key(base, ACTION_CLIP, key);
        viewer_say(base, "a demo begins at %s%s%s%s", time, key[0] ? ", " : "", key,
                   key[0] ? " again saves it up to there" : "");
    }
}

void viewer_save_last(const struct viewer_demo *demo, struct viewer_base *base, double seconds)
{
    const double now = demo->transport.time;
    save_part(demo, base, fmax(0.0, now - seconds), now);
}
