#include "engine/viewer/overlay/stats_overlay.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/ghost/speed_trace.h"
#include "engine/text/osd.h"
#include "formats/base/error.h"

FORMAT_PRINTF(2, 3)
static void append_line(char text[STATS_OVERLAY_TEXT], const char *format, ...)
{
    const size_t used = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, STATS_OVERLAY_TEXT - used, format, args);
    va_end(args);
}

/* A whole number, and 0 rather than -0. */
static double whole(float value)
{
    return floor((double)value + 0.5) + 0.0;
}

/* What the demo tells of the followed player. */
static void append_body(char text[STATS_OVERLAY_TEXT], const struct demo_body *body)
{
    const float *v = body->velocity, *at = body->origin;
    if (!body->present) {
        return;
    }
    append_line(text, "player at %.1f %.1f %.1f\n", (double)at[0], (double)at[1], (double)at[2]);
    append_line(text, "speed %.0f u/s over the ground, %.0f in all, velocity %.0f %.0f %.0f\n",
                speed_over_ground(v), speed_in_all(v), whole(v[0]), whole(v[1]), whole(v[2]));
    if (body->has_health) {
        append_line(text, "health %" PRId32 ", armour %" PRId32 "\n", body->health, body->armor);
    }
}

void stats_overlay_text(const struct stats_overlay *n, char text[STATS_OVERLAY_TEXT])
{
    const struct frame_stats_figures *frame_stats = &n->frame_stats;
    char time[OSD_TIME];
    text[0] = '\0';
    append_line(text, "%.80s\n%.80s\n", n->demo, n->level[0] ? n->level : "no level");
    if (n->followed[0]) {
        append_line(text, "eyes of %.40s\n", n->followed);
    }
    osd_format_time(time, n->time, 3);
    append_line(text, "time %s, update %" PRIu32 ", block %" PRIu32, time, n->update, n->block);
    if (n->clock >= 0.0) {
        append_line(text, ", server %.0f ms", n->clock * 1000.0);
    }
    append_line(text, "\n%s at %.1f %.1f %.1f, angles %.1f %.1f %.1f\n",
                n->flies ? "camera" : "view", (double)n->origin[0], (double)n->origin[1],
                (double)n->origin[2], (double)n->angles[0], (double)n->angles[1],
                (double)n->angles[2]);
    append_body(text, &n->body);
    if (frame_stats->rate > 0.0) {
        append_line(text, "%.1f pictures/s of %.0f, %u late\n", frame_stats->rate, n->refresh_rate,
                    frame_stats->late);
    } else {
        append_line(text, "nothing moves\n");
    }
    append_line(text, "draw %.2f ms, worst %.2f ms, upload %.2f ms, %d thread%s\n",
                frame_stats->draw_median * 1000.0, frame_stats->draw_worst * 1000.0,
                frame_stats->upload_median * 1000.0, n->threads, n->threads == 1 ? "" : "s");
    append_line(text, "%dx%d, scale %d%s\n", n->fit.width, n->fit.height, n->fit.scale,
                n->auto_scale ? " (auto)" : "");
    append_line(text, "gamma %.2f, contrast %.2f\n", n->light.gamma, n->light.contrast);
    if (n->sound_rate > 0) {
        append_line(text, "sound %d Hz, %u gap%s\n", n->sound_rate, n->sound_gaps,
                    n->sound_gaps == 1 ? "" : "s");
    }
    append_line(text, "%u key frame%s, %.1f MB\nstate %016" PRIx64, n->key_frames,
                n->key_frames == 1 ? "" : "s", n->key_frame_megabytes, n->state_hash);
}
