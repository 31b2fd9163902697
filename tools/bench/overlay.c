#include "tools/bench/overlay.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "assets/platform.h"
#include "engine/playback/playback_context.h"
#include "engine/playback/transport.h"
#include "engine/text/osd.h"
#include "engine/viewer/overlay/console.h"
#include "engine/viewer/overlay/help.h"
#include "engine/viewer/overlay/seek_bar.h"
#include "engine/viewer/overlay/stats_overlay.h"
#include "tools/long_demo.h"

enum { WIDTH = 1920, HEIGHT = 1080, ROUNDS = 400, WARM_UP = 5, MARKS = 9 };

#define GOAL_MS 0.15
#define EVERY_KIND UINT32_MAX
#define LONG_SECONDS 3600.0

/* Nothing else may run. */
static const struct timeline_options no_background = {.key_frame_bytes = 0, .background = false};
static const struct timeline_options with_prints = {.key_frame_bytes = 0, .prints = true};

static const char message[] =
    "Screenshot saved: quakereel-demo1-0001.png\nvolume 80%: 1 sound is not there";

/* Overlays, and sums of them. */
enum piece {
    HUD,
    HUD_ENLARGED,
    BAR,
    BAR_WITH_MOUSE,
    DENSE_BAR,
    DENSE_BAR_WITH_MOUSE,
    MESSAGE,
    NUMBERS,
    CONSOLE,
    CONSOLE_FILTERED,
    HELP,
    USUAL,
    EVERYTHING,
    PIECES
};

static const struct {
    const char *title, *key;
    bool has_goal;
} names[PIECES] = {
    [HUD] = {"HUD", "hud_ms", false},
    [HUD_ENLARGED] = {"HUD, world at 1/2", "hud_enlarged_ms", false},
    [BAR] = {"bar", "bar_ms", false},
    [BAR_WITH_MOUSE] = {"bar, mouse on it", "bar_mouse_ms", false},
    [DENSE_BAR] = {"bar of an hour, marks, loop", "dense_bar_ms", false},
    [DENSE_BAR_WITH_MOUSE] = {"the same, mouse on it", "dense_bar_mouse_ms", false},
    [MESSAGE] = {"message", "message_ms", false},
    [NUMBERS] = {"numbers", "numbers_ms", false},
    [CONSOLE] = {"console of an hour", "console_ms", false},
    [CONSOLE_FILTERED] = {"the same, filtered", "console_filtered_ms", false},
    [HELP] = {"help", "help_ms", false},
    [USUAL] = {"HUD and bar", "hud_and_bar_ms", true},
    [EVERYTHING] = {"HUD, hour's bar with mouse, message", "everything_ms", true},
};

struct stage {
    struct playback_context player;
    struct transport transport;
    struct osd_font font;
    struct osd_canvas canvas;
    uint32_t *pixels;
    struct key_map keys;
    /* An hour in which much happens. */
    struct byte_writer hour_bytes;
    struct timeline *hour;
    struct transport hour_transport;
    struct demo_mark marks[MARKS];
    struct seek_bar_strip strips[2]; /* the demo's, the hour's */
};

/* One figure per piece and round. */
struct figures {
    double ms[PIECES][ROUNDS];
};

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof(values[0]), compare_doubles);
    return values[ROUNDS / 2];
}

static bool make_hour(struct stage *s, const char *demo)
{
    struct demo_source source;
    struct format_error err = {0};
    if (demo_source_open(&source, demo, &(struct demo_search){0}, &err) != 0) {
        return false;
    }
    const bool made =
        long_demo_make(&s->hour_bytes, source.data, source.size, LONG_SECONDS, &err) == 0;
    demo_source_close(&source);
    if (!made ||
        timeline_open(&s->hour, s->hour_bytes.data, s->hour_bytes.size, &with_prints, &err) != 0) {
        return false;
    }
    const double length = timeline_extent(s->hour).length;
    struct transport *t = &s->hour_transport;
    transport_init(t);
    transport_set_length(t, length, true);
    transport_seek(t, length * 0.9);
    t->loop = TRANSPORT_LOOP_AB;
    t->loop_a = length * 0.2;
    t->loop_b = length * 0.6;
    for (int i = 0; i < MARKS; i++) {
        s->marks[i].time = length * (i + 1) / (MARKS + 1);
    }
    return true;
}

/* In the middle of the demo. */
static bool make_picture(struct stage *s, const char *demo, const char *basedir)
{
    const struct playback_options options = {
        .fov = 90.0f, .look = LOOK_EXACT, .threads = 1, .search.basedir = basedir};
    if (playback_open(&s->player, demo, &options, &no_background, NULL) != 0) {
        return false;
    }
    const struct timeline_extent extent = timeline_extent(s->player.timeline);
    transport_init(&s->transport);
    transport_set_length(&s->transport, extent.length, true);
    transport_seek(&s->transport, extent.length / 2.0);
    s->pixels = malloc((size_t)WIDTH * HEIGHT * sizeof(*s->pixels));
    s->canvas = (struct osd_canvas){
        .pixels = s->pixels, .pitch = WIDTH, .width = WIDTH, .height = HEIGHT, .font = &s->font};
    return s->pixels && playback_set_size(&s->player, WIDTH, HEIGHT) == 0 &&
           timeline_go_update(s->player.timeline, extent.num_updates / 2) == 0;
}

/* After playback_open has failed there is nothing of the player to close. */
static void clear_stage(struct stage *s)
{
    if (s->hour) {
        timeline_close(s->hour);
    }
    byte_writer_free(&s->hour_bytes);
    key_map_free(&s->keys);
    osd_font_free(&s->font);
    free(s->pixels);
    if (s->player.timeline) {
        playback_close(&s->player);
    }
}

/* Returns milliseconds, or a negative value if out of memory. */
static double time_picture(struct stage *s, bool hud)
{
    s->player.scene_options.no_hud = !hud;
    const double start = platform_now();
    const int status = playback_draw(&s->player, s->pixels, WIDTH);
    return status < 0 ? -1.0 : (platform_now() - start) * 1000.0;
}

static double since(double start)
{
    return (platform_now() - start) * 1000.0;
}

static double time_bar(struct stage *s, bool dense, bool mouse)
{
    const double start = platform_now();
    const struct timeline *timeline = dense ? s->hour : s->player.timeline;
    struct seek_bar bar = {
        .transport = dense ? &s->hour_transport : &s->transport,
        .timeline = timeline,
        .extent = timeline_extent(timeline),
        .marks = s->marks,
        .num_marks = dense ? MARKS : 0,
        .filter = EVERY_KIND & ~(1u << DEMO_EVENT_CHAT),
        .filtered = "main events",
        .mouse_x = -1,
        .mouse_y = -1,
    };
    if (mouse) { /* on the ticks: with label and legend */
        bar.mouse_x = WIDTH / 3;
        bar.mouse_y = HEIGHT - seek_bar_covers(&bar, WIDTH, HEIGHT) + 1;
    }
    seek_bar_draw_kept(&bar, &s->strips[dense], &s->canvas);
    return since(start);
}

static double time_message(struct stage *s)
{
    const double start = platform_now();
    osd_message(&s->canvas, 0, message);
    return since(start);
}

static double time_numbers(struct stage *s)
{
    const double start = platform_now();
    const struct stats_overlay numbers = {
        .demo = "id1/demos/quakereel-demo1.dem",
        .level = "the Introduction",
        .followed = "player",
        .time = 1234.567,
        .update = 43210,
        .block = 43215,
        .frame_stats = {.rate = 59.94, .draw_median = 0.0042, .draw_worst = 0.0113, .late = 2},
        .refresh_rate = 60.0,
        .fit = {.width = WIDTH, .height = HEIGHT, .scale = 1},
        .threads = 2,
        .light = {.gamma = 0.7, .contrast = 1.0},
        .key_frames = 345,
        .key_frame_megabytes = 31.4,
    };
    char text[STATS_OVERLAY_TEXT];
    stats_overlay_text(&numbers, text);
    osd_message(&s->canvas, 0, text);
    return since(start);
}

static bool hour_line(const void *context, size_t index, double *time, char text[CONSOLE_TEXT])
{
    const struct stage *s = context;
    const struct demo_print print = timeline_print(s->hour, (uint32_t)index);
    *time = print.time;
    snprintf(text, CONSOLE_TEXT, "%s", print.text);
    return true;
}

static double time_console(struct stage *s, const char *filter)
{
    const double start = platform_now();
    struct console console = {.shown = true};
    const struct console_source lines = {.line = hour_line,
                                         .context = s,
                                         .count =
                                             timeline_prints_at(s->hour, s->hour_transport.time),
                                         .name = "the demo's messages"};
    snprintf(console.filter, sizeof(console.filter), "%s", filter);
    console_draw(&console, &lines, &s->canvas);
    return since(start);
}

static double time_help(struct stage *s)
{
    const double start = platform_now();
    const struct help help = {.shown = true};
    help_draw(&help, &s->keys, &s->canvas);
    return since(start);
}

/* Measures the overlays on a picture just drawn, as in the viewer. */
static bool measure_over(struct stage *s, struct figures *figures, int round)
{
    for (int picture = 0; picture < 5; picture++) {
        if (time_picture(s, true) < 0.0) {
            return false;
        }
        switch (picture) {
        case 0:
            figures->ms[BAR_WITH_MOUSE][round] = time_bar(s, false, true);
            figures->ms[NUMBERS][round] = time_numbers(s);
            break;
        case 1:
            figures->ms[DENSE_BAR][round] = time_bar(s, true, false);
            break;
        case 2:
            figures->ms[DENSE_BAR_WITH_MOUSE][round] = time_bar(s, true, true);
            figures->ms[CONSOLE][round] = time_console(s, "");
            break;
        case 3:
            figures->ms[CONSOLE_FILTERED][round] = time_console(s, "rocket");
            break;
        default:
            figures->ms[HELP][round] = time_help(s);
        }
    }
    return true;
}

/* The plain picture and the one with the HUD, one after the other, and which is first in turns. */
static bool measure_hud(struct stage *s, int round, double *hud)
{
    const bool hud_first = round % 2 == 0;
    const double first = time_picture(s, hud_first);
    const double second = time_picture(s, !hud_first);
    *hud = hud_first ? first - second : second - first;
    return first >= 0.0 && second >= 0.0;
}

static bool measure_round(struct stage *s, struct figures *figures, int round)
{
    double hud;
    if (!measure_hud(s, round, &hud)) {
        return false;
    }
    figures->ms[HUD][round] = hud;
    figures->ms[BAR][round] = time_bar(s, false, false);
    figures->ms[MESSAGE][round] = time_message(s);
    if (!measure_over(s, figures, round)) {
        return false;
    }
    figures->ms[USUAL][round] = hud + figures->ms[BAR][round];
    figures->ms[EVERYTHING][round] =
        hud + figures->ms[DENSE_BAR_WITH_MOUSE][round] + figures->ms[MESSAGE][round];
    return true;
}

static bool measure(struct stage *s, struct figures *figures)
{
    for (int round = -WARM_UP; round < ROUNDS; round++) {
        if (!measure_round(s, figures, round < 0 ? 0 : round)) {
            return false;
        }
    }
    s->player.options.scale = 2;
    if (playback_set_size(&s->player, WIDTH, HEIGHT) < 0) {
        return false;
    }
    for (int round = -WARM_UP; round < ROUNDS; round++) {
        if (!measure_hud(s, round, &figures->ms[HUD_ENLARGED][round < 0 ? 0 : round])) {
            return false;
        }
    }
    return true;
}

static void report(const struct stage *s, struct figures *figures, FILE *json)
{
    const struct timeline_extent extent = timeline_extent(s->player.timeline);
    const struct timeline_extent hour = timeline_extent(s->hour);
    printf("over a picture of %dx%d, one thread; medians of %d; %u events, in the hour %u\n", WIDTH,
           HEIGHT, ROUNDS, (unsigned)extent.num_events, (unsigned)hour.num_events);
    for (int i = 0; i < PIECES; i++) {
        const double ms = median(figures->ms[i]);
        printf("%-36s %7.3f ms", names[i].title, ms);
        if (names[i].has_goal) {
            printf("  (goal %.2f%s)", GOAL_MS, ms > GOAL_MS ? ": MISSED" : "");
        }
        printf("\n");
        if (json) {
            fprintf(json, "%s\"%s\": %.4f", i ? ", " : "{", names[i].key, ms);
        }
    }
    if (json) {
        fprintf(json, ", \"events\": %u, \"dense_events\": %u}", (unsigned)extent.num_events,
                (unsigned)hour.num_events);
    }
}

void bench_overlay(const char *demo, const char *dense, const char *basedir, FILE *json)
{
    struct stage stage = {0};
    struct figures *figures = malloc(sizeof(*figures));
    if (figures && key_map_init(&stage.keys) == 0 && make_hour(&stage, dense) &&
        make_picture(&stage, demo, basedir) && measure(&stage, figures)) {
        report(&stage, figures, json);
    } else {
        printf("over the picture: %s or %s cannot be drawn\n", demo, dense);
        if (json) {
            fprintf(json, "{}");
        }
    }
    clear_stage(&stage);
    free(figures);
}
