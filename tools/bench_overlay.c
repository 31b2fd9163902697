#include "tools/bench_overlay.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "assets/platform.h"
#include "engine/playback/player.h"
#include "engine/playback/transport.h"
#include "engine/viewer/osd.h"
#include "engine/viewer/overlay/bar.h"

enum { WIDTH = 1920, HEIGHT = 1080, ROUNDS = 400, WARM_UP = 5 };

#define GOAL_MS 0.15
#define EVERY_KIND UINT32_MAX

/* Nothing else may run. */
static const struct timeline_options no_background = {.key_frame_bytes = 0, .background = false};

static const char message[] =
    "Screenshot saved: quakereel-demo1-0001.png\nvolume 80%: 1 sound is not there";

enum piece { HUD, BAR, BAR_WITH_MOUSE, MESSAGE, HUD_AND_BAR, EVERYTHING, PIECES };

static const struct {
    const char *title, *key;
} names[PIECES] = {
    [HUD] = {"HUD", "hud_ms"},
    [BAR] = {"bar", "bar_ms"},
    [BAR_WITH_MOUSE] = {"bar, mouse on it", "bar_mouse_ms"},
    [MESSAGE] = {"message", "message_ms"},
    [HUD_AND_BAR] = {"HUD and bar", "hud_and_bar_ms"},
    [EVERYTHING] = {"HUD, bar, message", "everything_ms"},
};

struct stage {
    struct player player;
    struct transport transport;
    struct osd_font font;
    struct osd_canvas canvas;
    uint32_t *pixels;
};

/* Of each piece, one figure a round. */
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

/* In the middle of the demo. */
static bool set_stage(struct stage *s, const char *demo, const char *basedir)
{
    const struct player_options options = {
        .fov = 90.0f, .look = LOOK_EXACT, .threads = 1, .search.basedir = basedir};
    if (player_open(&s->player, demo, &options, &no_background, NULL) != 0) {
        return false;
    }
    const struct timeline_extent extent = timeline_extent(s->player.timeline);
    transport_init(&s->transport);
    transport_set_length(&s->transport, extent.length, true);
    transport_seek(&s->transport, extent.length / 2.0);
    s->pixels = malloc((size_t)WIDTH * HEIGHT * sizeof(*s->pixels));
    s->canvas = (struct osd_canvas){
        .pixels = s->pixels, .pitch = WIDTH, .width = WIDTH, .height = HEIGHT, .font = &s->font};
    if (s->pixels && player_set_size(&s->player, WIDTH, HEIGHT) == 0 &&
        timeline_go_update(s->player.timeline, extent.num_updates / 2) == 0) {
        return true;
    }
    free(s->pixels);
    player_close(&s->player);
    return false;
}

static void clear_stage(struct stage *s)
{
    osd_font_free(&s->font);
    free(s->pixels);
    player_close(&s->player);
}

/* Milliseconds; negative without memory. */
static double time_picture(struct stage *s, bool hud)
{
    s->player.scene_options.no_hud = !hud;
    const double start = platform_now();
    const int status = player_draw(&s->player, s->pixels, WIDTH);
    return status < 0 ? -1.0 : (platform_now() - start) * 1000.0;
}

static double time_bar(struct stage *s, bool mouse)
{
    const double start = platform_now();
    struct bar bar = {
        .transport = &s->transport,
        .timeline = s->player.timeline,
        .extent = timeline_extent(s->player.timeline),
        .filter = EVERY_KIND,
        .mouse_x = -1,
        .mouse_y = -1,
    };
    if (mouse) { /* on the ticks: with label and legend */
        bar.mouse_x = WIDTH / 3;
        bar.mouse_y = HEIGHT - bar_covers(&bar, WIDTH, HEIGHT) + 1;
    }
    bar_draw(&bar, &s->canvas);
    return (platform_now() - start) * 1000.0;
}

static double time_message(struct stage *s)
{
    const double start = platform_now();
    osd_message(&s->canvas, 0, message);
    return (platform_now() - start) * 1000.0;
}

/* The plain picture and the one with the HUD, one after the other, and which is first in turns;
 * then what lies over them, each over a picture just drawn, as it is when a person watches. */
static bool measure_round(struct stage *s, struct figures *figures, int round)
{
    const bool hud_first = round % 2 == 0;
    const double first = time_picture(s, hud_first);
    const double second = time_picture(s, !hud_first);
    if (first < 0.0 || second < 0.0) {
        return false;
    }
    const double hud = hud_first ? first - second : second - first;
    const double bar = time_bar(s, false);
    const double text = time_message(s);
    if (time_picture(s, true) < 0.0) {
        return false;
    }
    figures->ms[HUD][round] = hud;
    figures->ms[BAR][round] = bar;
    figures->ms[MESSAGE][round] = text;
    figures->ms[BAR_WITH_MOUSE][round] = time_bar(s, true);
    figures->ms[HUD_AND_BAR][round] = hud + bar;
    figures->ms[EVERYTHING][round] = hud + bar + text;
    return true;
}

static bool measure(struct stage *s, struct figures *figures)
{
    for (int round = -WARM_UP; round < ROUNDS; round++) {
        if (!measure_round(s, figures, round < 0 ? 0 : round)) {
            return false;
        }
    }
    return true;
}

static void report(struct figures *figures, uint32_t events, FILE *json)
{
    printf("over a picture of %dx%d, one thread, %u events; medians of %d (goal %.2f ms)\n", WIDTH,
           HEIGHT, (unsigned)events, ROUNDS, GOAL_MS);
    for (int i = 0; i < PIECES; i++) {
        const double ms = median(figures->ms[i]);
        printf("%-18s %7.3f ms\n", names[i].title, ms);
        if (json) {
            fprintf(json, "%s\"%s\": %.4f", i ? ", " : "{", names[i].key, ms);
        }
    }
    if (json) {
        fprintf(json, "}");
    }
}

void bench_overlay(const char *demo, const char *basedir, FILE *json)
{
    struct stage stage = {0};
    struct figures *figures = malloc(sizeof(*figures));
    const bool set = figures && set_stage(&stage, demo, basedir);
    if (set && measure(&stage, figures)) {
        report(figures, timeline_extent(stage.player.timeline).num_events, json);
    } else {
        printf("over the picture: %s cannot be drawn\n", demo);
        if (json) {
            fprintf(json, "{}");
        }
    }
    if (set) {
        clear_stage(&stage);
    }
    free(figures);
}
