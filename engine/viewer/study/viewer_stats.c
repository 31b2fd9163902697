#include "engine/viewer/study/viewer_stats.h"

#include "assets/platform.h"
#include "engine/playback/pov_select.h"
#include "engine/viewer/audio/audio.h"
#include "engine/viewer/audio/viewer_sound.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/overlay/speed_graph.h"
#include "engine/viewer/viewer_bar.h"
#include "engine/viewer/viewer_demo.h"
#include "engine/viewer/viewer_picture.h"

#define GRAPH_SECONDS 2.0 /* before and after the play head */

void viewer_describe_stats(const struct viewer_demo *demo, const struct viewer_picture *picture,
                           const struct viewer_sound *sound, const struct window *window,
                           char text[STATS_OVERLAY_TEXT])
{
    const struct timeline *timeline = demo->player.timeline;
    const struct timeline_extent extent = timeline_extent(timeline);
    const uint32_t update = timeline_update_at(timeline, demo->transport.time);
    const double rate = window_refresh_rate(window);
    const struct scene_camera *camera = &demo->player.scene.camera;
    struct demo_event level;
    struct demo_body body;
    double clock;
    char eyes[POV_SELECT_TEXT];
    viewer_level(demo, &level);
    viewer_name_followed(demo, eyes);
    timeline_body(timeline, demo->player.scene_options.follow, &body);
    const struct stats_overlay numbers = {
        .demo = demo->player.source.name,
        .level = level.text,
        .followed = eyes,
        .time = demo->transport.time,
        .update = update,
        .block = timeline_update_step(timeline, update),
        .clock = timeline_clock(timeline, &clock) ? clock : -1.0,
        .flies = demo->player.scene_options.camera.kind == CAMERA_FREE,
        .origin = {camera->origin[0], camera->origin[1], camera->origin[2]},
        .angles = {camera->angles[0], camera->angles[1], camera->angles[2]},
        .body = body,
        .frame_stats = frame_stats_figures(&picture->frame_stats, platform_now(), 1.0 / rate),
        .refresh_rate = rate,
        .fit = picture->fit,
        .auto_scale = picture->scale == 0,
        .threads = renderer_threads(demo->player.renderer),
        .light = picture->light,
        .sound_rate = sound->audio ? audio_get_rate(sound->audio) : 0,
        .sound_gaps = sound->audio ? audio_get_starved(sound->audio) : 0,
        .key_frames = extent.num_key_frames,
        .key_frame_megabytes = (double)extent.key_frame_bytes / 1e6,
        .state_hash = timeline_state_hash(timeline),
    };
    stats_overlay_text(&numbers, text);
}

void viewer_draw_speeds(struct viewer_demo *demo, const struct osd_canvas *canvas, int top,
                        int bottom)
{
    struct speed_sample samples[SPEED_TRACE_UPDATES];
    const double time = demo->transport.time;
    const int count =
        speed_trace_read(&demo->speeds, demo->player.timeline, demo->player.scene_options.follow,
                         time, GRAPH_SECONDS, samples);
    const struct speed_graph graph = {samples, count > 0 ? (size_t)count : 0, time, GRAPH_SECONDS};
    speed_graph_draw(&graph, canvas, top, bottom);
}
